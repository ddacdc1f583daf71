"""Sheets to write on, as many on a page as fit."""

from __future__ import annotations

from printables.components import Panel
from printables.errors import PaperError
from printables.layout import Grid
from printables.scene import Group, Page
from printables.sheets import frame
from printables.sheets.frame import Job

TITLE = "Score sheets"
STOCK = "plain paper"
GAP = 6.0  # mm between panels


def pages(job: Job) -> tuple[Page, ...]:
    """Pages filled with each panel, enough of them for its copies. Raises PaperError for one larger than the page."""
    return tuple(page for panel in job.components.panels for page in _pages(job, panel))


def _pages(job: Job, panel: Panel) -> list[Page]:
    size = panel.width, panel.height
    papers = (job.paper, job.paper.turned())
    paper = max(papers, key=lambda paper: Grid(frame.body(job, paper), *size, GAP).room)
    grid = Grid(frame.body(job, paper), *size, GAP)
    if not grid.room:
        wanted = f"{panel.width:g} x {panel.height:g} mm"
        raise PaperError(f"the {panel.title.lower()} of {wanted} does not fit", "take larger paper", source="--paper")
    shapes = tuple(
        Group(panel.shapes, x=x - panel.width / 2, y=y - panel.height / 2, classes=f"panel {panel.name}")
        for x, y in grid.centres(grid.room)
    )
    count = -(-panel.copies // grid.room)
    return [
        frame.page(job, f"{panel.title} {n}/{count}" if count > 1 else panel.title, shapes, paper=paper)
        for n in range(1, count + 1)
    ]
