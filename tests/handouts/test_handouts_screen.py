"""Handouts on a screen: pictures with words for those who do not see them, and a journal that keeps secrets."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from adjudicator.cli import app
from printables.handouts import handout
from printables.scene import Circle, Group, Page, Style, Tag, Text

NOTE = "# Note & sign\n\nDear reader, all is well.\n\n- a key\n\n:::secret\nxyzzy\n:::\n"


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.md").write_text(NOTE)
    return tmp_path / "out"


def letter(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["postfox", "handout", "letter", "note.md", "--px", "20", *words])
    return app.run()


def test_a_word_parted_at_the_end_of_a_line_is_whole_and_bullets_are_not_read() -> None:
    lines = (("D", ""), ("ear reader of an exten-", "\u00ad"), ("sive letter:", " "), ("•", " "), ("a key", " "))
    page = Page(10, 10, (Group(tuple(Text(0, 0, line, 1, after=after) for line, after in lines)),))
    assert handout.spoken(page) == "Dear reader of an extensive letter: a key"


def test_a_board_is_told_by_its_title_not_by_the_names_of_its_places() -> None:
    place = Group((Text(0, 0, "a1", 1),), title="a1")
    board = Group((place, place), title="Board of The Game")
    title = Group((Circle((0, 0), 1, Style()),), title="THE GAME", tags=(Tag("H1"),))
    page = Page(10, 10, (title, board, Text(0, 0, "Two players", 1)))
    assert handout.spoken(page) == "THE GAME Board of The Game Two players"


@pytest.mark.parametrize("format", ["png", "webp"])
def test_a_picture_holds_its_words(folder: Path, monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    assert letter(monkeypatch, "--format", format) == 0
    with Image.open(folder / f"handout-note.{format}") as picture:
        assert picture.format == format.upper() and picture.convert("RGBA").getextrema()[3][0] == 0
        said = picture.info["Description"] if format == "png" else picture.info["xmp"].decode()
    assert "Dear reader, all is well." in said and "xyzzy" not in said
    with Image.open(folder / f"handout-note-master.{format}") as picture:
        assert "xyzzy" in str(picture.info)


class Read(HTMLParser):
    """The pictures of a page with their words; every element closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.pictures: list[dict[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.pictures.append(dict(attrs))


def test_a_journal_shows_every_leaf_and_keeps_the_masters_secrets(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert letter(monkeypatch, "--format", "html") == 0
    written = capsys.readouterr().out.split()
    assert {Path(name).name for name in written} == {path.name for path in folder.iterdir()}
    players, master = ((folder / f"handout-note{who}.html").read_text(encoding="utf-8") for who in ("", "-master"))
    assert "xyzzy" in master and "xyzzy" not in players and "master" not in players
    for text in (players, master):
        (picture,) = Read(text).pictures
        assert "Note & sign Dear reader, all is well. a key" in str(picture["alt"])
        with Image.open(folder / str(picture["src"])) as leaf:
            assert leaf.size == (int(picture["width"] or 0), int(picture["height"] or 0))
        assert not re.search(r"https?://", text)
