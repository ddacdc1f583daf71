"""Texts that a user may write or keep, changed at random: `python bench/fuzz_texts.py [--minutes 60] [--keep DIR]`.

Hunts, themes, label sheets, taverns, settings, positions and cases as shipped, pads, and letters that were kept. What
must hold: nothing but a UserError, no second of processor time for one. Each kind has its share of the time.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from findings import Findings, arguments, changed  # noqa: E402

from adjudicator.cli import settings  # noqa: E402
from adjudicator.pads import store  # noqa: E402
from adjudicator.positions import case_file, play  # noqa: E402
from adjudicator.receipts import kept  # noqa: E402
from printables import templates, theme  # noqa: E402
from printables.handouts import tavern  # noqa: E402
from printables.hunts import load  # noqa: E402
from printables.paper import labels  # noqa: E402

SETTINGS = '\nmatches = "games"\nfrom = "R <r@example.org>"\ndeadline = "3d"\nlate = "pass"\nzone = "Europe/Berlin"\n'


def position(file: Path) -> object:
    found = play.read(file)
    return next(found.game.moves(found.state), None)


def drawn(file: Path) -> object:
    """A tavern of a user's tables and ours."""
    beside = file.parent / "handouts" / "taverns" / "x.toml"
    beside.parent.mkdir(parents=True, exist_ok=True)
    beside.write_bytes(file.read_bytes())
    os.environ[templates.VARIABLE] = str(file.parent)
    try:
        return tavern.draw("7")
    finally:
        del os.environ[templates.VARIABLE]


def pad(file: Path) -> object:
    return store.read(file).line(3)


# What is read, by kind: files that are shipped (or a text), and their reader.
READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "hunt": ("templates/hunts/*.toml", lambda file: load.hunt(text(file), "x")),
    "theme": ("templates/themes/*.toml", lambda file: theme.read("x", text(file), "x")),
    "labels": ("templates/labels/*.toml", lambda file: labels.read("x", text(file), "x")),
    "tavern": ("templates/handouts/taverns/*.toml", drawn),
    "position": ("docs/positions/*.json", position),
    "case": ("tests/cases/**/*.y*ml", lambda file: case_file.read(text(file), "x")),
    "letter": ("tests/golden/letters/**/*.txt", lambda file: list(kept.read(file))),
    "settings": (SETTINGS, settings._read),
    "pad": (f"postfox pad\nsecret: {'5' * 20}\nlinks: 1024\nshown: 12\n", pad),
}


def text(file: Path) -> str:
    return file.read_bytes().decode("utf-8", "replace")


def known(source: str) -> list[bytes]:
    """The texts of a kind."""
    if "\n" in source:
        return [source.encode()]
    return [file.read_bytes()[:20_000] for file in sorted(ROOT.glob(source))]


def main() -> None:
    given = arguments(__doc__)
    rng, findings = random.Random(given.seed), Findings(given.keep)
    texts = {kind: known(source) for kind, (source, _) in READERS.items()}
    assert all(texts.values()), [kind for kind, found in texts.items() if not found]
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "text"
        for kind, (_, reader) in READERS.items():
            end = time.monotonic() + 60 * given.minutes / len(READERS)
            while time.monotonic() < end:
                data = changed(rng, rng.choice(texts[kind]))
                file.write_bytes(data)
                findings.changes += 1
                with findings.read(kind, data):
                    reader(file)
    findings.report()


if __name__ == "__main__":
    main()
