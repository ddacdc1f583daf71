"""The score sheet of Snakey Dice as a form: marks for every square, track and action, and the score worked out of them.

Where a viewer runs the scripts, counts and points follow from the marks; elsewhere they are fields like the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from printables.boards.snakey_dice import drawing
from printables.boards.snakey_dice.house import ACTIONS, LEVELS, TRACKS
from printables.boards.snakey_dice.scoresheet import (
    LEFT,
    LEVEL,
    NAMES,
    RIGHT,
    ROW,
    SIDE,
    SIGNS,
    TABLE,
    TOP,
    TRACK,
    WIDTH,
    ScoreSheet,
)
from printables.boards.snakey_dice.scoring import LABELS, POINTS
from printables.scene import Field

_EACH = (
    "for (var c = 2; c <= 12; c++) for (var r = 2; r <= 12; r++) { var v = get('square-' + c + '-' + r); %s } put(n);"
)
_SCRIPTS = {
    "power-ups": "var n = 0; [POWER_UPS].forEach(function (s) { var v = get('square-' + s);"
    " if (v !== '' && v.toUpperCase() !== 'X') n++; }); put(n);",
    "actions": "var n = 0; [ACTIONS].forEach(function (a) { for (var i = 1; i <= a[1] + 2; i++)"
    " if ((get('action-' + a[0] + '-' + i) === 'Off') === (i <= a[1])) n++; }); put(n);",
    "blockades": "var n = 0; " + _EACH % "if (v.toUpperCase() === 'X') n++;",
    "tracks": "var n = 0; ['reroll', 'flip', 'unlock', 'ignore'].forEach(function (t)"
    " { if (get('track-' + t + '-4') !== 'Off') n++; }); put(n);",
    "empty": "var n = 0; " + _EACH % "if (v === '' && !(c === 2 && r === 2)) n++;",
}


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
    for n, (kind, each) in enumerate(POINTS.items()):
        y = TABLE + n * ROW
        counted = _SCRIPTS.get(kind, "").replace("POWER_UPS", _power_ups(sheet)).replace("ACTIONS", _held(sheet))
        yield Field(f"count-{kind}", 56, y, 20, ROW - 1.2, f"{LABELS[kind]}: how many", script=counted)
        points = f'var n = get("count-{kind}"); put(n === "" ? "" : Number(n) * ({each}));'
        yield Field(f"points-{kind}", 101, y, 27, ROW - 1.2, f"{LABELS[kind]}: points", script=points)
    kinds = ", ".join(f'"{kind}"' for kind in POINTS)
    total = f'var t = 0; [{kinds}].forEach(function (k) {{ t += Number(get("points-" + k)); }}); put(t);'
    yield Field("total", 101, TABLE + len(POINTS) * ROW, 27, ROW, "Total score", size=5.0, script=total)


def _power_ups(sheet: ScoreSheet) -> str:
    return ", ".join(f'"{column}-{row}"' for column, row in sheet.house.board.power_ups)


def _held(sheet: ScoreSheet) -> str:
    return ", ".join(f'["{action}", {getattr(sheet.house.actions, action)}]' for action in ACTIONS)
