"""Every move of a run as a page offers it, grown part by part: with six dice there are too many to list.

Situations from which the same can follow are one, whichever dice led there, so the rules are asked once for each.
"""

from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.choices import AnyTap, Automaton, Listed, Tap, button
from adjudicator.core.errors import IllegalMove
from adjudicator.games.snakey_dice import lines
from adjudicator.games.snakey_dice.actions import Use
from adjudicator.games.snakey_dice.play import Play
from adjudicator.games.snakey_dice.run import Run
from printables.boards.snakey_dice.house import House

Situation: TypeAlias = tuple[Any, ...]


class Branch(NamedTuple):
    """A part of a move: a die that shows `face`, turned if it may turn either way, or else a word; where it leads."""

    face: str
    text: str
    to: Situation


class Tree:
    """The moves of a seat's run."""

    def __init__(self, run: Run, seat: int, house: House) -> None:
        self._run, self._automaton = run, Automaton()
        self._plays: dict[Situation, Play] = {}
        self._branches: dict[Situation, tuple[Branch, ...]] = {}
        self._nodes: dict[tuple[Situation, tuple[int, ...], bool], int | None] = {}
        self._first = lines.supposed(run, seat, house)

    def choice(self) -> Listed | None:
        """All moves; None where there is none."""
        begin: list[tuple[AnyTap, int]] = []
        for heading in lines.headings(self._run):
            edges = self._edges(self._situation(self._first, heading), self._run.left, alone=not heading)
            if heading and edges:
                begin.append((button(f"{heading}:"), self._automaton.node(None, edges)))
            elif edges:
                begin += edges
        return self._automaton.choice(self._automaton.node(None, begin)) if begin else None

    def _situation(self, play: Play, heading: str) -> Situation:
        """What the rest of a move depends on; of an ended turn just the way named for the start, and if it was gone."""
        run = play.run
        begun = (heading, bool(run.heading))
        if run.turn != self._run.turn:
            return begun
        faces = tuple(sorted(map(play.face, run.left)))
        where = (run.head, run.heading, run.entry, frozenset(run.trail[len(self._run.trail) :]), run.powerups)
        owns = (run.actions, run.tracks, run.bonuses, run.bonus_taken, run.choices)
        key = (*begun, faces, run.ended, *(() if run.ended else (*where, *map(_values, owns))))
        self._plays.setdefault(key, play)
        return key

    def _onward(self, at: Situation) -> tuple[Branch, ...]:
        """The parts that can follow a situation."""
        if at not in self._plays:
            return ()
        if at not in self._branches:
            branches: dict[tuple[str, str], Branch] = {}
            heading = at[0]
            play = self._plays[at]
            for part in lines.onward(play, heading):
                face, text = (play.face(part.die), part.turn) if isinstance(part, Use) else ("", str(part))
                if (face, text) in branches:
                    continue
                then = play.copied()
                try:
                    then.part(part, heading if play.run.heading is None else "")
                except IllegalMove:
                    continue
                branches[face, text] = Branch(face, text, self._situation(then, heading))
            self._branches[at] = tuple(branches.values())
        return self._branches[at]

    def _edges(self, at: Situation, left: tuple[int, ...], *, alone: bool) -> list[tuple[AnyTap, int]]:
        edges: list[tuple[AnyTap, int]] = []
        for face, text, to in self._onward(at):
            if not face:
                if (node := self._node(to, left, alone)) is not None:
                    edges.append((button(text), node))
                continue
            for number in left:
                if self._first.face(number) == face:
                    rest = tuple(other for other in left if other != number)
                    if (node := self._node(to, rest, False)) is not None:
                        edges.append((Tap(f"{number}{text}", "die"), node))
        return edges

    def _node(self, at: Situation, left: tuple[int, ...], alone: bool) -> int | None:
        """`alone`: the one part so far is a word that says by itself that it is a move."""
        question = (at, left, alone)
        if question not in self._nodes:
            heading, gone = at[:2]
            edges = self._edges(at, left, alone=False)
            say = ("{*}" if alone else "move {*}") if gone or not heading else None
            self._nodes[question] = self._automaton.node(say, edges) if say or edges else None
        return self._nodes[question]


def _values(part: Any) -> Any:
    return tuple(part.__dict__.values()) if hasattr(part, "__dict__") else part
