"""The reader of every TOML file that a user may edit: all its mistakes in one pass, each with its line and column. A
reader is a function from the file's outermost `Table` to what is made of it. It takes values as if all were well; a
value that is missing or wrong is noted in the table, and something harmless of its kind is given in its place."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from printables.core import Problem, TemplateError, UserError, meant, should

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T")
M = TypeVar("M", bound="BaseModel")

_NAME = r"(?:[A-Za-z0-9_-]+|\"(?:[^\"\\]|\\.)*\"|'[^']*')"
_DOTTED = rf"{_NAME}(?:\s*\.\s*{_NAME})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(rf"(\s*)({_DOTTED})\s*=\s*")


def read(text: str, source: str, take: Callable[["Table"], T | None], error: type[UserError] = TemplateError) -> T:
    """What `take` makes of a file. Raises `error` with every Problem found."""
    found, problems = examine(text, source, take)
    if found is None:
        raise error.of(problems)
    return found


def examine(text: str, source: str, take: Callable[["Table"], T | None]) -> tuple[T | None, tuple[Problem, ...]]:
    """What `take` makes of a file, or None and what is wrong with the text, in its order."""
    import tomllib  # a match is verified without

    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of the first, also a number with too many digits
        message = str(error)
        place = re.search(r"\s*\(at line (\d+), column (\d+)\)", message)
        plain = re.sub(r"\s*\(at .*\)$", "", message)
        hint = "put texts with a \\ between ''' quotes, where it is only a line" if "escape" in plain.lower() else ""
        line, column = (int(place[1]), int(place[2])) if place else (len(text.splitlines()), 0)
        return None, (Problem(source, line, f"this is not TOML: {plain[:1].lower()}{plain[1:]}", hint, column),)
    table = Table("", data, File(text, source))
    found = take(table)
    problems = tuple(sorted(table.file.problems, key=lambda problem: problem[1:2] + problem[4:]))
    return (None if problems else found), problems


def model(text: str, source: str, kind: type[M], error: type[UserError] = TemplateError) -> M:
    """A record from a file whose tables and keys are its fields. Raises `error` with every Problem found."""
    return read(text, source, lambda table: _validated(table, kind), error)


def _validated(table: "Table", kind: type[M]) -> M | None:
    try:
        return kind.model_validate(table.values)
    except ValidationError as error:
        details = error.errors()
        for detail in details:
            place, wrong = detail["loc"], detail["type"]
            if any(other["loc"][: len(place)] == place and len(other["loc"]) > len(place) for other in details):
                continue  # a list with a wrong entry is also told to be short of one
            names = [part for part in place if isinstance(part, str)]
            key = names[-1] if names else ""
            within = table.within(names[:-1])
            if wrong == "extra_forbidden":
                within.unknown(key, _fields(kind, names[:-1]))
            elif wrong == "missing":
                within.wrong(key, f"{key} is missing", f"the file names {', '.join(_fields(kind, names[:-1]))}")
            elif wrong == "value_error":
                within.wrong(key, f"{key or 'this'} is not possible", detail["msg"].removeprefix("Value error, "))
            else:
                given = f"{detail['input']!r}"[:80]
                text = given.strip("'") if len(place) > len(names) else ""
                within.wrong(key, f"{key} = {given} is not possible", f"it should {should(detail)}", text)
    return None


def _fields(kind: Any, names: Sequence[str]) -> list[str]:
    for name in names:
        kind = kind.model_fields[name].annotation
    return list(kind.model_fields)


class File:
    """A text, its name, and the mistakes found in it so far."""

    def __init__(self, text: str, source: str) -> None:
        self.text, self.source = text, source
        self.problems: dict[Problem, None] = {}  # each once, in the order in which they were found

    @cached_property
    def places(self) -> "Places":
        return Places(self.text)


class Table:
    """A table of a file, `name` as in its head, "few.capture", or "entry.n", n from 0. No default: it must be there."""

    def __init__(self, name: str, values: dict[str, Any], file: File) -> None:
        self.name, self.values, self.file = name, values, file

    def wrong(self, key: str, message: str, hint: str = "", text: str = "") -> None:
        """Notes a mistake at a key; `text`: the part of its value that is wrong."""
        line, column = self.file.places.find(self.name, key, text)
        self.at(line, column, message, hint)

    def at(self, line: int, column: int, message: str, hint: str = "") -> None:
        """Notes a mistake at a place of the file."""
        self.file.problems[Problem(self.file.source, line, message, hint, column)] = None

    @property
    def sound(self) -> bool:
        """Whether nothing in the whole file was found wrong so far."""
        return not self.file.problems

    def known(self, keys: Iterable[str]) -> None:
        """Notes every key that is none of these."""
        keys = tuple(keys)
        for key in self.values:
            if key not in keys:
                self.unknown(key, keys)

    def unknown(self, key: str, keys: Sequence[str]) -> None:
        self.wrong(key, f"{key!r} is not known here", meant(key, keys, "known are"))

    def within(self, names: Sequence[str]) -> "Table":
        """The table of a path of names, whatever it holds."""
        return self._under(".".join(names), {}) if names else self

    def table(self, key: str, keys: Iterable[str] | None = None, *, hint: str | None = None) -> "Table":
        """A table under this one; an empty one where it is missing, which is a mistake if there is a `hint`."""
        value = self.values.get(key)
        if value is None and hint is not None:
            self.wrong(key, f"there is no table [{self._path(key)}]", hint)
        elif value is not None and not isinstance(value, dict):
            self.wrong(key, f"{key} is not a table", f"write [{self._path(key)}]")
        table = self._under(key, value if isinstance(value, dict) else {})
        if keys is not None:
            table.known(keys)
        return table

    def tables(self, hint: str = "") -> "dict[str, Table]":
        """Every key as a table, by name; what is none is a mistake and left out."""
        for key, value in self.values.items():
            if not isinstance(value, dict):
                self.wrong(key, f"{key} is not a table", hint or f"write [{self._path(key)}]")
        return {key: self._under(key, value) for key, value in self.values.items() if isinstance(value, dict)}

    def entries(self, key: str) -> "list[Table]":
        """The tables of a list, each under [[key]]."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.wrong(key, f"{key} is not a list of tables", f"write [[{self._path(key)}]] before each entry")
            return []
        return [self._under(f"{key}.{number}", item) for number, item in enumerate(value)]

    def _path(self, key: str) -> str:
        return f"{self.name}.{key}" if self.name else key

    def _under(self, key: str, values: dict[str, object]) -> "Table":
        return Table(self._path(key), values, self.file)

    def text(self, key: str, default: str | None = None, most: int = 0) -> str:
        """A text as it stands, of at most so many characters (0: any number)."""
        value = self.values.get(key, default)
        if not isinstance(value, str) or not (value.strip() or default is not None):
            self.wrong(key, f"{key} is missing or not text", f'write {key} = "..."')
            return ""
        if most and len(value) > most:
            self.wrong(key, f"{key} has {len(value)} characters", f"at most {most}")
        return value

    def words(self, key: str, default: str | None = None, most: int = 0) -> str:
        """A text on one line, its blanks in order."""
        return " ".join(self.text(key, default, most).split())

    def texts(self, key: str) -> list[str]:
        """A list of texts, none where it is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            self.wrong(key, f"{key} is not a list of texts", f'write {key} = ["...", "..."]')
            return []
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        value = self.values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self._unfit(key, "is out of range", f"take a whole number from {low} to {high}")
            return low
        return value

    def number(self, key: str, low: float, high: float, default: float | None = None, unit: str = "") -> float:
        """A number from `low` to `high`."""
        value = self.values.get(key, default)
        if not isinstance(value, int | float) or not within(value, low, high):
            self._unfit(key, "is out of range", f"take {low:g} to {high:g}{unit}")
            return low
        return value

    def numbers(self, key: str, low: float, high: float, example: str) -> tuple[float, ...]:
        """A list of numbers, each from `low` to `high`; `example` shows how it is written."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(within(item, low, high) for item in value):
            self._unfit(key, "is not possible", f"write numbers from {low:g} to {high:g}, as in {example}")
            return ()
        return tuple(value)

    def flag(self, key: str, default: bool | None = None) -> bool:
        """True or false."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            self._unfit(key, "is neither true nor false", f"write {key} = true")
            return False
        return value

    def choice(self, key: str, names: Sequence[str], default: str | None = None) -> Any:
        """One of some names."""
        value = self.values.get(key, default)
        if value not in names:
            message = f"{key} = {value!r} is not known" if key in self.values else f"{key} is missing"
            self.wrong(key, message, meant(str(value), [name or '""' for name in names], "known are"))
            return names[0]
        return value

    def _unfit(self, key: str, how: str, hint: str) -> None:
        self.wrong(key, f"{key} = {self.values[key]!r} {how}" if key in self.values else f"{key} is missing", hint)


def within(value: object, low: float, high: float) -> bool:
    """Whether a value is a number from `low` to `high`."""
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


class Places:
    """Where the keys of a TOML text stand, by table and name; lines and columns from 1. The parser does not say."""

    def __init__(self, text: str) -> None:
        self.lines = text.replace("\r\n", "\n").split("\n")
        self.tables: dict[str, int] = {"": 1}
        self.keys: dict[tuple[str, str], tuple[int, int, int]] = {}  # line, column of the key, column of its value
        table, closing, entries = "", "", Counter[str]()
        for number, line in enumerate(self.lines, 1):
            if closing:
                closing = "" if closing in line else closing
            elif header := _HEADER.fullmatch(line):
                table = ".".join(_parts(header[2]))
                if header[1] == "[[":
                    self.tables.setdefault(table, number)
                    entries[table] += 1
                    table = f"{table}.{entries[table] - 1}"
                self.tables.setdefault(table, number)
            elif key := _KEY.match(line):
                *above, name = _parts(key[2])
                within = ".".join(filter(None, (table, *above)))
                self.keys.setdefault((within, name), (number, len(key[1]) + 1, key.end() + 1))
                for quote in ("'''", '"""'):
                    if line.startswith(quote, key.end()) and line.find(quote, key.end() + 3) < 0:
                        closing = quote

    def find(self, table: str, key: str, text: str = "") -> tuple[int, int]:
        """Line and column of a key, of `text` in its value, or of the table's head where the key is missing."""
        path = f"{table}.{key}" if table else key
        if (table, key) in self.keys:
            line, column, _ = self.keys[table, key]
            return self._text(line, text) or (line, column)
        if path in self.tables or table in self.tables:
            return self.tables.get(path, self.tables.get(table, 1)), 1
        above, _, inline = table.rpartition(".")
        return self.find(above, inline, text or key)

    def _text(self, line: int, text: str) -> tuple[int, int] | None:
        """Where a text stands in the value that begins on a line."""
        for number in range(line, len(self.lines) + 1 if text else line):
            said = self.lines[number - 1]
            if number > line and (_KEY.match(said) or _HEADER.fullmatch(said)):
                break
            if (at := said.find(text)) >= 0:
                return number, at + 1
        return None

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


def _parts(path: str) -> list[str]:
    """The names of a dotted path, without their quotes."""
    return [name.strip("\"'") for name in re.findall(_NAME, path)]
