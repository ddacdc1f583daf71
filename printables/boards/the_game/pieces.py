"""The pieces of The Game, with a sun and a moon, and the Bases that show them. The originals are lost."""

from __future__ import annotations

from collections.abc import Sequence

from printables.drawing import emblems, medals, motifs
from printables.scene import Group, Polygon, Shape, Style, Symbol
from printables.scene.components import TokenKind
from printables.scene.geometry import Place
from printables.scene.theme import Theme
from printables.text.language import say


def tokens(theme: Theme, count: int) -> tuple[TokenKind, ...]:
    """The sun's pieces, light, and the moon's, dark; the back of each is its emblem in outline."""
    ink, light, dark = (theme.ink(role) for role in ("ink", "light", "dark"))
    if theme.linocut:
        return tuple(
            TokenKind(
                f"piece-{seat}",
                say(name),
                say(plural),
                count,
                Symbol(f"piece-{seat}-front", medals.struck(theme, "tokens", name.lower(), "rays")),
                Symbol(f"piece-{seat}-back", medals.struck(theme, "tokens", name.lower(), "rays", back=True)),
                theme.tint(name.lower()).body,
            )
            for seat, name, plural in (("a", "Sun", "Suns"), ("b", "Moon", "Moons"))
        )
    return (
        TokenKind(
            "piece-a",
            say("Sun"),
            say("Suns"),
            count,
            Symbol(
                "piece-a-front",
                (*motifs.disc(light, ink, at=0.92, width=0.07), *emblems.token(theme, "sun", ink, light)),
            ),
            Symbol(
                "piece-a-back",
                (*motifs.disc(light, ink, at=0.92, width=0.07), *emblems.token(theme, "sun-outline", ink, light)),
            ),
            light,
        ),
        TokenKind(
            "piece-b",
            say("Moon"),
            say("Moons"),
            count,
            Symbol(
                "piece-b-front",
                (*motifs.disc(dark, light, at=0.92, width=0.07), *emblems.token(theme, "moon", light, dark)),
            ),
            Symbol(
                "piece-b-back",
                (*motifs.disc(dark, light, at=0.92, width=0.07), *emblems.token(theme, "moon-outline", light, dark)),
            ),
            dark,
        ),
    )


def bases(places: Sequence[Place], side: float, theme: Theme) -> tuple[Shape, ...]:
    """Each Basis: its emblem, faint, in a double frame."""
    soft = theme.ink("soft")
    shapes: list[Shape] = []
    for place, name in zip(places, ("sun", "moon"), strict=True):
        x, y = place.x, place.y
        shape = emblems.token(theme, name, theme.ink("faint"), theme.ink("space"))
        half = 0.45 * side
        frame = Polygon(
            ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)),
            Style(stroke=soft, width=0.03 * side),
        )
        # The name of the square stands in its upper left corner.
        emblem = Group(shape, x=x + 0.09 * side, y=y + 0.11 * side, scale=0.32 * side)
        shapes.append(Group((frame, emblem), classes=f"basis {name}"))
    return tuple(shapes)
