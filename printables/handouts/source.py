"""A handout's Markdown file: read safely, its head of settings, what only the master may see. The file begins with
settings, `name: value` lines between two lines of `---`, if it has any. What stands between `:::secret` and `:::` is
left out of the players' version and marked in the master's."""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from printables.core import OptionError, TemplateError, files, meant
from printables.scene.theme import pictured
from printables.text import markdown
from printables.text.markdown import Block, Break, Inline, Prose, Span

LARGEST = 4 * markdown.LONGEST  # bytes: no text that can be typeset takes more
LONGEST = 200  # characters of a setting
_SETTING = re.compile(r"([A-Za-z][\w-]*)[ \t]*:(?:[ \t]+(.*))?")
_MARKER = re.compile(r"(?:[-*+]|\d{1,9}[.)])[\s>]+|[\s>]+")
FENCE, SECRET = ":::", "secret"


class Source(NamedTuple):
    """The text of a file: `name` for messages, `settings` of its head with their lines, `body` and its first line."""

    name: str
    settings: Mapping[str, tuple[str, int]]
    body: tuple[str, ...]
    first: int

    def setting(self, name: str, default: str = "") -> str:
        return self.settings[name][0] if name in self.settings else default

    def line(self, name: str) -> int:
        """The line of a setting; 0 if the file does not have it."""
        return self.settings[name][1] if name in self.settings else 0

    def wrong(self, name: str, what: str, hint: str) -> TemplateError:
        """What to raise about a setting."""
        return TemplateError(what, hint, self.name, self.line(name))

    def check(self, known: tuple[str, ...]) -> None:
        """Raises TemplateError for a setting like a misspelt one of `known`; others are for other programs."""
        for name, (_, line) in self.settings.items():
            if name not in known and (near := meant(name, known, cutoff=0.75)):
                raise TemplateError(f"there is no setting {name!r}", near, self.name, line)


class Note(NamedTuple):
    """A text ready to be set: its title (the first heading of level 1, or ""), the blocks after it, settings; whether
    it is the `master`'s, with secrets in it, marked."""

    title: str
    blocks: tuple[Block, ...]
    source: Source
    master: bool = False

    def setting(self, name: str, default: str = "") -> str:
        return self.source.setting(name, default)


def read(path: Path, folder: Path | None = None) -> Source:
    """A file that lies in `folder` (its own, if not said). Raises TemplateError for all that is not such a text."""
    name = str(path)
    try:
        # A link, or one on the way to it, may lead elsewhere; nothing outside the folder is opened.
        home, real = (path.parent if folder is None else folder).resolve(), path.resolve()
        if not real.is_relative_to(home):
            raise TemplateError(f"it leads out of {home.name or home}", "put the file itself there", name)
        with open(real, "rb", opener=_open) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise TemplateError("it is not a file with text in it", "name a Markdown file", name)
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise TemplateError("there is no such file", "name a Markdown file or a folder of them", name) from None
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "its name leads nowhere"
        raise TemplateError(f"it cannot be read: {reason}", "name a Markdown file", name) from None
    if len(data) > LARGEST:
        raise TemplateError(f"the file is larger than {LARGEST // 1000} kB", "split it", name)
    try:
        return parse(files.text(data), name)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TemplateError(f"byte {error.start} is not UTF-8", "save the file as UTF-8", name, line) from None


def _open(path: str, flags: int) -> int:
    # A pipe without a writer would keep us waiting, and a link put there meanwhile would lead out.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))


