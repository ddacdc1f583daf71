"""Where a key of a TOML text stands: the reader of the standard library does not say."""

from __future__ import annotations

import re

from printables.hunts.model import Grid, Spot

HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
KEY = re.compile(r"(\s*)([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*=\s*")


class Locator:
    """Finds keys by table and name; lines and columns from 1."""

    def __init__(self, text: str) -> None:
        self.lines = text.replace("\r\n", "\n").split("\n")
        self.tables: dict[str, int] = {"": 1}
        self.keys: dict[tuple[str, str], tuple[int, int, int]] = {}  # line, column of the key, column of its value
        table, closing = "", ""
        for number, line in enumerate(self.lines, 1):
            if closing:
                if closing in line:
                    closing = ""
            elif header := HEADER.fullmatch(line):
                table = ".".join(part.strip().strip("\"'") for part in header[1].split("."))
                self.tables.setdefault(table, number)
            elif key := KEY.match(line):
                name = key[2].strip("\"'")
                self.keys.setdefault((table, name), (number, len(key[1]) + 1, key.end() + 1))
                rest = line[key.end() :]
                for quote in ("'''", '"""'):
                    if rest.startswith(quote) and quote not in rest[3:]:
                        closing = quote

    def find(self, table: str, key: str, text: str = "") -> tuple[int, int]:
        """Line and column of a key, of `text` in its value, or of the table's head where the key is missing."""
        if (table, key) not in self.keys:
            parent, _, child = table.rpartition(".")
            if (parent, child) in self.keys:  # an inline table
                line, column, _ = self.keys[parent, child]
                return line, column
            return self.tables.get(table, self.tables.get(f"{table}.{key}" if table else key, 1)), 1
        line, column, _ = self.keys[table, key]
        if text:
            for number in range(line, len(self.lines) + 1):
                if number > line and (KEY.match(self.lines[number - 1]) or HEADER.fullmatch(self.lines[number - 1])):
                    break
                at = self.lines[number - 1].find(text)
                if at >= 0:
                    return number, at + 1
        return line, column

    def inside(self, table: str, key: str, row: int, column: int) -> tuple[int, int]:
        """Where a character of a multi-line text stands; `row` and `column` from 0 as the reader gave the text."""
        if (table, key) not in self.keys:
            return self.find(table, key)
        line, _, value = self.keys[table, key]
        rest = self.lines[line - 1][value - 1 :]
        for quote in ("'''", '"""'):
            if rest.rstrip() == quote:  # the line break after the opening quotes is no part of the text
                return line + 1 + row, column + 1
            if rest.startswith(quote):
                return line + row, column + 1 + (value + 2 if row == 0 else 0)
        return line, value + 1 + column

    def spot(self, table: str, key: str, spot: Spot, grid: Grid) -> tuple[int, int]:
        """Where a point of a drawing stands in the file."""
        line, _ = self.inside(table, key, 0, 0)
        widest = {(other.row, other.column): other for other in grid.spots}
        rows = self.lines[line - 1 :]
        first = next((number for number, row in enumerate(rows) if any(ch.isalnum() for ch in row)), 0)
        left = min(
            len(row) - len(row.lstrip(" -|/\\xX")) for row in rows[first : first + max(r for r, _ in widest) + 1 : 2]
        )
        return line + first + spot.row, left + spot.column + 1
