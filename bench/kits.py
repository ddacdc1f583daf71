"""What is on the paper of every kit: `python bench/kits.py [--paper a4] [--theme illustrated] [GAME...]`.

A table of the smallest type in points, without the foot of the page; the thinnest line in points; the part of the pages
that ink covers, and of the printable area that is used, both as the mean and on the page that is furthest off, read off
the finished PDF.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import pypdfium2

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from measured import KITS, smallest

from printables.paper import paper as papers
from printables.printing import make
from printables.render import pdf, png
from printables.scene import cmyk

FOOT = 8.0  # mm at the foot of a page that ruler and credit take
TRAIL = "snail-trail"  # whose variants have one title
PALE = 0.97  # luminance: what is lighter is paper


def used(pixels: Any, box: tuple[int, int, int, int]) -> float:
    """The part of a box that lies within the corners of all that is drawn in it."""
    dark = pixels.convert("L").point(lambda level: 255 * (level < 255 * PALE)).crop(box).getbbox()
    return (dark[2] - dark[0]) * (dark[3] - dark[1]) / ((box[2] - box[0]) * (box[3] - box[1])) if dark else 0.0


def row(kit: make.Request, paper: str) -> str:
    sheet = make.sheet(kit)
    found = smallest(sheet.pages)
    held = papers.find(paper)
    document = pypdfium2.PdfDocument(pdf.render(sheet))
    covered, filled = [], []
    for page, written in zip(sheet.pages, document, strict=True):
        pixels = written.render(scale=png.COVERAGE_DPI / 72).to_pil().convert("RGB")
        counted = pixels.getcolors(pixels.width * pixels.height)
        sums = sum(count * sum(cmyk(f"#{red:02x}{green:02x}{blue:02x}")) for count, (red, green, blue) in counted)
        covered.append(100 * sums / (pixels.width * pixels.height))
        dots = png.COVERAGE_DPI / 25.4
        same = held if page.width == held.width else held.turned()
        x0, y0, x1, y1 = same.printable
        box = round(x0 * dots), round(y0 * dots), round(x1 * dots), round((y1 - FOOT) * dots)
        filled.append(100 * used(pixels, box))
    count = len(sheet.pages)
    ink = f"{sum(covered) / count:.0f} (most {max(covered):.0f})"
    room = f"{sum(filled) / count:.0f} (least {min(filled):.0f}, page {filled.index(min(filled)) + 1})"
    title, said = sheet.title.partition(":")[0], f"{found.type:.1f} “{found.words[:24]}”"
    title += "".join(
        f", {option}" for option in (*kit.options, *((kit.variant,) if kit.game == TRAIL else ())) if option
    )
    return f"| {title} | {count} | {said} | {found.line:.2f} | {ink} | {room} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--paper", default="a4")
    parser.add_argument("--theme", default="illustrated")
    parser.add_argument("games", nargs="*", help="games or hunts; all if none is named")
    wanted = parser.parse_args()
    print("| kit | pages | smallest type (points) | thinnest line (points) | ink, % | room used, % |")
    print("|---|---:|---|---:|---:|---:|")
    for kit in KITS:
        if not wanted.games or {kit.game, kit.variant} & {*wanted.games}:
            print(row(kit._replace(paper=wanted.paper, theme=wanted.theme), wanted.paper), flush=True)


if __name__ == "__main__":
    main()
