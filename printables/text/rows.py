"""Rows of typeset text: what is never split between columns. Lengths are mm."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from printables.scene import ARTIFACT, Group, Line, Shape, Tag, Text, Use
from printables.text.lines import SetLine

Tags: TypeAlias = tuple[Tag, ...]


class Row:
    """What is never split: a line of text, a row of a table, a rule. `gap` is left out at the top of a column.

    `lines`: what is set in it, each so far right and down, and its element; `shapes`: what is drawn before and with
    that. `glued`: the next row must stand in the same column. `head` is set again above it at the top of a column.
    """

    __slots__ = ("bars", "baseline", "gap", "glued", "head", "height", "lines", "shapes")

    def __init__(
        self,
        height: float,
        baseline: float,
        lines: Sequence[tuple[SetLine, float, float, Tags]] = (),
        shapes: Sequence[Shape] = (),
        gap: float = 0.0,
    ) -> None:
        self.height, self.baseline, self.gap = height, baseline, gap
        self.lines = lines
        self.shapes = list(shapes)
        self.glued = False
        self.head: Row | None = None
        self.bars: tuple[float, ...] = ()

    def drawn(self, y: float, again: bool = False) -> Iterator[Shape]:
        """The row with its top at y; set `again`, it is not read."""
        for shape in self.shapes:
            yield _lowered(shape, y)
        for line, right, down, tags in self.lines:
            yield from line.shapes(right, down, y, (ARTIFACT,) if again else tags)


def _lowered(shape: Shape, down: float) -> Shape:
    """What rows are made of beside lines of text, moved."""
    match shape:
        case Line((x0, y0), (x1, y1), style):
            return Line((x0, y0 + down), (x1, y1 + down), style)
        case Group(shapes=()):
            return shape
        case Text() | Group() | Use():
            return shape._replace(y=shape.y + down)
        case _:
            raise TypeError(f"rows hold no {type(shape).__name__}")
