"""What every room stands on: errors, files, TOML, templates, options, requests, and work that takes long.

Things of one kind stand by name in a Registry, each in a module of its own that is imported when it is asked for.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

from printables.core.errors import OptionError, UserError, unknown

T = TypeVar("T")


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
    may also have a pair: that, and the line that a list shows of the thing without importing it.
    """

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
        means none, or several, is given back as it was, for `find` to refuse.
        """
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
