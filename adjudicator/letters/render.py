"""The letters' templates, a file a language: facts -> a subject, and blocks, written as plain text and as HTML.

What a template writes is lines, marked at their beginning:

    Subject: ...            the first line
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
or to the HTML. Words between ** and ** are bold. Only what stands in the template marks anything: a value put in by {{
... }} is text, whatever a player has typed.

The text has at most 72 columns; how the HTML looks is the frame's (`FRAME`), which is given the blocks. Everything that
people typed comes in through `plain`, so that no control character, bidirectional override or markup of theirs reaches
a reader.

Templates are in Jinja2's language, filled in by MiniJinja: sandboxed, nothing of Python, files or network within reach.
A name that is not there is an error, and a template that goes on for ever is stopped."""

import base64
import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar

from adjudicator.core.codec import Json
from printables.core import Problem, TemplateError, templates

STEPS = 100_000  # of the engine; a letter takes about a thousand  # equivalent: where it stops is nobody's matter
HUNGRY = ("format", "indent", "tojson")  # filters that ask for as much memory as they are told to
_WHERE = re.compile(r" \(in [^()]*:\d+\)$")
Engine: TypeAlias = Any  # of minijinja, which tells no types
Measure: TypeAlias = Callable[[str], float]  # how wide a text is
Formatter: TypeAlias = Callable[[object], object]  # what is written for a value
FRAME = "letters/letter.html"
TOKEN = "token xxxx-xxxx-xxxx"  # stands for its reader's token, which is kept in no file and put into the mail
PICTURE = "data:image/svg+xml;base64,"  # how the source of a picture begins; an email has its own
HEAD = "data:image/png;base64,"  # and that of the strip over a letter
COLUMNS = 72
BOLD, THIN, SOFT = "\ue001", "\ue002", "\ue003"  # around bold words, before a comment: nobody can type them
NOTE = "<!--note-->"  # where the frame has room for what only an email says
_JOINERS = "\u200c\u200d"  # letters of Persian and Hindi, and many emoji, need them
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
_BOLD = re.compile(f"{BOLD}([^{BOLD}{THIN}]*){THIN}")
_MARKS = dict.fromkeys(map(ord, (BOLD, THIN, SOFT)))
_CODE = re.compile(r"`([^`]+)`")
UNBROKEN = re.compile(r"`[^`]*`\S*|\S+")
VALUE = "\ue000"  # stands before each value: a character that `prose.plain` lets nobody type
SUBJECT, MOST_SUBJECT = "Subject: ", 78  # characters
TEXT, PAGE = "text: ", "page: "
TITLE, HEADING, ITEM, QUOTE, FORM, FAULT = "# ", "## ", "- ", "> ", "    ", "! "
BUTTON, ROLL, BOARD, SMALL = "[button] ", "[roll] ", "[board]", "--"
MARKS = (TITLE, HEADING, ITEM, QUOTE, FORM, FAULT, BUTTON, ROLL, BOARD)
_render_BOLD = re.compile(r"\*\*(.+?)\*\*")
Made = TypeVar("Made")
LETTERS, CLUB = "letters", "club"  # folders of templates: letters of matches, and to referees and members
HEADS = f"{LETTERS}/heads"  # of the strips over them


def filled(path: str, facts: Mapping[str, object], shown: Formatter | None = None) -> str:
    """The template of that path with its facts: texts, numbers, lists, tables. `shown` makes of each value what is
    written; without it a .html template escapes values. Raises TemplateError, with file, line and column."""
    return str(_ask(path, lambda environment: environment.render_template(path, **facts), shown, facts))


def asked(path: str) -> frozenset[str]:
    """The facts that a template asks for. Raises TemplateError."""
    return frozenset(_ask(path, lambda environment: environment.undeclared_variables_in_template(path)))


def safe(text: str) -> Engine:
    """Text that a .html template puts in as it is."""
    import minijinja

    return minijinja.safe(text)


