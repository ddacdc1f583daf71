"""Faults planted in what plays games twice, and whether these games notice: `python -m tests.planted GAME`.

Compiled play runs as plain Python here, which starts at once where compiling takes half a minute. One fault is planted
in each function of compiled play, by lot: then its games are not those of the plain rules any more. And one in each
function that plain play uses, too: then the plain games are others than `tests/golden/games` has. Prints JSON.
"""

from __future__ import annotations

import ast
import inspect
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from bench.mutants import faults
from printables.core import folder
from tests.hunts import definition
from tests.lanes import some

ROOT = Path(__file__).parents[1]
WORD = (1 << 64) - 1
MOST = 200  # actions of a game
FEW = 4  # functions of each kind, in the suite; in the long run all of them
PATIENCE = 1.0  # seconds of processor more than the games take: a fault that goes round and round is noticed


class Game(NamedTuple):
    """A game that notices faults: its options, its bots, its number, and after how many actions it is left.

    `made` as an option is a hunt made at random, `sheet` are house values of `tests.bulk`. `before`: how many games
    the same call of compiled play plays before it.
    """

    options: Mapping[str, Any]
    players: tuple[str, ...]
    number: int = 0
    most: int = MOST
    before: int = 0


class Twins(NamedTuple):
    """What plays a game twice.

    `shared`: what both use, as "module:name", besides the functions of rules that modules of compiled play import.
    `compiled`: compiled functions that stand elsewhere and compiled play uses, named in the same way.
    `others`: for a function whose first fault changes nothing that these games show, the number of another one.
    """

    games: tuple[Game, ...]
    shared: tuple[str, ...] = ()
    compiled: tuple[str, ...] = ()
    others: Mapping[str, int] = {}
    looked: int = 400  # actions of a position that careful bots look at
    fewer: Mapping[str, int] = {}  # other limits, as "module:name", that are reached so
    unfit: tuple[Game, ...] = ()  # what no compiled code plays


