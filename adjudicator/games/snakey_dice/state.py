"""Options and positions of Snakey Dice, checked so that any position that can be written down can be played on.

A `State` holds a `Run` for each player. The JSON of a game for one is flat: the fields of its only run stand beside
`options`. A league (several players on the same dice) has them under `runs`, what was thrown so far under `held`."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from pydantic import Field, SerializerFunctionWrapHandler, StrictInt, model_serializer, model_validator

from adjudicator.core.codec import Json
from adjudicator.core.game import GameState
from adjudicator.games.snakey_dice.hand import phase
from adjudicator.games.snakey_dice.run import Run, locked, names
from adjudicator.games.snakey_dice.squares import ORDER, Squares, both, count, mask
from printables.boards import snakey_dice as printed
from printables.boards.snakey_dice.house import LEVELS, POINTS, House


def total(run: Run, house: House) -> int:
    return points(counts(run, house))


def counts(run: Run, house: House) -> tuple[int, ...]:
    """How many there are of what counts, in the order of the sheet. The last squares are neither trail nor blockade."""
    squares = mask(house.board.power_ups), mask(run.trail), mask(run.blockades)
    return counted(*squares, run.actions.total, run.tracks.levels, len(run.jumped))


def counted(
    ups: Squares, trail: Squares, blockades: Squares, owned: int, levels: Sequence[int], jumped: int
) -> tuple[int, int, int, int, int, int]:
    """The same by numbers."""
    full = 0
    for level in levels:
        full += level == LEVELS
    stones = count(blockades)
    return count(both(ups, trail)), owned, stones, full, jumped, len(ORDER) - stones - count(trail)


def points(counts: Sequence[int]) -> int:
    """What they come to."""
    found = 0
    for line in range(len(EACH)):
        found += EACH[line] * counts[line]
    return found


EACH = tuple(POINTS.values())
MOST_SEATS = 200
NOBODY = -1  # whose sheet is shown to one who looks on


class Options(printed.Options):
    """The house values, and whether all players throw the same dice."""

    rules: ClassVar[int] = 2

    league: bool = Field(
        default=False, description="any number of players, each at their own pace, on the same dice (for several: on)"
    )


class State(GameState):
    """All runs, and in a league the dice thrown so far: `held`, by what they were thrown for, the same for all.

    `turn` follows from the runs, whatever is written. `shown`, never written: whose view of a league it is."""

    options: Options = Field(default_factory=Options)
    runs: tuple[Run, ...] = Field(min_length=1, max_length=MOST_SEATS)
    turn: int = Field(default_factory=lambda data: turn_of(data["runs"]) if "runs" in data else 1)
    held: dict[str, tuple[StrictInt, ...]] = Field(default_factory=dict)
    shown: int | None = Field(default=None, exclude=True, ge=NOBODY)

    @model_validator(mode="before")
    @classmethod
    def _flat(cls, data: Any) -> Any:
        """A game for one, its run's fields beside the options; their mistakes are told as those of the state itself."""
        if not isinstance(data, Mapping):
            return data
        if "runs" in data:
            return {key: data[key] for key in data if key != "turn"}
        shared = {key: data[key] for key in ("options", "held") if key in data}
        return {**shared, "runs": (Run.model_validate({key: data[key] for key in data if key not in shared}),)}

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        if len(self.runs) > 1 and not self.options.league:
            raise ValueError("several runs make a league: options.league is then true")
        squares = self.options.house.board.power_ups
        for run in self.runs:
            if odd := set(run.powerups) - set(squares):
                raise ValueError(f"powerups: {names(odd)} is none; the power-ups are {names(squares)}")
        return self

    @model_serializer(mode="wrap")
    def _written(self, handler: SerializerFunctionWrapHandler) -> Json:
        data: Json = handler(self)
        for run, written in zip(self.runs, data.get("runs", ()), strict="runs" in data):
            written["locked"] = list(locked(run, self.options.house))
            written["score"] = total(run, self.options.house)
            written["phase"] = phase(run, self.options.house)
        if self.options.league or "runs" not in data:
            return data
        alone: Json = data["runs"][0]
        return {"options": data["options"], **alone} if "options" in data else alone


def turn_of(runs: Sequence[Run]) -> int:
    """The turn now to be played; in a league, that of the player furthest behind of those who play on."""
    return min((run.turn for run in runs if not run.ended), default=max(run.turn for run in runs))
