"""Dice: stickers for blank or plain dice, nets to fold and glue, and the chart for playing with plain dice."""

import math

from printables.core.templates import say
from printables.drawing import artwork
from printables.drawing.nets import Net, net
from printables.scene import Circle, Line, Page, Point, Polygon, Style
from printables.scene.components import DieKind
from printables.sheets import frame, parts
from printables.sheets.frame import Job, Product
from printables.sheets.parts import Part

TITLE = "Dice"
STOCK = "stiff paper"
STICKER = 14.0  # mm: fits dice of 16 mm
ROUND = 9.0  # mm: a sticker for dice that are no cubes
RADIUS = {4: 6.5, 6: 8.5, 8: 6.5, 10: 6.0, 12: 6.5, 20: 5.0}  # mm: the circle that fits a face of a folded die
BETWEEN = 3.0  # mm between nets
ART = 0.76  # of a face's width
PLAIN = (
    "Print on sticker paper, cut along the lines and stick the faces on dice of 16 mm or more, or play with plain dice."
)
CHARTED = f"{PLAIN[:-1]} by the chart."
OVER = 2.5  # mm that cut lines run past a block of stickers


def pages(job: Job) -> tuple[Page, ...]:
    """Nets; or stickers with the chart first, or alone, on labels."""
    if job.labels:
        return parts.dice(job, job.labels)
    return PRODUCT.asked(job).pages(job)


def _stickers(job: Job) -> tuple[Page, ...]:
    hint = say(CHARTED if any(parts.needed(job, die) for die in job.components.dice) else PLAIN)
    made = []
    for die in job.components.dice:
        if parts.needed(job, die):
            group, wide, high = parts.chart(job, die, 9.0, frame.body(job).within(job.cut.width or 0.0).width)
            made.append(Part(wide, high, (group,)))
        if die.sides == 6:
            # A block is cut by lines right across it, so it is as large as half a page holds.
            most = max(1, int(frame.body(job).height / 2 // STICKER))
            counts = [min(most, die.copies - start) for start in range(0, die.copies, most)]
            made += [_square(job, die, count) for count in counts]
        else:
            made += [_round(job, die) for _ in range(die.copies)]
    return parts.pages(job, say("Dice: stickers"), hint, made, 0.0)


def _nets(job: Job) -> tuple[Page, ...]:
    hint = say("Print on stiff paper. Cut along the outline, crease the dashed lines, then glue the flaps inside.")
    made = [_net(job, die) for die in job.components.dice for _ in range(die.copies)]
    return parts.pages(job, say("Dice: nets"), hint, made, BETWEEN)


def _square(job: Job, die: DieKind, count: int) -> Part:
    """A block of square stickers, a row for each of `count` dice."""
    wide, high = STICKER * die.sides + 2 * OVER, STICKER * count + 2 * OVER
    arts = [job.components.face(name) for name in die.faces]

    def at(n: float) -> float:
        return OVER + n * STICKER

    places = ((face, at(n + 0.5), at(row + 0.5)) for row in range(count) for n, face in enumerate(arts))
    faces = tuple(artwork.face(face, ART * STICKER, x, y) for face, x, y in places)
    rows = [Line((0.0, at(n)), (wide, at(n)), job.cut) for n in range(count + 1)]
    columns = [Line((at(n), 0.0), (at(n), high), job.cut) for n in range(die.sides + 1)]
    return Part(wide, high, faces, (*rows, *columns))


def _round(job: Job, die: DieKind) -> Part:
    """Round stickers in rows of one length, as few as the paper allows."""
    step = ROUND + 2
    rows = math.ceil(die.sides / max(1, frame.body(job).width // step))
    length = math.ceil(die.sides / rows)
    faces, cuts = [], []
    for n, name in enumerate(die.faces):
        centre = (n % length + 0.5) * step, (n // length + 0.5) * step
        faces.append(artwork.face(job.components.face(name), ART * ROUND, *centre))
        cuts.append(Circle(centre, ROUND / 2, job.cut))
    return Part(step * length, step * rows, tuple(faces), tuple(cuts))


def _net(job: Job, die: DieKind) -> Part:
    """A die to fold: faces on their places, flaps tinted."""
    shape: Net = net(die.sides)
    scale = RADIUS[die.sides] / shape.sides[0].radius
    x0, y0, x1, y1 = shape.box

    def at(point: Point) -> Point:
        return (point[0] - x0) * scale, (point[1] - y0) * scale

    flaps = (Polygon(tuple(map(at, flap)), Style(fill=job.theme.ink("faint"))) for flap in shape.flaps)
    sides = [(job.components.face(die.faces[side.value - 1]), side) for side in shape.sides]
    faces = (artwork.face(face, 2 * ART * s.radius * scale, *at(s.centre), rotate=s.turn) for face, s in sides)
    outline = Polygon(tuple(map(at, shape.outline)), job.cut)
    folds = tuple(Line(at(a), at(b), job.fold) for a, b in shape.folds)
    return Part((x1 - x0) * scale, (y1 - y0) * scale, (*flaps, *faces), (outline,), folds)


WAYS = {"nets": Product("Dice: nets", STOCK, _nets), "stickers": Product("Dice: stickers", "sticker paper", _stickers)}
PRODUCT = Product(TITLE, STOCK, pages, WAYS)
