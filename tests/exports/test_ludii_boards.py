"""Hunts read from Ludii's language: macros, options, boards, moves, ends; what is not understood; there and back."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hunts import VARIANTS, definition, perft
from typer.testing import CliRunner

from adjudicator.cli.play import app
from adjudicator.games.fox_and_geese.rules import Rules
from printables.boards import fox_and_geese
from printables.boards.fox_and_geese import definition as written, load
from printables.boards.fox_and_geese.model import Grid, Hunt
from printables.exports.ludii import graphs, read, syntax, write

GAMES = "POSTFOX_LUDII_GAMES"  # a folder with games of others, none of which is kept here
LUDII = "POSTFOX_LUDII"
SAID = [variant for variant in VARIANTS if not list(write.unsaid(fox_and_geese.shipped(variant)))]
OWL = """
// A hunt of our own, in words as the games of Ludii use them.
(define "Leap" (move Hop #1 (between if:(is Enemy (who at:(between))) (apply (remove (between))))
    (to if:(is Empty (to)))))
(game "Owl and Mice"
    (players 2)
    (equipment {
        (board (merge { (rectangle 3 5 diagonals:Alternating) (shift 0 2 (square 3)) }) use:Vertex)
        (hand P1)
        (piece "Owl" P1 (or ("Leap" Orthogonal) "StepToEmpty"))
        (piece "Mouse" P2 N (move Step (directions {Forwards Leftward Rightward}) (to if:(is Empty (to)))))
    })
    (rules
        (start { (place "Owl1" (handSite P1)) (place "Mouse2" (union <Mice> (sites {"A2" "E2"}))) })
        phases:{
            (phase "Placing" P1 (play (move (from (handSite P1)) (to (sites Empty))))
                (nextPhase ("HandEmpty" P1) "Moving"))
            (phase "Moving" (play (forEach Piece)))
        }
        (end { ("NoMoves" Loss) (if (<= (count Pieces P2) <Left:few>) (result P1 Win)) })
    )
)
(option "Mice" <Mice> args:{ <all> } { (item "Many" <(sites Bottom)> "")* (item "Few" <(sites {"B1"})> "") })
(option "Left" <Left> args:{ <few> } { (item "Two" <2> "") (item "Three" <3> "")* })
(rulesets { (ruleset "Ruleset/Usual" { "Left/Two" })* })
(metadata (info (description "x < y")))
"""


def unmarked(hunt: Hunt) -> Hunt:
    """The letters of a drawing say nothing that the zones do not, and who wins by force is not a rule."""
    spots = tuple(spot._replace(mark="o") for spot in hunt.grid.spots)
    return hunt._replace(grid=Grid(hunt.grid.lattice, spots, hunt.grid.lines), forced=None)


def counts(hunt: Hunt) -> list[int]:
    rules = Rules(hunt)
    return [perft(rules, rules.start(), depth) for depth in (1, 2, 3)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hunt_written_as_a_definition_is_read_as_the_same_hunt(variant: str) -> None:
    hunt = fox_and_geese.shipped(variant)
    assert unmarked(load.hunt(written.text(hunt))) == unmarked(hunt)


def test_hunts_made_at_random_are_written_as_they_were() -> None:
    told = 0
    for seed in range(120):
        hunt, _ = load.examine(definition(seed))
        if hunt:
            told += 1
            assert unmarked(load.hunt(written.text(hunt))) == unmarked(hunt), seed
    assert told > 40


@pytest.mark.parametrize("variant", SAID)
def test_a_hunt_that_went_to_ludii_comes_back_as_the_same_definition(variant: str) -> None:
    hunt = fox_and_geese.shipped(variant)
    found, problems = read.examine(write.text(hunt))
    assert not problems
    assert found is not None
    assert unmarked(found) == unmarked(hunt)


def test_hunts_made_at_random_that_ludii_can_say_come_back_as_they_were() -> None:
    told = 0
    for seed in range(150):
        hunt, _ = load.examine(definition(seed))
        if hunt is None or list(write.unsaid(hunt)):
            continue
        found, problems = read.examine(write.text(hunt))
        assert found is not None, (seed, problems)
        assert counts(found) == counts(hunt), seed
        told += 1
    assert told > 8


def test_a_position_is_played_on_from_as_it_stands() -> None:
    hunt = fox_and_geese.shipped("shi-liu")
    standing = {"soldier": ("b3", "e3", "a5"), "general": ("c3",)}
    found, problems = read.examine(write.text(hunt, standing, 0))
    assert not problems
    assert found is not None
    assert (found.many.start, found.few.start, found.first) == (("a5", "b3", "e3"), ("c3",), "many")
    # A soldier on d3 shuts in the general between b3 and itself: nothing follows on that.
    assert counts(found)[:2] == counts(hunt._replace(many=found.many, few=found.few, first="many"))[:2]


def test_macros_options_and_rule_sets_are_put_in_their_places() -> None:
    hunt, problems = read.examine(OWL, "owl.lud")
    assert not problems
    assert hunt is not None
    assert (hunt.title, len(hunt.grid.spots), len(hunt.grid.lines)) == ("Owl and Mice", 21, 40)
    assert (hunt.many.name, hunt.many.start) == ("mouse", ("a1", "a2", "b1", "c1", "d1", "e1", "e2"))
    assert hunt.many.moves == ("forward", "forward-diagonal", "sideways")
    assert (hunt.few.hand, hunt.few.placing, hunt.first) == (1, "first", "many")
    assert hunt.few.capture is not None
    assert hunt.few.capture.ways == ("forward", "sideways", "back")
    # The rule set with a star names two, though three has the star among the items.
    assert [written.goal(goal) for goal in hunt.few.wins] == ["block", "reduce to 2"]


REGIONS = [
    ("(sites Bottom)", "A1 B1 C1"), ("(sites Top)", "A4 B4 C4"), ("(sites Left)", "A1 A2 A3 A4"),
    ("(sites Right)", "C1 C2 C3 C4"), ("(sites Row 2)", "A3 B3 C3"), ("(sites Column 1)", "B1 B2 B3 B4"),
    ("(sites Row 4)", ""), ("(sites Phase 1)", "B1 A2 C2 B3 A4 C4"), ("(sites Phase 0)", "A1 C1 B2 A3 C3 B4"),
    ("(sites Corners)", "A1 C1 A4 C4"), ("(sites Centre)", "B2"), ("(centrePoint)", "B2"),
    ('(sites {"A2" "c4"})', "A2 C4"), ("{0 11}", "A1 C4"), ('(coord "B3")', "B3"),
    ("(union (sites Top) (sites Bottom))", "A1 B1 C1 A4 B4 C4"),
    ("(difference (sites Left) (sites Top))", "A1 A2 A3"), ("(intersection {(sites Left) (sites Top)})", "A4"),
    ("(expand (sites Bottom))", "A1 B1 C1 A2 B2 C2"), ('(expand (coord "A1") steps:2)', "A1 B1 C1 A2 B2 A3"),
    ('(ahead (coord "B2") N)', "B3"), ('(ahead (coord "B2") E)', "C2"), ('(ahead (coord "C4") E)', "C4"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "points"), REGIONS)
def test_parts_of_a_board_are_the_points_that_ludii_means(text: str, points: str) -> None:
    board = graphs.rectangle(4, 3, *syntax.parse("(rectangle 4 3)"))
    (node,) = syntax.parse(f"(x {text})")[0].rest
    assert {"ABC"[int(x)] + str(int(y) + 1) for x, y in graphs.region(node, board)} == set(points.split())


@pytest.mark.parametrize(
    "text", ["(coord)", '(coord "D1")', '(coord "A0")', '(coord "A5")', "12", "(union)", "(ahead 0)", "(sites Sky)"]
)
def test_what_is_no_part_of_a_board_is_refused(text: str) -> None:
    board = graphs.rectangle(4, 3, *syntax.parse("(rectangle 4 3)"))
    (node,) = syntax.parse(f"(x {text})")[0].rest
    with pytest.raises(syntax.Mistake, match=r"names no point of the board|is not understood as a part of the board"):
        graphs.region(node, board)


MISTAKES = [
    ("(players 2)", "(players 3)", 6, "only games of two players are hunts"),
    ("(rectangle 3 5 diagonals:Alternating)", "(hex 3)", 8, "the board (hex ...) is not understood"),
    ("(rectangle 3 5 ", "(rectangle 3 99 ", 8, "the board is empty or too large"),
    ('"StepToEmpty"', "(move Slide)", 10, "(move Slide) is not understood as a move"),
    ("Leftward", "Outward", 11, "Outward is not understood as a direction"),
    ('"A2"', '"Z9"', 14, '"Z9" names no point of the board'),
    ("(forEach Piece)", "(forEach Die)", 18, "(forEach Die) is not understood"),
    ("(result P1 Win)", "(result P1 Draw)", 20, "is not understood"),
    ("<= (count Pieces P2)", "<= (count Moves P2)", 20, "is not understood"),
    ("(game ", "(game (", 5, "is not closed"),
    ("    )\n)\n(option", "    ))\n)\n(option", 22, "this ) closes nothing"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), MISTAKES, ids=[one[1] for one in MISTAKES])
def test_what_is_not_understood_is_named_by_line(old: str, new: str, line: int, message: str) -> None:
    assert old in OWL
    _, problems = read.examine(OWL.replace(old, new, 1), "owl.lud")
    found = [(problem.line, problem.message) for problem in problems]
    assert any(at == line and message in said for at, said in found), found


@pytest.mark.parametrize(
    "text",
    ["", "(", "game", '(game "x")', '(game "x" (players 2) (equipment {}) (rules))', "(" * 5_000, "{}" * 90_000,
     '(define "A" ("A" "A"))(game "x" "A")', '(define "A" (x "B" "B"))(define "B" (x "A" "A"))(game "x" "A")',
     '(game "x" (players 2) (equipment {(board (square 1e9))}) (rules))', "\x00", "<" * 999],
)  # fmt: skip
def test_rubbish_gets_a_line_and_takes_no_time(text: str) -> None:
    hunt, problems = read.examine(text, "x.lud")
    assert hunt is None
    assert problems
    assert all(problem.message for problem in problems)


def test_the_command_writes_a_definition_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("Owl and Mice.lud").write_text(OWL, encoding="utf-8")
    done = CliRunner().invoke(app, ["import", "Owl and Mice.lud"])
    assert (done.exit_code, done.output) == (0, "owl-and-mice.toml\n")
    assert CliRunner().invoke(app, ["check", "owl-and-mice.toml"]).exit_code == 0
    assert "owl-and-mice.toml exists" in str(CliRunner().invoke(app, ["import", "Owl and Mice.lud"]).exception)


def test_the_command_names_what_it_leaves_out_and_writes_the_rest_if_told(tmp_path: Path) -> None:
    game = tmp_path / "owl.lud"
    game.write_text(
        OWL.replace('("NoMoves" Loss)', '("NoMoves" Loss) (if (is Cycle) (result P2 Win))'), encoding="utf-8"
    )
    done = CliRunner().invoke(app, ["import", str(game), "--out", str(tmp_path / "owl.toml")])
    assert (done.exit_code, done.output) == (1, f"{game}:20: (is Cycle) is not understood\n")
    done = CliRunner().invoke(app, ["import", str(game), "--out", str(tmp_path / "owl.toml"), "--partly"])
    assert (done.exit_code, load.hunt((tmp_path / "owl.toml").read_text()).title) == (0, "Owl and Mice")


def test_games_of_others_are_understood_or_it_is_said_why(tmp_path: Path) -> None:
    if not os.environ.get(GAMES):
        pytest.skip(f"{GAMES} is not set: it names a folder with games of Ludii")
    whole = {}
    for file in sorted(Path(os.environ[GAMES]).rglob("*.lud")):
        hunt, problems = read.examine(file.read_text(encoding="utf-8"), file.name)
        assert hunt or problems, file.name
        if hunt and not problems:
            whole[file] = hunt
    assert whole
    if not os.environ.get(LUDII) or not shutil.which("java"):
        pytest.skip(f"{LUDII} is not set, or there is no java")
    judge = Path(__file__).with_name("Ludii.java")
    words = ["java", "-cp", os.environ[LUDII], str(judge), "3", *map(str, whole)]
    done = subprocess.run(words, capture_output=True, text=True)
    told = [line.removeprefix("counted ") for line in done.stdout.splitlines() if line.startswith("counted ")]
    mine = [" ".join([file.name, *map(str, counts(hunt))]) for file, hunt in whole.items()]
    assert told == mine, done.stderr
