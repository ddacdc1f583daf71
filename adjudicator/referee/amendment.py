"""The terms of a match as typed, one at a time: by who makes the match, and by the referee who changes them. Pure.

deadline 3d | 48h | none      days that end at midnight, or hours to the minute
grace 6h, remind 1d           0 for none
bank 7d, bank-gain 12h, bank-most 14d   0 for none
zone Europe/Berlin            of players who name no other
free sat sun 12-25 | none     days that do not count
late wait | random | pass | forfeit | bot:careful
forfeit-after 3
grey on | off, practice on | off
messages 3 | none, words 200 | none     at most a day, of each player"""

import re
from collections.abc import Callable
from functools import partial

from adjudicator.core import IllegalMove, MatchError, NotationError, bots
from adjudicator.core.codec import Json
from adjudicator.core.game import BOT, Event
from adjudicator.referee import clocks
from adjudicator.referee.terms import POLICIES, WEEKDAYS, Terms, bot, is_day, span
from printables.core import meant

MOST_TIMES = 99
MOST_PRESS = 100_000
NONE = "none"
_NUMBER = re.compile(r"[0-9]{1,6}")
OF_CLOCKS = ("deadline", "zone", "free", "bank")  # terms by which orders are due at another time
Changed = tuple[Json, Event]


def changed(terms: Terms, what: str, value: str) -> tuple[Terms, Event]:
    """The terms with one of them anew, and what letters say of it. Raises NotationError."""
    if what not in WHAT:
        raise NotationError(f"there is no term {what!r}", meant(what, WHAT, "the terms are"))
    fields, event = WHAT[what](terms, " ".join(value.split()))
    return terms._replace(**fields), event


def _deadline(_: Terms, value: str) -> Changed:
    if value in (NONE, "0"):
        return {"days": 0, "hours": 0}, Event("terms-untimed")
    hours = _hours(value, f"write {value}d for days, {value}h for hours" if value.isdigit() else "write 3d, 48h or 1w")
    if "h" in value.lower():
        return {"days": 0, "hours": hours}, Event("terms-hours", words={"hours": hours})
    return {"days": hours // 24, "hours": 0}, Event("terms-days", words={"days": hours // 24})


def _span(what: str, hint: str, _: Terms, value: str) -> Changed:
    hours = _hours(value, hint, none=True)
    return {what.replace("-", "_"): hours}, Event(f"terms-{what}", words={"hours": hours})


def _hours(value: str, hint: str, *, none: bool = False) -> int:
    try:
        return span(value, none=none)
    except ValueError as error:
        raise NotationError(str(error), hint) from None


def _zone(_: Terms, value: str) -> Changed:
    try:
        clocks.zone(value)
    except IllegalMove as error:
        raise NotationError(error.reason, error.hint) from None
    return {"zone": value}, Event("terms-zone", words={"zone": value})


def _free(_: Terms, value: str) -> Changed:
    days = () if value == NONE else tuple(dict.fromkeys(value.lower().replace(",", " ").split()))
    wrong = next((f"{day!r} is no day" for day in days if not is_day(day)), None)
    if wrong or (not days and value != NONE):
        raise NotationError(wrong or "no day is named", "for example sat, 2026-12-25 or 12-25")
    if len(set(days) & set(WEEKDAYS)) == len(WEEKDAYS):
        raise NotationError("no day of the week is left", "leave one that counts")
    return {"free": days}, Event("terms-free", words={"days": ", ".join(days)}) if days else Event("terms-free-none")


def _late(terms: Terms, value: str) -> Changed:
    if name := bot(value):
        try:
            bots.parts(name)
        except MatchError as error:
            raise NotationError(error.problems[0].message, error.problems[0].hint) from None
        return {"late": value}, Event("terms-late-bot", words={"name": value})
    policy = value.lower()
    if policy not in POLICIES:
        hint = meant(policy, (*POLICIES, f"{BOT}careful"), "it is one of")
        raise NotationError(f"{value!r} is nothing that could be done", hint)
    return {"late": policy}, Event(f"terms-late-{policy}", words={"times": terms.after})


def _after(_: Terms, value: str) -> Changed:
    times = _number(value, 1, MOST_TIMES)
    return {"after": times}, Event("terms-late-forfeit", words={"times": times})


def _switched(what: str, _: Terms, value: str) -> Changed:
    if (switch := value.lower()) not in ("on", "off"):
        raise NotationError(f"{value!r} is neither on nor off", f"write `{what} on` or `{what} off`")
    return {what: switch == "on"}, Event(f"terms-{what}-{switch}")


def _most(what: str, least: int, _: Terms, value: str) -> Changed:
    if value == NONE:
        return {what: None}, Event(f"terms-{what}-any")
    most = _number(value, least, MOST_PRESS)
    return {what: most}, Event(f"terms-{what}", words={"most": most})


def _number(value: str, least: int, most: int) -> int:
    if not _NUMBER.fullmatch(value) or not least <= int(value) <= most:
        raise NotationError(f"{value!r} is out of range", f"use {least} to {most}")
    return int(value)


WHAT: dict[str, Callable[[Terms, str], Changed]] = {
    "deadline": _deadline,
    "grace": partial(_span, "grace", "for example 6h, or 0 for none"),
    "remind": partial(_span, "remind", "for example 1d, or 0 for never"),
    "zone": _zone,
    "free": _free,
    "late": _late,
    "forfeit-after": _after,
    "grey": partial(_switched, "grey"),
    "messages": partial(_most, "messages", 0),
    "words": partial(_most, "words", 1),
    "practice": partial(_switched, "practice"),
    "bank": partial(_span, "bank", "for example 7d, or 0 for none"),
    "bank-gain": partial(_span, "bank-gain", "for example 12h, or 0 for none"),
    "bank-most": partial(_span, "bank-most", "for example 14d, or 0 for no more than the bank begins with"),
}
