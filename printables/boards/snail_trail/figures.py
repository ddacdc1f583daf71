"""Pictures for the rules: a few squares of a board with a move on them."""

from __future__ import annotations

from collections.abc import Mapping

from printables.boards.snail_trail.cells import HEX_TIP, Steps, cell
from printables.components import Figure, TokenKind
from printables.drawing import artwork, routes
from printables.geometry import Board, Path
from printables.scene import Group
from printables.theme import Theme

SIDE = 12.0


WAYS: Mapping[Steps, tuple[str, ...]] = {
    "king": ("b1", "c2", "c3", "b4"),
    "rook": ("b1", "c1", "c2", "c3"),
    "hex": ("b1", "b2", "c2", "b3"),
}
SHUT: Mapping[Steps, tuple[str, ...]] = {
    "king": ("a2", "b1", "b2"),
    "rook": ("a2", "b2", "c1", "b3"),
    "hex": ("a2", "b1"),
}


def figures(theme: Theme, tokens: tuple[TokenKind, ...], steps: Steps, *, one_step: bool) -> tuple[Figure, ...]:
    """A legal third turn, and the same corner with no way of three spaces left; or of one, where turns go one."""
    way, closed = WAYS[steps], SHUT[steps]
    if one_step:
        way, closed = way[:2], ("a2", "b1") if steps == "rook" else closed
    hexes = steps == "hex"
    return (
        _figure("move", theme, tokens, {"a1": "trail", "b1": "snail-a"}, way, hexes=hexes),
        _figure("stuck", theme, tokens, {"a1": "snail-a"} | dict.fromkeys(closed, "trail"), (), hexes=hexes),
    )


def _figure(
    name: str,
    theme: Theme,
    tokens: tuple[TokenKind, ...],
    standing: dict[str, str],
    way: tuple[str, ...],
    *,
    hexes: bool,
) -> Figure:
    kinds = {kind.kind: kind for kind in tokens}
    places = tuple(cell(x, y, SIDE, hexes=hexes) for x in range(4) for y in range(4))
    part = Board(places, (Path("a1", "a2", kind="side"),), margin=HEX_TIP * SIDE if hexes else 0.0)
    shapes = artwork.board(part, theme)
    pieces = [
        artwork.token(kinds[kind], 0.8 * SIDE, part.by_id[place].x, part.by_id[place].y, title=f"{kind} at {place}")
        for place, kind in standing.items()
    ]
    trails = [routes.trail(part, way, theme, width=1.4)] if way else []
    x0, y0, x1, y1 = part.extent
    return Figure(name, x1 - x0, y1 - y0, (Group((*shapes, *trails, *pieces), x=-x0, y=-y0),))
