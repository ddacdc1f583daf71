"""Each command of the table is run, and each that writes is stopped: no half of a file has its name, and the next run
makes what this one began.

What writes is not listed: every command is given in a folder of its own, and one that changes it is stopped there, at
its changes of the disk. Those that carry a match on are stopped in test_kills.py. In the suite one point of each is
tried, chosen by a fixed seed; with POSTFOX_THOROUGH=1 a few, each in one of the ways in turn, and all points in all
ways with POSTFOX_ALL_KILLS=1.
"""

from __future__ import annotations

import os
import random
import shlex
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import NamedTuple

import padded
import pytest
import season
from drand import REAL, takes
from lanes import THOROUGH, some, thorough
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli import parameters
from adjudicator.cli.app import INTERRUPTED, app
from adjudicator.dice import beacon
from adjudicator.mail.inbound.sources import Maildir
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.table.server import Server
from faults import test_kills
from faults.breaking import KINDS, Killed, failing
from printables.boards import fox_and_geese
from printables.cli import REFUSED
from printables.core import UserError
from printables.core.files import PART
from printables.exports.ludii import write as ludii
from printables.render import png
from tests.house.test_docs import docs

pytestmark = pytest.mark.usefixtures("drawn_once")
ROOT = Path(__file__).resolve().parents[2]
EVERY = bool(os.environ.get("POSTFOX_ALL_KILLS"))
FEW = 7  # stops of a command in the long run
FIRST = min(REAL)
LETTER = "---\nas: notice\n---\n# Lost\n\nA fox.\n"

