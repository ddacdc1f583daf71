r"""From the text of a hunt definition to a Hunt; every mistake found in one pass, each with its line and column.

A board drawn in characters: points are letters or digits, lines are - | / \ and x where two diagonals cross.

    >>> grid, faults = read("o-o\n|x|\no-o", "square")
    >>> [spot.id for spot in grid.spots], len(grid.lines), faults
    (['a1', 'a2', 'b1', 'b2'], 6, [])

Points stand on every other line of the drawing. On a square lattice they stand two columns apart, on a triangular
one four, each row half a step (two columns) aside of the next. A line may run over several characters."""

import re
import tomllib
from pathlib import Path
from string import ascii_lowercase
from typing import Any, NamedTuple, get_args

from printables.boards import GAMES
from printables.boards.fox_and_geese import model
from printables.boards.fox_and_geese.model import LAND, SIDES, WAYS, Goal, Grid, Hunt, Lattice, Side, SideName, Spot
from printables.core import Problem, TemplateError, files, meant, templates, toml_file
from printables.core.toml_file import Table
from printables.drawing import emblems

MOST_POINTS = 400
STROKES = {(0, 1): "-", (1, 0): "|", (1, -1): "/", (1, 1): "\\"}  # by rows and columns to the next character, one way
RUNS = {stroke: [way] for way, stroke in STROKES.items()} | {"x": [(1, -1), (1, 1)]}
FORMAT, FOLDER = "postfox-hunt-1", "hunts"
NEWEST = 3  # rule set of hunts; the second changed none
LONGEST = 40_000
MOST_TURNS, MOST_STALLING = 2_000, 100
WORDS: dict[str, int] = {"title": 60, "summary": 160, "credit": 160, "source": 300, "licence": 160, "house": 400}
RULES = ("notes", "first", "repetition", "turns", "limit", "stalling", "forced", "land")
PARTS = tuple(part for part in Side._fields if part != "start")  # that a side's table names; the start has its own
PLAIN = {"block": Goal("block"), "pass": Goal("pass"), "capture all": Goal("capture-all")}
WHOLE = "postfox hunts new FILE writes a whole example"


class Fault(NamedTuple):
    """A mistake in a drawing: its line and column there, from 0, what it is and what would be right."""

    row: int
    column: int
    message: str
    hint: str = ""


def characters(drawing: str) -> dict[tuple[int, int], str]:
    """What is drawn, by row and column from 0."""
    rows = enumerate(drawing.split("\n"))
    return {(r, c): character for r, row in rows for c, character in enumerate(row) if character != " "}


def read(text: str, lattice: Lattice) -> tuple[Grid, list[Fault]]:
    """The board and every mistake found; with mistakes the board is what could be made out."""
    drawn, nothing = characters(text), Grid(lattice, (), ())
    points = {at: character for at, character in drawn.items() if _is_point(character)}
    faults = [
        Fault(*at, f"{character!r} means nothing in a drawing", "points are letters, lines - | / \\ x")
        for at, character in drawn.items()
        if at not in points and character.lower() not in RUNS
    ]
    if not points:
        return nothing, [*faults, Fault(0, 0, "the drawing has no points", "draw them as o")]
    top, left = min(r for r, _ in points), min(c for _, c in points)
    if len(points) > MOST_POINTS or max(c for _, c in points) - left > 2 * (len(ascii_lowercase) - 1):
        return nothing, [Fault(0, 0, "the board is too big", f"at most {MOST_POINTS} points and 26 files")]
    faults += _misplaced(points, top, left, lattice)
    if faults:
        return nothing, faults
    spots = _spots(points, top, left, lattice)
    lines = set()
    for (r, c), character in drawn.items():
        for dr, dc in RUNS.get(character.lower(), ()):
            ends = _end(drawn, r, c, -dr, -dc), _end(drawn, r, c, dr, dc)
            for end, name in zip(ends, ("upper", "lower") if dr else ("left", "right"), strict=True):
                if end not in points:
                    faults.append(Fault(r, c, f"this {character.lower()} has no point at its {name} end"))
            if ends[0] in points and ends[1] in points:
                lines.add(tuple(sorted((spots[end] for end in ends), key=_order)))
    pairs = sorted(lines, key=lambda pair: (_order(pair[0]), _order(pair[1])))
    return Grid(lattice, tuple(sorted(spots.values(), key=_order)), tuple((a.id, b.id) for a, b in pairs)), faults


def _is_point(character: str) -> bool:
    """Letters and digits are points, but x, which is a crossing."""
    return character.isascii() and character.isalnum() and character not in "xX"


