"""What the reading of orders makes of the blind corpora: counted, and held to what was reached."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from support import mail
from test_blind_corpora import _entries, _positions, _read

from adjudicator.core.game import situation, unlettered
from adjudicator.mail.inbound import message, sections
from adjudicator.reader.actions import Position
from adjudicator.reader.reading import Answer, Judge


@cache
def position(name: str) -> Position:
    there = _read(name)
    return Position(there.game, there.state, situation(there.game, there.state).acting[0])


def judged(entry: dict[str, Any]) -> Answer:
    """What becomes of an email."""
    there, sender = _positions()[entry["position"]], entry["from"]
    read = message.read(mail(entry["text"], f"{there['acts']} <{sender}>", f"[{entry['position']}]"))
    (section, *_) = sections.parted(read).sections
    names = (*read.names, there["acts"])
    players = [player.split()[0] for player in there["players"]]
    return Judge(position(entry["position"]), names, players=players).judge(section.text, whole=read.whole)


def mine(entry: dict[str, Any], order: str) -> str:
    return unlettered(order, position(entry["position"]).seat)


def verdict(entry: dict[str, Any]) -> str:
    """What an email came to, beside what it should."""
    answer, expect = judged(entry), entry["expect"]
    actions = [order for order in answer.orders if position(entry["position"]).exact(order)]
    wanted = mine(entry, expect["action"]) if "action" in expect else None
    played = answer.kind == "take" and actions
    if played:
        return "taken rightly" if wanted in actions and len(actions) == 1 else "played wrongly"
    if answer.kind == "offer":
        if wanted is None:
            return "asked"
        if wanted not in answer.orders:
            return "offered wrongly"
        return "offered" if len(answer.orders) == 1 else "among several"
    return answer.kind


def tally(name: str) -> Counter[str]:
    return Counter(verdict(entry) for entry in _entries(name))


def typed() -> tuple[Counter[str], Counter[str]]:
    """The lines of text files: those that name an action, those that name none."""
    right, none = Counter[str](), Counter[str]()
    for entry in _entries("typed_lines"):
        at = position(entry["position"])
        answer = Judge(at, mailed=False).judge(entry["line"])
        wanted = entry["action"] and mine(entry, entry["action"])
        legal = [order for order in answer.orders if at.exact(order)]
        kind = answer.kind if answer.kind in ("take", "offer") and legal else "nothing"
        if wanted is None:
            none[kind] += 1
        elif kind == "nothing":
            right[kind] += 1
        else:
            how = "wrongly" if wanted not in legal else "rightly" if len(legal) == 1 else "among several"
            right[f"{kind} {how}"] += 1
    return right, none


def test_no_second_thought_is_played_and_nothing_wrong_is_taken_or_offered():
    for name in (
        "second_thoughts",
        "clear_moves",
        "endings",
        "bottom_posts",
        "talk",
        "wishes",
        "unseen",
        "later",
        "sixty",
        "doubts",
    ):
        counted = tally(name)
        assert not counted["played wrongly"] and not counted["offered wrongly"], name
    assert not any(tally(name)["taken rightly"] for name in ("second_thoughts", "talk", "later", "doubts"))


def test_clear_moves_and_endings_are_taken_or_offered():
    moves, endings = tally("clear_moves"), tally("endings")
    assert moves["taken rightly"] + moves["offered"] >= 0.95 * moves.total()
    assert endings["taken rightly"] >= 0.9 * endings.total()
    assert endings["taken rightly"] + endings["offered"] == endings.total()


def test_typed_lines_are_taken_or_offered():
    right, none = typed()
    assert right["take rightly"] + right["offer rightly"] >= 0.95 * right.total()
    assert not right["take wrongly"] and not right["offer wrongly"] and not none["take"]


if __name__ == "__main__":
    import sys

    for name in sys.argv[1:]:
        print(name, dict(tally(name)))
    print(*map(dict, typed()))
