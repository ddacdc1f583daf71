"""What `postfox solve` says: value and best move of a start or a position, or honestly that it is too large."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator.dice import FastDice, ScriptedDice
from adjudicator.game import Game, seat_letter
from adjudicator.games import find
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.positions import play
from adjudicator.solver import Solver, TooLarge, Value, decide
from printables.errors import UserError

VALUES = {"win": "wins", "draw": "draws", "loss": "loses"}


def start(slug: str, options: Any) -> tuple[Game, Any]:
    """A game and its first position. Raises GameError."""
    game = find(slug)
    return game, first_position(game, options)


def position(slug: str, path: Path) -> tuple[Game, Any]:
    """A game and the position in a file, which must be one of that game. Raises UserError."""
    read = play.read(path)
    if slug != read.game.SLUG:
        raise UserError(f"this is a position of {read.game.SLUG}", f"say `postfox solve {read.game.SLUG}`", str(path))
    return read.game, read.state


def facts(game: Game, state: Any, limit: int | None, *, whole: bool) -> dict[str, Any]:
    """The verdict on a position, for programs, and best play to the end if wanted. Raises TooLarge, GameError."""
    solver = game.solver(state.options)
    verdict = decide(solver, state, limit)
    told: dict[str, Any] = {"value": verdict.value, "plies": verdict.plies, "nodes": verdict.nodes}
    if verdict.best is None:
        return told
    (mover,) = game.to_act(state)
    told |= {"to_move": seat_letter(mover), "best": game.format(verdict.best, state)}
    if whole and (verdict.plies is not None or verdict.value != "draw"):
        told["line"] = _line(game, solver, state, limit)
    return told


def report(game: Game, state: Any, limit: int | None, *, whole: bool) -> list[str]:
    """The verdict on a position and, if wanted, best play to the end. Raises TooLarge, GameError."""
    told = facts(game, state, limit, whole=whole)
    if "best" not in told:
        outcome = game.outcome(state)
        return [Phrases(game.SLUG, "en", state.options).outcome(outcome, Names())] if outcome else []
    lines = [f"{told['to_move']}, to move, {_value(told['value'], told['plies'])}", f"best: {told['best']}"]
    if "line" in told:
        lines.append(f"best play: {'; '.join(told['line'])}")
    return [*lines, f"looked at {told['nodes']:,} positions"]


def first_position(game: Game, options: Any) -> Any:
    """The start as the player who won the lot sees it, for two players and no other chance."""
    return game.start(options, game.PLAYERS[0], FastDice(0)).state


def line(game: Game, solver: Solver, state: Any, limit: int | None = None) -> tuple[Any, ...]:
    """Best play by both sides from `state` to the end of the game. Raises TooLarge."""
    actions = []
    while game.to_act(state):
        action = decide(solver, state, limit).best
        actions.append(action)
        state = game.apply(state, action, FastDice(0)).state
    return tuple(actions)


def too_large(game: Game, state: Any, error: TooLarge) -> str:
    title = Phrases(game.SLUG, "en", state.options).title
    return f"{title}: {error}; it is too large to be solved from here, and nothing is known of its value"


def _value(value: Value, plies: int | None) -> str:
    within = "" if plies is None else f" in {plies} {'ply' if plies == 1 else 'plies'}"
    return f"{VALUES[value]}{within}"


def _line(game: Game, solver: Solver, state: Any, limit: int | None) -> list[str]:
    texts = []
    for action in line(game, solver, state, limit):
        texts.append(game.format(action, state))
        state = game.apply(state, action, ScriptedDice(())).state
    return texts
