from __future__ import annotations

import cmath
import math
import pkgutil
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import get_args

import pytest

from printables import boards
from printables.boards import snakes_and_foxes as sf
from printables.core import OptionError
from printables.drawing import artwork, routes
from printables.scene import Circle, Curve, Group, Point, Shape, Style, Text, Use, theme, walk
from printables.scene.components import Board, Path, Place
from printables.scene.theme import CLASSIC, Mark, Theme

BOARD = sf.board(sf.Options())
KIT = sf.components(sf.Options(), CLASSIC)


def groups(classes: str, board: Board = BOARD) -> list[Group]:
    return [
        shape for shape in walk(artwork.board(board, CLASSIC)) if isinstance(shape, Group) and shape.classes == classes
    ]


def paths(kind: str, look: Theme = CLASSIC) -> list[Shape]:
    """The shapes of all paths of a kind, where they lie on the board."""
    (group,) = (
        shape
        for shape in walk(artwork.board(BOARD, look))
        if isinstance(shape, Group) and shape.classes == f"paths {kind}"
    )
    return list(laid(group.shapes))


def laid(shapes: Iterable[Shape], turn: float = 0.0) -> Iterator[Shape]:
    """Shapes of symbols, turned about the origin as they are used."""

    def at(x: float, y: float) -> Point:
        turned = complex(x, y) * cmath.rect(1, math.radians(turn))
        return turned.real, turned.imag

    for shape in shapes:
        match shape:
            case Use():
                assert (shape.x, shape.y, shape.scale) == (0.0, 0.0, 1.0)
                yield from laid(shape.symbol.shapes, turn + shape.rotate)
            case Circle(centre=centre):
                yield shape._replace(centre=at(*centre))
            case Curve(segments=segments):
                numbers = ([float(number) for number in segment[1:]] for segment in segments)
                moved = ([part for x, y in zip(n[::2], n[1::2], strict=True) for part in at(x, y)] for n in numbers)
                yield shape._replace(segments=tuple((s[0], *n) for s, n in zip(segments, moved, strict=True)))
            case _:
                raise AssertionError(shape)


def curves(shapes: Iterable[Shape]) -> dict[Style, list[tuple[str | float, ...]]]:
    """The segments of all curves that are drawn alike, in the order in which they are first met."""
    found: dict[Style, list[tuple[str | float, ...]]] = {}
    for shape in shapes:
        if isinstance(shape, Curve):
            found.setdefault(shape.style, []).extend(shape.segments)
    return found


def arrows(kind: str) -> list[tuple[Point, Point]]:
    """Middle of the base and tip of every arrowhead on paths of a kind."""
    _, heads = curves(paths(kind)).values()
    points = [(float(segment[1]), float(segment[2])) for segment in heads if len(segment) == 3]
    found = []
    for tip, one, two in zip(points[::3], points[1::3], points[2::3], strict=True):
        found.append((((one[0] + two[0]) / 2, (one[1] + two[1]) / 2), tip))
    return found


def spoke(point: Point) -> float:
    """Degrees clockwise from the top."""
    return math.degrees(math.atan2(point[0], -point[1])) % 360


@pytest.mark.parametrize(("kind", "turn"), [("red", -1), ("green", 1)])
def test_arrowheads_point_as_the_source_says(kind: str, turn: int) -> None:
    """Red counter-clockwise, green clockwise; sixteen on each of three rings, half way between two spokes."""
    rings = defaultdict(int)
    for base, tip in arrows(kind):
        ahead = (spoke(tip) - spoke(base) + 180) % 360 - 180
        assert ahead * turn > 0
        middle = ((base[0] + tip[0]) / 2, (base[1] + tip[1]) / 2)
        assert min(spoke(middle) % 22.5, 22.5 - spoke(middle) % 22.5) < 0.5
        rings[round(math.hypot(*middle) / sf.PITCH, 1)] += 1
    assert list(rings.values()) == [16, 16, 16]


def test_red_and_green_differ_without_colour() -> None:
    red, green = (list(curves(paths(kind))) for kind in ("red", "green"))
    assert not red[0].dash and green[0].dash
    assert red[1].fill == red[1].stroke != green[1].fill == CLASSIC.ink("space")


def test_blue_paths_have_no_arrowheads() -> None:
    assert len(curves(paths("blue"))) == 1


