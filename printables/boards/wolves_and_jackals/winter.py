"""Dens, Cave and Mouth about the squares, plain or as a map in winter with the beast's head, in board mm; teeth."""

import math

from printables.core.templates import say
from printables.drawing import emblems, hand, lettering, scenery
from printables.scene import Circle, Curve, Group, Line, Polygon, Rect, Shape, Stage, Style, Symbol, Text, Use, mixed
from printables.scene.components import Components
from printables.scene.theme import Theme, Tint

CELL = 17.0  # board mm: the side of a square
DEN = (4.56, 1.39, 3.0)  # cells: from the middle to the near edge, width, height
# Cells from the middle, and from the middle of a row: an arrow between the frame of the squares and a den.
ARROW = ((4.23, -0.05), (4.3, -0.05), (4.3, -0.12), (4.4, 0), (4.3, 0.12), (4.3, 0.05), (4.23, 0.05))
DEN_MIDDLE = -0.5  # cells below the middle of the board
CAVE = (4.3, 8.0, 1.775)  # cells: from the middle to the upper edge, width, height
MOUTH = (5.3, 8.0, 1.84)  # cells: from the middle to the middle of the Mouth, width, height
NAME = 0.23  # cells: the size of an area's name
EDGE = 3.2  # board mm: the toothed edge of the squares
MAW, HEAD, MOON_WIDE = 70.0, 86.0, 40.0  # board mm: half the pictures of the maw, the head and the moon
MAW_TOP, MOON = -14.63, -29.9  # mm below the middle of the Mouth: the corners of the maw, and the middle of the moon
LIFT = 1.9  # mm: the Mouth stands a little over the middle of its place
HIGH = 50.2  # mm from those corners to the tips of the moon's rays
VAULT = 42.0  # board mm: half the picture of a den
PREY = 0.5  # cells: the radius of the medal that shows where the Prey lies, larger than its token
GHOST = 0.45  # how much of its ink an emblem keeps that shows where a piece starts
STARS = ((0.07, 0.12, 2.4), (0.15, 0.3, 1.4), (0.05, 0.44, 1.7), (0.11, 0.62, 1.2), (0.06, 0.8, 1.3), (0.17, 0.1, 1.2))


def drawn(theme: Theme, *, cave: bool) -> tuple[Shape, ...]:
    """All areas of the board, the coins between the jaws of the Mouth; `cave`: the game is played with one."""
    dens = (_den(side, theme) for side in (-1, 1))
    jaws = (*emblems.scene("mouth", theme, MAW), _name(0, 0.08, say("The Mouth"), theme))
    mouth = Group(jaws, y=-MOUTH[0] * CELL, classes="area mouth")
    return (*dens, mouth, *((_cave(theme),) if cave else ()))


def area_marks(squares: tuple[tuple[str, float, float], ...], theme: Theme) -> Group:
    """A small head in the lower right corner of each starting square: (side, x, y) in board millimetres."""
    heads = {side: emblems.token(theme, side, theme.ink("soft"), theme.ink("space")) for side, _, _ in squares}
    at = [(heads[side], x + 0.38 * CELL, y + 0.38 * CELL) for side, x, y in squares]
    return Group(tuple(Group(head, x, y, scale=0.1 * CELL) for head, x, y in at), classes="starts")


def _name(x: float, y: float, text: str, theme: Theme) -> Text:
    return Text(x * CELL, y * CELL, text, NAME * CELL, "serif-bold", "middle", theme.ink("ink"))


def _den(side: int, theme: Theme) -> Group:
    """A fenced strip beside three squares, an arrow from each into it, its owner's head over it."""
    near, width, height = DEN
    line = Style(stroke=theme.ink("ink"), width=0.05 * CELL)
    left = near if side > 0 else -near - width
    box = Rect(left * CELL, (DEN_MIDDLE - height / 2) * CELL, width * CELL, height * CELL, line, corner=0.2 * CELL)
    corners = [tuple((side * x * CELL, (DEN_MIDDLE + row + y) * CELL) for x, y in ARROW) for row in (-1, 0, 1)]
    arrows = [Polygon(one, Style(fill=theme.ink("ink"))) for one in corners]
    middle, top = side * (near + width / 2), DEN_MIDDLE - height / 2
    head = emblems.token(theme, "jackal" if side < 0 else "wolf", theme.ink("ink"), theme.ink("paper"))
    owner = Group(head, x=middle * CELL, y=(top - 0.95) * CELL, scale=0.45 * CELL)
    return Group((box, *arrows, owner, _name(middle, top - 0.18, say("Den"), theme)), classes="area den")


