"""Pictures for the rules: a few squares of a board with a move on them."""

from __future__ import annotations

from printables.components import Figure, TokenKind
from printables.drawing import artwork, routes
from printables.geometry import Board, Path, Place
from printables.scene import Group
from printables.theme import Theme

SIDE = 12.0


def figures(theme: Theme, tokens: tuple[TokenKind, ...], *, diagonal: bool, one_step: bool) -> tuple[Figure, ...]:
    """A legal third turn, and the same corner with no way of three squares left; or of one, where turns go one."""
    way: tuple[str, ...] = ("b1", "c2", "c3", "b4") if diagonal else ("b1", "c1", "c2", "c3")
    trail = {"a1": "trail", "b1": "snail-a"}
    shut = (
        {"a1": "snail-a", "a2": "trail", "b1": "trail", "b2": "trail"}
        if diagonal
        else {"a1": "snail-a", "a2": "trail", "b2": "trail", "c1": "trail", "b3": "trail"}
    )
    if one_step:
        way = way[:2]
        shut = {place: kind for place, kind in shut.items() if place in ("a1", "a2", "b2")} | {"b1": "trail"}
    return (
        _figure("move", theme, tokens, trail, way),
        _figure("stuck", theme, tokens, shut, ()),
    )


def _figure(
    name: str, theme: Theme, tokens: tuple[TokenKind, ...], standing: dict[str, str], way: tuple[str, ...]
) -> Figure:
    kinds = {kind.kind: kind for kind in tokens}
    places = tuple(
        Place(f"{'abcd'[x]}{y + 1}", x * SIDE, -y * SIDE, SIDE, "cell dark" if (x + y) % 2 else "cell")
        for x in range(4)
        for y in range(4)
    )
    part = Board(places, (Path("a1", "a2", kind="side"),))
    shapes = artwork.board(part, theme)
    pieces = [
        artwork.token(kinds[kind], 0.8 * SIDE, part.by_id[place].x, part.by_id[place].y, title=f"{kind} at {place}")
        for place, kind in standing.items()
    ]
    trails = [routes.trail(part, way, theme, width=1.4)] if way else []
    return Figure(name, 4 * SIDE, 4 * SIDE, (Group((*shapes, *trails, *pieces), x=SIDE / 2, y=3.5 * SIDE),))
