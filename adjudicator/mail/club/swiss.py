"""A round of the Swiss system: who has as many points meets, nobody twice, and a lot settles what is equal.

It is a matching of greatest weight, which networkx finds; by the lot there is only one, so that `verify` finds it, too.
"""

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import Any

from adjudicator.core.codec import digest
from adjudicator.core.errors import MatchError

REST = 0  # whom the one meets who has a bye
GAP = 100  # what half a point between two weighs, squared; against it, how much more often somebody has begun
LOT = 64  # bits


def library() -> Any:
    """networkx. Raises MatchError where it is not there."""
    try:
        import networkx
    except ImportError:
        hint = "install it with `pip install 'postfox[club]'`"
        raise MatchError("a Swiss season takes networkx, which is not here", hint, "club") from None
    return networkx


def paired(
    halves: Mapping[int, int], met: Collection[frozenset[int]], ahead: Mapping[int, int], lot: str, *, last: bool
) -> list[tuple[int, int]]:
    """The pairs of a round, who begins first; none where somebody would have to meet the same player again. `halves`:
    of points; `met`: pairs of earlier rounds, byes among them; `ahead`: how much more often somebody has begun than
    not. Unless it is the `last` round, one is left after it, if that can be. Raises MatchError.
    """
    find = library()
    scores = dict(halves) | ({REST: min(halves.values())} if len(halves) % 2 else {})
    graph = find.Graph()
    for a, b in combinations(sorted(scores), 2):
        if frozenset((a, b)) not in met:
            up, down = sorted((ahead.get(a, 0), ahead.get(b, 0)))
            cost = GAP * (scores[a] - scores[b]) ** 2 + ((up + 1) ** 2 + (down - 1) ** 2 if a != REST else 0)
            drawn = int(digest(f"{lot}\n{a}\n{b}".encode())[: LOT // 4], 16)
            graph.add_edge(a, b, weight=drawn - (cost << LOT))

    def full(pairs: Collection[tuple[int, int]]) -> bool:
        return 2 * len(pairs) == len(scores)

    allowed, best = graph.copy(), list[tuple[int, int]]()
    while full(pairs := find.max_weight_matching(graph, maxcardinality=True)):
        best = best or [*pairs]
        rest = allowed.copy()
        rest.remove_edges_from(pairs)
        if last or full(find.max_weight_matching(rest, maxcardinality=True, weight=None)):
            best = [*pairs]
            break
        graph.remove_edge(*min(pairs, key=lambda pair: graph.edges[pair]["weight"]))

    def begins(who: int) -> tuple[bool, int, str]:
        return who == REST, ahead.get(who, 0), digest(f"{lot}\n{who}".encode())

    made = [(a, b) if begins(a) < begins(b) else (b, a) for a, b in best]
    return sorted(made, key=lambda pair: (REST in pair, -sum(scores[who] for who in pair), pair))
