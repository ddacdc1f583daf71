"""What the tests of mail share: matches to be played, and mails for them."""

from __future__ import annotations

import itertools
import shutil
import tempfile
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator import games
from adjudicator.core.codec import digest
from adjudicator.mail.inbound.fetch import Fetched, fetch
from adjudicator.mail.inbound.sources import Message
from adjudicator.match import create, encoding
from adjudicator.match.folder import Folder
from adjudicator.referee.records import Seat

CORPUS = Path(__file__).parent / "corpus"
GAME = games.find("snakes-and-foxes")
ANNA, BOB, CID = (
    Seat("Anna", "anna@example.org"),
    Seat("Bob", "bob@example.net"),
    Seat("Cid", "cid@example.com"),
)
_PLACES = itertools.count()
NOON = "2026-11-21T12:00:00Z"


class Given:
    """A source of mails that are at hand; each its place, in order of receipt."""

    def __init__(self, *mails: bytes, received: str = NOON, first: int = 1) -> None:
        self._messages = [Message(f"given:{number}", received, mail) for number, mail in enumerate(mails, first)]
        self.seen: list[str] = []

    def messages(self, known: Container[str]) -> Iterator[Message]:
        yield from (message for message in self._messages if message.place not in known)

    def done(self, message: Message) -> None:
        self.seen.append(message.place)

    def wait(self, seconds: float) -> None: ...

    def close(self) -> None: ...


BEGUN = tempfile.TemporaryDirectory()  # matches by what they begin with, each made once


def found(path: Path, match: str, *seats: Seat, slug: str = GAME.SLUG, **more: object) -> Folder:
    """A new match; of a game, seats and terms that were asked for before, a copy of that one."""
    terms: dict[str, object] = {"seed": "wheel", "match_id": match} | more
    if callable(terms.get("now")) or terms["seed"] is None:
        begun = path / match
    else:
        begun = Path(BEGUN.name) / digest(repr((slug, seats, sorted(terms.items()))).encode())
    if not begun.exists():
        options = games.find(slug).Options(**({"league": True} if slug == "snakey-dice" else {}))
        create.new(begun, slug, options, seats, **terms)  # type: ignore[arg-type]
    if begun != path / match:
        shutil.copytree(begun, path / match)
    return Folder(path / match)


class Stopped(BaseException):
    """The process ends here."""


def stops(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Before or after which write the process ends from now on, of all that are appended or made; 0 for none."""
    left = [0]

    def stopping(real: Any) -> Any:
        def done(*given: Any, **more: Any) -> None:
            for write in (lambda: None, lambda: real(*given, **more)):
                write()
                left[0] -= 1
                if left[0] == 0:
                    raise Stopped

        return done

    for name in ("append", "write"):
        monkeypatch.setattr(encoding, name, stopping(getattr(encoding, name)))
    return left


def copied(matches: Path, to: Path) -> Path:
    """Another folder with the same matches."""
    shutil.copytree(matches, to)
    return to


def mail(
    text: str,
    sender: str = "Anna <anna@example.org>",
    subject: str = "[anna-bob]",
    id: str = "",
    **headers: str,
) -> bytes:
    """A plain mail; without an id given, one that is made of its text."""
    number = id or str(sum(map(ord, text + sender + subject)))
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    head = f"From: {sender}\r\nTo: referee@example.com\r\nSubject: {subject}\r\nMessage-ID: <{number}@example.org>\r\n"
    return f"{head}{more}Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n".encode()


def take(path: Path, *mails: bytes, **more: object) -> list[Fetched]:
    """Fetch these mails and no others; pictures of bytes are not drawn."""
    received = str(more.pop("received", NOON))
    source = Given(*mails, received=received, first=next(_PLACES) * 1_000)
    return list(fetch(source, path, **more))  # type: ignore[arg-type]


def verdicts(happened: list[Fetched]) -> list[str]:
    return [part.verdict for one in happened if one.line for part in one.line.parts]


def legal(folder: Folder) -> str:
    """A legal action now."""
    state, game = Folder(folder.path).standing().state, folder.game
    return next((game.format(action, state) for action in game.moves(state)), "resign")


def contents(path: Path) -> dict[str, bytes]:
    """Every file of a folder of matches but locks and what mail keeps of itself."""
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and not file.name.endswith(("lock", ".sqlite")) and file.name != "mail-in.jsonl"
    }
