"""Diagrams for rules: a part of a game's own board with pieces and moves on it, declared as data beside the rules text.
A file of templates/diagrams has a table for each diagram: `show`, the places that are seen (all, unless said), `put`
(kind of piece: places), `stack` (place: kinds, the undermost first), `ways` (places that a move goes over), `barred`
and `ringed` places, `space` (mm from a place to the next), `named` (false: places bear no names). `row` names other
diagrams that stand side by side. Places are written as in a shell: "{a..c}{1..3}" are nine."""

import math
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise, product
from typing import TypeAlias

from printables.core import TemplateError, templates, toml_file
from printables.core.templates import say
from printables.core.toml_file import Table
from printables.drawing import artwork, bounds, routes, spaces
from printables.drawing.artwork import READ
from printables.scene import POINT, Box, Circle, Group, Line, Point, Rect, Shape, Style, Text, walk
from printables.scene.components import MEET, Board, Components, Diagram, Figure, Place, about
from printables.scene.theme import Theme

Declared: TypeAlias = Mapping[str, Diagram]
FOLDER = "diagrams"
GAP = 5.0  # mm between diagrams side by side
MOST = 8.0 * POINT  # mm: names are no larger, unless they would be too small to read
WIDEST = 67.0  # mm: a column of a page
PAD = 0.6  # mm of the board round a diagram
EDGE = 0.2  # of a square: what a diagram shows at most of what lies about the squares
PIECE = 0.84  # of the width of a printed token
TRAIL = 0.1  # of the pitch: how broad a way is drawn
TIP = 1.5  # of that: its arrowhead, to either side
RING = 1.1  # of a piece: a ring about it
STEPS = 12  # points between two places at which a way is looked for under it
SETUP = 67.0  # mm: how wide the picture of the set-up is
_BRACE = re.compile(r"\{([^{}]*)\}")
_RANGE = re.compile(r"(\w+)\.\.(\w+)(?:\.\.(\d+))?")


def read(name: str, words: Mapping[str, str]) -> Declared:
    """The diagrams of templates/diagrams/NAME.toml, $words filled in; none without it. Raises TemplateError."""
    if name not in templates.stems(FOLDER):
        return {}
    path = f"{FOLDER}/{name}.toml"
    text, source = templates.fill(templates.read(path), words, path), str(templates.find(path))
    return toml_file.read(text, source, lambda root: {key: _diagram(table) for key, table in root.tables().items()})


def places(text: str) -> tuple[str, ...]:
    """The places that a text names: words, each with its braces spelled out."""
    return tuple(chain.from_iterable(map(_spelled, text.split())))


def _spelled(word: str) -> Iterator[str]:
    brace = _BRACE.search(word)
    if not brace:
        yield word
        return
    for one in chain.from_iterable(map(_ranged, brace[1].split(","))):
        yield from _spelled(word[: brace.start()] + one + word[brace.end() :])


def _ranged(part: str) -> Iterable[str]:
    """What stands between two letters or numbers, both included, every `step`th."""
    if not (ends := _RANGE.fullmatch(part)):
        return (part,)
    first, last, step = ends[1], ends[2], int(ends[3] or 1)
    if first.isdigit():
        return map(str, range(int(first), int(last) + 1, step))
    return map(chr, range(ord(first), ord(last) + 1, step))


def _diagram(table: Table) -> Diagram:
    table.known(Diagram._fields)
    put, stack = table.table("put"), table.table("stack")
    return Diagram(
        show=places(table.text("show", "")),
        put={kind: places(put.text(kind)) for kind in put.values},
        stack={place: tuple(stack.text(place).split()) for place in stack.values},
        ways=tuple(places(way) for way in table.texts("ways")),
        barred=places(table.text("barred", "")),
        ringed=places(table.text("ringed", "")),
        space=table.number("space", 4, 40, Diagram().space, " mm"),
        named=table.flag("named", True),
        row=tuple(table.texts("row")),
    )


