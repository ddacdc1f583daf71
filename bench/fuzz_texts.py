"""Texts that a user may write or keep, changed at random: `python bench/fuzz_texts.py [--minutes 60] [--keep DIR]`.

Hunts (some moves are made in each), themes, label sheets, taverns, settings, positions and cases as shipped, pads,
letters that were kept, bundles of them, excerpts,
what a simulation has kept, games of Ludii, answers of drand. What must hold: nothing but a UserError, no second of
processor time for one. Each kind has its share of the time; `--only KIND...` names some.
"""

from __future__ import annotations

import io
import lzma
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games
from adjudicator.cli import parameters
from adjudicator.dice import FastDice, beacon, pads
from adjudicator.lab import cases, play
from adjudicator.lab.simulation import Result, Store, report, simulate
from adjudicator.lab.simulation.tally import Plan
from adjudicator.match import bundle
from adjudicator.match.folder import Folder
from adjudicator.proofs import excerpts, receipts
from bench.findings import Findings, arguments, changed
from printables.boards import fox_and_geese
from printables.boards.fox_and_geese import definition, load
from printables.core import UserError, options, templates
from printables.exports.ludii import read, write
from printables.handouts import tavern
from printables.paper import labels
from printables.scene import theme

SETTINGS = '\nmatches = "games"\nfrom = "R <r@example.org>"\ndeadline = "3d"\nlate = "pass"\nzone = "Europe/Berlin"\n'

PAGE = b'<p>x</p><img src="data:image/svg+xml;base64,PHN2Zy8+"><p>y</p>'
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


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


def tried(file: Path) -> object:
    """A hunt that is read and moved in, as `hunts try` does."""
    game, lot, dice = games.find("fox-and-geese"), random.Random(1), FastDice(1)
    state = game.start(options.build(game.Options, [f"hunt=@{file}"]), 2, dice).state
    for _ in range(6):
        if not game.to_act(state):
            break
        state = game.apply(state, lot.choice(list(islice(game.moves(state), 500))), dice).state
    return state


PLAN = Plan("snakey-dice", games.find("snakey-dice").Options(league=True), ("random", "random"), "x")


def kept_counts(file: Path) -> object:
    """What was kept of a simulation, and what is told of it."""
    kept = Store(PLAN)
    kept.path = file
    result = Result(PLAN, kept.read(100))
    return result.tally.games and (report.text(result), report.csv([result]), result.to_json())


def bundled(file: Path) -> object:
    """Kept letters in an archive of these bytes."""
    place = file.parent / "letters"
    place.mkdir(exist_ok=True)
    (place / "0000-0007.tar.xz").write_bytes(lzma.compress(file.read_bytes(), preset=0))
    return list(receipts.read(place))


def imported(file: Path) -> object:
    """A game of Ludii, and the hunt that `hunts import` writes of it."""
    hunt, problems = read.examine(load.read_file(file), file.name)
    if hunt is None:
        raise UserError.of(problems)
    return load.examine(definition.text(hunt), file.name)


def answered(file: Path) -> object:
    """What a relay of drand answers; its signature is not looked at."""
    answer = mock.patch("urllib.request.urlopen", lambda *_, **__: io.BytesIO(file.read_bytes()))
    with answer, mock.patch.object(beacon, "wrong", lambda _: None):
        return beacon.fetched(42)


def pad(file: Path) -> object:
    return pads.show(file, 3)


def made() -> dict[str, list[bytes]]:
    """An excerpt of a match in the archive, and what else is not shipped."""
    with tempfile.TemporaryDirectory() as place:
        match = Path(shutil.copytree(ROOT / "tests" / "archive" / "sealed", Path(place) / "sealed"))
        (match / "secret.key").write_text("5e" * 32 + "\n")
        folder = Folder(match)
        kept = Store(PLAN)
        kept.path = Path(place) / "counts.json"
        kept.write(simulate(PLAN, 3, kept=False).tally)
        return {
            "bundle": [
                lzma.decompress(bundle.pack({"0000-A.txt": b"a" * 900, "0000-A.html": PAGE, "0001-A.html": PAGE}))
            ],
            "counts": [kept.path.read_bytes()],
            "ludii": [
                write.text(fox_and_geese.shipped(file.stem)).encode() for file in ROOT.glob("templates/hunts/*.toml")
            ],
            "drand": [b'{"round":42,"randomness":"%s","signature":"%s"}' % (b"5e" * 32, b"95" * 48)],
            "excerpt": [b"".join(excerpts.made(folder, seat)) for seat in (-1, 0)],
        }


# What is read, by kind: files that are shipped (or a text), and their reader.
READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "hunt": ("templates/hunts/*.toml", tried),
    "theme": ("templates/themes/*.toml", lambda file: theme.read("x", text(file), "x")),
    "labels": ("templates/labels/*.toml", lambda file: labels.read("x", text(file), "x")),
    "tavern": ("templates/handouts/taverns/*.toml", drawn),
    "position": ("docs/positions/*.json", position),
    "case": ("tests/cases/**/*.y*ml", lambda file: cases.read(text(file), "x")),
    "letter": ("tests/golden/letters/**/*.txt", lambda file: list(receipts.read(file))),
    "settings": (SETTINGS, parameters._read),
    "excerpt": ("made", lambda file: excerpts.prove(excerpts.read(file), file)),
    "bundle": ("made", bundled),
    "ludii": ("made", imported),
    "drand": ("made", answered),
    "counts": ("made", kept_counts),
    "pad": (f"postfox pad\nsecret: {'5' * 20}\nlinks: 1024\nshown: 12\n", pad),
}


def text(file: Path) -> str:
    return file.read_bytes().decode("utf-8", "replace")


def known(kind: str) -> list[bytes]:
    """The texts of a kind."""
    source, _ = READERS[kind]
    if source == "made":
        return made()[kind]
    if "\n" in source:
        return [source.encode()]
    return [file.read_bytes()[:20_000] for file in sorted(ROOT.glob(source))]


def main() -> None:
    given = arguments(__doc__, READERS)
    rng, findings = random.Random(given.seed), Findings(given.keep)
    texts = {kind: known(kind) for kind in given.only}
    assert all(texts.values()), [kind for kind, found in texts.items() if not found]
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "text"
        for kind in given.only:
            _, reader = READERS[kind]
            end = time.monotonic() + 60 * given.minutes / len(given.only)
            while time.monotonic() < end:
                data = changed(rng, rng.choice(texts[kind]))
                file.write_bytes(data)
                findings.changes += 1
                with findings.read(kind, data):
                    reader(file)
    findings.report()


if __name__ == "__main__":
    main()
