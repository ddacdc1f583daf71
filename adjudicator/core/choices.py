"""What a seat may order, as data: a page lets a player tap an order together, and knows no rules.

A choice is a record of this module, and `to_json` what a page gets of some, which printables/page/choices.js reads. It
never offers a tap from which no order can be completed.

`listed` makes a choice of any legal actions: the smallest automaton of their taps, so it cannot offer what the rules
do not. `Walk` and `Chain` stand for actions that are too many to list."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from adjudicator.core.codec import Json

Kind: TypeAlias = Literal["piece", "place", "die", "direction", "word"]
KINDS: tuple[Kind, ...] = ("piece", "place", "die", "direction", "word")
_WORD, _JOINED = re.compile(r"(\s+)"), re.compile(r"([-x:>]+)")
_FIELD = re.compile(r"\{(?:(\d+)|\*([^}]*))\}")


class Tap(NamedTuple):
    """One tap: a place or the piece on it by the place's id, a die by its number, a way by its corners, or a word."""

    text: str
    kind: Kind = "place"


class Range(NamedTuple):
    """One tap that names a whole number, `least` to `most`. Ranges that meet and lead to the same are listed as one."""

    least: int
    most: int


AnyTap: TypeAlias = Tap | Range


class Tapped(NamedTuple):
    """An action as it is tapped together and said: `say` has {0} for the first tap, {*-} for all, joined by a dash. The
    last `loose` taps may come in any order, and are said in the order given; then all are joined by a space."""

    taps: tuple[AnyTap, ...]
    say: str = "{*}"
    loose: int = 0

    @property
    def text(self) -> str:
        """The action's text."""
        return said(self.say, self.taps)


class Ask(NamedTuple):
    """What a choice asks: phrases under [asks], `key` first and `more` after each tap (none: asked by what follows).
    `fields` fill both; where so many taps are needed, {left} says how many still are."""

    key: str
    more: str = ""
    fields: tuple[tuple[str, str | int], ...] = ()
    needs: int = 0


class Listed(NamedTuple):
    """An automaton: a node is (number of what is said if the order may end there, or -1; tap, node, tap, node...)."""

    taps: tuple[AnyTap, ...]
    says: tuple[str, ...]
    nodes: tuple[tuple[int, ...], ...]
    ask: Ask | None = None


class OneOf(NamedTuple):
    """One of several choices."""

    of: "tuple[Choice, ...]"


class InTurn(NamedTuple):
    """One choice after the other, said as `say` has them. `apart`: a walk enters no place of the one before it."""

    of: "tuple[Choice, ...]"
    say: str = "{*}"
    apart: bool = False


class Pick(NamedTuple):
    """`least` to `most` of a few taps in any order, said in theirs."""

    taps: tuple[AnyTap, ...]
    least: int
    most: int
    ask: Ask | None = None


class Walk(NamedTuple):
    """A way of exactly so many steps over a ground; none of them to a place that is shut or was entered before."""

    ground: str
    start: str
    steps: int
    shut: tuple[str, ...]
    say: str = "{*}"
    ask: Ask | None = None


class Chain(NamedTuple):
    """Leaps of one of the movers over prey onto free places of a ground, one or more. `must`: as long as it can.
    `again`: prey stays until the end and may be leapt over anew, but no leap is made twice; else prey is gone at once,
    and its place free."""

    ground: str
    movers: tuple[str, ...]
    prey: tuple[str, ...]
    free: tuple[str, ...]
    must: bool = False
    again: bool = False
    say: str = "{*x}"
    ask: Ask | None = None


Choice: TypeAlias = Listed | OneOf | InTurn | Pick | Walk | Chain


class Ground(NamedTuple):
    """What walks or chains go over, the same all through a match: numbers of places, for each place. For a walk its
    neighbours; for a chain, in turn, the place leapt over and the one landed on."""

    places: tuple[str, ...]
    near: tuple[tuple[int, ...], ...]


def said(say: str, taps: Iterable[AnyTap]) -> str:
    """The text that a template makes of taps; of a range, its least number."""
    parts = [tap.text if isinstance(tap, Tap) else str(tap.least) for tap in taps]
    return _FIELD.sub(lambda found: parts[int(found[1])] if found[1] else (found[2] or " ").join(parts), say)


def button(text: str) -> Tap:
    """A tap on a word that stands on a button."""
    return Tap(text, "word")


def spelt(text: str, places: Container[str]) -> Tapped:
    """An action by its text alone: a tap for each word, and for each place of those that dashes and the like join."""
    taps: list[AnyTap] = []
    say = ""
    for part in _WORD.split(text):
        names = _JOINED.split(part)
        if all(name in places for name in names[::2]):
            say += "".join(name if n % 2 else f"{{{len(taps) + n // 2}}}" for n, name in enumerate(names))
            taps += map(Tap, names[::2])
        elif part and not part.isspace():
            say += f"{{{len(taps)}}}"
            taps.append(button(part))
        else:
            say += part
    return Tapped(tuple(taps), say)


