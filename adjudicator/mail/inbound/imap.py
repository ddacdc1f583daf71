"""Mails from an IMAP server: over TLS, by UID, so that none is missed or taken twice whatever other programs do."""

import base64
import contextlib
import imaplib
import re
import select
import socket
import ssl
import time
from collections.abc import Container, Iterator
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from adjudicator.core import MatchError
from adjudicator.mail.inbound.message import MOST_BYTES
from adjudicator.mail.inbound.sources import Message, stamp

VARIABLE = "POSTFOX_IMAP_PASSWORD"
TIMEOUT = 30.0  # seconds for any answer
TRIES = 4
AT_ONCE = 10_000  # messages whose UIDs are asked for in one command
AGAIN = 2.0  # seconds before a connection that was dropped while it waited is made again
LONGEST_IDLE = 300.0  # some providers drop connections that are quiet for longer
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
Lost = (imaplib.IMAP4.abort, OSError, EOFError)


class Account(NamedTuple):
    """Where a mailbox is: `tls` from the first byte, or by STARTTLS."""

    host: str
    port: int
    user: str
    mailbox: str
    tls: bool

    @classmethod
    def parse(cls, url: str) -> "Account":
        """From imaps://user@host/MAILBOX. Raises MatchError."""
        try:
            parts = urlsplit(url)
            port, host = parts.port, parts.hostname or ""
        except ValueError:
            parts, port, host = urlsplit(""), None, ""
        user, mailbox = unquote(parts.username or ""), unquote(parts.path.strip("/")) or "INBOX"
        if parts.password is not None:
            hint = f"give --password-file FILE, or set {VARIABLE}"
            raise MatchError("a password in an address can be read by others", hint, "--imap")
        if parts.scheme not in ("imap", "imaps") or not host or not user or not (user + mailbox).isprintable():
            hint = "write imaps://user@host/INBOX (an @ in the user is %40)"
            raise MatchError("this is not an IMAP address", hint, "--imap")
        tls = parts.scheme == "imaps"
        return cls(host, port or (993 if tls else 143), user, mailbox, tls)


