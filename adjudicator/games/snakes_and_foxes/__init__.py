"""Snakes & Foxes (Olgar Shiverstone) as refereed: docs/rulings.md §1; numbers in other comments are its rulings.

One or two players bring their tokens from the hub to the rim and home again; the snakes and foxes move by rule. A turn
is in `turn`; who goes first and where to, on every space, in `state`."""

from collections.abc import Iterator, Mapping

from adjudicator.core import GameError
from adjudicator.core.choices import Ask, Choice, listed
from adjudicator.core.game import Dice, Event, Game, Outcome, Step, Token, kinds
from adjudicator.dice import unthrown
from adjudicator.games.snakes_and_foxes import state as states, turn
from adjudicator.games.snakes_and_foxes.state import DICE, NO_THROW, TOKENS, Move, Options, State, board, of_token
from adjudicator.games.snakes_and_foxes.turn import Walk
from printables.boards import snakes_and_foxes as printed
from printables.boards.snakes_and_foxes import HUB, RIM, SPOKES
from printables.scene.components import Board

MOST_PASSES = 100


class SnakesAndFoxes(Game[State, Move, Options]):
    """The game's contract."""

    SLUG, TITLE, PLAYERS = printed.SLUG, printed.TITLE, (1, 2)
    EVENTS, OUTCOMES, NOTES = kinds(__file__)
    stand_in = staticmethod(turn.by_rule)
    parse = staticmethod(states.parse)
    format = staticmethod(states.format)
    taps = staticmethod(states.taps)

    def board(self, options: Options) -> Board:
        """The printed board."""
        return board(options.first_ring)

    def start(self, options: Options, seats: int, dice: Dice) -> Step:
        """The first position: who begins is thrown for, then the first throw. Raises GameError for the seats."""
        self.check_seats(seats)
        if seats > options.tokens:
            raise GameError("option tokens: 1 leaves one player without a token", "play alone, or with tokens: 2")
        events: list[Event] = []
        begins = turn.first_seat(seats, dice, events)
        before = self.State(
            options=options,
            turn=1,
            to_move=begins,
            tokens=(HUB,) * options.tokens,
            fate=(None,) * options.tokens,
            rim=(False,) * options.tokens,
            snakes=tuple(f"{RIM}{spoke}" for spoke in range(1, SPOKES, 2)),
            foxes=tuple(f"{RIM}{spoke}" for spoke in range(2, SPOKES + 1, 2)),
            throw=NO_THROW,
            players=seats,
        )
        return Step(before.replaced(throw=turn.throw(before, 1, begins, dice, events)), tuple(events))

    def playing(self, state: State, seats: int) -> tuple[int, ...]:
        """The seats with a token on the board: who is home or eaten has nothing left to decide."""
        return tuple(sorted({state.seat(token) for token, fate in enumerate(state.fate) if fate is None}))

    def winners_without(self, state: State, seat: int, seats: int) -> tuple[int, ...]:
        """Who has won when a seat gives up: the first home, for good (7); else who still plays; else nobody."""
        if state.home:
            return (state.seat(state.home[0]),)
        return tuple(other for other in self.playing(state, seats) if other != seat)

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seat whose token moves, or that moves the hunters; alone, seat 0 moves all."""
        return () if state.over else (turn.acting(state),)

    def moves(self, state: State) -> Iterator[Move]:
        """Every legal path, each step inward, outward, clockwise, counter-clockwise in turn; else the pass."""
        if state.over:
            return
        seat = turn.acting(state)
        if state.phase == "hunt":
            yield from (Move(seat, step, hunt=True) for step in turn.hunts(state))
            return
        paths = iter(Walk(state).paths())
        yield Move(seat, next(paths, ()))
        yield from (Move(seat, path) for path in paths)

    def apply(self, state: State, action: Move, dice: Dice) -> Step:
        """The move, the hunt, the next throw, and the forced passes that follow. Raises IllegalMove. A token that no
        throw can help is sooner or later eaten, since a hunter that holds it on a spoke or the rim can also step on it;
        should the dice never let that happen, the pass after MOST_PASSES is left to the player."""
        if fault := turn.fault(state, action):
            raise self.illegal(state, action, fault)
        events: list[Event] = []
        after = turn.played(state, action.path, dice, events)
        for _ in range(MOST_PASSES if after.options.auto_pass else 0):
            if after.over or after.phase == "hunt" or Walk(after).length:
                break
            after = turn.played(after, (), dice, events)
        return Step(after, tuple(events))

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it runs. Two players: the first home wins; scores are 2 for the first home, 1
        for the second, 0 for one eaten. Alone: a token home is a win, two are a full win, and so many the score."""
        if not state.over:
            return None
        if not state.home:
            return Outcome("hunters-win", (), (0,) * state.players)
        if state.players == 1:
            return Outcome("full-win" if len(state.home) == 2 else "home", (0,), (len(state.home),))
        scores = tuple(2 - state.home.index(seat) if seat in state.home else 0 for seat in range(state.players))
        return Outcome("home", state.home[:1], scores)

    def asks(self, state: State) -> Ask | None:
        """Steps of the token, or one of a hunter."""
        if state.phase == "hunt":
            return Ask("hunt", "hunt-to")
        steps = Walk(state).length
        return Ask("steps", "more-steps", (("from", state.tokens[state.to_move] or HUB),), steps) if steps else None

    def later(self, state: State, seat: int) -> Choice | None:
        """Ways of the own token for any number of MOVE: who will stand in its way by then is not known."""
        if len(state.tokens) < 2 or state.fate[seat] is not None:
            return None
        tokens = tuple(place if token == seat else None for token, place in enumerate(state.tokens))
        walk = Walk(state.model_copy(update={"to_move": seat, "snakes": (), "foxes": (), "tokens": tokens}))
        ways = {way: Move(seat, way) for length in range(1, DICE + 1) for way in walk.exact(length)}
        ask = Ask("ahead", "ahead-on", fields=(("from", state.tokens[seat] or HUB),))
        return listed((states.taps(way, state) for way in ways.values()), ask)

    def goes_on(self, state: State, action: Move) -> State | None:
        """After a hunter's step the next hunter's, as long as a player moves them and nothing is thrown (13)."""
        if not action.hunt:
            return None
        after: State | None = unthrown(self, state, action)
        same = after and after.phase == "hunt" and (after.turn, turn.acting(after)) == (state.turn, action.seat)
        return after if same else None

    def foreseen(self, state: State, seat: int) -> Mapping[str, tuple[Event, ...]]:
        """The hunters' steps after each space where the token's way may end."""
        if seat not in self.to_act(state) or state.phase == "hunt":
            return {}
        return {space: turn.foreseen(state, space) for space in sorted({path[-1] for path in Walk(state).paths()})}

    def tokens(self, state: State) -> tuple[Token, ...]:
        """Hunters, then the tokens in play."""
        hunters = *(Token(place, "snake") for place in state.snakes), *(Token(place, "fox") for place in state.foxes)
        tokens = enumerate(state.tokens)
        return (*hunters, *(Token(place, TOKENS[token], state.seat(token)) for token, place in tokens if place))

    def faces(self, state: State) -> tuple[str, ...]:
        """The dice lying on the table, sorted by what they show."""
        shown = ("move",) * state.throw.move + ("snake",) * state.throw.snakes + ("fox",) * state.throw.foxes
        return () if state.over else shown

    def notes(self, state: State) -> tuple[Event, ...]:
        """What became of each token, and which one moves where one player has both."""
        notes = []
        if state.chase is not None and not state.over:
            words = {"left": state.chase.left}
            notes.append(Event("hunts", turn.acting(state), state.chase.kind, (state.chase.at,), words=words))
        if state.players == 1 and len(state.tokens) == 2 and not state.over:
            notes.append(of_token("plays", state, state.to_move))
        for token, (end, touched) in enumerate(zip(state.fate, state.rim, strict=True)):
            if kind := end or ("rim" if touched else ""):
                notes.append(of_token(kind, state, token))
        return tuple(notes)
