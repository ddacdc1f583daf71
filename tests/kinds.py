"""Every kind of match that a game has: its standard rules, its variants, and each of its options by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from adjudicator.core.game import Game

FEW = 10  # values of a number that are all tried; of more, the least and the greatest


def kinds(game: Game) -> list[Any]:
    """Options, no two of them equal. What is bound to a file of values is left out."""
    found = [game.Options()]
    for name, field in game.Options.model_fields.items():
        for value in _values(field.annotation, field.metadata):
            try:
                found.append(game.Options(**{name: value}))
            except ValueError:  # options that do not go together, or a variant that needs a file
                continue
    return list(dict.fromkeys(found))


def named(options: Any) -> str:
    """What is not as usual."""
    changed = options.model_dump(mode="json", exclude_defaults=True)
    return ", ".join(f"{name}={value}" for name, value in changed.items()) or "standard rules"


def _values(annotation: Any, metadata: Iterable[Any] = ()) -> Iterator[Any]:
    origin, parts = get_origin(annotation), get_args(annotation)
    if annotation is bool:
        yield from (False, True)
    elif annotation is int:
        known = [*metadata]
        least = next((one.ge for one in known if isinstance(one, Ge)), None)
        most = next((one.le for one in known if isinstance(one, Le)), None)
        if isinstance(least, int) and isinstance(most, int):
            yield from range(least, most + 1) if most - least < FEW else (least, most)
    elif origin is Literal:
        yield from parts
    elif origin is Annotated:
        first, *more = parts
        yield from _values(first, [limit for one in more for limit in _limits(one)])
    else:
        for part in parts:
            yield from _values(part)


def _limits(one: Any) -> Iterable[Any]:
    return one.metadata if isinstance(one, FieldInfo) else (one,)
