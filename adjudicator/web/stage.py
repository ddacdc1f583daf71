"""The board of a page, in its mm: a still picture, where its places are, and pieces that keep their identity."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from adjudicator.core.codec import Json
from adjudicator.core.game import Event, Game, Token
from adjudicator.letters.phrases import components, screened
from printables import boards
from printables.core import templates
from printables.core.options import Ruled
from printables.core.templates import LOOK
from printables.drawing import artwork, bounds
from printables.render import svg
from printables.scene import Group, Shape, Symbol, Use
from printables.scene.components import Board, Components, Figure

MANY = 30  # shapes in a group that is taken apart
_LONG = re.compile(r"(?:scale\([^)]*\))|(?<![\d.])-?\d+\.\d{2,}")
_CLASS = re.compile(r' class="[^"]*"')
_FINE = re.compile(r"(?:scale\([^)]*\))|(?<![\d.])-?\d+\.\d{3,}")
_PATH = re.compile(r' d="([^"]*)"')
_STEP = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?")
FINE = 100  # parts of a millimetre, or of a symbol's radius, that numbers of paths are told in
_ZERO = re.compile(r"^(-?)0\.")
_SYMBOLS = re.compile(r'<\w+ id=".*?(?=<\w+ id="|$)', re.DOTALL)  # what stands in <defs>, one by one
_ART = re.compile(r'<g id="([^"]+)">(.*)</g>', re.DOTALL)
_SYMBOL = re.compile(r"symbol-[\w.-]+")
_SHAPE = re.compile(r"<(?:rect|use|path)[^>]{40,}/>")
Box = tuple[float, float, float, float]
_Part: TypeAlias = tuple[tuple[str, ...], Shape]  # the groups about a shape of a drawing, as opening tags
Spot: TypeAlias = tuple[str, float, float, float]  # place, x, y and diameter (mm)


class Stage(NamedTuple):
    """The board of a page and the art of what lies on it, as SVG."""

    board: Board
    box: Box  # x, y, width, height (mm)
    still: str  # what never changes
    symbols: str  # art for <defs>
    kinds: dict[str, str]  # each kind of piece with the id of its art
    faces: dict[str, str]  # each face of a die with that of its
    flat: frozenset[str]
    layers: tuple[str, ...] = ()  # what some positions alone show, by number
    shown: tuple[frozenset[int], ...] = ()  # which layers each position shows
    split: float = 0.0  # x where the part ends that is played on, and a part begins that may stand below it (mm)

    @property
    def own(self) -> bool:
        """Whether the game draws its positions itself, so that no piece moves over the board."""
        return bool(self.shown)


def stage(
    game: Game, options: Ruled, states: Sequence[object], theme: str = LOOK, spoken: str = templates.ENGLISH
) -> Stage:
    """The stage for these positions as the reader sees them, in the language `spoken`; bare before there is any."""
    spoken = spoken if spoken in templates.languages() else templates.ENGLISH
    with templates.speaking(spoken):
        drawings = [game.drawing(state, screened(theme, game.SLUG)) for state in states]
    own = [drawing for drawing in drawings if drawing]
    if not own:
        return _bare(game.SLUG, options, theme, spoken)
    kit = components(game.SLUG, options, theme)
    width, height = max(drawing.width for drawing in own), max(drawing.height for drawing in own)
    parts = [list(_parts(drawing.shapes)) if drawing else [] for drawing in drawings]
    faces = [*(Use(face.art) for face in kit.faces), *(Use(token.front) for token in kit.tokens[:1])]  # who plays
    made = svg.parts([*faces, *(shape for drawn in parts for _, shape in drawn)])
    # Each part that any drawing has, in order, so that later ones only add; and which of them each drawing shows.
    numbers: dict[tuple[tuple[str, ...], str], int] = {}
    texts, shown = iter(made.shapes[len(faces) :]), []
    for drawn in parts:
        keys = [(about, _short(next(texts))) for about, _ in drawn]
        shown.append(frozenset(numbers.setdefault(key, len(numbers)) for key in keys))
    layers = tuple("".join(about) + text + "</g>" * len(about) for about, text in numbers)
    rim, split = 0.02 * width, max(drawing.split for drawing in own)
    box = (-rim, -rim, width + 2 * rim, height + 2 * rim)
    return _lean(kit, box, "", made.symbols, layers, tuple(shown), split)


@lru_cache(maxsize=16)
def _bare(slug: str, options: Ruled, theme: str, spoken: str) -> Stage:
    """The stage of a board and pieces, the same for all positions of a match."""
    with templates.speaking(spoken):
        kit = boards.find(slug).components(options, screened(theme, slug))
        pieces = [Use(one.art) for one in kit.faces] + [Use(token.front) for token in kit.tokens]
        x0, y0, x1, y1 = extent = kit.board.extent
        # Names are read on a phone, as large as their places have room.
        least = min(0.0225 * max(x1 - x0, y1 - y0), artwork.largest(kit.board))
        shapes = artwork.board(kit.board, screened(theme, slug), least=least, ground=kit.ground, art=kit.art)
    pairs = zip(extent, bounds.of(shapes) or extent, (min, min, max, max), strict=True)
    x0, y0, x1, y1 = (outer(one, other) for one, other, outer in pairs)  # the board and all that is drawn of it
    made = svg.parts([*pieces, *shapes])
    return _lean(kit, (x0, y0, x1 - x0, y1 - y0), "".join(map(_short, made.shapes[len(pieces) :])), made.symbols)


def _lean(
    kit: Components, box: Box, still: str, symbols: str,
    layers: tuple[str, ...] = (), shown: tuple[frozenset[int], ...] = (), split: float = 0.0,
) -> Stage:  # fmt: skip
    """In fewer letters: symbols by number, in hundredths of their radius, each drawn once; paths by steps."""
    found = [] if shown else _SYMBOL.findall(symbols)  # what a game draws may be of more art each time
    names = {name: f"y{number}" for number, name in enumerate(dict.fromkeys(found))}

    def lean(text: str) -> str:
        text = _SYMBOL.sub(lambda match: names.get(match[0], match[0]), text)
        text = _PATH.sub(lambda match: f' d="{_stepped(match[1])}"', text)
        return text.replace("xlink:href=", "href=").replace(' cx="0" cy="0"', "").replace(" />", "/>")

    symbols = _FINE.sub(lambda match: match[0] if match[0][0] == "s" else _rounded(match[0], 2), symbols)
    return Stage(
        kit.board, box, lean(still), _shared(lean(symbols)), {one.kind: lean(_id(one.front)) for one in kit.tokens},
        {one.name: lean(_id(one.art)) for one in kit.faces}, frozenset(one.kind for one in kit.tokens if one.flat),
        tuple(map(lean, layers)), shown, split,
    )  # fmt: skip


def _shared(symbols: str) -> str:
    """Symbols, by its name each one that is drawn whole within another: the emblem of a die on a piece."""
    texts = _SYMBOLS.findall(symbols)
    arts = [found.groups() for found in map(_ART.fullmatch, texts) if found]
    for name, art in sorted(arts, key=lambda one: -len(one[1])):
        used = f'<use href="#{name}"/>'
        if len(art) > 2 * len(used):
            texts = [text if text.startswith(f'<g id="{name}"') else text.replace(art, used) for text in texts]
    return "".join(texts)


def _id(symbol: Symbol) -> str:
    return "symbol-" + re.sub(r"[^A-Za-z0-9_-]", lambda match: f".{ord(match[0]):x}.", symbol.name)


def _short(text: str) -> str:
    """Lengths to a tenth of a millimetre, a sixth of a pixel on a wide screen; no classes, which no page asks for."""
    return _LONG.sub(lambda match: match[0] if match[0][0] == "s" else _rounded(match[0], 1), _CLASS.sub("", text))


def _stepped(path: str) -> str:
    """A path of lines and curves from each point to the next, not from the corner of the sheet: shorter numbers."""
    parts = _STEP.findall(path)
    if "".join(parts) != path.replace(" ", "").replace(",", ""):
        return path  # it has arcs, too
    made: list[str] = []
    at, began, way = (0, 0), (0, 0), ""
    for part in parts:
        if part.isalpha():
            way, numbers = part, []
            if part == "Z":
                made.append("z")
                at = began
            continue
        numbers.append(round(float(part) * FINE))
        if len(numbers) < (6 if way == "C" else 2):
            continue
        made.append(way.lower() + _joined_up(number - at[n % 2] for n, number in enumerate(numbers)))
        at = (numbers[-2], numbers[-1])
        if way == "M":
            began, way = at, "L"
        numbers = []
    return "".join(made)


def _joined_up(numbers: Iterable[int]) -> str:
    """Hundredths as text, with a space only where two numbers would run together."""
    texts = [_ZERO.sub(r"\1.", _rounded(str(number / FINE), 2)) for number in numbers]
    return "".join(text if text[0] == "-" or not n else f" {text}" for n, text in enumerate(texts))


def _rounded(length: str, digits: int) -> str:
    short = f"{float(length):.{digits}f}".rstrip("0").removesuffix(".")
    return "0" if short == "-0" else short


def _count(shape: Shape) -> int:
    return sum(map(_count, shape.shapes)) if isinstance(shape, Group) else 1


def _parts(shapes: Iterable[Shape], about: tuple[str, ...] = ()) -> Iterator[_Part]:
    """A drawing in parts, so that what stays can be told from what changes."""
    for shape in shapes:
        if isinstance(shape, Group) and shape.clip is None and _count(shape) > MANY:
            (empty,) = svg.parts([shape._replace(shapes=(), classes="")]).shapes
            opened = f"{empty.removesuffix('/>').rstrip()}>"
            yield from _parts(shape.shapes, about if opened == "<g>" else (*about, opened))
        else:
            yield about, shape


def pictures(figures: Sequence[Figure]) -> dict[str, Json]:
    """Figures by name, as a page has the diagrams of its rules; the first brings the art of all, each shape once."""
    made = svg.parts([Group(figure.shapes) for figure in figures], "r-")
    drawn = [_short(text).replace("xlink:href=", "href=").replace(" />", "/>") for text in made.shapes]
    often = [shape for shape, times in Counter(_SHAPE.findall("".join(drawn))).items() if times > 1]
    names = {shape: f'<use href="#r{number}"/>' for number, shape in enumerate(often)}
    drawn = [_SHAPE.sub(lambda found: names.get(found[0], found[0]), text) for text in drawn]
    shared = "".join(f'<g id="r{number}">{shape}</g>' for number, shape in enumerate(often))
    drawn[:1] = [f"<defs>{made.symbols.replace('xlink:href=', 'href=')}{shared}</defs>{text}" for text in drawn[:1]]
    boxes = ([0, 0, round(figure.width, 1), round(figure.height, 1)] for figure in figures)
    return {figure.name: {"box": box, "drawn": text} for figure, box, text in zip(figures, boxes, drawn, strict=True)}


class Piece(NamedTuple):
    """What moves: its kind, its owner, the place it stands on ("" for none)."""

    kind: str
    seat: int | None
    place: str


class Pieces:
    """The pieces of a match, by number: `follow` is for what events tell, `settle` for what a position says."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.all: list[Piece] = []
        self._heaps: frozenset[str] = frozenset()
        self._order: list[int] = []  # as the position names them: who lies under whom
        self._spots: dict[int, Spot] = {}

    @property
    def full(self) -> float:
        """How wide a piece is that stands alone (mm)."""
        return round(self.board.token, 2)  # equivalent: nobody sees a hundredth

    def follow(self, event: Event) -> bool:
        """A piece goes the way of an event, if one stands where that begins."""
        if len(event.places) < 2 or event.places[-1] not in self.board.by_id:
            return False
        here = [n for n in reversed(self._order) if self.all[n].place == event.places[0]]
        number = next((n for n in here if not event.piece or self.all[n].kind == event.piece), None)
        if number is None:
            return False
        self.all[number] = self.all[number]._replace(place=event.places[-1])
        self._order.remove(number)
        self._order.append(number)
        return True

    def settle(self, tokens: Iterable[Token]) -> None:
        """The pieces stand as the position says: those that stand so already, then the nearest of their kind."""
        tokens = [token for token in tokens if token.place in self.board.by_id]
        left = list(self._order)
        order: list[int | None] = [self._take(left, token, token.place) for token in tokens]
        for n, token in enumerate(tokens):
            if order[n] is None:
                order[n] = self._take(left, token, None)
        for gone in left:
            self.all[gone] = self.all[gone]._replace(place="")
        idle = [n for n, piece in enumerate(self.all) if n not in self._order or n in left]
        self._order = []
        for token, number in zip(tokens, order, strict=True):
            if number is None and (number := self._take(idle, token, None)) is None:
                number = len(self.all)
                self.all.append(Piece(token.kind, token.seat, ""))
            self.all[number] = self.all[number]._replace(place=token.place)
            self._order.append(number)
        self._heaps = frozenset(token.place for token in tokens if token.under)

    def _take(self, left: list[int], token: Token, place: str | None) -> int | None:
        for number in left:
            piece = self.all[number]
            if (piece.kind, piece.seat) == (token.kind, token.seat) and place in (None, piece.place):
                left.remove(number)
                return number
        return None

    def changes(self) -> dict[int, Spot | None]:
        """Where the pieces stand that have moved, come or (None) gone since this was last asked."""
        now = dict(self._laid())
        changed: dict[int, Spot | None] = {n: spot for n, spot in now.items() if self._spots.get(n) != spot}
        changed |= {n: None for n in self._spots if n not in now}
        self._spots = now
        return changed

    def _laid(self) -> Iterator[tuple[int, Spot]]:
        standing: dict[str, list[int]] = {}
        for number in self._order:
            if place := self.all[number].place:
                standing.setdefault(place, []).append(number)
        for place, numbers in standing.items():
            lay = artwork.heap if place in self._heaps else artwork.spots
            spots = lay(self.board, self.board.by_id[place], len(numbers))
            for number, (x, y, wide) in zip(numbers, spots, strict=True):
                yield number, (place, round(x, 2), round(y, 2), round(wide, 2))
