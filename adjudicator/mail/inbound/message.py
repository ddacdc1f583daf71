"""The bytes of a mail -> what it says: the text its writer typed, the move files attached, and why they cannot be read.

Pure; never raises, and bounded in time and size, whatever the bytes are.
"""

import binascii
import codecs
import email
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email._policybase import Compat32
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from itertools import islice
from typing import Literal

from adjudicator.core.codec import digest
from adjudicator.mail.inbound import quotes
from adjudicator.reader.words import clients
from adjudicator.referee import orders
from adjudicator.referee.records import PROOF
from adjudicator.referee.terms import ADDRESS

MOST_PARTS = 100
MOST_HEADER = 2_000  # characters of one header
MOST_TEXT = 1 << 18
MOST_FILES = 10

_MOVE_FILE = re.compile(r"\.(?:txt|text|orders)", re.IGNORECASE)
_ENCRYPTED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
_ANSWERS = ("reply", "counter", "declinecounter", "refresh")  # of a calendar to an invitation (RFC 5546)
_CHARSETS = re.compile(
    r"ascii|utf_(?:7|8|8_sig|16|16_le|16_be|32|32_le|32_be)|iso8859_\d+|latin_1|cp\d+|koi8_[rtu]|kz1048|ptcp154|"
    r"mac_\w+|big5|big5hkscs|gb2312|gbk|gb18030|hz|euc_\w+|shift_jis\w*|iso2022_\w+|johab|tis_620"
)


@dataclass(frozen=True, slots=True)
class MoveFile:
    """A move file attached to a mail: its name, as the sender gave it, and its text."""

    name: str
    text: str


def decode(data: bytes, charset: str) -> str:
    """Text of a mail: by the charset it names, if that is one and fits, else by looking at it."""
    data = data[:MOST_TEXT]
    try:
        name = codecs.lookup(charset[:40]).name.replace("-", "_")
        if _CHARSETS.fullmatch(name) and name != "ascii":
            return data.decode(name)
    except (LookupError, ValueError):
        pass
    return orders.decode(data)


def bytes_as_text(value: str) -> str:
    """A header's raw bytes, which the parser keeps as surrogates."""
    return orders.decode(value.encode("utf-8", "surrogateescape"))


def decoded(value: str) -> str:
    """A header's words, those of RFC 2047 among them."""
    value = bytes_as_text(value)
    try:
        pieces = decode_header(value)
    except (HeaderParseError, binascii.Error, ValueError):
        return value
    return "".join(piece if isinstance(piece, str) else decode(piece, charset or "ascii") for piece, charset in pieces)


def plain(text: str) -> str:
    """A text as one line without control characters, MOST_HEADER characters long at most."""
    text = " ".join(text.split())
    return "".join(c for c in text if not unicodedata.category(c).startswith("C"))[:MOST_HEADER]


_SEALED = "the mail is encrypted", "send it unencrypted; signed it may be"
_WRAPPED = "the mail is wrapped into its signature (application/pkcs7-mime)", "sign it as clear text, or not at all"


