"""Fixtures of the mail tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from support import ANNA, BOB, CID, copied, found


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate for localhost, in one file."""
    path = tmp_path_factory.mktemp("tls") / "localhost.pem"
    asked = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 200 -subj /CN=localhost"
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    subprocess.run(
        ["openssl", *asked.split(), "-addext", names, "-keyout", path, "-out", f"{path}.crt"],
        check=True,
        capture_output=True,
    )
    path.write_bytes(path.read_bytes() + Path(f"{path}.crt").read_bytes())
    return path


@pytest.fixture(scope="session")
def _matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("matches")
    found(path, "anna-bob", ANNA, BOB, words=["hazel", "thorn"], seed="stag")
    found(path, "anna-cid", ANNA, CID)
    return path


@pytest.fixture
def matches(_matches: Path, tmp_path: Path) -> Path:
    """A folder with the matches anna-bob and anna-cid, at their beginning; Anna is to move in anna-bob."""
    return copied(_matches, tmp_path / "matches")
