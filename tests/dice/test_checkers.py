"""The checkers of docs/check, which know nothing of Postfox: they pass what was played, and whatever a file holds, they
answer in words, both the same.

What they find of forged logs is in tests/proofs/test_forgeries.py.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lanes import tries

from adjudicator.core.codec import canonical, digest
from tests.proofs.checking import CHECK, NODE, by_node, by_python

ROOT = Path(__file__).resolve().parents[2]
KNOWN = json.loads((CHECK / "throws.json").read_text(encoding="utf-8"))
MATCHES = sorted(  # of games whose throws the checkers know; test_throws.py misses those of a game that rolls
    path.parent
    for path in (ROOT / "tests" / "archive").glob("*/match.json")
    if json.loads(path.read_bytes())["game"] in KNOWN
)
NEVER = (None, True, 0, -1, 7, 10**40, "", "7", "ab" * 32, [], {}, [[]], {"seat": 0}, "\ud7ff\n", 300)


def test_every_archived_match_is_right_but_one_in_which_a_pad_was_replaced():
    said = {path.name: by_python(path) for path in MATCHES}
    wrong = {name: text for name, (text, code) in said.items() if code}
    assert list(wrong) == ["two-sided"]
    assert wrong["two-sided"].startswith(
        "DOUBT: line 10: a pad was replaced in play: dice after it could have been chosen"
    )
    assert all("\nNOT CHECKED HERE: that orders and throws follow the rules" in text for text, _ in said.values())
    assert sum(int(re.search(r"(\d+) dice (under|are)", text)[1]) for text, _ in said.values()) > 500  # type: ignore[index]
    first = said["with-a-beacon"][0].splitlines()[0]
    assert first == "NOT CHECKED: 3 signatures of drand; without them all dice could be chosen"


@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_both_checkers_say_the_same_of_every_archived_match():
    assert by_node((path,) for path in MATCHES) == [by_python(path) for path in MATCHES]


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a value of JSON."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield (*way, name)
        yield from places(part, (*way, name))


def strange(lines: list[dict[str, Any]], lot: random.Random) -> None:
    """Something of a line is another thing, or is gone."""
    line = lot.choice(lines)
    *way, last = lot.choice([way for way in places(line) if way[0] in ("done", "after", "seat", "at", "prev")])
    part: Any = line
    for name in way:
        part = part[name]
    if lot.random() < 0.2:
        del part[last]
    else:
        part[last] = lot.choice(NEVER)


def relinked(lines: list[dict[str, Any]]) -> bytes:
    head, made = "0" * 64, b""
    for line in lines:
        if "prev" in line:
            line["prev"] = head
        row = canonical(line).encode()
        head, made = digest(row), made + row + b"\n"
    return made


def spoilt(data: bytes, lot: random.Random) -> bytes:
    """Bytes that nobody wrote: some are changed, or the end is gone, or there are more."""
    made = bytearray(data)
    for _ in range(lot.randrange(1, 4)):
        made[lot.randrange(len(made))] = lot.randrange(256)
    return bytes(made[: lot.randrange(len(made))]) if lot.random() < 0.3 else bytes(made)


@pytest.fixture(scope="module")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Matches that are none."""
    lot, made = random.Random(35), []
    for number in range(tries(300)):
        path, to = lot.choice(MATCHES), tmp_path_factory.mktemp("x") / f"{number}"
        to.mkdir()
        terms, log = (path / "match.json").read_bytes(), (path / "log.jsonl").read_bytes()
        lines = [json.loads(row) for row in log.splitlines()]
        for _ in range(lot.randrange(1, 3)):
            strange(lines, lot)
        (to / "match.json").write_bytes(spoilt(terms, lot) if lot.random() < 0.1 else terms)
        (to / "log.jsonl").write_bytes(spoilt(log, lot) if lot.random() < 0.2 else relinked(lines))
        made.append(to)
    return made


def test_whatever_a_file_holds_the_answer_is_in_words(strangers: list[Path]):
    answers = [by_python(path) for path in strangers]
    for said, code in answers:
        assert code in (0, 1, 2) and said and "Traceback" not in said
        assert code == 0 or said.startswith("DOUBT") or "\n" not in said
    assert sum(code > 0 for _, code in answers) > len(answers) / 2
    assert not NODE or by_node((path,) for path in strangers) == answers


@pytest.mark.parametrize(
    "log",
    [
        b"",
        b"\n",
        b"{}\n",
        b"[]\n",
        b"7\n",
        b"\xff\xfe{\x00}\x00",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"prev":1e999}\n',
        b"0" * 5_000_000,
    ],
    ids=["nothing", "a line's end", "an object", "a list", "a number", "UTF-16", "deep", "deeper", "endless", "long"],
)
def test_files_of_anything_are_no_match(tmp_path: Path, log: bytes):
    (tmp_path / "match.json").write_bytes((MATCHES[0] / "match.json").read_bytes())
    (tmp_path / "log.jsonl").write_bytes(log)
    (tmp_path / "x.jsonl").write_bytes(log)
    for path in (tmp_path, tmp_path / "x.jsonl", tmp_path / "nowhere"):
        said, code = by_python(path)
        assert code in (1, 2) and "\n" not in said
        assert not NODE or by_node([(path,)]) == [(said, code)]


@pytest.mark.parametrize("name", ["check.py", "check.mjs", "signed.py", "signed.mjs"])
def test_each_is_short_and_uses_nothing_of_postfox(name: str):
    text = (CHECK / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 360
    assert not any(word in text for word in ("import adjudicator", "from adjudicator", "printables"))
