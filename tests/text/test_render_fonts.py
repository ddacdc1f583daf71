from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, strategies as st
from reportlab.pdfbase.ttfonts import TTFontFace

from printables.core import GlyphError
from printables.scene import Text
from printables.text import fonts
from printables.text.shaping import Face


def test_the_names_inside_the_files_differ() -> None:
    # reportlab merges fonts of one PostScript name without a word.
    files = {fonts.file(name): fonts.load(name).face.name for name in fonts.NAMES}
    assert len(set(files.values())) == len(files) == len({fonts.load(name) for name in fonts.NAMES})


def test_measures_are_those_of_the_font() -> None:
    face = fonts.load("sans").face
    wide = sum(face.charWidths[ord(c)] for c in "minimum") / 1000
    assert fonts.width("minimum", "sans", 4) == pytest.approx(4 * wide)
    assert fonts.ascent("sans", 10) == 7.5
    assert fonts.descent("sans", 10) == 2.5
    assert fonts.cap_height("sans", 10) == 6.6
    assert fonts.space("sans", 10) == pytest.approx(fonts.width("a a", "sans", 10) - fonts.width("aa", "sans", 10))


@pytest.mark.parametrize("font", fonts.NAMES)
@pytest.mark.parametrize("text", ["Łódź, Đặng, Ærøskøbing", "Σίσυφος", "Жук Ёлка", "naïve “quotes” – —", "§ © × ½ €"])
def test_names_of_many_tongues_can_be_drawn(font: str, text: str) -> None:
    assert fonts.missing(text, font) == ""
    assert "".join(part for _, part in fonts.runs(text, font)) == text


def test_italics_fall_back_to_uprights_by_run() -> None:
    assert fonts.runs("one Жук two", "sans-italic") == (
        ("sans-italic", "one "),
        ("sans", "Жук"),
        ("sans-italic", " two"),
    )
    assert fonts.runs("plain", "serif-bold") == (("serif-bold", "plain"),)
    assert fonts.runs(" \n ", "sans") == ()


def test_a_missing_glyph_is_named() -> None:
    assert fonts.missing("a🦊b漢🦊", "serif") == "🦊漢"
    with pytest.raises(GlyphError, match=r"U\+1F98A FOX FACE, U\+6F22 CJK UNIFIED IDEOGRAPH-6F22 in “a🦊b漢”"):
        fonts.width("a🦊b漢", "serif-italic", 5)


def test_clean() -> None:
    assert fonts.clean("A\u030a\tb\nc") == "Å b c"
    assert fonts.clean("soft\u00adhyphen zero\u200bwidth \u202eturned\ud800") == "softhyphen zerowidth turned"
    assert fonts.clean("no\u2011break\u00a0here") == "no-break\u00a0here"
    assert fonts.clean("  two  spaces ") == "two spaces"


@given(st.text())
def test_clean_text_stays_as_it_is(text: str) -> None:
    once = fonts.clean(text)
    assert fonts.clean(once) == once


@given(st.text(st.characters(max_codepoint=0x2100)))
def test_common_means_every_font_has_it(text: str) -> None:
    plain = fonts.clean(text)
    if fonts.common(plain):
        whole = (name for name in fonts.NAMES if fonts.single(plain, name))
        assert all(fonts.runs(plain, name) in ((), ((name, plain),)) for name in whole)


def test_common_covers_what_is_common() -> None:
    assert fonts.common("It’s “home” – naïve Ærø… • £5 × ½ — yes\u00a0!".replace("\u00a0", " "))
    assert not fonts.common("Жук")


def test_setting() -> None:
    wide = fonts.width("Postfox", "sans", 5)
    plain = fonts.setting(Text(0, 0, "Postfox", 5, anchor="middle"))
    assert (plain.start, plain.width, plain.spread) == pytest.approx((-wide / 2, wide, 0))
    spread = fonts.setting(Text(0, 0, "Postfox", 5, anchor="end", width=wide + 6))
    assert (spread.start, spread.width, spread.spread) == pytest.approx((-wide - 6, wide + 6, 1))
    mixed = fonts.setting(Text(0, 0, "ab Жук", 5, "sans-italic"))
    assert mixed.runs[1][2] == pytest.approx(fonts.width("ab\u00a0", "sans-italic", 5))


def test_fonts_are_read_only_when_measured() -> None:
    code = "import sys, printables.text.fonts, printables.render.svg; print('reportlab' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("font", fonts.NAMES)
def test_faces_are_read_as_reportlab_reads_them(font: str) -> None:
    ours, theirs = Face(str(fonts.file(font))), TTFontFace(str(fonts.file(font)))
    assert ours.charToGlyph == {code: glyph for code, glyph in theirs.charToGlyph.items() if glyph}
    for name in ("glyphPos", "bbox", "name", "numGlyphs"):
        assert getattr(ours, name) == getattr(theirs, name), name
    assert ours.defaultWidth == round(theirs.defaultWidth)
    assert ours.charWidths == {code: round(theirs.charWidths[code]) for code in ours.charToGlyph}
    full = int.from_bytes(theirs.get_table("hhea")[34:36], "big")  # it scales the advance of those after them twice
    assert ours.hmetrics[:full] == theirs.hmetrics[:full]
    assert [bearing for _, bearing in ours.hmetrics] == [bearing for _, bearing in theirs.hmetrics]
    letters = [ord(c) for c in "Äffin Žluť"]
    assert ours.makeSubset(letters) == theirs.makeSubset(letters)
