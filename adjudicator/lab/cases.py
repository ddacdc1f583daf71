"""Adjudication cases: a position, what is done in it, and what must come of it, as YAML that a person writes. Pure.

A file is a list of cases:

    - id: SF-4d-red-runs-counter-clockwise
      source: the section of the rules
      game: its slug
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
happens between them. A case that cannot be read fails, and the others run."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adjudicator import games
from adjudicator.core import CaseError, DiceError, GameError, NotationError, OrderError
from adjudicator.core.codec import Json, canonical
from adjudicator.core.game import Event, Game, GameState, event_to_json, outcome_to_json
from adjudicator.dice import FastDice, ScriptedDice
from adjudicator.games import position
from adjudicator.games.position import Lines, Place
from adjudicator.letters.render import plain
from printables.core.options import Ruled

MOST_CHARACTERS = 250_000
FORM = "a case file is a list of cases: `- id: ...`, `game: ...`, `state: {...}`, `actions: [...]`, `expect: {...}`"
START = "case"


class _Part(BaseModel):
    """A part of a case: no other keys than these, no values of another type."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Moves(_Part):
    count: int | None = None
    has: list[str] = []
    lacks: list[str] = []


class ToldEvent(_Part):
    kind: str
    seat: int | None = None
    piece: str = ""
    places: list[str] = []
    dice: list[int] = []
    words: dict[str, str | int] = {}


class Outcome(_Part):
    reason: str = ""
    winners: list[int] = []
    scores: list[int] = []


class Expect(_Part):
    state: Json = {}
    outcome: Outcome | None = None
    error: Literal["illegal", "notation"] | None = None
    events: list[ToldEvent] = []


class Case(_Part):
    id: str = Field(min_length=1, max_length=200)
    source: str = ""
    game: str
    rules: int | None = None
    options: Json = {}
    seats: int | None = Field(default=None, ge=1)
    state: Json | None = None
    dice: list[int] = []
    actions: list[str] = []
    moves: Moves | None = None
    perft: dict[int, int] = {}
    expect: Expect = Expect()


class Ready(NamedTuple):
    """A case that was read and whose position stands."""

    case: Case
    line: int
    game: Game
    options: Any
    seats: int
    state: Any


class CaseResult(NamedTuple):
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
        how = "passed" if self.passed else "failed"
        return "\n    ".join([f"{self.source}:{self.line}: {self.id}: {how}", *self.differences])


