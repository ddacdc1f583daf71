"""What a knife leaves: cuts, leaves, stars, splines, bands and rims by plain arithmetic; ornaments by digest."""

from __future__ import annotations

import math
from hashlib import sha256

import pytest
from lanes import Golden

from printables.drawing import hand, nets
from printables.scene import Circle, Curve, Line, Polygon, Rect, Style


def test_straight_shapes_have_their_corners() -> None:
    assert hand.box(1, 2, 3, 4) == (("M", 1, 2), ("L", 4, 2), ("L", 4, 6), ("L", 1, 6), ("Z",))
    assert hand.polygon(((0, 0), (1.005, 2.0049)), closed=False) == (("M", 0, 0), ("L", 1.0, 2.0))
    assert hand.star((10, 20), 10, 4, 0.5) == hand.polygon(
        (10 + radius * math.sin(turn * math.pi / 4), 20 - radius * math.cos(turn * math.pi / 4))
        for turn, radius in enumerate((10, 5) * 4)
    )
    assert len(hand.star((0, 0), 1, 5)) == 11 and hand.star((0, 0), 1, 5, turn=0)[0] == ("M", 1.0, 0.0)


def test_a_point_in_a_direction_is_reckoned_clockwise_from_the_right() -> None:
    assert hand.polar((1, 2), 10, 0) == pytest.approx((11, 2))
    assert hand.polar((1, 2), 10, 90) == pytest.approx((1, 12))


def test_a_hole_is_its_outline_walked_the_other_way() -> None:
    path = (("M", 0, 0), ("L", 9, 0), ("C", 9, 3, 6, 6, 3, 6), ("Z",))
    assert hand.hole(path) == (("M", 3, 6), ("C", 6, 6, 9, 3, 9, 0), ("L", 0, 0), ("Z",))
    assert hand.hole(hand.hole(path)) == path
    two = hand.joined((hand.box(0, 0, 1, 1), path))
    assert hand.hole(two) == hand.joined((hand.hole(hand.box(0, 0, 1, 1)), hand.hole(path)))


def test_a_circle_keeps_its_radius() -> None:
    start, *rest, end = hand.circle(3, 4, 10)
    assert (start, end) == (("M", -7, 4), ("Z",))
    here = (-7.0, 4.0)
    for _, x1, y1, x2, y2, x3, y3 in rest:  # type: ignore[misc]
        for t in (0.25, 0.5, 0.75, 1.0):
            s, curve = 1 - t, ((here[0], x1, x2, x3), (here[1], y1, y2, y3))
            x, y = (s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d for a, b, c, d in curve)  # type: ignore[operator]
            assert math.dist((3, 4), (x, y)) == pytest.approx(10, abs=0.01)
        here = (float(x3), float(y3))
    assert here == (-7, 4)


def test_a_spline_goes_through_its_points_and_bends_no_further_than_is_said() -> None:
    points = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 30.0))
    for closed in (True, False):
        start, *cubics = hand.spline(points, closed=closed)
        assert start == ("M", 0, 0) and (cubics[-1] == ("Z",)) == closed
        ends = [tuple(cubic[5:]) for cubic in cubics if cubic[0] == "C"]
        assert ends == [*points[1:], *points[:1]][: 4 if closed else 3]
        a = points[0]
        for cubic, b in zip(cubics, ends, strict=False):
            side = math.dist(a, b)  # type: ignore[arg-type]
            for end, handle in ((a, cubic[1:3]), (b, cubic[3:5])):
                assert 0.27 <= math.dist(end, handle) / side <= 0.43  # type: ignore[arg-type]
            a = b  # type: ignore[assignment]
    # At a corner, and at the ends of an open one, a handle points straight at its neighbour.
    corner = hand.spline((points[0], (10.0, 0.0, "c"), points[2], points[3]))
    assert corner[1][3:5] == (7, 0) and corner[2][1:3] == (10, 3)
    first, *_, last = hand.spline(points, closed=False)[1:]
    assert first[1:3] == (3, 0) and last[3:5] == (3, 24)
    # In the middle handles lie along the line between the neighbours: of (0, 0) and (10, 10), a third of its half.
    reach = math.sqrt(50) / 1.5
    reach = max(min(reach, 4.2), 2.8)
    assert hand.spline(points)[1][3:5] == pytest.approx((10 - reach / math.sqrt(2), -reach / math.sqrt(2)), abs=0.006)


