"""Worked examples for the rules text: pieces of the printed board with what stands there and the ways it may go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printables.components import Figure, TokenKind
from printables.drawing import artwork, routes
from printables.geometry import Board
from printables.scene import Circle, Group, Line, Shape, Style
from printables.theme import Theme

SCALE = 0.55  # of the printed board's size
PAD = 0.6  # mm of the board round a figure


class Example:
    """A picture in the making: the squares from one corner to the other, then what is put on them."""

    def __init__(self, board: Board, kinds: Mapping[str, TokenKind], theme: Theme, first: str, last: str) -> None:
        self.board, self.kinds, self.theme = board, kinds, theme
        files, ranks = sorted((first[0], last[0])), sorted((first[1], last[1]))
        cells = [place for place in board.places if place.cell]
        shown = [
            place for place in cells if files[0] <= place.id[0] <= files[1] and ranks[0] <= place.id[1] <= ranks[1]
        ]
        self.box = (
            min(place.x - place.size / 2 for place in shown) - PAD,
            min(place.y - place.size / 2 for place in shown) - PAD,
            max(place.x + place.size / 2 for place in shown) + PAD,
            max(place.y + place.size / 2 for place in shown) + PAD,
        )
        ids = {place.id for place in shown}
        part = Board(tuple(shown), tuple(path for path in board.paths if {path.a, path.b} <= ids))
        self.shapes: list[Shape] = list(artwork.board(part, theme, least=0.2 * shown[0].size))

    @property
    def _token(self) -> float:
        return artwork.TOKEN * self.board.room

    def put(self, kind: str, *places: str) -> Example:
        """Tokens of a kind."""
        for name in places:
            place = self.board.by_id[name]
            self.shapes.append(
                artwork.token(self.kinds[kind], self._token, place.x, place.y, title=f"{kind} at {name}")
            )
        return self

    def pair(self, load: str, dragger: str, name: str) -> Example:
        """A dragger over its load."""
        kinds = ((name, self.kinds[kind]) for kind in (load, dragger))
        self.shapes += artwork.standing(self.board, kinds, {name})
        return self

    def ways(self, start: str, *ends: str) -> Example:
        """Arrows from a square to each of the others."""
        return self._arrows(start, ends, 0.0)

    def attack(self, start: str, victim: str) -> Example:
        """An arrow from a square to the edge of the piece on another."""
        return self._arrows(start, (victim,), self._token / 2)

    def _arrows(self, start: str, ends: Sequence[str], stop: float) -> Example:
        self.shapes += [
            routes.trail(self.board, (start, end), self.theme, width=1.1, stop=stop, title=f"{start} to {end}")
            for end in ends
        ]
        return self

    def barred(self, *places: str) -> Example:
        """A cross on squares that cannot be reached."""
        style = Style(stroke=self.theme.ink("ink"), width=0.9, cap="round")
        for name in places:
            place, reach = self.board.by_id[name], 0.2 * self.board.by_id[name].size
            for turn in (1, -1):
                a, b = (place.x - reach, place.y - turn * reach), (place.x + reach, place.y + turn * reach)
                self.shapes.append(Line(a, b, style))
        return self

    def ringed(self, *places: str) -> Example:
        """A ring round what stands on a place."""
        style = Style(stroke=self.theme.ink("accent"), width=1.1)
        for name in places:
            place = self.board.by_id[name]
            self.shapes.append(Circle((place.x, place.y), 0.56 * self._token, style))
        return self

    def figure(self, name: str) -> Figure:
        x0, y0, x1, y1 = self.box
        shapes = Group(tuple(self.shapes), x=-x0 * SCALE, y=-y0 * SCALE, scale=SCALE)
        return Figure(name, (x1 - x0) * SCALE, (y1 - y0) * SCALE, (shapes,))


def side_by_side(name: str, figures: Sequence[Figure], gap: float = 3.0) -> Figure:
    """Several figures in a row as one."""
    x, shapes = 0.0, []
    for figure in figures:
        shapes.append(Group(figure.shapes, x=x))
        x += figure.width + gap
    return Figure(name, x - gap, max(figure.height for figure in figures), tuple(shapes))


def examples(board: Board, tokens: Sequence[TokenKind], theme: Theme) -> tuple[Figure, ...]:
    """Movement; a throat won; dragging; a whole turn; who is next to the Prey on its crossing and on a square."""
    kinds = {kind.kind: kind for kind in tokens}

    def on(first: str, last: str) -> Example:
        return Example(board, kinds, theme, first, last)

    moves = on("a1", "e5").ways("c3", "a5", "c5", "d4", "e3", "e1", "c1", "a1", "b3").barred("e5", "a3")
    moves.put("jackal", "c3", "a3").put("prey", "centre")
    before = on("b3", "d4").attack("b3", "c4").put("jackal", "b3").put("wolf", "c4")
    after = on("b3", "d4").pair("wolf", "jackal", "c4")
    drag = on("a3", "d5").ways("c4", "b4", "c5", "c3", "d4").pair("wolf", "jackal", "c4")
    turn = on("c2", "g5").attack("c4", "d4").ways("d4", "f2").attack("f2", "g3")
    turn.put("jackal", "c4").put("wolf", "d4", "g3").put("prey", "centre")
    near = (
        on("c4", "e5").put("wolf", "d4", "d5").ringed("d4", "d5"),
        on("c4", "e5").put("wolf", "d4", "e5").ringed("d4", "e5"),
        on("c4", "e5").put("wolf", "d4", "c5").ringed("d4"),
    )
    lying = (
        on("b2", "d4").put("jackal", "b2", "c4").ringed("b2", "c4").put("prey", "c3"),
        on("b2", "d4").put("jackal", "d3").pair("wolf", "jackal", "b3").ringed("d3").put("prey", "c3"),
    )
    return (
        moves.figure("moves"),
        side_by_side("throat", (before.figure("before"), after.figure("after"))),
        drag.figure("drag"),
        turn.figure("turn"),
        side_by_side("crossing", [example.put("prey", "centre").figure("near") for example in near]),
        side_by_side("square", [example.figure("lying") for example in lying]),
    )
