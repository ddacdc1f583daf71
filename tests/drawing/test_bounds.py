"""Boxes about curves against many points of them; which shapes reach into a box; tracks of paths by their points."""

from __future__ import annotations

import math
from random import Random

import pytest

from printables.drawing import bounds, routes
from printables.scene import Box, Circle, Curve, Group, Image, Line, Rect, Shape, Style, Text, Use
from printables.scene.components import Board, Path, Place
from printables.scene.theme import CLASSIC

INK = Style(stroke="#000000", width=2)


def sampled(segments: list[tuple[float, ...]], start: tuple[float, float], turn: float) -> Box:
    """The box about many points of cubics, turned about (0, 0)."""
    points = [start]
    for segment in segments:
        x0, y0 = points[-1]
        x1, y1, x2, y2, x3, y3 = segment
        for n in range(1, 401):
            t, s = n / 400, 1 - n / 400
            k = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
            points.append(
                (k[0] * x0 + k[1] * x1 + k[2] * x2 + k[3] * x3, k[0] * y0 + k[1] * y1 + k[2] * y2 + k[3] * y3)
            )
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    xs, ys = [cos * x - sin * y for x, y in points], [sin * x + cos * y for x, y in points]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("turn", [0, 33, 180])
def test_a_box_about_a_curve_is_that_of_its_points(turn: int) -> None:
    chance = Random(turn)
    for number in range(40):
        start, *cubics = ([chance.uniform(-10, 10) for _ in range(6)] for _ in range(1 + number % 3 + 1))
        if number % 4 == 0:  # a quadratic curve along an axis: the cubic term is nought
            x, y = start[:2]
            cubics[0] = [x + 2, y + 20, x + 4, y + 20, x + 6, y]
        path = (("M", *start[:2]), *(("C", *cubic) for cubic in cubics))
        box = bounds.of((Group((Curve(path, Style(fill="#000000")),), rotate=turn),))
        assert box == pytest.approx(sampled([tuple(cubic) for cubic in cubics], (start[0], start[1]), turn), abs=0.003)
        stroked = bounds.of((Group((Curve(path, INK),), rotate=turn),))
        assert box and stroked == pytest.approx((box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1))


def test_a_slanting_line_with_flat_ends_reaches_aside_alone() -> None:
    assert bounds.of((Line((0, 0), (3, 4), INK),)) == pytest.approx((-0.8, -0.6, 3.8, 4.6))
    assert bounds.of((Group((Line((0, 0), (3, 4), INK),), 10, 20, 2),)) == pytest.approx((8.4, 18.8, 17.6, 29.2))
    assert bounds.of((Line((0, 0), (3, 4), Style(width=2)),)) == (0, 0, 3, 4)


def test_boxes_overlap_where_they_meet() -> None:
    assert bounds.overlap((0, 0, 4, 4), (2, 1, 9, 3)) == (2, 1, 4, 3)
    assert bounds.overlap((0, 0, 4, 4), (4, 4, 9, 9)) == (4, 4, 4, 4)
    assert bounds.overlap((0, 0, 4, 4), (4.1, 0, 9, 9)) is None and bounds.overlap((0, 0, 4, 4), (0, 5, 9, 9)) is None


def test_the_shapes_that_reach_into_a_box_are_found_in_groups_too() -> None:
    near, far = Rect(0, 0, 2, 2, Style(fill="#000000")), Rect(50, 0, 2, 2, Style(fill="#000000"))
    low = Rect(0, 4, 2, 2, Style(fill="#000000"))
    moved = Group((near, far, low), 10, 20, 2)
    turned, clipped = moved._replace(rotate=90), moved._replace(clip=Rect(0, 0, 9, 9, Style()))
    box = (9.0, 19.0, 15.0, 25.0)
    assert list(bounds.within((near, moved, turned, clipped, Text(0, 0, " ", 5)), box)) == [
        moved._replace(shapes=(near,)), turned, clipped,
    ]  # fmt: skip
    assert list(bounds.within((moved,), (100, 0, 120, 30))) == [moved._replace(shapes=(far,))]


def test_a_picture_reaches_to_its_edges_however_it_lies() -> None:
    image = Image(1, 2, 3, 4, b"")
    assert bounds.of((Group((image,), 10, 0, 1, 90),)) == pytest.approx((4, 1, 8, 4))


ROUND = Board(
    (Place("a", 0, -10, 2), Place("b", 10, 0, 4), Place("c", 0, 10, 2), Place("d", 30, 40, 2)),
    (Path("a", "b", centre=(0, 0)), Path("c", "b", True, centre=(0, 0)), Path("b", "d")),
)


