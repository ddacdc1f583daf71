"""What handouts are drawn with: inks of a theme, text measured, type and ornaments in the old style, emblems.
Everything is drawn about (0, 0) or from a top left corner in mm, in the inks of a Pen."""

import math
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from printables.core import OptionError, meant
from printables.drawing import emblems, lettering, pictures
from printables.drawing.emblems import Kind
from printables.scene import (
    POINT,
    Anchor,
    Circle,
    Curve,
    Group,
    Line,
    Polygon,
    Rect,
    Shape,
    Style,
    Symbol,
    Text,
    Use,
    added,
    heading,
    luminance,
    mixed,
)
from printables.scene.components import Components, TokenKind
from printables.scene.theme import Theme, Tint, pictured
from printables.text import fonts
from printables.text.lines import Inset, TextLook

WHITE = 0.93  # luminance: paper lighter than this is left as it is, without ground, stains or shade


class Pen(NamedTuple):
    """Colours and text of one theme. Font sizes in points, other lengths mm."""

    theme: Theme

    def ink(self, role: str) -> str:
        return self.theme.ink(role)

    @property
    def red(self) -> str:
        """The second ink of old books."""
        return self.theme.path("red").ink

    @property
    def aged(self) -> bool:
        """Whether the paper is drawn, with its stains and dark edges."""
        return not self.theme.outline and luminance(self.ink("paper")) < WHITE

    def tint(self, part: float, of: str = "") -> str:
        """So much (0 to 1) of the ink, or of another colour, on the paper."""
        return mixed(self.ink("paper"), of or self.ink("ink"), part)

    def line(self, width: float = 0.25, role: str = "ink") -> Style:
        return Style(stroke=self.ink(role), width=width)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        points: float,
        font: str = "garamond",
        anchor: Anchor = "start",
        ink: str = "",
        *,
        within: float = 0.0,
        spread: float = 0.0,
        rotate: float = 0.0,
        level: int = 0,
    ) -> Text:
        """A line with its baseline at (x, y), smaller where it would be wider than `within`, never under 5 points.
        `spread` parts its letters further, in parts of their size; `level`: of a heading. Raises GlyphError."""
        size = points * POINT
        wide = self.wide(text, points, font, spread)
        if within and wide > within:
            size = max(size * within / wide, 5 * POINT)
            wide = self.wide(text, size / POINT, font, spread)
        tags = (heading(level),) if level else ()
        return Text(x, y, text, size, font, anchor, ink or self.ink("ink"), rotate, wide, tags=tags)

    def title(
        self,
        x: float,
        y: float,
        text: str,
        points: float,
        anchor: Anchor = "middle",
        *,
        within: float = 0.0,
        spread: float = 0.0,
    ) -> Text | Group:
        """A title with its baseline at (x, y), in the font that the theme names, if it does; else as `text`."""
        font = self.theme.font
        if not font or not lettering.has(text, font):
            return self.text(x, y, text, points, "cinzel", anchor, within=within, spread=spread, level=1)
        wide = lettering.width(text, font, points * POINT)
        size = points * POINT * min(1.0, within / wide if within else 1.0)
        wide = lettering.width(text, font, size)
        middle = x + {"start": wide / 2, "middle": 0.0, "end": -wide / 2}[anchor]
        return lettering.straight(text, font, middle, y, size, self.ink("ink"))

    @staticmethod
    def wide(text: str, points: float, font: str = "garamond", spread: float = 0.0) -> float:
        """How wide a line is set (mm)."""
        size = points * POINT
        return fonts.width(text, font, size) + spread * size * max(0, len(fonts.clean(text)) - 1)

    def look(self, points: float, body: str = "garamond") -> TextLook:
        """Type for running text."""
        heading = "amatic" if body == "amatic" else "cinzel"
        look = TextLook.of(self.theme, points)._replace(body=body, heading=heading, leading=1.28)
        return look._replace(capital=("cinzel", self.red))


