"""Curves as machines that follow straight lines take them, and where on the page they are."""

from __future__ import annotations

import io
from itertools import pairwise

import ezdxf
import pytest
from hypothesis import given, settings, strategies as st
from lanes import tries

from printables.render import dxf
from printables.scene import Circle, Curve, Line, Page, Polygon, Sheet, Style

INK = Style(stroke="#000000")
NUMBERS = st.complex_numbers(max_magnitude=50, allow_nan=False, allow_infinity=False)


def bezier(ends: tuple[complex, ...], part: float) -> complex:
    """A point of a curve, as de Casteljau finds it."""
    while len(ends) > 1:
        ends = tuple(a + part * (b - a) for a, b in pairwise(ends))
    return ends[0]


def curved(*ends: complex) -> tuple[tuple[str | float, ...], ...]:
    first, *rest = ends
    return ("M", first.real, first.imag), ("C", *(part for z in rest for part in (z.real, z.imag)))


@settings(max_examples=tries(30), deadline=None)
@given(st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS))
def test_a_curve_becomes_lines_between_its_points_that_stay_near_it(ends: tuple[complex, ...]) -> None:
    ((points, closed),) = dxf.flat(curved(*ends))
    assert not closed and points[0] == ends[0]
    count = len(points) - 1
    assert points == pytest.approx([bezier(ends, n / count) for n in range(count + 1)])
    for n, (a, b) in enumerate(pairwise(points)):
        for part in (0.25, 0.5, 0.75):
            assert abs(bezier(ends, (n + part) / count) - (a + part * (b - a))) <= dxf.NEAR + 1e-9


@pytest.mark.parametrize("turn", [1, 1j, 0.6 + 0.8j])
@pytest.mark.parametrize(("bend", "count"), [(0.0, 1), (0.0133, 1), (0.0134, 2), (0.0533, 2), (0.0534, 3), (11.9, 30)])
def test_lines_are_no_more_than_a_bend_needs(turn: complex, bend: float, count: int) -> None:
    """In so many lines a curve lies 0.75 of its bend off them, by the square of how many."""
    for ends in ((0, 0, bend, 2 * bend), (2 * bend, bend, 0, 0), (1, 1 + bend, 1 + 3 * bend, 1 + 6 * bend)):
        ((points, _),) = dxf.flat(curved(*(5 + turn * end for end in ends)))
        assert len(points) - 1 == count


def test_each_part_of_a_path_is_a_line_of_its_own_open_or_closed() -> None:
    path = (
        *(("M", 0, 0), ("L", 1, 0), ("M", 5, 5), ("L", 6, 5), ("L", 6, 6), ("Z",)),
        *(("M", 2, 2), ("L", 3, 3), ("Z",), ("M", 7, 7), ("L", 8, 8)),
    )
    assert list(dxf.flat(path)) == [
        ([0, 1], False),
        ([5 + 5j, 6 + 5j, 6 + 6j], True),
        ([2 + 2j, 3 + 3j], True),
        ([7 + 7j, 8 + 8j], False),
    ]
    assert list(dxf.flat(())) == []


def test_layers_have_their_colours_and_the_page_its_height_upside_down() -> None:
    red, blue = (INK._replace(stroke=colour) for colour in ("#ff0000", "#0000ff"))
    page = Page(
        70,
        40,
        (Polygon(((10, 5), (20, 5), (20, 15)), INK),),
        cut=(Circle((30, 10), 4, red), Line((1, 2), (3, 4), red)),
        fold=(Curve((("M", 5, 30), ("L", 9, 31)), blue),),
    )
    document = ezdxf.read(io.StringIO(dxf.render(page, Sheet("t", (page,))).decode()))
    assert {name: document.layers.get(name).color for name in ("PRINT", "CUT", "FOLD")} == {
        **{"PRINT": 7, "CUT": 1, "FOLD": 5},
    }
    assert {one.dxf.color for one in document.modelspace()} == {256}
    (ring,) = document.modelspace().query("CIRCLE")
    assert (tuple(ring.dxf.center)[:2], ring.dxf.radius, ring.dxf.layer) == ((30, 30), 4, "CUT")
    lines = {
        one.dxf.layer: ([tuple(point) for point in one.get_points("xy")], one.closed)
        for one in document.modelspace().query("LWPOLYLINE")
    }
    assert lines == {
        "PRINT": ([(10, 35), (20, 35), (20, 25)], True),
        "CUT": ([(1, 38), (3, 36)], False),
        "FOLD": ([(5, 10), (9, 9)], False),
    }
    assert document.units == ezdxf.units.MM
