"""Modules of Foundry VTT: the scene is the set-up, and Foundry's own command packs and unpacks without a change."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from exports.composing import GAMES, WRONG, composed, laid_out, opened, unlike
from printables.exports import foundry
from printables.exports.tabletop import Export

PACK = """
import { compilePack, extractPack } from '@foundryvtt/foundryvtt-cli';
for (const name of process.argv.slice(3)) {
  await compilePack(`${process.argv[2]}/source/${name}`, `${process.argv[2]}/packs/${name}`);
  const named = { transformName: document => `${document._id}.json` };
  await extractPack(`${process.argv[2]}/packs/${name}`, `${process.argv[2]}/unpacked/${name}`, named);
}
"""


@cache
def made(export: Export) -> dict[str, bytes]:
    return foundry.files(*laid_out(export))


def documents(files: dict[str, bytes], pack: str) -> list[Any]:
    return [json.loads(data) for name, data in files.items() if name.startswith(f"source/{pack}/")]


@pytest.mark.parametrize("export", GAMES, ids=lambda export: export.game)
def test_the_tokens_of_the_scene_are_the_picture_of_the_setup(export: Export) -> None:
    (table, pictures), files = laid_out(export), made(export)
    module = json.loads(files["module.json"])
    root = f"modules/{module['id']}/"
    (scene,) = documents(files, "scenes")
    ground = opened(files[scene["background"]["src"].removeprefix(root)])
    assert ground.size == (scene["width"], scene["height"])
    grid = scene["grid"]["size"]
    # As Foundry reckons it: the padding's part of each side, in whole squares.
    left, top = (-(-side * scene["padding"] // grid) * grid for side in ground.size)
    laid = []
    for token in scene["tokens"]:
        x, y = token["x"] - left + grid / 2, token["y"] - top + grid / 2
        wide = grid * token["width"] * token["texture"]["scaleX"]
        if x < ground.width:
            laid.append((files[token["texture"]["src"].removeprefix(root)], x, y, wide))
    assert len(laid) == len(table.standing)
    assert unlike(composed(ground, laid), opened(pictures.png(table.setup))) < WRONG
    assert len(scene["tokens"]) == sum(piece.copies for piece in table.pieces)
    text = json.dumps([documents(files, pack["name"]) for pack in module["packs"]])
    for name in files:
        if name.startswith("pictures/") or name == "rules.pdf":
            assert f"{root}{name}" in text
    assert [len(die["results"]) for die in documents(files, "tables")] == [len(die.sides) for die in table.dice]
    assert len(documents(files, "items")) == len(table.pieces)


def test_foundrys_own_command_packs_and_unpacks_without_a_change(judges: Path, tmp_path: Path) -> None:
    (judges / "pack.mjs").write_text(PACK)
    for export in GAMES:
        folder = tmp_path / export.game
        for name, data in made(export).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        packs = [pack["name"] for pack in json.loads((folder / "module.json").read_bytes())["packs"]]
        done = subprocess.run(["node", "pack.mjs", str(folder), *packs], cwd=judges, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        for name in packs:
            before, after = (
                {path.name: json.loads(path.read_bytes()) for path in (folder / where / name).glob("*.json")}
                for where in ("source", "unpacked")
            )
            assert before and before == after
