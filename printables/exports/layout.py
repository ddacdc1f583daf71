"""From a game's components to what lies on the table: an Export and, if any, a position -> a Table."""

import math
import re
from collections.abc import Iterable
from functools import cached_property

from printables import boards
from printables.core import OptionError, templates
from printables.core.options import build
from printables.core.request import Request
from printables.core.templates import say
from printables.drawing import artwork
from printables.exports import tabletop
from printables.exports.tabletop import SQUARE, Deck, Export, Laid, Lattice, Picture, Piece, Position, Spot, Standing
from printables.handouts.rename import Renamer
from printables.printing import finishing, job as naming
from printables.printing.job import BLEED, prepare
from printables.scene import Circle, Group, Page, Rect, Shape, Sheet, Style, Use
from printables.scene.components import Board, DieKind, Place, TokenKind
from printables.sheets import cards, rules
from printables.sheets.cards import REFERENCE_CARD
from printables.sheets.frame import Job

PIXELS = (20, 600)  # to a square
MOST = 8192  # pixels across or down: what tables draw in one piece
DIE = 0.76  # of a face's width is art
NEAR = 0.01  # of a square: a place so far off is on the lattice


def table(export: Export, position: Position | None = None) -> "Table":
    """All that lies on the table. Raises UserError for what does not exist or cannot be drawn."""
    if not PIXELS[0] <= export.pixels <= PIXELS[1]:
        hint = "use {} to {}".format(*PIXELS)
        raise OptionError(f"{export.pixels} pixels per square is out of range", hint, "--pixels")
    if not BLEED[0] <= export.bleed <= BLEED[1]:
        raise OptionError(f"a bleed of {export.bleed:g} mm is out of range", "use 0 to 10 mm", "--bleed")
    with templates.speaking(export.language):
        return Table(export, position)


def _job(export: Export, settings: object) -> Job:
    """The game under the names that it has on the table."""
    asked = Request(export.game, "board", export.variant, export.options, theme=export.theme)
    job = prepare(asked._replace(language=export.language), settings)
    if not (export.name or export.piece or export.currency):
        return job
    rename = Renamer(job.components, export.name, export.piece, export.currency)
    return job._replace(components=rename.components(job.components), rename=rename)