def test_a_sector_of_the_wheel_is_drawn_once_and_all_paths_lie_where_they_are() -> None:
    for kind in ("red", "green", "blue"):
        (uses,) = (group.shapes for group in groups(f"paths {kind}"))
        assert len(uses) == 4 and all(isinstance(use, Use) for use in uses)
        lines = next(iter(curves(paths(kind)).values()))
        starts = sorted((round(float(s[1]), 6), round(float(s[2]), 6)) for s in lines if s[0] == "M")
        mine = [routes.tracked(BOARD, path).segments() for path in BOARD.paths if path.kind == kind]
        assert starts == sorted((round(float(s[0][1]), 6), round(float(s[0][2]), 6)) for s in mine)


@pytest.mark.parametrize("how", ["the other way", "both ways"])
def test_a_board_of_which_one_path_differs_is_not_turned(how: str) -> None:
    odd = next(path for path in BOARD.paths if path.one_way)
    other = odd._replace(a=odd.b, b=odd.a) if how == "the other way" else odd._replace(one_way=False)
    (group,) = groups(f"paths {odd.kind}", Board(BOARD.places, (*(path for path in BOARD.paths if path != odd), other)))
    assert not [shape for shape in group.shapes if isinstance(shape, Use)]


def test_every_place_is_drawn_once_and_named() -> None:
    for place in BOARD.places:
        (group,) = groups(place.id if place.kind == "space" else f"{place.kind} {place.id}")
        circle = group.shapes[0]
        assert isinstance(circle, Circle) and group.title == place.id
        assert circle.centre == (place.x, place.y) and 2 * circle.radius == place.size
    (names,) = groups("names")
    assert [shape.text for shape in names.shapes if isinstance(shape, Text)] == [
        p.id for p in BOARD.places if p.id != "H"
    ]


def test_lines_end_at_the_edge_of_a_place() -> None:
    for path in BOARD.paths:
        run = routes.tracked(BOARD, path)
        numbers = [float(value) for segment in run.segments() for value in segment[1:]]
        for name, at in ((path.a, numbers[:2]), (path.b, numbers[-2:])):
            place = BOARD.by_id[name]
            assert math.dist((place.x, place.y), (at[0], at[1])) == pytest.approx(place.size / 2, abs=0.02)


def test_names_grow_to_the_least_size_and_go_where_they_no_longer_fit() -> None:
    def sizes(least: float) -> set[float]:
        shapes = artwork.board(BOARD, CLASSIC, least=least)
        return {t.size for g in shapes if isinstance(g, Group) and g.classes == "names" for t in walk(g.shapes)}

    assert sizes(0.0) == {artwork.NAME_SIZE * BOARD.pitch}
    assert sizes(2.5) == {2.5}
    assert sizes(9.0) == set()


def test_words_of_the_art_grow_as_well() -> None:
    shapes = artwork.board(BOARD, CLASSIC, least=2.6, art=KIT.art)
    assert {shape.size for shape in walk(shapes) if isinstance(shape, Text)} == {2.6}


def test_a_shaded_cell_is_a_square() -> None:
    board = Board((Place("a1", 0, 0, 10, "cell"), Place("b1", 10, 0, 10, "cell")), (Path("a1", "b1"),))
    (group,) = groups("cell b1", board)
    assert (group.shapes[0].x, group.shapes[0].y, group.shapes[0].width) == (5, -5, 10)
    assert board.room == 10


def test_room_keeps_a_token_off_a_large_neighbour() -> None:
    board = Board((Place("a", 0, 0, 4), Place("b", 10, 0, 14)), (Path("a", "b"),))
    assert board.pitch == 10
    assert board.room == 6


def test_a_trail_follows_the_ring_and_stops_short() -> None:
    trail = routes.trail(BOARD, ["e1", "e16", "d16"], CLASSIC, stop=5.0, title="A moves", classes="move")
    assert (trail.classes, trail.title) == ("trail move", "A moves")
    line = next(shape for shape in trail.shapes if isinstance(shape, Curve))
    radius = math.hypot(BOARD.by_id["e1"].x, BOARD.by_id["e1"].y)
    start = tuple(float(n) for n in line.segments[0][1:])
    assert start == pytest.approx((BOARD.by_id["e1"].x, BOARD.by_id["e1"].y))
    assert any(s[0] == "C" and math.hypot(float(s[5]), float(s[6])) == pytest.approx(radius) for s in line.segments)
    tip = trail.shapes[-1].points[0]
    assert math.dist(tip, (BOARD.by_id["d16"].x, BOARD.by_id["d16"].y)) == pytest.approx(5.0, abs=0.1)


def test_one_place_is_ringed() -> None:
    (ring,) = routes.trail(BOARD, ["c3"], CLASSIC).shapes
    assert isinstance(ring, Circle) and ring.centre == (BOARD.by_id["c3"].x, BOARD.by_id["c3"].y)


