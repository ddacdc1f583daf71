"""The board, as large as the paper allows, with its title, the meaning of its paths and the dice chart beside it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from printables.core import OptionError
from printables.core.templates import say
from printables.drawing import artwork, bounds, diagrams, routes, spaces
from printables.drawing.artwork import READ, Fit, fit, holds, least_name, tokens
from printables.paper import leaves
from printables.paper.paper import Margins
from printables.scene import POINT, SLACK, Area, Circle, Curve, Group, Page, Rect, Shape, Style, added
from printables.scene.components import Board, Place
from printables.scene.theme import CLASSIC
from printables.sheets import frame, poster, tactile
from printables.sheets.frame import GAP, Job, Product
from printables.sheets.poster import Poster
from printables.text import fonts

TITLE = "Board"
COLUMN = 46.0  # mm: the least width of a column beside the board
WORDED = 0.8  # so much of its largest size a board may lose to title and legend
TURNED = 1.15  # so many times as large a board has to be for its paper to be turned
TABLE = 297.0  # mm: the shorter side of a sheet that lies on a table, at most
COMPACT = 5.0  # mm: a title of one line, where there is no room for more


def place(job: Job) -> Fit:
    """Scale and place of the board on this paper, and the diameter of its tokens. Raises PaperError, OptionError. A
    board laid over several sheets has no place on a page."""
    if scale := _tiled(job):
        return Fit(scale, 0.0, 0.0, tokens(job.components, scale, job.request.token_mm))
    job = held(job)
    if job.request.carved:
        return _fit(job, frame.body(job).within(_around(job.components.board)))
    return _plan(job).fit


def held(job: Job) -> Job:
    """The paper turned, where nothing says how to hold it and the board is so much larger that way."""
    if job.request.orientation or job.board_scale is not None or job.request.fit_papers:
        return job
    turned = job._replace(paper=job.paper.turned())
    x0, y0, x1, y1 = job.components.board.extent
    sizes = [min(area.width / (x1 - x0), area.height / (y1 - y0)) for area in map(frame.body, (job, turned))]
    if sizes[1] < TURNED * sizes[0]:
        return job
    return turned if _plan(turned).fit.scale >= TURNED * _plan(job).fit.scale else job


def over_sheets(job: Job, across: int, down: int) -> float:
    """The largest scale at which the board fits so many sheets, held whichever way shows more."""
    from printables.paper import tiling

    x0, y0, x1, y1 = job.components.board.extent
    scales = []
    for paper in (job.paper, job.paper.turned()):
        width, height = tiling.room(paper, _foot(job))
        step = across * width - (across - 1) * tiling.OVERLAP, down * height - (down - 1) * tiling.OVERLAP
        scales.append(min(step[0] / (x1 - x0), step[1] / (y1 - y0)))
    return max(scales)


def pages(job: Job) -> tuple[Page, ...]:
    """One page, or a map of the sheets and a page for each where the board is laid over several."""
    if scale := _tiled(job):
        return _sheets(job, scale)
    job = held(job)
    if job.request.carved:
        return _carved(job)
    plan = _plan(job)
    group = _drawn(job, plan.fit.scale)._replace(x=plan.fit.x, y=plan.fit.y)
    # A dress has a frame all around and its words within: there the marks lie outside the frame, but for a board that
    # breaks it.
    framed = job.components.dress is not None
    taken = filter(None, (bounds.of([shape]) for shape in ((group,) if framed else plan.over)))
    if job.request.sheet != "kit":  # a board by itself need not be folded
        return (frame.page(job, say(TITLE), (*plan.under(), group, *plan.over)),)
    paper, tick = job.paper, leaves.OUTSIDE if framed else leaves.TICK
    ground, creases = leaves.marks(paper.width, paper.height, paper.area, job.fold, taken, tick)
    return (frame.page(job, say(TITLE), (*plan.under(), group, *plan.over, *ground))._replace(fold=creases),)


def _drawn(job: Job, scale: float) -> Group:
    game, least = job.components, least_name(job.components.board, scale)
    drawn = artwork.board(game.board, job.theme, least=least, ground=game.ground, art=game.art)
    return Group(drawn, scale=scale, classes="board", title=diagrams.told(game))


def _tiled(job: Job) -> float:
    """The scale of a board that is to be laid over sheets, and too large for one; else 0."""
    if job.board_scale is None or job.request.carved or not job.request.tile:
        return 0.0
    return 0.0 if holds(frame.body(job).below(COMPACT), job.components, job.board_scale) else job.board_scale


def _foot(job: Job) -> float:
    """What the foot line takes of a sheet, whichever way it is held."""
    return max(frame.foot(job, paper.area)[1] for paper in (job.paper, job.paper.turned())) + 1.0


def _sheets(job: Job, scale: float) -> tuple[Page, ...]:
    from printables.paper import tiling

    board = job.components.board.scaled(scale)
    halves = ((place, place.size / 2) for place in board.places)
    avoid = [(place.x - half, place.y - half, place.x + half, place.y + half) for place, half in halves]
    plan = tiling.plan(board.extent, job.paper, avoid, foot=_foot(job))
    area = plan.paper.area
    under, tail = poster.legend_words(job, area.width)
    made = tiling.pages(plan, (_drawn(job, scale),), job.theme, say(TITLE), avoid, below=tail + GAP)
    meanings = Group(under, x=area.x, y=area.bottom - plan.foot - tail, classes="legend")
    made[0] = made[0]._replace(shapes=(*made[0].shapes, meanings))
    foot = Group(frame.foot(job, area)[0], classes="foot")
    return tuple(page._replace(shapes=(*page.shapes, foot)) for page in made)


def _plan(job: Job) -> Poster:
    """A sheet for a wall is one for a table, drawn larger: title, words and frames as well."""
    paper = job.paper
    larger = min(paper.area[2:]) / TABLE
    if larger <= 1.0:
        return _table(job)
    edges = Margins(*(edge / larger for edge in paper.margins))
    small = replace(paper, width=paper.width / larger, height=paper.height / larger, margins=edges)
    wanted = job.board_scale and job.board_scale / larger
    at, shapes, under = _table(job.with_tokens(None)._replace(paper=small, board_scale=wanted))
    scale = at.scale * larger
    at = Fit(scale, at.x * larger, at.y * larger, tokens(job.components, scale, job.request.token_mm))
    return Poster(at, (Group(shapes, scale=larger),), lambda: (Group(under(), scale=larger),))


def _table(job: Job) -> Poster:
    """Words over and under the board where that costs it nothing, else beside it, else in one line above it. A game
    that illustrates its board has them in the drawing."""
    if job.components.dress is not None:
        return poster.plan(job, job.components.dress)
    area = frame.body(job)
    top, head = _head(job, area)
    under, tail = poster.legend_words(job, area.width)
    x0, y0, x1, y1 = job.components.board.extent
    tall, wide = (y1 - y0) / (x1 - x0) * area.width, (x1 - x0) / (y1 - y0) * area.height
    if job.board_scale is not None:
        tall, wide = job.board_scale * (y1 - y0), job.board_scale * (x1 - x0)
    if area.height >= tall + head + tail and (job.board_scale is None or wide <= area.width + SLACK):
        # Room to spare goes half over and half under the board.
        spare = (area.height - tall - head - tail) / 3
        at = _fit(job, Area(area.x, area.y + head + spare, area.width, tall))
        return Poster(at, (*top, Group(under, x=area.x, y=area.y + head + tall + GAP + 2 * spare, classes="legend")))
    if area.width >= wide + COLUMN + GAP and (job.board_scale is None or tall <= area.height + SLACK):
        column = area._replace(width=area.width - wide - GAP)
        at = _fit(job, Area(column.right + GAP, area.y, wide, area.height))
        title, high = _head(job, column)
        words, low = poster.legend_words(job, column.width)
        if high + low <= column.height:
            return Poster(at, (*title, Group(words, x=column.x, y=area.y + high + GAP, classes="legend")))
    at = _fit(job, area.below(COMPACT))
    smaller = min(area.width / (x1 - x0), (area.height - head - tail - GAP) / (y1 - y0))
    if job.board_scale is None and smaller >= WORDED * at.scale:
        high = smaller * (y1 - y0)
        at = _fit(job, Area(area.x, area.y + head, area.width, high))
        return Poster(at, (*top, Group(under, x=area.x, y=area.y + head + high + GAP, classes="legend")))
    line = job.text(area.x, area.y + 3.6, job.components.title, 11, "serif-bold")._replace(tags=frame.HEADING)
    samples = poster.samples(job)  # the legend at the right end of the title's line, if it fits there
    wide = added(width for _, width in samples) + 6.0 * (len(samples) - 1)
    if wide + (line.width or 0) + 6.0 > area.width:
        return Poster(at, (line,))
    starts = accumulate((width + 6.0 for _, width in samples), initial=area.right - wide)
    inline = (sample._replace(x=x, y=area.y + 2.4) for (sample, _), x in zip(samples, starts, strict=False))
    return Poster(at, (line, *inline))


def _fit(job: Job, area: Area) -> Fit:
    return fit(job.components, area, job.request.token_mm, job.board_scale)


def _head(job: Job, area: Area) -> tuple[tuple[Shape, ...], float]:
    """Title and summary in the middle of the top of an area, and their height."""
    components, middle, size = job.components, area.centre[0], 24.0
    while size > 12 and fonts.width(components.title, "serif-bold", size * POINT) > area.width:
        size -= 1
    y = area.y + 0.8 * size * POINT
    title = job.text(middle, y, components.title, size, "serif-bold", "middle")
    shapes: list[Shape] = [title._replace(tags=frame.HEADING)]
    for line in frame.wrap(components.summary, 10, area.width, "serif-italic"):
        y += 10 * POINT * 1.45
        shapes.append(job.text(middle, y, line, 10, "serif-italic", "middle", "soft"))
    return (Group(tuple(shapes), classes="title"),), y - area.y + 1.2 + GAP


DARK, LINE = Style(fill="#000000"), Style(stroke="#000000", width=0.2)
EDGE = 3.0  # mm: the radius of a carved board's corners, and what is left of it about names
LEAST = 1.0  # mm: a hole for a pin, and the wood between two


def _around(board: Board) -> float:
    """What names and edge of a carved board take on each side."""
    return EDGE + (0.0 if board.aside else spaces.room(board, READ))


def _carved(job: Job) -> tuple[Page, ...]:
    """The board as a machine makes it of one piece: grooves between points, which may be holes, squares, names, its
    edge. What is engraved is printed black; grooves are in the layer of folds, holes and the edge in that of cuts."""
    components, at, around = job.components, place(job), _around(job.components.board)
    board = components.board.scaled(at.scale)
    engraved, bored, scored = relief(board, job.request.hole_mm)
    names = artwork.names(board, CLASSIC, READ) if board.aside else Group(spaces.names(board, CLASSIC, READ))
    art = Group(components.art, scale=at.scale)
    x0, y0, x1, y1 = board.extent
    edge = Rect(x0 - around, y0 - around, x1 - x0 + 2 * around, y1 - y0 + 2 * around, job.cut, EDGE)
    shapes = Group((*engraved, art, names), at.x, at.y, classes="board", title=diagrams.told(components))
    cut, fold = (Group(some, at.x, at.y) for some in ((*bored, edge), scored))
    return (frame.page(job, say(TITLE), (shapes,))._replace(cut=(cut,), fold=(fold,)),)


def relief(board: Board, hole: float | None) -> Iterator[tuple[Shape, ...]]:
    """What of a board is engraved, cut through, and scored. Raises OptionError for holes that would meet."""
    if hole is not None and not LEAST <= hole <= board.room - LEAST:
        most = f"on this board they may be {LEAST:g} to {board.room - LEAST:.1f} mm wide"
        raise OptionError(f"holes of {hole:g} mm do not fit", most, source="--hole-mm")
    engraved, cut, scored = list[Shape](), list[Shape](), list[Shape]()
    for path in board.paths:
        if routes.drawn(board, path):
            ends = [_reach(board.by_id[name], hole) for name in (path.a, path.b)]
            track = routes.tracked(board, path, inset=(ends[0], ends[1]))
            if path.one_way:
                engraved.append(tactile.trail(track, one_way=True))
            else:
                scored.append(Curve(track.segments(), LINE))
    for item in board.places:
        if item.cell:
            scored.append(spaces.outline(item, LINE))
            if item.kind.endswith(" dark"):
                engraved.append(spaces.outline(item, DARK))
        elif item.kind == "crossing":
            engraved.append(Circle((item.x, item.y), item.size / 2, DARK))
        elif item.kind != "area":
            bored = hole is not None and item.kind != "slot"
            (cut if bored else scored).append(Circle((item.x, item.y), _reach(item, hole), LINE))
    return map(tuple, (engraved, cut, scored))


def _reach(item: Place, hole: float | None) -> float:
    return (item.size if hole is None or item.kind == "slot" else hole) / 2


PRODUCT = Product(TITLE, "stiff paper, or plain paper glued to card", pages)
