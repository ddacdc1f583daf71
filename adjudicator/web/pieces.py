"""Pieces that keep their identity from one position to the next, so that a page can slide them over its board."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.core.game import Event, Token
from printables.drawing import artwork
from printables.scene.geometry import Board

Spot: TypeAlias = tuple[str, float, float, float]  # place, x, y and diameter (mm)


class Piece(NamedTuple):
    """What moves: its kind, its owner, the place it stands on ("" for none)."""

    kind: str
    seat: int | None
    place: str


class Pieces:
    """The pieces of a match, by number: `follow` is for what events tell, `settle` for what a position says."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.all: list[Piece] = []
        self._heaps: frozenset[str] = frozenset()
        self._order: list[int] = []  # as the position names them: who lies under whom
        self._spots: dict[int, Spot] = {}

    @property
    def full(self) -> float:
        """How wide a piece is that stands alone (mm)."""
        return round(artwork.TOKEN * self.board.room, 2)

    def follow(self, event: Event) -> bool:
        """A piece goes the way of an event, if one stands where that begins."""
        if len(event.places) < 2 or event.places[-1] not in self.board.by_id:
            return False
        here = [n for n in reversed(self._order) if self.all[n].place == event.places[0]]
        named = [n for n in here if self.all[n].kind == event.piece]
        if not (found := named or ([] if event.piece else here)):
            return False
        number = found[0]
        self.all[number] = self.all[number]._replace(place=event.places[-1])
        self._order.remove(number)
        self._order.append(number)
        return True

    def settle(self, tokens: Iterable[Token]) -> None:
        """The pieces stand as the position says: those that stand so already, then the nearest of their kind."""
        tokens = [token for token in tokens if token.place in self.board.by_id]
        left = list(self._order)
        order: list[int | None] = [self._take(left, token, token.place) for token in tokens]
        for n, token in enumerate(tokens):
            if order[n] is None:
                order[n] = self._take(left, token, None)
        for gone in left:
            self.all[gone] = self.all[gone]._replace(place="")
        idle = [n for n, piece in enumerate(self.all) if n not in self._order or n in left]
        self._order = []
        for token, number in zip(tokens, order, strict=True):
            if number is None:
                number = self._take(idle, token, None)
            if number is None:
                number = len(self.all)
                self.all.append(Piece(token.kind, token.seat, ""))
            self.all[number] = self.all[number]._replace(place=token.place)
            self._order.append(number)
        self._heaps = frozenset(token.place for token in tokens if token.under)

    def _take(self, left: list[int], token: Token, place: str | None) -> int | None:
        for number in left:
            piece = self.all[number]
            if (piece.kind, piece.seat) == (token.kind, token.seat) and place in (None, piece.place):
                left.remove(number)
                return number
        return None

    def changes(self) -> dict[int, Spot | None]:
        """Where the pieces stand that have moved, come or (None) gone since this was last asked."""
        now = dict(self._laid())
        changed: dict[int, Spot | None] = {n: spot for n, spot in now.items() if self._spots.get(n) != spot}
        changed |= {n: None for n in self._spots if n not in now}
        self._spots = now
        return changed

    def _laid(self) -> Iterator[tuple[int, Spot]]:
        standing: dict[str, list[int]] = {}
        for number in self._order:
            if place := self.all[number].place:
                standing.setdefault(place, []).append(number)
        for place, numbers in standing.items():
            for number, (x, y, wide) in zip(numbers, self._places(place, len(numbers)), strict=True):
                yield number, (place, round(x, 2), round(y, 2), round(wide, 2))

    def _places(self, place: str, count: int) -> Sequence[tuple[float, float, float]]:
        lay = artwork.heap if place in self._heaps else artwork.spots
        return lay(self.board, self.board.by_id[place], count)