def test_tokens_that_share_a_place_do_not_overlap() -> None:
    uses = artwork.standing(BOARD, ((place, KIT.token(kind)) for place, kind in KIT.setup))
    assert len(uses) == 18 and all(isinstance(use, Use) for use in uses)
    for number, one in enumerate(uses):
        for two in uses[:number]:
            assert math.dist((one.x, one.y), (two.x, two.y)) >= one.scale + two.scale - 1e-9


def test_every_game_can_be_found_and_says_whose_it_is() -> None:
    for slug in boards.slugs():
        module = boards.find(slug)
        kit = module.components(module.options(), CLASSIC)
        assert kit.slug == module.slug == slug and kit.title == module.title
        assert kit.designer and kit.source and kit.licence and kit.players and kit.summary.endswith(".")
        assert {place for place, _ in kit.setup} <= set(kit.board.by_id)
        assert all(kit.token(kind) for _, kind in kit.setup)
        assert {name for die in kit.dice for name in die.faces} == {face.name for face in kit.faces}


def marked(kind: str, look: Theme) -> tuple[list[tuple[Point, float]], list[tuple[Point, float]]]:
    """Centre and reach of every mark on paths of a kind, and of every arrowhead."""
    drawn = paths(kind, look)
    rings = [(shape.centre, shape.radius + shape.style.width / 2) for shape in drawn if isinstance(shape, Circle)]
    lines = list(curves(drawn).items())
    ticks = []
    if len(lines) == 3:
        style, strokes = lines[1]
        ends = [(float(s[1]), float(s[2])) for s in strokes]
        for a, b in zip(ends[::2], ends[1::2], strict=True):
            ticks.append((((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), style.width / 2))
    points = [(float(s[1]), float(s[2])) for s in lines[-1][1] if len(s) == 3]
    heads = []
    for tip, one, two in zip(points[::3], points[1::3], points[2::3], strict=True):
        foot = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
        heads.append((((tip[0] + foot[0]) / 2, (tip[1] + foot[1]) / 2), math.dist(tip, foot) / 2))
    return rings or ticks, heads


@pytest.mark.parametrize("look", [theme.safe(CLASSIC)])
@pytest.mark.parametrize("kind", ["red", "green"])
def test_marks_touch_neither_places_nor_arrowheads(kind: str, look: Theme) -> None:
    marks, heads = marked(kind, look)
    assert len(heads) == 48 and len(marks) >= 48
    for at, reach in marks:
        assert min(math.dist(at, head) - half for head, half in heads) > reach
        assert min(math.dist(at, (item.x, item.y)) - item.size / 2 for item in BOARD.places) > reach
    for head, half in heads:
        assert min(math.dist(head, (item.x, item.y)) - item.size / 2 for item in BOARD.places) > half
        # Every path has a mark of its own.
        assert min(math.dist(head, at) for at, _ in marks) < 0.8 * BOARD.pitch


@pytest.mark.parametrize("mark", get_args(Mark))
def test_a_sample_shows_the_marks_of_its_paths(mark: Mark) -> None:
    look = CLASSIC._replace(paths={"line": CLASSIC.path("line")._replace(mark=mark)})
    plain, marked = (routes.sample("line", False, one, 14.0).shapes for one in (CLASSIC, look))
    assert (len(marked) > len(plain)) == bool(mark)


def test_every_board_is_in_the_table() -> None:
    there = {module.name for module in pkgutil.iter_modules(boards.__path__, "printables.boards.")}
    assert set(boards.BOARDS.modules.values()) == there


def test_a_name_that_is_not_in_a_table_is_told_with_a_near_one() -> None:
    with pytest.raises(
        OptionError, match=r"there is no game 'snail-trial'; did you mean snail-trail\? the games are fox-"
    ):
        boards.find("snail-trial")


def test_a_token_on_a_hexagon_leaves_its_name_to_be_read() -> None:
    hexes = Board(
        tuple(Place(f"{'ab'[x]}{y + 1}", 10 * x + 5 * y, -8.66 * y, 10, "hex") for x in (0, 1) for y in (0, 1)),
        (Path("a1", "b1"), Path("a1", "a2"), Path("b1", "b2"), Path("a2", "b2")),
    )
    size = artwork.largest(hexes)
    name = artwork.name(hexes.by_id["a1"], size, "#000000")
    assert size > 2 and name.y == pytest.approx(-hexes.token / 2), "the foot of the name is above it"
