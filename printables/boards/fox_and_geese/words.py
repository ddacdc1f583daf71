"""The words of a hunt's rules sheet, put together from its definition and templates/rules/fox-and-geese.toml."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby

from printables.boards.fox_and_geese import examples
from printables.boards.fox_and_geese.model import SIDES, WAYS, Capture, Hunt, Repetition, Side, Way
from printables.core import TemplateError, templates, toml_file
from printables.core.templates import number

FILE = "rules/fox-and-geese.toml"
_HOUSE = re.compile(r" \(\*\w+\*\)")  # what marks a house rule
NOT_BACK: tuple[Way, ...] = ("forward", "forward-diagonal", "sideways")
WHOLE = {"block", "capture-all"}  # goals that are about the other side as a whole


@cache
def texts(file: str) -> dict[str, dict[str, str]]:
    """The sentences of a file, by section and key. Raises TemplateError."""
    return toml_file.read(
        templates.read(file),
        str(templates.find(file)),
        lambda root: {name: {key: table.text(key) for key in table.values} for name, table in root.tables().items()},
    )


def _given(section: str) -> dict[str, str]:
    return texts(templates.translated(FILE)).get(section, {})


def say(section: str, key: str, **fields: object) -> str:
    """One sentence of the file, its fields filled in. Raises TemplateError."""
    file, text = templates.translated(FILE), _given(section).get(key)
    if text is None:
        raise TemplateError(f"there is no text {key} under [{section}]", "", file)
    return templates.fill(text, {name: str(value) for name, value in fields.items()}, f"{file}: {section}.{key}")


def spans(points: Iterable[str]) -> str:
    """Points in few words, rank by rank: "a3-g3, c2-e2"."""
    ranks: dict[int, list[str]] = {}
    for point in points:
        ranks.setdefault(int(point[1:]), []).append(point[0])
    parts = []
    for rank, letters in sorted(ranks.items()):
        for _, run in groupby(enumerate(sorted(letters)), lambda one: ord(one[1]) - one[0]):
            files = [f"{letter}{rank}" for _, letter in run]
            parts.append(f"{files[0]}–{files[-1]}" if len(files) > 2 else ", ".join(files))
    return ", ".join(parts)


def _forms(side: Side) -> list[str]:
    """The names of a piece: alone, with "the", that in the accusative, with "a", that in the accusative; of several."""
    plain, plural = side.name.lower(), side.plural.lower()
    a = f"{'an' if plain[0] in 'aeiou' else 'a'} {plain}"
    row = _given("pieces").get(side.kind) or _given("own").get("piece")
    if not row:
        return [plain, f"the {plain}", f"the {plain}", a, a, plural]
    return [part.strip().replace("$name", side.name).replace("$plural", side.plural) for part in row.split(",")]


def called(side: Side) -> str:
    """The pieces of a side by their name: plural, unless there is one alone."""
    return _forms(side)[0 if side.pieces == 1 else -1]


def names(side: Side) -> tuple[str, str]:
    """The name of a piece and that of several; in English as the definition writes them."""
    name, *_, plural = _forms(side)
    return (name, plural) if side.kind in _given("pieces") else (side.name, side.plural)


def named(hunt: Hunt, side: Side) -> dict[str, str]:
    """The fields that every sentence about a side may name."""
    name, the, the4, a, a4, plural = _forms(side)
    those, pieces, one = f"{_given('pieces').get('plural', 'the')} {plural}", plural, f"one {name}"
    if side.pieces == 1:
        a, a4, those, pieces, one = the, the4, the, name, the
    victim = zip(("victim", "v_the", "v_the4", "v_a", "v_a4", "victims"), _forms(hunt.other(side)), strict=True)
    own = {"a": a, "a4": a4, "those": those, "piece": name, "pieces": pieces, "a_piece": one, **dict(victim)}
    return own | {"A": begun(a), "Those": begun(those), "V_the": begun(own["v_the"])}


def begun(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def zoned(zone: str) -> dict[str, str]:
    """The fields by which a sentence may name a zone: alone, with its article, as where something is."""
    given = _given("zones").get(zone, zone.replace("-", " "))
    name, *forms = (part.strip() for part in given.split(","))  # with its article and as a place, if the file has these
    the, within = forms if len(forms) > 1 else (say("aim", key, zone=name) for key in ("zone", "in-zone"))
    return {"zone": name, "the_zone": the, "in_zone": within, "In_zone": begun(within)}


def rules(hunt: Hunt) -> dict[str, str]:
    """What the frame of the rules sheet asks for, by name."""
    many, few = (called(side) for side in hunt.sides)
    texts = [say("setup", "both")] if any(side.start for side in hunt.sides) else []
    house = templates.say(hunt.house) if hunt.house else ""
    return {
        "summary": summary(hunt), "aim": _aim(hunt), "setup_line": setup_line(hunt), "table": _table(hunt),
        "setup": " ".join([*texts, _begins(hunt)]), "begins": _begins(hunt),
        "moving": _moving(hunt), "capturing": _capturing(hunt), "turn": _turn(hunt),
        "winning": "\n".join(_winning(hunt)), "drawn": " ".join([_ends(hunt), *_stalling(hunt)]),
        "wrong": _beside(dict.fromkeys(_wrong(hunt))), "notes": _beside(map(templates.say, hunt.notes)),
        "seats": say("orders", "seats", many=many, few=few), "example": _example(hunt),
        "orders": (orders := _orders(hunt)), "typed": orders.replace("*", "`"), "in_short": " ".join(_short(hunt)),
        "credit": credit(hunt), "source": templates.say(hunt.source),
        "licence": templates.say(hunt.licence or "Rules in our own words"),
        "house": _beside([say("house", "text" if house else "none", house=house)]),
    }  # fmt: skip


def _short(hunt: Hunt) -> Iterator[str]:
    """The hunt in four to six sentences, as letters have them: set-up, aims, moving, capturing, what else counts."""
    captures = [_short_capture(hunt, side, side.capture) for side in hunt.sides if side.capture]
    said = [_aim(hunt), *_short_steps(hunt), _joined(captures or [say("capturing", "nobody")])]
    loser = _loser(hunt, hunt.repetition)
    lost = [say("drawn", f"again-loss{_one(loser)}", **named(hunt, loser))] if loser else []
    if last := [_HOUSE.sub("", text) for text in (*lost, *_stalling(hunt))]:
        said.append(_joined(last))
    zones = [zone for zone in hunt.zones if any(name in text for text in said for name in zoned(zone.name).values())]
    stand = [{"those": zoned(zone.name)["the_zone"], "where": spans(zone.points)} for zone in zones]
    stand += [{**named(hunt, side), "where": spans(side.start)} for side in hunt.sides if side.start]
    first = hunt.many if hunt.first == "many" else hunt.few
    begins = say("short", f"begins{_one(first)}", **named(hunt, first))
    yield _joined([*(say("short", "on", **fields) for fields in stand), *_hands(hunt), begins])
    yield from [*said, *_forced(hunt)]


def _joined(texts: Iterable[str]) -> str:
    """Sentences as one; none of them begins with a name."""
    return begun("; ".join(text[:1].lower() + text[1:].rstrip(".") for text in texts)) + "."


def _short_steps(hunt: Hunt) -> Iterator[str]:
    """How each side moves; in one sentence where both go any way."""
    alike = all(set(side.moves) == set(WAYS) and not side.toward and not side.inside for side in hunt.sides)
    said = [say("short", "all", step=say("moving", f"step-{hunt.look}"))] if alike else []
    for side in hunt.sides:
        fields = named(hunt, side)
        if side.toward:
            said.append(say("short", "toward", **zoned(side.toward), **fields))
        elif not alike:
            said.append(_step(hunt, side))
        said += _limits(hunt, side)
        if not alike or side == hunt.few:
            yield _joined(said)
            said = []


def _short_capture(hunt: Hunt, side: Side, capture: Capture) -> str:
    fields = {**named(hunt, side), **zoned(capture.add)}
    if capture.by != "leap":
        return say("short", capture.by, **fields)
    ways = [say("short", "only", ways=_ways(capture.ways))] if set(capture.ways) != set(WAYS) else []
    more = ", ".join([*ways, say("short", "chain" if capture.chain else "single")])
    key = "leap-squares" if hunt.look == "squares" else "leap"
    return say("short", key, more=more, duty=say("short", capture.duty, **fields), **fields)


def listed(hunt: Hunt) -> str:
    """What a list calls the hunt, and whether it is decided."""
    title = templates.say(hunt.title)
    return say("winning", "listed", title=title, count=number(hunt.forced[1])) if hunt.forced else title


def summary(hunt: Hunt) -> str:
    """What the hunt is, in a sentence, and who wins it by force."""
    return " ".join([templates.say(hunt.summary), *_forced(hunt)])


def _forced(hunt: Hunt) -> Iterator[str]:
    if hunt.forced:
        side = hunt.many if hunt.forced[0] == "many" else hunt.few
        yield say("winning", f"forced{_one(side)}", count=number(hunt.forced[1]), **named(hunt, side))


def credit(hunt: Hunt) -> str:
    """Who the hunt comes from, to begin a sentence with."""
    return begun(templates.say(hunt.credit))


def setup_line(hunt: Hunt) -> str:
    """A line for beside the board: who stands where."""
    standing = [(side, "one" if len(side.start) == 1 else "standing") for side in hunt.sides if side.start]
    return " ".join(say("setup", key, where=spans(side.start), **named(hunt, side)) for side, key in standing)


def _one(side: Side) -> str:
    """The ending of the keys of texts about a lone piece."""
    return "-one" if side.pieces == 1 else ""


def _table(hunt: Hunt) -> str:
    counts = {"count_many": number(hunt.many.pieces), "count_few": number(hunt.few.pieces)}
    many, few = (called(side) for side in hunt.sides)
    text = say("table", hunt.look, points=len(hunt.grid.spots), many=many, few=few, **counts)
    key = "zone-squares" if hunt.look == "squares" else "zone"
    return " ".join([text, *(say("table", key, **zoned(zone.name)) for zone in hunt.zones)])


def _begins(hunt: Hunt) -> str:
    first = hunt.many if hunt.first == "many" else hunt.few
    return " ".join([*_hands(hunt), say("setup", f"begins{_one(first)}", **named(hunt, first))])


def _hands(hunt: Hunt) -> Iterator[str]:
    for side in hunt.sides:
        if side.hand:
            place = say("setup", "zone", **zoned(side.place)) if side.place else say("setup", "anywhere")
            key = f"{side.placing}{'-one' if side.hand == 1 else ''}"
            yield say("setup", key, count=number(side.hand), place=place, **named(hunt, side))


def _moving(hunt: Hunt) -> str:
    bullets = []
    for side in hunt.sides:
        fields = named(hunt, side)
        texts = [_step(hunt, side)]
        if side.toward:
            texts.append(say("moving", "toward", **zoned(side.toward), **fields))
        elif set(side.moves) != set(WAYS):
            texts.append(say("moving", "forward", compass=say("compass", side.forward)))
        texts += _limits(hunt, side)
        bullets.append(f"- {' '.join(texts)}")
    if not all(any(goal.kind == "block" for goal in side.wins) for side in hunt.sides):
        bullets.append(f"- {say('moving', 'pass')}")
    return "\n".join(bullets)


def _limits(hunt: Hunt, side: Side) -> Iterator[str]:
    """How a side moves in zones of its own, which ones are closed to it, and whether pieces take turns."""
    fields = named(hunt, side)
    for entry in side.inside:
        key = "any" if set(entry.moves) == set(WAYS) else "not-back" if entry.moves == NOT_BACK else "some"
        yield say("moving", f"inside-{key}", ways=_ways(entry.moves), **zoned(entry.zone), **fields)
        if not entry.leave:
            yield say("moving", "stay")
    yield from (say("moving", "closed", **zoned(zone), **fields) for zone in side.closed)
    if side.alternate:
        yield say("moving", "alternate", **fields)


def _step(hunt: Hunt, side: Side) -> str:
    key = "some"
    if set(side.moves) == set(WAYS):
        key = "any"
    elif side.moves == NOT_BACK:
        key = "not-back-triangle" if hunt.grid.lattice == "triangle" else "not-back"
    elif hunt.look == "squares" and set(side.moves) <= {"forward", "forward-diagonal"}:
        key = "forward-squares"
    step = say("moving", f"step-{hunt.look}")
    return say("moving", key, step=step, ways=_ways(side.moves), **named(hunt, side))


def _ways(ways: tuple[Way, ...]) -> str:
    return _either([say("ways", way) for way in ways])


def _either(texts: list[str]) -> str:
    """Texts as a choice: "a, b or c"."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {say('winning', 'or')} {texts[-1]}"


