"""Pages of games and hunts, for docs/make.py: made from their definitions."""

from __future__ import annotations

import re

from adjudicator.games import find
from printables import boards
from printables.boards.fox_and_geese import definition, load, words
from printables.core import templates
from printables.scene.theme import CLASSIC


def game(slug: str) -> str:
    """A table of what somebody who chooses wants to know of a game."""
    facts = boards.find(slug).components(find(slug).Options(), CLASSIC)
    fewest = find(slug).PLAYERS[0]
    one = facts.players.startswith("1 player,")
    match = "anna --player Anna" if one else "anna-bob --player Anna --player Bob"
    rows = {
        "players": facts.players,
        "alone": "yes" if fewest == 1 else "against [the computer](opponents.md)",
        "time": f"about {facts.minutes} minutes",
        "age": f"from {facts.age}",
        "luck or skill": "dice and skill" if facts.dice else "skill alone",
        "designer": facts.designer,
        "source": facts.source,
        "print it": f"`postfox print {slug}`",
        "referee it": f"`postfox new {slug} {match}`",
    }
    return "\n".join(["| | |", "|---|---|", *(f"| {name} | {said} |" for name, said in rows.items())])


def hunts() -> dict[str, str]:
    """The pages of all hunts, by path under docs: one each, and a list of them."""
    names = templates.stems("hunts")
    made = {name: load.hunt(templates.read(f"hunts/{name}.toml"), name) for name in names}
    rows = [
        f"| [{hunt.title}]({name}.md) | {hunt.many.pieces} {words.called(hunt.many)} against {hunt.few.pieces} "
        f"{words.called(hunt.few)} | {len(hunt.grid.spots)} | {words.credit(hunt)} |"
        for name, hunt in made.items()
    ]
    head = "# Hunts\n\nGames of a few against many, each a variant of [Fox & Geese](../fox-and-geese.md).\n\n"
    table = "| hunt | sides | points | whose |\n|---|---|---|---|\n" + "\n".join(rows)
    nav = "\n".join(names)
    index = f"{head}{table}\n\nYours can be the next: [make your own hunt](../tutorial/make-your-own-hunt.md).\n\n"
    index += f"```{{toctree}}\n:hidden:\n\n{nav}\n```\n"
    return {"hunts/index.md": index} | {f"hunts/{name}.md": _hunt(name) for name in names}


def _hunt(name: str) -> str:
    hunt = load.hunt(templates.read(f"hunts/{name}.toml"), name)
    said = words.rules(hunt)

    def plain(key: str) -> str:
        text = re.sub(r"!\[[^\]]*\]\(figure:[^)]*\)", "", said[key])
        return re.sub(r"\n{3,}", "\n\n", re.sub(r"^#+ .*\n", "", text, flags=re.MULTILINE)).strip()

    parts = [f"# {hunt.title}\n\n{said['summary']}", f"![The board of {hunt.title}](../pictures/hunts/{name}.webp)"]
    set_up = f"{plain('setup_line')} {plain('setup')}".strip()
    parts += [f"## Set-up\n\n{set_up}", f"## Moving\n\n{plain('moving')}"]
    parts += [f"## Capturing\n\n{plain('capturing')}", f"## Winning\n\n{plain('winning')}\n\n{plain('drawn')}"]
    if plain("notes"):
        parts.append(f"## Worth knowing\n\n{plain('notes')}")
    commands = f"postfox print fox-and-geese --variant {name}\n"
    commands += f"postfox new fox-and-geese {name}-1 --variant {name} --player Anna --player Bob"
    parts.append(f"## Play it\n\n```sh\n{commands}\n```\n\n```text\n{definition.start(hunt)}\n```")
    parts.append(f"## Whose it is\n\n{said['credit']}. Source: {said['source']}. {said['licence']}.")
    return re.sub(r"\.\.(?=\s|$)", ".", "\n\n".join(parts)) + "\n"
