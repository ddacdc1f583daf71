"""The board for fingers: raised lines for swell paper with braille at its margins, a key in braille, and the same key
in print for whoever makes it.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from printables.core.errors import PaperError
from printables.drawing import margins
from printables.drawing.routes import Track, drawn
from printables.paper.paper import Paper
from printables.scene import Group, Page, Shape
from printables.scene.geometry import Board, Place
from printables.scene.layout import Area
from printables.sheets import frame, prose
from printables.sheets.frame import GAP, Job, Product
from printables.sheets.tactile import relief
from printables.text import braille, language, typesetting
from printables.text.language import say

TITLE = "Tactile board"
STOCK = "swell paper"
TYPE = (12.0, 10.0)  # points of the key in print: largest and smallest
SAMPLE = 18.0  # mm that a sample takes before its line of braille
SHOWN = 9.0  # mm: a sample
TURNED = 1.05  # so many times as large a board has to be for its paper to be turned
STEPS = 24  # halvings of the search for the largest scale


class Entry(NamedTuple):
    """A line of the key, and what is felt before it."""

    said: str
    sample: tuple[Shape, ...] = ()


def pages(job: Job) -> tuple[Page, ...]:
    """The board, the key, and the key in print. Raises PaperError where a finger could not tell the places apart."""
    turned = job.paper.turned()
    paper, scale = job.paper, _scale(job.components.board, job.paper)
    if not job.request.orientation and _scale(job.components.board, turned) > TURNED * scale:
        paper, scale = turned, _scale(job.components.board, turned)
    asked = job.board_scale if job.board_scale is not None else scale
    laid = job.components.board.scaled(min(asked, scale))
    if asked > scale + 1e-9 or laid.pitch < relief.LEAST:
        raise PaperError(
            f"the board of {job.components.title} does not fit this paper so that fingers can read it",
            "take larger paper, such as a4 or a3",
            source="--paper",
        )
    entries = list(_key(job, laid))
    return (_board(laid, paper, job), *_braille(job, entries), _print(job, entries))


def _scale(board: Board, paper: Paper) -> float:
    """The largest scale at which a board and its braille, which is always of one size, fit a paper."""
    area = Area.of(paper.printable)
    low, high = 0.0, 16.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        x0, y0, x1, y1 = relief.extent(board.scaled(middle))
        low, high = (middle, high) if x1 - x0 <= area.width and y1 - y0 <= area.height else (low, middle)
    return low


def _board(laid: Board, paper: Paper, job: Job) -> Page:
    area = Area.of(paper.printable)
    x0, y0, x1, y1 = relief.extent(laid)
    shapes = (*relief.board(laid), *(label.drawn() for label in relief.labels(laid)))
    title = say("Board of $game", game=job.components.title)
    at = area.centre[0] - (x0 + x1) / 2, area.centre[1] - (y0 + y1) / 2
    return Page(paper.width, paper.height, (Group(shapes, *at, classes="board", title=title),), say(TITLE))


def _key(job: Job, laid: Board) -> Iterator[Entry]:
    """What the board is, how its places are named, what each shape means, and what stands where as play begins."""
    components = job.components
    yield Entry(f"{components.title}. {components.summary}")
    named = margins.named(laid)
    if any(item.kind == "hub" for item in laid.places):
        files = {item.place.id: item.file for item in named}
        rings = list(dict.fromkeys(files.values()))
        yield Entry(
            say(
                "In the middle is the hub, H. The rings about it are $first to $last, the rim; the spokes are numbered "
                "outside.",
                first=rings[0],
                last=rings[-1],
            )
        )
        for kind in components.legend:
            mine = [path for path in laid.paths if path.kind == kind.kind]
            both = {file for path in mine for file in files.get(path.a, "") if file == files.get(path.b)}
            if both:
                yield Entry(f"{say('Rings')} {', '.join(sorted(both))}: {kind.meaning}.")
    elif any(label.said.isalpha() for label in relief.labels(laid)):
        yield Entry(
            say("The letters of the files stand below or above the board, the numbers of the ranks at its left.")
        )
    else:
        yield Entry(say("At the left of each rank stands the name of its first place."))
    yield from _shapes(job, laid)
    standing = defaultdict(list)
    for place, which in components.setup:
        standing[which].append(components.board.by_id[place].name or place)
    for which, places in standing.items():
        token = components.token(which)
        name = token.plural if len(places) > 1 else token.name
        where = ", ".join(dict.fromkeys(places))
        yield Entry(say("As play begins, $pieces: $places.", pieces=name, places=where))


def _shapes(job: Job, laid: Board) -> Iterator[Entry]:
    """What each shape on this board means, in the order from points to paths."""
    half, places = SHOWN / 2, laid.places
    dark = [item for item in places if item.cell and item.kind.endswith(" dark")]
    points = [item for item in places if item.kind.startswith("space")]
    marked = [item for item in points if "zone" in item.kind.split()]
    for said, some in (
        ("a dark square", dark),
        ("a point", [item for item in points if item not in marked]),
        ("a marked point", marked),
        ("a place beside the board", [item for item in places if item.kind == "slot"]),
    ):
        if some:
            size = SHOWN if some[0].size >= relief.DISC else some[0].size
            yield Entry(say(said), tuple(relief.place(Place("sample", half, half, size, some[0].kind))))
    straight = Track((0.0, half), (SHOWN + 3.0, half))
    if any(path.one_way and drawn(laid, path) for path in laid.paths):
        yield Entry(say("a path that leads only toward its thin end"), (relief.trail(straight, one_way=True),))
        yield Entry(say("a path that leads both ways"), (relief.trail(straight, one_way=False),))


def _braille(job: Job, entries: list[Entry]) -> Iterator[Page]:
    """The key as lines of braille, samples at the left of theirs."""
    area = Area.of(job.paper.printable)
    made: list[list[Shape]] = [[]]
    y = area.y
    for entry in entries:
        indent = SAMPLE if entry.sample else 0.0
        lines = braille.wrapped(entry.said, area.width - indent, language.spoken())
        if y + len(lines) * braille.LINE > area.bottom and made[-1]:
            made.append([])
            y = area.y
        if entry.sample:
            made[-1].append(Group(entry.sample, area.x, y + (braille.HEIGHT - SHOWN) / 2, classes="sample"))
        for text in lines:
            made[-1].append(relief.line(text, area.x + indent, y))
            y += braille.LINE
        y += braille.LINE / 2
    for number, shapes in enumerate(made, 1):
        part = f" {number}/{len(made)}" if len(made) > 1 else ""
        yield Page(job.paper.width, job.paper.height, tuple(shapes), f"{say('Key in braille')}{part}")


def _print(job: Job, entries: list[Entry]) -> Page:
    """The same for eyes, and how the board is made."""
    area = frame.body(job)
    head, area = frame.title(job, area)
    made = say(
        "Print the board and the key in braille at 100 % with black ink on swell paper, and heat them; this page is "
        "for plain paper. Dots are 1.5 mm wide and 2.5 mm apart, cells 6 mm, lines 10 mm."
    )
    text = f"## {say(TITLE)}\n\n{made}\n\n" + "\n".join(f"- {entry.said}" for entry in entries)
    columns = typesetting.fit(text, area.width, area.height - GAP, prose.look(job, TYPE[0]), 1, {}, "", TYPE[1])[1]
    shapes = tuple(Group(column.shapes, x=area.x, y=area.y, classes="column") for column in columns)
    return frame.page(job, say("Key in print"), (*head, *shapes))


PRODUCT = Product(TITLE, STOCK, pages)
