"""What `postfox position solve` says: value and best move of a start or a position, or that it is too large."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator.core.codec import Json
from adjudicator.core.game import Game, GameState, seat_letter
from adjudicator.core.solver import Solver, TooLarge, Value, decide
from adjudicator.dice import FastDice
from adjudicator.games import find
from adjudicator.lab import play
from adjudicator.letters.phrases import Names, Phrases
from printables.core import UserError
from printables.core.options import Ruled
from printables.core.progress import bar

VALUES = {"win": "wins", "draw": "draws", "loss": "loses"}


def start(slug: str, options: Ruled) -> tuple[Game, Any]:
    """A game and its first position. Raises GameError."""
    return (game := find(slug)), first_position(game, options)


def position(slug: str, path: Path) -> tuple[Game, Any]:
    """A game and the position in a file, which must be one of that game. Raises UserError."""
    read = play.read(path)
    if slug != (other := read.game.SLUG):
        raise UserError(f"this is a position of {other}", f"say `postfox position solve {other}`", str(path))
    return read.game, read.state


def facts(game: Game, state: GameState, limit: int | None, *, whole: bool) -> Json:
    """The verdict on a position, for programs, and best play to the end if wanted. Raises TooLarge, GameError."""
    solver = game.solver(state.options)
    verdict = decide(solver, state, limit)
    told: dict[str, object] = {"value": verdict.value, "plies": verdict.plies, "nodes": verdict.nodes}
    if verdict.best is None:
        return told
    (mover,) = game.to_act(state)
    told |= {"to_move": seat_letter(mover), "best": game.format(verdict.best, state)}
    if whole and (verdict.plies is not None or verdict.value != "draw"):
        told["line"] = line(game, solver, state, limit)
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
    most, allowed = made.most if pieces is None else pieces, _size(memory)
    plan = made.plan(most)
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


def _size(text: str) -> int:
    """Bytes, as in 4G or 500M. Raises UserError."""
    found = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)([MG])", text.upper())
    if not found:
        raise UserError(f"{text!r} is not a size", "write 4G or 500M", "--memory")
    return int(float(found[1]) * {"M": 1_000_000, "G": 1_000_000_000}[found[2]])


def first_position(game: Game, options: Ruled) -> object:
    """The start as the player who won the lot sees it, for two players and no other chance."""
    return game.start(options, game.PLAYERS[0], FastDice(0)).state


def line(game: Game, solver: Solver, state: GameState, limit: int | None = None) -> list[str]:
    """Best play by both sides from `state` to the end of the game, as texts. Raises TooLarge."""
    actions = []
    while game.to_act(state):
        action = decide(solver, state, limit).best
        actions.append(game.format(action, state))
        state = game.apply(state, action, FastDice(0)).state
    return actions


def too_large(game: Game, state: GameState, error: TooLarge) -> str:
    title = Phrases(game.SLUG, "en", state.options).title
    return f"{title}: {error}; --limit lets it look at more, and the documents list what is proved of larger boards"


def _value(value: Value, plies: int | None) -> str:
    return VALUES[value] + ("" if plies is None else f" in {plies} {'ply' if plies == 1 else 'plies'}")
