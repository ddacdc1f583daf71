"""Puzzles from a seed: bots play, and the last turns of each game are searched for one that has a single answer.

The value of a position is the chance that the seat has what the puzzle asks for when the turns are over: to have won,
not to have lost, or what the game's own aim says of a throw. Own actions are the best, others' the worst for the
seat, dice fall with their chance. No action is left out, and none is looked at twice."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import cycle, islice
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core import GameError, sense
from adjudicator.core.game import Game, GameState, Owned
from adjudicator.core.sense import ESCAPE, THROW, WIN, Aim
from adjudicator.games import find as known
from adjudicator.lab.simulation.tally import Plan, play
from printables.core.options import Ruled

MOST_ENDS = 400  # ends of one action
Throw: TypeAlias = tuple[Fraction, tuple[int, ...]]
End: TypeAlias = tuple[Fraction, Any]  # a position, and its chance
Apart: TypeAlias = tuple[list[Any], list[End]]  # actions that come to the same, and where
MOST_ACTIONS = 1_500  # of a position
NONE, ALL = Fraction(0), Fraction(1)
KINDS = (WIN, ESCAPE, THROW)
BOT = "random"  # who plays every seat: quickly, and so that something is left to find
MOST = 6  # puzzles of a sheet
LATE = 6  # own turns before the end of a game that are searched, the last one of all included
MOST_GAMES = 400
LEAST_TRIES = 3  # actions to choose from, each of which makes some sense
AHEAD = Fraction(1, 10)  # so much better than the second is the best use of a throw


class TooMany(Exception):
    """There is more to look at than can be looked at whole."""


class _Asked(Exception):
    """A throw after those that were given."""

    def __init__(self, throws: tuple[Throw, ...]) -> None:
        super().__init__()
        self.throws = throws


class _Given:
    """Dice that fall as given; the throw after those raises _Asked with all that it may be."""

    def __init__(self, values: tuple[tuple[int, ...], ...], aim: Aim, last: bool) -> None:
        self._values, self._aim, self._last, self._next = values, aim, last, 0

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if self._next == len(self._values):
            raise _Asked(tuple(self._aim.throws(count, sides, why, last=self._last)))
        self._next += 1
        return self._values[self._next - 1]


def ends(game: Game, aim: Aim, state: GameState, action: object, *, last: bool = False) -> Iterator[End]:
    """The positions that an action leads to, with chances that add up to 1; `last`: it decides. Raises TooMany."""
    left, found = [(Fraction(1), tuple[tuple[int, ...], ...]())], 0
    while left:
        chance, values = left.pop()
        try:
            after = game.apply(state, action, _Given(values, aim, last)).state
        except _Asked as asked:
            if not asked.throws:
                raise TooMany from None
            left += [(chance * part, (*values, thrown)) for part, thrown in reversed(asked.throws)]
            if found + len(left) > MOST_ENDS:
                raise TooMany from None
            continue
        found += 1
        yield chance, after


class Try(NamedTuple):
    """An action with all that come to the same, in the game's order, and its value; the first says it."""

    actions: tuple[Owned, ...]
    value: Fraction

    @property
    def action(self) -> Owned:
        return self.actions[0]


class Look:
    """A look from a position for a seat, for a kind of puzzle: at most `most` positions. Raises TooMany."""

    def __init__(self, game: Game, aim: Aim, seat: int, kind: str, most: int) -> None:
        self.game, self.aim, self.seat, self.kind = game, aim, seat, kind
        self.left = most
        self._known: dict[Hashable, Fraction] = {}
        self._killers: dict[tuple[int, bool], Any] = {}  # what has settled a position like it is looked at first

    def tries(self, state: GameState, turns: int) -> list[Try]:
        """Every action of who is to act, alike ones together, with its value; none after two that win."""
        clock, found = self.game.turn_for(state, self.seat), list[tuple[list[Any], Fraction]]()
        for alike, after in self._apart(state, turns):
            found.append((alike, self._after(after, turns, clock)))
            if sum(value == ALL for _, value in found) > 1:
                break
        return [Try(tuple(alike), value) for alike, value in found]

    def value(self, state: GameState, turns: int, clock: int) -> Fraction:
        """What a position is worth, the own turn of that clock being played and so many left with it."""
        acting = self.game.to_act(state)
        if not acting:
            return self._over(state)
        mine = self.seat in acting
        if mine and (now := self.game.turn_for(state, self.seat)) != clock:
            turns, clock = turns - 1, now
        # A win is due with the seat's own last turn; what it has to hold, it holds after the answer, too.
        if turns == 0 or self.aim.closed(state) or (self.kind == WIN and turns == 1 and not mine):
            if self.kind == WIN:
                return NONE
            return ALL if self.kind == ESCAPE else self.aim.held(state, self.seat)
        key = (self.aim.essence(state), turns, mine and clock)
        if (known := self._known.get(key)) is None:
            known = self._known[key] = self._best(state, turns, clock, mine)
        return known

    def _over(self, state: GameState) -> Fraction:
        if self.kind == THROW:
            return self.aim.held(state, self.seat)
        winners = outcome.winners if (outcome := self.game.outcome(state)) else ()
        return ALL if self.seat in winners or (self.kind == ESCAPE and not winners) else NONE

    def _best(self, state: GameState, turns: int, clock: int, mine: bool) -> Fraction:
        """The value for who is to act: the seat takes the best, anybody else what is worst for it."""
        found, enough = (NONE, ALL) if mine else (ALL, NONE)
        due = mine and turns == 1 and self.kind == WIN  # now or never
        for alike, after in self._apart(state, turns, self._killers.get((turns, mine)), due=due):
            value = self._after(after, turns, clock)
            found = max(found, value) if mine else min(found, value)
            if found == enough:
                self._killers[turns, mine] = alike[0]
                break
        return found

    def _after(self, after: list[End], turns: int, clock: int) -> Fraction:
        return sum((chance * self.value(state, turns, clock) for chance, state in after), NONE)

    def _apart(self, state: GameState, turns: int, first: object = None, *, due: bool = False) -> Iterator[Apart]:
        """The actions that lead to something else each, and where; alike ones later; `due`: those that may win."""
        seat = self.game.to_act(state)[0]
        actions = list(islice(self.game.moves(state), MOST_ACTIONS + 1))
        if len(actions) > MOST_ACTIONS:
            raise TooMany
        if first in actions:
            actions.insert(0, actions.pop(actions.index(first)))
        found: dict[Hashable, list[Any]] = {}
        for action in actions:
            if action.seat != seat or (due and not self.aim.may_win(state, action)):
                continue
            after: dict[Hashable, tuple[Fraction, Any]] = {}
            for chance, one in ends(self.game, self.aim, state, action, last=turns == 1 and seat == self.seat):
                essence = self.aim.essence(one)
                after[essence] = (chance + after.get(essence, (NONE, None))[0], one)
                self.left -= 1
            if self.left < 0:
                raise TooMany
            key = frozenset((essence, chance) for essence, (chance, _) in after.items())
            if key in found:
                found[key].append(action)
            else:
                found[key] = [action]
                yield found[key], list(after.values())


