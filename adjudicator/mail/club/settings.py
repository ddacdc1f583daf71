"""The settings of a club: club.toml in its folder, which a person writes."""

import json
import re
from pathlib import Path
from typing import Annotated, NamedTuple

from adjudicator import games
from adjudicator.core import IllegalMove, MatchError
from adjudicator.core.codec import canonical, parsed, read, write
from adjudicator.dice import FastDice
from adjudicator.match import create, encoding
from adjudicator.referee import clocks
from adjudicator.referee.terms import ADDRESS, COUNT, is_date, span
from printables.cli import game as named
from printables.core import Problem, UserError, files, options, toml_file

NAME = "club.toml"
GOOD = "settings.json"  # those of the last file that had no mistake
MOST_REFEREES = 10
MOST_VACATION = 366
TERMS = (("deadline", "3d"), ("grace", "6h"), ("late", "forfeit"), ("forfeit-after", "2"))
LEAST_GROUP, MOST_GROUP = 3, 40  # players of a round robin
MOST_ROUNDS = 9  # of a Swiss season
_ID = re.compile(r"[a-z][a-z0-9]{1,19}")
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class Season(NamedTuple):
    """A round robin, a Swiss season or a ladder that members enter by name: a game for two."""

    id: str
    game: str
    until: str  # the end of this day ("2026-12-01"), when names close
    variant: str = ""
    deadline: str = ""
    every: Annotated[int, COUNT] = 0  # days from round to round, 0 for all at once
    both: bool = False  # each pair twice, with sides changed
    group: Annotated[int, COUNT] = MOST_GROUP  # the most players in one
    rounds: Annotated[int, COUNT] = 0  # of a Swiss season, 0 of a round robin
    ladder: bool = False  # which has no end, and takes names at any time


class Settings(NamedTuple):
    """What club.toml says."""

    name: str = ""
    referee: tuple[str, ...] = ()  # addresses of the referees
    language: str = "en"  # in which they read
    zone: str = "UTC"  # in which they live
    digest: str = "07:00"  # when it goes to them, "" for never
    joining: str = "closed"  # "open" where strangers may become members by email
    terms: tuple[tuple[str, str], ...] = TERMS  # of the matches that members open
    seasons: tuple[Season, ...] = ()
    vacation: Annotated[int, COUNT] = 28  # days of a year for which a member may be away in all of them


def found(folder: Path) -> tuple[Settings, tuple[Problem, ...]] | None:
    """The settings that count (of a faulty file the last good ones) and its faults; None: no club. Raises UserError."""
    try:
        text = files.text(files.read(folder / NAME))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        reason = f"the settings cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8'}"
        raise UserError(reason, "save the file as UTF-8", str(folder / NAME)) from None
    known = encoding.kept(str(folder / GOOD))
    taken, problems = toml_file.examine(text, str(folder / NAME), _taken)
    if taken is None:
        if known is None:
            raise UserError.of(problems)
        return read(Settings, parsed(known)), problems
    if known != (data := canonical(write(taken)).encode()):
        encoding.write(folder / GOOD, data)
    return taken, ()


def begin(folder: Path, given: Settings) -> Path:
    """Write the first settings of a club; the file to edit. Raises UserError where they cannot be so."""
    text = shipped(given)
    taken, problems = toml_file.examine(text, str(folder / NAME), _taken)
    if taken is None:
        raise UserError.of(problems)
    encoding.write(folder / GOOD, canonical(write(taken)).encode())
    encoding.write(folder / NAME, text.encode())  # last: where it is there is a club
    return folder / NAME


