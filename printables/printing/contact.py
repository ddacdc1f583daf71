"""A contact sheet: every page of a document, small, on one page."""

from collections.abc import Sequence
from dataclasses import replace

from printables.paper import imposition
from printables.paper.paper import Margins, Paper
from printables.scene import Group, Page, Rect, Shape, Style, Text
from printables.scene.theme import Theme
from printables.text import fonts

GAP = 7.0  # mm between pages: room for a caption
TYPE = 7 * 25.4 / 72  # mm
LEAST = 0.35  # of the type: a caption that would have to be smaller is cut short


def page(pages: Sequence[Page], paper: Paper, theme: Theme, title: str) -> Page:
    """All pages in order, each in a frame and with its number and title under it."""
    edge = paper.margins
    roomy = replace(paper, margins=Margins(edge.top + GAP, edge.right, edge.bottom + GAP, edge.left))
    held, columns, rows, scale = imposition.arranged(pages, roomy, len(pages), GAP)
    line = Style(stroke=theme.ink("faint"), width=0.2)
    shapes: list[Shape] = []
    cut: list[Shape] = []
    fold: list[Shape] = []
    wide = scale * max(page.width for page in pages)
    for number, (slot, one) in enumerate(
        zip(imposition.laid_out(pages, held, columns, rows, scale, GAP), pages, strict=False), 1
    ):
        for layer, drawn in zip((shapes, cut, fold), slot.lay(one), strict=True):
            layer += drawn
        width, height = scale * one.width, scale * one.height
        shapes.append(Rect(slot.x - width / 2, slot.y - height / 2, width, height, line))
        base = slot.y + height / 2 + 1.2 * TYPE
        shapes.append(_caption(f"{number}  {one.title}", slot.x, base, wide, theme.ink("soft")))
    return Page(held.width, held.height, (Group(tuple(shapes), classes="contact"),), title, tuple(cut), tuple(fold))


def _caption(words: str, x: float, y: float, width: float, ink: str) -> Text:
    """The words in the middle under a page, smaller or cut short if they are wider than it."""
    size = min(TYPE, TYPE * width / max(fonts.width(words, "sans", TYPE), 1e-6))
    if size < LEAST * TYPE * 2:
        size = LEAST * TYPE * 2
        while len(words) > 1 and fonts.width(f"{words}…", "sans", size) > width:
            words = words[:-1]
        words = f"{words.rstrip()}…"
    return Text(x, y, words, size, "sans", "middle", ink)
