"""Mails from a source -> files in the inboxes of matches -> turns. Each mail's orders are carried out exactly once.

For each mail, in this order: its orders are written into the inbox of their match, the ledger says so, the source marks
the mail as seen, the match is adjudicated. A kill before the ledger's line leaves the mail to be looked at again, and
no file that is in the inbox or in the match's log already is written again; a kill after it leaves a file in the inbox
to the next run, or to `postfox adjudicate`. An email that has to wait holds back what came after it for its matches."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from adjudicator.mail.inbound import authentication, message, routing
from adjudicator.mail.inbound.authentication import Lookup, lookup
from adjudicator.mail.inbound.sources import Message, Source
from adjudicator.match import encoding, process
from adjudicator.match.folder import Folder
from adjudicator.match.outputs import Filed
from adjudicator.match.store.folders import Matches, Store, aside, sweep, there
from adjudicator.match.store.ledger import LOCK, Ledger, Line, Part
from adjudicator.referee.terms import is_moment, moment
from printables.core import Problem, UserError

DNS_PATIENCE = timedelta(days=1)  # for which an email waits for a name server
PATIENCE = 60.0  # seconds to wait for another fetch from the same folder  # equivalent: nobody tells a second more
# What a club makes of an email that it does not leave to matches; else what they have for its sender's address.
Take: TypeAlias = Callable[[routing.Received, Store], tuple[Part, ...] | str]
ID_IN_NAME = 16  # characters of a mail's identity


class Fetched(NamedTuple):
    """What happened: an email was looked at, a match went on, or a problem stopped it."""

    line: Line | None = None  # of the ledger
    folder: Path | None = None  # of the match
    filed: Filed | None = None
    problem: Problem | None = None
    held: tuple[str, ...] = ()  # the ids of matches of which emails have to wait for the problem


def fetch(
    source: Source, path: Path, *, lookup: Lookup = lookup, matches: Store | None = None, club: Take | None = None
) -> Iterator[Fetched]:
    """Take the mails of a source to the matches in `path`, or to `matches`, the ledger there, and adjudicate. `club`:
    takes what is for none. Of a match that is damaged or waits for table dice mails stay in its inbox. Raises
    MatchError at the start."""
    seen = set()
    for happened in _fetch(source, path, lookup, matches, club):
        if happened.problem is None or happened.problem not in seen:
            seen.add(happened.problem)
            yield happened


def _fetch(source: Source, path: Path, lookup: Lookup, given: Store | None, club: Take | None) -> Iterator[Fetched]:
    with encoding.locked(there(path) / LOCK, PATIENCE):
        matches = given or Matches(path)
        if unworked := matches.unworked():
            sweep(path, *unworked)
        ledger = Ledger(matches)
        for problem in matches.problems:
            yield Fetched(problem=problem)
        for folder in unworked:
            if waiting(folder) or process.interrupted(folder) or process.rolls(folder):
                yield from _settle(matches, folder)
        held = set[str]()  # matches of which an email has to wait, and so what came after it
        for mail in source.messages(ledger):
            read = message.read(mail.data)
            try:
                if held and not held.isdisjoint(routing.places(read, matches)):
                    continue
                with matches.unit(ledger):
                    if mail.place and mail.place in ledger:  # another has taken it since
                        continue
                    line, folders = _take(mail, read, matches, ledger, lookup, club)
            except (authentication.Unreachable, UserError) as error:
                here = routing.places(read, matches)
                held.update(here)
                fault = f"a signature cannot be checked now ({error})"
                later = Problem(mail.place or "-", 0, fault, "the email is looked at again later")
                for problem in error.problems if isinstance(error, UserError) else (later,):
                    yield Fetched(problem=problem, held=tuple(here))
                continue
            except OSError:
                raise
            except Exception as error:  # one mail must not keep the others waiting
                fault = f"a fault of Postfox: {type(error).__name__}: {error}"
                hint = "the email is left where it is; please report it"
                yield Fetched(problem=Problem(mail.place or "-", 0, fault, hint))
                continue
            yield Fetched(line=line)
            source.done(mail)
            for folder in folders if matches.carries_out else ():
                yield from _settle(matches, folder)
        matches.save()
        ledger.close()


def waiting(folder: Path) -> list[Path]:
    """The mails that wait in a match's inbox, in order of receipt."""
    place = f"{folder}/inbox"
    with suppress(OSError):
        return [Path(place, name) for name in sorted(os.listdir(place)) if name.endswith(encoding.ENDING)]  # noqa: PTH208
    return []


def _settle(matches: Store, folder: Path) -> Iterator[Fetched]:
    """Carry out what waits in an inbox. Nobody is there to look at board.png: who asks for it has it drawn."""
    try:
        with aside(folder), matches.lent(folder) as match:
            carried_out = process.adjudicate(match, png=False)
        for filed in carried_out:
            yield Fetched(folder=folder, filed=filed)
    except UserError as error:
        for problem in error.problems:
            yield Fetched(problem=problem)


def _take(
    mail: Message, read: message.Mail, matches: Store, ledger: Ledger, lookup: Lookup, club: Take | None
) -> tuple[Line, list[Path]]:
    """Put a mail's orders into the inboxes of their matches and say so in the ledger; which matches have new ones."""
    if ledger.taken(read.identity):
        return ledger.add(mail.place, mail.received, read.identity, "", (Part("duplicate"),)), []
    received = routing.Received(read, mail.data, mail.received)
    if club is not None:
        own = club(received, matches)
        if not isinstance(own, str):
            return ledger.add(mail.place, mail.received, read.identity, "", own), []
        received = received._replace(alias=own)
    waited = is_moment(mail.received) and process.moment_now() >= moment(mail.received) + DNS_PATIENCE
    received = received._replace(lookup=cache(authentication.given_up(lookup) if waited else lookup))
    parts, folders, known = [], [], False
    for number, decided in enumerate(list(routing.decide(received, matches)), 1):
        name = ""
        if any(map(ledger.taken, decided.part.marks)):  # played again with fewer signatures
            decided = routing.Decided(Part("duplicate", decided.part.match), decided.known)
        if decided.folder is not None and decided.post is not None:
            name = _deliver(decided, decided.folder, ledger.next, number)
            folders.append(decided.folder.path)
        known = known or decided.known
        parts.append(decided.part._replace(file=name) if name else decided.part)
    sender = (received.alias or read.sender) if known else ""
    return ledger.add(mail.place, mail.received, read.identity, sender, tuple(parts)), list(dict.fromkeys(folders))


def _deliver(decided: routing.Decided, folder: Folder, n: int, number: int) -> str:
    """Write orders into an inbox, unless they are there or in the log already; the file's name."""
    assert decided.post is not None
    own = f"{decided.post.mail.id[:ID_IN_NAME]}-{number}{encoding.ENDING}"
    for file in waiting(folder.path):
        if file.name.endswith(f"-{own}"):
            return file.name
    for line in folder.log.lines_of(own):
        return folder.log.entry(line).source
    name = f"{n:08d}-{own}"
    encoding.write(folder.path / "inbox" / name, encoding.seal(decided.post, decided.text))
    encoding.flush_folder(folder.path / "inbox")
    return name
