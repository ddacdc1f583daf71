"""The public pages of a club: what is open, tables, finished matches to replay, and nobody's address."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from test_open_matches import Club
from test_seasons import AUTUMN, ROW, close, resigned, season
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.mail.club import seasons
from adjudicator.match import process
from adjudicator.site import club as site
from tests.conftest import PHONE

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """A season with four of six matches over, and an open match."""
    made = season(tmp_path_factory.mktemp("club"), AUTUMN, AUTUMN._replace(id="winter", until="2027-03-01"))
    made.round()
    for sender in ROW[:4]:
        made.joined(sender, "join autumn")
    close(made)
    made.write("open fox-and-geese deadline 5d", ROW[0])
    for number in range(1, 5):
        resigned(made, f"autumn-{number}")
    return made


def written(club: Club, out: Path, *more: str) -> list[str]:
    """What the command writes, as names in the folder."""
    told = CliRunner().invoke(app, ["club", "pages", str(out), "--matches", str(club.path), *more])
    assert told.exit_code == 0, told.output
    return [Path(line).relative_to(out).as_posix() for line in told.output.splitlines()]


def test_pages_show_what_is_open_tables_and_finished_matches(club: Club, tmp_path: Path) -> None:
    files = written(club, tmp_path / "out", "--from", "The referee <referee@example.org>")
    assert {"index.html", "autumn.html", "matches/autumn-1.html", "matches/autumn-1.webp"} <= {*files}
    index = unescape((tmp_path / "out/index.html").read_text(encoding="utf-8"))
    assert 'href="mailto:referee@example.org?subject=join%20fox-and-geese-1"' in index
    assert 'href="mailto:referee@example.org?subject=join%20winter"' in index and "names until 2027-03-01" in index
    assert index.count('href="matches/') == 4 and "matches/autumn-5" not in index
    table = unescape((tmp_path / "out/autumn.html").read_text(encoding="utf-8"))
    assert table.count("<td>×</td>") == 4 and "matches/autumn-4.html" in table and "autumn-5.html" not in table
    assert not list((tmp_path / "out").glob("matches/autumn-[56]*")), "of a match that is played nothing is shown"
    for link in re.findall(r'(?:href|src)="([^":]+)"', index + table):
        assert (tmp_path / "out" / link).is_file(), link


def test_no_page_has_an_address_but_the_club_s(club: Club, tmp_path: Path) -> None:
    written(club, tmp_path / "out", "--from", "referee@example.org", "--url", "https://club.example")
    own = (b"ann@example.org", b"ben@example.net", b"cem@example.com", b"dora@example.org", b"member.invalid")
    for path in (tmp_path / "out").rglob("*"):
        if path.is_file():
            assert not [word for word in own if word in path.read_bytes()], path


def test_who_does_not_want_to_be_shown_is_not(tmp_path: Path) -> None:
    club, out = season(tmp_path), tmp_path / "out"
    club.round()
    for sender in ROW[:3]:
        club.joined(sender, "join autumn")
    close(club)
    for number in range(1, 4):
        resigned(club, f"autumn-{number}")
    bens = {one.id for one in next(iter(seasons.found(club.lines).values())).pairings() if 2 in (one.first, one.second)}
    assert len(bens) == 2 and {f"matches/{id}.html" for id in bens} < {*written(club, out)}
    club.write("öffentlich nein", ROW[1])
    written(club, out)
    (left,) = (out / "matches").glob("*.html")
    assert left.stem not in bens and len([*(out / "matches").iterdir()]) == 2
    told = unescape((out / "index.html").read_text() + (out / "autumn.html").read_text())
    assert "Ben" not in told and "(2)" in told and "Ann" in told
    club.write("public yes", ROW[1])
    assert {f"matches/{id}.html" for id in bens} < {*written(club, out)}


def test_only_what_has_changed_is_written_again(club: Club, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert "matches/autumn-1.html" in written(club, out)
    assert [name for name in written(club, out) if name.startswith("matches/")] == []
    (out / "matches/autumn-2.html").unlink()
    assert sorted(name for name in written(club, out) if name.startswith("matches/")) == [
        "matches/autumn-2.html", "matches/autumn-2.webp",
    ]  # fmt: skip
    assert "matches/autumn-3.html" in written(club, out, "--language", "de")
    assert "Beendete Partien" in (out / "index.html").read_text(encoding="utf-8")
    stamp = json.loads((out / site.STATE).read_text(encoding="utf-8"))
    (out / site.STATE).write_text(json.dumps(stamp | {"version": "0"}), encoding="utf-8")
    assert "matches/autumn-3.html" in written(club, out, "--language", "de")


def test_the_feed_is_atom_and_needs_an_address_on_the_web(club: Club, tmp_path: Path) -> None:
    assert "feed.xml" not in written(club, tmp_path / "out")
    assert "feed.xml" in written(club, tmp_path / "out", "--url", "https://club.example/games/")
    feed = ElementTree.parse(tmp_path / "out/feed.xml").getroot()
    assert feed.tag == f"{ATOM}feed" and len(feed.findall(f"{ATOM}entry")) == 4
    for entry in feed.findall(f"{ATOM}entry"):
        (link,) = entry.findall(f"{ATOM}link")
        assert (tmp_path / "out" / link.attrib["href"].removeprefix("https://club.example/games/")).is_file()
        assert all((entry.findtext(f"{ATOM}{name}") or "").strip() for name in ("id", "title", "updated", "summary"))
    written(season(tmp_path / "none"), tmp_path / "empty", "--url", "https://club.example")
    assert not ElementTree.parse(tmp_path / "empty/feed.xml").getroot().findall(f"{ATOM}entry"), "no match has ended"
    index = unescape((tmp_path / "out/index.html").read_text(encoding="utf-8"))
    assert '<meta property="og:image" content="https://club.example/games/matches/' in index
    written(club, tmp_path / "out")
    assert not (tmp_path / "out/feed.xml").exists(), "its address does not count any more"
    assert "og:" not in (tmp_path / "out/matches/autumn-1.html").read_text(encoding="utf-8")


def test_a_link_to_a_match_shows_a_small_film_of_it(tmp_path: Path) -> None:
    club, out = season(tmp_path), tmp_path / "out"
    club.round()
    for sender in ('"Ann & Co" <ann@example.org>', *ROW[1:3]):
        club.joined(sender, "join autumn")
    close(club)
    for number in range(1, 4):
        process.command(club.folder(f"autumn-{number}"), "award A", png=False)
    url = ("--url", "https://club.example")
    assert "matches/autumn-1.gif" not in written(club, out)
    assert "matches/autumn-1.gif" in written(club, out, *url)
    for number in range(1, 4):
        told = ElementTree.fromstring(
            "<head>" + "".join(re.findall(r"<meta prop.*?>", (out / f"matches/autumn-{number}.html").read_text()))
            .replace('">', '"/>') + "</head>"
        )  # fmt: skip
        metas = {one.attrib["property"]: one.attrib["content"] for one in told}
        assert metas["og:url"] == f"https://club.example/matches/autumn-{number}.html"
        with Image.open(out / metas["og:image"].removeprefix("https://club.example/")) as film:
            assert film.format == "GIF" and film.width == site.FILM and getattr(film, "n_frames", 1) <= site.FRAMES
        names = [seat.name for seat in club.folder(f"autumn-{number}").match.seats]
        assert all(name in metas["og:title"] for name in names) and metas["og:description"]
    assert not [name for name in written(club, out, *url) if name.startswith("matches/")]
    written(club, out)
    assert not [*out.glob("matches/*.gif")]


def test_another_folder_is_left_alone_and_matches_without_a_club_have_pages_too(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("mine")
    runner = CliRunner()
    (tmp_path / "games").mkdir()
    told = runner.invoke(app, ["club", "pages", str(tmp_path / "mine"), "--matches", str(tmp_path / "games")])
    assert told.exit_code == 1 and [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]
    told = runner.invoke(app, ["club", "pages", str(tmp_path / "out"), "--matches", str(tmp_path / "games")])
    assert told.exit_code == 0 and "no match has ended yet" in (tmp_path / "out/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--language", "tlh"), "there is no language 'tlh'"),
        (("--url", 'x y"><b>'), "is not a URL; write it as in https://example.org/game/"),
        (("--from", "nonsense"), "'nonsense' is not an email address"),
    ],
)
def test_what_makes_no_page_is_told_and_nothing_is_written(
    club: Club, tmp_path: Path, given: tuple[str, str], said: str
) -> None:
    told = CliRunner().invoke(app, ["club", "pages", str(tmp_path / "out"), "--matches", str(club.path), *given])
    assert told.exit_code and said in f"{told.exception}{told.output}" and not (tmp_path / "out").exists()


def test_mistakes_in_the_settings_are_told_and_the_last_good_ones_count(tmp_path: Path) -> None:
    club = season(tmp_path)
    club.round()
    with (club.path / "club/club.toml").open("a", encoding="utf-8") as file:
        file.write('[[season]]\nid = "winter"\ngame = "chess"\nnames-until = "2027-01-01"\n')
    told = CliRunner().invoke(app, ["club", "pages", str(tmp_path / "out"), "--matches", str(club.path)])
    assert told.exit_code == 0 and "club.toml" in told.output and "there is no game" in told.output
    assert "autumn" in (tmp_path / "out/index.html").read_text(encoding="utf-8")


def test_pages_are_as_wide_as_a_phone_and_ask_for_nothing_elsewhere(club: Club, tmp_path: Path, browser: Any) -> None:
    written(club, tmp_path / "out", "--from", "referee@example.org")
    page, faults = browser.new_page(viewport=PHONE), list[str]()
    page.on("console", lambda message: faults.append(message.text))
    page.on("request", lambda asked: None if asked.url.startswith("file:") else faults.append(asked.url))
    for name in ("index", "autumn"):
        page.goto((tmp_path / f"out/{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.click("a[href='index.html']")
    page.click("a[href='matches/autumn-1.html']")
    page.wait_for_selector("html[data-ready]", state="attached")
    page.close()
    assert not [fault for fault in faults if not fault.startswith("data:")]
