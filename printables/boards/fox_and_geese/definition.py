"""A hunt as the text of a definition: what `load` reads back as the same hunt, but for the letters of its drawing."""

import json
from collections.abc import Iterable, Mapping
from string import ascii_uppercase

from printables.boards.fox_and_geese.load import FORMAT, STROKES
from printables.boards.fox_and_geese.model import LAND, SIDES, WAYS, Goal, Grid, Hunt, Side, Way

LETTERS = ascii_uppercase.replace("X", "")
BLANK = str.maketrans(dict.fromkeys("-|/\\x", " "))
# What is said of a hunt and of a side, in order, and what need not be said.
USUAL: dict[str, object] = {
    **dict.fromkeys(("title", "summary", "credit", "source", "licence", "house"), ""),
    **{"notes": (), "first": None, "repetition": "draw", "turns": 300, "limit": "draw", "stalling": 0, "land": LAND},
}
OF_SIDES: dict[str, object] = {
    **dict.fromkeys(("name", "plural", "emblem", "forward", "moves")),  # always
    **{"toward": "", "closed": (), "alternate": False, "hand": 0, "place": "", "placing": "first", "wins": None},
}
OF_CAPTURES: dict[str, object] = {"moves": ("any",), "chain": None, "duty": None, "add": "", "repeat": False}


def sketch(grid: Grid, standing: Mapping[str, str] | None = None) -> str:
    """The board, ranks at the left, files below, a letter for each point; under it the links that it cannot show."""
    drawn, unseen = sketched(grid, standing or {})
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


def sketched(grid: Grid, standing: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The rows of the drawing, and the lines that it cannot show, as `links` names them."""
    wide = max(spot.column for spot in grid.spots) + 1
    cells = [[" "] * wide for _ in range(max(spot.row for spot in grid.spots) + 1)]
    for spot in grid.spots:
        cells[spot.row][spot.column] = standing.get(spot.id, spot.mark)
    unseen = [f"{a}-{b}" for a, b in grid.lines if not _line(grid, cells, a, b)]
    return ["".join(row).rstrip() for row in cells], unseen


def start(hunt: Hunt) -> str:
    """The board of a hunt as play begins: m the many, f the few, . a free point."""
    return sketch(hunt.grid, _standing(hunt))


def _standing(hunt: Hunt) -> dict[str, str]:
    standing = dict.fromkeys(hunt.many.start, "m") | dict.fromkeys(hunt.few.start, "f")
    return dict.fromkeys(hunt.grid.by_id, ".") | standing


def facts(hunt: Hunt) -> list[str]:
    """What a definition amounts to, in a few lines."""
    return [
        f"{hunt.title}: {len(hunt.grid.spots)} points, {len(hunt.grid.lines)} lines",
        *(f"{zone.name}: {len(zone.points)} points" for zone in hunt.zones),
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
    stroke = STROKES.get((uy, ux)) or STROKES[-uy, -ux]
    run = [(one.row + uy * step, one.column + ux * step) for step in range(1, steps)]
    if any(cells[row][column] not in " -|/\\x" for row, column in run):
        return False
    for row, column in run:
        here = cells[row][column]
        cells[row][column] = "x" if {here, stroke} == {"/", "\\"} or here == "x" else stroke
    return True


def text(hunt: Hunt) -> str:
    """The definition. Raises ValueError where zones overlap in more ways than there are letters."""
    sets = {spot.id: tuple(zone.name for zone in hunt.zones if spot.id in zone.points) for spot in hunt.grid.spots}
    kinds = list(dict.fromkeys(filter(None, sets.values())))
    if len(kinds) > len(LETTERS):
        raise ValueError("zones overlap in too many ways")
    letter = dict(zip(kinds, LETTERS, strict=False))
    drawn, unseen = sketched(hunt.grid, {point: letter.get(kind, "o") for point, kind in sets.items()})
    said = {key: getattr(hunt, key) for key in USUAL}
    said |= {"forced": f"{hunt.forced[0]} in {hunt.forced[1]}"} if hunt.forced else {}
    lines = [f"format = {quoted(FORMAT)}", *keys(said, USUAL), "", "[board]"]
    lines += keys({"lattice": hunt.grid.lattice, "look": hunt.look}, {"lattice": "square", "look": "points"})
    lines += [*_drawing(drawn), *keys({"links": unseen}, {"links": []})]
    if hunt.zones:
        marks = {zone.name: "".join(one for kind, one in letter.items() if zone.name in kind) for zone in hunt.zones}
        lines += ["", "[zones]", *keys(marks, {})]
    plan, _ = sketched(hunt.grid, _standing(hunt))
    lines += ["", "[start]", *_drawing([row.translate(BLANK) for row in plan])]
    for name, side in zip(SIDES, hunt.sides, strict=True):
        lines += _side(name, side)
    return "\n".join([*lines, ""])


def keys(said: Mapping[str, object], usual: Mapping[str, object]) -> list[str]:
    """A line for each key that is not as usual."""
    return [f"{key} = {quoted(value)}" for key, value in said.items() if key not in usual or value != usual[key]]


def _drawing(rows: Iterable[str]) -> list[str]:
    return ["drawing = '''", *(f"    {row}".rstrip() for row in rows), "'''"]


def _side(name: str, side: Side) -> list[str]:
    said = {key: getattr(side, key) for key in OF_SIDES} | {"moves": _ways(side.moves), "wins": [*map(goal, side.wins)]}
    lines = ["", f"[{name}]", *keys(said, OF_SIDES | {"forward": "up" if name == "many" else "down"})]
    for entry in side.inside:
        moves = {"moves": _ways(entry.moves), "leave": entry.leave}
        lines += ["", f"[{name}.inside.{entry.zone}]", *keys(moves, {"leave": True})]
    if side.capture:
        capture = side.capture
        leaps = {key: getattr(capture, key) for key in ("chain", "duty", "add", "repeat")}
        taken = {"moves": _ways(capture.ways), **leaps} if capture.by == "leap" else {"by": capture.by}
        lines += ["", f"[{name}.capture]", *keys(taken, OF_CAPTURES)]
    return lines


def goal(one: Goal) -> str:
    """A way to win as a definition writes it."""
    said = {
        "capture-all": "capture all", "reduce": f"reduce to {one.count}", "take": f"take {one.count}",
        "fill": f"fill {one.zone}", "hold": f"reach {one.zone}" if one.count == 1 else f"{one.count} in {one.zone}",
    }  # fmt: skip
    return said.get(one.kind, one.kind)


def _ways(ways: tuple[Way, ...]) -> tuple[str, ...]:
    return ("any",) if set(ways) == set(WAYS) else ways


def quoted(value: object) -> str:
    """As TOML and JSON both write it."""
    return json.dumps(value, ensure_ascii=False)
