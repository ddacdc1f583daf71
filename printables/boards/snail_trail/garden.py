"""How Snail Trail is drawn: snails and markers, in a circle of radius 1 about (0, 0); and in a linocut a path
of flagstones in a bed of tomatoes, and the sheet about it, with a title that a snail draws."""

import math
from collections import Counter
from collections.abc import Sequence

from printables.core.templates import say
from printables.drawing import emblems, hand, lettering, scenery, spaces
from printables.scene import Area, Circle, Curve, Group, Point, Polygon, Shape, Stage, Style, Symbol, Text, Use
from printables.scene.components import Board, Components, Place, TokenKind
from printables.scene.theme import Theme

GAP, BED, TILE = 2.0, 6.6, 1.35  # board mm: moss about the slabs, the bed of the vine, half a tile of its edging
MARGIN = GAP + BED + 2 * TILE - 0.6
STEP = 4.6  # mm along the vine from one thing to the next
THINGS = ("leaf", "flower", "leaf", "fruit", "leaf")
MOST_STONES = 24  # turns in the track under the board
SEATS = ("snail-a", "snail-b")


def ground(board: Board, theme: Theme) -> tuple[Shape, ...]:
    """Moss between the slabs, and round it the bed with its vine and an edging of tiles."""
    edge = scenery.hull([corner for place in board.places for corner in spaces.corners(place)])
    bordered = "border" in theme.parts
    vine = _vine(scenery.grown(edge, GAP + BED / 2), theme) if bordered else ()
    if theme.outline:
        line, reaches = Style(stroke=theme.ink("ink"), width=0.25), (GAP, GAP + BED) if bordered else (0.6,)
        return (*(Curve(hand.polygon(scenery.grown(edge, by)), line) for by in reaches), *vine)
    moss = Curve(hand.polygon(scenery.grown(edge, GAP if bordered else 0.4)), Style(fill=theme.ink("field")))
    if not bordered:
        return (moss,)
    outer = scenery.grown(edge, GAP + BED)
    tiles = hand.filled(theme.ink("warm"), scenery.scallops(outer, TILE))
    bed = Curve(hand.polygon(outer), Style(fill=theme.ink("border"), stroke=theme.ink("space"), width=0.5))
    rim = moss._replace(style=moss.style._replace(stroke=theme.ink("space"), width=0.6))
    return (Group((tiles, bed, rim, *_weeds(board, theme), *vine), classes="bed"),)


def _weeds(board: Board, theme: Theme) -> tuple[Shape, ...]:
    """Flowers and leaves where slabs meet, at every fourth place or so."""
    wobble, out = hand.seeded("weeds", len(board.places)), []
    leaves, flower = scenery.motif("weed", theme), scenery.motif("daisy", theme)
    met = Counter((round(x, 2), round(y, 2)) for place in board.places for x, y in spaces.corners(place))
    for (x, y), count in sorted(met.items()):
        if count > 2 and wobble.random() < 0.3:
            out.append(scenery.placed(leaves, x, y, 1.15, 30))
            if wobble.random() < 0.55:
                out.append(scenery.placed(flower, x, y, 0.85))
    return tuple(out)


