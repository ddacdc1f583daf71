"""What a seat may do in a position: every legal action in a stable order, and what is wrong with one that is not."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, reduce
from operator import or_

from adjudicator.games.wolves_and_jackals import squares
from adjudicator.games.wolves_and_jackals.answers import ASK
from adjudicator.games.wolves_and_jackals.notation import Action, acting
from adjudicator.games.wolves_and_jackals.squares import Ray
from adjudicator.games.wolves_and_jackals.state import State
from printables.boards.wolves_and_jackals import STARTS

_WHEN = {
    "move": ("begin", "won", "lost", "haul"),
    "throat": ("begin", "moved"),
    "prey": ("begin", "moved"),
    "carry": ("down",),
    "rescue": ("won", "moved", "reached", "freed"),
    "play": ("begin",),
    "pass": ("begin", "won", "lost", "haul", "moved", "reached"),
    "cave": ("win",),
    "drag": ("win",),
    "ante": ("tie",),
    "match": ("bet",),
    "raise": ("bet",),
    "concede": ("tie", "bet"),
}
_PASS = tuple(Action(seat, "pass") for seat in (0, 1))
_HUNTING = (*_WHEN["prey"], *_WHEN["carry"])
_REACHED = {
    start: [end for near, _, far, _ in rays for end in (near, far) if end] for start, rays in squares.RAYS.items()
}
# Actions of a seat from a square to another one: there are few, and they are listed often.
_MOVES, _THROATS = (
    tuple(
        {start: {end: Action(seat, verb, (start, end)) for end in ends[start]} for start in squares.SQUARES}
        for seat in (0, 1)
    )
    for verb, ends in (("move", _REACHED), ("throat", squares.AROUND))
)
TWO_NEEDED = "two of your pieces without a load have to be next to the Prey"
_NOW = {
    "begin": "your turn begins: move a piece, or go for a throat first",
    "won": "{active} has won its throat: it may move, or you pass",
    "lost": "{active} has lost its throat: it may still move, or you pass",
    "haul": "{active} drags: it may go one step straight, or you pass",
    "moved": "you have moved to {active}: attack from there, or pass",
    "reached": "{active} has reached the far side: rescue a piece, or pass",
    "tie": "the throat is tied: ante, or concede the throat",
    "bet": "{asked}: match, raise, or concede the throat",
    "freed": "your piece taken back is set up first: rescue, naming a free starting square",
    "win": "your throat is won: cave or drag",
    "down": "the Prey is down: carry, naming the piece that drags it",
}


def moves(state: State) -> Iterator[Action]:
    """Every legal action: moves, throats, tries at the Prey, rescues, cards, the pass; or bids; or a win's choices."""
    if state.ended:
        return iter(())
    seat = acting(state)
    if state.fight and state.phase in ("tie", "bet"):
        return _bids(state, seat, state.fight.due)
    if state.phase == "win":
        return iter([Action(seat, verb) for verb in state.choices])
    return iter(_deeds(state, seat) + ([_PASS[seat]] if may_pass(state) else []))


def choice(state: State) -> bool:
    """Whether there is anything to do but pass, where a turn may be passed."""
    return not state.ended and (any(_walks(state)) or bool(_deeds(state, state.to_move)))


def _deeds(state: State, seat: int) -> list[Action]:
    """All that is done in a turn besides bidding, choosing and passing."""
    found = [action for some in _walks(state) for action in some]
    if going := attackers(state):
        theirs = squares.bits(state.pieces[1 - seat])
        for square in going:
            if victims := theirs & squares.NEAR[square]:
                found += _throats(seat, square, victims)
    near = hunters(state)
    if state.phase == "down":
        return [*found, *(Action(seat, "carry", (square,)) for square in near)]
    if near:
        found += [Action(seat, "prey")] if state.options.rules > 1 else []
        found += [Action(seat, "prey", (square,)) for square in near]
    if state.caves[seat] and _there(state):
        found += [Action(seat, "rescue", (square,)) for square in vacant(state)]
    if state.cards[seat]:
        found += _plays(state, seat)
    return found


@lru_cache(maxsize=1 << 12)
def _throats(seat: int, square: str, theirs: int) -> tuple[Action, ...]:
    """The throats that a piece may go for, by where pieces of the other side are next to it."""
    return tuple([action for end, action in _THROATS[seat][square].items() if theirs & squares.BIT[end]])


def _bids(state: State, seat: int, due: int) -> Iterator[Action]:
    purse = state.purses[seat]
    all_in = state.options.short == "all-in"
    if state.phase == "tie":
        yield from (Action(seat, "ante", coins=coins) for coins in range(0 if all_in and not purse else 1, purse + 1))
    elif purse >= due or all_in:
        yield Action(seat, "match")
        if state.purses[1 - seat] or not all_in:
            yield from (Action(seat, "raise", coins=coins) for coins in range(1, purse - due + 1))
    yield Action(seat, "concede")


