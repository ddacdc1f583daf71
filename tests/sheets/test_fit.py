"""Boards and tokens on any paper, and the sheets of games with other parts than Snakes & Foxes has."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import assume, given, settings, strategies as st
from lanes import tries

from printables import boards, sheets
from printables.core import OptionError, PaperError, UserError
from printables.core.request import Request
from printables.drawing import bounds, emblems
from printables.drawing.artwork import OWNED
from printables.paper import bill, paper
from printables.paper.paper import Margins, Paper
from printables.printing import make
from printables.scene import Area, Circle, Grid, Group, Line, Page, Rect, Style, Symbol, Text, Use, behind
from printables.scene.components import CardKind, Components, DieKind, Face, Panel, TokenKind
from printables.scene.theme import CLASSIC
from printables.sheets import board, frame, tokens
from printables.sheets.frame import Job

SF = boards.find("snakes-and-foxes")
KIT = SF.components(SF.options(), CLASSIC)
SIDES = st.floats(90, 1200)
EDGES = st.floats(0, 15)


def job(sheet: Paper, kit: Components = KIT, token_mm: float | None = None) -> Job:
    return Job(Request(kit.slug, token_mm=token_mm), kit, sheet, CLASSIC)


def cuts(pages: tuple[Page, ...]) -> list[Circle]:
    return [shape for page in pages for shape in page.cut if isinstance(shape, Circle)]


@settings(max_examples=tries(40), deadline=None)
@given(width=SIDES, height=SIDES, top=EDGES, right=EDGES, bottom=EDGES, left=EDGES)
def test_board_and_tokens_agree_on_any_paper(
    width: float, height: float, top: float, right: float, bottom: float, left: float
) -> None:
    sheet = Paper("some", width, height, Margins(top, right, bottom, left))
    task = job(sheet)
    try:
        at = board.place(task)
    except PaperError:
        assume(False)
    x0, y0, x1, y1 = KIT.board.extent
    assert left - 1e-6 <= at.x + at.scale * x0 and at.x + at.scale * x1 <= width - right + 1e-6
    assert top - 1e-6 <= at.y + at.scale * y0 and at.y + at.scale * y1 <= height - bottom + 1e-6
    room = KIT.board.token * at.scale
    assert 0.78 * room - 1.0 < at.token <= room + 1e-6 and (at.token in OWNED or room - 1.0 < at.token)
    made = cuts(tokens.pages(task))
    assert len(made) == 18 and {round(2 * circle.radius, 6) for circle in made} == {round(at.token, 6)}
    for number, circle in enumerate(made):
        x, y = circle.centre
        assert left - 1e-6 <= x - circle.radius and x + circle.radius <= width - right + 1e-6
        assert top - 1e-6 <= y - circle.radius and y + circle.radius <= height - bottom + 1e-6
        assert all(math.dist(circle.centre, other.centre) >= at.token for other in made[:number])


@pytest.mark.parametrize("size", ["a5", "a4", "letter", "a3", "a2"])
def test_the_board_grows_with_the_paper(size: str) -> None:
    at = board.place(job(paper.find(size)))
    x0, _, x1, _ = KIT.board.extent
    assert at.scale * (x1 - x0) == pytest.approx(paper.find(size).area.width)


def test_smaller_tokens_may_be_asked_for_and_larger_ones_not() -> None:
    sheet = paper.find("a4")
    assert {2 * circle.radius for circle in cuts(tokens.pages(job(sheet, token_mm=8.0)))} == {8.0}
    for wrong in (11.1, 0.0, -3.0, 3.9, math.inf, math.nan):
        with pytest.raises(OptionError, match=r"--token-mm: .* 4 to 1\d\.\d mm"):
            tokens.pages(job(sheet, token_mm=wrong))


def test_paper_on_which_names_cannot_be_read_is_refused() -> None:
    with pytest.raises(PaperError, match="too small to read"):
        board.place(job(paper.find("90x90mm")))


@given(
    copies=st.integers(1, 200),
    wide=st.floats(3, 80),
    high=st.floats(3, 80),
    gap=st.floats(0, 9),
    width=st.floats(80, 400),
    height=st.floats(80, 400),
)
def test_cells_of_a_grid_neither_overlap_nor_leave_it(
    copies: int, wide: float, high: float, gap: float, width: float, height: float
) -> None:
    grid = Grid(Area(5, 7, width, height), wide, high, gap)
    some = min(copies, grid.room)
    centres = grid.centres(some)
    assert len(set(centres)) == some
    for x, y in centres:
        assert x - wide / 2 >= 5 - 1e-5 and x + wide / 2 <= 5 + width + 1e-5
        assert y - high / 2 >= 7 - 1e-5 and y + high / 2 <= 7 + height + 1e-5
    for number, (x, y) in enumerate(centres):
        assert all(abs(x - u) >= wide + gap - 1e-5 or abs(y - v) >= high + gap - 1e-5 for u, v in centres[:number])


@given(
    st.floats(0, 100), st.floats(0, 100), st.sampled_from(["long", "short"]), st.sampled_from([(210, 297), (297, 210)])
)
def test_a_back_meets_its_front_when_the_sheet_is_turned(x: float, y: float, flip: str, size: tuple[int, int]) -> None:
    """Turned over its right or left edge a sheet's x runs the other way, over its top or bottom edge its y."""
    (u, v), turn = behind((x, y), *size, flip)  # type: ignore[arg-type]
    upright = size[0] < size[1]
    assert (u, v) == ((size[0] - x, y) if upright == (flip == "long") else (x, size[1] - y))
    assert turn == (0 if v == y and u != x else 180 if v != y else turn)
    assert behind((u, v), *size, flip)[0] == pytest.approx((x, y))  # type: ignore[arg-type]


