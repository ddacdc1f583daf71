"""Orders on a run: carried out for good, and enumerated.

An order is legal if it can be carried out supposing that every blockade falls out of the way. Where a blockade that
does fall changes that, the move stops there: what was done stands, and the player orders again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from adjudicator.core.errors import IllegalMove
from adjudicator.core.game import Event
from adjudicator.games.snakey_dice.actions import Action, Choose, Part, Pay, Use
from adjudicator.games.snakey_dice.luck import Luck, Supposed
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
        play.part(part, action.heading if play.run.heading is None else "")
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
            play.part(part, action.heading if play.run.heading is None else "")
        except IllegalMove:
            rest = " ".join(map(str, action.parts[number:]))
            play.tell("stopped", words={"rest": rest})
            break
    return play.frozen()


def every(run: Run, seat: int, house: House) -> Iterator[Action]:
    """Every legal order: moves die by die, then rerolls, flips, unlocks and ignores of ever more dice, then the end."""
    if run.ended:
        return
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
                if _possible(run, action, house):
                    yield action


def _moves(play: Play, heading: str, before: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """Every way to go on with parts of a move, each with the parts before it."""
    for part in onward(play, heading):
        then = play.copied()
        try:
            then.part(part, heading if play.run.heading is None else "")
        except IllegalMove:
            continue
        parts = (*before, part)
        if then.run.heading or not heading:
            yield parts
        if then.run.turn == play.run.turn:
            yield from _moves(then, heading, parts)


def onward(play: Play, heading: str) -> Iterator[Part]:
    """What may be tried next of a move."""
    if play.run.choices:
        yield from (Choose("level", track) for track in TRACKS)
        return
    for number in play.run.left:
        if play.face(number) == "either":
            yield Use(number, "L")
            yield Use(number, "R")
        else:
            yield Use(number)
    if play.run.ended:
        return
    if stands := play.trouble(play.run.heading or heading):
        yield Pay("portal" if stands == "wall" else "jump")
    if play.bonus_open:
        yield from (Choose("bonus", action) for action in ACTIONS)


def in_order(run: Run, action: Action, house: House) -> bool:
    """Whether dice are unlocked, flipped or ignored for the first time this turn, and what comes later was not done."""
    flips = supposed(run, action.seat, house).value("flip")
    done = (bool(run.unlocked), run.flips_left != flips, bool(run.ignored))
    order = ("unlock", "flip", "ignore")
    return action.verb in order and not any(done[order.index(action.verb) :])


def _possible(run: Run, action: Action, house: House) -> bool:
    try:
        supposed(run, action.seat, house).carry_out(action)
    except IllegalMove:
        return False
    return True


def supposed(run: Run, seat: int, house: House) -> Play:
    """A run in the making in which every blockade falls out of the way."""
    return Play(run, seat, house, Supposed(), [])