def _plays(state: State, seat: int) -> Iterator[Action]:
    for card in dict.fromkeys(state.cards[seat]) if state.phase == "begin" and not state.carded else ():
        if card == "bite":
            for start in state.pieces[1 - seat]:
                ends = _runs(squares.RAYS[start], state.taken) if state.drags.get(start) == "piece" else ()
                yield from (Action(seat, "play", (start, end), word=card) for end in ends)
        elif card != "stag" or not state.stag:
            yield Action(seat, "play", word=card)


def movers(state: State) -> tuple[str, ...]:
    """The pieces that may be moved now."""
    if state.phase == "begin":
        return state.pieces[state.to_move]
    return (state.active,) if state.active and state.phase in _WHEN["move"] else ()


def _walks(state: State) -> Iterator[tuple[Action, ...]]:
    """The moves of each piece that may be moved now, those on half of its ways at a time."""
    if going := movers(state):
        taken, drags, walks, hauls = state.taken, state.drags, _WALKS[state.to_move], _HAULS[state.to_move]
        for square in going:
            for reach, ways in hauls[square] if square in drags else walks[square]:
                yield ways(taken & reach)


def _runs(rays: Iterable[Ray], taken: int) -> list[str]:
    """Where ways end that lead one or two squares one way, each as far as it is free."""
    found = []
    for near, shuts, far, far_shuts in rays:
        if not taken & shuts:
            found.append(near)
            if far and not taken & far_shuts:
                found.append(far)
    return found


def _ways(seat: int, square: str, rays: tuple[Ray, ...]) -> tuple[int, Callable[[int], tuple[Action, ...]]]:
    """Which squares matter to some ways of a piece, and its moves on them by what is taken of those."""
    actions = _MOVES[seat][square]
    reach = reduce(or_, (shuts | far_shuts for _, shuts, _, far_shuts in rays), 0)  # equivalent: asked about in vain
    return reach, lru_cache(lambda taken: tuple([actions[end] for end in _runs(rays, taken)]))


# Half of the ways and the other half: on each there are so few squares that it is soon known for all that may be taken.
_WALKS = tuple(
    {square: (_ways(seat, square, rays[:4]), _ways(seat, square, rays[4:])) for square, rays in squares.RAYS.items()}
    for seat in (0, 1)
)
# One straight step with a load.
_HAULS = tuple(
    {
        square: (_ways(seat, square, tuple((end, squares.BIT[end], None, 0) for end in ends)),)
        for square, ends in squares.BESIDE.items()
    }
    for seat in (0, 1)
)


def _blocked(state: State, start: str, end: str) -> str:
    """Why there is no way from one square to another; "" where there is."""
    taken = state.taken
    for near, shuts, far, far_shuts in squares.RAYS[start]:
        if end in (near, far):
            for square in (near,) if end == near else (near, end):
                if taken & squares.BIT[square]:
                    return f"the Prey lies on {square}" if square == state.prey else f"a piece stands on {square}"
            shut = taken & (shuts if end == near else far_shuts)
            return "the Prey blocks the crossing in the middle" if shut else ""
    return f"{end} is not one or two squares from {start} in one straight or diagonal line"


def attackers(state: State) -> tuple[str, ...]:
    """The pieces that may go for a throat now, next to a victim or not."""
    if state.phase == "begin":
        return free(state)
    goes_on = state.phase == "moved" and not state.spent and state.active not in state.drags
    return (state.active,) if state.active and goes_on else ()


def free(state: State) -> tuple[str, ...]:
    """The pieces of the side to move that drag nothing."""
    mine, drags = state.pieces[state.to_move], state.drags
    return tuple([square for square in mine if square not in drags]) if drags else mine


def hunters(state: State) -> tuple[str, ...]:
    """The pieces that could drag the Prey if it is brought down now: two at least, or none."""
    if state.prey is None or state.phase not in _HUNTING:
        return ()
    there = squares.bits(state.pieces[state.to_move]) & squares.ROUND_PREY[state.prey]
    if not there & there - 1:  # as nearly always: one at most
        return ()
    near = tuple([square for square in free(state) if there & squares.BIT[square]])
    return () if len(near) < 2 or (state.phase == "moved" and state.active not in near) else near


def vacant(state: State) -> tuple[str, ...]:
    """The free starting squares of the side to move."""
    return tuple(square for square in STARTS[state.to_move] if not state.taken & squares.BIT[square])


def _there(state: State) -> bool:
    """Whether a piece has come to the far file, or is to be set up anyway."""
    if state.phase not in ("won", "moved") or state.active is None or state.began is None:
        return state.phase in ("reached", "freed")
    return state.active[0] == squares.FAR_FILE[state.to_move] != state.began[0]


def may_pass(state: State) -> bool:
    """A turn may be ended; by rule set 1, before anything was done in it, only where no piece can move."""
    if state.phase != "begin" or state.options.rules > 1:
        return state.phase in _WHEN["pass"]
    return not any(_walks(state))


