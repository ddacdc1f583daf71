"""An independent audit of a run of Snakey Dice: the sheet written anew from its history, and what must always hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

from adjudicator.games.snakey_dice.run import Run
from printables.boards.snakey_dice.house import House

AHEAD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BOARD = {(column, row) for column in range(2, 13) for row in range(2, 13)}


def replayed(run: Run, house: House) -> dict[str, Any]:
    """The sheet written anew from the history alone, each square checked against the one before: the recount."""
    trail, blockades, jumped = [(2, 2)], list[tuple[int, int]](), list[tuple[int, int]]()
    actions = {"portal": house.actions.portal, "jump": house.actions.jump, "unlock": house.actions.unlock}
    levels: Counter[str] = Counter()
    claimed = 0
    heading, entry = "", None
    for _, kind, squares, _, word in run.history:
        if kind == "enter":
            (square,) = squares
            assert square in BOARD and square not in trail and square not in blockades
            if entry is not None:
                assert square == entry
            else:
                ways = [heading] if heading else ["E", "S"]
                assert square in [(trail[-1][0] + AHEAD[way][0], trail[-1][1] + AHEAD[way][1]) for way in ways]
            claimed += square in house.board.power_ups
            trail.append(square)
            heading, entry = word, None
        elif kind == "blockade":
            assert squares[0] not in trail and squares[0] not in blockades
            assert squares[0] not in set(house.board.power_ups) - set(trail)
            blockades.append(squares[0])
        elif kind == "lost":
            assert squares[0] in trail or squares[0] in blockades or squares[0] in house.board.power_ups
        elif kind == "portal":
            actions["portal"] -= 1
            column, row = trail[-1]
            assert squares[0] == {"N": (column, 12), "S": (column, 2), "E": (2, row), "W": (12, row)}[heading]
            entry = squares[0]
        elif kind == "jump":
            actions["jump"] -= 1
            assert all(square in trail or square in blockades for square in squares)
            jumped += squares
            assert heading in ("", word)
            entry = (squares[-1][0] + AHEAD[word][0], squares[-1][1] + AHEAD[word][1])
        elif kind == "level":
            levels[word] += 1
        elif kind == "bonus":
            actions[word] += 1
    left = {name: getattr(run.actions, name) for name in actions}
    actions["unlock"] = left["unlock"]  # free and paid unlocks are written alike
    assert left == actions
    return {"trail": trail, "blockades": blockades, "jumped": jumped, "levels": levels, "claimed": claimed}


def recount(run: Run, house: House) -> int:
    sheet = replayed(run, house)
    assert tuple(sheet["trail"]) == run.trail
    assert tuple(sheet["blockades"]) == run.blockades
    assert tuple(sheet["jumped"]) == run.jumped
    full = sum(sheet["levels"][track] == 4 for track in ("reroll", "flip", "unlock", "ignore"))
    empty = sum(square not in sheet["trail"] and square not in sheet["blockades"] for square in BOARD)
    unused = run.actions.portal + run.actions.jump + run.actions.unlock
    return 5 * sheet["claimed"] + 3 * unused + len(sheet["blockades"]) + 5 * full - len(sheet["jumped"]) - 2 * empty


def check(run: Run, house: House) -> None:
    """What must hold of every run at every moment."""
    visited, blocked, free = set(run.trail), set(run.blockades), BOARD - set(run.trail) - set(run.blockades)
    jumped_only = set(run.jumped) - visited - blocked
    assert len(visited) == len(run.trail) and len(blocked) == len(run.blockades)
    assert len(visited) + len(blocked) + len(jumped_only) + len(free - jumped_only) == 121
    assert not jumped_only  # a jump crosses only what is taken
    assert not blocked & visited and not blocked & set(run.powerups) and not visited & set(run.powerups)
    passed = len(visited & set(house.board.power_ups))
    assert passed + len(run.powerups) == len(house.board.power_ups)
    assert sum(run.tracks.model_dump().values()) + run.choices == passed or run.ended
    assert len(run.dice) <= 6 and not set(run.used) & set(run.ignored)
    assert all(0 <= run.bonuses.model_dump()[name] <= 2 for name in ("portal", "jump", "unlock"))