def _cave(theme: Theme) -> Group:
    top, width, height = CAVE
    x, y, w, h = (-width / 2 * CELL, top * CELL, width * CELL, height * CELL)
    vault: tuple[tuple[str | float, ...], ...] = (
        ("M", x, y + h), ("L", x, y + 0.4 * CELL), ("C", x, y + 0.1 * CELL, x + 0.2 * CELL, y, x + 0.5 * CELL, y),
        ("L", x + w - 0.5 * CELL, y), ("C", x + w - 0.2 * CELL, y, x + w, y + 0.1 * CELL, x + w, y + 0.4 * CELL),
        ("L", x + w, y + h), ("Z",),
    )  # fmt: skip
    line = Style(stroke=theme.ink("ink"), width=0.05 * CELL)
    return Group((Curve(vault, line), _name(0, top + 0.27, say("The Cave"), theme)), classes="area cave")


def ground(theme: Theme, *, cave: bool) -> tuple[Shape, ...]:
    """What lies under the squares and the places beside them."""
    side = 8 * CELL
    band = hand.box(-side / 2 - EDGE, -side / 2 - EDGE, side + 2 * EDGE, side + 2 * EDGE)
    teeth = hand.joined(_teeth(side, turn) for turn in range(4))
    if "border" not in theme.parts:
        edge = [Curve(hand.box(-side / 2, -side / 2, side, side), Style(stroke=theme.ink("border"), width=1.2))]
    else:
        frame = Style(stroke=theme.ink("ink"), width=0.3) if theme.outline else Style(fill=theme.ink("border"))
        edge = [Curve(band, frame), hand.filled(theme.ink("leaf"), teeth)]
    ink = theme.ink("border" if theme.outline else "space")
    name = Text(0, 8.74, say("The Mouth"), 3.9, "serif-bold", "middle", ink)
    mouth = Group((*emblems.scene("maw", theme, MAW), name), y=-MOUTH[0] * CELL - LIFT, classes="area mouth")
    dens = (_winter_den(sign, theme) for sign in (-1, 1))
    return (*edge, mouth, *dens, *((_winter_cave(theme),) if cave else ()))


def _teeth(side: float, turn: int) -> hand.Segments:
    """Small triangles along one side of the squares, pointing at them."""
    count = 40
    wide, out = side / count, side / 2 + EDGE / 2
    cos, sin = round(math.cos(turn * math.pi / 2)), round(math.sin(turn * math.pi / 2))
    triangles = []
    for number in range(count):
        along = -side / 2 + number * wide
        corners = ((along + 0.25, -out - 0.9), (along + wide - 0.25, -out - 0.9), (along + wide / 2, -out + 0.9))
        triangles.append(hand.polygon((x * cos - y * sin, x * sin + y * cos) for x, y in corners))
    return hand.joined(triangles)


def _winter_den(sign: int, theme: Theme) -> Group:
    """A vaulted den of cut stone with its owner over the places, and arrows into it from three squares."""
    near, width, _ = (part * CELL for part in DEN)
    middle = sign * (near + width / 2)
    name = "jackal" if sign < 0 else "wolf"
    owner = emblems.cut("tokens", name, theme.tint(name), theme)
    head = Symbol(f"den-{name}", emblems.mirrored(owner) if sign < 0 else owner)
    walls = Group(emblems.scene(f"den-{name}", theme, VAULT), middle, (DEN_MIDDLE - 0.5) * CELL)
    label = (DEN_MIDDLE - DEN[2] / 2 - 0.14) * CELL
    said = Text(middle, label, say("Den"), 0.21 * CELL, "serif-bold", "middle", theme.ink("ink"))
    arrows = [hand.polygon((sign * x * CELL, (DEN_MIDDLE + row + y) * CELL) for x, y in ARROW) for row in (-1, 0, 1)]
    shapes = (walls, Use(head, middle, label - 0.62 * CELL, scale=0.35 * CELL), said)
    return Group((*shapes, hand.filled(theme.ink("warm"), *arrows)), classes="area den")


def _winter_cave(theme: Theme) -> Group:
    """A cave under the board: rock in strata, stalactites between the places, eyes in the dark corners."""
    top, ink = CAVE[0] * CELL - 2.0, theme.ink("ink" if theme.outline else "space")
    name = Text(0, top + 5.2, say("The Cave"), 0.22 * CELL, "serif-bold", "middle", ink)
    return Group((Group(emblems.scene("cave", theme, 96.0), y=top + 18), name), classes="area cave")


