"""What can be tried here of other systems: names that Windows refuses, its consoles and locks, units and containers."""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath

import pytest
from test_walks import parsed

from adjudicator import games
from adjudicator.errors import MatchError
from adjudicator.match import create, files, process
from adjudicator.match.folder import Folder
from printables.printing import make

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def written(folder: Path) -> Iterator[Path]:
    """Files as Postfox writes them: a match after a turn, a letter and its mail, a sheet."""
    game = games.find("snakes-and-foxes")
    path = folder / "ab"
    create.new(path, game.SLUG, game.Options(), [create.seat("Anna <a@example.org>"), create.seat("Bob")], seed="wheel")
    order = folder / "x.txt"
    order.write_text(game.format(next(game.moves(Folder(path).standing().state)), Folder(path).standing().state))
    process.adjudicate(Folder(path), [order], png=False)
    make.write(make.Request("the-game", "board", theme="classic", paper="210x297mm"), folder / "out")
    for one in folder.rglob("*"):
        yield one.relative_to(folder)


def test_windows_can_hold_every_file_that_is_shipped_or_written(tmp_path: Path) -> None:
    tracked = [file for kind in ("templates", "docs", "printables", "adjudicator") for file in (ROOT / kind).rglob("*")]
    shipped = [file.relative_to(ROOT) for file in tracked if "__pycache__" not in file.parts]
    names = [*shipped, *written(tmp_path)]
    for name in names:
        for part in name.parts:
            assert not re.search(r'[<>:"|?*\\]|[. ]$', part), name
            assert not RESERVED.fullmatch(part), name
        assert len(str(PureWindowsPath(name))) < 160, name
    folded = [name.as_posix().casefold() for name in dict.fromkeys(names)]
    assert len(folded) == len(set(folded)), "names that differ in case alone are one file there"


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_a_console_that_lacks_letters_shows_the_rest(encoding: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding}
    for words, said in ((["games", "fox-and-geese"], "fox-13"), (["print", "Gåsetavl–"], "there is no game")):
        done = subprocess.run(
            [sys.executable, "-m", "adjudicator", *words], cwd=tmp_path, env=environment, capture_output=True
        )
        shown = (done.stdout + done.stderr).decode(encoding)
        assert said in shown and "Traceback" not in shown and "fault of Postfox" not in shown


class Locks(types.ModuleType):
    """msvcrt as far as it is needed: a byte of a file is locked by one at a time."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: set[int] = set()

    def locking(self, number: int, mode: int, count: int) -> None:
        assert (mode, count, os.lseek(number, 0, os.SEEK_CUR)) == (self.LK_NBLCK, 1, 0)
        node = os.fstat(number).st_ino
        if node in self.held:
            raise OSError(errno.EACCES, "Permission denied")
        self.held.add(node)


def test_the_lock_of_windows_is_held_by_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locks = Locks()
    monkeypatch.setattr(files, "fcntl", None)
    monkeypatch.setattr(files, "msvcrt", locks, raising=False)
    lock, held = tmp_path / ".lock", pytest.raises(MatchError, match="another adjudication is at work")
    with files.locked(lock), held, files.locked(lock, 0.05):
        pass
    locks.held.clear()  # as the system does when the file is closed
    with files.locked(tmp_path / ".lock", 0.05):
        pass


def commands() -> Iterator[list[str]]:
    """The commands that units and the container run, as words after `postfox`."""
    for unit in DEPLOY.glob("*.service"):
        for line in re.findall(r"^ExecStart=/opt/postfox/bin/postfox (.+)$", unit.read_text(), re.MULTILINE):
            yield shlex.split(line)
    (entry,) = re.findall(r'^ENTRYPOINT \["postfox", (.+)\]$', (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    yield [word.strip(' "') for word in entry.split(",")]


def test_units_and_container_run_commands_that_there_are() -> None:
    found = list(commands())
    assert len(found) == 5
    for words in found:
        parsed(words)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_units_are_sound(tmp_path: Path) -> None:
    for unit in DEPLOY.glob("postfox*"):
        text = unit.read_text().replace("/opt/postfox/bin/postfox", "/bin/true")  # is not installed there
        (tmp_path / unit.name).write_text(text)
    units = [str(unit) for unit in tmp_path.iterdir()]
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", done.stderr
