"""The commands of the desk as typed, and old matches under rules that have changed."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.cli import app
from adjudicator.mail.outbound.compose import split_board
from adjudicator.match import encoding, process, verify
from adjudicator.match.folder import Folder

GAME = games.find("snakes-and-foxes")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("printables.render.png.picture", lambda *_, **__: b"")

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["postfox", *words])
        try:
            code = app.run()
        except SystemExit as ended:
            code = int(ended.code or 0)
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


@pytest.fixture
def match(run):
    players = ("--player", "Anna <anna@example.org>", "--player", "Bob <bob@example.org>")
    terms = ("--deadline", "12h", "--late", "random", "--remind", "0", "--zone", "Europe/Berlin")
    code, _, _ = run("new", GAME.SLUG, "ab", *players, *terms, "--seed", "chalk", "--word", "hazel", "--word", "thorn")
    assert code == 0
    return Path("ab")


def test_the_desk_shows_whom_a_match_waits_for(run, match: Path):
    code, out, _ = run("desk")
    assert code == 0
    heading, row = out.splitlines()
    assert heading.split() == ["MATCH", "GAME", "TURN", "WAITS", "FOR", "DUE", "(Europe/Berlin)"]
    assert row.startswith("ab     Snakes & Foxes  1     Bob        20")
    assert not row.endswith("Berlin")


def test_a_letter_shows_the_board_in_the_language_of_its_reader(run, match: Path):
    (match / "inbox" / "1.txt").write_text("player Anna\nlanguage de\n")
    order = run("moves", "ab", "--limit", "1")[1].splitlines()[0]
    (match / "inbox" / "2.txt").write_text(f"player Bob\n{order}\n")
    run("adjudicate", "ab")
    anna, bob = ((match / "letters" / name).read_text() for name in ("0002-A.html", "0000-B.html"))
    assert "<title>Snakes &amp; Foxes, ab, Zug 2</title>" in split_board(anna)[1] and "Würfel: " in anna
    assert "<title>Snakes &amp; Foxes, ab, turn 1</title>" in split_board(bob)[1]
    assert run("verify", "ab")[0] == 0


def test_the_most_urgent_match_stands_first_in_its_own_time_zone(run, match: Path):
    for name, deadline, zone in (("later", "9d", "UTC"), ("never", "0", "UTC"), ("soon", "1h", "Asia/Tokyo")):
        players = ("--player", "Anna", "--player", "Bob" + name * 9)
        run("new", GAME.SLUG, name, *players, "--deadline", deadline, "--zone", zone, "--seed", "wheel")
    Path("bad").mkdir()
    Path("bad/match.json").write_text("{")
    Path("over").mkdir()
    run("new", GAME.SLUG, "over", "--player", "Anna", "--player", "Bob")
    Path("over/inbox/1.txt").write_text("player Anna\nresign\n")
    run("adjudicate", "over")
    told = [line for line in run("desk")[1].splitlines() if not line.startswith("    ")]
    assert [line.split()[0] for line in told] == ["MATCH", "bad", "soon", "ab", "later", "never", "over"]
    assert told[0].endswith("DUE") and told[2].endswith("Asia/Tokyo") and told[4].endswith("UTC")
    assert max(map(len, told)) <= 90


def test_letters_that_are_put_off_are_shown_with_when_they_are_tried_again(run, match: Path):
    at = "2026-11-21T12:00:00+00:00"
    line = {"at": at, "letter": "letters/0000-A", "reason": "451 no", "to": "anna@example.org", "what": "deferred"}
    (match / "mail.jsonl").write_text((json.dumps(line) + "\n") * 3)
    _, out, _ = run("desk")
    assert "put off 3 times, again after 2026-11-21T12:04:00+00:00: letters/0000-A to anna@example.org: 451 no" in out


def test_one_damaged_match_stops_no_command_over_all(run, match: Path):
    for name, file in (("aa", "match.json"), ("ac", "log.jsonl")):
        run("new", GAME.SLUG, name, "--player", "Anna <anna@example.org>", "--player", "Bob", "--seed", "wheel")
        Path(name, file).write_text("{")
    for words, told in [
        (("mail", "send", "--dry-run", "--from", "r@example.org"), "To: Bob <bob@example.org>"),
        (("mail", "send", "--outbox", "out", "--from", "r@example.org"), "ab: letters/0000-A"),
        (("mail", "send", "--skip"), ""),
        (("due", "--no-png"), ""),
        (("ratings",), "no match here has ended"),
        (("readjudicate", "."), "ab: 1 line, no difference"),
    ]:
        code, out, err = run(*words)
        assert code == 1, words
        assert told in out
        assert "aa/match.json: this is not JSON" in err and "ac/log.jsonl: the log has no line" in err


def test_what_the_system_refuses_is_one_line(run, match: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "ab/log.jsonl")

    monkeypatch.setattr(encoding, "append", full)
    for words in (("order", "ab", "hold"), ("mail", "send", "--outbox", "out", "--from", "r@example.org")):
        code, _, err = run(*words)
        assert code in (1, 2)
        assert err.startswith("postfox: ab/log.jsonl: No space left on device; ") and err.count("\n") == 1
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"From: Anna <anna@example.org>\n\nhi\n")))
    assert run("mail", "fetch", "--stdin")[0] == 75, "the mail server keeps the mail"


def test_an_empty_desk(run):
    assert run("desk") == (0, "there is no match here\n", "")
    code, _, err = run("desk", "--matches", "nowhere")
    assert code == 2
    assert err.startswith("postfox: nowhere: ")


def test_a_damaged_match_does_not_hide_the_others(run, match: Path):
    Path("bad").mkdir()
    Path("bad/match.json").write_text("{")
    code, out, _ = run("desk")
    assert code == 0
    assert "Bob" in out and "damaged" in out and "bad/match.json: this is not JSON" in out


def test_refusals_and_letters_that_did_not_arrive_are_shown(run, match: Path):
    (match / "inbox" / "1.txt").write_text("player Bob\nmove g1 g2\n")
    run("adjudicate", "ab")
    at = "2026-11-21T12:00:00+00:00"
    line = {"at": at, "letter": "letters/0000-A", "reason": "550 no", "to": "anna@example.org", "what": "refused"}
    (match / "mail.jsonl").write_text(json.dumps(line) + "\n")
    _, out, _ = run("desk")
    assert "refused: Bob, 20" in out and "line 2" in out
    assert "not delivered: letters/0000-A to anna@example.org: 550 no" in out


def test_the_referee_s_orders(run, match: Path):
    code, out, _ = run("order", "ab", "hold", "say all: a break")
    assert (code, "The referee puts the match on hold." in out) == (0, True)
    assert "on hold" in run("desk")[1]
    code, _, err = run("order", "ab", "resume", "dance")
    assert code == 1
    assert "'dance' is not an order of a referee" in err
    assert Folder(match).last.after.desk.held, "nothing of a file that cannot be read is done"


def test_due_does_what_the_time_brings(run, match: Path, monkeypatch: pytest.MonkeyPatch):
    assert run("due") == (0, "", "")
    monkeypatch.setattr(process, "clock", lambda: "2099-01-01T00:00:00+00:00")
    code, out, _ = run("due", "--no-png")
    assert code == 0
    assert "Bob missed the deadline, so this was played instead: `move" in out
    assert run("verify", "ab")[0] == 0


def test_ratings_of_an_archive(run, match: Path):
    assert "no match here has ended" in run("ratings")[1]
    (match / "inbox" / "1.txt").write_text("player Bob\nresign\n")
    run("adjudicate", "ab")
    heading, first, second = run("ratings")[1].splitlines()
    assert heading == "RATING     BETWEEN  MATCHES  PLAYER"
    assert first.endswith("Anna") and second.endswith("Bob")


def test_mail_send_wants_one_way_and_a_sender(run, match: Path):
    for words, told in [
        ((), "no way to send was given"),
        (("--outbox", "out", "--sendmail", "x", "--from", "r@example.org"), "--sendmail and --outbox were given"),
        (("--outbox", "out"), "--from: no sender address is given"),
    ]:
        code, _, err = run("mail", "send", *words)
        assert code == 2
        assert told in err
        assert err.count("\n") == 1


def test_mail_send_says_what_was_sent(run, match: Path):
    code, out, _ = run("mail", "send", "--outbox", "out", "--from", "r@example.org")
    assert code == 0
    assert out.splitlines()[0] == "ab: letters/0000-A to anna@example.org: sent"
    assert len(list(Path("out").glob("*.eml"))) == 2
    assert run("mail", "send", "--outbox", "out", "--from", "r@example.org") == (0, "", "")


def test_a_server_that_is_not_there_is_one_line(run, match: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("time.sleep", lambda _: None)
    code, _, err = run("mail", "send", "--smtp", "smtp://127.0.0.1:1", "--from", "r@example.org")
    assert code == 1
    assert err.startswith("postfox: 127.0.0.1:1: ") and err.count("\n") == 1


def test_old_matches_under_present_rules(run, match: Path):
    state = Folder(match).standing().state
    (match / "inbox" / "1.txt").write_text(f"player Bob\n{GAME.format(next(GAME.moves(state)), state)}\n")
    run("adjudicate", "ab")
    assert run("readjudicate", ".") == (0, "ab: 2 lines, no difference\n", "")


def test_old_matches_under_other_rules(run, match: Path, monkeypatch: pytest.MonkeyPatch):
    state = Folder(match).standing().state
    (match / "inbox" / "1.txt").write_text(f"player Bob\n{GAME.format(next(GAME.moves(state)), state)}\n")
    run("adjudicate", "ab")
    real = GAME.apply

    def less(state, action, dice):
        step = real(state, action, dice)
        return type(step)(step.state, step.events[1:])

    monkeypatch.setattr(GAME, "apply", less)
    code, out, err = run("readjudicate", "ab")
    assert code == 1
    assert "log.jsonl:2: done was " in err
    assert out == "ab: 2 lines, 1 difference\n"


def test_old_orders_that_are_refused_now_and_letters_written_otherwise(run, match: Path, monkeypatch, tmp_path: Path):
    state = Folder(match).standing().state
    (match / "inbox" / "1.txt").write_text(f"player Bob\n{GAME.format(next(GAME.moves(state)), state)}\n")
    run("adjudicate", "ab")
    (tmp_path / "words" / "letters").mkdir(parents=True)
    text = (Path(__file__).parents[2] / "templates" / "letters" / "en.j2").read_text()
    (tmp_path / "words" / "letters" / "en.j2").write_text(text.replace("{{ reader }},", "Ahoy {{ reader }},"))
    monkeypatch.setenv("POSTFOX_TEMPLATES", str(tmp_path / "words"))
    problems = [str(problem) for problem in verify.differences(Folder(match))]
    assert [problem.partition(": ")[2] for problem in problems] == [
        "written otherwise now: letters/0000-A, letters/0000-B",
        "written otherwise now: letters/0001-A, letters/0001-B",
    ]

    def never(text, state):
        from adjudicator.core import IllegalMove

        raise IllegalMove("not any more")

    monkeypatch.setattr(GAME, "parse", never)
    *_, last = verify.differences(Folder(match))
    assert "the present rules refuse it: not any more" in last.message