def parse(text: str, name: str) -> Source:
    """A text with its head of settings, if it begins with one. Raises TemplateError for a setting given twice."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), 0)
    if lines[0].rstrip() != "---" or not end or not _SETTING.fullmatch(lines[1].rstrip()):
        return Source(name, {}, tuple(lines), 1)
    settings: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(lines[1:end], 2):
        if not (found := _SETTING.fullmatch(line.rstrip())):
            continue
        key, value = found[1].lower(), (found[2] or "").strip()
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        if key in settings:
            raise TemplateError(f"the setting {key!r} is given twice", "give it once", name, number)
        if len(value) > LONGEST:
            raise TemplateError(f"the setting {key!r} has {len(value)} characters", f"at most {LONGEST}", name, number)
        settings[key] = value, number
    return Source(name, settings, tuple(lines[end + 1 :]), end + 2)


def has_secrets(source: Source) -> bool:
    return any(_fence(line) for line in source.body)


def _fence(line: str) -> str | None:
    """The word after `:::` in a line that is a fence ("" for one that ends a secret), None for any other line. A fence
    counts wherever a reader might hide it, in quotes, lists or code: what is secret stays secret."""
    while marker := _MARKER.match(line):
        line = line[marker.end() :]
    return line[len(FENCE) :].strip().lower() if line.startswith(FENCE) else None


def note(source: Source, *, master: bool) -> Note:
    """The players' version of a text, or the master's. Raises TemplateError for a secret that does not end."""
    # Blank lines stand for the head, so that errors name the lines of the file.
    blocks = markdown.read("\n" * (source.first - 1) + "\n".join(_versed(source, master)), source.name)
    head = next((block for block in blocks if isinstance(block, Prose) and block.level == 1), None)
    title = plain(head.inlines) if head else ""
    rest = tuple(block for block in blocks if block is not head)
    return Note(source.setting("title") or title, rest, source, master and has_secrets(source))


def _versed(source: Source, master: bool) -> Iterator[str]:
    """The lines of a version: secrets blank for players, quoted for the master. As many lines as there were."""
    opened, fence, name = 0, FENCE + SECRET, source.name
    for number, line in enumerate(source.body, source.first):
        word = _fence(line)
        if word is None:
            if fence in "".join(line.lower().split()):
                raise TemplateError("a secret begins within a line", f"give {fence} its own", name, number)
            yield line if not opened else f"> {line}" if master else ""
            continue
        if word not in ("", SECRET):
            raise TemplateError(f"there is no block :::{word[:30]}", f"write {fence}", name, number)
        if word and opened:
            raise TemplateError("a secret within a secret", f"end the one of line {opened} with :::", name, number)
        if not word and not opened:
            raise TemplateError("::: ends no secret", f"begin it with {fence}", name, number)
        opened = number if word else 0
        yield "> **For the GM**  " if word and master else ""
    if opened:
        raise TemplateError("this secret does not end", "end it with a line of :::", name, opened)


def plain(inlines: tuple[Inline, ...]) -> str:
    """The words of inlines alone."""
    parts = (part.text if isinstance(part, Span) else " " if isinstance(part, Break) else "" for part in inlines)
    return " ".join("".join(parts).split())


def choice(source: Source, name: str, allowed: tuple[str, ...], default: str) -> str:
    """A setting that is one of some words. Raises TemplateError."""
    value = source.setting(name, default).lower()
    if value not in allowed:
        raise source.wrong(name, f"{name}: {value!r} is not possible", f"take {', '.join(allowed)}")
    return value


def beside(source: Source, name: str) -> str:
    """A setting that may name a picture in the folder of the text: its whole path then. Raises TemplateError."""
    value = source.setting(name)
    if not pictured(value):
        return value
    home = Path(source.name).parent.resolve()
    path = (home / value).resolve()
    if not path.is_relative_to(home) or not path.is_file():
        raise source.wrong(name, f"{name}: there is no picture {value[-60:]!r}", "put it beside the text")
    return str(path)


def markdown_files(folder: Path) -> tuple[Path, ...]:
    """The Markdown files of a folder, in order of name. Raises OptionError if there are none."""
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in (".md", ".markdown"))
    except OSError as error:
        raise OptionError(f"the folder {folder} cannot be read: {error.strerror}", "name another") from None
    if not found:
        raise OptionError(f"the folder {folder} has no Markdown files", "their names end in .md")
    return tuple(found)
