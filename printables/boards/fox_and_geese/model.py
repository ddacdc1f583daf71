"""What a hunt definition says, as frozen values. Points are named by file letter and rank; up is rank 1 to the last."""

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

Way: TypeAlias = Literal["forward", "forward-diagonal", "sideways", "back", "back-diagonal"]
Compass: TypeAlias = Literal["up", "down", "left", "right"]
Lattice: TypeAlias = Literal["square", "triangle"]
Look: TypeAlias = Literal["points", "squares"]
Duty: TypeAlias = Literal["optional", "forced", "huff", "add"]
Placing: TypeAlias = Literal["first", "any-turn", "by-turns"]
Manner: TypeAlias = Literal["leap", "flank", "between"]
Repetition: TypeAlias = Literal["draw", "loss-many", "loss-few"]
SideName: TypeAlias = Literal["many", "few"]

WAYS: tuple[Way, ...] = ("forward", "forward-diagonal", "sideways", "back", "back-diagonal")
SIDES: tuple[SideName, SideName] = ("many", "few")
ANYWHERE = ""  # as the zone of placements: the whole board
# How a game ends that a goal wins, by the goal's kind.
ENDS = {
    "block": "blocked", "capture-all": "captured-all", "reduce": "reduced", "take": "taken", "fill": "filled",
    "hold": "reached", "pass": "passed",
}  # fmt: skip
LAND = "meadow"  # of a hunt that names none


class Spot(NamedTuple):
    """A point of the board: its name, its place in the drawing (column and row, row 0 on top) and its letter there."""

    id: str
    column: int
    row: int
    mark: str = "o"


class Zone(NamedTuple):
    """Points with a name in common, such as a fort."""

    name: str
    points: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """A board as drawn: points sorted by file, then rank; lines between them, each once, in the order of the points."""

    lattice: Lattice
    spots: tuple[Spot, ...]
    lines: tuple[tuple[str, str], ...]

    @cached_property
    def by_id(self) -> dict[str, Spot]:
        return {spot.id: spot for spot in self.spots}

    @cached_property
    def links(self) -> dict[str, tuple[str, ...]]:
        """The neighbours of every point, in the order of the points."""
        near: dict[str, list[str]] = {spot.id: [] for spot in self.spots}
        for a, b in self.lines:
            near[a].append(b)
            near[b].append(a)
        return {point: tuple(ends) for point, ends in near.items()}

    def place(self, point: str) -> tuple[float, float]:
        """Where a point lies: x to the right, y down, 1 between neighbours of a row."""
        spot = self.by_id[point]
        if self.lattice == "triangle":
            return spot.column / 4, spot.row / 2 * 3**0.5 / 2
        return spot.column / 2, spot.row / 2

    def straight(self, a: str, b: str, c: str) -> bool:
        """Whether a, b, c lie on a straight line, b between the others."""
        one, two, three = self.by_id[a], self.by_id[b], self.by_id[c]
        dx, dy = two.column - one.column, two.row - one.row
        ex, ey = three.column - two.column, three.row - two.row
        return dx * ey == dy * ex and dx * ex + dy * ey > 0

    def distances(self, zone: tuple[str, ...]) -> dict[str, int]:
        """Fewest steps along the lines from each point to the zone; points without a way to it are left out."""
        far = dict.fromkeys(zone, 0)
        queue = deque(zone)
        while queue:
            here = queue.popleft()
            for there in self.links[here]:
                if there not in far:
                    far[there] = far[here] + 1
                    queue.append(there)
        return far


class Inside(NamedTuple):
    """How pieces move that stand in a zone; `leave`: whether they may go out of it again."""

    zone: str
    moves: tuple[Way, ...]
    leave: bool


