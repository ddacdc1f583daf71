"""The commands of `postfox store`, and the store in which `postfox mail` works where one is given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.mail import send

if TYPE_CHECKING:
    from adjudicator.mail.inbound.fetch import Fetched
    from adjudicator.mail.inbound.sources import Source
    from adjudicator.mail.outbound.compose import Reader
    from adjudicator.mail.outbound.transports import Way
    from adjudicator.match.folders import Matches
    from adjudicator.store.postgres import Postgres

URL = "postgresql://HOST/DATABASE/MATCH"
From = Annotated[str, typer.Argument(metavar="FROM", help=f"A folder, or {URL} (without MATCH: all).")]
To = Annotated[str, typer.Argument(metavar="TO", help="The same.")]

app = typer.Typer(
    name="store",
    help="Keep the matches of a large club in PostgreSQL.",
    rich_markup_mode=None,
    no_args_is_help=True,
)


@app.command()
def copy(source: From, target: To) -> None:
    """Copy matches from a folder to a store, or back.

    A match folder, a folder of them, a match in a store or all of a store; what is there is never replaced. Logs are
    the same, byte for byte; secrets are sealed with the key in POSTFOX_STORE_KEY.

    postfox store copy games postgresql://club@db.example.org/club
    """
    from adjudicator.store import work
    from printables.errors import UserError

    there, here = work.named(source), work.named(target)
    if (there is None) == (here is None):
        raise UserError("one of the two is a folder, the other a store", f"a store is {URL}", "store copy")
    if here is not None:
        done = work.copied_in(Path(source), *here)
    else:
        assert there is not None
        done = work.copied_out(*there, Path(target))
    for name in done:
        typer.echo(name)


@app.command()
def key() -> None:
    """Make a key for the secrets of matches in a store.

    Give it to all who work with the store in POSTFOX_STORE_KEY, and keep it where the store's backups are not.

    postfox store key
    """
    from adjudicator.store import sealed

    typer.echo(sealed.made())


@app.command()
def work(
    store: Annotated[str, typer.Argument(metavar="STORE", help="postgresql://HOST/DATABASE")],
    every: Annotated[float, typer.Option("--every", metavar="SECONDS", min=1, help="How often to look unasked.")] = 60,
    png: Annotated[bool, typer.Option("--png/--no-png", help="Draw board.png beside board.svg.")] = True,
    once: Annotated[bool, typer.Option("--once", help="End when there is nothing to do.")] = False,
    smtp: send.SmtpOption = None,
    sendmail: send.SendmailOption = None,
    outbox: send.OutboxOption = None,
    sender: send.FromOption = None,
    smtp_password_file: send.SmtpPasswordFile = None,
) -> None:
    """Carry out what waits in a store, with as many others.

    Orders, deadlines and, with --smtp, --sendmail or --outbox, letters. The server says when there is work.

    postfox store work postgresql://club@db.example.org/club --smtp smtp://referee@example.org
    """
    with ExitStack() as stack:
        club = stack.enter_context(Opened.of(store))
        out = referee = None
        if smtp or sendmail or outbox:
            referee = send.reader(sender, smtp)
            out = stack.enter_context(send.way(smtp, sendmail, outbox, smtp_password_file))
        club.store.listen()
        while True:
            club.work(out, referee, png=png)
            if once:
                return
            club.store.wait(every)


class Opened:
    """A store, and the folder in which its matches are worked on."""

    def __init__(self, store: Postgres, path: Path) -> None:
        from adjudicator.store.club import Club

        self.store, self.path = store, path
        self.matches = Club(store, path)

    @classmethod
    @contextmanager
    def of(cls, url: str) -> Iterator[Opened]:
        """A store for as long as it is used. Raises MatchError."""
        from adjudicator.store.postgres import Postgres
        from adjudicator.store.work import workspace

        with workspace() as path:
            store = Postgres(url)
            try:
                yield cls(store, path)
            finally:
                store.close()

    def fetch(self, source: Source) -> Iterator[Fetched]:
        """Take mails to the inboxes of the matches in the store."""
        from adjudicator.mail.inbound import fetch as fetching

        return fetching.fetch(source, self.path, matches=self.matches)

    def work(self, out: Way | None = None, referee: Reader | None = None, *, png: bool = True) -> None:
        """Take matches and do what there is to do, until there is nothing more."""
        from adjudicator.cli import desk
        from adjudicator.store import work
        from printables.errors import UserError

        def do(found: Matches) -> bool | None:
            desk.report(found.problems)
            desk.each(found.folders(), partial(_adjudicated, png=png))
            desk.mind(found, png=png)
            if out is None or referee is None:
                return None
            self.matches.catch_up()  # of emails that were not taken their players hear
            return send.post(type(found)(found.path), out, referee, desk.arrived(self.path))

        try:
            while work.one(self.store, self.path, do, posting=out is not None, troubled=desk.report):
                pass
        except UserError as error:  # the store is lost: it is called again in the next round
            desk.report(error.problems)


def _adjudicated(path: Path, *, png: bool) -> None:
    from adjudicator.cli import show
    from adjudicator.match import inbox, process
    from adjudicator.match.folder import Folder

    folder = Folder(path)
    if not inbox.waiting(folder):
        return
    for filed in process.adjudicate(folder, png=png):
        typer.echo(f"{path.name}: {show.happened(folder, filed)}")
