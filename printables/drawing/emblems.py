"""Emblems of pieces, signs, map and tokens: SVG files in templates/emblems, which a user may replace and add to. A file
is a picture in a circle of radius 1 about (0, 0), y down, or in any square viewBox, which is laid on that. It has path
(of M, L, C and Z with absolute numbers), polygon, polyline, line, circle, rect, and g with translate, scale, rotate.
Paints: black is the ink of whoever draws it, white the ground, gray a shade between, and none; in a linocut besides
ivory for cuts in the block, navy for the pen on what was left standing, and gold for one accent. Scenery has those of
`SCENE`. All of ours are drawn for Postfox. Functions return shapes in units of that radius, in colours of the theme."""

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from printables.core import Problem, TemplateError, meant, templates
from printables.drawing import bounds, hand
from printables.drawing.hand import Rim, Segments
from printables.scene import Circle, Curve, Group, Image, Line, Point, Polygon, Rect, Shape, Style, Symbol, mixed, walk
from printables.scene.theme import Theme, Tint, pictured


def disc(ground: str, rim: str, *, at: float = 0.9, width: float = 0.045) -> tuple[Shape, ...]:
    """A token's ground: a full disc and a thin ring inside it, where a cut a little off the line shows least."""
    return (Circle((0, 0), 1, Style(fill=ground)), Circle((0, 0), at, Style(stroke=rim, width=width)))


def dots(ink: str, count: int, *, radius: float = 0.2, apart: float = 0.58) -> tuple[Shape, ...]:
    """`count` dots in a row."""
    return tuple(Circle((-apart * (count - 1) / 2 + apart * n, 0), radius, Style(ink)) for n in range(count))


def rose(ink: str, fill: str, points: int, *, inner: float, width: float) -> tuple[Shape, ...]:
    """A star of `points` rays of length 1, one half of each ray filled as on a compass; one points straight up."""

    def at(turn: float, radius: float) -> Point:
        angle = 2 * math.pi * turn / points
        return (radius * math.sin(angle), -radius * math.cos(angle))

    rays = [(at(n, 1), at(n + 0.5, inner)) for n in range(points)]
    halves = tuple(part for a, b in rays for part in (("M", *a), ("L", *b), ("L", 0.0, 0.0), ("Z",)))
    edge = tuple(corner for ray in rays for corner in ray)
    return Curve(halves, Style(fill=fill)), Polygon(edge, Style(stroke=ink, width=width))


Kind = Literal["pieces", "signs", "maps", "tokens", "linocut", "figures", "scenery", "scenes", "dice", "making"]
FOLDER = "emblems"
LONGEST = 100_000
COUNTS = {"M": 2, "L": 2, "C": 6, "Z": 0}
PAINTS = ("black", "white", "gray", "none", "ivory", "navy", "gold")
# Paints of scenery by the roles of a theme: colours that are like them, so that a file shows what it will be.
SCENE = {
    "black": "border", "navy": "ink", "white": "space", "ivory": "sheet", "gold": "bright", "firebrick": "warm",
    "green": "leaf", "darkgreen": "deep", "palegreen": "pale", "steelblue": "water", "lightblue": "sky",
    "tan": "grain", "sienna": "earth", "wheat": "field", "midnightblue": "night", "orange": "glow",
    "cadetblue": "far",
}  # fmt: skip
EDGE, THIN_EDGE = 0.035, 0.012  # of the radius: the line about what is drawn as an outline, and about whole figures
FOOT, PIECE = 0.43, 0.28  # of it: how far under its middle a figure stands, and the radius of a piece in its place
BODY = Style(fill="black", stroke="black", width=0.02)  # of an outline given in place of a name
_ODD = re.compile(r"[^MLCZ\d\s.,-]")
_NUMBER = re.compile(r"-?\d*\.?\d+")
_PLACE = re.compile(r"\s*(?:translate\(([^()]*)\))?\s*(?:scale\(([^()]*)\))?\s*(?:rotate\(([^()]*)\))?\s*")
DETAIL = "detail"  # the group of what an outline does without
USE = "use"  # of a scene: a figure by the name of its file, and by the names of its tint
MARKS = (DETAIL, "window", "title", "head")  # groups that are known by their id
_NEEDED: dict[str, tuple[str, ...]] = {
    **{"path": ("d",), "polygon": ("points",), "polyline": ("points",), "line": ("x1", "y1", "x2", "y2")},
    **{"circle": ("cx", "cy", "r"), "rect": ("x", "y", "width", "height"), "g": ()},
}
_PAINTED = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray")


