"""Help, what is typed nearly right or by another name, and mistakes: each is one line."""

from __future__ import annotations

import inspect
import io
import json
import re
from pathlib import Path

import pytest
from typed import PLAYERS, one_line, postfox as postfox

from adjudicator.cli import app, export, mail, new, play
from adjudicator.lab.puzzles import find
from printables.core import plain


def test_the_games(postfox):
    listed = postfox("games").out
    assert "snakes-and-foxes" in listed
    assert "`postfox games GAME` shows" in listed
    page = postfox("games", "snakes-and-foxes").out
    assert "first_ring=red" in page and "Olgar Shiverstone" in page


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


def test_a_page_of_a_game_names_what_there_is(postfox) -> None:
    """No piece of which none is printed, no article before several, and no list of all hunts on the page of one."""
    for name in ("snail-trail", "snakey-dice", "asalto"):
        page = " ".join(postfox("games", name).out.split())
        assert not re.search(r"[ ,]0 [A-Z]|a pencils|variant=fox-13", page), page
    assert "asalto              Asalto" in postfox("games", "fox-and-geese").out


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
