"""A module of Foundry VTT: JSON for `fvtt package pack`, in pixels: a scene, a journal, items, tables, decks."""

import hashlib
from collections.abc import Iterator
from html import escape
from typing import Any

from printables.core.written import as_json
from printables.exports.format import Format, Pictures, Table
from printables.exports.tabletop import SQUARE, Deck, Die, Picture, Piece, Standing

Document = dict[str, Any]
SOURCE = "source"  # the folder of JSON, one for each pack in it
# Packs, which are also the collections that keys begin with, and the type of their documents.
PACKS = {"scenes": "Scene", "journal": "JournalEntry", "items": "Item", "tables": "RollTable", "cards": "Cards"}
# What a scene may hold besides, and Foundry's command writes down even where there is none.
EMPTY = ("drawings", "levels", "lights", "notes", "regions", "sounds", "templates", "tiles", "walls")
GRIDS = {"square": 1, "none": 0, "hexagon": 0}  # hexagons of a board stand on none of its grids
HOVER = 30  # names are shown to anybody who points at a token
PLAIN = {"actorId": None, "actorLink": False, "delta": None, "displayName": HOVER, "disposition": 0}  # of a token
LEAST, NEWEST = "12", "13"  # of Foundry


def files(table: Table, pictures: Pictures) -> dict[str, bytes]:
    """The folder of the module."""
    module = _Module(table, pictures)
    packs = {"scenes": [module.scene()], "journal": [module.journal()]}
    packs["items"] = [module.item(piece) for piece in table.pieces]
    packs["tables"] = [module.table_of(die) for die in table.dice]
    packs["cards"] = [module.deck(deck) for deck in table.decks]
    made = {"module.json": as_json(module.manifest([name for name in packs if packs[name]]))}
    for name, documents in packs.items():
        made |= {f"{SOURCE}/{name}/{document['_id']}.json": as_json(document) for document in documents}
    if rules := pictures.rules():
        made["rules.pdf"] = rules
    return made | module.shown


