"""Actions as people write them: read where exactly one legal action is meant, in all games, and refused elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import games
from adjudicator.core import NotationError
from adjudicator.dice import FastDice
from adjudicator.referee import adjudication, orders
from adjudicator.referee.orders import read_action
from adjudicator.referee.records import Match, Seat, Standing

FOX, SNAKES, SNAIL, DICE, GAME, WOLVES = (
    *("fox-and-geese", "snakes-and-foxes", "snail-trail", "snakey-dice", "the-game", "wolves-and-jackals"),
)


def start(slug: str) -> tuple[Any, Any]:
    game = games.find(slug)
    seats = max(1 if slug == DICE else 2, game.PLAYERS[0])
    return game, game.start(game.Options(), seats, FastDice(1)).state


def action_of(slug: str) -> str:
    game, state = start(slug)
    return next(text for text in (game.format(one, state) for one in game.moves(state)) if text != "pass")


@pytest.mark.parametrize("slug", games.GAMES)
def test_what_a_game_writes_is_read_as_it_is(slug: str):
    game, state = start(slug)
    for action, _ in zip(game.moves(state), range(200), strict=False):
        assert read_action(game, game.format(action, state), state) == action


@pytest.mark.parametrize("slug", games.GAMES)
@pytest.mark.parametrize("form", ["1. {}", "1.{}", "1) {}", "12... {}"])
def test_a_number_before_a_move_means_nothing(slug: str, form: str):
    game, state = start(slug)
    text = action_of(slug)
    assert game.format(read_action(game, form.format(text), state), state) == text


@pytest.mark.parametrize(
    ("slug", "text", "meant"),
    [
        (FOX, "d4->d5", "d4-d5"),
        (FOX, "d4 → d5", "d4-d5"),
        (FOX, "d4 to d5", "d4-d5"),
        (FOX, "d4d5", "d4-d5"),
        (FOX, "d4 - d5", "d4-d5"),
        (FOX, "D5", "d4-d5"),
        (FOX, "fox d4-d5", "d4-d5"),
        (FOX, "Fox d5", "d4-d5"),
        (FOX, "move d4 => d5", "d4-d5"),
        (SNAKES, "a1 b1", "move a1 b1"),
        (SNAKES, "H -> a1 -> b1", "move a1 b1"),
        (SNAKES, "move H a1-b1", "move a1 b1"),
        (SNAKES, "H a1b1", "move a1 b1"),
        (SNAIL, "a1-b2", "b2"),
        (SNAIL, "a1 to b2", "b2"),
        (SNAIL, "snail b2", "b2"),
        (SNAIL, "move a1 → b2", "b2"),
    ],
)
def test_a_move_is_read_as_people_write_it(slug: str, text: str, meant: str):
    game, state = start(slug)
    assert game.format(read_action(game, text, state), state) == meant


@pytest.mark.parametrize("slug", [GAME, WOLVES])
def test_two_squares_are_read_however_they_are_joined(slug: str):
    game, state = start(slug)
    texts = [game.format(one, state) for one in game.moves(state)]
    meant = next(text for text in texts if len(text.replace("move ", "").replace("-", " ").split()) == 2)
    a, b = meant.replace("move ", "").replace("-", " ").split()
    for text in (f"{a}->{b}", f"{a} → {b}", f"{a} to {b}", f"{a}{b}", f"{a} - {b}", f"move {a} {b}", f"{a} {b}"):
        assert game.format(read_action(game, text, state), state) == meant, text


@pytest.mark.parametrize(
    ("slug", "text"),
    [
        (FOX, "goose d4-d5"),
        (FOX, "fox a3-a4"),
        (FOX, "queen d4-d5"),
        (FOX, "d4 to"),
        (FOX, "1. 2. d4-d5"),
        (SNAKES, "fox a1"),
        (SNAKES, "a1 please"),
        (DICE, "1. 2"),
        (DICE, "1 2 x"),
        (WOLVES, "d4"),
        (GAME, "somewhere"),
    ],
)
def test_what_is_ambiguous_or_unknown_stays_a_refusal(slug: str, text: str):
    game, state = start(slug)
    with pytest.raises(NotationError):
        read_action(game, text, state)


def test_a_square_that_two_pieces_can_reach_names_both_moves():
    game, state = start(WOLVES)
    ends: dict[str, list[str]] = {}
    for text in (game.format(one, state) for one in game.moves(state)):
        if text.startswith("move "):
            ends.setdefault(text.split()[2], []).append(text)
    square, texts = next((square, texts) for square, texts in ends.items() if len(texts) > 1)
    with pytest.raises(NotationError) as refused:
        read_action(game, square, state)
    assert refused.value.hint == f"write {' or '.join(f'`{text}`' for text in texts[:4])}"


def test_a_file_full_of_lines_that_the_game_does_not_read_costs_little(monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []
    game, state = start(WOLVES)
    match = Match("m", WOLVES, {}, (Seat("Ann"), Seat("Bob")), "table")
    whole = read_action
    monkeypatch.setattr(
        adjudication, "read_action", lambda game, text, state: asked.append(text) or whole(game, text, state)
    )
    given = orders.read(b"\n".join([b"a1"] * 400), "ann.txt")
    refusals = adjudication.unreadable(match, game, Standing((None, None), state=state), given, 0)
    assert len(refusals) == 400 and len(asked) == 20


def test_a_text_of_two_hundred_characters_at_most_is_looked_at_for_other_ways_to_read_it():
    game, state = start(FOX)
    for spaces, read in ((200 - len("d4->d5"), True), (201 - len("d4->d5"), False)):
        text = f"d4{' ' * spaces}->d5"
        assert len(text) == 200 + (not read)
        if read:
            assert game.format(read_action(game, text, state), state) == "d4-d5"
        else:
            with pytest.raises(NotationError):
                read_action(game, text, state)


class Spoken:
    """A game that reads numbers: those below ten are legal, and `move` before one makes it ten less."""

    def parse(self, text: str, state: Any) -> int:
        word, _, number = text.rpartition(" ")
        if not number.isdigit() or word not in ("", "move"):
            raise NotationError(f"{text} is nothing")
        return int(number) - 10 * (word == "move")

    def moves(self, state: Any) -> Any:
        return iter(range(10))


def test_what_is_legal_as_the_game_reads_it_is_asked_of_the_rules(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(orders, "playable", lambda game, state, action: action in game.moves(state))
    game: Any = Spoken()
    assert orders.plain_action(game, "12", None) == 12 and orders.plain_action(game, "x", None) is None
    assert orders.may_act(game, "9", None) and not orders.may_act(game, "12", None) and not orders.may_act(game, "x", 0)  # type: ignore[arg-type]
