"""What games are like between players alike, careful where nothing else is said, for the answers of docs/opponents.md.

`python bench/questions.py [WORD] [--games 20]` prints it.

A row for each hunt, for Horn's rules and board sizes of The Game, for teeth and cards of Wolves & Jackals, for
Snakey Dice, for a lone token of Snakes & Foxes; WORD picks rows. The same --games give the same rows, on any machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator import games
from adjudicator.lab import bulk, simulation
from adjudicator.lab.simulation.tally import Plan, seats
from printables.boards import fox_and_geese
from printables.core import options, templates

SETTINGS = {
    "the-game": ["size=7", "", "size=11", "size=7 horn=true", "horn=true", "size=11 horn=true"],
    "wolves-and-jackals": ["", "cards=true", "teeth=12", "teeth=20", "no_cave=true", "no_dragging=true"],
    "snail-trail": ["", "size=6", "variant=tomatoes", "variant=rhombus"],
    "snakes-and-foxes": ["tokens=1", "tokens=1 distance=hunt", "tokens=1 distance=away", "", "distance=hunt"],
    "snakey-dice": [""],
}
BOT = "careful"
BOTS = {"the-game": "strong:1000"}  # a look at one turn is too short in it
CHEAP = 20_000  # games by compiled code


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("word", nargs="?", default="")
    parser.add_argument("--games", dest="count", type=int, default=20)
    given = parser.parse_args()
    for slug, pairs in settings():
        if given.word in f"{slug} {' '.join(pairs)}":
            print(row(slug, pairs, given.count), flush=True)


def settings() -> Iterator[tuple[str, list[str]]]:
    hunts = [name for name in templates.stems("hunts") if not fox_and_geese.shipped(name).forced]  # else it is known
    yield from (("fox-and-geese", [f"variant={name}"]) for name in hunts)
    for slug, texts in SETTINGS.items():
        yield from ((slug, text.split()) for text in texts)


def row(slug: str, pairs: list[str], count: int) -> str:
    """A row of Markdown: of 100 games those that each seat wins, those that nobody does, and a game's actions."""
    variant = next((pair.partition("=")[2] for pair in pairs if pair.startswith("variant=")), None)
    made = options.build(games.find(slug).Options, [pair for pair in pairs if not pair.startswith("variant=")], variant)
    alone = "tokens=1" in pairs
    players = (BOTS.get(slug, BOT),) * (1 if alone else seats(games.find(slug), made))
    many = CHEAP if bulk.player(slug, made, players) else count
    result = simulation.simulate(Plan(slug, made, players, "bench"), many, kept=False)
    counted = result.tally
    won = [f"{100 * counted.share(counted.seats[seat]).part:.0f}" for seat in range(len(players))]
    told = f"{counted.mean(0):.0f} points" if slug == "snakey-dice" else " | ".join([*won, *["–"] * (2 - len(won))])
    nobody = 100 * counted.nobody / counted.games
    return f"| {slug} {' '.join(pairs)} | {told} | {nobody:.0f} | {counted.actions[1]:.0f} |"


if __name__ == "__main__":
    main()
