"""The words that texts are read by: of mail programs and what habit puts around orders (templates/mail/clients.toml),
of people in seven languages (templates/mail/words.toml), of a game (its phrases)."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from adjudicator.letters.phrases import Phrases
from printables.core import templates, toml_file

FILE = "mail/clients.toml"
_OF_QUOTES = ("original", "forward", "verb", "opener", "from", "header")
KINDS = (*_OF_QUOTES, "footer", "disclaimer", "greeting", "closing", "automatic", "doubt")  # the tables of the file
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
_FILL = "(?:please|for|the|any|my|and|or|all)"
MOST_TONGUES = 16  # in memory  # equivalent: it is memory alone


def _words_of(table: str, form: str = "ANY") -> cached_property[re.Pattern[str]]:
    """The pattern of a table's words, made when it is first asked for; ANY in the form is any of them."""

    def made(known: _Flat) -> re.Pattern[str]:
        return re.compile(form.replace("ANY", _any(known.flat[table])), re.IGNORECASE)

    return cached_property(made)


class _Flat:
    """Tables of a file, each also as the words of all its languages."""

    def __init__(self, tables: Mapping[str, Mapping[str, list[str]]]) -> None:
        self.tables = tables
        self.flat = {name: flat(table) for name, table in tables.items()}

    def folded(self, table: str) -> frozenset[str]:
        """A table's words as they are compared."""
        return frozenset(map(fold, self.flat[table]))


class Clients(_Flat):
    """Patterns for single lines, without regard to case. `verb` and `doubt` are searched for; the others match from the
    start. `original` and `closing` are for whole lines; `from_` and `header` include the colon."""

    original = _words_of("original", r"[-_*=~]{2}[-_*=~ ]{0,80}ANY.{0,80}|ANY\W{0,3}")
    forward, verb, footer, disclaimer = map(_words_of, ("forward", "verb", "footer", "disclaimer"))
    opener = _words_of("opener", r"ANY\s")
    from_ = _words_of("from", r"\*?ANY\s?\*?\s?[:：]")
    header = _words_of("header", r"\*?ANY\s?\*?\s?[:：]")
    greeting = _words_of("greeting", r"ANY\b[^:\d]{0,40}")
    closing = _words_of("closing", rf"ANY(?:[\s,.!;)–-]{{0,3}}|[\s,.!;–-]{{1,3}}{NAME}(?:[ -]{NAME})?[.!]?)")
    automatic = _words_of("automatic", r"(?:re: |aw: )?ANY")
    doubt = _words_of("doubt", r"\bANY\b")


def clients() -> Clients:
    """The patterns of mail programs. Raises TemplateError where the file is damaged."""
    return _clients(templates.read(FILE))


@lru_cache(maxsize=2)
def _clients(text: str) -> Clients:
    return toml_file.read(text, FILE, lambda root: Clients(_tables(root, KINDS)))


def _tables(root: toml_file.Table, kinds: Iterable[str]) -> dict[str, dict[str, list[str]]]:
    root.known(kinds)
    tables = {kind: root.table(kind, hint=WHOLE) for kind in kinds}
    return {kind: {code: list(table.texts(code)) for code in table.values} for kind, table in tables.items()}


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


class Words(_Flat):
    """What people write, as sets and patterns."""

    negation = _words_of("negation", r"\bANY\b(?!\s*[,:;.!])")  # denies what stands in its clause; not "No: a6 b6"
    stop = _words_of("or", r"[.!?;]\s+|[\n;]|\bANY\b")  # what parts two moves
    footer = _words_of("footer")  # how footers begin that clients.toml does not have
    disclaimer = _words_of("disclaimer")  # how boilerplate begins that clients.toml does not have
    away = _words_of("away", r"\bANY\b")  # what a machine says whose user is away
    product = _words_of("product")  # a part of a word that names a product
    # The end of a footer that asks to be forgiven
    excuse = _words_of("excuse", rf"[,.;–—-]?\s*(?:(?:{_FILL}\s)*ANY\s?(?:{_FILL}\s?)*)+[.!]?$")
    law = _words_of("law")  # a legal word
    recipient = _words_of("recipient")  # a legal word about who should read the mail
    play = _words_of("play", r"\bANY")  # a word of playing
    address = _words_of(  # what only an address has: a link, a company, a telephone, a town, a street
        "address",
        r"https?://|www\.|[\w.+-]+@[\w-]+\.\w|\bANY\b|\+?\(?\d[\d ()/.-]{6,}\d|"
        r"\b\d{4,5} [^\W\d]|\b\d\d-\d{3} [^\W\d]|\b\d{3} \d\d [^\W\d]|\w{3,} \d{1,3}[a-z]?$|"
        r"^\d{1,4} \w+ (?:st|rd|ave)\b|\bhrb? \d",
    )

    def __init__(self, tables: Mapping[str, Mapping[str, list[str]]]) -> None:
        super().__init__(tables)
        self.closings = clients().folded("closing") | self.folded("wish")
        self.greetings, self.leads = self.folded("greeting"), self.folded("lead")
        self.yes, self.no, self.leave = self.folded("yes"), self.folded("no"), self.folded("leave")
        self.veto, self.titles, self.little = self.flat["veto"], self.flat["title"], self.flat["little"]
        self.small, self.joiners = self.flat["small"], self.flat["joiner"]
        self.taking, self.linking = self.flat["taking"], self.flat["order"] | self.flat["taking"]
        self.numbers = {typed: number for number, typed_as in tables["number"].items() for typed in typed_as}
        self.intents = {fold(typed): order for order, words in tables["intent"].items() for typed in words}


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
        self.hubs |= {"h", *flat(known.tables["hub"])} if self.hubs else set()
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


def tongue(slug: str, options: Any = None) -> Tongue:
    """The words of a game, in all languages that there are letters in. Raises TemplateError."""
    names = [f"phrases/{language}/{name}.toml" for language in languages() for name in (slug, "common")]
    key = (slug, repr(options), *map(templates.read, (*names, WORDS, FILE)))
    if key not in _tongues:
        if len(_tongues) >= MOST_TONGUES:
            _tongues.clear()
        _tongues[key] = Tongue(slug, options)
    return _tongues[key]
