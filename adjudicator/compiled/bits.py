"""Bits of 64-bit sets in compiled code, by the processor's own instructions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic

from adjudicator.compiled import compiled

ONE = np.uint64(1)


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def _count(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def _zeros(context: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), generate


@compiled
def count(mask: Any) -> int:
    """How many bits are set."""
    return int(np.int64(_count(np.uint64(mask))))


@compiled
def lowest(mask: Any) -> int:
    """The number of the lowest bit of a set that is not empty."""
    return int(np.int64(_zeros(np.uint64(mask))))


@compiled
def bit(number: int) -> Any:
    """The set of that one bit."""
    return ONE << np.uint64(number)
