"""From the text of a hunt definition to a Hunt; every mistake found in one pass, each with its line and column."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, get_args

from printables.errors import Problem, TemplateError
from printables.hunts import diagram, emblems
from printables.hunts.locate import Locator
from printables.hunts.model import (
    SIDES,
    WAYS,
    Capture,
    Compass,
    Duty,
    Goal,
    Grid,
    Hunt,
    Inside,
    Lattice,
    Look,
    Placing,
    Repetition,
    Side,
    SideName,
    Way,
    Zone,
)
from printables.hunts.values import Values

FORMAT = "postfox-hunt-1"
LONGEST = 40_000
MOST_TURNS = 2_000
WORDS: dict[str, int] = {"title": 60, "summary": 160, "credit": 160, "source": 300, "licence": 160, "house": 400}
SIDE_KEYS = (
    *("name", "plural", "emblem", "forward", "moves", "toward", "inside", "closed", "alternate"),
    *("hand", "place", "placing", "capture", "wins"),
)
CAPTURE_KEYS = ("moves", "chain", "duty", "add", "repeat")


def hunt(text: str, source: str = "") -> Hunt:
    """The hunt that a definition describes. Raises TemplateError with every Problem found."""
    found, problems = examine(text, source)
    if found is None:
        raise TemplateError.of(tuple(problems))
    return found


def examine(text: str, source: str = "") -> tuple[Hunt | None, list[Problem]]:
    """The hunt, or None, and what is wrong with the text."""
    if len(text) > LONGEST:
        return None, [Problem(source, 0, f"the definition has {len(text)} characters", f"at most {LONGEST}")]
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return None, [_syntax(str(error), source)]
    reader = Reader(data, Locator(text), source)
    found = reader.hunt()
    return (None if reader.problems else found), reader.problems


def read_file(file: Path) -> str:
    """The text of a definition. Raises TemplateError."""
    try:
        with file.open("rb") as opened:
            return opened.read(4 * LONGEST + 4).decode("utf-8-sig").replace("\r\n", "\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no UTF-8 text"
        raise TemplateError(f"the file cannot be read: {reason}", "name a hunt definition", str(file)) from None


def grid_of(text: str) -> Grid | None:
    """The board of a definition as far as it can be made out, to show with its mistakes."""
    try:
        board = tomllib.loads(text).get("board")
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    if not isinstance(board, dict) or not isinstance(board.get("drawing"), str):
        return None
    lattice: Lattice = "triangle" if board.get("lattice") == "triangle" else "square"
    grid, _ = diagram.read(board["drawing"], lattice)
    return grid if grid.spots else None


def _syntax(message: str, source: str) -> Problem:
    place = re.search(r"\s*\(at line (\d+), column (\d+)\)", message)
    plain = re.sub(r"\s*\(at .*\)$", "", message)
    hint = "drawings stand between ''' quotes, where \\ is only a line" if "escape" in plain.lower() else ""
    line, column = (int(place[1]), int(place[2])) if place else (0, 0)
    return Problem(source, line, f"this is not TOML: {plain[:1].lower()}{plain[1:]}", hint, column)


class Reader(Values):
    """Reads the tables of one definition and gathers its mistakes."""

    def __init__(self, data: dict[str, Any], where: Locator, source: str) -> None:
        super().__init__(data, where, source)
        self.grid = Grid("square", (), ())
        self.zones: dict[str, tuple[str, ...]] = {}

    def hunt(self) -> Hunt | None:
        self.known("", self.data, ("format", *WORDS, "notes", "first", "repetition", "turns", "board", "zones",
                                   "start", *SIDES))  # fmt: skip
        if self.data.get("format") != FORMAT:
            self.wrong("", "format", "this is no hunt definition of Postfox", f'it begins with format = "{FORMAT}"')
            return None
        words = {key: self.words("", self.data, key, most, key in ("house", "licence")) for key, most in WORDS.items()}
        board = self.table("board", ("drawing", "lattice", "look", "links"))
        self.board(board)
        if not self.grid.spots or self.problems:
            return None
        self.read_zones()
        start = self.start()
        many, few = (self.side(name, start[name]) for name in SIDES)
        if many.kind == few.kind:
            self.wrong("few", "name", "both sides have the same name", "letters and pictures tell them apart by it")
        found = Hunt(
            **words,
            notes=tuple(self.lines("notes")),
            look=self.choice("board", board, "look", get_args(Look), "points"),
            grid=self.grid,
            zones=tuple(Zone(name, points) for name, points in self.zones.items()),
            many=many,
            few=few,
            first=self.choice("", self.data, "first", get_args(SideName), None),
            repetition=self.choice("", self.data, "repetition", get_args(Repetition), "draw"),
            turns=self.number("", self.data, "turns", 1, MOST_TURNS, 300),
        )
        if not self.problems:
            self.sense(found)
        return found

    # The parts

    def board(self, table: dict[str, Any]) -> None:
        lattice: Lattice = self.choice("board", table, "lattice", get_args(Lattice), "square")
        text = table.get("drawing")
        if not isinstance(text, str):
            self.wrong("board", "drawing", "there is no drawing of the board", "drawing = ''' ... '''")
            return
        grid, faults = diagram.read(text, lattice)
        for fault in faults:
            line, column = self.where.inside("board", "drawing", fault.row, fault.column)
            self.problems.append(Problem(self.source, line, fault.message, fault.hint, column))
        links = set(grid.lines)
        order = {spot.id: number for number, spot in enumerate(grid.spots)}
        for text in self.strings("board", table, "links"):
            ends = text.split("-")
            if len(ends) != 2 or ends[0] == ends[1] or not all(end in order for end in ends):
                self.wrong("board", "links", f"{text!r} joins no two points", 'write links = ["a1-c3"]', text)
            else:
                links.add((min(ends, key=order.__getitem__), max(ends, key=order.__getitem__)))
        lines = tuple(sorted(links, key=lambda line: (order[line[0]], order[line[1]])))
        self.grid = Grid(lattice, grid.spots, lines)
        if not faults:
            for spot in grid.spots:
                if not self.grid.links[spot.id]:
                    line, column = self.where.spot("board", "drawing", spot, grid)
                    self.problems.append(Problem(self.source, line, f"no line leads to {spot.id}", "", column))

    def read_zones(self) -> None:
        table = self.data.get("zones", {})
        if not isinstance(table, dict):
            self.wrong("", "zones", "zones is no table", 'write [zones] and fort = "F" under it')
            return
        marks = {spot.mark for spot in self.grid.spots}
        for name, letters in table.items():
            if not isinstance(letters, str) or not letters or not set(letters) <= marks:
                self.wrong("zones", name, f"no points of the drawing are marked {letters!r}", 'write fort = "F"')
            elif not re.fullmatch(r"[a-z][a-z-]{0,30}", name):
                self.wrong("zones", name, f"{name!r} is no name for a zone", "small letters and hyphens")
            else:
                self.zones[name] = tuple(spot.id for spot in self.grid.spots if spot.mark in letters)

    def start(self) -> dict[str, tuple[str, ...]]:
        """Who stands where: the start drawing laid over the board's."""
        table = self.table("start", ("drawing",))
        text = table.get("drawing")
        standing: dict[str, list[str]] = {name: [] for name in SIDES}
        if not isinstance(text, str):
            self.wrong("start", "drawing", "there is no drawing of the start", "m for the many, f for the few, . free")
            return dict.fromkeys(SIDES, ())
        cells = [(r, c, ch) for r, row in enumerate(text.split("\n")) for c, ch in enumerate(row) if ch in "mf."]
        for r, row in enumerate(text.split("\n")):
            for c, character in enumerate(row):
                if character not in "mf. -|/\\xX":
                    self.at_start(r, c, f"{character!r} is nobody", "m for the many, f for the few, . for a free point")
        left, top = min((c for _, c, _ in cells), default=0), min((r for r, _, _ in cells), default=0)
        rows = [r for r, _, _ in cells] or [0]
        # Rows follow each other at once, or as on the board with a line for the lines between them.
        step = 1 if 2 * (max(rows) - top) <= max(spot.row for spot in self.grid.spots) else 2
        by_place = {(spot.row, spot.column): spot.id for spot in self.grid.spots}
        for r, c, character in cells:
            point = by_place.pop(((r - top) * 2 // step, c - left), None) if (r - top) % step == 0 else None
            if point is None:
                self.at_start(r, c, "there is no point of the board here", "lay the start out exactly as the board")
            elif character != ".":
                standing["many" if character == "m" else "few"].append(point)
        if by_place and not self.problems:
            missing = ", ".join(sorted(by_place.values())[:4])
            self.wrong("start", "drawing", f"the start leaves out {missing}", "every point is m, f or .")
        order = {spot.id: number for number, spot in enumerate(self.grid.spots)}
        return {name: tuple(sorted(points, key=order.__getitem__)) for name, points in standing.items()}

    def at_start(self, row: int, column: int, message: str, hint: str) -> None:
        line, col = self.where.inside("start", "drawing", row, column)
        self.problems.append(Problem(self.source, line, message, hint, col))

    def side(self, name: str, start: tuple[str, ...]) -> Side:
        table = self.table(name, SIDE_KEYS)
        label = self.words(name, table, "name", 24)
        if label and not re.fullmatch(r"[A-Za-z][A-Za-z -]*", label):
            self.wrong(name, "name", f"{label!r} is no name for a piece", "letters, spaces and hyphens")
        return Side(
            name=label,
            plural=self.words(name, table, "plural", 24),
            emblem=self.emblem(name, table),
            start=start,
            hand=self.number(name, table, "hand", 0, 60, 0),
            place=self.zone(name, table, "place"),
            placing=self.choice(name, table, "placing", get_args(Placing), "first"),
            forward=self.choice(name, table, "forward", get_args(Compass), "up" if name == "many" else "down"),
            moves=self.ways(name, table, "moves", required=True),
            toward=self.zone(name, table, "toward"),
            inside=self.inside(name, table),
            closed=tuple(self.named_zone(name, "closed", zone) for zone in self.strings(name, table, "closed")),
            alternate=self.flag(name, table, "alternate"),
            capture=self.capture(name, table),
            wins=tuple(self.goals(name, table)),
        )

    def emblem(self, name: str, table: dict[str, Any]) -> str:
        emblem = self.words(name, table, "emblem", 2_000)
        if emblem and (wrong := emblems.fault(emblem)):
            self.wrong(name, "emblem", wrong, f"known are {', '.join(emblems.EMBLEMS)}, or M 0 0 L ... in a circle")
        return emblem

    def inside(self, name: str, table: dict[str, Any]) -> tuple[Inside, ...]:
        entries = table.get("inside", {})
        if not isinstance(entries, dict):
            self.wrong(name, "inside", "inside is no table", f"write [{name}.inside.fort]")
            return ()
        found = []
        for zone, entry in entries.items():
            where = f"{name}.inside.{zone}"
            if not isinstance(entry, dict):
                self.wrong(name, "inside", f"inside.{zone} is no table", f"write [{where}]")
                continue
            self.known(where, entry, ("moves", "leave"))
            self.named_zone(where, "", zone)
            found.append(
                Inside(zone, self.ways(where, entry, "moves", required=True), self.flag(where, entry, "leave", True))
            )
        return tuple(found)

    def capture(self, name: str, table: dict[str, Any]) -> Capture | None:
        if "capture" not in table:
            return None
        where = f"{name}.capture"
        entry = table["capture"]
        if not isinstance(entry, dict):
            self.wrong(name, "capture", "capture is no table", f"write [{where}]")
            return None
        self.known(where, entry, CAPTURE_KEYS)
        duty: Duty = self.choice(where, entry, "duty", get_args(Duty), "optional")
        add = self.zone(where, entry, "add")
        if (duty == "add") != ("add" in entry):
            key = "add" if "add" in entry else "duty"
            self.wrong(where, key, 'duty = "add" and add = ZONE belong together', "add says where the new piece stands")
        chain, repeat = self.flag(where, entry, "chain"), self.flag(where, entry, "repeat")
        if repeat and not chain:
            self.wrong(where, "repeat", "without a chain nothing is leapt over again", "write chain = true too")
        ways = self.ways(where, entry, "moves") or WAYS
        return Capture(ways, chain, duty, add, repeat)

    def goals(self, name: str, table: dict[str, Any]) -> list[Goal]:
        texts = self.strings(name, table, "wins")
        if not texts:
            self.wrong(name, "wins", f"nothing says how the {name} win", 'write wins = ["block"]')
        return [goal for text in texts if (goal := self.goal(name, text)) is not None]

    def goal(self, name: str, text: str) -> Goal | None:
        words = text.split()
        if words in (["block"], ["pass"], ["capture", "all"]):
            return Goal("block" if words == ["block"] else "pass" if words == ["pass"] else "capture-all")
        if match := re.fullmatch(r"(reduce to|take) (\d{1,3})", text):
            return Goal("reduce" if match[1] == "reduce to" else "take", int(match[2]))
        if match := re.fullmatch(r"(fill|reach) ([a-z-]+)", text):
            zone = self.named_zone(name, "wins", match[2], text)
            return Goal("fill", 0, zone) if match[1] == "fill" else Goal("hold", 1, zone)
        if match := re.fullmatch(r"(\d{1,3}) in ([a-z-]+)", text):
            return Goal("hold", int(match[1]), self.named_zone(name, "wins", match[2], text))
        hint = "block, capture all, reduce to 3, take 12, fill fort, 9 in fort, reach fort, pass"
        self.wrong(name, "wins", f"{text!r} is no way to win", hint, text)
        return None

    def sense(self, found: Hunt) -> None:
        """What is well formed and still cannot be played."""
        for name, side, other in (("many", found.many, found.few), ("few", found.few, found.many)):
            if not side.pieces:
                self.wrong("start", "drawing", f"the {name} have no pieces", f"draw them as {name[0]}, or give a hand")
            place = found.zone(side.place)
            taken = set(found.many.start) | set(found.few.start)
            if side.hand and side.placing == "first" and side.hand > len(set(place) - taken):
                self.wrong(name, "hand", "there is no room for the pieces in hand", "give them a larger zone")
            if side.toward:
                lost = [point for point in found.zone("") if point not in found.grid.distances(found.zone(side.toward))]
                if lost:
                    self.wrong(name, "toward", f"no way leads from {lost[0]} to {side.toward}", "draw a line")
            for goal, text in zip(side.wins, self.strings(name, self.table(name, SIDE_KEYS), "wins"), strict=True):
                size = len(found.zone(goal.zone))
                limits = {"reduce": (0, other.pieces - 1), "take": (1, other.pieces), "fill": (1, side.pieces),
                          "hold": (1, min(size, side.pieces))}  # fmt: skip
                count = size if goal.kind == "fill" else goal.count
                low, high = limits.get(goal.kind, (0, 0))
                growing = other.capture is not None and other.capture.duty == "add" and goal.kind in ("fill", "hold")
                if goal.kind in limits and not low <= count <= high and not (growing and low <= count <= size):
                    hint = (
                        f"from {low} to {high} would do" if goal.kind != "fill" else f"{side.pieces} pieces are too few"
                    )
                    self.wrong(name, "wins", f"{text!r} does not fit this set-up", hint, text)
                if goal.kind in ("take", "reduce", "capture-all") and side.capture is None:
                    huffed = other.capture is not None and other.capture.duty == "huff"
                    if not huffed:
                        self.wrong(name, "wins", f"{text!r} needs a capture", f"write a table [{name}.capture]", text)

    # Names of ways and zones

    def ways(self, where: str, table: dict[str, Any], key: str, required: bool = False) -> tuple[Way, ...]:
        texts = self.strings(where, table, key)
        if required and not texts:
            self.wrong(where, key, "nothing says how it moves", 'write moves = ["any"]')
        for text in texts:
            if text not in (*WAYS, "any"):
                self.wrong(where, key, f"{text!r} is no way to move", f"known are any, {', '.join(WAYS)}", text)
        return tuple(way for way in WAYS if way in texts or "any" in texts)

    def zone(self, where: str, table: dict[str, Any], key: str) -> str:
        value = table.get(key)
        if value is None:
            return ""
        return self.named_zone(where, key, value if isinstance(value, str) else repr(value))

    def named_zone(self, where: str, key: str, zone: str, text: str = "") -> str:
        if zone not in self.zones:
            known = ", ".join(self.zones) or "none: write a table [zones]"
            self.wrong(where, key, f"there is no zone {zone!r}", f"zones are {known}", text or zone)
            return ""
        return zone
