"""What lies on a virtual table: an Export and, if any, a position -> a Table; and the formats that say it, by name."""

import io
import math
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from printables import boards
from printables.core import OptionError, Registry, UserError, files as disk, templates
from printables.core.options import build, url
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
        asked = Request(export.game, "board", export.variant, export.options, theme=export.theme)
        self.job = prepare(asked._replace(language=export.language), self.settings)
        if export.name or export.piece or export.currency:  # the names that it has on the table
            rename = Renamer(self.job.components, export.name, export.piece, export.currency)
            self.job = self.job._replace(components=rename.components(self.job.components), rename=rename)
        components = self.components = self.job.components
        self.slug, self.title, self.summary = components.slug, components.title, components.summary
        self.credit, self.licence, self.players = components.credit, components.licence, components.players
        self.language, self.paths = export.language, components.board.paths
        self.laid = at.laid if at else tuple(Laid(place, kind) for place, kind in components.setup)
        self.taken = set[str]()  # stems of files
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

    def names(self, *parts: str) -> str:
        """The stem of a file: plain letters and digits, each only once."""
        plain = "-".join(filter(None, (re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-") for part in parts)))
        stem, number = plain or "piece", 2
        while stem in self.taken:
            stem, number = f"{plain or 'piece'}-{number}", number + 1
        self.taken.add(stem)
        return stem

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


class Pictures:
    """The pictures of one table at so many pixels to a square. `home`: the URL of the folder that they will be in."""

    def __init__(self, table: Table, pixels: int, home: str = "") -> None:
        self.table, self.pixels, self.home = table, pixels, home
        self._drawn: dict[str, bytes] = {}

    def size(self, picture: Picture) -> tuple[int, int]:
        """Pixels across and down."""
        page = picture.page
        return max(1, round(self.length(page.width))), max(1, round(self.length(page.height)))

    def length(self, mm: float) -> float:
        """A length in pixels."""
        return mm / SQUARE * self.pixels

    def png(self, picture: Picture) -> bytes:
        from printables.render import png

        if picture.name not in self._drawn:
            self._drawn[picture.name] = png.render(picture.page, self._sheet(picture), self.pixels, ground=None)
        return self._drawn[picture.name]

    def webp(self, picture: Picture) -> bytes:
        """Without loss. `quality` is how hard it is compressed: 40 takes twice the time and spares a quarter."""
        written = io.BytesIO()
        self.image(picture).save(written, "WEBP", lossless=True, method=1, quality=20)
        return written.getvalue()

    def svg(self, picture: Picture) -> bytes:
        from printables.render import svg

        return svg.render(picture.page, self._sheet(picture)).encode()

    def image(self, picture: Picture) -> Any:
        """The picture as Pillow has it, with transparency."""
        from PIL import Image

        with Image.open(io.BytesIO(self.png(picture))) as opened:
            return opened.convert("RGBA")

    def rules(self) -> bytes | None:
        """The rules as PDF, if there are any."""
        from printables.render import pdf

        return pdf.render(self.table.rules) if self.table.rules else None

    def _sheet(self, picture: Picture) -> Sheet:
        table = self.table
        subject = table.credit if picture.name in ("board", "table", "setup", "background") else ""
        return Sheet(picture.title, (picture.page,), subject=subject, language=table.language, licence=table.licence)


class Format(NamedTuple):
    """A format: what it is in a line, and its files by their paths in the export's folder."""

    title: str
    files: Callable[[Table, Pictures], dict[str, bytes]]
    suffix: str = ""  # of a format that is one file; the only path in it is then empty
    linked: bool = False  # it names its pictures by where they will be found, and so takes --url
    left: Callable[[Table], Iterable[str]] = lambda table: ()  # what of the game it leaves out, a line each


_MODULES = ("pieces", "tts", "pcio", "vassal", "uvtt", "foundry")
_NAMED = {name: f"printables.exports.{name}" for name in _MODULES} | {"ludii": "printables.exports.ludii.write"}
FORMATS: Registry[Format] = Registry("format", "FORMAT", _NAMED)


def write(
    export: Export, position: Position | None = None, tell: Callable[[str], None] = lambda line: None
) -> Iterator[Path]:
    """Write an export; gives the file, or the folder that it is, GAME-FORMAT in `out`; a format of one file takes `out`
    as its name if it ends that way. `tell` hears what is left out. Raises UserError."""
    format, out = FORMATS.find(export.to, "--to"), export.out
    named = bool(format.suffix) and out.suffix.lower() == format.suffix and not out.is_dir()
    if out.is_file() and not named:
        raise UserError(f"{out} is a file", "name a folder", source="--out")
    if export.url and not format.linked:
        raise OptionError(f"{export.to} brings its pictures along", "remove --url", "--url")
    if export.url:
        url(export.url)
    laid = table(export, position)
    folder = out / f"{laid.name}-{export.to}"
    home = export.url or folder.absolute().as_uri()
    made = format.files(laid, Pictures(laid, export.pixels, f"{home.rstrip('/')}/"))
    for line in format.left(laid):
        tell(line)
    if format.suffix:
        path = out if named else folder.with_name(f"{folder.name}{format.suffix}")
        disk.save(path, made[""])
        yield path
        return
    for inside, data in made.items():
        disk.save(folder / PurePosixPath(inside), data)
    yield folder
