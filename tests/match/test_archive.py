"""Matches of earlier versions, as they were written: each version proves them and writes each line as it stands."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator import games
from adjudicator.core import MatchError
from adjudicator.dice import secret_from_seed
from adjudicator.match import encoding, process, verify
from adjudicator.match.folder import Folder
from adjudicator.referee.records import KINDS

ARCHIVE = Path(__file__).resolve().parents[1] / "archive"
MATCHES = sorted(path.parent for path in ARCHIVE.glob("*/match.json"))
KNOWN = {"$ref", "$schema", "$defs", "title", "description", "default", "format", "type", "enum", "const", "anyOf"}
KNOWN |= {"oneOf", "pattern", "minimum", "maximum", "properties", "required", "additionalProperties", "items"}
KNOWN |= {"prefixItems", "minItems", "maxItems", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength"}
KNOWN |= {"propertyNames", "uniqueItems", "minProperties", "maxProperties"}
TYPES: dict[str, Any] = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float)}


def unfit(schema: Any, value: Any, root: Any, place: str = "") -> Iterator[str]:
    """What a JSON Schema has against a value. Only what our schemas say is known."""
    if isinstance(schema, bool):
        yield from () if schema else (f"{place} is not allowed",)
        return
    assert schema.keys() <= KNOWN, schema.keys() - KNOWN
    if "$ref" in schema:
        yield from unfit(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, root, place)
    types = schema.get("type", [])
    if types and not any(_is(value, name) for name in ([types] if isinstance(types, str) else types)):
        yield f"{place} is no {types}"
        return
    if ("enum" in schema and value not in schema["enum"]) or ("const" in schema and value != schema["const"]):
        yield f"{place} is {value!r}"
    for key, enough in (("anyOf", 1), ("oneOf", 1)):
        if key in schema and sum(not list(unfit(one, value, root)) for one in schema[key]) < enough:
            yield f"{place} fits none of {key}"
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{place} is {value!r}"
    if isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{place} is {value}"
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        for number, one in enumerate(value):
            yield from unfit(
                first[number] if number < len(first) else schema.get("items", True), one, root, f"{place}[{number}]"
            )
    if isinstance(value, dict):
        own = schema.get("properties", {})
        yield from (f"{place}.{name} is missing" for name in schema.get("required", ()) if name not in value)
        for name, one in value.items():
            yield from unfit(own.get(name, schema.get("additionalProperties", True)), one, root, f"{place}.{name}")


def _is(value: Any, name: str) -> bool:
    if name == "null":
        return value is None
    if name == "boolean":
        return isinstance(value, bool)
    return isinstance(value, TYPES[name]) and not isinstance(value, bool)


BY = {  # by what a line came about: what proves it
    "referee": "the referee's word",
    "deadline": "the clock",
    "ahead": "orders sent ahead",
    "beacon": "orders that waited for drand",
}


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.name)
def test_an_archived_match_is_proved(path: Path):
    report = verify.verify(Folder(path))
    assert not report.problems
    raw = [json.loads(line) for line in (path / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    done = [one for line in raw for one in line.get("done", ())]
    assert report.lines == len(raw) > 3
    assert report.throws == sum(len(one.get("throws", ())) for one in done)
    assert report.links == max((one.get("k", 0) for one in done), default=0)
    by = Counter(line["by"] for line in raw[1:])
    named = BY | {"file": "the files kept" if (path / "inbox").is_dir() else "nothing"}
    assert dict(report.by) == {named[what]: times for what, times in by.items()}


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.name)
def test_an_archived_match_is_written_again_byte_for_byte(path: Path):
    data = (path / "match.json").read_bytes()
    assert encoding.match_file(encoding.read_match(data, "match.json")) == data
    folder = Folder(path)
    assert [encoding.log_line(entry) for entry in folder.entries()] == list(folder.log.lines)


def test_the_schemas_accept_what_is_archived_and_not_what_is_not():
    files = (Path(__file__).parents[2] / "docs" / "schemas").glob("*.json")
    made = {file.stem: json.loads(file.read_bytes()) for file in files}
    for path in MATCHES:
        assert not list(unfit(made["match"], json.loads((path / "match.json").read_bytes()), made["match"]))
        for line in (path / "log.jsonl").read_bytes().splitlines():
            value = json.loads(line)
            assert not list(unfit(made["log-line"], value, made["log-line"]))
            assert list(unfit(made["log-line"], value | {"more": 1}, made["log-line"]))
            value["after"]["lines"] = "1"
            assert list(unfit(made["log-line"], value, made["log-line"]))
        state = json.loads((path / "state.json").read_bytes())
        assert not list(unfit(made["position"], state, made["position"]))
        assert list(unfit(made["position"], state | {"game": "chess"}, made["position"]))


def test_the_archive_has_every_game_and_every_kind_of_thing_done():
    entries = [entry for path in MATCHES for entry in Folder(path).entries()]
    assert {Folder(path).match.game for path in MATCHES} == set(games.GAMES)
    assert {done.kind for entry in entries for done in entry.done} == KINDS
    assert {entry.by for entry in entries} == {"begin", "file", "ahead", "deadline", "referee", "beacon"}


def test_a_match_is_proved_without_the_templates_of_its_letters(monkeypatch: pytest.MonkeyPatch):
    def missing(*_: object) -> str:
        raise AssertionError("a template was read")

    monkeypatch.setattr("printables.core.templates.read", missing)
    assert not verify.verify(Folder(ARCHIVE / "refereed")).problems


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'"rules":1', b'"rules":9', "rule set 9"),
        (b'"format":"postfox-match-2"', b'"format":"postfox-match-1"', "Postfox 0.1.0"),
        (b'"seats":', b'"chairs":', "'seats' is missing"),
        (b'"game":', b'"extra":1,"game":', "'extra' is nothing that this version knows"),
        (b'"id":"refereed"', b'"id":7', "id: 7 is not of type string"),
        (b'"days":3', b'"days":-3', "terms.days: -3 is not a length of time"),
    ],
)
def test_a_match_that_is_of_another_version_or_damaged_is_refused_in_a_line(
    tmp_path: Path, old: bytes, new: bytes, reason: str
):
    shutil.copytree(ARCHIVE / "refereed", tmp_path / "match")
    file = tmp_path / "match" / "match.json"
    assert old in file.read_bytes()
    file.write_bytes(file.read_bytes().replace(old, new))
    with pytest.raises(MatchError) as refused:
        Folder(tmp_path / "match")
    (problem,) = refused.value.problems
    assert reason in str(problem) and problem.source == str(file) and "\n" not in str(problem)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'"kind":"language"', b'"kind":"tongue"', "done[0].kind: 'tongue' is not a kind of what was done"),
        (b'"seat":0,"value":"de"', b'"seat":2,"value":"de"', "after.desk.wishes[0].seat: 2 is not a seat"),
        (b'"first":"2026-12-24"', b'"first":"2026-12-32"', "'2026-12-32' is not a date"),
        (b'"at":"2026-11-21T12:00:00+00:00"', b'"at":"2026-11-21T12:00:00"', "is not a moment"),
        (b'"words":["hazel","thorn"]', b'"words":["hazel"]', "after.words: ['hazel'] is not a list"),
        (b'"language":"de"', b'"language":"\\ud800"', "surrogates"),
        (b'"lines":2', b'"lines":true', "after.lines: True is not of type integer"),
    ],
)
def test_a_damaged_line_of_the_log_is_named_with_what_is_wrong(tmp_path: Path, old: bytes, new: bytes, reason: str):
    shutil.copytree(ARCHIVE / "refereed", tmp_path / "match")
    file = tmp_path / "match" / "log.jsonl"
    first, second, rest = file.read_bytes().split(b"\n", 2)
    assert old in second
    file.write_bytes(b"\n".join([first, second.replace(old, new), rest]))
    with pytest.raises(MatchError) as refused:
        list(Folder(tmp_path / "match").entries())
    (problem,) = refused.value.problems
    assert reason in problem.message and (problem.source, problem.line) == (str(file), 2)
    assert verify.verify(Folder(tmp_path / "match")).problems == (problem,)


@pytest.fixture
def witnessed(tmp_path: Path) -> Folder:
    """A match that an older version began with a witness, who signed three heads of it."""
    shutil.copytree(ARCHIVE / "witnessed", tmp_path / "witnessed")
    (tmp_path / "witnessed" / "secret.key").write_text(secret_from_seed("witnessed").hex() + "\n")
    (tmp_path / "witnessed" / "inbox").mkdir()
    return Folder(tmp_path / "witnessed")


def test_a_match_with_a_witness_is_played_to_its_end_and_its_letters_say_what_that_leaves_open(witnessed: Folder):
    game, folder = witnessed.game, witnessed
    for number in range(4):
        state = folder.standing().state
        seat = game.to_act(state)[0]
        orders = game.format(next(game.moves(state)), state) if number < 3 else "resign"
        (folder.path / "inbox" / "x.txt").write_text(
            f"player {'AB'[seat]}\nlanguage {'en' if seat else 'de'}\n{orders}\n"
        )
        (filed,) = process.adjudicate(folder, png=False)
        assert not filed.entry.refusals
    letters = {seat: (folder.path / "letters" / f"0012-{seat}.txt").read_text() for seat in "AB"}
    said = " ".join(" ".join(letters.values()).split())
    assert "walter@example.org no longer signs this match: keep your letters as proof." in said
    for path in (folder.path / "letters").iterdir():  # those that were not kept, in the words of today
        if int(path.name[:4]) < 9:
            path.unlink()
    assert folder.standing().outcome and not verify.verify(folder).problems


def test_heads_that_a_witness_signed_are_compared_with_the_log(witnessed: Folder):
    assert any(note == "signatures of a witness are not checked" for note in verify.verify(witnessed).notes)
    note = witnessed.path / "witness" / "0000006.note"
    text = note.read_text()
    for old, new in (("\n6\n", "\n5\n"), ("\n6\n", "\n60\n"), ("excerpts iq", "excerpts qi")):
        note.write_text(text.replace(old, new, 1))
        (problem,) = verify.verify(witnessed).problems
        assert "that the log does not have" in str(problem)
