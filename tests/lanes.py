"""Which tests run when: the long run, which .ci/run makes, tries more of what the suite tries in part."""

from __future__ import annotations

import os

import pytest

THOROUGH = "POSTFOX_THOROUGH" in os.environ
thorough = pytest.mark.skipif(not THOROUGH, reason="for the long run: POSTFOX_THOROUGH=1")
