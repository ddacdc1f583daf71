"""Places, paths and names of boards as each hand draws them are what they were: digests of SVG."""

from __future__ import annotations

import math
from hashlib import sha256

import pytest
from lanes import Golden

from printables import boards
from printables.boards import fox_and_geese
from printables.core.options import build
from printables.drawing import routes, spaces
from printables.render import svg
from printables.scene import Page, Shape, Sheet
from printables.scene.components import Board, Place
from printables.scene.theme import Theme, find

BOARDS = (
    ("snakes-and-foxes", ()),
    ("snail-trail", ("shape=hex", "size=4")),
    ("wolves-and-jackals", ()),
    ("the-game", ()),
    ("fox-and-geese", ("variant=hexagon",)),
)


def parts(board: Board, theme: Theme) -> dict[str, tuple[Shape, ...]]:
    kinds = dict.fromkeys(path.kind for path in board.paths)
    names = {
        f"names{' framed' * framed}{' alone' * alone}": spaces.names(board, theme, 2.5, framed=framed, alone=alone)
        for framed in (False, True)
        for alone in (False, True)
    }
    made: dict[str, tuple[Shape, ...]] = {"places": tuple(spaces.drawn(place, theme) for place in board.places)}
    draw = routes.inlaid if theme.linocut else routes.paths
    made |= {f"paths {kind}": (draw(board, theme, kind),) for kind in kinds}
    made |= {f"sample {kind}": (routes.sample(kind, True, theme, 12),) for kind in kinds}
    return made | names | ({"discs": spaces.discs(board.places, theme)} if theme.linocut else {})


def told(theme: Theme) -> str:
    lines = []
    for slug, options in BOARDS:
        game = boards.find(slug)
        board = game.board(build(game.options, options))
        for name, shapes in parts(board, theme).items():
            page = Page(400, 400, shapes)
            drawn = svg.render(page, Sheet(name, (page,)))
            lines.append(f"{sha256(drawn.encode()).hexdigest()[:10]} {len(drawn)} {slug} {name}\n")
    return "".join(lines)


def test_a_linocut_is_cut_as_it_was(golden: Golden) -> None:
    golden("drawing/illustrated.txt", told(find("illustrated")))


def test_outlines_are_drawn_as_they_were(golden: Golden) -> None:
    golden("drawing/ink-saver.txt", told(find("ink-saver")))


def test_plain_lines_are_drawn_as_they_were(golden: Golden) -> None:
    golden("drawing/classic.txt", told(find("classic")))


def test_names_beside_points_stand_where_they_stood(golden: Golden) -> None:
    lines = []
    for variant in ("fox-13", "hexagon", "hare-and-hounds", "bagh-chal"):
        board = boards.find("fox-and-geese").board(fox_and_geese.Options(variant=variant))
        feet = spaces.beside(board, 2.5)
        lines += [f"{variant} {place} {x:.2f} {y:.2f}\n" for place, (x, y) in feet.items()]
    golden("drawing/beside.txt", "".join(lines))


@pytest.mark.parametrize(
    ("kind", "turns", "reach"),
    [("cell", (45, 135, 225, 315), 3 * math.sqrt(2)), ("hex", (0, 60, 120, 180, 240, 300), 6 / math.sqrt(3))],
)
def test_the_corners_of_a_place_lie_about_its_middle(kind: str, turns: tuple[int, ...], reach: float) -> None:
    ways = [math.radians(turn) for turn in turns]
    wanted = {(round(10 + reach * math.sin(way), 6), round(20 - reach * math.cos(way), 6)) for way in ways}
    found = spaces.corners(Place("a", 10, 20, 6, kind))
    assert {(round(x, 6), round(y, 6)) for x, y in found} == wanted


def test_a_line_crosses_a_box_if_it_runs_through_its_inside() -> None:
    box = (5, 5), (1, 1)
    for a, b in (((0, 5.9), (10, 5.9)), ((0, 0), (5, 5)), ((5, 10), (5, 0)), ((0, 4), (10, 8)), ((5, 5), (5, 5.5))):
        assert spaces._crossed(a, b, *box) and spaces._crossed(b, a, *box)
    for a, b in (((0, 6), (10, 6)), ((0, 0), (3, 3)), ((4, 0), (4, 10)), ((0, 4), (10, 15)), ((5, 7), (5, 9))):
        assert not spaces._crossed(a, b, *box) and not spaces._crossed(b, a, *box)
