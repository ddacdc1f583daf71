"""Saved objects of Tabletop Simulator: objects of declared types, each on its snap point."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest

from exports.composing import GAMES, HOME, PIXELS, WRONG, composed, laid_out, opened, unlike
from exports.conftest import Run
from printables.exports import tts
from printables.exports.tabletop import Export

TYPES = {
    "Custom_Tile": "TileData",
    "Custom_PDF": "BookData",
    "Card": "CardCustomData",
    "Deck": "DeckCustomData",
    "Bag": "BagData",
    **{f"Die_{sides}": "DieData" for sides in (4, 6, 8, 10, 12, 20)},
}
DECLARED = "node_modules/@typed-tabletop-simulator/declaration/src"


@cache
def text(export: Export) -> bytes:
    table, pictures = laid_out(export)
    files = tts.files(table, pictures)
    made = files[f"{table.name}.json"]
    named = made.decode()
    assert all(f"{HOME}{file}" in named for file in files if "/" in file or file == "rules.pdf")
    return made


def saved(export: Export) -> Any:
    return json.loads(text(export))


def inside(objects: list[Any]) -> list[Any]:
    return [one for item in objects for one in (item, *inside(item.get("ContainedObjects", [])))]


def placed(board: Any, snap: Any) -> tuple[float, float]:
    """Where a snap point is on the table: a tile is 2 wide at scale 1, and turned by 180 degrees about y."""
    scale = board["Transform"]
    return -snap["Position"]["x"] * scale["scaleX"], -snap["Position"]["z"] * scale["scaleZ"]


@pytest.mark.parametrize("export", GAMES, ids=lambda export: export.game)
def test_pieces_stand_on_snap_points_and_all_that_is_in_the_box_is_there(export: Export) -> None:
    table, _ = laid_out(export)
    board, *rest = saved(export)["ObjectStates"]
    points = [placed(board, snap) for snap in board["AttachedSnapPoints"]]
    assert len(points) == len(table.spots)
    alone = {item.place for item in table.standing if sum(one.place == item.place for one in table.standing) == 1}
    for item, made in zip(table.standing, rest, strict=False):
        assert made["Tags"] == [item.kind]
        at = made["Transform"]["posX"], made["Transform"]["posZ"]
        if item.place in alone:
            assert min(abs(at[0] - x) + abs(at[1] - z) for x, z in points) < 1e-3
    everything = inside([board, *rest])
    for piece in table.pieces:
        assert sum(one.get("Tags") == [piece.kind] for one in everything) == piece.copies
    assert sum(one["Name"].startswith("Die_") for one in everything) == sum(die.copies for die in table.dice)
    cards = sum(card.copies for deck in table.decks for card in deck.cards)
    assert sum(one["Name"] == "Card" for one in everything) == cards
    assert len({one["GUID"] for one in everything}) == len(everything)


@pytest.mark.parametrize("export", GAMES, ids=lambda export: export.game)
def test_the_tiles_on_the_table_are_the_picture_of_the_setup(export: Export) -> None:
    table, pictures = laid_out(export)
    files = tts.files(table, pictures)
    board, *rest = json.loads(files[f"{table.name}.json"])["ObjectStates"]
    ground = opened(files[board["CustomImage"]["ImageURL"].removeprefix(HOME)])
    laid = []
    for made in rest[: len(table.standing)]:
        at = made["Transform"]
        x, y = ground.width / 2 + PIXELS * at["posX"], ground.height / 2 - PIXELS * at["posZ"]
        laid.append((files[made["CustomImage"]["ImageURL"].removeprefix(HOME)], x, y, 2 * PIXELS * at["scaleX"]))
    assert unlike(composed(ground, laid), opened(files[f"{table.name}.png"])) < WRONG


def test_pictures_are_found_on_this_machine_or_where_they_will_be(postfox, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    _, (folder,), _ = postfox("fox-and-geese", "--to", "tts", "--pixels", "20", "--theme", "classic")
    made = json.loads((tmp_path / folder / "fox-and-geese.json").read_text(encoding="utf-8"))
    for item in made["ObjectStates"]:
        for url in (item.get("CustomImage") or {"": item.get("CustomPDF", {}).get("PDFUrl", "")}).values():
            if isinstance(url, str) and url:
                assert Path(url2pathname(urlparse(url).path)).is_file()
    postfox("fox-and-geese", "--to", "tts", "--pixels", "20", "--theme", "classic", "--url", "https://example.org/a")
    text = (tmp_path / folder / "fox-and-geese.json").read_text(encoding="utf-8")
    assert "https://example.org/a/pictures/table.png" in text and "file:" not in text
    assert postfox("fox-and-geese", "--to", "tts", "--url", "example.org")[2].count("\n") == 1
    assert "brings its pictures along" in postfox("fox-and-geese", "--url", "https://example.org")[2]


def test_the_declared_types_of_others_hold(node: Run, judges: Path) -> None:
    lines = [f'/// <reference path="{DECLARED}/index.d.ts" />']
    number = count()
    block = (judges / DECLARED / "object.d.ts").read_text(encoding="utf-8").partition("enum ObjectName {")[2]
    members = re.findall(r'(\w+) = "(\w+)"', block.partition("}")[0])
    names = {value: f"ObjectName.{member}" for member, value in members}
    names["Custom_PDF"] = '"Custom_PDF" as any'  # has a type there, and no name

    def declared(item: Any) -> str:
        """A constant of the object's type; what it contains stands in constants before it, so that no field is lost."""
        held = [declared(one) for one in item.get("ContainedObjects", [])]
        name, body = f"o{next(number)}", {key: value for key, value in item.items() if key != "ContainedObjects"}
        text = json.dumps(body, ensure_ascii=False)
        text = text.replace(f'"Name": "{item["Name"]}"', f'"Name": {names[item["Name"]]}', 1)
        text = f"{text[:-1]}, ContainedObjects: [{', '.join(held)}]}}" if held else text
        lines.append(f"const {name}: {TYPES[item['Name']]} = {text}")
        return name

    for export in GAMES:
        whole = saved(export)
        objects = ", ".join(declared(item) for item in whole.pop("ObjectStates"))
        keys = " | ".join(json.dumps(key) for key in (*whole, "ObjectStates"))
        head = json.dumps(whole, ensure_ascii=False)[:-1]
        lines.append(f"const s{next(number)}: Pick<TTSSave, {keys}> = {head}, ObjectStates: [{objects}]}}")
    options = {"noEmit": True, "strict": True, "skipLibCheck": True, "types": [], "target": "es2022"}
    (judges / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["saved.ts"]}))
    whole = "\n".join(lines)
    (judges / "saved.ts").write_text(whole, encoding="utf-8")
    said = node("tsc", "-p", ".", cwd=judges).stdout
    assert len(lines) > 100 and "saved.ts" not in said, said[:2000]
    (judges / "saved.ts").write_text(whole.replace('"CustomTile"', '"CustomTyle"'), encoding="utf-8")
    assert "CustomTyle" in node("tsc", "-p", ".", cwd=judges).stdout