def _capturing(hunt: Hunt) -> str:
    texts = [_capture(hunt, side, side.capture) for side in hunt.sides if side.capture]
    for side in hunt.sides:
        if texts and not side.capture:
            texts.append(say("capturing", f"never{_one(side)}", **named(hunt, side)))
    return "\n\n".join([say("capturing", "heading"), *(texts or [say("capturing", "nobody")])]) + "\n\n"


def leap_fields(leap: examples.Leap) -> dict[str, str]:
    """The points of a capture, as a sentence about it may name them."""
    further = leap.further or ("", "")
    return {"from": leap.start, "over": leap.over, "to": leap.to, "over2": further[0], "to2": further[1]}


def _capture(hunt: Hunt, side: Side, capture: Capture) -> str:
    fields = named(hunt, side)
    if capture.by != "leap":
        return say("capturing", f"{capture.by}{'-lone' if hunt.other(side).pieces == 1 else ''}", **fields)
    texts = [say("capturing", "leap-squares" if hunt.look == "squares" else "leap", **fields)]
    if set(capture.ways) != set(WAYS):
        texts.append(say("capturing", "only", ways=_ways(capture.ways)))
    texts.append(say("capturing", "chain" if capture.chain else "single", **fields))
    if capture.repeat:
        texts.append(say("capturing", "repeat", **fields))
    duty = "forced-chain" if capture.duty == "forced" and capture.chain else capture.duty
    owed = say("capturing", duty, **zoned(capture.add), **fields)
    # What follows on a capture that was missed is a paragraph: a card has it whole, overleaf if need be.
    return " ".join(texts) + ("\n\n" if duty in ("huff", "add") else " ") + owed


