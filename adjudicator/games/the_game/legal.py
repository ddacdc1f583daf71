"""What the player to move may do: every legal slide in a stable order, and what is wrong with one that is not."""

from collections.abc import Iterator
from itertools import pairwise

from adjudicator.core.game import Event, Step
from adjudicator.games.the_game import state as states
from adjudicator.games.the_game.state import Move, Slide, Stack, State
from printables.boards.the_game import bases

MOST_ON_A_SQUARE = 2  # of one side, by the extra rules


def moves(state: State) -> Iterator[Move]:
    """Every legal slide: square by square up each file, up, right, down, left; the pass if there is none."""
    if states.outcome(state):
        return
    ways = (slide.way for start in starts(state) for slide in _open(state, start))
    yield Move(state.to_move, next(ways, ()))
    yield from (Move(state.to_move, way) for way in ways)


def _open(state: State, start: str) -> list[Slide]:
    occupied, full = state.occupied, {square for square in state.stacks if _crowded(state, square)}
    listed = states.slides(state.options.size, state.options.turn_back, start)
    return [slide for slide in listed if not slide.passed & occupied and slide.end not in full]


def _crowded(state: State, end: str) -> str:
    """Why the extra rules forbid one more own piece on a square; "" if they do not."""
    if not state.options.horn or end not in state.stacks:
        return ""
    own = state.stacks[end].count(states.LETTERS[state.to_move])
    if own and end == bases(state.options)[state.to_move]:
        return "by the extra rules your own Basis holds one piece of yours at most"
    if own >= MOST_ON_A_SQUARE:
        return f"by the extra rules a square holds {MOST_ON_A_SQUARE} of your pieces at most"
    return ""


def starts(state: State) -> list[str]:
    """Where the player to move may start, before looking whether a slide from there is open."""
    seat, basis = state.to_move, bases(state.options)[state.to_move]
    if entering(state) or leaving(state):
        return [basis]
    mine = [square for square, stack in state.stacks.items() if stack[-1] == states.LETTERS[seat]]
    if state.hand[seat] and basis not in mine:
        mine = sorted([*mine, basis], key=states.squares(state.options.size).__getitem__)
    return mine


def entering(state: State) -> bool:
    """In its first five turns a player brings pieces on, and nothing else."""
    return state.own_turn <= states.ENTERING_TURNS and state.hand[state.to_move] > 0


def leaving(state: State) -> bool:
    """Whether the Basis has been held long enough, and the piece there can go."""
    seat, basis = state.to_move, bases(state.options)[state.to_move]
    held = state.basis_turns[seat] >= states.HELD_AT_MOST and state.stacks[basis][-1] == states.LETTERS[seat]
    return held and bool(_open(state, basis))


def from_hand(state: State, start: str) -> bool:
    """Whether a slide from there brings a piece on; a piece of one's own on the Basis goes before those in hand."""
    seat, stack = state.to_move, state.stacks.get(start)
    comes = entering(state) or stack is None or stack[-1] != states.LETTERS[seat]
    return comes and start == bases(state.options)[seat] and state.hand[seat] > 0


def fault(state: State, action: Move) -> str:
    """What is wrong with an action; "" if nothing is."""
    if states.outcome(state):
        return "the game is over"
    if action.seat != state.to_move:
        return "another player is to move"
    if not action.way:
        return "" if next(moves(state)) == action else "there is a slide to make"
    options, known, way = state.options, states.squares(state.options.size), action.way
    if wrong := _shape_fault(state, way) or _start_fault(state, way[0]):
        return wrong
    slide = next((slide for slide in states.slides(options.size, options.turn_back, way[0]) if slide.way == way), None)
    if slide is None:  # all others on the board are listed, so this cannot be said of one
        return "it leaves the board"
    if met := [square for square in state.stacks if known[square] & slide.passed]:
        return f"a piece stands in the way on {met[0]}"
    return _crowded(state, slide.end)


