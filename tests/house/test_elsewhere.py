"""What can be tried here of Windows and macOS: names, texts, consoles, locks, and a Python without what Unix has."""

from __future__ import annotations

import io
import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path, PureWindowsPath

import lanes
import pytest
from test_docs import docs
from windows import Locks, System, refused

from adjudicator import games
from adjudicator.cli import app, parameters
from adjudicator.core import MatchError
from adjudicator.lab import play
from adjudicator.mail import passwords
from adjudicator.mail.inbound import sources
from adjudicator.mail.outbound import transports
from adjudicator.match import create, encoding, folder, process
from adjudicator.match.folder import Folder
from printables.boards.fox_and_geese import load
from printables.core import UserError, files as printed_files, options, templates
from printables.handouts import source
from printables.paper import printer
from printables.printing import make
from printables.scene import theme as themes

ROOT = Path(__file__).resolve().parents[2]
STEP = 5  # of games in their themes, and of hunts, every so many is drawn in the long run


def match(folder: Path, *seats: str) -> Folder:
    game = games.find("snakes-and-foxes")
    create.new(folder, game.SLUG, game.Options(), [create.seat(seat) for seat in seats], seed="wheel")
    return Folder(folder)


# Names


def written(folder: Path) -> Iterator[Path]:
    """Files as Postfox writes them: a match after a turn, a sheet. test_walks.py has those of the documents."""
    played = match(folder / "ab", "Anna <a@example.org>", "Bob")
    order = folder / "x.txt"
    order.write_text(played.game.format(next(played.game.moves(played.standing().state)), played.standing().state))
    process.adjudicate(Folder(folder / "ab"), [order], png=False)
    make.write(make.Request("the-game", "board", theme="classic", paper="210x297mm"), folder / "out")
    for one in folder.rglob("*"):
        yield one.relative_to(folder)


def test_windows_can_hold_every_file_that_is_shipped_or_written(tmp_path: Path) -> None:
    tracked = [file for kind in ("templates", "docs", "printables", "adjudicator") for file in (ROOT / kind).rglob("*")]
    shipped = [file.relative_to(ROOT) for file in tracked if "__pycache__" not in file.parts]
    names = [*shipped, *written(tmp_path)]
    assert [name for name in names if refused(name)] == []
    assert max(len(str(PureWindowsPath(name))) for name in names) < 160
    folded = [name.as_posix().casefold() for name in dict.fromkeys(names)]
    assert len(folded) == len(set(folded)), "names that differ in case alone are one file there"


@pytest.mark.parametrize(
    "name", ["a:b.txt", 'why? "so".txt', "x<y>|z*.txt", "back\\slash.txt", "dot.", "space ", "aux"]
)
def test_a_move_file_of_any_name_is_kept_under_one_that_windows_can_hold(name: str, tmp_path: Path) -> None:
    played = match(tmp_path / "ab", "Anna", "Bob")
    (tmp_path / "ab/inbox").mkdir(exist_ok=True)
    (tmp_path / "ab/inbox" / name).write_text("player Bob\nsay Anna: hello")
    (filed,) = process.adjudicate(played, png=False)
    kept = tmp_path / "ab/inbox" / folder.archive_name(filed.entry)
    assert kept.is_file() and not refused(kept.relative_to(tmp_path))


@pytest.mark.parametrize("name", ["con", "AUX", "nul.1", "com1", "ends."])
def test_no_match_is_called_what_windows_calls_a_device(name: str, tmp_path: Path) -> None:
    game = games.find("snail-trail")
    seats = [create.seat("Anna"), create.seat("Bob")]
    with pytest.raises(MatchError, match="is not a match id"):
        create.new(tmp_path / "here", game.SLUG, game.Options(), seats, match_id=name)


def test_no_printer_is_called_what_windows_calls_a_device() -> None:
    with pytest.raises(UserError, match="is not a name for a printer"):
        printer.Printer("prn")


