from __future__ import annotations

import re
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st
from lanes import Golden, tries

from printables.core import GlyphError, TemplateError, UserError
from printables.drawing import bounds
from printables.render import svg
from printables.scene import POINT, Circle, Group, Line, Page, Rect, Sheet, Style, Symbol, Text, Use, added, walk
from printables.scene.theme import CLASSIC
from printables.text import lines, markdown, typesetting
from printables.text.markdown import Prose, Rule, Span, Table
from printables.text.typesetting import Column, Inset, TextLook, fit, flow

LOOK = TextLook.of(CLASSIC, 10)
EM = 10 * POINT
PICTURES = {"face:move": Inset(Symbol("dot", (Circle((0, 0), 1, Style(fill="#000000")),)))}


def texts(column: Column) -> list[Text]:
    return [shape for shape in column.shapes if isinstance(shape, Text)]


def words(columns: list[Column]) -> list[str]:
    rows = sorted(
        ((n, round(t.y, 3), t.x, t.text) for n, column in enumerate(columns) for t in texts(column)),
    )
    return " ".join(row[3] for row in rows).split()


def test_blocks() -> None:
    prose = "Some *words* and **more**  \nnext `x`\n\n- a\n- b\n\n> said"
    blocks = markdown.read(f"# Title\n\n{prose}\n\n| A | B |\n|:-:|--:|\n| 1 | 2 |\n\n---\n")
    title, some, a, b, said, table, rule = blocks
    assert isinstance(title, Prose) and title.level == 1 and title.inlines == (Span("Title"),)
    assert isinstance(some, Prose) and some.line == 3
    assert Span("words", italic=True) in some.inlines and Span("more", bold=True) in some.inlines
    assert markdown.Break() in some.inlines and Span("x", code=True) in some.inlines
    assert isinstance(a, Prose) and a.frame.markers == ("•",) and a.frame.tight
    assert isinstance(b, Prose) and b.frame.markers == ("•",)
    assert isinstance(said, Prose) and said.frame.quotes == 1 and said.frame.markers == ()
    assert isinstance(table, Table) and table.aligns == ("middle", "end") and len(table.rows) == 2
    assert isinstance(rule, Rule)


def test_lists_number_from_their_start_and_mark_only_the_first_block_of_an_item() -> None:
    frames = [block.frame.markers for block in markdown.read("9. a\n\n   more\n10. b\n    - c\n    - d\n\n    e\n")]
    assert frames == [("9.",), ("",), ("10.",), ("", "–"), ("", "–"), ("",)]


def test_an_item_that_begins_with_a_list_has_both_markers() -> None:
    assert [block.frame.markers for block in markdown.read("- - a\n  - b\n")] == [("•", "–"), ("", "–")]


def test_links_print_their_address_unless_they_say_it() -> None:
    (block,) = markdown.read(
        "[rules](https://example.org/r/) <https://example.org> [b](#below) [m](mailto:a@example.org)"
    )
    assert isinstance(block, Prose)
    said = "".join(part.text for part in block.inlines if isinstance(part, Span))
    assert said == "rules (example.org/r) https://example.org b m (a@example.org)"


def test_html_is_dropped_but_for_line_breaks() -> None:
    blocks = markdown.read("<script>alert(1)</script>\n\nx <b>y</b><br/>z\n\n<!-- note -->\n")
    (block,) = blocks
    assert isinstance(block, Prose)
    assert [part.text for part in block.inlines if isinstance(part, Span)] == ["x ", "y", "z"]
    assert markdown.Break() in block.inlines


def test_text_stands_in_its_column() -> None:
    text = "A paragraph of *several* words that **cannot** stand in one line of a narrow column. " * 6
    columns = flow(f"# A heading\n\n{text}\n\n- {text}\n\n> {text}\n", 60, 80, LOOK)
    assert len(columns) > 2
    for column in columns:
        x0, y0, x1, y1 = bounds.of(column.shapes) or (0, 0, 0, 0)
        assert x0 >= -1e-6 and x1 <= 60 + 1e-6 and y0 >= -1e-6 and y1 <= column.height + 0.1
        assert column.height <= 80
    said = words(columns)
    assert said.count("paragraph") == 18 and said.count("•") == 1


def test_text_does_not_overlap() -> None:
    (column,) = flow("# One\n\ntwo\n\n## Three\n\n1. four\n2. five\n\n> six\n>\n> seven\n", 80, 200, LOOK)
    tops = sorted((t.y - 0.66 * t.size, t.y) for t in texts(column) if not re.fullmatch(r"\d\.", t.text))
    assert len(tops) == 7
    assert all(foot < top for (_, foot), (top, _) in pairwise(tops))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7])
