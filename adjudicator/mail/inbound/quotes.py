"""The text or the HTML of a mail -> the lines its writer typed: unwrapped, without quotes, forwarded mails, signatures,
footers, what is hidden or struck out. Pure, linear in time.

Cutting too much loses an order, and its writer is told so; cutting too little could carry out the example that stands
in a quoted letter. What is surely quoted is cut; what only looks like a footer, a signature or a name is marked, and
`adjudicator.reader` looks at it again. Lines keep their numbers. The standard library's HTML parser takes a minute for
64 KiB of `<a ` (it starts over at each); hence this one, which only has to tell tags from text."""

import html
import itertools
import re
from collections.abc import Container, Iterator

from adjudicator.reader.lines import BELOW, LEFT
from adjudicator.reader.words import Clients, clients
from adjudicator.referee import orders

MOST_ATTRIBUTES = 4_000  # characters of a tag's attributes
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]{0,30})((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)>")
_BROKEN = re.compile(r"<[a-zA-Z/!?][^<>]*>?")  # a comment of another kind, or a tag without its end
_ATTRIBUTE = re.compile(r"(id|class|style|type)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_UNREAD = re.compile(  # by style: what no reader sees, or what its writer has struck out
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|"
    r"(?:font-size|opacity|(?<![\w-])(?:max-)?height)\s*:\s*0(?:\.0+)?(?![\d.])|line-through",
    re.IGNORECASE,
)
_QUOTED_VALUE = re.compile(r"\"[^\"]*\"|'[^']*'")
_HIDDEN = re.compile(r"(?:^|\s)hidden(?=[\s=/]|$)", re.IGNORECASE)
_SIGNS = r"(?:moz-|gmail_|protonmail_|ms-outlook-mobile-)signature|wps_quotion"
_QUOTED_BY = r"gmail_attr|yahoo_quoted|protonmail_quote|moz-cite-prefix|tutanota_quote|zmail_extra"
_QUOTE = re.compile(f"{_QUOTED_BY}|{_SIGNS}", re.IGNORECASE)
_REST_IS_QUOTED = re.compile(r"divRplyFwdMsg|appendonsend|stopSpelling|mail-editor-reference-message", re.IGNORECASE)
_SPACE = re.compile(r"\s+")
_NUMBER = re.compile(r"&#(?:[0-9]{9,}|[xX][0-9a-fA-F]{9,});?")  # no character has so large a number
_SKIPPED = {
    *("head", "style", "script", "title", "template", "noscript", "object", "svg", "iframe"),
    *("blockquote", "details", "del", "s", "strike", "textarea", "select", "button"),
}
_BLOCKS = {
    *("p", "div", "br", "tr", "li", "ul", "ol", "table", "hr", "pre", "section", "article", "header", "footer"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "address", "center", "dt", "dd"),
}
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_CELLS = {"td", "th"}
MARK = "=== postfox: orders go above this line ==="  # the first line of the letters that go out by mail
MARKS = {"en": MARK, "de": "=== postfox: Befehle stehen über dieser Zeile ==="}  # each is read for ever, in any match
BROKEN = 60  # a line of so many characters may have been broken by the program that sent it
MOST_LINES = 20_000
MOST_UNDER = 60  # lines below where what was typed may end
MOST_BETWEEN = 5  # lines that stand between those of a quoted letter
REACH = 4  # lines that an attribution or the headers of a quoted mail are spread over
SEALED = "-----BEGIN PGP MESSAGE-----"  # what follows is encrypted
_PLACE = re.compile(r"[\w.-]+, (?:turn|Zug) \d+")  # where a letter is from: in its HTML, above the mark
_LINK = re.compile(r"<(?:mailto|https?|tel):[^<>\s]{0,2000}>")
_BULLET = re.compile(r"(?:[-*•·–]|\d{1,2}[.)])\s+")
_PAIRS = {"*": "*", "_": "_", "`": "`", '"': '"', "“": "”", "„": "“", "«": "»", "‘": "’"}
_SIGNATURE = re.compile(r"--|[—–]{1,2}|_{2,}|-{10,}|={10,}")
_ENDS = re.compile(r"[:：]\s*$")
_MAILBOX = re.compile(r"[^\s@]{1,64}@[^\s@]{1,190}")
_REST = re.compile(r"<?[^\s@<>]{1,64}@[^\s@<>]{1,190}>?.{0,80}[:：]")  # of an attribution that Gmail broke at its `<`
_FIELD = re.compile(r"\*?([^\W\d_][^:：@>]{0,24}?)\s?\*?\s?[:：]\*?\s*\S")
_DATED = re.compile(r"\d{1,2}[:.]\d\d|\d{4}")
_QUOTED = (">", "|")
_SIGNED, _SIGNED_END = "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----"
TELEPHONE = re.compile(r"(?:[^\W\d]{1,8}[.:]{0,2} ?)?(?:\+|\(?0)[\d ()/.-]{6,30}")
_SIGN_OFF = " ,.;!-–—~*"


def plain_text(source: str) -> str:
    """The text; blocks and line breaks become lines."""
    reader, place = _Reader(), 0
    while place < len(source) and not reader.finished:
        sign = source.find("<", place)
        if sign < 0:
            sign = len(source)
        reader.data(source[place:sign])
        place = sign
        if source.startswith("<!--", place):
            end = source.find("-->", place)
            if end < 0:
                break
            place = end + 3
        elif tag := _TAG.match(source, place):
            reader.tag(bool(tag[1]), tag[2].lower(), tag[3])
            place = tag.end()
        elif place < len(source):
            broken = _BROKEN.match(source, place)
            reader.data("" if broken else "<")
            place = broken.end() if broken else place + 1
    return "\n".join(" ".join(line.split()) for line in "".join(reader.written).split("\n"))


class _Reader:
    def __init__(self) -> None:
        self.written: list[str] = []
        self.finished = False
        self._skipping: tuple[str, int] | None = None  # the element that is not read, and how many of its name are open
        self._pre = 0

    def data(self, data: str) -> None:
        if data and self._skipping is None:
            data = html.unescape(_NUMBER.sub("\ufffd", data))
            self.written.append(data if self._pre else _SPACE.sub(" ", data))

    def tag(self, closes: bool, name: str, attributes: str) -> None:
        if self._skipping is not None:
            skipped, depth = self._skipping
            if name == skipped:
                depth += -1 if closes else 1
                self._skipping = (skipped, depth) if depth else None
            return
        if name == "pre":
            self._pre = max(0, self._pre + (-1 if closes else 1))
        if name in _BLOCKS:
            self.written.append("\n")
        elif name in _CELLS:
            self.written.append(" ")
        if closes:
            return
        attributes = attributes[:MOST_ATTRIBUTES]
        given = {key.lower(): "".join(values) for key, *values in _ATTRIBUTE.findall(attributes)}
        hidden = _UNREAD.search(given.get("style", "")) or _HIDDEN.search(_QUOTED_VALUE.sub("", attributes))
        quoted = _QUOTE.search(f"{given.get('class', '')} {given.get('id', '')}")
        if _REST_IS_QUOTED.search(given.get("id", "")):
            self.finished = True
        elif name not in _VOID and (name in _SKIPPED or hidden or quoted):
            self.written.append("\n")
            self._skipping = (name, 1)


def unflowed(text: str, *, delete_space: bool = False) -> str:
    """Text that was sent as format=flowed (RFC 3676), its soft line breaks undone."""
    written: list[str] = []
    soft, depth = False, 0
    for line in text.splitlines()[:MOST_LINES]:
        content = line.lstrip(">")
        now = len(line) - len(content)
        content = content.removeprefix(" ")
        if soft and now == depth and content != "-- ":
            written[-1] += content
        else:
            written.append(">" * now + (" " if now else "") + content)
        soft, depth = content.endswith(" ") and content != "-- ", now
        if soft and delete_space:
            written[-1] = written[-1][:-1]
    return "\n".join(written)


def typed(text: str, names: Container[str] = ()) -> str:
    """The lines that the writer of the mail typed, as numbered there: LEFT before one that programs or habit add (or
    instead of a quoted one), BELOW before one where they may end. `names`: what the writer may sign with, folded."""
    lines, known = [_clean(line) for line in text.splitlines()[:MOST_LINES]], clients()
    own = list(_own(_headless(lines), known))
    filled = [number for number, line in enumerate(own) if line.lstrip(f"{LEFT}{BELOW}")]
    first = next((number for number in filled if not own[number].startswith(LEFT)), None)
    if first is not None and known.greeting.fullmatch(own[first]):
        own[first] = LEFT + own[first]
    above = list(itertools.takewhile(lambda number: not own[number].startswith(BELOW), filled))
    last = next((number for number in reversed(above) if not own[number].startswith(LEFT)), None)
    if last is not None and own[last].strip(_SIGN_OFF).casefold() in names:
        own[last] = LEFT + own[last]
    return "\n".join(own).rstrip(f"\n{LEFT}")


def _headless(lines: list[str]) -> list[str]:
    """Lines without the title and place of a quoted letter: in HTML they stand above its mark, not shown as quoted."""
    mark = next((number for number, line in enumerate(lines) if _marked(line) and not line.startswith(_QUOTED)), 0)
    filled = [number for number in range(mark) if lines[number]]
    if not filled or not lines[filled[-1]].endswith(tuple(_PLACE.findall(lines[filled[-1]]))):
        return lines
    game_apart = bool(_PLACE.fullmatch(lines[filled[-1]]))
    return [line if number < filled[-2 - game_apart :][0] else "" for number, line in enumerate(lines[:mark])]


def settled(text: str) -> str:
    """What was typed without all that is marked: what the first reader of orders reads."""
    lines = itertools.takewhile(lambda line: not line.startswith(BELOW), text.split("\n"))
    return "\n".join(line for line in lines if not line.startswith(LEFT)).strip("\n")


def below(text: str) -> tuple[str, bool]:
    """What is typed below a quoted letter or between a few of its lines, as `typed` has it; if the quote is whole."""
    lines = text.splitlines()[:MOST_LINES]
    marked = [number for number, line in enumerate(lines) if line.lstrip().startswith(_QUOTED)]
    if not marked:
        return "", True
    quoted = set(marked)
    between = [n for n in range(marked[0], marked[-1]) if n not in quoted and lines[n].strip()]
    few = set(between) if len(between) <= MOST_BETWEEN else set[int]()
    kept = [line if n > marked[-1] or n in few else "" for n, line in enumerate(lines)]
    wrapped = any(line.strip() for line in lines[marked[-1] + 1 :][:1])  # it may be the rest of the last quoted line
    return typed("\n".join(kept)), not (between or wrapped)


def unread(text: str) -> tuple[str, str]:
    """Why nothing of a text that holds something was typed by its writer, and what helps; "" for none to be told."""
    lines = [line for line in map(_clean, text.splitlines()[:MOST_LINES]) if line]
    if not lines or (orders.ends(lines[0]) and lines[0] != "--"):
        return "", ""
    if any(map(_marked, lines)):
        why = "there is nothing above the mark in your email, and what is below it is not read"
    elif any(line.startswith(_QUOTED) for line in lines):
        why = "all lines of your email are quoted (they begin with > or are below the quote), and quotes are not read"
    else:
        why = "your email holds only what mail programs write (a quoted letter, a signature), and that is not read"
    return why, "write your orders at the top of the email, one per line"


def _marked(line: str) -> bool:
    return any(mark in line for mark in MARKS.values())


def _clean(line: str) -> str:
    """A line as it reads: without invisible marks, links spelled out, bullets, and signs of emphasis around it."""
    plain = _LINK.sub("", orders.visible(line).replace("\u00a0", " ")).rstrip().lstrip(f"{LEFT}{BELOW}")
    content = plain.strip()
    if content in ("--", "*", "") or content.startswith(_QUOTED):
        return content
    if bullet := _BULLET.match(content):
        content = content[bullet.end() :]
    if len(content) > 2 and _PAIRS.get(content[0]) == content[-1] and content[0] not in content[1:-1]:
        content = content[1:-1].strip()
    return content


def _own(lines: list[str], known: Clients) -> Iterator[str]:
    number, under = 0, 0
    while number < len(lines) and under < MOST_UNDER:
        line = lines[number]
        length, mark = 1, ""
        if len(line) > orders.MOST_CHARACTERS:  # no order; whoever reads it next refuses it
            pass
        elif line.startswith(_QUOTED) and _marked(line):  # programs break the lines that they quote
            return
        elif line.startswith((*_QUOTED, "```")):
            mark = LEFT if _alone(lines, number, known) else ""
            line = line if mark else LEFT
        elif line == _SIGNED:  # RFC 4880, 7: what was signed begins after a blank line
            while number + length < len(lines) and lines[number + length]:
                length += 1
            line = LEFT
        elif _ends(line, known):
            return
        elif (headed := _headers(lines, number, known)) or _may_end(line, known):
            if _dated(lines, number) if headed else _quotes_next(lines, number + 1, known):
                return
            mark = BELOW
        elif length := _attribution(lines, number, known):
            if not _next(lines, number + length).startswith(_QUOTED):
                return
            line = LEFT
        else:
            length, mark = 1, LEFT if known.footer.match(line) else ""
        yield mark + line
        yield from [LEFT] * (length - 1)
        under += bool(under or mark == BELOW) and bool(line)
        number += length


def _alone(lines: list[str], number: int, known: Clients) -> bool:
    """Whether a quoted line is one of two at most that no attribution announces: its writer may have made the sign."""
    near = [n for n in range(max(0, number - 2), min(len(lines), number + 3)) if lines[n].startswith(_QUOTED)]
    if len(near) > 2 or lines[number].startswith("```"):
        return False
    before = next((line for line in reversed(lines[:number][-REACH:]) if line and not line.startswith(_QUOTED)), "")
    return bool(before) and not _ENDS.search(before) and not _mailbox(before) and not before.endswith("<")


def _mailbox(line: str) -> bool:
    return "@" in line and bool(_MAILBOX.search(line))


def _next(lines: list[str], number: int) -> str:
    return next((line for line in lines[number : number + REACH] if line), "")


def _ends(line: str, known: Clients) -> bool:
    """Whether what was typed ends before this line, by itself."""
    if _marked(line) or (orders.ends(line) and line != "--") or line == _SIGNED_END:
        return True
    return line.startswith("---") and line.endswith("---") and bool(known.verb.search(line))  # "-----Anna wrote: -----"


def _may_end(line: str, known: Clients) -> bool:
    """Whether what was typed ends before this line, if what follows it says so."""
    rule = _SIGNATURE.fullmatch(line) or known.original.fullmatch(line) or known.forward.match(line)
    return bool(rule or known.disclaimer.match(line))


def _quotes_next(lines: list[str], number: int, known: Clients) -> bool:
    """Whether the next line that is not blank is of a quoted mail: a quote, a header."""
    line = _next(lines, number)
    return line.startswith(_QUOTED) or bool(known.from_.match(line) and _dated(lines, number))


def _dated(lines: list[str], number: int) -> bool:
    """Whether there is an address or a date in the lines that begin here, as in headers."""
    block = [line for line in lines[number : number + 2 * REACH] if line][: REACH + 1]
    return any(_mailbox(line) or _DATED.search(line) for line in block)


def _headers(lines: list[str], number: int, known: Clients) -> bool:
    """Whether the headers of a quoted mail begin here, in any language."""
    if not _FIELD.match(lines[number]) or orders.has_marks(lines[number]):
        return False
    block = [line for line in lines[number : number + 2 * REACH] if line][:REACH]
    if known.from_.match(lines[number]):
        return any(known.header.match(line) for line in block[1:])
    fields = [line for line in block[:3] if _FIELD.match(line) and not orders.has_marks(line)]
    return len(fields) == 3 and any(_mailbox(line) for line in fields)


def _attribution(lines: list[str], number: int, known: Clients) -> int:
    """How many lines the words before a quote take up here ("On ... wrote:"); 0 if they are none."""
    first = lines[number]
    if not first or orders.has_marks(first):
        return 0
    # A line without a date may be an order above an address
    broken = first.endswith("<") or (_DATED.search(first) and _REST.fullmatch(_next(lines, number + 1)))
    reach = REACH if broken or known.opener.match(first) or _mailbox(first) else 1
    joined = ""
    for length, line in enumerate(lines[number : number + reach], 1):
        if not line or len(joined) > 400:
            return 0
        joined = f"{joined} {line}"[-600:]
        if _ENDS.search(line):
            dated = any(c.isdigit() for c in joined) or _mailbox(joined)
            quoted = _next(lines, number + length).startswith(_QUOTED)
            signed = quoted or known.verb.search(joined) or _mailbox(joined)
            return length if dated and signed else 0
    return 0