class _Loader(yaml.SafeLoader):
    """Plain values only: no aliases, which can make a small file huge, and no dates."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - as PyYAML declares it
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.constructor.ConstructorError(problem="an alias (*) is not allowed", problem_mark=self.get_mark())
        node: yaml.Node | None = super().compose_node(parent, index)
        if isinstance(node, yaml.MappingNode):
            names: set[str] = set()
            for key, _ in node.value:
                if not isinstance(key, yaml.ScalarNode):
                    raise yaml.constructor.ConstructorError(problem="a key is not a word", problem_mark=key.start_mark)
                if key.value in names:
                    problem = f"the key {key.value[:40]!r} is given twice"
                    raise yaml.constructor.ConstructorError(problem=problem, problem_mark=key.start_mark)
                names.add(key.value)
        return node


def _line(node: yaml.Node, place: Place) -> int:
    """Where in the file the value at a place below a node stands: as near as the file tells."""
    marked = node
    for part in place:
        if isinstance(node, yaml.MappingNode):
            pairs = {key.value: (key, value) for key, value in node.value}
            if str(part) not in pairs:
                break
            marked, node = pairs[str(part)]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = marked = node.value[part]
        else:
            break
    return int(marked.start_mark.line) + 1


def read(text: str, source: str) -> list[Ready | CaseResult]:
    """The cases of a file, in order. Raises CaseError where it is no list of cases; `source` names the text."""
    nodes, values = _load(text, source)
    cases: list[Ready | CaseResult] = []
    lines: dict[str, int] = {}
    for node, value in zip(nodes, values, strict=True):
        line = node.start_mark.line + 1
        try:
            case = _ready(node, value, source)
            if (first := lines.setdefault(name := case.case.id, line)) < line:
                raise CaseError(f"case {name} is there twice", f"the first is in line {first}", source, line)
            cases.append(case)
        except (CaseError, GameError) as error:
            cases.append(CaseResult(_called(value), source, line, tuple(map(str, error.problems))))
    return cases


def _called(value: object) -> str:
    return (plain(str(value.get("id", ""))) if isinstance(value, dict) else "")[:80] or "case"


def _load(text: str, source: str) -> tuple[list[yaml.Node], list[object]]:
    """The cases as nodes, which know their lines, and as values."""
    if len(text) > MOST_CHARACTERS:
        raise CaseError(f"the file has {len(text)} characters", f"a case file has at most {MOST_CHARACTERS}", source)
    try:
        loader = _Loader(text)
        root = loader.get_single_node()
        values = loader.construct_document(root) if root else None
        canonical(values).encode()  # what is read are values of JSON: no infinity, no bytes, no sets
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise CaseError(f"this is not YAML of cases: {error.problem}", FORM, source, line) from None
    except RecursionError:
        raise CaseError("this is nested too deeply", FORM, source) from None
    except (yaml.YAMLError, ValueError, TypeError) as error:
        raise CaseError(f"this is not YAML of cases: {str(error).splitlines()[0][:80]}", FORM, source) from None
    if not isinstance(root, yaml.SequenceNode) or not values:
        raise CaseError("the file holds no cases", FORM, source)
    return root.value, values


def _ready(node: yaml.Node, value: object, source: str) -> Ready:
    if not isinstance(value, dict):
        raise CaseError("this is not a case", FORM, source, node.start_mark.line + 1)
    where, lines = _called(value), partial(_line, node)
    try:
        case = Case.model_validate(value)
    except ValidationError as error:
        raise CaseError.of(tuple(position.explain(error, Case, source, where, lines))) from None
    try:
        game = games.find(case.game, case.rules)
    except GameError as error:
        problem, line = error.problems[0], lines(("rules" if case.game in games.GAMES else "game",))
        raise GameError(problem.message, problem.hint, source, line) from None
    options = position.options(game, case.options, source, lambda place: lines(("options", *place)), "options")
    seats, start = _start(game, options, case, source, lines)
    fields = start.model_dump(mode="json")
    if unknown := [name for name in case.expect.state if name not in fields]:
        line = lines(("expect", "state", unknown[0]))
        raise CaseError(f"{where}.expect.state.{unknown[0]} does not exist", "", source, line)
    state = None
    if case.state is not None:
        fields |= case.state
        state = position.state(game, fields, case.options, source, lambda place: lines(("state", *place)))
    return Ready(case, lines(()), game, options, seats, state)


def _start(game: Game, options: Ruled, case: Case, source: str, lines: Lines) -> tuple[int, Any]:
    """How many play, and the start that gives a position the fields it does not name. The same dice for every case."""
    fewest, most = game.PLAYERS
    for seats in (case.seats,) if case.seats else range(min(max(2, fewest), most), fewest - 1, -1):
        try:
            return seats, game.start(options, seats, FastDice(START)).state
        except GameError as error:
            refused = error.problems[0]
    raise GameError(refused.message, refused.hint, source, lines(("seats",)))


def run(text: str, source: str) -> list[CaseResult]:
    """Carry out every case of a file; mistakes fail their own case alone. Raises CaseError for no list of cases."""
    return [
        CaseResult(case.case.id, source, case.line, tuple(_carry_out(case))) if isinstance(case, Ready) else case
        for case in read(text, source)
    ]


def _carry_out(ready: Ready) -> Iterator[str]:
    case, game, dice = ready.case, ready.game, ScriptedDice(ready.case.dice)
    try:
        state, events, error = _play(ready, dice)
        if dice.left:
            yield f"dice: {list(dice.left)} were not rolled"
        if (refused := error.kind if error else None) != case.expect.error:
            told = f"{refused} ({error})" if error else "none"
            yield f"error: expected {case.expect.error or 'none'}, got {told}"
        got = state.model_dump(mode="json")
        yield from _differences(case.expect.state, {name: got[name] for name in case.expect.state}, "state")
        if "outcome" in case.expect.model_fields_set:
            wanted = case.expect.outcome and case.expect.outcome.model_dump(exclude_unset=True)
            yield from _differences(wanted, outcome_to_json(game.outcome(state)), "outcome")
        yield from _events([event.model_dump(exclude_unset=True) for event in case.expect.events], events)
        yield from _moves(case, game, state)
        for depth, count in case.perft.items():
            yield from _differences(count, position.perft(game, state, depth), f"perft {depth}")
    except DiceError as shortage:
        yield f"dice: {shortage}"
    except Exception as fault:  # a fault of the rules fails its own case, and the others still run
        yield f"the rules failed: {type(fault).__name__}: {fault}"


def _play(ready: Ready, dice: ScriptedDice) -> tuple[Any, list[Event], OrderError | None]:
    """The position after the actions, what happened, and the refusal that ended them."""
    game, state, happened = ready.game, ready.state, list[Event]()
    if state is None:
        state, events = game.start(ready.options, ready.seats, dice)
        happened += events
    for text in ready.case.actions:
        try:
            state, events = game.apply(state, game.parse(text, state), dice)
        except OrderError as error:
            return state, happened, error
        happened += events
    return state, happened, None


def _differences(wanted: object, got: object, where: str) -> Iterator[str]:
    """Where `got` is not as `wanted`; of a mapping, only what is named is compared."""
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        for name, value in wanted.items():
            if str(name) in got:
                yield from _differences(value, got[str(name)], f"{where}.{name}")
            else:
                yield f"{where}.{name}: expected {canonical(value)}, and there is none"
    elif canonical(wanted) != canonical(got):
        yield f"{where}: expected {canonical(wanted)}, got {canonical(got)}"


def _events(wanted: Sequence[Json], events: Sequence[Event]) -> Iterator[str]:
    """The first expected event that did not happen after those before it."""
    happened = iter(events)
    for number, event in enumerate(wanted, 1):
        if not any(not list(_differences(event, event_to_json(one), "")) for one in happened):
            kinds = ", ".join(one.kind for one in events) or "none"
            yield f"events: number {number}, {canonical(event)}, did not happen in its place; there were {kinds}"
            return


def _moves(case: Case, game: Game, state: GameState) -> Iterator[str]:
    if case.moves is None:
        return
    legal = list(game.moves(state))
    if case.moves.count is not None:
        yield from _differences(case.moves.count, len(legal), "moves.count")
    for name, texts, wanted in (("has", case.moves.has, True), ("lacks", case.moves.lacks, False)):
        for text in texts:
            try:
                if (game.parse(text, state) in legal) != wanted:
                    yield f"moves.{name}: {text!r} is {'not legal' if wanted else 'legal'}"
            except NotationError as error:
                yield f"moves.{name}: {error}"
