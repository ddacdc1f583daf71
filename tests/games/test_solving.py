"""`postfox solve`: what it says of starts and positions, and of what it cannot decide."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from lanes import THOROUGH
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.dice import ScriptedDice
from adjudicator.games import position
from printables.core import UserError

run = CliRunner()
HUNT = ["solve", "fox-and-geese", "--variant", "hare-and-hounds"]


def test_the_start_is_decided_and_played_out() -> None:
    done = run.invoke(app, [*HUNT, "--line"])
    assert done.exit_code == 0
    value, best, line, looked = done.output.strip().split("\n")
    assert value == "A, to move, wins in 23 plies"
    assert line.startswith(f"best play: {best.removeprefix('best: ')}; ")
    assert len(line.removeprefix("best play: ").split()) == 23
    assert looked == "looked at 2,640 positions"


def test_a_position_in_a_file(tmp_path: Path) -> None:
    game = games.find("fox-and-geese")
    state = game.State(options=game.Options(variant="hare-and-hounds"), to_move=0, many=("c2", "d1", "d3"), few=("e2",))
    file = tmp_path / "position.json"
    file.write_text(position.write(game, state))
    done = run.invoke(app, ["solve", "fox-and-geese", str(file)])
    assert done.output.split("\n")[:2] == ["A, to move, wins in 1 ply", "best: c2-d2"]
    after = game.apply(state, game.parse("c2-d2", state), ScriptedDice(())).state
    file.write_text(position.write(game, after))
    assert "cannot move" in run.invoke(app, ["solve", "fox-and-geese", str(file)]).output
    for wrong in (["snakes-and-foxes", str(file)], ["fox-and-geese", str(file), "--variant", "fox-13"]):
        with pytest.raises(UserError):
            run.invoke(app, ["solve", *wrong], catch_exceptions=False)


def test_what_is_too_large_is_said_to_be(tmp_path: Path) -> None:
    done = run.invoke(app, ["solve", "fox-and-geese", "--variant", "great-siege", "--limit", "8000"])
    assert done.exit_code == 1
    assert "The Great Siege: not decided within 1,000 positions" in done.output


def test_a_game_without_a_solver_says_so() -> None:
    with pytest.raises(UserError, match="no exact solver"):
        run.invoke(app, ["solve", "snakes-and-foxes"], catch_exceptions=False)


def test_a_draw_has_no_line(tmp_path: Path) -> None:
    hunt = tmp_path / "chase.toml"
    side = 'plural = "them"\nemblem = "disc"\nmoves = ["any"]\nwins = ["block"]\n'
    hunt.write_text(
        'format = "postfox-hunt-1"\ntitle = "Chase"\nsummary = "Round."\ncredit = "-"\nsource = "-"\n'
        "first = \"few\"\n[board]\ndrawing = '''\no-o\n| |\no-o\n'''\n"
        f"[start]\ndrawing = '''\nf .\n. m\n'''\n[many]\nname = \"hound\"\n{side}[few]\nname = \"hare\"\n{side}"
    )
    done = run.invoke(app, ["solve", "fox-and-geese", "--option", f"hunt=@{hunt}", "--line"])
    assert done.output.startswith("B, to move, draws\nbest: ")
    assert "best play" not in done.output


def test_of_a_start_that_a_lot_decides_nobody_in_particular_wins() -> None:
    told = run.invoke(app, ["solve", "snail-trail", "--size", "3"]).output.split("\n")
    assert told[0] == "whoever begins wins; who that is, the dice say" and "begins)" in told[1]


PAGE = (Path(__file__).parents[2] / "docs/solved.md").read_text(encoding="utf-8")
BOARDS = {"squares, with diagonals": (), "squares, without": ("diagonal=false",), "hexagons": ("shape=hex",)}
SIZES = (3, 4, 5, 6) if THOROUGH else (3, 4)
HUNTS = {"Hare & Hounds": "hounds", "Shi liu": "soldiers", "Wolf & Sheep": "sheep"}  # who are the many there


@pytest.mark.parametrize(("board", "size"), [*product(BOARDS, SIZES)])
def test_the_page_of_solved_games_has_what_the_solver_says_of_snail_trail(board: str, size: int) -> None:
    (row,) = re.findall(rf"^\| {board} \|(.*)\|$", PAGE, re.MULTILINE)
    asked = [word for option in BOARDS[board] for word in ("--option", option)]
    done = run.invoke(app, ["solve", "snail-trail", "--size", str(size), *asked])
    said = {"wins": "first", "loses": "second"}[done.output.split(";")[0].removeprefix("whoever begins ")]
    assert row.split("|")[size - 3].strip() == said


@pytest.mark.parametrize("hunt", HUNTS if THOROUGH else [*HUNTS][:2])
def test_the_page_of_solved_games_has_what_the_solver_says_of_hunts(hunt: str) -> None:
    (row,) = re.findall(rf"^\| {hunt} \|(.*?)\|", PAGE, re.MULTILINE)
    done = run.invoke(app, ["solve", hunt.lower().replace(" & ", "-and-").replace(" ", "-")])
    mover, verdict, plies = re.findall(r"^(.), to move, (\w+) in (\d+) plies", done.output)[0]
    assert (mover == "A") == (verdict == "wins") and HUNTS[hunt] in row  # A are the many
    assert re.search(rf"\b{plies}\b", row.replace("six", "6"))
