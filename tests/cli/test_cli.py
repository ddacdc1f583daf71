"""The commands of a match as users type them, from its beginning to its proof, and what they print for programs."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lanes import Golden
from typed import PLAYERS, ROOT, one_line, postfox as postfox, process

from adjudicator.cli import app, play, show
from adjudicator.match.folder import Folder
from printables.core import Problem


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


def test_the_demonstration_can_be_given_again_and_spares_what_is_not_its_own(postfox, tmp_path: Path):
    assert postfox("demo").code == 0
    said = postfox("demo")
    assert said.code == 0 and "refused" in said.out
    assert postfox("verify", "out/anna-bob").code == 0
    (tmp_path / "out" / "anna-bob" / "match.json").write_text("mine")
    assert "something else" in one_line(postfox("demo"))


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