Segments = tuple[tuple[str | float, ...], ...]


def rule(x: float, y: float, width: float, pen: Pen, role: str = "ink") -> Group:
    """A rule that swells toward a lozenge in its middle; (x, y) is the middle."""
    ink, half, thick = Style(fill=pen.ink(role)), width / 2, min(0.55, width / 120)
    shapes: list[Shape] = []
    for side in (-1, 1):
        near, far = side * 3.2, side * half
        segments: Segments = (
            ("M", far, 0.0),
            ("C", far - side * half * 0.4, -thick * 0.2, near + side * half * 0.3, -thick, near, -thick),
            ("C", near - side * 0.5, -thick * 0.4, near - side * 0.5, thick * 0.4, near, thick),
            ("C", near + side * half * 0.3, thick, far - side * half * 0.4, thick * 0.2, far, 0.0),
            ("Z",),
        )
        shapes += [Curve(segments, ink), Circle((side * 2.3, 0), 0.28, ink)]
    shapes.append(Polygon(((-1.5, 0), (0, -1.0), (1.5, 0), (0, 1.0)), ink))
    return Group(tuple(shapes), x, y, classes="rule")


def headed(x: float, y: float, title: str, points: float, wide: float, pen: Pen, down: float = 5.0) -> list[Shape]:
    """A title about x with its baseline at y, no wider than that, and a rule so far under it."""
    return [pen.title(x, y, title, points, within=wide), rule(x, y + down, min(wide, 110.0), pen)]


def double_rule(x: float, y: float, width: float, pen: Pen) -> Group:
    """A thick line over a thin one, from (x, y) to the right."""
    lines = Line((0, 0), (width, 0), pen.line(0.7)), Line((0, 0.9), (width, 0.9), pen.line(0.2))
    return Group(lines, x, y, classes="rule")


def frame(x: float, y: float, width: float, height: float, pen: Pen, inset: float = 5.0) -> Group:
    """A border of two lines, its corners cut in by quarter circles with a leaf in each."""
    outer = _notched(0, 0, width, height, inset, pen.line(0.7))
    inner = _notched(1.5, 1.5, width - 3, height - 3, inset, pen.line(0.22))
    s, ink = inset * 0.62, Style(fill=pen.ink("ink"))
    # A small leaf points from a corner to the middle, with a dot on each side.
    blade: Segments = (
        ("M", 0.12 * s, 0.12 * s),
        ("C", 0.62 * s, 0.05 * s, 0.85 * s, 0.4 * s, 0.95 * s, 0.95 * s),
        ("C", 0.4 * s, 0.85 * s, 0.05 * s, 0.62 * s, 0.12 * s, 0.12 * s),
        ("Z",),
    )
    dots = (Circle((a * s, b * s), 0.07 * s, ink) for a, b in ((1.02, 0.24), (0.24, 1.02)))
    leaf: tuple[Shape, ...] = (Curve(blade, ink), *dots)
    turns = (0, 0, 0.0), (width, 0, 90.0), (width, height, 180.0), (0, height, 270.0)
    corners = (Group(leaf, cx, cy, rotate=turn) for cx, cy, turn in turns)
    return Group((outer, inner, *corners), x, y, classes="frame")


def _notched(x: float, y: float, width: float, height: float, cut: float, style: Style) -> Curve:
    x1, y1, k = x + width, y + height, 0.5523 * cut
    segments: Segments = (
        ("M", x + cut, y),
        ("L", x1 - cut, y),
        ("C", x1 - cut, y + k, x1 - k, y + cut, x1, y + cut),
        ("L", x1, y1 - cut),
        ("C", x1 - k, y1 - cut, x1 - cut, y1 - k, x1 - cut, y1),
        ("L", x + cut, y1),
        ("C", x + cut, y1 - k, x + k, y1 - cut, x, y1 - cut),
        ("L", x, y + cut),
        ("C", x + k, y + cut, x + cut, y + k, x + cut, y),
        ("Z",),
    )
    return Curve(segments, style)


