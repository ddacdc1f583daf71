"""Every letter of a club whose lot and dice are always the same, word for word, and what the referee's desk says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from lanes import Golden
from test_open_matches import EVE, FELIX, GUS, Club
from test_referee_by_mail import CARLA
from test_seasons import AUTUMN, ROW, close, played, resigned, season

from adjudicator.mail.club import log, notices, overview
from adjudicator.match.store.folders import Matches
from adjudicator.referee.terms import stamp
from adjudicator.site.club import Facts

RUNGS = 'id = "rungs"\ngame = "snail-trail"\nform = "ladder"\n'


def same(club: Club) -> Club:
    """The same lot, dice and codes each time."""
    (club.path / "club" / log.SECRET).write_text("1" * 64 + "\n")
    club.round()
    return club


def told(club: Club) -> str:
    """All letters by their readers, then the desk and what everybody may see."""
    said = list[str]()
    for reader, letters in sorted(club.boxes.items()):
        for letter in letters:
            said += [
                f"## {reader}: {letter['Subject']}",
                letter.get_body(("plain",)).get_content().replace("\r\n", "\n").strip(),
            ]
    store = Matches(club.path)
    said += ["## desk", *overview.table(store, stamp(club.now), (), notices.desk(store, club.now))]
    facts = Facts(store, address="referee@example.org")
    over = ({**one, "path": one["path"].name} for one in facts.over())
    rows = (facts.title, *facts.open, *facts.seasons, *over)
    return "\n\n".join([*said, "## everybody", *map(str, rows)]).replace(str(club.path), "games") + "\n"


def of_a_season(path: Path) -> Club:
    club = same(season(path, AUTUMN, AUTUMN._replace(id="winter", until="2027-03-01", group=4, both=True)))
    for sender in ROW[:4]:
        club.joined(sender, "join autumn")
    for wish in ("list", "standings", "join winter", "join winter", "withdraw winter", "join nowhere"):
        club.write(wish, ROW[0])
    close(club)
    for number in (1, 2, 3):
        resigned(club, f"autumn-{number}")
    for wish in ("matches", "standings autumn", "list"):
        club.write(wish, ROW[1])
    club.write("withdraw autumn", ROW[3])
    club.now += timedelta(days=8)
    club.round()
    return club


def of_a_swiss_season(path: Path) -> Club:
    club = same(season(path, AUTUMN._replace(rounds=2)))
    for sender in ROW:
        club.joined(sender, "join autumn")
    close(club)
    for _ in range(2):
        for one in played(club).pairings():
            if one.id not in played(club).results:
                resigned(club, one.id)
        club.write("standings", ROW[2])
    return club


def of_a_ladder(path: Path) -> Club:
    club = Club(path / "games")
    with (club.path / "club/club.toml").open("a", encoding="utf-8") as file:
        file.write(f"[[season]]\n{RUNGS}")
    same(club)
    for sender in ROW:
        club.joined(sender, "join rungs")
    for wish, who in (("challenge Ben", 3), ("accept", 1), ("challenge Ann", 4), ("challenge Cem", 4), ("list", 0)):
        club.write(wish, ROW[who])
    resigned(club, "rungs-1")
    club.write("decline", ROW[2])
    club.write("challenge Ann", ROW[2])
    club.now += timedelta(days=4)
    club.round()
    club.write("standings rungs", ROW[2])
    club.write("withdraw rungs", ROW[0])
    return club


def of_open_matches(path: Path) -> Club:
    club = same(Club(path / "games"))
    club.joined(EVE, "open snail-trail deadline 5d")
    club.write("Wie kann ich mitspielen?", FELIX, "Hallo")
    club.write("beitreten snail-trail-1", FELIX, f"Re: {club.letter(FELIX)['Subject']}")
    club.joined(GUS, "open asalto")
    wishes = "list", "matches", "help", "standby asalto", "public yes", "name Gustav", "vacation 2026-12-24 2027-01-02"
    more = "vacation 2027-02-01 2027-12-01", "open chess", "open snakes-and-foxes for 3", "leave nothing"
    for wish in (*wishes, *more):
        club.write(wish, GUS)
    club.write("say referee: must I move?", EVE, "[snail-trail-1]")
    club.write("say referee: oder darf ich?", FELIX, "[snail-trail-1]")
    club.reply("You may.\nextend Eve 1 day", club.boxes[CARLA][0])
    for wish in ("partien", "verlasse snail-trail-1", "abschied"):
        club.write(wish, FELIX)
    club.now += timedelta(days=6)
    club.round()
    club.write("goodbye", GUS)
    club.write("goodbye yes", GUS)
    club.now += timedelta(days=1)
    club.round()
    return club


@pytest.mark.parametrize("made", [of_a_season, of_a_swiss_season, of_a_ladder, of_open_matches])
def test_a_club_says_to_each_of_its_readers_what_it_said(
    made: Callable[[Path], Club], tmp_path: Path, golden: Golden
) -> None:
    golden(f"club/{made.__name__[3:].replace('_', '-')}.txt", told(made(tmp_path)))
