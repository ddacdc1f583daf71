"""The words of Snakes & Foxes that letters and pictures explain: kinds of event and note, and how a game ends."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.game import Event
from adjudicator.games.snakes_and_foxes.state import State

TOKENS = ("player-a", "player-b")
HUNTERS = ("snake", "fox")

EVENTS: Mapping[str, str] = {
    "first-throw": "seat throws dice for who begins; words: move",
    "level": "the throws for who begins are level, and all are thrown again",
    "begins": "seat moves first",
    "throw": "seat throws dice for its token, the piece; words: move, snakes, foxes",
    "throw-again": "no MOVE on the token's first turn: seat throws again for the piece",
    "move": "seat's token, the piece, goes from the first of the places through the others",
    "pass": "seat's token, the piece, cannot move and stays at its place; words: move",
    "rim": "seat's token, the piece, touches the rim for the first time, at its place",
    "escaped": "seat's token, the piece, is home and leaves the board by its place",
    "lot": "the places hold hunters of the piece's kind, equally near: dice, of as many sides, says which goes first",
    "lot-ahead": "the places hold hunters of the piece's kind, equally near, and the die has yet to choose",
    "step": "a hunter of the piece's kind goes from the first place to the second",
    "skipped": "the next hunter of the piece's kind, at its place, has no step that brings it nearer",
    "eaten": "seat's token, the piece, is eaten at its place; words: by (the hunter's kind)",
    "lost-symbols": "symbols of the piece's kind are left that no hunter can use; words: count",
}

OUTCOMES: Mapping[str, str] = {
    "home": "a player's token is home; with two players the first home has won",
    "full-win": "one player has brought both tokens home",
    "hunters-win": "every token was eaten: the snakes and foxes win",
}

NOTES: Mapping[str, str] = {
    "plays": "one player has both tokens: the piece that moves this turn",
    "hunts": "seat moves the hunters of the piece's kind towards the place, as many as `left`; words: left",
    "rim": "seat's token, the piece, has touched the rim",
    "escaped": "seat's token, the piece, is home",
    "eaten": "seat's token, the piece, has been eaten",
}


def of_token(
    kind: str,
    state: State,
    token: int,
    *places: str,
    dice: tuple[int, ...] = (),
    words: Mapping[str, str | int] | None = None,
) -> Event:
    """An event about a token in play and the seat that plays it."""
    return Event(kind, state.seat(token), TOKENS[token], places, dice, words or {})
