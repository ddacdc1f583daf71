"""The faces of snake dice, power-ups and blockades, drawn about (0, 0) in a square of side 2: all original."""

from __future__ import annotations

import math

from printables.boards.snakey_dice.house import ACTIONS
from printables.scene import Circle, Curve, Group, Line, Polygon, Rect, Shape, Style, Symbol
from printables.scene.components import Face
from printables.scene.theme import Theme
from printables.text.language import say

TITLES = {
    "straight": "STRAIGHT",
    "left": "LEFT",
    "right": "RIGHT",
    "either": "LEFT or RIGHT",
    "locked": "LOCKED",
}
WIDTH = 0.26


def faces(theme: Theme) -> tuple[Face, ...]:
    """All faces that a snake die may have; the arrow is the way on for a snake that comes from below."""
    ink = theme.ink("ink")
    return tuple(Face(name, say(title), Symbol(f"snake-die-{name}", _ART[name](ink))) for name, title in TITLES.items())


def _straight(ink: str) -> tuple[Shape, ...]:
    return (Line((0, 0.78), (0, -0.3), _line(ink)), _tip(0, -0.78, 0, ink))


def _turn(ink: str, side: int) -> tuple[Shape, ...]:
    bend = Curve(
        (
            ("M", -0.3 * side, 0.78),
            ("L", -0.3 * side, 0.3),
            ("C", -0.3 * side, -0.1, -0.1 * side, -0.22, 0.24 * side, -0.22),
        ),
        _line(ink),
    )
    return (bend, _tip(0.72 * side, -0.22, 90 * side, ink))


def _left(ink: str) -> tuple[Shape, ...]:
    return _turn(ink, -1)


def _right(ink: str) -> tuple[Shape, ...]:
    return _turn(ink, 1)


def _either(ink: str) -> tuple[Shape, ...]:
    arms = tuple(
        Curve((("M", 0, 0.3), ("C", 0, -0.06, 0.12 * side, -0.22, 0.36 * side, -0.22)), _line(ink)) for side in (-1, 1)
    )
    tips = tuple(_tip(0.82 * side, -0.22, 90 * side, ink) for side in (-1, 1))
    return (Line((0, 0.78), (0, 0.3), _line(ink)), *arms, *tips)


def _locked(ink: str) -> tuple[Shape, ...]:
    shackle = Curve(
        (("M", -0.36, 0), ("L", -0.36, -0.3), ("C", -0.36, -0.85, 0.36, -0.85, 0.36, -0.3), ("L", 0.36, 0)),
        Style(stroke=ink, width=0.17),
    )
    return (
        shackle,
        Rect(-0.58, -0.08, 1.16, 0.86, Style(fill=ink), corner=0.12),
        Circle((0, 0.26), 0.13, Style(fill="#ffffff")),
        Polygon(((-0.055, 0.28), (0.055, 0.28), (0.1, 0.6), (-0.1, 0.6)), Style(fill="#ffffff")),
    )


_ART = {"straight": _straight, "left": _left, "right": _right, "either": _either, "locked": _locked}


def _line(ink: str) -> Style:
    return Style(stroke=ink, width=WIDTH)


def _tip(x: float, y: float, turn: float, ink: str) -> Group:
    """An arrowhead whose point is at (x, y), turned clockwise from straight up."""
    return Group((Polygon(((0, 0), (0.42, 0.52), (-0.42, 0.52)), Style(fill=ink)),), x=x, y=y, rotate=turn)


def star(ink: str, fill: str) -> tuple[Shape, ...]:
    """A power-up: a bolt in a ring."""
    bolt = ((0.16, -0.66), (-0.4, 0.12), (-0.04, 0.12), (-0.16, 0.66), (0.4, -0.14), (0.05, -0.14))
    return (
        Circle((0, 0), 0.8, Style(fill=fill, stroke=ink, width=0.09)),
        Polygon(bolt, Style(fill=ink)),
    )


def cross(ink: str, width: float = 0.16) -> tuple[Shape, ...]:
    """A blockade: the square crossed off from corner to corner."""
    style = Style(stroke=ink, width=width, cap="round")
    return (Line((-0.72, -0.72), (0.72, 0.72), style), Line((-0.72, 0.72), (0.72, -0.72), style))


def head(ink: str, eye: str) -> tuple[Shape, ...]:
    """The snake's head, looking up: what a token of it shows."""
    outline = Curve(
        (
            ("M", 0, -0.75),
            ("C", 0.4, -0.7, 0.62, -0.3, 0.5, 0.15),
            ("C", 0.42, 0.45, 0.2, 0.75, 0, 0.75),
            ("C", -0.2, 0.75, -0.42, 0.45, -0.5, 0.15),
            ("C", -0.62, -0.3, -0.4, -0.7, 0, -0.75),
            ("Z",),
        ),
        Style(fill=ink),
    )
    eyes = tuple(Circle((side * 0.22, -0.25), 0.11, Style(fill=eye)) for side in (-1, 1))
    return (outline, *eyes)


def action(name: str, ink: str) -> tuple[Shape, ...]:
    """A sign for a one-time action: portal, jump or unlock."""
    assert name in ACTIONS
    thin = Style(stroke=ink, width=0.16, cap="round")
    if name == "portal":
        return (
            Line((0, -0.8), (0, 0.8), Style(stroke=ink, width=0.2)),
            Line((-0.85, 0), (-0.2, 0), thin),
            Line((0.2, 0), (0.45, 0), thin),
            Group((Polygon(((0, 0), (0.28, 0.4), (-0.28, 0.4)), Style(fill=ink)),), x=0.9, y=0, rotate=90),
        )
    if name == "jump":
        leap = Curve((("M", -0.85, 0.5), ("C", -0.5, -0.75, 0.3, -0.75, 0.6, 0.15)), _dashed(thin))
        return (
            leap,
            Group((Polygon(((0, 0), (0.28, 0.4), (-0.28, 0.4)), Style(fill=ink)),), x=0.72, y=0.5, rotate=160),
            Rect(-0.32, 0.1, 0.5, 0.5, Style(fill=ink)),
        )
    shackle = Curve((("M", -0.3, 0), ("L", -0.3, -0.35), ("C", -0.3, -0.85, 0.32, -0.9, 0.38, -0.42)), thin)
    return (shackle, Rect(-0.5, -0.05, 1.0, 0.75, Style(fill=ink), corner=0.1))


def _dashed(style: Style) -> Style:
    return style._replace(dash=(0.24, 0.2), cap="butt")


def angle(heading: str) -> float:
    """Degrees clockwise from up."""
    return {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}[heading]


def unit(heading: str) -> tuple[float, float]:
    """One step that way, y down."""
    turn = math.radians(angle(heading))
    return (round(math.sin(turn)), -round(math.cos(turn)))
