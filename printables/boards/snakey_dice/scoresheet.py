"""The score sheet of Snakey Dice as printed: board, tracks, one-time actions, dice chart, scoring table and ratings.

A box of 190 x 250 mm from its top left corner. Nothing is printed below 10.4 points, so that four fit a page.
Where a viewer runs the scripts, counts and points follow from the marks; elsewhere they are fields like the others."""

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from printables import scene
from printables.boards.snakey_dice import drawing
from printables.boards.snakey_dice.house import ACTIONS, FIRST_DICE, LABELS, LEVELS, POINTS, RATINGS, TRACKS, House
from printables.core.templates import say
from printables.drawing import artwork, emblems, hand, lettering
from printables.scene import Anchor, Circle, Field, Group, Line, Point, Polygon, Rect, Shape, Style, Symbol, Text, Use
from printables.scene.components import Board, Face
from printables.scene.theme import Theme
from printables.text.fonts import width

WIDTH, HEIGHT = 190.0, 250.0
SMALL, PLAIN, HEADING = 3.7, 3.9, 4.6  # mm: 10.5, 11 and 13 points
SCALE = 1.08  # of the board's own mm
LEFT, TOP = 9.0, 22.0  # where the squares begin
SIDE = drawing.SIDE * SCALE
RIGHT = 137.0  # where the column beside the board begins
TRACK, LEVEL = 16.6, 8.4  # mm: from one track to the next, and the height of a level's box
TABLE, ROW = 158.0, 7.7  # where the scoring table begins, and its rows
CHART = 217.0
BONUSES = 2
TURNS, TURN, TICK = 20, 5.2, 3.8  # turns to tick, how far apart they are, and how large (mm)
TICKED = 143.9  # where they stand
NECK, SNAKE = 17.6, 70.0  # mm from the left: where the first stands, and the middle of the snake whose scales they are
FIFTH = 5
UP = -11.0  # mm: a sheet in play has no lines for name and date
LONGEST = 28  # characters of a rating on one line
TITLE = "Snakey Dice"
MARKS = ("bright", "leaf", "water", "warm")  # of ratings, from the best
NAMES = {"reroll": "Re-roll", "flip": "Flip Die", "unlock": "Free Unlock", "ignore": "Ignore Die"}
UNITS = {"reroll": "rerolls per turn", "flip": "dice per turn", "unlock": "dice per turn", "ignore": "dice"}
FOOT = (
    "Roll, change dice, then use all but those you may ignore, in any order. A direction die turns the snake",
    "in the square ahead; a locked one drops a blockade: two dice for its column, two for its row.",
    "Power-up: two blockades, then a level. Three locked dice kept: draw round one dashed circle.",
)
CREDIT = "Snakey Dice by Nick Shaw. A derived sheet, shared as his: CC BY-NC-SA 4.0."
HOUSE = "Faces, power-ups, tracks: house values."
SIGNS = {"portal": "Portal", "jump": "Jump", "unlock": "Unlock"}


class Die(NamedTuple):
    """A die on the table: what it shows, whether it is locked, whether it is used or ignored."""

    face: str
    locked: bool = False
    gone: bool = False


class Written(NamedTuple):
    """What is written on a sheet in play: shapes on the board, and the rest by track and action."""

    shapes: tuple[Shape, ...]
    unclaimed: Collection[tuple[int, int]]
    levels: Mapping[str, int]  # those above `active` count from the next turn
    active: Mapping[str, int]
    left: Mapping[str, int]  # one-time actions
    bonuses: Mapping[str, int]  # such actions won
    dice: tuple[Die, ...]
    score: int
    label: str = ""  # heads the sheet, where several are shown


