"""The printed Wolves & Jackals, opened with tools that did not write it, and measured in mm."""

from __future__ import annotations

import io
import math
from collections import Counter
from functools import cache, partial
from itertools import product

import finished
import lanes
import pdfium
import pdfplumber
import pikepdf
import pytest

from printables import boards, sheets
from printables.boards import wolves_and_jackals as printed
from printables.drawing import bounds
from printables.paper import paper
from printables.printing import make
from printables.printing.job import prepare
from printables.scene import Use, walk
from printables.scene.theme import CLASSIC

MM = 25.4 / 72
GAME = printed.SLUG
# What is measured here is as the theme classic draws it.
classic = partial(make.Request, theme="classic")
SIZES = ("a4", "letter", "a3", "a5")
VARIANTS = ((), ("cards=true", "teeth=12"), ("no_cave=true",), ("no_dragging=true", "teeth=20"), ("stake=0", "purse=0"))


def made(size: str, sheet: str, *options: str) -> bytes:
    return finished.made(classic(GAME, sheet, options=options, paper=size))


@cache
def opened(size: str, sheet: str) -> tuple[pdfplumber.page.Page, ...]:
    return tuple(pdfplumber.open(io.BytesIO(made(size, sheet))).pages)


def squares(size: str) -> dict[str, tuple[float, float, float]]:
    """The squares of the printed board by the name in their corner: left, top and side in mm."""
    (page,) = opened(size, "board")
    rects = [rect for rect in page.rects if rect["fill"] and abs(rect["width"] - rect["height"]) < 0.01]
    found = {}
    for word in page.extract_words():
        inside = [
            rect
            for rect in rects
            if rect["x0"] < word["x0"] < word["x1"] < rect["x1"] and rect["top"] < word["top"] < rect["bottom"]
        ]
        if inside and word["text"] in printed.board(printed.Options()).by_id:
            found[word["text"]] = (inside[0]["x0"] * MM, inside[0]["top"] * MM, inside[0]["width"] * MM)
    return found


@pytest.mark.parametrize("size", SIZES)
def test_sixty_four_squares_a1_dark_at_the_lower_left(size: str) -> None:
    found = squares(size)
    assert set(found) == {file + rank for file in "abcdefgh" for rank in "12345678"}
    left, top, side = found["a8"]
    for name, (x, y, wide) in found.items():
        assert wide == pytest.approx(side, abs=0.01)
        assert x == pytest.approx(left + "abcdefgh".index(name[0]) * side, abs=0.05)
        assert y == pytest.approx(top + (8 - int(name[1])) * side, abs=0.05)
    fills = {
        (round(rect["x0"] * MM, 1), round(rect["top"] * MM, 1)): rect["non_stroking_color"]
        for rect in opened(size, "board")[0].rects
        if rect["fill"] and rect["width"] * MM == pytest.approx(side, abs=0.01)
    }
    dark, light = (fills[round(found[name][0], 1), round(found[name][1], 1)] for name in ("a1", "h1"))
    assert light == (1, 1, 1) != dark
    assert Counter(fills.values()) == {dark: 32, light: 32}


@pytest.mark.parametrize("size", SIZES)
def test_pieces_and_prey_stand_side_by_side(size: str) -> None:
    """A piece on d4 and the Prey on the crossing are half a diagonal apart: both may be that wide, and nearly are."""
    side = squares(size)["d4"][2]
    pieces = [use for use in front(size) if use.classes != "token coin"]
    assert Counter(use.classes for use in pieces) == {"token jackal": 8, "token wolf": 8, "token prey": 1}
    assert {round(2 * use.scale, 4) for use in pieces} == {round(2 * pieces[0].scale, 4)}
    assert 0.88 * side * math.sqrt(0.5) <= 2 * pieces[0].scale < side * math.sqrt(0.5)


def front(size: str, *options: str) -> list[Use]:
    pages = make.sheet(classic(GAME, "tokens", options=options, paper=size)).pages
    return [use for page in pages[::2] for use in walk(page.shapes) if isinstance(use, Use)]


