"""The one definition of each board, a module a game."""

from __future__ import annotations

from typing import Any

from printables.core.registry import Registry
from printables.scene.components import BoardModule

BOARDS: Registry[BoardModule[Any]] = Registry(
    "game",
    "MODULE",
    {
        "fox-and-geese": "printables.boards.fox_and_geese",
        "snail-trail": "printables.boards.snail_trail",
        "snakes-and-foxes": "printables.boards.snakes_and_foxes",
        "snakey-dice": "printables.boards.snakey_dice",
        "the-game": "printables.boards.the_game",
        "wolves-and-jackals": "printables.boards.wolves_and_jackals",
    },
)
slugs, find, named = BOARDS.names, BOARDS.find, BOARDS.named
