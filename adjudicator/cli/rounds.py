"""Rounds over matches: each in turn, what emails and the time bring, and letters that leave (`postfox mail`)."""

import os
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from typer import echo

from adjudicator.cli import show
from adjudicator.core import MatchError
from adjudicator.mail.club import daily
from adjudicator.mail.outbound.delivery_log import Postings, all_left, bundling
from adjudicator.mail.outbound.transports import Mailer, Reader, Unreachable
from adjudicator.match import encoding, marks, process
from adjudicator.match.folder import SIGNED, Folder
from adjudicator.match.store import ledger
from adjudicator.match.store.folders import ID, POSTED, WAKES, Store, aside, has_club, sweep
from adjudicator.match.store.index import FILES
from adjudicator.match.store.ledger import Arrived, Line
from adjudicator.referee.terms import moment, stamp
from printables.cli import complain, tell
from printables.core import Problem, UserError

if TYPE_CHECKING:
    from adjudicator.mail.inbound.fetch import Fetched
    from adjudicator.mail.inbound.sources import Source


def arrived(matches: Store) -> Arrived | None:
    """What mail fetched for these matches has brought; None, and told, where the ledger is damaged."""
    try:
        with aside(matches.ledger):
            return Arrived(matches)
    except UserError as error:
        complain(error.problems)
        return None


def mind(matches: Store, paths: Sequence[Path], *, png: bool = False, held: Container[str] = ()) -> bool:
    """Do what the time brings in these matches, but those of an id that is `held`, and tell; whether all went well."""
    now = moment(process.clock())

    def minded(match: Folder) -> None:
        if match.match.id.casefold() in held:
            return
        for filed in process.due(match, process.clock(), png=png):
            tell(f"{match.path}: {show.happened(match, filed)}", show.facts(match, filed))
        wakes = process.wakes(match)
        matches.note(WAKES, match.path, stamp(wakes) if wakes else "")

    def is_due(path: Path) -> bool:
        wakes = matches.known(WAKES, path)
        return wakes is None or bool(wakes and moment(wakes) <= now)

    try:
        return each(matches, list(filter(is_due, paths)), minded)
    finally:
        matches.save()


def each(matches: Store, paths: Sequence[Path], do: Callable[[Folder], None]) -> bool:
    """Do something with each match. One where it cannot be done is told, and stops no other. Whether all went well."""
    well = True
    for path in paths:
        try:
            with aside(path), matches.lent(path) as match:
                do(match)
        except UserError as error:
            well = complain(error.problems)
    return well


def may_sign(matches: Store) -> None:
    """What was signed in a folder of matches that this user has not worked on is of another user, or of a backup, which
    may be older than letters that have left. An answer to one shows it: so the mailbox is read first. Where there is
    none it is said once. Raises MatchError."""
    if not matches.carries_out or marks.missing() or marks.known(matches.ledger):
        return
    if any((path / SIGNED).exists() for path in matches.folders()):
        said = "letters of these matches left from elsewhere: if this is a backup, later ones may have, too"
        if ledger.by_mailbox(matches):
            raise MatchError(said, "run `postfox mail fetch` first: it finds answers to them", str(matches.ledger))
        echo(f"postfox: {matches.ledger}: {said}; restore the newest copy that there is", err=True)
    marks.read(matches.ledger)


def skip(matches: Store, taken: Arrived | None) -> bool:
    """Count all letters that wait as sent, and tell; whether all went well."""
    from adjudicator.mail.outbound import outbox as letters

    def skipped(match: Folder) -> None:
        for result in letters.skip(match, process.moment_now, _noted(match, taken)):
            tell(f"{result.match}: {result.letter} to {result.address}: counted as sent", **asdict(result))
        matches.note(POSTED, match.path, "")

    well = each(matches, _unsettled(matches, matches.folders(), taken), skipped)
    if os.name == "posix":
        os.sync()  # once, for all of them
    matches.save()
    return well


