"""A printer as it really is: its scale, how far its backs are off, where it cannot print. Kept as a TOML file a name.

The files lie in the user's configuration folder, one for each printer, and may be edited by hand.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs

from printables.core import files, toml_file
from printables.core.errors import OptionError, unknown
from printables.core.toml_file import Table
from printables.paper import imposition
from printables.paper.paper import Margins, Paper
from printables.scene import Sheet

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_LIMITS = {"scale": (0.9, 1.1, 1.0), "back_dx": (-20.0, 20.0, 0.0), "back_dy": (-20.0, 20.0, 0.0)}  # and as it is
_MARGIN = (0.0, 50.0)


@dataclass(frozen=True, slots=True)
class Printer:
    """What `postfox calibrate` finds out about a printer.

    `scale`: what drawings are multiplied by, so that 100 mm become 100 mm; `back_dx`, `back_dy`: what is added to the
    reverse of a sheet (mm to the right and down); `margins` of paper held upright.
    """

    name: str
    scale: float = 1.0
    back_dx: float = 0.0
    back_dy: float = 0.0
    margins: Margins = Margins()  # noqa: RUF009

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name) or files.DEVICE.fullmatch(self.name):
            raise OptionError(f"{self.name!r} is not a name for a printer", "use small letters, digits, - and _")
        for key, (low, high, _) in _LIMITS.items():
            if not low <= getattr(self, key) <= high:
                raise OptionError(f"{key} {getattr(self, key):g} is out of range", f"take {low:g} to {high:g}")
        for side, width in self.margins._asdict().items():
            if not _MARGIN[0] <= width <= _MARGIN[1]:
                raise OptionError(f"the {side} margin {width:g} is out of range", "take 0 to 50 mm")

    @classmethod
    def measured(cls, name: str, ruler: float, length: float = 100.0) -> "Printer":
        """A printer that printed a ruler of `length` mm so long. Raises OptionError if that is more than 10 % off."""
        if ruler <= 0:
            raise OptionError(f"a ruler of {ruler:g} mm cannot be", f"measure the ruler of {length:g} mm")
        return cls(name, scale=round(length / ruler, 5))

    def paper(self, paper: Paper) -> Paper:
        """The paper with this printer's margins; where it prints larger or smaller, they hold what comes out."""
        return paper.within(self.margins)

    def adjusted(self, sheet: Sheet) -> Sheet:
        """The sheet drawn so that this printer prints it right."""
        return imposition.adjusted(sheet, self.scale, self.back_dx, self.back_dy)

    def toml(self) -> str:
        """The file of this printer."""
        edge = self.margins
        return (
            f"# postfox printer {self.name}\n"
            f"scale = {self.scale!r}\nback_dx = {self.back_dx!r}\nback_dy = {self.back_dy!r}\n\n"
            f"[margins]\ntop = {edge.top!r}\nright = {edge.right!r}\nbottom = {edge.bottom!r}\nleft = {edge.left!r}\n"
        )


def described(
    name: str,
    ruler: float | None = None,
    scale: float | None = None,
    back_dx: float = 0.0,
    back_dy: float = 0.0,
    margins: str | None = None,
) -> Printer:
    """A printer from what a user typed: how long a ruler came out or the scale, and margins as "4,4,12,4".

    Raises OptionError.
    """
    if ruler is not None and scale is not None:
        raise OptionError("--ruler and --scale both say how large it prints", "give one of them", source="--scale")
    made = Printer.measured(name, ruler) if ruler is not None else Printer(name, 1.0 if scale is None else scale)
    edges = Margins()
    if margins is not None:
        parts = margins.split(",")
        try:
            top, right, bottom, left = (float(part) for part in parts)
        except ValueError:
            raise OptionError(
                f"{margins!r} are not margins", "write top, right, bottom and left, as in 4,4,12,4", "--margins"
            ) from None
        edges = Margins(top, right, bottom, left)
    return replace(made, back_dx=back_dx, back_dy=back_dy, margins=edges)


def folder() -> Path:
    """Where printers are kept."""
    return Path(platformdirs.user_config_dir("postfox", appauthor=False)) / "printers"


def names() -> tuple[str, ...]:
    """All printers saved."""
    return tuple(sorted(file.stem for file in folder().glob("*.toml")))


def save(printer: Printer) -> Path:
    """Keep a printer, in place of one of the same name. Raises UserError if it cannot be written."""
    file = folder() / f"{printer.name}.toml"
    files.save(file, printer.toml().encode(), "", hint="choose where with XDG_CONFIG_HOME")
    return file


def find(name: str) -> Printer:
    """A printer by name. Raises OptionError if there is none, or its file is not right."""
    file = folder() / f"{name}.toml"
    if not _NAME.fullmatch(name) or not file.is_file():
        raise OptionError(*unknown("printer", name, names()), "--printer")
    try:
        return read(name, files.text(file.read_bytes()), str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"it cannot be read: {error}", "save it as UTF-8", source=str(file)) from None


def read(name: str, text: str, source: str) -> Printer:
    """A printer from the text of its file. Raises OptionError with one Problem a mistake."""
    return toml_file.read(text, source, lambda table: _printer(name, table), OptionError)


def _printer(name: str, table: Table) -> Printer:
    table.known((*_LIMITS, "margins"))
    edges = table.table("margins", Margins._fields)
    scale, back_dx, back_dy = (
        float(table.number(key, low, high, usual)) for key, (low, high, usual) in _LIMITS.items()
    )
    margins = Margins(*(float(edges.number(side, *_MARGIN, 0.0, " mm")) for side in Margins._fields))
    return Printer(name, scale, back_dx, back_dy, margins)
