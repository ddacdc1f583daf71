"""What one order costs: its game is asked each thing once of a position, and the folder is read once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from inspect import getattr_static
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.core.game import Game, seat_letter, situation, unlettered
from adjudicator.dice import FastDice
from adjudicator.match import encoding, outputs
from adjudicator.match.folder import Folder
from printables.render import svg

SEVERAL = {"snakey-dice": ["--option", "league=true"]}  # what lets two play
ONCE = ("tokens", "notes", "faces", "drawing", "moves")
POSITIONS = 2  # that before the order, and that after it


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, calls: Counter[str]) -> None:
    """Count the calls of a function from here on."""
    real: Callable[..., Any] = getattr(owner, name)

    def counting(*args: Any, **more: Any) -> Any:
        calls[name] += 1
        return real(*args, **more)

    static = isinstance(getattr_static(owner, name), staticmethod)
    monkeypatch.setattr(owner, name, staticmethod(counting) if static else counting)


def ready(slug: str, path: Path) -> tuple[Game, Path, int]:
    """A match that has begun, with a move file that plays its first legal action; how many are legal after that."""
    players = [word for name in ("Ann", "Bob") for word in ("--player", f"{name} <{name}@example.org>")]
    begun = CliRunner().invoke(app, ["new", slug, str(path), "--seed", "wheel", *players, *SEVERAL.get(slug, ())])
    assert begun.exit_code == 0, begun.output
    folder = Folder(path)
    game, state = folder.game, folder.standing().state
    seat, action = game.to_act(state)[0], next(game.moves(state))
    order = path.parent / "order.txt"
    text = unlettered(game.format(action, state), seat)
    order.write_text(f"player {seat_letter(seat)}\n{text}\n", encoding="utf-8")
    after = game.apply(state, action, FastDice(1)).state
    return game, order, sum(1 for _ in game.moves(after))


@pytest.mark.parametrize("slug", games.GAMES)
def test_one_order_asks_each_thing_of_a_position_once(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = tmp_path / "ann-bob"
    game, order, legal = ready(slug, match)
    calls: Counter[str] = Counter()
    for name in ("to_act", "outcome", "format", *ONCE):
        counted(monkeypatch, type(game), name, calls)
    done = CliRunner().invoke(app, ["adjudicate", str(match), str(order)])
    assert done.exit_code == 0, done.output
    seen = 1 if game.open else 3  # by both players and by who looks on
    assert calls["to_act"] <= POSITIONS + seen and calls["outcome"] <= POSITIONS + seen, calls
    assert calls["format"] <= 1 + max(legal, 1) * seen, calls
    assert all(calls[name] <= seen for name in ONCE), calls


@pytest.mark.parametrize("slug", games.GAMES)
def test_a_refused_order_draws_nothing(slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = tmp_path / "ann-bob"
    _, order, _ = ready(slug, match)
    order.write_text(order.read_text(encoding="utf-8").split("\n")[0] + "\nmove nowhere\n", encoding="utf-8")
    pictures = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in match.glob("board.*")}
    calls: Counter[str] = Counter()
    counted(monkeypatch, outputs, "draw", calls)
    counted(monkeypatch, svg, "render", calls)
    assert CliRunner().invoke(app, ["adjudicate", str(match), str(order)]).exit_code == 1
    assert not calls
    assert pictures == {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in match.glob("board.*")}


def test_one_order_reads_the_folder_once_and_its_last_line_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = tmp_path / "ann-bob"
    _, order, _ = ready("fox-and-geese", match)
    calls: Counter[str] = Counter()
    for owner, name in ((Folder, "__init__"), (encoding, "read_match"), (encoding, "read_line")):
        counted(monkeypatch, owner, name, calls)
    assert CliRunner().invoke(app, ["adjudicate", str(match), str(order)]).exit_code == 0
    assert calls == {"__init__": 1, "read_match": 1, "read_line": 1}


def test_a_position_is_the_same_for_all_who_ask_and_another_is_another() -> None:
    game = games.find("fox-and-geese")
    state = game.start(game.Options(), 2, FastDice(1)).state
    equal = type(state).model_validate(state.model_dump())
    assert situation(game, state) is situation(game, state)
    assert equal == state and situation(game, equal) is not situation(game, state)


def test_legal_actions_are_written_when_reached_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("fox-and-geese")
    state = game.start(game.Options(), 2, FastDice(1)).state
    calls: Counter[str] = Counter()
    counted(monkeypatch, type(game), "format", calls)
    at = situation(game, state)
    first = next(at.legal())
    assert calls["format"] == 1
    whole = list(at.legal())
    assert whole[0] == first and whole == list(at.legal()) == [game.format(a, state) for a in game.moves(state)]
    assert calls["format"] == 2 * len(whole)


def test_where_a_match_stood_is_replayed_once_for_all_its_lines_and_not_for_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = tmp_path / "ann-bob"
    _, order, _ = ready("fox-and-geese", match)
    assert CliRunner().invoke(app, ["adjudicate", str(match), str(order)]).exit_code == 0
    folder, calls = Folder(match), Counter[str]()
    replayed = [step.after for step in Folder(match).replay()]
    counted(monkeypatch, Folder, "replay", calls)
    assert folder.standing(1) == replayed[1] and not calls
    (match / "state.json").unlink()
    assert [folder.standing(n) for n in (0, 1, 0)] == [replayed[n] for n in (0, 1, 0)]
    assert calls["replay"] == 1