def _ask(path: str, ask: Callable[[Engine], Any], shown: Formatter | None = None, facts: Iterable[str] = ()) -> Any:
    import minijinja

    try:
        return ask(_environment(path, templates.read(path), shown))
    except minijinja.TemplateError as error:
        unknown = error.kind == "UndefinedError" and facts
        hint = f"the facts are {', '.join(sorted(facts))}" if unknown else "compare with the file as shipped"
        begin = error.range[0] if error.range and error.template_source else 0
        before = (error.template_source or "").encode()[:begin].decode(errors="ignore")
        column = begin and len(before) - before.rfind("\n")
        raise TemplateError.of((Problem(path, error.line or 0, _WHERE.sub("", error.message), hint, column),)) from None


@lru_cache(maxsize=8)
def _environment(path: str, text: str, shown: Formatter | None) -> Engine:
    import minijinja

    environment = minijinja.Environment(
        templates={path: text},
        fuel=STEPS,
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        pycompat=False,
        finalizer=shown,
    )
    for name in HUNGRY:
        environment.remove_filter(name)
    return environment


class Title(NamedTuple):
    """The first words of the HTML; the text has a greeting for it."""

    text: str


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

    heading: str  # stands above them
    lines: tuple[str, ...]
    button: str = ""  # words of a link that opens an email with them, of the HTML only
    link: str = ""
    note: str = ""  # what it does


class Fault(NamedTuple):
    """A line that was refused, as its player wrote it ("" where there is none), and why; of the HTML only."""

    order: str
    reason: str


class Roll(NamedTuple):
    """The dice lying before the reader, as words with the number of a colour each; of the HTML only."""

    heading: str
    faces: tuple[tuple[str, int], ...]


class Picture(NamedTuple):
    """An SVG element; a text letter leaves it out. `title` is for those who do not see it."""

    svg: str
    title: str


class Footer(NamedTuple):
    """Small print, a paragraph each, below the line that marks a signature in mail; one of several lines keeps them."""

    paragraphs: tuple[str, ...]


Block: TypeAlias = Title | Heading | Paragraph | Items | Quote | Form | Fault | Roll | Picture | Footer


class Sheet(NamedTuple):
    """What the HTML says besides its blocks: title (the subject), language, game, place in a match, strip over it."""

    title: str
    language: str
    game: str = ""
    place: str = ""
    head: str = ""


def plain(text: str) -> str:
    """Text of a person as one safe line: no control, format or private characters, single spaces."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
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
    apart = (char for char in text if unicodedata.category(char) not in ("Mn", "Me", "Cf"))
    return sum(2 if unicodedata.east_asian_width(char) in ("W", "F") else 1 for char in apart)


def wrap(text: str, first: str = "", rest: str = "", width: float = COLUMNS, measure: Measure = columns) -> list[str]:
    """A paragraph as lines of at most `width` columns, after `first` and then `rest`. What is between backticks stays
    on one line if it fits; a longer word is broken. `measure`: how wide a text is, where that is not in columns."""
    lines: list[str] = []
    line, used = first, measure(first)
    start, space, room = used, measure(" "), width - max(used, measure(rest))
    words = text.split()
    if "`" in text:
        words = [one for word in UNBROKEN.findall(text) for one in ([word] if measure(word) <= room else word.split())]
    for word in words:
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


def to_text(blocks: Iterable[Block]) -> str:
    """The letter as plain text: "\\n" at line ends, at most 72 columns but for forms."""
    parts: list[str] = []
    for block in blocks:
        match block:
            case Heading(text):
                lines = wrap(_bare(text))
                parts.append("\n".join([*lines, "-" * max(map(columns, lines))]))
            case Paragraph(text):
                parts.append("\n".join(wrap(_bare(text))))
            case Items(items):
                parts.append("\n".join(line for item in items for line in wrap(_bare(item), "- ", "  ")))
            case Quote(heading, text):
                parts.append("\n".join([*wrap(_bare(heading)), *wrap(text, "    ", "    ")]))
            case Form(heading, form):
                parts += ["\n".join(wrap(_bare(heading)))] if heading else []
                parts.append("\n".join(f"    {_bare(line)}" for line in form))
            case Footer(paragraphs):
                small = [text.split("\n") if "\n" in text else wrap(_bare(text)) for text in paragraphs]
                parts.append("-- \n" + "\n".join(line for lines in small for line in lines))
    return "\n\n".join(parts) + "\n"


def to_html(blocks: Iterable[Block], sheet: Sheet) -> str:
    """The letter as HTML. Raises TemplateError for a frame without blocks or a note's room, or of other facts."""
    if "blocks" not in asked(FRAME):
        raise TemplateError("the frame of the letters does not write {{ blocks }}", "compare it as shipped", FRAME)
    written = [{"kind": type(block).__name__.lower(), **_element(block)} for block in blocks]
    page = filled(FRAME, {**sheet._asdict(), "blocks": written})
    if page.count(NOTE) != 1:
        raise TemplateError(f"the frame of the letters does not write {NOTE} once", "compare it as shipped", FRAME)
    return page


