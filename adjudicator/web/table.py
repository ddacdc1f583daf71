"""A match as its table has it: whose page lies open, and what becomes of the orders that are given there."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple, TypeAlias

from adjudicator.core.errors import MatchError
from adjudicator.letters.reasons import Reasons
from adjudicator.letters.render import language as spoken
from adjudicator.match import files, process
from adjudicator.match.folder import Folder
from adjudicator.referee import orders
from adjudicator.referee.records import REFEREE
from adjudicator.referee.seats import seated, to_act
from adjudicator.web import file as pages
from printables.core.errors import UserError

Lent: TypeAlias = Callable[[Path], AbstractContextManager[Folder]]  # how a match is borrowed


class Answer(NamedTuple):
    """What came of orders: whether any were carried out, and why those that were not were refused."""

    done: bool
    refused: tuple[str, ...] = ()


class Table:
    """The match in a folder. `send`: where its pages give orders. One request at a time gets to the match.

    `lent`: from a store, for one request after the other; in between others may have the match.
    """

    def __init__(self, path: Path, send: str, language: str = "", lent: Lent | None = None) -> None:
        self.path, self.send = path, send
        self.language = spoken(language)
        self._lock = threading.RLock()
        self._lent = lent or _at_hand(path)
        with self._match() as folder:
            if folder.standing().state is None:
                raise MatchError(
                    "play has not begun: it waits for orders by email", "every player sends `join`", str(path)
                )
            process.due(folder, process.clock(), png=False)  # a bot may be to move

    @contextmanager
    def _match(self) -> Iterator[Folder]:
        with self._lock, self._lent(self.path) as folder:
            yield folder

    def close(self) -> None:
        """Wait for the request at hand; no other gets to the match any more."""
        self._lock.acquire()

    def page(self) -> str:
        """The page of who is to move; when all is over, of the only person who played, or for whoever looks on."""
        with self._match() as folder:
            seat, people = _seat(folder), _people(folder)
            curtain = len(people) > 1 and not folder.game.open and seat != REFEREE
            return pages.html(folder, seat, self.language, send=self.send, curtain=curtain)

    def take(self, text: bytes) -> Answer:
        """Carry out orders as a move file. What is wrong with them is in the answer."""
        try:
            with self._match() as folder:
                return self._take(folder, text)
        except UserError as error:
            return Answer(False, tuple(map(str, error.problems)))

    def _take(self, folder: Folder, text: bytes) -> Answer:
        path = folder.path / "inbox" / f"table-{len(folder.log.lines):04}.txt"
        path.parent.mkdir(exist_ok=True)
        files.write(path, text[: orders.MOST_BYTES + 1])
        first, *_ = (filed.entry for filed in process.adjudicate(folder, [path], png=False))
        said = Reasons(self.language)
        refused = ("; ".join(filter(None, (said.say(one.reason), said.say(one.hint)))) for one in first.refusals)
        return Answer(bool(first.done or first.says), tuple(refused))


def _at_hand(path: Path) -> Lent:
    """A folder that lies here at all times, read again as far as others have changed it."""
    folder = Folder(path)

    @contextmanager
    def lent(_path: Path) -> Iterator[Folder]:
        folder.reread()
        yield folder

    return lent


def _people(folder: Folder) -> list[int]:
    match = seated(folder.match, folder.standing())
    return [number for number, seat in enumerate(match.seats) if not seat.bot]


def _seat(folder: Folder) -> int:
    """Whose page it is: of the people who may act, the one furthest behind."""
    standing, people, game = folder.standing(), _people(folder), folder.game
    acting = [seat for seat in to_act(game, standing) if seat in people]
    if acting:
        return min(acting, key=lambda seat: (game.view(standing.state, seat).turn, seat))
    return people[0] if len(people) == 1 else REFEREE
