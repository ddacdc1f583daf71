"""A printer as it really is: its scale, how far its backs are off, where it cannot print. Kept as a TOML file a name.
The files lie in the user's configuration folder and may be edited by hand. A sheet finds out what is to be said."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs

from printables.core import OptionError, PaperError, files, toml_file, unknown
from printables.core.request import Flip
from printables.core.toml_file import Table
from printables.paper.paper import Margins, Paper
from printables.scene import POINT, Anchor, Group, Line, Page, Shape, Sheet, Style, Text
from printables.scene.theme import Theme
from printables.text import fonts

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_LIMITS = {"scale": (0.9, 1.1, 1.0), "back_dx": (-20.0, 20.0, 0.0), "back_dy": (-20.0, 20.0, 0.0)}  # and as it is
_MARGIN = (0.0, 50.0)


@dataclass(frozen=True, slots=True)
class Printer:
    """What `postfox calibrate` finds out: the `scale` of drawings at which 100 mm become 100 mm; `back_dx`, `back_dy`,
    what is added to the reverse of a sheet (mm to the right and down); `margins` of paper held upright."""

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
                option = "--factor" if key == "scale" else f"--{key.replace('_', '-')}"
                raise OptionError(f"{getattr(self, key):g} is out of range", f"use {low:g} to {high:g}", option)
        for side, width in self.margins._asdict().items():
            if not _MARGIN[0] <= width <= _MARGIN[1]:
                raise OptionError(f"{width:g} for the {side} is out of range", "use 0 to 50 mm", "--margins")

    @classmethod
    def measured(cls, name: str, ruler: float, length: float = 100.0) -> "Printer":
        """A printer that printed a ruler of `length` mm so long. Raises OptionError if that is more than 10 % off."""
        if not 0.9 <= length / (ruler or 1) <= 1.1:
            hint = f"measure the ruler of {length:g} mm; it may come out as {length / 1.1:.0f} to {length / 0.9:.0f}"
            raise OptionError(f"{ruler:g} mm is out of range", hint, "--ruler")
        return cls(name, scale=round(length / ruler, 5))

    def adjusted(self, sheet: Sheet) -> Sheet:
        """The sheet drawn so that this printer prints it right: larger about the middle of the page, backs moved."""

        def page(old: Page) -> Page:
            dx, dy = (self.back_dx, self.back_dy) if old.back else (0.0, 0.0)
            if self.scale == 1 and not dx and not dy:
                return old
            x, y = old.width / 2 * (1 - self.scale) + dx, old.height / 2 * (1 - self.scale) + dy
            return old.placed(x, y, self.scale, classes="adjusted")

        return sheet._replace(pages=tuple(map(page, sheet.pages)))

    def toml(self) -> str:
        """The file of this printer."""
        numbers = "".join(f"{key} = {getattr(self, key)!r}\n" for key in _LIMITS)
        edges = "".join(f"{side} = {width!r}\n" for side, width in self.margins._asdict().items())
        return f"# postfox printer {self.name}\n{numbers}\n[margins]\n{edges}"


def described(
    name: str, ruler: float | None, scale: float | None, back_dx: float, back_dy: float, margins: str | None
) -> Printer:
    """A printer from what a user typed: a ruler's length or the scale, margins as "4,4,12,4". Raises OptionError."""
    if ruler is not None and scale is not None:
        raise OptionError("--ruler and --factor both say how large it prints", "give one of them", source="--factor")
    made = Printer.measured(name, ruler) if ruler is not None else Printer(name, 1.0 if scale is None else scale)
    try:
        top, right, bottom, left = map(float, margins.split(",")) if margins is not None else Margins()
    except ValueError:
        hint = "write top, right, bottom and left, as in 4,4,12,4"
        raise OptionError(f"{margins!r} are not margins", hint, "--margins") from None
    return replace(made, back_dx=back_dx, back_dy=back_dy, margins=Margins(top, right, bottom, left))


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
    scale, back_dx, back_dy = (float(table.number(key, *limits)) for key, limits in _LIMITS.items())
    margins = Margins(*(float(edges.number(side, *_MARGIN, 0.0, " mm")) for side in Margins._fields))
    return Printer(name, scale, back_dx, back_dy, margins)


RULER = 100
REACH = 8  # mm that the scales of the cross go either way
_FIRST, _LAST = 2, 15  # mm: margins that can be read off


def calibration(paper: Paper, theme: Theme, flip: Flip = "long") -> Sheet:
    """Front and back for one sheet of paper, to print at 100 % on both sides. It reads as values for `postfox printer
    save`: a ruler each way, ladders at the four edges, and in the middle a cross with scales which the cross on the
    back, seen against the light, points at. Raises PaperError for paper smaller than A5."""
    if min(paper.width, paper.height) < 139 or max(paper.width, paper.height) < 200:
        raise PaperError(f"{paper.name} is too small to calibrate a printer with", "take a5, a4 or letter")
    front = Page(paper.width, paper.height, _front(paper, theme, flip), "Calibration")
    # The back has the cross alone, in the middle: it needs no mirroring.
    x, y, reach, style = paper.width / 2, paper.height / 2, REACH + 6, Style(stroke=theme.ink("ink"), width=0.15)
    cross = Line((x - reach, y), (x + reach, y), style), Line((x, y - reach), (x, y + reach), style)
    back = Page(paper.width, paper.height, (Group(cross, classes="cross"),), "Calibration, back", back=True)
    title, subject = "Postfox: calibration of a printer", "Ruler, margins and the place of the reverse"
    return Sheet(title, (front, back), subject=subject, keywords=("printer", "calibration"), duplex=flip)


