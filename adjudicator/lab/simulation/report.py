"""A simulation told: as text, rows of CSV, and a page of charts."""

import csv as writer
from collections.abc import Iterator, Sequence
from io import StringIO

from adjudicator.core.game import seat_letter
from adjudicator.lab.simulation import Result, by_count
from adjudicator.lab.simulation.tally import Plan, Share
from printables.boards.fox_and_geese.model import ENDS, Hunt


def text(result: Result) -> str:
    """A result as a table of text."""
    plan, counted = result.plan, result.tally
    wide = max(len(name) for name, _ in shares(result))
    what, who = ", ".join((plan.game, *_options(plan))), " against ".join(plan.players)
    lines = [f"{what}: {counted.games:,} games, seed {plan.seed!r}, {who}"]
    for name, share in shares(result):
        low, high = share.interval
        lines.append(f"{name:<{wide}}  {share.times:>7,}  {share.part:6.1%}  {low:.1%} to {high:.1%}")
    fewest, mean, most = counted.actions
    lines.append(f"actions: {mean:.1f} on average, {fewest} to {most}")
    lines.append("ends: " + ", ".join(f"{reason} {count:,}" for reason, count in by_count(counted.ends)))
    if counted.scores:
        means = (f"{counted.mean(player):.1f}" for player in range(len(plan.players)))
        lines.append(f"points: {', '.join(means)} on average")
    return "\n".join(lines)


def shares(result: Result) -> list[tuple[str, Share]]:
    """What a result says in shares of its games, by name."""
    counted = result.tally
    return [
        *((f"{name} wins", counted.share(counted.wins[n])) for n, name in enumerate(named(result.plan.players))),
        *((f"seat {seat_letter(n)} wins", counted.share(counted.seats[n])) for n in range(len(result.plan.players))),
        ("nobody wins", counted.share(counted.nobody)),
        ("the first to act wins", counted.share(counted.first)),
    ]


def named(players: Sequence[str]) -> list[str]:
    """The players by name; those of one name by number."""
    return [
        f"{name} ({players[:n].count(name) + 1})" if players.count(name) > 1 else name for n, name in enumerate(players)
    ]


COLUMNS = ("game", "options", "players", "games", "seed", "what", "count", "share", "low", "high")


def rows(results: Sequence[Result]) -> Iterator[tuple[object, ...]]:
    """Results as rows of a table with COLUMNS."""
    for result in results:
        plan = result.plan
        of = (plan.game, " ".join(_options(plan)), ",".join(plan.players), result.tally.games, plan.seed)
        ends = ((f"ends: {reason}", result.tally.share(times)) for reason, times in by_count(result.tally.ends))
        for name, share in (*shares(result), *ends):
            yield (*of, name, share.times, share.part, *share.interval)


def csv(results: Sequence[Result]) -> str:
    """Results as CSV."""
    out = StringIO()
    given = writer.writer(out, lineterminator="\n")
    given.writerow(COLUMNS)
    given.writerows([f"{value:.6g}" if isinstance(value, float) else value for value in row] for row in rows(results))
    return out.getvalue()


def _options(plan: Plan) -> list[str]:
    """The options that are not as usual, those that are short to say."""
    given = plan.to_json()["options"].items()
    return [f"{name}={value}" for name, value in given if not isinstance(value, dict | list) and len(str(value)) <= 40]


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
    if not (decided := counted.games - counted.nobody):
        yield "  between these players nobody ever wins"
    else:
        low, high = Share(counted.seats[0], decided).interval
        stronger = f"{(hunt.many if low > FAIR else hunt.few).plural} are the stronger side"
        if low <= FAIR <= high:
            stronger = "neither side is shown to be the stronger"
        yield f"  among games that are won, {stronger}"
    ends = [(side, goal.kind) for side in hunt.sides for goal in side.wins]
    for side, kind in ends:
        yield f"  {side.plural} win by `{kind}`: {_often(counted.ends[ENDS[kind]], counted.games)}"
    for reason in sorted(set(counted.ends) - {ENDS[kind] for _, kind in ends}):
        yield f"  ends as `{reason}`: {_often(counted.ends[reason], counted.games)}"
    unused = [*_unused(hunt, result)]
    yield from (f"never: {line}" for line in unused)
    if not unused:
        yield "each kind of move came into play, and every point"


def _unused(hunt: Hunt, result: Result) -> Iterator[str]:
    for seat, side in enumerate(hunt.sides):
        own, other = side.capture, hunt.sides[1 - seat].capture
        possible = (  # kinds of events that the definition provides for on this side
            (True, "step", "step"),
            (own, "capture" if own and own.by == "leap" else "seized", "capture"),
            (side.hand, "placed", "place a piece"),
            (other and other.duty == "huff", "huffed", "huff"),
            (other and other.duty == "add", "added", "add a piece for a missed capture"),
        )
        for provided, kind, what in possible:
            if provided and not result.tally.happened[f"{seat_letter(seat)} {kind}"]:
                yield f"{side.plural} {what}"
    if left := [spot.id for spot in hunt.grid.spots if not result.tally.places[spot.id]]:
        yield f"anything happens at {', '.join(left)}"


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.part:.1%} of games ({low:.1%} to {high:.1%})"


def _often(times: int, games: int) -> str:
    return f"{times / games:.1%} of games{', hardly ever' if times * RARE < games else ''}" if times else "never"
