"""Sheets folded and sheets that share a leaf; labels on theirs."""

from __future__ import annotations

import pytest

from printables.core import TemplateError
from printables.paper import labels, leaves
from printables.scene import Area, Curve, Group, Line, Page, Rect, Style

LINE = Style(stroke="#000000")


@pytest.mark.parametrize(
    ("size", "folded"),
    [
        ((210, 297), (2, 2, 105, 148.5)),
        ((304, 304), (2, 2, 152, 152)),
        ((305, 300), (4, 2, 76.25, 150)),
        ((300, 305), (2, 4, 150, 76.25)),
        ((420, 594), (4, 4, 105, 148.5)),
        ((100, 700), (2, 8, 50, 87.5)),
    ],
)
def test_a_sheet_is_folded_in_quarters_and_on_across_its_longer_side(
    size: tuple[float, float], folded: tuple[float, ...]
) -> None:
    found = leaves.folds(*size)
    assert tuple(found) == folded and found.layers == folded[0] * folded[1]


def test_each_fold_has_a_mark_at_both_ends_within_what_is_printed_and_clear_of_words() -> None:
    area = Area.of((9.5, 7.5, 200.5, 289.5))  # a mark's light ground is 1 mm wide

    def marked(*words: tuple[float, float, float, float], **more: float) -> list[tuple[tuple[object, ...], ...]]:
        (ground,), lines = leaves.marks(210, 297, area, LINE, words, **more)
        assert isinstance(ground, Group)
        under = [shape for shape in ground.shapes if isinstance(shape, Curve)]
        assert [curve.segments for curve in under] == [curve.segments for curve in lines]
        assert {curve.style.width for curve in under} <= {1.0} and {curve.style for curve in lines} <= {LINE}
        return [tuple(curve.segments) for curve in lines]

    top, foot = (("M", 105, 8), ("L", 105, 12)), (("M", 105, 285), ("L", 105, 289))
    left, right = (("M", 10, 148.5), ("L", 14, 148.5)), (("M", 196, 148.5), ("L", 200, 148.5))
    assert marked() == [(*top, *foot), (*left, *right)]
    assert marked((100, 11, 110, 20)) == [foot, (*left, *right)]
    assert marked((100, 0, 110, 290), (0, 0, 5, 5)) == [(*left, *right)]
    assert marked(tick=2.0)[1] == (("M", 10, 148.5), ("L", 12, 148.5), ("M", 198, 148.5), ("L", 200, 148.5))


BODY = Area.of((10, 10, 200, 280))


def art(top: float, high: float, title: str, back: bool = False, heading: float = 0.0) -> Page:
    shapes = [Rect(20, top, 50, high, Style(fill="#000000"))]
    head = [Group((Rect(20, top - heading, 50, 3, Style(fill="#000000")),), classes="heading")] if heading else []
    foot = Group((Rect(10, 285, 50, 3, Style(fill="#000000")),), classes="foot")
    return Page(210, 297, (*head, *shapes, foot), title, (Line((20, top), (70, top), LINE),), (), back)


def tops(page: Page) -> list[float]:
    """Where the cuts of a page are: those of each part lie at its top."""
    found = []
    for shape in page.cut:
        line = shape.shapes[0] if isinstance(shape, Group) else shape
        assert isinstance(line, Line)
        found.append(line.a[1] + (shape.y if isinstance(shape, Group) else 0.0))
    return found


def test_art_goes_under_that_of_an_earlier_leaf_where_it_has_room() -> None:
    first, second, third = (leaves.leaves([art(20, high, f"P{n}")], n)[0] for n, high in enumerate((100, 80, 69.8)))
    one, other = leaves.shared([first, second, third], BODY, "long")
    # Lines on the edge of the art are a quarter of a millimetre wide.
    assert tops(one.front) == pytest.approx([20, 20 + 100 + 6 + 0.125]) and one.parts == (0, 1)
    assert one.front.title == "P0, p1" and one.pages == (one.front,)
    assert other.parts == (2,) and tops(other.front) == [20]
    assert [s.classes for s in one.front.shapes if isinstance(s, Group)].count("foot") == 1, "that of its host"
    exact = leaves.leaves([art(20, 280 - 20 - 100 - 6 - 0.125, "Q")], 1)[0]
    over = leaves.leaves([art(20, 280 - 20 - 100 - 6, "Q")], 1)[0]
    assert (
        len(leaves.shared([first, exact], BODY, "long")) == 1 and len(leaves.shared([first, over], BODY, "long")) == 2
    )