def _taken(root: toml_file.Table) -> Settings:
    root.known(("club", "terms", "season"))
    usual, keys = Settings(), [name for name in Settings._fields if name not in ("terms", "seasons")]
    table = root.table("club", keys, hint='write [club] and, below it, referee = ["you@example.org"]')
    given = Settings(
        table.words("name", usual.name, 60),
        tuple(table.texts("referee")),
        table.words("language", usual.language),
        table.words("zone", usual.zone),
        table.words("digest", usual.digest),
        table.choice("joining", ("open", "closed"), usual.joining),
        tuple((key, str(value)) for key, value in root.table("terms").values.items()) or usual.terms,
        tuple(map(_season, root.entries("season"))),
        table.whole("vacation", 0, MOST_VACATION, usual.vacation),
    )
    for address in given.referee:
        if not ADDRESS.fullmatch(address):
            table.wrong("referee", f"{address!r} is not an email address", 'write "carla@example.org"', address)
    if len(given.referee) > MOST_REFEREES:
        table.wrong("referee", "these are too many", f"at most {MOST_REFEREES}")
    if given.digest not in ("none", "") and not _TIME.fullmatch(given.digest):
        table.wrong("digest", f"{given.digest!r} is not a time", 'write "07:00", or "none"')
    try:
        create.terms(dict(given.terms))
    except MatchError as error:
        key = error.problems[0].source.removeprefix("--")
        root.table("terms").wrong(key, error.problems[0].message, error.problems[0].hint)
    try:
        clocks.zone(given.zone)
    except IllegalMove as error:
        table.wrong("zone", error.reason, error.hint)
    for number, season in enumerate(given.seasons):
        if season.id in [other.id for other in given.seasons[:number]]:
            root.entries("season")[number].wrong("id", f"{season.id} stands here twice", "give each its own id")
    return given._replace(digest="" if given.digest == "none" else given.digest)


def _season(table: toml_file.Table) -> Season:
    form = table.choice("form", ("round-robin", "swiss", "ladder"), "round-robin")
    swiss, rungs = form == "swiss", form == "ladder"
    more = ("names-until", "round", *(("rounds",) if swiss else ("both-sides", "groups")))
    table.known(("id", "game", "variant", "form", "deadline", *(() if rungs else more)))
    id, until, every = table.words("id"), "" if rungs else table.words("names-until"), table.words("round", "0")
    if not _ID.fullmatch(id):
        table.wrong("id", f"{id!r} cannot be the id of a season", 'write one short word, such as "autumn"', id)
    try:
        slug, variant = named(table.words("game"), table.words("variant", "") or None)
        games.find(slug).start(options.build(games.find(slug).Options, (), variant), 2, FastDice(0))
    except UserError as error:
        slug, variant = "", ""
        table.wrong("game", error.problems[0].message, error.problems[0].hint)
    if not (rungs or is_date(until)):
        table.wrong("names-until", f"{until!r} is not a date", 'write "2026-12-01"', until)
    try:
        days, rest = divmod(span(every, none=True), 24)
    except ValueError:
        days, rest = 0, 1
    if rest:
        table.wrong("round", f"{every!r} is not a number of days", 'write "7d"; without it none waits for a day', every)
    try:
        create.terms({"deadline": table.words("deadline", "") or None})
    except MatchError as error:
        table.wrong("deadline", error.problems[0].message, error.problems[0].hint)
    return Season(
        id, slug, until, variant or "", table.words("deadline", ""), days, table.flag("both-sides", False),
        table.whole("groups", LEAST_GROUP, MOST_GROUP, MOST_GROUP),
        table.whole("rounds", 2, MOST_ROUNDS) if swiss else 0, rungs,
    )  # fmt: skip


def shipped(given: Settings) -> str:
    """A file with these settings, and what each is."""
    addresses = ", ".join(json.dumps(address, ensure_ascii=False) for address in given.referee)
    return f"""\
[club]
name = {json.dumps(given.name, ensure_ascii=False)}
referee = [{addresses}]       # questions go to these addresses, and orders are taken from them
language = "{given.language}"  # of letters to the referee: en, de
zone = "{given.zone}"
digest = "{given.digest or "none"}"  # when the daily overview is sent; "none" for never
joining = "{given.joining}"  # "open": strangers may join by email, and open matches
vacation = {given.vacation}  # days of a year for which a member may be away, from all matches at once

[terms]  # of matches that members open
{chr(10).join(f"{key} = {json.dumps(value)}" for key, value in given.terms)}
"""
