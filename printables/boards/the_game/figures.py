"""Pictures for the rules: slides, and a capture in three steps."""

from __future__ import annotations

from printables.components import Figure, TokenKind
from printables.drawing import artwork, routes, spaces
from printables.geometry import Board, Path, Place
from printables.scene import Group, Shape, Text
from printables.theme import Theme

SIDE = 10.0
STEPS = ("a sun is alone", "a moon blocks it", "a sun captures")


def figures(theme: Theme, tokens: tuple[TokenKind, ...]) -> tuple[Figure, ...]:
    """Three slides of five steps; a piece blocked, then avenged."""
    return (_slides(theme, tokens), _capture(theme, tokens))


def _squares(files: int, ranks: int) -> Board:
    places = tuple(
        Place(f"{'abcdefg'[x]}{y + 1}", x * SIDE, -y * SIDE, SIDE, "cell dark" if (x + y) % 2 else "cell", label="")
        for x in range(files)
        for y in range(ranks)
    )
    return Board(places, (Path("a1", "a2" if ranks > 1 else "b1", kind="side"),))


def _slides(theme: Theme, tokens: tuple[TokenKind, ...]) -> Figure:
    board = _squares(6, 5)
    ways = (("a1", "f1"), ("a2", "a5", "c5"), ("b2", "e2", "e3", "d3"))
    shapes: list[Shape] = [*artwork.board(board, theme, names=False)]
    for way in ways:
        start = board.by_id[way[0]]
        shapes.append(routes.trail(board, way, theme, width=1.1))
        shapes.append(artwork.token(tokens[0], 0.86 * SIDE, start.x, start.y, title=f"piece-a at {start.id}"))
    return Figure("slides", 6 * SIDE, 5 * SIDE, (Group(tuple(shapes), x=SIDE / 2, y=4.5 * SIDE),))


def _capture(theme: Theme, tokens: tuple[TokenKind, ...]) -> Figure:
    sun, moon = tokens
    board = _squares(3, 1)
    apart = 2.0 * SIDE
    shapes: list[Shape] = []
    for number, pile in enumerate(((sun,), (sun, moon), (sun, sun))):
        square = Place("x", number * apart, 0, SIDE, "cell", label="")
        shapes.append(spaces.place(square, theme))
        for kind, (x, y, diameter) in zip(pile, artwork.heap(board, square, len(pile)), strict=True):
            shapes.append(artwork.token(kind, diameter, x, y))
        shapes.append(Text(square.x, 0.82 * SIDE, STEPS[number], 2.1, anchor="middle", fill=theme.ink("soft")))
    return Figure("capture", 6 * SIDE, 1.6 * SIDE, (Group(tuple(shapes), x=SIDE, y=0.6 * SIDE),))
