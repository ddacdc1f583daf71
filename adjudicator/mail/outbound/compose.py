"""A letter of a match as a mail: text and HTML, the board as inline picture, headers that keep a thread and stop loops.

Pure: the same letter, sender and time give the same bytes, so that a mail sent again after a kill is the same mail and
its Message-ID says so. The text is format=flowed (RFC 3676): small screens put together what was wrapped for 72
columns, but for lines to be copied, messages, headings and lists. A deadline is an iCalendar file (RFC 5545)."""

import html
import re
from base64 import b64decode
from binascii import b2a_qp
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from email.generator import BytesGenerator
from email.header import Header
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8, Policy
from email.utils import format_datetime
from functools import lru_cache
from io import BytesIO
from itertools import groupby, pairwise
from typing import Any, Literal, NamedTuple
from urllib.parse import quote, urlencode

from adjudicator.core.checkpoint import HEADER, Note
from adjudicator.core.codec import digest
from adjudicator.letters.render import COLUMNS, HEAD, NOTE, PICTURE, TOKEN, UNBROKEN, columns, plain, wrap
from adjudicator.mail.inbound.quotes import MARK, MARKS
from adjudicator.mail.outbound.transports import Reader as Reader
from adjudicator.match.folder import NAMED
from adjudicator.referee.orders import LEAVE
from adjudicator.referee.records import PROOF, SPECTATORS
from printables.page import document

ENTRY, GOES_ON, COPIED, SIGNATURE = "- ", "  ", "    ", "-- "  # how lines begin
OCTETS = 75  # of a content line, without its end
WARNING = timedelta(days=1)  # before a deadline, or half of the time that is left if that is less
PAGE_ADDRESS = "referee@page.invalid"
_ANSWER = 'href="mailto:?'
_SOURCE = 'src="'
_ENDS = re.compile(r"\r\n|\r|\n")
_LANGUAGE = re.compile(r'<html lang="(\w+)')
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,248}>")


def flowed(text: str) -> str:
    """The text with soft line breaks: a space at the end of each line that goes on in the next."""
    lines = text.split("\n")
    written: list[str] = []
    for line, following in pairwise([*lines, ""]):
        own = line.removeprefix(GOES_ON) if written and written[-1].endswith(" ") and written[-1] != SIGNATURE else line
        if own.startswith((" ", ">", "From ")):
            own = f" {own}"  # as the format asks for
        written.append(f"{own} " if _goes_on(line, following) else own)
    return "\n".join(written)


def _goes_on(line: str, following: str) -> bool:
    """Whether two lines are of one paragraph or entry that was wrapped between words."""
    if not line or line.startswith(COPIED) or line == SIGNATURE or not following.strip("- "):
        return False
    if not following.startswith(GOES_ON):
        if following.startswith(ENTRY) or line.startswith((GOES_ON, ENTRY)):
            return False
    elif following.startswith(COPIED) or not line.startswith((GOES_ON, ENTRY)):
        return False
    first = next(UNBROKEN.finditer(following))[0]
    broken = columns(line.split()[-1]) + columns(following.split()[0]) > COLUMNS - len(GOES_ON)  # within a long word
    return columns(line) + 1 + columns(first) > COLUMNS and not broken


def deadline(method: str, uid: str, number: int, due: datetime, title: str, made: datetime, organizer: str) -> str:
    """A moment in a calendar, with a warning before it; of method CANCEL what takes it out again. A later file with the
    same `uid` and a higher `number` takes its place. Times have a zone; `organizer` is an email address. Lines end in
    "\\r\\n" and have at most 75 octets."""
    warning = max(min(WARNING, (due - made) / 2), timedelta())
    trigger = f"TRIGGER:-PT{int(warning.total_seconds()) // 60}M"
    alarm = ("BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{_text(title)}", trigger, "END:VALARM")
    lines = (
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Postfox//Postfox//EN", f"METHOD:{method}", "BEGIN:VEVENT"),
        f"UID:{_text(uid)}",
        f"SEQUENCE:{number}",
        f"DTSTAMP:{_utc(made)}",
        f"DTSTART:{_utc(due)}",  # no DTEND: RFC 5545 wants it to be later, and a deadline is a moment
        f"SUMMARY:{_text(title)}",
        f"ORGANIZER:mailto:{organizer}",
        "TRANSP:TRANSPARENT",
        *(("STATUS:CANCELLED",) if method == "CANCEL" else alarm),
        *("END:VEVENT", "END:VCALENDAR"),
    )
    return "".join(f"{folded}\r\n" for line in lines for folded in _fold(line))


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").split())


