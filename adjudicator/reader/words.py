"""The words that texts are read by: of mail programs, of people in seven languages, of a game.

templates/mail/clients.toml has what programs and habit put around orders, templates/mail/words.toml what people write
in and beside them, and the phrases of a game its own verbs and nouns.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from adjudicator.letters.phrases import Phrases
from printables.core import templates, toml_file
from printables.core.toml_file import Table

FILE = "mail/clients.toml"
KINDS = (
    *("original", "forward", "verb", "opener", "from", "header"),  # the tables of the file
    *("footer", "disclaimer", "greeting", "closing", "automatic", "doubt"),
)
WORDS = "mail/words.toml"
TABLES = (
    *("lead", "wish", "greeting", "footer", "joiner", "order", "hub", "verbs", "intent", "yes", "no", "veto", "title"),
    *("leave", "little", "negation", "or", "small", "product", "excuse", "law", "recipient", "play", "address"),
    *("disclaimer", "trees", "printing", "away", "number", "taking"),
)
WHOLE = 'write it with lists of texts by language, en = ["a text", "another"]'
NAME = r"[^\W\d_]{1,20}"  # after a closing: "Best, Anna"
LOOK = str.maketrans("авсенкмортух", "abcehkmoptyx")  # letters that only look like ours
_SOUND = str.maketrans("абвгдезиклмнопрсту", "abvgdeziklmnoprstu")  # a name signed in Cyrillic
_EDGES = re.compile(r"^[\W_]+|[^\w)?]+$|(?<=\w)\)$")


@dataclass(frozen=True, slots=True)
class Clients:
    """Patterns for single lines, without regard to case.

    `verb` and `doubt` are searched for; the others match from the start.
    `original` and `closing` are for whole lines; `from_` and `header` include the colon.
    """

    original: re.Pattern[str]
    forward: re.Pattern[str]
    verb: re.Pattern[str]
    opener: re.Pattern[str]
    from_: re.Pattern[str]
    header: re.Pattern[str]
    footer: re.Pattern[str]
    disclaimer: re.Pattern[str]
    greeting: re.Pattern[str]
    closing: re.Pattern[str]
    automatic: re.Pattern[str]
    doubt: re.Pattern[str]
    closings: frozenset[str]


def clients() -> Clients:
    """The patterns of mail programs. Raises TemplateError where the file is damaged."""
    return _clients(templates.read(FILE))


@lru_cache(maxsize=2)
def _clients(text: str) -> Clients:
    tables: dict[str, dict[str, list[str]]] = toml_file.read(text, FILE, lambda root: _tables(root, KINDS))

    def pattern(form: str, kind: str) -> re.Pattern[str]:
        return re.compile(form.replace("ANY", _any(flat(tables[kind]))), re.IGNORECASE)

    return Clients(
        original=pattern(r"[-_*=~]{2}[-_*=~ ]{0,80}ANY.{0,80}|ANY\W{0,3}", "original"),
        forward=pattern(r"ANY", "forward"),
        verb=pattern(r"ANY", "verb"),
        opener=pattern(r"ANY\s", "opener"),
        from_=pattern(r"\*?ANY\s?\*?\s?[:：]", "from"),
        header=pattern(r"\*?ANY\s?\*?\s?[:：]", "header"),
        footer=pattern(r"ANY", "footer"),
        disclaimer=pattern(r"ANY", "disclaimer"),
        greeting=pattern(r"ANY\b[^:\d]{0,40}", "greeting"),
        closing=pattern(
            r"ANY(?:[\s,.!;)–-]{0,3}|[\s,.!;–-]{1,3}NAME(?:[ -]NAME)?[.!]?)".replace("NAME", NAME), "closing"
        ),
        automatic=pattern(r"(?:re: |aw: )?ANY", "automatic"),
        doubt=pattern(r"\bANY\b", "doubt"),
        closings=frozenset(map(fold, flat(tables["closing"]))),
    )


def _tables(root: Table, kinds: Iterable[str]) -> dict[str, dict[str, list[str]]]:
    root.known(kinds)
    return {
        kind: {language: list(table.texts(language)) for language in table.values}
        for kind in kinds
        for table in (root.table(kind, hint=WHOLE),)
    }


def flat(table: Mapping[str, Iterable[str]]) -> set[str]:
    """The words of a table in all its languages."""
    return {word for words in table.values() for word in words}


def _any(phrases: Iterable[str]) -> str:
    """A pattern for any of these phrases; `*` stands for up to 40 characters."""
    longest_first = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return f"(?:{'|'.join(re.escape(one).replace(re.escape('*'), '.{1,40}') for one in longest_first)})"


def fold(text: str, look: Mapping[int, int] = _SOUND) -> str:
    """A line as it is compared: in one case and width, its spaces single, without signs at its ends."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(look).replace("’", "'")
    return _EDGES.sub("", " ".join(plain.split()))


