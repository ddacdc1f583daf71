"""Games of chance at a stall: what is drawn, what it pays, and how likely that is, exactly. Each is a file of
templates/handouts/stalls; `printables.handouts.wares` draws it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from printables.core import templates, toml_file
from printables.core.templates import say
from printables.core.toml_file import Table
from printables.drawing import emblems

FOLDER = "handouts/stalls"
PROPS = ("wheel", "reels", "cards", "cups")
MOST = 100  # of a face, and what is paid for one coin
MOST_DRAWS = 3
NAME, LINE = 24, 64  # letters


class Face(NamedTuple):
    """What may be drawn, `times` of all; it may be of a `kind`, and `says` what it foretells."""

    name: str
    emblem: str
    times: int
    kind: str
    says: str


class Pay(NamedTuple):
    """What is paid for each coin if all of these, faces or kinds of them, are among those drawn."""

    name: str
    of: tuple[str, ...]
    pays: int

    def won(self, drawn: Sequence[Face]) -> bool:
        wanted = Counter(self.of).items()
        return all(sum(word in (face.name, face.kind) for face in drawn) >= count for word, count in wanted)


@dataclass(frozen=True)
class Stall:
    """A game of chance; its words are English, and said in the language that is printed."""

    slug: str
    title: str
    prop: str
    draws: int
    rules: str
    keeper: str
    make: str
    faces: tuple[Face, ...]
    pays: tuple[Pay, ...]

    @property
    def ways(self) -> int:
        """In how many ways faces can be drawn, each as likely as any other."""
        return sum(count for _, count in self._drawn())

    @cached_property
    def won(self) -> tuple[int, ...]:
        """In how many of them each pay is won: the first of those that fit."""
        found = Counter[int]()
        for drawn, count in self._drawn():
            found[next((n for n, pay in enumerate(self.pays) if pay.won(drawn)), -1)] += count
        return tuple(found[n] for n in range(len(self.pays)))

    @property
    def back(self) -> Fraction:
        """What a coin brings back on average."""
        return Fraction(sum(won * pay.pays for won, pay in zip(self.won, self.pays, strict=True)), self.ways)

    def _drawn(self, before: tuple[Face, ...] = ()) -> Iterator[tuple[tuple[Face, ...], int]]:
        """Every row of faces that can be drawn, and in how many ways; a card that was drawn is out."""
        if len(before) == self.draws:
            yield before, 1
            return
        for face in self.faces:
            left = face.times - (before.count(face) if self.prop == "cards" else 0)
            if left > 0:
                yield from ((drawn, left * count) for drawn, count in self._drawn((*before, face)))

    def facts(self) -> dict[str, object]:
        """Its facts as data; chances are fractions."""
        chances = {pay.name: str(Fraction(won, self.ways)) for won, pay in zip(self.won, self.pays, strict=True)}
        return {"stall": self.slug, "title": self.title, "chances": chances, "back": str(self.back)}


def names() -> tuple[str, ...]:
    """The stalls there are."""
    return templates.stems(FOLDER)


def find(name: str) -> Stall:
    """A stall by its name. Raises OptionError, TemplateError."""
    text, source = templates.named(FOLDER, name, "STALL")
    return toml_file.read(text, source, lambda table: _stall(name, table))


def _stall(slug: str, table: Table) -> Stall:
    table.known(("title", "prop", "draws", "rules", "keeper", "make", "faces", "pays"))
    faces = tuple(map(_face, table.entries("faces")))
    words = {word for face in faces for word in (face.name, face.kind)} - {""}
    pays = tuple(_pay(entry, words) for entry in table.entries("pays"))
    prop, draws = table.choice("prop", PROPS), table.whole("draws", 1, MOST_DRAWS)
    if sum(face.times for face in faces) < draws or not pays:
        table.wrong("draws", "there is nothing to win here", "it needs [[faces]] to draw and [[pays]]")
    title, rules, keeper, make = (table.text(key) for key in ("title", "rules", "keeper", "make"))
    return Stall(slug, title, prop, draws, rules, keeper, make, faces, pays)


def _face(entry: Table) -> Face:
    entry.known(Face._fields)
    known = tuple(dict.fromkeys((*emblems.names("linocut"), *emblems.names("signs"))))
    sign, times = entry.choice("emblem", known), entry.whole("times", 1, MOST)
    return Face(entry.text("name", most=NAME), sign, times, entry.text("kind", "", NAME), entry.text("says", "", LINE))


def _pay(entry: Table, words: set[str]) -> Pay:
    entry.known(Pay._fields)
    for word in (of := tuple(entry.texts("of"))):
        if word not in words:
            entry.wrong("of", f"there is no face {word!r}", f"the faces are {', '.join(sorted(words))}", word)
    return Pay(entry.text("name", most=LINE), of, entry.whole("pays", 1, MOST))


def percent(chance: Fraction) -> str:
    """A chance to the tenth of a percent, as the language writes it."""
    whole, tenth = divmod(round(1000 * chance), 10)
    return say("$whole.$tenth %", whole=whole, tenth=tenth)


def chances(stall: Stall) -> Iterator[tuple[str, str, str, str]]:
    """For each pay its name, what it pays, and its chance in percent and as a fraction."""
    for won, pay in zip(stall.won, stall.pays, strict=True):
        chance = Fraction(won, stall.ways)
        yield say(pay.name), str(pay.pays), percent(chance), str(chance)
