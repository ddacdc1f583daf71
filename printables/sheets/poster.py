"""The page of a board in a theme that illustrates it: title and legend in the drawing, the board as large as may be."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from printables.core import PaperError
from printables.drawing import artwork, routes
from printables.drawing.artwork import Fit, fit
from printables.paper import leaves
from printables.scene import POINT, SLACK, Area, Box, Group, Point, Shape, Stage, added
from printables.scene.components import Dress
from printables.sheets import frame, parts
from printables.sheets.frame import GAP, LEADING, Job
from printables.text import fonts

SAMPLE = 14.0  # mm: a path in the legend
LEGEND_EDGE = 0.5  # mm that the stroke of such a path may reach past its ends
PIECE = 22.0  # mm: a piece of a band
NOTES = (8.5, 8.0, 7.5)  # points
CHART = 6.5  # mm: a die in the chart


def samples(job: Job) -> list[tuple[Group, float]]:
    """A sample and its meaning for each kind of path, and how wide that is."""
    out = []
    for kind in job.components.legend:
        word = job.text(SAMPLE + 2, 1.0, kind.meaning, 9)
        sample = routes.sample(kind.kind, kind.one_way, job.theme, SAMPLE)
        out.append((Group((sample, word), classes=f"meaning {kind.kind}"), SAMPLE + 2 + (word.width or 0)))
    return out


def legend_words(job: Job, width: float, *, brief: bool = False, cleft: float = 0.0) -> tuple[tuple[Shape, ...], float]:
    """Legend, dice chart and notes from a top left corner, in a width, and their height with the gap over them; if
    `brief`, the legend alone. `cleft`: of the width, what two notes leave free between them."""
    shapes, y = (_columns if job.theme.linocut else _lines)(job, width)
    if brief:
        return tuple(shapes), y + GAP
    for die in job.components.dice:
        if parts.needed(job, die):
            group, wide, high = parts.chart(job, die, CHART, width)
            shapes.append(group._replace(x=(width - wide) / 2, y=y))
            y += high + 4.0
    # Notes are set a little smaller where that spares a line.
    notes = job.components.notes
    columns = [(note,) for note in notes] if cleft and len(notes) == 2 else [notes]
    wide = width if len(columns) < 2 else (1 - cleft) / 2 * width
    ways = {
        size: [[line for note in one for line in frame.wrap(note, size, wide)] for one in columns] for size in NOTES
    }
    points, said = min(ways.items(), key=lambda way: (max(map(len, way[1])), -way[0]))
    pitch = points * POINT * LEADING
    for number, lines in enumerate(said):
        x = width / 2 + (number - (len(said) - 1) / 2) * (width - wide)
        for n, line in enumerate(lines):
            shapes.append(job.text(x, y + (n + 0.8) * pitch, line, points, anchor="middle", role="soft"))
    y += max(map(len, said)) * pitch
    return tuple(shapes), y + GAP


def _lines(job: Job, width: float) -> tuple[list[Shape], float]:
    """Samples with their meanings side by side, or below each other with their lines under one another."""
    shapes, y, shown, step = list[Shape](), 2.5, samples(job), 7.0 if job.theme.linocut else 5.0
    whole = added(wide for _, wide in shown) + 8.0 * (len(shown) - 1)
    beside = whole + 2 * LEGEND_EDGE <= width
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
    # A meaning stands in two lines where all in one would be too wide.
    whole = max(PIECE, *(fonts.width(kind.meaning, "sans", 9 * POINT) for kind in kinds)) + 5.0
    step = min(whole, width / len(kinds))
    said = [frame.wrap(kind.meaning, 9, step - 5.0 + SLACK) for kind in kinds]
    if step < PIECE + 5.0 or max(map(len, said)) > 2:
        return _lines(job, width)
    shapes, pitch = list[Shape](), 9 * POINT * LEADING
    for number, (kind, words) in enumerate(zip(kinds, said, strict=True)):
        x = width / 2 + (number - (len(kinds) - 1) / 2) * step
        piece = routes.sample(kind.kind, kind.one_way, job.theme, PIECE)._replace(x=-PIECE / 2)
        lines = [job.text(0, 6.6 + n * pitch, line, 9, anchor="middle") for n, line in enumerate(words)]
        shapes.append(Group((piece, *lines), x=x, y=3.5, classes=f"meaning {kind.kind}"))
    return shapes, 13.5 + (max(map(len, said)) - 1) * pitch


COLUMN = 50.0  # mm: the least width of a column beside the board
EDGE = 5.0  # mm between words and the edges of the sheet
SMALLEST = 0.82  # of the size of legend and notes: on small paper
LINE = 9.0  # mm: the title where there is room for no more
LOW = 0.1  # of the width: a title without a picture over the board
LEAST_PIECE = 16.0  # mm: a piece shown in a column beside the board
LOST = 0.75  # of the largest board: rather than one smaller than this, the legend is left out


class Poster(NamedTuple):
    """The board's place, what stands about it or over it, and what lies under it, drawn when it is printed."""

    fit: Fit
    over: tuple[Shape, ...]
    under: Callable[[], tuple[Shape, ...]] = tuple


def plan(job: Job, dress: Dress) -> Poster:
    """The page with all that it may show; where the board would be too small for that, with a low title. Raises
    PaperError, OptionError as fit does."""
    try:
        return _plan(job, dress, dress.head)
    except PaperError:
        return _plan(job, dress, min(LOW, dress.head))


