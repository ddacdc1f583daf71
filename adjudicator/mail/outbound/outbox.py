"""Which letters of a match are to be sent, and the sending: each once, in order, however often it is interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import chain

from adjudicator.canonical import digest
from adjudicator.errors import MatchError
from adjudicator.game import seat_letter
from adjudicator.letters import render
from adjudicator.letters.blocks import plain
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.mail.inbound import authentication
from adjudicator.mail.outbound import confirm
from adjudicator.mail.outbound.compose import Mailed, Parcel, Reader, compose, split_board
from adjudicator.mail.outbound.delivery_log import MOST_TRIES, Postings, What
from adjudicator.mail.outbound.transports import Deferred, Refused, Way
from adjudicator.match import envelope, files, inbox, process
from adjudicator.match.folder import LETTER, Folder
from adjudicator.referee.admin import moment
from adjudicator.referee.records import SPECTATORS, Entry, LetterRecord
from adjudicator.referee.seats import seated

PICTURE = 800  # pixels wide


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a letter: its match, its name, its reader's address, what happened, why."""

    match: str
    letter: str
    address: str
    what: What
    reason: str = ""


def waiting(folder: Folder, postings: Postings, now: datetime) -> Iterator[Parcel]:
    """The letters not yet sent whose readers have an address, in order. Letters that must wait hold later ones back."""
    book = _Book(folder, postings)
    held: set[str] = set()
    asked: tuple[tuple[int, str], ...] = ()
    for n, line in enumerate(folder.log.lines):
        names = [name.decode() for name in LETTER.findall(line)]
        wanted = [(name, reader) for name in names for reader in book.readers(name) if book.open(name, reader)]
        if wanted or asked or b'"asked":' in line:
            entry = folder.log.entry(n, str(folder.path / "log.jsonl"))
            meant = (book.parcel(entry, name, reader) for name, reader in wanted if book.meant(entry, name, reader))
            new, asked = book.confirmations(entry, asked), entry.asked
            for parcel in chain(meant, new):
                posting = postings.find(letter_name(parcel), parcel.to.address)
                if posting is not None and posting.waits(now):
                    held.add(parcel.to.address)
                if parcel.to.address not in held:
                    yield parcel
        for name in names:
            book.note(name, Mailed(n, digest(line)))


def send(folder: Folder, way: Way, referee: Reader, clock: Callable[[], datetime]) -> Iterator[Result]:
    """Send what waits; what came of each letter, as it happens. Raises MatchError, UserError, Unreachable."""
    with files.locked(folder.path / ".sending"):
        folder.reread()
        if folder.missing_letters():
            process.finish(folder)
        postings = Postings(folder.path)
        put_off: set[str] = set()
        for parcel in waiting(folder, postings, clock()):
            if parcel.to.address in put_off:
                continue
            result = _send(postings, parcel, way, referee, clock)
            if result.what == "deferred":
                put_off.add(parcel.to.address)
            yield result


def _send(postings: Postings, parcel: Parcel, way: Way, referee: Reader, clock: Callable[[], datetime]) -> Result:
    name, address = letter_name(parcel), parcel.to.address
    posting = postings.find(name, address) or postings.write(name, address, "begun", clock())
    what: What = "sent"
    reason = ""
    try:
        mail = compose(parcel, referee, posting.first).as_bytes()
        way.deliver(mail, _file_name(parcel), referee.address, address)
    except (Refused, ValueError) as error:
        what, reason = "refused", str(error)
    except Deferred as error:
        given_up = posting.tries + 1 >= MOST_TRIES
        what, reason = ("refused" if given_up else "deferred"), str(error)
    postings.write(name, address, what, clock(), reason)
    return Result(parcel.match, name, address, what, reason)


def skip(folder: Folder, clock: Callable[[], datetime]) -> Iterator[Result]:
    """Count all that waits as sent, for a match whose letters went out by other means until now."""
    with files.locked(folder.path / ".sending"):
        folder.reread()
        postings = Postings(folder.path)
        for parcel in list(waiting(folder, postings, clock())):
            name = letter_name(parcel)
            postings.write(name, parcel.to.address, "skipped", clock())
            yield Result(parcel.match, name, parcel.to.address, "skipped")


