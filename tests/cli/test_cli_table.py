"""Tables and stores: where a match of one's own is, and how matches come and go."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from typed import one_line, postfox as postfox

from adjudicator.cli import app, parameters, play
from adjudicator.match.folder import Folder
from adjudicator.table import server


def test_a_new_table_takes_the_first_folder_that_is_free_or_the_one_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (play.TABLES / "snail-trail-2").mkdir(parents=True)
    made: list[Path] = []

    class Sitting:
        address = ""

        def __init__(self, path: Path, *_: object) -> None:
            made.append(path)

        def serve_forever(self) -> None: ...

    monkeypatch.setattr(server, "Server", lambda *given: nullcontext(Sitting(*given)))
    for out in ((), (), ("--out", "own")):
        app.app(["table", "snail-trail", "--seed", "x", "--no-open", *out], standalone_mode=False)
    assert made == [play.TABLES / "snail-trail-1", play.TABLES / "snail-trail-3", Path("own")]
    assert all((folder / "match.json").exists() for folder in made)


@pytest.mark.parametrize(
    ("here", "there"), [("a", "b"), ("postgresql://h/a", "postgres://h/b"), ("a", "postgresql://h")]
)
def test_matches_are_copied_between_a_folder_and_a_store_alone(postfox, here: str, there: str) -> None:
    said = one_line(postfox("mail", "store", "copy", here, there))
    assert "store copy: one of the two is a folder" in said or "a store is postgresql://HOST/DATABASE" in said


def test_matches_are_copied_into_a_store_and_back(postfox, monkeypatch: pytest.MonkeyPatch) -> None:
    called = list[tuple[object, ...]]()

    def copied(*given: object) -> list[str]:
        called.append(given)
        return ["m"]

    monkeypatch.setattr("adjudicator.match.store.club.copied_in", copied)
    monkeypatch.setattr("adjudicator.match.store.club.copied_out", copied)
    assert postfox("mail", "store", "copy", "games", "postgresql://h/a/m").out == "m\n"
    assert postfox("mail", "store", "copy", "postgresql://h/a", "games").out == "m\n"
    assert called == [(Path("games"), "postgresql://h/a", "m"), ("postgresql://h/a", Path("games"), "")]


@pytest.mark.parametrize(
    ("word", "found"), [("postgresql://h/a/m", True), ("postgresql://h/a/n", True), ("m", True), ("n", False)]
)
def test_a_word_at_the_table_means_a_match_of_the_store_that_is_there(
    word: str, found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = SimpleNamespace(folders=lambda: [Path("store/m")], place=lambda name: Path("store", name))
    root = SimpleNamespace(params={"store": "postgresql://h/a"})
    context = SimpleNamespace(find_root=lambda: root, resilient_parsing=False, with_resource=lambda club: club)
    monkeypatch.setattr(parameters, "_context", lambda: context)
    monkeypatch.setattr(parameters, "opened", lambda url: club)
    monkeypatch.chdir(tmp_path)
    assert parameters.at_table(word) == ((club, Path("store", word[-1])) if found else None)


class Sitting:
    """A server of the table that nobody asks anything: what it was begun with, until Ctrl-C."""

    begun: ClassVar[list[tuple[Any, ...]]] = []

    def __init__(self, *given: Any) -> None:
        self.begun.append(given)
        self.address = "http://127.0.0.1:1/x/"

    def __enter__(self) -> Sitting:
        return self

    def __exit__(self, *_: object) -> None: ...

    def door(self) -> Path:
        return Path("/door.html")

    def serve_forever(self) -> None:
        raise KeyboardInterrupt


def test_a_table_begins_a_match_of_its_own_or_goes_on_with_one(postfox, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, tables = list[str](), Path("out/tables")
    monkeypatch.setattr(Sitting, "begun", [])
    monkeypatch.setattr("adjudicator.table.server.Server", Sitting)
    monkeypatch.setattr("webbrowser.open", opened.append)

    def sat(*words: str) -> tuple[Any, ...]:
        said = postfox("table", *words)
        path, port, language, lent, home = Sitting.begun.pop()
        name = path or home
        assert said.out == f"{name}: the table is at http://127.0.0.1:1/x/\n" and lent is None and port == 0
        again = f"{name}: the match is kept; `postfox table {name}` goes on with it"
        kept = again if path else "matches are kept; `postfox table` goes on with them"
        assert (said.code, said.err) == (0, f"\n{kept}\n")
        return path, language, home

    assert sat() == (None, "en", tables) and opened == ["file:///door.html"]
    assert sat("--out", "mine", "--no-open", "--language", "de") == (None, "de", Path("mine")) and len(opened) == 1
    for number in (1, 2):
        assert sat("the-game", "--no-open") == (tables / f"the-game-{number}", "en", tables)
    match = Folder(tables / "the-game-1").match
    assert [(seat.name, seat.bot) for seat in match.seats] == [("Guest", ""), ("Careful", "careful")]
    assert match.terms is not None and match.terms.practice
    assert sat(str(tables / "the-game-1")) == (tables / "the-game-1", "en", tables) and len(opened) == 2
    sat("snakey-dice", "--out", "alone")
    assert [seat.name for seat in Folder(Path("alone")).match.seats] == ["Guest"]
    assert Folder(Path("alone")).match.terms is None
    sat("the-game", "--out", "two", "--player", "Anna", "--player", "Otto", "--practice")
    two = Folder(Path("two")).match
    assert [seat.name for seat in two.seats] == ["Anna", "Otto"] and two.terms is not None and two.terms.practice


def test_a_table_borrows_a_match_of_a_store(postfox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "begun", [])
    monkeypatch.setattr("adjudicator.table.server.Server", Sitting)
    monkeypatch.setattr(play, "at_table", lambda word: (SimpleNamespace(lent="lent"), Path("place", word)))
    said = postfox("table", "m", "--no-open", "--port", "7")
    assert Sitting.begun == [(Path("place/m"), 7, "en", "lent", Path("out/tables"))]
    assert said.out.startswith("m: the table is at ") and "postfox table m`" in said.err
