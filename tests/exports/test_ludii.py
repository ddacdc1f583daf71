"""Ludii: hunts in its language, put before Ludii itself where it can be had, and read back."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hunts import perft

from adjudicator.games.fox_and_geese.state import rules
from printables.boards import fox_and_geese
from printables.boards.fox_and_geese.model import Hunt
from printables.exports.ludii import write

LUDII = "POSTFOX_LUDII"  # the class path of Ludii, with its definitions: Ludii.jar is one
VARIANTS = fox_and_geese.variants()
SAID = [variant for variant in VARIANTS if not list(write.unsaid(fox_and_geese.shipped(variant)))]
UNSAID = {
    "asalto": "officers that miss a capture may be huffed",
    "great-siege": "officers that miss a capture may be huffed",
    "hexagon": "guards that miss a capture may be huffed",
    "jeu-de-renard-two": "foxes take turns to move",
    "renard": "for a capture that was missed the other side may add a piece (bottom-row)",
    "renard-slanting": "for a capture that was missed the other side may add a piece (bottom-row)",
    "renard-straight": "for a capture that was missed the other side may add a piece (bottom-row)",
    "two-foxes": "foxes take turns to move",
}


def hunt(variant: str) -> Hunt:
    return fox_and_geese.shipped(variant)


def counts(**options: Any) -> list[int]:
    played = rules(fox_and_geese.Options(**options))
    return [perft(played, played.start(), depth) for depth in (1, 2, 3)]


def test_what_ludii_cannot_say_is_named_and_all_else_is_said() -> None:
    found = {variant: lines for variant in VARIANTS if (lines := list(write.unsaid(hunt(variant))))}
    assert found == {variant: [line] for variant, line in UNSAID.items()}


def test_an_export_is_one_file_and_says_what_it_leaves_out(postfox: Any) -> None:
    code, out, err = postfox("fox-and-geese", "--to", "ludii", "--variant", "bagh-chal")
    assert (code, out) == (0, ["out/fox-and-geese-bagh-chal-ludii.lud"])
    assert err == "left out: a position for the third time is a draw: Ludii counts no repetitions\n"
    text = Path(out[0]).read_text(encoding="utf-8")
    assert '(game "Bagh chal"' in text and text.count("(") == text.count(")") and text.count("{") == text.count("}")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("fox-and-geese", "--variant", "renard"), f"--to: Ludii cannot say: {UNSAID['renard']}; take another format"),
        (("snail-trail",), "--to: Snail Trail cannot be said in Ludii: only hunts can; take another format"),
    ],
)
def test_what_cannot_be_exported_gets_a_line(postfox: Any, words: tuple[str, ...], line: str) -> None:
    assert postfox(*words, "--to", "ludii") == (2, [], f"postfox: {line}\n")
    assert not Path("out").exists()


def test_names_on_the_table_are_those_of_the_game(postfox: Any) -> None:
    postfox("fox-and-geese", "--to", "ludii", "--name", "Owls", "--piece", "fox=owl", "--piece", "goose=mouse/mice")
    text = next(Path("out").iterdir()).read_text(encoding="utf-8")
    assert '(game "Owls"' in text and '(piece "Owl" P1' in text and '(piece "Mouse" P2' in text


def test_ludii_itself_counts_the_same_lines_of_play(tmp_path: Path) -> None:
    if not os.environ.get(LUDII) or not shutil.which("java"):
        pytest.skip(f"{LUDII} is not set, or there is no java")
    for variant in SAID:
        (tmp_path / f"{variant}.lud").write_text(write.text(hunt(variant)), encoding="utf-8")
    words = ["java", "-cp", os.environ[LUDII], str(Path(__file__).with_name("Ludii.java")), "3"]
    done = subprocess.run([*words, *map(str, sorted(tmp_path.iterdir()))], capture_output=True, text=True)
    found = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("counted ")]
    told = {name: list(map(int, numbers)) for name, *numbers in found}
    assert told == {f"{variant}.lud": counts(variant=variant) for variant in SAID}, done.stderr
