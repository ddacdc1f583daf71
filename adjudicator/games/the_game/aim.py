"""The Game: hundreds of slides to choose from, so of a second turn only those are looked at that could win."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from adjudicator.core.aim import ESCAPE, WIN, Aim
from adjudicator.games.the_game.notation import Move
from adjudicator.games.the_game.state import State
from printables.boards.the_game import bases


class TheGameAim(Aim):
    """To reach the other's Basis in one turn or two, and to keep the other from doing so at once."""

    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({WIN: (1, 2), ESCAPE: (1,)})
    MOST: ClassVar[int] = 4_000

    def may_win(self, state: State, action: Move) -> bool:
        """A slide wins on the other's Basis, or by a capture or a block: on a square that is taken."""
        end = action.way[-1] if action.way else ""
        return end in state.stacks or end == bases(state.options)[1 - action.seat]
