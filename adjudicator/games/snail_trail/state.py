"""Positions of Snail Trail, checked so that any position that can be written down can be played on.

Squares are numbers (places in the order of the board), sets of squares are whole numbers with a bit for each. A way
enters free squares only, each once. Looking for one long way is hard in general; here it is at most 21 steps on 225
squares, and two facts keep it quick: what lies out of reach of the steps left does not matter, and a place with the
same squares still free within reach is the same question again, which is answered from memory.

The text of an action is `b2 c3 c4`, the squares entered."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Annotated, NamedTuple, Self

from pydantic import Field, StringConstraints, model_validator

from adjudicator.core import NotationError, quote
from adjudicator.core.choices import Ground
from adjudicator.core.game import GameState
from printables.boards.snail_trail import MOST, Options, board, last_turn, needed
from printables.scene.components import Board

COUNTED = 600_000  # equivalent: about a second; squares stood on before counting gives up


class TooMany(Exception):
    """Counting was given up."""


def bits(squares: int) -> Iterator[int]:
    """The squares of a set, in the order of the board."""
    while squares:
        lowest = squares & -squares
        squares ^= lowest
        yield lowest.bit_length() - 1


def mask(way: Iterable[int]) -> int:
    """The squares of a way as a set."""
    return sum(1 << square for square in way)


def turns(length: int, steps: int, more: int) -> int:
    """How many whole turns a snail has in `length` squares, if the first takes `steps` and each later one `more` than
    the one before. It works on numbers alone, since compiled search uses it, too."""
    count = 0
    while length >= steps:
        length -= steps
        steps += more
        count += 1
    return count


class Grid:
    """The squares of a board and the steps between them."""

    def __init__(self, squares: Board) -> None:
        self.names = tuple(place.id for place in squares.places)
        self.number = {name: number for number, name in enumerate(self.names)}
        self.all = (1 << len(self.names)) - 1
        self.near = tuple(sum(1 << self.number[end] for end in squares.steps[name]) for name in self.names)

    def mask(self, names: tuple[str, ...]) -> int:
        """Squares by name as a set."""
        return mask(map(self.number.__getitem__, names))

    @cached_property
    def mirror(self) -> tuple[int, ...]:
        """Each square's image in the diagonal from a1 up; itself, where the image of the board is another board."""
        images = [f"{chr(ord('a') + int(name[1:]) - 1)}{ord(name[0]) - ord('a') + 1}" for name in self.names]
        return tuple(map(self.number.__getitem__, images if {*images} == {*self.names} else self.names))

    @cached_property
    def balls(self) -> tuple[tuple[int, ...], ...]:
        """balls[n][square]: the squares within n steps of it on the empty board."""
        layers = [tuple(1 << square for square in range(len(self.names)))]
        while len(layers) == 1 or layers[-1] != layers[-2]:
            last = layers[-1]
            around = (map(last.__getitem__, bits(ends)) for ends in self.near)
            layers.append(tuple(reduce(or_, balls, own) for own, balls in zip(last, around, strict=True)))
        return (*layers, *layers[-1:] * len(self.names))

    @cached_property
    def ground(self) -> Ground:
        """The same as a page walks over it."""
        return Ground(self.names, tuple(tuple(bits(ends)) for ends in self.near))

    def touching(self, squares: int) -> int:
        """Every square a step away from one of `squares`."""
        near, found = self.near, 0
        while squares:
            lowest = squares & -squares
            squares ^= lowest
            found |= near[lowest.bit_length() - 1]
        return found

    def reach(self, at: int, free: int, steps: int) -> int:
        """The free squares that can be entered within so many steps from `at`."""
        seen, edge = 0, self.near[at] & free
        while edge and steps > 0:
            seen |= edge
            edge = self.touching(edge) & free & ~seen
            steps -= 1
        return seen

    def region(self, at: int, free: int) -> int:
        """The free squares that can be entered from `at` at all."""
        return self.reach(at, free, len(self.names))

    def exists(self, at: int, free: int, steps: int) -> bool:
        """Whether there is a way of exactly `steps` steps."""
        return steps <= 0 or _Search(self).exists(at, free, steps)

    def ways(self, at: int, free: int, steps: int) -> Iterator[tuple[int, ...]]:
        """Every way of exactly `steps` steps, in the order of the board; never searches long for the next one."""
        return _Search(self).ways(at, free, steps)

    def count(self, at: int, free: int, steps: int, limit: int = COUNTED) -> int:
        """How many ways of exactly `steps` steps there are. Raises TooMany once `limit` squares were stood on."""
        return _Count(self, limit).count(at, free, steps) if steps > 0 else 1


