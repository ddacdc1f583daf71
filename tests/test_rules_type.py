"""The type of every rules sheet and booklet, measured: of every game and hunt, ordinary and large, and how pages fill."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lanes import some

from printables import boards
from printables.boards import fox_and_geese
from printables.printing import make
from printables.request import Request
from printables.scene import POINT, Group, Page, Shape, Text, Use

HUNTS = tuple(name for name in fox_and_geese.variants() if name != "fox-13")
KITS = (*((game, None) for game in boards.slugs()), *(("fox-and-geese", hunt) for hunt in some(HUNTS, 2)))
WAYS = {"sheet": {}, "booklet": {"booklet": True}, "large": {"large_print": True}}
FIGURE, WORDS = "figure", "words"


def sizes(shapes: tuple[Shape, ...], scale: float = 1.0, where: str = "") -> Iterator[tuple[str, float, float, str]]:
    """Each line of the columns: whether it stands in a picture, its size in points, where it lies (mm), the text."""
    for shape in shapes:
        if isinstance(shape, Group):
            named = shape.classes.split()
            inner = WORDS if "column" in named else FIGURE if where and "figure" in named else where
            for kind, size, y, text in sizes(shape.shapes, scale * shape.scale, inner):
                yield kind, size, shape.y + shape.scale * y, text
        elif isinstance(shape, Use):
            inside = sizes(shape.symbol.shapes, scale * shape.scale, FIGURE if where else "")
            yield from ((kind, size, shape.y + shape.scale * y, text) for kind, size, y, text in inside)
        elif isinstance(shape, Text) and where and shape.text.strip():
            yield where, scale * shape.size / POINT, shape.y, shape.text


def lines(page: Page) -> list[tuple[str, float, float, str]]:
    return [line for line in sizes(page.shapes) if line[0]]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("game", "hunt"), KITS, ids=lambda value: str(value))
def test_rules_are_set_in_ten_points_or_more_and_large_ones_in_sixteen(
    game: str, hunt: str | None, paper: str, way: str
) -> None:
    for language in some(("en", "de"), 1 if hunt else 2):
        made = make.sheet(Request(game, "rules", variant=hunt, paper=paper, language=language, **WAYS[way]))
        told = [line for page in made.pages for line in lines(page)]
        least = 16.0 if way == "large" else 10.0
        small = [(round(size, 1), text) for kind, size, _, text in told if kind == WORDS and size < least - 0.05]
        assert told and not small
        assert min(size for kind, size, _, _ in told if kind == FIGURE) > 5
        blank = [number for number, page in enumerate(made.pages, 1) if not lines(page)]
        assert len(blank) <= (2 if way == "booklet" else 0), f"pages without a word: {blank}"
