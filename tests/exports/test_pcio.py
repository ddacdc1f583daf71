"""Rooms of PlayingCards.io: what lies in them is the set-up, as we read them and as VirtualTabletop does."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from exports.composing import GAMES, WRONG, composed, laid_out, opened, unlike
from printables.exports import pcio
from printables.exports.tabletop import Export

CHECKOUT = "POSTFOX_VIRTUALTABLETOP"  # a checkout of VirtualTabletop with jszip in its node_modules
IMPORT = """
import fs from 'fs';
import read from './server/pcioimport.mjs';
console.log(JSON.stringify(await read(fs.readFileSync(process.argv[2]))));
"""


@cache
def made(export: Export) -> bytes:
    return pcio.files(*laid_out(export))[""]


def shown(export: Export, board: Any, cards: list[tuple[float, float, float, str]], data: bytes) -> float:
    """How unlike the set-up is what stands on the board: cards by their left, top, width and picture."""
    with ZipFile(io.BytesIO(data)) as archive:
        ground = opened(archive.read("userassets/table.png"))
        scale = ground.width / board["width"]
        laid = [
            (archive.read(f"userassets/{name}.png"), (x + w / 2) * scale, (y + w / 2) * scale, w * scale)
            for x, y, w, name in cards
            if x + w / 2 < board["width"]
        ]
    table, pictures = laid_out(export)
    assert len(laid) == len(table.standing)
    picture = opened(pictures.png(table.setup)).resize(ground.size)
    return unlike(composed(ground, laid), picture)


@pytest.mark.parametrize("export", GAMES, ids=lambda export: export.game)
def test_cards_on_the_board_are_the_picture_of_the_setup(export: Export) -> None:
    table, data = laid_out(export)[0], made(export)
    with ZipFile(io.BytesIO(data)) as archive:
        widgets = json.loads(archive.read("widgets.json"))
        files = set(archive.namelist())
        assert all(len(archive.read(name)) < 2_097_152 for name in files)  # more than that importers leave out
    byid = {widget["id"]: widget for widget in widgets}
    assert len(byid) == len(widgets)
    named = {text for text in json.dumps(widgets).split('"') if text.startswith("package://")}
    assert {name.removeprefix("package://") for name in named} | {"widgets.json"} == files
    board, cards = byid["board"], [widget for widget in widgets if widget["type"] == "card"]
    laid = [
        (card["x"] - board["x"], card["y"] - board["y"], card["width"], f"{card['cardType']}-front")
        for card in cards
        if table.pieces and card["cardType"] in {piece.kind for piece in table.pieces}
    ]
    assert shown(export, board, laid, data) < WRONG
    for widget in widgets:
        assert widget["x"] + widget.get("width", 0) <= 1600 and widget["y"] + widget.get("height", 0) <= 1000
    for piece in table.pieces:
        assert sum(card["cardType"] == piece.kind for card in cards) == piece.copies
    assert sum(widget["type"] == "spinner" for widget in widgets) == sum(die.copies for die in table.dice)
    assert byid["hand"]["enabled"] == any(deck.hidden for deck in table.decks)


def test_virtualtabletop_reads_the_room(tmp_path: Path) -> None:
    checkout = os.environ.get(CHECKOUT)
    if not checkout or not shutil.which("node"):
        pytest.skip(f"{CHECKOUT} does not name a checkout of VirtualTabletop, or there is no node")
    (Path(checkout) / "postfox.mjs").write_text(IMPORT)
    for export in GAMES:
        table, data = laid_out(export)[0], made(export)
        (tmp_path / "room.pcio").write_bytes(data)
        done = subprocess.run(
            ["node", "postfox.mjs", str(tmp_path / "room.pcio")], cwd=checkout, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        room = {id: widget for id, widget in json.loads(done.stdout).items() if id != "_meta"}
        assert not any("repeating-linear-gradient" in widget.get("css", "") for widget in room.values())
        board = room["board"]
        assert board["image"].startswith("/assets/")
        kinds = {piece.kind for piece in table.pieces}
        laid = []
        for card in room.values():
            if card.get("type") == "card" and card["cardType"] in kinds:
                at = room[card["parent"]] if card.get("parent") else card
                wide = room[card["deck"]]["cardDefaults"]["width"]
                laid.append((at["x"] - board["x"], at["y"] - board["y"], wide, f"{card['cardType']}-front"))
                assert room[card["deck"]]["cardTypes"][card["cardType"]]["front"].startswith("/assets/")
        assert shown(export, board, laid, data) < WRONG
