"""What a user did that cannot be done, as a value with a place, a reason and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self


class Problem(NamedTuple):
    """One mistake: `source` (a file or option), `line` (0: none), `message`, and `hint`, what would be right.

    `column` (0: none) is where in the line it stands, for files whose columns matter.
    """

    source: str
    line: int
    message: str
    hint: str = ""
    column: int = 0

    def __str__(self) -> str:
        place = [str(number) for number in (self.line, self.column) if number]
        where = ":".join([self.source, *place])
        text = f"{where}: {self.message}" if where else self.message
        return " ".join((f"{text}; {self.hint}" if self.hint else text).split())


class UserError(Exception):
    """Bad usage or input that ends a command with exit code 2. Carries one Problem or more."""

    def __init__(self, message: str, hint: str = "", source: str = "", line: int = 0) -> None:
        self.problems: tuple[Problem, ...] = (Problem(source, line, message, hint),)
        super().__init__(str(self.problems[0]))

    @classmethod
    def of(cls, problems: tuple[Problem, ...]) -> Self:
        """The same error for several problems found in one pass."""
        error = cls("")
        error.problems = problems
        error.args = ("\n".join(str(problem) for problem in problems),)
        return error


class PaperError(UserError):
    """The paper is unknown, or too small for what is to stand on it."""


class OptionError(UserError):
    """An option, variant, theme or sheet that does not exist or has a value out of range."""


class TemplateError(UserError):
    """A file in templates/ (or a user's copy of one) cannot be read."""


class GlyphError(UserError):
    """Text has a character that none of the fonts can draw."""


def unknown(kind: str, name: str, known: Iterable[str]) -> tuple[str, str]:
    """Message and hint for a name that nothing of its kind has."""
    import difflib

    names = tuple(known)
    near = difflib.get_close_matches(name, names, 1)
    guess = f"did you mean {near[0]}? " if near else ""
    return f"there is no {kind} {name!r}", f"{guess}the {kind}s are {', '.join(names) or 'none yet'}"
