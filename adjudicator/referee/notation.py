"""The text of an action as people write it -> the action, by the game's own reader. Pure.

What the game reads stays as the game reads it. Where it reads nothing, or what it reads is not legal, a text may mean
the same without ornament: with arrows, "to" or nothing between spaces, numbered, with the piece's name, without `move`,
with the start space named or not. It is taken only where exactly one legal action is meant.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from adjudicator.core.errors import IllegalMove, NotationError
from adjudicator.core.game import Game, GameState, Token
from adjudicator.dice import Blind, Unseen

MOST_CHARACTERS = 200  # of a text that is looked at for other ways to read it

_WHOSE = re.compile(r"([a-z]{1,3}:\s*)(.*)", re.IGNORECASE | re.DOTALL)
_NUMBERED = re.compile(r"\d{1,3}\s*[.)](?:\s*\.\.)?\s*(?=[a-z])", re.IGNORECASE)
_ARROW = re.compile(r"\s*(?:[-=–—]*>|[→⇒➜➔⟶])\s*")
_TO = re.compile(r"(?<=\d) to (?=[a-z])", re.IGNORECASE)
_RUN_ON = re.compile(r"(?<=\d)(?=[a-z]\d)", re.IGNORECASE)
_DASH = re.compile(r"\s*-\s*")


def parse(game: Game, text: str, state: GameState) -> object:
    """The action that a text means, legal or not. Raises NotationError, for a text of several meanings too."""
    try:
        first, fault = game.parse(text, state), None
    except NotationError as error:
        first, fault = None, error
    if len(text) > MOST_CHARACTERS or (first is not None and _legal(game, state, first)):
        others: list[object] = []
    else:
        others = _read(game, text, state)
    legal = [action for action in others if action != first and _legal(game, state, action)]
    if len(legal) > 1:
        meant = " or ".join(f"`{game.format(action, state)}`" for action in legal[:4])
        raise NotationError(f"{text[:60]!r} can mean more than one move", f"write {meant}")
    for action in (*legal, first, *(others if len(others) == 1 else ())):
        if action is not None:
            return action
    raise fault or NotationError(f"{text[:60]!r} is no action")


def plain(game: Game, text: str, state: GameState) -> Any | None:
    """The action that a text is as the game itself reads it, legal or not; None where it reads none."""
    try:
        return game.parse(text, state)
    except NotationError:
        return None


def may(game: Game, text: str, state: GameState) -> bool:
    """Whether a text is a legal action as the game reads it."""
    action = plain(game, text, state)
    return action is not None and _legal(game, state, action)


def _legal(game: Game, state: GameState, action: object) -> bool:
    try:
        game.apply(state, action, Blind())
    except Unseen:
        return True
    except IllegalMove:
        return False
    return True


def _read(game: Game, text: str, state: GameState) -> list[object]:
    """The different actions that plainer ways to write a text mean, legal or not."""
    whose, body = found.groups() if (found := _WHOSE.fullmatch(text)) else ("", text)
    body = _RUN_ON.sub(" ", _TO.sub(" ", _ARROW.sub(" ", _NUMBERED.sub("", body.strip(), count=1))))
    spaces = _spaces(game, body, state)
    if spaces is None:
        return _parsed(game, state, whose, [body])
    own = [token for token in game.tokens(state) if token.seat in game.to_act(state)]
    starts = list(dict.fromkeys(token.place for token in own))
    if not (plain := _parsed(game, state, whose, [" ".join(spaces)])):  # a game that wants the start named
        return _parsed(game, state, whose, [" ".join((start, *spaces)) for start in starts])
    if [start.lower() for start in starts] != [spaces[0].lower()] or any(_legal(game, state, one) for one in plain):
        return plain
    return [*plain, *_parsed(game, state, whose, [" ".join(spaces[1:])])]  # one that does not


def _parsed(game: Game, state: GameState, whose: str, texts: list[str]) -> list[object]:
    """What those of the texts mean that the game reads, with or without `move`, each once."""
    read: list[object] = []
    for text in texts:
        for written in (text, f"move {text}"):
            with suppress(NotationError):
                action = game.parse(whose + written, state)
                if action not in read:
                    read.append(action)
                break
    return read


def _spaces(game: Game, body: str, state: Any) -> list[str] | None:
    """The spaces that a text names, if it names nothing else but `move` and the piece that moves; else None."""
    names = {place.id.lower() for place in game.board(state.options).places}
    words = _DASH.sub(" ", body).split()
    if words and words[0].lower() == "move":
        del words[0]
    tokens = game.tokens(state)
    if words and (piece := words[0].lower()) in {_kind(token) for token in tokens}:
        del words[0]
        own = {token.place.lower() for token in tokens if token.seat in game.to_act(state) and _kind(token) == piece}
        taken = {token.place.lower() for token in tokens} - own
        if not own or not words or words[0].lower() in taken:
            return None
    return words if words and all(word.lower() in names for word in words) else None


def _kind(token: Token) -> str:
    return token.kind.partition("-")[0].lower()