def nail(x: float, y: float, pen: Pen, scale: float = 1.0) -> Group:
    """The head of a square nail that holds a paper, 4 mm wide at full scale, and its shadow."""
    facets = (
        Circle((0.5, 0.6), 2.1, Style(fill=pen.tint(0.3))),
        Polygon(((-1.7, -1.4), (1.4, -1.8), (1.8, 1.5), (-1.3, 1.8)), Style(fill=pen.tint(0.85))),
        Polygon(((-1.7, -1.4), (1.4, -1.8), (0.1, 0.0)), Style(fill=pen.tint(0.4))),
        Polygon(((-1.7, -1.4), (0.1, 0.0), (-1.3, 1.8)), Style(fill=pen.tint(0.62))),
    )
    return Group(facets, x, y, scale, classes="nail")


def seal(x: float, y: float, radius: float, device: str, pen: Pen, seed: str) -> Group:
    """A wax seal with a device: an emblem's name, or one or two letters. In relief, so that grey prints tell it."""
    chance = random.Random(f"seal {seed}")
    wax, deep, light = pen.red, mixed(pen.red, "#000000", 0.35), mixed(pen.red, "#ffffff", 0.45)
    phase = [(k, chance.uniform(0, 6.28), chance.uniform(0.02, 0.06)) for k in (2, 3, 5, 7)]
    if device in emblems.names("signs") or pictured(device):
        mark: Shape = Group(emblems.draw("signs", device, light, wax), scale=0.6)
    else:
        letters, size = device[:2].upper(), 0.86 if len(device) == 1 else 0.62
        mark = Text(0, fonts.cap_height("cinzel", size) / 2, letters, size, "cinzel", "middle", light)
    turns = [math.tau * n / 64 for n in range(64)]
    reach = [1.14 + added(part * math.sin(k * turn + shift) for k, shift, part in phase) for turn in turns]
    edge = [(far * math.cos(turn), far * math.sin(turn)) for far, turn in zip(reach, turns, strict=True)]
    shapes = (
        Polygon(tuple((px + 0.05, py + 0.06) for px, py in edge), Style(fill=deep)),
        Polygon(tuple(edge), Style(fill=wax)),
        Circle((0.0, 0.0), 0.84, Style(fill=deep)),
        Circle((0.03, 0.04), 0.8, Style(fill=wax)),
        Circle((0.0, 0.0), 0.7, Style(stroke=light, width=0.025)),
        mark,
    )
    title = f"seal: {device.rpartition('/')[2]}"
    return Group(shapes, x, y, radius, chance.uniform(-14, 14), classes="seal", title=title)


def compass(x: float, y: float, radius: float, pen: Pen) -> Group:
    """A compass rose; the lily's place is taken by an N."""
    ink = pen.ink("ink")
    shapes = (
        Circle((0, 0), 0.62 * radius, pen.line(0.2)),
        Circle((0, 0), 0.55 * radius, pen.line(0.12)),
        Group(emblems.rose(ink, pen.tint(0.5), 8, inner=0.35, width=0.03), rotate=22.5, scale=0.52 * radius),
        Group(emblems.rose(ink, ink, 4, inner=0.26, width=0.02), scale=0.86 * radius),
        Text(0, -0.92 * radius, "N", 0.34 * radius, "cinzel", "middle", ink),
    )
    return Group(shapes, x, y, classes="compass")


def stamp(x: float, y: float, word: str, pen: Pen, turn: float = -12.0) -> Group:
    """A word in a frame, as a rubber or wooden stamp leaves it."""
    wide, high, ink = pen.wide(word, 17.0, "cinzel", 0.12), 17.0 * POINT, pen.red
    box = Rect(-wide / 2 - 3, -0.78 * high, wide + 6, 1.5 * high, Style(stroke=ink, width=0.9), corner=1.2)
    return Group((box, pen.text(0, 0.33 * high, word, 17.0, "cinzel", "middle", ink, spread=0.12)), x, y, rotate=turn)