class Puzzle(NamedTuple):
    """A position, whose turn it is, what is asked (`kind`, in how many own `turns`), every action with its value."""

    game: Game
    state: GameState
    seat: int
    kind: str
    turns: int
    tries: tuple[Try, ...]  # the answer, and the only one, then the others, the best first

    @property
    def answer(self) -> Try:
        return self.tries[0]


def puzzles(
    slug: str, options: Ruled, seed: str, count: int, wanted: Sequence[str] = KINDS, turns: int = 0,
    progress: Callable[[int, int], None] = lambda done, whole: None,
) -> Iterator[Puzzle]:  # fmt: skip
    """So many puzzles of these kinds (within that number of own turns, if it is given), each of a game of its own.

    One seed gives the same puzzles. Raises GameError where so many are not found in MOST_GAMES games."""
    game, plan, found = known(slug), Plan(slug, options, (BOT,) * known(slug).PLAYERS[0], seed), 0
    aim = sense.aim(game)
    held = [(kind, lengths) for kind, lengths in aim.KINDS.items() if kind in wanted]
    asked = {kind: tuple(n for n in lengths if turns in (0, n)) for kind, lengths in held}
    if not any(asked.values()):
        said = ", ".join(f"{kind} in {n}" if kind != THROW else kind for kind, all_ in aim.KINDS.items() for n in all_)
        raise GameError(f"{game.TITLE} has no such puzzles", f"it has: {said}", "--kind, --turns")
    for number in range(MOST_GAMES):
        states: list[object] = []
        play(game, options, plan.seated(number), plan.key + number & (1 << 64) - 1, states.append)
        # Each kind is in its turn the first to be looked for.
        one = next(_of(game, aim, states, dict(islice(cycle(asked.items()), found, found + len(asked)))), None)
        if one is not None:
            found += 1
            yield one
        progress(found, count)
        if found == count:
            return
    hint = "another --seed, fewer of them, or another variant may do"
    raise GameError(f"{MOST_GAMES} games of {game.TITLE} had only {found} puzzles", hint, "--seed")


def _of(game: Game, aim: Aim, states: Sequence[Any], asked: dict[str, tuple[int, ...]]) -> Iterator[Puzzle]:
    """The puzzles of a game, far from its end first: a win where the winner was to move, else the others."""
    winners = outcome.winners if (outcome := game.outcome(states[-1])) else ()
    acted = [(state, acting[0]) for state in states if (acting := game.to_act(state))]
    for kind, lengths in asked.items():
        late = [one for one in acted if (one[1] in winners) == (kind == WIN) or kind == THROW][-LATE:]
        for state, seat in late if winners or kind == THROW else ():
            fresh = aim.fresh(state)
            with suppress(TooMany):
                if aim.promising(fresh, kind) and (one := _set(game, aim, fresh, seat, kind, lengths)):
                    yield one


def _set(game: Game, aim: Aim, state: GameState, seat: int, kind: str, lengths: tuple[int, ...]) -> Puzzle | None:
    """The puzzle that a position is, within as few turns as decide it; None: it is none. Raises TooMany."""
    for turns in range(min(lengths) if kind == THROW else 1, max(lengths, default=0) + 1):
        tries = Look(game, aim, seat, kind, aim.MOST).tries(state, turns)
        tries.sort(key=lambda one: -one.value)
        wise = [one for one in tries if any(aim.sensible(state, action) for action in one.actions)]
        if turns in lengths and single(tries, kind) and wise[:1] == tries[:1] and len(wise) >= LEAST_TRIES:
            return Puzzle(game, state, seat, kind, turns, tuple(tries))
        if kind == WIN and tries[0].value == ALL:
            return None  # more turns win more easily
    return None


def single(tries: Sequence[Try], kind: str) -> bool:
    """Whether there is something to choose, and one answer: the only one, or with dice clearly the best."""
    best, second = (one.value for one in tries[:2]) if len(tries) >= LEAST_TRIES else (NONE, NONE)
    return best >= second + AHEAD if kind == THROW else (best, second) == (ALL, NONE)
