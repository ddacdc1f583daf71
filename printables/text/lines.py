"""Words broken into lines: what stands on each, where, and how high it is. Lengths mm, font sizes points. Pyphen, which
knows where words may be divided, takes each of a dictionary's many thousand patterns apart before it divides a word,
which takes longer than to set a text. Here a pattern is taken apart when a word has its letters."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from printables.core import TemplateError
from printables.scene import ARTIFACT, Anchor, Box, Group, Shape, Symbol, Tag, Text, Use, added
from printables.scene.theme import Theme
from printables.text import fonts
from printables.text.markdown import Break, Inline, Picture, Span

if TYPE_CHECKING:
    from pyphen import Pyphen

LEAST_WORD, LEAST_PART = 7, 3  # letters of a word that may be divided, and of its parts
_PART = re.compile(r"(\d?)(\D?)")
_NO_DIGITS = str.maketrans("", "", "0123456789")


def divisions(word: str, language: str) -> tuple[int, ...]:
    """After how many letters of a word a line may end; none for a short one, one in capitals, an unknown language."""
    if len(word) < LEAST_WORD or word.isupper() or not (rules := _rules(language)):
        return ()
    return tuple(map(int, rules.positions(word)))


@cache
def _rules(language: str) -> "Pyphen | None":
    import pyphen

    name = f"{language}_GB" if f"{language}_GB" in pyphen.LANGUAGES else pyphen.language_fallback(language)
    if name is None:
        return None
    path = pyphen.LANGUAGES[name]
    if path not in pyphen.hdcache:
        found = pyphen.hdcache[path] = pyphen.HyphDict.__new__(pyphen.HyphDict)
        encoding, _, text = path.read_bytes().partition(b"\n")
        found.patterns = _Patterns(text.decode(encoding.decode("ascii").strip()))
        found.cache, found.maxlen = {}, max(map(len, found.patterns))
    return pyphen.Pyphen(lang=name, left=LEAST_PART, right=LEAST_PART)


class _Patterns(dict[str, Any]):
    """Patterns by their letters; what one says between them is read when it is asked for."""

    def __init__(self, text: str) -> None:
        kept = [line for line in text.split("\n") if line[:1] not in ("%", "#", "") and "/" not in line]
        super().__init__(zip("\n".join(kept).translate(_NO_DIGITS).split("\n"), kept, strict=True))

    def get(self, letters: str, default: Any = None) -> Any:
        """The number between each two letters, from the first that is not 0, and where that stands."""
        if letters not in self:
            return default
        found = self[letters]
        if isinstance(found, str):
            values = [int(number or "0") for number, _ in _PART.findall(found)][: len(letters) + 1]
            while values and not values[-1]:
                values.pop()
            start = next((place for place, value in enumerate(values) if value), 0)
            found = self[letters] = (start, tuple(values[start:]))
        return found


# A word may break after a hyphen or dash between letters, not in a name such as a1-b2.
_INSIDE = re.compile(r"(?<=[^\W\d_]{2}[-–—/])(?=[^\W\d_]{2})")
_DASH = re.compile(r"[-–—/\u2010\u2011]")
_LETTERS = re.compile(r"[^\W\d_]+")
OPENING = "“‘„‚«‹"  # what hangs in the margin where a line begins with it, so that the letters stand under each other
LOOSE = 1 / 6  # of a line: where one leaves more, words are divided
DIVIDED = 0.03  # what a line with a hyphen is uneven in itself: as one that leaves as much
ALONE = 0.5  # a last line of a single word
_SPACE = re.compile(r"[ \t\n]+")


class TooLarge(TemplateError):
    """A picture or table that no column of this size can hold; smaller type may help."""


# A text, its size (mm) and its ink: what it looks like from the start of its baseline, and how wide it is.
Letters: TypeAlias = Callable[[str, float, str], tuple[Group, float]]


class TextLook(NamedTuple):
    """How text is typeset: `size` of the body in points, `leading` in sizes, fonts by family, colours. `close`: how
    much of the margin a picture in it takes at most; gaps between blocks are smaller, too. `align`: where lines of
    prose and headings stand. `drop`: the first paragraph begins with a capital letter so many lines high, in the font
    and colour of `capital`. `stretch`: tables are as wide as their column. `whole`: a paragraph of so many lines or
    fewer does not go on in the next column. `hyphens`: the language by whose rules words may be divided. `letters`
    draws headings and the numbers of lists in display letters, in the ink `accent`; tables have bands of the ink `band`
    then. `lead`: the first paragraph is in italics so many times as large, beside a capital on a block. `margin`: the
    first `notes` quotes are notes, set so wide (mm) beside the text that they follow; others stand in it."""

    size: float = 9.5
    leading: float = 1.27
    close: float = 1.0
    body: str = "serif"
    heading: str = "sans"
    ink: str = "#000000"
    soft: str = "#6b6b6b"
    faint: str = "#b9b9b9"
    align: Anchor = "start"
    drop: int = 0
    capital: tuple[str, str] = ("cinzel", "#000000")
    stretch: bool = False
    whole: float = 0
    hyphens: str = ""
    letters: Letters | None = None
    accent: str = "#000000"
    paper: str = "#ffffff"
    band: str = "#eeeeee"
    lead: float = 0.0
    margin: float = 0.0
    notes: int = 0

    @classmethod
    def of(cls, theme: Theme, size: float = 9.5) -> "TextLook":
        """The look in the inks of a theme."""
        return cls(size=size, ink=theme.ink("ink"), soft=theme.ink("soft"), faint=theme.ink("faint"))


class Inset(NamedTuple):
    """A picture that text may name: art within `box` (its mm), `height` sizes high in a line, `alone` by itself."""

    art: Symbol | Group
    box: Box = (-1.0, -1.0, 1.0, 1.0)
    height: float = 1.25
    alone: float = 4.0

    def scaled(self, height: float) -> tuple[float, float]:
        """The scale at which it is so high (mm), and how wide it is then."""
        x0, y0, x1, y1 = self.box
        return height / (y1 - y0), height / (y1 - y0) * (x1 - x0)

    def drawn(self, x: float, y: float, height: float, title: str = "") -> Use | Group:
        """The picture `height` mm high with its top left corner at (x, y)."""
        scale, _ = self.scaled(height)
        at = (x - self.box[0] * scale, y - self.box[1] * scale)
        made = Use(self.art, *at, scale) if isinstance(self.art, Symbol) else Group((self.art,), *at, scale)
        return made._replace(title=title)


class Face(NamedTuple):
    """The type of a paragraph, heading or cell: size (mm), family, `bold` throughout, `hyphens` as in a look."""

    size: float
    family: str
    ink: str
    leading: float
    bold: bool = False
    hyphens: str = ""

    def font(self, span: Span) -> str:
        return fonts.styled(self.family, bold=self.bold or span.bold, italic=span.italic)

    @property
    def height(self) -> float:
        """From one baseline to the next."""
        return self.size * self.leading


class _Piece(NamedTuple):
    """Letters of one font, or a picture; its width for type of size 1, as of all that is measured here."""

    width: float
    font: str = ""
    text: str = ""
    inset: Inset | None = None


class _Word(NamedTuple):
    """Pieces that stay together; `space` parts it from the next one in its line; `last`: its line ends here. `hyphen`:
    how wide the hyphen is that it takes where a line ends after it, as the beginning of a divided word."""

    pieces: tuple[_Piece, ...]
    width: float
    space: float = 0.0
    last: bool = False
    hyphen: float = 0.0


class Words:
    """A text measured once, for type of size 1, to be set in lines at any size and width. `starts[n]` and `ends[n]`:
    how far word n begins and ends from the first, were all in one line."""

    __slots__ = ("divided", "ends", "starts", "tallest", "widest", "words")

    def __init__(self, words: Sequence[_Word]) -> None:
        self.words = words
        self.divided: Words | None = None
        self.starts, self.ends = [0.0], list[float]()
        for word in words:
            self.ends.append(self.starts[-1] + word.width)
            self.starts.append(self.ends[-1] + word.space)
        self.widest = max((word.width for word in words), default=0.0)
        self.tallest = max((p.inset.height for word in words for p in word.pieces if p.inset), default=0.0)

    def natural(self, size: float) -> float:
        """The width of everything in one line at that size, or in lines that end where they must."""
        longest = here = 0.0
        for word in self.words:
            here += word.width * size
            longest = max(longest, here)
            here = 0.0 if word.last else here + word.space * size
        return longest

    def hyphenated(self, language: str) -> "Words":
        """The same with long words as parts between which a line may end."""
        if self.divided is None:
            self.divided = Words([part for word in self.words for part in _divided(word, language)])
        return self.divided

    def within(self, width: float, size: float) -> "Words":
        """The same, every wider (mm) word broken anywhere. Raises TooLarge for a picture that is wider."""
        if self.widest * size <= width:
            return self
        return Words([part for word in self.words for part in _within(word, width, size)])


class SetLine(NamedTuple):
    """A line as set: its words, where it begins in its column, width, height, and baseline below the top (mm)."""

    words: Sequence[_Word]
    face: Face
    left: float
    width: float
    height: float
    baseline: float

    def shapes(self, right: float, down: float, top: float, tags: tuple[Tag, ...]) -> Iterator[Shape]:
        """What is drawn, so far right and down in a row whose top is at `top`; part of the element of those tags."""
        size, ink = self.face.size, self.face.ink
        x = start = end = self.left
        y = self.baseline + down + top
        text = font = space = ""
        for word in self.words:
            for piece in word.pieces:
                if text and (piece.inset or piece.font != font):
                    yield Text(start + right, y, text, size, font, fill=ink, width=end - start, after=space, tags=tags)
                    text = space = ""
                if piece.inset:
                    high = piece.inset.height * size
                    above = self.baseline - fonts.cap_height(self.face.family, size) / 2 - high / 2
                    shape = piece.inset.drawn(x, above, high, piece.text)
                    yield shape._replace(x=shape.x + right, y=shape.y + down + top, tags=pictured(shape, tags))
                else:
                    if not text:
                        start, font, space = x, piece.font, ""
                    text += space + piece.text
                x += piece.width * size
                space = ""
                end = x
            space = " " if word.space or word.last else ""
            x += word.space * size
        if text and word.hyphen:
            text, end, space = text + "-", end + word.hyphen * size, "\u00ad"
        if text:
            yield Text(start + right, y, text, size, font, fill=ink, width=end - start, after=space, tags=tags)


def pictured(shape: Use | Group, tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """The tags of a picture in the element of those tags; one for which no words stand is not read."""
    return (*tags, Tag("Figure")) if shape.title else (ARTIFACT,)


def measured(inlines: Sequence[Inline], face: Face, pictures: Mapping[str, Inset]) -> Words:
    """The inlines in a face's fonts. Raises TemplateError for a picture not in `pictures`, GlyphError as fonts do."""
    out, pieces = list[_Word](), list[_Piece]()

    def close(space: float = 0.0, last: bool = False) -> None:
        if pieces:
            out.append(_Word(tuple(pieces), added(piece.width for piece in pieces), space, last))
            pieces.clear()
        elif out:
            out[-1] = out[-1]._replace(space=max(out[-1].space, space), last=out[-1].last or last)

    for inline in inlines:
        match inline:
            case Span():
                font = face.font(inline)
                gap = fonts.space(font, 1.0)
                for number, parts in enumerate(_split(inline.text)):
                    if number:
                        close(gap)
                    for turn, part in enumerate(parts):
                        if turn:
                            close()
                        if part:
                            pieces.append(_Piece(fonts.width(part, font, 1.0), font, part))
            case Picture():
                inset = find(inline, pictures)
                pieces.append(_Piece(inset.scaled(inset.height)[1], text=inline.alt, inset=inset))
            case Break():
                close(last=True)
    close(last=True)
    return Words(out)


