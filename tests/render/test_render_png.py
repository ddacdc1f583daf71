from __future__ import annotations

import io
import os
import sys

import pypdfium2
import pytest
import scenes
from hypothesis import given, settings
from lanes import tries
from PIL import Image, ImageChops, ImageFilter

from printables.core import progress
from printables.printing import make
from printables.render import pdf, png, svg
from printables.scene import Circle, Page, Rect, Sheet, Style


def picture(page: Page, sheet: Sheet, dpi: float) -> Image.Image:
    return Image.open(io.BytesIO(png.render(page, sheet, dpi))).convert("RGB")


@pytest.mark.parametrize("dpi", [50, 72, 96, 150, 299.5])
def test_size_in_pixels(dpi: float) -> None:
    page = scenes.EVERYTHING
    size = picture(page, scenes.SHEET, dpi).size
    assert size == (round(page.width / 25.4 * dpi), round(page.height / 25.4 * dpi))


def test_a_resolution_without_pixels_is_refused() -> None:
    with pytest.raises(ValueError, match="no pixel"):
        png.render(scenes.SMALL, scenes.SHEET, 0.1)


def test_the_ground_is_white_and_bytes_repeat() -> None:
    page = Page(20, 10, (Circle((5, 5), 3, Style(fill="#ff0000")),))
    made = picture(page, Sheet("t", ()), 100)
    assert made.getpixel((70, 20)) == (255, 255, 255)
    assert made.getpixel((20, 20)) == (255, 0, 0)
    assert png.render(page, Sheet("t", ())) == png.render(page, Sheet("t", ()))


def test_a_page_of_one_colour_has_the_pixels_that_the_rasteriser_gives_it() -> None:
    plain, filled = Rect(0, 0, 20, 10, Style(fill="#c4501b")), Style(fill="#c4501b", stroke="#000000", width=2)
    for shape in (plain, plain._replace(corner=3), plain._replace(width=19), plain._replace(style=filled)):
        page = Page(20, 10, (shape,))
        drawn = png.redraw(svg.pixels(page, Sheet("t", ()), 80, 40), 80)
        made = png.pixels(page, Sheet("t", ()), 80, 40)
        assert Image.open(io.BytesIO(made)).convert("RGBA").tobytes() == png.read(drawn).tobytes()
        assert (made == drawn) == (shape != plain)


def test_a_light_picture_keeps_its_inks_however_small_their_place() -> None:
    large = (Circle((x, 10), 6, Style(fill=f"#{x * 7:02x}8040")) for x in range(10, 30))
    small = Circle((35, 15), 0.5, Style(fill="#c89020"))
    drawn = svg.render(Page(40, 20, (*large, small)), Sheet("t", ()))
    whole = Image.open(io.BytesIO(png.redraw(drawn, 800))).convert("RGB")
    for most, colours in ((1 << 20, 64), (1, 16)):
        made = Image.open(io.BytesIO(png.light(drawn, 800, most)))
        assert (
            made.mode == "P" and made.width == (whole.width if most > 1 else 600) and len(made.getcolors()) <= colours
        )
    assert Image.open(io.BytesIO(png.light(drawn, 800, 1 << 20))).convert("RGB").getpixel((700, 300)) == (200, 144, 32)
    assert png.light(drawn, 800, 1 << 20) == png.light(drawn, 800, 1 << 20)
    assert len(png.light(drawn, 800, 1)) < len(png.redraw(drawn, 800)) / 2


def apart(page: Page, sheet: Sheet, number: int) -> float:
    """The part of the pixels that PDF and PNG draw differently, but for a pixel's breadth at edges."""
    mine = picture(page, sheet, 96)
    other = pypdfium2.PdfDocument(pdf.render(sheet))[number].render(scale=96 / 72).to_pil().convert("RGB")
    other = other.resize(mine.size)

    def beyond(a: Image.Image, b: Image.Image) -> Image.Image:
        # What is in one and, even when blurred by a pixel or two, not in the other.
        low = ImageChops.subtract(b.filter(ImageFilter.MinFilter(5)), a)
        high = ImageChops.subtract(a, b.filter(ImageFilter.MaxFilter(5)))
        return ImageChops.lighter(low, high).convert("L").point(lambda v: 255 * (v > 60))

    wrong = ImageChops.lighter(beyond(mine, other), beyond(other, mine))
    return wrong.histogram()[255] / (mine.width * mine.height)


@pytest.mark.parametrize("number", [0, 1])
def test_pdf_and_png_are_one_picture(number: int) -> None:
    # Hairlines of the thin fonts fall on pixels a little differently.
    assert apart(scenes.SHEET.pages[number], scenes.SHEET, number) < 0.0004


@settings(max_examples=tries(25), deadline=None)
@given(scenes.pages)
def test_any_page_renders(page: Page) -> None:
    made = picture(page, Sheet("t", (page,)), 20)
    assert made.size == (round(page.width / 25.4 * 20), round(page.height / 25.4 * 20))


def test_pages_are_drawn_on_all_processors_and_are_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet("t", tuple(Page(20, 10, (Circle((number, 5), 3, Style(fill="#ff0000")),)) for number in range(5)))
    drawn = []
    for count in (1, 3):
        monkeypatch.setattr(os, "cpu_count", lambda count=count: count)
        drawn.append(list(make._pictures(sheet, "png", 100)))
    assert drawn[0] == drawn[1] and len(set(drawn[0])) == 5
    processes = set(progress.shared(lambda _: os.getpid(), range(9), 3))
    assert os.getpid() not in processes if sys.platform == "linux" else processes == {os.getpid()}
