"""Matches as an older version began them: with two-sided dice, or with a beacon beside them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from adjudicator import dice
from adjudicator.dice import pads
from adjudicator.match import create
from adjudicator.match.folder import Folder
from adjudicator.referee import chance
from adjudicator.referee.records import FORMATS, Match, Seat


def begun(path: Path, slug: str, options: Any, seats: Sequence[Seat], **more: Any) -> Folder:
    """A match with pads, to which its players are to be joined."""
    old = partial(Match, format=FORMATS[0])
    with (
        mock.patch.object(dice, "SCHEME", dice.TWO_SIDED),
        mock.patch.object(create, "Match", old),
        mock.patch.object(chance, "ahead", lambda seats: 0),
    ):
        create.new(path, slug, options, seats, joining=True, **more)
    return Folder(path)


def pad(name: str, length: int = pads.LENGTH) -> tuple[bytes, ...]:
    """The links of somebody's pad, which can be guessed."""
    return pads.chain(pads.before(name.encode()), length)


def kept(path: Path, last: bytes, shown: int = 0) -> Path:
    """A pad in a file, as an older version made it."""
    path.write_text(f"postfox pad\nsecret: {last.hex()}\nlinks: {pads.LENGTH}\nshown: {shown}\n")
    return path
