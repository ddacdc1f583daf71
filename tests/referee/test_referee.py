"""The referee, purely: who may give which order when, what is refused, and that a log line can be carried out again."""

import pytest

from adjudicator import dice, games
from adjudicator.core import DiceError
from adjudicator.core.game import Outcome
from adjudicator.referee import adjudication, commands, orders, seats
from adjudicator.referee.chance import Links, Source
from adjudicator.referee.records import Match, Seat, Standing
from adjudicator.referee.ruling import Ruling

GAME = games.find("snakes-and-foxes")
CHAIN = dice.Chain(dice.secret_from_seed("wheel"))
SOURCE = Links(CHAIN.link)


def match(*names: str, joining: bool = False) -> Match:
    return Match(
        id="anna-bob",
        game=GAME.SLUG,
        options={},
        seats=tuple(Seat(name) for name in names),
        dice=dice.SCHEME,
        commitment=CHAIN.commitment.hex(),
        joining=joining,
    )


TWO = match("Anna", "Bob")
NAMED = {"A": "Anna", "B": "Bob"}


def begun(terms: Match = TWO, words: tuple[str | None, ...] = ("hazel", "thorn")) -> Standing:
    return adjudication.begin(terms, GAME, words, SOURCE, "").standing


def give(standing: Standing, text: str, terms: Match = TWO, source: Source = SOURCE) -> Ruling:
    return adjudication.adjudicate(
        adjudication.Draft(terms, GAME, standing, source), orders.read(text.encode(), "x.txt")
    )


def mover(standing: Standing) -> str:
    return "AB"[GAME.to_act(standing.state)[0]]


def other(standing: Standing) -> str:
    return "BA"[GAME.to_act(standing.state)[0]]


def a_move(standing: Standing) -> str:
    return GAME.format(next(GAME.moves(standing.state)), standing.state)


def refused(ruling: Ruling) -> list[tuple[int, str]]:
    return [(refusal.line, refusal.kind) for refusal in ruling.entry.refusals]


def test_a_move_is_carried_out_and_logged_with_its_throws():
    before = begun()
    ruling = give(before, a_move(before))
    assert [done.order for done in ruling.entry.done] == [a_move(before)]
    done = ruling.entry.done[0]
    assert (done.k, done.link) == (2, CHAIN.link(2).hex())
    assert ruling.standing.state.turn == 2
    assert ruling.entry.events
    assert not ruling.entry.refusals


def test_the_throws_are_those_of_the_scheme():
    ruling = adjudication.begin(TWO, GAME, ("hazel", "thorn"), SOURCE, "")
    every = dice.entropy("anna-bob", ["hazel", "thorn"], ["", ""])
    again = dice.VerifiableDice(CHAIN.link(1), dice.mixed(every, ["", ""]), kinds=True)
    thrown = ruling.entry.done[0].throws
    assert len({dice.kind(throw.why) for throw in thrown}) == 2
    assert all(throw.values == again.throw(len(throw.values), throw.sides, throw.why) for throw in thrown)


def test_words_change_the_throws():
    assert begun(words=("hazel", "thorn")).state != begun(words=("hazel", "rowan")).state


def test_the_same_orders_give_the_same_ruling():
    assert give(begun(), a_move(begun())) == give(begun(), a_move(begun()))


def test_a_log_line_carried_out_again_gives_itself():
    standing = begun()
    for _ in range(12):
        ruling = give(standing, a_move(standing) + "\nsay all: go")
        assert commands.redo(TWO, GAME, standing, ruling.entry, SOURCE) == ruling
        standing = ruling.standing
        if standing.outcome:
            break


def test_a_line_that_cannot_be_read_refuses_the_whole_file():
    before = begun()
    ruling = give(before, f"{a_move(before)}\nmove z99")
    assert refused(ruling) == [(2, "notation")]
    assert not ruling.entry.done
    assert ruling.standing == before._replace(lines=2, desk=before.desk._replace(refused=ruling.standing.desk.refused))


def test_all_unreadable_lines_are_named():
    assert refused(give(begun(), "move z99\nsay Zed: hi\ndraw")) == [(1, "notation"), (2, "notation"), (3, "notation")]


