from __future__ import annotations

import io
from contextlib import nullcontext
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st
from lanes import tries
from PIL import Image, ImageChops, ImageStat

from printables.core import PaperError
from printables.drawing import bounds
from printables.paper import paper, tiling
from printables.paper.paper import Margins, Paper
from printables.render import png
from printables.scene import Box, Circle, Group, Line, Rect, Sheet, Style, Text, Use
from printables.scene.theme import CLASSIC
from printables.text import fonts

A4 = paper.find("a4")
SQUARE = paper.find("200x200mm")
ROOM = tiling.room(SQUARE)
PIECE = Rect(0, 0, 500, 390, Style(fill="#ddeeff", stroke="#000000", width=1))
ART = (
    PIECE,
    *(Circle((25 + 50 * n, 30 + 37 * n), 14, Style(fill="#aa3300")) for n in range(10)),
    *(Text(20 + 60 * n, 200 - 15 * n, f"space {n}", 9) for n in range(8)),
)


def test_a_small_drawing_takes_one_sheet() -> None:
    plan = tiling.plan((10, 20, 110, 100), A4)
    assert (plan.rows, plan.columns, plan.xs, plan.ys) == (1, 1, (10, 110), (20, 100))


def test_windows_overlap_by_8_mm_and_cover_all() -> None:
    plan = tiling.plan((0, 0, 500, 390), A4)
    assert (plan.rows, plan.columns) == (2, 2) or plan.rows * plan.columns == len(plan.tiles)
    width, height = tiling.room(plan.paper)
    for tile in plan.tiles:
        x0, y0, x1, y1 = tile.window
        assert x1 - x0 <= width + 1e-9 and y1 - y0 <= height + 1e-9
    rows = [[t for t in plan.tiles if t.row == row] for row in range(plan.rows)]
    for row in rows:
        assert row[0].window[0] == 0 and row[-1].window[2] == 500
        assert all(a.window[2] - b.window[0] == pytest.approx(8) for a, b in pairwise(row))
    columns = [[t for t in plan.tiles if t.column == column] for column in range(plan.columns)]
    for column in columns:
        assert column[0].window[1] == 0 and column[-1].window[3] == 390
        assert all(a.window[3] - b.window[1] == pytest.approx(8) for a, b in pairwise(column))
    assert [tile.name for tile in rows[1]][:2] == ["B1", "B2"]


def test_the_paper_is_held_as_takes_fewest_sheets() -> None:
    assert tiling.plan((0, 0, 270, 350), A4).paper.width == 297
    assert len(tiling.plan((0, 0, 270, 350), A4).tiles) == 2
    assert tiling.plan((0, 0, 180, 500), A4).paper.width == 210


def test_cuts_pass_between_places() -> None:
    # Places of 12 mm every 20 mm: cuts at even distances would halve some.
    avoid: list[Box] = [(x, y, x + 12, y + 12) for x in range(4, 510, 20) for y in range(4, 380, 20)]
    even = tiling.plan((0, 0, 520, 390), A4)
    assert any(box[0] < x < box[2] for box in avoid for x in even.xs[1:-1])
    plan = tiling.plan((0, 0, 520, 390), A4, avoid)
    assert plan.columns > 1 and plan.rows > 1
    for x in plan.xs[1:-1]:
        assert not any(box[0] < x < box[2] for box in avoid)
    for y in plan.ys[1:-1]:
        assert not any(box[1] < y < box[3] for box in avoid)
    # That costs no sheet more.
    assert len(plan.tiles) == len(even.tiles)


def test_cuts_are_even_where_they_are_free() -> None:
    plan = tiling.plan((0, 0, 520, 100), A4)
    wide = [tile.window[2] - tile.window[0] for tile in plan.tiles]
    assert len(wide) > 1 and max(wide) - min(wide) < 1


