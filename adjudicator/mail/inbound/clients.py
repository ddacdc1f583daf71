"""What mail programs write around what their users type, by language: patterns from templates/mail/clients.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from printables.core import templates, toml_file
from printables.core.toml_file import Table

FILE = "mail/clients.toml"
KINDS = (
    *("original", "forward", "verb", "opener", "from", "header"),  # the tables of the file
    *("footer", "disclaimer", "greeting", "closing", "automatic", "doubt"),
)
WHOLE = 'write it with lists of texts by language, en = ["a text", "another"]'
NAME = r"[^\W\d_]{1,20}"  # after a closing: "Best, Anna"


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


def load() -> Clients:
    """The patterns. Raises TemplateError where the file is damaged."""
    return _compiled(templates.read(FILE))


@lru_cache(maxsize=2)
def _compiled(text: str) -> Clients:
    any_of = toml_file.read(text, FILE, _patterns)

    def pattern(form: str, kind: str) -> re.Pattern[str]:
        return re.compile(form.replace("ANY", any_of[kind]), re.IGNORECASE)

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
    )


def _patterns(root: Table) -> dict[str, str]:
    root.known(KINDS)
    return {kind: _any(root.table(kind, hint=WHOLE)) for kind in KINDS}


def _any(table: Table) -> str:
    """A pattern for any phrase of a table."""
    phrases = {phrase for language in table.values for phrase in table.texts(language)}
    longest_first = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return f"(?:{'|'.join(re.escape(one).replace(re.escape('*'), '.{1,40}') for one in longest_first)})"
