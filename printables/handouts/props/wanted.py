"""A wanted poster: a word across its whole width, an emblem or portrait frame, the deed, the reward."""

from math import cos, sin, tau

from printables.handouts import leaf, pen as emblems
from printables.handouts.leaf import Leaf
from printables.handouts.pen import Pen
from printables.handouts.props import page
from printables.handouts.props.page import Prop
from printables.handouts.source import Note
from printables.scene import POINT, Circle, Group, Shape, Style
from printables.text import fonts

TITLE = "Wanted poster"
TYPE = (30.0, 8.0)  # points: largest and smallest


def leaves(note: Note, pen: Pen, width: float, height: float) -> list[Leaf]:
    under, outline = leaf.ground(width, height, pen, page.seed(note), page.edge(note, "torn"), (1, 1))
    edge = 0.055 * min(width, height)
    inset = 0.04 * width
    frame = emblems.frame(edge, edge, width - 2 * edge, height - 2 * edge, pen, inset)
    left = edge + inset + 2.0
    wide = width - 2 * left
    shapes: list[Shape] = [*under, frame]
    y = edge + inset + 2.0
    title = (note.title or "Wanted").upper()
    points = min(100.0, wide / pen.wide(title, 1.0, "cinzel"), 0.13 * height / POINT)
    y += fonts.cap_height("cinzel", points * POINT)
    shapes.append(pen.title(width / 2, y, title, points, within=wide))
    y += 3.5
    shapes.append(emblems.double_rule(left, y, wide, pen))
    y += 4.0
    bottom = height - edge - inset - 2.0
    reward = note.setting("reward")
    if reward:
        size = min(34.0, 0.055 * height / POINT)
        bottom -= 1.9 * size * POINT
        base = bottom + 1.35 * size * POINT
        shapes.append(emblems.double_rule(left, bottom, wide, pen))
        shapes.append(pen.text(width / 2, base, reward, size, "cinzel", "middle", pen.red, within=wide))
    if name := page.emblem(note):
        radius = min(0.13 * height, 0.24 * wide)
        y += radius
        shapes += [*_portrait(width / 2, y, radius, pen), emblems.emblem(name, width / 2, y, 0.78 * radius, pen)]
        y += radius + 4.0
    look = pen.look(min(TYPE[0], 0.065 * wide / POINT), align="middle", leading=1.2)
    room = bottom - y - 3.0
    column = page.fitted(note.blocks, wide, room, look, pen, note.source.name, TYPE[1])
    shapes.append(page.put(column, left, y + (room - column.height) / 2))
    for x in (0.62 * edge, width - 0.62 * edge):
        shapes.append(emblems.nail(x, 0.62 * edge, pen, min(1.0, 0.15 * edge)))
    shapes += page.seal(note, width - edge - 1.6 * inset, height - edge - 1.6 * inset, min(12.0, 0.07 * width), pen)
    return [Leaf(width, height, (*shapes, *page.master(note, width, pen)), outline, title)]


def _portrait(x: float, y: float, radius: float, pen: Pen) -> tuple[Shape, ...]:
    """A medallion with a beaded rim."""

    beads = tuple(
        Circle((0.925 * cos(tau * n / 48), 0.925 * sin(tau * n / 48)), 0.025, Style(fill=pen.ink("ink")))
        for n in range(48)
    )
    rims = (
        Circle((0, 0), 0.985, Style(stroke=pen.ink("ink"), width=0.03)),
        Circle((0, 0), 0.86, Style(stroke=pen.ink("ink"), width=0.015)),
    )
    return (Group((*rims, *beads), x, y, radius, classes="portrait"),)


PROP = Prop(TITLE, 1.4, ("emblem", "reward"), leaves)
