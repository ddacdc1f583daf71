"""The commands as users type them: what they print, where, and their exit codes. A mistake is one line."""

from __future__ import annotations

import atexit
import gc
import inspect
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
import typer
from lanes import Golden

from adjudicator import __main__
from adjudicator.cli import app, export, mail, new, parameters, play, show
from adjudicator.lab.puzzles import find
from adjudicator.match.folder import Folder
from adjudicator.table import server
from printables.cli import READ
from printables.core import Problem, UserError, plain

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = ["--player", "Anna <anna@example.org>", "--player", "Bob"]


class Said:
    """Exit code, standard output and standard error of a command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def postfox(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["postfox", *arguments])
        code = app.run()
        return Said(code, *capsys.readouterr())

    return run


def process(*arguments: str, cwd: Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "adjudicator", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        input=stdin,
        capture_output=True,
        text=True,
    )


def one_line(said: Said) -> str:
    assert said.code == 2, said.out + said.err
    assert said.out == ""
    assert said.err.startswith("postfox: ") and said.err.count("\n") == 1, said.err
    assert "Traceback" not in said.err
    return said.err


def test_a_match_from_beginning_to_proof(postfox, tmp_path: Path):
    said = postfox("new", "snakes-and-foxes", "ab", *PLAYERS, "--seed", "wheel", "--word", "hazel", "--id", "anna-bob")
    assert said.code == 0 and "letters" in said.out
    first = postfox("moves", "ab", "--limit", "1").out.strip()
    (tmp_path / "ann.txt").write_text(f"{first}\nsay Bob: hello\n")
    said = postfox("adjudicate", "ab", "ann.txt")
    assert said.code == 0 and first in said.out and said.err == ""
    assert "Turn 2" in postfox("show", "ab").out
    assert postfox("verify", "ab").out.startswith("ab: verified, 2 lines")
    assert (tmp_path / "ab" / "board.png").read_bytes().startswith(b"\x89PNG")


def test_a_refused_order_is_exit_code_one_and_names_its_line(postfox, tmp_path: Path):
    postfox("new", "snakes-and-foxes", "ab", *PLAYERS, "--seed", "wheel")
    (tmp_path / "ann.txt").write_text("\nmove g1\n")
    said = postfox("adjudicate", "ab", "ann.txt")
    assert said.code == 1
    assert said.err.startswith("ann.txt:2: ") and "legal" in said.err


def test_a_term_that_does_nothing_and_a_club_with_a_mistake_are_told(postfox, tmp_path: Path):
    said = postfox("new", "snakes-and-foxes", "ab", *PLAYERS, "--forfeit-after", "2")
    assert said.err == "postfox: --forfeit-after does nothing without a deadline; give --deadline, too\n"
    postfox("club", "init", "carla@example.org", "--matches", ".")
    assert postfox("mail", "due", "--matches", ".").code == 0
    (tmp_path / "club/club.toml").write_text("[club]\nzoen = 1\n")
    said = postfox("mail", "due", "--matches", ".")
    assert said.code == 1 and "club.toml:2" in said.err and said.err.count("\n") == 1


def test_a_changed_log_is_exit_code_one(postfox, tmp_path: Path):
    postfox("new", "snakes-and-foxes", "ab", *PLAYERS, "--seed", "wheel")
    log = tmp_path / "ab" / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"turn":1', b'"turn":2'))
    said = postfox("verify", "ab")
    assert said.code == 1 and "log.jsonl:1" in said.err and "verified" not in said.out


def test_every_format_of_show(postfox, tmp_path: Path):
    postfox("new", "snakes-and-foxes", "ab", *PLAYERS, "--seed", "wheel")
    starts = {"text": b"ab: Snakes", "svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF-", "json": b'{"game"'}
    for format, start in starts.items():
        assert postfox("show", "ab", "--format", format, "--out", f"x.{format}").code == 0
        assert (tmp_path / f"x.{format}").read_bytes().startswith(start)
    assert (tmp_path / "x.json").read_bytes() == (tmp_path / "ab" / "state.json").read_bytes()
    assert (tmp_path / "x.svg").read_bytes() == (tmp_path / "ab" / "board.svg").read_bytes()


def test_an_earlier_turn_is_shown_as_it_began(postfox, tmp_path: Path):
    postfox("new", "snakes-and-foxes", "ab", *PLAYERS, "--seed", "wheel")
    before = postfox("show", "ab").out
    (tmp_path / "x.txt").write_text(postfox("moves", "ab", "--limit", "1").out)
    postfox("adjudicate", "ab", "x.txt")
    assert postfox("show", "ab", "--turn", "1").out == before
    assert postfox("show", "ab").out != before
    assert "turns are 1 to 2" in one_line(postfox("show", "ab", "--turn", "9"))


def test_a_position_in_a_position_out(tmp_path: Path):
    position = {
        "game": "snakes-and-foxes",
        "options": {},
        "state": {
            "turn": 9,
            "to_move": 0,
            "tokens": ["c5", "a12"],
            "fate": [None, None],
            "rim": [False, False],
            "snakes": ["d3", "e6", "f5"],
            "foxes": [],
            "throw": {"move": 1, "snakes": 1, "foxes": 4},
        },
    }
    text = json.dumps(position)
    out = process("play", "-", "move d5", "--dice", "1,1,3,3,5,5", "--json", cwd=tmp_path, stdin=text)
    assert out.returncode == 0, out.stderr
    played = json.loads(out.stdout)
    assert played["state"]["snakes"] == ["d3", "e5", "e6"]
    again = process("moves", "-", cwd=tmp_path, stdin=out.stdout)
    assert again.returncode == 0 and again.stdout.startswith("move ")
    wrong = process("play", "-", "move c6", cwd=tmp_path, stdin=text)
    assert wrong.returncode == 1 and wrong.stderr.startswith("illegal: ")
    unread = process("play", "-", "jump c6", cwd=tmp_path, stdin=text)
    assert unread.returncode == 1 and unread.stderr.startswith("notation: ")


def test_cases_pass_and_fail(postfox, tmp_path: Path):
    cases = next((ROOT / "tests" / "cases" / "snakes-and-foxes").glob("*.yaml"))
    assert postfox("case", str(cases)).code == 0
    (tmp_path / "wrong.yaml").write_text(
        "- {id: X, game: snakes-and-foxes, moves: {count: 3},\n"
        "   state: {turn: 9, throw: {move: 1, snakes: 0, foxes: 0}}}\n"
    )
    said = postfox("case", "wrong.yaml")
    assert said.code == 1 and "X" in said.err


def test_perft_of_a_game_with_dice_is_told(postfox, tmp_path: Path):
    postfox("new", "snakes-and-foxes", "ab", *PLAYERS, "--seed", "wheel")
    assert "rolls dice" in one_line(postfox("perft", "ab/state.json", "2"))


def test_the_games(postfox):
    listed = postfox("games").out
    assert "snakes-and-foxes" in listed
    assert "`postfox games GAME` shows" in listed
    page = postfox("games", "snakes-and-foxes").out
    assert "first_ring=red" in page and "Olgar Shiverstone" in page


def test_the_demonstration_can_be_given_again_and_spares_what_is_not_its_own(postfox, tmp_path: Path):
    assert postfox("demo").code == 0
    said = postfox("demo")
    assert said.code == 0 and "refused" in said.out
    assert postfox("verify", "out/anna-bob").code == 0
    (tmp_path / "out" / "anna-bob" / "match.json").write_text("mine")
    assert "something else" in one_line(postfox("demo"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nope"], "there is no command 'nope'"),
        (["adjudicate"], "'DIR'"),
        (["new", "snakes-and-foxes", "x"], "--player"),
        (["new", "nope", "x", "--player", "A"], "there is no game 'nope'; the games are"),
        (["new", "snakes-and-foxes", "x", "--player", "A", "--option", "rings=9"], "there is no option 'rings'"),
        (["new", "snakes-and-foxes", "x", "--player", "A", "--option", "first_ring=blue"], "'red' or 'green'"),
        (["new", "snakes-and-foxes", "x", "--player", "A", "--variant", "v"], "no variants"),
        (["new", "snakes-and-foxes", "x", "--player", "A", "--dice", "1,x"], "are not dice"),
        (["adjudicate", "nowhere"], "nowhere: there is no match here"),
        (["adjudicate", "."], "there is no match here"),
        (["show", "nowhere"], "there is no match here"),
        (["verify", "nowhere"], "there is no match here"),
        (["moves", "nowhere.json"], "nowhere.json"),
        (["moves", "bad.json"], "bad.json"),
        (["play", "bad.json", "pass"], "bad.json"),
        (["play", "binary.json", "pass"], "not UTF-8"),
        (["case", "bad.yaml"], "bad.yaml"),
        (["games", "nope"], "the games are"),
        (["print", "nope"], "the games are"),
        (["perft", "bad.json", "99"], "0 to 20"),
    ],
)
def test_mistakes_are_one_line(postfox, tmp_path: Path, arguments: list[str], said: str):
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "bad.yaml").write_text("- [")
    assert said in one_line(postfox(*arguments))


def test_a_file_that_is_not_there_is_told_before_anything_is_done(postfox, tmp_path: Path):
    postfox("new", "snakes-and-foxes", "ab", *PLAYERS, "--seed", "wheel")
    before = (tmp_path / "ab" / "log.jsonl").read_bytes()
    assert "ann.txt: No such file" in one_line(postfox("adjudicate", "ab", "ann.txt"))
    assert (tmp_path / "ab" / "log.jsonl").read_bytes() == before


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


# The first minutes


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


def test_postfox_alone_gives_three_things_to_begin_with(postfox):
    said = postfox()
    assert said.code == app.DONE and not said.err
    assert [line.split()[:2] for line in said.out.splitlines() if line.startswith("  postfox")] == [
        ["postfox", "games"],
        ["postfox", "print"],
        ["postfox", "demo"],
    ]


def test_the_version_is_the_packages(postfox):
    said = postfox("--version")
    assert said.code == app.DONE
    name, number = said.out.split()
    assert name == "postfox" and number[0].isdigit()


def test_help_explains_what_is_named(postfox):
    assert postfox("help", "print").out == postfox("print", "--help").out
    assert postfox("help", "mail", "fetch").out == postfox("mail", "fetch", "--help").out
    said = postfox("help").out
    assert [said.index(f"\n{heading}:\n") for heading in app.Root.HEADED] == sorted(
        said.index(f"\n{heading}:\n") for heading in ("Print", "Play", "Referee", "Set up")
    )


@pytest.mark.parametrize(("typed", "meant"), app.Root.MEANT.items())
def test_a_name_of_before_goes_on_working_and_is_not_listed(typed: str, meant: str, postfox):
    assert postfox(typed, "--help").out == postfox(*meant.split(), "--help").out != ""
    assert f"\n  {typed} " not in postfox("--help").out


def test_a_long_help_has_headings_and_what_is_seldom_needed_only_where_all_is_asked_for(postfox):
    short, whole = postfox("print", "-h").out, postfox("print", "--help", "all").out
    assert postfox("help", "print").out == short
    assert all(f"\n{heading}:\n" in short for heading in ("What", "Size", "Look", "Finish", "File"))
    listed = re.findall(r"(?m)^  (?:-[a-gi-z], )?(--[a-z-]+)", short)
    every = re.findall(r"(?m)^  (?:-[a-gi-z], )?(--[a-z-]+)", whole)
    assert len(listed) == 20 and set(listed) < set(every)
    assert f"{len(every) - len(listed)} options that are seldom needed" in " ".join(short.split())
    assert "More:" not in whole and "--bleed" in every


@pytest.mark.parametrize("name", ["Snail Trail", "snail", "SNAIL-TRAIL", "snail_trail"])
def test_a_game_is_found_by_its_title_or_a_beginning(postfox, name: str):
    assert postfox("games", name).out == postfox("games", "snail-trail").out
    assert postfox("print", name, "--sheet", "board", "--format", "json").code == app.DONE
    assert Path("out/snail-trail-board-a4.json").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("print", "sna"), "there is no game 'sna'"),  # two games begin so
        (("print", "wolvs"), "did you mean wolves-and-jackals or wolves-and-sheep?"),
        (("print", "asalt"), "there is no game 'asalt'; did you mean asalto? the games are fox-and-geese"),
        (
            ("print", "rhombus"),
            "a variant of fox-and-geese and of snail-trail; write fox-and-geese or snail-trail, and",
        ),
        (("print", "asalto", "--variant", "renard"), "'asalto' is a variant of fox-and-geese itself; remove --variant"),
        (
            ("print", "fox", "--variant", "asallto"),
            "--variant: variant: 'asallto' is not possible; did you mean asalto?",
        ),
        (("print", "fox", "--option", "chian=1"), "there is no option 'chian'; did you mean chain?"),
        (("print", "fox", "--sheet", "tokes"), "there is no sheet 'tokes'; did you mean tokens?"),
        (("print", "fox", "--sheet", "board,tokes"), "there is no sheet 'tokes'; did you mean tokens?"),
        (("print", "fox", "--theme", "inksaver"), "did you mean ink-saver?"),
        (("print", "fox", "--card", "bridge"), "'--card': 'bridge' is not one of 'poker', 'tarot', 'mini'; `postfox"),
        (("games", "--people", "x"), "'--people': this is not a whole number; `postfox games --help` shows how"),
    ],
)
def test_a_name_nearly_right_is_guessed(postfox, arguments: tuple[str, ...], says: str):
    said = postfox(*arguments)
    assert said.code == app.USAGE and says in said.err and said.err.count("\n") == 1
    assert not Path("out").exists()


@pytest.mark.parametrize("hunt", ["fox-13", "Hare & Hounds"])
def test_a_hunt_is_a_game_by_its_own_name(postfox, hunt: str):
    variant = plain(hunt)
    said = postfox("print", hunt, "--sheet", "tokens", "--format", "json")
    assert said.out == postfox("print", "fox", "--variant", variant, "--sheet", "tokens", "--format", "json").out
    assert f"(fox-and-geese --variant {variant}), 2 players" in postfox("games", hunt).out
    assert postfox("new", hunt, "m", "--player", "A", "--player", "B").code == app.DONE
    assert json.loads(Path("m/match.json").read_text())["options"]["variant"] == variant


def test_several_sheets_are_as_many_files(postfox):
    said = postfox("print", "the-game", "--sheet", "tokens, board", "--format", "json")
    assert [Path(line).name for line in said.out.splitlines()] == ["the-game-tokens-a4.json", "the-game-board-a4.json"]
    said = postfox("print", "the-game", "--sheet", "all", "--format", "json")
    assert "the-game-rules-a4.json" in said.out and "kit" not in said.out


def test_several_sheets_go_into_one_file_that_is_named_but_a_kit_by_itself(postfox):
    said = postfox("print", "the-game", "--sheet", "tokens,board", "--format", "json", "--out", "one.json")
    assert said.code == 0
    assert [part["title"] for part in json.loads(Path("one.json").read_text())["parts"]] == ["Tokens", "Board"]
    said = postfox("print", "the-game", "--sheet", "tokens,kit", "--format", "json", "--out", "two.json")
    assert said.code == app.USAGE and "--out" in said.err
    assert not Path("two.json").exists()


def test_no_picture_is_written_to_a_terminal(postfox, monkeypatch: pytest.MonkeyPatch):
    assert postfox("new", "snail-trail", "ab", *PLAYERS).code == app.DONE
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    said = postfox("show", "ab", "--format", "png")
    assert said.code == app.USAGE and "--out board.png" in said.err and not said.out


def test_what_reports_reports_to_programs_too(postfox):
    assert postfox("new", "snail-trail", "ab", *PLAYERS, "--practice").code == app.DONE
    games = json.loads(postfox("games", "--json").out)
    assert [game["game"] for game in games] == re.findall(r"^([a-z-]+): ", postfox("games").out, re.M)
    assert json.loads(postfox("games", "snail", "--json").out) in games
    assert json.loads(postfox("moves", "ab", "--limit", "3", "--json").out) == (
        postfox("moves", "ab", "--limit", "3").out.splitlines()
    )
    (match,) = json.loads(postfox("desk", "--json").out)
    assert match["match"] == "ab" and match["waits_for"] in ("Anna", "Bob") and match["notes"] == []
    assert json.loads(postfox("ratings", "--json").out) == []
    (again,) = json.loads(postfox("readjudicate", "ab", "--json").out)
    assert again == {"match": "ab", "lines": 1, "differences": []}
    assert [one["action"] for one in json.loads(postfox("hint", "ab", "--bot", "careful", "--json").out)] == re.findall(
        r"  (.+)", postfox("hint", "ab", "--bot", "careful").out
    )
    (file, *_) = (ROOT / "tests/cases/snail-trail").iterdir()
    assert all(case["passed"] for case in json.loads(postfox("case", str(file), "--json").out))


def test_a_decision_as_data(postfox):
    told = json.loads(postfox("solve", "snail-trail", "--size", "3", "--line", "--json").out)
    said = postfox("solve", "snail-trail", "--size", "3", "--line").out
    assert f"best: {told['best']}" in said and f"best play: {'; '.join(told['line'])}" in said


def test_settings_as_data(postfox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("POSTFOX_SETTINGS", str(tmp_path / "none.toml"))
    (tmp_path / "postfox.toml").write_text('paper = "letter"\n')
    assert json.loads(postfox("settings", "--json").out) == {
        "paper": {"value": "letter", "file": str(tmp_path / "postfox.toml")}
    }


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (("--people", "1"), {"snakes-and-foxes", "snakey-dice"}),
        (("--people", "1", "--minutes", "20"), {"snakey-dice"}),
        (("--minutes", "10"), {"snail-trail"}),
        (("--people", "3"), {"snakey-dice"}),
        (("--minutes", "5"), set()),
    ],
)
def test_games_are_chosen_by_players_and_time(postfox, wanted: tuple[str, ...], found: set[str]):
    said = postfox("games", *wanted).out
    assert set(re.findall(r"^([a-z-]+): ", said, re.M)) == found
    assert {game["game"] for game in json.loads(postfox("games", *wanted, "--json").out)} == found
    assert found or "no game is for" in said


# The settings file


def test_settings_count_for_every_command_that_has_the_option_and_the_command_line_wins(postfox):
    Path("postfox.toml").write_text('paper = "letter"\nmatches = "games"\nlate = "forfeit"\n', encoding="utf-8")
    assert postfox("print", "the-game", "--sheet", "board").out.strip() == "out/the-game-board-letter.pdf"
    assert postfox("print", "the-game", "--sheet", "board", "--paper", "a4").out.strip() == "out/the-game-board-a4.pdf"
    assert postfox("new", "snail-trail", "games/ab", *PLAYERS, "--deadline", "3d").code == app.DONE
    assert json.loads(Path("games/ab/match.json").read_text())["terms"]["late"] == "forfeit"
    assert "ab" in postfox("desk").out
    Path("box").mkdir()
    assert postfox("mail", "fetch", "--mbox", "none").code != app.DONE  # looked for in games/, which has no such mbox
    said = postfox("settings").out
    assert f"paper      letter  ({Path.cwd() / 'postfox.toml'})" in said and "theme      -" in said


def test_a_folder_s_settings_go_before_one_s_own(postfox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "own.toml").write_text('paper = "a3"\ntheme = "high-contrast"\n', encoding="utf-8")
    monkeypatch.setenv("POSTFOX_SETTINGS", str(tmp_path / "own.toml"))
    Path("postfox.toml").write_text('paper = "letter"\n', encoding="utf-8")
    assert postfox("print", "the-game", "--sheet", "board").out.strip() == "out/the-game-board-letter-high-contrast.pdf"


def test_what_is_typed_for_a_mailbox_takes_the_place_of_the_one_in_the_settings(postfox):
    Path("postfox.toml").write_text('imap = "imaps://me%40example.org@mail.example.org"\n', encoding="utf-8")
    Path("box").touch()
    assert postfox("mail", "fetch", "--mbox", "box").code == app.DONE


def test_mistakes_in_the_settings_are_all_named_with_their_lines(postfox):
    Path("postfox.toml").write_text('papper = "a4"\ntheme = ["x"]\npassword = "fox"\n', encoding="utf-8")
    said = postfox("games")
    assert said.code == app.USAGE
    one, two, three = said.err.splitlines()
    assert "postfox.toml:1" in one and "did you mean paper?" in one
    assert "postfox.toml:2" in two and "postfox.toml:3" in three and "keyring" in three


def test_init_asks_and_writes_and_keeps_what_it_does_not_ask(postfox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("POSTFOX_SETTINGS", str(tmp_path / "own" / "postfox.toml"))
    asked = iter(["letter", "de", "games", 'The "fox" <referee@example.org>', ""])
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(asked))
    assert postfox("init").out.strip() == str(tmp_path / "own" / "postfox.toml")
    written = (tmp_path / "own" / "postfox.toml").read_text(encoding="utf-8")
    assert 'from = "The \\"fox\\" <referee@example.org>"' in written and "imap" not in written
    (tmp_path / "own" / "postfox.toml").write_text(f'late = "pass"\ntemplates = "mine"\n{written}', encoding="utf-8")
    asked = iter(["a4", "en", "games", "", ""])
    assert postfox("init").code == app.DONE
    assert 'late = "pass"\ntemplates = "mine"\n' in (
        again := (tmp_path / "own" / "postfox.toml").read_text(encoding="utf-8")
    )
    assert 'paper = "a4"' in again and "referee@example.org" not in again


def test_a_proof_as_data(postfox, tmp_path: Path) -> None:
    postfox("new", "snail-trail", "ab", *PLAYERS, "--seed", "wheel")
    said = postfox("verify", "ab", "--json")
    (proof,) = json.loads(said.out)
    assert said.code == 0 and proof["verified"] and proof["match"] == "ab" and proof["lines"] == 1
    log = (tmp_path / "ab/log.jsonl").read_text(encoding="utf-8")
    (tmp_path / "ab/log.jsonl").write_text(log.replace('"turn":1', '"turn":2'), encoding="utf-8")
    said = postfox("verify", "ab", "--json")
    (proof,) = json.loads(said.out)
    assert said.code == 1 and not proof["verified"] and proof["problems"][0]["source"].endswith("log.jsonl")


def test_a_new_table_takes_the_first_folder_that_is_free_or_the_one_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (play.TABLES / "snail-trail-2").mkdir(parents=True)
    made: list[Path] = []

    class Sitting:
        address = ""

        def __init__(self, path: Path, *_: object) -> None:
            made.append(path)

        def serve_forever(self) -> None: ...

    monkeypatch.setattr(server, "Server", lambda *given: nullcontext(Sitting(*given)))
    for out in ((), (), ("--out", "own")):
        app.app(["table", "snail-trail", "--seed", "x", "--no-open", *out], standalone_mode=False)
    assert made == [play.TABLES / "snail-trail-1", play.TABLES / "snail-trail-3", Path("own")]
    assert all((folder / "match.json").exists() for folder in made)


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


def given(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """From here on standard input has that text."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))


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


