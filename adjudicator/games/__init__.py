"""The games that the referee knows: each in a folder called after its slug, and a class called after its folder."""

from adjudicator.core import GameError
from adjudicator.core.game import Game, under_rules
from printables.boards import GAMES
from printables.core import Registry, folder

KINDS: Registry[type[Game]] = Registry(
    "game", "", {slug: f"{__name__}.{folder(slug)}:{slug.title().replace('-', '')}" for slug in GAMES}, GameError
)
__all__ = ["GAMES", "KINDS", "find"]


def find(slug: str, rules: int | None = None) -> Game:
    """The game of that slug under a rule set of it, the newest if none is named. Raises GameError."""
    kind = KINDS.find(slug)
    return under_rules(kind, kind.Options.rules if rules is None else rules)
