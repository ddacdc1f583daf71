"""A hunt as the text of a definition: what `load` reads back as the same hunt, but for the letters of its drawing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from string import ascii_uppercase

from printables.boards.fox_and_geese import sketch
from printables.boards.fox_and_geese.load import FORMAT
from printables.boards.fox_and_geese.model import SIDES, WAYS, Goal, Hunt, Side, Way

LETTERS = tuple(letter for letter in ascii_uppercase if letter not in "X")


def text(hunt: Hunt) -> str:
    """The definition. Raises ValueError where zones overlap in more ways than there are letters."""
    sets = {spot.id: tuple(zone.name for zone in hunt.zones if spot.id in zone.points) for spot in hunt.grid.spots}
    kinds = list(dict.fromkeys(filter(None, sets.values())))
    if len(kinds) > len(LETTERS):
        raise ValueError("zones overlap in too many ways")
    letter = dict(zip(kinds, LETTERS, strict=False))
    drawn, unseen = sketch.rows(hunt.grid, {point: letter.get(kind, "o") for point, kind in sets.items()})
    lines = [f"format = {_quoted(FORMAT)}", *_head(hunt), "", "[board]"]
    lines += ['lattice = "triangle"'] if hunt.grid.lattice == "triangle" else []
    lines += [f"look = {_quoted(hunt.look)}"] if hunt.look != "points" else []
    lines += _drawing(drawn)
    lines += [f"links = {_list(unseen)}"] if unseen else []
    if hunt.zones:
        lines += ["", "[zones]"]
        for zone in hunt.zones:
            lines.append(f"{zone.name} = {_quoted(''.join(one for kind, one in letter.items() if zone.name in kind))}")
    standing = dict.fromkeys(sets, ".") | dict.fromkeys(hunt.many.start, "m") | dict.fromkeys(hunt.few.start, "f")
    plan, _ = sketch.rows(hunt.grid, standing)
    lines += ["", "[start]", *_drawing([row.translate(BLANK) for row in plan])]
    for name, side in zip(SIDES, hunt.sides, strict=True):
        lines += _side(name, side)
    return "\n".join([*lines, ""])


BLANK = str.maketrans(dict.fromkeys("-|/\\x", " "))


def _head(hunt: Hunt) -> Iterator[str]:
    for key in ("title", "summary", "credit", "source", "licence", "house"):
        if value := getattr(hunt, key):
            yield f"{key} = {_quoted(value)}"
    if hunt.notes:
        yield f"notes = {_list(hunt.notes)}"
    yield f"first = {_quoted(hunt.first)}"
    for key, usual in (("repetition", "draw"), ("turns", 300), ("limit", "draw")):
        if (value := getattr(hunt, key)) != usual:
            yield f"{key} = {json.dumps(value)}"


def _drawing(rows: Iterable[str]) -> list[str]:
    return ["drawing = '''", *(f"    {row}".rstrip() for row in rows), "'''"]


def _side(name: str, side: Side) -> list[str]:
    lines = ["", f"[{name}]", *(f"{key} = {_quoted(getattr(side, key))}" for key in ("name", "plural", "emblem"))]
    if side.forward != ("up" if name == "many" else "down"):
        lines.append(f"forward = {_quoted(side.forward)}")
    lines.append(f"moves = {_ways(side.moves)}")
    lines += [f"toward = {_quoted(side.toward)}"] if side.toward else []
    lines += [f"closed = {_list(side.closed)}"] if side.closed else []
    lines += ["alternate = true"] if side.alternate else []
    lines += [f"hand = {side.hand}"] if side.hand else []
    lines += [f"place = {_quoted(side.place)}"] if side.place else []
    lines += [f"placing = {_quoted(side.placing)}"] if side.placing != "first" else []
    lines.append(f"wins = {_list(map(goal, side.wins))}")
    for entry in side.inside:
        lines += ["", f"[{name}.inside.{entry.zone}]", f"moves = {_ways(entry.moves)}"]
        lines += [] if entry.leave else ["leave = false"]
    if side.capture:
        lines += ["", f"[{name}.capture]"]
        if side.capture.by != "leap":
            return [*lines, f"by = {_quoted(side.capture.by)}"]
        lines += [f"moves = {_ways(side.capture.ways)}"] if set(side.capture.ways) != set(WAYS) else []
        lines += [f"chain = {json.dumps(side.capture.chain)}", f"duty = {_quoted(side.capture.duty)}"]
        lines += [f"add = {_quoted(side.capture.add)}"] if side.capture.add else []
        lines += ["repeat = true"] if side.capture.repeat else []
    return lines


def goal(one: Goal) -> str:
    """A way to win as a definition writes it."""
    match one.kind:
        case "capture-all":
            return "capture all"
        case "reduce":
            return f"reduce to {one.count}"
        case "take":
            return f"take {one.count}"
        case "fill":
            return f"fill {one.zone}"
        case "hold":
            return f"reach {one.zone}" if one.count == 1 else f"{one.count} in {one.zone}"
    return one.kind


def _ways(ways: tuple[Way, ...]) -> str:
    return _list(("any",) if set(ways) == set(WAYS) else ways)


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"


def _quoted(text: str) -> str:
    """As TOML and JSON both write it."""
    return json.dumps(text, ensure_ascii=False)
