"""The names of a board's places told from its margins, where no piece hides them: files and ranks, spokes and rings.

A place is named by letters and a number, such as "c5". What cannot be told so is named at both ends of its row.
"""

import math
import re
from collections import defaultdict
from typing import NamedTuple

from printables.drawing.artwork import TOKEN
from printables.scene import Circle, Group, Shape, Style, Text
from printables.scene.components import Board, Place
from printables.scene.theme import Theme

ROOM = 1.7  # sizes of the names that they take on each side of the board
GAP = 0.45  # sizes between a place and its name
FENCE = 0.35  # sizes more, where a fence stands about the places
STUD = 0.66  # sizes: the radius of a stud
CAPITAL = 0.34  # of the size: half as high as a letter
_NAME = re.compile(r"([a-z]+)([0-9]+)")


class Named(NamedTuple):
    place: Place
    file: str
    rank: str


def room(board: Board, size: float, *, framed: bool = False) -> float:
    """What the names take on each side of the board's extent (mm); 0 for a board that names none."""
    return (ROOM + FENCE * framed) * size if named(board) else 0.0


def names(board: Board, theme: Theme, size: float, *, framed: bool = False, alone: bool = False) -> tuple[Shape, ...]:
    """The names in letters `size` mm high, to be drawn above everything else; `framed`: clear of what a linocut has
    about its board, or on studs upon the frame of its squares or its wheel. Unless they stand `alone`, places have
    names of their own, which none of these hides: then that of a narrow ring is smaller.
    """
    found = named(board)
    if not found:
        return ()
    ink = theme.ink("soft")
    hub = next((place for place in board.places if place.kind == "hub"), None)
    beside = _beside(board)
    studs = theme.linocut and (beside or (framed and (hub or found[0].place.cell)))
    # What lies beside the board leaves room for half a stud: the rest of it is on the edge.
    gap = 0.0 if studs and beside else (GAP + FENCE * (framed and not studs)) * size
    texts = _wheel(board, hub, found, theme, size, alone) if hub else _grid(board, found, size, ink, gap)
    if studs:
        texts = [part for text in texts for part in (_studded(text, theme) if isinstance(text, Text) else (text,))]
    return (Group(tuple(texts), classes="margins"),)


def _studded(text: Text, theme: Theme) -> tuple[Shape, ...]:
    """A name light on a dark stud, its middle where that of the name is; names beside a row keep its side."""
    if text.font != "sans":  # that of a ring has its stud
        return (text,)
    reach = STUD * text.size
    side = {"end": -1, "start": 1}.get(text.anchor, 0)
    x, y = text.x + side * (reach - 0.5 * GAP * text.size), text.y - CAPITAL * text.size
    name = text._replace(x=x, font="sans-bold", anchor="middle", fill=theme.ink("space"))
    return Circle((x, y), reach, Style(fill=theme.ink("border"))), name


def named(board: Board) -> list[Named]:
    """The places whose names are letters and a number, with the two."""
    return [
        Named(place, found[1], found[2])
        for place in board.places
        if place.name and (found := _NAME.fullmatch(place.name))
    ]


def _beside(board: Board) -> bool:
    """Whether something lies beside the places that have names."""
    return any(place.kind in ("slot", "area") for place in board.places)


def _grid(board: Board, named: list[Named], size: float, ink: str, gap: float) -> list[Shape]:
    """Ranks at the left and right, files below and above; where files do not stand in line, the ends of each rank."""
    half = max(max(item.place.size, TOKEN * board.room) for item in named) / 2
    files, ranks = defaultdict(set), defaultdict(list)
    for item in named:
        files[item.file].add(round(item.place.x, 3))
        ranks[item.rank].append(item.place)
    out: list[Shape] = []
    straight = all(len(xs) == 1 for xs in files.values())
    left, right = min(i.place.x for i in named) - half, max(i.place.x for i in named) + half
    top, bottom = min(i.place.y for i in named) - half, max(i.place.y for i in named) + half
    # Where something lies beside the board, signs in the middle of a rank may lead to it.
    beside = _beside(board)
    gap, lift = (0.5 * gap, 0.36 * 2 * half) if beside else (gap, 0.0)
    for rank, row in ranks.items():
        row.sort(key=lambda place: place.x)
        base = row[0].y - lift + CAPITAL * size
        ends = (left, right) if straight else (row[0].x - half, row[-1].x + half)
        said = (rank, rank) if straight else (row[0].name, row[-1].name)
        out.append(Text(ends[0] - gap, base, said[0], size, anchor="end", fill=ink))
        out.append(Text(ends[1] + gap, base, said[1], size, fill=ink))
    if straight:
        for file, (x,) in files.items():
            out.append(Text(x, top - gap, file, size, anchor="middle", fill=ink))
            if not beside:
                out.append(Text(x, bottom + gap + 2 * CAPITAL * size, file, size, anchor="middle", fill=ink))
    return out


def _wheel(board: Board, hub: Place, named: list[Named], theme: Theme, size: float, alone: bool) -> list[Shape]:
    """Numbers of spokes outside the rim, letters of rings halfway between the last spoke and the first."""

    def far(place: Place) -> float:
        return math.dist((place.x, place.y), (hub.x, hub.y))

    ink = theme.ink("soft")
    rim = max(far(item.place) for item in named)
    reach = rim + TOKEN * board.room / 2 + (GAP + 0.5) * size
    out: list[Shape] = []
    for place, _, spoke in named:
        if far(place) > rim - 0.5 * board.pitch:
            x, y = (hub.x + (place.x - hub.x) * reach / rim, hub.y + (place.y - hub.y) * reach / rim)
            out.append(Text(x, y + CAPITAL * size, spoke, size, anchor="middle", fill=ink))
    spokes = [item for item in named if item.file == named[0].file]
    one, last = spokes[0].place, spokes[-1].place
    middle = math.atan2((one.y + last.y) / 2 - hub.y, (one.x + last.x) / 2 - hub.x)
    for ring in dict.fromkeys(item.file for item in named):
        radius = far(next(item.place for item in named if item.file == ring))
        x, y = hub.x + radius * math.cos(middle), hub.y + radius * math.sin(middle)
        ends = [item.place for item in named if item.file == ring and item.rank in (spokes[0].rank, spokes[-1].rank)]
        clear = size if alone else 0.95 * min(math.dist((x, y), (end.x, end.y)) - end.size / 2 for end in ends)
        if theme.linocut:
            reach = min(0.6 * size, clear)
            out.append(Circle((x, y), reach, Style(fill=theme.ink("border"))))
            letter = min(size, reach / 0.44)
            out.append(Text(x, y + CAPITAL * letter * 0.8, ring, letter, "sans-bold", "middle", theme.ink("space")))
            continue
        # The sheet's own small letter lies just inside the ring: this one takes its place.
        for inside in (0.0, 0.62 * size):
            centre = (x - inside * math.cos(middle), y - inside * math.sin(middle))
            out.append(Circle(centre, min(0.62 * size, clear), Style(fill=theme.ink("paper"))))
        out.append(Text(x, y + CAPITAL * size * 0.8, ring, size, "sans-bold", "middle", fill=theme.ink("ink")))
    return out