def test_too_small_paper_and_too_large_drawings_are_refused() -> None:
    with pytest.raises(PaperError, match="too small to tile"):
        tiling.plan((0, 0, 500, 500), paper.find("50x60mm"))
    with pytest.raises(PaperError, match="sheets of a6"):
        tiling.plan((0, 0, 5000, 5000), paper.find("a6"))


def test_sheets_are_200_at_most_and_as_many_in_a_column_as_there_are_letters() -> None:
    for across, down, fits in ((10, 20, True), (3, 67, False), (1, 26, True), (1, 27, False)):
        wide, high = (
            count * side - (count - 1) * tiling.OVERLAP for count, side in zip((across, down), ROOM, strict=True)
        )
        with nullcontext() if fits else pytest.raises(PaperError, match=f"would take {across * down} sheets"):
            assert len(tiling.plan((0, 0, wide, high), SQUARE).tiles) == across * down


def test_neighbours_are_equal_over_the_overlap() -> None:
    plan = tiling.plan((0, 0, 500, 390), A4)
    sheet = Sheet("t", tuple(tiling.pages(plan, ART, CLASSIC, "Board")))
    assert len(sheet.pages) == 1 + len(plan.tiles)
    dpi = 120
    pictures = {
        tile.name: Image.open(io.BytesIO(png.render(page, sheet, dpi))).convert("L")
        for tile, page in zip(plan.tiles, sheet.pages[1:], strict=True)
    }

    def part(tile: tiling.Tile, box: Box, aside: float = 0.0) -> Image.Image:
        x, y = plan.place(tile)
        inner = (box[0] + x + 2 + aside, box[1] + y + 2, box[2] + x - 2 + aside, box[3] + y - 2)
        size = (round(4 * (box[2] - box[0] - 4)), round(4 * (box[3] - box[1] - 4)))
        return pictures[tile.name].resize(size, Image.Resampling.BOX, tuple(edge / 25.4 * dpi for edge in inner))

    def apart(a: Image.Image, b: Image.Image) -> float:
        return ImageStat.Stat(ImageChops.difference(a, b)).mean[0]

    same, shifted = [], []
    for a in plan.tiles:
        for b in plan.tiles:
            shared = bounds.overlap(a.window, b.window)
            if a.name < b.name and shared and min(shared[2] - shared[0], shared[3] - shared[1]) > 4:
                same.append(apart(part(a, shared), part(b, shared)))
                shifted.append(apart(part(a, shared), part(b, shared, aside=0.5)))
    assert len(same) >= 4
    assert max(same) < 2
    assert sum(shifted) > 4 * sum(same)


def test_the_drawing_is_one_symbol_at_full_scale() -> None:
    plan = tiling.plan((0, 0, 500, 390), A4)
    pages = tiling.pages(plan, ART, CLASSIC, "Board")
    groups = [page.shapes[0] for page in pages[1:]]
    assert all(isinstance(group, Group) and group.scale == 1 and group.rotate == 0 for group in groups)
    symbols = {id(group.shapes[0].symbol) for group in groups}  # type: ignore[union-attr]
    assert len(symbols) == 1
    titles = [page.title for page in pages]
    assert titles[:2] == ["Board, map of the sheets", "Board A1"]
    assert [len(page.cut) for page in pages[1:]] == [bool(t.column) + bool(t.row) for t in plan.tiles]


@settings(max_examples=tries(60), deadline=None)
@given(
    st.floats(60, 600),
    st.floats(60, 600),
    st.sampled_from(["a5", "a4", "letter", "a3", "120x200mm"]),
    st.floats(0, 15),
    st.lists(st.tuples(st.floats(0, 900), st.floats(0, 900), st.floats(1, 60)), max_size=20),
)
def test_any_drawing_is_laid_whole_and_within_the_margins(
    width: float, height: float, name: str, margin: float, places: list[tuple[float, float, float]]
) -> None:
    avoid = [(x, y, x + size, y + size) for x, y, size in places]
    chosen = paper.find(name).within(Margins(margin, margin, margin, margin))
    try:
        plan = tiling.plan((-5, 7, width, height), chosen, avoid)
    except PaperError:
        return
    assert plan.xs[0] == -5 and plan.xs[-1] == width and plan.ys[0] == 7 and plan.ys[-1] == height
    for page in tiling.pages(plan, (Rect(-5, 7, width + 5, height - 7, Style(fill="#000000")),), CLASSIC, "B", avoid):
        box = bounds.of((*page.shapes, *page.cut))
        x0, y0, x1, y1 = plan.paper.printable
        assert box and box[0] >= x0 - 0.2 and box[1] >= y0 - 0.2 and box[2] <= x1 + 0.2 and box[3] <= y1 + 0.2
    assert isinstance(plan.paper, Paper)
    naive = tiling.plan((-5, 7, width, height), chosen)
    assert len(plan.tiles) == len(naive.tiles)


