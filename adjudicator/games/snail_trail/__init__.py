"""Snail Trail (Don Green) as refereed: docs/rulings.md §5.

Turn n takes a snail over exactly n free squares; every square it enters is closed for good. Who cannot complete a turn
has lost. Ways over free squares are in `state`, exact solving in `exact`."""

from collections.abc import Callable, Iterator, Mapping

from adjudicator.core.choices import Ask, Choice, Ground, Tap, Tapped, Walk
from adjudicator.core.game import Dice, Event, Game, Outcome, Step, Token, kinds
from adjudicator.games.snail_trail import state as states
from adjudicator.games.snail_trail.exact import Solver
from adjudicator.games.snail_trail.state import COUNTED, Move, State, TooMany, bits
from printables.boards import snail_trail as printed
from printables.boards.snail_trail import Options, corners

SNAILS = ("snail-a", "snail-b")
TRAIL = "trail"
SQUARES = "squares"
COUNTED_IN_HINTS = 12_000  # equivalent: a moment, as COUNTED is a second


class SnailTrail(Game[State, Move, Options]):
    """The game's contract."""

    SLUG, TITLE, PLAYERS = printed.SLUG, printed.TITLE, (2, 2)
    EVENTS, OUTCOMES, NOTES = kinds(__file__)
    SAMPLE = 2, {"steps": "one"}
    board = staticmethod(printed.board)
    parse = staticmethod(states.parse)
    format = staticmethod(states.format)

    def start(self, options: Options, seats: int, dice: Dice) -> Step:
        """Both snails in their corners; a die of two sides says who begins. Raises GameError for a number of seats."""
        self.check_seats(seats)
        (value,), home = dice.throw(1, 2, "who begins"), corners(options)
        state = self.State(options=options, turn=1, to_move=value - 1, snails=home, trail=home)
        return Step(state, (Event("begins", value - 1, dice=(value,)),))

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seat to move; nobody once it has no complete move."""
        return () if state.over else (state.to_move,)

    def outcome(self, state: State) -> Outcome | None:
        """Who cannot complete the move has lost at once."""
        return Outcome("stuck", (1 - state.to_move,)) if state.over else None

    def moves(self, state: State) -> Iterator[Move]:
        """Every complete move, in the order of the squares on the board: up the first column, then the next."""
        names = state.grid.names
        for way in state.grid.ways(state.at, state.free, state.steps):
            yield Move(state.to_move, tuple(names[square] for square in way))

    def drawn(self, state: State, seat: int, lot: Callable[[int], int]) -> Move:
        """A way square by square, each step one that leads on: there are soon too many ways to list."""
        grid, at, free, path = state.grid, state.at, state.free, list[str]()
        for left in range(state.steps - 1, -1, -1):
            ends = [end for end in bits(grid.near[at] & free) if grid.exists(end, free & ~(1 << end), left)]
            if seat != state.to_move or not ends:
                raise ValueError("no complete move")
            at = ends[lot(len(ends))]
            free &= ~(1 << at)
            path.append(grid.names[at])
        return Move(seat, tuple(path))

    def taps(self, action: Move, state: State) -> Tapped:
        """The squares entered, one after the other."""
        return Tapped(tuple(map(Tap, action.path)))

    def asks(self, state: State) -> Ask | None:
        """As many squares as the turn takes."""
        return Ask("steps", "more-steps", (("from", state.snails[state.to_move]),), state.steps)

    def choices(self, state: State, seat: int) -> Choice | None:
        """A way over the squares: there are soon too many to list."""
        if seat not in self.to_act(state):
            return None
        return Walk(SQUARES, state.snails[seat], state.steps, state.trail, ask=self.asks(state))

    def later(self, state: State, seat: int) -> Choice | None:
        """A way of as many squares as the next turn asks for, over what is free now."""
        here, steps = state.snails[seat], state.replaced(turn=state.turn + 1).steps
        return Walk(SQUARES, here, steps, state.trail, ask=Ask("steps", "more-steps", (("from", here),), steps))

    def grounds(self, options: Options) -> Mapping[str, Ground]:
        """The squares and their neighbours."""
        return {SQUARES: states.grid(options).ground}

    def count(self, state: State, *, quick: bool = False) -> int | None:
        """How many complete moves there are, exactly; None when there are too many to count within about a second: far
        more than 10,000 (`quick`: more than a few)."""
        try:
            return state.grid.count(state.at, state.free, state.steps, COUNTED_IN_HINTS if quick else COUNTED)
        except TooMany:
            return None

    def apply(self, state: State, action: Move, dice: Dice) -> Step:
        """The snail goes its way, and the other player is to move or has lost. Raises IllegalMove."""
        if wrong := states.fault(state, action):
            raise self.illegal(state, action, wrong, rest=",")
        seat, other, way = action.seat, 1 - action.seat, (state.snails[action.seat], *action.path)
        snails = (way[-1], state.snails[1]) if seat == 0 else (state.snails[0], way[-1])
        trail = (*state.trail, *action.path)
        after = state.replaced(turn=state.turn + 1, to_move=other, snails=snails, trail=trail)
        events = [Event("move", seat, SNAILS[seat], way, words={"squares": len(action.path)})]
        if after.over:
            events.append(Event("stuck", other, SNAILS[other], (after.snails[other],), words={"needed": after.steps}))
        return Step(after, tuple(events))

    def tokens(self, state: State) -> tuple[Token, ...]:
        """The markers of the trail, then the snails."""
        return (
            *(Token(name, TRAIL) for name in state.trail if name not in state.snails),
            *(Token(name, SNAILS[seat], seat) for seat, name in enumerate(state.snails)),
        )

    def notes(self, state: State) -> tuple[Event, ...]:
        """How far the snail to move must go, and how many squares are left."""
        if state.over:
            return ()
        words = {"needed": state.steps, "free": state.free.bit_count()}
        return (Event("needs", state.to_move, SNAILS[state.to_move], words=words),)

    def solver(self, options: Options) -> Solver:
        """Decides positions exactly."""
        return Solver(options)
