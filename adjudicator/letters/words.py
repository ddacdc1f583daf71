"""Days, times and lengths of time as people say them: "Tuesday 24 November", "Berlin time", "5 days".

Why an order was refused and dice were rolled, in the reader's language.

The rules and the referee give their reasons in English, and the log keeps them so. A language translates them by a
file of pairs, `phrases/LANGUAGE/reasons.toml`: the English with {fields} for what changes, and what it becomes. A field
whose name begins with `reason` is translated in its turn. What no pair fits stays English. The English file has only
what a letter, which shows the order beside it, puts otherwise.
"""

import re
from collections.abc import Callable
from datetime import date, datetime
from functools import cache, lru_cache
from typing import NamedTuple

from adjudicator.referee import deadlines
from adjudicator.referee.terms import WEEKDAYS
from printables.core import templates, toml_file
from printables.core.toml_file import Table

DEPTH = 4  # reasons within reasons
_NUMBERED = re.compile(r"\{([a-z_]+\d*)\}")


class Pair(NamedTuple):
    """English with fields in braces, and its translation; `fixed`: what stands between the fields."""

    english: str
    translated: str
    fixed: tuple[str, ...]

    def match(self, reason: str) -> re.Match[str] | None:
        """The reason as this English, with a group for each field. Few pairs are ever made a pattern."""
        return _pattern(self.english).fullmatch(reason) if all(part in reason for part in self.fixed) else None


class Reasons(NamedTuple):
    """The reasons in a language."""

    language: str

    def say(self, reason: str, depth: int = DEPTH) -> str:
        """A reason, a hint or what dice are rolled for; as it is where the language has no words for it."""
        return self.find(reason, depth) or reason

    def find(self, reason: str, depth: int = DEPTH) -> str | None:
        """The same; None where the language has no words for it."""
        for pair in pairs(self.language):
            if found := pair.match(reason):
                values = {
                    name: self.say(value, depth - 1) if name.startswith("reason") and depth else value
                    for name, value in found.groupdict().items()
                }
                return _NUMBERED.sub(lambda field, values=values: values[field[1]], pair.translated)  # type: ignore[misc]
        return None


def pairs(language: str) -> tuple[Pair, ...]:
    """The pairs of a language, none if it has no file of them. Raises TemplateError."""
    path = f"phrases/{language}/reasons.toml"
    if path not in templates.names(f"phrases/{language}"):
        return ()
    return _read(path, templates.read(path))


@lru_cache(maxsize=8)
def _read(source: str, text: str) -> tuple[Pair, ...]:
    """The pairs of a file, those with the most fixed words first. Raises TemplateError with every Problem found."""
    given = toml_file.read(text, source, _taken)
    ordered = sorted(given.items(), key=lambda pair: -len(_NUMBERED.sub("", pair[0])))
    return tuple(Pair(english, translated, tuple(_NUMBERED.split(english)[::2])) for english, translated in ordered)


def _taken(root: Table) -> dict[str, str]:
    given: dict[str, str] = {}
    for table in root.tables("put pairs under a heading such as [reasons]").values():
        for english in table.values:
            translated = table.text(english, "")
            for field in set(_NUMBERED.findall(translated)) - set(_NUMBERED.findall(english)):
                known = ", ".join(f"{{{name}}}" for name in _NUMBERED.findall(english)) or "none"
                message = f"there is no field {{{field}}} in the English text"
                table.wrong(english, message, f"its fields are {known}", f"{{{field}}}")
            given[english] = translated
    return given


@cache
def _pattern(english: str) -> re.Pattern[str]:
    """The English as a pattern. A field at its beginning is never an order between backticks: a reason follows one."""
    parts = _NUMBERED.split(english)
    made = [f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts)]
    return re.compile("".join(["" if parts[0] else "(?!`)", *made]), re.DOTALL)


MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_HOURS_IN_DAY = 24

Say = Callable[..., str]  # a phrase by table and key, as Phrases.say finds it


def long(say: Say, day: date) -> str:
    """ "Tuesday 24 November"."""
    weekday, month = say("days", WEEKDAYS[day.weekday()]), say("days", MONTHS[day.month - 1])
    return say("days", "long", weekday=weekday, day=day.day, month=month)


def short(say: Say, day: date) -> str:
    """ "Tue 24 Nov", for a subject."""
    weekday, month = say("days-short", WEEKDAYS[day.weekday()]), say("days-short", MONTHS[day.month - 1])
    return say("days", "short", weekday=weekday, day=day.day, month=month)


def received(say: Say, zone: str, at: datetime) -> str:
    """A moment of the near past in a time zone: "21 November, 21:31"."""
    there = at.astimezone(deadlines.zone(zone))
    month = say("days", MONTHS[there.month - 1])
    return say("days", "received", day=there.day, month=month, time=f"{there:%H:%M}")


def zone(say: Say, has: Callable[[str, str], bool], name: str) -> str:
    """A time zone: "Berlin time"."""
    if has("zones", name):
        return say("zones", name)
    return say("days", "zone", city=name.rpartition("/")[2].replace("_", " "))


def span(say: Say, hours: int) -> str:
    """A length of time: "5 days", "12 hours", "1 day and 12 hours"."""
    whole, rest = divmod(hours, _HOURS_IN_DAY)
    parts = [say("days", "days", count=whole)] if whole else []
    parts += [say("days", "hours", count=rest)] if rest or not whole else []
    return say("lists", "last", rest=parts[0], last=parts[1]) if len(parts) > 1 else parts[0]


def worded(say: Say, value: str) -> str:
    """A date as a player types it ("2026-12-24") in words; any other text as it is."""
    return long(say, date.fromisoformat(value)) if _DATE.fullmatch(value) else value
