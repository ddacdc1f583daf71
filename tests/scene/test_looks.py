from __future__ import annotations

import math

import pytest
import scenes
from hypothesis import given, settings, strategies as st
from lanes import tries

from printables.drawing import bounds
from printables.printing import finishing
from printables.render import pdf, png, svg
from printables.scene import Circle, Curve, Group, Line, Page, Rect, Sheet, Style, Symbol, Text, Use, theme
from printables.scene.theme import CLASSIC

SAVER = theme.find("ink-saver")
DARK = Style(fill="#1a1a1a")
WHITE = Style(fill="#ffffff")


def dressed(*shapes: scenes.Shape) -> Page:
    return finishing.dress(Sheet("t", (Page(100, 100, shapes),)), SAVER).pages[0]


def test_classic_pages_stay_as_they_are() -> None:
    assert finishing.dress(scenes.SHEET, CLASSIC) == scenes.SHEET


def test_coloured_paper_is_printed_past_the_edge() -> None:
    look = theme.find("parchment")
    made = finishing.dress(scenes.SHEET, look)
    for old, new in zip(scenes.SHEET.pages, made.pages, strict=True):
        ground = new.shapes[0]
        assert isinstance(ground, Group) and ground.classes == "ground"
        assert bounds.of((ground,)) == pytest.approx((-10, -10, old.width + 10, old.height + 10))
        assert new.shapes[1:] == old.shapes
        assert ground.shapes[0].style.fill == look.ink("paper")  # type: ignore[union-attr]


def test_dark_areas_become_outlines_with_hatching() -> None:
    made = dressed(Circle((50, 50), 20, DARK))
    white, hatch, edge = made.shapes
    assert isinstance(white, Circle) and white.style.fill == "#ffffff"
    assert isinstance(hatch, Group) and hatch.classes == "hatch" and hatch.clip == Circle((50, 50), 20, DARK)
    assert isinstance(edge, Circle) and edge.style.fill is None and edge.style.stroke == "#1a1a1a"
    before = png.of(Page(100, 100, (Circle((50, 50), 20, DARK),)), scenes.SHEET).total
    assert png.of(made, scenes.SHEET).total < 0.25 * before


def test_small_dark_areas_lines_and_dark_text_stay() -> None:
    arrows = Curve(
        tuple(s for n in range(9) for s in (("M", 9.0 * n, 0), ("L", 9.0 * n + 2, 1), ("L", 9.0 * n, 2), ("Z",))), DARK
    )
    keep = (Circle((5, 5), 1, DARK), arrows, Line((0, 0), (9, 9), Style(stroke="#000000", width=3)), Text(5, 5, "a", 5))
    assert dressed(*keep).shapes == keep


def test_light_shapes_on_dark_ones_keep_an_edge() -> None:
    dot = Circle((50, 50), 1, WHITE)
    under, over = dressed(dot).shapes[0], dressed(Circle((50, 50), 20, DARK), dot).shapes[-1]
    assert under == dot
    assert isinstance(over, Circle) and over.style.stroke == SAVER.ink("ink") and over.style.fill == "#ffffff"
    text = dressed(Circle((50, 50), 20, DARK), Text(50, 50, "A", 8, fill="#ffffff")).shapes[-1]
    assert isinstance(text, Text) and text.fill == SAVER.ink("ink")


def test_hatching_is_as_fine_on_paper_at_every_scale_and_symbols_are_shared() -> None:
    disc = Symbol("disc", (Circle((0, 0), 1, DARK),))
    made = dressed(*(Use(disc, 20 + n, 20, 5) for n in range(9)), Use(disc, 50, 50, 20))
    symbols = {id(shape.symbol): shape for shape in made.shapes if isinstance(shape, Use)}
    assert len(symbols) == 2
    for use in symbols.values():
        (hatch,) = (shape for shape in use.symbol.shapes if isinstance(shape, Group))
        (lines,) = hatch.shapes
        assert isinstance(lines, Curve)
        assert lines.style.width * use.scale == pytest.approx(finishing.HAIR)
        points = [complex(float(s[1]), float(s[2])) for s in lines.segments if s[0] == "M"]
        assert abs(points[1] - points[0]) * use.scale == pytest.approx(finishing.HATCH, rel=0.1)
    svg.render(made, scenes.SHEET)


def test_colours_are_hatched_in_different_directions() -> None:
    def direction(fill: str) -> float:
        lines = dressed(Rect(0, 0, 50, 50, Style(fill=fill))).shapes[1].shapes[0]  # type: ignore[union-attr]
        (_, x0, y0), (_, x1, y1) = lines.segments[:2]  # type: ignore[union-attr]
        return round(math.degrees(math.atan2(float(y1) - float(y0), float(x1) - float(x0)))) % 180

    assert len({direction(fill) for fill in ("#b3261e", "#1c7c3c", "#1f4fa3")}) == 3


@settings(max_examples=tries(40), deadline=None)
@given(st.lists(scenes.shapes, max_size=4).map(tuple))
def test_any_scene_can_be_restyled(shapes: tuple[scenes.Shape, ...]) -> None:
    page = Page(300, 300, shapes)
    made = finishing.dress(Sheet("t", (page, page)), SAVER)
    assert pdf.render(made)
    assert made.pages[0] == made.pages[1]
    assert bool(bounds.of(shapes)) == bool(bounds.of(made.pages[0].shapes))


def test_coverage_is_the_part_of_the_page_that_is_inked() -> None:
    sheet = Sheet("t", ())
    half = png.of(Page(100, 100, (Rect(0, 0, 50, 100, Style(fill="#000000")),)), sheet)
    assert (half.cyan, half.magenta, half.yellow) == (0, 0, 0)
    assert half.black == pytest.approx(0.5, abs=0.01)
    red = png.of(Page(100, 100, (Rect(0, 0, 25, 100, Style(fill="#ff0000")),)), sheet)
    assert (red.magenta, red.yellow, red.black) == pytest.approx((0.25, 0.25, 0), abs=0.01)
    assert red.total == pytest.approx(0.5, abs=0.02)
    assert png.of(Page(100, 100, ()), sheet).total == 0
    # A circle, and lines thinner than a dot of the picture.
    disc = png.of(Page(100, 100, (Circle((50, 50), 30, Style(fill="#000000")),)), sheet)
    assert disc.black == pytest.approx(math.pi * 0.09, rel=0.02)
    thin = tuple(Line((0, 5 + 10 * n), (100, 5 + 10 * n), Style(stroke="#000000", width=0.3)) for n in range(10))
    assert png.of(Page(100, 100, thin), sheet).black == pytest.approx(0.03, rel=0.1)
