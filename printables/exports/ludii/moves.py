"""How pieces move in Ludii's language: the steps and leaps of a piece, and what is asked of where they lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from printables.boards.fox_and_geese.model import Manner
from printables.exports.ludii.syntax import Mistake, Node

Ways: TypeAlias = frozenset[str] | None  # points of the compass; None: all
RING = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
TURNED = {
    "Forward": (0,), "Forwards": (7, 0, 1), "FR": (1,), "FL": (7,), "Rightward": (2,), "Leftward": (6,),
    "Rightwards": (1, 2, 3), "Leftwards": (5, 6, 7), "Backward": (4,), "Backwards": (3, 4, 5), "BR": (3,), "BL": (5,),
}  # fmt: skip
FIXED = {"Orthogonal": ("N", "E", "S", "W"), "Diagonal": ("NE", "SE", "SW", "NW")}
ALL = ("Adjacent", "All")


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
            self.found.stepping = True
            self.found.steps = self._ways(node)
            for condition in conditions(node):
                self._asked(condition)
            self._then(node)
        elif node.head == "move" and kind == "Hop":
            self._leap(node)
        else:
            raise Mistake(node.line, f"{short(node)} is not understood as a move")

    def _inside(self, node: Node) -> None:
        zone, inner = self.zone(node.items[1].items[3]), node.items[2]
        leave = True
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
        self.found.leaping = True
        self.found.leaps = self._ways(node)
        for then in node.items:
            if then.head == "then":
                if not str(then).startswith("(then (if (can Move (hop (from (last To))"):
                    self._odd(then)
                self.found.chain = True

    def _then(self, node: Node) -> None:
        """A capture that follows a step."""
        takes = {
            "(custodial (from (last To)) (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between)))) "
            "(to if:(is Friend (who at:(to)))))": "flank",
            "(custodial (from (last To)) (between if:(is Enemy (who at:(between))) (apply (remove (between)))) "
            "(to if:(is Friend (who at:(to)))))": "flank",
            "(intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))": "between",
        }
        for then in node.items:
            if then.head == "then":
                by = takes.get(str(then.items[1]))
                if by is None:
                    self._odd(then)
                self.found.by = "flank" if by == "flank" else "between"

    def _ways(self, node: Node) -> Ways:
        given: list[Node] = []
        for one in node.items[2:]:
            if one.head == "directions":
                given += [word for item in one.rest for word in (item.items if item.kind == "{" else (item,))]
            elif one.kind == "word" and not one.name:
                given.append(one)
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


def short(node: Node) -> str:
    text = str(node)
    return text if len(text) <= 60 else f"{text[:57]}..."
