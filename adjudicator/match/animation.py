"""A match as a moving picture, WebP or GIF: a frame for each line of the log that did something, drawn one by one."""

import io
from collections.abc import Iterator
from itertools import takewhile

from PIL import GifImagePlugin, Image, ImageChops

from adjudicator.letters.phrases import LANGUAGE
from adjudicator.match import outputs
from adjudicator.match.folder import Folder
from adjudicator.referee.ruling import turn_of
from printables.render import png
from printables.scene import Sheet

WIDTH = 500  # pixels
QUALITY, METHOD = 50, 2  # of a WebP  # equivalent: more makes it larger, and its letters no clearer
COLOURS = 63  # of a GIF, and one more for what stays as it was
MOST = 300  # frames; of a longer match as many, evenly chosen
SHOWN, LAST = 700, 3000  # milliseconds


def make(
    folder: Folder, format: str, turn: int | None = None, language: str = LANGUAGE, width: int = WIDTH, most: int = MOST
) -> bytes:
    """The match from its first position to the last, or to where `turn` began; play has come that far. `most`: frames,
    `width` pixels wide."""
    film = _Film(folder, turn, language, width, most)
    if format == "gif":
        return b"".join(_gif(film))
    out, whole = io.BytesIO(), film.n_frames + 1  # that many frames are never drawn whole again
    how = {"duration": film.times, "quality": QUALITY, "method": METHOD, "kmin": whole, "kmax": whole + 1}
    film.save(out, "WEBP", save_all=True, **how)
    return out.getvalue()


class _Film(Image.Image):
    """Frames of one size, though pictures differ by the lines under the board: the one that is sought is drawn."""

    def __init__(self, folder: Folder, turn: int | None, language: str, width: int, most: int) -> None:
        super().__init__()
        past = takewhile(lambda step: turn is None or turn_of(step.after) <= turn, folder.replay())
        steps = [step for step in past if step.entry.done and step.after.state is not None]
        if len(steps) > most:
            steps = [steps[round(n * (len(steps) - 1) / (most - 1))] for n in range(most)]
        self._folder, self._steps, self._mode, self._language = folder, steps, "RGB", language
        self.n_frames = len(steps)
        self.times = [SHOWN] * (len(steps) - 1) + [LAST]
        pages = (self._sheet(number).pages[0] for number in range(len(steps)))
        self._size = width, max(png.scaled(page, width)[1] for page in pages)
        self.seek(0)

    def _sheet(self, number: int) -> Sheet:
        step = self._steps[number]
        return outputs.draw(self._folder.match, self._folder.game, step.entry, step.after, language=self._language)

    def seek(self, frame: int) -> None:
        """Draw that one."""
        self._at, sheet = frame, self._sheet(frame)
        whole = Image.new("RGB", self._size, "white")
        whole.paste(png.drawn(sheet.pages[0], sheet, self._size[0]), (0, 0))
        self.im = whole.im

    def tell(self) -> int:
        return self._at


def _gif(film: _Film) -> Iterator[bytes]:
    """The first frame, then of each what has changed in it. All have the colours of the first and the last."""
    both = Image.new("RGB", (film.width, 2 * film.height))
    for number in (film.n_frames - 1, 0):
        film.seek(number)
        both.paste(film, (0, film.height if number else 0))
    palette = both.quantize(COLOURS, dither=Image.Dither.NONE)
    before: Image.Image | None = None
    for number, time in enumerate(film.times):
        film.seek(number)
        frame = film.quantize(palette=palette, dither=Image.Dither.NONE)
        inks = Image.frombytes("L", frame.size, frame.tobytes())
        if before is None:
            yield from GifImagePlugin.getheader(frame, info={"loop": 0})[0]
            yield from GifImagePlugin.getdata(frame, duration=time)
        else:
            off = ImageChops.difference(before, inks)
            frame.paste(COLOURS, mask=off.point([255, *[0] * 255], "1"))
            box = off.getbbox() or (0, 0, 1, 1)
            yield from GifImagePlugin.getdata(frame.crop(box), box[:2], duration=time, transparency=COLOURS)
        before = inks
    yield b";"
