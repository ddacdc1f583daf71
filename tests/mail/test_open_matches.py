"""Strangers become members of a club by email, open matches, join them and stand by; matches begin by themselves."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from lanes import THOROUGH, some
from support import Stopped, legal, mail, stops
from test_fetch import postfox
from test_referee_by_mail import CARLA, World

from adjudicator import games
from adjudicator.mail.club import commands, letters, log, notices, opens, overview
from adjudicator.mail.club.log import alias
from adjudicator.match import create, process, verify
from adjudicator.match.store.folders import Matches
from adjudicator.referee.seats import to_act
from adjudicator.referee.terms import stamp

EVE, FELIX, GUS = "Eve <eve@example.org>", "Felix <felix@example.net>", "Gus <gus@example.com>"


def text(club: Club, sender: str) -> str:
    """The last letter to a person, in a line."""
    return " ".join(str(club.letter(sender).get_body(("plain",)).get_content()).split())


class Club(World):
    """A club that anybody may join; its members by their first names."""

    def __init__(self, path: Path, **more: Any) -> None:
        path.mkdir(parents=True)
        super().__init__(path, **({"joining": "open"} | more))

    def write(self, text: str, sender: str, subject: str = "to the club", id: str = "") -> list[str]:
        return self.round(mail(text, sender, subject, id=id or f"{len(self.lines)}-{sum(map(ord, text + sender))}"))

    def letter(self, sender: str) -> Any:
        """The last letter to a person."""
        return self.boxes[re.sub(r".*<|>", "", sender)][-1]

    def joined(self, sender: str, wish: str = "help") -> None:
        """A stranger becomes a member."""
        self.write(f"How do I join? {len(self.lines)}", sender, "hello")
        self.write(wish, sender, f"Re: {self.letter(sender)['Subject']}")

    def move(self, match: str, *players: str) -> int:
        """Who is to move plays something; the seat. `players`: in order of seats."""
        folder = self.folder(match)
        (seat,) = to_act(folder.game, folder.standing())
        self.round(mail(legal(folder), players[seat], f"[{match}]", id="move"))
        assert self.folder(match).last.played
        return seat

    def count(self, kind: str) -> int:
        return sum(line.kind == kind for line in self.lines)


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path / "games")


def test_a_stranger_asks_joins_with_a_code_and_a_full_match_begins_by_itself(club: Club) -> None:
    assert club.write("How do I join?", EVE, "hello") == ["taken"]
    assert str(club.letter(EVE)["Subject"]).startswith("Open matches: 0, and how to play (j0-")
    club.write("open snail-trail deadline 5d", EVE, f"Re: {club.letter(EVE)['Subject']}")
    assert str(club.letter(EVE)["Subject"]) == "snail-trail-1 is open: waiting for 1 more"
    club.write("join snail-trail-1", FELIX)
    assert not (club.path / "snail-trail-1").exists(), "nothing happens before the code"
    assert "One reply to go" not in club.boxes and "confirm" in club.letter(FELIX).get_body(("plain",)).get_content()
    club.write("confirm", FELIX, f"Re: {club.letter(FELIX)['Subject']}")
    folder = club.folder("snail-trail-1")
    assert [(seat.name, seat.address) for seat in folder.match.seats] == [("Eve", alias(1)), ("Felix", alias(2))]
    assert folder.match.terms is not None and folder.match.terms.days == 5
    club.move("snail-trail-1", EVE, FELIX)
    assert not verify.verify(club.folder("snail-trail-1")).problems
    assert log.proved(Matches(club.path)) and club.count("full") == 1


def test_letters_of_a_match_are_in_the_language_that_a_member_joined_in(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    club.write("Hallo, wie kann ich mitspielen?", FELIX, "Frage")
    club.write("beitreten snail-trail-1", FELIX, f"Re: {club.letter(FELIX)['Subject']}")
    folder = club.folder("snail-trail-1")
    assert [letter.language for letter in folder.last.letters if letter.seat >= 0] == ["en", "de"]
    seat = club.move("snail-trail-1", EVE, FELIX)
    assert [letter.language for letter in club.folder("snail-trail-1").last.letters if letter.seat == 1 - seat]
    club.write("language en", FELIX, "[snail-trail-1]")
    club.move("snail-trail-1", EVE, FELIX)
    assert {letter.language for letter in club.folder("snail-trail-1").last.letters} == {"en"}
    assert not verify.verify(club.folder("snail-trail-1")).problems


def test_addresses_stand_in_one_file_alone(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    club.joined(FELIX, "join snail-trail-1")
    club.move("snail-trail-1", EVE, FELIX)
    club.write("resign", FELIX, "[snail-trail-1]")
    holding = [
        file.name for file in club.path.rglob("*") if file.is_file() and re.search(rb"eve@|felix@", file.read_bytes())
    ]
    assert holding == [log.BOOK]


def test_an_address_that_is_no_member_s_gets_one_answer_a_day(club: Club) -> None:
    assert [club.write(f"Hello {n}?", EVE)[0] for n in range(3)] == ["taken", "stranger", "stranger"]
    assert club.write("join snail-trail-1", EVE) == ["stranger"]
    club.now += timedelta(days=1, hours=1)
    assert club.write("Hello again?", EVE) == ["taken"]
    assert (
        sum(
            "eve@example.org" in str(letter["To"]) or "s" in str(letter["To"])
            for box in club.boxes.values()
            for letter in box
        )
        == 2
    )
    assert club.write("Out of office", "Bot <x@example.org>", "Automatic reply: away") != ["taken"]
    assert club.round(mail("Hello?", "Y <y@example.org>", "Hi", Auto_Submitted="auto-replied")) == ["automatic"]


def test_a_flood_of_strangers_is_answered_within_limits(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_OF_DOMAIN", 3)
    monkeypatch.setattr(commands, "MOST_STRANGERS", 5)
    verdicts = [club.write("Hello?", f"N <n{n}@example.org>")[0] for n in range(5)]
    verdicts += [club.write("Hello?", f"N <n{n}@example{n}.net>")[0] for n in range(4)]
    assert verdicts == ["taken"] * 3 + ["stranger"] * 2 + ["taken"] * 2 + ["stranger"] * 2


def test_a_club_that_is_closed_answers_no_stranger(tmp_path: Path) -> None:
    club = Club(tmp_path / "games", joining="closed")
    assert club.write("How do I join?", EVE, "hello") == ["no-match"] and not club.boxes and not club.lines


def test_a_code_of_somebody_else_a_guess_an_old_one_and_one_that_was_used_make_no_member(club: Club) -> None:
    club.write("Hello?", EVE)
    club.write("Hello?", FELIX)
    subject = str(club.letter(FELIX)["Subject"])
    assert club.write("help", EVE, f"Re: {subject}") == ["stranger"]
    assert club.write("help", EVE, "Re: (j0-0000-0000)") == ["stranger"]
    own = str(club.letter(EVE)["Subject"])
    club.write("help", EVE, f"Re: {own}")
    assert club.count("member") == 1
    club.write("list", EVE, f"Re: {own}")
    assert club.count("member") == 1 and club.lines[-2].kind == "said", "whoever is a member needs none"
    club.now += timedelta(days=commands.CODE_DAYS)
    club.write("help", FELIX, f"Re: {subject}")
    assert club.count("member") == 1


def test_of_two_who_want_the_last_seat_the_second_waits_and_gets_what_becomes_free(club: Club) -> None:
    club.joined(EVE, "open snakes-and-foxes")
    club.joined(FELIX)
    club.joined(GUS)
    wish = "join snakes-and-foxes-1"
    club.round(mail(wish, FELIX, "x", id="f1"), mail(wish, GUS, "x", id="g1"))
    assert str(club.letter(GUS)["Subject"]) == "Waiting list of snakes-and-foxes-1: place 1"
    assert [seat.name for seat in club.folder("snakes-and-foxes-1").match.seats] == ["Eve", "Felix"]
    club.now += timedelta(days=4)
    assert process.due(club.folder("snakes-and-foxes-1"), stamp(club.now), png=False)
    late = club.folder("snakes-and-foxes-1").last.after.desk.late[0].seat
    club.round()
    seats = club.folder("snakes-and-foxes-1").last.after
    assert seats.desk.names[late] == "Gus" and seats.addresses[late] == alias(3)
    club.round()
    assert club.count("takeover") == 1
    replaced = (EVE, FELIX)[late]
    assert str(club.letter(replaced)["Subject"]) == "Gus plays on for you in snakes-and-foxes-1"
    assert "passed without a word from you" in text(club, replaced)


def test_who_had_a_seat_that_another_has_is_told_once_a_day_and_the_other_hears_nothing(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    club.joined(FELIX, "join snail-trail-1")
    club.joined(GUS, "standby snail-trail")
    first = club.move("snail-trail-1", EVE, FELIX)
    club.now += timedelta(days=4)
    process.due(club.folder("snail-trail-1"), stamp(club.now), png=False)
    club.round()
    replaced, lines = (EVE, FELIX)[1 - first], len(club.folder("snail-trail-1").log.lines)
    letters = len(club.boxes["gus@example.com"])
    assert club.write("move d4", replaced, "[snail-trail-1]") == ["taken"]
    assert "You no longer play in snail-trail-1" in text(club, replaced)
    assert club.write("move d5", replaced, "[snail-trail-1]") == ["loop"]
    club.now += timedelta(days=1)
    assert club.write("move d6", replaced, "Re: [snail-trail-1] Your move") == ["taken"]
    assert club.count("answer") == 2 and len(club.boxes["gus@example.com"]) == letters
    assert club.write("say all: hello", GUS, "[snail-trail-1]") == ["taken"]
    assert len(club.folder("snail-trail-1").log.lines) == lines + 1


def test_who_writes_too_many_lines_is_told_once_a_day(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_COMMANDS", 2)
    club.joined(EVE, "list")
    assert [club.write(f"name Eve{n}", EVE)[0] for n in range(4)] == ["taken", "taken", "taken", "loop"]
    assert "more today than the club takes" in text(club, EVE) and club.count("named") == 2
    club.now += timedelta(days=1)
    assert club.write("list", EVE) == ["taken"] and str(club.letter(EVE)["Subject"]).startswith("Open matches")


def test_who_opens_a_match_that_begins_at_once_gets_no_letter_that_it_is_open(club: Club) -> None:
    club.joined(EVE)
    club.joined(FELIX)
    club.round(mail("open snail-trail", EVE, "x", id="e"), mail("join snail-trail-1", FELIX, "x", id="f"))
    assert club.count("full") == 1
    assert not [letter for letter in club.boxes["eve@example.org"] if "is open" in str(letter["Subject"])]


def test_a_letter_does_not_begin_with_the_name_of_a_match_in_capitals(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    club.joined(FELIX, "join snail-trail-1")
    club.joined(GUS, "join snail-trail-1")
    assert "snail-trail-1 has begun. You are number 1" in text(club, GUS)


def test_an_email_on_standard_input_is_carried_out_for_the_club_too(club: Club) -> None:
    club.joined(EVE)
    given = ("mail", "fetch", "--stdin", "--matches", str(club.path))
    done = postfox(*given, stdin=mail("open snail-trail", EVE, "to the club"))
    assert done.returncode == 0 and done.stderr == b"" and b"snail-trail-1: open" in done.stdout
    assert club.count("open") == 1


def test_who_stands_by_takes_the_seat_of_who_never_came(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    club.joined(GUS, "standby snail-trail")
    assert str(club.letter(GUS)["Subject"]) == "Standing by for Snail Trail"
    club.joined(FELIX, "join snail-trail-1")
    first = club.move("snail-trail-1", EVE, FELIX)
    club.now += timedelta(days=4)
    process.due(club.folder("snail-trail-1"), stamp(club.now), png=False)
    club.round()
    assert club.folder("snail-trail-1").last.after.desk.names == (("Eve", "Gus") if first == 0 else ("Gus", "Felix"))
    assert not opens.standing_by(club.lines)


def test_a_running_match_is_handed_over_or_where_nobody_stands_by_given_up(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    club.joined(FELIX, "join snail-trail-1")
    club.write("leave snail-trail-2", FELIX)
    assert str(club.letter(FELIX)["Subject"]) == "Not done: snail-trail-2"
    club.joined(GUS, "standby snail-trail")
    club.write("leave snail-trail-1", FELIX, "Re: [snail-trail-1] Your move")
    assert str(club.letter(FELIX)["Subject"]) == "[snail-trail-1] Resign, or hand over?"
    assert club.folder("snail-trail-1").last.after.desk.names == ()
    club.write("hand over", FELIX, f"Re: {club.letter(FELIX)['Subject']}")
    assert "Gus plays on in your place" in text(club, FELIX)
    assert club.folder("snail-trail-1").last.after.desk.names == ("Eve", "Gus")
    club.move("snail-trail-1", EVE, GUS)
    club.write("verlasse snail-trail-1", GUS)
    assert "Nobody stands by for that game now" in text(club, GUS)
    subject = f"Re: {club.letter(GUS)['Subject']}"
    club.write("gib weiter", GUS, subject)
    assert "so it is still yours" in text(club, GUS) and club.folder("snail-trail-1").last.after.outcome is None
    club.write("resign", GUS, subject)
    assert club.folder("snail-trail-1").last.after.outcome.winners == (0,)
    assert not verify.verify(club.folder("snail-trail-1")).problems


def test_who_says_goodbye_is_asked_once_and_forgotten(club: Club, tmp_path: Path) -> None:
    club.joined(EVE, "open snail-trail")
    club.joined(FELIX, "join snail-trail-1")
    club.joined(GUS, "standby the-game")
    club.write("open snail-trail", FELIX)
    club.write("open the-game", EVE)
    club.write("join the-game-1", FELIX)
    club.write("goodbye", FELIX)
    assert "goodbye yes" in text(club, FELIX) and not club.count("goodbye")
    club.write("goodbye yes", FELIX)
    assert str(club.letter(FELIX)["Subject"]) == "Goodbye" and club.count("withdraw") == 1
    assert [(line.match, line.text) for line in club.lines if line.kind == "leave"] == [
        ("snail-trail-1", ""),
        ("the-game-1", "Gus"),
    ]
    letters = len(club.boxes["felix@example.net"])
    club.round()
    assert b"felix@" not in b"".join(file.read_bytes() for file in club.path.rglob("*") if file.is_file())
    club.now += timedelta(days=1, hours=1)
    club.move("the-game-1", EVE, GUS)
    assert len(club.boxes["felix@example.net"]) == letters
    for match in ("snail-trail-1", "the-game-1"):
        assert not verify.verify(club.folder(match)).problems
    assert log.proved(Matches(club.path))
    club.joined(FELIX)
    assert club.lines[-2].member == 4, "who comes again is somebody new"


def test_a_stop_at_any_write_of_a_goodbye_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = stops(monkeypatch)
    before = Club(tmp_path / "games")
    before.joined(EVE, "open snail-trail")
    before.joined(FELIX, "join snail-trail-1")
    before.joined(GUS, "standby the-game")
    before.write("open the-game", EVE)
    before.write("join the-game-1", FELIX)
    given = mail("goodbye yes", FELIX, "hello", id="goodbye")
    for after in some(range(1, 400), 12):
        club = before.again(tmp_path / str(after) / "games")
        left[0] = after
        with suppress(Stopped):
            club.round(given)
        stopped, left[0] = left[0] <= 0, 0
        club.round(given)
        club.round()
        assert [club.count(kind) for kind in ("goodbye", "takeover")] == [1, 1], after
        assert club.folder("snail-trail-1").last.after.outcome.winners == (0,), after
        assert club.folder("the-game-1").last.after.desk.names == ("Eve", "Gus")
        assert b"felix@" not in (club.path / "club" / log.BOOK).read_bytes()
        if not stopped:
            break
    assert after > 15


def test_a_vacation_counts_in_every_match_also_in_those_that_begin_meanwhile(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    club.joined(FELIX, "join snail-trail-1")
    club.write("open the-game", EVE)
    first, last = (f"{club.now + timedelta(days=days):%Y-%m-%d}" for days in (1, 14))
    club.write(f"vacation {first} {last}", FELIX)
    assert str(club.letter(FELIX)["Subject"]).startswith("You are away until")
    assert [tuple(one) for one in club.folder("snail-trail-1").last.after.desk.away] == [(1, first, last)]
    club.write("join the-game-1", FELIX)
    assert [tuple(one) for one in club.folder("the-game-1").last.after.desk.away] == [(1, first, last)]
    club.write(f"vacation {first} {club.now + timedelta(days=20):%Y-%m-%d}", FELIX)
    assert "would have 34 days of vacation, 28 at most" in text(club, FELIX)
    club.write(f"urlaub {club.now:%Y-%m-%d} {last}", FELIX)
    assert "tomorrow at the earliest" in text(club, FELIX)
    club.write("urlaub nie", FELIX)
    assert "does not say when you are away" in text(club, FELIX) and club.count("vacation") == 1
    club.write("vacation none", FELIX)
    assert str(club.letter(FELIX)["Subject"]) == "You are back"
    assert not club.folder("snail-trail-1").last.after.desk.away
    for match in ("snail-trail-1", "the-game-1"):
        assert not verify.verify(club.folder(match)).problems


def test_a_vacation_counts_in_matches_that_are_not_the_club_s(club: Club) -> None:
    club.joined(FELIX)
    terms = create.terms({"deadline": "3d"})
    seats = [create.seat("Eve"), create.seat("Felix <felix@example.net>")]
    create.new(club.path / "single", "the-game", games.find("the-game").Options(), seats, seed="wheel", terms=terms)
    club.round()
    first, last = (f"{club.now + timedelta(days=days):%Y-%m-%d}" for days in (1, 14))
    club.write(f"vacation {first} {last}", FELIX)
    assert [tuple(one) for one in club.folder("single").last.after.desk.away] == [(1, first, last)]
    club.write("absent none all", FELIX, "hello")
    assert not club.folder("single").last.after.desk.away


def test_matches_that_are_over_do_not_keep_anybody_from_the_next(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opens, "MOST_RUNNING", 1)
    club.joined(EVE, "open snail-trail")
    club.joined(FELIX, "join snail-trail-1")
    club.write("open the-game", EVE)
    assert str(club.letter(EVE)["Subject"]).startswith("Not done")
    club.write("resign", FELIX, "[snail-trail-1]")
    club.write("open the-game", EVE, id="again")
    assert str(club.letter(EVE)["Subject"]) == "the-game-1 is open: waiting for 1 more"


def test_a_seat_can_be_given_back_until_play_begins(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    club.write("withdraw snail-trail-1", EVE)
    assert str(club.letter(EVE)["Subject"]) == "You are out of snail-trail-1"
    club.joined(FELIX, "join snail-trail-1")
    club.write("join snail-trail-1", FELIX)
    assert "already" in club.letter(FELIX).get_body(("plain",)).get_content()
    club.write("join snail-trail-1", EVE)
    assert [seat.name for seat in club.folder("snail-trail-1").match.seats] == ["Felix", "Eve"]
    club.write("withdraw snail-trail-1", EVE)
    assert "left with `leave NAME`" in text(club, EVE)


def test_what_nobody_joins_is_closed_and_nobody_opens_more_than_a_few(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    for _ in range(opens.MOST_OPEN):
        club.write("open snail-trail", EVE)
    assert club.count("open") == opens.MOST_OPEN
    assert "as many open matches" in " ".join(club.letter(EVE).get_body(("plain",)).get_content().split())
    club.now += timedelta(days=opens.OPEN_DAYS)
    club.round()
    assert club.count("closed") == opens.MOST_OPEN
    for wish in ("open the door", "open snail-trail for 9", "open snail-trail deadline soon", "join nowhere"):
        club.write(wish, EVE)
        assert str(club.letter(EVE)["Subject"]).startswith("Not done")


def test_a_code_keeps_a_seat_for_two_hours(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    club.joined(GUS)
    club.write("join snail-trail-1", FELIX)
    club.write("join snail-trail-1", GUS)
    assert str(club.letter(GUS)["Subject"]).startswith("Waiting list"), "Felix has been asked for his code"
    club.now += opens.KEPT
    club.round()
    assert [seat.name for seat in club.folder("snail-trail-1").match.seats] == ["Eve", "Gus"]


def test_names_are_told_apart_and_can_be_changed(club: Club) -> None:
    club.joined(EVE)
    club.joined("Eve <eve@example.net>")
    club.joined("all <all@example.net>")
    book = log.Members(club.path / "club")
    assert [one["name"] for one in book.members.values()] == ["Eve", "Eve 2", "Player"]
    club.joined("hal@example.net")
    assert log.Members(club.path / "club").of(4)["name"] == "Hal"
    club.write("name Ada", EVE)
    assert log.Members(club.path / "club").of(1)["name"] == "Ada"


def test_what_is_for_a_match_or_the_referee_is_left_to_them(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    club.joined(FELIX, "join snail-trail-1")
    lines = len(club.lines)
    for text in ("help", "status", "say referee: Is it my move?", "list of my moves please"):
        club.write(text, EVE, "[snail-trail-1]")
    assert [line.kind for line in club.lines[lines:]] == ["question"]
    club.write("Thanks for the last game!", EVE)
    assert club.count("said") == 0, "a player's email without a match is answered as ever"
    club.write("list", EVE)
    assert club.count("said") == 1


@pytest.mark.parametrize(("typed", "meant"), [
    ("beitreten Snail-Trail-4", ("join", "Snail-Trail-4")), ("List.", ("list", "")), ("Liste", ("list", "")),
    ("biete snail-trail für 2 frist 5d", ("open", "snail-trail für 2 frist 5d")), ("join", ("", "")),
    ("matches of mine", ("", "")), ("for 3", ("", "")), ("zurück x-1", ("withdraw", "x-1")),
    ("einspringen aus", ("standby", "aus")),
    ("How do I join?", ("", "")), ("partien", ("matches", "")), ("bestätige", ("confirm", "")),
])  # fmt: skip
def test_commands_are_read_in_both_languages(typed: str, meant: tuple[str, str]) -> None:
    assert commands.understood(typed) == meant


def test_letters_are_in_the_language_that_was_written(club: Club) -> None:
    club.write("Wie kann ich mitspielen?", EVE, "Hallo")
    assert str(club.letter(EVE)["Subject"]).startswith("Offene Partien: 0, und wie du mitspielst (j0-")
    wishes = ("biete snail-trail", "liste", "partien", "hilfe", "einspringen snail-trail", "zurück snail-trail-1", "öh")
    for wish in wishes:
        club.write(wish, EVE, f"Re: {club.letter(EVE)['Subject']}")
        assert re.search(r"\b(du|deine|Du|Deine|offen|Offene)\b", str(club.letter(EVE)["Subject"])), wish


def test_a_hunt_is_called_by_its_own_name_in_the_reader_s_language(club: Club) -> None:
    club.joined(EVE, "open asalto")
    club.write("Wie kann ich mitspielen?", FELIX, "Hallo")
    assert "Asalto, die Belagerung" in text(club, FELIX) and "Fuchs" not in text(club, FELIX)
    (match,) = opens.found(club.lines)
    club.write(f"join {match}", GUS, "hello")
    club.write("confirm", GUS, f"Re: {club.letter(GUS)['Subject']}")
    assert "Asalto, the siege" in "\n".join(overview.table(Matches(club.path), stamp(club.now)))


def test_a_stop_at_any_write_makes_no_member_and_no_match_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = stops(monkeypatch)
    before = Club(tmp_path / "games")
    before.joined(EVE, "open snail-trail")
    before.write("join snail-trail-1", FELIX)
    given = mail("confirm", FELIX, f"Re: {before.letter(FELIX)['Subject']}", id="confirm")
    for after in range(1, 120, 1 if THOROUGH else 5):
        club = before.again(tmp_path / str(after) / "games")
        left[0] = after
        with suppress(Stopped):
            club.round(given)
        stopped, left[0] = left[0] <= 0, 0
        club.round(given)
        club.round()
        kinds = [line.kind for line in club.lines]
        assert kinds == ["stranger", "member", "open", "asked", "member", "join", "full"], (after, kinds)
        assert len(log.Members(club.path / "club").members) == 2
        assert sorted(folder.name for folder in Matches(club.path).folders()) == ["snail-trail-1"]
        assert not verify.verify(club.folder("snail-trail-1")).problems
        if not stopped:
            break
    assert after > 15


def test_letters_of_matches_reach_members_by_their_addresses_and_nobody_who_has_left(club: Club) -> None:
    club.joined(EVE, "open snail-trail")
    seen: list[tuple[bytes, str]] = []

    class Way:
        def deliver(self, data: bytes, name: str, referee: str, reader: str) -> None:
            seen.append((data, reader))

        def close(self) -> None: ...

    with log.Club.at(Matches(club.path)) as found:
        assert found is not None
        out = letters.Aliased(found, Way())
    out.deliver(f"To: Eve <{alias(1)}>\r\nSubject: x\r\n\r\nTo: <{alias(1)}>".encode(), "n", "r", alias(1))
    assert seen == [(f"To: Eve <eve@example.org>\r\nSubject: x\r\n\r\nTo: <{alias(1)}>".encode(), "eve@example.org")]
    with pytest.raises(letters.Refused, match="has left"):
        out.deliver(b"", "n", "r", alias(9))
    out.deliver(b"x", "n", "r", CARLA)
    assert seen[-1][1] == CARLA


def test_the_desk_tells_of_the_club_too(club: Club) -> None:
    def told() -> list[str]:
        return [note for row in notices.desk(Matches(club.path), club.now) for note in row.notes]

    club.joined(EVE, "open snail-trail")
    club.write("join snail-trail-1", FELIX, "hello")
    assert told()[0].startswith("open: 1, the oldest since 2026-")
    assert told()[1:] == ["strangers today: 2, all answered", "codes pending: 1"]
    club.write("confirm", FELIX, f"Re: {club.letter(FELIX)['Subject']}")
    club.write("say referee: must I move?", FELIX, "[snail-trail-1]")
    club.now += timedelta(hours=3)
    (asked,) = [line.n for line in club.lines if line.kind == "question"]
    assert f"question: q{asked} Felix (snail-trail-1), for 3 h" in told()
    assert "nobody stands by for snail-trail" in told()
    club.joined(GUS, "standby the-game")
    assert told()[-2:] == ["standby: the-game 1", "nobody stands by for snail-trail"]
    club.now += timedelta(days=2)
    assert not [note for note in told() if "strangers" in note or "codes" in note]
    assert notices.desk(Matches(club.path.parent), club.now) == []
    settings = club.path / "club/club.toml"
    settings.write_text(settings.read_text() + '[[season]]\nid = "x"\n')
    assert "club.toml:" in told()[0] and "names-until is missing" in told()[0]