def _order(spot: Spot) -> tuple[str, int]:
    return spot.id[0], int(spot.id[1:])


def _misplaced(points: dict[tuple[int, int], str], top: int, left: int, lattice: Lattice) -> list[Fault]:
    faults = []
    first = min(points)  # says which of the two sets of corners a triangular drawing uses
    stagger = (first[1] - left) // 2 + (first[0] - top) // 2
    for r, c in sorted(points):
        if (r - top) % 2:
            said = "a point stands on a line between the rows", "rows of points are two lines apart"
        elif (c - left) % 2:
            said = "a point stands between the columns", "columns of points are two apart"
        elif lattice == "triangle" and ((c - left) // 2 + (r - top) // 2 - stagger) % 2:
            hint = "on a triangular lattice points stand four apart, the next row two aside"
            said = "a point stands where no corner of a triangle is", hint
        else:
            continue
        faults.append(Fault(r, c, *said))
    return faults


def _end(drawn: dict[tuple[int, int], str], r: int, c: int, dr: int, dc: int) -> tuple[int, int]:
    """Where a run that goes through (r, c) ends: the next character that is no part of such a run."""
    part = (STROKES.get((dr, dc)) or STROKES[-dr, -dc]) + ("xX" if dr and dc else "")
    r, c = r + dr, c + dc
    while drawn.get((r, c), " ") in part:
        r, c = r + dr, c + dc
    return r, c


def _spots(points: dict[tuple[int, int], str], top: int, left: int, lattice: Lattice) -> dict[tuple[int, int], Spot]:
    bottom = max(r for r, _ in points)
    spots = {}
    for r in range(top, bottom + 1, 2):
        for number, c in enumerate(sorted(c for row, c in points if row == r)):
            file = number if lattice == "triangle" else (c - left) // 2
            spots[r, c] = Spot(f"{ascii_lowercase[file]}{(bottom - r) // 2 + 1}", c - left, r - top, points[r, c])
    return spots


def hunt(text: str, source: str = "", rules: int = NEWEST) -> Hunt:
    """The hunt that a definition describes, as a rule set has it. Raises TemplateError with every Problem found."""
    found, problems = examine(text, source, rules)
    if found is None:
        raise TemplateError.of(problems)
    return found


def examine(text: str, source: str = "", rules: int = NEWEST) -> tuple[Hunt | None, tuple[Problem, ...]]:
    """The hunt, or None, and what is wrong with the text."""
    if len(text) > LONGEST:
        return None, (Problem(source, 0, f"the definition has {len(text)} characters", f"at most {LONGEST}"),)
    return toml_file.examine(text, source, lambda root: Reader(root, rules).hunt())


def read_file(file: Path) -> str:
    """The text of a definition. Raises TemplateError."""
    try:
        return files.text(files.read(file, 4 * LONGEST + 4))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise TemplateError(f"the file cannot be read: {reason}", "name the file of a hunt", str(file)) from None


def grid_of(text: str) -> Grid | None:
    """The board of a definition as far as it can be made out, to show with its mistakes."""
    board = toml_file.examine(text, "", lambda root: based(root).table("board").values)[0] or {}
    drawing, lattice = board.get("drawing"), board.get("lattice")
    grid, _ = read(drawing if isinstance(drawing, str) else "", "triangle" if lattice == "triangle" else "square")
    return grid if grid.spots else None


def based(root: Table, rules: int = NEWEST) -> Table:
    """A definition as a rule set has it, with what it takes from the hunt that it names as its base."""
    root.table("before").tables()
    values, seen = _under(root.values, rules), set[object]()
    while (name := values.get("base")) is not None:
        kept = {key: value for key, value in values.items() if key != "base"}
        known = [stem for stem in templates.stems(FOLDER) if stem not in seen]
        if name not in known:
            root.wrong("base", f"there is no hunt {name!r} to begin with", meant(str(name), known, "there are"))
            return Table("", kept, root.file)
        try:
            under = tomllib.loads(templates.read(f"{FOLDER}/{name}.toml"))
        except ValueError:
            root.wrong("base", f"the hunt {name!r} cannot be read", f"postfox templates check {FOLDER}/{name}.toml")
            return Table("", kept, root.file)
        seen.add(name)
        values = _over(_under(under, rules), kept)
    return Table("", values, root.file)


def _under(values: dict[str, Any], rules: int) -> dict[str, Any]:
    """A definition as it was under a rule set: without what later ones have changed."""
    before = values.get("before")
    older = before if isinstance(before, dict) else {}
    values = {key: value for key, value in values.items() if key != "before"}
    for number in sorted(older, reverse=True):
        if number > str(rules) and isinstance(older[number], dict):
            values = _over(values, older[number])
    return values


def _over(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """What a table says, and what its base says beside it; zones belong to their drawing, all of them together."""
    inner = {key for key in own if key != "zones" and isinstance(own[key], dict) and isinstance(base.get(key), dict)}
    return base | {key: _over(base[key], value) if key in inner else value for key, value in own.items()}


class Reader:
    """Reads the tables of one definition, which gather its mistakes."""

    def __init__(self, root: Table, rules: int) -> None:
        self.root, self.rules = root, rules
        self.grid = Grid("square", (), ())
        self.zones: dict[str, tuple[str, ...]] = {}

    def hunt(self) -> Hunt | None:
        root = self.root
        if root.values.get("format") != FORMAT:
            root.wrong("format", "this is not a hunt definition of Postfox", f'it begins with format = "{FORMAT}"')
            return None
        self.root = root = based(root, self.rules)
        if not root.sound:
            return None
        root.known(("format", "base", *WORDS, *RULES, "board", "zones", "start", *SIDES, "before"))
        words = {key: root.words(key, "" if key in ("house", "licence") else None, WORDS[key]) for key in WORDS}
        board = root.table("board", ("drawing", "lattice", "look", "links"), hint=WHOLE)
        grid = self.grid = self.board(board)
        if not grid.spots or not root.sound:
            return None
        self.read_zones()
        start = self.start(root.table("start", ("drawing",), hint=WHOLE))
        many, few = (self.side(name, root.table(name, PARTS, hint=WHOLE), start[name]) for name in SIDES)
        if many.kind == few.kind:
            hint = "letters and pictures tell them apart by it"
            root.within(["few"]).wrong("name", "both sides have the same name", hint)
        found = Hunt(
            **words, notes=tuple(self.notes()), look=board.choice("look", get_args(model.Look), "points"), grid=grid,
            zones=tuple(model.Zone(name, points) for name, points in self.zones.items()), many=many, few=few,
            first=root.choice("first", get_args(SideName)),
            repetition=root.choice("repetition", get_args(model.Repetition), "draw"),
            turns=root.whole("turns", 1, MOST_TURNS, 300),
            limit=root.choice("limit", get_args(model.Repetition), "draw"),
            stalling=root.whole("stalling", 0, MOST_STALLING, 0), forced=self.forced(),
            land=root.choice("land", [name for name in emblems.names("scenes") if name not in GAMES], LAND),
        )  # fmt: skip
        if root.sound:
            self.sense(found)
        return found

    def notes(self) -> list[str]:
        texts = self.root.texts("notes")
        if len(texts) > 12 or any(len(text) > 400 for text in texts):
            self.root.wrong("notes", "notes are too long", "at most 12 texts of 400 characters")
        return [" ".join(text.split()) for text in texts]

    def forced(self) -> tuple[SideName, int] | None:
        if "forced" not in self.root.values:
            return None
        text = str(self.root.values["forced"])
        if not (found := re.fullmatch(r"(many|few) in ([1-9][0-9]?)", text)):
            self.root.wrong("forced", f"{text!r} does not say who wins by force", 'write forced = "many in 6"')
            return None
        return ("many" if found[1] == "many" else "few"), int(found[2])

    def board(self, table: Table) -> Grid:
        lattice: Lattice = table.choice("lattice", get_args(Lattice), "square")
        drawing = table.values.get("drawing")
        if not isinstance(drawing, str):
            table.wrong("drawing", "there is no drawing of the board", "drawing = ''' ... '''")
            return self.grid
        grid, faults = read(drawing, lattice)
        for fault in faults:
            self.drawn(table, *fault)
        links = set(grid.lines)
        order = {spot.id: number for number, spot in enumerate(grid.spots)}
        for text in table.texts("links"):
            ends = text.split("-")
            if len(ends) != 2 or ends[0] == ends[1] or not all(end in order for end in ends):
                table.wrong("links", f"{text!r} joins no two points", 'write links = ["a1-c3"]', text)
            else:
                links.add((min(ends, key=order.__getitem__), max(ends, key=order.__getitem__)))
        grid = Grid(lattice, grid.spots, tuple(sorted(links, key=lambda line: (order[line[0]], order[line[1]]))))
        if not faults:
            places = [at for at, character in characters(drawing).items() if _is_point(character)]
            top, left = min(r for r, _ in places), min(c for _, c in places)
            for spot in grid.spots:
                if not grid.links[spot.id]:
                    self.drawn(table, top + spot.row, left + spot.column, f"no line leads to {spot.id}")
        return grid

    def drawn(self, table: Table, row: int, column: int, message: str, hint: str = "") -> None:
        """Notes a mistake at a character of a drawing."""
        table.at(*table.file.places.inside(table.name, "drawing", row, column), message, hint)

    def read_zones(self) -> None:
        table = self.root.table("zones")
        marks = {spot.mark for spot in self.grid.spots}
        for name, letters in table.values.items():
            if not isinstance(letters, str) or not letters or not set(letters) <= marks:
                table.wrong(name, f"no points of the drawing are marked {letters!r}", 'write fort = "F"')
            elif not re.fullmatch(r"[a-z][a-z-]{0,30}", name):
                table.wrong(name, f"{name!r} is not a name for a zone", "small letters and hyphens")
            else:
                self.zones[name] = tuple(spot.id for spot in self.grid.spots if spot.mark in letters)

    def start(self, table: Table) -> dict[str, tuple[str, ...]]:
        """Who stands where: the start drawing laid over the board's."""
        text = table.values.get("drawing")
        if not isinstance(text, str):
            table.wrong("drawing", "there is no drawing of the start", "m for the many, f for the few, . free")
            return dict.fromkeys(SIDES, ())
        cells = {}
        for (r, c), character in characters(text).items():
            if character in "mf.":
                cells[r, c] = character
            elif character not in "-|/\\xX":
                hint = "m for the many, f for the few, . for a free point"
                self.drawn(table, r, c, f"{character!r} is nobody", hint)
        left, top = min((c for _, c in cells), default=0), min((r for r, _ in cells), default=0)
        high = max((r for r, _ in cells), default=0) - top
        # Rows follow each other at once, or as on the board with a line for the lines between them.
        step = 1 if 2 * high <= max(spot.row for spot in self.grid.spots) else 2
        free = {(spot.row, spot.column): spot.id for spot in self.grid.spots}
        standing = {}
        for (r, c), character in cells.items():
            point = free.pop(((r - top) * 2 // step, c - left), None) if (r - top) % step == 0 else None
            if point is None:
                self.drawn(table, r, c, "there is no point of the board here", "lay the start out exactly as the board")
            else:
                standing[point] = character
        if free and table.sound:
            missing = ", ".join(sorted(free.values())[:4])
            table.wrong("drawing", f"the start leaves out {missing}", "every point is m, f or .")
        points = self.grid.by_id
        return {name: tuple(point for point in points if standing.get(point) == name[0]) for name in SIDES}

    def side(self, name: str, table: Table, start: tuple[str, ...]) -> Side:
        label = table.words("name", most=24)
        if label and not re.fullmatch(r"[A-Za-z][A-Za-z -]*", label):
            table.wrong("name", f"{label!r} is not a name for a piece", "letters, spaces and hyphens")
        emblem = table.words("emblem", most=2_000)
        if emblem and (wrong := emblems.fault("pieces", emblem)):
            table.wrong("emblem", str(wrong._replace(hint="")), wrong.hint)
        texts = table.texts("wins")
        if not texts and self.root.values.get("limit") != ("loss-few" if name == "many" else "loss-many"):
            table.wrong("wins", f"nothing says how the {name} win", 'write wins = ["block"]')
        return Side(
            name=label, plural=table.words("plural", most=24), emblem=emblem, start=start,
            hand=table.whole("hand", 0, 60, 0), place=self.zone(table, "place"),
            placing=table.choice("placing", get_args(model.Placing), "first"),
            forward=table.choice("forward", get_args(model.Compass), "up" if name == "many" else "down"),
            moves=self.ways(table, required=True), toward=self.zone(table, "toward"), inside=self.inside(table),
            closed=tuple(self.named_zone(table, "closed", zone) for zone in table.texts("closed")),
            alternate=table.flag("alternate", False), capture=self.capture(table),
            wins=tuple([goal for text in texts if (goal := self.goal(table, text)) is not None]),
        )  # fmt: skip

    def inside(self, table: Table) -> tuple[model.Inside, ...]:
        found = []
        for zone, entry in table.table("inside").tables().items():
            entry.known(("moves", "leave"))
            self.named_zone(entry, "", zone)
            found.append(model.Inside(zone, self.ways(entry, required=True), entry.flag("leave", True)))
        return tuple(found)

    def capture(self, table: Table) -> model.Capture | None:
        if "capture" not in table.values:
            return None
        entry = table.table("capture", ("by", "moves", "chain", "duty", "add", "repeat"))
        duty: model.Duty = entry.choice("duty", get_args(model.Duty), "optional")
        add = self.zone(entry, "add")
        if (duty == "add") != ("add" in entry.values):
            key = "add" if "add" in entry.values else "duty"
            entry.wrong(key, 'duty = "add" and add = ZONE belong together', "add says where the new piece goes")
        chain, repeat = entry.flag("chain", False), entry.flag("repeat", False)
        if repeat and not chain:
            entry.wrong("repeat", "without a chain nothing is leapt over again", "write chain = true too")
        ways = self.ways(entry) or WAYS
        by: model.Manner = entry.choice("by", get_args(model.Manner), "leap")
        if by != "leap" and (stray := [key for key in entry.values if key != "by"]):
            entry.wrong(stray[0], f"{stray[0]} is about leaps, and these capture by a step", "remove it")
        return model.Capture(ways, chain, duty, add, repeat, by)

    def goal(self, table: Table, text: str) -> Goal | None:
        if plain := PLAIN.get(" ".join(text.split())):
            return plain
        if found := re.fullmatch(r"(reduce to|take) (\d{1,3})", text):
            return Goal("reduce" if found[1] == "reduce to" else "take", int(found[2]))
        if found := re.fullmatch(r"(fill|reach) ([a-z-]+)", text):
            zone = self.named_zone(table, "wins", found[2], text)
            return Goal("fill", 0, zone) if found[1] == "fill" else Goal("hold", 1, zone)
        if found := re.fullmatch(r"(\d{1,3}) in ([a-z-]+)", text):
            return Goal("hold", int(found[1]), self.named_zone(table, "wins", found[2], text))
        hint = "block, capture all, reduce to 3, take 12, fill fort, 9 in fort, reach fort, pass"
        table.wrong("wins", f"{text!r} is not a way to win", hint, text)
        return None

    def sense(self, found: Hunt) -> None:
        """What is well formed and still cannot be played."""
        taken = {*found.many.start, *found.few.start}
        for name, side, other in (("many", found.many, found.few), ("few", found.few, found.many)):
            table = self.root.table(name)
            if not side.pieces:
                hint = f"draw them as {name[0]}, or give a hand"
                self.root.within(["start"]).wrong("drawing", f"the {name} have no pieces", hint)
            if side.hand and side.placing != "any-turn" and side.hand > len(set(found.zone(side.place)) - taken):
                table.wrong("hand", "there is no room for the pieces in hand", "give them a larger zone")
            if side.toward:
                far = found.grid.distances(found.zone(side.toward))
                if lost := [point for point in found.grid.by_id if point not in far]:
                    table.wrong("toward", f"no way leads from {lost[0]} to {side.toward}", "draw a line")
            owed = other.capture.duty if other.capture else ""
            for goal, text in zip(side.wins, table.texts("wins"), strict=True):
                size = len(found.zone(goal.zone))
                limits = {"reduce": (0, other.pieces - 1), "take": (1, other.pieces), "fill": (1, side.pieces),
                          "hold": (1, min(size, side.pieces))}  # fmt: skip
                count = size if goal.kind == "fill" else goal.count
                low, high = limits.get(goal.kind, (0, count))
                growing = owed == "add" and goal.kind in ("fill", "hold")
                if not low <= count <= (size if growing else high):
                    few = f"{side.pieces} pieces are too few"
                    hint = few if goal.kind == "fill" else f"from {low} to {high} would do"
                    table.wrong("wins", f"{text!r} does not fit this set-up", hint, text)
                if goal.kind in ("take", "reduce", "capture-all") and not side.capture and owed != "huff":
                    table.wrong("wins", f"{text!r} needs a capture", f"write a table [{name}.capture]", text)

    def ways(self, table: Table, required: bool = False) -> tuple[model.Way, ...]:
        texts = table.texts("moves")
        if required and not texts:
            table.wrong("moves", "nothing says how it moves", 'write moves = ["any"]')
        for text in texts:
            if text not in (*WAYS, "any"):
                table.wrong("moves", f"{text!r} is not a way to move", meant(text, ("any", *WAYS), "known are"), text)
        return tuple(way for way in WAYS if way in texts or "any" in texts)

    def zone(self, table: Table, key: str) -> str:
        value = table.values.get(key)
        return "" if value is None else self.named_zone(table, key, value if isinstance(value, str) else repr(value))

    def named_zone(self, table: Table, key: str, zone: str, text: str = "") -> str:
        if zone in self.zones:
            return zone
        hint = meant(zone, self.zones, "zones are") if self.zones else "write a table [zones]"
        table.wrong(key, f"there is no zone {zone!r}", hint, text or zone)
        return ""
