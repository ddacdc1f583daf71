"""Where the orders of a mail end, if what its writer put below them (a name, a company, a wish) has no sign of its own:
where whole orders stand first and no line after them reads as an order, nearly as one, or as second thoughts. In doubt
nothing is left out: then the mail is refused, and no order is carried out."""

import difflib
import re
from collections.abc import Iterator
from typing import Literal

from adjudicator.core import OrderError
from adjudicator.core.game import Game
from adjudicator.mail.inbound.quotes import TELEPHONE
from adjudicator.reader.words import Clients, clients
from adjudicator.referee import adjudication, orders
from adjudicator.referee.admin import PLAYERS_WORDS
from adjudicator.referee.records import Match, Standing
from adjudicator.referee.seats import find_seat, own

MOST_LINES = 15  # of an ending
MOST_CHARACTERS = 120  # of a line of one
NEAR = 0.75  # how like an order's word a word may be, by difflib's ratio
_OWN_WORDS = ("move", "pass", "join", "resign", "draw", "cancel", "undo", "end", "done")  # an order wherever they stand
_MORE_WORDS = ("say", "grey", "word", "address", "match", "player", "turn", "token", "check", "when")
_FIRST_WORDS = (*_OWN_WORDS, *PLAYERS_WORDS, *_MORE_WORDS)
_TYPED_WORDS = re.compile(r"`([^`]*)`")
_LABEL = re.compile(r"([^\W\d_]{1,3}):\s*(.*)")
_WORD = re.compile(r"[^\W\d_]{3,}")
_PIECES = re.compile(r"\w+")
_PLACE = re.compile(r"(?<![^\W\d_])[a-z]\d{1,2}(?![^\W_])", re.IGNORECASE)
_SHORT_NUMBER = re.compile(r"\d{1,2}[a-z]?", re.IGNORECASE)
_ARROW = re.compile(r"[-=]>|[→⇒➜➔]")
_LONG_NUMBER = re.compile(r"\d{3}")


def without(text: str, match: Match, game: Game, standing: Standing, seat: int) -> str:
    """The text as far as its orders go; the same text where that is not certain."""
    lines = text.split("\n")
    reader = _Reader(match, game, standing, seat)
    last, below = len(lines) - 1, 0
    while last >= 0 and (what := reader.what(lines[last])) in ("blank", "words"):
        below += what == "words"
        if below > MOST_LINES or len(lines[last]) > MOST_CHARACTERS or reader.doubtful(lines[last]):
            return text
        last -= 1
    if not below or last < 0:
        return text
    if lines[last].lstrip().lower().startswith(("say", "grey")) and lines[last + 1].strip():
        return text  # the message may go on there
    above = "\n".join(lines[: last + 1])
    return above if reader.whole(above) else text


class _Reader:
    def __init__(self, match: Match, game: Game, standing: Standing, seat: int) -> None:
        self._match, self._game, self._standing, self._seat = match, game, standing, seat
        self._known: Clients = clients()
        self._verbs = {*_OWN_WORDS, *_verbs(match, game, standing, seat)}
        self._firsts = {*_FIRST_WORDS, *self._verbs}

    def whole(self, text: str) -> bool:
        """Whether every line can be read, and at least one is an order."""
        read = orders.read(text.encode("utf-8", "replace"), "")
        return bool(read.orders) and not (read.problems or self._unreadable(read))

    def what(self, line: str) -> Literal["blank", "order", "near", "words"]:
        """What a line is by itself."""
        plain = line.strip()
        if not plain or plain.startswith(("#", ">")):
            return "blank"
        if (label := _LABEL.match(plain)) and find_seat(self._match, label[1]) is None:  # "PS: ..."
            return "words" if self.what(label[2]) in ("blank", "words") else "near"
        read = orders.read(plain.encode("utf-8", "replace"), "")
        if read.problems:
            return "near"
        legible = self._standing.state is not None and not self._unreadable(read)
        if legible or not read.orders or read.orders[0].kind != "action":
            return "order"
        return "near" if self._nearly(plain) else "words"

    def doubtful(self, line: str) -> bool:
        """Whether a line may take back or ask what stands above it."""
        return "?" in line or "？" in line or bool(self._known.doubt.search(line))

    def _unreadable(self, read: orders.Orders) -> bool:
        return bool(adjudication.unreadable(self._match, self._game, self._standing, read, self._seat))

    def _nearly(self, line: str) -> bool:
        if _PLACE.search(line) or _ARROW.search(line):
            return True
        if TELEPHONE.fullmatch(line) and _LONG_NUMBER.search(line):
            return False
        pieces = _PIECES.findall(line)
        if 2 * sum(bool(_SHORT_NUMBER.fullmatch(piece)) for piece in pieces) > len(pieces):
            return True
        words = _WORD.findall(line.casefold())
        if not self._verbs.isdisjoint(words):
            return True
        if self._known.closing.fullmatch(line) or self._known.footer.match(line):
            return False
        near = words if len(pieces) <= 2 or any(map(str.isdigit, line)) else words[:1]
        return any(difflib.get_close_matches(word, self._firsts, 1, NEAR) for word in near)


def _verbs(match: Match, game: Game, standing: Standing, seat: int) -> Iterator[str]:
    """The words of the game's orders: those that it names to whoever writes none."""
    if standing.state is None:
        return
    try:
        game.parse(own(match, game, standing, "?", seat), standing.state)
    except OrderError as error:
        for typed in _TYPED_WORDS.findall(error.hint):
            yield from _WORD.findall(typed.casefold())