# What each command is given; one that writes by some of its options only has these among them.
CALLS: dict[str, tuple[str, ...]] = {
    "mail store copy": ("mail store copy m postgresql:///x?host=/nowhere",),
    "mail store key": ("mail store key",),
    "mail store work": ("mail store work postgresql:///x?host=/nowhere --once --outbox out --from r@example.org",),
    "games": ("games",),
    "rules": ("rules snail-trail --out out/rules.pdf",),
    "version": ("version",),
    "print": (
        "print fox-and-geese --sheet board --format svg --out out",
        "print wolves-and-jackals --sheet cards --option cards=true --preset mpc --dpi 20 --out out",
    ),
    "calibrate": ("calibrate --out out/lines.pdf",),
    "desk": ("desk --matches m",),
    "order": ("order m/ab hold",),
    "mail due": ("mail due --matches m --no-png",),
    "ratings": ("ratings --matches m",),
    "trust readjudicate": ("trust readjudicate m",),
    "demo": ("demo --out out",),
    "new": ("new fox-and-geese m/cd --player Cid --player Dan",),
    "trust pad": ("trust pad next my.pad",),
    "adjudicate": ("adjudicate m/ab --no-png",),
    "show": ("show m/ab --format svg --out out/board.svg", "show m/ab --format gif --out out/board.gif"),
    "page": ("page m/ab --for A --out out/page.html",),
    "table": ("table fox-and-geese --no-open --seed x --out m/table",),
    "verify": ("verify m/ab --kept kept",),
    "trust beacon": (f"trust beacon b/cd {REAL[FIRST].signature}",),
    "trust excerpt": ("trust excerpt m/ab --for A --out out/excerpt.jsonl",),
    "moves": ("moves m/ab --limit 2",),
    "position play": ("position play position.json 'd6 c6 b7 a7 a6 a5 a4' --json",),
    "position perft": ("position perft position.json 1",),
    "position case": ("position case case.yaml",),
    "position solve": ("position solve snail-trail --size 3",),
    "hint": ("hint position.json",),
    "analyse": ("analyse over/ab", "analyse over/ab --format svg --out out"),
    "simulate": (
        "simulate snail-trail --players random,random --games 2 --jobs 1 --format csv --out odds.csv",
        "simulate snail-trail --players random,random --games 2 --jobs 1 --format svg",
    ),
    "printer save": ("printer save attic --ruler 100.5",),
    "printer list": ("printer list",),
    "printer show": ("printer show attic",),
    "hunts check": ("hunts check hunt.toml",),
    "hunts import": ("hunts import hunt.lud --out new.toml",),
    "hunts new": ("hunts new new.toml",),
    "hunts try": ("hunts try hare-and-hounds --players random,random --games 1 --jobs 1",),
    "hunts booklet": ("hunts booklet --format svg --out out",),
    "handout letter": ("handout letter letter.md --out out",),
    "handout game": ("handout game fox-and-geese --format png --px 20 --out out",),
    "handout tavern": ("handout tavern --seed 7 --out out",),
    "handout stall": ("handout stall cups --out out",),
    "handout wager": ("handout wager snakey-dice --out out",),
    "handout odds": ("handout odds snail-trail --games 2 --seed x --out out",),
    "handout bind": ("handout bind props --out out",),
    "export": ("export snail-trail --to pieces --pixels 20 --out out", "export fox-and-geese --to vassal --out out"),
    "site": ("site out",),
    "puzzle": ("puzzle hare-and-hounds --seed x --format svg --out out",),
    "templates copy": ("templates copy labels --into mine",),
    "templates check": ("templates check mine",),
    "templates preview": ("templates preview hunts --out out",),
    "mail fetch": ("mail fetch --mbox box --matches m",),
    "mail send": ("mail send --outbox out --matches m --from r@example.org",),
    "mail serve": ("mail serve --maildir maildir --matches m --outbox out --from r@example.org",),
    "mail token": ("mail token m/ab",),
    "club init": ("club init r@example.org --matches m",),
    "club book": ("club book autumn --matches season --out out",),
    "club pages": ("club pages out --matches over --from r@example.org --url https://example.org",),
    "settings": ("settings",),
    "init": ("init --here", "init"),
    "help": ("help print",),
}
FRESH = ("trust pad", "templates preview", "club init")  # chance or the clock is in them: files are as long, at most
DRAWN = ("cache/postfox/pictures/", "cache/postfox/pieces/")  # kept for the next: what could not be kept is drawn anew
LONG = ("demo", "hunts booklet", "club book", "handout game", "templates preview")  # that take a second or more
# How they end where it is not with 0: a server is stopped by hand, there is no such store, nothing was fetched.
CODES = {
    "site": REFUSED,
    "mail serve": INTERRUPTED,
    "mail store copy": REFUSED,
    "mail store work": REFUSED,
}
SWEPT = ("demo", "templates preview")  # that take away what they made before
CALLED = [
    pytest.param(
        name, call, over, id=f"{call}{' again' * over}",
        marks=[thorough] if name in LONG or over or call.endswith("vassal --out out") else [],
    )
    for name, calls in CALLS.items()
    for call in calls
    for over in ((False, True) if name in SWEPT else (False,))
]  # fmt: skip


def test_every_command_has_a_call_and_writes_where_it_can_be_told_to():
    """A new command fails here, and then is stopped at every change as the others are."""
    found = dict(docs().commands())
    assert set(CALLS) == set(found), set(CALLS) ^ set(found)
    for name, command in found.items():
        places = {option for one in command.params for option in one.opts if option in ("--out", "--outbox", "--into")}
        if name not in ("export", "page"):  # their --to is a format, and whom a page writes to
            assert all(any(place in call for call in CALLS[name]) for place in places), (name, places)


def test_every_way_on_of_a_match_is_stopped_with_what_runs_next():
    assert {name for name in CALLS if carries_on(name)} == {
        "adjudicate", "mail due", "mail fetch", "mail send", "mail serve", "new", "order", "table",
    }  # fmt: skip


def carries_on(name: str) -> bool:
    """Whether test_kills.py stops it."""
    return any(f"{stopped} ".startswith(f"{name} ") for stopped in test_kills.COMMANDS)


NAMED = (
    "adjudicate m/ab X", "pad next X", "pad words X", "verify X", "verify m/ab --kept X", "play X hold",
    "perft X 1", "moves X", "hint X", "case X",
    "solve fox-and-geese X", "hunts check X", "hunts import X", "handout letter X",
    "handout bind X", "templates check X",
    "new fox-and-geese m/cd --option hunt=@X --player Cid --player Dan", "print snakey-dice --option values=@X",
    "mail fetch --mbox X --matches m", "show X",
    "handout letter letter.md --crest X --out out", "readjudicate X", "export snail-trail --to pieces --match X",
)  # fmt: skip


