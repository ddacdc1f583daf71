"""Options and positions of Snakes & Foxes, checked so that any position that can be written down can be played on.

The board as the rules need it, where a step may lead, how far it is and what hunters do, comes from the printed board,
so that the arrow on the paper is the arrow obeyed here.

The text of an action is `move a3 b3 c3`, the spaces entered; `pass`; or `hunt f3 e3`, a hunter's step."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Annotated, Literal, NamedTuple, Self, TypeVar

from pydantic import AfterValidator, Field, StrictBool, ValidationInfo, field_validator, model_validator

from adjudicator.core import NotationError, quote
from adjudicator.core.choices import Tap, Tapped, button
from adjudicator.core.game import Event, GameState
from printables.boards import snakes_and_foxes as printed
from printables.boards.snakes_and_foxes import HUB, RIM, RINGS, SPOKES
from printables.core.options import Frozen, Since
from printables.scene.components import Board

SPACES: tuple[str, ...] = (HUB, *(f"{ring}{spoke}" for ring in RINGS for spoke in range(1, SPOKES + 1)))
ORDER: Mapping[str, int] = {space: number for number, space in enumerate(SPACES)}
RING: Mapping[str, int] = {space: 0 if space == HUB else RINGS.index(space[0]) + 1 for space in SPACES}
SPOKE: Mapping[str, int] = {space: 0 if space == HUB else int(space[1:]) for space in SPACES}
RIM_SPACES = frozenset(space for space in SPACES if space[0] == RIM)


def ranked(spaces: Iterable[str]) -> tuple[str, ...]:
    """Spaces in the order of the board, as positions keep them."""
    return tuple(sorted(spaces, key=ORDER.__getitem__))


@cache
def board(first_ring: str) -> Board:
    """The printed board whose ring a has that colour."""
    return printed.board(printed.Options.model_validate({"first_ring": first_ring}))


def _direction(a: str, b: str) -> int:
    """Ruling 11's last resort: inward, outward, clockwise, counter-clockwise; out of the hub by number of spoke."""
    if a == HUB:
        return SPOKE[b]
    if RING[b] != RING[a]:
        return 0 if RING[b] < RING[a] else 1
    return 2 if (SPOKE[b] - SPOKE[a]) % SPOKES == 1 else 3


@cache
def steps(first_ring: str) -> Mapping[str, tuple[str, ...]]:
    """Where a step along the arrows leads: inward, outward, clockwise, counter-clockwise; from the hub by spoke."""
    return {a: tuple(sorted(ends, key=partial(_direction, a))) for a, ends in board(first_ring).steps.items()}


def _spread(target: str, into: Mapping[str, tuple[str, ...]]) -> Mapping[str, int]:
    far, found = {target: 0}, [target]
    for here in found:  # which grows on the way
        for space in into[here]:
            if space not in far:
                far[space] = far[here] + 1
                found.append(space)
    return far


@cache
def distances(target: str) -> Mapping[str, int]:
    """Steps from every space to `target` along rings and spokes whatever the arrows say (ruling 8)."""
    return _spread(target, board("red").links)


@cache
def away_distances(first_ring: str, start: str) -> Mapping[str, int]:
    """Steps along the arrows from `start` to every space (ruling 13)."""
    return _spread(start, steps(first_ring))


@cache
def hunt_distances(first_ring: str, target: str) -> Mapping[str, int]:
    """Steps that a hunter on an empty board needs from every space to `target`, along the arrows."""
    onward = steps(first_ring)
    return _spread(target, {space: tuple(start for start in SPACES if space in onward[start]) for space in SPACES})


def precedence(place: str, hunted: str) -> int:
    """Of hunters equally far from a token on `hunted`, the lowest goes first, equals by lot (ruling 9)."""
    if hunted == HUB or SPOKE[place] == SPOKE[hunted]:
        return 0
    if RING[place] == RING[hunted]:
        return 1
    apart = abs(SPOKE[place] - SPOKE[hunted])
    return 2 + (RING[place] if place == HUB or min(apart, SPOKES - apart) <= SIDE else len(RINGS) + 1)


SIDE = 3  # spokes


class Hunter(NamedTuple):
    """What a hunter on a space does: the lowest `rank` goes first, equals by lot, to the first of `ends` that is free.
    `ends` are groups of equally good spaces, each inward, outward, clockwise, counter-clockwise (rulings 10, 11)."""

    rank: tuple[int, int]  # how far it is, and which of those as far
    ends: tuple[tuple[str, ...], ...]


