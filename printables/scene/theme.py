"""How things look: named inks, line widths and marks. Drawing code asks for a role, never for a colour. Themes are TOML
files in templates/themes, which a user may copy and edit; what one leaves out is as in `CLASSIC`."""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from printables.core import meant, templates, toml_file
from printables.core.toml_file import Table
from printables.scene import rgb

Mark = Literal["", "ticks", "beads"]
Ornament = Literal["", "heads", "leaves", "beads"]
Hand = Literal["lines", "linocut"]
Cells = Literal["tiles", "slabs", "plain"]
Lettering = Literal["roman", "soft", "flowing", "fangs"]
PARTS = ("grain", "border", "scenes")
OWN = {"crest": "pictures", "picture": "pictures", "font": "fonts"}  # where templates has a user's files
EMBLEMS = ("emblems/tokens", "emblems/pieces", "emblems/linocut")
PICTURES = (".svg", ".png")
TONED = 0.62  # how far a tone takes a colour
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def pictured(name: str) -> bool:
    """Whether a name is that of a picture's file."""
    return name.lower().endswith(PICTURES)


class PathLook(NamedTuple):
    """How a kind of path is drawn: colour, width and dash (mm), filled arrowheads or not. So that it is known without
    its colour, `mark`: small strokes across it or rings on it, `ornament`: what a linocut cuts into it."""

    ink: str
    width: float = 0.6
    dash: tuple[float, ...] = ()
    filled: bool = True
    mark: Mark = ""
    ornament: Ornament = ""


class Tint(NamedTuple):
    """The inks of an emblem cut in lino: the block, its dark side, one accent, and the disc that it stands on."""

    body: str
    shade: str
    accent: str
    ground: str


class Palette(NamedTuple):
    """What a theme has otherwise for one game."""

    inks: dict[str, str]
    paths: dict[str, PathLook]
    cells: Cells = "tiles"


class Theme(NamedTuple):
    """Inks by role ("#rrggbb") and the look of each kind of path. The roles: "ink" for lines and text, "soft" and
    "faint" for lesser ones, "paper" for the page (printed if it is not white), "space" for what pieces stand on,
    "shade" for dark squares and marked parts of a board, "light" and "dark" for the two sides, "accent", and "cut" for
    cut and fold lines. `outline`: large dark areas are drawn as outlines with hatching, to save ink. `emblems`: which
    file of templates/emblems/tokens is drawn in place of one of ours. `hand`: how things are drawn; a linocut has
    `parts` (grain, border, scenes) beside what is needed for play, a tint for emblems by name, a palette of its own for
    some games, and further roles (SCENERY). `crest`, `picture`, `font`: files of the user's own (whole paths), for
    backs of cards and seals, for covers, for titles."""

    name: str
    inks: dict[str, str]
    paths: dict[str, PathLook]
    summary: str = ""
    outline: bool = False
    emblems: Mapping[str, str] = MappingProxyType({})
    hand: Hand = "lines"
    parts: tuple[str, ...] = ()
    tints: Mapping[str, Tint] = MappingProxyType({})
    games: Mapping[str, Palette] = MappingProxyType({})
    cells: Cells = "tiles"
    crest: str = ""
    picture: str = ""
    font: str = ""

    def ink(self, role: str) -> str:
        """The colour of a role. Raises KeyError for a role that the theme does not name: a fault of the drawing."""
        return self.inks[role] if role in self.inks else self.inks[SCENERY[role]]

    def letters(self, own: Lettering) -> str:
        """The display letters of titles: the game's own, or the font that the theme names."""
        return self.font or own

    @property
    def linocut(self) -> bool:
        return self.hand == "linocut"

    def tint(self, name: str) -> Tint:
        """The inks of an emblem; those of print and paper where the theme names none."""
        ink, light = self.ink("ink"), self.ink("light")
        return self.tints.get(name, Tint(ink, ink, light, light))

    def of(self, game: str) -> "Theme":
        """The theme as one game has it."""
        own = self.games.get(game)
        return self._replace(inks=self.inks | own.inks, paths=self.paths | own.paths, cells=own.cells) if own else self

    def for_screens(self) -> "Theme":
        """The theme without what a small picture has no room for."""
        return self._replace(parts=())

    def path(self, kind: str) -> PathLook:
        return self.paths.get(kind, self.paths["line"])


