"""Where compiled code is kept: apart for all the code that it was made of, and found by the name of its function."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import platformdirs
import pytest

import adjudicator
from adjudicator.core import cache


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    """The folder is worked out once in a process."""
    cache.code.cache_clear()
    yield
    cache.code.cache_clear()


def test_a_folder_is_named_by_all_code_that_is_compiled_or_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    root, made = Path(adjudicator.__file__).parent.parent, sha256()
    for part in cache.PARTS:
        files = sorted((root / part).rglob("*.py"))
        assert files, part
        for path in files:
            made.update(path.read_bytes())
    kept = Path(platformdirs.user_cache_dir("postfox", appauthor=False))
    assert cache.code() == kept / "compiled" / made.hexdigest()[:16]


def test_a_folder_may_be_chosen_and_holds_what_has_an_index_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "bulk_0a1b").mkdir()
    (tmp_path / "bulk_0a1b" / "rows.played-12.py311.nbi").touch()
    assert cache.code() == tmp_path and cache.holds("adjudicator.lab.bulk.rows:played")
    for other in ("adjudicator.lab.bulk.rows:play", "adjudicator.lab.rows:played", "adjudicator.lab.bulk.row:played"):
        assert not cache.holds(other)
