"""The words of a hunt's rules sheet, put together from its definition and templates/rules/fox-and-geese.toml."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from printables import templates, toml_file
from printables.errors import TemplateError
from printables.hunts.model import WAYS, Capture, Goal, Hunt, Side, Way

FILE = "rules/fox-and-geese.toml"
NOT_BACK: tuple[Way, ...] = ("forward", "forward-diagonal", "sideways")
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


@cache
def _texts(file: str) -> dict[str, dict[str, str]]:
    return toml_file.read(
        templates.read(file),
        str(templates.find(file)),
        lambda root: {name: {key: table.text(key) for key in table.values} for name, table in root.tables().items()},
    )


def say(section: str, key: str, **fields: object) -> str:
    """One sentence of the file, its fields filled in. Raises TemplateError."""
    text = _texts(FILE).get(section, {}).get(key)
    if text is None:
        raise TemplateError(f"there is no text {key} under [{section}]", "", FILE)
    return templates.fill(text, {name: str(value) for name, value in fields.items()}, f"{FILE}: {section}.{key}")


def rules(hunt: Hunt) -> dict[str, str]:
    """What the frame of the rules sheet asks for, by name."""
    many, few = (called(side) for side in hunt.sides)
    return {
        "summary": hunt.summary,
        "table": _table(hunt),
        "setup": _setup(hunt),
        "moving": _moving(hunt),
        "capturing": _capturing(hunt),
        "winning": "\n".join(_winning(hunt)),
        "drawn": _drawn(hunt),
        "notes": _notes(hunt),
        "many": many,
        "few": few,
        "example": _example(hunt),
        "orders": _orders(hunt),
        "credit": hunt.credit[:1].upper() + hunt.credit[1:],
        "source": hunt.source,
        "licence": hunt.licence or "Rules in our own words",
        "house": say("house", "text", house=hunt.house) if hunt.house else "",
    }


def setup_line(hunt: Hunt) -> str:
    """A line for beside the board: who stands where."""
    lines = [
        say("setup", "one", one=side.name.lower(), where=side.start[0])
        if len(side.start) == 1
        else say("setup", "standing", pieces=side.plural.lower(), where=spans(side.start))
        for side in hunt.sides
        if side.start
    ]
    return " ".join(lines)


def spans(points: Iterable[str]) -> str:
    """Points in few words, rank by rank: "a3-g3, c2-e2"."""
    ranks: dict[int, list[str]] = {}
    for point in points:
        ranks.setdefault(int(point[1:]), []).append(point[0])
    parts = []
    for rank in sorted(ranks):
        run: list[str] = []
        for letter in [*sorted(ranks[rank]), "~"]:
            if run and ord(letter) != ord(run[-1]) + 1:
                ends = [f"{run[0]}{rank}", f"{run[-1]}{rank}"]
                parts.append("–".join(ends) if len(run) > 2 else ", ".join(f"{one}{rank}" for one in run))
                run = []
            run.append(letter)
    return ", ".join(parts)


def called(side: Side) -> str:
    """The pieces of a side in small letters: plural, unless there is one alone."""
    return (side.name if side.pieces == 1 else side.plural).lower()


def subject(side: Side) -> str:
    """A piece of a side to begin a sentence with: "A goose", "An officer", "The fox"."""
    if side.pieces == 1:
        return f"The {side.name.lower()}"
    return f"{article(side.name).capitalize()} {side.name.lower()}"


def article(name: str) -> str:
    return "an" if name[0].lower() in "aeiou" else "a"


def title(zone: str) -> str:
    """A zone as people read it."""
    return zone.replace("-", " ")


def number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def _one(side: Side) -> str:
    """The ending of the keys of texts about a lone piece."""
    return "-one" if side.pieces == 1 else ""


def _table(hunt: Hunt) -> str:
    counts = {"count_many": number(hunt.many.pieces), "count_few": number(hunt.few.pieces)}
    many, few = (called(side) for side in hunt.sides)
    text = say("table", hunt.look, points=len(hunt.grid.spots), many=many, few=few, **counts)
    key = "zone-squares" if hunt.look == "squares" else "zone"
    return " ".join([text, *(say("table", key, zone=title(zone.name)) for zone in hunt.zones)])


def _setup(hunt: Hunt) -> str:
    texts = [say("setup", "both")] if any(side.start for side in hunt.sides) else []
    for side in hunt.sides:
        if side.hand:
            place = say("setup", "zone", zone=title(side.place)) if side.place else say("setup", "anywhere")
            names = {"piece": side.name.lower(), "pieces": side.plural.lower()}
            key = f"{side.placing}{'-one' if side.hand == 1 else ''}"
            texts.append(say("setup", key, count=number(side.hand), place=place, **names))
    first = hunt.many if hunt.first == "many" else hunt.few
    return " ".join([*texts, say("setup", f"begins{_one(first)}", pieces=called(first))])


def _moving(hunt: Hunt) -> str:
    bullets = []
    for side in hunt.sides:
        pieces = called(side)
        texts = [_step(hunt, side)]
        if side.toward:
            texts.append(say("moving", "toward", zone=title(side.toward)))
        elif set(side.moves) != set(WAYS):
            texts.append(say("moving", "forward", compass=say("compass", side.forward)))
        for entry in side.inside:
            if set(entry.moves) == set(WAYS):
                how = say("moving", "inside-any")
            elif entry.moves == NOT_BACK:
                how = say("moving", "inside-not-back")
            else:
                how = say("moving", "inside-some", ways=_ways(entry.moves))
            texts.append(say("moving", "inside", zone=title(entry.zone), pieces=pieces, how=how))
            if not entry.leave:
                texts.append(say("moving", "stay"))
        texts += [say("moving", "closed", zone=title(zone), pieces=pieces) for zone in side.closed]
        if side.alternate:
            texts.append(say("moving", "alternate", pieces=pieces))
        bullets.append(f"- {' '.join(texts)}")
    if not all(any(goal.kind == "block" for goal in side.wins) for side in hunt.sides):
        bullets.append(f"- {say('moving', 'pass')}")
    return "\n".join(bullets)


def _step(hunt: Hunt, side: Side) -> str:
    fields = {"step": say("moving", f"step-{hunt.look}"), "The": subject(side)}
    if set(side.moves) == set(WAYS):
        return say("moving", "any", **fields)
    if side.moves == NOT_BACK:
        key = "not-back-triangle" if hunt.grid.lattice == "triangle" else "not-back"
        return say("moving", key, **fields)
    if hunt.look == "squares" and set(side.moves) <= {"forward", "forward-diagonal"}:
        return say("moving", "forward-squares", **fields)
    return say("moving", "some", **fields, ways=_ways(side.moves))


def _ways(ways: tuple[Way, ...]) -> str:
    names = [say("ways", way) for way in ways]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _capturing(hunt: Hunt) -> str:
    texts = []
    for side, other in ((hunt.many, hunt.few), (hunt.few, hunt.many)):
        if side.capture:
            texts.append(_capture(hunt, side, other, side.capture))
    return "\n\n".join([say("capturing", "heading"), *(texts or [say("capturing", "nobody")])]) + "\n\n"


def _capture(hunt: Hunt, side: Side, other: Side, capture: Capture) -> str:
    names = {"The": subject(side), "victim": other.name.lower()}
    piece = f"one {side.name.lower()}" if side.pieces > 1 else f"the {side.name.lower()}"
    texts = [say("capturing", "leap-squares" if hunt.look == "squares" else "leap", **names)]
    if set(capture.ways) != set(WAYS):
        texts.append(say("capturing", "only", ways=_ways(capture.ways)))
    texts.append(say("capturing", "chain" if capture.chain else "single", **names))
    if capture.repeat:
        texts.append(say("capturing", "repeat", **names))
    duty = "forced-chain" if capture.duty == "forced" and capture.chain else capture.duty
    texts.append(say("capturing", duty, zone=title(capture.add), a_piece=piece, **names))
    return " ".join(texts)


def _winning(hunt: Hunt) -> Iterable[str]:
    for side, other in ((hunt.many, hunt.few), (hunt.few, hunt.many)):
        how = [_goal(goal, side, other) for goal in side.wins]
        text = how[0] if len(how) == 1 else f"{', '.join(how[:-1])}, or {how[-1]}"
        yield say("winning", f"side{_one(side)}", pieces=called(side), how=text)


def _goal(goal: Goal, side: Side, other: Side) -> str:
    key: str = goal.kind
    if goal.kind == "hold" and goal.count == 1:
        key = f"reach{_one(side)}"
    elif goal.kind == "pass":
        key = f"pass{_one(side)}"
    elif goal.kind in ("block", "capture-all") and other.pieces == 1:
        key = f"{goal.kind}-lone"
    names = {"victim": other.name.lower(), "victims": other.plural.lower()}
    return say("winning", key, count=number(goal.count), zone=title(goal.zone), **names)


def _drawn(hunt: Hunt) -> str:
    if hunt.repetition == "draw":
        return say("drawn", "draw", turns=hunt.turns)
    loser = hunt.many if hunt.repetition == "loss-many" else hunt.few
    return say("drawn", "loss", pieces=loser.plural.lower(), turns=hunt.turns)


def _notes(hunt: Hunt) -> str:
    if not hunt.notes:
        return ""
    return "\n\n".join([say("notes", "heading"), "\n".join(f"- {note}" for note in hunt.notes)]) + "\n\n"


def _example(hunt: Hunt) -> str:
    return (hunt.few.start or hunt.many.start or (hunt.grid.spots[0].id,))[0]


def _orders(hunt: Hunt) -> str:
    here = _example(hunt)
    there = hunt.grid.links[here][0]
    texts = [say("orders", "step", step=f"{here}-{there}")]
    captures = [side.capture for side in hunt.sides if side.capture]
    beyond = [c for b in hunt.grid.links[here] for c in hunt.grid.links[b] if hunt.grid.straight(here, b, c)]
    if captures and beyond:
        texts.append(say("orders", "jump", jump=f"{here}x{beyond[0]}"))
    if any(side.hand for side in hunt.sides):
        texts.append(say("orders", "place", point=here))
    if any(capture.duty == "huff" for capture in captures):
        texts.append(say("orders", "huff", point=here))
    for capture in captures:
        if capture.duty == "add":
            texts.append(say("orders", "add", point=hunt.zone(capture.add)[0]))
    return " ".join(texts)
