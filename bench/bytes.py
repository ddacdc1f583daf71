"""Whether every Python makes the same bytes: `python bench/bytes.py [--python python3.12 python3.14]`.

Boards, tokens, dice, score sheets and rules of every game as PDF and SVG, and matches of all with some turns: the
SHA-256 of each file, one a line. With --python the same is made by others, and what differs from this one's is told;
they need the same versions of the libraries that are installed here.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.proofs import excerpts
from printables.core import UserError
from printables.printing import make

SHEETS, FORMATS, TURNS = ("board", "tokens", "dice", "score", "rules"), ("pdf", "svg"), 6


def drawn() -> Iterator[tuple[str, bytes]]:
    """Sheets, by game, sheet, format and page."""
    for slug in games.GAMES:
        for name in SHEETS:
            with suppress(UserError):  # not every game has them all
                sheet = make.sheet(make.Request(slug, sheet=name))
                for format in FORMATS:
                    for number, data in enumerate(make.render(sheet, format)):
                        yield f"{slug} {name} {format} {number}", data


def played() -> Iterator[tuple[str, bytes]]:
    """Every file of matches of which the first legal moves were played."""
    with tempfile.TemporaryDirectory() as root:
        for slug in games.GAMES:
            game = games.find(slug)
            people = [create.seat(f"{name} <{name}@example.org>") for name in ("Anna", "Bob", "Cid")]
            path = Path(root) / slug
            create.new(path, slug, game.Options(), people[: max(game.PLAYERS[0], 1)], seed="wheel", now=lambda: NOON)
            for _ in range(TURNS):
                state = Folder(path).standing().state
                if state is None or not (acting := game.to_act(state)):
                    break
                move = game.format(next(game.moves(state)), state)
                (path / "inbox" / "x.txt").write_text(f"player {'ABC'[acting[0]]}\n{move.removeprefix('A: ')}\n")
                process.adjudicate(Folder(path), now=lambda: NOON)
            for file in sorted(path.rglob("*")):
                if file.is_file():
                    yield f"{slug} {file.relative_to(path).as_posix()}", file.read_bytes()
            yield f"{slug} excerpt", b"".join(excerpts.made(Folder(path), 0))


NOON = "2026-11-22T12:00:00+00:00"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", nargs="*", default=[])
    given = parser.parse_args()
    lines = [f"{sha256(data).hexdigest()} {name}" for made in (drawn(), played()) for name, data in made]
    if not given.python:
        print("\n".join(lines))
        return
    differs = False
    for python in given.python:
        version = subprocess.run([python, "-V"], capture_output=True, text=True, check=True).stdout.strip()
        told = subprocess.run([python, __file__], capture_output=True, text=True, check=True).stdout.splitlines()
        other = sorted(set(lines) ^ set(told))
        print(f"{version}: {len(told)} files, {f'{len(other)} lines differ' if other else 'the same bytes'}")
        print("".join(f"  {line}\n" for line in other), end="")
        differs = differs or bool(other)
    sys.exit(differs)


if __name__ == "__main__":
    main()
