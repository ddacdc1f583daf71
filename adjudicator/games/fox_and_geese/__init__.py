"""The Fox & Geese family as refereed: docs/rulings.md §3. Seat A has the many, seat B the few.

Each hunt is a definition (docs/hunts.md), read once by the board module. The rules of every hunt are in `rules`,
positions and what follows a deed in `state`, orders and why one is refused in `notation`."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from adjudicator.core.choices import Ask, Choice, Ground, one_of
from adjudicator.core.game import Dice, Event, Game, Outcome, Step, Token, kinds
from adjudicator.dice import Blind
from adjudicator.games.fox_and_geese import notation, state as states
from adjudicator.games.fox_and_geese.notation import Move, named
from adjudicator.games.fox_and_geese.rules import FEW, MANY
from adjudicator.games.fox_and_geese.state import Options, State, key, of_position, to_position
from printables.boards import fox_and_geese as printed

if TYPE_CHECKING:
    from adjudicator.games.fox_and_geese.analysis import Solver


class FoxAndGeese(Game[State, Move, Options]):
    """The game's contract."""

    SLUG, TITLE, PLAYERS = printed.SLUG, printed.TITLE, (2, 2)
    EVENTS, OUTCOMES, NOTES = kinds(__file__)
    SAMPLE = 2, {"variant": "asalto"}
    board = staticmethod(printed.board)
    parse = staticmethod(notation.parse)
    format = staticmethod(notation.format)
    taps = staticmethod(notation.taps)

    def solver(self, options: Options) -> "Solver":
        """Decides positions of the hunt exactly."""
        from adjudicator.games.fox_and_geese.analysis import Solver

        return Solver(options)

    def start(self, options: Options, seats: int, dice: Dice) -> Step:
        """The set-up of the hunt; nothing is thrown. Raises GameError for a number of seats other than two."""
        self.check_seats(seats)
        played = states.rules(options)
        position = played.start()
        before = of_position(self.State, position, played, options, 1, (key(position),))
        opening = Event("begins", position.side, words={"side": played.sides[position.side].plural})
        return states.settled(before, position, played, [opening])

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seat to move; nobody when the game is over."""
        return () if self.outcome(state) else (state.to_move,)

    def moves(self, state: State) -> Iterator[Move]:
        """Every legal action: claims for a missed capture, captures, steps, placements, by point."""
        played = states.rules(state.options)
        position = to_position(state, played)
        if states.outcome(state, position, played) is None:
            for deed in played.deeds(position):
                yield named(deed, state.to_move, played)

    def apply(self, state: State, action: Move, dice: Dice) -> Step:
        """The action, and the turns of a side that can do nothing after it. Raises IllegalMove."""
        played = states.rules(state.options)
        position = to_position(state, played)
        if states.outcome(state, position, played):
            raise self.illegal(state, action, "the game is over")
        if action.seat != state.to_move:
            raise self.illegal(state, action, "another player is to move")
        deed = action.deed(played)
        if fault := notation.fault(played, position, deed):
            raise self.illegal(state, action, fault)
        after = played.after(position, deed)
        events = states.happened(position, deed, after, played)
        return states.settled(states.following(state, position, after, played), after, played, events)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it runs."""
        played = states.rules(state.options)
        return states.outcome(state, to_position(state, played), played)

    def asks(self, state: State) -> Ask | None:
        """A claim for a capture that was missed goes first."""
        played = states.rules(state.options)
        return Ask("claim") if state.missed and played.has_claim(to_position(state, played)) else None

    def goes_on(self, state: State, action: Move) -> State | None:
        """After a claim for a capture that was missed comes the turn itself."""
        if action.kind not in ("huff", "place"):
            return None
        after: State = self.apply(state, action, Blind()).state
        return after if (after.turn, after.to_move) == (state.turn, action.seat) and self.to_act(after) else None

    def choices(self, state: State, seat: int) -> Choice | None:
        """Chains of captures stand for themselves; all else is listed."""
        played = states.rules(state.options)
        position = to_position(state, played)
        if seat not in self.to_act(state) or not (leaps := notation.chain(played, position, self.asks(state))):
            return super().choices(state, seat)
        others = (named(deed, seat, played) for deed in notation.others(played, position))
        return one_of([leaps, self.offered(state, others)])

    def grounds(self, options: Options) -> Mapping[str, Ground]:
        """The leaps of the sides that capture in chains."""
        return notation.grounds(states.rules(options))

    def tokens(self, state: State) -> tuple[Token, ...]:
        """The many, then the few."""
        sides = zip(states.rules(state.options).sides, (state.many, state.few), (MANY, FEW), strict=True)
        return tuple(Token(point, side.kind, seat) for side, points, seat in sides for point in points)

    def notes(self, state: State) -> tuple[Event, ...]:
        """Losses, pieces in hand, captures missed, and the piece that waits."""
        played = states.rules(state.options)
        notes = []
        for seat, side in enumerate(played.sides):
            if state.captured[seat]:
                notes.append(Event("lost", seat, side.kind, words={"number": state.captured[seat]}))
            if state.hand[seat]:
                notes.append(Event("hand", seat, side.kind, words={"hand": state.hand[seat]}))
            if (waiting := state.last[seat]) and len((state.many, state.few)[seat]) > 1:
                notes.append(Event("waits", seat, side.kind, (waiting,)))
        if state.missed and played.has_claim(to_position(state, played)):
            notes.append(Event("missed", 1 - state.to_move, played.sides[1 - state.to_move].kind, state.missed))
        return tuple(notes)