def shown(folder: Folder, referee: Reader, now: datetime) -> Iterator[str]:
    """The mails that would be sent, as text: headers, the letter, what else is in it. Nothing is written."""
    for parcel in waiting(folder, Postings(folder.path), now):
        try:
            mail = compose(parcel, referee, now)
        except ValueError as error:
            yield f"{letter_name(parcel)} to {parcel.to.address}: no mail can be sent there ({error})\n"
            continue
        headers = "".join(f"{name}: {value}\n" for name, value in mail.items() if name not in ("MIME-Version",))
        body = mail.get_body(("plain",))
        parts = [
            f"({part.get_content_type()}, {len(part.get_payload(decode=True) or b'')} bytes)"
            for part in mail.walk()
            if not part.is_multipart() and part is not body
        ]
        assert body is not None
        text = body.get_content().replace("\r\n", "\n")
        yield f"{headers}\n{text}\n{', '.join(parts)}\n"


def letter_name(parcel: Parcel) -> str:
    """A letter's name in postings, as in the log; the mail to a new address has one of its own."""
    return f"letters/{parcel.mailed.n:04d}-{parcel.whose}{'-address' if parcel.confirms else ''}"


def _file_name(parcel: Parcel) -> str:
    """The name of a mail in a folder: several readers of one letter have a file each."""
    name = f"{parcel.match}-{parcel.mailed.n:04d}-{parcel.whose}"
    alone = len(parcel.whose) == 1 and not parcel.confirms
    return name if alone else f"{name}-{digest(parcel.to.address.casefold().encode())[:8]}"


