"""Which letters of a match are to be sent, and the sending: each once, in order, however often it is interrupted."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain
from typing import NamedTuple

from adjudicator.core import MatchError
from adjudicator.core.checkpoint import Note
from adjudicator.core.codec import digest
from adjudicator.letters import orders, proof, render, turn_sheet
from adjudicator.letters.phrases import Names, Phrases, title
from adjudicator.mail.inbound import authentication
from adjudicator.mail.outbound import notes
from adjudicator.mail.outbound.compose import PAGE_ADDRESS, Mailed, Parcel, Reader, compose, split_board, written
from adjudicator.mail.outbound.delivery_log import MOST_TRIES, Postings, What
from adjudicator.mail.outbound.transports import Deferred, Refused, Way
from adjudicator.match import encoding, folder as match_folder, outputs, process
from adjudicator.match.folder import Folder
from adjudicator.match.store.ledger import Line
from adjudicator.referee import clocks
from adjudicator.referee.orders import TOKEN
from adjudicator.referee.records import NEWEST_READER, REFEREE, WAIT, Asked, Entry, LetterRecord, letter_file
from adjudicator.referee.ruling import options_of
from adjudicator.referee.seats import seated
from printables.core import PaperError, UserError, templates
from printables.render import pdf, png, svg

PICTURE = 760  # pixels wide: nearly half as much again as the letter shows
MOST_PICTURE = 56_000  # bytes: with the strip over it and all else, an email stays below 100 KB
BESIDE_PAGE = 560, 28_000  # the same where a page comes with the letter, which shows all in detail
FEWER = "letters brief"
MOST_BOARDS = 4  # pictures in memory: of a line of the log, in several languages  # equivalent: it is memory alone
Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a letter: its match, its name, its reader's address, what happened, why."""

    match: str
    letter: str
    address: str
    what: What
    reason: str = ""


class Waiting(NamedTuple):
    """A letter to be sent: its name in postings, its reader; `packed` makes its parcel, before the next is taken."""

    name: str
    to: Reader
    packed: Callable[[], Parcel]


def waiting(folder: Folder, postings: Postings, now: datetime, arrived: Sequence[Line] = ()) -> Iterator[Waiting]:
    """The letters not yet sent whose readers have an address: first those that name the round for which a roll waits,
    the others in order, then notes about emails `arrived` (the ledger). One that must wait holds later ones back."""
    book = _Book(folder, postings)
    held, seen = set[str](), set[tuple[str, str]]()
    letters = (letter for n in range(len(folder.log.heads)) for letter in book.letters(n))
    noted = map(_made, (parcel for parcel in notes.due(folder, arrived, now) if not book.done(parcel)))
    for letter in chain(_naming(folder, postings), letters, noted):
        posting = postings.find(letter.name, letter.to.address)
        if posting is not None and posting.waits(now):
            held.add(letter.to.address)
        if letter.to.address not in held and (letter.name, letter.to.address) not in seen:
            seen.add((letter.name, letter.to.address))
            yield letter


def _naming(folder: Folder, postings: Postings) -> Iterator[Waiting]:
    """The letters of the line that names the round for which a roll waits."""
    if folder.last.after.waits is not None:
        named = next(entry.n for entry in folder.latest("waits") if any(done.kind == WAIT for done in entry.done))
        book = _Book(folder, postings)
        for n in range(named):
            for _ in book.letters(n):  # what was written to each reader before
                pass
        yield from book.letters(named)


def _made(parcel: Parcel) -> Waiting:
    return Waiting(letter_name(parcel), parcel.to, lambda: parcel)


def send(folder: Folder, way: Way, referee: Reader, clock: Clock, arrived: Sequence[Line] = ()) -> Iterator[Result]:
    """Send what waits; what came of each letter, as it happens. Raises MatchError, UserError, Unreachable."""
    with encoding.locked(folder.path / ".sending"):
        folder.sweep()
        folder.reread()
        if process.interrupted(folder.path) or folder.missing_letters():
            process.finish(folder, png=False)
        postings = Postings(folder.path)
        postings.learn(folder.match.id, arrived)
        postings.check(folder.log)
        sent, put_off = False, set[str]()
        for letter in waiting(folder, postings, clock(), arrived):
            if letter.to.address in put_off:
                continue
            parcel = letter.packed()
            note = None if parcel.kind else postings.signed(folder, parcel.mailed.n + 1)
            result = deliver(postings, parcel, way, referee, clock, note)
            if result.what == "deferred":
                put_off.add(letter.to.address)
            sent = True
            yield result
        by_mail = all(seat.address or seat.bot for seat in folder.match.seats)
        if sent and by_mail and not any(postings.that("deferred")):
            with suppress(UserError), encoding.locked(folder.path / ".lock", 0):  # else the next sending does it
                folder.reread()
                outputs.bundle(folder, sent=True)
            notes.forget(folder)


