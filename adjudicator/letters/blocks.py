"""A letter as blocks, written twice: as plain text of at most 78 columns, and as HTML of one column.

Everything that people typed comes in through `plain`, so that no control character, bidirectional override or markup of
theirs reaches a reader.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from adjudicator.letters import environment
from adjudicator.referee.records import Places
from printables.errors import TemplateError

FRAME = "letters/letter.html"
COLUMNS = 78
ORDERS = "match "  # a form that is a move file begins with the match it is for
_JOINERS = "\u200c\u200d"  # letters of Persian and Hindi, and many emoji, need them
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
_CODE = re.compile(r"`([^`]+)`")
_UNBROKEN = re.compile(r"`[^`]*`\S*|\S+")
# Characters that `plain` lets nobody type: they mark parts of a page until it is known where in the frame these stand.
_BODY, _BOARD, _DRAWING, _FORM = "\ue010", "\ue011", "\ue012", "\ue013"
_ENDS = {_BOARD: "\ue014", _DRAWING: "\ue015", _FORM: "\ue016"}
_PARTS = re.compile("[\ue010-\ue016]")


class Heading(NamedTuple):
    text: str


class Paragraph(NamedTuple):
    text: str


class Items(NamedTuple):
    """A list, a line or more each."""

    items: tuple[str, ...]


class Quote(NamedTuple):
    """What a player wrote, under the line that says who and to whom."""

    heading: str
    text: str


class Form(NamedTuple):
    """Lines to be copied as they are, such as a move file: never wrapped."""

    lines: tuple[str, ...]


class Picture(NamedTuple):
    """An SVG element; a text letter leaves it out. `title` is for those who do not see it."""

    svg: str
    title: str


class Footer(NamedTuple):
    """Small print, a paragraph each, below the line that marks a signature in mail."""

    paragraphs: tuple[str, ...]


Block: TypeAlias = Heading | Paragraph | Items | Quote | Form | Picture | Footer


def plain(text: str) -> str:
    """Text of a person as one safe line: no control, format or private characters, single spaces."""
    kept = []
    for char in text:
        category = unicodedata.category(char)
        if category in _UNSEEN and char not in _JOINERS:
            kept.append(" " if category in ("Cc", "Zl", "Zp") else "")
        elif ord(char) & 0xFFFE != 0xFFFE and not 0xFDD0 <= ord(char) <= 0xFDEF:
            kept.append(char)
    return " ".join("".join(kept).split())


def shorten(text: str, most: int) -> str:
    """Safe text of at most `most` characters, with an ellipsis where something is missing."""
    text = plain(text)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def columns(text: str) -> int:
    """How many columns of a terminal a line takes: two for a wide character, none for a mark on another."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(char) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(char) in ("W", "F")
        else 1
        for char in text
    )


def wrap(
    text: str, first: str = "", rest: str = "", width: float = COLUMNS, measure: Callable[[str], float] = columns
) -> list[str]:
    """A paragraph as lines of at most `width` columns, the first after `first`, the others after `rest`.

    What stands between backticks is kept on one line if it fits; a word longer than a line is broken. `measure` tells
    how wide a text is, where that is not in columns.
    """
    lines: list[str] = []
    line, used = first, measure(first)
    start, space = used, measure(" ")
    for word in _words(text, width - max(used, measure(rest)), measure):
        size = measure(word)
        if used > start and used + space + size > width:
            lines.append(line)
            line, used = rest, measure(rest)
            start = used
        if used > start:
            line, used = f"{line} ", used + space
        if used + size <= width:
            line, used = line + word, used + size
            continue
        for char in word:
            wide = measure(char)
            if used + wide > width:
                lines.append(line)
                line, used = rest, measure(rest)
            line, used = line + char, used + wide
    return [*lines, line] if used > start or first else lines


def _words(text: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """What must not be broken if it fits: words, and commands between backticks."""
    if "`" not in text:
        return text.split()
    words: list[str] = []
    for word in _UNBROKEN.findall(text):
        words += [word] if measure(word) <= width else word.split()
    return words


def to_text(blocks: Iterable[Block]) -> str:
    """The letter as plain text: "\\n" at line ends, at most 78 columns but for forms."""
    parts: list[str] = []
    for block in blocks:
        match block:
            case Heading(text):
                lines = wrap(text)
                parts.append("\n".join([*lines, "-" * max(map(columns, lines))]))
            case Paragraph(text):
                parts.append("\n".join(wrap(text)))
            case Items(items):
                parts.append("\n".join(line for item in items for line in wrap(item, "- ", "  ")))
            case Quote(heading, text):
                parts.append("\n".join([*wrap(heading), *wrap(text, "    ", "    ")]))
            case Form(form):
                parts.append("\n".join(f"    {line}" for line in form))
            case Footer(paragraphs):
                parts.append("-- \n" + "\n".join(line for text in paragraphs for line in wrap(text)))
            case Picture():
                pass
    return "\n\n".join(parts) + "\n"


def to_html(blocks: Iterable[Block], title: str, language: str) -> tuple[str, Places]:
    """The letter as an HTML page, and where its parts stand: the frame with title, language and body put in.

    Raises TemplateError for a frame that asks for anything else or has no body.
    """
    if "body" not in environment.names(FRAME):
        raise TemplateError("the frame of the letters has no {{ body }}", "write it where the letter goes", FRAME)
    texts = {"title": html.escape(title), "language": html.escape(language), "body": "\n".join(map(_element, blocks))}
    marked = environment.render(FRAME, {name: environment.safe(text) for name, text in texts.items()})
    return _PARTS.sub("", marked), _places(marked)


def _places(marked: str) -> Places:
    """Where the first of each part stands once the marks are taken out."""
    found: dict[str, int] = {}
    for number, mark in enumerate(_PARTS.finditer(marked)):
        found.setdefault(mark[0], mark.start() - number)

    def span(part: str) -> tuple[int, int] | None:
        return (found[part], found[_ENDS[part]]) if part in found else None

    whole = len(_PARTS.sub("", marked))
    return Places(found.get(_BODY, whole), span(_BOARD), span(_DRAWING), span(_FORM))


def _part(part: str, text: str) -> str:
    return f"{part}{text}{_ENDS[part]}"


def _element(block: Block) -> str:
    match block:
        case Heading(text):
            return f"<h2>{html.escape(text)}</h2>"
        case Paragraph(text):
            return f"{_BODY}<p>{_inline(text)}</p>"
        case Items(items):
            return "<ul>\n" + "\n".join(f"<li>{_inline(item)}</li>" for item in items) + "\n</ul>"
        case Quote(heading, text):
            return (
                f'<p class="press">{html.escape(heading)}</p>\n<blockquote dir="auto">{html.escape(text)}</blockquote>'
            )
        case Form(lines):
            form = html.escape("\n".join(lines))
            return f"<pre>{_part(_FORM, form) if form.startswith(ORDERS) else form}</pre>"
        case Picture(svg, title):
            drawing = _part(_DRAWING, svg)
            return _part(_BOARD, f'<div class="board" role="img" aria-label="{html.escape(title)}">\n{drawing}\n</div>')
        case Footer(paragraphs):
            listed = "\n".join(f"{_BODY}<p>{_inline(text)}</p>" for text in paragraphs)
            return f'<div class="footer">\n{listed}\n</div>'


def _inline(text: str) -> str:
    """Escaped, and what stands between backticks as code."""
    return _CODE.sub(r"<code>\1</code>", html.escape(text))
