"""Games by compiled code beside the same ones by the plain rules, position for position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from adjudicator import games
from adjudicator.dice import child
from adjudicator.lab import bulk
from adjudicator.lab.simulation.tally import Ended, Plan, play
from printables.core import folder

# House sheets of Snakey Dice on which much, or next to nothing, can be done about the dice; with power-ups everywhere
# and what they bring; and with dice that are mostly locked.
MUCH: Mapping[str, Any] = {
    "board": {"power_ups": [(column, row) for column in range(3, 11) for row in range(4, 9)]},
    "tracks": {name: [2, 3, 5, 7, 9] for name in ("reroll", "flip", "unlock")} | {"ignore": [1, 1, 2, 4, 5]},
    "actions": {"portal": 6, "jump": 5, "unlock": 4},
}
LITTLE: Mapping[str, Any] = {
    "die": {"faces": ["either", "locked", "locked", "left", "locked", "straight"]},
    "tracks": dict.fromkeys(("reroll", "flip", "unlock", "ignore"), (0, 0, 0, 0, 1)),
    "actions": dict.fromkeys(("portal", "jump", "unlock"), 0),
}
EVERY = [(column, row) for column in range(2, 13) for row in range(2, 13) if (column + row) % 2 == 0][1:]
RICH: Mapping[str, Any] = {
    "board": {"power_ups": EVERY[:40]},
    "tracks": LITTLE["tracks"],
    "actions": {"portal": 3, "jump": 3, "unlock": 0},
}
LOCKS: Mapping[str, Any] = {
    "die": {"faces": ["straight", "locked", "locked", "left", "locked", "right"]},
    "board": {"power_ups": EVERY[20:40]},
    "tracks": LITTLE["tracks"],
    "actions": {"portal": 1, "jump": 1, "unlock": 0},
}
FATES = (None, "eaten", "escaped")
Row = tuple[int, ...]


def sheet(changed: Mapping[str, Any]) -> dict[str, Any]:
    """The house values that ship, some of them changed."""
    from printables.boards.snakey_dice import house

    return {**house.default().model_dump(), **changed}


def _snakes_and_foxes(state: Any) -> Row:
    from adjudicator.games.snakes_and_foxes.state import ORDER

    def pair(values: Sequence[int], empty: int) -> Row:
        return (*values, *[empty] * (2 - len(values)))

    def pack(hunters: Sequence[str]) -> int:
        return int.from_bytes(bytes(sorted(ORDER[place] for place in hunters)), "little")

    return (
        state.turn,
        state.to_move,
        *pair([ORDER[place] if place else -1 for place in state.tokens], -1),
        *pair([FATES.index(fate) for fate in state.fate], 0),
        *pair([int(touched) for touched in state.rim], 0),
        len(state.home),
        *pair(state.home, 0),
        pack(state.snakes),
        pack(state.foxes),
        state.throw.move,
        state.throw.snakes,
        state.throw.foxes,
    )


def _any_order(found: Row) -> Row:
    """A position of Snakes & Foxes with the hunters of a pack in the order of the board."""
    from adjudicator.lab.bulk.snakes_and_foxes import turns as desk

    packs = [bytes(sorted(pack.to_bytes(8, "little"))) for pack in found[desk.SNAKES : desk.MOVE]]
    return (
        *found[: desk.SNAKES],
        *[int.from_bytes(pack, "little") for pack in packs],
        *found[desk.MOVE : desk.HELD],
    )


def _snail_trail(state: Any) -> Row:
    from adjudicator.games.snail_trail.fast import signed

    return (state.turn, state.to_move, *(state.grid.number[name] for name in state.snails), signed(state.free))


def _fox_and_geese(state: Any) -> Row:
    from adjudicator.games.fox_and_geese.state import rules, to_position

    position = to_position(state, rules(state.options))
    many, few, missed = (points - (points >> 63 << 64) for points in (*position.pieces, position.missed))
    return (position.side, many, few, *position.hand, missed, *position.last, *position.taken, state.turn)


def _without_the_past(found: Row) -> Row:
    from adjudicator.lab.bulk.fox_and_geese import rules as desk

    return tuple(found[: desk.TOLD])


def _snakey_dice(state: Any) -> Row:
    from adjudicator.games.snakey_dice.course import SHOWN
    from adjudicator.games.snakey_dice.run import COMPASS
    from adjudicator.games.snakey_dice.squares import NUMBER
    from adjudicator.lab.bulk.snakey_dice import arrays as desk
    from adjudicator.lab.bulk.snakey_dice.arrays import pair
    from printables.boards.snakey_dice.house import ACTIONS, TRACKS

    going = [seat for seat, run in enumerate(state.runs) if not run.ended]
    seat = going[0] if going else len(state.runs) - 1
    run = state.runs[seat]

    def dice(numbers: Sequence[int]) -> int:
        return sum(1 << number - 1 for number in numbers)

    return (
        seat,
        run.turn,
        NUMBER[run.head],
        COMPASS.index(run.heading) if run.heading else -1,
        NUMBER[run.entry] if run.entry else -1,
        *pair(run.trail),
        *pair(run.blockades),
        *pair(run.powerups),
        len(run.jumped),
        *(getattr(run.tracks, track) for track in TRACKS),
        *(run.pending.count(track) for track in TRACKS),
        run.choices,
        *(getattr(run.actions, action) for action in ACTIONS),
        *(getattr(run.bonuses, action) for action in ACTIONS),
        int(run.bonus_taken),
        len(run.dice),
        sum(value << SHOWN * index for index, value in enumerate(run.dice)),
        *map(dice, (run.used, run.ignored, run.unlocked)),
        run.rerolls,
        run.rerolls_left,
        run.flips_left,
        run.unlocks_used,
        run.drops,
        (None, *desk.REASONS).index(run.ended) if run.ended else 0,
    )


def _without_locks(found: Row) -> Row:
    """A position of Snakey Dice without what follows from the rest."""
    return tuple(found[:-1])


# A position of the plain rules as compiled code keeps it, and one of compiled code as they are compared.
ROWS: Mapping[str, tuple[Callable[[Any], Row], Callable[[Row], Row]]] = {
    "fox-and-geese": (_fox_and_geese, _without_the_past),
    "snail-trail": (_snail_trail, tuple),
    "snakes-and-foxes": (_snakes_and_foxes, _any_order),
    "snakey-dice": (_snakey_dice, _without_locks),
}


def ended(rows: bulk.Rows, number: int) -> Ended:
    """A row as the plain rules tell of a game."""
    reason = rows.reasons[rows.reason[number]]
    return Ended(
        reason,
        tuple(rows.won[number].nonzero()[0].tolist()),
        () if reason == bulk.ENDLESS else tuple(rows.scores[number].tolist()),
        int(rows.actions[number]),
        int(rows.first[number]),
        _named(rows.happened[number].tolist(), rows.kinds),
        _named(rows.where[number].tolist(), rows.places),
    )


def _named(words: Sequence[int], names: Sequence[str]) -> frozenset[str]:
    return frozenset(name for bit, name in enumerate(names) if words[bit // 64] >> bit % 64 & 1)


class Played(NamedTuple):
    """A game by the plain rules: each position as compiled code keeps it, and how it ended."""

    rows: list[Row]
    ended: Ended


def played(slug: str, options: Any, players: tuple[str, ...], seed: str, number: int) -> Played:
    """A game by the plain rules."""
    row, _ = ROWS[slug]
    plan = Plan(slug, options, players, seed)
    rows: list[Row] = []
    game = games.find(slug)
    ended = play(game, options, plan.seated(number), child(plan.key, number), lambda state: rows.append(row(state)))
    return Played(rows, ended)


def difference(
    slug: str,
    options: Any,
    players: tuple[str, ...],
    seed: str,
    number: int,
    plain: Played | None = None,
    before: int = 0,
) -> str:
    """Where a game by compiled code leaves the plain rules (`plain`, if they have played it); "" if it never does.

    `before`: how many games before it are played by the same call, as simulations do: without a trace.
    """
    import numpy as np

    compiled: Any = import_module(f"{bulk.__name__}.{folder(slug)}")
    _, compared = ROWS[slug]
    plain = plain or played(slug, options, players, seed, number)
    trace = None if before else np.zeros((len(plain.rows) + 1, compiled.COLUMNS), np.int64)
    bots = [bulk.BOTS.index(name) for name in players]
    rows = compiled.play(options, bots, Plan(slug, options, players, seed).key, number - before, number + 1, trace)
    for step, position in enumerate(() if trace is None else plain.rows):
        found = compared(trace[step].tolist())
        if tuple(found) != position:
            return f"{options} {players} game {number}, position {step}: {found} is not {position}"
    if ended(rows, before) != plain.ended:
        return f"{options} {players} game {number}: {ended(rows, before)} is not {plain.ended}"
    return ""