def test_a_maildir_has_no_colons_in_names_where_the_system_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "_MARK", "!")
    for name in ("new/1795262400.M1.host", "cur/1795262401.M1.host!2,R", "cur/1795262402.M1.host;2,", "tmp/x"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"Subject: x\n\n")
    maildir = sources.Maildir(tmp_path)
    found = list(maildir.messages(()))
    assert [one.place for one in found] == [f"maildir:179526240{n}.M1.host" for n in range(3)]
    for one in found:
        maildir.done(one)
    left = sorted(file.name for file in (tmp_path / "cur").iterdir())
    assert left == ["1795262400.M1.host!2,S", "1795262401.M1.host!2,RS", "1795262402.M1.host!2,S"]


def test_the_path_of_a_mail_program_may_have_backslashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transports, "os", System())
    sendmail = transports.Sendmail(r'"C:\Program Files\msmtp\msmtp.exe" --tls=on')
    assert sendmail.command == [r"C:\Program Files\msmtp\msmtp.exe", "--tls=on"]


# Texts as editors and PowerShell save them

TEXT = '# Grüße\r\nkey = "ä"\r\n'
READERS: dict[str, Callable[[Path], str]] = {
    "an option": lambda file: options._text(file),
    "a hunt": lambda file: load.read_file(file),
    "a prop": lambda file: "\n".join(source.read(file).body),
    "a position": lambda file: play.read_text(file)[0],
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("reader", READERS)
def test_a_file_is_read_as_notepad_and_powershell_write_it(reader: str, encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(TEXT.encode(encoding))
    assert READERS[reader](file) == TEXT.replace("\r\n", "\n")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_settings_templates_passwords_and_printers_may_come_from_powershell(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(templates, "folders", lambda: (tmp_path,))
    for name, text in (
        ("postfox.toml", 'paper = "letter"\r\n'),
        ("x.toml", 'x = "ä"\r\n'),
        ("password", "secret\r\n"),
        ("postfox/printers/den.toml", "scale = 1.01\r\n"),
    ):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(text.encode(encoding))
    assert parameters.settings()["paper"].value == "letter"
    assert templates.read("x.toml") == 'x = "ä"\n'
    assert passwords.find("X", "me", "host", Path("password")) == "secret"
    assert printer.find("den").scale == 1.01


# Consoles


def said(monkeypatch: pytest.MonkeyPatch, encoding: str, *words: str, errors: str = "strict") -> bytes:
    """What a command writes to a console that has this encoding alone."""
    screen = io.TextIOWrapper(io.BytesIO(), encoding, errors)
    monkeypatch.setattr(sys, "argv", ["postfox", *words])
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stderr", screen)
    assert app.run() in (0, 2)
    screen.flush()
    return screen.buffer.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_every_command_explains_itself_on_a_console_that_lacks_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    for path, _ in docs().commands():
        shown = said(monkeypatch, "ascii", *path.split(), "--help").decode("ascii")
        assert "Usage: " in shown and "\x1b" not in shown, path


@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_a_console_that_lacks_letters_shows_the_rest(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match(tmp_path / "lodz", "Zoë", "Łukasz")
    (tmp_path / "lodz").rename(tmp_path / "łódź")
    monkeypatch.chdir(tmp_path)
    for words, awaited in (
        (["games", "fox-and-geese"], "fox-13"),
        (["print", "Räv och gäss–"], "there is no game"),
        (["show", "łódź"], "token A"),
        (["desk", "--matches", "."], "WAITS FOR"),
        (["verify", "łódź"], "verified"),
    ):
        shown = said(monkeypatch, encoding, *words).decode(encoding)
        assert awaited in shown and "fault of Postfox" not in shown and "\x1b" not in shown


def test_what_goes_into_a_file_on_windows_is_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    monkeypatch.setattr(app, "os", System())
    shown = said(monkeypatch, "cp1252", "print", "Räv och gäss☃", errors="surrogateescape").decode("utf-8")
    assert "there is no game 'Räv och gäss☃'" in shown  # its Python begins so


# Files and locks


def test_the_lock_of_windows_is_held_by_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locks = Locks()
    monkeypatch.setattr(encoding, "fcntl", None)
    monkeypatch.setattr(encoding, "msvcrt", locks, raising=False)
    lock, held = tmp_path / ".lock", pytest.raises(MatchError, match="another adjudication is at work")
    with encoding.locked(lock), held, encoding.locked(lock, 0.05):
        pass
    locks.release()
    with encoding.locked(tmp_path / ".lock", 0.05):
        pass


class Busy:
    """`Path.replace` while another program has the file open: refused so many times."""

    def __init__(self, times: int) -> None:
        self.left, self.replace = times, Path.replace

    def __call__(self, part: Path, path: Path) -> Path:
        self.left -= 1
        if self.left >= 0:
            raise PermissionError(13, "Access is denied", str(path))
        return self.replace(part, path)


def busy(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    act = Busy(times)
    monkeypatch.setattr(Path, "replace", lambda part, path: act(part, path))
    monkeypatch.setattr(printed_files, "PATIENCE", 0.2)


def test_a_file_that_another_program_has_open_for_a_moment_is_replaced_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printed_files, "os", System())
    busy(monkeypatch, 2)
    printed_files.write(tmp_path / "kit.pdf", b"new")
    assert (tmp_path / "kit.pdf").read_bytes() == b"new"


def test_a_file_that_another_program_keeps_open_stays_and_the_user_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printed_files, "os", System())
    busy(monkeypatch, 1_000)
    (tmp_path / "kit.pdf").write_bytes(b"old")
    with pytest.raises(UserError, match=r"cannot write .*kit\.pdf: Access is denied"):
        printed_files.save(tmp_path / "kit.pdf", b"new")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("kit.pdf", b"old")]


GAME = """
import sys
sys.path[:0] = [{tests!r}, {root!r}]
import windows
windows.robbed()
from adjudicator.cli import app
from printables.core import files
files.os = windows.System()
for words in {commands!r}:
    sys.argv = ["postfox", *words]
    assert app.run() == 0, words
"""


def test_a_match_is_played_by_mail_without_what_only_unix_has(tmp_path: Path) -> None:
    players = ["--player", "Anna <a@example.org>", "--player", "Bob <b@example.org>"]
    letters = ["mail", "send", "--matches", "games", "--outbox", "outbox", "--from", "Referee <r@example.org>"]
    commands = [
        ["new", "snail-trail", "games/ab", *players, "--seed", "vixen", "--deadline", "3d"],
        letters,
        ["mail", "fetch", "--mbox", "in.mbox", "--matches", "games"],
        letters,
        ["due", "--matches", "games"],
        ["verify", "games/ab"],
        ["page", "games/ab", "--for", "Anna"],
        ["simulate", "snail-trail", "--games", "2"],
        ["print", "snail-trail", "--sheet", "board"],
    ]
    mail = "From a@example.org Sun Nov 22 10:00:00 2026\nFrom: a@example.org\nSubject: [ab]\nMessage-ID: <1@x>\n\na2\n"
    (tmp_path / "games").mkdir()
    (tmp_path / "in.mbox").write_bytes(mail.replace("\n", "\r\n").encode())
    script = GAME.format(tests=str(ROOT / "tests"), root=str(ROOT), commands=commands)
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "snail A" in done.stdout and len(list((tmp_path / "outbox").iterdir())) == 4


def test_pages_are_the_same_bytes_by_another_library_of_mathematics() -> None:
    """Neither what lies half-way between two lengths nor what lies on a branch cut falls to another side."""
    drawn = [f"{game}:{theme}" for game in games.GAMES for theme in themes.names()]
    drawn += [
        f"fox-and-geese:{theme}:{hunt}"
        for hunt, theme in zip(templates.stems("hunts"), itertools.cycle(themes.names()), strict=False)
    ]
    asked = drawn[::STEP] if lanes.THOROUGH else ["wolves-and-jackals:classic", "fox-and-geese:illustrated"]
    command = [sys.executable, str(ROOT / "tests/nudged.py")]
    runs = [
        subprocess.Popen([*command, way, *asked], stdout=subprocess.PIPE, text=True)
        for way in ("as-it-is", "up", "down")
    ]
    plain, *others = (run.communicate()[0].splitlines() for run in runs)
    assert len(plain) == len(asked)
    for other in others:
        assert [(one, two) for one, two in zip(plain, other, strict=True) if one != two] == []
