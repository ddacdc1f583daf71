"""Snakes & Foxes (Olgar Shiverstone) as refereed: RULES section 1; numbers in other comments are its rulings.

One or two players bring their tokens from the hub to the rim and home again; the snakes and foxes move by rule. This
module is the game's contract (`adjudicator.game.Game`); the token's move is in `walk`, the hunters' in `hunt`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from adjudicator.errors import GameError, IllegalMove
from adjudicator.game import Dice, Event, Outcome, Step, Token
from adjudicator.games.snakes_and_foxes.events import EVENTS, NOTES, OUTCOMES, TOKENS, of_token
from adjudicator.games.snakes_and_foxes.hunt import Hunt
from adjudicator.games.snakes_and_foxes.notation import Move, format, parse
from adjudicator.games.snakes_and_foxes.state import DICE, NO_THROW, Options, State, Throw, is_over
from adjudicator.games.snakes_and_foxes.walk import Walk
from adjudicator.games.snakes_and_foxes.wheel import RIM_SPACES
from adjudicator.games.snakes_and_foxes.wheel import board as _board
from printables.boards.snakes_and_foxes import HUB, RIM, SLUG, SPOKES, TITLE
from printables.geometry import Board

__all__ = [
    "EVENTS",
    "NOTES",
    "OUTCOMES",
    "PLAYERS",
    "SLUG",
    "TITLE",
    "Move",
    "Options",
    "State",
    "ahead",
    "apply",
    "board",
    "faces",
    "format",
    "moves",
    "notes",
    "outcome",
    "parse",
    "playing",
    "start",
    "to_act",
    "tokens",
]

PLAYERS = (1, 2)
MOST_PASSES = 100
SHOWN = 6


def board(options: Options) -> Board:
    """The printed board."""
    return _board(options.first_ring)


def start(options: Options, seats: int, dice: Dice) -> Step:
    """The first position: who begins is thrown for, then the first throw. Raises GameError for a number of seats."""
    if not PLAYERS[0] <= seats <= PLAYERS[1]:
        raise GameError(f"{TITLE} is for 1 or 2 players, not {seats}")
    if seats > options.tokens:
        raise GameError("option tokens: 1 leaves one player without a token", "play alone, or with tokens: 2")
    events: list[Event] = []
    begins = _first_seat(seats, dice, events)
    before = State(
        options=options,
        turn=1,
        to_move=begins,
        tokens=(HUB,) * options.tokens,
        fate=(None,) * options.tokens,
        rim=(False,) * options.tokens,
        snakes=tuple(f"{RIM}{spoke}" for spoke in range(1, SPOKES, 2)),
        foxes=tuple(f"{RIM}{spoke}" for spoke in range(2, SPOKES + 1, 2)),
        throw=NO_THROW,
        players=seats,
    )
    return Step(before.replaced(throw=_throw(before, 1, begins, dice, events)), tuple(events))


def playing(state: State) -> tuple[int, ...]:
    """The seats with a token on the board: who is home or eaten has nothing left to decide."""
    return tuple(sorted({state.seat(token) for token, fate in enumerate(state.fate) if fate is None}))


def ahead(state: State, seat: int) -> tuple[int, ...]:
    """Who has won when a seat gives up: the first home, for good (7); else who still plays; else nobody."""
    if state.home:
        return (state.seat(state.home[0]),)
    return tuple(other for other in playing(state) if other != seat)


def _first_seat(seats: int, dice: Dice, events: list[Event]) -> int:
    """Most MOVE begins, tied seats throw again (1); alone, the first token begins and nothing is thrown."""
    if seats == 1:
        return 0
    while True:
        shown = []
        for seat in range(seats):
            values = dice.throw(DICE, 6, f"who begins: {'AB'[seat]}")
            shown.append(_counted(values).move)
            events.append(Event("first-throw", seat, dice=values, words={"move": shown[seat]}))
        if shown[0] != shown[1]:
            begins = shown.index(max(shown))
            events.append(Event("begins", begins))
            return begins
        events.append(Event("level"))


def _counted(values: tuple[int, ...]) -> Throw:
    """Six plain dice read as symbols: 1-2 MOVE, 3-4 SNAKE, 5-6 FOX."""
    move, snakes = sum(value <= 2 for value in values), sum(3 <= value <= 4 for value in values)
    return Throw(move=move, snakes=snakes, foxes=len(values) - move - snakes)


def _throw(state: State, turn: int, token: int, dice: Dice, events: list[Event]) -> Throw:
    """The throw of a turn, again until a MOVE shows if it is the token's first (2)."""
    while True:
        values = dice.throw(DICE, 6, f"turn {turn}: token {'AB'[token]}")
        throw = _counted(values)
        events.append(of_token("throw", state, token, dice=values, words=dict(throw)))
        if throw.move or turn > len(state.tokens):
            return throw
        events.append(of_token("throw-again", state, token))


def to_act(state: State) -> tuple[int, ...]:
    """The seat whose token moves; alone, seat 0 moves every token."""
    return () if state.over else (state.seat(state.to_move),)


