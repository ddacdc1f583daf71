"""Positions and cases from files and standard input, for the commands that store nothing: play, perft, case."""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.core import DiceError, GameError
from adjudicator.core.codec import Json
from adjudicator.core.game import event_to_json, outcome_to_json, seat_letter, situation
from adjudicator.dice import FastDice, ScriptedDice
from adjudicator.games import position
from adjudicator.games.position import Position
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.reader import actions
from printables.core import UserError, files

if TYPE_CHECKING:
    from adjudicator.lab.cases import CaseResult

MOST_BYTES = 10_000_000
STANDARD_INPUT = "-"


def read(path: Path | str) -> Position:
    """The position in a file, or on standard input for `-`. Raises UserError."""
    return position.read(*read_text(path))


def read_text(path: Path | str) -> tuple[str, str]:
    """A file's text and what to call it. Raises UserError."""
    typed = str(path) == STANDARD_INPUT
    source = "standard input" if typed else str(path)
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if typed else files.read(path, MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason, hint = getattr(error, "strerror", None) or "cannot be read", "name a file, or `-` for standard input"
        raise UserError(reason, hint, source) from None
    if len(data) > MOST_BYTES:
        raise UserError(f"the file has more than {MOST_BYTES} bytes", "name a smaller file", source)
    try:
        return files.text(data), source
    except UnicodeDecodeError as error:
        raise UserError(f"this is not UTF-8 text (byte {error.start})", "save it as UTF-8", source) from None


def play(path: str, text: str, values: Sequence[int] | None, seed: str) -> tuple[str, Json]:
    """One action in a position: what happened and the new position, told and as data. Raises OrderError, UserError."""
    at = read(path)
    if at.game.outcome(at.state) is not None:
        raise UserError("the game is over in this position", "nothing can be played", str(path))
    dice = FastDice(seed) if values is None else ScriptedDice(values)
    acting = situation(at.game, at.state).acting
    seat = next((seat for seat in acting if text.startswith(f"{seat_letter(seat)}:")), acting[0])
    try:
        step = at.game.apply(at.state, actions.read(at.game, text, at.state, seat), dice)
    except DiceError as error:
        raise UserError(str(error), "enter the dice in the order rolled, as in 3,1,6", "--dice") from None
    if isinstance(dice, ScriptedDice) and dice.left:
        raise UserError(f"no roll needs the dice {dice.left}", "enter what was rolled, no more", "--dice")
    outcome = at.game.outcome(step.state)
    phrases, names = Phrases(at.game.SLUG, "en", step.state.options), Names()
    lines = [*phrases.sentences(step.events, names), "", *phrases.position(at.game, step.state, names)]
    lines += ["", phrases.outcome(outcome, names)] if outcome else []
    events = [event_to_json(event) for event in step.events]
    told = {**position.values(at.game, step.state), "events": events, "outcome": outcome_to_json(outcome)}
    return "\n".join(lines), told


def perft(path: str, depth: int) -> int:
    """Lines of play to a depth. Raises UserError for a game with dice."""
    at = read(path)
    try:
        return position.perft(at.game, at.state, depth)
    except DiceError:
        raise GameError(f"{at.game.TITLE} rolls dice: its lines of play have no single count", "", path) from None


def cases(path: Path) -> "list[CaseResult]":
    """Run a file of cases. Raises UserError."""
    if find_spec("yaml") is None:
        hint = "`pip install 'postfox[cases]'` brings it"
        raise UserError("cases are YAML, which takes a package more", hint, str(path))
    from adjudicator.lab.cases import run

    return run(*read_text(path))
