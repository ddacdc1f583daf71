"""What a definition has and Ludii has no word for: comments, which Ludii skips, each with a key of the definition."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

from printables.boards.fox_and_geese.model import SIDES, Hunt

MARK = "//: "
HEAD = ("summary", "credit", "source", "licence", "house")


def lines(hunt: Hunt) -> Iterator[str]:
    """The words of a hunt as comments, and whatever of its look a game of Ludii does not keep."""
    for key in HEAD:
        if value := getattr(hunt, key):
            yield f"{MARK}{key} = {_quoted(value)}"
    if hunt.notes:
        yield f"{MARK}notes = [{', '.join(map(_quoted, hunt.notes))}]"
    if hunt.look != "points":
        yield f"{MARK}look = {_quoted(hunt.look)}"
    if hunt.repetition != "draw":
        yield f"{MARK}repetition = {_quoted(hunt.repetition)}"
    for name, side in zip(SIDES, hunt.sides, strict=True):
        for key in ("name", "plural", "emblem", "forward"):
            yield f"{MARK}{name}.{key} = {_quoted(getattr(side, key))}"
        if side.place and not side.hand:
            yield f"{MARK}{name}.place = {_quoted(side.place)}"


def read(text: str) -> dict[str, Any]:
    """The keys of such comments; none of a file that nobody wrote so. Lines that are no TOML are skipped."""
    found: dict[str, Any] = {}
    for line in text.splitlines():
        if line.startswith(MARK):
            try:
                values = tomllib.loads(line.removeprefix(MARK))
            except tomllib.TOMLDecodeError:
                continue
            for key, value in values.items():
                found[key] = {**found.get(key, {}), **value} if isinstance(value, dict) else value
    return found


def _quoted(text: str) -> str:
    """As TOML and JSON both write it."""
    return json.dumps(text, ensure_ascii=False)
