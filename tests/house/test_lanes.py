"""The lanes: which tests are slow stands in one file."""

from __future__ import annotations

import re
from pathlib import Path

from lanes import SLOW

ROOT = Path(__file__).resolve().parents[2]


def test_every_test_that_is_called_slow_is_there() -> None:
    for name in SLOW:
        file, _, test = name.partition("::")
        text = (ROOT / file).read_text(encoding="utf-8")  # a file by itself stands for all that is in it
        assert not test or re.search(rf"^def {test}\(", text, re.MULTILINE), name
