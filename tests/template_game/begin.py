"""Begins a game from this template: `python tests/template_game/begin.py SLUG "TITLE"`, in the top folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOUSES = ("printables", "adjudicator", "templates", "tests", "docs")


def begin(root: Path, slug: str, title: str) -> Iterator[Path]:
    """Copy the template's files to where a game of that name has them; none that is there is overwritten."""
    called = "".join(word.capitalize() for word in slug.split("-"))
    names = {
        "lone-stones": slug,
        "lone_stones": slug.replace("-", "_"),
        "LoneStones": called,
        "Lone Stones": title,
        "LONE-STONES": slug.upper(),
    }
    for file in sorted(file for house in HOUSES for file in (HERE / house).rglob("*.*") if file.suffix != ".pyc"):
        path, text = file.relative_to(HERE).as_posix(), file.read_text(encoding="utf-8")
        for old, new in names.items():
            path, text = path.replace(old, new), text.replace(old, new)
        made = root / path
        made.parent.mkdir(parents=True, exist_ok=True)
        with made.open("x", encoding="utf-8") as out:
            out.write(text)
        yield made


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    for made in begin(Path.cwd(), sys.argv[1], sys.argv[2]):
        print(made.relative_to(Path.cwd()))
