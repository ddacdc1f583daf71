"""Orders sent ahead by taps: each that is offered is kept by the referee, and none is missed that may become legal."""

from __future__ import annotations

import random
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest
from lanes import some

from adjudicator import dice, games
from adjudicator.core.choices import Ask, InTurn, Listed, Tap, Tapped, Walk, button, to_json
from adjudicator.core.game import Game, seat_letter
from adjudicator.dice import FastDice
from adjudicator.letters import replies
from adjudicator.referee import adjudication, orders
from adjudicator.referee.chance import Links
from adjudicator.referee.records import Match, Seat, Standing
from tests import tapping

pytestmark = pytest.mark.skipif(tapping.NODE is None, reason=tapping.MISSING)
OPEN = [slug for slug in games.GAMES if games.find(slug).open and games.find(slug).PLAYERS[1] > 1]
CHAIN = dice.Chain(dice.secret_from_seed("wheel"))
SAMPLES = 12


def position(game: Game, moves: int, lot: random.Random) -> Any:
    state = game.start(game.Options(), 2, FastDice(1)).state
    for number in range(moves):
        after = game.apply(state, game.drawn(state, game.to_act(state)[0], lot.randrange), FastDice(number)).state
        if game.outcome(after):
            break
        state = after
    return state


def offered(game: Game, state: Any) -> tuple[int, replies.Ahead]:
    seat = 1 - game.to_act(state)[0]
    return seat, replies.ahead(game, state, seat, seat_letter)


def sampled(game: Game, state: Any, choice: Any) -> list[str]:
    """Orders tapped together at random; no tap of them leads to a dead end."""
    case = {**to_json({"choice": choice}, game.grounds(state.options)), "whole": False, "samples": SAMPLES, "reach": []}
    (answer,) = tapping.tapped([case])
    assert answer["dead"] == []
    return list(answer["sampled"])


def missed(game: Game, state: Any, choice: Any, wanted: list[Tapped]) -> list[str]:
    """Which of these orders of a seat cannot be tapped together."""
    whole = isinstance(choice, Listed)
    reach = [] if whole else [[[getattr(tap, "text", "") for tap in one.taps], one.text] for one in wanted]
    case = {**to_json({"choice": choice}, game.grounds(state.options)), "whole": whole, "samples": 0, "reach": reach}
    (answer,) = tapping.tapped([case])
    return list(answer["missed"]) + [one.text for one in wanted if whole and one.text not in answer["texts"]]


@pytest.mark.parametrize("moves", some((7, 0, 14), 1))
@pytest.mark.parametrize("slug", OPEN)
def test_each_order_ahead_that_is_offered_is_kept(slug: str, moves: int) -> None:
    game = games.find(slug)
    state = position(game, moves, random.Random(slug))
    seat, ahead = offered(game, state)
    seats = (Seat("Anna"), Seat("Otto"))
    options = state.options.model_dump(mode="json")
    match = Match(id="m", game=slug, options=options, seats=seats, dice=dice.SCHEME, commitment=CHAIN.commitment.hex())
    before = Standing(("", ""), state=state)
    files = [
        (f"turn {state.turn}\n{text}", 1) for text in (sampled(game, state, ahead.replies) if ahead.replies else [])
    ]
    files += [(f"turn {ahead.turn}\n{text}", 1) for text in (sampled(game, state, ahead.next) if ahead.next else [])]
    if not files:  # the game is over whatever comes, or the seat is out of it
        after = game.apply(state, game.drawn(state, 1 - seat, random.Random(1).randrange), FastDice(1)).state
        assert game.outcome(after) or game.later(state, seat) is None
    for text, kept in files:
        given = orders.read(f"player {seat_letter(seat)}\n{text}\n".encode(), "x.txt")
        ruling = adjudication.adjudicate(adjudication.Draft(match, game, before, Links(CHAIN.link)), given)
        assert not ruling.entry.refusals, text
        assert len(ruling.standing.desk.kept) == kept, text


def test_a_reply_in_snail_trail_goes_where_the_other_s_way_leaves_room() -> None:
    """There are millions of pairs: none is listed, and each that is tapped together is legal when it comes to it."""
    game = games.find("snail-trail")
    for moves in (4, 6, 8, 10, 12):
        state = position(game, moves, random.Random(moves))
        seat, ahead = offered(game, state)
        if ahead.replies is None:
            continue
        for text in sampled(game, state, ahead.replies):
            first, own = text.split("\n")
            after = game.apply(state, game.parse(first.partition(": ")[2], state), FastDice(0)).state
            assert game.to_act(after) == (seat,)
            game.apply(after, game.parse(own, after), FastDice(0))


