"""The page's interpreter of choices, run outside a browser, and what it lets a player tap together."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.choices import THEN, Tap, to_json
from adjudicator.core.game import Game, seat_letter, unlettered
from adjudicator.dice import FastDice


def _node_of_playwright() -> str | None:
    """The node that Playwright brings along."""
    found = find_spec("playwright")
    places = found.submodule_search_locations if found else None
    return shutil.which("node", path=str(Path(next(iter(places))) / "driver")) if places else None


HERE = Path(__file__).parent
INTERPRETER = HERE.parent / "printables" / "page" / "choices.js"
THROUGH = HERE / "tap_through.js"
NODE = shutil.which("node") or _node_of_playwright()
MISSING = "no node here, neither its own nor Playwright's: choices are not tapped through"
WHOLE = 800  # orders up to which every one is tapped together
SAMPLES = 4


class Case(NamedTuple):
    """A position and a seat that may act."""

    game: Game
    state: Any
    seat: int


def orders(case: Case) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every legal order, line by line as far as it goes on: the texts of its taps, and its own."""
    game, state, seat = case
    seen = game.view(state, seat)
    for action in game.moves(seen):
        if action.seat != seat:
            continue
        tapped = game.taps(action, seen)
        taps = tuple(tap.text if isinstance(tap, Tap) else str(tap.least) for tap in tapped.taps)
        text = unlettered(game.format(action, seen), seat)
        yield taps, text
        if (after := game.goes_on(seen, action)) is not None:
            for more, line in orders(Case(game, after, seat)):
                yield (*taps, *([THEN.text] if tapped.loose else []), *more), f"{text}\n{line}"


@cache
def _interpreter() -> subprocess.Popen[str]:
    """Node with the interpreter loaded, begun once: that takes longer than most answers. It ends when we do."""
    assert NODE
    script = f"""
        import {{ createInterface }} from "node:readline";
        import * as interpreter from "{INTERPRETER.as_uri()}";
        import {{ through }} from "{THROUGH.as_uri()}";
        const answer = (text) => JSON.parse(text).map((one) => through(interpreter, one));
        for await (const text of createInterface({{ input: process.stdin }})) console.log(JSON.stringify(answer(text)));
    """
    command = [NODE, "--input-type=module", "--eval", script]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def tapped(cases: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What tap_through.js answers to cases."""
    node = _interpreter()
    assert node.stdin and node.stdout
    node.stdin.write(json.dumps(list(cases)) + "\n")
    node.stdin.flush()
    answer = node.stdout.readline()
    if not answer:
        _interpreter.cache_clear()
        raise AssertionError(f"the interpreter has failed with {node.wait()}; what it said stands above")
    answers: list[dict[str, Any]] = json.loads(answer)
    return answers


class Compared(NamedTuple):
    """What came of a case: how many orders are legal (None: too many to be compared as a whole) and what is wrong."""

    case: Case
    choice: dict[str, Any]
    orders: int | None
    answer: dict[str, Any]
    faults: list[str]


def compared(cases: Iterable[Case], whole: int = WHOLE, samples: int = SAMPLES) -> list[Compared]:
    """What can be tapped together and what is legal, both ways: all of it, or where there is too much, some."""
    asked, legal = [], []
    for game, state, seat in (known := list(cases)):
        some = list(islice(orders(Case(game, state, seat)), whole + 1))
        listed = len(some) <= whole
        choice = game.choices(state, seat)
        assert choice, "who may act has a choice"
        reach = [] if listed else some[:: max(1, len(some) // samples)]
        question = {"whole": listed, "samples": samples, "reach": reach}
        asked.append({**to_json({"choice": choice}, game.grounds(state.options)), **question})
        legal.append({text for _, text in some} if listed else None)
    return [
        Compared(case, question["choice"], texts and len(texts), answer, list(_faults(case, texts, answer)))
        for case, question, texts, answer in zip(known, asked, legal, tapped(asked), strict=True)
    ]


def faults(cases: Iterable[Case]) -> list[str]:
    """Where what can be tapped together and what is legal differ, as sentences."""
    return [
        f"{case.game.TITLE}, seat {seat_letter(case.seat)}: {fault}: {case.state.model_dump_json()}"
        for case, _, _, _, found in compared(cases)
        for fault in found
    ]


def faults_later(cases: Iterable[Case], samples: int = SAMPLES) -> list[str]:
    """Orders for later that can be tapped together and that the referee refuses, as sentences."""
    known = [(case, choice) for case in cases if (choice := case.game.standing(case.state, case.seat))]
    question = {"whole": False, "samples": samples, "reach": []}
    answers = tapped({**to_json({"choice": choice}), **question} for _, choice in known)
    return [
        f"{case.game.TITLE}, seat {seat_letter(case.seat)}: {fault}: {case.state.model_dump_json()}"
        for (case, _), answer in zip(known, answers, strict=True)
        for text in answer["sampled"]
        for fault in _refused(case, text)
    ]


def _faults(case: Case, legal: set[str] | None, answer: dict[str, Any]) -> Iterator[str]:
    found = set(answer["texts"])
    if legal is not None:
        yield from (f"`{text}` is legal and cannot be tapped" for text in sorted(legal - found)[:3])
        yield from (f"`{text}` can be tapped and is not legal" for text in sorted(found - legal)[:3])
    yield from (f"`{text}` is legal and cannot be tapped" for text in answer["missed"][:3])
    yield from (f"nothing follows the taps {taps}" for taps in answer["dead"][:3])
    for text in answer["sampled"] if legal is None else ():
        yield from _refused(case, text)


def _refused(case: Case, text: str) -> Iterator[str]:
    """Orders tapped together that the referee would not take."""
    game, state, seat = case
    lettered = len(game.to_act(state)) > 1 or text.startswith("if ")  # as the referee does
    letter = f"{seat_letter(seat)}: " if lettered else ""
    for line in text.split("\n"):
        try:
            state = game.apply(state, game.parse(letter + line, state), FastDice(1)).state
        except Exception as error:
            yield f"`{text}` can be tapped and is refused: {error}"
            return