def set_lines(
    text: Words, width: float, face: Face, anchor: Anchor = "start", lead: tuple[int, float] = (0, 0.0)
) -> list[SetLine]:
    """The text in lines of at most `width` (mm): as few as can be, and as even as can be. `lead`: the first so many
    lines begin so much further right, beside a large capital. A word wider than a line is broken anywhere. Raises
    TooLarge for a picture wider than a line."""
    count, indent = lead
    narrow, breaks = width - indent if count else width, None
    if face.hyphens:
        breaks = _breaks(text.within(narrow, face.size), width / face.size, count, narrow / face.size)
        if text.widest * face.size > narrow or _loosest(text, breaks, narrow / face.size) > LOOSE:
            text, breaks = text.hyphenated(face.hyphens), None  # lines would be uneven without
    text = text.within(narrow, face.size)
    cap = fonts.cap_height(face.family, face.size)
    out: list[SetLine] = []
    for start, end in breaks or _breaks(text, width / face.size, count, narrow / face.size):
        words = text.words[start:end]
        wide = (text.ends[end - 1] - text.starts[start] + words[-1].hyphen) * face.size
        height = face.height
        if text.tallest:
            tallest = max((p.inset.height for word in words for p in word.pieces if p.inset), default=0.0)
            height = max(height, tallest * face.size + 0.2 * face.size)
        left = indent if len(out) < count else -_hung(words[0]) * face.size
        left = {"start": left, "middle": (max(left, 0.0) + width - wide) / 2, "end": width - wide}[anchor]
        out.append(SetLine(words, face, left, wide, height, (height + cap) / 2))
    return out