def _plan(job: Job, dress: Dress, most_head: float) -> Poster:
    body = frame.body(job)
    inner, within = body.within(dress.inset), body.within(dress.inset or EDGE)  # only a board over its words breaks out
    edge = max(0.0, EDGE - dress.inset)  # what words keep off the edges of a sheet that the board may fill
    x0, y0, x1, y1 = job.components.board.extent
    across, down = x1 - x0, y1 - y0
    small = min(1.0, max(SMALLEST, inner.width / 160, inner.height / 240))
    head = most_head * inner.width
    column = max(COLUMN, min(0.32 * within.width, within.width - within.height * across / down - GAP))

    def words(wide: float, *, brief: bool = False, cleft: float = 0.0) -> tuple[tuple[Shape, ...], float]:
        """Legend and notes in a width, and their height."""
        shapes, high = legend_words(job, wide / small, brief=brief, cleft=cleft)
        return shapes, high * small

    cleft, medal = dress.cleft
    tail = max(words(dress.words * inner.width, cleft=cleft)[1], medal * inner.width) + edge
    beside = words(column - 2 * edge)[1]
    # A picture over the board may cost it a little of its size, no more.
    low = min(head, LOW * inner.width)
    most = min(inner.width / across, (inner.height - low - tail) / down)
    head = min(head, max(low, inner.height - tail - dress.tall * most * down))
    aside = min((within.width - column - GAP) / across, within.height / down)
    ways = {
        "under": min(inner.width / across, (inner.height - head - tail) / down),
        "beside": aside if 0.4 * column + beside + 2 * edge <= within.height else 0.0,
        "alone": min(within.width / across, (within.height - LINE) / down),
    }
    scale = job.board_scale
    if scale is not None:
        way = next((way for way, most in ways.items() if most >= scale - SLACK), "alone")
        fit(job.components, inner.below(LINE) if way == "alone" else inner, job.request.token_mm, scale)
    else:
        way = max(("under", "beside"), key=ways.__getitem__)
        way = way if ways[way] >= LOST * ways["alone"] else "alone"
    inner = inner if way == "under" else within
    size = scale or max(ways[way], 0.01)
    taken = beside if way == "beside" else tail
    stage = _stage(way, body, inner, (size * across, size * down), (head, taken, dress.share, column), edge)
    at = fit(job.components, stage.board, job.request.token_mm, scale)
    stage = stage._replace(origin=(at.x, at.y), scale=at.scale)
    wide = stage.words.width if way == "beside" else dress.words * stage.words.width
    shapes, high = words(wide, cleft=0.0 if way == "beside" else cleft)
    if high > stage.words.height + SLACK and job.components.legend:
        shapes, high = words(wide, brief=True)  # notes and dice are on the cards, too
    over: tuple[Shape, ...] = ()
    if high <= stage.words.height + SLACK:
        free = stage.words.height - high
        top = stage.words.bottom - high if way == "beside" else stage.words.y + (free + GAP * small) / 2
        over = (Group(shapes, x=stage.words.centre[0] - wide / 2, y=top, scale=small, classes="legend"),)
        if way == "beside" and dress.pieces:
            over = (*_pieces(job, stage.words.above(high)), *over)
    if job.request.sheet == "kit":  # its board is folded
        stage = stage._replace(sheet=stage.sheet.within(leaves.OUTSIDE))
    return Poster(at, over, partial(dress.draw, stage, job.components, job.theme))


def _pieces(job: Job, area: Area) -> tuple[Shape, ...]:
    """A piece of each side, large, where a column beside the board has room for them."""
    sides, (x, y) = job.components.pieces[:2], area.centre
    size = min(0.46 * area.width, area.height - 2 * GAP)
    if "scenes" not in job.theme.parts or size < LEAST_PIECE or len(sides) < 2:
        return ()
    places = zip(sides, (x - 0.26 * area.width, x + 0.26 * area.width), strict=True)
    return tuple(artwork.token(kind, size, at, y) for kind, at in places)


def _stage(way: str, body: Area, inner: Area, size: Point, needs: Box, edge: float) -> Stage:
    """Where everything goes: words under the board, in a column beside it, or nowhere. `needs`: the least height of the
    title, the height of the words, the title's share of what is left over, the column."""
    (wide, high), (head, tail, share, column) = size, needs
    if way == "beside":
        left = Area(inner.x, inner.y, column, inner.height)
        free = (inner.width - column - GAP - wide) / 2
        board = Area(left.right + GAP + free, inner.y + (inner.height - high) / 2, wide, high)
        held = left.within(edge)
        low = max(tail, held.height / 2)
        return Stage(body, board, (0, 0), 1.0, held.above(low), held.below(held.height - low))
    free = inner.height - high
    over = LINE if way == "alone" else min(max(head, share * free), free - tail)
    board = Area(inner.x + (inner.width - wide) / 2, inner.y + over, wide, high)
    if way == "alone":
        board = board._replace(y=inner.y + max(over, free / 2))
    words = Area(inner.x, board.bottom, inner.width, max(0.0, inner.bottom - edge - board.bottom))
    return Stage(body, board, (0, 0), 1.0, Area(inner.x, inner.y, inner.width, board.y - inner.y), words)