@pytest.mark.parametrize(
    ("here", "there"), [("a", "b"), ("postgresql://h/a", "postgres://h/b"), ("a", "postgresql://h")]
)
def test_matches_are_copied_between_a_folder_and_a_store_alone(postfox, here: str, there: str) -> None:
    said = one_line(postfox("mail", "store", "copy", here, there))
    assert "store copy: one of the two is a folder" in said or "a store is postgresql://HOST/DATABASE" in said


def test_matches_are_copied_into_a_store_and_back(postfox, monkeypatch: pytest.MonkeyPatch) -> None:
    called = list[tuple[object, ...]]()

    def copied(*given: object) -> list[str]:
        called.append(given)
        return ["m"]

    monkeypatch.setattr("adjudicator.match.store.club.copied_in", copied)
    monkeypatch.setattr("adjudicator.match.store.club.copied_out", copied)
    assert postfox("mail", "store", "copy", "games", "postgresql://h/a/m").out == "m\n"
    assert postfox("mail", "store", "copy", "postgresql://h/a", "games").out == "m\n"
    assert called == [(Path("games"), "postgresql://h/a", "m"), ("postgresql://h/a", Path("games"), "")]


@pytest.mark.parametrize(
    ("word", "found"), [("postgresql://h/a/m", True), ("postgresql://h/a/n", True), ("m", True), ("n", False)]
)
def test_a_word_at_the_table_means_a_match_of_the_store_that_is_there(
    word: str, found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = SimpleNamespace(folders=lambda: [Path("store/m")], place=lambda name: Path("store", name))
    root = SimpleNamespace(params={"store": "postgresql://h/a"})
    context = SimpleNamespace(find_root=lambda: root, resilient_parsing=False, with_resource=lambda club: club)
    monkeypatch.setattr(parameters, "_context", lambda: context)
    monkeypatch.setattr(parameters, "opened", lambda url: club)
    monkeypatch.chdir(tmp_path)
    assert parameters.at_table(word) == ((club, Path("store", word[-1])) if found else None)


def test_a_settings_file_that_cannot_be_read_is_one_line(postfox, tmp_path: Path) -> None:
    (tmp_path / "postfox.toml").write_bytes(b"paper = '\xff'")
    assert one_line(postfox("games")).endswith("postfox.toml: the settings cannot be read: it is not UTF-8\n")
    (tmp_path / "postfox.toml").unlink()
    (tmp_path / "postfox.toml").mkdir()
    assert one_line(postfox("games")).endswith("the settings cannot be read: this is not a file\n")


def test_a_folder_of_templates_in_the_settings_is_there_or_to_be_made(
    postfox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTFOX_TEMPLATES", "")
    monkeypatch.delenv("POSTFOX_TEMPLATES")
    (tmp_path / "postfox.toml").write_text('templates = "mine"\n')
    assert "templates: there is no folder" in one_line(postfox("games", "snail-trail"))
    assert postfox("templates", "copy", "hunts/rhombus.toml").code == 0
    assert (tmp_path / "mine/hunts/rhombus.toml").is_file()
    monkeypatch.delenv("POSTFOX_TEMPLATES")
    assert postfox("games", "snail-trail").code == 0 and os.environ["POSTFOX_TEMPLATES"] == str(tmp_path / "mine")


def test_of_too_many_moves_the_first_are_listed_and_how_many_there_are_is_said(
    postfox, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert postfox("new", "the-game", "ab", *PLAYERS, "--seed", "wheel").code == 0
    every = postfox("moves", "ab").out.splitlines()
    many, game = len(every), Folder(Path("ab")).game
    assert postfox("moves", "ab", "--count").out == f"{many}\n" and many > 9
    assert postfox("moves", "ab", "--count", "--limit", "9").out == "9\n"
    assert postfox("moves", "ab", "--count", "--for", "Bob").out == f"{many}\n"
    assert postfox("moves", "ab", "--count", "--for", "Bob", "--limit", "9").out == "9\n"
    assert "a position has no players" in one_line(postfox("moves", "ab/state.json", "--for", "Bob"))
    for most in (many, many - 1, 9):
        less = most < many
        note, vague = (
            f"# {number} legal moves; the first {most} are listed, --limit lists more"
            for number in (many, f"more than {most}")
        )
        with monkeypatch.context() as patch:
            patch.setattr(show, "MOST_MOVES", most)
            assert postfox("moves", "ab").out.splitlines() == every[:most] + [note] * less
            assert postfox("moves", "ab", "--for", "Bob").out.splitlines() == every[:most] + [vague] * less
            assert postfox("moves", "ab", "--for", "Anna").out == ""
            assert postfox("moves", "ab", "--limit", "12").out.splitlines() == every[:12]
            patch.setattr(type(game), "count", lambda *_: None)
            assert postfox("moves", "ab").out.splitlines() == every[:most] + [vague] * less
            assert postfox("moves", "ab", "--count").out == (f"more than {most}\n" if less else f"{many}\n")
            assert postfox("moves", "ab", "--count", "--limit", "9").out == "9\n"
    assert postfox("order", "ab", "abandon").code == 0
    assert (postfox("moves", "ab").out, postfox("moves", "ab", "--count").out) == ("", "0\n")
    assert postfox("new", "the-game", "cd", *PLAYERS, "--join").code == 0
    assert "play has not begun; every player sends `join`" in one_line(postfox("moves", "cd"))


@pytest.mark.parametrize("several", [False, True])
def test_results_as_json_are_a_list_only_where_something_varies(several: bool) -> None:
    results: Any = [SimpleNamespace(to_json=lambda: {"games": 2})] * (1 + several)
    assert json.loads(play._written(results, "json", several)) == ([{"games": 2}] * 2 if several else {"games": 2})


class Sitting:
    """A server of the table that nobody asks anything: what it was begun with, until Ctrl-C."""

    begun: ClassVar[list[tuple[Any, ...]]] = []

    def __init__(self, *given: Any) -> None:
        self.begun.append(given)
        self.address = "http://127.0.0.1:1/x/"

    def __enter__(self) -> Sitting:
        return self

    def __exit__(self, *_: object) -> None: ...

    def door(self) -> Path:
        return Path("/door.html")

    def serve_forever(self) -> None:
        raise KeyboardInterrupt


def test_a_table_begins_a_match_of_its_own_or_goes_on_with_one(postfox, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, tables = list[str](), Path("out/tables")
    monkeypatch.setattr(Sitting, "begun", [])
    monkeypatch.setattr("adjudicator.table.server.Server", Sitting)
    monkeypatch.setattr("webbrowser.open", opened.append)

    def sat(*words: str) -> tuple[Any, ...]:
        said = postfox("table", *words)
        path, port, language, lent, home = Sitting.begun.pop()
        name = path or home
        assert said.out == f"{name}: the table is at http://127.0.0.1:1/x/\n" and lent is None and port == 0
        again = f"{name}: the match is kept; `postfox table {name}` goes on with it"
        kept = again if path else "matches are kept; `postfox table` goes on with them"
        assert (said.code, said.err) == (0, f"\n{kept}\n")
        return path, language, home

    assert sat() == (None, "en", tables) and opened == ["file:///door.html"]
    assert sat("--out", "mine", "--no-open", "--language", "de") == (None, "de", Path("mine")) and len(opened) == 1
    for number in (1, 2):
        assert sat("the-game", "--no-open") == (tables / f"the-game-{number}", "en", tables)
    match = Folder(tables / "the-game-1").match
    assert [(seat.name, seat.bot) for seat in match.seats] == [("Guest", ""), ("Careful", "careful")]
    assert match.terms is not None and match.terms.practice
    assert sat(str(tables / "the-game-1")) == (tables / "the-game-1", "en", tables) and len(opened) == 2
    sat("snakey-dice", "--out", "alone")
    assert [seat.name for seat in Folder(Path("alone")).match.seats] == ["Guest"]
    assert Folder(Path("alone")).match.terms is None
    sat("the-game", "--out", "two", "--player", "Anna", "--player", "Otto", "--practice")
    two = Folder(Path("two")).match
    assert [seat.name for seat in two.seats] == ["Anna", "Otto"] and two.terms is not None and two.terms.practice


def test_a_table_borrows_a_match_of_a_store(postfox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "begun", [])
    monkeypatch.setattr("adjudicator.table.server.Server", Sitting)
    monkeypatch.setattr(play, "at_table", lambda word: (SimpleNamespace(lent="lent"), Path("place", word)))
    said = postfox("table", "m", "--no-open", "--port", "7")
    assert Sitting.begun == [(Path("place/m"), 7, "en", "lent", Path("out/tables"))]
    assert said.out.startswith("m: the table is at ") and "postfox table m`" in said.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), ""), (("--deadline", "3d"), ""), (("--deadline", "3d", "--late", "random", "--proof", "token"), ""),
        (("--deadline", "3d", "--late", "random"), "a deadline can cost a player the match"),
        (("--late", "random"), "--late does nothing without a deadline"), (("--grey",), ""), (("--late", "wait"), ""),
        (("--forfeit-after", "3"), ""), (("--remind", "2d", "--grace", "6h"), "--grace does nothing without"),
        (("--seed", "x"), "anyone who guesses the seed"),
    ],
)  # fmt: skip
def test_what_a_new_match_is_warned_of(words: tuple[str, ...], said: str, postfox) -> None:
    both = ("--player", "Anna <anna@example.org>", "--player", "Bob <bob@example.org>")
    done = postfox("new", "the-game", "ab", *both, *words)
    assert done.code == 0 and (said in done.err if said else not done.err), done.err
    assert done.err.count("\n") == bool(said)


