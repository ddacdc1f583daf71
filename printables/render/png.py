"""A page as PNG: its SVG, drawn with our own fonts and no others; and how much ink it takes, read off a small picture.
Of a page of which most stays as it was, that part is drawn once and kept, and only the rest drawn over it. Drawing
costs as much as it has pixels, and to compress them most of all. So what changes is drawn in small boxes, all in one
picture, and laid on what was kept. Of it symbols and words are kept, too, as they lie on their pixels: a piece that
stands still looks as it did a turn ago. Kept or not, a page gives the same pixels."""

import cmath
import io
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from itertools import groupby
from math import ceil, degrees, floor, radians
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import platformdirs
from PIL import Image

from printables.core import files
from printables.drawing import bounds
from printables.render import number, svg
from printables.scene import Box, Curve, Group, Line, Page, Polygon, Rect, Shape, Sheet, Style, Text, Use, inks
from printables.text import fonts

Picture: TypeAlias = Image.Image
Pixels: TypeAlias = tuple[int, int, int, int]
Ink: TypeAlias = tuple[int, int, int]

MOST_KEPT = 64  # pictures in the user's cache, some 150 KB each
MOST_PIECES = 1_000  # there as well, some 6 KB each
IN_MEMORY = 256  # pieces
SPARE, SPIKES = 1, 4  # pixels about a box: of a symbol, and of shapes that may have sharp corners, which reach beyond
_NOBODY = Sheet("", ())


class _Leaf(NamedTuple):
    """A shape and the groups that it is in, outer ones first."""

    groups: tuple[Group, ...]
    shape: Shape


class _Cell(NamedTuple):
    """What is drawn in one box of the page, in pixels from the corner of the box; the name that it is kept by."""

    box: Pixels
    shape: Shape
    name: str = ""


def scaled(page: Page, width: int) -> tuple[int, int]:
    """How large `drawn` draws a page, in pixels: without the last part of one."""
    return width, max(1, int(page.height * width / page.width))


def drawn(page: Page, sheet: Sheet, width: int) -> Any:
    """A page so many pixels wide, as a picture of Pillow's in RGB; what lasts of it is drawn once and kept."""
    size = scaled(page, width)
    page = page._replace(height=page.width * size[1] / size[0])  # so that nothing is stretched
    if not page.lasting:
        return read(redraw(svg.pixels(page, sheet, *size))).convert("RGB")
    scale = size[0] / float(number(page.width))
    lasting = {id(shape) for shape in page.lasting}
    missing = set(lasting)  # what changes may repeat a shape that lasts
    below, above, changing = list[_Leaf](), list[_Leaf](), list[tuple[Pixels, _Leaf]]()
    for leaf in _leaves(page.shapes, lasting):
        if id(leaf.shape) in missing:
            missing.remove(id(leaf.shape))
            over = changing and changing[-1][1].groups[:1] == leaf.groups[:1]  # groups of a page lie side by side
            (above if over else below).append(leaf)
        elif box := _box(leaf, scale, size):
            changing.append((box, leaf))
    made = _kept(tuple(_nested(below)), page.width, size, "RGB").copy()
    _lay(made, [*_cells(changing, scale)])
    _paste(made, _above(tuple(_nested(above)), scale, size))
    return made


@lru_cache(maxsize=4)
def _above(still: tuple[Shape, ...], scale: float, whole: tuple[int, int]) -> list[tuple[_Cell, Picture]]:
    """What stays above all that changes: it is little, so it is kept as cells, side by side in one picture."""
    boxed = ((box, leaf) for leaf in _leaves(still, set()) if (box := _box(leaf, scale, whole)))
    if not (cells := [*_cells(boxed, scale)]):
        return []
    size, places, shapes = _packed(cells)
    drawn = _kept(shapes, size[0], size, "RGBA")
    return [(cell, drawn.crop(place)) for cell, place in zip(cells, places, strict=True)]


def _leaves(shapes: Iterable[Shape], whole: set[int], groups: tuple[Group, ...] = ()) -> Iterator[_Leaf]:
    """The shapes, and what is in groups; those of which the ids are in `whole` are not taken apart."""
    for shape in shapes:
        if isinstance(shape, Group) and shape.clip is None and id(shape) not in whole:
            yield from _leaves(shape.shapes, whole, (*groups, shape))
        else:
            yield _Leaf(groups, shape)


