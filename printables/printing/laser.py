"""A page as lasers and cutters take it: one black area to engrave, lines to score, and lines to cut, each once. Colours
are those that machines' programs sort by: engraved areas black without an edge, scored lines blue, cut lines red, both
without an area. What is printed is engraved where it is dark. Needs skia-pathops, the extra `laser`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from printables.core import OptionError
from printables.drawing import bounds, lettering
from printables.drawing.hand import Segments, laid
from printables.paper.leaves import without
from printables.scene import Circle, Curve, Group, Page, Shape, Sheet, Style, Use, luminance

LAYERS = ("engrave", "score", "cut")  # machines work in this order: what is cut loose moves
THIN = 0.05  # mm: what programs take for a line to follow
ENGRAVED = Style(fill="#000000")
CUT, SCORED = Style(stroke="#ff0000", width=THIN), Style(stroke="#0000ff", width=THIN)
DARK = 0.3  # luminance: what is darker is engraved
SAME = 0.01  # mm: lines nearer than that are one
AIDS = ("foot", "heading")  # what is for whoever prints


def carved(sheet: Sheet) -> Sheet:
    """The sheet for a machine. Raises OptionError if the extra is not installed."""
    known: dict[tuple[str, float], Segments] = {}

    def page(old: Page) -> Page:
        made = lettering.outlined(old)
        scored, cut = (tuple(once(layer, style)) for layer, style in ((made.fold, SCORED), (made.cut, CUT)))
        return made._replace(shapes=tuple(_areas(without(made, *AIDS), known)), cut=scored, fold=cut)

    return sheet._replace(pages=tuple(map(page, sheet.pages)), layers=LAYERS)


def _areas(shapes: Sequence[Shape], known: dict[tuple[str, float], Segments]) -> Iterator[Group]:
    """What is dark, where it lies; symbols, which lie apart, are worked out once."""
    for shape in shapes:
        if isinstance(shape, Use):
            key = shape.symbol.name, shape.scale
            if key not in known:
                known[key] = engraved(shape.shapes, shape.scale)
            yield Group((Curve(known[key], ENGRAVED),), shape.x, shape.y, rotate=shape.rotate)
    if rest := engraved([shape for shape in shapes if not isinstance(shape, Use)]):
        yield Group((Curve(rest, ENGRAVED),))


def once(shapes: Iterable[Shape], style: Style) -> Iterator[Curve | Circle]:
    """The lines, each once, the small before what is about them; straight ones on one another stay in the first."""
    done, found = list[tuple[complex, complex]](), list[Curve | Circle]()
    for path, _, _, circle in laid(shapes):
        if circle or any(segment[0] == "C" for segment in path):
            found.append(circle._replace(style=style) if circle else Curve(path, style))
            continue
        points = [complex(*segment[1:]) for segment in path if len(segment) > 1]
        points += points[:1] if path[-1][0] == "Z" else []
        runs: list[list[complex]] = []
        for a, b in pairwise(points):
            for start, end in _free(a, b, done):
                done.append((start, end))
                if runs and abs(runs[-1][-1] - start) < SAME:
                    runs[-1].append(end)
                else:
                    runs.append([start, end])
        if len(runs) > 1 and abs(runs[-1][-1] - runs[0][0]) < SAME:  # the corner where the path begins is one, too
            runs[0] = [*runs.pop(), *runs[0][1:]]
        for run in runs:
            closed = abs(run[0] - run[-1]) < SAME and len(run) > 3
            lines = [("L" if n else "M", z.real, z.imag) for n, z in enumerate(run[: len(run) - closed])]
            found.append(Curve((*lines, *((("Z",),) if closed else ())), style))
    yield from sorted(found, key=_size)


def _size(line: Curve | Circle) -> float:
    x0, y0, x1, y1 = bounds.of((line,)) or (0.0, 0.0, 0.0, 0.0)
    return (x1 - x0) * (y1 - y0)


def _free(a: complex, b: complex, done: Iterable[tuple[complex, complex]]) -> Iterator[tuple[complex, complex]]:
    """The parts of a line that lie on none of those done."""
    way = b - a
    if abs(way) < SAME:
        return
    spans = []
    for line in done:
        ends = [(z - a) / way for z in line]
        if all(abs(end.imag) * abs(way) < SAME for end in ends):
            spans.append(sorted(end.real for end in ends))
    start = 0.0
    for low, high in [*sorted(spans), [1.0, 1.0]]:
        if (min(low, 1.0) - start) * abs(way) > SAME:
            yield a + way * start, a + way * min(low, 1.0)
        start = max(start, high)


def engraved(shapes: Iterable[Shape], scale: float = 1.0) -> Segments:
    """All that is dark, as one area: what is light takes away from what lies under it."""
    try:
        import pathops
    except ImportError:
        hint = "install it with: pip install 'postfox[laser]'"
        raise OptionError("engraving needs skia-pathops", hint, "--laser") from None
    made = pathops.OpBuilder(fix_winding=True, keep_starting_points=False)
    made.add(pathops.Path(), pathops.PathOp.DIFFERENCE)  # what only adds skia does in another way, which fills an "e"
    for path, style, clips, _ in laid(shapes, complex(scale)):
        for colour, line in ((style.fill, False), (style.stroke, True)):
            if colour:
                area = _path(pathops, path)
                if line:
                    round_ = style.cap == "round"
                    ends = pathops.LineCap(round_), pathops.LineJoin(round_)
                    area.stroke(style.width, *ends, 10, *([list(style.dash)] if style.dash else []))
                    area.convertConicsToQuads(SAME)
                for clip in clips:
                    area = pathops.op(area, _path(pathops, clip), pathops.PathOp.INTERSECTION)
                made.add(area, pathops.PathOp.UNION if luminance(colour) < DARK else pathops.PathOp.DIFFERENCE)
    return tuple(_segments(pathops, made.resolve()))


def _path(pathops: Any, path: Segments) -> Any:
    made = pathops.Path()
    draw: Mapping[Any, Any] = {"M": made.moveTo, "L": made.lineTo, "C": made.cubicTo, "Z": made.close}
    for letter, *numbers in path:
        draw[letter](*numbers)
    return made


def _segments(pathops: Any, path: Any) -> Iterator[tuple[str | float, ...]]:
    """A path of skia's, quadratic curves as cubic ones."""
    x, y, verbs = 0.0, 0.0, pathops.PathVerb
    for verb, points in path:
        if verb == verbs.CLOSE:
            yield ("Z",)
            continue
        if verb == verbs.QUAD:
            (a, b), (u, v) = points
            points = ((x + 2 * (a - x) / 3, y + 2 * (b - y) / 3), (u + 2 * (a - u) / 3, v + 2 * (b - v) / 3), (u, v))
        x, y = points[-1]
        yield ({verbs.MOVE: "M", verbs.LINE: "L"}.get(verb, "C"), *(n for point in points for n in point))
