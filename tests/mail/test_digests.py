"""The digest of daily readers: one letter a day about all matches of an address, each once, whatever happens."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from lanes import Golden
from support import ANNA, BOB, contents, found, legal, mail, take, verdicts
from test_send import REFEREE, Killed, kept

from adjudicator.cli import rounds
from adjudicator.mail.club import digests, letters as club_letters
from adjudicator.mail.outbound import outbox, transports
from adjudicator.mail.outbound.delivery_log import Postings
from adjudicator.match import encoding, process, verify
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Matches
from adjudicator.referee.records import letter_file
from adjudicator.referee.terms import Terms

TERMS = Terms(days=5, zone="Europe/Berlin")
SATURDAY = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "PICTURE", 40)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Three matches of Anna, who reads digests of all of them; Bob is to move in two."""
    place = tmp_path / "games"
    for name, slug in (("foxes", "snakes-and-foxes"), ("geese", "fox-and-geese"), ("snails", "snail-trail")):
        found(place, name, ANNA, BOB, slug=slug, terms=TERMS, now=lambda: "2026-11-21T10:00:00+00:00")
        assert verdicts(take(place, mail("letters daily 19:00", subject=f"[{name}]", id=name), received=at(0))) == [
            "taken"
        ]
    return place


def lines_of(club: Path) -> list[digests.Line]:
    return [line for line, _ in encoding.Journal(club / "club" / digests.FILE, digests.Line).read()]


def at(hours: float) -> str:
    return (SATURDAY + timedelta(hours=hours)).isoformat()


def sent(place: Path, to: Path, hours: float) -> list[outbox.Result]:
    way = transports.Outbox(to)
    return list(digests.send(Matches(place), way, REFEREE, lambda: SATURDAY + timedelta(hours=hours)))


