"""The commands of `postfox store`: thin callers of what is imported when they run."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli import send

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
    from adjudicator.match.store import places, transfer
    from printables.core.errors import UserError

    there, here = places.named(source), places.named(target)
    if (there is None) == (here is None):
        raise UserError("one of the two is a folder, the other a store", f"a store is {URL}", "store copy")
    if here is not None:
        done = transfer.copied_in(Path(source), here)
    else:
        assert there is not None
        done = transfer.copied_out(there, Path(target))
    for name in done:
        typer.echo(name)


@app.command()
def key() -> None:
    """Make a key for the secrets of matches in a store.

    Give it to all who work with the store in POSTFOX_STORE_KEY, and keep it where the store's backups are not.

    postfox store key
    """
    from adjudicator.match.store import sealed

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
    from adjudicator.cli import desk
    from adjudicator.cli.mail import work as work_on
    from adjudicator.match.store import places
    from printables.core.errors import UserError

    with ExitStack() as stack:
        club = stack.enter_context(places.opened(store))
        out = referee = None
        if smtp or sendmail or outbox:
            referee = send.reader(sender, smtp)
            out = stack.enter_context(send.way(smtp, sendmail, outbox, smtp_password_file))
        club.store.listen()
        while True:
            try:
                work_on(club, out, referee, png=png)
            except UserError as error:  # the store is lost: it is called again in the next round
                desk.report(error.problems)
            if once:
                return
            club.store.wait(every)
