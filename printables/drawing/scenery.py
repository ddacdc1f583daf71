"""What stands about a board, in mm: frames, a fence, tiles; trees, flowers, hills, water, ploughland. Motifs met often
are symbols, used at any size; what is not fitted to a board is a picture in templates/emblems/scenery."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from printables.drawing import bounds, emblems, hand
from printables.drawing.hand import Segments
from printables.scene import Area, Box, Circle, Curve, Group, Point, Rect, Shape, Style, Symbol, Use
from printables.scene.theme import Theme, Tint

EDGE = 0.3  # mm: the lines of a scene that is drawn as outlines
CLEAR = 1.5  # mm between a figure and the words over it
UNEVEN = 1.7  # times larger than the other side's: what a side's figures may be where words lie over those alone
PARTS = ("hunter", "hunted")  # of a hunt, and the first of its places in a scene; more are hunter-2, hunter-3 ...
VIEW = 1.45  # of a strip's height: how wide a cover is in it
FEET = 0.92  # of a cover's height: where it is cut off, under the feet
COLUMN, CLOSE = 0.7, 0.62  # of a column's height: what a scene may take of it; what it shows of its window
UNIT, ROOM = 10.0, 12.5  # mm: the radius or height of a motif, and with its shadow
POND = 0.83  # of a pond's width: its height
KINDS = 5  # of trees and tufts
GROWN = 1.4  # of a tuft of grass: what grows in another land
_WOOD = (  # fiftieths of an area: trees round a den
    *((4, 4), (17, 3), (31, 4), (44, 5), (45, 19), (5, 18)),
    *((45, 33), (5, 32), (6, 45), (19, 46), (33, 45), (44, 46)),
)


def motif(name: str, theme: Theme) -> Symbol:
    """A motif of templates/emblems/scenery, to be placed often."""
    return Symbol(f"{name}-{theme.name}", emblems.scene(name, theme, ROOM, 0.75))


def local(name: str, land: str, theme: Theme) -> Symbol | None:
    """A motif as a land has it, if it has one of its own."""
    return motif(f"{name}-{land}", theme) if f"{name}-{land}" in emblems.names("scenery") else None


def placed(symbol: Symbol, x: float, y: float, size: float, turn: float = 0.0) -> Use:
    """A motif at a place, `size` mm in radius or height."""
    return Use(symbol, round(x, 2), round(y, 2), scale=round(size / UNIT, 3), rotate=round(turn, 1))


def tree(theme: Theme, kind: int, *, fruit: bool = False) -> Symbol:
    """A tree from above with a flat shadow; some bear fruit."""
    drawn = motif(f"tree-{kind + 1}", theme)
    return Symbol(f"{drawn.name}-fruit", (*drawn.shapes, *emblems.scene("fruit", theme, ROOM))) if fruit else drawn


def lake(area: Area) -> Area:
    """What a pond takes of an area: its middle."""
    wide = min(area.width, area.height / POND)
    return Area(area.x + (area.width - wide) / 2, area.y + (area.height - POND * wide) / 2, wide, POND * wide)


def pond(area: Area, theme: Theme) -> tuple[Shape, ...]:
    """Water with a reedy bank, in the middle of an area."""
    return (Group(emblems.scene("pond", theme, 0.54 * lake(area).width), *area.centre),)


def orchard(area: Area, theme: Theme, own: Symbol | None = None) -> tuple[Shape, ...]:
    """Rows of trees that bear fruit, or of what a land has of its own."""
    columns, rows = max(1, round(area.width / 15)), max(1, round(area.height / 15))
    step = min(area.width / columns, area.height / rows)
    trees = []
    for row, column in product(range(rows), range(columns)):
        x, y = area.x + (column + 0.5) * area.width / columns, area.y + (row + 0.5) * area.height / rows
        trees.append(placed(own or tree(theme, (2 * row + column) % KINDS, fruit=True), x, y, 0.42 * step))
    return tuple(trees)


def plough(area: Area, theme: Theme) -> tuple[Shape, ...]:
    """A field with furrows and young plants, in a hedge."""
    x, y, wide, high = area.within(2.4)
    count = max(3, round(high / 3.9))

    def width(t: float) -> float:
        return 0.45 * math.pow(math.sin(math.pi * min(max(t, 0.02), 0.98)), 0.3)

    furrows, plants = [], []
    for number in range(count):
        level = y + (number + 0.7) * high / count
        way = [(x + 2 + part * (wide - 4) / 6, level + 0.9 * math.sin(1.1 * part + 0.3 * number)) for part in range(7)]
        furrows.append(hand.brush(hand.sample(way, 3), width))
        for plant in range(int(wide / 4) if 0 < number < count - 1 else 0):
            plants += [hand.leaf((x + 3.4 + plant * 4, level - 1.0), angle, 1.7, 0.33) for angle in (-120, -60)]
    rows = [(n, (x + n * 1.3, side)) for n in range(round(wide / 1.3) + 1) for side in (y - 0.4, y + high + 0.4)]
    edge = [hand.leaf(at, 48 if n % 2 else -48, 2.4, 0.36) for n, at in rows]
    rows = [(n, (side, y + n * 1.3)) for n in range(round(high / 1.3) + 1) for side in (x - 0.4, x + wide + 0.4)]
    edge += [hand.leaf(at, 138 if n % 2 else 42, 2.4, 0.36) for n, at in rows]
    ground = hand.filled(theme.ink("grain"), hand.box(x, y, wide, high))
    return ground, hand.filled(theme.ink("earth"), *furrows), hand.filled(theme.ink("deep"), *plants, *edge)


def den(area: Area, theme: Theme) -> tuple[Shape, ...]:
    """A burrow among trees, with two eyes in it."""
    unit = min(area.width, area.height) / 50
    trees = []
    for number, (u, v) in enumerate(_WOOD):
        x, y = area.x + u / 50 * area.width, area.y + v / 50 * area.height
        trees.append(placed(tree(theme, number % KINDS), x, y, (5.4 + 0.35 * (number * 3 % 5)) * unit))
    return (*trees, Group(emblems.scene("burrow", theme, 25 * unit), *area.centre))


def scattered(
    area: Area, theme: Theme, seed: str, pitch: float, clear: Sequence[Area], own: Symbol | None = None
) -> tuple[Shape, ...]:
    """Tufts and a few flowers, or what a land has of its own, one to `pitch` mm each way; none where it is `clear`."""
    wobble, out, flowers = hand.seeded(seed), [], (motif("daisy", theme), motif("marigold", theme))
    for number in range(round(area.width * area.height / pitch**2)):
        x, y = wobble.uniform(area.x + 2, area.right - 2), wobble.uniform(area.y + 3, area.bottom - 1)
        size, kind = wobble.uniform(1.6, 2.6), wobble.randrange(KINDS)
        if any(a.x - 2.5 < x < a.right + 2.5 and a.y - 1.5 < y < a.bottom + 3 for a in clear):
            continue
        if own:
            out.append(placed(own, x, y, GROWN * size))
        elif number % 7 == 3:
            out.append(placed(flowers[number % 3 == 0], x, y, 0.55 * size, 7 * x % 60))
        else:
            out.append(placed(motif(f"tuft-{kind + 1}", theme), x, y, size))
    return (Group(tuple(out), classes="grass"),)


NOTCH = 7.0


def stepped(area: Area, inset: float, notch: float) -> Segments:
    """A rectangle whose corners step in."""
    a, b, c, d, k = area.x + inset, area.y + inset, area.right - inset, area.bottom - inset, notch
    return hand.polygon(
        (
            *((a + k, b), (c - k, b), (c - k, b + k), (c, b + k)),
            *((c, d - k), (c - k, d - k), (c - k, d), (a + k, d)),
            *((a + k, d - k), (a, d - k), (a, b + k), (a + k, b + k)),
        )
    )


def frame(area: Area, theme: Theme, *, accent: str) -> tuple[Shape, ...]:
    """The frame of a sheet: a rule of 1.4 mm, a hairline inside it, a diamond in each stepped corner."""
    k = min(NOTCH, area.width / 12, area.height / 12)
    ink = theme.ink("border")
    outer, inner = stepped(area, 0, k), stepped(area, 1.4, k)
    shapes: list[Shape] = [Curve(inner, Style(fill=theme.ink("sheet")))] if theme.ink("sheet") != "#ffffff" else []
    if theme.outline:
        shapes += [Curve(path, Style(stroke=theme.ink("ink"), width=0.25)) for path in (outer, inner)]
    else:
        shapes.append(hand.filled(ink, outer, hand.hole(inner)))
    shapes.append(Curve(stepped(area, 2.7, k), Style(stroke=ink, width=0.3)))
    xs, ys = (area.x + 0.56 * k, area.right - 0.56 * k), (area.y + 0.56 * k, area.bottom - 0.56 * k)
    for at in product(xs, ys):
        outside, inside = (hand.star(at, radius, 4, math.sqrt(0.5)) for radius in (0.36 * k, 0.42 * (0.36 * k)))
        shapes.append(hand.filled(accent, outside, hand.hole(inside)))
    return tuple(shapes)


def plain(area: Area, theme: Theme, thick: float) -> tuple[Shape, ...]:
    """A plain dark frame of that thickness, inside an area."""
    outer, inner = hand.box(*area), hand.box(*area.within(thick))
    if theme.outline:
        return tuple(Curve(path, Style(stroke=theme.ink("ink"), width=0.25)) for path in (outer, inner))
    return (hand.filled(theme.ink("border"), outer, hand.hole(inner)),)


def along(a: Point, b: Point, pitch: float) -> list[Point]:
    """Points from a to b about so far apart, both ends among them."""
    count = max(1, round(math.dist(a, b) / pitch))
    return [(a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count) for n in range(count + 1)]


def outline(cells: dict[tuple[int, int], tuple[Point, ...]]) -> list[list[Point]]:
    """The edge of cells that share whole sides, as loops of their corners: sides that two cells share are none."""

    def key(point: Point) -> tuple[int, int]:
        return round(100 * point[0]), round(100 * point[1])

    sides = [side for some in cells.values() for side in zip(some, (*some[1:], some[0]), strict=True)]
    shared = {(key(a), key(b)) for a, b in sides}
    starts: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for a, b in sides:
        if (key(b), key(a)) not in shared:
            starts.setdefault(key(a), []).append((a, b))
    loops: list[list[Point]] = []
    while starts:
        here, loop = min(starts), []
        while here in starts:
            a, b = starts[here].pop()
            if not starts[here]:
                del starts[here]
            loop.append(a)
            here = key(b)
        loops.append(loop)
    return loops


def fence(loop: list[Point], theme: Theme, own: Symbol | None = None) -> tuple[Shape, ...]:
    """A wattle fence along a loop, clockwise, or a land's own; each side is a symbol, which sides as long share."""
    ink, rails = theme.ink("border"), (theme.ink("earth"), theme.ink("grain"))

    def rail(side: float) -> Symbol:
        posts = max(3, round(side / 4.6))
        if own:
            step = side / posts
            out = -0.1 * step if theme.outline else 0  # lines about it make it broader, and names stand beside it
            row = tuple(placed(own, (n + 0.5) * step, out, step / 2) for n in range(posts))
            stud = Circle((0, -0.15 * step), 0.36 * step, Style(theme.ink("bright"), ink, 0.2 * step))
            return Symbol(f"{own.name}-{side:.1f}", (*row, stud))
        shapes: list[Shape] = []
        for number, colour in enumerate(rails):
            heights = (0.75 * math.sin(math.pi * (part / 2 + number)) for part in range(2 * posts + 1))
            line = hand.spline([(side * n / (2 * posts), high) for n, high in enumerate(heights)], closed=False)
            widths = ((ink, 0.5),) if theme.outline else ((ink, 1.15), (colour, 0.75))
            shapes += [Curve(line, Style(stroke=paint, width=width, cap="round")) for paint, width in widths]
        post = Style(fill=theme.ink("space"), stroke=ink, width=0.33)
        shapes += [Circle((side * number / posts, 0), 0.88, post) for number in range(posts)]
        return Symbol(f"fence-{side:.1f}-{theme.name}", tuple(shapes))

    sides = [round(math.dist(a, b), 3) for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)]
    made = {side: rail(side) for side in sides}
    out: list[Shape] = []
    for a, b, side in zip(loop, (*loop[1:], loop[0]), sides, strict=True):
        turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        out.append(Use(made[side], round(a[0], 3), round(a[1], 3), rotate=round(turn, 3)))
    return tuple(out)


