"""The ladders of a club: members on rungs who challenge those a little above. The log alone says who stands where."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from adjudicator.core import MatchError
from adjudicator.core.codec import parsed, read
from adjudicator.mail.club import opens
from adjudicator.mail.club.log import Club, Line
from adjudicator.mail.club.settings import Season
from adjudicator.match import encoding
from adjudicator.match.store.folders import Store, by_id
from adjudicator.referee.terms import moment, stamp

RUNGS = 3  # above one's own, as far as a challenge may go
ANSWER, IDLE = timedelta(days=3), timedelta(days=14)  # for which a challenge waits, and a rung is kept without a match
Away: TypeAlias = Mapping[int, Sequence[tuple[date, date]]]


class Duel(NamedTuple):
    """A challenge to the `upper` of two members, when it was made, its match once accepted, and whether that began."""

    lower: int
    upper: int
    at: str
    id: str = ""
    begun: bool = False

    @property
    def both(self) -> tuple[int, ...]:
        return self[:2]


class Ladder(NamedTuple):
    """A ladder as far as the log tells it."""

    season: Season
    rungs: tuple[int, ...] = ()  # the members from the top rung down
    duels: tuple[Duel, ...] = ()  # the challenges that are not settled
    matches: int = 0  # how many were accepted
    since: Mapping[int, str] = {}  # when each has had no match, or was on another rung
    played: Mapping[int, str] = {}  # the end of the last match of each who has not risen above an idle one since
    told: Mapping[int, tuple[int, ...]] = {}  # whom a line concerns

    def of(self, who: int) -> Duel | None:
        """The challenge that a member is in."""
        return next((duel for duel in self.duels if who in duel.both), None)

    def opened(self) -> list[opens.Open]:
        """Its matches that are not over, as those that members open: who was challenged has the first seat."""
        given = self.season.game, 2, self.season.variant, self.season.deadline, ""
        matches = (duel for duel in self.duels if duel.id)
        return [opens.Open(one.id, *given, (one.upper, one.lower), begun=one.begun) for one in matches]

    def wrong(self, who: int, other: int) -> str:
        """Why a member cannot challenge another; "" for nothing."""
        if not {who, other} <= {*self.rungs}:
            return "no-rung"
        if self.of(who) or self.of(other):
            return "busy"
        return "" if 0 < self.rungs.index(who) - self.rungs.index(other) <= RUNGS else "too-far"

    def sinks(self, away: Away, at: datetime) -> int:
        """Who goes down now: the first who has had no match for too long, above one who has; 0 for nobody."""
        idle = {who for who in self.rungs if not self.of(who) and waited(away, who, self.since[who], at) >= IDLE}
        rises = {who for who, end in self.played.items() if at - moment(end) < IDLE}
        return next((who for who, below in pairwise(self.rungs) if who in idle and below in rises), 0)

    def after(self, line: Line, before: Sequence[Line]) -> "Ladder | None":
        """The ladder after a line of its own; None where that breaks the rules."""
        who, at, duel = line.member, moment(line.at), self.of(line.member)
        if line.kind == "join":
            made = self._replace(rungs=(*self.rungs, who), since={**self.since, who: line.at})
            return None if who in self.rungs else made
        if line.kind == "withdraw":
            duels = tuple(one for one in self.duels if one.id or who not in one.both)
            return self._replace(rungs=tuple(one for one in self.rungs if one != who), duels=duels)
        if line.kind == "challenge":
            new = Duel(who, int(line.text), line.at)
            made = self._replace(duels=(*self.duels, new), told={**self.told, line.n: new.both})
            return None if self.wrong(*new.both) else made
        if line.kind == "down":
            if who == 0 or who != self.sinks(opens.vacations(before), at):
                return None
            below = self.rungs[self.rungs.index(who) + 1]
            made = self._replace(since={**self.since, who: line.at}, told={**self.told, line.n: (who,)})
            played = {one: end for one, end in self.played.items() if one != below}
            return made._changed(below, who)._replace(played=played)
        if line.kind in ("accept", "decline", "lapsed"):
            if duel is None or duel.id or who != duel.upper:
                return None
            if line.kind == "accept":
                id = f"{self.season.id}-{self.matches + 1}"
                return self._with(duel, duel._replace(id=id))._replace(matches=self.matches + 1)
            late = line.kind == "decline" or waited(opens.vacations(before), who, duel.at, at) >= ANSWER
            return self._settled(duel, line, duel.lower) if late else None
        duel = next((one for one in self.duels if one.id == line.match), None)
        if line.kind == "full" and duel:
            return self._with(duel, duel._replace(begun=True))
        if line.kind == "result" and duel and duel.begun and who in (0, *duel.both):
            now = dict.fromkeys(duel.both, line.at)
            return self._settled(duel, line, who)._replace(since={**self.since, **now}, played={**self.played, **now})
        return None if line.kind in ("full", "result") else self

    def _with(self, duel: Duel, *new: Duel) -> "Ladder":
        return self._replace(duels=(*(one for one in self.duels if one != duel), *new))

    def _settled(self, duel: Duel, line: Line, winner: int) -> "Ladder":
        """Without a challenge; its winner has the upper rung."""
        made = self._with(duel)._replace(told={**self.told, line.n: duel.both})
        return made._changed(*duel.both) if winner == duel.lower else made

    def _changed(self, lower: int, upper: int) -> "Ladder":
        """With two on each other's rungs, if both are still there and one above the other."""
        if not {lower, upper} <= {*self.rungs} or self.rungs.index(lower) < self.rungs.index(upper):
            return self
        return self._replace(rungs=tuple({lower: upper, upper: lower}.get(who, who) for who in self.rungs))


