"""A house where these games are played, drawn by lot from tables that a user can extend: the same seed, the same house.

The tables are every TOML file in templates/handouts/taverns, their lists joined in order of name.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import Any

from printables import boards, templates
from printables.errors import TemplateError, UserError
from printables.handouts import emblems
from printables.handouts.rename import Word

FOLDER = "handouts/taverns"
PLAYS = ("careful", "bold", "wild")
REGULARS, RUMOURS, RULES, FARE, GAMES = 3, 4, 3, 6, 3
PURSE = (3, 12)  # a purse is so many to so many times the lowest stake


@dataclass(frozen=True)
class Regular:
    """Somebody who plays here: what they carry, what they are like, and how they play.

    `boldness` is 0 to 1, `patience` how many losses running end their evening; `plays` is "careful", "bold" or "wild".
    """

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

    def facts(self) -> dict[str, Any]:
        """The house as plain data, for JSON."""
        return asdict(self)


# What a table's entries must have: names of fields and their types.
_ENTRIES: dict[str, dict[str, type | tuple[type, ...]]] = {
    "signs": {"noun": str, "emblem": str},
    "fare": {"item": str, "price": list},
    "stakes": {"name": str, "low": int, "high": int, "says": str},
    "temperaments": {"name": str, "boldness": (int, float), "patience": int, "plays": str, "says": str},
    "rumours": {"text": str, "true": bool},
    "variants": {"game": str, "options": list, "says": str},
}
_LISTS = ("adjectives", "keepers", "regulars", "house_rules")


@dataclass(frozen=True)
class Tables:
    """The joined tables: lists of words, lists of entries, and the currency."""

    words: dict[str, tuple[str, ...]]
    entries: dict[str, tuple[dict[str, Any], ...]]
    currency: str


def tables() -> Tables:
    """Every table file joined. Raises TemplateError, with the file and what is wrong."""
    words: dict[str, list[str]] = {name: [] for name in _LISTS}
    entries: dict[str, list[dict[str, Any]]] = {name: [] for name in _ENTRIES}
    currency = "coin/coins"
    for path in templates.names(FOLDER):
        if PurePosixPath(path).suffix != ".toml":
            continue
        source = str(templates.find(path))
        try:
            table = tomllib.loads(templates.read(path))
        except tomllib.TOMLDecodeError as error:
            raise TemplateError(f"this is not TOML: {error}", "copy a table that works", source) from None
        for key, value in table.items():
            if key == "currency" and isinstance(value, str):
                currency = value
            elif key in words:
                words[key] += _strings(value, key, source)
            elif key in entries:
                entries[key] += [_entry(item, key, source) for item in _list(value, key, source)]
            else:
                known = ", ".join(("currency", *words, *entries))
                raise TemplateError(f"a tavern has no {key!r}", f"it has {known}", source)
    return Tables(
        {key: tuple(dict.fromkeys(value)) for key, value in words.items()},
        {key: tuple(value) for key, value in entries.items()},
        currency,
    )


def _list(value: Any, key: str, source: str) -> list[Any]:
    if not isinstance(value, list):
        raise TemplateError(f"{key} is no list", f"write [[{key}]] before each entry", source)
    return value


def _strings(value: Any, key: str, source: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise TemplateError(f"{key} is no list of texts", f'write {key} = ["...", "..."]', source)
    return value


def _entry(item: Any, key: str, source: str) -> dict[str, Any]:
    """An entry with all its fields, of the right kinds. Raises TemplateError."""
    fields = _ENTRIES[key]
    if not isinstance(item, dict) or set(item) != set(fields):
        raise TemplateError(f"an entry of {key} is not right", f"each has {', '.join(fields)}", source)
    for name, kind in fields.items():
        if not isinstance(item[name], kind) or (isinstance(item[name], bool) and kind is not bool):
            raise TemplateError(f"{key}: {name} = {item[name]!r} will not do", "see the entries of ours", source)
    wrong = ""
    match key:
        case "signs" if item["emblem"] not in emblems.EMBLEMS:
            wrong = f"emblem {item['emblem']!r}; take {', '.join(emblems.EMBLEMS)}"
        case "fare" if not _span(item["price"]):
            wrong = f"price {item['price']!r}; write [lowest, highest]"
        case "stakes" if not _span([item["low"], item["high"]]):
            wrong = f"low {item['low']} and high {item['high']}; write 1 or more, the lower first"
        case "temperaments" if item["plays"] not in PLAYS or not 0 <= item["boldness"] <= 1 or item["patience"] < 1:
            wrong = f"{item['name']!r}; boldness is 0 to 1, patience 1 or more, plays {', '.join(PLAYS)}"
        case "variants" if not all(isinstance(option, str) and "=" in option for option in item["options"]):
            wrong = f"options {item['options']!r}; write them as name=value"
    if wrong:
        what, _, right = wrong.partition("; ")
        raise TemplateError(f"{key}: {what} will not do", right, source)
    return item


def _span(pair: Sequence[Any]) -> bool:
    return len(pair) == 2 and all(isinstance(n, int) for n in pair) and 0 < pair[0] <= pair[1] <= 1_000_000


def draw(seed: str) -> Tavern:
    """The house of a seed. Raises TemplateError if a table is too short or not right."""
    data = tables()
    chance = random.Random(f"tavern {seed}")
    for key, least in (("adjectives", 1), ("keepers", 1), ("regulars", REGULARS), ("house_rules", RULES)):
        _enough(len(data.words[key]), least, key)
    for key, least in (("signs", 1), ("fare", FARE), ("stakes", 1), ("temperaments", REGULARS), ("rumours", RUMOURS)):
        _enough(len(data.entries[key]), least, key)
    sign = chance.choice(data.entries["signs"])
    name = f"The {chance.choice(data.words['adjectives'])} {sign['noun']}"
    keeper = chance.choice(data.words["keepers"])
    stakes = chance.choice(data.entries["stakes"])
    money = Word.of(data.currency, FOLDER)
    people = chance.sample(data.words["regulars"], REGULARS)
    tempers = chance.sample(data.entries["temperaments"], REGULARS)
    regulars = tuple(
        Regular(
            person,
            stakes["low"] * chance.randint(*PURSE),
            temper["name"],
            temper["says"],
            float(temper["boldness"]),
            temper["patience"],
            temper["plays"],
        )
        for person, temper in zip(people, tempers, strict=True)
    )
    words = {"keeper": keeper, "tavern": name, "coins": money.many, "regular": people[0], "other": people[1]}

    def said(text: str) -> str:
        return templates.fill(text, words, FOLDER)

    return Tavern(
        seed=seed,
        name=name,
        emblem=sign["emblem"],
        keeper=keeper,
        money=money,
        stakes=stakes["name"],
        stakes_say=stakes["says"],
        games=_games(data, stakes, chance),
        regulars=regulars,
        rumours=tuple(
            Rumour(said(item["text"]), item["true"]) for item in chance.sample(data.entries["rumours"], RUMOURS)
        ),
        rules=tuple(said(text) for text in chance.sample(data.words["house_rules"], RULES)),
        fare=tuple(
            (item["item"], chance.randint(*item["price"])) for item in chance.sample(data.entries["fare"], FARE)
        ),
    )


def _enough(count: int, least: int, key: str) -> None:
    if count < least:
        raise TemplateError(f"{key} has {count} entries", f"a tavern needs {least}", FOLDER)


def _games(data: Tables, stakes: dict[str, Any], chance: random.Random) -> tuple[HouseGame, ...]:
    """Up to three games that Postfox has, each under one variant of the tables."""
    played = sorted({item["game"] for item in data.entries["variants"]} & set(boards.slugs()))
    _enough(len(played), 1, "variants")
    out = []
    for game in chance.sample(played, min(GAMES, len(played))):
        variant = chance.choice([item for item in data.entries["variants"] if item["game"] == game])
        low = chance.randint(stakes["low"], stakes["high"])
        high = chance.randint(low, stakes["high"])
        out.append(HouseGame(game, _title(game), tuple(variant["options"]), variant["says"], low, high))
    return tuple(out)


@cache
def _title(game: str) -> str:
    return boards.find(game).title


def seed_of(text: str) -> str:
    """A seed as it is kept: anything short that is printable. Raises UserError."""
    seed = " ".join(text.split())
    if not seed or len(seed) > 60:
        raise UserError(f"{text!r} is no seed", "take a number or a few words", "--seed")
    return seed
