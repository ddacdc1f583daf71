"""The blind corpora say what they mean: counts, languages, names, and each action is legal where its entry stands."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from adjudicator.dice import FastDice
from adjudicator.games import position

FOLDER = Path(__file__).parent / "blind"
COUNTS = {
    "second_thoughts": 150,
    "clear_moves": 120,
    "endings": 120,
    "bottom_posts": 40,
    "talk": 40,
    "wishes": 30,
    "unseen": 60,
    "later": 60,
    "sixty": 60,
    "doubts": 60,
}
LANGUAGES = {"en", "de", "fr", "es", "it", "nl", "pl", "pt", "sv"}
KINDS = {"taken", "offered", "asked", "nothing", "ignored"}
WISHES = {"help", "resign", "draw", "rules", "sheet", "token", "address", "postpone", "stop"}
WITHOUT_DICE = ("snail-trail", "the-game", "fox-and-geese")


@cache
def _entries(name: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = yaml.load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    return entries


@cache
def _positions() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in _entries("positions")}


@cache
def _read(name: str) -> position.Position:
    return position.read(_positions()[name]["position"], name)


@cache
def _legal(name: str) -> frozenset[str]:
    there = _read(name)
    return frozenset(there.game.format(action, there.state) for action in there.game.moves(there.state))


def _actions(entry: dict[str, Any]) -> list[str]:
    said = entry.get("expect", entry)
    return [said[key] for key in ("action", "given") if said.get(key) is not None]


@pytest.mark.parametrize("name", [*COUNTS, "typed_lines"])
def test_each_action_is_legal_in_its_position(name: str) -> None:
    wrong = []
    for entry in _entries(name):
        wrong += [(entry["id"], said) for said in _actions(entry) if said not in _legal(entry["position"])]
    assert not wrong


def test_positions_are_of_every_game_and_of_several_hunts() -> None:
    seen = Counter(entry["game"] for entry in _positions().values())
    assert len(seen) == 6 and min(seen.values()) >= 2
    hunts = {_read(name).options.variant for name, entry in _positions().items() if entry["game"] == "fox-and-geese"}
    assert len(hunts) >= 3
    for name, entry in _positions().items():
        there = _read(name)
        assert entry["game"] == there.game.SLUG
        assert entry["acts"] == [player.split()[0] for player in entry["players"]][there.game.to_act(there.state)[0]]


@pytest.mark.parametrize("name", [entry["id"] for entry in _entries("positions") if entry["game"] in WITHOUT_DICE])
def test_without_dice_the_orders_lead_to_the_position(name: str) -> None:
    there = _read(name)
    game, orders = there.game, _positions()[name]["line"]
    ends = []
    for lot in range(8):  # who begins may be by lot
        state = game.start(there.options, 2, FastDice(lot)).state
        if game.to_act(state)[0] == (there.game.to_act(there.state)[0] + len(orders)) % 2:
            for order in orders:
                state = game.apply(state, game.parse(order, state), FastDice(0)).state
            ends.append(state)
    assert ends and all(state == there.state for state in ends)


def test_emails_are_as_many_as_they_should_be_in_all_languages() -> None:
    assert {name: len(_entries(name)) for name in COUNTS} == COUNTS
    for name in COUNTS:
        assert {entry["language"] for entry in _entries(name)} == LANGUAGES, name
    everything = [entry["id"] for name in [*COUNTS, "typed_lines"] for entry in _entries(name)]
    assert len(set(everything)) == len(everything)
    assert len({(e["position"], e["text"]) for name in COUNTS for e in _entries(name)}) == sum(COUNTS.values())


@pytest.mark.parametrize("name", COUNTS)
def test_each_email_says_what_it_must_come_to(name: str) -> None:
    for entry in _entries(name):
        expect, there = entry["expect"], _positions()[entry["position"]]
        assert expect["kind"] in KINDS, entry["id"]
        assert entry["game"] == there["game"], entry["id"]
        assert entry["from"] == f"{there['acts'].lower()}@example.org" or expect["kind"] == "ignored", entry["id"]
        if expect["kind"] in {"taken", "offered"}:
            assert ("action" in expect) != ("wish" in expect), entry["id"]
        else:
            assert "action" not in expect, entry["id"]
        assert expect.get("wish", "help") in WISHES, entry["id"]
    kinds = {entry["expect"]["kind"] for entry in _entries(name)}
    only = {
        "second_thoughts": {"nothing"},
        "later": {"nothing"},
        "doubts": {"nothing"},
        "clear_moves": {"offered"},
        "endings": {"taken"},
        "talk": {"nothing"},
    }
    assert kinds == only.get(name, kinds)
    assert all(
        ("given" in entry["expect"]) == (name in ("second_thoughts", "later", "doubts"))
        for entry in _entries(name)
        if name in only
    )


def test_orders_that_are_taken_or_taken_back_stand_in_their_email() -> None:
    for name in ("second_thoughts", "later", "doubts", "endings"):
        for entry in _entries(name):
            (order,) = _actions(entry)
            assert re.search(rf"\b{re.escape(order)}(?![a-z0-9])", entry["text"]), entry["id"]


def test_typed_lines_are_as_many_and_as_perfect_as_they_should_be() -> None:
    lines = _entries("typed_lines")
    assert len(lines) == 400
    assert {entry["language"] for entry in lines} == {"en", "de"}
    assert len({entry["game"] for entry in lines}) == 6
    perfect = [entry for entry in lines if entry["line"] == entry["action"]]
    assert len(perfect) == 120
    assert all("\n" not in entry["line"] for entry in lines)
    assert 40 <= sum(entry["action"] is None for entry in lines) <= 80


def test_addresses_are_of_domains_for_examples() -> None:
    for path in FOLDER.glob("*.yaml"):
        domains = re.findall(r"@([\w.-]+\w)", path.read_text(encoding="utf-8"))
        assert all(domain == "example.org" or domain.endswith(".example.org") for domain in domains), path.name
