"""What events, places, pieces and positions are called, in letters, pictures and talk: TOML files that a user may edit.

One file for all games and one a game, by language.

A file is tables of phrases. A phrase is text with fields, "{player} moves to {to}.", or a table of forms:

    each = "{from} to {to}"                       events of a kind that follow each other become one sentence, with
    one = "The {piece} on {from} steps to {to}."  {list} of what `each` makes and {count} of how many
    other = "{count} {pieces} step: {list}."
    by = "turns"                                  which field chooses among zero, one and other; {count} if not said

Without `each`, {count} is the event's own word of that name, where it has one.

Fields are plain names: nothing of Python can be reached through them. The game's file is asked first, then the common
one, so that a game can say anything in its own way; what a language has no words for is said in English.

The rules and the referee give their reasons, why an order was refused and dice were rolled, in English, and the log
keeps them so. A language translates them by a file of pairs, `phrases/LANGUAGE/reasons.toml`: the English with {fields}
for what changes, and what it becomes. A field whose name begins with `reason` is translated in its turn. What no pair
fits stays English. The English file has only what a letter, which shows the order beside it, puts otherwise."""

import re
import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, cached_property, lru_cache
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.game import Event, Game, GameState, Outcome, seat_letter, situation
from adjudicator.letters.render import plain
from adjudicator.referee import clocks
from adjudicator.referee.records import Match
from adjudicator.referee.ruling import options_of
from adjudicator.referee.terms import WEEKDAYS
from printables import boards
from printables.core import TemplateError, UserError, templates, toml_file
from printables.core.options import Ruled
from printables.scene import theme
from printables.scene.components import Components

DEPTH = 4  # reasons within reasons
_NUMBERED = re.compile(r"\{([a-z_]+\d*)\}")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_NUMBER = re.compile(r"\d+")
_HOURS_IN_DAY = 24
Say = Callable[..., str]  # a phrase by table and key, as Phrases.say finds it
LANGUAGE = "en"
HEADINGS = "put phrases under a heading such as [events]"
_NAME = re.compile(r"[a-z][a-z_]*")
_FORMS = frozenset({"each", "by", "zero", "one", "other"})
Events: TypeAlias = tuple[Event, ...]
Value: TypeAlias = str | int
Parts: TypeAlias = tuple[tuple[str, str | None], ...]


class Pair(NamedTuple):
    """English with fields in braces, and its translation; `fixed`: what stands between the fields."""

    english: str
    translated: str
    fixed: tuple[str, ...]

    def match(self, reason: str) -> re.Match[str] | None:
        """The reason as this English, with a group for each field. Few pairs are ever made a pattern."""
        return _pattern(self.english).fullmatch(reason) if all(part in reason for part in self.fixed) else None


class Reasons(NamedTuple):
    """The reasons in a language."""

    language: str

    def say(self, reason: str, depth: int = DEPTH) -> str:
        """A reason, a hint or what dice are rolled for; as it is where the language has no words for it."""
        for pair in pairs(self.language):
            if found := pair.match(reason):
                values = found.groupdict()
                for name in values if depth else ():
                    values[name] = self.say(values[name], depth - 1) if name.startswith("reason") else values[name]
                return _NUMBERED.sub(lambda field, values=values: values[field[1]], pair.translated)  # type: ignore[misc]
        return reason


def pairs(language: str) -> tuple[Pair, ...]:
    """The pairs of a language, none if it has no file of them. Raises TemplateError."""
    path = f"phrases/{language}/reasons.toml"
    return _read(path, templates.read(path)) if path in templates.names(f"phrases/{language}") else ()


@lru_cache(maxsize=8)
def _read(source: str, text: str) -> tuple[Pair, ...]:
    given = toml_file.read(text, source, _taken)
    ordered = sorted(given.items(), key=lambda pair: -len(_NUMBERED.sub("", pair[0])))
    return tuple(Pair(english, translated, tuple(_NUMBERED.split(english)[::2])) for english, translated in ordered)


def _taken(root: toml_file.Table) -> dict[str, str]:
    given: dict[str, str] = {}
    for table in root.tables("put pairs under a heading such as [reasons]").values():
        for english in table.values:
            given[english] = table.text(english, "")
            fields = _NUMBERED.findall(english)
            known = ", ".join(f"{{{name}}}" for name in fields) or "none"
            for field in {f"{{{name}}}" for name in {*_NUMBERED.findall(given[english])}.difference(fields)}:
                table.wrong(english, f"there is no field {field} in the English text", f"its fields are {known}", field)
    return given


