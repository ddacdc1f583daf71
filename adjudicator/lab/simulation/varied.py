"""Options that are varied: `distance=steps,hunt` stands for two settings, several of them for all together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from printables.core.errors import OptionError

MOST = 200


def settings(options: Sequence[str], vary: Sequence[str]) -> Iterator[list[str]]:
    """Options as typed, "name=value", with every choice of the varied ones. Raises OptionError."""
    choices = [_choices(text) for text in vary]
    names = [one[0].partition("=")[0] for one in choices]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise OptionError(f"{twice!r} is varied twice", "name all its values at once", "--vary")
    settings = list(product(*choices))
    if len(settings) > MOST:
        raise OptionError(f"these are {len(settings):,} settings", f"vary fewer: at most {MOST}", "--vary")
    for chosen in settings:
        yield [*options, *chosen]


def _choices(text: str) -> list[str]:
    name, equals, values = text.partition("=")
    given = [value.strip() for value in values.split(",")]
    if not name.strip() or not equals or not all(given):
        raise OptionError(f"{text!r} varies nothing", "for example --vary distance=steps,hunt", "--vary")
    return [f"{name.strip()}={value}" for value in dict.fromkeys(given)]