def test_a_track_is_cut_back_by_its_places_and_goes_along_its_line_or_arc() -> None:
    first, second, third = (routes.tracked(ROUND, path) for path in ROUND.paths)
    cuts = [math.degrees(2 * math.asin(cut / 20)) for cut in (1, 2)]
    assert (first.radius, first.start, first.end) == pytest.approx((10, cuts[0], 90 - cuts[1]))
    assert (second.start, second.end) == pytest.approx((180 - cuts[0], 90 + cuts[1]))
    assert first.length == second.length == pytest.approx(math.radians(90 - sum(cuts)) * 10)
    way = math.dist((10, 0), (30, 40))
    unit = (20 / way, 40 / way)
    assert (*third.a, *third.b) == pytest.approx((10 + 2 * unit[0], 2 * unit[1], 30 - unit[0], 40 - unit[1]))
    assert third.length == pytest.approx(way - 3)
    at, to = third.at(0.25)
    assert at == pytest.approx((third.a[0] + (way - 3) / 4 * unit[0], third.a[1] + (way - 3) / 4 * unit[1]))
    assert to == pytest.approx(unit)
    for track, turn in ((first, 1), (second, -1)):
        for part in (0.0, 0.3, 1.0):
            (x, y), (dx, dy) = track.at(part)
            angle = math.radians(track.start + part * (track.end - track.start))
            assert (x, y) == pytest.approx((10 * math.sin(angle), -10 * math.cos(angle)))
            assert (dx, dy) == pytest.approx((turn * math.cos(angle), turn * math.sin(angle)))
    bare = routes.tracked(ROUND, ROUND.paths[2], inset=(0, 5))
    assert (*bare.a, *bare.b) == pytest.approx((10, 0, 30 - 5 * unit[0], 40 - 5 * unit[1]))
    assert third.segments() == (("M", *third.a), ("L", *third.b))
    assert first.segments()[0][1:] == pytest.approx(first.at(0)[0]) and first.segments()[-1][-2:] == pytest.approx(
        first.at(1)[0]
    )


def test_a_way_begins_and_ends_short_of_its_places_and_goes_through_those_between() -> None:
    segments = routes.way(ROUND, ("a", "b", "d"), 1, 5)
    unit = (20 / math.dist((10, 0), (30, 40)), 40 / math.dist((10, 0), (30, 40)))
    begin = 2 * math.asin(1 / 20)
    assert segments[0][1:] == pytest.approx((10 * math.sin(begin), -10 * math.cos(begin)))
    assert segments[-2][-2:] == pytest.approx((10, 0))
    assert segments[-1] == ("L", pytest.approx(30 - 5 * unit[0]), pytest.approx(40 - 5 * unit[1]))
    assert routes.way(ROUND, ("a", "d")) == (("M", 0, -10), ("L", 30, 40)), "straight, where no path is"


def test_a_trail_ends_in_a_head_and_hides_the_heads_of_the_board() -> None:
    halo, line, head = routes.trail(ROUND, ("b", "d"), CLASSIC, width=2, stop=3, dash=(1, 2)).shapes
    assert isinstance(halo, Curve) and isinstance(line, Curve)
    assert halo.segments == line.segments == routes.way(ROUND, ("b", "d"), 0, 3 + 0.7 * 2.6 * 2)
    assert halo.style.width == pytest.approx(max(3.6, 1.1 * 0.24 * ROUND.pitch))
    assert (line.style.width, line.style.dash, line.style.cap) == (2, (1, 2), "round")
    plain = Board(ROUND.places, tuple(path._replace(one_way=False) for path in ROUND.paths))
    assert routes.trail(plain, ("b", "d"), CLASSIC, width=2).shapes[0].style.width == pytest.approx(3.6)  # type: ignore[union-attr]
    way = math.dist((10, 0), (30, 40))
    unit = (20 / way, 40 / way)
    (tip, left, right) = head.points  # type: ignore[union-attr]
    assert tip == pytest.approx((30 - 3 * unit[0], 40 - 3 * unit[1]))
    foot = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
    assert math.dist(tip, foot) == pytest.approx(5.2) and math.dist(left, right) == pytest.approx(1.2 * 5.2)
    assert head.style.width == pytest.approx(0.6)  # type: ignore[union-attr]
    ring = routes.trail(ROUND, ("b",), CLASSIC).shapes
    assert ring == (Circle((10, 0), ROUND.pitch * 0.53, Style(stroke=CLASSIC.ink("accent"), width=1.2)),)


def test_what_is_turned_often_is_named_seldom() -> None:
    art: tuple[Shape, ...] = (Rect(0, 0, 1, 1, INK),)
    for turns, few in ((12, 3), (16, 4), (7, 1), (1, 1)):
        made = routes._turned(art, turns, "x")
        angles = [0.0]
        shapes, levels = made, 0
        while isinstance(shapes[0], Use):
            angles = [angle + use.rotate for use in shapes if isinstance(use, Use) for angle in angles]
            shapes, levels = shapes[0].symbol.shapes, levels + 1
        assert sorted(angles) == pytest.approx([360 * n / turns for n in range(turns)])
        assert shapes == art and levels == (few > 1) + (turns // few > 1)
