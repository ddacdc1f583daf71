"""A group whose commands are imported and built one at a time, when they are called.

Typer builds each parameter of each command before it looks at the command line. Here a group knows of its commands no
more than help and completion show; what Typer builds is the one that is called.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, ClassVar, NamedTuple, TypeAlias

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group


class Elsewhere(NamedTuple):
    """A function or Typer app that is a command or group: its module and name in there, its line in the list."""

    module: str
    name: str
    line: str


Command: TypeAlias = Callable[..., None] | Elsewhere


class LazyGroup(TyperGroup):
    """A group to be given to Typer as `cls`. TABLE: its commands by name, in the order of the list."""

    TABLE: ClassVar[Mapping[str, Command]]

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, command in self.TABLE.items():
            line = command.line if isinstance(command, Elsewhere) else inspect.getdoc(command)
            self.add_command(TyperCommand(name, help=line, rich_markup_mode=None))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called, built."""
        name, _, rest = super().resolve_command(ctx, args)
        command = None if name is None else _built(self.TABLE[name], name)
        if command and ctx.resilient_parsing:  # a shell asks what may follow
            from adjudicator.cli import completion

            completion.teach(command)
        return name, command, rest


def _built(command: Command, name: str) -> Any:
    """The command or group as Typer makes it."""
    made = getattr(import_module(command.module), command.name) if isinstance(command, Elsewhere) else command
    if isinstance(made, typer.Typer):
        return get_group(made)
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command(name)(made)
    return get_command(alone)