def test_a_name_of_letters_that_look_alike_is_warned_of_and_each_reads_the_language_asked_for(postfox) -> None:
    done = postfox("new", "the-game", "ab", "--player", "\u0410nna", "--player", "bot:random", "--language", "de")
    assert done.err == "postfox: the name \u0410nna mixes letters of two scripts that look alike\n"
    assert [seat.language for seat in Folder(Path("ab")).match.seats] == ["de", ""]
    assert not postfox(
        "new", "the-game", "cd", "--player", "A", "--player", "B", "--late", "random", "--deadline", "3d"
    ).err


def test_numbers_are_as_far_as_they_may_be_and_no_further(postfox, tmp_path: Path) -> None:
    assert postfox("new", "snail-trail", "ab", *PLAYERS).code == 0
    asked = list[int]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("adjudicator.lab.play.perft", lambda position, depth: asked.append(depth) or 7)
        for depth in (0, 20):
            assert postfox("perft", "ab/state.json", str(depth)).out == "7\n"
        assert "21 is out of range; use 0 to 20" in one_line(postfox("perft", "ab/state.json", "21"))
        assert asked == [0, 20]
        puzzles = list[int]()
        patch.setattr("adjudicator.lab.puzzles.find.puzzles", lambda *given: puzzles.append(given[3]) or [])
        patch.setattr("adjudicator.lab.puzzles.words.lines", lambda *_, **__: ["said"])
        assert (
            postfox("puzzle", "snail-trail").code
            == postfox("puzzle", "snail-trail", "--count", str(find.MOST)).code
            == 0
        )
        for count in (0, find.MOST + 1):
            said = one_line(postfox("puzzle", "snail-trail", "--count", str(count)))
            assert f"{count} puzzles do not fit a sheet; take 1 to {find.MOST}" in said
        assert "a page to tap has one" in one_line(postfox("puzzle", "snail-trail", "--count", "2", "--format", "html"))
        assert puzzles == [1, find.MOST]