def _nested(leaves: Iterable[_Leaf]) -> list[Shape]:
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
    spare = SPARE if isinstance(shape, Use) else SPIKES
    x0, y0 = (max(0, floor(at * scale) - spare) for at in box[:2])
    x1, y1 = (min(most, ceil(at * scale) + spare) for at, most in zip(box[2:], size, strict=True))
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def _cells(changing: Iterable[tuple[Pixels, _Leaf]], scale: float) -> Iterator[_Cell]:
    """What changes in boxes: each symbol in one of its own, of shapes between them all that meet in one. Symbols and
    words are met again; what has lines, as the way of a piece has, is not worth keeping."""
    looks: dict[int, str] = {}
    for alone, run in groupby(changing, key=lambda one: isinstance(one[1].shape, Use)):
        for box, leaves in run if alone else _met(list(run)):
            size = box[2] - box[0], box[3] - box[1]
            if isinstance(leaves, _Leaf):
                use = _placed(leaves, scale, box)
                if id(use.symbol) not in looks:
                    looks[id(use.symbol)] = svg.pixels(Page(1, 1, (Use(use.symbol),)), _NOBODY, 1, 1)
                yield _Cell(box, use, _name(looks[id(use.symbol)], "RGBA", size, *use[1:5]))
            else:
                shape = Group(tuple(_nested(leaves)), x=-box[0], y=-box[1], scale=scale)
                once = any(isinstance(leaf.shape, Curve | Polygon | Line) for leaf in leaves)
                yield _Cell(box, shape, "" if once else _name(shape, "RGBA", size))


def _met(changing: list[tuple[Pixels, _Leaf]]) -> Iterator[tuple[Pixels, list[_Leaf]]]:
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
    for box, inside in cells:
        yield box, [leaf for _, leaf in sorted(inside, key=lambda one: one[0])]


def _placed(leaf: _Leaf, scale: float, box: Pixels) -> Use:
    """A symbol as it lies in a box of pixels, rounded so that the same place has the same numbers each time."""
    turn, at = complex(scale), 0j
    for outer in (*leaf.groups, leaf.shape):
        assert isinstance(outer, Group | Use)
        at += turn * complex(outer.x, outer.y)
        turn *= cmath.rect(outer.scale, radians(outer.rotate))
    assert isinstance(leaf.shape, Use)
    x, y = round(at.real - box[0], 4), round(at.imag - box[1], 4)
    return Use(leaf.shape.symbol, x, y, round(abs(turn), 6), round(degrees(cmath.phase(turn)), 6))


def _lay(made: Picture, cells: list[_Cell]) -> None:
    """Lays each cell on its place in the order of the page; those that are not kept are drawn first. What will be kept
    is drawn alone: among others it would lie elsewhere each time, and its edges would be rounded in another way."""
    folder, new = _cache("pieces"), dict[str, Picture]()
    parts: list[Picture | None] = []
    for cell in cells:
        part = _pieces.get(cell.name)
        if part is None and cell.name:
            part = _found(folder / cell.name, "RGBA", (cell.box[2] - cell.box[0], cell.box[3] - cell.box[1]))
            if part is None:
                [part] = _drawn([cell])
                new[cell.name] = part
            if len(_pieces) >= IN_MEMORY:
                _pieces.clear()
            _pieces[cell.name] = part
        parts.append(part)
    _keep(folder, MOST_PIECES, new)
    once = [cell for cell in cells if not cell.name]
    rest = iter(_drawn(once) if once else ())
    _paste(made, ((cell, part or next(rest)) for cell, part in zip(cells, parts, strict=True)))


def _paste(made: Picture, parts: Iterable[tuple[_Cell, Picture]]) -> None:
    for cell, part in parts:
        made.paste(part, cell.box, part)


def _drawn(cells: list[_Cell]) -> list[Picture]:
    size, places, shapes = _packed(cells)
    drawn = read(redraw(svg.pixels(Page(*size, shapes), _NOBODY, *size), ground=None))
    return [drawn.crop(place) for place in places]


