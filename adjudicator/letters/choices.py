"""What a seat may order, for a page to tap it on: the choices, and their words in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.choices import (
    Ask,
    Choice,
    InTurn,
    Listed,
    Pick,
    Tap,
    Tapped,
    button,
    ground_to_json,
    listed,
    to_json,
    within,
)
from adjudicator.core.game import Game
from adjudicator.letters.phrases import Phrases
from adjudicator.letters.replies import NOTHING, Ahead

_DIE = re.compile(r"(\d+)(.*)")


def choices(game: Game, state: Any, seat: int, phrases: Phrases, later: Ahead = NOTHING) -> dict[str, Any]:
    """Values of JSON: `choice` (now) and `standing` (for later) or null, `grounds`, `asks` and `labels` of taps.

    Of orders sent ahead, those below a `when` are `replies`, those for the next turn `ahead`; where the former end in
    the latter, they say "ahead". What printables/page/choices.js makes of all these is
    the text of a move file.
    """
    offered = {"choice": game.choices(state, seat), "standing": game.standing(state, seat)}
    offered |= {name: choice for name, choice in (("replies", later.replies), ("ahead", later.next)) if choice}
    written = _written(offered, phrases)
    if isinstance(later.replies, InTurn) and later.next is later.replies.of[-1]:
        written["replies"]["of"][-1] = "ahead"
    return written | {"grounds": {name: ground_to_json(ground) for name, ground in game.grounds(state.options).items()}}


def word(text: str, phrases: Phrases) -> dict[str, Any]:
    """The same of one word that may be ordered before play begins."""
    return _written({"choice": listed([Tapped((button(text),))], Ask(text)), "standing": None}, phrases)


def _written(offered: Mapping[str, Choice | None], phrases: Phrases) -> dict[str, Any]:
    taps = {tap for choice in offered.values() if choice for tap in _taps(choice)}
    labels = {tap.text: label for tap in sorted(taps) if (label := _label(tap, phrases)) != tap.text}
    return {
        **{name: choice and to_json(choice) for name, choice in offered.items()},
        "asks": phrases.forms("asks"),
        "labels": labels,
    }


def _taps(choice: Choice) -> Iterator[Tap]:
    """The taps that are named in a choice: all but those on a ground."""
    if isinstance(choice, Listed | Pick):
        yield from (tap for tap in choice.taps if isinstance(tap, Tap))
    for part in within(choice):
        yield from _taps(part)


def _label(tap: Tap, phrases: Phrases) -> str:
    """What a tap is called; places have their own names."""
    if tap.kind == "direction":
        return phrases.say("taps", "direction", places=phrases.listed([*map(phrases.place, tap.text.split("-"))]))
    if tap.kind == "die" and (die := _DIE.fullmatch(tap.text)):
        return phrases.say("taps", f"die-{die[2]}".lower().rstrip("-"), number=die[1])
    return phrases.say("taps", tap.text) if tap.kind == "word" and phrases.has("taps", tap.text) else tap.text
