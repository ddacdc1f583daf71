"""A club whose log is what a test writes down, and what most tests of it begin with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from support import found, mail

from adjudicator.core.codec import canonical, write
from adjudicator.mail.club import commands, log, seasons, settings
from adjudicator.mail.club.log import Line
from adjudicator.mail.club.settings import Season
from adjudicator.mail.inbound import message
from adjudicator.mail.inbound.routing import Received
from adjudicator.match.store.folders import Matches
from adjudicator.referee.records import Seat
from adjudicator.referee.terms import moment, stamp

NOW = moment("2026-11-24T12:00:00+00:00")
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
ANN, BEN, CEM, DORA = range(1, 5)
NAMES = {ANN: "Ann", BEN: "Ben", CEM: "Cem", DORA: "Dora"}
EVE = "Eve <eve@example.org>"


class Said:
    """A club whose log is what a test writes down."""

    def __init__(self, path: Path, club: log.Club) -> None:
        self.path, self.matches, self.club = path, Matches(path), club
        members = {n: {"address": f"{name}@example.org", "name": name, "language": "en"} for n, name in NAMES.items()}
        log.Members(club.folder).keep(members, {})

    @property
    def lines(self) -> list[Line]:
        return self.club.log.lines

    def line(self, kind: log.Kind, member: int = 0, match: str = "", text: str = "", **more: Any) -> Line:
        """One more line, a second after noon or `ago`; in memory alone."""
        at = stamp(NOW - more.pop("ago", timedelta()))
        self.lines.append(Line(len(self.lines), at, kind, match=match, member=member, text=text, **more))
        self.club.log.heads.append("0" * 64)
        return self.lines[-1]

    def opened(self, id: str, *players: int, waiting: tuple[int, ...] = (), end: Any = None, seats: int = 2) -> None:
        terms = {"game": "snail-trail", "seats": seats, "variant": "", "deadline": ""}
        self.line("open", players[0], id, canonical(terms))
        for who in players[1:]:
            self.line("join", who, id)
        for who in waiting:
            self.line("wait", who, id)
        if end:
            self.line(end, match=id)

    def did(self, wish: str, who: int) -> tuple[str, str, str]:
        """What became of a member's wish: the kind of the line, its text and its match."""
        line = commands._done(
            self.club, self.matches, Line(len(self.lines), stamp(NOW), "said", member=who, text=wish), NOW
        )
        assert (line.member, self.lines.pop()) == (who, line)
        self.club.log.heads.pop()
        return line.kind, line.text, line.match

    def wrote(self, text: str, sender: str, subject: str = "hello", ago: timedelta = timedelta()) -> str:
        """What becomes of an email."""
        read = message.read(mail(text, sender, subject, id=f"{len(self.lines)}"))
        own = commands._taken(self.club, Received(read, b"", stamp(NOW - ago)), self.matches)
        return own if isinstance(own, str) else own[0].verdict


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    @contextmanager
    def made(**more: Any) -> Iterator[Said]:
        path = tmp_path / "games"
        path.mkdir()
        log.begin(Matches(path), settings.Settings(**({"joining": "open"} | more)))
        with log.Club.at(Matches(path)) as club:
            assert club is not None
            yield Said(path, club)

    return made


@pytest.fixture
def club(begin: Callable[..., Any]) -> Iterator[Said]:
    with begin() as one:
        yield one


def series(club: Said) -> None:
    """Ladders and seasons: one of a name that is still taken, one that has been drawn, and one that was called off."""
    for id, ladder in (("rungs", True), ("steps", True), ("spring", False), ("autumn", False), ("winter", False)):
        season = Season(id, "snail-trail", "" if ladder else "2026-12-01", ladder=ladder)
        kind: log.Kind = "ladder" if ladder else "season"
        lot = "lot" if id == "autumn" else id
        head = log.digest(lot.encode())
        club.line(kind, match=id, text=canonical(write(season)), head=head)
    for who in (ANN, BEN, CEM):
        for id in ("rungs", "spring", "autumn", "winter"):
            club.line("join", who, id)
    club.line("withdraw", CEM, "spring")
    players = sorted((ANN, BEN, CEM), key=lambda who: log.digest(f"lot\n{who}".encode()))
    club.line("draw", match="autumn", text=canonical({"lot": "lot", "players": players}))
    club.line("withdraw", CEM, "autumn")
    club.line("closed", match="winter")


@pytest.fixture
def referee(begin: Callable[..., Any]) -> Iterator[Said]:
    """A club of two referees with a match of Ann and Ben."""
    with begin(referee=("carla@example.org", "hugo@example.org")) as club:
        found(club.path, "on", Seat("Ann", "ann@example.org"), Seat("Ben", "ben@example.org"), slug="snail-trail")
        club.matches.look()
        yield club


CARLA = "carla@example.org"


def played(club: Said, **more: Any) -> seasons.Played:
    """A drawn season of Ann, Ben, Cem and Dora, and what was settled of it: winners by the numbers of matches."""
    players, winners, left = (ANN, BEN, CEM, DORA), more.pop("winners", {}), more.pop("left", {})
    season = Season("s", "snail-trail", "2026-12-01", **more)
    results = {f"s-{n}": (who, line) for n, (who, line) in winners.items()}
    return seasons.Played(season, "", players, (players,), stamp(NOW), results=results, left=left)
