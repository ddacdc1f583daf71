"""The page of a board in a theme that illustrates it: title and legend in the drawing, the board as large as may be."""

from typing import NamedTuple

from printables.core.errors import PaperError
from printables.drawing import artwork
from printables.drawing.fit import Fit, fit
from printables.scene import Group, Shape
from printables.scene.components import Dress
from printables.scene.layout import SLACK, Area, Stage
from printables.sheets import frame
from printables.sheets.frame import GAP, Job
from printables.sheets.poster import legend

COLUMN = 50.0  # mm: the least width of a column beside the board
EDGE = 5.0  # mm between words and the edges of the sheet
SMALLEST = 0.82  # of the size of legend and notes: on small paper
LINE = 9.0  # mm: the title where there is room for no more
LOW = 0.1  # of the width: a title without a picture over the board
TALL = 0.93  # of the board's size without it: what a high title may leave
LEAST_PIECE = 16.0  # mm: a piece shown in a column beside the board
LOST = 0.75  # of the largest board: rather than one smaller than this, the legend is left out


class Poster(NamedTuple):
    """The board's place, what lies under it and what stands over it."""

    fit: Fit
    under: tuple[Shape, ...]
    over: tuple[Shape, ...]


def plan(job: Job, dress: Dress) -> Poster:
    """The page with all that it may show; where the board would be too small for that, with a low title.

    Raises PaperError, OptionError as fit does.
    """
    try:
        return _plan(job, dress, dress.head)
    except PaperError:
        return _plan(job, dress, min(LOW, dress.head))


def _plan(job: Job, dress: Dress, most_head: float) -> Poster:
    body = frame.body(job)
    inner = body.within(dress.inset)
    edge = max(0.0, EDGE - dress.inset)  # what words keep off the edges of a sheet that the board may fill
    x0, y0, x1, y1 = job.components.board.extent
    across, down = x1 - x0, y1 - y0
    small = min(1.0, max(SMALLEST, inner.width / 160, inner.height / 240))
    head = most_head * inner.width
    column = max(COLUMN, min(0.32 * inner.width, inner.width - inner.height * across / down - GAP))

    def words(wide: float, *, brief: bool = False) -> tuple[tuple[Shape, ...], float]:
        """Legend and notes in a width, and their height."""
        shapes, high = legend.words(job, wide / small, brief=brief)
        return shapes, high * small

    tail, beside = words(dress.words * inner.width)[1] + edge, words(column - 2 * edge)[1]
    # A picture over the board may cost it a little of its size, no more.
    low = min(head, LOW * inner.width)
    most = min(inner.width / across, (inner.height - low - tail) / down)
    head = min(head, max(low, inner.height - tail - TALL * most * down))
    ways = {
        "under": min(inner.width / across, (inner.height - head - tail) / down),
        "beside": min((inner.width - column - GAP) / across, inner.height / down)
        if 0.4 * column + beside + 2 * edge <= inner.height
        else 0.0,
        "alone": min(inner.width / across, (inner.height - LINE) / down),
    }
    scale = job.board_scale
    if scale is not None:
        way = next((way for way, most in ways.items() if most >= scale - SLACK), "alone")
        fit(job.components, inner.below(LINE) if way == "alone" else inner, job.request.token_mm, scale)
    else:
        way = max(("under", "beside"), key=ways.__getitem__)
        way = way if ways[way] >= LOST * ways["alone"] else "alone"
    size = scale or max(ways[way], 0.01)
    taken = beside if way == "beside" else tail
    stage = _stage(way, body, inner, (size * across, size * down), (head, taken, dress.share), column, edge)
    at = fit(job.components, stage.board, job.request.token_mm, scale)
    stage = stage._replace(origin=(at.x, at.y), scale=at.scale)
    wide = stage.words.width if way == "beside" else dress.words * stage.words.width
    shapes, high = words(wide)
    if high > stage.words.height + SLACK and job.components.legend:
        shapes, high = words(wide, brief=True)  # notes and dice are on the cards, too
    over: tuple[Shape, ...] = ()
    if high <= stage.words.height + SLACK:
        top = stage.words.bottom - high if way == "beside" else stage.words.y + (stage.words.height - high) / 2
        over = (Group(shapes, x=stage.words.centre[0] - wide / 2, y=top, scale=small, classes="legend"),)
        if way == "beside":
            over = (*(_pieces(job, stage.words.above(high)) if dress.pieces else ()), *over)
    return Poster(at, dress.draw(stage, job.components, job.theme), over)


def _pieces(job: Job, area: Area) -> tuple[Shape, ...]:
    """A piece of each side, large, where a column beside the board has room for them."""
    sides = job.components.pieces[:2]
    size = min(0.46 * area.width, area.height - 2 * GAP)
    if "scenes" not in job.theme.parts or size < LEAST_PIECE or len(sides) < 2:
        return ()
    y = area.centre[1]
    places = zip(sides, (area.centre[0] - 0.26 * area.width, area.centre[0] + 0.26 * area.width), strict=True)
    return tuple(artwork.token(kind, size, x, y) for kind, x in places)


def _stage(
    way: str,
    body: Area,
    inner: Area,
    size: tuple[float, float],
    needs: tuple[float, float, float],
    column: float,
    edge: float,
) -> Stage:
    """Where everything goes: words under the board, in a column beside it, or nowhere.

    `needs`: the least height of the title, the height of the words, and the title's share of what is left over.
    """
    (wide, high), (head, tail, share) = size, needs
    if way == "beside":
        left = Area(inner.x, inner.y, column, inner.height)
        board = Area(
            left.right + GAP + (inner.width - column - GAP - wide) / 2, inner.y + (inner.height - high) / 2, wide, high
        )
        held = left.within(edge)
        low = max(tail, held.height / 2)
        return Stage(body, board, (0, 0), 1.0, held.above(low), held.below(held.height - low))
    free = inner.height - high
    over = LINE if way == "alone" else min(max(head, share * free), free - tail)
    board = Area(inner.x + (inner.width - wide) / 2, inner.y + over, wide, high)
    if way == "alone":
        board = board._replace(y=inner.y + max(over, free / 2))
    return Stage(
        body,
        board,
        (0, 0),
        1.0,
        Area(inner.x, inner.y, inner.width, board.y - inner.y),
        Area(inner.x, board.bottom, inner.width, max(0.0, inner.bottom - edge - board.bottom)),
    )
