"""How to make each thing of a kit, in a row of small pictures with a line under each."""

from collections.abc import Callable, Iterator, Sequence

from printables.core.templates import say
from printables.drawing import artwork
from printables.drawing.nets import net
from printables.scene import ARTIFACT, POINT, Area, Circle, Curve, Group, Line, Point, Polygon, Rect, Shape, Style
from printables.sheets import frame
from printables.sheets.frame import LEADING, Job

HIGH, NARROW = 39.5, 24.0  # mm: what the row takes of a page, and the least that a picture takes of it
WIDE = 38.0  # mm: the room of a picture at its full size
MIDDLE = 13.5  # mm from the top of the row to the middle of its pictures
SIZE = 8.5  # points
# What is said of each sheet; of dice by how they are made.
SAID = {
    "board": "Fold the board at its marks, or glue it to card.",
    "tokens": "Cut tokens apart first, then along their outlines.",
    "folded": "Fold tokens over and glue them, then cut them out.",
    "nets": "Cut out each die, crease the dashed lines, glue the flaps inside.",
    "stickers": "Cut stickers along the lines, and stick them on dice.",
    "cards": "Cut cards from line to line, right across.",
    "box": "Cut out the box, crease its dashed lines, glue its flaps.",
}


def row(job: Job, names: Sequence[str], area: Area) -> tuple[Shape, ...]:
    """Pictures for the sheets of those names over the width of an area, at its foot; none where that is too narrow."""
    kinds = {"dice": job.request.dice_as or "nets", "tokens": "tokens" if job.request.tokens == "duplex" else "folded"}
    some = [kind for name in names if (kind := kinds.get(name, name)) in SAID]
    step = area.width / max(1, len(some))
    if step < NARROW:
        return ()
    top = area.bottom - HIGH
    soft = Style(stroke=job.theme.ink("faint"), width=0.3)
    out: list[Shape] = [Line((area.x, top), (area.right, top), soft)]
    for number, kind in enumerate(some):
        x = area.x + (number + 0.5) * step
        drawn = tuple(DRAWN[kind](job))
        lines = frame.wrap(say(SAID[kind]), SIZE, min(step - 4.0, 44.0))
        pitch = SIZE * POINT * LEADING
        words = [
            job.text(0, MIDDLE + n * pitch, line, SIZE, anchor="middle", role="soft") for n, line in enumerate(lines)
        ]
        small = min(1.0, step / WIDE)
        out.append(
            Group((Group(drawn, scale=small, tags=(ARTIFACT,)), *words), x=x, y=top + MIDDLE, classes=f"making {kind}")
        )
    return tuple(out)


def _line(job: Job, dash: tuple[float, ...] = ()) -> Style:
    return Style(stroke=job.theme.ink("ink"), width=0.3, dash=dash)


def _crease(job: Job, a: Point, b: Point) -> Line:
    return Line(a, b, _line(job, (1.2, 0.8)))


def _filled(job: Job, ink: str = "paper") -> Style:
    return Style(fill=job.theme.ink(ink), stroke=job.theme.ink("ink"), width=0.3)


def _scissors(job: Job, x: float, y: float, turn: float = 0.0) -> Group:
    """Scissors that cut to the right of (x, y), or that way turned."""
    blades = tuple(Line((-4.4, side), (0.0, -0.5 * side), _line(job)) for side in (-0.9, 0.9))
    rings = tuple(Circle((-5.3, 1.3 * side), 0.9, _line(job)) for side in (-1, 1))
    return Group((*blades, *rings), x=x, y=y, rotate=turn)


def _arrow(job: Job, x: float, y: float, turn: float = 0.0) -> Group:
    shapes = (Line((-2.2, 0), (1.0, 0), _line(job)), Polygon(((1, -1), (2.4, 0), (1, 1)), _filled(job, "ink")))
    return Group(shapes, x=x, y=y, rotate=turn)


def _solid(job: Job, x: float, y: float, wide: float, deep: float, high: float) -> Iterator[Polygon]:
    """A block seen from above: its top, its left and its right side."""
    a, b = (0.87 * wide, 0.5 * wide), (-0.87 * deep, 0.5 * deep)
    far = (x - (a[0] + b[0]) / 2, y - (a[1] + b[1] + high) / 2)
    right, left = (far[0] + a[0], far[1] + a[1]), (far[0] + b[0], far[1] + b[1])
    near = (right[0] + b[0], right[1] + b[1])
    yield Polygon((far, right, near, left), _filled(job))
    for one, ink in ((left, "faint"), (right, "paper")):
        yield Polygon((one, near, (near[0], near[1] + high), (one[0], one[1] + high)), _filled(job, ink))


