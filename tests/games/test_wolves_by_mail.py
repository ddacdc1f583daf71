"""Wolves & Jackals under the referee: ties settled by standing answers, what letters tell of them, who is paid."""

from __future__ import annotations

import math

import pytest

from adjudicator import games
from adjudicator.dice import ScriptedDice
from adjudicator.letters import facts, picture
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.referee import adjudication, commands, orders
from adjudicator.referee.records import Match, Seat, Standing
from adjudicator.referee.ruling import Ruling
from printables.boards import wolves_and_jackals as printed
from printables.scene import Group, Text, Use, walk

GAME = games.find("wolves-and-jackals")
MATCH = Match(id="anna-bob", game=GAME.SLUG, options={}, seats=(Seat("Anna"), Seat("Bob")), dice="table", commitment="")


def at(**fields: object) -> Standing:
    state = GAME.State.model_validate({"turn": 5, "to_move": 0, "pieces": [["c4"], ["d4", "h8"]], **fields})
    return Standing(("", ""), state=state, lines=1)


def give(standing: Standing, text: str, *dice: int) -> Ruling:
    table = ScriptedDice(dice)
    ruling = adjudication.adjudicate(
        adjudication.Draft(MATCH, GAME, standing, table), orders.read(text.encode(), "x.txt")
    )
    assert not table.left
    return ruling


def told(before: Standing, ruling: Ruling) -> list[str]:
    return [letter.text for letter in facts.letters(MATCH, GAME, before, ruling.entry, ruling.standing)]


def test_a_tie_takes_no_mail_where_both_have_answered_before():
    waiting = give(at(), "player Bob\nif tie: match up to 3 else concede").standing
    assert GAME.to_act(waiting.state) == (0,)
    file = "player Anna\nif tie: ante 1\nthroat c4 d4\nif win: drag\nmove d4 c4"
    ruling = give(waiting, file, 6, 6, 2, 2, 9, 3)
    assert not ruling.entry.refusals
    assert ruling.standing.state.mouth == 34 and ruling.standing.state.drags == {"c4": "piece"}
    lines = [event.words["line"] for event in ruling.entry.events if event.kind == "settled"]
    assert lines == ["if tie: ante 1", "if tie: match up to 3 else concede"] * 2 + ["if win: drag"]
    for text in told(waiting, ruling):
        assert "`if tie: ante 1` answers" in " ".join(text.split())


def test_an_answer_that_was_not_used_is_read_by_its_writer_alone():
    before = at()
    anna, bob = told(before, give(before, "player Bob\nif tie: raise 3 up to 9"))
    assert "raise 3 up to 9" in bob and "raise 3 up to 9" not in anna
    assert "Bob has left a standing answer for a tie" in anna


def test_a_log_line_with_answers_is_carried_out_again():
    before = at()
    ruling = give(before, "player Anna\nif tie: ante 1\nif win: cave\nthroat c4 d4\nmove d4 d5", 7, 2)
    again = commands.redo(MATCH, GAME, before, ruling.entry, ScriptedDice((7, 2)))
    assert again == ruling
    other = give(before, "player Bob\nif tie: match")
    assert commands.redo(MATCH, GAME, before, other.entry, ScriptedDice(())) == other


def test_nobody_answers_for_the_other():
    ruling = give(at(), "player Anna\nB: if tie: concede")
    assert [refusal.kind for refusal in ruling.entry.refusals] and not ruling.entry.done
    assert ruling.standing.state == at().state


def test_a_defender_answers_in_the_attacker_s_turn():
    asked = give(at(), "player Anna\nthroat c4 d4\nante 2", 6, 6).standing
    assert GAME.to_act(asked.state) == (1,)
    ruling = give(asked, "match anna-bob\nturn 5\nmatch", 4, 8)
    assert ruling.entry.seat == 1 and not ruling.entry.refusals
    assert (ruling.standing.state.mouth, ruling.standing.state.phase) == (34, "lost")


