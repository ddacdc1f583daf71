"""Tagged PDF: what somebody hears who does not see the page."""

from __future__ import annotations

import io
import re
from itertools import pairwise, product
from pathlib import Path

import lanes
import pdfua
import pikepdf
import pytest
from finished import made
from markdown_it import MarkdownIt
from markdown_it.token import Token
from tagged import Element, Tagged

from printables import boards
from printables.core import templates
from printables.printing import make
from printables.printing.job import prepare
from printables.render import pdf
from printables.scene import Field, Group, Page, Rect, Sheet, Style, Text
from printables.sheets import rules
from printables.text import typesetting
from printables.text.typesetting import TextLook


def tagged(*pages: Page) -> Tagged:
    return Tagged(pdf.render(Sheet("t", pages)))


def plain(text: str) -> str:
    """The text without spaces, typographer's marks as they are set."""
    return re.sub(r"\s+", "", text).replace("\u00ad", "")


def spoken(markdown: str) -> str:
    """A Markdown text as it is to be heard: words and captions in order, the words of each picture in its place."""
    reader = MarkdownIt("commonmark", {"typographer": True}).enable(["table", "replacements", "smartquotes"])
    out: list[str] = []

    def walk(tokens: list[Token]) -> None:
        for token in tokens:
            match token.type:
                case "inline":
                    walk(token.children or [])
                case "text" | "code_inline":
                    out.append(token.content)
                case "image":
                    out.append(token.content)
                    out.append(str(token.attrs.get("title", "")).replace("'", "’"))

    walk(reader.parse(markdown))
    return plain(" ".join(out))


def heard(element: Element) -> str:
    """All that is read, in order, but for the marks of list items."""
    if element.kind == "Lbl":
        return ""
    return element.said or " ".join(part if isinstance(part, str) else heard(part) for part in element.parts)


@pytest.mark.parametrize(("game", "spoken_"), lanes.some(product(boards.slugs(), ("en", "de")), 3))
def test_the_rules_are_heard_as_they_are_written(game: str, spoken_: str) -> None:
    request = make.Request(game, sheet="rules", theme="classic", language=spoken_)
    read = Tagged(made(request))
    with templates.speaking(spoken_):
        job = prepare(request)
        markdown, _ = rules.prose(job, job.components.rules)
    (text,) = (element for element in read.root.kids if element.kind == "Sect")
    assert plain(heard(text)) == spoken(markdown)


@pytest.mark.parametrize("game", lanes.some(boards.slugs(), 2))
def test_all_of_a_kit_is_in_the_tree_or_an_artifact_and_every_picture_has_words(game: str) -> None:
    read = Tagged(made(make.Request(game)), words=False)
    assert read.unmarked() == []
    elements = list(read.root.walk())
    assert all(element.said for element in elements if element.kind == "Figure")
    # A picture is told as one, not by the names of its places.
    assert not [element.said for element in elements if re.fullmatch(r"[a-z]\d+|\[\d+,\d+\]", element.said)]
    levels = [0, *(int(element.kind[1]) for element in elements if re.fullmatch(r"H\d", element.kind))]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for table in (element for element in elements if element.kind == "Table"):
        assert len({len(row.kids) for row in table.kids}) == 1
        assert {cell.kind for cell in table.kids[0].kids} == {"TH"}


def test_the_file_says_that_it_is_made_for_every_reader() -> None:
    opened = pikepdf.open(
        io.BytesIO(make.render(make.sheet(make.Request("snail-trail", sheet="board", language="de")))[0])
    )
    assert opened.Root.MarkInfo.Marked is True
    assert str(opened.Root.Lang) == "de"
    assert opened.Root.ViewerPreferences.DisplayDocTitle is True
    assert all(page.obj.Tabs == "/S" for page in opened.pages)
    with opened.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
    nums = list(opened.Root.StructTreeRoot.ParentTree.Nums)
    for page in opened.pages:
        parents = nums[2 * int(page.obj.StructParents) + 1]
        marked = [int(one[1].MCID) for one, op in pikepdf.parse_content_stream(page) if str(op) == "BDC"]
        assert marked == list(range(len(parents)))


def test_a_form_has_an_element_for_each_field_and_does_not_say_that_its_letters_are_embedded() -> None:
    read = Tagged(make.render(make.sheet(make.Request("snakey-dice", sheet="score", fillable=True)))[0])
    fields = [element for element in read.root.walk() if element.kind == "Form"]
    assert len(fields) == len(read.file.Root.AcroForm.Fields) and all(field.said for field in fields)
    with read.file.open_metadata() as metadata:
        assert "pdfuaid:part" not in metadata


def test_a_paragraph_and_a_list_that_go_on_on_the_next_page_are_one() -> None:
    text = "Word " * 60 + "\n\n1. " + "item " * 60
    columns = typesetting.flow(text, 60, 20, TextLook())
    read = tagged(*(Page(80, 40, (Group(column.shapes, 5, 5),)) for column in columns))
    assert len(columns) > 3
    (section,) = read.root.kids
    paragraph, items = section.kids
    assert paragraph.kind == "P" and len(paragraph.pages) > 1 and plain(paragraph.text) == "Word" * 60
    (item,) = items.kids
    assert [kid.kind for kid in item.kids] == ["Lbl", "LBody"] and item.kids[0].text.strip() == "1."
    assert len(item.kids[1].kids) == 1


