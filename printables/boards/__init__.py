"""The games there are, each with the one definition of its board in a folder here that is called after it."""

from typing import TYPE_CHECKING, Any, get_args

from printables.core.registry import Registry, folder

if TYPE_CHECKING:
    from printables.scene.components import BoardModule
    from printables.scene.theme import Theme

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


def titles(slug: str, theme: "Theme") -> dict[str, str]:
    """The variants of a game by name, where each is a game with a title of its own."""
    board = find(slug)
    field = board.options.model_fields.get("variant")
    names = [name for name in get_args(field.annotation) if isinstance(name, str)] if field else []
    made = {name: board.components(board.options(variant=name), theme).title for name in names if name != "own"}
    return made if len(set(made.values())) > 1 else {}