def test_rings_lie_on_the_seams_and_clear_of_what_is_to_stay_free() -> None:
    plan = tiling.plan((0, 0, 500, 390), A4)
    rings = [ring for ring in tiling._spots(plan, CLASSIC, ()) if isinstance(ring, Circle)]
    assert len(rings) >= 2 * (len(plan.xs) - 2 + len(plan.ys) - 2) > 0
    for ring in rings:
        x, y = ring.centre
        assert x in plan.xs[1:-1] or y in plan.ys[1:-1]
        assert plan.xs[0] < x < plan.xs[-1] and plan.ys[0] < y < plan.ys[-1]
    for axis, ends in enumerate((plan.xs, plan.ys)):
        run = [ring.centre[axis] for ring in rings if ring.centre[axis] not in ends[1:-1]]
        assert sum(run) / len(run) == pytest.approx((ends[0] + ends[-1]) / 2), "evenly from end to end"
    x, y = rings[0].centre
    left = tiling._spots(plan, CLASSIC, [(x - 1, y - 1, x + 1, y + 1)])
    assert len(left) == len(rings) - 1


@pytest.mark.parametrize(("high", "count"), [(60.0, 2), (137.0, 2), (138.0, 3), (160.0, 3)])
def test_a_seam_has_a_ring_every_55_mm_and_two_at_least(high: float, count: int) -> None:
    plan = tiling.plan((0, 10, 300, 10 + high), A4)
    assert (plan.rows, plan.columns) == (1, 2)
    rings = [ring for ring in tiling._spots(plan, CLASSIC, ()) if isinstance(ring, Circle)]
    assert {ring.centre[0] for ring in rings} == {plan.xs[1]} and {ring.radius for ring in rings} == {1.2}
    wanted = [10 + high * (2 * number + 1) / (2 * count) for number in range(count)]
    assert [ring.centre[1] for ring in rings] == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("across", "down", "stays"), [(2.6, 0, True), (0, 2.6, True), (2.4, 0, False), (0, 2.4, False)]
)
def test_a_ring_keeps_a_millimetre_and_a_half_off_what_is_to_stay_free(across: float, down: float, stays: bool) -> None:
    plan = tiling.plan((0, 10, 300, 70), A4)
    x, y = plan.xs[1], 25.0
    for side in (1, -1):
        box = (x + side * across - 1, y + side * down - 1, x + side * across + 1, y + side * down + 1)
        assert len(tiling._spots(plan, CLASSIC, [box])) == 1 + stays


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_a_drawing_takes_one_sheet_more_as_soon_as_it_is_larger(count: int) -> None:
    full = [count * side - (count - 1) * tiling.OVERLAP for side in ROOM]
    for more, sheets in ((0.0, count), (0.01, count + 1)):
        assert tiling.plan((3, 0, 3 + full[0] + more, 50), SQUARE).columns == sheets
        assert tiling.plan((0, 5, 50, 5 + full[1] + more), SQUARE).rows == sheets


