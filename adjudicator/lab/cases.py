"""Adjudication cases: a position, what is done in it, and what must come of it, as YAML that a person writes. Pure.

A file is a list of cases:

    - id: SF-4d-red-runs-counter-clockwise
      source: snakes-and-foxes 4(d)
      game: snakes-and-foxes
      rules: 1                    the rule set; the newest if left out
      options: {first_ring: red}
      seats: 2                    how many play; two, or as near as the game and its options allow
      state: {tokens: [c5, a12]}  any fields; the rest take the game's start
      dice: [3, 1]                values in the order thrown; all must be thrown, and no more
      actions: ["move b5"]        carried out in order, up to the first that is refused
      moves: {count: 3, has: ["move b5"], lacks: ["move c6"]}     the legal actions afterwards
      perft: {1: 3, 2: 9}         lines of play by depth afterwards, in a game without dice
      expect: {state: {turn: 10}, outcome: null, error: null, events: [{kind: step, places: [d3, d4]}]}

Without `state` the case begins with the game's start, thrown with its own dice. What `expect` names is compared, what
it does not name is not; a refusal it does not name fails the case. Events named must happen in that order, whatever
happens between them. A case that cannot be read fails, and the others run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.core.canonical import canonical
from adjudicator.core.errors import DiceError, NotationError, OrderError
from adjudicator.core.game import Event, Game, event_to_json, outcome_to_json
from adjudicator.dice import ScriptedDice
from adjudicator.lab.case_file import Broken, Case, Ready, read
from adjudicator.lab.perft import perft


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of a case: `differences` from what was expected, a line each; none when it passed."""

    id: str
    source: str
    line: int
    differences: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.differences

    def __str__(self) -> str:
        """A line, and one for each difference."""
        if self.passed:
            return f"{self.source}:{self.line}: {self.id}: passed"
        return "\n    ".join([f"{self.source}:{self.line}: {self.id}: failed", *self.differences])


def run(text: str, source: str) -> list[CaseResult]:
    """Carry out every case of a file; one with mistakes in it fails, each told with its line.

    Raises CaseError where the file is no list of cases.
    """
    return [_result(case, source) for case in read(text, source)]


def _result(case: Ready | Broken, source: str) -> CaseResult:
    if isinstance(case, Broken):
        return CaseResult(case.id, source, case.line, tuple(map(str, case.problems)))
    return CaseResult(case.case.id, source, case.line, tuple(_carry_out(case)))


def _carry_out(ready: Ready) -> Iterator[str]:
    """The differences between what a case expects and what comes of it."""
    case, game, dice = ready.case, ready.game, ScriptedDice(ready.case.dice)
    try:
        state, events, error = _play(ready, dice)
        if dice.left:
            yield f"dice: {list(dice.left)} were not rolled"
        yield from _error(case, error)
        got = state.model_dump(mode="json")
        yield from _differences(case.expect.state, {name: got[name] for name in case.expect.state}, "state")
        if "outcome" in case.expect.model_fields_set:
            wanted = case.expect.outcome and case.expect.outcome.model_dump(exclude_unset=True)
            yield from _differences(wanted, outcome_to_json(game.outcome(state)), "outcome")
        yield from _events([event.model_dump(exclude_unset=True) for event in case.expect.events], events)
        yield from _moves(case, game, state)
        for depth, count in case.perft.items():
            yield from _differences(count, perft(game, state, depth), f"perft {depth}")
    except DiceError as shortage:
        yield f"dice: {shortage}"
    except Exception as fault:  # a fault of the rules fails its own case, and the others still run
        yield f"the rules failed: {type(fault).__name__}: {fault}"


def _play(ready: Ready, dice: ScriptedDice) -> tuple[Any, list[Event], OrderError | None]:
    """The position after the actions, what happened, and the refusal that ended them."""
    state, events = ready.state, list[Event]()
    if state is None:
        step = ready.game.start(ready.options, ready.seats, dice)
        state, events = step.state, list(step.events)
    for text in ready.case.actions:
        try:
            step = ready.game.apply(state, ready.game.parse(text, state), dice)
        except OrderError as error:
            return state, events, error
        state = step.state
        events += step.events
    return state, events, None


def _error(case: Case, error: OrderError | None) -> Iterator[str]:
    got = error.kind if error else None
    if got != case.expect.error:
        yield f"error: expected {case.expect.error or 'none'}, got {f'{got} ({error})' if error else 'none'}"


def _differences(wanted: Any, got: Any, where: str) -> Iterator[str]:
    """Where `got` is not as `wanted`; of a mapping, only what is named is compared."""
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        for name, value in wanted.items():
            if str(name) in got:
                yield from _differences(value, got[str(name)], f"{where}.{name}")
            else:
                yield f"{where}.{name}: expected {canonical(value)}, and there is none"
    elif canonical(wanted) != canonical(got):
        yield f"{where}: expected {canonical(wanted)}, got {canonical(got)}"


def _events(wanted: Sequence[Mapping[str, Any]], events: Sequence[Event]) -> Iterator[str]:
    """The first expected event that did not happen after those before it."""
    happened = iter(events)
    for number, event in enumerate(wanted, 1):
        if not any(not list(_differences(event, event_to_json(one), "")) for one in happened):
            kinds = ", ".join(one.kind for one in events) or "none"
            yield f"events: number {number}, {canonical(event)}, did not happen in its place; there were {kinds}"
            return


def _moves(case: Case, game: Game, state: Any) -> Iterator[str]:
    if case.moves is None:
        return
    legal = list(game.moves(state))
    if case.moves.count is not None:
        yield from _differences(case.moves.count, len(legal), "moves.count")
    for name, texts, wanted in (("has", case.moves.has, True), ("lacks", case.moves.lacks, False)):
        for text in texts:
            try:
                action = game.parse(text, state)
            except NotationError as error:
                yield f"moves.{name}: {error}"
                continue
            if (action in legal) != wanted:
                yield f"moves.{name}: {text!r} is {'not legal' if wanted else 'legal'}"
