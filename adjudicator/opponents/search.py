"""Looking ahead: the line that both sides would play now is followed further, until so many positions were looked at.

The best first, over dice: an action that throws dice leads to several positions, and is worth their mean; each is
looked at by the mover's own interest. (After Korf and Chickering, Best-first minimax search, 1996.) `strong:N` says how
many positions, and asks no table that the user has, so that it plays alike everywhere."""

import random
from typing import Any, NamedTuple

from adjudicator.core import GameError, IllegalMove, sense as senses
from adjudicator.core.game import Game, GameState
from adjudicator.core.sense import Sense, Worths
from adjudicator.core.solver import TooLarge
from adjudicator.dice import Chance, FastDice

MOST = 400  # actions of a position that are looked at: fewer could miss the one that refutes all
DEEPER = 2  # samples of a throw further on


class _Lazy:
    """Dice that are made at the first throw, and tell whether there was one."""

    def __init__(self, seed: int) -> None:
        self._seed, self.thrown = seed, False

    def throw(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if not self.thrown:
            self._dice, self.thrown = FastDice(Chance(self._seed)), True
        return self._dice.throw(count, sides, why)


class _Edge(NamedTuple):
    action: object
    nodes: "list[_Node]"

    def worth(self, seat: int) -> float:
        return sum(node.worths[seat] for node in self.nodes) / len(self.nodes)


class _Node:
    """A position: who moves there (-1: it is over), what it is worth, what may be done once that was looked at."""

    __slots__ = ("best", "closed", "edges", "mover", "state", "visits", "worths")

    def __init__(self, state: GameState, mover: int, worths: Worths, *, closed: bool = False) -> None:
        self.state, self.mover, self.worths, self.closed, self.visits = state, mover, worths, closed, 0
        self.edges: list[_Edge] = []
        self.best: _Edge | None = None


class Search:
    """One look ahead of a bot: `positions` are left to be looked at, `samples` of each throw; `exact`: with the exact
    values that the user has, and what these settle as a whole is looked at no further."""

    def __init__(
        self, game: Game, sense: Sense, chance: random.Random, positions: int, samples: int, *, exact: bool = False
    ) -> None:
        self.game, self.sense, self.chance, self.exact = game, sense, chance, exact
        self.left, self.samples = positions, samples
        self._seed = chance.getrandbits(40)

    def looked(self, state: GameState, seat: int, also: Any = None) -> list[tuple[Any, float]]:
        """Each action of a seat that was looked at, `also` that one, with what it is worth as far as that was seen."""
        edges = self._edges(state, seat)
        if also is not None and all(edge.action != also for edge in edges):
            more = self._edge(_Node(self.sense.seen(state, seat), seat, ()), also, 0)
            edges = [*edges, more] if more else edges
        return [(edge.action, edge.worth(seat)) for edge in edges]

    def outlooks(self, state: GameState, seat: int) -> list[tuple[Any, list[float]]]:
        """The same with what it is worth after each throw that was tried."""
        return [(edge.action, [node.worths[seat] for node in edge.nodes]) for edge in self._edges(state, seat)]

    def _edges(self, state: GameState, seat: int) -> list[_Edge]:
        root = _Node(self.sense.seen(state, seat), seat, ())
        self._open(root, 0)
        if self.left > 0 and len(root.edges) > 1:
            root.edges = self._answered(root)
            _settle(root)
        while self.left > 0 and not root.closed and len(root.edges) > 1:
            # Down the line that is best for each mover, one position further, and what that changes back up.
            line, node = [root], root
            while node.best is not None:
                node.visits += 1  # equivalent: as of its like
                node = min((one for one in node.best.nodes if not one.closed), key=lambda one: one.visits)
                line.append(node)
            node.visits += 1  # equivalent: as of its like
            self._open(node, len(line))
            for node in reversed(line[:-1]):
                _settle(node)
        return root.edges

    def _answered(self, root: _Node) -> list[_Edge]:
        """The actions that look best, with what may follow each; no other is compared with them: an action whose
        answers were not looked at seems better than it is."""
        half, answered = self.left // 2, list[_Edge]()
        self.chance.shuffle(root.edges)
        for edge in sorted(root.edges, key=lambda edge: -edge.worth(root.mover)):
            if len(answered) > 1 and self.left <= half:
                break
            for node in edge.nodes:
                if not node.closed:
                    self._open(node, 1)
            answered.append(edge)
        return answered

    def _open(self, node: _Node, depth: int) -> None:
        for action in self.sense.candidates(node.state, node.mover, MOST, self.chance):
            if edge := self._edge(node, action, depth):
                node.edges.append(edge)
        if not node.edges:
            raise ValueError(f"seat {node.mover} has nothing to do")
        _settle(node)

    def _edge(self, node: _Node, action: object, depth: int) -> _Edge | None:
        nodes = []
        for sample in range(self.samples if depth == 0 else min(self.samples, DEEPER)):
            dice = _Lazy(self._seed + 1_009 * depth + sample)
            try:
                after = self.game.apply(node.state, action, dice).state
            except IllegalMove:  # seen, it is not: what the seat does not see stands against it
                return None
            self.left -= 1
            acting = self.game.to_act(after)
            mover = node.mover if node.mover in acting else acting[0] if acting else -1
            soon = 1 - min(depth, 100) / 1_000  # a win is better early, a loss late
            settled = self.sense.settled(after) if self.exact and acting else None
            worths = settled.worths if settled else tuple(soon * worth for worth in self.sense.worths(after))
            nodes.append(_Node(after, mover, worths, closed=mover < 0 or (settled is not None and settled.whole)))
            if not dice.thrown:
                break
        return _Edge(action, nodes)


def _settle(node: _Node) -> None:
    """The best for who moves there, and what it makes the position worth."""
    node.best = max(node.edges, key=lambda edge: edge.worth(node.mover))
    worths = (after.worths for after in node.best.nodes)
    node.worths = tuple(sum(each) / len(each) for each in zip(*worths, strict=True))
    node.closed = all(after.closed for after in node.best.nodes)


def best(
    game: Game, state: GameState, seat: int, chance: random.Random, positions: int, samples: int, *, exact: bool = False
) -> object:
    """The action of a seat after a look at so many positions, at least one action ahead; equals by lot."""
    looked = Search(game, senses.of(game), chance, positions, samples, exact=exact).looked(state, seat)
    most = max(worth for _, worth in looked)
    return chance.choice([action for action, worth in looked if worth >= most - 1e-9])


def lot(game: Game, state: GameState, seat: int, chance: random.Random, given: str = "") -> object:
    """One of the seat's legal actions."""
    return game.drawn(state, seat, chance.randrange)


THROWS = 4  # of dice that an action throws


def careful(game: Game, state: GameState, seat: int, chance: random.Random, given: str = "") -> object:
    """The action after which the seat stands best."""
    return best(game, state, seat, chance, 0, THROWS)


POSITIONS = 3_000  # looked at for an action: about a second
SOLVED = 30  # positions that a solver looks at in the time of one of these
MOST_SOLVED = 100_000  # by a solver: beyond that it may take compiled code, whose move need not be the same


def strong(game: Game, state: GameState, seat: int, chance: random.Random, given: str = "") -> object:
    """A move that wins whatever comes, if that is proved; else the action that leads to the best line."""
    positions, exact = int(given or POSITIONS), not given
    settled, won = senses.of(game).settled(state) if exact else None, None
    if settled is None:
        won = winning(game, state, min(SOLVED * positions, MOST_SOLVED))
    elif settled.whole and settled.worths[seat] > senses.SURE:
        positions = 0  # how it is won is known
    return won or best(game, state, seat, chance, positions, THROWS, exact=exact)


def winning(game: Game, state: GameState, limit: int) -> Any:
    """A winning action for who moves, where the game's solver finds one within so many positions; else None."""
    if not game.solvable:
        return None
    try:
        verdict = game.solver(state.options).solve(state, limit)
    except (TooLarge, GameError):
        return None
    return verdict.best if verdict.value == "win" else None