def test_what_is_not_said_is_what_the_guide_says() -> None:
    defaults = {
        export.odds: {"games": 20, "px": 140}, export.bind: {"px": 140}, mail.serve: {"every": 60},
        mail.store_work: {"every": 60}, play.try_: {"games": 1000, "jobs": 0}, play.puzzle: {"count": 1, "turns": 0},
        play.simulate: {"games": 100, "jobs": 0}, play.table: {"port": 0},
    }  # fmt: skip
    for command, known in defaults.items():
        parameters_of = inspect.signature(command).parameters.values()
        assert {one.name: one.default for one in parameters_of if type(one.default) in (int, float)} == known
    assert new.TermsGiven().forfeit_after == 3


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


def test_what_acts_tells_programs_what_it_did(postfox, tmp_path: Path) -> None:
    (begun,) = json.loads(postfox("new", "snail-trail", "ab", *PLAYERS, "--seed", "wheel", "--json").out)
    assert begun["orders"] == ["begin"] and begun["turn"] == 1 and begun["folder"] == "ab"
    order = postfox("moves", "ab", "--limit", "1").out.strip()
    (tmp_path / "good.txt").write_text(order)
    (tmp_path / "bad.txt").write_text("move z99")
    done = postfox("adjudicate", "ab", "good.txt", "bad.txt", "--json")
    good, bad = json.loads(done.out)
    assert done.code == 1 and good["orders"] == [order] and good["refused"] == []
    assert [(one["source"], one["line"]) for one in bad["refused"]] == [("bad.txt", 1)] and bad["to_act"] == good[
        "to_act"
    ]
    (held,) = json.loads(postfox("order", "ab", "hold", "--json").out)
    assert held["match"] == "ab" and held["seat"] is None
    (page,) = json.loads(postfox("page", "ab", "--for", "Anna", "--json").out)
    assert (tmp_path / page["file"]).is_file() and page["seat"] == "Anna"
    (excerpt,) = json.loads(postfox("excerpt", "ab", "--json").out)
    assert (tmp_path / excerpt["file"]).is_file()
    assert json.loads(postfox("due", "--json").out) == []
    sent = json.loads(postfox("send", "--outbox", "out", "--from", "r@example.org", "--json").out)
    assert sent and {(one["match"], one["address"], one["what"]) for one in sent} == {
        ("ab", "anna@example.org", "sent")
    }


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


