"""Which face each roll of a plain die stands for: drawn on the board, the dice sheet and wherever there is room."""

from __future__ import annotations

from printables.drawing import artwork
from printables.scene import POINT, Circle, Group, Rect, Shape, Style
from printables.scene.components import DieKind
from printables.sheets.frame import Job
from printables.text import fonts
from printables.text.language import say


def entries(die: DieKind) -> dict[str, tuple[int, ...]]:
    """The rolls that stand for each face, in the order of the faces."""
    rolls: dict[str, tuple[int, ...]] = {}
    for value, name in enumerate(die.faces, 1):
        rolls[name] = (*rolls.get(name, ()), value)
    return rolls


def needed(job: Job, die: DieKind) -> bool:
    """Whether a plain die needs a chart at all: not when each face is called by its own number."""
    return any(job.components.face(name).title != str(value) for value, name in enumerate(die.faces, 1))


def plain(job: Job, value: int, size: float, x: float, y: float, *, pips: bool = True) -> Group:
    """A side of a plain die, its middle at (x, y): pips up to six where `pips`, figures otherwise."""
    ink = job.theme.ink("ink")
    edge = Style(fill=job.theme.ink("paper"), stroke=ink, width=0.2)
    shapes: list[Shape] = [Rect(-size / 2, -size / 2, size, size, edge, corner=0.14 * size)]
    if pips:
        dot = Style(fill=ink)
        shapes += [Circle((0.27 * size * i, 0.27 * size * j), 0.095 * size, dot) for i, j in artwork.PIPS[value]]
    else:
        points = 0.55 * size / POINT
        shapes.append(job.text(0, fonts.cap_height("sans", points * POINT) / 2, str(value), points, anchor="middle"))
    return Group(
        tuple(shapes), x=x, y=y, classes=f"plain {value}", title=say("a plain die showing $value", value=value)
    )


def chart(job: Job, die: DieKind, size: float, *, across: bool) -> tuple[Group, float, float]:
    """The chart from its top left corner, its width and its height; `size` is a die's side (mm).

    `across` sets the entries side by side, otherwise they stand in rows.
    """
    shapes: list[Shape] = []
    points = 0.5 * size / POINT
    step = 1.2 * size
    x, y, wide = 0.0, 0.0, 0.0
    rolls = entries(die)
    column = max(map(len, rolls.values())) * step
    for name, values in rolls.items():
        face = job.components.face(name)
        left = x
        for n, value in enumerate(values):
            shapes.append(plain(job, value, size, x + size / 2 + n * step, y + size / 2, pips=die.sides == 6))
        x += column + 0.15 * size
        shapes.append(artwork.face(face, size, x + size / 2, y + size / 2))
        word = job.text(x + 1.2 * size, y + size / 2 + 0.17 * size, face.title, points, "sans-bold")
        shapes.append(word)
        x += 1.2 * size + (word.width or 0)
        wide = max(wide, x)
        if across:
            x += 1.1 * size
        else:
            x, y = left, y + 1.35 * size
    height = size if across else y - 0.35 * size
    return Group(tuple(shapes), classes="chart"), wide, height
