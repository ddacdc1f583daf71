"""A folder of pictures for any table, and manifest.json, which says what each is, how large, and where it goes."""

from collections.abc import Iterator, Mapping
from functools import partial

from printables.core import progress
from printables.core.written import as_json
from printables.exports.format import Format, Pictures, Table
from printables.exports.tabletop import Deck, Picture, Piece, Spot, Standing

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
    yield from (side for piece in table.pieces for side in (piece.front, piece.back))
    yield from (side for deck in table.decks for card in deck.cards for side in (card.front, card.back))
    yield from {side.name: side for die in table.dice for side in die.sides}.values()
    yield from table.sheets


def _file(pictures: Pictures, picture: Picture) -> dict[str, object]:
    width, height = pictures.size(picture)
    named = {suffix: f"{picture.name}.{suffix}" for suffix in ("png", "webp", "svg")}
    return {"title": picture.title, "width": width, "height": height, "files": named}


def _at(pictures: Pictures, item: Spot | Standing, width: float) -> dict[str, float]:
    return {key: round(pictures.length(mm), 2) for key, mm in (("x", item.x), ("y", item.y), ("width", width))}


def _piece(table: Table, pictures: Pictures, piece: Piece) -> dict[str, object]:
    stickers = {
        side: {what: [f"{one.name}.png", f"{one.name}.svg"] for what, one in sticker._asdict().items()}
        for side, sticker in zip(("front", "back"), piece.stickers, strict=True)
    }
    return {
        "id": piece.kind, "name": piece.name, "plural": piece.plural, "count": piece.copies,
        "beside": table.spare(piece), "width": round(pictures.length(piece.picture_width(piece.diameter)), 2),
        "flat": piece.flat, "front": _file(pictures, piece.front), "back": _file(pictures, piece.back),
        "stickers": stickers,
    }  # fmt: skip


def _deck(pictures: Pictures, deck: Deck) -> dict[str, object]:
    cards = [
        {"id": card.kind, "name": card.name, "count": card.copies}
        | {"front": _file(pictures, card.front), "back": _file(pictures, card.back)}
        for card in deck.cards
    ]
    return {"name": deck.name, "hidden": deck.hidden, "cards": cards}


def manifest(table: Table, pictures: Pictures) -> Mapping[str, object]:
    """What manifest.json says. Places and sizes are pixels, measured from the top left; x and y are middles."""
    file, at = partial(_file, pictures), partial(_at, pictures)
    width, height = pictures.size(table.background)
    grid = {"kind": table.lattice, "pixels": pictures.pixels, "columns": table.columns, "rows": table.rows}
    said = ("title", "summary", "players", "credit", "licence", "language", "position")
    wide = {piece.kind: piece.picture_width for piece in table.pieces}
    return {
        "format": MANIFEST, "game": table.slug, **{key: getattr(table, key) for key in said},
        "width": width, "height": height, "grid": {**grid, "offset": [0, 0]},
        "background": file(table.background), "board": {**file(table.board), "offset": [0, 0]},
        "picture": file(table.setup),
        "places": [{"id": one.id, "name": one.name, **at(one, one.width), "form": one.form} for one in table.spots],
        "paths": [{"from": path.a, "to": path.b, "one_way": path.one_way} for path in table.paths],
        "pieces": [_piece(table, pictures, piece) for piece in table.pieces],
        "setup": [{"piece": one.kind, "place": one.place, **at(one, wide[one.kind](one.diameter))}
                  for one in table.standing],
        "decks": [_deck(pictures, deck) for deck in table.decks],
        "dice": [{"name": die.name, "count": die.copies,
                  "sides": [{"value": n, "name": one.title, **file(one)} for n, one in enumerate(die.sides, 1)]}
                 for die in table.dice],
        "sheets": [file(picture) for picture in table.sheets],
        "rules": RULES if table.rules else None,
    }  # fmt: skip


FORMAT = Format("A folder of PNG, WebP and SVG pictures, and manifest.json.", files)
