"""The sheet and the dice of a run as they change: what the dice show, and reroll, flip, unlock and ignore.

The tracks and one-time actions that allow these are in the source, Roll; rulings in RULES section 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any, Self

from adjudicator.errors import IllegalMove
from adjudicator.game import Event
from adjudicator.games.snakey_dice.danger import BONUS_DICE, Trouble, front, trouble, way_out
from adjudicator.games.snakey_dice.luck import Luck
from adjudicator.games.snakey_dice.run import MOST_BONUSES, Actions, Mark, Run, Tracks
from printables.boards.snakey_dice import name
from printables.boards.snakey_dice.house import ACTIONS, SIDES, TRACKS, House

# What changes in place.
_CHANGING = (
    "trail", "blockades", "powerups", "jumped", "tracks", "actions", "bonuses", "pending", "dice", "used", "ignored",
    "unlocked", "marks",
)  # fmt: skip


class Hand:
    """A run in the making, and the events that led there. `frozen` gives it as a record."""

    def __init__(self, run: Run, seat: int, house: House, luck: Luck, events: list[Event]) -> None:
        self.run, self.seat, self.house, self.luck, self.events = run, seat, house, luck, events
        self.turn, self.head, self.entry = run.turn, run.head, run.entry
        self.heading: str | None = run.heading
        self.trail, self.blockades = dict.fromkeys(run.trail), dict.fromkeys(run.blockades)
        self.powerups, self.jumped = list(run.powerups), list(run.jumped)
        self.tracks = {track: getattr(run.tracks, track) for track in TRACKS}
        self.actions = {action: getattr(run.actions, action) for action in ACTIONS}
        self.bonuses = {action: getattr(run.bonuses, action) for action in ACTIONS}
        self.pending: list[str] = list(run.pending)
        self.choices, self.bonus_taken = run.choices, run.bonus_taken
        self.dice, self.used, self.ignored = list(run.dice), list(run.used), list(run.ignored)
        self.unlocked, self.unlocks_used = list(run.unlocked), run.unlocks_used
        self.rerolls, self.rerolls_left, self.flips_left = run.rerolls, run.rerolls_left, run.flips_left
        self.drops = run.drops
        self.ended: str = run.ended
        self.marks: list[Mark] = []

    def copied(self) -> Self:
        """Another run in the making that goes on from here by itself; the events are shared."""
        twin = copy(self)
        for field in _CHANGING:
            setattr(twin, field, getattr(self, field).copy())
        return twin

    def frozen(self) -> Run:
        """The run as it now stands."""
        return self.run.model_copy(
            update={
                "turn": self.turn,
                "head": self.head,
                "heading": self.heading,
                "entry": self.entry,
                "trail": tuple(self.trail),
                "blockades": tuple(self.blockades),
                "powerups": tuple(self.powerups),
                "jumped": tuple(self.jumped),
                "tracks": Tracks.model_construct(**self.tracks),
                "pending": tuple(self.pending),
                "choices": self.choices,
                "actions": Actions.model_construct(**self.actions),
                "bonuses": Actions.model_construct(**self.bonuses),
                "bonus_taken": self.bonus_taken,
                "dice": tuple(self.dice),
                "used": tuple(self.used),
                "ignored": tuple(self.ignored),
                "unlocked": tuple(self.unlocked),
                "rerolls": self.rerolls,
                "rerolls_left": self.rerolls_left,
                "flips_left": self.flips_left,
                "unlocks_used": self.unlocks_used,
                "drops": self.drops,
                "ended": self.ended,
                "history": self.run.history + tuple(self.marks),
            }
        )

    @property
    def left(self) -> list[int]:
        """The dice neither used nor ignored."""
        return [n for n in range(1, len(self.dice) + 1) if n not in self.used and n not in self.ignored]

    def face(self, number: int) -> str:
        return self.house.face(self.dice[number - 1])

    def is_locked(self, number: int) -> bool:
        return self.face(number) == "locked" and number not in self.unlocked

    def value(self, track: str) -> int:
        """What a track is worth this turn: levels reached this turn are not active yet."""
        return self.house.tracks.value(track, self.tracks[track] - self.pending.count(track))

    @property
    def kept_locked(self) -> int:
        """Dice that show a locked face and are not ignored."""
        return sum(self.face(n) == "locked" for n in range(1, len(self.dice) + 1) if n not in self.ignored)

    @property
    def bonus_open(self) -> bool:
        return (
            not self.bonus_taken
            and self.kept_locked >= BONUS_DICE
            and any(self.bonuses[action] < MOST_BONUSES for action in ACTIONS)
        )

    def trouble(self, heading: str | None) -> Trouble:
        """What stands in front of the head."""
        return trouble(front(self.head, heading, self.entry), self.trail, self.blockades) if heading else ""

    def way_out(self, heading: str) -> bool:
        """Whether the square in front is free, or can be paid for."""
        portals, jumps = self.actions["portal"], self.actions["jump"]
        return way_out(self.head, heading, self.entry, self.trail, self.blockades, portals, jumps)

    def _manipulate(self, verb: str, numbers: tuple[int, ...]) -> None:
        if self.choices or not self.left:
            raise IllegalMove(f"there is nothing to {verb} now", "the dice of this turn are used")
        if self.used and verb != "ignore":
            raise IllegalMove("the first die of this turn has been used", f"{verb} dice before that")
        for number in numbers:
            if number > len(self.dice):
                raise IllegalMove(f"there is no die {number}", f"the dice are 1 to {len(self.dice)}")
            if number not in self.left:
                raise IllegalMove(f"die {number} is {'used' if number in self.used else 'ignored'}")
            if verb in ("reroll", "flip") and self.is_locked(number):
                raise IllegalMove(f"die {number} is locked", f"`unlock {number}` first, or choose other dice")

    def reroll(self, numbers: tuple[int, ...]) -> None:
        """Throw unlocked dice again, all at once."""
        self._manipulate("reroll", numbers)
        if not self.rerolls_left:
            raise IllegalMove("no reroll is left this turn", f"the Re-roll track gives {self.value('reroll')} a turn")
        self.rerolls_left -= 1
        self.rerolls += 1
        values = self.luck.reroll(self.turn, self.rerolls, numbers)
        for number, value in zip(numbers, values, strict=True):
            self.dice[number - 1] = value
        self._handled("reroll", numbers, self.thrown(values))

    def flip(self, numbers: tuple[int, ...]) -> None:
        """Turn unlocked dice over: opposite faces sum to seven."""
        self._manipulate("flip", numbers)
        if len(numbers) > self.flips_left:
            raise IllegalMove(
                f"{self.flips_left} more {'die' if self.flips_left == 1 else 'dice'} may be flipped this turn",
                f"the Flip track gives {self.value('flip')} a turn",
            )
        self.flips_left -= len(numbers)
        for number in numbers:
            self.dice[number - 1] = SIDES + 1 - self.dice[number - 1]
        self._handled("flip", numbers, ())

    def unlock(self, numbers: tuple[int, ...]) -> None:
        """Make locked dice free to be rerolled or flipped: by the track while that lasts, then by one-time actions."""
        self._manipulate("unlock", numbers)
        for number in numbers:
            if not self.is_locked(number):
                raise IllegalMove(f"die {number} is not locked", "name a die that shows a lock")
        free = min(len(numbers), max(0, self.value("unlock") - self.unlocks_used))
        paid = len(numbers) - free
        if paid > self.actions["unlock"]:
            raise IllegalMove(
                f"{len(numbers)} unlocks are needed, and {free + self.actions['unlock']} are left",
                "the Free Unlock track renews its own each turn; one-time actions are gone for good",
            )
        self.unlocks_used += free
        self.actions["unlock"] -= paid
        self.unlocked.extend(numbers)
        self.mark("unlock", values=numbers)
        self.tell("unlock-paid" if paid else "unlock", words={"numbers": listed(numbers), "paid": paid})

    def _handled(self, verb: str, numbers: tuple[int, ...], values: tuple[int, ...]) -> None:
        """Dice that changed: one that now shows a lock is locked again."""
        self.unlocked = [number for number in self.unlocked if number not in numbers]
        self.mark(verb, values=tuple(self.dice))
        words = {"numbers": listed(numbers), "number": len(numbers), "shown": listed(self.dice)}
        self.tell(verb, dice=values, words=words)

    def thrown(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """The values as an event tells them: of dice held for a league, the throw itself has been told."""
        return values if self.luck.fresh else ()

    def ignore(self, numbers: tuple[int, ...]) -> None:
        """Leave dice out this turn."""
        self._manipulate("ignore", numbers)
        most = self.value("ignore")
        if len(self.ignored) + len(numbers) > most:
            raise IllegalMove(
                f"at most {most} {'die' if most == 1 else 'dice'} may be ignored this turn, "
                f"and {len(self.ignored)} {'is' if len(self.ignored) == 1 else 'are'} already"
            )
        lost = sum(self.face(number) == "locked" for number in numbers)
        if self.bonus_taken and lost and self.kept_locked - lost < BONUS_DICE:
            raise IllegalMove("the bonus was taken for keeping three locked dice", "ignore another die")
        self.ignored.extend(numbers)
        self.mark("ignore", values=numbers)
        self.tell("ignore", words={"numbers": listed(numbers), "number": len(numbers)})

    def mark(self, kind: str, *squares: tuple[int, int], values: tuple[int, ...] = (), word: str = "") -> None:
        self.marks.append(Mark(self.turn, kind, squares, values, word))

    def tell(
        self, kind: str, *squares: tuple[int, int], dice: tuple[int, ...] = (), words: dict[str, Any] | None = None
    ) -> None:
        piece = "head" if kind in ("enter", "portal", "jump") else ""
        self.events.append(Event(kind, self.seat, piece, tuple(map(name, squares)), dice, words or {}))


def listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
