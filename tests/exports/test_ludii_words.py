"""Ludii: what each word of its language makes of a small hunt, all of it compared, and the line that is told else."""

from __future__ import annotations

import math
from typing import Any

import pytest

from printables.boards.fox_and_geese import load
from printables.boards.fox_and_geese.model import WAYS, Capture, Goal, Grid, Hunt, Inside, Zone
from printables.exports.ludii import read, syntax
from printables.exports.ludii.moves import MoveReader

STEP = "(move Step (to if:(is Empty (to))))"
BETWEEN = "(between if:(is Enemy (who at:(between))) (apply (remove (between))))"
HOP = f"(move Hop {BETWEEN} (to if:(is Empty (to))))"
ON = f"(then (if (can Move (hop (from (last To)) {BETWEEN} (to if:(is Empty (to))))) (moveAgain)))"
FLANK = (
    "(then (custodial (from (last To)) (between {}if:(is Enemy (who at:(between))) (apply (remove (between)))) "
    "(to if:(is Friend (who at:(to))))))"
)
MIDST = "(then (intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to))))))"
WORDS = {
    "head": "",
    "players": "(players 2)",
    "board": "(board (rectangle 4 3 diagonals:All) use:Vertex)",
    "owl": STEP,
    "mouse": STEP,
    "more": "",
    "start": '(place "Owl1" (coord "B4")) (place "Mouse2" (sites Bottom))',
    "play": "(play (forEach Piece))",
    "end": "(if (no Moves Next) (result Mover Win))",
}
LINES = {"players": 3, "board": 4, "owl": 5, "mouse": 6, "more": 7, "start": 8, "play": 9, "end": 10}
ROWS = {"top": ("a4", "b4", "c4"), "bottom": ("a1", "b1", "c1"), "left": ("a1", "a2", "a3", "a4")}


def game(**changes: str) -> str:
    """A game of two kinds of pieces, each of its parts on the line of LINES."""
    words = WORDS | changes
    return (
        '{head}\n(game "Owl and Mice"\n{players} (equipment {{\n{board}\n(piece "Owl" P1 {owl})\n'
        '(piece "Mouse" P2 {mouse})\n{more} }}) (rules\n(start {{ {start} }})\n{play}\n(end {{ {end} }})))\n'
    ).format(**words)


def told(**changes: str) -> list[tuple[int, str]]:
    _, problems = read.examine(game(**changes), "x.lud")
    assert all(problem.source == "x.lud" for problem in problems)
    return [(problem.line, problem.message) for problem in problems]


def found(**changes: str) -> Hunt:
    hunt, problems = read.examine(game(**changes), "x.lud")
    assert not problems
    assert hunt is not None
    return hunt


def bare(hunt: Hunt) -> Hunt:
    """Without the letters of the drawing, which say nothing that zones do not."""
    spots = tuple(spot._replace(mark="o") for spot in hunt.grid.spots)
    return hunt._replace(grid=Grid(hunt.grid.lattice, spots, hunt.grid.lines))


PLAIN = """
format = "postfox-hunt-1"
title = "Owl and Mice"
summary = "A hunt from a game of Ludii."
credit = "see the source"
source = "A game of Ludii, Owl and Mice"
first = "few"
[board]
drawing = '''
o-o-o
|x|x|
o-o-o
|x|x|
o-o-o
|x|x|
o-o-o
'''
[start]
drawing = '''
. f .
. . .
. . .
m m m
'''
[many]
name = "mouse"
plural = "mouses"
emblem = "disc"
moves = ["any"]
wins = ["block"]
[few]
name = "owl"
plural = "owls"
emblem = "star"
moves = ["any"]
wins = ["block"]
"""
USUAL = load.hunt(PLAIN)


def zones(*names: str) -> dict[str, Any]:
    return {"zones": tuple(Zone(name, ROWS[name]) for name in names)}


def barred(*parts: str) -> str:
    asked = " ".join(f"(not (is In (to) (sites {one})))" for one in parts)
    return f"(move Step (to if:(and {{(is Empty (to)) {asked}}})))"