class Words:
    """What people write, as sets and patterns."""

    def __init__(self, tables: Mapping[str, Mapping[str, list[str]]]) -> None:
        self.tables = tables
        self._flat = {name: flat(table) for name, table in tables.items()}
        known = clients()
        self.closings = known.closings | self._folded("wish")
        self.courtesies = self.closings
        self.greetings, self.leads = self._folded("greeting"), self._folded("lead")
        self.yes, self.no, self.leave = self._folded("yes"), self._folded("no"), self._folded("leave")
        self.veto, self.titles, self.little = self._flat["veto"], self._flat["title"], self._flat["little"]
        self.small, self.joiners = self._flat["small"], self._flat["joiner"]
        self.taking = self._flat["taking"]
        self.linking = self._flat["order"] | self.taking
        self.numbers = {typed: number for number, typed_as in tables["number"].items() for typed in typed_as}
        self.intents = {fold(typed): order for order, words in tables["intent"].items() for typed in words}

    def _folded(self, table: str) -> set[str]:
        return {fold(word) for word in self._flat[table]}

    def _pattern(self, form: str, table: str) -> re.Pattern[str]:
        return re.compile(form.replace("ANY", _any(self._flat[table])), re.IGNORECASE)

    @cached_property
    def negation(self) -> re.Pattern[str]:
        """A word that denies what stands in its clause; not "No: a6 b6"."""
        return self._pattern(r"\bANY\b(?!\s*[,:;.!])", "negation")

    @cached_property
    def stop(self) -> re.Pattern[str]:
        """What parts two moves."""
        return self._pattern(r"[.!?;]\s+|[\n;]|\bANY\b", "or")

    @cached_property
    def footer(self) -> re.Pattern[str]:
        """How footers begin that clients.toml does not have."""
        return self._pattern("ANY", "footer")

    @cached_property
    def disclaimer(self) -> re.Pattern[str]:
        """How boilerplate begins that clients.toml does not have."""
        return self._pattern("ANY", "disclaimer")

    @cached_property
    def away(self) -> re.Pattern[str]:
        """What a machine says whose user is away."""
        return self._pattern(r"\bANY\b", "away")

    def spares_trees(self, line: str) -> bool:
        """Whether a line asks not to be printed, for the sake of the environment."""
        plain = line.casefold()
        return all(any(word in plain for word in self._flat[table]) for table in ("trees", "printing"))

    @cached_property
    def product(self) -> re.Pattern[str]:
        """A part of a word that names a product."""
        return self._pattern("ANY", "product")

    @cached_property
    def excuse(self) -> re.Pattern[str]:
        """The end of a footer that asks to be forgiven."""
        words = r"(?:please|for|the|any|my|and|or|all)"
        return self._pattern(rf"[,.;–—-]?\s*(?:(?:{words}\s)*ANY\s?(?:{words}\s?)*)+[.!]?$", "excuse")

    @cached_property
    def law(self) -> re.Pattern[str]:
        """A legal word."""
        return self._pattern("ANY", "law")

    @cached_property
    def recipient(self) -> re.Pattern[str]:
        """A legal word about who should read the mail."""
        return self._pattern("ANY", "recipient")

    @cached_property
    def play(self) -> re.Pattern[str]:
        """A word of playing."""
        return self._pattern(r"\bANY", "play")

    @cached_property
    def address(self) -> re.Pattern[str]:
        """What only an address has: a link, a company, a telephone, a town, a street."""
        return self._pattern(
            r"https?://|www\.|[\w.+-]+@[\w-]+\.\w|\bANY\b|\+?\(?\d[\d ()/.-]{6,}\d|"
            r"\b\d{4,5} [^\W\d]|\b\d\d-\d{3} [^\W\d]|\b\d{3} \d\d [^\W\d]|\w{3,} \d{1,3}[a-z]?$|"
            r"^\d{1,4} \w+ (?:st|rd|ave)\b|\bhrb? \d",
            "address",
        )


