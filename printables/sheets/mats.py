"""Mats for captured pieces: a numbered place for each that may be taken, so that a look tells how it stands."""

import math

from printables.core.templates import say
from printables.drawing import artwork
from printables.scene import POINT, Circle, Page, Rect, Shape, Style
from printables.scene.components import TokenKind
from printables.sheets import board, frame, parts
from printables.sheets.frame import Job, Product
from printables.sheets.parts import Part

TITLE = "Mats for captured pieces"
HINT = "Cut the mats out and lay them beside the board."
PAD = 3.0  # mm between places, and from them to the edge
HEAD = 9.0  # mm that the name of the pieces takes
TYPE = 11.0  # points
BETWEEN = 4.0  # mm between mats


def pages(job: Job) -> tuple[Page, ...]:
    """A mat for each kind of piece that is captured, its places as wide as a piece. Raises PaperError."""
    size = board.place(job).token
    made = [_mat(job, job.components.token(kind), most, size) for kind, most in job.components.captured]
    return parts.pages(job, say(TITLE), say(HINT), made, BETWEEN)


def _mat(job: Job, kind: TokenKind, most: int, size: float) -> Part:
    """The name of the pieces with one of them, then a place for each in rows of about one length."""
    step = size + PAD
    rows = math.ceil(most / max(1, int((frame.body(job).width - PAD - (job.cut.width or 0.0)) // step)))
    across = math.ceil(most / rows)
    name = say("Captured: $pieces", pieces=kind.plural if most > 1 else kind.name)
    head = job.text(HEAD + PAD, HEAD / 2 + PAD / 2 + 0.35 * TYPE * POINT, name, TYPE, "serif-bold", role="title")
    wide = max(PAD + across * step, HEAD + 2 * PAD + (head.width or 0.0))
    high = HEAD + PAD + rows * step
    edge, place = Style(stroke=job.theme.ink("border"), width=0.5), Style(stroke=job.theme.ink("soft"), width=0.25)
    shown = artwork.token(kind, HEAD - 2.0, PAD + HEAD / 2, (HEAD + PAD) / 2)
    shapes: list[Shape] = [Rect(1.0, 1.0, wide - 2.0, high - 2.0, edge, corner=2.0), shown, head]
    for number in range(most):
        x, y = PAD + size / 2 + number % across * step, HEAD + PAD + size / 2 + number // across * step
        shapes.append(Circle((x, y), size / 2, place))
        shapes.append(job.text(x, y + 0.35 * TYPE * POINT, str(number + 1), TYPE, anchor="middle", role="soft"))
    return Part(wide, high, tuple(shapes), (Rect(0.0, 0.0, wide, high, job.cut),))


PRODUCT = Product(TITLE, "stiff paper", pages)