COIN = TokenKind(
    "coin",
    "Coin",
    "Coins",
    30,
    Symbol("coin-front", (*emblems.disc("#ffffff", "#000000"), *emblems.dots("#000000", 3))),
    Symbol("coin-back", emblems.disc("#ffffff", "#000000")),
    "#ffffff",
    diameter=22.0,
)
FIGURES = tuple(
    Face(str(n), str(n), Symbol(f"figure-{n}", (Text(0, 0.35, str(n), 1.0, anchor="middle"),))) for n in range(1, 11)
)
PANEL = Panel("ledger", "Ledger", 90.0, 120.0, lambda: (Rect(0, 0, 90, 120, Style(stroke="#000000")),), copies=5)
DECK = (
    CardKind("ranger", "Ranger", 2, "Moves **one** more square. ![ten](face:10)", art=COIN.front),
    CardKind("storm", "Storm", 3, "Nobody moves."),
)
OTHER = KIT._replace(
    tokens=(*KIT.tokens, COIN),
    dice=(DieKind("tooth", "teeth", 3, tuple(face.name for face in FIGURES)),),
    faces=FIGURES,
    panels=(PANEL,),
    cards=DECK,
    card_back=COIN.back,
    reference_copies=0,
    rules="",
)


def test_a_game_with_other_parts_has_other_sheets() -> None:
    assert sheets.of(OTHER) == ("board", "tokens", "dice", "cards", "score", "box", "tactile", "kit")
    with pytest.raises(
        OptionError, match="has no rules sheet; its sheets are board, tokens, dice, cards, score, box, tactile, kit"
    ):
        sheets.find("rules", OTHER)


def test_coins_keep_their_size_beside_pieces_that_match_the_board() -> None:
    sizes = [round(2 * circle.radius, 3) for circle in cuts(tokens.pages(job(paper.find("a4"), OTHER)))]
    assert sizes.count(22.0) == 30 and sizes.count(10.0) == 18