def test_the_head_of_a_table_that_is_set_again_is_not_read_again() -> None:
    table = "| what | how |\n|---|---|\n" + "".join(f"| row {n} | |\n" for n in range(12))
    columns = typesetting.flow(table, 60, 25, TextLook())
    read = tagged(*(Page(80, 40, column.shapes) for column in columns))
    assert len(columns) > 1
    (found,) = (element for element in read.root.walk() if element.kind == "Table")
    assert [[cell.text.strip() for cell in row.kids] for row in found.kids] == [
        ["what", "how"],
        *([f"row {n}", ""] for n in range(12)),
    ]


def test_lines_under_each_other_are_a_paragraph_and_words_are_parted_where_a_line_ends() -> None:
    read = tagged(Page(90, 90, (Text(5, 10, "one", 4), Text(5, 15, "two", 4), Text(5, 40, "three", 4))))
    assert [kid.text for kid in read.root.kids] == ["one two ", "three "]


def test_what_has_a_title_is_one_picture_with_all_that_is_in_it_and_bare_drawings_are_not_read() -> None:
    dark = Rect(0, 0, 9, 9, Style(fill="#000000"))
    inner = Group((dark, Text(1, 1, "f", 4)), title="fox at g2")
    read = tagged(Page(90, 90, (dark, Group((inner, inner), title="Board \\ of (all)"), dark)))
    assert read.unmarked() == []
    assert [(kid.kind, kid.said, kid.kids) for kid in read.root.kids] == [("Figure", "Board \\ of (all)", ())]


BOARDS = {
    (
        "fox-and-geese",
        "en",
    ): "Board of Fox & Geese: 33 points. The geese stand on c1–e1, c2–e2, a3–g3. The fox stands on d4.",
    (
        "fox-and-geese",
        "de",
    ): "Spielbrett von Fuchs & Gänse: 33 Punkte. Die Gänse stehen auf c1–e1, c2–e2, a3–g3. Der Fuchs steht auf d4.",
    (
        "snakes-and-foxes",
        "en",
    ): "Board of Snakes & Foxes: a hub and 7 rings of 16 spaces about it. Set-up: both players in "
    "the hub; on the rim, snakes on odd spokes, foxes on even.",
    (
        "snakey-dice",
        "de",
    ): "Spielbrett von Snakey Dice: 11 mal 11 Felder. Die Schlange beginnt auf [2,2], nach rechts oder "
    "unten. Blitze: [4,4], [10,4], [4,10], [10,10], [7,3], [7,11], [3,7], [11,7], [6,6], [8,6], [6,8], [8,8].",
    (
        "the-game",
        "en",
    ): "Board of The Game: 9 by 9 squares. Set-up: the board is empty. Suns come on from e1, moons from e9.",
}


@pytest.mark.parametrize(("game", "spoken_"), BOARDS)
def test_a_kit_has_one_title_and_tells_what_is_on_its_board_and_each_piece_once_a_page(game: str, spoken_: str) -> None:
    read = Tagged(made(make.Request(game, language=spoken_)), words=False)
    assert [element.kind for element in read.root.walk()].count("H1") == 1
    assert BOARDS[game, spoken_] in [element.said for element in read.root.walk()]
    alone = [element for element in read.root.kids if element.kind == "Figure"]
    assert alone
    for page in range(len(read.file.pages)):
        told = [element.said for element in alone if page in element.pages]
        assert len(told) == len(set(told)), page + 1


@pytest.mark.parametrize(("game", "spoken_"), lanes.some(product(boards.slugs(), ("en", "de")), 1))
@pytest.mark.parametrize("sheet", ["kit", "tactile"])
def test_a_judge_of_others_finds_nothing_that_bars_a_reader(
    game: str, spoken_: str, sheet: str, tmp_path: Path
) -> None:
    if sheet == "tactile" and game == "snakey-dice":
        pytest.skip("it has no board for fingers")
    (tmp_path / "kit.pdf").write_bytes(made(make.Request(game, sheet, language=spoken_)))
    report = pdfua.validate(tmp_path / "kit.pdf")
    assert report.findings == ()
    # It stumbles over its own check of headings, which is made above.
    assert {one.rule_id for one in report.outcomes if one.skipped_reason} <= {"UA-14-001"} and len(report.outcomes) > 10


def test_that_judge_hears_what_is_missing(tmp_path: Path) -> None:
    with pikepdf.open(io.BytesIO(made(make.Request("snail-trail", "board")))) as file:
        del file.Root.Lang
        file.save(tmp_path / "board.pdf")
    assert [found.rule_id for found in pdfua.validate(tmp_path / "board.pdf").findings]


