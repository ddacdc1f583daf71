"""A group whose commands are imported and built one at a time, when they are called.

Typer builds each parameter of each command before it looks at the command line. Here a group knows of its commands no
more than help and completion show; what Typer builds is the one that is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from printables.core.registry import Registry

Command: TypeAlias = Callable[..., None] | typer.Typer


class LazyGroup(TyperGroup):
    """A group to be given to Typer as `cls`. COMMANDS: functions, or apps that are groups, in the order of the list."""

    COMMANDS: ClassVar[Registry[Command]]

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, line in self.COMMANDS.lines.items():
            self.add_command(TyperCommand(name, help=line, rich_markup_mode=None))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is called, built."""
        name, _, rest = super().resolve_command(ctx, args)
        command = None if name is None else _built(self.COMMANDS.find(name), name)
        if command and ctx.resilient_parsing:  # a shell asks what may follow
            from adjudicator.cli import completion

            completion.teach(command)
        return name, command, rest


def _built(command: Command, name: str) -> Any:
    """The command or group as Typer makes it."""
    if isinstance(command, typer.Typer):
        return get_group(command)
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    alone.command(name)(command)
    return get_command(alone)
