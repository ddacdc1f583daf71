"""What a translation still lacks, compared with the texts as shipped: files, keys, and texts that are English yet."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from printables.core import templates

ENGLISH = "en"
SHOWN = 6  # texts that are named of those that are lacking
_MARKED = re.compile(r"\{.*?\}|\W")  # fields, and what is not letters
LONG = 12  # characters: a text of more that is the same in both languages has not been translated


class Lacking(NamedTuple):
    """Of one file of a language: its path, how many texts it should have, and which of them it has not."""

    path: str
    whole: int
    texts: tuple[str, ...]

    def __str__(self) -> str:
        if not self.whole:
            return f"{self.path} is missing: these texts stay English"
        some = ", ".join(self.texts[:SHOWN])
        more = f" and {len(self.texts) - SHOWN} more" if len(self.texts) > SHOWN else ""
        return f"{self.path}: {len(self.texts)} of {self.whole} texts are still English: {some}{more}"


def languages(folder: Path) -> tuple[str, ...]:
    """The codes of the languages that a folder of templates has something of, but for English."""
    files = [*folder.glob("letters/*.j2"), *folder.glob("words/*.toml")]
    folders = [place for kind in ("phrases", "rules", "sheets") for place in folder.glob(f"{kind}/*") if place.is_dir()]
    return tuple(sorted({*(file.stem for file in files), *(place.name for place in folders)} - {ENGLISH}))


def of(code: str) -> Iterator[Lacking]:
    """What a language lacks, file by file."""
    if not templates.exists(f"letters/{code}.j2"):
        yield Lacking(f"letters/{code}.j2", 0, ())
    for path in templates.names(f"phrases/{ENGLISH}"):
        name = path.rpartition("/")[2]
        yield from _compared(f"phrases/{code}/{name}", _ours("phrases", name))
    yield from _compared(f"words/{code}.toml", _ours("words", "*.toml"))
    for path in (*templates.names("rules"), *templates.names("sheets")):
        folder, _, name = path.rpartition("/")
        own = f"{folder}/{code}/{name}"
        if path.endswith(".toml"):
            yield from _compared(own, _ours("rules", name))
        elif not templates.exists(own):
            yield Lacking(own, 0, ())


def _ours(folder: str, name: str) -> dict[tuple[str, str], str]:
    """Every text that a language may have of a file, by table and key, in English; of pairs the key is English."""
    found: dict[tuple[str, str], str] = {}
    with templates.shipped():
        (ours,) = templates.folders()
    pairs = folder == "words" or name == "reasons.toml"
    last = (ENGLISH, folder)  # what is there in English counts
    for file in sorted((ours / folder).rglob(name), key=lambda file: file.parent.name in last):
        if pairs and file.parent.name == ENGLISH:
            continue  # not pairs with English, but what a letter puts otherwise
        for (table, key), text in _texts(file.read_text(encoding="utf-8")).items():
            if table != "pieces":  # forms of words that only some languages need
                found[table, key] = key if pairs else text
    return found


def _texts(text: str) -> dict[tuple[str, str], str]:
    tables: Mapping[str, Any] = tomllib.loads(text)
    return {
        (table, key): str(value)
        for table, entries in tables.items()
        if isinstance(entries, dict)
        for key, value in entries.items()
    }


def _compared(path: str, ours: Mapping[tuple[str, str], str]) -> Iterator[Lacking]:
    if not templates.exists(path):
        yield Lacking(path, 0, ())
        return
    if templates.find(path).is_relative_to(templates.folders()[-1]):
        return  # as shipped; what is the same there is a name
    try:
        own = _texts(templates.read(path))
    except tomllib.TOMLDecodeError:
        return  # the check says what is wrong with it
    lacking = [
        key if table in ("texts", "reasons") else f"[{table}] {key}"
        for (table, key), english in ours.items()
        if (table, key) not in own or (own[table, key] == english and len(_MARKED.sub("", english)) > LONG)
    ]
    if lacking:
        yield Lacking(path, len(ours), tuple(lacking))
