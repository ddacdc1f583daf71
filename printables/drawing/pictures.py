"""Pictures of a user's own, by file: SVG as outlines, PNG as pixels, both checked before anything is drawn with them.

An SVG keeps its own colours here; emblems in the inks of a theme are read by printables.drawing.emblems.
"""

import hashlib
import io
import math
import os
import stat
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from printables.core.errors import TemplateError
from printables.drawing import vectors
from printables.scene import Group, Image, Shape, Symbol, Use
from printables.scene.layout import Area
from printables.scene.theme import PICTURES

LARGEST = 8_000_000  # bytes of PNG
PIXELS = 40_000_000  # an A4 page at 600 dpi
SIDE = 2000  # pixels: what is larger is made smaller, or it would weigh more than all else
_PNG = b"\x89PNG\r\n\x1a\n"


class Picture(NamedTuple):
    """A picture as high and wide as it likes, about (0, 0): in a box with a diagonal of 2, so within a circle of 1."""

    symbol: Symbol
    width: float
    height: float

    def within(self, area: Area) -> Use:
        """The picture as large as it goes in the middle of an area."""
        scale = min(area.width / self.width, area.height / self.height)
        return Use(self.symbol, *area.centre, scale, classes="picture own")

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return self.symbol.shapes


def meant(name: str) -> bool:
    """Whether a name is that of a picture's file."""
    return name.lower().endswith(PICTURES)


def read(path: Path, source: str = "") -> Picture:
    """A picture from a file. `source`: what names it, for messages. Raises TemplateError for all that is not one."""
    where, name = (source, f"{path.name}: ") if source else (str(path), "")
    most = LARGEST + 1
    try:
        with open(path, "rb", opener=_open) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise TemplateError(f"{name}this is not a picture", "name a file of SVG or PNG", where)
            data = file.read(most)
    except OSError as error:
        raise TemplateError(f"{name}it cannot be read: {error.strerror}", "name a file of SVG or PNG", where) from None
    try:
        return _made(data)
    except ValueError as error:
        message, _, hint = str(error).partition("; ")
        raise TemplateError(f"{name}{message}", hint, where) from None


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # a pipe without a writer would keep us waiting


@lru_cache(maxsize=32)
def _made(data: bytes) -> Picture:
    """Raises ValueError, "what is wrong; what to do"."""
    shape: Shape
    if data.startswith(_PNG):
        wide, high, clean = _pixels(data)
        k = 2 / math.hypot(wide, high)
        shape = Image(-k * wide / 2, -k * high / 2, k * wide, k * high, clean)
    else:
        drawing = vectors.read(data)
        wide, high = drawing.width, drawing.height
        k = 2 / math.hypot(wide, high)
        shape = Group(drawing.shapes, -k * wide / 2, -k * high / 2, k)
    return Picture(Symbol(f"picture-{hashlib.sha256(data).hexdigest()[:16]}", (shape,)), k * wide, k * high)


def _pixels(data: bytes) -> tuple[float, float, bytes]:
    """Width, height and bytes of a PNG written anew: without what else a file may carry, and no larger than needed."""
    from PIL import Image as Pixels

    few = f"save it with {SIDE} pixels a side or fewer"
    if len(data) > LARGEST:
        raise ValueError(f"the picture has more than {LARGEST // 1_000_000} MB; {few}")
    try:
        with Pixels.open(io.BytesIO(data), formats=("PNG",)) as picture:
            drawn = picture.convert("RGBA") if picture.width * picture.height <= PIXELS else None
    except Pixels.DecompressionBombError:
        drawn = None
    except Exception:  # Pillow raises a dozen
        raise ValueError("this is not a sound PNG; save it again") from None
    if drawn is None:
        raise ValueError(f"it has far too many pixels; {few}")
    drawn.thumbnail((SIDE, SIDE))
    if drawn.getchannel("A").getextrema() == (255, 255):
        drawn = drawn.convert("RGB")
    out = io.BytesIO()
    drawn.save(out, "PNG", optimize=False)
    return drawn.width, drawn.height, out.getvalue()