def test_a_match_that_begins_says_what_it_trusts(postfox) -> None:
    known = ["--player", "Anna <a@example.org>", "--player", "Bob"]
    timed = (*known, "--deadline", "3d")
    assert "--proof token" in postfox("new", "snail-trail", "late", *timed, "--late", "random").err
    assert "--proof" not in postfox("new", "snail-trail", "patient", *timed).err, "the match waits: it costs nothing"
    assert "--proof" not in postfox("new", "snail-trail", "free", *known).err
    assert "--proof" not in postfox("new", "snail-trail", "safe", *timed, "--late", "random", "--proof", "token").err
    names = {"\u0410nna": True, "\u0410\u043d\u043d\u0430": False, "Zo\u00eb": False}
    for number, (name, warned) in enumerate(names.items()):
        begun = postfox("new", "snail-trail", f"m{number}", "--player", name, "--player", "Bob")
        assert begun.code == 0 and ("two scripts" in begun.err) == warned


def test_a_page_of_a_game_names_what_there_is(postfox) -> None:
    """No piece of which none is printed, no article before several, and no list of all hunts on the page of one."""
    for name in ("snail-trail", "snakey-dice", "asalto"):
        page = " ".join(postfox("games", name).out.split())
        assert not re.search(r"[ ,]0 [A-Z]|a pencils|variant=fox-13", page), page
    assert "asalto              Asalto" in postfox("games", "fox-and-geese").out