OPTION = "--emblem"
FOLDERS: tuple[Kind, ...] = ("linocut", "pieces", "tokens", "signs")
WORDS: dict[str, Kind] = {"sign": "signs", "map": "maps"}  # what texts say of pictures in these folders
WITHIN = 0.82  # of a plain disc


def emblem(name: str, x: float, y: float, radius: float, pen: Pen) -> Use:
    """An emblem of that name, or somebody's own by its whole path. Raises TemplateError."""
    if pictured(name):
        return Use(pictures.read(Path(name)).symbol, x, y, radius, classes="emblem own")
    symbol = Symbol(f"emblem-{name}", emblems.draw("signs", name, pen.ink("ink"), pen.ink("paper")))
    return Use(symbol, x, y, radius, classes=f"emblem {name}", title=name)


def named(pen: Pen) -> dict[str, Inset]:
    """Every picture that a handout's text may name: `![a fox](sign:fox)`, `![forest](map:forest)`."""
    inks = pen.ink("ink"), pen.ink("paper"), pen.tint(0.55)
    return {
        f"{kind}:{name}": Inset(Symbol(f"{kind}-{name}", emblems.draw(folder, name, *inks)), height=1.5, alone=6.0)
        for kind, folder in WORDS.items()
        for name in emblems.names(folder)
    }


def others(components: Components, given: Sequence[str]) -> dict[str, str]:
    """What each kind of piece is to show: a file by its whole path, or an emblem by name. Raises UserError."""
    kinds = {form.lower(): kind for kind in components.tokens for form in (kind.kind, kind.name, kind.plural)}
    ours = sorted({name for folder in FOLDERS for name in emblems.names(folder)})
    out: dict[str, str] = {}
    for text in given:
        old, equals, new = (part.strip() for part in text.partition("="))
        if not equals:
            raise OptionError(f"{text!r} names no picture", "write piece=file, as in fox=vixen.svg", OPTION)
        if (kind := kinds.get(old.lower())) is None:
            known = ", ".join(kind.name.lower() for kind in components.tokens) or "none"
            raise OptionError(f"there is no piece {old!r}", f"the pieces are {known}", OPTION)
        out[kind.kind] = new
        if pictured(new):
            path = Path(new).absolute()
            pictures.read(path, f"{OPTION} {old}")
            out[kind.kind] = str(path)
        elif new not in ours:
            hint = meant(new, ours, "name a file of SVG or PNG, or one of")
            raise OptionError(f"there is no emblem {new!r}", hint, OPTION)
    return out


def struck(components: Components, theme: Theme, others: Mapping[str, str]) -> Components:
    """The same game with those pieces struck anew."""

    def anew(token: TokenKind) -> TokenKind:
        if token.kind not in others:
            return token
        front, back = emblems.sides(token.kind, lambda back: _side(token, theme, others[token.kind], back))
        return token._replace(front=front, back=back)

    return components._replace(tokens=tuple(map(anew, components.tokens)))


def _side(token: TokenKind, theme: Theme, name: str, back: bool) -> tuple[Shape, ...]:
    folder: Kind = next((folder for folder in FOLDERS if name in emblems.names(folder)), "signs")
    if theme.linocut:
        inks = theme.tints.get(token.kind) or Tint(token.ground, *map(theme.ink, ("ink", "bright", "light")))
        return emblems.medal(theme, inks, "line", emblems.cut(folder, name, inks, theme), back=back, small=True)
    ink, ground = map(theme.ink, ("light", "dark") if token.ground == theme.ink("dark") else ("ink", "light"))
    drawn = Group(emblems.draw(folder, name, ink, ground), scale=WITHIN * (0.8 if back else 1))
    ring = (Circle((0, 0), 0.8, Style(stroke=ink, width=0.06)),) if back else ()
    return (*emblems.disc(ground, ink), *ring, drawn)
