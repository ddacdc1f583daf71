"""The lines of a mail, sorted: an order, a command, what may be cut, what is blank, and all else. Cut is what is known
by name: a greeting or a lead above the orders, below them a closing, the writer's name, an address, what a phone or a
program adds. A word of doubt may veto a cut; no word permits one."""

import re
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cache
from typing import Literal, NamedTuple

from adjudicator.reader.actions import PLACE, one_off, strange
from adjudicator.reader.words import Clients, Words, clients, fold, words
from adjudicator.referee import orders

LEFT, BELOW = orders.MARKS[0], orders.MARKS[1]  # before what programs add; before where what was typed may end
LOOKED = 8  # lines of a signature
NEAR = 2  # lines that a disclaimer is read on in
SHORT = 8  # words of a second thought below a disclaimer
AGAINST = ("cancel", "undo", "resign")  # beside an order they may be meant to take it back
_FROM = re.compile(r" (?:from|aus|desde|de|da|dal|dalle|dalla|uit|z|från) (?:(?!my|mi\b)[\w']+ ){0,2}[^\W\d]+[.,!]?$")
_BLANK = re.compile(r"[\s\-–—_=*>|·•ᐧ]*|[🙂😀😉🎲🦊👍🎉🐍❤\ufe0f ]+|[:;]-?\)|~~.+~~")
_EXAMPLE = re.compile(r"# ?(?:(?:or|oder|for example|zum beispiel): )?(.+?)(?: \([^()]*\))?", re.IGNORECASE)
_PS = re.compile(r"^p\.? ?s\.? ?[:.]? ", re.IGNORECASE)
_HEAD = re.compile(r"[,.!:)–-]")
_AND = re.compile(r"[,.!;&+]|\b(?:and|und|et|y|en|i|e|och)\b")
_FACE = re.compile(r"[🙂😀😉😊🎲🦊👍🎉🐍❤🐌🌹🍀\ufe0f]|[:;]-?[)D*]")
_LAST_FACE = re.compile(r"\s*[:;]-?[)D]$")
_PRONOUNS = re.compile(r"\((?:she|he|they|sie|er)/\w+\)")
_SHOWN = re.compile(r"\(\w+/\w+\)")
_WORD = re.compile(r"\w+")
_LETTERS = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_LINK = re.compile(r"<[^>]*>|https?://\S+|www\.\S+")
_GOES_ON = re.compile(r"[,;:.!–-]\s+[^\W\d]*[a-zß-ÿ]")
_NAMED = re.compile(r"[,;:.!–-]\s+[A-ZÀ-Ž]\w+")
_WARNING = re.compile(r"\W*(?:caution|warning|external|\[external)", re.IGNORECASE)
_OUTSIDE = re.compile(r"originat|outside|extern", re.IGNORECASE)
_CLEAN = re.compile(r"virus-free|virenfrei", re.IGNORECASE)
What = Literal["blank", "cut", "order", "command", "other"]


class Line(NamedTuple):
    """A line: its number as the player counts, its text, what it is, and the action that an order is."""

    number: int
    text: str
    kind: What
    order: str = ""