def _element(block: Block) -> Json:
    match block:
        case Items(items):
            return {"items": [_inline(item) for item in items]}
        case Quote(heading, text):
            return {"heading": _inline(heading), "text": safe(html.escape(text))}
        case Form(lines=lines):
            shown = [{"text": _inline(line), "soft": line.startswith(SOFT)} for line in lines]
            return block._asdict() | {"heading": _inline(block.heading), "lines": shown}
        case Fault(order, reason):
            return {"order": order, "text": _inline(reason)}
        case Roll(heading, faces):
            return {"heading": heading, "faces": [{"name": name, "colour": colour} for name, colour in faces]}
        case Picture(svg, title):
            return {"source": source(svg.encode()).decode(), "alt": title}
        case Footer(paragraphs):
            small = (str(_inline(text)).strip().replace("\n", "<br>") for text in paragraphs)
            return {"paragraphs": list(map(safe, small))}
        case Title(text) | Heading(text) | Paragraph(text):
            return {"text": _inline(text)}


def source(svg: bytes) -> bytes:
    """An SVG element as the source of a picture that needs no file."""
    return PICTURE.encode() + base64.b64encode(svg)


def strip(name: str) -> str:
    """A strip of a scene by its name in letters/heads, as the source of a picture that needs no file; "" for none."""
    path = f"{HEADS}/{name}.png"
    return HEAD + base64.b64encode(templates.find(path).read_bytes()).decode() if templates.exists(path) else ""


def _bare(text: str) -> str:
    return text.translate(_MARKS)


def _inline(text: str) -> object:
    return safe(_BOLD.sub(r"<b>\1</b>", _CODE.sub(r"<code>\1</code>", html.escape(text))).translate(_MARKS))


class Shown(NamedTuple):
    """What a letter shows besides words."""

    board: Picture | None = None
    faces: tuple[tuple[str, int], ...] = ()  # dice as words and colours
    link: str = ""  # of a button: a mailto:, to which its mail adds the address
    links: Mapping[str, str] = MappingProxyType({})  # of buttons of their own, by the first line they answer with
    head: str = ""  # the source of the strip over it


class Written(NamedTuple):
    """A letter: its subject in one line, its text in lines of at most 72 columns, its HTML as a page."""

    subject: str
    text: str
    html: str


def language(wished: str, otherwise: str = templates.ENGLISH, folder: str = LETTERS) -> str:
    """The language that is wished, if there are letters in it."""
    return wished if wished and _path(wished, folder) in templates.names(folder) else otherwise


def spoken(wished: str, made: Callable[[str], Made], folder: str = LETTERS) -> Made:
    """What is made in the language that is wished; in English as shipped where the templates for it have faults."""
    try:
        return made(language(wished, folder=folder))
    except TemplateError:
        with templates.shipped():
            return made(templates.ENGLISH)


UNSHOWN = Shown()


