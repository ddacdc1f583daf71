"""Universal VTT: the map is as large as its grid says, and the file is of the form that the format's readers expect."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path

import pytest
from PIL import Image

from exports.composing import GAMES, PIXELS, laid_out
from printables.exports import uvtt

POINT = {"type": "object", "required": ["x", "y"], "properties": {"x": {"type": "number"}, "y": {"type": "number"}}}
LINES = {"type": "array", "items": {"type": "array", "items": POINT}}
SCHEMA = {
    "type": "object",
    "required": ["format", "resolution", "line_of_sight", "portals", "environment", "lights", "image"],
    "additionalProperties": False,
    "properties": {
        "format": {"type": "number", "minimum": 0.2, "maximum": 0.3},
        "resolution": {
            "type": "object",
            "required": ["map_origin", "map_size", "pixels_per_grid"],
            "properties": {"map_origin": POINT, "map_size": POINT, "pixels_per_grid": {"type": "integer"}},
        },
        "line_of_sight": LINES,
        "objects_line_of_sight": LINES,
        "portals": {"type": "array"},
        "environment": {
            "type": "object",
            "properties": {
                "baked_lighting": {"type": "boolean"},
                "ambient_light": {"type": "string", "pattern": "^[0-9a-f]{8}$"},
            },
        },
        "lights": {"type": "array"},
        "image": {"type": "string", "contentEncoding": "base64"},
    },
}


@pytest.mark.parametrize(("game", "name"), [("fox-and-geese", "m.uvtt"), ("wolves-and-jackals", "out")])
def test_a_map_holds_the_board_on_its_grid(postfox, tmp_path: Path, game: str, name: str) -> None:  # type: ignore[no-untyped-def]
    jsonschema = pytest.importorskip("jsonschema")
    code, (path,), _ = postfox(game, "--to", "uvtt", "--theme", "classic", "--pixels", "20", "--out", name)
    assert code == 0 and path == (name if "." in name else f"out/{game}-uvtt.uvtt")
    found = json.loads((tmp_path / path).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    size = found["resolution"]["map_size"]
    picture = Image.open(io.BytesIO(base64.b64decode(found["image"])))
    assert picture.size == (20 * size["x"], 20 * size["y"])
    del found["resolution"]
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(found)


def test_a_map_stops_neither_light_nor_sight_and_begins_at_its_corner() -> None:
    table, pictures = laid_out(GAMES[1])
    (data,) = uvtt.files(table, pictures).values()
    found = json.loads(data)
    assert base64.b64decode(found.pop("image")) == pictures.png(table.ground)
    assert found == {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": table.columns, "y": table.rows},
            "pixels_per_grid": PIXELS,
        },
        "line_of_sight": [],
        "objects_line_of_sight": [],
        "portals": [],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
    }
