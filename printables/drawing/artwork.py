"""Boards, tokens and dice faces as shapes: one drawing for paper and for the referee's pictures, quick because it
measures no font. A board is drawn in its own millimetres about its own origin: a Group scales and places it."""

import math
from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from printables.core import OptionError, PaperError
from printables.drawing import routes, spaces
from printables.scene import POINT, SLACK, Area, Group, Shape, Text, Use
from printables.scene.components import Board, Components, Face, Place, TokenKind
from printables.scene.theme import Theme

Shapes: TypeAlias = Iterable[Shape]

NAME_SIZE = 0.2  # of the pitch: a name of three characters stays inside a space
CUT_NAME = 0.15  # the same in a linocut, whose names are bold
BESIDE = 0.105  # the same of a name that stands beside its place
INDENT = 0.35  # of its size: how far a name in the corner of a square is from the sides
HIGH = 0.72  # of its size: from the top of a name to its foot
ASIDE = 0.2  # of the pitch: the largest that finds room there
# Where the pips of a plain die are, in steps from the middle.
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def board(
    board: Board, theme: Theme, *, named: bool = True, least: float = 0.0, ground: Shapes = (), art: Shapes = ()
) -> tuple[Shape, ...]:
    """The whole board in its own mm: `ground` under paths under spaces under `art` under names. `least` is the smallest
    size that names and words of the art may have (board mm); a name that would not fit its place is left out. Groups
    carry classes: "paths red", "places" and in it "g2", "hub H", "cell a1"; places are titled with their id."""
    bare = next((shapes for of, shapes in board.drawn if of is theme), None)  # another thread may draw another theme
    if bare is None:
        bare = tuple(_bare(board, theme))
        board.drawn[:] = [(theme, bare)]
    under, over = (tuple(_legible(shape, least) for shape in shapes) for shapes in (ground, art))
    return (*under, *bare, *over, *((names(board, theme, least),) if named else ()))


def _bare(board: Board, theme: Theme) -> Iterator[Shape]:
    for kind in dict.fromkeys(path.kind for path in board.paths if routes.drawn(board, path)):
        yield (routes.inlaid if theme.linocut else routes.paths)(board, theme, kind)
    yield from spaces.discs(board.places, theme) if theme.linocut else ()
    yield Group(tuple(spaces.drawn(item, theme) for item in board.places), classes="places")


def names(board: Board, theme: Theme, least: float = 0.0) -> Group:
    """The names that the board has in its places, as `board` draws them."""
    share = BESIDE if board.aside else CUT_NAME if theme.linocut else NAME_SIZE
    squares = [_written(item, theme) for item in board.places if item.cell and not item.hexagon and item.name]
    room = min((_corner(item, board.token / 2) for item in squares), default=math.inf)
    size = max(min(share * board.pitch, room), least)
    ink, font = ("ink", "sans-bold") if theme.linocut else ("soft", "sans")
    if board.aside:
        feet = spaces.beside(board, size).items() if legible(board, size) else ()
        said = [Text(*foot, board.by_id[place].name, size, font, "middle", theme.ink(ink)) for place, foot in feet]
    else:
        said = [
            name(_written(item, theme), size, theme.ink(ink), font, right=_covered(item, board))
            for item in board.places
            if item.name and fits(item, size)
        ]
    return Group(tuple(said), classes="names")


def _legible(shape: Shape, least: float) -> Shape:
    """The shape with any smaller text set in size `least`, about the same middle of its line."""
    if isinstance(shape, Text) and shape.size < least:
        return shape._replace(y=shape.y + 0.34 * (least - shape.size), size=least)
    if isinstance(shape, Group):
        return shape._replace(shapes=tuple(_legible(part, least / shape.scale) for part in shape.shapes))
    return shape


def _covered(item: Place, board: Board) -> bool:
    """Whether a token that stands between squares lies on the top left corner of this one."""
    corner = item.x - item.size / 2, item.y - item.size / 2
    return any(math.dist(corner, (p.x, p.y)) < board.token / 2 for p in board.places if item.cell and not p.cell)


