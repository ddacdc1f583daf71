"""The referee, purely: who may give which order when, what is refused, and that a log line can be carried out again."""

from collections.abc import Iterator

import pytest
from padded import pad

from adjudicator import dice, games
from adjudicator.core import DiceError, IllegalMove
from adjudicator.core.codec import canonical, digest
from adjudicator.core.game import Event, Outcome
from adjudicator.referee import adjudication, amendment, commands, orders, ruling, seats
from adjudicator.referee.admin import Awaited, Bank, Clock, Desk, Kept, Late, Refused, Wish
from adjudicator.referee.chance import Links, Source
from adjudicator.referee.records import (
    Asked,
    Held,
    MailRecord,
    Match,
    Post,
    Reading,
    Seal,
    Seat,
    Standing,
    Typed,
    Understood,
)
from adjudicator.referee.ruling import Ruling
from adjudicator.referee.terms import Terms

GAME = games.find("snakes-and-foxes")
CHAIN = dice.Chain(dice.secret_from_seed("wheel"))
SOURCE = Links(CHAIN.link)
NOON = "2026-11-21T12:00:00+00:00"


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


def whole(text: str, standing: Standing | None = None, terms: Match = TWO, **more: object) -> Ruling:
    """The ruling of a file at a moment."""
    draft = adjudication.Draft(terms, GAME, standing or begun(), SOURCE, at=str(more.pop("at", NOON)))
    return adjudication.adjudicate(draft, orders.read(text.encode(), "x.txt")._replace(**more))  # type: ignore[arg-type]


def told(ruling: Ruling) -> list[str]:
    return [f"{one.line} {one.kind}: {one.reason}; {one.hint}" for one in ruling.entry.refusals]


def test_a_file_that_only_asks_is_told_what_it_would_have_done():
    before = begun()
    mine, theirs, move = mover(before), other(before), a_move(before)
    asked = whole(f"player {mine}\ncheck\nsay all: hi\n{move}\nsay all: ho", before)
    assert asked.standing == before._replace(lines=2) and not asked.entry.says and asked.unseen == 4
    assert [(done.kind, done.text, done.line, done.events) for done in asked.entry.done] == [
        ("check", "say all: hi", 3, (Event("would", before.state.to_move, words={"order": "say all: hi"}),)),
        ("check", move, 4, (Event("would-throw", before.state.to_move, words={"order": move}),)),
    ]
    wrong = whole(f"player {mine}\ncheck\nresign\n{move}\n", before)
    assert [done.text for done in wrong.entry.done] == ["resign"] and told(wrong)[0].startswith("4 over: the match is")
    ahead = whole(f"player {theirs}\ncheck\nturn 3\nmove a1\nwhen {mine}: pass\nmove a2", before)
    assert [done.text for done in ahead.entry.done] == ["turn 3 / move a1", f"turn 3 / when {mine}: pass / move a2"]
    when = whole(f"player {theirs}\ncheck\nwhen {mine}: pass\nmove a2\nsay all: hi", before)
    assert [done.text for done in when.entry.done] == [f"when {mine}: pass / move a2", "say all: hi"]


def test_orders_for_a_turn_to_come_are_kept_and_nothing_else_is_sent_ahead():
    before = begun()
    theirs, mine = other(before), mover(before)
    seat = 1 - before.state.to_move
    kept = whole(f"player {theirs}\nturn 2\nmove a1\nmove a2\nwhen {mine}: pass\nmove a3", before)
    assert kept.standing.desk.kept == (
        Kept(seat, 2, None, ("move a1", "move a2"), 1), Kept(seat, 2, Awaited(1 - seat, "pass"), ("move a3",), 1),
    )  # fmt: skip
    words = {"orders": "move a3", "turn": 2, "other": NAMED[mine], "action": "pass"}
    assert [(done.kind, done.text, done.line, done.events) for done in kept.entry.done] == [
        ("keep", "move a1; move a2", 3, (Event("kept", seat, words={"orders": "move a1; move a2", "turn": 2}),)),
        ("keep", "move a3", 6, (Event("kept-until", seat, words=words),)),
    ]
    assert told(whole(f"player {theirs}\nturn 2\nresign", before)) == [
        "3 stale: turn 2 has not come; only moves can be sent ahead"
    ]
    assert told(whole(f"player {theirs}\nturn 3\nsay all: hi\nstatus\ncancel", kept.standing)) == []
    unready = f"player {mine}\nwhen {theirs}: pass\nmove a3"
    assert "it is your turn now: there is nothing to wait for" in told(whole(unready, before))[0]
    assert told(whole(f"turn 5\n{unready}", before)) == []
    assert told(whole(f"player {theirs}\nwhen Zed: pass\nmove a3", before)) == [
        "3 notation: nobody here is called 'Zed'; the players are Anna, Bob"
    ]


