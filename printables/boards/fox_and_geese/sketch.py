"""A board as characters, for the terminal: drawn anew from the graph, so that it shows what was understood."""

from __future__ import annotations

from collections.abc import Mapping

from printables.boards.fox_and_geese.model import Grid, Hunt

STROKES = {(1, 0): "-", (0, 1): "|", (1, 1): "\\", (1, -1): "/"}


def sketch(grid: Grid, standing: Mapping[str, str] | None = None) -> str:
    """The board with a letter for each point: who stands there, or its mark. Ranks at the left, files below.

    Links that no straight line of the drawing can show are listed under it.
    """
    drawn, unseen = rows(grid, standing or {})
    ranks = {spot.row: spot.id[1:] for spot in grid.spots}
    lines = [f"{ranks.get(row, ''):>2}  {text}".rstrip() for row, text in enumerate(drawn)]
    if grid.lattice == "square":
        files = [" "] * (max(spot.column for spot in grid.spots) + 1)
        for spot in grid.spots:
            files[spot.column] = spot.id[0]
        lines += ["", f"    {''.join(files)}"]
    if unseen:
        lines += ["", f"also joined: {', '.join(unseen)}"]
    return "\n".join(lines)


def rows(grid: Grid, standing: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The rows of the drawing, and the lines that it cannot show, as `links` names them."""
    high = max(spot.row for spot in grid.spots) + 1
    wide = max(spot.column for spot in grid.spots) + 1
    cells = [[" "] * wide for _ in range(high)]
    for spot in grid.spots:
        cells[spot.row][spot.column] = standing.get(spot.id, spot.mark)
    unseen = [f"{a}-{b}" for a, b in grid.lines if not _line(grid, cells, a, b)]
    return ["".join(row).rstrip() for row in cells], unseen


def start(hunt: Hunt) -> str:
    """The board of a hunt as play begins: m the many, f the few, . a free point."""
    standing = dict.fromkeys((spot.id for spot in hunt.grid.spots), ".")
    standing |= dict.fromkeys(hunt.many.start, "m") | dict.fromkeys(hunt.few.start, "f")
    return sketch(hunt.grid, standing)


def facts(hunt: Hunt) -> list[str]:
    """What a definition amounts to, in a few lines."""
    grid = hunt.grid
    zones = [f"{zone.name}: {len(zone.points)} points" for zone in hunt.zones]
    return [
        f"{hunt.title}: {len(grid.spots)} points, {len(grid.lines)} lines",
        *zones,
        *(f"{side.plural}: {side.pieces}" for side in hunt.sides),
    ]


def _line(grid: Grid, cells: list[list[str]], a: str, b: str) -> bool:
    """Draws a line between two points, if it runs along a row, a column or a diagonal of the drawing."""
    one, two = grid.by_id[a], grid.by_id[b]
    dx, dy = two.column - one.column, two.row - one.row
    if dx and dy and abs(dx) != abs(dy):
        return False
    steps = max(abs(dx), abs(dy))
    ux, uy = dx // steps, dy // steps
    stroke = STROKES.get((ux, uy)) or STROKES[-ux, -uy]
    run = [(one.row + uy * step, one.column + ux * step) for step in range(1, steps)]
    if any(cells[row][column] not in " -|/\\x" for row, column in run):
        return False
    for row, column in run:
        here = cells[row][column]
        cells[row][column] = "x" if {here, stroke} == {"/", "\\"} or here == "x" else stroke
    return True
