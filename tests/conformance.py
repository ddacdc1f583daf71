"""What is asked of the class of a game before it is played, and of what it says in play: mistakes as sentences."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from itertools import islice
from types import UnionType
from typing import Annotated, Any

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from pydantic import BaseModel, ValidationError

from adjudicator.core import NotationError
from adjudicator.core.game import Event, Game, Outcome, Step, Token, unlettered
from adjudicator.games import GAMES, KINDS
from adjudicator.referee import orders
from printables.core.options import Ruled
from printables.scene.components import Board

LOOKED_AT = 20
RULE_SETS = [(slug, n) for slug in GAMES for n in range(1, getattr(KINDS.find(slug), "Options", Ruled).rules + 1)]
METHODS = [name for name, value in vars(Game).items() if inspect.isfunction(value) and not name.startswith("_")]


def options(model: type[BaseModel]) -> st.SearchStrategy[Any]:
    """Options of a game, any mix; a mix that does not go together is drawn again."""
    fields: dict[str, st.SearchStrategy[Any]] = {}
    for name, field in model.model_fields.items():
        values: Any = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
        if isinstance(values, type) and issubclass(values, BaseModel):  # a file of values, too bound for chance
            fields[name] = st.just(field.get_default(call_default_factory=True))
            continue
        try:
            fields[name] = (
                st.just(field.get_default(call_default_factory=True)) if values is str else st.from_type(values)
            )
            fields[name].validate()
        except InvalidArgument:
            fields[name] = st.just(field.get_default(call_default_factory=True))

    def build(values: dict[str, Any]) -> Any:
        try:
            return model.model_validate(values)
        except ValidationError:
            return None

    return st.fixed_dictionaries({}, optional=fields).map(build).filter(lambda options: options is not None)


def faults(kind: type[Any]) -> list[str]:
    """What a class lacks or has wrong to be a game."""
    return list(_faults(kind))


def _faults(kind: type[Any]) -> Iterator[str]:
    name = kind.__name__
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        yield f"{name} is no class of adjudicator.core.game.Game: write `class {name}(Game[State, Action, Options])`"
        return
    for method in sorted(kind.__abstractmethods__):
        yield f"{name} lacks {method}{inspect.signature(getattr(Game, method))}"
    for models in ("Options", "State"):
        model = getattr(kind, models, None)
        if not (isinstance(model, type) and issubclass(model, Ruled)):
            yield f"{name} names no {models}, a printables.core.options.Ruled: write `Game[State, Action, Options]`"
    for text in ("SLUG", "TITLE"):
        if not isinstance(getattr(kind, text, None), str):
            yield f"{name}.{text} is {getattr(kind, text, 'missing')!r}; it should be a text"
    players = getattr(kind, "PLAYERS", None)
    if not (isinstance(players, tuple) and len(players) == 2 and all(isinstance(n, int) for n in players)):
        yield f"{name}.PLAYERS is {players!r}; it should be the fewest and the most, as in (2, 4)"
    for kinds in ("EVENTS", "OUTCOMES", "NOTES"):
        known = getattr(kind, kinds, None)
        if not isinstance(known, Mapping) or not all(isinstance(part, str) for item in known.items() for part in item):
            yield f"{name}.{kinds} should say of each kind, a text, what it means"
    for method in METHODS:
        wanted, found = (inspect.signature(getattr(owner, method)).parameters for owner in (Game, kind))
        own = list(wanted) if "self" in found else list(wanted)[1:]  # a function of the game's may stand for a method
        if own != list(found):
            yield f"{name}.{method} takes {', '.join(found)}; it should take {', '.join(wanted)}"


def faults_in_play(game: Game, step: Step) -> list[str]:
    """What is wrong with a step of a game: the types of what it says, and actions that cannot be sent by mail."""
    return list(_faults_in_play(game, step))


def _faults_in_play(game: Game, step: Step) -> Iterator[str]:
    name, state = type(game).__name__, step.state
    if type(state) is not game.State:
        yield f"{name} makes a {type(state)!r}; a position should be a {game.State!r}: use self.State or `replaced`"
        return
    one = {
        "board": (game.board(state.options), Board),
        "outcome": (game.outcome(state), Outcome | None),
        "settle": (game.settle(state, ()), Step),
    }
    several: dict[str, tuple[Any, type]] = {
        "to_act": (game.to_act(state), int),
        "tokens": (game.tokens(state), Token),
        "faces": (game.faces(state), str),
        "notes": (game.notes(state), Event),
        "playing": (game.playing(state, game.PLAYERS[1]), int),
    }
    for method, (value, kind) in one.items():
        if not isinstance(value, kind):
            wanted = kind if isinstance(kind, UnionType) else kind.__name__
            yield f"{name}.{method} says {value!r}; it should be {wanted}"
    for method, (values, part) in several.items():
        if not isinstance(values, tuple) or not all(isinstance(value, part) for value in values):
            yield f"{name}.{method} says {values!r}; it should be a tuple of {part.__name__}"
    for action in islice(game.moves(state), LOOKED_AT):
        yield from _by_mail(game, state, action)
        tapped, text = game.taps(action, state).text, unlettered(game.format(action, state), action.seat)
        if tapped != text:
            yield f"{name}'s action `{text}` is tapped together as `{tapped}`"


def _by_mail(game: Game, state: Any, action: Any) -> Iterator[str]:
    """An action's text is read from a move file as that action, and not as an order to the referee."""
    text = game.format(action, state)
    read = orders.read(text.encode(), "")
    if len(read.orders) == 1 and read.orders[0].kind == "action":
        try:
            if game.parse(read.orders[0].text, state) == action:
                return
        except NotationError:
            pass
    word = text.partition(" ")[0]
    why = f"{word!r} means something else in a mail, or the text is changed there; choose another"
    yield f"{type(game).__name__}'s action `{text}` cannot be sent: {why}"
