"""A saved object of Tabletop Simulator: board with snap points, pieces with backs, dice, decks, the rules as PDF.

An inch of the table is a unit of theirs; y is up, z away from the first player. Tiles are two units wide at scale 1.
Everything is turned by 180 degrees about y, which is how a picture stands upright for the first player."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from printables.core.written import as_json
from printables.exports.format import Format, Pictures, Table
from printables.exports.tabletop import SQUARE, Columns, Deck, Die, Picture, Piece

Object = dict[str, Any]
TABLE = 0.96  # the height of their table
THICK = {"board": 0.2, "piece": 0.15, "flat": 0.05, "sheet": 0.05}
BOX, CIRCLE = 0, 2  # kinds of tiles
# How a six-sided die of theirs is turned that shows 1, 2, ... 6.
CUBE = ((-90, 0, 0), (0, 0, 0), (0, 0, -90), (0, 0, 90), (0, 0, -180), (90, 0, 0))
CARD = 2.2  # inches: how wide one of their cards is at scale 1
BESIDE = 1.0  # squares from the board to what lies beside it


def files(table: Table, pictures: Pictures) -> dict[str, bytes]:
    """The saved object, its picture in their list, and what it shows."""
    made = _Objects(table, pictures)
    said = {"SaveName": table.title, "GameMode": table.title, "Note": f"{table.summary} {table.credit}"}
    saved = as_json(_usual()["saved"] | said | {"ObjectStates": made.states()})
    return {f"{table.name}.json": saved, f"{table.name}.png": pictures.png(table.setup), **made.shown}


def _usual() -> Any:
    """What their program writes where nothing else is to be said: of a saved game, and of each object."""
    return json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


class _Objects:
    def __init__(self, table: Table, pictures: Pictures) -> None:
        self.table, self.pictures = table, pictures
        self.shown: dict[str, bytes] = {}
        self.ids = 0

    def states(self) -> list[Object]:
        table = self.table
        found = [self.board()]
        for item in table.standing:
            found.append(self.piece(table.piece(item.kind), item.diameter))
            found[-1]["Transform"] |= {
                "posX": round(item.x / SQUARE - table.columns / 2, 4),
                "posY": TABLE + THICK["board"] + THICK["piece"],
                "posZ": round(table.rows / 2 - item.y / SQUARE, 4),
            }
        spare = [(piece, count) for piece in table.pieces if (count := table.spare(piece))]
        beside = [(piece.diameter / SQUARE, self.spare(piece, count)) for piece, count in spare]
        beside += [(1.5, self.die(die)) for die in table.dice for _ in range(die.copies)]
        beside += [(3.5, self.deck(deck)) for deck in table.decks]
        beside += [(sheet.page.height / SQUARE, self.sheet(sheet)) for sheet in table.sheets]
        if table.rules:
            beside.append((3.5, self.rules(table.rules.title)))
        # What does not begin on the board lies at its right, each thing in a square of that side.
        columns = Columns(table.columns / 2 + BESIDE, -table.rows / 2, table.rows, 0.3)
        for side, thing in beside:
            x, y = columns.place(side, side)
            thing["Transform"] |= {"posX": round(x, 4), "posZ": round(-y, 4)}
        return [*found, *(thing for _, thing in beside)]

    def object(self, name: str, nickname: str, description: str = "", scale: Iterable[float] = (1, 1, 1)) -> Object:
        self.ids += 1
        guid = hashlib.sha256(f"{self.table.name} {self.ids}".encode()).hexdigest()[:6]
        x, y, z = scale
        made: Object = _usual()["object"]
        made["Transform"] |= {"scaleX": x, "scaleY": y, "scaleZ": z}
        return made | {"GUID": guid, "Name": name, "Nickname": nickname, "Description": description}

    def tile(self, name: str, front: Picture, back: Picture | None, form: int, size: tuple[float, float]) -> Object:
        thick = THICK.get(name, THICK["piece"])
        made = self.object("Custom_Tile", front.title, scale=(size[0] / 2, 1, size[1] / 2))
        custom = {"Type": form, "Thickness": thick, "Stackable": form == CIRCLE, "Stretch": True}
        sides = {"ImageURL": self.picture(front), "ImageSecondaryURL": self.picture(back) if back else ""}
        return made | {"CustomImage": {**sides, "CustomTile": custom}}

    def board(self) -> Object:
        """The board on the table's cloth, locked, with a snap point for each place."""
        table = self.table
        made = self.tile("board", table.ground, None, BOX, (table.columns, table.rows))
        high = THICK["board"] / 2
        made["Transform"]["posY"] = TABLE + high
        made |= {"Nickname": table.title, "Description": table.credit, "Locked": True}
        # Turned by 180 degrees, its own x goes to the left and its own z to the first player.
        at = [(1 - 2 * spot.x / table.width, 2 * spot.y / table.height - 1) for spot in table.spots]
        made["AttachedSnapPoints"] = [{"Position": {"x": round(x, 6), "y": high, "z": round(z, 6)}} for x, z in at]
        return made

    def piece(self, piece: Piece, diameter: float) -> Object:
        wide = piece.picture_width(diameter) / SQUARE
        made = self.tile("flat" if piece.flat else "piece", piece.front, piece.back, CIRCLE, (wide, wide))
        return made | {"Tags": [piece.kind]}

    def spare(self, piece: Piece, count: int) -> Object:
        if count == 1:
            return self.piece(piece, piece.diameter)
        bag = self.object("Bag", piece.plural, f"{count}")
        bag["ContainedObjects"] = [self.piece(piece, piece.diameter) for _ in range(count)]
        return bag

    def die(self, die: Die) -> Object:
        """A die of theirs. Its description says what each number means; a six-sided one shows it as its value, too."""
        sides = len(die.sides)
        said = "; ".join(f"{value}: {side.title}" for value, side in enumerate(die.sides, 1))
        made = self.object(f"Die_{sides}", die.name, said)
        if sides == len(CUBE):
            made["RotationValues"] = [
                {"Value": side.title, "Rotation": dict(zip("xyz", map(float, turn), strict=True))}
                for side, turn in zip(die.sides, CUBE, strict=True)
            ]
        return made

    def deck(self, deck: Deck) -> Object:
        """A card, or a deck of them; each kind of card has a sheet of its own."""
        usual = {"NumWidth": 1, "NumHeight": 1, "BackIsHidden": deck.hidden, "UniqueBack": False, "Type": 0}
        shown = {}
        for number, card in enumerate(deck.cards, 1):
            shown[str(number)] = {"FaceURL": self.picture(card.front), "BackURL": self.picture(card.back)} | usual
        scale = deck.cards[0].front.page.width / SQUARE / CARD
        cards = [
            self.object("Card", card.name, scale=(scale, 1, scale))
            | {"CardID": 100 * number, "CustomDeck": {str(number): shown[str(number)]}}
            for number, card in enumerate(deck.cards, 1)
            for _ in range(card.copies)
        ]
        if len(cards) == 1:
            return cards[0]
        made = self.object("Deck", deck.name, scale=(scale, 1, scale))
        made["Transform"]["rotZ"] = 180.0 if deck.hidden else 0.0
        ids = [card["CardID"] for card in cards]
        return {**made, "DeckIDs": ids, "CustomDeck": shown, "ContainedObjects": cards}

    def sheet(self, sheet: Picture) -> Object:
        return self.tile("sheet", sheet, None, BOX, (sheet.page.width / SQUARE, sheet.page.height / SQUARE))

    def rules(self, title: str) -> Object:
        self.shown["rules.pdf"] = self.pictures.rules() or b""
        said = {"PDFUrl": f"{self.pictures.home}rules.pdf", "PDFPage": 0, "PDFPageOffset": 0}
        return self.object("Custom_PDF", title) | {"CustomPDF": said}

    def picture(self, picture: Picture) -> str:
        name = f"pictures/{picture.name}.png"
        self.shown[name] = self.pictures.png(picture)
        return f"{self.pictures.home}{name}"


FORMAT = Format("A saved object of Tabletop Simulator.", files, linked=True)
