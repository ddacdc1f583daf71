"""The board as an enamel wheel, and the sheet about it: a title on the arc, foxes above, snakes below."""

from __future__ import annotations

import math
from functools import lru_cache

from printables.drawing import emblems
from printables.drawing.linocut import hand, lettering, scenery
from printables.scene import Circle, Curve, Group, Shape, Stage, Style, Symbol, Text, Use
from printables.scene.components import Components
from printables.scene.theme import Theme, Tint
from printables.text import fonts
from printables.text.language import say

RIM = 8.0  # board mm: beyond the outermost spaces' own room
GRAIN = 330  # cuts in the wood
DIAL = 21.0  # mm: half the picture of the hub
CLEAR = 3.1  # mm: grain keeps off the middle of a ring by that
TAGLINE = "a game of hunt and escape"
NARROW = 150.0  # mm: on a sheet no wider than this words reach further to the sides
FRAME = 4.4  # mm from the edge of the sheet: what is within its frame


def ground(radii: tuple[float, ...], outside: float, theme: Theme) -> tuple[Shape, ...]:
    """What lies under the rings: a rim with a plait, and a wooden disc; `outside` is the rim's radius."""
    wood = radii[-1] + 4.4
    if "border" not in theme.parts:
        edge = Style(fill=theme.ink("field"), stroke=theme.ink("ink" if theme.outline else "border"), width=0.6)
        return (Circle((0, 0), wood, edge),)
    middle, reach = (outside + wood) / 2, 0.34 * (outside - wood)
    if theme.outline:
        strands = (theme.ink("ink"), theme.ink("ink"))
        rims: tuple[Shape, ...] = (
            Circle((0, 0), outside, Style(stroke=theme.ink("ink"), width=0.25)),
            Circle((0, 0), wood, Style(stroke=theme.ink("ink"), width=0.25)),
        )
        case = theme.ink("space")
    else:
        case, strands = theme.ink("border"), (theme.ink("bright"), theme.ink("leaf"))
        line = Style(stroke=theme.ink("bright"), width=0.3)
        rims = (
            Circle((0, 0), outside, Style(fill=case)),
            Circle((0, 0), outside - 0.7, line),
            Circle((0, 0), wood + 0.7, line),
            Circle((0, 0), wood, Style(fill=theme.ink("field"))),
        )
    twist = Symbol("plait", scenery.plait(middle, reach, theme, strands, case))
    turns = (Use(twist, rotate=360 * n / scenery.TURNS) for n in range(scenery.TURNS))
    grain = (Curve(_grain(radii), Style(fill=theme.ink("grain"))),) if "grain" in theme.parts else ()
    return (*rims, *turns, *grain)


@lru_cache(maxsize=4)
def _grain(radii: tuple[float, ...]) -> hand.Segments:
    """Seeded cuts in the wood, bowed to the rings and clear of them."""
    wobble, cuts = hand.seeded("snakes-and-foxes"), []
    first, last = radii[0] - 6.5, radii[-1] + 3.6
    for _ in range(GRAIN):
        radius = first + (last - first) * math.sqrt(wobble.random())
        if min(abs(radius - ring) for ring in radii) < CLEAR:
            continue
        start, sweep = wobble.uniform(0, 360), math.degrees(wobble.uniform(6, 17) / radius)
        a, b = (hand.polar((0, 0), radius + wobble.uniform(-0.14, 0.14), start + part) for part in (0, sweep))
        cuts.append(hand.gouge(a, b, wobble.uniform(0.22, 0.42), sweep / 115, 0.5))
    return hand.joined(cuts)


def hub(spokes: int, theme: Theme) -> tuple[Shape, ...]:
    """The dial in the middle: the spokes' numbers round a star."""
    numbers = []
    for spoke in range(1, spokes + 1):
        x, y = hand.polar((0, 0), 16.5, _angle(spoke, spokes))
        numbers.append(Text(x, y + 0.9, str(spoke), 2.6, "sans-bold", "middle", theme.path("blue").ink))
    return (Group((*emblems.scene("dial", theme, DIAL, 0.25), *numbers), classes="hub-art"),)


def _angle(spoke: int, spokes: int) -> float:
    return -90 + (spoke - 0.5) * 360 / spokes


def draw(stage: Stage, components: Components, theme: Theme) -> tuple[Shape, ...]:
    """The sheet about the wheel."""
    shapes: list[Shape] = []
    # The wheel may break the frame, nothing else may.
    if "border" in theme.parts:
        shapes += scenery.frame(stage.sheet.within(1.0), theme, accent=theme.ink("warm"))
    shapes += _beside(stage, components, theme) if stage.beside else _over(stage, components, theme)
    return tuple(shapes)


