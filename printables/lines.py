"""Words broken into lines: what stands on each, where, and how high it is. Lengths mm, font sizes points."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from printables.errors import TemplateError
from printables.markup import Break, Inline, Picture, Span
from printables.render import fonts
from printables.scene import Anchor, Box, Group, Shape, Symbol, Text, Use
from printables.theme import Theme

POINT = 25.4 / 72  # mm
# A word may break after a hyphen or dash between letters, not in a name such as a1-b2.
_INSIDE = re.compile(r"(?<=[^\W\d_]{2}[-–—/])(?=[^\W\d_]{2})")


class TooLarge(TemplateError):
    """A picture or table that no column of this size can hold; smaller type may help."""


class TextLook(NamedTuple):
    """How text is typeset: `size` of the body in points, `leading` in sizes, fonts by family, colours.

    `align`: where lines of prose and headings stand. `drop`: the first paragraph begins with a capital letter so many
    lines high, in the font and colour of `capital`. `stretch`: tables are as wide as their column.
    """

    size: float = 9.5
    leading: float = 1.27
    body: str = "serif"
    heading: str = "sans"
    ink: str = "#1a1a1a"
    soft: str = "#6b6b6b"
    faint: str = "#b9b9b9"
    align: Anchor = "start"
    drop: int = 0
    capital: tuple[str, str] = ("cinzel", "#1a1a1a")
    stretch: bool = False

    @classmethod
    def of(cls, theme: Theme, size: float = 9.5) -> TextLook:
        """The look in the inks of a theme."""
        return cls(size=size, ink=theme.ink("ink"), soft=theme.ink("soft"), faint=theme.ink("faint"))


class Inset(NamedTuple):
    """A picture that text may name: art within `box` (its own mm), drawn `height` sizes high in a line of words, and
    `alone` sizes high in a paragraph of its own.
    """

    art: Symbol | Group
    box: Box = (-1.0, -1.0, 1.0, 1.0)
    height: float = 1.25
    alone: float = 4.0

    def scaled(self, height: float) -> tuple[float, float]:
        """The scale at which it is so high (mm), and how wide it is then."""
        x0, y0, x1, y1 = self.box
        return height / (y1 - y0), height / (y1 - y0) * (x1 - x0)

    def drawn(self, x: float, y: float, height: float, title: str = "") -> Shape:
        """The picture `height` mm high with its top left corner at (x, y)."""
        scale, _ = self.scaled(height)
        at = (x - self.box[0] * scale, y - self.box[1] * scale)
        if isinstance(self.art, Symbol):
            return Use(self.art, *at, scale, title=title)
        return Group((self.art,), *at, scale, title=title)


class Face(NamedTuple):
    """The type that a paragraph, heading or cell is set in: size in mm, family, and whether it is bold throughout."""

    size: float
    family: str
    ink: str
    leading: float
    bold: bool = False

    def font(self, span: Span) -> str:
        return fonts.styled(self.family, bold=self.bold or span.bold, italic=span.italic)

    @property
    def height(self) -> float:
        """From one baseline to the next."""
        return self.size * self.leading


class SetLine(NamedTuple):
    """A line as set: shapes from its top left, its width and its height, and its baseline below the top."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    baseline: float


class _Piece(NamedTuple):
    """Letters of one font, or a picture."""

    width: float
    font: str = ""
    text: str = ""
    inset: Inset | None = None


@dataclass(slots=True)
class _Word:
    """Pieces that stay together; `space` (mm) parts it from the next one in its line; `last`: its line ends here."""

    pieces: list[_Piece] = field(default_factory=list)
    space: float = 0.0
    last: bool = False

    @property
    def width(self) -> float:
        return sum(piece.width for piece in self.pieces)


def set_lines(
    inlines: Sequence[Inline],
    width: float,
    face: Face,
    pictures: Mapping[str, Inset],
    anchor: Anchor = "start",
    lead: tuple[int, float] = (0, 0.0),
) -> list[SetLine]:
    """The inlines in lines of at most `width`: as few as can be, and as even as can be.

    `lead`: the first so many lines begin so much further right, beside a large capital. A word wider than a line is
    broken anywhere. Raises TemplateError for a picture that is not in `pictures`, TooLarge for one wider than a line,
    GlyphError as fonts do.
    """
    count, indent = lead
    narrow = width - indent if count else width
    words = [part for word in _words(inlines, face, pictures) for part in _within(word, narrow, face.size)]
    out: list[SetLine] = []
    for start, end in _breaks(words, width, count, narrow):
        left = indent if len(out) < count else 0.0
        out.append(_line(words[start:end], left, width, face, anchor))
    return out


def natural(inlines: Sequence[Inline], face: Face, pictures: Mapping[str, Inset]) -> tuple[float, float]:
    """The width of the widest word, and of everything in one line (or in lines that end where they must)."""
    widest = longest = here = 0.0
    for word in _words(inlines, face, pictures):
        widest = max(widest, word.width)
        here += word.width
        longest = max(longest, here)
        here = 0.0 if word.last else here + word.space
    return widest, longest


