from __future__ import annotations

import io
import os
import struct
import sys
import zlib

import pypdfium2
import pytest
import scenes
from hypothesis import given, settings
from lanes import tries
from PIL import Image, ImageChops, ImageFilter

from printables.core import progress
from printables.printing import make
from printables.render import pdf, png, svg
from printables.scene import Circle, Group, Page, Rect, Sheet, Style


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


def striped(*colours: tuple[str, int]) -> str:
    """An <svg> of upright stripes, each so many pixels wide, 40 high; a pixel is a millimetre."""
    shapes, x = list[Rect](), 0
    for colour, wide in colours:
        shapes.append(Rect(x, 0, wide, 40, Style(fill=colour)))
        x += wide
    return svg.pixels(Page(x, 40, tuple(shapes)), Sheet("t", ()), x, 40)


def inks(made: bytes) -> list[str]:
    """The palette of a PNG."""
    drawn = Image.open(io.BytesIO(made))
    assert drawn.mode == "P"
    colours = bytes(drawn.getpalette() or ())
    return [colours[at : at + 3].hex() for at in range(0, len(colours), 3)]


@pytest.mark.parametrize(
    ("other", "kept"),
    [
        ("6b6460", 1),
        ("706460", 2),
        ("64645a", 1),
        ("646454", 2),
        ("6f6f6b", 1),
        ("706f6b", 2),
        ("586460", 2),
        ("596460", 1),
    ],
)
def test_of_two_colours_that_differ_by_less_than_twelve_levels_the_one_of_more_pixels_is_kept(
    other: str, kept: int
) -> None:
    made = png.light(striped(("#646460", 60), (f"#{other}", 40)), 100, 1 << 20)
    assert inks(made) == ["646460", other][:kept]
    drawn = Image.open(io.BytesIO(made)).convert("RGB")
    last = bytes.fromhex(["646460", other][kept - 1])
    assert (drawn.getpixel((59, 20)), drawn.getpixel((60, 20))) == (tuple(b"\x64\x64\x60"), tuple(last))


def test_a_light_picture_has_16_colours_and_64_where_16_take_less_than_45_percent_of_what_it_may() -> None:
    stripes = [(f"#{15 * red:02x}{60 * green:02x}80", 3 + (red + green) % 5) for red in range(17) for green in range(5)]
    drawn, width = striped(*stripes), sum(wide for _, wide in stripes)
    fuller = png.light(drawn, width, 1 << 20)
    few = png.light(drawn, width, len(fuller) - 1)
    assert (len(inks(fuller)), len(inks(few))) == (64, 16)
    assert Image.open(io.BytesIO(few)).size == Image.open(io.BytesIO(fuller)).size == (width, 40)
    airy = int(len(few) / 0.45) + 1
    assert len(fuller) <= airy - 1, "else the limit decides, and not the air"
    assert png.light(drawn, width, airy) == fuller and png.light(drawn, width, airy - 1) == few
    assert png.light(drawn, width, len(few)) == few
    narrower = Image.open(io.BytesIO(png.light(drawn, width, len(few) - 1)))
    assert narrower.width == int(0.75 * width)


def test_a_png_has_the_parts_that_the_standard_names_and_pixels_as_they_were() -> None:
    """Width, height, 8 bits, palette or RGB; rows of filter 0; sums that agree. Read by another program."""
    for drawn, kind in ((Image.new("P", (5, 3)), 3), (Image.effect_noise((5, 3), 90).convert("RGB"), 2)):
        if kind == 3:
            drawn.putpalette(bytes((1, 2, 3, 200, 100, 50)))
            drawn.putpixel((4, 1), 1)
        made = png._png_packed(drawn, 9)
        parts, at = list[tuple[bytes, bytes]](), 8
        while at < len(made):
            (long,) = struct.unpack_from(">I", made, at)
            name, held = made[at + 4 : at + 8], made[at + 8 : at + 8 + long]
            assert struct.unpack_from(">I", made, at + 8 + long) == (zlib.crc32(name + held),)
            parts.append((name, held))
            at += 12 + long
        assert made[:8] == b"\x89PNG\r\n\x1a\n" and at == len(made)
        assert [name for name, _ in parts] == [b"IHDR", *[b"PLTE"] * (kind == 3), b"IDAT", b"IEND"]
        assert parts[0][1] == struct.pack(">2I5B", 5, 3, 8, kind, 0, 0, 0)
        rows, wide = drawn.tobytes(), 5 * (1 if kind == 3 else 3)
        assert zlib.decompress(parts[-2][1]) == b"".join(b"\0" + rows[n : n + wide] for n in range(0, 3 * wide, wide))
        assert Image.open(io.BytesIO(made)).convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