def test_a_sheet_has_its_name_what_to_do_with_it_and_where_it_is_on_its_foot() -> None:
    plan = tiling.plan((0, 0, 500, 390), A4, foot=10.0)
    point, done = 25.4 / 72, dict[str, str]()
    left, _, right, bottom = plan.paper.printable
    for tile, page in zip(plan.tiles, tiling.pages(plan, ART, CLASSIC, "Board")[1:], strict=True):
        name, hint, where = (shape for shape in page.shapes if isinstance(shape, Text))
        assert (name.text, name.x, name.size) == (tile.name, left, pytest.approx(11.7 * point))
        assert (hint.x, hint.size) == (left + 11, pytest.approx(7.2 * point))
        assert (where.x, where.anchor, where.size) == (right, "end", pytest.approx(7.2 * point))
        assert {name.y, hint.y, where.y} == {bottom - 10 - 1.4}
        assert where.text == f"Board: row {tile.row + 1} of {plan.rows}, column {tile.column + 1} of {plan.columns}"
        # Cuts run along the left and the top of what is shown, 4 mm past it.
        x, y = plan.place(tile)
        x0, y0, x1, y1 = (a + b for a, b in zip(tile.window, (x, y, x, y), strict=True))
        wanted = [((x0, y0 - 4), (x0, y1 + 4))] * (tile.column > 0) + [((x0 - 4, y0), (x1 + 4, y0))] * (tile.row > 0)
        assert [(cut.a, cut.b) for cut in page.cut if isinstance(cut, Line)] == wanted
        done[tile.name] = hint.text
    assert done["A1"] == "Leave uncut" and done["A2"].endswith("at the left, then lay on A1")
    assert done["B1"].endswith("at the top, then lay on A1")
    assert done["B2"].endswith("at the left and top, then lay on B1 and A2")


@pytest.mark.parametrize("size", [(500.0, 390.0), (390.0, 700.0), (900.0, 100.0)])
@pytest.mark.parametrize(("foot", "below"), [(0.0, 0.0), (10.0, 0.0), (0.0, 120.0), (10.0, 120.0)])
def test_the_map_is_as_large_as_the_room_over_its_foot_and_shows_each_sheet(
    size: tuple[float, float], foot: float, below: float
) -> None:
    plan = tiling.plan((5, 7, 5 + size[0], 7 + size[1]), A4, foot=foot)
    page = tiling.pages(plan, ART, CLASSIC, "Board", below=below)[0]
    left, _, right, bottom = plan.paper.printable
    texts = [shape for shape in page.shapes if isinstance(shape, Text)]
    levels = [plan.paper.printable[1], *(text.y for text in texts[:4])]
    gaps = [(b - a) / text.size for a, b, text in zip(levels, levels[1:], texts, strict=False)]
    assert gaps == pytest.approx([1.45] * 4) and {text.x for text in texts[:4]} == {left}
    top = texts[3].y + 6
    (art,) = (shape for shape in page.shapes if isinstance(shape, Use))
    room = (right - left - 1, bottom - foot - below - 1 - top)
    assert art.scale == pytest.approx(min(room[0] / size[0], room[1] / size[1], 0.6))
    x, y = art.x + 5 * art.scale, art.y + 7 * art.scale
    assert (x, y) == pytest.approx(((left + right - art.scale * size[0]) / 2, top))
    rects = [shape for shape in page.shapes if isinstance(shape, Rect)]
    for tile, rect, name in zip(plan.tiles, rects, texts[4:], strict=True):
        ends = plan.xs[tile.column + 1], plan.ys[tile.row + 1]
        at = x + art.scale * (tile.window[0] - 5), y + art.scale * (tile.window[1] - 7)
        wide, high = (art.scale * (b - a) for a, b in zip(tile.window[:2], ends, strict=True))
        assert (rect.x, rect.y, rect.width, rect.height) == pytest.approx((*at, wide, high))
        assert name.text == tile.name and name.x == pytest.approx(rect.x + rect.width / 2)
        assert name.size == pytest.approx(0.8 * min(7.0, wide / 3, high / 3))
        assert name.y - rect.y - rect.height / 2 == pytest.approx(fonts.cap_height("sans-bold", name.size) / 2)
