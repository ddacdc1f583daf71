"""A hunt as a farm seen from the air: a fenced yard in a meadow, and over it the hunters and the hunted in a row."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from typing import TypeAlias

from printables.boards.fox_and_geese.model import Hunt, Side
from printables.core import templates
from printables.drawing import bounds, emblems, hand, lettering, scenery
from printables.drawing.hand import Rim
from printables.scene import Area, Circle, Curve, Group, Point, Rect, Shape, Stage, Style, Symbol, Text, Use, mixed
from printables.scene.components import Board, Components, TokenKind
from printables.scene.theme import Theme, Tint
from printables.text import fonts

PITCH = 24.0  # mm between neighbours of a row
FENCE = 2.6  # board mm: beyond the yard
PLACE = 0.46  # of the pitch: a point, wide enough for an emblem and narrower than a token
WALL, SPAN = 0.54, 0.14  # of the pitch: from a zone's point to its wall; half of what lies over that
GHOST = 0.42  # how much of its ink an emblem keeps that shows where a piece starts
RIMS: dict[str, Rim] = {"officer": "stars", "soldier": "line"}
RULE = 1.8  # mm: between the land and the board
NOTES, NOTE = 8.0, 3.0  # mm that notes keep free over them in a column beside the board, and the size of their letters
ASIDE = 0.3  # of its width: what a land leaves free that is drawn beside the name
SKY = 3.5  # mm between a name and the edges of the sky
Place: TypeAlias = Callable[[Area, Theme], tuple[Shape, ...]]
# From the upper left corner, row by row.
SCENES: tuple[Place, ...] = (scenery.pond, scenery.orchard, scenery.plough, scenery.den)


def local(hunt: Hunt, theme: Theme) -> Theme:
    """The theme as the hunt's land has it, under a name of its own: what is drawn in it lies beside that of others."""
    return theme.of(hunt.land)._replace(name=f"{theme.name}-{hunt.land}")


def figure(hunt: Hunt, side: Side) -> str:
    """The whole animal or person that a side is on pictures: as its land knows it, by its name, or by its emblem."""
    names = (f"{side.kind}-{hunt.land}", side.kind)
    return next((name for name in names if templates.exists(f"emblems/figures/{name}.svg")), side.emblem)


def emblem(hunt: Hunt, side: Side) -> str:
    """What a side has on its pieces: as its land knows it, by its name, or as the hunt says."""
    drawn = emblems.names("linocut")
    return next((name for name in (f"{side.kind}-{hunt.land}", side.kind) if name in drawn), side.emblem)


def cast(hunt: Hunt, theme: Theme) -> dict[str, tuple[str, Tint]]:
    """Who stands in the places of a scene: no more of a side than it has pieces; grey where a theme has no tints."""
    ink, light = theme.ink("ink"), theme.ink("light")
    grey = Tint(mixed(ink, light, GHOST), ink, light, light)
    out: dict[str, tuple[str, Tint]] = {}
    for part, side in zip(scenery.PARTS, (hunt.few, hunt.many), strict=True):
        one = figure(hunt, side), tint(hunt, side, theme) if theme.tints else grey
        out |= {f"{part}-{number}" if number > 1 else part: one for number in range(1, side.pieces + 1)}
    return out


def tint(hunt: Hunt, side: Side, theme: Theme) -> Tint:
    """The inks of a side: those of its figure or its emblem, or of its part in the hunt."""
    part = theme.ink("warm" if side is hunt.few else "deep")
    own = Tint(part, theme.ink("ink"), theme.ink("bright"), theme.ink("space"))
    name = figure(hunt, side)
    return theme.tints.get(name if name in theme.tints else side.emblem, own) if theme.tints else theme.tint(name)


def token(hunt: Hunt, side: Side, theme: Theme, copies: int) -> TokenKind:
    """A piece as a medal: teeth round who captures, beads round who does not."""
    inks = tint(hunt, side, theme)
    drawn = emblems.cut("pieces", emblem(hunt, side), inks, theme)
    rim = RIMS.get(side.emblem, "teeth" if side.capture or side is hunt.few else "beads")
    whole = figure(hunt, side)
    name = whole if whole.startswith(side.kind) else side.kind  # soldiers of two lands are two
    front, back = emblems.sides(name, lambda back: emblems.medal(theme, inks, rim, drawn, back=back))
    return TokenKind(side.kind, side.name, side.plural, copies, front, back, inks.body)


def board(hunt: Hunt, laid: Board, theme: Theme) -> Board:
    """The same points, drawn larger, with room for the fence."""
    places = tuple(place if place.cell else place._replace(size=PLACE * PITCH) for place in laid.places)
    return replace(laid, places=places, margin=FENCE if "border" in theme.parts else 0.0)


