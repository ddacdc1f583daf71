"""How a command ends, whatever is done to its process, its input and its output; a fault is one line."""

from __future__ import annotations

import atexit
import gc
import io
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from typed import PLAYERS, ROOT, given, one_line, postfox as postfox, process

from adjudicator import __main__
from adjudicator.cli import app
from printables.cli import READ
from printables.core import UserError


def test_a_fault_of_ours_is_one_line_too(postfox, monkeypatch: pytest.MonkeyPatch):
    from adjudicator.cli import catalogue

    def broken(_: object) -> str:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(catalogue, "listing", broken)
    assert "ZeroDivisionError: oh" in one_line(postfox("games"))
    monkeypatch.setenv(app.DEBUG, "1")
    with pytest.raises(ZeroDivisionError):
        postfox("games")


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path):
    shell = f'"{sys.executable}" -m adjudicator games snakes-and-foxes | head -n 1; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(
        ["bash", "-c", shell], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "0" and done.stderr == ""


def test_what_is_to_be_done_at_the_end_of_a_process_is_done_and_its_code_is_the_command_s(tmp_path: Path):
    code = (
        "import atexit; from adjudicator.__main__ import main; from adjudicator.cli import app\n"
        "app.run = lambda: atexit.register(print, 'the last word', end='') and 2\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "the last word"), done.stderr


def test_no_picture_is_written_to_a_terminal(postfox, monkeypatch: pytest.MonkeyPatch):
    assert postfox("new", "snail-trail", "ab", *PLAYERS).code == app.DONE
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    said = postfox("show", "ab", "--format", "png")
    assert said.code == app.USAGE and "--out board.png" in said.err and not said.out


def test_colours_are_for_terminals_of_those_who_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    from printables.cli.terminal import Colour, paint

    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert paint("late", Colour.BAD) == "late"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert paint("late", Colour.BAD) == "\x1b[31;1mlate\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert paint("late", Colour.BAD) == "late"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("print", "snail-trail", "--sheet", "tokens", "--open"), "out/snail-trail-tokens-a4.pdf"),
        (("handout", "tavern", "--seed", "7", "--open"), "out/handout-tavern-7-master.pdf"),
        (("calibrate", "--open"), "out/calibration-a4.pdf"),
    ],
)
def test_what_was_made_is_opened(words: tuple[str, ...], shown: str, postfox, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("typer.launch", lambda path: opened.append(path) or 1)
    said = postfox(*words)
    assert said.code == 0 and opened == [str(Path(shown).resolve())]
    assert said.err == f"{Path(shown)}: nothing here opens such files\n"


def test_what_is_wrong_in_standard_input_is_said_to_be_there(tmp_path: Path) -> None:
    done = process("handout", "letter", "-", cwd=tmp_path, stdin="---\nas: nonsense\n---\nA\n")
    assert done.stderr.startswith("postfox: standard input:2: ")


def test_a_dash_is_read_where_a_file_belongs_and_nowhere_else(
    postfox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[tuple[list[str], str]]()

    def asked(*words: str) -> list[str]:
        given(monkeypatch, "text")
        with ExitStack() as stack:
            found = app._read(SimpleNamespace(with_resource=stack.enter_context), list(words))
            read.extend((found, Path(word.rpartition("@")[2]).read_text()) for word in found if word.endswith(READ))
        return ["-" if word.endswith(f"/{READ}") and "@" not in word else word for word in found]

    for words in (["-"], ["x", "-", "y"], ["--crest", "-"], ["--smtp-password-file", "-"], ["--mbox", "-", "z"]):
        assert asked(*words) == words and read.pop()[1] == "text"
    (word,) = asked("hunt=@-")
    assert re.fullmatch(rf"hunt=@/.*/{READ}", word) and read.pop()[1] == "text"
    for words in (["new", "-"], ["new", "-", "x"], ["--out", "-"], ["--theme", "-"], ["a-"], ["m", "--bot"]):
        assert asked(*words) == words and not read
    assert asked("new", "x", "-") == ["new", "x", "-"] and read.pop()[1] == "text"


def test_what_goes_to_standard_output_is_one_file_wherever_the_option_stands(
    postfox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(word: str, *, files: int = 1) -> None:
        (tmp_path / word.removeprefix("--out=")).mkdir(exist_ok=True)
        for number in range(files):
            (tmp_path / word.removeprefix("--out=") / f"{number}.txt").write_text(f"file {number}\n")

    def poured(*words: str, files: int = 1) -> tuple[list[str], str]:
        out, ends = io.TextIOWrapper(io.BytesIO()), list[Callable[[], None]]()
        with ExitStack() as stack, monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            found = app._poured(SimpleNamespace(with_resource=stack.enter_context, call_on_close=ends.append), [*words])
            print("not to be seen")
            (place,) = {word for word in found if word not in words}
            made(place, files=files)
            ends[0]()
        return [word.replace(place.removeprefix("--out="), "PLACE") for word in found], out.buffer.getvalue().decode()

    assert poured("a", "--out=-", "b") == (["a", "--out=PLACE", "b"], "file 0\n")
    for option in app.OUT:
        assert poured("a", option, "-", "b") == (["a", option, "PLACE", "b"], "file 0\n")
        assert poured("-", option, "-") == (["-", option, "PLACE"], "file 0\n")
        assert poured(option, "-", "-")[0] == [option, "PLACE", "-"]
    assert poured("--out=-", files=0)[1] == ""
    with pytest.raises(UserError, match="--out: these are 2 files, and standard output is one; name a folder"):
        poured("--out=-", files=2)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            OSError(28, "No space left", "x.txt"),
            "x.txt: No space left; the system does not let this be read or written",
        ),
        (OSError(28, "No space left"), "No space left; the system does not let this be read or written"),
        (OSError(), "OSError; the system does not let this be read or written"),
        (UnicodeEncodeError("utf-8", "x", 0, 1, "x"), "what was given has bytes that are not text; give it in UTF-8"),
        (ZeroDivisionError("oh\n " * 200), f"a fault of Postfox: ZeroDivisionError: {'oh ' * 100}; please"),
    ],
)
def test_what_the_system_refuses_is_one_line(postfox, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str):
    def broken(*_: object) -> str:
        raise error

    monkeypatch.setattr("adjudicator.cli.catalogue.listing", broken)
    assert one_line(postfox("games")).startswith(f"postfox: {said}")
    if not isinstance(error, UnicodeEncodeError):
        monkeypatch.setenv(app.DEBUG, "1")
        with pytest.raises(type(error)):
            postfox("games")


