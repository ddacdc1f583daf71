"""Tokens and faces of dice on sheets of ready-cut labels: nothing to cut, one piece of art in the middle of each."""

from __future__ import annotations

from collections.abc import Sequence

from printables.core.errors import OptionError
from printables.drawing import artwork
from printables.paper.labels import SAFE, Labels
from printables.scene import Circle, Group, Page, Rect, Shape, Style
from printables.scene.layout import Area
from printables.sheets import frame
from printables.sheets.frame import Job
from printables.text.language import say

FACE = 0.76  # of a label's safe part


def tokens(job: Job, labels: Labels) -> tuple[Page, ...]:
    """The front of every token, as large as a label allows or as asked, its ground as far as the label's edge."""
    size = job.request.token_mm or labels.art
    if not 4 <= size <= labels.art:
        raise OptionError(
            f"tokens of {size:g} mm do not fit labels of {labels.size:g} mm",
            f"on these they may be 4 to {labels.art:g} mm wide",
            source="--token-mm",
        )
    art: list[tuple[Shape, ...]] = []
    for kind in job.components.tokens:
        ground: tuple[Shape, ...] = ()
        if kind.ground != job.theme.ink("paper"):
            ground = (_ground(labels, Style(fill=kind.ground)),)
        art += [(*ground, artwork.token(kind, size, 0, 0))] * kind.copies
    return _laid(job, labels, say("Tokens"), art)


def dice(job: Job, labels: Labels) -> tuple[Page, ...]:
    """Every face of every die."""
    width = labels.art if labels.shape == "square" else labels.art / 2**0.5
    faces = [name for die in job.components.dice for _ in range(die.copies) for name in die.faces]
    return _laid(
        job, labels, say("Dice"), [(artwork.face(job.components.face(name), FACE * width, 0, 0),) for name in faces]
    )


def _ground(labels: Labels, style: Style) -> Shape:
    """All of a label, and as much past its edge as a feeder may be off."""
    half = labels.size / 2 + min(SAFE, (min(labels.across, labels.down) - labels.size) / 2)
    return Circle((0, 0), half, style) if labels.shape == "round" else Rect(-half, -half, 2 * half, 2 * half, style)


def _laid(job: Job, labels: Labels, title: str, art: Sequence[tuple[Shape, ...]]) -> tuple[Page, ...]:
    """Art on labels, sheet after sheet, with a ruler where the blank edge at the foot has room for one."""
    area = Area.of(labels.paper.printable)
    foot, height = frame.foot(job, area)
    centres = list(labels.centres())
    clear = area.bottom - height >= centres[-1][1] + labels.size / 2
    count = -(-len(art) // labels.room)
    out = []
    for number in range(count):
        some = art[number * labels.room : (number + 1) * labels.room]
        shapes = tuple(Group(shape, x, y) for shape, (x, y) in zip(some, centres, strict=False))
        name = f"{title}: {labels.name}{f' {number + 1}/{count}' if count > 1 else ''}"
        under = (Group(foot, classes="foot"),) if clear else ()
        out.append(Page(labels.paper.width, labels.paper.height, (*shapes, *under), name))
    return tuple(out)
