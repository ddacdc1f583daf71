"""The seasons of a club: names, a lot that was fixed before they were known, who meets whom, and the table.

In a round of the Swiss system who has as many points meets, nobody twice, and a lot settles what is equal: a matching
of greatest weight, which networkx finds; by the lot there is only one, so that `verify` finds it, too."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from adjudicator.core import MatchError
from adjudicator.core.codec import Json, canonical, digest, parsed, read, write
from adjudicator.mail.club import opens
from adjudicator.mail.club.log import Club, Kind, Line, alias
from adjudicator.mail.club.settings import Season
from adjudicator.match import encoding, ratings
from adjudicator.match.store.folders import Store, by_id, facts
from adjudicator.referee import clocks
from adjudicator.referee.terms import moment
from printables.core import UserError

FEWEST = 3  # players
DAY, WEEK = timedelta(days=1), timedelta(days=7)
PUT_OFF = 2  # times, by a week each, while there are too few names
REST = 0  # whom the one meets who has a bye
GAP = 100  # what half a point between two weighs, squared; against it, how much more often somebody has begun
LOT = 64  # bits


class Pairing(NamedTuple):
    """A match of a season: its round from 1, and the members in the first and second seat."""

    id: str
    round: int
    first: int
    second: int


class Played(NamedTuple):
    """A season as far as the log tells it."""

    season: Season
    lot: str  # the SHA-256 of the lot, and then what was told of it last
    players: tuple[int, ...] = ()  # who has given a name or, once it is drawn, plays
    groups: tuple[tuple[int, ...], ...] = ()  # of players, in the order of the draw
    drawn: str = ""
    put_off: int = 0
    begun: frozenset[str] = frozenset()  # matches
    results: Mapping[str, tuple[int, int]] = {}  # of each that is over: the winner, 0 for a draw, and its line
    left: Mapping[int, int] = {}  # who has gone, and in which line
    told: tuple[str, int] = ("", 0)  # when the last table was sent, and its line
    over: bool = False
    rounds: tuple[tuple[tuple[int, int], ...], ...] = ()  # those of a Swiss season that are drawn, in pairs of members

    @property
    def open(self) -> bool:
        """Whether it takes names."""
        return not (self.drawn or self.over)

    def pairings(self) -> list[Pairing]:
        """The matches of all groups, round by round."""
        turns = (False, True) if self.season.both else (False,)
        rounds = [
            (number + turn * len(drawn), pair[::-1] if turn else pair)
            for drawn in map(berger, self.groups)
            for turn in turns
            for number, pairs in enumerate(drawn, 1)
            for pair in pairs
        ]
        if self.season.rounds:
            rounds = [(n, pair) for n, pairs in enumerate(self.rounds, 1) for pair in pairs if REST not in pair]
        ordered = enumerate(sorted(rounds, key=lambda one: one[0]), 1)
        return [Pairing(f"{self.season.id}-{n}", number, *pair) for n, (number, pair) in ordered]

    def struck(self) -> set[int]:
        """Who has left a round robin before half of the own matches were over: none of these counts."""
        if self.season.rounds:
            return set()
        own = {who: [one.id for one in self.pairings() if who in one[2:]] for who in self.left}
        over = {who: [self.results[id][1] < n for id in own[who] if id in self.results] for who, n in self.left.items()}
        return {who for who in own if 2 * sum(over[who]) < len(own[who])}

    def settled(self) -> bool:
        """Whether all matches that were drawn are over, or will never be."""
        return all(one.id in self.results or {*one[2:]} & self.left.keys() for one in self.pairings())

    def next_round(self, lot: str) -> list[tuple[int, int]]:
        """The pairs of the next round of a Swiss season; none where it would repeat some. Raises MatchError."""
        halves = {row.member: row.halves for row in table(self, self.players) if row.member not in self.left}
        pairs = [pair for each in self.rounds for pair in each]
        ahead = {who: sum((who == a) - (who == b) for a, b in pairs if b != REST) for who in halves}
        last = len(self.rounds) + 1 >= self.season.rounds
        return paired(halves, {*map(frozenset, pairs)}, ahead, lot, last=last) if len(halves) > 1 else []

    def winner(self, one: Pairing) -> int | None:
        """Who has won a match, 0 for a draw; None where it is not over, and for one that never will be."""
        if one.id in self.results:
            return self.results[one.id][0]
        stayed = [who for who in one[2:] if who not in self.left]
        return stayed[0] if len(stayed) == 1 else None

    def opened(self) -> list[opens.Open]:
        """Its matches as those that members open themselves, once all seats are taken."""
        given = self.season.game, 2, self.season.variant, self.season.deadline, ""
        return [opens.Open(one.id, *given, one[2:], begun=one.id in self.begun) for one in self.pairings()]


class Row(NamedTuple):
    """A line of a table: place, member, halves of points."""

    place: int  # from 1, shared by who cannot be told apart
    member: int
    halves: int
    against: tuple[int | None, ...]  # each of the group, None where no match counts
    buchholz: int = 0  # halves of points of all whom one has met


def points(halves: int | None) -> str:
    """Halves of points as tables have them: "2½"."""
    return "." if halves is None else f"{halves // 2 or ('' if halves % 2 else 0)}{'½' * (halves % 2)}"


def berger(players: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Rounds of (first, second) as Berger's tables have them; of an odd number of players one rests in each."""
    ring = [*players, *[0] * (len(players) % 2)]
    half, last = len(ring) // 2, ring[-1]
    rounds = []
    for number in range(len(ring) - 1):
        turned = [ring[(number * half + k) % (len(ring) - 1)] for k in range(len(ring) - 1)]
        pairs = [(last, turned[0]) if number % 2 else (turned[0], last)]
        pairs += [(turned[k], turned[-k]) for k in range(1, half)]
        rounds.append([pair for pair in pairs if 0 not in pair])
    return rounds


