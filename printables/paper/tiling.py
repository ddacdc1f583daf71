"""A drawing larger than the paper, at exact scale over several sheets that overlap and are glued into one. A sheet
shows its part and, to the right and below, `overlap` mm of the next one: the flap that the next sheet is laid on, cut
along its left and top line. Cuts are moved, as far as the paper leaves room, so that they pass between places instead
of through them. Lengths mm; coordinates of the drawing unless said otherwise."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import compress, product
from typing import NamedTuple

from printables.core import PaperError
from printables.core.templates import say
from printables.paper.paper import Paper
from printables.scene import POINT, Box, Circle, Group, Line, Page, Rect, Shape, Style, Symbol, Text, Use
from printables.scene.theme import Theme
from printables.text import fonts

OVERLAP = 8.0
RIM = 4.0  # of the printable part, for the ends of cut lines
FOOT = 6.0  # under that, for what the sheet is called
CLEAR = 1.0  # a cut stays this far off a place, if it can
MOST = 200  # sheets
SPOT = 55.0  # between matching marks on a seam, about


class Tile(NamedTuple):
    """One sheet: where it stands, and the part of the drawing on it, flaps included."""

    row: int
    column: int
    window: Box

    @property
    def name(self) -> str:
        """ "A1" is the first sheet of the first row."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


class Tiling(NamedTuple):
    """A drawing divided: where columns and rows begin and the last ends; `foot`: mm kept free at the bottom."""

    paper: Paper
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    overlap: float
    foot: float = 0.0

    @property
    def columns(self) -> int:
        return len(self.xs) - 1

    @property
    def rows(self) -> int:
        return len(self.ys) - 1

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Row by row."""

        def spans(edges: tuple[float, ...]) -> list[tuple[int, tuple[float, float]]]:
            ends = [*(edge + self.overlap for edge in edges[1:-1]), edges[-1]]
            return [*enumerate(zip(edges, ends, strict=False))]

        both = product(spans(self.ys), spans(self.xs))
        return tuple(Tile(row, column, (x0, y0, x1, y1)) for (row, (y0, y1)), (column, (x0, x1)) in both)

    def place(self, tile: Tile) -> tuple[float, float]:
        """What is added to the drawing's coordinates to find them on the page of a tile."""
        x0, y0, _, _ = self.paper.printable
        return x0 + RIM - tile.window[0], y0 + RIM - tile.window[1]


def room(paper: Paper, foot: float = 0.0) -> tuple[float, float]:
    """The largest part of a drawing that one sheet shows."""
    _, _, width, height = paper.area
    return width - 2 * RIM, height - 2 * RIM - FOOT - foot


def plan(extent: Box, paper: Paper, avoid: Sequence[Box] = (), overlap: float = OVERLAP, foot: float = 0.0) -> Tiling:
    """Divide a drawing over the fewest sheets, the paper either way up, cutting as few of the boxes `avoid` as can be.
    `foot` mm at the bottom of each sheet stay free for a foot line. Raises PaperError for paper too small to leave
    anything beside the flaps, or if more than 200 sheets are needed."""
    choices = []
    for turned in dict.fromkeys((paper.portrait(), paper.landscape(), paper)):
        width, height = room(turned, foot)
        if min(width, height) < 4 * overlap:
            continue
        xs, hurt_x = _seams(extent[0], extent[2], width, overlap, [(box[0], box[2]) for box in avoid])
        ys, hurt_y = _seams(extent[1], extent[3], height, overlap, [(box[1], box[3]) for box in avoid])
        sheets = (len(xs) - 1) * (len(ys) - 1)
        choices.append((sheets, hurt_x + hurt_y, turned is not paper, Tiling(turned, xs, ys, overlap, foot)))
    if not choices:
        raise PaperError(f"{paper.name} is too small to tile a drawing on", "take larger paper, such as a5 or a4")
    sheets, _, _, tiling = min(choices, key=lambda choice: choice[:3])
    if sheets > MOST or tiling.rows > 26:
        hint = f"at most {MOST} are laid: take larger paper"
        raise PaperError(f"the drawing would take {sheets} sheets of {paper.name}", hint)
    return tiling


