"""A leaf of puzzles: one to six boards with what is asked below each, and the answers upside down at the foot. What is
drawn is given: who knows the rules sets puzzles, this module lays them out."""

from typing import NamedTuple

from printables.core import templates
from printables.handouts import leaf, pen as ornament
from printables.handouts.handout import Handout, Order
from printables.handouts.pen import Pen
from printables.scene import POINT, Area, Group, Rect, Shape
from printables.sheets.frame import wrap

BODY, LARGE, SMALL, HEAD = 10.5, 14.0, 8.5, 22.0  # points; what is asked of a puzzle alone on its leaf is large
LEADING = 1.25
GAP, DIE = 6.0, 7.0  # mm between puzzles; a die


class Set(NamedTuple):
    """A puzzle as it is drawn: the board in a box from (x, y), the dice (each in a box of 2 x 2), question, answer, and
    what else there is to know of the position."""

    board: tuple[Shape, ...]
    box: Area
    dice: tuple[Shape, ...]
    question: str
    answer: str
    beside: str = ""


class Puzzles(NamedTuple):
    """What a leaf of puzzles has: words in the language that it is printed in."""

    title: str
    answers: str
    sets: tuple[Set, ...]
    designer: str
    source: str
    licence: str


def make(puzzles: Puzzles, order: Order) -> Handout:
    """The leaf. Raises UserError."""
    pen = order.pen()
    plan = leaf.plan(order.sheet(), 1, 1.4)
    edge = 0.06 * min(plan.width, plan.height)
    whole = Area(edge, edge, plan.width - 2 * edge, plan.height - 2 * edge)
    solved, high = _answers(puzzles, whole, pen)
    shapes = [*ornament.headed(plan.width / 2, whole.y + 6.5, puzzles.title, HEAD, whole.width, pen), solved]
    room = Area(whole.x, whole.y + 16.0, whole.width, whole.height - 16.0 - high - 3.0)
    count = len(puzzles.sets)
    # Boards side by side on paper that lies across, one above the other on paper that stands.
    alone = count == 1 or (count == 2 and room.width < room.height)
    columns = 1 if alone else 3 if room.width > 1.2 * room.height and count > 2 else 2
    rows = -(-count // columns)
    wide, tall = (room.width - GAP * (columns - 1)) / columns, (room.height - GAP * (rows - 1)) / rows
    for number, one in enumerate(puzzles.sets):
        row, column = divmod(number, columns)
        # The last row stands in the middle where it is not full.
        short = columns - (count - row * columns) if row == rows - 1 else 0
        at = Area(room.x + (column + short / 2) * (wide + GAP), room.y + row * (tall + GAP), wide, tall)
        shapes.append(_set(one, number + 1, at, LARGE if count == 1 else BODY, pen))
    title, subject = puzzles.title, f"{puzzles.title}. {puzzles.source}."
    drawn = leaf.drawn(plan.size, shapes, title, pen, title, "worn")
    made = Handout(title, leaf.pages([drawn], plan, title, pen), (leaf.alone(drawn, title),), subject=subject)
    return made._replace(author=puzzles.designer, licence=puzzles.licence, language=templates.spoken())


def _set(one: Set, number: int, at: Area, body: float, pen: Pen) -> Group:
    """A puzzle: its board as large as goes, the dice, and what is asked under them."""
    fine, lines = max(SMALL, body - 2.5), wrap(one.question, body, at.width - 8.0, "garamond")
    step, small = body * POINT * LEADING, fine * POINT * LEADING
    beside = wrap(one.beside, fine, at.width - 8.0, "garamond-italic") if one.beside else []
    below = step * len(lines) + small * len(beside) + 2.0 + (DIE + 2.0 if one.dice else 0.0)
    scale = min(at.width / one.box.width, (at.height - below) / one.box.height)
    wide, tall, middle = scale * one.box.width, scale * one.box.height, at.x + at.width / 2
    top = at.y + (at.height - below - tall) / 2
    x, y = at.x + (at.width - wide) / 2 - scale * one.box.x, top - scale * one.box.y
    shapes: list[Shape] = [Group(one.board, x, y, scale, classes="board", title=f"{number}")]
    y = top + tall + 1.5
    for n, die in enumerate(one.dice):
        x = middle + (n - (len(one.dice) - 1) / 2) * (DIE + 1.5)
        shapes.append(Rect(x - DIE / 2, y, DIE, DIE, pen.line()._replace(fill=pen.tint(0.03)), corner=1.1))
        shapes.append(Group((die,), x, y + DIE / 2, 0.45 * DIE))
    y += DIE + 2.0 if one.dice else 0.0
    mark = middle - pen.wide(lines[0], body) / 2 - 1.6
    shapes.append(pen.text(mark, y + step, f"{number}.", body + 1, "cinzel", "end", pen.red))
    for line in lines:
        y += step
        shapes.append(pen.text(middle, y, line, body, "garamond", "middle"))
    for line in beside:
        y += small
        shapes.append(pen.text(middle, y, line, fine, "garamond-italic", "middle", pen.ink("soft")))
    return Group(tuple(shapes), classes="puzzle")


def _answers(puzzles: Puzzles, whole: Area, pen: Pen) -> tuple[Group, float]:
    texts = [f"{number}. {one.answer}" for number, one in enumerate(puzzles.sets, 1)]
    columns, step, soft = 1 if len(texts) < 4 else 2, SMALL * POINT * LEADING, pen.ink("soft")
    wide, each = (whole.width - GAP * (columns - 1)) / columns, -(-len(texts) // columns)
    shapes: list[Shape] = [pen.text(0, step, puzzles.answers, SMALL + 0.5, "cinzel", ink=soft)]
    high = step
    for column in range(columns):
        some = texts[column * each : (column + 1) * each]
        lines = [line for text in some for line in wrap(text, SMALL, wide, "garamond-italic")]
        for n, line in enumerate(lines, 1):
            at = column * (wide + GAP), 1.2 * step + n * step
            shapes.append(pen.text(*at, line, SMALL, "garamond-italic", ink=soft))
        high = max(high, 1.2 * step + len(lines) * step)
    return Group(tuple(shapes), whole.right, whole.bottom, rotate=180.0, classes="answers"), high + 0.5 * step
