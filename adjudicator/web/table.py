"""A match as its table has it: whose page lies open, and what becomes of the orders that are given there.

The table's referee over HTTP: on this machine alone, to who knows the address that it was started with.

A page of another site can neither read nor play: the address holds a token, the host that is asked for must be this
machine under its own name, and orders must come from a page of this server.
"""

import hmac
import json
import secrets
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.errors import MatchError
from adjudicator.letters.phrases import Reasons
from adjudicator.letters.render import language as spoken
from adjudicator.match import encoding, process
from adjudicator.match.folder import Folder
from adjudicator.referee import orders
from adjudicator.referee.orders import MOST_BYTES
from adjudicator.referee.records import REFEREE
from adjudicator.referee.seats import seated, to_act
from adjudicator.web import file as pages
from printables.core.errors import UserError
from printables.page import document

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
        encoding.write(path, text[: orders.MOST_BYTES + 1])
        first, *_ = (filed.entry for filed in process.adjudicate(folder, [path], png=False))
        said = Reasons(self.language)
        refused = ("; ".join(filter(None, (said.say(one.reason), said.say(one.hint)))) for one in first.refusals)
        asked = (said.say(f"did you mean `{order}` (`yes {code}`)?") for code, order in first.offered)
        return Answer(first.did, (*refused, *asked))


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


HOME = "127.0.0.1"
SECONDS = 30  # that a request may take to arrive
ORDER = "order"
HEADERS = {
    "Content-Security-Policy": document.policy(send=True) + "; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Server(ThreadingHTTPServer):
    """The referee of a table, on a port of this machine (0: any that is free). Raises MatchError, UserError.

    `lent`: how the match is borrowed, if it lies in a store.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, path: Path, port: int = 0, language: str = "", lent: Lent | None = None) -> None:
        self.token = secrets.token_urlsafe(18)
        self.table = Table(path, f"/{self.token}/{ORDER}", language, lent)
        try:
            super().__init__((HOME, port), _Request)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or "there is no such port"
            raise MatchError(f"port {port} cannot be used ({reason})", "leave it out for any", "--port") from None
        self.hosts = frozenset(f"{name}:{self.server_port}" for name in (HOME, "localhost"))

    @property
    def address(self) -> str:
        """Where the page of who is to move lies open."""
        return f"http://{HOME}:{self.server_port}/{self.token}/"

    def server_close(self) -> None:
        """The same, when what is being done is done."""
        self.table.close()
        super().server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that went away is no fault."""


class _Request(BaseHTTPRequestHandler):
    server: Server
    timeout = SECONDS
    server_version, sys_version = "postfox", ""

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":  # browsers ask for one by themselves
            self._answer(HTTPStatus.NO_CONTENT)
        elif self._known(""):
            self._within(lambda: self._answer(HTTPStatus.OK, self.server.table.page(), "text/html"))

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not self._known(ORDER):
            return
        if self.headers.get("Origin", "").removeprefix("http://") not in self.server.hosts:
            self.send_error(HTTPStatus.FORBIDDEN, "orders come from the page of this table")
        elif not (length.isascii() and length.isdigit()) or len(length) > 9:
            self.send_error(HTTPStatus.LENGTH_REQUIRED, "how long the orders are is not said")
        elif int(length) > MOST_BYTES:
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"orders have at most {MOST_BYTES} bytes")
        else:
            self._within(lambda: self._play(self.rfile.read(int(length))))

    def _play(self, text: bytes) -> None:
        self._answer(HTTPStatus.OK, json.dumps(self.server.table.take(text)._asdict()), "application/json")

    def _known(self, page: str) -> bool:
        """Whether this is a request of who may make one; all others learn nothing."""
        token, _, rest = self.path.partition("?")[0].removeprefix("/").partition("/")
        if self.headers.get("Host", "") not in self.server.hosts:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "this table is on 127.0.0.1")
        elif not hmac.compare_digest(token.encode(), self.server.token.encode()) or rest != page:
            self.send_error(HTTPStatus.NOT_FOUND, "open the address that postfox table has printed")
        else:
            return True
        return False

    def _within(self, answer: Any) -> None:
        """A fault is told to who started the table, not to the browser."""
        try:
            answer()
        except UserError as error:
            print(f"postfox: {error}", file=sys.stderr)
            self.send_error(HTTPStatus.CONFLICT, "the match cannot be read; the terminal says why")
        except (BrokenPipeError, ConnectionError, TimeoutError):
            raise
        except Exception as error:
            fault = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
            print(f"postfox: a fault of Postfox: {fault}; please report it", file=sys.stderr)
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR, "this is a fault of Postfox; the terminal says more")

    def _answer(self, status: HTTPStatus, text: str = "", kind: str = "text/plain") -> None:
        data = text.encode()
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """A mistake in one line of text."""
        self._answer(HTTPStatus(code), f"{message or HTTPStatus(code).phrase}\n")

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the terminal is for faults."""
