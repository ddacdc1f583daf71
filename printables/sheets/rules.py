"""The rules in columns, in type of good size: on as few pages as that takes, or as a booklet whose pages it fills."""

from __future__ import annotations

from printables.core.errors import TemplateError
from printables.scene import ARTIFACT, Group, Page, Shape
from printables.scene.layout import Area
from printables.sheets import frame, prose
from printables.sheets.frame import Job, Product
from printables.text import markdown, typesetting
from printables.text.language import say
from printables.text.typesetting import Column

TITLE = "Rules"
STOCK = "plain paper"
GUTTER = 7.0  # mm between columns
RUNNING = 7.0  # mm that the title of a further page takes
NARROW = 150.0  # mm: text no wider than this stands in one column
TYPE = (13.0, 10.0)  # points: the largest and the smallest
BOOKLET = (13.0, 10.0)  # the same of a booklet, whose leaves have four pages
LARGE = (18.0, 16.0)  # the same in large print
MOST = 40  # pages


def pages(job: Job) -> tuple[Page, ...]:
    """The rules sheet, or the rules as a booklet. Raises TemplateError for a text that cannot be set."""
    if job.request.booklet:
        from printables.paper import imposition

        half = job._replace(paper=imposition.half(job.paper))
        return imposition.booklet(frame.numbered(half, _pages(half, 4, BOOKLET)), job.paper, job.request.flip)
    return _pages(job, 1, TYPE)


def _pages(job: Job, leaf: int, sizes: tuple[float, float]) -> tuple[Page, ...]:
    """As few pages as type of these sizes (points) takes; `leaf`: so many, or twice as many, and so on."""
    if job.request.large_print:
        sizes = LARGE
    components = job.components
    area = frame.body(job)
    head, first = frame.title(job, area)
    count = 1 if area.width <= NARROW or job.request.large_print else 2
    width = (area.width - GUTTER * (count - 1)) / count
    later = area.below(RUNNING)
    heights = [first.height] * count + [later.height]
    text, source = prose.markdown(job, components.rules)
    text = f"*{job.note}*\n\n{text}" if job.note else text
    columns = _set(job, text, source, width, heights, count, leaf, sizes)
    made = []
    for number, start in enumerate(range(0, len(columns), count)):
        top = first if number == 0 else later
        shapes: tuple[Shape, ...] = tuple(
            _placed(column, top, n, width) for n, column in enumerate(columns[start : start + count])
        )
        title = say(TITLE) if number == 0 else say("Rules, page $number", number=number + 1)
        if number:
            running = job.text(area.x, area.y + 3.6, f"{components.title} · {title}", job.least, "serif-bold")
            head = (Group((running,), classes="heading", tags=(ARTIFACT,)),)
        made.append(frame.page(job, title, (*head, *shapes)))
    return tuple(made)


def _set(
    job: Job,
    text: str,
    source: str,
    width: float,
    heights: list[float],
    count: int,
    leaf: int,
    sizes: tuple[float, float],
) -> list[Column]:
    """The text at the largest size at which it takes no more pages than at the smallest; the last page's columns even.

    Raises TemplateError for a text of more pages than anybody would read.
    """
    largest, smallest = sizes
    pictures = prose.pictures(job, text)
    blocks = markdown.read(text, source)
    look = prose.look(job, largest)
    taken = len(typesetting.flow(blocks, width, heights, prose.look(job, smallest), pictures, source))
    number = -(-taken // (count * leaf)) * leaf
    if number > MOST:
        raise TemplateError(f"the text takes {number} pages", "shorten it", source)
    return typesetting.fit(blocks, width, heights, look, number * count, pictures, source, smallest, count)[1]


def _placed(column: Column, area: Area, number: int, width: float) -> Group:
    return Group(column.shapes, x=area.x + number * (width + GUTTER), y=area.y, classes="column")


PRODUCT = Product(TITLE, STOCK, pages)