THEN = button("then")  # between two orders, where the next tap might belong to either


def followed(first: Tapped, between: Tap, then: Tapped) -> Tapped:
    """Two actions as one, with a tap between them that is not said."""
    taps = (*first.taps, between, *then.taps)
    numbered, before = [Tap(f"{{{number}}}") for number in range(len(taps))], len(first.taps)
    return Tapped(taps, said(first.say, numbered[:before]) + said(then.say, numbered[before + 1 :]))


class Automaton:
    """Built from the leaves up: a node is what is said where it ends, and its edges; equal nodes are one."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | None, tuple[tuple[AnyTap, int], ...]], int] = {}

    def node(self, say: str | None, edges: Iterable[tuple[AnyTap, int]]) -> int:
        """The number of a node with these taps to others."""
        return self._known.setdefault((say, tuple(sorted(_merged(edges), key=_order))), len(self._known))

    def choice(self, root: int, ask: Ask | None = None) -> Listed:
        """All that follows from a node, which comes first."""
        known = tuple(self._known)
        reached = dict.fromkeys(waiting := [root])
        for node in waiting:  # grows while it is read
            waiting += (to for _, to in known[node][1] if not (to in reached or reached.setdefault(to)))
        return self._told(waiting, ask)

    def every(self, taps: Iterable[AnyTap]) -> Listed:
        """All nodes, by their numbers here, and some other taps."""
        return self._told(range(len(self._known)), taps=taps)

    def _told(self, numbers: Sequence[int], ask: Ask | None = None, taps: Iterable[AnyTap] = ()) -> Listed:
        known, reached = tuple(self._known), {node: number for number, node in enumerate(numbers)}
        every = [*((tap, 0) for node in reached for tap, _ in known[node][1]), *((tap, 0) for tap in taps)]
        tap_number = {tap: number for number, (tap, _) in enumerate(sorted(dict.fromkeys(every), key=_order))}
        says = sorted({say for node in reached if (say := known[node][0]) is not None})
        say_number = {None: -1} | {say: number for number, say in enumerate(says)}
        nodes = (
            (say_number[say], *(part for tap, to in edges for part in (tap_number[tap], reached[to])))
            for say, edges in map(known.__getitem__, reached)
        )
        return Listed(tuple(tap_number), tuple(says), tuple(nodes), ask)

    def taken(self, listed: Listed) -> int:
        """The number here of what a list begins with, and all that follows from it."""

        @cache
        def number(node: int) -> int:
            say, *edges = listed.nodes[node]
            made = [(listed.taps[tap], number(to)) for tap, to in zip(edges[::2], edges[1::2], strict=True)]
            return self.node(listed.says[say] if say >= 0 else None, made)

        return number(0)


def _order(edge: tuple[AnyTap, int]) -> tuple[int | str, ...]:
    tap = edge[0]
    return (KINDS.index(tap.kind), tap.text) if isinstance(tap, Tap) else (len(KINDS), "", tap.least)


def _merged(edges: Iterable[tuple[AnyTap, int]]) -> Iterator[tuple[AnyTap, int]]:
    """Numbers next to each other that lead to the same node are one range."""
    run: tuple[Range, int] | None = None
    for tap, to in sorted(edges, key=_order):
        if isinstance(tap, Tap):
            yield tap, to
        elif run and run[1] == to and tap.least == run[0].most + 1:
            run = Range(run[0].least, tap.most), to
        else:
            if run:
                yield run
            run = tap, to
    if run:
        yield run


_Trie: TypeAlias = dict[AnyTap | None, Any]


def listed(actions: Iterable[Tapped], ask: Ask | None = None) -> Choice | None:
    """A choice of exactly these actions; None if there are none. Raises ValueError where taps would mean two orders."""
    fixed, sets = list[Tapped](), dict[tuple[AnyTap, ...], list[tuple[AnyTap, ...]]]()
    for action in actions:
        if action.loose:
            sets.setdefault(action.taps[: -action.loose], []).append(action.taps[-action.loose :])
        else:
            fixed.append(action)
    of: list[Choice] = [_automaton(fixed, ask)] if fixed else []
    of += [InTurn((_automaton([Tapped(head)], ask), picked(rest, _named(head)))) for head, rest in sets.items()]
    return one_of(of)


def _automaton(actions: Iterable[Tapped], ask: Ask | None) -> Listed:
    """Of actions whose taps come in their order. Raises ValueError where taps would mean two orders."""
    trie: _Trie = {}
    for action in actions:
        at = trie
        for tap in action.taps:
            at = at.setdefault(tap, {})
        if at.setdefault(None, action.say) != action.say:
            raise ValueError(f"the taps of `{action.text}` mean another order, too")
    automaton = Automaton()
    return automaton.choice(_folded(automaton, trie), ask)


def _folded(automaton: Automaton, trie: _Trie) -> int:
    edges = ((tap, _folded(automaton, below)) for tap, below in trie.items() if tap is not None)
    return automaton.node(trie.get(None), edges)


def _named(head: tuple[AnyTap, ...]) -> Ask | None:
    """Taps in any order are asked for by the word before them."""
    return Ask(head[-1].text, head[-1].text) if head and isinstance(head[-1], Tap) else None


def picked(sets: Iterable[tuple[AnyTap, ...]], ask: Ask | None = None) -> Choice:
    """Any of these sets of taps, in whatever order they are tapped; each is said in the order given."""
    known = tuple(sets)
    taps = tuple(dict.fromkeys(tap for one in known for tap in one))
    least, most = min(map(len, known)), max(map(len, known))
    if set(known) == {one for size in range(least, most + 1) for one in combinations(taps, size)}:
        return Pick(taps, least, most, ask)
    orders = {order: said("{*}", one) for one in known for order in permutations(one)}
    return _automaton((Tapped(order, say) for order, say in orders.items()), ask)


def one_of(choices: Iterable[Choice | None]) -> Choice | None:
    """One of the choices that there are; None if there is none."""
    of = tuple(choice for choice in choices if choice is not None)
    return of[0] if len(of) == 1 else OneOf(of) if of else None


def within(choice: Choice) -> tuple[Choice, ...]:
    """The choices that a choice is made of."""
    return choice.of if isinstance(choice, OneOf | InTurn) else ()


def lines(first: Iterable[Tapped], then: Choice, ask: Ask | None = None) -> InTurn | None:
    """One of these actions on a line, and a choice on the next; a button parts them where dice might be of either."""
    some = tuple(first)
    if (before := listed(some, ask)) is None:
        return None
    parted = listed([Tapped((THEN,), "")], Ask(THEN.text)) if any(action.loose for action in some) else None
    return InTurn((before, parted, then), "{0}\n{2}") if parted else InTurn((before, then), "{0}\n{1}")


_KINDS = (Listed, OneOf, InTurn, Pick, Walk, Chain)


def to_json(choices: Mapping[str, Choice | None], grounds: Mapping[str, Ground] = MappingProxyType({})) -> Json:
    """Choices as values of JSON; what they have in common stands under `common`: the `parts` that several name by
    number, the `list` of all that is listed, of which each is a node, what they `ask`, and the grounds.

    Each is the number of its kind and its fields, without defaults at their end; taps stand under theirs, numbered."""
    common = _Common(choice for choice in choices.values() if choice)
    there = {
        "parts": common.parts,
        "list": {"taps": _taps(common.every.taps), "says": common.every.says, "nodes": common.every.nodes},
        "grounds": {name: one._asdict() for name, one in grounds.items()},
    }
    made = {name: choice and common.written(choice) for name, choice in choices.items()}
    return {**made, "common": {**there, "asks": list(map(_ask, common.asks))}}


class _Common:
    def __init__(self, choices: Iterable[Choice]) -> None:
        automaton, every = Automaton(), [*choices]
        for choice in every:  # grows while it is read
            every += within(choice)
        self._nodes = {one: automaton.taken(one) for one in dict.fromkeys(every) if isinstance(one, Listed)}
        self.every = automaton.every(tap for one in every if isinstance(one, Pick) for tap in one.taps)
        self._taps = {tap: number for number, tap in enumerate(self.every.taps)}
        self._several = {one for one, times in Counter(every).items() if times > 1}
        self.parts: list[list[object]] = []
        self.asks: dict[Ask, int] = {}
        self._numbers: dict[Choice, int] = {}

    def written(self, choice: Choice) -> list[object]:
        """What stands for a choice itself."""
        told = choice._asdict()
        if isinstance(choice, Listed):
            told = {"node": self._nodes[choice], "ask": choice.ask}
        while told and next(reversed(told.items())) in choice._field_defaults.items():
            told.popitem()
        return [_KINDS.index(type(choice)), *(self._field(name, value) for name, value in told.items())]

    def _field(self, name: str, value: Any) -> Any:
        if name == "of":
            return [self._number(part) if part in self._several else self.written(part) for part in value]
        if name == "taps":
            return [self._taps[tap] for tap in value]
        return self.asks.setdefault(value, len(self.asks)) if name == "ask" and value else value

    def _number(self, part: Choice) -> int:
        if part not in self._numbers:
            made = self.written(part)
            self._numbers[part] = len(self.parts)
            self.parts.append(made)
        return self._numbers[part]


def _taps(taps: Iterable[AnyTap]) -> Json:
    kinds: dict[str, list[object]] = {}
    for tap in taps:
        kind, written = (tap.kind, tap.text) if isinstance(tap, Tap) else ("number", list(tap))
        kinds.setdefault(kind, []).append(written)
    return kinds


def _ask(ask: Ask) -> Json:
    return {name: value for name, value in (ask._asdict() | {"fields": dict(ask.fields)}).items() if value}