def test_a_heading_is_left_out_where_art_fits_without_it_alone() -> None:
    first = leaves.leaves([art(20, 100, "P")], 0)[0]
    for high, headings in ((140, 1), (150, 0)):
        (made,) = leaves.shared([first, leaves.leaves([art(40, high, "Q", heading=10)], 1)[0]], BODY, "long")
        moved = made.front.shapes[-1]
        assert isinstance(moved, Group)
        assert sum(isinstance(shape, Group) and shape.classes == "heading" for shape in moved.shapes) == headings


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_go_behind_their_fronts(flip: str) -> None:
    both = [art(20, 60, "Tokens"), art(20, 60, "Tokens, backs", back=True)]
    plain = leaves.leaves([art(20, 60, "Cards")], 0)[0]
    pair = leaves.leaves(both, 1)[0]
    assert pair.pages == (both[0], both[1]) and pair.reach == pytest.approx((20 - 0.125, 80))
    (made,) = leaves.shared([plain, pair], BODY, flip)  # type: ignore[arg-type]
    assert made.back and (made.front.title, made.back.title) == ("Cards, tokens", "Cards, tokens, backs")
    (down,) = (shape.y for shape in made.front.shapes if isinstance(shape, Group) and shape.classes != "foot")
    (back,) = (shape.y for shape in made.back.shapes if isinstance(shape, Group))
    assert down == pytest.approx(66.125) and back == pytest.approx(down if flip == "long" else -down)
    (again,) = leaves.shared([pair, plain], BODY, flip)  # type: ignore[arg-type]
    assert again.back and again.back.title == "Tokens, cards, backs" and again.parts == (1, 0)


@pytest.mark.parametrize(("share", "is_full"), [(0.5, True), (0.501, False)])
def test_a_leaf_is_full_where_its_art_takes_that_share_of_the_page(share: float, is_full: bool) -> None:
    half = Rect(10, 10, 95, 270, Style(fill="#000000"))
    whole = Group((half, *(Rect(n, 50, 1, 1, Style(fill="#000000")) for n in (20, 30)), half), classes="text")
    for shapes in ((half,), (whole,)):
        assert leaves.full(leaves.leaves([Page(210, 297, shapes)], 0)[0], BODY, share) == is_full


FILE = """
paper = "a4"
shape = "round"
size = 40
columns = 4
rows = 6
left = 16
top = 13.5
across = 46
down = 46
"""


def test_labels_lie_row_by_row_from_the_blank_edges_on() -> None:
    made = labels.read("mine", FILE, "mine.toml")
    assert (made.room, made.art) == (24, 38)
    centres = list(made.centres())
    assert centres == [(36 + 46 * n, 33.5 + 46 * row) for row in range(6) for n in range(4)]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("across = 46", "across = 40", 0),
        ("across = 46", "across = 39.9", 9),
        ("down = 46", "down = 40", 0),
        ("down = 46", "down = 39.9", 10),
        ("left = 16", "left = 32.5", 0),
        ("left = 16", "left = 32.6", 5),
        ("top = 13.5", "top = 27.5", 0),
        ("top = 13.5", "top = 27.6", 6),
        ("columns = 4\nrows = 6\nleft = 16", "columns = 1\nrows = 6\nleft = 170.5", 0),
        ("size = 40", "size = 5.9", 4),
        ("rows = 6", "rows = 0", 6),
    ],
)
def test_labels_neither_overlap_nor_leave_their_sheet_by_half_a_millimetre(old: str, new: str, line: int) -> None:
    assert old in FILE
    if not line:
        assert labels.read("mine", FILE.replace(old, new), "mine.toml").room
    else:
        with pytest.raises(TemplateError, match=rf"^mine\.toml:{line}:1: "):
            labels.read("mine", FILE.replace(old, new), "mine.toml")
