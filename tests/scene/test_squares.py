"""Boards of squares: how they are drawn, and how large a token may be on them."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from printables.drawing import artwork, spaces
from printables.scene import Curve, Group, Rect, Text, walk
from printables.scene.components import Board, Path, Place
from printables.scene.theme import CLASSIC

SIDE = 20.0
SQUARES = Board(
    (
        Place("a1", 0, 0, SIDE, "cell dark"),
        Place("b1", SIDE, 0, SIDE, "cell"),
        Place("x", SIDE / 2, SIDE / 2, 5.0, "crossing", label=""),
        Place("m", 5 * SIDE, 0, 30.0, "area", label=""),
        Place("s", 3 * SIDE, 0, 15.0, "slot", label=""),
    ),
    (Path("a1", "b1", kind="side"), Path("a1", "x", kind="corner"), Path("x", "s", kind="way")),
)
CELLS = Board((Place("a1", 0, 0, SIDE, "cell"), Place("b1", SIDE, 0, SIDE, "cell")), (Path("a1", "b1", kind="side"),))


def group(shapes: tuple, classes: str) -> Group:
    return next(shape for shape in shapes if isinstance(shape, Group) and shape.classes == classes)


def test_shaded_squares_and_slots():
    fills = {name: spaces.drawn(SQUARES.by_id[name], CLASSIC).shapes[0].style.fill for name in ("a1", "b1")}
    assert fills["a1"] == CLASSIC.ink("shade") != fills["b1"] == CLASSIC.ink("space")
    assert spaces.drawn(SQUARES.by_id["s"], CLASSIC).shapes[0].style.stroke == CLASSIC.ink("faint")


def test_an_area_is_left_to_the_art():
    assert spaces.drawn(SQUARES.by_id["m"], CLASSIC).shapes == ()


def test_paths_into_squares_are_not_drawn():
    shapes = artwork.board(SQUARES, CLASSIC)
    assert [shape.classes for shape in shapes if "paths" in shape.classes] == ["paths way"]
    assert len([shape for shape in walk(shapes) if isinstance(shape, Curve)]) == 1


def test_the_name_of_a_square_stands_in_its_top_left_corner():
    names = group(artwork.board(SQUARES, CLASSIC), "names")
    (a1, b1) = (shape for shape in walk((names,)) if isinstance(shape, Text))
    assert (a1.text, b1.text) == ("a1", "b1")
    assert -SIDE / 2 < a1.x < -SIDE / 3 and -SIDE / 2 < a1.y - a1.size < -SIDE / 3
    square = spaces.drawn(SQUARES.by_id["b1"], CLASSIC).shapes[0]
    assert isinstance(square, Rect) and square.x < b1.x


@pytest.mark.parametrize("count", [2, 3, 5, 10])
def test_tokens_in_a_heap_overlap_and_stay_in_their_square(count: int):
    heap = artwork.heap(CELLS, CELLS.by_id["a1"], count)
    for under, over in pairwise(heap):
        assert 0.05 * SIDE < math.dist(under[:2], over[:2]) < (under[2] + over[2]) / 2
    assert all(abs(x) + wide / 2 < SIDE / 2 and abs(y) + wide / 2 < SIDE / 2 for x, y, wide in heap)
    assert artwork.heap(SQUARES, SQUARES.by_id["b1"], 1)[0][:2] == (SIDE, 0)


def test_a_token_on_a_crossing_may_reach_into_the_squares_round_it():
    """Its neighbours stand in the middle of their squares, half a diagonal away: that is the room there is."""
    assert SQUARES.room == pytest.approx(SIDE * math.sqrt(0.5))
