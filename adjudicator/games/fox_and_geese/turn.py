"""What a deed leads to: the next position, the passes of a side that can do nothing, and what happened."""

from __future__ import annotations

from adjudicator.core.game import Event, Step
from adjudicator.games.fox_and_geese.position import Deed, Position, bits
from adjudicator.games.fox_and_geese.rules import Rules
from adjudicator.games.fox_and_geese.state import State, key, of_position, outcome, past


def following(state: State, before: Position, after: Position, played: Rules) -> State:
    """The state after a deed: a claim does not end the turn; what was taken or placed cannot come back."""
    claimed = before.missed and before.side == after.side and before.hand == after.hand
    turn = state.turn if claimed else state.turn + 1
    same = (before.taken, before.hand) == (after.taken, after.hand) and not claimed
    history = past(state, before) if same else ()
    return of_position(type(state), after, played, state.options, turn, (*history, key(after)))


def settled(state: State, position: Position, played: Rules, events: list[Event]) -> Step:
    """The state in which somebody can act: a side that can do nothing passes by itself."""
    while outcome(state, position, played) is None and not played.has_deed(position):
        side = played.sides[position.side]
        events.append(Event("pass", position.side, words={"side": side.plural}))
        after = played.after(position, ("pass", ()))
        state, position = following(state, position, after, played), after
    return Step(state, tuple(events))


def happened(position: Position, deed: Deed, after: Position, played: Rules) -> list[Event]:
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
        shut = position.pieces[1 - seat] & ~after.pieces[1 - seat]
        events = [Event("step", seat, piece, places)]
        events += [Event("seized", seat, prey, (names[point],)) for point in bits(shut)]
    else:
        victims = [names[over] for over, _ in played.victims(position, points) or ()]
        count = after.taken[1 - seat] - position.taken[1 - seat]
        words: dict[str, str | int] = {"number": count, "taken": ", ".join(dict.fromkeys(victims))}
        events = [Event("capture", seat, piece, places, words=words)]
    if after.missed and played.has_claim(after):
        events.append(Event("missed", seat, piece, tuple(names[point] for point in bits(after.missed))))
    return events