def name(item: Place, size: float, ink: str, font: str = "sans", *, right: bool = False) -> Text:
    """A name in the middle of its place; in the top left corner of a square (or the `right` one), where a token leaves
    it to be read; in the uppermost corner of a hexagon."""
    if item.hexagon:
        # As near to the corner as the sides let its width go: they fall by 1 in the square root of 3.
        top = (spaces.CHARACTER / 2 * len(item.name) * size - item.size) / math.sqrt(3)
        return Text(item.x, item.y + top + HIGH * size, item.name, size, font, "middle", fill=ink)
    if item.cell:
        edge = item.size / 2 - INDENT * size
        x = item.x + edge if right else item.x - edge
        return Text(x, item.y - edge + HIGH * size, item.name, size, font, "end" if right else "start", fill=ink)
    return Text(item.x, item.y + 0.34 * size, item.name, size, font, "middle", fill=ink)


def _written(item: Place, theme: Theme) -> Place:
    """The part of a place that its name may stand in: the edges of a slab are worn."""
    return item._replace(size=0.84 * item.size) if item.cell and theme.cells == "slabs" else item


def largest(board: Board) -> float:
    """The size (mm) up to which every name has room: in a hexagon, above a token there; beside points, between them."""
    if board.aside:
        return ASIDE * board.pitch
    return min((_widest(item, board.token / 2) for item in board.places if item.name), default=0.0)


def _widest(item: Place, taken: float) -> float:
    """The size (mm) up to which a name fits its place, of which a token takes so much about the middle."""
    length = len(item.name) * spaces.CHARACTER
    if item.hexagon:  # as `name` sets it: its foot touches the token
        return (item.size / math.sqrt(3) - taken) / (length / 2 / math.sqrt(3) + HIGH)
    return item.size / math.hypot(length, 0.7)


def _corner(item: Place, taken: float) -> float:
    """The size (mm) at which the inner corner of a name in a square's corner, as `name` sets it, touches a token."""
    half, a, b = item.size / 2, INDENT + len(item.name) * spaces.CHARACTER, INDENT + HIGH
    slack = max(0.0, (half * (a + b)) ** 2 - (a * a + b * b) * (2 * half * half - taken * taken))
    return (half * (a + b) - math.sqrt(slack)) / (a * a + b * b)


def fits(item: Place, size: float) -> bool:
    """Whether the place is wide enough for its name at that size."""
    return math.hypot(len(item.name) * spaces.CHARACTER, 0.7) * size <= item.size * (1 + 1e-9)


def legible(board: Board, size: float) -> bool:
    """Whether every name at that size has room in its place, or beside it."""
    if board.aside:
        return size <= ASIDE * board.pitch * (1 + 1e-9)
    return all(fits(item, size) for item in board.places if item.name)


def token(
    kind: TokenKind, diameter: float, x: float, y: float, *, back: bool = False, classes: str = "", title: str = ""
) -> Use:
    """One token, its centre at (x, y); classes "token fox" and title as given, or the token's name."""
    art, classes = kind.back if back else kind.front, f"token {kind.kind} {classes}".strip()
    return Use(art, x, y, diameter / 2, classes=classes, title=title or kind.name)


def spots(board: Board, place: Place, count: int) -> list[tuple[float, float, float]]:
    """Where `count` tokens stand on a place, side by side in its circle or a wider token's: centre, diameter (mm)."""
    full = board.token
    if count == 1:
        return [(place.x, place.y, full)]
    # `count` equal circles on a ring touch each other and the circle about them when sin(pi / n) = r / (R - r).
    around = max(place.size, full) / 2
    sine = math.sin(math.pi / count)
    radius = min(full / 2, around * sine / (1 + sine))
    ring = min(radius / sine * 1.06, around - radius)
    first = math.pi if count == 2 else -math.pi / 2  # two from left to right, more clockwise from the top
    turns = [first + 2 * math.pi * number / count for number in range(count)]
    return [(place.x + ring * math.cos(turn), place.y + ring * math.sin(turn), 2 * radius) for turn in turns]


def heap(board: Board, place: Place, count: int) -> list[tuple[float, float, float]]:
    """Where `count` tokens lie in a heap in the square about one, undermost first: centre, diameter (mm); rims show."""
    full = board.token
    spread = full * min(0.52, 0.2 + 0.08 * (count - 1)) if count > 1 else 0.0
    shifts = [spread * (number / (count - 1) - 0.5) if count > 1 else 0.0 for number in range(count)]
    return [(place.x + shift, place.y + shift, full - spread) for shift in shifts]