class _Book:
    """Readers of a match's letters, and what was written to each before."""

    def __init__(self, folder: Folder, postings: Postings) -> None:
        self.folder, self.postings, self.last = folder, postings, folder.last
        self._seats = seated(folder.match, self.last).seats
        self._earlier: dict[str, tuple[Mailed, ...]] = {}

    def readers(self, name: str) -> list[Reader]:
        """Who reads a letter of that file name, at the addresses that hold now."""
        whose = name.rpartition("-")[2]
        if whose == SPECTATORS:
            return [Reader("", address) for address in self.last.desk.spectators]
        return [Reader(seat.name, seat.address) for n, seat in enumerate(self._seats) if seat_letter(n) == whose]

    def note(self, name: str, mailed: Mailed) -> None:
        whose = name.rpartition("-")[2]
        earlier = self._earlier.get(whose, ())
        self._earlier[whose] = (*earlier[:1], mailed)

    def open(self, name: str, reader: Reader) -> bool:
        """Whether a letter is still to go to a reader: a player's goes once, a spectators' letter to each of them."""
        if name.endswith(SPECTATORS):
            posting = self.postings.find(name, reader.address)
            return posting is None or not posting.settled
        return bool(reader.address) and not self.postings.done(name, reader.address)

    def meant(self, entry: Entry, name: str, reader: Reader) -> bool:
        """Whether a letter was for that reader when it was written, and not before a spectator or substitute came."""
        if name.endswith(SPECTATORS):
            return reader.address in entry.desk.spectators
        return reader.name in (seat.name for seat in seated(self.folder.match, entry).seats)

    def confirmations(self, entry: Entry, before: tuple[tuple[int, str], ...]) -> list[Parcel]:
        """The mails to new addresses that were asked for in a line and still wait to be confirmed."""
        mailed = Mailed(entry.n, digest(self.folder.log.lines[entry.n]))
        new = [asked for asked in entry.asked if asked not in before and asked in self.last.asked]
        made = [confirm.parcel(self.folder, mailed, seat, address, entry) for seat, address in new]
        return [parcel for parcel in made if not self.postings.done(letter_name(parcel), parcel.to.address)]

    def parcel(self, entry: Entry, name: str, reader: Reader) -> Parcel:
        letter = next(letter for letter in entry.letters if letter.file == name)
        page = self._text(letter, "html")
        _, drawing, _ = split_board(page)
        seat = next((n for n in range(len(self._seats)) if seat_letter(n) == letter.whose), None)
        due = _due(entry, seat)
        return Parcel(
            match=self.folder.match.id,
            mailed=Mailed(entry.n, digest(self.folder.log.lines[entry.n])),
            whose=letter.whose,
            to=reader,
            subject=letter.subject,
            text=self._text(letter, "txt"),
            html=page,
            note=self._token(entry, seat, reader),
            reply="" if seat is None else render.line(self._language(entry, seat), "reply", {}),
            earlier=self._earlier.get(letter.whose, ()),
            answers=self._answered(entry, letter),
            board=_picture(drawing) if drawing else b"",
            due=due,
            off=None if due else self._due_before(letter.whose, seat),
            title="" if seat is None else self._deadline(entry, seat),
            sheet=b"" if seat is None else self._sheet(entry, seat),
        )

    def _due_before(self, whose: str, seat: int | None) -> datetime | None:
        """When orders of this reader were due, according to the letter before."""
        earlier = self._earlier.get(whose, ())
        log = str(self.folder.path / "log.jsonl")
        return _due(self.folder.log.entry(earlier[-1].n, log), seat) if earlier else None

    def _token(self, entry: Entry, seat: int | None, reader: Reader) -> str:
        """In the first mail to a player whose mails need a token: the token."""
        match = self.folder.match
        if match.proof != "token" or seat is None or self.postings.reached(seat_letter(seat), reader.address):
            return ""
        token = authentication.token(self.folder.secret(), match.id, seat)
        return render.line(self._language(entry, seat), "token", {"token": token})

    def _language(self, entry: Entry, seat: int) -> str:
        return render.language(entry.desk.wish(seat, "language"))

    def _deadline(self, entry: Entry, seat: int) -> str:
        facts = {"match": plain(self.folder.match.id), "game": self.folder.game.TITLE}
        return render.line(self._language(entry, seat), "deadline", facts)

    def _sheet(self, entry: Entry, seat: int) -> bytes:
        """The turn sheet of the position in the letter, for a player who wishes for one."""
        on = entry.desk.wish(seat, "sheet")
        if not on or not entry.state:
            return b""
        from adjudicator.letters import turn_sheet
        from adjudicator.match import outputs
        from printables.errors import PaperError
        from printables.render import pdf

        step = next(step for step in self.folder.replay() if step.entry.n == entry.n)
        match, game = seated(self.folder.match, step.after), self.folder.game
        told = self._language(entry, seat)
        phrases = Phrases(match.game, told, step.after.state.options)
        drawn = outputs.draw(match, game, entry, step.after, seat=seat, language=told)
        try:
            return pdf.render(turn_sheet.sheet(match, game, step.after, drawn, phrases, Names.of(match), on, seat))
        except PaperError:  # too small a paper for this board
            return b""

    def _text(self, letter: LetterRecord, ending: str) -> str:
        path = self.folder.path / f"{letter.file}.{ending}"
        try:
            data = path.read_bytes()
        except OSError as error:
            raise MatchError(
                error.strerror or "cannot be read", "`postfox adjudicate` writes missing letters again", str(path)
            ) from None
        if digest(data) != (letter.text if ending == "txt" else letter.html):
            raise MatchError(
                "this is not the letter that was written", "delete it: `postfox adjudicate` writes it again", str(path)
            )
        return data.decode("utf-8")

    def _answered(self, entry: Entry, letter: LetterRecord) -> tuple[str, str] | None:
        """The mail that a letter answers: its Message-ID and subject, from the file kept of it."""
        if entry.mail is None or entry.seat is None or seat_letter(entry.seat) != letter.whose:
            return None
        try:
            data = (self.folder.path / "inbox" / inbox.archive_name(entry)).read_bytes()
        except OSError:
            return "", ""
        post, _ = envelope.unseal(data, entry.source)
        return post.message_id, post.subject


def _due(entry: Entry, seat: int | None) -> datetime | None:
    """When a seat's orders are due after a line of the log."""
    clock = None if seat is None else entry.desk.clock(seat)
    return moment(clock.due) if clock else None


@lru_cache(maxsize=4)
def _picture(drawing: str) -> bytes:
    from printables.render import png

    return png.redraw(drawing, PICTURE)
