"""The letters' templates, a file a language: facts -> a subject, and blocks that become text and HTML.

What a template writes is lines, marked at their beginning:

    Subject: ...            the first line
    ## Heading
    - entry of a list
    > what somebody wrote   below the line that says who
        four spaces         lines to be copied as they are
    [board]                 the picture, where there is one
    --                      what follows is small print, a paragraph each

All else is paragraphs, parted by empty lines. Only what stands in the template marks anything: a value put in by
{{ ... }} is text, whatever a player has typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from adjudicator.letters import environment
from adjudicator.letters.blocks import Block, Footer, Form, Heading, Items, Paragraph, Picture, Quote, to_html, to_text
from adjudicator.letters.phrases import LANGUAGE
from adjudicator.referee.records import Places
from printables import templates
from printables.errors import TemplateError

VALUE = "\ue000"  # stands before each value: a character that `prose.plain` lets nobody type
SUBJECT = "Subject: "
HEADING, ITEM, QUOTE, FORM, BOARD, SMALL = "## ", "- ", "> ", "    ", "[board]", "--"


class Written(NamedTuple):
    """A letter: its subject in one line, its text in lines of at most 78 columns, its HTML as a page with its parts."""

    subject: str
    text: str
    html: str
    places: Places


def language(wished: str, otherwise: str = LANGUAGE) -> str:
    """The language that is wished, if there are letters in it."""
    return wished if wished and _path(wished) in templates.names("letters") else otherwise


def write(language: str, kind: str, facts: Mapping[str, Any], board: Picture | None = None) -> Written:
    """A letter of that kind. Raises TemplateError where the template cannot be filled in or has no subject."""
    first, *lines = _lines(language, kind, facts)
    if not first.startswith(SUBJECT):
        raise TemplateError(f"a {kind} has no subject", f'let it begin with a line "{SUBJECT}..."', _path(language))
    subject = " ".join(_text(first.removeprefix(SUBJECT)).split())
    blocks = list(_blocks(lines, board))
    return Written(subject, to_text(blocks), *to_html(blocks, subject, language))


def line(language: str, kind: str, facts: Mapping[str, Any]) -> str:
    """Words that stand in one line, such as those of a link. Raises TemplateError."""
    return " ".join(_text(text) for text in _lines(language, kind, facts))


def _path(language: str) -> str:
    return f"letters/{language}.j2"


def _lines(language: str, kind: str, facts: Mapping[str, Any]) -> list[str]:
    """What the template writes, from the first line that is not empty, values marked."""
    text = environment.render(_path(language), {"kind": kind, **facts}, _marked)
    return text.strip("\n").split("\n")


def _marked(value: Any) -> Any:
    return VALUE + " ".join(value.split("\n")) if isinstance(value, str) else value


def _text(line: str) -> str:
    return line.replace(VALUE, "")


def _blocks(lines: list[str], board: Picture | None) -> Iterator[Block]:
    end = next((number for number, line in enumerate(lines) if line.rstrip() == SMALL), len(lines))
    for chunk in _chunks(lines[:end]):
        yield from _chunk(chunk, board)
    if small := tuple(" ".join(map(_text, chunk)) for chunk in _chunks(lines[end + 1 :])):
        yield Footer(small)


def _chunks(lines: list[str]) -> Iterator[list[str]]:
    """Lines that follow each other, parted where one is empty."""
    for full, group in groupby(lines, key=lambda line: bool(_text(line).strip())):
        if full:
            yield list(group)


def _chunk(chunk: list[str], board: Picture | None) -> Iterator[Block]:
    said = ""
    for mark, group in groupby(chunk, key=_mark):
        texts = tuple(_text(line.removeprefix(mark)) for line in group)
        if said and mark != QUOTE:
            yield Paragraph(said)
        if mark == QUOTE:
            yield Quote(said, " ".join(texts))
        elif mark == HEADING:
            yield from map(Heading, texts)
        elif mark == ITEM:
            yield Items(texts)
        elif mark == FORM:
            yield Form(texts)
        elif mark == BOARD:
            yield from [board] if board else []
        said = "" if mark else " ".join(texts)
    if said:
        yield Paragraph(said)


def _mark(line: str) -> str:
    """What a line begins with that says what it is."""
    return next((mark for mark in (HEADING, ITEM, QUOTE, FORM, BOARD) if line.startswith(mark)), "")
