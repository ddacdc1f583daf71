"""What every room stands on: errors, files, TOML, templates, options, requests, and work that takes long.

What a user did that cannot be done is a value with a place, a reason and what would be right. Things of one kind stand
by name in a Registry, each in a module of its own that is imported when it is asked for."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

T = TypeVar("T")
DEBUG = "POSTFOX_DEBUG"  # set: a fault of the program ends in a traceback, not in a line
_KINDS = {
    **dict.fromkeys(("tuple_type", "list_type", "set_type", "frozen_set_type"), "be a list: [...]"),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "be an object: {...}"),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), "be a whole number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "be true or false"),
    "string_type": "be a text",
    "literal_error": "be %(expected)s",
    "greater_than_equal": "be at least %(ge)s",
    "less_than_equal": "be at most %(le)s",
}


class Problem(NamedTuple):
    """One mistake: `source` (a file or option), `line` (0: none), `message`, and `hint`, what would be right. `column`
    (0: none) is where in the line it stands, for files whose columns matter."""

    source: str
    line: int
    message: str
    hint: str = ""
    column: int = 0

    def __str__(self) -> str:
        where = ":".join([self.source, *(str(number) for number in (self.line, self.column) if number)])
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
    return _KINDS[kind] % limits if kind in _KINDS else detail["msg"].removeprefix("Input should ")


def plain(text: str) -> str:
    """A title as a name: "Fox & Geese" is fox-and-geese."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold().replace("&", " and ")).strip("-")


def folder(slug: str) -> str:
    """The folder of a game, or its module where it has but one: fox_and_geese for fox-and-geese."""
    return slug.replace("-", "_")


@cache
def beside(package: str, module: str, attribute: str) -> Any:
    """What the module of that name in a package calls so; None without such a module, or where it has none."""
    try:
        found = find_spec(f"{package}.{module}")
    except ModuleNotFoundError:  # what should hold it is no package
        found = None
    return vars(import_module(found.name)).get(attribute) if found else None


@dataclass(frozen=True, eq=False)
class Registry(Generic[T]):
    """What a `kind` of thing there is: name -> module, in which it is called `attribute`, or "module:attribute". A name
    may also have a pair: that, and the line that a list shows of the thing without importing it."""

    kind: str
    attribute: str
    modules: Mapping[str, str | tuple[str, str]]
    error: type[UserError] = OptionError

    @property
    def lines(self) -> dict[str, str]:
        """What a list says of each."""
        return {name: place[1] if isinstance(place, tuple) else "" for name, place in self.modules.items()}

    def place(self, name: str) -> str:
        """Where a thing in the table is: its module, or "module:attribute"."""
        place = self.modules[name]
        return place[0] if isinstance(place, tuple) else place

    def names(self) -> tuple[str, ...]:
        """All of them, in the order of the table."""
        return tuple(self.modules)

    def named(self, text: str) -> str:
        """The name that a person means: the name itself, a title ("Fox & Geese") or a beginning that only one has. What
        means none, or several, is given back as it was, for `find` to refuse."""
        slug = plain(text)
        begun = [name for name in self.modules if name == slug or name.startswith(slug)] if slug else []
        return slug if slug in self.modules else begun[0] if len(begun) == 1 else text

    def find(self, name: str, source: str = "", line: int = 0) -> T:
        """The thing of that name. Raises the registry's error, at `source`, for a name that is not in the table."""
        if name not in self.modules:
            raise self.error(*unknown(self.kind, name, self.modules), source, line)
        module, _, attribute = self.place(name).partition(":")
        found: T = vars(import_module(module))[attribute or self.attribute]
        return found
