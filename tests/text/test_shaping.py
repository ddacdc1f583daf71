"""Words as the fonts set them, the same in PDF, SVG and PNG."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pypdfium2
import pytest
from lanes import THOROUGH, some
from PIL import Image, ImageChops, ImageFilter
from pyphen import LANGUAGES, HyphDict
from tagged import Tagged

from printables.drawing import lettering
from printables.render import pdf, png
from printables.scene import Page, Sheet, Text
from printables.text import fonts, lines, typesetting
from printables.text.typesetting import TextLook

WORDS = "AVATAR Tony Wolf, office fluffy flight To. 11 Year V. LT Typ. Qu"
DPI = 150.0
PITCH = 12.0  # mm


def read(*texts: Text) -> str:
    done = pdf.render(Sheet("t", (Page(200, 150, texts),)))
    return str(pypdfium2.PdfDocument(done)[0].get_textpage().get_text_range()).strip()


def test_letters_that_lean_into_each_other_stand_closer() -> None:
    assert fonts.width("AV", "sans", 1) < fonts.width("A", "sans", 1) + fonts.width("V", "sans", 1) - 0.01


@pytest.mark.parametrize(("font", "glyphs"), [("serif", 4), ("sans", 5), ("garamond", 4), ("cinzel", 6)])
def test_letters_that_are_one_glyph_are_found_as_letters(font: str, glyphs: int) -> None:
    (run,) = fonts.setting(Text(0, 0, "office", 5, font)).runs
    assert len(run.shaped.glyphs) == glyphs and run.text == "office"
    assert (
        read(Text(5, 20, "office, flight", 5, font), Text(5, 40, "first Жук", 5, font))
        == "office, flight \r\nfirst Жук"
    )


def test_a_space_that_does_not_break_is_as_wide_as_others() -> None:
    assert fonts.width("a\u00a0b", "sans", 1) == fonts.width("a b", "sans", 1)


def test_what_was_shaped_before_does_not_change_the_file() -> None:
    first = pdf.render(Sheet("t", (Page(90, 90, (Text(5, 20, "flight", 5, "serif"),)),)))
    fonts.width("affluent offices", "serif", 1)
    assert pdf.render(Sheet("t", (Page(90, 90, (Text(5, 20, "flight", 5, "serif"),)),))) == first


def test_lines_are_as_wide_as_their_words_but_for_what_a_space_takes() -> None:
    (column,) = typesetting.flow(f"{WORDS} **{WORDS}** *{WORDS}*", 90, 200, TextLook())
    texts = [shape for shape in column.shapes if isinstance(shape, Text)]
    assert len(texts) > 3
    assert all(abs(fonts.setting(text).spread) < 0.01 * text.size for text in texts)


def test_each_font_sets_a_line_as_long_in_pdf_svg_and_png() -> None:
    named = enumerate(fonts.NAMES, 1)
    lines = [Text(5, PITCH * n, WORDS, 6, font, width=fonts.width(WORDS, font, 6)) for n, font in named]
    page = Page(220, PITCH * (len(lines) + 1), tuple(lines))
    sheet = Sheet("t", (page,))
    own = pypdfium2.PdfDocument(pdf.render(sheet))[0].render(scale=DPI / 72).to_pil().convert("L")
    # A viewer that is not told how wide the line was measured sets it as wide: it shapes it as we do.
    bare = sheet._replace(pages=(page._replace(shapes=tuple(line._replace(width=None) for line in lines)),))
    for drawn in (sheet, bare):
        other = Image.open(io.BytesIO(png.render(drawn.pages[0], drawn, DPI))).convert("L")
        for line in lines:
            strip = (0, round((line.y - 8) / 25.4 * DPI), other.width, round((line.y + 3.6) / 25.4 * DPI))
            a, b = (picture.crop(strip).point(lambda v: 255 * (v < 128)).getbbox() for picture in (own, other))
            assert a and b and max(abs(x - y) for x, y in zip(a, b, strict=True)) <= 3, (line.font, a, b)


def test_small_capitals_are_the_font_s_own_and_figures_stay_large() -> None:
    line = fonts.setting(Text(0, 0, "Inn 11", 5, "garamond-caps"))
    assert [(run.font, run.text) for run in line.runs] == [("garamond-caps", "Inn "), ("garamond", "11")]
    assert line.runs[0].shaped.glyphs[0] == "I" and "n" not in line.runs[0].shaped.glyphs
    assert read(Text(5, 20, "Inn 11", 5, "garamond-caps")) == "Inn 11"


def test_a_quotation_mark_hangs_in_the_margin_where_a_line_begins() -> None:
    (column,) = typesetting.flow("“Go,” said she.\n\n> „Geh“, so\n\n“`a`”", 90, 200, TextLook())
    quoted, german, *_ = (shape for shape in column.shapes if isinstance(shape, Text))
    assert quoted.x == pytest.approx(-fonts.width("“", "serif", quoted.size))
    (plain,) = typesetting.flow("> Geh", 90, 200, TextLook())[0].shapes[:1]
    assert isinstance(plain, Text) and german.x == pytest.approx(plain.x - fonts.width("„", "serif", plain.size))


# Every script that sheets are set in, letters that become one, and each pair of letters that lean or stick out.
SCRIPTS = (
    "Fischer flößt Öl, ‘àéîõü’ “çñ” Ærø œuvre – ¡Año!",
    "Łódź Čeština Žižkov İstanbul ğış Ħaż Ēriks őű Ţară",
    "Αλεπού και χήνες, Ωμέγα; Ψυχή",
    "Лиса и гуси, Жук, Щенок, Їжак, Ђорђе",
    "office fluffy affine fjord ffl VA1 11 0.7 3/4 (A–V) [x]",
)
LEANING = "AVWTYLPFRKaeoyvwfrtgkx.,-’"
PAIRS = [f"{a}{b}" for a in LEANING for b in LEANING]
NEAR = 3  # pixels across: as far as two rasterisers differ over the edge of a letter


def stray(one: Image.Image, other: Image.Image) -> float:
    """The part of the dark pixels of a picture that nothing of the other is beside."""
    dark = one.point(lambda level: 255 * (level < 128))
    near = other.point(lambda level: 255 * (level < 200)).filter(ImageFilter.MaxFilter(NEAR))
    return float(ImageChops.subtract(dark, near).histogram()[255] / max(1, dark.histogram()[255]))


@pytest.mark.parametrize("font", some(fonts.NAMES, 4))
def test_every_script_and_pair_of_letters_looks_the_same_in_pdf_svg_and_png(font: str) -> None:
    pairs = [" ".join(PAIRS[start : start + 40]) for start in range(0, len(PAIRS), 40)]
    said = [*SCRIPTS, *(pairs if THOROUGH else pairs[::4])]
    size, pitch = 4.0, 7.0
    wide = [fonts.width(line, font, size) for line in said]
    texts = tuple(Text(5, pitch * n, said[n - 1], size, font, width=wide[n - 1]) for n in range(1, len(said) + 1))
    page = Page(max(wide) + 10, pitch * (len(said) + 1), texts)
    sheet = Sheet("t", (page,))
    shapes = lettering.outlined(page)
    drawn = pypdfium2.PdfDocument(pdf.render(sheet))[0].render(scale=DPI / 72).to_pil().convert("L")
    others = [Image.open(io.BytesIO(png.render(one, sheet, DPI))).convert("L") for one in (page, shapes)]
    for other in (drawn, others[1]):
        here = others[0].resize(other.size) if other.size != others[0].size else others[0]
        assert max(stray(here, other), stray(other, here)) < 0.001


GERMAN = "Donaudampfschifffahrtsgesellschaft Wiederherstellungsmöglichkeiten Brettspielanleitungen "
NARROW = "The unquestionably extraordinary misunderstanding notwithstanding, neighbourhood responsibilities increased. "


def test_words_are_divided_only_where_lines_would_be_uneven_and_only_where_a_language_is_named() -> None:
    def ends(width: float, **named: str) -> list[str]:
        (column,) = typesetting.flow(NARROW * 3, width, 400, TextLook(**named))  # type: ignore[arg-type]
        return [shape.text[-1] for shape in column.shapes if isinstance(shape, Text) and shape.after == "\u00ad"]

    assert ends(45, hyphens="en") and set(ends(45, hyphens="en")) == {"-"}
    assert not ends(45) and not ends(45, hyphens="tlh")
    assert len(ends(150, hyphens="en")) < len(ends(45, hyphens="en"))


def test_a_word_that_was_divided_is_found_and_heard_whole() -> None:
    columns = typesetting.flow(NARROW * 3, 45, 400, TextLook(hyphens="en"))
    done = pdf.render(Sheet("t", (Page(60, 200, columns[0].shapes),)))
    (paragraph,) = Tagged(done).root.kids[0].kids
    assert "\u00ad" in paragraph.text
    assert paragraph.text.replace("\u00ad", "").split() == (NARROW * 3).split()


def test_german_words_are_divided_by_german_rules() -> None:
    text = GERMAN * 2
    (column,) = typesetting.flow(text, 40, 400, TextLook(hyphens="de"))
    parts = "".join(shape.text + ("|" if shape.after == "\u00ad" else " ") for shape in column.shapes)  # type: ignore[union-attr]
    assert "-|" in parts and parts.replace("-|", "").split() == text.split()


@pytest.mark.parametrize(("language", "name"), [("en", "en_GB"), ("de", "de_DE"), ("fr", "fr")])
def test_words_are_divided_where_pyphen_divides_them(language: str, name: str) -> None:
    plain = HyphDict(LANGUAGES[name])
    ours = lines._rules(language)
    assert ours is not None
    text = Path(__file__).read_text(encoding="utf-8")
    words = [*re.findall(r"[^\W\d_]{7,}", text), *GERMAN.split(), "chrysanthème"]
    for word in words:
        assert ours.hd.positions(word) == plain.positions(word), word