def _cells(hunt: Hunt, laid: Board) -> dict[tuple[int, int], tuple[Point, ...]]:
    """The ground of each point, and under lines longer than a step: a square, or a hexagon on a triangular lattice."""
    half, tip = PITCH / 2, PITCH / 3**0.5
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    six = ((0, -tip), (half, -tip / 2), (half, tip / 2), (0, tip), (-half, tip / 2), (-half, -tip / 2))
    corners = square if hunt.grid.lattice == "square" else six
    spots = {place.id: (place.x, place.y) for place in laid.places}
    middles = {*spots.values(), *(one for path in laid.paths for one in _under(spots[path.a], spots[path.b]))}
    if hunt.look == "squares":  # the light ones, which nobody enters, as well
        xs, ys = {x for x, _ in middles}, {y for _, y in middles}
        middles = {(x, y) for x in xs for y in ys}
    cells = {_key(spot): tuple((spot[0] + dx, spot[1] + dy) for dx, dy in corners) for spot in sorted(middles)}
    slants: dict[tuple[int, int], tuple[Point, ...]] = {}
    for path in laid.paths if corners is square else ():
        start, end = spots[path.a], spots[path.b]
        for (ax, ay), (bx, by) in pairwise((start, *_under(start, end), end)):
            slanting = math.isclose(abs(bx - ax), abs(by - ay))
            for x, y in ((ax, by), (bx, ay)) if slanting else ():
                if _key((x, y)) not in cells:  # the half of it that lies along the line
                    about = [(x + dx, y + dy) for dx, dy in square]
                    about.remove(max(about, key=lambda at: math.dist(at, ((ax + bx) / 2, (ay + by) / 2))))
                    slants[_key((x, y))] = tuple(about)
    return cells | slants


def _key(spot: Point) -> tuple[int, int]:
    return round(10 * spot[0]), round(10 * spot[1])


def _under(start: Point, end: Point) -> Iterator[Point]:
    """The middles that a line along the lattice runs over between its ends; none of a line in another direction."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = max(abs(dx), abs(dy)) if math.isclose(abs(dx), abs(dy)) else math.hypot(dx, dy)
    steps = round(along / PITCH)
    if math.isclose(along, steps * PITCH, rel_tol=1e-6):
        yield from ((start[0] + dx * number / steps, start[1] + dy * number / steps) for number in range(1, steps))


def yard(hunt: Hunt, laid: Board, theme: Theme, zones: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Trodden earth under all points, what its zones have in place of that, and a fence about it."""
    loops = scenery.outline(_cells(hunt, laid))
    ground = hand.joined(hand.polygon(loop) for loop in loops)
    if theme.outline:
        earth: list[Shape] = [Curve(ground, Style(stroke=theme.ink("ink"), width=0.3))]
    else:
        under = hand.joined(hand.polygon((x + 1.2, y + 1.6) for x, y in loop) for loop in loops)
        earth = [hand.filled(theme.ink("deep"), under)] if "scenes" in theme.parts else []
        earth.append(Curve(ground, Style(fill=theme.ink("field"), stroke=theme.ink("border"), width=0.5)))
    if "grain" in theme.parts:
        marks = (hand.filled(theme.ink("grain"), *_marks(kind)) for kind in range(4))
        kinds = [Symbol(f"earth-{kind}-{theme.name}", (one,)) for kind, one in enumerate(marks)]
        earth += [Use(kinds[number * 7 % 4], place.x, place.y) for number, place in enumerate(laid.places)]
    earth += [Group((*zones, *_bridges(hunt, laid, theme)), clip=Curve(ground, Style()))] if zones else []
    if "border" in theme.parts:
        own = scenery.local("fence", hunt.land, theme)
        earth += [shape for loop in loops for shape in scenery.fence(loop, theme, own)]
    return (Group(tuple(earth), classes="yard"),)


def _bridges(hunt: Hunt, laid: Board, theme: Theme) -> Iterator[Shape]:
    """What a land lays over the wall of a zone, under each line that leads into it."""
    own = scenery.local("bridge", hunt.land, theme)
    for zone, path in product(hunt.zones, laid.paths if own else ()):
        for inside, outside in ((path.a, path.b), (path.b, path.a)):
            if inside in zone.points and outside not in zone.points:
                (x, y), (u, v) = ((laid.by_id[end].x, laid.by_id[end].y) for end in (inside, outside))
                turn = math.atan2(v - y, u - x)
                x, y = x + WALL * PITCH * math.cos(turn), y + WALL * PITCH * math.sin(turn)
                assert own
                yield scenery.placed(own, x, y, SPAN * PITCH, math.degrees(turn))


