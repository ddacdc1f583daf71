"""Who reads a digest of a match, once a day, in the place of its letters."""

from pathlib import Path
from typing import Final, NamedTuple

from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Store, facts
from adjudicator.referee.admin import PACE
from adjudicator.referee.seats import normal, seated
from printables.core.errors import UserError

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
    for seat, player in enumerate(seated(folder.match, after).seats):
        pace, _, hour = (wish := after.desk.wish(seat, PACE)).partition(" ")
        if pace != DAILY or not player.address:
            continue
        wished = next(
            entry
            for entry in folder.latest()
            if any((event.kind, event.seat, event.words.get("value")) == ("wish", seat, wish) for event in entry.events)
        )
        terms = seated(folder.match, after).terms
        zone = after.desk.wish(seat, "zone") or (terms.zone if terms else "UTC")
        at = wished.mail.received if wished.mail else wished.at
        found.append(Daily(seat, player.address, hour or HOUR, zone, wished.n, at))
    return found


def by_address(matches: Store) -> dict[str, list[tuple[Path, Daily]]]:
    """Those of all matches, by their addresses. What is wrong with a match is told where its letters are sent."""
    found: dict[str, list[tuple[Path, Daily]]] = {}
    for path, here in facts(matches, DAILY, readers).items():
        for one in () if isinstance(here, UserError) else here:
            daily = Daily(*one)
            found.setdefault(normal(daily.address), []).append((path, daily))
    matches.save()
    return found


def nobody(log: bytes) -> bool:
    """Whether a glance at a log shows that there is none: nobody has ever written the word in that match."""
    return DAILY.encode() not in log
