"""What a shell is offered for a value: games, sheets, themes, variants and the like, by the name of the parameter.

Commands and options are offered by Typer; files by the shell, wherever there is nothing here.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias, get_args

from printables import boards

# What is offered: worked out from the line so far; or a constant or function of no line, by module and name.
Values: TypeAlias = Callable[[object], Iterable[str]] | str


def teach(command: Any) -> None:
    """Let the parameters of a command, or of all commands of a group, offer what is known of their values."""
    for child in getattr(command, "commands", {}).values():
        teach(child)
    for parameter in command.params:
        if values := OFFERED.get(parameter.opts[0]) or OFFERED.get(getattr(parameter, "metavar", None) or ""):
            parameter.shell_complete = partial(_offered, values)


def _offered(values: Values, context: object, incomplete: str) -> list[object]:
    from typer._click.shell_completion import CompletionItem

    module, _, name = values.partition(":") if isinstance(values, str) else ("", "", "")
    known = vars(import_module(module))[name] if module else values
    before, comma, begun = incomplete.rpartition(",")  # of a list the last is completed
    offered = known(*() if module else (context,)) if callable(known) else known
    return [CompletionItem(f"{before}{comma}{value}") for value in offered if value.startswith(begun)]


def _fields(context: Any) -> Mapping[str, Any]:
    """The options of the game that the line names before; of all games where it names none."""
    typed = (context.params.get("game"), *context.args)  # an option that lacks its value leaves all words unread
    slugs = [word for word in typed if word in boards.slugs()] or boards.slugs()
    return {name: field for slug in slugs for name, field in boards.find(slug).options.model_fields.items()}


def _variants(context: Any) -> Iterable[str]:
    variant = _fields(context).get("variant")
    return get_args(variant.annotation) if variant else ()


def _options(context: Any) -> Iterable[str]:
    for name, field in _fields(context).items():
        kinds = [field.annotation, *get_args(field.annotation)]
        values = ["true", "false"] if bool in kinds else []
        values += [str(value) for kind in kinds for value in get_args(kind) if isinstance(value, str | int)]
        yield from (f"{name}={value}" for value in values or [""])


def _matches(context: object) -> Iterable[str]:
    """Match folders here and one step below; others are typed as a path."""
    return sorted(found.parent.as_posix() for depth in ("*", "*/*") for found in Path().glob(f"{depth}/match.json"))


def _seats(context: Any) -> Iterable[str]:
    """The players of the match that the line names before."""
    from adjudicator.core import MatchError
    from adjudicator.match.folder import Folder

    for word in (context.params.get("folder"), *context.args):
        with suppress(MatchError, TypeError):
            yield from (seat.name for seat in Folder(Path(word)).match.seats)


def _commands(context: Any) -> Iterable[str]:
    return tuple(name for name, command in context.parent.command.commands.items() if not command.hidden)


OFFERED: Mapping[str, Values] = {
    "game": "printables.boards:slugs",
    "command": _commands,
    "DIR": _matches,
    "DIR|POSITION": _matches,
    "--for": _seats,
    "--variant": _variants,
    "--option": _options,
    "--sheet": lambda _: (*import_module("printables.sheets").NEEDS, "all"),
    "--theme": "printables.scene.theme:names",
    "--paper": "printables.paper.paper:SIZES",
    "--size": "printables.paper.paper:SIZES",
    "--labels": "printables.paper.labels:names",
    "--printer": "printables.paper.printer:names",
    "--language": "printables.core.templates:languages",
    "--as": "printables.handouts.props:PROPS",
    "--to": lambda _: import_module("printables.exports.format").FORMATS.names(),
}
