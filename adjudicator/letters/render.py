"""The letters' templates, a file a language: facts -> a subject, and blocks that become text and HTML.

What a template writes is lines, marked at their beginning:

    Subject: ...            the first line
    Preheader: ...          what a list of mails shows below the subject: the second line
    # Title                 the first words of the HTML
    ## Heading
    - entry of a list
    > what somebody wrote   below the line that says who
        four spaces         lines to be copied as they are, below the line that says what to do with them
    [button] Answer         a link that opens a mail with those lines; what follows it says what it does
    ! order                 an order that was refused, above the line that says why
    [roll] Your roll        the dice before the reader
    [board]                 the picture, where there is one
    --                      what follows is small print, a paragraph each, or lines to be copied

All else is paragraphs, parted by empty lines. Before any of these, `text: ` and `page: ` keep a line to the plain text
or to the HTML. Words between ** and ** are bold. Only what stands in the template marks anything: a value put in by
{{ ... }} is text, whatever a player has typed.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from adjudicator.letters import blocks
from adjudicator.letters.blocks import (
    BOLD,
    SOFT,
    THIN,
    Block,
    Fault,
    Footer,
    Form,
    Heading,
    Items,
    Paragraph,
    Picture,
    Quote,
    Roll,
    Sheet,
    Title,
    to_html,
    to_text,
)
from adjudicator.letters.phrases import LANGUAGE
from printables.core import templates
from printables.core.errors import TemplateError

VALUE = "\ue000"  # stands before each value: a character that `prose.plain` lets nobody type
SUBJECT, PREHEADER = "Subject: ", "Preheader: "
TEXT, PAGE = "text: ", "page: "
TITLE, HEADING, ITEM, QUOTE, FORM, FAULT = "# ", "## ", "- ", "> ", "    ", "! "
BUTTON, ROLL, BOARD, SMALL = "[button] ", "[roll] ", "[board]", "--"
MARKS = (TITLE, HEADING, ITEM, QUOTE, FORM, FAULT, BUTTON, ROLL, BOARD)
_BOLD = re.compile(r"\*\*(.+?)\*\*")


Made = TypeVar("Made")


class Shown(NamedTuple):
    """What a letter shows besides words, where there is any: the picture, dice as words and colours, and the link of a
    button (a mailto: without an address, which its mail puts in).
    """

    board: Picture | None = None
    faces: tuple[tuple[str, int], ...] = ()
    link: str = ""


class Written(NamedTuple):
    """A letter: its subject in one line, its text in lines of at most 72 columns, its HTML as a page."""

    subject: str
    text: str
    html: str


def language(wished: str, otherwise: str = LANGUAGE) -> str:
    """The language that is wished, if there are letters in it."""
    return wished if wished and _path(wished) in templates.names("letters") else otherwise


def spoken(wished: str, made: Callable[[str], Made]) -> Made:
    """What is made in the language that is wished; in English as shipped where the templates for it have faults."""
    try:
        return made(language(wished))
    except TemplateError:
        with templates.shipped():
            return made(LANGUAGE)


def write(language: str, kind: str, facts: Mapping[str, Any], shown: Shown = Shown()) -> Written:  # noqa: B008
    """A letter of that kind. Raises TemplateError where the template cannot be filled in or has no subject."""
    first, *lines = _lines(language, kind, facts)
    if not first.startswith(SUBJECT):
        raise TemplateError(f"a {kind} has no subject", f'let it begin with a line "{SUBJECT}..."', _path(language))
    subject = " ".join(_text(first.removeprefix(SUBJECT)).split())
    preheader = ""
    if lines and lines[0].startswith(PREHEADER):
        preheader = _text(lines.pop(0).removeprefix(PREHEADER))
    sheet = Sheet(subject, language, preheader, str(facts.get("game", "")), str(facts.get("place", "")))
    text, page = (list(_blocks(_only(lines, mine, other), shown)) for mine, other in ((TEXT, PAGE), (PAGE, TEXT)))
    return Written(subject, to_text(text), to_html(_begun(page), sheet))


def _begun(page: list[Block]) -> list[Block]:
    """The page with a capital where its words begin: in the text a greeting stands before them."""
    first = next((number for number, block in enumerate(page) if isinstance(block, Paragraph)), None)
    if first is not None and isinstance(page[0], Title):
        words = page[first]
        assert isinstance(words, Paragraph)
        page[first] = Paragraph(words.text[:1].upper() + words.text[1:])
    return page


def _only(lines: list[str], mine: str, other: str) -> list[str]:
    """The lines without those of the other form of the letter."""
    return [line.removeprefix(mine) for line in lines if not line.startswith(other)]


def line(language: str, kind: str, facts: Mapping[str, Any]) -> str:
    """Words that stand in one line, such as those of a link. Raises TemplateError."""
    return " ".join(_text(text) for text in _lines(language, kind, facts))


def _path(language: str) -> str:
    return f"letters/{language}.j2"


def _lines(language: str, kind: str, facts: Mapping[str, object]) -> list[str]:
    """What the template writes, from the first line that is not empty, values marked."""
    text = blocks.render(_path(language), {"kind": kind, **facts}, _marked)
    return text.strip("\n").split("\n")


def _marked(value: object) -> object:
    """A value so that nothing in it marks anything; what a macro of the template made holds such values already."""
    if not isinstance(value, str) or VALUE in value:
        return value
    return VALUE + " ".join(value.split("\n")).replace("**", f"*{VALUE}*")


def _text(line: str) -> str:
    line = line.replace(f"{FORM}#", f"{FORM}{SOFT}#", line.startswith(FORM))
    return _BOLD.sub(rf"{BOLD}\1{THIN}", line).replace(VALUE, "")


def _blocks(lines: list[str], shown: Shown) -> Iterator[Block]:
    end = next((number for number, line in enumerate(lines) if line.rstrip() == SMALL), len(lines))
    for chunk in _chunks(lines[:end]):
        yield from _chunk(chunk, shown)
    if small := tuple(map(_small, _chunks(lines[end + 1 :]))):
        yield Footer(small)


def _small(chunk: list[str]) -> str:
    """A paragraph of small print; lines to be copied stay lines."""
    return ("\n" if _mark(chunk[0]) == FORM else " ").join(map(_text, chunk))


def _chunks(lines: list[str]) -> Iterator[list[str]]:
    """Lines that follow each other, parted where one is empty."""
    for full, group in groupby(lines, key=lambda line: bool(_text(line).strip())):
        if full:
            yield list(group)


def _chunk(chunk: list[str], shown: Shown) -> Iterator[Block]:
    parts = [
        (mark, tuple(_text(line).removeprefix(mark) for line in group)) for mark, group in groupby(chunk, key=_mark)
    ]
    said = ""  # a paragraph that may belong to what follows it
    while parts:
        mark, texts = parts.pop(0)
        words = " ".join(texts)
        if said and mark not in (QUOTE, FORM):
            yield Paragraph(said)
        if mark == TITLE:
            yield Title(words)
        elif mark == HEADING:
            yield from map(Heading, texts)
        elif mark == ITEM:
            yield Items(texts)
        elif mark == QUOTE:
            yield Quote(said, words)
        elif mark == FORM:
            button = _next(parts, BUTTON)
            note = _next(parts, "") if button else ""
            yield Form(said, texts, button, shown.link, note) if shown.link else Form(said, texts)
        elif mark == FAULT:
            yield Fault(words, _next(parts, ""))
        elif mark == ROLL:
            yield from [Roll(words, shown.faces)] if shown.faces else []
        elif mark == BOARD:
            yield from [shown.board] if shown.board else []
        said = "" if mark else words
    if said:
        yield Paragraph(said)


def _next(parts: list[tuple[str, tuple[str, ...]]], mark: str) -> str:
    """The words of what comes next, taken out, if it has that mark."""
    return " ".join(parts.pop(0)[1]) if parts and parts[0][0] == mark else ""


def _mark(line: str) -> str:
    """What a line begins with that says what it is."""
    return next((mark for mark in MARKS if line.startswith(mark)), "")
