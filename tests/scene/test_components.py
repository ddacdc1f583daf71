"""A board's measures, by plain arithmetic: how far apart places are, how large a token may be, how far all reaches."""

from __future__ import annotations

import math

import pytest

from printables.scene.components import Board, DieKind, Path, Place, about

DISCS = Board(
    (Place("a", 0, 0, 6), Place("b", 10, 0, 8), Place("c", 10, 12, 3, label="C"), Place("d", -5, 0, 1, label="")),
    (Path("a", "b", one_way=True), Path("b", "c"), Path("a", "c", kind="red", centre=(1, 2))),
    margin=2,
)
SQUARES = Board(
    (Place("a", 0, 0, 10, "cell"), Place("b", 10, 0, 10, "cell dark"), Place("c", 10, 10, 10, "cell")),
    (Path("a", "b"), Path("b", "c"), Path("a", "c")),
)
HEXAGONS = Board((Place("a", 0, 0, 10, "hex"), Place("b", 10, 0, 10, "hex dark")), (Path("a", "b"),))


def test_places_are_circles_squares_or_hexagons_and_have_names() -> None:
    assert [(place.cell, place.hexagon, place.name) for place in (*DISCS.places, *HEXAGONS.places)] == [
        (False, False, "a"), (False, False, "b"), (False, False, "C"), (False, False, ""),
        (True, True, "a"), (True, True, "b"),
    ]  # fmt: skip
    assert [(place.cell, place.hexagon) for place in SQUARES.places] == [(True, False)] * 3
    assert not Place("x", 0, 0, 1, "cellar").cell


def test_steps_follow_the_arrows_and_links_do_not() -> None:
    assert DISCS.steps == {"a": ("b", "c"), "b": ("c",), "c": ("b", "a"), "d": ()}
    assert DISCS.links == {"a": ("b", "c"), "b": ("a", "c"), "c": ("b", "a"), "d": ()}


def test_a_board_is_refused_whose_places_are_not_told_apart_or_whose_paths_lead_nowhere() -> None:
    with pytest.raises(ValueError, match="a place id is used twice"):
        Board((Place("a", 0, 0, 1), Place("a", 1, 0, 1)), ())
    for ends in (("a", "z"), ("z", "a")):
        with pytest.raises(ValueError, match=f"path {'-'.join(ends)} leads to no place"):
            Board((Place("a", 0, 0, 1),), (Path(*ends),))


def test_the_room_for_a_token_is_what_leaves_its_neighbours_free() -> None:
    assert [DISCS.span(path) for path in DISCS.paths] == [10, 12, math.hypot(10, 12)]
    assert (DISCS.pitch, DISCS.square) == (10, 10)
    # Between a and b: so wide that one on either place neither meets one on the other nor covers the larger place.
    assert DISCS.room == min(10, 2 * 10 - 8, 2 * 12 - 8)
    tight = Board((Place("a", 0, 0, 6), Place("b", 10, 0, 14)), (Path("a", "b"),))
    assert tight.room == 2 * 10 - 14
    assert (SQUARES.pitch, SQUARES.square, SQUARES.room) == (10, 10, 10)
    assert HEXAGONS.room == pytest.approx(7)


def test_a_token_is_as_wide_as_names_and_lines_allow() -> None:
    assert DISCS.token == pytest.approx(0.92 * 10)
    assert Board(DISCS.places, DISCS.paths, aside=True).token == pytest.approx(7.2)
    assert SQUARES.token == pytest.approx(max(0.8 * 10, 0.68 * 10))
    assert HEXAGONS.token == pytest.approx(0.96 * 7)
    wide = Board((Place("a", 0, 0, 10, "cell"), Place("b", 14, 0, 11, "cell")), (Path("a", "b"),))
    assert wide.token == pytest.approx(0.68 * 14) and wide.square == 10
    assert Board((Place("a", 0, 0, 10, "cell"), Place("b", 20, 0, 10, "cell")), (Path("a", "b"),)).token == 9.6


def test_a_board_reaches_half_a_pitch_or_half_a_place_beyond_each_centre_and_its_margin() -> None:
    assert DISCS.extent == (-5 - 7, -7, 10 + 7, 12 + 7)
    large = Board((Place("a", 0, 0, 30), Place("b", 10, 0, 8)), (Path("a", "b"),))
    assert large.extent == (-15, -15, 15, 15)
    assert about([(DISCS.places[0], 1), (DISCS.places[2], 5)]) == (-1, -1, 15, 17)


def test_a_board_scaled_is_scaled_in_all_its_lengths() -> None:
    twice = DISCS.scaled(2)
    assert [(place.x, place.y, place.size) for place in twice.places] == [
        (2 * place.x, 2 * place.y, 2 * place.size) for place in DISCS.places
    ]
    assert (twice.margin, twice.aside, twice.pitch, twice.token) == (4, False, 20, pytest.approx(2 * DISCS.token))
    assert [path.centre for path in twice.paths] == [None, None, (2, 4)]
    assert twice.extent == tuple(2 * edge for edge in DISCS.extent)
    assert Board(DISCS.places, DISCS.paths, aside=True).scaled(3).aside


def test_a_die_has_as_many_sides_as_faces() -> None:
    assert DieKind("die", "dice", 2, ("a", "b", "a")).sides == 3
