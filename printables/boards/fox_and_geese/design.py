"""What a hunt is printed from: its board as the graph says, its pieces, and a picture of the start."""

from collections.abc import Iterator
from functools import partial

from printables.boards.fox_and_geese import examples, meadow, words
from printables.boards.fox_and_geese.meadow import PITCH
from printables.boards.fox_and_geese.model import Hunt, Side
from printables.core import templates
from printables.drawing import emblems
from printables.scene import Circle, Group, Line, Polygon, Rect, Shape, Style, Symbol
from printables.scene.components import Board, Components, Dress, Path, Place, TokenKind
from printables.scene.theme import Theme

# Inks and widths (of the pitch) of the pens that draw a zone, one over the other; a wall runs clear of names.
EDGE = (("soft", 1.0), ("shade", 0.96))
STAKES = 1.6  # mm: of the outermost pen, and between them
WALL = (("border", 1.12), ("border", 1.08), ("earth", 1.065), ("border", 0.99), ("shade", 0.975))
POINT = 0.3 * PITCH  # diameter of a point
EMBLEM = 0.88  # of the token: ears stay inside the rim


def board(hunt: Hunt) -> Board:
    """Points and lines, x to the right, y down; squares are shaded cells whose lines are not drawn."""
    squares = hunt.look == "squares"
    zoned = {point for zone in hunt.zones for point in zone.points}
    places = []
    for spot in hunt.grid.spots:
        x, y = hunt.grid.place(spot.id)
        kind = "cell dark" if squares else "space zone" if spot.id in zoned else "space"
        places.append(Place(spot.id, PITCH * x, PITCH * y, PITCH if squares else POINT, kind))
    return Board(tuple(places), tuple(Path(a, b) for a, b in hunt.grid.lines), aside=not squares)


def components(hunt: Hunt, theme: Theme, slug: str) -> Components:
    """All that a kit of the hunt is printed from."""
    many, few = (side._replace(emblem=emblems.chosen(theme, side.kind, side.emblem)) for side in hunt.sides)
    hunt = hunt._replace(many=many, few=few)
    laid = board(hunt)
    below, above = ground(hunt, laid, theme), edges(hunt, laid, theme)
    dress = None
    if theme.linocut:
        local = meadow.local(hunt, theme)
        below = meadow.yard(hunt, laid, local, ground(hunt, laid, local))
        laid = meadow.board(hunt, laid, theme)
        above = (*above, *meadow.ghosts(hunt, laid, local))
        if "border" in theme.parts:
            draw = partial(meadow.draw, hunt=hunt, laid=laid)
            dress = Dress(draw, inset=4.4, head=0.32, share=0.84, tall=0.9, lettering="soft", pieces=False)
    return Components(
        slug=slug, title=templates.say(hunt.title), designer=words.credit(hunt),
        byline=f"({templates.say(hunt.credit)})", source=templates.say(hunt.source),
        licence=templates.say(hunt.licence or "Rules in our own words"),
        players=templates.say("2 players"), age=6, minutes="15–30", summary=words.summary(hunt),
        cover=hunt.land, cast=meadow.cast(hunt, theme), board=laid, ground=below, art=above, dress=dress,
        notes=(words.setup_line(hunt),),
        tokens=tuple(_token(hunt, *both, theme) for both in (hunt.sides, hunt.sides[::-1])),
        setup=tuple((point, side.kind) for side in hunt.sides for point in side.start),
        captured=tuple(_captured(hunt)), rules=slug, reference=f"{slug}-reference", reference_copies=2,
        words=words.rules(hunt) | words.of(hunt), diagrams=examples.diagrams(hunt),
    )  # fmt: skip


def _captured(hunt: Hunt) -> Iterator[tuple[str, int]]:
    """How many of a side the other may capture, or needs to win."""
    for side, other in (hunt.sides, hunt.sides[::-1]):
        if other.capture:
            taken = [goal.count for goal in other.wins if goal.kind == "take"]
            left = [goal.count for goal in other.wins if goal.kind == "reduce"]
            every = side.pieces + _spare(hunt, other)
            yield side.kind, min([every, *taken, *(every - count for count in left)])


def _spare(hunt: Hunt, other: Side) -> int:
    """Tokens beside those of the set-up: where a missed capture adds one, one for each point that it may stand on."""
    return len(hunt.zone(other.capture.add)) if other.capture and other.capture.duty == "add" else 0


