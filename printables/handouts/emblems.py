"""Emblems for seals, posters and signs over doors, and the signs of maps, as handouts use them."""

from __future__ import annotations

from printables.drawing import emblems
from printables.handouts.pen import Pen
from printables.scene import Symbol, Use
from printables.text.lines import Inset


def emblem(name: str, x: float, y: float, radius: float, pen: Pen) -> Use:
    """An emblem of that name. Raises TemplateError."""
    symbol = Symbol(f"emblem-{name}", emblems.draw("signs", name, pen.ink("ink"), pen.ink("paper")))
    return Use(symbol, x, y, radius, classes=f"emblem {name}", title=name)


def pictures(pen: Pen) -> dict[str, Inset]:
    """Every picture that a handout's text may name: `![a fox](sign:fox)`, `![forest](map:forest)`."""
    inks = pen.ink("ink"), pen.ink("paper"), pen.tint(0.55)
    signs = {
        f"sign:{name}": Symbol(f"sign-{name}", emblems.draw("signs", name, *inks)) for name in emblems.names("signs")
    }
    maps = {f"map:{name}": Symbol(f"map-{name}", emblems.draw("maps", name, *inks)) for name in emblems.names("maps")}
    return {name: Inset(symbol, height=1.5, alone=6.0) for name, symbol in {**signs, **maps}.items()}