class Hunters(dict[str, Hunter]):
    """Of each space the hunter on it, after a token on `hunted`; worked out when first asked for."""

    def __init__(self, first_ring: str, distance: str, hunted: str) -> None:
        self._hunted, self._steps, self._need = hunted, steps(first_ring), hunt_distances(first_ring, hunted)
        measures = {"steps": distances(hunted), "hunt": self._need, "away": away_distances(first_ring, hunted)}
        self._away = measures[distance]

    def __missing__(self, place: str) -> Hunter:
        away, need = self._away, self._need
        closer = [end for end in self._steps[place] if away[end] < away[place]]
        ends = [tuple(end for end in closer if need[end] == left) for left in sorted({need[end] for end in closer})]
        self[place] = found = Hunter((away[place], precedence(place, self._hunted)), tuple(ends))
        return found


# What hunters do by these rules: plain play looks it up, compiled play has it in numbers.
hunters = cache(Hunters)

DICE = 6
HUNTERS = 8

Count = Annotated[int, Field(strict=True, ge=0, le=DICE)]
Token = Annotated[int, Field(strict=True, ge=0, le=1)]
Fate = Literal["eaten", "escaped"]
Kind = Literal["snake", "fox"]


class Options(printed.Options):
    """The printed game's own, and what only the referee needs to know."""

    auto_pass: bool = Field(default=True, description="a pass that is forced is played by itself")


class Throw(Frozen):
    """What the six dice show, counted. All zero once the game is over."""

    move: Count
    snakes: Count
    foxes: Count

    @model_validator(mode="after")
    def _six_dice(self) -> Self:
        if self.move + self.snakes + self.foxes > DICE:
            raise ValueError(f"there are only {DICE} dice: move, snakes and foxes together are {DICE} at most")
        return self


class Chase(Frozen):
    """A hunt that waits for a player: for whose space `at`, the kind that moves, its symbols left, and its hunters that
    have not had their turn."""

    at: str
    kind: Kind
    left: Annotated[int, Field(strict=True, ge=1, le=DICE)]
    waiting: tuple[str, ...] = Field(min_length=1, max_length=HUNTERS)


NO_THROW = Throw(move=0, snakes=0, foxes=0)
Spaces = TypeVar("Spaces", bound=Iterable[str | None])


def _known(spaces: Spaces) -> Spaces:
    for space in spaces:
        if space is not None and space not in ORDER:
            raise ValueError(f"{space[:20]!r} is no space of the board: the spaces are H and a1 to g16")
    return spaces


Tokens = Annotated[tuple[str | None, ...], Field(min_length=1, max_length=2), AfterValidator(_known)]
Pack = Annotated[tuple[str, ...], Field(max_length=HUNTERS), AfterValidator(lambda pack: ranked(_known(pack)))]


def is_over(fate: Sequence[Fate | None], options: Options) -> bool:
    """Every token has its fate; or one is home and the other does not play on (ruling 7)."""
    return None not in fate or (not options.play_on and "escaped" in fate)


