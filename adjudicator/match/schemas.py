"""JSON Schemas of what a match is kept in, made from the records and models themselves; docs/schemas holds them."""

from __future__ import annotations

from typing import Any

from adjudicator import games
from adjudicator.core import codec
from adjudicator.referee.records import Entry, Match

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def made() -> dict[str, dict[str, Any]]:
    """Every schema by the name of its file without ending."""
    return {
        "match": codec.schema(Match, "match.json"),
        "log-line": codec.schema(Entry, "a line of log.jsonl"),
        "position": _positions(),
    }


def _positions() -> dict[str, Any]:
    """A position of any game, as state.json and `postfox play --json` have it."""
    defined: dict[str, Any] = {}
    kinds = []
    every = (games.find(slug, n) for slug in games.GAMES for n in range(1, games.find(slug).rules + 1))
    for game in every:
        parts: dict[str, Any] = {"game": {"const": game.SLUG}}
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
