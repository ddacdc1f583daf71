"""A match as a moving picture: a GIF with a frame for each line of the log that did something."""

from __future__ import annotations

import io
from collections.abc import Iterator

from PIL import Image

from adjudicator.match import outputs
from adjudicator.match.folder import Folder, Replayed
from adjudicator.referee.ruling import turn_of
from printables.render import png
from printables.scene import Sheet

WIDTH = 500  # pixels
COLOURS = 64
MOST = 300  # frames; of a longer match as many, evenly chosen
SHOWN, LAST = 700, 3000  # milliseconds


def gif(folder: Folder, turn: int | None = None) -> bytes:
    """The match from its first position to the last, or to where `turn` began; play has come that far."""
    steps = list(_steps(folder, turn))
    if len(steps) > MOST:
        steps = [steps[round(n * (len(steps) - 1) / (MOST - 1))] for n in range(MOST)]
    frames = [_frame(outputs.draw(folder.match, folder.game, step.entry, step.after)) for step in steps]
    size = max(frame.width for frame in frames), max(frame.height for frame in frames)
    first, *rest = (_set(frame, size) for frame in frames)
    out = io.BytesIO()
    times = [SHOWN] * len(rest) + [LAST]
    first.save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0, optimize=False)
    return out.getvalue()


def _steps(folder: Folder, turn: int | None) -> Iterator[Replayed]:
    """Each line that did something, with what it led to."""
    for step in folder.replay():
        if turn is not None and turn_of(step.after) > turn:
            return
        if step.entry.done and step.after.state is not None:
            yield step


def _frame(sheet: Sheet) -> Image.Image:
    made: Image.Image = png.drawn(sheet.pages[0], sheet, WIDTH)
    return made


def _set(frame: Image.Image, size: tuple[int, int]) -> Image.Image:
    """All frames have one size: pictures differ by the lines under the board."""
    whole = Image.new("RGB", size, "white")
    whole.paste(frame, (0, 0))
    return whole.quantize(COLOURS, dither=Image.Dither.NONE)