@pytest.mark.parametrize("slug", ["snakes-and-foxes", "the-game", "snail-trail"])
def test_no_order_is_missed_that_becomes_legal(slug: str) -> None:
    game, lot = games.find(slug), random.Random(slug)
    for moves in (1, 8, 16):
        state = position(game, moves, lot)
        seat, ahead = offered(game, state)
        if ahead.next is None:
            continue
        wanted = []
        for number in range(6):
            action = game.drawn(state, 1 - seat, lot.randrange)
            after = game.apply(state, action, FastDice(number)).state
            if game.to_act(after) == (seat,):
                wanted += [game.taps(own, after) for own in islice(game.moves(after), 400) if own.seat == seat]
        assert not [text for text in missed(game, state, ahead.next, wanted) if text != "pass"]


@pytest.mark.parametrize(("count", "listed"), [(None, False), (0, True), (19_999, True), (20_000, False)])
def test_what_is_legal_is_listed_below_twenty_thousand(count: int | None, listed: bool) -> None:
    game: Any = SimpleNamespace(count=lambda state, quick: count if quick else 0)
    assert replies.listable(game, None) is listed


def test_the_next_turn_of_a_seat_is_told_from_six_actions_of_another() -> None:
    """0: it is not the seat's turn then; nothing where the game is over."""
    game: Any = SimpleNamespace(
        to_act=lambda state: (1 - state % 2,),
        drawn=lambda state, seat, below: below(1_000),
        apply=lambda state, action, dice: SimpleNamespace(state=action),
        outcome=lambda state: "won" if state % 3 == 0 else None,
        turn_for=lambda state, seat: state,
    )
    drawn = [random.Random(lot).randrange(1_000) for lot in range(6)]
    assert {number % 2 for number in drawn} == {0, 1} and any(number % 3 == 0 for number in drawn)
    assert [*replies._turns(game, 0, 0)] == [number * (number % 2) for number in drawn if number % 3]


def test_nothing_is_offered_to_who_acts_where_nobody_does_and_where_play_is_hidden() -> None:
    nothing = (None, None, 0)
    for is_open, acting in ((False, (1,)), (True, (0,)), (True, (0, 1)), (True, ())):
        game: Any = SimpleNamespace(open=is_open, to_act=lambda state, acting=acting: acting)
        assert replies.ahead(game, None, 0, seat_letter) == nothing


AFTER = {"b1": ("a1", "a2"), "b2": ("a2", "a3"), "b3": (), "b4": ("a2", "a3"), "won": ("a1",)}


class Small:
    """A game in which B plays now: b1 and b2 lead to A's turn, b3 to B's own again, `won` to the end, `dice` rolls."""

    open = True

    def __init__(self, *orders: str, later: Any = None) -> None:
        self.orders, self.asked, self._later = orders, list[str](), later

    def moves(self, state: Any) -> Any:
        orders = AFTER[state] if state else self.orders
        self.asked.append(state)
        return (SimpleNamespace(seat=0 if state else 1, text=order) for order in orders)

    def taps(self, action: Any, state: Any) -> Tapped:
        return Tapped((button(action.text),))

    def apply(self, state: Any, action: Any, dice: Any) -> Any:
        if action.text == "dice":
            dice.throw(1, 6, "a die")
        return SimpleNamespace(state=Text(action.text))

    def to_act(self, state: Any) -> tuple[int, ...]:
        return (1,) if not state or state == "b3" else (0,)

    def outcome(self, state: Any) -> Any:
        return "over" if state == "won" else None

    def count(self, state: Any, quick: bool = True) -> int | None:
        return 20_000 if state == "b4" else 3

    def drawn(self, state: Any, seat: int, below: Any) -> Any:
        return SimpleNamespace(seat=seat, text=self.orders[below(len(self.orders))])

    def turn_for(self, state: Any, seat: int) -> int:
        return 5

    def later(self, state: Any, seat: int) -> Any:
        return self._later

    def choices(self, state: Any, seat: int) -> Any:
        return replies.listed([Tapped((button("any"),))])


class Text(str):
    """A position that is its own text."""

    def model_dump_json(self) -> str:
        return "same" if self in ("b2", "b4") else str(self)


