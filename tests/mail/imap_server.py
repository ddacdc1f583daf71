"""An IMAP server for tests (the part of RFC 3501 and RFC 2177 that a reader of mail needs), on loopback.

Connections can be made to break: after so many answers the server hangs up.
"""

from __future__ import annotations

import base64
import re
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager

USER, PASSWORD = "referee@example.com", "s3cret word"


class Mailbox:
    """Mails by UID, their flags, and how the server behaves."""

    def __init__(self) -> None:
        self.mails: dict[int, bytes] = {}
        self.seen: set[int] = set()
        self.validity = 7
        self.plain = True
        self.hang_up_after: int | None = None
        self.logins = 0
        self.patience = 5.0  # seconds after which a client is told that there is as much as before
        self.tls: ssl.SSLContext | None = None
        self.starttls = False
        self.changed, self.idling = threading.Condition(), threading.Event()
        self._next = 1

    def put(self, *mails: bytes) -> None:
        with self.changed:
            for mail in mails:
                self.mails[self._next] = mail
                self._next += 1
            self.changed.notify_all()


class _Session(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.box: Mailbox = self.server.box  # type: ignore[attr-defined]
        self.logged_in = False
        if self.box.tls and not self.box.starttls:
            self.encrypt(self.box.tls)
        self.say("* OK ready")
        while line := self.rfile.readline(70_000):
            tag, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
            if self.box.hang_up_after is not None:
                self.box.hang_up_after -= 1
                if self.box.hang_up_after < 0:
                    self.box.hang_up_after = None
                    return
            try:
                self.answer(tag, rest)
            except BrokenPipeError:
                return
            if rest.upper() == "LOGOUT":
                return

    def encrypt(self, context: ssl.SSLContext) -> None:
        self.connection = context.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)

    def say(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")

    def answer(self, tag: str, rest: str) -> None:
        command = rest.upper()
        if command == "CAPABILITY":
            plain = " AUTH=PLAIN" if self.box.plain else ""
            offered = " STARTTLS" if self.box.starttls and not isinstance(self.connection, ssl.SSLSocket) else ""
            self.say(f"* CAPABILITY IMAP4rev1 IDLE{plain}{offered}")
        elif command == "STARTTLS" and self.box.tls:
            self.say(f"{tag} OK begin")
            return self.encrypt(self.box.tls)
        elif command == "AUTHENTICATE PLAIN":
            self.say("+ ")
            told = base64.b64decode(self.rfile.readline()).decode()
            return self.log_in(tag, told == f"\0{USER}\0{PASSWORD}")
        elif command.startswith("LOGIN "):
            return self.log_in(tag, rest[6:] == f'"{USER}" "{PASSWORD}"')
        elif command.startswith(("LOGOUT", "NOOP")):
            pass
        elif not self.logged_in:
            return self.say(f"{tag} NO log in first")
        elif command.startswith("SELECT "):
            if rest[7:] != '"INBOX"':
                return self.say(f"{tag} NO no such mailbox")
            self.say(f"* {len(self.box.mails)} EXISTS")
            self.say(f"* OK [UIDVALIDITY {self.box.validity}] valid")
        elif found := re.fullmatch(r"UID SEARCH (\d+):(\d+)", command):
            uids = sorted(self.box.mails)[int(found[1]) - 1 : int(found[2])]
            self.say(f"* SEARCH {' '.join(map(str, reversed(uids)))}")
        elif found := re.fullmatch(r"UID FETCH (\d+) \(INTERNALDATE BODY\.PEEK\[\]<0\.(\d+)>\)", command):
            self.fetch(int(found[1]), int(found[2]))
        elif found := re.fullmatch(r"UID STORE (\d+) \+FLAGS\.SILENT \(\\SEEN\)", command):
            self.box.seen.add(int(found[1]))
        elif command == "IDLE":
            self.idle()
        else:
            return self.say(f"{tag} BAD {rest[:40]}")
        self.say(f"{tag} OK done")

    def log_in(self, tag: str, right: bool) -> None:
        self.logged_in = right
        self.box.logins += right
        self.say(f"{tag} OK welcome" if right else f"{tag} NO [AUTHENTICATIONFAILED] not {PASSWORD}")

    def fetch(self, uid: int, most: int) -> None:
        if uid not in self.box.mails:
            return
        data = self.box.mails[uid][:most]
        number = sorted(self.box.mails).index(uid) + 1
        self.say(
            f'* {number} FETCH (UID {uid} INTERNALDATE "21-Nov-2026 12:00:0{uid % 10} +0000" BODY[]<0> {{{len(data)}}}'
        )
        self.wfile.write(data + b")\r\n")

    def idle(self) -> None:
        before = len(self.box.mails)
        self.box.idling.set()
        self.say("+ idling")
        with self.box.changed:
            self.box.changed.wait_for(lambda: len(self.box.mails) > before, timeout=self.box.patience)
        self.say(f"* {len(self.box.mails)} EXISTS")
        while (line := self.rfile.readline()) and line.strip().upper() != b"DONE":
            pass


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True


@contextmanager
def serving(box: Mailbox) -> Iterator[int]:
    """The port that a server with this mailbox listens on."""
    with _Server(("127.0.0.1", 0), _Session) as server:
        server.box = box  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