class Capture(NamedTuple):
    """Capture: by a leap over a neighbour in a straight line to the free point behind, or by a step.

    `by` "flank": what stands between the piece that has stepped and another of its side; "between": two neighbours
    that the piece has stepped between. Both in a straight line along the lines; steps are free to take nothing.
    `chain`: the piece may leap on. `duty`: what happens when a possible capture is not made. `add`: where a piece is
    added ("add" only). Leapt pieces are lifted at once; with `repeat` when the chain is done, and one may be leapt over
    again until then, though by no leap that was made before."""

    ways: tuple[Way, ...]
    chain: bool
    duty: Duty
    add: str
    repeat: bool
    by: Manner = "leap"


@dataclass(frozen=True, slots=True)
class Goal:
    """One way to win: block, capture-all, reduce (to `count`), take (`count`), fill, hold (`count` in `zone`), pass."""

    kind: Literal["block", "capture-all", "reduce", "take", "fill", "hold", "pass"]
    count: int = 0
    zone: str = ""


class Side(NamedTuple):
    """One of the two sides: its pieces, how they move and capture, how it wins.

    `hand` pieces are placed in the zone `place`: all of them before play ("first"), one instead of a move ("any-turn"),
    or one in each turn, and nothing moves until all are placed ("by-turns").
    `toward`: each step brings a piece nearer to that zone. `closed`: zones it may not enter. `alternate`: not the same
    piece twice running, while another can move."""

    name: str
    plural: str
    emblem: str
    start: tuple[str, ...]
    hand: int
    place: str
    placing: Placing
    forward: Compass
    moves: tuple[Way, ...]
    toward: str
    inside: tuple[Inside, ...]
    closed: tuple[str, ...]
    alternate: bool
    capture: Capture | None
    wins: tuple[Goal, ...]

    @property
    def kind(self) -> str:
        """What a position calls its pieces: the name in small letters, hyphens for spaces."""
        return "-".join(self.name.lower().split())

    @property
    def leaps(self) -> Capture | None:
        """How its pieces capture, if they do so by leaps."""
        return self.capture if self.capture and self.capture.by == "leap" else None

    @property
    def pieces(self) -> int:
        return len(self.start) + self.hand


class Hunt(NamedTuple):
    """A whole hunt. `house`: what in it is nobody's but ours, or the owner's.

    `turns`: the most turns of both sides together; `limit`: what the game is after them. `stalling`: after so many
    turns of theirs in a row without a step forward the many have lost (0: never). `forced`: who wins from the start
    whatever the other does, and within how many turns of both sides together, where these are few. `land`: the scene
    of templates/emblems/scenes on its cover and over its board."""

    title: str
    summary: str
    credit: str
    source: str
    licence: str
    house: str
    notes: tuple[str, ...]
    look: Look
    grid: Grid
    zones: tuple[Zone, ...]
    many: Side
    few: Side
    first: SideName
    repetition: Repetition
    turns: int
    limit: Repetition = "draw"
    stalling: int = 0
    forced: tuple[SideName, int] | None = None
    land: str = LAND

    @property
    def sides(self) -> tuple[Side, Side]:
        return (self.many, self.few)

    def other(self, side: Side) -> Side:
        """The side that a side plays against."""
        return self.few if side == self.many else self.many

    def zone(self, name: str) -> tuple[str, ...]:
        """The points of a zone; of ANYWHERE all of them. Raises KeyError."""
        return tuple(self.grid.by_id) if name == ANYWHERE else {one.name: one.points for one in self.zones}[name]

    def way(self, side: Side, a: str, b: str) -> Way:
        """What a step from a to b is to that side. Diagonals are kept apart on a square lattice only."""
        one, two = self.grid.by_id[a], self.grid.by_id[b]
        dx, dy = two.column - one.column, one.row - two.row
        along = {"up": dy, "down": -dy, "left": -dx, "right": dx}[side.forward]
        if along == 0:
            return "sideways"
        if self.grid.lattice == "square" and dx != 0 and dy != 0:
            return "forward-diagonal" if along > 0 else "back-diagonal"
        return "forward" if along > 0 else "back"
