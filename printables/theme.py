"""How things look: named inks, line widths and fonts. Drawing code asks for a role, never for a colour."""

from __future__ import annotations

from dataclasses import dataclass

from printables.errors import OptionError


@dataclass(frozen=True)
class PathLook:
    """How a kind of path is drawn: colour, width (mm), dash (mm), and whether its arrowheads are filled."""

    ink: str
    width: float = 0.6
    dash: tuple[float, ...] = ()
    filled: bool = True


@dataclass(frozen=True)
class Theme:
    """Inks by role ("#rrggbb") and the look of each kind of path."""

    name: str
    inks: dict[str, str]
    paths: dict[str, PathLook]

    def ink(self, role: str) -> str:
        """The colour of a role. Raises KeyError for a role that the theme does not name: a fault of the drawing."""
        return self.inks[role]

    def path(self, kind: str) -> PathLook:
        return self.paths.get(kind, self.paths["line"])


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
)

THEMES = {theme.name: theme for theme in (CLASSIC,)}


def find(name: str) -> Theme:
    """A theme by name. Raises OptionError."""
    if name not in THEMES:
        raise OptionError(f"there is no theme {name!r}", f"the themes are {', '.join(THEMES)}", source="--theme")
    return THEMES[name]
