"""A module of VASSAL, in pixels: a map of board and strip beside it, pieces that turn over, decks, dice, the rules."""

import io
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from printables.core.written import zipped
from printables.exports.format import Format, Pictures, Table
from printables.exports.tabletop import Card, Columns, Deck, Die, Picture, Piece

BUILD = "VASSAL.build."
MODULE = f"{BUILD}module."
MAP = f"{MODULE}map."
BOARD = f"{MAP}boardPicker.board."
NEEDS = "3.6.7"  # the oldest VASSAL that reads all of this
VERSION = "1.0"
EDGE = 0.25  # of a square, about what lies beside the board
TURN = "70,130"  # control and F
# What a map needs to be played on.
PARTS = (
    "StackMetrics", "ForwardToKeyBuffer", "Scroller", "MenuDisplayer", "MapCenterer", "StackExpander", "PieceMover",
    "SelectionHighlighters", "KeyBufferer", "HighlightLastMoved", "CounterDetailViewer", "Zoomer", "ImageSaver",
)  # fmt: skip


def files(table: Table, pictures: Pictures) -> dict[str, bytes]:
    """The archive."""
    return {"": zipped(_Module(table, pictures).files().items())}


class _Module:
    def __init__(self, table: Table, pictures: Pictures) -> None:
        self.table, self.pictures = table, pictures
        self.shown: dict[str, bytes] = {}
        self.slots = 0  # the number of the last slot of a piece
        width, height = pictures.size(table.ground)
        gap = EDGE * pictures.pixels
        self.columns = Columns(width + gap, gap, height - 2 * gap, gap)

    def files(self) -> dict[str, bytes]:
        table = self.table
        data = Element("data", version="1")
        said = {"version": VERSION, "VassalVersion": NEEDS, "name": table.title, "description": table.summary}
        for tag, text in (said | {"dateSaved": "0"}).items():
            SubElement(data, tag).text = text
        made = {"moduledata": _xml(data), "buildFile.xml": _xml(self.build())}
        if rules := self.pictures.rules():
            made["rules.pdf"] = rules
        return made | {f"images/{name}": picture for name, picture in self.shown.items()}

    def build(self) -> Element:
        table = self.table
        root = Element(f"{BUILD}GameModule", name=table.title, version=VERSION, VassalVersion=NEEDS)
        root.set("description", f"{table.summary} {table.credit}")
        SubElement(root, f"{MODULE}BasicCommandEncoder")
        help = SubElement(root, f"{MODULE}Documentation")
        SubElement(help, f"{MODULE}documentation.AboutScreen", title=table.title, fileName=self.image(table.setup))
        if table.rules:
            SubElement(help, f"{MODULE}documentation.BrowserPDFFile", title=table.rules.title, pdfFile="rules.pdf")
        SubElement(root, f"{MODULE}PlayerRoster", buttonText="", buttonToolTip="")
        root.extend([Element(f"{MODULE}GlobalOptions"), Element(f"{MODULE}PrototypesContainer")])
        self.map(root)
        for die in table.dice:
            self.die(root, die)
        root.extend([Element(f"{MODULE}Chatter"), Element(f"{MODULE}KeyNamer")])
        root.set("nextPieceSlotId", str(self.slots + 1))
        return root

    def map(self, root: Element) -> None:
        table = self.table
        made = SubElement(root, f"{MODULE}Map", mapName=table.title, launch="false", allowMultiple="false")
        made.set("markMoved", "Never")
        picker = SubElement(made, f"{MAP}BoardPicker")  # before what lies on its boards
        made.extend(Element(f"{MAP}{part}") for part in PARTS)
        for item in table.standing:
            piece = table.piece(item.kind)
            at = self.pictures.length(item.x), self.pictures.length(item.y)
            self.piece(self.stack(made, f"{piece.name} {item.place}", at), piece)
        for piece in table.pieces:
            if spare := table.spare(piece):
                side = self.pictures.length(piece.diameter)
                stack = self.stack(made, piece.plural, self.columns.place(side, side))
                for _ in range(spare):
                    self.piece(stack, piece)
        for deck in table.decks:
            self.deck(made, deck)
        for sheet in table.sheets:
            stack = self.stack(made, sheet.title, self.columns.place(*self.pictures.size(sheet)))
            self.slot(stack, sheet.title, sheet)
        width, high = self.ground()
        board = SubElement(picker, f"{BOARD[: -len('board.')]}Board", name=table.title, image="map.png")
        _with(board, width=width, height=high, reversible=False)
        # Pieces snap to places on the board alone, not in the strip beside it.
        right, foot = self.pictures.size(table.ground)
        path = f"0,0;{right},0;{right},{foot};0,{foot}"
        zone = SubElement(SubElement(board, f"{BOARD}ZonedGrid"), f"{BOARD}mapgrid.Zone", name=table.title, path=path)
        _with(zone, locationFormat="$gridLocation$", useParentGrid=False, useHighlight=False)
        grid = SubElement(zone, f"{BOARD}RegionGrid", snapto="true", visible="false", fontsize="9")
        for spot in table.spots:
            x, y = (str(round(self.pictures.length(at))) for at in (spot.x, spot.y))
            SubElement(grid, f"{BOARD}Region", name=spot.id, originx=x, originy=y)

    def ground(self) -> tuple[int, int]:
        """The picture of the map, as wide as what lies beside the board takes; its size."""
        from PIL import Image

        board = self.pictures.image(self.table.ground)
        right = round(self.columns.right + EDGE * self.pictures.pixels)
        wide = max(board.width, right if self.columns.right > board.width + EDGE * self.pictures.pixels else 0)
        whole = Image.new("RGB", (wide, board.height), board.getpixel((0, 0))[:3])
        whole.paste(board, (0, 0))
        written = io.BytesIO()
        whole.save(written, "PNG")
        self.shown["map.png"] = written.getvalue()
        return whole.width, whole.height

    def image(self, picture: Picture) -> str:
        name = f"{picture.name}.png"
        self.shown[name] = self.pictures.png(picture)
        return name

    def at(self, parent: Element, kind: str, name: str, middle: tuple[float, float]) -> Element:
        made = SubElement(parent, f"{MAP}{kind}", name=name, owningBoard=self.table.title)
        return _with(made, x=round(middle[0]), y=round(middle[1]))

    def stack(self, parent: Element, name: str, middle: tuple[float, float]) -> Element:
        return _with(self.at(parent, "SetupStack", name, middle), useGridLocation=False)

    def piece(self, parent: Element, piece: Piece | Card) -> None:
        self.slot(parent, piece.name, piece.front, piece.back)

    def slot(self, parent: Element, name: str, front: Picture, back: Picture | None = None) -> None:
        self.slots += 1
        images = [self.image(side) for side in (front, back) if side]
        turn, letter = ("Turn over", "F") if back else ("", "")
        commands = ("", 2, "", turn, 2, letter, "", 2, "", "", "", 1)  # activate, increase, decrease, reset
        shown = (False, 0, 0, ",".join(images), "," * (len(images) - 1), True, "Side", "", "", False, "", 1, 1, True)
        layer = _fields("emb2", *commands, *shown, "", TURN if back else "", "", "", 1.0)
        self.define(parent, "PieceSlot", front, name, [layer, "1"])

    def define(self, parent: Element, kind: str, front: Picture, name: str, trait: list[str], image: str = "") -> None:
        """The slot of a piece: its traits, outermost first, as one text."""
        width, height = self.pictures.size(front)
        made = SubElement(parent, f"{BUILD}widget.{kind}", entryName=name, gpid=str(self.slots))
        _with(made, width=width, height=height)
        basic = _fields("piece", "", "", image, name), _fields("null", 0, 0, self.slots, 0)
        types, states = ("\t".join(part).replace("/", "\\/") for part in zip(trait, basic, strict=True))
        made.text = f"+/null/{types}/{states}"

    def deck(self, parent: Element, deck: Deck) -> None:
        """A deck that is drawn from face down, or the reference cards in a stack."""
        size = self.pictures.size(deck.cards[0].front)
        middle = self.columns.place(*size)
        if deck.hidden:
            pile = _with(self.at(parent, "DrawPile", deck.name, middle), width=size[0], height=size[1])
            _with(pile, faceDown="Always", shuffle="Always", draw=True, allowMultiple=False, allowSelect=False)
        else:
            pile = self.stack(parent, deck.name, middle)
        for card in deck.cards:
            for _ in range(card.copies):
                (self.card if deck.hidden else self.piece)(pile, card)

    def card(self, pile: Element, card: Card) -> None:
        """A card that its owner sees and others see the back of, until it is turned over."""
        self.slots += 1
        mask = _fields("obs", TURN, self.image(card.back), "Turn over", "B", card.name, "player:", "Peek")
        self.define(pile, "CardSlot", card.front, card.name, [mask, "null"], self.image(card.front))

    def die(self, root: Element, die: Die) -> None:
        label = die.plural if die.copies > 1 else die.name
        made = SubElement(root, f"{MODULE}SpecialDiceButton", name=label, text=label, tooltip=label)
        _with(made, resultChatter=True, resultWindow=True, resultButton=False, format="{name}")
        width, height = self.pictures.size(die.sides[0])
        _with(made, windowX=width * die.copies, windowY=height)
        results = ' + " " + '.join(f"result{number}" for number in range(1, die.copies + 1))
        made.set("format", f'{{PlayerName + ": " + {results}}}')
        for number in range(1, die.copies + 1):
            one = SubElement(made, f"{MODULE}SpecialDie", name=f"{die.name} {number}", report="{result}")
            for value, side in enumerate(die.sides, 1):
                face = SubElement(one, f"{MODULE}SpecialDieFace", text=side.title, value=str(value))
                face.set("icon", self.image(side))


def _fields(*values: Any) -> str:
    """Fields of a trait: parted by semicolons, those in a text escaped."""
    return ";".join(_said(value).replace("\\", "\\\\").replace(";", "\\;") for value in values)


def _with(element: Element, **values: Any) -> Element:
    for name, value in values.items():
        element.set(name, _said(value))
    return element


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _xml(element: Element) -> bytes:
    ElementTree.indent(element, " ")
    data: bytes = ElementTree.tostring(element, encoding="utf-8", xml_declaration=True)
    return data


FORMAT = Format("A module of VASSAL.", files, suffix=".vmod")
