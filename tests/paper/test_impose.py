from __future__ import annotations

import math

import pytest
from hypothesis import given, strategies as st

from printables import scene
from printables.core import PaperError
from printables.drawing import bounds
from printables.paper import imposition, paper
from printables.paper.paper import Margins
from printables.paper.printer import Printer
from printables.scene import Circle, Group, Line, Page, Rect, Shape, Sheet, Style, Text

A4 = paper.find("a4")
BLACK = Style(fill="#000000")


def page(number: int, width: float = 100, height: float = 150, back: bool = False) -> Page:
    """A page whose one piece of art stands off its middle."""
    return Page(width, height, (Circle((width / 4, height / 3), 5, BLACK),), f"p{number}", back=back)


def crop(box: scene.Box, within: scene.Box, gap: float = 3.0, length: float = 5.0) -> tuple[Line, ...]:
    """The marks at the corners of a piece."""
    return imposition.edges(box[::2], box[1::2], box, within, gap, length, imposition.BLACK)


def laid(side: Page) -> list[Group]:
    """The pages that lie on a side, without those that are only named, in their order."""
    return [shape for shape in side.shapes if isinstance(shape, Group) and shape.shapes]


def spots(made: Page) -> dict[str, tuple[float, float]]:
    """Where the art of each page on a side ended up, by title."""
    out = {}
    for shape in laid(made):
        box = bounds.of((shape,))
        assert box
        out[shape.title] = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return out


@given(st.integers(0, 200))
def test_a_booklet_has_each_page_once(count: int) -> None:
    sides = imposition.booklet_order(count)
    assert len(sides) % 2 == 0
    assert sorted(n for side in sides for n in side if n is not None) == list(range(count))


@pytest.mark.parametrize("count", [4, 8, 16])
def test_a_booklet_reads_in_order_when_folded(count: int) -> None:
    # Nest the sheets: outermost first. Each leaf of a sheet has a front and a back.
    sides = imposition.booklet_order(count)
    sheets = [(sides[n], sides[n + 1]) for n in range(0, len(sides), 2)]
    right = [page for outside, inside in sheets for page in (outside[1], inside[0])]
    left = [page for outside, inside in reversed(sheets) for page in (inside[1], outside[0])]
    assert right + left == list(range(count))


def test_booklet_of_a_known_size() -> None:
    assert imposition.booklet_order(8) == ((7, 0), (1, 6), (5, 2), (3, 4))
    assert imposition.booklet_order(5) == ((None, 0), (1, None), (None, 2), (3, 4))


def test_booklet_pages() -> None:
    made = imposition.booklet([page(n, 148, 210) for n in range(6)], A4)
    assert len(made) == 4
    assert all((side.width, side.height) == (297, 210) for side in made)
    assert [side.back for side in made] == [False, True, False, True]
    assert set(spots(made[0])) == {"p0"} and set(spots(made[1])) == {"p1"}
    assert set(spots(made[2])) == {"p5", "p2"}
    assert spots(made[2])["p5"][0] < 148.5 < spots(made[2])["p2"][0]
    assert len(made[0].fold) == 2 and made[1].fold == ()
    assert all(isinstance(line, Line) and line.a[0] == 148.5 for line in made[0].fold)


def test_booklet_backs_are_turned_for_the_long_edge() -> None:
    short, long = (imposition.booklet([page(n, 148, 210) for n in range(4)], A4, flip) for flip in ("short", "long"))  # type: ignore[arg-type]
    assert short[0] == long[0]
    box, turned = bounds.of(short[1].shapes), bounds.of(long[1].shapes)
    assert box and turned
    assert turned == pytest.approx((297 - box[2], 210 - box[3], 297 - box[0], 210 - box[1]))


@given(st.floats(0, 14), st.sampled_from(["a5", "a4", "letter", "legal"]))
def test_booklet_art_stays_in_the_printable_part(margin: float, name: str) -> None:
    full = paper.find("a4")
    source = [Page(210, 297, (Rect(8, 8, 194, 281, BLACK),), str(n)) for n in range(4)]
    onto = paper.find(name).within(Margins(margin, margin, margin, margin))
    for side in imposition.booklet(source, onto):
        x0, y0, x1, y1 = onto.landscape().printable
        for shape in laid(side):
            box = bounds.of((shape,))
            assert box and box[0] >= x0 - 1e-6 and box[1] >= y0 - 1e-6 and box[2] <= x1 + 1e-6 and box[3] <= y1 + 1e-6
            assert not box[0] < side.width / 2 < box[2]
    assert full.width == 210