def test_no_line_of_a_paragraph_stands_alone(count: int) -> None:
    paragraph = "  \n".join(f"line{n}" for n in range(count))
    leading = EM * LOOK.leading
    for room in range(3, 12):
        columns = flow("\n\n".join([paragraph] * 6), 60, room * leading, LOOK)
        for column in columns:
            said = [t.text for t in texts(column)]
            starts = [n for n, text in enumerate(said) if text == "line0"]
            if count <= 3 and room > 3:
                assert said[0] == "line0"
                assert said[-1] == f"line{count - 1}"
            elif room > 4:
                assert starts == [] or starts[-1] < len(said) - 1
                assert said[0] != f"line{count - 1}"


def test_a_heading_stays_with_what_follows() -> None:
    for room in range(30, 70):
        for column in flow("word\n\n" * 6 + "## Heading\n\none  \ntwo  \nthree  \nfour\n", 60, room, LOOK):
            said = [t.text for t in texts(column)]
            assert said[-1] != "Heading"
            if "Heading" in said and "word" in said:
                assert {"one", "two"} <= set(said)


@settings(max_examples=tries(200), deadline=None)
@given(st.lists(st.integers(1, 14), min_size=1, max_size=40), st.floats(30, 80))
def test_lines_are_as_few_as_can_be(lengths: list[int], width: float) -> None:
    face = lines.Face(EM, "serif", "#000000", 1.27)
    text = ["n" * length for length in lengths]
    made = lines.set_lines(lines.measured((Span(" ".join(text)),), face, {}), width, face)
    assert all(line.width <= width + 1e-6 for line in made)
    greedy, here = 1, 0.0
    gap = lines.fonts.space("serif", EM)
    for word in text:
        wide = lines.fonts.width(word, "serif", EM)
        if here and here + gap + wide > width:
            greedy, here = greedy + 1, 0.0
        here += wide + (gap if here else 0.0)
    assert len(made) == greedy


def test_lines_are_even() -> None:
    face = lines.Face(EM, "sans", "#000000", 1.27)
    text = lines.measured((Span("aaa bb cc ddddd"),), face, {})
    made = lines.set_lines(text, lines.fonts.width("aaa bb", "sans", EM), face)
    # First come, first set would be "aaa bb", "cc", "ddddd".
    assert [t.text for line in made for t in line.shapes(0, 0, 0, ()) if isinstance(t, Text)] == [
        "aaa",
        "bb cc",
        "ddddd",
    ]


def test_words_break_after_hyphens_of_letters_only() -> None:
    face = lines.Face(EM, "serif", "#000000", 1.27)
    text = lines.measured((Span("counter-clockwise a1-b2"),), face, {})
    said = [
        " ".join(s.text for s in line.shapes(0, 0, 0, ()) if isinstance(s, Text))
        for line in lines.set_lines(text, 16, face)
    ]
    assert said == ["counter-", "clockwise", "a1-b2"]


def test_a_word_wider_than_the_column_is_broken() -> None:
    (column,) = flow("x" * 100, 30, 100, LOOK)
    assert "".join(t.text for t in texts(column)) == "x" * 100
    assert len(texts(column)) > 5


def test_pictures_inline_and_alone() -> None:
    (column,) = flow("Foxes ![a fox](face:move) move.\n\n![a die](face:move)\n", 60, 100, LOOK, PICTURES)
    small, large = (shape for shape in column.shapes if isinstance(shape, Use))
    assert (small.title, large.title) == ("a fox", "a die")
    assert small.scale == pytest.approx(1.25 * EM / 2)
    assert large.scale == pytest.approx(4 * EM / 2)
    assert large.x == pytest.approx(30)
    before, after = texts(column)
    assert before.x + (before.width or 0) < small.x - small.scale and small.x + small.scale < after.x


def test_a_picture_may_be_a_group() -> None:
    inset = Inset(Group((Circle((5, 5), 5, Style(fill="#000000")),)), box=(0, 0, 10, 10))
    (column,) = flow("![x](art)", 60, 100, LOOK, {"art": inset})
    x0, y0, x1, y1 = bounds.of(column.shapes) or (0, 0, 0, 0)
    assert (y0, y1 - y0, (x0 + x1) / 2) == pytest.approx((0, 4 * EM, 30))


@pytest.mark.parametrize("name", ["https://example.org/x.png", "/etc/passwd", "die", ""])
def test_pictures_are_never_fetched(name: str) -> None:
    with pytest.raises(TemplateError, match=r"^rules\.md:3: there is no picture .* the pictures are: face:move$"):
        flow(f"text\n\nmore ![x](<{name}>)\n", 60, 100, LOOK, PICTURES, "rules.md")