def test_twenty_sets_of_orders_ahead_are_kept_of_each_seat():
    standing = begun()
    for number in range(20):
        for who in "AB":
            standing = whole(f"player {who}\nturn {number + 2}\nmove a1", standing).standing
    assert len(standing.desk.kept) == 40
    assert told(whole("player A\nturn 30\nmove a1", standing)) == [
        "3 illegal: you have sent too many orders ahead; at most 20; `cancel` forgets them"
    ]
    over = standing._replace(outcome=Outcome("awarded"), desk=standing.desk._replace(kept=()))
    assert told(whole("player A\nmove a1", over))[0].startswith("2 over: the match is over")


def offered(*texts: str, at: str = NOON) -> Standing:
    """Anna was asked which of these she means."""
    reading = Reading("which", (), texts, (), "ab" * 32)
    return whole("player Anna\nwhat", reading=reading, at=at).standing


def test_a_yes_is_to_one_of_what_was_asked_back_for_seven_days():
    asked = offered("say Bob: one", "say Bob: two")
    codes = [offer.code for offer in asked.desk.offers]
    assert codes == [ruling.code("anna-bob", 0, 1, "ab" * 32, text) for text in ("say Bob: one", "say Bob: two")]
    assert all(map(orders.is_code, codes)) and [offer[3:] for offer in asked.desk.offers] == [(1, NOON)] * 2

    def said(text: str, at: str = NOON, standing: Standing = asked, post: Post | None = None) -> Ruling:
        draft = adjudication.Draft(TWO, GAME, standing, SOURCE, at=at)
        return adjudication.adjudicate(draft, orders.read(text.encode(), "x.txt", reading=Reading()), post)

    for number, words in enumerate(("one", "two")):
        for at in (NOON, "2026-11-28T12:00:00+00:00"):
            ruled = said(f"player Anna\nyes {codes[number].upper()}\nsay Bob: more", at)
            assert [say.text for say in ruled.entry.says] == [words, "more"] and not ruled.standing.desk.offers
            assert [(done.kind, done.text, done.line) for done in ruled.entry.done] == [("yes", codes[number], 2)]
    assert told(said(f"player Anna\nyes {codes[0]}", "2026-11-28T12:00:01+00:00")) == [
        "2 illegal: the question was asked more than 7 days ago; send your move"
    ]
    either = " or ".join(
        f"`yes {code}` for `say Bob: {text}`" for code, text in zip(codes, ("one", "two"), strict=True)
    )
    for text in ("yes", "yes 2222"):
        assert told(said(f"player Anna\n{text}")) == [
            f"2 illegal: it is not plain what the `yes` is to; write {either}"
        ]
    assert told(said(f"player Bob\nyes {codes[0]}"))[0].startswith("2 illegal: no question to you is open")
    single = offered("say Bob: one")
    assert told(said("player Anna\nyes", standing=single)) == []
    mail = MailRecord("0" * 64, NOON, "address")
    for thread, fault in (((0, 1), False), ((0,), True), ((), True)):
        post = Post((0,), mail, typed=Typed(thread=thread))
        assert bool(told(said("yes", standing=single, post=post))) == fault
    assert told(said("yes", standing=single, post=Post((0,), mail))), "a mail of which no thread is known"


def test_what_is_offered_ends_with_the_position_it_was_about():
    asked = offered("say Bob: one", "move a1")
    moved = whole(f"player {mover(asked)}\n{a_move(asked)}", asked).standing
    assert [offer.order for offer in moved.desk.offers] == (["say Bob: one"] if mover(asked) == "B" else [])
    again = whole("player Anna\nwhat", asked, reading=Reading("mean", (), ("move a2",), (), "cd" * 32)).standing
    assert [offer.order for offer in again.desk.offers] == ["move a2"]
    assert not whole("player Anna\nwhat", asked, reading=Reading("no")).standing.desk.offers
    told = whole("player Anna\nwhat", asked, reading=Reading("question", why=(Understood(2, "what"),)))
    assert [(say.to, say.text) for say in told.entry.says] == [((-1,), "what")] and told.standing.desk.offers
    assert told.entry.reading and told.entry.reading.kind == "question"


def test_files_of_which_nothing_came_are_counted_until_one_brings_something():
    standing = begun()
    for count in (1, 2, 3):
        ruled = whole("player Anna\nnonsense now", standing, head=(3, "ab" * 32))
        standing = ruled.standing
        assert standing.desk.refused == ruled.entry.after.desk.refused == (Refused(0, count),)
        assert ruled.entry.answers == f"3 {'ab' * 32}"
    both = whole("player Bob\nnonsense now", standing).standing
    assert both.desk.refused == (Refused(0, 3), Refused(1, 1))
    assert whole("player Anna\nsay Bob: hi\nmove z9 z9", both).standing.desk.refused == (Refused(0, 4), Refused(1, 1))
    assert whole("player Anna\nsay Bob: hi\nresign\ndraw offer", both).standing.desk.refused == (Refused(1, 1),)


