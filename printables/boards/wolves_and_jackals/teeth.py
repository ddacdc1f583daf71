"""The faces of the teeth, the dice of Wolves & Jackals, drawn about (0, 0) in a circle of radius 1."""

from __future__ import annotations

from printables.scene import Circle, Line, Shape, Style, Text


def tooth(value: int, sides: int, ink: str, ground: str) -> tuple[Shape, ...]:
    """A face of a die: its number (ten shows 0 on ten sides), underlined where it could be read upside down."""
    text = "0" if value == sides == 10 else str(value)
    size = 1.25 if len(text) == 1 else 1.0
    line = (Line((-0.26, 0.62), (0.26, 0.62), Style(stroke=ink, width=0.09)),) if text in ("6", "9") else ()
    return (
        Circle((0, 0), 0.98, Style(fill=ground, stroke=ink, width=0.03)),
        Text(0, 0.35 * size, text, size, "sans-bold", "middle", ink),
        *line,
    )