def words() -> Words:
    """What people write. Raises TemplateError where a file is damaged."""
    return _words(templates.read(WORDS), templates.read(FILE))


@lru_cache(maxsize=2)
def _words(text: str, _clients: str) -> Words:
    return toml_file.read(text, WORDS, lambda root: Words(_tables(root, TABLES)))


class Tongue:
    """What a game's orders are made of, as typed: its verbs, what its places and pieces are called."""

    def __init__(self, slug: str, options: Any = None) -> None:
        known, spoken = words(), [Phrases(slug, language, options) for language in languages()]
        keys = {key for phrases in spoken for key in phrases.forms("verbs")}
        self.verbs = {key: key for key in keys}
        for key in keys & known.tables["verbs"].keys():
            self.verbs |= dict.fromkeys(known.tables["verbs"][key], key)
        for phrases in spoken:
            self.verbs |= {typed: key for key, typed in _listed(phrases, "verbs")}
        self.nouns = {typed: key for phrases in spoken for key, typed in _listed(phrases, "nouns")}
        self.hubs = {typed for typed, key in self.nouns.items() if key == "h"}
        self.signs = {typed: key for typed, key in self.nouns.items() if len(key) == 1}
        self.hubs |= flat(known.tables["hub"]) if self.hubs else set()
        self.spoken = spoken
        together = sorted((verb for verb in self.verbs if not verb.isalpha()), key=len, reverse=True)
        self.together = re.compile(rf"\b(?:{'|'.join(map(re.escape, together))})\b") if together else None

    def called(self, kinds: Iterable[str]) -> dict[str, set[str]]:
        """What each word for a piece may mean, of these kinds."""
        found: dict[str, set[str]] = {}
        for kind in kinds:
            for name in {kind.partition("-")[0], *(name for phrases in self.spoken for name in phrases.piece(kind))}:
                found.setdefault(name.casefold(), set()).add(kind)
        for typed, key in self.nouns.items():
            if len(key) > 1:
                found.setdefault(typed, set()).update(kinds)
        return found


def _listed(phrases: Phrases, table: str) -> Iterable[tuple[str, str]]:
    for key, forms in phrases.forms(table).items():
        for typed in forms["other"].split(","):
            yield key, typed.strip().casefold()


def languages() -> list[str]:
    """The languages that there are letters in."""
    return list(templates.stems("letters", ".j2"))


_tongues: dict[tuple[str, ...], Tongue] = {}
MOST_TONGUES = 16


def tongue(slug: str, options: Any = None) -> Tongue:
    """The words of a game, in all languages that there are letters in. Raises TemplateError."""
    names = [f"phrases/{language}/{name}.toml" for language in languages() for name in (slug, "common")]
    key = (slug, repr(options), *map(templates.read, (*names, WORDS, FILE)))
    if key not in _tongues:
        if len(_tongues) >= MOST_TONGUES:
            _tongues.clear()
        _tongues[key] = Tongue(slug, options)
    return _tongues[key]
