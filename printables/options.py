"""Options of a game as a person types them (`first_ring=green`, a variant's name) -> the game's Options model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from printables.errors import OptionError, Problem


def build(model: type[BaseModel], pairs: Sequence[str], variant: str | None = None) -> Any:
    """An instance of `model` from "name=value" texts. Raises OptionError with one Problem a mistake."""
    fields = model.model_fields
    values: dict[str, str] = {}
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
        values[name] = value.strip()
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise OptionError.of(tuple(_problem(detail) for detail in error.errors())) from None


def _problem(detail: Any) -> Problem:
    where = ".".join(str(part) for part in detail["loc"])
    given = f"{detail['input']!r}"[:80]
    message = f"{where}: {given} will not do" if where else "these options do not go together"
    return Problem(
        "--option", 0, message, detail["msg"].removeprefix("Value error, ").replace("Input should", "it should")
    )


def _known(model: type[BaseModel]) -> str:
    return f"the options are {', '.join(model.model_fields)}" if model.model_fields else "it has no options"
