"""The JSON Schemas (2020-12) of what a match is kept in, made of the records and models themselves."""

from __future__ import annotations

from typing import Any, Literal, get_args

from adjudicator import games
from adjudicator.core import codec
from adjudicator.core.codec import Json, Kind
from adjudicator.referee.records import Entry, Match

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def made() -> dict[str, Json]:
    """Every schema by the name of its file without ending."""
    return {
        "match": of(Match, "match.json"),
        "log-line": of(Entry, "a line of log.jsonl"),
        "position": positions(),
    }


def positions() -> Json:
    """A position of any game, as state.json and `postfox position play --json` have it."""
    defined: Json = {}
    kinds = []
    every = (games.find(slug, n) for slug in games.GAMES for n in range(1, games.find(slug).rules + 1))
    for game in every:
        parts: Json = {"game": {"const": game.SLUG}}
        prefix = game.SLUG
        if game.several_rules:
            parts["rules"] = {"const": game.rules}
            prefix = f"{game.SLUG}.{game.rules}"
        for key, model in (("options", game.Options), ("state", game.State)):
            own = model.model_json_schema(mode="serialization", ref_template=f"#/$defs/{prefix}.{{model}}")
            defined |= {f"{prefix}.{name}": value for name, value in own.pop("$defs", {}).items()}
            parts[key] = own
        # Before play begins there is a state.json, and no state.
        parts["state"] = {"anyOf": [{"type": "null"}, parts["state"]]}
        kinds.append({"type": "object", "properties": parts, "required": ["game", "state"]})
    return {"$schema": DRAFT, "title": "a position", "oneOf": kinds, "$defs": defined}


def of(record: Kind, title: str) -> Json:
    """The schema of a record, as `adjudicator.core.codec` reads it."""
    defined: Json = {}
    value(record, defined)
    own = defined.pop(record.__name__)
    return {"$schema": DRAFT, "title": title, **own, "$defs": defined}


def value(kind: Kind, defined: Json) -> Json:
    """The schema of a value of a type; those of records are `defined` by their names."""
    made = plain(codec._json_kind(kind), defined)
    for rule in (mark for mark in codec._marks(kind) if isinstance(mark, codec.Rule)):
        made = {**made, **rule.schema, **({} if "$ref" in made else {"description": rule.what})}
    return made


def plain(kind: Kind, defined: Json) -> Json:
    """The same of a type without marks."""
    origin, inner = codec._origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if kind in codec._SCALARS:
        return {"type": codec._SCALARS[kind]}
    if codec._is_record(kind):
        if kind.__name__ not in defined:
            defined[kind.__name__] = {}
            fields = codec._fields(kind)
            defined[kind.__name__] = {
                "type": "object",
                "description": " ".join((kind.__doc__ or "").split("\n\n")[0].split()),
                "properties": {field.name: value(field.kind, defined) for field in fields},
                "required": [field.name for field in fields if field.default is codec._MISSING or field.always],
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if union := codec._options(kind):
        made = [{"type": "null"} if one is type(None) else value(one, defined) for one in union]
        if all(one.keys() == {"type"} for one in made):
            return {"type": [one["type"] for one in made]}
        return {"anyOf": made}
    if origin is Literal:
        return {"const": inner[0]} if len(inner) == 1 else {"enum": list(inner)}
    if origin is tuple and inner[1:] == (...,):
        return {"type": "array", "items": value(inner[0], defined)}
    if origin is tuple:
        each, size = [value(one, defined) for one in inner], len(inner)
        return {"type": "array", "prefixItems": each, "minItems": size, "maxItems": size}
    return {"type": "object", "additionalProperties": value(inner[1], defined)}
