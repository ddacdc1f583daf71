"""The commands `postfox mail`, its `store` too, and `club`: email in and out, and the store of a large club."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple
from urllib.parse import unquote, urlsplit

from typer import Argument, Exit, echo

from adjudicator.cli.parameters import HERE, MatchesLater, MatchesOption, match as lent, named, opened
from adjudicator.core import MatchError
from adjudicator.match import encoding
from printables.cli import Commands, complain, tell, wrote
from printables.core import UserError, files, options, templates

if TYPE_CHECKING:
    from adjudicator.mail.inbound.fetch import Fetched
    from adjudicator.mail.inbound.sources import Source
    from adjudicator.mail.outbound.transports import Mailer, Reader, Way

TEMPORARY = 75  # sysexits' EX_TEMPFAIL: a mail server keeps the mail and tries again
app = Commands("Referee matches by mail.")


class Mailbox(NamedTuple):
    """Where emails are fetched from, as typed."""

    stdin: bool = False
    maildir: Path | None = None
    mbox: Path | None = None
    imap: str | None = None
    password_file: Path | None = None

    @contextmanager
    def opened(self) -> "Iterator[Source]":
        """The source that is named. Raises UserError unless it is exactly one."""
        from adjudicator.mail.inbound import sources

        named = [name for name, given in zip(("--stdin", "--maildir", "--mbox", "--imap"), self, strict=False) if given]
        if len(named) != 1:
            given = f"{' and '.join(named) or 'no place to fetch from'} {'were' if len(named) > 1 else 'was'} given"
            raise UserError(given, "give one of --stdin, --maildir, --mbox, --imap", "mail")
        source: Source
        if self.imap:
            from adjudicator.mail import passwords
            from adjudicator.mail.inbound.imap import VARIABLE, Account, Imap

            account = Account.parse(self.imap)
            complain(filter(None, [passwords.loose(self.password_file)]))
            source = Imap(account, passwords.find(VARIABLE, account.user, account.host, self.password_file))
        elif self.maildir:
            source = sources.Maildir(self.maildir)
        else:
            source = sources.Mbox(self.mbox) if self.mbox else sources.Stdin(sys.stdin.buffer)
        with closing(source):
            yield source


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
        from adjudicator.mail.outbound import transports

        user = unquote(urlsplit(self.smtp).username or "") if self.smtp else ""
        if self.sender is None and "@" not in user:
            raise UserError("no sender address is given", 'add --from "The referee <referee@example.org>"', "--from")
        return transports.sender(self.sender or user)

    @contextmanager
    def opened(self) -> "Iterator[Mailer]":
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
            yield ways.Mailer(out, self.referee())


@app.takes()
def fetch(mailbox: Mailbox, matches: MatchesLater = HERE) -> Annotated[bool, "list[Arrived | Done | Club]"]:
    """Take emails to the matches they are for, and adjudicate.

    Exit code 0 says that every email was dealt with, whatever it held: players learn of it in letters. With --stdin,
    75 asks the mail server to try again later.

    postfox mail fetch --imap imaps://referee@example.org --matches games"""
    from adjudicator.cli import rounds

    with mailbox.opened() as source:
        if mailbox.stdin:
            raise Exit(0 if _piped(source, matches) else TEMPORARY)
        found = matches()
        with encoding.reported(found.ledger):
            troubled = [happened for happened in rounds.fetched(source, found, rounds.told) if happened.problem]
        if found.carries_out:
            rounds.club_orders(found)
        else:
            rounds.work(found)
    return not troubled


@app.takes()
def send(
    ways: Ways, matches: MatchesOption = HERE, dry_run: bool = False, skip: bool = False
) -> Annotated[bool, "list[Sent | Mail]"]:
    """Send the letters that have not been sent.

    Each leaves once. Where a server takes none now, the next run tries again, after a minute at first and four
    hours at most; exit code 1 says that something was not sent.

    postfox mail send --smtp smtp://mail.example.org --from referee@example.org --matches games"""
    from adjudicator.cli import rounds

    well = complain(matches.problems)
    taken = rounds.arrived(matches)
    if skip:
        return rounds.skip(matches, taken) and well
    if dry_run:
        return rounds.shown(matches, ways.referee(), taken) and well
    rounds.may_sign(matches)
    with ways.opened() as out:
        return rounds.send(matches, out, taken) and well