def test_headings_leave_no_level_out() -> None:
    read = tagged(Page(90, 90, typesetting.flow("### a\n\n# b\n\n###### c", 60, 60, TextLook())[0].shapes))
    assert [kid.kind for kid in read.root.kids[0].kids] == ["H1", "H2", "H3"]


def test_the_cards_of_a_game_are_read_each_time() -> None:
    read = Tagged(make.render(make.sheet(make.Request("snakes-and-foxes", sheet="cards")))[0])
    cards = [plain(heard(kid)) for kid in read.root.kids if kid.kind == "Sect"]
    assert len(cards) == 4 and cards[0] == cards[1] and cards[2] == cards[3]


def test_a_booklet_is_heard_in_the_order_in_which_it_is_read() -> None:
    request = make.Request("fox-and-geese", "rules", theme="classic")
    flat, folded = (Tagged(pdf.render(make.sheet(request._replace(booklet=way)))) for way in (False, True))
    assert not folded.unmarked()
    heads = [[(one.kind, heard(one)) for one in whole.root.walk() if one.kind[0] == "H"] for whole in (flat, folded)]
    assert heads[0] == heads[1] and len(heads[0]) > 4


@pytest.mark.parametrize(
    ("second", "together"),
    [
        (Text(5, 10 + 1.69 * 4, "two", 4), True),
        (Text(5, 10 + 1.71 * 4, "two", 4), False),
        (Text(5, 10, "two", 4), False),
        (Text(5, 9, "two", 4), False),
        (Text(6, 15, "two", 4), False),
        (Text(5, 15, "two", 4.1), False),
        (Text(5, 15, "two", 4, "sans-bold"), False),
        (Text(5, 15, "two", 4, rotate=1), False),
    ],
)
def test_a_line_goes_on_with_the_paragraph_above_it_if_it_is_alike_and_near(second: Text, together: bool) -> None:
    read = tagged(Page(90, 90, (Text(5, 10, "one", 4), second)))
    assert [kid.text for kid in read.root.kids] == (["one two "] if together else ["one ", "two "])


def test_a_field_lies_where_it_is_drawn_and_holds_what_it_is_told() -> None:
    """In points from the foot of the page; shown to readers, printed, worked out by scripts in their order."""
    fields = (
        Field("s1-a", 10, 20, 30, 5, "A name", size=4, length=7, anchor="end", value="x"),
        Field("s1-b", 50, 20, 10, 6, "A sum", anchor="start", script="put(get('a'));"),
        Field("s1-c", 70, 60, 8, 4, "A tick", "check"),
    )
    opened = pikepdf.open(io.BytesIO(pdf.render(Sheet("t", (Page(100, 80, (), fields=fields), Page(50, 50, ()))))))
    form = opened.Root.AcroForm
    name, total, tick = form.Fields
    assert [str(one.T) for one in form.CO] == ["s1-b"] and form.NeedAppearances is True
    for written, field in zip((name, total, tick), fields, strict=True):
        box = field.x, 80 - field.y - field.height, field.x + field.width, 80 - field.y
        assert [float(edge) for edge in written.Rect] == pytest.approx([edge * 72 / 25.4 for edge in box], abs=1e-3)
        assert (str(written.T), str(written.TU), written.F) == (field.name, field.title, 4)
    assert (str(name.V), name.MaxLen, name.Q, str(name.FT)) == ("x", 7, 2, "/Tx") and "/AA" not in name
    assert str(name.DA) == f"/Helv {4 * 72 / 25.4:.2f} Tf 0 g"
    assert total.Q == 0 and "/MaxLen" not in total and str(total.AA.C.JS).endswith("} put(get('a'));")
    assert (str(tick.FT), str(tick.V), str(tick.AS)) == ("/Btn", "/Off", "/Off")
    wide, high = 8 * 72 / 25.4, 4 * 72 / 25.4
    for look, lines in ((tick.AP.N.Yes, 2), (tick.AP.N.Off, 0)):
        assert [float(edge) for edge in look.BBox] == pytest.approx([0, 0, wide, high], abs=0.01)
        drawn = [([float(n) for n in one], str(op)) for one, op in pikepdf.parse_content_stream(look)]
        ends = [one for one, op in drawn if op in "ml"]
        assert len(ends) == 2 * lines
        if lines:
            far = (wide - 1.5, high - 1.5)
            assert [x for end in ends for x in end] == pytest.approx(
                [1.5, 1.5, *far, 1.5, far[1], far[0], 1.5], abs=0.01
            )
    # Each field is found in the tree by its own key, and by it alone.
    nums = list(opened.Root.StructTreeRoot.ParentTree.Nums)
    keys = {int(key): value for key, value in zip(nums[::2], nums[1::2], strict=True)}
    assert [str(keys[int(one.StructParent)].Alt) for one in form.Fields] == [field.title for field in fields]
    assert [int(page.obj.StructParents) for page in opened.pages] == [0, 1]
    assert int(opened.Root.StructTreeRoot.ParentTreeNextKey) == max(keys) + 1