def names(kind: Kind) -> tuple[str, ...]:
    """All emblems of a kind, in order."""
    return templates.stems(f"{FOLDER}/{kind}", ".svg")


def draw(kind: Kind, name: str, ink: str, ground: str, shade: str = "") -> tuple[Shape, ...]:
    """An emblem in an ink on a ground, by name or as an outline; a picture as it is. Raises TemplateError."""
    if pictured(name):
        return _own(kind, name)
    paints = {"black": ink, "white": ground, "gray": shade or ink, "ivory": ground, "navy": ink, "gold": ink}
    return _painted(raw(kind, name), paints)


def _own(kind: Kind, name: str) -> tuple[Shape, ...]:
    """A picture in its own colours: a file by its whole path, or one among the emblems. Raises TemplateError."""
    from printables.drawing import pictures  # few themes have any

    return pictures.read(Path(name) if Path(name).is_absolute() else templates.find(f"{FOLDER}/{kind}/{name}")).shapes


def chosen(theme: Theme, *names: str) -> str:
    """What a theme shows for the first of these names that it has something else for; else the last of them."""
    return next((theme.emblems[name] for name in names if name in theme.emblems), names[-1])


def raw(kind: Kind, name: str) -> tuple[Shape, ...]:
    """An emblem, or a scene in mm, as it stands in its file. Raises TemplateError."""
    if name.startswith("M "):
        return (Curve(outline(name), BODY),)
    path = f"{FOLDER}/{kind}/{name}.svg"
    return _read(templates.read(path), str(templates.find(path)), kind)


def scene(name: str, theme: Theme, radius: float, line: float = 0.3) -> tuple[Shape, ...]:
    """A piece of scenery in the inks of a theme, in a circle of that radius about (0, 0). As outlines its masses are
    hollow with a `line` about them, and what its file has in a group "detail" is left out. Lengths in mm, since what is
    drawn on screens is not exact enough below them. Raises TemplateError."""
    shapes: list[Shape] = []
    for shape in _grown(raw("scenery", name), radius):
        if not (isinstance(shape, Group) and shape.classes == DETAIL):
            shapes.append(shape)
        elif not theme.outline:
            shapes += shape.shapes
    return dressed(tuple(shapes), theme, line)


def dressed(shapes: tuple[Shape, ...], theme: Theme, line: float) -> tuple[Shape, ...]:
    """Scenery in the inks of a theme; "gold 0.4" is so much gold in the night, where scenes have one."""
    own = {paint: theme.ink(role) for paint, role in SCENE.items()}
    for shape in walk(shapes):
        if isinstance(shape, Line | Circle | Rect | Polygon | Curve) and " " in (paint := shape.style.fill or ""):
            name, part = paint.split()
            own[paint] = mixed(own["midnightblue"], own[name], float(part) if "scenes" in theme.parts else 1.0)
    if not theme.outline:
        return _painted(shapes, own)
    ink, ground = theme.ink("ink"), theme.ink("space")
    edges = {paint: ink if colour == ground else colour for paint, colour in own.items() if paint != "navy"}
    return _painted(shapes, dict.fromkeys(own, ground) | {"navy": ink}, edges, line)


def figure(name: str, tint: Tint, theme: Theme, *, turned: bool = False) -> Symbol:
    """A whole animal or person in a circle of radius 1; a piece where none has that name. Raises TemplateError."""
    path = f"{FOLDER}/figures/{name}.svg"
    if not templates.exists(path):
        piece = Group(cut("pieces", name, tint, theme), y=FOOT - PIECE, scale=PIECE)
        return Symbol(f"piece-{name[:40]}-{theme.name}", (piece,))
    text = templates.read(path)
    drawn = _read(text, str(templates.find(path)), "figures", whole=True)
    x, y, wide = map(float, text.partition('viewBox="')[2].split()[:3])
    paints, edges = _inks("figures", tint, theme)
    half = wide / 2
    whole = Group(_painted(drawn, paints, edges, THIN_EDGE * half), -(x + half) / half, -(y + half) / half, 1 / half)
    name = f"{name}-{tint.body}-{paints['navy']}{'-turned' * turned}"
    return Symbol(name, mirrored((whole,)) if turned else (whole,))