def drawn(lot: str, players: Sequence[int]) -> list[int]:
    """The order in which a lot puts players, whatever order they came in."""
    return sorted(players, key=lambda who: digest(f"{lot}\n{who}".encode()))


def found(lines: Sequence[Line], *, again: bool = False) -> dict[str, Played]:
    """All seasons, the last announced first. Raises MatchError for a draw not of its lot and, `again`, such a round."""
    made: dict[str, Played] = {}
    of: dict[str, str] = {}  # the season of each match
    for line in lines:
        if line.kind == "season":
            made[line.match] = Played(read(Season, parsed(line.text.encode())), line.head)
        if (one := made.get(id := of.get(line.match, line.match))) is None:
            continue
        others = tuple(who for who in one.players if who != line.member)
        if line.kind == "join":
            one = one._replace(players=(*others, line.member))
        elif line.kind == "withdraw" and one.drawn:
            one = one._replace(left={**one.left, line.member: line.n})
        elif line.kind == "withdraw":
            one = one._replace(players=others)
        elif line.kind == "later":
            one = one._replace(put_off=one.put_off + 1)
        elif line.kind in ("draw", "round"):
            one = _drawn(one, line, again)
            of |= {pairing.id: id for pairing in one.pairings()}
        elif line.kind == "full":
            one = one._replace(begun=one.begun | {line.match})
        elif line.kind == "result":
            one = one._replace(results={**one.results, line.match: (line.member, line.n)})
        elif line.kind == "table":
            one = one._replace(told=(line.at, line.n))
        elif line.kind in ("final", "closed"):
            one = one._replace(over=True)
        made[id] = one
    return dict(reversed(made.items()))


