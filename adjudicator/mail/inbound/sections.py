"""What a mail holds for the referee: orders for one match or several, and the secrets that show whose they are. A line
`match ID` begins the orders for that match; those before it are for the match that the subject names. Lines with a
token or a code are taken out, so that no log, archive or letter has them. Which letter came back is told by the
Message-ID of ours that mail servers give back with it; where orders end, in matches of the older reader. Pure."""

import difflib
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple

from adjudicator.core import MatchError, OrderError
from adjudicator.core.codec import digest
from adjudicator.core.game import Game, seat_letter
from adjudicator.mail.inbound import quotes
from adjudicator.mail.inbound.message import MOST_PARSED, Mail
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Store
from adjudicator.match.store.ledger import Part
from adjudicator.reader.lines import BELOW, LEFT
from adjudicator.reader.words import Clients, clients
from adjudicator.referee import adjudication, orders, seats
from adjudicator.referee.admin import PLAYERS_WORDS
from adjudicator.referee.records import SPECTATORS, Match, Standing, letter_file

MOST_SECTIONS = 20
MOST_SECRETS = 5
_ID = re.compile(r"<([!-;=?-~]{3,250})>")
_SUBJECT = re.compile(r"\[([A-Za-z0-9][A-Za-z0-9._-]{0,63})\]")
_LETTER = re.compile(
    r"([A-Za-z0-9][A-Za-z0-9._-]{0,63})\.(\d{4,9})\.([A-Z]{1,20})(?:\.(address|note))?"
    r"\.([0-9a-f]{16})([0-9a-f]{24})?([0-9a-f]{16})?@"
)
MOST_LETTERS = 5  # that are looked for
_ACTION = re.compile(r"^Action:[ \t]*(\w+)", re.IGNORECASE | re.MULTILINE)
_ARRIVED = ("delivered", "relayed", "expanded")  # RFC 3464: no letter has come back
MOST_BELOW = 15  # lines of an ending
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


class Letter(NamedTuple):
    """What the Message-ID of a letter says."""

    match: str
    n: int  # its line in the log
    whose: str  # its reader ("A", "SPECTATORS")
    kind: str  # "address", "note" or ""
    line: str  # how the SHA-256 of that line begins
    mark: str = ""  # by which the match knows its own ("" in older ones)


class Section(NamedTuple):
    """Orders for one match, marked as `quotes.typed` does; `match` is "" where the mail's subject must say which."""

    match: str
    text: str

    @property
    def settled(self) -> str:
        """The text without what is marked."""
        return quotes.settled(self.text)


class Content(NamedTuple):
    """The sections of a mail in order, and the tokens and codes that stood in it."""

    sections: tuple[Section, ...]
    tokens: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


def parted(mail: Mail) -> Content:
    """The parts of a mail. Where move files are attached they are the orders, and the text only names the match."""
    text = _Reader()
    text.take(mail.below or mail.text)
    if not mail.files:
        return text.content()
    named = next((section.match for section in text.content().sections if section.match), "")
    attached = _Reader()
    for file in mail.files:
        attached.begin(named)
        attached.take(file.text)
    attached.tokens += text.tokens
    attached.codes += text.codes
    return attached.content()


def in_subject(subject: str) -> list[str]:
    """The words in brackets that could be a match's id."""
    return _SUBJECT.findall(subject)


def in_thread(references: Iterable[str]) -> Iterator[str]:
    """The matches of the letters with these Message-IDs."""
    return (letter.match for letter in letters(references))


def letters(references: Iterable[str]) -> Iterator[Letter]:
    """The letters that have these Message-IDs, as `compose.message_id` makes them."""
    for reference in references:
        if found := _LETTER.match(reference):
            line = found[5] + (found[6] or "")
            yield Letter(found[1].casefold(), int(found[2]), found[3], found[4] or "", line, found[7] or "")


