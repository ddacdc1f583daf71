"""From a Sheet to PDF, SVG and PNG. The only modules that import reportlab, svgwrite and the rasteriser.

What shapes are painted with, as attributes of SVG: a group says once what most in it would say one by one."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, NamedTuple, cast

from printables.scene import Circle, Curve, Group, Line, Met, Polygon, Rect, Shape, Style, Text
from printables.text import fonts

FINE = 10_000  # parts of a millimetre in which paths are counted
_GRAINS = {4: 1, 3: 10, 2: 100}  # of those parts, by the places that a length is written with
_APART = re.compile(r"(\.\d+) (?=\.)")  # two numbers that a second point parts as well
_WAYS = {"M": "m", "L": "l", "C": "c"}

Segments = Iterable[tuple[str | float, ...]]


@lru_cache(maxsize=50_000)  # most of a drawing's lengths are met again and again
def number(value: float) -> str:
    """A length as short as it can be written: to 10 µm, below 10 mm to 1 µm, below 1 mm to 0.1 µm. Symbols are drawn in
    units of a millimetre and scaled up; the whole of a sheet needs no more than a printer's dot."""
    return short(value, _places(value))


def _places(value: float) -> int:
    return 4 if -1 < value < 1 else 3 if -10 < value < 10 else 2


