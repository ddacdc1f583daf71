"""Snakey Dice (Nick Shaw) as refereed: docs/rulings.md §2.

One player draws a snake over 11 x 11 squares with dice that turn it; or any number do, each at their own pace, on the
same dice: a league. A run is played in `play`, orders are checked and enumerated in `lines`."""

from collections.abc import Iterator

from adjudicator.core import GameError, IllegalMove
from adjudicator.core.choices import Choice, one_of
from adjudicator.core.game import Dice, Event, Game, Outcome, Step, Token, kinds
from adjudicator.dice import unthrown
from adjudicator.games.snakey_dice import drawing, lines, notation, state as score
from adjudicator.games.snakey_dice.hand import Held, Luck, Thrown, blockade
from adjudicator.games.snakey_dice.lines import Tree
from adjudicator.games.snakey_dice.notation import Action
from adjudicator.games.snakey_dice.play import Play
from adjudicator.games.snakey_dice.run import Actions, Mark, Run
from adjudicator.games.snakey_dice.state import MOST_SEATS, NOBODY, Options, State, turn_of
from printables.boards import snakey_dice as printed
from printables.boards.snakey_dice import house as setup, name

FEW = 4  # dice, so that what follows an order can be offered with it


class SnakeyDice(Game[State, Action, Options]):
    """The game's contract."""

    SLUG, TITLE, PLAYERS = printed.SLUG, printed.TITLE, (1, MOST_SEATS)
    EVENTS, OUTCOMES, NOTES = kinds(__file__)
    SAMPLE = 1, {}
    board = staticmethod(printed.board)
    parse = staticmethod(notation.parse)
    format = staticmethod(notation.format)
    taps = staticmethod(notation.taps)
    notes = staticmethod(drawing.notes)
    drawing = staticmethod(drawing.drawing)

    def start(self, options: Options, seats: int, dice: Dice) -> Step:
        """Six blockades, the same for all, and the first throw. Raises GameError for a number of seats."""
        self.check_seats(seats)
        if seats > 1 and not options.league:
            hint = "add --option league=true and several play on the same dice"
            raise GameError(f"{self.TITLE} is a game for one", hint)
        house = options.house
        throws: list[tuple[int, ...]] = []

        def throw() -> tuple[int, ...]:
            throws.append(blockade(dice))
            return throws[-1]

        blockades = setup.blockades(house, throw)
        events: list[Event] = []
        left = list(blockades)
        for values in throws:
            stays = bool(left) and values == left[0][1]
            kind, left = ("set-up", left[1:]) if stays else ("set-up-again", left)
            events.append(Event(kind, places=(name(setup.square(values)),), dice=values))
        fresh = Run.model_construct(
            blockades=tuple(square for square, _ in blockades),
            powerups=house.board.power_ups,
            actions=Actions.model_construct(**house.actions.model_dump()),
            dice=(),
            history=tuple(Mark(0, "blockade", (square,), values) for square, values in blockades),
        )
        luck: Luck = Held(dice, {}, 0, events) if options.league else Thrown(dice)
        runs = []
        for seat in range(seats):
            play = Play(fresh, seat, house, luck, events)
            play.roll()
            runs.append(play.frozen())
        return Step(self._position(options, runs, luck), tuple(events))

    def _position(self, options: Options, runs: list[Run], luck: Luck) -> State:
        held = luck.values if isinstance(luck, Held) else {}
        return self.State.model_construct(options=options, runs=tuple(runs), turn=turn_of(runs), held=held)

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats whose run goes on."""
        return tuple(seat for seat, run in enumerate(state.runs) if not run.ended)

    def moves(self, state: State) -> Iterator[Action]:
        """Every legal action of every seat that may act, in turn; of one seat, in what that seat sees."""
        for seat in self.to_act(state):
            if state.shown in (None, seat):
                yield from lines.every(state.runs[seat], seat, state.options.house)

    def apply(self, state: State, action: Action, dice: Dice) -> Step:
        """An order carried out, with the next throw if it ends the turn. Raises IllegalMove."""
        if action.seat >= len(state.runs):
            raise IllegalMove("there is no such seat")
        run, house = state.runs[action.seat], state.options.house
        try:
            lines.check(run, action, house)
        except IllegalMove as fault:
            raise self.illegal(state, action, fault.reason, fault.hint, rest=None) from None
        events: list[Event] = []
        luck: Luck = Held(dice, state.held, action.seat, events) if state.options.league else Thrown(dice)
        after = lines.carry_out(run, action, house, luck, events)
        runs = [after if seat == action.seat else other for seat, other in enumerate(state.runs)]
        return Step(self._position(state.options, runs, luck), tuple(events))

    def outcome(self, state: State) -> Outcome | None:
        """How it ended; None while anybody plays on. Alone the score tells; in a league the highest wins."""
        if any(not run.ended for run in state.runs):
            return None
        scores = tuple(score.total(run, state.options.house) for run in state.runs)
        if not state.options.league:
            return Outcome(state.runs[0].ended, (), scores)
        best = max(scores)
        return Outcome("league", tuple(seat for seat, points in enumerate(scores) if points == best), scores)

    def goes_on(self, state: State, action: Action) -> State | None:
        """After dice were unlocked, flipped, ignored (in this order) the rest of the turn, where few dice are left."""
        run = state.runs[action.seat]
        if not lines.in_order(run, action, state.options.house):
            return None
        after: State | None = unthrown(self, state, action)
        few = FEW if action.verb == "ignore" else FEW - 1
        on = after and after.runs[action.seat].turn == run.turn and 0 < len(after.runs[action.seat].left) <= few
        return after if on else None

    def choices(self, state: State, seat: int) -> Choice | None:
        """Moves as a tree of their parts; the rest is listed."""
        if seat not in self.to_act(state):
            return None
        run, house = state.runs[seat], state.options.house
        rest = (*lines.handlings(run, seat, house), Action(seat, "concede"))
        return one_of([Tree(run, seat, house).choice(), self.offered(state, rest)])

    def tokens(self, state: State) -> tuple[Token, ...]:
        """In a game for one: the snake's head, then blockades and unclaimed power-ups. A league: a board for each."""
        if state.options.league:
            return ()
        run = state.runs[0]
        return (
            Token(name(run.head), "head", 0),
            *(Token(name(square), "blockade") for square in run.blockades),
            *(Token(name(square), "power-up") for square in run.powerups),
        )

    def faces(self, state: State) -> tuple[str, ...]:
        """The dice on the table, die 1 first: in a league those of the sheet that is shown."""
        shown = state.shown if state.options.league else 0
        if shown in (None, NOBODY) or state.runs[shown].ended:
            return ()
        return tuple(map(state.options.house.face, state.runs[shown].dice))

    def turn_for(self, state: State, seat: int) -> int:
        """In a league each player's own (ruling 11)."""
        return state.runs[seat].turn if state.options.rules > 1 else state.turn

    def view(self, state: State, seat: int) -> State:
        """Of a league the own sheet, and where the others stand; for who looks on, this alone. Alone, everything."""
        shown = {"shown": NOBODY} if seat < 0 else {"shown": seat, "turn": state.runs[seat].turn}
        return state.model_copy(update=shown) if state.options.league else state
