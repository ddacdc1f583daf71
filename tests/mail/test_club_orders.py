"""What an email of a referee orders, whom letters are for, and the codes that orders need."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from said import ANN, BEN, CARLA, CEM, DAY, DORA, NOW, SECOND, Said, begin as begin, club as club, referee as referee
from support import found, mail

from adjudicator.mail.club import letters, log, orders, settings
from adjudicator.mail.club.log import Line
from adjudicator.mail.inbound import message
from adjudicator.match.store.folders import Matches
from adjudicator.referee.records import Refusal, Seat


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