def test_a_booklet_too_small_to_read_is_refused() -> None:
    with pytest.raises(PaperError, match="take larger paper"):
        imposition.booklet([Page(800, 1100, (Rect(0, 0, 800, 1100, BLACK),))], paper.find("a5"))


@given(st.integers(1, 30), st.integers(1, 9), st.booleans())
def test_n_up_keeps_every_page_once_and_apart(pages: int, count: int, backs: bool) -> None:
    fronts = [[page(n, 63, 88), *([page(n, 63, 88, back=True)] if backs else [])] for n in range(pages)]
    made = imposition.n_up([p for pair in fronts for p in pair], A4, count)
    sides = [side for side in made if not side.back]
    assert len(sides) == math.ceil(pages / count)
    seen = [shape.title for side in sides for shape in side.shapes if isinstance(shape, Group)]
    assert seen == [f"p{n}" for n in range(pages)]
    for side in made:
        boxes = []
        for shape in side.shapes:
            assert isinstance(shape, Group)
            box = bounds.of((Group((Rect(0, 0, 63, 88, BLACK),), shape.x, shape.y, shape.scale, shape.rotate),))
            assert box
            x0, y0, x1, y1 = (A4 if side.width == 210 else A4.landscape()).printable
            assert box[0] >= x0 - 1e-6 and box[1] >= y0 - 1e-6 and box[2] <= x1 + 1e-6 and box[3] <= y1 + 1e-6
            assert not any(bounds.overlap(box, other) for other in boxes)
            boxes.append(box)


def spot(x: float, y: float, width: float, height: float, back: bool = False) -> Page:
    return Page(width, height, (Circle((x, y), 2, BLACK),), "p", back=back)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("size", [(63.0, 88.0), (88.0, 63.0)])
def test_n_up_backs_meet_their_fronts_in_a_partial_row(flip: scene.Flip, count: int, size: tuple[float, float]) -> None:
    """Art off the middle of a page meets the art behind it when the sheet of several is turned over the same edge."""
    (x, y), _ = scene.behind((20, 31), *size, flip)
    both = [p for _ in range(count + 1) for p in (spot(20, 31, *size), spot(x, y, *size, back=True))]
    made = imposition.n_up(both, A4, count, flip=flip)
    assert [side.back for side in made] == [False, True, False, True]
    for front, back in zip(made[::2], made[1::2], strict=True):
        assert len(front.shapes) == len(back.shapes)
        for a, b in zip(front.shapes, back.shapes, strict=True):
            (u0, v0, u1, v1), behind = bounds.of((a,)) or (), bounds.of((b,)) or ()
            centre, _ = scene.behind(((u0 + u1) / 2, (v0 + v1) / 2), front.width, front.height, flip)
            assert ((behind[0] + behind[2]) / 2, (behind[1] + behind[3]) / 2) == pytest.approx(centre)


def test_n_up_never_enlarges_and_refuses_the_unreadable() -> None:
    (made,) = imposition.n_up([page(0, 63, 88)], A4, 1)
    (group,) = made.shapes
    assert isinstance(group, Group) and group.scale == 1
    with pytest.raises(PaperError, match="16 pages of 210 x 297 mm on a4 would be"):
        imposition.n_up([page(0, 210, 297)], A4, 16)


def test_half_turned_twice_is_the_page() -> None:
    text = Page(100, 50, (Text(10, 20, "abc", 5),), trim=(5, 5, 90, 40), bleed=(2, 2, 93, 43))
    once = imposition.half_turned(text)
    assert once.trim == (10, 10, 95, 45) and once.bleed == (7, 7, 98, 48)
    twice = imposition.half_turned(once)
    assert bounds.of(twice.shapes) == pytest.approx(bounds.of(text.shapes))
    assert twice.trim == text.trim


def test_adjusted_scales_about_the_middle_and_moves_backs_only() -> None:
    sheet = Sheet("t", (page(0), page(1, back=True)))
    assert Printer("p").adjusted(sheet) == sheet
    front, back = Printer("p", 1.01, 0.5, -0.3).adjusted(sheet).pages
    f, b = bounds.of(front.shapes), bounds.of(back.shapes)
    assert f and b
    assert f[2] - f[0] == pytest.approx(10.1)
    assert ((f[0] + f[2]) / 2, (f[1] + f[3]) / 2) == pytest.approx((50 - 25 * 1.01, 75 - 25 * 1.01))
    assert (b[0] - f[0], b[1] - f[1]) == pytest.approx((0.5, -0.3))


