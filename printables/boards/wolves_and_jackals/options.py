"""The options of Wolves & Jackals: dice, variants, coins, and when a game is over (docs/rulings.md §6).

The house values of Wolves & Jackals: what the designer leaves to the table, from a file that a user may replace.

The default is templates/houses/wolves-and-jackals.toml; the values travel whole in a match's options and positions.
"""

from functools import cache
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from printables.core import templates, toml_file
from printables.core.options import Frozen, Ruled, Since

SOURCE = "houses/wolves-and-jackals.toml"
CARDS = ("bite", "fire", "ranger", "stag")
PREY, STAG = 12, 16  # the designer's, for teeth of ten sides


class Needs(Frozen):
    """What two larger teeth need together."""

    twelve: int = Field(strict=True, ge=2, le=24)
    twenty: int = Field(strict=True, ge=2, le=40)

    def at(self, teeth: int, ten: int) -> int:
        """The sum for teeth of so many sides; `ten` is that for ten sides."""
        return {10: ten, 12: self.twelve, 20: self.twenty}[teeth]


class Deck(Frozen):
    """Copies of each card, and cards dealt to each player."""

    copies: int = Field(strict=True, ge=1, le=9)
    hand: int = Field(strict=True, ge=1, le=18)

    @model_validator(mode="after")
    def _enough(self) -> Self:
        if 2 * self.hand > len(CARDS) * self.copies:
            raise ValueError(f"two hands of {self.hand} are more than the {len(CARDS) * self.copies} cards of the deck")
        return self


class House(Frozen):
    """All house values."""

    prey: Needs
    stag: Needs
    deck: Deck


@cache
def default() -> House:
    """The values that ship, or those of the user's folder. Raises TemplateError for a file that cannot be read."""
    return toml_file.model(templates.read(SOURCE), str(templates.find(SOURCE)), House)


class Options(Ruled):
    """What changes the printed game: the dice, the variants' sheets, how many coins there are, and when it is over.

    Rule set 2 adds `short`, `hopeless` and `turns`.
    """

    rules: ClassVar[int] = 2

    teeth: Literal[10, 12, 20] = Field(default=10, description="sides of the two dice")
    cards: bool = Field(default=False, description="the four cards of the source")
    no_cave: bool = Field(default=False, description="a beaten piece has to be dragged home")
    no_dragging: bool = Field(
        default=False, description="a beaten piece is dispatched at once; only the Prey is dragged"
    )
    stake: int = Field(default=15, ge=0, le=500, description="coins each player puts in the Mouth before play")
    house: House = Field(default_factory=default, description="the house values, from a file: @FILE")
    purse: int = Field(default=15, ge=0, le=500, description="coins each player keeps for ties (house)")
    short: Annotated[Literal["all-in", "concede"], Since(2, before="concede")] = Field(
        default="all-in", description="who cannot pay a bid pays what there is, or concedes the throat (house)"
    )
    hopeless: Annotated[int, Field(ge=0, le=1000), Since(2, before=0)] = Field(
        default=20, description="own turns with every piece dragged after which a side has lost; 0 for never (house)"
    )
    turns: Annotated[int, Field(ge=0, le=10_000), Since(2, before=0)] = Field(
        default=300, description="turns in which no piece left for good that make a draw; 0 for never (house)"
    )

    @property
    def prey_at(self) -> int:
        """What both teeth together have to show to bring the Prey down."""
        return self.house.prey.at(self.teeth, PREY)

    @property
    def stag_at(self) -> int:
        """The same once the Prey is the White Stag."""
        return self.house.stag.at(self.teeth, STAG)