class Found:
    """What the parts of a mail hold: text that was typed, and move files. A mail within the mail is not looked at."""

    def __init__(self) -> None:
        self.files: list[MoveFile] = []
        self.scheduled = False  # whether a calendar has answered an invitation
        self._texts: list[str] = []
        self._parts = 0
        self._problem: tuple[str, str] | None = None
        self._unread: dict[str, None] = {}  # kinds of parts that are not looked at, as a set in order
        self._read_last = False  # whether the last part was read
        self.reflowed = False  # whether its lines may be broken otherwise than where it was written

    def text(self, names: frozenset[str] = frozenset()) -> str:
        """What was typed, marked, and `names` as in `quotes.typed`."""
        return quotes.typed("\n".join(self._texts)[:MOST_TEXT], names)

    @property
    def head(self) -> str:
        """How far the log went that the orders answer, where a page or a file of its orders says so; "" else."""
        heads = (orders.head_below(text) for text in (*self._texts, *(file.text for file in self.files)))
        return next(filter(None, heads), "")

    def below(self) -> tuple[str, bool]:
        """What stands below a quoted letter, as `quotes.below` has it."""
        return quotes.below("\n".join(self._texts)[:MOST_TEXT])

    def trouble(self, text: str, *, cut: bool) -> tuple[str, str]:
        """Why nothing of the mail can be carried out, and what could be; "" for none. `cut`: not all was looked at."""
        if self._problem or text.lstrip().startswith(quotes.SEALED):
            return self._problem or _SEALED
        if cut and self._read_last:  # an order could be cut in two
            return "the mail is too long: its orders may not be all that was read", "send the orders by themselves"
        if not text and not self.files and self._unread:
            why = f"the mail holds nothing that can be read, only {', '.join(list(self._unread)[:3])}"
            return why, "write the orders as text, or attach them as a text file (.txt)"
        return ("", "") if text or self.files else quotes.unread("\n".join(self._texts)[:MOST_TEXT])

    def take(self, part: Message) -> None:
        """Look at a part and those in it."""
        self._parts += 1
        if self._parts > MOST_PARTS:
            self._problem = f"the mail has more than {MOST_PARTS} parts", "send the orders by themselves"
            return
        kind = part.get_content_type()
        if kind in _ENCRYPTED:
            self._problem = _WRAPPED if part.get_param("smime-type") == "signed-data" else _SEALED
        elif part.get_content_maintype() == "message":
            self._unread[kind] = None
        elif kind == "multipart/alternative" and part.is_multipart():
            self._choose(part)
        elif part.is_multipart():
            for child in _children(part):
                self.take(child)
        else:
            name = plain(decoded(str(part.get_filename() or "")[:MOST_HEADER]))
            self._read_last = self._reads(part, kind, name)
            if not self._read_last:
                self._unread[name[-60:] or kind] = None
            if kind == "text/calendar" and str(part.get_param("method", "")).casefold() in _ANSWERS:
                self.scheduled = True

    def _reads(self, part: Message, kind: str, name: str) -> bool:
        if name and kind in ("text/plain", "application/octet-stream", "text/x-orders"):
            ending = name[name.rfind(".") :] if "." in name else ""
            if name == PROOF:
                return True  # which a letter brought
            if not _MOVE_FILE.fullmatch(ending) or len(self.files) == MOST_FILES:
                return False
            self.files.append(MoveFile(name[-100:], _content(part)))
        elif part.get_content_disposition() == "attachment" or kind not in ("text/plain", "text/html"):
            return False
        else:
            self._texts.append(_typed_plain(part) if kind == "text/plain" else quotes.plain_text(_content(part)))
            self.reflowed = self.reflowed or kind == "text/html" or bool(part.get_param("format", ""))
        return True

    def _choose(self, alternative: Message) -> None:
        """The plain text, unless it is empty or its long lines were broken, which the HTML's are not."""
        plain, html = Found(), Found()
        last = plain
        for child in _children(alternative):
            last = html if child.get_content_type() == "text/html" or child.is_multipart() else plain
            last._parts = self._parts
            last.take(child)
            self._parts, self._problem = last._parts, self._problem or last._problem
            self.scheduled = self.scheduled or last.scheduled
        self.files += plain.files + html.files
        self._unread |= plain._unread | html._unread
        written = quotes.settled(plain.text())
        flowed = any(map(_flows, _children(alternative)))
        broken = not flowed and any(len(line) >= quotes.BROKEN for line in written.splitlines())
        chosen = html if html._texts and (not written or (broken and quotes.settled(html.text()))) else plain
        self._texts += chosen._texts
        self.reflowed = self.reflowed or chosen.reflowed
        self._read_last = last._read_last and (last is chosen or bool(last.files))


def _children(part: Message) -> list[Message]:
    children = part.get_payload()
    return [child for child in children if isinstance(child, Message)] if isinstance(children, list) else []


def _content(part: Message) -> str:
    payload = part.get_payload(decode=True)
    charset = part.get_param("charset", "")
    return decode(payload, charset if isinstance(charset, str) else charset[2]) if isinstance(payload, bytes) else ""


def _flows(part: Message) -> bool:
    return str(part.get_param("format", "")).lower() == "flowed"


def _typed_plain(part: Message) -> str:
    text, tight = _content(part), str(part.get_param("delsp", "")).lower() == "yes"
    return quotes.unflowed(text, delete_space=tight) if _flows(part) else text


