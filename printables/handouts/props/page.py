"""What props share: a text set in a box at the largest size that fits, and leaves put together from their parts."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias, cast

from printables.core import TemplateError
from printables.core.templates import say
from printables.drawing import emblems as signs
from printables.handouts import leaf, pen as emblems, source
from printables.handouts.leaf import Edge, Folds, Leaf, Plan
from printables.handouts.pen import Pen
from printables.handouts.source import Note, choice
from printables.scene import POINT, Group, Point, Shape
from printables.scene.theme import pictured
from printables.text import typesetting
from printables.text.lines import TextLook
from printables.text.markdown import Block, read
from printables.text.typesetting import Column


class Prop(NamedTuple):
    """What a text can become: `aspect` times as high as wide if it may. `settings`: what a file's head may say to it,
    beyond what all understand. `leaves` of a note, for a width and height (mm): UserError for a text not to be set."""

    title: str
    aspect: float
    settings: tuple[str, ...]
    leaves: Callable[[Note, Pen, float, float], list[Leaf]]


Head: TypeAlias = tuple[Sequence[Shape], float]  # what stands over a text, and where that begins
MOST = 60  # leaves: a longer text is no handout, and each leaf is drawn by hand
TYPE = (15.0, 6.5)  # points of a text told: largest and smallest
SMALL = 9.0  # points of the marks that tell a master's copy


def fitted(blocks: Sequence[Block], size: Point, look: TextLook, pen: Pen, source: str, smallest: float) -> Column:
    """The text in one column of a size, as large as it fits. Raises TemplateError if it is too long."""
    columns = typesetting.fit(blocks, *size, look, 1, emblems.named(pen), source, smallest)[1]
    return columns[0] if columns else Column((), 0.0)


def flowed(
    blocks: Sequence[Block], width: float, heights: list[float], look: TextLook, pen: Pen, source: str, smallest: float
) -> list[Column]:
    """The text in one column as large as it fits, or in as many columns as the smallest type takes."""
    columns = typesetting.flow(blocks, width, heights, look._replace(size=smallest), emblems.named(pen), source)
    if len(columns) <= 1:
        return [fitted(blocks, (width, heights[0]), look, pen, source, smallest)]
    if len(columns) > MOST:
        raise TemplateError(f"the text takes {len(columns)} leaves", f"at most {MOST} make a handout; split it", source)
    return columns


def edge(width: float) -> float:
    """How much of a leaf with a text on it stays free on each side."""
    return max(8.0, 0.09 * width)


def named(name: str, plan: Plan, pen: Pen, below: str = "") -> Head:
    """A name with a line below it, if it has one, and a rule."""
    free, middle = edge(plan.width), plan.width / 2
    wide, y = plan.width - 2 * free, free + 9.0
    shapes: list[Shape] = [pen.title(middle, y, name, 22, within=wide)]
    if below:
        y += 6.0
        shapes.append(pen.text(middle, y, below, 9, "garamond-italic", "middle", pen.ink("soft"), within=wide))
    return [*shapes, emblems.rule(middle, y + 4.0, min(wide, 90.0), pen)], y + 8.0


def told(text: str, title: str, plan: Plan, pen: Pen, source: str, head: Head, master: bool = False) -> Leaf:
    """A text in Markdown under a head, on a leaf as high as it is. Raises TemplateError."""
    (shapes, top), free, look = head, edge(plan.width), pen.look(TYPE[0])._replace(stretch=True)
    size = plan.width - 2 * free, plan.height - free - top
    column = fitted(read(text, source), size, look, pen, source, TYPE[1])
    marks = (_marked(plan.width, pen),) if master else ()
    size = plan.width, min(plan.height, top + column.height + free)
    return leaf.drawn(size, (*shapes, put(column, free, top), *marks), title, pen, title)


def put(column: Column, x: float, y: float) -> Group:
    return Group(column.shapes, x, y, classes="text")


def made(
    note: Note, pen: Pen, size: Point, shapes: Sequence[Shape], edge: Edge = "torn", folds: Folds = (0, 0), at: int = 1
) -> Leaf:
    """A leaf, the `at`th of the note's, its edge as the file asks for. Raises TemplateError. Tears and stains follow
    from the text, and which leaf it is: the same for both versions."""
    seed = f"{at} {note.title} {note.source.body[:3]}"
    edge = cast(Edge, choice(note.source, "edge", leaf.EDGES, edge))
    marks = (_marked(size[0], pen),) if note.master else ()
    return leaf.drawn(size, (*shapes, *marks), note.title, pen, seed, edge, folds)


def _marked(width: float, pen: Pen) -> Group:
    """The mark on the master's version, so that it is never handed over by mistake."""
    text = pen.text(width - 8.0, 8.0, say("Master’s copy"), SMALL, "garamond-italic", "end", pen.red, within=width - 12)
    return Group((text,), classes="master")


def seal(note: Note, x: float, y: float, radius: float, pen: Pen) -> tuple[Shape, ...]:
    """The wax seal, if the file asks for one. Raises TemplateError for a device that is none."""
    device = source.beside(note.source, "seal") or pen.theme.crest
    if not device or device == "none":
        return ()
    if not pictured(device) and device not in signs.names("signs") and not (len(device) <= 2 and device.isalpha()):
        known = f"take {', '.join(signs.names('signs'))}, or one or two letters"
        raise note.source.wrong("seal", f"seal: {device!r} is not possible", known)
    return (emblems.seal(x, y, radius, device, pen, note.title),)


def emblem(note: Note, default: str = "") -> str:
    """The emblem that the file names, or ""."""
    own = source.beside(note.source, "emblem")
    return own if pictured(own) else choice(note.source, "emblem", (*signs.names("signs"), ""), default)


def line_height(points: float, leading: float = 1.28) -> float:
    return points * POINT * leading