def _packed(cells: list[_Cell]) -> tuple[tuple[int, int], list[Pixels], tuple[Shape, ...]]:
    """Cells side by side on a page of their own, a millimetre a pixel: its size, where each lies, and the shapes."""
    # Nearly a square: room that nothing is drawn in takes its time, too.
    room = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (cell.box for cell in cells))
    width = max(ceil(1.1 * room**0.5), *(cell.box[2] - cell.box[0] for cell in cells))
    places: list[Pixels] = [(0, 0, 0, 0)] * len(cells)
    x = y = below = 0
    for at in sorted(range(len(cells)), key=lambda at: (cells[at].box[1] - cells[at].box[3], cells[at].box)):
        x0, y0, x1, y1 = cells[at].box
        if x + x1 - x0 > width:
            x, y = 0, below
        places[at] = x, y, x + x1 - x0, y + y1 - y0
        x, below = x + x1 - x0, max(below, y + y1 - y0)
    shapes = tuple(Group((cell.shape,), x=x, y=y) for cell, (x, y, *_) in zip(cells, places, strict=True))
    return (width, below), places, shapes


def read(png: bytes) -> Picture:
    """A picture that the rasteriser has written; Pillow's own way takes more to import than most pictures to read."""
    at, size, data = 8, (0, 0), []
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        if kind == b"IHDR":
            size = struct.unpack_from(">2I", png, at + 8)
        elif kind == b"IDAT":
            data.append(png[at + 8 : at + 8 + length])
        at += length + 12
    return Image.frombytes("RGBA", size, b"".join(data), "zip", "RGBA", 0)


@lru_cache(maxsize=4)
def _kept(still: tuple[Shape, ...], width: float, size: tuple[int, int], mode: str) -> Picture:
    """What stays, as a picture of that mode: from the user's cache, else drawn and put there."""
    name = _name(still, width, mode, size)
    made = _found(_cache("pictures") / name, mode, size)
    if made is None:
        element = svg.pixels(Page(width, width * size[1] / size[0], still), _NOBODY, *size)
        made = read(redraw(element, ground=None if mode == "RGBA" else "#ffffff")).convert(mode)
        _keep(_cache("pictures"), MOST_KEPT, {name: made})
    return made


_pieces: dict[str, Picture] = {}  # pictures by their names


def _name(*drawn: object) -> str:
    """The same for what is drawn alike by the code of today."""
    return sha256(f"{_code()} {drawn}".encode()).hexdigest()[:32]


def _found(path: Path, mode: str, size: tuple[int, int]) -> Picture | None:
    """A picture from the user's cache. It is a cache: what cannot be read, or was damaged, is not there."""
    try:
        data = files.read(path)
    except OSError:
        return None
    sound = data[:32] == sha256(data[32:]).digest()
    return Image.frombytes(mode, size, zlib.decompress(data[32:])) if sound else None


