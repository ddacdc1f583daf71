"""The page of performance has every row that is measured, beside what it is compared with, and says what was not."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench import growth, rows  # noqa: E402

PAGE = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
KEPT = json.loads(rows.RESULTS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", (*rows.PROCESSES, *rows.INSIDE), ids=lambda row: f"{row.name}, {row.unit}")
def test_the_page_has_each_row_with_its_peers_and_its_aim(row: rows.Row):
    (line,) = (line for line in PAGE.splitlines() if line.startswith(f"| {row.name} |") and rows._most(row) in line)
    assert all(one.what in line for one in row.beside)
    assert row.unit in line


def test_every_row_of_ours_was_measured():
    assert {row.name for row in rows.PROCESSES} <= KEPT["processes"].keys()
    assert {f"{row.name}, {row.unit}" for row in rows.INSIDE} <= KEPT["inside"].keys()
    assert set(KEPT["growth"]) <= set(growth.KINDS)


def test_what_was_not_measured_is_said():
    page = rows.page({"machine": "", "runs": 0, "load": "", "processes": {}, "inside": {}, "growth": {}})
    assert page.count("not measured") == len(rows.PROCESSES) + len(rows.INSIDE) + len(rows.FLOORS) + 1


def test_a_ratio_is_of_the_same_run():
    took = {"cpu": 300.0, "wall": 1.0}
    done = {rows.ORDER: took, rows.CHESS: {"cpu": 100.0, "wall": 1.0}}
    page = rows.page({"machine": "", "runs": 1, "load": "", "processes": done, "inside": {}})
    assert f"3.00 of {rows.CHESS}; {rows.DIPLOMACY}: not measured" in page