def moves(state: State) -> Iterator[Move]:
    """Every legal path, each step inward, outward, clockwise, counter-clockwise in turn; the pass if there is none."""
    if state.over:
        return
    seat, none = state.seat(state.to_move), True
    for path in Walk(state).paths():
        none = False
        yield Move(seat, path)
    if none:
        yield Move(seat)


def apply(state: State, action: Move, dice: Dice) -> Step:
    """The move, the hunt, the next throw, and the forced passes that follow. Raises IllegalMove.

    A token that no throw can help is sooner or later eaten, since a hunter that holds it on a spoke or the rim can
    also step on it; should the dice never let that happen, the pass after MOST_PASSES is left to the player.
    """
    if fault := _fault(state, action):
        raise IllegalMove(f"`{format(action, state)}` is not legal: {fault}", _legal(state))
    events: list[Event] = []
    after = _turn(state, action.path, dice, events)
    passes = 0
    while after.options.auto_pass and passes < MOST_PASSES and not (after.over or Walk(after).can_move):
        after = _turn(after, (), dice, events)
        passes += 1
    return Step(after, tuple(events))


def _fault(state: State, action: Move) -> str:
    if state.over:
        return "the game is over"
    if action.seat not in to_act(state):
        return "another player is to move"
    walk = Walk(state)
    if action.path:
        if not state.throw.move:
            return "the throw shows no MOVE"
        return walk.fault(action.path)
    return f"the token can move, and the throw shows {state.throw.move} MOVE" if walk.can_move else ""


def _legal(state: State) -> str:
    """Some of what would be legal, and how much there is."""
    shown = [f"`{format(move, state)}`" for move in islice(moves(state), SHOWN)]
    count = sum(1 for _ in moves(state))
    if count <= len(shown):
        return f"legal: {', '.join(shown)}" if shown else ""
    return f"legal: {', '.join(shown)} and {count - len(shown)} more"


def _turn(state: State, path: tuple[str, ...], dice: Dice, events: list[Event]) -> State:
    """One turn: the path (none: a pass), the hunt, whose turn it is then, and the throw for it."""
    mover = state.to_move
    tokens, fate, rim, home = list(state.tokens), list(state.fate), list(state.rim), state.home
    at = path[-1] if path else tokens[mover] or HUB
    if path:
        events.append(of_token("move", state, mover, tokens[mover] or HUB, *path))
        touched = next((space for space in path if space in RIM_SPACES), None)
        if touched and not rim[mover]:
            rim[mover] = True
            events.append(of_token("rim", state, mover, touched))
    else:
        events.append(of_token("pass", state, mover, at, words={"move": state.throw.move}))
    tokens[mover] = at
    snakes, foxes = state.snakes, state.foxes
    if at == HUB and rim[mover]:
        tokens[mover], fate[mover], home = None, "escaped", (*home, mover)
        events.append(of_token("escaped", state, mover, HUB))
    else:
        hunt = Hunt(state, at, tokens, dice)
        hunt.run()
        events += hunt.events
        snakes, foxes = tuple(hunt.packs["snake"]), tuple(hunt.packs["fox"])
        for token in hunt.eaten:
            tokens[token], fate[token] = None, "eaten"
    turn, other = state.turn + 1, len(tokens) - 1 - mover
    to_move = other if tokens[other] else mover
    throw = NO_THROW if is_over(fate, state.options) else _throw(state, turn, to_move, dice, events)
    return state.replaced(
        turn=turn,
        to_move=to_move,
        tokens=tuple(tokens),
        fate=tuple(fate),
        rim=tuple(rim),
        home=home,
        snakes=snakes,
        foxes=foxes,
        throw=throw,
    )


def outcome(state: State) -> Outcome | None:
    """How the game ended; None while it runs.

    Two players: the first home wins; scores are 2 for the first home, 1 for the second, 0 for one eaten. Alone: a
    token home is a win, two are a full win; the score is how many are home.
    """
    if not state.over:
        return None
    if not state.home:
        return Outcome("hunters-win", (), (0,) * state.players)
    if state.players == 1:
        return Outcome("full-win" if len(state.home) == 2 else "home", (0,), (len(state.home),))
    scores = tuple(2 - state.home.index(seat) if seat in state.home else 0 for seat in range(state.players))
    return Outcome("home", state.home[:1], scores)


def tokens(state: State) -> tuple[Token, ...]:
    """Hunters, then the tokens in play."""
    return (
        *(Token(place, "snake") for place in state.snakes),
        *(Token(place, "fox") for place in state.foxes),
        *(Token(place, TOKENS[token], state.seat(token)) for token, place in enumerate(state.tokens) if place),
    )


def faces(state: State) -> tuple[str, ...]:
    """The dice lying on the table, sorted by what they show."""
    if state.over:
        return ()
    return ("move",) * state.throw.move + ("snake",) * state.throw.snakes + ("fox",) * state.throw.foxes


def notes(state: State) -> tuple[Event, ...]:
    """What became of each token, and which one moves where one player has both."""
    told = []
    if state.players == 1 and len(state.tokens) == 2 and not state.over:
        told.append(of_token("plays", state, state.to_move))
    for token, (end, touched) in enumerate(zip(state.fate, state.rim, strict=True)):
        if kind := end or ("rim" if touched else ""):
            told.append(of_token(kind, state, token))
    return tuple(told)