@lru_cache(maxsize=128)
def _grown(shapes: tuple[Shape, ...], by: float) -> tuple[Shape, ...]:
    """So much larger, to a hundredth of a millimetre."""

    def at(*numbers: float) -> tuple[float, ...]:
        return tuple([round(round(number * by, 9), 2) for number in numbers])

    out: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Group):
            out.append(shape._replace(shapes=_grown(shape.shapes, by)))
            continue
        if isinstance(shape, Curve):
            shape = shape._replace(segments=tuple((s[0], *at(*map(float, s[1:]))) for s in shape.segments))
        elif isinstance(shape, Circle):
            x, y, radius = at(*shape.centre, shape.radius)
            shape = shape._replace(centre=(x, y), radius=radius)
        elif isinstance(shape, Polygon):
            shape = shape._replace(points=tuple((x * by, y * by) for x, y in shape.points))
        if isinstance(shape, Curve | Circle | Polygon):
            out.append(shape._replace(style=shape.style._replace(width=shape.style.width * by)))
    return tuple(out)


def cut(kind: Kind, name: str, tint: Tint, theme: Theme, line: float = EDGE) -> tuple[Shape, ...]:
    """An emblem as a linocut: by its name there, else the file of that kind in the same inks. Raises TemplateError."""
    name = chosen(theme, name) if kind != "figures" else name
    if pictured(name):
        return _own(kind, name)
    ours = not name.startswith("M ") and templates.exists(f"{FOLDER}/linocut/{name}.svg")
    found: Kind = "linocut" if ours and kind != "figures" else kind
    return _painted(raw(found, name), *_inks(kind, tint, theme))


def _inks(kind: Kind, tint: Tint, theme: Theme) -> tuple[dict[str, str], dict[str, str]]:
    """The paints of a linocut in a theme, and the lines about what has one."""
    light, pen = theme.ink("light"), theme.ink("ink")
    paints = {"black": tint.body, "gray": tint.shade, "white": light, "ivory": light, "navy": pen, "gold": tint.accent}
    if not theme.outline:
        edged = ("gold", "white") if kind == "figures" else ("gold",)
        return paints, dict.fromkeys(edged if tint.accent == light else (), tint.body)
    paints |= {"black": light, "gray": light, "gold": light, "ivory": tint.body}
    return paints, dict.fromkeys(("black", "gray", "white", "gold"), tint.body)


def mirrored(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """An emblem that looks the other way."""
    out: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Curve):
            shape = shape._replace(segments=hand.mapped(shape.segments, lambda x, y: (-x, y)))
        elif isinstance(shape, Circle):
            shape = shape._replace(centre=(-shape.centre[0], shape.centre[1]))
        elif isinstance(shape, Polygon):
            shape = shape._replace(points=tuple((-x, y) for x, y in shape.points))
        elif isinstance(shape, Group):
            shape = shape._replace(x=-shape.x, shapes=mirrored(shape.shapes))
        elif isinstance(shape, Image):
            shape = shape._replace(x=-shape.x - shape.width)
        out.append(shape)
    return tuple(out)


def token(theme: Theme, name: str, ink: str, ground: str) -> tuple[Shape, ...]:
    """What a theme shows on a token, card or die of a game. Raises TemplateError."""
    plain = name.removesuffix("-outline")
    # A picture has no outline of its own.
    return draw("tokens", chosen(theme, plain if pictured(theme.emblems.get(plain, "")) else name), ink, ground)


