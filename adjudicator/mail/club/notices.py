"""What there is to tell a referee: of a line of a match, of what is wrong, and once a day all that the desk shows."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from adjudicator.core.errors import MatchError
from adjudicator.mail.club import overview
from adjudicator.mail.club.log import EACH, Club, Kind
from adjudicator.match import process
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import ID, Store, aside, fact, identity
from adjudicator.match.store.ledger import Arrived
from adjudicator.referee import admin
from adjudicator.referee.admin import PATIENCE
from adjudicator.referee.records import REFEREE
from adjudicator.referee.terms import is_moment, moment, stamp
from printables.core.errors import Problem, UserError

NOTICES = "notices"  # a fact of a match
FRESH = timedelta(days=3)  # nobody is told of what is older: the club may be younger than the match
NONE = "none"
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
        wrong: list[tuple[str, Problem]] = [("", problem) for problem in (*club.problems, *troubles)]
        wrong += [("", problem) for problem in matches.problems]
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
            text = str(problem._replace(source=problem.source.rpartition("/")[2]))
            if not any(line.text == text for line in club.lately("trouble", now)):
                club.log.add("trouble", now, match=match, text=text)
        if _due(club, now):
            club.log.add("digest", now, text="" if digest(matches, now) else NONE)


def _due(club: Club, now: datetime) -> bool:
    """Whether the day's overview is to be sent: its time has come, and none has gone since."""
    if not club.settings.digest:
        return False
    zone, (hour, minute) = admin.zone(club.settings.zone), map(int, club.settings.digest.split(":"))
    due = now.astimezone(zone).replace(hour=hour, minute=minute, second=0, microsecond=0)
    due = due if due <= now else due - EACH
    last = [moment(line.at) for line in club.log.lines if line.kind == "digest"]
    return not last or max(last) < due


def digest(matches: Store, now: datetime) -> list[overview.Row]:
    """The matches of which the overview has anything to say besides whom they wait for."""
    try:
        arrived = Arrived(matches).lately(now)
    except MatchError:
        arrived = []
    return [row for row in overview.rows(matches, stamp(now), arrived) if row.notes]
