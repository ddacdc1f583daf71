"""How the house stands, and what a journey touches: `python bench/structure.py`.

A room is a folder of a package, an arrow an import from one room of another, a storey the longest way down from a
room. Each journey is run in a process of its own, in a folder that holds a match; counted are the modules of ours that
are loaded at its end. `--modules` names them, folder by folder; `--root` names another checkout, so that two states can
be compared; `--json` is for programs.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import statistics
import subprocess
import sys
import tempfile
from functools import cache
from itertools import groupby
from pathlib import Path

HOUSES = ("adjudicator", "printables")
REFUSED = 1  # the exit code of a command of which an order was refused
PLAYERS = '--player "Anna <anna@example.org>" --player "Bob <bob@example.org>"'
MAIL = (
    "From anna@example.org Mon Nov 23 10:00:00 2026\nFrom: anna@example.org\nSubject: [ab]\nMessage-ID: <1@x>\n\n{}\n"
)
JOURNEYS = {
    "a refused order": "adjudicate ab wrong.txt",
    "an order": "adjudicate ab order.txt",
    "an email": "mail fetch --mbox in.mbox --matches .",
    "its letters": "mail send --outbox sent --from referee@example.org --matches .",
    "a kit": "print snakes-and-foxes --out kit.pdf",
    "a page": "page ab --for Anna --out page.html",
    "a simulation": "simulate snail-trail --players random,random --games 2 --jobs 1 --fresh",
    "--help": "--help",
}
# Runs a command and says which of our modules are loaded at its end.
LOADED = """
import json, sys
from adjudicator.cli import app
code = app.run()
ours = sorted(name for name in sys.modules if name.partition(".")[0] in ("adjudicator", "printables"))
open("loaded.json", "w").write(json.dumps([code, ours]))
"""


class House:
    """One package of a checkout, as its files say."""

    def __init__(self, root: Path, name: str) -> None:
        self.root, self.name = root, name
        self.files = sorted((root / name).rglob("*.py"))
        self.trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in self.files}
        self.arrows = {
            (here, there)
            for file, tree in self.trees.items()
            for there in self._imported(tree)
            if (here := self._room(file)) != there
        }

    def _room(self, file: Path) -> str:
        parts = file.relative_to(self.root / self.name).parts
        return parts[0] if len(parts) > 1 else parts[0].removesuffix(".py")

    def _imported(self, tree: ast.AST) -> set[str]:
        found = set()
        for node in ast.walk(tree):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [f"{node.module}.{a.name}" for a in node.names] if isinstance(node, ast.ImportFrom) else []
            names += [a.name for a in node.names] if isinstance(node, ast.Import) else []
            rooms = (name.split(".")[1] for name in names if name.startswith(f"{self.name}."))
            found |= {room for room in rooms if room in self.rooms}
        return found

    @property
    def rooms(self) -> set[str]:
        """Folders, and modules that stand beside them."""
        return {self._room(file) for file in self.files} - {"__init__"}

    def storeys(self) -> int:
        below = {room: {b for a, b in self.arrows if a == room} for room in self.rooms}

        @cache
        def height(room: str) -> int:
            return 1 + max((height(other) for other in below[room]), default=0)

        return max(height(room) for room in self.rooms)

    def facts(self) -> dict[str, int | float]:
        lines = sorted(
            len(file.read_text(encoding="utf-8").splitlines()) for file in self.files if file.stat().st_size > 200
        )
        functions = (n for tree in self.trees.values() for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))
        inside = {id(n) for one in functions for n in ast.walk(one) if isinstance(n, ast.Import | ast.ImportFrom)}
        words = [node for tree in self.trees.values() for node in ast.walk(tree) if isinstance(node, ast.Name)]
        texts = [file.read_text(encoding="utf-8") for file in self.files]
        return {
            "rooms": len(self.rooms),
            "storeys": self.storeys(),
            "arrows": len(self.arrows),
            "modules": len(self.files),
            "folders": len({file.parent for file in self.files}),
            "lines": sum(text.count("\n") for text in texts),
            "lines of a module, median": statistics.median(lines),
            "lines of the largest": lines[-1],
            "imports inside functions": len(inside),
            "Any": sum(node.id == "Any" for node in words),
            "folders that name Snakes & Foxes": len(
                {
                    file.parent
                    for file, text in zip(self.files, texts, strict=True)
                    if "snakes-and-foxes" in text or "snakes_and_foxes" in text
                }
            ),
        }


def journeys(root: Path) -> dict[str, list[str]]:
    """Modules of ours that each journey has loaded at its end. Raises RuntimeError for one that fails."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with tempfile.TemporaryDirectory() as folder:

        def command(words: str, out: Path | None = None) -> None:
            text = subprocess.run(
                f"{sys.executable} -m adjudicator {words}", shell=True, cwd=folder, env=environment, check=True,
                capture_output=True, text=True,
            ).stdout  # fmt: skip
            if out:
                out.write_text(text, encoding="utf-8")

        order, box = Path(folder, "order.txt"), Path(folder, "in.mbox")
        command(f"new snakes-and-foxes ab {PLAYERS} --seed wheel")
        command("moves ab --limit 1", order)
        Path(folder, "wrong.txt").write_text("player Anna\nfly away\n", encoding="utf-8")
        box.write_text(MAIL.format("say Bob: hello"), encoding="utf-8")
        found = {}
        for name, words in JOURNEYS.items():
            done = subprocess.run(
                [sys.executable, "-c", LOADED, *words.split()],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
            )
            if done.returncode:
                raise RuntimeError(f"{words}: {done.stderr}")
            code, ours = json.loads(Path(folder, "loaded.json").read_text(encoding="utf-8"))
            if code != (REFUSED if "refused" in name else 0):
                raise RuntimeError(f"{words}: exit code {code}: {done.stderr}")
            found[name] = ours
    return found


def _folder(module: str) -> str:
    """The room of a module; one that stands beside the rooms, and a room's own, are their own."""
    return ".".join(module.split(".")[:2])


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    asked.add_argument("--modules", action="store_true")
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    root = given.root.resolve()
    told = {name: House(root, name).facts() for name in HOUSES}
    touched = journeys(root)
    if given.json:
        print(json.dumps({"houses": told, "modules that a journey loads": touched}, indent=1))
        return
    for fact in told[HOUSES[0]]:
        print(f"{fact:34}" + "".join(f"{told[name][fact]:>10g}" for name in HOUSES))
    print("\nmodules of ours loaded at the end of")
    for name, modules in touched.items():
        print(f"{name:34}{len(modules):>10}")
        for folder, group in groupby(modules, key=_folder) if given.modules else ():
            print(f"    {folder}: {', '.join(module.removeprefix(f'{folder}.') for module in group)}")


if __name__ == "__main__":
    main()
