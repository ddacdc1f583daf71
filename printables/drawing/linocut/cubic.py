"""fontTools' outlines as segments of our own: for somebody's own fonts and pictures."""

from __future__ import annotations

from typing import Any


def pen(glyphs: Any = None) -> Any:
    """A pen whose `segments` are those of a Curve; quadratic curves are raised to cubic ones. `glyphs`: a font's."""
    from fontTools.pens.basePen import BasePen

    class Pen(BasePen):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(glyphs)
            self.segments: list[tuple[str | float, ...]] = []

        def _moveTo(self, at: tuple[float, float]) -> None:
            self.segments.append(("M", *at))

        def _lineTo(self, at: tuple[float, float]) -> None:
            self.segments.append(("L", *at))

        def _curveToOne(self, a: tuple[float, float], b: tuple[float, float], at: tuple[float, float]) -> None:
            self.segments.append(("C", *a, *b, *at))

        def _closePath(self) -> None:
            self.segments.append(("Z",))

    return Pen()
