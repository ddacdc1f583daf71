"""What a seat may order, as choices that a page lets tap, with their words; orders sent ahead, too: what it may order
for its next turn, alone or below what another seat might play.

Where what comes of another's action is known and there are no more than MOST pairs, exactly those are offered that will
be legal. After a roll, and where there are more, a seat is offered all that may become legal (`Game.later`), and the
referee looks at it again when its turn comes. Where players do not see everything, nothing is offered."""

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from adjudicator.core import choices as core
from adjudicator.core.choices import Choice, Tap, Tapped, Walk, button, listed
from adjudicator.core.codec import Json
from adjudicator.core.game import Game, GameState
from adjudicator.dice import FastDice, unthrown
from adjudicator.letters.phrases import Phrases

MOST = 20_000  # pairs are put together in half a second
FEW = 6  # actions of another seat from which it is told which turn comes next
REPLY = button("reply")  # between what another plays and what a seat plays then
Named = Callable[[int], str]  # what a seat is called in a move file
_DIE = re.compile(r"(\d+)(.*)")


class Ahead(NamedTuple):
    """`replies`: each below a line `when NAME: ...`; `next`: whatever comes, in the turn `turn`. None for nothing."""

    replies: Choice | None = None
    next: Choice | None = None
    turn: int = 0


NOTHING = Ahead()


class _Pairs:
    """What others may play and a seat may play then, where no dice fall between; beyond MOST only `own`, if `whole`."""

    def __init__(self, game: Game, state: GameState, seat: int, named: Named, *, whole: bool) -> None:
        self.many = False  # too many, so that not all are here
        self.all: list[Tapped] = []
        self.thrown: list[Tapped] = []  # what others may play and what is rolled upon
        self.own: dict[str, Tapped] = {}  # what the seat may play after any of it
        self._known: dict[str, list[Tapped]] = {}
        for action in game.moves(state):
            if self.many and not whole:
                return
            first = game.taps(action, state)
            first = first._replace(say=f"when {named(action.seat)}: {first.say}\n")
            after = unthrown(game, state, action)
            if after is None:
                self.thrown.append(first._replace(say=first.say.rstrip()))
            if after is None or seat not in game.to_act(after) or game.outcome(after):
                continue
            orders = self._orders(game, after, seat)
            if not self.many:
                self.all += (core.followed(first, REPLY, own) for own in orders)
                self.many = len(self.all) > MOST

    def _orders(self, game: Game, after: GameState, seat: int) -> list[Tapped]:
        """Several actions may lead to one position: its orders are found once."""
        position = after.model_dump_json()
        if position not in self._known:
            if not listable(game, after):
                self.many = True
                return []
            self._known[position] = [game.taps(own, after) for own in game.moves(after) if own.seat == seat]
            self.own |= {own.text: own for own in self._known[position]}
        return self._known[position]


def listable(game: Game, state: GameState) -> bool:
    """Whether what is legal may be listed."""
    count = game.count(state, quick=True)
    return count is not None and count < MOST


def ahead(game: Game, state: GameState, seat: int, named: Named) -> Ahead:
    """What a seat that is not to act may order for its next turn."""
    acting = game.to_act(state)
    if not game.open or seat in acting or not acting:
        return NOTHING
    # The turn in which a seat acts next, whatever others play; 0: that depends
    found = set(_turns(game, state, seat))
    later, turn = game.later(state, seat), found.pop() if len(found) == 1 else 0
    ask = core.Ask(REPLY.text, fields=(("player", named(acting[0])),))
    pairs = _Pairs(game, state, seat, named, whole=later is None) if listable(game, state) else None
    if pairs:
        later = later or listed(pairs.own.values())
    if pairs and not pairs.many:
        thrown = listed(pairs.thrown, ask)
        replies = core.one_of([listed(pairs.all, ask), thrown and later and _then(thrown, "{0}\n{2}", later)])
    elif later and (first := game.choices(state, acting[0])):
        said = f"when {named(acting[0])}: {{0}}\n{{2}}"
        replies = _then(first._replace(ask=ask) if isinstance(first, Walk | core.Listed) else first, said, later)
    else:
        replies = None
    return Ahead(replies, later, turn) if later and turn else Ahead(replies)


def _then(first: Choice, say: str, later: Choice) -> core.InTurn:
    """What another plays, and what may become legal upon it; a way goes on over what the other leaves free."""
    between = listed([Tapped((REPLY,), "")])
    assert between
    return core.InTurn((first, between, later), say, apart=isinstance(first, Walk) and isinstance(later, Walk))


def _turns(game: Game, state: GameState, seat: int) -> Iterator[int]:
    for lot in range(FEW):
        action = game.drawn(state, game.to_act(state)[0], Random(lot).randrange)
        after = game.apply(state, action, FastDice(lot)).state
        if game.outcome(after) is None:
            yield game.turn_for(after, seat) if seat in game.to_act(after) else 0


def choices(game: Game, state: GameState, seat: int, phrases: Phrases, later: Ahead = NOTHING) -> Json:
    """Values of JSON: `choice` (now) and `standing` (for later) or null, what they have in `common`, and for taps
    `asks` and `labels`. Of orders sent ahead, those below a `when` are `replies`, those for the next turn `ahead`. What
    printables/page/choices.js makes of all these is the text of a move file."""
    offered = {"choice": game.choices(state, seat), "standing": game.standing(state, seat)}
    offered |= {name: choice for name, choice in (("replies", later.replies), ("ahead", later.next)) if choice}
    return _written(offered, phrases, game.grounds(state.options))


def word(text: str, phrases: Phrases) -> Json:
    """The same of one word that may be ordered before play begins."""
    return _written({"choice": listed([Tapped((button(text),))], core.Ask(text)), "standing": None}, phrases, {})


def _written(offered: Mapping[str, Choice | None], phrases: Phrases, grounds: Mapping[str, core.Ground]) -> Json:
    taps = {tap for choice in offered.values() if choice for tap in _taps(choice)}
    labels = {tap.text: label for tap in sorted(taps) if (label := _label(tap, phrases)) != tap.text}
    return {**core.to_json(offered, grounds), "asks": phrases.forms("asks"), "labels": labels}


def _taps(choice: Choice) -> Iterator[Tap]:
    """The taps that are named in a choice: all but those on a ground."""
    if isinstance(choice, core.Listed | core.Pick):
        yield from (tap for tap in choice.taps if isinstance(tap, Tap))
    for part in core.within(choice):
        yield from _taps(part)


def _label(tap: Tap, phrases: Phrases) -> str:
    if tap.kind == "direction":
        return phrases.say("taps", "direction", places=phrases.listed([*map(phrases.place, tap.text.split("-"))]))
    if tap.kind == "die" and (die := _DIE.fullmatch(tap.text)):
        return phrases.say("taps", f"die-{die[2]}".lower().rstrip("-"), number=die[1])
    return phrases.say("taps", tap.text) if tap.kind == "word" and phrases.has("taps", tap.text) else tap.text