@pytest.mark.parametrize(("options", "coins"), [((), 60), (("stake=5", "purse=7"), 24), (("stake=0", "purse=0"), 0)])
def test_as_many_coins_as_are_played_for(options: tuple[str, ...], coins: int) -> None:
    found = [use for use in front("a4", *options) if use.classes == "token coin"]
    assert len(found) == coins
    assert {2 * use.scale for use in found} <= {printed.COIN}


@pytest.mark.parametrize("size", SIZES)
def test_front_and_back_of_each_token_meet(size: str) -> None:
    pages = make.sheet(classic(GAME, "tokens", paper=size)).pages
    for face, back in zip(pages[::2], pages[1::2], strict=True):
        ahead, behind = (
            {(round(use.x, 3), round(use.y, 3)): use.classes for use in walk(page.shapes) if isinstance(use, Use)}
            for page in (face, back)
        )
        assert ahead
        assert {(round(face.width - x, 3), y): kind for (x, y), kind in ahead.items()} == behind


@pytest.mark.parametrize(("size", "options"), lanes.some(product(("a4", "letter"), VARIANTS), 4))
def test_nothing_stands_outside_the_margins(size: str, options: tuple[str, ...]) -> None:
    edge = paper.find(size).margins.left
    for page in make.sheet(classic(GAME, paper=size, options=options)).pages:
        box = bounds.of((*page.shapes, *page.cut, *page.fold))
        assert box is not None
        assert min(box[0], box[1]) >= edge - 1e-6, page.title
        assert box[2] <= page.width - edge + 1e-6 and box[3] <= page.height - edge + 1e-6, page.title


@pytest.mark.parametrize("options", VARIANTS if lanes.THOROUGH else VARIANTS[:2])
def test_the_kit_is_sound_and_legible(options: tuple[str, ...]) -> None:
    data = made("a4", "kit", *options)
    assert pikepdf.open(io.BytesIO(data)).check_pdf_syntax() == []
    # On the box the pieces are pictures, and their letters are not there to be read.
    pages = zip(pdfium.texts(data), pdfium.sizes(data), strict=True)
    assert min(size for words, sizes in pages if not words.startswith("Box") for size in sizes) >= 5 - 0.01


@pytest.mark.parametrize("size", lanes.PAPERS)
def test_the_rules_say_who_made_them_and_what_is_ours(size: str) -> None:
    text = pdfium.words(made(size, "rules"))
    for words in ("Michael Curtis", "House:", "Larger teeth", "Forest Fire", "12 November 2008"):
        assert words in text


@pytest.mark.parametrize(("teeth", "prey", "stag"), [(10, "12", "16"), (12, "14", "19"), (20, "23", "31")])
def test_the_dice_decide_the_numbers_in_the_words(teeth: int, prey: str, stag: str) -> None:
    kit = boards.find(GAME).components(printed.Options(teeth=teeth, cards=True), CLASSIC)
    assert kit.words["prey"] == prey and kit.words["stag"] == stag
    assert f"{stag} or more" in next(card.text for card in kit.cards if card.kind == "stag")
    assert [die.sides for die in kit.dice] == [teeth, teeth]


def test_the_sheets_there_are() -> None:
    plain, cards = (prepare(classic(GAME, options=options)).components for options in ((), ("cards=true",)))
    assert sheets.of(plain) == ("board", "tokens", "dice", "cards", "rules", "box", "tactile", "kit")
    assert (sum(card.copies for card in plain.cards), sum(card.copies for card in cards.cards)) == (0, 8)


def test_no_cave_no_area_for_it() -> None:
    def said(*options: str) -> str:
        return pdfium.words(made("a4", "board", *options))

    assert "The Cave" in said() and "The Cave" not in said("no_cave=true")
    assert said().count("Den") >= 2 and "The Mouth" in said()


def test_the_set_up_is_that_of_the_rules() -> None:
    kit = prepare(classic(GAME)).components
    assert Counter(kind for _, kind in kit.setup) == {"jackal": 8, "wolf": 8, "prey": 1}
    dark = {place for place, kind in kit.setup if kind == "jackal"}
    assert {kit.board.by_id[place].kind for place in dark} == {"cell dark"}
    light = {place for place, kind in kit.setup if kind == "wolf"}
    assert {kit.board.by_id[place].kind for place in light} == {"cell"}
