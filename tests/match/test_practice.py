"""A match for practice: a bot may be asked while it is played, its players know, and nobody learns what is hidden."""

from __future__ import annotations

import json
from pathlib import Path

import pdfium
import pytest
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.core import MatchError
from adjudicator.mail.outbound import notes
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.referee.terms import Terms
from printables.core import OptionError

run = CliRunner().invoke


def sent(path: Path, orders: str) -> None:
    (path / "inbox" / "1.txt").write_text(orders, encoding="utf-8")
    process.adjudicate(Folder(path), png=False)


def test_a_match_that_is_played_is_hinted_and_analysed_only_if_it_is_for_practice(tmp_path: Path):
    game, path = games.find("snail-trail"), tmp_path / "m"
    create.new(path, game.SLUG, game.Options(), create.seats(["Anna", "Otto"]), seed="wheel")
    commands = [[what, str(path), "--bot", "careful"] for what in ("hint", "analyse")]
    for command in (*commands, ["hint", str(path / "state.json")]):
        with pytest.raises(MatchError, match="still being played, and it is not for practice") as refused:
            run(app, command, catch_exceptions=False)
        assert "--practice" in str(refused.value)
    process.command(Folder(path), "terms practice on", png=False)
    (move, *_) = game.moves(Folder(path).standing().state)
    mover = "Anna" if move.seat == 0 else "Otto"
    orders = f"player {mover}\nturn 1\n{game.format(move, Folder(path).standing().state)}\n"
    sent(path, orders)
    assert run(app, commands[0]).exit_code == 0
    assert len(json.loads(run(app, [*commands[1], "--json"]).output)) == 1
    assert json.loads(run(app, [*commands[1], "--json", "--for", "Otto" if move.seat == 0 else "Anna"]).output) == []
    with pytest.raises(OptionError, match="nobody here is called 'Bob'"):
        run(app, [*commands[1], "--for", "Bob"], catch_exceptions=False)
    process.command(Folder(path), "terms practice off", png=False)
    assert all(run(app, command).exit_code for command in commands)
    process.command(Folder(path), "declare draw", png=False)
    assert len(json.loads(run(app, [*commands[1], "--json"]).output)) == 1


def test_what_a_bot_says_of_a_match_that_is_played_follows_from_what_the_player_sees(tmp_path: Path):
    game, path = games.find("snakey-dice"), tmp_path / "m"
    seats = create.seats(["Anna", "Otto"])
    create.new(path, game.SLUG, game.Options(league=True), seats, seed="wheel", terms=Terms(practice=True))
    before = {
        name: run(app, ["hint", str(path), "--bot", "careful", "--for", name]).output for name in ("Anna", "Otto")
    }
    with pytest.raises(OptionError, match="do not see all of each other's play"):
        run(app, ["analyse", str(path)], catch_exceptions=False)
    order = before["Anna"].splitlines()[0].split("  ", 1)[1]
    sent(path, f"player Anna\nturn 1\n{order}\n")
    assert run(app, ["hint", str(path), "--bot", "careful", "--for", "Otto"]).output == before["Otto"]
    told = {name: run(app, ["analyse", str(path), "--for", name]).output for name in ("Anna", "Otto")}
    assert order in told["Anna"] and told["Otto"] == "there is no move to judge yet\n"


def test_players_read_that_a_match_is_for_practice_in_letter_and_rules(tmp_path: Path):
    game, path = games.find("snail-trail"), tmp_path / "m"
    seats = create.seats(["Anna <anna@example.org>", "Otto"])
    create.new(path, game.SLUG, game.Options(), seats, seed="wheel", terms=create.terms({"practice": "on"}))
    for n, (language, said) in enumerate(
        (("en", "This match is for practice"), ("de", "Dies ist eine Partie zum Üben"))
    ):
        if n:
            sent(path, "player Otto\nlanguage de\nrules\n")
        letter = (path / "letters" / ("0000-A.txt", "0001-B.txt")[n]).read_text(encoding="utf-8")
        assert said in " ".join(letter.split())
        assert said in " ".join(pdfium.words(notes.pdf(Folder(path), language)).split())
