"""The parts of a mail -> the text its writer typed, the move files attached, and why they cannot be read. Pure."""

from __future__ import annotations

import binascii
import codecs
import re
import unicodedata
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message

from adjudicator.mail.inbound import quotes
from adjudicator.referee import orders

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

    def text(self, names: frozenset[str] = frozenset()) -> str:
        """What was typed; `names` as in `body.typed`."""
        return quotes.typed("\n".join(self._texts)[:MOST_TEXT], names)

    def trouble(self, text: str, *, cut: bool) -> tuple[str, str]:
        """Why nothing of the mail can be carried out, and what could be; "" for none. `cut`: not all was looked at."""
        if self._problem is None and text.lstrip().startswith(quotes.SEALED):
            self._problem = _SEALED
        if self._problem is not None:
            return self._problem
        if cut and self._read_last:  # an order could be cut in two
            return "the mail is too long: its orders may not be all that was read", "send the orders by themselves"
        if not text and not self.files and self._unread:
            kinds = ", ".join(list(self._unread)[:3])
            return (
                f"the mail holds nothing that can be read, only {kinds}",
                "write the orders as text, or attach them as a text file (.txt)",
            )
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
            self._leaf(part, kind)

    def _leaf(self, part: Message, kind: str) -> None:
        name = plain(decoded(str(part.get_filename() or "")[:MOST_HEADER]))
        self._read_last = self._reads(part, kind, name)
        if not self._read_last:
            self._unread[name[-60:] or kind] = None
        if kind == "text/calendar" and str(part.get_param("method", "")).casefold() in _ANSWERS:
            self.scheduled = True

    def _reads(self, part: Message, kind: str, name: str) -> bool:
        """Read a part, if it is one that may hold orders."""
        if name and kind in ("text/plain", "application/octet-stream", "text/x-orders"):
            ending = name[name.rfind(".") :] if "." in name else ""
            if not _MOVE_FILE.fullmatch(ending) or len(self.files) == MOST_FILES:
                return False
            self.files.append(MoveFile(name[-100:], _content(part)))
        elif part.get_content_disposition() == "attachment" or kind not in ("text/plain", "text/html"):
            return False
        else:
            self._texts.append(_typed_plain(part) if kind == "text/plain" else quotes.from_html(_content(part)))
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
        written = plain.text()
        flowed = any(str(child.get_param("format", "")).lower() == "flowed" for child in _children(alternative))
        broken = not flowed and any(len(line) >= quotes.BROKEN for line in written.splitlines())
        chosen = html if html._texts and (not written or (broken and html.text())) else plain
        self._texts += chosen._texts
        self._read_last = last._read_last and (last is chosen or bool(last.files))


def _children(part: Message) -> list[Message]:
    children = part.get_payload()
    return [child for child in children if isinstance(child, Message)] if isinstance(children, list) else []


def _content(part: Message) -> str:
    payload = part.get_payload(decode=True)
    charset = part.get_param("charset", "")
    name = charset if isinstance(charset, str) else charset[2]
    return decode(payload, name) if isinstance(payload, bytes) else ""


def _typed_plain(part: Message) -> str:
    text = _content(part)
    if str(part.get_param("format", "")).lower() == "flowed":
        return quotes.unflowed(text, delete_space=str(part.get_param("delsp", "")).lower() == "yes")
    return text
