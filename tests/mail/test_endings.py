"""What people put below their orders: corpus/endings.yaml. An ending ends the orders, but never at the cost of one."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from lanes import some
from support import ANNA, BOB, CORPUS, found, mail, take

from adjudicator import games
from adjudicator.mail.inbound import message, quotes, sections
from adjudicator.match.folder import Folder
from adjudicator.reader.actions import Position
from adjudicator.reader.reading import Judge
from adjudicator.referee.records import OFFER, Done

ENDINGS: list[str] = yaml.safe_load((CORPUS / "endings.yaml").read_text(encoding="utf-8"))
BELOW = (  # with one of these below an ending nothing is carried out
    *(
        "resign",
        "I resign.",
        "rsign",
        "draw offer",
        "mvoe a2",
        "mov a2",
        "move a2 b2",
        "move to the rim",
        "pass",
        "a2",
        "-> a2",
    ),
    *(
        "No wait, the other way round",
        "Sorry, ignore that",
        "oops",
        "but only if Bob agrees",
        "or a3 instead",
        "Is that legal?",
    ),
    *(
        "turn 99",
        "check",
        "say Bob: stop",
        "if tie: pass",
        "when Bob: pass",
        "Lieber doch nicht",
        "Non, attends",
        "1 2",
        "end of march",
    ),
)


def carried_out(matches: Path, text: str) -> tuple[Done, ...]:
    take(matches, mail(text))
    entries = list(Folder(matches / "anna-bob").entries())[1:]
    return tuple(done for entry in entries for done in entry.done if done.kind != OFFER)


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return found(tmp_path_factory.mktemp("endings"), "anna-bob", ANNA, BOB, seed="pear wood")


def read(folder: Folder, text: str) -> str:
    """What of a text is put into the inbox of the match."""
    content = sections.parted(message.read(mail(text)))
    (section,) = content.sections
    return sections.ended(section.settled, folder.match._replace(reader=0), folder.game, folder.standing(), 0)


def test_there_are_as_many_endings_as_the_pages_say():
    assert len(set(ENDINGS)) == len(ENDINGS) >= 57


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_usual_ending_ends_the_orders(waiting: Folder, ending: str):
    assert read(waiting, f"move a1\n\n{ending}\n").strip() == "move a1"


@pytest.mark.parametrize("ending", some(ENDINGS, 30))
def test_no_order_and_no_second_thought_below_an_ending_is_left_out(waiting: Folder, ending: str):
    for below in BELOW:
        kept = read(waiting, f"move a1\n\n{ending}\n\n{below}\n").split("\n")
        assert kept[-1] == below, below


@pytest.mark.parametrize("below", some(BELOW, 9))
def test_an_order_is_not_carried_out_where_an_ending_and_something_doubtful_stand_below_it(matches: Path, below: str):
    assert not carried_out(matches, f"move a1\n\nBob Smith\n{below}\n")


@pytest.mark.parametrize("text", ["move a1\n\nAnna\nAcme Ltd\n", "say Bob: hello\nmove a1\nGood luck!"])
def test_a_mail_with_an_ending_is_carried_out(matches: Path, text: str):
    assert [done.text for done in carried_out(matches, text)] == ["move a1"]


def test_a_message_may_go_on_in_the_next_line(waiting: Folder):
    text = "move a1\nsay Bob: I am so glad to see\nyou again"
    assert read(waiting, text) == text


@pytest.mark.parametrize("below", ["love", "x" * 119])
def test_fifteen_lines_of_a_hundred_and_twenty_characters_end_a_mail(waiting: Folder, below: str):
    for lines, longer, ends in ((15, "", True), (16, "", False), (15, "x" * (121 - len(below)), False)):
        text = "\n\n".join(["move a1", *["love"] * (lines - 1), f"{below}{longer}"])
        assert (read(waiting, text) == "move a1") == ends
    assert read(waiting, f"move a1\n{'x' * 120}") == "move a1"


def test_what_has_no_order_above_it_or_nothing_below_it_is_left_as_it_is(waiting: Folder):
    for text in ("love", "love\n\nAnna Berger", "move a1", "rsign\nlove", "say Bob: hi\nlove", "grey Bob: hi\nlove"):
        assert read(waiting, text) == text
    assert read(waiting, "say Bob: hi\n\nlove") == "say Bob: hi"
    assert read(waiting, "move a1\nlove") == "move a1" and read(waiting, "turn 1\nmove a1\nlove") == "turn 1\nmove a1"


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        ("blank", ("", "  ", "# hi", "> quoted")),
        ("order", ("a1", "move a1", "B: resign", "turn 1", "resign", "say Bob: hi")),
        ("near", ("Anna mvoe", "mvoe it Berger", "Anna Berta Cid mvoe 5", "resing", "Resign it", "end of", "say hi")),
        ("near", ("1 2 Rose", "12b Ave 3", "0 1 2 3 4 5 6", "see -> there", "\u2192", "x a1 y", "token abc")),
        ("near", ("PS: move", "PS: rsign", "PSST: resign")),
        ("words", ("Anna mvoe Berger", "Anna Berta mvoe", "12 Rose", "7 12 Rose Street", "Ave 12b", "x a1y")),
        (
            "words",
            ("+44 20 7946 0123", "Kind regards", "Cheers, resing", "Sent from my phone", "PS: love", "PS: PS: x"),
        ),
    ],
)
def test_what_a_line_below_orders_is(waiting: Folder, kind: str, lines: tuple[str, ...]):
    judge = sections._Judge(waiting.match._replace(reader=0), waiting.game, waiting.standing(), 0)
    assert {line: judge.what(line) for line in lines} == dict.fromkeys(lines, kind)
    assert [*map(judge.doubtful, ("so?", "so\uff1f", "sorry", *lines))] == [True] * 3 + [False] * len(lines)


def test_a_line_for_a_seat_that_nobody_has_refuses_what_stands_above_it(matches: Path):
    assert not carried_out(matches, "move a1\nPS: not yet\nresign")


def test_a_usual_ending_is_taken_or_asked_about_and_never_scolded(waiting: Folder):
    names = ("anna", "anna smith", "smith")
    judge = Judge(Position(waiting.game, waiting.standing().state, 0), names)
    kinds = {ending: judge.judge(quotes.typed(f"move a1\n\n{ending}\n")).kind for ending in ENDINGS}
    assert {*kinds.values()} <= {"take", "offer"}
    assert sum(kind == "take" for kind in kinds.values()) >= 0.8 * len(ENDINGS), kinds


def test_an_ending_is_told_in_every_game(tmp_path: Path):
    for slug in games.GAMES:
        folder = found(tmp_path, slug, ANNA, BOB, slug=slug)
        state, game = folder.standing().state, folder.game
        seat = game.to_act(state)[0]
        action = next(action for action in game.moves(state) if action.seat == seat)
        order = game.format(action, state)
        for ending in ("Bob Smith", "Good luck!", "Cheers,\nAnn", "PS: the children send their love"):
            text = f"{order}\n\n{ending}"
            assert sections.ended(text, folder.match, game, folder.standing(), seat).strip() == order, (slug, ending)
        for below in ("reroll 1", "flp 1 2", "1 2") if slug == "snakey-dice" else ("pass", "a1", "A1!"):
            text = f"{order}\n\nCheers\n{below}"
            assert sections.ended(text, folder.match, game, folder.standing(), seat) == text, (slug, below)
