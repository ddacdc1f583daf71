"""A hunt in Ludii's language: its board as a graph, its pieces with their moves, its start and its ends.

What is written is understood by Ludii 1.0.8 and later. What its language cannot say is named by `unsaid`."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from printables.boards import fox_and_geese
from printables.boards.fox_and_geese.definition import USUAL, keys
from printables.boards.fox_and_geese.model import SIDES, WAYS, Compass, Goal, Hunt, Side, Way
from printables.core import OptionError
from printables.exports.format import Format, Pictures, Table

MARK = "//: "
HEAD = ("summary", "credit", "source", "licence", "house")
COMPASS: dict[Compass, dict[Way, tuple[str, ...]]] = {
    "up": dict(zip(WAYS, (("N",), ("NE", "NW"), ("E", "W"), ("S",), ("SE", "SW")), strict=True)),
    "down": dict(zip(WAYS, (("S",), ("SE", "SW"), ("E", "W"), ("N",), ("NE", "NW")), strict=True)),
    "right": dict(zip(WAYS, (("E",), ("NE", "SE"), ("N", "S"), ("W",), ("NW", "SW")), strict=True)),
    "left": dict(zip(WAYS, (("W",), ("NW", "SW"), ("N", "S"), ("E",), ("NE", "SE")), strict=True)),
}
EMPTY = "(is Empty (to))"
ENEMY = "(is Enemy (who at:(between)))"


def lines(hunt: Hunt) -> Iterator[str]:
    """The words of a hunt as comments, and whatever of its look a game of Ludii does not keep."""
    said = {key: getattr(hunt, key) for key in (*HEAD, "notes", "look", "repetition", "land", "stalling")}
    for name, side in zip(SIDES, hunt.sides, strict=True):
        said |= {f"{name}.{key}": getattr(side, key) for key in ("name", "plural", "emblem", "forward")}
        said |= {f"{name}.place": side.place} if side.place and not side.hand else {}
    return (f"{MARK}{line}" for line in keys(said, {**USUAL, "look": "points"}))


def read(text: str) -> dict[str, Any]:
    """The keys of such comments; none of a file that nobody wrote so. Lines that are no TOML are skipped."""
    found: dict[str, Any] = {}
    for line in text.splitlines():
        if line.startswith(MARK):
            try:
                values = tomllib.loads(line.removeprefix(MARK))
            except tomllib.TOMLDecodeError:
                continue
            for key, value in values.items():
                found[key] = {**found.get(key, {}), **value} if isinstance(value, dict) else value
    return found


def unsaid(hunt: Hunt) -> Iterator[str]:
    """What of the rules cannot be said, a line each. Without such lines the game is the same."""
    for side in hunt.sides:
        capture = side.leaps
        if capture and capture.duty == "huff":
            yield f"{side.plural} that miss a capture may be huffed"
        if capture and capture.duty == "add":
            yield f"for a capture that was missed the other side may add a piece ({capture.add})"
        if capture and capture.repeat:
            yield f"what {side.plural} leap over stays until the chain is done, and no leap is made twice"
        if side.alternate:
            yield f"{side.plural} take turns to move"
        if set(side.moves) != set(WAYS) and not _eightfold(hunt):
            yield f"{side.plural} move in some directions only, on lines that no compass has"
        if side.hand and side.placing == "first" and any(one.hand for one in hunt.sides if one is not side):
            yield "both sides have pieces in hand"
        if side.hand and side.placing == "first" and side is _sides(hunt)[0] and capture and capture.chain:
            yield f"{side.plural} are placed before play, begin, and capture in chains"


def remarks(hunt: Hunt) -> Iterator[str]:
    """What is left out though the game is played the same until then."""
    result = {"draw": "a draw", "loss-many": "lost for the many", "loss-few": "lost for the few"}[hunt.repetition]
    yield f"a position for the third time is {result}: Ludii counts no repetitions"
    if hunt.stalling:
        many = hunt.many.plural
        yield f"{hunt.stalling} turns in a row without a step forward lose for the {many}: Ludii does not count them"


def text(hunt: Hunt, start: Mapping[str, tuple[str, ...]] | None = None, first: int | None = None) -> str:
    """The whole game, if nothing is unsaid; `start`, `first`: where pieces stand, by kind, and which seat acts."""
    return _Writer(hunt, start, first).game()


def _sides(hunt: Hunt) -> tuple[Side, Side]:
    """Who is player 1, who 2: player 1 acts first in Ludii, be it to place a piece."""
    owing = [side for side in hunt.sides if side.hand and side.placing == "first"]
    first = owing[0] if owing else hunt.many if hunt.first == "many" else hunt.few
    return (hunt.many, hunt.few) if first is hunt.many else (hunt.few, hunt.many)


def _eightfold(hunt: Hunt) -> bool:
    """Whether every line runs along a row, a column or a diagonal of squares."""
    spots = hunt.grid.by_id
    ways = ((spots[a].column - spots[b].column, spots[a].row - spots[b].row) for a, b in hunt.grid.lines)
    return hunt.grid.lattice == "square" and all(not dx or not dy or abs(dx) == abs(dy) for dx, dy in ways)


def _name(side: Side) -> str:
    """The name of its pieces as one word of plain letters."""
    plain = unicodedata.normalize("NFKD", side.kind).encode("ascii", "ignore").decode()
    return "".join(word.capitalize() for word in re.findall("[a-z]+", plain)) or "Piece"


def _list(items: Iterable[object]) -> str:
    return f"{{{' '.join(map(str, items))}}}"


def _joined(key: str, items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"({key} {_list(items)})"


class _Writer:
    def __init__(self, hunt: Hunt, start: Mapping[str, tuple[str, ...]] | None, first: int | None) -> None:
        self.hunt = hunt
        self.standing = start or {side.kind: side.start for side in hunt.sides}
        self.sides = _sides(hunt) if first is None else (hunt.sides[first], hunt.sides[1 - first])
        self.role = {side.kind: f"P{number}" for number, side in enumerate(self.sides, 1)}
        # As Ludii numbers them: from the lowest row up, each from the left.
        spots = sorted(hunt.grid.spots, key=lambda spot: (-spot.row, spot.column))
        self.number = {spot.id: number for number, spot in enumerate(spots)}
        bottom = hunt.grid.place(spots[0].id)[1]
        self.places = [(x, bottom - y) for x, y in (hunt.grid.place(spot.id) for spot in spots)]

    def game(self) -> str:
        hunt = self.hunt
        title, about, source = (said.replace('"', "'") for said in (hunt.title, hunt.summary, hunt.source))
        info = [f'(description "{about}")', f'(source "{source}")', '(classification "board/hunt")']
        zones = [f'(define "{zone.name}" {self.sites(zone.points)})' for zone in hunt.zones]
        pieces = [f'(piece "{_name(side)}" {self.role[side.kind]} {self.moves(side)})' for side in self.sides]
        hands = [f"(hand {self.role[side.kind]})" for side in self.sides if side.hand]
        equipment = _block([self.board(), *hands, *self.maps(), *pieces], 2)
        rules = [f"(start {_block(list(self.start()), 3)})", self.play(), f"(end {_block(list(self.ends()), 3)})"]
        whole = [
            *lines(hunt), *(f"// Not said: {line}." for line in remarks(hunt)), *zones,
            f'(game "{title}"', "    (players 2)", f"    (equipment {equipment})",
            "    (rules", *(f"        {rule}" for rule in rules), "    )", ")",
            f"(metadata (info {_block(info, 1)}))", "",
        ]  # fmt: skip
        return "\n".join(whole)

    def board(self) -> str:
        vertices = _list(f"{{{x:g} {round(y, 4):g}}}" for x, y in self.places)
        edges = _list(f"{{{self.number[a]} {self.number[b]}}}" for a, b in self.hunt.grid.lines)
        return f"(board (graph vertices:{vertices} edges:{edges}) use:Vertex)"

    def sites(self, points: Iterable[str]) -> str:
        return f"(sites {_list(sorted(self.number[point] for point in points))})"

    def zone(self, name: str) -> str:
        return f'("{name}")'

    def maps(self) -> Iterator[str]:
        for name in dict.fromkeys(side.toward for side in self.hunt.sides if side.toward):
            far = self.hunt.grid.distances(self.hunt.zone(name))
            pairs = _list(f"(pair {number} {far[point]})" for point, number in self.number.items())
            yield f'(map "Steps to {name}" {pairs})'

    def start(self) -> Iterator[str]:
        for side in self.sides:
            role = self.role[side.kind]
            if standing := self.standing[side.kind]:
                yield f'(place "{_name(side)}{role[1]}" {self.sites(standing)})'
            if side.hand:
                yield f'(place "{_name(side)}{role[1]}" (handSite {role}) count:{side.hand})'

    def moves(self, side: Side) -> str:
        steps = self.steps(side)
        return _joined("or", [self.leap(side), steps]) if side.leaps else steps

    def steps(self, side: Side) -> str:
        toward = f'(mapEntry "Steps to {side.toward}"'
        nearer = [f"(< {toward} (to)) {toward} (from)))"] if side.toward else []
        made = self.step(side, side.moves, [*self.entering(side), *nearer])
        for entry in reversed(side.inside):
            kept = [f"(is In (to) {self.zone(entry.zone)})"] if not entry.leave else []
            inner = self.step(side, entry.moves, [*self.entering(side), *kept])
            made = f"(if (is In (from) {self.zone(entry.zone)}) {inner} {made})"
        return made

    def entering(self, side: Side) -> list[str]:
        return [f"(not (is In (to) {self.zone(zone)}))" for zone in side.closed]

    def step(self, side: Side, ways: tuple[Way, ...], conditions: list[str]) -> str:
        to = f"(to if:{_joined('and', [EMPTY, *conditions])})"
        return " ".join(["(move Step", *self.directions(side, ways), to, *self.seizing(side)]) + ")"

    def directions(self, side: Side, ways: tuple[Way, ...]) -> list[str]:
        some = _list(one for way in ways for one in COMPASS[side.forward][way])
        return [f"(directions {some})"] if set(ways) != set(WAYS) else []

    def seizing(self, side: Side) -> list[str]:
        by = side.capture.by if side.capture else "leap"
        if by == "flank":
            between = f"(between (max 1) if:{ENEMY} (apply (remove (between))))"
            return [f"(then (custodial (from (last To)) {between} (to if:(is Friend (who at:(to))))))"]
        if by == "between":
            return ["(then (intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to))))))"]
        return []

    def leap(self, side: Side, source: str = "", verb: str = "move Hop") -> str:
        capture = side.leaps
        if capture is None:
            return ""
        held = (self.zone(entry.zone) for entry in side.inside if not entry.leave)
        kept = [f"(or (not (is In (from) {zone})) (is In (to) {zone}))" for zone in held]
        parts = [f"({verb}", *([source] if source else []), *self.directions(side, capture.ways)]
        parts.append(f"(between if:{ENEMY} (apply (remove (between))))")
        parts.append(f"(to if:{_joined('and', [EMPTY, *self.entering(side), *kept])})")
        if capture.chain and verb == "move Hop":
            parts.append(f"(then (if (can Move {self.leap(side, '(from (last To))', 'hop')}) (moveAgain)))")
        return f"{' '.join(parts)})"

    def play(self) -> str:
        usual, placing = f"(play {self.usual()})", self.placing()
        return f"phases:{_block([*placing, f'(phase {chr(34)}Movement{chr(34)} {usual})'], 3)}" if placing else usual

    def usual(self) -> str:
        made = "(forEach Piece)"
        for side in self.sides:
            role, capture = self.role[side.kind], side.leaps
            if capture and capture.duty == "forced":
                leaps = f'(forEach Piece "{_name(side)}" {self.leap(side)})'
                made = f"(if (is Mover {role}) (priority {{{leaps} (forEach Piece)}}) {made})"
            if side.hand and side.placing == "any-turn":
                made = f"(if (is Mover {role}) (or {self.put(side, role)} (forEach Piece)) {made})"
        for side in self.sides:
            capture = side.leaps
            if capture and capture.chain:
                on = self.leap(side, "(from (last To))")
                again = on if capture.duty == "forced" else f"(or {on} (move Pass))"
                made = f'(if (and (is Mover {self.role[side.kind]}) ("SameTurn")) {again} {made})'
        return made

    def put(self, side: Side, role: str, then: str = "") -> str:
        place = f"(intersection (sites Empty) {self.zone(side.place)})" if side.place else "(sites Empty)"
        return f"(move (from (handSite {role})) (to {place}){then})"

    def placing(self) -> list[str]:
        phases = []
        for side in self.sides:
            role, then = self.role[side.kind], ""
            if not side.hand or side.placing == "any-turn":
                continue
            if side.placing == "first" and side is (self.hunt.many if self.hunt.first == "many" else self.hunt.few):
                then = " (then (moveAgain))"
            elif side.placing == "first" and side.hand > 1:
                then = f' (then (if (not ("HandEmpty" {role})) (moveAgain)))'
            on = f'(nextPhase {role} ("HandEmpty" {role}) "Movement")'
            phases.append(f'(phase "Placing {role[1]}" {role} (play {self.put(side, role, then)}) {on})')
        return phases

    def ends(self) -> Iterator[str]:
        for side, other in (self.sides, self.sides[::-1]):
            for goal in side.wins:
                yield f"(if {self.reached(goal, side, other)} (result {self.role[side.kind]} Win))"
        loser = {"draw": None, "loss-many": self.hunt.many, "loss-few": self.hunt.few}[self.hunt.limit]
        result = f"(result {self.role[loser.kind]} Loss)" if loser else "(result Mover Draw)"
        yield f"(if (>= (count Turns) {self.hunt.turns}) {result})"

    def reached(self, goal: Goal, side: Side, other: Side) -> str:
        mine, theirs = self.role[side.kind], self.role[other.kind]
        within = f"(intersection (sites Occupied by:{mine}) {self.zone(goal.zone)})"
        match goal.kind:
            case "block":
                return f"(no Moves {theirs})"
            case "capture-all":
                return f"(= (count Pieces {theirs}) 0)"
            case "reduce":
                return f"(<= (count Pieces {theirs}) {goal.count})"
            case "take":
                return f"(>= (- {other.pieces} (count Pieces {theirs})) {goal.count})"
            case "fill":
                return f"(= (count Sites in:(difference {self.zone(goal.zone)} (sites Occupied by:{mine}))) 0)"
            case "hold":
                return f"(>= (count Sites in:{within}) {goal.count})"
        return self.past(side, mine, theirs)

    def past(self, side: Side, mine: str, theirs: str) -> str:
        """One piece is further ahead than all of the other side: for some line across, it alone is beyond."""
        spots = self.hunt.grid.by_id
        right, down = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[side.forward]
        along = {point: right * spot.column + down * spot.row for point, spot in spots.items()}
        options = []
        for level in sorted(set(along.values()))[1:]:
            beyond = self.sites(point for point in along if along[point] >= level)
            counts = [f"(count Sites in:(intersection (sites Occupied by:{role}) {beyond}))" for role in (mine, theirs)]
            options.append(f"(and (> {counts[0]} 0) (= {counts[1]} 0))")
        return _joined("or", options)


def _block(items: list[str], depth: int) -> str:
    """Items in braces, a line each."""
    indent = "    " * depth
    return "{\n" + "".join(f"{indent}    {item}\n" for item in items) + f"{indent}}}"


def files(table: Table, pictures: Pictures) -> dict[str, bytes]:
    """The game. Raises OptionError with a Problem for each rule that cannot be said."""
    hunt, start = _hunt(table), None
    lacking = list(unsaid(hunt))
    if table.position:
        start = {side.kind: tuple(one.place for one in table.standing if one.kind == side.kind) for side in hunt.sides}
        if any(side.hand for side in hunt.sides):
            lacking.append("pieces in hand, in a position of a match")
    if lacking:
        lines = (OptionError(f"Ludii cannot say: {line}", "take another format", "--to") for line in lacking)
        raise OptionError.of(tuple(problem for error in lines for problem in error.problems))
    return {"": text(hunt, start, table.first).encode()}


def left(table: Table) -> list[str]:
    """What the game lacks, though it plays as ours until then."""
    found = list(remarks(_hunt(table)))
    return [*found, "turns are counted from this position"] if table.position else found


def _hunt(table: Table) -> Hunt:
    """The hunt under the names that it has on the table. Raises OptionError for another game."""
    if table.slug != fox_and_geese.SLUG:
        raise OptionError(f"{table.title} cannot be said in Ludii: only hunts can", "take another format", "--to")
    hunt = fox_and_geese.hunt(table.settings)
    named = {piece.kind: (piece.name, piece.plural) for piece in table.pieces}

    def called(side: Side) -> Side:
        name, plural = named.get(side.kind, (side.name, side.plural))
        return side._replace(name=name, plural=plural)

    return hunt._replace(title=table.title, many=called(hunt.many), few=called(hunt.few))


FORMAT = Format("A game of Ludii.", files, suffix=".lud", left=left)