def fault(state: State, action: Action) -> str:
    """Why the action is not legal; "" if it is."""
    if state.ended:
        return "the game is over"
    if action.verb.startswith("if "):
        return "" if action.verb == "if tie" or action.word == ASK else _choose(state, action)
    if action.seat != acting(state):
        return f"seat {'AB'[acting(state)]} is to act"
    if state.phase not in _WHEN.get(action.verb, ()):
        asked = _asked(state.fight.due) if state.fight else ""
        return _NOW[state.phase].format(active=state.active, asked=asked)
    if action.verb == "pass":
        return "" if may_pass(state) else "you have a piece that can move"
    check = _CHECKS.get(action.verb)
    return check(state, action) if check else ""


def _choose(state: State, action: Action) -> str:
    choice = action.word or action.verb
    if choice in state.choices:
        return ""
    return "there is no Cave (no_cave)" if choice == "cave" else "only the Prey is dragged (no_dragging)"


def _move(state: State, action: Action) -> str:
    start, end = action.squares
    if start not in state.pieces[action.seat]:
        return f"no piece of yours stands on {start}"
    if start not in movers(state):
        return f"the turn belongs to the piece on {state.active}: one piece a turn"
    if start in state.drags and end not in squares.BESIDE[start]:
        return f"the piece on {start} drags a load: it goes one square along a rank or file"
    return _blocked(state, start, end)


def _throat(state: State, action: Action) -> str:
    start, victim = action.squares
    if start not in state.pieces[action.seat]:
        return f"no piece of yours stands on {start}"
    if start in state.drags:
        return f"the piece on {start} drags a load and attacks nobody"
    if state.phase == "moved" and state.spent:
        return "this turn's throat was lost, there is no second one"
    if start not in attackers(state):
        return f"after a move only the piece that moved attacks, and that is {state.active}"
    if victim not in state.pieces[1 - action.seat]:
        return f"no piece of the other side stands on {victim}"
    return "" if victim in squares.AROUND[start] else f"{victim} is not next to {start}"


def _prey(state: State, action: Action) -> str:
    if state.prey is None:
        return "the Prey does not lie free"
    for square in action.squares:  # the one that is named, if one is
        if square not in state.pieces[action.seat]:
            return f"no piece of yours stands on {square}"
        if square in state.drags:
            return f"the piece on {square} drags a load and does not count at the Prey"
        if not squares.ROUND_PREY[state.prey] & squares.BIT[square]:
            return f"{square} is not next to the Prey"
        if state.phase == "moved" and not squares.ROUND_PREY[state.prey] & squares.BIT[state.active]:
            return f"the piece that moved, on {state.active}, is not next to the Prey"
    return "" if hunters(state) else TWO_NEEDED


def _rescue(state: State, action: Action) -> str:
    (square,) = action.squares
    if not state.caves[action.seat]:
        return "none of your pieces lies in the Cave"
    if not _there(state):
        return f"{state.active} has not come to the far side ({squares.FAR_FILE[action.seat]}-file) this turn"
    if square not in STARTS[action.seat]:
        return f"{square} is no starting square of yours: they are {' '.join(STARTS[action.seat])}"
    return "" if square in vacant(state) else f"{square} is taken"


def _play(state: State, action: Action) -> str:
    if action.word not in state.cards[action.seat]:
        return "you do not hold that card" if state.options.cards else "there are no cards in this game (option cards)"
    if state.carded:
        return "a card was played this turn: one a turn"
    if action.word == "stag" and state.stag:
        return "the Prey is the White Stag already"
    if action.word == "bite":
        start, end = action.squares
        if start not in state.pieces[1 - action.seat] or state.drags.get(start) != "piece":
            return f"no piece of yours is dragged on {start}"
        return _blocked(state, start, end)
    return ""


def _asked(due: int) -> str:
    return "1 coin is asked for" if due == 1 else f"{due} coins are asked for"


def _pay(state: State, action: Action) -> str:
    purse, due = state.purses[action.seat], state.fight.due if state.fight else 0
    all_in = state.options.short == "all-in"
    if action.verb == "match":
        return "" if purse >= due or all_in else f"{_asked(due)}, and your purse holds {purse}"
    if action.verb == "ante" and not action.coins:
        return "your purse is not empty: ante one coin or more" if purse else ""
    if action.verb == "raise" and all_in and not state.purses[1 - action.seat]:
        return "the other purse is empty: match, or concede the throat"
    cost = action.coins + (due if action.verb == "raise" else 0)
    coins = "coin" if cost == 1 else "coins"
    return "" if purse >= cost else f"that costs {cost} {coins}, and your purse holds {purse}"


_CHECKS = {
    **{"move": _move, "throat": _throat, "rescue": _rescue, "play": _play},
    **dict.fromkeys(("prey", "carry"), _prey),
    **dict.fromkeys(("cave", "drag"), _choose),
    **dict.fromkeys(("ante", "match", "raise"), _pay),
}
