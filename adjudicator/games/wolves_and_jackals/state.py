"""Options and positions of Wolves & Jackals, checked so that any position that can be written down can be played on."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Literal, Self, get_args

from pydantic import AfterValidator, Field, StrictBool, field_validator, model_validator

from adjudicator.core import NotationError
from adjudicator.core.game import GameState
from adjudicator.games.wolves_and_jackals.answers import ASK, Condition, canonical
from adjudicator.games.wolves_and_jackals.squares import BIT, DEN, SQUARES, bits
from printables.boards import wolves_and_jackals as printed
from printables.boards.wolves_and_jackals import CENTRE, PACK, STARTS
from printables.core.options import Ruled, Since

Seat = Annotated[int, Field(strict=True, ge=0, le=1)]
Coins = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Pieces = Annotated[int, Field(strict=True, ge=0, le=PACK)]
Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000_000)]
Mark = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Load = Literal["piece", "prey"]
Card = Literal["bite", "fire", "ranger", "stag"]
Phase = Literal["begin", "won", "lost", "haul", "moved", "reached", "tie", "bet", "freed", "win", "down", "over"]

DECK: tuple[Card, ...] = get_args(Card)
MOST_THROWN = 12
ACTIVE: frozenset[str] = frozenset({"won", "lost", "haul", "moved", "reached", "win", "freed"})
FIGHTING: frozenset[str] = frozenset({"tie", "bet", "win", "freed"})
ALIKE = 3  # times that a position stands at a turn's beginning, which is a draw

_text = lru_cache(maxsize=256)(repr)  # of a side's squares: from turn to turn one side stands as it did


def _known(square: str) -> str:
    if square not in SQUARES:
        raise ValueError(f"{square[:20]!r} is no square of the board: the squares are a1 to h8")
    return square


def ranked(squares: Iterable[str]) -> tuple[str, ...]:
    """Squares in the order of the board, as positions keep them."""
    return tuple(sorted(squares))  # a1, a2, ... h8: as their names go


def loads(drags: Mapping[str, Load]) -> dict[str, Load]:
    """What lies under pieces, in the order of the board."""
    return {square: drags[square] for square in ranked(drags)}


Square = Annotated[str, AfterValidator(_known)]
Side = tuple[str, ...]
Sides = Annotated[tuple[Side, Side], AfterValidator(lambda sides: tuple(ranked(map(_known, side)) for side in sides))]
Drags = Annotated[dict[str, Load], AfterValidator(lambda held: loads({_known(on): load for on, load in held.items()}))]
Place = Annotated[str | None, AfterValidator(lambda place: place if place in (None, CENTRE) else _known(place))]
Hand = Annotated[tuple[Card, ...], AfterValidator(lambda hand: tuple(sorted(hand)))]


@lru_cache(maxsize=64)
def _rest(*told: object) -> str:
    """What changes in a few turns of a game only, as a text."""
    return " ".join(map(repr, told))


class Options(printed.Options):
    """House rules: the printed game's own, and what only the referee needs to know."""

    first: Literal["lot", "A", "B"] = Field(
        default="lot", description="who begins: the higher throw, or a seat (the last winner may choose)"
    )
    auto_pass: bool = Field(default=True, description="a pass that is forced is played by itself")


class Thrown(Ruled):
    """The last dice on the table: whose throat at whose, or a try at the Prey, in which turn."""

    turn: int = Field(strict=True, ge=1)
    seat: Seat
    why: Literal["throat", "prey"]
    places: tuple[str, str]
    dice: tuple[int, int]


class Fight(Ruled):
    """A throat that is not settled: the two squares, and the bidding after a tie.

    `due` coins are to be paid by seat `asked`; `paid` is what each has put in over this throat; `raised` tells who has
    raised since the last throw."""

    attacker: Square
    defender: Square
    asked: Seat = 0
    due: Coins = 0
    paid: tuple[Coins, Coins] = (0, 0)
    raised: tuple[StrictBool, StrictBool] = (False, False)


# Those of play are made of these, unchecked as positions are.
THROWN, FIGHT = Thrown.model_construct(), Fight(attacker="a1", defender="a1")