def short(value: float, places: int) -> str:
    """A number to so many decimals, without zeros that say nothing."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def path(segments: Segments) -> str:
    """A path from the corner of the sheet, as whoever shortens it in a way of their own reads it."""
    return "".join([f"{letter}{' '.join(map(number, numbers))}" for letter, *numbers in segments])


def short_path(segments: Segments) -> str:
    """The same path from each point to the next: what is between them has fewer digits than where they are."""
    made, x, y, began, last = list[str](), 0, 0, (0, 0), ""
    for segment in cast(Iterable[tuple[Any, ...]], segments):
        letter = segment[0]
        if letter == "Z":
            made.append("z")
            (x, y), last = began, ""
            continue
        left, top, way = x, y, _WAYS[letter]
        x, y = _parts(segment[-2]), _parts(segment[-1])
        steps = f"{_step(x - left)} {_step(y - top)}"
        if letter == "C":  # most of an outline: spelt out, for what takes time here is calls
            _, a, b, c, d, _, _ = segment
            first = f"{_step(_parts(a) - left)} {_step(_parts(b) - top)}"
            steps = f"{first} {_step(_parts(c) - left)} {_step(_parts(d) - top)} {steps}"
        made.append(f"{' ' if way == last else way}{steps}")
        last = way
        if way == "m":
            began, last = (x, y), "l"  # what follows a move without a letter is a line
    return _APART.sub(r"\1", "".join(made).replace(" -", "-"))


def _parts(value: float) -> int:
    """A length in parts, rounded as `number` does."""
    grain = _GRAINS[_places(value)]
    return grain * round(value * FINE / grain)


@lru_cache(maxsize=50_000)
def _step(parts: int) -> str:
    text = short(parts / FINE, 4)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


_DOUBLE = re.compile(r"#(\w)\1(\w)\2(\w)\3")
FEW = 3  # shapes: fewer save nothing


class Paint(NamedTuple):
    """What is inherited. In a shape None is what it does not ask for, in a group what nothing above it has said."""

    fill: str | None = None
    font_size: str | None = None
    font_style: str | None = None
    font_weight: str | None = None
    stroke: str | None = None
    stroke_width: str | None = None
    text_anchor: str | None = None

    def less(self, above: "Paint") -> dict[str, str]:
        """The attributes of this that are not inherited from above."""
        both = zip(self._fields, self, above, strict=True)
        return {name: own for name, own, said in both if own is not None and own != said}


# What SVG itself begins with.
NOTHING = Paint(font_style="normal", font_weight="400", stroke="none", text_anchor="start")
_LENGTHS = tuple(len(name) + len(' =""') for name in Paint._fields)


def wanted(shape: Shape) -> Paint:
    """What a shape that is no group asks for, said or inherited."""
    match shape:
        case Text():
            anchor = "start" if pieces(shape) else shape.anchor
            own = face(shape.font)
            style, weight = own.get("font_style", "normal"), own.get("font_weight", "400")
            return Paint(ink(shape.fill), number(shape.size), style, weight, "none", None, anchor)
        case Line(style=style) | Circle(style=style) | Rect(style=style) | Polygon(style=style) | Curve(style=style):
            fill = None if isinstance(shape, Line) else ink(style.fill)
            return Paint(fill, stroke=ink(style.stroke), stroke_width=number(style.width) if style.stroke else None)
    return Paint()  # symbols say all themselves


@cache
def ink(colour: str | None) -> str:
    """A colour as short as it can be written."""
    return _DOUBLE.sub(r"#\1\2\3", colour) if colour else "none"


def line(style: Style) -> dict[str, str]:
    """How a line is drawn besides its colour and width: what differs from SVG's own defaults."""
    out: dict[str, str] = {}
    if style.stroke and style.dash:
        out["stroke_dasharray"] = " ".join(map(number, style.dash))
    if style.stroke and style.cap == "round":
        out |= {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return out


@cache
def face(font: str, whole: bool = False) -> Mapping[str, str]:
    """What tells a font from plain sans, or all that names it."""
    family, weight, style = fonts.family(font)
    own = {"font_family": family, "font_weight": str(weight), "font_style": style}
    plain = {"font_family": fonts.family("sans")[0], "font_weight": "400", "font_style": "normal"}
    own["font_variant"], plain["font_variant"] = fonts.variant(font) or "normal", "normal"
    return {key: value for key, value in own.items() if whole or value != plain[key]}


def pieces(text: Text) -> fonts.Setting | None:
    """How a text stands that needs more fonts than the one it names; None for any other."""
    plain = fonts.clean(text.text)
    if fonts.single(plain, text.font) or fonts.missing(plain, text.font):
        return None
    line = fonts.setting(text)
    apart = len(line.runs) > 1 or (line.runs and fonts.variant(text.font) != fonts.variant(line.runs[0].font))
    return line if apart else None


def shared(shapes: Sequence[Shape], above: Paint) -> Paint:
    """What a group of shapes had better say for all in it, so that least is written, below what is said above it."""
    if len(shapes) < FEW and not any(isinstance(shape, Group) for shape in shapes):
        return above
    asked = _asked(shapes)
    if sum(asked.values()) < FEW:
        return above
    return Paint(*(_cheapest(n, asked, said) for n, said in enumerate(above)))


def _cheapest(field: int, asked: Mapping[Paint, int], said: str | None) -> str | None:
    counts = Counter[str]()
    for paint, times in asked.items():
        if (own := paint[field]) is not None:
            counts[own] += times
    most = max(counts, key=counts.__getitem__, default=said)
    if most is None or most == said:
        return said
    length = _LENGTHS[field]
    lost = counts[said] * (length + len(said)) if said else 0
    return most if (counts[most] - 1) * (length + len(most)) > lost else said


def runs(shapes: Iterable[Shape], said: Paint) -> Iterator[tuple[list[Shape], dict[str, str], Paint]]:
    """Neighbours that ask for the same: what one group about them had better say, and what they hear then."""
    for asked, run in groupby(shapes, _alone):
        some = list(run)
        own = asked.less(said) if asked else {}
        if (len(some) - 1) * sum(len(f' {name}="{value}"') for name, value in own.items()) > len("<g></g>"):
            yield some, own, said._replace(**own)
        else:
            yield some, {}, said


def _alone(shape: Shape) -> Paint | None:
    """What all that is in a shape asks for; None where that differs."""
    if not isinstance(shape, Group):
        return wanted(shape)
    asked = _within(shape)
    return next(iter(asked)) if len(asked) == 1 else None


def _asked(shapes: Iterable[Shape]) -> Counter[Paint]:
    found = Counter[Paint]()
    for shape in shapes:
        if isinstance(shape, Group):
            found.update(_within(shape))
        else:
            found[wanted(shape)] += 1
    return found


_known = Met[Mapping[Paint, int]]()


def _within(group: Group) -> Mapping[Paint, int]:
    return _known.of(group, lambda: _asked(group.shapes))
