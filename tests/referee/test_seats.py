"""Who speaks and who is spoken to: names, letters and addresses of seats, and what is a question; each alone."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from adjudicator import games
from adjudicator.core import IllegalMove, NotationError
from adjudicator.core.game import Outcome
from adjudicator.dice import FastDice
from adjudicator.referee import orders, seats
from adjudicator.referee.admin import Desk
from adjudicator.referee.orders import Order
from adjudicator.referee.records import REFEREE, Asked, MailRecord, Match, Post, Refusal, Seat, Standing, Waits
from adjudicator.referee.seats import SeatError, addressees, check_name, find_seat, plain
from adjudicator.referee.terms import Terms
from printables.core import OptionError

GAME = games.find("snakes-and-foxes")
STATE = GAME.start(GAME.Options(), 2, FastDice(1)).state
THREE = Match("m", GAME.SLUG, {}, (Seat("Anna", "anna@example.org"), Seat("Bob"), Seat("C", bot="random")), "table")
BEGUN = Standing(("", ""), STATE)
LEGAL = GAME.format(next(GAME.moves(STATE)), STATE)


def test_a_seat_has_a_name_in_any_case_before_it_has_a_letter() -> None:
    assert [find_seat(THREE, text) for text in ("anna", " BOB ", "a", "B", "c", "d", "", "ann")] == [
        0, 1, 0, 1, 2, None, None, None,
    ]  # fmt: skip
    shifted = THREE._replace(seats=(Seat("B"), Seat("Anna")))
    assert (find_seat(shifted, "b"), find_seat(shifted, "a")) == (0, 0)
    with pytest.raises(OptionError) as caught:
        seats.named(THREE, "x" * 41)
    assert str(caught.value).startswith(f"--for: nobody here is called {'x' * 40!r}; the players are Anna, Bob")
    assert seats.named(THREE, "bob") == 1


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("all", "give another name"), ("Referee", "give another name"), ("a", "give another name"),
        ("C", "give another name"), ("carl@example.org", '"NAME <carl@example.org>"'),
        ("Carl carl@example.org May", '"Carl May <carl@example.org>"'),
    ],
)  # fmt: skip
def test_a_name_that_means_somebody_else_or_holds_an_address_is_none(name: str, hint: str) -> None:
    with pytest.raises(NotationError) as caught:
        check_name(name, 1, 3)
    assert caught.value.hint.endswith(hint)


def test_a_name_may_be_the_letter_of_its_own_seat_or_of_none() -> None:
    for name in ("B", "D", "Anna", "Al"):
        check_name(name, 1, 3)


@pytest.mark.parametrize(
    ("to", "seat", "wanted"),
    [
        ("all", 1, (0, 2)), ("ALL", REFEREE, (0, 1, 2)), ("c, Anna,c", 1, (0, 2)), ("bob", 1, (1,)),
        ("Referee", 0, (REFEREE,)), ("referee, bob", 0, (REFEREE, 1)),
    ],
)  # fmt: skip
def test_a_message_is_for_all_others_or_for_those_it_names(to: str, seat: int, wanted: tuple[int, ...]) -> None:
    assert addressees(THREE, Order(1, "say", "hi", to), seat) == wanted


@pytest.mark.parametrize(("to", "seat"), [("referee", REFEREE), ("Dora", 0), ("Anna, Dora", 1), ("Anna,", 1)])
def test_a_message_for_nobody_says_who_there_is(to: str, seat: int) -> None:
    with pytest.raises(NotationError) as caught:
        addressees(THREE, Order(1, "say", "hi", to), seat)
    assert caught.value.hint == "say to Anna, Bob, C, to all or to the referee"
    assert caught.value.reason == f"nobody here is called {to.rpartition(',')[2].strip()!r}"


def test_nobody_acts_before_a_beginning_after_an_end_and_while_a_roll_waits() -> None:
    (acting,) = seats.to_act(GAME, BEGUN)
    assert (acting,) == GAME.to_act(STATE)
    waits = Waits("action", "2026-11-21T12:00:00+00:00", 7)
    for idle in (BEGUN._replace(state=None), BEGUN._replace(outcome=Outcome("awarded")), BEGUN._replace(waits=waits)):
        assert seats.to_act(GAME, idle) == ()


def test_a_match_is_seated_as_it_is_now() -> None:
    assert seats.seated(THREE, BEGUN) is THREE
    terms = Terms(days=2)
    names = seats.seated(THREE, BEGUN._replace(desk=Desk(names=("Anna", "Eve", "Carl"))))
    assert names.seats == (THREE.seats[0], Seat("Eve"), Seat("Carl")) and names.terms is None, "a bot left its seat"
    moved = seats.seated(THREE, BEGUN._replace(addresses=("new@example.org", "", "")))
    assert moved.seats == (Seat("Anna", "new@example.org"), *THREE.seats[1:])
    assert seats.seated(THREE, BEGUN._replace(desk=Desk(terms=terms))) == THREE._replace(terms=terms)
    kept = seats.seated(THREE._replace(terms=terms), BEGUN._replace(addresses=("", "", "")))
    assert kept.terms == terms and kept.seats == (Seat("Anna"), *THREE.seats[1:])


def speaker(player: str | None = None, may: tuple[int, ...] | None = None) -> int:
    post = may and Post(may, MailRecord("0", "", "address"))
    return seats.speaker(THREE, GAME, BEGUN, orders.Orders("f", "", player=player), post or None)


def test_a_file_is_of_its_sender_of_whom_it_names_or_of_whom_it_is_the_turn_of() -> None:
    (acting,) = GAME.to_act(STATE)
    other = 1 - acting
    assert speaker() == acting and speaker("bob") == 1 and speaker("C") == 2
    assert speaker(may=(other,)) == other and speaker(may=(0, 1)) == acting and speaker("B", may=(0, 1)) == 1
    for player, may, said in (
        ("Dora", None, "nobody here is called 'Dora'; the players are Anna (A), Bob (B), C (C)"),
        ("Bob", (0, 2), "the file says it is of Bob, the mail is from Anna (A), C (C); leave the `player` line out"),
        (None, (other, 2), "the file does not say whose it is; add a line `player NAME`; the players are "),
    ):
        with pytest.raises(SeatError) as caught:
            speaker(player, may)
        assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("c: pass", "'c: pass' is for C (C), and Bob (B) sends it; write your own"),
        ("x: pass", "'x: pass': there is no seat X; leave out what stands before the colon"),
        (f"x: {'y' * 40}", f"'x: {'y' * 37}': there is no seat X; leave out what stands before the colon"),
        (f"A: {'y' * 40}", f"'A: {'y' * 37}' is for Anna (A), and Bob (B) sends it; write your own"),
    ],
)
def test_an_action_with_the_letter_of_another_is_none(text: str, said: str) -> None:
    with pytest.raises((SeatError, NotationError)) as caught:
        seats.own(THREE, GAME, BEGUN, text, 1)
    assert str(caught.value) == said


def test_an_answer_in_advance_may_come_from_whoever_may_not_act() -> None:
    (acting,) = GAME.to_act(STATE)
    for text in ("If tie: ask", f"{'AB'[1 - acting]}: if tie: ask"):
        seats.check(THREE, GAME, BEGUN, text, 1 - acting)
    seats.check(THREE, GAME, BEGUN, "pass", acting)
    with pytest.raises(SeatError, match=f"{THREE.seats[acting].name} may act now"):
        seats.check(THREE, GAME, BEGUN, "iffy", 1 - acting)


def test_a_new_address_waits_until_it_is_confirmed_or_the_old_one_is_asked_for() -> None:
    def after(standing: Standing, text: str, seat: int = 0, *, vouched: bool = True) -> Standing:
        return seats.address(THREE, standing, text, seat, vouched=vouched)

    asked = after(after(BEGUN, "bob@example.org", 1), "new@example.org", vouched=False)
    assert asked.asked == (Asked(0, "new@example.org"), Asked(1, "bob@example.org")) and not asked.addresses
    assert after(asked, "newer@example.org").asked == (Asked(0, "newer@example.org"), asked.asked[1])
    assert after(asked, "ANNA@example.org").asked == asked.asked[1:]
    confirmed = after(asked, "confirm", 1)
    assert confirmed.addresses == ("anna@example.org", "bob@example.org", "") and confirmed.asked == asked.asked[:1]
    assert after(confirmed, "confirm").addresses == ("new@example.org", "bob@example.org", "")
    for standing, text, vouched, said in (
        (BEGUN, "Anna@example.org", True, "Anna@example.org is your address already"),
        (BEGUN, "confirm", True, "no new address waits"),
        (asked, "confirm", False, "a new address is confirmed by a mail from it"),
    ):
        with pytest.raises(IllegalMove, match=said):
            after(standing, text, vouched=vouched)


def test_an_address_is_compared_in_one_case_and_its_domain_as_the_network_has_it() -> None:
    assert seats.normal(" Anna.B@Example.ORG ") == "anna.b@example.org"
    assert seats.normal("a@b@Bücher.example") == "a@b@xn--bcher-kva.example"
    assert seats.normal("STRAßE@x.org") == "straße@x.org" and seats.normal("\u212a@x.org") != seats.normal("k@x.org")
    assert seats.normal("É@ＡＢ.org") == "é@xn--ab-.org"


def question(text: str, unread: tuple[int, ...] | None = None, standing: Standing = BEGUN) -> bool:
    given = orders.read(text.encode(), "f")
    lines = [order.line for order in given.orders] if unread is None else unread
    return plain(GAME, standing, given, [Refusal(line, "notation", "") for line in lines])


def test_a_question_asks_in_three_words_and_gives_no_order() -> None:
    assert question("may I swim?") and question("thank you\nmay I swim?\nor not")
    assert not question("swim where?") and not question("may I swim") and not question("?")
    assert not question("move I swim?") and not question("may I swim?\nMOVE on then please")
    assert question("move I swim?", standing=BEGUN._replace(state=None))
    assert not question("may I swim?", ()), "it is refused for nothing"
    assert not question(f"may I swim?\n{LEGAL}", (1,)) and not question("resign\nmay I swim?")
    assert question(f"may I swim?\nor {LEGAL}", (1,), BEGUN._replace(state=None))
    assert not question("check\nmay I swim?") and not question("draw\nmay I swim?", (1, 2))


def test_two_hundred_legal_actions_say_with_which_words_orders_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    for first, asks in ((199, False), (200, True)):
        legal = (f"A: {'hop' if number == first else 'go'} {number}" for number in range(300))
        monkeypatch.setattr(seats, "situation", lambda game, state, legal=legal: SimpleNamespace(legal=lambda: legal))
        assert question("hop I may?", (1,)) == asks