def _over(stage: Stage, components: Components, theme: Theme) -> list[Shape]:
    """Title on the wheel's arc where there is room over it, else in a line; the animals in the corners."""
    middle = stage.board.centre
    radius = stage.board.width / 2
    room, unit = stage.title.height, stage.sheet.width / 200
    words = components.title.upper()
    size = 13.6 * unit
    if room < 1.9 * size or not lettering.has(words, theme.letters("roman")):
        fits = min(
            0.62 * room, size * 0.8 * stage.title.width / lettering.width(words, theme.letters("roman"), size, 0.035)
        )
        foot = max(stage.title.y + (room + 0.7 * fits) / 2, stage.sheet.y + FRAME + 0.8 * fits)
        return [
            lettering.straight(words, theme.letters("roman"), middle[0], foot, fits, theme.ink("title"), track=0.035)
        ]
    inks = (theme.ink("title"), theme.ink("ink"))
    arc = lettering.around(words, theme.letters("roman"), middle, radius + 4.6 * unit, size, inks, track=0.035)
    shapes: list[Shape] = [arc]
    top = middle[1] - radius - 4.6 * unit - size
    if top - stage.title.y > 14 * unit:
        y = stage.title.y + (top - stage.title.y) * 0.36 + 4 * unit
        shapes += _tagline(middle[0], max(y, stage.sheet.y + FRAME + 4.8 * unit), 6.4 * unit, theme)
    if "scenes" in theme.parts:
        fox = min(34 * unit, 0.62 * room)
        wide = stage.sheet.width
        tall = min(0.25 * wide if wide > NARROW else 0.19 * wide, 1.2 * stage.words.height)
        for turned in (False, True):
            side = -1 if turned else 1
            edge = stage.sheet.right if turned else stage.sheet.x
            x, y = edge + side * (7 * unit + 0.5 * fox), stage.board.y - 0.06 * room - fox * 0.28
            shapes.append(_animal("sitting-fox", "fox", x, y, fox, theme, turned=turned))
            x, y = edge + side * (3 * unit + 0.5 * tall), stage.words.bottom - 0.52 * tall - 5 * unit
            shapes.append(_animal("serpent", "snake", x, y, tall, theme, turned=turned))
    return shapes


def _beside(stage: Stage, components: Components, theme: Theme) -> list[Shape]:
    """The title in lines, with both animals under it."""
    area = stage.title
    shapes: list[Shape] = []
    lines = components.title.upper().replace("& ", "&\u00a0").split(" ")
    size = min(
        11.0,
        *(
            11.0 * area.width / lettering.width(line.replace("\u00a0", " "), theme.letters("roman"), 11.0, 0.03)
            for line in lines
        ),
    )
    y = area.y + 1.5 * size
    for line in lines:
        text = line.replace("\u00a0", " ")
        shapes.append(
            lettering.straight(text, theme.letters("roman"), area.centre[0], y, size, theme.ink("title"), track=0.03)
        )
        y += 1.25 * size
    if "scenes" in theme.parts and area.bottom - y > 18:
        tall = min(0.5 * area.width, area.bottom - y)
        for name, tint, part in (("sitting-fox", "fox", 0.27), ("serpent", "snake", 0.77)):
            x = area.x + part * area.width
            size = tall * (0.86 if tint == "fox" else 1.1)
            shapes.append(_animal(name, tint, x, y + tall / 2, size, theme, turned=tint == "snake"))
    return shapes


def _tagline(x: float, y: float, size: float, theme: Theme) -> list[Shape]:
    """A few words in italics between two long cuts."""
    ink = theme.ink("ink")
    said = say(TAGLINE)
    wide = fonts.width(said, "garamond-italic", size)
    shapes: list[Shape] = [Text(x, y, said, size, "garamond-italic", "middle", ink, width=wide)]
    for side in (1, -1):
        a, b = (x + side * (wide / 2 + k * size) for k in (0.5, 2.2))
        shapes.append(hand.filled(ink, hand.gouge((a, y - 0.28 * size), (b, y - 0.28 * size), 0.12 * size)))
        shapes.append(Circle((b + side * 0.3 * size, y - 0.28 * size), 0.1 * size, Style(fill=theme.ink("warm"))))
    return shapes


def _animal(name: str, tint: str, x: float, y: float, size: float, theme: Theme, *, turned: bool) -> Use:
    """A whole animal, so large (mm) about its middle."""
    inks, plate = theme.tint(tint), theme._replace(inks=theme.inks | {"light": theme.ink("sheet")})
    drawn = emblems.cut("figures", name, Tint(inks.body, theme.ink("ink"), theme.ink("warm"), inks.ground), plate)
    symbol = Symbol(f"{name}{'-turned' * turned}", emblems.mirrored(drawn) if turned else drawn)
    return Use(symbol, x, y, scale=size / 2)