def fault(kind: Kind, name: str) -> Problem | None:
    """What is wrong with an emblem that a file names, or gives as an outline; in its own file or here."""
    try:
        if pictured(name):
            if Path(name).is_absolute() or not templates.exists(f"{FOLDER}/{kind}/{name}"):
                return Problem("", 0, f"there is no picture {name[-40:]!r}", f"put it into templates/{FOLDER}/{kind}")
            _own(kind, name)
        elif not name.startswith("M"):
            if name not in names(kind):
                hint = f"{meant(name, names(kind), 'known are')}, or M 0 0 L ... in a circle"
                return Problem("", 0, f"there is no emblem {name[:30]!r}", hint)
            draw(kind, name, *PAINTS[:2])
        elif any(abs(value) > 1 for segment in outline(name) for value in segment[1:] if isinstance(value, float)):
            return Problem("", 0, "the outline reaches beyond the circle of radius 1")
    except ValueError as error:
        return Problem("", 0, str(error))
    except TemplateError as error:
        return error.problems[0]
    return None


def outline(text: str) -> Segments:
    """An outline as segments of a Curve. Raises ValueError for what is none."""
    segments: list[tuple[str | float, ...]] = []
    words, at = text.replace(",", " ").split(), 0
    odd = _ODD.search(text)
    while at < len(words):
        letter = words[at]
        if letter not in COUNTS or (not segments and letter != "M"):
            raise ValueError(f"{letter[:20]!r} in an outline is not M, L, C or Z, or it does not begin with M")
        count = COUNTS[letter]
        numbers, at = words[at + 1 : at + 1 + count], at + 1 + count
        try:
            segments.append((letter, *map(float, numbers)))
        except ValueError:
            numbers = []
        if len(numbers) < count or odd:
            raise ValueError(f"{letter} in an outline needs {count} numbers")
    return tuple(segments)


def _painted(
    shapes: tuple[Shape, ...], paints: dict[str, str], edges: Mapping[str, str] = {}, line: float = EDGE
) -> tuple[Shape, ...]:
    """The same in the colours asked for; those with one of the `edges` have a line about them, in that colour."""
    out: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Group):
            out.append(shape._replace(shapes=_painted(shape.shapes, paints, edges, line)))
        elif isinstance(shape, Line | Circle | Rect | Polygon | Curve):
            fill, stroke = (paints.get(paint or "") for paint in shape.style[:2])
            if not fill:  # a line is what a line about a mass would be
                stroke = edges.get(shape.style.stroke or "", stroke)
            style = shape.style._replace(fill=fill, stroke=stroke)
            if fill and (edge := edges.get(shape.style.fill or "")):
                style = style._replace(stroke=edge, width=line, cap="round")
            out.append(shape._replace(style=style))
    return tuple(out)


@lru_cache(maxsize=128)
def _read(text: str, source: str, kind: Kind = "pieces", whole: bool = False) -> tuple[Shape, ...]:
    """The shapes of a file. Raises TemplateError with one Problem a mistake."""
    from xml.parsers import expat  # a match is verified without

    reader = _Reader(kind, whole)
    try:
        if len(text) > LONGEST:
            raise ValueError(f"the file has more than {LONGEST} characters")
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        reader.wrong(f"this is not SVG: {expat.ErrorString(error.code)}", "save it as plain SVG")
    except ValueError as error:
        reader.wrong(str(error))
    shapes = tuple(reader.groups[0])
    box = bounds.of(shapes) if not reader.whole else (0, 0, 1, 1)
    if not reader.problems and (box is None or max(-box[0], -box[1], box[2], box[3]) > 1.1):
        reader.wrong("nothing is drawn" if box is None else "it reaches beyond the picture", "fill the viewBox")
    if kind == "scenes" and not reader.problems and not (shapes and isinstance(shapes[0], Rect)):
        reader.wrong("a scene begins with its ground", 'write <rect x="0" y="0" width="210" height="254" .../> first')
    if reader.problems:
        raise TemplateError.of(tuple(problem._replace(source=source) for problem in reader.problems))
    return shapes


