"""Fixtures of the mail tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from support import ANNA, BOB, CID, copied, found


@pytest.fixture(scope="session")
def _matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("matches")
    found(path, "anna-bob", ANNA, BOB, words=["hazel", "thorn"])
    found(path, "anna-cid", ANNA, CID)
    return path


@pytest.fixture
def matches(_matches: Path, tmp_path: Path) -> Path:
    """A folder with the matches anna-bob and anna-cid, at their beginning; Anna is to move in anna-bob."""
    return copied(_matches, tmp_path / "matches")
