"""The rules in columns, in type of good size: on as few pages as that takes, or as a booklet whose pages it fills."""

import re
from collections.abc import Mapping, Sequence

from printables.core import templates
from printables.core.errors import TemplateError
from printables.core.templates import say
from printables.drawing import diagrams
from printables.paper import imposition
from printables.scene import ARTIFACT, POINT, Area, Group, Page, Shape
from printables.scene.components import Figure
from printables.sheets import frame
from printables.sheets.frame import Job, Product
from printables.text import markdown, typesetting
from printables.text.markdown import Block
from printables.text.typesetting import Column, Inset, TextLook

SIZE = 9.5  # points: figures are as large as they are drawn in text of this size
LEAST = 10.0  # points: text of rules
_NAMED = re.compile(r"\(figure:([\w-]+)")


def prose(job: Job, name: str) -> tuple[str, str]:
    """The text of templates/rules/NAME.md in the language that is printed, and its path for messages.

    Raises TemplateError.
    """
    path = templates.translated(f"rules/{name}.md")
    return job.rename(templates.fill(templates.read(path), job.components.words, path)), path


def pictures_of(job: Job, text: str = "", least: float = LEAST) -> dict[str, Inset]:
    """Faces, tokens and figures by the names that a text has for them: "face:move", "token:fox", "figure:paths".

    Of figures only those that `text` names; `least`: points of the smallest type in which that is likely to be set.
    Raises TemplateError for a diagram that is not right.
    """
    components = job.components
    faces = {f"face:{face.name}": Inset(face.art) for face in components.faces}
    tokens = {f"token:{token.kind}": Inset(token.front) for token in components.tokens}
    named = set(_NAMED.findall(text))
    declared = {**diagrams.read(components.rules, components.words), **components.diagrams} if named else {}
    drawn = [figure for figure in components.figures if figure.name in named]
    smaller = SIZE / least
    drawn += [diagrams.figure(components, job.theme, name, declared, smaller) for name in declared if name in named]
    if "setup" in named:
        drawn.append(diagrams.setup(components, job.theme))
    return {**faces, **tokens, **{f"figure:{figure.name}": _inset(figure) for figure in drawn}}


def _inset(figure: Figure) -> Inset:
    whole = Group(figure.shapes, classes=f"figure {figure.name}")
    return Inset(whole, (0.0, 0.0, figure.width, figure.height), alone=figure.height / (SIZE * POINT))


def text_look(job: Job, size: float = SIZE) -> TextLook:
    """Text in the inks of the theme."""
    return TextLook.of(job.theme, size)._replace(hyphens=templates.spoken())


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
        half = job._replace(paper=imposition.half(job.paper))
        return imposition.booklet(frame.numbered(half, _pages(half, 4, BOOKLET)), job.paper, job.request.flip)
    return _pages(job, 1, TYPE)


def _pages(job: Job, leaf: int, sizes: tuple[float, float]) -> tuple[Page, ...]:
    """As few pages as type of these sizes (points) takes; `leaf`: so many, or twice as many, and so on."""
    text, source = prose(job, job.components.rules)
    text = f"*{job.note}*\n\n{text}" if job.note else text
    titles = say(TITLE), say("Rules, page $number")
    sizes = LARGE if job.request.large_print else sizes
    return laid(job, markdown.read(text, source), pictures_of(job, text), sizes, leaf, titles=titles, source=source)


def laid(
    job: Job,
    blocks: Sequence[Block],
    pictures: Mapping[str, Inset],
    sizes: tuple[float, float],
    leaf: int = 1,
    *,
    heading: tuple[str, str] = ("", ""),
    titles: tuple[str, str] = ("", ""),
    columns: int = 0,
    source: str = "",
) -> tuple[Page, ...]:
    """A text as large as takes no more pages than the smallest of the sizes; columns of the last page are even.

    `heading`: what stands over it, and beside that; the game and how many play it, unless said. `titles`: of the first
    page and, with their numbers, of later ones.

    Raises TemplateError for a text of more pages than anybody would read.
    """
    area = frame.body(job)
    head, first = frame.title(job, area, heading)
    count = columns or (1 if area.width <= NARROW or job.request.large_print else 2)
    width = (area.width - GUTTER * (count - 1)) / count
    later = area.below(RUNNING)
    heights = [first.height] * count + [later.height]
    largest, smallest = sizes
    taken = len(typesetting.flow(blocks, width, heights, text_look(job, smallest), pictures, source))
    number = -(-taken // (count * leaf)) * leaf
    if number > MOST:
        raise TemplateError(f"the text takes {number} pages", "shorten it", source)
    look = text_look(job, largest)
    made = typesetting.fit(blocks, width, heights, look, number * count, pictures, source, smallest, count)[1]
    pages = []
    for number, start in enumerate(range(0, len(made), count)):
        top = first if number == 0 else later
        shapes: tuple[Shape, ...] = tuple(
            _placed(column, top, n, width) for n, column in enumerate(made[start : start + count])
        )
        title = titles[1].replace("$number", str(number + 1)) if number else titles[0]
        if number:
            running = job.text(
                area.x,
                area.y + 3.6,
                title if heading[0] else f"{job.components.title} · {title}",
                job.least,
                "serif-bold",
            )
            head = (Group((running,), classes="heading", tags=(ARTIFACT,)),)
        pages.append(frame.page(job, title, (*head, *shapes)))
    return tuple(pages)


def _placed(column: Column, area: Area, number: int, width: float) -> Group:
    return Group(column.shapes, x=area.x + number * (width + GUTTER), y=area.y, classes="column")


PRODUCT = Product(TITLE, STOCK, pages)
