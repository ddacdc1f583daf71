"""What a club makes of each wish: from the lines of its log alone, without a round of emails, and its limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from said import ANN, BEN, CEM, DAY, DORA, EVE, NAMES, NOW, SECOND, Said, begin as begin, club as club, series
from support import found, mail

from adjudicator.core import IllegalMove
from adjudicator.mail.club import commands, log, opens
from adjudicator.mail.club.log import Line, alias
from adjudicator.mail.inbound import message
from adjudicator.mail.outbound.delivery_log import Postings
from adjudicator.referee.records import Seat
from adjudicator.referee.terms import stamp
from printables.core import UserError


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
