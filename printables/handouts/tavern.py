"""A house where these games are played, drawn by lot from tables that a user can extend: the same seed, the same house.
The tables are every TOML file in templates/handouts/taverns, their lists joined in order of name; the file of a game
has the variants in which it is played. On paper it is the board on its wall, and what only the master knows."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import PurePath
from typing import Any

from printables import boards
from printables.core import TemplateError, UserError, templates, toml_file
from printables.core.toml_file import Table, within
from printables.drawing import emblems
from printables.handouts import leaf, pen as ornament, props, stall as stalls
from printables.handouts.handout import MASTER, PLAYERS, Handout, Order
from printables.handouts.leaf import Leaf, Plan
from printables.handouts.pen import Pen
from printables.handouts.rename import Word
from printables.scene import Curve, Line, Rect, Shape
from printables.scene.theme import CLASSIC

FOLDER = "handouts/taverns"
PLAYS = ("careful", "bold", "wild")
REGULARS, RUMOURS, RULES, FARE, GAMES = 3, 4, 3, 6, 3
MOST = 1_000_000
PURSE = (3, 12)  # a purse is so many to so many times the lowest stake


@dataclass(frozen=True)
class Regular:
    """Somebody who plays here: what they carry, what they are like, and how they play. `boldness` is 0 to 1, `patience`
    how many losses running end their evening; `plays` is "careful", "bold" or "wild"."""

    name: str
    purse: int
    temperament: str
    says: str
    boldness: float
    patience: int
    plays: str


@dataclass(frozen=True)
class HouseGame:
    """A game played here, with the options in force as `postfox new --option` takes them."""

    game: str
    title: str
    options: tuple[str, ...]
    says: str
    low: int
    high: int


@dataclass(frozen=True)
class Rumour:
    text: str
    true: bool


@dataclass(frozen=True)
class Tavern:
    """Everything that is known of a house. Sums are in `money`."""

    seed: str
    name: str
    emblem: str
    keeper: str
    money: Word
    stakes: str
    stakes_say: str
    games: tuple[HouseGame, ...]
    regulars: tuple[Regular, ...]
    rumours: tuple[Rumour, ...]
    rules: tuple[str, ...]
    fare: tuple[tuple[str, int], ...]
    stall: str

    def facts(self) -> dict[str, Any]:
        """The house as plain data, for JSON."""
        return {**asdict(self), "stall": stalls.find(self.stall).facts()}


def _price(entry: Table, key: str) -> list[int]:
    cost = entry.values.get(key)
    if not (isinstance(cost, list) and len(cost) == 2 and within(cost[0], 1, cost[1]) and within(cost[1], 1, MOST)):
        entry.wrong(key, f"{key} = {cost!r} is not possible", f"write {key} = [lowest, highest]")
        return [1, 1]
    return cost


def _high(entry: Table, key: str) -> int:
    low = entry.values.get("low")
    return entry.whole(key, low if isinstance(low, int) else 1, MOST)


def _options(entry: Table, key: str) -> list[str]:
    options = entry.texts(key)
    for option in options:
        if "=" not in option:
            entry.wrong(key, f"{key}: {option!r} is not possible", "write them as name=value", option)
    return options


# What a table's entries must have: the names of fields and how each is read.
ENTRIES: dict[str, dict[str, Callable[[Table, str], Any]]] = {
    "signs": {"noun": Table.text, "emblem": lambda entry, key: entry.choice(key, emblems.names("signs"))},
    "fare": {"item": Table.text, "price": _price},
    "stakes": {"name": Table.text, "low": lambda of, key: of.whole(key, 1, MOST), "high": _high, "says": Table.text},
    "temperaments": {
        "name": Table.text,
        "boldness": lambda entry, key: entry.number(key, 0, 1),
        "patience": lambda entry, key: entry.whole(key, 1, MOST),
        "plays": lambda entry, key: entry.choice(key, PLAYS),
        "says": Table.text,
    },
    "rumours": {"text": Table.text, "true": Table.flag},
    "variants": {
        "game": lambda entry, key: entry.text(key, PurePath(entry.file.source).stem),
        "options": _options,
        "says": Table.text,
    },
}
WORDS = ("keeper", "tavern", "coins", "regular", "other")  # $words of house rules and rumours
_LISTS = ("adjectives", "keepers", "regulars", "house_rules")
# How many of each a tavern needs; of others one.
LEAST = {"regulars": REGULARS, "temperaments": REGULARS, "house_rules": RULES, "rumours": RUMOURS, "fare": FARE}


@dataclass(frozen=True)
class Tables:
    """The joined tables: lists of words, lists of entries, and the currency."""

    words: dict[str, tuple[str, ...]]
    entries: dict[str, tuple[dict[str, Any], ...]]
    currency: str


def tables() -> Tables:
    """Every table file joined. Raises TemplateError, with the file and what is wrong."""
    files = [read(path) for path in templates.names(FOLDER) if path.endswith(".toml")]
    return Tables(
        {key: tuple(dict.fromkeys(text for file in files for text in file.words[key])) for key in _LISTS},
        {key: tuple(entry for file in files for entry in file.entries[key]) for key in ENTRIES},
        next((file.currency for file in reversed(files) if file.currency), "coin/coins"),
    )


def read(path: str) -> Tables:
    """The tables of one file. Raises TemplateError with every Problem found."""

    def joined(table: Table) -> Tables:
        table.known(("currency", *_LISTS, *ENTRIES))
        said = [(table, "house_rules", text) for text in table.texts("house_rules")]
        said += [(entry, "text", str(entry.values.get("text", ""))) for entry in table.entries("rumours")]
        for entry, key, text in said:
            for fault in templates.faults(text, WORDS):
                entry.wrong(key, fault.message, fault.hint, text[fault.column - 1 : fault.column + 9])
        words, entries = {key: tuple(table.texts(key)) for key in _LISTS}, dict[str, tuple[dict[str, Any], ...]]()
        for kind, fields in ENTRIES.items():
            for entry in (found := table.entries(kind)):
                entry.known(fields)
            entries[kind] = tuple({key: take(entry, key) for key, take in fields.items()} for entry in found)
        return Tables(words, entries, table.text("currency", ""))

    return toml_file.read(templates.read(path), str(templates.find(path)), joined)


def draw(seed: str) -> Tavern:
    """The house of a seed. Raises TemplateError if a table is too short or not right."""
    data = tables()
    chance = random.Random(f"tavern {seed}")
    for key, had in {**data.words, **data.entries}.items():
        if len(had) < (least := LEAST.get(key, 0 if key == "variants" else 1)):
            raise TemplateError(f"{key} has {len(had)} entries", f"a tavern needs {least}", FOLDER)
    sign = chance.choice(data.entries["signs"])
    name = f"The {chance.choice(data.words['adjectives'])} {sign['noun']}"
    keeper = chance.choice(data.words["keepers"])
    stakes = chance.choice(data.entries["stakes"])
    money = Word.of(data.currency, FOLDER)
    people = chance.sample(data.words["regulars"], REGULARS)
    tempers = chance.sample(data.entries["temperaments"], REGULARS)
    purses = [stakes["low"] * chance.randint(*PURSE) for _ in people]
    regulars = tuple(
        Regular(name, purse, how["name"], how["says"], float(how["boldness"]), how["patience"], how["plays"])
        for name, purse, how in zip(people, purses, tempers, strict=True)
    )
    words = dict(zip(WORDS, (keeper, name, money.many, people[0], people[1]), strict=True))

    def said(text: str) -> str:
        return templates.fill(text, words, FOLDER)

    games = tuple(_games(data, stakes, chance))
    rumours = tuple(Rumour(said(one["text"]), one["true"]) for one in chance.sample(data.entries["rumours"], RUMOURS))
    rules = tuple(map(said, chance.sample(data.words["house_rules"], RULES)))
    fare = tuple((one["item"], chance.randint(*one["price"])) for one in chance.sample(data.entries["fare"], FARE))
    house = seed, name, sign["emblem"], keeper, money, stakes["name"], stakes["says"]
    return Tavern(*house, games, regulars, rumours, rules, fare, stall=chance.choice(stalls.names()))


def _games(data: Tables, stakes: dict[str, Any], chance: random.Random) -> Iterator[HouseGame]:
    """Up to three games that Postfox has, each under one variant of its tables, or as it is where they have none."""
    played = sorted(boards.slugs())
    for game in chance.sample(played, min(GAMES, len(played))):
        module = boards.find(game)
        variants = [item for item in data.entries["variants"] if item["game"] == game]
        if not variants:
            variants = [{"options": [], "says": module.components(module.options(), CLASSIC).summary}]
        variant = chance.choice(variants)
        low = chance.randint(stakes["low"], stakes["high"])
        high = chance.randint(low, stakes["high"])
        yield HouseGame(game, module.title, tuple(variant["options"]), variant["says"], low, high)


def seed_of(text: str) -> str:
    """A seed as it is kept: anything short that is printable. Raises UserError."""
    seed = " ".join(text.split())
    if not seed or len(seed) > 60:
        raise UserError(f"{text!r} is not a seed", "take a number or a few words", "--seed")
    return seed


WALL, BOOK = "handouts/tavern-players.md", "handouts/tavern-master.md"


def make(seed: str, order: Order) -> dict[str, Handout]:
    """The wall for the players; wall and book for the master. The house as data is in `facts`. Raises UserError."""
    house = draw(seed_of(seed))
    pen, up = order.pen(), order.up or 1
    plan = leaf.plan(order.sheet(), up, 1.4)
    fare = "\n".join(f"| {plain(item)} | {_sum(house, price)} |" for item, price in house.fare)
    stall, least = stalls.find(house.stall), min(game.low for game in house.games)
    stakes = [f"{g.low} to {_sum(house, g.high)}" if g.low < g.high else _sum(house, g.low) for g in house.games]
    played = zip(house.games, stakes, strict=True)
    games = [f"- **{plain(game.title)}**: {stake} a game. {plain(game.says)}" for game, stake in played]
    games.append(f"- **{plain(stall.title)}**: {_sum(house, least)} a go. {plain(stall.rules)}")
    words = {
        "keeper": plain(house.keeper[0].upper() + house.keeper[1:]),
        "stakes": plain(house.stakes),
        "fare": f"| what | price |\n|---|---:|\n{fare}",
        "games": "\n".join(games),
        "rules": "\n".join(f"- {plain(rule)}" for rule in house.rules),
    }
    sign = _sign(house, pen, plan.width, props.margin(plan.width))
    wall = props.told(templates.fill(templates.read(WALL), words, WALL), house.name, plan, pen, WALL, sign)
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


def _book(house: Tavern, pen: Pen, plan: Plan) -> Leaf:
    people = "\n".join(
        f"| {plain(p.name)} | {p.purse} | {plain(p.temperament)}, {p.plays} | {plain(p.says)} |" for p in house.regulars
    )
    stall = stalls.find(house.stall)
    paid = ", ".join(f"{name.lower()} {chance}" for name, _, chance, _ in stalls.chances(stall))
    chances = f"**{plain(stall.title)}.** Odds: {plain(paid)}; {stalls.percent(1 - stall.back)} stays here. "
    chances += f"Print it: `postfox handout stall {stall.slug}`"
    words = {
        "stakes_say": plain(house.stakes_say),
        "regulars": f"| who | {plain(house.money.many)} | how | |\n|---|---:|---|---|\n{people}",
        "variants": "\n".join(f"- {said}" for said in (*map(_variant, house.games), chances)),
        "rumours": "\n".join(f"- {plain(r.text)} *{'True.' if r.true else 'Not so.'}*" for r in house.rumours),
    }
    text = templates.fill(templates.read(BOOK), words, BOOK)
    head = props.named(house.name, plan, pen, f"seed {house.seed}")
    return props.told(text, f"{house.name}: for the GM", plan, pen, BOOK, head, master=True)


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
    shapes.append(ornament.emblem(pen.theme.crest or house.emblem, x, board + 0.37 * high, 0.27 * high, pen))
    shapes.append(pen.title(x, board + 0.88 * high, house.name, 25, within=wide - 12))
    return shapes, board + high + 6.0