def test_a_question_before_play_begins_goes_to_the_referee():
    waiting = adjudication.begin(match("Anna", "Bob", joining=True), GAME, (None, None), SOURCE, "").standing
    asked = whole("player Anna\nturn 3\nmay I bring somebody?\nor two", waiting, match("Anna", "Bob", joining=True))
    assert [(say.seat, say.to, say.text) for say in asked.entry.says] == [
        (0, (-1,), "may I bring somebody?"), (0, (-1,), "or two"),
    ]  # fmt: skip
    assert [(done.kind, done.text, done.line) for done in asked.entry.done] == [("ask", "question", 3)]
    assert asked.entry.events == (Event("question", 0),) and not asked.entry.refusals


def test_a_spectator_leaves_once():
    mail = MailRecord("0" * 64, NOON, "address")
    before = begun()._replace(desk=Desk(spectators=("eve@example.org",)))
    post = Post((), mail, spectator="eve@example.org")

    def leaves(standing: Standing) -> Ruling:
        draft = adjudication.Draft(TWO, GAME, standing, SOURCE)
        return adjudication.adjudicate(draft, orders.read(b"leave", "x.txt"), post)

    gone = leaves(before)
    assert gone.standing.desk == Desk() and gone.entry.seat is None and gone.entry.mail == mail
    assert [(done.kind, done.text, done.line) for done in gone.entry.done] == [
        ("spectator", "spectator off eve@example.org", 1)
    ]
    assert told(leaves(gone.standing)) == ["1 illegal: eve@example.org is no spectator; leave the line out"]


def test_a_mail_with_a_line_that_is_no_order_is_told_of_end():
    before = begun()
    mail = Post((before.state.to_move,), MailRecord("0" * 64, NOON, "address"))

    def hints(text: str, post: Post | None = mail) -> list[tuple[int, bool]]:
        draft = adjudication.Draft(TWO, GAME, before, SOURCE)
        ruled = adjudication.adjudicate(draft, orders.read(text.encode(), "x.txt"), post)
        return [(one.line, "put `end` there" in one.hint) for one in ruled.entry.refusals]

    move = a_move(before)
    assert hints(f"{move}\nAnna of Avonlea\nPhone 12") == [(2, True), (3, False)]
    assert hints(f"Anna of Avonlea\n{move}") == [(1, False)]
    assert hints(f"Anna of Avonlea\n{move}\nPhone 12") == [(1, False), (3, False)]
    assert hints("Anna of Avonlea") == [(1, False)]
    assert hints(f"{move}\nAnna of Avonlea", None)[0][1] is False
    assert hints("say Bob: hi\nsay Zed: hi") == [(2, True)]


def test_a_message_without_a_name_stands_alone_and_only_where_terms_allow_it():
    for terms, fault in ((None, True), (Terms(), True), (Terms(grey=True), False)):
        ruled = whole("player Anna\ngrey Bob: boo", terms=TWO._replace(terms=terms))
        assert bool(ruled.entry.refusals) == fault
        assert [(say.seat, say.to, say.grey) for say in ruled.entry.says] == ([] if fault else [(0, (1,), True)])
    for text, line in (("say Bob: hi\ngrey Bob: boo", 3), ("grey Bob: boo\nstatus", 2)):
        ruled = whole(f"player Anna\n{text}", terms=TWO._replace(terms=Terms(grey=True)))
        assert told(ruled) == [
            f"{line} notation: a message without a name stands beside orders that tell the name; send it by itself"
        ]
    assert not told(whole("player Anna\ngrey Bob: boo\ngrey all: ba", terms=TWO._replace(terms=Terms(grey=True))))


def test_what_is_written_to_the_referee_alone_is_not_counted():
    terms = TWO._replace(terms=Terms(words=3))
    for text, words in (("say referee: a b c d", None), ("say Bob: a b c", 3), ("say all: a b", 2)):
        ruled = whole(f"player Anna\n{text}", terms=terms)
        assert not ruled.entry.refusals
        assert [one[2:] for one in ruled.standing.desk.spoken] == ([] if words is None else [(1, words)])
    assert told(whole("player Anna\nsay Bob, referee: a b c d", terms=terms))[0].startswith("2 illegal: in this match")
    draft = commands.RefereeDraft(terms, GAME, begun(), SOURCE, NOON)
    draft.say(orders.Order(1, "say", "a b c d", "all"), -1)
    assert draft.says[0].to == (0, 1) and not draft.standing.desk.spoken


