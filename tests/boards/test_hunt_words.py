"""What is said and shown of the rules of hunts, shipped and made at random, is what it was; examples by plain rules."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hunts import VARIANTS, definition
from lanes import Golden

from printables.boards import fox_and_geese
from printables.boards.fox_and_geese import definition as written, examples, load, words
from printables.boards.fox_and_geese.model import Hunt
from printables.core import templates


def told(hunt: Hunt) -> str:
    """Digests of what the rules say, of the diagrams and of the definition: look at a sheet before you keep others."""
    shown = str((sorted(examples.diagrams(hunt).items()), examples.shut(hunt), written.start(hunt)))
    said = [str(sorted(words.rules(hunt).items())), shown, written.text(hunt)]
    return " ".join(sha256(one.encode()).hexdigest()[:10] for one in said)


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_said_of_the_hunts_that_ship(language: str, golden: Golden) -> None:
    with templates.speaking(language):
        lines = [f"{told(fox_and_geese.shipped(variant))} {variant}\n" for variant in VARIANTS]
    golden(f"hunts/shipped-{language}.txt", "".join(lines))


def test_what_is_said_of_hunts_made_at_random(golden: Golden) -> None:
    lines = []
    for seed in range(60):
        hunt, problems = load.examine(definition(seed))
        if hunt:
            lines.append(f"{told(hunt)} {seed}\n")
        else:
            said = "\n".join(map(str, problems))
            lines.append(f"{sha256(said.encode()).hexdigest()[:10]} {len(problems)} wrong {seed}\n")
    golden("hunts/random.txt", "".join(lines))


def test_a_sketch_has_ranks_at_its_left_and_files_under_it() -> None:
    hunt = fox_and_geese.shipped("hare-and-hounds")
    assert written.start(hunt).split("\n") == [
        " 3    m-.-.",
        "     /|\\|/|\\",
        " 2  m-.-.-.-f",
        "     \\|/|\\|/",
        " 1    m-.-.",
        "",
        "    a b c d e",
    ]
    points = f"Hare & Hounds: {len(hunt.grid.spots)} points, {len(hunt.grid.lines)} lines"
    assert written.facts(hunt) == [points, "hounds: 3", "hares: 1"]
