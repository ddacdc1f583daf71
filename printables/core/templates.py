"""Texts that a user may copy and edit: rules, letters, themes. Named by path, such as "rules/the-game.md". A file in
the folder that POSTFOX_TEMPLATES names comes before ours of the same path, which lie in the installed package or beside
the packages in a checkout. What is printed has a language: English is in the code and in templates/rules, any other in
words/CODE.toml, each English text and what it is there, and rules/CODE/. What a language lacks stays English."""

import os
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path, PurePosixPath
from string import Template

from printables.core import OptionError, Problem, TemplateError, files, meant, toml_file, unknown

VARIABLE = "POSTFOX_TEMPLATES"
LOOK = "illustrated"  # the theme of what is printed and shown, where nobody names another
PAUSES = (0.02, 0.2)  # seconds until a file that could not be read is tried again
LEFT = ("~", ".bak", ".orig", ".swp")  # by editors
_ours_alone: ContextVar[bool] = ContextVar("ours_alone", default=False)


class PassingError(TemplateError):
    """A template that the system could not read just now: later it may, so nothing is to be made without it."""


def folders() -> tuple[Path, ...]:
    """Where templates are looked for, first to last. Raises PassingError if the user's folder is none."""
    ours = _ours()
    named = "" if _ours_alone.get() else os.environ.get(VARIABLE, "")
    if named and not Path(named).is_dir():
        raise PassingError(f"{named} is not a folder", f"{VARIABLE} must name a folder of templates", source=VARIABLE)
    return (Path(named), ours) if named else (ours,)


@cache  # asked for by each template that is read, and a letter is made of ten
def _ours() -> Path:
    here = Path(__file__).resolve().parents[1]
    return here / "templates" if (here / "templates").is_dir() else here.parent / "templates"


@contextmanager
def shipped() -> Iterator[None]:
    """Where a user's file has faults and the work must go on: no templates but ours, in here."""
    before = _ours_alone.set(True)
    try:
        yield
    finally:
        _ours_alone.reset(before)


def find(path: str) -> Path:
    """The file of a template. Raises TemplateError, naming near ones, if there is none or the path leads elsewhere."""
    plain = PurePosixPath(path)
    if not plain.is_absolute() and ".." not in plain.parts:
        for folder in folders():
            if (folder / plain).is_file():
                return folder / plain
    raise TemplateError(f"there is no template {path!r}", meant(path, names(str(plain.parent))), source=path)


def exists(path: str) -> bool:
    """Whether there is such a template. Raises TemplateError if the user's folder is none."""
    return any((folder / path).is_file() for folder in folders())


def read(path: str, pauses: tuple[float, ...] | None = None) -> str:
    """The text of a template. Raises TemplateError, and PassingError for what another try may mend."""
    file, pauses = find(path), PAUSES if pauses is None else pauses
    try:
        return files.text(file.read_bytes())
    except UnicodeDecodeError as error:
        raise TemplateError(f"byte {error.start} is not UTF-8", "save the file as UTF-8", source=str(file)) from None
    except OSError as error:  # another program saves it just now, a disk of the network is away
        if not pauses:
            raise PassingError(f"it cannot be read: {error.strerror}", "try again", source=str(file)) from None
    time.sleep(pauses[0])
    return read(path, pauses[1:])


def unplaced(text: str) -> str:
    """What is said of templates as others may read it: files by their names in templates/, no place on this machine."""
    named = os.environ.get(VARIABLE, "")
    for folder in (named, str(Path(named)), str(_ours())) if named else (str(_ours()),):
        text = text.replace(folder.rstrip(os.sep) + os.sep, "").replace(folder, VARIABLE)
    return text


def stems(folder: str, suffix: str = ".toml") -> tuple[str, ...]:
    """The names of all TOML (or other) files in a folder, such as "parchment" in "themes", in order."""
    return tuple(PurePosixPath(path).stem for path in names(folder) if path.endswith(suffix))


