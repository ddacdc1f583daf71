"""What work takes within one process that has imported everything: `python bench/inside.py`. Prints JSON.

Processor time (ms) and sizes (KB), named as in bench/rows.py.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import dice, games
from adjudicator.letters import picture
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.mail.inbound import fetch, sources
from adjudicator.mail.outbound import outbox, transports
from adjudicator.match.folder import Folder
from bench import growth
from printables.render import svg

MAILS = 20
LINES = (20, 500)
SLUG = "snakes-and-foxes"


def fetched(place: Path) -> float:
    """An email of a message, one of many that `mail fetch` takes to a match."""
    mails = [growth.MAIL % number for number in range(MAILS)]
    (place / "box").write_bytes(b"".join(b"From x\n" + mail + b"\n" for mail in mails))
    took, begin = [], time.process_time()
    for happened in fetch.fetch(sources.Mbox(place / "box"), place / "m"):
        assert happened.problem is None
        if happened.filed:
            took.append(time.process_time() - begin)
            begin = time.process_time()
    return 1000 * statistics.median(took)


class Way:
    """Takes mails and weighs them."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def deliver(self, mail: bytes, *_: str) -> None:
        self.sizes.append(len(mail))


def sent(place: Path) -> dict[str, float]:
    """Letters that leave, the first line's aside, which bring the rules: what one takes, its picture included."""
    way, took = Way(), []
    letters = outbox.send(
        Folder(place / "m" / "m00000"), way, transports.sender("r@example.org"), lambda: datetime.now(UTC)
    )
    begin = time.process_time()
    for _ in range(2 + 2 * MAILS):
        if next(letters, None) is None:
            break
        took.append(1000 * (time.process_time() - begin))
        begin = time.process_time()
    name = "mail send, a letter"
    return {
        f"{name}, ms": statistics.mean(took[2:]),
        f"{name} whose picture is drawn for another reader, ms": statistics.median(took[3::2]),
        f"{name}, KB": statistics.median(way.sizes[2:]) / 1000,
    }


def drawn(theme: str) -> dict[str, float]:
    """A position on a board that was drawn before: the drawing and its SVG."""
    game = games.find(SLUG)
    state = game.start(game.Options(), 2, dice.FastDice(1)).state
    sheet = picture.sheet(game, state, Names(()), Phrases(SLUG), look=theme)
    text = svg.render(sheet.pages[0], sheet)

    def again() -> Any:
        sheet = picture.sheet(game, state, Names(()), Phrases(SLUG), look=theme)
        return svg.render(sheet.pages[0], sheet)

    name = f"a board as SVG, {theme}"
    return {f"{name}, ms": least(again), f"{name}, KB": len(text) / 1000}


def least(work: Callable[[], Any], times: int = 20) -> float:
    """The least processor time of several runs, in ms."""
    took = []
    for _ in range(times):
        begin = time.process_time()
        work()
        took.append(1000 * (time.process_time() - begin))
    return min(took)


def main() -> None:
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for lines in LINES:
            place = Path(folder) / str(lines)
            (place / "m").mkdir(parents=True)
            growth.moved(place, lines + 2)
            letters = place / "m" / "m00000" / "letters"
            kept = sum(file.stat().st_size for file in letters.iterdir()) / lines / 1000
            if lines == LINES[-1]:
                found[f"letters kept, a line of {lines}, KB"] = kept
            else:
                copy = Path(folder) / "sent"
                shutil.copytree(place, copy)
                found |= sent(copy)
            found[f"mail fetch, an email, after {lines} lines, ms"] = fetched(place)
    for theme in ("classic", "illustrated"):
        found |= drawn(theme)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