def deliver(
    postings: Postings,
    parcel: Parcel,
    way: Way,
    referee: Reader,
    clock: Clock,
    note: Note | None = None,
    receipts: Sequence[Note] = (),
) -> Result:
    """Send a letter, noted in the postings before and after, and sign `note` with it; `receipts` are noted already."""
    name, address = letter_name(parcel), parcel.to.address
    posting = postings.find(name, address) or postings.write(name, address, "begun", clock(), note=note)
    result = Result(parcel.match, name, address, "sent")
    file = f"{parcel.match}-{parcel.mailed.n:04d}-{parcel.whose}"
    if len(parcel.whose) > 1 or parcel.kind:  # several readers of one letter have a file each
        file = f"{file}-{digest(address.casefold().encode())[:8]}"
    try:
        mail = written(compose(parcel, referee, posting.first, (note,) if note else receipts))
        way.deliver(mail, file, referee.address, address)
    except (Refused, ValueError, Deferred) as error:
        again = isinstance(error, Deferred) and posting.tries + 1 < MOST_TRIES
        result = Result(parcel.match, name, address, "deferred" if again else "refused", str(error))
    postings.write(name, address, result.what, clock(), result.reason)
    return result


def skip(folder: Folder, clock: Clock, arrived: Sequence[Line] = ()) -> list[Result]:
    """Count all that waits as sent, for a match whose letters went out by other means until now."""
    with encoding.locked(folder.path / ".sending"):
        folder.sweep()
        folder.reread()
        postings = Postings(folder.path)
        letters = [(letter.name, letter.to.address) for letter in waiting(folder, postings, clock(), arrived)]
        postings.skip(letters, clock())
    return [Result(folder.match.id, name, address, "skipped") for name, address in letters]


def shown(folder: Folder, referee: Reader, now: datetime, arrived: Sequence[Line] = ()) -> Iterator[str]:
    """The emails that would be sent, as text. Nothing is written."""
    for letter in waiting(folder, Postings(folder.path), now, arrived):
        yield as_text(letter.packed(), referee, now)


def as_text(parcel: Parcel, referee: Reader, now: datetime) -> str:
    """An email as text: headers, the letter, and what else is in it."""
    try:
        mail = compose(parcel, referee, now)
    except ValueError as error:
        return f"{letter_name(parcel)} to {parcel.to.address}: no email can be sent there ({error})\n"
    headers = "".join(f"{name}: {value}\n" for name, value in mail.items() if name not in ("MIME-Version",))
    body = mail.get_body(("plain",))
    assert body is not None
    others = [part for part in mail.walk() if not part.is_multipart() and part is not body]
    parts = [f"({one.get_content_type()}, {len(one.get_payload(decode=True) or b'')} bytes)" for one in others]
    return "\n".join((headers, body.get_content().replace("\r\n", "\n"), ", ".join(parts), ""))


def letter_name(parcel: Parcel) -> str:
    """A letter's name in postings, as in the log; the mail to a new address and a note have ones of their own."""
    return letter_file(parcel.mailed.n, f"{parcel.whose}-{parcel.kind}" if parcel.kind else parcel.whose)


def fewer(folder: Folder, line: str = FEWER) -> tuple[str, ...]:
    """The lines by which a player gets fewer letters, in matches that know them and take them without a token."""
    known = folder.match.reader == NEWEST_READER and folder.match.proof != "token"
    return (f"match {folder.match.id}", line) if known else ()