def write(code: str, kind: str, facts: Mapping[str, object], shown: Shown = UNSHOWN, folder: str = LETTERS) -> Written:
    """A letter of that kind. Raises TemplateError where the template cannot be filled in or has no subject."""
    first, *lines = _lines(_path(code, folder), kind, facts)
    if not first.startswith(SUBJECT):
        raise TemplateError(f"a {kind} has no subject", f'let it begin with a line "{SUBJECT}..."', _path(code, folder))
    subject = " ".join(_text(first.removeprefix(SUBJECT)).split())
    if folder == LETTERS and len(subject) > MOST_SUBJECT:  # what ends it in brackets goes first; a club's has a code
        subject = shorten(subject.rpartition(" (")[0] or subject, MOST_SUBJECT)
    sheet = Sheet(subject, code, str(facts.get("game", "")), str(facts.get("place", "")), shown.head)
    text = list(_blocks([line.removeprefix(TEXT) for line in lines if not line.startswith(PAGE)], shown))
    page = list(_blocks([line.removeprefix(PAGE) for line in lines if not line.startswith(TEXT)], shown))
    name = str(facts.get("match", ""))
    return Written(subject, to_text(_begun(text, name)), to_html(_begun(page, name), sheet))


def _begun(blocks: list[Block], name: str) -> list[Block]:
    """The blocks with a capital where their words begin, unless they begin with the match's name."""
    for number, block in enumerate(blocks):
        if isinstance(block, Paragraph):
            if isinstance(blocks[0], Title) and block.text.partition(" ")[0].rstrip(",") != name:
                blocks[number] = Paragraph(block.text[:1].upper() + block.text[1:])
            break
    return blocks


def line(language: str, kind: str, facts: Mapping[str, object]) -> str:
    """Words that stand in one line, such as those of a link. Raises TemplateError."""
    return " ".join(_text(text) for text in _lines(_path(language), kind, facts))


def _path(language: str, folder: str = LETTERS) -> str:
    return f"{folder}/{language}.j2"


def _lines(path: str, kind: str, facts: Mapping[str, object]) -> list[str]:
    return filled(path, {"kind": kind, **facts}, _marked).strip("\n").split("\n")


def _marked(value: object) -> object:
    """A value so that nothing in it marks anything; what a macro of the template made holds such values already."""
    if not isinstance(value, str) or VALUE in value:
        return value
    return VALUE + " ".join(value.split("\n")).replace("**", f"*{VALUE}*")


def _text(line: str) -> str:
    line = line.replace(f"{FORM}#", f"{FORM}{SOFT}#", line.startswith(FORM))
    return _render_BOLD.sub(rf"{BOLD}\1{THIN}", line).replace(VALUE, "")


def _blocks(lines: list[str], shown: Shown) -> Iterator[Block]:
    end = next((number for number, line in enumerate(lines) if line.rstrip() == SMALL), len(lines))
    for chunk in _chunks(lines[:end]):
        marked = groupby(chunk, key=_mark)
        parts = [(mark, tuple(_text(line).removeprefix(mark) for line in group)) for mark, group in marked]
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
                note = _next(parts, "") if (button := _next(parts, BUTTON)) else ""
                link = shown.links.get(texts[0], shown.link)
                yield Form(said, texts, button, link, note) if link else Form(said, texts)
            elif mark == FAULT:
                yield Fault(words, _next(parts, ""))
            elif mark == ROLL and shown.faces:
                yield Roll(words, shown.faces)
            elif mark == BOARD and shown.board:
                yield shown.board
            said = "" if mark else words
        if said:
            yield Paragraph(said)
    small = ((_mark(chunk[0]) == FORM, map(_text, chunk)) for chunk in _chunks(lines[end + 1 :]))
    if paragraphs := tuple(("\n" if copied else " ").join(texts) for copied, texts in small):
        yield Footer(paragraphs)


def _chunks(lines: list[str]) -> Iterator[list[str]]:
    for full, group in groupby(lines, key=lambda line: bool(_text(line).strip())):
        if full:
            yield list(group)


def _next(parts: list[tuple[str, tuple[str, ...]]], mark: str) -> str:
    """The words of what comes next, taken out, if it has that mark."""
    return " ".join(parts.pop(0)[1]) if parts and parts[0][0] == mark else ""


def _mark(line: str) -> str:
    return next((mark for mark in MARKS if line.startswith(mark)), "")
