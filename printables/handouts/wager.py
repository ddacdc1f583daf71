"""Betting on a game: a ledger of wagers, and coins to bet with, front and back."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printables import boards
from printables.core import OptionError, PaperError, options, templates, toml_file
from printables.core.toml_file import Table
from printables.drawing import emblems
from printables.handouts import leaf, pen as ornament
from printables.handouts.handout import Handout, Order
from printables.handouts.leaf import Leaf, Plan
from printables.handouts.order import Wager
from printables.handouts.pen import Pen
from printables.handouts.rename import Word
from printables.paper.paper import Paper
from printables.scene import Circle, Grid, Group, Line, Page, Point, Polygon, Shape, Style, Symbol, Text, Use, behind
from printables.text import fonts

TABLE = "handouts/wagers.toml"
COINS = ((1, 30), (5, 12), (10, 6))
MOST_COINS, MOST_KINDS, MOST_WORTH = 1000, 6, 9999
SMALLEST, LARGER = 18.0, 3.5  # mm: the least coin's diameter, and how much wider each next one is
DEVICES = ("fox", "snake", "rose", "crown", "moon", "tower", "key", "tankard", "skull")  # on the backs of coins
GAP = 3.0  # mm between coins
ROW = 9.0  # mm: a line of the ledger
COLUMNS = (("who", 0.22), ("upon what", 0.34), ("stake", 0.11), ("at odds of", 0.12), ("pays", 0.11), ("paid", 0.10))


def coins(texts: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Coins from "5=12": twelve worth five. Raises OptionError."""
    out: dict[int, int] = {}
    for text in texts:
        worth, equals, count = (part.strip() for part in text.partition("="))
        if not equals or not all(part.isascii() and part.isdigit() and len(part) < 5 for part in (worth, count)):
            raise OptionError(f"{text!r} is not a number of coins", "write worth=count, as in 5=12", "--coin")
        if not 1 <= int(worth) <= MOST_WORTH or int(worth) in out:
            raise OptionError(f"a coin worth {worth} is not possible", f"take 1 to {MOST_WORTH}, each once", "--coin")
        out[int(worth)] = int(count)
    if len(out) > MOST_KINDS or sum(out.values()) > MOST_COINS:
        raise OptionError("these are too many coins", f"at most {MOST_KINDS} kinds, {MOST_COINS} in all", "--coin")
    return tuple(sorted(out.items())) or COINS


def make(wager: Wager, order: Order) -> Handout:
    """The ledger's page, then coins, each page with its backs. Raises UserError."""
    module = boards.find(wager.game)
    pen = order.pen()
    components = module.components(options.build(module.options, wager.options, wager.variant), pen.theme)
    name, money, paper = wager.name or components.title, Word.of(wager.currency, "--currency"), order.sheet()
    plan = leaf.plan(paper, 1, 1.4)
    ledger = _ledger(name, bets(wager.game), money, plan, pen)
    wanted = [(number, worth, count) for number, (worth, count) in enumerate(coins(wager.coin)) if count]
    minted = [(_coin(worth, number, money, components.slug, pen), count) for number, worth, count in wanted]
    pages = *leaf.pages([ledger], plan, ledger.title, pen), *_coin_pages(minted, paper, pen)
    sides = ((coin, coin.diameter, side) for coin, _ in minted for side in (coin.front, coin.back))
    shown = (
        Page(wide, wide, (Use(side, wide / 2, wide / 2, wide / 2, classes="coin"),), f"coin {coin.worth}")
        for coin, wide, side in sides
    )
    pictures = leaf.alone(ledger, ledger.title), *shown
    made = Handout(ledger.title, pages, pictures, subject=f"Wagers on {components.title}. {components.source}.")
    return made._replace(author=components.designer, licence=components.licence)


def bets(game: str) -> tuple[str, ...]:
    """What the table has for a game, and for any. Raises TemplateError."""

    def found(table: Table) -> tuple[str, ...]:
        table.known(("any", "games"))
        games = table.table("games")
        own = {name: games.texts(name) for name in games.values}
        return (*own.get(game, ()), *table.texts("any"))

    return toml_file.read(templates.read(TABLE), str(templates.find(TABLE)), found)


