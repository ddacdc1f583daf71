"""Score sheets that a seed sets: a puzzle on each, so that a table can race on the same board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from printables.components import BoardModule, Components, Panel
from printables.errors import OptionError
from printables.theme import Theme

LONGEST_SEED = 40  # characters
MOST_SHEETS = 200

# A board module's own `puzzles(options, theme, seed, count)`: `count` panels, the same for the same seed.
Puzzles: TypeAlias = Callable[[Any, Theme, str, int], tuple[Panel, ...]]


def fill(
    kit: Components, module: BoardModule, options: Any, theme: Theme, seed: str | None, pad: int | None
) -> Components:
    """The components with a pad of `pad` puzzles (one, if None) for score sheets. Raises OptionError."""
    if seed is None:
        raise OptionError("a pad of different sheets needs a seed", "add --seed and any text", source="--pad")
    puzzles: Puzzles | None = getattr(module, "puzzles", None)
    if puzzles is None:
        raise OptionError(f"nothing of {kit.title} is set by a seed", "leave --seed out", source="--seed")
    if not seed.strip() or len(seed) > LONGEST_SEED or not seed.isprintable():
        raise OptionError("this is no seed", f"write 1 to {LONGEST_SEED} characters on one line", source="--seed")
    if pad is not None and not 1 <= pad <= MOST_SHEETS:
        raise OptionError(f"a pad of {pad} sheets cannot be made", f"take 1 to {MOST_SHEETS}", source="--pad")
    return kit._replace(panels=puzzles(options, theme, seed, pad or 1))
