"""The shipped hunts a second time, slowly and plainly, from the formulas of the rules and not from their drawings.

Boards are built from coordinates, positions are sets of coordinates, moves are found by looking at pairs of points.
Only what the shipped hunts need is here. Nothing of the game module is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

Point = tuple[int, int]  # x to the right, y up
EVERY = frozenset(range(-2, 3))


class Position(NamedTuple):
    turn: int  # 0 the many, 1 the few
    many: frozenset[Point]
    few: frozenset[Point]
    owed: frozenset[Point] = frozenset()
    last: Point | None = None
    taken: int = 0
    hand: tuple[int, int] = (0, 0)


@dataclass(frozen=True, eq=False)
class Plain:
    points: frozenset[Point]
    lines: frozenset[frozenset[Point]]
    name: Callable[[Point], str]
    many: str
    few: str
    first: int
    rises: frozenset[int] = EVERY  # how far up a step of the many may lead
    sideways_ahead: bool = False  # ahead is to the right
    fort: frozenset[Point] = frozenset()
    fort_rises: frozenset[int] = EVERY
    captures: bool = True
    chain: bool = False
    duty: str = "optional"
    alternate: bool = False
    few_steps: Callable[[int, int], bool] = lambda dx, dy: True
    few_leaps: Callable[[int, int], bool] = lambda dx, dy: True
    closed: frozenset[Point] = frozenset()
    hand: tuple[int, int] = (0, 0)
    by_turns: bool = False  # else what is in hand is placed before play
    seize: tuple[str, str] = ("", "")  # how a step of the many, of the few takes: "flank" or "between"
    over: Callable[[Position], bool] = lambda position: False

    @cache  # noqa: B019 - the hunts below live as long as the tests
    def near(self, point: Point) -> list[Point]:
        return [other for other in self.points if frozenset((point, other)) in self.lines]

    def start(self) -> Position:
        by_name = {self.name(point): point for point in self.points}
        return Position(
            self.first,
            frozenset(by_name[name] for name in self.many.split()),
            frozenset(by_name[name] for name in self.few.split()),
            hand=self.hand,
        )._replace(turn=self.first if self.by_turns or not any(self.hand) else 1)


def grid(
    points: set[Point], slants: Callable[[Point], bool], *more: tuple[Point, Point]
) -> frozenset[frozenset[Point]]:
    lines = {frozenset(pair) for pair in more}
    for x, y in points:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if (x + dx, y + dy) in points and (dx == 0 or dy == 0 or slants((x, y))):
                lines.add(frozenset(((x, y), (x + dx, y + dy))))
    return frozenset(lines)


def chess(point: Point) -> str:
    return f"{'abcdefghi'[point[0]]}{point[1] + 1}"


CROSS = {(x, y) for x in range(7) for y in range(7) if 2 <= x <= 4 or 2 <= y <= 4}
CROSS_LINES = grid(CROSS, lambda point: sum(point) % 2 == 0)


def squares(points: set[Point], slants: Callable[[Point], bool]) -> frozenset[frozenset[Point]]:
    """Diagonals only of squares whose four corners are points: not those that cut a corner of a cross."""
    lines = grid(points, slants)
    return frozenset(line for line in lines if all((x, y) in points for x, _ in line for _, y in line))


SQUARES = squares(CROSS, lambda point: True)
SIEGE_ROWS = [(1, 7), (2, 6), (0, 8), (0, 8), (0, 8), (0, 8), (0, 8), (2, 6), (2, 6)]  # top first, first and last file
SIEGE = {(x, 8 - row) for row, (low, high) in enumerate(SIEGE_ROWS) for x in range(low, high + 1)}
SIEGE_FORT = frozenset({(x, 8) for x in range(1, 8)} | {(x, y) for x in range(2, 7) for y in (6, 7)})
RHOMBUS = {
    (x, 8 - row) for row, wide in enumerate((3, 3, 5, 9, 9, 9, 5, 3, 3)) for x in range(9) if abs(x - 4) <= wide // 2
}
SQUARE_AND_THREE = {(x, y) for x in range(5) for y in range(5)} | {(1, 5), (2, 5), (3, 5), (0, 6), (2, 6), (4, 6)}
STABLE = SQUARE_AND_THREE | {(1, 6), (3, 6)}
LONG = {(x, y) for x in range(9) for y in range(9) if 3 <= x <= 5 or 3 <= y <= 5}
SQUARE = {(x, y) for x in range(5) for y in range(5)}
DARK = {(x, y) for x in range(8) for y in range(8) if (x + y) % 2 == 0}
HARE = {(0, 1), (4, 1), *((x, y) for x in (1, 2, 3) for y in (0, 1, 2))}
HEXAGON = {(x, y) for y in range(-3, 4) for x in range(-6, 7) if (x + y) % 2 == 0 and abs(x) + abs(y) <= 6}
HEXAGON_LINES = frozenset(
    frozenset((a, b)) for a in HEXAGON for b in HEXAGON if (abs(a[0] - b[0]), abs(a[1] - b[1])) in ((2, 0), (1, 1))
)


def honeycomb(point: Point) -> str:
    row = sorted(other for other in HEXAGON if other[1] == point[1])
    return f"{'abcdefg'[row.index(point)]}{point[1] + 4}"


THIRTEEN = "c1 d1 e1 c2 d2 e2 a3 b3 c3 d3 e3 f3 g3"
TWENTY = THIRTEEN + " a4 b4 c4 d4 e4 f4 g4"
FORT = frozenset((x, y) for x in (2, 3, 4) for y in (4, 5, 6))
SEVEN = frozenset(point for point in HEXAGON if abs(point[1]) <= 1 and abs(point[0]) + abs(point[1]) <= 2)
FORWARD = frozenset((0, 1, 2))


def names(points: set[Point] | frozenset[Point], name: Callable[[Point], str] = chess) -> str:
    return " ".join(name(point) for point in points)


def few_geese(position: Position) -> bool:
    return len(position.many) <= 3


def _cross(many: str, few: str, first: int, **rest: object) -> Plain:
    lines = rest.pop("lines", CROSS_LINES)
    return Plain(frozenset(CROSS), lines, chess, many, few, first, **{"over": few_geese, **rest})  # type: ignore[arg-type]


def _past(position: Position) -> bool:
    return max(x for x, _ in position.few) < min(x for x, _ in position.many)


HUNTS: dict[str, Plain] = {
    "fox-13": _cross(THIRTEEN, "d4", 1),
    "fox-15": _cross(THIRTEEN + " a4 g4", "d4", 1),
    "fox-17": _cross(THIRTEEN + " a4 g4 a5 g5", "d4", 1),
    "renard": _cross(
        THIRTEEN + " a4 g4 a5 g5",
        "d4",
        1,
        rises=FORWARD,
        duty="add",
        over=lambda position: few_geese(position) or any(y == 0 for _, y in position.few),
    ),
    "gasetavl": _cross(TWENTY, "c7 e7", 1, lines=SQUARES, rises=FORWARD),
    "asalto": _cross(
        names(CROSS - FORT),
        "c6 e6",
        0,
        fort=FORT,
        chain=True,
        duty="huff",
        over=lambda position: len(position.many) <= 8 or not position.few or position.many >= FORT,
    ),
    "great-siege": Plain(
        frozenset(SIEGE),
        grid(SIEGE, lambda point: (8 - point[1] + point[0]) % 2 == 0, ((1, 8), (2, 7)), ((7, 8), (6, 7))),
        chess,
        names(SIEGE - SIEGE_FORT),
        "e8 c7 g7",
        0,
        fort=SIEGE_FORT,
        fort_rises=FORWARD,
        chain=True,
        duty="huff",
        over=lambda position: len(position.many) <= 16 or not position.few or position.many >= SIEGE_FORT,
    ),
    "wolves-and-sheep": _cross(
        TWENTY,
        "c5 e5",
        0,
        rises=FORWARD,
        chain=True,
        duty="forced",
        over=lambda position: position.taken >= 12 or len(position.many & FORT) >= 9,
    ),
    "wolf-and-sheep": Plain(
        frozenset(DARK),
        grid(DARK, lambda point: True),
        chess,
        "a1 c1 e1 g1",
        "d8",
        1,
        rises=FORWARD,
        captures=False,
        over=lambda position: any(y == 0 for _, y in position.few),
    ),
    "two-foxes": Plain(
        frozenset(DARK),
        grid(DARK, lambda point: True),
        chess,
        names({point for point in DARK if point[1] < 3}),
        "d8 f8",
        1,
        rises=FORWARD,
        chain=True,
        alternate=True,
        over=lambda position: few_geese(position) or any(y == 0 for _, y in position.few),
    ),
    "hare-and-hounds": Plain(
        frozenset(HARE),
        grid(HARE, lambda point: sum(point) % 2 == 1),
        chess,
        "a2 b1 b3",
        "e2",
        0,
        rises=FORWARD,
        sideways_ahead=True,
        captures=False,
        over=_past,
    ),
    "hexagon": Plain(
        frozenset(HEXAGON),
        HEXAGON_LINES,
        honeycomb,
        names({point for point in HEXAGON if abs(point[1]) == 3 or abs(point[0]) + abs(point[1]) == 6}, honeycomb),
        "c4 e4",
        0,
        fort=SEVEN,
        chain=True,
        duty="huff",
        over=lambda position: len(position.many) <= 6 or not position.few or position.many >= SEVEN,
    ),
    "rhombus": Plain(
        frozenset(RHOMBUS),
        grid(RHOMBUS, lambda point: sum(point) % 2 == 0),
        chess,
        "d1 e1 f1 d2 e2 f2 c3 d3 e3 f3 g3 b4 c4 d4 e4 f4 g4 h4",
        "e5",
        1,
        over=few_geese,
    ),
    "refskak": _cross(THIRTEEN, "d4", 0, over=lambda position: position.taken >= 7),
    "gedved": Plain(
        frozenset(LONG),
        squares(LONG, lambda point: sum(point) % 2 == 1),
        chess,
        names({(x, y) for x, y in LONG if y <= 3}),
        "e7",
        1,
        rises=FORWARD,
        over=lambda position: not position.many,
    ),
    "strutt": _cross(THIRTEEN + " a4 g4 a5 g5", "d4", 1, lines=grid(CROSS, lambda point: False), rises=FORWARD),
    "cercar-la-liebre": Plain(
        frozenset(SQUARE),
        grid(SQUARE, lambda point: sum(point) % 2 == 0),
        chess,
        names({(x, y) for x, y in SQUARE if y < 2}) + " a3 e3",
        "c3",
        0,
        over=lambda position: len(position.many) <= 9,
    ),
}


ALQUERQUE = grid(SQUARE, lambda point: sum(point) % 2 == 0)
RIM = {point for point in SQUARE if 0 in point or 4 in point}
TRIANGLE = SQUARE_AND_THREE - SQUARE
# The triangle stands on c5, in the middle of the top side; its rows are b6 to d6 and a7 to e7.
ROOF = frozenset(
    frozenset(pair)
    for pair in [
        *(((2, 4), (x, 5)) for x in (1, 2, 3)),
        *(((x, 5), (x + 1, 5)) for x in (1, 2)),
        *(((x, 5), (2 * x - 2, 6)) for x in (1, 2, 3)),
    ]
)
DEN = ALQUERQUE | ROOF | {frozenset(((0, 6), (2, 6))), frozenset(((2, 6), (4, 6)))}
STALLS = (
    ALQUERQUE
    | ROOF
    | {frozenset(((x, 6), (x + 1, 6))) for x in range(4)}
    | {frozenset(pair) for pair in [((1, 6), (1, 5)), ((3, 6), (3, 5)), ((2, 6), (1, 5)), ((2, 6), (3, 5))]}
)
# The tip is d4; each row below is wider, with one point in the middle.
WEDGE = {(3, 3), *((3 + side * (3 - y), y) for y in range(3) for side in (-1, 0, 1))}
WEDGE_LINES = frozenset(
    frozenset(pair)
    for y in range(3)
    for side in (-1, 0, 1)
    for pair in [
        ((3 + side * (3 - y), y), (3 + side * (2 - y), y + 1)),
        *([((3, y), (3 + side * (3 - y), y))] if side else []),
    ]
)
STRAIGHT: Callable[[int, int], bool] = lambda dx, dy: not (dx and dy)  # noqa: E731


def no_hens(position: Position) -> bool:
    return not position.many


HUNTS |= {
    "jeu-de-renard": Plain(
        frozenset(DARK),
        grid(DARK, lambda point: True),
        chess,
        names({point for point in DARK if point[1] < 3}),
        "",
        0,
        rises=FORWARD - {0},
        hand=(0, 1),
        over=no_hens,
    ),
    "jeu-de-renard-two": Plain(
        frozenset(DARK),
        grid(DARK, lambda point: True),
        chess,
        names({point for point in DARK if point[1] < 3}),
        "b8 h8",
        1,
        rises=FORWARD - {0},
        alternate=True,
        over=no_hens,
    ),
    "renard-et-poule": _cross(THIRTEEN, "", 0, rises=FORWARD - {0}, hand=(0, 1), over=no_hens),
    "renard-straight": _cross(
        THIRTEEN + " a4 g4 a5 g5",
        "d4",
        1,
        rises=FORWARD,
        duty="add",
        few_steps=STRAIGHT,
        few_leaps=STRAIGHT,
        over=HUNTS["renard"].over,
    ),
    "renard-slanting": _cross(
        THIRTEEN + " a4 g4 a5 g5",
        "d4",
        1,
        rises=FORWARD,
        duty="add",
        few_steps=STRAIGHT,
        few_leaps=lambda dx, dy: bool(dx and dy),
        over=HUNTS["renard"].over,
    ),
    "wolf-und-schaaf": Plain(
        frozenset(DARK),
        grid(DARK, lambda point: True),
        chess,
        "a1 c1 e1 g1",
        "",
        0,
        rises=FORWARD,
        captures=False,
        hand=(0, 1),
        over=lambda position: bool(position.few) and min(position.few)[1] < min(y for _, y in position.many),
    ),
    "haretavl": Plain(
        frozenset(HARE),
        grid(HARE, lambda point: sum(point) % 2 == 1),
        chess,
        "",
        "",
        0,
        captures=False,
        hand=(3, 1),
        by_turns=True,
    ),
    "bagh-chal": Plain(
        frozenset(SQUARE),
        ALQUERQUE,
        chess,
        "",
        "a1 a5 e1 e5",
        0,
        hand=(20, 0),
        by_turns=True,
        over=lambda position: position.taken >= 5,
    ),
    "adugo": Plain(
        frozenset(SQUARE_AND_THREE),
        DEN,
        chess,
        names({(x, y) for x, y in SQUARE if y < 2}) + " a3 b3 d3 e3",
        "c3",
        1,
        over=lambda position: position.taken >= 5,
    ),
    "yaguarete-kora": Plain(
        frozenset(SQUARE_AND_THREE),
        DEN,
        chess,
        names({(x, y) for x, y in SQUARE if y < 3}),
        "c7",
        1,
        over=lambda position: len(position.many) <= 6,
    ),
    "hat-diviyan-keliya": Plain(
        frozenset(WEDGE),
        WEDGE_LINES,
        chess,
        "",
        "",
        1,
        hand=(7, 1),
        by_turns=True,
        over=lambda position: position.taken >= 4,
    ),
    "juroku-musashi": Plain(
        frozenset(STABLE),
        STALLS,
        chess,
        names(RIM),
        "c3",
        1,
        captures=False,
        seize=("", "between"),
        over=lambda position: len(position.many) <= 5,
    ),
    "shi-liu": Plain(
        frozenset(SQUARE_AND_THREE),
        DEN,
        chess,
        names(RIM),
        "c3",
        1,
        captures=False,
        closed=frozenset(TRIANGLE),
        seize=("flank", "between"),
        over=lambda position: not position.many or not position.few,
    ),
}


def shut(plain: Plain, here: Point, mine: frozenset[Point], theirs: frozenset[Point], how: str) -> frozenset[Point]:
    """What a step to a point takes: each line through it is gone along, both ways."""
    taken: set[Point] = set()
    for near in plain.near(here) if how else []:
        dx, dy = near[0] - here[0], near[1] - here[1]
        if how == "flank":
            beyond = [
                end for end in plain.near(near) if (end[0] - near[0]) * dy == (end[1] - near[1]) * dx and end != here
            ]
            taken |= {near} if near in theirs and any(end in mine for end in beyond) else set()
        else:
            across = [
                end for end in plain.near(here) if (end[0] - here[0]) * dy == (end[1] - here[1]) * dx and end != near
            ]
            taken |= {near} if near in theirs and any(end in theirs for end in across) else set()
    return frozenset(taken)


@cache
def far(plain: Plain, point: Point) -> int:
    """Steps to the fort."""
    ring, steps = {point}, 0
    while not ring & plain.fort:
        ring, steps = ring | {other for here in ring for other in plain.near(here)}, steps + 1
    return steps


def leaps(plain: Plain, position: Position, start: Point) -> Iterator[tuple[Point, frozenset[Point], bool]]:
    """Where a piece of the few may land, what it has taken, and whether it could have gone on."""

    def onward(here: Point, taken: frozenset[Point]) -> list[tuple[Point, Point]]:
        found = []
        for over in plain.near(here):
            way = (over[0] - here[0], over[1] - here[1])
            # Along the line, be the next point as far again, twice as far or half as far.
            ends = ((over[0] + k * way[0], over[1] + k * way[1]) for k in (0.5, 1, 2))
            there = next((end for end in ends if end in plain.near(over)), None)
            if not plain.few_leaps(*way):
                continue
            free = there is not None and there not in position.many - taken and there not in position.few - {start}
            if over in position.many - taken and free:
                found.append((over, (int(there[0]), int(there[1]))))
        return found

    def walk(here: Point, taken: frozenset[Point]) -> Iterator[tuple[Point, frozenset[Point], bool]]:
        more = onward(here, taken) if plain.captures and (plain.chain or not taken) else []
        if taken:
            yield here, taken, bool(more)
        for over, there in more:
            yield from walk(there, taken | {over})

    yield from walk(start, frozenset())


def after(plain: Plain, position: Position) -> list[Position]:
    """What every action leads to; a side that can do nothing passes in the same breath."""
    if plain.over(position):
        return []
    return [settled(plain, one) for one in (_many if position.turn == 0 else _few)(plain, position)]


def settled(plain: Plain, position: Position) -> Position:
    if not plain.over(position) and position.turn == 0 and next(_many(plain, position), None) is None:
        return position._replace(turn=1, owed=frozenset())
    return position


def placed(plain: Plain, position: Position) -> Iterator[Position]:
    """One of the pieces in hand, on any free point."""
    for point in plain.points - position.many - position.few:
        many, few = position.hand
        if position.turn == 0:
            yield position._replace(many=position.many | {point}, hand=(many - 1, few), turn=1)
        else:
            yield position._replace(few=position.few | {point}, hand=(many, few - 1), turn=0)


def _many(plain: Plain, position: Position) -> Iterator[Position]:
    taken_points = position.many | position.few
    if position.hand[0]:
        yield from placed(plain, position)
        return
    if position.owed and plain.duty == "huff":
        for point in position.owed:
            yield position._replace(few=position.few - {point}, owed=frozenset())
    if position.owed and plain.duty == "add":
        for point in plain.points - taken_points:
            if point[1] == 0:
                yield position._replace(many=position.many | {point}, owed=frozenset())
    for here in position.many:
        for there in plain.near(here):
            rise = (there[0] - here[0]) if plain.sideways_ahead else (there[1] - here[1])
            if here in plain.fort:
                fine = there in plain.fort and rise in plain.fort_rises
            elif plain.fort:
                fine = far(plain, there) < far(plain, here)
            else:
                fine = rise in plain.rises
            if fine and there not in taken_points | plain.closed:
                many = position.many - {here} | {there}
                few = position.few - shut(plain, there, many - {there}, position.few, plain.seize[0])
                yield position._replace(turn=1, many=many, few=few, owed=frozenset())


def _few(plain: Plain, position: Position) -> Iterator[Position]:
    def steps(here: Point) -> list[Point]:
        return [
            there
            for there in plain.near(here)
            if there not in position.many | position.few and plain.few_steps(there[0] - here[0], there[1] - here[1])
        ]

    if position.hand[1]:
        yield from placed(plain, position)
        return
    movers = set(position.few)
    if plain.alternate:
        others = movers - {position.last}
        if any(steps(here) or next(leaps(plain, position, here), None) for here in others):
            movers = others
    could = {here for here in movers if next(leaps(plain, position, here), None)}
    for here in movers:
        for there, taken, more in leaps(plain, position, here):
            if plain.duty == "forced" and more:
                continue
            owed = frozenset({there}) if more and plain.duty in ("huff", "add") else frozenset[Point]()
            few = position.few - {here} | {there}
            last = there if plain.alternate else None
            yield position._replace(
                turn=0, many=position.many - taken, few=few, owed=owed, last=last, taken=position.taken + len(taken)
            )
        if could and plain.duty == "forced":
            continue
        for there in steps(here):
            owed = frozenset(there if point == here else point for point in could)
            owed = owed if plain.duty in ("huff", "add") else frozenset()
            few = position.few - {here} | {there}
            last = there if plain.alternate else None
            gone = shut(plain, there, few - {there}, position.many, plain.seize[1])
            taken = position.taken + len(gone)
            yield position._replace(turn=0, many=position.many - gone, few=few, owed=owed, last=last, taken=taken)


def count(plain: Plain, depth: int) -> list[int]:
    """How many lines of play of 1, 2, ... actions there are from the start."""
    waiting, counts = Counter([plain.start()]), []
    for _ in range(depth):
        found: Counter[Position] = Counter()
        for position, ways in waiting.items():
            for one in after(plain, position):
                found[one] += ways
        waiting = found
        counts.append(waiting.total())
    return counts