def _keep(folder: Path, most: int, pictures: dict[str, Picture]) -> None:
    """Puts pictures into the user's cache, and takes the oldest out of it; what cannot be written is not kept."""
    with suppress(OSError):
        for name, picture in pictures.items():
            data = zlib.compress(picture.tobytes(), 1)
            files.write(folder / name, sha256(data).digest() + data, lasting=False)
        if pictures and len(kept := [*folder.iterdir()]) > most:
            for old in sorted(kept, key=lambda file: file.stat().st_mtime)[: -most * 3 // 4]:
                old.unlink()


def _cache(folder: str) -> Path:
    return Path(platformdirs.user_cache_dir("postfox", appauthor=False)) / folder


@cache
def _code() -> str:
    """Which code draws: the version of the rasteriser, and what the modules say that write for it."""
    import resvg_py

    made = sha256(str(resvg_py.__version__).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        made.update(path.read_bytes())
    return made.hexdigest()


DPI = 150
SIGNATURE = b"\x89PNG\r\n\x1a\n"
FEW, MORE, AIRY = 16, 64, 0.45  # colours; more where a picture with few takes no more than such a part of the limit
NARROWER = 0.75  # of its width, where a picture is too heavy
APART = 12  # levels of 255
SAMPLED = 2  # of so many pixels one is asked for its colour, across and down
FLAT = 4096  # colours; most drawings have fewer
PRESSED = 5  # how hard a light PNG is compressed: the hardest takes a dozen times as long and spares a fourteenth
BESIDE = 0.58  # of its width, at most, that a picture has whose detail is drawn again below it
TWICE = 2  # as large is the detail
MIDDLE = (128, 128, 128)
GAP, EDGE = 8, 2  # pixels between the two, and of the line around the detail


def render(page: Page, sheet: Sheet, dpi: float = DPI, *, ground: str | None = "#ffffff") -> bytes:
    """One page, round(mm / 25.4 * dpi) pixels wide and high. The same page gives the same bytes. `ground`: the colour
    under it, None for transparency. Raises ValueError for a resolution at which the page would have no pixel."""
    width, height = round(page.width / 25.4 * dpi), round(page.height / 25.4 * dpi)
    if width < 1 or height < 1:
        raise ValueError(f"{dpi} dpi leaves no pixel of a page of {page.width} x {page.height} mm")
    return pixels(page, sheet, width, height, ground=ground)


def pixels(page: Page, sheet: Sheet, width: int, height: int, *, ground: str | None = "#ffffff") -> bytes:
    """One page so many pixels wide and high."""
    match page.shapes:  # one colour has no edge that has to be drawn
        case (Rect(0, 0, page.width, page.height, Style(fill=str(fill), stroke=None), corner=0),):
            flat = Image.new("P", (width, height))
            flat.putpalette(bytes.fromhex(fill[1:]))
            return _png_packed(flat, PRESSED)
    return redraw(svg.pixels(page, sheet, width, height), ground=ground)


def picture(page: Page, sheet: Sheet, width: int) -> bytes:
    """One page so many pixels wide. The same page gives the same bytes; what lasts of it is drawn once and kept."""
    if not page.lasting:
        return pixels(page, sheet, width, max(1, round(page.height * width / page.width)))
    return _png_packed(drawn(page, sheet, width), 3)


def _png_packed(made: Any, level: int) -> bytes:
    """A picture of Pillow's as PNG, in RGB or with the colours that it has."""
    palette = bytes(made.getpalette() or ())
    size, wide, kind = made.size, len(made.getbands()) * made.width, 3 if palette else 2
    rows = made.tobytes()
    # Unfiltered, flat colours take less room and a third of the time that Pillow takes to choose filters.
    packed = zlib.compress(b"".join(b"\0" + rows[at : at + wide] for at in range(0, len(rows), wide)), level)
    parts = [b"IHDR" + struct.pack(">2I5B", *size, 8, kind, 0, 0, 0), b"PLTE" + palette, b"IDAT" + packed, b"IEND"]
    chunks = (part for part in parts if part != b"PLTE")
    framed = (struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part)) for part in chunks)
    return SIGNATURE + b"".join(framed)


def redraw(element: str, width: int | None = None, ground: str | None = "#ffffff") -> bytes:
    """An <svg> element, so many pixels wide, on that ground. The same element gives the same bytes."""
    import resvg_py  # only who draws pixels needs it

    drawn = resvg_py.svg_to_bytes(  # without its dpi millimetres are nothing
        svg_string=element, background=ground, skip_system_fonts=True, font_files=_fonts(), width=width, dpi=96
    )
    return bytes(drawn)


def light(element: str, width: int, most: int) -> bytes:
    """As `redraw`, with as many colours as fit into `most` bytes: those that most pixels have, none mixed or strewn; a
    drawing of few inks loses shades at its edges only. One that is too heavy with few is drawn narrower, only once."""
    return _light(lambda width: read(redraw(element, width)).convert("RGB"), width, most)


def light_page(page: Page, sheet: Sheet, width: int, most: int) -> bytes:
    """The same of a page; what lasts of it is drawn once and kept. Its detail stands below it, twice as large."""
    if (box := page.detail) is None:
        return _light(lambda width: drawn(page, sheet, width), width, most)
    return _light(lambda width: _with_detail(page, sheet, box, int(BESIDE * width)), width, most)


