"""Pictures of the rules: the three worked examples of the source, drawn as on the sheet."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from printables.boards.snakey_dice import drawing
from printables.boards.snakey_dice.drawing import Leap, Visit
from printables.boards.snakey_dice.house import House
from printables.components import Figure
from printables.drawing import artwork
from printables.geometry import Board
from printables.scene import Group, Shape
from printables.theme import Theme

GAP = 6.0  # mm between parts
Square: TypeAlias = tuple[int, int]
Part: TypeAlias = tuple[tuple[Shape, ...], float, float]
ROUTE = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}


def of(board: Board, house: House, theme: Theme) -> tuple[Figure, ...]:
    """The figures "directions", "portal", "portal-in", "jump" and "both"."""
    base = (*artwork.board(board, theme, names=False, art=drawing.squares(house, theme)),)

    def part(squares: tuple[int, int, int, int], *written: tuple[Shape, ...]) -> Part:
        return drawing.crop((*base, *(shape for some in written for shape in some)), squares, theme)

    def figure(name: str, *parts: Part) -> Figure:
        """Parts beside each other."""
        shapes, x = [], 0.0
        for some, wide, _ in parts:
            shapes.append(Group(some, x=x))
            x += wide + GAP
        return Figure(name, x - GAP, max(high for _, _, high in parts), tuple(shapes))

    def blocked(*squares: Square) -> tuple[Shape, ...]:
        return tuple(drawing.blockade(square, theme) for square in squares)

    def snake(visited: tuple[Visit, ...], *, tail: bool = False, head: bool = False) -> tuple[Shape, ...]:
        return drawing.snake(visited, theme, tail=tail, head=head)

    # The squares that the source names; how the snake came there is ours.
    portal = visits([(2, 2), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3), (7, 2), (6, 2), (5, 2), (4, 2)], None, "N")
    after = (Visit((4, 12), "N", "W"),)
    jump = visits([(5, 7), (5, 8)], "S", "S")
    on = (Visit((5, 11), "S", "W"),)
    both = visits([(8, 12), (9, 12), (10, 12)], "E", "S")
    goes = (Visit((10, 4), "S", "S"), Visit((10, 5), "S", "E"))
    first = drawing.leap(Leap((4, 2), "N", (), (4, 12), portal=True), theme)
    second = drawing.leap(Leap((5, 8), "S", ((5, 9), (5, 10)), (5, 11)), theme)
    third = drawing.leap(Leap((10, 12), "S", ((10, 2), (10, 3)), (10, 4), portal=True), theme)
    turned = (visits([(5, 12), (5, 11)], "N", way) for way in "NWE")
    return (
        figure("directions", *(part((4, 11, 6, 12), snake(way, head=True)) for way in turned)),
        figure("portal", part((2, 2, 8, 4), snake(portal, tail=True), first)),
        figure("portal-in", part((2, 11, 8, 12), snake(after, head=True), first)),
        figure("jump", part((2, 7, 8, 12), blocked((5, 9), (5, 10)), snake(jump), second, snake(on, head=True))),
        figure(
            "both",
            part((8, 10, 11, 12), snake(both), third),
            part((8, 2, 11, 5), blocked((10, 2), (10, 3)), third, snake(goes, head=True)),
        ),
    )


def visits(squares: list[Square], into: str | None, out: str) -> tuple[Visit, ...]:
    """A way over neighbouring squares, in at the first as `into` says and out of the last as `out` says."""
    ways = [ROUTE[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(squares)]
    return tuple(
        Visit(square, came, goes) for square, came, goes in zip(squares, [into, *ways], [*ways, out], strict=True)
    )
