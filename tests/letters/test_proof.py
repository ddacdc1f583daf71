"""The text that proves rolls to an auditor: what stands in it, what it proves, what is said of each change to it."""

from __future__ import annotations

import contextlib
import io
import re
from typing import Any

import pytest

from adjudicator import dice
from adjudicator.letters import proof
from adjudicator.referee.records import Done, Match
from adjudicator.workshop.samples import Table

NO_MATCH = "this does not prove any dice (it names no match)"


@pytest.fixture(scope="module")
def table() -> Table:
    made = Table("snakes-and-foxes")
    made.play(3)
    return made


def rolls(table: Table) -> list[Done]:
    return [done for entry in table.past for done in entry.done if done.throws]


def text(table: Table, **more: Any) -> str:
    match: Match = table.match._replace(**more)
    return proof.made(match, table.game, table.standing, rolls(table))


def test_the_text_names_match_words_links_and_throws_and_python_for_the_last(table: Table) -> None:
    lines = text(table).splitlines()
    done = rolls(table)
    above = ["match: anna-otto", "dice: postfox-dice-3", f"commitment: {table.match.commitment}"]
    assert lines[:3] == above and lines[3].startswith("key: ") and lines[4].startswith("words: ")
    assert lines[5:7] == ["word 0: hazel", "word 1: thorn"]
    wanted = []
    for one in done:
        wanted += [f"link {one.k}: {one.link}"]
        for throw in one.throws:
            wanted.append(f"throw {one.k}: d{throw.sides}; {' '.join(map(str, throw.values))}; {throw.why}")
    blank = lines.index("")
    assert lines[7:blank] == wanted
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec("\n".join(lines[blank + 1 :]), {})
    last = done[-1]
    assert said.getvalue() == f"{table.match.commitment} {list(last.throws[0].values)}\n"


def test_it_proves_its_rolls_and_says_that_nobody_signed(table: Table) -> None:
    done = rolls(table)
    many = len({one.k for one in done})
    assert many > 1
    assert proof.prove(text(table)) == proof.Report(
        "anna-otto", many, many, "", None, table.match.commitment, (), (proof.UNSIGNED,)
    )
    assert proof.prove(text(table, receipts="")).notes == (proof.UNSIGNED,)


@pytest.mark.parametrize("given", ["", "match: m\n", "dice: postfox-dice-3\n", "hello"])
def test_a_text_of_no_match_proves_nothing(given: str) -> None:
    assert proof.prove(given) == proof.Report("", 0, 0, "", None, "", (NO_MATCH,), ())


@pytest.mark.parametrize(
    ("change", "by", "problem"),
    [
        (r"(?m)^word 0: .*", "word 0: fox", r"the dice of link \d+ are others than [\d ]+ \(.*\)"),
        (r"(?m)^commitment: .", "commitment: z", r"link \d+ does not lead to the commitment"),
        (r"(?m)^link 1: .*\n", "", "the dice of roll 1 have no link"),
        (r"(?m)^(throw 1: d\d+;).*?;", r"\1 9 9;", r"the dice of link 1 are others than 9 9 \(.*\)"),
        (r"(?m)^throw 1: .*", "throw 1: dice", r"this does not prove any dice \('dice' is not a throw\)"),
        (r"(?m)^dice: .*", "dice: postfox-dice-1", r"the dice of link \d+ are others than [\d ]+ \(.*\)"),
    ],
)
def test_each_change_is_named(table: Table, change: str, by: str, problem: str) -> None:
    changed, times = re.subn(change, by, text(table), count=1)
    assert times == 1
    found = proof.prove(changed).problems
    assert found and re.fullmatch(problem, found[0]), found
    kept = text(table).replace("\n", "\n> ").replace("match: ", " \t>match: ", 1)
    assert proof.prove(kept).problems == (), "as it is quoted it is the same"


def test_dice_of_a_table_and_a_match_that_has_not_begun_have_no_links(table: Table) -> None:
    for made in (
        proof.made(table.match._replace(dice=dice.TABLE, commitment=""), table.game, table.standing, rolls(table)),
        proof.made(table.match._replace(commitment=""), table.game, table.standing._replace(state=None), []),
    ):
        assert [line.partition(":")[0] for line in made.splitlines()] == ["match", "dice", "key", "words"]
    few = proof.made(table.match._replace(receipts="", beacon="start"), table.game, table.standing, [])
    assert few.splitlines()[2:] == [
        f"commitment: {table.match.commitment}",
        "beacon: start",
        "word 0: hazel",
        "word 1: thorn",
    ]


def test_links_stay_closed_while_a_game_with_hidden_play_goes_on(table: Table) -> None:
    game: Any = type("Hidden", (), {"open": False})()
    lines = proof.made(table.match, game, table.standing, rolls(table)).splitlines()
    assert lines[-2:] == ["", proof.HIDDEN] and not any(line.startswith(("link", "throw")) for line in lines)
    assert proof.HIDDEN not in proof.made(table.match, game, table.standing, [])
    assert "link " in proof.made(table.match, game, table.standing._replace(outcome="won"), rolls(table))  # type: ignore[arg-type]


def test_the_end_shows_the_last_link_of_all(table: Table) -> None:
    over = table.standing._replace(outcome="won", links=9, link="ab" * 32)  # type: ignore[arg-type]
    assert "link 9: " + "ab" * 32 in proof.made(table.match, table.game, over, rolls(table)).splitlines()
    first = rolls(table)[0]
    shown = proof.made(table.match, table.game, over._replace(links=first.k, link=first.link), rolls(table))
    assert shown.count(f"link {first.k}: ") == 1, "none stands there twice"
    assert "link 9" not in proof.made(table.match, table.game, over._replace(outcome=None), rolls(table))