class _Reader:
    """Turns the elements of a file into shapes as they come, and gathers its mistakes."""

    def __init__(self, kind: Kind, whole: bool) -> None:
        from xml.parsers import expat

        self.parser: Any = expat.ParserCreate()
        self.parser.StartElementHandler, self.parser.EndElementHandler = self.begin, self.end
        self.parser.EntityDeclHandler = self.entity
        self.kind, self.problems, scene = kind, list[Problem](), kind == "scenes"
        self.needed = _NEEDED | ({USE: ("href",)} if scene else {})
        self.painted = (*_PAINTED, "fill-opacity") if scene else _PAINTED
        self.whole = whole or kind in ("scenes", "making")  # all is taken as it stands
        self.paints = tuple(SCENE) if kind in ("scenery", "scenes") else PAINTS
        self.groups: list[list[Shape]] = [[]]
        self.placed: list[tuple[tuple[float, float, float, float], str]] = []
        self.corner, self.unit = (-1.0, -1.0), 1.0

    def wrong(self, message: str, hint: str = "") -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.problems.append(Problem("", line, message, hint, column))

    def entity(self, name: str, *_: object) -> None:
        raise ValueError(f"the file defines &{name};, and a picture needs none")

    def begin(self, tag: str, given: dict[str, str]) -> None:
        try:
            if tag == "svg":
                self.view(given.get("viewBox", "-1 -1 2 2"))
            elif tag not in self.needed:
                raise ValueError(f"<{tag}> is not known here; {meant(tag, self.needed, 'known are')}")
            elif tag == "g":
                self.groups.append([])
                self.placed.append((self.place(given.get("transform", "")), given.get("id", "")))
            elif missing := [name for name in self.needed[tag] if name not in given]:
                raise ValueError(f"<{tag}> has no {missing[0]}")
            elif tag == USE:
                x, y, scale, turn = self.place(given.get("transform", ""))
                what = " ".join((USE, given["href"], given.get("class", "")))
                self.groups[-1].append(Group((), x, y, scale, turn, what))
            elif odd := [name for name in given if name not in (*_NEEDED[tag], *self.painted, "rx", "id")]:
                known = meant(odd[0], (*_NEEDED[tag], *self.painted), "known are")
                raise ValueError(f"{odd[0]} is not known here; {known}")
            else:
                self.groups[-1].append(self.shape(tag, given))
        except ValueError as error:
            message, _, hint = str(error).partition("; ")
            self.wrong(message, hint)
            if tag == "g":
                self.placed.append(((0.0, 0.0, 1.0, 0.0), ""))

    def end(self, tag: str) -> None:
        if tag == "g":
            (place, name), shapes = self.placed.pop(), tuple(self.groups.pop())
            self.groups[-1].append(Group(shapes, *place, classes=name if name in MARKS else ""))

    def view(self, text: str) -> None:
        x, y, width, height = self.numbers(text, 4)
        if not self.whole and (width <= 0 or width != height):
            raise ValueError('the picture is not square; write viewBox="-1 -1 2 2"')
        if not self.whole:
            self.corner, self.unit = (x, y), 2 / width

    def place(self, text: str) -> tuple[float, float, float, float]:
        found = _PLACE.fullmatch(text)
        if found is None:
            raise ValueError(f"transform {text[:40]!r} is not possible; write translate(x y) scale(s) rotate(degrees)")
        x, y = self.numbers(found[1], 2) if found[1] else (0.0, 0.0)
        scale = self.numbers(found[2], 1)[0] if found[2] else 1.0
        return x * self.unit, y * self.unit, scale, self.numbers(found[3], 1)[0] if found[3] else 0.0

    def shape(self, tag: str, given: dict[str, str]) -> Shape:
        style = self.style(given)
        if tag == "path":
            return Curve(tuple((letter, *self.points(numbers)) for letter, *numbers in outline(given["d"])), style)
        if tag in ("polygon", "polyline"):
            values = self.points(self.numbers(given["points"], 0))
            return Polygon(tuple(zip(values[::2], values[1::2], strict=True)), style, closed=tag == "polygon")
        numbers = self.numbers(" ".join(given[name] for name in _NEEDED[tag]), len(_NEEDED[tag]))
        x, y, *rest = self.points(numbers[:2])
        if tag == "line":
            return Line((x, y), self.points(numbers[2:]), style)  # type: ignore[arg-type]
        rest = [value * self.unit for value in numbers[2:]]
        if tag == "circle":
            return Circle((x, y), rest[0], style)
        return Rect(x, y, rest[0], rest[1], style, self.numbers(given.get("rx", "0"), 1)[0] * self.unit)

    def style(self, given: dict[str, str]) -> Style:
        for name in ("fill", "stroke"):
            if (paint := given.get(name, "none")) not in ("none", *self.paints):
                raise ValueError(f"{name} {paint[:20]!r} is not possible; take {', '.join(self.paints)} or none")
        fill, stroke = (None if (paint := given.get(name, "none")) == "none" else paint for name in ("fill", "stroke"))
        if fill and "fill-opacity" in given:
            fill = f"{fill} {self.numbers(given['fill-opacity'], 1)[0]}"
        width = self.numbers(given.get("stroke-width", "0.25"), 1)[0] * self.unit
        dash = tuple(value * self.unit for value in self.numbers(given.get("stroke-dasharray", ""), 0))
        return Style(fill, stroke, width, dash, "round" if given.get("stroke-linecap") == "round" else "butt")

    def numbers(self, text: str, count: int) -> tuple[float, ...]:
        """So many numbers, or any even number of them (0)."""
        words = text.replace(",", " ").split()
        if not all(_NUMBER.fullmatch(word) for word in words) or len(words) != (count or len(words) // 2 * 2):
            raise ValueError(f"{text[:40]!r} is not possible; write {count or 'pairs of'} plain numbers")
        return tuple(map(float, words))

    def points(self, values: Any) -> tuple[float, ...]:
        """Coordinates x, y, x, y, ... in the circle of radius 1."""
        if self.unit == 1.0 and self.corner == (-1.0, -1.0):  # as they stand, to the last bit
            return tuple(values)
        (x, y), unit = self.corner, self.unit
        return tuple([(value - (y if n % 2 else x)) * unit - 1 for n, value in enumerate(values)])


# Of the radius: a rim, and of the disc's width the emblem; and both where a piece is 12 mm wide or less.
THICK, WITHIN = 0.125, 0.765
THIN, WIDE = 0.07, 0.86
LEAST = 0.045  # of the radius: the line about the back's ring


@lru_cache(maxsize=200)
def _cuts(kind: Rim, radius: float, thick: float) -> hand.Segments:
    return hand.mapped(hand.rim(kind, 100 * radius, 100 * thick), lambda x, y: (round(x / 100, 4), round(y / 100, 4)))


def medal(
    theme: Theme, tint: Tint, rim: Rim, emblem: tuple[Shape, ...], *, back: bool = False, small: bool = False
) -> tuple[Shape, ...]:
    """A disc of radius 1, its rim a side's sign without colour. `small`, and on screens: plain, its emblem larger."""
    small = small or not theme.parts
    thick, scale = (THIN, WIDE) if small else (THICK, WITHIN)
    rim, edge = "" if small else rim, 1 - thick
    if theme.outline:
        line, ground = Style(stroke=tint.body, width=0.035), Circle((0, 0), 1, Style(fill=theme.ink("light")))
        round_: tuple[Shape, ...] = (ground, Circle((0, 0), 0.96, line), Circle((0, 0), edge, line))
        cuts = Curve(_cuts(rim, 0.97, thick - 0.03), Style(fill=tint.body)) if rim not in ("", "line") else None
    else:
        round_ = (Circle((0, 0), 1, Style(fill=tint.body)), Circle((0, 0), edge, Style(fill=tint.ground)))
        cuts = Curve(_cuts(rim, 1.0, thick), Style(fill=tint.ground)) if rim else None
    ring = Circle((0, 0), 0.76, Style(stroke=tint.body, width=LEAST, dash=() if theme.outline else (0.16, 0.1)))
    marks = (ring,) if back else (cuts,) if cuts else ()
    return (*round_, *marks, Group(emblem, scale=0.8 * scale if back else scale))


def sides(kind: str, draw: Callable[[bool], tuple[Shape, ...]]) -> tuple[Symbol, Symbol]:
    """The front and the back of a kind of token; `draw` is told whether it is the back."""
    return Symbol(f"{kind}-front", draw(False)), Symbol(f"{kind}-back", draw(True))


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
    """A medal of an emblem in the inks of `tint`, or its own; `turned`: mirrored; `small` too. Raises TemplateError."""
    inks = theme.tint(tint or name)
    shapes = cut(kind, chosen(theme, tint or name, name), inks, theme)
    return medal(theme, inks, rim, mirrored(shapes) if turned else shapes, back=back, small=small)