class ScoreSheet:
    """One sheet: empty, with the blockades of a puzzle, or as it is in play."""

    width, height = WIDTH, 157.0  # mm: of a sheet in play, which has no table
    beside = RIGHT - 2.0  # mm from the left: where board and dice of a sheet in play end, and the rest begins

    def __init__(self, board: Board, house: House, faces: tuple[Face, ...], theme: Theme) -> None:
        self.board, self.house, self.theme = board, house, theme
        self.faces = {face.name: face for face in faces}
        self.ink, self.soft = theme.ink("ink"), theme.ink("soft")
        self.leaf = theme.ink("leaf") if theme.linocut else self.ink
        self.full = "scenes" in theme.parts
        self.thin = Style(stroke=self.ink, width=0.3)

    def shapes(self, blockades: tuple[tuple[int, int], ...] = (), label: str = "") -> tuple[Shape, ...]:
        """Everything that is printed; `label` says which puzzle it is."""
        board = self.grid(tuple(drawing.blockade(square, self.theme) for square in blockades))
        return (
            *self._head(label), board._replace(title=self._told(blockades)), *self._tracks(), *self._actions(),
            *self._turns(), *self._table(), *self._ratings(), *self._chart(), *self._foot(),
        )  # fmt: skip

    def _told(self, blockades: tuple[tuple[int, int], ...]) -> str:
        bolts, closed = (", ".join(map(drawing.name, some)) for some in (self.house.board.power_ups, blockades))
        squares = say("$across by $down squares", across=11, down=11)
        said = say("Board of $game: $places.", game="Snakey Dice", places=squares)
        said += say(" The snake starts at [2,2], right or down. Power-ups: $squares.", squares=bolts)
        return said + (say(" Blockades: $squares.", squares=closed) if closed else "")

    def position(self, written: Written) -> tuple[Shape, ...]:
        """The sheet in play: what the printed one shows above its table, filled in, and the dice below."""
        grid, levels, ticks = self.grid(written.shapes, written.unclaimed), self._levels(written), self._ticks(written)
        upper = (grid, *self._tracks(), *levels, *self._actions(), *ticks)
        label = (self._text((0, TOP - 9.0), written.label, 8.0, "serif-bold"),) if written.label else ()
        return (*label, Group(upper, y=UP, classes="written"), *self._dice(written))

    def _levels(self, written: Written) -> Iterator[Shape]:
        wide = (WIDTH - RIGHT) / LEVELS
        for n, track in enumerate(TRACKS):
            for level in range(1, written.levels[track] + 1):
                now = level <= written.active[track]
                x, y = RIGHT + (level - 0.5) * wide, 22.0 + n * TRACK + 5.0 + LEVEL / 2
                said = f"{NAMES[track]}, level {level}" + ("" if now else ", from the next turn")
                cross = drawing.cross(self.ink if now else self.soft, 0.8, 3.0, () if now else (1.0, 0.8))
                yield Group(cross, x, y, classes="level", title=said)
        highest = max(written.levels.values())
        x, y = RIGHT + (highest - 0.5) * wide, 22.0 + LEVELS * TRACK + 5.4
        if highest:
            yield Rect(x - 5.2, y - 1.0, 10.4, 10.4, Style(stroke=self.theme.path("red").ink, width=0.7), corner=2.2)

    def _ticks(self, written: Written) -> Iterator[Shape]:
        """A cross on each action that is used up; the bonus circles that were won are drawn in full."""
        for n, action in enumerate(ACTIONS):
            own, won = getattr(self.house.actions, action), written.bonuses[action]
            y = 125.3 + n * 8.0
            for m, (x, radius) in enumerate(self.circles(action)[: own + won]):
                if m >= own:
                    yield Circle((x, y), radius, Style(stroke=self.ink, width=0.5))
                if m < own + won - written.left[action]:
                    cross = drawing.cross(self.ink, 0.7, 0.8 * radius)
                    yield Group(cross, x, y, classes="used", title=f"{SIGNS[action]} used")

    def _dice(self, written: Written) -> Iterator[Shape]:
        """The dice in a row, their numbers below them; locked ones in a heavy frame, those used or ignored greyed."""
        y, size = UP + TOP + SIDE * 11 + 6.0, 14.0
        for n, die in enumerate(written.dice):
            x = LEFT + n * 19.0
            edge = Style(fill=self.theme.ink("space"), stroke=self.ink, width=1.2 if die.locked else 0.5)
            art = artwork.face(self.faces[die.face], 0.8 * size, size / 2, size / 2)
            shapes: list[Shape] = [Rect(0, 0, size, size, edge, corner=2.0), art]
            if die.gone:
                grey, near, far = Style(stroke=self.soft, width=0.6), 0.6, size - 0.6
                shapes += [Line((near, far), (far, near), grey), Line((near, near), (far, far), grey)]
            ink = self.soft if die.gone else self.ink
            shapes.append(self._text((size / 2, size + 5.0), str(n + 1), HEADING, "sans-bold", "middle", ink))
            state = "locked " if die.locked else "gone " if die.gone else ""
            yield Group(tuple(shapes), x, y, classes=f"die {state}{die.face}", title=f"die {n + 1}: {state}{die.face}")
        yield self._text((WIDTH, y + 11.0), str(written.score).replace("-", "−"), 9.0, "serif-bold", "end")
        said = say("score if it ended now" if written.dice else "final score")
        yield self._text((WIDTH, y + 17.0), said, SMALL, "sans", "end", ink=self.soft)

    def grid(self, written: tuple[Shape, ...] = (), unclaimed: Collection[tuple[int, int]] | None = None) -> Group:
        """The board with what is written on it, in its place on the sheet."""
        squares = drawing.squares(self.house, self.theme, unclaimed)
        art_ = (*squares, drawing.indices(self.theme), *written)
        at = LEFT + drawing.EDGE * SCALE, TOP + drawing.EDGE * SCALE
        drawn = artwork.board(self.board, self.theme, named=False, art=art_)
        return Group(drawn, *at, scale=SCALE, classes="board", title=say("Board of $game", game="Snakey Dice"))

    def _text(
        self, at: Point, text: str, size: float = PLAIN, font: str = "sans", anchor: Anchor = "start", ink: str = ""
    ) -> Text:
        return Text(*at, text, size, font, anchor, ink or self.ink)

    def _heading(self, x: float, y: float, text: str, end: float = WIDTH) -> Iterator[Shape]:
        """A head, and a rule from there to the end of its column."""
        yield self._text((x, y), text, HEADING, "serif-bold", ink=self.leaf)
        start = x + width(text, "serif-bold", HEADING) + 2.0
        if self.theme.linocut and end - start > 4:
            rule = hand.gouge((start, y - 1.4), (end, y - 1.4), 0.5, 0.0, 0.12)
            yield hand.filled(self.theme.ink("bright"), rule)

    def _tinted(self, x: float, y: float, wide: float, high: float, part: float = 1.0) -> Iterator[Shape]:
        """The ground of a box, in so much of the colour of dark squares, where a theme has such."""
        if self.full:
            tint = scene.mixed(self.theme.ink("space"), self.theme.ink("shade"), part)
            yield Rect(x, y, wide, high, Style(fill=tint))

    def _head(self, label: str) -> Iterator[Shape]:
        letters = self.theme.letters("soft")
        if self.theme.linocut and lettering.has(TITLE, letters):
            size = min(11.5, 11.5 * 57 / lettering.width(TITLE, letters, 11.5))
            yield lettering.straight(TITLE, letters, 29.5, 9.0, size, self.leaf)
        else:
            yield self._text((0, 8), TITLE, 8.4, "serif-bold")
        yield self._text((62, 8), say("Name"))
        yield Line((73, 8.8), (134, 8.8), self.thin)
        yield self._text((138, 8), say("Date"))
        yield Line((148, 8.8), (WIDTH, 8.8), self.thin)
        if label:
            yield self._text((LEFT + 2 * drawing.EDGE * SCALE, 14.2), label, SMALL, "sans-italic", "end", ink=self.soft)

    def _tracks(self) -> Iterator[Shape]:
        yield from self._heading(RIGHT, 17.5, say("Power-ups"))
        wide = (WIDTH - RIGHT) / LEVELS
        for n, track in enumerate(TRACKS):
            y = 22.0 + n * TRACK
            first = self.house.tracks.value(track, 0)
            yield self._text((RIGHT, y + 3.4), say(NAMES[track]), PLAIN, "sans-bold")
            unit = say(UNITS[track]) + (say(", $number at first", number=first) if first else "")
            yield self._text((WIDTH, y + 3.4), unit, SMALL, anchor="end", ink=self.soft)
            for level in range(1, LEVELS + 1):
                x = RIGHT + (level - 1) * wide
                yield from self._tinted(x, y + 5.0, wide, LEVEL, 0.3 * level - 0.2)
                yield Rect(x, y + 5.0, wide, LEVEL, self.thin)
                value = str(self.house.tracks.value(track, level))
                yield self._text((x + 1.2, y + 5.0 + SMALL), value, SMALL, ink=self.soft)
        y = 22.0 + LEVELS * TRACK
        yield self._text((RIGHT, y + 3.4), say("Dice per roll: $number, then", number=FIRST_DICE), SMALL)
        for level in range(1, LEVELS + 1):
            x = RIGHT + (level - 0.5) * wide
            yield Rect(x - 4.2, y + 5.4, 8.4, 8.4, Style(stroke=self.leaf, width=0.45), corner=1.6)
            yield self._text((x, y + 5.4 + 5.8), str(FIRST_DICE + level), HEADING, "sans-bold", "middle", self.leaf)
        yield self._text((RIGHT, y + 18.2), say("as soon as any track is there"), SMALL, ink=self.soft)

    def _actions(self) -> Iterator[Shape]:
        top = 118.5
        yield from self._heading(RIGHT, top, say("One-time actions"))
        room = min(x - radius for (x, radius), *_ in map(self.circles, ACTIONS)) - 1 - (RIGHT + 8)
        size = min(PLAIN, *(PLAIN * room / width(say(SIGNS[action]), "sans-bold", PLAIN) for action in ACTIONS))
        mine = Style(stroke=self.ink, width=0.4)
        bonus = Style(stroke=self.theme.ink("bright" if self.full else "faint"), width=0.4, dash=(0.9, 0.7))
        for n, action in enumerate(ACTIONS):
            y = top + 6.8 + n * 8.0
            sign = Symbol(f"snakey-{action}", drawing.art(action, self.leaf))
            yield Use(sign, RIGHT + 3.0, y, scale=2.9, classes=f"action {action}", title=say(SIGNS[action]))
            yield self._text((RIGHT + 8, y + 1.35), say(SIGNS[action]), size, "sans-bold")
            for m, (x, radius) in enumerate(self.circles(action)):
                yield Circle((x, y), radius, mine if m < getattr(self.house.actions, action) else bonus)

    def circles(self, action: str) -> list[tuple[float, float]]:
        """Where the circles of an action stand, the bonus ones last, and how wide they are."""
        count = getattr(self.house.actions, action) + BONUSES
        step = min(6.4, 30.0 / count)
        return [(WIDTH - (count - n - 0.5) * step, 0.43 * step) for n in range(count)]

    def _turns(self) -> Iterator[Shape]:
        """Boxes to tick; in a linocut scales of a snake, each fifth with a rim."""
        if self.theme.linocut:
            snake = emblems.scene("snake-of-turns", self.theme, SNAKE)
            yield Group(snake, SNAKE, TICKED + TICK / 2, title=say("Turns"))
        else:
            yield self._text((0, TICKED + 3.2), say("Turns"), PLAIN, "sans-bold")
        space = self.theme.ink("space")
        rim, rimmed = Style(space, self.ink, 0.3), Style(space, self.theme.ink("bright"), 0.9)
        for n in range(TURNS):
            style = rimmed if self.theme.linocut and n % FIFTH == FIFTH - 1 else rim
            yield Rect(_turn(n), TICKED, TICK, TICK, style, corner=TICK / 2 if self.theme.linocut else 0.6)

    def _table(self) -> Iterator[Shape]:
        yield from self._heading(0, TABLE - 4.0, say("Score"), 128.0)
        for n, (kind, each) in enumerate(POINTS.items()):
            y = TABLE + n * ROW
            sign = f"× {each}" if each >= 0 else f"× −{-each}"
            yield from self._tinted(-1.5, y - 0.6, 131.0, ROW) if n % 2 == 0 else ()
            yield from self._tinted(56, y, 20, ROW - 1.2, 0.0)
            yield from self._tinted(101, y, 27, ROW - 1.2, 0.0)
            yield self._text((0, y + 4.9), say(LABELS[kind]))
            yield self._text((79, y + 4.9), sign, PLAIN, "sans-bold", ink=self.leaf)
            yield self._text((95, y + 4.9), "=")
            yield Rect(56, y, 20, ROW - 1.2, self.thin)
            yield Rect(101, y, 27, ROW - 1.2, self.thin)
        y = TABLE + len(POINTS) * ROW
        yield self._text((95, y + 5.6), say("Total"), HEADING, "serif-bold", "end", self.leaf)
        yield from self._tinted(101, y, 27, ROW, 0.5)
        yield Rect(101, y, 27, ROW, Style(stroke=self.leaf, width=0.9))

    def _ratings(self) -> Iterator[Shape]:
        yield from self._heading(RIGHT, TABLE - 4.0, say("Rating"))
        y, inset = TABLE, 5.4 if self.theme.linocut else 0.0
        above = None
        for n, (least, title) in enumerate(reversed(RATINGS)):
            if above is None:
                span = say("$least and more", least=least)
            elif least is None:
                span = say("below $above", above=above)
            else:
                span = say("$least to $most", least=least, most=above - 1)
            above = least
            if self.theme.linocut:
                yield Circle((RIGHT + 2.0, y + 1.1), 1.9 - 0.4 * n, Style(fill=self.theme.ink(MARKS[n])))
            yield self._text((RIGHT + inset, y + 2.4), span, PLAIN, "sans-bold")
            words = say(title).split()
            lines = [words] if len(say(title)) < LONGEST else [words[:2], words[2:]]
            for line in map(" ".join, lines):
                y += 4.4
                yield self._text((RIGHT + inset, y + 2.4), line, SMALL, "serif-italic")
            y += 6.6

    def _chart(self) -> Iterator[Shape]:
        yield from self._heading(0, CHART + 6.2, say("Dice"), 20.0)
        size = 9.0
        for n, face in enumerate(self.house.die.faces):
            x = 22.0 + n * 28.4
            yield Group(tuple(self._plain(n + 1, size)), x, CHART, classes="plain")
            arrow = ((x + 10.4, CHART + 3.1), (x + 10.4, CHART + 5.9), (x + 12.4, CHART + 4.5))
            yield Polygon(arrow, Style(fill=self.soft))
            yield Rect(x + 13.6, CHART, size, size, Style(self.theme.ink("space"), self.ink, 0.45), corner=1.4)
            yield artwork.face(self.faces[face], 0.8 * size, x + 13.6 + size / 2, CHART + size / 2)

    def _plain(self, value: int, size: float) -> Iterator[Shape]:
        ground, pips = (self.leaf, self.theme.ink("space")) if self.full else (None, self.ink)
        yield Rect(0, 0, size, size, Style(ground, self.leaf, 0.45), corner=1.4)
        for x, y in artwork.PIPS[value]:
            yield Circle((size / 2 + 0.27 * size * x, size / 2 + 0.27 * size * y), 0.09 * size, Style(fill=pips))

    def _foot(self) -> Iterator[Shape]:
        *lines, last = *map(say, FOOT), say(CREDIT) + (f" {say(HOUSE)}" if self.house.house else "")
        for n, line in enumerate(lines):
            yield self._text((0, 232.6 + n * 5.0), line, SMALL)
        yield self._text((0, 232.6 + len(lines) * 5.0 + 1.4), last, SMALL, "sans-italic", ink=self.soft)


