"""Every command that writes, stopped at every change of the disk: whatever runs next finishes what was begun.

In the suite one point of some, chosen by a fixed seed; with POSTFOX_THOROUGH=1 all points, each in one of the ways in
turn, and each in all ways with POSTFOX_ALL_KILLS=1, which takes an hour.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from lanes import THOROUGH, some

from adjudicator import games
from adjudicator.mail.inbound.sources import Maildir
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.referee.records import Seat
from adjudicator.referee.terms import Terms
from adjudicator.table.sitting import Table
from faults.breaking import KINDS, Killed, failing
from faults.test_one_match_at_a_time import command
from printables.core import UserError

pytestmark = pytest.mark.usefixtures("drawn_once")
GAME = games.find("snakes-and-foxes")
EVERY = bool(os.environ.get("POSTFOX_ALL_KILLS"))
NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)
MAIL = b"""From: Anna <anna@example.org>\r\nSubject: [ab]\r\nMessage-ID: <1@x>\r\n\r\n%s\r\nsay all: now\r\n"""


def legal(path: Path) -> str:
    state = Folder(path).standing().state
    return GAME.format(next(GAME.moves(state)), state)


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return furnished(tmp_path_factory.mktemp("start"))


def furnished(root: Path) -> Path:
    """A folder of one match with a clock, letters that have not left, and a mail for it; Anna is to move."""
    seats = [Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.org")]
    create.new(
        root / "m" / "ab", GAME.SLUG, GAME.Options(), seats, seed="wheel", words=["hazel", "thorn"],
        terms=Terms(days=3), now=lambda: "2026-11-20T12:00:00+00:00",
    )  # fmt: skip
    (root / "next.txt").write_text(f"player Anna\n{legal(root / 'm' / 'ab').removeprefix('A: ')}\nsay all: now\n")
    for part in ("new", "cur", "tmp"):
        (root / "maildir" / part).mkdir(parents=True)
    (root / "maildir" / "new" / "1.M1.x").write_bytes(MAIL % legal(root / "m" / "ab").encode())
    return root


def adjudicate(root: Path) -> None:
    command("adjudicate", f"{root}/m/ab")


def by_inbox(root: Path) -> None:
    """A file is put into the inbox, once, and carried out."""
    inbox = root / "m" / "ab" / "inbox"
    if not (root / "put").exists():
        shutil.copyfile(root / "next.txt", inbox / "next.txt")
        (root / "put").touch()
    adjudicate(root)


def by_name(root: Path) -> None:
    with suppress(UserError):
        command("adjudicate", f"{root}/m/ab", f"{root}/next.txt")


def fetch(root: Path) -> None:
    command("mail", "fetch", "--maildir", f"{root}/maildir", "--matches", f"{root}/m")


def send(root: Path) -> None:
    command("mail", "send", "--outbox", f"{root}/sent", "--from", "r@example.org", "--matches", f"{root}/m")


def skip(root: Path) -> None:
    command("mail", "send", "--skip", "--matches", f"{root}/m")


def due(root: Path) -> None:
    command("due", "--matches", f"{root}/m")


def said(root: Path, text: str) -> bool:
    return any(say.text == text for entry in Folder(root / "m" / "ab").entries() for say in entry.says)


def order(root: Path) -> None:
    if not said(root, "hello"):  # the referee looks first whether it was done
        command("order", f"{root}/m/ab", "say all: hello")


def new(root: Path) -> None:
    words = ("--player", "Cid", "--player", "Dan", "--seed", "wheel")
    with suppress(UserError):
        command("new", "snakes-and-foxes", f"{root}/m/cd", *words)


def ended(*_: object, **__: object) -> None:
    """A server is stopped by hand after its first round."""
    raise KeyboardInterrupt


def serve(root: Path) -> None:
    words = ("--outbox", f"{root}/sent", "--from", "r@example.org", "--matches", f"{root}/m")
    with pytest.MonkeyPatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(Maildir, "wait", ended)
        command("mail", "serve", "--maildir", f"{root}/maildir", *words)


def table(root: Path) -> None:
    """The move comes from the page; whoever gave it looks first whether it was made."""
    if not said(root, "now"):
        Table(root / "m" / "ab").ask("order", (root / "next.txt").read_bytes())


# By their names and, after a blank, how they are given.
COMMANDS: dict[str, Callable[[Path], None]] = {
    "adjudicate": by_inbox, "adjudicate FILE": by_name, "mail fetch": fetch, "mail send": send,
    "mail send --skip": skip, "mail serve": serve, "mail due": due, "order": order, "new": new, "table": table,
}  # fmt: skip
NEXT: dict[str, Callable[[Path], None]] = {"adjudicate": adjudicate, "fetch": fetch, "send": send, "due": due}


def behind(root: Path, *, parent: bool) -> list[str]:
    """What is not as a command that ended leaves it: parts of files, letters, state or pictures that lag."""
    match = root / "m" / "ab"
    report = verify.verify(Folder(match))
    found = [*map(str, report.problems), *report.notes]
    found += [] if (match / "board.svg").exists() else ["no board.svg"]
    found += [path.name for path in (match / "inbox").iterdir() if parent and path.is_file()]
    found += [path.name for path in (root / "maildir" / "new").iterdir() if parent]
    return found + [str(path) for path in (root if parent else match).rglob("*.part")]


def happened(root: Path) -> Counter[str]:
    """What was done in the match by whom, which letters have left, how often."""
    entries = list(Folder(root / "m" / "ab").entries())
    did = Counter(
        f"{e.seat} {done.kind} {done.text}" for e in entries for done in e.done if done.kind not in ("remind", "late")
    )
    late = [done.seat for e in entries for done in e.done if done.kind == "late"]
    assert len(late) == len(set(late)), late  # who waits for the move that the email brings may be late, too
    did += Counter(f"says {say.seat} {say.text}" for e in entries for say in e.says)
    did += Counter(f"mail {e.mail.id}" for e in entries if e.mail)
    posted = (root / "m" / "ab" / "mail.jsonl").read_text() if (root / "m" / "ab" / "mail.jsonl").exists() else ""
    twice = {
        line: count for line, count in Counter(re.findall(r'"letter":.*"what":"s[^"]*"', posted)).items() if count > 1
    }
    assert not twice, twice
    return did


def in_time(patch: pytest.MonkeyPatch) -> None:
    """All processes of a test live at one moment."""
    patch.setattr(process, "moment_now", lambda: NOW)


def stopped(what: str, then: str, kind: str, fatal: int, root: Path, wanted: Counter[str]) -> None:
    """Stop a command at a point, and see that whatever runs next finishes."""
    with failing(fatal, kind) as disk, suppress(Killed, UserError, OSError):
        COMMANDS[what](root)
    at = "".join(disk.names[fatal - 1 : fatal])  # none: of files just written the index may say nothing
    finished(what, then, root, wanted, f"{what}, {kind} at change {fatal} ({at}), then {then}")


def finished(what: str, then: str, root: Path, wanted: Counter[str], place: str, *, cut: bool = False) -> None:
    """Give another command after one that was stopped: it leaves nothing behind; then the first anew, if it need be.

    `cut`: by a power cut, which may lose the name of a file before it does what says that there is nothing to do: such
    parts go with whatever works on the match next.
    """
    NEXT[then](root)
    left = behind(root, parent=False)
    assert not [one for one in left if not (cut and one.endswith(".part"))], (place, left)
    COMMANDS[what](root)
    fetch(root)
    if cut:
        adjudicate(root)
    assert not (left := behind(root, parent=True)), (place, left)
    assert happened(root) == wanted, place
    assert what != "new" or not verify.verify(Folder(root / "m" / "cd")).problems
    shutil.rmtree(root)


@pytest.fixture(scope="module")
def unhindered(start: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Counter[str], int]]:
    """What each command does that nothing stops, with the mail fetched after it, and how often it changes the disk."""

    @cache
    def did(what: str) -> tuple[Counter[str], int]:
        root = Path(shutil.copytree(start, tmp_path_factory.mktemp("whole") / what))
        with failing(10**9, KINDS[0]) as disk:
            COMMANDS[what](root)
        posted = root / "m" / "ab" / "mail.jsonl"
        assert what not in ("mail send", "mail serve") or '"what":"sent"' in posted.read_text()
        fetch(root)
        return happened(root), disk.count

    return did


@pytest.mark.parametrize(("what", "kind"), some(product(COMMANDS, KINDS), 13))
def test_whatever_runs_next_finishes(
    what: str,
    kind: str,
    start: Path,
    unhindered: Callable[[str], tuple[Counter[str], int]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    in_time(monkeypatch)
    wanted, changes = unhindered(what)
    points = list(range(1, changes + 1))
    if not EVERY:
        turn = points[KINDS.index(kind) :: len(KINDS)]
        points = turn if THOROUGH else [random.Random(f"{what} {kind}").choice(points)]
    for number in points:
        then = sorted(NEXT)[(number + KINDS.index(kind)) % len(NEXT)]
        stopped(what, then, kind, number, Path(shutil.copytree(start, tmp_path / str(number))), wanted)
    if THOROUGH or EVERY:
        print(f"\n{what}, {kind}: {changes} points, {len(points)} stops")
