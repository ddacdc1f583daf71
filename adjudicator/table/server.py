"""The table's referee over HTTP: on this machine alone, to who knows the address that it was started with.

A page of another site can neither read nor play: the address holds a token, the host that is asked for must be this
machine under its own name, and what changes anything must come from a page of this server. Other users of the machine
see the command lines of browsers: those are given a file that only its owner may read, and it leads to the address."""

import hmac
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from adjudicator.core import MatchError
from adjudicator.referee.orders import MOST_BYTES
from adjudicator.table.home import Rooms, Sent
from adjudicator.table.sitting import Lent
from printables.core import UserError, files

HOST = "127.0.0.1"
SECONDS = 30  # that a request may take to arrive  # equivalent: nobody tells a second more
DOOR = "open.html"
HEADERS = {
    "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}  # fmt: skip


class Server(ThreadingHTTPServer):
    """The referee of a table, on a port of this machine (0: any free). `path`: the match that its address leads to,
    else the home screen of those in `home`; `lent`: how that is borrowed from a store. Raises MatchError, UserError."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(
        self, path: Path | None, port: int = 0, language: str = "", lent: Lent | None = None, home: Path = Path()
    ) -> None:
        self.token, self.rooms = secrets.token_urlsafe(18), Rooms(home, language, path, lent)
        self._door = (home if path is None or lent else path.parent) / DOOR
        try:
            super().__init__((HOST, port), _Request)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or "there is no such port"
            raise MatchError(f"port {port} cannot be used ({reason})", "leave it out for any", "--port") from None
        with suppress(OSError):
            self._door.unlink()  # of a sitting that was killed: it leads nowhere
        self.hosts = frozenset(f"{name}:{self.server_port}" for name in (HOST, "localhost"))

    @property
    def address(self) -> str:
        """Where the page of who is to move lies open, or the home screen."""
        return f"http://{HOST}:{self.server_port}/{self.token}/{self.rooms.first}"

    def door(self) -> Path:
        """A file for a browser that leads to the address. Nobody but its owner may read it. Raises UserError."""
        page = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={self.address}">'
        files.save(self._door, page.encode(), mode=0o600)
        return self._door.absolute()

    def server_close(self) -> None:
        """The same, when what is being done is done."""
        for table in self.rooms.tables.values():
            table.close()
        self._door.unlink(missing_ok=True)
        super().server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that went away is no fault."""


class _Request(BaseHTTPRequestHandler):
    server: Server
    timeout = SECONDS
    server_version, sys_version = "postfox", ""

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":  # browsers ask for one by themselves
            self._answer(HTTPStatus.NO_CONTENT, Sent("text/plain", b""))
        elif (place := self._place()) is not None:
            self._within(lambda: self.server.rooms.shown(place))

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if (place := self._place()) is None:
            return
        if self.headers.get("Origin", "").removeprefix("http://") not in self.server.hosts:
            self.send_error(HTTPStatus.FORBIDDEN, "orders come from the page of this table")
        elif not (length.isascii() and length.isdigit()) or len(length) > 9:
            self.send_error(HTTPStatus.LENGTH_REQUIRED, "how long the orders are is not said")
        elif int(length) > MOST_BYTES:
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"orders have at most {MOST_BYTES} bytes")
        else:
            self._within(lambda: self.server.rooms.done(place, self.rfile.read(int(length))))

    def _place(self) -> str | None:
        """The address below the secret one. All who do not know that learn nothing."""
        token, _, rest = self.path.removeprefix("/").partition("/")
        if self.headers.get("Host", "") not in self.server.hosts:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "this table is on 127.0.0.1")
        elif not hmac.compare_digest(token.encode(), self.server.token.encode()):
            self.send_error(HTTPStatus.NOT_FOUND, "open the address that postfox table has printed")
        else:
            return rest
        return None

    def _within(self, ask: Callable[[], Sent | None]) -> None:
        """Answer what is asked. A fault is told to who started the table, not to the browser."""
        try:
            if sent := ask():
                self._answer(HTTPStatus.OK, sent)
            else:
                self.send_error(HTTPStatus.NOT_FOUND, "open the address that postfox table has printed")
        except UserError as error:
            print(f"postfox: {error}", file=sys.stderr)
            self.send_error(HTTPStatus.CONFLICT, "the match cannot be read; the terminal says why")
        except (BrokenPipeError, ConnectionError, TimeoutError):
            raise
        except Exception as error:
            fault = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
            print(f"postfox: a fault of Postfox: {fault}; please report it", file=sys.stderr)
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR, "this is a fault of Postfox; the terminal says more")

    def _answer(self, status: HTTPStatus, sent: Sent) -> None:
        policy = sent.policy or "default-src 'none'"
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Security-Policy": f"{policy}; frame-ancestors 'none'"}.items():
            self.send_header(name, value)
        self.send_header("Content-Type", f"{sent.kind}; charset=utf-8" if sent.kind[:5] != "image" else sent.kind)
        self.send_header("Content-Length", str(len(sent.data)))
        self.end_headers()
        self.wfile.write(sent.data)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """A mistake in one line of text."""
        self._answer(HTTPStatus(code), Sent("text/plain", f"{message or HTTPStatus(code).phrase}\n".encode()))

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the terminal is for faults."""
