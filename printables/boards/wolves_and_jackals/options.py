"""The options of Wolves & Jackals: dice, variants, coins, and when a game is over (RULES section 6)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from printables.boards.wolves_and_jackals.house import PREY, STAG, House, default
from printables.core.rule_sets import Ruled, Since


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
