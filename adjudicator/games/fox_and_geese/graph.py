"""Exact solving of any hunt from one position: every position that can come of it, then backwards from the ends."""

from __future__ import annotations

from collections import defaultdict

from adjudicator.games.fox_and_geese.position import FEW, MANY, Position
from adjudicator.games.fox_and_geese.rules import Rules
from adjudicator.games.fox_and_geese.sets import Worth


class Graph:
    """The positions that follow from one, each decided. See `worth`."""

    def __init__(self, played: Rules, root: Position, most: int) -> None:
        """Raises OverflowError where more than `most` positions follow."""
        self.played = played
        self.number: dict[Position, int] = {root: 0}
        self.sides: list[int] = [root.side]
        self._decided: list[Worth | None] = [None]
        after: list[tuple[int, ...]] = []
        waiting = [root]
        for position in waiting:  # grows while it is read
            ending = played.ending(position)
            if ending:
                self._decided[len(after)] = Worth(ending.winner, 0)
                after.append(())
                continue
            found = set()
            followers = [played.after(position, deed) for deed in played.deeds(position)]
            ends = [one for one in followers if (end := played.ending(one)) and end.winner == position.side]
            for follower in ends[:1] or followers:  # who can win at once needs no other deed
                number = self.number.setdefault(follower, len(self.number))
                if number == len(waiting):
                    if number >= most:
                        raise OverflowError
                    waiting.append(follower)
                    self.sides.append(follower.side)
                    self._decided.append(None)
                found.add(number)
            after.append(tuple(found))
        self._decide(after)

    @property
    def size(self) -> int:
        return len(self.sides)

    def knows(self, position: Position) -> bool:
        """Whether the position was looked at: not those beside a deed that wins at once."""
        return position in self.number

    def worth(self, position: Position) -> Worth:
        """What a position that was looked at is worth."""
        decided = self._decided[self.number[position]]
        if decided is not None:
            return decided
        loser = {"draw": None, "loss-many": MANY, "loss-few": FEW}[self.played.hunt.repetition]
        return Worth(None if loser is None else 1 - loser, None)

    def _decide(self, after: list[tuple[int, ...]]) -> None:
        before: dict[int, list[int]] = defaultdict(list)
        for number, followers in enumerate(after):
            for follower in followers:
                before[follower].append(number)
        losing = [len(followers) for followers in after]  # deeds not known to lose
        layer = [number for number, decided in enumerate(self._decided) if decided and decided.winner is not None]
        depth = 0
        while layer:
            depth += 1
            fresh = []
            for number in layer:
                decided = self._decided[number]
                winner = decided.winner if decided else None
                for earlier in before[number]:
                    if self._decided[earlier] is not None:
                        continue
                    losing[earlier] -= 1
                    if self.sides[earlier] == winner or not losing[earlier]:
                        self._decided[earlier] = Worth(winner, depth)
                        fresh.append(earlier)
            layer = fresh
