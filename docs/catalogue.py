"""Pages of games and hunts, for docs/make.py: made from their definitions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from adjudicator.games import find
from printables import boards, cli
from printables.boards.fox_and_geese import load, words
from printables.core import OptionError, templates
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


OF_ALL = (  # what the list says
    "Set the pieces up as the picture shows. ",
    "; then the players take turns, one piece each turn",
    "\n- A side that cannot move passes until it can, unless that loses it the game.",
)


def hunts() -> dict[str, str]:
    """The pages of all hunts, by path under docs: one each, and a list of them."""
    names = templates.stems("hunts")
    made = {name: load.hunt(templates.read(f"hunts/{name}.toml"), name) for name in names}
    rows = [
        f"| [{words.listed(hunt)}]({name}.md) | `{name}` | {hunt.many.pieces} {words.called(hunt.many)} against "
        f"{hunt.few.pieces} {words.called(hunt.few)} | {len(hunt.grid.spots)} | {words.credit(hunt)} |"
        for name, hunt in made.items()
    ]
    head = "# Hunts\n\nGames of a few against many, each a variant of [Fox & Geese](../fox-and-geese.md).\n\n"
    table = "| hunt | variant | sides | points | whose |\n|---|---|---|---|---|\n" + "\n".join(rows)
    said = {name: words.rules(hunt) for name, hunt in made.items()}
    common = {key: Counter(text[key] for text in said.values()).most_common(1)[0][0] for key in ("drawn", "licence")}
    index = f"{head}{table}\n\nYours can be the next: [make your own hunt](../tutorial/make-your-own-hunt.md).\n\n"
    index += "The players take turns, one piece each turn. A side that cannot move passes until it can, unless that "
    index += "loses it the game.\n\n"
    index += f"Unless a page says otherwise: {_plain(common['drawn'])} {common['licence']}.\n\n"
    index += "```{toctree}\n:hidden:\n:glob:\n\n*\n```\n"
    pages = {f"hunts/{name}.md": _hunt(name, hunt, said[name], common) for name, hunt in made.items()}
    return {"hunts/index.md": index} | pages


def _plain(text: str) -> str:
    """Rules without their pictures and headings."""
    text = re.sub(r"!\[[^\]]*\]\(figure:[^)]*\)", "", text)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"^#+ .*\n", "", text, flags=re.MULTILINE)).strip()


def _hunt(name: str, hunt: Any, said: Mapping[str, str], common: Mapping[str, str]) -> str:
    """The page of a hunt: its rules, without what the list says of all."""

    def plain(key: str) -> str:
        return _plain(said[key]) if said[key] != common.get(key) else ""

    parts = [f"# {hunt.title}\n\n{said['summary']}", f"![The board of {hunt.title}](../pictures/hunts/{name}.webp)"]
    set_up = f"{plain('setup_line')} {plain('setup')}".strip()
    parts += [f"## Set-up\n\n{set_up}", f"## Moving\n\n{plain('moving')}"]
    parts += [f"## Capturing\n\n{plain('capturing')}", f"## Winning\n\n{plain('winning')}\n\n{plain('drawn')}".strip()]
    if plain("notes"):
        parts.append(f"## Worth knowing\n\n{plain('notes')}")
    commands = f"postfox print {_named(name)}\npostfox new {_named(name)} {name}-1 --player Anna --player Bob"
    parts.append(f"## Play it\n\n```sh\n{commands}\n```")
    terms = "" if said["licence"] == common["licence"] else f" {said['licence']}."
    parts.append(f"---\n\n{said['credit']}. Source: {said['source']}.{terms}")
    page = re.sub(r"\.\.(?=\s|$)", ".", "\n\n".join(parts)) + "\n"
    for sentence in OF_ALL:
        page = page.replace(sentence, "")
    return page


def _named(name: str) -> str:
    """A hunt as a command takes it: by its own name, if no other game has a variant of that name."""
    try:
        cli.game(name)
    except OptionError:
        return f"fox-and-geese --variant {name}"
    return name