def _text(x: float, y: float, words: str, points: float, theme: Theme, anchor: Anchor = "start") -> Text:
    size = points * POINT
    return Text(x, y, words, size, "sans", anchor, theme.ink("ink"), width=fonts.width(words, "sans", size))


def _front(paper: Paper, theme: Theme, flip: Flip) -> tuple[Shape, ...]:
    middle_x, middle_y = paper.width / 2, paper.height / 2
    # In x the front and the back see each other's right as left, or in y, as the printer turns the sheet.
    sideways = (flip == "long") == (paper.width <= paper.height)
    steps = [
        "Print both sides at 100 %, not “fit to page”.",
        f"1  Measure both rulers. If {RULER} mm are not {RULER} mm, say how long: --ruler 99.4",
        "2  At each edge, read the smallest number that is printed whole: --margins TOP,RIGHT,BOTTOM,LEFT",
        "3  Hold the sheet against the light, this side towards you: the cross of the back stands at",
        "    --back-dx on the level scale and at --back-dy on the upright one.",
    ]
    size = min(9.0, 9.0 * (paper.width - 60) / fonts.width(steps[2], "sans", 9 * POINT))
    top = middle_y - REACH - 16 - 1.5 * size * POINT * len(steps)
    words = [
        Text(30, top - 1.9 * size * POINT, "Calibration", 16 * POINT, "serif-bold", fill=theme.ink("ink")),
        *(_text(30, top + 1.5 * size * POINT * n, line, size, theme) for n, line in enumerate(steps)),
    ]
    level = Group(_ruler(theme), middle_x - RULER / 2, middle_y + REACH + 18, classes="ruler level")
    upright = Group(_ruler(theme), 24, middle_y + RULER / 2, rotate=-90, classes="ruler upright")
    return (*words, level, upright, *_scales(middle_x, middle_y, theme, 1 if sideways else -1), *_ladders(paper, theme))


def _ruler(theme: Theme) -> tuple[Shape, ...]:
    """A ruler along x from (0, 0), ticks every mm above it."""
    style = Style(stroke=theme.ink("ink"), width=0.1)
    shapes: list[Shape] = [Line((0, 0), (RULER, 0), style)]
    for mm in range(RULER + 1):
        high = 3.0 if mm % 10 == 0 else 2.2 if mm % 5 == 0 else 1.4
        shapes.append(Line((mm, 0), (mm, -high), style))
        if mm % 10 == 0:
            shapes.append(_text(mm, -3.8, str(mm), 6, theme, "middle"))
    return tuple(shapes)


def _scales(x: float, y: float, theme: Theme, sign: int) -> tuple[Shape, ...]:
    """Two scales through the middle, numbered with what is to be added to the back: where the back's cross stands too
    far one way, it has to go as far the other, and one of the two directions is seen mirrored through the paper."""
    style = Style(stroke=theme.ink("ink"), width=0.1)
    shapes: list[Shape] = []
    for mm in range(-2 * REACH, 2 * REACH + 1):
        half = mm / 2
        long = 1.6 if mm % 10 == 0 else 1.1 if mm % 2 == 0 else 0.6
        shapes.append(Line((x + half, y - REACH - 2), (x + half, y - REACH - 2 - long), style))
        shapes.append(Line((x - REACH - 2, y + half), (x - REACH - 2 - long, y + half), style))
        if mm % 8 == 0:
            across, down = round(sign * half), round(-sign * half)
            shapes.append(_text(x + half, y - REACH - 4.4, f"{across:+d}" if across else "0", 6, theme, "middle"))
            shapes.append(_text(x - REACH - 4.2, y + half + 0.7, f"{down:+d}" if down else "0", 6, theme, "end"))
    return (
        Group(tuple(shapes), classes="scales"),
        _text(x + REACH + 3, y - REACH - 2.6, "--back-dx", 6, theme),
        _text(x - REACH - 2, y + REACH + 4, "--back-dy", 6, theme, "middle"),
    )


def _ladders(paper: Paper, theme: Theme) -> tuple[Shape, ...]:
    """At each edge steps 2 to 15 mm away from it, each with its number: what the printer leaves out is its margin."""
    style = Style(stroke=theme.ink("ink"), width=0.15)
    shapes: list[Shape] = []
    for mm in range(_FIRST, _LAST + 1):
        along = (mm - (_FIRST + _LAST) / 2) * 4.2
        x, y, right = paper.width / 2 + along, paper.height / 2 + along, paper.width - mm
        for level, foot in ((mm, 2.6), (paper.height - mm, -0.8)):
            shapes.append(Line((x - 1.6, level), (x + 1.6, level), style))
            shapes.append(_text(x, level + foot, str(mm), 6, theme, "middle"))
        shapes += [Line((side, y - 1.6), (side, y + 1.6), style) for side in (mm, right)]
        shapes.append(_text(mm + 0.5, y + 0.8, str(mm), 6, theme))
        shapes.append(_text(right - 0.5, y + 0.8, str(mm), 6, theme, "end"))
    return (Group(tuple(shapes), classes="ladders"),)