def test_a_picture_that_cannot_be_drawn_is_said_and_left_out(postfox, tmp_path: Path, monkeypatch) -> None:
    def broken(*_: object) -> bytes:
        raise ValueError("no rasteriser")

    monkeypatch.setattr("printables.render.png.picture", broken)
    begun = postfox("new", "snail-trail", "ab", *PLAYERS, "--seed", "wheel")
    assert begun.code == 0 and "board.png could not be drawn" in begun.out
    order = postfox("moves", "ab", "--limit", "1").out
    (tmp_path / "order.txt").write_text(order)
    done = postfox("adjudicate", "ab", "order.txt")
    assert done.code == 0 and done.out.count("board.png could not be drawn") == 1
    assert (tmp_path / "ab/board.svg").is_file() and not (tmp_path / "ab/board.png").exists()
    assert postfox("verify", "ab").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("resign",), "'resign' is an order, not a command; give it in a move file, or in a line: echo 'resign'"),
        (("table", "snakse"), "did you mean snakes-and-foxes or snakey-dice?"),
        (("print", ""), "there is no game ''; the games are"),
        (("show", "."), "this folder holds matches; name one of anna-bob"),
        (("page", "anna-bob", "--for", "ana"), "did you mean Anna?"),
        (("page", "anna-bob", "--from", "nonsense"), "'nonsense' is not an email address"),
        (("adjudicate", "anna-bob", "b2"), "an order itself may come from standard input"),
        (("print", "fox-and-geese", "--option", "hunt=bear.toml"), "bear.toml: it cannot be read: No such file"),
        (("print", "snail-trail", "--space-mm", "two"), "'--space-mm': this is not a number"),
        (("print", "snakes", "and", "foxes"), "'and foxes' is more than this command takes; put a name of several"),
    ],
)
def test_what_people_type_is_answered_by_a_line_that_says_what_would_be_right(
    words, said, postfox, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert not postfox("new", "snail-trail", "anna-bob", "--player", "Anna", "--player", "Bob", "--seed", "x").code
    answer = postfox(*words)
    assert answer.code == app.USAGE and said in answer.err and len(answer.err.splitlines()) == 1


def test_what_is_meant_is_done(postfox, tmp_path, monkeypatch):
    """A match by its match.json, folder and file the other way round, an order from a pipe, a title in German."""
    monkeypatch.chdir(tmp_path)
    assert not postfox("new", "snail-trail", "ab", "--player", "Anna", "--player", "Bob", "--seed", "x").code
    assert "Turn 1: " in postfox("show", "ab/match.json").out
    Path("move.txt").write_text(postfox("moves", "ab", "--limit", "1").out)
    assert "one square" in postfox("adjudicate", "move.txt", "ab").out
    order = postfox("moves", "ab", "--limit", "1").out.encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(order)))
    assert "2 squares" in postfox("adjudicate", "ab", "-").out
    assert (tmp_path / "ab/inbox/done/0002-standard-input").read_bytes() == order
    assert not postfox("verify", "ab").code
    assert postfox("games", "Fuchs und Gänse").out.startswith("Fox & Geese (fox-and-geese --variant fox-13)")
    assert "great-siege" in postfox("print", "Die große Belagerung", "--sheet", "cards", "--format", "svg").out