def test_who_resigns_leaves_the_mouth_to_the_other():
    before = at(mouth=33, purses=[10, 17])
    ruling = give(before, "player Bob\nresign")
    assert ruling.standing.outcome is not None and ruling.standing.outcome.winners == (0,)
    assert (ruling.standing.state.mouth, ruling.standing.state.purses) == (0, (43, 17))
    assert all("Anna takes 33 coins from the Mouth" in text for text in told(before, ruling))
    assert commands.redo(MATCH, GAME, before, ruling.entry, ScriptedDice(())) == ruling


@pytest.mark.parametrize(("purses", "paid"), [([10, 17], (27, 33)), ([17, 10], (33, 27)), ([9, 9], (26, 25))])
def test_a_draw_halves_the_mouth(purses: list[int], paid: tuple[int, int]):
    before = at(mouth=33, purses=purses)
    offered = give(before, "player Anna\ndraw offer").standing
    assert offered.state == before.state
    ruling = give(offered, "player Bob\ndraw accept")
    assert ruling.standing.outcome is not None and ruling.standing.outcome.reason == "draw-agreed"
    assert (ruling.standing.state.mouth, ruling.standing.state.purses) == (0, paid)


SHOWN = {
    "turn": 12,
    "pieces": [["a5", "b6", "c4"], ["d5", "g4"]],
    "drags": {"b6": "prey", "g4": "piece"},
    "prey": None,
    "caves": [1, 2],
    "lost": [2, 1],
    "mouth": 34,
    "purses": [13, 9],
    "options": {"cards": True},
    "cards": [["fire", "stag"], []],
    "thrown": [{"turn": 11, "seat": 1, "why": "throat", "places": ["g4", "g3"], "dice": [10, 3]}],
}


def test_a_position_in_words() -> None:
    state = at(**SHOWN).state
    lines = Phrases(GAME.SLUG, "en", state.options).position(GAME, state, Names(("Anna", "Bob")))
    assert lines[0] == "Anna (jackals): g4 (dragged), a5, b6, c4, the Cave and the wolves' Den (2)"
    assert lines[2] == "Prey: b6 (dragged)"
    assert {"In the Mouth: 34 coins.", "Anna's purse: 13 coins.", "Bob's purse: 9 coins."} <= set(lines)
    assert "Bob's wolf on g4 drags the jackal." in lines and "Bob's throat, g4 at g3: 10 and 3." in lines
    assert "Anna holds Forest Fire and The White Stag." in lines
    assert lines[-1] == "Dice (teeth), light and dark: 3 and 10"


def test_a_position_as_a_picture() -> None:
    """Dragged pieces lie under their draggers and show; caves, dens, coins, cards and the last throat are there."""
    state = at(**SHOWN).state
    sheet = picture.sheet(GAME, state, Names(("Anna", "Bob")), Phrases(GAME.SLUG, "en", state.options))
    shapes = list(walk(sheet.pages[0].shapes))
    uses = {use.title: use for use in shapes if isinstance(use, Use)}
    under, over = uses["jackal at g4"], uses["wolf at g4"]
    board = printed.board(printed.Options())
    centre = board.by_id["g4"]
    assert shapes.index(under) < shapes.index(over) and under.x < centre.x < over.x
    assert math.dist((under.x, under.y), (over.x, over.y)) < under.scale + over.scale
    assert {"prey at b6", "jackal at cave-a1", "wolf at cave-b2", "jackal at den-b2", "wolf at den-a1"} <= set(uses)
    words = [shape.text for shape in shapes if isinstance(shape, Text)]
    (mouth,) = (shape for shape in shapes if isinstance(shape, Text) and shape.text == "34 coins")
    place = board.by_id["mouth"]
    assert mouth.x == place.x and abs(mouth.y - place.y) < place.size / 2
    assert {"In the Mouth: 34 coins.", "Anna holds Forest Fire and The White Stag."} <= set(words)
    assert [use.classes for use in shapes if isinstance(use, Use) and "face" in use.classes] == [
        "face light-3",
        "face dark-10",
    ]
    assert [shape.title for shape in shapes if isinstance(shape, Group) and "last-throat" in shape.classes] == [
        "throat g4 at g3: 10 and 3"
    ]


def test_dice_that_were_thrown_long_ago_are_off_the_table() -> None:
    assert not GAME.faces(at(**SHOWN | {"turn": 14}).state)
