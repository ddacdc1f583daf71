"""Positions of Snail Trail, checked so that any position that can be written down can be played on."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Self

from pydantic import Field, field_validator, model_validator

from adjudicator.games.snail_trail.grid import Grid, grid
from printables.boards.snail_trail import Options, last_turn
from printables.core.rule_sets import Ruled

Seat = Annotated[int, Field(strict=True, ge=0, le=1)]


class State(Ruled):
    """A position. `snails` by seat; `trail` is every square a snail ever stood on, those it stands on now included."""

    options: Options = Options()
    turn: int = Field(strict=True, ge=1, le=1_000_000_000)
    to_move: Seat
    snails: tuple[str, str]
    trail: tuple[str, ...] = Field(max_length=121)

    @field_validator("snails", "trail", mode="before")
    @classmethod
    def _lower(cls, names: Any) -> Any:
        if isinstance(names, list | tuple):
            return tuple(name.lower() if isinstance(name, str) else name for name in names)
        return names

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        squares = self.grid
        for name in (*self.snails, *self.trail):
            if name not in squares.number:
                raise ValueError(f"{name[:20]!r} is no square of the board: {self.spoken_squares}")
        if self.snails[0] == self.snails[1]:
            raise ValueError(f"both snails stand on {self.snails[0]}")
        trail = tuple(sorted({*self.trail, *self.snails}, key=squares.number.__getitem__))
        object.__setattr__(self, "trail", trail)
        # A position may be later than its trail, but not by more than a whole board: so every turn played is as good.
        gone = self.turn * (self.turn - 1) // 2 if self.options.steps == "progressive" else self.turn - 1
        if gone > len(trail) - 2 + len(squares.names) - 2:
            raise ValueError(
                f"turn is {self.turn}, and this board has room for {last_turn(self.options)} turns at most"
            )
        return self

    @property
    def grid(self) -> Grid:
        return grid(self.options)

    @property
    def spoken_squares(self) -> str:
        """Which squares there are, for a message."""
        names = self.grid.names
        where = " within the rhombus" if self.options.diamond else ""
        corner = max(name[0] for name in names) + str(max(int(name[1:]) for name in names))
        return f"squares are a1 to {corner}{where}"

    @property
    def steps(self) -> int:
        """How many squares the snail to move must go."""
        return self.turn if self.options.steps == "progressive" else 1

    @property
    def at(self) -> int:
        """The number of the square that the snail to move stands on."""
        return self.grid.number[self.snails[self.to_move]]

    @property
    def free(self) -> int:
        """The squares on which no snail ever stood."""
        return self.grid.all & ~self.grid.mask(self.trail)

    @property
    def over(self) -> bool:
        """Whether the snail to move has no complete move."""
        return not _can_move(self.options, self.at, self.free, self.steps)


@lru_cache(maxsize=4096)
def _can_move(options: Options, at: int, free: int, steps: int) -> bool:
    return grid(options).exists(at, free, steps)