@pytest.mark.parametrize(
    ("system", "terminal", "told", "errors", "now"),
    [
        ("posix", False, False, "strict", ("cp1252", "backslashreplace")),
        ("posix", False, False, "replace", ("cp1252", "replace")),
        ("nt", False, False, "strict", ("utf-8", "backslashreplace")),
        ("nt", False, False, "replace", ("utf-8", "backslashreplace")),
        ("nt", True, False, "strict", ("cp1252", "backslashreplace")),
        ("nt", True, False, "replace", ("cp1252", "replace")),
        ("nt", False, True, "strict", ("cp1252", "backslashreplace")),
        ("nt", False, True, "replace", ("cp1252", "replace")),
    ],
)
def test_what_is_written_is_utf_8_unless_the_system_or_somebody_has_said_what(
    system: str, terminal: bool, told: bool, errors: str, now: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {"PYTHONIOENCODING": "cp1252"} if told else {}
    monkeypatch.setattr(app, "os", SimpleNamespace(name=system, environ=environment))
    monkeypatch.setattr(app, "_called", lambda: 0)
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="cp1252", errors=errors) for _ in range(2)]
    for name, stream in zip(("stdout", "stderr"), streams, strict=True):
        monkeypatch.setattr(stream, "isatty", lambda: terminal, raising=False)
        monkeypatch.setattr(sys, name, stream)
    assert app.run() == 0
    assert [(stream.encoding, stream.errors) for stream in streams] == [now] * 2