class _Search:
    """Finds ways, and remembers from where there is none."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._none: set[tuple[int, int, int]] = set()

    def exists(self, at: int, free: int, steps: int) -> bool:
        near = self._grid.near
        ends = near[at] & free
        if steps == 1 or not ends:
            return bool(ends)
        region = self._grid.reach(at, free, steps)
        if region.bit_count() < steps:
            return False
        question = (at, region, steps)
        if question in self._none:
            return False
        # The square with the fewest ways on first: it would be the hardest to come back to.
        for end in sorted(bits(ends), key=lambda square: (near[square] & region).bit_count()):
            if self.exists(end, region & ~(1 << end), steps - 1):
                return True
        self._none.add(question)
        return False

    def ways(self, at: int, free: int, steps: int) -> Iterator[tuple[int, ...]]:
        if not self.exists(at, free, steps):
            return
        for end in bits(self._grid.near[at] & free):
            if steps == 1:
                yield (end,)
            else:
                for rest in self.ways(end, free & ~(1 << end), steps - 1):
                    yield (end, *rest)


class _Count:
    """Counts ways, and remembers how many there are from where."""

    def __init__(self, grid: Grid, limit: int) -> None:
        self._near, self._balls, self._left = grid.near, grid.balls, limit
        self._known: dict[tuple[int, int], int] = {}

    def count(self, at: int, free: int, steps: int) -> int:
        near = self._near
        ends = near[at] & free
        if steps == 1:
            return ends.bit_count()
        if not self._left:
            raise TooMany
        self._left -= 1
        total = 0
        if steps == 2:
            while ends:
                lowest = ends & -ends
                ends ^= lowest
                total += (near[lowest.bit_length() - 1] & free).bit_count()
            return total
        free &= self._balls[steps][at]
        question = (at, free | steps << len(near))
        if (known := self._known.get(question)) is not None:
            return known
        while ends:
            lowest = ends & -ends
            ends ^= lowest
            total += self.count(lowest.bit_length() - 1, free ^ lowest, steps - 1)
        self._known[question] = total
        return total


@lru_cache(maxsize=64)
def grid(options: Options) -> Grid:
    """The grid of the printed board with these options."""
    return Grid(board(options))


Seat = Annotated[int, Field(strict=True, ge=0, le=1)]
Name = Annotated[str, StringConstraints(to_lower=True)]


class State(GameState):
    """A position. `snails` by seat; `trail` is every square a snail ever stood on, those it stands on now included."""

    options: Options = Options()
    turn: int = Field(strict=True, ge=1, le=1_000_000_000)
    to_move: Seat
    snails: tuple[Name, Name]
    trail: tuple[Name, ...] = Field(max_length=MOST**2)

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        squares = self.grid
        for name in (*self.snails, *self.trail):
            if name not in squares.number:
                raise ValueError(f"{name[:20]!r} is no square of the board: {self.spoken_squares}")
        if self.snails[0] == self.snails[1]:
            raise ValueError(f"both snails stand on {self.snails[0]}")
        trail = tuple(sorted({*self.trail, *self.snails}, key=squares.number.__getitem__))
        object.__setattr__(self, "trail", trail)
        # A position may be later than its trail, but not by more than a whole board: so every turn played is as good.
        if self.turn > last_turn(self.options, len(trail) - 2):
            room = f"this board has room for {last_turn(self.options)} turns at most"
            raise ValueError(f"turn is {self.turn}, and {room}")
        return self

    @property
    def grid(self) -> Grid:
        return grid(self.options)

    @property
    def spoken_squares(self) -> str:
        """Which squares there are, for a message."""
        names = self.grid.names
        where = " within the rhombus" if self.options.diamond else ""
        corner = max(name[0] for name in names) + str(max(int(name[1:]) for name in names))
        return f"squares are a1 to {corner}{where}"

    @property
    def steps(self) -> int:
        """How many squares the snail to move must go."""
        return needed(self.turn, self.options.grows)

    @property
    def at(self) -> int:
        """The number of the square that the snail to move stands on."""
        return self.grid.number[self.snails[self.to_move]]

    @property
    def free(self) -> int:
        """The squares on which no snail ever stood."""
        return self.grid.all & ~self.grid.mask(self.trail)

    @property
    def over(self) -> bool:
        """Whether the snail to move has no complete move."""
        return not _can_move(self.options, self.at, self.free, self.steps)


@lru_cache(maxsize=4096)
def _can_move(options: Options, at: int, free: int, steps: int) -> bool:
    return grid(options).exists(at, free, steps)


FORM = "write the squares entered, one after the other, as in `b2 c3 c4`"
MOST_CHARACTERS = 200

_PARTED = re.compile(r"[\s,-]+")
_SQUARE = re.compile(r"[a-z][0-9]{1,2}")


class Move(NamedTuple):
    """A seat's action: the squares its snail enters, in order."""

    seat: int
    path: tuple[str, ...]


