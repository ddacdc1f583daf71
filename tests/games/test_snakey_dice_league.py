"""A league of Snakey Dice through the referee: who sees what, whose turn is whose, what comes out at the end."""

from __future__ import annotations

import base64
import re
from itertools import pairwise

import pytest

from adjudicator import dice, games
from adjudicator.letters import turn_sheet
from adjudicator.letters.orders import Seen
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.match import outputs
from adjudicator.match.outputs import Filed
from adjudicator.referee import adjudication, admin, orders
from adjudicator.referee.admin import Desk
from adjudicator.referee.chance import Links
from adjudicator.referee.records import REFEREE, Match, Seat, Standing
from adjudicator.web.contents import contents
from printables.drawing import bounds
from printables.paper import paper
from printables.render import svg
from printables.scene import Line, walk

GAME = games.find("snakey-dice")
CHAIN = dice.Chain(dice.secret_from_seed("wheel"))
SOURCE = Links(CHAIN.link)
OPTIONS = GAME.Options.model_validate({"league": True}).model_dump(mode="json")
RACE = Match(
    id="race",
    game=GAME.SLUG,
    options=OPTIONS,
    seats=tuple(map(Seat, ("Ann", "Bob", "Cay"))),
    dice=dice.PLAIN,
    commitment=CHAIN.commitment.hex(),
)


def begun() -> Standing:
    return adjudication.begin(RACE, GAME, ("", "", ""), SOURCE, "").standing


def give(before: Standing, text: str) -> tuple[Standing, Filed]:
    ruling = adjudication.adjudicate(
        adjudication.Draft(RACE, GAME, before, SOURCE), orders.read(text.encode(), "x.txt")
    )
    return ruling.standing, outputs.plan(RACE, GAME, "x.txt", before, ruling)


def whole_move(standing: Standing, seat: int) -> str:
    """A move of a seat with all its dice, which ends its turn."""
    seen = GAME.view(standing.state, seat)
    action = next(a for a in GAME.moves(seen) if len(a.parts) == len(seen.runs[seat].left))
    return GAME.format(action, seen).partition(": ")[2]


