"""Words fit the pictures that they stand in: on boards, cards and pages, in both languages and every theme."""

from __future__ import annotations

import cmath
import io
import math
import os
from collections import defaultdict
from collections.abc import Iterable

import pytest
from lanes import some
from measured import KITS, drawn, name
from PIL import Image

from printables import boards
from printables.core import templates
from printables.core.request import Request
from printables.drawing import bounds
from printables.printing import make
from printables.printing.job import prepare
from printables.render import png
from printables.scene import Group, Shape, Text, Use, theme, walk
from printables.sheets import board, cards, frame
from printables.text import fonts

LANGUAGES = ("en", "de")
DPI = 75
BESIDE = 28  # of 256 greys: what differs more from the ground about a word is something else
COVERED = (
    0.08  # of the room of a word that may be something else: the corners of what it stands in, rays behind a title
)
# Another theme for each kit; all of all with POSTFOX_ALL_LOOKS=1 (15 min).
EVERY = bool(os.environ.get("POSTFOX_ALL_LOOKS"))
DRESSED = [
    (kit, tuple(theme.names() * 2)[number % len(theme.names()) :][: len(theme.names()) if EVERY else 1])
    for number, kit in enumerate(KITS)
]


@pytest.mark.parametrize("kit", some(KITS, 8), ids=name)
def test_a_german_board_is_as_large_as_an_english_one(kit: Request) -> None:
    for number, look in enumerate(theme.names(), KITS.index(kit)):
        paper = ("a4", "letter")[number % 2]
        sizes = []
        for language in LANGUAGES:
            with templates.speaking(language):
                asked = kit._replace(sheet="board", theme=look, paper=paper, language=language)
                sizes.append(board.place(prepare(asked)).scale)
        assert sizes[1] >= 0.98 * sizes[0], (look, paper)


Placed = tuple[Text, complex, complex]


def parted(shapes: Iterable[Shape], turn: complex = 1 + 0j, move: complex = 0j) -> tuple[list[Placed], list[Shape]]:
    """The words but for those in the foot, each with where it is drawn (z -> turn * z + move), and all else."""
    words: list[Placed] = []
    rest: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Text):
            words.append((shape, turn, move))
        elif isinstance(shape, Group | Use):
            inner = turn * cmath.rect(shape.scale, math.radians(shape.rotate))
            own, other = parted(shape.shapes, inner, turn * complex(shape.x, shape.y) + move)
            words += own if shape.classes != "foot" else []
            clip = shape.clip if isinstance(shape, Group) else None
            rest.append(Group(tuple(other), shape.x, shape.y, shape.scale, shape.rotate, clip=clip) if own else shape)
        else:
            rest.append(shape)
    return words, rest


@pytest.mark.parametrize(
    ("kit", "looks"), some(DRESSED, 5), ids=lambda value: name(value) if isinstance(value, Request) else ""
)
def test_no_word_of_a_board_lies_over_a_picture_a_line_or_a_frame(kit: Request, looks: tuple[str, ...]) -> None:
    for look in looks:
        for language in LANGUAGES:
            sheet = make.sheet(kit._replace(sheet="board", theme=look, language=language))
            for page in sheet.pages:
                words, rest = parted(page.shapes)
                picture = png.render(page._replace(shapes=tuple(rest)), sheet, DPI)
                grey = Image.open(io.BytesIO(picture)).convert("L")
                assert words
                for text, turn, move in words:
                    x0, y0, x1, y1 = bounds.of([Group((text,), move.real, move.imag, abs(turn))]) or (0, 0, 0, 0)
                    foot = (turn * complex(text.x, text.y) + move).imag
                    if abs(turn.imag) < 1e-6:  # capitals and figures, without what is above and below them
                        y0, y1 = foot - fonts.cap_height(text.font, text.size) * abs(turn), foot
                    scale = DPI / 25.4
                    room = grey.crop((int(x0 * scale), int(y0 * scale), int(x1 * scale) + 1, int(y1 * scale) + 1))
                    counts = room.histogram()
                    whole = sum(counts)
                    most = max(sum(counts[max(0, n - BESIDE) : n + BESIDE + 1]) for n in range(256))
                    assert 1 - most / whole <= COVERED, (look, language, text.text)


def paragraphs(shapes: Iterable[Shape]) -> dict[tuple[str, ...], dict[float, list[str]]]:
    """The words of each paragraph, by how far down their line is."""
    found: dict[tuple[str, ...], dict[float, list[str]]] = defaultdict(lambda: defaultdict(list))
    for shape in walk(shapes):
        if isinstance(shape, Text) and any(tag.kind == "P" for tag in shape.tags):
            key = tuple(tag.key for tag in shape.tags if tag.kind in ("Sect", "P"))
            found[key][round(shape.y, 3)].append(shape.text)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kit", some(KITS, 8), ids=name)
def test_a_card_ends_with_a_paragraph_and_a_paragraph_with_more_than_a_word(kit: Request, language: str) -> None:
    for look in theme.names() if EVERY else ("illustrated",):
        with templates.speaking(language):
            for card in cards.drawn(prepare(kit._replace(sheet="cards", theme=look, language=language))):
                front, back = paragraphs(card.front.shapes), paragraphs(card.back.shapes)
                assert front and not front.keys() & back.keys(), look
                for lines in (*front.values(), *back.values()):
                    last = " ".join(lines[max(lines)])
                    assert len(lines) == 1 or len(last.split()) > 1, (look, last)


def test_words_in_lines_end_with_more_than_one() -> None:
    said = "Draw the longest snake you can, square by square, where the dice will have a turn"
    whole = fonts.width(said, "sans", 10.0)
    for share in range(20, 100):
        points = 10.0 / 0.3527777
        lines = frame.wrap(said, points, share / 100 * whole)
        assert " ".join(lines) == said
        assert all(fonts.width(line, "sans", 10.0) <= share / 100 * whole + 1e-3 for line in lines)
        assert " " in lines[-1]
    assert frame.wrap("Donaudampfschifffahrt Kapitän", 10, 1.0) == ["Donaudampfschifffahrt", "Kapitän"]


@pytest.mark.parametrize("look", ["illustrated", "classic"])
@pytest.mark.parametrize("game", some(boards.slugs(), 3))
def test_a_poster_is_the_sheet_for_the_table_drawn_larger(game: str, look: str) -> None:
    """Title, legend and notes grow with the sheet; the ruler at the foot stays true, and pieces fit."""
    told = {}
    for paper in ("a3", "a2", "a1", "a0"):
        asked = Request(game, sheet="board", theme=look, paper=paper)
        job = prepare(asked)
        at = board.place(job)
        assert 0 < at.token <= job.components.board.token * at.scale + 1e-6
        (page,) = make.sheet(asked).pages
        # The names of a small board are larger than it, so that they can be read.
        words = [shape for shape in page.shapes if not (isinstance(shape, Group) and shape.classes == "board")]
        sizes = [shape.size * scale for shape, scale in drawn(words) if isinstance(shape, Text)]
        told[paper] = (min(page.width, page.height), min(sizes), max(sizes), at.scale)
        assert any(isinstance(shape, Group) and shape.classes == "ruler mm-100" for shape in walk(page.shapes))
    side, *least = told["a3"]
    for wide, *found in told.values():
        assert found == pytest.approx([size * wide / side for size in least], rel=0.06)