def test_trimmed_has_boxes_and_crop_marks_and_backs_have_none() -> None:
    art: tuple[Shape, ...] = (Rect(-10, -10, 120, 170, BLACK),)
    made = imposition.trimmed(Page(100, 150, art, "p"), bleed=3, slug=8)
    assert (made.width, made.height) == (122, 172)
    assert made.trim == (11, 11, 111, 161) and made.bleed == (8, 8, 114, 164)
    assert bounds.of(made.shapes[:1]) == pytest.approx((8, 8, 114, 164))
    lines = [shape for shape in made.shapes if isinstance(shape, Line)]
    assert len(lines) == 8
    assert all(line.style.width >= 0.4 * 25.4 / 72 for line in lines)
    for line in lines:
        # On the line of an edge, and clear of the bleed.
        assert line.a[0] == line.b[0] in (11, 111) or line.a[1] == line.b[1] in (11, 161)
        box = bounds.of((line,))
        assert box and bounds.overlap(box, (8, 8, 114, 164)) is None
    back = imposition.trimmed(Page(100, 150, art, "p", back=True))
    assert not [shape for shape in back.shapes if isinstance(shape, Line)]
    assert imposition.trimmed(made) is made
    assert imposition.trimmed(Page(100, 150, art, "p")) == made, "as a print shop wants it, unless it is said"


def test_marks_stay_printable() -> None:
    within = (8.0, 8.0, 202.0, 289.0)
    for box in (
        (20.0, 20.0, 80.0, 110.0),
        (9.0, 9.0, 201.0, 288.0),
        (8.0, 8.0, 202.0, 289.0),
        (14.0, 13.5, 100.0, 100.0),
    ):
        for line in crop(box, within):
            found = bounds.of((line,))
            assert found and found[0] >= 8 - 0.11 and found[1] >= 8 - 0.11 and found[2] <= 202.11 and found[3] <= 289.11
            assert bounds.overlap(found, box) is None
            assert math.dist(line.a, line.b) >= 1
    assert len(crop((20, 20, 80, 110), within)) == 8
    assert len(crop((12.5, 20, 80, 110), within)) == 8
    assert len(crop((10, 20, 80, 110), within)) == 6
    assert len(imposition.edges((20, 50, 80), (20, 60), (20, 20, 80, 60), within, 3.0, 5.0, imposition.BLACK)) == 10
    assert len(imposition.corners(within)) == 3
    box = bounds.of(imposition.corners(within))
    assert box and box[0] >= 8 and box[3] <= 289


def test_registration_marks_are_a_square_and_two_angles_within_their_corners() -> None:
    square, right, left = imposition.corners((10, 20, 200, 280), size=6, thick=0.8)
    assert square.points == ((10, 20), (16, 20), (16, 26), (10, 26)) and square.closed and square.style.fill
    assert right.points == ((194, 20.4), (199.6, 20.4), (199.6, 26)) and not right.closed
    assert left.points == ((10.4, 274), (10.4, 279.6), (16, 279.6)) and not left.closed
    assert right.style == left.style and right.style.width == 0.8
    assert bounds.of(imposition.corners((0, 0, 100, 100))) == pytest.approx((0, 0, 100, 100))


def test_crop_marks_are_as_long_and_as_far_off_the_corners_as_is_asked_or_what_is_left_of_that() -> None:
    """On all four sides, at each edge; from the piece outwards; cut off where the printer ends, gone under 1 mm."""

    def ends(box: scene.Box, **more: float) -> set[tuple[scene.Point, scene.Point]]:
        return {(line.a, line.b) for line in crop(box, (0, 0, 100, 200), **more)}

    assert ends((20, 30, 60, 90)) == {
        *(((x, 27), (x, 22)) for x in (20, 60)),
        *(((x, 93), (x, 98)) for x in (20, 60)),
        *(((17, y), (12, y)) for y in (30, 90)),
        *(((63, y), (68, y)) for y in (30, 90)),
    }
    assert ends((20, 30, 60, 90), gap=1, length=2) >= {((20, 29), (20, 27)), ((61, 90), (63, 90))}
    for off, long in ((8.0, 5.0), (7.0, 4.0), (4.0, 1.0), (3.9, None), (0.0, None)):
        for box, mark in (
            ((off, 50, 60, 90), ((off - 3, 50), (off - 3 - (long or 0), 50))),
            ((20, off, 60, 90), ((20, off - 3), (20, off - 3 - (long or 0)))),
            ((20, 50, 100 - off, 90), ((103 - off, 90), (103 - off + (long or 0), 90))),
            ((20, 50, 60, 200 - off), ((60, 203 - off), (60, 203 - off + (long or 0)))),
        ):
            found = ends(box)
            assert len(found) == (8 if long else 6)
            assert not long or mark in {tuple((round(x, 6), round(y, 6)) for x, y in one) for one in found}
    # An edge beyond what is printable has none; one that is named twice has one.
    assert {x for (x, _), _ in ends((20, 30, 101, 90))} == {20, 17}
    assert (
        len(imposition.edges((20, 20, 60), (30,), (20, 30, 60, 90), (0, 0, 100, 200), 3.0, 5.0, imposition.BLACK)) == 6
    )