TAKEN = "(if (no Pieces P2) (result P1 Win)) (if (no Moves P1) (result P2 Win))"
ALL, BLOCK, LEAP = (Goal("capture-all"),), (Goal("block"),), Capture(WAYS, False, "optional", "", False)
MAP = '(map "Home" {{ {} }})'.format(" ".join(f"(pair {n} {n // 3})" for n in range(12)))
NEARER = '(move Step (to if:(and (is Empty (to)) (< (mapEntry "Home" (to)) (mapEntry "Home" (from))))))'
PUT = "(move (from (handSite P1)) (to (sites Empty)))"
HAND = {"start": '(place "Owl1" (handSite P1)) (place "Mouse2" (sites Bottom))', "more": "(hand P1)"}
PAIR = {"start": '(place "Owl1" (handSite P1) count:2) (place "Mouse2" (sites Bottom))', "more": "(hand P1)"}
SAID: dict[str, tuple[dict[str, str], dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    # what is written, and what of the hunt, of the few and of the many is other than usual
    "as it is": ({}, {}, {}, {}),
    "a title": ({"head": '// x\n(define "A" 1)'}, {}, {}, {}),
    "one way": ({"owl": STEP.replace("Step", "Step Forward")}, {}, {"moves": ("back",)}, {}),
    "ways": (
        {"mouse": STEP.replace("Step", "Step (directions {Forwards Rightward Leftward})")},
        {},
        {},
        {"moves": ("forward", "forward-diagonal", "sideways")},
    ),
    "all ways": ({"mouse": STEP.replace("Step", "Step (directions {N Adjacent})")}, {}, {}, {}),
    "lines and slants": (
        {"mouse": STEP.replace("Step", "Step Orthogonal"), "owl": STEP.replace("Step", "Step Diagonal")},
        {},
        {"moves": ("forward-diagonal", "back-diagonal")},
        {"moves": ("forward", "sideways", "back")},
    ),
    "closed": ({"owl": barred("Top", "Left", "Top")}, zones("top", "left"), {"closed": ("top", "left")}, {}),
    "and in braces": ({"owl": barred("Top").replace("{", "").replace("}", "")}, zones("top"), {"closed": ("top",)}, {}),
    "toward": ({"owl": NEARER, "more": MAP}, {"zones": (Zone("zone-a", ROWS["bottom"]),)}, {"toward": "zone-a"}, {}),
    "inside": (
        {"owl": f"(if (is In (from) (sites Top)) {STEP.replace('Step', 'Step Orthogonal')} {STEP})"},
        zones("top"),
        {"inside": (Inside("top", ("forward", "sideways", "back"), True),)},
        {},
    ),
    "kept inside": (
        {
            "owl": "(if (is In (from) (sites Top)) (move Step (to if:(and {(is Empty (to)) (is In (to) (sites "
            f"Top)) (not (is In (to) (sites Left)))}}))) {STEP})"
        },
        zones("top", "left"),
        {"inside": (Inside("top", WAYS, False),)},
        {},
    ),
    "leap": ({"owl": f"(or {HOP} {STEP})", "end": TAKEN}, {}, {"capture": LEAP, "wins": ALL}, {}),
    "leaps in braces": (
        {"owl": f"(or {{ {HOP.replace('Hop', 'Hop Orthogonal')} {STEP} }})", "end": TAKEN},
        {},
        {"capture": LEAP._replace(ways=("forward", "sideways", "back")), "wins": ALL},
        {},
    ),
    "chain": (
        {"owl": f"(or {HOP[:-1]} {ON}) {STEP})", "end": TAKEN},
        {},
        {"capture": LEAP._replace(chain=True), "wins": ALL},
        {},
    ),
    "chain of the same turn": (
        {"owl": f'(if ("SameTurn") {HOP} (or {HOP} {STEP}))', "end": TAKEN},
        {},
        {"capture": LEAP._replace(chain=True), "wins": ALL},
        {},
    ),
    "leap that stays": (
        {
            "owl": f"(or (move Hop {BETWEEN} (to if:(and (is Empty (to)) (not (is In (to) (sites Top)))))) {STEP})",
            "end": TAKEN,
        },
        zones("top"),
        {"capture": LEAP, "wins": ALL},
        {},
    ),
    "flank": (
        {"owl": f"{STEP[:-1]} {FLANK.format('(max 1) ')})", "end": TAKEN},
        {},
        {"capture": LEAP._replace(by="flank"), "wins": ALL},
        {},
    ),
    "flank of any": (
        {"owl": f"{STEP[:-1]} {FLANK.format('')})", "end": TAKEN},
        {},
        {"capture": LEAP._replace(by="flank"), "wins": ALL},
        {},
    ),
    "between": (
        {"owl": f"{STEP[:-1]} {MIDST})", "end": TAKEN},
        {},
        {"capture": LEAP._replace(by="between"), "wins": ALL},
        {},
    ),
    "forced": (
        {
            "owl": f"(or {HOP} {STEP})",
            "end": TAKEN,
            "play": f"(play (if (is Mover P1) (priority {{(forEach Piece {HOP}) (forEach Piece)}}) (forEach Piece)))",
        },
        {},
        {"capture": LEAP._replace(duty="forced"), "wins": ALL},
        {},
    ),
    "chain of play": (
        {
            "owl": f"(or {HOP} {STEP})",
            "end": TAKEN,
            "play": f'(play (if (and (is Mover P1) ("SameTurn")) (or {HOP} (move Pass)) (forEach Piece)))',
        },
        {},
        {"capture": LEAP._replace(chain=True), "wins": ALL},
        {},
    ),
    "chain of both": (
        {
            "owl": f"(or {HOP} {STEP})",
            "end": TAKEN,
            "play": f"(play (if (is Prev Mover) (or {HOP} (move Pass)) (forEach Piece)))",
        },
        {},
        {"capture": LEAP._replace(chain=True), "wins": ALL},
        {},
    ),
    "any turn": (
        HAND | {"play": f"(play (if (is Mover P1) (or {PUT} (forEach Piece)) (forEach Piece)))"},
        {},
        {"hand": 1, "placing": "any-turn", "start": ()},
        {},
    ),
    "any turn, in a zone": (
        PAIR
        | {
            "play": "(play (if (is Mover P1) (or (move (from (handSite P1)) (to (intersection "
            "(sites Empty) (sites Top)))) (forEach Piece)) (forEach Piece)))"
        },
        zones("top"),
        {"hand": 2, "placing": "any-turn", "start": (), "place": "top"},
        {},
    ),
    "placed outside": (
        PAIR
        | {
            "play": "(play (if (is Mover P1) (or (move (from (handSite P1)) (to (difference (sites "
            "Empty) (sites Row 0) (sites Row 1) (sites Row 2)))) (forEach Piece)) "
            "(forEach Piece)))"
        },
        {"zones": (Zone("zone-a", ROWS["top"]),)},
        {"hand": 2, "placing": "any-turn", "start": (), "place": "zone-a"},
        {},
    ),
    "one placed first": (
        HAND
        | {
            "play": f'phases:{{(phase "A" P1 (play {PUT}) (nextPhase ("HandEmpty" P1) "B")) '
            '(phase "B" (play (forEach Piece)))}'
        },
        {"first": "many"},
        {"hand": 1, "start": ()},
        {},
    ),
    "two placed by turns": (
        PAIR | {"play": f'phases:{{(phase "A" P1 (play {PUT})) (phase "B" (play (forEach Piece)))}}'},
        {},
        {"hand": 2, "start": (), "placing": "by-turns"},
        {},
    ),
    "two placed at once": (
        PAIR
        | {
            "play": f'phases:{{(phase "A" P1 (play {PUT[:-1]} (then (moveAgain))))) '
            '(phase "B" (play (forEach Piece)))}'
        },
        {},
        {"hand": 2, "start": ()},
        {},
    ),
    "two placed before the others": (
        PAIR
        | {
            "play": f'phases:{{(phase "A" P1 (play {PUT[:-1]} (then (if (not ("HandEmpty" '
            'P1)) (moveAgain)))))) (phase "B" (play (forEach Piece)))}'
        },
        {"first": "many"},
        {"hand": 2, "start": ()},
        {},
    ),
    "standing and in hand": (
        {
            "start": '(place "Owl1" (coord "B4")) (place "Owl1" (handSite P1)) (place "Mouse2" (sites '
            'Bottom)) (place "Mouse2" (sites {"A2"}))',
            "more": "(hand P1)",
            "play": f"(play (if (is Mover P1) (or {PUT} (forEach Piece)) (forEach Piece)))",
        },
        {},
        {"hand": 1, "placing": "any-turn"},
        {"start": ("a1", "a2", "b1", "c1")},
    ),
    "turns": ({"end": f"{WORDS['end']} (if (>= (count Turns) 40) (result Mover Draw))"}, {"turns": 40}, {}, {}),
    "moves": ({"end": f"{WORDS['end']} (if (>= (count Moves) 41) (result P1 Draw))"}, {"turns": 41}, {}, {}),
    "turns that lose": (
        {"end": f"{WORDS['end']} (if (>= (count Turns) 40) (result P1 Loss))"},
        {"turns": 40, "limit": "loss-few"},
        {},
        {},
    ),
    "turns that win": (
        {"end": f"{WORDS['end']} (if (>= (count Turns) 40) (result P1 Win))"},
        {"turns": 40, "limit": "loss-many"},
        {},
        {},
    ),
    "next loses": ({"end": "(if (no Moves Next) (result Next Loss))"}, {}, {}, {}),
    "one is blocked": (
        {"end": "(if (no Moves P1) (result P1 Loss)) (if (>= (count Turns) 9) (result P1 Win))"},
        {"turns": 9, "limit": "loss-many"},
        {"wins": ()},
        {},
    ),
    "said twice": ({"end": f"{WORDS['end']} (if (no Moves P1) (result P2 Win)) {{ {WORDS['end']} }}"}, {}, {}, {}),
    "of the mover": (
        {
            "end": "(if (and (is Mover P2) (no Moves P1)) (result P2 Win)) "
            "(if (and (is Next P2) (no Moves P2)) (result P2 Loss))"
        },
        {},
        {},
        {},
    ),
    "either": (
        {
            "end": f'(if (or (no Moves P1) (is In (where "Mouse" P2) (sites Top))) (result P2 Win)) {TAKEN}',
            "owl": f"(or {HOP} {STEP})",
        },
        zones("top"),
        {"capture": LEAP, "wins": ALL},
        {"wins": (Goal("block"), Goal("hold", 1, "top"))},
    ),
    **{
        f"taken as {text}": (
            {"end": f"(if {text} (result P1 Win)) (if (no Moves P1) (result P2 Win))", "owl": f"(or {HOP} {STEP})"},
            {},
            {"capture": LEAP, "wins": (goal,)},
            {},
        )
        for text, goal in {
            "(= (count Pieces P2) 0)": Goal("capture-all"),
            "(<= (count Pieces P2) 0)": Goal("capture-all"),
            "(no Pieces P2)": Goal("capture-all"),
            "(<= (count Pieces P2) 1)": Goal("reduce", 1),
            "(= (count Pieces P2) 2)": Goal("reduce", 2),
            "(>= (- 3 (count Pieces P2)) 2)": Goal("take", 2),
        }.items()
    },
    **{
        f"reached as {text}": (
            {"end": f"(if {text} (result P2 Win)) (if (no Moves P2) (result P1 Win))"},
            zones("top"),
            {},
            {"wins": (goal,)},
        )
        for text, goal in {
            "(>= (count Sites in:(intersection (sites Occupied by:P2) (sites Top))) 2)": Goal("hold", 2, "top"),
            "(= (count Sites in:(difference (sites Top) (sites Occupied by:P2))) 0)": Goal("fill", 0, "top"),
        }.items()
    },
    "past": (
        {
            "end": "(if (and (> (count Sites in:(intersection (sites Occupied by:P1) (sites Bottom))) 0) (= (count "
            "Sites in:(intersection (sites Occupied by:P2) (sites Bottom))) 0)) (result P1 Win)) "
            "(if (no Moves P1) (result P2 Win))"
        },
        {},
        {"wins": (Goal("pass"),)},
        {},
    ),
}


@pytest.mark.parametrize("name", SAID)
def test_a_game_is_read_as_the_hunt_that_its_words_mean(name: str) -> None:
    written, hunt, few, many = SAID[name]
    whole = USUAL._replace(few=USUAL.few._replace(**few), many=USUAL.many._replace(**many))._replace(**hunt)
    assert bare(found(**written)) == whole


ODD_HOP = HOP.replace("Enemy", "Friend")
REFUSED: dict[str, tuple[dict[str, str], list[tuple[int, str]]]] = {
    "no game": ({"head": "", "players": "(players 3)"}, [(3, "only games of two players are hunts")]),
    "no steps": ({"owl": HOP}, [(5, "a piece that takes no steps is not understood")]),
    "a slide": ({"mouse": "(move Slide)"}, [(6, "(move Slide) is not understood as a move")]),
    "two moves": ({"mouse": f"{STEP} {STEP}"}, [(6, f'(piece "Mouse" P2 {STEP}'[:55])]),
    "a way": ({"owl": STEP.replace("Step", "Step Up")}, [(5, "Up is not understood as a direction")]),
    "a then": (
        {"owl": f"{STEP[:-1]} (then (moveAgain)))"},
        [(5, "(then (moveAgain)) is not understood as a condition")],
    ),
    "a condition": (
        {"owl": "(move Step (to if:(is Enemy (to))))"},
        [(5, "(is Enemy (to)) is not understood as a condition")],
    ),
    "a condition of a leap": (
        {"owl": f"(or {HOP.replace('(is Empty (to))', '(is In (to) (sites Top))')} {STEP})"},
        [(5, "(is In (to) (sites Top)) is not understood as a condition")],
    ),
    "a choice of a leap": (
        {"owl": f"(or {HOP.replace('(is Empty (to))', '(or (is Empty (to)) 1)')} {STEP})"},
        [(5, "(or (is Empty (to)) 1) is not understood as a condition")],
    ),
    "a leap over a friend": (
        {"owl": f"(or {ODD_HOP} {STEP})"},
        [(5, f"{ODD_HOP[:57]}...: only a leap over one enemy, which it takes, is understood")],
    ),
    "a leap over nobody": (
        {"owl": f"(or (move Hop (to if:(is Empty (to)))) {STEP})"},
        [(5, "(move Hop (to if:(is Empty (to)))): only a leap over one enemy, which it takes, is understood")],
    ),
    "a leap and what then": (
        {"owl": f"(or {HOP[:-1]} (then (moveAgain))) {STEP})"},
        [(5, "(then (moveAgain)) is not understood as a condition")],
    ),
    "inside, another zone": (
        {
            "owl": "(if (is In (from) (sites Top)) (move Step (to if:(and (is Empty (to)) (is In (to) "
            f"(sites Left))))) {STEP})"
        },
        [(5, "(is In (to) (sites Left)) is not understood as a condition")],
    ),
    "inside, another condition": (
        {"owl": f"(if (is In (from) (sites Top)) (move Step (to if:(is Enemy (to)))) {STEP})"},
        [(5, "(is Enemy (to)) is not understood as a condition")],
    ),
    "no map": ({"owl": NEARER}, [(5, '(< (mapEntry "Home" (to)) (mapEntry "Home" (from))) is not un'[:57])]),
    "a map that counts no steps": (
        {"owl": NEARER, "more": MAP.replace("(pair 11 3)", "(pair 11 4)")},
        [(5, '(< (mapEntry "Home" (to)) (mapEntry "Home" (from)))')],
    ),
    "a map of a part": (
        {"owl": NEARER, "more": MAP.replace("(pair 11 3)", "")},
        [(5, '(< (mapEntry "Home" (to)) (mapEntry "Home" (from)))')],
    ),
    "a map the other way": (
        {"owl": NEARER.replace('"Home" (to)', '"Home" (from)'), "more": MAP},
        [(5, '(< (mapEntry "Home" (from)) (mapEntry "Home" (from)))')],
    ),
    "something else": ({"more": "(dice d:6)"}, [(7, "(dice d:6) is not understood")]),
    "a third kind": ({"more": f'(piece "Cat" P1 {STEP})'}, [(7, f'(piece "Cat" P1 {STEP})'[:57])]),
    "a kind of nobody": (
        {"more": '(piece "Cat" Neutral)'},
        [(7, '(piece "Cat" Neutral) is not understood: each player has one kind of piece')],
    ),
    "a start": ({"start": f"{WORDS['start']} (set Count 1)"}, [(8, "(set Count 1) is not understood")]),
    "a start of others": ({"start": f'{WORDS["start"]} (place "Cat1" 1)'}, [(8, '(place "Cat1" 1) is not understood')]),
    "a start of nobody": ({"start": f'{WORDS["start"]} (place "Owl3" 1)'}, [(8, '(place "Owl3" 1) is not understood')]),
    "no place": ({"start": f'{WORDS["start"]} (place "Owl1")'}, [(8, '(place "Owl1") is not understood')]),
    "play": ({"play": "(play (forEach Die))"}, [(9, "(forEach Die) is not understood")]),
    "an if of play": (
        {"play": "(play (if (is Mover P1) (forEach Piece)))"},
        [(9, "(if (is Mover P1) (forEach Piece)) is not understood")],
    ),
    "a choice of play": (
        {"play": "(play (if (is Mover P1) (or 1 2) (forEach Piece)))"},
        [(9, "(if (is Mover P1) (or 1 2) (forEach Piece)) is not understood")],
    ),
    "a priority of both": (
        {"play": "(play (if (is Even 1) (priority {1 2}) (forEach Piece)))"},
        [(9, "(if (is Even 1) (priority {1 2}) (forEach Piece)) is not und"[:57])],
    ),
    "a phase": (
        {"play": 'phases:{(phase "A") (phase "B" (play (forEach Piece)))}'},
        [(9, '(phase "A") is not understood')],
    ),
    "a rule": ({"play": "(sing)\n(play (forEach Piece))"}, [(9, "(sing) is not understood")]),
    "an end": ({"end": f"{WORDS['end']} (forEach Player)"}, [(10, "(forEach Player) is not understood")]),
    "an end of one's own": (
        {"end": f"{WORDS['end']} (if (no Moves Next) (result Mover Loss))"},
        [(10, "(no Moves Next) is not understood")],
    ),
    "an end of nobody": (
        {"end": f"{WORDS['end']} (if (no Pieces P1) (result Mover Win))"},
        [(10, "(no Pieces P1) is not understood")],
    ),
    "one's own pieces": (
        {"end": f"{WORDS['end']} (if (no Pieces P1) (result P1 Win))"},
        [(10, "(no Pieces P1) is not understood")],
    ),
    "a draw": (
        {"end": f"{WORDS['end']} (if (no Pieces P1) (result P2 Draw))"},
        [(10, "(no Pieces P1) is not understood")],
    ),
    "turns of the mover": (
        {"end": f"{WORDS['end']} (if (>= (count Turns) 9) (result Mover Win))"},
        [(10, "(>= (count Turns) 9) is not understood")],
    ),
    "either of two": (
        {"end": f"{WORDS['end']} (if (or (no Moves P1) (is Cycle)) (result P2 Win))"},
        [(10, "(is Cycle) is not understood")],
    ),
    "and of two": (
        {"end": f"{WORDS['end']} (if (and (no Moves P1) (no Moves P2)) (result P2 Win))"},
        [(10, "(and (no Moves P1) (no Moves P2)) is not understood")],
    ),
    "a count of another whole": (
        {"end": f"{WORDS['end']} (if (>= (- 4 (count Pieces P2)) 2) (result P1 Win))"},
        [(10, "(>= (- 4 (count Pieces P2)) 2) is not understood")],
    ),
    "held by fewer": (
        {
            "end": f"{WORDS['end']} (if (= (count Sites in:(intersection (sites Occupied by:P2) (sites Top))) 2) "
            "(result P2 Win))"
        },
        [(10, "(= (count Sites in:(intersection (sites Occupied by:P2)")],
    ),
    "held by others": (
        {
            "end": f"{WORDS['end']} (if (>= (count Sites in:(intersection (sites Occupied by:P1) (sites Top))) 2)"
            " (result P2 Win))"
        },
        [(10, "(>= (count Sites in:(intersection (sites Occupied by:P1)")],
    ),
    "filled but for one": (
        {
            "end": f"{WORDS['end']} (if (= (count Sites in:(difference (sites Top) (sites Occupied by:P2))) 1) "
            "(result P2 Win))"
        },
        [(10, "(= (count Sites in:(difference (sites Top) (sites Occup")],
    ),
    "filled by others": (
        {
            "end": f"{WORDS['end']} (if (= (count Sites in:(difference (sites Top) (sites Occupied by:P1))) 0) "
            "(result P2 Win))"
        },
        [(10, "(= (count Sites in:(difference (sites Top) (sites Occup")],
    ),
    "a board of hexagons": (
        {"board": "(board (wedge 3))"},
        [(4, "of boards of cells only square ones are understood")],
    ),
    "no board": ({"board": "(hand P1)"}, [(4, "no board is understood")]),
    "names": (
        {"owl": STEP.replace("Step", "Step NE")},
        [(0, "the directions in which Owl moves have no names: see docs/hunts.md")],
    ),
    "points at odds": (
        {
            "board": "(board (graph vertices:{{0 0} {1 0} {2.4 0} {0 1} {1 1} {2.4 1} {0 2} {1 2} {2.4 2} "
            "{0 3} {1 3} {2.4 3}} edges:{{0 1}}) use:Vertex)"
        },
        [(0, "the points of the board lie on no squares and no triangles")],
    ),
    "a hunt without a win": (
        {"end": "(if (no Moves P1) (result P2 Win))"},
        [(0, "as a hunt it cannot be played: nothing says how the few win")],
    ),
    "no capture": (
        {"end": f"{WORDS['end']} (if (no Pieces P2) (result P1 Win))"},
        [(0, "as a hunt it cannot be played: 'capture all' needs a capture")],
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_game_says_beyond_a_hunt_is_told_with_its_line(name: str) -> None:
    changes, wanted = REFUSED[name]
    assert [
        (line, message[: len(begun)]) for (line, message), (_, begun) in zip(told(**changes), wanted, strict=True)
    ] == wanted


TURNS = {
    "Forward": (0,),
    "Forwards": (-45, 0, 45),
    "FR": (45,),
    "FL": (-45,),
    "Rightward": (90,),
    "Leftward": (-90,),
    "Rightwards": (45, 90, 135),
    "Leftwards": (-135, -90, -45),
    "Backward": (180,),
    "Backwards": (135, 180, 225),
    "BR": (135,),
    "BL": (225,),
    "Orthogonal": None,
    "Diagonal": None,
    "SW": None,
}
COMPASS = {0: "N", 45: "NE", 90: "E", 135: "SE", 180: "S", 225: "SW", 270: "W", 315: "NW"}


@pytest.mark.parametrize("facing", syntax.RING)
def test_words_for_directions_turn_with_a_piece_and_points_of_the_compass_do_not(facing: str) -> None:
    ahead = next(angle for angle, name in COMPASS.items() if name == facing)
    fixed = {"Orthogonal": {"N", "E", "S", "W"}, "Diagonal": {"NE", "SE", "SW", "NW"}, "SW": {"SW"}}
    for word, turns in TURNS.items():
        node = syntax.parse(STEP.replace("Step", f"Step {word}"))[0]
        wanted = fixed.get(word) or {COMPASS[(ahead + turn) % 360] for turn in turns or ()}
        assert MoveReader(facing, str, str).read(node).steps == wanted, word


@pytest.mark.parametrize(("facing", "moves"), [("S", ("forward",)), ("W", ("sideways",))])
def test_a_piece_faces_where_it_is_said_to(facing: str, moves: tuple[str, ...]) -> None:
    text = game(mouse=f"{facing} {STEP.replace('Step', 'Step (directions {Forward Backward})')}")
    hunt, problems = read.examine(text)
    assert (hunt and hunt.many.moves, problems) == ({"S": ("forward", "back"), "W": ("sideways",)}[facing], ())


STEPS = STEP.replace("Step", "Step Diagonal")
CELLS = {"board": "(board (rectangle 3 4))", "owl": STEPS, "mouse": STEPS}


def test_of_a_board_of_cells_those_of_one_colour_are_left_where_all_go_aslant() -> None:
    hunt = found(**CELLS, start='(place "Owl1" (coord "B3")) (place "Mouse2" (sites {"B1" "D1"}))')
    assert (hunt.look, hunt.few.start, hunt.many.start) == ("squares", ("b3",), ("b1", "d1"))
    assert {spot.id for spot in hunt.grid.spots} == {"b1", "d1", "a2", "c2", "b3", "d3"}
    assert set(hunt.grid.lines) == {("a2", "b1"), ("a2", "b3"), ("b1", "c2"), ("b3", "c2"), ("c2", "d1"), ("c2", "d3")}
    assert hunt.many.moves == hunt.few.moves == WAYS, "there are no other ways on such a board"


@pytest.mark.parametrize(("ways", "wanted"), [("Diagonal", WAYS), ("(directions {FR FL})", ("back-diagonal",))])
def test_leaps_aslant_on_cells_of_one_colour_go_all_ways_or_those_that_are_said(ways: str, wanted: Any) -> None:
    start = '(place "Owl1" (coord "B3")) (place "Mouse2" (sites {"B1" "D1"}))'
    owl = f"(or {HOP.replace('Hop', f'Hop {ways}')} {STEPS})"
    hunt = found(**CELLS | {"owl": owl}, start=start, end=TAKEN)
    assert (hunt.look, hunt.few.moves) == ("squares", WAYS)
    assert hunt.few.capture == LEAP._replace(ways=wanted)
    owl = f"(or {HOP.replace('Hop', 'Hop Diagonal')} {STEP.replace('Step', f'Step {ways}')})"
    hunt = found(**CELLS | {"owl": owl}, start=start, end=TAKEN)
    assert (hunt.look, hunt.few.moves, hunt.few.capture) == ("squares", wanted, LEAP)


def test_where_nobody_stands_yet_the_colour_is_that_of_the_first_corner_or_of_the_few() -> None:
    hand = {"more": "(hand P2)", "start": '(place "Owl1" (coord "B3")) (place "Mouse2" (handSite P2) count:2)'}
    placed = "(if (is Mover P2) (or (move (from (handSite P2)) (to (sites Empty))) (forEach Piece)) (forEach Piece))"
    hunt = found(**CELLS, **hand, play=f"(play {placed})")
    assert {spot.id for spot in hunt.grid.spots} == {"b1", "d1", "a2", "c2", "b3", "d3"}


def test_a_board_of_cells_on_which_somebody_goes_straight_keeps_all_of_them() -> None:
    hunt = found(**CELLS | {"mouse": STEP}, start='(place "Owl1" (coord "B3")) (place "Mouse2" (sites Bottom))')
    assert (hunt.look, len(hunt.grid.spots), len(hunt.grid.lines)) == ("points", 12, 17 + 12)
    assert (hunt.few.moves, hunt.many.moves) == (("forward-diagonal", "back-diagonal"), WAYS)
    leaping = f"(or {HOP} {STEPS})"  # straight leaps are enough
    hunt = found(
        **CELLS | {"owl": leaping}, end=TAKEN, start='(place "Owl1" (coord "B3")) (place "Mouse2" (sites Bottom))'
    )
    assert (hunt.look, len(hunt.grid.spots)) == ("points", 12)


@pytest.mark.parametrize(
    "board",
    [
        "scale 3 (rectangle 4 3 diagonals:All)",
        "scale 0.25 (rectangle 4 3 diagonals:All)",
        "shift 7 -3 (rectangle 4 3 diagonals:All)",
        "rotate 180 (rectangle 4 3 diagonals:All)",
        "rotate 90 (rectangle 3 4 diagonals:All)",
    ],
)
def test_a_board_is_the_same_wherever_it_lies_and_however_large(board: str) -> None:
    assert bare(found(board=f"(board ({board}) use:Vertex)")) == USUAL


@pytest.mark.parametrize("size", [1.0, 0.5, 4.0])
def test_rows_that_are_half_a_step_aside_are_a_board_of_triangles(size: float) -> None:
    high = size * math.sqrt(3) / 2
    places = [(0.5, 0), (1.5, 0), (0, 1), (1, 1), (2, 1), (0.5, 2), (1.5, 2)]
    vertices = " ".join(f"{{{x * size} {y * high}}}" for x, y in places)
    edges = "{0 1} {2 3} {3 4} {5 6} {0 2} {0 3} {1 3} {1 4} {2 5} {3 5} {3 6} {4 6}"
    hunt = found(
        board=f"(board (graph vertices:{{{vertices}}} edges:{{{edges}}}) use:Vertex)",
        start='(place "Owl1" 5) (place "Mouse2" (sites {0 1}))',
    )
    spots = {"a1": (2, 4), "b1": (6, 4), "a2": (0, 2), "b2": (4, 2), "c2": (8, 2), "a3": (2, 0), "b3": (6, 0)}
    assert hunt.grid.lattice == "triangle"
    assert {spot.id: (spot.column, spot.row) for spot in hunt.grid.spots} == spots
    assert [*hunt.grid.lines] == [
        ("a1", "a2"),
        ("a1", "b1"),
        ("a1", "b2"),
        ("a2", "a3"),
        ("a2", "b2"),
        ("a3", "b2"),
        ("a3", "b3"),
        ("b1", "b2"),
        ("b1", "c2"),
        ("b2", "b3"),
        ("b2", "c2"),
        ("b3", "c2"),
    ]
    assert (hunt.few.start, hunt.many.start) == (("a3",), ("a1", "b1"))


def test_a_board_is_as_wide_as_there_are_letters() -> None:
    start = '(place "Owl1" (sites Right)) (place "Mouse2" (sites Left))'
    wide = found(board="(board (rectangle 1 26) use:Vertex)", start=start)
    assert (wide.few.start, wide.many.start) == (("a1",), ("z1",))
    apart = "(board (graph vertices:{{0 0} {1 0} {AT 0}} edges:{{0 1} {1 2}}) use:Vertex)"
    assert found(board=apart.replace("AT", "25"), start=start).many.start == ("z1",)
    assert told(board=apart.replace("AT", "26"), start=start) == [(0, "the board is too large for a drawing")]


@pytest.mark.parametrize("slants", ["", " diagonals:Alternating"])
def test_a_cross_is_two_rectangles_through_each_other(slants: str) -> None:
    hunt = found(board=f"(CrossBoard 3 7{slants})", start='(place "Owl1" (centrePoint)) (place "Mouse2" (sites Top))')
    arms = [{(x, y) for x in range(7) for y in range(2, 5)}, {(x, y) for x in range(2, 5) for y in range(7)}]
    points = sorted(arms[0] | arms[1])
    assert [spot.id for spot in hunt.grid.spots] == [f"{'abcdefg'[x]}{y + 1}" for x, y in points]
    assert (hunt.few.start, hunt.many.start) == (("d4",), ("c7", "d7", "e7"))
    wanted = set[tuple[str, ...]]()
    for arm in arms:
        for x, y in arm:
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                drawn = not (dx and dy) or (slants and (x + y) % 2 == 0)
                if drawn and (x + dx, y + dy) in arm:
                    wanted.add(tuple(f"{'abcdefg'[c]}{r + 1}" for c, r in ((x, y), (x + dx, y + dy))))
    assert {tuple(line) for line in hunt.grid.lines} == wanted


def test_two_kinds_of_one_name_are_told_apart() -> None:
    hunt, problems = read.examine(game().replace("Mouse", "Owl"))
    assert hunt is not None and not problems
    assert ((hunt.few.name, hunt.few.plural), (hunt.many.name, hunt.many.plural)) == (
        ("lone owl", "lone owls"),
        ("owl", "owls"),
    )


def test_names_of_several_words_are_taken_apart() -> None:
    hunt, problems = read.examine(game().replace("Mouse", "GreyGoose"))
    assert hunt is not None and not problems
    assert (hunt.few.name, hunt.few.plural, hunt.few.emblem) == ("owl", "owls", "star")
    assert (hunt.many.name, hunt.many.plural, hunt.many.emblem) == ("grey goose", "grey gooses", "disc")


def test_an_animal_that_has_an_emblem_gets_it() -> None:
    hunt, _ = read.examine(game().replace("Owl", "Wolf").replace("Mouse", "Sheep"))
    assert hunt is not None and (hunt.few.emblem, hunt.many.emblem) == ("wolf", "sheep")


def test_of_a_long_title_sixty_characters_are_kept() -> None:
    hunt, problems = read.examine(game().replace("Owl and Mice", "x" * 70))
    assert (hunt and hunt.title, problems) == ("x" * 60, ())


def test_who_has_more_pieces_is_the_many_and_of_equals_the_second() -> None:
    start = '(place "Owl1" (sites Top)) (place "Mouse2" (sites {}))'
    for some, many in (('{"A1" "B1"}', "owl"), ('{"A1" "B1" "C1"}', "owl"), ('{"A1" "B1" "C1" "A2"}', "mouse")):
        assert found(start=start.format(some)).many.name == many
