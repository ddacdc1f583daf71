"""One player's sheet of Snakey Dice: snake, squares, tracks, actions and dice, checked as far as it can be alone."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Annotated, Literal, NamedTuple, Self, TypeAlias

from pydantic import ConfigDict, Field, StrictInt, ValidationInfo, field_validator, model_validator

from printables.boards import snakey_dice as printed
from printables.boards.snakey_dice.house import ACTIONS, LEVELS, SIDES, START, TRACKS, House, TrackName
from printables.core.options import Ruled

MOST_DICE = 2 + LEVELS
MOST_BONUSES = 2
MOST_TURNS = 1_000_000

Coordinate = Annotated[int, Field(strict=True, ge=printed.FIRST, le=printed.LAST)]
Square: TypeAlias = tuple[Coordinate, Coordinate]
Value = Annotated[int, Field(strict=True, ge=1, le=SIDES)]
Number = Annotated[int, Field(strict=True, ge=1, le=MOST_DICE)]
Level = Annotated[int, Field(strict=True, ge=0, le=LEVELS)]
Count = Annotated[int, Field(strict=True, ge=0, le=99)]
Heading = Literal["N", "E", "S", "W"]
End = Literal["", "wall", "blockade", "trail", "conceded"]
Phase = Literal["roll", "move", "level", "bonus", "pay", "over"]

AHEAD: dict[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
COMPASS: tuple[Heading, ...] = ("N", "E", "S", "W")
_LINES = range(printed.FIRST, printed.LAST + 1)
SQUARES = frozenset(product(_LINES, _LINES))


def highest(levels: Sequence[int]) -> int:
    """The highest level of all tracks."""
    found = 0
    for level in levels:
        found = max(found, level)
    return found


class Part(Ruled):
    def plus(self, name: str, by: int) -> Self:
        """The same with one of its numbers raised."""
        return self.model_copy(update={name: getattr(self, name) + by})


class Tracks(Part):
    """The level that each power-up track has reached."""

    reroll: Level = 0
    flip: Level = 0
    unlock: Level = 0
    ignore: Level = 0

    @property
    def levels(self) -> tuple[int, ...]:
        """In the order of TRACKS."""
        return self.reroll, self.flip, self.unlock, self.ignore

    @property
    def highest(self) -> int:
        return highest(self.levels)


class Actions(Part):
    """A number for each one-time action."""

    portal: Count = 0
    jump: Count = 0
    unlock: Count = 0

    @property
    def total(self) -> int:
        return self.portal + self.jump + self.unlock


class Mark(NamedTuple):
    """One thing written on the sheet: in which turn, what, on which squares, with which dice or number.

    Kinds: roll, reroll, flip, unlock, ignore (values: all faces, or the numbers of the dice), enter (word: the heading
    out of the square), portal (to the square), jump (over the squares; word: the heading), blockade, lost (a blockade
    that fell on a taken square), level (word: the track), bonus (word: the action), ended (word: how)."""

    turn: int
    kind: str
    squares: tuple[tuple[int, int], ...] = ()
    values: tuple[int, ...] = ()
    word: str = ""


class Run(Part):
    """One player's sheet: snake, squares, tracks, actions, and the dice now on the table.

    `entry`: the square that a paid portal or jump leads to, drawn in next. `trail`, `blockades` and `jumped` are in
    the order they came; `pending` are the tracks that rose this turn (active on the next); `choices`: levels still to
    be chosen. `dice` are face values 1 to 6; `used`, `ignored` and `unlocked` are numbers of dice, 1 the first.
    `rerolls` counts the throws again of this turn, `drops` the blockades thrown for since the set-up. `history` is all
    that was written on the sheet, in order; what a position made by hand does not tell there play can do without."""

    turn: int = Field(default=1, strict=True, ge=1, le=MOST_TURNS)
    head: Square = START
    heading: Heading | None = None
    entry: Square | None = None
    trail: tuple[Square, ...] = (START,)
    blockades: tuple[Square, ...] = ()
    powerups: tuple[Square, ...] = ()
    jumped: tuple[Square, ...] = Field(default=(), max_length=1000)
    tracks: Tracks = Tracks()
    pending: tuple[TrackName, ...] = Field(default=(), max_length=len(TRACKS) * LEVELS)
    choices: int = Field(default=0, strict=True, ge=0, le=len(TRACKS) * LEVELS)
    actions: Actions = Actions()
    bonuses: Actions = Actions()
    bonus_taken: bool = False
    dice: tuple[Value, ...] = Field(default=(), max_length=MOST_DICE)
    used: tuple[Number, ...] = ()
    ignored: tuple[Number, ...] = ()
    unlocked: tuple[Number, ...] = ()
    rerolls: Count = 0
    rerolls_left: Count = 0
    flips_left: Count = 0
    unlocks_used: Count = 0
    drops: StrictInt = Field(default=0, ge=0)
    ended: End = ""
    history: tuple[Mark, ...] = Field(default=(), max_length=100_000)

    @model_validator(mode="before")
    @classmethod
    def _worked_out(cls, data: object) -> object:
        """`score`, `phase` and `locked` follow from the rest: they are written for readers, and passed over here. But a
        position made by hand may say `locked` (numbers of dice, or a flag for each) in place of `unlocked`."""
        if not isinstance(data, dict):
            return data
        kept = {key: value for key, value in data.items() if key not in ("score", "phase", "locked")}
        shut, dice = data.get("locked"), data.get("dice")
        if "unlocked" not in data and isinstance(shut, list | tuple) and isinstance(dice, list | tuple):
            if all(isinstance(flag, bool) for flag in shut):
                shut = [number for number, flag in enumerate(shut, 1) if flag]
            kept["unlocked"] = [number for number in range(1, len(dice) + 1) if number not in shut]
        return kept

    @field_validator("powerups")
    @classmethod
    def _unclaimed(cls, powerups: tuple[Square, ...], info: ValidationInfo) -> tuple[Square, ...]:
        """What the snake has passed is claimed, whatever was written."""
        trail = info.data.get("trail", ())
        return tuple(square for square in powerups if square not in trail)

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        for field in ("trail", "blockades", "powerups", "used", "ignored", "unlocked"):
            items: tuple[object, ...] = getattr(self, field)
            if len(set(items)) < len(items):
                item = next(item for item in items if items.count(item) > 1)
                raise ValueError(f"{field} names {printed.name(item) if isinstance(item, tuple) else str(item)} twice")
        if not self.trail or self.trail[-1] != self.head:
            raise ValueError(f"the trail ends at the head, {printed.name(self.head)}")
        if both := set(self.trail) & set(self.blockades):
            raise ValueError(f"{names(both)} is both trail and blockade")
        if both := set(self.powerups) & set(self.blockades):
            raise ValueError(f"{names(both)} is both an unclaimed power-up and a blockade")
        if self.heading is None and len(self.trail) > 1:
            raise ValueError("a snake that has moved has a heading: N, E, S or W")
        numbers = range(1, len(self.dice) + 1)
        for number in (*self.used, *self.ignored, *self.unlocked):
            if number not in numbers:
                raise ValueError(f"there is no die {number}: the dice are 1 to {len(self.dice)}")
        if dice := set(self.used) & set(self.ignored):
            raise ValueError(f"die {min(dice)} is both used and ignored")
        if not self.ended and not self.dice:
            raise ValueError("dice: the faces of the throw are needed, 1 to 6 each")
        for action in ACTIONS:
            if getattr(self.bonuses, action) > MOST_BONUSES:
                raise ValueError(f"bonuses.{action}: at most {MOST_BONUSES} can be won")
        for track in TRACKS:
            if self.pending.count(track) > getattr(self.tracks, track):
                raise ValueError(f"pending: {track} rose more often than its level {getattr(self.tracks, track)}")
        return self

    @property
    def left(self) -> tuple[int, ...]:
        """The dice neither used nor ignored."""
        gone = {*self.used, *self.ignored}
        return tuple(number for number in range(1, len(self.dice) + 1) if number not in gone)

    def level(self, track: str) -> int:
        """The level of a track that is active this turn."""
        level: int = getattr(self.tracks, track)
        return level - self.pending.count(track)


class Draft(Run):
    """A run in the making: the same fields, which can be set. Its values are shared, and never changed in place."""

    model_config = ConfigDict(frozen=False)


def locked(run: Run, house: House) -> tuple[int, ...]:
    """The dice that show a locked face and were not unlocked: no reroll, no flip."""
    shown = enumerate(map(house.face, run.dice), 1)
    return tuple(number for number, face in shown if face == "locked" and number not in run.unlocked)


def neighbour(square: tuple[int, int], heading: str) -> tuple[int, int] | None:
    """The next square that way; None: a wall."""
    step = AHEAD[heading]
    there = (square[0] + step[0], square[1] + step[1])
    return there if there in SQUARES else None


def opposite(square: tuple[int, int], heading: str) -> tuple[int, int]:
    """Where a portal through the wall that way comes in: the same row or column at the other side."""
    column, row = square
    first, last = printed.FIRST, printed.LAST
    return {"N": (column, last), "S": (column, first), "E": (first, row), "W": (last, row)}[heading]


def names(squares: Iterable[tuple[int, int]]) -> str:
    return ", ".join(printed.name(square) for square in sorted(squares))
