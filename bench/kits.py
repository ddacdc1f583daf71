"""What is on the paper of every kit: `python bench/kits.py [--paper a4] [--theme illustrated] [GAME...]`.

A table of the smallest type in points, without the foot of the page; the thinnest line in points; the part of the pages
that ink covers, and of the printable area that is used, both as the mean and on the page that is furthest off, read off
the finished PDF.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from printables import boards, colour  # noqa: E402
from printables.paper import paper as papers  # noqa: E402
from printables.printing import make  # noqa: E402
from printables.render import coverage, pdf  # noqa: E402
from printables.scene import POINT, Group, Shape, Text, Use  # noqa: E402

FOOT = 8.0  # mm at the foot of a page that ruler and credit take
PALE = 0.97  # luminance: what is lighter is paper


class Seen(NamedTuple):
    """Sizes in points, with the words in the smallest."""

    type: float
    words: str
    line: float


def drawn(shapes: Iterable[Shape], scale: float = 1.0) -> Iterator[tuple[Shape, float]]:
    """Each shape with what its lengths are multiplied by, but for the feet of pages."""
    for shape in shapes:
        if isinstance(shape, Group | Use):
            if shape.classes != "foot":
                inside = shape.shapes if isinstance(shape, Group) else shape.symbol.shapes
                yield from drawn(inside, scale * shape.scale)
        else:
            yield shape, scale


def smallest(pages: Iterable[Any]) -> Seen:
    seen = [found for page in pages for found in drawn((*page.shapes, *page.cut, *page.fold))]
    type_, words = min((shape.size * scale / POINT, shape.text) for shape, scale in seen if isinstance(shape, Text))
    strokes = [
        max(style.width * scale, pdf.HAIR) / POINT
        for shape, scale in seen
        if (style := getattr(shape, "style", None)) and style.stroke
    ]
    return Seen(type_, words, min(strokes))


def used(pixels: Any, box: tuple[int, int, int, int]) -> float:
    """The part of a box that lies within the corners of all that is drawn in it."""
    dark = pixels.convert("L").point(lambda level: 255 * (level < 255 * PALE)).crop(box).getbbox()
    return (dark[2] - dark[0]) * (dark[3] - dark[1]) / ((box[2] - box[0]) * (box[3] - box[1])) if dark else 0.0


def row(game: str, paper: str, theme: str) -> str:
    sheet = make.sheet(make.Request(game, paper=paper, theme=theme))
    found = smallest(sheet.pages)
    held = papers.find(paper)
    document = pypdfium2.PdfDocument(pdf.render(sheet))
    covered, filled = [], []
    for page, written in zip(sheet.pages, document, strict=True):
        pixels = written.render(scale=coverage.DPI / 72).to_pil().convert("RGB")
        counted = pixels.getcolors(pixels.width * pixels.height)
        sums = sum(
            count * sum(colour.cmyk(f"#{red:02x}{green:02x}{blue:02x}")) for count, (red, green, blue) in counted
        )
        covered.append(100 * sums / (pixels.width * pixels.height))
        dots = coverage.DPI / 25.4
        same = held if page.width == held.width else held.turned()
        x0, y0, x1, y1 = same.printable
        box = round(x0 * dots), round(y0 * dots), round(x1 * dots), round((y1 - FOOT) * dots)
        filled.append(100 * used(pixels, box))
    count = len(sheet.pages)
    ink = f"{sum(covered) / count:.0f} (most {max(covered):.0f})"
    room = f"{sum(filled) / count:.0f} (least {min(filled):.0f}, page {filled.index(min(filled)) + 1})"
    name, said = sheet.title.partition(":")[0], f"{found.type:.1f} “{found.words[:24]}”"
    return f"| {name} | {count} | {said} | {found.line:.2f} | {ink} | {room} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--paper", default="a4")
    parser.add_argument("--theme", default="illustrated")
    parser.add_argument("games", nargs="*")
    wanted = parser.parse_args()
    print("| kit | pages | smallest type (points) | thinnest line (points) | ink, % | room used, % |")
    print("|---|---:|---|---:|---:|---:|")
    for game in wanted.games or boards.slugs():
        print(row(game, wanted.paper, wanted.theme), flush=True)


if __name__ == "__main__":
    main()
