"""A folder of pictures for any table, and manifest.json, which says what each is, how large, and where it goes."""

from collections.abc import Iterator, Mapping
from typing import Any

from printables.core import progress
from printables.core.written import as_json
from printables.exports.format import Format, Pictures
from printables.exports.layout import Table
from printables.exports.tabletop import Deck, Die, Picture, Piece, Spot, Standing

MANIFEST = "postfox-pieces-1"
RULES = "rules.pdf"


def files(table: Table, pictures: Pictures) -> dict[str, bytes]:
    """Every file of the folder by its path in there."""
    ways = {"png": pictures.png, "webp": pictures.webp, "svg": pictures.svg}
    stickers = (picture for piece in table.pieces for sticker in piece.stickers for picture in sticker)
    wanted = [(one, ("png", "webp", "svg")) for one in drawn(table)] + [(one, ("png", "svg")) for one in stickers]

    def files_of(part: tuple[Picture, tuple[str, ...]]) -> dict[str, bytes]:
        picture, suffixes = part
        return {f"{picture.name}.{suffix}": ways[suffix](picture) for suffix in suffixes}

    made: dict[str, bytes] = {}
    for some in progress.shared(files_of, wanted, progress.processors()):
        made |= some
    if rules := pictures.rules():
        made[RULES] = rules
    made["manifest.json"] = as_json(manifest(table, pictures))
    return made


def drawn(table: Table) -> Iterator[Picture]:
    """Every picture of a table but the stickers', once."""
    yield from (table.background, table.board, table.setup)
    for piece in table.pieces:
        yield from (piece.front, piece.back)
    for deck in table.decks:
        yield from (side for card in deck.cards for side in (card.front, card.back))
    for die in table.dice:
        yield from {side.name: side for side in die.sides}.values()
    yield from table.sheets


class _Manifest:
    def __init__(self, table: Table, pictures: Pictures) -> None:
        self.table, self.pictures = table, pictures

    def px(self, mm: float) -> float:
        return round(self.pictures.length(mm), 2)

    def file(self, picture: Picture) -> dict[str, object]:
        width, height = self.pictures.size(picture)
        named = {suffix: f"{picture.name}.{suffix}" for suffix in ("png", "webp", "svg")}
        return {"title": picture.title, "width": width, "height": height, "files": named}

    def spot(self, spot: Spot) -> dict[str, object]:
        at = {"x": self.px(spot.x), "y": self.px(spot.y), "width": self.px(spot.width)}
        return {"id": spot.id, "name": spot.name, **at, "form": spot.form}

    def piece(self, piece: Piece) -> dict[str, object]:
        stickers = {
            side: {what: [f"{one.name}.png", f"{one.name}.svg"] for what, one in sticker._asdict().items()}
            for side, sticker in zip(("front", "back"), piece.stickers, strict=True)
        }
        return {
            "id": piece.kind, "name": piece.name, "plural": piece.plural, "count": piece.copies,
            "beside": self.table.spare(piece), "width": self.px(piece.picture_width(piece.diameter)),
            "flat": piece.flat, "front": self.file(piece.front), "back": self.file(piece.back), "stickers": stickers,
        }  # fmt: skip

    def standing(self, item: Standing) -> dict[str, Any]:
        width = self.table.piece(item.kind).picture_width(item.diameter)
        at = {"x": self.px(item.x), "y": self.px(item.y), "width": self.px(width)}
        return {"piece": item.kind, "place": item.place, **at}

    def deck(self, deck: Deck) -> dict[str, object]:
        cards = [
            {"id": card.kind, "name": card.name, "count": card.copies}
            | {"front": self.file(card.front), "back": self.file(card.back)}
            for card in deck.cards
        ]
        return {"name": deck.name, "hidden": deck.hidden, "cards": cards}

    def die(self, die: Die) -> dict[str, object]:
        sides = [{"value": value, "name": one.title, **self.file(one)} for value, one in enumerate(die.sides, 1)]
        return {"name": die.name, "count": die.copies, "sides": sides}


def manifest(table: Table, pictures: Pictures) -> Mapping[str, object]:
    """What manifest.json says. Places and sizes are pixels, measured from the top left; x and y are middles."""
    say = _Manifest(table, pictures)
    width, height = pictures.size(table.background)
    grid = {"kind": table.lattice, "pixels": pictures.pixels, "columns": table.columns, "rows": table.rows}
    said = ("title", "summary", "players", "credit", "licence", "language", "position")
    return {
        "format": MANIFEST, "game": table.slug, **{key: getattr(table, key) for key in said},
        "width": width, "height": height, "grid": {**grid, "offset": [0, 0]},
        "background": say.file(table.background), "board": {**say.file(table.board), "offset": [0, 0]},
        "picture": say.file(table.setup),
        "places": [say.spot(spot) for spot in table.spots],
        "paths": [{"from": path.a, "to": path.b, "one_way": path.one_way} for path in table.paths],
        "pieces": [say.piece(piece) for piece in table.pieces],
        "setup": [say.standing(item) for item in table.standing],
        "decks": [say.deck(deck) for deck in table.decks],
        "dice": [say.die(die) for die in table.dice],
        "sheets": [say.file(picture) for picture in table.sheets],
        "rules": RULES if table.rules else None,
    }  # fmt: skip


FORMAT = Format("A folder of PNG, WebP and SVG pictures, and manifest.json.", files)