def _vine(way: Sequence[Point], theme: Theme) -> tuple[Shape, ...]:
    """A winding stem along an outline with leaves, flowers and fruit on either side in turn."""
    points, run = list[Point](), 0.0
    for a, b in zip(way, (*way[1:], way[0]), strict=True):
        span = math.dist(a, b)
        ux, uy = (b[0] - a[0]) / span, (b[1] - a[1]) / span
        count = max(2, int(span / 1.5))
        for number in range(count):
            part = number / count
            # The wobble dies away towards the corners.
            wave = 0.9 * math.sin((run + span * part) / 17 * 2 * math.pi) * min(1.0, min(part, 1 - part) * span / 6)
            points.append((a[0] + ux * span * part - uy * wave, a[1] + uy * span * part + ux * wave))
        run += span
    points.append(points[0])
    stem = hand.spline([*points[::3], points[0]], closed=False)
    things = {name: scenery.motif(f"vine-{name}", theme) for name in set(THINGS)}
    out: list[Shape] = [Curve(stem, Style(stroke=theme.ink("leaf"), width=0.3 if theme.outline else 0.6))]
    every = max(1, round(STEP / 1.5))
    for count, number in enumerate(range(1, len(points) - every // 2, every)):
        (x, y), side = points[number], 1 if count % 2 else -1
        (ax, ay), (bx, by) = points[number - 1], points[number + 1]
        angle = math.degrees(math.atan2(by - ay, bx - ax))
        name = THINGS[count % len(THINGS)]
        reach = {"leaf": 0.0, "flower": 1.25, "fruit": 0.9}[name]
        tx, ty = hand.polar((x, y), reach, angle + 90 * side)
        turn = angle + 53 * side if name == "leaf" else 0.0
        out.append(scenery.placed(things[name], tx, ty, {"leaf": 2.9, "flower": 1.45, "fruit": 1.6}[name], turn))
    return tuple(out)


def snail(seat: int, theme: Theme, symbol: str, light: str) -> Symbol:
    """A snail as it crawls over the board: A to the right, B to the left."""
    drawn = emblems.cut("tokens", "snail", theme.tint(SEATS[seat]), theme._replace(inks=theme.inks | {"light": light}))
    return Symbol(symbol, emblems.mirrored(drawn) if seat == 0 else drawn)


def starts(places: Sequence[Place], theme: Theme) -> tuple[Shape, ...]:
    """The snail of each corner on its slab."""
    out = []
    for seat, place in enumerate(places):
        light = theme.ink("shade" if place.kind.endswith(" dark") else "space")
        size = (0.36 if place.kind.startswith("cell") else 0.3) * place.size
        y = place.y + (0.1 if place.kind.startswith("cell") else 0.12) * place.size
        out.append(Use(snail(seat, theme, f"start-{seat}", light), place.x, y, scale=size))
    return (Group(tuple(out), classes="start"),)


def draw(stage: Stage, components: Components, theme: Theme, turns: int) -> tuple[Shape, ...]:
    """The sheet about the bed."""
    sheet = stage.sheet.within(1.0)
    shapes = [Curve(hand.box(*sheet), Style(fill=theme.ink("sheet")))] if "scenes" in theme.parts else list[Shape]()
    line = Style(stroke=theme.ink("border"), width=0.4)
    shapes += [*scenery.plain(sheet, theme, 1.2), Curve(hand.box(*sheet.within(2.4)), line)]
    shapes += _title(stage.title, components.title, theme)
    room = stage.words
    if not stage.beside and room.height > 26 and turns <= MOST_STONES and not theme.outline:
        shapes += _stones(Area(room.x + 8, room.bottom - 13, room.width - 16, 8), turns, theme)
    return tuple(shapes)


def _title(area: Area, words: str, theme: Theme) -> list[Shape]:
    """The name in a flowing hand, over a trail that ends in the snail itself; in a column in lines."""
    lines, letters = [words] if area.width > 2.2 * area.height else words.split(" "), theme.letters("flowing")
    wide = max(lettering.width(line, letters, 1.0) for line in lines)
    size = min(30.0, 0.88 * area.width / (wide + 1.3), 0.62 * area.height / len(lines))
    shapes: list[Shape] = []
    left = area.x + (area.width - (wide + 1.2) * size) / 2
    y = area.y + (area.height - 1.05 * size * len(lines)) / 2 + 0.62 * size
    for line in lines:
        middle = left + lettering.width(line, letters, size) / 2
        shapes.append(lettering.straight(line, letters, middle, y, size, theme.ink("title")))
        y += 1.0 * size
    y -= 0.78 * size
    end = left + (wide + 0.75) * size
    trail = [(left + (end - left) * part / 8, y + 0.05 * size * math.sin(2.2 * part)) for part in range(9)]
    for shift, width in ((0.0, 0.02), (0.05, 0.045)):
        way = hand.sample([(px, py + shift * size) for px, py in trail], 6)
        shapes.append(hand.filled(theme.ink("leaf"), hand.brush(way, lambda t, w=width: w * size * t**0.5)))  # type: ignore[misc]
    crawling = snail(0, theme, "title-snail", theme.ink("sheet"))
    shapes.append(Use(crawling, end, round(y - 0.3 * size, 2), scale=round(0.42 * size, 3)))
    return shapes


def _stones(area: Area, turns: int, theme: Theme) -> list[Shape]:
    """A track of stepping stones for the number of the turn."""
    step, middle = area.width / turns, area.centre[1]
    radius = min(0.4 * step, 4.6)
    way = [(area.x + (n + 0.5) * step, middle + 0.9 * math.sin(1.1 * n)) for n in range(turns)]
    shapes: list[Shape] = [Curve(hand.spline(way, closed=False), Style(stroke=theme.ink("leaf"), width=0.8))]
    for number, (x, y) in enumerate(way, 1):
        shapes.append(Circle((x + 0.5, y + 0.7), radius, Style(fill=theme.ink("deep"))))
        shapes.append(Circle((x, y), radius, Style(fill=theme.ink("shade" if number % 2 else "space"))))
        ink, size = theme.ink("warm" if number % 2 else "water"), 1.15 * radius
        shapes.append(Text(x, y + 0.34 * size, str(number), size, "sans-bold", "middle", ink))
    return [Group(tuple(shapes), classes="turns")]


def tokens(theme: Theme, markers: int) -> tuple[TokenKind, ...]:
    """Snail A, light and crawling right; snail B, dark and crawling left; markers enough for the whole board."""
    ink, light, dark = (theme.ink(role) for role in ("ink", "light", "dark"))

    def player(seat: str, ground: str, line: str, side: int) -> TokenKind:
        kind, name = f"snail-{seat.lower()}", say("Snail $seat", seat=seat)
        if theme.linocut:

            def medal(back: bool) -> tuple[Shape, ...]:
                return emblems.struck(theme, "tokens", "snail", "leaves", tint=kind, back=back, turned=side > 0)

            front, back = emblems.sides(kind, medal)
            return TokenKind(kind, name, name, 1, front, back, theme.tint(kind).body)
        front = Symbol(f"{kind}-front", (*emblems.disc(ground, line), *emblems.token(theme, kind, line, ground)))
        shell = Polygon(spiral(0, 0, 0.66, 2.75, side), Style(stroke=line, width=0.14, cap="round"), closed=False)
        back = Symbol(f"{kind}-back", (*emblems.disc(ground, line), shell))
        return TokenKind(kind, name, name, 1, front, back, ground)

    if theme.linocut:
        inks = theme.tint("trail")
        light, ink = inks.ground, inks.body
    marker = Symbol("trail-front", (*emblems.disc(light, ink), *emblems.token(theme, "trail", ink, light)))
    plain = Symbol("trail-back", (*emblems.disc(light, ink), Circle((0, 0), 0.5, Style(stroke=ink, width=0.12))))
    trail = TokenKind("trail", say("Trail marker"), say("Trail markers"), markers, marker, plain, light, flat=True)
    return player("A", light, ink, 1), player("B", dark, light, -1), trail


def spiral(x: float, y: float, radius: float, turns: float, side: int) -> tuple[Point, ...]:
    """Points of a spiral from its middle to its rim, wound clockwise (side 1) or the other way (-1)."""
    count = int(turns * 18)
    bends = ((n, 2 * math.pi * turns * n / count) for n in range(count + 1))
    return tuple(
        (x + side * radius * n / count * math.sin(bend), y - radius * n / count * math.cos(bend)) for n, bend in bends
    )


def shells(places: Sequence[Place], side: float, theme: Theme) -> tuple[Shape, ...]:
    """A faint shell in each square where a snail starts."""
    style = Style(stroke=theme.ink("faint"), width=0.05 * side, cap="round")
    ways = (spiral(place.x, place.y, 0.34 * side, 2.75, turn) for place, turn in zip(places, (1, -1), strict=True))
    return tuple(Group((Polygon(way, style, closed=False),), classes="start") for way in ways)
