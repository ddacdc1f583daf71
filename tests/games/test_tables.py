"""Tables of hunts: what is known comes out of them, a stranger can check them, and who asks them wins what is won."""

from __future__ import annotations

import importlib.util
import json
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import combinations, islice, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lanes import THOROUGH, Golden, thorough
from typer.testing import CliRunner

from adjudicator import games, opponents
from adjudicator.cli.app import app
from adjudicator.core import sense
from adjudicator.dice import FastDice
from adjudicator.games.fox_and_geese.analysis import Graph, Sets
from adjudicator.games.fox_and_geese.proof import Search
from adjudicator.games.fox_and_geese.rules import FEW, MANY, Position, Rules, bits
from adjudicator.games.fox_and_geese.state import rules
from adjudicator.games.fox_and_geese.tables.known import Known, Table, known, opened, way_path
from adjudicator.games.fox_and_geese.tables.told import Told, tell
from adjudicator.lab import analysis, play as positions
from adjudicator.opponents import search
from printables.boards.fox_and_geese import load, variants
from printables.core import UserError
from tests.hunts import definition
from tests.interpreted import interpreted

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "tests" / "tables"  # Hare & Hounds, whole
game = games.find("fox-and-geese")
needs_numba = pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="numba is not installed")


def played(variant: str) -> Rules:
    return rules(game.Options(variant=variant))


def hare_and_hounds(folder: Path = KEPT) -> Known:
    found = known(game.Options(variant="hare-and-hounds"), folder)
    assert found
    return found


def table_file(folder: Path = KEPT) -> Path:
    (file,) = folder.glob("*/03-1.table")
    return file


