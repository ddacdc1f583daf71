"""For the tests of hunts: their texts, a board to change, and definitions made at random."""

from __future__ import annotations

import random
import re

from adjudicator.games.fox_and_geese.rules import Position, Rules
from printables.boards.fox_and_geese import variants
from printables.core import templates

VARIANTS = variants()
GOALS = ["block", "capture all", "reduce to 1", "take 2", "fill gate", "reach gate", "2 in gate", "pass"]
WAYS = ["forward", "forward-diagonal", "sideways", "back", "back-diagonal"]


def perft(played: Rules, position: Position, depth: int) -> int:
    """How many ways there are to play `depth` deeds; a game that ends sooner counts nothing."""
    if depth == 0:
        return 1
    after = () if played.ending(position) else (played.after(position, deed) for deed in played.deeds(position))
    return sum(perft(played, one, depth - 1) for one in after)


def text(variant: str) -> str:
    return templates.read(f"hunts/{variant}.toml")


def definition(seed: int) -> str:
    """A definition at random: any outline, lattice, lines, zones, moves, captures and goals. Some cannot be played."""
    chance = random.Random(seed)
    rows, marks = _board(chance)
    points = [mark for mark in marks if mark]
    start = _start(chance, len(points))
    lattice = "triangle" if chance.random() < 0.2 else "square"
    drawn = _drawing(chance, rows, marks, lattice)
    plan, number = [], iter(start)
    for row, line in enumerate(drawn.split("\n")):
        if row % 2 == 0:
            plan.append("".join(next(number) if character.isalpha() else " " for character in line))
    head = [
        'format = "postfox-hunt-1"',
        f'title = "Hunt {seed}"',
        'summary = "Made at random."',
        'credit = "Nobody"',
        'source = "Chance"',
        f'first = "{chance.choice(["many", "few"])}"',
        f'repetition = "{chance.choice(["draw", "loss-many", "loss-few"])}"',
        f"turns = {chance.randint(1, 120)}",
        "[board]",
        f'lattice = "{lattice}"',
        f'look = "{chance.choice(["points", "squares"])}"',
        f"drawing = '''\n{drawn}\n'''",
        "[zones]",
        'gate = "G"',
        "[start]",
        "drawing = '''\n{}\n'''".format("\n".join(plan)),
    ]
    return _varied("\n".join([*head, *_side(chance, "many"), *_side(chance, "few"), ""]), random.Random(3 * seed + 1))


def _varied(text: str, chance: random.Random) -> str:
    """Some with captures by a step, pieces placed by turns, and a last turn that loses, where the text allows it."""
    if chance.random() < 0.2:
        text = text.replace('placing = "any-turn"', 'placing = "by-turns"')
    if chance.random() < 0.2:
        text = re.sub(
            r"^(turns = .*)$", rf'\1\nlimit = "loss-{chance.choice(["many", "few"])}"', text, flags=re.MULTILINE
        )
    if chance.random() < 0.2:
        by = f'by = "{chance.choice(["flank", "between"])}"\n'
        text = re.sub(r'^duty = "\w+"\n(?:add.*\n)?(?:chain.*\n)?(?:repeat.*\n)?', by, text, flags=re.MULTILINE)
    if chance.random() < 0.3:
        text = re.sub(r"^(turns = .*)$", rf"\1\nstalling = {chance.randint(1, 5)}", text, flags=re.MULTILINE)
    return text


def _board(chance: random.Random) -> tuple[tuple[int, int], list[str]]:
    height, width = chance.randint(2, 5), chance.randint(2, 6)
    marks = [chance.choice("oooG") if chance.random() < 0.9 else "" for _ in range(height * width)]
    marks[0], marks[-1] = "G", "o"
    return (height, width), marks


def _drawing(chance: random.Random, size: tuple[int, int], marks: list[str], lattice: str) -> str:
    """Every point with all lines to its neighbours, slanting ones where chance has it."""
    height, width = size
    apart, aside = (4, 2) if lattice == "triangle" else (2, 0)
    columns = apart * width + aside * height
    cells = [[" "] * columns for _ in range(2 * height - 1)]
    at = {
        (row, column): (2 * row, apart * column + aside * row)
        for row in range(height)
        for column in range(width)
        if marks[row * width + column]
    }
    slants = chance.choice(["none", "even", "odd", "all"])
    for (row, column), (r, c) in at.items():
        cells[r][c] = marks[row * width + column]
        if (row, column + 1) in at:
            cells[r][c + 1 : c + apart] = "-" * (apart - 1)
        if lattice == "triangle":
            if (row + 1, column) in at:
                cells[r + 1][c + 1] = "\\"
            if (row + 1, column - 1) in at:
                cells[r + 1][c - 1] = "/"
            continue
        if (row + 1, column) in at:
            cells[r + 1][c] = "|"
        if slants == "all" or (slants != "none" and (row + column) % 2 == (slants == "odd")):
            for step, stroke in ((1, "\\"), (-1, "/")):
                if (row + 1, column + step) in at:
                    cells[r + 1][c + step] = "x" if cells[r + 1][c + step] != " " else stroke
    return "\n".join("".join(line).rstrip() for line in cells)


def _start(chance: random.Random, points: int) -> list[str]:
    few = chance.randint(1, max(1, min(3, points // 4)))
    many = chance.randint(1, max(1, points // 2))
    standing = ["f"] * few + ["m"] * many + ["."] * points
    standing = standing[:points]
    chance.shuffle(standing)
    return standing


def _side(chance: random.Random, side: str) -> list[str]:
    ways = chance.sample(WAYS, chance.randint(1, 5)) if chance.random() < 0.5 else ["any"]
    goals = chance.sample(GOALS, chance.randint(1, 2))
    lines = [
        f"[{side}]",
        f'name = "{side} one"',
        f'plural = "{side}"',
        f'emblem = "{chance.choice(["disc", "fox", "goose", "star"])}"',
        f'forward = "{chance.choice(["up", "down", "left", "right"])}"',
        f"moves = {ways}",
    ]
    if chance.random() < 0.2:
        lines.append('toward = "gate"')
    if chance.random() < 0.15:
        lines.append('closed = ["gate"]')
    if chance.random() < 0.25:
        lines.append("alternate = true")
    if chance.random() < 0.25:
        lines += [f"hand = {chance.randint(1, 2)}", f'placing = "{chance.choice(["first", "any-turn"])}"']
        lines += ['place = "gate"'] if chance.random() < 0.5 else []
    captures = chance.random() < 0.7
    if not captures:
        goals = [goal for goal in goals if goal not in ("capture all", "reduce to 1", "take 2")] or ["block"]
    lines.append(f"wins = {goals}")
    if chance.random() < 0.25:
        lines += [f"[{side}.inside.gate]", f"moves = {chance.choice([['any'], ['sideways'], ['forward', 'back']])}"]
        lines.append(f"leave = {'true' if chance.random() < 0.5 else 'false'}")
    if captures:
        duty = chance.choice(["optional", "forced", "huff", "add"])
        lines += [f"[{side}.capture]", f'duty = "{duty}"']
        if duty == "add":
            lines.append('add = "gate"')
        if chance.random() < 0.6:
            lines += ["chain = true", f"repeat = {'true' if chance.random() < 0.4 else 'false'}"]
    return lines