def figure(
    components: Components, theme: Theme, name: str, declared: Declared, smaller: float = 1.0, within: float = WIDEST
) -> Figure:
    """The diagram of that name, of the game's board; `smaller`: how much smaller than drawn it may be printed, and so
    much more that it is no wider than `within` (mm). Raises TemplateError for a place or piece that it has not."""
    try:
        if not (row := declared[name].row):
            return _alone(components, theme, declared[name], smaller, within=within)._replace(name=name)
        room = WIDEST - GAP * (len(row) - 1)
        parts = [_alone(components, theme, declared[part], smaller) for part in row]
        if (wide := sum(part.width for part in parts)) > room:
            # Smaller together, not by the setting of the text: names stay as large as they must be.
            parts = [_alone(components, theme, declared[part], smaller, room / wide) for part in row]
    except KeyError as error:
        what, hint = f"the diagram {name} names {error.args[0]!r}", f"{components.title} has none of that name"
        raise TemplateError(what, hint, f"{FOLDER}/{components.rules}.toml") from None
    x, shapes, height = 0.0, [], max(part.height for part in parts)
    for part in parts:
        shapes.append(Group(part.shapes, x=x, y=(height - part.height) / 2))
        x += part.width + GAP
    return Figure(name, x - GAP, height, tuple(shapes))


def setup(components: Components, theme: Theme, width: float = SETUP, height: float = SETUP) -> Figure:
    """The whole board as play begins, at most so wide and high (mm); its places are named in the margins, where no
    piece hides the names, or on the board where they can only be told so."""
    board = components.board
    x0, y0, x1, y1 = board.extent
    crown = components.dress.crown if components.dress else ()
    y0 = min(y0, (bounds.of(crown) or (0, y0))[1])
    around = spaces.room(board, READ, framed=True)
    scale = max(0.01, min((width - 2 * around) / (x1 - x0), (height - 2 * around) / (y1 - y0)))
    least = READ / scale
    named = not around and artwork.legible(board, least)
    names = spaces.names(board, theme, least, framed=True, alone=not named)
    said = {text.text for text in walk(names) if isinstance(text, Text)}
    ground, art = (tuple(_without(shapes, said)) for shapes in (components.ground, components.art))
    drawn = artwork.board(board, theme, named=named, least=least, ground=ground, art=art)
    pieces = artwork.standing(board, ((place, components.token(kind)) for place, kind in components.setup))
    shapes = (*crown, *drawn, *pieces, *names)
    whole = Group(shapes, x=around - scale * x0, y=around - scale * y0, scale=scale, classes="setup")
    return Figure("setup", scale * (x1 - x0) + 2 * around, scale * (y1 - y0) + 2 * around, (whole,))


def told(components: Components) -> str:
    """What a picture of the board says to those who hear it: how many places there are, and what stands where."""
    board, laid = components.board, [place for place in components.board.places if place.cell]
    across, down = len({round(place.x, 3) for place in laid}), len({round(place.y, 3) for place in laid})
    if any(place.kind == "hub" for place in board.places):
        rings, spokes = (len({item[part] for item in spaces.named(board)}) for part in (1, 2))
        count = say("a hub and $rings rings of $spokes spaces about it", rings=rings, spokes=spokes)
    elif laid and across * down == len(laid):
        count = say("$across by $down squares", across=across, down=down)
    else:
        kind = "$count points" if not laid else "$count hexagons" if laid[0].hexagon else "$count squares"
        count = say(kind, count=len(laid or board.places))
    said = say("Board of $game: $places.", game=components.title, places=count)
    return " ".join(filter(None, (said, *components.notes[:1])))


