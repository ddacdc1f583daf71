"""What there is to tell a referee: of a line of a match, of what is wrong, and once a day all that the desk shows."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from adjudicator.core import MatchError
from adjudicator.letters.phrases import Names
from adjudicator.mail.club import ladder, opens, overview, seasons
from adjudicator.mail.club.commands import CODE_DAYS as JOINING_DAYS
from adjudicator.mail.club.log import EACH, STRANGERS, Club, Kind, Line
from adjudicator.match import process
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import ID, Store, aside, by_id, fact, identity
from adjudicator.match.store.ledger import Arrived, Line as Arrival
from adjudicator.referee import clocks
from adjudicator.referee.admin import PATIENCE
from adjudicator.referee.records import REFEREE
from adjudicator.referee.seats import seated
from adjudicator.referee.terms import is_moment, moment, stamp
from printables.core import Problem, UserError

NOTICES = "notices"  # a fact of a match
FRESH = timedelta(days=3)  # nobody is told of what is older: the club may be younger than the match
NONE = "none"
NEVER = datetime.min.replace(tzinfo=UTC)
Noticed: TypeAlias = tuple[str, int, str, int, str]  # the kind, a line of the log, its hash, whose, when


def of(folder: Folder) -> list[Noticed]:
    """What the last lines of a match bring to its referee, in order."""
    found: list[Noticed] = []
    for entry in overview.recent(folder):
        at, head = overview.taken_at(entry), folder.log.heads[entry.n]
        if not is_moment(at) or entry.seat is None:
            continue
        if any(REFEREE in say.to for say in entry.says):
            found.append(("question", entry.n, head, entry.seat, at))
        if entry.refusals and entry.after.desk.refusals(entry.seat) == PATIENCE:
            found.append(("help", entry.n, head, entry.seat, at))
    return found[::-1]


def take(matches: Store, troubles: Sequence[Problem] = (), now: datetime | None = None) -> None:
    """Note what is to be told, each once, and the day's overview when it is due. Raises UserError."""
    with Club.at(matches) as club:
        if club is None or not club.settings.referee:
            return
        now = now or process.moment_now()
        known = {(line.kind, line.head) for line in club.log.lines if line.head}
        wrong = [("", problem) for problem in (*club.problems, *troubles, *matches.problems)]
        for path in matches.folders():
            try:
                with aside(path):
                    for kind, n, head, seat, at in fact(matches, NOTICES, path, of):
                        if now - moment(at) < FRESH and (kind, head) not in known:
                            match = fact(matches, ID, path, identity)
                            kept: Kind = "question" if kind == "question" else "help"
                            club.log.add(kept, now, match=match, line=n, head=head, seat=seat, text=at)
            except UserError as error:
                wrong += [(path.name, problem) for problem in error.problems[:1]]
        for match, problem in wrong:
            list(club.trouble(str(problem._replace(source=problem.source.rpartition("/")[2])), now, match))
        sent = [moment(line.at) for line in club.log.lines if line.kind == "digest"]
        if (hour := club.settings.digest) and clocks.latest(club.settings.zone, hour, now) > max(sent, default=NEVER):
            club.log.add("digest", now, text="" if digest(matches, now) else NONE)


def digest(matches: Store, now: datetime) -> list[overview.Row]:
    """The matches of which the overview has anything to say besides whom they wait for."""
    try:
        arrived = Arrived(matches).lately(now)
    except MatchError:
        arrived = []
    return [row for row in overview.rows(matches, stamp(now), arrived) if row.notes]


def desk(matches: Store, now: datetime, arrived: Sequence[Arrival] = ()) -> list[overview.Row]:
    """The club as a row of the desk: what is open, seasons, questions, strangers, standby; none without a club."""
    with Club.at(matches) as club:
        notes = tuple(_club(club, matches, now, arrived)) if club else ()
        return [overview.Row(("club", "", "", "", ""), notes)] if notes else []


def _club(club: Club, matches: Store, now: datetime, arrived: Sequence[Arrival]) -> Iterator[str]:
    lines, known, zone = club.log.lines, opens.found(club.log.lines).values(), club.settings.zone
    yield from map(str, club.problems)
    if waiting := [one for one in known if one.open]:
        yield f"open: {len(waiting)}, the oldest since {clocks.local(zone, min(moment(one.at) for one in waiting))}"
    for id, one in seasons.found(lines).items():
        if one.open:
            until = clocks.local(zone, seasons.until(one, zone))
            yield f"{id}: {_count(len(one.players), 'name')}, taken until {until}"
        elif not one.over:
            yield from (f"{id}, {said}" for said in _rounds(one, now, zone))
    for id, climbed in ladder.found(lines).items():
        yield f"{id}: {len(climbed.rungs)} on the ladder, {_count(len(climbed.duels), 'challenge')}"
    answered = {line.of for line in lines if line.kind in ("email", "done")}
    for line in lines:
        if line.kind in ("question", "help") and line.n not in answered:
            hours = int((now - moment(line.at)).total_seconds()) // 3600
            what = "question" if line.kind == "question" else "needs help"
            yield f"{what}: q{line.n}{_asker(matches, line)} ({line.match}), for {hours} h"
    came = [line.received for line in arrived if any((p.verdict, p.match) == ("stranger", "") for p in line.parts)]
    silent = sum(is_moment(at) and now - moment(at) < EACH for at in came)
    if strangers := silent + sum(len(club.lately(kind, now)) for kind in STRANGERS):
        yield f"strangers today: {strangers}, {f'{silent} not answered' if silent else 'all answered'}"
    ready = Counter(opens.standing_by(lines).values())
    played = {one.game for one in known if one.begun and opens.running(matches, [one], one.players[0])}
    if ready:
        yield "standby: " + ", ".join(f"{game} {count}" for game, count in sorted(ready.items()))
    if nobody := sorted(played - ready.keys()):
        yield f"nobody stands by for {', '.join(nobody)}"
    used = {line.of for line in lines if line.kind == "member"}
    fresh = (line for line in lines if line.kind == "asked" and now - moment(line.at) < timedelta(days=JOINING_DAYS))
    if pending := sum(line.n not in used for line in fresh):
        yield f"codes pending: {pending}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _rounds(one: seasons.Played, now: datetime, zone: str) -> Iterator[str]:
    """How far the rounds of a season are that are being played, and when the next begins."""
    pairings = one.pairings()
    for number in sorted({each.round for each in pairings}):
        here = [each for each in pairings if each.round == number]
        over = sum(one.winner(each) is not None or {*each[2:]} <= one.left.keys() for each in here)
        if (begins := seasons.begins(one, here[0])) > now:
            yield f"round {number}: begins {clocks.local(zone, begins)}"
            return
        if over < len(here):
            yield f"round {number}: {over} of {len(here)} over"


def _asker(matches: Store, line: Line) -> str:
    if (path := by_id(matches).get(line.match.casefold())) is None or line.seat is None:
        return ""
    with aside(path), matches.lent(path) as folder:
        grey = any(say.grey for say in folder.log.entry(line.line).says)
        return "" if grey else f" {Names.of(seated(folder.match, folder.last.after))[line.seat]}"
