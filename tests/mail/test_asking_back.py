"""What is asked back by mail, and what a yes to it does: once, for its writer, in that position."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from support import ANNA, BOB, found, legal, mail, take
from test_blind_reading import judged

from adjudicator.games import position
from adjudicator.letters import facts
from adjudicator.match import verify
from adjudicator.match.folder import Folder
from adjudicator.reader.actions import Position
from adjudicator.reader.reading import Judge
from adjudicator.referee.records import Entry

POSITIONS = yaml.safe_load((Path(__file__).parent / "blind/positions.yaml").read_text(encoding="utf-8"))


def last(matches: Path) -> Entry:
    return Folder(matches / "anna-bob").last


def asked(matches: Path, text: str, id: str, **more: str) -> Entry:
    take(matches, mail(text, id=id, **more))
    return last(matches)


def answers(matches: Path, entry: Entry) -> str:
    """The Message-ID of the letter that a line wrote to Anna."""
    return f"<anna-bob.{entry.n:04d}.A.{'0' * 16}@example.org>"


def proved(matches: Path) -> None:
    assert not verify.verify(Folder(matches / "anna-bob")).problems


def test_an_order_beside_a_doubt_is_asked_about_and_a_yes_plays_it_once(matches: Path):
    first = asked(matches, "move a1\n\nBut wait", "1")
    assert first.reading is not None and first.reading.kind == "doubt" and not first.played
    ((code, order),) = first.offered
    assert order == "move a1"
    unbound = asked(matches, "yes", "2")  # it answers no letter
    assert unbound.refusals and not unbound.done
    played = asked(matches, "Yes!\n\nAnna", "3", In_Reply_To=answers(matches, first))
    assert [done.kind for done in played.done][:2] == ["yes", "action"]
    again = asked(matches, f"yes {code}", "4")
    assert again.refusals and not again.played
    proved(matches)


def test_a_yes_of_another_or_with_another_code_plays_nothing(matches: Path):
    ((code, _),) = asked(matches, "move a1\n\nhm", "1").offered
    take(matches, mail(f"yes {code}", BOB.address, id="2"))
    assert not last(matches).done
    assert not asked(matches, "yes 2222", "3").done
    assert asked(matches, f"yes {code}", "4").played
    proved(matches)


def test_what_is_offered_and_no_more_is_played(matches: Path):
    first = asked(matches, "I would like to go to a1", "1")
    ((code, _),) = first.offered
    doubted = asked(matches, f"yes {code} but let me think", "2")
    assert not doubted.played and doubted.offered == first.offered
    assert asked(matches, "no", "3").reading is not None
    assert not asked(matches, f"yes {code}", "4").done
    proved(matches)


def test_a_day_after_is_not_within_a_day():
    lines: list[Any] = [SimpleNamespace(mail=None, at=f"2026-11-{day}T12:00:00+00:00") for day in (21, 22)]
    sooner: Any = SimpleNamespace(mail=None, at="2026-11-22T11:59:59+00:00")
    assert facts._near(lines[0], sooner) and not facts._near(*lines)


def test_talk_goes_to_the_other_player_upon_a_yes_and_thanks_bring_no_letter(matches: Path):
    talk = asked(matches, "What a roll, my friend!", "1")
    assert talk.asks is not None and talk.asks.kind == "talk" and not talk.says and not talk.refusals
    ((code, _),) = talk.offered
    assert [say.text for say in asked(matches, f"yes {code}", "2").says] == ["What a roll, my friend!"]
    thanks = [asked(matches, "Thanks!\nAnna", str(number)) for number in (3, 4)]
    assert [bool(entry.letters) for entry in thanks] == [True, False]  # two lines, once a day
    assert not any(entry.after.desk.refused for entry in thanks)
    proved(matches)


@pytest.mark.parametrize(("text", "order"), [("Ich gebe auf", "resign"), ("draw?", "draw offer"), ("Hilfe", "help")])
def test_the_right_word_is_offered_or_done(matches: Path, text: str, order: str):
    entry = asked(matches, text, "1")
    assert order in [order for _, order in entry.offered] + [done.text for done in entry.done]
    proved(matches)


@pytest.mark.parametrize(
    ("text", "asked_about"),
    [
        ("I resign. Well played!", True),
        ("I give up, well played", True),
        ("Resign. Well played!", True),
        ("Hi Bob,\n\nWell played, I resign! It was a pleasure to play with you.\n\nAnna", True),
        ("Gut gespielt, ich gebe auf und danke dir", True),
        ("J'abandonne - bravo !", True),
        ("I won't resign yet", False),
        ("I give up trying to understand the snakes, they are strange", False),
        ("I resign. What shall we play next?", False),  # the referee gets it
    ],
)
def test_who_resigns_in_a_sentence_is_asked_whatever_else_is_said(matches: Path, text: str, asked_about: bool):
    entry = asked(matches, text, "1")
    assert ([order for _, order in entry.offered] == ["resign"]) == asked_about
    assert entry.after.outcome is None
    proved(matches)


def test_a_move_of_four_letters_is_no_code(tmp_path: Path):
    """`pass`, `cave` and `d4d6` are made of signs that codes are made of."""
    folder = found(tmp_path, "anna-bob", ANNA, BOB, slug="wolves-and-jackals", seed="x")
    first = folder.match.seats[folder.game.to_act(folder.standing().state)[0]]
    take(tmp_path, mail("pass", f"{first.name} <{first.address}>", id="1"))
    assert last(tmp_path).played and not last(tmp_path).refusals
    proved(tmp_path)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("throat d3", "legal: `move a1 a2`, `move a1 b1`, `move a1 c1` and 45 more"),
        ("move a1", "did you mean one of `move a1 a2`, `move a1 b1`, `move a1 c1`?"),
        ("move a1 d5", "did you mean one of `move a1 a2`, `move a1 b1`, `move a1 c1`?"),
        ("throat a1 b1", "did you mean `move a1 b1`?"),
    ],
)
def test_a_refused_move_says_what_was_nearly_meant(tmp_path: Path, typed: str, hint: str):
    folder = found(tmp_path, "anna-bob", ANNA, BOB, slug="wolves-and-jackals", seed="x")
    first = folder.match.seats[folder.game.to_act(folder.standing().state)[0]]
    take(tmp_path, mail(typed, f"{first.name} <{first.address}>", id="1"))
    (refusal,) = last(tmp_path).refusals
    assert refusal.hint == hint
    proved(tmp_path)


def test_a_misspelt_word_is_asked_about(matches: Path):
    assert [order for _, order in asked(matches, "resgin", "1").offered] == ["resign"]


@pytest.mark.parametrize(("text", "order"), [("hub", "move a14 H"), ("c15", "move b15 c15"), ("H.", "move a14 H")])
def test_a_place_alone_offers_what_can_end_there(text: str, order: str):
    there = position.read(next(one for one in POSITIONS if one["id"] == "foxes-ring")["position"], "foxes-ring")
    assert Judge(Position(there.game, there.state, 1), ("Bob",)).judge(text)[:2] == ("offer", (order,))


def test_a_lettered_piece_is_its_own():
    there = position.read(next(one for one in POSITIONS if one["id"] == "foxes-ring")["position"], "foxes-ring")
    now = Position(there.game, there.state, 1)
    assert Judge(now).judge("Token B: a14 H")[:2] == ("take", ("move a14 H",))
    assert Judge(now).judge("Token A: a14 H")[:2] == ("offer", ("move a14 H",))


@pytest.mark.parametrize("text", ["hub", "H", "Nabe"])
def test_a_hub_that_no_move_enters_is_named(matches: Path, text: str):
    (refusal,) = asked(matches, text, "1").refusals
    assert refusal.hint == "no legal move enters the hub"


def test_a_late_yes_is_not_quoted_in_another_language(matches: Path):
    entry = asked(matches, "oui", "1")
    assert [refusal.order for refusal in entry.refusals] == ["yes"]
    letter = (matches / "anna-bob" / "letters" / f"{entry.n:04d}-A.txt").read_text(encoding="utf-8")
    assert "- line 1: no question is open" in letter


def test_orders_sent_ahead_that_fail_are_told_with_what_led_to_them_in_one_letter(matches: Path):
    folder = Folder(matches / "anna-bob")
    asked(matches, "turn 2\nmove a9 b9 b9", "1", sender=BOB.address)
    take(matches, mail(legal(folder), id="2"))
    letters = matches / "anna-bob/letters"
    assert sorted(file.name for file in letters.glob("000[23]-?.txt")) == ["0002-A.txt", "0003-B.txt"]
    told = (letters / "0003-B.txt").read_text(encoding="utf-8")
    assert "the orders you sent ahead" in told and "- Anna moves token A" in told
    assert "<img" in (letters / "0003-B.html").read_text(encoding="utf-8")
    proved(matches)


LEGAL = (
    "This email and any attachments are confidential and intended solely for the use of the individual or entity to "
    "whom they are addressed. If you are not the intended recipient, please notify the sender."
)


@pytest.mark.parametrize(
    ("where", "text", "kind", "orders"),
    [
        ("snail-steps", "c5\n\n-- \nAnna Berg\nc6", "offer", ("c5", "c6")),
        ("snail-steps", "c5\n\n-- \nAnna Berg\nUndo This", "offer", ("c5",)),
        ("snail-steps", "c5\n\n-- \nAnna Berg\n+49 30 1234567", "take", ("c5",)),
        ("snail-steps", "c5\n\nAnna\nhttps://anna.example.org", "take", ("c5",)),
        ("snail-steps", "c5 :/", "offer", ("c5",)),
        ("snail-steps", "👍", "courtesy", ()),
        ("dice-first", "move 1\n--\nunlock 1", "offer", ("move 1", "unlock 1")),
        ("wolves-bet", "match\n\n-- \nAnna Berg\nRaise 2", "offer", ("match", "raise 2")),
        ("snail-steps", f"c5\n\nAnna\n\n{LEGAL}\n\nunlike c6", "offer", ("c5", "c6")),
        ("snail-steps", f"c5\n\nAnna\n\n{LEGAL}\n\nBerg GmbH, HRB 12345", "take", ("c5",)),
        ("snail-steps", "-c5-\n\nAnna", "offer", ("c5",)),
        ("snail-steps", "- c5\n\nAnna", "take", ("c5",)),
        ("snail-steps", "X c5\n\nAnna", "offer", ("c5",)),
        ("snail-steps", "c5 x\n\nAnna", "offer", ("c5",)),
        ("fox-geese", "e5 x g3\n\nBob", "take", ("e5xg3",)),
    ],
)
def test_an_order_in_a_signature_or_below_a_disclaimer_and_one_struck_out_by_hand_are_asked_about(
    where: str, text: str, kind: str, orders: tuple[str, ...]
):
    acts = "bob" if where == "fox-geese" else "anna"
    assert judged({"position": where, "from": f"{acts}@example.org", "text": text})[:2] == (kind, orders)