def test_the_first_illegal_order_stops_the_file_and_what_came_before_stands():
    before = begun()
    ruling = give(
        before, f"player {mover(before)}\nsay all: here I go\n{a_move(before)}\n{a_move(before)}\nsay all: ho"
    )
    assert [done.order for done in ruling.entry.done] == [a_move(before)]
    assert refused(ruling) == [(4, "seat")]
    assert [say.text for say in ruling.entry.says] == ["here I go"]


def test_an_illegal_order_says_what_would_be_legal():
    refusal = give(begun(), "move g1").entry.refusals[0]
    assert refusal.kind == "illegal"
    assert "move a" in refusal.hint


def test_only_the_seat_to_act_may_act():
    before = begun()
    ruling = give(before, f"player {other(before)}\n{a_move(before)}")
    assert refused(ruling) == [(2, "seat")]
    refusal = ruling.entry.refusals[0]
    may, may_not = NAMED[mover(before)], NAMED[other(before)]
    assert (refusal.reason, refusal.hint) == (f"it is not the turn of {may_not}", f"{may} may act now")


def test_nobody_acts_with_the_letter_of_another_seat():
    before = begun()
    mine, theirs = mover(before), other(before)
    refusal = give(before, f"player {mine}\n{theirs}: {a_move(before)}").entry.refusals[0]
    assert refusal.kind == "seat"
    assert f"is for {NAMED[theirs]} ({theirs}), and {NAMED[mine]} ({mine}) sends it" in refusal.reason


@pytest.mark.parametrize(("who", "seat"), [("anna", 0), ("A", 0), ("BOB", 1), ("b", 1)])
def test_players_are_found_by_name_or_letter(who: str, seat: int):
    assert give(begun(), f"player {who}\nsay all: hi").entry.seat == seat


def test_an_unknown_player_is_refused():
    ruling = give(begun(), "player Zed\nsay all: hi")
    assert refused(ruling) == [(1, "seat")]
    assert "Anna (A)" in ruling.entry.refusals[0].hint


def test_a_stale_turn_and_one_to_come_are_refused():
    before = begun()
    after = give(before, a_move(before)).standing
    assert refused(give(after, "turn 1\nsay all: hi")) == [(1, "stale")]
    assert refused(give(after, f"resign\nturn {after.state.turn + 1}")) == [(1, "stale")]
    assert not refused(give(after, f"turn {after.state.turn}\nsay all: hi"))


def test_a_file_for_another_match_is_refused():
    assert refused(give(begun(), "match carl-dora\nsay all: hi")) == [(0, "stale")]


def test_an_empty_file_is_refused():
    assert refused(give(begun(), "# nothing\n")) == [(0, "notation")]


def test_press_goes_to_those_it_is_for():
    ruling = give(begun(), "player Anna\nsay Bob: psst\nsay all: hello\nsay A, B: both")
    assert [(say.to, say.text) for say in ruling.entry.says] == [((1,), "psst"), ((1,), "hello"), ((0, 1), "both")]


def test_resigning_gives_the_other_the_match():
    ruling = give(begun(), "player Anna\nresign")
    assert ruling.standing.outcome == Outcome("resigned", (1,))
    assert refused(give(ruling.standing, "player Bob\nmove a1")) == [(2, "over")]
    assert not refused(give(ruling.standing, "player Bob\nsay Anna: well played"))


def test_resigning_alone_ends_it_with_no_winner():
    alone = match("Anna")
    assert give(begun(alone, ("",)), "resign", alone).standing.outcome == Outcome("resigned", ())


def standing_with(**fields: object) -> Standing:
    """A match in which something has happened to the tokens already."""
    before = begun()
    return before._replace(state=before.state.replaced(to_move=1, **fields))


def test_giving_up_second_place_leaves_the_win_where_it_is():
    home = standing_with(tokens=(None, "c5"), fate=("escaped", None), rim=(True, False), home=(0,))
    assert refused(give(home, "player Anna\nresign")) == [(2, "illegal")]
    assert give(home, "player Bob\nresign").standing.outcome == Outcome("resigned", (0,))


def test_who_is_eaten_neither_resigns_nor_agrees_a_draw_nor_wins():
    eaten = standing_with(tokens=(None, "c5"), fate=("eaten", None))
    assert refused(give(eaten, "player Anna\nresign")) == [(2, "illegal")]
    assert refused(give(eaten, "player Anna\ndraw offer")) == [(2, "illegal")]
    assert refused(give(eaten, "player Bob\ndraw offer")) == [(2, "illegal")]
    assert give(eaten, "player Bob\nresign").standing.outcome == Outcome("resigned", ())


