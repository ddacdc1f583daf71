"""A folder of pictures for any table, and manifest.json, which says what each is, how large, and where it goes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from printables.exports.format import Format
from printables.exports.pictures import Pictures
from printables.exports.tabletop import Picture, Piece, Table

MANIFEST = "postfox-pieces-1"
RULES = "rules.pdf"


def files(table: Table, pictures: Pictures) -> dict[str, bytes]:
    """Every file of the folder by its path in there."""
    made: dict[str, bytes] = {}
    for picture in drawn(table):
        for suffix, data in (
            ("png", pictures.png(picture)),
            ("webp", pictures.webp(picture)),
            ("svg", pictures.svg(picture)),
        ):
            made[f"{picture.name}.{suffix}"] = data
    for piece in table.pieces:
        for sticker in piece.stickers:
            for picture in sticker:
                made[f"{picture.name}.png"] = pictures.png(picture)
                made[f"{picture.name}.svg"] = pictures.svg(picture)
    if rules := pictures.rules():
        made[RULES] = rules
    made["manifest.json"] = (json.dumps(manifest(table, pictures), ensure_ascii=False, indent=1) + "\n").encode()
    return made


def drawn(table: Table) -> Iterator[Picture]:
    """Every picture of a table but the stickers', once."""
    yield from (table.background, table.board, table.setup)
    for piece in table.pieces:
        yield from (piece.front, piece.back)
    for deck in table.decks:
        yield from (side for card in deck.cards for side in (card.front, card.back))
    for die in table.dice:
        yield from {side.name: side.picture for side in die.sides}.values()
    yield from table.sheets


def manifest(table: Table, pictures: Pictures) -> Mapping[str, Any]:
    """What manifest.json says. Places and sizes are pixels, measured from the top left; x and y are middles."""

    def px(mm: float) -> float:
        return round(pictures.length(mm), 2)

    def file(picture: Picture) -> dict[str, Any]:
        width, height = pictures.size(picture)
        named = {suffix: f"{picture.name}.{suffix}" for suffix in ("png", "webp", "svg")}
        return {"title": picture.title, "width": width, "height": height, "files": named}

    width, height = pictures.size(table.background)
    return {
        "format": MANIFEST,
        "game": table.slug,
        "title": table.title,
        "summary": table.summary,
        "players": table.players,
        "credit": table.credit,
        "licence": table.licence,
        "language": table.language,
        "position": table.position,
        "width": width,
        "height": height,
        "grid": {
            "kind": table.lattice,
            "pixels": pictures.pixels,
            "columns": table.columns,
            "rows": table.rows,
            "offset": [0, 0],
        },
        "background": file(table.background),
        "board": file(table.board) | {"offset": [0, 0]},
        "picture": file(table.setup),
        "places": [
            {
                "id": spot.id,
                "name": spot.name,
                "x": px(spot.x),
                "y": px(spot.y),
                "width": px(spot.width),
                "form": spot.form,
            }
            for spot in table.spots
        ],
        "paths": [{"from": link.a, "to": link.b, "one_way": link.one_way} for link in table.links],
        "pieces": [_piece(table, piece, px, file) for piece in table.pieces],
        "setup": [
            {
                "piece": item.kind,
                "place": item.place,
                "x": px(item.x),
                "y": px(item.y),
                "width": px(table.piece(item.kind).picture_width(item.diameter)),
            }
            for item in table.standing
        ],
        "decks": [
            {
                "name": deck.name,
                "hidden": deck.hidden,
                "cards": [
                    {
                        "id": card.kind,
                        "name": card.name,
                        "count": card.copies,
                        "front": file(card.front),
                        "back": file(card.back),
                    }
                    for card in deck.cards
                ],
            }
            for deck in table.decks
        ],
        "dice": [
            {
                "name": die.name,
                "count": die.copies,
                "sides": [
                    {"value": value, "name": side.title, **file(side.picture)}
                    for value, side in enumerate(die.sides, 1)
                ],
            }
            for die in table.dice
        ],
        "sheets": [file(picture) for picture in table.sheets],
        "rules": RULES if table.rules else None,
    }


def _piece(table: Table, piece: Piece, px: Any, file: Any) -> dict[str, Any]:
    return {
        "id": piece.kind,
        "name": piece.name,
        "plural": piece.plural,
        "count": piece.copies,
        "beside": table.spare(piece),
        "width": px(piece.picture_width(piece.diameter)),
        "flat": piece.flat,
        "front": file(piece.front),
        "back": file(piece.back),
        "stickers": {
            side: {what: [f"{picture.name}.png", f"{picture.name}.svg"] for what, picture in sticker._asdict().items()}
            for side, sticker in zip(("front", "back"), piece.stickers, strict=True)
        },
    }


FORMAT = Format("A folder of PNG, WebP and SVG pictures, and manifest.json.", files)
