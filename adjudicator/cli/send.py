"""The command `postfox mail send`, and the way out that `postfox mail serve` shares with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.parameters import HERE, MatchesOption

if TYPE_CHECKING:
    from adjudicator.mail.outbound.compose import Reader
    from adjudicator.mail.outbound.transports import Way
    from adjudicator.match.folder import Folder
    from adjudicator.match.store.folders import Store
    from adjudicator.match.store.ledger import Arrived, Line

SmtpOption = Annotated[
    str | None, typer.Option("--smtp", metavar="URL", help="By a server: smtp://user@host:587 or smtps://user@host.")
]
SendmailOption = Annotated[str | None, typer.Option("--sendmail", metavar="CMD", help="By a command like sendmail.")]
OutboxOption = Annotated[Path | None, typer.Option("--outbox", metavar="DIR", help="As .eml files in a folder.")]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar='"NAME <ADDRESS>"',
        envvar="POSTFOX_MAIL_FROM",
        help="The referee's address, to which players answer; the user of --smtp if that is one.",
    ),
]
SmtpPasswordFile = Annotated[
    Path | None,
    typer.Option(
        "--smtp-password-file",
        metavar="FILE",
        help="Where the password is; else in POSTFOX_SMTP_PASSWORD or the keyring, as postfox and user@host.",
    ),
]


def send(
    smtp: SmtpOption = None,
    sendmail: SendmailOption = None,
    outbox: OutboxOption = None,
    matches: MatchesOption = HERE,
    sender: FromOption = None,
    smtp_password_file: SmtpPasswordFile = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the emails; send and write nothing.")] = False,
    skip: Annotated[
        bool, typer.Option("--skip", help="Send nothing: count all letters written until now as sent.")
    ] = False,
) -> None:
    """Send the letters that have not been sent.

    Each leaves once. Where a server takes none now, the next run tries again, after a minute at first and four
    hours at most; exit code 1 says that something was not sent.

    postfox mail send --smtp smtp://referee@mail.example.org --matches games
    """
    from adjudicator.cli import desk
    from adjudicator.mail.outbound import outbox as letters
    from adjudicator.match import process

    well = desk.report(matches.problems)
    taken = desk.arrived(matches)
    if skip:

        def skipped(match: Folder) -> None:
            for result in letters.skip(match, process.moment_now, _noted(match, taken)):
                typer.echo(f"{result.match}: {result.letter} to {result.address}: counted as sent")

        well = desk.each(matches, matches.folders(), skipped) and well
    elif dry_run:
        referee = reader(sender, smtp)

        def showed(match: Folder) -> None:
            for mail in letters.shown(match, referee, process.moment_now(), _noted(match, taken)):
                typer.echo(mail)

        well = desk.each(matches, matches.folders(), showed) and well
    else:
        with way(smtp, sendmail, outbox, smtp_password_file) as out:
            well = post(matches, matches.folders(), out, reader(sender, smtp), taken) and well
    if not well:
        raise typer.Exit(1)


def _noted(match: Folder, taken: Arrived | None) -> Sequence[Line]:
    return taken.noted(match.match.id) if taken else ()


def post(matches: Store, folders: Sequence[Path], out: Way, referee: Reader, taken: Arrived | None) -> bool:
    """Send what waits in these matches, and tell of it; whether all went well. `taken`: the ledger of emails.

    Matches in which nothing waits, as they were when somebody looked last, are not opened.
    """
    from adjudicator.mail.outbound import outbox as letters
    from adjudicator.mail.outbound.delivery_log import Postings
    from adjudicator.mail.outbound.transports import Unreachable
    from adjudicator.match import process
    from adjudicator.match.store.folders import ID, POSTED, aside
    from adjudicator.referee.values import moment
    from printables.core.errors import UserError

    well, now = True, process.moment_now()
    noted = taken.lately_noted(now) if taken else set()
    for path in folders:
        again = matches.known(POSTED, path)
        if again is not None and not (again and moment(again) <= now) and matches.known(ID, path) not in noted:
            continue
        try:
            with aside(path, Unreachable), matches.lent(path) as match:
                for result in letters.send(match, out, referee, process.moment_now, _noted(match, taken)):
                    what = f"{result.what} ({result.reason})" if result.reason else result.what
                    typer.echo(f"{result.match}: {result.letter} to {result.address}: {what}")
                    well = well and result.what == "sent"
                deferred = (posting.again for _, _, posting in Postings(path).deferred())
                matches.note(POSTED, path, min(map(str, deferred), default=""))
        except Unreachable as error:
            typer.echo(f"postfox: {error}; what was not sent goes out the next time", err=True)
            return False
        except UserError as error:
            if any(problem.source in ("--smtp", "--sendmail") for problem in error.problems):
                raise
            for problem in error.problems:
                typer.echo(f"postfox: {problem}", err=True)
            well = False
    matches.save()
    return well


def reader(sender: str | None, smtp: str | None) -> Reader:
    """Who writes. Raises UserError."""
    from urllib.parse import unquote, urlsplit

    from adjudicator.mail.outbound import compose
    from printables.core.errors import UserError

    user = unquote(urlsplit(smtp).username or "") if smtp else ""
    if sender is None and "@" not in user:
        raise UserError("no sender address is given", 'add --from "The referee <referee@example.org>"', "--from")
    return compose.sender(sender or user)


@contextmanager
def way(smtp: str | None, sendmail: str | None, outbox: Path | None, password_file: Path | None) -> Iterator[Way]:
    """The way out that was named. Raises UserError unless it is exactly one."""
    from functools import partial

    from adjudicator.mail import passwords
    from adjudicator.mail.outbound import transports as ways
    from printables.core.errors import UserError

    named = [name for name, given in (("--smtp", smtp), ("--sendmail", sendmail), ("--outbox", outbox)) if given]
    if len(named) != 1:
        given = " and ".join(named) if named else "no way to send"
        raise UserError(f"{given} was given", "give one of --smtp, --sendmail, --outbox", "mail")
    out: Way
    if smtp:
        if warning := passwords.loose(password_file):
            typer.echo(f"postfox: {warning}", err=True)
        out = ways.Smtp(smtp, partial(passwords.find, ways.VARIABLE, file=password_file))
    elif sendmail:
        out = ways.Sendmail(sendmail)
    else:
        assert outbox is not None
        out = ways.Outbox(outbox)
    try:
        yield out
    finally:
        out.close()
