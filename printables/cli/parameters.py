"""Commands whose parameters are the fields of records of options (printables.request): each is declared once."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

import typer

from printables.errors import OptionError
from printables.request import Flag

Command: TypeAlias = Callable[..., None]


def game(text: str) -> str:
    """The slug of the game that is meant, by its title or a beginning. Raises OptionError for a variant of one."""
    from printables import boards

    slug = boards.named(text)
    for other in boards.slugs() if slug not in boards.slugs() else ():
        variants = boards.find(other).options.model_fields.get("variant")
        if variants and text.casefold() in get_args(variants.annotation):
            raise OptionError(f"{text!r} is a variant of {other}", f"write {other} --variant {text.casefold()}", "GAME")
    return slug


NAMED: dict[str, Callable[[str], str] | None] = {"": None, "game": game}


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

    @functools.wraps(command)
    def called(**given: Any) -> None:
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


def _parameter(name: str, hint: Any, default: Any) -> inspect.Parameter:
    """The parameter as Typer wants it. What has a Flag becomes an option, or without a default an argument."""
    kind, *said = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if get_origin(kind) is tuple:  # of any length; Typer knows lists
        kind = list[get_args(kind)[0]]  # type: ignore[misc]
    for flag in said:
        if isinstance(flag, Flag) and default is inspect.Parameter.empty:
            hint = Annotated[kind, typer.Argument(metavar=flag.metavar, help=flag.help, callback=NAMED[flag.of])]
        elif isinstance(flag, Flag):
            option = typer.Option(flag.option(name), metavar=flag.metavar, help=flag.help, callback=NAMED[flag.of])
            hint, default = Annotated[kind, option], list(default) if isinstance(default, tuple) else default
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
