"""Paths for machines lie where their shapes do, in all groups and symbols that they are in."""

from __future__ import annotations

import math

import pytest

from printables.drawing import bounds, hand
from printables.render import dxf
from printables.scene import Circle, Curve, Group, Line, Polygon, Rect, Shape, Style, Symbol, Use

INK = Style(stroke="#123456", width=0.5, dash=(1, 2), cap="round")
SHAPES: dict[str, Shape] = {
    "line": Line((1, 2), (9, 5), INK),
    "circle": Circle((4, 3), 2.5, INK),
    "rect": Rect(1, 2, 8, 5, INK),
    "polygon": Polygon(((0, 1), (8, 2), (5, 6)), INK),
    "open": Polygon(((0, 1), (8, 2), (5, 6)), INK, closed=False),
    "curve": Curve((("M", 1, 1), ("C", 5, -4, 9, 12, 10, 3), ("L", 3, 8)), INK),
}


def reach(path: hand.Segments) -> tuple[float, ...]:
    points = [point for some, _ in dxf.flat(path) for point in some]
    xs, ys = [point.real for point in points], [point.imag for point in points]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("turn", [0.0, 35.0, 90.0, 215.0])
def test_a_path_reaches_as_far_as_its_shape(kind: str, turn: float) -> None:
    shape = SHAPES[kind]
    inner = Use(Symbol(kind, (shape,)), 3, -2, 1.5, turn)
    nest = Group((Group((inner,), -4, 7, 0.8, 20.0),), 11, 5, 2.0, -20.0)
    ((path, style, clips, circle),) = hand.laid((nest,))
    assert style == INK._replace(width=pytest.approx(0.5 * 1.5 * 0.8 * 2)) and clips == ()
    box = bounds.of((nest,))
    half = style.width / 2
    assert box and reach(path) == pytest.approx((box[0] + half, box[1] + half, box[2] - half, box[3] - half), abs=0.02)
    closed = path[-1][0] == "Z"
    assert closed == (kind in ("circle", "rect", "polygon"))
    assert (circle is not None) == (kind == "circle")
    if circle:
        assert circle.radius == pytest.approx(2.5 * 1.5 * 0.8 * 2) and circle.style == style
        assert circle.centre == pytest.approx(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    ((own, *_),) = hand.laid((shape,))
    assert [one[0] for one in own] == [one[0] for one in path]


@pytest.mark.parametrize(("corner", "radius"), [(2.0, 2.0), (9.0, 2.5), (2.5, 2.5)])
def test_a_round_corner_is_a_quarter_of_a_circle_between_straight_sides(corner: float, radius: float) -> None:
    path = hand.outline(Rect(1, 2, 8, 5, INK, corner=corner))
    ((points, closed),) = dxf.flat(path)
    assert closed
    right, foot = 9 - radius, 7 - radius
    for point in points:
        x = min(max(point.real, 1 + radius), right)
        y = min(max(point.imag, 2 + radius), foot)
        assert (
            abs(point - complex(x, y)) == pytest.approx(radius, abs=0.01)
            or point.real in (1, 9)
            or point.imag in (2, 7)
        )
    ((tall, _),) = dxf.flat(hand.outline(Rect(2, 1, 5, 8, INK, corner=corner)))
    assert max(abs(min(abs(complex(z.imag, z.real) - other) for other in points)) for z in tall) < 0.3, "on its side"
    area = sum((a.conjugate() * b).imag for a, b in zip(points, [*points[1:], points[0]], strict=True)) / 2
    assert abs(area) == pytest.approx(40 - (4 - math.pi) * radius**2, abs=0.15)


def test_what_is_clipped_brings_the_paths_that_it_is_seen_within() -> None:
    outer, inner = Rect(0, 0, 30, 20, Style()), Circle((2, 2), 3, Style())
    nest = Group((Group((SHAPES["rect"],), 5, 6, 2.0, clip=inner), SHAPES["line"]), 100, 50, clip=outer)
    first, second = hand.laid((nest,))
    assert [reach(clip) for clip in first.clips] == [
        (100, 50, 130, 70),
        pytest.approx((105 + 4 - 6, 56 + 4 - 6, 105 + 4 + 6, 56 + 4 + 6), abs=0.02),
    ]
    assert second.clips == first.clips[:1]
