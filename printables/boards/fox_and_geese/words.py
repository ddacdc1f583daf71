"""The words of a hunt's rules sheet, put together from its definition and templates/rules/fox-and-geese.toml."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from printables.boards.fox_and_geese import examples
from printables.boards.fox_and_geese.model import WAYS, Capture, Goal, Hunt, Repetition, Side, Way
from printables.core import templates, toml_file
from printables.core.errors import TemplateError

FILE = "rules/fox-and-geese.toml"
_HOUSE = re.compile(r" \(\*\w+\*\)")  # what marks a house rule
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


@cache
def texts(file: str) -> dict[str, dict[str, str]]:
    """The sentences of a file, by section and key. Raises TemplateError."""
    return toml_file.read(
        templates.read(file),
        str(templates.find(file)),
        lambda root: {name: {key: table.text(key) for key in table.values} for name, table in root.tables().items()},
    )


def say(section: str, key: str, **fields: object) -> str:
    """One sentence of the file, its fields filled in. Raises TemplateError."""
    file = templates.translated(FILE)
    text = texts(file).get(section, {}).get(key)
    if text is None:
        raise TemplateError(f"there is no text {key} under [{section}]", "", file)
    return templates.fill(text, {name: str(value) for name, value in fields.items()}, f"{file}: {section}.{key}")


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


class Forms:
    """The names of a side's pieces, as a sentence needs them: alone, with an article, in the accusative, many."""

    def __init__(self, side: Side) -> None:
        given = texts(templates.translated(FILE)).get("pieces", {})
        plain = side.name.lower()
        article = "an" if plain[0] in "aeiou" else "a"
        english = (
            plain,
            f"the {plain}",
            f"the {plain}",
            f"{article} {plain}",
            f"{article} {plain}",
            side.plural.lower(),
        )
        known = tuple(part.strip() for part in given[side.kind].split(",")) if side.kind in given else english
        self.name, self.the, self.the4, self.a, self.a4, self.plural = known
        self.all = f"{given.get('plural', 'the')} {self.plural}"
        self.lone = side.pieces == 1
        self.known = side.kind in given


def called(side: Side) -> str:
    """The pieces of a side by their name: plural, unless there is one alone."""
    forms = Forms(side)
    return forms.name if forms.lone else forms.plural


def names(side: Side) -> tuple[str, str]:
    """The name of a piece and that of several; in English as the definition writes them."""
    forms = Forms(side)
    return (forms.name, forms.plural) if forms.known else (side.name, side.plural)


def named(hunt: Hunt, side: Side) -> dict[str, str]:
    """The fields that every sentence about a side may name."""
    own, other = Forms(side), Forms(hunt.few if side == hunt.many else hunt.many)
    a, those = (own.the, own.the) if own.lone else (own.a, own.all)
    return {
        "A": begun(a),
        "a": a,
        "a4": own.the4 if own.lone else own.a4,
        "Those": begun(those),
        "those": those,
        "piece": own.name,
        "pieces": own.name if own.lone else own.plural,
        "a_piece": f"one {own.name}" if not own.lone else own.the,
        "victim": other.name,
        "victims": other.plural,
        "v_a": other.a,
        "v_a4": other.a4,
        "v_the": other.the,
        "v_the4": other.the4,
        "V_the": begun(other.the),
    }


