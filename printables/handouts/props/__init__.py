"""The props that a text can become, one a module: a note and room for a leaf -> leaves.

A module has TITLE, ASPECT (how many times as high as wide the prop likes to be), SETTINGS (what a file's head may say
to it, beyond COMMON) and `leaves(note, pen, width, height)`. A new prop is a new module here.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import Protocol, cast

from printables.errors import OptionError
from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.handouts.source import Note

COMMON = ("as", "title", "edge", "seal", "up")


class Prop(Protocol):
    """A kind of prop. `leaves` raises UserError for a text that cannot be set on it."""

    TITLE: str
    ASPECT: float
    SETTINGS: tuple[str, ...]

    def leaves(self, note: Note, pen: Pen, width: float, height: float) -> list[Leaf]: ...


def names() -> tuple[str, ...]:
    """All props."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != "page"))


def find(name: str, source: str = "--as", line: int = 0) -> Prop:
    """A prop by name. Raises OptionError."""
    if name not in names():
        raise OptionError(f"there is no prop {name!r}", f"the props are {', '.join(names())}", source, line)
    return cast(Prop, importlib.import_module(f"{__name__}.{name}"))


def settings() -> tuple[str, ...]:
    """Every setting that some prop knows."""
    return tuple(dict.fromkeys((*COMMON, *(word for name in names() for word in find(name).SETTINGS))))
