"""What lasers and cutters are given, read back: the DXF by ezdxf's auditor, the SVG as XML, areas as pixels."""

from __future__ import annotations

import io
import math
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import ezdxf
import pytest
from ezdxf import recover
from hypothesis import given, settings, strategies as st
from lanes import some, thorough, tries
from PIL import Image, ImageChops

import printables.render
from printables.core import OptionError
from printables.drawing import bounds, hand, lettering
from printables.printing import laser, make
from printables.printing.job import prepare
from printables.render import png
from printables.scene import Circle, Curve, Group, Line, Page, Polygon, Rect, Sheet, Style, walk
from printables.scene.theme import CLASSIC
from printables.sheets import board, tokens

SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.011  # mm


def read(game: str, sheet: str, tmp_path: Path, **asked: Any) -> list[Any]:
    """The documents of a sheet, each found sound by the auditor and in mm."""
    out = []
    for file in make.write(make.Request(game, sheet, format="dxf", **asked), tmp_path).files:
        document, auditor = recover.readfile(file)
        assert not auditor.errors and not auditor.fixes
        assert (document.units, document.dxfversion) == (ezdxf.units.MM, "AC1015")
        out.append(document)
    return out


def lines(document: Any, layer: str) -> Iterator[tuple[complex, complex]]:
    """The straight lines in a layer."""
    for one in document.modelspace().query(f'LWPOLYLINE[layer=="{layer}"]'):
        points = [complex(x, y) for x, y in one.get_points("xy")]
        yield from pairwise(points + points[:1] if one.closed else points)


def shared(one: tuple[complex, complex], other: tuple[complex, complex]) -> float:
    """How long (mm) two straight lines run over each other."""
    way = one[1] - one[0]
    ends = [(z - one[0]) / way for z in other]
    if any(abs(end.imag * abs(way)) > NEAR for end in ends):
        return 0.0
    low, high = sorted(end.real for end in ends)
    return max(0.0, (min(high, 1.0) - max(low, 0.0)) * abs(way))


def test_a_board_has_grooves_holes_and_an_edge_to_cut(tmp_path: Path) -> None:
    (document,) = read("fox-and-geese", "board", tmp_path, hole_mm=6.0)
    space, look = document.modelspace(), {layer.dxf.name: layer.color for layer in document.layers}
    assert {name: look[name] for name in ("ENGRAVE", "SCORE", "CUT")} == {"ENGRAVE": 7, "SCORE": 5, "CUT": 1}
    holes = [complex(*hole.dxf.center.vec2) for hole in space.query('CIRCLE[layer=="CUT"]')]
    assert len(holes) == 33 and {hole.dxf.radius for hole in space.query("CIRCLE")} == {3.0}
    job = prepare(make.Request("fox-and-geese", "board", format="dxf"))
    pitch = job.components.board.pitch * board.place(job).scale
    assert min(abs(a - b) for a, b in combinations(holes, 2)) == pytest.approx(pitch, abs=1e-4)
    # A groove runs from the edge of a hole to that of the next.
    grooves = list(lines(document, "SCORE"))
    assert len(grooves) == len(job.components.board.paths)
    for end in (z for line in grooves for z in line):
        assert min(abs(end - hole) for hole in holes) == pytest.approx(3.0, abs=1e-4)
    (edge,) = space.query('LWPOLYLINE[layer=="CUT"]')
    assert edge.closed
    assert all(one.closed for one in space.query('LWPOLYLINE[layer=="ENGRAVE"]'))
    x, y = zip(*((z.real, z.imag) for line in lines(document, "CUT") for z in line), strict=True)
    # The board's middle hole is the middle of what is cut.
    middle = sum(holes) / len(holes)
    assert (min(x) + max(x), min(y) + max(y)) == pytest.approx((2 * middle.real, 2 * middle.imag), abs=1e-4)
    assert max(x) > max(hole.real for hole in holes) + 3 and max(y) > max(hole.imag for hole in holes) + 3
    assert min(x) >= 8 and max(x) <= 202 and min(y) >= 8 and max(y) <= 289


@pytest.mark.parametrize(
    "game", some(["wolves-and-jackals", "snakes-and-foxes", "snail-trail", "the-game", "snakey-dice"], 2)
)
def test_squares_are_scored_once_and_places_are_there(game: str, tmp_path: Path) -> None:
    (document,) = read(game, "board", tmp_path)
    grooves = list(lines(document, "SCORE"))
    if game == "snakes-and-foxes":
        assert len(document.modelspace().query('CIRCLE[layer=="SCORE"]')) == 113
        return
    assert sum(shared(a, b) for a, b in combinations(grooves, 2)) < NEAR
    laid = prepare(make.Request(game, "board", format="dxf")).components.board
    cells = [place for place in laid.places if place.cell]
    edges = 2 * len(cells) + 2 * math.isqrt(len(cells))
    scale = board.place(prepare(make.Request(game, "board", format="dxf"))).scale
    assert sum(abs(b - a) for a, b in grooves) == pytest.approx(edges * cells[0].size * scale, rel=1e-4)


