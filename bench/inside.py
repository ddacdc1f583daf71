"""What work takes within one process that has imported everything: `python bench/inside.py`. Prints JSON.

Processor time (ms) and sizes (KB), named as in bench/rows.py.
"""

from __future__ import annotations

import json
import random
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
from adjudicator.match import create
from adjudicator.match.folder import Folder
from bench import growth
from printables.render import svg

EMAILS = 20
LINES = (20, 500)
SLUG = "snakes-and-foxes"


def fetched(place: Path) -> float:
    """An email of a message, one of many that `mail fetch` takes to a match."""
    mails = [growth.MAIL % number for number in range(EMAILS)]
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


def played(place: Path) -> dict[str, float]:
    """Orders of whole matches of Snakes & Foxes, each an email of its own, and the letters that leave for it; first
    letters aside, which bring the rules.
    """
    game, way, lot = games.find(SLUG), Way(), random.Random(1)
    came, left = list[float](), list[float]()
    source, sender = place / "box", transports.sender("r@example.org")
    while len(came) < EMAILS:
        path = place / "m" / f"m{len(came):05d}"
        seats = [create.seat(f"{name} <{name.lower()}@example.org>") for name in ("Anna", "Bob")]
        create.new(path, SLUG, game.Options(), seats, seed=path.name)
        for _ in outbox.send(Folder(path), way, sender, lambda: datetime.now(UTC)):
            way.sizes.clear()
        while (standing := Folder(path).standing()).outcome is None:
            order = game.format(lot.choice(list(game.moves(standing.state))), standing.state)
            who = ("anna", "bob")[game.to_act(standing.state)[0]]
            head = f"From x\nFrom: {who}@example.org\nSubject: [{path.name}]\nMessage-ID: <{len(came)}@x>"
            source.write_text(f"{head}\n\n{order}\n")
            begin = time.process_time()
            assert all(not happened.problem for happened in fetch.fetch(sources.Mbox(source), place / "m"))
            came.append(1000 * (time.process_time() - begin))
            weighed = len(way.sizes)
            begin = time.process_time()
            count = sum(1 for _ in outbox.send(Folder(path), way, sender, lambda: datetime.now(UTC)))
            left += [1000 * (time.process_time() - begin) / count] * count
            assert len(way.sizes) == weighed + count
    return {
        "mail fetch, an order of Snakes & Foxes, ms": statistics.median(came),
        "mail send, a letter of it, ms": statistics.median(left),
        "mail send, a letter of it, KB": max(way.sizes) / 1000,
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
            found[f"mail fetch, a message, after {lines} lines, ms"] = fetched(place)
        (Path(folder) / "played").mkdir()
        found |= played(Path(folder) / "played")
    for theme in ("classic", "illustrated"):
        found |= drawn(theme)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
