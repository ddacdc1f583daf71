"""The journeys of docs/architecture.md are those that commands take: what a journey names is loaded at its end."""

from __future__ import annotations

import re
from pathlib import Path

from bench import structure

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n?)*)", PAGE, re.MULTILINE))
TAKEN = {
    "A kit: from options to a PDF": ("a kit",),
    "An order": ("an order",),
    "An email: from the mailbox to the letter": ("an email", "its letters"),
    "A page": ("a page",),
    "A simulation": ("a simulation",),
}
MOST = {"a refused order": 66, "an order": 64}  # modules: what an order does not need it does not load


def modules(text: str) -> set[str]:
    """The modules that a text names."""
    return set(re.findall(r"`((?:printables|adjudicator)(?:\.\w+)+)`", text))


def test_journeys_load_what_the_map_says_and_an_order_no_more_than_it_did() -> None:
    journeys, wrong = structure.journeys(ROOT), {}
    for title, taken in TAKEN.items():
        told, _, left = SECTIONS[title].partition("Not loaded: ")
        there = {name for journey in taken for name in journeys[journey]}
        assert modules(told)
        wrong[title] = modules(told) - modules(left) - there, modules(left) & there
    assert wrong == {title: (set(), set()) for title in TAKEN}
    assert {name: len(journeys[name]) for name in MOST if len(journeys[name]) > MOST[name]} == {}