@thorough
def test_square_tokens_share_their_cuts(tmp_path: Path) -> None:
    front, back = read("wolves-and-jackals", "tokens", tmp_path, token_shape="square")
    cuts = list(lines(front, "CUT"))
    assert sum(shared(a, b) for a, b in combinations(cuts, 2)) < NEAR
    # Every side of every token is cut: where sides lie on one line, as long as they reach together.
    job = prepare(make.Request("wolves-and-jackals", "tokens", format="dxf", token_shape="square"))
    spans: dict[tuple[int, float], list[tuple[float, float]]] = {}
    squares = [shape.points for shape in tokens.pages(job)[0].cut if isinstance(shape, Polygon)]
    for a, b in (side for square in squares for side in pairwise((*square, square[0]))):
        axis = 0 if abs(a[0] - b[0]) < NEAR else 1
        low, high = sorted((a[1 - axis], b[1 - axis]))
        spans.setdefault((axis, round(a[axis], 2)), []).append((low, high))
    union = 0.0
    for stretches in spans.values():
        reached = -math.inf
        for low, high in sorted(stretches):
            union += max(0.0, high - max(low, reached))
            reached = max(reached, high)
    whole, apart = sum(abs(b - a) for a, b in cuts), sum(math.dist(*side[:2]) * 4 for side in squares)
    assert len(squares) == 77 and whole == pytest.approx(union, abs=0.1) and whole < 0.62 * apart
    assert not back.modelspace().query('*[layer=="CUT"]')


@pytest.mark.parametrize(("game", "share"), some([("fox-and-geese", 0.8), ("wolves-and-jackals", 0.72)], 1))
def test_hexagon_tokens_are_a_honeycomb_whose_cuts_are_shared(game: str, share: float, tmp_path: Path) -> None:
    front, _ = read(game, "tokens", tmp_path, token_shape="hexagon")
    cuts = list(lines(front, "CUT"))
    assert sum(shared(a, b) for a, b in combinations(cuts, 2)) < NEAR
    job = prepare(make.Request(game, "tokens", format="dxf", token_shape="hexagon"))
    cells = [shape.points for shape in tokens.pages(job)[0].cut if isinstance(shape, Polygon)]
    assert len(cells) == sum(kind.copies for kind in job.components.pieces)
    sides = [(complex(*a), complex(*b)) for cell in cells for a, b in pairwise((*cell, cell[0]))]
    # No two overlap, and every side lies on a cut: those between two cells of one size on the same one.
    middles = [sum(complex(*corner) for corner in cell) / 6 for cell in cells]
    sizes = [abs(complex(*cell[0]) - complex(*cell[3])) * math.sqrt(0.75) for cell in cells]
    for (a, wide), (b, other) in combinations(zip(middles, sizes, strict=True), 2):
        assert abs(a - b) > (wide + other) / 2 - NEAR
    flipped = [(complex(a.real, 297 - a.imag), complex(b.real, 297 - b.imag)) for a, b in cuts]
    for side in sides:
        assert sum(shared(side, cut) for cut in flipped) == pytest.approx(abs(side[1] - side[0]), abs=0.05)
    whole, apart = sum(abs(b - a) for a, b in cuts), sum(abs(b - a) for a, b in sides)
    assert whole < share * apart


def test_round_tokens_are_circles_and_both_sides_have_marks_in_the_same_places(tmp_path: Path) -> None:
    front, _ = read("fox-and-geese", "tokens", tmp_path, registration=True)
    assert Counter(one.dxftype() for one in front.modelspace().query('*[layer=="CUT"]')) == {"CIRCLE": 14}
    sheet = make.sheet(make.Request("fox-and-geese", "tokens", registration=True))
    marks = [
        sorted(
            box
            for shape in walk(page.shapes)
            if getattr(shape, "classes", "") == "registration"
            for mark in shape.shapes
            if (box := bounds.of((mark,)))
        )
        for page in sheet.pages
    ]
    mirrored = sorted((210 - x1, y0, 210 - x0, y1) for x0, y0, x1, y1 in marks[1])
    assert len(marks[0]) == 3
    assert [value for box in marks[0] for value in box] == pytest.approx([value for box in mirrored for value in box])