def waited(away: Away, who: int, since: str, at: datetime) -> timedelta:
    """How long a member has let something wait, without a vacation and what was before it."""
    days = (last + timedelta(days=1) for first, last in away.get(who, ()) if first <= at.date())
    return at - max([moment(since), *(datetime.combine(day, time(0), UTC) for day in days)])


def found(lines: Sequence[Line]) -> dict[str, Ladder]:
    """All ladders by id. Raises MatchError for a line that breaks the rules of one."""
    made: dict[str, Ladder] = {}
    of: dict[str, str] = {}  # the ladder of each match
    for line in lines:
        if line.kind == "ladder":
            made[line.match] = Ladder(read(Season, parsed(line.text.encode())))
        elif one := made.get(id := of.get(line.match, line.match)):
            after = one.after(line, lines[: line.n])
            if after is None:
                message = f"`{line.kind}` is against the rules of the ladder {id}"
                raise MatchError(f"the log of the club is damaged: {message}", encoding.RESTORE, line=line.n + 1)
            made[id] = after
            of |= {duel.id: id for duel in after.duels if duel.id}
    return made


def go_on(club: Club, matches: Store, now: datetime) -> Iterator[Line]:
    """Begin and count matches, settle what nobody answered, let who is idle go down: what was done, as lines."""
    lines, at = club.log.lines, moment(stamp(now))
    away = opens.vacations(lines)
    for id, one in found(lines).items():
        places = by_id(matches) if one.duels else {}
        for duel in one.duels:
            if not duel.id and waited(away, duel.upper, duel.at, at) >= ANSWER:
                yield club.log.add("lapsed", now, match=id, member=duel.upper)
        for match in one.opened():
            gone = [seat for seat, who in enumerate(match.players) if who not in one.rungs]
            if not match.begun:
                yield opens.begun(club, matches, match, now)
            elif path := places.get(match.id.casefold()):
                yield from opens.counted(club, matches, match, gone, path, now)
        while who := found(lines)[id].sinks(away, at):
            yield club.log.add("down", now, match=id, member=who)
