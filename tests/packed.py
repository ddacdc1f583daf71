"""A site's own worker without a browser: node runs it, and answers what a page would ask."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

RUNNER = Path(__file__).parent / "site/packed.mjs"


class Packed:
    """Answers requests of a page one after the other; several may be asked before the first is answered."""

    def __init__(self, running: subprocess.Popen[str], said: Path) -> None:
        self._running, self._said = running, said

    def ask(self, requests: Iterable[dict[str, Any]]) -> None:
        """Ask for these."""
        assert self._running.stdin
        self._running.stdin.writelines(f"{json.dumps(one)}\n" for one in requests)
        self._running.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """The next answer: `made`, files by their SHA-256, or a `fault`; and `ms`. Raises AssertionError for none."""
        assert self._running.stdout
        line = self._running.stdout.readline()
        assert line, self._said.read_text(encoding="utf-8")[-2000:]
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def running(site: Path) -> Iterator[Packed]:
    """The worker of a site in a folder."""
    with tempfile.TemporaryDirectory() as place:
        said = Path(place) / "said"
        with said.open("w") as wrong:
            command = ["node", str(RUNNER), str(site)]
            pipe = subprocess.PIPE
            with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=wrong, text=True) as process:
                yield Packed(process, said)
                process.kill()
