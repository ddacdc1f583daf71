"""Wolves & Jackals (Michael Curtis) as refereed: RULES section 6; what the texts leave open is said in its docs page.

Two packs hunt each other and the Prey with teeth, coins and nerve. This module is the game's contract
(`adjudicator.game.Game`); `legal` says what may be done, `play` does it, `answers` are the standing answers to ties.
"""

from __future__ import annotations

from adjudicator.errors import GameError
from adjudicator.game import Dice, Event, Outcome, Step, Token
from adjudicator.games.wolves_and_jackals.events import EVENTS, OUTCOMES, PIECES, PREY
from adjudicator.games.wolves_and_jackals.legal import moves
from adjudicator.games.wolves_and_jackals.notation import Action, acting, format, parse
from adjudicator.games.wolves_and_jackals.play import apply
from adjudicator.games.wolves_and_jackals.state import CARDS, DEALT, Card, Options, State
from printables.boards.wolves_and_jackals import COPIES, SLUG, TITLE, board, cave_slot, den_slot

__all__ = [
    "EVENTS",
    "OUTCOMES",
    "PLAYERS",
    "SLUG",
    "TITLE",
    "Action",
    "Options",
    "State",
    "apply",
    "board",
    "faces",
    "format",
    "moves",
    "outcome",
    "parse",
    "start",
    "to_act",
    "tokens",
]

PLAYERS = (2, 2)


def start(options: Options, seats: int, dice: Dice) -> Step:
    """The first position: who begins is thrown for, the cards are dealt. Raises GameError for a number of seats."""
    if seats != 2:
        raise GameError(f"{TITLE} is for 2 players, not {seats}")
    events: list[Event] = []
    begins = "AB".find(options.first)
    if begins < 0:
        begins = _first_seat(options, dice, events)
    events.append(Event("begins", begins))
    cards = _deal(dice, events) if options.cards else ((), ())
    return Step(State(options=options, turn=1, to_move=begins, cards=cards), tuple(events))


def _first_seat(options: Options, dice: Dice, events: list[Event]) -> int:
    """The higher tooth begins; level teeth are thrown again."""
    while True:
        shown = dice.throw(2, options.teeth, "who begins: A, B")
        events += [Event("first-throw", seat, dice=(value,)) for seat, value in enumerate(shown)]
        if shown[0] != shown[1]:
            return shown.index(max(shown))
        events.append(Event("level"))


def _deal(dice: Dice, events: list[Event]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Three cards each, in turn, from the deck; the two left over are set aside unseen."""
    deck = sorted(CARDS * COPIES)
    hands: tuple[list[Card], list[Card]] = ([], [])
    for number in range(2 * DEALT):
        (place,) = dice.throw(1, len(deck), f"card {number + 1}: {'AB'[number % 2]}")
        hands[number % 2].append(deck.pop(place - 1))
    events += [Event("dealt", seat, words={"cards": " ".join(sorted(hand))}) for seat, hand in enumerate(hands)]
    return tuple(sorted(hands[0])), tuple(sorted(hands[1]))


def to_act(state: State) -> tuple[int, ...]:
    """Who has to choose: the seat whose turn it is, or the seat that is asked for coins."""
    return () if state.winner else (acting(state),)


def outcome(state: State) -> Outcome | None:
    """How the game ended, with each seat's coins, the Mouth among the winner's; None while it runs."""
    if (won := state.winner) is None:
        return None
    seat, reason = won
    scores = tuple(purse + (state.mouth if side == seat else 0) for side, purse in enumerate(state.purses))
    return Outcome(reason, (seat,), scores)


def tokens(state: State) -> tuple[Token, ...]:
    """Loads under their draggers, then the pieces, the free Prey, those in the Cave and those lost in a Den."""
    loads = [
        Token(square, PREY) if load == "prey" else Token(square, PIECES[1 - seat], 1 - seat)
        for seat in range(2)
        for square in state.pieces[seat]
        if (load := state.drags.get(square))
    ]
    return (
        *loads,
        *(Token(square, PIECES[seat], seat) for seat in range(2) for square in state.pieces[seat]),
        *((Token(state.prey, PREY),) if state.prey else ()),
        *(
            Token(cave_slot(seat, number), PIECES[seat], seat)
            for seat in range(2)
            for number in range(1, state.caves[seat] + 1)
            if not state.options.no_cave
        ),
        *(
            Token(den_slot(1 - seat, number), PIECES[seat], seat)
            for seat in range(2)
            for number in range(1, state.lost[seat] + 1)
        ),
    )


def faces(state: State) -> tuple[str, ...]:
    """The two teeth as they lie after the last throw, the attacker's first."""
    return tuple(f"tooth-{value}" for value in state.thrown[-1].dice) if state.thrown else ()
