"""Markdown read into blocks that can be typeset: headings, prose, lists, quotes, tables, rules and named pictures. Raw
HTML is dropped. Pictures are names that the caller knows, never files or addresses. Pure: nothing is measured."""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from printables.core import TemplateError
from printables.scene import Kind, Tag

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

LONGEST = 200_000  # characters: some forty pages, far more than any rules


class Span(NamedTuple):
    """Text of one style. It may begin or end with a space, which parts words."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False


class Picture(NamedTuple):
    """A picture by the name the caller knows it by; `alt` says what it shows, `caption` stands under it."""

    name: str
    alt: str
    caption: str = ""


class Break(NamedTuple):
    """A line ends here."""


Inline: TypeAlias = Span | Picture | Break


class Frame(NamedTuple):
    """Where a block stands: in how many quotes, and after which list `markers`, one for each list around it, "" where
    its item began before this block; `tight`: no space between items. `tags`: the elements around it, outer first."""

    markers: tuple[str, ...] = ()
    quotes: int = 0
    tight: bool = False
    tags: tuple[Tag, ...] = ()


class Prose(NamedTuple):
    """A paragraph (`level` 0) or heading (1 to 6); `line` is where it stands in the source."""

    inlines: tuple[Inline, ...]
    level: int
    frame: Frame
    line: int


class Rule(NamedTuple):
    frame: Frame


class Table(NamedTuple):
    """Cells by row; the first row is the header. `aligns` has one entry a column."""

    rows: tuple[tuple[tuple[Inline, ...], ...], ...]
    aligns: tuple[Literal["start", "middle", "end"], ...]
    frame: Frame
    line: int


Block: TypeAlias = Prose | Rule | Table


def read(markdown: str, source: str = "") -> tuple[Block, ...]:
    """The blocks of a Markdown text; `source` names it in errors. Raises TemplateError if it is far too long."""
    if len(markdown) > LONGEST:
        raise TemplateError(f"the text has {len(markdown)} characters", f"at most {LONGEST} can be typeset", source)
    return _Reader(_parser().parse(markdown)).blocks()


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": True, "typographer": True})
    return parser.enable(["table", "replacements", "smartquotes"])


class _Reader:
    """Walks the flat list of tokens that open and close."""

    def __init__(self, tokens: "Sequence[Token]") -> None:
        self.tokens = tokens
        self.out: list[Block] = []
        self.frame = Frame()
        self.outer: list[Frame] = []
        self.level = 0
        self.numbers: list[int | None] = []  # the next number of each list around, None for bullets
        self.lists: list[Tag] = []
        self.tagged = 0

    def blocks(self) -> tuple[Block, ...]:
        rows: list[tuple[tuple[Inline, ...], ...]] = []
        cells: list[tuple[Inline, ...]] = []
        aligns: list[Literal["start", "middle", "end"]] = []
        line, in_cell = 0, False
        for token in self.tokens:
            line = token.map[0] + 1 if token.map else line
            match token.type:
                case "heading_open":
                    self.level = int(token.tag[1])
                case "heading_close":
                    self.level = 0
                case "bullet_list_open" | "ordered_list_open":
                    ordered = token.type == "ordered_list_open"
                    self.numbers.append(int(token.attrs.get("start", 1)) if ordered else None)
                    self.lists.append(self.tag("OL" if ordered else "L"))
                case "bullet_list_close" | "ordered_list_close":
                    self.numbers.pop()
                    self.lists.pop()
                case "list_item_open":
                    tags = (*self.frame.tags, self.lists[-1], self.tag("LI"), Tag("LBody", "1"))
                    self.enter(self.frame._replace(markers=(*self.frame.markers, self.marker()), tags=tags))
                case "blockquote_open":
                    tags = (*self.frame.tags, self.tag("BlockQuote"))
                    self.enter(self.frame._replace(quotes=self.frame.quotes + 1, tags=tags))
                case "list_item_close" | "blockquote_close":
                    self.frame = self.outer.pop()
                case "paragraph_open":
                    self.frame = self.frame._replace(tight=token.hidden)
                case "th_open" | "td_open" | "th_close" | "td_close":
                    in_cell = token.nesting > 0
                    if token.type == "th_open":
                        style = str(token.attrs.get("style", ""))
                        aligns.append("middle" if "center" in style else "end" if "right" in style else "start")
                case "tr_close":
                    rows.append(tuple(cells))
                    cells = []
                case "table_close":
                    self.add(Table(tuple(rows), tuple(aligns), self.frame, line))
                    rows, aligns = [], []
                case "inline":
                    inlines = _inlines(token.children or ())
                    if in_cell:
                        cells.append(inlines)
                    elif inlines:
                        self.add(Prose(inlines, self.level, self.frame, line))
                case "fence" | "code_block":
                    code = token.content.expandtabs(4).replace(" ", "\u00a0").splitlines()
                    inlines = tuple(part for text in code for part in (Span(text, code=True), Break()))[:-1]
                    self.add(Prose(inlines, 0, self.frame, line))
                case "hr":
                    self.add(Rule(self.frame))
        return tuple(self.out)

    def enter(self, frame: Frame) -> None:
        self.outer.append(self.frame)
        self.frame = frame

    def tag(self, kind: Kind) -> Tag:
        """An element that none before it was."""
        self.tagged += 1
        return Tag(kind, str(self.tagged))

    def marker(self) -> str:
        number = self.numbers[-1]
        if number is None:
            return "•" if len(self.numbers) % 2 else "–"
        self.numbers[-1] = number + 1
        return f"{number}."

    def add(self, block: Block) -> None:
        self.out.append(block)
        # What follows in the same item stands under it without a marker, and so do items that enclose it.
        bare = [frame._replace(markers=("",) * len(frame.markers)) for frame in (*self.outer, self.frame)]
        *self.outer, self.frame = bare


def _inlines(tokens: "Sequence[Token]") -> tuple[Inline, ...]:
    out: list[Inline] = []
    styles = [Span("")]
    links: list[tuple[str, int]] = []
    for token in tokens:
        style = styles[-1]
        match token.type:
            case "text" | "code_inline" if token.content:
                out.append(style._replace(text=token.content, code=token.type == "code_inline"))
            case "softbreak":
                out.append(style._replace(text=" "))
            case "hardbreak":
                out.append(Break())
            case "html_inline" if re.fullmatch(r"<br\s*/?>", token.content, re.IGNORECASE):
                out.append(Break())
            case "em_open":
                styles.append(style._replace(italic=True))
            case "strong_open":
                styles.append(style._replace(bold=True))
            case "em_close" | "strong_close":
                styles.pop()
            case "image":
                src, caption = (str(token.attrs.get(name, "")).replace("'", "’") for name in ("src", "title"))
                out.append(Picture(src, token.content, caption))
            case "link_open":
                links.append((str(token.attrs.get("href", "")), len(out)))
            case "link_close":
                out += _address(*links.pop(), out, style)
    return tuple(out)


def _address(href: str, start: int, out: list[Inline], style: Span) -> tuple[Inline, ...]:
    """A link on paper needs its address in print, unless that is what it says already."""
    for scheme in ("https://", "http://", "mailto:"):
        if href.startswith(scheme):
            said = "".join(part.text for part in out[start:] if isinstance(part, Span))
            address = href.removeprefix(scheme).rstrip("/")
            return () if address in said else (style._replace(text=f" ({address})", code=False),)
    return ()
