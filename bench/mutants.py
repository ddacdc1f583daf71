"""Faults planted one at a time, by lot, and whether the tests notice them: `python bench/mutants.py --each 40`.

A fault is one changed operator, number or condition of a product module, as a slip of the hand would make it. Which
tests reach a line is measured once, in half an hour (`coverage`, of the extra `bench`), and kept in `--map`; each fault
then meets those that reach its line and some more of its module, quickest first, until one fails; where none does, four
minutes of others that reach its line, or its module where it is no function's. Compiled code, whose lines nobody
counts, meets the tests that run it as plain Python, then those of the long run that compile it; what builds the site,
those that build it whole. What all of them pass is to be looked at. Where nobody could see a fault the line says so
(`# equivalent: ...`) and is left out.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("adjudicator", "printables")
COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COUNTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.Add,
}  # fmt: skip
MOST_TESTS, SECONDS = 150, 30.0  # of the tests that a fault meets
LATER = 240.0  # seconds of those that it meets where none of them fails
ALIKE = 3  # of one function's parameters, before others'
PLAYED = ("adjudicator/lab/bulk/", "adjudicator/dice/compiled.py")  # as plain Python
PLAIN = ["tests/lab/test_bulk.py::test_a_fault_planted_in_what_plays_a_game_twice_is_noticed"]
LONG_RUN = {  # what it alone tries
    **{place: ["tests/lab/test_bulk.py", "-k", "compiled_code_plays or counts_the_same"] for place in PLAYED},
    "adjudicator/games/fox_and_geese/tables/": ["tests/games/test_tables.py"],
    "adjudicator/games/snail_trail/fast.py": ["tests/games/test_snail_trail.py"],
    **{place: ["tests/site"] for place in ("adjudicator/site/", "adjudicator/browser.py")},
}
PATIENCE = 900.0  # seconds: a fault that goes round and round is noticed, too


TIMES = "POSTFOX_TIMES"  # where the run that is measured, of which this module is a plugin, writes how long tests took
began: dict[str, float] = {}


def pytest_runtest_logstart(nodeid: str) -> None:
    """What runs from here on is reached by this test: what its fixtures do, too."""
    if TIMES in os.environ:
        from coverage import Coverage

        began[nodeid] = time.monotonic()
        if measure := Coverage.current():
            measure.switch_context(nodeid)


def pytest_runtest_logreport(report: Any) -> None:
    """A test that fails or is skipped without a fault notices none."""
    if not report.passed:
        began.pop(report.nodeid, None)


def pytest_runtest_logfinish(nodeid: str) -> None:
    if TIMES in os.environ and nodeid in began:
        with Path(os.environ[TIMES]).open("a", encoding="utf-8") as kept:
            kept.write(json.dumps((nodeid, time.monotonic() - began[nodeid])) + "\n")


class Fault(NamedTuple):
    file: str
    line: int
    what: str
    start: int  # bytes of the file
    end: int
    new: str
    inside: bool  # a function

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


def faults(file: Path) -> Iterator[Fault]:
    """All faults that can be planted in a module; texts, imports, annotations and messages are left alone."""
    text = file.read_text(encoding="utf-8")
    lines = [len(line.encode()) for line in text.splitlines(True)]
    starts = [sum(lines[:number]) for number in range(len(lines))]
    name, tree = file.relative_to(ROOT).as_posix(), ast.parse(text)
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    inside = {line for node in functions for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)}

    def made(node: ast.expr, new: ast.expr, what: str) -> Fault:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        planted = f"({ast.unparse(ast.fix_missing_locations(new))})"
        return Fault(name, node.lineno, what, start, end, planted, node.lineno in inside)

    def walk(node: ast.AST) -> Iterator[Fault]:
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list") or isinstance(node, ast.Raise | ast.JoinedStr):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from of(child)
                    yield from walk(child)

    def of(node: ast.AST) -> Iterator[Fault]:
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and (other := COMPARED.get(type(node.ops[0]))):
            new = ast.Compare(node.left, [other()], node.comparators)
            yield made(node, new, f"{ast.unparse(node)} -> {ast.unparse(new)}")
        elif isinstance(node, ast.BoolOp):
            new_op = ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
            yield made(node, new_op, f"{ast.unparse(node)} -> {ast.unparse(new_op)}")
        elif isinstance(node, ast.BinOp) and (other_op := COUNTED.get(type(node.op))):
            if not any(isinstance(side, ast.Constant | ast.JoinedStr) and isinstance(getattr(side, "value", ""), str)
                       for side in (node.left, node.right)):  # fmt: skip
                new_sum = ast.BinOp(node.left, other_op(), node.right)
                yield made(node, new_sum, f"{ast.unparse(node)} -> {ast.unparse(new_sum)}")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield made(node, node.operand, f"{ast.unparse(node)} -> {ast.unparse(node.operand)}")
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
            new_number = ast.Constant(node.value + 1)
            yield made(node, new_number, f"{node.value} -> {new_number.value}")
        elif isinstance(node, ast.IfExp):
            new_if = ast.IfExp(node.test, node.orelse, node.body)
            yield made(node, new_if, f"{ast.unparse(node)} -> the other way round")

    found = [fault for fault in walk(tree) if "# equivalent:" not in text.splitlines()[fault.line - 1]]
    return iter(sorted(set(found)))


class Reached(NamedTuple):
    """Which tests reach which lines; the tests and their sets by number."""

    took: dict[str, float]  # seconds, by test
    sets: list[list[int]]
    lines: dict[str, dict[str, int]]  # file -> line -> set

    def met(self, fault: Fault) -> Iterator[list[str]]:
        """What a fault meets: quick tests of its line and others of its module, then more of its line."""
        lines = {int(line): self.sets[kind] for line, kind in self.lines.get(fault.file, {}).items() if self.sets[kind]}
        long = [tests for place, tests in LONG_RUN.items() if fault.file.startswith(place)]
        if fault.file.startswith(PLAYED) or not lines:
            yield from ([PLAIN, *long] if fault.file.startswith(PLAYED) else long)
            return
        tests = list(self.took)
        module = {tests[number] for numbers in lines.values() for number in numbers}
        statement = max((line for line in lines if line <= fault.line), default=None)
        here = {tests[number] for number in lines[statement]} if statement and fault.inside else module
        first = list(dict.fromkeys(self._quickest(here, SECONDS) + self._quickest(module, SECONDS)))
        yield self._leaning(first)
        yield self._leaning(self._quickest(here - set(first), LATER, len(here)))
        yield from long

    def _leaning(self, tests: Iterable[str]) -> list[str]:
        """Tests, and those after each that reach nothing: they lean on what it has left them, as cases of one file."""
        own, after = {number for numbers in self.sets for number in numbers}, defaultdict[str, list[str]](list)
        before = ""
        for number, test in enumerate(self.took):
            if number in own:
                before = test
            elif test.partition("::")[0] == before.partition("::")[0]:
                after[before].append(test)
        return list(chain.from_iterable((test, *after[test]) for test in tests))

    def _quickest(self, tests: Iterable[str], left: float, most: int = MOST_TESTS) -> list[str]:
        """Those that fit into so many seconds, quickest first; of one function's many parameters some at first."""
        met, ranked = defaultdict[str, int](int), []
        for test in sorted(tests, key=self.took.__getitem__):
            function = test.partition("[")[0]
            ranked.append((met[function] // ALIKE, self.took[test], test))
            met[function] += 1
        chosen: list[str] = []
        for _, seconds, test in sorted(ranked)[:most]:
            if chosen and seconds > left:
                continue
            chosen.append(test)
            left -= seconds
        return sorted(chosen, key=self.took.__getitem__)


def reached(keep: Path, lane: list[str]) -> Reached:
    """Which tests of that lane reach what; measured once."""
    if keep.is_file():
        return Reached(*json.loads(keep.read_text(encoding="utf-8")))
    from coverage import CoverageData

    with tempfile.TemporaryDirectory() as folder:
        data, seconds, rc = (Path(folder, name) for name in ("data", "times", "rc"))
        rc.write_text(f"[run]\nsource = {','.join(PACKAGES)}\ndata_file = {data}\n")
        subprocess.run(
            [sys.executable, "-m", "coverage", "run", f"--rcfile={rc}", "-m", "pytest", "-q", *lane,
             "-o", "testpaths=", "tests", "-p", "bench.mutants", "-p", "no:cacheprovider", "-p", "no:randomly",
             "-p", "no:xdist"],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), "POSTFOX_EXAMPLES": "3", TIMES: str(seconds)},
        )  # fmt: skip
        took: dict[str, float] = dict(json.loads(line) for line in seconds.read_text().splitlines())
        numbers = {test: number for number, test in enumerate(took)}
        measured = CoverageData(str(data))
        measured.read()
        sets: dict[frozenset[int], int] = {}
        lines = {
            Path(file).relative_to(ROOT).as_posix(): {
                str(line): sets.setdefault(frozenset(numbers[test] for test in tests if test in numbers), len(sets))
                for line, tests in measured.contexts_by_lineno(file).items()
            }
            for file in measured.measured_files()
        }
    known = Reached(took, [sorted(one) for one in sets], lines)
    keep.write_text(json.dumps(known), encoding="utf-8")
    return known