def _turn(hunt: Hunt) -> str:
    """A turn told with its numbers: a capture where there is one, else the last step; else how one is written."""
    captures = examples.captures(hunt)
    if captures and captures[0][1].by == "leap":
        captures = captures[:1]
    if captures:
        return " ".join(_take(hunt, *one) for one in captures)
    if shut := examples.shut(hunt):
        fields = {"at": shut.at, "where": spans(shut.others), "from": shut.start, "to": shut.to}
        return say("turn", "shut", order=f"{shut.start}-{shut.to}", **fields, **named(hunt, hunt.many))
    return _orders(hunt)


def _take(hunt: Hunt, side: Side, capture: Capture, leap: examples.Leap) -> str:
    """A capture with its numbers, and what it teaches."""
    key = capture.by if not side.leaps else "chain" if leap.further else "capture"
    whole, fields = hunt.other(side).pieces, {**named(hunt, side), **leap_fields(leap)}
    left = whole - (2 if key in ("chain", "between") else 1)
    order = leap.order if side.leaps else f"{leap.start}-{leap.to}"
    lesson = [say("turn", "lesson", **fields)] if side.leaps and whole > 1 else []
    return " ".join([say("turn", key, order=order, number=whole, left=left, **fields), *lesson])


def _aim(hunt: Hunt) -> str:
    how = [(side, _either(_goals(hunt, side, "aim"))) for side in hunt.sides]
    many, few = (say("aim", f"side{_one(side)}", how=goals, **named(hunt, side)) for side, goals in how)
    return say("aim", "both", many=many, few=few[:1].lower() + few[1:])


