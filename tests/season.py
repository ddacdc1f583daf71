"""A club whose season is over, without an email: two players and their match."""

from __future__ import annotations

from pathlib import Path

from adjudicator import games
from adjudicator.core.codec import canonical, digest, write
from adjudicator.mail.club import log, seasons, settings
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Matches
from adjudicator.referee.terms import moment

AT = "2026-11-24T12:00:00+00:00"


def over(matches: Path) -> None:
    """The season `autumn` of Fox & Geese, with the match `autumn-1`, which is a draw."""
    matches.mkdir(parents=True, exist_ok=True)
    goose, at = games.find("fox-and-geese"), moment(AT)
    people = [create.seat(name) for name in ("Anna", "Bob")]
    create.new(matches / "autumn-1", goose.SLUG, goose.Options(), people, seed="x", match_id="autumn-1", now=lambda: AT)
    process.command(Folder(matches / "autumn-1"), "declare draw", png=False, now=lambda: AT)
    log.begin(Matches(matches), settings.Settings(referee=("r@example.org",)))
    with log.Club.at(Matches(matches)) as club:
        assert club
        add, one = club.log.add, settings.Season("autumn", "fox-and-geese", "2026-12-01")
        add("season", at, match="autumn", head=digest(b"lot"), text=canonical(write(one)))
        for who in (1, 2):
            add("join", at, match="autumn", member=who)
        add("draw", at, match="autumn", text=canonical({"lot": "lot", "players": seasons.drawn("lot", (1, 2))}))
        heads = Folder(matches / "autumn-1").log.heads
        add("full", at, match="autumn-1", head=heads[0])
        add("result", at, match="autumn-1", head=heads[-1])
        add("final", at, match="autumn")