@cache
def _pattern(english: str) -> re.Pattern[str]:
    """The English as a pattern. A field at its beginning is never an order between backticks: a reason follows one."""
    parts = _NUMBERED.split(english)
    made = [f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts)]
    return re.compile("".join(["" if parts[0] else "(?!`)", *made]), re.DOTALL)


def long(say: Say, day: date, form: str = "long", table: str = "days") -> str:
    """ "Tuesday 24 November"."""
    weekday, month = say(table, WEEKDAYS[day.weekday()]), say(table, MONTHS[day.month - 1])
    return say("days", form, weekday=weekday, day=day.day, month=month)


def short(say: Say, day: date) -> str:
    """ "Tue 24 Nov", for a subject."""
    return long(say, day, "short", "days-short")


def received(say: Say, zone: str, at: datetime) -> str:
    """A moment of the near past in a time zone: "21 November at 21:31"."""
    there = at.astimezone(clocks.zone(zone))
    return say("days", "received", day=there.day, month=say("days", MONTHS[there.month - 1]), time=f"{there:%H:%M}")


def zone(say: Say, has: Callable[[str, str], bool], name: str) -> str:
    """A time zone: "Berlin time"."""
    city = name.rpartition("/")[2].replace("_", " ")
    return say("zones", name) if has("zones", name) else say("days", "zone", city=city)


def span(say: Say, hours: int) -> str:
    """A length of time: "5 days", "12 hours", "1 day and 12 hours"."""
    whole, rest = divmod(hours, _HOURS_IN_DAY)
    parts = [say("days", "days", count=whole)] if whole else []
    parts += [say("days", "hours", count=rest)] if rest or not whole else []
    return say("lists", "last", rest=parts[0], last=parts[1]) if len(parts) > 1 else parts[0]


def worded(say: Say, value: str) -> str:
    """A date as a player types it ("2026-12-24") in words; any other text as it is."""
    return long(say, date.fromisoformat(value)) if _DATE.fullmatch(value) else value


@dataclass(frozen=True, slots=True)
class Names:
    """What players are called: by name in a match, by seat letter in a bare position."""

    seats: tuple[str, ...] = ()

    @classmethod
    def of(cls, match: Match | None) -> "Names":
        """Names as safe lines of text; a name of which nothing is left becomes the seat letter."""
        if match is None:
            return cls()
        return cls(tuple(plain(seat.name) or seat_letter(number) for number, seat in enumerate(match.seats)))

    def __getitem__(self, seat: int) -> str:
        return self.seats[seat] if seat < len(self.seats) else seat_letter(seat)


class Phrase(NamedTuple):
    """One entry of a file: its forms as literal text and fields in turn, and which field chooses the form."""

    source: str
    key: str
    forms: Mapping[str, Parts]
    by: str = "count"

    def fill(self, fields: Mapping[str, Value], form: str = "") -> str:
        """The text with its fields put in. Raises TemplateError for a field that is not there."""
        numbers: dict[Value | None, str] = {0: "zero", 1: "one"}
        form = form or numbers.get(fields.get(self.by), "other")
        chosen = self.forms[form if form in self.forms else "other"]
        if missing := next((name for _, name in chosen if name is not None and name not in fields), None):
            known = ", ".join(f"{{{field}}}" for field in sorted(fields)) or "none"
            reason = f"{self.key}: there is no field {{{missing}}} here"
            raise TemplateError(reason, f"the fields are {known}", self.source)
        return "".join(literal if name is None else f"{literal}{fields[name]}" for literal, name in chosen)


def _paths(slug: str, language: str) -> list[str]:
    own = [f"phrases/{language}/{name}.toml" for name in (slug, "common")] if language != LANGUAGE else []
    there = templates.names(f"phrases/{language}")
    return [*(path for path in own if path in there), *(f"phrases/{LANGUAGE}/{name}.toml" for name in (slug, "common"))]


def title(slug: str, options: Any, code: str = LANGUAGE) -> str:
    """What a game is called: as its printed set of that variant; no fault of a user's own words keeps it back."""
    try:
        return components(slug, options, code=code).title
    except TemplateError:
        with templates.shipped():
            return components(slug, options).title


def printed_in(code: str) -> AbstractContextManager[None]:
    """In here kits and boards are in the language of that code, if there is one for what is printed."""
    return templates.speaking(code if code in templates.languages() else templates.ENGLISH)


def components(slug: str, options: Ruled, look: str = templates.LOOK, code: str = LANGUAGE) -> Components:
    """The printed set of a game, whose tokens and dice letters name and pictures show, in a theme for screens. What is
    written on it is in the language of that code, as far as kits are printed in it, else in English."""
    return _components(slug, options, look, code)