def _board(job: Job) -> Iterator[Shape]:
    yield Rect(-10, -6, 20, 13, _filled(job))
    yield _crease(job, (0, -6), (0, 7))
    yield _crease(job, (-10, 0.5), (10, 0.5))
    yield Curve((("M", 7.0, -7.5), ("C", 4.0, -11.0, -4.0, -11.0, -6.4, -8.4)), _line(job))
    yield _arrow(job, -6.4, -8.4, 130)._replace(scale=0.7)


def _tokens(job: Job) -> Iterator[Shape]:
    kinds = job.components.pieces
    for kind, x in zip((kinds[0], kinds[-1]), (-7.0, 7.0), strict=True):
        yield artwork.token(kind, 11.0, x, -0.5)
        yield Circle((x, -0.5), 5.5, _line(job))
    yield Line((0, -8), (0, 2.0), _line(job))
    yield _scissors(job, 0, 2.0, -90)


def _folded(job: Job) -> Iterator[Shape]:
    yield from (Rect(-10, -6, 10, 12, _filled(job)), Rect(0, -6, 10, 12, _filled(job, "faint")))
    yield _crease(job, (0, -8), (0, 8))
    yield from (Circle((x, 0), 4.0, _line(job)) for x in (-5.0, 5.0))


def _nets(job: Job) -> Iterator[Shape]:
    shape = net(job.components.dice[0].sides)
    x0, y0, x1, y1 = shape.box
    scale = min(17.0 / (x1 - x0), 17.0 / (y1 - y0))

    def at(point: Point) -> Point:
        return (point[0] - (x0 + x1) / 2) * scale - 8.0, (point[1] - (y0 + y1) / 2) * scale - 0.5

    yield Polygon(tuple(map(at, shape.outline)), _filled(job))
    yield from (Polygon(tuple(map(at, flap)), Style(fill=job.theme.ink("faint"))) for flap in shape.flaps)
    yield from (_crease(job, at(a), at(b)) for a, b in shape.folds)
    yield _arrow(job, 4.5, 0)
    yield from _die(job, 12.5, 0)


def _die(job: Job, x: float, y: float) -> Iterator[Shape]:
    if job.components.dice[0].sides == 6:
        yield from _solid(job, x, y, 6.5, 6.5, 6.5)
        return
    rim = ((0, -6.5), (5.5, -1), (5.5, 1.5), (0, 6.5), (-5.5, 1.5), (-5.5, -1))
    kite = ((0, -6.5), (2.8, 1.8), (0, 3.6), (-2.8, 1.8))
    shapes: list[Shape] = [Polygon(rim, _filled(job, "faint")), Polygon(kite, _filled(job))]
    shapes += [Line(a, b, _line(job)) for a, b in zip(kite[1:], ((5.5, 1.5), (0, 6.5), (-5.5, 1.5)), strict=True)]
    yield Group(tuple(shapes), x=x, y=y)


def _stickers(job: Job) -> Iterator[Shape]:
    yield Rect(-12, -7, 7, 7, _filled(job))
    yield from (Line((-13.5, y), (-3.5, y), _line(job)) for y in (-7, 0))
    yield from (Line((x, -8.5), (x, 1.5), _line(job)) for x in (-12, -5))
    yield _arrow(job, 0.5, -1)
    yield from _die(job, 8.5, 0)


def _cards(job: Job) -> Iterator[Shape]:
    yield from (Rect(x, -6, 9, 12, _filled(job, "faint")) for x in (-9, 0))
    yield from (Line((x, -8), (x, 8), _line(job)) for x in (-9, 0, 9))
    yield from (Line((-11, y), (11, y), _line(job)) for y in (-6, 6))
    yield _scissors(job, -11, -6)


def _box(job: Job) -> Iterator[Shape]:
    yield from _solid(job, 0, 0.0, 10.0, 14.0, 4.0)
    lid = ((1.7, -7.9), (10.4, -3.0), (13.0, -7.0), (4.4, -11.9))
    yield Polygon(tuple((x, y) for x, y in lid), _filled(job, "faint"))


DRAWN: dict[str, Callable[[Job], Iterator[Shape]]] = {
    "board": _board,
    "tokens": _tokens,
    "folded": _folded,
    "nets": _nets,
    "stickers": _stickers,
    "cards": _cards,
    "box": _box,
}
