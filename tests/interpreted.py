"""Compiled code run as plain Python in this process: it starts at once, and which of its lines are run is counted."""

from __future__ import annotations

import ctypes
import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

WORD = (1 << 64) - 1
COMPILER = "adjudicator.core.compiled"


def _join(address: int, word: int) -> Any:
    place = ctypes.c_uint64.from_address(int(address))
    before, place.value = place.value, place.value | int(word)
    return np.uint64(before)


PLAIN: dict[str, Callable[..., Any]] = {
    "bits": lambda word: np.int64((int(word) & WORD).bit_count()),
    "lowest": lambda word: np.int64((int(word) & -int(word)).bit_length() - 1),
    "_join": _join,
}


def _numba() -> dict[str, ModuleType]:
    """A compiler that leaves functions as they are."""
    core, extending, numba = (ModuleType(name) for name in ("numba.core", "numba.extending", "numba"))
    parts: dict[ModuleType, dict[str, Any]] = {
        core: {"cgutils": SimpleNamespace(), "types": SimpleNamespace()},
        extending: {"intrinsic": lambda function: PLAIN.get(function.__name__, function)},
        numba: {"config": SimpleNamespace(), "njit": lambda *_, **__: lambda function: function},
    }
    for module, names in parts.items():
        vars(module).update(names)
    return {module.__name__: module for module in parts}


@contextmanager
def interpreted(*names: str) -> Iterator[list[Any]]:
    """Modules of compiled code once more, beside those that are loaded, as plain Python; those that they need, too."""
    fresh = (COMPILER, *names)
    before = {name: sys.modules.pop(name, None) for name in (*fresh, *_numba())}
    held = {name: vars(sys.modules[name.rpartition(".")[0]]).pop(name.rpartition(".")[2], None) for name in fresh}
    try:
        sys.modules.update(_numba())
        with np.errstate(all="ignore"):  # numbers of 64 bits go round
            yield [importlib.import_module(name) for name in fresh][1:]
    finally:
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module:
                sys.modules[name] = module
        for name, module in held.items():
            package, _, last = name.rpartition(".")
            vars(sys.modules[package]).pop(last, None)
            if module:
                setattr(sys.modules[package], last, module)