def begun(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def title(zone: str) -> str:
    """A zone as people read it."""
    return _forms(zone)[0]


def whole(zone: str) -> str:
    """A zone with its article, as what is filled or reached."""
    name, *article = _forms(zone)
    return article[0] if article else say("aim", "zone", zone=name)


def _forms(zone: str) -> list[str]:
    """What the language calls a zone: its name, and with its article where it has more than one."""
    given = texts(templates.translated(FILE)).get("zones", {}).get(zone, zone.replace("-", " "))
    return [part.strip() for part in given.split(",")]


def number(count: int) -> str:
    """A count in words, as far as there are words for it."""
    return templates.say(NUMBERS[count]) if count < len(NUMBERS) else str(count)


NOT_BACK: tuple[Way, ...] = ("forward", "forward-diagonal", "sideways")

WHOLE = {"block", "capture-all"}  # goals that are about the other side as a whole


def rules(hunt: Hunt) -> dict[str, str]:
    """What the frame of the rules sheet asks for, by name."""
    many, few = (called(side) for side in hunt.sides)
    texts = [say("setup", "both")] if any(side.start for side in hunt.sides) else []
    return {
        "summary": summary(hunt),
        "aim": _aim(hunt),
        "setup_line": setup_line(hunt),
        "table": _table(hunt),
        "setup": " ".join([*texts, _begins(hunt)]),
        "begins": _begins(hunt),
        "moving": _moving(hunt),
        "capturing": _capturing(hunt),
        "turn": _turn(hunt),
        "winning": "\n".join(_winning(hunt)),
        "drawn": _drawn(hunt),
        "wrong": "\n".join(dict.fromkeys(_wrong(hunt))),
        "notes": _notes(hunt),
        "played": "\n".join(_played(hunt)),
        "seats": say("orders", "seats", many=many, few=few),
        "example": _example(hunt),
        "orders": (orders := _orders(hunt)),
        "in_short": " ".join(_short(hunt)),
        "typed": orders.replace("*", "`"),
        "credit": credit(hunt),
        "source": templates.say(hunt.source),
        "licence": templates.say(hunt.licence or "Rules in our own words"),
        "house": say("house", "text", house=templates.say(hunt.house)) if hunt.house else say("house", "none"),
    }


def _short(hunt: Hunt) -> Iterator[str]:
    """The hunt in a few sentences, as a letter has them: what both sides are after, who begins, moving, capturing."""
    yield _aim(hunt)
    yield _begins(hunt)
    for side in hunt.sides:
        yield _short_step(hunt, side)
        yield from () if side.toward else _within(hunt, side)
    captures = [(side, side.capture) for side in hunt.sides if side.capture]
    for side, capture in captures:
        fields = {**named(hunt, side), "zone": title(capture.add)}
        if capture.by == "leap":
            more = say("short", "chain" if capture.chain else "single")
            key = "leap-squares" if hunt.look == "squares" else "leap"
            yield say("short", key, more=more, duty=say("short", capture.duty, **fields), **fields)
        else:
            other = hunt.few if side == hunt.many else hunt.many
            yield say("capturing", f"{capture.by}{'-lone' if other.pieces == 1 else ''}", **fields)
    if not captures:
        yield say("capturing", "nobody")
    if loser := _loser(hunt, hunt.repetition):
        yield _HOUSE.sub("", say("drawn", f"again-loss{_one(loser)}", **named(hunt, loser)))
    yield from _stalling(hunt)
    yield from _forced(hunt)


def summary(hunt: Hunt) -> str:
    """What the hunt is, in a sentence, and who wins it by force."""
    return " ".join([templates.say(hunt.summary), *_forced(hunt)])


def _forced(hunt: Hunt) -> Iterator[str]:
    if hunt.forced:
        side = hunt.many if hunt.forced[0] == "many" else hunt.few
        yield say("winning", f"forced{_one(side)}", count=number(hunt.forced[1]), **named(hunt, side))


def _short_step(hunt: Hunt, side: Side) -> str:
    """How a side moves, in a sentence."""
    fields = {**named(hunt, side), "zone": title(side.toward)}
    text = _step(hunt, side).rstrip(".")
    if side.toward:
        stays = not all(entry.leave for entry in side.inside if entry.zone == side.toward)
        text = say("short", "toward-stay" if stays else "toward", **fields)
    more = [say("short", "closed", zone=title(zone)) for zone in side.closed]
    return "".join([text, *more, *([say("short", "alternate")] if side.alternate else []), "."])


def credit(hunt: Hunt) -> str:
    """Who the hunt comes from, to begin a sentence with."""
    return begun(templates.say(hunt.credit))


def setup_line(hunt: Hunt) -> str:
    """A line for beside the board: who stands where."""
    lines = [
        say("setup", "one" if len(side.start) == 1 else "standing", where=spans(side.start), **named(hunt, side))
        for side in hunt.sides
        if side.start
    ]
    return " ".join(lines)


def _one(side: Side) -> str:
    """The ending of the keys of texts about a lone piece."""
    return "-one" if side.pieces == 1 else ""


def _table(hunt: Hunt) -> str:
    counts = {"count_many": number(hunt.many.pieces), "count_few": number(hunt.few.pieces)}
    many, few = (called(side) for side in hunt.sides)
    text = say("table", hunt.look, points=len(hunt.grid.spots), many=many, few=few, **counts)
    key = "zone-squares" if hunt.look == "squares" else "zone"
    return " ".join([text, *(say("table", key, zone=title(zone.name)) for zone in hunt.zones)])


def _begins(hunt: Hunt) -> str:
    """Which pieces are still to be placed, and who moves first."""
    texts = []
    for side in hunt.sides:
        if side.hand:
            place = say("setup", "zone", zone=title(side.place)) if side.place else say("setup", "anywhere")
            key = f"{side.placing}{'-one' if side.hand == 1 else ''}"
            texts.append(say("setup", key, count=number(side.hand), place=place, **named(hunt, side)))
    first = hunt.many if hunt.first == "many" else hunt.few
    return " ".join([*texts, say("setup", f"begins{_one(first)}", **named(hunt, first))])


def _moving(hunt: Hunt) -> str:
    bullets = []
    for side in hunt.sides:
        fields = named(hunt, side)
        texts = [_step(hunt, side)]
        if side.toward:
            texts.append(say("moving", "toward", zone=title(side.toward), **fields))
        elif set(side.moves) != set(WAYS):
            texts.append(say("moving", "forward", compass=say("compass", side.forward)))
        texts += _within(hunt, side)
        texts += [say("moving", "closed", zone=title(zone), **fields) for zone in side.closed]
        if side.alternate:
            texts.append(say("moving", "alternate", **fields))
        bullets.append(f"- {' '.join(texts)}")
    if not all(any(goal.kind == "block" for goal in side.wins) for side in hunt.sides):
        bullets.append(f"- {say('moving', 'pass')}")
    return "\n".join(bullets)


def _within(hunt: Hunt, side: Side) -> Iterator[str]:
    """How a side moves in zones of its own."""
    for entry in side.inside:
        if set(entry.moves) == set(WAYS):
            how = say("moving", "inside-any")
        elif entry.moves == NOT_BACK:
            how = say("moving", "inside-not-back")
        else:
            how = say("moving", "inside-some", ways=_ways(entry.moves))
        yield say("moving", "inside", zone=title(entry.zone), how=how, **named(hunt, side))
        if not entry.leave:
            yield say("moving", "stay")


def _step(hunt: Hunt, side: Side) -> str:
    fields = {"step": say("moving", f"step-{hunt.look}"), **named(hunt, side)}
    if set(side.moves) == set(WAYS):
        return say("moving", "any", **fields)
    if side.moves == NOT_BACK:
        key = "not-back-triangle" if hunt.grid.lattice == "triangle" else "not-back"
        return say("moving", key, **fields)
    if hunt.look == "squares" and set(side.moves) <= {"forward", "forward-diagonal"}:
        return say("moving", "forward-squares", **fields)
    return say("moving", "some", ways=_ways(side.moves), **fields)


def _ways(ways: tuple[Way, ...]) -> str:
    return _either([say("ways", way) for way in ways])


def _either(texts: list[str]) -> str:
    """Texts as a choice: "a, b or c"."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {say('winning', 'or')} {texts[-1]}"


def _capturing(hunt: Hunt) -> str:
    texts = []
    for side in hunt.sides:
        if side.capture:
            texts.append(_capture(hunt, side, side.capture))
    return "\n\n".join([say("capturing", "heading"), *(texts or [say("capturing", "nobody")])]) + "\n\n"


def leap_fields(leap: examples.Leap) -> dict[str, str]:
    """The points of a capture, as a sentence about it may name them."""
    further = leap.further or ("", "")
    return {"from": leap.start, "over": leap.over, "to": leap.to, "over2": further[0], "to2": further[1]}


def _capture(hunt: Hunt, side: Side, capture: Capture) -> str:
    fields = named(hunt, side)
    if capture.by != "leap":
        other = hunt.few if side == hunt.many else hunt.many
        return say("capturing", f"{capture.by}{'-lone' if other.pieces == 1 else ''}", **fields)
    texts = [say("capturing", "leap-squares" if hunt.look == "squares" else "leap", **fields)]
    if set(capture.ways) != set(WAYS):
        texts.append(say("capturing", "only", ways=_ways(capture.ways)))
    texts.append(say("capturing", "chain" if capture.chain else "single", **fields))
    if capture.repeat:
        texts.append(say("capturing", "repeat", **fields))
    duty = "forced-chain" if capture.duty == "forced" and capture.chain else capture.duty
    texts.append(say("capturing", duty, zone=title(capture.add), **fields))
    return " ".join(texts)


def _turn(hunt: Hunt) -> str:
    """A turn told with its numbers: a capture where there is one, else the first step."""
    for side, leap in examples.leaps(hunt):
        other = hunt.few if side == hunt.many else hunt.many
        taken = 2 if leap.further else 1
        fields = {**named(hunt, side), **leap_fields(leap), "order": leap.order}
        counts = {"number": other.pieces, "left": other.pieces - taken}
        texts = [say("turn", "chain" if leap.further else "capture", **fields, **counts)]
        for goal in side.wins:
            if goal.kind in ("reduce", "take"):
                texts.append(say("turn", f"{goal.kind}{_one(side)}", count=number(goal.count), **fields))
        return " ".join(texts)
    first = hunt.many if hunt.first == "many" else hunt.few
    start, ends = examples.opening(hunt, first)
    fields = {"from": start, "ends": ", ".join(ends), "to": ends[0], "order": f"{start}-{ends[0]}"}
    key = "step" if first.start else "place"
    return say("turn", key, number=number(len(ends)), **fields, **named(hunt, first))


def _aim(hunt: Hunt) -> str:
    """What both sides are after, in a line."""
    said = []
    for side, other in ((hunt.many, hunt.few), (hunt.few, hunt.many)):
        goals = _either(_goals(hunt, side, other, "aim"))
        said.append(say("aim", f"side{_one(side)}", how=goals, **named(hunt, side)))
    return say("aim", "both", many=said[0], few=said[1][:1].lower() + said[1][1:])


def _winning(hunt: Hunt) -> Iterator[str]:
    for side, other in ((hunt.many, hunt.few), (hunt.few, hunt.many)):
        how = _goals(hunt, side, other, "winning")
        text = how[0] if len(how) == 1 else f"{', '.join(how[:-1])}, {say('winning', 'or')} {how[-1]}"
        yield say("winning", f"side{_one(side)}", how=text, **named(hunt, side))


def _goals(hunt: Hunt, side: Side, other: Side, section: str) -> list[str]:
    """The ways to win; of a side that has none, to last until the other has lost by the number of turns."""
    if not side.wins:
        return [say(section, "limit", turns=hunt.turns)]
    after = [{goal.kind for goal in side.wins[:number]} for number in range(len(side.wins))]
    return [
        _goal(hunt, goal, side, other, section, again=section == "aim" and bool(before & WHOLE and goal.kind in WHOLE))
        for goal, before in zip(side.wins, after, strict=True)
    ]


def _goal(hunt: Hunt, goal: Goal, side: Side, other: Side, section: str, *, again: bool) -> str:
    """A way to win; `again`: it befalls the pieces that the one before it was about, which are not named twice."""
    key: str = goal.kind
    if goal.kind == "hold" and goal.count == 1:
        key = f"reach{_one(side)}"
    elif goal.kind == "pass":
        key = f"pass{_one(side)}"
    elif goal.kind in ("block", "capture-all") and other.pieces == 1:
        key = f"{goal.kind}-lone"
    fields = {"count": number(goal.count), "zone": title(goal.zone), "the_zone": goal.zone and whole(goal.zone)}
    return say(section, f"{key}-again" if again else key, **fields, **named(hunt, side))


def _loser(hunt: Hunt, result: Repetition) -> Side | None:
    return {"draw": None, "loss-many": hunt.many, "loss-few": hunt.few}[result]


def _stalling(hunt: Hunt) -> Iterator[str]:
    if hunt.stalling:
        yield say("drawn", f"stalling{_one(hunt.many)}", count=number(hunt.stalling), **named(hunt, hunt.many))


def _drawn(hunt: Hunt) -> str:
    return " ".join([_ends(hunt), *_stalling(hunt)])


def _ends(hunt: Hunt) -> str:
    again, last = _loser(hunt, hunt.repetition), _loser(hunt, hunt.limit)
    if last:
        text = say("drawn", f"again-loss{_one(again)}", **named(hunt, again)) if again else say("drawn", "again")
        return f"{text} {say('drawn', f'limit{_one(last)}', turns=hunt.turns, **named(hunt, last))}"
    if again:
        return say("drawn", f"loss{_one(again)}", turns=hunt.turns, **named(hunt, again))
    return say("drawn", "draw", turns=hunt.turns)


def _wrong(hunt: Hunt) -> Iterator[str]:
    """What of these rules is soonest forgotten."""
    captures = any(side.capture for side in hunt.sides)
    if hunt.look == "squares":
        yield say("wrong", "diagonal")
    elif not captures:
        yield say("wrong", "lines-moves")
    for side in hunt.sides:
        fields = named(hunt, side)
        back = {"back", "back-diagonal"} & set(side.moves)
        if side.toward:
            yield say("wrong", "toward", zone=title(side.toward), **fields)
        elif not back:
            yield say("wrong", "not-back", **fields)
        elif side == hunt.many:
            yield say("wrong", "back", **fields)
        for entry in side.inside:
            if not entry.leave:
                yield say("wrong", "leave", zone=title(entry.zone), **fields)
        if side.alternate:
            yield say("wrong", "alternate", **fields)
        if side.capture and not side.leaps:
            yield say("wrong", side.capture.by, **fields)
        if side.leaps:
            if hunt.look != "squares":
                yield say("wrong", "lines", **fields)
            yield say("wrong", "chain" if side.leaps.chain else "once", **fields)
            yield say("wrong", "optional" if side.leaps.duty == "optional" else "duty", **fields)
        for goal in side.wins:
            if goal.kind == "reduce":
                yield say("wrong", "reduce", count=number(goal.count), **fields)


def _played(hunt: Hunt) -> Iterator[str]:
    """The options that this hunt is played with."""
    many = named(hunt, hunt.many)
    if not hunt.many.toward:
        yield say("played", "back-yes" if {"back", "back-diagonal"} & set(hunt.many.moves) else "back-no", **many)
    captures = [side.leaps for side in hunt.sides if side.leaps]
    if captures:
        yield say("played", "chain-yes" if captures[0].chain else "chain-no")
    for side in hunt.sides:
        yield say("played", "hand" if side.hand else f"set{_one(side)}", **named(hunt, side))
    first = hunt.many if hunt.first == "many" else hunt.few
    yield say("played", "first", **named(hunt, first))
    results = (
        say("played", f"loss{_one(loser)}", **named(hunt, loser))
        if (loser := _loser(hunt, kind))
        else say("played", "draw")
        for kind in (hunt.repetition, hunt.limit)
    )
    yield say("played", "repetition", result=next(results), turns=hunt.turns, last=next(results))
    if hunt.stalling:
        yield say("played", "stalling", count=number(hunt.stalling), **many)


def _notes(hunt: Hunt) -> str:
    if not hunt.notes:
        return ""
    notes = "\n".join(f"- {templates.say(note)}" for note in hunt.notes)
    return "\n\n".join([say("notes", "heading"), notes]) + "\n\n"


def _example(hunt: Hunt) -> str:
    return (hunt.few.start or hunt.many.start or (hunt.grid.spots[0].id,))[0]


def _orders(hunt: Hunt) -> str:
    here = _example(hunt)
    there = hunt.grid.links[here][0]
    texts = [say("orders", "step", step=f"{here}-{there}")]
    texts += [say("orders", "jump", jump=leap.order) for _, leap in examples.leaps(hunt)[:1]]
    if any(side.hand for side in hunt.sides):
        texts.append(say("orders", "place", point=here))
    captures = [side.capture for side in hunt.sides if side.capture]
    if any(capture.duty == "huff" for capture in captures):
        texts.append(say("orders", "huff", point=here))
    for capture in captures:
        if capture.duty == "add":
            texts.append(say("orders", "add", point=hunt.zone(capture.add)[0]))
    return " ".join(texts)


def of(hunt: Hunt) -> dict[str, str]:
    """By name; empty where a hunt has nothing of the kind. Raises TemplateError."""
    many, few = (named(hunt, side) for side in hunt.sides)
    barred = any(diagram.barred for name, diagram in examples.diagrams(hunt).items() if name.startswith("moves-"))
    key = "caption-barred" if barred else "caption"
    return {
        "moves_caption": say("moving", key, many_a=many["a"], few_a=few["a"], many_a4=many["a4"], few_a4=few["a4"]),
        "placed": _figures(_placed(hunt)),
        "inside": _figures(_inside(hunt)),
        "captures": _figures(_captures(hunt)),
        "claims": _figures(_claims(hunt)),
    }


def _figures(pairs: Iterable[tuple[str, str]]) -> str:
    """Paragraphs of pictures; a caption also stands for its picture where the sheet is read aloud."""
    return "".join(f'![{caption}](figure:{name} "{caption}")\n\n' for name, caption in pairs)


def _placed(hunt: Hunt) -> Iterable[tuple[str, str]]:
    for side in hunt.sides:
        if side.hand:
            yield f"placed-{side.kind}", say("setup", "caption", **named(hunt, side))


def _inside(hunt: Hunt) -> Iterable[tuple[str, str]]:
    made = examples.diagrams(hunt)
    for side in hunt.sides:
        for entry in side.inside:
            name = f"inside-{entry.zone}-{side.kind}"
            key = "caption-inside-barred" if made[name].barred else "caption-inside"
            yield name, say("moving", key, zone=title(entry.zone), **named(hunt, side))


def _captures(hunt: Hunt) -> Iterable[tuple[str, str]]:
    for side, leap in examples.leaps(hunt):
        key = "caption-chain" if leap.further else "caption"
        yield f"capture-{side.kind}", say("capturing", key, **leap_fields(leap), **named(hunt, side))
    for side, step in examples.seizures(hunt):
        by = side.capture.by if side.capture else ""
        yield f"seize-{side.kind}", say("capturing", f"caption-{by}", **leap_fields(step), **named(hunt, side))


def _claims(hunt: Hunt) -> Iterable[tuple[str, str]]:
    for side, leap in examples.leaps(hunt):
        if side.capture and side.capture.duty in ("huff", "add"):
            key, zone = f"caption-{side.capture.duty}", title(side.capture.add)
            yield f"claim-{side.kind}", say("capturing", key, zone=zone, **leap_fields(leap), **named(hunt, side))