def test_a_table_repeats_its_head_in_the_next_column() -> None:
    rows = "".join(f"| {n} | value |\n" for n in range(40))
    columns = flow(f"| Nr | What |\n|---|---|\n{rows}", 60, 60, LOOK)
    assert len(columns) > 2
    for column in columns:
        assert [t.text for t in texts(column)][:2] == ["Nr", "What"]
        assert column.height <= 60
    assert [w for w in words(columns) if w.isdigit()] == [str(n) for n in range(40)]


def test_the_lines_of_a_table_are_as_wide_as_its_columns() -> None:
    (column,) = flow("| Nr | What | |\n|---|---|--:|\n| 1 | value | right |\n", 60, 60, LOOK)
    said = {text.text: bounds.of([text]) for text in texts(column)}
    under = [shape for shape in column.shapes if isinstance(shape, Line)]
    assert len(under) == 2 and said["1"] and said["right"]
    for line in under:  # text stands as far from either end
        assert said["1"][0] - line.a[0] == pytest.approx(0.45 * EM, abs=0.1)
        assert line.b[0] - said["right"][2] == pytest.approx(0.45 * EM, abs=0.1)


def test_a_wide_table_is_narrowed_and_too_many_columns_are_refused() -> None:
    cell = "some words that need room"
    (column,) = flow(f"| a | {cell} |\n|---|---|\n| {cell * 3} | b |\n", 60, 200, LOOK)
    box = bounds.of(column.shapes)
    assert box and box[2] <= 60 + 1e-9
    row = "|" + " x |" * 40
    with pytest.raises(TemplateError, match="table of 40 columns does not fit a column of 60 mm"):
        flow(f"{row}\n{'|' + '-|' * 40}\n{row}\n", 60, 200, LOOK)


def test_fit_takes_the_largest_size() -> None:
    text = "A paragraph of several words that cannot stand in one line.\n\n" * 12
    look, columns = fit(text, 60, 100, TextLook(size=14), 2)
    assert 7 < look.size < 14 and len(columns) <= 2
    larger = TextLook(size=look.size + typesetting.STEP)
    assert len(flow(text, 60, 100, larger)) > 2
    assert fit("short", 60, 100, TextLook(size=14), 1)[0].size == 14
    assert fit("", 60, 100, TextLook(size=14), 1)[1] == []
    with pytest.raises(TemplateError, match="more than 1 columns at 7 points"):
        fit(text * 5, 60, 100, LOOK, 1)


def test_columns_may_have_heights_of_their_own() -> None:
    first, second, third = flow("word\n\n" * 12, 60, [20, 50, 30], LOOK)
    assert first.height <= 20 < second.height <= 50
    assert third.height <= 30


def test_a_glyph_that_no_font_has_is_named_with_its_line() -> None:
    with pytest.raises(GlyphError, match=r"^rules\.md:3: no font here can draw U\+1F98A FOX FACE in"):
        flow("one\n\ntwo 🦊\n", 60, 100, LOOK, source="rules.md")


def test_quotes_are_curly_and_numbers_keep_their_place() -> None:
    (column,) = flow('"Home" -- that\'s it...\n', 80, 100, LOOK)
    assert [t.text for t in texts(column)] == ["“Home” – that’s it…"]


def test_a_quote_has_a_bar_beside_it() -> None:
    (column,) = flow("> one\n>\n> two\n", 80, 100, LOOK)
    bars = [shape for shape in column.shapes if isinstance(shape, Line)]
    assert max(bar.b[1] for bar in bars) == pytest.approx(column.height)
    assert min(bar.a[1] for bar in bars) == 0
    assert all(t.x > bars[0].a[0] for t in texts(column))


def test_too_long_a_text_is_refused() -> None:
    with pytest.raises(TemplateError, match="at most 200000"):
        flow("x" * 300_000, 60, 100, LOOK)


PARTS = re.split(
    "~",
    "word ~*~**~`~\n~\n\n~# ~- ~1. ~> ~| a ~|---~|\n~![x](face:move)~é~[l](http://e.org)~<b>~</b>~<!--~\\~  ~    ~---\n"
    "~xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx~&amp;~\x08",
)
MARKDOWN = st.lists(st.sampled_from(PARTS), max_size=60).map("".join)