def named(folder: str, name: str, option: str) -> tuple[str, str]:
    """The text of a TOML file that an option names, and where it lies. Raises OptionError, TemplateError."""
    known = stems(folder)
    if name not in known:
        raise OptionError(*unknown(folder.rpartition("/")[2].removesuffix("s"), name, known), option)
    path = f"{folder}/{name}.toml"
    return read(path), str(find(path))


def names(folder: str) -> tuple[str, ...]:
    """The paths of all templates in a folder, such as "themes", in order."""
    found: set[str] = set()
    for place in folders():
        if (place / folder).is_dir():
            with os.scandir(place / folder) as entries:  # which knows what the system says of each
                found |= {f"{folder}/{entry.name}" for entry in entries if entry.is_file()}
    return tuple(sorted(found))


def own(folder: Path) -> tuple[str, ...]:
    """The templates in a folder, by path, in order; what stands there besides is left alone."""
    files = sorted(file.relative_to(folder) for file in folder.rglob("*") if file.is_file())
    kept = (file for file in files if not any(part.startswith(".") for part in file.parts))
    return tuple(file.as_posix() for file in kept if not file.name.endswith(LEFT))


def fill(text: str, words: Mapping[str, str], source: str) -> str:
    """The text with its $placeholders (or ${placeholders}) filled in; $$ is a dollar. Raises TemplateError."""
    try:
        return Template(text).substitute(words)
    except (KeyError, ValueError):
        raise TemplateError.of(tuple(faults(text, words, source))) from None


def faults(text: str, words: Collection[str], source: str = "") -> Iterator[Problem]:
    """Every placeholder of a text that cannot be filled in."""
    known = f"the words are {', '.join(words)}" if words else "there are none here"
    for number, line in enumerate(text.splitlines(), 1):
        for found in Template.pattern.finditer(line):
            name = found["named"] or found["braced"]
            if found["invalid"] is not None:
                yield Problem(source, number, "a $ stands alone", "write $$ for a dollar sign", found.start() + 1)
            elif name and name not in words:
                yield Problem(source, number, f"there is no word ${name}", known, found.start() + 1)


ENGLISH = "en"
WORDS = "words"
_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def languages() -> tuple[str, ...]:
    """The codes of all languages there are."""
    return tuple(sorted({ENGLISH, *stems(WORDS)}))


def known(code: str) -> str:
    """The code of a language that there is. Raises OptionError for one that there is not."""
    if code not in languages():
        raise OptionError(*unknown("language", code, languages()), "--language")
    return code


def spoken() -> str:
    """The code of the language that is printed here."""
    return _spoken.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """In here that language is printed. Raises OptionError if there is none of that code."""
    before = _spoken.set(known(code))
    try:
        yield
    finally:
        _spoken.reset(before)


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def say(text: str, **fields: object) -> str:
    """A text in the language that is printed, its $fields filled in. Raises TemplateError for a field it has not."""
    found = texts(spoken()).get(text, text)
    if not fields:
        return found
    return fill(found, {name: str(value) for name, value in fields.items()}, f"{WORDS}/{spoken()}.toml")


def number(count: int) -> str:
    """A count in words, as far as there are words for it."""
    return say(NUMBERS[count]) if count < len(NUMBERS) else str(count)


@cache
def texts(code: str) -> Mapping[str, str]:
    """What the file of a language says for each English text. Raises TemplateError."""
    if code == ENGLISH:
        return {}
    source = f"{WORDS}/{code}.toml"

    def take(table: toml_file.Table) -> dict[str, str]:
        table.known(("texts",))
        known = table.table("texts")
        return {key: known.text(key) for key in known.values}

    return toml_file.read(read(source), str(find(source)), take)


def translated(name: str) -> str:
    """The template of that path in the language that is printed: rules/de/x.md for rules/x.md, if there is one."""
    plain = PurePosixPath(name)
    own = str(plain.parent / spoken() / plain.name)
    return own if spoken() != ENGLISH and exists(own) else name
