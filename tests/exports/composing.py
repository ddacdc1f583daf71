"""Pictures composed from what an export says of itself, and how far they are from the picture of the set-up."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache

from PIL import Image, ImageChops

from printables.exports import format
from printables.exports.format import Pictures, Table
from printables.exports.tabletop import Export

PIXELS = 24
GAMES = tuple(
    Export(game, options=options, theme="classic", pixels=PIXELS)
    for game, options in (("snakes-and-foxes", ()), ("wolves-and-jackals", ("cards=true",)), ("snakey-dice", ()))
)
HOME = "https://example.org/game/"
WRONG = 60.0  # levels of 255: two pictures that differ so much in one spot show something else there


@cache
def laid_out(export: Export) -> tuple[Table, Pictures]:
    """A table and its pictures, each drawn once for all tests."""
    table = format.table(export)
    return table, Pictures(table, export.pixels, HOME)


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGBA")


def composed(ground: Image.Image, laid: Iterable[tuple[bytes, float, float, float]]) -> Image.Image:
    """Pictures laid on the ground: each with its middle (pixels of the ground) and how wide it is there."""
    table = ground.copy()
    for data, x, y, width in laid:
        wide = round(width)
        table.alpha_composite(opened(data).resize((wide, wide)), (round(x - wide / 2), round(y - wide / 2)))
    return table.convert("RGB")


def unlike(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures differ at worst, in levels of 255: the mean of a box of 8 pixels."""
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    return float(difference.reduce(8).getextrema()[1])