MOST_BYTES = 4 << 20  # what a source hands over of one mail
MOST_PARSED = 1 << 19  # what is looked at: orders stand before pictures
MOST_LINES = 20_000
MOST_HEADERS = 1 << 17
MOST_LAYERS = 16  # multiparts and mails within the mail
MOST_IDS = 50

Kind = Literal["person", "automatic", "bounce", "list", "unreadable"]

_LAYER = re.compile(rb"(?i)(?:multipart|message)/")
_BLANK = re.compile(rb"\r?\n\r?\n|\r\r")
_ID = re.compile(r"<([^<>\s]{1,250})>")
_ANGLE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^"<>])*<([^<>]*)>[^<>@]*', re.DOTALL)
_COMMENT = re.compile(r"\([^()]*\)")
_DAEMONS = ("mailer-daemon", "postmaster")
_BULK = ("auto_reply", "bulk", "junk")
# Headers that only mails of machines have
_REPLIES = ("x-autoreply", "x-autorespond", "x-auto-reply-from", "x-mail-autoreply")
_MACHINES = (*_REPLIES, "x-autogenerated", "feedback-id", "x-fc-machinegenerated")
_ADDRESS_SHOWN = re.compile(r"<[^<>]*>|\([^()]*\)")
_WORDS = re.compile(r"[^\W\d_]{2,40}")


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail as read. `sender` is "" unless there is exactly one; `date` is the header, never used for any order.

    `identity`: SHA-256 of what tells it from other mails, the Message-ID and the sender. `text`: what its writer typed,
    without quotes, and marked as `quotes.typed` does; `below`, where nothing stands above the quoted letter: what does
    below it, and whether that quote is `whole`. `names`: what the writer may sign with, `shown`: the name above it.
    `reflowed`: its lines may be other ones than its writer saw. `kind`: only a person's mail is ever acted on or
    answered. `doubtful`: its subject is one that machines write. `problem` says why it is unreadable, or why nothing a
    person wrote in it can be carried out, `hint` what could be.
    """

    kind: Kind
    identity: str
    sender: str = ""
    recipients: tuple[str, ...] = ()
    subject: str = ""
    message_id: str = ""
    date: str = ""
    references: tuple[str, ...] = ()  # the newest first
    head: str = ""  # of the log, as a page puts it below the orders
    text: str = ""
    below: str = ""
    whole: bool = True
    names: frozenset[str] = frozenset()
    shown: str = ""
    reflowed: bool = False
    files: tuple[MoveFile, ...] = ()
    doubtful: bool = False
    problem: str = ""
    hint: str = ""


class _Bounded(Compat32):
    """Headers as they stand, each cut: the library's reader of their parameters takes a time that grows as a square."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:MOST_HEADER]


def read(data: bytes) -> Mail:
    """Read a mail; what comes after MOST_PARSED bytes or MOST_LINES lines is not looked at."""
    try:
        return _read(data)
    except Exception as error:  # the standard library's parser has no list of what it raises
        return _unreadable(data, f"it is not an email ({type(error).__name__})")


def _unreadable(data: bytes, problem: str) -> Mail:
    return Mail("unreadable", digest(data), problem=problem)