class State(GameState):
    """A position, with the throw now to be played.

    `turn` counts the turns of both tokens. `to_move` is the token to move: the seat's own with two players, either of
    them where one player has both. `tokens`, `fate` and `rim` (the rim was touched) go by token; `home` lists the
    tokens that escaped, in order. `phase` (rule set 2): "hunt" while a player moves the hunters, as `chase` says."""

    options: Options = Options()
    turn: int = Field(strict=True, ge=1, le=1_000_000_000)
    to_move: Token
    tokens: Tokens
    fate: tuple[Fate | None, ...] = Field(min_length=1, max_length=2)
    rim: tuple[StrictBool, ...] = Field(min_length=1, max_length=2)
    snakes: Pack
    foxes: Pack
    throw: Throw
    phase: Annotated[Literal["move", "hunt"], Since(2, before="move")] = "move"
    chase: Annotated[Chase | None, Since(2, before=None)] = None
    players: int = Field(default_factory=lambda data: len(data.get("tokens", "A")), strict=True, ge=1, le=2)
    home: tuple[Token, ...] = Field(default=(), validate_default=True, max_length=2)

    @field_validator("rim")
    @classmethod
    def _rim_touched(cls, rim: tuple[bool, ...], info: ValidationInfo) -> tuple[bool, ...]:
        """A token that stands on the rim, or is home, has touched it, whatever was written."""
        tokens, fate = info.data.get("tokens", ()), info.data.get("fate", ())
        if len(tokens) != len(rim) or len(fate) != len(rim):
            return rim
        return tuple(
            known or token in RIM_SPACES or end == "escaped"
            for known, token, end in zip(rim, tokens, fate, strict=True)
        )

    @field_validator("home")
    @classmethod
    def _order_of_arrival(cls, home: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        """One token that came home and is not listed came last; two of them need to be told."""
        if "fate" not in info.data:
            return home
        escaped = [token for token, end in enumerate(info.data["fate"]) if end == "escaped"]
        if len(set(home)) < len(home) or not set(home) <= set(escaped):
            raise ValueError(f"lists the tokens whose fate is 'escaped', each once: {escaped} in the order of arrival")
        missing = [token for token in escaped if token not in home]
        if len(missing) > 1:
            raise ValueError("both tokens are home: list them in the order of arrival, as in [1, 0]")
        return (*home, *missing)

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        count = 2 if self.players == 2 else self.options.tokens
        if self.players > self.options.tokens:
            raise ValueError("one token (option tokens: 1) is for one player; write players: 1")
        if not len(self.tokens) == len(self.fate) == len(self.rim) == count:
            raise ValueError(f"tokens, fate and rim have {count} {'entry' if count == 1 else 'entries'} each")
        for number, (token, end) in enumerate(zip(self.tokens, self.fate, strict=True)):
            if (token is None) != (end is not None):
                raise ValueError(f"token {number} has either a space and no fate (null), or a fate and no space (null)")
            if token == printed.HUB and self.rim[number]:
                raise ValueError(
                    f"token {number} has touched the rim: in the hub it is home (fate 'escaped', no space)"
                )
        hunters = self.snakes + self.foxes
        if len(set(hunters)) < len(hunters):
            raise ValueError("two of the snakes and foxes stand on one space")
        if not set(hunters).isdisjoint(self.tokens):
            raise ValueError("a snake or fox stands on a token's space")
        if len(self.tokens) == 2 and self.tokens[0] == self.tokens[1] and self.tokens[0] not in (None, printed.HUB):
            raise ValueError("two tokens stand on one space; only the hub holds both")
        if self.to_move >= count:
            raise ValueError(f"to_move is {self.to_move}, and there is no such token")
        if (self.phase == "hunt") != (self.chase is not None):
            raise ValueError("phase 'hunt' and chase go together")
        if self.chase is not None:
            _known([self.chase.at])
            if not set(self.chase.waiting) <= set(self.snakes if self.chase.kind == "snake" else self.foxes):
                raise ValueError(f"chase.waiting names a space without a {self.chase.kind}")
            if self.options.hunters == "rule":
                raise ValueError("phase 'hunt' is for option hunters: player")
        if not self.over and self.tokens[self.to_move] is None and self.phase == "move":
            raise ValueError(f"to_move is {self.to_move}, and that token is out of the game")
        return self

    @property
    def over(self) -> bool:
        return is_over(self.fate, self.options)

    @property
    def hunter(self) -> int:
        """Who moves the hunters for the token to move: the other player; alone, the same."""
        return 1 - self.to_move if self.players == 2 else 0

    def seat(self, token: int) -> int:
        """Who plays a token."""
        return token if self.players == 2 else 0


FORM = "write `move a3 b3 c3`, naming each space entered (H is the hub), or `pass`"
MOST_CHARACTERS = 200

_BY_NAME = {space.lower(): space for space in SPACES}
_PARTED = re.compile(r"[\s,-]+")


class Move(NamedTuple):
    """A seat's action: the spaces its token enters, one a step; none is a pass. `hunt`: a hunter's, from and to."""

    seat: int
    path: tuple[str, ...] = ()
    hunt: bool = False


def parse(text: str, state: State) -> Move:
    """The action that a text means, legal or not, for the seat to move. Raises NotationError."""
    quoted = quote(text, MOST_CHARACTERS, FORM)
    word, *names = _PARTED.split(text.strip().lower())
    hunts = word == "hunt" and state.options.hunters == "player"
    seat = state.hunter if state.phase == "hunt" else state.seat(state.to_move)
    if word == "pass" and not names:
        return Move(seat)
    if word != "move" and not hunts:
        raise NotationError(f"{quoted} is no action", FORM)
    if not any(names):
        raise NotationError(f"{quoted} names no space", FORM)
    for name in names:
        if name not in _BY_NAME:
            raise NotationError(f"{quoted}: {name!r} is no space of the board", f"spaces are H and a1 to {SPACES[-1]}")
    if hunts and len(names) != 2:
        raise NotationError(f"{quoted} is no step of a hunter", "name where it stands and where it goes: `hunt f3 e3`")
    return Move(seat, tuple(_BY_NAME[name] for name in names), hunts)


def taps(action: Move, state: State) -> Tapped:
    """The spaces entered, one after the other; a hunter, and where it steps."""
    if not action.path:
        return Tapped((button("pass"),))
    if action.hunt:
        return Tapped((Tap(action.path[0], "piece"), Tap(action.path[1])), "hunt {*}")
    return Tapped(tuple(map(Tap, action.path)), "move {*}")


def format(action: Move, state: State) -> str:
    """The text that `parse` reads back."""
    return " ".join(("hunt" if action.hunt else "move", *action.path)) if action.path else "pass"


TOKENS = ("player-a", "player-b")


def of_token(
    kind: str, state: State, token: int, *places: str, dice: tuple[int, ...] = (), words: Mapping[str, str | int] = {}
) -> Event:
    """An event about a token in play and the seat that plays it."""
    return Event(kind, state.seat(token), TOKENS[token], places, dice, words)
