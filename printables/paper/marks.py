"""What helps to cut, fold and lay paper together: crop marks, registration marks, rulers, all in mm and pure.

Crop marks are 0.2 mm (0.57 points) wide: print shops lose anything under 0.4 points.
"""

from __future__ import annotations

from collections.abc import Iterable

from printables.scene import Box, Line, Polygon, Shape, Style

BLACK = "#000000"
WIDTH = 0.2
GAP, LENGTH = 3.0, 5.0  # how far a mark stays off the corner (past any bleed), and how long it is


def crop(box: Box, within: Box, gap: float = GAP, length: float = LENGTH, ink: str = BLACK) -> tuple[Line, ...]:
    """Two marks at each corner of a piece, outside it, as much of them as lies within the printable part."""
    x0, y0, x1, y1 = box
    return edges((x0, x1), (y0, y1), box, within, gap, length, ink)


def edges(
    xs: Iterable[float],
    ys: Iterable[float],
    around: Box,
    within: Box,
    gap: float = GAP,
    length: float = LENGTH,
    ink: str = BLACK,
) -> tuple[Line, ...]:
    """Marks on all four sides of a block of pieces for straight cuts through it, at each of `xs` and `ys`.

    The block is `around`; marks begin `gap` mm off it. Those that would lie outside `within` are shortened or left out.
    """
    style = Style(stroke=ink, width=WIDTH)
    left, top, right, bottom = around
    out: list[Line] = []
    for x in dict.fromkeys(xs):
        for near, far in ((top - gap, top - gap - length), (bottom + gap, bottom + gap + length)):
            end = min(max(far, within[1]), within[3])
            if within[0] <= x <= within[2] and abs(end - near) >= 1 and (end - near) * (far - near) > 0:
                out.append(Line((x, near), (x, end), style))
    for y in dict.fromkeys(ys):
        for near, far in ((left - gap, left - gap - length), (right + gap, right + gap + length)):
            end = min(max(far, within[0]), within[2])
            if within[1] <= y <= within[3] and abs(end - near) >= 1 and (end - near) * (far - near) > 0:
                out.append(Line((near, y), (end, y), style))
    return tuple(out)


def corners(within: Box, size: float = 5.0, thick: float = 0.5, ink: str = BLACK) -> tuple[Shape, ...]:
    """Registration marks as cutting machines read them: a filled square top left, angles at the two corners beside."""
    x0, y0, x1, y1 = within
    style = Style(stroke=ink, width=thick)
    half = thick / 2
    square = (x0, y0), (x0 + size, y0), (x0 + size, y0 + size), (x0, y0 + size)
    return (
        Polygon(square, Style(fill=ink)),
        Polygon(((x1 - size, y0 + half), (x1 - half, y0 + half), (x1 - half, y0 + size)), style, closed=False),
        Polygon(((x0 + half, y1 - size), (x0 + half, y1 - half), (x0 + size, y1 - half)), style, closed=False),
    )
