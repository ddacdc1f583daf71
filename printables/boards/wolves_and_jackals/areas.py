"""What is drawn beside the squares: the two Dens, the Cave and the Mouth. In board millimetres."""

from __future__ import annotations

from printables.drawing import emblems
from printables.scene import Curve, Group, Polygon, Rect, Shape, Style, Text
from printables.scene.theme import Theme
from printables.text.language import say

DEN = (4.3, 1.39, 3.0)  # cells: from the middle to the near edge, width, height
DEN_MIDDLE = -0.5  # cells below the middle of the board
CAVE = (4.3, 8.0, 1.775)  # cells: from the middle to the upper edge, width, height
MOUTH = (5.3, 8.0, 1.84)  # cells: from the middle to the middle of the Mouth, width, height
# Half the teeth of a jaw: cells from the middle, length, half the width.
TEETH = (
    (2.35, 0.52, 0.2),
    (1.92, 0.28, 0.14),
    (1.58, 0.26, 0.14),
    (1.26, 0.24, 0.13),
    (0.96, 0.22, 0.12),
    (0.68, 0.2, 0.11),
)
NAME = 0.23  # cells: the size of an area's name


def drawn(cell: float, theme: Theme, *, cave: bool) -> tuple[Shape, ...]:
    """All areas of the board; `cave` is false where the game is played without one."""
    shapes = [*(_den(side, cell, theme) for side in (-1, 1)), _mouth(cell, theme)]
    return (*shapes, *((_cave(cell, theme),) if cave else ()))


def marks(squares: tuple[tuple[str, float, float], ...], cell: float, theme: Theme) -> Group:
    """A small head in the lower right corner of each starting square: (side, x, y) in board millimetres."""
    ink = theme.ink("soft")
    shapes = tuple(
        Group(
            emblems.token(theme, side, ink, theme.ink("space")),
            x=x + 0.38 * cell,
            y=y + 0.38 * cell,
            scale=0.1 * cell,
        )
        for side, x, y in squares
    )
    return Group(shapes, classes="starts")


def _name(x: float, y: float, text: str, cell: float, theme: Theme) -> Text:
    return Text(x * cell, y * cell, text, NAME * cell, "serif-bold", "middle", theme.ink("ink"))


def _den(side: int, cell: float, theme: Theme) -> Group:
    """A fenced strip beside three squares, an arrow from each into it, its owner's head over it."""
    near, width, height = DEN
    line = Style(stroke=theme.ink("ink"), width=0.05 * cell)
    left = near if side > 0 else -near - width
    box = Rect(left * cell, (DEN_MIDDLE - height / 2) * cell, width * cell, height * cell, line, corner=0.2 * cell)
    arrows = tuple(
        Polygon(
            tuple(
                (side * x * cell, (DEN_MIDDLE + row + y) * cell) for x, y in ((4.05, -0.13), (4.05, 0.13), (4.25, 0))
            ),
            Style(fill=theme.ink("ink")),
        )
        for row in (-1, 0, 1)
    )
    middle, top = side * (near + width / 2), DEN_MIDDLE - height / 2
    head = emblems.token(theme, "jackal" if side < 0 else "wolf", theme.ink("ink"), theme.ink("paper"))
    owner = Group(head, x=middle * cell, y=(top - 0.95) * cell, scale=0.45 * cell)
    return Group((box, *arrows, owner, _name(middle, top - 0.18, say("Den"), cell, theme)), classes="area den")


def _cave(cell: float, theme: Theme) -> Group:
    """A low vault under the board, with a row for each side's pieces."""
    top, width, height = CAVE
    x, y, w, h = (-width / 2 * cell, top * cell, width * cell, height * cell)
    vault: tuple[tuple[str | float, ...], ...] = (
        ("M", x, y + h),
        ("L", x, y + 0.4 * cell),
        ("C", x, y + 0.1 * cell, x + 0.2 * cell, y, x + 0.5 * cell, y),
        ("L", x + w - 0.5 * cell, y),
        ("C", x + w - 0.2 * cell, y, x + w, y + 0.1 * cell, x + w, y + 0.4 * cell),
        ("L", x + w, y + h),
        ("Z",),
    )
    line = Style(stroke=theme.ink("ink"), width=0.05 * cell)
    return Group((Curve(vault, line), _name(0, top + 0.27, say("The Cave"), cell, theme)), classes="area cave")


def _mouth(cell: float, theme: Theme) -> Group:
    """Two jaws with their teeth above the board; the coins lie between them."""
    middle, width, height = MOUTH
    ink, light = theme.ink("ink"), theme.ink("space")
    half = width / 2
    shapes: list[Shape] = []
    for jaw in (1, -1):
        lip, gum = jaw * height / 2, jaw * (height / 2 - 0.2)
        edge: tuple[tuple[str | float, ...], ...] = (
            ("M", -half, 0.0),
            ("C", -half + 0.3, lip, -half + 1.0, lip, -half + 1.8, lip),
            ("L", half - 1.8, lip),
            ("C", half - 1.0, lip, half - 0.3, lip, half, 0.0),
            ("C", half - 0.6, gum * 0.8, half - 1.1, gum, half - 1.8, gum),
            ("L", -half + 1.8, gum),
            ("C", -half + 1.1, gum, -half + 0.6, gum * 0.8, -half, 0.0),
            ("Z",),
        )
        shapes.append(Curve(_scaled(edge, cell, middle), Style(fill=ink, stroke=ink, width=0.03 * cell)))
        for x, length, wide in TEETH:
            for side in (1, -1):
                tooth = ((side * x - wide, gum), (side * x + wide, gum), (side * x, gum - jaw * length))
                points = tuple((a * cell, (b - middle) * cell) for a, b in tooth)
                shapes.append(Polygon(points, Style(fill=light, stroke=ink, width=0.03 * cell)))
    return Group((*shapes, _name(0, -middle + 0.08, say("The Mouth"), cell, theme)), classes="area mouth")


def _scaled(
    segments: tuple[tuple[str | float, ...], ...], cell: float, middle: float
) -> tuple[tuple[str | float, ...], ...]:
    """A path in cells about the middle of the Mouth, in board millimetres."""
    return tuple(
        (kind, *((value - (middle if n % 2 else 0.0)) * cell for n, value in enumerate(map(float, numbers))))
        for kind, *numbers in segments
    )