RANDOM = ("random", "random")
TWINS: Mapping[str, Twins] = {
    "snakes-and-foxes": Twins(
        (
            Game({"stranded": "longest", "play_on": True}, RANDOM, most=40),
            Game({}, ("careful", "careful"), most=4),
            Game({"tokens": 1}, ("careful",), 0, most=40),
            Game({"tokens": 1}, ("careful",), 2, most=40),
            Game({}, ("random",), 5, most=60, before=1),
            Game({}, RANDOM, 4, most=60, before=1),
            Game({"play_on": True}, RANDOM, 9, most=60),
            Game({"play_on": True}, ("random",), 11, most=60),
            Game({"play_on": True}, ("careful",), 13, most=20),
            Game({"play_on": True}, ("random", "careful"), 16, most=20),
            Game({"auto_pass": False}, RANDOM, 2, most=60),
        ),
        shared=tuple(
            f"adjudicator.games.snakes_and_foxes.state:{name}"
            for name in (
                "_direction",
                "_spread",
                "precedence",
                "Hunters.__missing__",
                "distances",
                "hunt_distances",
                "away_distances",
            )
        ),
        others={
            "_direction": 2,
            "_spread": 2,
            "_worth": 6,
            "_free": 1,
            "careful": 1,
            "random": 2,
            "arrive": 1,
            "_by_lot": 1,
            "again": 1,
            "passes": 1,
        },
        unfit=(Game({}, ("strong:30", "random")), Game({"hunters": "player"}, RANDOM)),
    ),
    "snail-trail": Twins(
        (
            Game({"size": 3}, ("careful", "careful"), 8),
            Game({"size": 4}, ("careful", "careful")),
            Game({"size": 5, "rows": 4}, ("careful", "careful")),
            Game({"size": 5, "diagonal": False}, RANDOM),
            Game({"size": 4, "shape": "hex"}, ("careful", "random"), 1),
            Game({"size": 5, "rows": 3, "steps": "one"}, ("random", "careful"), 2),
            Game({"size": 6, "diagonal": False}, ("careful", "random"), 5),
            Game({"size": 6}, ("careful", "random"), 5),
            Game({"size": 8, "diagonal": False}, ("random", "careful"), 7, before=1),
            Game({"size": 8, "steps": "one"}, ("careful", "random"), 5),
            Game({"size": 8}, RANDOM, 3),
        ),
        compiled=tuple(f"adjudicator.games.snail_trail.fast:{name}" for name in ("reach", "signed")),
        others={"_exists": 2, "_go": 1, "many": 4, "_reached": 1},
        fewer={"adjudicator.games.snail_trail.sense:MOST": 6},
        unfit=(Game({"size": 5, "rows": 13}, RANDOM),),
    ),
    "fox-and-geese": Twins(
        (
            Game({"made": 7}, ("careful", "random"), 7, most=60),
            Game({"made": 4}, RANDOM, 4, most=60),
            Game({"made": 12}, RANDOM, 12, most=60),
            Game({"made": 13}, ("careful", "random"), 13, most=60),
            Game({"made": 21}, ("careful", "random"), 21, most=60),
            Game({"made": 30}, RANDOM, 30, most=60),
            Game({"made": 266}, RANDOM, 1, most=30),
            Game({"variant": "juroku-musashi"}, RANDOM, most=60),
            Game({"variant": "hare-and-hounds", "stalling": 2}, RANDOM, 5, most=60),
            Game({"variant": "gasetavl"}, ("careful", "careful"), most=2),
            Game({"variant": "bagh-chal"}, ("careful", "careful"), 1, most=6),
            Game({"variant": "fox-13"}, ("careful", "random"), most=12),
            Game({"variant": "hare-and-hounds"}, ("careful", "random"), 2, most=60),
            Game({"made": 1}, ("careful", "careful"), 1, most=60),
            Game({"made": 8}, ("careful", "random"), 8, most=60, before=1),
            Game({"made": 11}, ("careful", "random"), 11, most=60),
            Game({"made": 12}, ("careful", "careful"), 12, most=60),
            Game({"made": 27}, ("careful", "random"), 27, most=60),
            Game({"made": 31}, ("careful", "random"), 31, most=60),
            Game({"made": 43}, ("random", "careful"), 43, most=60),
            Game({"made": 51}, ("random", "careful"), 51, most=60),
            Game({"made": 77}, RANDOM, 77, most=60),
            Game({"made": 125}, ("careful", "random"), 125, most=60, before=1),
            Game({"made": 135}, ("careful", "random"), 135, most=60),
            Game({"made": 138}, ("careful", "careful"), 138, most=60),
            Game({"made": 172}, RANDOM, 172, most=60),
            Game({"made": 266}, ("careful", "careful"), 266, most=60),
            Game({"made": 366}, ("random", "careful"), 366, most=60),
            Game({"made": 524}, ("random", "careful"), 524, most=60),
            Game({"made": 553}, ("random", "careful"), 553, most=60),
        ),
        shared=tuple(
            f"adjudicator.games.fox_and_geese.rules:Rules.{name}"
            for name in ("mask", "_tables", "_pairs", "start", "placer", "duty")
        ),
        others={
            "_paths": 1,
            "_placer": 6,
            "_put": 2,
            "apart": 2,
            "go": 1,
            "_side": 1,
            "left_to": 1,
            "random": 1,
            "together": 1,
            "toward": 1,
            "Rules._pairs": 2,
        },
        looked=4,
        fewer={"adjudicator.core.sense:MOST_LISTED": 12},
        unfit=(Game({"variant": "great-siege"}, RANDOM),),
    ),
    "snakey-dice": Twins(
        (
            Game({"sheet": "LITTLE"}, ("careful",), 0),
            Game({"sheet": "LITTLE"}, ("careful",), 2),
            Game({"sheet": "LITTLE"}, ("random",), 1),
            Game({"sheet": "LOCKS"}, ("random",), 0),
            Game({"sheet": "LOCKS"}, ("random",), 1),
            Game({"sheet": "LOCKS"}, ("careful",), 3),
            Game({"sheet": "LOCKS"}, ("careful",), 4),
            Game({"sheet": "LOCKS", "league": True}, ("random", "careful", "random"), 1),
            Game({"sheet": "LOCKS", "league": True}, ("random", "random"), 2, before=1),
            Game({"sheet": "LOCKS", "league": True}, ("careful", "random", "random"), 5, before=1),
            Game({"sheet": "RICH"}, ("careful",), 1),
            Game({"sheet": "RICH"}, ("careful",), 2, most=12),
            Game({"sheet": "RICH"}, ("random",), 0, most=9),
            Game({"sheet": "MUCH"}, ("random",), 3, most=5),
            Game({"sheet": "MUCH"}, ("random",), 2579, most=10),
            Game({}, ("random",), 672),
            Game({}, ("careful",), 197),
            Game({"league": True}, ("careful", "random"), 253, before=1),
        ),
        others={
            "_any": 1,
            "_clear": 1,
            "play": 1,
            "_ignorable": 1,
            "_reroll": 2,
            "snake": 1,
            "way_out": 1,
            "end": 1,
            "_around": 2,
            "_candidates": 10,
            "_handlings": 1,
            "_order": 1,
            "careful": 1,
            "put_down": 2,
            "bonus_open": 1,
            "_game": 3,
            "before": 1,
            "hope": 1,
            "_single": 1,
            "_shared": 1,
            "roll": 1,
            "_raise": 1,
            "handle": 1,
            "_legal": 1,
            "_win": 1,
        },
        unfit=(Game({}, RANDOM),),
    ),
}


