"""What a club makes of each wish: from the lines of its log alone, without a round of emails, and its limits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support import found, mail

from adjudicator.core import IllegalMove
from adjudicator.core.codec import canonical, write
from adjudicator.mail.club import commands, digests, letters, log, notices, opens, orders, seasons, settings
from adjudicator.mail.club.daily import Daily
from adjudicator.mail.club.log import Line, alias
from adjudicator.mail.club.settings import Season
from adjudicator.mail.inbound import message
from adjudicator.mail.inbound.routing import Received
from adjudicator.mail.outbound.delivery_log import Postings
from adjudicator.match.store.folders import Matches
from adjudicator.match.store.ledger import Line as Arrival, Part
from adjudicator.referee.records import Refusal, Seat
from adjudicator.referee.terms import moment, stamp
from printables.core import UserError, toml_file

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


def test_what_becomes_of_a_wish_about_a_match(club: Said) -> None:
    club.opened("free", ANN)
    club.opened("full", ANN, BEN, waiting=(CEM,))
    club.opened("shut", ANN, end="closed")
    club.opened("on", ANN, BEN, end="full")
    found(club.path, "on", *(Seat(NAMES[who], alias(who)) for who in (ANN, BEN)), slug="snail-trail")
    club.matches.look()
    long = "x" * 61
    for wish, who, done in (
        ("join FREE", BEN, ("join", "", "free")),
        ("join free", ANN, ("answer", "already", "free")),
        ("join full", CEM, ("answer", "already", "full")),
        ("join full", DORA, ("wait", "", "full")),
        ("join on", DORA, ("wait", "", "on")),
        ("join shut", BEN, ("answer", "unknown", "shut")),
        (f"join {long}", BEN, ("answer", "unknown", long[1:])),
        ("withdraw free", ANN, ("withdraw", "", "free")),
        ("withdraw free", BEN, ("answer", "not-in", "free")),
        ("withdraw full", BEN, ("withdraw", "", "full")),
        ("withdraw full", CEM, ("withdraw", "", "full")),
        ("withdraw on", ANN, ("answer", "not-in", "on")),
        ("withdraw shut", ANN, ("answer", "not-in", "shut")),
        (f"withdraw {long}", ANN, ("answer", "not-in", long[1:])),
        ("leave ON", BEN, ("answer", "leave", "on")),
        ("leave on", CEM, ("answer", "not-in", "on")),
        ("leave full", ANN, ("answer", "not-in", "full")),
        (f"leave {long}", ANN, ("answer", "not-in", long[1:])),
        ("hand over", ANN, ("answer", "not-in", "")),
        (
            "open snail-trail",
            DORA,
            ("open", '{"deadline":"","game":"snail-trail","seats":2,"variant":""}', "snail-trail-1"),
        ),
        ("open snail-trail for 9", DORA, ("answer", "no Snail Trail is not for 9 players", "")),
        ("standby snail-trail", DORA, ("standby", "snail-trail", "")),
        ("standby off", DORA, ("standby", "", "")),
    ):
        assert club.did(wish, who) == done, (wish, who)


def test_what_becomes_of_a_wish_about_a_season_or_a_ladder(club: Said) -> None:
    series(club)
    club.line("challenge", CEM, "rungs", "1")
    long = "x" * 61
    for wish, who, done in (
        ("join rungs", DORA, ("join", "", "rungs")),
        ("join rungs", ANN, ("answer", "already", "rungs")),
        ("join steps", ANN, ("join", "", "steps")),
        ("withdraw rungs", ANN, ("withdraw", "", "rungs")),
        ("withdraw RUNGS", DORA, ("answer", "not-in", "rungs")),
        ("join spring", ANN, ("answer", "already", "spring")),
        ("join spring", CEM, ("join", "", "spring")),
        ("join autumn", ANN, ("answer", "already", "autumn")),
        ("join autumn", CEM, ("answer", "unknown", "autumn")),
        ("join autumn", DORA, ("answer", "unknown", "autumn")),
        ("join winter", DORA, ("answer", "unknown", "winter")),
        ("withdraw spring", ANN, ("withdraw", "", "spring")),
        ("withdraw spring", CEM, ("answer", "not-in", "spring")),
        ("withdraw autumn", ANN, ("withdraw", "", "autumn")),
        ("withdraw autumn", CEM, ("answer", "not-in", "autumn")),
        ("withdraw winter", ANN, ("answer", "not-in", "winter")),
        ("standings", DORA, ("answer", "standings", "autumn")),
        ("standings AUTUMN", DORA, ("answer", "standings", "autumn")),
        ("standings rungs", DORA, ("answer", "standings", "rungs")),
        ("standings spring", DORA, ("answer", "unknown", "spring")),
        (f"standings {long}", DORA, ("answer", "unknown", long[1:])),
        ("challenge ben", CEM, ("answer", "busy", "ben")),
        ("challenge ann", BEN, ("answer", "busy", "ann")),
        ("challenge ann", DORA, ("answer", "no-rung", "ann")),
        (f"challenge {long}", BEN, ("answer", "no-rung", long[1:])),
        ("accept", ANN, ("accept", "", "rungs")),
        ("decline", ANN, ("decline", "", "rungs")),
        ("accept", CEM, ("answer", "no-challenge", "")),
        ("decline", BEN, ("answer", "no-challenge", "")),
    ):
        assert club.did(wish, who) == done, (wish, who)
    club.line("accept", ANN, "rungs")
    assert club.did("accept", ANN) == ("answer", "no-challenge", ""), "it is accepted"
    for who in (ANN, BEN, CEM):
        club.line("join", who, "steps")
    assert club.did("challenge Ben", CEM) == ("challenge", "2", "steps"), "of several ladders the first where it can be"
    assert club.did("challenge Ann", BEN) == ("challenge", "1", "steps")
    assert club.did("challenge Cem", BEN) == ("answer", "too-far", "Cem"), "what is nearest to a challenge is told"


def test_what_becomes_of_a_wish_about_oneself(club: Said) -> None:
    for wish, done in (
        ("list", ("answer", "list", "")),
        ("matches", ("answer", "matches", "")),
        ("help", ("answer", "help", "")),
        ("public", ("answer", "help", "")),
        ("public maybe", ("answer", "help", "")),
        ("public no", ("public", "no", "")),
        ("goodbye", ("answer", "goodbye", "")),
        ("goodbye now", ("answer", "goodbye", "")),
        ("name Zoe", ("named", "", "")),
        ("vacation none", ("vacation", "none", "")),
        ("vacation 2026-12-01 2026-12-10", ("vacation", "2026-12-01 2026-12-10", "")),
        ("vacation 2026-12-01 2026-12-31", ("answer", "no 2026 would have 31 days of vacation, 28 at most", "")),
        ("standings", ("answer", "unknown", "")),
    ):
        assert club.did(wish, ANN) == done, wish
    assert log.Members(club.club.folder).of(ANN) == {
        "address": "Ann@example.org", "name": "Zoe", "language": "en", "public": "no"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("days", "why"),
    [
        ("2026-11-25 2026-12-22", ""),  # 28 days
        ("2026-11-25 2026-12-23", "2026 would have 29 days"),
        ("2026-12-30 2027-01-28", ""),  # 2 and 28
        ("2026-12-30 2027-01-29", "2027 would have 29 days"),
        ("2026-12-04 2027-01-02", ""),  # 28 and 2
        ("2026-12-03 2027-01-02", "2026 would have 29 days"),
        ("2026-11-24 2026-11-26", "begins tomorrow at the earliest"),
        ("none", ""),
    ],
)
def test_a_year_has_so_many_days_of_vacation(club: Said, days: str, why: str) -> None:
    club.line("vacation", BEN, text="2026-12-24 2026-12-31")
    try:
        commands._away(club.club, club.matches, ANN, days, NOW)
        assert not why
    except IllegalMove as error:
        assert why and why in error.reason
    club.line("vacation", ANN, text="2025-12-20 2026-01-02")
    club.line("vacation", ANN, text="2026-12-31 2026-12-31")
    for last, fits in (("19", True), ("20", False)):  # three days of this year are gone
        try:
            commands._away(club.club, club.matches, ANN, f"2026-11-25 2026-12-{last}", NOW)
            assert fits
        except IllegalMove as error:
            assert not fits and error.reason == "2026 would have 29 days of vacation, 28 at most"


def test_a_member_opens_three_matches_and_plays_in_twelve(club: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    def known(count: int, **more: bool) -> list[opens.Open]:
        return [opens.Open(f"m{n}", "the-game", 2, "", "", "", (ANN,), **more) for n in range(count)]

    for waiting, running, kinds in (
        (2, 9, {"open": "", "join": ""}),
        (2, 10, {"open": "limit", "join": "limit"}),
        (3, 8, {"open": "open-limit", "join": ""}),
        (3, 9, {"open": "open-limit", "join": "limit"}),
        (0, 12, {"open": "limit", "join": "limit"}),
        (0, 11, {"open": "", "join": ""}),
    ):
        monkeypatch.setattr(opens, "running", lambda matches, mine, who, n=running: [mine[0:]] * n)
        every = [*known(waiting), *known(5, begun=True), *known(5, closed=True)]
        assert {kind: commands._too_many(kind, every, ANN, club.matches) for kind in kinds} == kinds
    monkeypatch.undo()
    assert commands._too_many("open", known(3), BEN, club.matches) == ""


def test_so_many_strangers_and_wishes_are_answered_a_day(club: Said) -> None:
    for n in range(180):
        club.line("stranger", who=f"a{n}", domain=f"d{n}", ago=timedelta(hours=1))
    for n in range(19):
        club.line("asked", who=f"b{n}", domain=club.club.who("example.org"), ago=DAY - SECOND)
        club.line("asked", who=f"c{n}", domain=club.club.who("example.org"), ago=DAY)
    del club.lines[:1]
    club.lines[:0] = [club.line("later")]
    club.lines.pop()
    before = len(club.lines)
    assert club.wrote("Hello?", EVE) == "taken"  # the twentieth of her domain today, and the 199th in all
    assert club.wrote("Hello?", "Hal <hal@example.org>") == "stranger"
    assert club.wrote("Hello?", "Hal <hal@example.net>") == "taken"
    assert club.wrote("Hello?", "Ida <ida@example.net>") == "stranger"
    assert [line.kind for line in club.lines[before:]] == ["stranger"] * 2
    club.line("member", ANN, who=club.club.who("ann@example.org"))
    for _ in range(19):
        club.line("said", ANN, text="help", ago=DAY - SECOND)
        club.line("said", ANN, text="help", ago=DAY)
        club.line("said", BEN, text="help")
    sender = "Ann <ann@example.org>"
    assert [club.wrote("list", sender) for _ in range(3)] == ["taken", "taken", "loop"]
    assert [(line.kind, line.text) for line in club.lines[-2:]] == [("said", "list"), ("answer", "too-many")]


def test_a_stranger_s_code_counts_for_three_days(club: Said) -> None:
    club.line("later")
    club.line("stranger", who=club.club.who("eve@example.org"))
    log.Members(club.club.folder).keep({}, {1: {"address": "eve@example.org", "language": "de"}})
    subject = f"Re: Hello ({club.club.welcome(1, 'eve@example.org')})"
    found = [
        commands._shown(club.club, message.read(mail(text, EVE, head)), NOW + later)
        for text, head, later in (
            ("help", subject, 3 * DAY - SECOND),
            (f"help {subject}", "hello", timedelta()),
            ("help", subject, 3 * DAY),
            ("help", subject.replace("(j1-", "(j0-"), timedelta()),
            ("help", subject.replace("(j1-", "(j2-"), timedelta()),
            ("help", "hello", timedelta()),
        )
    ]
    assert [line is club.lines[1] for line in found] == [True, True, False, False, False, False]
    assert [line for line in found[2:] if line] == []
    assert club.wrote("confirm", "eve@example.org", subject) == "taken"
    line = club.lines[-1]
    assert (line.kind, line.member, line.of, line.text) == ("member", 1, 1, "help")
    assert log.Members(club.club.folder).of(1) == {"address": "eve@example.org", "name": "Eve", "language": "de"}
    assert commands._shown(club.club, message.read(mail("help", EVE, subject)), NOW) is None, "it was used"


def test_a_stranger_s_wish_waits_for_the_code(club: Said) -> None:
    for text, kind, wish, match in (
        ("How do I play?", "stranger", "", ""),
        ("list", "stranger", "", ""),
        ("join The-Game-1", "asked", "join The-Game-1", "the-game-1"),
        ("biete snail-trail", "asked", "open snail-trail", ""),
        ("standby the-game", "asked", "standby the-game", ""),
    ):
        assert club.wrote(text, f"P <p{len(club.lines)}@example.org>") == "taken"
        line = club.lines[-1]
        assert (line.kind, line.text, line.match) == (kind, wish, match)
        number, code = len(club.lines), club.club.welcome(line.n, f"p{line.n}@example.org")
        assert club.wrote("confirm" if wish else "liste", f"P <p{line.n}@example.org>", f"({code})") == "taken"
        assert (club.lines[number].kind, club.lines[number].text) == ("member", wish or "list")


def test_what_is_for_no_match_and_no_command_is_left_to_who_plays(begin: Callable[..., Any]) -> None:
    with begin() as club:
        found(club.path, "on", Seat("Ann", alias(ANN)), Seat("Guest", "guest@example.net"), slug="snail-trail")
        club.matches.look()
        club.line("member", ANN)
        club.line("member", BEN)
        club.line("goodbye", BEN)
        ann, ben, guest = "Ann@example.org", "Ben@example.org", "guest@example.net"
        for text, sender, subject, became in (
            ("thanks", ann, "hello", alias(ANN)),
            ("list", ann, "[on]", alias(ANN)),
            ("list\nof mine", ann, "hello", alias(ANN)),
            ("list", ann, "hello", "taken"),
            ("", ann, "list", "taken"),
            ("list", ann, "Automatic reply: away", "taken"),
            ("thanks", ben, "Automatic reply: away", ""),
            ("thanks", ben, "hello", "taken"),
            ("thanks", guest, "hello", ""),
            ("list", guest, "[on]", ""),
            ("list", guest, "hello", "taken"),
            ("open snail-trail", ann, "[on]", "taken"),
            ("join on", ann, "[on]", alias(ANN)),
        ):
            assert club.wrote(text, sender, subject) == became, (text, sender, subject)
        series(club)
        assert club.wrote("join rungs", ann, "[on]") == "taken" and club.wrote("name rungs", ann, "[on]") == alias(ANN)


def test_a_club_that_is_closed_hears_its_members_alone(begin: Callable[..., Any]) -> None:
    with begin(joining="closed") as club:
        club.line("member", ANN)
        assert [club.wrote("list", who) for who in ("Ann@example.org", EVE)] == ["taken", ""]


def test_a_command_and_its_language_are_known_by_their_words() -> None:
    for typed, meant in (
        ("standings", ("standings", "")), ("standings x", ("standings", "x")), ("accept Ben", ("accept", "Ben")),
        ("hand over", ("handover", "over")), ("hand Ben", ("", "")), ("gib weiter.", ("handover", "weiter")),
        ("off", ("", "")), ("yes", ("", "")), ("list x", ("list", "x")), ("help me", ("", "")), ("help!", ("help", "")),
        ("open", ("", "")), ("leave", ("", "")), ("goodbye yes", ("goodbye", "yes")), ("goodbye", ("goodbye", "")),
        ("decline", ("decline", "")), ("challenge", ("", "")), (f"join {'x' * 200}", ("join", "x" * 195)),
        ("", ("", "")),
    ):  # fmt: skip
        assert commands.understood(typed) == meant, typed
    for text, otherwise, language in (
        ("hello", "de", "en"), ("hallo", "en", "de"), ("", "de", "de"), ("xyz 1", "en", "en"),
        ("hallo hello", "de", "de"), ("hallo hello", "en", "en"), ("hallo hello please", "de", "en"),
        ("Ich: hello, und hallo!", "en", "de"), ("zurück", "en", "de"),
    ):  # fmt: skip
        assert commands.language(text, otherwise) == language, text


def test_what_is_opened_is_read_from_its_end() -> None:
    def asked(text: str) -> tuple[str, ...]:
        return tuple(str(commands._asked(text)[key]) for key in ("game", "seats", "variant", "deadline"))

    assert asked("snail-trail") == ("snail-trail", "2", "", "")
    assert asked("snail-trail deadline 5d") == ("snail-trail", "2", "", "5d")
    assert asked("snail-trail frist 5d für 2") == ("snail-trail", "2", "", "5d")
    assert asked("snakey dice for 5") == ("snakey-dice", "5", "", "")
    assert asked("fox-and-geese variante asalto") == asked("asalto") == ("fox-and-geese", "2", "asalto", "")
    for wrong, why in (
        ("for 2", "there is no game 'for 2'"),  # and not of no name at all
        ("snail-trail for 1", "is not for 1 players"),
        ("snail-trail for 3", "is not for 3 players"), ("snakey-dice for 1", "is not for 1 players"),
        ("snail-trail deadline soon", "soon"),
    ):  # fmt: skip
        with pytest.raises(UserError, match=why):
            commands._asked(wrong)


def test_an_open_match_as_its_lines_tell_it() -> None:
    given = json.dumps({"game": "the-game", "seats": 3, "variant": "", "deadline": "2d"})
    lines = list[Line]()

    def after(kind: log.Kind, member: int = 0, seat: int | None = None, match: str = "m") -> opens.Open:
        text = given if kind == "open" else ""
        lines.append(Line(len(lines), stamp(NOW), kind, match=match, member=member, seat=seat, text=text))
        return opens.found(lines)["m"]

    assert after("open", 1) == opens.Open("m", "the-game", 3, "", "2d", stamp(NOW), (1,)) and lines
    assert after("join", 2).players == (1, 2) and after("join", 2, match="other").free == 1
    assert after("wait", 4).waiting == (4,) and after("wait", 5).waiting == (4, 5)
    one = after("join", 4)
    assert (one.players, one.waiting, one.free, one.open) == ((1, 2, 4), (5,), 0, True)
    one = after("withdraw", 2)
    assert (one.players, one.waiting) == ((1, 4), (5,)) and after("withdraw", 5).waiting == ()
    after("join", 3)
    after("wait", 6)
    one = after("full")
    assert (one.begun, one.closed, one.open) == (True, False, False)
    one = after("takeover", 6, 1)
    assert (one.players, one.waiting, one.earlier, one.begun) == ((1, 6, 3), (), (4,), True)
    one = after("takeover", 7, 0)
    assert (one.players, one.earlier) == ((7, 6, 3), (4, 1)) and after("answer", 7) == one
    lines = [Line(0, stamp(NOW), "join", match="m"), Line(1, stamp(NOW), "open", match="m", member=1, text=given)]
    one = after("closed")
    assert (one.begun, one.closed, one.open, one.players) == (False, True, False, (1,))


def test_who_stands_by_and_who_is_away_as_lines_tell_it() -> None:
    lines = [
        Line(n, stamp(NOW + n * DAY), kind, member=member, text=text)
        for n, (kind, member, text) in enumerate((
            ("standby", 1, "a"), ("standby", 2, "b"), ("standby", 3, "a"), ("standby", 1, "c"), ("takeover", 2, ""),
            ("standby", 3, ""), ("takeover", 4, ""), ("join", 1, ""),
        ))
    ]  # fmt: skip
    ready = [opens.standing_by(lines[:n]) for n in range(len(lines) + 1)]
    assert ready == [
        {}, {1: "a"}, {1: "a", 2: "b"}, {1: "a", 2: "b", 3: "a"}, {2: "b", 3: "a", 1: "c"}, {3: "a", 1: "c"},
        {1: "c"}, {1: "c"}, {1: "c"},
    ]  # fmt: skip
    assert [*ready[4]] == [2, 3, 1], "who has asked anew is last"
    days = ("2026-11-20 2026-11-23", "2026-11-24 2026-11-30", "2026-12-01 2026-12-02", "2026-11-25 2026-11-25")
    said = [Line(n, stamp(NOW), "vacation", member=1, text=text) for n, text in enumerate((*days, "none"))]
    one, two, three, four = (tuple(map(date.fromisoformat, text.split())) for text in days)
    assert opens.vacations(said[:4]) == {1: [one, two, three, four]}
    assert opens.vacations(said) == {1: [one, (two[0], two[0])]}, "from today on who is back is here"
    assert opens.vacations(said[4:]) == {1: []}


def test_an_id_and_a_seat_are_kept_as_long_as_they_are_asked_for(club: Said) -> None:
    club.opened("the-game-1", ANN)
    found(club.path, "the-game-2", Seat("Ann"), Seat("Ben"), slug="snail-trail")
    club.matches.look()
    assert opens.new_id(club.club, club.matches, "the-game") == "the-game-3"
    for ago, match in ((2 * timedelta(hours=1) - SECOND, "the-game-1"), (timedelta(), "other"), (DAY, "the-game-1")):
        club.line("asked", match=match, ago=ago)
    one = opens.found(club.lines)["the-game-1"]
    assert opens.kept(club.club, one, NOW) == 1 and opens.kept(club.club, one, NOW + SECOND) == 0
    assert club.did("join the-game-1", BEN)[0] == "wait"
    club.line("member", BEN, of=1)
    assert opens.kept(club.club, one, NOW) == 0 and club.did("join the-game-1", BEN)[0] == "join"
    club.line("standby", CEM, text="snail-trail")
    club.line("standby", ANN, text="snail-trail")
    club.line("standby", DORA, text="the-game")
    club.line("wait", BEN, "the-game-1")
    assert opens.ready(club.club, opens.found(club.lines)["the-game-1"]) == [BEN, CEM]


def test_addresses_of_who_is_no_member_are_forgotten_after_three_days_or_the_last_letter(
    begin: Callable[..., Any],
) -> None:
    with begin() as club:
        asked = {n: {"address": f"s{n}@example.org", "language": "en"} for n in range(3)}
        log.Members(club.club.folder).keep({}, asked)
        for kind, member, ago, of in (
            ("stranger", 0, 3 * DAY, None),
            ("stranger", 0, 3 * DAY - SECOND, None),
            ("stranger", 0, DAY, None),
            ("member", ANN, DAY, 2),
            ("goodbye", BEN, 3 * DAY, None),
            ("goodbye", CEM, DAY, None),
            ("goodbye", DORA, DAY, None),
        ):
            club.club.log.add(kind, NOW - ago, member=member, of=of, text="help" if of else "")
        Postings(club.club.folder).write(log.letter(5, "MEMBER"), alias(CEM), "sent", NOW)
    (line,) = commands.carry_out(club.matches, NOW)
    assert (line.kind, line.text, line.of) == ("answer", "help", 3) and not commands.carry_out(club.matches, NOW)
    book = log.Members(club.club.folder)
    assert [*book.asked] == ["1"] and [*book.members] == ["1", "4"]


@pytest.fixture
def referee(begin: Callable[..., Any]) -> Iterator[Said]:
    """A club of two referees with a match of Ann and Ben."""
    with begin(referee=("carla@example.org", "hugo@example.org")) as club:
        found(club.path, "on", Seat("Ann", "ann@example.org"), Seat("Ben", "ben@example.org"), slug="snail-trail")
        club.matches.look()
        yield club


CARLA = "carla@example.org"


def ordered(
    club: Said, text: str, match: str = "on", subject: str = "hello", line: Line | None = None
) -> list[log.Act]:
    return orders._acts(
        club.club, club.matches, message.read(mail(f"match {match}\n{text}" if match else text, CARLA, subject)), line
    )


def test_an_order_is_carried_out_of_a_referee_alone_and_where_the_match_is(referee: Said) -> None:
    club, line = referee.club, referee.line("email", who=referee.club.who(CARLA))
    (act,) = ordered(referee, "say all: Hello")
    assert not act.refused and not act.waits
    for who, match, refused in (
        ("carla@example.org", "gone", ("match", "there is no match 'gone' here", "", "")),
        ("nobody@example.org", "on", ("seat", "this address is not a referee's any more", "ask another referee", "")),
    ):
        made = orders._carried_out(club, referee.matches, line._replace(who=club.who(who)), act._replace(match=match))
        assert [tuple(one) for one in made.refused] == [(0, *refused)]
    again = act._replace(refused=(Refusal(0, "notation", "no"),))
    assert orders._carried_out(club, referee.matches, line, again) == again
    assert orders._carried_out(club, referee.matches, line, act) == act
    lines = len(referee.matches.folder("on").log.lines)
    assert orders._carried_out(club, referee.matches, line, act) == act, "it is done already"
    assert len(referee.matches.folder("on").log.lines) == lines
    (bad,) = ordered(referee, "award Zoe")
    (refused,) = orders._carried_out(club, referee.matches, line, bad).refused
    assert "Zoe" in refused.reason
    own = settings.Settings(referee=("ann@example.org",))
    playing = log.Club(club.folder, own, ())
    (refused,) = orders._carried_out(
        playing, referee.matches, line._replace(who=club.who("ann@example.org")), act
    ).refused
    assert tuple(refused) == (0, "seat", "you play in this match", "ask another referee", "")
    log_file = referee.path / "on" / "log.jsonl"
    log_file.write_bytes(b"{}\n" + log_file.read_bytes())
    (refused,) = orders._carried_out(club, Matches(referee.path), line, act).refused
    assert refused.kind == "match" and refused.line == 0 and refused.reason
    referee.matches.look()
    (refused,) = ordered(referee, "hold")[0].refused
    assert refused.kind == "match" and refused.line == 0 and refused.reason and not ordered(referee, "hold")[0].orders


def test_what_an_email_of_the_referee_s_orders(referee: Said) -> None:
    question = referee.line("question", match="on", seat=1)
    digest = referee.line("digest")

    def acts(text: str, match: str = "", **more: Any) -> list[tuple[str, list[str], int, bool]]:
        made = [one for one in ordered(referee, text, match, **more) if not one.refused]
        for number, one in enumerate(made):
            assert one.orders.split("\n")[-1].startswith(orders.BY_EMAIL) and one.orders.endswith(f"-{number}")
        return [(one.match, one.orders.split("\n")[:-1], one.answer, one.waits) for one in made]

    assert (
        acts("hold", "on")
        == acts("hold", subject="[on]")
        == acts("hold", line=question)
        == [("on", ["hold"], 0, False)]
    )
    assert acts("hold", subject="[gone] [on]") == [("on", ["hold"], 0, False)], "the first that is here"
    assert acts("Extend  Ann 1 day", "on") == [("on", ["Extend Ann 1 day"], 0, False)]
    assert acts("You may.\n\nhold", line=question) == [("on", ["say Ben: You may.", "hold"], 1, False)]
    assert acts("You may:\nhold", line=question) == [("on", ["say Ben: You may:", "hold"], 1, False)]
    ((_, rows, count, _),) = acts("a " * 999, line=question)
    assert count == len(rows) and max(map(len, rows)) == orders.files.MOST_CHARACTERS - 4, (
        "`say Ben: ` and what is left"
    )
    for grave in ("award Ann", "abandon", "substitute Ann: Zoe <zoe@example.org>", "undo", "draw"):
        assert [waits for *_, waits in acts(grave, "on")] in ([True], []), grave
    assert acts("award Ann", "on")[0][3] and acts("undo", "on")[0][3]
    for text, more, why in (
        ("hold", {"line": digest}, "does not say for which match"),
        ("hold", {"match": "gone"}, "there is no match 'gone' here"),
        ("You may.", {"match": "on"}, "cannot tell whom this is for"),
        ("You may.", {"match": "on", "line": digest}, "cannot tell whom this is for"),
        ("You may\nhold", {"line": question}, "may be an order"),
    ):
        (act,) = ordered(referee, text, **{"match": "", **more})
        assert [refused.line for refused in act.refused] == [0] and why in act.refused[0].reason
    found(referee.path, "off", Seat("Ann", "ann@example.org"), Seat("Ben", "ben@example.org"), slug="snail-trail")
    referee.matches.look()
    (act,) = ordered(referee, "hold", "off", line=question)
    assert [tuple(one) for one in act.refused] == [
        (0, "match", "the code of your email is for on alone", "answer a letter about off", "")
    ]
    assert ordered(referee, "hold", "ON", line=question)[0].refused == ()
    assert [one.match for one in ordered(referee, "hold\nmatch off\nresume", "on", line=digest)] == ["on", "off"]


def test_a_yes_is_no_order(referee: Said) -> None:
    act = log.Act("on", "award A", waits=True)
    for kind, acts in (("email", (act,)), ("locked", ())):
        line = referee.line(kind, acts=acts)
        for text, left in (("yes", []), ("no", []), ("Ja", []), ("yes\nhold", ["hold"]), ("hold\nyes", ["hold"])):
            made = ordered(referee, text, "" if kind == "email" else "on" if left else "", line=line)
            rows = [one.orders.split("\n")[0] for one in made if one.orders]
            assert rows == left or (text == "hold\nyes" and made[0].refused), (kind, text)
    other = log.Act("off", "hold", waits=True)
    for acts, bound in (((act,), "on"), ((act, act), "on"), ((act, other), ""), ((), "")):
        (made,) = (
            ordered(referee, "yes\nhold", "", line=referee.line("done", acts=acts))
            if not acts
            else ordered(referee, "hold", "", line=referee.line("email", acts=acts))
        )
        assert made.match == bound


def test_codes_of_letters_count_once_for_a_week_and_for_who_got_them(referee: Said) -> None:
    club = referee.club
    referee.line("question", match="on", ago=7 * DAY - SECOND)
    referee.line("join")
    referee.line("digest", ago=7 * DAY)
    code = {n: club.code(n, CARLA).partition("-")[2] for n in range(3)}
    assert [len(one) for one in code.values()] == [4] * 3

    def why(n: int, given: str, address: str = CARLA) -> str | None:
        found = club.answers(n, given, address, NOW)
        assert found is None or found[0] is referee.lines[n]
        return None if found is None else found[1]

    assert why(0, code[0]) == "" and why(0, code[0], "hugo@example.org") == "wrong" and why(0, "0000") == "wrong"
    assert why(1, code[1]) is None and why(3, code[0]) is None and why(2, code[2]) == "old"
    referee.line("email", of=0, who=club.who("hugo@example.org"))
    assert why(0, code[0]) == "", "another has answered, with another code"
    referee.line("locked", who=club.who(CARLA))
    assert why(0, code[0]) == "locked" and club.locked(club.who(CARLA)) and not club.locked("x")
    whole = club.code(5, CARLA)
    assert len(whole) == len("q5-0123-4567-89ab") and not club.locked(club.who(CARLA), 3)
    referee.line("help")
    assert why(5, club.code(5, CARLA).partition("-")[2]) == ""
    referee.line("opened", who=club.who(CARLA))
    assert why(0, code[0]) == "" and not club.locked(club.who(CARLA)) and club.locked(club.who(CARLA), 5)
    referee.line("email", of=0, who=club.who(CARLA))
    assert why(0, code[0]) == "used"
    referee.line("question", ago=timedelta())
    n = len(referee.lines) - 1
    referee.line("leaked", of=n, mail="a" * 64)
    assert why(n, club.code(n, CARLA).partition("-")[2]) == "used"
    assert not club.taken("a" * 64)
    referee.line("stranger", mail="b" * 64)
    assert club.taken("b" * 64) and not club.taken("c" * 64)
    assert club.referee(club.who(CARLA)) == CARLA and club.referee("x") == ""
    assert len(club.welcome(1, CARLA)) == len("j1-0123-4567")


def test_two_wrong_codes_a_day_lock_and_three_emails_without_one_are_asked_back(referee: Said) -> None:
    club, read = referee.club, message.read(mail("match on\nhold", CARLA))
    who = club.who(CARLA)
    referee.line("wrong", who=who, ago=DAY)
    referee.line("wrong", who="another")

    def kinds(count: int) -> list[str]:
        return [line.kind for line in referee.lines[-count:]]

    orders._wrong(club, read, NOW)
    assert kinds(1) == ["wrong"]
    orders._wrong(club, read, NOW)
    assert kinds(2) == ["wrong", "locked"]
    orders._wrong(club, read, NOW)
    assert kinds(2) == ["wrong", "locked"], "nothing more is written down"
    referee.line("opened", who=who)
    orders._wrong(club, read, NOW)
    assert kinds(2) == ["opened", "wrong"], "they are counted anew"
    referee.line("email", who=who, text="", ago=timedelta())
    referee.line("email", who=who, text="none", ago=DAY)
    for number in range(4):
        made = orders._unproved(club, referee.matches, read, None, NOW)
        assert [(part.verdict, part.match) for part in made] == [("unproved", "on" if number < 3 else "")]
    assert kinds(3) == ["email"] * 3
    assert all(act.waits and act.orders for line in referee.lines[-3:] for act in line.acts)
    referee.line("locked", who="another")
    empty = message.read(mail("match on\nhello", "hugo@example.org"))
    assert [part.match for part in orders._unproved(club, referee.matches, empty, None, NOW)] == [""]


def test_what_is_said_of_a_day_lasts_a_day(club: Said) -> None:
    for who, ago in (("a", DAY - SECOND), ("a", DAY), ("b", timedelta())):
        club.line("trouble", who=who, text=who, ago=ago)
    assert [line.n for line in club.club.lately("trouble", NOW)] == [0, 2]
    assert [line.n for line in club.club.lately("trouble", NOW, "a")] == [0]
    assert list(club.club.trouble("a", NOW)) == [] and [line.text for line in club.club.trouble("c", NOW)] == ["c"]
    assert len([*club.club.trouble("a", NOW + SECOND)]) == 1


def test_a_name_is_one_that_nobody_has_or_seems_to_have(club: Said) -> None:
    book = log.Members(club.club.folder)
    assert [book.named(wish) for wish in ("Zoe", "ann", "\uff21nn", "all", "referee", "x" * 31, "zoe@x", "a:b")] == [
        "Zoe", "ann 2", "\uff21nn 2", "Player", "Player", "x" * 30, "zoe", "Player",
    ]  # fmt: skip
    book.keep({5: {"address": "ann@EXAMPLE.org", "name": "Ann 2"}, 6: {"address": "x", "name": "Player"}}, {})
    assert (book.named("Ann"), book.named("all")) == ("Ann 3", "Player 2")
    assert (book.number("ann@example.org"), book.number("nobody@example.org")) == (5, None)
    assert book.of(9) == {} and book.hidden == set()
    book.keep({5: book.of(5) | {"public": "no"}, 6: book.of(6) | {"public": "yes"}}, {7: {"address": "s"}})
    again = log.Members(club.club.folder)
    assert again.hidden == {alias(5)} and again.asked == {"7": {"address": "s"}}
    again.forget({7}, {6})
    assert (again.asked, 6 in map(int, again.members), 5 in map(int, again.members)) == ({}, False, True)


def examined(text: str) -> settings.Settings | list[str]:
    """The settings of a file, or what is wrong with it."""
    taken, problems = toml_file.examine(text, "club.toml", settings._taken)
    return [str(problem) for problem in problems] if taken is None else taken


SEASON = '[club]\n[[season]]\nid = "autumn"\ngame = "snail-trail"\nnames-until = "2026-12-01"\n'


def test_settings_and_what_they_are_where_nothing_is_said() -> None:
    assert examined("[club]\n") == settings.Settings()
    season = Season("autumn", "snail-trail", "2026-12-01", group=40)
    for more, made in (
        ("", season),
        ("both-sides = true\n", season._replace(both=True)),
        ('round = "7d"\ngroups = 3\n', season._replace(every=7, group=3)),
        ("groups = 40\n", season),
        ('deadline = "2d"\n', season._replace(deadline="2d")),
        ('form = "swiss"\nrounds = 2\n', season._replace(rounds=2)),
        ('form = "swiss"\nrounds = 9\nround = "1d"\n', season._replace(rounds=9, every=1)),
    ):
        taken = examined(SEASON + more)
        assert isinstance(taken, settings.Settings) and taken.seasons == (made,), (more, taken)
    rungs = examined('[club]\n[[season]]\nid = "rungs"\ngame = "asalto"\nform = "ladder"\n')
    assert isinstance(rungs, settings.Settings)
    assert rungs.seasons == (Season("rungs", "fox-and-geese", "", "asalto", ladder=True),)
    given = examined(
        '[club]\nname = "\u00c4"\nreferee = ["a@b.org"]\ndigest = "none"\njoining = "open"\nzone = "Europe/Berlin"\n'
        'vacation = 366\n[terms]\ndeadline = "1d"\n'
    )
    assert given == settings.Settings(
        "\u00c4",
        ("a@b.org",),
        zone="Europe/Berlin",
        digest="",
        joining="open",
        terms=(("deadline", "1d"),),
        vacation=366,
    )
    assert isinstance(given, settings.Settings) and examined(settings.shipped(given)) == given
    assert examined(settings.shipped(settings.Settings())) == settings.Settings()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"[club]\nreferee = {[f'r{n}@example.org' for n in range(11)]}\n", "these are too many; at most 10"),
        ('[club]\nreferee = ["a"]\n', "'a' is not an email address"),
        ('[club]\nvacation = 367\n', "366"),
        ('[club]\nvacation = -1\n', "vacation"),
        ('[club]\ndigest = "24:00"\n', "'24:00' is not a time"),
        ('[club]\ndigest = "7:00"\n', "'7:00' is not a time"),
        ('[club]\nzone = "Mars"\n', "Mars"),
        ('[club]\njoining = "maybe"\n', "joining"),
        (f'[club]\nname = "{"x" * 61}"\n', "60"),
        ('[club]\n[terms]\ndeadline = "soon"\n', "soon"),
        (SEASON + SEASON.partition("\n")[2], "autumn stands here twice"),
        (SEASON.replace("autumn", "a"), "'a' cannot be the id of a season"),
        (SEASON.replace("autumn", "a" * 21), "cannot be the id of a season"),
        (SEASON.replace("2026-12-01", "soon"), "'soon' is not a date"),
        (SEASON + 'round = "7h"\n', "'7h' is not a number of days"),
        (SEASON + 'round = "often"\n', "'often' is not a number of days"),
        (SEASON + 'deadline = "soon"\n', "soon"),
        (SEASON + "groups = 2\n", "groups"),
        (SEASON + "groups = 41\n", "groups"),
        (SEASON + "rounds = 5\n", "rounds"),
        (SEASON + 'form = "swiss"\n', "rounds is missing"),
        (SEASON + 'form = "swiss"\nrounds = 1\n', "rounds"),
        (SEASON + 'form = "swiss"\nrounds = 10\n', "rounds"),
        (SEASON + 'form = "swiss"\nrounds = 5\ngroups = 4\n', "groups"),
        (SEASON + 'form = "ladder"\n', "names-until"),
    ],
)  # fmt: skip
def test_settings_that_cannot_be(text: str, why: str) -> None:
    said = examined(text)
    assert isinstance(said, list) and len(said) == 1 and why in said[0], said


def test_a_file_of_settings_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    assert settings.found(tmp_path) is None
    file = tmp_path / "club.toml"
    file.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(UserError, match="the settings cannot be read: it is not UTF-8"):
        settings.found(tmp_path)
    file.write_text("[club]\nvacation = 1000\n")
    with pytest.raises(UserError, match="vacation"):
        settings.found(tmp_path)
    file.write_text("[club]\nvacation = 7\n")
    good = settings.Settings(vacation=7)
    assert settings.found(tmp_path) == (good, ())
    file.write_text("[club]\nvacation = 1000\n")
    taken, (problem,) = settings.found(tmp_path) or (None, ())
    assert taken == good and "vacation" in str(problem)
    file.unlink()
    file.mkdir()
    with pytest.raises(UserError, match="the settings cannot be read: this is not a file"):
        settings.found(tmp_path)
    with pytest.raises(UserError, match="366"):
        settings.begin(tmp_path / "new", settings.Settings(vacation=367))


def played(club: Said, **more: Any) -> seasons.Played:
    """A drawn season of Ann, Ben, Cem and Dora, and what was settled of it: winners by the numbers of matches."""
    players, winners, left = (ANN, BEN, CEM, DORA), more.pop("winners", {}), more.pop("left", {})
    season = Season("s", "snail-trail", "2026-12-01", **more)
    results = {f"s-{n}": (who, line) for n, (who, line) in winners.items()}
    return seasons.Played(season, "", players, (players,), stamp(NOW), results=results, left=left)


def test_what_is_left_of_a_season_when_somebody_leaves(club: Said) -> None:
    one = played(club)
    assert [(each.round, each.first, each.second) for each in one.pairings()] == [
        (1, ANN, DORA), (1, BEN, CEM), (2, DORA, CEM), (2, ANN, BEN), (3, BEN, DORA), (3, CEM, ANN),
    ]  # fmt: skip
    twice = played(club, both=True).pairings()
    assert [each.round for each in twice] == [n for n in range(1, 7) for _ in range(2)]
    assert [(each.second, each.first) for each in twice[6:]] == [(each.first, each.second) for each in twice[:6]]
    assert (
        not one.settled()
        and one.open is False
        and [match.id for match in one.opened()] == [f"s-{n}" for n in range(1, 7)]
    )
    assert one.winner(one.pairings()[0]) is None and not one.struck()
    for over, struck in (({1: (ANN, 5)}, {ANN}), ({1: (ANN, 5), 4: (BEN, 6)}, set()), ({1: (0, 5), 4: (0, 8)}, {ANN})):
        gone = played(club, winners=over, left={ANN: 8})
        assert gone.struck() == struck and played(club, rounds=3, winners=over, left={ANN: 8}).struck() == set()
        assert gone.winner(gone.pairings()[0]) == over[1][0]
        assert gone.winner(gone.pairings()[5]) == CEM and gone.winner(gone.pairings()[1]) is None
    both = played(club, left={ANN: 8, DORA: 9}, winners={2: (BEN, 5), 3: (0, 5)})
    assert both.winner(both.pairings()[0]) is None and not played(club, left={ANN: 8}, winners={2: (BEN, 5)}).settled()
    assert both.settled() is True


def test_when_a_season_s_names_close_and_its_rounds_begin(club: Said) -> None:
    one = played(club, every=7)
    assert [seasons.begins(one, each) - NOW for each in one.pairings()[::2]] == [0 * DAY, 7 * DAY, 14 * DAY]
    for zone, hours in (("UTC", 0), ("Europe/Berlin", -1), ("America/New_York", 5)):
        closes = moment("2026-12-02T00:00:00+00:00") + timedelta(hours=hours)
        assert seasons.until(one, zone) == closes
        assert seasons.until(one._replace(put_off=2), zone) == closes + 14 * DAY
    said = {None: ".", 0: "0", 1: "\u00bd", 2: "1", 3: "1\u00bd", 4: "2", 21: "10\u00bd"}
    assert {halves: seasons.points(halves) for halves in said} == said


def test_a_season_with_too_few_names_is_put_off_twice_and_then_called_off(club: Said) -> None:
    season = Season("s", "snail-trail", "2026-12-01")
    lot = seasons._lot(club.club, season, 0)
    assert log.digest(lot.encode()) == seasons._lot(club.club, season, -1)
    club.line("season", match="s", text=canonical(write(season)), head=seasons._lot(club.club, season, -1))
    for who in (ANN, BEN):
        club.line("join", who, "s")
    for kind in ("later", "later", "closed"):
        (line,) = seasons._closed(club.club, club.matches, seasons.found(club.lines)["s"], NOW)
        assert (line.kind, line.match) == (kind, "s")
    club.lines.pop()
    club.line("join", CEM, "s")
    one = seasons.found(club.lines)["s"]
    assert (one.put_off, one.open, one.over) == (2, True, False)
    (line,) = seasons._closed(club.club, club.matches, one, NOW)
    told = json.loads(line.text)
    assert line.kind == "draw" and told == {"lot": lot, "players": seasons.drawn(lot, (ANN, BEN, CEM))}
    swiss = season._replace(rounds=3)
    lots = [seasons._lot(club.club, swiss, number) for number in range(-1, 4)]
    assert [log.digest(lot.encode()) for lot in lots[1:]] == lots[:-1]


def test_the_table_is_sent_once_a_week_where_it_has_changed(club: Said) -> None:
    def kinds(one: seasons.Played, now: Any) -> list[str]:
        return [line.kind for line in seasons._told(club.club, one, now)]

    some = played(club, winners={1: (ANN, 5)})
    assert kinds(some, NOW + 7 * DAY) == ["table"] and kinds(some, NOW + 7 * DAY - SECOND) == []
    assert kinds(played(club), NOW + 8 * DAY) == []
    sent = some._replace(told=(stamp(NOW + DAY), 5))
    assert kinds(sent, NOW + 9 * DAY) == [] and kinds(sent._replace(told=(stamp(NOW + DAY), 4)), NOW + 8 * DAY) == [
        "table"
    ]
    assert kinds(sent._replace(told=(stamp(NOW + DAY), 4)), NOW + 8 * DAY - SECOND) == []
    assert kinds(played(club, winners={n: (0, n) for n in range(1, 7)}), NOW) == ["final"]


def table(players: int, rounds: int = 0, who: int = 1, **more: Any) -> tuple[str, list[str], list[bool]]:
    """A table as a letter shows it: its head, its rows, and of each whether its player has left."""
    group, season = tuple(range(1, players + 1)), Season("s", "snail-trail", "", rounds=rounds)
    name, drawn = more.pop("name", 30), more.pop("drawn", ())
    one = seasons.Played(season, "", group, (group,), stamp(NOW), rounds=drawn, **more)
    made = letters._table(one, group, {each: f"{each:02}{'n' * name}"[:name] for each in group}, who)
    return made["head"], [row["text"] for row in made["rows"]], [row["left"] for row in made["rows"]]


def test_a_table_has_72_columns_and_results_of_twelve_at_most() -> None:
    name, other = "01" + "n" * 18, "02" + "n" * 18
    head, rows, left = table(12)
    assert head == " " * 25 + "".join(f"{n:>3}" for n in range(1, 13)) and left == [False] * 12
    assert rows[0] == f"> 1 {name}   x{'  .' * 11}     0" and len(rows[0]) == 67
    head, rows, _ = table(13, who=2)
    assert head == " " * 25 and rows[:2] == [f"  1 {name}      0", f"> 1 {other}      0"]
    assert table(3, name=5, results={"s-1": (3, 9), "s-2": (0, 9), "s-3": (1, 9)}) == (
        " " * 10 + "  1  2  3",
        ["> 1 01nnn   x  1  \u00bd    1\u00bd", "  2 03nnn   0  x  1     1", "  3 02nnn   \u00bd  0  x     \u00bd"],
        [False] * 3,
    )
    _, rows, left = table(3, name=5, results={"s-1": (3, 9)}, left={3: 12})
    assert rows[1] == "  2 03nnn   0  x  1     1" and left == [False, True, False]


@pytest.mark.parametrize(("rounds", "width"), [(2, 20), (6, 20), (7, 19), (9, 11)])
def test_a_swiss_table_has_whom_each_has_met_and_fits(rounds: int, width: int) -> None:
    pairs = (((1, 2), (3, 4)), ((1, 3), (4, 0)))
    head, rows, _ = table(4, rounds, drawn=pairs, results={"s-1": (1, 9), "s-2": (0, 9)})
    assert head == " " * (width + 5) + "   1   2"
    assert rows == [
        f"{row[:4]}{row[4:6]}{'n' * (width - 2)} {row[6:]}"
        for row in (
            "  1 04  3=   +    1\u00bd         2",
            "> 2 01  4+  3*     1         0",
            "  3 03  1=  2*     \u00bd        1\u00bd",
            "  4 02  2-         0         1",
        )
    ]
    assert width + 5 + 4 * rounds + 16 <= 72
    assert [letters._result(winner, 1) for winner in (None, 1, 2, 0)] == ["", "won", "lost", "drawn"]


def test_a_letter_is_for_whom_its_line_is_about(referee: Said) -> None:
    club, both = referee.club, ("carla@example.org", "hugo@example.org")
    who = club.who("hugo@example.org")
    waits, done = log.Act("on", "award A", waits=True), log.Act("on", "hold")
    for kind, readers, more in (
        ("question", both, {}), ("help", both, {}), ("trouble", both, {}), ("digest", both, {}),
        ("digest", (), {"text": "none"}), ("locked", both[1:], {"who": who}), ("locked", (), {"who": "x"}),
        ("email", (), {"who": who, "acts": (done,)}), ("email", both[1:], {"who": who, "acts": (done, waits)}),
        ("done", both, {"who": who, "acts": (done,)}),
    ):  # fmt: skip
        assert letters._referees(club, referee.line(kind, **more)) == readers, (kind, more)  # type: ignore[arg-type]


def test_who_had_a_seat_is_told_unless_it_was_given_back(club: Said) -> None:
    club.opened("m", ANN, BEN, end="full")
    lines = [club.line("leave", ANN, "other"), club.line("takeover", CEM, "m", seat=0)]
    assert letters._replaced(club.club, lines[1]) == ANN
    assert letters._replaced(club.club, club.line("takeover", DORA, "m", seat=1)) == BEN
    assert letters._replaced(club.club, club.line("takeover", DORA, "none", seat=1)) == 0
    club.line("goodbye", BEN)
    assert letters._replaced(club.club, lines[1]) == ANN, "another has gone"
    club.line("leave", ANN, "m")
    assert letters._replaced(club.club, lines[1]) == 0


def test_the_desk_says_of_a_club_what_is_open_and_who_waits_for_an_answer(begin: Callable[..., Any]) -> None:
    with begin(zone="Europe/Berlin") as club:
        assert [*notices._club(club.club, club.matches, NOW, ())] == []
        club.opened("later", ANN)
        club.opened("full", ANN, BEN, end="full")
        club.opened("shut", ANN, end="closed")
        terms = {"game": "the-game", "seats": 2, "variant": "", "deadline": ""}
        club.line("open", BEN, "older", canonical(terms), ago=DAY)
        series(club)
        club.line("challenge", BEN, "rungs", "1")
        asked = club.line("question", match="none", ago=timedelta(hours=4) - SECOND)
        help = club.line("help", match="none", ago=DAY)
        club.line("email", of=club.line("question", match="none").n)
        club.line("done", of=club.line("help", match="none").n)
        for who, game in ((DORA, "the-game"), (CEM, "the-game"), (BEN, "asalto")):
            club.line("standby", who, text=game)
        for ago in (timedelta(), DAY - SECOND, DAY):
            club.line("stranger", ago=ago)
        club.line("member", DORA, of=club.line("asked", ago=DAY).n)
        for ago in (3 * DAY - SECOND, 3 * DAY):
            club.line("asked", ago=ago)
        arrived = [
            Arrival(0, "", received, "", "", (Part("stranger", match),))
            for received, match in (
                (stamp(NOW - DAY + SECOND), ""),
                (stamp(NOW - DAY), ""),
                (stamp(NOW), "m"),
                (stamp(NOW), "k"),
                ("", ""),
            )
        ]
        said = [
            "open: 2, the oldest since 2026-11-23, 13:00",
            "autumn, round 1: 0 of 1 over",
            "spring: 2 names, taken until 2026-12-01, 24:00",
            "rungs: 3 on the ladder, 1 challenge",
            "steps: 0 on the ladder, 0 challenges",
            f"question: q{asked.n} (none), for 3 h",
            f"needs help: q{help.n} (none), for 24 h",
            "strangers today: 3, 1 not answered",
            "standby: asalto 1, the-game 2",
            "codes pending: 1",
        ]
        assert [*notices._club(club.club, club.matches, NOW, arrived)] == said
        said[-3] = "strangers today: 2, all answered"
        assert [*notices._club(club.club, club.matches, NOW, ())] == said


def test_the_rounds_that_are_played_are_told_and_when_the_next_begins(club: Said) -> None:
    one = played(club, every=7, winners={1: (ANN, 1)})
    first, second = "round 1: 1 of 2 over", "round 2: 0 of 2 over"
    begins = [f"round {n}: begins 2026-{day}, 12:00" for n, day in enumerate(("11-24", "12-01", "12-08"), 1)]
    for later, said in (
        (-SECOND, begins[:1]),
        (timedelta(), [first, begins[1]]),
        (7 * DAY - SECOND, [first, begins[1]]),
        (7 * DAY, [first, second, begins[2]]),
        (14 * DAY, [first, second, "round 3: 0 of 2 over"]),
    ):
        assert [*notices._rounds(one, NOW + later, "UTC")] == said
    gone = played(club, winners={1: (ANN, 1), 2: (BEN, 2)}, left={ANN: 3})
    assert [*notices._rounds(gone, NOW, "UTC")] == ["round 2: 1 of 2 over", "round 3: 1 of 2 over"]
    assert [*notices._rounds(played(club, left={ANN: 3, DORA: 4}), NOW, "UTC")] == [first]


@pytest.fixture
def digest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    """The digest that is due now, and from which line to which it tells of each match; None if there is none."""

    def due(
        *before: tuple[Any, bool, tuple[tuple[str, int], ...]], now: Any = NOW, news: str = "m", **more: Any
    ) -> tuple[digests.Line, list[tuple[int, int]]] | None:
        lines = [
            digests.Line(n, stamp(at), "A@x", tuple(digests.Upto(*one) for one in told), silent)
            for n, (at, silent, told) in enumerate(before)
        ]
        over = more.get("over", ())

        @contextmanager
        def lent(match: str) -> Iterator[Any]:
            after = SimpleNamespace(outcome=match in over or None)
            log = SimpleNamespace(heads=[""] * 9, entry=lambda n: SimpleNamespace(after=after))
            yield SimpleNamespace(match=SimpleNamespace(id=match), log=log)

        def facts(item: Any, language: str) -> dict[str, Any]:
            kind = more.get("kind", "happened")
            return {"form": "", "happened": "", "press": ""} | {kind: item.match in news}

        monkeypatch.setattr(digests.Item, "facts", facts)
        wished = more.get("wished", stamp(NOW - 30 * DAY))
        rows: Any = [(match, Daily(0, "a@X", "13:00", "Europe/Berlin", n, wished)) for n, match in ((2, "m"), (4, "k"))]
        postings = more.get("postings") or Postings(tmp_path)
        with ExitStack() as stack:
            matches: Any = SimpleNamespace(lent=lent)
            line, items = digests._due(matches, rows, lines, postings, stack, now)
            return line and (line, [(item.since, item.lines) for item in items])

    return due


def test_a_digest_is_due_at_its_hour_and_tells_what_none_before_has(digest: Callable[..., Any]) -> None:
    """Noon, when it is 13:00 in Berlin."""
    both, mine = (("m", 5), ("k", 6)), (("m", 9),)
    assert digest() == (digests.Line(0, stamp(NOW), "a@X", mine), [(3, 9), (5, 9)])
    for kind in ("form", "press"):
        assert digest(kind=kind)[0].told == mine
    assert digest(wished=stamp(NOW + SECOND)) is None and digest(wished=stamp(NOW)) and digest(wished="")
    assert digest(now=NOW - SECOND)[0].at == stamp(NOW - DAY)
    yesterday = (NOW - DAY, False, both)
    assert digest((NOW, True, ())) is None and digest((NOW - SECOND, True, ()))
    assert digest(yesterday, (NOW - SECOND, True, ()), news="") == (
        digests.Line(2, stamp(NOW), "a@X", (), silent=True), [(5, 9), (6, 9)]
    )  # fmt: skip


def test_a_digest_that_was_begun_is_the_same_and_another_follows_once_it_has_gone(
    digest: Callable[..., Any], tmp_path: Path
) -> None:
    first, begun = (NOW - 2 * DAY, False, (("m", 4),)), (NOW - DAY, False, (("m", 7), ("k", 6)))
    line, spans = digest(first, begun)
    assert (line.n, line.at, spans) == (1, stamp(NOW - DAY), [(4, 7), (5, 6)]), (
        "it tells what it told when it was begun"
    )
    postings = Postings(tmp_path / "sent")
    (tmp_path / "sent").mkdir()
    name = log.letter(1, "DAILY").replace("-club", "")
    for what, n in (("begun", 1), ("deferred", 1), ("sent", 2)):
        postings.write(name, "A@x", what, NOW)  # type: ignore[arg-type]
        line, spans = digest(first, begun, postings=postings)
        assert (line.n, spans) == (n, [(4, 7), (5, 6)] if n == 1 else [(7, 9), (6, 9)])


@pytest.mark.parametrize(("days", "told"), [(7, True), (8, True), (6, False)])
def test_after_a_week_of_silence_a_monday_brings_a_line(digest: Callable[..., Any], days: int, told: bool) -> None:
    monday = NOW - DAY
    old, silent = (monday - days * DAY, False, ()), (monday - DAY, True, ())
    assert digest(silent, now=monday, news="")[0].silent
    assert digest((monday - 20 * DAY, True, ()), old, silent, now=monday, news="")[0].silent is not told
    assert digest((monday - days * DAY, True, ()), silent, now=monday, news="")[0].silent is not told
    assert digest((monday - days * DAY, True, ()), silent, now=monday, news="", over=("m",))[0].told == (
        (("k", 9),) if told else ()
    )
    assert digest((monday - 20 * DAY, True, ()), silent, now=monday + DAY, news="")[0].silent
