"""Options of a game as a person types them (`first_ring=green`, a variant's name) -> the game's Options model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from printables.core import files, toml_file
from printables.core.errors import OptionError, Problem, meant, should

MOST_BYTES = 200_000  # of a file given as a value
_WHOLE = re.compile(r"-?[0-9]{1,9}")


def build(model: type[BaseModel], pairs: Sequence[str], variant: str | None = None) -> Any:
    """An instance of `model` from "name=value" texts; "name=@FILE" takes the value, or a TOML table, from a file.

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
            raise OptionError(f"{pair!r} is not an option", f"write name=value; {_known(model)}", source="--option")
        if name not in fields:
            raise OptionError(f"there is no option {name!r}", _known(model, name), source="--option")
        if name in values:
            raise OptionError(f"option {name!r} is given twice", "give it once", source="--option")
        values[name] = _value(fields[name], value.strip())
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise OptionError.of(tuple(_problem(detail) for detail in error.errors())) from None


def _value(field: FieldInfo, text: str) -> Any:
    """What a text means to a field: a file's text or TOML table, one of fixed choices (numbers too), or the text."""
    if text.startswith("@"):
        path = Path(text[1:])
        inside, kind = _text(path), field.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return toml_file.model(inside, str(path), kind, OptionError)
        return inside
    if int in _kinds(field.annotation) and _WHOLE.fullmatch(text):
        return int(text)  # a strict field takes no number written as text
    return next((choice for choice in get_args(field.annotation) if str(choice) == text), text)


def _kinds(annotation: Any) -> Iterator[Any]:
    """A type and all that it is made of."""
    yield annotation
    for part in get_args(annotation):
        yield from _kinds(part)


def _text(path: Path) -> str:
    """What a file holds. Raises OptionError."""
    try:
        data = files.read(path, MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is not a path"
        raise OptionError(f"it cannot be read: {reason}", "give the path of a file", str(path)) from None
    if len(data) > MOST_BYTES:
        raise OptionError(f"the file has more than {MOST_BYTES} bytes", "this is not a file of options", str(path))
    try:
        return files.text(data)
    except UnicodeDecodeError as error:
        raise OptionError(f"byte {error.start} is not UTF-8", "save the file as UTF-8", str(path)) from None


def _problem(detail: ErrorDetails) -> Problem:
    where = ".".join(str(part) for part in detail["loc"])
    given = f"{detail['input']!r}"[:80]
    if detail["type"] == "missing":
        return Problem("--option", 0, f"{where} is missing", "a file of values names them all")
    if detail["type"] == "model_type":
        return Problem(
            "--option", 0, f"{where}: {given} is not possible", f"{where}=@FILE reads the values from a file"
        )
    message = f"{where}: {given} is not possible" if where else "these options do not go together"
    if detail["type"] == "value_error":
        return Problem("--option", 0, message, detail["msg"].removeprefix("Value error, "))
    choices = re.findall("'([^']*)'", detail["ctx"]["expected"]) if detail["type"] == "literal_error" else ()
    guess = meant(str(detail["input"]), choices)
    source = "--variant" if where == "variant" else "--option"
    return Problem(source, 0, message, f"{guess} it should {should(detail)}".lstrip())


def _known(model: type[BaseModel], name: str = "") -> str:
    return meant(name, model.model_fields, "the options are") if model.model_fields else "it has no options"
