"""The language that is printed: short texts by their English wording, whole texts by the folder of their language.

English is in the code and in templates/rules. Any other language is two things in the templates: words/CODE.toml, with
each English text and what it is there, and rules/CODE/ with the texts of rules. What a language lacks stays English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import PurePosixPath

from printables.core import templates, toml_file
from printables.core.errors import OptionError, TemplateError, unknown

ENGLISH = "en"
FOLDER = "words"
_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def names() -> tuple[str, ...]:
    """The codes of all languages there are."""
    return tuple(sorted({ENGLISH, *templates.stems(FOLDER)}))


def spoken() -> str:
    """The code of the language that is printed here."""
    return _spoken.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """In here that language is printed. Raises OptionError if there is none of that code."""
    if code not in names():
        raise OptionError(*unknown("language", code, names()), "--language")
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


def say(text: str, **fields: object) -> str:
    """A text in the language that is printed, its $fields filled in. Raises TemplateError for a field it has not."""
    found = texts(spoken()).get(text, text)
    if not fields:
        return found
    return templates.fill(found, {name: str(value) for name, value in fields.items()}, f"{FOLDER}/{spoken()}.toml")


@cache
def texts(code: str) -> Mapping[str, str]:
    """What the file of a language says for each English text. Raises TemplateError."""
    if code == ENGLISH:
        return {}
    source = f"{FOLDER}/{code}.toml"

    def take(table: toml_file.Table) -> dict[str, str]:
        table.known(("texts",))
        known = table.table("texts")
        return {key: known.text(key) for key in known.values}

    return toml_file.read(templates.read(source), str(templates.find(source)), take)


def path(name: str) -> str:
    """The template of that path in the language that is printed: rules/de/x.md for rules/x.md, if there is one."""
    if spoken() == ENGLISH:
        return name
    plain = PurePosixPath(name)
    own = str(plain.parent / spoken() / plain.name)
    try:
        templates.find(own)
    except TemplateError:
        return name
    return own