@app.takes(without=("stdin",))
def serve(
    mailbox: Mailbox, ways: Ways, matches: MatchesOption = HERE, every: float = 60
) -> Annotated[None, "Iterator[Arrived | Done | Sent | Club]"]:
    """Keep running: read email, watch deadlines, send letters.

    An IMAP server that can say when mail arrives is listened to. Without --smtp, --sendmail or --outbox nothing is
    sent. Deadlines wait while mail cannot be fetched, because orders may lie there in time.

    postfox mail serve --imap imaps://referee@example.org --smtp smtp://mail.example.org --from referee@example.org"""
    from adjudicator.cli import rounds

    with ExitStack() as stack:
        source = stack.enter_context(mailbox.opened())
        out = stack.enter_context(ways.opened()) if ways.named else None
        looked, read = time.monotonic(), False
        while True:
            read = rounds.serve(source, matches, out, read=read)
            source.wait(every)
            if time.monotonic() - looked >= every:  # between looks only what mail has touched is worked on
                looked = time.monotonic()
                matches.look()


@app.takes()
def token(
    folder: Annotated[Path, Argument(metavar="DIR", help="A match made with --proof token.", parser=lent)],
) -> Annotated[None, "list[Token]"]:
    """Show each player's token, which an email must hold.

    Give each player theirs; a line `token ...` in an email shows that it is the player's."""
    from adjudicator.mail.inbound import authentication
    from adjudicator.match.folder import Folder

    match = Folder(folder)
    if match.match.proof != "token":
        raise MatchError("the emails of this match need no token", "`postfox new --proof token` makes one", str(folder))
    for seat, player in enumerate(match.match.seats):
        token = authentication.token(match.token_key(), match.match.id, seat)
        tell(f"{player.name}: token {token}", player=player.name, token=token)


def _piped(source: "Source", matches: MatchesLater) -> bool:
    """Take the mail of a pipe; whether it is recorded. A mail server returns it to its sender for anything that fails
    here, so nothing does: what the mail could not bring about now is done, or tried again, later."""
    from adjudicator.cli import rounds

    recorded = False

    def tell(happened: "Fetched") -> None:
        nonlocal recorded
        recorded = recorded or happened.line is not None
        try:
            rounds.told(happened)
        except OSError:  # nobody listens; nothing more may be flushed to them
            sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115

    try:
        found = matches()
        with encoding.reported(found.ledger):
            for _ in rounds.fetched(source, found, tell):
                pass
            if found.carries_out:
                rounds.club_orders(found)
    except UserError as error:
        complain(error.problems)
    except Exception as error:
        echo(f"postfox: a fault of Postfox: {type(error).__name__}: {' '.join(str(error).split())}", err=True)
    return recorded


URL = "postgresql://HOST/DATABASE/MATCH"
From = Annotated[str, Argument(metavar="FROM", help=f"A folder, or {URL} (without MATCH: all).")]
To = Annotated[str, Argument(metavar="TO", help="The same.")]


@app.takes()
def due(matches: MatchesOption = HERE, png: bool = True) -> Annotated[bool, "list[Done | Club]"]:
    """Act on deadlines: remind players, deal with missed turns.

    Run it after `postfox mail fetch`, so that orders that arrived in time count; `postfox mail serve` does both."""
    from adjudicator.cli import rounds
    from adjudicator.mail.club.log import Club
    from adjudicator.match.store.folders import sweep

    if folders := matches.unworked():
        sweep(matches.ledger, *folders)
    well = complain(matches.problems)
    with Club.at(matches) as club:
        well = complain(club.problems if club else ()) and well
    well = rounds.mind(matches, matches.folders(), png=png) and well
    rounds.club_orders(matches)
    return well


store_app = Commands("Keep the matches of a large club in PostgreSQL.")


