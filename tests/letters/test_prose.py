"""Safe text, wrapping, and a letter's blocks as text and HTML."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from lanes import tries

from adjudicator.letters import render
from adjudicator.letters.render import Footer, Form, Heading, Items, Paragraph, Picture, Quote, Sheet
from printables.core import TemplateError

BLOCKS = (
    Paragraph("Hello Anna, write `move a1 b1` & <b>nothing</b> else."),
    Heading("Dés & Würfel"),
    Items(("one", "two " * 40)),
    Quote("Bob writes to you:", "<i>$body</i> see you"),
    Picture("<svg><title>x</title></svg>", 'the "board"'),
    Form("Reply:", ("match <m>", "# " + "x" * 100)),
    Footer(("small", "print")),
)


@pytest.mark.parametrize(
    ("typed", "safe"),
    [
        ("Anna", "Anna"),
        ("  An\tna \r\n Bell\x07 ", "An na Bell"),
        ("a\u202eb\u2066c\u200fd", "abcd"),
        ("a\u2028b\u2029c\x85d\x00e", "a b c d e"),
        ("\ud800x\ue000\ufffe\ufdd0\U0010ffff\xad", "x"),
        ("\ufdcf\ufdd0\ufdef\ufdf0 \ufffd\uffff \U0001fffd\U0001fffe", "\ufdcf\ufdf0 \ufffd \U0001fffd"),
        ("नमस्ते\u200d می\u200cخواهم", "नमस्ते\u200d می\u200cخواهم"),
        ("Zoë 日本 👩‍🚀", "Zoë 日本 👩‍🚀"),
    ],
)
def test_plain_keeps_letters_and_drops_what_steers_a_reader(typed: str, safe: str) -> None:
    assert render.plain(typed) == safe


def test_shorten_marks_what_is_missing() -> None:
    assert render.shorten("abc", 3) == "abc"
    assert render.shorten("abc def", 5) == "abc…"
    assert [render.shorten("abcdef", most) for most in (6, 5, 1)] == ["abcdef", "abcd…", "…"]


def test_columns_counts_what_a_terminal_shows() -> None:
    assert render.columns("abc") == 3
    assert render.columns("日本") == 4
    assert render.columns("e\u0301") == 1
    assert [render.columns(char) for char in ("\uff21", "\uff71", "é", "\u200d", "\u20dd")] == [2, 1, 1, 0, 0]


def test_wrap_keeps_what_stands_between_backticks_on_one_line() -> None:
    assert render.wrap("aaaa bbbb `c d e`.", width=12) == ["aaaa bbbb", "`c d e`."]
    assert render.wrap("`aaaa bbbb cccc`", width=8) == ["`aaaa", "bbbb", "cccc`"]


def test_wrap_breaks_a_word_that_is_longer_than_a_line() -> None:
    assert render.wrap("x" * 9, "- ", "  ", width=6) == ["- xxxx", "  xxxx", "  x"]


@settings(max_examples=tries(150), deadline=None)
@given(st.lists(st.text("abc", min_size=1, max_size=9)), st.integers(11, 30), st.sampled_from(["", "- "]))
def test_wrap_fills_each_line_as_the_standard_library_does(words: list[str], width: int, first: str) -> None:
    text = " ".join(words)
    rest = " " * len(first)
    wanted = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    assert render.wrap(text, first, rest, width) == (wanted or ([first] if first else []))


def test_wrap_has_72_columns_if_nothing_is_said_and_measures_as_it_is_told() -> None:
    assert render.wrap("x" * 145) == ["x" * 72, "x" * 72, "x"]
    assert render.wrap("aa bb cc", width=5, measure=lambda text: len(text)) == ["aa bb", "cc"]
    assert render.wrap("aa bb cc", width=5, measure=lambda text: 2 * len(text)) == ["aa", "bb", "cc"]
    assert render.wrap("x `aa bb` cc", "", "    ", 8) == ["x `aa", "    bb`", "    cc"], "no later line has room for it"
    assert render.wrap("x `aa bb` cc", "", " ", 8) == ["x", " `aa bb`", " cc"]


@settings(max_examples=tries(150), deadline=None)
@given(st.text(), st.integers(8, 80))
def test_wrap_keeps_the_width_and_loses_nothing(text: str, width: int) -> None:
    lines = render.wrap(text, "- ", "  ", width)
    assert all(render.columns(line) <= width for line in lines)
    assert "".join(line[2:] for line in lines).replace(" ", "") == "".join(text.split()).replace(" ", "")


@settings(max_examples=tries(150), deadline=None)
@given(st.text(st.characters(), max_size=60))
def test_plain_is_one_line_of_what_xml_allows(text: str) -> None:
    safe = render.plain(text)
    assert render.plain(safe) == safe
    assert len(safe.splitlines()) <= 1
    assert not [char for char in safe if unicodedata.category(char) in ("Cc", "Cs")]


def test_text_has_lines_of_72_columns_but_for_forms() -> None:
    text = render.to_text(BLOCKS)
    assert "\r" not in text and text.endswith("print\n")
    for line in text.split("\n"):
        assert render.columns(line) <= 72 or line.startswith("    ")
    assert "\nDés & Würfel\n------------\n" in text
    assert "\n\n-- \nsmall\nprint\n" in text
    assert "svg" not in text


def test_html_escapes_all_but_the_picture() -> None:
    page = render.to_html(BLOCKS, Sheet("[m] <subject>", "en", game="Snakes & <Foxes>"))
    assert "<title>[m] &lt;subject&gt;</title>" in page
    assert "<code>move a1 b1</code> &amp; &lt;b&gt;nothing&lt;/b&gt;" in page
    assert '<span dir="auto">&lt;i&gt;$body&lt;/i&gt; see you</span>' in page
    assert 'alt="the &quot;board&quot;"' in page and render.source(b"<svg><title>x</title></svg>").decode() in page
    assert '">match &lt;m&gt;<br>' in page and "&lt;Foxes&gt;" in page
    assert not re.search(r'https?:|src="(?!data:)|url\(|@import|<script', page)


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        ("<p>nothing</p>", "does not write {{ blocks }}"),
        ("<p>{{ blocks }}</p>", "does not write <!--note--> once"),
        (
            "{{ blocks }} {{ player }}",
            "`player` is undefined; the facts are blocks, game, head, language, place, title",
        ),
        ("{{ blocks }}\n{% if %}", "letter.html:2:7: syntax error"),
    ],
)
def test_a_damaged_frame_is_named(frame: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters/letter.html").write_text(frame)
    monkeypatch.setenv("POSTFOX_TEMPLATES", str(tmp_path))
    with pytest.raises(TemplateError, match=re.escape(said)) as caught:
        render.to_html(BLOCKS, Sheet("s", "en"))
    assert "letter.html" in str(caught.value)
