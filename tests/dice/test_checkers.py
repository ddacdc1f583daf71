"""The checkers of docs/check, which know nothing of Postfox: they pass real matches and find what was changed."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHECK = ROOT / "docs" / "check"
ARCHIVE = ROOT / "tests" / "archive"
MATCHES = sorted(path.parent for path in ARCHIVE.glob("*/match.json"))
NODE = shutil.which("node")


def python() -> Any:
    spec = importlib.util.spec_from_file_location("checker", CHECK / "check.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def by_node(path: Path) -> subprocess.CompletedProcess[str]:
    assert NODE
    return subprocess.run([NODE, str(CHECK / "check.mjs"), str(path)], capture_output=True, text=True)


def copied(tmp_path: Path, name: str) -> Path:
    shutil.copytree(ARCHIVE / name, tmp_path / name)
    return tmp_path / name


def changed(path: Path, number: int, change: Any) -> None:
    """A line of the log is changed, and every hash after it made anew, as a careful cheat would."""
    lines = [json.loads(line) for line in (path / "log.jsonl").read_bytes().splitlines()]
    change(lines[number])
    prev, made = "0" * 64, b""
    for line in lines:
        line["prev"] = prev
        data = json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        prev, made = sha256(data).hexdigest(), made + data + b"\n"
    (path / "log.jsonl").write_bytes(made)


def rolled(path: Path) -> int:
    """The last line with dice."""
    lines = [json.loads(line) for line in (path / "log.jsonl").read_bytes().splitlines()]
    return max(n for n, line in enumerate(lines) if any("k" in done for done in line.get("done", [])))


def dice_of(line: Any) -> Any:
    return next(done for done in line["done"] if "k" in done)


def other_die(line: Any) -> None:
    values = dice_of(line)["throws"][0]["values"]
    values[0] = values[0] % 6 + 1


def other_link(line: Any) -> None:
    dice_of(line)["link"] = "ab" * 32


def other_mix(line: Any) -> None:
    dice_of(line)["mix"][1] = "ab" * 10


def other_pad_link(line: Any) -> None:
    next(done for done in line["done"] if done["kind"] == "link")["text"] = "5 " + "ab" * 10


WAYS = [
    ("snakes-and-foxes", other_die, "the dice show"),
    ("snakes-and-foxes", other_link, "does not lead to the commitment"),
    ("two-sided", other_die, "the dice show"),
    ("two-sided", other_mix, "other links were mixed in"),
    ("two-sided", other_pad_link, "a link does not lead to the last"),
]


def test_python_passes_every_archived_match(capsys: pytest.CaptureFixture[str]):
    checker = python()
    for path in MATCHES:
        checker.check(path)
    said = capsys.readouterr().out.splitlines()
    assert len(said) == len(MATCHES) and all(" are right; " in line for line in said)
    assert sum(int(line.split(" dice under")[0].rsplit(" ", 1)[1]) for line in said) > 500


@pytest.mark.parametrize(("name", "change", "said"), WAYS)
def test_python_finds_what_was_changed(tmp_path: Path, name: str, change: Any, said: str):
    path = copied(tmp_path, name)
    changed(path, rolled(path), change)
    with pytest.raises(SystemExit) as found:
        python().check(path)
    assert said in str(found.value)


@pytest.mark.skipif(NODE is None, reason="there is no node here")
@pytest.mark.parametrize("name", ["two-sided", "wolves-and-jackals"])
def test_node_passes_matches_of_both_schemes(name: str, capsys: pytest.CaptureFixture[str]):
    python().check(ARCHIVE / name)
    assert by_node(ARCHIVE / name).stdout == capsys.readouterr().out


@pytest.mark.skipif(NODE is None, reason="there is no node here")
@pytest.mark.parametrize(("name", "change", "said"), WAYS[1::2])
def test_node_finds_what_was_changed(tmp_path: Path, name: str, change: Any, said: str):
    path = copied(tmp_path, name)
    changed(path, rolled(path), change)
    done = by_node(path)
    assert done.returncode == 1 and said in done.stderr


@pytest.mark.parametrize("name", ["check.py", "check.mjs"])
def test_each_is_a_page_that_uses_nothing_of_postfox(name: str):
    text = (CHECK / name).read_text()
    assert len(text.splitlines()) <= 135
    assert not any(word in text for word in ("import adjudicator", "from adjudicator", "printables"))