def _fold(line: str) -> list[str]:
    """A content line in pieces of whole characters; each but the first begins with a space."""
    pieces, piece, size = [], "", 0
    for char in line:
        octets = len(char.encode())
        if size + octets > OCTETS:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + char, size + octets
    return [*pieces, piece]


class _Words(UnstructuredHeader, BaseHeader):
    """A header of words, folded between them: one that is long would be encoded, and no name or link any more."""

    def words(self, _: Policy) -> Iterable[str]:
        return str(self).split()

    def fold(self, *, policy: Policy) -> str:
        lines = [f"{self.name}:"]
        for word in self.words(policy):
            if len(lines[-1]) + len(word) < COLUMNS or lines == [f"{self.name}:"]:
                lines[-1] = f"{lines[-1]} {word}"
            else:
                lines.append(f" {word}")
        return "".join(f"{line}{policy.linesep}" for line in lines)


class _Subject(_Words):
    """Words of which those are encoded that must be: Python's own folding doubles the space before one."""

    def words(self, policy: Policy) -> Iterable[str]:
        for plainly, group in groupby(super().words(policy), str.isascii):
            some, keeps = [*group], plainly or getattr(policy, "utf8", False)
            yield from some if keeps else Header(" ".join(some), "utf-8").encode().split()


class _Headers(HeaderRegistry):
    """Python's, but the class of a header is made once, and a header of text is read once: most are in every letter."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[str, type] = {}
        self._read = lru_cache(maxsize=256)(super().__call__)  # equivalent: it is memory alone

    def __call__(self, name: str, value: Any) -> Any:
        return self._read(name, value) if type(value) is str else super().__call__(name, value)

    def __getitem__(self, name: str) -> type:
        if name.lower() not in self._made:
            self._made[name.lower()] = super().__getitem__(name)
        return self._made[name.lower()]


_HEADERS = _Headers()
_HEADERS.map_to_type("subject", _Subject)
for _name in ("message-id", "in-reply-to", "references", "list-unsubscribe", HEADER.lower()):
    _HEADERS.map_to_type(_name, _Words)
_ASCII, _UTF8 = SMTP.clone(header_factory=_HEADERS), SMTPUTF8.clone(header_factory=_HEADERS)


class Mailed(NamedTuple):
    """A letter's line in the log: its number, the SHA-256 of its bytes; `mark`: shows that the referee has named it."""

    n: int
    line: str
    mark: str = ""

    @property
    def name(self) -> str:
        """What a Message-ID has of it."""
        return f"{self.line[:NAMED]}{self.mark}" if self.mark else self.line[:16]


class Parcel(NamedTuple):
    """A letter and all that its mail tells."""

    match: str
    mailed: Mailed
    whose: str  # the seat letter of the reader, or SPECTATORS
    to: Reader
    subject: str
    text: str
    html: str
    earlier: tuple[Mailed, ...] = ()  # the first and the last letter to this reader before it, if any
    answers: str | None = None  # the Message-ID of the mail that it answers, "" where it is not known
    board: bytes = b""  # the picture as PNG, b"" for none
    due: datetime | None = None  # when this reader's orders are due (aware)
    off: datetime | None = None  # when they were by the letter before this one, if they are due no more
    title: str = ""  # what a calendar calls that
    sheet: bytes = b""  # a turn sheet as PDF
    page: str = ""  # to tap a move on, in whose HTML PAGE_ADDRESS stands for the referee's
    turn: int = 0  # in its name
    rules: bytes = b""  # those of the match, as PDF
    proof: str = ""  # what shows how dice were rolled, without its signature
    run: int = 0  # the line from which on each letter to this reader named a deadline
    note: str = ""  # a paragraph that stands before the letter and in no file
    token: str = ""  # where a mail must show one, the line that the lines of an answer have then
    # "" for a letter of the log; else to an address that is not yet the reader's, about a mail that was not taken, or
    # of a club
    kind: Literal["", "address", "note", "club"] = ""
    fewer: tuple[str, ...] = ()  # the lines by which a player gets fewer of them


