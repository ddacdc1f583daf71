"""Who reads a digest of a match, once a day, in the place of its letters."""

from itertools import starmap
from pathlib import Path
from typing import Final, NamedTuple

from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Store, facts
from adjudicator.referee.admin import PACE
from adjudicator.referee.seats import normal, seated
from printables.core import UserError

DAILY: Final = "daily"  # a fact of a match
HOUR: Final = "7:00"  # where the reader has named none


class Daily(NamedTuple):
    """A seat whose player reads digests: the hour in a zone, and the line of the wish, with its moment ("" unknown)."""

    seat: int
    address: str
    hour: str
    zone: str
    n: int
    at: str


def readers(folder: Folder) -> list[Daily]:
    """The seats of a match whose players read digests."""
    after, found = folder.last.after, list[Daily]()
    match = seated(folder.match, after)
    for seat, player in enumerate(match.seats):
        pace, _, hour = (wish := after.desk.wish(seat, PACE)).partition(" ")
        if pace != DAILY or not player.address:
            continue
        events = ((entry, event) for entry in folder.latest() for event in entry.events)
        wished = next(one for one, e in events if (e.kind, e.seat, e.words.get("value")) == ("wish", seat, wish))
        zone = after.desk.wish(seat, "zone") or (match.terms.zone if match.terms else "UTC")
        at = wished.mail.received if wished.mail else wished.at
        found.append(Daily(seat, player.address, hour or HOUR, zone, wished.n, at))
    return found


def by_address(matches: Store) -> dict[str, list[tuple[Path, Daily]]]:
    """Those of all matches, by their addresses. What is wrong with a match is told where its letters are sent."""
    found: dict[str, list[tuple[Path, Daily]]] = {}
    for path, here in facts(matches, DAILY, readers).items():
        for daily in () if isinstance(here, UserError) else starmap(Daily, here):
            found.setdefault(normal(daily.address), []).append((path, daily))
    matches.save()
    return found


def nobody(log: bytes) -> bool:
    """Whether a glance at a log shows that there is none: nobody has ever written the word in that match."""
    return DAILY.encode() not in log
