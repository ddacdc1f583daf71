"""How pieces move in Ludii's language: the steps and leaps of a piece, and what is asked of where they lead."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from printables.boards.fox_and_geese.model import Duty, Goal, Manner, Placing
from printables.exports.ludii import graphs
from printables.exports.ludii.graphs import Point
from printables.exports.ludii.syntax import RING, Mistake, Node, short

Ways: TypeAlias = frozenset[str] | None  # points of the compass; None: all
TURNED = {
    "Forward": (0,), "Forwards": (7, 0, 1), "FR": (1,), "FL": (7,), "Rightward": (2,), "Leftward": (6,),
    "Rightwards": (1, 2, 3), "Leftwards": (5, 6, 7), "Backward": (4,), "Backwards": (3, 4, 5), "BR": (3,), "BL": (5,),
}  # fmt: skip
FIXED = {"Orthogonal": ("N", "E", "S", "W"), "Diagonal": ("NE", "SE", "SW", "NW")}
ALL = ("Adjacent", "All")
ROLES = ("P1", "P2")


@dataclass
class Moves:
    """What a piece may do. Zones are by name; `inside`: zone, ways, whether it may leave."""

    steps: Ways = None
    stepping: bool = False
    leaps: Ways = None
    leaping: bool = False
    chain: bool = False
    by: Manner = "leap"
    toward: str = ""
    closed: list[str] = field(default_factory=list)
    inside: list[tuple[str, Ways, bool]] = field(default_factory=list)


class MoveReader:
    """Reads the moves of one piece. `zone` gives the name of a region, `nearer` that of the goal of a map."""

    def __init__(self, facing: str, zone: Callable[[Node], str], nearer: Callable[[Node], str]) -> None:
        self.facing, self.zone, self.nearer = facing, zone, nearer
        self.found = Moves()

    def read(self, node: Node) -> Moves:
        """Raises Mistake."""
        self._read(node)
        if not self.found.stepping:
            raise Mistake(node.line, "a piece that takes no steps is not understood")
        return self.found

    def _read(self, node: Node) -> None:
        kind = node.items[1].value if len(node.items) > 1 else ""
        if node.head == "or":
            for one in parts(node):
                self._read(one)
        elif node.head == "if" and same_turn(node.items[1]):
            self.found.chain = True
            self._read(node.items[3])
        elif node.head == "if" and node.items[1].head == "is" and str(node.items[1]).startswith("(is In (from) "):
            self._inside(node)
        elif node.head == "move" and kind == "Step":
            self.found.stepping, self.found.steps = True, self._ways(node)
            for condition in conditions(node):
                self._asked(condition)
            self._then(node)
        elif node.head == "move" and kind == "Hop":
            self._leap(node)
        else:
            raise Mistake(node.line, f"{short(node)} is not understood as a move")

    def _inside(self, node: Node) -> None:
        zone, inner, leave = self.zone(node.items[1].items[3]), node.items[2], True
        for condition in conditions(inner):
            if condition.head == "is" and str(condition).startswith("(is In (to) "):
                leave = self.zone(condition.items[3]) != zone and self._odd(condition)
            elif not empty(condition) and not self._barred(condition):
                self._odd(condition)
        self.found.inside.append((zone, self._ways(inner), leave))
        self._read(node.items[3])

    def _asked(self, condition: Node) -> None:
        if empty(condition):
            return
        if zone := self._barred(condition):
            self.found.closed.append(zone) if zone not in self.found.closed else None
        elif condition.head == "<" and (zone := self.nearer(condition)):
            self.found.toward = zone
        else:
            self._odd(condition)

    def _barred(self, condition: Node) -> str:
        inner = condition.items[1] if condition.head == "not" else condition
        return self.zone(inner.items[3]) if condition.head == "not" and str(inner).startswith("(is In (to) ") else ""

    def _odd(self, node: Node) -> bool:
        raise Mistake(node.line, f"{short(node)} is not understood as a condition")

    def _leap(self, node: Node) -> None:
        between = next((one for one in node.items if one.head == "between"), None)
        plain = "(between if:(is Enemy (who at:(between))) (apply (remove (between))))"
        if between is None or str(between) != plain:
            raise Mistake(node.line, f"{short(node)}: only a leap over one enemy, which it takes, is understood")
        for condition in conditions(node):
            stays = condition.head == "or" and "(is In (from) " in str(condition)  # said of its steps, too
            if not empty(condition) and not self._barred(condition) and not stays:
                self._odd(condition)
        self.found.leaping, self.found.leaps = True, self._ways(node)
        for then in node.items:
            if then.head == "then":
                if not str(then).startswith("(then (if (can Move (hop (from (last To))"):
                    self._odd(then)
                self.found.chain = True

    def _then(self, node: Node) -> None:
        """A capture that follows a step."""
        lost = "if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to)))))"
        flanks = [f"(custodial (from (last To)) (between {most}{lost}" for most in ("(max 1) ", "")]
        between = "(intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
        for then in node.items:
            if then.head == "then":
                said = str(then.items[1])
                if said not in (*flanks, between):
                    self._odd(then)
                self.found.by = "between" if said == between else "flank"

    def _ways(self, node: Node) -> Ways:
        given: list[Node] = []
        for one in node.items[2:]:
            given += parts(one) if one.head == "directions" else [one] if one.kind == "word" and not one.name else []
        found: set[str] = set()
        for one in given:
            if one.value in ALL:
                return None
            turns = TURNED.get(one.value)
            ways = [RING[(RING.index(self.facing) + turn) % 8] for turn in turns] if turns else FIXED.get(one.value, ())
            if not ways and one.value not in RING:
                raise Mistake(one.line, f"{one.value} is not understood as a direction")
            found |= set(ways or [one.value])
        return frozenset(found) if found else None


def parts(node: Node) -> Iterator[Node]:
    """What stands in a call, or in the braces in it."""
    for item in node.rest:
        yield from item.items if item.kind == "{" else (item,)


def conditions(node: Node) -> Iterator[Node]:
    """What is asked of where a move leads."""
    for one in node.items:
        asked = one.named("if") if one.head == "to" else None
        if asked is not None:
            yield from (item._replace(name="") for item in (parts(asked) if asked.head == "and" else (asked,)))


def empty(node: Node) -> bool:
    return str(node._replace(name="")) == "(is Empty (to))"


def same_turn(node: Node) -> bool:
    """Whether a condition is that the same player goes on."""
    return "SameTurn" in str(node) or "(is Prev Mover)" in str(node)


@dataclass
class Player:
    """What is found out about one of the two."""

    role: str
    name: str = ""
    facing: str = "N"
    moves: Moves = field(default_factory=Moves)
    start: set[Point] = field(default_factory=set)
    hand: int = 0
    place: str = ""
    placing: Placing = "first"
    duty: Duty = "optional"
    wins: list[Goal] = field(default_factory=list)

    @property
    def pieces(self) -> int:
        return len(self.start) + self.hand


def other(role: str) -> str:
    return "P2" if role == "P1" else "P1"


class Ends:
    """Reads ends, one after the other. `zone` gives the name of a region; `limit`: who has lost after `turns`."""

    def __init__(self, players: dict[str, Player], zone: Callable[[Node], str]) -> None:
        self.players, self.zone = players, zone
        self.turns, self.limit = 300, "draw"

    def read(self, node: Node) -> list[Node]:
        """Notes what a way to end says; gives back what is not understood of it. Raises Mistake."""
        if node.kind == "{":
            return [left for one in node.items for left in self.read(one)]
        if node.head != "if" or len(node.items) != 3 or node.items[2].head != "result":
            return [node]
        who, what = (one.value for one in node.items[2].items[1:3])
        split = node.items[1].head == "or" and not any(self.past(node.items[1], role) for role in ROLES)
        cases = parts(node.items[1]) if split else (node.items[1],)
        return [case for case in cases if not self.reached(case, who, what)]

    def reached(self, node: Node, who: str, what: str) -> bool:
        """Notes the goal of a condition; whether it is understood."""
        if node.head == "and":
            rest = [one for one in parts(node) if one.head != "is" or one.items[1].value not in ("Mover", "Next")]
            node = rest[0] if len(rest) == 1 else node
        if node.head == ">=" and str(node.items[1]) in ("(count Turns)", "(count Moves)"):
            self.turns = graphs.whole(node.items[2])
            self.limit = "draw" if what == "Draw" else other(who) if what == "Win" else who
            return what == "Draw" or who in ROLES
        if node.head == "no" and node.items[1].value == "Moves" and node.items[2].value == "Next":
            blocked = (who, what) in (("Next", "Loss"), ("Mover", "Win"))
            for role in ROLES if blocked else ():
                self.won(role, Goal("block"))
            return blocked
        winner = who if what == "Win" else other(who)
        if who not in ROLES or what not in ("Win", "Loss"):
            return False
        if found := self.goal(node, winner):
            self.won(winner, found)
        return found is not None

    def won(self, role: str, goal: Goal) -> None:
        if goal not in self.players[role].wins:
            self.players[role].wins.append(goal)

    def goal(self, node: Node, winner: str) -> Goal | None:
        loser, text = other(winner), str(node)
        pieces = f"(count Pieces {loser})"
        if text == f"(no Moves {loser})":
            return Goal("block")
        if text in (f"(no Pieces {loser})", f"(= {pieces} 0)", f"(<= {pieces} 0)"):
            return Goal("capture-all")
        if node.head in ("=", "<=") and str(node.items[1]) == pieces:
            return Goal("reduce", graphs.whole(node.items[2]))
        whole = self.players[loser].pieces
        if node.head == ">=" and str(node.items[1]) == f"(- {whole} {pieces})":
            return Goal("take", graphs.whole(node.items[2]))
        if node.head == "is" and text.startswith("(is In (where ") and winner in str(node.items[2]):
            return Goal("hold", 1, self.zone(node.items[3]))
        region = node.items[1].named("in") if len(node.items) > 1 else None
        occupied = f"(sites Occupied by:{winner})"
        if region is not None and str(node.items[1]).startswith("(count Sites in:"):
            inner = region.items[1:]
            if region.head == "intersection" and str(inner[0]) == occupied and node.head == ">=":
                return Goal("hold", graphs.whole(node.items[2]), self.zone(inner[1]))
            none = (node.head, node.items[2].value) == ("=", "0")
            if region.head == "difference" and str(inner[1]) == occupied and none:
                return Goal("fill", 0, self.zone(inner[0]))
        return Goal("pass") if self.past(node, winner) else None

    def past(self, node: Node, winner: str) -> bool:
        """Whether a condition is that only pieces of one side are beyond some line across the board."""
        count = r"\(count (?:\w+ )?in:\(intersection \(sites Occupied by:{}\) {}\)\) 0\)"
        mine, theirs = count.format(winner, "(.+)"), count.format(other(winner), r"\1")
        beyond = re.compile(rf"\(and \{{?\(> {mine} \(= {theirs}\}}?\)")
        cases = list(parts(node)) if node.head == "or" else [node]
        return bool(cases) and all(beyond.fullmatch(str(case._replace(name=""))) for case in cases)
