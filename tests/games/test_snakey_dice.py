"""Snakey Dice: invariants of random runs, an independent recount of scores, states as JSON, the league's dice."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import pytest
from audit_snakey_dice import check, recount
from hypothesis import given, settings, strategies as st
from lanes import tries

from adjudicator import games
from adjudicator.core import GameError, IllegalMove, NotationError, OrderError
from adjudicator.core.game import Event, Outcome
from adjudicator.dice import FastDice, RecordingDice
from adjudicator.games.snakey_dice import drawing, lines
from adjudicator.games.snakey_dice.drawing import path
from adjudicator.games.snakey_dice.hand import Luck
from adjudicator.games.snakey_dice.state import total
from printables.boards import snakey_dice as printed
from printables.boards.snakey_dice.drawing import SIDE, Leap, Visit, centre
from printables.boards.snakey_dice.house import House, default, rating
from printables.boards.snakey_dice.scoresheet import Die, ScoreSheet
from printables.core.templates import LOOK
from printables.scene import Group, Rect, Text, theme, walk

game = games.find("snakey-dice")


def play(seed: int, *, league: int = 0) -> Iterator[tuple[Any, Any, Any]]:
    """A random run or league: (state, action, step) of every order."""
    chance, dice = random.Random(seed), FastDice(seed)
    state = game.start(game.Options(league=bool(league)), league or 1, dice).state
    while game.to_act(state):
        seat = chance.choice(game.to_act(state))
        choices = [a for a in islice(game.moves(state), 400) if a.seat == seat and a.verb != "concede"]
        if not choices:
            choices = [a for a in game.moves(state) if a.seat == seat][:1]
        action = chance.choice(choices)
        step = game.apply(state, action, dice)
        yield state, action, step
        state = step.state


@settings(max_examples=tries(120), deadline=None)
@given(st.integers(0, 2**32))
def test_random_runs_keep_every_invariant(seed: int) -> None:
    house = default()
    extra = 0
    for before, action, step in play(seed):
        extra += sum(event.kind == "extra-die" for event in step.events)
        text = game.format(action, before)
        assert game.parse(text, before) == action
        check(step.state.runs[0], house)
        last = step.state
    run = last.runs[0]
    assert recount(run, house) == total(run, house) == game.outcome(last).scores[0]
    assert extra == run.tracks.highest
    assert game.State.model_validate_json(last.model_dump_json()) == last
    whole, part = (json.loads(last.model_dump_json(exclude=without)) for without in (None, {"options"}))
    assert {"options": whole["options"], **part} == whole


@settings(max_examples=tries(20), deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4))
def test_random_leagues_throw_the_same_dice_for_all(seed: int, seats: int) -> None:
    rolls: dict[tuple[int, int], tuple[int, ...]] = {}
    dropped: dict[int, list[tuple[int, ...]]] = {seat: [] for seat in range(seats)}
    last = None
    for _, _, step in play(seed, league=seats):
        last = step.state
    assert last is not None
    house = default()
    for seat, run in enumerate(last.runs):
        check(run, house)
        assert recount(run, house) == total(run, house)
        for turn, kind, _, values, _ in run.history:
            if kind == "roll":
                for number, value in enumerate(values):
                    assert rolls.setdefault((turn, number), value) == value
            elif kind in ("blockade", "lost"):
                dropped[seat].append(values)
    for one in dropped.values():
        for other in dropped.values():
            assert all(a == b for a, b in zip(one, other, strict=False))
    best = max(game.outcome(last).scores)
    assert all((seat in game.outcome(last).winners) == (s == best) for seat, s in enumerate(game.outcome(last).scores))
    assert game.State.model_validate_json(last.model_dump_json()) == last


def test_a_league_of_one_has_the_dice_of_a_league_of_many() -> None:
    alone = game.start(game.Options(league=True), 1, FastDice(5)).state
    several = game.start(game.Options(league=True), 3, FastDice(5)).state
    assert alone.runs[0].blockades == several.runs[2].blockades
    assert alone.held == several.held


def test_a_game_for_one_throws_no_more_than_it_needs() -> None:
    dice = RecordingDice(FastDice(1))
    state = game.start(game.Options(), 1, dice).state
    assert dice.throws[-1] == ("turn 1", 6, state.runs[0].dice)
    assert len(state.runs[0].dice) == 2


def test_what_the_last_turn_has_drawn_stands_out_on_the_sheet() -> None:
    for before, _, step in islice(play(7), 12):
        entered = {square for event in step.events if event.kind == "enter" for square in event.places[1:]}
        fallen = {square for event in step.events if event.kind == "blockade" for square in event.places}
        drawn = game.drawing(step.state, theme.find(LOOK).for_screens())
        marked = {
            kind: sum(isinstance(shape, Rect) for shape in walk([group]))
            for kind in ("enter", "blockade")
            for group in walk(drawn.shapes)
            if isinstance(group, Group) and group.classes == f"latest {kind}"
        }
        if entered and before.runs[0].left == tuple(range(1, len(before.runs[0].dice) + 1)):
            assert marked.get("enter", 0) == len(entered)
            assert marked.get("blockade", 0) == len(fallen)


def test_several_players_need_the_league() -> None:
    with pytest.raises(GameError, match="league"):
        game.start(game.Options(), 2, FastDice(1))


def test_every_event_is_documented() -> None:
    kinds: set[str] = set()
    for seed in range(60):
        dice = FastDice(seed)
        kinds |= {event.kind for event in game.start(game.Options(), 1, dice).events}
        for _, _, step in play(seed):
            kinds |= {event.kind for event in step.events}
    assert kinds <= set(game.EVENTS)


def test_apply_leaves_the_state_alone() -> None:
    for before, action, _ in islice(play(3), 30):
        text = before.model_dump_json()
        game.apply(before, action, FastDice(1))
        assert before.model_dump_json() == text


def test_an_illegal_order_throws_no_die() -> None:
    state = game.start(game.Options(), 1, FastDice(2)).state
    for text in (
        "move 1 2",
        "reroll 1",
        "flip 1",
        "unlock 1 2",
        "portal",
        "jump",
        "level flip",
        "bonus jump",
        "ignore 3",
    ):
        dice = RecordingDice(FastDice(1))
        action = game.parse(text, state)
        if any(action == legal for legal in game.moves(state)):
            continue
        with pytest.raises(IllegalMove) as refused:
            game.apply(state, action, dice)
        assert not dice.throws
        assert refused.value.reason and refused.value.hint, text


@settings(max_examples=tries(300), deadline=None)
@given(st.text(max_size=60) | st.from_regex(r"(move|level|bonus|reroll|A:|portal) ?[0-9LR ,:]{0,12}"))
def test_any_text_is_an_action_or_a_clear_refusal(text: str) -> None:
    state = game.start(game.Options(), 1, FastDice(2)).state
    try:
        action = game.parse(text, state)
        game.apply(state, action, FastDice(1))
    except OrderError as error:
        assert error.reason
    else:
        assert game.parse(game.format(action, state), state) == action


def test_accepted_is_listed() -> None:
    """A line made of parts at random is refused, or among the moves."""
    chance, words = random.Random(4), ["1", "2", "3", "1L", "2R", "3L", "portal", "jump", "level flip", "bonus jump"]
    tried = 0
    for before, _, _ in chain.from_iterable(islice(play(seed), 30) for seed in range(9, 14)):
        run = before.runs[0]
        listed = set(game.moves(before))
        for _ in range(60):
            line = " ".join(chance.sample(words, chance.randint(1, 3)))
            try:
                action = game.parse(("move " if run.heading else "move E: ") + line, before)
                after = game.apply(before, action, FastDice(1)).state
            except OrderError:
                continue
            used = sum(hasattr(part, "die") for part in action.parts)
            # After the end the rest of a line is passed over; such a line is accepted and not listed.
            assert action in listed or (after.runs[0].ended and used > len(after.runs[0].used) - len(run.used))
            tried += 1
    assert tried > 100


@pytest.mark.parametrize(
    ("score", "rank"), [(-200, 0), (49, 0), (50, 1), (74, 1), (75, 2), (99, 2), (100, 3), (300, 3)]
)
def test_ratings(score: int, rank: int) -> None:
    assert rating(score) == rank


def test_score_phase_and_locked_are_written_and_worked_out_anew() -> None:
    state = game.start(game.Options(), 1, FastDice(2)).state
    data = json.loads(state.model_dump_json())
    assert {"score", "phase", "locked"} <= set(data)
    data |= {"score": 1000, "phase": "over", "locked": [1, 2]}
    assert game.State.model_validate_json(json.dumps(data)) == state


@pytest.mark.parametrize(
    ("given", "shut"),
    [({}, [1, 3]), ({"locked": [3]}, [3]), ({"locked": [False, False, True]}, [3]), ({"locked": []}, [])],
)
def test_a_position_made_by_hand_may_name_the_locked_dice(given: dict[str, Any], shut: list[int]) -> None:
    fields = {"trail": [[2, 2], [5, 5]], "head": [5, 5], "heading": "S", "dice": [4, 1, 4], "tracks": {"flip": 1}}
    state = game.State.model_validate_json(json.dumps({**fields, **given}))
    assert json.loads(state.model_dump_json())["locked"] == shut
    assert game.State.model_validate_json(state.model_dump_json()) == state


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"head": [3, 3]}, "ends at the head"),
        ({"trail": [[2, 2], [3, 2], [3, 2]], "head": [3, 2]}, "twice"),
        ({"trail": [[2, 2], [3, 2]], "head": [3, 2]}, "heading"),
        ({"blockades": [[2, 2]]}, "both trail and blockade"),
        ({"blockades": [[4, 4]]}, "unclaimed power-up"),
        ({"blockades": [[1, 2]]}, "greater than or equal to 2"),
        ({"powerups": [[5, 5]]}, "the power-ups are"),
        ({"dice": []}, "faces of the throw"),
        ({"dice": [1, 2, 3, 4, 5, 6, 1]}, "at most 6"),
        ({"used": [3]}, "no die 3"),
        ({"used": [1], "ignored": [1]}, "used and ignored"),
        ({"bonuses": {"jump": 3}}, "at most 2"),
        ({"pending": ["flip"]}, "rose more often"),
        ({"speed": 3}, "not permitted"),
    ],
)
def test_a_position_that_cannot_be_is_refused(fields: dict[str, Any], told: str) -> None:
    data = json.loads(game.start(game.Options(), 1, FastDice(1)).state.model_dump_json())
    with pytest.raises(ValueError, match=told):
        game.State.model_validate_json(json.dumps(data | fields))


def house(**parts: Any) -> dict[str, Any]:
    data = default().model_dump()
    for name, value in parts.items():
        data[name] = data[name] | value
    return data


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"die": {"faces": ["locked"] * 6}}, "moves the snake"),
        ({"die": {"faces": ["straight"] * 5}}, "6 items"),
        ({"board": {"power_ups": [[2, 2]]}}, "start"),
        ({"board": {"power_ups": [[4, 4], [4, 4]]}}, "twice"),
        ({"board": {"power_ups": [[13, 4]]}}, "less than or equal to 12"),
        ({"tracks": {"reroll": [0, 2, 1, 3, 4]}}, "reroll"),
        ({"tracks": {"ignore": [2, 2, 3, 4, 5]}}, "ignore"),
        ({"actions": {"portal": 99}}, "less than or equal to 6"),
    ],
)
def test_house_values_that_cannot_be_are_refused(parts: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        House.model_validate(house(**parts))


def test_a_line_of_snakey_dice_is_read_or_refused_as_its_form_says() -> None:
    alone, many = (game.start(game.Options(league=count > 1), count, FastDice(1)).state for count in (1, 3))
    for text, written in (
        ("Reroll 3, 1", "reroll 1 3"),
        ("re-roll 2", "reroll 2"),
        ("free 5", "unlock 5"),
        ("flip 1", "flip 1"),
        ("ignore 4", "ignore 4"),
        ("MOVE e: 1 2l portal 3R jump 4", "move E: 1 2L portal 3R jump 4"),
        ("move S 1 level flip", "move S: 1 level flip"),
        ("portal 1", "move portal 1"),
        ("level ignore", "level ignore"),
        ("bonus jump", "bonus jump"),
        ("portal", "portal"),
        ("bonus jump 2", "move bonus jump 2"),
        ("move 1", "move 1"),
        ("concede", "concede"),
    ):
        read = game.parse(text, alone)
        assert game.format(read, alone) == written and game.parse(written, alone) == read and read.seat == 0
        for seat in range(3):
            read = game.parse(f"{'abc'[seat]} : {text}", many)
            assert game.format(read, many) == f"{'ABC'[seat]}: {written}" and read.seat == seat
            assert game.parse(game.format(read, many), many) == read
        with pytest.raises(NotationError):
            game.parse(text, many)
    for text in (
        "", "reroll", "reroll 0", "reroll 7", "reroll 1 1", "reroll ²", "flip x", "concede 1", "move", "move 7",
        "move 1 1L", "move level", "move level x", "bonus reroll", "level portal", "fly 1", "D: move 1",
    ):  # fmt: skip
        with pytest.raises(NotationError):
            game.parse(text, alone)


def test_what_is_new_is_marked_on_its_own_squares_and_leaves_their_lines_free() -> None:
    seen = set()
    for _, _, step in islice(play(11), 12):
        (run,) = step.state.runs
        new = [mark for mark in run.history if mark.turn and mark.kind in ("enter", "blockade")]
        groups = [one for one in walk(game.drawing(step.state, theme.CLASSIC).shapes) if isinstance(one, Group)]
        for kind in ("enter", "blockade"):
            marks = {mark.squares[0] for mark in new if (mark.turn, mark.kind) == (new[-1].turn, kind)}
            rects = [one for group in groups if group.classes == f"latest {kind}" for one in group.shapes]
            middles = sorted((round(one.x + one.width / 2, 6), round(one.y + one.height / 2, 6)) for one in rects)
            assert middles == sorted(centre(square) for square in marks)
            assert all(0.9 * SIDE < side < SIDE for one in rects for side in (one.width, one.height))
            seen |= {kind} if marks else set()
    assert seen == {"enter", "blockade"}


def test_the_place_of_every_event_is_on_the_board() -> None:
    board = game.board(game.Options())
    assert len(board.places) == 121 and len(board.paths) == 220
    ends = [(board.by_id[path.a], board.by_id[path.b]) for path in board.paths]
    assert {(abs(a.x - b.x), abs(a.y - b.y)) for a, b in ends} == {(SIDE, 0), (0, SIDE)}
    events: list[Event] = [event for _, _, step in play(11) for event in step.events]
    assert all(place in board.by_id for event in events for place in event.places)


def position(**fields: Any) -> Any:
    """A game for one, made by hand: a snake that has come to e5 going east."""
    start = {"trail": [[2, 2], [5, 5]], "head": [5, 5], "heading": "E", "dice": [1, 2], "turn": 4, **fields}
    return game.State.model_validate_json(json.dumps(start))


def told(state: Any) -> list[tuple[str, dict[str, Any]]]:
    return [(event.kind, dict(event.words)) for event in game.notes(state)]


def test_the_notes_of_a_run_tell_what_is_in_front_what_dice_show_and_what_is_allowed() -> None:
    sheet = {"dice": [4, 1, 4, 5, 6, 4], "used": [2], "ignored": [4], "unlocked": [3], "unlocks_used": 1}
    owns = {"tracks": {"ignore": 2, "unlock": 3, "flip": 1}, "actions": {"portal": 1, "jump": 0, "unlock": 2}}
    rest = {"pending": ["unlock"], "rerolls_left": 2, "flips_left": 1}
    after = [
        ("trail", {"squares": 2}),
        ("dice-either", {"numbers": "5", "number": 1}),
        ("dice-locked", {"numbers": "1, 6", "number": 2}),
        ("dice-unlocked", {"numbers": "3", "number": 1}),
        ("dice-used", {"numbers": "2, 4", "number": 2}),
        ("bonus-due", {}),
        ("allowed", {"rerolls": 0, "flips": 0, "unlocks": 0, "ignores": 2}),
        ("tracks", {"reroll": 0, "flip": 1, "unlock": 3, "ignore": 2}),
        ("actions", {"portal": 1, "jump": 0, "unlock": 2}),
        ("score", {"score": 3 * 3 - 2 * 119}),
    ]
    state = position(**sheet, **owns, **rest)
    assert told(state) == [("head", {"heading": "E"}), *after]
    assert game.notes(state)[0].places == (printed.name((5, 5)), printed.name((6, 5)))
    fresh = dict(told(position(**sheet | {"used": []}, **owns, **rest)))
    assert fresh["allowed"] == {"rerolls": 2, "flips": 1, "unlocks": 1, "ignores": 2}
    spent = dict(told(position(**sheet | {"used": [], "unlocks_used": 3}, **owns, **rest)))
    assert spent["allowed"]["unlocks"] == 0
    for blockades, head, front in (
        ([[6, 5]], [5, 5], "front-blockade"), ([], [12, 5], "front-wall"), ([], [5, 5], "head")
    ):  # fmt: skip
        state = position(trail=[[2, 2], head], head=head, blockades=blockades)
        assert told(state)[0] == (front, {"heading": "E"})
    assert told(position(trail=[[2, 2], [6, 5], [5, 5]]))[0] == ("front-trail", {"heading": "E"})
    start = position(trail=[[2, 2]], head=[2, 2], heading=None)
    assert told(start)[:2] == [("start", {}), ("trail", {"squares": 1})]
    assert ("level-due", {}) in told(position(choices=1)) and ("level-due", {}) not in told(position())
    over = told(position(ended="conceded", dice=[1, 2]))
    assert [kind for kind, _ in over] == ["head", "trail", "tracks", "actions", "score"]


def test_of_a_league_the_own_run_is_told_and_of_all_where_they_stand_the_highest_first() -> None:
    state = game.start(game.Options(league=True), 3, FastDice(1)).state
    runs = [
        run.model_copy(update={"jumped": ((3, 3),) * lost, "turn": 1 + lost})
        for run, lost in zip(state.runs, (2, 0, 1), strict=True)
    ]
    state = state.model_copy(update={"runs": (*runs[:2], runs[2].model_copy(update={"ended": "wall"}))})
    scores = [total(run, default()) for run in state.runs]
    stand = [("running", 1, 1, scores[1]), ("ended", 2, 2, scores[2]), ("running", 0, 3, scores[0])]
    assert scores[1] == scores[2] + 1 == scores[0] + 2
    for shown in (None, -1, 1):
        notes = game.notes(state.model_copy(update={"shown": shown}))
        assert [(one.kind, one.seat, one.words["turn"], one.words["score"]) for one in notes[-3:]] == stand
        assert {one.seat for one in notes[:-3]} == ({1} if shown == 1 else set()), shown
    assert (game.to_act(state), state.turn) == ((0, 1), 1)
    assert game.view(state, 0).turn == 3 and game.view(state, 0).shown == 0
    assert [game.faces(state.model_copy(update={"shown": seat})) != () for seat in (None, -1, 0, 1, 2)] == [
        False
    ] * 2 + [True] * 2 + [False]


@pytest.mark.parametrize(
    ("seats", "across", "rows"),
    [(1, 1, 1), (2, 2, 1), (3, 2, 2), (4, 2, 2), (5, 3, 2), (6, 3, 2), (7, 3, 3), (9, 3, 3), (11, 3, 3)],
)
def test_sheets_of_a_league_lie_side_by_side_nine_at_most_those_that_lead(seats: int, across: int, rows: int) -> None:
    state = game.start(game.Options(league=True), seats, FastDice(1)).state
    behind = {0, 5} if seats == 11 else set()
    runs = [run.model_copy(update={"jumped": ((3, 3),) * (seat in behind)}) for seat, run in enumerate(state.runs)]
    drawn = game.drawing(state.model_copy(update={"runs": tuple(runs)}), theme.CLASSIC)
    wide, high = ScoreSheet.width + 6, ScoreSheet.height + 6
    shown = [seat for seat in range(seats) if seat not in behind]
    assert [(one.classes, one.x, one.y) for one in drawn.shapes] == [
        (f"sheet seat-{seat}", number % across * wide, number // across * high) for number, seat in enumerate(shown)
    ]
    assert (drawn.width, drawn.height) == (across * wide - 6, rows * high - 6)
    assert drawn.split == (ScoreSheet.beside if seats == 1 else 0)
    labels = {text.text for text in walk(drawn.shapes) if isinstance(text, Text)} & set("ABCDEFGHIJK")
    assert labels >= {"ABCDEFGHIJK"[seat] for seat in shown} if seats > 1 else not labels


def test_a_trail_is_drawn_with_its_portals_and_jumps_whether_its_history_tells_them_or_not() -> None:
    by_hand = position(
        trail=[[3, 2], [6, 2], [6, 12]], head=[6, 12], heading="W", entry=[4, 12], blockades=[[4, 2], [5, 2], [5, 12]]
    )
    visits, leaps = path(by_hand.runs[0])
    assert visits == (
        Visit((3, 2), None, "E"), Visit((6, 2), "E", "N"), Visit((6, 12), "N", "W")
    )  # fmt: skip
    assert leaps == (
        Leap((3, 2), "E", ((4, 2), (5, 2)), (6, 2), False),
        Leap((6, 2), "N", (), (6, 12), True),
        Leap((6, 12), "W", ((5, 12),), (4, 12), False),
    )
    for one, then, way in (
        ((5, 5), (8, 5), "E"), ((5, 5), (4, 5), "W"), ((5, 5), (5, 9), "S"), ((5, 5), (5, 2), "N"),
        ((5, 5), (6, 5), "E"), ((5, 5), (5, 6), "S"), ((5, 5), (5, 4), "N"), ((4, 4), (3, 5), None),
        ((12, 5), (2, 5), "E"), ((2, 5), (12, 5), "W"), ((5, 2), (5, 12), "N"), ((5, 12), (5, 2), "S"),
        ((5, 5), (6, 6), None), ((5, 5), (5, 5), None), ((5, 5), None, None),
    ):  # fmt: skip
        assert drawing._toward(one, then) == way, (one, then)
    assert drawing._leap((5, 5), "E", (6, 5)) is None and drawing._leap((5, 5), "E", (5, 7)) is None
    assert drawing._leap((12, 5), "E", (3, 5)) == Leap((12, 5), "E", ((2, 5),), (3, 5), True)
    assert drawing._leap((12, 5), "E", (3, 6)) is None
    for _, _, step in islice(play(5), 60):
        (run,) = step.state.runs
        visits, leaps = path(run)
        assert tuple(one.square for one in visits) == run.trail and [one.into for one in visits[1:]] == [
            one.out for one in visits[:-1]
        ]
        paid = [mark for mark in run.history if mark.kind in ("portal", "jump")]
        assert sum(one.portal for one in leaps) == sum(mark.kind == "portal" for mark in paid)
        assert sum(len(one.over) for one in leaps) == len(run.jumped)


def test_a_sheet_shows_dice_levels_and_the_turns_of_its_blockades() -> None:
    marks = [
        (0, "blockade", [[9, 9]], [4, 5, 4, 5], ""),
        (3, "blockade", [[8, 9]], [4, 4, 4, 5], ""),
        (3, "enter", [[5, 5]], [], "E"),
    ]
    state = position(
        blockades=[[9, 9], [8, 9], [7, 9]], history=marks, dice=[4, 1, 4], used=[2], unlocked=[3],
        tracks={"flip": 2}, pending=["flip"], bonuses={"jump": 1}, actions={"portal": 2},
    )  # fmt: skip
    written = drawing._written(state.runs[0], default(), theme.CLASSIC, "B")
    assert written.dice == (Die("locked", True, False), Die("straight", False, True), Die("locked", False, False))
    assert (written.levels["flip"], written.active["flip"], written.bonuses["jump"], written.left["portal"]) == (
        2,
        1,
        1,
        2,
    )
    assert (written.score, written.label, set(written.unclaimed)) == (total(state.runs[0], default()), "B", set())
    texts = [one.text for one in walk(written.shapes) if isinstance(one, Text)]
    assert texts.count("3") == 1 and not {"0", "9"} & {*texts}  # of the set-up, and where nothing tells it, no turn
    ended = drawing._written(position(ended="wall", dice=[1]).runs[0], default(), theme.CLASSIC, "")
    assert ended.dice == ()


ORDERS: tuple[tuple[dict[str, Any], str, str], ...] = (  # what lies on the table, an order, why it is refused
    ({"ended": "wall"}, "move 1", "the run is over"),
    ({}, "move E: 1", "the snake is under way, heading E"),
    ({"dice": [4, 1], "trail": [[2, 2]], "head": [2, 2], "heading": None}, "move E: 1",
     "no die of this move turns the snake"),
    ({"dice": [1, 1]}, "move 1 2 portal", "the turn is over before `portal`"),
    ({"dice": [1, 1]}, "move 3", "there is no die 3"),
    ({"dice": [1, 1], "used": [1]}, "move 1", "die 1 is used"),
    ({"dice": [1, 1], "ignored": [1]}, "move 1", "die 1 is ignored"),
    ({"dice": [1, 1], "used": [1, 2]}, "flip 1", "there is nothing to flip now"),
    ({"dice": [1, 1], "choices": 1}, "ignore 1", "there is nothing to ignore now"),
    ({"dice": [1, 1], "used": [1], "rerolls_left": 1}, "reroll 2", "the first die of this turn has been used"),
    ({"dice": [1, 1], "used": [1]}, "ignore 2", ""),
    ({"dice": [4, 1], "rerolls_left": 1}, "reroll 1", "die 1 is locked"),
    ({"dice": [4, 1], "flips_left": 1}, "flip 1", "die 1 is locked"),
    ({"dice": [4, 1], "flips_left": 1, "unlocked": [1]}, "flip 1", ""),
    ({"dice": [1, 1]}, "reroll 1", "no reroll is left this turn"),
    ({"dice": [1, 1], "rerolls_left": 1}, "reroll 1 2", ""),
    ({"dice": [1, 1], "flips_left": 1}, "flip 1 2", "1 more die may be flipped this turn"),
    ({"dice": [1, 1]}, "flip 1", "0 more dice may be flipped this turn"),
    ({"dice": [1, 1], "flips_left": 2}, "flip 1 2", ""),
    ({"dice": [4, 1]}, "unlock 2", "die 2 is not locked"),
    ({"dice": [4, 4], "actions": {"unlock": 1}}, "unlock 1 2", "2 unlocks are needed, and 1 are left"),
    ({"dice": [4, 4], "actions": {"unlock": 1}, "tracks": {"unlock": 1}}, "unlock 1 2", ""),
    ({"dice": [4, 4], "actions": {"unlock": 1}, "tracks": {"unlock": 1}, "unlocks_used": 1}, "unlock 1 2",
     "2 unlocks are needed, and 1 are left"),
    ({"dice": [1, 1, 1]}, "ignore 1 2", "at most 1 die may be ignored this turn, and 0 are already"),
    ({"dice": [1, 1, 1], "ignored": [1]}, "ignore 2", "at most 1 die may be ignored this turn, and 1 is already"),
    ({"dice": [1, 1, 1, 1], "tracks": {"ignore": 1}, "ignored": [1]}, "ignore 2 3",
     "at most 2 dice may be ignored this turn, and 1 is already"),
    ({"dice": [1, 1, 1, 1], "tracks": {"ignore": 1}, "ignored": [1]}, "ignore 2", ""),
    ({"dice": [4, 4, 4, 1], "bonus_taken": True}, "ignore 1", "the bonus was taken for keeping three locked dice"),
    ({"dice": [4, 4, 4, 1], "bonus_taken": True}, "ignore 4", ""),
    ({"dice": [4, 4, 4, 4], "bonus_taken": True}, "ignore 1", ""),
    ({"dice": [4, 4, 4, 1]}, "ignore 1", ""),
    ({"choices": 1}, "move 1", "a power-up was passed, and no track chosen"),
    ({"choices": 1}, "move portal", "a power-up was passed, and no track chosen"),
    ({"choices": 1, "tracks": {"flip": 4}}, "level flip", "the track is full at level 4"),
    ({"choices": 1, "tracks": {"flip": 3}}, "level flip", ""),
    ({}, "level flip", "no track may be chosen now"),
    ({"dice": [1, 1]}, "move 1L", "die 1 shows straight"),
    ({"dice": [6, 1]}, "move 1", "die 1 turns left or right"),
    ({"trail": [[2, 2]], "head": [2, 2], "heading": None}, "move 1", "the snake has no heading yet"),
    ({"blockades": [[6, 5]], "actions": {"jump": 1}}, "move 1", "a blockade is in front of the head"),
    ({"blockades": [[6, 5]]}, "move 1", ""),  # the run ends
    ({"blockades": [[6, 5]], "dice": [4, 4, 4, 1]}, "move 4", "a blockade is in front of the head"),
    ({"blockades": [[6, 5]], "dice": [4, 4, 4, 1], "bonuses": {"portal": 2, "jump": 2, "unlock": 2}}, "move 4", ""),
    ({"trail": [[2, 2], [6, 5], [5, 5]], "actions": {"jump": 1}}, "move 1",
     "the snake's own trail is in front of the head"),
    ({"trail": [[2, 2], [12, 5]], "head": [12, 5], "actions": {"portal": 1}}, "move 1",
     "a wall is in front of the head"),
    ({"trail": [[2, 2], [12, 5]], "head": [12, 5]}, "portal", "no portal is left"),
    ({"actions": {"portal": 1}}, "portal", "no wall is in front of the head"),
    ({"actions": {"jump": 1}}, "jump", "nothing is in front of the head to jump over"),
    ({"blockades": [[6, 5]]}, "jump", "no jump is left"),
    ({"trail": [[2, 2], [11, 5]], "head": [11, 5], "blockades": [[12, 5]], "actions": {"jump": 1}}, "jump",
     "there is no free square to land on before the wall"),
    ({"trail": [[2, 2], [12, 5]], "head": [12, 5], "actions": {"jump": 1}}, "jump",
     "nothing is in front of the head to jump over"),
    ({"dice": [4, 4, 1]}, "bonus jump", "2 locked dice are kept"),
    ({"dice": [4, 4, 4, 1], "ignored": [1]}, "bonus jump", "2 locked dice are kept"),
    ({"dice": [4, 4, 4], "bonus_taken": True}, "bonus jump", "the bonus of this turn was taken"),
    ({"dice": [4, 4, 4], "bonuses": {"jump": 2}}, "bonus jump", "no more than 2 of a kind can be won"),
    ({"dice": [4, 4, 4], "bonuses": {"jump": 1}}, "bonus jump", ""),
    ({"dice": [4, 1], "blockades": [[6, 5]]}, "move 2 portal", "the run is over before `portal`"),
    ({"dice": [4, 1], "blockades": [[6, 5]]}, "move 2 1", ""),
)  # fmt: skip


@pytest.mark.parametrize(("fields", "text", "said"), ORDERS)
def test_each_refusal_of_an_order_names_the_rule_that_is_broken(fields: dict[str, Any], text: str, said: str) -> None:
    state = position(**fields)
    refused = ""
    try:
        lines.check(state.runs[0], game.parse(text, state), default())
    except IllegalMove as fault:
        refused = fault.reason
    assert refused == said


def test_orders_go_on_in_a_turn_while_few_dice_are_left_and_each_kind_comes_in_its_order() -> None:
    own = {"tracks": {"flip": 2, "ignore": 2, "unlock": 2}, "flips_left": 2}
    for dice, more, text, on in (
        ([1, 2, 1], {}, "flip 1", True), ([1, 2, 1, 2], {}, "flip 1", False),
        ([1, 2, 1, 2, 1], {}, "ignore 1", True), ([1, 2, 1, 2, 1, 2], {}, "ignore 1", False),
        ([1, 2, 1, 2, 1, 2], {}, "ignore 1 2", True), ([1, 2, 4], {}, "unlock 3", True),
        ([1, 4, 4], {"unlocked": [3], "unlocks_used": 1}, "unlock 2", False),  # once in a turn
        ([1, 2, 4], {"flips_left": 1}, "unlock 3", False), ([1, 2, 1], {"flips_left": 1}, "flip 1", False),
        ([1, 2, 1], {"flips_left": 1}, "ignore 1", True), ([1, 2, 1], {"ignored": [2]}, "ignore 1", False),
        ([1, 2, 1], {"ignored": [2]}, "flip 1", False), ([1, 2, 1], {"unlocked": [3]}, "flip 1", True),
        ([1, 2, 1], {"used": [1, 2]}, "ignore 3", False),  # the turn is over
        ([1, 2, 1], {}, "move 1", False), ([1, 2, 1], {"rerolls_left": 1}, "reroll 1", False),
        ([1, 2], {}, "concede", False),
    ):  # fmt: skip
        state = position(dice=dice, **own | more)
        after = game.goes_on(state, game.parse(text, state))
        assert bool(after) == on, (dice, text)
        assert not on or after.turn == state.turn


def test_what_stands_on_the_board_of_a_run_and_lies_beside_it() -> None:
    state = position(blockades=[[9, 9]], powerups=[[4, 4], [10, 4]], dice=[1, 4, 6])
    places = [(one.place, one.kind, one.seat) for one in game.tokens(state)]
    spots = [((5, 5), "head", 0), ((9, 9), "blockade", None), ((4, 4), "power-up", None), ((10, 4), "power-up", None)]
    assert places == [(printed.name(spot), kind, seat) for spot, kind, seat in spots]
    assert game.faces(state) == ("straight", "locked", "either") and game.faces(position(ended="wall")) == ()
    assert game.outcome(state) is None
    alone = position(ended="trail")
    assert game.outcome(alone) == Outcome("trail", (), (-2 * 119,))
    assert (game.PLAYERS, game.turn_for(alone, 0)) == ((1, 200), 4)


class Told(Luck):
    """Dice that fall as they are told to."""

    def __init__(self, *blockades: tuple[int, ...] | None) -> None:
        self.blockades, self.asked = iter(blockades), []

    def roll(self, turn: int, count: int) -> tuple[int, ...]:
        self.asked.append(("roll", turn, count))
        return (1,) * count

    def reroll(self, turn: int, nth: int, numbers: tuple[int, ...]) -> tuple[int, ...]:
        self.asked.append(("reroll", turn, nth, numbers))
        return (2,) * len(numbers)

    def blockade(self, nth: int) -> tuple[int, ...] | None:
        self.asked.append(("blockade", nth))
        return next(self.blockades)


def after(text: str, luck: Told, **fields: Any) -> tuple[Any, list[Event]]:
    state, events = position(**fields), list[Event]()
    return lines.carry_out(state.runs[0], game.parse(text, state), default(), luck, events), events


def test_a_power_up_brings_two_blockades_and_a_level_and_the_next_turn_a_die() -> None:
    luck = Told((3, 3, 3, 3), (1, 1, 1, 1))
    run, events = after(
        "move 1 level flip 2", luck, powerups=[[6, 6]], trail=[[2, 2], [6, 5]], head=[6, 5], heading="S", drops=5
    )
    assert luck.asked == [("blockade", 6), ("blockade", 7), ("roll", 5, 3)]
    assert (run.trail, run.head, run.heading, run.powerups) == (((2, 2), (6, 5), (6, 6), (6, 7)), (6, 7), "E", ())
    assert (run.blockades, run.tracks.flip, run.pending, run.choices, run.drops) == ((), 1, (), 0, 7)
    assert (run.turn, run.dice, run.flips_left, run.rerolls_left, run.used) == (5, (1, 1, 1), 1, 0, ())
    kinds = ["enter", "power-up", "lost", "lost", "level-flip", "extra-die", "enter", "roll"]
    assert [event.kind for event in events] == kinds and events[5].words == {"number": 3}
    assert events[7].words == {"turn": 5, "number": 3, "shown": "1, 1, 1"}
    assert [(mark.turn, mark.kind) for mark in run.history][-2:] == [(4, "enter"), (5, "roll")]


def test_a_full_sheet_gains_no_level_and_a_second_of_a_height_no_die() -> None:
    near = {"powerups": [[6, 6]], "trail": [[2, 2], [6, 5]], "head": [6, 5], "heading": "S"}
    full = dict.fromkeys(("reroll", "flip", "unlock", "ignore"), 4)
    run, _ = after("move 1", Told((3, 3, 3, 4), (3, 4, 3, 3)), **near, tracks=full)
    assert run.choices == 0 and run.blockades == ((6, 7), (7, 6))
    run, _ = after("move 1", Told((3, 3, 3, 4), (3, 4, 3, 3)), **near, tracks=full | {"flip": 3})
    assert run.choices == 1
    _, events = after("level flip", Told(), choices=1, tracks={"ignore": 2, "flip": 1})
    assert [event.kind for event in events] == ["level-flip"] and events[0].words == {"level": 2}


def test_a_jump_crosses_what_stands_in_front_and_a_portal_the_wall() -> None:
    near = {"trail": [[2, 2], [10, 5]], "head": [10, 5], "actions": {"portal": 2, "jump": 2}}
    run, events = after("jump 1 portal 2", Told(), **near, blockades=[[11, 5]])
    assert (run.jumped, run.trail[2:], run.head) == (((11, 5),), ((12, 5), (2, 5)), (2, 5))
    assert (run.actions.portal, run.actions.jump, run.entry, run.heading) == (1, 1, None, "N")
    assert [(event.kind, event.words.get("left")) for event in events][:3] == [
        ("jump", 1),
        ("enter", None),
        ("portal", 1),
    ]
    assert events[0].words == {"squares": 1, "left": 1}
    assert (events[1].words, events[3].words) == (
        {"turn": "straight", "heading": "E"},
        {"turn": "left", "heading": "N"},
    )
    run, events = after("move 1R", Told(), dice=[6, 1])
    assert events[0].words == {"turn": "R", "heading": "S"}
    run, events = after("jump 1 portal 2", Told(), **near, blockades=[[11, 5]])
    assert [event.piece for event in events][:4] == ["head"] * 4 and events[-1].piece == ""


def test_dice_are_thrown_again_turned_over_and_unlocked() -> None:
    luck = Told()
    run, events = after("reroll 1 3", luck, dice=[1, 2, 3], rerolls_left=2, rerolls=1, unlocked=[])
    assert luck.asked == [("reroll", 4, 2, (1, 3))] and (run.dice, run.rerolls_left, run.rerolls) == ((2, 2, 2), 1, 2)
    assert events[0].words == {"numbers": "1, 3", "number": 2, "shown": "2, 2, 2"} and events[0].dice == (2, 2)
    run, events = after("flip 1 2", Told(), dice=[1, 4, 3], flips_left=3, unlocked=[2])
    assert (run.dice, run.flips_left, run.unlocked) == ((6, 3, 3), 1, ()) and events[0].dice == ()
    run, events = after("unlock 1 3", Told(), dice=[4, 4, 4], tracks={"unlock": 1}, actions={"unlock": 2})
    assert (run.unlocked, run.unlocks_used, run.actions.unlock) == ((1, 3), 1, 1)
    assert (events[0].kind, events[0].words) == ("unlock-paid", {"numbers": "1, 3", "paid": 1})
    run, events = after("unlock 2", Told(), dice=[4, 4, 4], tracks={"unlock": 1})
    assert (events[0].kind, run.unlocks_used) == ("unlock", 1)
    run, events = after("ignore 2", Told(), dice=[1, 1, 1])
    assert (run.ignored, events[0].words) == ((2,), {"numbers": "2", "number": 1})


def test_the_end_of_a_run_tells_every_line_of_its_score() -> None:
    run, events = after(
        "concede", Told(), blockades=[[9, 9], [8, 8]], jumped=[[9, 9]], tracks={"flip": 4, "ignore": 3},
        actions={"portal": 1, "unlock": 1}, trail=[[2, 2], [4, 4], [5, 5]], choices=1,
    )  # fmt: skip
    lines_told = {
        event.kind: (event.words["number"], event.words["each"], event.words["points"]) for event in events[1:-1]
    }
    assert lines_told == {
        "score-power-ups": (1, 5, 5), "score-actions": (2, 3, 6), "score-blockades": (2, 1, 2),
        "score-tracks": (1, 5, 5), "score-jumped": (1, -1, -1), "score-empty": (116, -2, -232),
    }  # fmt: skip
    assert (events[0].kind, events[-1].kind, events[-1].words) == ("ended-conceded", "rating-0", {"score": -215})
    assert (run.ended, run.choices, total(run, default())) == ("conceded", 0, -215)


@pytest.mark.parametrize(
    ("fields", "phase"),
    [
        ({}, "roll"), ({"used": [1]}, "move"), ({"choices": 1}, "level"), ({"ended": "wall", "choices": 1}, "over"),
        ({"dice": [4, 4, 4], "used": [1, 2, 3]}, "bonus"),
        ({"dice": [4, 4, 4], "used": [1, 2, 3], "bonus_taken": True}, "pay"),
        ({"dice": [4, 4, 4], "used": [1, 2], "ignored": [3]}, "pay"), ({"ignored": [1]}, "roll"),
    ],
)  # fmt: skip
def test_what_a_run_waits_for_is_written_with_it(fields: dict[str, Any], phase: str) -> None:
    assert json.loads(position(**fields).model_dump_json())["phase"] == phase
