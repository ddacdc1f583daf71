"""Paths of a board as a linocut has them: bands of enamel with cuts that tell the way, and straight strips of inlay.

Paths that run round are bands; what is cut into one is drawn once for all that are as long and as far from the middle.
"""

import math
from typing import NamedTuple

from printables.drawing.linocut import hand
from printables.drawing.routes import drawn, tracked
from printables.drawing.spaces import GROWN
from printables.scene import Curve, Group, Point, Shape, Style, Symbol, Use, arc
from printables.scene.components import Board, Path
from printables.scene.theme import PathLook, Theme

CASING = 0.16  # of a band's half width: the ink on either side of it
CUTS = 0.8  # of the half width: how far cuts reach
STRIP = 0.36  # of a band's width: a straight strip of it


class _Bend(NamedTuple):
    """A path that runs round: how far from the middle (mm), how far it turns, and what its places take of that."""

    radius: float
    sweep: float
    gap: float


def paths(board: Board, theme: Theme, kind: str) -> Group:
    """All paths of one kind: the round ones as bands, the straight ones as strips."""
    look = theme.path(kind)
    mine = [path for path in board.paths if path.kind == kind and drawn(board, path)]
    straight = [path for path in mine if path.centre is None]
    lines = hand.joined(_between(board, path) for path in straight)
    shapes: list[Shape] = [*(_strips(lines, look, theme) if straight else ())]
    turned: dict[tuple[float, float, float], list[_Bend]] = {}
    for path in mine:
        if path.centre is not None:
            track = tracked(board, path, inset=(0.0, 0.0))
            gap = math.degrees(GROWN * max(board.by_id[path.a].size, board.by_id[path.b].size) / 2 / track.radius)
            bend = _Bend(round(track.radius, 3), round(track.end - track.start, 3), round(gap, 3))
            turned.setdefault((*path.centre, round((track.start + track.end) / 2, 4)), []).append(bend)
    # Bands that lie behind each other are one symbol, used all round.
    symbols: dict[tuple[_Bend, ...], Symbol] = {}
    for (x, y, turn), bends in turned.items():
        key = tuple(bends)
        if key not in symbols:
            made = tuple(shape for bend in bends for shape in _band(bend, look, theme))
            # Named after what it is: a diagram of a part of the board has fewer bands, and may stand on the same sheet.
            name = "-".join(f"{abs(round(1000 * part))}" for bend in bends for part in bend)
            symbols[key] = Symbol(f"bands-{kind}-{name}", made)
        shapes.append(Use(symbols[key], x, y, rotate=turn))
    return Group(tuple(shapes), classes=f"paths {kind}")


def sample(kind: str, one_way: bool, theme: Theme, length: float) -> Group:
    """A path of a kind from (0, 0) to (length, 0): a piece of its band."""
    look = theme.path(kind)
    half = look.width / 2
    if not look.ornament:
        strips = _strips(hand.polygon(((0, 0), (length, 0)), closed=False), look, theme)
        return Group(strips, classes=f"sample {kind}")

    way = -1 if look.ornament == "heads" else 1  # as seen at the top of a wheel

    def at(u: float, v: float) -> Point:
        return length / 2 + way * u, v

    cased = hand.box(0, -half * (1 + CASING), length, 2 * half * (1 + CASING))
    plate = hand.box(half * CASING, -half, length - 2 * half * CASING, 2 * half)
    cuts = hand.band(look.ornament, at, length - half, half * CUTS)
    return Group(_enamel(cased, plate, cuts, look, theme), classes=f"sample {kind}")


def _between(board: Board, path: Path) -> hand.Segments:
    """From the middle of one place to that of the next: discs lie over the ends."""
    a, b = board.by_id[path.a], board.by_id[path.b]
    return hand.polygon(((a.x, a.y), (b.x, b.y)), closed=False)


def _strips(lines: hand.Segments, look: PathLook, theme: Theme) -> tuple[Shape, ...]:
    """A strip of a band's ink with a light line along it; a path without a cut is light between two edges."""

    def line(ink: str, width: float) -> Curve:
        return Curve(lines, Style(stroke=ink, width=width))

    light, wide = theme.ink("space"), STRIP * look.width
    if not look.ornament:
        return line(look.ink, look.width), line(light, 0.74 * look.width)
    if theme.outline:
        return line(look.ink, wide), line(light, wide - 0.5)
    cased = line(theme.ink("border"), 1.35 * wide), line(look.ink, wide)
    return (*cased, line(light, 0.18 * wide)) if theme.parts else cased


def _band(bend: _Bend, look: PathLook, theme: Theme) -> tuple[Shape, ...]:
    """A band about (0, 0), its middle at the top, from place to place; cuts keep clear of their discs."""
    radius, sweep, gap = bend
    half, way = look.width / 2, math.copysign(1, sweep)

    def at(u: float, v: float) -> Point:
        turn = way * u / radius
        return (radius + v) * math.sin(turn), -(radius + v) * math.cos(turn)

    length = math.radians(abs(sweep) - 2 * gap) * radius
    # A hair longer than it is, so that no seam shows between two of them.
    run = abs(sweep) / 2 + 0.05
    cased, plate = (_sector(radius, wide, run) for wide in (half * (1 + CASING), half))
    return _enamel(
        cased,
        plate,
        hand.band(look.ornament, at, length - 0.1 * half, half * CUTS, sparse=not theme.parts),
        look,
        theme,
    )


def _sector(radius: float, half: float, run: float) -> hand.Segments:
    """A piece of a ring, `half` to either side of its middle line, `run` degrees to either side of the top."""
    outer = arc((0, 0), radius + half, -run, run, Style()).segments
    inner = arc((0, 0), radius - half, run, -run, Style()).segments
    whole = (*outer, ("L", *inner[0][1:]), *inner[1:])
    return (*((s[0], *(round(float(v), 3) for v in s[1:])) for s in whole), ("Z",))


def _enamel(
    cased: hand.Segments, plate: hand.Segments, cuts: hand.Segments, look: PathLook, theme: Theme
) -> tuple[Shape, ...]:
    """A band in its casing with its cuts; as outlines, the cuts are what is inked."""
    if theme.outline:
        return Curve(plate, Style(fill=theme.ink("space"), stroke=theme.ink("ink"), width=0.25)), hand.filled(
            look.ink, cuts
        )
    enamel = hand.filled(look.ink, plate), hand.filled(theme.ink("space"), cuts)
    return (hand.filled(theme.ink("border"), cased), *enamel) if theme.parts else enamel
