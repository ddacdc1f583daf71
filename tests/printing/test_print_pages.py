"""What finished pages say and show, read from the files themselves."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from functools import cache, partial
from itertools import pairwise

import pdfium
import pdfplumber
import pypdfium2
import pytest
from finished import MM, made
from lanes import THOROUGH, some

from printables.boards import fox_and_geese
from printables.drawing import nets as box_net
from printables.printing import make
from printables.printing.job import prepare
from printables.printing.make import Request
from printables.sheets import box

# What is measured here is as the theme classic draws it.
classic = partial(make.Request, theme="classic")

HUNTS = ("asalto", "hexagon", "wolves-and-sheep")
KITS = [
    *(classic(game) for game in ("snakes-and-foxes", "snakey-dice", "the-game", "snail-trail", "wolves-and-jackals")),
    *(classic("fox-and-geese", variant=hunt) for hunt in (fox_and_geese.variants() if THOROUGH else HUNTS)),
    classic("wolves-and-jackals", options=("cards=true",)),
    classic("snail-trail", variant="iggamecenter"),
    classic("snail-trail", variant="rhombus"),
]
every_kit = pytest.mark.parametrize("wanted", KITS, ids=lambda r: "-".join((r.variant or r.game, *r.options)))


@cache
def said(wanted: Request) -> list[str]:
    """The words of each page."""
    return pdfium.texts(made(wanted))


def whole(wanted: Request) -> str:
    return " ".join(said(wanted))


@every_kit
def test_pages_are_numbered_credited_and_free_of_command_words(wanted: Request) -> None:
    found = said(wanted)
    for number, text in enumerate(found, 1):
        if "100 mm at 100 %" in text:  # backs have no foot
            assert f"{number}/{len(found)}" in text
        assert not re.search(r"\w[_=]\w", text)
        for word in ("postfox", "handed down;", ". handed", "'"):
            assert word not in text, (number, word)
    assert re.search(r"[a-z]\)?\. [A-Z]", found[0])


@every_kit
def test_black_is_pure_and_no_line_under_a_quarter_of_a_point(wanted: Request) -> None:
    for page in pypdfium2.PdfDocument(made(wanted)):
        inks = pdfium.inks(page)
        assert (0, 0, 0) in inks or not inks
        # Whatever is nearly black is black, so that it is printed in one ink.
        assert not {ink for ink in inks if 0 < max(ink) < 77 and max(ink) - min(ink) < 6}
        assert all(width >= 0.25 for width in pdfium.strokes(page))


@pytest.mark.parametrize(("game", "nets"), [("snakes-and-foxes", 6), ("snakey-dice", 6), ("wolves-and-jackals", 2)])
def test_each_net_is_one_closed_path_in_svg(game: str, nets: int) -> None:
    for part, count in (("dice", nets), ("box", 1)):
        sheet = make.sheet(classic(game, part, paper="a3"))
        pages_ = [ET.fromstring(data) for data in make.render(sheet, "svg")]
        layer = next(g for g in pages_[-1].iter() if g.get("id") == "cut")
        shapes = [one for one in layer.iter() if one.tag.rpartition("}")[2] not in ("g", "title")]
        assert len(shapes) == count
        for one in shapes:
            kind = one.tag.rpartition("}")[2]
            assert kind == "polygon" or (kind == "path" and one.get("d", "").upper().endswith("Z"))
            assert one.get("d", "").upper().count("M") <= 1


@pytest.mark.parametrize("paper", some(("letter", "a4"), 1))
@every_kit
def test_nothing_on_a_box_runs_over_a_fold(wanted: Request, paper: str) -> None:
    """Every word of a box stands within its face."""
    sheet = wanted._replace(sheet="box", paper=paper)
    task = prepare(sheet)
    wide, high, deep = (side + 2 * box.SHEET for side in box.measures(task))
    net = box_net.box_net(wide, high, deep)
    found = pdfplumber.open(io.BytesIO(made(sheet))).pages
    if len(found) > 1:
        return
    body = [char for char in found[0].chars if char["text"].strip()]
    outline = max(found[0].curves, key=lambda curve: curve["width"])
    left, top = outline["x0"] * MM, outline["top"] * MM
    faces = [(f.x, f.y, f.x + f.width, f.y + f.height) for f in (*net.faces, *net.ends)]
    inside = [
        c for c in body if outline["x0"] < c["x0"] < outline["x1"] and outline["top"] < c["top"] < outline["bottom"]
    ]
    assert inside
    for char in inside:
        x0, y0, x1, y1 = (char[key] * MM for key in ("x0", "top", "x1", "bottom"))
        assert any(
            a - 0.01 <= x0 - left and x1 - left <= c + 0.01 and b - 0.3 <= y0 - top and y1 - top <= d + 0.3
            for a, b, c, d in faces
        ), char["text"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_box_of_wolves_and_jackals_is_there_on_letter_paper_too(paper: str) -> None:
    for options in ((), ("cards=true",), ("teeth=20", "cards=true")):
        sheet = make.sheet(classic("wolves-and-jackals", paper=paper, options=options))
        assert [page.title for page in sheet.pages if page.title.startswith("Box")]


def test_a_box_that_does_not_fit_is_named_among_the_contents() -> None:
    assert "does not fit" in said(classic("snakes-and-foxes", paper="a5"))[1]


def test_a_kit_of_snakey_dice_is_sheets_and_dice_and_says_what_else_it_takes() -> None:
    wanted = classic("snakey-dice")
    text = said(wanted)[1]
    assert "two plain dice, a pencil" in text and "Blockades" not in text and "Tokens" not in text
    assert all(list(page.get_objects(max_depth=1)) for page in pypdfium2.PdfDocument(made(wanted)))


def test_a_reference_card_breaks_between_paragraphs_and_says_together() -> None:
    front, back = said(classic("wolves-and-jackals", "cards"))[:2]
    assert "12 or more together" in front + back
    for begin, end in (("Beside your Den", "the load is gone"), ("Two pieces without", "Ends the turn")):
        assert any(begin in side and end in side for side in (front, back))


def test_the_rules_of_a_game_with_cards_say_what_each_does() -> None:
    text = whole(classic("wolves-and-jackals", "rules", options=("cards=true",)))
    plain = whole(classic("wolves-and-jackals", "rules"))
    for words in ("The Ranger.", "Forest Fire.", "Loose Bite.", "The White Stag.", "loses the next turn"):
        assert words in text and words not in plain


def test_house_values_are_marked() -> None:
    wolves = whole(classic("wolves-and-jackals", "rules"))
    assert "House marks what is ours, where the designer’s text or its lost picture leaves a case open" in wolves
    assert "keeps 15 as a purse (house)" in wolves and "wolves: h4 h5 h6; house)" in wolves
    board = said(classic("wolves-and-jackals", "board"))[0]
    assert "keeps 15 (house)" in board and "House: the picture of the Dens is lost" in board
    fox = whole(classic("fox-and-geese", "rules", variant="fox-13"))
    assert "House rules, ours where the sources are silent: That the fox has won when three geese are left" in fox


@pytest.mark.parametrize("variant", ["iggamecenter", "rhombus"])
def test_snail_trails_variants_say_nothing_false(variant: str) -> None:
    wanted = classic("snail-trail", "rules", variant=variant)
    text = whole(wanted)
    board = prepare(wanted).components.board
    way = prepare(wanted).components.words["example"].split()
    assert all(two in board.steps[one] for one, two in pairwise(way)) and set(way) <= set(board.by_id)
    if variant == "iggamecenter":
        assert len(way) == 1 and "exactly that many" not in text.lower() and "full length" not in text
    else:
        assert "hexagon" in text.lower() and "crossing off" not in text


def test_a_hunt_with_one_piece_in_hand_speaks_of_one() -> None:
    from printables.boards.fox_and_geese import load, words
    from printables.core import templates

    text = templates.read("samples/hunt.toml").replace("# hand = 2 ", "hand = 1 ")
    assert "One hedgehog is in hand" in words.rules(load.hunt(text))["setup"]


def test_the_second_page_of_rules_has_a_title() -> None:
    assert said(classic("snakey-dice", "rules"))[1].startswith("Snakey Dice · Rules, page 2")


def test_no_chart_is_named_where_there_is_none() -> None:
    for game, there in (("wolves-and-jackals", False), ("snakes-and-foxes", True)):
        assert ("by the chart" in said(classic(game, "dice", dice_as="stickers"))[0]) == there


def test_the_frame_of_a_chequered_board_lies_over_its_squares() -> None:
    (data,) = make.render(make.sheet(classic("fox-and-geese", "board", variant="two-foxes")), "svg")
    order = re.findall(r'stroke-width="0.6"|class="cell dark', data.decode())
    assert order[-1] == 'stroke-width="0.6"' and order.count('stroke-width="0.6"') == 1