def test_more_tokens_than_a_page_holds_go_on_and_every_page_has_its_back() -> None:
    many = OTHER._replace(tokens=(COIN._replace(copies=150, ground="#000000"),))
    made = tokens.pages(job(paper.find("a5"), many))
    for page in made:
        box = bounds.of(page.shapes)
        assert box is not None
        assert min(box[:2]) >= 8 - 1e-6 and box[2] <= 148 - 8 + 1e-6 and box[3] <= 210 - 8 + 1e-6
    foot = frame.body(job(paper.find("a5"), many)).bottom
    assert max(circle.centre[1] + circle.radius for circle in cuts(made)) <= foot
    assert len(cuts(made)) == 150 and len(made) > 4
    assert [page.back for page in made] == [False, True] * (len(made) // 2)
    for front, back in zip(made[::2], made[1::2], strict=True):
        here, there = (
            {(round(use.x, 4), round(use.y, 4)) for use in page.shapes if isinstance(use, Use)}
            for page in (front, back)
        )
        assert {(round(148 - x, 4), y) for x, y in here} == there


def test_ten_sided_dice_have_nets_or_one_set_of_round_stickers_and_no_chart() -> None:
    task = job(paper.find("a4"), OTHER)
    (nets,) = sheets.find("dice", OTHER).pages(task)
    assert len(nets.fold) == 3 and not bill.work([nets]).round
    (page,) = sheets.find("dice", OTHER).pages(task._replace(request=task.request._replace(dice_as="stickers")))
    assert bill.work([page]) == (1, 0, 0, 30, 0, 0)
    assert not [group for group in page.shapes if isinstance(group, Group) and group.classes == "chart"]


def test_a_deck_is_cut_by_straight_lines_and_backed() -> None:
    front, back = sheets.find("cards", OTHER).pages(job(paper.find("a4"), OTHER))
    uses = [shape for shape in front.shapes if isinstance(shape, Use)]
    assert len(uses) == len([shape for shape in back.shapes if isinstance(shape, Use)]) == 5
    assert len(front.cut) == 4 + 3 and all(isinstance(cut, Line) for cut in front.cut) and not back.cut
    assert len({use.symbol.name for use in uses}) == 2


def test_a_score_sheet_fills_its_pages() -> None:
    pages = sheets.find("score", OTHER).pages(job(paper.find("a4"), OTHER))
    panels = [shape for page in pages for shape in page.shapes if isinstance(shape, Group) and "panel" in shape.classes]
    assert len(panels) >= PANEL.copies and len(panels) % len(pages) == 0
    with pytest.raises(PaperError, match="the ledger of 90 x 120 mm does not fit"):
        sheets.find("score", OTHER).pages(job(paper.find("a6"), OTHER))


def test_a_kit_of_other_parts_can_be_rendered() -> None:
    pages = sheets.find("kit", OTHER).pages(job(paper.find("letter"), OTHER))
    titles = [page.title for page in pages]
    assert titles[0] == "Cover" and "Ledger 2/2" in titles and "Deck" in titles
    assert make.render(make.Sheet("Other", pages), "pdf")[0].startswith(b"%PDF-1.7")


@pytest.mark.parametrize("part", ["tokens", "dice", "cards", "score"])
def test_pieces_too_large_for_the_paper_are_refused(part: str) -> None:
    huge = OTHER._replace(tokens=(COIN._replace(diameter=150.0),), panels=(PANEL._replace(width=300.0),), cards=DECK)
    small = job(replace(paper.find("a6"), width=105.0, height=105.0), huge)
    with pytest.raises(UserError, match="paper"):
        sheets.find(part, huge).pages(small._replace(paper=Paper("strip", 60.0, 140.0)) if part != "tokens" else small)


@pytest.mark.parametrize(
    ("bleed", "over", "gaps"),
    [(0.0, 0.0, (8.0, 6.0, 4.5, 3.0)), (2.0, 0.0, (8.0, 6.0, 4.5)), (2.0, 1.0, (8.0, 6.0)), (4.5, 0.0, (9.0,))],
)
def test_grounds_of_tokens_beyond_the_cut_do_not_meet(bleed: float, over: float, gaps: tuple[float, ...]) -> None:
    made = SimpleNamespace(bleed=bleed, request=SimpleNamespace(carved=False))
    assert tokens._gaps(made, over) == gaps  # type: ignore[arg-type]
