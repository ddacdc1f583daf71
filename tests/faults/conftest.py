"""What the tests of faults share: work that is the same after each stop is done once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import resvg_py

from adjudicator.dice import beacon
from adjudicator.lab import simulation
from adjudicator.match import outputs
from printables.exports import format, pieces
from printables.exports.format import Pictures, Table
from printables.handouts import game
from printables.printing import make, order
from printables.render import pdf, png, svg
from printables.scene import Page, Sheet


@pytest.fixture(scope="module")
def drawn_once() -> Iterator[None]:
    """A picture or a page is drawn once, not again after each stop: nothing of that is on the disk."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in (
            (make, "made"), (make, "family"), (format, "table"), (pieces, "files"), (game, "make_found"),
            (outputs, "plan"), (resvg_py, "svg_to_bytes"), (pdf, "render"), (svg, "render"), (png, "render"),
            (order, "_plain"), (simulation, "counted"), (beacon, "wrong"),
        ):  # fmt: skip
            patch.setattr(module, name, once(getattr(module, name)))
        yield


def once(drawn: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which remembers what it gave."""
    known: dict[tuple[str, ...], tuple[Any, Any]] = {}

    def given(*values: Any, **named: Any) -> Any:
        pages = (*values, *(value for _, value in sorted(named.items())))
        key = tuple(name_of(page) for page in pages if not callable(page))
        if key not in known:
            known[key] = drawn(*values, **named), pages  # which are kept, so that no other has their id
        return known[key][0]

    return given


def name_of(value: Any) -> str:
    """What stands for a value among those that a function was given."""
    if isinstance(value, Pictures):
        return f"{name_of(value.table)} {value.pixels} {value.home}"
    return str(id(value)) if isinstance(value, (Page, Sheet, Table)) else repr(value)
