"""What compiled code played, counted like any other games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from adjudicator.lab.bulk import ENDLESS, Rows
from adjudicator.lab.simulation.tally import Tally


def tallied(rows: Rows, first: int, players: int) -> Tally:
    """The counts of rows, the first of which is the game of that number; in seat s sat player (s + number)."""
    import numpy as np

    numbers, (games, seats) = first + np.arange(len(rows.reason)), np.nonzero(rows.won)
    made = Tally(
        games=len(rows.reason),
        wins=_counts(np, (seats + numbers[games]) % players),
        seats=_counts(np, seats),
        first=int((seats == rows.first[games]).sum()),
        nobody=int((~rows.won.any(axis=1)).sum()),
        ends=Counter({rows.reasons[number]: times for number, times in _counts(np, rows.reason).items()}),
        lengths=_counts(np, rows.actions),
        happened=_bits(np, rows.happened, rows.kinds),
        places=_bits(np, rows.where, rows.places),
    )
    ended = rows.reason != rows.reasons.index(ENDLESS)
    for seat in range(rows.scores.shape[1]):
        for player in range(players):
            counts = _counts(np, rows.scores[ended & ((seat + numbers) % players == player), seat])
            if counts:
                made.scores.setdefault(player, Counter()).update(counts)
    return made


def _counts(np: Any, values: Any) -> Counter[int]:
    found, times = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), times.tolist(), strict=True)))


def _bits(np: Any, words: Any, names: Sequence[str]) -> Counter[str]:
    """In how many rows the bit of each name is set."""
    counts = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little").sum(axis=0)
    return Counter({name: times for name, times in zip(names, counts.tolist(), strict=False) if times})
