"""A page of which most stays as it was: that part drawn once and kept, and only the rest drawn over it.

Drawing costs as much as it has pixels, and to compress them most of all. So what changes is drawn in small boxes, all
in one picture, and laid on what was kept. Kept or not, a page gives the same pixels.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from hashlib import sha256
from itertools import groupby
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import resvg_py

from printables import files
from printables.drawing import bounds
from printables.render import svg
from printables.render.lengths import number
from printables.scene import Box, Group, Page, Rect, Shape, Sheet, Style, Text

Draw: TypeAlias = Callable[..., bytes]  # an <svg> element as PNG, on white or with ground=None
Pixels: TypeAlias = tuple[int, int, int, int]

MOST_KEPT = 64  # pictures in the user's cache, some 150 KB each
SPARE = 1  # pixels about a box


class _Leaf(NamedTuple):
    """A shape and the groups that it is in, outer ones first."""

    groups: tuple[Group, ...]
    shape: Shape


class _Cell(NamedTuple):
    """What is drawn in one box of the page."""

    box: Pixels
    leaves: tuple[_Leaf, ...]


def draw(page: Page, sheet: Sheet, size: tuple[int, int], render: Draw) -> Any:
    """A page with `lasting` shapes as a picture of Pillow's, in RGB."""
    scale = size[0] / float(number(page.width))
    lasting = {id(shape) for shape in page.lasting}
    missing = set(lasting)  # what changes may repeat a shape that lasts
    below: list[_Leaf] = []
    above: list[_Leaf] = []
    changing: list[tuple[Pixels, _Leaf]] = []
    for leaf in _leaves(page.shapes, lasting):
        if id(leaf.shape) in missing:
            missing.remove(id(leaf.shape))
            # Groups of a page lie beside each other.
            over = any(other.groups[:1] == leaf.groups[:1] for _, other in changing[-1:])
            (above if over else below).append(leaf)
        elif box := _box(leaf, scale, size):
            changing.append((box, leaf))
    from PIL import Image

    made = Image.frombytes("RGB", size, zlib.decompress(_kept(tuple(_nested(below)), page.width, size, "RGB", render)))
    _lay(made, _cells(changing), sheet, scale, render)
    if above:
        data = _kept(tuple(_nested(above)), page.width, size, "RGBA", render)
        top = Image.frombytes("RGBA", size, zlib.decompress(data))
        made.paste(top, (0, 0), top)
    return made


def _leaves(shapes: Iterable[Shape], whole: set[int], groups: tuple[Group, ...] = ()) -> Iterator[_Leaf]:
    """The shapes, and what is in groups; those of which the ids are in `whole` are not taken apart."""
    for shape in shapes:
        if isinstance(shape, Group) and shape.clip is None and id(shape) not in whole:
            yield from _leaves(shape.shapes, whole, (*groups, shape))
        else:
            yield _Leaf(groups, shape)


def _nested(leaves: Iterable[_Leaf]) -> list[Shape]:
    """Shapes back in their groups."""
    made: list[Shape] = []
    for _, run in groupby(leaves, key=lambda leaf: [id(group) for group in leaf.groups]):
        some = list(run)
        shapes: tuple[Shape, ...] = tuple(leaf.shape for leaf in some)
        for group in reversed(some[0].groups):
            shapes = (group._replace(shapes=shapes, title=""),)
        made += shapes
    return made


def _box(leaf: _Leaf, scale: float, size: tuple[int, int]) -> Pixels | None:
    """The pixels that a shape may touch. Text is given room: to set it would take longer than to draw it."""
    shape = leaf.shape
    if isinstance(shape, Text):
        wide = shape.size * sum(0.6 if char.isdigit() else 1.0 for char in shape.text)
        x = shape.x - {"start": 0.0, "middle": wide / 2, "end": wide}[shape.anchor]
        shape = Rect(x, shape.y - shape.size, wide, 1.3 * shape.size, Style())
    box: Box | None = bounds.of(_nested([_Leaf(leaf.groups, shape)]))
    if box is None:
        return None
    x0, y0 = (max(0, floor(at * scale) - SPARE) for at in box[:2])
    x1, y1 = (min(most, ceil(at * scale) + SPARE) for at, most in zip(box[2:], size, strict=True))
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def _cells(changing: list[tuple[Pixels, _Leaf]]) -> list[_Cell]:
    """Boxes that do not meet, with what is drawn in each in the order of the page."""
    cells: list[tuple[Pixels, list[tuple[int, _Leaf]]]] = []
    for at, (box, leaf) in enumerate(changing):
        inside = [(at, leaf)]
        while met := next((cell for cell in cells if bounds.overlap(box, cell[0])), None):
            cells.remove(met)
            inside += met[1]
            other = met[0]
            box = min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])
        cells.append((box, inside))
    return [_Cell(box, tuple(leaf for _, leaf in sorted(inside, key=lambda one: one[0]))) for box, inside in cells]


def _lay(made: Any, cells: list[_Cell], sheet: Sheet, scale: float, render: Draw) -> None:
    """Draws the cells side by side in one picture, and lays each on its place."""
    placed, (x, y, below) = [], (0, 0, 0)
    for cell in sorted(cells, key=lambda cell: (cell.box[1] - cell.box[3], cell.box)):
        x0, y0, x1, y1 = cell.box
        if x + x1 - x0 > made.width:
            x, y = 0, below
        placed.append((cell, x - x0, y - y0))
        x, below = x + x1 - x0, max(below, y + y1 - y0)
    if not placed:
        return
    shapes = tuple(Group(tuple(_nested(cell.leaves)), x=x, y=y, scale=scale) for cell, x, y in placed)
    drawn = read(render(svg.pixels(Page(made.width, below, shapes), sheet, made.width, below), ground=None))
    for cell, x, y in placed:
        x0, y0, x1, y1 = cell.box
        part = drawn.crop((x0 + x, y0 + y, x1 + x, y1 + y))
        made.paste(part, cell.box, part)


def read(png: bytes) -> Any:
    """A picture; Pillow's other kinds of files stay unread, which takes longer than one of ours."""
    import io

    from PIL.PngImagePlugin import PngImageFile

    return PngImageFile(io.BytesIO(png))


@lru_cache(maxsize=16)
def _kept(still: tuple[Shape, ...], width: float, size: tuple[int, int], mode: str, render: Draw) -> bytes:
    """What stays, as pixels of that mode, compressed: from the user's cache, else drawn and put there.

    It is a cache: what cannot be read, or was damaged, is drawn again; what cannot be written is not kept.
    """
    import platformdirs

    name = sha256(f"{_code()} {mode} {size} {width} {still}".encode()).hexdigest()
    path = Path(platformdirs.user_cache_dir("postfox", appauthor=False)) / "pictures" / name[:32]
    try:
        found = files.read(path)
        if found[:32] == sha256(found[32:]).digest():
            return found[32:]
    except OSError:
        pass
    element = svg.pixels(Page(width, width * size[1] / size[0], still), Sheet("", ()), *size)
    drawn = render(element, ground=None if mode == "RGBA" else "#ffffff")
    made = zlib.compress(read(drawn).convert(mode).tobytes(), 1)
    try:
        files.write(path, sha256(made).digest() + made, lasting=False)
        for old in sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime)[:-MOST_KEPT]:
            old.unlink()
    except OSError:
        pass
    return made


@cache
def _code() -> str:
    """Which code draws: the version of the rasteriser, and what the modules say that write for it."""
    made = sha256(str(resvg_py.__version__).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        made.update(path.read_bytes())
    return made.hexdigest()