def said(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return " ".join(body.get_content().split())


def moves(place: Path, name: str, hours: float) -> None:
    """Whoever is to move does."""
    folder = Folder(place / name)
    who = folder.game.to_act(folder.standing().state)[0]
    sender = ("Anna <anna@example.org>", "Bob <bob@example.net>")[who]
    assert verdicts(take(place, mail(legal(folder), sender, f"[{name}]", id=f"{name}{hours}"), received=at(hours))) == [
        "taken"
    ]


def test_a_day_s_digest_tells_of_all_matches_and_of_each_thing_once(club: Path, tmp_path: Path):
    out = tmp_path / "out"
    assert sent(club, out, 5) == [], "seven in the evening in Berlin is six here"
    begun = {
        name: Folder(club / name).game.to_act(Folder(club / name).standing().state)[0]
        for name in ("foxes", "geese", "snails")
    }
    for name, who in begun.items():
        for hour in (1, 1.1, 1.2)[: 3 - 2 * who]:
            moves(club, name, hour)
    assert verdicts(
        take(
            club,
            mail("say Anna: mind the geese\nsay referee: may I?", "Bob <bob@example.net>", "[geese]"),
            received=at(2),
        )
    ) == ["taken"]
    (result,) = sent(club, out, 6.5)
    assert (result.what, result.address) == ("sent", "anna@example.org")
    (letter,) = kept(out).values()
    mine = [name for name, who in begun.items() if who == 1]
    assert (
        letter["Subject"]
        == f"Your matches: {len(mine)} move{'s' * (len(mine) > 1)} due{', the first' * (len(mine) > 1)} by Thu 26 Nov"
    )
    text = said(letter)
    assert text.count("match ") >= len(mine) and all(f"match {name}" in text for name in mine)
    assert "Bob to you" in text and "mind the geese" in text and "may I?" not in text and "Nothing to do" in text
    assert all(name in text for name in begun)
    for name in begun:  # what it signs of a match is noted under the match's last line
        noted = {letter for letter, *_ in Postings(club / name).that("signed") if letter.endswith(digests.DAILY)}
        assert noted == {letter_file(len(Folder(club / name).log.lines) - 1, f"A-{digests.DAILY}")}
    assert sent(club, out, 7) == sent(club, out, 29) == [], "no other that day"
    (again,) = sent(club, out, 31)
    assert "mind the geese" not in said(list(kept(out).values())[-1]) and again.what == "sent", (
        "the moves are due still"
    )
    for name in mine:
        moves(club, name, 32)
    assert [line.silent for line in lines_of(club)] == [False, False]
    assert all(not verify.verify(Folder(club / name)).problems for name in begun)


def test_a_dry_run_shows_the_digest_and_writes_nothing(club: Path, tmp_path: Path):
    now, before = SATURDAY + timedelta(hours=6.5), contents(club)
    (shown,) = digests.shown(Matches(club), REFEREE, now)
    assert contents(club) == before and list(digests.shown(Matches(club), REFEREE, now)) == [shown]
    assert [one.what for one in sent(club, tmp_path / "out", 6.5)] == ["sent"]
    (letter,) = kept(tmp_path / "out").values()
    assert f"Subject: {letter['Subject']}\n" in shown and said(letter) in " ".join(shown.split())
    assert not list(digests.shown(Matches(club), REFEREE, now)), "it has left"


def test_a_day_without_news_is_silent_and_a_week_of_them_brings_one_line_on_monday(club: Path, tmp_path: Path):
    for name in ("foxes", "geese", "snails"):
        folder = Folder(club / name)
        if folder.game.to_act(folder.standing().state)[0] == 0:
            moves(club, name, 0.5)
    out = tmp_path / "out"
    results = [(day, one.what) for day in range(1, 18) for one in sent(club, out, 24 * day + 7)]
    assert results == [(9, "sent"), (16, "sent")], "Mondays"
    last = list(kept(out).values())[-1]
    assert last["Subject"] == "Your matches: nothing is due" and "for a week" in said(last)


@pytest.mark.parametrize(("signing", "well"), [(True, False), (False, True)])
def test_letters_of_the_club_go_without_the_digests_where_nothing_is_signed(
    signing: bool, well: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    sent = outbox.Result("club", "letter", "a@example.org", "sent")
    monkeypatch.setattr(digests, "send", lambda *_: [replace(sent, letter="digest", what="deferred", reason="full")])
    monkeypatch.setattr(club_letters, "send", lambda *_: [sent])
    out: Any = (None, None)
    assert rounds.post_of_club(Matches(Path()), out, signing=signing) is well
    told = ["club: letter to a@example.org: sent", "club: digest to a@example.org: deferred (full)"]
    assert capsys.readouterr().out.splitlines() == told[: 1 + signing]


def test_a_reader_of_german_letters_gets_a_german_digest(club: Path, tmp_path: Path):
    take(club, mail("language de", subject="[foxes]", id="de"), received=at(0.2))
    for name in ("foxes", "geese"):
        moves(club, name, 1)
    sent(club, tmp_path / "out", 7)
    (letter,) = kept(tmp_path / "out").values()
    assert letter["Subject"].startswith("Deine Partien: ") and "Eine Partie je Antwort" in said(letter)


@pytest.mark.parametrize("fatal", range(1, 12))
def test_stopped_at_any_write_a_digest_is_neither_lost_nor_another_one(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fatal: int
):
    for name in ("foxes", "geese", "snails"):
        moves(club, name, 1)
    count, append, write = 0, encoding.append, encoding.write

    def after(real: Any, *arguments: Any, **more: Any) -> None:
        nonlocal count
        count += 1
        if count == fatal:
            raise Killed
        real(*arguments, **more)

    out = tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr(encoding, "append", lambda *given, **more: after(append, *given, **more))
        patch.setattr(encoding, "write", lambda *given, **more: after(write, *given, **more))
        try:
            sent(club, out, 7)
        except Killed:
            assert count == fatal
    before = kept(out)
    moves(club, "foxes", 8)  # what comes later is no part of it
    sent(club, out, 9)
    assert len(kept(out)) == 1 and all(kept(out)[name].as_bytes() == one.as_bytes() for name, one in before.items())
    assert sent(club, out, 10) == []
    told = {tuple(one) for line in lines_of(club) for one in line.told}
    assert told and len({match for match, _ in told}) == len(told)


def test_a_digest_put_off_by_the_server_is_tried_again_and_then_is_the_same(club: Path, tmp_path: Path):
    class Busy(transports.Outbox):
        def deliver(self, mail: bytes, *others: str) -> None:
            raise transports.Deferred("450 try later")

    moves(club, "foxes", 1)
    now = SATURDAY + timedelta(hours=7)
    (put_off,) = digests.send(Matches(club), Busy(tmp_path), REFEREE, lambda: now)
    assert put_off.what == "deferred"
    assert sent(club, tmp_path / "out", 7.001) == [], "too early"
    (result,) = sent(club, tmp_path / "out", 8)
    assert result.what == "sent" and len(kept(tmp_path / "out")) == 1


def test_one_line_is_for_all_matches_of_its_writer_and_a_click_asks_for_fewer_letters(club: Path, tmp_path: Path):
    def paces() -> list[list[str]]:
        folders = (Folder(club / name).last.after.desk for name in ("foxes", "geese", "snails"))
        return [[wish.value for wish in desk.wishes if wish.seat == 1] for desk in folders]

    bob = "Bob <bob@example.net>"
    way = transports.Outbox(tmp_path / "out")
    list(outbox.send(Folder(club / "geese"), way, REFEREE, lambda: SATURDAY))
    (letter,) = (one for name, one in kept(tmp_path / "out").items() if name == "geese-0000-B.eml")
    words = parse_qs(letter["List-Unsubscribe"][1:-1].partition("?")[2])
    assert verdicts(take(club, mail(words["body"][0], bob, words["subject"][0], id="click"))) == ["taken"]
    assert paces() == [[], ["brief"], []]
    assert verdicts(take(club, mail("letters daily 8:15 all", bob, "fewer", id="all"))) == ["taken"] * 3
    assert paces() == [["daily 8:15"]] * 3
    assert verdicts(take(club, mail("letters full all", bob, "[geese]", id="full"))) == ["taken"] * 3
    assert paces() == [["full"]] * 3
    stranger = take(club, mail("letters brief all", "Eve <eve@example.org>", "fewer", id="eve"))
    assert verdicts(stranger) == ["no-match"] and paces() == [["full"]] * 3


def test_a_digest_says_of_matches_that_go_on_and_that_are_over_what_it_said(
    club: Path, tmp_path: Path, golden: Golden
) -> None:
    out, bob = tmp_path / "out", "Bob <bob@example.net>"
    hour = 1.0
    while (foxes := Folder(club / "foxes")).game.to_act(foxes.standing().state) != (0,):
        moves(club, "foxes", hour := hour + 0.05)
    take(club, mail("say Anna: mind the snails", bob, "[snails]"), received=at(2))
    process.command(Folder(club / "geese"), "award B", png=False, now=lambda: at(3))
    sent(club, out, 7)
    moves(club, "foxes", 30)
    sent(club, out, 31)
    take(club, mail("language de", subject="[snails]", id="de"), received=at(32))
    process.command(Folder(club / "snails"), "declare draw", png=False, now=lambda: at(33))
    sent(club, out, 55)
    letters = [(one["Subject"], one.get_body(("plain",)), one.get_body(("html",))) for one in kept(out).values()]
    assert len(letters) == 3
    said = [f"## {subject}\n\n{text.get_content()}" for subject, text, _ in letters if text is not None]
    links = [link for *_, html in letters if html for link in re.findall(r'href="mailto:[^"]*', html.get_content())]
    golden("club/digests.txt", "\n".join([*said, *links]).replace("\r\n", "\n") + "\n")