def _winning(hunt: Hunt) -> Iterator[str]:
    for side in hunt.sides:
        *before, last = _goals(hunt, side, "winning")
        how = f"{', '.join(before)}, {say('winning', 'or')} {last}" if before else last
        yield say("winning", f"side{_one(side)}", how=how, **named(hunt, side))


def _goals(hunt: Hunt, side: Side, section: str) -> list[str]:
    """The ways to win; of a side that has none, to last until the other has lost by the number of turns."""
    if not side.wins:
        return [say(section, "limit", turns=hunt.turns)]
    wins = side.wins
    if section == "aim" and not side.capture:  # a last piece that is huffed is no aim of those who never capture
        wins = tuple(goal for goal in wins if goal.kind != "capture-all") or wins
    said, about_all = [], False
    for goal in wins:
        key: str = goal.kind
        if goal.kind == "hold" and goal.count == 1:
            key = f"reach{_one(side)}"
        elif goal.kind == "pass":
            key = f"pass{_one(side)}"
        elif goal.kind in WHOLE and hunt.other(side).pieces == 1:
            key = f"{goal.kind}-lone"
        if section == "aim" and about_all and goal.kind in WHOLE:  # whom it befalls is not named twice
            key = f"{key}-again"
        about_all |= goal.kind in WHOLE
        said.append(say(section, key, count=number(goal.count), **zoned(goal.zone), **named(hunt, side)))
    return said


def _loser(hunt: Hunt, result: Repetition) -> Side | None:
    return {"draw": None, "loss-many": hunt.many, "loss-few": hunt.few}[result]


