"""How commands grow: `python bench/growth.py [--matches 500 5000] [--turns 500 5000]`.

Processor time (user and system, children too) of each command as a process of its own, over folders of so many matches
that have just begun, and over a match with a log of so many lines. The last column is by how much more time ten times
as much takes; above 10 would be worse than linear. The start of the program, which every command has, is taken off.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games  # noqa: E402
from adjudicator.canonical import digest  # noqa: E402
from adjudicator.match import create, process  # noqa: E402
from adjudicator.match.folder import Folder  # noqa: E402

MAIL = b"From: anna@example.org\nSubject: [m00007]\nMessage-ID: <%d@x>\n\nplayer Anna\nsay Bob: hello\n"
FOLDER = {
    "desk": "desk --matches M",
    "due": "due --matches M",
    "verify": "verify M",
    "readjudicate": "readjudicate M",
    "ratings": "ratings --matches M",
    "mail fetch, one mail": "mail fetch --stdin --matches M",
    "mail send --skip": "mail send --skip --matches M --from r@example.org",
    "mail send, nothing to send": "mail send --outbox OUT --matches M --from r@example.org",
}
MATCH = {
    "adjudicate, one file": "adjudicate M/m00000 --no-png",
    "show": "show M/m00000",
    "show --turn 1": "show M/m00000 --turn 1",
    "page": "page M/m00000 --out OUT.html",
    "order": "order M/m00000 hold",
    "due, one match": "due --matches M",
    "desk, one match": "desk --matches M",
    "verify, one match": "verify M/m00000",
    "verify --letters": "verify M/m00000 --letters M/m00000/letters",
    "excerpt": "excerpt M/m00000 --for A --out OUT.jsonl",
    "verify an excerpt": "verify OUT.jsonl",
    "readjudicate, one match": "readjudicate M/m00000",
    "mail send --skip, one match": "mail send --skip --matches M --from r@example.org",
    "mail send, one match": "mail send --outbox OUT --matches M --from r@example.org",
}


def seconds(command: str, place: Path) -> float:
    """The processor time of a command."""
    words = [
        word.replace("OUT", str(place / "out"))
        if "OUT" in word
        else word.replace("M", str(place / "m"), 1)
        if word.startswith("M")
        else word
        for word in command.split()
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    number = os.times().elapsed
    given = MAIL % int(number * 1000) if "--stdin" in words else b""
    done = subprocess.run([sys.executable, "-m", "adjudicator", *words], input=given, capture_output=True, cwd=place)
    assert done.returncode == 0 or words[0] == "readjudicate", (words, done.stderr[-500:])  # copies of letters differ
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def begun(path: Path) -> None:
    """A match that has just begun, of a game without dice."""
    game = games.find("fox-and-geese")
    seats = [create.seat("Anna <anna@example.org>"), create.seat("Bob <bob@example.org>")]
    create.new(path, game.SLUG, game.Options(), seats, seed="wheel")


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


def measured(commands: dict[str, str], sizes: list[int], make: object) -> Iterator[tuple[str, list[float]]]:
    """Each command with its time over each size."""
    assert callable(make)
    with tempfile.TemporaryDirectory() as root:
        places = []
        for size in sizes:
            places.append(Path(root) / str(size))
            (places[-1] / "m").mkdir(parents=True)
            make(places[-1], size)
            print(f"# {size} made", file=sys.stderr, flush=True)
        for name, command in commands.items():
            times = []
            for place in places:
                start = seconds("--version", place)
                if name.startswith("adjudicate"):
                    (place / "m" / "m00000" / "inbox" / "x.txt").write_text("player A\nsay all: one more\n")
                times.append(max(seconds(command, place) - start, 0.001))
            yield name, times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs="*", default=[500, 5_000])
    parser.add_argument("--turns", type=int, nargs="*", default=[500, 5_000])
    given = parser.parse_args()
    for what, commands, sizes, make in (
        ("matches", FOLDER, given.matches, many),
        ("lines", MATCH, given.turns, long),
    ):
        if not sizes:
            continue
        print(f"| {what} | {' | '.join(f'{size:,}' for size in sizes)} | growth |", flush=True)
        print(f"|---|{'---|' * (len(sizes) + 1)}")
        for name, times in measured(commands, sizes, make):
            more = times[-1] / times[0] / (sizes[-1] / sizes[0]) * 10
            print(f"| {name} | {' | '.join(f'{time:.2f} s' for time in times)} | {more:.1f} |", flush=True)


if __name__ == "__main__":
    main()
