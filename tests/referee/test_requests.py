"""What players ask for: answered to the asker alone, and nothing in the game changes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from lanes import some
from test_desk import Table, proved

from adjudicator.match import process, verify
from adjudicator.match.outputs import Filed
from adjudicator.referee.orders import REQUESTS
from adjudicator.referee.terms import Terms


@pytest.fixture(autouse=True)
def no_bitmaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printables.render.png.picture", lambda *_, **__: b"")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, Terms(days=3, zone="Europe/Berlin"))
    yield made
    proved(made)


def answer(table: Table, request: str, player: str = "Anna") -> str:
    """The letter that answers; it must be the only one, and the match must stand where it stood."""
    before = table.folder.last.after
    (filed,) = table.file(f"player {player}\n{request}")
    assert not filed.entry.refusals
    assert filed.entry.after._replace(lines=before.lines, desk=before.desk) == before
    assert [record.whose for record in filed.entry.letters] == ["AB"[player == "Bob"]]
    return " ".join(filed.letters[0].text.split())


@pytest.mark.parametrize(("request_", "language"), some(product(REQUESTS, ("en", "de")), 7))
def test_a_request_is_answered_to_the_asker_alone_in_their_language(table: Table, request_: str, language: str):
    """With the position where it is about that, and without where it is not."""
    table.file(f"player Anna\nlanguage {language}")
    told = answer(table, request_)
    assert ("sind angekommen" if language == "de" else "have arrived") in told
    shown = ("Stellung" if language == "de" else "Position") in told
    assert shown == (request_ in ("status", "moves", "resend", "page"))


def test_a_request_needs_no_turn_and_stands_beside_orders(table: Table):
    (filed,) = table.file(f"player Bob\nStatus?\n{table.legal()}")
    assert [done.kind for done in filed.entry.done] == ["ask", "action"]


def test_help_tells_how_orders_are_sent_and_rules_the_rules(table: Table):
    assert "How to send orders" in answer(table, "help")
    told = answer(table, "rules")
    assert "How to send orders" not in told
    assert "The full rules are attached." in told


def test_moves_lists_them_all_to_who_is_to_move(table: Table):
    told = answer(table, "moves", "Bob")
    assert table.legal() in told.partition("Your legal moves")[2]
    assert "it is not your move" in answer(table, "moves", "Anna")


def test_history_tells_all_that_happened_and_no_messages(table: Table):
    table.file(f"player Bob\nsay Anna: between us\nlanguage de\n{table.legal()}")
    told = answer(table, "history")
    assert "From now on" not in told
    assert "Turn 1: Bob" in told.partition("What has happened so far")[2]
    assert "between us" not in told


def test_resend_brings_the_last_letter_again(table: Table):
    (filed,) = table.file(f"player Bob\nsay Anna: between us\n{table.legal()}")
    happened = table.letter(filed, "A").partition("What happened")[2][:200]
    answer(table, "status")
    told = answer(table, "resend")
    assert happened in told
    assert "between us" in told


def test_a_substitute_gets_nothing_again_from_before(table: Table):
    table.file("player Bob\nsay Anna: between us")
    table.order("substitute Anna: Carl <carl@example.org>")
    assert "between us" not in answer(table, "resend", "Carl")


def test_who_names_the_players(table: Table):
    assert "Anna (A) and Bob (B)" in answer(table, "who")


def asking(table: Table, text: str) -> Filed:
    (filed,) = table.file(f"player Anna\n{text}")
    return filed


def test_a_question_in_plain_words_goes_to_the_referee_and_its_writer_hears_so(table: Table):
    filed = asking(table, "I am lost here.\nMay a token wait in the hub?")
    assert not filed.entry.refusals
    assert [(say.to, say.text) for say in filed.entry.says] == [
        ((-1,), "I am lost here."),
        ((-1,), "May a token wait in the hub?"),
    ]
    assert "passed on to the referee" in table.letter(filed, "A")
    assert [record.whose for record in filed.entry.letters] == ["A"]


@pytest.mark.parametrize("text", ["move a1 b1 maybe?", "move a1\nis that all right?", "a1 b1?", "I move out", "why?"])
def test_what_may_be_an_order_is_refused_and_no_question(table: Table, text: str):
    filed = asking(table, text)
    assert filed.entry.refusals or filed.entry.asks
    assert not filed.entry.says


def test_answers_that_are_lost_are_written_again_from_the_log(table: Table):
    table.file(f"player Bob\nsay Anna: between us\n{table.legal()}")
    for request in ("history", "resend", "moves"):
        answer(table, request)
    for letter in (table.folder.path / "letters").iterdir():
        letter.unlink()
    process.finish(table.folder, png=False)
    assert not verify.verify(table.folder).problems