def test_a_draw_of_three_is_agreed_when_all_have_offered_it():
    dice_game = games.find("snakey-dice")
    three = Match("m", dice_game.SLUG, {"league": True}, tuple(map(Seat, ("Anna", "Bob", "Cid"))), dice.SCHEME)
    standing = adjudication.begin(three, dice_game, ("", "", ""), SOURCE, "").standing

    def give(standing: Standing, text: str) -> Ruling:
        draft = adjudication.Draft(three, dice_game, standing, SOURCE)
        return adjudication.adjudicate(draft, orders.read(text.encode(), "x.txt"))

    assert told(give(standing, "player Cid\nresign")) == [
        "2 illegal: with more than two players nobody can end the match alone; play on, or agree a draw"
    ]
    one = give(standing, "player Cid\ndraw offer")
    assert (one.standing.offers, one.standing.outcome, one.entry.events) == ((2,), None, (Event("draw-offered", 2),))
    two = give(one.standing, "player Anna\ndraw accept")
    assert (two.standing.offers, two.standing.outcome, two.entry.events) == ((0, 2), None, (Event("draw-accepted", 0),))
    kept = give(two.standing, "player Anna\ndraw decline")
    assert (kept.standing.offers, kept.entry.events) == ((0,), (Event("draw-declined", 0),)), (
        "and what others offered is gone"
    )
    all_three = give(two.standing, "player Bob\ndraw accept")
    assert all_three.standing.outcome == Outcome("draw-agreed") and all_three.entry.events[0].kind == "draw-accepted"
    assert told(give(standing, "player Bob\ndraw decline")) == [
        "2 illegal: no draw is offered; `draw offer` offers one"
    ]
    assert told(give(one.standing, "player Cid\ndraw decline"))[0].startswith("2 illegal: no draw is offered")


def test_alone_nobody_agrees_a_draw():
    alone = match("Anna")
    assert told(give(begun(alone, ("",)), "draw offer", alone)) == [
        "1 illegal: alone nobody can agree a draw; `resign` ends the match"
    ]


class Thrown:
    """Dice that show what they are told, and tell what was thrown."""

    def __init__(self, *values: tuple[int, ...]) -> None:
        self.values, self.thrown = list(values), list[tuple[int, int, str]]()

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        self.thrown.append((count, sides, why))
        return self.values.pop(0)


class Many:
    """Actions by number, of two seats in turn."""

    def __init__(self, count: int) -> None:
        self.count = count

    def moves(self, state: object) -> Iterator[int]:
        return iter(range(self.count))

    def format(self, action: int, state: object) -> str:
        return f"{'AB'[action % 2]}: {action}"


@pytest.mark.parametrize(
    ("count", "several", "throws", "drawn", "asked"),
    [
        (1, False, (), 0, []),
        (2, True, (), 1, []),
        (2, False, ((2,),), 1, [(1, 2)]),
        (256, False, ((256,),), 255, [(1, 256)]),
        (512, True, ((1,),), 1, [(1, 256)]),
        (257, False, ((1, 1),), 0, [(2, 256)]),
        (300, False, ((2, 5),), 260, [(2, 256)]),
        (300, False, ((256, 120),), 299, [(2, 256)]),
        (300, False, ((256, 121), (2, 45)), 0, [(2, 256)] * 2),  # 65,400 is the same number of times 300
        (65_536, False, ((256, 256),), 65_535, [(2, 256)]),
        (65_540, False, ((256, 256),), 65_535, [(2, 256)]),
        (131_080, True, ((1, 2),), 3, [(2, 256)]),
    ],
)
def test_a_late_player_s_action_is_drawn_from_all_alike(
    count: int, several: bool, throws: tuple[tuple[int, ...], ...], drawn: int, asked: list[tuple[int, int]]
):
    rolled = Thrown(*throws)
    assert commands._drawn(Many(count), None, 1, rolled, several=several) == drawn  # type: ignore[arg-type]
    assert rolled.thrown == [(*one, "a late player's action") for one in asked]


def test_nothing_is_drawn_for_who_has_no_action():
    for count, several in ((0, False), (1, True)):
        with pytest.raises(IllegalMove):
            commands._drawn(Many(count), None, 1, Thrown(), several=several)  # type: ignore[arg-type]


def test_a_file_that_answers_a_letter_of_another_log_is_refused():
    heads = {3: "ab" * 32}.get

    def give(given: tuple[int, str] | None, post: Post | None = None) -> list[str]:
        draft = adjudication.Draft(TWO, GAME, begun(), SOURCE)
        read = orders.read(b"player Anna\nsay all: hi", "x.txt")._replace(head=given)
        ruled = adjudication.adjudicate(draft, read, post, lambda line: heads(line, ""))
        assert bool(ruled.entry.says) != bool(ruled.entry.refusals)
        return told(ruled)

    assert give((3, "ab" * 32)) == give(None) == []
    lost = "these orders answer a letter that this log has not written"
    assert give((3, "cd" * 32))[0].startswith(f"0 stale: {lost} (line 3); keep that letter")
    assert give((4, "ab" * 32))[0].startswith(f"0 stale: {lost} (line 4)")
    mail = MailRecord("0" * 64, NOON, "address")
    assert give(None, Post((0,), mail, answers=f"4 {'ab' * 32}"))[0].startswith(f"0 stale: {lost} (line 4)")
    assert give((3, "ab" * 32), Post((0,), mail, answers=f"4 {'ab' * 32}")) == [], "what the file says comes first"


