"""Pictures of the rules: the three worked examples of the source, drawn as on the sheet."""

from __future__ import annotations

from itertools import pairwise

from printables import draw
from printables.boards.snakey_dice import drawing
from printables.boards.snakey_dice.drawing import Leap, Visit
from printables.boards.snakey_dice.house import House
from printables.components import Figure
from printables.geometry import Board
from printables.scene import Shape
from printables.theme import Theme

Square = tuple[int, int]
ROUTE = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}


def of(board: Board, house: House, theme: Theme) -> tuple[Figure, ...]:
    """The figures "portal", "jump" and "both"."""
    base = (*draw.board(board, theme, names=False, art=drawing.ground(house, theme)),)

    def figure(name: str, squares: tuple[int, int, int, int], *written: tuple[Shape, ...]) -> Figure:
        group, wide, high = drawing.crop((*base, *(shape for part in written for shape in part)), squares, "example")
        return Figure(name, wide, high, (group,))

    def blocked(*squares: Square) -> tuple[Shape, ...]:
        return tuple(drawing.blockade(square, theme) for square in squares)

    # The squares that the source names; how the snake came there is ours.
    portal = visits([(2, 2), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3), (7, 2), (6, 2), (5, 2), (4, 2)], None, "N")
    after = (Visit((4, 12), "N", "W"),)
    jump = visits([(5, 6), (5, 7), (5, 8)], "S", "S")
    on = (Visit((5, 11), "S", "W"),)
    both = visits([(7, 12), (8, 12), (9, 12), (10, 12)], "E", "S")
    goes = (Visit((10, 4), "S", "S"), Visit((10, 5), "S", "E"))
    first = drawing.leap(Leap((4, 2), "N", (), (4, 12), portal=True), theme)
    second = drawing.leap(Leap((5, 8), "S", ((5, 9), (5, 10)), (5, 11)), theme)
    third = drawing.leap(Leap((10, 12), "S", ((10, 2), (10, 3)), (10, 4), portal=True), theme)
    return (
        figure("portal", (2, 2, 8, 4), drawing.snake(portal, theme), first),
        figure("portal-in", (2, 10, 8, 12), _body(after, theme), first),
        figure("jump", (3, 6, 8, 12), blocked((5, 9), (5, 10)), _body(jump, theme), second, drawing.snake(on, theme)),
        figure("both-out", (7, 10, 12, 12), _body(both, theme), third),
        figure("both-in", (7, 2, 12, 5), blocked((10, 2), (10, 3)), third, drawing.snake(goes, theme)),
    )


def _body(visited: tuple[Visit, ...], theme: Theme) -> tuple[Shape, ...]:
    """A piece of the snake without tail and head."""
    return drawing.snake(visited, theme)[:1]


def visits(squares: list[Square], into: str | None, out: str) -> tuple[Visit, ...]:
    """A way over neighbouring squares, in at the first as `into` says and out of the last as `out` says."""
    ways = [ROUTE[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(squares)]
    return tuple(
        Visit(square, came, goes) for square, came, goes in zip(squares, [into, *ways], [*ways, out], strict=True)
    )