class Sorter:
    """Sorts the lines of one mail. `exact`: the action that a line is; `command`: whether it is a whole command."""

    def __init__(
        self,
        names: Iterable[str],
        places: Callable[[], Container[str]],
        exact: Callable[[str], str | None],
        command: Callable[[str], bool],
        players: Iterable[str] = (),
    ) -> None:
        self.players = frozenset(map(str.casefold, players))
        self.known: Clients = clients()
        self.words: Words = words()
        self.names = frozenset(word for name in names for word in (name, *_LETTERS.findall(name)) if word)
        self._places, self.exact, self.command = cache(places), exact, command  # those that legal orders name

    def sorted(self, text: str) -> list[Line]:
        """Each line with what it is."""
        lines, rest = self._read_on(text.split("\n"))
        out = list[Line]()
        self.signed, self.above, self._next = False, True, lines
        for number, line in enumerate(lines, 1):
            kind, order = self._kind(number, line) if line else ("blank", "")
            self.above = self.above and kind in ("blank", "cut")
            out.append(Line(number, line, kind, order))
        return out + [Line(len(lines) + number, line, "blank") for number, line in enumerate(rest, 1)]

    def _read_on(self, lines: Sequence[str]) -> tuple[list[str], list[str]]:
        """The lines up to where what was typed ends, marks resolved, and those below."""
        plain = [line.lstrip(f"{LEFT}{BELOW}").strip() for line in lines]
        for number, line in enumerate(plain):
            if line.startswith((">", "|")) and lines[number].startswith(LEFT) and not self.hesitates(line):
                plain[number] = ""
        filled = [number for number, line in enumerate(plain) if line]
        doubts: list[int] | None = None
        for number, line in enumerate(lines):
            if not line.startswith(BELOW):
                continue
            bare = plain[number]
            below = [plain[n] for n in filled if n > number][:LOOKED]
            if _BLANK.fullmatch(bare):
                if bare in ("--", "—", "–", "——") and below and all(map(self._signs, below)):
                    return plain[:number], plain[number:]
            elif self.advert(bare, " ".join(plain[number + 1 : number + 1 + NEAR])):
                if doubts is None:
                    doubts = [n for n in filled if self._takes_back(plain[n])]
                if not any(n > number for n in doubts):
                    return plain[:number], plain[number:]
        return plain, []

    def _signs(self, line: str) -> bool:
        """Whether a line of a signature may be one: a title, a name, an address. One word alone must be of a name."""
        if self.hesitates(line) or self._to_do(line) or (_LETTERS.fullmatch(line) and not self.whose(line)):
            return False
        titled = all(word[0].isupper() or word[0].isdigit() or len(word) < 4 for word in _WORD.findall(line))
        return titled or bool(self.words.address.search(line))

    def _to_do(self, line: str) -> bool:
        """Whether a line is an order, begins as what takes one back, or names a place of this board."""
        against = fold(line).partition(" ")[0] in AGAINST
        return against or bool(self.exact(line)) or any(p in self._places() for p in PLACE.findall(line.casefold()))

    def _takes_back(self, line: str) -> bool:
        short = len(line.split()) <= SHORT and not self.words.law.search(line)
        return short and (self.hesitates(line) or self._to_do(line))

    def hesitates(self, line: str) -> bool:
        """Whether a line has a word or a sign that may take something back."""
        return bool(self._vetoed(line) or self.known.doubt.search(line) or strange(line))

    def _vetoed(self, line: str) -> bool:
        return not self.words.veto.isdisjoint(_WORD.findall(fold(line)))

    def _doubt(self, line: str) -> bool:
        return bool(self._vetoed(line) or self.known.doubt.search(line) or "?" in line)

    def _solid(self, line: str) -> bool:
        """Whether a line is of an address, and names no place of this board."""
        return bool(self.words.address.search(line)) and not self._to_do(line) and not self._doubt(line)

    def _kind(self, number: int, line: str) -> tuple[What, str]:
        if _BLANK.fullmatch(line) or ((example := _EXAMPLE.fullmatch(line)) and self.exact(example[1])):
            return "blank", ""
        if order := self.exact(line):
            return "order", order
        if self.command(line):
            return "command", ""
        if strange(line):
            return "other", ""
        bare = _LAST_FACE.sub("", line)
        if self._closes(bare) or self.advert(line) or self._named(bare):
            self.signed = True
            return "cut", ""
        leads = self.above and (self._greets(line) or fold(line) in self.words.leads)
        signs = self.signed and (self._solid(line) or self._above_address(number, line))
        return "cut" if leads or signs else "other", ""

    def _named(self, line: str) -> bool:
        """Whether a line is the writer's name, below a closing or an order; with an address behind a bar."""
        first, bar, _ = line.partition("|")
        return (self.signed or not self.above) and self.whose(first) and (not bar or self._solid(line))

    def _above_address(self, number: int, line: str) -> bool:
        """A title in capitals, of which the next line is an address."""
        capital = all(word[0].isupper() or len(word) < 4 for word in _LETTERS.findall(line))
        if not capital or len(line.split()) < 2 or line.isupper() or self._doubt(line):
            return False
        return self._solid(next((below for below in self._next[number:] if below), ""))

    def _closes(self, line: str) -> bool:
        """Whether a line is a known closing or wish, alone, with another or with the writer's name."""
        closings, plain = self.words.closings, fold(_PS.sub("", line))
        if plain in closings:
            return True
        parts = [part for part in map(fold, _AND.split(_FACE.sub("", line))) if part]
        if len(parts) > 1 and parts[0] in closings and all(p in closings or self.whose(p) for p in parts):
            return True
        found = _HEAD.search(line)
        if found and fold(line[: found.start()]) in closings:
            later = fold(line[found.start() :])
            if not later or later in closings or self.whose(later) or _FROM.fullmatch(later):
                return True
        if _FROM.search(line) and fold(_FROM.sub("", line)) in closings and not self._doubt(line):
            return True
        first, _, last = line.rpartition(" ")
        return bool(first) and fold(first) in closings and self.whose(last)

    def whose(self, line: str) -> bool:
        """Whether a line is the writer's name, as people sign: words of it, initials, a title."""
        if len(line) > 40 or not line or re.search(r"[\d?()]", _SHOWN.sub("", line)):
            return False
        written = _LETTERS.findall(fold(_PRONOUNS.sub("", line)))
        if len(written) > 5:
            return False
        known = [word for word in written if self._known(word)]
        return bool(known) and all(len(word) == 1 or word in self.words.titles or word in known for word in written)

    def _known(self, word: str) -> bool:
        if word in self.names or len(word) < 3:
            return word in self.names or (len(word) == 1 and any(name.startswith(word) for name in self.names))
        return any(one_off(word, name) or name.startswith(word) for name in self.names)

    def _greets(self, line: str) -> bool:
        parts = [part.strip() for part in _AND.split(_FACE.sub("", line.rstrip(":"))) if part.strip()]
        if parts and not self._doubt(line) and self._greeting(parts[0]):
            return all(self._greeting(part) or (" " not in part and part[:1].isupper()) for part in parts[1:])
        bare = line.rstrip(":")
        alone = len(line.split()) <= 4 and not self._doubt(line) and not _GOES_ON.search(_NAMED.sub("", bare))
        return alone and bool(self.known.greeting.fullmatch(bare))

    def _greeting(self, part: str) -> bool:
        """Whether a part of a line greets: a greeting alone, or with a name."""
        plain = fold(part)
        if plain in self.words.greetings or plain in self.players:
            return True
        first, _, _ = plain.rpartition(" ")
        if not first:
            return bool(self.known.greeting.fullmatch(plain))
        return bool(first in self.words.greetings or (" " not in first and self.known.greeting.fullmatch(first)))

    def advert(self, line: str, more: str = "") -> bool:
        """Whether a line is a program's, not one that only begins so: "Sent by mistake", "This email is a draft"."""
        if not line or self._vetoed(line) or strange(line):
            return False
        known = self.words
        if _WARNING.match(line) and _OUTSIDE.search(line) and not known.play.search(line):
            return True
        begun = self.known.footer.match(line) or known.footer.match(line)
        if begun:
            written = _PARTS.findall(known.excuse.sub("", _LINK.sub("", line[begun.end() :])).casefold())
            if all(word in known.small or known.product.search(word) or word.isdigit() for word in written):
                return True
        # It asks not to be printed, for the sake of the environment
        saves = all(any(word in line.casefold() for word in known.flat[of]) for of in ("trees", "printing"))
        trees = saves and len(line.split()) <= 14 and not known.play.search(line)
        if trees or (_CLEAN.match(line) and len(line.split()) <= 2):
            return True
        text = f"{line} {more}"
        begun = self.known.disclaimer.match(line) or known.disclaimer.match(line)
        legal = len(text.split()) >= 7 and len({found.casefold() for found in known.law.findall(text)}) >= 2
        return bool(begun and legal and known.recipient.search(text) and not known.play.search(text))