def find(picture: Picture, pictures: Mapping[str, Inset]) -> Inset:
    """The picture of that name. Raises TemplateError: nothing is ever read from a file or an address."""
    if picture.name not in pictures:
        known = ", ".join(sorted(pictures)) or "none"
        raise TemplateError(f"there is no picture {picture.name[:60]!r} here", f"the pictures are: {known}")
    return pictures[picture.name]


@lru_cache(maxsize=2_000)  # the same words stand in several texts of a kit
def _split(text: str) -> tuple[tuple[str, ...], ...]:
    """The words of a text, each in the parts between which a line may end."""
    words = _SPACE.split(text)
    if not fonts.common("".join(words)):
        words = [fonts.clean(word) for word in words]
    return tuple(tuple(_INSIDE.split(word)) if _DASH.search(text) else (word,) for word in words)


def _hung(word: _Word) -> float:
    """How far a line that begins with a word hangs out of its column, for type of size 1."""
    first = word.pieces[0] if word.pieces else _Piece(0.0)
    opened = first.text and first.text[0] in OPENING and not first.inset
    return fonts.width(first.text[0], first.font, 1.0) if opened else 0.0


def _divided(word: _Word, language: str) -> Iterator[_Word]:
    piece, text = word.pieces[0], word.pieces[0].text
    found = _LETTERS.search(text) if len(word.pieces) == 1 and not piece.inset else None
    at = [found.start() + place for place in divisions(found[0], language)] if found else []
    if not at:
        yield word
        return
    hyphen = fonts.width("-", piece.font, 1.0)
    for a, b in pairwise((0, *at, len(text))):
        wide = fonts.width(text[a:b], piece.font, 1.0)
        part = _Word((_Piece(wide, piece.font, text[a:b]),), wide)
        yield part._replace(space=word.space, last=word.last) if b == len(text) else part._replace(hyphen=hyphen)


