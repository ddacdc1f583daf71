"""The Fox & Geese family as refereed: RULES section 3. Seat A has the many, seat B the few.

Each hunt is a definition (docs/hunts.md), read once by the board module; this is the game's contract
(`adjudicator.game.Game`), the rules of every hunt are in `rules`, why a move is refused in `faults`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from adjudicator.errors import GameError, IllegalMove
from adjudicator.game import Dice, Event, Outcome, Step, Token
from adjudicator.games.fox_and_geese import faults
from adjudicator.games.fox_and_geese import state as states
from adjudicator.games.fox_and_geese.notation import Move, format, named, parse
from adjudicator.games.fox_and_geese.rules import MANY, Deed, Position, Rules, bits
from adjudicator.games.fox_and_geese.state import Options, State, key, of_position, past, rules, to_position
from printables.boards.fox_and_geese import SLUG, TITLE, board

if TYPE_CHECKING:
    from adjudicator.games.fox_and_geese.analysis import Solver

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
    "solver",
    "start",
    "to_act",
    "tokens",
]

PLAYERS = (2, 2)
SHOWN = 6

EVENTS: Mapping[str, str] = {
    "begins": "seat acts first; words: side (its pieces)",
    "step": "seat's piece steps from the first of the places to the second",
    "capture": "seat's piece leaps over the places in turn; words: number (pieces taken), taken (where they stood)",
    "placed": "seat's piece is placed; words: hand (left to place)",
    "added": "seat adds a piece for a capture that the other side missed",
    "huffed": "seat takes away the piece of the other side at the place, which missed a capture",
    "missed": "seat's pieces at the places owed a capture and did not make it",
    "pass": "seat can do nothing, and its turn passes; words: side",
}

OUTCOMES: Mapping[str, str] = {
    "blocked": "the losing side cannot move",
    "captured-all": "the losing side has no piece left",
    "reduced": "the losing side has too few pieces left",
    "taken": "the winner has taken as many pieces as it needs",
    "filled": "the winner fills a zone of the board",
    "reached": "the winner has brought enough pieces into a zone of the board",
    "passed": "the winner has got past every piece of the other side",
    "repetition": "the position stands for the third time",
    "turn-limit": "the last turn has been played",
    "stuck": "neither side can move",
}

NOTES: Mapping[str, str] = {
    "missed": "seat's pieces at the places owe for a capture that was missed",
    "hand": "seat has pieces in hand; words: hand",
    "lost": "seat has lost pieces; words: number",
    "waits": "seat's piece at the place has just moved and waits for another",
}


def solver(options: Options) -> Solver:
    """What decides positions of the hunt exactly (`adjudicator.solver`)."""
    from adjudicator.games.fox_and_geese.analysis import Solver

    return Solver(options)


def start(options: Options, seats: int, dice: Dice) -> Step:
    """The set-up of the hunt; nothing is thrown. Raises GameError for a number of seats other than two."""
    if not PLAYERS[0] <= seats <= PLAYERS[1]:
        raise GameError(f"{TITLE} is for 2 players, not {seats}")
    played = rules(options)
    position = played.start()
    before = of_position(position, played, options, 1, (key(position),))
    opening = Event("begins", position.side, words={"side": played.sides[position.side].plural})
    return _settled(before, position, played, [opening])


def to_act(state: State) -> tuple[int, ...]:
    """The seat to move; nobody when the game is over."""
    return () if outcome(state) else (state.to_move,)


def moves(state: State) -> Iterator[Move]:
    """Every legal action: claims for a missed capture, captures, steps, placements, by point."""
    played = rules(state.options)
    position = to_position(state, played)
    if states.outcome(state, position, played) is None:
        for deed in played.deeds(position):
            yield named(deed, state.to_move, played)


def apply(state: State, action: Move, dice: Dice) -> Step:
    """The action, and the turns of a side that can do nothing after it. Raises IllegalMove."""
    played = rules(state.options)
    position = to_position(state, played)
    why = _fault(state, position, action, played)
    if why:
        raise IllegalMove(f"`{format(action, state)}` is not legal: {why}", _legal(state))
    deed = action.deed(played)
    after = played.after(position, deed)
    events = _told(position, deed, after, played)
    return _settled(_next(state, position, after, played), after, played, events)


def _fault(state: State, position: Position, action: Move, played: Rules) -> str:
    if states.outcome(state, position, played):
        return "the game is over"
    if action.seat != state.to_move:
        return "another player is to move"
    return faults.fault(played, position, action.deed(played))


def _legal(state: State) -> str:
    """Some of what would be legal, and how much there is."""
    shown = [f"`{format(move, state)}`" for move in islice(moves(state), SHOWN)]
    count = sum(1 for _ in moves(state))
    if count <= len(shown):
        return f"legal: {', '.join(shown)}" if shown else ""
    return f"legal: {', '.join(shown)} and {count - len(shown)} more"


def _next(state: State, before: Position, after: Position, played: Rules) -> State:
    """The state after a deed: a claim does not end the turn; what was taken or placed cannot come back."""
    claimed = before.missed and before.side == after.side and before.hand == after.hand
    turn = state.turn if claimed else state.turn + 1
    settled = (before.taken, before.hand) == (after.taken, after.hand) and not claimed
    history = past(state, before) if settled else ()
    return of_position(after, played, state.options, turn, (*history, key(after)))


def _settled(state: State, position: Position, played: Rules, events: list[Event]) -> Step:
    """The state in which somebody can act: a side that can do nothing passes by itself."""
    while states.outcome(state, position, played) is None and not played.has_deed(position):
        side = played.sides[position.side]
        events.append(Event("pass", position.side, words={"side": side.plural}))
        after = played.after(position, ("pass", ()))
        state, position = _next(state, position, after, played), after
    return Step(state, tuple(events))


def _told(position: Position, deed: Deed, after: Position, played: Rules) -> list[Event]:
    """What a deed was, and what it left undone."""
    kind, points = deed
    seat, names = position.side, played.names
    piece, prey = played.sides[seat].kind, played.sides[1 - seat].kind
    places = tuple(names[point] for point in points)
    if kind == "huff":
        return [Event("huffed", seat, prey, places)]
    if kind == "place":
        if after.hand == position.hand:
            return [Event("added", seat, piece, places)]
        return [Event("placed", seat, piece, places, words={"hand": after.hand[seat]})]
    if kind == "pass":
        return [Event("pass", seat, words={"side": played.sides[seat].plural})]
    if kind == "step":
        events = [Event("step", seat, piece, places)]
    else:
        victims = [names[over] for over, _ in played.victims(position, points) or ()]
        count = after.taken[1 - seat] - position.taken[1 - seat]
        words: dict[str, str | int] = {"number": count, "taken": ", ".join(dict.fromkeys(victims))}
        events = [Event("capture", seat, piece, places, words=words)]
    if after.missed and played.has_claim(after):
        events.append(Event("missed", seat, piece, tuple(names[point] for point in bits(after.missed))))
    return events


def outcome(state: State) -> Outcome | None:
    """How the game ended; None while it runs."""
    played = rules(state.options)
    return states.outcome(state, to_position(state, played), played)


def tokens(state: State) -> tuple[Token, ...]:
    """The many, then the few."""
    many, few = rules(state.options).sides
    return (
        *(Token(point, many.kind, MANY) for point in state.many),
        *(Token(point, few.kind, 1) for point in state.few),
    )


def faces(state: State) -> tuple[str, ...]:
    """No dice."""
    return ()


def notes(state: State) -> tuple[Event, ...]:
    """Losses, pieces in hand, captures missed, and the piece that waits."""
    played = rules(state.options)
    told = []
    for seat, side in enumerate(played.sides):
        if state.captured[seat]:
            told.append(Event("lost", seat, side.kind, words={"number": state.captured[seat]}))
        if state.hand[seat]:
            told.append(Event("hand", seat, side.kind, words={"hand": state.hand[seat]}))
        waiting = state.last[seat]
        if waiting and len((state.many, state.few)[seat]) > 1:
            told.append(Event("waits", seat, side.kind, (waiting,)))
    if state.missed and played.has_claim(to_position(state, played)):
        told.append(Event("missed", 1 - state.to_move, played.sides[1 - state.to_move].kind, state.missed))
    return tuple(told)
