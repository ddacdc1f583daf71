"""Pictures of the rules as data, drawn as on the sheet: the three worked examples of the source, and what dice do."""

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from printables.boards.snakey_dice import drawing
from printables.boards.snakey_dice.drawing import Leap, Visit
from printables.boards.snakey_dice.house import House
from printables.drawing import artwork
from printables.scene import Group, Shape
from printables.scene.components import Figure
from printables.scene.geometry import Board
from printables.scene.theme import Theme

GAP = 6.0  # mm between parts
Square: TypeAlias = tuple[int, int]
ROUTE = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}


class Part(NamedTuple):
    """A part of the board: the squares seen (left, top, right, bottom), the snake in one or two pieces, blockades, and
    a portal or jump that is paid. `tail`, `head`: whether those ends of the snake are seen.
    """

    squares: tuple[int, int, int, int]
    snake: tuple[tuple[Visit, ...], ...]
    blocked: tuple[Square, ...] = ()
    leap: Leap | None = None
    tail: bool = False
    head: bool = True


def visits(squares: list[Square], into: str | None, out: str) -> tuple[Visit, ...]:
    """A way over neighbouring squares, in at the first as `into` says and out of the last as `out` says."""
    ways = [ROUTE[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(squares)]
    return tuple(
        Visit(square, came, goes) for square, came, goes in zip(squares, [into, *ways], [*ways, out], strict=True)
    )


# Of the source's examples the squares that it names; how the snake came there is ours.
_OUT = visits([(2, 2), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3), (7, 2), (6, 2), (5, 2), (4, 2)], None, "N")
_WALL = Leap((4, 2), "N", (), (4, 12), portal=True)
_OVER = Leap((5, 8), "S", ((5, 9), (5, 10)), (5, 11))
_BOTH = Leap((10, 12), "S", ((10, 2), (10, 3)), (10, 4), portal=True)
PARTS: Mapping[str, tuple[Part, ...]] = MappingProxyType(
    {
        "directions": tuple(Part((4, 11, 6, 12), (visits([(5, 12), (5, 11)], "N", way),)) for way in "NWE"),
        "locked": (Part((3, 8, 8, 10), (visits([(3, 9), (4, 9), (5, 9)], "E", "E"),), ((7, 10),)),),
        "power-up": (
            Part((2, 3, 7, 5), (visits([(2, 3), (2, 4), (3, 4)], "S", "E"),)),
            Part((2, 3, 7, 5), (visits([(2, 3), (2, 4), (3, 4), (4, 4)], "S", "E"),), ((3, 5), (6, 3))),
        ),
        "portal": (Part((2, 2, 8, 4), (_OUT,), leap=_WALL, tail=True, head=False),),
        "portal-in": (Part((2, 11, 8, 12), ((Visit((4, 12), "N", "W"),),), leap=_WALL),),
        "jump": (
            Part(
                (2, 7, 8, 12),
                (visits([(5, 7), (5, 8)], "S", "S"), (Visit((5, 11), "S", "W"),)),
                ((5, 9), (5, 10)),
                _OVER,
            ),
        ),
        "both": (
            Part((8, 10, 11, 12), (visits([(8, 12), (9, 12), (10, 12)], "E", "S"),), leap=_BOTH, head=False),
            Part(
                (8, 2, 11, 5),
                ((Visit((10, 4), "S", "S"), Visit((10, 5), "S", "E")),),
                ((10, 2), (10, 3)),
                _BOTH,
            ),
        ),
        "end": (Part((3, 8, 8, 10), (visits([(3, 9), (4, 9), (5, 9)], "E", "E"),), ((6, 9),)),),
    }
)


def of(board: Board, house: House, theme: Theme) -> tuple[Figure, ...]:
    """All figures, the parts of each beside each other."""
    base = (*artwork.board(board, theme, named=False, art=drawing.squares(house, theme)),)

    def figure(name: str, parts: tuple[Part, ...]) -> Figure:
        shapes, x, height = [], 0.0, 0.0
        for part in parts:
            some, wide, high = drawing.crop((*base, *_written(part, theme)), part.squares, theme)
            shapes.append(Group(some, x=x))
            x, height = x + wide + GAP, max(height, high)
        return Figure(name, x - GAP, height, tuple(shapes))

    return tuple(figure(name, parts) for name, parts in PARTS.items())


def _written(part: Part, theme: Theme) -> tuple[Shape, ...]:
    """What stands on the squares: blockades under the snake, what is paid between its pieces."""
    shapes: list[Shape] = [drawing.blockade(square, theme) for square in part.blocked]
    paid = drawing.leap(part.leap, theme) if part.leap else ()
    last = len(part.snake) - 1
    for number, piece in enumerate(part.snake):
        shapes += drawing.snake(piece, theme, tail=part.tail and number == 0, head=part.head and number == last)
        shapes += paid if number == 0 and last else ()
    return (*shapes, *(() if last else paid))