@pytest.mark.parametrize("error", [KeyboardInterrupt(), typer.Abort()])
def test_what_is_interrupted_ends_silently_with_a_code_of_its_own(
    postfox, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def broken(*_: object) -> str:
        raise error

    monkeypatch.setattr("adjudicator.cli.catalogue.listing", broken)
    said = postfox("games")
    assert (said.code, said.out, said.err) == (130, "", "")


def test_a_reader_that_is_gone_is_told_nothing_more(postfox, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", sys.stdout)
    monkeypatch.setattr("adjudicator.cli.catalogue.listing", broken)
    assert postfox("games").code == 0


class Process:
    """A process as `main` sees it: what it has set up, and with which code it ended at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, code: int, *, ignored: bool = False) -> None:
        self.handlers, self.last, self.left, self.wrote = list[Any](), list[Any](), list[int](), list[Any]()
        before = signal.SIG_IGN if ignored else signal.default_int_handler
        monkeypatch.setattr(signal, "getsignal", lambda _: before)
        monkeypatch.setattr(signal, "signal", lambda number, handler: self.handlers.append(handler))
        monkeypatch.setattr(gc, "set_threshold", lambda _: None)
        monkeypatch.setattr(atexit, "register", lambda function, *given: self.last.append((function, given)))
        monkeypatch.setattr(os, "_exit", self.left.append)
        monkeypatch.setattr(os, "write", lambda stream, text: self.wrote.append((stream, text)))
        monkeypatch.setattr(app, "run", lambda: code)

    def leave(self) -> list[int]:
        (function, given), *_ = self.last
        function(*given)
        return self.left


@pytest.mark.parametrize("ignored", [False, True])
@pytest.mark.parametrize("code", [0, 2])
def test_a_process_ends_at_once_with_the_code_of_its_command(
    code: int, ignored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Process(monkeypatch, code, ignored=ignored)
    with pytest.raises(SystemExit) as ended:
        __main__.main()
    assert ended.value.code == code
    assert process.handlers == ([] if ignored else [__main__._at_once, __main__._soon])
    assert process.leave() == [code]


class Full(io.RawIOBase):
    """A disk on which there is no room."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        raise OSError(28, "No space left on device")


def test_a_process_whose_last_words_cannot_be_written_ends_as_python_does(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(monkeypatch, 0)
    with pytest.raises(SystemExit):
        __main__.main()
    for out, error in ((None, None), (SimpleNamespace(flush=lambda: None), None)):
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", error)
        assert process.leave() == [0]
        process.left.clear()
    monkeypatch.setattr(sys, "stderr", io.BufferedWriter(Full()))  # type: ignore[arg-type]
    sys.stderr.write(b"x")  # type: ignore[arg-type]
    assert process.leave() == []
    monkeypatch.undo()
    __main__._leave([])  # no code, no end


@pytest.mark.parametrize("terminal", [True, False])
def test_ctrl_c_leaves_a_command_less_than_a_second_and_a_second_one_nothing(
    terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, timers = Process(monkeypatch, 0), list[SimpleNamespace]()

    def timer(seconds: float, then: Callable[[], None]) -> SimpleNamespace:
        timers.append(SimpleNamespace(seconds=seconds, then=then, started=False, daemon=False))
        timers[0].start = lambda: setattr(timers[0], "started", True)
        return timers[0]

    monkeypatch.setattr(os, "isatty", lambda stream: terminal and stream == 2)
    monkeypatch.setattr(threading, "Timer", timer)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    with pytest.raises(KeyboardInterrupt):
        __main__._soon(2, None)
    assert process.handlers == [__main__._at_once]
    (one,) = timers
    assert 0.2 < one.seconds < 1 and one.started and one.daemon and one.then is __main__._at_once
    one.then()
    assert process.left == [130] and process.wrote == ([(2, b"\r\033[K")] if terminal else [])


def test_a_dash_is_standard_output(tmp_path: Path) -> None:
    """One file and nothing else; of several nothing is written, since nobody could take them apart."""
    board = ["print", "the-game", "--sheet", "board", "--format", "svg"]
    for words in (["--out", "-"], ["--out=-"], ["-o", "-"]):
        said = process(*board, *words, cwd=tmp_path)
        assert said.stdout.startswith("<?xml") and said.stdout.rstrip().endswith("</svg>") and not said.stderr
    said = process("print", "the-game", "--format", "svg", "--out", "-", cwd=tmp_path)
    assert said.returncode == app.USAGE and not said.stdout
    assert re.fullmatch(
        r"postfox: --out: these are \d+ files, and standard output is one; name a folder\n", said.stderr
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("page ab --for Anna", "ab-turn-1.html"),
        ("excerpt ab", "ab-excerpt.jsonl"),
        ("simulate snail-trail --players random,random --games 2 --format csv --jobs 1", "snail-trail.csv"),
        ("show ab", "ab.txt"),
        ("show ab --format svg", "ab.svg"),
    ],
)
def test_out_is_a_file_or_a_folder(words: str, name: str, postfox, tmp_path: Path) -> None:
    assert not postfox("new", "snail-trail", "ab", *PLAYERS, "--seed", "wheel").code
    (tmp_path / "here").mkdir()
    (tmp_path / "old").touch()
    for out, file in (("here", f"here/{name}"), ("new/", f"new/{name}"), ("this.one", "this.one"), ("old", "old")):
        said = postfox(*words.split(), "--out", out)
        assert said.code == 0 and str(Path(file)) in said.out, said.err
        assert (tmp_path / file).is_file() and (tmp_path / file).stat().st_size > 20
