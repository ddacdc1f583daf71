"""A pad on paper: one line a link, eight words each, with a box to tick. Each is printed once: it is kept nowhere."""

from __future__ import annotations

import os

from adjudicator.dice import pads
from printables.paper import paper
from printables.scene import Line, Page, Rect, Shape, Sheet, Style, Text
from printables.scene.theme import CLASSIC

TITLE, BODY, WORD = 6.0, 3.3, 3.4  # mm
TOP = 31.0  # above the first line
FIRST = 17.0  # where the words begin, in mm from the left
WIDEST = 180.0
EVERY = 5  # lines between rules
HOW = (
    "Keep this secret, for you alone and for one match. Line 0 goes into the email that joins, as pad and its words.",
    "From then on send one line whenever a letter asks for it, as link, its number and its words, and tick it off.",
    "Use the lines in order and show none early: anyone who sees a line can work out all above it.",
)


def sheet(on: str, whose: str = "") -> Sheet:
    """A fresh pad on the paper `on`; `whose`: what stands in its corner. Raises PaperError."""
    page = paper.find(on)
    left, top, right, bottom = page.printable
    width = min(right - left, WIDEST)
    left += (right - left - width) / 2
    links = pads.chain(os.urandom(pads.BYTES), pads.ON_PAPER)
    row = (bottom - top - TOP) / (len(links) + 0.5)
    ink, soft = CLASSIC.ink("ink"), CLASSIC.ink("soft")
    rule = Style(stroke=CLASSIC.ink("faint"), width=0.2)
    box = Style(stroke=soft, width=0.2)
    shapes: list[Shape] = [
        Text(left, top + 7, "A pad for two-sided dice", TITLE, "sans-bold", fill=ink),
        Text(left + width, top + 7, whose, BODY, "sans", "end", fill=ink),
        *(Text(left, top + 14 + 4.6 * n, line, BODY, "sans", fill=soft) for n, line in enumerate(HOW)),
    ]
    size = min(WORD, row * 0.86)
    step = (width - FIRST) / pads.WORDS
    for number, link in enumerate(links):
        y = top + TOP + row * (number + 0.75)
        shapes.append(Text(left + FIRST - 4, y, str(number), size, "sans-bold", "end", fill=ink))
        shapes.append(Rect(left, y - size * 0.78, size * 0.8, size * 0.8, box))
        words = pads.words_of(link).split()
        shapes += [Text(left + FIRST + step * n, y, word, size, "sans", fill=ink) for n, word in enumerate(words)]
        if number % EVERY == 0:
            under = y + row * 0.2
            shapes.append(Line((left, under), (left + width, under), rule))
    return Sheet(title="A pad for two-sided dice", pages=(Page(page.width, page.height, tuple(shapes)),))
