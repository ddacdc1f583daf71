"""Which tests run when: the long run, which .ci/run makes, tries more of what the suite tries in part."""

from __future__ import annotations

import os

import pytest

THOROUGH = "POSTFOX_THOROUGH" in os.environ
# The kinds of paper on which rules are set: ordinary ones and a small one stand for all.
PAPERS = ("a4", "letter", "a3", "legal", "tabloid", "a5", "half-letter") if THOROUGH else ("a4", "letter", "a5")


def tries(most: int) -> int:
    """How many examples of a property are tried: all of them in the long run, else a third."""
    return most if THOROUGH else max(2, most // 3)


thorough = pytest.mark.skipif(not THOROUGH, reason="for the long run: POSTFOX_THOROUGH=1")