def _ledger(name: str, upon: Sequence[str], money: Word, plan: Plan, pen: Pen) -> Leaf:
    """What may be bet on, with room for the odds offered, over blank lines for the wagers."""
    edge = max(9.0, 0.07 * plan.width)
    left, right, y = edge, plan.width - edge, edge + 8.0
    wide, said = right - left, f"stakes in {money.many}; odds as the house writes them"
    shapes = ornament.headed(plan.width / 2, y, f"Wagers on {name}", 23, wide, pen)
    shapes.append(pen.text(left, y + 12.0, said, 11, "garamond-italic", within=wide))
    y, columns = y + 15.0, 2 if wide > 110 else 1
    width, rows = (wide - 8.0 * (columns - 1)) / columns, -(-len(upon) // columns)
    for n, text in enumerate(upon):
        x = left + n // rows * (width + 8.0)
        base = y + 6.5 * (n % rows + 1)
        words = pen.text(x, base, text, 12, "garamond", within=width - 28.0)
        shapes += [words, pen.text(x + width - 12.5, base, "to", 10, "garamond-italic", "middle", pen.ink("soft"))]
        for start, end in ((25.0, 15.0), (10.0, 0.0)):
            shapes.append(Line((x + width - start, base + 0.8), (x + width - end, base + 0.8), pen.line(0.2)))
    y += 6.5 * rows + 7.0
    rows = int((plan.height - 0.8 * edge - y - 8.0) / ROW)
    shapes.append(ornament.double_rule(left, y, wide, pen))
    x, red, faint = left, Style(stroke=pen.red, width=0.3), Style(stroke=pen.tint(0.4), width=0.2)
    for column, part in COLUMNS:
        shapes.append(pen.text(x + 1.5, y + 6.2, column, 10, "cinzel", within=part * wide - 2.5))
        shapes += [Line((x, y + 2.0), (x, y + 8.0 + rows * ROW), red)] if x > left else []
        x += part * wide
    shapes += (Line((left, at), (right, at), faint) for at in (y + 8.0 + n * ROW for n in range(rows + 1)))
    return leaf.drawn(plan.size, shapes, f"Wagers on {name}", pen, f"wagers {name}", "worn")


class _Coin(NamedTuple):
    worth: int
    diameter: float
    front: Symbol
    back: Symbol


def _coin(worth: int, number: int, money: Word, device: str, pen: Pen) -> _Coin:
    """A coin in a circle of radius 1. Its size, and the beads or rays of its rim, tell its worth without reading it."""
    ink, ground, figure = pen.ink("ink"), pen.ink("light"), str(worth)
    base = (Circle((0, 0), 1, Style(fill=ground)), Circle((0, 0), 0.93, pen.line(0.03)), *_rim(number, ink))
    size = min(0.85, 1.15 / fonts.width(figure, "cinzel", 1.0))
    front = Group((_word(figure, size, 0.12, ink), _word(money.one if worth == 1 else money.many, 0.24, 0.46, ink)))
    chosen = DEVICES[(len(device) + 3 * number) % len(DEVICES)]
    back = Group(emblems.draw("signs", pen.theme.crest or chosen, ink, ground), scale=0.52)
    sides = Symbol(f"coin-{worth}-front", (*base, front)), Symbol(f"coin-{worth}-back", (*base, back))
    return _Coin(worth, SMALLEST + LARGER * number, *sides)


def _word(text: str, size: float, base: float, ink: str) -> Shape:
    """Words in the middle of a coin, no wider than it, in its own units."""
    width = fonts.width(text, "cinzel", size)
    size *= min(1.0, 1.25 / width) if width else 1.0
    return Text(0, base + 0.12, text, size, "cinzel", "middle", ink, width=fonts.width(text, "cinzel", size))


def _rim(number: int, ink: str) -> list[Shape]:
    """Plain, beaded, rayed, and so on: more with each worth."""
    fill, line = Style(fill=ink), Style(stroke=ink, width=0.015)
    if number == 0:
        return [Circle((0, 0), 0.82, line)]
    out: list[Shape] = []
    for n in range(12 * number):
        turn = math.tau * n / (12 * number)
        dx, dy = math.sin(turn), -math.cos(turn)
        if number % 2:
            out.append(Circle((0.845 * dx, 0.845 * dy), 0.035, fill))
        else:
            tip, side = (0.78 * dx, 0.78 * dy), 0.05
            a, b = ((0.91 * dx - s * side * dy, 0.91 * dy + s * side * dx) for s in (-1, 1))
            out.append(Polygon((tip, a, b), fill))
    return [*out, Circle((0, 0), 0.75, line)]


def _coin_pages(minted: Sequence[tuple[_Coin, int]], paper: Paper, pen: Pen) -> Iterator[Page]:
    """Fronts and backs that meet when the sheet is turned over its long edge."""
    if not minted:
        return
    area = paper.area
    hint = "Coins. Print on both sides of stiff paper, turned over the long edge, and cut along the circles."
    head = pen.text(area.x, area.y + 3.2, hint, 9, "garamond-italic", ink=pen.ink("soft"), within=area.width)
    area = area.below(7.0)
    laid: list[list[tuple[_Coin, Point]]] = [[]]
    y = area.y
    for coin, count in minted:
        size = coin.diameter
        if size > min(area.width, area.height):
            raise PaperError(f"a coin of {size:g} mm does not fit this paper", "take larger paper", source="--paper")
        row = min(Grid(area, size, size, GAP).columns, count)
        for start in range(0, count, row):
            if y + size > area.bottom:
                laid.append([])
                y = area.y
            centres = Grid(area._replace(y=y, height=size), size, size, GAP).centres(row)
            laid[-1] += [(coin, centre) for centre in centres[: min(row, count - start)]]
            y += size + GAP
    line = Style(stroke=pen.ink("cut"), width=0.2)
    for number, some in enumerate(laid, 1):
        title = f"Coins {number}/{len(laid)}" if len(laid) > 1 else "Coins"
        fronts = [_struck(coin, coin.front, at, 0.0) for coin, at in some]
        cut = tuple(Circle(at, coin.diameter / 2, line) for coin, at in some)
        yield Page(paper.width, paper.height, (head, *fronts), title, cut=cut)
        backs = [_struck(coin, coin.back, *behind(at, paper.width, paper.height)) for coin, at in some]
        yield Page(paper.width, paper.height, tuple(backs), f"{title}, backs", back=True)


def _struck(coin: _Coin, side: Symbol, at: Point, turn: float) -> Use:
    return Use(side, *at, coin.diameter / 2, turn, classes=f"coin worth-{coin.worth}", title=f"coin of {coin.worth}")
