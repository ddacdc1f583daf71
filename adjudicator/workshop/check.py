"""Every mistake of templates that somebody has edited, each with its file, line and column.

A file is read by what reads it in earnest, under its path; where only use shows a mistake it is used: letters are
written for every sample, rules set, diagrams drawn."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, TypeAlias

from adjudicator.games import GAMES, find
from adjudicator.letters import phrases, render
from adjudicator.letters.facts import Letter
from adjudicator.mail.club import commands
from adjudicator.reader import words as read_by
from adjudicator.workshop import samples
from printables import boards
from printables.boards import wolves_and_jackals as wolves
from printables.boards.fox_and_geese import load
from printables.boards.snakey_dice import house as dice
from printables.core import Problem, UserError, meant, templates, toml_file
from printables.drawing import diagrams, emblems, lettering
from printables.handouts import letter, source, stall, tavern, wager
from printables.handouts.order import Order
from printables.paper import labels
from printables.printing import make
from printables.scene import theme
from printables.scene.components import Components
from printables.scene.theme import CLASSIC

Checked: TypeAlias = Iterator[Problem]
FIELD = re.compile(r"\{([a-z_]+\d*)\}")
WORD = re.compile(r"\$\{?([A-Za-z_]\w*)\}?")
SUFFIXES = (".html", ".j2", ".json", ".md", ".svg", ".toml", ".txt")
HUNTS = "fox-and-geese"  # the game whose variants have rules of their own
ENGLISH = "en"
SHOWN = 6  # texts that are named of those that are lacking
_MARKED = re.compile(r"\{.*?\}|\W")  # fields, and what is not letters
LONG = 12  # characters: a text of more that is the same in both languages has not been translated


class Kind(NamedTuple):
    """The templates of a folder: what finds their mistakes, and what they are."""

    mistakes: Callable[[str], Checked]
    about: str


def check(path: str) -> tuple[Problem, ...]:
    """What is wrong with a template, in the order of its text; files of the user's folder go before ours."""
    kind, strip = KINDS.get(path.partition("/")[0]), PurePosixPath(path).match(f"{render.HEADS}/*.png")
    mistakes = _strip if strip else kind.mistakes if kind and path.endswith(SUFFIXES) else _stray
    found: list[Problem] = []
    try:
        if not strip:
            templates.read(path)
        for problem in mistakes(path):
            found.append(problem)
    except UserError as error:
        found += error.problems
    each = dict.fromkeys(map(_placed, found))
    return tuple(sorted(each, key=lambda problem: (problem.source, problem.line, problem.column)))


def _placed(problem: Problem) -> Problem:
    """The same with the file that a person would open, where only its path is named."""
    source = problem.source
    known = source and not PurePosixPath(source).is_absolute() and templates.exists(source)
    return problem._replace(source=str(templates.find(source))) if known else problem


def _caught(use: Callable[[], object]) -> Checked:
    try:
        use()
    except UserError as error:
        yield from error.problems


def _stray(path: str) -> Checked:
    hint = meant(path.partition("/")[0], KINDS, "the folders are")
    yield Problem(path, 0, "Postfox does not read this file", hint)


def _strip(path: str) -> Checked:
    if not templates.find(path).read_bytes().startswith(b"\x89PNG"):
        yield Problem(path, 0, "this is not a picture in PNG", "save it as PNG, 600 pixels wide")


def _named(path: str) -> str:
    return PurePosixPath(path).stem


def _hunt(path: str) -> Checked:
    return iter(load.examine(templates.read(path), path)[1])


def _emblem(path: str) -> Checked:
    kind: Any = PurePosixPath(path).parent.name
    return _caught(lambda: emblems.draw(kind, _named(path), *emblems.PAINTS[:2]))


def _diagrams(path: str) -> Checked:
    slug = _named(path)
    if slug not in GAMES:
        yield Problem(path, 0, "no game has diagrams of this name", meant(slug, GAMES, "the games are"))
        return
    components = _components(slug)
    declared = diagrams.read(slug, components.words)
    for name in declared:
        yield from _caught(partial(diagrams.figure, components, CLASSIC, name, declared))


def _components(slug: str) -> Components:
    return boards.find(slug).components(find(slug).Options(), CLASSIC)


def _house(path: str) -> Checked:
    reads: dict[str, Callable[[], object]] = {dice.SOURCE: dice.default, wolves.SOURCE: wolves.default}
    return _caught(reads[path]) if path in reads else _stray(path)


