"""From what is found out about a game of Ludii to a hunt."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from printables.boards.fox_and_geese import model
from printables.boards.fox_and_geese.model import LAND, WAYS, Capture, Compass, Grid, Hunt, Inside, Side, Spot, Way
from printables.core import templates
from printables.exports.ludii import write
from printables.exports.ludii.graphs import Graph, Point
from printables.exports.ludii.moves import ROLES, Player, Ways
from printables.exports.ludii.syntax import Mistake
from printables.exports.ludii.write import COMPASS

FORWARD: dict[str, list[Compass]] = {"many": ["up", "down", "right", "left"], "few": ["down", "up", "left", "right"]}


@dataclass
class Assembly:
    """What a game says, being put together to a hunt."""

    title: str
    kept: dict[str, Any]
    players: dict[str, Player]
    zones: dict[str, frozenset[Point]]
    board: Graph
    squares: bool
    turns: int
    limit: str
    first: str

    def hunt(self) -> Hunt:
        one, two = self.players["P1"], self.players["P2"]
        kept = {role: name for name in ("many", "few") for role in ROLES if self._kept(name) == self.players[role].name}
        few = two if one.pieces > two.pieces or (one.pieces == two.pieces and kept.get("P1") != "few") else one
        many = one if few is two else two
        if self.squares:
            self.dark(many, few)
        ids, grid = _grid(self.board)
        zones = tuple(model.Zone(name, tuple(spot.id for spot in grid.spots if spot.id in {ids[p] for p in held}))
                      for name, held in self.zones.items() if held)  # fmt: skip
        limit = {"draw": "draw", many.role: "loss-many", few.role: "loss-few"}[self.limit]
        texts: dict[str, Any] = {"summary": "A hunt from a game of Ludii.", "credit": "see the source"}
        texts |= {"source": f"A game of Ludii, {self.title}", "licence": "", "house": ""}
        texts |= {key: value for key, value in self.kept.items() if key in write.HEAD}
        return Hunt(
            title=self.title[:60], **texts, notes=tuple(self.kept.get("notes", ())),
            look="squares" if self.squares or self.kept.get("look") == "squares" else "points",
            grid=grid, zones=zones, many=self.side(many, "many", ids, grid), few=self.side(few, "few", ids, grid),
            first="many" if self.first == many.role else "few", repetition=self.kept.get("repetition", "draw"),
            turns=self.turns, limit=limit,  # type: ignore[arg-type]
            stalling=self.kept.get("stalling", 0), land=self.kept.get("land", LAND),
        )  # fmt: skip

    def _kept(self, name: str) -> str:
        label = self.kept.get(name, {}).get("name", "")
        return "".join(word.capitalize() for word in label.replace("-", " ").lower().split())

    def dark(self, many: Player, few: Player) -> None:
        """Of a board of cells keep those on which the pieces go: of one colour, if they only ever step aslant."""
        aslant = frozenset(("NE", "NW", "SE", "SW"))
        ways = [player.moves.steps for player in (many, few)]
        ways += [player.moves.leaps for player in (many, few) if player.moves.leaping]
        self.squares = all(way is not None and way <= aslant for way in ways)
        if not self.squares:
            return
        colour = next(iter((x + y) % 2 for x, y in (many.start or few.start)), 0)
        held = frozenset((x, y) for x, y in self.board.points if (x + y) % 2 == colour)
        self.board = Graph(tuple(p for p in self.board.points if p in held),
                           frozenset(line for line in self.board.lines if line <= held))  # fmt: skip
        self.zones = {name: points & held for name, points in self.zones.items()}
        for player in (many, few):
            if self.zones.get(player.place) == held:
                del self.zones[player.place]
                player.place = ""
            player.moves.steps = None if player.moves.steps == aslant else player.moves.steps
            player.moves.leaps = None if player.moves.leaps == aslant else player.moves.leaps

    def side(self, player: Player, name: Literal["many", "few"], ids: dict[Point, str], grid: Grid) -> Side:
        kept, moves = self.kept.get(name, {}), player.moves
        forward = self.forward(player, name, kept.get("forward"))
        words = "".join(f" {one}" if one.isupper() else one for one in player.name).strip().lower()
        label = kept.get("name") or words or "piece"
        if not kept and name == "few" and len({one.name for one in self.players.values()}) == 1:
            label = f"lone {label}"
        plain = "disc" if name == "many" else "star"
        capture = None
        if moves.leaping:
            capture = Capture(_turned(moves.leaps, forward), moves.chain, player.duty, "", False)
        elif moves.by != "leap":
            capture = Capture(WAYS, False, "optional", "", False, moves.by)
        standing = {ids[point] for point in player.start if point in ids}
        return Side(
            name=label, plural=kept.get("plural") or f"{label}s",
            emblem=kept.get("emblem") or (label if label in templates.stems("emblems/pieces", ".svg") else plain),
            start=tuple(spot.id for spot in grid.spots if spot.id in standing),
            hand=player.hand, place=player.place or kept.get("place", ""), placing=player.placing,
            forward=forward, moves=_turned(moves.steps, forward), toward=moves.toward,
            inside=tuple(Inside(zone, _turned(ways, forward), leave) for zone, ways, leave in moves.inside),
            closed=tuple(moves.closed), alternate=False, capture=capture, wins=tuple(player.wins),
        )  # fmt: skip

    def forward(self, player: Player, name: str, kept: Any) -> Compass:
        """The way ahead by which all directions of a side have names."""
        ways = [player.moves.steps, player.moves.leaps, *(one for _, one, _ in player.moves.inside)]
        for forward in (kept, *FORWARD[name]):
            if forward in COMPASS and all(_can(one, forward) for one in ways):
                return forward  # type: ignore[no-any-return]
        raise Mistake(0, f"the directions in which {player.name} moves have no names: see docs/hunts.md")


def _can(ways: Ways, forward: Compass) -> bool:
    return ways is None or set(ways) == {one for way in _turned(ways, forward) for one in COMPASS[forward][way]}


def _turned(ways: Ways, forward: Compass) -> tuple[Way, ...]:
    """Points of the compass as ways of a side; those that are there in pairs only."""
    return WAYS if ways is None else tuple(way for way in WAYS if set(COMPASS[forward][way]) <= ways)


def _grid(board: Graph) -> tuple[dict[Point, str], Grid]:
    """The board as a drawing has it. Raises Mistake for points that no drawing can hold."""
    xs, ys = sorted({x for x, _ in board.points}), sorted({y for _, y in board.points})
    gaps = [b - a for axis in (xs, ys) for a, b in pairwise(axis)]
    unit = min(gaps, default=1.0)
    triangle = any(abs(gap / unit - round(gap / unit)) >= 0.01 for gap in gaps)
    if triangle:
        unit = min(b - a for a, b in pairwise(ys)) / (3**0.5 / 2)
    wide, high = (4 / unit, 2 / (unit * 3**0.5 / 2)) if triangle else (2 / unit, 2 / unit)
    places = {point: (wide * (point[0] - xs[0]), high * (ys[-1] - point[1])) for point in board.points}
    if any(abs(c - 2 * round(c / 2)) > 0.02 or abs(r - 2 * round(r / 2)) > 0.02 for c, r in places.values()):
        raise Mistake(0, "the points of the board lie on no squares and no triangles")
    cells = {point: (2 * round(c / 2), 2 * round(r / 2)) for point, (c, r) in places.items()}
    bottom = max(row for _, row in cells.values())
    if max(column for column, _ in cells.values()) > 50 or len(set(cells.values())) < len(cells):
        raise Mistake(0, "the board is too large for a drawing")
    ids = {}
    for point, (column, row) in cells.items():
        files = sorted(c for c, r in cells.values() if r == row)
        file = files.index(column) if triangle else column // 2
        ids[point] = f"{'abcdefghijklmnopqrstuvwxyz'[file]}{(bottom - row) // 2 + 1}"
    spots = sorted((Spot(ids[point], *cell) for point, cell in cells.items()), key=lambda s: (s.id[0], int(s.id[1:])))
    order = {spot.id: at for at, spot in enumerate(spots)}
    lines = sorted((tuple(sorted((ids[p] for p in line), key=order.__getitem__)) for line in board.lines),
                   key=lambda ends: [order[end] for end in ends])  # fmt: skip
    return ids, Grid("triangle" if triangle else "square", tuple(spots), tuple((a, b) for a, b in lines))
