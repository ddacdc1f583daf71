"""Ludii: the points and lines of each kind of board against plain arithmetic, and what is refused with which line."""

from __future__ import annotations

import itertools
import math

import pytest

from printables.exports.ludii import graphs, syntax
from printables.exports.ludii.graphs import Graph, Point

Lines = set[tuple[Point, ...]]


def board(text: str) -> Graph:
    return graphs.graph(syntax.parse(text)[0])


def lines(graph: Graph) -> Lines:
    return {tuple(sorted(line)) for line in graph.lines}


def refused(text: str) -> tuple[int, str]:
    with pytest.raises(syntax.Mistake) as caught:
        board(text)
    return caught.value.line, str(caught.value)


@pytest.mark.parametrize("slants", ["", "Implied", "Alternating", "All"])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 5), (4, 3), (3, 4), (20, 26)])
def test_points_of_a_rectangle_are_joined_to_those_one_step_away(rows: int, columns: int, slants: str) -> None:
    made = board(f"(rectangle {rows} {columns}{f' diagonals:{slants}' if slants else ''})")
    assert made.points == tuple((x, y) for y in range(rows) for x in range(columns))
    wanted = set()
    for x, y in made.points:
        for dx, dy in itertools.product((-1, 0, 1), repeat=2):
            there = (x + dx, y + dy)
            slanting = slants == "All" or (slants == "Alternating" and (x + y) % 2 == 0)
            if there in made.points and there > (x, y) and (not (dx and dy) or slanting):
                wanted.add(((x, y), there))
    assert lines(made) == wanted


def test_a_square_is_as_wide_as_high_and_a_rectangle_of_one_number_too() -> None:
    assert board("(square 3)") == board("(rectangle 3)") == board("(rectangle 3 3)") == board("(square 3 9)")


@pytest.mark.parametrize("rows", [2, 3, 12])
def test_a_wedge_has_its_tip_over_three_points_a_row_each_row_wider(rows: int) -> None:
    made, tip = board(f"(wedge {rows})"), (rows - 1.0, rows - 1.0)
    levels = [[(tip[0] + side * step, tip[1] - step) for side in (-1, 0, 1)] for step in range(1, rows)]
    assert made.points == (*(point for level in reversed(levels) for point in level), tip)
    wanted = {tuple(sorted((tip, point))) for point in levels[0]}
    for number, (left, middle, right) in enumerate(levels):
        wanted |= {(left, middle), (middle, right)}
        if number:
            wanted |= {tuple(sorted(pair)) for pair in zip(levels[number - 1], levels[number], strict=True)}
    assert lines(made) == wanted


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("(shift 2 -1 {})", lambda x, y: (x + 2, y - 1)),
        ("(shift 0.5 3 7 {})", lambda x, y: (x + 0.5, y + 3)),
        ("(scale 3 {})", lambda x, y: (3 * x, 3 * y)),
        ("(scale 3 0.5 {})", lambda x, y: (3 * x, y / 2)),
        ("(rotate 0 {})", lambda x, y: (x, y)),
        ("(rotate 90 {})", lambda x, y: (1.5 - y, x - 0.5)),  # about the middle, (1, 0.5), to the left
        ("(rotate 180 {})", lambda x, y: (2 - x, 1 - y)),
        ("(rotate 270 {})", lambda x, y: (0.5 + y, 1.5 - x)),
        ("(rotate -90 {})", lambda x, y: (0.5 + y, 1.5 - x)),
        ("(rotate 450 {})", lambda x, y: (1.5 - y, x - 0.5)),
    ],
)
def test_a_board_is_moved_stretched_and_turned_about_its_middle(text: str, place) -> None:  # type: ignore[no-untyped-def]
    plain = board("(rectangle 2 3 diagonals:Alternating)")
    made = board(text.format("(rectangle 2 3 diagonals:Alternating)"))
    assert made.points == tuple(place(*point) for point in plain.points)
    assert lines(made) == {tuple(sorted(place(*end) for end in line)) for line in plain.lines}


def test_boards_that_are_merged_share_the_points_that_lie_together_and_are_numbered_by_row() -> None:
    made = board("(merge (shift 0 1 (rectangle 1 3)) (rectangle 2 2))")
    assert made.points == ((0, 0), (1, 0), (0, 1), (1, 1), (2, 1))
    assert lines(made) == {
        ((0, 0), (1, 0)), ((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1)), ((1, 1), (2, 1)),
    }  # fmt: skip
    assert board("(merge { (shift 0 1 (rectangle 1 3)) (rectangle 2 2) })") == made
    # Points are one if they are within a hundred-thousandth.
    assert len(board("(merge (shift 0.123456 0 (square 2)) (shift 0.123457 0 (square 2)))").points) == 4
    assert len(board("(merge (shift 0.12346 0 (square 2)) (shift 0.12348 0 (square 2)))").points) == 8


