"""The snails and the marker of their trail, drawn about (0, 0) in a circle of radius 1."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printables.drawing import emblems, medals, motifs
from printables.scene import Circle, Group, Point, Polygon, Shape, Style, Symbol
from printables.scene.components import TokenKind
from printables.scene.geometry import Place
from printables.scene.theme import Theme
from printables.text.language import say


def tokens(theme: Theme, markers: int) -> tuple[TokenKind, ...]:
    """Snail A, light and crawling right; snail B, dark and crawling left; markers enough for the whole board."""
    ink, light, dark = (theme.ink(role) for role in ("ink", "light", "dark"))

    def player(seat: str, ground: str, line: str, side: int) -> TokenKind:
        kind, name = f"snail-{seat.lower()}", say("Snail $seat", seat=seat)
        if theme.linocut:
            sides = (
                medals.struck(theme, "tokens", "snail", "leaves", tint=kind, back=back, turned=side > 0)
                for back in (False, True)
            )
            front, back = (Symbol(f"{kind}-{n}", shapes) for n, shapes in zip(("front", "back"), sides, strict=True))
            return TokenKind(kind, name, name, 1, front, back, theme.tint(kind).body)
        front = Symbol(f"{kind}-front", (*motifs.disc(ground, line), *emblems.token(theme, kind, line, ground)))
        shell = Polygon(spiral(0, 0, 0.66, 2.75, side), Style(stroke=line, width=0.14, cap="round"), closed=False)
        back = Symbol(f"{kind}-back", (*motifs.disc(ground, line), shell))
        return TokenKind(kind, name, name, 1, front, back, ground)

    if theme.linocut:
        inks = theme.tint("trail")
        light, ink = inks.ground, inks.body
    marker = Symbol("trail-front", (*motifs.disc(light, ink), *emblems.token(theme, "trail", ink, light)))
    plain = Symbol("trail-back", (*motifs.disc(light, ink), Circle((0, 0), 0.5, Style(stroke=ink, width=0.12))))
    return (
        player("A", light, ink, 1),
        player("B", dark, light, -1),
        TokenKind("trail", say("Trail marker"), say("Trail markers"), markers, marker, plain, light, flat=True),
    )


def spiral(x: float, y: float, radius: float, turns: float, side: int) -> tuple[Point, ...]:
    """Points of a spiral from its middle to its rim, wound clockwise (side 1) or the other way (-1)."""
    count = int(turns * 18)
    return tuple(
        (
            x + side * radius * n / count * math.sin(2 * math.pi * turns * n / count),
            y - radius * n / count * math.cos(2 * math.pi * turns * n / count),
        )
        for n in range(count + 1)
    )


def shells(places: Sequence[Place], side: float, theme: Theme) -> tuple[Shape, ...]:
    """A faint shell in each square where a snail starts."""
    style = Style(stroke=theme.ink("faint"), width=0.05 * side, cap="round")
    return tuple(
        Group((Polygon(spiral(place.x, place.y, 0.34 * side, 2.75, turn), style, closed=False),), classes="start")
        for place, turn in zip(places, (1, -1), strict=True)
    )
