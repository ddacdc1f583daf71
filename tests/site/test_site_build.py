"""What a site is built of."""

from __future__ import annotations

from hashlib import sha256
from importlib import metadata
from pathlib import Path

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.site import build


def test_a_library_that_is_not_installed_is_named_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    core = next(name for name in build.PARTS if name.startswith("pydantic_core")).split("-")[1]
    for name in build.PARTS:
        (tmp_path / name).write_bytes(b"")
    monkeypatch.setattr(build, "PARTS", dict.fromkeys(build.PARTS, sha256(b"").hexdigest()))

    def version(name: str) -> str:
        if name == "py_ecc":
            raise metadata.PackageNotFoundError(name)
        return core

    monkeypatch.setattr("importlib.metadata.version", version)
    with pytest.raises(MatchError, match=r"the site needs py_ecc; install Postfox with its extra"):
        build.check(tmp_path)
