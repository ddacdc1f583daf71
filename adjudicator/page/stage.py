"""The board of a page: one still picture, the pieces that move over it, and where its places are, in the board's mm."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from adjudicator.game import Game
from adjudicator.letters.phrases import components, screened
from printables.components import Components
from printables.drawing import artwork, bounds
from printables.geometry import Board
from printables.render import svg
from printables.request import LOOK
from printables.scene import Group, Shape, Symbol, Use

MANY = 30  # shapes in a group that is taken apart
_LONG = re.compile(r"(?:scale\([^)]*\))|(?<![\d.])-?\d+\.\d{2,}")
_CLASS = re.compile(r' class="[^"]*"')
Box = tuple[float, float, float, float]


class Stage(NamedTuple):
    """`still`: what never changes; `layers`: what some positions alone show, by number; `symbols`: art for <defs>.

    `kinds`: each kind of piece with the id of its art, `faces` each face of a die; `box`: x, y, width, height (mm).
    """

    board: Board
    box: Box
    still: str
    symbols: str
    kinds: dict[str, str]
    faces: dict[str, str]
    flat: frozenset[str]
    layers: tuple[str, ...] = ()
    shown: tuple[frozenset[int], ...] = ()  # which layers each position shows
    split: float = 0.0  # x where the part ends that is played on, and a part begins that may stand below it (mm)

    @property
    def own(self) -> bool:
        """Whether the game draws its positions itself, so that no piece moves over the board."""
        return bool(self.shown)


def stage(game: Game, options: Any, states: Sequence[Any], theme: str = LOOK) -> Stage:
    """The stage for these positions of one match, as the reader sees them; the bare board before there is any."""
    look = screened(theme, game.SLUG)
    kit = components(game.SLUG, options, theme)
    drawings = [game.drawing(state, look) for state in states]
    own = [drawing for drawing in drawings if drawing]
    art = [Use(face.art) for face in kit.faces] + ([] if own else [Use(token.front) for token in kit.tokens])
    kinds = {token.kind: _id(token.front) for token in kit.tokens}
    faces = {face.name: _id(face.art) for face in kit.faces}
    flat = frozenset(token.kind for token in kit.tokens if token.flat)
    if own:
        width, height = max(drawing.width for drawing in own), max(drawing.height for drawing in own)
        parts = [list(_parts(drawing.shapes)) if drawing else [] for drawing in drawings]
        made = svg.parts([*art, *(part.shape for drawn in parts for part in drawn)])
        layers, shown, still = _layered(parts, iter(made.shapes[len(art) :]))
        rim = 0.02 * width
        box = (-rim, -rim, width + 2 * rim, height + 2 * rim)
        split = max(drawing.split for drawing in own)
        return Stage(kit.board, box, still, made.symbols, kinds, faces, flat, layers, shown, split)
    shapes = artwork.board(kit.board, look, least=_least(kit), ground=kit.ground, art=kit.art)
    made = svg.parts([*art, *shapes])
    still = "".join(map(_short, made.shapes[len(art) :]))
    return Stage(kit.board, _box(kit, shapes), still, made.symbols, kinds, faces, flat)


def _box(kit: Components, shapes: Sequence[Shape]) -> Box:
    """About the board and all that is drawn of it."""
    pairs = zip(kit.board.extent, bounds.of(shapes) or kit.board.extent, (min, min, max, max), strict=True)
    x0, y0, x1, y1 = (outer(one, other) for one, other, outer in pairs)
    return x0, y0, x1 - x0, y1 - y0


def _least(kit: Components) -> float:
    """How large names are, as far as their places have room: read on a phone."""
    x0, y0, x1, y1 = kit.board.extent
    return min(0.0225 * max(x1 - x0, y1 - y0), artwork.largest(kit.board))


def _id(symbol: Symbol) -> str:
    return "symbol-" + re.sub(r"[^A-Za-z0-9_-]", lambda match: f".{ord(match[0]):x}.", symbol.name)


def _short(text: str) -> str:
    """Lengths to a tenth of a millimetre, a sixth of a pixel on a wide screen; no classes, which no page asks for."""
    return _LONG.sub(lambda match: match[0] if match[0][0] == "s" else _tenth(match[0]), _CLASS.sub("", text))


def _tenth(length: str) -> str:
    short = f"{float(length):.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def _count(shape: Shape) -> int:
    return sum(map(_count, shape.shapes)) if isinstance(shape, Group) else 1


class _Part(NamedTuple):
    """A shape of a drawing, and the groups about it as opening tags."""

    about: tuple[str, ...]
    shape: Shape


def _parts(shapes: Iterable[Shape], about: tuple[str, ...] = ()) -> Iterator[_Part]:
    """A drawing in parts, so that what stays can be told from what changes."""
    for shape in shapes:
        if isinstance(shape, Group) and shape.clip is None and _count(shape) > MANY:
            (empty,) = svg.parts([shape._replace(shapes=(), classes="")]).shapes
            yield from _parts(shape.shapes, (*about, f"{empty.removesuffix('/>').rstrip()}>"))
        else:
            yield _Part(about, shape)


def _layered(
    drawings: Sequence[Sequence[_Part]], texts: Iterator[str]
) -> tuple[tuple[str, ...], tuple[frozenset[int], ...], str]:
    """The layers, which of them each drawing shows, and what all of them do."""
    where: dict[tuple[tuple[str, ...], str], set[int]] = {}
    for position, parts in enumerate(drawings):
        for part in parts:
            where.setdefault((part.about, _short(next(texts))), set()).add(position)
    groups: dict[frozenset[int], list[tuple[tuple[str, ...], str]]] = {}
    for found, seen in where.items():
        groups.setdefault(frozenset(seen), []).append(found)
    still = _joined(groups.pop(frozenset(range(len(drawings))), []))
    shown = tuple(frozenset(n for n, seen in enumerate(groups) if at in seen) for at in range(len(drawings)))
    return tuple(map(_joined, groups.values())), shown, still


def _joined(parts: Iterable[tuple[tuple[str, ...], str]]) -> str:
    """Parts as markup, those that follow each other within the same groups together."""
    return "".join(
        "".join(about) + "".join(text for _, text in run) + "</g>" * len(about)
        for about, run in groupby(parts, key=lambda part: part[0])
    )
