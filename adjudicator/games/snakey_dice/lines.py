"""Orders on a run: carried out for good, and enumerated.

An order is legal if it can be carried out supposing that every blockade falls out of the way. Where a blockade that
does fall changes that, the move stops there: what was done stands, and the player orders again. Situations from which
the same can follow are one, whichever dice led there, so the rules are asked once for each."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from typing import Any, TypeAlias

from adjudicator.core import IllegalMove
from adjudicator.core.choices import AnyTap, Automaton, Listed, Tap, button
from adjudicator.core.game import Event
from adjudicator.games.snakey_dice.hand import Luck, bonus_open, trouble
from adjudicator.games.snakey_dice.notation import Action, Part, Use, Word
from adjudicator.games.snakey_dice.play import Play
from adjudicator.games.snakey_dice.run import Run
from printables.boards.snakey_dice.house import ACTIONS, TRACKS, House


def check(run: Run, action: Action, house: House) -> None:
    """Raises IllegalMove for what cannot be ordered."""
    if run.ended:
        raise IllegalMove("the run is over")
    play = supposed(run, action.seat, house)
    if action.verb != "move":
        play.carry_out(action)
        return
    if action.heading and run.heading:
        raise IllegalMove(f"the snake is under way, heading {run.heading}", f"leave out `{action.heading}:`")
    for part in action.parts:
        if play.run.turn != run.turn:
            raise IllegalMove(f"the turn is over before `{part}`", "what the next throw shows comes first")
        play.part(part, action.heading)
    if action.heading and play.run.heading is None:
        raise IllegalMove("no die of this move turns the snake", f"leave out `{action.heading}:`")


def carry_out(run: Run, action: Action, house: House, luck: Luck, events: list[Event]) -> Run:
    """A legal order, its dice thrown; `events` get what happened."""
    play = Play(run, action.seat, house, luck, events)
    if action.verb != "move":
        play.carry_out(action)
        return play.frozen()
    for number, part in enumerate(action.parts):
        try:
            play.part(part, action.heading)
        except IllegalMove:
            play.tell("stopped", words={"rest": " ".join(map(str, action.parts[number:]))})
            break
    return play.frozen()


def every(run: Run, seat: int, house: House) -> Iterator[Action]:
    """Every legal order on a run that goes on: moves die by die, then rerolls, flips, unlocks and ignores, the end."""
    for heading in headings(run):
        for parts in _moves(supposed(run, seat, house), heading, ()):
            yield Action(seat, "move", parts=parts, heading=heading)
    yield from handlings(run, seat, house)
    yield Action(seat, "concede")


def headings(run: Run) -> tuple[str, ...]:
    """The ways that a move may name at its beginning; "" for none."""
    return ("",) if run.heading else ("", "E", "S")


def handlings(run: Run, seat: int, house: House) -> Iterator[Action]:
    """Every legal reroll, flip, unlock and ignore, of ever more dice."""
    for verb in ("reroll", "flip", "unlock", "ignore"):
        for count in range(1, len(run.left) + 1):
            for dice in combinations(run.left, count):
                action = Action(seat, verb, dice)
                with suppress(IllegalMove):
                    supposed(run, seat, house).carry_out(action)
                    yield action


def _moves(play: Play, heading: str, before: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """Every way to go on with parts of a move, each with the parts before it."""
    for part in onward(play, heading):
        if (then := play.after(part, heading)) is None:
            continue
        parts = (*before, part)
        if then.run.heading or not heading:
            yield parts
        if then.run.turn == play.run.turn:
            yield from _moves(then, heading, parts)


def onward(play: Play, heading: str) -> Iterator[Part]:
    """What may be tried next of a move."""
    if play.run.choices:
        yield from (Word("level", track) for track in TRACKS)
        return
    for number in play.run.left:
        turns = ("L", "R") if play.face(number) == "either" else ("",)
        yield from (Use(number, turn) for turn in turns)
    if play.run.ended:
        return
    if stands := trouble(play.run, play.run.heading or heading):
        yield Word("portal" if stands == "wall" else "jump")
    if bonus_open(play.run, play.house):
        yield from (Word("bonus", action) for action in ACTIONS)


def in_order(run: Run, action: Action, house: House) -> bool:
    """Whether dice are unlocked, flipped or ignored for the first time this turn, and what comes later was not done."""
    flips = supposed(run, action.seat, house).value("flip")
    done = (bool(run.unlocked), run.flips_left != flips, bool(run.ignored))
    order = ("unlock", "flip", "ignore")
    return action.verb in order and not any(done[order.index(action.verb) :])


def supposed(run: Run, seat: int, house: House) -> Play:
    """A run in the making in which every blockade falls out of the way."""
    return Play(run, seat, house, Luck(), [])


Situation: TypeAlias = tuple[Any, ...]
# A part of a move: what the die shows and how it turns if it may turn either way, or else "" and a word.
Kind: TypeAlias = tuple[str, str]


class Tree:
    """The moves of a seat's run."""

    def __init__(self, run: Run, seat: int, house: House) -> None:
        self._run, self._automaton = run, Automaton()
        self._plays: dict[Situation, Play] = {}
        self._branches: dict[Situation, dict[Kind, Situation]] = {}
        self._nodes: dict[tuple[Situation, tuple[int, ...], bool], int | None] = {}
        self._first = supposed(run, seat, house)

    def choice(self) -> Listed | None:
        """All moves; None where there is none."""
        begin: list[tuple[AnyTap, int]] = []
        for heading in headings(self._run):
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
        owns = (tuple(part.__dict__.values()) for part in (run.actions, run.tracks, run.bonuses))
        key = (*begun, faces, run.ended, *(() if run.ended else (*where, *owns, run.bonus_taken, run.choices)))
        self._plays.setdefault(key, play)
        return key

    def _onward(self, at: Situation) -> dict[Kind, Situation]:
        """The parts that can follow a situation, and where each leads."""
        if at not in self._plays:
            return {}
        if at not in self._branches:
            branches, heading, play = dict[Kind, Situation](), at[0], self._plays[at]
            for part in onward(play, heading):
                kind = (play.face(part.die), part.turn) if isinstance(part, Use) else ("", str(part))
                if kind not in branches and (then := play.after(part, heading)):
                    branches[kind] = self._situation(then, heading)
            self._branches[at] = branches
        return self._branches[at]

    def _edges(self, at: Situation, left: tuple[int, ...], *, alone: bool) -> list[tuple[AnyTap, int]]:
        edges: list[tuple[AnyTap, int]] = []
        for (face, text), to in self._onward(at).items():
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
