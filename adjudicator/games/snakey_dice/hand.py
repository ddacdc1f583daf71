"""The sheet and the dice of a run as they change: what the dice show, and reroll, flip, unlock and ignore.

The tracks and one-time actions that allow these are in the source, Roll; rulings in RULES section 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any, Self

from adjudicator.core.errors import IllegalMove
from adjudicator.core.game import Event
from adjudicator.games.snakey_dice.danger import BONUS_DICE, Trouble, bonus_open, kept_locked, trouble, way_out
from adjudicator.games.snakey_dice.luck import Luck
from adjudicator.games.snakey_dice.run import Draft, Mark, Run
from printables.boards.snakey_dice import name
from printables.boards.snakey_dice.house import SIDES, House


class Hand:
    """A run in the making, and the events that led there. `frozen` gives it as a record."""

    def __init__(self, run: Run, seat: int, house: House, luck: Luck, events: list[Event]) -> None:
        self.run = Draft.model_construct(**run.__dict__)
        self.seat, self.house, self.luck, self.events = seat, house, luck, events

    def copied(self) -> Self:
        """Another run in the making that goes on from here by itself; the events are shared."""
        twin = copy(self)
        twin.run = self.run.model_copy()
        return twin

    def frozen(self) -> Run:
        """The run as it now stands."""
        return Run.model_construct(**self.run.__dict__)

    def face(self, number: int) -> str:
        return self.house.face(self.run.dice[number - 1])

    def is_locked(self, number: int) -> bool:
        return self.face(number) == "locked" and number not in self.run.unlocked

    def value(self, track: str) -> int:
        """What a track is worth this turn: levels reached this turn are not active yet."""
        return self.house.tracks.value(track, self.run.level(track))

    @property
    def kept_locked(self) -> int:
        """Dice that show a locked face and are not ignored."""
        return kept_locked(self.run, self.house)

    @property
    def bonus_open(self) -> bool:
        return bonus_open(self.run, self.house)

    def trouble(self, heading: str | None) -> Trouble:
        """What stands in front of the head."""
        return trouble(self.run, heading)

    def way_out(self, heading: str) -> bool:
        """Whether the square in front is free, or can be paid for."""
        return way_out(self.run, heading)

    def _manipulate(self, verb: str, numbers: tuple[int, ...]) -> None:
        if self.run.choices or not self.run.left:
            raise IllegalMove(f"there is nothing to {verb} now", "the dice of this turn are used")
        if self.run.used and verb != "ignore":
            raise IllegalMove("the first die of this turn has been used", f"{verb} dice before that")
        for number in numbers:
            if number > len(self.run.dice):
                raise IllegalMove(f"there is no die {number}", f"the dice are 1 to {len(self.run.dice)}")
            if number not in self.run.left:
                raise IllegalMove(f"die {number} is {'used' if number in self.run.used else 'ignored'}")
            if verb in ("reroll", "flip") and self.is_locked(number):
                raise IllegalMove(f"die {number} is locked", f"`unlock {number}` first, or choose other dice")

    def reroll(self, numbers: tuple[int, ...]) -> None:
        """Throw unlocked dice again, all at once."""
        self._manipulate("reroll", numbers)
        if not self.run.rerolls_left:
            raise IllegalMove("no reroll is left this turn", f"the Re-roll track gives {self.value('reroll')} a turn")
        self.run.rerolls_left -= 1
        self.run.rerolls += 1
        values = self.luck.reroll(self.run.turn, self.run.rerolls, numbers)
        self._show(dict(zip(numbers, values, strict=True)))
        self._handled("reroll", numbers, self.thrown(values))

    def flip(self, numbers: tuple[int, ...]) -> None:
        """Turn unlocked dice over: opposite faces sum to seven."""
        self._manipulate("flip", numbers)
        if len(numbers) > self.run.flips_left:
            raise IllegalMove(
                f"{self.run.flips_left} more {'die' if self.run.flips_left == 1 else 'dice'} may be flipped this turn",
                f"the Flip track gives {self.value('flip')} a turn",
            )
        self.run.flips_left -= len(numbers)
        self._show({number: SIDES + 1 - self.run.dice[number - 1] for number in numbers})
        self._handled("flip", numbers, ())

    def unlock(self, numbers: tuple[int, ...]) -> None:
        """Make locked dice free to be rerolled or flipped: by the track while that lasts, then by one-time actions."""
        self._manipulate("unlock", numbers)
        for number in numbers:
            if not self.is_locked(number):
                raise IllegalMove(f"die {number} is not locked", "name a die that shows a lock")
        free = min(len(numbers), max(0, self.value("unlock") - self.run.unlocks_used))
        paid = len(numbers) - free
        if paid > self.run.actions.unlock:
            raise IllegalMove(
                f"{len(numbers)} unlocks are needed, and {free + self.run.actions.unlock} are left",
                "the Free Unlock track renews its own each turn; one-time actions are gone for good",
            )
        self.run.unlocks_used += free
        self.run.actions = self.run.actions.plus("unlock", -paid)
        self.run.unlocked += numbers
        self.mark("unlock", values=numbers)
        self.tell("unlock-paid" if paid else "unlock", words={"numbers": listed(numbers), "paid": paid})

    def _show(self, values: Mapping[int, int]) -> None:
        """Dice by number that now show other values."""
        self.run.dice = tuple(values.get(number, value) for number, value in enumerate(self.run.dice, 1))

    def _handled(self, verb: str, numbers: tuple[int, ...], values: tuple[int, ...]) -> None:
        """Dice that changed: one that now shows a lock is locked again."""
        self.run.unlocked = tuple(number for number in self.run.unlocked if number not in numbers)
        self.mark(verb, values=self.run.dice)
        words = {"numbers": listed(numbers), "number": len(numbers), "shown": listed(self.run.dice)}
        self.tell(verb, dice=values, words=words)

    def thrown(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """The values as an event tells them: of dice held for a league, the throw itself has been told."""
        return values if self.luck.fresh else ()

    def ignore(self, numbers: tuple[int, ...]) -> None:
        """Leave dice out this turn."""
        self._manipulate("ignore", numbers)
        most = self.value("ignore")
        if len(self.run.ignored) + len(numbers) > most:
            raise IllegalMove(
                f"at most {most} {'die' if most == 1 else 'dice'} may be ignored this turn, "
                f"and {len(self.run.ignored)} {'is' if len(self.run.ignored) == 1 else 'are'} already"
            )
        lost = sum(self.face(number) == "locked" for number in numbers)
        if self.run.bonus_taken and lost and self.kept_locked - lost < BONUS_DICE:
            raise IllegalMove("the bonus was taken for keeping three locked dice", "ignore another die")
        self.run.ignored += numbers
        self.mark("ignore", values=numbers)
        self.tell("ignore", words={"numbers": listed(numbers), "number": len(numbers)})

    def mark(self, kind: str, *squares: tuple[int, int], values: tuple[int, ...] = (), word: str = "") -> None:
        self.run.history += (Mark(self.run.turn, kind, squares, values, word),)

    def tell(
        self, kind: str, *squares: tuple[int, int], dice: tuple[int, ...] = (), words: dict[str, Any] | None = None
    ) -> None:
        piece = "head" if kind in ("enter", "portal", "jump") else ""
        self.events.append(Event(kind, self.seat, piece, tuple(map(name, squares)), dice, words or {}))


def listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
