"""Boards and parts of boards as Ludii's language makes them: graphs by their points, regions as sets of points."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from string import ascii_uppercase
from typing import NamedTuple, TypeAlias

from printables.exports.ludii.syntax import RING, Mistake, Node, short

Point: TypeAlias = tuple[float, float]  # x to the right, y up
Line: TypeAlias = frozenset[Point]
MOST = 400
AHEAD = dict(zip(RING, ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)), strict=True))
NEAR = 5  # decimals to which points are one


class Graph(NamedTuple):
    """Points, in the order in which the text gives them, or by row; lines between them."""

    points: tuple[Point, ...]
    lines: frozenset[Line]

    def moved(self, place: Callable[[float, float], Point]) -> "Graph":
        at = {point: _near(*place(*point)) for point in self.points}
        return Graph(tuple(at.values()), frozenset(frozenset(at[end] for end in line) for line in self.lines))

    def beside(self, some: Iterable[Point]) -> set[Point]:
        """Those points and their neighbours."""
        held = set(some)
        return held | {end for line in self.lines if line & held for end in line}


def _near(x: float, y: float) -> Point:
    return round(x, NEAR), round(y, NEAR)


def by_row(points: Iterable[Point]) -> tuple[Point, ...]:
    """As Ludii numbers points: from the lowest row up, each from the left."""
    return tuple(sorted(set(points), key=lambda point: (point[1], point[0])))


def number(node: Node) -> float:
    """A number. Raises Mistake."""
    try:
        found = float(node.value)
    except ValueError:
        raise Mistake(node.line, f"{node} cannot be read as a number") from None
    if not abs(found) <= 10_000:
        raise Mistake(node.line, f"{node} is out of range")
    return found


def whole(node: Node) -> int:
    return int(number(node))


def graph(node: Node) -> Graph:
    """The graph of a node such as (rectangle 3 7 diagonals:Alternating). Raises Mistake."""
    kind, rest = node.head, [item for item in node.rest if not item.name]
    if kind in ("rectangle", "square"):
        rows = whole(rest[0])
        return rectangle(rows, whole(rest[1]) if kind == "rectangle" and len(rest) > 1 else rows, node)
    if kind == "wedge":
        return wedge(whole(rest[0]), node.line)
    if kind == "merge":
        parts = [graph(one) for item in rest for one in (item.items if item.kind == "{" else (item,))]
        points = dict.fromkeys(point for part in parts for point in part.points)
        return Graph(by_row(points), frozenset().union(*(part.lines for part in parts)))
    if kind in ("shift", "scale", "rotate") and rest:
        return _moved(kind, rest)
    if kind == "graph":
        return _given(node)
    if kind == "remove":
        return _removed(node, rest)
    raise Mistake(node.line, f"the board ({kind} ...) is not understood")


def rectangle(rows: int, columns: int, node: Node) -> Graph:
    """Points in rows, all joined to those beside them; slanting lines as `diagonals` says."""
    if not (0 < rows <= 20 and 0 < columns <= 26):
        raise Mistake(node.line, "the board is empty or too large")
    slants = (one.value if (one := node.named("diagonals")) else "").lower()
    if slants not in ("", "implied", "alternating", "all"):
        raise Mistake(node.line, f"diagonals:{slants} is not understood")
    points = [_near(x, y) for y in range(rows) for x in range(columns)]
    held, lines = set(points), set[Line]()
    for x, y in points:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            drawn = not (dx and dy) or slants == "all" or (slants == "alternating" and (x + y) % 2 == 0)
            if drawn and (x + dx, y + dy) in held:
                lines.add(frozenset(((x, y), (x + dx, y + dy))))
    return Graph(tuple(points), frozenset(lines))


def wedge(rows: int, line: int) -> Graph:
    """A triangle with its tip up, three points in every row under the tip."""
    if not 2 <= rows <= 12:
        raise Mistake(line, "the wedge is too small or too large")
    middle = float(rows - 1)
    tip, steps = (middle, middle), range(1, rows)
    levels = [[(middle + step * side, middle - step) for side in (-1, 0, 1)] for step in steps]
    lines = {frozenset((tip, one)) for one in levels[0]}
    lines |= {frozenset(pair) for level in levels for pair in pairwise(level)}
    lines |= {frozenset(pair) for one, two in pairwise(levels) for pair in zip(one, two, strict=True)}
    return Graph(by_row([tip, *(point for level in levels for point in level)]), frozenset(lines))


def _moved(kind: str, rest: list[Node]) -> Graph:
    *numbers, inner = rest
    found, values = graph(inner), [number(one) for one in numbers]
    if kind == "shift" and len(values) >= 2:
        return found.moved(lambda x, y: (x + values[0], y + values[1]))
    if kind == "scale" and values:
        return found.moved(lambda x, y: (x * values[0], y * values[-1]))
    turns = {0.0: 0, 90.0: 1, 180.0: 2, 270.0: 3}.get(values[0] % 360) if len(values) == 1 else None
    if turns is None:
        raise Mistake(inner.line, f"({kind} ...) is not understood")
    xs, ys = [x for x, _ in found.points], [y for _, y in found.points]
    cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    for _ in range(turns):
        found = found.moved(lambda x, y: (cx - (y - cy), cy + (x - cx)))
    return found


def _given(node: Node) -> Graph:
    vertices, edges = node.named("vertices"), node.named("edges")
    if vertices is None:
        raise Mistake(node.line, "the graph has no vertices")
    points = tuple(_near(number(one.items[0]), number(one.items[1])) for one in vertices.items if len(one.items) > 1)
    if not 0 < len(points) <= MOST:
        raise Mistake(node.line, "the board is empty or too large")
    lines = set()
    for edge in edges.items if edges else ():
        ends = [whole(one) for one in edge.items]
        if len(ends) != 2 or ends[0] == ends[1] or not all(0 <= end < len(points) for end in ends):
            raise Mistake(edge.line, f"{edge} joins no two points")
        lines.add(frozenset(points[end] for end in ends))
    return Graph(points, frozenset(lines))


def _removed(node: Node, rest: list[Node]) -> Graph:
    found, edges = graph(rest[0]), node.named("edges")
    gone = set()
    for edge in edges.items if edges else ():
        ends = [_near(number(one.items[0]), number(one.items[1])) for one in edge.items if len(one.items) > 1]
        if len(ends) != 2:
            raise Mistake(edge.line, "lines that go are named by the places of their ends")
        gone.add(frozenset(ends))
    if len(rest) > 1 or [item for item in node.items if item.name not in ("", "edges")] or not gone:
        raise Mistake(node.line, "(remove ...) is understood of lines only")
    return found._replace(lines=found.lines - gone)


def region(node: Node, board: Graph) -> set[Point]:
    """The points of a region such as (expand (sites Bottom)). Raises Mistake."""
    points = set(board.points)
    xs, ys = sorted({x for x, _ in points}), sorted({y for _, y in points})
    kind, rest = node.head, [item for item in node.rest if not item.name]
    parts = [one for item in rest for one in (item.items if item.kind == "{" else (item,))]
    if node.kind == "text":
        columns = list(zip(ascii_uppercase, xs, strict=False))  # a letter for its column, a number for its row
        called = {f"{letter}{row}": (x, y) for row, y in enumerate(ys, 1) for letter, x in columns}
        point = called.get(node.value.upper())
        if point is None or point not in points:
            raise Mistake(node.line, f"{node} names no point of the board")
        return {point}
    if node.kind == "{":
        return {point for item in node.items for point in region(item, board)}
    if node.kind == "word" and node.value.isdigit():
        if int(node.value) >= len(board.points):
            raise Mistake(node.line, f"{node} names no point of the board")
        return {board.points[int(node.value)]}
    if kind in ("union", "difference", "intersection") and len(parts) > 1:
        first, *others = (region(one, board) for one in parts)
        for other in others:
            first = {"union": first | other, "difference": first - other, "intersection": first & other}[kind]
        return first
    if kind == "expand" and len(rest) == 1:
        found, steps = region(rest[0], board), node.named("steps")
        for _ in range(min(whole(steps), 20) if steps else 1):
            found = board.beside(found)
        return found
    if kind == "coord" and len(rest) == 1:
        return region(rest[0], board)
    if kind == "ahead" and len(rest) == 2 and rest[1].value in AHEAD:
        return {_ahead(point, board, AHEAD[rest[1].value]) for point in region(rest[0], board)}
    if kind == "centrePoint" or (kind == "sites" and rest and rest[0].value == "Centre"):
        middle = ((xs[0] + xs[-1]) / 2, (ys[0] + ys[-1]) / 2)
        return {min(points, key=lambda point: (abs(point[0] - middle[0]) + abs(point[1] - middle[1]), point))}
    if kind == "sites" and rest:
        return _sites(node, rest, board, (xs, ys))
    raise Mistake(node.line, f"{short(node)} is not understood as a part of the board")


def _sites(node: Node, rest: list[Node], board: Graph, axes: tuple[list[float], list[float]]) -> set[Point]:
    points, (xs, ys), what = set(board.points), axes, rest[0].value
    ends = {"Bottom": (1, ys[0]), "Top": (1, ys[-1]), "Left": (0, xs[0]), "Right": (0, xs[-1])}
    if what in ends:
        axis, value = ends[what]
        return {point for point in points if point[axis] == value}
    if what in ("Row", "Column") and len(rest) > 1:
        axis, values = (1, ys) if what == "Row" else (0, xs)
        index = whole(rest[1])
        return {point for point in points if 0 <= index < len(values) and point[axis] == values[index]}
    if what == "Phase" and len(rest) > 1:
        return {(x, y) for x, y in points if (xs.index(x) + ys.index(y)) % 2 == whole(rest[1])}
    if what == "Board":
        return points
    if what == "Corners":
        return {(x, y) for x, y in points if x in (xs[0], xs[-1]) and y in (ys[0], ys[-1])}
    if rest[0].kind == "{":
        return {point for item in rest[0].items for point in region(item, board)}
    raise Mistake(node.line, f"{short(node)} is not understood as a part of the board")


def _ahead(point: Point, board: Graph, way: Point) -> Point:
    """The neighbour that way, or the point itself."""
    for end in board.beside((point,)) - {point}:
        dx, dy = end[0] - point[0], end[1] - point[1]
        if dx * way[1] == dy * way[0] and dx * way[0] + dy * way[1] > 0:
            return end
    return point