def test_a_graph_has_its_points_in_the_order_of_the_text() -> None:
    made = board("(graph vertices:{{3 1} {0 0} {2 2.5 7} {1}} edges:{{0 1} {2 0}})")
    assert made == Graph(
        ((3, 1), (0, 0), (2, 2.5)), frozenset((frozenset(((3, 1), (0, 0))), frozenset(((2, 2.5), (3, 1)))))
    )
    assert board("(graph vertices:{{3 1}})") == Graph(((3, 1),), frozenset())
    many = " ".join(f"{{{n} {n}}}" for n in range(400))
    assert len(board(f"(graph vertices:{{{many}}})").points) == 400
    assert refused(f"\n(graph vertices:{{{many} {{0 1}}}})") == (2, "the board is empty or too large")


def test_lines_are_taken_away_by_the_places_of_their_ends() -> None:
    made = board("(remove (square 2) edges:{{{0 0} {1 0}} {{1 1} {0 1}}})")
    assert made.points == board("(square 2)").points
    assert lines(made) == {((0, 0), (0, 1)), ((1, 0), (1, 1))}


MANY = "lines that go are named by the places of their ends"
LINES_ONLY = "(remove ...) is understood of lines only"
REFUSED = [
    ("(rectangle 0 3)", 1, "the board is empty or too large"),
    ("(rectangle 3 0)", 1, "the board is empty or too large"),
    ("(rectangle 21 3)", 1, "the board is empty or too large"),
    ("(rectangle 3 27)", 1, "the board is empty or too large"),
    ("\n(square 21)", 2, "the board is empty or too large"),
    ("(square 3 diagonals:Solid)", 1, "diagonals:solid is not understood"),
    ("(wedge 1)", 1, "the wedge is too small or too large"),
    ("\n\n(wedge 13)", 3, "the wedge is too small or too large"),
    ("(square x)", 1, "x cannot be read as a number"),
    ("(square nan)", 1, "nan is out of range"),
    ("(scale 10001 (square 2))", 1, "10001 is out of range"),
    ("(scale\n-10001 (square 2))", 2, "-10001 is out of range"),
    ("(shift 1 (square 2))", 1, "(shift ...) is not understood"),
    ("(scale (square 2))", 1, "(scale ...) is not understood"),
    ("(rotate 45 (square 2))", 1, "(rotate ...) is not understood"),
    ("(rotate 91 (square 2))", 1, "(rotate ...) is not understood"),
    ("(rotate 90 90 (square 2))", 1, "(rotate ...) is not understood"),
    ("(shift)", 1, "the board (shift ...) is not understood"),
    ("(hex 3)", 1, "the board (hex ...) is not understood"),
    ("(graph edges:{})", 1, "the graph has no vertices"),
    ("(graph vertices:{})", 1, "the board is empty or too large"),
    *((f"(graph vertices:{{{{0 0}} {{1 0}}}}\nedges:{{{edge}}})", 2, f"{edge} joins no two points")
      for edge in ("{0}", "{0 0}", "{0 2}", "{-1 1}", "{0 1 1}")),
    ("(remove (square 2) edges:{{{0 0}}})", 1, MANY),
    ("(remove (square 2)\nedges:{{{0 0} {1 0} {1 1}}})", 2, MANY),
    ("(remove (square 2) edges:{{{0 0} {1}}})", 1, MANY),
    ("(remove (square 2))", 1, LINES_ONLY),
    ("(remove (square 2) edges:{})", 1, LINES_ONLY),
    ("(remove (square 2) cells:{0})", 1, LINES_ONLY),
    ("(remove (square 2) (square 1) edges:{{{0 0} {1 0}}})", 1, LINES_ONLY),
    ("(remove (square 2) cells:{0} edges:{{{0 0} {1 0}}})", 1, LINES_ONLY),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "message"), REFUSED, ids=[one[0] for one in REFUSED])
def test_a_board_that_is_not_understood_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    assert refused(text) == (line, message)


def test_the_largest_numbers_are_taken() -> None:
    assert board("(scale 10000 -10000 (square 2))").points == ((0, 0), (10000, 0), (0, -10000), (10000, -10000))


