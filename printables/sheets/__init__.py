"""What can be printed of a game, one product a module: components and paper -> pages."""

from collections.abc import Callable

from printables.core import OptionError, Registry, meant
from printables.drawing import spaces
from printables.scene.components import Components
from printables.sheets.frame import Product

# What each sheet needs of a game, in the order of a kit.
NEEDS: dict[str, Callable[[Components], bool]] = {
    "board": lambda game: True,
    "tokens": lambda game: bool(game.pieces),
    "dice": lambda game: bool(game.dice),
    "cards": lambda game: bool(game.cards or game.reference_copies),
    "score": lambda game: bool(game.panels),
    "rules": lambda game: bool(game.rules),
    "box": lambda game: bool(game.pieces or game.dice or game.cards or game.reference_copies),
    "mats": lambda game: bool(game.captured),
    "tactile": lambda game: bool(spaces.named(game.board)),
    "kit": lambda game: True,
}
SPARE = ("box", "mats")  # what a game can be played without
ALONE = ("tactile", "kit")  # what is printed only if it is asked for by its name
SHEETS: Registry[Product] = Registry("sheet", "PRODUCT", {name: f"printables.sheets.{name}" for name in NEEDS})


def of(components: Components) -> tuple[str, ...]:
    """The sheets that a game has."""
    return tuple(name for name, needed in NEEDS.items() if needed(components))


def find(name: str, components: Components) -> Product:
    """A kind of sheet. Raises OptionError for one that does not exist or that the game has no use for."""
    if name not in of(components):
        what = f"{components.title} has no {name} sheet" if name in NEEDS else f"there is no sheet {name!r}"
        raise OptionError(what, meant(name, of(components), "its sheets are"), source="--sheet")
    return SHEETS.find(name)
