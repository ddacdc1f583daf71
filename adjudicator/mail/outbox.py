"""Which letters of a match are to be sent, and the sending: each once, in order, however often it is interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from adjudicator import clerk, envelope, files
from adjudicator.errors import MatchError
from adjudicator.mail.compose import Mailed, Parcel, Reader, compose, split_board
from adjudicator.mail.postings import MOST_TRIES, Postings, What
from adjudicator.mail.send import Deferred, Refused, Way
from adjudicator.match import LETTER, Folder
from adjudicator.records import Entry, LetterRecord, digest, seat_letter

PICTURE = 800  # pixels wide


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a letter: its match, its name, its reader's address, what happened, why."""

    match: str
    letter: str
    address: str
    what: What
    reason: str = ""


def matches(place: Path) -> list[Path]:
    """The match folders in a folder, or the folder itself if it is one, in order of name. Raises MatchError."""
    if (place / "match.json").is_file():
        return [place]
    if not place.is_dir():
        raise MatchError("there is no such folder", "name the folder that holds your matches", str(place))
    return sorted(path.parent for path in place.glob("*/match.json") if not path.parent.name.startswith("."))


def waiting(folder: Folder, postings: Postings, now: datetime) -> Iterator[Parcel]:
    """The letters not yet sent whose readers have an address, in order. Letters that must wait hold later ones back."""
    book = _Book(folder)
    held: set[str] = set()
    for n, line in enumerate(folder.log.lines):
        names = [name.decode() for name in LETTER.findall(line)]
        open_letters = [name for name in names if _open(postings, name, book.reader(name).address)]
        if open_letters:
            entry = folder.log.entry(n, str(folder.path / "log.jsonl"))
            for letter in entry.letters:
                reader = book.reader(letter.file)
                posting = postings.find(letter.file, reader.address)
                if letter.file not in open_letters or reader.address in held:
                    continue
                if posting is not None and posting.waits(now):
                    held.add(reader.address)
                    continue
                yield book.parcel(entry, letter, reader)
        for name in names:
            book.note(name, Mailed(n, digest(line)))


def _open(postings: Postings, name: str, address: str) -> bool:
    posting = postings.find(name, address)
    return bool(address) and (posting is None or not posting.settled)


def send(folder: Folder, way: Way, referee: Reader, clock: Callable[[], datetime]) -> Iterator[Result]:
    """Send what waits; what came of each letter, as it happens. Raises MatchError, UserError, Unreachable."""
    with files.locked(folder.path / ".sending"):
        folder.reread()
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
        way.deliver(mail, f"{parcel.match}-{parcel.mailed.n:04d}-{parcel.whose}", referee.address, address)
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
            postings.write(letter_name(parcel), parcel.to.address, "skipped", clock())
            yield Result(parcel.match, letter_name(parcel), parcel.to.address, "skipped")


def letter_name(parcel: Parcel) -> str:
    """The letter's name in log and postings."""
    return f"letters/{parcel.mailed.n:04d}-{parcel.whose}"


class _Book:
    """Readers of a match's letters, and what was written to each before."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._addresses = folder.last.addresses or tuple(seat.address for seat in folder.match.seats)
        self._earlier: dict[str, tuple[Mailed, ...]] = {}

    def reader(self, name: str) -> Reader:
        """Who reads a letter of that file name, and the address that holds now."""
        whose = name.rpartition("-")[2]
        for number, seat in enumerate(self.folder.match.seats):
            if seat_letter(number) == whose:
                return Reader(seat.name, self._addresses[number])
        return Reader("", "")

    def note(self, name: str, mailed: Mailed) -> None:
        whose = name.rpartition("-")[2]
        earlier = self._earlier.get(whose, ())
        self._earlier[whose] = (*earlier[:1], mailed)

    def parcel(self, entry: Entry, letter: LetterRecord, reader: Reader) -> Parcel:
        page = self._text(letter, "html")
        _, drawing, _ = split_board(page)
        return Parcel(
            match=self.folder.match.id,
            title=self.folder.game.TITLE,
            mailed=Mailed(entry.n, digest(self.folder.log.lines[entry.n])),
            whose=letter.whose,
            to=reader,
            subject=letter.subject,
            text=self._text(letter, "txt"),
            html=page,
            earlier=self._earlier.get(letter.whose, ()),
            answers=self._answered(entry, letter),
            board=_picture(drawing) if drawing else b"",
        )

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
            data = (self.folder.path / "inbox" / clerk.archive_name(entry)).read_bytes()
        except OSError:
            return "", ""
        post, _ = envelope.unseal(data, entry.source)
        return post.message_id, post.subject


@lru_cache(maxsize=4)
def _picture(drawing: str) -> bytes:
    from printables.render import png

    return png.redraw(drawing, PICTURE)