def test_layers_of_svg_are_what_programs_sort_by(tmp_path: Path) -> None:
    sheet = make.sheet(make.Request("fox-and-geese", "board", format="svg", laser=True, hole_mm=5.0))
    root = ET.fromstring(make.render(sheet, "svg")[0])
    layers = [(group.get("id"), group) for group in root.findall(f"{SVG}g")]
    assert [name for name, _ in layers] == ["engrave", "score", "cut"]
    assert root.get("width") == "210mm"
    colours = {"engrave": {("#000", "none")}, "score": {("none", "#00f")}, "cut": {("none", "#f00")}}
    for name, group in layers:
        assert group.get("{http://www.inkscape.org/namespaces/inkscape}label") == name
        assert set(paints(group)) == colours[name]
    assert not list(root.iter(f"{SVG}text")) and not list(root.iter(f"{SVG}image"))
    # Small things first: the edge of the board, which lets it go, is cut last.
    assert layers[2][1][-1].tag == f"{SVG}path" and len(layers[2][1]) == 34


def paints(group: ET.Element, fill: str = "#000", stroke: str = "none") -> Iterator[tuple[str, str]]:
    """Fill and stroke of every drawn element, inherited or its own."""
    fill, stroke = group.get("fill", fill), group.get("stroke", stroke)
    if not len(group) and group.tag != f"{SVG}title":
        yield fill, stroke
    for kid in group:
        yield from paints(kid, fill, stroke)


def dark(shape: Group, wide: float, high: float) -> Image.Image:
    """Where a drawing is dark."""
    page = Page(wide, high, (shape,))
    drawn = Image.open(io.BytesIO(png.render(page, Sheet("", (page,)), 300))).convert("RGBA")
    ground = Image.alpha_composite(Image.new("RGBA", drawn.size, "white"), drawn).convert("L")
    return ground.point(lambda value: 255 * (value < 128))


@pytest.mark.parametrize("game", ["snakes-and-foxes", "the-game", "wolves-and-jackals"])
def test_what_is_engraved_is_what_is_dark_in_print(game: str) -> None:
    for kind in prepare(make.Request(game, "tokens", theme="high-contrast")).components.pieces:
        inside = Circle((12, 12), 10, Style())
        area = (Curve(laser.engraved(kind.front.shapes, 10), laser.ENGRAVED),)
        both = Group(kind.front.shapes, 12, 12, scale=10), Group(area, 12, 12)
        printed, engraved = (dark(Group((way,), clip=inside), 24, 24) for way in both)
        wrong = ImageChops.difference(printed, engraved).histogram()[255] / (printed.width * printed.height)
        assert wrong < 0.008 and printed.histogram()[255] > 1000, (kind.kind, wrong)


@pytest.mark.parametrize("game", some(["fox-and-geese", "asalto", "adugo"], 1))
def test_names_are_engraved_as_they_are_written(game: str) -> None:
    variant = None if game == "fox-and-geese" else game
    (page,) = board.pages(prepare(make.Request("fox-and-geese", "board", variant, format="dxf")))
    (whole,) = (shape for shape in lettering.outlined(page).shapes if getattr(shape, "classes", "") == "board")
    names = [one for one in hand.laid((whole,)) if one.style.fill == CLASSIC.ink("soft")]
    written = Group(tuple(Curve(one.path, laser.ENGRAVED) for one in names))
    area = Group((Curve(laser.engraved(written.shapes), laser.ENGRAVED),))
    printed, engraved = (dark(shape, page.width, page.height) for shape in (written, area))
    # A counter that is filled, as in an "e", is some ten dots.
    wrong = ImageChops.difference(printed, engraved).histogram()[255]
    assert names and wrong < 0.01 * printed.histogram()[255], wrong


def test_the_same_request_gives_the_same_file() -> None:
    request = make.Request("snail-trail", "board", format="dxf")
    first, second = (make.render(make.sheet(request), "dxf") for _ in range(2))
    assert first == second


@pytest.mark.parametrize("module", ["pathops", "ezdxf"])
def test_what_has_to_be_installed_is_said(module: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "printables.render.dxf", raising=False)
    monkeypatch.delattr(printables.render, "dxf", raising=False)
    with pytest.raises(OptionError) as raised:
        make.write(make.Request("snail-trail", "board", format="dxf"), tmp_path)
    assert [problem.hint for problem in raised.value.problems] == ["install it with: pip install 'postfox[laser]'"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"sheet": "kit", "format": "dxf"}, "no machine makes a kit sheet"),
        ({"sheet": "board", "laser": True}, "pdf is not for a machine"),
        ({"sheet": "board", "hole_mm": 5.0}, "a printer makes no holes"),
        ({"sheet": "board", "format": "dxf", "hole_mm": 60.0}, "holes of 60 mm do not fit"),
        ({"sheet": "tokens", "format": "dxf", "tokens": "fold"}, "a machine makes pieces without that"),
    ],
)
def test_what_cannot_be(asked: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=said):
        make.write(make.Request("fox-and-geese", **asked), tmp_path)


