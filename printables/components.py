"""What a game is made of, for print: board, tokens, dice, cards, rules text. Each board module describes its own."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from typing import Any, Protocol, cast

from printables import boards
from printables.errors import OptionError
from printables.geometry import Board
from printables.scene import Symbol
from printables.theme import Theme


@dataclass(frozen=True)
class TokenKind:
    """One kind of token: how many, and its art, drawn in a circle of radius 1 about (0, 0).

    `kind` is what a position calls it; `name` and `plural` what people do.
    """

    kind: str
    name: str
    plural: str
    count: int
    front: Symbol
    back: Symbol


@dataclass(frozen=True)
class DieKind:
    """One kind of die: how many, its sides, and the name of the face each value 1..sides stands for."""

    name: str
    count: int
    faces: tuple[str, ...]

    @property
    def sides(self) -> int:
        return len(self.faces)


@dataclass(frozen=True)
class Face:
    """What is drawn on a side of a die: art in a square of side 2 about (0, 0), and what it is called."""

    name: str
    title: str
    art: Symbol


@dataclass(frozen=True)
class Components:
    """All that a kit is printed from. `rules` and `reference` name Markdown texts in templates/rules."""

    slug: str
    title: str
    designer: str
    source: str
    licence: str
    board: Board
    tokens: tuple[TokenKind, ...]
    dice: tuple[DieKind, ...]
    faces: tuple[Face, ...]
    rules: str
    reference: str
    reference_copies: int

    def token(self, kind: str) -> TokenKind:
        return next(token for token in self.tokens if token.kind == kind)

    def face(self, name: str) -> Face:
        return next(face for face in self.faces if face.name == name)


class BoardModule(Protocol):
    """A module in printables.boards: Options is a frozen pydantic model of what changes the printed game."""

    SLUG: str
    TITLE: str
    Options: Any

    def board(self, options: Any) -> Board: ...

    def components(self, options: Any, theme: Theme) -> Components: ...


def slugs() -> tuple[str, ...]:
    """Every game that can be printed: the modules of printables.boards."""
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(boards.__path__)))


def find(slug: str) -> BoardModule:
    """The board module of a game. Raises OptionError."""
    if slug not in slugs():
        raise OptionError(f"there is no game {slug!r} to print", f"the games are {', '.join(slugs())}")
    return cast(BoardModule, importlib.import_module(f"printables.boards.{slug.replace('-', '_')}"))
