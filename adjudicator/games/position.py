"""Position files: {"game": slug, "options": {...}, "state": {...}} <-> a game, its options and a state. Pure.

The options may stand beside the state or in it; where both name one, they must agree. "rules" names the game's rule
set, the newest if it is left out; it is written for a game that has more than one. A match's state.json and what
`postfox position play --json` writes are position files too: what they say besides is passed over."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias

from pydantic import BaseModel, ValidationError

from adjudicator import games
from adjudicator.core import GameError
from adjudicator.core.codec import Json, canonical
from adjudicator.core.game import Game, GameState
from adjudicator.dice import ScriptedDice
from printables.core import Problem, should

MOST_CHARACTERS = 1_000_000
MOST_PROBLEMS = 10
SHOWN = 60

Place: TypeAlias = tuple[int | str, ...]
Lines: TypeAlias = Callable[[Place], int]

FORM = 'a position is {"game": "...", "options": {...}, "state": {...}}'
_PASSED_OVER = frozenset({"turn", "log_head", "events", "outcome"})


def no_line(place: Place) -> int:
    """The line of a value in a text whose lines are not known."""
    return 0


@dataclass(frozen=True, slots=True)
class Position:
    """A state that can be played on, and the game whose state it is."""

    game: Game
    state: GameState

    @property
    def options(self) -> Any:
        return self.state.options


def read(text: str, source: str) -> Position:
    """The position that a text holds. Raises GameError with a Problem for each mistake; `source` names the text."""
    data = _mapping(load(text, source), "the file", source)
    if unknown := [name for name in data if name not in {"game", "rules", "options", "state", *_PASSED_OVER}]:
        raise GameError(f"{_shown(unknown[0])} is not part of a position", FORM, source)
    slug = data.get("game")
    if not isinstance(slug, str):
        raise GameError(f'"game" is {_shown(slug)}' if "game" in data else '"game" is missing', FORM, source)
    rules = data.get("rules")
    if "rules" in data and type(rules) is not int:
        raise GameError(f'"rules" is {_shown(rules)}', "it should be the number of a rule set", source)
    try:
        game = games.find(slug, rules)
    except GameError as error:
        raise GameError(error.problems[0].message, error.problems[0].hint, source) from None
    if "state" not in data:
        raise GameError('"state" is missing', FORM, source)
    given = _mapping(data.get("options", {}), "options", source)
    return Position(game, state(game, _mapping(data["state"], "state", source), given, source))


def values(game: Game, state: BaseModel) -> Json:
    """A position as values of JSON, which `read` takes back."""
    data = state.model_dump(mode="json")
    named = {"rules": game.rules} if game.several_rules else {}
    return {"game": game.SLUG, **named, "options": data["options"], "state": data}


def write(game: Game, state: BaseModel) -> str:
    """The canonical text of a position."""
    return canonical(values(game, state))


def state(game: Game, fields: Json, given: Mapping[str, object], source: str, lines: Lines = no_line) -> Any:
    """A game's state from its JSON fields, under the options `given` and those that the state holds itself. `lines`
    tells the line of a field. Raises GameError with a Problem for each mistake."""
    wanted = options(game, given, source)
    inside = _mapping(fields.get("options", {}), "state.options", source, lines(("options",)))
    held = options(game, inside, source, lambda place: lines(("options", *place)), "state.options")
    for name in wanted.model_fields_set & held.model_fields_set:
        if (one := getattr(wanted, name)) != (other := getattr(held, name)):
            message = f"options.{name} is {_shown(one)}, state.options.{name} {_shown(other)}"
            raise GameError(message, "say it once, or twice alike", source, lines(("options", name)))
    try:
        return game.State.model_validate_json(canonical({**fields, "options": {**inside, **given}}))
    except ValidationError as error:
        raise GameError.of(tuple(explain(error, game.State, source, "state", lines))) from None


def options(game: Game, given: Mapping[str, Any], source: str, lines: Lines = no_line, where: str = "options") -> Any:
    """A game's options from named values. Raises GameError with a Problem for each mistake."""
    try:
        return game.Options.model_validate(given)
    except ValidationError as error:
        raise GameError.of(tuple(explain(error, game.Options, source, where, lines))) from None