def shown(matches: Store, referee: Reader, taken: Arrived | None) -> bool:
    """Show all that would leave, digests and the club's letters too; whether all matches could be read."""
    from adjudicator.mail.club import digests, letters as of_club
    from adjudicator.mail.outbound import outbox as letters

    def showed(match: Folder) -> None:
        for mail in letters.shown(match, referee, process.moment_now(), _noted(match, taken)):
            tell(mail, match=match.match.id, mail=mail)

    well = each(matches, matches.folders(), showed)
    for mail in chain(*(of.shown(matches, referee, process.moment_now()) for of in (of_club, digests))):
        tell(mail, match="", mail=mail)
    return well


def send(matches: Store, out: Mailer, taken: Arrived | None) -> bool:
    """Send all that waits in matches, and the club's; whether all went well. `taken`: the ledger of emails."""
    if club := has_club(matches):
        from adjudicator.mail.club import letters as of_club

        out = out._replace(way=of_club.way(out.way, matches))
    well = post(matches, matches.folders(), out, taken)
    if club or daily.by_address(matches):
        well = post_of_club(matches, out) and well
    return well


def _noted(match: Folder, taken: Arrived | None) -> Sequence[Line]:
    return taken.noted(match.match.id) if taken else ()


def _unsettled(matches: Store, folders: Sequence[Path], taken: Arrived | None) -> list[Path]:
    """The matches in which something may wait to be sent."""
    now = datetime.now(UTC)
    noted, open, left = taken.lately_noted(now) if taken else set(), list[Path](), list[Path]()
    for path in folders:
        again = matches.known(POSTED, path)
        if again is None:
            log = encoding.kept(f"{path}/log.jsonl") or b""
            if all_left(path, log):
                if bundling(path):
                    left.append(path)
                matches.note(POSTED, path, again := "")
                if log and daily.nobody(log):
                    matches.note(daily.DAILY, path, [])
        if again is None or (noted and matches.known(ID, path) in noted) or (again and moment(again) <= now):
            open.append(path)
    sweep(matches.ledger, *left)
    return open


def post(matches: Store, folders: Sequence[Path], out: Mailer, taken: Arrived | None) -> bool:
    """Send what waits in these matches, and tell of it; whether all went well. `taken`: the ledger of emails. Matches
    in which nothing waits, as they were when somebody looked last, are not opened. Those come first whose letters name
    a round that will soon be known."""
    well, open = True, _unsettled(matches, folders, taken)
    if not open:
        matches.save()
        return True
    from adjudicator.mail.outbound import outbox as letters

    if len(open) > 1:  # one that is lent already is alone
        first = {path for path in chain.from_iterable(matches.read(open, FILES)) if process.awaited(path)}
        open.sort(key=lambda path: path not in first)
    for path in open:
        try:
            with aside(path, Unreachable), matches.lent(path) as match:
                for result in letters.send(match, *out, process.moment_now, _noted(match, taken)):
                    what = f"{result.what} ({result.reason})" if result.reason else result.what
                    tell(f"{result.match}: {result.letter} to {result.address}: {what}", **asdict(result))
                    well = well and result.what == "sent"
                deferred = (posting.again for _, _, posting in Postings(path).that("deferred"))
                matches.note(POSTED, path, min(map(str, deferred), default=""))
        except Unreachable as error:
            echo(f"postfox: {error}; what was not sent goes out the next time", err=True)
            return False
        except UserError as error:
            if any(problem.source in ("--smtp", "--sendmail") for problem in error.problems):
                raise
            well = complain(error.problems)
    matches.save()
    return well


def post_of_club(matches: Store, out: Mailer, *, signing: bool = True) -> bool:
    """Send the letters of the club and the day's digests, which are signed, and tell of it; whether all went well."""
    from adjudicator.mail.club import digests, letters

    well = True
    try:
        signed = digests.send(matches, *out) if signing else ()
        for result in chain(letters.send(matches, *out), signed):
            what = f"{result.what} ({result.reason})" if result.reason else result.what
            tell(f"club: {result.letter} to {result.address}: {what}", **asdict(result))
            well = well and result.what == "sent"
    except Unreachable as error:
        echo(f"postfox: {error}; what was not sent goes out the next time", err=True)
        return False
    return well


