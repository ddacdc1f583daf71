from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"
Golden = Callable[[str, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the goldens anew; review the difference")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with tests/golden/NAME, or write it there with --update-goldens."""

    def check(name: str, text: str) -> None:
        file = GOLDEN / name
        if request.config.getoption("--update-goldens"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            return
        assert file.exists(), f"there is no golden {name}; look at the page, then run pytest --update-goldens"
        kept = file.read_text(encoding="utf-8")
        if text != kept:
            pairs = zip(text.split(">"), kept.split(">"), strict=False)
            new, old = next((pair for pair in pairs if pair[0] != pair[1]), (f"{len(text)} long", f"{len(kept)} long"))
            pytest.fail(f"{name} has changed: {old[:200]!r} is now {new[:200]!r}")

    return check