def region(text: str, on: str = "(rectangle 3 3 diagonals:All)") -> set[Point]:
    (node,) = syntax.parse(f"(x {text})")[0].rest
    return graphs.region(node, board(on))


@pytest.mark.parametrize("way", syntax.RING)
def test_what_lies_ahead_is_the_neighbour_that_way_or_the_point_itself_at_the_edge(way: str) -> None:
    turn = math.radians(90 - 45 * syntax.RING.index(way))
    step = (round(math.cos(turn)), round(math.sin(turn)))
    for x, y in itertools.product(range(3), repeat=2):
        there = (x + step[0], y + step[1])
        held = 0 <= there[0] < 3 and 0 <= there[1] < 3
        assert region(f'(ahead (coord "{"ABC"[x]}{y + 1}") {way})') == {there if held else (x, y)}


@pytest.mark.parametrize(
    ("text", "on", "wanted"),
    [
        ("(sites Centre)", "(rectangle 2 2)", {(0, 0)}),
        ("(sites Centre)", "(rectangle 3 4)", {(1, 1)}),
        ("(centrePoint)", "(merge (square 2) (shift 4 0 (square 2)))", {(1, 0)}),
        ("(sites Centre)", "(graph vertices:{{0 0} {6 0} {0 4} {6 4} {3 0} {4 2}})", {(4, 2)}),
        ("(sites Row 0)", "(rectangle 2 3)", {(0, 0), (1, 0), (2, 0)}),
        ("(sites Row -1)", "(rectangle 2 3)", set()),
        ("(sites Row 2)", "(rectangle 2 3)", set()),
        ("(sites Column 2)", "(rectangle 2 3)", {(2, 0), (2, 1)}),
        ("(sites Board)", "(rectangle 1 2)", {(0, 0), (1, 0)}),
        ("(sites Corners)", "(rectangle 2 3)", {(0, 0), (2, 0), (0, 1), (2, 1)}),
        ("(sites Bottom)", "(graph vertices:{{1 5} {2 4} {3 4}})", {(2, 4), (3, 4)}),
        ("(sites Left)", "(graph vertices:{{1 5} {2 4} {3 4}})", {(1, 5)}),
        ("(sites {0 2})", "(graph vertices:{{1 5} {2 4} {3 4}})", {(1, 5), (3, 4)}),
        ('(coord "A2")', "(graph vertices:{{1 5} {2 4} {3 4}})", {(1, 5)}),
        ("(sites Phase 1)", "(graph vertices:{{1 5} {2 4} {4 4}})", {(1, 5), (2, 4)}),
        ("(expand (sites Left) steps:20)", "(rectangle 1 26)", {(x, 0) for x in range(21)}),
        ("(expand (sites Left) steps:99)", "(rectangle 1 26)", {(x, 0) for x in range(21)}),
        ("(expand (sites Left) steps:0)", "(rectangle 1 3)", {(0, 0)}),
        ("(difference (sites Board) (sites Left) (sites Right))", "(rectangle 1 3)", {(1, 0)}),
        ("(union {0} {(sites Right)})", "(rectangle 1 3)", {(0, 0), (2, 0)}),
    ],
)
def test_parts_of_odd_boards_are_found_by_their_places(text: str, on: str, wanted: set[Point]) -> None:
    assert region(text, on) == wanted


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9", "9 names no point of the board"),
        ('"D1"', '"D1" names no point of the board'),
        ("(sites Row)", "(sites Row) is not understood as a part of the board"),
        ("(sites Phase)", "(sites Phase) is not understood as a part of the board"),
        ("(sites)", "(sites) is not understood as a part of the board"),
        ("(union 1)", "(union 1) is not understood as a part of the board"),
        ("(expand 1 2)", "(expand 1 2) is not understood as a part of the board"),
        ('(coord "A1" "A2")', '(coord "A1" "A2") is not understood as a part of the board'),
        ("(ahead 1 Up)", "(ahead 1 Up) is not understood as a part of the board"),
        ("(ahead 1 N 2)", "(ahead 1 N 2) is not understood as a part of the board"),
        ("somewhere", "somewhere is not understood as a part of the board"),
    ],
)
def test_what_names_no_part_of_a_board_is_quoted(text: str, message: str) -> None:
    with pytest.raises(syntax.Mistake) as caught:
        region(text)
    assert (caught.value.line, str(caught.value)) == (1, message)


def test_points_of_a_board_have_letters_from_the_left_and_numbers_from_below() -> None:
    wide = board("(rectangle 2 26)")
    (node,) = syntax.parse('(x "z2")')[0].rest
    assert graphs.region(node, wide) == {(25, 1)}