_INKS = {
    "ink": "#000000", "soft": "#6b6b6b", "faint": "#b9b9b9", "paper": "#ffffff", "space": "#ffffff",
    "shade": "#dedad2", "light": "#ffffff", "dark": "#000000", "accent": "#c98a12", "cut": "#8a8a8a",
}  # fmt: skip
_PATHS = {
    "line": PathLook("#000000"),
    "red": PathLook("#b3261e", width=0.9),
    "green": PathLook("#1c7c3c", width=0.9, dash=(2.2, 1.0), filled=False),
    "blue": PathLook("#1f4fa3", width=0.6),
}
CLASSIC = Theme("classic", _INKS, _PATHS, "Black and clear colours on white.")

# Further roles of a linocut, and what stands for those that a theme does not name.
SCENERY = {
    "sheet": "paper", "border": "ink", "field": "space", "grain": "faint", "title": "ink", "warm": "accent",
    "bright": "accent", "leaf": "shade", "deep": "ink", "pale": "shade", "water": "shade", "sky": "paper",
    "earth": "soft", "night": "ink", "glow": "accent", "far": "shade", "noon": "shade", "dusk": "shade",
    "dawn": "shade",
}  # fmt: skip

ROLES = (*CLASSIC.inks, *SCENERY)

# Colours that the common kinds of colour blindness keep apart (after Okabe and Ito), and a mark for each.
_SAFE: dict[str, tuple[str, Mark]]
_SAFE = {"red": ("#d55e00", "ticks"), "green": ("#009e73", "beads"), "blue": ("#0072b2", "")}


def safe(theme: Theme) -> Theme:
    """The theme for eyes that do not tell red from green: other colours for paths, and marks and dashes on them. A
    theme without colours (high contrast, say) keeps its own and gets the marks."""
    coloured = len({look.ink for look in theme.paths.values()}) > 2

    def look(kind: str, old: PathLook) -> PathLook:
        ink, mark = _SAFE.get(kind, (old.ink, old.mark))
        return old._replace(ink=ink if coloured else old.ink, mark=mark)

    return _repainted(theme, str, look)._replace(name=f"{theme.name}-safe")


def _repainted(theme: Theme, ink: Callable[[str], str], path: Callable[[str, PathLook], PathLook]) -> Theme:
    """The theme, for each game as well, with what is made of each of its inks, and of the look of each kind of path."""

    def palette(old: Theme | Palette) -> Palette:
        inks = {role: ink(one) for role, one in old.inks.items()}
        return Palette(inks, {kind: path(kind, look) for kind, look in old.paths.items()}, old.cells)

    inks, paths, _ = palette(theme)
    tints = {name: Tint(*map(ink, tint)) for name, tint in theme.tints.items()}
    games = {game: palette(own) for game, own in theme.games.items()}
    return theme._replace(inks=inks, paths=paths, tints=tints, games=games)


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
    table.known((*Theme._fields[1:], "like", "tone"))
    base = CLASSIC
    if "like" in table.values and (like := table.choice("like", [n for n in names() if n != name], "classic")):
        base = find(like)
    inks, paths = table.table("inks", ROLES), table.table("paths")
    known = sorted({name for folder in EMBLEMS for name in templates.stems(folder, ".svg")})
    emblems = table.table("emblems", known)
    given = {role: _colour(inks, role) for role in inks.values}
    games = dict(base.games)  # for which what the file names goes before what the theme that it is like has
    for game, own in base.games.items():
        games[game] = own._replace(inks={role: ink for role, ink in own.inks.items() if role not in given})
    for game, said in table.table("games").tables().items():
        said.known(("inks", "paths", "cells"))
        mine, before = said.table("inks", ROLES), games.get(game, Palette({}, {}))
        inked = before.inks | {role: _colour(mine, role) for role in mine.values}
        looks = {kind: _look(look, base.path(kind)) for kind, look in said.table("paths").tables().items()}
        games[game] = Palette(inked, before.paths | looks, said.choice("cells", get_args(Cells), before.cells))
    parts = table.texts("parts") if "parts" in table.values else base.parts
    for part in parts:
        if part not in PARTS:
            table.wrong("parts", f"{part!r} is not a part", meant(part, PARTS, "known are"), part)
    made = base._replace(games=games)
    if "tone" in table.values:
        tone = [text for text in table.texts("tone") if _COLOUR.fullmatch(text)]
        if len(tone) == 2:
            made = _toned(made, *tone)
        else:
            table.wrong("tone", "tone is not a pair of colours", 'write the dark end first: ["#3a2412", "#f3e6c8"]')
    return made._replace(
        name=name,
        inks=made.inks | given,
        paths=made.paths | {kind: _look(look, made.path(kind)) for kind, look in paths.tables().items()},
        summary=table.text("summary", ""),
        outline=table.flag("outline", base.outline),
        emblems={emblem: _emblem(emblems, emblem, known) for emblem in emblems.values} or base.emblems,
        hand=table.choice("hand", get_args(Hand), base.hand),
        parts=tuple(parts),
        cells=table.choice("cells", get_args(Cells), base.cells),
        tints=dict(made.tints) | {key: _tint(own) for key, own in table.table("tints").tables().items()},
        crest=_own(table, "crest", base.crest),
        picture=_own(table, "picture", base.picture),
        font=_own(table, "font", base.font),
    )


