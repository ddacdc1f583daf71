from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from printables.core import PaperError
from printables.paper import paper
from printables.paper.paper import Margins, Paper


@pytest.mark.parametrize(
    ("text", "width", "height"),
    [
        ("a4", 210, 297),
        ("A4", 210, 297),
        ("Letter", 215.9, 279.4),
        ("legal", 215.9, 355.6),
        ("tabloid", 279.4, 431.8),
        ("ledger", 431.8, 279.4),
        ("a3-landscape", 420, 297),
        ("A5 landscape", 210, 148),
        ("ledger-portrait", 279.4, 431.8),
        ("210x297mm", 210, 297),
        ("8.5x11in", 215.9, 279.4),
        ('8.5" x 11"', 215.9, 279.4),
        ("21 × 29.7 cm", 210, 297),
        ("595x842pt", 595 * 25.4 / 72, 842 * 25.4 / 72),
    ],
)
def test_find(text: str, width: float, height: float) -> None:
    found = paper.find(text)
    assert (found.width, found.height) == pytest.approx((width, height), abs=1e-9)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a44", "did you mean a4"),
        ("foolscap", "papers are a0, a1, a2, a3, a4"),
        ("210x297", "write 210x297mm"),
        ("", "there is no paper ''"),
        ("10x10mm", "at least 50 mm"),
        ("9x9m", "there is no paper"),
        ("300x600in", "at most 5000 mm"),
        ("-210x297mm", "there is no paper"),
        ("1e3x200mm", "there is no paper"),
    ],
)
def test_find_says_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(PaperError) as caught:
        paper.find(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_margins_follow_the_paper_round() -> None:
    upright = Paper("a4", 210, 297, Margins(top=1, right=2, bottom=3, left=4))
    assert upright.printable == (4, 1, 208, 294)
    turned = upright.landscape()
    # A quarter turn counter-clockwise brings the right edge to the top.
    assert turned.margins == Margins(top=2, right=3, bottom=4, left=1)
    assert turned.area[2:] == (upright.area.height, upright.area.width)
    assert turned.landscape() is turned
    assert turned.portrait() == upright
    assert upright.portrait() is upright
    assert turned.within(upright.margins) == turned


def test_margins_must_leave_something() -> None:
    with pytest.raises(PaperError, match="leave at least 25 mm"):
        Paper("a4", 210, 297, Margins(left=150, right=50))
    with pytest.raises(PaperError, match="0 mm or more"):
        Paper("a4", 210, 297, Margins(left=-1))


@given(st.floats(50, 5000), st.floats(50, 5000))
def test_any_sensible_size_is_paper(width: float, height: float) -> None:
    found = paper.find(f"{width:.3f}x{height:.3f}mm")
    assert found.width == pytest.approx(width, abs=1e-3)
    assert found.portrait().height >= found.portrait().width
    assert found.turned().turned().width == found.width


def test_sizes_are_those_of_iso_216_and_of_american_paper_in_inches() -> None:
    """A0 has a square metre, each size is the one before it halved, and whole millimetres are rounded down."""
    wide, high = paper.SIZES["a0"]
    assert wide * high == pytest.approx(1e6, abs=wide) and high / wide == pytest.approx(2**0.5, rel=1e-3)
    for number in range(1, 7):
        wide, high = high // 2, wide
        assert paper.SIZES[f"a{number}"] == (wide, high)
    inches = {"letter": (8.5, 11), "legal": (8.5, 14), "tabloid": (11, 17), "half-letter": (5.5, 8.5)}
    for name, sides in inches.items():
        assert paper.SIZES[name] == pytest.approx([25.4 * side for side in sides])
    assert len(paper.SIZES) == 7 + len(inches)


@pytest.mark.parametrize(
    ("size", "edges", "fits"),
    [
        *((size, (0, 0, 0, 0), True) for size in ((50, 50), (50, 5000), (5000, 5000))),
        *((size, (0, 0, 0, 0), False) for size in ((49.9, 60), (60, 49.9), (5001, 60), (60, 5001))),
        *(((100, 100), edges, True) for edges in ((75, 0, 0, 0), (0, 40, 0, 35), (30, 0, 45, 0))),
        *(
            (((100, 100)), edges, False)
            for edges in ((75.1, 0, 0, 0), (0, 40, 0, 35.1), (30.1, 0, 45, 0), (0, 0, -1, 0))
        ),
    ],
)
def test_paper_is_50_mm_at_least_and_5_m_at_most_and_its_margins_leave_25(
    size: tuple[float, float], edges: tuple[float, float, float, float], fits: bool
) -> None:
    if fits:
        made = Paper("p", *size, Margins(*edges))
        assert made.area[2:] == (size[0] - edges[1] - edges[3], size[1] - edges[0] - edges[2])
    else:
        with pytest.raises(PaperError):
            Paper("p", *size, Margins(*edges))
