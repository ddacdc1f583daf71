"""A tavern on paper: the board on its wall for the players, and what only the master knows."""

import re

from printables import boards
from printables.core import templates
from printables.handouts import leaf, pen as emblems, stall as stalls, tavern
from printables.handouts.handout import MASTER, PLAYERS, Handout, Order
from printables.handouts.leaf import Leaf, Plan
from printables.handouts.pen import Pen
from printables.handouts.props import page
from printables.handouts.tavern import HouseGame, Tavern
from printables.scene import Curve, Line, Rect, Shape

ASPECT = 1.4
WALL, BOOK = "handouts/tavern-players.md", "handouts/tavern-master.md"


def make(seed: str, order: Order) -> dict[str, Handout]:
    """The wall for the players; wall and book for the master. The house as data is in `facts`. Raises UserError."""
    house = tavern.draw(tavern.seed_of(seed))
    pen, up = order.pen(), order.up or 1
    plan = leaf.plan(order.sheet(), up, ASPECT)
    fare = "\n".join(f"| {plain(item)} | {_sum(house, price)} |" for item, price in house.fare)
    stall, least = stalls.find(house.stall), min(game.low for game in house.games)
    games = [f"- **{plain(g.title)}**: {_span(house, g.low, g.high)} a game. {plain(g.says)}" for g in house.games]
    games.append(f"- **{plain(stall.title)}**: {_sum(house, least)} a go. {plain(stall.rules)}")
    words = {
        "keeper": plain(house.keeper[0].upper() + house.keeper[1:]),
        "stakes": plain(house.stakes),
        "fare": f"| what | price |\n|---|---:|\n{fare}",
        "games": "\n".join(games),
        "rules": "\n".join(f"- {plain(rule)}" for rule in house.rules),
    }
    sign = _sign(house, pen, plan.width, page.edge(plan.width))
    wall = page.told(templates.fill(templates.read(WALL), words, WALL), house.name, plan, pen, WALL, head=sign)
    book, facts = _book(house, pen, plan), house.facts()

    def handout(leaves: list[Leaf]) -> Handout:
        pages = tuple(one for item in leaves for one in leaf.pages([item] * up, plan, item.title, pen))
        return Handout(house.name, pages, tuple(leaf.alone(item, item.title) for item in leaves), facts=facts)

    return {PLAYERS: handout([wall]), MASTER: handout([wall, book])}


def plain(text: str) -> str:
    """Text that Markdown leaves as it is."""
    return re.sub(r"([\\`*_{}\[\]<>#|~!&])", r"\\\1", text)


def _sum(house: Tavern, count: int) -> str:
    return f"{count} {house.money.one if count == 1 else house.money.many}"


def _span(house: Tavern, low: int, high: int) -> str:
    return _sum(house, low) if low == high else f"{low} to {_sum(house, high)}"


def _book(house: Tavern, pen: Pen, plan: Plan) -> Leaf:
    people = "\n".join(
        f"| {plain(p.name)} | {p.purse} | {plain(p.temperament)}, {p.plays} | {plain(p.says)} |" for p in house.regulars
    )
    words = {
        "stakes_say": plain(house.stakes_say),
        "regulars": f"| who | {plain(house.money.many)} | how | |\n|---|---:|---|---|\n{people}",
        "variants": "\n".join(f"- {said}" for said in (*map(_variant, house.games), _chances(house))),
        "rumours": "\n".join(f"- {plain(r.text)} *{'True.' if r.true else 'Not so.'}*" for r in house.rumours),
    }
    text = templates.fill(templates.read(BOOK), words, BOOK)
    title = f"{house.name}: for the GM"
    return page.told(text, title, plan, pen, BOOK, name=house.name, below=f"seed {house.seed}", master=True)


def _chances(house: Tavern) -> str:
    """The game of chance with its odds, and how to print it."""
    stall = stalls.find(house.stall)
    paid = ", ".join(f"{name.lower()} {chance}" for name, _, chance, _ in stalls.chances(stall))
    said = f"**{plain(stall.title)}.** Odds: {plain(paid)}; {stalls.percent(1 - stall.back)} stays here."
    return f"{said} Print it: `postfox handout stall {stall.slug}`"


def _variant(game: HouseGame) -> str:
    """A game with the options that its house rule is, and how to print and play it so."""
    known = boards.find(game.game).options.model_fields
    flags = " ".join(f"--option {option}" for option in game.options)
    said = f"**{plain(game.title)}.** {plain(game.says)}"
    if not flags:
        return f"{said} No options."
    printed = any(option.partition("=")[0] in known for option in game.options)
    return f"{said} `{flags}`.{' The board is printed so, too.' if printed else ''}"


def _sign(house: Tavern, pen: Pen, width: float, edge: float) -> tuple[list[Shape], float]:
    """The sign that hangs over the door, with its emblem and name, and where the text begins."""
    wide, high = min(width - 2 * edge, 120.0), min(46.0, 0.3 * width)
    bar, scroll = (pen.line(thick)._replace(cap="round") for thick in (1.3, 0.6))
    x, top = width / 2, edge + 2.0
    left, right, board = x - wide / 2, x + wide / 2, top + 7.0
    shapes: list[Shape] = [Line((left - 3, top), (right + 3, top), bar)]
    for side in (-1, 1):
        hook = x + side * wide * 0.36
        shapes.append(Line((hook, top), (hook, board), pen.line(0.5)._replace(dash=(1.1, 0.5))))
        end = x + side * (wide / 2 + 3)
        curl = (
            ("M", end, top),
            ("C", end + side * 5, top - 1, end + side * 5, top + 5, end + side * 1.5, top + 4.5),
            ("C", end - side * 0.5, top + 4, end + side * 0.5, top + 2, end + side * 1.8, top + 2.6),
        )
        shapes.append(Curve(curl, scroll))
    look = pen.line(0.9)._replace(fill=pen.tint(0.1) if pen.aged else None)
    shapes.append(Rect(left, board, wide, high, look, 2.0))
    shapes.append(Rect(left + 2, board + 2, wide - 4, high - 4, pen.line(0.25), 1.2))
    shapes.append(emblems.emblem(pen.theme.crest or house.emblem, x, board + 0.37 * high, 0.27 * high, pen))
    shapes.append(pen.title(x, board + 0.88 * high, house.name, 25, within=wide - 12))
    return shapes, board + high + 6.0
