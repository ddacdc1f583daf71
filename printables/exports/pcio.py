"""A room of PlayingCards.io, which VirtualTabletop reads, too: board, cards (pieces are some, too), spinners."""

from typing import Any, NamedTuple

from printables.core.written import as_json, zipped
from printables.exports.format import Format, Pictures, Table
from printables.exports.tabletop import SQUARE, Columns, Die, Picture

Widget = dict[str, Any]
ROOM = 1600.0, 1000.0  # units
EDGE = 20.0
HAND = 180.0  # units that a hand takes at the foot of the room
SPINNER = 110.0
MOST = 0.62  # of the room's width that a board may take
SHARP = 1.5  # pixels to a unit: enough for a room that is enlarged, and pictures that importers still take
CARD = 150.0  # units: the width of a card that does not go on the board
SHEET = 260.0


def files(table: Table, pictures: Pictures) -> dict[str, bytes]:
    """The archive."""
    room = _Room(table, pictures)
    return {"": zipped([("widgets.json", as_json(room.widgets())), *room.shown.items()])}


class _Thing(NamedTuple):
    """What turns over: both sides, and the middles (units) of each copy."""

    id: str
    label: str
    front: Picture
    back: Picture
    at: list[tuple[float, float]]


class _Room:
    """One room under way; `unit`: units to a mm of the table."""

    def __init__(self, table: Table, pictures: Pictures) -> None:
        self.table = table
        self.shown: dict[str, bytes] = {}
        self.hand = any(deck.hidden for deck in table.decks)
        high = ROOM[1] - 2 * EDGE - (HAND if self.hand else 0.0)
        self.unit = min(MOST * ROOM[0] / table.width, high / table.height)
        pixels = min(pictures.pixels, max(1, round(SHARP * self.unit * SQUARE)))
        self.pictures = pictures if pixels == pictures.pixels else Pictures(table, pixels)
        self.z = 1

    def widgets(self) -> list[Widget]:
        table = self.table
        wide, high = table.width * self.unit, table.height * self.unit
        hand = {"id": "hand", "type": "hand", "x": 50, "y": ROOM[1] - HAND, "z": 1, "dragging": None}
        made: list[Widget] = [hand | {"enabled": self.hand}]
        made.append(self.widget("board", "board", EDGE, EDGE, wide, high) | {"boardImage": self.asset(table.ground)})
        column = Columns(EDGE + wide + EDGE, EDGE, high, EDGE)
        for piece in table.pieces:
            size = piece.picture_width(piece.diameter) * self.unit
            own = (item for item in table.standing if item.kind == piece.kind)
            at = [(EDGE + item.x * self.unit, EDGE + item.y * self.unit) for item in own]
            at += [column.place(size, size)] * spare if (spare := table.spare(piece)) else []
            one = _Thing(piece.kind, piece.name, piece.front, piece.back, at)
            made += self.turned(f"deck-{piece.kind}", [one], (size, size))
        for number, deck in enumerate(table.decks, 1):
            page = deck.cards[0].front.page
            card_size = CARD, CARD * page.height / page.width
            pile = column.place(*card_size)
            cards = [_Thing(f"card-{c.kind}", c.name, c.front, c.back, [pile] * c.copies) for c in deck.cards]
            made += self.turned(f"cards-{number}", cards, card_size, up=not deck.hidden)
        for sheet in table.sheets:
            paper = SHEET, SHEET * sheet.page.height / sheet.page.width
            one = _Thing(sheet.name, sheet.title, sheet, sheet, [column.place(*paper)])
            made += self.turned(f"deck-{sheet.name}", [one], paper)
        made += [self.spinner(die, n, column) for die in table.dice for n in range(die.copies)]
        return made

    def widget(self, id: str, type: str, x: float, y: float, width: float, height: float) -> Widget:
        self.z += 1
        left, top, wide, high = (round(value, 2) for value in (x, y, width, height))
        return {"id": id, "type": type, "x": left, "y": top, "z": self.z, "width": wide, "height": high}

    def asset(self, picture: Picture) -> str:
        name = f"userassets/{picture.name}.png"
        self.shown[name] = self.pictures.png(picture)
        return f"package://{name}"

    def turned(self, id: str, things: list[_Thing], size: tuple[float, float], *, up: bool = True) -> list[Widget]:
        middles = [(x, y, thing) for thing in things for x, y in thing.at]
        if not middles:
            return []
        wide, high = (round(side, 2) for side in size)
        image = {"type": "image", "x": 0, "y": 0, "w": wide, "h": high, "color": "transparent", "valueType": "dynamic"}
        bare = {"includeBorder": False, "includeRadius": False}
        front, back = (bare | {"objects": [image | {"value": side}]} for side in ("front", "back"))
        kinds = {
            one.id: {"label": one.label, "front": self.asset(one.front), "back": self.asset(one.back)} for one in things
        }
        x, y, _ = middles[0]
        deck = self.widget(id, "cardDeck", x - wide / 2, y - high / 2, wide, high)
        deck |= {"cardWidth": wide, "cardHeight": high, "cardTypes": kinds}
        deck |= {"faceTemplate": front, "backTemplate": back, "enlarge": wide >= CARD}
        cards = []
        for number, (x, y, thing) in enumerate(middles, 1):
            card = self.widget(f"{id}-{number}", "card", x - wide / 2, y - high / 2, wide, high)
            cards.append(card | {"deck": id, "cardType": thing.id, "faceup": up})
        return [deck, *cards]

    def spinner(self, die: Die, number: int, column: Columns) -> Widget:
        x, y = column.place(SPINNER, SPINNER)
        id = f"die-{self.table.dice.index(die) + 1}-{number + 1}"
        made = self.widget(id, "spinner", x - SPINNER / 2, y - SPINNER / 2, SPINNER, SPINNER)
        return made | {"options": [side.title for side in die.sides], "value": die.sides[0].title}


FORMAT = Format("A room of PlayingCards.io.", files, suffix=".pcio")