def test_a_line_of_the_log_has_the_seal_of_the_position_and_not_the_position():
    ruled = whole(f"player {mover(begun())}\n{a_move(begun())}")
    text = canonical(ruled.standing.state.model_dump(mode="json"))
    assert ruled.entry.after.state == Seal(2, digest(text.encode()))
    assert ruled.entry.after._replace(state=ruled.standing.state) == ruled.standing
    waiting = adjudication.begin(match("Anna", "Bob", joining=True), GAME, (None, None), SOURCE, "")
    assert waiting.entry.after.state is None and waiting.entry.source == "match.json"


def test_wishes_of_people_are_known_from_the_beginning():
    seats = (Seat("Anna", language="de"), Seat("Bob"), Seat("Random", bot="random", language="fr"))
    own, pages = Wish(0, "language", "de"), (Wish(0, "letters", "page"), Wish(1, "letters", "page"))
    for letters, wishes in (("", (own,)), ("page", (own, *pages))):
        terms = TWO._replace(seats=seats, letters=letters, joining=True)  # type: ignore[arg-type]
        begun = adjudication.begin(terms, GAME, (None, None, None), SOURCE, "ab" * 32, NOON)
        assert begun.standing.desk.wishes == wishes and begun.entry.source_hash == "ab" * 32
        assert begun.entry.at == NOON, "the referee's own lines have their time"


def test_the_newest_reader_reads_lines_as_the_game_does_alone():
    before = begun()
    move, newest = a_move(before), TWO._replace(reader=2)
    bare = f"player {mover(before)}\n{move.removeprefix('move ')}"
    assert [done.text for done in whole(bare, before).entry.done] == [move]
    assert [text[:10] for text in told(whole(bare, before, newest))] == ["2 notation"]
    assert not told(whole(f"player {mover(before)}\n{move}", before, newest))
    assert told(whole(f"player {mover(before)}\nmove g1", before, newest))[0].startswith("2 illegal: `move g1` is")


def test_a_new_address_is_confirmed_by_a_mail_from_it_or_by_hand():
    for proof, fault in (("", False), ("code", False), ("address", True), ("token", True)):
        draft = adjudication.Draft(TWO, GAME, begun()._replace(asked=(Asked(0, "new@example.org"),)), SOURCE)
        post = Post((0,), MailRecord("0" * 64, NOON, proof)) if proof else None
        ruled = adjudication.adjudicate(draft, orders.read(b"player Anna\naddress confirm", "x.txt"), post)
        assert bool(told(ruled)) == fault
        assert ruled.standing.addresses == (() if fault else ("new@example.org", ""))


def test_orders_sent_ahead_are_carried_out_where_what_they_wait_for_has_come():
    before = begun()
    seat, move = before.state.to_move, a_move(begun())
    other, legal = 1 - seat, [GAME.format(one, before.state) for one in GAME.moves(before.state)]
    kept = (
        Kept(seat, 1, Awaited(other, "pass"), (legal[1],), 5), Kept(seat, 2, None, ("later",), 5),
        Kept(other, 0, None, ("theirs",), 5), Kept(seat, 0, Awaited(other, "move a1"), (legal[2],), 7),
    )  # fmt: skip
    standing = before._replace(desk=Desk(kept=kept))

    def carried(*played: tuple[int, int, str]) -> Ruling:
        return adjudication.carry_out_kept(adjudication.Draft(TWO, GAME, standing, SOURCE), seat, played)

    for played, done in (
        ([(6, other, "pass")], legal[1]), ([(8, other, "move a1")], legal[2]), ([(6, seat, "pass")], None),
        ([(5, other, "pass")], None), ([(7, other, "move a1")], None), ([], None),
        ([(8, other, "move a1"), (6, other, "pass")], legal[1]),
    ):  # fmt: skip
        ruled = carried(*played)
        assert [one.text for one in ruled.entry.done] == ([] if done is None else [done])
        assert ruled.standing.desk.kept == kept[1:3]
        assert (ruled.entry.by, ruled.entry.seat) == ("ahead", seat)
        assert ruled.entry.source == f"orders sent ahead, line {7 if done == legal[2] else 5}"
        if done is None:
            assert told(ruled) == ["0 stale: nothing that your orders wait for has happened; send new orders"]
    assert move == legal[0]
    several = standing._replace(desk=Desk(kept=(Kept(seat, 0, None, (move, "move z9", move), 5),)))
    ruled = adjudication.carry_out_kept(adjudication.Draft(TWO, GAME, several, SOURCE), seat, ())
    assert [one.line for one in ruled.entry.done] == [1] and [one.line for one in ruled.entry.refusals] == [2]
    assert ruled.entry.source_hash == digest(f"{move}\nmove z9\n{move}".encode())