@lru_cache(maxsize=16)  # told apart by what they are, however they are called
def _components(slug: str, options: Ruled, look: str, code: str) -> Components:
    with printed_in(code):
        return boards.find(slug).components(options, screened(look, slug))


@lru_cache(maxsize=16)
def screened(look: str, slug: str) -> theme.Theme:
    """A theme as pictures of a game have it. Raises OptionError, TemplateError."""
    return theme.find(look).of(slug).for_screens()


def look(match_theme: str) -> str:
    """The theme that a match names, if it is here and sound; else the usual one: play goes on without it."""
    try:
        return theme.find(match_theme).name if match_theme else templates.LOOK
    except UserError:
        return templates.LOOK


class Phrases:
    """The phrases for one game in one language. Raises TemplateError where one is missing or cannot be filled."""

    def __init__(self, slug: str, language: str = LANGUAGE, options: Any = None) -> None:
        """`options` are the game's, where the names of its tokens depend on them."""
        self.slug, self.language, self._options = slug, language, options
        self._files = tuple(read(path) for path in _paths(slug, language))

    def phrase(self, table: str, key: str) -> Phrase:
        """The phrase of that key in the game's file or the common one. Raises TemplateError."""
        if found := self._find(table, key):
            return found
        raise TemplateError(f"[{table}] has no phrase for {key!r}", f'add {key} = "..."', self._files[0].source)

    def _find(self, table: str, key: str) -> Phrase | None:
        return next((file.tables[table][key] for file in self._files if key in file.tables.get(table, {})), None)

    def say(self, table: str, key: str, **fields: Value) -> str:
        """A phrase with its fields put in."""
        return self.phrase(table, key).fill(fields)

    def told(self, table: str, key: str) -> str:
        """A phrase whose fields are those of the printed rules, in this language where kits are."""
        fields = components(self.slug, self._chosen, code=self.language).words
        return self.phrase(table, key).fill({name: text.rstrip("*") for name, text in fields.items()})

    def forms(self, table: str) -> dict[str, dict[str, str]]:
        """Every phrase of a table by its forms, with the field that chooses one: to be filled elsewhere."""
        found: dict[str, dict[str, str]] = {}
        for file in reversed(self._files):
            for key, phrase in file.tables.get(table, {}).items():
                texts = {
                    form: "".join(literal + (f"{{{name}}}" if name else "") for literal, name in parts)
                    for form, parts in phrase.forms.items()
                }
                found[key] = texts | ({"by": phrase.by} if len(texts) > 1 else {})
        return found

    @classmethod
    def of(cls, match: Match, game: Game, language: str) -> "Phrases":
        """The words for a match. Raises MatchError."""
        return cls(match.game, language, options_of(match, game))

    def has(self, table: str, key: str) -> bool:
        """Whether the game's file or the common one has that phrase."""
        return self._find(table, key) is not None

    @cached_property
    def _chosen(self) -> Any:
        return boards.find(self.slug).options() if self._options is None else self._options

    @cached_property
    def _components(self) -> Components:
        return components(self.slug, self._chosen)

    @property
    def title(self) -> str:
        """What the game is called."""
        return title(self.slug, self._chosen, self.language)

    def place(self, place: str) -> str:
        """What a place is called in a sentence."""
        if found := self._find("places", place):
            return found.fill({})
        first, *more = _NUMBER.findall(place) or [""]
        found = self._find("places", _NUMBER.sub("#", place)) if more else None
        return found.fill({"first": first, "second": more[0]}) if found else place

    def piece(self, kind: str) -> tuple[str, str]:
        """A kind of token, one and several: from the file, or as the printed set calls it."""
        if found := self._find("pieces", kind):
            return found.fill({}, "one"), found.fill({}, "other")
        token = self._components.token(kind)
        return token.name, token.plural

    def faces(self, faces: Iterable[str]) -> str:
        """Dice as counted symbols, in the order of the printed dice: "3 MOVE, 2 SNAKE and 1 FOX"."""
        counts = Counter(faces)
        shown = [face.name for face in self._components.faces if counts[face.name]]
        return self.listed([self.say("lists", "face", count=counts[name], face=self.face(name)) for name in shown])

    def face(self, name: str) -> str:
        """What a face of a die is called."""
        found = self._find("faces", name)
        return found.fill({}) if found else self._components.face(name).title

    def listed(self, texts: Sequence[str]) -> str:
        """Texts as a list in a sentence: "a, b and c"."""
        if len(texts) < 2:
            return "".join(texts)
        return self.say("lists", "last", rest=self.say("lists", "between").join(texts[:-1]), last=texts[-1])

    def sentence(self, event: Event, names: Names, table: str = "events") -> str:
        """What happened, in a sentence."""
        return self._sentence((event,), names, table)

    def sentences(self, events: Iterable[Event], names: Names, table: str = "events") -> list[str]:
        """What happened, in order, a sentence each."""
        return [sentence for sentence, _ in self.paired(events, names, table) if sentence]

    def paired(self, events: Iterable[Event], names: Names, table: str = "events") -> Iterator[tuple[str, Events]]:
        """Each sentence ("": none) with its events; those of one kind, seat and piece share one if a phrase allows."""
        for (kind, _, _), run in groupby(events, key=lambda event: (event.kind, event.seat, event.piece)):
            together = tuple(run)
            for part in (together,) if "each" in self.phrase(table, kind).forms else zip(together):
                yield self._sentence(part, names, table), part

    def _sentence(self, events: Events, names: Names, table: str) -> str:
        phrase = self.phrase(table, events[0].kind)
        if "each" not in phrase.forms:
            return phrase.fill({"count": 1} | self.fields(events[0], names))
        fields = self.fields(events[0], names) | {"count": len(events)}
        fields["list"] = self.listed([phrase.fill(self.fields(event, names), "each") for event in events])
        return phrase.fill(fields)

    def fields(self, event: Event, names: Names) -> dict[str, Value]:
        """What a sentence may say of an event: only fields that the event has. A word that names a piece is put so."""
        fields: dict[str, Value] = {}
        if event.seat is not None:
            fields |= {"player": names[event.seat], "seat": seat_letter(event.seat)}
        if event.piece:
            fields["piece"], fields["pieces"] = self.piece(event.piece)
        if event.places:
            places = list(map(self.place, event.places))
            fields |= {"from": places[0], "to": places[-1], "steps": len(places) - 1}
            fields |= {"way": self.listed(places[1:]), "places": self.listed(places)}
        if event.dice:
            fields["dice"] = self.listed(list(map(str, event.dice)))
            if len(event.dice) == 1 and event.dice[0] <= len(event.places):
                fields["picked"] = self.place(event.places[event.dice[0] - 1])
            die = next((die for die in self._components.dice if die.sides >= max(event.dice)), None)
            if die is not None:
                fields["faces"] = self.faces(die.faces[value - 1] for value in event.dice)
        if isinstance(shown := event.words.get("shown"), str):  # dice by their values, in their order
            faces = self._components.dice[0].faces
            fields["seen"] = self.listed([self.face(faces[int(value) - 1]) for value in shown.split(", ")])
        if isinstance(hours := event.words.get("hours"), int):
            fields["span"] = span(self.say, hours)
        common = (file.tables.get("events", {}) for file in self._files if file.source.endswith("/common.toml"))
        if any(event.kind in known for known in common):  # what people are called or typed, never a piece of the game
            typed = {key: worded(self.say, plain(v)) for key, v in event.words.items() if isinstance(v, str)}
            return {**fields, **event.words, **typed}
        return fields | {key: self._word(value) for key, value in event.words.items()}

    def _word(self, value: Value) -> Value:
        if isinstance(value, int):
            return value
        # A side is told by the plural of its pieces, which may be spelt like one of them ("sheep"), so this goes first.
        if side := next((token for token in self._components.tokens if token.plural == value), None):
            return plain(self.piece(side.kind)[side.copies != 1])
        if (kinds := value.split()) and {*kinds} <= {token.kind for token in self._components.tokens}:
            return self.listed([self.piece(kind)[0] for kind in kinds])
        if word := self._find("words", value):
            return word.fill({})
        return self.piece(value)[0] if self._find("pieces", value) else worded(self.say, plain(value))

    def outcome(self, outcome: Outcome, names: Names) -> str:
        """How the game ended and, where anybody has any, the scores."""
        winners = self.listed([names[seat] for seat in outcome.winners])
        said = self.say("outcomes", outcome.reason, winners=winners, count=len(outcome.winners))
        return " ".join(filter(None, (said, self.scores(outcome, names))))

    def result(self, outcome: Outcome, names: Names, reader: int | None = None) -> str:
        """How the game ended in few words, without an end; to the `reader` if there is one."""
        if not self.has("results", outcome.reason):  # a game need not say it in so few
            return self.outcome(outcome, names).rstrip(".")
        count = 1 if outcome.winners == (reader,) else 2 if outcome.winners else 0
        winners = self.listed([names[seat] for seat in outcome.winners])
        return self.say("results", outcome.reason, winners=winners, count=count)

    def scores(self, outcome: Outcome, names: Names) -> str:
        """The scores in a sentence, where anybody has any."""
        if not any(outcome.scores):
            return ""
        players = enumerate(outcome.scores)
        scores = [self.say("outcomes", "score", player=names[seat], score=score) for seat, score in players]
        return self.say("outcomes", "scores", list=self.listed(scores))

    def position(self, game: Game, state: GameState, names: Names, *, over: bool = False) -> list[str]:
        """What stands where, a line each owner and kind; what else there is to tell; unless it is over, the dice."""
        at = situation(game, state)
        notes = [note for note in at.notes if not (over and note.kind.startswith("must-"))]  # what a turn demands
        lines = [*self.standing(game, state, names), *self.sentences(notes, names, "notes")]
        if not over and (faces := self.faces(at.faces)):
            lines.append(self.say("position", "throw", faces=faces))
        return [line for line in lines if line]

    def standing(self, game: Game, state: GameState, names: Names) -> list[str]:
        """What stands where, a line each owner and kind."""
        order = {token.kind: number for number, token in enumerate(self._components.tokens)}
        tokens = situation(game, state).tokens
        standing = sorted(tokens, key=lambda token: (token.seat is None, token.seat or 0, order[token.kind]))
        lines = []
        for (kind, seat), group in groupby(standing, key=lambda token: (token.kind, token.seat)):
            at = ((token.under, self.place(token.place)) for token in group)
            places = Counter(self.say("lists", "under", place=place) if under else place for under, place in at)
            many = [place for place, count in places.items() if count > 1]
            several = {place: self.say("lists", "several", place=place, count=places[place]) for place in many}
            one, pieces = self.piece(kind)
            listed = self.listed([several.get(place, place) for place in places])  # "a1", "the Cave (3)"
            fields: dict[str, Value] = {"piece": one, "pieces": pieces, "places": listed, "count": places.total()}
            if seat is None:
                lines.append(self.say("position", "tokens", **fields | {"pieces": pieces[:1].upper() + pieces[1:]}))
            else:
                lines.append(self.say("position", "owned", **fields, player=names[seat], seat=seat_letter(seat)))
        return [line for line in lines if line]