def _read(data: bytes) -> Mail:
    lines = data[:MOST_PARSED].lstrip(b"\r\n").split(b"\n", MOST_LINES)
    cut = len(data) > MOST_PARSED or len(lines) > MOST_LINES
    looked = b"\n".join(lines[:MOST_LINES])
    if looked.startswith(b"From "):  # the line that an mbox or a delivery agent put before it
        looked = looked.partition(b"\n")[2]
    end = _BLANK.search(looked[: MOST_HEADERS + 4])
    if end is None and len(looked) > MOST_HEADERS:
        return _unreadable(data, f"its headers are longer than {MOST_HEADERS} bytes")
    if any(islice(_LAYER.finditer(looked), MOST_LAYERS, None)):
        return _unreadable(data, f"it has more than {MOST_LAYERS} layers")
    message = email.message_from_bytes(looked, policy=_Bounded())
    headers, found = _Headers(message), Found()
    sender = headers.sender()
    found.take(message)
    names, date, subject = headers.names(sender), headers.first("date"), headers.first("subject")
    text = found.text(names)
    settled = quotes.settled(text)
    below, whole = ("", True) if settled else found.below()
    problem, hint = found.trouble(settled, cut=cut)
    message_id = next(iter(_ids(headers.first("message-id"))), "")
    named = message_id or f"{date}\n{subject}\n{settled}"
    kind = "automatic" if found.scheduled else _kind(message, headers, sender)
    identity = digest(f"{sender.casefold()}\n{named}".encode("utf-8", "replace"))
    mail = Mail(kind, identity, sender, tuple(headers.recipients()), subject, message_id, date, problem=problem)
    thread = (*_ids(headers.first("in-reply-to")), *reversed([*_ids(headers.first("references"))]))
    doubtful = bool(clients().automatic.match(subject))
    mail = replace(mail, references=thread, head=found.head, names=names, shown=headers.shown(), doubtful=doubtful)
    return replace(
        mail, text=text, below=below, whole=whole, reflowed=found.reflowed, files=tuple(found.files), hint=hint
    )


def _ids(header: str) -> Iterator[str]:
    return (found[1] for found in islice(_ID.finditer(header), MOST_IDS))


class _Headers:
    """The headers of a mail as plain text: unfolded, decoded, each bounded, without control characters."""

    def __init__(self, message: Message) -> None:
        self._raw: dict[str, list[str]] = {}
        for name, value in message.raw_items():
            self._raw.setdefault(name.lower(), []).append(str(value)[:MOST_HEADER])

    def all(self, name: str) -> list[str]:
        return [plain(decoded(value)) for value in self._raw.get(name, ())]

    def first(self, name: str) -> str:
        return next(iter(self.all(name)), "")

    def sender(self) -> str:
        """The one address the mail is from; "" if there is none, or more than one."""
        values = self._raw.get("from", ())
        return _mailbox(bytes_as_text(values[0])) if len(values) == 1 else ""

    def names(self, sender: str) -> frozenset[str]:
        """What the sender may sign with, in lower case: the name shown, its words, the address's words."""
        shown, local = self.shown().casefold(), sender.partition("@")[0].casefold()
        return frozenset(name for name in (shown, local, *_WORDS.findall(f"{shown} {local}")) if len(name) > 1)

    def shown(self) -> str:
        """The name that stands above the mail; "" for none."""
        return _ADDRESS_SHOWN.sub("", self.first("from")).strip("\"' ")

    def recipients(self) -> Iterator[str]:
        named = [part for name in ("to", "cc", "delivered-to") for value in self.all(name) for part in value.split(",")]
        return filter(None, map(_mailbox, named[:MOST_IDS]))


def _mailbox(value: str) -> str:
    """The address in "Anna <anna@example.org>" or alone; "" if it is not exactly one, so that nobody reads another."""
    value = " ".join(value.split())
    angle = _ANGLE.fullmatch(value)
    address = (angle[1] if angle else _COMMENT.sub("", value)).strip()
    return address if ADDRESS.fullmatch(address) else ""


def _kind(message: Message, headers: _Headers, sender: str) -> Kind:
    """Who or what wrote it: a machine's mail is never answered, or two machines would write to each other for ever."""
    name = sender.partition("@")[0].casefold()
    report = str(message.get_param("report-type", "")).casefold()
    if name in _DAEMONS or report == "delivery-status" or headers.first("x-failed-recipients"):
        return "bounce"
    submitted = headers.first("auto-submitted").casefold() or "no"
    precedence = headers.first("precedence").casefold()
    bulk = any(headers.first(header).casefold() in _BULK for header in ("precedence", "x-precedence", "preference"))
    replies = "autoresponder" in (headers.first("delivered-to") + headers.first("x-post-messageclass")).casefold()
    report = report or ("report" if message.get_content_type() == "multipart/report" else "")
    if bulk or replies or report or not submitted.startswith("no") or any(map(headers.first, _MACHINES)):
        return "automatic"
    if headers.first("list-id") or headers.first("list-post") or precedence == "list":
        return "list"
    return "bounce" if any(not path.strip("<> ") for path in headers.all("return-path")) else "person"
