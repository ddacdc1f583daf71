"""What it takes to make a printed game: sheets of paper, cuts, folds, pieces. As a value and as JSON; pure."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from printables.core.templates import say
from printables.core.written import as_json
from printables.scene import Circle, Group, Line, Page, Use, walk
from printables.scene.components import Components, DieKind, TokenKind


class Work(NamedTuple):
    """Sheets, those with a back; `straight` cuts along a ruler, `round` ones, other `outlines` to cut; folds."""

    sheets: int
    two_sided: int
    straight: int
    round: int
    outlines: int
    folds: int


class Piece(NamedTuple):
    """A kind of piece: how many, what it is, how wide (mm; None: as its sheet says)."""

    copies: int
    name: str
    diameter_mm: float | None = None


class Part(NamedTuple):
    """A sheet of the kit: its title, what paper it is for, on how many pages it stands, the work."""

    title: str
    stock: str
    pages: int
    work: Work


class Bill(NamedTuple):
    """The whole: paper by name and size (mm), totals, part by part, and all pieces."""

    title: str
    paper: str
    width_mm: float
    height_mm: float
    total: Work
    parts: tuple[Part, ...]
    pieces: tuple[Piece, ...]

    def json(self) -> str:
        """The bill as JSON: the fields as they are named here, but that a piece has a "count"."""
        parts = [part._asdict() | {"work": part.work._asdict()} for part in self.parts]
        pieces = [dict(zip(("count", *Piece._fields[1:]), piece, strict=True)) for piece in self.pieces]
        whole = self._asdict() | {"total": self.total._asdict(), "parts": parts, "pieces": pieces}
        return as_json(whole, indent=2).decode()


def work(pages: Sequence[Page]) -> Work:
    """Count what pages ask for. A sheet is a front and, if it has one, its back."""
    fronts = sum(not page.back for page in pages)
    layers = (page.cut for page in pages), (page.fold for page in pages)
    drawn = (walk(chain.from_iterable(layer)) for layer in layers)
    cuts, folds = ([shape for shape in some if not isinstance(shape, Group | Use)] for some in drawn)
    straight = sum(isinstance(shape, Line) for shape in cuts)
    circles = sum(isinstance(shape, Circle) for shape in cuts)
    return Work(fronts, len(pages) - fronts, straight, circles, len(cuts) - straight - circles, len(folds))


def pieces(components: Components, token: float | None) -> tuple[Piece, ...]:
    """Everything loose in the box: tokens (`token` mm wide, but for those with a size of their own), dice, cards."""

    def called(kind: TokenKind | DieKind) -> str:
        return kind.plural if kind.copies > 1 else kind.name

    cards = sum(card.copies for card in components.cards)
    made = [Piece(kind.copies, called(kind), kind.diameter or token) for kind in components.pieces]
    made += [Piece(die.copies, called(die)) for die in components.dice]
    made += [Piece(cards, say("cards")), Piece(components.reference_copies, say("reference cards"))]
    return tuple(piece for piece in made if piece.copies)


def named(count: int, name: str) -> str:
    """Pieces in words; one alone needs no number."""
    return f"{count} {name}" if count > 1 else name