def _own(table: Table, key: str, otherwise: str) -> str:
    """The whole path of a file that a theme names."""
    if key not in table.values:
        return otherwise
    name, folder = table.text(key), OWN[key]
    if not templates.exists(f"{folder}/{name}"):
        table.wrong(key, f"there is no file {name[:40]!r}", f"put it into templates/{folder}")
        return ""
    return str(templates.find(f"{folder}/{name}").resolve())


def _emblem(table: Table, key: str, known: Sequence[str]) -> str:
    """The name of an emblem, or the whole path of a picture in emblems/tokens."""
    name = table.values[key]
    if isinstance(name, str) and pictured(name) and templates.exists(f"{EMBLEMS[0]}/{name}"):
        return str(templates.find(f"{EMBLEMS[0]}/{name}").resolve())
    return str(table.choice(key, known))


def _tint(table: Table) -> Tint:
    table.known(Tint._fields)
    return Tint(*(_colour(table, role) if role in table.values else "#000000" for role in Tint._fields))


def _toned(theme: Theme, dark: str, light: str) -> Theme:
    """Every colour taken some way, to greys all the way, to a scale of a dark and a light tone, as light as before."""
    far = TONED if any(len(set(rgb(one))) > 1 for one in (dark, light)) else 1.0

    def tone(ink: str) -> str:
        parts = rgb(ink)
        grey = 0.3 * parts[0] + 0.59 * parts[1] + 0.11 * parts[2]
        scale = (a + (b - a) * grey for a, b in zip(rgb(dark), rgb(light), strict=True))
        mixed = (own + (old - own) * far for own, old in zip(parts, scale, strict=True))
        return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)

    return _repainted(theme, tone, lambda kind, look: look._replace(ink=tone(look.ink)))


def _colour(table: Table, key: str) -> str:
    colour = table.values[key]
    if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
        table.wrong(key, f"{key} = {colour!r} is not a colour", 'write it as "#1a2b3c"')
    return str(colour).lower()


def _look(table: Table, base: PathLook) -> PathLook:
    table.known(PathLook._fields)
    return PathLook(
        _colour(table, "ink") if "ink" in table.values else base.ink,
        table.number("width", 0.1, 5, base.width, " mm"),
        table.numbers("dash", 0.1, 50, "[2.2, 1.0]") if "dash" in table.values else base.dash,
        table.flag("filled", base.filled),
        table.choice("mark", get_args(Mark), base.mark),
        table.choice("ornament", get_args(Ornament), base.ornament),
    )
