"""The board as a machine makes it of one piece: grooves between points, which may be holes, squares, names, its edge.
What is to be engraved is printed black; grooves are in the layer of folds, holes and the edge in that of cuts."""

from collections.abc import Iterator

from printables.core.errors import OptionError
from printables.core.templates import say
from printables.drawing import artwork, diagrams, routes, spaces
from printables.drawing.artwork import READ, Fit
from printables.scene import Circle, Curve, Group, Page, Rect, Shape, Style
from printables.scene.components import Board, Place
from printables.scene.theme import CLASSIC
from printables.sheets import frame, tactile
from printables.sheets.frame import Job

DARK, LINE = Style(fill="#000000"), Style(stroke="#000000", width=0.2)
EDGE = 3.0  # mm: the radius of the board's corners, and what is left of it about names
LEAST = 1.0  # mm: a hole for a pin, and the wood between two


def place(job: Job) -> Fit:
    """Scale and place of the board, as large as the paper has room for it. Raises PaperError, OptionError."""
    area = frame.body(job).within(_around(job.components.board))
    return artwork.fit(job.components, area, job.request.token_mm, job.board_scale)


def _around(board: Board) -> float:
    """What names and edge take on each side."""
    return EDGE + (0.0 if board.aside else spaces.room(board, READ))


def pages(job: Job) -> tuple[Page, ...]:
    """The board alone. Raises PaperError, OptionError."""
    components, fit, around = job.components, place(job), _around(job.components.board)
    board = components.board.scaled(fit.scale)
    engraved, bored, scored = relief(board, job.request.hole_mm)
    names = artwork.names(board, CLASSIC, READ) if board.aside else Group(spaces.names(board, CLASSIC, READ))
    art = Group(components.art, scale=fit.scale)
    x0, y0, x1, y1 = board.extent
    edge = Rect(x0 - around, y0 - around, x1 - x0 + 2 * around, y1 - y0 + 2 * around, job.cut, EDGE)
    shapes = Group((*engraved, art, names), fit.x, fit.y, classes="board", title=diagrams.told(components))
    cut, fold = (Group(some, fit.x, fit.y) for some in ((*bored, edge), scored))
    return (frame.page(job, say("Board"), (shapes,), cut=(cut,), fold=(fold,)),)


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