def test_what_is_sent_too_late_says_why():
    before = begun()
    over = whole("player Anna\nresign", before).standing
    assert told(whole("player Anna\nword x\njoin", before))[0] == (
        "2 over: play has begun, the dice words are fixed; leave the line `x` out"
    )
    assert told(whole("player Anna\njoin", over)) == ["2 over: the match is over; play does not begin any more"]
    assert not told(whole(f"player Anna\nturn {over.state.turn}\nsay Bob: thanks", over))
    assert told(whole(f"player Anna\nturn {over.state.turn + 1}\nsay Bob: thanks", over)) == [
        "2 stale: turn 2 has not come; it is turn 1"
    ]
    held = before._replace(desk=Desk(held=True))
    assert told(whole(f"player {mover(before)}\n{a_move(before)}", held))[0].startswith("2 over: the match is on hold")
    assert told(whole(f"player Anna\npad {'ab' * 10}", before)) == [
        "2 illegal: the dice of this match need no pad; leave the line `pad` out"
    ]


def test_who_is_late_so_many_times_in_a_row_forfeits():
    terms = TWO._replace(terms=Terms(hours=24, late="forfeit", after=2, remind=0))
    standing = adjudication.begin(terms, GAME, ("", ""), SOURCE, "", NOON).standing
    seat, day = standing.state.to_move, "2026-11-{}T12:00:00+00:00"
    assert commands.tick(terms, GAME, standing, SOURCE, "2026-11-22T11:59:59+00:00", str) is None
    late = commands.tick(terms, GAME, standing, SOURCE, day.format(22), str)
    assert late and late.entry.events == (Event("late", seat, words={"count": 1}),) and late.entry.by == "deadline"
    assert late.standing.desk.late == (Late(seat, 1),) and late.standing.desk.clocks[0].start == day.format(22)
    gone = commands.tick(terms, GAME, late.standing, SOURCE, day.format(23), str)
    assert gone and gone.standing.outcome == Outcome("forfeited", (1 - seat,))
    assert gone.entry.events == (Event("forfeited", seat, words={"count": 2}),)
    moved = whole(f"player {mover(standing)}\n{a_move(standing)}", late.standing, terms, at=day.format(23))
    assert moved.standing.desk.late == ()


def test_an_award_to_everybody_is_none_and_a_referee_ends_a_match_once():
    def order(text: str, standing: Standing | None = None) -> Ruling:
        read = orders.read(text.encode(), "referee", referee=True)
        return commands.command(TWO, GAME, standing or begun(), read, NOON)

    assert order("award Anna").standing.outcome == Outcome("awarded", (0,))
    assert told(order("award Anna, Bob")) == [
        "1 illegal: that is everybody; `declare draw` ends the match with no winner"
    ]
    assert order("award b, Bob").standing.outcome == Outcome("awarded", (1,))
    drawn = order("declare draw")
    assert drawn.standing.outcome == Outcome("draw-declared") and drawn.entry.events == (Event("ended"),)
    assert told(order("abandon", drawn.standing)) == ["1 over: the match is over; `undo` takes its end back"]
    assert told(order("award Zed"))[0].startswith("1 notation: nobody here is called 'Zed'; ")
    alone = commands.command(match("Anna"), GAME, begun(match("Anna"), ("",)),
                             orders.read(b"award Anna", "r", referee=True), NOON)  # fmt: skip
    assert alone.standing.outcome == Outcome("awarded", (0,))
    assert told(order("undo")) == ["1 illegal: there is no turn to take back; nothing has been played"]
    assert told(order("")) == ['0 notation: there is no order here; for example "extend Anna 2 days"']
    assert [line[0] for line in told(order("hold\nnonsense\nresume"))] == ["2"], "then nothing is done"
    assert not order("hold\nnonsense").entry.done and len(order("hold\nhold\nresume").entry.done) == 1


SIDED = match("Anna", "Bob", joining=True)._replace(dice=dice.TWO_SIDED)
LINKS = {who: [link.hex() for link in pad(name)] for who, name in (("A", "anna"), ("B", "bob"), ("C", "carl"))}


def sided(text: str, standing: Standing, terms: Match = SIDED) -> Ruling:
    return whole(text, standing, terms)


def joined() -> Standing:
    """All have joined with a pad each, and none of them has shown a link."""
    standing = adjudication.begin(SIDED, GAME, (None, None), SOURCE, "").standing
    for who, word in (("A", "hazel"), ("B", "thorn")):
        standing = sided(f"player {who}\njoin\nword {word}\npad {LINKS[who][0]}", standing).standing
    return standing


def played() -> Standing:
    """Both have shown link 1, and play has begun."""
    standing = joined()
    for who in "AB":
        standing = sided(f"player {who}\nready\nlink 1 {LINKS[who][1]}", standing).standing
    return standing


def done(ruling: Ruling) -> list[tuple[str, int, str]]:
    return [(one.kind, one.line, one.text) for one in ruling.entry.done]