def _shape_fault(state: State, way: tuple[str, ...]) -> str:
    start, far = way[0], states.distance
    if (steps := sum(far(a, b) for a, b in pairwise(way))) != states.STEPS:
        return f"it is {steps} {'step' if steps == 1 else 'steps'} long; a slide is exactly {states.STEPS}"
    for a, b, c in zip(way, way[1:], way[2:], strict=False):
        (x, y), after = states.direction(a, b) or (0, 0), states.direction(b, c)
        if after == (-x, -y) and not state.options.turn_back:
            return f"it turns straight back at {b}"
    turns = len(way) - 2
    if turns > states.TURNS:
        return f"it turns {turns} times; a slide turns {states.TURNS} times at most"
    back = any(far(a, start) + far(start, b) == far(a, b) for a, b in pairwise(way[1:]))
    return f"it comes back to {start}, where it starts" if back else ""


def _start_fault(state: State, start: str) -> str:
    if start in starts(state):
        return ""
    seat, basis = state.to_move, bases(state.options)[state.to_move]
    if entering(state):
        return f"in your turn {state.own_turn} of {states.ENTERING_TURNS} you bring on a piece, from your Basis {basis}"
    stack = state.stacks.get(start)
    if stack is None:
        return f"no piece stands on {start}"
    if states.LETTERS[seat] not in stack:
        return f"the piece on {start} is not yours"
    if stack[-1] != states.LETTERS[seat]:
        return f"your piece on {start} is blocked"
    return f"your Basis {basis} was held for {states.HELD_AT_MOST} turns, and the piece there must leave it now"


KINDS = ("piece-a", "piece-b")


def played(state: State, action: Move) -> Step:
    """The position after a legal action."""
    seat = action.seat
    if not action.way:
        return Step(_next(state, dict(state.stacks), state.hand, lasting=False), (Event("pass", seat),))
    stacks, hand = dict(state.stacks), list(state.hand)
    start, end = action.way[0], action.way[-1]
    enters = from_hand(state, start)
    events = [Event("enter" if enters else "move", seat, KINDS[seat], action.way)]
    if enters:
        hand[seat] -= 1
    elif left := stacks.pop(start)[:-1]:
        stacks[start] = left
        freed = states.LETTERS.index(left[-1])
        events.append(Event("freed", freed, KINDS[freed], (start,)))
    stacks[end], captured = _landed(state, end, stacks.get(end, ()), events)
    return Step(_next(state, stacks, (hand[0], hand[1]), lasting=enters or captured), tuple(events))


def _landed(state: State, end: str, below: Stack, events: list[Event]) -> tuple[Stack, bool]:
    """The pieces on a square after a landing, and whether it captured. The mover captures where that gives it more
    pieces than the enemy has there and one of its own was blocked; on the enemy's Basis it is enough to have been there
    already (source, rule 9)."""
    seat = state.to_move
    mine, theirs = states.LETTERS[seat], states.LETTERS[1 - seat]
    stack, enemies = (*below, mine), below.count(theirs)
    was_there = mine in below[:-1] or end == bases(state.options)[1 - seat]
    if enemies and was_there and stack.count(mine) > enemies:
        events.append(Event("captures", seat, KINDS[1 - seat], (end,), words={"captured": enemies}))
        return tuple(piece for piece in stack if piece == mine), True
    if below:
        kind, on = ("blocks", 1 - seat) if below[-1] == theirs else ("piles", seat)
        events.append(Event(kind, seat, KINDS[on], (end,)))
    return stack, False


def _next(state: State, stacks: dict[str, Stack], hand: tuple[int, int], *, lasting: bool) -> State:
    """The position with the other player to move. `lasting`: no earlier position can come again."""
    seat = state.to_move
    held = list(state.basis_turns)
    held[seat] = held[seat] + 1 if states.LETTERS[seat] in stacks.get(bases(state.options)[seat], ()) else 0
    history = () if lasting else (*state.history, state.mark)
    return state.replaced(
        turn=state.turn + 1, to_move=1 - seat, hand=hand, stacks=stacks, basis_turns=tuple(held), history=history
    )