@store_app.takes()
def copy(source: From, target: To) -> Annotated[None, "list[Copied]"]:
    """Copy matches from a folder to a store, or back.

    A match folder, a folder of them, a match in a store or all of a store; what is there is never replaced. Logs are
    the same, byte for byte; secrets are sealed with the key in POSTFOX_STORE_KEY.

    postfox mail store copy games postgresql://club@db.example.org/club"""
    from adjudicator.match.store import club

    there, here = named(source), named(target)
    if here and not there:
        done = club.copied_in(Path(source), *here)
    elif there and not here:
        done = club.copied_out(there.url, Path(target), there.match)
    else:
        raise UserError("one of the two is a folder, the other a store", f"a store is {URL}", "store copy")
    for name in done:
        tell(name, match=name)


@store_app.takes()
def key() -> Annotated[None, "Value"]:
    """Make a key for the secrets of matches in a store.

    Give it to all who work with the store in POSTFOX_STORE_KEY, and keep it where the store's backups are not.

    postfox mail store key"""
    from adjudicator.match.store import copies

    tell(made := copies.made(), value=made)


@store_app.takes("work")
def store_work(
    store: Annotated[str, Argument(metavar="STORE", help="postgresql://HOST/DATABASE")],
    ways: Ways,
    every: float = 60,
    png: bool = True,
    once: bool = False,
) -> Annotated[None, "Iterator[Done | Sent | Club]"]:
    """Carry out what waits in a store, with as many others.

    Orders, deadlines and, with --smtp, --sendmail or --outbox, letters. The server says when there is work.

    postfox mail store work postgresql://club@db.example.org/club --every 30"""
    from adjudicator.cli import rounds

    with ExitStack() as stack:
        club = stack.enter_context(opened(store))
        out = stack.enter_context(ways.opened()) if ways.named else None
        club.store.listen()
        while True:
            try:
                rounds.work(club, out, png=png)
            except UserError as error:  # the store is lost: it is called again in the next round
                complain(error.problems)
            if once:
                return
            club.store.wait(every)


app.add_typer(store_app, name="store")

club_app = Commands("Set up a club by email; make its pages and books.")


@club_app.takes()
def init(
    referees: Annotated[list[str], Argument(metavar="ADDRESS...", help="The email addresses of the referees.")],
    matches: MatchesOption = HERE,
) -> Annotated[None, "Written"]:
    """Say who the referee of these matches is.

    Questions of players and a daily overview go to these addresses, and the referee's orders are taken from them by
    email. What else can be set is in the file that this writes.

    postfox club init carla@example.org --matches games"""
    from adjudicator.mail.club import log, settings

    wrote(log.begin(matches, settings.Settings(referee=tuple(referees))))


@club_app.takes("pages")
def club_pages(
    folder: Annotated[
        Path, Argument(metavar="OUT", help="The folder to write; of what is there, what has changed is made anew.")
    ],
    matches: MatchesOption = HERE,
    language: str = "",
    sender: str | None = None,
    url: str = "",
) -> Annotated[None, "list[Written]"]:
    """Write the pages of matches: what is open, tables, finished matches.

    Any web host serves the folder. It holds what everybody may see, and a match only once it is over. With --from there
    are buttons to join by email, with --url a feed, and pictures for links.

    postfox club pages out/club --matches games --from referee@example.org"""
    from adjudicator.mail.outbound import transports
    from adjudicator.site import club

    address = transports.sender(sender).address if sender else ""
    spoken = templates.known(language) if language else ""
    made = club.Pages(folder, matches, language=spoken, address=address, url=options.url(url) if url else "")
    for problem in made.problems:
        echo(str(problem), err=True)
    for path in made.write():
        wrote(path)


@club_app.takes("book")
def club_book(
    season: Annotated[str, Argument(metavar="SEASON", help="Its id, as club.toml has it.")],
    matches: MatchesOption = HERE,
    out: Path = Path("out"),
    paper: str = "a4",
    language: str = "",
    booklet: bool = False,
) -> Annotated[None, "Written"]:
    """Print a season as a book: tables, moves of each match, where it turned.

    postfox club book autumn --matches games --out autumn.pdf"""
    from adjudicator.site import book, club
    from printables.core.request import Request
    from printables.printing import make

    path = make.place(out, season, "pdf")
    facts = club.Facts(matches, templates.known(language) if language else "")
    request = Request("", "rules", paper=paper, booklet=booklet, flip="short" if booklet else "long")
    (data,) = make.render(book.sheet(facts, season, request))
    files.save(path, data)
    wrote(path)
