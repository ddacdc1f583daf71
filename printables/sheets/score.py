"""Sheets to write on: as many on a page as fit at full size, or as many as are asked for, smaller."""

from collections.abc import Iterator
from itertools import groupby

from printables.core import PaperError
from printables.paper.paper import Paper
from printables.scene import POINT, Area, Field, Grid, Group, Page, Shape, Text
from printables.scene.components import Panel
from printables.sheets import frame
from printables.sheets.frame import Job, Product

GAP = 6.0  # mm between panels
SMALLEST = 5.0  # points
STEP = 0.005  # of a panel's size, tried from full size down


def pages(job: Job) -> tuple[Page, ...]:
    """Pages of panels. A panel fills its pages, `copies` times at least; different ones of a kind follow each other.
    Raises PaperError for a panel larger than the page, or too small to read."""
    kinds = groupby(job.components.panels, key=lambda panel: (panel.name, panel.width, panel.height))
    return tuple(page for _, panels in kinds for page in _pages(job, list(panels)))


def _pages(job: Job, panels: list[Panel]) -> Iterator[Page]:
    panel = panels[0]
    paper, scale, grid = _place(job, panel)
    room = min(grid.room, job.request.per_page or grid.room)
    drawn = [(one, one.shapes()) for one in panels]
    if len(panels) == 1:
        drawn *= -(-panel.copies // room) * room
    count = -(-len(drawn) // room)
    for n in range(count):
        some = drawn[n * room : (n + 1) * room]
        shapes: list[Shape] = [*_head(job, paper, panel)[0]]
        fields: list[Field] = []
        for m, ((one, all_of_it), (x, y)) in enumerate(zip(some, grid.centres(len(some)), strict=True), n * room + 1):
            left, top = x - scale * one.width / 2, y - scale * one.height / 2
            shapes.append(Group(all_of_it, x=left, y=top, scale=scale, classes=f"panel {one.name}"))
            fields += (_placed(field, m, left, top, scale) for field in one.fields if job.request.fillable)
        title = f"{panel.title} {n + 1}/{count}" if count > 1 else panel.title
        yield frame.page(job, title, tuple(shapes), paper)._replace(fields=tuple(fields))


def _place(job: Job, panel: Panel) -> tuple[Paper, float, Grid]:
    """The way up of the paper, the scale of the panel and the grid that hold as many as are wanted, largest first."""
    areas = [(paper, _head(job, paper, panel)[1]) for paper in (job.paper, job.paper.turned())]
    wanted = job.request.per_page or 1
    for step in range(round(1 / STEP)):
        scale = 1 - step * STEP
        grids = [(paper, Grid(area, scale * panel.width, scale * panel.height, GAP)) for paper, area in areas]
        paper, grid = max(grids, key=lambda pair: pair[1].room)
        if grid.room >= wanted:
            # Raises PaperError for print that would be too small
            sizes = [text.size * reach for text, reach in _texts(panel.shapes(), scale)]
            if sizes and min(sizes) < SMALLEST * POINT - 1e-6:
                what = f"{wanted} on a page would be printed in {min(sizes) / POINT:.1f} point, too small to read"
                option = "--per-page" if wanted > 1 else "--paper"
                raise PaperError(what, "put fewer on a page, or take larger paper", option)
            return paper, scale, grid
        if job.request.per_page is None and not panel.shrinks:
            size = f"{panel.width:g} x {panel.height:g} mm"
            raise PaperError(f"the {panel.title.lower()} of {size} does not fit", "take larger paper", source="--paper")
    raise PaperError(f"{wanted} on a page do not fit", "put fewer on a page, or take larger paper", "--per-page")


def _head(job: Job, paper: Paper, panel: Panel) -> tuple[tuple[Shape, ...], Area]:
    """The head of a page, where its panels have none, and the area below."""
    area = frame.body(job, paper)
    return frame.heading(job, area, job.components.title, panel.hint) if panel.hint else ((), area)


def _texts(shapes: tuple[Shape, ...], scale: float) -> Iterator[tuple[Text, float]]:
    """Every text with the scale it is drawn at."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape, scale
        elif isinstance(shape, Group):
            yield from _texts(shape.shapes, scale * shape.scale)


def _placed(field: Field, number: int, left: float, top: float, scale: float) -> Field:
    """A field of the sheet of that number on its page: names of a document are all different."""
    field = field._replace(name=f"s{number}-{field.name}", x=left + scale * field.x, y=top + scale * field.y)
    return field._replace(width=scale * field.width, height=scale * field.height, size=scale * field.size)


PRODUCT = Product("Score sheets", "plain paper", pages)