def _marks(kind: int) -> list[hand.Segments]:
    wobble, marks, half = hand.seeded("earth", kind), [], 0.44 * PITCH
    for _ in range(11):
        x, y = wobble.uniform(-half, half), wobble.uniform(-half, half)
        foot = (x + wobble.uniform(1.5, 2.8), y + wobble.uniform(-0.3, 0.3))
        marks.append(hand.gouge((x, y), foot, 0.35, wobble.uniform(-0.1, 0.1)))
    return marks


def ghosts(hunt: Hunt, laid: Board, theme: Theme) -> tuple[Shape, ...]:
    """Each starting place has a ring in its side's ink and a pale emblem."""
    if "scenes" not in theme.parts:
        return ()
    out: list[Shape] = []
    for side in hunt.sides:
        inks = tint(hunt, side, theme)
        light = theme.ink("space")
        body, shade, accent = (mixed(light, ink, GHOST) for ink in inks[:3])
        pale = Tint(body, shade, accent, light)
        drawn = emblems.cut("pieces", emblem(hunt, side), pale, theme._replace(inks=theme.inks | {"ink": pale.body}))
        ghost = Symbol(f"ghost-{side.kind}-{theme.name}", drawn)
        for point in side.start:
            place = laid.by_id[point]
            if place.cell:
                size, x, y = 0.3 * place.size, place.x + 0.13 * place.size, place.y + 0.13 * place.size
            else:
                size, x, y = 0.4 * place.size, place.x, place.y
                ring = Style(stroke=inks.body, width=0.03 * place.size)
                out.append(Circle((place.x, place.y), 0.5 * place.size, ring))
            out.append(Use(ghost, x, y, scale=size))
    return (Group(tuple(out), classes="starts"),)


def draw(stage: Stage, components: Components, theme: Theme, hunt: Hunt, laid: Board) -> tuple[Shape, ...]:
    """The sheet about the yard: its land with the title, meadow, and a scene in each corner that is free."""
    sheet, inner = stage.sheet.within(1.0), stage.sheet.within(2.8)
    if "scenes" not in theme.parts:
        return (*scenery.plain(sheet, theme, 1.8), *_title(stage.title, components, theme))
    theme = local(hunt, theme)
    land = scenery.scene(hunt.land, theme, components.cast)
    top = Area(inner.x, inner.y, inner.width, stage.title.bottom - inner.y)
    edge, words = Rect(inner.x, top.bottom - RULE / 2, inner.width, RULE, Style(theme.ink("border"))), stage.words
    words = Area(words.x + 0.12 * words.width, words.y, 0.76 * words.width, words.height)
    if stage.beside:
        wide = stage.board.x - inner.x - 2
        lines = sum(math.ceil(1.15 * fonts.width(note, "sans", NOTE) / wide) for note in components.notes)
        words = stage.words.below(max(0.0, stage.words.height - NOTES - lines * 1.5 * NOTE))
        top = Area(inner.x, inner.y, wide, words.y - inner.y)
        edge = edge._replace(x=top.right - RULE / 2, y=inner.y, width=RULE, height=inner.height)
    rows = _rows(stage, _cells(hunt, laid))
    corners = _corners(stage, rows)
    clear = [top, *corners, *rows, words]
    picture: list[Shape] = [Curve(hand.box(*inner), Style(fill=theme.ink("pale")))]
    picture += emblems.dressed((Rect(*top, land.ground.style),), theme, 0)
    drawn, title = _land(stage, components, theme, land, top)
    tuft = scenery.local("tuft", hunt.land, theme)
    picture += [drawn, *scenery.scattered(inner, theme, hunt.title, 9.0, clear, tuft)]
    own = scenery.local("tree", hunt.land, theme)
    scenes: tuple[Place, ...] = (scenery.pond, *[partial(scenery.orchard, own=own)] * 3) if own else SCENES
    for corner, scene in zip(corners, scenes, strict=True):
        if min(corner.width, corner.height) > 20:
            picture.append(Group(scene(corner, theme), classes="scene"))
            if scene is scenery.pond and hunt.many.emblem == "goose":
                picture += _swimming(scenery.lake(corner), hunt, theme)
    if not stage.beside:  # what is said under the board stands on paper
        paper = Style(theme.ink("sheet"), theme.ink("border"), 0.7)
        picture.append(Rect(*inner.below(stage.board.bottom + 1.0 - inner.y), paper))
    framed = Group((*picture, edge), clip=Curve(hand.box(*inner), Style()))
    return (framed, *scenery.plain(sheet, theme, 1.8), title)