def serve(source: "Source", matches: Store, out: Mailer | None, *, read: bool) -> bool:
    """One round of `serve`; whether the mailbox was `read`, now or before: until then nothing is signed and sent, since
    an answer may lie there to a letter that an older log, restored, does not have. A letter that names a round leaves
    before more is fetched. A server that is down comes back: it is told, and tried again in the next."""
    all_fetched, held, troubles = False, set[str](), list[Problem]()
    try:
        with aside(matches.ledger):
            for happened in fetched(source, matches, told):
                held.update(happened.held)
                if read and out and happened.folder and happened.filed and happened.filed.after.waits:
                    post(matches, [happened.folder], out, arrived(matches))
            all_fetched = True
    except UserError as error:
        complain(error.problems)
        troubles += error.problems
    read = read or all_fetched
    try:
        with aside(matches.ledger):
            work(matches, out if read else None, minding=all_fetched, held=held, troubles=troubles)
            if not read and out is not None:
                post_of_club(matches, out, signing=False)
    except UserError as error:
        complain(error.problems)
    return read


def work(
    matches: Store,
    out: Mailer | None = None,
    *,
    minding: bool = True,
    held: Container[str] = (),
    png: bool = False,
    troubles: Sequence[Problem] = (),
) -> None:
    """Do what there is to do in matches: orders that nobody has carried out, what the time brings, letters. `held`: the
    ids of those of which emails have to wait, and which the time brings nothing for so long. `troubles`: what else the
    referee is to know. Raises MatchError where their store is lost."""

    def do(folders: Sequence[Path]) -> None:
        if not matches.carries_out:
            each(matches, folders, partial(_adjudicated, png=png))
        if minding:
            mind(matches, folders, png=png, held=held)

    def leave(folders: Sequence[Path]) -> None:
        assert out is not None
        post(matches, folders, out, arrived(matches))

    club_orders(matches)
    if out is not None:
        from adjudicator.mail.club import letters

        out = out._replace(way=letters.way(out.way, matches))
    matches.work(do, leave if out is not None else None, troubled=complain)
    club_orders(matches, troubles)
    if out is not None:
        post_of_club(matches, out)


def club_orders(matches: Store, troubles: Sequence[Problem] = ()) -> None:
    """Note what referees are to know, and carry out what they have ordered by email. Raises UserError."""
    from adjudicator.mail.club import commands, notices, orders

    notices.take(matches, troubles)
    for one in commands.carry_out(matches):
        about = f" ({one.text})" if one.kind == "answer" else ""
        tell(f"{one.match or 'club'}: {one.kind}{about}", match=one.match, what=one.kind, why=one.text)
    for line in orders.carry_out(matches):
        for act in line.acts:
            why = f"refused: {act.refused[0].reason}" if act.refused else "carried out"
            tell(f"{act.match or 'club'}: the referee's orders by email, {why}", match=act.match, what="done", why=why)


def _adjudicated(folder: Folder, *, png: bool) -> None:
    for filed in process.adjudicate(folder, png=png) if folder.waiting() else ():
        tell(f"{folder.path.name}: {show.happened(folder, filed)}", show.facts(folder, filed))


def fetched(source: "Source", matches: Store, tell: "Callable[[Fetched], None]") -> "Iterator[Fetched]":
    """Take emails to the matches they are for, and `tell` of each."""
    from adjudicator.mail.club import commands
    from adjudicator.mail.inbound import fetch as fetching
    from adjudicator.mail.inbound.sources import Stdin

    for happened in fetching.fetch(source, matches.ledger, matches=matches, club=commands.take):
        tell(happened)
        yield happened
    if matches.carries_out and not isinstance(source, Stdin):
        marks.read(matches.ledger)


def told(happened: "Fetched") -> None:
    """In a line or a few: no word of what a stranger wrote."""
    if happened.problem is not None:
        complain([happened.problem])
    if happened.line is not None:
        for part in happened.line.parts:
            match = f" for {part.match}" if part.match else ""
            why = f" ({part.why})" if part.why else ""
            facts = {"email": happened.line.n, "received": happened.line.received, "verdict": part.verdict}
            line = f"email {happened.line.n}, received {happened.line.received}: {part.verdict}{why}{match}"
            tell(line, {**facts, "why": part.why, "match": part.match})
    if happened.folder is not None and happened.filed is not None:
        folder = Folder(happened.folder)
        tell(show.happened(folder, happened.filed), show.facts(folder, happened.filed))
        for problem in show.refusals(happened.filed):
            tell(problem)
