"""What a kind of prop is: a name, a shape, what a file may say to it, and how its leaves are made."""

from collections.abc import Callable
from typing import NamedTuple

from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.handouts.source import Note


class Prop(NamedTuple):
    """What a module of props calls PROP.

    `aspect`: how many times as high as wide it likes to be. `settings`: what a file's head may say to it, beyond what
    it may say to all. `leaves` of a note, for a leaf of a width and height (mm); raises UserError for a text that
    cannot be set.
    """

    title: str
    aspect: float
    settings: tuple[str, ...]
    leaves: Callable[[Note, Pen, float, float], list[Leaf]]