def message_id(match: str, mailed: Mailed, whose: str, referee: Reader) -> str:
    """The Message-ID of a letter: the same each time it is composed, and of no other letter."""
    return f"<{match}.{mailed.n:04d}.{whose}.{mailed.name}@{_domain(referee)}>"


def _id(parcel: Parcel, mailed: Mailed, referee: Reader) -> str:
    return message_id(parcel.match, mailed, f"{parcel.whose}.{parcel.kind}" if parcel.kind else parcel.whose, referee)


def split_board(page: str) -> tuple[str, str, str]:
    """A letter's HTML before the source of its picture, the picture (SVG), and after it; the last two "" for none."""
    before, drawing, after = _split(page, PICTURE)
    return before, drawing.decode(), after


def _split(page: str, kind: str) -> tuple[str, bytes, str]:
    """The same of the first picture of a kind; words that people typed have no such quotes."""
    before, found, rest = page.partition(f"{_SOURCE}{kind}")
    picture, end, after = rest.partition('"')
    return before + _SOURCE * bool(found), b64decode(picture), f"{end}{after}"


class _Generator(BytesGenerator):
    """Python's, but texts are written at once and not line by line: a picture has over a thousand lines."""

    def _write_lines(self, lines: str) -> None:
        assert self.policy is not None
        text, end = lines or "", self.policy.linesep
        self.write(_ENDS.sub(end, text) if "\r" in text else text.replace("\n", end))


def written(mail: EmailMessage) -> bytes:
    """An email as it goes out, byte for byte what `mail.as_bytes()` gives."""
    out = BytesIO()
    _Generator(out, mangle_from_=False, policy=mail.policy).flatten(mail)
    return out.getvalue()


def compose(parcel: Parcel, referee: Reader, at: datetime, receipts: Sequence[Note] = ()) -> EmailMessage:
    """The mail of a date; `receipts`: of each match it tells of. Raises ValueError for an address no mail can go to."""
    local, _, domain = parcel.to.address.rpartition("@")
    domain = domain if domain.isascii() else domain.encode("idna").decode("ascii")
    mail = EmailMessage(policy=_ASCII if local.isascii() else _UTF8)
    own = _id(parcel, parcel.mailed, referee)
    mail["From"] = Address(referee.name, addr_spec=referee.address)
    mail["To"] = Address(plain(parcel.to.name), local, domain)
    mail["Subject"] = parcel.subject
    mail["Date"] = format_datetime(at)
    mail["Message-ID"] = own
    thread = [_id(parcel, earlier, referee) for earlier in parcel.earlier]
    if parcel.answers and _MESSAGE_ID.fullmatch(asked := f"<{parcel.answers.strip('<>')}>"):
        thread.append(asked)
    if thread:
        mail["In-Reply-To"] = thread[-1]
        mail["References"] = " ".join(thread)
    for receipt in receipts:
        mail[HEADER] = receipt.header
    mail["Auto-Submitted"] = "auto-replied" if parcel.answers is not None else "auto-generated"
    mail["Precedence"] = "list"
    mail["X-Auto-Response-Suppress"] = "All"
    mail["List-Id"] = f"<{parcel.match}.{_domain(referee)}>"
    mail["List-Post"] = f"<mailto:{referee.address}>"
    if parcel.whose == SPECTATORS or parcel.fewer:
        subject, *body = (parcel.fewer[-1], *parcel.fewer) if parcel.fewer else (f"[{parcel.match}] {LEAVE}", LEAVE)
        words = {"subject": subject, "body": "\r\n".join(body)}
        mail["List-Unsubscribe"] = f"<mailto:{referee.address}?{urlencode(words, quote_via=quote)}>"
    note = "".join(f"{line}\n" for line in wrap(parcel.note)) + "\n" if parcel.note else ""
    text = flowed(f"{_mark(parcel)}\n\n{note}{_with_token(parcel.text, parcel)}")
    mail.set_content(text, cte="quoted-printable", params={"format": "flowed", "delsp": "no"})
    _add_page(mail, parcel, own, referee)
    _add_deadline(mail, parcel, referee, at)
    if parcel.page:
        # In the page's data the address is a text of JSON, whose quotes and backslashes no address of ours has.
        page, name = parcel.page.replace(PAGE_ADDRESS, referee.address), f"{parcel.match}-turn-{parcel.turn}.html"
        mail.add_attachment(b"", maintype="text", subtype="html", filename=name, cte="quoted-printable")
        *_, part = mail.iter_attachments()  # as light as it can be: pressed, and what is text of it written as text
        part.set_payload(b2a_qp(document.light(page).encode(), istext=False).decode("ascii"))
    for data, name in ((parcel.sheet, f"{parcel.mailed.n:04d}"), (parcel.rules, "rules")):
        if data:
            mail.add_attachment(data, maintype="application", subtype="pdf", filename=f"{parcel.match}-{name}.pdf")
    if parcel.proof:
        text = "\n".join((parcel.proof, *(receipt.text for receipt in receipts)))
        mail.add_attachment(text, filename=PROOF)
    for number, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        part.set_boundary(f"=_{digest(own.encode())[:32]}_{number}")
    return mail