class _Names:
    """Stems of files: plain letters and digits, each only once."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def __call__(self, *parts: str) -> str:
        plain = "-".join(filter(None, (re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-") for part in parts)))
        stem, number = plain or "piece", 2
        while stem in self.taken:
            stem, number = f"{plain or 'piece'}-{number}", number + 1
        self.taken.add(stem)
        return stem


class Table:
    """The game as it lies on the table. `settings`: its options; `first`: the seat to act in a position.

    `ground` is the board on the background, `setup` the same with the pieces on it; `spots` are its places and `paths`
    the steps between them. `standing` is in the order in which it is drawn; `sheets` are to be written on. `name` is
    the game's own, with what makes this export another than the plain one, as one word for files."""

    def __init__(self, export: Export, at: Position | None) -> None:
        self.export, self.at = export, at
        self.settings = at.settings if at else build(boards.find(export.game).options, export.options, export.variant)
        self.name = at.name if at else naming.played(export.game, export.variant, export.options)
        self.position, self.first = (at.title, at.first) if at else ("", None)
        self.job = _job(export, self.settings)
        components = self.components = self.job.components
        self.slug, self.title, self.summary = components.slug, components.title, components.summary
        self.credit, self.licence, self.players = components.credit, components.licence, components.players
        self.language, self.paths = export.language, components.board.paths
        self.laid = at.laid if at else tuple(Laid(place, kind) for place, kind in components.setup)
        self.names = _Names()
        self.scale = SQUARE / components.board.square
        self.columns, self.rows, self.origin, self.lattice = _squares(components.board)
        self.width, self.height = self.columns * SQUARE, self.rows * SQUARE
        if (wide := max(self.columns, self.rows) * export.pixels) > MOST:
            said = f"a board of {self.columns} x {self.rows} squares would be {wide} pixels wide"
            raise OptionError(said, f"take --pixels {MOST // max(self.columns, self.rows)} or fewer", "--pixels")
        cloth = (Rect(0, 0, self.width, self.height, Style(fill=self.job.theme.ink("sheet"))),)
        drawn = artwork.board(components.board, self.job.theme, ground=components.ground, art=components.art)
        board, uses = (Group(drawn, *self.origin, self.scale, classes="board"),), self._uses()
        titled = (use.title.rpartition(" at ")[::2] for use in uses)  # as `artwork.standing` does
        self.standing = tuple(
            Standing(*said, use.x, use.y, 2 * use.scale) for said, use in zip(titled, uses, strict=True)
        )
        # Kinds that no kit has are there if they stand on the board.
        stand = {item.kind for item in self.laid}
        self.pieces = tuple(self._piece(kind) for kind in components.tokens if kind.copies or kind.kind in stand)
        self.background = self._picture(self.names("background"), say("The table"), cloth)
        self.board = self._picture(self.names("board"), f"{self.title}: {say('Board')}", board)
        self.ground = self._picture(self.names("table"), self.title, (*cloth, *board))
        self.setup = self._picture(self.names("setup"), self.position or self.title, (*cloth, *board, *uses))
        self.spots = tuple(self._spot(place) for place in components.board.places)
        self.dice = tuple(self._die(die) for die in components.dice)
        self.sheets = tuple(self._sheets())

    def piece(self, kind: str) -> Piece:
        """The piece of that kind. Raises KeyError."""
        return {piece.kind: piece for piece in self.pieces}[kind]

    def spare(self, piece: Piece) -> int:
        """How many of a kind begin beside the board."""
        return max(0, piece.copies - sum(item.kind == piece.kind for item in self.standing))

    def _picture(self, name: str, said: str, art: Iterable[Shape], *size: float, cut: Circle | None = None) -> Picture:
        """A picture of that width and height, by default as large as the background."""
        wide, high = size or (self.width, self.height)
        page = Page(wide, high, tuple(art), said, cut=(cut,) if cut else ())
        return Picture(name, said, finishing.dress(Sheet(said, (page,)), self.job.theme, prop=False).pages[0])

    def _uses(self) -> tuple[Use, ...]:
        """The pieces on the board, where they are drawn: flat ones under the others."""
        heaps = {item.place for item in self.laid if item.under}
        uses: list[Use] = []
        for flat in (True, False):
            some = [(item.place, kind) for item in self.laid if (kind := self.components.token(item.kind)).flat == flat]
            uses += artwork.standing(self.components.board, some, heaps)
        x, y, k = *self.origin, self.scale
        return tuple(use._replace(x=x + k * use.x, y=y + k * use.y, scale=k * use.scale) for use in uses)

    def _spot(self, place: Place) -> Spot:
        form: tabletop.Form = "hexagon" if place.hexagon else "square" if place.cell else "circle"
        x, y = self.origin
        at = x + self.scale * place.x, y + self.scale * place.y
        return Spot(place.id, place.name or place.id, *at, self.scale * place.size, form)

    def _piece(self, kind: TokenKind) -> Piece:
        wide = kind.diameter or self.components.board.token * self.scale
        # As many whole pixels as keep its middle in the middle: a picture laid on a place hides no edge of another.
        room = 2 * math.ceil(wide / SQUARE * self.export.pixels / 2) * SQUARE / self.export.pixels
        sides, stickers = [], []
        middle = wide / 2 + self.export.bleed
        line = Circle((middle, middle), wide / 2, self.job.cut)
        for side, symbol in (("front", kind.front), ("back", kind.back)):
            title = kind.name if side == "front" else say("$title, backs", title=kind.name)
            art = Use(symbol, room / 2, room / 2, wide / 2)
            sides.append(self._picture(self.names(kind.kind, side), title, (art,), room, room))
            # A side with its ground past the cut, and the same with a line where to cut
            shapes = (Circle((middle, middle), middle, Style(fill=kind.ground)), Use(symbol, middle, middle, wide / 2))
            names = [f"stickers/{self.names(kind.kind, side, what)}" for what in ("bleed", "cut")]
            bleed = self._picture(names[0], title, shapes, 2 * middle, 2 * middle)
            cut = self._picture(names[1], title, shapes, 2 * middle, 2 * middle, cut=line)
            stickers.append(tabletop.Sticker(bleed, cut))
        both = (stickers[0], stickers[1])
        return Piece(kind.kind, kind.name, kind.plural, kind.copies, wide, sides[0], sides[1], both, kind.flat)

    @cached_property
    def decks(self) -> tuple[Deck, ...]:
        """The deck that is drawn from, and the reference cards, which are looked at."""
        with templates.speaking(self.export.language):
            made = [(card.kind == REFERENCE_CARD, self._card(card)) for card in cards.drawn(self.job)]
            titles = ((True, say("Reference cards")), (False, say("Deck")))
        parted = [Deck(title, tuple(card for kind, card in made if kind == own), not own) for own, title in titles]
        return tuple(deck for deck in parted if deck.cards)

    def _card(self, card: cards.Card) -> tabletop.Card:
        wide, high = card.width, card.height
        ground = Rect(0, 0, wide, high, Style(fill=self.job.theme.ink("paper")), corner=3.0)
        sides = []
        for side, symbol in (("front", card.front), ("back", card.back)):
            shapes = (ground, Use(symbol, wide / 2, high / 2))
            sides.append(self._picture(self.names("card", card.kind, side), card.name, shapes, wide, high))
        return tabletop.Card(card.kind, card.name, card.copies, *sides)

    def _die(self, die: DieKind) -> tabletop.Die:
        edge = Style(fill=self.job.theme.ink("space"), stroke=self.job.theme.ink("ink"), width=0.5)
        tile = Rect(0.3, 0.3, SQUARE - 0.6, SQUARE - 0.6, edge, corner=4.0)
        sides = {}
        for name in dict.fromkeys(die.faces):
            face = self.components.face(name)
            art = artwork.face(face, DIE * SQUARE, SQUARE / 2, SQUARE / 2)
            sides[name] = self._picture(self.names("die", name), face.title, (tile, art), SQUARE, SQUARE)
        return tabletop.Die(die.name, die.plural, die.copies, tuple(sides[name] for name in die.faces))

    def _sheets(self) -> Iterable[Picture]:
        for panel in {panel.name: panel for panel in self.components.panels}.values():
            ground = Rect(0, 0, panel.width, panel.height, Style(fill=self.job.theme.ink("paper")))
            shapes = (ground, Group(panel.shapes()))
            yield self._picture(self.names("sheet", panel.name), panel.title, shapes, panel.width, panel.height)

    @cached_property
    def rules(self) -> Sheet | None:
        components = self.components
        if not components.rules:
            return None
        with templates.speaking(self.export.language):
            title = f"{components.title}: {say(rules.TITLE)}"
            sheet = Sheet(title, rules.pages(self.job), components.designer, language=self.export.language)
            return finishing.finished(sheet._replace(subject=components.credit, licence=components.licence), self.job)


def _squares(board: Board) -> tuple[int, int, tuple[float, float], Lattice]:
    """Columns and rows of the background, the board's origin on it (mm), and the lattice of its places' middles."""
    cells = [place for place in board.places if place.cell] or list(board.places)
    side, scale = board.square, SQUARE / board.square
    x0, y0, x1, y1 = board.extent
    first = cells[0]
    steps = (step / side for place in cells for step in (place.x - first.x, place.y - first.y))
    even = all(abs(step - round(step)) < NEAR for step in steps)
    lattice: Lattice = "hexagon" if first.hexagon else "square" if even else "none"
    counts, origin = [], []
    for low, high, least in ((x0, x1, min(p.x for p in cells)), (y0, y1, min(p.y for p in cells))):
        if lattice == "square":
            before = math.ceil((least - side / 2 - low) / side - NEAR)
            counts.append(before + math.ceil((high - least + side / 2) / side - NEAR))
            origin.append((before + 0.5) * SQUARE - scale * least)
        else:
            counts.append(math.ceil((high - low) / side - NEAR))
            origin.append((counts[-1] * SQUARE - scale * (low + high)) / 2)
    return counts[0], counts[1], (origin[0], origin[1]), lattice
