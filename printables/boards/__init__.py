"""The games there are, each with the one definition of its board in a folder here that is called after it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printables.core import Registry, folder
from printables.core.templates import say

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


def facts(slug: str, title: str) -> dict[str, Any]:
    """What kits of a game say of it, in the language that is printed: facts.json, and where rules and cards are."""
    told = json.loads(Path(__file__).with_name("facts.json").read_text(encoding="utf-8"))[slug]
    made = told["plain"] | {key: say(text) for key, text in told["said"].items()}
    byline = say("by $designer", designer=made["designer"])
    cards = {"reference": f"{slug}-reference", "reference_copies": 2}
    return {"slug": slug, "title": title, "byline": byline, "rules": slug, **cards, **made}
