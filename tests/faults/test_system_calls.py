"""Every command that writes, stopped at the system calls by which it changes the disk: killed, by a power cut, by a
disk that is full or fails, and without memory.

What `failing` counts are calls of Python; here each open, write, rename and sync counts by itself, SQLite's too. Each
command is run once, and recorded; how a kill at each call leaves the folder, and what a power cut there may, is played
from that, and judged by some true kills. In the suite a few stops of some commands are tried; in the long lane some of
each, more of those that carry on a match, true ones of every third; with POSTFOX_ALL_KILLS=1 all of all.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from lanes import LONG, THOROUGH, some
from PIL import Image  # noqa: F401 - what a forked process imports first it reads from the disk

from adjudicator.match.store import index
from faults import test_kills
from faults.recording import STRACE, Recording, Tree, recorded, starved, stopped
from faults.test_every_command import (
    CALLED,
    EVERY,
    FRESH,
    Done,
    Home,
    carries_on,
    furnished as furnished,
    home as home,
    judged,
)
from tests.house.test_docs import ROOT

WAYS = ("error=ENOSPC", "error=EIO")
MOST, FAILURES, NONE = 5, 2, 1  # stops of a command in the long lane: kills and cuts, failures, without memory
CARRIED = 18  # kills and cuts of one that carries on a match
CUTS = 5 if EVERY else 1  # after each change
pytestmark = [
    pytest.mark.skipif(STRACE is None, reason="there is no strace here: no system call was stopped"),
    pytest.mark.usefixtures("drawn_once"),
]
EVERY_ONE = [
    *(pytest.param(what, id=what) for what in test_kills.COMMANDS),
    *(pytest.param(one.values, id=one.id, marks=one.marks) for one in CALLED if not carries_on(str(one.values[0]))),
]
COUNTS = ROOT / "tests" / "faults" / "calls.md"
TABLE = re.compile(r"(\| command \| system calls \|\n\|---\|---\|\n)((?:\|.*\n)+)")
PAGE = ROOT / "docs" / "reliability.md"
SAID = re.compile(r"(?:`[\w -]+` \d+(?:, |; ))+")  # there, of the commands that carry a match on


class Trial(NamedTuple):
    """A command in a folder: what it did there, how it is given, and what has to be so after it was stopped."""

    recording: Recording
    run: Callable[[], object]
    judge: Callable[[str, int, bool], None]  # where it was stopped, in words and by number, and whether by a power cut
    name: str
    by_chance: bool = False  # two runs of it write other bytes

    def alike(self, found: Tree, played: Tree) -> bool:
        one, other = found.named(), played.named()
        return one.keys() == other.keys() if self.by_chance else one == other

    def at(self, tree: Tree, number: int, how: str, *, cut: bool = False) -> None:
        """Judge a folder that was left so after some of the changes."""
        tree.lay(self.recording.root)
        self.judged(number, how, cut=cut)

    def judged(self, number: int, how: str, *, cut: bool = False) -> None:
        call = "".join(map(str, self.recording.changes[number : number + 1]))
        self.judge(f"{self.name}, {how} at call {number} ({call})", number, cut)


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return test_kills.furnished(tmp_path_factory.mktemp("start"))


@pytest.fixture
def trial(
    request: pytest.FixtureRequest, unsynced: Callable[[int], None], start: Path, home: Callable[[str, str], Home],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> Trial:  # fmt: skip
    monkeypatch.setattr(os, "fsync", unsynced)
    monkeypatch.setattr(index, "FRESH", 0)  # else what an index notes, and how many calls there are, is up to the clock
    if isinstance(request.param, str):
        return carried_on(request.param, start, tmp_path / "root", monkeypatch)
    return made(*request.param, home)


def carried_on(what: str, start: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Trial:
    """A command that carries a match on: whatever runs next finishes, and all was done once."""
    test_kills.in_time(monkeypatch)
    run = partial(test_kills.COMMANDS[what], root)
    shutil.copytree(start, root)
    run()  # here, so that what is drawn once has been
    test_kills.fetch(root)
    wanted = test_kills.happened(root)
    shutil.rmtree(root)
    shutil.copytree(start, root)
    recording = recorded(run, root)

    def judge(where: str, number: int, cut: bool) -> None:
        then = sorted(test_kills.NEXT)[number % len(test_kills.NEXT)]
        test_kills.finished(what, then, root, wanted, f"{where}, then {then}", cut=cut)

    return Trial(recording, run, judge, what)


def made(name: str, call: str, over: bool, home: Callable[[str, str], Home]) -> Trial:
    """Another command: no half of a file has its name, and given again it makes all."""
    place = home("home", call)
    assert not over or place.run(call) == 0
    start, before = Tree.of(place.path), place.tree()
    code = place.run(call)
    done = Done(before, place.tree(), code)
    start.lay(place.path)
    recording = recorded(partial(place.run, call), place.path)

    def judge(where: str, number: int, cut: bool) -> None:
        judged(place, name, call, done, where, cut=cut)

    return Trial(recording, partial(place.run, call), judge, short(call + " again" * over), name in FRESH)


def few(trial: Trial, least: int, most: int = MOST) -> list[int]:
    """Before which calls it is stopped: so many in the suite, in the long lane `most`, more if it carries on a match,
    all with POSTFOX_ALL_KILLS=1.
    """
    every = range(len(trial.recording.changes))
    some = least if not THOROUGH else CARRIED if trial.name in test_kills.COMMANDS and most == MOST else most
    return list(every) if EVERY or some >= len(every) else sorted(random.Random(trial.name).sample(every, some))


def trials(number: int, most: int = len(EVERY_ONE)) -> pytest.MarkDecorator:
    """Over so many commands in the suite, `most` in the long lane, all with POSTFOX_ALL_KILLS=1."""
    every = EVERY_ONE if EVERY or not THOROUGH else EVERY_ONE[:: -(-len(EVERY_ONE) // most)]
    return pytest.mark.parametrize("trial", some(every, number), indirect=True)


def named(each: Any) -> str:
    return short(str(each.id))


def short(call: str) -> str:
    """A call as the page has it."""
    return re.sub(r"[0-9a-f]{40,}", "SIGNATURE", call)


def counted(trial: Trial, update: bool) -> None:
    """The command makes as many system calls as are kept in calls.md; `update`: those are made anew."""
    count, known = len(trial.recording.changes), rows()
    if update:
        text = COUNTS.read_text(encoding="utf-8")
        known = {name: known[name] for name in map(named, EVERY_ONE) if name in known}
        known |= {trial.name: count} if count else {}
        made = "".join(f"| `{name}` | {known[name]} |\n" for name in map(named, EVERY_ONE) if name in known)
        COUNTS.write_text(TABLE.sub(lambda found: found[1] + made, text), encoding="utf-8")
        return
    assert trial.name in known or not count, trial.name
    apart = abs(known.get(trial.name, 0) - count)  # another SQLite may write otherwise
    assert not count or apart <= max(1, count // 20), f"{trial.name}: {count} system calls"


@trials(7)
def test_a_kill_at_any_system_call_is_made_good(trial: Trial, request: pytest.FixtureRequest):
    """With --update-goldens, in one process of the long lane, calls.md is made anew from what is counted."""
    counted(trial, request.config.getoption("--update-goldens"))
    changes = trial.recording.changes
    seen: list[dict[str, bytes | None]] = []
    for number in few(trial, 3):
        tree = trial.recording.until(number)
        if tree.bare() not in seen[-1:]:  # a sync changes nothing
            trial.at(tree, number, "killed")
            seen.append(tree.bare())
    if THOROUGH:
        print(f"\n{trial.name}: {len(changes)} system calls, {len(seen)} ways in which a kill leaves the folder")


@trials(7)
def test_a_power_cut_at_any_system_call_is_made_good(trial: Trial):
    """What was not synced is lost, or half of it is, while what came later may be there."""
    seen: list[dict[str, bytes | None]] = []
    for number in [*few(trial, 2), len(trial.recording.changes)]:
        for cut in range(CUTS):
            tree = trial.recording.cut(number, random.Random(f"{trial.name} {number} {cut}"))
            if tree.bare() not in seen:
                trial.at(tree, number, "the power cut", cut=True)
                seen.append(tree.bare())
    if THOROUGH:
        print(f"\n{trial.name}: {len(seen)} ways in which a power cut leaves the folder")


@trials(5, 24)
def test_a_system_call_that_fails_is_made_good(trial: Trial):
    changes = trial.recording.changes
    for number in few(trial, 1, FAILURES):
        for way in WAYS if EVERY else WAYS[number % len(WAYS) :][:1]:
            trial.recording.start.lay(trial.recording.root)
            if stopped(trial.run, changes[number], way, trial.recording.root):
                trial.judged(number, way)


@trials(5, 24)
def test_a_kill_leaves_the_folder_as_it_is_played(trial: Trial):
    recording, lot, met = trial.recording, random.Random(trial.name), 0
    chosen = lot.sample(range(len(recording.changes)), min(len(recording.changes), 4 if THOROUGH else 1))
    for number in chosen:
        recording.start.lay(recording.root)
        if stopped(trial.run, recording.changes[number], "signal=KILL", recording.root):
            found, played = Tree.of(recording.root), recording.until(number)
            assert trial.alike(found, played), (trial.name, str(recording.changes[number]))
            met += 1
            trial.judged(number, "killed")
    assert met or not chosen


@trials(3, 24)
def test_a_command_without_memory_is_made_good(trial: Trial):
    """From some allocation of Python's on there is none."""
    recording, lot = trial.recording, random.Random(trial.name)
    if not recording.changes:
        return
    recording.start.lay(recording.root)
    begun = time.monotonic()
    starved(trial.run, 1 << 40, LONG)  # there is enough
    seconds = 2 * (time.monotonic() - begun) + 0.2
    end, most = recording.until(len(recording.changes)), 1 << 12
    points = [most << lot.randint(0, 6) for _ in range(NONE if THOROUGH else 1)]
    while EVERY and most < 1 << 24:  # more and more, until there was enough
        most *= 2
        recording.start.lay(recording.root)
        starved(trial.run, most, seconds)
        if trial.alike(Tree.of(recording.root), end):
            points = sorted(lot.sample(range(most), 60))
            break
    for point in sorted({point + lot.randrange(point) for point in points}):
        recording.start.lay(recording.root)
        starved(trial.run, point, seconds)
        trial.judge(f"{trial.name}, no memory from allocation {point} on", point, False)


def test_no_other_command_is_counted_and_the_page_on_reliability_says_how_many_calls(request: pytest.FixtureRequest):
    known, text = rows(), PAGE.read_text(encoding="utf-8")
    assert set(test_kills.COMMANDS) <= known.keys() <= set(map(named, EVERY_ONE))
    told = ", ".join(f"`{name}` {known[name]}" for name in test_kills.COMMANDS)
    if request.config.getoption("--update-goldens"):
        PAGE.write_text(text := SAID.sub(f"{told}; ", text), encoding="utf-8")
    assert SAID.findall(text) == [f"{told}; "]


def rows() -> dict[str, int]:
    """The system calls that are kept."""
    table = TABLE.search(COUNTS.read_text(encoding="utf-8"))
    assert table
    return {row[1]: int(row[2]) for row in re.finditer(r"\| `(.*)` \| (\d+) \|", table[2])}
