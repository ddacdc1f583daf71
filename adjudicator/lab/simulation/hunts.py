"""A hunt tried: how often each side wins and how, how long it lasts, and what of its definition never mattered."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.game import seat_letter
from adjudicator.lab.simulation import Result
from adjudicator.lab.simulation.tally import Share
from printables.boards.fox_and_geese.model import Hunt, Side

# How a game ends that a goal wins, by the goal's kind.
ENDS = {
    "block": "blocked",
    "capture-all": "captured-all",
    "reduce": "reduced",
    "take": "taken",
    "fill": "filled",
    "hold": "reached",
    "pass": "passed",
}
FAIR = 0.5
RARE = 50  # one game in so many


def lines(hunt: Hunt, result: Result) -> Iterator[str]:
    """What came of the games, in sentences for who wrote the hunt."""
    counted = result.tally
    yield f"{hunt.title}: {counted.games:,} games, {' against '.join(result.plan.players)}, sides by turns"
    for seat, side in enumerate(hunt.sides):
        yield f"  {side.plural} win {_share(counted.share(counted.seats[seat]))}"
    yield f"  nobody wins {_share(counted.share(counted.nobody))}"
    fewest, mean, most = counted.actions
    yield f"  turns: {mean:.1f} on average, {fewest} to {most}"
    yield f"  {_verdict(hunt, result)}"
    ends = [*((side, goal.kind) for side in hunt.sides for goal in side.wins)]
    for side, kind in ends:
        yield f"  {side.plural} win by `{kind}`: {_often(counted.ends[ENDS[kind]], counted.games)}"
    for reason in sorted(set(counted.ends) - {ENDS[kind] for _, kind in ends}):
        yield f"  ends as `{reason}`: {_often(counted.ends[reason], counted.games)}"
    unused = [*_unused(hunt, result)]
    yield from (f"never: {line}" for line in unused)
    if not unused:
        yield "each kind of move came into play, and every point"


def _verdict(hunt: Hunt, result: Result) -> str:
    counted = result.tally
    decided = counted.games - counted.nobody
    if not decided:
        return "between these players nobody ever wins"
    low, high = Share(counted.seats[0], decided).interval
    if low <= FAIR <= high:
        return "among games that are won, neither side is shown to be the stronger"
    stronger = hunt.many if low > FAIR else hunt.few
    return f"among games that are won, {stronger.plural} are the stronger side"


def _unused(hunt: Hunt, result: Result) -> Iterator[str]:
    happened, places = result.tally.happened, result.tally.places
    for seat, side in enumerate(hunt.sides):
        for kind, what in _possible(side, hunt.sides[1 - seat]):
            if not happened[f"{seat_letter(seat)} {kind}"]:
                yield f"{side.plural} {what}"
    left = [spot.id for spot in hunt.grid.spots if not places[spot.id]]
    if left:
        yield f"anything happens at {', '.join(left)}"


def _possible(side: Side, other: Side) -> Iterator[tuple[str, str]]:
    """The kinds of events that a definition provides for on one side."""
    yield "step", "step"
    if side.capture:
        yield ("capture" if side.capture.by == "leap" else "seized"), "capture"
    if side.hand:
        yield "placed", "place a piece"
    if other.capture and other.capture.duty == "huff":
        yield "huffed", "huff"
    if other.capture and other.capture.duty == "add":
        yield "added", "add a piece for a missed capture"


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.part:.1%} of games ({low:.1%} to {high:.1%})"


def _often(times: int, games: int) -> str:
    how = f"{times / games:.1%} of games"
    return "never" if not times else f"{how}, hardly ever" if times * RARE < games else how
