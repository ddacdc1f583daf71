"""Tokens from paper printed on one side: to fold over and glue back to back, or to stand up on tabs."""

from __future__ import annotations

from printables.drawing import artwork
from printables.scene import Circle, Line, Page, Polygon, Rect, Shape, Style
from printables.scene.components import TokenKind
from printables.sheets import parts
from printables.sheets.frame import Job
from printables.sheets.parts import Part
from printables.text.language import say

GAP = 4.0  # mm between pieces
SPINE = 1.5  # mm from the fold to either side, at least
TALL = 1.25  # a standee's height, as a part of its width
TAB = 0.5  # depth of a standee's tabs, as a part of its width: both together are as deep as it is wide
ART = 0.94  # of a standee's width

HINTS = {
    "fold": (
        "Print on one side. Crease the dashed lines and fold them with the print outside, glue front to back, and cut "
        "along the circles when the glue is dry."
    ),
    "standee": (
        "Print on one side of stiff paper. Cut along the outlines, fold each at its top with the print outside and "
        "glue front to back; then bend the tinted tabs outward, one each way, to stand it up."
    ),
}


def pages(job: Job, title: str, about: str, diameter: float) -> tuple[Page, ...]:
    """All tokens of a game as `job.request.tokens` says, `diameter` mm wide unless a kind has a size of its own."""
    make = {"fold": _fold, "standee": _standee}[job.request.tokens]
    kinds = sorted(job.components.tokens, key=lambda kind: kind.diameter or 0.0)
    made = [make(job, kind, kind.diameter or diameter) for kind in kinds for _ in range(kind.copies)]
    return parts.pages(
        job, title, f"{about} {say(HINTS[job.request.tokens])}", made, 0.0 if job.request.tokens == "fold" else GAP
    )


def _fold(job: Job, kind: TokenKind, size: float) -> Part:
    """Front over back, the back upside down, so that it is upright when it has been folded behind the front."""
    pad = job.bleed + GAP / 2
    spine = max(SPINE, job.bleed + 0.5)
    width, fold = size + 2 * pad, pad + size + spine
    front, back = (width / 2, pad + size / 2), (width / 2, fold + spine + size / 2)
    shapes: list[Shape] = []
    if kind.ground != job.theme.ink("paper"):
        shapes += [Circle(centre, size / 2 + job.bleed, Style(fill=kind.ground)) for centre in (front, back)]
    shapes.append(artwork.token(kind, size, *front))
    shapes.append(
        artwork.token(kind, size, *back, back=True, title=say("$name, back", name=kind.name))._replace(rotate=180.0)
    )
    # The line runs on into the next piece: one crease does for a row.
    crease = Line((0, fold), (width, fold), job.fold)
    return Part(width, 2 * fold, tuple(shapes), (Circle(front, size / 2, job.cut),), (crease,))


def _standee(job: Job, kind: TokenKind, size: float) -> Part:
    """From the top: a tab, the back upside down, the fold, the front, a tab."""
    high, tab = TALL * size, TAB * size
    fold, whole = tab + high, 2 * (tab + high)
    tint = Style(fill=job.theme.ink("faint"))
    shapes: list[Shape] = [Rect(0, 0, size, tab, tint), Rect(0, whole - tab, size, tab, tint)]
    if kind.ground != job.theme.ink("paper"):
        shapes.append(Rect(0, tab, size, 2 * high, Style(fill=kind.ground)))
    back = artwork.token(
        kind, ART * size, size / 2, fold - high / 2, back=True, title=say("$name, back", name=kind.name)
    )
    shapes += [artwork.token(kind, ART * size, size / 2, fold + high / 2), back._replace(rotate=180.0)]
    outline = Polygon(((0, 0), (size, 0), (size, whole), (0, whole)), job.cut)
    folds = tuple(Line((0, y), (size, y), job.fold) for y in (tab, fold, whole - tab))
    return Part(size, whole, tuple(shapes), (outline,), folds)