def _stalling(hunt: Hunt) -> Iterator[str]:
    if hunt.stalling:
        yield say("drawn", f"stalling{_one(hunt.many)}", count=number(hunt.stalling), **named(hunt, hunt.many))


def _ends(hunt: Hunt) -> str:
    again, last = _loser(hunt, hunt.repetition), _loser(hunt, hunt.limit)
    if last:
        text = say("drawn", f"again-loss{_one(again)}", **named(hunt, again)) if again else say("drawn", "again")
        return f"{text} {say('drawn', f'limit{_one(last)}', turns=hunt.turns, **named(hunt, last))}"
    if again:
        return say("drawn", f"loss{_one(again)}", turns=hunt.turns, **named(hunt, again))
    return say("drawn", "draw", turns=hunt.turns)


def _wrong(hunt: Hunt) -> Iterator[str]:
    """What is soonest got wrong, if it follows from the rules and they have not said it."""
    if hunt.look == "squares":
        yield say("wrong", "diagonal")
    elif not any(side.capture for side in hunt.sides):
        yield say("wrong", "lines-moves")
    for side in hunt.sides:
        fields = named(hunt, side)
        if side.capture and not side.leaps:
            yield say("wrong", side.capture.by, **fields)
        elif side.leaps and hunt.look != "squares":
            yield say("wrong", "lines", **fields)


def _beside(texts: Iterable[str]) -> str:
    """Texts as notes in the margin, each of its own."""
    return "".join(f"> {text}\n\n" for text in texts)


def _example(hunt: Hunt) -> str:
    return (hunt.few.start or hunt.many.start or (hunt.grid.spots[0].id,))[0]


def _orders(hunt: Hunt) -> str:
    here = _example(hunt)
    texts = [say("orders", "step", step=f"{here}-{hunt.grid.links[here][0]}")]
    texts += [say("orders", "jump", jump=leap.order) for side, _, leap in examples.captures(hunt)[:1] if side.leaps]
    if any(side.hand for side in hunt.sides):
        texts.append(say("orders", "place", point=here))
    captures = [side.capture for side in hunt.sides if side.capture]
    if any(capture.duty == "huff" for capture in captures):
        texts.append(say("orders", "huff", point=here))
    added = [hunt.zone(capture.add)[0] for capture in captures if capture.duty == "add"]
    return " ".join([*texts, *(say("orders", "add", point=point) for point in added)])


def of(hunt: Hunt) -> dict[str, str]:
    """By name; empty where a hunt has nothing of the kind. Raises TemplateError."""
    many, few = (named(hunt, side) for side in hunt.sides)
    made = examples.diagrams(hunt)
    barred = any(diagram.barred for name, diagram in made.items() if name.startswith("moves-"))
    key = "caption-barred" if barred else "caption"
    placed, moves, inside = [], [], []
    for name, side in zip(SIDES, hunt.sides, strict=True):
        fields, kind = named(hunt, side), side.kind
        steps = "caption-side-barred" if made[f"moves-{name}"].barred else "caption-side"
        moves.append(_figure(f"moves-{name}", say("moving", steps, **fields)))
        for entry in side.inside:
            said = say("moving", "caption-inside", **zoned(entry.zone), **fields)
            inside.append(_figure(f"inside-{entry.zone}-{kind}", said))
        if side.hand:
            placed.append(_figure(f"placed-{kind}", say("setup", "caption", **fields)))
    captures, claims = [], []
    for side, capture, leap in examples.captures(hunt):
        fields = {**leap_fields(leap), **named(hunt, side)}
        if side.leaps:
            said = say("capturing", "caption-chain" if leap.further else "caption", **fields)
            captures.append(_figure(f"capture-{side.kind}", said))
        else:
            captures.append(_figure(f"seize-{side.kind}", say("capturing", f"caption-{capture.by}", **fields)))
        if capture.duty in ("huff", "add"):
            said = say("capturing", f"caption-{capture.duty}", **zoned(capture.add), **fields)
            claims.append(_figure(f"claim-{side.kind}", said))
    return {
        "moves_caption": say("moving", key, many_a=many["a"], few_a=few["a"], many_a4=many["a4"], few_a4=few["a4"]),
        "captures": "".join(f"{text}\n\n" for text in captures), "placed": _beside(placed),
        "moves": _beside([*moves, *inside]), "taken": _beside([*captures, *claims]),
    }  # fmt: skip


def _figure(name: str, caption: str) -> str:
    """A picture; a caption also stands for its picture where the sheet is read aloud."""
    return f'![{caption}](figure:{name} "{caption}")'
