"""The Game: a hundred slides to choose from, so a single turn is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from adjudicator.puzzles.aims.aim import ESCAPE, WIN, Aim


class TheGameAim(Aim):
    """To reach the other's Basis at once, and to keep the other from doing so."""

    KINDS: ClassVar[Mapping[str, tuple[int, ...]]] = MappingProxyType({WIN: (1,), ESCAPE: (1,)})
