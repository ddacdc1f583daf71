"""Replies sent ahead, as a choice: what another seat might play, and below it a seat's own order in what comes of it.

A page offers what it can carry: nothing where dice fall in between, where players do not see everything, or where there
are more than MOST replies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from adjudicator.choices import Ask, Choice, Tapped, button, followed, listed
from adjudicator.dice import Blind, Unseen
from adjudicator.game import Game

MOST = 10_000  # are put together in a quarter of a second
REPLY = button("reply")  # between what another plays and what a seat plays then


def replies(game: Game, state: Any, seat: int, named: Callable[[int], str]) -> Choice | None:
    """What a seat that is not to act may order for its next turn, each order below a line `when NAME: ...`.

    None for nothing. `named`: what another seat is called in a move file.
    """
    acting = game.to_act(state)
    if not game.open or seat in acting or not acting:
        return None
    found: list[Tapped] = []
    for pair in _pairs(game, state, seat, named):
        found.append(pair)
        if len(found) > MOST:
            return None
    return listed(found, Ask("reply", fields=(("player", named(acting[0])),)))


def _pairs(game: Game, state: Any, seat: int, named: Callable[[int], str]) -> Iterator[Tapped]:
    if (game.count(state, quick=True) or MOST) >= MOST:
        return
    for action in game.moves(state):
        try:
            after = game.apply(state, action, Blind()).state
        except Unseen:
            continue
        if seat not in game.to_act(after) or game.outcome(after):
            continue
        first = game.taps(action, state)
        first = first._replace(say=f"when {named(action.seat)}: {first.say}\n")
        if (game.count(after, quick=True) or MOST) >= MOST:
            continue
        for own in game.moves(after):
            if own.seat == seat:
                yield followed(first, REPLY, game.taps(own, after))
