"""The house values of Wolves & Jackals: what the designer leaves to the table, from a file that a user may replace.

The default is templates/houses/wolves-and-jackals.toml; the values travel whole in a match's options and positions.
"""

from __future__ import annotations

from functools import cache
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from printables.core import templates, toml_file

SOURCE = "houses/wolves-and-jackals.toml"
CARDS = ("bite", "fire", "ranger", "stag")
PREY, STAG = 12, 16  # the designer's, for teeth of ten sides


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Needs(_Part):
    """What two larger teeth need together."""

    twelve: int = Field(strict=True, ge=2, le=24)
    twenty: int = Field(strict=True, ge=2, le=40)

    def at(self, teeth: int, ten: int) -> int:
        """The sum for teeth of so many sides; `ten` is that for ten sides."""
        return {10: ten, 12: self.twelve, 20: self.twenty}[teeth]


class Deck(_Part):
    """Copies of each card, and cards dealt to each player."""

    copies: int = Field(strict=True, ge=1, le=9)
    hand: int = Field(strict=True, ge=1, le=18)

    @model_validator(mode="after")
    def _enough(self) -> Self:
        if 2 * self.hand > len(CARDS) * self.copies:
            raise ValueError(f"two hands of {self.hand} are more than the {len(CARDS) * self.copies} cards of the deck")
        return self


class House(_Part):
    """All house values."""

    prey: Needs
    stag: Needs
    deck: Deck


@cache
def default() -> House:
    """The values that ship, or those of the user's folder. Raises TemplateError for a file that cannot be read."""
    return toml_file.model(templates.read(SOURCE), str(templates.find(SOURCE)), House)
