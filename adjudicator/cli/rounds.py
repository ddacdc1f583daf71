"""A round over matches: each in turn, what the time brings, and letters that leave (`postfox mail send`)."""

import os
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import echo

from adjudicator.cli.parameters import HERE, MatchesOption
from adjudicator.core import MatchError
from adjudicator.match import encoding
from printables.cli import complain, tell
from printables.core import UserError

if TYPE_CHECKING:
    from adjudicator.mail.outbound.transports import Reader, Way
    from adjudicator.match.folder import Folder
    from adjudicator.match.store.folders import Store
    from adjudicator.match.store.ledger import Arrived, Line


def arrived(matches: "Store") -> "Arrived | None":
    """What mail fetched for these matches has brought; None, and told, where the ledger is damaged."""
    from adjudicator.match.store.folders import aside
    from adjudicator.match.store.ledger import Arrived

    try:
        with aside(matches.ledger):
            return Arrived(matches)
    except UserError as error:
        complain(error.problems)
        return None


def mind(matches: "Store", paths: Sequence[Path], *, png: bool = False, held: Container[str] = ()) -> bool:
    """Do what the time brings in these matches, but those of an id that is `held`, and tell; whether all went well."""
    from adjudicator.cli import show
    from adjudicator.match import process
    from adjudicator.match.store.folders import WAKES
    from adjudicator.referee.terms import moment, stamp

    now = moment(process.clock())

    def minded(match: "Folder") -> None:
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


def each(matches: "Store", paths: Sequence[Path], do: "Callable[[Folder], None]") -> bool:
    """Do something with each match. One where it cannot be done is told, and stops no other. Whether all went well."""
    from adjudicator.match.store.folders import aside

    well = True
    for path in paths:
        try:
            with aside(path), matches.lent(path) as match:
                do(match)
        except UserError as error:
            well = complain(error.problems)
    return well


class Post(NamedTuple):
    """A way out, and who writes."""

    way: "Way"
    referee: "Reader"


class Ways(NamedTuple):
    """How letters are to leave, as typed."""

    smtp: str | None = None
    sendmail: str | None = None
    outbox: Path | None = None
    sender: str | None = None
    smtp_password_file: Path | None = None

    @property
    def named(self) -> list[str]:
        """The ways that are named."""
        return [name for name, given in zip(("--smtp", "--sendmail", "--outbox"), self[:3], strict=True) if given]

    def referee(self) -> "Reader":
        """Who writes. Raises UserError."""
        from urllib.parse import unquote, urlsplit

        from adjudicator.mail.outbound import transports

        user = unquote(urlsplit(self.smtp).username or "") if self.smtp else ""
        if self.sender is None and "@" not in user:
            raise UserError("no sender address is given", 'add --from "The referee <referee@example.org>"', "--from")
        return transports.sender(self.sender or user)

    @contextmanager
    def opened(self) -> Iterator[Post]:
        """The way out that is named. Raises UserError unless it is exactly one."""
        from adjudicator.mail.outbound import transports as ways
        from adjudicator.match import marks

        if len(self.named) != 1:
            given = f"{' and '.join(self.named) or 'no way to send'} {'were' if len(self.named) > 1 else 'was'} given"
            raise UserError(given, "give one of --smtp, --sendmail, --outbox", "mail")
        out: Way
        complain(filter(None, [marks.missing()]))
        if self.smtp:
            from adjudicator.mail import passwords
            from adjudicator.mail.outbound.smtp import VARIABLE, Smtp

            complain(filter(None, [passwords.loose(self.smtp_password_file)]))
            out = Smtp(self.smtp, partial(passwords.find, VARIABLE, file=self.smtp_password_file))
        elif self.sendmail:
            out = ways.Sendmail(self.sendmail)
        else:
            assert self.outbox is not None
            out = ways.Outbox(self.outbox)
        with closing(out):
            yield Post(out, self.referee())


