"""The text of a mail -> the lines its writer typed: unwrapped, without quotes, forwarded mails, signatures, footers.

Cutting too much loses an order, and its writer is told so; cutting too little could carry out the example that stands
in a quoted letter. In doubt it is cut.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from adjudicator.mail.inbound import clients, html
from adjudicator.mail.inbound.clients import Clients
from adjudicator.referee import orders

MARK = "=== postfox: orders go above this line ==="  # the first line of the letters that go out by mail
BROKEN = 60  # a line of so many characters may have been broken by the program that sent it
MOST_LINES = 10_000
REACH = 4  # lines that an attribution or the headers of a quoted mail are spread over
SEALED = "-----BEGIN PGP MESSAGE-----"  # what follows is encrypted

_LINK = re.compile(r"<(?:mailto|https?|tel):[^<>\s]{0,2000}>")
_BULLET = re.compile(r"(?:[-*•·–]|\d{1,2}[.)])\s+")
_PAIRS = {"*": "*", "_": "_", "`": "`", '"': '"', "“": "”", "„": "“", "«": "»", "‘": "’"}

_SIGNATURE = re.compile(r"--|[—–]{1,2}|_{2,}|-{10,}|={10,}")
_ENDS = re.compile(r"[:：]\s*$")
_MAILBOX = re.compile(r"[^\s@]{1,64}@[^\s@]{1,190}")
_REST = re.compile(r"<?[^\s@<>]{1,64}@[^\s@<>]{1,190}>?.{0,80}[:：]")  # of an attribution that Gmail broke at its `<`
_FIELD = re.compile(r"\*?([^\W\d_][^:：@>]{0,24}?)\s?\*?\s?[:：]\*?\s*\S")
_QUOTED = (">", "|")
_SIGNED, _SIGNED_END = "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----"
TELEPHONE = re.compile(r"(?:[^\W\d]{1,8}[.:]{0,2} ?)?(?:\+|\(?0)[\d ()/.-]{6,30}")
_SIGN_OFF = " ,.;!-–—~*"


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


def from_html(source: str) -> str:
    """The text of an HTML part."""
    return html.text(source)


def typed(text: str, names: Container[str] = ()) -> str:
    """The lines that the writer of the mail typed, in order. `names`: what the writer may sign with, in lower case."""
    lines = [_clean(line) for line in text.splitlines()[:MOST_LINES]]
    known = clients.load()
    return "\n".join(_unsigned(_ungreeted(list(_own(lines, known)), known), names)).strip("\n")


def unread(text: str) -> tuple[str, str]:
    """Why nothing of a text that holds something was typed by its writer, and what helps; "" for none to be told."""
    lines = [line for line in map(_clean, text.splitlines()[:MOST_LINES]) if line]
    if not lines or (orders.ends(lines[0]) and lines[0] != "--"):
        return "", ""
    if any(MARK in line for line in lines):
        why = "there is nothing above the mark in your email, and what is below it is not read"
    elif any(line.startswith(_QUOTED) for line in lines):
        why = "all lines of your email are quoted (they begin with > or are below the quote), and quotes are not read"
    else:
        why = "your email holds only what mail programs write (a quoted letter, a signature), and that is not read"
    return why, "write your orders at the top of the email, one per line"


def _clean(line: str) -> str:
    """A line as it reads: without invisible marks, links spelled out, bullets, and signs of emphasis around it."""
    plain = _LINK.sub("", orders.visible(line).replace("\u00a0", " ")).rstrip()
    content = plain.strip()
    if content in ("--", "*", "") or content.startswith(_QUOTED):
        return content
    if bullet := _BULLET.match(content):
        content = content[bullet.end() :]
    if len(content) > 2 and _PAIRS.get(content[0]) == content[-1] and content[0] not in content[1:-1]:
        content = content[1:-1].strip()
    return content


def _own(lines: list[str], known: Clients) -> Iterator[str]:
    number = 0
    while number < len(lines):
        line = lines[number]
        if len(line) > orders.MOST_CHARACTERS:  # no order; whoever reads it next refuses it
            yield line
            number += 1
        elif line.startswith(_QUOTED) and MARK in line:  # programs break the lines that they quote
            return
        elif line.startswith((*_QUOTED, "```")):
            number += 1
        elif line == _SIGNED:  # RFC 4880, 7: what was signed begins after a blank line
            number += 1
            while number < len(lines) and lines[number]:
                number += 1
        elif _ends(line, known) or _headers(lines, number, known):
            return
        elif length := _attribution(lines, number, known):
            number += length
            if not _next(lines, number).startswith(_QUOTED):
                return
        else:
            if not known.footer.match(line):
                yield line
            number += 1


def _next(lines: list[str], number: int) -> str:
    """The next line that is not blank, a few lines on at most."""
    return next((line for line in lines[number : number + REACH] if line), "")


def _ends(line: str, known: Clients) -> bool:
    """Whether what was typed ends before this line, by itself."""
    if MARK in line or _SIGNATURE.fullmatch(line) or orders.ends(line) or line == _SIGNED_END:
        return True
    if line.startswith("---") and line.endswith("---") and known.verb.search(line):  # "-----Anna wrote: -----"
        return True
    return bool(known.original.fullmatch(line) or known.forward.match(line) or known.disclaimer.match(line))


def _headers(lines: list[str], number: int, known: Clients) -> bool:
    """Whether the headers of a quoted mail begin here, in any language."""
    if not _FIELD.match(lines[number]) or orders.has_marks(lines[number]):
        return False
    block = [line for line in lines[number : number + 2 * REACH] if line][:REACH]
    if known.from_.match(lines[number]):
        return any(known.header.match(line) for line in block[1:])
    fields = [line for line in block[:3] if _FIELD.match(line) and not orders.has_marks(line)]
    return len(fields) == 3 and any(_MAILBOX.search(line) for line in fields)


def _attribution(lines: list[str], number: int, known: Clients) -> int:
    """How many lines the words before a quote take up here ("On ... wrote:"); 0 if they are none."""
    first = lines[number]
    if not first or orders.has_marks(first):
        return 0
    broken = first.endswith("<") or _REST.fullmatch(_next(lines, number + 1))
    reach = REACH if broken or known.opener.match(first) or _MAILBOX.search(first) else 1
    joined = ""
    for length, line in enumerate(lines[number : number + reach], 1):
        if not line or len(joined) > 400:
            return 0
        joined = f"{joined} {line}"[-600:]
        if _ENDS.search(line):
            dated = any(c.isdigit() for c in joined) or _MAILBOX.search(joined)
            quoted = _next(lines, number + length).startswith(_QUOTED)
            signed = quoted or known.verb.search(joined) or _MAILBOX.search(joined)
            return length if dated and signed else 0
    return 0


def _ungreeted(lines: list[str], known: Clients) -> list[str]:
    """Without a greeting before the orders: words that could only be refused. What is below them: see endings."""
    first = next((number for number, line in enumerate(lines) if line), 0)
    if lines and known.greeting.fullmatch(lines[first]):
        return lines[first + 1 :]
    return lines


def _unsigned(lines: list[str], names: Container[str]) -> list[str]:
    """Without a last line that is only the writer's name."""
    last = next((number for number in range(len(lines) - 1, -1, -1) if lines[number]), None)
    if last is not None and lines[last].strip(_SIGN_OFF).casefold() in names:
        return lines[:last]
    return lines