def hull(points: list[Point]) -> list[Point]:
    """The smallest convex outline about points, clockwise on the page."""
    ordered = sorted({(round(x, 6), round(y, 6)) for x, y in points})

    def half(some: list[Point]) -> list[Point]:
        out: list[Point] = []
        for x, y in some:
            while len(out) > 1:
                (ax, ay), (bx, by) = out[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-6:
                    break
                out.pop()
            out.append((x, y))
        return out

    lower, upper = half(ordered), half(ordered[::-1])
    return lower[:-1] + upper[:-1]


def grown(outline: list[Point], by: float) -> list[Point]:
    """A convex outline, clockwise, with every side moved outwards."""
    lines = []
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        span = math.dist(a, b)
        dx, dy = (b[0] - a[0]) / span, (b[1] - a[1]) / span
        lines.append(((a[0] + dy * by, a[1] - dx * by), (dx, dy)))
    out = []
    for (p, d), (q, e) in zip((lines[-1], *lines[:-1]), lines, strict=True):
        t = ((q[0] - p[0]) * e[1] - (q[1] - p[1]) * e[0]) / (d[0] * e[1] - d[1] * e[0])
        out.append((p[0] + t * d[0], p[1] + t * d[1]))
    return out


def scallops(outline: list[Point], radius: float) -> Segments:
    """Round tiles along an outline, each side with a whole number of them."""
    tiles = []
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        for p, q in pairwise(along(a, b, 2 * radius)):
            tiles.append(hand.circle((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, math.dist(p, q) / 2 - 0.05 * radius))
    return hand.joined(tiles)


class Scene(NamedTuple):
    """A scene in a theme's inks, in mm of its own: `title`, the room for the name, `head` what stands over letters."""

    ground: Rect
    window: Rect
    title: Rect | Circle | None
    head: Rect | None
    shapes: tuple[Shape, ...]


def full(theme: Theme) -> bool:
    """Whether a theme has scenes in full: skies, grounds and what stands about."""
    return "scenes" in theme.parts and not theme.outline


def scene(name: str, theme: Theme, cast: Mapping[str, tuple[str, Tint]]) -> Scene:
    """A scene of templates with its figures; `cast` has those of places of hunters and hunted, with their inks: others
    stay empty. Without scenes a theme has no ground nor details, and a land in lines. Raises TemplateError."""
    ground, *rest = emblems.raw("scenes", name)
    assert isinstance(ground, Rect)  # as the reader of scenes wants it
    inked = theme if full(theme) or ground.width < ground.height else theme._replace(outline=True)
    marks: dict[str, Shape] = {}
    shapes: list[Shape] = []
    made: dict[str, Symbol] = {}
    for shape in rest:
        if not (isinstance(shape, Group) and shape.classes):
            shapes += emblems.dressed((shape,), inked, EDGE)
            continue
        kind, *words = shape.classes.split()
        if kind == emblems.DETAIL:
            shapes += emblems.dressed(shape.shapes, theme, EDGE) if full(theme) else ()
        elif kind != emblems.USE:
            marks[kind] = shape.shapes[0]
        elif words[0] in cast or words[0].partition("-")[0] not in PARTS:
            plain, *tint = words
            name, inks = cast.get(plain) or (plain, theme.tint(next((n for n in tint if n != "turned"), plain)))
            asked = " ".join((name, *tint))
            if asked not in made:
                made[asked] = emblems.figure(name, inks, theme, turned="turned" in tint)
            shapes.append(Use(made[asked], shape.x, shape.y, shape.scale, shape.rotate, "figure"))
    window, title, head = (marks.get(name) for name in ("window", "title", "head"))
    return Scene(ground, window or ground, title, head, tuple(shapes))  # type: ignore[arg-type]


def beside(drawn: Scene, area: Area) -> tuple[float, float, float, Rect]:
    """Where a scene stands at the right of words: x, y, scale, what is seen: all of a land, of a cover its foot."""
    seen, low, wide = drawn.ground, drawn.ground.height, area.height * drawn.ground.width / drawn.ground.height
    if seen.width < seen.height:
        seen, wide = drawn.window, VIEW * area.height
        low = seen.y + FEET * seen.height
    k = wide / seen.width
    clip = Rect(seen.x, low - area.height / k, seen.width, area.height / k, Style())
    return area.right - wide - k * seen.x, area.bottom - k * low, k, clip


def across(drawn: Scene, area: Area, over: Box) -> Group:
    """A scene from side to side of an area, in a column as much of it as its window shows. Figures stay clear of the
    words `over` it: those of a kind are as large as that allows."""
    ground, window = drawn.ground, drawn.window
    k = area.width / ground.width
    if area.width < area.height:
        k = max(k, min(COLUMN * area.height / ground.height, area.width / (CLOSE * window.width)))
    left = min(max(0.0, window.x + (window.width - area.width / k) / 2), ground.width - area.width / k)
    x, y = area.x - k * left, area.bottom - k * ground.height
    figures: list[tuple[str, Use, float]] = []
    sizes: dict[str, float] = {}
    for shape in drawn.shapes:
        box = bounds.of((shape,)) if isinstance(shape, Use) and shape.classes == "figure" else None
        if isinstance(shape, Use) and box and area.x < x + k * (box[0] + box[2]) / 2 < area.right:
            foot, under = y + k * box[3], x + k * box[0] < over[2] and over[0] < x + k * box[2]
            most = (foot - (over[3] if under else area.y) - CLEAR) / (k * (box[3] - box[1]))
            name = shape.symbol.name.removesuffix("-turned")
            sizes[name] = min(sizes.get(name, 1.0), most)
            figures.append((name, shape, foot))
    most = UNEVEN * min(sizes.values(), default=0.0)
    sizes = {name: min(size, most) for name, size in sizes.items()}
    placed = [
        use._replace(x=x + k * use.x, y=foot - sizes[name] * (foot - y - k * use.y), scale=sizes[name] * k * use.scale)
        for name, use, foot in figures
        if sizes[name] > 0
    ]
    land = tuple(shape for shape in drawn.shapes if not (isinstance(shape, Use) and shape.classes == "figure"))
    return Group((Group(land, x, y, k), *placed), classes="land", clip=Rect(*area, Style()))
