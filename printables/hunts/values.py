"""The values of a definition's tables, each checked as it is taken; mistakes are gathered with line and column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from printables.errors import Problem
from printables.hunts.locate import Locator


class Values:
    """Takes values from the tables of one definition. A table is named as its head is: "few.capture"."""

    def __init__(self, data: dict[str, Any], where: Locator, source: str) -> None:
        self.data, self.where, self.source = data, where, source
        self.problems: list[Problem] = []

    def wrong(self, table: str, key: str, message: str, hint: str = "", text: str = "") -> None:
        """Notes a mistake at a key of a table; `text`: the part of its value that is wrong."""
        line, column = self.where.find(table, key, text)
        self.problems.append(Problem(self.source, line, message, hint, column))

    def table(self, name: str, keys: Sequence[str]) -> dict[str, Any]:
        value = self.data.get(name)
        if not isinstance(value, dict):
            if not any(problem.message.startswith(f"there is no table [{name}]") for problem in self.problems):
                self.wrong("", name, f"there is no table [{name}]", "postfox hunts new FILE writes a whole example")
            return {}
        self.known(name, value, keys)
        return value

    def known(self, table: str, value: dict[str, Any], keys: Sequence[str]) -> None:
        for key in value:
            if key not in keys:
                problem = f"{key!r} is not known here"
                if not any(one.message == problem for one in self.problems):
                    self.wrong(table, key, problem, f"known are {', '.join(keys)}")

    def words(self, where: str, table: dict[str, Any], key: str, most: int, optional: bool = False) -> str:
        value = table.get(key, "" if optional else None)
        if not isinstance(value, str) or not (value.strip() or optional):
            self.wrong(where, key, f"{key} is missing or no text", f'write {key} = "..."')
            return ""
        if len(value) > most:
            self.wrong(where, key, f"{key} has {len(value)} characters", f"at most {most}")
        return " ".join(value.split())

    def lines(self, key: str) -> list[str]:
        texts = self.strings("", self.data, key)
        if len(texts) > 12 or any(len(text) > 400 for text in texts):
            self.wrong("", key, f"{key} are too long", "at most 12 texts of 400 characters")
        return [" ".join(text.split()) for text in texts]

    def strings(self, where: str, table: dict[str, Any], key: str) -> list[str]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.wrong(where, key, f"{key} is no list of texts", f'write {key} = ["..."]')
            return []
        return value

    def number(self, where: str, table: dict[str, Any], key: str, low: int, high: int, default: int) -> int:
        value = table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.wrong(where, key, f"{key} = {value!r} is out of range", f"a whole number from {low} to {high}")
            return default
        return value

    def flag(self, where: str, table: dict[str, Any], key: str, default: bool = False) -> bool:
        value = table.get(key, default)
        if not isinstance(value, bool):
            self.wrong(where, key, f"{key} = {value!r} is neither true nor false", f"write {key} = true")
            return default
        return value

    def choice(self, where: str, table: dict[str, Any], key: str, names: tuple[str, ...], default: str | None) -> Any:
        value = table.get(key, default)
        if value not in names:
            message = f"{key} = {value!r} is not known" if key in table else f"{key} is missing"
            self.wrong(where, key, message, f"known are {', '.join(names)}")
            return names[0]
        return value
