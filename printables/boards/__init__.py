"""The games there are, each with the one definition of its board in a folder here that is called after it."""

from typing import TYPE_CHECKING, Any

from printables.core.registry import Registry, folder

if TYPE_CHECKING:
    from printables.scene.components import BoardModule

GAMES = (
    "fox-and-geese",
    "snakes-and-foxes",
    "snail-trail",
    "snakey-dice",
    "the-game",
    "wolves-and-jackals",
)
SHOWN = "snakes-and-foxes"  # in demonstrations, samples and previews
BOARDS: "Registry[BoardModule[Any]]" = Registry(
    "game", "MODULE", {slug: f"{__name__}.{folder(slug)}" for slug in GAMES}
)
slugs, find, named = BOARDS.names, BOARDS.find, BOARDS.named
