"""What stands beside a board: what its paths mean, the dice chart, and notes."""

from __future__ import annotations

from printables.drawing import artwork
from printables.scene import POINT, Group, Shape
from printables.scene.addition import added
from printables.sheets import chart, frame
from printables.sheets.frame import GAP, LEADING, Job

SAMPLE = 14.0  # mm: a path in the legend
EDGE = 0.5  # mm that the stroke of such a path may reach past its ends
PIECE = 22.0  # mm: a piece of a band
CHART = 6.5  # mm: a die in the chart


def samples(job: Job) -> list[tuple[Group, float]]:
    """A sample and its meaning for each kind of path, and how wide that is."""
    out = []
    for kind in job.components.legend:
        word = job.text(SAMPLE + 2, 1.0, kind.meaning, 9)
        sample = artwork.sample(kind.kind, kind.one_way, job.theme, SAMPLE)
        out.append((Group((sample, word), classes=f"meaning {kind.kind}"), SAMPLE + 2 + (word.width or 0)))
    return out


def words(job: Job, width: float, *, brief: bool = False) -> tuple[tuple[Shape, ...], float]:
    """Legend, dice chart and notes from a top left corner, in a width, and their height with the gap over them.

    `brief`: the legend alone.
    """
    shapes, y = (_columns if job.theme.linocut else _lines)(job, width)
    if brief:
        return tuple(shapes), y + GAP
    for die in job.components.dice:
        if chart.needed(job, die):
            for across in (True, False):
                group, wide, high = chart.chart(job, die, CHART, across=across)
                if wide <= width:
                    break
            shapes.append(group._replace(x=(width - wide) / 2, y=y))
            y += high + 4.0
    pitch = 8.5 * POINT * LEADING
    for note in job.components.notes:
        for line in frame.wrap(note, 8.5, width):
            shapes.append(job.text(width / 2, y + 0.8 * pitch, line, 8.5, anchor="middle", role="soft"))
            y += pitch
    return tuple(shapes), y + GAP


def _lines(job: Job, width: float) -> tuple[list[Shape], float]:
    """Samples with their meanings side by side, or below each other with their lines under one another."""
    shapes: list[Shape] = []
    y, shown, step = 2.5, samples(job), 7.0 if job.theme.linocut else 5.0
    whole = added(wide for _, wide in shown) + 8.0 * (len(shown) - 1)
    beside = whole + 2 * EDGE <= width
    x = (width - (whole if beside else max(wide for _, wide in shown))) / 2 if shown else 0.0
    for sample, wide in shown:
        shapes.append(sample._replace(x=x, y=y))
        x, y = (x + wide + 8.0, y) if beside else (x, y + step)
    return shapes, y + (step if shown and beside else 0.0)


def _columns(job: Job, width: float) -> tuple[list[Shape], float]:
    """Pieces of the bands themselves, each over its meaning; below each other where they are too wide for that."""
    kinds = job.components.legend
    if not kinds:
        return [], 1.0
    said = [job.text(0, 0, kind.meaning, 9) for kind in kinds]
    step = max(PIECE, *(word.width or 0 for word in said)) + 5.0
    if len(kinds) * step > width:
        return _lines(job, width)
    shapes: list[Shape] = []
    for number, (kind, word) in enumerate(zip(kinds, said, strict=True)):
        x = width / 2 + (number - (len(kinds) - 1) / 2) * step
        piece = artwork.sample(kind.kind, kind.one_way, job.theme, PIECE)._replace(x=-PIECE / 2)
        word = word._replace(y=6.6, anchor="middle")
        shapes.append(Group((piece, word), x=x, y=3.5, classes=f"meaning {kind.kind}"))
    return shapes, 13.5