def _seams(
    start: float, end: float, room: float, overlap: float, spans: Sequence[tuple[float, float]]
) -> tuple[tuple[float, ...], int]:
    """Where sheets begin along one side, and the end; spans cut. Fewest sheets, then spans cut, then most even."""
    step = room - overlap
    count = max(1, math.ceil((end - start - overlap) / step - 1e-9))
    if count == 1:
        return (start, end), 0
    even = [start + (end - start - overlap) * number / count for number in range(1, count)]
    spots = {start + number * 1.0 for number in range(1, math.ceil(end - start))} | set(even)
    spots |= {place for low, high in spans for place in (low - CLEAR, high + CLEAR)}
    between = zip(sorted({high for _, high in spans}), sorted({low for low, _ in spans})[1:], strict=False)
    spots |= {(low + high) / 2 for low, high in between}
    places = sorted(spot for spot in spots if start < spot < end)
    # How many spans each place lies in, those it comes too near counted too
    lows, highs = sorted(low - CLEAR for low, _ in spans), sorted(high + CLEAR for _, high in spans)
    costs = [bisect_left(lows, place - 1e-9) - bisect_left(highs, place + 1e-9) for place in places]
    # best[i]: the cheapest way to have the seam of this round at places[i], and where the one before was.
    best: list[tuple[float, float, tuple[float, ...]]] = [(0, 0.0, (start,))]
    where = [start]
    for number in range(1, count):
        rest = (count - number) * step + overlap
        fresh: list[tuple[float, float, tuple[float, ...]]] = []
        for spot, cost in zip(places, costs, strict=True):
            far, near = bisect_left(where, spot - step - 1e-9), bisect_left(where, spot - overlap)
            if end - spot <= rest + 1e-9 and far < near:
                hurt, uneven, path = min(best[far:near])
                fresh.append((hurt + cost, uneven + (spot - even[number - 1]) ** 2, (*path, spot)))
        best, where = fresh, [path[-1] for _, _, path in fresh]
    hurt, _, path = min(best)
    return (*path, end), int(hurt)


def pages(
    tiling: Tiling, shapes: Sequence[Shape], theme: Theme, title: str, avoid: Sequence[Box] = (), below: float = 0.0
) -> list[Page]:
    """The map of the sheets, then a page for each; the drawing itself is one symbol, drawn on every one of them. Marks
    on the seams keep off the boxes `avoid`. `below` mm stay free over the foot of the map."""
    art = Symbol(f"tiled {title}", (*shapes, *_spots(tiling, theme, avoid)))
    return [
        _map(tiling, Symbol(f"map {title}", tuple(shapes)), theme, title, below),
        *(_page(tiling, tile, art, theme, title) for tile in tiling.tiles),
    ]


def _spots(tiling: Tiling, theme: Theme, avoid: Sequence[Box]) -> list[Shape]:
    """Small rings on the seams: half of each is on the flap, and the sheet laid on it completes it."""
    style = Style(stroke=theme.ink("cut"), width=0.12)
    found = [(x, y) for x in tiling.xs[1:-1] for y in _along(tiling.ys[0], tiling.ys[-1])]
    found += [(x, y) for y in tiling.ys[1:-1] for x in _along(tiling.xs[0], tiling.xs[-1])]
    near = [(x0 - 1.5, y0 - 1.5, x1 + 1.5, y1 + 1.5) for x0, y0, x1, y1 in avoid]
    free = [(x, y) for x, y in found if not any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in near)]
    return [Circle(point, 1.2, style) for point in free]


def _along(start: float, end: float) -> list[float]:
    count = max(2, round((end - start) / SPOT))
    return [start + (end - start) * (number + 0.5) / count for number in range(count)]


