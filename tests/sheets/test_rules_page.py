"""The page of rules, measured in the finished PDF: heads in the game's letters, sizes of type, notes beside their text;
and that a kit says nothing twice."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from typing import NamedTuple

import pdfplumber
import pikepdf
import pytest
from columns import begins
from finished import made
from lanes import some
from tagged import Tagged

from adjudicator.games.snakey_dice import state
from printables import boards
from printables.boards import fox_and_geese
from printables.boards.snakey_dice.house import POINTS
from printables.core import templates
from printables.drawing import lettering
from printables.printing import make
from printables.printing.job import prepare
from printables.sheets import kit as kits, rules
from printables.text import markdown

MM = 25.4 / 72
LEAST, LEAST_NOTE = 10.0, 8.6  # points
KITS = (*((game, None) for game in boards.slugs()), *(("fox-and-geese", hunt) for hunt in fox_and_geese.variants()))
PRINTED = [(*kit, language) for kit in KITS for language in ("en", "de")]
TAGGED = [one for number, one in enumerate(PRINTED) if (number + number // 2) % 2 == 0]  # every kit, languages in turn
LONG = 5  # words: shorter sentences, as "the turn is over", may stand twice


class Mark(NamedTuple):
    """A marked content: its page, number, how it is painted, and where it begins (mm from the top left)."""

    page: int
    number: int
    text: bool
    x: float
    y: float


def marks(done: bytes) -> dict[tuple[int, int], Mark]:
    """All marked contents of a document that is painted upright."""
    out: dict[tuple[int, int], Mark] = {}
    with pikepdf.open(io.BytesIO(done)) as file:
        for number, page in enumerate(file.pages):
            high = float(page.MediaBox[3])
            for mark, text, at in begins(page):
                out.setdefault((number, mark), Mark(number, mark, text, at.e * MM, (high - at.f) * MM))
    return out


def placed(read: Tagged, found: pikepdf.Dictionary, where: dict[tuple[int, int], Mark]) -> list[Mark]:
    """The marks of an element and of all in it, in order."""
    out: list[Mark] = []
    held = found.get("/K", pikepdf.Array())
    for kid in held if isinstance(held, pikepdf.Array) else [held]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            out += placed(read, kid, where)
        else:
            at = kid.Pg if isinstance(kid, pikepdf.Dictionary) else found.Pg
            key = read.numbers[at.objgen], int(kid.MCID) if isinstance(kid, pikepdf.Dictionary) else int(kid)
            out += [where[key]] if key in where else []
    return out


def blocks(done: bytes) -> list[tuple[str, str, list[Mark]]]:
    """The elements of the text in order: kind, what stands for it, and its marks."""
    read, where = Tagged(done, words=False), marks(done)
    (whole,) = (kid for kid in read.file.Root.StructTreeRoot.K.K if str(kid.S) == "/Sect")
    return [(str(one.S)[1:], str(one.get("/ActualText", "")), placed(read, one, where)) for one in whole.K]


@pytest.mark.parametrize(("game", "hunt", "language"), some(TAGGED, 6), ids=str)
def test_heads_are_in_the_games_letters_and_never_end_a_column(game: str, hunt: str | None, language: str) -> None:
    request = make.Request(game, "rules", variant=hunt, language=language)
    with templates.speaking(language):
        job = prepare(request)
        text, source = rules.prose(job, job.components.rules)
    read = [block for block in markdown.read(text, source) if isinstance(block, markdown.Prose) and block.level]
    told = blocks(made(request))
    told = [block for block in told if block[0] != "BlockQuote"]
    heads = [number for number, (kind, *_) in enumerate(told) if kind == "H2"]
    named = ["".join(getattr(part, "text", "") for part in one.inlines) for one in read]
    assert [told[number][1] for number in heads] == (named if job.lettering else [""] * len(named))
    for number in heads:
        (_, said, drawn), (*_, below) = told[number : number + 2]
        assert drawn and any(mark.text for mark in drawn) != bool(job.lettering), said
        assert not job.lettering or lettering.has(said, job.lettering), said
        head, after = drawn[0], below[0]
        assert after.page == head.page, f"nothing stands under {said}"
        if after.text:
            assert 3 < after.y - head.y < 16 and -14 < after.x - head.x < 45, f"nothing stands under {said}"


@pytest.mark.parametrize(("game", "hunt", "language"), some(TAGGED, 6), ids=str)
def test_notes_stand_in_the_margin_of_their_page_beside_their_text(game: str, hunt: str | None, language: str) -> None:
    request = make.Request(game, "rules", variant=hunt, language=language)
    told = blocks(made(request))
    edge = prepare(request).paper.printable[0] + rules.MARGIN
    quotes = [(number, drawn) for number, (kind, _, drawn) in enumerate(told) if kind == "BlockQuote"]
    quotes = [(number, [mark for mark in drawn if mark.text]) for number, drawn in quotes]
    quotes = quotes if len(quotes) > 1 else []  # one alone is worth no margin
    notes = [(number, drawn) for number, drawn in quotes if drawn[0].x < edge]
    assert not quotes or 2 * len(notes) > len(quotes), "more notes stand in columns than in the margin"
    away = 0
    for number, drawn in notes:
        assert drawn and all(mark.x < edge for mark in drawn), "a note in a column"
        text = next(parts for kind, _, parts in reversed(told[:number]) if kind != "BlockQuote")
        assert drawn[0].page - text[-1].page in (0, 1), "not beside its text, nor on the next page"
        away += drawn[0].page != text[-1].page
    assert away <= 0.4 * len(notes), f"{away} of {len(notes)} notes stand on the page after their text"
    assert [drawn[0].page for _, drawn in notes] == sorted(drawn[0].page for _, drawn in notes)


@pytest.mark.parametrize(("game", "hunt", "language"), some(PRINTED[::9], 2), ids=str)
def test_text_is_in_ten_points_and_notes_in_little_less(game: str, hunt: str | None, language: str) -> None:
    request = make.Request(game, "rules", variant=hunt, language=language)
    edge = prepare(request).paper.printable[0] + rules.MARGIN
    text, notes, left = Counter[float](), Counter[float](), math.inf
    with pdfplumber.open(io.BytesIO(made(request))) as file:
        for page in file.pages:
            for letter in page.chars:
                serif, sans = ("Serif" in letter["fontname"], "Sans" in letter["fontname"])
                if serif and letter["x0"] * MM > edge:
                    text[round(letter["size"], 2)] += 1
                if serif and letter["size"] > LEAST - 0.01:
                    left = min(left, letter["x0"] * MM)
                elif sans and letter["x1"] * MM < edge and letter["size"] > LEAST_NOTE - 1.4:
                    notes[round(letter["size"], 2)] += 1
    size = text.most_common(1)[0][0]
    assert LEAST - 0.01 <= size <= rules.TYPE[0]
    assert left < edge or notes.most_common(1)[0][0] >= LEAST_NOTE  # a margin is there for notes


def sentences(text: str) -> list[str]:
    """What a text says, without its pictures and marks."""
    bare = re.sub(r"!\[[^\]]*\]\([^)]*\)|[*>|#-]|\d+\. ", " ", text)
    parts = re.split(r"(?<=[.!?:])\s+(?=[A-ZÄÖÜ])|\n\n", bare)
    return [" ".join(part.split()).rstrip(".:") for part in parts if len(part.split()) >= LONG]


@pytest.mark.parametrize(("game", "hunt", "language"), some(PRINTED, 20), ids=str)
def test_no_sentence_stands_twice_in_a_kit(game: str, hunt: str | None, language: str) -> None:
    """But for the cards, which say in short what the rules say, and what is printed on each board as on each sheet."""
    request = make.Request(game, variant=hunt, language=language)
    with templates.speaking(language):
        job = prepare(request)
        kit = job.components
        text = rules.prose(job, kit.rules)[0]
        contents = templates.read(templates.translated(kits.TEMPLATE))
    told = [sentence for text in (text, kit.tagline, contents) for sentence in sentences(text)]
    assert len(told) > 12
    assert [sentence for sentence, count in Counter(told).items() if count > 1] == []


@pytest.mark.parametrize("game", some(boards.slugs(), 2))
def test_rules_begin_with_how_to_win(game: str) -> None:
    """The first sentence is about the end, and stands in italics larger than the text."""
    job = prepare(make.Request(game, "rules"))
    first = next(iter(sentences(rules.prose(job, job.components.rules)[0])))
    assert re.search(r"\b(win|won|lost|last|longer|hem in|home|before|longest)\b", first), first
    with pdfplumber.open(io.BytesIO(made(make.Request(game, "rules")))) as file:
        lead = Counter(round(one["size"], 1) for one in file.pages[0].chars if "Garamond" in one["fontname"])
    assert not job.lettering or lead.most_common(1)[0][0] >= 1.3 * LEAST


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_scored_run_of_snakey_dice_adds_up_as_the_referee_adds(language: str) -> None:
    with templates.speaking(language):
        job = prepare(make.Request("snakey-dice", language=language))
        text = " ".join(rules.prose(job, job.components.rules)[0].split())
    told = text[text.index("**A run" if language == "en" else "**Eine Partie, ") :]
    powered, left, blocked, full, _, jumped, long, whole, empty = map(int, re.findall(r"\d+", told)[:9])
    added, total = re.findall(r": ([\d +−]+) = \*\*(\d+)\*\*", told)[0]
    counts = powered, left, blocked, full, jumped, empty
    parts = [int(part) for part in added.replace("− ", "-").replace("+ ", "").split()]
    assert parts == [count * each for count, each in zip(counts, POINTS.values(), strict=True)]
    assert sum(parts) == int(total) == state.points(counts) >= 75 and long + blocked + empty == whole == 121
