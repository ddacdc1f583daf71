"""How to make each thing of a kit, in a row of small pictures with a line under each."""

from collections.abc import Callable, Iterator, Sequence

from printables.core.templates import say
from printables.drawing import artwork, emblems
from printables.drawing.nets import net
from printables.scene import ARTIFACT, POINT, Area, Circle, Group, Line, Point, Polygon, Shape, Style
from printables.sheets import frame
from printables.sheets.frame import LEADING, Job

HIGH, NARROW = 39.5, 24.0  # mm: what the row takes of a page, and the least that a picture takes of it
WIDE = 38.0  # mm: the room of a picture at its full size
MIDDLE = 13.5  # mm from the top of the row to the middle of its pictures
SIZE, PITCH = 8.5, 8.5 * POINT * LEADING  # points; mm from line to line
# What is said of each sheet; of dice by how they are made.
SAID = {
    "board": "Fold the board at its marks, or glue it to card.",
    "tokens": "Cut tokens apart first, then along their outlines.",
    "folded": "Fold tokens over and glue them, then cut them out.",
    "nets": "Cut out each die, crease the dashed lines, glue the flaps inside.",
    "stickers": "Cut stickers along the lines, and stick them on dice.",
    "cards": "Cut cards from line to line, right across.",
    "box": "Cut out the box, crease its dashed lines, glue its flaps.",
}


def row(job: Job, names: Sequence[str], area: Area) -> tuple[Shape, ...]:
    """Pictures for the sheets of those names over the width of an area, at its foot; none where that is too narrow."""
    kinds = {"dice": job.request.dice_as or "nets", "tokens": "tokens" if job.request.tokens == "duplex" else "folded"}
    some = [kind for name in names if (kind := kinds.get(name, name)) in SAID]
    step = area.width / max(1, len(some))
    if step < NARROW:
        return ()
    top = area.bottom - HIGH
    out: list[Shape] = [Line((area.x, top), (area.right, top), Style(stroke=job.theme.ink("faint"), width=0.3))]
    for number, kind in enumerate(some):
        x = area.x + (number + 0.5) * step
        drawn = tuple(DRAWN[kind](job)) if kind in DRAWN else _picture(job, kind)
        said = enumerate(frame.wrap(say(SAID[kind]), SIZE, min(step - 4.0, 44.0)))
        words = (job.text(0, MIDDLE + n * PITCH, line, SIZE, anchor="middle", role="soft") for n, line in said)
        small = Group(drawn, scale=min(1.0, step / WIDE), tags=(ARTIFACT,))
        out.append(Group((small, *words), x, top + MIDDLE, classes=f"making {kind}"))
    return tuple(out)


def _line(job: Job, dash: tuple[float, ...] = ()) -> Style:
    return Style(stroke=job.theme.ink("ink"), width=0.3, dash=dash)


def _picture(job: Job, name: str) -> tuple[Shape, ...]:
    """A drawing of templates/emblems/making, in mm about its middle; of a die one for cubes, one for all others."""
    if name in ("nets", "stickers"):
        name += "-cube" if job.components.dice[0].sides == 6 else "-kite"
    return emblems.draw("making", name, *map(job.theme.ink, ("ink", "paper", "faint")))


def _tokens(job: Job) -> Iterator[Shape]:
    """Pieces of the game, each in its circle, and the cut between them."""
    kinds = job.components.pieces
    for kind, x in zip((kinds[0], kinds[-1]), (-7.0, 7.0), strict=True):
        yield artwork.token(kind, 11.0, x, -0.5)
        yield Circle((x, -0.5), 5.5, _line(job))
    yield from _picture(job, "tokens")


def _nets(job: Job) -> Iterator[Shape]:
    """The net of a die of the game, and what becomes of it."""
    shape = net(job.components.dice[0].sides)
    x0, y0, x1, y1 = shape.box
    scale = min(17.0 / (x1 - x0), 17.0 / (y1 - y0))

    def at(point: Point) -> Point:
        return (point[0] - (x0 + x1) / 2) * scale - 8.0, (point[1] - (y0 + y1) / 2) * scale - 0.5

    paper, tint = _line(job)._replace(fill=job.theme.ink("paper")), Style(fill=job.theme.ink("faint"))
    yield Polygon(tuple(map(at, shape.outline)), paper)
    yield from (Polygon(tuple(map(at, flap)), tint) for flap in shape.flaps)
    yield from (Line(at(a), at(b), _line(job, (1.2, 0.8))) for a, b in shape.folds)
    yield from _picture(job, "nets")


DRAWN: dict[str, Callable[[Job], Iterator[Shape]]] = {"tokens": _tokens, "nets": _nets}