def test_play_of_two_sides_begins_once_each_who_has_a_pad_has_shown_a_link():
    standing = joined()
    assert standing.pads.fixed == (LINKS["A"][0], LINKS["B"][0]) and standing.words == ("hazel", "thorn")
    assert standing.state is None and standing.pads.unready == (0, 1)
    assert told(sided("player A\nword rowan", standing)) == [
        "2 over: everybody has joined, the dice words are fixed; leave the line `rowan` out"
    ]
    one = sided(f"player B\nready\nlink 1 {LINKS['B'][1]}", standing)
    assert done(one) == [("link", 3, f"1 {LINKS['B'][1]}"), ("ready", 2, "")] and one.standing.state is None
    assert told(sided("player A\nready", standing)) == [
        "0 illegal: link 1 of your pad is missing; add the line `link 1 ...`"
    ]
    both = sided(f"player A\nready\nlink 1 {LINKS['A'][1]}", one.standing)
    assert [kind for kind, *_ in done(both)] == ["link", "ready", "begin"]
    begin = both.entry.done[2]
    assert begin.mix == (LINKS["A"][1], LINKS["B"][1]) and (begin.k, begin.line) == (1, 0)
    assert told(sided("player A\nready", both.standing)) == ["2 over: play has begun; leave the line `ready` out"]
    given_up = sided("player A\npad none", one.standing)
    assert [kind for kind, *_ in done(given_up)] == ["pad", "begin"] and given_up.entry.done[1].mix == (
        "",
        LINKS["B"][1],
    )
    assert given_up.entry.events[0] == Event("pad-gone", 0)
    unlinked = sided(f"player A\nlink 1 {LINKS['A'][1]}", standing)
    assert done(unlinked) == [] and unlinked.standing.pads == standing.pads, "a link alone is still due"


def test_a_move_of_two_sides_brings_the_link_that_is_due_and_shows_it_only_if_it_is_played():
    standing = played()
    who, move, seat = mover(standing), a_move(standing), standing.state.to_move
    link = f"link 2 {LINKS[who][2]}"
    assert told(sided(f"player {who}\n{move}", standing)) == [
        "0 illegal: link 2 of your pad is missing; add the line `link 2 ...`"
    ]
    moved = sided(f"player {who}\n{move}\n{link}\nsay all: hi", standing)
    assert done(moved) == [("link", 3, link.removeprefix("link ")), ("action", 2, move)] and len(moved.entry.says) == 1
    held = moved.standing.pads.of(seat)
    assert held == Held(seat, LINKS[who][0], 2, LINKS[who][2], turn=1, rolls=1)
    assert moved.entry.done[1].mix[seat] == LINKS[who][2] and moved.standing.links == 2
    wrong = sided(f"player {who}\n{link}\nmove g1\nsay all: hi", standing)
    assert (
        done(wrong) == [] and wrong.standing.pads == standing.pads and told(wrong)[0].startswith("3 illegal: `move g1`")
    )
    for text in (f"{link}\nsay all: hi", f"check\n{link}\n{move}", f"{link}\nstatus"):
        ruled = sided(f"player {who}\n{text}", standing)
        assert ruled.standing.pads == standing.pads and "link" not in [kind for kind, *_ in done(ruled)]
        assert told(ruled) == []
    assert told(sided(f"player {who}\nlink 2 {LINKS['C'][2]}\n{move}", standing))[0].startswith(
        "2 illegal: this is not of"
    )
    new = sided(f"player {who}\npad {LINKS['C'][0]}\n{move}\nlink 1 {LINKS['C'][1]}", standing)
    assert [kind for kind, *_ in done(new)] == ["pad", "link", "action"] and new.entry.events[0] == Event(
        "pad-new", seat
    )
    assert new.entry.done[2].mix[seat] == "", "nobody else has shown a link since"


def test_orders_of_two_sides_that_are_sent_ahead_bring_their_link_and_show_it_later():
    standing = played()
    who, theirs = mover(standing), other(standing)
    seat = 1 - standing.state.to_move
    link = f"2 {LINKS[theirs][2]}"
    for text in (f"turn 2\nlink {link}\nmove a1", f"link {link}\nwhen {who}: pass\nmove a1"):
        kept = sided(f"player {theirs}\n{text}", standing)
        assert [kind for kind, *_ in done(kept)] == ["keep"] and kept.standing.pads == standing.pads
        assert kept.standing.desk.kept[0].link == link and kept.standing.desk.kept[0].seat == seat
    assert told(sided(f"player {theirs}\nturn 2\nmove a1", standing))[0].startswith("0 illegal: link 2 of your pad")
    plain = whole(f"player {other(begun())}\nturn 2\nmove a1", begun())
    assert plain.standing.desk.kept[0].link == ""


