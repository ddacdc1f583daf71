"""All kits that there are, and the sizes of what is drawn on their pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from printables import boards
from printables.boards import fox_and_geese
from printables.core.request import Request
from printables.render import pdf
from printables.scene import POINT, Group, Page, Shape, Text, Use

HUNTS = "fox-and-geese"
# Every game and hunt, and what else changes the pages of a game.
KITS = [
    *(Request(game) for game in boards.slugs() if game != HUNTS),
    Request("wolves-and-jackals", options=("cards=true",)),
    *(Request("snail-trail", variant=variant) for variant in ("iggamecenter", "rhombus")),
    *(Request(HUNTS, variant=hunt) for hunt in fox_and_geese.variants()),
]


class Seen(NamedTuple):
    """Sizes in points, with the words in the smallest."""

    type: float
    words: str
    line: float


def name(kit: Request) -> str:
    return "-".join((kit.variant or kit.game, *kit.options, *((kit.theme, kit.paper) if kit.theme else ())))


def drawn(shapes: Iterable[Shape], scale: float = 1.0) -> Iterator[tuple[Shape, float]]:
    """Each shape with what its lengths are multiplied by, but for the feet of pages."""
    for shape in shapes:
        if isinstance(shape, Group | Use):
            if shape.classes != "foot":
                inside = shape.shapes if isinstance(shape, Group) else shape.symbol.shapes
                yield from drawn(inside, scale * shape.scale)
        else:
            yield shape, scale


def smallest(pages: Iterable[Page]) -> Seen:
    seen = [found for page in pages for found in drawn((*page.shapes, *page.cut, *page.fold))]
    type_, words = min((shape.size * scale / POINT, shape.text) for shape, scale in seen if isinstance(shape, Text))
    strokes = [
        max(style.width * scale, pdf.HAIR) / POINT
        for shape, scale in seen
        if (style := getattr(shape, "style", None)) and style.stroke
    ]
    return Seen(type_, words, min(strokes))