def _token(hunt: Hunt, side: Side, other: Side, theme: Theme) -> TokenKind:
    """A piece: emblem on a disc, and a back with a ring about it, to mark one that has just moved or is owed."""
    name, plural = words.names(side)
    copies = side.pieces + _spare(hunt, other)
    if theme.linocut:
        return meadow.token(hunt, side, theme, copies)._replace(name=name, plural=plural)
    few = side is hunt.few
    ground, ink = theme.ink("dark" if few else "light"), theme.ink("light" if few else "ink")
    disc, drawn = emblems.disc(ground, ink), emblems.draw("pieces", side.emblem, ink, ground)
    ring = Circle((0, 0), 0.8, Style(stroke=ink, width=0.09))
    front = Symbol(f"{side.kind}-front", (*disc, Group(drawn, scale=EMBLEM)))
    back = Symbol(f"{side.kind}-back", (*disc, ring, Group(drawn, scale=0.78 * EMBLEM)))
    return TokenKind(side.kind, name, plural, copies, front, back, ground)


def ground(hunt: Hunt, laid: Board, theme: Theme) -> tuple[Shape, ...]:
    """What lies under the lines: the field of each zone, or the light squares of a chequered board."""
    if hunt.look == "squares":
        return (_square(laid, Style(fill=theme.ink("space"))),)
    shapes: list[Shape] = []
    for zone in hunt.zones:
        # The zone as dots, lines and the triangles and squares that they enclose, to be drawn with a broad pen
        points = set(zone.points)
        at = {point: (laid.by_id[point].x, laid.by_id[point].y) for point in points}
        links = {point: [near for near in hunt.grid.links[point] if near in points] for point in points}
        found: list[tuple[tuple[float, float], ...]] = [(at[point],) for point in sorted(points) if not links[point]]
        for a in sorted(points):
            for b in links[a]:
                if a < b:
                    found.append((at[a], at[b]))
                for c in links[b]:
                    if a < c and c in links[a] and b < c:
                        found.append((at[a], at[b], at[c]))
                    for d in links[c]:
                        if a < min(b, c, d) and b < d and d != b and a in links[d] and c != a:
                            found.append((at[a], at[b], at[c], at[d]))
        for number, (ink, width) in enumerate(WALL if theme.linocut and not theme.outline else EDGE):
            dash = (STAKES, STAKES) if theme.linocut and not number else ()
            strokes = tuple(_stroke(points, theme.ink(ink), width * PITCH, dash) for points in found)
            shapes.append(Group(strokes, classes=f"zone {zone.name}"))
    return tuple(shapes)


def _stroke(points: tuple[tuple[float, float], ...], ink: str, width: float, dash: tuple[float, ...]) -> Shape:
    if len(points) == 1:
        return Circle(points[0], width / 2, Style(fill=ink))
    if len(points) > 2:
        return Polygon(points, Style(fill=ink))
    style = Style(fill=ink, stroke=ink, width=width, dash=dash, cap="butt" if dash else "round")
    return Line(points[0], points[1], style)


def _square(laid: Board, style: Style) -> Rect:
    xs, ys = [place.x for place in laid.places], [place.y for place in laid.places]
    x, y = min(xs) - PITCH / 2, min(ys) - PITCH / 2
    return Rect(x, y, max(xs) - min(xs) + PITCH, max(ys) - min(ys) + PITCH, style)


def edges(hunt: Hunt, laid: Board, theme: Theme) -> tuple[Shape, ...]:
    """Of a chequered board: coloured lines over and under the ranks of each zone, not at its edge; and its frame."""
    if hunt.look != "squares":
        return ()
    half, style = PITCH / 2, Style(stroke=theme.ink("accent"), width=1.2, cap="round")
    # Over the squares: under them it would show beside the light ones alone.
    frame = _square(laid, Style(stroke=theme.ink("ink"), width=0.6))
    shapes = []
    for zone in hunt.zones:
        rows = [laid.by_id[point].y for point in zone.points]
        inner = (y for y in (min(rows) - half, max(rows) + half) if frame.y < y < frame.y + frame.height)
        lines = tuple(Line((frame.x, y), (frame.x + frame.width, y), style) for y in inner)
        shapes.append(Group(lines, classes=f"zone {zone.name}"))
    return (*shapes, frame)