def _with_detail(page: Page, sheet: Sheet, box: Box, width: int) -> Picture:
    large = drawn(page, sheet, TWICE * width)
    scale = large.width / page.width
    detail = large.crop([round(scale * at) for at in box])
    whole = large.reduce(TWICE)
    ground = whole.getpixel((0, 0))
    ink = (0, 0, 0) if sum(ground) > sum(MIDDLE) else (255, 255, 255)
    _frame(whole, [scale / TWICE * at for at in box], ink)
    _frame(detail, (0, 0, *detail.size), ink)
    made = Image.new("RGB", (whole.width, whole.height + GAP + detail.height), ground)
    made.paste(whole, (0, 0))
    made.paste(detail, ((whole.width - detail.width) // 2, whole.height + GAP))
    return made


def _frame(picture: Picture, box: Sequence[float], ink: Ink) -> None:
    """A line along the inside of a box of pixels."""
    x0, y0, x1, y1 = map(round, box)
    for side in ((x0, y0, x1, y0 + EDGE), (x0, y1 - EDGE, x1, y1), (x0, y0, x0 + EDGE, y1), (x1 - EDGE, y0, x1, y1)):
        picture.paste(ink, side)


def _light(draw: Callable[[int], Picture], width: int, most: int) -> bytes:
    made = _inked(draw(width), most)
    return made if len(made) <= most else _inked(draw(int(NARROWER * width)), most)


def _inked(drawn: Picture, most: int) -> bytes:
    sample = drawn.resize([ceil(side / SAMPLED) for side in drawn.size], Image.Resampling.NEAREST)
    pixels = sample.width * sample.height
    counted = sample.getcolors(min(FLAT, pixels)) or sample.getcolors(pixels)  # room for few is made more quickly
    made = _reduced(drawn, (seen := _most_seen(counted, MORE))[:FEW])
    return fuller if len(made) <= AIRY * most and len(fuller := _reduced(drawn, seen)) <= most else made


def _reduced(drawn: Any, inks: Sequence[Ink]) -> bytes:
    palette = Image.new("P", (1, 1))
    levels = [level for ink in inks for level in ink]
    palette.putpalette(levels + levels[:3] * (256 - len(inks)))
    reduced = drawn.quantize(palette=palette, dither=Image.Dither.NONE)
    reduced.putpalette(levels)
    return _png_packed(reduced, PRESSED)


def _most_seen(counted: Any, most: int) -> list[Ink]:
    """The colours that most pixels have, well apart from each other: of two that are near Pillow may take either."""
    inks: dict[int, Ink] = {}  # by a grid in which only neighbours may be too near
    for _, (red, green, blue) in sorted(counted, reverse=True):
        at = (red // APART << 10) + (green // APART << 5) + blue // APART
        near = [inks[other] for other in _around(at) & inks.keys()]
        if at in inks or any(max(abs(red - r), abs(green - g), abs(blue - b)) < APART for r, g, b in near):
            continue
        inks[at] = red, green, blue
        if len(inks) == most:
            break
    return [*inks.values()]


@lru_cache(maxsize=2_000)
def _around(at: int) -> frozenset[int]:
    return frozenset(at + (x << 10) + (y << 5) + z for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1))


@cache
def _fonts() -> list[str]:
    return [str(fonts.file(name)) for name in fonts.NAMES]


COVERAGE_DPI = 36  # a dot of the estimate is 0.7 mm wide; edges within it count in part


class Coverage(NamedTuple):
    """Parts of the page's area, 0 to 1 each: 5 % black is a page of plain text."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        return self.cyan + self.magenta + self.yellow + self.black

    def __str__(self) -> str:
        """ "4.2 % ink (cyan 0.1, magenta 0.3, yellow 0.3, black 3.5)"."""
        inks = ", ".join(f"{ink} {100 * part:.1f}" for ink, part in self._asdict().items())
        return f"{100 * self.total:.1f} % ink ({inks})"


def of(page: Page, sheet: Sheet) -> Coverage:
    """An estimate, within about a tenth of what a printer driver reports: drivers mix their own greys."""
    with Image.open(io.BytesIO(render(page, sheet, COVERAGE_DPI))) as picture:
        plain = picture.convert("RGB")
    pixels = plain.width * plain.height
    sums = [0.0] * 4
    for count, value in plain.getcolors(pixels) or ():
        assert isinstance(value, tuple)  # in RGB
        for ink, part in enumerate(inks(f"#{bytes(map(int, value)).hex()}")):
            sums[ink] += count * part
    return Coverage(*(total / pixels for total in sums))
