"""The Game (Leisure Dimensions, 1971) as refereed: RULES section 4.

Pieces slide exactly five steps and stack; only the top piece of a stack moves. The first on the enemy's Basis wins.
This module is the game's contract (`adjudicator.game.Game`); what the empty board allows is in `slides`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, pairwise

from adjudicator.errors import GameError, IllegalMove
from adjudicator.game import Dice, Event, Outcome, Step, Token
from adjudicator.games.the_game.notation import Move, format, parse
from adjudicator.games.the_game.slides import STEPS, TURNS, Slide, direction, distance, slides, squares
from adjudicator.games.the_game.state import (
    ALIKE,
    ENTERING_TURNS,
    HELD_AT_MOST,
    LETTERS,
    Stack,
    State,
)
from printables.boards.the_game import PIECES, SLUG, TITLE, Options, bases, board

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
    "apply",
    "board",
    "faces",
    "format",
    "moves",
    "notes",
    "outcome",
    "parse",
    "start",
    "to_act",
    "tokens",
]

PLAYERS = (2, 2)
KINDS = ("piece-a", "piece-b")
SHOWN = 6
MOST_ON_A_SQUARE = 2  # of one side, by the extra rules

EVENTS: Mapping[str, str] = {
    "begins": "seat moves first, by the lot that dice shows (1: A, 2: B)",
    "enter": "seat brings on a piece, from its Basis (the first place) by the corners to the last",
    "move": "seat's piece slides from the first of the places by the corners to the last",
    "blocks": "seat's piece has landed on an enemy, which is blocked, at its place",
    "piles": "seat's piece has landed on a piece of its own, at its place",
    "captures": "seat captures enemy pieces of the kind at the place; words: captured",
    "freed": "seat's piece at the place may move again: what stood on it has gone",
    "pass": "seat cannot move, and passes",
}
OUTCOMES: Mapping[str, str] = {
    "basis": "the winner has taken the enemy's Basis",
    "no-pieces": "the loser has no piece left",
    "all-blocked": "every piece of the loser is blocked (extra rules)",
    "repetition": "the same position stands for the third time: a draw",
}
NOTES: Mapping[str, str] = {
    "hand": "seat has pieces of the kind still to bring on; words: left",
    "pile": "the pieces on the place, from the lowest up; words: order",
    "must-enter": "seat's turn brings on a piece; words: turn (its own turn, 1 to 5)",
    "must-leave": "seat has held its Basis, the place, for three turns and leaves it now",
    "held": "seat has held its Basis, the place, at the end of so many turns of its own in a row; words: turns",
}


def start(options: Options, seats: int, dice: Dice) -> Step:
    """All pieces off the board; a die of two sides says who begins. Raises GameError for a number of seats."""
    if seats != 2:
        raise GameError(f"{TITLE} is for 2 players, not {seats}")
    values = dice.throw(1, 2, "who begins")
    seat = values[0] - 1
    state = State(options=options, turn=1, to_move=seat, hand=(PIECES, PIECES), stacks={})
    return Step(state, (Event("begins", seat, dice=values),))


def outcome(state: State) -> Outcome | None:
    """How the game ended; None while it runs. Read from the position alone."""
    for seat, basis in enumerate(bases(state.options)):
        if state.stacks.get(basis) and not state.holds(seat):
            return Outcome("basis", (1 - seat,))
    for seat, letter in enumerate(LETTERS):
        mine = [stack for stack in state.stacks.values() if letter in stack]
        if not mine and not state.hand[seat]:
            return Outcome("no-pieces", (1 - seat,))
        if state.options.horn and mine and not state.hand[seat] and all(stack[-1] != letter for stack in mine):
            return Outcome("all-blocked", (1 - seat,))
    if state.history.count(state.mark) >= ALIKE - 1:
        return Outcome("repetition")
    return None


def to_act(state: State) -> tuple[int, ...]:
    """The seat to move; nobody once the game is over."""
    return () if outcome(state) else (state.to_move,)


def moves(state: State) -> Iterator[Move]:
    """Every legal slide: square by square up each file, up, right, down, left; the pass if there is none."""
    if outcome(state):
        return
    none = True
    for start in _starts(state):
        for slide in _open(state, start):
            none = False
            yield Move(state.to_move, slide.way)
    if none:
        yield Move(state.to_move)


def _open(state: State, start: str) -> Iterator[Slide]:
    """The slides from a square that nothing stands in the way of."""
    occupied = state.occupied
    for slide in slides(state.options.size)[start]:
        if not slide.passed & occupied and not _crowded(state, slide.end):
            yield slide


def _crowded(state: State, end: str) -> str:
    """Why the extra rules forbid one more own piece on a square; "" if they do not."""
    if not state.options.horn or end not in state.stacks:
        return ""
    own = state.stacks[end].count(LETTERS[state.to_move])
    if own and end == bases(state.options)[state.to_move]:
        return "by the extra rules your own Basis holds one piece of yours at most"
    if own >= MOST_ON_A_SQUARE:
        return f"by the extra rules a square holds {MOST_ON_A_SQUARE} of your pieces at most"
    return ""


def _starts(state: State) -> list[str]:
    """Where the player to move may start, before looking whether a slide from there is open."""
    seat, basis = state.to_move, bases(state.options)[state.to_move]
    if _entering(state):
        return [basis]
    mine = [square for square, stack in state.stacks.items() if stack[-1] == LETTERS[seat]]
    if _leaving(state):
        return [basis]
    if state.hand[seat] and basis not in mine:
        mine = sorted([*mine, basis], key=squares(state.options.size).__getitem__)
    return mine


def _entering(state: State) -> bool:
    """In its first five turns a player brings pieces on, and nothing else."""
    return state.own_turn <= ENTERING_TURNS and state.hand[state.to_move] > 0


def _leaving(state: State) -> bool:
    """Whether the Basis has been held long enough, and the piece there can go."""
    seat, basis = state.to_move, bases(state.options)[state.to_move]
    return (
        state.basis_turns[seat] >= HELD_AT_MOST
        and state.stacks[basis][-1] == LETTERS[seat]
        and next(_open(state, basis), None) is not None
    )


def _from_hand(state: State, start: str) -> bool:
    """Whether a slide from there brings a piece on; a piece of one's own on the Basis goes before those in hand."""
    seat = state.to_move
    if start != bases(state.options)[seat] or not state.hand[seat]:
        return False
    return _entering(state) or state.stacks.get(start, LETTERS)[-1] != LETTERS[seat] or start not in state.stacks


