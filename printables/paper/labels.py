"""Sheets of ready-cut stickers, known by their dimensions: TOML files in templates/labels, which a user may copy."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from printables.core import PaperError, templates, toml_file
from printables.core.toml_file import Table
from printables.paper.paper import Paper, find as sized
from printables.scene import Point

SAFE = 1.0  # mm of a label's edge that is kept free: feeders shift sheets by as much
_SHAPES = ("round", "square")
_SIZES = {"size": (6.0, 200.0), "left": (0.0, 300.0), "top": (0.0, 300.0), "across": (6.0, 300.0), "down": (6.0, 300.0)}


class Labels(NamedTuple):
    """Equal labels: `size`, diameter or side; blank edges `left`, `top`; steps `across`, `down` (all mm)."""

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
    return templates.stems("labels")


def find(name: str) -> Labels:
    """A sheet of labels by name. Raises OptionError if there is none, TemplateError if its file is not right."""
    return read(name, *templates.named("labels", name, "--labels"))


def read(name: str, text: str, source: str) -> Labels:
    """A sheet of labels from the text of its file. Raises TemplateError with one Problem a mistake."""
    return toml_file.read(text, source, lambda table: _labels(name, table))


def _labels(name: str, table: Table) -> Labels | None:
    table.known(("paper", "shape", "columns", "rows", *_SIZES))
    shape = table.choice("shape", _SHAPES)
    columns, rows = (table.whole(key, 1, 60) for key in ("columns", "rows"))
    sizes = {key: table.number(key, *_SIZES[key], unit=" mm") for key in _SIZES}
    try:
        sheet = sized(table.text("paper"))
    except PaperError as error:
        table.wrong("paper", error.problems[0].message, error.problems[0].hint)
        return None
    made = Labels(name, sheet, shape, columns=columns, rows=rows, **sizes)
    if table.sound:  # labels may neither overlap nor leave the sheet
        for key, step, count in (("across", made.across, made.columns), ("down", made.down, made.rows)):
            if count > 1 and step < made.size:
                hint = "steps are at least as long as labels"
                table.wrong(key, f"labels of {made.size:g} mm every {step:g} mm overlap", hint)
        right = made.left + (made.columns - 1) * made.across + made.size
        bottom = made.top + (made.rows - 1) * made.down + made.size
        if right > made.paper.width + 0.5 or bottom > made.paper.height + 0.5:
            ends = f"the last label ends at {right:g} x {bottom:g} mm, outside {made.paper.name}"
            table.wrong("columns" if right > made.paper.width + 0.5 else "rows", ends, "measure again")
    return made