def _rules(path: str) -> Checked:
    """A game's rules: its words, then the sheet set with them."""
    if path.endswith(".toml"):
        yield from _tables(path, f"rules/{PurePosixPath(path).name}", WORD, "$")  # against the English ones as shipped
        return
    language = PurePosixPath(path).parent.name if path.count("/") == 2 else "en"
    slug = _named(path).removesuffix("-reference")
    if slug not in GAMES:
        yield Problem(path, 0, "no game has rules of this name", meant(slug, GAMES, "the games are"))
        return
    faults = list(_caught(lambda: templates.fill(templates.read(path), _components(slug).words, path)))
    yield from faults
    if not faults:
        sheet = "cards" if path.endswith("-reference.md") else "rules"
        speaks = language == "en" or templates.exists(f"words/{language}.toml")
        request = make.Request(slug, sheet, language=language if speaks else "en", theme=CLASSIC.name)
        yield from _caught(lambda: make.sheet(request))


def _tables(path: str, english: str, pattern: re.Pattern[str], mark: str) -> Checked:
    """A file of texts by table and key. Keys and fields that ours have nowhere are mistakes."""
    folder, name = english.split("/")[0], PurePosixPath(english).name
    shape = "${}" if mark == "$" else "{{{}}}"  # of a field
    # A game may say in its own words whatever all games say.
    names = {name, "common.toml"} if folder == "phrases" and name != "page.toml" else {name}
    ours: dict[str, dict[str, set[str]]] = {}
    for _, here, one, text in _shipped(folder, *names):
        ours.setdefault(here, {}).setdefault(one, set()).update(pattern.findall(text))

    def take(root: toml_file.Table) -> bool:
        for name, table in root.tables().items():
            if name not in ours:
                root.unknown(name, tuple(ours))
                continue
            free = name == "pieces" and mark == "$"  # names of anybody's pieces
            for key, value in () if free else table.values.items():
                if key not in ours[name]:
                    table.wrong(key, f"nothing asks for {key!r} here", meant(key, ours[name]))
                    continue
                known = ours[name][key]
                for field in sorted(set(pattern.findall(_flat(value))) - known):
                    fields = ", ".join(map(shape.format, sorted(known))) or "none"
                    shown = shape.format(field)
                    message = f"{key}: no text of ours here has {shown}"
                    table.wrong(key, message, meant(field, known) or f"ours have {fields}", shown)
        return True

    yield from toml_file.examine(templates.read(path), path, take)[1]


def _shipped(folder: str, *names: str) -> Iterator[tuple[str, str, str, str]]:
    """Every text of ours in files of these names, English ones last: its folder, table, key, and all that it says."""
    with templates.shipped():
        (ours,) = templates.folders()
    files = [file for name in names for file in (ours / folder).rglob(name)]
    for file in sorted(files, key=lambda file: (file.parent.name in (ENGLISH, folder), file)):
        text = file.read_text(encoding="utf-8")
        yield from ((file.parent.name, table, "", "") for table in tomllib.loads(text))  # one may have no key as yet
        yield from ((file.parent.name, *place, said) for place, said in _texts(text).items())


def _flat(value: object) -> str:
    """All text of an entry: of a table of forms, too."""
    if isinstance(value, Mapping):
        # What each event of a sentence is made of may be said by the sentence, too.
        return " ".join(_flat(one) for key, one in value.items() if key != "by") + " {count} {list}"
    return str(value)


def _phrases(path: str) -> Checked:
    if _named(path) == "reasons":
        yield from _caught(lambda: phrases.pairs(PurePosixPath(path).parent.name))
        return
    faults = list(_caught(lambda: phrases.read(path)))
    yield from faults
    yield from _tables(path, f"phrases/en/{PurePosixPath(path).name}", FIELD, "{")
    language = PurePosixPath(path).parent.name
    if not faults and templates.exists(f"letters/{language}.j2"):
        yield from _written(language)


def _letters(path: str) -> Checked:
    """Facts that no letter has, then what writing every sample brings to light."""
    if path.endswith(".html"):
        yield from _written(phrases.LANGUAGE)
        return
    if path.endswith(".toml"):
        yield from _caught(lambda: commands.read(templates.read(path)))
        return
    club = path.startswith(f"{render.CLUB}/")
    with templates.shipped():
        known = render.asked(f"{path.partition('/')[0]}/{phrases.LANGUAGE}.j2")
    text = templates.read(path)
    unknown = sorted(render.asked(path) - known)
    for name in unknown:
        for found in re.finditer(rf"{{[{{%][^}}]*?\b({name})\b", text):
            before = text[: found.start(1)]
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            yield Problem(path, line, f"there is no fact {name!r}", meant(name, known), column)
    for whose in ("referee", "member"):
        for facts in samples.of_clubs(whose) if club and not unknown else ():
            yield from _caught(partial(render.write, _named(path), whose, facts, folder=render.CLUB))
    if not unknown and not club:
        yield from _written(_named(path))


