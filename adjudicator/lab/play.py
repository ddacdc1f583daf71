"""Positions and cases from files and standard input, for the commands that store nothing: play, perft, case, solve."""

import re
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.core import DiceError, GameError
from adjudicator.core.codec import Json
from adjudicator.core.game import Game, GameState, event_to_json, outcome_to_json, seat_letter, situation
from adjudicator.core.solver import TooLarge, Value, decide
from adjudicator.dice import FastDice, ScriptedDice
from adjudicator.games import find, position
from adjudicator.games.position import Position
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.reader import actions
from printables.core import UserError, files
from printables.core.options import Ruled
from printables.core.progress import bar

if TYPE_CHECKING:
    from adjudicator.lab.cases import CaseResult

MOST_BYTES = 10_000_000
STANDARD_INPUT = "-"
VALUES = {"win": "wins", "draw": "draws", "loss": "loses"}


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


def start(slug: str, options: Ruled) -> tuple[Game, Any]:
    """A game and its start, for two players and no chance but the lot, as its winner sees it. Raises GameError."""
    return (game := find(slug)), game.start(options, game.PLAYERS[0], FastDice(0)).state


def read_of(slug: str, path: Path) -> tuple[Game, Any]:
    """A game and the position in a file, which must be one of that game. Raises UserError."""
    at = read(path)
    if slug != (other := at.game.SLUG):
        raise UserError(f"this is a position of {other}", f"say `postfox position solve {other}`", str(path))
    return at.game, at.state


def facts(game: Game, state: GameState, limit: int | None, *, whole: bool) -> Json:
    """The verdict on a position, for programs, and best play to the end if wanted. Raises TooLarge, GameError."""
    verdict = decide(solver := game.solver(state.options), state, limit)
    told: Json = {"value": verdict.value, "plies": verdict.plies, "nodes": verdict.nodes}
    if verdict.best is None:
        return told
    (mover,) = game.to_act(state)
    told |= {"to_move": seat_letter(mover), "best": game.format(verdict.best, state)}
    if whole and (verdict.plies is not None or verdict.value != "draw"):
        told["line"] = actions = list[str]()
        while game.to_act(state):
            action = decide(solver, state, limit).best
            actions.append(game.format(action, state))
            state = game.apply(state, action, FastDice(0)).state
    return told


def report(game: Game, state: GameState, limit: int | None, *, whole: bool, start: bool = False) -> list[str]:
    """The verdict on a position or the start and, if wanted, best play to the end. Raises TooLarge, GameError."""
    told = facts(game, state, limit, whole=whole)
    if "best" not in told:
        outcome = game.outcome(state)
        return [Phrases(game.SLUG, "en", state.options).outcome(outcome, Names())] if outcome else []
    value, mover = _value(told["value"], told["plies"]), told["to_move"]
    begun = game.start(state.options, game.PLAYERS[0], FastDice(0)).events if start else ()
    if any(event.dice for event in begun):  # they say who begins
        lines = [f"whoever begins {value}; who that is, the dice say", f"best: {told['best']} (if {mover} begins)"]
    else:
        lines = [f"{mover}, to move, {value}", f"best: {told['best']}"]
    if "line" in told:
        lines.append(f"best play: {'; '.join(told['line'])}")
    return [*lines, f"looked at {told['nodes']:,} positions"]


def tables(
    game: Game, state: GameState, folder: Path, pieces: int | None, memory: str, *, plies: bool
) -> Iterator[str]:
    """Makes a hunt's tables; says what came of each part, and of the position. Raises UserError (memory), GameError."""
    made = game.solver(state.options).tables(folder, plies=plies)
    plan = made.plan(most := made.most if pieces is None else pieces)
    if not (size := re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)([MG])", memory.upper())):
        raise UserError(f"{memory!r} is not a size", "write 4G or 500M", "--memory")
    allowed = int(float(size[1]) * {"M": 1_000_000, "G": 1_000_000_000}[size[2]])
    if large := next((tier for tier in plan if tier.memory > allowed), None):
        fit = plan[: plan.index(large)]
        fewer = (f", fewer --pieces ({fit[-1].name} would fit)" if fit else "") + (", or --no-plies" if plies else "")
        needs = f"{large.name}: {large.positions:,} positions take {_memory(large.memory)} of memory"
        hint = f"use --memory {-(-large.memory // 1_000_000)}M{fewer}"
        raise UserError(f"{needs}, and {memory} are allowed", hint, "--memory")
    if plan:
        whole, most_memory = sum(tier.positions for tier in plan), max(tier.memory for tier in plan)
        yield f"{whole:,} positions; they take {_memory(most_memory)} of memory"
    with bar("positions") as progress:
        for one in made.decide(most, lambda name, done, whole: progress(done, whole)):
            yield f"{one.name}: {one.counts}; {one.rounds} rounds"
    if verdict := made.verdict(state):
        (mover,) = game.to_act(state)
        yield f"{seat_letter(mover)}, to move, {_value(verdict.value, verdict.plies)}"
        yield f"best: {game.format(verdict.best, state)}"
    else:
        yield "the position has more pieces than the tables"


def _memory(size: int) -> str:
    return f"{size / 1e9:.2f} GB" if size >= 1e9 else f"{-(-size // 1_000_000)} MB"


def too_large(game: Game, state: GameState, error: TooLarge) -> str:
    """What is said where a position cannot be solved within the limit."""
    title = Phrases(game.SLUG, "en", state.options).title
    return f"{title}: {error}; --limit lets it look at more, and the documents list what is proved of larger boards"


def _value(value: Value, plies: int | None) -> str:
    return VALUES[value] + ("" if plies is None else f" in {plies} {'ply' if plies == 1 else 'plies'}")