class _Module:
    def __init__(self, table: Table, pictures: Pictures) -> None:
        self.table, self.pictures = table, pictures
        self.id = f"postfox-{table.name}"
        self.shown: dict[str, bytes] = {}

    def manifest(self, packs: list[str]) -> Document:
        table = self.table
        return {
            "id": self.id, "title": table.title, "description": f"{table.summary} {table.credit}", "version": "1.0.0",
            "compatibility": {"minimum": LEAST, "verified": NEWEST}, "authors": [{"name": "Postfox"}],
            "packs": [{"name": name, "label": f"{table.title}: {name}", "path": f"packs/{name}", "type": PACKS[name]}
                      for name in packs],
        }  # fmt: skip

    def document(self, pack: str, name: str, inside: str = "", **fields: object) -> Document:
        """A document, or with `inside` one that is held by the document of that key."""
        id = hashlib.sha256(f"{self.id} {inside or pack}.{name}".encode()).hexdigest()[:16]
        return {"_id": id, "name": name, **fields}

    def keyed(self, pack: str, document: Document, *held: str) -> Document:
        """The document with the keys under which the pack keeps it and what it holds."""
        document["_key"] = f"!{pack}!{document['_id']}"
        for field in held:
            for one in document[field]:
                one["_key"] = f"!{pack}.{field}!{document['_id']}.{one['_id']}"
        return document

    def picture(self, picture: Picture) -> str:
        name = f"pictures/{picture.name}.webp"
        if name not in self.shown:
            self.shown[name] = self.pictures.webp(picture)
        return f"modules/{self.id}/{name}"

    def scene(self) -> Document:
        table, pixels = self.table, self.pictures.pixels
        width, height = self.pictures.size(table.ground)
        scene = self.document("scenes", table.title, active=False, navigation=True, width=width, height=height)
        scene |= {
            "padding": 0.25, "background": {"src": self.picture(table.ground)},
            "grid": {"type": GRIDS[table.lattice], "size": pixels, "alpha": 0, "distance": 1, "units": ""},
            "tokenVision": False, "fog": {"exploration": False}, **{field: [] for field in EMPTY},
        }  # fmt: skip
        scene["tokens"] = [self.token(*one) for one in enumerate((*table.standing, *self.beside()))]
        return self.keyed("scenes", scene, "tokens")

    def beside(self) -> Iterator[Standing]:
        """Pieces that do not begin on the board: a pile of each kind in the margin at its right."""
        piles = [(piece, spare) for piece in self.table.pieces if (spare := self.table.spare(piece))]
        for row, (piece, spare) in enumerate(piles):
            at = self.table.width + SQUARE, (0.5 + 1.5 * row) * SQUARE
            yield from [Standing(piece.kind, "", *at, piece.diameter)] * spare

    def token(self, number: int, item: Standing) -> Document:
        """A piece as a token without an actor, one square large, its picture at its own size in there."""
        piece, pixels = self.table.piece(item.kind), self.pictures.pixels
        scale = round(piece.picture_width(item.diameter) / SQUARE, 4)
        # Places begin at the corner of a margin: for a padding of 0.25 a quarter of a side, in whole squares.
        left, top = (-(-size // 4 // pixels) * pixels for size in self.pictures.size(self.table.ground))
        return self.document("scenes", piece.name, f"token {number}") | {
            "x": round(left + self.pictures.length(item.x) - pixels / 2),
            "y": round(top + self.pictures.length(item.y) - pixels / 2), "width": 1, "height": 1,
            "texture": {"src": self.picture(piece.front), "scaleX": scale, "scaleY": scale},
            **PLAIN, "lockRotation": True, "sort": number,
        }  # fmt: skip

    def journal(self) -> Document:
        table = self.table
        text = "".join(f"<p>{escape(said, quote=False)}</p>" for said in (table.summary, table.credit))
        pages = [self.page(table.title, "text", text={"content": text, "format": 1})]
        pages.append(self.page(table.setup.title, "image", src=self.picture(table.setup)))
        if table.rules:
            pages.append(self.page(table.rules.title, "pdf", src=f"modules/{self.id}/rules.pdf"))
        pages += [self.page(sheet.title, "image", src=self.picture(sheet)) for sheet in table.sheets]
        ordered = [page | {"sort": number} for number, page in enumerate(pages)]
        return self.keyed("journal", self.document("journal", table.title, categories=[], pages=ordered), "pages")

    def page(self, name: str, type: str, **fields: object) -> Document:
        title = {"show": True, "level": 1}
        return self.document("journal", name, f"page {type} {name}", type=type, title=title, **fields)

    def item(self, piece: Piece) -> Document:
        """A kind of piece; the other side is among its flags."""
        flags = {self.id: {"back": self.picture(piece.back), "count": piece.copies}}
        said: Document = {"type": "base", "img": self.picture(piece.front), "flags": flags, "effects": []}
        return self.keyed("items", self.document("items", piece.name, **said))

    def table_of(self, die: Die) -> Document:
        made = self.document("tables", die.name, formula=f"1d{len(die.sides)}", replacement=True, displayRoll=True)
        made["results"] = [
            self.document("tables", side.title, f"{die.name} {value}")
            | {"type": "text", "text": side.title, "img": self.picture(side), "range": [value, value], "weight": 1}
            for value, side in enumerate(die.sides, 1)
        ]
        return self.keyed("tables", made, "results")

    def deck(self, deck: Deck) -> Document:
        page = deck.cards[0].front.page
        size: Document = {"width": round(page.width / SQUARE * 100), "height": round(page.height / SQUARE * 100)}
        made = self.document("cards", deck.name, type="deck", img=self.picture(deck.cards[0].back), **size)
        made["cards"] = [
            self.document("cards", card.name, f"{deck.name} {card.kind} {copy}", type="base", **size)
            | {"faces": [{"name": card.name, "img": self.picture(card.front)}],
               "back": {"name": card.name, "img": self.picture(card.back)},
               "face": None if deck.hidden else 0, "origin": made["_id"], "cards": []}
            for card in deck.cards for copy in range(card.copies)
        ]  # fmt: skip
        return self.keyed("cards", made, "cards")


FORMAT = Format("A module of Foundry VTT.", files)
