"""What the tables of a folder say of positions of a hunt, and the moves that keep what a position is worth."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from adjudicator.core.solver import Value as Result
from adjudicator.core.solver import Verdict
from adjudicator.games.fox_and_geese.notation import named
from adjudicator.games.fox_and_geese.position import FEW, MANY, Deed, Position, bits
from adjudicator.games.fox_and_geese.rules import Rules
from adjudicator.games.fox_and_geese.state import Options, rules
from adjudicator.games.fox_and_geese.tables import values
from adjudicator.games.fox_and_geese.tables.told import Told, tell
from adjudicator.games.fox_and_geese.tables.values import Value
from printables.core.errors import UserError

FOLDER = "POSTFOX_TABLES"  # of the environment
LATER = 1 << 20  # as plies that are not kept


def folder() -> Path:
    """Where tables are looked for: the folder that the environment names, else one of the user's data."""
    if named := os.environ.get(FOLDER):
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("postfox", appauthor=False)) / "tables"


class Known:
    """The tables of one hunt that a folder has."""

    def __init__(self, played: Rules, told: Told, folder: Path) -> None:
        self.played, self.told, self.folder = played, told, folder
        loser = {"draw": None, "loss-many": MANY, "loss-few": FEW}[played.hunt.repetition]
        self._repeated = None if loser is None else 1 - loser  # who wins what nobody can win otherwise
        self._takes = [any(goal.kind == "take" for goal in side.wins) for side in played.sides]

    def value(self, position: Position) -> Value | None:
        """What a position is worth, the turns before it and those that are left apart; None: no table has it."""
        if ending := self.played.ending(position):
            return Value(ending.winner, None if ending.winner is None else 0)
        if any(position.hand) or not self._counted(position):
            return None
        if self.played.has_claim(position) or not self._ordered(position):
            followers = self.followers(position)
            return followers[0][1] if followers else None
        many, few = position.pieces
        points = list(bits(few))
        if self.told.alternate and len(points) > 1 and points[0] == position.last[FEW]:
            points.reverse()
        table = values.opened(values.path(self.folder, self.told.key, many.bit_count(), len(points)))
        if table is None:
            return None
        value = table.value(position.side, many, points[0], points[-1])
        return value if value.winner is not None else Value(self._repeated, None)

    def followers(self, position: Position) -> list[tuple[Deed, Value]]:
        """Every deed, the best first, with what the position is worth by it; nothing where a table is missing."""
        found = []
        for deed in self.played.deeds(position):
            after = self.played.after(position, deed)
            value = self.value(after)
            if value is None:
                return []
            same = [one.bit_count() for one in after.pieces] == [one.bit_count() for one in position.pieces]
            plies = 1 if not same else None if value.plies is None else value.plies + (after.side != position.side)
            found.append((deed, Value(value.winner, plies)))
        return sorted(found, key=lambda one: _rank(one[1], position.side))

    def verdict(self, position: Position) -> Verdict | None:
        """The value for the side to move, and a best action. Plies are told where nothing is captured; None: no table
        has it.
        """
        mover = position.side
        if not (followers := self.followers(position)):
            return None
        deed, (winner, plies) = followers[0]
        return Verdict(
            result(winner, mover),
            named(deed, mover, self.played),
            1 + len(followers),
            None if winner is None or self.told.captures else plies,
        )

    def _counted(self, position: Position) -> bool:
        """Whether as many pieces are gone as have been taken, where these are what wins."""
        return all(
            position.taken[seat] == self.played.sides[seat].pieces - position.pieces[seat].bit_count()
            for seat in (MANY, FEW)
            if self._takes[1 - seat]
        )

    def _ordered(self, position: Position) -> bool:
        """Whether it is known which of the few moved last, where that matters."""
        few = position.pieces[FEW]
        last = position.last[FEW]
        return not self.told.alternate or few.bit_count() < 2 or (last >= 0 and bool(few >> last & 1))


def result(winner: int | None, mover: int) -> Result:
    """A winner as the side to move sees it."""
    if winner is None:
        return "draw"
    return "win" if winner == mover else "loss"


def _rank(value: Value, mover: int) -> tuple[int, int]:
    """Wins first, the quickest first; then what nobody wins; then losses, the slowest first."""
    plies = LATER if value.plies is None else value.plies
    if value.winner is None:
        return (1, 0)
    return (0, plies) if value.winner == mover else (2, -plies)


@cache
def known(options: Options, folder: Path) -> Known | None:
    """What a folder knows of a hunt; None where it has no table of it."""
    played = rules(options)
    try:
        told = tell(played) if folder.is_dir() else None
    except UserError:
        return None
    if told is None or not any(values.path(folder, told.key, 0, 0).parent.glob("*.table")):
        return None
    return Known(played, told, folder)