class Imap:
    """A mailbox on a server. Lost connections are made again, a few times; then MatchError."""

    def __init__(self, account: Account, password: str) -> None:
        self.account, self._password = account, password
        self._server: imaplib.IMAP4 | None = None
        self._prefix = ""

    def messages(self, known: Container[str]) -> Iterator[Message]:
        given, failed = set[str](), 0
        while True:
            try:
                server = self._connected()
                for uid in self._uids(server):
                    place = self._prefix + uid
                    if place in known or place in given:
                        continue
                    found = self._fetch(server, uid, place)
                    given.add(place)
                    failed = 0
                    if found:
                        yield found
                return
            except Lost as error:
                self.close()
                failed += 1
                if failed == TRIES:
                    raise self._failed(error) from None
                time.sleep(0.25 * 2**failed)
            except imaplib.IMAP4.error as error:  # an answer without sense; one that breaks off is one of Lost
                self.close()
                raise self._failed(error, "the server does not answer as an IMAP server should") from None

    def _failed(
        self, error: BaseException, what: str = "the server cannot be reached", hint: str = "try again later"
    ) -> MatchError:
        said = " ".join(str(error).split()).replace(self._password, "...")[:200]
        plain = "".join(filter(str.isprintable, said))
        return MatchError(f"{what} ({plain})", hint, f"{self.account.host}:{self.account.port}")

    def _connected(self) -> imaplib.IMAP4:
        if self._server is not None:
            self._server.noop()
            self._select(self._server)
            return self._server
        try:
            server = self._connect()
        except ssl.SSLCertVerificationError as error:
            hint = "write the host that it is for, or name certificates of your own in SSL_CERT_FILE"
            raise self._failed(error, "the server's certificate is not to be trusted", hint) from None
        except (ssl.SSLEOFError, ssl.SSLZeroReturnError):  # lost as any connection may be
            raise
        except ssl.SSLError as error:
            raise self._failed(error, "TLS does not come about", "imaps:// is for port 993, imap:// for 143") from None
        except TimeoutError as error:
            hint = "check the host and the port: imaps:// is for 993, imap:// for 143"
            raise self._failed(error, "the server does not answer", hint) from None
        except socket.gaierror as error:
            if error.errno == socket.EAI_AGAIN:
                raise
            raise self._failed(error, "there is no such host", "check the host in the address") from None
        self._log_in(server)
        self._select(server)
        self._server = server
        return server

    def _connect(self) -> imaplib.IMAP4:
        account = self.account
        if account.tls:
            secure = ssl.create_default_context()
            return imaplib.IMAP4_SSL(account.host, account.port, ssl_context=secure, timeout=TIMEOUT)
        server = imaplib.IMAP4(account.host, account.port, timeout=TIMEOUT)
        if "STARTTLS" in server.capabilities:
            server.starttls(ssl.create_default_context())
        elif account.host not in _LOOPBACK:
            server.shutdown()
            raise MatchError("the server has no TLS", "write imaps://, or choose another server", account.host)
        return server

    def _log_in(self, server: imaplib.IMAP4) -> None:
        user, password = self.account.user, self._password
        try:
            if "AUTH=PLAIN" in server.capabilities:
                server.authenticate("PLAIN", lambda _: f"\0{user}\0{password}".encode())
            else:
                server.login(_quoted(user), password)
        except imaplib.IMAP4.abort:
            raise
        except (imaplib.IMAP4.error, UnicodeError):  # the server's words might repeat what it was given
            server.shutdown()
            hint = "check both, and whether IMAP is allowed"
            raise MatchError(f"the server refuses the password of {user}", hint, "--imap") from None

    def _select(self, server: imaplib.IMAP4) -> None:
        kind, data = server.select(_quoted(_utf7(self.account.mailbox)))
        if kind != "OK":
            raise MatchError(f"there is no mailbox {self.account.mailbox!r}", "write it after the host", "--imap")
        self._count = int(data[0] or b"0")
        validity = server.response("UIDVALIDITY")[1]
        number = (validity[0] or b"0").decode("ascii", "replace") if validity else "0"
        self._prefix = f"imap:{self.account.user}@{self.account.host}/{self.account.mailbox};{number};"

    def _uids(self, server: imaplib.IMAP4) -> Iterator[str]:
        found: list[int] = []
        for first in range(1, self._count + 1, AT_ONCE):
            _, data = server.uid("SEARCH", f"{first}:{min(first + AT_ONCE - 1, self._count)}")
            found += [int(word) for word in (data[0] or b"").split() if word.isdigit()]
        yield from map(str, sorted(found))

    def _fetch(self, server: imaplib.IMAP4, uid: str, place: str) -> Message | None:
        _, data = server.uid("FETCH", uid, f"(INTERNALDATE BODY.PEEK[]<0.{MOST_BYTES}>)")
        for item in data:
            if isinstance(item, tuple) and len(item) == 2:
                moment = imaplib.Internaldate2tuple(item[0])
                return Message(place, stamp(time.mktime(moment) if moment else time.time()), bytes(item[1]))
        return None

    def done(self, message: Message) -> None:
        prefix, _, uid = message.place.rpartition(";")
        if self._server is not None and f"{prefix};" == self._prefix:
            with contextlib.suppress(imaplib.IMAP4.error, OSError):
                self._server.uid("STORE", uid, "+FLAGS.SILENT", r"(\Seen)")

    def wait(self, seconds: float) -> None:
        """By IDLE (RFC 2177) where the server has it: it says when mail arrives."""
        end = time.monotonic() + seconds
        try:
            if self._server is not None and "IDLE" in self._server.capabilities:
                self._idle(self._server, min(seconds, LONGEST_IDLE))
                return
        except (imaplib.IMAP4.error, OSError):  # the connection was dropped: there may be mail by now
            self.close()
            end = min(end, time.monotonic() + AGAIN)
        time.sleep(max(0.0, end - time.monotonic()))

    def _idle(self, server: imaplib.IMAP4, seconds: float) -> None:
        tag = server._new_tag()  # imaplib has IDLE from Python 3.14 on
        server.send(tag + b" IDLE\r\n")
        while (line := server.readline()) and not line.startswith((b"+", tag)):
            pass
        if not line.startswith(b"+"):
            raise imaplib.IMAP4.error("IDLE was refused")
        connection = server.socket()
        if not getattr(connection, "pending", lambda: 0)():
            select.select([connection], [], [], seconds)
        server.send(b"DONE\r\n")
        while (line := server.readline()) and not line.startswith(tag):
            pass
        if not line:
            raise imaplib.IMAP4.abort("the connection was lost")

    def close(self) -> None:
        if self._server is not None:
            with contextlib.suppress(imaplib.IMAP4.error, OSError):
                self._server.logout()
            self._server = None


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _utf7(name: str) -> str:
    """A mailbox's name as IMAP writes it (RFC 3501, 5.1.3)."""

    def shifted(found: re.Match[str]) -> str:
        return f"&{base64.b64encode(found[0].encode('utf-16-be'), b'+,').decode().rstrip('=')}-"

    return re.sub(r"[^\x20-\x7e]+", shifted, name.replace("&", "&-"))