class State(GameState):
    """A position. Arrays go by seat: 0 (A) the jackals, from the left; 1 (B) the wolves, from the right.

    `pieces`: the squares of those that stand; `drags`: what lies under a piece, by its square (a dragged piece is of
    the other side and not in `pieces`); `prey`: "centre", the square where it lies free, or null while it is dragged.
    `caves` and `lost` count a side's own pieces in the Cave and gone for good.

    `phase`: "begin" a turn; after a throat before moving "won", "lost" or "haul" (dragging); "moved"; "reached" the far
    file by a throat after moving; "tie" (the attacker may ante), "bet" (`fight.asked` answers); "win" (cave or drag);
    "freed" (`no_cave`: a piece taken back from its dragger is set up again); "down" (the Prey is, and its dragger to be
    named); "over". `active` is the piece of this turn, `began` where it stood when the turn began,
    `moved` and `spent`: it has moved, its only throat is lost.
    `cards` in hand, `carded`: one was played this turn; `ranger`: the other side loses its next turn; `stag`: the Prey
    is the White Stag. `standing`: each seat's answers in advance, "tie" and "win". `thrown`: the latest throws.

    Rule set 2: `since` is the turn in which a piece last left for good; `stuck` for how many of its turns in a row each
    side has had only dragged pieces; `history` a mark for the position as each turn began since the last throat."""

    __slots__ = ("_ended", "_taken")  # beside the fields, so that no other position takes them over

    options: Options = Options()
    turn: int = Field(strict=True, ge=1, le=1_000_000_000)
    to_move: Seat
    phase: Phase = "begin"
    pieces: Sides = Field(default=STARTS, validate_default=True)
    drags: Drags = Field(default_factory=dict)
    prey: Place = CENTRE
    caves: tuple[Pieces, Pieces] = (0, 0)
    lost: tuple[Pieces, Pieces] = (0, 0)
    mouth: Coins = Field(default_factory=lambda data: 2 * _options(data).stake)
    purses: tuple[Coins, Coins] = Field(default_factory=lambda data: (_options(data).purse,) * 2)
    cards: tuple[Hand, Hand] = ((), ())
    active: str | None = None
    began: str | None = None
    moved: StrictBool = False
    spent: StrictBool = False
    carded: StrictBool = False
    ranger: StrictBool = False
    stag: StrictBool = False
    fight: Fight | None = None
    standing: tuple[dict[Condition, str], dict[Condition, str]] = Field(default_factory=lambda: ({}, {}))
    thrown: tuple[Thrown, ...] = Field(default=(), max_length=MOST_THROWN)
    since: Annotated[int, Field(strict=True, ge=0), Since(2, before=0)] = Field(
        default_factory=lambda data: data.get("turn", 1) - 1
    )
    stuck: Annotated[tuple[Count, Count], Since(2, before=(0, 0))] = (0, 0)
    history: Annotated[tuple[Mark, ...], Since(2, before=())] = ()

    @field_validator("standing")
    @classmethod
    def _answers(cls, standing: tuple[dict[Condition, str], ...]) -> tuple[dict[Condition, str], ...]:
        for answers in standing:
            for condition, text in answers.items():
                try:
                    kept = canonical(condition, text)
                except NotationError as error:
                    raise ValueError(str(error)) from None
                if kept != (condition, text) or text == ASK:
                    raise ValueError(f"{text[:60]!r} is not how a standing answer is kept")
        return standing

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        standing = [square for side in self.pieces for square in side]
        if twice := next((square for square in standing if standing.count(square) > 1), None):
            raise ValueError(f"two pieces stand on {twice}")
        if idle := next((square for square in self.drags if square not in standing), None):
            raise ValueError(f"drags names {idle}, and no piece stands there")
        if self.prey in standing:
            raise ValueError(f"the Prey lies on {self.prey}, and a piece stands there")
        dragged_prey = list(self.drags.values()).count("prey")
        if dragged_prey > 1 or (dragged_prey and self.prey is not None):
            raise ValueError("there is one Prey: it lies free (prey) or is dragged by one piece (drags), not both")
        for seat in range(2):
            count = len(self.pieces[seat]) + self.caves[seat] + self.lost[seat] + self.dragged(seat)
            if count > PACK:
                all_of_them = f"{count} pieces standing, dragged, in the Cave and lost"
                raise ValueError(f"seat {'AB'[seat]} has {all_of_them}; a side has {PACK}")
        beaten = {str(self.active)} if self.phase in FIGHTING else set()
        if self.options.no_dragging and {square for square, load in self.drags.items() if load == "piece"} - beaten:
            raise ValueError("no_dragging: only the Prey is dragged")
        waiting = (int(self.phase == "freed"), 0)
        if self.options.no_cave and self.caves != (waiting if self.to_move == 0 else waiting[::-1]):
            raise ValueError("no_cave: there is no Cave for pieces to lie in")
        if any(self.cards) and not self.options.cards:
            raise ValueError("cards are held only with the option cards")
        copies = self.options.house.deck.copies
        if many := next((card for card in DECK if sum(hand.count(card) for hand in self.cards) > copies), None):
            raise ValueError(f"there are only {copies} cards {many!r}")
        self._phase_agrees()
        return self

    def _phase_agrees(self) -> None:
        if (self.phase in FIGHTING) != (self.fight is not None):
            together = f"phase {self.phase!r} and fight do not go together"
            raise ValueError(f"{together}: a throat is on in tie, bet, freed, win")
        mine, theirs = self.pieces[self.to_move], self.pieces[1 - self.to_move]
        if self.phase in ACTIVE and self.active not in mine:
            raise ValueError(f"phase {self.phase!r} needs active, a square of the side to move")
        if self.phase in ("tie", "bet") and self.fight is not None:
            if self.fight.attacker not in mine or self.fight.defender not in theirs:
                raise ValueError("fight names an attacker of the side to move and a defender of the other")
            if self.fight.attacker in self.drags:
                raise ValueError(f"fight names an attacker, {self.fight.attacker}, that drags a load")
            if self.phase == "bet" and not (self.fight.due or self.options.short == "all-in"):
                raise ValueError("phase 'bet' needs fight.due, the coins asked for")
        if self.phase == "over" and not self.ended:
            raise ValueError("phase 'over', and nobody has won")
        if self.phase == "down" and (self.options.rules < 2 or self.prey is None):
            raise ValueError("phase 'down' needs the Prey to lie free")
        if self.phase in ("haul", "win", "freed") and self.drags.get(str(self.active)) != "piece":
            raise ValueError(f"phase {self.phase!r} needs the active piece to stand over a beaten one")

    def dragged(self, seat: int) -> int:
        """How many of a side's pieces are being dragged by the other."""
        return sum(self.drags.get(square) == "piece" for square in self.pieces[1 - seat]) if self.drags else 0

    def left(self, seat: int) -> int:
        """A side's pieces on the board, dragged ones with them."""
        return len(self.pieces[seat]) + self.dragged(seat)

    @property
    def winner(self) -> tuple[int, str] | None:
        """Who has won, and how: the Prey stands beside the Den of its dragger, a side has no piece left or no hope."""
        for square, load in self.drags.items():
            if load == "prey" and square in DEN[seat := 0 if square in self.pieces[0] else 1]:
                return seat, "prey"
        if not all(self.pieces):
            for seat in (self.to_move, 1 - self.to_move):
                if not (self.pieces[1 - seat] or self.dragged(1 - seat)):
                    return seat, "last-pack"
        if any(self.stuck):
            for seat, turns in enumerate(self.stuck):
                if 0 < self.options.hopeless <= turns:
                    return 1 - seat, "hopeless"
        return None

    @property
    def ended(self) -> tuple[int | None, str] | None:
        """Who has won, None in a draw, and how the game ended; None while it runs. Found once, as it is asked often."""
        try:
            known: tuple[int | None, str] | None = _ENDED.__get__(self)
        except AttributeError:
            repeated = self.history and self.history.count(self.history[-1]) >= ALIKE
            draw = "repetition" if repeated else "turns" if 0 < self.options.turns < self.turn - self.since else ""
            _ENDED.__set__(self, known := self.winner or ((None, draw) if draw else None))
        return known

    def hopeless(self, seat: int) -> bool:
        """Whether all of a side's pieces on the board are dragged, and no card of its own can free one."""
        return not self.pieces[seat] and not {"bite", "fire"} & {*self.cards[seat]}

    def mark(self, to_move: int) -> str:
        """What tells this position from others where a seat's turn begins in it; no coins, which only throats move."""
        jackals, wolves = map(_text, self.pieces)
        stand = f"({jackals}, {wolves}) {self.drags} {self.prey}"
        text = f"{to_move} {stand} {_rest(self.caves, self.lost, self.cards)} {self.stag}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be done with a beaten piece: cave, drag or either. Without Cave and dragging it is gone: cave."""
        if self.options.no_dragging:
            return ("cave",)
        return ("drag",) if self.options.no_cave else ("cave", "drag")

    @property
    def prey_at(self) -> int:
        """What both dice together have to show to bring the Prey down."""
        return self.options.stag_at if self.stag else self.options.prey_at

    @property
    def taken(self) -> int:
        """Where pieces stand or the Prey lies, as bits. Found once."""
        try:
            known: int = _TAKEN.__get__(self)
        except AttributeError:
            jackals, wolves = self.pieces
            _TAKEN.__set__(self, known := bits(jackals) | bits(wolves) | BIT[self.prey])
        return known


# The slots themselves: asked for as an attribute, what is not there yet costs pydantic more time than finding it out.
_ENDED, _TAKEN = (State.__dict__[name] for name in State.__slots__)


def _options(data: Mapping[str, object]) -> Options:
    options = data.get("options")
    return options if isinstance(options, Options) else Options()
