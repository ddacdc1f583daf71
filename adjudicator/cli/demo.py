"""The demonstration: a kit to print, and a match whose first turns are adjudicated from the sample move files."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from adjudicator import games
from adjudicator.cli import show
from adjudicator.core.errors import MatchError
from adjudicator.dice import Chain, secret_from_seed
from adjudicator.match import create, files, process
from adjudicator.match.folder import Folder
from printables.core import progress, templates

GAME = "snakes-and-foxes"
MATCH = "anna-bob"
SEED = "wheel"
PLAYERS = ("Anna <anna@example.org>", "Bob <bob@example.org>")
WORDS = ("hazel", "thorn")
KEPT = {"board.png", "board.svg", "inbox", "letters", "log.jsonl", "match.json", "secret.key", "state.json", ".lock"}
FILES = ("1-anna.txt", "2-bob.txt", "3-bob.txt", "4-anna.txt")


def make(out: Path) -> Iterator[str]:
    """Write the kit and the match under `out`; what was written, a line each. Raises UserError."""
    from printables.printing import make as printing

    folder = out / MATCH
    _clear(folder)
    with progress.bar("pages") as done:
        paths = printing.write(printing.Request(GAME), out, done).files
    yield from map(str, paths)
    filed = create.new(
        folder,
        GAME,
        games.find(GAME).Options(),
        [create.seat(player) for player in PLAYERS],
        seed=SEED,
        words=WORDS,
    )
    yield show.begun(folder, filed)
    for name in FILES:
        files.write(folder / "inbox" / name, templates.read(f"samples/{GAME}/{name}").encode())
    match = Folder(folder)
    for one in process.adjudicate(match):
        yield show.happened(match, one)
        yield from (f"refused: {problem}" for problem in show.refusals(one))
    yield f"open {folder / 'board.png'}, or read the letters in {folder / 'letters'}"


def _clear(folder: Path) -> None:
    """Take away the match of an earlier demonstration. Raises MatchError if something else is there."""
    if not folder.exists():
        return
    try:
        found = Folder(folder)
        found.sweep()
        ours = found.match.commitment == Chain(secret_from_seed(SEED)).commitment.hex()
        ours = ours and {entry.source for entry in found.entries()} <= {"match.json", *FILES}
        ours = ours and {path.name for path in folder.iterdir()} <= KEPT
    except MatchError:
        ours = False
    if not ours:
        raise MatchError("something else is here", "move it away, or choose another --out", str(folder))
    folder.rename(gone := files.beside(folder))  # at once, as what is swept away if this is killed
    shutil.rmtree(gone)