def _page(tiling: Tiling, tile: Tile, art: Symbol, theme: Theme, title: str) -> Page:
    paper = tiling.paper
    x, y = tiling.place(tile)
    x0, y0, x1, y1 = tile.window
    clip = Rect(x0, y0, x1 - x0, y1 - y0, Style())
    shown = Group((Use(art),), x, y, classes=f"tile {tile.name}", title=tile.name, clip=clip)
    style = Style(stroke=theme.ink("cut"), width=0.2, dash=(2.0, 1.2))
    level = Line((x0 + x - RIM, y0 + y), (x1 + x + RIM, y0 + y), style)
    upright = Line((x0 + x, y0 + y - RIM), (x0 + x, y1 + y + RIM), style)
    cut = compress((upright, level), (tile.column, tile.row))
    left, _, right, bottom = paper.printable
    base, size = bottom - tiling.foot - 1.4, 9 * POINT * 0.8
    name = Text(left, base, tile.name, 9 * POINT * 1.3, "sans-bold", fill=theme.ink("ink"))
    words = _words(tiling, tile)
    hint = Text(left + 11, base, words, size, fill=theme.ink("soft"))
    here = {"row": tile.row + 1, "rows": tiling.rows, "column": tile.column + 1, "columns": tiling.columns}
    whole = say("$title: row $row of $rows, column $column of $columns", title=title, **here)
    shapes: list[Shape] = [shown, name, hint]
    if fonts.width(words, "sans", size) + fonts.width(whole, "sans", size) + 16 < right - left:
        shapes.append(Text(right, base, whole, size, anchor="end", fill=theme.ink("soft")))
    return Page(paper.width, paper.height, tuple(shapes), f"{title} {tile.name}", cut=tuple(cut))


def _words(tiling: Tiling, tile: Tile) -> str:
    under = [Tile(tile.row, tile.column - 1, tile.window).name] if tile.column else []
    under += [Tile(tile.row - 1, tile.column, tile.window).name] if tile.row else []
    sides = [side for side, there in (("left", tile.column), ("top", tile.row)) if there]
    if not under:
        return say("Leave uncut") if tiling.columns * tiling.rows > 1 else ""
    at, on = (f" {say('and')} ".join(words) for words in (map(say, sides), under))
    return say("Cut along the dashed line at the $sides, then lay on $under", sides=at, under=on)


def _map(tiling: Tiling, art: Symbol, theme: Theme, title: str, below: float) -> Page:
    paper = tiling.paper
    left, top, right, bottom = paper.printable
    bottom -= tiling.foot + below
    width, height = tiling.xs[-1] - tiling.xs[0], tiling.ys[-1] - tiling.ys[0]
    ink, soft = theme.ink("ink"), theme.ink("soft")
    measures = {"width": f"{width:.0f}", "height": f"{height:.0f}", "overlap": f"{tiling.overlap:g}"}
    heads = [
        say("$title: $rows × $columns sheets", title=title, rows=tiling.rows, columns=tiling.columns),
        say("$width × $height mm when put together, sheets overlapping by $overlap mm.", **measures),
        say("Begin with A1 and go row by row. Cut each sheet along its dashed lines and glue it on"),
        say("the flaps of those before it, so that the small rings on the seams close."),
    ]
    shapes: list[Shape] = []
    y = top
    for words in heads:
        font, points, fill = ("sans", 9, soft) if shapes else ("serif-bold", 15, ink)
        size = min(points * POINT, (right - left) / fonts.width(words, font, 1))
        y += 1.45 * size
        shapes.append(Text(left, y, words, size, font, fill=fill))
    y += 6
    scale = min((right - left - 1) / width, (bottom - y - 1) / height, 0.6)
    x = left + (right - left - scale * width) / 2
    shapes.append(Use(art, x - scale * tiling.xs[0], y - scale * tiling.ys[0], scale))
    line = Style(stroke=theme.ink("accent"), width=0.5)
    disc = Style(fill=theme.ink("paper"), stroke=theme.ink("accent"), width=0.3)
    for tile in tiling.tiles:
        x0, y0 = tile.window[:2]
        x1, y1 = tiling.xs[tile.column + 1], tiling.ys[tile.row + 1]
        box = (x + scale * (x0 - tiling.xs[0]), y + scale * (y0 - tiling.ys[0]))
        wide, high = scale * (x1 - x0), scale * (y1 - y0)
        size = min(7.0, wide / 3, high / 3)
        middle = (box[0] + wide / 2, box[1] + high / 2)
        shapes += [Rect(*box, wide, high, line), Circle(middle, 0.85 * size, disc)]
        base = middle[1] + fonts.cap_height("sans-bold", size * 0.8) / 2
        shapes.append(Text(middle[0], base, tile.name, size * 0.8, "sans-bold", "middle", ink))
    return Page(paper.width, paper.height, tuple(shapes), say("$title, map of the sheets", title=title))
