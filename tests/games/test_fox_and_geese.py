"""Rules of the hunts: counts by two methods, exact values, whole games of every hunt and of hunts made at random."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations, islice, product
from typing import Any

import plain
import pytest
from hunts import VARIANTS, definition
from lanes import THOROUGH, some, thorough

from adjudicator import games
from adjudicator.core import GameError, IllegalMove, NotationError
from adjudicator.core.solver import TooLarge
from adjudicator.dice import ScriptedDice
from adjudicator.games.fox_and_geese import notation
from adjudicator.games.fox_and_geese.analysis import Graph, Sets, applies
from adjudicator.games.fox_and_geese.notation import Move
from adjudicator.games.fox_and_geese.rules import Position
from adjudicator.games.fox_and_geese.state import of_position, rules, to_position
from adjudicator.games.position import perft
from adjudicator.letters.phrases import Names, Phrases
from printables.boards.fox_and_geese import load

game = games.find("fox-and-geese")

NONE = ScriptedDice(())
PERFT = {
    "adugo": [3, 29, 144, 1951, 8464],
    "asalto": [9, 48, 418, 2714, 26098],
    "bagh-chal": [21, 252, 5052, 68204, 1304788],
    "cercar-la-liebre": [8, 40, 522, 2268, 34586],
    "fox-13": [5, 63, 300, 4743, 23860],
    "fox-15": [5, 73, 340, 5709, 27914],
    "fox-17": [5, 83, 384, 6683, 31318],
    "gasetavl": [6, 114, 854, 17886, 138682],
    "gedved": [4, 68, 438, 8608, 38740],
    "great-siege": [5, 52, 513, 6108, 72834],
    "hare-and-hounds": [7, 21, 133, 443, 2879],
    "haretavl": [11, 110, 990, 3168, 25344],
    "hat-diviyan-keliya": [10, 90, 258, 2082, 5836],
    "hexagon": [30, 352, 9434, 97696, 2371368],
    "jeu-de-renard": [20, 133, 378, 2905, 9381],
    "jeu-de-renard-two": [3, 21, 28, 224, 784],
    "juroku-musashi": [8, 186, 685, 16347, 81568],
    "refskak": [10, 54, 860, 4086, 71996],
    "renard": [5, 73, 340, 5268, 24652],
    "renard-et-poule": [20, 247, 955, 11497, 51909],
    "renard-slanting": [3, 43, 131, 1992, 6639],
    "renard-straight": [3, 43, 140, 2128, 7080],
    "rhombus": [5, 83, 430, 8449, 46018],
    "shi-liu": [8, 168, 616, 13664, 62360],
    "strutt": [3, 25, 82, 898, 2968],
    "two-foxes": [4, 28, 42, 336, 1344],
    "wolf-and-sheep": [2, 14, 56, 344, 1032],
    "wolf-und-schaaf": [28, 189, 568, 3398, 11298],
    "wolves-and-sheep": [7, 44, 500, 2082, 27626],
    "yaguarete-kora": [3, 27, 72, 1025, 3622],
}
WIDE = ("bagh-chal", "hexagon")  # the plain count to depth 5 takes half a minute with 2,371,368: one ply less here
RANDOM = 200 if THOROUGH else 60
every_hunt = pytest.mark.parametrize("variant", VARIANTS)
few_hunts = pytest.mark.parametrize("variant", some(VARIANTS, 7))  # for what takes long


def start(variant: str, **options: Any) -> game.State:
    return game.start(game.Options(variant=variant, **options), 2, NONE).state


def position(variant: str, to_move: int, many: str, few: str, **fields: Any) -> game.State:
    options = game.Options(variant=variant)
    return game.State(options=options, to_move=to_move, many=tuple(many.split()), few=tuple(few.split()), **fields)


# Counts


def test_every_hunt_that_ships_has_its_count() -> None:
    assert set(VARIANTS) == set(PERFT)


@pytest.mark.parametrize("variant", [name for name in VARIANTS if THOROUGH or PERFT[name][-1] < 300_000])
def test_perft_of_the_game_module_to_depth_five(variant: str) -> None:
    played = rules(game.Options(variant=variant))
    waiting, counts = Counter({played.start(): 1}), []
    for _ in range(4):
        found: Counter[Position] = Counter()
        for at, ways in waiting.items():
            for deed in played.deeds(at) if not played.ending(at) else ():
                found[played.after(at, deed)] += ways
        waiting = found
        counts.append(waiting.total())
    counts.append(sum(ways * sum(1 for _ in played.deeds(at)) for at, ways in waiting.items() if not played.ending(at)))
    assert counts == PERFT[variant]
    assert perft(game, start(variant), 3) == PERFT[variant][2], "and so does the game that the referee asks"


@few_hunts
def test_perft_by_a_second_plain_count(variant: str) -> None:
    depth = 4 if variant in WIDE or not THOROUGH else 5
    assert plain.count(plain.HUNTS[variant], depth) == PERFT[variant][:depth]


@every_hunt
def test_the_graph_is_that_of_the_formulas(variant: str) -> None:
    grid, second = rules(game.Options(variant=variant)).hunt.grid, plain.HUNTS[variant]
    assert {spot.id for spot in grid.spots} == {second.name(point) for point in second.points}
    drawn = {frozenset(line) for line in grid.lines}
    assert drawn == {frozenset(second.name(point) for point in line) for line in second.lines}
    assert len(drawn) == len(grid.lines)


@pytest.mark.parametrize(
    ("variant", "points", "lines", "zone"),
    [
        ("fox-13", 33, 72, None),
        ("gasetavl", 33, 92, None),
        ("asalto", 33, 72, 9),
        ("great-siege", 67, 164, 17),
        ("rhombus", 49, 120, None),
        ("hare-and-hounds", 11, 22, None),
        ("wolf-and-sheep", 32, 49, 4),
        ("hexagon", 37, 90, 7),
        ("refskak", 33, 72, None),
        ("gedved", 45, 100, None),
        ("strutt", 33, 52, None),
        ("cercar-la-liebre", 25, 56, None),
        ("bagh-chal", 25, 56, None),
        ("adugo", 31, 66, 6),
        ("juroku-musashi", 33, 72, None),
        ("shi-liu", 31, 66, 6),
        ("haretavl", 11, 22, None),
        ("yaguarete-kora", 31, 66, 6),
        ("hat-diviyan-keliya", 10, 15, None),
    ],
)
def test_published_counts(variant: str, points: int, lines: int, zone: int | None) -> None:
    hunt = rules(game.Options(variant=variant)).hunt
    assert (len(hunt.grid.spots), len(hunt.grid.lines)) == (points, lines)
    assert [len(one.points) for one in hunt.zones] == ([] if zone is None else [zone])
    if variant == "great-siege":
        assert (hunt.many.pieces, hunt.few.pieces) == (50, 3)


# Whole games


def random_game(state: game.State, seed: int, most: int = 10_000) -> game.State:
    """Plays to the end and looks at every position on the way."""
    chance = random.Random(seed)
    played = rules(state.options)
    phrases = Phrases(game.SLUG, "en", state.options)
    for _ in range(most):
        legal = list(game.moves(state))
        assert bool(legal) == bool(game.to_act(state)) == (game.outcome(state) is None)
        if not legal:
            return state
        assert len(set(legal)) == len(legal)
        assert game.State.model_validate_json(state.model_dump_json()) == state
        for move in chance.sample(legal, min(3, len(legal))):
            assert game.parse(game.format(move, state), state) == move
        before = state.model_dump_json()
        step = game.apply(state, chance.choice(legal), NONE)
        assert state.model_dump_json() == before
        refused(state, set(legal), chance)
        assert all(phrases.sentences(step.events, Names()))
        assert phrases.position(game, step.state, Names())
        losses = [one - other for one, other in zip(step.state.captured, state.captured, strict=True)]
        assert min(losses) >= 0
        assert not set(step.state.many) & set(step.state.few)
        assert set(step.state.many) | set(step.state.few) <= set(played.names)
        state = step.state
    raise AssertionError("the game does not end")


def refused(state: game.State, legal: set[Move], chance: random.Random) -> None:
    """Deeds at random are refused with a reason unless they are among the legal ones."""
    names = rules(state.options).names
    for _ in range(4):
        kind = chance.choice(["step", "jump", "place", "huff", "pass"])
        many = {"step": 2, "jump": chance.randint(2, 4), "place": 1, "huff": 1, "pass": 0}[kind]
        move = Move(state.to_move, kind, tuple(chance.choice(names) for _ in range(many)))  # type: ignore[arg-type]
        if move in legal:
            game.apply(state, move, NONE)
            continue
        with pytest.raises(IllegalMove) as refusal:
            game.apply(state, move, NONE)
        assert game.format(move, state) in refusal.value.reason


@few_hunts
def test_every_hunt_played_to_the_end(variant: str) -> None:
    ends = [game.outcome(random_game(start(variant), seed)) for seed in range(2 if THOROUGH else 1)]
    assert all(end and end.reason in game.OUTCOMES for end in ends)


def test_hunts_made_at_random() -> None:
    reasons: Counter[str] = Counter()
    seeds, played = iter(range(100_000)), 0
    while played < RANDOM:
        seed = next(seeds)
        text = definition(seed)
        hunt, problems = load.examine(text, "x")
        if hunt is None:
            assert problems
            assert all(problem.line and problem.message for problem in problems)
            continue
        played += 1
        over = game.outcome(random_game(game.start(game.Options(hunt=text), 2, NONE).state, seed))
        assert over is not None
        reasons[over.reason] += 1
    assert set(reasons) == set(game.OUTCOMES), "chance comes to every kind of end"
    assert seed < 4 * RANDOM, "most definitions made at random can be played"


# Exact values


@cache
def wolf_and_sheep() -> Sets:
    played = rules(game.Options(variant="wolf-and-sheep"))
    return Sets(played, [played.start().pieces[0]], 1, 3_000_000)


@thorough
def test_wolf_and_sheep_is_won_by_the_sheep_from_every_wolf_start_whoever_begins() -> None:
    table = wolf_and_sheep()
    played = table.played
    first = played.start()
    for side in (0, 1):
        for name in ("b8", "d8", "f8", "h8"):
            worth = table.worth(first._replace(side=side, pieces=(first.pieces[0], played.mask((name,)))))
            assert worth.winner == 0
            assert worth.plies is not None
    assert table.size > 1_900_000, "every place of the wolf for every stand of the sheep that can be reached"


@thorough
def test_wolf_and_sheep_values_agree_with_the_moves() -> None:
    """At positions drawn at random the value is the best of what the moves lead to, and so are the plies."""
    table, chance = wolf_and_sheep(), random.Random(1)
    played, groups = table.played, list(table.next)
    seen: Counter[int | None] = Counter()
    for _ in range(3_000 if THOROUGH else 500):
        group = chance.choice(groups)
        wolf = chance.choice([point for point in range(32) if not group >> point & 1])
        at = played.start()._replace(side=chance.randrange(2), pieces=(group, 1 << wolf))
        worth, ending = table.worth(at), played.ending(at)
        seen[worth.winner] += 1
        if ending:
            assert worth == (ending.winner, 0)
            continue
        after = [table.worth(played.after(at, deed)) for deed in played.deeds(at)]
        mine = [one.plies for one in after if one.winner == at.side]
        if mine:
            assert worth == (at.side, 1 + min(mine))  # type: ignore[type-var]
        elif all(one.winner == 1 - at.side for one in after):
            assert worth == (1 - at.side, 1 + max(one.plies for one in after))  # type: ignore[type-var]
        else:
            assert worth.winner is None
    assert seen[0]
    assert seen[1]


def test_hare_and_hounds_is_won_by_the_hounds_from_every_hare_start_hounds_first() -> None:
    played = rules(game.Options(variant="hare-and-hounds"))
    groups = [sum(1 << point for point in hounds) for hounds in combinations(range(11), 3)]
    table = Sets(played, groups, 1, 10_000)
    assert table.size == 2640
    first = played.start()
    hares = [point for point in range(11) if not first.pieces[0] >> point & 1]
    assert len(hares) == 8
    assert all(table.worth(first._replace(pieces=(first.pieces[0], 1 << hare))).winner == 0 for hare in hares)


def test_both_solvers_agree_on_every_position_that_follows() -> None:
    played = rules(game.Options(variant="hare-and-hounds"))
    table = Sets(played, [played.start().pieces[0]], 1, 10_000)
    graph = Graph(played, played.start(), 10_000)
    assert len(graph.number) > 500
    assert all(graph.worth(at) == table.worth(at) for at in graph.number)


def test_both_solvers_agree_on_hunts_made_at_random() -> None:
    compared = 0
    for seed in range(400 if THOROUGH else 150):
        hunt, _ = load.examine(definition(seed), "")
        if hunt is None:
            continue
        played = rules(game.Options(hunt=definition(seed)))
        if not applies(played) or not all(played.start().pieces):
            continue
        try:
            graph = Graph(played, played.start(), 3_000)
        except OverflowError:
            continue
        table = Sets(played, [played.start().pieces[0]], hunt.few.pieces, 10**7)
        compared += 1
        for at in graph.number:
            assert graph.worth(at) == table.worth(at), (seed, at)
    assert compared >= (5 if THOROUGH else 2)


def test_the_solver_plays_the_hounds_to_the_end_in_the_plies_it_says() -> None:
    solver, state = game.solver(game.Options(variant="hare-and-hounds")), start("hare-and-hounds")
    verdict = solver.solve(state)
    assert (verdict.value, verdict.plies) == ("win", 23)
    for left in range(23, 0, -1):
        verdict = solver.solve(state)
        assert verdict.plies == left
        assert verdict.value == ("win" if state.to_move == 0 else "loss")
        state = game.apply(state, verdict.best, NONE).state
    over = game.outcome(state)
    assert over
    assert (over.reason, over.winners) == ("blocked", (0,))
    assert solver.solve(state).best is None


def test_an_endgame_with_captures_is_solved() -> None:
    # The fox on a4 takes b4 at once: three geese are left.
    state = position("fox-13", 1, "b4 c1 d1 e1", "a4")
    verdict = game.solver(state.options).solve(state)
    assert (verdict.value, verdict.plies, game.format(verdict.best, state)) == ("win", 1, "a4xc4")
    assert verdict.nodes == 2


def test_one_solver_is_asked_of_positions_that_do_not_follow_from_each_other() -> None:
    solver = game.solver(game.Options(variant="fox-13"))
    for many, few, best in (
        ("b4 c1 d1 e1", "a4", "a4xc4"),
        ("c1 d1 e1 f4", "g4", "g4xe4"),
        ("b4 c1 d1 e1", "a4", "a4xc4"),
    ):
        state = position("fox-13", 1, many, few)
        assert game.format(solver.solve(state).best, state) == best


@pytest.mark.parametrize("variant", ["fox-17", "great-siege"])
def test_large_hunts_are_said_to_be_too_large(variant: str) -> None:
    with pytest.raises(TooLarge):
        game.solver(game.Options(variant=variant)).solve(start(variant), limit=40_000)


def test_repetition_that_loses_turns_endless_play_into_a_loss() -> None:
    text = definition_of_a_chase("loss-many")
    verdict = game.solver(game.Options(hunt=text)).solve(game.start(game.Options(hunt=text), 2, NONE).state)
    assert verdict.value == "win"
    text = definition_of_a_chase("draw")
    verdict = game.solver(game.Options(hunt=text)).solve(game.start(game.Options(hunt=text), 2, NONE).state)
    assert verdict.value == "draw"


def definition_of_a_chase(repetition: str) -> str:
    """One hound after one hare around a square: nobody is ever caught."""
    sides = (
        f'[{side}]\nname = "{name}"\nplural = "{name}s"\nemblem = "{name}"\nmoves = ["any"]\nwins = ["block"]\n'
        for side, name in (("many", "hound"), ("few", "hare"))
    )
    return (
        'format = "postfox-hunt-1"\ntitle = "Chase"\nsummary = "Round."\ncredit = "-"\nsource = "-"\nfirst = "few"\n'
        f"repetition = \"{repetition}\"\n[board]\ndrawing = '''\no-o\n| |\no-o\n'''\n"
        f"[start]\ndrawing = '''\nf .\n. m\n'''\n{''.join(sides)}"
    )


def definition_of_goals(many: list[str], few: list[str], start: str) -> str:
    """Two hounds and a hare, or two, on six points, of which one never goes back."""
    chase = definition_of_a_chase("draw").replace("o-o\n| |\no-o", "o-o-G\n|\\|/|\nG-o-o")
    for one, ways, wins in (("hound", '"any"', many), ("hare", '"forward", "sideways", "forward-diagonal"', few)):
        forward = "right" if one == "hound" else "left"
        old = f'emblem = "{one}"\nmoves = ["any"]\nwins = ["block"]\n'
        assert old in chase
        chase = chase.replace(old, f'emblem = "{one}"\nforward = "{forward}"\nmoves = [{ways}]\nwins = {wins}\n')
    return chase.replace("f .\n. m", start).replace("[start]", '[zones]\ngate = "G"\n[start]')


@pytest.mark.parametrize(
    ("many", "few", "hares"),
    [
        (["pass"], ["block"], 1),
        (["block"], ["pass"], 1),
        (["pass"], ["pass"], 2),
        (["fill gate"], ["reach gate"], 1),
        (["1 in gate"], ["fill gate"], 2),
        (["2 in gate"], ["2 in gate", "block"], 2),
    ],
)
def test_both_solvers_agree_on_every_goal_from_every_position(many: list[str], few: list[str], hares: int) -> None:
    text = definition_of_goals(many, few, ("m . m\n. f .", "m . m\nf f .")[hares - 1])
    played, seen, won = rules(game.Options(hunt=text)), set[Position](), Counter[Any]()
    hounds = [sum(1 << point for point in two) for two in combinations(range(6), 2)]
    table = Sets(played, hounds, hares, 10_000)
    for side, group, stand in product((0, 1), hounds, table.stands):
        at = Position(side, (group, stand))
        if not group & stand and at not in seen:
            graph = Graph(played, at, 10_000)
            for one in graph.number.keys() - seen:
                worth, other = table.worth(one), graph.worth(one)
                assert worth == other if worth.winner is not None else other.winner is None, one
                won[worth.winner, worth.plies] += 1
            seen |= graph.number.keys()
    assert len(seen) == table.size
    assert max((plies or 0) for _, plies in won) > 1


def test_no_more_positions_are_looked_at_than_asked_for() -> None:
    played = rules(game.Options(hunt=definition_of_goals(["pass"], ["block"], "m m .\n. . f")))
    first, size = played.start(), Graph(played, played.start(), 10_000).size
    assert Graph(played, first, size).size == size
    assert Sets(played, [first.pieces[0]], 1, 120).size == 120  # 15 groups, 4 places left to the hare, 2 sides
    with pytest.raises(OverflowError):
        Graph(played, first, size - 1)
    with pytest.raises(OverflowError):
        Sets(played, [first.pieces[0]], 1, 119)


def test_what_is_too_large_was_tried_for_twelve_plies() -> None:
    """A position that follows from others by captures is worth eight of those that are sets."""
    text = definition_of_a_chase("draw").replace("[few]", "[few]\nalternate = true")
    options = game.Options(hunt=text)
    solver, state = game.solver(options), game.start(options, 2, NONE).state
    assert solver.known(state) is None
    for limit, looked in ((1, 1), (15, 1), (16, 2)):
        with pytest.raises(TooLarge) as refused:
            solver.solve(state, limit)
        assert str(refused.value) == f"not decided within {looked} positions; nobody wins by force within 12 plies"


# Why a deed is refused, and what is no action

FENCED = """format = "postfox-hunt-1"
title = "Fenced"
summary = "-"
credit = "-"
source = "-"
first = "few"
[board]
drawing = '''
G-G-o-o
|\\|/| |
o-P-o-o
|/|\\| |
o-o-o-o
'''
[zones]
gate = "G"
pen = "P"
[start]
drawing = '''
. . f .
. . . .
m m m .
'''
[many]
name = "dog"
plural = "dogs"
emblem = "disc"
moves = ["forward", "forward-diagonal", "sideways"]
toward = "gate"
closed = ["pen"]
wins = ["block"]
[many.inside.gate]
moves = ["sideways", "back"]
leave = false
[few]
name = "hare"
plural = "hares"
emblem = "disc"
moves = ["any"]
wins = ["capture all"]
hand = 2
placing = "any-turn"
place = "pen"
[few.capture]
duty = "forced"
"""


def refusal(state: Any, text: str) -> str:
    played = rules(state.options)
    return notation.fault(played, to_position(state, played), game.parse(text, state).deed(played))


def test_every_reason_why_a_deed_is_refused() -> None:
    """Of the deed alone, whether or not the game is over; "" for what is legal."""
    moved = "the fox on d4 has just moved: another one must, while it can"
    added = "a hen is added only when the other side has just missed a capture"
    placing, missed, last = {"hand": (0, 1)}, {"missed": ("c4",)}, {"last": (None, "d4")}
    for variant, seat, many, few, fields, text, why in (
        ("fox-13", 1, "c1 d1", "d4", {}, "pass", "there is something that can be moved"),
        ("fox-13", 1, "c1 d1", "d4", {}, "huff d1", "in this hunt no piece is lost for a capture that was missed"),
        ("fox-13", 1, "c1 d1", "d4", {}, "place d5", "the foxes have no pieces in hand"),
        ("fox-13", 1, "c1 d1", "d4", {}, "d1-d2", "another player's piece stands on d1"),
        ("fox-13", 1, "c1 d1", "d4", {}, "d5-d6", "nobody stands on d5"),
        ("fox-13", 1, "c1 d3", "d4", {}, "d4-d3", "d3 is taken"),
        ("fox-13", 1, "c1 d3", "d4", {}, "d4-d6", "no line joins d4 and d6"),
        ("fox-13", 1, "c1 d3", "d4", {}, "d4-d5", ""),
        ("fox-13", 0, "c1 d3", "d4", {}, "d3xd5", "geese do not capture"),
        ("fox-13", 1, "c1 d3 d5", "d4", {}, "d4xd2xd4", "a fox captures one piece a turn"),
        ("fox-13", 1, "c1 d3 d5", "d4", {}, "d4xd2", ""),
        ("fox-13", 1, "c1 d3 d5", "d4", {}, "d4xb4", "nothing can be captured from d4 to b4"),
        ("asalto", 0, "c5 d6", "d4 d3", {}, "huff d4", "no officer on d4 has just missed a capture"),
        ("asalto", 0, "c5 d6", "c4 d3", missed, "huff d3", "no officer on d3 has just missed a capture"),
        ("asalto", 0, "c5 d6", "c4 d3", missed, "huff c4", ""),
        ("asalto", 0, "c5 d3", "d7 d6", {}, "d3-d4", ""),
        ("asalto", 0, "c5 d3", "d7 d6", {}, "d3-c3", "c3 is no nearer to the fort"),
        ("asalto", 0, "c5 d5", "d7 d6", {}, "d5-d4", "soldiers never leave the fort again"),
        ("asalto", 0, "c5 d5", "d7 c6", {}, "d5-d6", ""),
        ("asalto", 1, "c5 d5", "d2", placing, "place d5", "d5 is taken"),
        ("asalto", 1, "c5 d5", "d2", placing, "place d4", "d4 is not where officers are placed"),
        ("asalto", 1, "c5 d5", "d2", placing, "place d7", ""),
        ("asalto", 1, "c5 d5", "d2", placing, "d2-d3", "1 officers are to be placed first"),
        ("two-foxes", 1, "a1 c1", "d4 f4", last, "d4-e5", moved),
        ("two-foxes", 1, "a1 c1", "d4 f4", last, "f4-e5", ""),
        ("two-foxes", 1, "e3 c1", "d4 f4", {}, "d4xf2xh4", "nothing can be captured from f2 to h4"),
        ("wolves-and-sheep", 1, "d4 a3", "d3 d7", {}, "d3-c3", "a wolf can capture, and must"),
        ("wolves-and-sheep", 1, "d4 d6 a3", "d3 c7", {}, "d3xd5", "the wolf can capture on from d5, and must"),
        ("wolves-and-sheep", 1, "d4 d6 a3", "d3 c7", {}, "d3xd5xd7", ""),
        ("wolves-and-sheep", 0, "d5 d6 a3", "d3 c7", {}, "d5-d4", "sheep do not move back"),
        ("renard", 0, "c1 d1", "c4", {}, "place e1", added),
        ("renard", 0, "c1 d1", "c4", missed, "place e2", "a hen cannot be added on e2"),
        ("renard", 0, "c1 d1", "c4", missed, "place d1", "a hen cannot be added on d1"),
        ("renard", 0, "c1 d1", "c4", missed, "place e1", ""),
        ("own", 0, "a3 c1", "c3", {}, "a3-a2", "dogs never leave the gate again"),
        ("own", 0, "a3 c1", "c3", {}, "a3-b3", ""),
        ("own", 0, "a3 c1", "d3", {}, "c1-c2", "c2 is no nearer to the gate"),
        ("own", 0, "a3 c1", "d3", {}, "c1-b2", "dogs may not enter b2"),
        ("own", 0, "a3 c2", "d3", {}, "c2-c1", "dogs do not move back"),
        ("own", 1, "b1 c2", "d3", {"hand": (0, 2)}, "place b2", ""),
        ("own", 1, "b1 c2", "c3", {"hand": (0, 2)}, "place b2", "a hare can capture, and must"),
        ("own", 1, "b1 c2", "c3", {"hand": (0, 2)}, "place a1", "a1 is not where hares are placed"),
        ("own", 1, "b1 c2", "c3", {}, "place b2", "the hares have no pieces in hand"),
        ("own", 1, "b1 c2", "c3", {}, "c3-d3", "a hare can capture, and must"),
        ("own", 1, "b1 c2", "c3", {}, "c3xc1", ""),
    ):
        options = game.Options(hunt=FENCED) if variant == "own" else game.Options(variant=variant)
        sides = {"many": tuple(many.split()), "few": tuple(few.split())}
        state = game.State(options=options, to_move=seat, **sides, **fields)
        assert refusal(state, text) == why, (variant, text)


def test_it_is_noted_which_side_has_missed_a_capture() -> None:
    both = FENCED.replace('duty = "forced"', 'duty = "huff"').replace("[few]", '[many.capture]\nduty = "huff"\n[few]')
    options = game.Options(hunt=both)
    for seat, piece, point in ((0, "dog", "b1"), (1, "hare", "d3")):
        state = game.State(options=options, to_move=1 - seat, many=("b1", "c2"), few=("d3",), missed=(point,))
        (note,) = (note for note in game.notes(state) if note.kind == "missed")
        assert (note.seat, note.piece, note.places) == (seat, piece, (point,))


def test_what_is_read_as_an_action_and_what_is_said_of_all_else() -> None:
    state, form = start("fox-13"), "; write d4-d5, d4xd6 to capture, `place d4`, `huff d4` or `pass`"
    for text, read in (
        (" PASS ", ("pass", ())),
        ("place d4", ("place", ("d4",))),
        ("Huff d4", ("huff", ("d4",))),
        ("d4:d6", ("jump", ("d4", "d6"))),
        ("move d4 x d6×d4", ("jump", ("d4", "d6", "d4"))),
        ("d4 - d5" + 393 * " ", ("step", ("d4", "d5"))),
        ("x".join(["d4"] * 60), ("jump", ("d4",) * 60)),
    ):
        assert game.parse(text, state) == (1, *read)
    for text, why in (
        ("foo", f"'foo' is no action{form}"),
        ("foo-z9", f"'foo-z9' is no action{form}"),
        ("z9-foo", "'z9-foo': 'z9' is no point of this board; the points are a3 to g5"),
        ("d4-foo", "'d4-foo': 'foo' is no point of this board; the points are a3 to g5"),
        ("place", f"'place' names the wrong number of points (0){form}"),
        ("huff d4 d5", f"'huff d4 d5' names the wrong number of points (2){form}"),
        ("d4", f"'d4' names the wrong number of points (1){form}"),
        ("d4-d5-d6", f"'d4-d5-d6' names the wrong number of points (3){form}"),
    ):
        with pytest.raises(NotationError) as refused:
            game.parse(text, state)
        assert str(refused.value) == why
    with pytest.raises(NotationError, match="too long"):
        game.parse("d4 - d5" + 394 * " ", state)
    with pytest.raises(NotationError, match=r"wrong number of points \(61\)"):
        game.parse("x".join(["d4"] * 61), state)


def test_one_turn_without_a_step_forward_may_be_as_long_as_hounds_may_stall() -> None:
    text = definition_of_goals(["block"], ["block"], "m . m\n. f .").replace("repetition", "stalling = 1\nrepetition")
    played = rules(game.Options(hunt=text))
    back, on = played.mask(("a2", "c2")), played.mask(("b2", "c2"))
    assert played.stalled([on, back]) and played.stalled([back, on, on]) and played.stalled([on]) is False
    assert not played.stalled([back, on]) and not played.stalled([on, back, on])


def test_a_piece_that_moved_last_waits_on_every_point_while_another_can_move() -> None:
    played = rules(game.Options(variant="two-foxes"))
    for last, ends in enumerate(played.tables[1].ends):
        other = next(one for one in reversed(range(32)) if one != last and not ends >> one & 1)
        at = Position(1, (0, 1 << last | 1 << other), last=(-1, last))
        assert played.movers(at) == 1 << other
        assert played.movers(at._replace(last=(-1, -1))) == at.pieces[1]


def test_a_position_written_three_times_is_over_and_of_any_other_history_it_goes_on() -> None:
    state = start("hare-and-hounds")
    (now,), other = state.history, "Bfff.1"
    assert len(now) > 5
    for history, over in (
        ((now, now, now), True),
        ((now, now), False),
        ((now, other, now), False),
        ((now, other, now, now), True),
    ):
        outcome = game.outcome(state.changed(history=history))
        assert (outcome is not None) == over and (not outcome or outcome.reason == "repetition")
    beyond = game.outcome(state.changed(history=("Affffffffffffffff.1",) * 12))  # points that the board does not have
    assert beyond and beyond.reason == "stalled"
    for key in ("A", "C1.2", "A1", "A1.2x", "A1.2.-3-"):
        with pytest.raises(ValueError, match="history"):
            game.State.model_validate(state.model_dump() | {"history": [key]})


# Positions and options

ROOM = (
    definition_of_a_chase("draw")
    .replace("o-o\n| |\no-o", "o-P\n| |\no-o")
    .replace("[start]", '[zones]\npen = "P"\n[start]')
    .replace("f .\n. m", "f .\nf m")
    .replace('[few]\nname = "hare"', '[few]\nplace = "pen"\nname = "hare"')
)
BACKWARD = definition_of_a_chase("draw").replace('moves = ["any"]', 'moves = ["back"]', 1)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"many": ("a1",), "few": ("d4",), "to_move": 0}, "'a1' is no point"),
        ({"many": ("d4",), "few": ("d4",), "to_move": 0}, "two pieces stand on d4"),
        ({"many": ("c4",), "few": ("d4",), "to_move": 0, "missed": ("d4",)}, "missed means nothing"),
        ({"many": ("c4",), "few": ("d4",), "to_move": 0, "missed": ("c4",)}, "missed names c4"),
        ({"many": ("c4",), "few": ("d4",), "to_move": 0, "last": (None, "d4")}, "need not alternate"),
        ({"many": ("c4",), "few": ("d4",), "to_move": 2}, "less than or equal to 1"),
        ({"many": ("c4",), "to_move": 0}, "Field required"),
        ({"many": ("c4",), "few": ("d4",), "to_move": -1}, "greater than or equal to 0"),
        ({"many": ("c4",), "few": ("d4",), "to_move": 0, "captured": (401, 0)}, "less than or equal to 400"),
        ({"many": ("c4",), "few": ("d4",), "to_move": 0, "captured": (0, -1)}, "greater than or equal to 0"),
        ({"many": ("c4",), "few": ("d4",), "to_move": 0, "history": (f"A1.{'2' * 398}",)}, "at most 400 characters"),
    ],
)
def test_positions_that_cannot_be_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        game.State(**fields)


def test_the_piece_that_moved_last_is_known_on_every_point() -> None:
    begun = start("two-foxes")
    played = rules(begun.options)
    for last in played.names:
        other = next(name for name in played.names if name != last)
        many = next(name for name in played.names if name not in (last, other))
        at = position("two-foxes", 0, many, f"{last} {other}", last=(None, last))
        told = of_position(type(at), to_position(at, played), played, at.options, at.turn, at.history)
        assert told.last == (None, last) and told == at


def test_pieces_are_sorted_by_file_then_rank() -> None:
    assert position("fox-13", 0, "e1 a4 a3", "d4").many == ("a3", "a4", "e1")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"variant": "fox-99"}, "'fox-13'"),
        ({"variant": "own"}, "belong together"),
        ({"variant": "wolf-and-sheep", "chain": True}, "nobody leaps"),
        ({"hunt": "format = 1"}, "not a hunt definition"),
        ({"hunt": definition(1).replace("turns = ", "turns = x")}, "line 8, column"),
        ({"hunt": ROOM, "officers": "placed"}, "no room to place"),
        ({"hunt": BACKWARD, "geese_back": False}, "could not move at all"),
        ({"turns": 0}, "greater than or equal"),
        ({"geese": True}, "Extra inputs"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        game.Options(**options)


def test_positions_may_be_as_large_as_that() -> None:
    fields = {"many": ("c4",), "few": ("d4",), "captured": (400, 400), "history": (f"A1.{'2' * 397}",), "turn": 100_000}
    assert game.State(to_move=0, **fields).captured == (400, 400)
    asalto = {"options": game.Options(variant="asalto"), "many": ("c4",), "few": ("d4",), "hand": (0, 1)}
    with pytest.raises(ValueError, match="to_move is 0, and seat 1 has yet to place its pieces in hand"):
        game.State(to_move=0, **asalto)
    assert game.State(to_move=1, **asalto).hand == (0, 1)


def test_seats() -> None:
    with pytest.raises(GameError):
        game.start(game.Options(), 3, NONE)


@pytest.mark.parametrize("text", ["", "d4", "d4-", "d4xx5", "place", "huff d4 d5", "place z9", "d4-d5-d6", "x" * 999])
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(NotationError):
        game.parse(text, start("fox-13"))


@pytest.mark.parametrize("text", ["d4-d5", "D4 - D5", "d4 d5", "d4–d5", "move d4-d5"])
def test_ways_to_write_a_step(text: str) -> None:
    assert game.parse(text, start("fox-13")) == Move(1, "step", ("d4", "d5"))


def test_moves_are_lazy() -> None:
    assert len(list(islice(game.moves(start("great-siege")), 2))) == 2


def test_the_state_as_the_rules_see_it() -> None:
    state = start("asalto", officers="placed")
    seen = to_position(state, rules(state.options))
    assert (seen.side, seen.hand, seen.pieces[1]) == (1, (0, 2), 0)