def marks(squares: tuple[tuple[str, float, float], ...], theme: Theme) -> tuple[Shape, ...]:
    """A pale head on each starting square, (side, x, y) in board millimetres, and the Prey's medal in the middle."""
    light = theme.ink("space")
    ghosts = {}
    for name in ("jackal", "wolf", "stag"):
        inks = theme.tint(name)
        body, shade, accent = (mixed(light, ink, GHOST) for ink in inks[:3])
        faint = Tint(body, shade, accent, light)
        pale = theme._replace(inks=theme.inks | {"ink": faint.shade})
        drawn = emblems.cut("tokens", name, faint, pale)
        drawn = emblems.medal(pale, faint, "beads", drawn) if name == "stag" else drawn
        ghosts[name] = Symbol(f"start-{name}", emblems.mirrored(drawn) if name == "jackal" else drawn)
    uses = (Use(ghosts[name], x + 0.06 * CELL, y + 0.07 * CELL, scale=0.31 * CELL) for name, x, y in squares)
    return (Group((*uses, Use(ghosts["stag"], 0.0, 0.0, scale=PREY * CELL)), classes="starts"),)


def draw(stage: Stage, components: Components, theme: Theme) -> tuple[Shape, ...]:
    """The sheet about the map: stars, the title, and the beast whose maw is the Mouth."""
    sheet = stage.sheet.within(1.0)
    paper = Curve(hand.box(*sheet), Style(fill=theme.ink("sheet")))
    shapes: list[Shape] = [paper] if "scenes" in theme.parts else []
    line = Style(stroke=theme.ink("border"), width=0.3)
    shapes += [*scenery.plain(sheet, theme, 1.6), Curve(hand.box(*sheet.within(2.8)), line)]
    area = stage.title
    title, letters, ink = components.title, theme.letters("fangs"), theme.ink("title")
    if stage.beside:
        held = area.within(0.04 * area.width)
        return *shapes, lettering.within(title, letters, held, 13.0, ink, track=0.03, top=True)
    size = min(0.84 * area.width / lettering.width(title, letters, 1.0, 0.04), 12.0, 0.6 * max(area.height, 9.0))
    # The head takes what room there is over the maw, under a name at the top: a little flatter where it is less.
    press = min(1.0, (area.height - size - 5) / (HIGH * stage.scale))
    crowned = press > 0.5
    foot = area.y + 0.35 * (12.0 if crowned or area.height > 40 else area.height) + 0.72 * size
    shapes.append(lettering.straight(title, letters, area.centre[0], foot, size, ink, track=0.04))
    if crowned:
        stars = [
            hand.star((x, area.y + 8 + v * (area.height - 8)), radius)
            for u, v, radius in STARS
            for x in (area.x + u * area.width, area.right - 1.13 * u * area.width)
        ]
        drawn = Group(crown(theme, press), *stage.origin, scale=stage.scale)
        shapes += [hand.filled(theme.ink("ink"), *stars), drawn]
    for sign in (1, -1):
        a = area.centre[0] + sign * (lettering.width(title, letters, size, 0.04) / 2 + 5)
        b = area.centre[0] + sign * (area.width / 2 - 6)
        if abs(b - a) > 8 and (b - a) * sign > 0:
            y = foot - 0.32 * size
            rule, end = hand.gouge((a, y), (b, y), 1.0), hand.star((b + sign * 2, y), 1.3, 4, 0.7)
            shapes.append(hand.filled(theme.ink("warm"), rule, end))
    return tuple(shapes)


def crown(theme: Theme, press: float = 1.0) -> tuple[Shape, ...]:
    """The beast's head behind its maw, the moon behind it; `press`: what it keeps of its height over the corners."""

    def flat(y: float) -> float:
        return y + max(0.0, MAW_TOP - y) * (1 - press)

    face: list[Shape] = []
    for shape in emblems.scene("beast", theme, HEAD):
        if isinstance(shape, Curve):
            shape = shape._replace(segments=hand.mapped(shape.segments, lambda x, y: (x, flat(y))))
        elif isinstance(shape, Circle):
            shape = shape._replace(centre=(shape.centre[0], flat(shape.centre[1])))
        face.append(shape)
    moon = Group(emblems.scene("moonrise", theme, MOON_WIDE * press), y=flat(MOON))
    return (Group((moon, *face), y=-MOUTH[0] * CELL - LIFT),)


def tooth(value: int, sides: int, ink: str, ground: str) -> tuple[Shape, ...]:
    """A face of a die: its number (ten shows 0 on ten sides), underlined where it could be read upside down."""
    text = "0" if value == sides == 10 else str(value)
    size = 1.25 if len(text) == 1 else 1.0
    line = (Line((-0.26, 0.62), (0.26, 0.62), Style(stroke=ink, width=0.09)),) if text in ("6", "9") else ()
    disc = Circle((0, 0), 0.98, Style(fill=ground, stroke=ink, width=0.03))
    return (disc, Text(0, 0.35 * size, text, size, "sans-bold", "middle", ink), *line)
