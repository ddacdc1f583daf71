from __future__ import annotations

import math

import pytest
import scenes
from hypothesis import assume, given, settings, strategies as st
from lanes import tries

from printables.drawing import bounds
from printables.scene import Circle, Curve, Group, Line, Polygon, Rect, Style, Symbol, Text, Use, arc, walk

FILL = Style(fill="#000000")
STROKE = Style(stroke="#000000", width=2)


@given(st.floats(-360, 360), st.floats(-360, 360), st.floats(0.1, 500))
def test_an_arc_keeps_its_radius(start: float, end: float, radius: float) -> None:
    curve = arc((3, 4), radius, start, end, STROKE)
    here = (float(curve.segments[0][1]), float(curve.segments[0][2]))
    for segment in curve.segments[1:]:
        x1, y1, x2, y2, x3, y3 = (float(number) for number in segment[1:])
        for t in (0.1, 0.25, 0.5, 0.75, 1.0):
            s = 1 - t
            x = s**3 * here[0] + 3 * s * s * t * x1 + 3 * s * t * t * x2 + t**3 * x3
            y = s**3 * here[1] + 3 * s * s * t * y1 + 3 * s * t * t * y2 + t**3 * y3
            assert math.dist((3, 4), (x, y)) == pytest.approx(radius, rel=3e-4)
        here = (x3, y3)
    turn = math.radians(end)
    assert here == pytest.approx((3 + radius * math.sin(turn), 4 - radius * math.cos(turn)), abs=1e-6 * radius)


def test_walk_goes_into_groups_and_uses() -> None:
    circle, rect = Circle((0, 0), 1, FILL), Rect(0, 0, 1, 1, FILL)
    use = Use(Symbol("s", (rect,)))
    group = Group((circle, use))
    assert list(walk((group, circle))) == [group, circle, use, rect, circle]


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        (Line((0, 0), (10, 0), STROKE), (0, -1, 10, 1)),
        (Line((0, 0), (10, 0), Style(stroke="#000000", width=2, cap="round")), (-1, -1, 11, 1)),
        (Line((5, 5), (5, 5), STROKE), (5, 5, 5, 5)),
        (Circle((5, 5), 3, FILL), (2, 2, 8, 8)),
        (Circle((5, 5), 3, STROKE), (1, 1, 9, 9)),
        (Rect(1, 2, 3, 4, FILL), (1, 2, 4, 6)),
        (Polygon(((0, 0), (4, 1), (2, 8)), FILL), (0, 0, 4, 8)),
        (Curve((("M", 0, 0), ("C", 0, 4, 10, 4, 10, 0)), FILL), (0, 0, 10, 3)),
        (arc((0, 0), 10, 0, 360, FILL), (-10, -10, 10, 10)),
        (Group((Circle((1, 0), 1, FILL),), 10, 20, 3, 90), (7, 20, 13, 26)),
        (Use(Symbol("s", (Rect(0, 0, 2, 1, FILL),)), 5, 5, 1, 90), (4, 5, 5, 7)),
        (Group((Rect(0, 0, 100, 100, FILL),), 10, 0, clip=Circle((5, 5), 2, FILL)), (13, 3, 17, 7)),
    ],
)
def test_extent(shape: Line, box: tuple[float, ...]) -> None:
    assert bounds.of((shape,)) == pytest.approx(box, abs=1e-2)


def test_extent_of_nothing_and_of_what_is_clipped_away() -> None:
    assert bounds.of(()) is None
    assert bounds.of((Text(0, 0, " ", 5),)) is None
    assert bounds.of((Group((Rect(0, 0, 1, 1, FILL),), clip=Rect(5, 5, 1, 1, FILL)),)) is None


def test_extent_of_text_follows_anchor_turn_and_width() -> None:
    def box(**how: object) -> tuple[float, ...]:
        found = bounds.of((Text(10, 20, "Postfox", 5, **how),))  # type: ignore[arg-type]
        assert found
        return found

    x0, y0, x1, y1 = box()
    assert (x0, y0, y1) == pytest.approx((10, 20 - 3.75, 20 + 1.25))
    assert box(anchor="end")[::2] == pytest.approx((10 - (x1 - x0), 10))
    assert box(anchor="middle")[::2] == pytest.approx((10 - (x1 - x0) / 2, 10 + (x1 - x0) / 2))
    assert box(width=50.0)[::2] == pytest.approx((10, 60))
    assert box(rotate=90.0) == pytest.approx((10 - 1.25, 20, 10 + 3.75, 20 + x1 - x0))


@settings(max_examples=tries(100), deadline=None)
@given(scenes.shapes, st.floats(-50, 50), st.floats(-50, 50))
def test_extent_moves_with_its_shapes(shape: scenes.Shape, x: float, y: float) -> None:
    box = bounds.of((shape,))
    assume(box is not None)
    assert box is not None
    moved = bounds.of((Group((shape,), x, y),))
    assert moved == pytest.approx((box[0] + x, box[1] + y, box[2] + x, box[3] + y), abs=1e-6)
    larger = bounds.of((Group((shape,), scale=2),))
    assert larger == pytest.approx(tuple(2 * edge for edge in box), abs=1e-6)