@settings(max_examples=tries(150), deadline=None)
@given(MARKDOWN, st.floats(25, 120), st.floats(20, 120))
def test_any_markdown_is_set_within_its_columns_or_refused(markdown: str, width: float, height: float) -> None:
    try:
        columns = flow(markdown, width, height, LOOK, PICTURES)
    except UserError:
        return
    for column in columns:
        box = bounds.of(column.shapes)
        if box:
            # A single letter or mark may be as wide as it is.
            assert box[0] >= -0.6 * EM and box[2] <= width + EM
            assert box[3] <= column.height + 0.3 * EM
        assert column.height <= height + 1e-6


@settings(max_examples=tries(100), deadline=None)
@given(st.text(max_size=300))
def test_hostile_text_is_set_or_refused(markdown: str) -> None:
    try:
        flow(markdown, 50, 60, LOOK, PICTURES)
    except UserError as error:
        assert "\n" not in str(error)


def test_type_too_large_for_a_picture_gives_way_to_smaller() -> None:
    look, (column,) = fit("![a die](face:move)", 60, 20, LOOK._replace(size=20.0), 1, PICTURES)
    assert look.size == 14.0  # the picture is four sizes high: 14.25 points would take 20.1 mm
    assert 19 < column.height <= 20
    with pytest.raises(lines.TooLarge, match="does not fit a column of 9 mm"):
        fit("![a die](face:move)", 60, 9, LOOK._replace(size=20.0), 1, PICTURES)


def test_a_sum_of_widths_has_the_same_bits_on_every_python() -> None:
    """As added one by one; the built-in sum gives 1.0 here since Python 3.12."""
    assert added([0.1] * 10) == 0.9999999999999999


def test_a_text_is_as_wide_as_its_words_and_spaces_whatever_its_size() -> None:
    face = lines.Face(EM, "serif", "#000000", 1.27)
    text = lines.measured((Span("one two"), markdown.Break(), Span("three"), Span("x", bold=True)), face, {})
    gap = lines.fonts.space("serif", 1)
    one, two, three = (lines.fonts.width(word, "serif", 1) for word in ("one", "two", "three"))
    bold = lines.fonts.width("x", "serif-bold", 1)
    for size in (1.0, EM):
        assert text.natural(size) == pytest.approx(size * max(one + gap + two, three + bold))
    assert text.widest == pytest.approx(three + bold) and text.tallest == 0
    assert text.starts[:2] == pytest.approx([0, one + gap]) and text.ends[:2] == pytest.approx([one, one + gap + two])


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_lines_stand_at_their_anchor_beside_a_large_capital_and_under_it(anchor: str) -> None:
    face = lines.Face(EM, "serif", "#000000", 1.5)
    text = lines.measured((Span("n " * 60),), face, {})
    made = lines.set_lines(text, 50, face, anchor, (2, 12.0))  # type: ignore[arg-type]
    assert len(made) > 3
    for number, line in enumerate(made):
        indent = 12.0 if number < 2 else 0.0
        assert line.width <= 50 - indent + 1e-9
        wanted = {"start": indent, "middle": (indent + 50 - line.width) / 2, "end": 50 - line.width}[anchor]
        assert line.left == pytest.approx(wanted)
        assert line.height == 1.5 * EM == face.height
        assert line.baseline == pytest.approx((1.5 * EM + lines.fonts.cap_height("serif", EM)) / 2)


def test_a_line_with_a_picture_is_a_fifth_of_its_type_higher_than_that() -> None:
    face = lines.Face(EM, "serif", "#000000", 1.27)
    tall = {"tall": PICTURES["face:move"]._replace(height=3.0), "low": PICTURES["face:move"]._replace(height=0.5)}
    for name, high in (("tall", 3.2 * EM), ("low", 1.27 * EM)):
        text = lines.measured((Span("a "), markdown.Picture(name, "it"), Span(" b")), face, tall)
        (line,) = lines.set_lines(text, 80, face)
        assert line.height == pytest.approx(high)
        (use,) = (shape for shape in line.shapes(1, 2, 3, ()) if isinstance(shape, Use))
        middle = line.baseline - lines.fonts.cap_height("serif", EM) / 2
        assert use.y == pytest.approx(middle + 5) and use.scale == pytest.approx(tall[name].height * EM / 2)
        before, after = (shape for shape in line.shapes(1, 2, 3, ()) if isinstance(shape, Text))
        assert {before.y, after.y} == {line.baseline + 5} and before.x == 1
        wide = tall[name].height * EM
        gap = lines.fonts.space("serif", EM)
        assert use.x - wide / 2 == pytest.approx(1 + lines.fonts.width("a", "serif", EM) + gap)
        assert after.x == pytest.approx(use.x + wide / 2 + gap)


