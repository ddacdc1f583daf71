"""How commands grow: `python bench/growth.py [--matches 500 5000] [--lines 500 5000] [--turns 200 2000] [--mails ...]`.

Processor time (user and system, children too) and the most memory of each command as a process of its own, over folders
of so many matches that have just begun, over a match with a log of so many lines, most of them messages, over one of so
many moves (no game has more than 2,000), and over so many emails. The last column is by how much more time ten times as
much takes; above 10 would be worse than linear. The start of the program, which every command has, is taken off.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games
from adjudicator.core.codec import digest
from adjudicator.core.game import unlettered
from adjudicator.dice import FastDice
from adjudicator.match import create, process
from adjudicator.match.folder import Folder

MAIL = b"From: anna@example.org\nSubject: [m00000]\nMessage-ID: <%d@x>\n\nplayer Anna\nsay Bob: hello\n"
FOLDER = {
    "desk": "desk --matches M",
    "due": "due --matches M",
    "due, the next round": "due --matches M",
    "verify": "verify M",
    "readjudicate": "readjudicate M",
    "ratings": "ratings --matches M",
    "mail fetch, one mail": "mail fetch --stdin --matches M",
    "mail send --skip": "mail send --skip --matches M --from r@example.org",
    "order, every match": "order M hold",
    "mail send, every letter": "mail send --outbox OUT --matches M --from r@example.org",
    "mail send, nothing to send": "mail send --outbox OUT --matches M --from r@example.org",
    "new, one more": "new fox-and-geese M/one-more --player Anna --player Bob",
    "mail serve, a round": "mail serve --mbox BOX --outbox OUT --matches M --from r@example.org",
}
MATCH = {
    "adjudicate, one file": "adjudicate M/m00000 --no-png",
    "show": "show M/m00000",
    "show --turn 1": "show M/m00000 --turn 1",
    "show --format json": "show M/m00000 --format json",
    "show --format pdf": "show M/m00000 --format pdf --out OUT.pdf",
    "moves": "moves M/m00000 --limit 3",
    "hint": "hint M/m00000",
    "export --match": "export fox-and-geese --to pcio --pixels 20 --match M/m00000 --out OUT",
    "page": "page M/m00000 --out OUT.html",
    "order": "order M/m00000 hold",
    "due, one match": "due --matches M",
    "desk, one match": "desk --matches M",
    "verify, one match": "verify M/m00000",
    "verify --kept": "verify M/m00000 --kept M/m00000/letters",
    "excerpt": "excerpt M/m00000 --for A --out OUT.jsonl",
    "verify an excerpt": "verify OUT.jsonl",
    "readjudicate, one match": "readjudicate M/m00000",
    "ratings, one match": "ratings --matches M",
    "table, until it is open": "table M/m00000 --no-open",
    "mail fetch, one mail, one match": "mail fetch --stdin --matches M",
    "mail send --skip, one match": "mail send --skip --matches M --from r@example.org",
    "mail send, one match": "mail send --outbox OUT --matches M --from r@example.org",
}
OVER = {
    "order, the end": "order M/m00000 abandon",
    "analyse": "analyse M/m00000",
}
GIF = {"show --format gif": "show M/m00000 --format gif --out OUT.gif"}
MAILS = {
    "mail fetch, a message each": "mail fetch --mbox BOX --matches M",
    "mail fetch, all known": "mail fetch --mbox BOX --matches M",
    "verify --kept": "verify M/m00000 --kept BOX",
}
# The command as a program that says at its end how much memory it had; a server or a table ends with its first round.
PROGRAM = """
import atexit, pathlib, sys
atexit.register(lambda: print(pathlib.Path("/proc/self/status").read_text(), file=sys.stderr))
if sys.argv[1:3] == ["mail", "serve"] or sys.argv[1] == "table":
    from adjudicator.mail.inbound import sources
    from adjudicator.table import server
    def ended(*_): raise KeyboardInterrupt
    sources.Mbox.wait = server.Server.serve_forever = ended
