"""How things look: named inks, line widths and marks. Drawing code asks for a role, never for a colour.

Themes are TOML files in templates/themes, which a user may copy and edit; what one leaves out is as in `CLASSIC`.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple

from printables.errors import OptionError, Problem, TemplateError, unknown

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
    with hatching, to save ink.
    """

    name: str
    inks: dict[str, str]
    paths: dict[str, PathLook]
    summary: str = ""
    outline: bool = False

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
        return "\n".join(out) + "\n"


CLASSIC = Theme(
    name="classic",
    inks={
        "ink": "#1a1a1a",
        "soft": "#6b6b6b",
        "faint": "#b9b9b9",
        "paper": "#ffffff",
        "space": "#ffffff",
        "shade": "#dedad2",
        "light": "#ffffff",
        "dark": "#1a1a1a",
        "accent": "#c98a12",
        "cut": "#8a8a8a",
    },
    paths={
        "line": PathLook("#1a1a1a"),
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
    from printables import templates

    return tuple(PurePosixPath(path).stem for path in templates.names("themes") if path.endswith(".toml"))


def find(name: str) -> Theme:
    """A theme by name. Raises OptionError if there is none, TemplateError if its file is not right."""
    from printables import templates

    known = names()
    if name not in known:
        raise OptionError(*unknown("theme", name, known), "--theme")
    path = f"themes/{name}.toml"
    return read(name, templates.read(path), str(templates.find(path)))


def read(name: str, text: str, source: str) -> Theme:
    """A theme from the text of its file. Raises TemplateError with one Problem a mistake, each with its line."""
    import tomllib

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise TemplateError(
            f"this is not TOML: {error}", "copy a theme that works", source, int(line[1]) if line else 0
        ) from None
    reader = _Reader(text, source)
    made = reader.theme(name, table)
    if reader.problems:
        raise TemplateError.of(tuple(reader.problems))
    return made


class _Reader:
    """Checks a table against what a theme may say, gathering every mistake."""

    def __init__(self, text: str, source: str) -> None:
        self.lines, self.source = text.splitlines(), source
        self.problems: list[Problem] = []

    def wrong(self, key: str, message: str, hint: str, table: str = "") -> None:
        start = next((n for n, line in enumerate(self.lines) if line.strip() == f"[{table}]"), 0) if table else 0
        spot = re.compile(rf"\s*\[?(\w+\.)?[\"']?{re.escape(key)}\b")
        line = next((n for n, said in enumerate(self.lines[start:], start + 1) if spot.match(said)), 0)
        self.problems.append(Problem(self.source, line, message, hint))

    def theme(self, name: str, table: dict[str, Any]) -> Theme:
        for key in table.keys() - {"summary", "outline", "inks", "paths"}:
            self.wrong(key, f"a theme has no {key!r}", "it has summary, outline, [inks] and [paths.KIND]")
        summary, outline = table.get("summary", ""), table.get("outline", False)
        if not isinstance(summary, str):
            self.wrong("summary", "summary is no text", 'write summary = "..."')
        if not isinstance(outline, bool):
            self.wrong("outline", f"outline = {outline!r} is neither true nor false", "write outline = true")
        inks, paths = table.get("inks", {}), table.get("paths", {})
        for key, value in (("inks", inks), ("paths", paths)):
            if not isinstance(value, dict):
                self.wrong(key, f"{key} is no table", f"write [{key}]" if key == "inks" else "write [paths.red]")
        return Theme(
            name,
            CLASSIC.inks | (self.inks(inks) if isinstance(inks, dict) else {}),
            CLASSIC.paths | (self.paths(paths) if isinstance(paths, dict) else {}),
            str(summary),
            bool(outline),
        )

    def inks(self, table: dict[str, Any]) -> dict[str, str]:
        for role, colour in table.items():
            if role not in CLASSIC.inks:
                self.wrong(role, f"there is no ink {role!r}", f"the inks are {', '.join(CLASSIC.inks)}", "inks")
            self.colour(role, colour, "inks")
        return {role: str(colour).lower() for role, colour in table.items()}

    def colour(self, key: str, colour: Any, table: str) -> None:
        if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
            self.wrong(key, f"{key} = {colour!r} is no colour", 'write it as "#1a2b3c"', table)

    def paths(self, table: dict[str, Any]) -> dict[str, PathLook]:
        out = {}
        for kind, look in table.items():
            where = f"paths.{kind}"
            if not isinstance(look, dict):
                self.wrong(kind, f"{where} is no table", f"write [{where}]")
                continue
            base = CLASSIC.path(kind)
            count = len(self.problems)
            known = PathLook._fields
            for key, value in look.items():
                if key not in known:
                    self.wrong(key, f"a path has no {key!r}", f"it has {', '.join(known)}", where)
                elif key == "ink":
                    self.colour(key, value, where)
                elif key == "width" and not _within(value, 0.1, 5):
                    self.wrong(key, f"width = {value!r} will not do", "take 0.1 to 5 mm", where)
                elif key == "dash" and not (isinstance(value, list) and all(_within(v, 0.1, 50) for v in value)):
                    self.wrong(key, f"dash = {value!r} will not do", "write lengths in mm, as in [2.2, 1.0]", where)
                elif key == "filled" and not isinstance(value, bool):
                    self.wrong(key, f"filled = {value!r} is neither true nor false", "write filled = true", where)
                elif key == "mark" and value not in MARKS:
                    self.wrong(
                        key, f"there is no mark {value!r}", 'the marks are "ticks", "beads" and "" for none', where
                    )
            if len(self.problems) == count:
                tidy: dict[str, Any] = {key: tuple(value) if key == "dash" else value for key, value in look.items()}
                out[kind] = base._replace(**tidy)
        return out


def _within(value: Any, low: float, high: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