def _loosest(text: Words, breaks: Sequence[tuple[int, int]], width: float) -> float:
    """The part of a line that the emptiest one leaves, but for those that end where they must."""
    lines = ((text.starts[start], text.ends[end - 1]) for start, end in breaks if not text.words[end - 1].last)
    return max((1 - (end - start) / width for start, end in lines), default=0.0)


def _within(word: _Word, width: float, size: float) -> Iterator[_Word]:
    """The word, or pieces of it that fit the width (mm) at that size."""
    if word.width * size <= width:
        yield word
        return
    pieces, taken = list[_Piece](), 0.0
    for piece in word.pieces:
        if piece.inset and piece.width * size > width:
            raise TooLarge(f"a picture is wider than its column of {width:.0f} mm", "make it smaller")
        letters = () if piece.inset else piece.text
        for part in [_Piece(fonts.width(c, piece.font, 1.0), piece.font, c) for c in letters] or [piece]:
            if pieces and (taken + part.width) * size > width:
                yield _Word(tuple(pieces), taken)
                pieces, taken = [], 0.0
            pieces.append(part)
            taken += part.width
    yield _Word(tuple(pieces), taken, word.space, word.last)


def _breaks(text: Words, width: float, first: int, narrow: float) -> list[tuple[int, int]]:
    """Where lines begin and end, as few and as even as can be; the `first` so many lines are only `narrow` wide."""
    starts = text.starts
    costs, froms, counts = [0.0], [0], [0]
    low = 0  # the first word that may stand in one line with the one at hand
    for end, (word, reach) in enumerate(zip(text.words, text.ends, strict=True), 1):
        loss = DIVIDED if word.hyphen else 0.02 if not word.last and not word.space else 0.0
        reach += word.hyphen
        single = end - 1  # where the word begins that ends here, in all its parts
        while word.last and single > low and not text.words[single - 1].space:
            single -= 1
        least, chosen = math.inf, end - 1
        for start in range(low, end):
            room = narrow if counts[start] < first else width
            slack = (room - reach + starts[start]) / room
            if slack < -1e-9 and start < end - 1:
                low = start + 1
                continue
            # The last line may be short, but not a single word.
            uneven = (ALONE if slack > 0.85 or start >= single else 0.0) if word.last else slack * slack + loss
            if uneven >= least and not word.last:
                break  # shorter lines are more uneven still
            if costs[start] + uneven < least:
                least, chosen = costs[start] + uneven, start
        costs.append(least)
        froms.append(chosen)
        counts.append(counts[chosen] + 1)
        if word.last:
            low = end
    out, end = [], len(text.words)
    while end:
        out.append((froms[end], end))
        end = froms[end]
    return out[::-1]
