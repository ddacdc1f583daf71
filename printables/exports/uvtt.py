"""Universal VTT: the board as a map with its grid, in one file that holds the picture."""

import base64
import json

from printables.exports.format import Format, Pictures, Table

VERSION = 0.3


def files(table: Table, pictures: Pictures) -> dict[str, bytes]:
    """The map. Nothing on it stops light or sight, and it is lit everywhere."""
    size = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": table.columns, "y": table.rows}}
    found = {
        "format": VERSION, "resolution": {**size, "pixels_per_grid": pictures.pixels},
        **{key: [] for key in ("line_of_sight", "objects_line_of_sight", "portals")},
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"}, "lights": [],
        "image": base64.b64encode(pictures.png(table.ground)).decode(),
    }  # fmt: skip
    return {"": (json.dumps(found) + "\n").encode()}


FORMAT = Format("A map of Universal VTT.", files, suffix=".uvtt")