def _turn(number: int) -> float:
    return NECK + number * TURN - TICK / 2


def fields(sheet: ScoreSheet, blockades: tuple[tuple[int, int], ...] = ()) -> Iterator[Field]:
    """What is filled in on the screen: blockades that are there to begin with are marked."""
    yield Field("name", 73, 3.2, 61, 5.6, "Name", anchor="start")
    yield Field("date", 148, 3.2, 42, 5.6, "Date", anchor="start")
    for row in range(drawing.FIRST, drawing.LAST + 1):
        for column in range(drawing.FIRST, drawing.LAST + 1):
            x, y = LEFT + (column - drawing.FIRST) * SIDE, TOP + (row - drawing.FIRST) * SIDE
            title = f"Square [{column},{row}]: X for a blockade, anything else where the snake has been"
            box = (x + 0.5, y + 0.5, SIDE - 1, SIDE - 1)
            value = "X" if (column, row) in blockades else ""
            yield Field(f"square-{column}-{row}", *box, title, size=5.0, length=3, value=value)
    for n in range(TURNS):
        yield Field(f"turn-{n + 1}", _turn(n), TICKED, TICK, TICK, f"Turn {n + 1}", "check")
    wide = (WIDTH - RIGHT) / LEVELS
    for n, track in enumerate(TRACKS):
        for level in range(1, LEVELS + 1):
            x, y = RIGHT + (level - 1) * wide, 22.0 + n * TRACK + 5.0
            box = (x + wide - LEVEL + 0.6, y + 0.6, LEVEL - 1.2, LEVEL - 1.2)
            yield Field(f"track-{track}-{level}", *box, f"{NAMES[track]}, level {level}", "check")
    for n, action in enumerate(ACTIONS):
        for m, (x, radius) in enumerate(sheet.circles(action)):
            half, y = 0.7 * radius, 125.3 + n * 8.0
            own = getattr(sheet.house.actions, action)
            title = f"{SIGNS[action]} {m + 1}, used" if m < own else f"Bonus {SIGNS[action].lower()}, won and not used"
            yield Field(f"action-{action}-{m + 1}", x - half, y - half, 2 * half, 2 * half, title, "check")
    scripts: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    power_ups = ", ".join(f'"{column}-{row}"' for column, row in sheet.house.board.power_ups)
    actions = ", ".join(f'["{action}", {getattr(sheet.house.actions, action)}]' for action in ACTIONS)
    for n, (kind, each) in enumerate(POINTS.items()):
        y = TABLE + n * ROW
        counted = scripts.get(kind, "").replace("POWER_UPS", power_ups).replace("ACTIONS", actions)
        yield Field(f"count-{kind}", 56, y, 20, ROW - 1.2, f"{LABELS[kind]}: how many", script=counted)
        points = scripts["points"].replace("KIND", kind).replace("EACH", str(each))
        yield Field(f"points-{kind}", 101, y, 27, ROW - 1.2, f"{LABELS[kind]}: points", script=points)
    total = scripts["total"].replace("KINDS", ", ".join(f'"{kind}"' for kind in POINTS))
    yield Field("total", 101, TABLE + len(POINTS) * ROW, 27, ROW, "Total score", size=5.0, script=total)