@pytest.mark.parametrize("call", NAMED)
def test_a_pipe_or_a_device_in_place_of_a_file_is_told_and_holds_nobody_up(call: str, home: Callable[[str, str], Home]):
    place = home("named", call)
    os.mkfifo("pipe")
    Path("device").symlink_to("/dev/zero")
    signal.alarm(20)
    for name in ("pipe", "device"):
        assert place.run(call.replace("X", name)) != 0, name
    signal.alarm(0)


class Home(NamedTuple):
    """A folder in which commands are given, and what they have on this machine."""

    path: Path

    def run(self, call: str) -> int:
        """Give a command: its exit code. A mistake of the user or the disk is one, what else is raised a fault."""
        for kept in (png._kept.cache_clear, png._above.cache_clear, png._pieces.clear):
            kept()  # as in a process of its own
        told = CliRunner().invoke(app, shlex.split(call), input="\n" * 5)
        if told.exception is not None and not isinstance(told.exception, (SystemExit, UserError, OSError)):
            raise told.exception
        return told.exit_code

    def tree(self) -> dict[str, bytes]:
        """All files, but for locks, the index, which tells of times, and compiled code, made once in a process."""
        left_out = ("lock", ".sqlite", ".sqlite-journal", ".nbi", ".nbc")
        files = (path for path in self.path.rglob("*") if path.is_file() and not path.name.endswith(left_out))
        return {path.relative_to(self.path).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match, and a file of each kind that commands read."""
    pytest.importorskip("py_ecc")
    root = tmp_path_factory.mktemp("furnished")
    goose = games.find("fox-and-geese")
    people = [create.seat("Anna <anna@example.org>"), create.seat("Bob <bob@example.org>")]
    create.new(root / "over" / "ab", goose.SLUG, goose.Options(), people, seed="x")
    assert not process.command(Folder(root / "over" / "ab"), "declare draw", png=False)[0].entry.refusals
    season.over(root / "season")
    waiting(root / "b" / "cd")
    create.new(root / "m" / "ab", goose.SLUG, goose.Options(), people, seed="x", proof="token")
    for name in ("kept", "props", "mine", "maildir/new", "maildir/cur", "maildir/tmp"):
        (root / name).mkdir(parents=True)
    shutil.copyfile(ROOT / "docs" / "positions" / "snail-trail.json", root / "position.json")
    shutil.copyfile(ROOT / "templates" / "hunts" / "fox-13.toml", root / "hunt.toml")
    (root / "hunt.lud").write_text(ludii.text(fox_and_geese.shipped("fox-13")), encoding="utf-8")
    (root / "letter.md").write_text(LETTER)
    (root / "props" / "letter.md").write_text(LETTER)
    shutil.copyfile(ROOT / "tests" / "cases" / "fox-and-geese" / "duty.yaml", root / "case.yaml")
    (root / "box").write_text("")
    (root / "m" / "ab" / "inbox" / "a.txt").write_text("player A\nsay all: hello\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        patch.setenv("XDG_CONFIG_HOME", str(root / "own"))
        padded.kept(root / "my.pad", b"0123456789")
        assert not Home(root).run("printer save attic --ruler 100.5")
    return root


def waiting(path: Path) -> None:
    """A match whose first roll waits for a round of drand."""
    rules, players = games.find("snakes-and-foxes"), [create.seat("Anna"), create.seat("Bob")]
    now = takes(FIRST, beacon.BY_HAND)
    create.new(path, rules.SLUG, rules.Options(), players, seed="x", joining=True, beacon="drand", now=lambda: now)
    for name in "AB":
        (path / "inbox" / f"{name}.txt").write_text(f"player {name}\njoin\n")
    process.adjudicate(Folder(path), png=False, now=lambda: now)
    assert Folder(path).last.after.waits


@pytest.fixture
def home(furnished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Home]:
    """A copy of what a call names of it, which is where one is then; a server there stops after its first round."""
    monkeypatch.setattr(process, "moment_now", lambda: test_kills.NOW)
    monkeypatch.setattr(Maildir, "wait", test_kills.ended)
    monkeypatch.setattr(Server, "serve_forever", test_kills.ended)

    def made(name: str, call: str) -> Home:
        path = tmp_path / name
        path.mkdir()
        named = {"own", *(word.partition("/")[0] for word in shlex.split(call))}
        for one in furnished.iterdir():
            if one.name in named or one.stem in named:
                (shutil.copytree if one.is_dir() else shutil.copyfile)(one, path / one.name)
        monkeypatch.chdir(path)
        monkeypatch.setenv("XDG_CONFIG_HOME", str(path / "own"))
        monkeypatch.setenv("XDG_CACHE_HOME", str(path / "cache"))
        monkeypatch.delenv(parameters.VARIABLE, raising=False)
        return Home(path)

    return made


def differ(name: str, found: bytes | None, wanted: bytes | None) -> bool:
    """Whether a file is another than it should be."""
    if name in FRESH and found is not None and wanted is not None:
        return abs(len(found) - len(wanted)) > 64 + len(wanted) // 20
    return found != wanted


class Done(NamedTuple):
    """What a command finds, and how it leaves it and ends where nothing stops it."""

    before: dict[str, bytes]
    wanted: dict[str, bytes]
    code: int


def judged(place: Home, name: str, call: str, done: Done, where: str, *, cut: bool = False) -> None:
    """After a command that was stopped: no half of a file has its name, and the command given again makes it all.

    `cut`: by a power cut. What a user can have made again is not synced.
    """
    before, wanted, code = done
    matches = tuple(file.removesuffix("match.json") for file in wanted if file.endswith("match.json"))
    left = {f: data for f, data in place.tree().items() if PART not in f and not f.startswith(matches)}
    halves = [file for file, data in left.items() if data != before.get(file) and differ(name, data, wanted.get(file))]
    assert cut or not halves, (where, halves)
    again, found = place.run(call), place.tree()
    assert again in (code, REFUSED), where  # what is there is not made anew
    if cut and again == REFUSED:
        return
    wrong = [file for file in sorted(found | wanted) if differ(name, found.get(file), wanted.get(file))]
    # of what is drawn once and kept for all, a part that a kill left goes as the oldest do
    wrong = [file for file in wrong if not file.startswith(DRAWN) or (file in found and PART not in file)]
    # a part in a match or in the club goes with whatever works on it next
    wrong = [file for file in wrong if not (PART in file and file.startswith((*matches, "m/club/")))]
    wrong = [file for file in wrong if not file.endswith("/mail.jsonl")]  # lines that are torn are passed over
    assert not wrong, (where, wrong)


@pytest.mark.parametrize(("name", "call", "over"), some(CALLED, 24))
def test_what_a_command_began_is_whole_or_not_there_and_made_by_the_next(
    name: str, call: str, over: bool, home: Callable[[str, str], Home]
):
    def place(of: str) -> Home:
        made = home(of, call)
        assert not over or made.run(call) == 0
        return made

    whole = place("whole")
    before = whole.tree()
    with failing(10**9, KINDS[0]) as disk:
        code = whole.run(call)
    wanted = whole.tree()
    assert code == CODES.get(name, 0), call
    assert disk.count or wanted == before, "it writes in a way that breaking.py does not know"
    if not disk.count or carries_on(name):
        return
    shutil.rmtree(whole.path)
    points, rng = range(1, disk.count + 1), random.Random(call)
    if EVERY:
        chosen = list(product(KINDS, points))
    else:
        few = sorted(rng.sample(points, min(len(points), FEW if THOROUGH else 1)))
        chosen = [(KINDS[point % len(KINDS)], point) for point in few]
    for kind, point in chosen:
        stopped_at = place("stopped")
        with failing(point, kind) as stopped, suppress(Killed, UserError, OSError):
            stopped_at.run(call)
        where = f"{call}: {kind} at change {point} ({''.join(stopped.names[point - 1 : point])})"
        judged(stopped_at, name, call, Done(before, wanted, code), where)
        shutil.rmtree(stopped_at.path)
    if THOROUGH or EVERY:
        print(f"\n{call}: {disk.count} points, {len(chosen)} stops")