@pytest.mark.parametrize(
    ("count", "turned", "columns", "rows"),
    [(1, False, 1, 1), (2, True, 2, 1), (4, False, 2, 2), (6, True, 3, 2), (9, False, 3, 3)],
)
def test_pages_to_a_side_are_as_large_as_they_can_be(count: int, turned: bool, columns: int, rows: int) -> None:
    """Pages of 200 by 270 mm on A4 with 10 mm left on its widest edge, 6 mm apart."""
    onto = paper.find("a4").within(Margins(10, 4, 8, 10))
    pages = [Page(200, 270, (), "p"), Page(100, 150, (), "q")]
    way, *rest, size = imposition.arranged(pages, onto, count, 6.0)
    room = (way.width - 20, way.height - 20)
    best = min((room[0] - (columns - 1) * 6) / (columns * 200), (room[1] - (rows - 1) * 6) / (rows * 270), 1.0)
    assert (way.width > way.height, *rest) == (turned, columns, rows)
    assert size == pytest.approx(best)
    slots = imposition.laid_out(pages, way, columns, rows, size, 6.0)
    assert len(slots) == columns * rows and {(slot.scale, slot.rotate) for slot in slots} == {(size, 0.0)}
    steps = (size * 200 + 6, size * 270 + 6)
    for n, slot in enumerate(slots):
        row, column = divmod(n, columns)
        wanted = (
            way.width / 2 + steps[0] * (column - (columns - 1) / 2),
            way.height / 2 + steps[1] * (row - (rows - 1) / 2),
        )
        assert (slot.x, slot.y) == pytest.approx(wanted)


@pytest.mark.parametrize(
    "art", [(8, 8, 194, 281), (60, 8, 60, 100), (60, 200, 60, 90), (100, 140, 100, 10), (90, 130, 9, 9)]
)
@pytest.mark.parametrize("edges", [(8, 8, 8, 8), (20, 3, 8, 14)])
def test_a_booklet_is_as_large_as_its_art_allows(art: scene.Box, edges: tuple[float, ...]) -> None:
    """What reaches furthest from the middle of its page meets the printable part, or the 5 mm beside the fold."""
    onto = A4.within(Margins(*edges))
    x0, y0, x1, y1 = onto.landscape().printable
    side = max(x0, 297 - x1, 5.0)
    outer, inner, *_ = imposition.booklet([Page(210, 297, (Rect(*art, BLACK),), str(n)) for n in range(4)], onto)
    for sheet in (outer, inner):
        for shape, middle in zip(laid(sheet), (74.25, 222.75), strict=True):
            left, top, right, foot = bounds.of((shape,)) or (0.0,) * 4
            slack = [74.25 - side - (middle - left), 74.25 - side - (right - middle), top - y0, y1 - foot]
            assert min(slack) == pytest.approx(0, abs=1e-6) or (min(slack) > 0 and shape.scale == 1)
            assert (left + right) / 2 - middle == pytest.approx(shape.scale * (art[0] + art[2] / 2 - 105))
            assert (top + foot) / 2 - 105 == pytest.approx(shape.scale * (art[1] + art[3] / 2 - 148.5))
    folds = [(line.a, line.b) for line in outer.fold if isinstance(line, Line)]
    assert folds == [((148.5, y0), (148.5, y0 + 8)), ((148.5, y1 - 8), (148.5, y1))]
    assert imposition.half(onto).printable == (side, y0, 148.5 - side, y1)


@pytest.mark.parametrize("turn", [0, 30, 90, 180, 270])
def test_a_page_is_laid_turned_about_its_middle(turn: float) -> None:
    """Its art of 5 mm about (25, 50) on a page of 90 by 130 mm, its middle at (50, 60)."""
    laid_page = Page(90, 130, (Circle((25, 50), 5, BLACK),), "p")
    shapes, _, _ = imposition.Slot(50, 60, 1.0, turn).lay(laid_page)
    x, y = 25 - 45, 50 - 65
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    at = 50 + x * cos - y * sin, 60 + x * sin + y * cos
    assert bounds.of(shapes) == pytest.approx((at[0] - 5, at[1] - 5, at[0] + 5, at[1] + 5))


def test_registration_marks_are_five_millimetres_long_unless_it_is_said() -> None:
    assert imposition.corners((0, 0, 100, 100)) == imposition.corners((0, 0, 100, 100), 5.0, 0.5)
