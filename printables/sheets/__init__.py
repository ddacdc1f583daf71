"""What can be printed of a game, one product a module: components and paper -> pages."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import NamedTuple

from printables.components import Components
from printables.errors import OptionError
from printables.scene import Page
from printables.sheets.frame import Job

# What each sheet needs of a game, in the order of a kit.
NEEDS: dict[str, Callable[[Components], bool]] = {
    "board": lambda kit: True,
    "tokens": lambda kit: bool(kit.tokens),
    "dice": lambda kit: bool(kit.dice),
    "cards": lambda kit: bool(kit.cards or kit.reference_copies),
    "score": lambda kit: bool(kit.panels),
    "rules": lambda kit: bool(kit.rules),
    "box": lambda kit: bool(kit.tokens or kit.dice or kit.cards or kit.reference_copies),
    "kit": lambda kit: True,
}
SPARE = ("box",)  # what a game can be played without


class Product(NamedTuple):
    """A kind of sheet: its title, what paper to print it on, and how its pages are made.

    `pages` raises UserError for what does not fit.
    """

    title: str
    stock: str
    pages: Callable[[Job], tuple[Page, ...]]


def of(kit: Components) -> tuple[str, ...]:
    """The sheets that a game has."""
    return tuple(name for name, needed in NEEDS.items() if needed(kit))


def find(name: str, kit: Components) -> Product:
    """A kind of sheet. Raises OptionError for one that does not exist or that the game has no use for."""
    if name not in of(kit):
        what = f"{kit.title} has no {name} sheet" if name in NEEDS else f"there is no sheet {name!r}"
        raise OptionError(what, f"its sheets are {', '.join(of(kit))}", source="--sheet")
    module = importlib.import_module(f"printables.sheets.{name}")
    return Product(module.TITLE, module.STOCK, module.pages)
