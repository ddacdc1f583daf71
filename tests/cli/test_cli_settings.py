"""Settings: which count, what is wrong in them, and how `init` writes them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typed import PLAYERS, one_line, postfox as postfox

from adjudicator.cli import app


def test_settings_as_data(postfox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("POSTFOX_SETTINGS", str(tmp_path / "none.toml"))
    (tmp_path / "postfox.toml").write_text('paper = "letter"\n')
    assert json.loads(postfox("settings", "--json").out) == {
        "paper": {"value": "letter", "file": str(tmp_path / "postfox.toml")}
    }


def test_settings_count_for_every_command_that_has_the_option_and_the_command_line_wins(postfox):
    Path("postfox.toml").write_text('paper = "letter"\nmatches = "games"\nlate = "forfeit"\n', encoding="utf-8")
    assert postfox("print", "the-game", "--sheet", "board").out.strip() == "out/the-game-board-letter.pdf"
    assert postfox("print", "the-game", "--sheet", "board", "--paper", "a4").out.strip() == "out/the-game-board-a4.pdf"
    assert postfox("new", "snail-trail", "games/ab", *PLAYERS, "--deadline", "3d").code == app.DONE
    assert json.loads(Path("games/ab/match.json").read_text())["terms"]["late"] == "forfeit"
    assert "ab" in postfox("desk").out
    Path("box").mkdir()
    assert postfox("mail", "fetch", "--mbox", "none").code != app.DONE  # looked for in games/, which has no such mbox
    said = postfox("settings").out
    assert f"paper      letter  ({Path.cwd() / 'postfox.toml'})" in said and "theme      -" in said


def test_a_folder_s_settings_go_before_one_s_own(postfox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "own.toml").write_text('paper = "a3"\ntheme = "high-contrast"\n', encoding="utf-8")
    monkeypatch.setenv("POSTFOX_SETTINGS", str(tmp_path / "own.toml"))
    Path("postfox.toml").write_text('paper = "letter"\n', encoding="utf-8")
    assert postfox("print", "the-game", "--sheet", "board").out.strip() == "out/the-game-board-letter-high-contrast.pdf"


def test_what_is_typed_for_a_mailbox_takes_the_place_of_the_one_in_the_settings(postfox):
    Path("postfox.toml").write_text('imap = "imaps://me%40example.org@mail.example.org"\n', encoding="utf-8")
    Path("box").touch()
    assert postfox("mail", "fetch", "--mbox", "box").code == app.DONE


def test_mistakes_in_the_settings_are_all_named_with_their_lines(postfox):
    Path("postfox.toml").write_text('papper = "a4"\ntheme = ["x"]\npassword = "fox"\n', encoding="utf-8")
    said = postfox("games")
    assert said.code == app.USAGE
    one, two, three = said.err.splitlines()
    assert "postfox.toml:1" in one and "did you mean paper?" in one
    assert "postfox.toml:2" in two and "postfox.toml:3" in three and "keyring" in three


def test_init_asks_and_writes_and_keeps_what_it_does_not_ask(postfox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("POSTFOX_SETTINGS", str(tmp_path / "own" / "postfox.toml"))
    asked = iter(["letter", "de", "games", 'The "fox" <referee@example.org>', ""])
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(asked))
    assert postfox("init").out.strip() == str(tmp_path / "own" / "postfox.toml")
    written = (tmp_path / "own" / "postfox.toml").read_text(encoding="utf-8")
    assert 'from = "The \\"fox\\" <referee@example.org>"' in written and "imap" not in written
    (tmp_path / "own" / "postfox.toml").write_text(f'late = "pass"\ntemplates = "mine"\n{written}', encoding="utf-8")
    asked = iter(["a4", "en", "games", "", ""])
    assert postfox("init").code == app.DONE
    assert 'late = "pass"\ntemplates = "mine"\n' in (
        again := (tmp_path / "own" / "postfox.toml").read_text(encoding="utf-8")
    )
    assert 'paper = "a4"' in again and "referee@example.org" not in again


def test_a_settings_file_that_cannot_be_read_is_one_line(postfox, tmp_path: Path) -> None:
    (tmp_path / "postfox.toml").write_bytes(b"paper = '\xff'")
    assert one_line(postfox("games")).endswith("postfox.toml: the settings cannot be read: it is not UTF-8\n")
    (tmp_path / "postfox.toml").unlink()
    (tmp_path / "postfox.toml").mkdir()
    assert one_line(postfox("games")).endswith("the settings cannot be read: this is not a file\n")


def test_a_folder_of_templates_in_the_settings_is_there_or_to_be_made(
    postfox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTFOX_TEMPLATES", "")
    monkeypatch.delenv("POSTFOX_TEMPLATES")
    (tmp_path / "postfox.toml").write_text('templates = "mine"\n')
    assert "templates: there is no folder" in one_line(postfox("games", "snail-trail"))
    assert postfox("templates", "copy", "hunts/rhombus.toml").code == 0
    assert (tmp_path / "mine/hunts/rhombus.toml").is_file()
    monkeypatch.delenv("POSTFOX_TEMPLATES")
    assert postfox("games", "snail-trail").code == 0 and os.environ["POSTFOX_TEMPLATES"] == str(tmp_path / "mine")
