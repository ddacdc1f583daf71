"""What a seat may order, as data: a page lets a player tap an order together, and knows no rules.

A choice is a record of this module, and `to_json` what a page gets; printables/page/choices.js reads it. It never
offers a tap from which no order can be completed.

`listed` makes a choice of any legal actions: the smallest automaton of their taps, so it cannot offer what the rules
do not. `Walk` and `Chain` stand for actions that are too many to list.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import combinations, permutations
from typing import Any, Literal, NamedTuple, TypeAlias

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
    """An action as it is tapped together and said: `say` has {0} for the first tap, {*-} for all, joined by a dash.

    The last `loose` taps may come in any order, and are said in the order given; then all are joined by a space.
    """

    taps: tuple[AnyTap, ...]
    say: str = "{*}"
    loose: int = 0

    @property
    def text(self) -> str:
        """The action's text."""
        return said(self.say, self.taps)


class Ask(NamedTuple):
    """What a choice asks: phrases under [asks], `key` first and `more` after each tap (none: asked by what follows).

    `fields` fill both; where so many taps are needed, {left} says how many still are.
    """

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
    """One choice after the other, said as `say` has them: {0} the first.

    `apart`: a walk that follows another enters no place that the other did.
    """

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
    """Leaps of one of the movers over prey onto free places of a ground, one or more.

    `must`: as long as it can. `again`: prey stays until the end and may be leapt over anew, but no leap is made twice;
    else prey is gone at once, and its place free.
    """

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
    """What walks or chains go over, the same all through a match: numbers of places, for each place.

    For a walk its neighbours; for a chain, in turn, the place leapt over and the one landed on.
    """

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
            say += "".join(
                f"{{{len(taps) + number // 2}}}" if number % 2 == 0 else name for number, name in enumerate(names)
            )
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
    return Tapped((*first.taps, between, *then.taps), _from(0, first) + _from(len(first.taps) + 1, then))


def _from(start: int, action: Tapped) -> str:
    """What is said of an action before which so many taps come."""
    numbered = [f"{{{start + number}}}" for number in range(len(action.taps))]
    return _FIELD.sub(
        lambda found: numbered[int(found[1])] if found[1] else (found[2] or " ").join(numbered), action.say
    )


class Automaton:
    """Built from the leaves up: a node is what is said where it ends, and its edges; equal nodes are one."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | None, tuple[tuple[AnyTap, int], ...]], int] = {}

    def node(self, say: str | None, edges: Iterable[tuple[AnyTap, int]]) -> int:
        """The number of a node with these taps to others."""
        made = (say, tuple(sorted(_merged(edges), key=_order)))
        return self._known.setdefault(made, len(self._known))

    def choice(self, root: int, ask: Ask | None = None) -> Listed:
        """All that follows from a node, which comes first."""
        known = tuple(self._known)
        reached = {root: 0}
        for node in (waiting := [root]):  # grows while it is read
            for _, to in known[node][1]:
                if to not in reached:
                    reached[to] = len(waiting)
                    waiting.append(to)
        taps = sorted({edge[0]: edge for node in waiting for edge in known[node][1]}.values(), key=_order)
        tap_number = {tap: number for number, (tap, _) in enumerate(taps)}
        says = sorted({say for node in waiting if (say := known[node][0]) is not None})
        say_number = {None: -1} | {say: number for number, say in enumerate(says)}
        nodes = (
            (
                say_number[known[node][0]],
                *(part for tap, to in known[node][1] for part in (tap_number[tap], reached[to])),
            )
            for node in waiting
        )
        return Listed(tuple(tap_number), tuple(says), tuple(nodes), ask)


def _order(edge: tuple[AnyTap, int]) -> tuple[int, str, int]:
    tap = edge[0]
    return (KINDS.index(tap.kind), tap.text, 0) if isinstance(tap, Tap) else (len(KINDS), "", tap.least)


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
    trie: _Trie = {}
    sets: dict[tuple[AnyTap, ...], list[tuple[AnyTap, ...]]] = {}
    for action in actions:
        if action.loose:
            sets.setdefault(action.taps[: -action.loose], []).append(action.taps[-action.loose :])
            continue
        at = trie
        for tap in action.taps:
            at = at.setdefault(tap, {})
        if at.setdefault(None, action.say) != action.say:
            raise ValueError(f"the taps of `{action.text}` mean another order, too")
    automaton = Automaton()
    of: list[Choice] = [automaton.choice(_folded(automaton, trie), ask)] if trie else []
    of += [InTurn((_sequence(head, ask), picked(rest, _named(head)))) for head, rest in sets.items()]
    return one_of(of)


def _folded(automaton: Automaton, trie: _Trie) -> int:
    edges = ((tap, _folded(automaton, below)) for tap, below in trie.items() if tap is not None)
    return automaton.node(trie.get(None), edges)


def _named(head: tuple[AnyTap, ...]) -> Ask | None:
    """Taps in any order are asked for by the word before them."""
    return Ask(head[-1].text, head[-1].text) if head and isinstance(head[-1], Tap) else None


def _sequence(taps: tuple[AnyTap, ...], ask: Ask | None) -> Listed:
    automaton = Automaton()
    at = automaton.node("{*}", ())
    for tap in reversed(taps):
        at = automaton.node(None, [(tap, at)])
    return automaton.choice(at, ask)


def picked(sets: Iterable[tuple[AnyTap, ...]], ask: Ask | None = None) -> Choice:
    """Any of these sets of taps, in whatever order they are tapped; each is said in the order given."""
    known = tuple(sets)
    taps = tuple(dict.fromkeys(tap for one in known for tap in one))
    sizes = {len(one) for one in known}
    least, most = min(sizes), max(sizes)
    if set(known) == {one for size in range(least, most + 1) for one in combinations(taps, size)}:
        return Pick(taps, least, most, ask)
    automaton = Automaton()
    trie: _Trie = {}
    for one in known:
        for order in permutations(one):
            at: _Trie = trie
            for tap in order:
                at = at.setdefault(tap, {})
            at[None] = said("{*}", one)
    return automaton.choice(_folded(automaton, trie), ask)


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


_NAMES: Mapping[type, str] = {
    Listed: "list",
    OneOf: "any",
    InTurn: "seq",
    Pick: "pick",
    Walk: "walk",
    Chain: "chain",
}


def to_json(choice: Choice) -> dict[str, object]:
    """A choice as values of JSON. What has its default is left out; taps stand under their kind, numbered in turn."""
    values = {
        name: _json(name, value)
        for name, value in choice._asdict().items()
        if name not in choice._field_defaults or value != choice._field_defaults[name]
    }
    return {"kind": _NAMES[type(choice)], **values}


def _json(name: str, value: Any) -> Any:
    if name == "of":
        return [to_json(choice) for choice in value]
    if name == "taps":
        kinds: dict[str, list[Any]] = {}
        for tap in value:
            kind, written = (tap.kind, tap.text) if isinstance(tap, Tap) else ("number", list(tap))
            kinds.setdefault(kind, []).append(written)
        return kinds
    if name == "ask":
        rest = {"more": value.more} if value.more else {}
        rest |= {"needs": value.needs} if value.needs else {}
        return {"key": value.key, **rest, **({"fields": dict(value.fields)} if value.fields else {})}
    return value


def ground_to_json(ground: Ground) -> dict[str, object]:
    """A ground as values of JSON."""
    return ground._asdict()