def sheets(html: str) -> list[str]:
    """The seats whose score sheets a letter's picture shows."""
    (picture,) = re.findall(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", html)
    return re.findall(r'class="sheet seat-(\d+)', base64.b64decode(picture).decode())


def test_a_letter_goes_to_the_mover_alone_and_shows_that_sheet_alone() -> None:
    standing, filed = give(begun(), "player Bob\nmove S: 2\nignore 1\n")
    assert [letter.seat for letter in filed.letters] == [1]
    letter = filed.letters[0]
    assert "The snake goes on to column 2 row 3." in letter.text
    assert sheets(letter.html) == ["1"]
    assert "turn 2" in letter.text and "`B: move S: 2`" in letter.text
    # The others stand where they stood, and their dice of turn 2 are not told.
    assert "Ann: turn 1, score so far" in letter.text and "Cay: turn 1" in letter.text
    assert filed.svg.count('class="sheet seat-') == 3
    assert standing.state.runs[1].turn == 2 and standing.state.turn == 1


def test_no_letter_names_dice_that_its_reader_has_not_come_to() -> None:
    standing = begun()
    for _ in range(3):
        standing, filed = give(standing, f"player Ann\n{whole_move(standing, 0)}\n")
        assert not any(letter.seat for letter in filed.letters)
        assert not any(GAME.sees(event, 1, 3) for event in filed.entry.events if event.seat is not None)
    _, filed = give(standing, "player Cay\nsay all: hello\n")
    told = {letter.seat: letter.text for letter in filed.letters}
    assert set(told) == {0, 1, 2}
    assert "turn 1" in told[1]


def test_the_turn_of_an_order_is_the_sender_s_own() -> None:
    standing, _ = give(begun(), "player Bob\nturn 1\nmove S: 2\nignore 1\n")
    ahead, filed = give(standing, "player Bob\nturn 1\nconcede\n")
    assert [r.kind for r in filed.entry.refusals] == ["stale"]
    assert "it is turn 2" in filed.entry.refusals[0].hint
    behind, filed = give(ahead, "player Ann\nturn 1\nmove S: 2\n")
    assert not filed.entry.refusals
    assert behind.state.runs[0].head == (2, 3)


def test_who_is_ahead_of_the_others_plays_at_once_with_the_lines_of_letter_page_and_turn_sheet() -> None:
    """A turn that the match has not come to is theirs all the same."""
    standing, filed = give(begun(), "player Bob\nmove S: 2\nignore 1\n")
    form = re.findall(r"^    (?!#)(.+)$", filed.letters[0].text, re.MULTILINE)
    assert form[:3] == ["match race", "player Bob", "turn 2"]
    played, _ = give(standing, "\n".join(form))
    assert played.state.runs[1] != standing.state.runs[1]
    assert not played.desk.kept

    phrases, names = Phrases(GAME.SLUG, "en", standing.state.options), Names(("Ann", "Bob", "Cay"))
    page = contents([Seen(RACE, GAME, phrases, names, begun(), filed.entry, standing, 1)])
    assert page.data["dated"] == page.plain["form"]["turn"] == 2
    drawn = outputs.draw(RACE, GAME, filed.entry, standing, seat=1)
    made = turn_sheet.sheet(RACE, GAME, standing, drawn, phrases, seat=1)
    assert "match race, player Bob, turn 2<" in svg.render(made.pages[0], made)


def test_the_same_file_of_who_is_ahead_sent_twice_plays_once() -> None:
    """Ruling 11: the second is for a turn that is over, and its sender reads so."""
    standing, _ = give(begun(), "player Bob\nturn 1\nmove S: 2\nignore 1\n")
    file = f"player Bob\nturn 2\n{whole_move(standing, 1)}\n"
    once, _ = give(standing, file)
    assert once.state.runs[1].turn == 3 and once.state.turn == 1
    twice, filed = give(once, file)
    assert twice.state == once.state and not twice.desk.kept
    (letter,) = filed.letters
    assert letter.seat == 1 and "turn 2 is over" in " ".join(letter.text.split())


def test_orders_of_who_is_ahead_are_kept_for_a_turn_of_their_own() -> None:
    """Ruling 11: not for that of the match, which comes later; under rule set 1 they waited for it."""
    standing, _ = give(begun(), "player Bob\nmove S: 2\nignore 1\n")
    kept, _ = give(standing, "player Bob\nturn 3\nconcede\n")
    assert [one.turn for one in kept.desk.kept] == [3]
    assert admin.next_kept(kept.desk, {0: 1, 1: 2}) is None
    there, _ = give(kept, f"player Bob\nturn 2\n{whole_move(kept, 1)}\n")
    assert admin.next_kept(there.desk, {0: 1, 1: GAME.turn_for(there.state, 1)}) == 1
    ruling = adjudication.carry_out_kept(adjudication.Draft(RACE, GAME, there, SOURCE), 1, ())
    assert ruling.standing.state.runs[1].ended and not ruling.standing.desk.kept

    old = games.find(GAME.SLUG, rules=1)
    before = standing._replace(state=old.State.model_validate(standing.state.model_dump()))
    given = orders.read(b"player Bob\nturn 2\nconcede\n", "x.txt")
    waits = adjudication.adjudicate(adjudication.Draft(RACE, old, before, SOURCE), given).standing
    assert [one.turn for one in waits.desk.kept] == [2] and not waits.state.runs[1].ended


def test_the_end_is_told_to_all_with_the_scores_of_all() -> None:
    standing = begun()
    for name in ("Ann", "Bob"):
        standing, filed = give(standing, f"player {name}\nmove S: 2\nconcede\n")
        assert [RACE.seats[letter.seat].name for letter in filed.letters] == [name]
    standing, filed = give(standing, "concede\n")
    assert [letter.seat for letter in filed.letters] == [0, 1, 2]
    assert standing.outcome and standing.outcome.reason == "league"
    assert standing.outcome.winners == (0, 1)
    best = standing.outcome.scores[0]
    for letter in filed.letters:
        said = " ".join(letter.text.split())
        assert f"Ann {best}" in said and "The highest score is" in said


def test_dice_of_a_roll_are_thrown_once_for_all() -> None:
    standing, first = give(begun(), "player Bob\nmove S: 2\nignore 1\n")
    standing, second = give(standing, "player Cay\nmove E: 2\nignore 1\n")
    assert [done.k for done in first.entry.done] == [0, 2]
    assert [done.k for done in second.entry.done] == [0, 0]
    assert standing.state.runs[1].dice == standing.state.runs[2].dice


def test_a_view_leaves_the_position_alone() -> None:
    state = begun().state
    seen = GAME.view(state, 2)
    assert seen.shown == 2 and state.shown is None
    assert seen.model_dump(mode="json") == state.model_dump(mode="json")
    assert {action.seat for action in GAME.moves(seen)} == {2}


def test_what_is_of_the_match_is_told_to_all() -> None:
    _, filed = give(begun(), "player Ann\ndraw offer\n")
    assert [letter.seat for letter in filed.letters] == [0, 1, 2]
    assert "Ann offers a draw." in filed.letters[1].text


def test_who_looks_on_sees_what_every_player_may() -> None:
    watched = begun()._replace(desk=Desk(spectators=("eve@example.org",)))
    standing, filed = give(watched, "player Bob\nmove S: 2\nignore 1\n")
    assert [letter.seat for letter in filed.letters] == [1], "nothing that all may know has happened"
    standing, filed = give(standing, "player Bob\ndraw offer\n")
    letter = filed.letters[-1]
    assert letter.seat == REFEREE
    assert "Bob: turn 2, score so far" in letter.text and "Bob offers a draw." in letter.text
    assert "<svg" not in letter.html and "rolls" not in letter.text
    for name in ("Ann", "Bob", "Cay"):
        standing, filed = give(standing, f"player {name}\nconcede\n")
    assert filed.letters[-1].seat == REFEREE
    assert len(sheets(filed.letters[-1].html)) == 3, "it is over: nothing is secret any more"


def test_a_turn_sheet_shows_one_player_s_own_sheet() -> None:
    standing, filed = give(begun(), "player Bob\nmove S: 2\nignore 1\n")
    phrases = Phrases(GAME.SLUG, "en", standing.state.options)
    drawn = outputs.draw(RACE, GAME, filed.entry, standing, seat=0)
    made = turn_sheet.sheet(RACE, GAME, standing, drawn, phrases, seat=0)
    page = svg.render(made.pages[0], made)
    assert page.count('class="sheet seat-') == 1 and 'class="sheet seat-0"' in page
    assert "match race, player Ann, turn 1" in page
    assert "legal, for example: move" in page and "B: " not in page


@pytest.mark.parametrize("on", ["a4", "letter", "a5"])
def test_picture_cut_and_slip_of_a_turn_sheet_lie_under_each_other_within_the_margins(on: str) -> None:
    standing, filed = give(begun(), "player Bob\nmove S: 2\nignore 1\n")
    phrases = Phrases(GAME.SLUG, "en", standing.state.options)
    drawn = outputs.draw(RACE, GAME, filed.entry, standing, seat=0)
    (page,) = turn_sheet.sheet(RACE, GAME, standing, drawn, phrases, on, 0).pages
    (cut,), (left, top, right, bottom) = page.cut, paper.find(on).printable
    assert isinstance(cut, Line) and cut.a[1] == cut.b[1] and (cut.a[0], cut.b[0]) == (left, right)
    picture, slip = (bounds.of((shape,)) for shape in page.shapes)
    assert picture and slip
    assert top <= picture[1] < picture[3] <= cut.a[1] - 0.5 * turn_sheet.GAP < cut.a[1] <= slip[1] < slip[3] <= bottom
    assert min(picture[0], slip[0]) >= left - 1e-6 and max(picture[2], slip[2]) <= right + 1e-6
    assert (picture[0] + picture[2]) / 2 == pytest.approx(page.width / 2, abs=1)
    rules = [one for one in walk(page.shapes[1:]) if isinstance(one, Line)]
    assert {round(b.a[1] - a.a[1], 6) for a, b in pairwise(rules)} == {turn_sheet.ROW}
    assert turn_sheet.SLIP - rules[-1].a[1] < turn_sheet.ROW + 2
    assert {(one.a[0], one.b[0]) for one in rules} == {(0, right - left)}
