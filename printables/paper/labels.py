"""Sheets of ready-cut stickers, known by their dimensions: TOML files in templates/labels, which a user may copy."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple

from printables import templates
from printables.errors import OptionError, PaperError, TemplateError
from printables.paper import paper
from printables.paper.paper import Paper
from printables.scene import Point

SAFE = 1.0  # mm of a label's edge that is kept free: feeders shift sheets by as much
_SHAPES = ("round", "square")
_NUMBERS = {"size": (6.0, 200.0), "left": (0.0, 300.0), "top": (0.0, 300.0), "across": (6.0, 300.0)}
_NUMBERS["down"] = _NUMBERS["across"]
_COUNTS = ("columns", "rows")


class Labels(NamedTuple):
    """Equal labels on a sheet of paper.

    `size` is their diameter or side, `left` and `top` the blank edges before the first, `across` and `down` the steps
    from one to the next (all mm).
    """

    name: str
    paper: Paper
    shape: Literal["round", "square"]
    size: float
    columns: int
    rows: int
    left: float
    top: float
    across: float
    down: float

    @property
    def room(self) -> int:
        return self.columns * self.rows

    @property
    def art(self) -> float:
        """The widest circle or square of art that is safe on a label (mm)."""
        return self.size - 2 * SAFE

    def centres(self) -> Iterator[Point]:
        """The middle of every label, row by row."""
        for n in range(self.room):
            row, column = divmod(n, self.columns)
            yield self.left + self.size / 2 + column * self.across, self.top + self.size / 2 + row * self.down


def names() -> tuple[str, ...]:
    """All sheets of labels there are."""
    return tuple(PurePosixPath(path).stem for path in templates.names("labels") if path.endswith(".toml"))


def find(name: str) -> Labels:
    """A sheet of labels by name. Raises OptionError if there is none, TemplateError if its file is not right."""
    known = names()
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise OptionError(f"there are no labels {name!r}", f"{hint}there are {', '.join(known)}", source="--labels")
    path = f"labels/{name}.toml"
    return read(name, templates.read(path), str(templates.find(path)))


def read(name: str, text: str, source: str) -> Labels:
    """A sheet of labels from the text of its file. Raises TemplateError with the line of the first mistake."""
    import tomllib

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(f"this is not TOML: {error}", "copy a file that works", source) from None

    def wrong(key: str, message: str, hint: str) -> TemplateError:
        lines = enumerate(text.splitlines(), 1)
        line = next((n for n, said in lines if re.match(rf"\s*{re.escape(key)}\b", said)), 0)
        return TemplateError(message, hint, source, line)

    wanted = ("paper", "shape", *_COUNTS, *_NUMBERS)
    for key in table:
        if key not in wanted:
            raise wrong(key, f"labels have no {key!r}", f"they have {', '.join(wanted)}")
    for key in wanted:
        if key not in table:
            raise wrong(key, f"{key} is missing", f"labels need {', '.join(wanted)}")
    if table["shape"] not in _SHAPES:
        raise wrong("shape", f"there is no shape {table['shape']!r}", 'write shape = "round" or "square"')
    for key in _COUNTS:
        if not _whole(table[key]) or not 1 <= table[key] <= 60:
            raise wrong(key, f"{key} = {table[key]!r} will not do", "take 1 to 60")
    for key, (low, high) in _NUMBERS.items():
        if not _number(table[key]) or not low <= table[key] <= high:
            raise wrong(key, f"{key} = {table[key]!r} will not do", f"take {low:g} to {high:g} mm")
    try:
        sheet = paper.find(str(table["paper"]))
    except PaperError as error:
        raise wrong("paper", error.problems[0].message, error.problems[0].hint) from None
    made = Labels(
        name, sheet, table["shape"], *(table[key] for key in ("size", *_COUNTS, "left", "top", "across", "down"))
    )
    _check(made, source)
    return made


def _check(made: Labels, source: str) -> None:
    """Labels may neither overlap nor leave the sheet."""
    step = min([made.across] * (made.columns > 1) + [made.down] * (made.rows > 1), default=made.size)
    if step < made.size:
        raise TemplateError(
            f"labels of {made.size:g} mm every {step:g} mm overlap", "steps are at least as long as labels", source
        )
    right = made.left + (made.columns - 1) * made.across + made.size
    bottom = made.top + (made.rows - 1) * made.down + made.size
    if right > made.paper.width + 0.5 or bottom > made.paper.height + 0.5:
        raise TemplateError(
            f"the last label ends at {right:g} x {bottom:g} mm, outside {made.paper.name}", "measure again", source
        )


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, float) or _whole(value)
