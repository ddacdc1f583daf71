"""What a user did that cannot be done, as a value with a place, a reason and what would be right."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

DEBUG = "POSTFOX_DEBUG"  # set: a fault of the program ends in a traceback, not in a line
_KINDS = {
    **dict.fromkeys(("tuple_type", "list_type", "set_type", "frozen_set_type"), "be a list: [...]"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "be an object: {...}"),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), "be a whole number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "be true or false"),
    "string_type": "be a text",
}


class Problem(NamedTuple):
    """One mistake: `source` (a file or option), `line` (0: none), `message`, and `hint`, what would be right. `column`
    (0: none) is where in the line it stands, for files whose columns matter.
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


def meant(word: str, known: Iterable[str], lead: str = "", cutoff: float = 0.6) -> str:
    """A hint for a word that is not known: the nearest one that is, or two as near, and after `lead` all that are."""
    from difflib import SequenceMatcher

    def near(name: str) -> float:
        same, typed = name.casefold(), word.casefold()
        whole = SequenceMatcher(None, same, typed).ratio()
        begun = SequenceMatcher(None, same[: len(typed)], typed).ratio()  # a word may begin a long name
        return max(whole if whole >= cutoff else 0.0, begun if begun >= max(cutoff, 0.75) else 0.0)

    names = tuple(known)
    nearest = max(map(near, names), default=0.0) if word else 0.0
    likely = [name for name in names if near(name) == nearest][:2] if nearest else []
    guess = f"did you mean {' or '.join(likely)}?" if likely else ""
    return " ".join(filter(None, (guess, f"{lead} {', '.join(names) or 'none yet'}" if lead else "")))


def unknown(kind: str, name: str, known: Iterable[str]) -> tuple[str, str]:
    """Message and hint for a name that nothing of its kind has."""
    return f"there is no {kind} {name!r}", meant(name, known, f"the {kind}s are")


def should(detail: "ErrorDetails") -> str:
    """What a value should be, after "it should"."""
    limits, kind = detail.get("ctx", {}), detail["type"]
    if kind.endswith(("too_short", "too_long")):
        few = kind.endswith("short")
        one, many = ("character", "characters") if kind.startswith("string") else ("entry", "entries")
        count = limits["min_length" if few else "max_length"]
        return f"have at {'least' if few else 'most'} {count} {one if count == 1 else many}"
    if kind == "greater_than_equal":
        return f"be at least {limits['ge']}"
    if kind == "less_than_equal":
        return f"be at most {limits['le']}"
    if kind == "literal_error":
        return f"be {limits['expected']}"
    return _KINDS.get(kind) or detail["msg"].removeprefix("Input should ")
