"""A match can name the theme of its pictures: in letters, in `show` and on the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.games import find
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from printables.core import OptionError, templates
from printables.render import ink
from printables.scene import theme

GAME = find("snail-trail")


def begun(path: Path, look: str | None) -> Path:
    seats = [create.seat("Anna"), create.seat("Bob")]
    create.new(path, GAME.SLUG, GAME.Options(), seats, seed="wheel", theme=look)
    return path


def test_pictures_are_in_the_theme_that_the_match_names(tmp_path: Path) -> None:
    usual, plain = (begun(tmp_path / name, look) for name, look in (("ab", None), ("cd", "high-contrast")))
    assert "theme" not in json.loads((usual / "match.json").read_text())
    assert json.loads((plain / "match.json").read_text())["theme"] == "high-contrast"
    sheets = [ink(theme.find(name).of(GAME.SLUG).ink("sheet")) for name in ("illustrated", "high-contrast")]
    for path, own, other in ((usual, *sheets), (plain, *reversed(sheets))):
        drawn = (path / "board.svg").read_text()
        assert f'fill="{own}"' in drawn and f'fill="{other}"' not in drawn.partition("<text")[0]


def test_a_theme_that_does_not_exist_begins_no_match(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="parchment"):
        begun(tmp_path / "ab", "parchmint")
    assert not (tmp_path / "ab").exists()


def test_play_goes_on_where_the_theme_is_not_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "templates"
    (own / "themes").mkdir(parents=True)
    (own / "themes" / "mine.toml").write_text('like = "classic"')
    monkeypatch.setenv(templates.VARIABLE, str(own))
    path = begun(tmp_path / "ab", "mine")
    for text in ('hand = "thumbs"', ""):
        (own / "themes" / "mine.toml").write_text(text)
        if not text:
            (own / "themes" / "mine.toml").unlink()
        (path / "inbox" / "1.txt").write_text("player Anna\nsay all: hello\n")
        (filed,) = process.adjudicate(Folder(path))
        assert not filed.entry.refusals
    assert not verify.verify(Folder(path)).problems
