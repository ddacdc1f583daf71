"""What a slide or a pass does: the piece that goes, what it uncovers, what comes of its landing."""

from __future__ import annotations

from adjudicator.core.game import Event, Step
from adjudicator.games.the_game.legal import from_hand
from adjudicator.games.the_game.notation import Move
from adjudicator.games.the_game.state import LETTERS, Stack, State
from printables.boards.the_game import bases

KINDS = ("piece-a", "piece-b")


def played(state: State, action: Move) -> Step:
    """The position after a legal action."""
    seat = action.seat
    if not action.way:
        return Step(_next(state, dict(state.stacks), state.hand, lasting=False), (Event("pass", seat),))
    events: list[Event] = []
    stacks, hand = dict(state.stacks), list(state.hand)
    start, end = action.way[0], action.way[-1]
    entering = from_hand(state, start)
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
    return state.replaced(
        turn=state.turn + 1,
        to_move=1 - seat,
        hand=hand,
        stacks=stacks,
        basis_turns=(held[0], held[1]),
        history=() if lasting else (*state.history, state.mark),
    )