class _File(NamedTuple):
    source: str
    tables: Mapping[str, Mapping[str, Phrase]]


def read(path: str) -> _File:
    """The phrases of a template. Raises TemplateError with one Problem for each entry that is none."""
    return _phrases_read(path, templates.read(path))


@lru_cache(maxsize=32)
def _phrases_read(source: str, text: str) -> _File:
    def made(root: toml_file.Table) -> _File:
        tables = root.tables(HEADINGS).items()
        found = {name: {key: _phrase(source, table, key) for key in table.values} for name, table in tables}
        return _File(source, {name: {key: one for key, one in of.items() if one} for name, of in found.items()})

    return toml_file.read(text, source, made)


def _phrase(source: str, table: toml_file.Table, key: str) -> Phrase | None:
    entry = table.values[key]
    forms = {"other": entry} if isinstance(entry, str) else entry
    if not isinstance(forms, dict) or "other" not in forms or not forms.keys() <= _FORMS:
        advice = "a text, or a table with other and, if needed, one, zero, each and by"
        table.wrong(key, f"[{table.name}] {key} is not a phrase", f"write {advice}")
    elif bad := next((name for name, form in forms.items() if not isinstance(form, str)), None):
        table.wrong(key, f"[{table.name}] {key}: {bad} is not text", "put it between double quotes", bad)
    else:
        parts = {name: _parts(table, key, form) for name, form in forms.items() if name != "by"}
        return Phrase(source, f"[{table.name}] {key}", parts, forms.get("by", "count"))
    return None


def _parts(table: toml_file.Table, key: str, text: str) -> Parts:
    advice = "fields are names in braces, as in {player}; a brace itself is written {{ or }}"
    try:
        parts = tuple(string.Formatter().parse(text))
    except ValueError as error:
        table.wrong(key, f"[{table.name}] {key}: {error}", advice)
        return ()
    for _, name, form, conversion in parts:
        if name is not None and (not _NAME.fullmatch(name) or form or conversion):
            table.wrong(key, f"[{table.name}] {key}: {{{name}}} is not a field", advice, f"{{{name}")
    return tuple((literal, name) for literal, name, _, _ in parts)
