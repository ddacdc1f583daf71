"""The rules in columns, in type of good size: on as few pages as that takes, or as a booklet whose pages it fills."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from printables.core import TemplateError, templates
from printables.core.templates import say
from printables.drawing import diagrams, emblems, lettering, scenery
from printables.paper import imposition
from printables.scene import ARTIFACT, HEAD, POINT, Area, Group, Line, Page, Rect, Shape, Style
from printables.scene.components import Figure
from printables.sheets import cover, frame
from printables.sheets.frame import Job, Product
from printables.text import markdown, typesetting
from printables.text.markdown import Block
from printables.text.typesetting import Column, Inset, Note, TextLook

SIZE = 9.5  # points: figures are as large as they are drawn in text of this size
LEAST = 10.0  # points: text of rules
_NAMED = re.compile(r"\(figure:([\w-]+)")
_NOTED = re.compile(r"^>.*", re.MULTILINE)


def prose(job: Job, name: str) -> tuple[str, str]:
    """The text of templates/rules/NAME.md in the language printed, and its path for messages. Raises TemplateError."""
    path = templates.translated(f"rules/{name}.md")
    return job.rename(templates.fill(templates.read(path), job.components.words, path)), path


def pictures_of(job: Job, text: str = "", least: float = LEAST, scale: float = 1.0) -> dict[str, Inset]:
    """Faces, tokens and figures by their names in texts: "face:move", "token:fox", "large:token:fox" in a column of
    their own, "figure:paths"; of figures only those that `text` names. `least`: points of the smallest type in which
    that is likely to be set; `scale`: of the figures of notes and tables, and of the board with its pieces. Raises
    TemplateError for a diagram that is not right."""
    components = job.components
    faces = {f"face:{face.name}": Inset(face.art) for face in components.faces}
    pieces = {**faces, **{f"token:{token.kind}": Inset(token.front) for token in components.tokens}}
    large = {f"large:{name}": inset._replace(height=LARGER) for name, inset in pieces.items()}
    named = set(_NAMED.findall(text))
    declared = {**diagrams.read(components.rules, components.words), **components.diagrams} if named else {}
    drawn = [figure for figure in components.figures if figure.name in named]
    noted = set(_NAMED.findall(" ".join(_NOTED.findall(text))))

    def figure(name: str) -> Figure:
        if name not in noted:
            return diagrams.figure(components, job.theme, name, declared, SIZE / least)
        return diagrams.figure(components, job.theme, name, declared, SIZE / (typesetting.NOTE * least), scale * MARGIN)

    drawn += [figure(name) for name in declared if name in named]
    if "setup" in named:
        tall, wide = TALL if components.dress and components.dress.crown else 1.0, scale * diagrams.SETUP
        drawn.append(diagrams.setup(components, job.theme, wide, tall * wide))
    for one in drawn:
        whole, high = Group(one.shapes, classes=f"figure {one.name}"), one.height / (SIZE * POINT)
        inset = Inset(whole, (0.0, 0.0, one.width, one.height), high * min(scale, INLINE / one.width), high)
        pieces[f"figure:{one.name}"] = inset
    return pieces | large


def text_look(job: Job, size: float = SIZE) -> TextLook:
    """Text in the inks of the theme."""
    return TextLook.of(job.theme, size)._replace(hyphens=templates.spoken())


TITLE = "Rules"
GUTTER = 7.0  # mm between columns
RUNNING = 7.0  # mm that the title of a further page takes
NARROW = 150.0  # mm: text no wider than this stands in one column
Sizes: TypeAlias = tuple[float, float]  # points of type: the largest and the smallest
TYPE = (11.0, 10.0)
BOOKLET = (13.0, 10.0)  # of a booklet, whose leaves have four pages
LARGE = (18.0, 16.0)  # in large print
MOST = 40  # pages
MARGIN = 30.0  # mm: notes beside the text
LEAD = 1.36  # of the text: what the rules begin with
STRIP, FLAT = 42.0, 0.22  # mm, and of its width: how high the picture at the head is at most
LARGER = 2.4  # sizes: faces and tokens in a column of their own
INLINE = 24.0  # mm: how wide figures in a line or a table are, at most
LETTERED = 10.0  # mm: heads are drawn in this size, and scaled
AIR = 3.0  # mm between two notes
WHOLE = 4  # lines of a paragraph that stand in one column
CLOSE, LOW, LEADING = 0.85, 22.0, 1.2  # of gaps and figures; mm of the strip; of lines: where that saves a page
TALL = 1.34  # times as high as wide: a set-up with something over its board, at most


class Setting(NamedTuple):
    """How a text is laid out: `columns` (0: by the width), `notes` in the margin at most, heads of the game, closer; on
    so many pages as `leaf` says, or twice as many, and so on. `heading`: what stands over it, and beside that; the game
    and how many play it, unless said. `titles`: of the first page and, with their numbers, of later ones."""

    columns: int = 0
    notes: int = 0
    dressed: bool = False
    close: bool = False
    leaf: int = 1
    heading: tuple[str, str] = ("", "")
    titles: tuple[str, str] = ("", "")


def pages(job: Job) -> tuple[Page, ...]:
    """The rules sheet, or the rules as a booklet. Raises TemplateError for a text that cannot be set."""
    if job.request.booklet:
        half = job._replace(paper=imposition.half(job.paper))
        return imposition.booklet(frame.numbered(half, _pages(half, 4, BOOKLET)), job.paper, job.request.flip)
    return _pages(job, 1, TYPE)


def _pages(job: Job, leaf: int, sizes: Sizes) -> tuple[Page, ...]:
    """As few pages as type of these sizes (points) takes."""
    text, source = prose(job, job.components.rules)
    titles, large = (say(TITLE), say("Rules, page $number")), job.request.large_print
    sizes = LARGE if large else sizes
    blocks = markdown.read(text, source)
    if job.note:
        blocks = (blocks[0], *markdown.read(f"*{job.note}*", source), *blocks[1:])  # how to win comes first
    notes = text.count("\n\n>") if not large and frame.body(job).width > NARROW else 0
    setting = Setting(0, notes if notes > 1 else 0, True, leaf=leaf, titles=titles)  # one alone is worth no margin
    made, worth = laid(job, blocks, source, pictures_of(job, text), sizes, setting)
    if not worth or large:
        return made
    small = pictures_of(job, text, scale=CLOSE)
    return min(made, laid(job, blocks, source, small, sizes, setting._replace(close=True))[0], key=len)


@lru_cache(maxsize=200)  # each head is tried in several sizes
def _lettered(text: str, face: str, ink: str) -> tuple[Group, float]:
    """A text in display letters, LETTERED mm large, from the start of its baseline, and how wide it is."""
    wide = lettering.width(text, face, LETTERED)
    return lettering.straight(text, face, wide / 2, 0.0, LETTERED, ink), wide


def _look(job: Job, size: float, setting: Setting) -> TextLook:
    look = text_look(job, size)._replace(margin=MARGIN, notes=setting.notes)
    look = look._replace(leading=LEADING, close=CLOSE) if setting.close else look
    if not (face := job.lettering) or not setting.dressed:
        return look

    def letters(text: str, size: float, ink: str) -> tuple[Group, float]:
        drawn, wide = _lettered(text, face, ink)
        return Group((drawn,), scale=size / LETTERED, classes=HEAD, title=text), wide * size / LETTERED

    accent, paper, band = map(job.theme.ink, ("warm", "paper", "sheet"))
    return look._replace(letters=letters, accent=accent, paper=paper, band=band, lead=LEAD, whole=WHOLE)


def strip(job: Job, area: Area, most: float = STRIP) -> tuple[tuple[Shape, ...], Area]:
    """The head of a first page: the game's name in its letters beside its land, or what stands at the foot of its
    cover; how many play it and for how long."""
    components, shapes = job.components, list[Shape]()
    name = components.cover or components.slug
    inside, job = area._replace(height=min(most, FLAT * area.width)), job._replace(theme=(theme := job.theme.of(name)))
    full, room, ink = scenery.full(theme), inside.within(6.0), "title"
    if templates.exists(f"{cover.SCENES}/{name}.svg"):
        drawn = scenery.scene(name, theme, components.cast)
        ink = cover.inks_of(drawn, theme)[0]
        x, y, scale, clip = scenery.beside(drawn, inside.within(2.0))
        shapes += emblems.dressed((Rect(*inside, drawn.ground.style),), theme, 0) if full else ()
        shapes.append(cover.seen(components, drawn, x, y, scale, clip))
        room = room._replace(width=x + scale * clip.x - room.x - 4.0)
    points = job.name(0.0, 0.0, 44.0, room.width)[1]
    title = job.name(room.centre[0], room.centre[1] + 0.34 * points * POINT, points, room.width, role=ink)[0]
    line = Style(stroke=theme.ink("sheet" if full else "ink"), width=0.4)
    shapes += [Rect(*inside.within(0.5), Style(stroke=theme.ink("ink"), width=1.0)), Rect(*inside.within(2.0), line)]
    said = job.text(area.right, inside.bottom + 5.6, cover.facts(components), job.least, "serif-italic", "end", "soft")
    return (Group((*shapes, title, said), classes="heading"),), area.below(inside.height + 5.6 + AIR)


def laid(
    job: Job, blocks: Sequence[Block], source: str, pictures: Mapping[str, Inset], sizes: Sizes, setting: Setting
) -> tuple[tuple[Page, ...], bool]:
    """A text as large as takes no more pages than the smallest of the sizes, columns of the last page even; and whether
    one column less would save a page: a closer setting saves no more. Raises TemplateError for too many pages."""
    area, leaf, heading, titles = frame.body(job), setting.leaf, setting.heading, setting.titles
    lettered, high = setting.dressed and job.lettering, LOW if setting.close else STRIP
    head, first = strip(job, area, high) if lettered else frame.title(job, area, heading)
    beside = MARGIN + GUTTER if setting.notes else 0.0
    first, later = (top._replace(x=top.x + beside, width=top.width - beside) for top in (first, area.below(RUNNING)))
    count = setting.columns or (1 if area.width <= NARROW or job.request.large_print else 2)
    width = (first.width - GUTTER * (count - 1)) / count
    heights = [first.height] * count + [later.height]
    largest, smallest = sizes
    matter = typesetting.Matter(blocks, width, pictures, source)
    taken = typesetting.count(matter, heights, _look(job, smallest, setting))
    number, fewer = (-(-columns // (count * leaf)) * leaf for columns in (taken, taken - 1))
    worth = leaf <= fewer < number
    if number > MOST:
        raise TemplateError(f"the text takes {number} pages", "shorten it", source)
    look = _look(job, largest, setting)
    look, made = typesetting.fit(matter, width, heights, look, number * count, pictures, source, smallest, count)
    pages, held = [], list[Note]()
    for number, start in enumerate(range(0, len(made), count)):
        top = later if number else first
        some = list(made[start : start + count])
        some[0] = some[0]._replace(notes=(*(note._replace(y=0.0, after=0) for note in held), *some[0].notes))
        some, held = _fitting(some, top.height)
        notes = _beside(some, top.height)
        shapes = [_placed(column, top, n, width, notes[n]) for n, column in enumerate(some)]
        title = titles[1].replace("$number", str(number + 1)) if number else titles[0]
        if number:
            over = title if heading[0] else f"{job.components.title} · {title}"
            running = job.text(area.x, area.y + 3.6, over, job.least, "serif-bold")
            head = (Group((running,), classes="heading", tags=(ARTIFACT,)),)
        if setting.notes:
            x = top.x - GUTTER / 2
            rule = Line((x, top.y), (x, top.bottom), Style(stroke=job.theme.ink("faint"), width=0.25))
            head = (*head, Group((rule,), tags=(ARTIFACT,)))
        pages.append(frame.page(job, title, (*head, *shapes), folio=setting.dressed))
    if held:  # more than the margins hold: the others stand in the text, unless smaller type saves a page
        fewer = sum(len(column.notes) for column in made) - len(held)
        other = laid(job, blocks, source, pictures, sizes, setting._replace(notes=fewer))
        same = len(other[0]) <= len(pages) or look.size == smallest
        return other if same else laid(job, blocks, source, pictures, (smallest, smallest), setting)
    return tuple(pages), worth


def _fitting(columns: Sequence[Column], height: float) -> tuple[list[Column], list[Note]]:
    """The columns of a page with the notes that its margin holds, and those for the next."""
    out, held = [], list[Note]()
    for column in columns:
        kept: list[Note] = []
        for note in column.notes:
            height -= note.height + AIR
            (kept if height >= -AIR and not held else held).append(note)
        out.append(column._replace(notes=tuple(kept)))
    return out, held


def _beside(columns: Sequence[Column], height: float) -> list[list[float]]:
    """Where (mm) each note of a page begins: beside text of the first column, under the one before, but so all fit."""
    low, lows = height, list[float]()
    for note in reversed([note for column in columns for note in column.notes]):
        lows.append(low - note.height)  # how far down it may begin
        low -= note.height + AIR
    out, y = [], 0.0
    for number, column in enumerate(columns):
        out.append(list[float]())
        for note in column.notes:
            at = min(max(y, 0.0 if number else note.y), lows.pop())
            out[-1].append(at)
            y = at + note.height + AIR
    return out


def _placed(column: Column, area: Area, number: int, width: float, notes: Sequence[float]) -> Group:
    """A column with its notes, which are read where they belong."""
    x, shapes = area.x + number * (width + GUTTER), list(column.shapes)
    for note, y in reversed(list(zip(column.notes, notes, strict=True))):
        shapes.insert(note.after, Group(note.shapes, area.x - x - MARGIN - GUTTER, y, classes="note"))
    return Group(tuple(shapes), x=x, y=area.y, classes="column")


def told(job: Job, title: str, text: str, sizes: Sizes, source: str = "") -> Page:
    """A page of text in one column under the game's name. Raises TemplateError."""
    head, area = frame.title(job, frame.body(job))
    look = text_look(job, sizes[0])
    columns = typesetting.fit(text, area.width, area.height - frame.GAP, look, 1, {}, source, sizes[1])[1]
    shapes = tuple(Group(column.shapes, x=area.x, y=area.y, classes="column") for column in columns)
    return frame.page(job, title, (*head, *shapes))


PRODUCT = Product(TITLE, "plain paper", pages)
