"""Options of a game as a person types them (`first_ring=green`, a variant's name) -> the game's Options model."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from printables.errors import OptionError, Problem

MOST_BYTES = 100_000


def build(model: type[BaseModel], pairs: Sequence[str], variant: str | None = None) -> Any:
    """An instance of `model` from "name=value" texts; "name=@FILE" reads the value from a TOML file.

    Raises OptionError with one Problem a mistake.
    """
    fields = model.model_fields
    values: dict[str, Any] = {}
    if variant is not None:
        if "variant" not in fields:
            raise OptionError("this game has no variants", _known(model), source="--variant")
        values["variant"] = variant
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name:
            raise OptionError(f"{pair!r} is no option", f"write name=value; {_known(model)}", source="--option")
        if name not in fields:
            raise OptionError(f"there is no option {name!r}", _known(model), source="--option")
        if name in values:
            raise OptionError(f"option {name!r} is given twice", "give it once", source="--option")
        value = value.strip()
        values[name] = _table(Path(value[1:])) if value.startswith("@") else _typed(fields[name], value)
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise OptionError.of(tuple(_problem(detail) for detail in error.errors())) from None


def _typed(field: FieldInfo, text: str) -> Any:
    """The value that a text names among a field's fixed choices, numbers too; other texts are left to the model."""
    return next((choice for choice in get_args(field.annotation) if str(choice) == text), text)


def _table(path: Path) -> dict[str, Any]:
    """A TOML file as values. Raises OptionError."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise OptionError(f"the file has more than {MOST_BYTES} bytes", "this is no file of options", str(path))
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OptionError(f"it cannot be read: {error.strerror}", "give the path of a file", str(path)) from None
    except UnicodeDecodeError as error:
        raise OptionError(f"byte {error.start} is not UTF-8", "save the file as UTF-8", str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"this is no TOML: {error}", "compare with the file as shipped", str(path)) from None


def _problem(detail: Any) -> Problem:
    where = ".".join(str(part) for part in detail["loc"])
    given = f"{detail['input']!r}"[:80]
    if detail["type"] == "missing":
        return Problem("--option", 0, f"{where} is missing", "a file of values names them all")
    if detail["type"] == "model_type":
        return Problem("--option", 0, f"{where}: {given} will not do", f"{where}=@FILE reads the values from a file")
    message = f"{where}: {given} will not do" if where else "these options do not go together"
    return Problem(
        "--option", 0, message, detail["msg"].removeprefix("Value error, ").replace("Input should", "it should")
    )


def _known(model: type[BaseModel]) -> str:
    return f"the options are {', '.join(model.model_fields)}" if model.model_fields else "it has no options"