def pairs(*orders: str, whole: bool = False) -> replies._Pairs:
    return replies._Pairs(Small(*orders), "", 0, seat_letter, whole=whole)  # type: ignore[arg-type]


def test_pairs_are_what_another_may_play_and_what_a_seat_may_play_then() -> None:
    made = pairs("b1", "dice", "b3", "won", "b2", "b2")
    assert [one.text for one in made.all] == [
        *("when B: b1\na1", "when B: b1\na2", "when B: b2\na2", "when B: b2\na3", "when B: b2\na2", "when B: b2\na3"),
    ]
    assert [one.text for one in made.thrown] == ["when B: dice"]
    assert list(made.own) == ["a1", "a2", "a3"] and not made.many


@pytest.mark.parametrize(
    ("most", "whole", "count", "own"),
    [(6, False, 6, 3), (5, False, 6, 3), (3, False, 4, 3), (2, False, 4, 3), (1, False, 2, 2), (1, True, 2, 3)],
)
def test_no_more_pairs_are_put_together_than_may_be(
    most: int, whole: bool, count: int, own: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "MOST", most)
    monkeypatch.setattr(replies, "listable", lambda *_: True)
    made = pairs("b1", "b2", "b2", whole=whole)
    assert (len(made.all), len(made.own), made.many) == (count, own, count > most)


def test_where_a_position_has_too_much_to_list_there_are_too_many_pairs() -> None:
    made = pairs("b1", "b4")
    assert made.many and len(made.all) == 2
    assert pairs("b4", "b2").many


def ahead(*orders: str, later: Any = None, seat: int = 0) -> replies.Ahead:
    return replies.ahead(Small(*orders, later=later), Text(), seat, seat_letter)  # type: ignore[arg-type]


def test_orders_for_the_next_turn_are_offered_where_that_is_one_turn_for_sure() -> None:
    sure = ahead("b1", "b2")
    assert sure.replies is not None and sure.next is not None and sure.turn == 5
    unsure = ahead("b1", "b3")  # by B's choice it is not yet A's turn
    assert unsure.replies is not None and (unsure.next, unsure.turn) == (None, 0)
    assert ahead("b3") == (None, None, 0)
    assert ahead("won") == (None, None, 0)
    given = replies.listed([Tapped((button("z"),))])
    assert ahead("b1", later=given).next is given
    assert isinstance(ahead("dice", later=given).replies, InTurn)
    many = ahead("b4", "b1", later=given)
    assert isinstance(many.replies, InTurn) and many.replies.say == "when B: {0}\n{2}" and not many.replies.apart
    (first, _, last), ask = many.replies.of, Ask("reply", fields=(("player", "B"),))
    assert last is given and isinstance(first, Listed) and first.ask == ask


def test_where_nothing_else_is_known_all_that_a_seat_may_play_then_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    every = replies.listed([Tapped((button(text),)) for text in ("a1", "a2", "a3")])
    for most in (9, 1):
        monkeypatch.setattr(replies, "MOST", most)
        monkeypatch.setattr(replies, "listable", lambda *_: True)
        assert ahead("b1", "b2").next == every


def test_a_way_goes_on_over_what_another_way_leaves_free_and_only_then() -> None:
    walk, press = Walk("paths", "a1", 2, ()), replies.listed([Tapped((button("z"),))])
    assert press is not None
    made = {(one, other): replies._then(one, "x", other).apart for one in (walk, press) for other in (walk, press)}
    assert made == {(walk, walk): True, (walk, press): False, (press, walk): False, (press, press): False}


@pytest.mark.parametrize(
    ("tap", "label"),
    [
        (Tap("a5-b5", "direction"), "direction places=A5, B5"),
        (Tap("3", "die"), "die number=3"),
        (Tap("3L", "die"), "die-l number=3"),
        (Tap("x", "die"), "x"),
        (Tap("pass", "word"), "pass"),
        (Tap("pass", "die"), "pass"),
        (Tap("skip", "word"), "SKIP "),
        (Tap("skip", "place"), "skip"),
        (Tap("3", "word"), "3"),
    ],
)
def test_a_tap_is_labelled_by_what_it_is(tap: Tap, label: str) -> None:
    words: Any = SimpleNamespace(
        say=lambda table, key, **fields: (
            f"{'SKIP' if key == 'skip' else key} " + "".join(f"{k}={v}" for k, v in fields.items())
        ),
        has=lambda table, key: (table, key) == ("taps", "skip"),
        place=str.upper,
        listed=", ".join,
    )
    assert replies._label(tap, words) == label
