"""Rulings that code and cases cite are in docs/rulings.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import games

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "rulings.md"
CITED = re.compile(r"\brulings? (\d+(?: to \d+|(?:, | and )\d+)*)", re.IGNORECASE)
SECTION = re.compile(r"\bRULES section (\d+)")


def sections() -> dict[str, tuple[int, set[int]]]:
    """For each game its section of the page, and the numbers of its rulings."""
    parts = re.split(r"^## (\d+)\. (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    slugs = {games.find(slug).TITLE: slug for slug in games.GAMES}
    return {
        slugs[title]: (int(number), {int(found) for found in re.findall(r"^(\d+)\. ", text, re.MULTILINE)})
        for number, title, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True)
    }


def game_of(file: Path) -> str | None:
    """The game whose file this is, by its path."""
    path = file.relative_to(ROOT).as_posix().replace("_", "-")
    return next((slug for slug in games.GAMES if slug in path), None)


def cited(text: str) -> Iterator[int]:
    for numbers in CITED.findall(text):
        first, *rest = map(int, re.findall(r"\d+", numbers))
        yield from range(first, rest[0] + 1) if " to " in numbers else (first, *rest)


def files() -> list[Path]:
    found = [path for house in ("adjudicator", "printables", "bench", "tests") for path in (ROOT / house).rglob("*.*")]
    return [path for path in found if path.suffix in (".py", ".yaml") and path != Path(__file__)]


def test_rulings_are_counted_through() -> None:
    assert [number for number, _ in sections().values()] == list(range(1, len(sections()) + 1))
    for _, rulings in sections().values():
        assert rulings == set(range(1, len(rulings) + 1))


def test_what_is_cited_is_there() -> None:
    known, wrong = sections(), []
    for file in files():
        text, game = file.read_text(encoding="utf-8"), game_of(file)
        wrong += [
            f"{file}: {text[at.start() - 20 : at.end() + 20]!r}" for at in re.finditer(r"RULES(?: \d|\.md)", text)
        ]
        for number in map(int, SECTION.findall(text)):
            if number not in {section for section, _ in known.values()} or (game in known and known[game][0] != number):
                wrong.append(f"{file}: section {number}")
        for number in cited(text):
            if game not in known or number not in known[game][1]:
                wrong.append(f"{file}: ruling {number}")
    assert not wrong


@pytest.mark.parametrize(
    "text, numbers", [("ruling 4", [4]), ("Rulings 3, 4 and 6", [3, 4, 6]), ("rulings 8 to 10", [8, 9, 10])]
)
def test_how_rulings_are_cited(text: str, numbers: list[int]) -> None:
    assert sorted(set(cited(text))) == numbers