def _written(language: str) -> Checked:
    for written in letters(language).values():
        if found := re.fullmatch(r"([^:\s]+)(?::(\d+))?(?::(\d+))?: (.*)", written.fault, re.DOTALL):
            yield Problem(found[1], int(found[2] or 0), found[4], "", int(found[3] or 0))
        elif written.fault:
            yield Problem("", 0, written.fault)


def letters(language: str, *, board: bool = False) -> dict[str, Letter]:
    """The sample letters: of every kind and every game."""
    return dict([*samples.of_kinds(language, board=board), *samples.of_games(language, board=board)])


def _words(path: str) -> Checked:
    """The printed texts of a language: each by its English, as ours are."""
    known = {key for _, table, key, _ in _shipped("words", "*.toml") if table == "texts"}

    def take(root: toml_file.Table) -> bool:
        root.known(("texts",))
        table = root.table("texts")
        for english in table.values:
            text = table.text(english, "")
            if english not in known:
                table.wrong(english, f"nothing printed says {english[:60]!r}", meant(english, known, cutoff=0.8))
            for word in sorted(set(WORD.findall(text)) - set(WORD.findall(english))):
                table.wrong(english, f"there is no word ${word} in the English text", "", f"${word}")
        return True

    yield from toml_file.examine(templates.read(path), path, take)[1]


def _sheets(path: str) -> Checked:
    language = PurePosixPath(path).parent.name if path.count("/") == 2 else "en"
    return _caught(lambda: make.sheet(make.Request(boards.SHOWN, language=language, theme=CLASSIC.name)))


def _handouts(path: str) -> Checked:
    if path.startswith(f"{tavern.FOLDER}/"):
        return _caught(lambda: tavern.read(path))
    if path.startswith(f"{stall.FOLDER}/"):
        return _caught(lambda: stall.find(_named(path)))
    return _caught(lambda: wager.bets(HUNTS) if path == wager.TABLE else tavern.make("7", Order()))


def _mail(path: str) -> Checked:
    return _caught(read_by.words if path == read_by.WORDS else read_by.clients)


def _sample(path: str) -> Checked:
    if path.endswith(".toml"):
        yield from _hunt(path)
    elif path.endswith(".md"):
        text = source.parse(templates.read(path), path)
        if text.setting("as", letter.DEFAULT) not in (*letter.MAKERS, "odds"):
            yield from _caught(lambda: letter.of(text, Order()))


def _lettering(path: str) -> Checked:
    name: Any = _named(path)
    try:
        lettering.face(name)
    except (ValueError, KeyError, TypeError) as error:
        line, column = getattr(error, "lineno", 0), getattr(error, "colno", 0)
        yield Problem(path, line, "this is not lettering", str(error), column)


KINDS: dict[str, Kind] = {
    "diagrams": Kind(_diagrams, "the diagrams of rules, a file per game"),
    "emblems": Kind(_emblem, "pictures of pieces, signs, maps, tokens, scenery and covers: SVG"),
    "handouts": Kind(_handouts, "taverns, stalls and wagers: names, prices, odds, rumours, bets"),
    "houses": Kind(_house, "values that are ours where a game's source names none"),
    "club": Kind(_letters, "letters to referees and members of a club, a file per language, and what members write"),
    "hunts": Kind(_hunt, "hunts, a file each"),
    "labels": Kind(lambda path: _caught(lambda: labels.find(_named(path))), "sheets of ready-cut stickers"),
    "lettering": Kind(_lettering, "the letters of titles, as outlines"),
    "letters": Kind(_letters, "the letters, a file per language, and how they look"),
    "mail": Kind(_mail, "words of mail programs, which are not orders"),
    "phrases": Kind(_phrases, "words of events, places and pieces, by language and game"),
    "rules": Kind(_rules, "rules sheets and reference cards"),
    "samples": Kind(_sample, "samples: handouts, a hunt, move files"),
    "sheets": Kind(_sheets, "the page of contents of a kit"),
    "themes": Kind(lambda path: _caught(lambda: theme.find(_named(path))), "how everything looks: inks, paths, parts"),
    "words": Kind(_words, "short printed texts in other languages"),
}


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
    pairs = folder == "words" or name == "reasons.toml"
    return {
        (table, key): key if pairs else text  # what is there in English counts
        for language, table, key, text in _shipped(folder, name)
        # Not pairs with English, but what a letter puts otherwise; nor forms of words that only some languages need.
        if key and not (pairs and language == ENGLISH) and table != "pieces"
    }


def _texts(text: str) -> dict[tuple[str, str], str]:
    tables: Mapping[str, Mapping[str, object]] = tomllib.loads(text)
    held = {table: entries for table, entries in tables.items() if isinstance(entries, dict)}
    return {(table, key): _flat(value) for table, entries in held.items() for key, value in entries.items()}


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
