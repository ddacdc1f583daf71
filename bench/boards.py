"""Boards in `illustrated`: weight of SVG and PNG, and the time to draw one, on paper and for screens.

    python bench/boards.py [THEME]

CPU of this process, the least of five, once everything is imported; "again" is a position drawn in a process that drew
one before (what never changes in a match is kept).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from adjudicator import dice, games
from adjudicator.letters import picture
from adjudicator.letters.phrases import Names, Phrases
from printables import boards
from printables.core.request import Request
from printables.printing import make
from printables.render import png, svg

SEATS = {"snakey-dice": 1}
BUDGET = {"paper KB": 350, "paper ms": 60, "screen KB": 120, "screen ms": 20, "png KB": 110}


def least(work: Callable[[], Any], times: int = 5) -> tuple[Any, float]:
    """What the work gives, and its least CPU time (ms)."""
    took, made = [], None
    for _ in range(times):
        start = time.process_time()
        made = work()
        took.append(1000 * (time.process_time() - start))
    return made, min(took)


def drawn_anew(slug: str, theme: str) -> str:
    sheet = make.sheet(Request(slug, "board", theme=theme))
    return svg.render(sheet.pages[0], sheet)


def main() -> None:
    theme = sys.argv[1] if len(sys.argv) > 1 else "illustrated"
    print("| game | " + " | ".join(f"{name} (≤ {most})" for name, most in BUDGET.items()) + " | drawing | as SVG |")
    print("|---|" + "---:|" * (len(BUDGET) + 2))
    for slug in boards.slugs():
        game = games.find(slug)
        sheet = make.sheet(Request(slug, "board", theme=theme))
        paper, took = least(lambda slug=slug: drawn_anew(slug, theme))
        state = game.start(game.Options(), SEATS.get(slug, 2), dice.FastDice(1)).state
        phrases = Phrases(slug)
        drawn, again = least(lambda g=game, s=state, p=phrases: picture.sheet(g, s, Names(()), p, look=theme))
        screen, written = least(lambda drawn=drawn: svg.render(drawn.pages[0], drawn))
        picture_ = png.light(svg.element(drawn.pages[0], drawn), 720, 110_000)
        values = (len(paper) / 1000, took, len(screen) / 1000, again + written, len(picture_) / 1000, again, written)
        print(f"| {sheet.title.partition(':')[0]} | " + " | ".join(f"{value:.0f}" for value in values) + " |")


if __name__ == "__main__":
    main()