def test_what_lies_within_is_cut_before_what_is_about_it() -> None:
    shapes = (Rect(0, 0, 50, 50, Style()), Circle((20, 20), 5, Style()), Rect(50, 0, 10, 50, Style()))
    first, *rest = laser.once(shapes, laser.CUT)
    assert first == Circle((20, 20), 5, laser.CUT)
    # The second square shares a side with the first, and is cut on three.
    assert [len(curve.segments) for curve in rest if isinstance(curve, Curve)] == [4, 5]


def test_a_path_that_goes_back_over_itself_is_cut_once() -> None:
    there_and_back = Curve((("M", 0, 0), ("L", 30, 0), ("L", 10, 0), ("L", 10, 20)), Style())
    lines = {curve.segments for curve in laser.once((there_and_back,), laser.CUT) if isinstance(curve, Curve)}
    assert lines == {(("M", 0, 0), ("L", 30, 0)), (("M", 10, 0), ("L", 10, 20))}


Unit = frozenset[tuple[float, float]]  # the ends of a line of length 1
SQUARES = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=6
)


def units(points: list[tuple[float, float]]) -> list[Unit]:
    """The lines of length 1 on a path along a lattice."""
    out = []
    for (x0, y0), (x1, y1) in pairwise(points):
        count = round(abs(x1 - x0) + abs(y1 - y0))
        ways = [(x0 + (x1 - x0) * n / count, y0 + (y1 - y0) * n / count) for n in range(count + 1)]
        out += [frozenset((round(x, 6), round(y, 6)) for x, y in pair) for pair in pairwise(ways)]
    return out


def outlines(made: list[Curve | Circle]) -> list[list[tuple[float, float]]]:
    paths = []
    for curve in made:
        assert isinstance(curve, Curve) and curve.style == laser.CUT
        points = [(float(x), float(y)) for _, x, y in (one for one in curve.segments if len(one) > 1)]
        assert [one[0] for one in curve.segments] == [
            "M",
            *"L" * (len(points) - 1),
            *"Z" * (curve.segments[-1] == ("Z",)),
        ]
        paths.append(points + points[:1] if curve.segments[-1] == ("Z",) else points)
    return paths


@settings(max_examples=tries(40), deadline=None)
@given(SQUARES)
def test_lines_over_one_another_are_cut_once_and_none_is_left_out(squares: list[tuple[int, int, int, int]]) -> None:
    shapes = [Rect(*square, Style()) for square in squares]
    made = list(laser.once(shapes, laser.CUT))
    paths = outlines(made)
    cut = [unit for path in paths for unit in units(path)]
    corners = [[(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)] for x, y, w, h in squares]
    assert sorted(map(sorted, cut)) == sorted(map(sorted, {unit for corner in corners for unit in units(corner)}))
    # The machine does not stop where it can go on: the first square is cut in one go.
    assert [*map(tuple, corners[0])] in [[*map(tuple, path)] for path in paths]
    areas = [(x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (bounds.of((one,)) or (0.0,) * 4 for one in made)]
    assert areas == sorted(areas)


def test_a_path_of_which_the_middle_of_a_side_is_cut_already_begins_and_ends_there() -> None:
    short, long = Line((4, 2), (6, 2), Style()), Rect(1, 2, 10, 4, Style())
    first, second = outlines([*laser.once((short, long), laser.CUT)])
    assert first == [(4, 2), (6, 2)]
    assert second == [(6, 2), (11, 2), (11, 6), (1, 6), (1, 2), (4, 2)], "one run, through the corner where it began"


@pytest.mark.parametrize(("off", "lines"), [(0.0, 1), (0.009, 1), (0.011, 2)])
def test_lines_a_hundredth_of_a_millimetre_apart_are_one(off: float, lines: int) -> None:
    shapes = (Line((0, 0), (10, 0), Style()), Line((0, off), (10, off), Style()))
    assert len([*laser.once(shapes, laser.CUT)]) == lines
    assert not [*laser.once((Line((1, 1), (1, 1.009), Style()),), laser.CUT)], "nothing so short is cut"


def test_what_bends_is_cut_as_it_is() -> None:
    wave = Curve((("M", 0, 0), ("C", 1, 1, 2, 1, 3, 0)), Style())
    assert [*laser.once((wave, wave), laser.SCORED)] == [wave._replace(style=laser.SCORED)] * 2
