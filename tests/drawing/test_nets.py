from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from bench.nets import unfolded
from printables.drawing import nets
from printables.scene import Point

CORNERS = {4: 3, 6: 4, 8: 3, 10: 4, 12: 5, 20: 3}
EDGES = {4: 6, 6: 12, 8: 12, 10: 20, 12: 30, 20: 30}


def inside(point: Point, outline: tuple[Point, ...]) -> bool:
    """Whether a point lies well inside a convex outline."""
    sides = [
        (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True)
    ]
    return all(side > 1e-6 for side in sides) or all(side < -1e-6 for side in sides)


def lengths(outline: tuple[Point, ...]) -> list[float]:
    return sorted(round(math.dist(a, b), 9) for a, b in zip(outline, (*outline[1:], outline[0]), strict=True))


@pytest.mark.parametrize("sides", nets.SIDES)
def test_faces_are_all_there_and_alike(sides: int) -> None:
    net = nets.net(sides)
    assert sorted(side.value for side in net.sides) == list(range(1, sides + 1))
    assert {len(side.corners) for side in net.sides} == {CORNERS[sides]}
    for side in net.sides[1:]:
        assert lengths(side.corners) == pytest.approx(lengths(net.sides[0].corners))
        assert side.radius == pytest.approx(net.sides[0].radius)


@pytest.mark.parametrize("sides", nets.SIDES)
def test_it_closes_with_one_flap_or_none_on_each_open_edge(sides: int) -> None:
    """A tree of folds joins the faces; of every other edge both sides are cut, and one of them may carry a flap."""
    net = nets.net(sides)
    between = sides - 1
    assert len(net.folds) == between + len(net.flaps)
    # Round the outline each open edge counts once, one with a flap three times.
    assert len(net.outline) == 2 * (EDGES[sides] - between) + 2 * len(net.flaps)
    assert len(net.flaps) >= (EDGES[sides] - between) / 2
    assert all(set(flap[:2]) in [set(fold) for fold in net.folds] for flap in net.flaps)


@pytest.mark.parametrize("sides", nets.SIDES)
@given(data=st.data())
def test_nothing_overlaps(sides: int, data: st.DataObject) -> None:
    net = nets.net(sides)
    pieces = (*(side.corners for side in net.sides), *net.flaps)
    piece = data.draw(st.sampled_from(pieces))
    weights = [data.draw(st.floats(0.01, 1)) for _ in piece]
    point = (
        sum(w * x for w, (x, _) in zip(weights, piece, strict=True)) / sum(weights),
        sum(w * y for w, (_, y) in zip(weights, piece, strict=True)) / sum(weights),
    )
    assert not [other for other in pieces if other is not piece and inside(point, other)]


def area(outline: tuple[Point, ...]) -> float:
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


@pytest.mark.parametrize("sides", nets.SIDES)
def test_the_outline_goes_once_round_all_faces_and_flaps(sides: int) -> None:
    net = nets.net(sides)
    pieces = (*(side.corners for side in net.sides), *net.flaps)
    assert area(net.outline) == pytest.approx(sum(map(area, pieces)))
    corners = {(round(x, 6), round(y, 6)) for piece in pieces for x, y in piece}
    assert {(round(x, 6), round(y, 6)) for x, y in net.outline} == corners


def folded(net: nets.Net) -> dict[int, set[frozenset[Point]]]:
    """The edges of each face by its value, corners rounded, so that a shared edge is known again."""
    return {
        side.value: {
            frozenset((round(x, 6), round(y, 6)) for x, y in edge)
            for edge in zip(side.corners, (*side.corners[1:], side.corners[0]), strict=True)
        }
        for side in net.sides
    }


@pytest.mark.parametrize("sides", nets.SIDES)
def test_faces_hang_together(sides: int) -> None:
    edges = folded(nets.net(sides))
    reached, waiting = {1}, [1]
    while waiting:
        here = waiting.pop()
        for value, others in edges.items():
            if value not in reached and others & edges[here]:
                reached.add(value)
                waiting.append(value)
    assert reached == set(edges)


def test_a_cube_has_opposite_sides_that_sum_to_seven_and_runs_counter_clockwise() -> None:
    """In a cross, the faces two apart in a row are opposite; 1, 2, 3 run counter-clockwise about their corner."""
    at = {side.value: side.centre for side in nets.net(6).sides}
    x, y = at[1]
    step = 2 * nets.net(6).sides[0].radius
    spots = {(round((cx - x) / step), round((cy - y) / step)): value for value, (cx, cy) in at.items()}
    left, right, up, down = spots[-1, 0], spots[1, 0], spots[0, -1], spots[0, 1]
    assert left + right == up + down == 7
    assert 6 in (spots.get((0, 2)), spots.get((0, -2)), spots.get((2, 0)), spots.get((-2, 0)))
    around = [right, up, left, down]  # counter-clockwise as seen, y down
    assert around[(around.index(2) + 1) % 4] == 3


def test_art_stands_upright_on_squares() -> None:
    assert Counter(side.turn for side in nets.net(6).sides) == {0.0: 6}


@pytest.mark.parametrize("sides", nets.SIDES)
def test_what_is_kept_is_what_the_solid_unfolds_to(sides: int) -> None:
    made, net = unfolded(sides), nets.net(sides)
    assert made["outline"] == [pytest.approx(point) for point in net.outline]
    assert [[value, *(tuple(made["outline"][n]) for n in corners)] for value, *corners in made["sides"]] == [
        [side.value, *map(pytest.approx, side.corners)] for side in net.sides
    ]
    assert made["measures"] == pytest.approx(list(nets.measures(sides)))


def test_other_dice_are_unknown() -> None:
    with pytest.raises(KeyError):
        nets.net(7)
