"""The rules in columns: on one page where good type fits it, else on two, else on as many as small type needs."""

from __future__ import annotations

from printables.errors import TemplateError
from printables.layout import Area
from printables.scene import Group, Page, Shape
from printables.sheets import frame, prose
from printables.sheets.frame import Job, Product
from printables.text import markdown, typesetting
from printables.text.typesetting import Column

TITLE = "Rules"
STOCK = "plain paper"
GUTTER = 7.0  # mm between columns
RUNNING = 7.0  # mm that the title of a further page takes
NARROW = 110.0  # mm: text no wider than this stands in one column
SIZES = ((1, 11.0, 8.5), (2, 11.0, 6.5))  # so many pages, type from so many points down to so many


def pages(job: Job) -> tuple[Page, ...]:
    """The rules sheet, or the rules as a booklet. Raises TemplateError for a text that cannot be set."""
    if job.request.booklet:
        from printables.paper import imposition

        half = job._replace(paper=imposition.half(job.paper))
        return imposition.booklet(frame.numbered(half, _pages(half)), job.paper, job.request.flip)
    return _pages(job)


def _pages(job: Job) -> tuple[Page, ...]:
    components = job.components
    area = frame.body(job)
    head, first = frame.title(job, area)
    count = 1 if area.width <= NARROW else 2
    width = (area.width - GUTTER * (count - 1)) / count
    later = area.below(RUNNING)
    heights = [first.height] * count + [later.height]
    text, source = prose.markdown(job, components.rules)
    columns = _set(job, text, source, width, heights, count)
    made = []
    for number, start in enumerate(range(0, len(columns), count)):
        top = first if number == 0 else later
        shapes: tuple[Shape, ...] = tuple(
            _placed(column, top, n, width) for n, column in enumerate(columns[start : start + count])
        )
        title = TITLE if number == 0 else f"{TITLE}, page {number + 1}"
        if number:
            said = f"{components.title}: {title[:1].lower()}{title[1:]}"
            head = (Group((job.text(area.x, area.y + 3.6, said, 10, "serif-bold"),), classes="heading"),)
        made.append(frame.page(job, title, (*head, *shapes)))
    return tuple(made)


def _set(job: Job, text: str, source: str, width: float, heights: list[float], count: int) -> list[Column]:
    pictures = prose.pictures(job)
    blocks = markdown.read(text, source)
    for number, largest, smallest in SIZES:
        look = prose.look(job, largest)
        try:
            return typesetting.fit(blocks, width, heights, look, number * count, pictures, source, smallest)[1]
        except TemplateError:
            continue
    return typesetting.flow(blocks, width, heights, prose.look(job, SIZES[-1][2]), pictures, source)


def _placed(column: Column, area: Area, number: int, width: float) -> Group:
    return Group(column.shapes, x=area.x + number * (width + GUTTER), y=area.y, classes="column")


PRODUCT = Product(TITLE, STOCK, pages)
