"""Ways for a mail to leave: an SMTP server, a sendmail command, or files in a folder. Each takes a mail, puts it off
(Deferred) or refuses it (Refused); Unreachable ends a run: the way failed, not the mail. When the line to a server
breaks before its answer, it may have the mail or not: it is sent again, the same bytes under the same Message-ID."""

import os
import shlex
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from adjudicator.letters.render import plain, shorten
from adjudicator.match import encoding
from adjudicator.referee.terms import ADDRESS
from printables.core import UserError

PATIENCE = 60.0  # seconds for an answer  # equivalent: nobody tells a second more
FOR_GOOD = (64, 65, 67, 68)  # usage, bad data, no such user, no such host
MOST_REASON = 200


class Reader(NamedTuple):
    """Whom a letter is for: a name and an email address."""

    name: str
    address: str


def sender(text: str) -> Reader:
    """The referee's name and address as typed: "The referee <referee@example.org>" or the address. Raises UserError."""
    name, bracket, rest = text.partition("<")
    address = rest.strip().removesuffix(">") if bracket else name.strip()
    if not ADDRESS.fullmatch(address) or not address.isascii():
        raise UserError(f"{text!r} is not an email address", 'write "The referee <referee@example.org>"', "--from")
    return Reader(plain(name) if bracket else "", address)


class Deferred(Exception):
    """The mail was not taken now; later it may be."""


class Refused(Exception):
    """The mail will never be taken."""


class Unreachable(Exception):
    """There is no way out at present."""


class Way(Protocol):
    """A way out."""

    def deliver(self, mail: bytes, name: str, referee: str, reader: str) -> None:
        """Hand over a mail ("\\r\\n" at line ends). `name` is unique to it. Raises Deferred, Refused, Unreachable."""

    def close(self) -> None:
        return


class Mailer(NamedTuple):
    """A way out, and who writes."""

    way: Way
    referee: Reader


class Outbox(Way):
    """A folder of .eml files: each mail is there once, whole, however often it is delivered."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with suppress(OSError):
            encoding.sweep(folder)

    def deliver(self, mail: bytes, name: str, referee: str, reader: str) -> None:
        path = self.folder / f"{name}.eml"
        try:
            if not path.is_file() or path.read_bytes() != mail:
                encoding.write(path, mail)
        except OSError as error:
            raise Unreachable(f"{path}: {error.strerror}") from None


class Sendmail(Way):
    """A command that takes a mail as sendmail does: `CMD -i -f REFEREE -- READER`, the mail on its standard input."""

    def __init__(self, command: str) -> None:
        try:
            self.command = [word.strip('"') for word in shlex.split(command, posix=os.name == "posix")]
        except ValueError as error:
            hint = "for example /usr/sbin/sendmail"
            raise UserError(f"{command!r} is not a command ({error})", hint, "--sendmail") from None
        if not self.command:
            raise UserError("there is no command", "for example /usr/sbin/sendmail", "--sendmail")

    def deliver(self, mail: bytes, name: str, referee: str, reader: str) -> None:
        command, mail = [*self.command, "-i", "-f", referee, "--", reader], mail.replace(b"\r\n", b"\n")
        try:
            done = subprocess.run(command, input=mail, capture_output=True, timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            raise Deferred(f"{self.command[0]} took longer than {PATIENCE:.0f} s") from None
        except OSError as error:
            raise Unreachable(f"{self.command[0]}: {error.strerror}") from None
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace") or f"it ended with {done.returncode}"
            kind = Refused if done.returncode in FOR_GOOD else Deferred
            raise kind(shorten(said, MOST_REASON))
