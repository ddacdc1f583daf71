"""A match as its table has it: whose page lies open, what becomes of what is asked there, what of it may be shared."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import ClassVar, NamedTuple, TypeAlias

from adjudicator.core import MatchError
from adjudicator.core.codec import Json
from adjudicator.core.game import seat_letter
from adjudicator.lab import analysis
from adjudicator.letters.phrases import Reasons
from adjudicator.letters.render import language as spoken
from adjudicator.match import encoding, outputs, process
from adjudicator.match.folder import Folder
from adjudicator.referee import orders
from adjudicator.referee.records import REFEREE
from adjudicator.referee.seats import seated, to_act
from adjudicator.web import file as pages
from adjudicator.web.contents import Contents
from printables.core import UserError
from printables.page import document

Lent: TypeAlias = Callable[[Path], AbstractContextManager[Folder]]  # how a match is borrowed
ORDER = "order"
PAGE = re.compile(r"(\d{1,6})\.(-1|\d{1,3})")  # what a page is called: a line of the log, a seat
HINTS = "strong:150"  # who gives them


class Answer(NamedTuple):
    """What came of something that was asked: whether it was done, and why what was not was refused."""

    done: bool
    refused: tuple[str, ...] = ()
    update: Json | None = None  # what the page shows now (`document.update`)
    taps: tuple[str, ...] = ()  # of a hint, what to tap
    thinks: bool = False  # a bot is to move, and does when it is asked to `go`


class Table:
    """The match in a folder, for one request at a time, `lent` by a store for each. Raises MatchError before play."""

    def __init__(self, path: Path, language: str = "", lent: Lent | None = None) -> None:
        self.path, self.language = path, spoken(language)
        self._lock = threading.RLock()
        self._kept: tuple[int, int, Contents] | None = None
        self._lent = lent or self._at_hand
        self._folder: Folder | None = None
        with self.match() as folder:
            if folder.standing().state is None:
                said = "play has not begun: it waits for orders by email"
                raise MatchError(said, "every player sends `join`", str(path))
            process.due(folder, process.clock(), png=False)  # a bot may be to move

    @contextmanager
    def match(self) -> Iterator[Folder]:
        """The match, for one after the other."""
        with self._lock, self._lent(self.path) as folder:
            yield folder

    @contextmanager
    def _at_hand(self, path: Path) -> Iterator[Folder]:
        """The folder that lies here at all times, read again as far as others have changed it."""
        self._folder = self._folder or Folder(path)
        self._folder.reread()
        yield self._folder

    def close(self) -> None:
        """Wait for the request at hand; no other gets to the match any more."""
        self._lock.acquire()

    def page(self) -> str:
        """The page of who is to move; when all is over, of the only person who played, or for whoever looks on."""
        with self.match() as folder:
            return document.html(*self._shown(folder))

    def _shown(self, folder: Folder, line: int | None = None, seat: int | None = None) -> Contents:
        """What a page shows: of a seat after a line, or of who is to move now. The last one is kept."""
        line, seat = folder.last.n if line is None else line, _seat(folder) if seat is None else seat
        if self._kept is None or self._kept[:2] != (line, seat):
            curtain = len(_people(folder)) > 1 and not folder.game.open and seat != REFEREE
            made = pages.made(folder, seat, self.language, line=line, send=ORDER, curtain=curtain)
            match = seated(folder.match, folder.standing())
            more = {"bots": [one.bot != "" for one in match.seats], "hints": bool(match.terms and match.terms.practice)}
            self._kept = line, seat, made._replace(data={**made.data, **more})
        return self._kept[2]

    def ask(self, what: str, text: bytes = b"", page: str = "") -> Answer:
        """Do one of what ASKED names. `page`: what is shown where it is asked; the answer brings it up to date."""
        try:
            with self.match() as folder:
                old, before = self._old(folder, page), folder.last.n
                answer = ASKED[what](folder, text, self.language)
                folder.reread()
                new, update = self._shown(folder), None
                shown = folder.game.open or (old and old.data["handle"] == new.data.get("handle"))
                if old and folder.last.n != before and shown:
                    update = document.update(old.data, new.data)
                acting = {*to_act(folder.game, folder.standing())}
                return answer._replace(update=update, thinks=bool(acting) and acting.isdisjoint(_people(folder)))
        except UserError as error:
            return Answer(False, told(error, self.language))

    def _old(self, folder: Folder, page: str) -> Contents | None:
        """What a page shows of which the name came with a request, where there is such a page."""
        named = PAGE.fullmatch(page)
        if named is None or int(named[1]) > folder.last.n or int(named[2]) >= len(folder.match.seats):
            return None
        return self._shown(folder, int(named[1]), int(named[2]))

    SHARED: ClassVar = {"picture.png": "image/png", "film.webp": "image/webp", "page.html": "text/html"}

    def shared(self, what: str) -> bytes | None:
        """The position as a picture, the match as a film or as a page for all; none while some of it is hidden."""
        with self.match() as folder:
            if not folder.game.open and folder.standing().outcome is None:
                return None
            if what == "page.html":
                return pages.html(folder, REFEREE, self.language).encode()
            if what == "film.webp":
                from adjudicator.match import animation

                return animation.make(folder, "webp")
            from printables.render import png

            step = [step for step in folder.replay() if step.entry.played or not step.entry.n][-1]
            sheet = outputs.draw(folder.match, folder.game, step.entry, step.after, language=self.language)
            return png.picture(sheet.pages[0], sheet, outputs.PICTURE_PIXELS)


def told(error: UserError, language: str) -> tuple[str, ...]:
    """What is wrong and what to do, for people at a screen."""
    said = Reasons(language)
    return tuple("; ".join(said.say(text) for text in (one.message, one.hint) if text) for one in error.problems)


def _people(folder: Folder) -> list[int]:
    match = seated(folder.match, folder.standing())
    return [number for number, seat in enumerate(match.seats) if not seat.bot]


def _seat(folder: Folder) -> int:
    """Whose page it is: of the people who may act, the one furthest behind."""
    standing, people, game = folder.standing(), _people(folder), folder.game
    if acting := [seat for seat in to_act(game, standing) if seat in people]:
        return min(acting, key=lambda seat: (game.view(standing.state, seat).turn, seat))
    return people[0] if len(people) == 1 else REFEREE


def _order(folder: Folder, text: bytes, language: str) -> Answer:
    """Carry out orders as a move file. What is wrong with them is in the answer."""
    path = folder.path / "inbox" / f"table-{len(folder.log.lines):04}.txt"
    path.parent.mkdir(exist_ok=True)
    encoding.write(path, text[: orders.MOST_BYTES + 1])
    first, *_ = (filed.entry for filed in process.adjudicate(folder, [path], png=False, bots=False))
    if folder.standing().outcome:
        process.due(folder, process.clock(), png=False)  # bots tell the log their seeds
    said = Reasons(language)
    refused = ("; ".join(filter(None, (said.say(one.reason), said.say(one.hint)))) for one in first.refusals)
    asked = (said.say(f"did you mean `{order}` (`yes {code}`)?") for code, order in first.offered)
    return Answer(first.did, (*refused, *asked))


def _go(folder: Folder, _text: bytes, _language: str) -> Answer:
    return Answer(bool(process.due(folder, process.clock(), png=False)))


def _back(folder: Folder, _text: bytes, _language: str) -> Answer:
    """Take back to where a person was last to move; the log keeps what was taken back, and its dice stay used."""
    people = set(_people(folder))
    for turns, (_, before) in enumerate(process.last_turns(folder), 1):
        if people & set(to_act(folder.game, before)):
            process.command(folder, "undo\n" * turns, png=False)
            return Answer(True)
    return Answer(False)


def _hint(folder: Folder, _text: bytes, _language: str) -> Answer:
    """What a bot would do in the place of who is to move, where the match is for practice."""
    game, state, seat = folder.game, folder.standing().state, _seat(folder)
    order, _ = next(analysis.best(folder.path, HINTS, seated(folder.match, folder.standing()).seats[seat].name))
    several = len(game.to_act(state)) > 1
    taps = game.taps(game.parse(f"{seat_letter(seat)}: {order}" if several else order, state), game.view(state, seat))
    return Answer(True, taps=tuple(getattr(tap, "text", "") for tap in taps.taps))


ASKED = {ORDER: _order, "go": _go, "back": _back, "hint": _hint}