def send(
    ways: Ways, matches: MatchesOption = HERE, dry_run: bool = False, skip: bool = False
) -> Annotated[bool, "list[Sent | Mail]"]:
    """Send the letters that have not been sent.

    Each leaves once. Where a server takes none now, the next run tries again, after a minute at first and four
    hours at most; exit code 1 says that something was not sent.

    postfox mail send --smtp smtp://mail.example.org --from referee@example.org --matches games"""
    from adjudicator.mail.club import daily
    from adjudicator.match.store.folders import POSTED, has_club

    well = complain(matches.problems)
    taken = arrived(matches)
    if skip:
        from adjudicator.mail.outbound import outbox as letters
        from adjudicator.match import process

        def skipped(match: "Folder") -> None:
            for result in letters.skip(match, process.moment_now, _noted(match, taken)):
                tell(f"{result.match}: {result.letter} to {result.address}: counted as sent", **asdict(result))
            matches.note(POSTED, match.path, "")

        well = each(matches, _unsettled(matches, matches.folders(), taken), skipped) and well
        if os.name == "posix":
            os.sync()  # once, for all of them
        matches.save()
    elif dry_run:
        well = _show(matches, ways.referee(), taken) and well
    else:
        may_sign(matches)
        with ways.opened() as out:
            if club := has_club(matches):
                from adjudicator.mail.club import letters as of_club

                out = out._replace(way=of_club.way(out.way, matches))
            well = post(matches, matches.folders(), out, taken) and well
            if club or daily.by_address(matches):
                well = post_of_club(matches, out) and well
    return well


def may_sign(matches: "Store") -> None:
    """What was signed in a folder of matches that this user has not worked on is of another user, or of a backup, which
    may be older than letters that have left. An answer to one shows it: so the mailbox is read first. Where there is
    none it is said once. Raises MatchError."""
    from adjudicator.match import marks
    from adjudicator.match.folder import SIGNED
    from adjudicator.match.store import ledger

    if not matches.carries_out or marks.missing() or marks.known(matches.ledger):
        return
    if any((path / SIGNED).exists() for path in matches.folders()):
        said = "letters of these matches left from elsewhere: if this is a backup, later ones may have, too"
        if ledger.by_mailbox(matches):
            raise MatchError(said, "run `postfox mail fetch` first: it finds answers to them", str(matches.ledger))
        echo(f"postfox: {matches.ledger}: {said}; restore the newest copy that there is", err=True)
    marks.read(matches.ledger)


def _show(matches: "Store", referee: "Reader", taken: "Arrived | None") -> bool:
    """Show all that would leave, digests and the club's letters too; whether all matches could be read."""
    from adjudicator.mail.club import digests, letters as of_club
    from adjudicator.mail.outbound import outbox as letters
    from adjudicator.match import process

    def showed(match: "Folder") -> None:
        for mail in letters.shown(match, referee, process.moment_now(), _noted(match, taken)):
            tell(mail, match=match.match.id, mail=mail)

    well = each(matches, matches.folders(), showed)
    for mail in chain(*(of.shown(matches, referee, process.moment_now()) for of in (of_club, digests))):
        tell(mail, match="", mail=mail)
    return well


def _noted(match: "Folder", taken: "Arrived | None") -> "Sequence[Line]":
    return taken.noted(match.match.id) if taken else ()


def _unsettled(matches: "Store", folders: Sequence[Path], taken: "Arrived | None") -> list[Path]:
    """The matches in which something may wait to be sent."""
    from adjudicator.mail.club import daily
    from adjudicator.mail.outbound.delivery_log import all_left, bundling
    from adjudicator.match.store.folders import ID, POSTED, sweep
    from adjudicator.referee.terms import moment

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


def post(matches: "Store", folders: Sequence[Path], out: Post, taken: "Arrived | None") -> bool:
    """Send what waits in these matches, and tell of it; whether all went well. `taken`: the ledger of emails. Matches
    in which nothing waits, as they were when somebody looked last, are not opened. Those come first whose letters name
    a round that will soon be known."""
    well, open = True, _unsettled(matches, folders, taken)
    if not open:
        matches.save()
        return True
    from adjudicator.mail.outbound import outbox as letters
    from adjudicator.mail.outbound.delivery_log import Postings
    from adjudicator.mail.outbound.transports import Unreachable
    from adjudicator.match import process
    from adjudicator.match.store.folders import POSTED, aside
    from adjudicator.match.store.index import FILES

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


def post_of_club(matches: "Store", out: Post, *, signing: bool = True) -> bool:
    """Send the letters of the club and the day's digests, which are signed, and tell of it; whether all went well."""
    from adjudicator.mail.club import digests, letters
    from adjudicator.mail.outbound.transports import Unreachable

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