def apply(state: State, action: Move, dice: Dice) -> Step:
    """A slide, and what comes of its landing; or a pass. Raises IllegalMove."""
    if fault := _fault(state, action):
        raise IllegalMove(f"`{format(action, state)}` is not legal: {fault}", _legal(state))
    seat = action.seat
    if not action.way:
        return Step(_next(state, dict(state.stacks), state.hand, lasting=False), (Event("pass", seat),))
    events: list[Event] = []
    stacks, hand = dict(state.stacks), list(state.hand)
    start, end = action.way[0], action.way[-1]
    entering = _from_hand(state, start)
    events.append(Event("enter" if entering else "move", seat, KINDS[seat], action.way))
    if entering:
        hand[seat] -= 1
    else:
        left = stacks.pop(start)[:-1]
        if left:
            stacks[start] = left
            freed = LETTERS.index(left[-1])
            events.append(Event("freed", freed, KINDS[freed], (start,)))
    stacks[end], captured = _landed(state, end, stacks.get(end, ()), events)
    return Step(_next(state, stacks, (hand[0], hand[1]), lasting=entering or captured), tuple(events))


def _landed(state: State, end: str, below: Stack, events: list[Event]) -> tuple[Stack, bool]:
    """The pieces on a square after a landing, and whether it captured.

    The mover captures where that gives it more pieces than the enemy has there and one of its own was blocked; on the
    enemy's Basis it is enough to have been there already (source, rule 9).
    """
    seat, kind = state.to_move, KINDS[state.to_move]
    mine, theirs = LETTERS[seat], LETTERS[1 - seat]
    stack = (*below, mine)
    enemies = stack.count(theirs)
    was_blocked = mine in below[:-1]
    on_their_basis = end == bases(state.options)[1 - seat]
    if enemies and stack.count(mine) > enemies and (was_blocked or on_their_basis):
        events.append(Event("captures", seat, KINDS[1 - seat], (end,), words={"captured": enemies}))
        return tuple(piece for piece in stack if piece == mine), True
    if below:
        on_enemy = below[-1] == theirs
        events.append(Event("blocks" if on_enemy else "piles", seat, KINDS[1 - seat] if on_enemy else kind, (end,)))
    return stack, False


