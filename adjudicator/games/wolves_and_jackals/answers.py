"""Standing answers: what a seat wants done when a tie or a won throat waits for it, written before it happens.

`if tie: ante 1 up to 4 else concede`, `if tie: raise 2`, `if tie: match`, `if tie: concede`, `if win: drag`,
`if win: cave`; `if tie: ask` and `if win: ask` take an answer back."""

import re
from functools import lru_cache
from typing import Literal, NamedTuple, cast

from adjudicator.core import NotationError
from adjudicator.core.choices import Ask, Choice, Range, Tapped, button, listed

Condition = Literal["tie", "win"]
Verb = Literal["ante", "match", "raise", "concede"]

ASK = "ask"
FORM = (
    "write `if tie: ante 1 up to 4 else concede`, with ante, match, raise or concede; `if win: drag` or "
    "`if win: cave`; `if tie: ask` takes the answer back"
)
_TIE = re.compile(
    r"(?:(?P<verb>ante|raise) (?P<coins>[1-9][0-9]{0,5})|match)"
    r"(?: up to (?P<limit>[0-9]{1,6}))?(?: else (?P<end>concede|ask))?"
)


class Bid(NamedTuple):
    """An answer to a tie: open or raise by `coins`, pay at most `limit` over one throat (None: all there is), and
    beyond that concede or be asked. "ante" and "match" never raise, "match" opens with one coin; "raise" opens with
    `coins` and raises once after each throw, then matches."""

    verb: Verb
    coins: int = 1
    limit: int | None = None
    concedes: bool = False

    def opening(self, purse: int, paid: int, *, all_in: bool) -> str | None:
        """The attacker's action after a tie; None: ask. `all_in`: a purse that is too small pays what there is."""
        if self.verb == "concede":
            return "concede"
        coins = min(self.coins, purse) if all_in else self.coins
        return f"ante {coins}" if self._can(coins, purse, paid) else self._else

    def reply(self, due: int, purse: int, paid: int, raised: bool, *, all_in: bool, theirs: int) -> str | None:
        """The action of whoever is asked for `due` coins, with `theirs` in the other purse; None: ask."""
        if self.verb == "concede":
            return "concede"
        may_raise = not raised and (theirs > 0 or not all_in)
        if self.verb == "raise" and may_raise and self._can(due + self.coins, purse, paid):
            return f"raise {self.coins}"
        return "match" if self._can(min(due, purse) if all_in else due, purse, paid) else self._else

    @property
    def _else(self) -> str | None:
        return "concede" if self.concedes else None

    def _can(self, cost: int, purse: int, paid: int) -> bool:
        return cost <= purse and (self.limit is None or paid + cost <= self.limit)


@lru_cache(maxsize=256)
def bid(text: str) -> Bid:
    """The answer that a canonical text holds. Raises NotationError."""
    if text == "concede":
        return Bid("concede")
    found = _TIE.fullmatch(text)
    if found is None:
        raise NotationError(f"{text[:60]!r} is no answer to a tie", FORM)
    verb, limit = cast(Verb, found["verb"] or "match"), None if found["limit"] is None else int(found["limit"])
    return Bid(verb, int(found["coins"] or 1), limit, found["end"] == "concede")


def offered(choices: tuple[str, ...], purse: int, kept: tuple[str, ...]) -> Choice | None:
    """The answers that may be left: what to do with the beaten, what the purse can pay; those `kept`, to take back."""
    bids = [Tapped((button("if tie: match"),))]
    if purse:
        bids += [Tapped((button(f"if tie: {verb}"), Range(1, purse))) for verb in ("ante", "raise")]
    limited = [Tapped((*bid.taps, button("up to"), Range(0, purse))) for bid in bids]
    ended = [Tapped((*bid.taps, button("else concede"))) for bid in (*bids, *limited)]
    wins = [f"if win: {choice}" for choice in choices if len(choices) > 1]
    plain = ["if tie: concede", *wins, *(f"if {condition}: {ASK}" for condition in kept)]
    return listed([*bids, *limited, *ended, *(Tapped((button(line),)) for line in plain)], Ask("standing"))


def canonical(condition: str, text: str) -> tuple[Condition, str]:
    """Condition and answer as kept in a position. Raises NotationError."""
    if condition == "win":
        if text in ("cave", "drag", ASK):
            return "win", text
        raise NotationError(f"{text[:60]!r} is no answer to a won throat", "write `if win: drag` or `if win: cave`")
    if condition == "tie":
        text = "concede" if text == "concede throat" else text
        if text != ASK:
            bid(text)
        return "tie", text.removesuffix(" else ask")
    raise NotationError(f"`if {condition[:20]}:` is no standing answer here", FORM)