from adjudicator.__main__ import main
main()
"""
NAMES = {"OUT": "out", "BOX": "box"}


class Took(NamedTuple):
    """What a command took: seconds of processor time, the most memory in MiB."""

    seconds: float
    mebibytes: float


def took(command: str, place: Path) -> Took:
    """Give a command. Raises AssertionError where it fails."""
    words = []
    for word in command.split():
        name = re.match("[A-Z]*", word)[0]
        there = str(place / ("m" if name == "M" else NAMES.get(name, name)))
        words.append(there + word.removeprefix(name) if name == "M" or name in NAMES else word)
    number = os.times().elapsed
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(MAIL % int(number * 1000) if "--stdin" in words else b"")
        given.seek(0)
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words], stdin=given, stdout=subprocess.DEVNULL, stderr=said, cwd=place
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        told = said.read().decode()
    fine = process.returncode == (130 if words[:2] == ["mail", "serve"] else 0)
    assert fine or words[0] == "readjudicate", (words, told[-3000:])  # copies of letters differ
    return Took(usage.ru_utime + usage.ru_stime, int(re.search(r"VmHWM:\s*(\d+)", told)[1]) / 1024)


def begun(path: Path, **options: Any) -> None:
    """A match that has just begun, of a game without dice."""
    game = games.find("fox-and-geese")
    seats = [create.seat("Anna <anna@example.org>"), create.seat("Bob <bob@example.org>")]
    create.new(path, game.SLUG, game.Options(**options), seats, seed="wheel")


def many(place: Path, count: int) -> None:
    """So many matches, each a copy of the first under another id."""
    first = place / "m" / "m00000"
    begun(first)
    terms, log, state = ((first / name).read_bytes() for name in ("match.json", "log.jsonl", "state.json"))
    for number in range(1, count):
        copy = Path(shutil.copytree(first, first.with_name(f"m{number:05d}")))
        own = terms.replace(b'"id":"m00000"', b'"id":"%s"' % copy.name.encode())
        line = log.replace(digest(terms).encode(), digest(own).encode())
        head = digest(line.rstrip(b"\n")).encode()
        (copy / "match.json").write_bytes(own)
        (copy / "log.jsonl").write_bytes(line)
        (copy / "state.json").write_bytes(state.replace(digest(log.rstrip(b"\n")).encode(), head))


def long(place: Path, lines: int) -> None:
    """A match whose players write to each other, so that its log has so many lines."""
    match = place / "m" / "m00000"
    begun(match)
    while (left := lines - len(Folder(match).log.lines)) > 0:
        for number in range(min(left, 250)):
            (match / "inbox" / f"{number:04d}.txt").write_text(
                f"player {'AB'[number % 2]}\nsay all: message {left} {number}\n"
            )
        process.adjudicate(Folder(match), png=False)
    process.finish(Folder(match), png=True)


def moved(place: Path, turns: int) -> None:
    """A match of so many moves, none of which takes a piece or ends it."""
    match, game = place / "m" / "m00000", games.find("fox-and-geese")
    begun(match, geese_back=True, turns=2_000)
    lot, dice = random.Random(1), FastDice(1)

    def goes_on(state: Any, action: Any) -> Any:
        after = game.apply(state, action, dice).state
        return None if game.outcome(after) or len(game.tokens(after)) < len(game.tokens(state)) else after

    def lasting(state: Any) -> Any:
        actions = list(game.moves(state))
        for action in lot.sample(actions, len(actions)):
            after = goes_on(state, action)
            if after and any(goes_on(after, answer) for answer in game.moves(after)):
                return action, after
        raise AssertionError("every move takes a piece")

    state = Folder(match).standing().state
    for first in range(0, turns - 3, 100):
        for number in range(first, min(first + 100, turns - 3)):
            action, after = lasting(state)
            text = f"player {'AB'[action.seat]}\n{unlettered(game.format(action, state), action.seat)}\n"
            (match / "inbox" / f"{number:04d}.txt").write_text(text)
            state = after
        process.adjudicate(Folder(match), png=False)
    assert len(Folder(match).log.lines) == max(turns - 3, 0) + 1


def written(place: Path, count: int) -> None:
    """So many mails of a player."""
    begun(place / "m" / "m00000")
    (place / "box").write_bytes(b"".join(b"From x\n" + MAIL % number + b"\n" for number in range(count)))


def measured(
    commands: dict[str, str], sizes: list[int], make: Callable[[Path, int], None]
) -> Iterator[tuple[str, list[Took]]]:
    """Each command with what it took over each size."""
    with tempfile.TemporaryDirectory() as root:
        places = []
        for size in sizes:
            places.append(Path(root) / str(size))
            (places[-1] / "m").mkdir(parents=True)
            (places[-1] / "box").touch()
            make(places[-1], size)
            print(f"# {size} made", file=sys.stderr, flush=True)
        for name, command in commands.items():
            found = []
            for place in places:
                start = took("--version", place)
                if name.startswith("adjudicate"):
                    (place / "m" / "m00000" / "inbox" / "x.txt").write_text("player A\nsay all: one more\n")
                whole = took(command, place)
                found.append(Took(max(whole.seconds - start.seconds, 0.001), whole.mebibytes))
            yield name, found


KINDS: dict[str, tuple[dict[str, str], Callable[[Path, int], None], list[int]]] = {
    "matches": (FOLDER, many, [500, 5_000]),
    "lines": (MATCH, long, [500, 5_000]),
    "turns": (MATCH | GIF, moved, [200, 2_000]),
    "over": (OVER, moved, [20, 200]),
    "mails": (MAILS, written, [500, 5_000]),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for kind, (_, _, sizes) in KINDS.items():
        parser.add_argument(f"--{kind}", type=int, nargs="*", default=sizes)
    parser.add_argument("--only", nargs="*", help="commands, by the beginning of their names here")
    given = parser.parse_args()
    for kind, (commands, make, _) in KINDS.items():
        if not (sizes := getattr(given, kind)):
            continue
        chosen = {name: line for name, line in commands.items() if not given.only or name.startswith(tuple(given.only))}
        print(f"| {kind} | {' | '.join(f'{size:,}' for size in sizes)} | growth | memory |", flush=True)
        print(f"|---|{'---|' * (len(sizes) + 2)}")
        for name, found in measured(chosen, sizes, make):
            more = found[-1].seconds / found[0].seconds / (sizes[-1] / sizes[0]) * 10
            times = " | ".join(f"{one.seconds:.2f} s" for one in found)
            print(
                f"| {name} | {times} | {more:.1f} | {', '.join(f'{one.mebibytes:.0f}' for one in found)} MiB |",
                flush=True,
            )


if __name__ == "__main__":
    main()
