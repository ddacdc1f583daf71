"""The houses and their floors: a folder imports only folders above it in the tables of docs/architecture.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROWS: dict[str, str] = dict(re.findall(r"^\| `([a-z_/]+)` \| (.+) \|$", PAGE, re.MULTILINE))
FLOORS = {
    house: [
        folder.removeprefix(house).lstrip("/").replace("/", ".") for folder in ROWS if folder.split("/")[0] == house
    ]
    for house in ("printables", "adjudicator")
}
MOST_MODULES = 16


def named(file: Path) -> str:
    """The dotted name of a module's file."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {named(file): file for house in FLOORS for file in sorted((ROOT / house).rglob("*.py"))}
ENTRIES = ("adjudicator.__main__", "adjudicator.browser")  # starts the process, and so stands above all floors


@cache
def imports(file: Path) -> tuple[tuple[str, int], ...]:
    """Every module of ours that a file imports, wherever in it, with the line."""
    return tuple(_imports(file))


def _imports(file: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names if alias.name in FILES)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                below = f"{node.module}.{alias.name}"
                if below in FILES or node.module in FILES:
                    yield below if below in FILES else node.module, node.lineno


@cache
def floor(module: str) -> tuple[int, int]:
    """House and floor, counted from the ground."""
    house, _, inside = module.partition(".")
    package = inside if FILES[module].name == "__init__.py" else inside.rpartition(".")[0]
    own = [number for number, name in enumerate(FLOORS[house]) if f"{package}.".startswith(f"{name}." if name else "")]
    return list(FLOORS).index(house), max(own)


@pytest.mark.parametrize("house", FLOORS)
def test_a_folder_imports_only_folders_above_it(house: str) -> None:
    wrong = [
        f"{FILES[module].relative_to(ROOT)}:{line}: {other}"
        for module in FILES
        if module.startswith(house) and module not in ENTRIES
        for other, line in imports(FILES[module])
        if floor(other) > floor(module)
    ]
    assert not wrong


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {name: {other for other, _ in imports(file)} - {name} for name, file in FILES.items()}
    done: set[str] = set()

    def walk(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " -> ".join((*above[above.index(name) :], name))
        if name not in done:
            for other in sorted(graph[name]):
                walk(other, (*above, name))
            done.add(name)

    for name in graph:
        walk(name, ())


@pytest.mark.parametrize("folder", sorted({file.parent for file in FILES.values()}))
def test_a_folder_is_small_and_says_what_it_is(folder: Path) -> None:
    assert len(list(folder.glob("*.py"))) - 1 <= MOST_MODULES
    first = (ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or "").split("\n\n")[0]
    assert first.endswith(".")


def test_the_map_has_every_folder_that_holds_more_than_one_thing() -> None:
    """Folders below boards, games, handouts and the like are one thing each, on the floor of what holds them."""
    assert [folder for folder in ROWS if not (ROOT / folder / "__init__.py").is_file()] == []
    direct = {file.parent for file in FILES.values() if len(file.parent.relative_to(ROOT).parts) <= 2}
    assert {folder.relative_to(ROOT).as_posix() for folder in direct} <= set(ROWS)


def _stands(name: str) -> bool:
    """Whether it is a module, or what a module has at its top level."""
    module, _, inside = name.rpartition(".")
    return name in FILES or (
        module in FILES and re.search(rf"^{inside}\b", FILES[module].read_text("utf-8"), re.M) is not None
    )


def test_modules_that_the_map_names_are_there() -> None:
    named = set(re.findall(r"`((?:printables|adjudicator)(?:\.\w+)+)`", PAGE))
    assert named and [name for name in sorted(named) if not _stands(name)] == []


def test_files_that_the_map_names_are_there() -> None:
    named = set(re.findall(r"`((?:printables|adjudicator|templates|tests|bench|docs)/[^` ]*)`", PAGE))
    assert named and [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_the_map_says_where_thirty_things_are_changed() -> None:
    rows = re.findall(r"^\| (.+) \| (.+) \|$", PAGE.partition("## Change X")[2], re.MULTILINE)[1:]
    assert len(rows) >= 30 and [what for what, place in rows if "`" not in place] == []
