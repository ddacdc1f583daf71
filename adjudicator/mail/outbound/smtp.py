"""An SMTP server as a way out. When the line breaks before its answer, the server may have the mail or not: it is sent
again, the same bytes under the same Message-ID."""

import smtplib
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import unquote, urlsplit

from adjudicator.letters.render import shorten
from adjudicator.mail.outbound.transports import MOST_REASON, PATIENCE, Deferred, Refused, Unreachable
from printables.core import UserError

VARIABLE = "POSTFOX_SMTP_PASSWORD"
TRIES = 3  # connections for one mail
CLOSING = 421  # what a server says that is about to close the line


class Smtp:
    """An SMTP server: smtp://[USER@]HOST[:PORT] turns to TLS with STARTTLS, smtps:// begins with it.

    A password goes through TLS or to this machine itself, nowhere else; a server without STARTTLS is refused unless it
    is this machine, whose certificate need not be one that others vouch for. One connection carries many emails, and is
    made anew if lost."""

    def __init__(
        self, url: str, password: Callable[[str, str], str], *, wait: Callable[[float], None] | None = None
    ) -> None:
        """`password(user, host)` is asked when the server is first reached, if the URL has a user. Raises UserError."""
        example = "for example smtp://postfox@mail.example.org:587"
        try:
            port = (parts := urlsplit(url)).port
        except ValueError as error:
            raise UserError(f"{url!r} is not an address of a server ({error})", example, "--smtp") from None
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path.strip("/") or parts.query:
            raise UserError("this is not an address of an SMTP server", example, "--smtp")
        if parts.password is not None:
            raise UserError("a password has no place in a command line", "see `postfox mail send --help`", "--smtp")
        self.host, self.user = parts.hostname, unquote(parts.username or "")
        self.wrapped = parts.scheme == "smtps"
        self.port = port or (465 if self.wrapped else 587)
        self._password, self._wait = password, wait or time.sleep
        self._server: smtplib.SMTP | None = None

    def deliver(self, mail: bytes, name: str, referee: str, reader: str) -> None:
        reason = ""
        for attempt in range(TRIES):
            if attempt:
                self._wait(2.0**attempt)
            try:
                server = self._connected()
                self._announce(server, len(mail), referee, reader)
            except (smtplib.SMTPServerDisconnected, smtplib.SMTPHeloError, OSError) as error:
                reason = _why(error)
                self._drop()
                continue
            self._hand_over(server, mail)
            return
        raise Unreachable(f"{self.host}:{self.port}: {reason}")

    def _announce(self, server: smtplib.SMTP, size: int, referee: str, reader: str) -> None:
        options = [f"SIZE={size}"] if server.has_extn("size") else []
        if not reader.isascii():
            if not server.has_extn("smtputf8"):
                raise Refused("the server takes no address with such letters")
            options += ["SMTPUTF8", "BODY=8BITMIME"]
        code, said = server.mail(referee, options)
        if code == CLOSING:
            raise smtplib.SMTPServerDisconnected(_said(said))
        self._expect(code, said)
        self._expect(*server.rcpt(reader))

    def _hand_over(self, server: smtplib.SMTP, mail: bytes) -> None:
        """The mail itself. Where the line breaks now, the server may have taken it: it is put off, so that a server
        that takes emails and never says so gets few copies, and an email on which it dies does not stop all others."""
        said: bytes | str
        try:
            code, said = server.data(mail)
        except smtplib.SMTPDataError as error:  # it does not want to hear the mail
            code, said = error.smtp_code, error.smtp_error
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            self._drop()
            raise Deferred(f"the line broke before an answer ({_why(error)})") from None
        self._expect(code, said)

    def _expect(self, code: int, said: bytes | str) -> None:
        """Raises Refused for an answer 5xx, Deferred for any other that is not 2xx."""
        if 200 <= code < 300:
            return
        if code == CLOSING:
            self._drop()
        elif self._server is not None:
            with suppress(smtplib.SMTPServerDisconnected):
                self._server.rset()
        raise (Refused if 500 <= code < 600 else Deferred)(f"{code} {_said(said)}")

    def _connected(self) -> smtplib.SMTP:
        if self._server is not None:
            return self._server
        secure = ssl.create_default_context()
        if _here(self.host):  # no name to prove: many such servers have a certificate that they made themselves
            secure.check_hostname, secure.verify_mode = False, ssl.CERT_NONE
        if self.wrapped:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=secure)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        try:
            server.ehlo_or_helo_if_needed()
            if not self.wrapped and server.has_extn("starttls"):
                server.starttls(context=secure)
                server.ehlo()
            elif not self.wrapped and not _here(self.host):
                message = f"{self.host} offers no STARTTLS, and email would go out unprotected"
                raise UserError(message, "use smtps:// or another server", "--smtp")
            self._log_in(server)
        except BaseException:
            server.close()
            raise
        self._server = server
        return server

    def _log_in(self, server: smtplib.SMTP) -> None:
        if not self.user:
            return
        try:
            server.login(self.user, self._password(self.user, self.host))
        except smtplib.SMTPAuthenticationError as error:
            hint = "check user and password"
            raise UserError(f"{self.host} does not let {self.user} in ({error.smtp_code})", hint, "--smtp") from None
        except smtplib.SMTPNotSupportedError:
            raise UserError(f"{self.host} asks for no password", "remove the user", "--smtp") from None

    def _drop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    def close(self) -> None:
        if self._server is not None:
            with suppress(OSError, smtplib.SMTPException):
                self._server.quit()
        self._drop()


def _why(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPException) and not isinstance(error, smtplib.SMTPServerDisconnected):
        return "it does not speak SMTP as we do"
    return shorten(str(error), MOST_REASON) or type(error).__name__


def _said(said: bytes | str) -> str:
    return shorten(said if isinstance(said, str) else said.decode("utf-8", "replace"), MOST_REASON)


def _here(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")