def noticed(tree: Path, fault: Fault, tests: list[str]) -> str:
    """The test that fails, or an empty text."""
    file = tree / fault.file
    whole = file.read_bytes()
    file.write_bytes(whole[: fault.start] + fault.new.encode() + whole[fault.end :])
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:xdist", "-o", "addopts=", "-o",
             f"cache_dir={tree.parent / 'cache'}", *tests],
            cwd=tree, capture_output=True, text=True, timeout=PATIENCE,
            env={**os.environ, "PYTHONPATH": str(tree), "POSTFOX_EXAMPLES": "3", "PYTHONDONTWRITEBYTECODE": "1",
                 **({"POSTFOX_THOROUGH": "1"} if tests in LONG_RUN.values() else {})},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "it did not end"
    finally:
        file.write_bytes(whole)
    if done.returncode == 4 and any("[" in test for test in tests):  # parameters may have other names by the fault
        return noticed(tree, fault, list(dict.fromkeys(test.partition("[")[0] for test in tests)))
    if done.returncode == 5:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)
    return failed[1] if failed else "" if done.returncode == 0 else "pytest itself"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--each", type=int, default=40, help="faults in each package")
    asked.add_argument("--quick", action="store_true", help="the quick lane alone, not all tests of the default run")
    asked.add_argument("--seed", default="postfox")
    asked.add_argument("--map", type=Path, default=Path(tempfile.gettempdir(), "postfox-reached.json"))
    asked.add_argument("--only", default="", help="modules whose path begins so")
    given = asked.parse_args()
    known = reached(given.map, ["-m", "quick"] if given.quick else [])
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True).stdout.split("\0")
        for name in filter(None, tracked):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
        for package in PACKAGES:
            chance = random.Random(f"{given.seed} {package}")
            modules = sorted(tree.joinpath(package).rglob("*.py"))
            modules = [ROOT / name for f in modules if (name := f.relative_to(tree).as_posix()).startswith(given.only)]
            every = [fault for module in modules for fault in faults(module)]
            chosen = chance.sample(every, min(given.each, len(every)))
            alive, began = [], time.monotonic()
            for fault in chosen:
                by = next(filter(None, (noticed(tree, fault, tests) for tests in known.met(fault) if tests)), "")
                print(f"{'noticed' if by else 'ALIVE  '} {fault}" + (f"  [{by}]" if by else ""), flush=True)
                alive += [] if by else [fault]
            share = 100 * (len(chosen) - len(alive)) / max(1, len(chosen))
            print(f"{package}: {len(chosen) - len(alive)} of {len(chosen)} noticed, {share:.0f} %, "
                  f"{time.monotonic() - began:.0f} s")  # fmt: skip


if __name__ == "__main__":
    main()
