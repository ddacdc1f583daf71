"""HTML of a mail -> the text its writer typed, without what is quoted, hidden, struck out or a signature.

Pure, linear in time. The standard library's HTML parser takes a minute for 64 KiB of `<a ` (it starts over at each);
hence this one, which only has to tell tags from text.
"""

from __future__ import annotations

import html
import re

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
_QUOTE = re.compile(
    r"gmail_attr|yahoo_quoted|protonmail_quote|moz-cite-prefix|moz-signature|gmail_signature|"
    r"protonmail_signature|tutanota_quote|zmail_extra|ms-outlook-mobile-signature|wps_quotion",
    re.IGNORECASE,
)
_REST_IS_QUOTED = re.compile(r"divRplyFwdMsg|appendonsend|stopSpelling|mail-editor-reference-message", re.IGNORECASE)
_SPACE = re.compile(r"\s+")
_NUMBER = re.compile(r"&#(?:[0-9]{9,}|[xX][0-9a-fA-F]{9,});?")  # no character has so large a number

_SKIPPED = frozenset(
    (
        *("head", "style", "script", "title", "template", "noscript", "object", "svg", "iframe"),
        *("blockquote", "details", "del", "s", "strike", "textarea", "select", "button"),
    )
)
_BLOCKS = frozenset(
    (
        *("p", "div", "br", "tr", "li", "ul", "ol", "table", "hr", "pre", "section", "article", "header", "footer"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "address", "center", "dt", "dd"),
    )
)
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_CELLS = frozenset(("td", "th"))


def text(source: str) -> str:
    """The text; blocks and line breaks become lines."""
    reader = _Reader()
    place = 0
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
    """Takes tags and text in turn; writes what is to be read."""

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
            self._skip(closes, name)
            return
        if name == "pre":
            self._pre = max(0, self._pre + (-1 if closes else 1))
        if name in _BLOCKS:
            self.written.append("\n")
        elif name in _CELLS:
            self.written.append(" ")
        if closes:
            return
        given = _attributes(attributes)
        if _REST_IS_QUOTED.search(given.get("id", "")):
            self.finished = True
        elif name not in _VOID and (
            name in _SKIPPED
            or _UNREAD.search(given.get("style", ""))
            or _HIDDEN.search(_QUOTED_VALUE.sub("", attributes[:MOST_ATTRIBUTES]))
            or _QUOTE.search(given.get("class", ""))
            or _QUOTE.search(given.get("id", ""))
        ):
            self.written.append("\n")
            self._skipping = (name, 1)

    def _skip(self, closes: bool, name: str) -> None:
        assert self._skipping is not None
        skipped, depth = self._skipping
        if name != skipped:
            return
        depth += -1 if closes else 1
        self._skipping = (skipped, depth) if depth else None


def _attributes(source: str) -> dict[str, str]:
    return {
        found[1].lower(): found[2] or found[3] or found[4] or ""
        for found in _ATTRIBUTE.finditer(source[:MOST_ATTRIBUTES])
    }
