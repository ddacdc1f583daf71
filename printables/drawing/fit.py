"""How large a board can be in an area, and how large its tokens: the one place where the two are made to agree."""

import math
from typing import NamedTuple

from printables.core.errors import OptionError, PaperError
from printables.drawing.artwork import NAME_SIZE, TOKEN, fits, largest
from printables.scene import POINT
from printables.scene.components import Components
from printables.scene.geometry import Board
from printables.scene.layout import SLACK, Area

STEP = 0.1  # mm: tokens are cut by hand, so their size is a round figure
LEAST_TOKEN = 4.0  # mm: anything smaller is lost on the carpet
LEAST_NAME = 5 * POINT  # mm: the smallest print that can be read
READ = 7 * POINT  # mm: in which names are printed where their places hold it


class Fit(NamedTuple):
    """A board on a page: page mm per board mm, where the board's origin lies (mm), and the diameter of its tokens."""

    scale: float
    x: float
    y: float
    token: float


def fit(components: Components, area: Area, token_mm: float | None = None, scale: float | None = None) -> Fit:
    """The board as large as the area allows, or at `scale`, in its middle, and tokens as large as the board allows.

    `token_mm` asks for tokens of that diameter. Raises PaperError where names could not be read or the area is too
    small for the scale, OptionError for tokens that would not fit.
    """
    x0, y0, x1, y1 = components.board.extent
    if scale is None:
        scale = min(area.width / (x1 - x0), area.height / (y1 - y0))
    elif not holds(area, components, scale):
        raise PaperError(
            f"the board would be {scale * (x1 - x0):.0f} x {scale * (y1 - y0):.0f} mm, more than this paper holds",
            "add --tile to lay it over several sheets, or take larger paper",
        )
    middle = area.centre
    return Fit(
        scale,
        middle[0] - scale * (x0 + x1) / 2,
        middle[1] - scale * (y0 + y1) / 2,
        tokens(components, scale, token_mm),
    )


def least_name(board: Board, scale: float) -> float:
    """The smallest size of a name on a board at that scale, in board mm: 7 point on paper, or what its place holds,
    and never under 5.
    """
    return max(LEAST_NAME, min(READ, (largest(board) or READ) * scale)) / scale


def holds(area: Area, components: Components, scale: float) -> bool:
    """Whether the board at that scale has room in an area."""
    x0, y0, x1, y1 = components.board.extent
    return scale * (x1 - x0) <= area.width + SLACK and scale * (y1 - y0) <= area.height + SLACK


def tokens(components: Components, scale: float, token_mm: float | None = None) -> float:
    """The diameter (mm) of the tokens of a board at that scale. Raises PaperError, OptionError as `fit` does."""
    board = components.board
    if scale <= 0 or not all(fits(place, max(NAME_SIZE * board.pitch, LEAST_NAME / scale)) for place in board.places):
        raise PaperError(
            f"the board of {components.title} would be too small to read on this paper",
            "take larger paper, such as a5 or a4",
            source="--paper",
        )
    widest = math.floor(TOKEN * board.room * scale / STEP + 1e-6) * STEP
    if token_mm is not None and not LEAST_TOKEN <= token_mm <= widest + 1e-6:
        raise OptionError(
            f"tokens of {token_mm:g} mm do not fit a board whose spaces are {board.room * scale:.1f} mm apart",
            f"on this paper they may be {LEAST_TOKEN:g} to {widest:.1f} mm wide",
            source="--token-mm",
        )
    return widest if token_mm is None else token_mm
