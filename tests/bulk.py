"""Games by compiled code beside the same ones by the plain rules, position for position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator import bulk, games
from adjudicator.dice import child
from adjudicator.simulation.game import Ended, Plan, play

SLUG = "snakes-and-foxes"
FATES = (None, "eaten", "escaped")


def row(state: Any) -> tuple[int, ...]:
    """A position as compiled code keeps it."""
    from adjudicator.games.snakes_and_foxes.wheel import ORDER

    def pair(values: Sequence[int], empty: int) -> tuple[int, ...]:
        return (*values, *[empty] * (2 - len(values)))

    tokens = [ORDER[place] if place else -1 for place in state.tokens]
    hunters = [ORDER[place] for place in (*state.snakes, *state.foxes)]
    return (
        state.turn,
        state.to_move,
        *pair(tokens, -1),
        *pair([FATES.index(fate) for fate in state.fate], 0),
        *pair([int(touched) for touched in state.rim], 0),
        len(state.home),
        *pair(state.home, 0),
        *hunters,
        state.throw.move,
        state.throw.snakes,
        state.throw.foxes,
    )


def ended(rows: bulk.Rows, number: int) -> Ended:
    """A row as the plain rules tell of a game."""
    kinds = {kind for bit, kind in enumerate(rows.kinds) if int(rows.happened[number]) >> bit & 1}
    where = rows.where[number].tolist()
    places = {place for bit, place in enumerate(rows.places) if where[bit // 64] >> bit % 64 & 1}
    winner = int(rows.winner[number])
    return Ended(
        rows.reasons[rows.reason[number]],
        (winner,) if winner >= 0 else (),
        tuple(rows.scores[number].tolist()),
        int(rows.actions[number]),
        int(rows.first[number]),
        frozenset(kinds),
        frozenset(places),
    )


def difference(options: Any, players: tuple[str, ...], seed: str, number: int) -> str:
    """Where a game by compiled code leaves the plain rules; "" if it never does."""
    import numpy as np

    from adjudicator.bulk import snakes_and_foxes as compiled
    from adjudicator.bulk.snakes_and_foxes import desk

    plan = Plan(SLUG, options, players, seed)
    positions: list[Any] = []
    plain = play(games.find(SLUG), options, plan.seated(number), child(plan.key, number), positions.append)
    trace = np.zeros((len(positions) + 1, desk.COLUMNS), np.int64)
    bots = [bulk.BOTS.index(name) for name in players]
    rows = compiled.play(options, bots, plan.key, number, number + 1, trace)
    for step, position in enumerate(positions):
        found = trace[step].tolist()
        packs = [sorted(pack.to_bytes(8, "little")) for pack in found[desk.SNAKES : desk.MOVE]]
        found[desk.SNAKES : desk.MOVE] = [*packs[0], *packs[1]]
        if tuple(found[: len(row(position))]) != row(position):
            return f"{options} {players} game {number}, position {step}: {found} is not {row(position)}"
    if ended(rows, 0) != plain:
        return f"{options} {players} game {number}: {ended(rows, 0)} is not {plain}"
    return ""
