"""What comes of files changed at random, for the programs that do so: each is read, and what goes wrong is kept."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from printables.core import UserError

MOST_SECONDS = 1.0  # of processor time for one
WORDS = (
    *(b'"', b"{", b"}", b"[", b"]", b",", b":", b"\n", b"\0", b"\xff", b"\\ud800", b"1e999", b"NaN", b"-1", b"null"),
    *(b"9" * 400, b"[" * 5_000, b"2026-11-22", b"0001-01-01T00:00:00+23:59", b"Europe/Paris", b"../../x", b"true"),
)


def changed(rng: random.Random, data: bytes) -> bytes:
    """The bytes with up to eight changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 8))):
        at, length = rng.randint(0, len(data)), rng.choice((1, 1, 2, 8, 60))
        kind = rng.randrange(5)
        if kind == 0 and at < len(data):
            data = data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :]
        elif kind == 1:
            data = data[:at] + data[at + length :]
        elif kind == 2:
            data = data[:at] + rng.choice(WORDS) + data[at:]
        elif kind == 3:
            data = data[:at] + data[at : at + length] * rng.choice((2, 3, 200)) + data[at + length :]
        else:
            data = data[:at] + rng.choice(WORDS) + data[at + length :]
    return data


def arguments(about: str | None, kinds: Iterable[str] = ()) -> argparse.Namespace:
    """--minutes, --seed, --keep, a folder for what goes wrong, and --only, one of the kinds."""
    parser = argparse.ArgumentParser(description=about)
    if kinds:
        parser.add_argument("--only", choices=kinds, nargs="*", default=list(kinds))
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "postfox-fuzz")
    return parser.parse_args()


class Findings:
    """How reading ended, by what was read; a crash or more than MOST_SECONDS is kept with its bytes."""

    def __init__(self, keep: Path) -> None:
        self.keep = keep
        self.changes = self.wrong = 0
        self.slowest, self.slowest_kind = 0.0, ""
        self.ends: Counter[str] = Counter()

    @contextmanager
    def read(self, kind: str, data: bytes) -> Iterator[None]:
        """Within it a text of that kind is read."""
        start, fault = time.process_time(), ""
        try:
            yield
            self.ends[f"{kind.split()[0]}: read"] += 1
        except UserError:
            self.ends[f"{kind.split()[0]}: told"] += 1
        except (Exception, SystemExit):
            fault = traceback.format_exc()
        took = time.process_time() - start
        if took > self.slowest:
            self.slowest, self.slowest_kind = took, kind
        if fault or took > MOST_SECONDS:
            self.found(kind, data, fault or f"it took {took:.2f} s\n")

    def found(self, kind: str, data: bytes, fault: str) -> None:
        """Something went wrong."""
        self.wrong += 1
        self.keep.mkdir(parents=True, exist_ok=True)
        file = self.keep / f"{kind.replace(' ', '-')}-{self.wrong}"
        file.write_bytes(data)
        file.with_name(f"{file.name}.txt").write_text(fault, encoding="utf-8")
        print(f"{file}: {fault.splitlines()[-1]}", file=sys.stderr, flush=True)

    def report(self) -> None:
        """Say how it ended; exit status 1 where anything went wrong."""
        print(f"{self.changes} changes, {sum(self.ends.values())} looks, {self.wrong} findings", end="; ")
        print(f"slowest {self.slowest:.3f} s ({self.slowest_kind})")
        print(", ".join(f"{end} {number}" for end, number in sorted(self.ends.items())))
        sys.exit(bool(self.wrong))
