"""The pins that the tests are run with lie within the bounds that pyproject.toml names, and none is missing."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import versions  # noqa: E402

PINS = dict(row.lower().replace("_", "-").split("==") for row in versions.PINS.read_text().splitlines()[1:])


def test_every_library_is_pinned_within_its_bounds() -> None:
    asked = [Requirement(row) for extra, rows in versions.named().items() if extra != "bench" for row in rows]
    ours = [one for one in asked if one.name != "postfox"]
    assert len(ours) > 30
    for one in ours:
        pin = PINS[one.name.lower().replace("_", "-")]
        assert one.specifier.contains(pin), f"{one} is pinned to {pin}"


def test_every_bound_is_meant() -> None:
    """A lower one always; an upper one unless the version is a date, or the library is pinned as a whole (a font)."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    rows = [row for rows in versions.named().values() for row in rows] + project["build-system"]["requires"]
    for one in map(Requirement, rows):
        signs = {part.operator for part in one.specifier}
        dated = any(re.match(r"20\d\d\.", part.version) for part in one.specifier)
        if one.name != "postfox" and not one.name.startswith("types-"):
            assert signs in ({"=="}, {">=", "<"}) or dated, one


def test_the_lowest_of_everything_is_a_constraint_for_everything() -> None:
    rows = dict(row.split("==") for row in versions.lowest())
    assert rows["typer"] == "0.29" and rows["psycopg"] == "3.2.2" and "postfox" not in rows
