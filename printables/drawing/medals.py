"""Pieces as discs: an emblem on its ground, as the hand of the theme has it."""

from __future__ import annotations

from functools import lru_cache

from printables.drawing import emblems
from printables.drawing.emblems import Kind
from printables.drawing.linocut import hand, ornament
from printables.drawing.linocut.ornament import Rim
from printables.scene import Circle, Curve, Group, Shape, Style
from printables.scene.theme import Theme, Tint

# Of the radius: a rim, and of the disc's width the emblem; and both where a piece is 12 mm wide or less.
THICK, WITHIN = 0.125, 0.765
THIN, WIDE = 0.07, 0.86
LEAST = 0.045  # of the radius: the line about the back's ring


@lru_cache(maxsize=200)
def _cuts(kind: Rim, radius: float, thick: float) -> hand.Segments:
    return tuple(
        (segment[0], *(round(float(value) / 100, 4) for value in segment[1:]))
        for segment in ornament.rim(kind, 100 * radius, 100 * thick)
    )


def medal(
    theme: Theme,
    tint: Tint,
    rim: Rim,
    emblem: tuple[Shape, ...],
    *,
    back: bool = False,
    small: bool = False,
) -> tuple[Shape, ...]:
    """A disc of radius 1 with a rim that tells its side without colour; a back has a ring and a smaller emblem.

    `small`, and on screens: a plain rim and a larger emblem.
    """
    small = small or not theme.parts
    thick, scale = (THIN, WIDE) if small else (THICK, WITHIN)
    rim, edge = "" if small else rim, 1 - thick
    if theme.outline:
        line = Style(stroke=tint.body, width=0.035)
        round_: tuple[Shape, ...] = (
            Circle((0, 0), 1, Style(fill=theme.ink("light"))),
            Circle((0, 0), 0.96, line),
            Circle((0, 0), edge, line),
        )
        cuts = Curve(_cuts(rim, 0.97, thick - 0.03), Style(fill=tint.body)) if rim not in ("", "line") else None
    else:
        round_ = (Circle((0, 0), 1, Style(fill=tint.body)), Circle((0, 0), edge, Style(fill=tint.ground)))
        cuts = Curve(_cuts(rim, 1.0, thick), Style(fill=tint.ground)) if rim else None
    shapes: list[Shape] = [*round_]
    if cuts and not back:
        shapes.append(cuts)
    if back:
        shapes.append(
            Circle((0, 0), 0.76, Style(stroke=tint.body, width=LEAST, dash=() if theme.outline else (0.16, 0.1)))
        )
    shapes.append(Group(emblem, scale=0.8 * scale if back else scale))
    return tuple(shapes)


def struck(
    theme: Theme,
    kind: Kind,
    name: str,
    rim: Rim,
    *,
    tint: str = "",
    back: bool = False,
    turned: bool = False,
    small: bool = False,
) -> tuple[Shape, ...]:
    """A medal of an emblem by name, in the inks that the theme has for `tint`, its own if not said; `turned`: it looks
    the other way; `small` as for a medal. Raises TemplateError.
    """
    inks = theme.tint(tint or name)
    shapes = emblems.cut(kind, emblems.chosen(theme, tint or name, name), inks, theme)
    return medal(theme, inks, rim, emblems.mirrored(shapes) if turned else shapes, back=back, small=small)