def test_words_are_divided_where_lines_would_leave_a_sixth_of_themselves_without() -> None:
    face = lines.Face(EM, "serif", "#000000", 1.27, hyphens="en")
    words = "an international organisation"
    text = lines.measured((Span(words),), face, {})
    wide = lines.fonts.width("an internatio-", "serif", EM)

    def said(width: float) -> list[str]:
        made = lines.set_lines(lines.measured((Span(words),), face, {}), width, face)
        assert all(line.width <= width + 1e-9 for line in made)
        return [" ".join(s.text for s in line.shapes(0, 0, 0, ()) if isinstance(s, Text)) for line in made]

    assert said(text.natural(EM)) == [words]
    whole = lines.fonts.width("an international", "serif", EM)
    assert said(1.15 * whole) == ["an international", "organisation"], "less than a sixth is left"
    divided = said(wide)
    assert divided[0].endswith("-") and "".join(divided).replace("-", "").replace(" ", "") == words.replace(" ", "")
    ends = [
        s.after for line in lines.set_lines(text, wide, face) for s in line.shapes(0, 0, 0, ()) if isinstance(s, Text)
    ]
    assert "\u00ad" in ends, "read without its hyphen"


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("organisation", True),
        ("ORGANISATION", False),
        ("letter", False),
        ("letters", True),
        ("", False),
    ],
)
def test_words_of_seven_letters_are_divided_into_parts_of_three(word: str, parts: bool) -> None:
    found = lines.divisions(word, "en")
    assert bool(found) == parts and all(3 <= place <= len(word) - 3 for place in found)
    assert lines.divisions(word, "xx") == ()


EVERYTHING = """# A title that is long enough for two lines of its own

A first paragraph of *some* **words**, `code`, a [link](https://example.org/far) and a picture ![dot](face:move) in it,
with “quotes” and incomprehensibilities -- and self-evident half-hearted well-known hyphens, which may be parted.

> A note that stands in the margin, if there is one, with *its own* words and more of them.

## A heading

1. One, with so many words in it that its line is broken once or even twice before it ends at last.
2. Two
   - within it, and longer than would go on a single line of a column
   - again

     and a paragraph of its own
10. > A quote in a list, of unreasonably many characteristically extraordinary words.

![dot](face:move "A caption under a picture that stands alone")

---

| what is had | of whom | how many |
|:---|:---:|---:|
| **bread**, and what goes with it on a long evening | the baker | 12 |
| ![dot](face:move) | - | 7 |

### Lower

    code  here
      and there

A last line of words.\\
And one after a break.

> Another quote, the second, which is no note where one is allowed, and has a bar beside it.
"""


def display(text: str, size: float, ink: str) -> tuple[Group, float]:
    """Display letters, as rules in a theme of linocuts have them."""
    wide = 0.7 * size * len(text)
    return Group((Rect(0, -size, wide, size, Style(fill=ink)),), title=text), wide


SETS = {
    "plain": (60, [90.0], LOOK),
    "small": (31, [60.0, 40.0, 70.0], LOOK._replace(size=7.5, leading=1.1, hyphens="en", align="end")),
    "capital": (90, [150.0], LOOK._replace(drop=3, align="middle", stretch=True, capital=("cinzel", "#aa0000"))),
    "noted": (70, [120.0], LOOK._replace(margin=24.0, notes=1, whole=3, close=0.6, hyphens="en", body="garamond")),
    "lettered": (80, [140.0], LOOK._replace(lead=1.25, drop=4, letters=display, band="#ccddee")),
}


@pytest.mark.parametrize("name", SETS)
def test_a_text_with_everything_in_it_is_set_the_same(name: str, golden: Golden) -> None:
    """A line for each word and line of text: where it stands (mm), how large, in which font; of all else a digest."""
    width, heights, look = SETS[name]
    lines_ = list[str]()
    for number, column in enumerate(flow(EVERYTHING, width, heights, look, PICTURES)):
        drawn = svg.render(Page(200, 200, column.shapes), Sheet("t", ()))
        lines_.append(f"column {number}, {column.height:.3f} high, {sha256(drawn.encode()).hexdigest()[:12]}")
        lines_ += [f"{text.x:.3f} {text.y:.3f} {text.size:.3f} {text.font} {text.text}" for text in texts(column)]
        for note in column.notes:
            lines_.append(f"note {note.height:.3f} high at {note.y:.3f} after {note.after}")
            lines_ += [
                f"{one.x:.3f} {one.y:.3f} {one.size:.3f} {one.text}"
                for one in walk(note.shapes)
                if isinstance(one, Text)
            ]
    golden(f"text/set-{name}.txt", "".join(f"{line}\n" for line in lines_))