def uncompiled(slug: str) -> None:
    """From now on compiled code is plain Python; before any of it is imported."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    import numpy as np
    from numba import extending

    np.seterr(all="ignore")  # numbers of 64 bits go round
    plain: dict[str, Callable[..., Any]] = {
        "bits": lambda word: np.int64((int(word) & WORD).bit_count()),
        "lowest": lambda word: np.int64((int(word) & -int(word)).bit_length() - 1),
        "length": lambda word: np.int64(int(word).bit_length()),
    }
    extending.intrinsic = lambda function: plain.get(function.__name__, function)
    from adjudicator.core import compiled
    from adjudicator.lab import bulk
    from adjudicator.opponents import search

    compiled.borrowed.__code__ = (lambda array: array).__code__
    bulk.MOST_ACTIONS = MOST
    if slug in TWINS:
        search.MOST = TWINS[slug].looked
        for place, most in TWINS[slug].fewer.items():
            module, _, name = place.partition(":")
            setattr(import_module(module), name, most)


def _modules(slug: str) -> Iterator[ModuleType]:
    """The modules of compiled play of a game."""
    first = import_module(f"adjudicator.lab.bulk.{folder(slug)}")
    yield first
    if hasattr(first, "__path__"):
        yield from (
            import_module(f"{first.__name__}.{file.stem}") for file in sorted(Path(first.__path__[0]).glob("[!_]*.py"))
        )


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    for value in vars(module).values():
        bare = inspect.unwrap(value) if callable(value) else value
        if isinstance(bare, FunctionType):
            yield bare


def _named(place: str) -> FunctionType:
    """The function at "module:name"."""
    module, _, path = place.partition(":")
    found: Any = import_module(module)
    for name in path.split("."):
        found = vars(found)[name]
    found = found.fget if isinstance(found, property) else found.func if isinstance(found, cached_property) else found
    return inspect.unwrap(getattr(found, "__func__", found))


def twins(slug: str) -> list[FunctionType]:
    """The functions of compiled play."""
    found = [
        one
        for module in _modules(slug)
        for one in _functions(module)
        if one.__module__ == module.__name__ and one.__name__ != "fits"
    ]
    return [*found, *map(_named, TWINS[slug].compiled)]


def shared(slug: str) -> list[FunctionType]:
    """The functions that both use."""
    found = [
        one
        for module in _modules(slug)
        for one in _functions(module)
        if one.__module__.startswith(("adjudicator.games.", "printables.boards."))
    ]
    from adjudicator.core.compiled import handed

    there = [one for one in handed if folder(slug) in one.__module__.split(".")]
    both = dict.fromkeys([*found, *there, *map(_named, TWINS[slug].shared)])
    return [one for one in both if name_of(one) not in TWINS[slug].compiled]


def name_of(function: FunctionType) -> str:
    return f"{function.__module__}:{function.__qualname__}"


def _codes(code: CodeType) -> Iterator[CodeType]:
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield value
            yield from _codes(value)


def faulty(function: FunctionType, number: int) -> tuple[str, CodeType] | None:
    """The fault of that number in a function, and its code with it; None where there is none.

    The order is by lot, and does not change with other lines.
    """
    file = Path(function.__code__.co_filename)
    source = file.read_bytes()
    begins = function.__code__.co_firstlineno
    lines, _ = inspect.getsourcelines(function)
    body = next(
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)
        and begins <= node.lineno < begins + len(lines) and node.name == function.__name__
    )  # fmt: skip
    within = range(body.body[0].lineno, begins + len(lines))
    found = [fault for fault in faults(file) if fault.line in within]
    if not found:
        return None
    fault = sorted(found, key=lambda fault: sha256(f"{name_of(function)} {fault.what}".encode()).digest())[number]
    changed = source[: fault.start] + fault.new.encode() + source[fault.end :]
    whole = compile(changed, str(file), "exec", dont_inherit=True)
    for code in _codes(whole):
        if (code.co_qualname, code.co_firstlineno) == (function.__qualname__, begins):
            return str(fault), code
    raise LookupError(name_of(function))


def _forget(slug: str) -> None:
    """What is kept of the game's tables."""
    folder = slug.replace("-", "_")
    for name, module in list(sys.modules.items()):
        if folder in name.split("."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


@contextmanager
def planted(slug: str, function: FunctionType, code: CodeType) -> Iterator[None]:
    """A fault in a function; of those that work on a desk nothing is kept."""
    sound, function.__code__ = function.__code__, code
    tables = "desk" not in inspect.signature(function).parameters
    if tables:
        _forget(slug)
    try:
        yield
    finally:
        function.__code__ = sound
        if tables:
            _forget(slug)


class Stuck(Exception):
    """A game takes much longer than without the fault."""


def _stuck(*_: Any) -> None:
    raise Stuck


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    signal.signal(signal.SIGVTALRM, _stuck)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def fits(slug: str) -> None:
    """Raises AssertionError where compiled code is asked for what it cannot play, or is not for what it can."""
    from adjudicator.lab import bulk

    play, twins = next(_modules(slug)).play, TWINS[slug]
    for game in (*twins.games, *twins.unfit):
        plays = bulk.player(slug, _options(slug, game), game.players)
        assert plays is (None if game in twins.unfit else play), game
    assert not bulk.ready("the-game"), "which none plays"


def _options(slug: str, game: Game) -> Any:
    from adjudicator import games
    from tests import bulk

    given = dict(game.options)
    if "made" in given:
        given["hunt"] = definition(given.pop("made"))
    if "sheet" in given:
        given["house"] = bulk.sheet(getattr(bulk, given.pop("sheet")))
    return games.find(slug).Options(**given)


class Lane:
    """The games of the quick lane, and what notices faults in them."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self._plain: list[Any] = []
        self._plain = [self._play(game) for game in TWINS[slug].games]

    def _play(self, game: Game, plain: Any = None) -> Any:
        """The game by the plain rules; beside `plain`, where compiled play leaves that."""
        from tests import bulk

        for name, module in list(sys.modules.items()):
            if name.startswith("adjudicator.lab.") and hasattr(module, "MOST_ACTIONS"):
                module.MOST_ACTIONS = game.most
        by = (self.slug, _options(self.slug, game), game.players, "planted", game.number)
        return bulk.difference(*by, plain, game.before) if plain else bulk.played(*by)

    def digests(self) -> list[str]:
        """The plain games in short."""
        found = []
        for rows, ended in self._plain:
            text = repr((rows, ended.reason, ended.winners, ended.scores, sorted(ended.happened), sorted(ended.places)))
            found.append(sha256(text.encode()).hexdigest()[:16])
        return found

    def differs(self) -> str:
        """Where compiled play leaves the plain games."""
        found = (self._play(game, plain) for game, plain in zip(TWINS[self.slug].games, self._plain, strict=True))
        return next(filter(None, found), "")

    def others(self) -> str:
        """Whether the plain games are others now."""
        found = (self._play(game) != plain for game, plain in zip(TWINS[self.slug].games, self._plain, strict=True))
        return "another game" if any(found) else ""

    def unnoticed(self, functions: Iterable[FunctionType], look: Callable[[], str]) -> Iterator[str]:
        """Faults that a look does not notice."""
        began = time.process_time()
        assert not (found := look()), found
        patience = PATIENCE + 3 * (time.process_time() - began)
        for function in functions:
            fault = faulty(function, TWINS[self.slug].others.get(function.__qualname__, 0))
            if fault is None:
                continue
            what, code = fault
            try:
                with planted(self.slug, function, code), _patience(patience):
                    noticed = look()
            except Exception as error:  # whatever else a fault leads to is noticed, too
                noticed = repr(error)
            if not noticed:
                yield f"{function.__qualname__}: {what}"


def main(slug: str) -> None:
    uncompiled(slug)
    fits(slug)
    lane = Lane(slug)
    both = shared(slug)
    found = [*lane.unnoticed(some(twins(slug), FEW), lane.differs), *lane.unnoticed(some(both, FEW), lane.others)]
    print(json.dumps({"games": lane.digests(), "unnoticed": found, "shared": [*map(name_of, both)]}))


if __name__ == "__main__":
    main(sys.argv[1])
