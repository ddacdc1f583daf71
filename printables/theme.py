"""How things look: named inks, line widths and marks. Drawing code asks for a role, never for a colour.

Themes are TOML files in templates/themes, which a user may copy and edit; what one leaves out is as in `CLASSIC`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from printables import templates, toml_file
from printables.toml_file import Table

Mark = Literal["", "ticks", "beads"]
MARKS: tuple[Mark, ...] = ("", "ticks", "beads")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class PathLook(NamedTuple):
    """How a kind of path is drawn: colour, width (mm), dash (mm), and whether its arrowheads are filled.

    `mark`: small strokes across it or rings on it all along, so that it is known without its colour.
    """

    ink: str
    width: float = 0.6
    dash: tuple[float, ...] = ()
    filled: bool = True
    mark: Mark = ""


class Theme(NamedTuple):
    """Inks by role ("#rrggbb") and the look of each kind of path.

    The roles: "ink" for lines and text, "soft" and "faint" for lesser ones, "paper" for the page (printed if it is not
    white), "space" for what pieces stand on, "shade" for dark squares and marked parts of a board, "light" and "dark"
    for the two sides, "accent", and "cut" for cut and fold lines. `outline`: large dark areas are drawn as outlines
    with hatching, to save ink. `emblems`: which file of templates/emblems/tokens is drawn in place of one of ours.
    """

    name: str
    inks: dict[str, str]
    paths: dict[str, PathLook]
    summary: str = ""
    outline: bool = False
    emblems: Mapping[str, str] = MappingProxyType({})

    def ink(self, role: str) -> str:
        """The colour of a role. Raises KeyError for a role that the theme does not name: a fault of the drawing."""
        return self.inks[role]

    def path(self, kind: str) -> PathLook:
        return self.paths.get(kind, self.paths["line"])

    def toml(self) -> str:
        """The theme as a file, for a user to edit."""
        out = [f"summary = {_quoted(self.summary)}", f"outline = {str(self.outline).lower()}", "", "[inks]"]
        out += [f'{role} = "{colour}"' for role, colour in self.inks.items()]
        for kind, look in self.paths.items():
            dash = ", ".join(f"{length:g}" for length in look.dash)
            out += ["", f"[paths.{kind}]", f'ink = "{look.ink}"', f"width = {look.width:g}", f"dash = [{dash}]"]
            out += [f"filled = {str(look.filled).lower()}", f'mark = "{look.mark}"']
        if self.emblems:
            out += ["", "[emblems]", *(f'{name} = "{drawn}"' for name, drawn in self.emblems.items())]
        return "\n".join(out) + "\n"


CLASSIC = Theme(
    name="classic",
    inks={
        "ink": "#000000",
        "soft": "#6b6b6b",
        "faint": "#b9b9b9",
        "paper": "#ffffff",
        "space": "#ffffff",
        "shade": "#dedad2",
        "light": "#ffffff",
        "dark": "#000000",
        "accent": "#c98a12",
        "cut": "#8a8a8a",
    },
    paths={
        "line": PathLook("#000000"),
        "red": PathLook("#b3261e", width=0.9),
        "green": PathLook("#1c7c3c", width=0.9, dash=(2.2, 1.0), filled=False),
        "blue": PathLook("#1f4fa3", width=0.6),
    },
    summary="Black and clear colours on white.",
)

# Colours that the common kinds of colour blindness keep apart (after Okabe and Ito), and a mark for each.
_SAFE: dict[str, tuple[str, Mark]] = {
    "red": ("#d55e00", "ticks"),
    "green": ("#009e73", "beads"),
    "blue": ("#0072b2", ""),
}


def safe(theme: Theme) -> Theme:
    """The theme for eyes that do not tell red from green: other colours for paths, and marks and dashes on them.

    A theme without colours (high contrast, say) keeps its own and gets the marks.
    """
    coloured = len({look.ink for look in theme.paths.values()}) > 2

    def look(kind: str, old: PathLook) -> PathLook:
        ink, mark = _SAFE.get(kind, (old.ink, old.mark))
        return old._replace(ink=ink if coloured else old.ink, mark=mark)

    return theme._replace(name=f"{theme.name}-safe", paths={kind: look(kind, old) for kind, old in theme.paths.items()})


def names() -> tuple[str, ...]:
    """All themes there are."""
    return templates.stems("themes")


def find(name: str) -> Theme:
    """A theme by name. Raises OptionError if there is none, TemplateError if its file is not right."""
    return read(name, *templates.named("themes", name, "--theme"))


def read(name: str, text: str, source: str) -> Theme:
    """A theme from the text of its file. Raises TemplateError with one Problem a mistake, each with its line."""
    return toml_file.read(text, source, lambda table: _theme(name, table))


def _theme(name: str, table: Table) -> Theme:
    table.known(("summary", "outline", "inks", "paths", "emblems"))
    inks, paths = table.table("inks", CLASSIC.inks), table.table("paths")
    tokens = templates.stems("emblems/tokens", ".svg")
    emblems = table.table("emblems", tokens)
    return Theme(
        name,
        CLASSIC.inks | {role: _colour(inks, role) for role in inks.values},
        CLASSIC.paths | {kind: _look(look, CLASSIC.path(kind)) for kind, look in paths.tables().items()},
        table.text("summary", ""),
        table.flag("outline", False),
        {emblem: emblems.choice(emblem, tokens) for emblem in emblems.values},
    )


def _colour(table: Table, key: str) -> str:
    colour = table.values[key]
    if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
        table.wrong(key, f"{key} = {colour!r} is no colour", 'write it as "#1a2b3c"')
    return str(colour).lower()


def _look(table: Table, base: PathLook) -> PathLook:
    table.known(PathLook._fields)
    return PathLook(
        _colour(table, "ink") if "ink" in table.values else base.ink,
        table.number("width", 0.1, 5, base.width, " mm"),
        table.numbers("dash", 0.1, 50, "[2.2, 1.0]") if "dash" in table.values else base.dash,
        table.flag("filled", base.filled),
        table.choice("mark", MARKS, base.mark),
    )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
