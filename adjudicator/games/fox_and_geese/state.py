"""Positions of the Fox & Geese family, checked so that any position that can be written down can be played on."""

from collections import Counter
from functools import cache, lru_cache
from typing import Annotated, Self

from pydantic import Field, model_validator

from adjudicator.core.game import Event, GameState, Outcome, Step
from adjudicator.games.fox_and_geese.rules import FEW, MANY, PASS, Deed, Ending, Position, Rules, bits
from printables.boards.fox_and_geese import Options, hunt
from printables.boards.fox_and_geese.model import Repetition

TIMES = 3  # a position standing for the third time ends the game
NOBODY = (None, None)
WINNERS: dict[Repetition, int | None] = {"draw": None, "loss-many": FEW, "loss-few": MANY}

Seat = Annotated[int, Field(strict=True, ge=0, le=1)]
Count = Annotated[int, Field(strict=True, ge=0, le=400)]
Key = Annotated[str, Field(max_length=400, pattern=r"^[AB][0-9a-f]+(\.-?[0-9a-f]+)+$")]  # as `key` makes them

__all__ = ["NOBODY", "Options", "State", "key", "of_position", "outcome", "past", "rules", "to_position"]


@cache
def rules(options: Options) -> Rules:
    """The rules that the options choose, built once."""
    return Rules(hunt(options))


class State(GameState):
    """A position. Arrays are by seat: the many, then the few.

    `many`, `few`: where they stand, by file, then rank. `captured`: pieces each seat has lost; `hand`: pieces it has
    yet to place. `missed`: pieces of the seat not to move that owed a capture and did not make it. `last`: where the
    piece each seat moved last stands, if its pieces must alternate. `history`: a key of every position since
    something was taken or placed, this one last."""

    options: Options = Options()
    turn: Annotated[int, Field(strict=True, ge=1, le=100_000)] = 1
    to_move: Seat
    many: tuple[str, ...]
    few: tuple[str, ...]
    captured: tuple[Count, Count] = (0, 0)
    hand: tuple[Count, Count] = (0, 0)
    missed: tuple[str, ...] = ()
    last: tuple[str | None, str | None] = NOBODY
    history: Annotated[tuple[Key, ...], Field(max_length=100_000)] = ()

    @model_validator(mode="after")
    def _possible(self) -> Self:
        played = rules(self.options)
        names = (*self.many, *self.few, *self.missed, *(point for point in self.last if point))
        for name in names:
            if name not in played.index:
                points = played.names
                raise ValueError(f"{name[:20]!r} is no point of this board: its points are {points[0]} to {points[-1]}")
        twice = [name for name, count in Counter((*self.many, *self.few)).items() if count > 1]
        if twice:
            raise ValueError(f"two pieces stand on {twice[0]}")
        other = (self.many, self.few)[1 - self.to_move]
        if stray := [name for name in self.missed if name not in other]:
            raise ValueError(f"missed names {stray[0]}, where no piece of the seat not to move stands")
        if self.missed and played.duty(1 - self.to_move) not in ("huff", "add"):
            raise ValueError("missed means nothing in this hunt: no capture that is not made costs anything")
        for seat, point in enumerate(self.last):
            if point and not played.sides[seat].alternate:
                raise ValueError(f"last names {point}, and those pieces need not alternate")
        owing = [seat for seat in (MANY, FEW) if self.hand[seat] and played.sides[seat].placing == "first"]
        if owing and self.to_move not in owing:
            raise ValueError(f"to_move is {self.to_move}, and seat {owing[0]} has yet to place its pieces in hand")
        for field, names in (("many", self.many), ("few", self.few), ("missed", self.missed)):
            object.__setattr__(self, field, tuple(sorted(names, key=played.index.__getitem__)))
        return self


def to_position(state: State, played: Rules) -> Position:
    """The state as the rules see it."""
    index = played.index
    last = tuple(-1 if point is None else index[point] for point in state.last)
    pieces, missed = (played.mask(state.many), played.mask(state.few)), played.mask(state.missed)
    return Position(state.to_move, pieces, state.hand, state.captured, missed, (last[MANY], last[FEW]))


def of_position(
    model: type[State], position: Position, played: Rules, options: Options, turn: int, history: tuple[str, ...]
) -> State:
    """A state of what the rules made: nothing needs checking again. `model` is the rule set's State."""
    names, counts = played.names, {"captured": position.taken, "hand": position.hand}
    many, few, missed = (tuple(names[point] for point in bits(mask)) for mask in (*position.pieces, position.missed))
    last = tuple(names[point] if point >= 0 else None for point in position.last)
    places = {"to_move": position.side, "many": many, "few": few, "missed": missed, "last": last}
    return model.model_construct(None, options=options, turn=turn, **places, **counts, history=history)


def key(position: Position) -> str:
    """What makes two positions the same: who is to act, who stands where, what is in hand, owed and waiting."""
    many, few = position.pieces
    text = f"{'AB'[position.side]}{many:x}.{few:x}"
    rest = (*position.hand, position.missed, *position.last)
    return text if rest == (0, 0, 0, -1, -1) else f"{text}.{'.'.join(format(number, 'x') for number in rest)}"


def past(state: State, position: Position) -> tuple[str, ...]:
    """The history up to this position, which a state written by hand may leave out."""
    now = key(position)
    return state.history if state.history[-1:] == (now,) else (*state.history, now)


def outcome(state: State, position: Position, played: Rules) -> Outcome | None:
    """How the game ended: on the board, by stalling, by a position for the third time, or with the last turn."""
    if ending := _ending(played, position):
        return _outcome(ending.reason, ending.winner)
    if played.hunt.stalling and played.stalled(_stood(past(state, position))):
        return _outcome("stalled", FEW)
    if len(state.history) >= TIMES and past(state, position).count(key(position)) >= TIMES:
        return _outcome("repetition", WINNERS[played.hunt.repetition])
    if state.turn > played.hunt.turns:
        return _outcome("turn-limit", WINNERS[played.hunt.limit])
    return None


def _stood(keys: tuple[str, ...]) -> list[int]:
    """Where the many stood before each of their turns in a history, and where they stand at its end."""
    turns = [one for one in keys[:-1] if one.startswith("A")]
    return [int(one[1:].partition(".")[0], 16) for one in (*turns, keys[-1])]


@lru_cache(maxsize=8)  # one position is asked about by who may act, by what is legal, and by what comes of it
def _ending(played: Rules, position: Position) -> Ending | None:
    return played.ending(position)


def _outcome(reason: str, winner: int | None) -> Outcome:
    return Outcome(reason, () if winner is None else (winner,))


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
        after = played.after(position, PASS)
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
