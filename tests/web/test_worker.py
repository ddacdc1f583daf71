"""What a page asks of its worker, asked here: commands, rooms of the table, matches as ZIP files, the desk."""

from __future__ import annotations

import hashlib
import io
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from drand import given, library, rolls, takes

from adjudicator import browser, games
from adjudicator.dice import beacon
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.referee.records import Seat
from adjudicator.table.sitting import HINTS
from printables.core import progress

PAGES = ("PIL", "PIL.Image", "PIL.ImageColor", "PIL.ImageCms", "PIL.ImageChops", "PIL.GifImagePlugin")
PEOPLE = (Seat("Anna", "anna@example.org"), Seat("Bob"))


@pytest.fixture
def matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of matches, as the worker has one, and nothing of ours changed afterwards."""
    for name in (*PAGES, "_hashlib"):
        monkeypatch.setitem(sys.modules, name, sys.modules.get(name, ModuleType(name)))
    monkeypatch.setattr(progress, "listener", None)
    monkeypatch.setattr(sys, "argv", ["pytest"])
    monkeypatch.setattr(sys, "stdin", sys.stdin)
    monkeypatch.setattr(browser, "MATCHES", tmp_path / "matches")
    monkeypatch.setattr(browser, "_rooms", {})
    (tmp_path / "matches").mkdir()
    return tmp_path / "matches"


def begun(path: Path, slug: str = "the-game", *seats: Seat, **more: Any) -> Folder:
    game = games.find(slug)
    create.new(path, slug, game.Options(), seats or PEOPLE, png=False, **more)
    return Folder(path)


def first(folder: Folder) -> str:
    state = folder.standing().state
    return folder.game.format(next(folder.game.moves(state)), state)


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def test_libraries_find_what_no_browser_has(matches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, told = sys.modules["_hashlib"], list[tuple[int, int]]()
    matches.rmdir()
    browser.begin(lambda done, whole: told.append((done, whole)))
    assert sys.modules["_hashlib"] is ours and matches.is_dir()
    assert [sys.modules[name].Image.__name__ for name in PAGES[1:]] == ["Image"] * 5
    assert sys.modules["PIL"].Image is sys.modules["PIL.Image"] and sys.modules["PIL"].__version__ == "0"
    assert progress.listener is not None
    progress.listener(1, 3)
    assert told == [(1, 3)]
    monkeypatch.delitem(sys.modules, "_hashlib")
    browser.begin()
    assert sys.modules["_hashlib"] is not ours and isinstance(hashlib.sha256(), sys.modules["_hashlib"].HASH)
    assert progress.listener is None


def test_a_command_says_what_it_says_and_its_code(matches: Path) -> None:
    folder = begun(matches / "m")
    done = browser.command("moves", "-", "--limit", "1", given=(folder.path / "state.json").read_text(encoding="utf-8"))
    assert done == {"said": f"{first(folder)}\n", "wrong": "", "code": 0}
    wrong = browser.command("games", "Fuchs-ü")
    assert (wrong["code"], wrong["said"]) == (2, "") and "'Fuchs-ü'" in wrong["wrong"]


def test_the_rooms_of_the_table_are_those_of_the_language_and_stay(matches: Path) -> None:
    begun(matches / "m", "the-game", Seat("Anna"), Seat("Bob"), seed="wheel")
    for language, title in (("en", b"Asalto, the siege"), ("de", b"Asalto, die Belagerung")):
        room = browser.table("card/fox-and-geese~asalto", language)
        assert room is not None and room[0] == "application/json" and title in room[1]
    assert browser.table("match/nobody/", "en") is None
    assert browser.table("match/nobody/order", "en", "resign") is None
    assert browser._rooms["en"].home.bots["strong"] == HINTS
    kept = browser._rooms["en"].table("m")
    answer = browser.table("match/m/order", "en", f"player Anna\n{first(Folder(matches / 'm'))}")
    assert answer is not None and answer[0] == "application/json" and answer[1].startswith(b'{"done":true')
    assert browser._rooms["en"].table("m") is kept and len(Folder(matches / "m").log.lines) == 2
    assert browser.facts("m")["key"] == "m" and browser.facts("m")["turn"] == 2


def test_a_match_goes_out_as_a_zip_and_comes_back_in_place_of_the_one_that_is_there(matches: Path) -> None:
    begun(matches / "m")
    begun(matches / "other")
    whole = browser.packed("m")
    names = zipfile.ZipFile(io.BytesIO(whole)).namelist()
    assert names == sorted(
        path.relative_to(matches).as_posix() for path in (matches / "m").rglob("*") if path.is_file()
    )
    assert zipfile.ZipFile(io.BytesIO(browser.zipped([str(matches / "m/match.json")]))).namelist() == ["match.json"]
    assert browser.table("match/m/", "en") and browser.table("match/other/", "en")
    (matches / "m/later.txt").write_text("gone")
    assert browser.unpacked(whole) == "m"
    assert not (matches / "m/later.txt").exists() and not verify.verify(Folder(matches / "m")).problems
    assert list(browser._rooms["en"].tables) == ["other"], "what was known of the one before is forgotten"
    with_folders = io.BytesIO(whole)
    with zipfile.ZipFile(with_folders, "a") as archive:
        archive.mkdir("m/empty")
        archive.mkdir("beside")
    assert browser.unpacked(with_folders.getvalue()) == "m"


@pytest.mark.parametrize(
    "data",
    [
        b"", b"PK", zipped(), zipped(**{"m/log.jsonl": b""}), zipped(**{"match.json": b""}),
        zipped(**{"m/match.json": b"", "n/match.json": b""}), zipped(**{"../match.json": b""}),
        zipped(**{"m/match.json": b"12345678901"}), zipped(**{f"m/{name}": b"" for name in ("match.json", *"abc")}),
    ],
)  # fmt: skip
def test_what_is_no_match_is_taken_from_nobody(data: bytes, matches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "MOST", 10)
    monkeypatch.setattr(browser, "FILES", 3)
    with pytest.raises(ValueError, match="not the ZIP of one match folder"):
        browser.unpacked(data)
    assert not list(matches.iterdir()) and not (matches.parent / "match.json").exists()
    assert browser.unpacked(zipped(**{"m/match.json": b"1234567890", "m/a": b"", "m/b": b""})) == "m"


def test_the_desk_shows_how_a_match_stands(matches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = Seat("Anna", "anna@example.org"), Seat("Rob", bot="random"), Seat("Cid")
    terms = create.terms({"deadline": "3d"})
    game = games.find("snakey-dice")
    options = game.Options.model_validate({"league": True})
    create.new(matches / "m", "snakey-dice", options, seats, seed="wheel", terms=terms, now=lambda: MONDAY, png=False)
    monkeypatch.setattr(process, "clock", lambda: MONDAY)
    folder = Folder(matches / "m")
    desk = browser.desk("m")
    assert (desk["title"], desk["turn"], desk["over"], desk["lines"]) == ("Snakey Dice", 1, False, 3)
    assert desk["acting"] == ["Anna", "Rob", "Cid"] and desk["seats"] == ["Anna", "Rob", "Cid"]
    assert (desk["waits"], desk["paged"], desk["by_hand"]) == (None, False, False)
    assert desk["due"] == process.wakes(folder).isoformat() != ""  # type: ignore[union-attr]
    assert desk["board"] == (matches / "m/board.svg").read_text(encoding="utf-8") != ""
    every = browser.desk("m", "de", 0)["letters"]
    assert [(one["name"], one["to"], one["page"]) for one in every[:2]] == [
        ("Anna", "anna@example.org", False), ("Cid", "", False),
    ]  # fmt: skip
    assert every[0]["text"] == (matches / "m/letters/0000-A.txt").read_text(encoding="utf-8") != ""
    (matches / "m/letters/0000-A.txt").unlink()
    assert browser.desk("m", since=0)["letters"][0]["text"] == ""
    spectator = process.command(folder, "spectator carl@example.org", now=lambda: MONDAY, png=False)
    assert [letter.seat for letter in spectator[0].entry.letters] == [-1]
    assert browser.desk("m")["letters"] == [], "who looks on has no seat"
    assert browser.desk("m", since=1)["letters"] == every[2:] and browser.desk("m", since=9)["letters"] == []
    process.command(folder, "abandon", now=lambda: MONDAY, png=False)
    (matches / "m/board.svg").unlink()
    over = browser.desk("m")
    assert (over["over"], over["acting"], over["due"], over["board"]) == (True, [], "", "")
    assert {one["name"] for one in browser.desk("m", since=over["lines"] - 2)["letters"]} == {"Anna", "Cid"}


MONDAY = "2026-11-02T12:00:00+00:00"


def test_the_desk_of_other_terms(matches: Path) -> None:
    begun(matches / "m", letters="page")
    assert [one["page"] for one in browser.desk("m")["letters"]] == [True, True] and browser.desk("m")["paged"]
    (matches / "m/state.json").unlink()  # a ZIP of the log alone
    (matches / "m/letters/0000-A.txt").unlink()
    assert browser.desk("m")["letters"][0]["text"] != "" and (matches / "m/state.json").exists()
    begun(matches / "hand", "snakes-and-foxes", table=(1, *[3] * 11, 1, 1, 3, 3, 5, 5))
    assert browser.desk("hand")["by_hand"]


def test_the_desk_tells_for_which_round_dice_wait(matches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library()
    monkeypatch.setenv(beacon.VARIABLE, "https://one.example.org/ https://two.example.org")
    now = takes(42, beacon.BY_HAND)
    folder = begun(matches / "m", "snakes-and-foxes", beacon="drand", joining=True, now=lambda: now, fetch=given)
    for name in "AB":
        (folder.path / "inbox" / f"{name}.txt").write_text(f"player {name}\njoin\n")
    process.adjudicate(folder, png=False, now=lambda: now, fetch=given)
    desk, address = browser.desk("m"), f"https://one.example.org/{beacon.NETWORK}/public/42"
    assert desk["waits"] == {"round": 42, "due": rolls(42), "address": address} and desk["due"] == ""


def test_what_the_time_brings_to_a_match_is_done(matches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(matches / "m", terms=create.terms({"deadline": "3d", "late": "random"}), now=lambda: MONDAY)
    monkeypatch.setattr(process, "clock", lambda: "2026-11-30T12:00:00+00:00")
    browser.due("m")
    assert [entry.by for entry in Folder(matches / "m").entries()][1:] == ["deadline"]