def _without(shapes: Iterable[Shape], said: Container[str]) -> Iterator[Shape]:
    """What is drawn but for words that are said elsewhere."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape._replace(shapes=tuple(_without(shape.shapes, said)))
        elif not (isinstance(shape, Text) and shape.text in said):
            yield shape


def _alone(
    components: Components, theme: Theme, diagram: Diagram, smaller: float, shrink: float = 1.0, within: float = WIDEST
) -> Figure:
    whole = components.board
    part, box = _part(whole, diagram.show or tuple(whole.by_id))
    x0, y0, x1, y1 = box
    scale = shrink * min(diagram.space / whole.pitch, WIDEST / (x1 - x0))
    smaller = max(smaller, (x1 - x0) * scale / within)
    least = max(min(artwork.largest(part), MOST / scale), READ * smaller / scale)
    # What lies under the lines belongs to the whole board: only this part of it is seen.
    ground = tuple(bounds.within(components.ground, box))
    under = Group(ground, clip=Rect(x0, y0, x1 - x0, y1 - y0, Style())) if ground else None
    names = artwork.names(part, theme, least) if diagram.named else Group(())
    upon = list(_upon(whole, diagram))
    shapes = [
        *((under,) if under else ()),
        *artwork.board(part, theme, named=False, least=least),
        names._replace(shapes=tuple(name for name in names.shapes if not _hidden(name, upon))),
        *_over(components, theme, diagram, part),
    ]
    group = Group(tuple(shapes), x=-x0 * scale, y=-y0 * scale, scale=scale)
    return Figure("", (x1 - x0) * scale, (y1 - y0) * scale, (group,))


def _part(whole: Board, shown: Sequence[str]) -> tuple[Board, Box]:
    """A part of a board, and what it takes: half a token or half a place about the middle of each place."""
    ids = set(shown)
    some = tuple(whole.by_id[name] for name in shown)
    paths = tuple(path for path in whole.paths if {path.a, path.b} <= ids)

    def reach(place: Place) -> float:
        if place.cell:
            return place.size / 2 + min(whole.margin, EDGE * place.size) + PAD
        return max(1.08 * place.size, MEET * whole.room) / 2 + PAD

    return replace(whole, places=some, paths=paths or whole.paths[:0]), about((place, reach(place)) for place in some)


def _upon(whole: Board, diagram: Diagram) -> Iterator[tuple[Point, float]]:
    """What lies on the names, as discs: pieces, heaps, crosses, and the ways as discs beside each other (board mm)."""
    token = whole.token / 2
    sizes = (PIECE * token, token, 0.6 * PIECE * token, RING * PIECE * token)
    some = (chain.from_iterable(diagram.put.values()), diagram.stack, diagram.barred, diagram.ringed)
    for places, reach in zip(some, sizes, strict=True):
        yield from (((whole.by_id[name].x, whole.by_id[name].y), reach) for name in places)
    reach = TRAIL * whole.pitch
    for way in diagram.ways:
        for a, b in pairwise(way):
            one, two = whole.by_id[a], whole.by_id[b]
            last = STEPS if two.cell or b != way[-1] else STEPS // 2  # a way stops at the edge of a point
            for step in range(last + 1):
                part, tip = step / STEPS, TIP if b == way[-1] else 1.0
                yield (one.x + part * (two.x - one.x), one.y + part * (two.y - one.y)), tip * reach


def _hidden(name: Shape, upon: Sequence[tuple[Point, float]]) -> bool:
    """Whether something lies on a name, which then could be read in part at most."""
    assert isinstance(name, Text)
    wide, high = spaces.CHARACTER * len(name.text) * name.size, 2 * spaces.CAPITAL * name.size
    x0 = name.x - {"start": 0.0, "middle": wide / 2, "end": wide}[name.anchor]
    x1, y0, y1 = x0 + wide, name.y - high, name.y
    return any(math.hypot(x - min(max(x, x0), x1), y - min(max(y, y0), y1)) < reach for (x, y), reach in upon)


def _over(components: Components, theme: Theme, diagram: Diagram, part: Board) -> Iterator[Shape]:
    """Pieces, ways, crosses and rings; sizes are those of the whole board."""
    whole = components.board
    token = PIECE * whole.token
    flat = {kind.kind for kind in components.tokens if kind.flat}
    stands = {place for kind, some in diagram.put.items() if kind not in flat for place in some} | set(diagram.stack)

    def pieces(lying: bool) -> Iterator[Shape]:
        for kind in (kind for kind in diagram.put if (kind in flat) is lying):
            for place in map(whole.by_id.__getitem__, diagram.put[kind]):
                yield artwork.token(components.token(kind), token, place.x, place.y, title=f"{kind} at {place.id}")

    yield from pieces(lying=True)
    width = TRAIL * whole.pitch
    role = "ink" if theme.linocut else "accent"  # on coloured ground the accent is too pale
    for way in diagram.ways:
        # A way begins at the edge of the piece that goes it, and ends at that of a piece it goes for, or of a point.
        start = token * 0.45 if way[0] in stands else 0.0
        end = whole.by_id[way[-1]]
        stop = token / 2 if end.id in stands else 0.0 if end.cell or end.size > whole.pitch else end.size / 2
        yield routes.trail(whole, way, theme, role=role, width=width, start=start, stop=stop, title=" to ".join(way))
    yield from pieces(lying=False)
    for place, kinds in diagram.stack.items():
        yield from artwork.standing(whole, ((place, components.token(kind)) for kind in kinds), {place})
    reach, edged = 0.3 * token, (("paper", 0.55), ("ink", 0.26))  # with a light edge crosses are seen on dark, too
    for name, (ink, wide), turn in product(diagram.barred, edged, (1, -1)):
        x, y, style = part.by_id[name].x, part.by_id[name].y, Style(None, theme.ink(ink), wide * reach, cap="round")
        yield Line((x - reach, y - turn * reach), (x + reach, y + turn * reach), style)
    ring = Style(stroke=theme.ink("accent"), width=0.08 * whole.pitch)
    for name in diagram.ringed:
        yield Circle((part.by_id[name].x, part.by_id[name].y), RING / 2 * token, ring)
