"""Moves that a bot has judged: as a table, as charts, and those that gave most away."""

from __future__ import annotations

import pytest

from adjudicator.lab import analysis
from adjudicator.lab.analysis import Judged
from printables.core import OptionError


def judged(number: int, lost: float, player: str = "Anna") -> Judged:
    return Judged(number, number, player, f"m{number}", 0.5 - lost, f"b{number}", 0.5)


MOVES = [judged(1, 0.0), judged(2, 0.5, "Bob"), judged(3, 0.019), judged(12, 0.25), judged(13, -0.1, "Bob")]


def test_a_table_tells_what_was_better_where_anything_was_given_away() -> None:
    assert [*analysis.lines(MOVES)] == [
        "turn   1  Anna  +0.50  m1",
        "turn   2  Bob   +0.00  m2  better: b2 (+0.50)",
        "turn   3  Anna  +0.48  m3",
        "turn  12  Anna  +0.25  m12  better: b12 (+0.50)",
        "turn  13  Bob   +0.60  m13",
        "Anna: 2 of 3 moves as good as any; 0.09 given away on average",
        "Bob: 1 of 2 moves as good as any; 0.25 given away on average",
    ]
    assert [*analysis.lines([])] == ["there is no move to judge yet"]
    assert [one["lost"] for one in analysis.to_json(MOVES)] == [0.0, 0.5, 0.019, 0.25, 0.0]
    assert analysis.to_json(MOVES)[3]["best"] == "b12"


def test_a_chart_has_twenty_four_moves_and_what_each_gave_away_of_all_there_is() -> None:
    moves = [judged(number, number / 100) for number in range(1, 60)]
    made = analysis.charts(moves, "careful")
    assert [one.title for one in made] == [f"Given away, turns {ends}" for ends in ("1 to 24", "25 to 48", "49 to 59")]
    assert [len(one.bars) for one in made] == [24, 24, 11] and all("careful" in one.note for one in made)
    bars = [bar for one in made for bar in one.bars]
    assert [bar.label for bar in bars] == [f"{number}, Anna" for number in range(1, 60)]
    assert [bar.chance for bar in bars] == pytest.approx([number / 200 for number in range(1, 60)])
    assert analysis.charts([], "careful") == ()


def test_the_five_worst_moves_are_told_the_worst_first() -> None:
    assert analysis.worst(MOVES) == (
        ("Anna: moves as good as any", "2 of 3"),
        ("Bob: moves as good as any", "1 of 2"),
        ("Turn 2, Bob: m2", "better: b2"),
        ("Turn 12, Anna: m12", "better: b12"),
    )
    told = analysis.worst([judged(number, number / 100) for number in (1, 2, 7, 3, 9, 5, 8)])
    assert [one.split(",")[0] for one, _ in told] == [
        "Anna: moves as good as any",
        *(f"Turn {n}" for n in (9, 8, 7, 5, 3)),
    ]
    assert told[0][1] == "1 of 7"


def test_a_bot_with_an_opinion_looks_at_as_many_positions_as_are_asked_for() -> None:
    assert [analysis.positions(bot) for bot in ("careful", "strong:50", "strong")] == [0, 50, analysis.LOOKS["strong"]]
    with pytest.raises(OptionError, match="no opinion"):
        analysis.positions("random")