def test_a_draw_is_offered_and_accepted():
    offered = give(begun(), "player Anna\ndraw offer").standing
    assert offered.offers == (0,)
    assert refused(give(offered, "player Anna\ndraw accept")) == [(2, "illegal")]
    assert give(offered, "player Bob\ndraw accept").standing.outcome == Outcome("draw-agreed")
    assert give(offered, "player Bob\ndraw offer").standing.outcome == Outcome("draw-agreed")


def test_playing_on_declines_an_offer():
    before = begun()
    offered = give(before, f"player {other(before)}\ndraw offer").standing
    assert give(offered, a_move(before)).standing.offers == ()
    own = give(before, f"player {mover(before)}\ndraw offer").standing
    assert len(give(own, f"player {mover(before)}\n{a_move(before)}").standing.offers) == 1


def test_a_draw_that_nobody_offered_cannot_be_accepted():
    assert refused(give(begun(), "player Anna\ndraw accept")) == [(2, "illegal")]


def test_joining_begins_play_when_all_have_and_fixes_the_words():
    terms = match("Anna", "Bob", joining=True)
    waiting = adjudication.begin(terms, GAME, (None, None), SOURCE, "").standing
    assert waiting.state is None
    assert refused(give(waiting, "player Anna\nmove a1", terms)) == [(2, "over")]
    one = give(waiting, "player Bob\nword thorn\njoin", terms).standing
    assert one.words == (None, "thorn")
    both = give(one, "player Anna\njoin\nword hazel", terms)
    assert both.standing.words == ("hazel", "thorn")
    assert [done.order for done in both.entry.done] == ["word hazel", "join", "begin"]
    assert refused(give(both.standing, "player Anna\nword rowan", terms)) == [(2, "over")]
    assert both.standing.state is not None
    assert commands.redo(terms, GAME, one, both.entry, SOURCE).entry.done == both.entry.done


def test_a_word_alone_does_not_join():
    terms = match("Anna", "Bob", joining=True)
    waiting = adjudication.begin(terms, GAME, (None, None), SOURCE, "").standing
    assert refused(give(waiting, "player Bob\nword thorn", terms)) == [(2, "notation")]
    one = give(waiting, "player Bob\njoin", terms).standing
    assert give(one, "player Bob\nword thorn", terms).standing.words == (None, "thorn")


def test_joining_twice_changes_nothing():
    terms = match("Anna", "Bob", joining=True)
    waiting = adjudication.begin(terms, GAME, (None, None), SOURCE, "").standing
    one = give(waiting, "player Bob\nword thorn\njoin", terms).standing
    assert give(one, "player Bob\njoin", terms).standing.words == (None, "thorn")


def test_a_fault_of_the_rules_is_a_refusal_and_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    before = begun()

    def broken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    text = a_move(before)
    monkeypatch.setattr(GAME, "apply", broken)
    ruling = give(before, text)
    assert refused(ruling) == [(1, "fault")]
    assert "ZeroDivisionError" in ruling.entry.refusals[0].reason
    assert ruling.standing == before._replace(lines=2, desk=before.desk._replace(refused=ruling.standing.desk.refused))


def test_table_dice_that_run_out_are_told():
    table = dice.ScriptedDice([])
    with pytest.raises(DiceError, match="0 are left"):
        give(begun(), a_move(begun()), source=table)


def test_a_link_is_used_only_where_dice_are_thrown():
    ruling = give(begun(), "player Anna\ndraw offer")
    assert ruling.standing.links == 1
    assert ruling.entry.done[0].k == 0


def test_an_action_has_the_letter_of_its_seat_where_several_may_act_or_it_is_an_answer_in_advance(
    monkeypatch: pytest.MonkeyPatch,
):
    match = Match("m", "snakes-and-foxes", {}, tuple(Seat(name) for name in ("Anna", "Bob", "Cid")), "table")
    for acting, lettered in (((0,), False), ((0, 1), True), ((1, 2), False), ((), False)):
        monkeypatch.setattr(seats, "to_act", lambda game, standing, acting=acting: acting)
        for text in ("move a1", "A: move a1", "a: move a1"):
            assert seats.own(match, GAME, None, text, 0) == ("A: move a1" if lettered else "move a1")
        assert seats.own(match, GAME, None, "if tie: ask", 0) == "A: if tie: ask"
