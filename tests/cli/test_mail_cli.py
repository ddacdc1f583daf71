"""The commands `postfox mail` as they go round: how often they look, what a pipe answers, what they tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from adjudicator.cli import mail, rounds
from adjudicator.core import MatchError
from adjudicator.mail.inbound.fetch import Fetched
from adjudicator.match.store.folders import Matches
from adjudicator.match.store.ledger import Line
from printables.core import Problem, UserError

LINE = Line(3, "box:1", "2026-11-02T12:00:00+00:00", "0" * 64, "", ())


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(mail.app, list(words))
    if done.exception and not isinstance(done.exception, SystemExit | UserError):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr + str(done.exception or "")


@pytest.mark.parametrize(("every", "looks"), [(60, [60, 120, 180]), (90, [90, 180]), (61, [80, 150])])
def test_a_server_looks_at_all_matches_each_time_so_many_seconds_have_gone(
    every: int, looks: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, looked = [0.0], list[float]()
    ticks = iter((80, 80.5, 150, 150.5, 180) if every == 61 else (30, 60, 90, 119.5, 120, 180))

    def wait(seconds: float) -> None:
        assert seconds == every
        now[0] = next(ticks)

    def serve(source: object, matches: object, out: object, *, read: bool) -> bool:
        rounded.append((out is not None, read))
        if len(rounded) > (5 if every == 61 else 6):
            raise KeyboardInterrupt
        return len(rounded) > 1

    @contextmanager
    def opened(_: object) -> Iterator[Any]:
        yield SimpleNamespace(wait=wait)

    rounded = list[tuple[bool, bool]]()
    monkeypatch.setattr(mail, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(mail.Mailbox, "opened", opened)
    monkeypatch.setattr(Matches, "look", lambda self: looked.append(now[0]))
    monkeypatch.setattr(rounds, "serve", serve)
    CliRunner().invoke(
        mail.app, ["serve", "--maildir", str(tmp_path), "--matches", str(tmp_path), "--every", str(every)]
    )
    assert [at for at in looked if at] == looks and rounded[:3] == [(False, False), (False, False), (False, True)]


@pytest.mark.parametrize(
    ("happened", "recorded"),
    [((), False), ((Fetched(),), False), ((Fetched(line=LINE),), True), ((Fetched(line=LINE), Fetched()), True),
     ((Fetched(), Fetched(line=LINE)), True), ((UserError("oh", "no"),), False), ((ZeroDivisionError(),), False),
     ((Fetched(line=LINE), UserError("oh", "no")), True), ((Fetched(line=LINE), ZeroDivisionError()), True)],
)  # fmt: skip
def test_a_pipe_takes_a_mail_that_is_recorded_and_gives_any_other_back(
    happened: Sequence[Any], recorded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordered = list[object]()

    def fetched(source: object, matches: object, tell: Any) -> Iterator[Fetched]:
        for one in happened:
            if isinstance(one, Exception):
                raise one
            tell(one)
            yield one

    monkeypatch.setattr(rounds, "fetched", fetched)
    monkeypatch.setattr(rounds, "club_orders", ordered.append)
    found: Any = SimpleNamespace(ledger=tmp_path, carries_out=True)
    source: Any = None
    assert mail._piped(source, lambda: found) is recorded
    stopped = any(isinstance(one, Exception) for one in happened)
    assert ordered == ([] if stopped else [found])
    found.carries_out = False
    assert mail._piped(source, lambda: found) is recorded and ordered == ([] if stopped else [found])


def test_what_cannot_be_told_is_taken_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: Fetched) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr(rounds, "told", gone)
    monkeypatch.setattr(rounds, "fetched", lambda source, matches, tell: map(tell, [Fetched(line=LINE)]))
    monkeypatch.setattr(rounds, "club_orders", lambda _: None)
    found: Any = SimpleNamespace(ledger=tmp_path, carries_out=False)
    source: Any = None
    assert mail._piped(source, lambda: found)


@pytest.mark.parametrize("sends", [False, True])
def test_a_worker_of_a_store_goes_on_though_it_was_lost(
    sends: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, worked = list[float](), list[bool]()

    def work(club: object, out: object, *, png: bool) -> None:
        worked.append(out is not None)
        if len(worked) == 1:
            raise MatchError("the store is lost", "try again", "postgresql")

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) > 1:
            raise KeyboardInterrupt

    listens = list[None]()
    store = SimpleNamespace(listen=lambda: listens.append(None), wait=wait)
    monkeypatch.setattr(mail, "opened", lambda url: nullcontext(SimpleNamespace(store=store)))
    monkeypatch.setattr(rounds, "work", work)
    ways = ["--outbox", str(tmp_path), "--from", "r@example.org"] if sends else []
    said = CliRunner().invoke(mail.app, ["store", "work", "postgresql://h/a", "--every", "7", *ways])
    assert worked == [sends] * 2 and waits == [7, 7] and len(listens) == 1 and "the store is lost" in said.stderr
    waits.clear()
    assert run("store", "work", "postgresql://h/a", "--once", *ways)[0] == 0
    assert len(worked) == 3 and not waits


@pytest.mark.parametrize(
    ("words", "said"),
    [((), "no place to fetch from was given"), (("--stdin",), ""), (("--maildir", "x"), ""), (("--mbox", "x"), ""),
     (("--stdin", "--mbox", "x"), "--stdin and --mbox were given"),
     (("--maildir", "x", "--mbox", "x", "--imap", "x"), "--maildir and --mbox and --imap were given")],
)  # fmt: skip
def test_email_is_fetched_from_one_place(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for part in ("new", "cur", "tmp"):
        (tmp_path / "m" / part).mkdir(parents=True)
    given = mail.Mailbox(
        stdin="--stdin" in words,
        maildir=tmp_path / "m" if "--maildir" in words else None,
        mbox=tmp_path / "box" if "--mbox" in words else None,
        imap="x" if "--imap" in words else None,
    )
    (tmp_path / "box").touch()
    if said:
        with pytest.raises(UserError, match=f"{said}; give one of --stdin, --maildir, --mbox, --imap"), given.opened():
            pass
    else:
        with given.opened() as source:
            assert type(source).__name__.lower() == words[0].removeprefix("--")


@pytest.mark.parametrize(
    ("ways", "said"),
    [(mail.Ways(), "no way to send was given"),
     (mail.Ways(smtp="smtp://h", outbox=Path("o")), "--smtp and --outbox were"),
     (mail.Ways(sendmail="x"), "no sender address is given"), (mail.Ways(smtp="smtp://u@h"), "no sender address"),
     (mail.Ways(smtp="smtp://u%40example.org@h"), ""), (mail.Ways(sendmail="x", sender="r@example.org"), ""),
     (mail.Ways(outbox=Path("o"), sender="R <r@example.org>"), "")],
)  # fmt: skip
def test_letters_leave_by_one_way_and_have_a_sender(ways: mail.Ways, said: str) -> None:
    if said:
        with pytest.raises(UserError, match=said), ways.opened():
            pass
    else:
        with ways.opened() as out:
            assert out.referee.address in ("u@example.org", "r@example.org")


def test_what_the_club_s_orders_did_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = list[object]()
    monkeypatch.setattr("adjudicator.mail.club.notices.take", lambda matches, troubles: taken.append(troubles))
    answers = [SimpleNamespace(match=match, kind=kind, text="why") for match, kind in (("m", "answer"), ("", "join"))]
    monkeypatch.setattr("adjudicator.mail.club.commands.carry_out", lambda _: answers)
    refused = SimpleNamespace(match="m", refused=[SimpleNamespace(reason="no")])
    acts = [SimpleNamespace(acts=[refused, SimpleNamespace(match="", refused=[])])]
    monkeypatch.setattr("adjudicator.mail.club.orders.carry_out", lambda _: acts)
    matches: Any = None
    rounds.club_orders(matches, [Problem("x", 0, "y")])
    assert taken == [[Problem("x", 0, "y")]]
    assert capsys.readouterr().out.splitlines() == [
        "m: answer (why)", "club: join", "m: the referee's orders by email, refused: no",
        "club: the referee's orders by email, carried out",
    ]  # fmt: skip


def test_a_match_is_opened_for_its_orders_only_where_some_wait(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = list[Any]()
    monkeypatch.setattr(rounds.process, "adjudicate", lambda folder, *, png: asked.append((folder, png)) or ["filed"])
    monkeypatch.setattr(rounds.show, "happened", lambda folder, filed: "it happened")
    monkeypatch.setattr(rounds.show, "facts", lambda folder, filed: {})
    for waiting in ([], ["x.txt"]):
        folder: Any = SimpleNamespace(waiting=lambda waiting=waiting: waiting, path=Path("games/m"))
        rounds._adjudicated(folder, png=False)
    assert asked == [(folder, False)] and capsys.readouterr().out == "m: it happened\n"


@pytest.mark.parametrize(
    ("known", "now", "minded"),
    [(None, 0, True), ("", 0, False), ("2026-11-02T12:00:00+00:00", 0, True), ("2026-11-02T12:00:01+00:00", 0, False),
     ("2026-11-02T12:00:01+00:00", 1, True)],
)  # fmt: skip
def test_the_time_brings_something_to_matches_of_which_that_is_known_or_nothing_is(
    known: str | None, now: int, minded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = SimpleNamespace(path=Path("m"), match=SimpleNamespace(id="Anna-Bob"))
    notes, due, saved = list[object](), list[object](), list[bool]()
    matches: Any = SimpleNamespace(
        known=lambda kind, path: known, note=lambda kind, path, value: notes.append(value),
        lent=lambda path: nullcontext(match), save=lambda: saved.append(True),
    )  # fmt: skip
    monkeypatch.setattr(rounds.process, "clock", lambda: f"2026-11-02T12:00:0{now}+00:00")
    monkeypatch.setattr(rounds.process, "due", lambda match, now, *, png: due.append(png) or [])
    monkeypatch.setattr(rounds.process, "wakes", lambda match: None)
    assert rounds.mind(matches, [Path("m")]) and saved == [True]
    assert (due, notes) == (([False], [""]) if minded else ([], []))
    assert rounds.mind(matches, [Path("m")], held={"anna-bob"}) and len(due) == minded
    wakes = rounds.moment("2026-11-05T12:00:00+02:00")
    monkeypatch.setattr(rounds.process, "wakes", lambda match: wakes)
    rounds.mind(matches, [Path("m")])
    assert notes[1:] == (["2026-11-05T10:00:00+00:00"] if minded else [])
