"""How a game of Ludii ends: the goals of both players, and the last turn."""

from __future__ import annotations

from collections.abc import Callable

from printables.boards.fox_and_geese.model import Goal
from printables.exports.ludii import graphs
from printables.exports.ludii.moves import parts
from printables.exports.ludii.players import ROLES, Player, other
from printables.exports.ludii.syntax import Node


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
            if (who, what) in (("Next", "Loss"), ("Mover", "Win")):
                for role in ROLES:
                    self.won(role, Goal("block"))
                return True
            return False
        winner = who if what == "Win" else other(who)
        if who not in ROLES or what not in ("Win", "Loss"):
            return False
        found = self.goal(node, winner)
        if found:
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
            if (
                region.head == "difference"
                and str(inner[1]) == occupied
                and (node.head, node.items[2].value) == ("=", "0")
            ):
                return Goal("fill", 0, self.zone(inner[0]))
        return Goal("pass") if self.past(node, winner) else None

    def past(self, node: Node, winner: str) -> bool:
        """Whether a condition is that only pieces of one side are beyond some line across the board."""
        cases = list(parts(node)) if node.head == "or" else [node]
        return bool(cases) and all(_beyond(case, winner) for case in cases)


def _beyond(node: Node, winner: str) -> bool:
    """(and (> (count mine beyond) 0) (= (count theirs beyond) 0))"""
    if node.head != "and":
        return False
    both = list(parts(node))
    if [one.head for one in both] != [">", "="] or any(one.items[2].value != "0" for one in both):
        return False
    regions = [one.items[1].named("in") for one in both]
    if any(region is None or region.head != "intersection" for region in regions):
        return False
    mine, theirs = (region.items[1:] for region in regions if region)
    whose = (str(mine[0]), str(theirs[0]))
    asked = (f"(sites Occupied by:{winner})", f"(sites Occupied by:{other(winner)})")
    return whose == asked and str(mine[1]) == str(theirs[1])
