"""The type of every rules sheet and booklet, measured: of every game and hunt, on ordinary paper and in large print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import columns
import pytest
from lanes import some

from printables import boards
from printables.boards import fox_and_geese
from printables.boards.fox_and_geese import words
from printables.core import templates
from printables.core.request import Request
from printables.drawing import bounds
from printables.printing import make
from printables.render import pdf
from printables.scene import POINT, Group, Page, Shape, Text, Use
from printables.sheets import rules

KITS = (*((game, None) for game in boards.slugs()), *(("fox-and-geese", hunt) for hunt in fox_and_geese.variants()))
WAYS = {"sheet": {}, "booklet": {"booklet": True}, "large": {"large_print": True}}
# Every kit in every way, and each kit and way on both kinds of paper and in both languages.
SET = (("a4", "en"), ("letter", "de"), ("a4", "de"), ("letter", "en"))
PRINTS = tuple((kit, way, *SET[(one + two) % 4]) for one, kit in enumerate(KITS) for two, way in enumerate(WAYS))
FIGURE, WORDS, NOTE = "figure", "words", "note"
LEAST_NOTE = 8.6  # points
SIDES = [side for hunt in fox_and_geese.variants() for side in fox_and_geese.shipped(hunt).sides]
PIECES = {name for side in SIDES for name in (side.name, side.plural)}


def sizes(shapes: tuple[Shape, ...], scale: float = 1.0, where: str = "") -> Iterator[tuple[str, float, str]]:
    """Each line of the columns: whether it stands in a picture, its size in points, the text."""
    for shape in shapes:
        if isinstance(shape, Group):
            named = shape.classes.split()
            inner = WORDS if "column" in named else where
            inner = FIGURE if where and "figure" in named else NOTE if "note" in named else inner
            yield from sizes(shape.shapes, scale * shape.scale, inner)
        elif isinstance(shape, Use):
            yield from sizes(shape.symbol.shapes, scale * shape.scale, FIGURE if where else "")
        elif isinstance(shape, Text) and where and shape.text.strip():
            yield where, scale * shape.size / POINT, shape.text


def lines(page: Page) -> list[tuple[str, float, str]]:
    return [line for line in sizes(page.shapes) if line[0]]


@pytest.mark.parametrize(("kit", "way", "paper", "language"), some(PRINTS, 12), ids=str)
def test_rules_are_set_in_ten_points_or_more_and_large_ones_in_sixteen(
    kit: tuple[str, str | None], way: str, paper: str, language: str
) -> None:
    made = make.sheet(Request(kit[0], "rules", variant=kit[1], paper=paper, language=language, **WAYS[way]))
    told = [line for page in made.pages for line in lines(page)]
    least = 16.0 if way == "large" else 10.0
    assert told and not [(size, text) for kind, size, text in told if kind == WORDS and size < least - 0.05]
    assert min((size for kind, size, _ in told if kind == NOTE), default=least) >= LEAST_NOTE
    assert min((size for kind, size, _ in told if kind == FIGURE), default=7.0) >= 7.0 - 1e-6  # names in pictures
    blank = [number for number, page in enumerate(made.pages, 1) if not lines(page)]
    assert len(blank) <= (2 if way == "booklet" else 0), f"pages without a word: {blank}"


LAYOUTS = (("a4", "sheet"), ("letter", "sheet"), ("a5", "sheet"), ("a4", "booklet"))
LAID = tuple(product(KITS, LAYOUTS, ("en", "de")))[::3]  # of every game and hunt two or three, in turn
UNEVEN = 110.0  # mm: what a large picture, a table or a heading that may not be parted leaves


@pytest.mark.parametrize(("kit", "layout", "language"), some(LAID, 6), ids=str)
def test_no_line_of_a_paragraph_stands_alone_and_no_heading_ends_a_column(
    kit: tuple[str, str | None], layout: tuple[str, str], language: str
) -> None:
    paper, way = layout
    made = make.sheet(Request(kit[0], "rules", variant=kit[1], paper=paper, language=language, **WAYS[way]))
    told = columns.lines(pdf.render(made))
    assert len(told) > 40
    for some_lines in columns.elements(told):
        shown = columns.parts(some_lines)
        assert len(shown) == 1 or min(map(len, shown)) > 1, shown
        if some_lines[0].kind[0] == "H":
            last = shown[-1][-1]
            below = [line for line in told if line.page == last.page and line.y > last.y + 0.5]
            assert any(-5 < line.x - last.x < 60 for line in below), last
    if way == "sheet" and paper != "a5":
        noted = any(kind == NOTE for page in made.pages for kind, *_ in sizes(page.shapes))
        left = rules.MARGIN if noted else 0.0  # notes beside the text may be longer
        foot = [line for line in told if line.page == len(made.pages) - 1 and line.x > left]
        assert foot
        middle = made.pages[0].width / 2
        ends = [max((line.y for line in foot if (line.x > middle) is right), default=0.0) for right in (False, True)]
        assert abs(ends[0] - ends[1]) < UNEVEN, ends


FILLED = tuple((kit, *way) for number, kit in enumerate(KITS) for way in (SET[number % 4], SET[(number + 1) % 4]))


@pytest.mark.parametrize(("kit", "paper", "language"), some(FILLED, 8), ids=str)
def test_no_rules_sheet_ends_in_a_page_that_is_less_than_a_third_full(
    kit: tuple[str, str | None], paper: str, language: str
) -> None:
    last = make.sheet(Request(kit[0], "rules", variant=kit[1], paper=paper, language=language)).pages[-1]
    parts = [shape for shape in last.shapes if isinstance(shape, Group) and shape.classes == "column"]
    text = [tuple(row for row in part.shapes if getattr(row, "classes", "") != "note") for part in parts]
    ends = [box[3] for rows in text if (box := bounds.of(rows))]
    assert sum(ends) / len(parts) > (last.height - parts[0].y) / 3, ends


@pytest.mark.parametrize("hunt", some(fox_and_geese.variants(), 3))
def test_every_hunt_has_a_reference_card_with_its_moves_and_captures(hunt: str) -> None:
    made = make.sheet(Request("fox-and-geese", "cards", variant=hunt))
    options = fox_and_geese.Options(variant=hunt)
    captures = any(side.capture for side in fox_and_geese.hunt(options).sides)
    drawn = [shape.classes for page in made.pages for shape in walked(page.shapes)]
    assert "figure moves" in drawn
    assert any(classes.startswith(("figure capture-", "figure seize-")) for classes in drawn) is captures


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_the_aim_of_a_hunt_names_no_side_twice_and_its_goals_by_their_names(spoken: str) -> None:
    with templates.speaking(spoken):
        aims = [words.rules(fox_and_geese.shipped(hunt))["aim"] for hunt in fox_and_geese.variants()]
        for aim in aims:
            for half in aim.split(";"):
                told = [word for word in re.findall(r"\w+", half) if word[0].isupper() or word in PIECES]
                assert len(told) == len(set(told)), half
            assert "(" not in aim, aim
    assert any(again in " ".join(aims) for again in ("or hem it in", "schlagen oder einschließen"))


# Every kit on both kinds of cards, in both languages in turn.
READ = [
    (*kit, card, ("en", "de")[(one + two) % 2])
    for one, kit in enumerate(KITS)
    for two, card in enumerate((None, "tarot"))
]


@pytest.mark.parametrize(("game", "hunt", "card", "language"), some(READ, 5), ids=str)
def test_reference_cards_are_read_with_ease_and_as_full_on_one_side_as_on_the_other(
    game: str, hunt: str | None, card: str | None, language: str
) -> None:
    made = make.sheet(Request(game, "cards", variant=hunt, card=card, language=language))
    sides = [next(shape for shape in page.shapes if isinstance(shape, Use)).symbol.shapes for page in made.pages[:2]]
    columns = [[shape for shape in side if isinstance(shape, Group) and shape.y < 0][-1] for side in sides]
    for column in columns:
        told = list(sizes((Group((column,), classes="column"),)))
        assert min(size for kind, size, _ in told if kind == WORDS) >= 8.5 - 1e-6
        assert min((size for kind, size, _ in told if kind == FIGURE), default=7.0) >= 7.0 - 1e-6
    ends = [max(box[3] for box in (bounds.of(column.shapes),) if box) for column in columns]
    assert abs(ends[0] - ends[1]) < 40, "what may not be parted is on one side"


def walked(shapes: tuple[Shape, ...]) -> Iterator[Group]:
    """All groups, those in symbols with them."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape
            yield from walked(shape.shapes)
        elif isinstance(shape, Use):
            yield from walked(shape.symbol.shapes)
