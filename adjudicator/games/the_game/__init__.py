"""The Game (Leisure Dimensions, 1971) as refereed: docs/rulings.md §4.

Pieces slide exactly five steps and stack; only the top piece of a stack moves. The first on the enemy's Basis wins.
What the empty board allows is in `state`, what a position allows and what an action does in `legal`."""

from adjudicator.core.choices import Ask
from adjudicator.core.game import Dice, Event, Game, Step, Token, kinds
from adjudicator.games.the_game import legal, state as states
from adjudicator.games.the_game.legal import KINDS, entering, leaving
from adjudicator.games.the_game.state import LETTERS, Move, State
from printables.boards import the_game as printed
from printables.boards.the_game import PIECES, Options, bases


class TheGame(Game[State, Move, Options]):
    """The game's contract."""

    SLUG, TITLE, PLAYERS = printed.SLUG, printed.TITLE, (2, 2)
    EVENTS, OUTCOMES, NOTES = kinds(__file__)
    SAMPLE = 2, {"horn": True}
    board = staticmethod(printed.board)
    outcome = staticmethod(states.outcome)
    moves = staticmethod(legal.moves)
    parse = staticmethod(states.parse)
    format = staticmethod(states.format)
    taps = staticmethod(states.taps)

    def start(self, options: Options, seats: int, dice: Dice) -> Step:
        """All pieces off the board; a die of two sides says who begins. Raises GameError for a number of seats."""
        self.check_seats(seats)
        (value,) = dice.throw(1, 2, "who begins")
        state = self.State(options=options, turn=1, to_move=value - 1, hand=(PIECES, PIECES), stacks={})
        return Step(state, (Event("begins", value - 1, dice=(value,)),))

    def to_act(self, state: State) -> tuple[int, ...]:
        """The seat to move; nobody once the game is over."""
        return () if states.outcome(state) else (state.to_move,)

    def apply(self, state: State, action: Move, dice: Dice) -> Step:
        """A slide, and what comes of its landing; or a pass. Raises IllegalMove."""
        if fault := legal.fault(state, action):
            raise self.illegal(state, action, fault)
        return legal.played(state, action)

    def asks(self, state: State) -> Ask | None:
        """A slide, after some turns one that is forced."""
        return Ask("enter" if entering(state) else "leave" if leaving(state) else "slide")

    def tokens(self, state: State) -> tuple[Token, ...]:
        """The pieces on the board, those of a stack from the lowest up."""
        return tuple(
            Token(square, KINDS[LETTERS.index(piece)], LETTERS.index(piece), under=height < len(stack))
            for square, stack in state.stacks.items()
            for height, piece in enumerate(stack, 1)
        )

    def notes(self, state: State) -> tuple[Event, ...]:
        """What is in hand, how the stacks are piled, and what the turn demands."""
        hands = enumerate(state.hand)
        notes = [Event("hand", seat, KINDS[seat], words={"left": count}) for seat, count in hands if count]
        for square, stack in state.stacks.items():
            if len(stack) > 1:
                words = {"order": " ".join(KINDS[LETTERS.index(piece)] for piece in stack)}
                notes.append(Event("pile", LETTERS.index(stack[-1]), "", (square,), words=words))
        if states.outcome(state):
            return tuple(notes)
        seat, places = state.to_move, bases(state.options)
        if entering(state):
            notes.append(Event("must-enter", seat, words={"turn": state.own_turn}))
        elif leaving(state):
            notes.append(Event("must-leave", seat, places=(places[seat],)))
        held = ((holder, turns) for holder, turns in enumerate(state.basis_turns) if turns)
        return *notes, *(Event("held", one, places=(places[one],), words={"turns": turns}) for one, turns in held)