class _Reader:
    def __init__(self) -> None:
        self.tokens: list[str] = []
        self.codes: list[str] = []
        self._sections: list[tuple[str, list[str]]] = [("", [])]

    def begin(self, match: str) -> None:
        self._sections.append((match, []))

    def take(self, text: str) -> None:
        """Read a text as `quotes.typed` gives it. What is taken out leaves an empty line."""
        under = False
        for number, written in enumerate(text.split("\n")):
            under = under or written.startswith(BELOW)
            line = orders.line("" if under or written.startswith(LEFT) else written)
            if line.what == "end":
                return
            if line.what == "match":
                if line.value.casefold() != self._sections[-1][0].casefold():
                    self.begin(line.value)
                    self._sections[-1][1].extend([LEFT] * number)
                self._sections[-1][1].append(LEFT)
            elif line.what == "token":
                self.tokens.append(line.value)
                self._sections[-1][1].append(LEFT)
            else:
                if line.what == "code":
                    self.codes.append(line.value)
                self._sections[-1][1].append(line.text if line.text else written)

    def content(self) -> Content:
        """The sections that hold anything; one that is empty if none does, so that an empty mail is answered too."""
        written = [Section(match, "\n".join(lines)) for match, lines in self._sections]
        kept = [section for section in written if section.text.strip(f"\n {LEFT}") or section.match]
        sections = tuple((kept or written)[:MOST_SECTIONS])
        return Content(sections, tuple(self.tokens[:MOST_SECRETS]), tuple(self.codes[:MOST_SECRETS]))


def returned(mail: Mail, data: bytes, matches: Store) -> Part:
    """What a bounce says: which letter of a match here could not be delivered, and to whom. A match is named only where
    the Message-ID is that of a letter, which only who has seen it can know; an address only if it is a reader's."""
    text = data[:MOST_PARSED].decode("latin-1")
    done = action[1].casefold() if (action := _ACTION.search(text)) else ""
    if done in _ARRIVED:
        return Part("bounce")
    for letter in islice(letters(found[1] for found in _ID.finditer(text)), MOST_LETTERS):
        try:
            folder = matches.folder(letter.match) if letter.match in matches else None
        except MatchError:
            continue
        # A note is of the ledger of emails, which knows no secret: it names nothing
        lines = folder.log.lines if folder is not None and letter.kind != "note" else []
        if folder is None or letter.n >= len(lines) or not digest(lines[letter.n]).startswith(letter.line):
            continue
        known = {seats.normal(address): address for address in _readers(folder, letter)}
        if seats.normal(mail.sender) in known:  # who is away, and whose machine leaves the return path empty
            return Part("automatic")
        named = next((address for normal, address in known.items() if normal in text.casefold()), "")
        file = letter_file(letter.n, f"{letter.whose}-{letter.kind}" if letter.kind else letter.whose)
        part = Part("bounce", folder.match.id, file, seats=_seats(folder, letter.whose), address=named)
        return part._replace(why="delayed" if done == "delayed" else "")
    return Part("bounce")


def _seats(folder: Folder, whose: str) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(folder.match.seats)) if seat_letter(seat) == whose)


def _readers(folder: Folder, letter: Letter) -> list[str]:
    after = folder.last.after
    if letter.whose == SPECTATORS:
        return list(after.desk.spectators)
    own = _seats(folder, letter.whose)
    if letter.kind:
        return [address for seat, address in after.asked if seat in own]
    return [address for seat, address in enumerate(seats.addresses(folder.match, after)) if seat in own and address]


def ended(text: str, match: Match, game: Game, standing: Standing, seat: int) -> str:
    """The text as far as its orders go, if what its writer put below them (a name, a company, a wish) has no sign
    of its own: whole orders stand first, and no line below reads as an order, nearly as one, or as second thoughts. In
    doubt the same text, nothing left out: then the mail is refused, and no order is carried out."""
    lines, reader = text.split("\n"), _Judge(match, game, standing, seat)
    last, below = len(lines) - 1, 0
    while last >= 0 and (what := reader.what(lines[last])) in ("blank", "words"):
        below += what == "words"
        if below > MOST_BELOW or len(lines[last]) > MOST_CHARACTERS or reader.doubtful(lines[last]):
            return text
        last -= 1
    if not below or last < 0:
        return text
    if lines[last].lstrip().lower().startswith(("say", "grey")) and lines[last + 1].strip():
        return text  # the message may go on there
    above = "\n".join(lines[: last + 1])
    return above if reader.whole(above) else text


class _Judge:
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
        if (label := _LABEL.match(plain)) and seats.find_seat(self._match, label[1]) is None:  # "PS: ..."
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
        if quotes.TELEPHONE.fullmatch(line) and _LONG_NUMBER.search(line):
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
        game.parse(seats.own(match, game, standing, "?", seat), standing.state)
    except OrderError as error:
        for typed in _TYPED_WORDS.findall(error.hint):
            yield from _WORD.findall(typed.casefold())
