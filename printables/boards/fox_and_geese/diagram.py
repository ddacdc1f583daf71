r"""A board drawn in characters: points are letters or digits, lines are - | / \ and x where two diagonals cross.

    >>> grid, faults = read("o-o\n|x|\no-o", "square")
    >>> [spot.id for spot in grid.spots], len(grid.lines), faults
    (['a1', 'a2', 'b1', 'b2'], 6, [])

Points stand on every other line of the drawing. On a square lattice they stand two columns apart, on a triangular
one four, each row half a step (two columns) aside of the next. A line may run over several characters.
"""

from string import ascii_lowercase
from typing import NamedTuple

from printables.boards.fox_and_geese.model import Grid, Lattice, Spot

MOST_POINTS = 400
RUNS: dict[str, tuple[tuple[int, int], ...]] = {  # rows and columns to the next character, one way
    "-": ((0, 1),),
    "|": ((1, 0),),
    "/": ((1, -1),),
    "\\": ((1, 1),),
    "x": ((1, -1), (1, 1)),
}
ENDS = {(0, 1): ("left", "right"), (1, 0): ("upper", "lower"), (1, -1): ("upper", "lower"), (1, 1): ("upper", "lower")}


class Fault(NamedTuple):
    """A mistake in a drawing: its line and column there, from 0, what it is and what would be right."""

    row: int
    column: int
    message: str
    hint: str = ""


def is_point(character: str) -> bool:
    """Letters and digits are points, but x, which is a crossing."""
    return character.isascii() and character.isalnum() and character not in "xX"


def read(text: str, lattice: Lattice) -> tuple[Grid, list[Fault]]:
    """The board and every mistake found; with mistakes the board is what could be made out."""
    rows = text.split("\n")
    faults: list[Fault] = []
    points: dict[tuple[int, int], str] = {}
    runs: list[tuple[int, int, str]] = []
    for r, row in enumerate(rows):
        for c, character in enumerate(row):
            if is_point(character):
                points[r, c] = character
            elif character.lower() in RUNS:
                runs.append((r, c, character.lower()))
            elif character != " ":
                faults.append(
                    Fault(r, c, f"{character!r} means nothing in a drawing", "points are letters, lines - | / \\ x")
                )
    if not points:
        return Grid(lattice, (), ()), [*faults, Fault(0, 0, "the drawing has no points", "draw them as o")]
    width = max(c for _, c in points) - min(c for _, c in points)
    if len(points) > MOST_POINTS or width > 2 * (len(ascii_lowercase) - 1):
        return Grid(lattice, (), ()), [
            Fault(0, 0, "the board is too big", f"at most {MOST_POINTS} points and 26 files")
        ]
    top, left = min(r for r, _ in points), min(c for _, c in points)
    faults += _misplaced(points, top, left, lattice)
    if faults:
        return Grid(lattice, (), ()), faults
    spots = _spots(points, top, left, lattice)
    lines: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for r, c, character in runs:
        for dr, dc in RUNS[character]:
            ends = tuple(_end(rows, r, c, dr * sign, dc * sign) for sign in (-1, 1))
            for end, name in zip(ends, ENDS[dr, dc], strict=True):
                if end not in points:
                    faults.append(Fault(r, c, f"this {character} has no point at its {name} end"))
            if ends[0] in points and ends[1] in points:
                lines.add((ends[0], ends[1]))
    listed = sorted(spots.values(), key=_order)
    named = (sorted((spots[a], spots[b]), key=_order) for a, b in lines)
    pairs = sorted(named, key=lambda pair: (_order(pair[0]), _order(pair[1])))
    return Grid(lattice, tuple(listed), tuple((a.id, b.id) for a, b in pairs)), faults


def _order(spot: Spot) -> tuple[str, int]:
    """By file, then rank."""
    return spot.id[0], int(spot.id[1:])


def _misplaced(points: dict[tuple[int, int], str], top: int, left: int, lattice: Lattice) -> list[Fault]:
    faults = []
    for r, c in sorted(points):
        if (r - top) % 2:
            faults.append(
                Fault(r, c, "a point stands on a line between the rows", "rows of points are two lines apart")
            )
        elif (c - left) % 2:
            faults.append(Fault(r, c, "a point stands between the columns", "columns of points are two apart"))
        elif lattice == "triangle" and ((c - left) // 2 + (r - top) // 2 - _stagger(points, top, left)) % 2:
            hint = "on a triangular lattice points stand four apart, the next row two aside"
            faults.append(Fault(r, c, "a point stands where no corner of a triangle is", hint))
    return faults


def _stagger(points: dict[tuple[int, int], str], top: int, left: int) -> int:
    """Which of the two sets of corners a triangular drawing uses: that of the first point."""
    first = min(points)
    return ((first[1] - left) // 2 + (first[0] - top) // 2) % 2


def _end(rows: list[str], r: int, c: int, dr: int, dc: int) -> tuple[int, int]:
    """Where a run that goes through (r, c) ends: the next character that is no part of such a run."""
    mine = next(character for character, ways in RUNS.items() if ways[0] in ((dr, dc), (-dr, -dc)) and len(ways) == 1)
    while True:
        r, c = r + dr, c + dc
        here = rows[r][c] if 0 <= r < len(rows) and 0 <= c < len(rows[r]) else " "
        if here != mine and not (here in "xX" and dr and dc):
            return r, c


def _spots(points: dict[tuple[int, int], str], top: int, left: int, lattice: Lattice) -> dict[tuple[int, int], Spot]:
    bottom = max(r for r, _ in points)
    spots = {}
    for r in range(top, bottom + 1, 2):
        columns = sorted(c for row, c in points if row == r)
        for number, c in enumerate(columns):
            file = number if lattice == "triangle" else (c - left) // 2
            spots[r, c] = Spot(f"{ascii_lowercase[file]}{(bottom - r) // 2 + 1}", c - left, r - top, points[r, c])
    return spots