def _drawn(one: Played, line: Line, again: bool) -> Played:
    """A season after the draw of its players, or of a round."""
    told, whole = json.loads(line.text), line.kind == "draw"
    lot, pairs = told["lot"], [] if whole else [(first, second) for first, second in told["pairs"]]
    right = told["players"] == drawn(lot, one.players) if whole else not again or pairs == one.next_round(lot)
    if digest(lot.encode()) != one.lot or not right:
        message = f"the draw of {one.season.id} is not what its lot gives"
        raise MatchError(f"the log of the club is damaged: {message}", encoding.RESTORE, line=line.n + 1)
    if whole:
        return one._replace(players=tuple(told["players"]), groups=_groups(one, told), drawn=line.at, lot=lot)
    return one._replace(rounds=(*one.rounds, tuple(pairs)), lot=lot, told=(line.at, line.n))


def _groups(one: Played, told: Any) -> tuple[tuple[int, ...], ...]:
    """The players of a draw by groups: by rating, or, in older logs, as they were drawn."""
    players, parts = told["players"], 1 if one.season.rounds else -(-len(one.players) // one.season.group)
    if "ratings" not in told:
        return tuple(tuple(players[part::parts]) for part in range(parts))
    order = [who for _, who in sorted(zip(told["ratings"], players, strict=True), key=lambda pair: -pair[0])]
    ends = [len(order) * part // parts for part in range(parts + 1)]
    return tuple(tuple(order[first:last]) for first, last in pairwise(ends))


def table(one: Played, group: Sequence[int]) -> list[Row]:
    """The table of a group: by points, then by those won against who has as many, those of who was beaten, wins; in a
    Swiss season by those of all opponents before (a bye counts as many as the own), and a bye is a win."""
    struck, scores = one.struck(), {who: dict[int, list[int]]() for who in group}
    for pairing in one.pairings():
        winner, sides = one.winner(pairing), pairing[2:]
        if winner is None or pairing.first not in scores or struck & {*sides}:
            continue
        for who, other in (sides, sides[::-1]):
            scores[who].setdefault(other, []).append(2 if winner == who else 0 if winner else 1)
    rests = {who: sum((who, REST) in pairs for pairs in one.rounds) for who in group}
    halves = {who: sum(map(sum, scores[who].values())) + 2 * rests[who] for who in group}
    buchholz = {who: sum(halves[other] for other in scores[who]) + rests[who] * halves[who] for who in group}

    def rank(who: int) -> tuple[int, ...]:
        met = sum(sum(won) for other, won in scores[who].items() if halves[other] == halves[who])
        beaten = sum(half * halves[other] for other, won in scores[who].items() for half in won)
        wins = sum(won.count(2) for won in scores[who].values())
        return who in struck, -halves[who], *((-buchholz[who], -met) if one.season.rounds else (-met, -beaten, -wins))

    order = sorted(group, key=rank)
    places = {key: place for place, key in reversed(list(enumerate(map(rank, order), 1)))}
    against = {who: {other: sum(won) for other, won in scores[who].items()} for who in order}
    met = {who: tuple(map(against[who].get, order)) for who in order}
    return [Row(places[rank(who)], who, halves[who], met[who], buchholz[who]) for who in order]


def go_on(club: Club, matches: Store, now: datetime) -> Iterator[Line]:
    """Announce, draw, begin, count and close what is due of all seasons: what was done, as lines. Raises UserError."""
    announced = {line.match for line in club.log.lines if line.kind in ("season", "ladder")}
    for given in club.settings.seasons:
        if given.id in announced:
            continue
        try:
            if any(id.startswith(f"{given.id}-") for id in by_id(matches)):  # those of the season will be called so
                raise MatchError(f"there are matches called {given.id}-...", "give it another id", given.id)
            if given.rounds:
                library()
        except UserError as error:
            yield from club.trouble(_said(f"the season {given.id} cannot begin", error), now)
            continue
        kind: Kind = "ladder" if given.ladder else "season"
        head = "" if given.ladder else _lot(club, given, -1)
        yield club.log.add(kind, now, match=given.id, head=head, text=canonical(write(given)))
    for id, one in found(club.log.lines).items():
        if one.open and now >= until(one, club.settings.zone):
            yield from _closed(club, matches, one, now)
        one = found(club.log.lines)[id]
        if one.drawn and not one.over:
            yield from _played(club, matches, one, now)
            try:
                yield from (told := [*_told(club, found(club.log.lines)[id], now)])
            except UserError as error:
                yield from club.trouble(_said(f"the season {id} cannot go on", error), now)
                continue
            if any(line.kind == "round" for line in told):
                yield from _played(club, matches, found(club.log.lines)[id], now)


def _said(what: str, error: UserError) -> str:
    return f"{what}: {error.problems[0].message}; {error.problems[0].hint}"


def _lot(club: Club, season: Season, number: int) -> str:
    """The lot of a draw (0), and of each round of a Swiss season: the hash of the next. -1: that of the draw's."""
    lot = club.seed(f"lot\n{season.id}")
    for _ in range(season.rounds - number):
        lot = digest(lot.encode())
    return lot


def until(one: Played, zone: str) -> datetime:
    """When names close: at the end of their day in the club's zone, or weeks later."""
    return datetime.fromisoformat(one.season.until).replace(tzinfo=clocks.zone(zone)) + DAY + one.put_off * WEEK


def _closed(club: Club, matches: Store, one: Played, now: datetime) -> Iterator[Line]:
    """Draw, once names have closed; with too few of them put it off, and at last call it off."""
    lot, id = _lot(club, one.season, 0), one.season.id
    told: Json = {"lot": lot, "players": (players := drawn(lot, one.players))}
    if len(players) < FEWEST:
        yield club.log.add("later" if one.put_off < PUT_OFF else "closed", now, match=id)
        return
    if len(players) > one.season.group and not one.season.rounds:
        known = facts(matches, ratings.RATED, lambda match: ratings.result(match) or ()).values()
        rated = ratings.rated(ratings.Result(*one) for one in known if one and not isinstance(one, UserError))
        told["ratings"] = [round(rated.get(alias(who), ratings.Rating()).rating) for who in players]
    yield club.log.add("draw", now, match=id, text=canonical(told))


def _played(club: Club, matches: Store, one: Played, now: datetime) -> Iterator[Line]:
    """Begin the matches whose round has come, end those of who has left, and count what is over."""
    places = by_id(matches)
    for pairing, match in zip(one.pairings(), one.opened(), strict=True):
        gone = [seat for seat, who in enumerate(match.players) if who in one.left]
        if not (match.begun or gone) and now >= begins(one, pairing):
            yield opens.begun(club, matches, match, now)
        elif match.begun and match.id not in one.results and (path := places.get(match.id.casefold())):
            yield from opens.counted(club, matches, match, gone, path, now)


def begins(one: Played, pairing: Pairing) -> datetime:
    """When a match begins, once the season is drawn; of a Swiss season at the earliest."""
    return moment(one.drawn) + (pairing.round - 1) * timedelta(days=one.season.every)


def _told(club: Club, one: Played, now: datetime) -> Iterator[Line]:
    """The next round of a Swiss season when the last is over, or the end; the table once a week, if it has changed."""
    at, n = one.told
    id, number = one.season.id, len(one.rounds) + 1
    if one.settled() and number <= one.season.rounds:
        if now < moment(one.drawn) + (number - 1) * timedelta(days=one.season.every):
            return
        if pairs := one.next_round(lot := _lot(club, one.season, number)):
            yield club.log.add("round", now, match=id, text=canonical({"lot": lot, "pairs": pairs}))
            return
    if one.settled():
        yield club.log.add("final", now, match=id)
    elif now - moment(at or one.drawn) >= WEEK and any(line > n for _, line in one.results.values()):
        yield club.log.add("table", now, match=id)


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
    not. Unless it is the `last` round, one is left after it, if that can be. Raises MatchError."""
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