def parse(text: str, state: State) -> Move:
    """The move that a text means, legal or not. Raises NotationError."""
    quoted = quote(text, MOST_CHARACTERS, FORM, "a move")
    names = [name for name in _PARTED.split(text.strip().lower()) if name]
    if names[:1] == ["move"]:
        names = names[1:]
    if not names:
        raise NotationError(f"{quoted} names no square", FORM)
    for name in names:
        if not _SQUARE.fullmatch(name):
            raise NotationError(f"{quoted}: {name!r} is no square", FORM)
        if name not in state.grid.number:
            raise NotationError(f"{quoted}: {name!r} is no square of this board", state.spoken_squares)
    return Move(state.to_move, tuple(names))


def format(action: Move, state: State) -> str:
    """The text that `parse` reads back."""
    return " ".join(action.path)


def fault(state: State, action: Move) -> str:
    """What is wrong with a move: the first step that breaks a rule, or its length; "" if nothing is."""
    if state.over:
        return "the game is over"
    if action.seat != state.to_move:
        return "another player is to move"
    here = state.snails[action.seat]
    for number, to in enumerate(action.path, 1):
        if wrong := _step_fault(state, here, to, action.path[: number - 1]):
            return f"step {number}, {here} to {to}: {wrong}"
        here = to
    if len(action.path) != state.steps:
        squares = "1 square" if len(action.path) == 1 else f"{len(action.path)} squares"
        return f"it enters {squares}, and this turn asks for exactly {state.steps}"
    return ""


def _step_fault(state: State, here: str, to: str, gone: tuple[str, ...]) -> str:
    squares = state.grid
    if to not in squares.number:
        return f"there is no square {to}; {state.spoken_squares}"
    if to == here:
        return "the snail stands there already; name only the squares it enters"
    if to in gone:
        return "the snail entered that square earlier in this move"
    if not squares.near[squares.number[here]] >> squares.number[to] & 1:
        return "they do not touch" + ("" if state.options.diagonal else " (steps are not diagonal here)")
    if to in state.snails:
        return "a snail is there"
    return "a snail was there before" if to in state.trail else ""