def standing(board: Board, tokens: Iterable[tuple[str, TokenKind]], heaps: Container[str] = ()) -> tuple[Use, ...]:
    """Tokens on the places that they stand on, those that share one side by side; in `heaps`, on top of each other."""
    groups, out = dict[str, list[TokenKind]](), list[Use]()
    for name, kind in tokens:
        groups.setdefault(name, []).append(kind)
    for name, kinds in groups.items():
        lying = (heap if name in heaps else spots)(board, board.by_id[name], len(kinds))
        for kind, (x, y, diameter) in zip(kinds, lying, strict=True):
            out.append(token(kind, diameter, x, y, title=f"{kind.kind} at {name}"))
    return tuple(out)


def face(one: Face, size: float, x: float, y: float, *, rotate: float = 0.0, classes: str = "", title: str = "") -> Use:
    """A face of a die, its centre at (x, y), `size` mm from side to side; the die's edge is not drawn."""
    return Use(one.art, x, y, size / 2, rotate, f"face {one.name} {classes}".strip(), title or one.title)


OWNED = (25.0, 20.0, 18.0, 16.0)  # mm: punches, discs and stickers that people own, largest first
NEAR = 0.8  # of what there is room for: a token that size takes at least so much
WHOLE = 9.0  # mm: smaller tokens are not rounded to whole millimetres, of which each counts
STEP = 0.1  # mm: but to tenths
LEAST_TOKEN = 4.0  # mm: anything smaller is lost on the carpet
LEAST_NAME = 5 * POINT  # mm: the smallest print that can be read
READ = 7 * POINT  # mm: in which names are printed where their places hold it


class Fit(NamedTuple):
    """A board on a page: page mm per board mm, where the board's origin lies (mm), and the diameter of its tokens."""

    scale: float
    x: float
    y: float
    token: float


def fit(components: Components, area: Area, token_mm: float | None = None, scale: float | None = None) -> Fit:
    """The board as large as the area allows, or at `scale`, in its middle, and tokens as large as the board allows.
    `token_mm` asks for tokens of that diameter. Raises PaperError where names could not be read or the area is too
    small for the scale, OptionError for tokens that would not fit."""
    x0, y0, x1, y1 = components.board.extent
    if scale is None:
        scale = min(area.width / (x1 - x0), area.height / (y1 - y0))
    elif not holds(area, components, scale):
        what = f"the board would be {scale * (x1 - x0):.0f} x {scale * (y1 - y0):.0f} mm, more than this paper holds"
        raise PaperError(what, "add --tile to lay it over several sheets, or take larger paper")
    x, y = area.centre
    return Fit(scale, x - scale * (x0 + x1) / 2, y - scale * (y0 + y1) / 2, tokens(components, scale, token_mm))


def least_name(board: Board, scale: float) -> float:
    """The smallest size of a name on a board at that scale (board mm): 7 pt or what its place holds, 5 at least."""
    return max(LEAST_NAME, min(READ, (largest(board) or READ) * scale)) / scale


def holds(area: Area, components: Components, scale: float) -> bool:
    """Whether the board at that scale has room in an area."""
    x0, y0, x1, y1 = components.board.extent
    return scale * (x1 - x0) <= area.width + SLACK and scale * (y1 - y0) <= area.height + SLACK


def tokens(components: Components, scale: float, token_mm: float | None = None) -> float:
    """The diameter (mm) of the tokens of a board at that scale. Raises PaperError, OptionError as `fit` does."""
    board = components.board
    if scale <= 0 or not legible(board, max((BESIDE if board.aside else NAME_SIZE) * board.pitch, LEAST_NAME / scale)):
        what = f"the board of {components.title} would be too small to read on this paper"
        raise PaperError(what, "take larger paper, such as a5 or a4", source="--paper")
    if token_mm is None:
        room = board.token * scale  # for one that people own, or of whole millimetres
        step = 1.0 if room >= WHOLE else STEP
        whole = round(math.floor(room / step + 1e-6) * step, 1)
        return next((size for size in OWNED if NEAR * whole <= size <= whole), whole)
    if not LEAST_TOKEN <= token_mm <= board.room * scale:
        what = f"tokens of {token_mm:g} mm do not fit a board whose spaces are {board.room * scale:.1f} mm apart"
        hint = f"on this paper they may be {LEAST_TOKEN:g} to {math.floor(10 * board.room * scale) / 10:g} mm wide; "
        raise OptionError(what, hint + "for larger ones add --tile, or take larger paper", source="--token-mm")
    return token_mm
