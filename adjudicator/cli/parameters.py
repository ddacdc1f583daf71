"""Parameters that several commands take, and what they do with them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from printables.errors import UserError

MatchFolder = Annotated[Path, typer.Argument(metavar="DIR", help="The match folder.")]
Values = Annotated[
    str | None, typer.Option("--dice", metavar="3,1,6", help="Dice rolled by hand, in the order rolled.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
]
Variant = Annotated[
    str | None, typer.Option("--variant", metavar="NAME", help="A variant of the game, if there are any.")
]

Opened = Annotated[bool, typer.Option("--open", help="Open what was made, as the system opens such files.")]
AsJson = Annotated[bool, typer.Option("--json", help="Write it as JSON, for programs.")]


def write_json(value: Any) -> None:
    """What a command reports, for programs."""
    import json

    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))


def values(text: str | None) -> tuple[int, ...]:
    """The values of --dice: numbers parted by commas or spaces. Raises UserError."""
    parts = (text or "").replace(",", " ").split()
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise UserError(f"{text!r} are not dice", "write the values in the order rolled, as in 3,1,6", "--dice")
    return tuple(int(part) for part in parts)