def test_a_page_so_many_pixels_wide_is_as_high_as_that_leaves_whole() -> None:
    """Not the last part of a pixel, and never none; a picture of a page is rounded."""
    for size, width, scaled, high in (((40, 20), 100, 50, 50), ((40, 20.6), 100, 51, 52), ((40, 0.1), 100, 1, 1)):
        page = Page(*size, (Circle((20, 10), 5, Style(fill="#ff0000")),))
        assert png.scaled(page, width) == (width, scaled)
        assert png.drawn(page, Sheet("t", ()), width).size == (width, scaled)
        assert Image.open(io.BytesIO(png.picture(page, Sheet("t", ()), width))).size == (width, high)


def test_parts_of_a_picture_lie_side_by_side_in_a_page_that_is_nearly_square() -> None:
    """The higher first, each row as high as its highest; a shape lies in its place from the corner of its box."""
    nine = (0, 10, 20)
    for boxes, size, placed in (
        (
            [(0, 0, 10, 4), (50, 50, 60, 60), (0, 0, 3, 7), (5, 5, 25, 7), (9, 9, 10, 10)],
            (20, 17),
            [(0, 10, 10, 14), (0, 0, 10, 10), (10, 0, 13, 7), (0, 14, 20, 16), (0, 16, 1, 17)],
        ),
        ([(n, 0, n + 10, 10) for n in range(9)], (33, 30), [(x, y, x + 10, y + 10) for y in nine for x in nine]),
    ):
        cells = [png._Cell(box, Circle((number, 0), 1, Style(fill="#000000"))) for number, box in enumerate(boxes)]
        whole, places, shapes = png._packed(cells)
        assert (whole, places) == (size, placed)
        for place, shape, cell in zip(places, shapes, cells, strict=True):
            assert isinstance(shape, Group) and (shape.x, shape.y) == place[:2] and shape.shapes == (cell.shape,)


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


def test_ink_is_the_part_of_the_page_that_each_ink_covers() -> None:
    """Pure inks; what is black is black ink alone, and half a page of two inks is a page of ink."""
    half, quarter = (0, 0, 20, 20), (20, 0, 10, 20)
    for colours, parts in (
        (("#00ffff", "#000000"), (0.5, 0, 0, 0.25)),
        (("#ff00ff", "#ffff00"), (0, 0.5, 0.25, 0)),
        (("#ff0000", "#0000ff"), (0.25, 0.75, 0.5, 0)),
    ):
        shapes = (Rect(*area, Style(fill=colour)) for area, colour in zip((half, quarter), colours, strict=True))
        found = png.of(Page(40, 20, tuple(shapes)), Sheet("t", ()))
        assert tuple(found) == pytest.approx(parts, abs=0.01)
        assert found.total == pytest.approx(sum(parts), abs=0.02)
    said = str(png.Coverage(0.001, 0.02, 0.3, 0.4))
    assert said == "72.1 % ink (cyan 0.1, magenta 2.0, yellow 30.0, black 40.0)"


def test_a_detail_stands_in_a_frame_below_its_picture_twice_as_large() -> None:
    """The picture is 58 % as wide as it may be, lines are two pixels wide, and eight of its ground are left between."""
    shapes = (Rect(0, 0, 100, 50, Style(fill="#ffeecc")), Rect(20, 10, 10, 10, Style(fill="#cc0000")))
    for ground, line in (("#ffeecc", (0, 0, 0)), ("#102030", (255, 255, 255))):
        page = Page(100, 50, (shapes[0]._replace(style=Style(fill=ground)), shapes[1]), detail=(10, 5, 40, 25))
        made = Image.open(io.BytesIO(png.light_page(page, Sheet("t", ()), 1000, 1 << 20))).convert("RGB")
        assert made.size == (580, 290 + 8 + 232)
        paper = tuple(bytes.fromhex(ground[1:]))
        assert made.getpixel((150, 90)) == (204, 0, 0) and made.getpixel((300, 250)) == paper
        # The frame in the picture: 58 to 232 across and 29 to 145 down, its line inside.
        for at in ((58, 80), (59, 80), (230, 80), (231, 80), (140, 29), (140, 30), (140, 143), (140, 144)):
            assert made.getpixel(at) == line, at
        for at in ((57, 80), (60, 40), (232, 80), (229, 140), (140, 28), (140, 31), (140, 145), (60, 142)):
            assert made.getpixel(at) == paper, at
        # The detail, 348 wide, in the middle below it; its square begins 116 from its left and 58 from its top.
        left, top = (580 - 348) // 2, 298
        assert all(made.getpixel((x, y)) == paper for x in (0, left - 1, left + 349, 579) for y in (top, 400, 529))
        assert {made.getpixel((x, y)) for x in range(580) for y in range(290, 298)} == {paper}
        for at in ((0, 9), (1, 9), (346, 9), (347, 9), (9, 0), (9, 1), (9, 230), (9, 231)):
            assert made.getpixel((left + at[0], top + at[1])) == line, at
        for at in ((118, 60), (230, 60), (118, 172), (230, 172)):
            assert made.getpixel((left + at[0], top + at[1])) == (204, 0, 0), at
        for at in ((113, 60), (235, 60), (118, 55), (118, 177)):
            assert made.getpixel((left + at[0], top + at[1])) == paper, at
