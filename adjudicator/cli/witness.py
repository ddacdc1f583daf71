"""The commands `postfox witness key`, `ask`, `sign` and `keep`: heads of logs, signed by mail."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.parameters import MatchFolder
from adjudicator.cli.send import FromOption, OutboxOption, SendmailOption, SmtpOption, SmtpPasswordFile

if TYPE_CHECKING:
    from adjudicator.mail.outbound.compose import Reader
    from adjudicator.mail.outbound.transports import Way

app = typer.Typer(
    name="witness",
    help="Have somebody sign how far the log of a match went, by mail.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

Letters = Annotated[Path, typer.Argument(metavar="MBOX", help="The emails: an mbox, a Maildir, a folder or one file.")]


@app.command()
def key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Your key; the public half goes to FILE.pub.")],
    name: Annotated[str, typer.Option("--name", metavar="ADDRESS", help="Your email address, which names the key.")],
) -> None:
    """Make a witness's key, of the kind that OpenSSH uses.

    Give FILE.pub to the referee, who begins matches with `postfox new --witness FILE.pub`.
    """
    from adjudicator.proofs import keys

    made = keys.make(file, name)
    typer.echo(made.line)
    typer.echo(f"{file}: keep it secret; its fingerprint is {made.print}", err=True)


@app.command()
def ask(
    folder: MatchFolder,
    smtp: SmtpOption = None,
    sendmail: SendmailOption = None,
    outbox: OutboxOption = None,
    sender: FromOption = None,
    smtp_password_file: SmtpPasswordFile = None,
) -> None:
    """Ask a match's witness to sign how far its log has come.

    The email tells nothing of the match but its name and a hash.
    """
    from adjudicator.cli import send
    from adjudicator.match.folder import Folder
    from adjudicator.proofs import cosigned as kept
    from adjudicator.proofs import witness_mails

    match = Folder(folder)
    witness, note = kept.witness(match), kept.asked(match)
    text = witness_mails.ask(note, kept.token(match))
    with send.way(smtp, sendmail, outbox, smtp_password_file) as out:
        subject = f"Please sign: {match.match.id}, line {note.head.size}"
        _deliver(
            out, send.reader(sender, smtp), witness.name, subject, text, f"{match.match.id}.{note.head.size:07d}.ask"
        )


@app.command()
def sign(
    letters: Letters,
    key: Annotated[Path, typer.Option("--key", metavar="FILE", help="Your key.")],
    book: Annotated[
        Path, typer.Option("--book", metavar="FILE", help="What you have signed; made if it is not there.")
    ],
    smtp: SmtpOption = None,
    sendmail: SendmailOption = None,
    outbox: OutboxOption = None,
    sender: FromOption = None,
    smtp_password_file: SmtpPasswordFile = None,
) -> None:
    """Sign the heads that emails ask for, and answer them.

    Each names the one before; a log that forks or goes back is refused, and the answer says so. Each email is answered
    once; where the way out failed, by the next run.
    """
    from adjudicator.cli import send
    from adjudicator.proofs import keys, witness_mails
    from adjudicator.proofs import letters_kept as kept
    from adjudicator.proofs.witness import Book

    signer, signed = keys.read(key), Book(book)
    with send.way(smtp, sendmail, outbox, smtp_password_file) as out:
        for letter in kept.read(letters):
            asked = witness_mails.asked(letter)
            if asked is None or asked.mail in signed.answered:
                continue
            head = asked.note.head
            answer = signed.sign(asked, signer, int(_now().timestamp()))
            name = f"{head.origin.split('/')[1]}.{head.size:07d}.{asked.mail[:8]}.signed"
            subject = f"{'Not signed' if answer.refused else 'Signed'}: {head.origin}, line {head.size}"
            own = send.reader(sender or signer.key.name, smtp)
            _deliver(out, own, asked.sender, subject, witness_mails.answer(answer, head), name)
            signed.sent(asked)
            if answer.refused:
                typer.echo(f"{head.origin}: not signed; {answer.refused}", err=True)


@app.command()
def keep(folder: MatchFolder, letters: Letters) -> None:
    """Keep the heads that a match's witness has signed.

    They go to DIR/witness, and `postfox verify` compares them with the log.
    """
    from adjudicator.match.folder import Folder
    from adjudicator.proofs import cosigned as heads
    from adjudicator.proofs import letters_kept as kept

    match = Folder(folder)
    sizes = sorted({one.head.size for letter in kept.read(letters) for one in heads.keep(match, letter.text)})
    typer.echo(f"{folder}: signed: {', '.join(f'line {size}' for size in sizes) or 'nothing'}")


def _deliver(out: Way, sender: Reader, to: str, subject: str, text: str, name: str) -> None:
    from adjudicator.mail.outbound.transports import Deferred, Refused, Unreachable
    from adjudicator.proofs import witness_mails
    from printables.core.errors import UserError

    data = witness_mails.mail(sender.address, to, subject, text, _now(), sender.address.rpartition("@")[2])
    try:
        out.deliver(data, name, sender.address, to)
    except (Deferred, Refused, Unreachable) as error:
        raise UserError(f"the email to {to} was not sent ({error})", "give the command again", "mail") from None
    typer.echo(f"{to}: {subject}")


def _now() -> datetime:
    from adjudicator.match import process

    return process.moment_now()