class _Book:
    """Readers of a match's letters, and what was written to each before."""

    def __init__(self, folder: Folder, postings: Postings) -> None:
        self.folder, self.postings, self.last = folder, postings, folder.last
        self._seats = seated(folder.match, self.last.after).seats
        self._earlier: dict[int, list[Mailed]] = {}  # by reader
        self._boards: dict[tuple[str, bool], bytes] = {}  # by the drawing, and whether a page comes with the letter
        self._asked: tuple[Asked, ...] = ()  # new addresses, after the line before
        self._runs: dict[int | None, tuple[int, int]] = {}  # by reader: a line, and where the run up to it began

    def letters(self, n: int) -> Iterator[Waiting]:
        """What a line of the log has to be sent still. Lines are asked for in order, each once."""
        head = self.folder.log.heads[n]
        mailed = Mailed(n, head, self.folder.mark(n, head) if self.folder.match.receipts else "")
        letters = self.folder.log.letters(n)
        wanted = [(letter, to) for letter in letters for to in self._readers(letter) if self._open(mailed, letter, to)]
        if wanted or self.last.after.asked:
            entry = self.folder.log.entry(mailed.n)
            for letter, to in wanted:
                if self._meant(entry, letter, to):
                    yield Waiting(letter.file(mailed.n), to, partial(self._parcel, entry, mailed, letter, to))
            yield from map(_made, self._confirmations(entry, mailed))
            self._asked = entry.after.asked
        for letter in letters:
            self._earlier.setdefault(letter.seat, []).append(mailed)

    def _readers(self, letter: LetterRecord) -> list[Reader]:
        if letter.seat == REFEREE:
            return [Reader("", address) for address in self.last.after.desk.spectators]
        seat = self._seats[letter.seat]
        return [Reader(seat.name, seat.address)]

    def _open(self, mailed: Mailed, letter: LetterRecord, to: Reader) -> bool:
        """Whether a letter is still to go to a reader: a player's goes once, a spectators' letter to each of them."""
        name = letter.file(mailed.n)
        if letter.seat == REFEREE:
            posting = self.postings.find(name, to.address)
            return posting is None or not posting.settled
        return bool(to.address) and not self.postings.done(name, to.address)

    def _meant(self, entry: Entry, letter: LetterRecord, to: Reader) -> bool:
        """Whether a letter was for that reader when it was written, and not before a spectator or substitute came."""
        if letter.seat != REFEREE:
            return to.name in (seat.name for seat in seated(self.folder.match, entry.after).seats)
        watching = set(entry.after.desk.spectators)
        if entry.n and all(event.kind.startswith("spectator-") for event in entry.events):  # it only welcomes newcomers
            watching -= set(self.folder.log.entry(entry.n - 1).after.desk.spectators)
        return to.address in watching

    def _confirmations(self, entry: Entry, mailed: Mailed) -> list[Parcel]:
        """The mails to new addresses that were asked for in a line and still wait to be confirmed."""
        waiting = self.last.after.asked
        again = {(entry.seat, done.text) for done in entry.done if done.kind == "address"}
        new = [one for one in entry.after.asked if one in waiting and (one not in self._asked or one in again)]
        made = [notes.parcel(self.folder, mailed, asked, entry) for asked in new]
        return [parcel for parcel in made if not self.done(parcel)]

    def done(self, parcel: Parcel) -> bool:
        """Whether a parcel that is no letter of the log need not be sent any more."""
        return self.postings.done(letter_name(parcel), parcel.to.address)

    def _parcel(self, entry: Entry, mailed: Mailed, letter: LetterRecord, to: Reader) -> Parcel:
        html = self._text(letter.file(mailed.n), "html", letter.html)
        _, drawing, _ = split_board(html)
        seat = None if letter.seat == REFEREE else letter.seat
        due, own = _due(entry, seat), ""
        if self.folder.match.proof == "token" and seat is not None:  # what a player's mails must show
            own = authentication.token(self.folder.token_key(), self.folder.match.id, seat)
        page, seen = self._page(entry, letter, own), seated(self.folder.match, entry.after)
        earlier = self._earlier.get(letter.seat, [])
        game = title(seen.game, options_of(seen, self.folder.game), render.language(letter.language))
        named = {"match": render.plain(self.folder.match.id), "game": game}
        # The token is explained in the first email to a player who needs one, and whenever it is asked for.
        names = (letter_file(mailed.n, letter.whose) for mailed in earlier)
        wanted = TOKEN in orders.asked(entry, letter.seat) or not self.postings.reached(names, to.address)
        return Parcel(
            match=self.folder.match.id,
            mailed=mailed,
            whose=letter.whose,
            to=to,
            subject=letter.subject,
            text=self._text(letter.file(mailed.n), "txt", letter.text),
            html=html,
            note=_line(letter.language, "token", {"token": own}) if own and wanted else "",
            token=f"token {own}" if own else "",
            earlier=(*earlier[:1], *earlier[1:][-1:]),
            answers=self._answered(entry, seat),
            board=self._board(entry, letter, drawing, bool(page)) if drawing else b"",
            due=due,
            off=None if due or not earlier else _due(self.folder.log.entry(earlier[-1].n), seat),
            title="" if seat is None else _line(letter.language, "deadline", named),
            page=page,
            turn=entry.after.state.turn if entry.after.state else 0,
            sheet=b"" if seat is None else render.spoken(letter.language, partial(self._sheet, entry, letter.seat)),
            rules=notes.pdf(self.folder, letter.language) if orders.with_rules(seen, entry, letter.seat) else b"",
            proof=self._proof(entry, letter.seat),
            run=self._run(mailed, earlier, seat),
            fewer=() if seat is None else fewer(self.folder),
        )

    def _board(self, entry: Entry, letter: LetterRecord, drawing: str, paged: bool) -> bytes:
        """The picture of a letter as PNG, drawn once for all readers; what lasts of it is kept, if it is the same."""
        if (drawing, paged) not in self._boards:
            width, most = BESIDE_PAGE if paged else (PICTURE, MOST_PICTURE)
            match, game, after = self.folder.match, self.folder.game, self.folder.standing(entry.n)
            seat = None if letter.seat == REFEREE else letter.seat
            sheet = outputs.draw(match, game, entry, after, seat=seat, language=letter.language)
            page = sheet.pages[0]
            same = svg.element(page, sheet) == drawing
            page = page._replace(detail=None) if paged else page
            if len(self._boards) == MOST_BOARDS:
                self._boards.clear()
            made = png.light_page(page, sheet, width, most) if same else png.light(drawing, width, most)
            self._boards[drawing, paged] = made
        return self._boards[drawing, paged]

    def _proof(self, entry: Entry, seat: int) -> str:
        """What shows how dice were rolled: with the first letter, as play begins and ends, for wishes and questions."""
        asked, log = orders.rolls_asked(entry, seat), self.folder.log
        ended = entry.after.outcome is not None and not (entry.n and log.entry(entry.n - 1).after.outcome)
        joined = self.folder.match.joining and entry.n and entry.after.state is not None
        began = joined and log.entry(entry.n - 1).after.state is None
        wished = seat != REFEREE and bool(entry.after.desk.wish(seat, "proof"))
        if asked is None and not (orders.first(entry, seat) or began or ended or (wished and entry.played)):
            return ""
        match, game = seated(self.folder.match, entry.after), self.folder.game
        with templates.shipped():  # no word of it is in a proof
            phrases = Phrases.of(match, game, "en")
        seen = orders.Answers(
            match, game, phrases, Names.of(match), entry.after, entry, entry.after, seat,
            lambda: [self.folder.log.entry(n) for n in range(entry.n)],
        )  # fmt: skip
        turn = [done for done, _ in seen.rolled(asked)[1]] if asked is not None else entry.done
        return proof.made(match, game, entry.after, [done for done in turn if seen.sees_dice(done)])

    def _run(self, mailed: Mailed, earlier: list[Mailed], seat: int | None) -> int:
        """The line of the first letter of those in a row, up to this one or the one before it, that name a deadline."""
        start, (known, began) = mailed.n, self._runs.get(seat, (-1, -1))
        for before in reversed(earlier):
            if before.n == known:
                start = began
            if before.n <= known or _due(self.folder.log.entry(before.n), seat) is None:
                break
            start = before.n
        if earlier and start <= earlier[-1].n:
            self._runs[seat] = earlier[-1].n, start
        return start

    def _sheet(self, entry: Entry, seat: int, language: str) -> bytes:
        on = entry.after.desk.wish(seat, "sheet")
        if not on or not entry.after.state:
            return b""
        after = self.folder.standing(entry.n)
        match, game = seated(self.folder.match, after), self.folder.game
        phrases = Phrases(match.game, language, after.state.options)
        drawn = outputs.draw(match, game, entry, after, seat=seat, language=language)
        try:
            return pdf.render(turn_sheet.sheet(match, game, after, drawn, phrases, on, seat))
        except PaperError:  # too small a paper for this board
            return b""

    def _page(self, entry: Entry, letter: LetterRecord, token: str) -> str:
        if not orders.with_page(self.folder.game, entry, lambda: self.folder.standing(entry.n), letter.seat):
            return ""
        from adjudicator.web import file

        page = partial(file.html, self.folder, letter.seat, line=entry.n, address=PAGE_ADDRESS, token=token)
        return render.spoken(letter.language, page)

    def _text(self, name: str, ending: str, wanted: str) -> str:
        """The text or the HTML of a letter, by the hash that the log has of it."""
        path, data = self.folder.path / f"{name}.{ending}", self.folder.letters.read(f"{name}.{ending}")
        if data is None:
            raise MatchError("cannot be read", "`postfox adjudicate` writes missing letters again", str(path))
        if digest(data) != wanted:
            hint = "delete it: `postfox adjudicate` writes it again"
            raise MatchError("this is not the letter that was written", hint, str(path))
        return data.decode("utf-8")

    def _answered(self, entry: Entry, seat: int | None) -> str | None:
        """The Message-ID of the mail that a letter answers, from the file kept of it."""
        if entry.mail is None or seat is None or entry.seat != seat:
            return None
        data = encoding.kept(f"{self.folder.path}/inbox/{match_folder.archive_name(entry)}")
        return "" if data is None else encoding.unseal(data, entry.source)[0].message_id


def _line(wished: str, kind: str, facts: Mapping[str, str]) -> str:
    return render.spoken(wished, lambda language: render.line(language, kind, facts))


def _due(entry: Entry, seat: int | None) -> datetime | None:
    clock = None if seat is None else entry.after.desk.clock(seat)
    return clocks.until(clock) if clock else None
