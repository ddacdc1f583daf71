"""Pieces with cut and fold lines, laid in grids of one size over as many pages as they need."""

from collections.abc import Sequence
from typing import NamedTuple

from printables.core.errors import PaperError
from printables.paper.bill import SPARE
from printables.paper.paper import Paper
from printables.scene import Group, Page, Point, Shape
from printables.scene.layout import Area, Grid
from printables.sheets import frame
from printables.sheets.frame import GAP, Job


class Part(NamedTuple):
    """Something laid on a page, from its own top left corner (mm): what is printed, cut and folded.

    `spare`: more of what is there already, which nobody needs to cut out.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    cut: tuple[Shape, ...] = ()
    fold: tuple[Shape, ...] = ()
    spare: bool = False


def pages(
    job: Job,
    title: str,
    hint: str,
    parts: Sequence[Part],
    gap: float,
    paper: Paper | None = None,
    *,
    bare: bool = False,
) -> tuple[Page, ...]:
    """Parts of a size in grids, one below the other, `gap` mm apart; `bare`: without a heading, where that makes room.

    Raises PaperError for one larger than a page.
    """
    area = frame.body(job, paper)
    head, area = ((), area) if bare else frame.heading(job, area, title, hint)
    half = (job.cut.width or 0.0) / 2  # an outline on the area's very edge would be drawn half outside
    out: list[list[tuple[Part, Point]]] = [[]]
    y = area.y
    while parts:
        first = parts[0]
        grid = Grid(
            Area(area.x + half, y, area.width - 2 * half, area.bottom - half - y), first.width, first.height, gap
        )
        same = next(
            (n for n, part in enumerate(parts) if (part.width, part.height) != (first.width, first.height)), None
        )
        some = parts[:same][: grid.room]
        if not some:
            if y == area.y:
                size = f"{first.width:.0f} x {first.height:.0f} mm"
                raise PaperError(f"a piece of {size} does not fit this paper", "take larger paper", source="--paper")
            out.append([])
            y = area.y
            continue
        centres = grid.centres(len(some))
        out[-1] += [
            (part, (x - part.width / 2, top - part.height / 2)) for part, (x, top) in zip(some, centres, strict=True)
        ]
        y = centres[-1][1] + first.height / 2 + max(gap, 2 * GAP if len(parts) > len(some) else 0)
        parts = parts[len(some) :]
    made = []
    for number, laid in enumerate(out, 1):
        layers = [
            tuple(
                Group(layer, x=x, y=top, classes=SPARE if part.spare else "")
                for part, (x, top) in laid
                if (layer := getattr(part, name))
            )
            for name in ("shapes", "cut", "fold")
        ]
        part = f" {number}/{len(out)}" if len(out) > 1 else ""
        made.append(frame.page(job, f"{title}{part}", (*head, *layers[0]), paper=paper, cut=layers[1], fold=layers[2]))
    return tuple(made)
