"""Options of a game as a person types them (`first_ring=green`, a variant's name) -> the game's Options model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from printables.errors import OptionError, Problem

MOST_BYTES = 200_000  # of a file given as a value
_LIST, _OBJECT, _NUMBER, _TRUTH = "be a list: [...]", "be an object: {...}", "be a whole number", "be true or false"
_KINDS = {
    **dict.fromkeys(("tuple_type", "list_type", "set_type", "frozen_set_type"), _LIST),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), _OBJECT),
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), _NUMBER),
    **dict.fromkeys(("bool_type", "bool_parsing"), _TRUTH),
    "string_type": "be a text",
}


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
            raise OptionError(f"{pair!r} is no option", f"write name=value; {_known(model)}", source="--option")
        if name not in fields:
            raise OptionError(f"there is no option {name!r}", _known(model), source="--option")
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
        inside = _text(path)
        return _table(inside, path) if _is_table(field) else inside
    return next((choice for choice in get_args(field.annotation) if str(choice) == text), text)


def _is_table(field: FieldInfo) -> bool:
    return isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)


def _table(text: str, path: Path) -> dict[str, Any]:
    """A TOML text as values. Raises OptionError."""
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"this is no TOML: {error}", "compare with the file as shipped", str(path)) from None


def _text(path: Path) -> str:
    """What a file holds. Raises OptionError."""
    try:
        with path.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is no path"
        raise OptionError(f"it cannot be read: {reason}", "give the path of a file", str(path)) from None
    if len(data) > MOST_BYTES:
        raise OptionError(f"the file has more than {MOST_BYTES} bytes", "this is no file of options", str(path))
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise OptionError(f"byte {error.start} is not UTF-8", "save the file as UTF-8", str(path)) from None


def _problem(detail: ErrorDetails) -> Problem:
    where = ".".join(str(part) for part in detail["loc"])
    given = f"{detail['input']!r}"[:80]
    if detail["type"] == "missing":
        return Problem("--option", 0, f"{where} is missing", "a file of values names them all")
    if detail["type"] == "model_type":
        return Problem("--option", 0, f"{where}: {given} will not do", f"{where}=@FILE reads the values from a file")
    message = f"{where}: {given} will not do" if where else "these options do not go together"
    if detail["type"] == "value_error":
        return Problem("--option", 0, message, detail["msg"].removeprefix("Value error, "))
    return Problem("--option", 0, message, f"it should {should(detail)}")


def should(detail: ErrorDetails) -> str:
    """What a value should be, after "it should"."""
    limits = detail.get("ctx", {})
    kind = detail["type"]
    if kind in ("too_short", "too_long"):
        few = kind == "too_short"
        count = limits["min_length" if few else "max_length"]
        return f"have at {'least' if few else 'most'} {count} {'entry' if count == 1 else 'entries'}"
    if kind in ("string_too_short", "string_too_long"):
        few = kind == "string_too_short"
        count = limits["min_length" if few else "max_length"]
        return f"have at {'least' if few else 'most'} {count} {'character' if count == 1 else 'characters'}"
    if kind == "greater_than_equal":
        return f"be at least {limits['ge']}"
    if kind == "less_than_equal":
        return f"be at most {limits['le']}"
    if kind == "literal_error":
        return f"be {limits['expected']}"
    return _KINDS.get(kind) or detail["msg"].removeprefix("Input should ")


def _known(model: type[BaseModel]) -> str:
    return f"the options are {', '.join(model.model_fields)}" if model.model_fields else "it has no options"
