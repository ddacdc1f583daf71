"""Commands whose parameters are the fields of records of options (printables.core.request): each is declared once."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection
from itertools import chain
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

import typer

from printables.core.errors import OptionError, meant
from printables.core.registry import plain
from printables.core.request import Flag, GameName

Command: TypeAlias = Callable[..., None]


def game(text: str, variant: str | None = None) -> tuple[str, str | None]:
    """The slug of the game that is meant, by its title or a beginning, and its variant.

    The name of a variant, such as that of a hunt, does for both. Raises OptionError if several games have it, or if
    another variant is asked for as well.
    """
    from printables import boards

    slug, slugs = boards.named(text), boards.slugs()
    if slug in slugs:
        return slug, variant
    own, named = {one: _variants(boards.find(one).options) for one in slugs}, plain(text)
    having = [one for one in slugs if named in own[one]]
    if not having:
        guess = meant(text, (*slugs, *chain(*own.values())))
        raise OptionError(f"there is no game {text!r}", f"{guess} the games are {', '.join(slugs)}".lstrip(), "GAME")
    if len(having) > 1:
        hint = f"write {' or '.join(having)}, and --variant {named}"
        raise OptionError(f"{text!r} is a variant of {' and of '.join(having)}", hint, "GAME")
    if variant not in (None, named):
        raise OptionError(f"{text!r} is a variant of {having[0]} itself", "remove --variant", "--variant")
    return having[0], named


def _variants(options: Any) -> tuple[str, ...]:
    return get_args(options.model_fields["variant"].annotation) if "variant" in options.model_fields else ()


def spread(*without: str) -> Callable[[Command], Command]:
    """A decorator for Typer's commands: a parameter that is a record becomes one for each field, but for `without`."""
    return lambda command: _spread(command, without)


def _spread(command: Command, without: Collection[str]) -> Command:
    hints = get_type_hints(command, include_extras=True)
    records = {name: kind for name, kind in hints.items() if hasattr(kind, "_fields")}
    shown: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        if name in records:
            shown += (one for one in _fields(records[name]) if one.name not in without)
        else:
            shown.append(_parameter(name, hints[name], parameter.default))

    every = [hints, *(get_type_hints(record, include_extras=True) for record in records.values())]
    of_a_game = any(some.get("game") == GameName for some in every)

    @functools.wraps(command)
    def called(**given: Any) -> None:
        if of_a_game:
            given["game"], given["variant"] = game(given["game"], given["variant"])
        for one in shown:
            if isinstance(given[one.name], list):
                given[one.name] = tuple(given[one.name])
        for name, record in records.items():
            given[name] = record(**{field: given.pop(field) for field in record._fields if field not in without})
        command(**given)

    called.__dict__["__signature__"] = inspect.Signature(shown)
    called.__annotations__ = {one.name: one.annotation for one in shown}
    return called


def _fields(record: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(record, include_extras=True)
    defaults = record._field_defaults
    return [_parameter(name, hints[name], defaults.get(name, inspect.Parameter.empty)) for name in record._fields]


def _parameter(name: str, hint: object, default: object) -> inspect.Parameter:
    """The parameter as Typer wants it. What has a Flag becomes an option, or without a default an argument."""
    kind, *said = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if get_origin(kind) is tuple:  # of any length; Typer knows lists
        kind = list[get_args(kind)[0]]  # type: ignore[misc]
    for flag in said:
        if isinstance(flag, Flag) and default is inspect.Parameter.empty:
            hint = Annotated[kind, typer.Argument(metavar=flag.metavar, help=flag.help)]
        elif isinstance(flag, Flag):
            option = typer.Option(flag.option(name), metavar=flag.metavar, help=flag.help)
            hint, default = Annotated[kind, option], list(default) if isinstance(default, tuple) else default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