def checker() -> Any:
    spec = importlib.util.spec_from_file_location("table_checker", ROOT / "docs" / "check" / "table.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_hare_and_hounds_is_won_from_all_sixteen_starts_in_23_and_24_plies() -> None:
    tables, first = hare_and_hounds(), played("hare-and-hounds").start()
    hares = [1 << point for point in range(11) if not first.pieces[MANY] >> point & 1]
    starts = [first._replace(side=side, pieces=(first.pieces[MANY], hare)) for side in (MANY, FEW) for hare in hares]
    assert len(starts) == 16
    assert {value.winner for at in starts if (value := tables.value(at))} == {MANY}
    assert tables.value(first) == (MANY, 23)
    assert tables.value(first._replace(side=FEW)) == (MANY, 24)


def test_tables_say_what_the_solver_says_of_every_position() -> None:
    tables, rule = hare_and_hounds(), played("hare-and-hounds")
    sets = Sets(rule, [mask for mask in range(1 << 11) if mask.bit_count() == 3], 1, 10_000)
    for group in sets.next:
        for hare in range(11):
            for side in (MANY, FEW) if not group >> hare & 1 else ():
                at = Position(side, (group, 1 << hare))
                assert tables.value(at) == sets.worth(at)


def test_a_stranger_checks_a_table_without_the_solver() -> None:
    assert checker().check(table_file()) == 1_520


def test_a_stranger_finds_what_was_changed(tmp_path: Path) -> None:
    data = bytearray(table_file().read_bytes())
    for place, what in ((data.index(b"\n") + 8 * 95 + 40, "changed"), (-30, "changed")):
        other = bytearray(data)
        other[place] ^= 1
        (tmp_path / "03-1.table").write_bytes(other)
        with pytest.raises(AssertionError, match=what):
            checker().check(tmp_path / "03-1.table")
        # Whoever changes a value and the hash with it is found out by the rules.
        right = sha256(other[other.index(b"\n") + 1 :]).hexdigest()
        told = checker().Table(table_file()).head["sha256"]
        (tmp_path / "03-1.table").write_bytes(bytes(other).replace(told.encode(), right.encode()))
        with pytest.raises(AssertionError, match=r"value|plies|counts"):
            checker().check(tmp_path / "03-1.table")


def test_solve_answers_from_tables_that_the_user_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    command = ["solve", "fox-and-geese", "--variant", "hare-and-hounds"]
    monkeypatch.setenv("POSTFOX_TABLES", str(KEPT))
    lines = CliRunner().invoke(app, [*command, "--line"]).output.split("\n")
    assert lines[0] == "A, to move, wins in 23 plies"
    assert len(lines[2].removeprefix("best play: ").split()) == 23
    assert lines[3] == "looked at 8 positions"
    monkeypatch.setenv("POSTFOX_TABLES", str(tmp_path))
    assert "looked at 2,640 positions" in CliRunner().invoke(app, command).output


def test_strong_wins_what_is_won_and_hints_say_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("POSTFOX_TABLES", str(KEPT))
    tables, start = hare_and_hounds(), game.start(game.Options(variant="hare-and-hounds"), 2, FastDice(0)).state
    for seed in range(8 if THOROUGH else 3):
        state, chance = start, random.Random(seed)
        while acting := game.to_act(state):
            name = "strong" if acting[0] == MANY else "random"
            state = game.apply(state, opponents.choose(name, game, state, acting[0], chance), FastDice(0)).state
        outcome = game.outcome(state)
        assert outcome and outcome.winners == (MANY,) and state.turn <= 24
    file = tmp_path / "position.json"
    from adjudicator.games import position

    file.write_text(position.write(game, start))
    (best, worth), *_ = analysis.best(file, "strong", None)
    assert worth > 0.95
    assert tables.verdict(played("hare-and-hounds").start())
    assert positions.read(str(file)).game.format(game.parse(best, start), start).endswith(best)


def way_file() -> Path:
    return way_path(tell(played("fox-13")).key)


def test_thirteen_geese_have_a_way_to_win_that_a_stranger_checks() -> None:
    way = checker().Way(way_file())
    start = played("fox-13").start()
    assert way.left[way.number(start.pieces[MANY], start.pieces[FEW].bit_length() - 1)] == 49
    assert way.check(10_000 if THOROUGH else 100) >= 100


def test_a_stranger_finds_a_way_that_leads_nowhere() -> None:
    way = checker().Way(way_file())
    start = played("fox-13").start()
    first = way.number(start.pieces[MANY], start.pieces[FEW].bit_length() - 1)
    way.left = {first: 49}
    with pytest.raises(AssertionError, match="no step of the many leads on"):
        way.check()
    way.left = {first: 48, **{position: 48 for position in checker().Way(way_file()).left if position != first}}
    with pytest.raises(AssertionError, match="no step of the many leads on"):
        way.check()


def _ends(bots: tuple[str, str], seeds: range) -> list[tuple[str, int]]:
    ends = []
    for seed in seeds:
        state, chance = game.start(game.Options(variant="fox-13"), 2, FastDice(0)).state, random.Random(seed)
        while acting := game.to_act(state):
            action = opponents.choose(bots[acting[0]], game, state, acting[0], chance)
            state = game.apply(state, action, FastDice(0)).state
        outcome = game.outcome(state)
        assert outcome
        ends.append((outcome.reason, state.turn))
    return ends


@pytest.mark.parametrize("fox", ["random", "careful", "strong"])
def test_strong_wins_every_game_with_thirteen_geese(fox: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("POSTFOX_TABLES", str(tmp_path))  # with what is shipped alone
    for reason, turn in _ends(("strong", fox), range(6 if THOROUGH else 1)):
        assert reason == "blocked" and turn <= 100


def test_careful_geese_hem_in_a_fox_that_moves_at_random() -> None:
    ends = [reason for reason, _ in _ends(("careful", "random"), range(20 if THOROUGH else 4))]
    assert ends.count("blocked") >= 0.7 * len(ends)


def test_solve_answers_from_the_way_that_is_shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("POSTFOX_TABLES", str(tmp_path))
    lines = CliRunner().invoke(app, ["solve", "fox-and-geese", "--variant", "fox-13"]).output.split("\n")
    assert lines[0] == "B, to move, loses"


def test_strong_with_a_number_asks_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    state = game.start(game.Options(variant="hare-and-hounds"), 2, FastDice(0)).state
    seen = []
    for folder in (KEPT, KEPT / "none"):
        monkeypatch.setenv("POSTFOX_TABLES", str(folder))
        for exact in (True, False):
            look = search.Search(game, sense.of(game), random.Random(1), 40, search.THROWS, exact=exact)
            seen.append(max(worth for _, worth in look.looked(state, MANY)))
    assert seen[0] > 0.95
    assert seen[1] == seen[2] == seen[3]


def test_rules_that_tables_do_not_hold_are_named() -> None:
    refused = {}
    for variant in variants():
        try:
            tell(played(variant))
        except UserError as error:
            refused[variant] = str(error)
    assert sorted(refused) == [
        "bagh-chal", "great-siege", "juroku-musashi", "renard", "renard-slanting", "renard-straight", "shi-liu",
    ]  # fmt: skip
    assert "4 tigers are too many" in refused["bagh-chal"]
    assert "[many.capture]" in refused["shi-liu"]
    assert 'duty = "add"' in refused["renard"]


def told_of(many: str, few: str, capture: str, start: str = "m m m\nm . .\nf . f") -> Told:
    text = SMALL if capture else SMALL.replace("[few.capture]\n", "")
    text = text.replace("m m m\nm . .\nf . f", start).replace("MANY", many).replace("FEW", few)
    return tell(Rules(load.hunt(text.replace("CAPTURE", capture).strip())))


def test_every_rule_that_tables_do_not_hold_is_named() -> None:
    huff, taking, three = 'chain = true\nduty = "huff"', "alternate = true", "m m m\nm . f\nf . f"
    for refused, why in (
        ((HUFFED, ONE_LEFT, huff, three), "3 hares are too many, 2 is the most"),
        ((f"{HUFFED}\n[many.capture]", ONE_LEFT, "chain = true"), "the hounds capture (`[many.capture]`)"),
        ((ANY, ONE_LEFT, 'by = "flank"'), 'the hares capture by a step (`by = "flank"`)'),
        ((ANY, ONE_LEFT, 'duty = "add"\nadd = "home"'), 'a capture that was missed adds a piece (`duty = "add"`)'),
        ((f"{taking}\n{ANY}", ONE_LEFT, "chain = true"), "the hounds take turns (`alternate`)"),
        ((ANY, 'wins = ["reach home"]', "chain = true"), "the hares capture, and no number of captures wins"),
        ((ANY, ONE_LEFT, huff), "the hares can be huffed, and the hounds do not win by it"),
    ):
        with pytest.raises(UserError) as error:
            told_of(*refused)
        assert str(error.value) == f"Small has no tables: {why}; its late positions can be solved without"
    told = told_of(f"{taking}\n{ANY}", f'{taking}\nwins = ["block"]', "", "m . .\n. . .\nf . .")
    assert not told.alternate, "one piece alone takes no turns"
    for wide, high in ((8, 8), (5, 13)):
        rows = ["-".join("o" * wide), " ".join("|" * wide)] * high
        begin = ["m " + ". " * (wide - 1), *[". " * wide] * (high - 2), "f " + ". " * (wide - 1)]
        head, _, rest = SMALL.partition("[board]")
        drawn = "[board]\ndrawing = '''\n{}\n'''\n[start]\ndrawing = '''\n{}\n'''\n".format(
            "\n".join(rows[:-1]), "\n".join(begin)
        )
        sides = rest[rest.index("[many]") :].replace("MANY", ANY).replace("FEW", 'wins = ["block"]')
        played = Rules(load.hunt((head + drawn + sides.replace("[few.capture]\nCAPTURE", "")).strip()))
        if wide * high > 64:
            with pytest.raises(UserError, match="a board of 65 points is too large, 64 is the most"):
                tell(played)
        else:
            assert len(tell(played).symmetries) == 8


def test_what_wins_is_told_in_numbers() -> None:
    """How many are left at the end, what is held, who is ahead, and which turns of the board change none of it."""
    chain = "chain = true"
    told = told_of(HOME, 'wins = ["take 2", "reduce to 1"]', 'duty = "huff"')
    assert told.wins == ((0, False, ((2, (3, 4)),), ()), (2, False, (), ()))
    assert (told.fewest, told.duty, told.chain, len(told.symmetries)) == (3, "huff", False, 2)
    assert list(told.tiers(4)) == [(3, 1), (3, 2), (4, 1), (4, 2)] and list(told.tiers(2)) == []
    told = told_of(ANY, 'wins = ["reduce to 1", "take 3", "2 in home"]', chain)
    assert told.wins == ((-1, True, (), ()), (1, False, ((2, (3, 4)),), ()))
    assert list(told.tiers(4)) == [(2, 2), (3, 2), (4, 2)]
    told = told_of(ANY, 'forward = "left"\nwins = ["pass"]', "")
    assert told.wins[FEW] == (-1, False, (), (0, 0, 0, -2, -2, -2, -4, -4, -4))
    assert told.fewest == 4 and told.symmetries == (tuple(range(9)), (2, 1, 0, 5, 4, 3, 8, 7, 6))
    seen = {}
    for variant in variants():
        with suppress(UserError):
            seen[variant] = len(tell(played(variant)).symmetries)
    assert seen["fox-13"] == 8 and seen["hexagon"] == 12 and seen["haretavl"] == 4
    assert seen["hare-and-hounds"] == seen["asalto"] == 2 and seen["wolf-and-sheep"] == 1


def test_a_proof_is_what_the_tables_say_in_as_few_plies() -> None:
    """Within four plies, and with no more positions than it looked at; the best deed keeps what is proved."""
    tables, rule, chance, found = hare_and_hounds(), played("hare-and-hounds"), random.Random(1), set[Any]()
    for at in islice(some_positions(rule, tables.told, 3, chance), 150):
        value, proof = tables.value(at), Search(rule, 10_000).prove(at, 4)
        assert value
        if rule.ending(at):
            continue
        if value.plies is None or value.plies > 4:
            assert proof[:3] == (None, 4, None)
            continue
        assert proof[:2] == value
        found.add((value.plies, at.side == value.winner))
        assert proof.best and tables.value(rule.after(at, proof.best)) == (value.winner, value.plies - 1)
        assert Search(rule, proof.looked).prove(at, 4) == proof
        assert Search(rule, proof.looked - 1).prove(at, 4) == (None, value.plies - 1, None, proof.looked - 1)
    assert found >= {(1, True), (2, False), (3, True), (4, False)}


def test_more_memory_than_allowed_is_asked_for_before_anything_is_decided(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    command = ["solve", "fox-and-geese", "--variant", "fox-13", "--table", str(tmp_path / "t"), "--memory", "300M"]
    with pytest.raises(UserError, match=r"8 geese, 1 fox: 86,941,100 positions take 361 MB") as refused:
        CliRunner().invoke(app, command, catch_exceptions=False)
    assert "use --memory 361M, fewer --pieces (7 geese, 1 fox would fit), or --no-plies" in str(refused.value)
    assert not (tmp_path / "t").exists()
    for wrong, why in ((["--pieces", "3"], "use 4 to 32"), (["--memory", "much"], "write 4G or 500M")):
        with pytest.raises(UserError, match=why):
            CliRunner().invoke(app, [*command, *wrong], catch_exceptions=False)


def some_positions(rule: Rules, told: Told, most: int, chance: random.Random) -> Iterator[Position]:
    points = len(rule.names)
    while True:
        many = chance.randint(told.fewest, most)
        stand = chance.sample(range(points), many + told.few)
        few = sum(1 << point for point in stand[many:])
        last = chance.choice((-1, stand[-1])) if rule.hunt.few.alternate else -1
        gone = (rule.hunt.many.pieces - many, 0)
        group = sum(1 << point for point in stand[:many])
        yield Position(chance.randint(0, 1), (group, few), (0, 0), gone, 0, (-1, last))


def told_moves(told: Told, at: Position) -> set[tuple[Any, ...]]:
    """What each move leads to by the rules that a table tells, as the stranger's checker walks them."""

    class Walk(checker().Table):  # type: ignore[misc]
        def __init__(self) -> None:
            self.rules, self.few, self.points = told.rules, told.few, len(told.points)

        def value(self, side: int, group: int, few: tuple[int, ...]) -> tuple[Any, ...]:
            return side, group, few, []

        def after(self, group: int, few: tuple[int, ...], claims: list[int]) -> tuple[Any, ...]:
            return 1, group, few, claims

    few = list(bits(at.pieces[FEW]))
    few.sort(key=lambda point: point == at.last[FEW])
    last = told.alternate and at.side == FEW
    return {
        (group, frozenset(after), after[-1] if last else -1, frozenset(claims))
        for _, group, after, claims in Walk().moves(1 - at.side, at.pieces[MANY], tuple(few))
    }


def plain_moves(rule: Rules, told: Told, at: Position) -> set[tuple[Any, ...]]:
    """The same by the rules that games are played by."""
    found, last = set(), told.alternate and at.side == FEW
    for deed in rule.deeds(at):
        after = rule.after(at, deed)
        few = frozenset(bits(after.pieces[FEW]))
        if deed[0] != "pass":
            found.add((after.pieces[MANY], few, after.last[FEW] if last else -1, frozenset(bits(after.missed))))
    return found


def test_positions_follow_on_each_other_by_the_rules_of_a_table_as_they_do_in_play() -> None:
    chance, captures, hunts = random.Random(1), 0, 0
    for variant in variants():
        rule = played(variant)
        try:
            told = tell(rule)
        except UserError:
            continue
        hunts += 1
        positions = some_positions(rule, told, min(told.many, len(rule.names) - told.few), chance)
        for at in islice(positions, 200 if THOROUGH else 25):
            if told.alternate and at.last[FEW] < 0:
                continue  # a table has it once a piece has moved
            seen = told_moves(told, at)
            assert seen == plain_moves(rule, told, at), (variant, at)
            captures += any(group.bit_count() < at.pieces[MANY].bit_count() for group, *_ in seen)
    assert hunts > 15 and captures > 100


# What compiled code does, which takes half a minute to be compiled.


def decided(rule: Rules, most: int, folder: Path) -> Known:
    told = tell(rule)
    made(told, most, folder, plies=True)
    return Known(rule, told, folder)


def made(told: Told, most: int, folder: Path, *, plies: bool = False) -> dict[str, bytes]:
    from adjudicator.games.fox_and_geese.tables.tiers import Deciding

    list(Deciding(told, folder, plies=plies).decide(most, lambda *_: None))
    return {file.name: file.read_bytes() for file in folder.glob("*/*")}


def values(file: bytes) -> bytes:
    """Groups and values, without the head and the plies."""
    head, _, rest = file.partition(b"\n")
    told = json.loads(head)
    stands = told["groups"] * 2 * len(told["rules"]["points"]) ** told["few"]
    return rest[: 8 * told["groups"] + (stands * 2 + 7) // 8]


@needs_numba
@thorough
def test_tables_are_made_alike_again(tmp_path: Path) -> None:
    file = table_file(decided(played("hare-and-hounds"), 3, tmp_path).folder)
    assert file.read_bytes() == table_file().read_bytes()


@needs_numba
@thorough
@pytest.mark.parametrize(("variant", "most"), [("hare-and-hounds", 3), ("hat-diviyan-keliya", 7)])
def test_values_are_the_same_without_plies(variant: str, most: int, tmp_path: Path) -> None:
    told = tell(played(variant))
    files, bare = (made(told, most, tmp_path / str(plies), plies=plies) for plies in (True, False))
    assert all(values(files[name]) == values(bare[name]) for name in files)


@needs_numba
@thorough
def test_strong_brings_a_win_home_without_plies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made(tell(played("hare-and-hounds")), 3, tmp_path)
    monkeypatch.setenv("POSTFOX_TABLES", str(tmp_path))
    monkeypatch.setattr(search, "POSITIONS", 200)
    for seed in range(8):
        state, chance = game.start(game.Options(variant="hare-and-hounds"), 2, FastDice(0)).state, random.Random(seed)
        while acting := game.to_act(state):
            name = "strong" if acting[0] == MANY else ("random", "careful")[seed % 2]
            state = game.apply(state, opponents.choose(name, game, state, acting[0], chance), FastDice(0)).state
        outcome = game.outcome(state)
        assert outcome and outcome.winners == (MANY,), seed


@needs_numba
@thorough
def test_what_is_there_is_not_decided_again(tmp_path: Path) -> None:
    from adjudicator.games.fox_and_geese.tables.tiers import Deciding

    deciding = Deciding(tell(played("hat-diviyan-keliya")), tmp_path, plies=True)
    assert [done.many for done in deciding.decide(7, lambda *_: None)] == [4, 5, 6, 7]
    last = deciding.path(7, 1)
    kept = last.read_bytes()
    last.rename(last.with_suffix(".part"))  # what a process leaves that is killed as it writes
    assert [plan.many for plan in deciding.plan(7)] == [7]
    assert [done.many for done in deciding.decide(7, lambda *_: None)] == [7]
    assert last.read_bytes() == kept
    assert checker().check(last) > 300
    assert checker().check(deciding.path(6, 1)) > 300


@needs_numba
@thorough
def test_wolf_and_sheep_is_won_in_44_plies_of_1_933_288_positions(tmp_path: Path) -> None:
    rule = played("wolf-and-sheep")
    tables, first = decided(rule, 4, tmp_path), rule.start()
    sets = Sets(rule, [first.pieces[MANY]], 1, 10**7)
    assert sets.size == 1_933_288
    assert tables.value(first) == (MANY, 44)
    assert tables.value(first._replace(side=MANY)) == (MANY, 43)
    chance = random.Random(1)
    for group in chance.sample(list(sets.next), 4_000):
        at = Position(chance.randint(0, 1), (group, 1 << chance.randrange(32)))
        assert at.pieces[MANY] & at.pieces[FEW] or tables.value(at) == sets.worth(at)


def same_as_the_plain_solver(rule: Rules, folder: Path, chance: random.Random, graphs: int) -> int:
    """How many positions were compared: all that follow from some of the tables'. Without plies values are the same."""
    told, compared = tell(rule), 0
    most = min(told.many, len(rule.names) - told.few)
    tables = decided(rule, most, folder)
    for name, file in made(told, most, folder / "bare").items():
        assert values(file) == values((folder / told.key[:16] / name).read_bytes())
    some = some_positions(rule, told, most, chance)
    for _ in range(graphs):
        try:
            graph = Graph(rule, next(some), 10_000)
        except OverflowError:
            continue
        for at in graph.number:
            value, worth = tables.value(at), graph.worth(at)
            assert value and value.winner == worth.winner, (at, value, worth)
            assert told.captures or value.winner is None or value.plies == worth.plies, (at, value, worth)
            compared += 1
    shutil.rmtree(folder, ignore_errors=True)
    opened.cache_clear()
    return compared


@needs_numba
@thorough
def test_tables_of_hunts_made_at_random_are_what_the_plain_solver_says(tmp_path: Path) -> None:
    compared, ways, chance = 0, set(), random.Random(1)
    for seed in range(600):
        hunt, _ = load.examine(definition(seed), "")
        if hunt is None or not 4 <= len(hunt.grid.spots) <= 11:
            continue
        rule = Rules(hunt)
        try:
            told = tell(rule)
        except UserError:
            continue
        if told.few and told.fewest <= min(told.many, len(rule.names) - told.few):
            ways.add((told.few, told.duty, told.chain))
            compared += same_as_the_plain_solver(rule, tmp_path / str(seed), chance, 4)
    assert compared > 10_000
    assert {(1, "forced", True), (2, "optional", False), (2, "forced", True)} <= ways


SMALL = """
format = "postfox-hunt-1"
title = "Small"
summary = "Few points."
credit = "-"
source = "-"
first = "many"
[board]
drawing = '''
o-o-o
|\\|/|
o-C-o
|/|\\|
o-C-o
'''
[zones]
home = "C"
[start]
drawing = '''
m m m
m . .
f . f
'''
[many]
name = "hound"
plural = "hounds"
emblem = "disc"
MANY
[few]
name = "hare"
plural = "hares"
emblem = "disc"
moves = ["any"]
FEW
[few.capture]
CAPTURE
"""
ANY, HUFFED = 'moves = ["any"]\nwins = ["block"]', 'moves = ["any"]\nwins = ["block", "capture all"]'
HOME = (
    'moves = ["any"]\ntoward = "home"\nwins = ["fill home", "capture all"]\n'
    '[many.inside.home]\nmoves = ["any"]\nleave = false'
)
ONE_LEFT = 'wins = ["reduce to 1"]'
IN_TURN = f"alternate = true\n{ONE_LEFT}"
REACH = 'alternate = true\nwins = ["take 3", "reach home"]'
SMALL_HUNTS = {
    "huffed": (HUFFED, ONE_LEFT, 'chain = true\nduty = "huff"'),
    "huffed in turn": (HUFFED, IN_TURN, 'chain = true\nduty = "huff"'),
    "huffed on the way home": (HOME, ONE_LEFT, 'chain = true\nduty = "huff"'),
    "forced in turn": (ANY, IN_TURN, 'chain = true\nduty = "forced"'),
    "leapt again": (ANY, ONE_LEFT, 'chain = true\nduty = "forced"\nrepeat = true'),
    "home in turn": ('moves = ["forward", "sideways"]\nforward = "down"\nwins = ["block"]', REACH, "chain = true"),
}


@needs_numba
@thorough
def test_tables_of_two_who_are_huffed_or_take_turns_are_what_the_plain_solver_says(tmp_path: Path) -> None:
    chance = random.Random(1)
    for name, (many, few, capture) in SMALL_HUNTS.items():
        hunt = load.hunt(SMALL.replace("MANY", many).replace("FEW", few).replace("CAPTURE", capture).strip())
        assert same_as_the_plain_solver(Rules(hunt), tmp_path / name, chance, 4) > 50, name


ON = 'moves = ["forward", "sideways"]\nforward = "down"\n'
LAYERED = {
    "eaten": (f'{ON}wins = ["block"]', ONE_LEFT, 'chain = true\nduty = "forced"'),
    "huffed": (f'{ON}wins = ["2 in home", "capture all"]', ONE_LEFT, 'chain = true\nduty = "huff"'),
    "in turn": (f'{ON}wins = ["block"]', IN_TURN, "chain = true"),
}


def layered() -> Iterator[tuple[str, Told, int]]:
    """Hunts in which the many never go back: rules, and up to how many of the many."""
    for variant, most in (("hare-and-hounds", 3), ("wolf-and-sheep", 4), ("two-foxes", 4)):
        yield variant, tell(played(variant)), most
    for name, (many, few, capture) in LAYERED.items():
        hunt = load.hunt(SMALL.replace("MANY", many).replace("FEW", few).replace("CAPTURE", capture).strip())
        yield name, tell(Rules(hunt)), 4


@needs_numba
@thorough
def test_layers_make_the_same_file_as_a_tier_decided_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from adjudicator.games.fox_and_geese.tables import groups as layers

    heights = layers.heights
    ways = {"at once": lambda height: 0, "far apart": lambda height: height * (height + 1) // 2}
    for name, told, most in layered():
        files = made(told, most, tmp_path / name)
        assert max(heights(told.steps[0])) > 1 and all(file.endswith(".table") for file in files)
        for way, other in ways.items():
            monkeypatch.setattr(layers, "heights", lambda steps, other=other: tuple(map(other, heights(steps))))
            assert made(told, most, tmp_path / f"{name} {way}") == files, (name, way)
        monkeypatch.setattr(layers, "heights", heights)
        for file in (tmp_path / name).glob("*/*"):
            assert checker().check(file, 0 if len(told.points) < 12 else 1000)


@needs_numba
@thorough
def test_what_is_left_of_a_tier_is_gone_on_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from adjudicator.games.fox_and_geese.tables import files, groups as layers

    keep, heights = files.keep, layers.heights
    for name, told, most in layered():
        whole = made(told, most, tmp_path / name)
        for way in (1, 2):  # how far a step of one leads
            monkeypatch.setattr(layers, "heights", lambda steps, way=way: tuple(way * one for one in heights(steps)))
            folder, kept, runs = tmp_path / f"{name} {way}", list[Path](), 0
            while runs < 100:
                runs, ready = runs + 1, len(kept) + 4

                def killed(path: Path, *told: Any, kept: list[Path] = kept, ready: int = ready) -> None:
                    assert path not in kept  # a layer that is there is not decided again
                    if len(kept) == ready:
                        path.with_suffix(".part").write_bytes(b"half")
                        raise KeyboardInterrupt
                    kept.append(path)
                    keep(path, *told)

                monkeypatch.setattr(files, "keep", killed)
                try:
                    assert made(told, most, folder).items() >= whole.items()
                    break
                except KeyboardInterrupt:
                    continue
            assert runs > 1
            monkeypatch.setattr(files, "keep", keep)
        monkeypatch.setattr(layers, "heights", heights)


# The same code as plain Python, which is quick enough for boards of a few points.

TABLES = [
    f"adjudicator.games.fox_and_geese.tables.{name}"
    for name in ("groups", "ground", "captures", "opening", "rounds", "files", "tiers")
]
SEVEN = """
o-o-o
|\\|/|
o-C-o
  |
  C
"""
TWO_FEW, ONE_FEW = "m m m\n. f .\n  f", "m m m\n. . .\n  f"
LONE = {
    "one": (ANY, 'wins = ["reduce to 1"]', ""),
    "one who leaps on": (ON + 'wins = ["block"]', 'wins = ["take 2", "reach home"]', "chain = true"),
    "one who has to": ('moves = ["any"]\nwins = ["fill home"]', 'wins = ["reduce to 1", "block"]', 'duty = "forced"'),
    "one who is huffed": (HUFFED, 'wins = ["reach home", "take 2"]', 'chain = true\nduty = "huff"'),
}


class Directly:
    """Work of threads, done at once."""

    def __init__(self, *_: Any) -> None: ...

    def map(self, work: Callable[[int], object], parts: range) -> list[object]:
        assert not any(low % 2 for low in parts)  # two groups fill whole bytes of a file: none belongs to two parts
        return [work(low) for low in parts]

    def __enter__(self) -> Directly:
        return self

    def __exit__(self, *_: Any) -> None: ...


def small(many: str, few: str, capture: str, start: str = "") -> Rules:
    """On the points of SMALL, or on fewer of them from another start."""
    text = SMALL
    if start:
        head, _, rest = SMALL.partition("[board]")
        text = f"{head}[board]\ndrawing = '''{SEVEN}'''\n{rest[rest.index('[zones]') :]}"
        text = text.replace("m m m\nm . .\nf . f", start)
    return Rules(load.hunt(text.replace("MANY", many).replace("FEW", few).replace("CAPTURE", capture).strip()))


INTERPRETED = {
    **{name: partial(small, *said, TWO_FEW) for name, said in {**SMALL_HUNTS, **LAYERED}.items()},
    **{name: partial(small, *said, ONE_FEW) for name, said in LONE.items()},
    "two who leap once": partial(small, ANY, ONE_LEFT, "", TWO_FEW),
    # More points than a byte has bits, and leaps that go on.
    "nine points": partial(small, *LAYERED["eaten"]),
    **{
        f"nine points {name}": partial(small, *SMALL_HUNTS[name])
        for name in ("huffed", "huffed on the way home", "forced in turn", "leapt again")
    },
    "hare and hounds": partial(played, "hare-and-hounds"),
}


@pytest.mark.parametrize("name", INTERPRETED)
def test_tables_of_tiny_hunts_are_what_the_plain_solver_says(
    name: str, golden: Golden, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Which the long run asks again; their files, rounds, memory, what is heard and what they answer are kept."""
    rule, lines = INTERPRETED[name](), list[str]()
    told = tell(rule)
    with interpreted(*TABLES) as modules:
        tiers = modules[-1]
        monkeypatch.setattr(tiers, "ThreadPoolExecutor", Directly)
        if THOROUGH:
            same_as_the_plain_solver(rule, tmp_path / "compared", random.Random(1), 1)
        for plies in (True, False):
            heard, folder = list[Any](), tmp_path / str(plies)
            deciding = tiers.Deciding(told, folder, plies=plies)
            plans = [list(plan) for plan in deciding.plan(3)]
            done = [list(one) for one in deciding.decide(3, lambda *known, heard=heard: heard.append(known))]
            files = [sha256(file.read_bytes()).hexdigest()[:16] for file in sorted(folder.glob("*/*"))]
            tables = Known(rule, told, folder)
            asked = islice(some_positions(rule, told, 3, random.Random(1)), 30)
            answers = [[tables.value(at), (tables.verdict(at) or [""])[:3]] for at in asked]
            lines += [f"plies {plies}\n", *(f"{part}\n" for part in (*plans, *done, *files, heard, *answers))]
    golden(f"tables/{name.replace(' ', '-')}.txt", "".join(lines))


@pytest.mark.parametrize("points", [9, 64])
def test_groups_are_the_smallest_sets_of_their_images_in_the_order_of_numbers(points: int) -> None:
    """On a board of more points than a byte has bits, and on the largest: every set of a size, looked up in a list."""
    symmetries = (tuple(range(points)), tuple(reversed(range(points))))
    with interpreted(*TABLES) as (groups, *_):
        turned = groups.turned(points, symmetries)
        for size in range(1, points) if points < 64 else (1, 2, 63):
            sets = sorted(sum(1 << point for point in some) for some in combinations(range(points), size))
            images = [int(f"{one:0{points}b}"[::-1], 2) for one in sets]
            listed = groups.groups(turned, size, lambda work, count: [work(at, at + 1) for at in range(count)])
            least = [one for one, image in zip(sets, images, strict=True) if one <= image]
            assert listed.masks.tolist() == least
            for number, (one, image) in list(enumerate(zip(sets, images, strict=True)))[:: 1 + len(sets) // 100]:
                mask = np.uint64(one)
                assert groups.image(turned, 1, mask) == image
                assert groups.rank(turned, mask) == number and groups.unranked(turned, size, number) == one
                assert number + 1 == len(sets) or groups.following(mask) == sets[number + 1]
                found, by = groups.find(turned, listed.marks, listed.before, groups.FIRST, mask)
                assert found == least.index(min(one, image))
                assert by == (3 if one == image else 1 if one < image else 2)


def test_a_point_is_as_high_as_the_longest_way_up_to_it_and_round_a_ring_nobody_rises() -> None:
    with interpreted(*TABLES) as (groups, *_):
        assert groups.heights(((1, 2), (0, 3), (3,), (4,), ())) == (0, 0, 1, 2, 3)
        assert groups.heights(((), (0,), (1,), (2,))) == (3, 2, 1, 0)
        found = np.zeros(3, int)
        groups.rise(np.array([0, 1, 2, 3]), np.array([0b1110, 0b1001, 0b110], "u8"), found, 1, 3)
        assert found.tolist() == [0, 3, 3]


@pytest.mark.parametrize(("few", "start"), [(1, ONE_FEW), (2, TWO_FEW)])
def test_values_and_plies_come_out_of_a_file_as_they_were_put_in(
    few: int, start: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Values at random, in layers and parts; plies of no, one and two bytes."""
    told, stands = tell(small(ANY, ONE_LEFT, "chain = true", start)), 7**few
    with interpreted(*TABLES) as (groups, ground, _, _, _, files, _):
        monkeypatch.setattr(files, "CHUNK", 8)

        def run(work: Any, count: int) -> None:
            for low in range(0, count, 4):  # so that no byte belongs to two parts
                work(low, min(low + 4, count))

        chance = random.Random(few)
        masks = groups.groups(groups.turned(7, told.symmetries), 3, run).masks
        layers = np.array([chance.choice((0, 2, 3)) for _ in masks])
        wanted = {}  # by who is to move, group and stand
        for at, stand, side in product(range(len(masks)), range(stands), (FEW, MANY)):
            there = {stand % 7, stand // 7} if few == 2 else {stand}
            if len(there) == few and not any(int(masks[at]) >> point & 1 for point in there):
                wanted[side, at, stand] = chance.randrange(3)

        def plane(side: int, value: int, chosen: Any) -> Any:
            rows = [
                [[wanted.get((side, at, one + p)) for p in range(7)] for one in range(0, stands, 7)] for at in chosen
            ]
            sets = [[sum((one == value) << p for p, one in enumerate(row)) for row in line] for line in rows]
            return np.array(sets, np.uint64)

        for most in (0, 255, 256):
            file, kept = tmp_path / f"{most}.table", []
            for height in (0, 2, 3):
                chosen = np.flatnonzero(layers == height)
                planes = [plane(side, value, chosen) for side in (FEW, MANY) for value in (1, 2)]
                made = ground.tier(7, few, len(chosen), plies=False, above=False)
                made = made._replace(few_m=planes[0], few_f=planes[1], many_m=planes[2], many_f=planes[3])
                layer, size = files.layer(file, height), len(chosen) * files.whole(7, few)
                files.keep(layer, made, 3, masks[chosen], 7, height + 5, run)
                assert files.kept(layer, size + 1) is None
                kept.append(files.kept(layer, size))
                assert kept[-1][0] == height + 5
                again = files.layer_planes(layer, len(chosen), 7, few, run)
                assert np.array_equal(again, planes[:2])
            plies = np.arange(2 * len(masks) * stands, dtype=np.uint16).reshape(2, len(masks), -1, 7) % (most + 1)
            plies[-1, -1, -1, -1] = most
            counts = files.write(file, told, 3, few, masks, layers, list(plies) if most else [np.zeros(0)] * 2, run)
            for side, said, first in ((FEW, counts[0], 1), (MANY, counts[1], 4)):
                found = [one for (mover, *_), one in wanted.items() if mover == side]
                assert said == tuple(found.count(value) for value in range(3))
                assert said == tuple(sum(one[first + value] for one in kept) for value in range(3))
            everyone = range(len(masks))
            assert np.array_equal(files.planes(file, run), [plane(MANY, 1, everyone), plane(MANY, 2, everyone)])
            assert [one.name for one in tmp_path.iterdir() if one.suffix != ".table"] == []
            table = Table(file)
            assert table.header["plies"] == {0: 0, 255: 1, 256: 2}[most]
            for (side, at, stand), value in wanted.items():
                count = int(plies[int(side == MANY), at].flat[stand]) if most and value else None
                for to in told.symmetries:
                    group = sum(1 << to[point] for point in bits(int(masks[at])))
                    if len({sum(1 << one[p] for p in bits(group)) for one in told.symmetries}) == len(told.symmetries):
                        row = to[stand // 7] if few == 2 else 0
                        assert table.value(side, group, row, to[stand % 7]) == ((None, MANY, FEW)[value], count)


TWELVE = """
o-o-o-o
|\\|/| |
o-o-o-o
| |   |
o-C-o-o
"""


def test_a_board_without_symmetries_and_of_more_groups_than_a_part_has_is_what_the_sets_say(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hunt = SMALL.replace("[few.capture]\nCAPTURE", "").replace("MANY", ANY).replace("FEW", 'wins = ["reach home"]')
    head, _, rest = hunt.partition("[board]")
    rest = rest[rest.index("[zones]") :].replace("m m m\nm . .\nf . f", "m . . m\n. . . .\n. . f .")
    rule = Rules(load.hunt(f"{head}[board]\ndrawing = '''{TWELVE}'''\n{rest}".strip()))
    told = tell(rule)
    assert (len(told.points), told.symmetries) == (12, (tuple(range(12)),))
    every = [sum(1 << point for point in two) for two in combinations(range(12), 2)]
    sets = Sets(rule, every, 1, 10_000)
    with interpreted(*TABLES) as (*_, tiers):
        monkeypatch.setattr(tiers, "ThreadPoolExecutor", Directly)
        for plies in (True, False):
            (done,) = tiers.Deciding(told, tmp_path / str(plies), plies=plies).decide(2, lambda *_: None)
            assert sum(map(sum, done.counts)) == 2 * 66 * 10
    tables, bare = (Known(rule, told, tmp_path / name) for name in ("True", "False"))
    for group, point, side in product(every, range(12), (MANY, FEW)):
        if not group >> point & 1:
            at = Position(side, (group, 1 << point))
            assert tables.value(at) == sets.worth(at)
            assert bare.value(at) == sets.worth(at)._replace(plies=None) or rule.ending(at)


@pytest.mark.parametrize("points", [7, 8, 64])
def test_what_is_packed_is_unpacked(points: int) -> None:
    chance = random.Random(points)
    with interpreted(*TABLES) as (_, ground, _, _, _, files, _):
        for few in (1, 2):
            masks = np.array([0b11, 1 << (points - 1)], "u8")
            made = ground.tier(points, few, 2, plies=False, above=False)
            wide, packed = files.whole(points, few), np.zeros((1, files.whole(points, few)), np.uint8)
            for at, row in np.ndindex(made.few_m.shape):
                room = ~int(masks[at]) & (1 << points) - 1 & ~(few - 1 << row)
                room *= few == 1 or not int(masks[at]) >> row & 1
                for won, lost in ((made.few_m, made.few_f), (made.many_m, made.many_f)):
                    won[at, row] = chance.getrandbits(points) & room
                    lost[at, row] = chance.getrandbits(points) & room & ~int(won[at, row])
            files.pack(made, masks, points, 1, packed, 0, 1)
            for side, of_side in ((0, (made.few_m, made.few_f)), (1, (made.many_m, made.many_f))):
                won, lost = np.zeros((1, len(made.few_m[0])), "u8"), np.zeros((1, len(made.few_m[0])), "u8")
                files.unpack(packed[0], points, 4 * wide, side, won, lost, 0, 1)
                assert (won[0] == of_side[0][1]).all() and (lost[0] == of_side[1][1]).all()


@pytest.mark.parametrize("name", ["eaten", "in turn"])
def test_what_is_left_of_a_tier_is_gone_on_with_in_plain_python(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Killed as each layer is written, it begins where it was, and says in the end what it would have said at once."""
    told = tell(INTERPRETED[name]())
    with interpreted(*TABLES) as (groups, *_, files, tiers):
        monkeypatch.setattr(tiers, "ThreadPoolExecutor", Directly)
        keep, kept, ends = files.keep, set[Path](), list[Any]()

        def killed(path: Path, *told: Any) -> None:
            assert path not in kept  # a layer that is there is not decided again
            kept.add(path)
            keep(path, *told)
            if len(kept) % 2:
                raise KeyboardInterrupt

        for folder, keeping in ((tmp_path / "whole", keep), (tmp_path / "parts", killed)):
            monkeypatch.setattr(files, "keep", keeping)
            heard, done = dict[tuple[int, int], int](), list[Any]()
            while len(done) < 2:
                deciding = tiers.Deciding(told, folder, plies=False)
                with suppress(KeyboardInterrupt):
                    for one in deciding.decide(3, lambda *known, heard=heard: heard.update({known[:2]: known[2]})):
                        done.append(list(one))
            ends.append((heard, done, {file.name: file.read_bytes() for file in folder.glob("*/*")}))
        assert ends[0] == ends[1] and len(kept) > 4
        monkeypatch.setattr(files, "keep", keep)
        heights = groups.heights
        for way in (lambda height: 2 * height, lambda height: height * (height + 1) // 2):  # steps lead further up
            monkeypatch.setattr(groups, "heights", lambda steps, way=way: tuple(map(way, heights(steps))))
            folder = tmp_path / str(way(2))
            list(tiers.Deciding(told, folder, plies=False).decide(3, lambda *_: None))
            assert {file.name: file.read_bytes() for file in folder.glob("*/*")} == ends[0][2]


def test_whoever_may_huff_takes_the_piece_without_which_the_other_is_worth_least() -> None:
    """Of two hares on b1 and c3 the other one is left; what it is worth alone with the hounds is given here."""
    told = tell(small(*SMALL_HUNTS["huffed"], TWO_FEW))
    with interpreted(*TABLES) as (groups, ground, captures, *_):
        rules = ground.ground(told, (0,) * 7, groups.turned(7, told.symmetries))
        index = {name: 1 << point for point, name in enumerate(told.points)}
        low, high = sorted((index["b1"], index["c3"]))
        group, none, word = np.uint64(index["a3"]), np.zeros(0, np.int64), np.uint64

        def worth(before: int, claims: int, many: int, few: int, *, won: bool = False) -> int:
            alone = (np.array([[one]], np.uint64) for one in (many, few))
            lower = ground.Lower(2, won, none, none, none, none, none, none, *alone)
            return int(captures.claimed(rules, lower, 0, 0, before, word(claims), group, word(low | high)))

        nobody, many, few = captures.NOBODY, captures.BY_MANY, captures.BY_FEW
        for claimed, left in ((low, high), (high, low)):
            assert worth(few, claimed, left, 0) == worth(nobody, claimed, left, 0) == many
            assert worth(few, claimed, claimed, left) == few and worth(few, claimed, claimed, claimed) == nobody
            assert worth(nobody, claimed, 0, left) == nobody and worth(many, claimed, 0, left) == many
            assert worth(few, low | high, left, claimed) == many
            assert worth(few, low | high, 0, left) == nobody and worth(few, low | high, 0, low | high) == few
            assert worth(few, claimed, 0, left, won=True) == many
        assert worth(few, 0, low | high, 0) == few


@needs_numba
def test_memory_is_asked_for_the_largest_layer_not_for_the_whole_tier(tmp_path: Path) -> None:
    from adjudicator.games.fox_and_geese.tables import groups, groups as layers
    from adjudicator.games.fox_and_geese.tables.tiers import Deciding

    told = tell(played("wolves-and-sheep"))
    ask = {plies: Deciding(told, tmp_path, plies=plies).plan(9)[0].memory / 1e9 for plies in (True, False)}
    assert 3 < ask[False] < 5 and ask[True] > 100
    told = tell(played("hare-and-hounds"))
    heights = layers.heights(told.steps[0])
    seen: dict[int, int] = {}
    for mask in range(1 << len(heights)):
        images = [sum(1 << to[point] for point in bits(mask)) for to in told.symmetries]
        if mask.bit_count() == 3 and min(images) == mask:
            height = sum(heights[point] for point in bits(mask))
            seen[height] = seen.get(height, 0) + 1
    expected = groups.expected(len(heights), told.symmetries, heights)[3]
    assert {height: size for height, size in enumerate(expected) if size} == seen