def _add_deadline(mail: EmailMessage, parcel: Parcel, referee: Reader, at: datetime) -> None:
    """The deadline for the reader's calendar; where orders are due no more, what takes it out again."""
    when = parcel.due or parcel.off
    if when is None:
        return
    method = "PUBLISH" if parcel.due else "CANCEL"
    # Calendars keep a UID that was cancelled as cancelled: the next deadline has one of its own.
    uid = f"{parcel.match}.{parcel.whose}.{parcel.run:04d}@{_domain(referee)}"
    event = deadline(method, uid, parcel.mailed.n, when, parcel.title, at, referee.address)
    mail.add_attachment(event, subtype="calendar", params={"method": method}, filename="deadline.ics")


def _add_page(mail: EmailMessage, parcel: Parcel, own: str, referee: Reader) -> None:
    """The HTML, its button addressed to the referee, and the picture beside it: mail programs show no SVG."""
    # The mark that ends an answer's orders, and the note
    style = "margin:0 auto;max-width:560px;padding:8px 0 0;font:14px/20px Arial,sans-serif;color:#6b5340"
    lines = filter(None, (_mark(parcel), parcel.note))
    above = "".join(f'<p class="f" style="{style}">{html.escape(text)}</p>\n' for text in lines)
    page = _with_token(parcel.html, parcel).replace(NOTE, above)
    before, drawing, after = split_board(page.replace(_ANSWER, f'href="mailto:{html.escape(referee.address)}?'))
    over, strip, under = _split(before, HEAD)
    pictures = {"head": strip, "board": parcel.board if drawing else b""}
    sources = {name: f"{name}.{own[1:-1]}" for name in pictures}
    head, board = (f"cid:{html.escape(source)}" for source in sources.values())
    shown = f"{over}{head if strip else ''}{under}{board if drawing else ''}{after}"
    mail.add_alternative(shown, subtype="html", cte="quoted-printable")
    *_, written = mail.iter_parts()
    assert isinstance(written, EmailMessage)
    for name, picture in pictures.items():
        if picture:
            cid, filename = f"<{sources[name]}>", f"{name}.png"
            written.add_related(picture, "image", "png", cid=cid, filename=filename, disposition="inline")


def _with_token(written: str, parcel: Parcel) -> str:
    """A letter with its reader's token among the lines of an answer, and in what its button opens."""
    own = parcel.token
    return written.replace(TOKEN, own).replace(quote(TOKEN), quote(own)) if own else written


def _mark(parcel: Parcel) -> str:
    """What ends an answer's orders, in the language of the letter."""
    return MARKS.get(found[1], MARK) if (found := _LANGUAGE.search(parcel.html)) else MARK


def _domain(referee: Reader) -> str:
    return referee.address.rpartition("@")[2]
