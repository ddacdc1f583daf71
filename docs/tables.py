"""Tables of the keys of files that a user may write, for docs/make.py: made from what reads them."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from printables.core import templates, toml_file

# What each key is for, by table and key.
KEYS: Mapping[str, Mapping[str, str]] = tomllib.loads(Path(__file__).with_name("keys.toml").read_text(encoding="utf-8"))


class Asked(toml_file.Table):
    """A table that notes, for each value its reader asks for, what it may be and what it is if it is not given."""

    rows: ClassVar[dict[tuple[str, str], tuple[str, object]]] = {}

    keys: ClassVar[dict[str, set[str]]] = {}

    def known(self, keys: Iterable[str]) -> None:
        names = tuple(keys)
        self.keys.setdefault(re.sub(r"\.\d+$", "", self.name), set()).update(names)
        super().known(names)

    def note(self, key: str, kind: str, default: object = None) -> None:
        place = (re.sub(r"\.\d+$", "", self.name), key)
        before = self.rows.get(place, (kind, default))
        self.rows[place] = (kind, default if default == before[1] else None)  # what depends on the file is no default

    def _under(self, key: str, values: dict[str, Any]) -> Asked:
        return Asked(self._path(key), values, self.file)

    def text(self, key: str, default: str | None = None, most: int = 0) -> str:
        self.note(key, f"a text of at most {most} characters" if most else "a text", default)
        return super().text(key, default, most)

    def texts(self, key: str) -> list[str]:
        self.note(key, "a list of texts")
        return super().texts(key)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        self.note(key, f"{low} to {high}", default)
        return super().whole(key, low, high, default)

    def number(self, key: str, low: float, high: float, default: float | None = None, unit: str = "") -> float:
        self.note(key, f"{low:g} to {high:g}", default)
        return super().number(key, low, high, default, unit)

    def numbers(self, key: str, low: float, high: float, example: str) -> tuple[float, ...]:
        self.note(key, f"a list of numbers, {low:g} to {high:g} each")
        return super().numbers(key, low, high, example)

    def flag(self, key: str, default: bool | None = None) -> bool:
        self.note(key, "`true` or `false`", default)
        return super().flag(key, default)

    def choice(self, key: str, names: Sequence[str], default: str | None = None) -> Any:
        few = ", ".join(f'`"{name}"`' for name in names) if len(names) < 12 else "a name"
        self.note(key, few, default)
        return super().choice(key, names, default)


def asked() -> dict[tuple[str, str], tuple[str, object]]:
    """What the readers of themes, labels, taverns and hunts ask for, by table and key, found by letting them read."""
    from printables.boards.fox_and_geese import load
    from printables.handouts import tavern
    from printables.paper import labels
    from printables.scene import theme

    plain, toml_file.Table = toml_file.Table, Asked  # type: ignore[misc]
    rows: dict[tuple[str, str], tuple[str, object]] = {}
    sample = (
        'summary = ""\n[paths.KIND]\nwidth = 1\ndash = []\nfilled = true\nmark = ""\n[games.GAME]\ncells = "tiles"\n'
    )
    read: dict[str, Callable[[], object]] = {
        "theme": lambda: theme.read("mine", sample, "mine"),
        "labels": lambda: labels.find(labels.names()[0]),
        "tavern": lambda: [tavern.read(path) for path in templates.names(tavern.FOLDER)],
        "hunt": lambda: load.hunt(templates.read("hunts/gasetavl.toml")),
    }
    try:
        for name, read_one in read.items():
            Asked.rows.clear()
            Asked.keys.clear()
            read_one()
            for table, keys in Asked.keys.items():
                where = f"{name}.{table}".strip(".")
                if where in KEYS and keys != KEYS[where].keys():
                    raise ValueError(f"docs/keys.toml, {where}: {keys ^ KEYS[where].keys()} are not in both")
            rows |= {(f"{name}.{table}".strip("."), key): row for (table, key), row in Asked.rows.items()}
    finally:
        toml_file.Table = plain  # type: ignore[misc]
    return rows


def tables() -> dict[str, str]:
    """Tables of the keys of files that a user may write, by name: made from what reads them."""
    from adjudicator.workshop import check
    from printables.scene import theme

    rows = asked()

    def table(name: str, keys: Mapping[str, str]) -> str:
        lines = ["| key | what it may be | if not given | meaning |", "|---|---|---|---|"]
        for key, meaning in keys.items():
            kind, default = rows.get((name, key), ("", None))
            usual = "" if default in (None, "", ()) else f"`{json.dumps(default)}`"
            lines.append(f"| `{key}` | {kind} | {usual} | {meaning} |")
        return "\n".join(lines)

    kinds = [f"| `{name}` | {kind.about} |" for name, kind in check.KINDS.items()]
    roles = [f"| `{role}` | {theme.CLASSIC.inks.get(role, '')} | {use} |" for role, use in KEYS["theme.inks"].items()]
    lists = [name for name in KEYS if name.startswith("tavern.")]
    made = {name: table(name, KEYS[name]) for name in KEYS}
    return made | {
        "kinds": "\n".join(["| folder | what it holds |", "|---|---|", *kinds]),
        "theme.paths": made["theme.paths.KIND"],
        "theme.inks": "\n".join(["| role | in classic | what it is for |", "|---|---|---|", *roles]),
        "tavern.entries": "\n\n".join(f"### [[{name.removeprefix('tavern.')}]]\n\n{made[name]}" for name in lists),
        "hunt.side": made["hunt.many"],
        "hunt.capture": made["hunt.few.capture"],
    }