def find(picture: Picture, pictures: Mapping[str, Inset]) -> Inset:
    """The picture of that name. Raises TemplateError: nothing is ever read from a file or an address."""
    if picture.name not in pictures:
        known = ", ".join(sorted(pictures)) or "none"
        raise TemplateError(f"there is no picture {picture.name[:60]!r} here", f"the pictures are: {known}")
    return pictures[picture.name]


def _words(inlines: Sequence[Inline], face: Face, pictures: Mapping[str, Inset]) -> list[_Word]:
    out: list[_Word] = []
    word = _Word()

    def close(space: float = 0.0, last: bool = False) -> None:
        nonlocal word
        if word.pieces:
            word.space, word.last = space, last
            out.append(word)
            word = _Word()
        elif out:
            out[-1].space, out[-1].last = max(out[-1].space, space), out[-1].last or last

    for inline in inlines:
        match inline:
            case Span():
                font = face.font(inline)
                gap = fonts.space(font, face.size)
                for number, parts in enumerate(_split(inline.text)):
                    if number:
                        close(gap)
                    for turn, part in enumerate(parts):
                        if turn:
                            close()
                        if part:
                            word.pieces.append(_Piece(fonts.width(part, font, face.size), font, part))
            case Picture():
                inset = find(inline, pictures)
                _, wide = inset.scaled(inset.height * face.size)
                word.pieces.append(_Piece(wide, text=inline.alt, inset=inset))
            case Break():
                close(last=True)
    close(last=True)
    return out


@lru_cache(maxsize=2_000)  # a text is set again for every size that it is tried at
def _split(text: str) -> tuple[tuple[str, ...], ...]:
    """The words of a text, each in the parts between which a line may end."""
    return tuple(tuple(_INSIDE.split(fonts.clean(word))) for word in re.split(r"[ \t\n]+", text))


def _within(word: _Word, width: float, size: float) -> Iterable[_Word]:
    """The word, or pieces of it that fit the width."""
    if word.width <= width:
        return [word]
    out = [_Word()]
    for piece in word.pieces:
        if piece.inset:
            if piece.width > width:
                raise TooLarge(f"a picture is wider than its column of {width:.0f} mm", "make it smaller")
            parts = [piece]
        else:
            parts = [_Piece(fonts.width(c, piece.font, size), piece.font, c) for c in piece.text]
        for part in parts:
            if out[-1].pieces and out[-1].width + part.width > width:
                out.append(_Word())
            out[-1].pieces.append(part)
    out[-1].space, out[-1].last = word.space, word.last
    return out


def _breaks(words: Sequence[_Word], width: float, first: int, narrow: float) -> list[tuple[int, int]]:
    """Where lines begin and end: least unevenness over the whole paragraph, which takes no line more than need be.

    The `first` so many lines are only `narrow` wide.
    """
    # starts[n]: how far word n stands from the first, were all in one line.
    starts = [0.0]
    ends = []
    for word in words:
        ends.append(starts[-1] + word.width)
        starts.append(ends[-1] + word.space)
    finals = [word.last for word in words]
    costs, froms, counts = [0.0], [0], [0]
    for end in range(1, len(words) + 1):
        final, reach = finals[end - 1], ends[end - 1]
        loss = 0.02 if not final and not words[end - 1].space else 0.0
        least, chosen = math.inf, end - 1
        for start in range(end - 1, -1, -1):
            room = narrow if counts[start] < first else width
            slack = (room - reach + starts[start]) / room
            if start < end - 1 and (finals[start] or slack < -1e-9):
                break
            # The last line may be short, but not a single short word.
            cost = costs[start] + ((0.1 if slack > 0.85 else 0.0) if final else slack * slack + loss)
            if cost <= least:
                least, chosen = cost, start
        costs.append(least)
        froms.append(chosen)
        counts.append(counts[chosen] + 1)
    out = []
    end = len(words)
    while end:
        start = froms[end]
        out.append((start, end))
        end = start
    return out[::-1]


def _line(words: Sequence[_Word], left: float, width: float, face: Face, anchor: Anchor) -> SetLine:
    wide = sum(word.width for word in words) + sum(word.space for word in words[:-1])
    tallest = max((p.inset.height * face.size for word in words for p in word.pieces if p.inset), default=0.0)
    height = max(face.height, tallest + 0.2 * face.size)
    cap = fonts.cap_height(face.family, face.size)
    baseline = (height + cap) / 2
    x = {"start": left, "middle": (left + width - wide) / 2, "end": width - wide}[anchor]
    shapes: list[Shape] = []
    text, font, start = "", "", x

    def close() -> None:
        nonlocal text
        if text:
            line = Text(start, baseline, text, face.size, font, fill=face.ink, width=x - start)
            shapes.append(line)
            text = ""

    for number, word in enumerate(words):
        for piece in word.pieces:
            if piece.inset:
                close()
                high = piece.inset.height * face.size
                shapes.append(piece.inset.drawn(x, baseline - cap / 2 - high / 2, high, piece.text))
            else:
                if piece.font != font:
                    close()
                if not text:
                    start, font = x, piece.font
                text += piece.text
            x += piece.width
        if number < len(words) - 1 and word.space:
            after = words[number + 1].pieces[0]
            if after.inset or after.font != font:
                close()
            elif text:
                text += " "
            x += word.space
    close()
    return SetLine(tuple(shapes), wide, height, baseline)