def test_a_cut_is_as_wide_as_is_said_where_it_is_fattest() -> None:
    assert hand.gouge((0, 0), (10, 0), 2, fat=0.5) == hand.crescent((0, 0), (5, 2), (10, 0), (5, -2))
    assert hand.gouge((0, 0), (0, 10), 1, bow=0.1) == hand.crescent((0, 0), (-2, 4), (0, 10), (0, 4))
    assert hand.crescent((0, 0), (3, 6), (9, 0), (3, 3)) == (
        ("M", 0, 0), ("C", 2, 4, 5, 4, 9, 0), ("C", 5, 2, 2, 2, 0, 0), ("Z",),
    )  # fmt: skip
    assert hand.leaf((1, 2), 90, 10, 0.3, 0.2) == (
        ("M", 1, 2), ("C", 4, 3.5, 3.1, 8.5, -1, 12), ("C", -2.3, 8.5, -2, 3.5, 1, 2), ("Z",),
    )  # fmt: skip


def test_a_stroke_is_as_wide_to_either_side_as_is_said_along_it() -> None:
    line = hand.brush(((0, 0), (10, 0), (20, 0)), lambda t: 1 + t)
    assert line == hand.polygon(((0, 1), (10, 1.5), (20, 2), (20, -2), (10, -1.5), (0, -1)))
    points = hand.sample(((0, 0), (10, 0), (10, 10)), 4)
    assert len(points) == 9 and points[0] == (0, 0) and points[4] == (10, 0) and points[8] == (10, 10)
    assert points[2] == pytest.approx((5, -0.625))  # as Catmull and Rom have it, the end twice
    assert points[6] == pytest.approx((10.625, 5))


def test_an_outline_is_that_of_its_shape() -> None:
    ink = Style()
    assert hand.outline(Line((1, 2), (3, 4), ink)) == (("M", 1, 2), ("L", 3, 4))
    assert hand.outline(Rect(1, 2, 3, 4, ink)) == hand.box(1, 2, 3, 4)
    assert hand.outline(Polygon(((1, 2), (3, 4), (5, 0)), ink)) == (("M", 1, 2), ("L", 3, 4), ("L", 5, 0), ("Z",))
    assert hand.outline(Polygon(((1, 2), (3, 4)), ink, closed=False)) == (("M", 1, 2), ("L", 3, 4))
    assert hand.outline(Curve((("M", 1, 2),), ink)) == (("M", 1, 2),)
    assert hand.outline(Circle((1, 2), 3, ink))[-1] == ("Z",)


def test_ornaments_are_cut_as_they_were(golden: Golden) -> None:
    """Digests: what moves by a hundredth of a millimetre is seen here; look at a board before you keep it."""

    def at(u: float, v: float) -> tuple[float, float]:
        return u + 0.1 * v, v - 0.01 * u

    made = {
        f"{kind} {length} {'sparse' if sparse else 'dense'}": hand.band(kind, at, length, 1.95 * unit, sparse=sparse)
        for kind in ("heads", "leaves", "beads")
        for unit, length in ((1.0, 2.0), (1.0, 4.9), (1.0, 5.1), (1.0, 9.5), (1.0, 9.7), (1.5, 40.0))
        for sparse in (False, True)
    }
    assert hand.band("", at, 10, 1) == ()
    kinds: tuple[hand.Rim, ...] = ("teeth", "scales", "beads", "leaves", "cord", "line", "stars", "rays", "")
    made |= {f"rim of {kind or 'nothing'}": hand.rim(kind, 10, 1.2) for kind in kinds}
    lines = [f"{sha256(repr(path).encode()).hexdigest()[:12]} {len(path)} {name}\n" for name, path in made.items()]
    golden("drawing/ornaments.txt", "".join(lines))


def test_nets_of_boxes_have_their_lines_where_they_were(golden: Golden) -> None:
    lines = []
    for size in ((60, 90, 20), (30, 50, 40)):
        for kinds in (nets.PANELS, ("front", "side"), ("back", "side")):
            for field, value in nets.box_net(*size, kinds)._asdict().items():
                lines.append(f"{size} {' '.join(kinds)}: {field} {value}\n")
    golden("drawing/boxes.txt", "".join(lines))
