"""The settings of a club: club.toml in its folder, which a person writes."""

import json
import re
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.codec import canonical, parsed, read, write
from adjudicator.core.errors import IllegalMove, MatchError
from adjudicator.match import create, encoding
from adjudicator.referee import admin, seats
from adjudicator.referee.terms import ADDRESS
from printables.core import files, toml_file
from printables.core.errors import Problem, UserError

NAME = "club.toml"
GOOD = "settings.json"  # those of the last file that had no mistake
MOST_REFEREES = 10
TERMS = (("deadline", "3d"), ("grace", "6h"), ("late", "forfeit"), ("forfeit-after", "2"))
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class Settings(NamedTuple):
    """The club's `name`; the addresses of its referees, in which language they read and in which `zone` they live; when
    the `digest` goes to them, "" for never. `joining`: "open" where strangers may become members by email; `terms`: of
    the matches that members open.
    """

    name: str = ""
    referee: tuple[str, ...] = ()
    language: str = "en"
    zone: str = "UTC"
    digest: str = "07:00"
    joining: str = "closed"
    terms: tuple[tuple[str, str], ...] = TERMS

    def is_referee(self, address: str) -> bool:
        """Whether that is the address of a referee."""
        return seats.normal(address) in map(seats.normal, self.referee)


def found(folder: Path) -> tuple[Settings, tuple[Problem, ...]] | None:
    """The settings that count, and what is wrong with the file; None where there is no club.

    Where the file has mistakes nothing of it counts, and the last that had none goes on. Raises UserError where there
    is no such file.
    """
    try:
        text = files.text(files.read(folder / NAME))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise UserError(
            f"the settings cannot be read: {reason}", "save the file as UTF-8", str(folder / NAME)
        ) from None
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
    root.known(("club", "terms"))
    keys = [name for name in Settings._fields if name != "terms"]
    table = root.table("club", keys, hint='write [club] and, below it, referee = ["you@example.org"]')
    usual = Settings()
    given = Settings(
        table.words("name", usual.name, 60),
        tuple(table.texts("referee")),
        table.words("language", usual.language),
        table.words("zone", usual.zone),
        table.words("digest", usual.digest),
        table.choice("joining", ("open", "closed"), usual.joining),
        tuple((key, str(value)) for key, value in root.table("terms").values.items()) or usual.terms,
    )
    for address in given.referee:
        if not ADDRESS.fullmatch(address):
            table.wrong("referee", f"{address!r} is not an email address", 'write "carla@example.org"', address)
    if len(given.referee) > MOST_REFEREES:
        table.wrong("referee", "these are too many", f"at most {MOST_REFEREES}")
    if given.digest not in ("none", "") and not _TIME.fullmatch(given.digest):
        table.wrong("digest", f"{given.digest!r} is not a time", 'write "07:00", or "none"')
    try:
        create.terms({"zone": given.zone, **dict(given.terms)})
    except MatchError as error:
        key = error.problems[0].source.removeprefix("--")
        root.table("terms").wrong(key, error.problems[0].message, error.problems[0].hint)
    try:
        admin.zone(given.zone)
    except IllegalMove as error:
        table.wrong("zone", error.reason, error.hint)
    return given._replace(digest="" if given.digest == "none" else given.digest)


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

[terms]  # of matches that members open
{chr(10).join(f"{key} = {json.dumps(value)}" for key, value in given.terms)}
"""
