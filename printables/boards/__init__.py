"""The one definition of each board, a module a game."""

from __future__ import annotations

import importlib
import pkgutil
from typing import cast

from printables.components import BoardModule
from printables.errors import OptionError


def slugs() -> tuple[str, ...]:
    """Every game that can be printed: the modules of printables.boards."""
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__)))


def find(slug: str) -> BoardModule:
    """The board module of a game. Raises OptionError."""
    if slug not in slugs():
        raise OptionError(f"there is no game {slug!r} to print", f"the games are {', '.join(slugs())}")
    return cast(BoardModule, importlib.import_module(f"printables.boards.{slug.replace('-', '_')}"))