def load(text: str, source: str) -> Any:
    """JSON as values: names once in each object, finite numbers, of bounded size and depth. Raises GameError."""
    if len(text) > MOST_CHARACTERS:
        raise GameError(f"the file has {len(text)} characters", f"a position has at most {MOST_CHARACTERS}", source)
    try:
        values = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        canonical(values).encode()  # what is read can be written: no 1e999, no half of a surrogate pair
        return values
    except json.JSONDecodeError as error:
        raise GameError(f"this is not JSON: {error.msg}, column {error.colno}", FORM, source, error.lineno) from None
    except RecursionError:
        raise GameError("this is nested too deeply", FORM, source) from None
    except ValueError as error:
        raise GameError(f"this is not JSON: {str(error)[:SHOWN]}", FORM, source) from None


def _once(pairs: list[tuple[str, object]]) -> Json:
    values: Json = {}
    for name, value in pairs:
        if name in values:
            raise ValueError(f"{_shown(name)} is given twice")
        values[name] = value
    return values


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _mapping(value: object, what: str, source: str, line: int = 0) -> Json:
    if not isinstance(value, dict):
        raise GameError(f"{what} is {_shown(value)}", "it should be an object: {...}", source, line)
    return value


def explain(
    error: ValidationError, model: type[BaseModel], source: str, where: str, lines: Lines = no_line
) -> Iterator[Problem]:
    """What is wrong with each field, as Problems that name it (`where` names the whole) and say what would be right."""
    told = error.errors(include_url=False)
    inside = {detail["loc"][:depth] for detail in told for depth in range(len(detail["loc"]))}
    details = [  # without those that only follow from others: a list that is short of entries which are wrong, say
        detail
        for detail in told
        if detail["type"] != "default_factory_not_called"
        and not (detail["type"] in ("too_short", "too_long") and detail["loc"] in inside)
    ]
    for detail in details[:MOST_PROBLEMS]:
        place, message = detail["loc"], detail["msg"].removeprefix("Value error, ")
        name = ".".join([where, *(str(part) if _plain(part) else _shown(part) for part in place)])
        if detail["type"] == "missing":
            yield Problem(source, lines(place), f"{name} is missing", _fields(model, place[:-1]))
        elif detail["type"] == "extra_forbidden":
            yield Problem(source, lines(place), f"{name} does not exist", _fields(model, place[:-1]))
        elif detail["type"] == "value_error":
            yield Problem(source, lines(place), f"{name}: {message}")
        else:
            yield Problem(source, lines(place), f"{name} is {_shown(detail['input'])}", f"it should {should(detail)}")
    if len(details) > MOST_PROBLEMS:
        yield Problem(source, lines(()), f"{where}: {len(details) - MOST_PROBLEMS} more mistakes")


def _plain(part: str | int) -> bool:
    return isinstance(part, int) or (part.isidentifier() and len(part) < SHOWN)


def _fields(model: type[BaseModel], loc: tuple[int | str, ...]) -> str:
    """The fields of the model, or of the model in it that the place leads to."""
    for part in loc:
        inner = model.model_fields[part].annotation if part in model.model_fields else None
        if not (isinstance(inner, type) and issubclass(inner, BaseModel)):
            return ""
        model = inner
    return f"the fields are {', '.join(model.model_fields)}"


def _shown(value: object) -> str:
    """A value as JSON, short enough for a line."""
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def perft(game: Game, state: GameState, depth: int) -> int:
    """Lines of `depth` actions from a state (0: the state itself); a game that is over has no further line. Raises
    DiceError where an action throws dice: such a game has no such count."""
    if depth < 1:
        return 1
    if depth == 1:
        return sum(1 for _ in game.moves(state))
    return sum(perft(game, game.apply(state, one, ScriptedDice(())).state, depth - 1) for one in game.moves(state))
