"""Modules of VASSAL: pieces and regions are where the set-up has them, as we read them and as pywargame does."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from exports.composing import GAMES, WRONG, composed, laid_out, opened, unlike
from printables.exports import vassal
from printables.exports.tabletop import Export

PYWARGAME = "pywargame==0.8.0"
MAP = "VASSAL.build.module.map."
READ = """
import { loadPyodide } from 'pyodide';
const python = await loadPyodide();
python.FS.mkdirTree('/here');
python.FS.mount(python.FS.filesystems.NODEFS, { root: process.cwd() }, '/here');
console.log(python.runPython(`
import json, sys
sys.path.insert(0, '/here/pywargame.whl')
from pywargame.vassal.buildfile import BuildFile
from pywargame.vassal.vmod import VMod
with VMod('/here/game.vmod', 'r') as module:
    game = BuildFile(module.getBuildFile()).getGame()
    (board_map,) = game.getMaps().values()
    (board,) = board_map.getBoardPicker()[0].getBoards().values()
    (zone,) = board.getZonedGrids()[0].getZones().values()
    (grid,) = zone.getRegionGrids()
    stacks = [(stack['x'], stack['y'], [[(trait.ID, trait._type) for trait in piece.getTraits()]
              for piece in stack.getPieces(asdict=False)]) for stack in board_map.getAtStarts(single=False)]
    found = {
        'name': game['name'],
        'image': board['image'],
        'zone': zone['path'],
        'regions': {name: (region['originx'], region['originy']) for name, region in grid.getRegions().items()},
        'stacks': stacks,
        'pieces': len(game.getPieces(asdict=False)),
    }
json.dumps(found)
`));
"""


@cache
def made(export: Export) -> bytes:
    return vassal.files(*laid_out(export))[""]


def near(regions: dict[str, tuple[float, float]], export: Export) -> bool:
    """Whether every place is a region, no further off than a pixel."""
    table, pictures = laid_out(export)
    wanted = {spot.id: (pictures.length(spot.x), pictures.length(spot.y)) for spot in table.spots}
    return set(regions) == set(wanted) and all(
        abs(regions[name][axis] - wanted[name][axis]) <= 0.5 for name in wanted for axis in (0, 1)
    )


def shown(export: Export, stacks: list[tuple[float, float, str]], image: str, archive: ZipFile) -> float:
    """How unlike the set-up is what lies on the board: x, y and picture of each piece."""
    table, pictures = laid_out(export)
    picture = opened(pictures.png(table.setup))
    ground = opened(archive.read(f"images/{image}")).crop((0, 0, picture.width, picture.height))
    laid = [(archive.read(f"images/{name}"), x, y) for x, y, name in stacks if x < picture.width]
    assert len(laid) == len(table.standing)
    return unlike(composed(ground, [(data, x, y, opened(data).width) for data, x, y in laid]), picture)


@pytest.mark.parametrize("export", GAMES, ids=lambda export: export.game)
def test_stacks_at_the_start_are_the_picture_of_the_setup(export: Export) -> None:
    table, _ = laid_out(export)
    with ZipFile(io.BytesIO(made(export))) as archive:
        names = set(archive.namelist())
        assert {"moduledata", "buildFile.xml"} <= names
        assert ElementTree.fromstring(archive.read("moduledata")).findtext("name") == table.title
        text = archive.read("buildFile.xml")
        root = ElementTree.fromstring(text)
        regions = {
            region.attrib["name"]: (float(region.attrib["originx"]), float(region.attrib["originy"]))
            for region in root.iter(f"{MAP}boardPicker.board.Region")
        }
        assert near(regions, export)
        stacks = []
        for stack in root.iter(f"{MAP}SetupStack"):
            slot = stack[0].text or ""
            stacks.append((float(stack.attrib["x"]), float(stack.attrib["y"]), slot.split(";")[16].split(",")[0]))
        assert shown(export, stacks, "map.png", archive) < WRONG
        assert all(name.removeprefix("images/").encode() in text for name in names if name.startswith("images/"))
    slots = [element for element in root.iter() if element.tag.endswith(("PieceSlot", "CardSlot"))]
    cards = sum(card.copies for deck in table.decks for card in deck.cards)
    assert len(slots) == sum(piece.copies for piece in table.pieces) + cards + len(table.sheets)
    assert sorted(int(slot.attrib["gpid"]) for slot in slots) == list(range(1, len(slots) + 1))
    dice = list(root.iter("VASSAL.build.module.SpecialDie"))
    assert [len(die) for die in dice] == [len(die.sides) for die in table.dice for _ in range(die.copies)]


def test_names_with_signs_of_the_format_stay_names() -> None:
    export = GAMES[1]._replace(piece=("wolf=wolf; two",))
    with ZipFile(io.BytesIO(made(export))) as archive:
        text = archive.read("buildFile.xml").decode()
    assert "piece;;;;Wolf\\; two/1\t" in text


def test_pywargame_finds_board_regions_and_pieces(
    judges: Path, node: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--ignore-requires-python"]
    if subprocess.run([*pip, "--dest", str(tmp_path), PYWARGAME], capture_output=True).returncode:
        pytest.skip("pywargame cannot be had here")
    (wheel,) = tmp_path.glob("*.whl")
    (judges / "pywargame.whl").write_bytes(wheel.read_bytes())
    (judges / "read.mjs").write_text(READ)
    for export in GAMES:
        table, _ = laid_out(export)
        (judges / "game.vmod").write_bytes(made(export))
        done = subprocess.run(["node", "read.mjs"], cwd=judges, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-2000:]
        found: Any = json.loads(done.stdout)
        assert found["name"] == table.title
        width, height = laid_out(export)[1].size(table.ground)
        assert found["zone"] == f"0,0;{width},0;{width},{height};0,{height}"
        assert near({name: (float(x), float(y)) for name, (x, y) in found["regions"].items()}, export)
        assert found["pieces"] == sum(piece.copies for piece in table.pieces) + len(table.sheets) + sum(
            card.copies for deck in table.decks if not deck.hidden for card in deck.cards
        )
        stacks = []
        for x, y, pieces in found["stacks"]:
            (layer, fields), (basic, _) = pieces[0]
            assert (layer, basic) == ("emb2", "piece")
            stacks.append((float(x), float(y), fields[15].split(",")[0]))
        with ZipFile(io.BytesIO(made(export))) as archive:
            assert shown(export, stacks, found["image"], archive) < WRONG
