"""Wolves & Jackals (Michael Curtis) as refereed: docs/rulings.md §6.

Two packs hunt each other and the Prey with teeth, coins and nerve. `legal` says what may be done, `turn` does it;
`answers` the standing answers to ties."""

from adjudicator.core.choices import Ask, Choice
from adjudicator.core.game import Dice, Event, Game, Outcome, Step, Token, kinds
from adjudicator.dice import Blind
from adjudicator.games.wolves_and_jackals import answers, legal, notation, turn
from adjudicator.games.wolves_and_jackals.notation import PIECES, PREY, Action, acting
from adjudicator.games.wolves_and_jackals.state import DECK, Card, Options, State, Thrown
from adjudicator.games.wolves_and_jackals.turn import load_name, shares
from printables.boards import wolves_and_jackals as printed
from printables.boards.wolves_and_jackals import MOUTH, Deck, cave_slot, den_slot


class WolvesAndJackals(Game[State, Action, Options]):
    """The game's contract."""

    SLUG, TITLE, PLAYERS = printed.SLUG, printed.TITLE, (2, 2)
    EVENTS, OUTCOMES, NOTES = kinds(__file__)
    SAMPLE = 2, {"cards": True}
    board = staticmethod(printed.board)
    moves = staticmethod(legal.moves)
    parse = staticmethod(notation.parse)
    format = staticmethod(notation.format)
    taps = staticmethod(notation.taps)

    def start(self, options: Options, seats: int, dice: Dice) -> Step:
        """The first position: who begins is thrown for, level teeth again, and the higher one does; the cards are
        dealt. Raises GameError for a number of seats."""
        self.check_seats(seats)
        events: list[Event] = []
        begins = "AB".find(options.first)
        while begins < 0:
            shown = dice.throw(2, options.teeth, "who begins: A, B")
            events += [Event("first-throw", seat, dice=(value,)) for seat, value in enumerate(shown)]
            if shown[0] == shown[1]:
                events.append(Event("level"))
            else:
                begins = shown.index(max(shown))
        events.append(Event("begins", begins))
        cards = _deal(options.house.deck, dice, events) if options.cards else ((), ())
        state = self.State(options=options, turn=1, to_move=begins, cards=cards)
        return Step(state.replaced(history=(state.mark(begins),)), tuple(events))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Who has to choose: the seat whose turn it is, or the seat that is asked for coins."""
        return () if state.ended else (acting(state),)

    def apply(self, state: State, action: Action, dice: Dice) -> Step:
        """The action and all that follows by itself: forced choices, standing answers. Raises IllegalMove."""
        if fault := legal.fault(state, action):
            raise self.illegal(state, action, fault)
        return turn.played(state, action, dice)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, with each seat's coins, what it takes from the Mouth among them; None while it runs."""
        if state.ended is None:
            return None
        seat, reason = state.ended
        winners = () if seat is None else (seat,)
        return Outcome(reason, winners, tuple(map(sum, zip(state.purses, shares(state, winners), strict=True))))

    def settle(self, state: State, winners: tuple[int, ...]) -> Step:
        """The Mouth is paid out: all to the winner, or halved in a draw, the odd coin to the smaller purse (else A)."""
        won = shares(state, winners)
        events = tuple(Event("mouth", seat, words={"coins": share}) for seat, share in enumerate(won) if share)
        return Step(state.replaced(mouth=0, purses=tuple(map(sum, zip(state.purses, won, strict=True)))), events)

    def asks(self, state: State) -> Ask | None:
        """By what the turn has come to: how many of 100 throats are won, how many tied, of 100 tries at the Prey how
        many bring it down; and the coins that are asked."""
        teeth = state.options.teeth
        down = sum(max(0, min(teeth, teeth + tooth + 1 - state.prey_at)) for tooth in range(1, teeth + 1))
        chances = {"win": 50 * (teeth - 1) / teeth, "tie": 100 / teeth, "prey": 100 * down / teeth**2}
        rounded = ((name, round(chance)) for name, chance in chances.items())
        return Ask(state.phase, fields=(*rounded, ("due", state.fight.due if state.fight else 0)))

    def goes_on(self, state: State, action: Action) -> State | None:
        """After a card or a move there may be a throat, the Prey or a rescue in the same turn."""
        if action.verb not in ("move", "play", "rescue"):
            return None
        after: State = self.apply(state, action, Blind()).state
        return after if not after.ended and after.turn == state.turn and acting(after) == action.seat else None

    def standing(self, state: State, seat: int) -> Choice | None:
        """An answer to a tie, or to a won throat where there is a choice."""
        if state.ended:
            return None
        return answers.offered(state.choices, state.purses[seat], tuple(state.standing[seat]))

    def tokens(self, state: State) -> tuple[Token, ...]:
        """Loads under their draggers, then the pieces, the free Prey, those in the Cave and those lost in a Den."""
        pieces = [(square, seat) for seat in range(2) for square in state.pieces[seat]]
        loads = [
            Token(square, PREY, under=True) if load == "prey" else Token(square, PIECES[1 - seat], 1 - seat, under=True)
            for square, seat in pieces
            if (load := state.drags.get(square))
        ]
        prey = [Token(state.prey, PREY)] if state.prey else []
        caves = (0, 0) if state.options.no_cave else state.caves
        caved = [(cave_slot(seat, number + 1), seat) for seat in range(2) for number in range(caves[seat])]
        lost = [(den_slot(1 - seat, number + 1), seat) for seat in range(2) for number in range(state.lost[seat])]
        placed, away = ([Token(at, PIECES[seat], seat) for at, seat in of] for of in (pieces, caved + lost))
        return (*loads, *placed, *prey, *away)

    def faces(self, state: State) -> tuple[str, ...]:
        """The teeth of a throw of this turn or the last as they lie, the jackals' light one first, the wolves' dark."""
        if not (fresh := recent(state)):
            return ()
        thrown = fresh[-1]
        dice = thrown.dice[::-1] if thrown.why == "throat" and thrown.seat == 1 else thrown.dice
        return tuple(f"{colour}-{value}" for colour, value in zip(("light", "dark"), dice, strict=True))

    def notes(self, state: State) -> tuple[Event, ...]:
        """Coins, who drags what, the last throws, the cards, and what waits for an answer."""
        notes = [Event("mouth", places=(MOUTH,), words={"coins": state.mouth})]
        notes += [Event("purse", seat, words={"coins": purse}) for seat, purse in enumerate(state.purses)]
        for seat in range(2):
            for square in state.pieces[seat]:
                if load := state.drags.get(square):
                    notes.append(Event("drag", seat, PIECES[seat], (square,), words={"load": load_name(load, seat)}))
        for thrown in recent(state):
            piece, need = PIECES[thrown.seat], {} if thrown.why == "throat" else {"sum": sum(thrown.dice)}
            kind = f"last-{thrown.why}"
            if len({*thrown.places}) == 1:  # a try for whichever piece is named afterwards
                kind, piece = "last-try", PREY
            notes.append(Event(kind, thrown.seat, piece, thrown.places, thrown.dice, need))
        notes += [Event("card", seat, words={"card": card}) for seat, hand in enumerate(state.cards) for card in hand]
        if state.stag:
            notes.append(Event("stag", words={"need": state.prey_at}))
        if state.phase == "down":
            notes.append(Event("waits-down", state.to_move, PREY, (str(state.prey),)))
        if state.ended is None and (fight := state.fight):
            words: dict[str, str | int] = {"coins": fight.due, "from": fight.attacker, "to": fight.defender}
            notes.append(Event(f"waits-{state.phase}", acting(state), words=words))
        return tuple(notes)


def _deal(deal: Deck, dice: Dice, events: list[Event]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A's cards, then B's, from the shuffled deck; those left over are set aside unseen."""
    deck = sorted(DECK * deal.copies)
    hands: tuple[list[Card], list[Card]] = ([], [])
    for seat, hand in enumerate(hands):
        for number in range(deal.hand):
            place = dice.throw(1, len(deck), f"card {number + 1} of {'AB'[seat]}") if len(deck) > 1 else ()
            hand.append(deck.pop(sum(place) - 1))
            events.append(Event("dealt", seat, dice=place, words={"card": hand[-1]}))
    return tuple(sorted(hands[0])), tuple(sorted(hands[1]))


def recent(state: State) -> tuple[Thrown, ...]:
    """The throws of this turn or the last that was played."""
    return tuple(thrown for thrown in state.thrown if thrown.turn >= state.turn - 2)