def test_the_rules_are_shown_as_text_of_a_game_a_hunt_and_a_match(postfox, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hunt = postfox("rules", "hare-and-hounds", "--language", "de").out
    assert hunt.startswith("Hase & Hunde\n\nDie Hunde wollen ") and max(map(len, hunt.splitlines())) <= 110
    assert not re.search(r"!\[|\$|\*\*|\(token:", hunt)
    assert not postfox("new", "snail-trail", "ab", "--player", "A", "--player", "B", "--option", "size=5").code
    assert "A board of 5 x 5 squares" in postfox("rules", "ab").out
    assert "A board of 7 x 7 squares" in postfox("rules", "snail").out
    assert postfox("rules", "ab", "--out", "rules.pdf").out == "rules.pdf\n"
    assert Path("rules.pdf").read_bytes().startswith(b"%PDF")


def test_letters_of_a_new_match_are_in_the_language_that_was_asked_for(postfox, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    begun = ("new", "snail-trail", "ab", "--player", "Anna", "--player", "Bob")
    assert not postfox(*begun, "--language", "de").code
    assert "hat begonnen" in next(Path("ab/letters").glob("*A*.txt")).read_text(encoding="utf-8")
    assert not postfox("verify", "ab").code
    assert "tlh" in postfox("new", "snail-trail", "cd", *begun[3:], "--language", "tlh").err


SESSION = (
    "new snakes-and-foxes m --player 'Anna <anna@example.org>' --player Bob --seed wheel",
    "new the-game j --player 'Anna <anna@example.org>' --player 'Bob <bob@example.net>' --join --seed wheel --grace 6h",
    "new snail-trail t --player 'Аnna <anna@example.org>' --player 'Bob <b@example.net>' --proof token --seed wheel",
    "moves m --limit 3", "moves m --count", "moves m --for Anna", "moves m --for Zoe", "moves j", "moves m --json",
    "show m", "show j", "show m --turn 1", "show m --turn 9", "show m --turn 0", "show j --format svg",
    "adjudicate m", "adjudicate m --json", "show m", "show m --turn 2", "moves m --for Anna --count",
    "order m 'say all: hello' 'award Anna'", "order . 'say all: to all of you'", "order . 'award Anna'",
    "order m 'extend Anna 2 days'", "order m 'sya all: x'", "order m undo --json", "order m 'award Bob'",
    "show m", "moves m", "moves m --count", "desk --matches .", "desk --matches . --json", "verify m j",
    "verify nowhere", "verify m --json", "mail token m", "analyse m", "hint j", "ratings .", "archive m",
    "games --players 1", "games --players 4 --time 30", "games snail", "games asalto", "games chess", "rules asalto",
    "position perft - 2", "templates check nowhere",
    "templates preview nothing", "club init carla@example.org --matches .", "club init carla@example.org --matches .",
    "mail send --matches .", "mail send --matches . --outbox out --sendmail x --from a@b.c", "mail fetch --matches .",
    "mail due --matches .", "due --matches .", "mail fetch --maildir none --matches .", "club pages m --matches .",
)  # fmt: skip
ORDERS = ("player Bob\n{}\nsay Anna: mind the fox\nsay Anna: and the snake", "player Anna\nmove z9", "player Zoe\npass")


def test_a_session_says_what_it_said(postfox, tmp_path: Path, golden: Golden) -> None:
    """What commands print, on both streams, and how they end, in one folder, one after the other."""
    said = list[str]()
    for words in SESSION:
        if words.startswith("adjudicate"):
            legal = postfox("moves", "m", "--limit", "1").out.strip()
            (tmp_path / "m/inbox").mkdir(exist_ok=True)
            for number, text in enumerate(ORDERS):
                (tmp_path / f"m/inbox/{number}.txt").write_text(text.format(legal), encoding="utf-8")
        told = postfox(*shlex.split(words))
        said += [
            f"$ postfox {words}",
            told.out,
            *(f"2> {line}" for line in told.err.splitlines()),
            f"({told.code})",
            "",
        ]
    text = "\n".join(said).replace(str(tmp_path), "HERE")
    golden("session.txt", re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+(Z|(?<=:00))?", "NOW", text))


def test_what_is_asked_back_is_told_with_its_answers_after_what_was_refused() -> None:
    why = SimpleNamespace(line=3)
    entry = SimpleNamespace(
        asks=SimpleNamespace(why=(why,)), offered=(("a-1", "move a2"), ("a-2", "move a3")), source="inbox/1.txt",
        refusals=[SimpleNamespace(line=1, reason="no such square", hint="squares are a1 to h8")],
    )  # fmt: skip
    said: Any = SimpleNamespace(entry=entry, source="")
    refused, asked = show.refusals(said)
    assert refused == Problem("inbox/1.txt", 1, "no such square", "squares are a1 to h8")
    listed = "`move a2` (then send `yes a-1`) or `move a3` (then send `yes a-2`)"
    assert asked == Problem("inbox/1.txt", 3, "nothing was played", f"did you mean {listed}?")
    entry.asks.why = ()
    assert show.refusals(said)[1].line == 0
    entry.asks = None
    assert show.refusals(said) == [refused]
