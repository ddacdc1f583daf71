"""Emblems for seals, posters, signs over doors and maps, and pieces struck anew with other ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from printables.core.errors import OptionError, meant
from printables.drawing import emblems, medals, motifs, pictures
from printables.drawing.emblems import Kind
from printables.handouts.pen import Pen
from printables.scene import Circle, Group, Shape, Style, Symbol, Use
from printables.scene.components import Components, TokenKind
from printables.scene.theme import Theme, Tint
from printables.text.lines import Inset

OPTION = "--emblem"
FOLDERS: tuple[Kind, ...] = ("linocut", "pieces", "tokens", "signs")
WITHIN = 0.82  # of a plain disc


def emblem(name: str, x: float, y: float, radius: float, pen: Pen) -> Use:
    """An emblem of that name, or somebody's own by its whole path. Raises TemplateError."""
    if pictures.meant(name):
        return Use(pictures.read(Path(name)).symbol, x, y, radius, classes="emblem own")
    symbol = Symbol(f"emblem-{name}", emblems.draw("signs", name, pen.ink("ink"), pen.ink("paper")))
    return Use(symbol, x, y, radius, classes=f"emblem {name}", title=name)


def named(pen: Pen) -> dict[str, Inset]:
    """Every picture that a handout's text may name: `![a fox](sign:fox)`, `![forest](map:forest)`."""
    inks = pen.ink("ink"), pen.ink("paper"), pen.tint(0.55)
    signs = {
        f"sign:{name}": Symbol(f"sign-{name}", emblems.draw("signs", name, *inks)) for name in emblems.names("signs")
    }
    maps = {f"map:{name}": Symbol(f"map-{name}", emblems.draw("maps", name, *inks)) for name in emblems.names("maps")}
    return {name: Inset(symbol, height=1.5, alone=6.0) for name, symbol in {**signs, **maps}.items()}


def others(components: Components, given: Sequence[str]) -> dict[str, str]:
    """What each kind of piece is to show: a file by its whole path, or an emblem by name. Raises UserError."""
    kinds = {form.lower(): kind for kind in components.tokens for form in (kind.kind, kind.name, kind.plural)}
    ours = sorted({name for folder in FOLDERS for name in emblems.names(folder)})
    out: dict[str, str] = {}
    for text in given:
        old, equals, new = (part.strip() for part in text.partition("="))
        if not equals:
            raise OptionError(f"{text!r} names no picture", "write piece=file, as in fox=vixen.svg", OPTION)
        kind = kinds.get(old.lower())
        if kind is None:
            known = ", ".join(kind.name.lower() for kind in components.tokens) or "none"
            raise OptionError(f"there is no piece {old!r}", f"the pieces are {known}", OPTION)
        if pictures.meant(new):
            path = Path(new).absolute()
            pictures.read(path, f"{OPTION} {old}")
            out[kind.kind] = str(path)
        elif new in ours:
            out[kind.kind] = new
        else:
            hint = meant(new, ours, "name a file of SVG or PNG, or one of")
            raise OptionError(f"there is no emblem {new!r}", hint, OPTION)
    return out


def dressed(theme: Theme, others: Mapping[str, str]) -> Theme:
    """The theme for which boards and dice, too, show the other emblems."""
    return theme._replace(emblems={**theme.emblems, **others})


def struck(components: Components, theme: Theme, others: Mapping[str, str]) -> Components:
    """The same game with those pieces struck anew."""
    return components._replace(
        tokens=tuple(
            _anew(token, theme, others[token.kind]) if token.kind in others else token for token in components.tokens
        )
    )


def _anew(token: TokenKind, theme: Theme, name: str) -> TokenKind:
    front, back = (
        Symbol(f"{token.kind}-{side}", _side(token, theme, name, side == "back")) for side in ("front", "back")
    )
    return token._replace(front=front, back=back)


def _side(token: TokenKind, theme: Theme, name: str, back: bool) -> tuple[Shape, ...]:
    folder: Kind = next((folder for folder in FOLDERS if name in emblems.names(folder)), "signs")
    if theme.linocut:
        inks = theme.tints.get(
            token.kind, Tint(token.ground, theme.ink("ink"), theme.ink("bright"), theme.ink("light"))
        )
        return medals.medal(theme, inks, "line", emblems.cut(folder, name, inks, theme), back=back, small=True)
    dark = token.ground == theme.ink("dark")
    ink, ground = (theme.ink(role) for role in (("light", "dark") if dark else ("ink", "light")))
    drawn = Group(emblems.draw(folder, name, ink, ground), scale=WITHIN * (0.8 if back else 1))
    ring = (Circle((0, 0), 0.8, Style(stroke=ink, width=0.06)),) if back else ()
    return (*motifs.disc(ground, ink), *ring, drawn)