def _swimming(area: Area, hunt: Hunt, theme: Theme) -> list[Shape]:
    """Two geese on the water, which hides their feet."""
    size = min(12.0, 0.26 * area.height)
    drawn = emblems.cut("pieces", "goose", tint(hunt, hunt.many, theme), theme)
    shapes: list[Shape] = []
    for turned, along, down in ((False, 0.36, 0.4), (True, 0.66, 0.56)):
        x, y = area.x + along * area.width, area.y + down * area.height
        swimmer = Symbol(f"swim{'-turned' * turned}-{theme.name}", emblems.mirrored(drawn) if turned else drawn)
        water = hand.box(x - 0.45 * size, y + 0.26 * size, 0.9 * size, 0.24 * size)
        waves = (
            hand.gouge((x - u * size, y + v * size), (x + u * size, y + v * size), w * size, 0.03)
            for u, v, w in ((0.54, 0.27, 0.08), (0.34, 0.39, 0.05))
        )
        shapes += [Use(swimmer, round(x, 2), round(y, 2), scale=size / 2), Curve(water, Style(theme.ink("water")))]
        shapes.append(hand.filled(theme.ink("space"), *waves))
    return shapes


def _rows(stage: Stage, cells: Mapping[tuple[int, int], tuple[Point, ...]]) -> list[Area]:
    """What the yard takes, row by row, in mm of the page."""
    rows: dict[int, list[Point]] = {}
    for (_, row), corners in sorted(cells.items()):
        rows.setdefault(row, []).extend(corners)
    out = []
    for _, points in sorted(rows.items()):
        (x0, x1), (y0, y1) = ((min(along), max(along)) for along in zip(*points, strict=True))
        x, y, wide, high = (stage.scale * part for part in Area(x0, y0, x1 - x0, y1 - y0).within(-FENCE))
        out.append(Area(stage.origin[0] + x, stage.origin[1] + y, wide, high))
    return out


def _corners(stage: Stage, rows: list[Area]) -> list[Area]:
    """The largest box in each corner of the board's that the yard leaves free, from the upper left, row by row."""
    box = stage.board
    out = []
    for upper, left in product((True, False), repeat=2):
        best, free = Area(box.x, box.y, 0, 0), box.width
        for row, after in pairwise(rows if upper else rows[::-1]):
            free = min(free, row.x - box.x if left else box.right - row.right)
            high = after.y - box.y if upper else box.bottom - after.bottom
            if free > 0 and free * high > best.width * best.height:
                x = box.x if left else box.right - free
                best = Area(x, box.y if upper else box.bottom - high, free, high)
        out.append(best.within(2.5) if min(best.width, best.height) > 8 else best._replace(width=0, height=0))
    return out


def _land(stage: Stage, components: Components, theme: Theme, land: scenery.Scene, top: Area) -> tuple[Shape, Shape]:
    """The land over a board and the hunt's name: in the calm part of its sky, or beside a land that is low."""
    letters, mark = theme.letters("soft"), land.title if isinstance(land.title, Rect) else land.ground
    ink = theme.ink(emblems.SCENE[mark.style.fill or "navy"])
    x, y, k, seen = scenery.beside(land, top)
    if not stage.beside and x - top.x > ASIDE * top.width:
        room = top._replace(width=x - top.x).within(6.0)
        title = lettering.within(components.title, letters, room, 27.0, ink)
        return Group(land.shapes, x, y, k, classes="land", clip=seen), title
    room, k = top.within(SKY), top.width / land.ground.width
    if not stage.beside:
        room = Area(top.x + k * mark.x, top.y + SKY, k * mark.width, 0.19 * top.height)
    title = lettering.within(components.title, letters, room, 24.0, ink, halo=theme.ink("sky"), top=True)
    return scenery.across(land, top, bounds.of((title,)) or (*top[:2], *top[:2])), title


def _title(area: Area, components: Components, theme: Theme) -> list[Shape]:
    words, said = components.title, components.tagline
    letters = theme.letters("soft")
    size = min(0.86 * area.width / lettering.width(words, letters, 1.0), 0.36 * area.height, 27.0)
    y = area.y + 0.25 * area.height + 0.72 * size
    title = lettering.straight(words, letters, area.centre[0], y, size, theme.ink("title"))
    points = min(0.19 * size, 5.0, 0.9 * area.width / fonts.width(said, "garamond-italic", 1.0))
    if points <= 2.9:
        return [title]
    font, wide, y = "garamond-italic", fonts.width(said, "garamond-italic", points), y + 0.24 * size + 1.1 * points
    return [title, Text(area.centre[0], y, said, points, font, "middle", theme.ink("ink"), width=wide)]