def _next(state: State, stacks: dict[str, Stack], hand: tuple[int, int], *, lasting: bool) -> State:
    """The position with the other player to move. `lasting`: no earlier position can come again."""
    seat = state.to_move
    held = list(state.basis_turns)
    held[seat] = held[seat] + 1 if LETTERS[seat] in stacks.get(bases(state.options)[seat], ()) else 0
    return State(
        options=state.options,
        turn=state.turn + 1,
        to_move=1 - seat,
        hand=hand,
        stacks=stacks,
        basis_turns=(held[0], held[1]),
        history=() if lasting else (*state.history, state.mark),
    )


def _fault(state: State, action: Move) -> str:
    """What is wrong with an action; "" if nothing is."""
    if outcome(state):
        return "the game is over"
    if action.seat != state.to_move:
        return "another player is to move"
    if not action.way:
        return "" if next(moves(state)) == action else "there is a slide to make"
    return _shape_fault(action.way) or _start_fault(state, action.way[0]) or _way_fault(state, action.way)


def _shape_fault(way: tuple[str, ...]) -> str:
    steps = sum(distance(a, b) for a, b in pairwise(way))
    if steps != STEPS:
        return f"it is {steps} {'step' if steps == 1 else 'steps'} long; a slide is exactly {STEPS}"
    for a, b, c in zip(way, way[1:], way[2:], strict=False):
        (x, y), after = direction(a, b) or (0, 0), direction(b, c)
        if after == (-x, -y):
            return f"it turns straight back at {b}"
    turns = len(way) - 2
    return f"it turns {turns} times; a slide turns {TURNS} times at most" if turns > TURNS else ""


def _start_fault(state: State, start: str) -> str:
    if start in _starts(state):
        return ""
    seat, basis = state.to_move, bases(state.options)[state.to_move]
    if _entering(state):
        return f"in your turn {state.own_turn} of {ENTERING_TURNS} you bring on a piece, from your Basis {basis}"
    stack = state.stacks.get(start)
    if stack is None:
        return f"no piece stands on {start}"
    if stack[-1] != LETTERS[seat]:
        return f"your piece on {start} is blocked" if LETTERS[seat] in stack else f"the piece on {start} is not yours"
    return f"your Basis {basis} was held for {HELD_AT_MOST} turns, and the piece there must leave it now"


def _way_fault(state: State, way: tuple[str, ...]) -> str:
    slide = next((slide for slide in slides(state.options.size)[way[0]] if slide.way == way), None)
    if slide is None:  # every five steps with two turns are listed, so this cannot be said of a way on the board
        return "it leaves the board"
    known = squares(state.options.size)
    if met := [square for square in state.stacks if known[square] & slide.passed]:
        return f"a piece stands in the way on {met[0]}"
    return _crowded(state, slide.end)


def _legal(state: State) -> str:
    """Some of what would be legal, and how much there is."""
    shown = [f"`{format(move, state)}`" for move in islice(moves(state), SHOWN)]
    count = sum(1 for _ in moves(state))
    if count <= len(shown):
        return f"legal: {', '.join(shown)}" if shown else ""
    return f"legal: {', '.join(shown)} and {count - len(shown)} more"


def tokens(state: State) -> tuple[Token, ...]:
    """The pieces on the board, those of a stack from the lowest up."""
    return tuple(
        Token(square, KINDS[LETTERS.index(piece)], LETTERS.index(piece), under=height < len(stack))
        for square, stack in state.stacks.items()
        for height, piece in enumerate(stack, 1)
    )


def faces(state: State) -> tuple[str, ...]:
    """There are no dice in play."""
    return ()


def notes(state: State) -> tuple[Event, ...]:
    """What is in hand, how the stacks are piled, and what the turn demands."""
    told = [Event("hand", seat, KINDS[seat], words={"left": count}) for seat, count in enumerate(state.hand) if count]
    for square, stack in state.stacks.items():
        if len(stack) > 1:
            words = {"order": " ".join(stack)}
            told.append(Event("pile", LETTERS.index(stack[-1]), "", (square,), words=words))
    if outcome(state):
        return tuple(told)
    seat, basis = state.to_move, bases(state.options)[state.to_move]
    if _entering(state):
        told.append(Event("must-enter", seat, words={"turn": state.own_turn}))
    elif _leaving(state):
        told.append(Event("must-leave", seat, places=(basis,)))
    for holder, turns in enumerate(state.basis_turns):
        if turns:
            told.append(Event("held", holder, places=(bases(state.options)[holder],), words={"turns": turns}))
    return tuple(told)