def ordered(text: str, standing: Standing | None = None, terms: Match = TWO) -> Ruling:
    """What comes of an order of the referee."""
    read = orders.read(text.encode(), "referee", referee=True)
    return commands.command(terms, GAME, standing or begun(), read, NOON)


def test_a_substitute_takes_a_seat_and_nothing_of_who_had_it():
    clocks = (Clock(0, 1, NOON, NOON), Clock(1, 1, NOON, NOON))
    desk = Desk(clocks=clocks, late=(Late(0, 1), Late(1, 2)), spectators=("eve@example.org",))
    before = begun()._replace(desk=desk, offers=(0, 1), asked=(Asked(0, "a@example.org"), Asked(1, "b@example.org")))
    gone = ordered("substitute bob: Carl <carl@example.org>", before)
    assert gone.standing.addresses == ("", "carl@example.org")
    assert gone.standing.desk == Desk(names=("Anna", "Carl"), late=(Late(0, 1),), spectators=("eve@example.org",))
    assert (gone.standing.offers, gone.standing.asked) == ((0,), (Asked(0, "a@example.org"),))
    assert gone.entry.events == (Event("substituted", 1, words={"other": "Bob", "name": "Carl"}),)
    assert [(one.kind, one.text) for one in gone.entry.done] == [
        ("substitute", "substitute bob: Carl <carl@example.org>")
    ]
    again = ordered("substitute Carl: Dora", gone.standing)
    assert again.standing.addresses == ("", "") and again.standing.desk.names == ("Anna", "Dora")
    for text, said in (
        ("substitute Bob: ANNA", "1 illegal: ANNA plays here already; a substitute is somebody else"),
        ("substitute Bob: Bob", "1 illegal: Bob plays here already"),
        ("substitute Zed: Carl", "1 notation: nobody here is called 'Zed'"),
        ("substitute Bob: A", "1 notation: 'A' means others in a move file"),
    ):  # fmt: skip
        assert told(ordered(text, before))[0].startswith(said)
    assert not told(ordered("substitute Bob: B", before)), "the letter of that seat"
    proved = TWO._replace(proof="token")
    assert told(ordered("substitute Bob: Carl", before, proved))[0].startswith("1 illegal: Carl has no mail address")
    assert not told(ordered("substitute Bob: Carl <carl@example.org>", before, proved))


def test_terms_that_move_deadlines_begin_every_clock_anew():
    terms = TWO._replace(terms=Terms(hours=24, bank=5, remind=2))
    standing = adjudication.begin(terms, GAME, ("", ""), SOURCE, "", "2026-11-20T12:00:00+00:00").standing
    standing = standing._replace(desk=standing.desk._replace(banks=(Bank(0, 2),)))
    (clock,) = standing.desk.clocks
    for text, anew, banks in (
        ("deadline 2d", True, True), ("zone Europe/Berlin", True, True), ("free sun", True, True),
        ("bank 9h", True, False), ("grace 3h", False, True), ("late pass", False, True), ("words 9", False, True),
    ):  # fmt: skip
        after = ordered(f"terms {text}", standing, terms)
        assert (after.standing.desk.clocks[0].start == NOON) == anew, text
        assert bool(after.standing.desk.banks) == banks, text
        assert text[:4] != "bank" or after.standing.desk.clocks[0].bank == "2026-11-22T21:00:00+00:00", (
            "nine hours more"
        )
        assert after.standing.desk.terms == amendment.changed(terms.terms, *text.split(" ", 1))[0]  # type: ignore[arg-type]
    assert told(ordered("terms deadline 24h", standing, terms)) == [
        "1 illegal: the terms say `deadline 24h` already; leave the order out"
    ]
    over = standing._replace(outcome=Outcome("awarded"))
    assert told(ordered("terms deadline 2d", over, terms)) == ["1 over: the match is over; its terms matter no more"]
    untimed = ordered("terms deadline 2d")
    assert untimed.standing.desk.terms == Terms(days=2) and len(untimed.standing.desk.clocks) == 1
    assert told(ordered("terms grace 0")) == ["1 illegal: the terms say `grace 0` already; leave the order out"]
    assert clock.due == "2026-11-21T12:00:00+00:00"


def test_a_hold_an_end_and_time_that_is_given_are_of_the_referee_alone():
    held = ordered("hold\nextend Anna 2 days")
    assert [one.kind for one in held.entry.done] == ["hold"] and held.standing.desk.held
    assert told(held)[0].startswith("2 illegal: no deadline of that player is running")
    assert ordered("say Bob: hello").entry.says[0].seat == -1
    waiting = adjudication.begin(match("Anna", "Bob", joining=True), GAME, (None, None), SOURCE, "").standing
    assert told(ordered("award Anna", waiting)) == [
        "1 over: play has not begun; `abandon` ends the match without a result"
    ]
    assert ordered("abandon", waiting).standing.outcome == Outcome("abandoned")
    assert told(ordered("deny Zed", waiting))[0].startswith("1 notation: nobody here is called 'Zed'")
