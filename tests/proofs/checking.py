"""The readers that need no Postfox, called from tests: the checkers of docs/check, and what a page knows of dice."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
CHECK = TESTS.parent / "docs" / "check"
PAGE = TESTS.parent / "printables" / "page" / "dice.js"
NODE = shutil.which("node")
Answer = tuple[str, int]


def module() -> Any:
    """check.py, as it stands."""
    if str(CHECK) not in sys.path:
        sys.path.append(str(CHECK))
    return importlib.import_module("check")


def by_python(*given: Path) -> Answer:
    """What check.py says, and its exit code."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = module().main(*map(str, given))
    return said.getvalue().rstrip("\n"), code


def by_node(given: Iterable[Sequence[Path]]) -> list[Answer]:
    """The same of check.mjs, for many matches at once."""
    rows = "".join(f"{json.dumps([str(part) for part in one])}\n" for one in given)
    command = [str(NODE), str(TESTS / "check_match.mjs"), str(CHECK / "check.mjs")]
    done = subprocess.run(command, input=rows, capture_output=True, text=True, check=True)
    return [(said, code) for said, code in map(json.loads, done.stdout.splitlines())]


def by_page(given: Iterable[dict[str, Any]]) -> list[bool]:
    """Whether the page agrees with dice."""
    rows = "".join(f"{json.dumps(one)}\n" for one in given)
    command = [str(NODE), str(TESTS / "check_dice.mjs"), str(PAGE)]
    done = subprocess.run(command, input=rows, capture_output=True, text=True, check=True)
    return [bool(json.loads(row)["good"]) for row in done.stdout.splitlines()]


def page_dice(terms: dict[str, Any], lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The dice of a match as a page of it has them."""
    scheme, many = terms["dice"], len(terms["seats"])
    fixed = next(
        (line["after"]["pads"]["fixed"] for line in lines if line["after"].get("pads", {}).get("fixed")), [""] * many
    )
    steps = []
    for line in lines:
        for done in line.get("done", []):
            if not (throws := done.get("throws")):
                continue
            step = {"k": done.get("k", 0), "link": done.get("link", ""), "turn": 1}
            if isinstance(throws, list):
                throws, kinds = (
                    [[one["why"], one["sides"], one["values"]] for one in throws],
                    [one["why"].partition(":")[0] for one in throws],
                )
            else:
                kinds = []
            more = {"mix": done.get("mix", [""] * many)} if scheme != "postfox-dice-1" else {}
            own = {"kinds": kinds} if scheme == "postfox-dice-3" else {}
            steps.append(
                {**step, **more, **own, **({"beacon": done["beacon"]} if "beacon" in done else {}), "throws": throws}
            )
    return {
        "state": "open",
        "scheme": scheme,
        "match": terms["id"],
        "commitment": terms["commitment"],
        "words": [word or "" for word in lines[-1]["after"].get("words", [])],
        **({"pads": fixed} if scheme != "postfox-dice-1" else {}),
        "steps": steps,
    }
