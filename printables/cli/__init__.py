"""The commands that print: thin callers of what they import when they run.

What a command says of what it did: lines for people or, with `--json`, records for programs. The annotation of what
a command gives back says what it reports, as in `Annotated[None, "list[Written]"]`. A list is written when the command
ends, and so is a single record; `Iterator[...]` is of a command that stays, which writes a line for each as they come.
docs/reports.py has the records.
"""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args, get_origin

import typer

from printables.core.errors import Problem

ALL = "all"  # after --help: options that are seldom used, too; the key by which the context of a call remembers it
READ = "standard-input.txt"  # what a file is called that has what was given there
_kept: list[Any] | None = None  # what the command that runs has told; None where people read
_flows = False  # each is written at once


def reports(hint: Any) -> str:
    """What a command reports, by the annotation of what it gives back; "" for one that reports nothing."""
    return next((one for one in get_args(hint)[1:] if isinstance(one, str)), "") if get_origin(hint) else ""


@contextmanager
def reporting(kind: str) -> Iterator[None]:
    """From here on what is told is for programs: of that kind. What a fault cut short is written as far as it went."""
    global _kept, _flows
    _kept, _flows, whole = [], kind.startswith("Iterator["), False
    try:
        yield
        whole = True
    except typer.Exit:
        whole = True
        raise
    finally:
        told, _kept = _kept, None
        if not _flows and (told or (whole and kind.startswith("list["))):
            alone = len(told) == 1 and not kind.startswith("list[")
            typer.echo(json.dumps(told[0] if alone else told, ensure_ascii=False, indent=1))


def wanted() -> bool:
    """Whether programs read what is told."""
    return _kept is not None


def tell(line: object, record: object = None, *, err: bool = False, **facts: object) -> None:
    """Say what was done or found: a line for people, a record or facts for programs, who need no talk beside it."""
    if _kept is None:
        if line != "":
            typer.echo(named(str(line)), err=err)
    elif (told := facts or record) is not None and _flows:
        typer.echo(json.dumps(told, ensure_ascii=False))
    elif told is not None:
        _kept.append(told)


def either(lines: Iterable[str], records: Iterable[object]) -> None:
    """Say lines to people, records to programs; the others are not asked for."""
    for line in () if wanted() else lines:
        typer.echo(line)
    for record in records if wanted() else ():
        tell("", record)


def complain(problems: Iterable[Problem]) -> bool:
    """Tell of problems; whether there are none."""
    from printables.cli.terminal import Colour, paint

    well = True
    for problem in problems:
        typer.echo(f"{paint('postfox:', Colour.BAD, err=True)} {problem}", err=True)
        well = False
    return well


def named(text: str) -> str:
    """The text as people read it: standard input by that name."""
    return re.sub(rf"[^\s'\"]*{READ}", "standard input", text)


def wrote(path: Path | str) -> None:
    """Say where a file was written."""
    tell(str(path), file=str(path))
