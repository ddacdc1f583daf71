"""Why an order was refused and dice were rolled, in the reader's language.

The rules and the referee give their reasons in English, and the log keeps them so. A language translates them by a
file of pairs, `phrases/LANGUAGE/reasons.toml`: the English with {fields} for what changes, and what it becomes. A field
whose name begins with `reason` is translated in its turn. What no pair fits stays English. The English file has only
what a letter, which shows the order beside it, puts otherwise.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import NamedTuple

from printables import templates
from printables.errors import TemplateError

DEPTH = 4  # reasons within reasons
_NUMBERED = re.compile(r"\{([a-z_]+\d*)\}")


class Pair(NamedTuple):
    """English as a pattern with a group for each field, and its translation with the fields in braces."""

    pattern: re.Pattern[str]
    translated: str


class Reasons(NamedTuple):
    """The reasons in a language."""

    language: str

    def say(self, reason: str, depth: int = DEPTH) -> str:
        """A reason, a hint or what dice are rolled for; as it is where the language has no words for it."""
        return self.find(reason, depth) or reason

    def find(self, reason: str, depth: int = DEPTH) -> str | None:
        """The same; None where the language has no words for it."""
        for pattern, translated in _pairs(self.language):
            if found := pattern.fullmatch(reason):
                values = {
                    name: self.say(value, depth - 1) if name.startswith("reason") and depth else value
                    for name, value in found.groupdict().items()
                }
                return _NUMBERED.sub(lambda field, values=values: values[field[1]], translated)  # type: ignore[misc]
        return None


def _pairs(language: str) -> tuple[Pair, ...]:
    path = f"phrases/{language}/reasons.toml"
    if path not in templates.names(f"phrases/{language}"):
        return ()
    return _read(path, templates.read(path))


@lru_cache(maxsize=8)
def _read(source: str, text: str) -> tuple[Pair, ...]:
    """The pairs of a file, those with the most fixed words first. Raises TemplateError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(
            f"not valid TOML: {error}", "write each pair as two texts in double quotes", source
        ) from None
    pairs = [
        (english, translated)
        for table in data.values()
        if isinstance(table, dict)
        for english, translated in table.items()
    ]
    for english, translated in pairs:
        if not isinstance(translated, str) or not set(_NUMBERED.findall(translated)) <= set(_NUMBERED.findall(english)):
            raise TemplateError(
                f"{english!r}: {translated!r} does not fit", "use the fields of the English text", source
            )
    ordered = sorted(pairs, key=lambda pair: -len(_NUMBERED.sub("", pair[0])))
    return tuple(Pair(_pattern(english), translated) for english, translated in ordered)


def _pattern(english: str) -> re.Pattern[str]:
    """The English as a pattern. A field at its beginning is never an order between backticks: a reason follows one."""
    parts = _NUMBERED.split(english)
    made = [f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts)]
    return re.compile("".join(["" if parts[0] else "(?!`)", *made]), re.DOTALL)
