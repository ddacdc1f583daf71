"""The command `postfox trust`: what proves a match, so that nobody need trust anybody."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.parameters import LazyGroup, MatchFolder
from printables.cli.parameters import spread
from printables.core.errors import UserError
from printables.core.registry import Registry

if TYPE_CHECKING:
    from adjudicator.dice.beacon import Round
    from adjudicator.mail.outbound.compose import Reader
    from adjudicator.mail.outbound.transports import Way


def beacon(
    folder: MatchFolder,
    signature: Annotated[
        str | None, typer.Argument(metavar="SIGNATURE", help="Of the round, as drand has it: 96 hexadecimal digits.")
    ] = None,
) -> None:
    """Show which round of drand dice wait for, or give it.

    `postfox adjudicate`, `postfox mail due` and `postfox mail serve` fetch the round themselves once it is due; where
    they cannot reach drand, anybody may look it up at one of the addresses shown. A wrong signature is refused.

    postfox trust beacon anna-bob
    """
    from adjudicator.cli import show
    from adjudicator.dice import beacon as rounds
    from adjudicator.match import process
    from adjudicator.match.folder import Folder
    from printables.core.errors import UserError

    match = Folder(folder)
    waits = match.last.after.waits
    if waits is None:
        if signature is not None:  # given before, and stopped while it was taken
            process.finish(match)
        typer.echo(f"{folder}: no roll waits for a round of drand")
        return
    if signature is None:
        typer.echo(f"{folder}: the dice wait for round {waits.round} of drand, due {waits.due}")
        for address in rounds.addresses(waits.round):
            typer.echo(f"    {address}")
        return

    def given(number: int) -> Round:
        made = rounds.read(f"{number} {signature.strip().lower()}")
        if made is None:
            raise UserError(
                "this is not a signature of drand", f"it has {rounds.DIGITS} hexadecimal digits", "SIGNATURE"
            )
        if rounds.wrong([made]):
            raise UserError(f"this is not the signature of round {number}", "copy it from drand", "SIGNATURE")
        return made

    filed = process.adjudicate(match, fetch=given)
    if not filed:
        raise UserError(f"round {waits.round} of drand is not due before {waits.due}", "wait until then", str(folder))
    for one in filed:
        typer.echo(show.happened(match, one))


def excerpt(
    folder: MatchFolder,
    seat: str | None = None,
    out: Path | None = None,
) -> None:
    """Write what a player may see of a match, to be verified.

    It holds orders, rolls and positions, with --for also that player's own messages; no message of others, no answer
    that is hidden, no address. Each part left out is sealed, so that nothing can be guessed or changed. `postfox
    verify` proves the file without the match, and compares it with kept letters.

    postfox trust excerpt anna-bob --for Anna
    """
    from adjudicator.match.folder import Folder
    from adjudicator.proofs import excerpts as excerpts
    from adjudicator.referee.records import REFEREE, reader
    from adjudicator.web.file import seat as found
    from printables.core import files

    match = Folder(folder)
    whose = REFEREE if seat is None else found(match, seat)
    name = f"{match.match.id}-excerpt{'' if seat is None else f'-{reader(whose)}'}.jsonl"
    path = files.into(out, name)
    files.save(path, b"".join(excerpts.made(match, whose)))
    typer.echo(str(path))


class What(StrEnum):
    """What is done with a pad in a file."""

    MAKE = "make"
    NEXT = "next"
    WORDS = "words"


def pad(
    what: Annotated[What | None, typer.Argument(help="What to do with a pad in a file.", show_default=False)] = None,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="Your file; only you can read it.")] = None,
    number: int | None = None,
    spelled: str | None = None,
    printed: bool = False,
    sheet_size: str = "a4",
    whose: str = "",
    out: Path = Path("pad.pdf"),
) -> None:
    """Make and use a pad of secrets for two-sided dice.

    make writes a new pad to FILE and shows its line 0, for `join`. next shows the next line of a move file, and notes
    it. words shows the eight words that the whole pad can be made from again: write them down.

    postfox pad make anna-bob.pad
    """
    from adjudicator.dice import pads

    if printed:
        if what is not None:
            raise UserError(f"`{what}` is for a pad in a file", "remove it, or --paper", "--paper")
        typer.echo(str(_printed(sheet_size, whose, out)))
        return
    if what is None or file is None:
        raise UserError("say what to do, and with which file", "`postfox pad make FILE`, or `postfox pad --paper`")
    if what is What.MAKE:
        typer.echo(pads.make(file, spelled or "").line(0))
        typer.echo(f"{file}: keep it secret, and keep a copy (`postfox pad words` shows it as words)", err=True)
    elif what is What.NEXT:
        typer.echo(pads.show(file, number))
    else:
        from adjudicator.dice.pads import words_of

        typer.echo(words_of(pads.read_file(file).secret))


def _printed(size: str, whose: str, out: Path) -> Path:
    from adjudicator.dice import pad_sheet as paper
    from printables.core import files
    from printables.render import pdf

    path = files.into(out, "pad.pdf")
    files.save(path, pdf.render(paper.sheet(size, whose)), "--out", mode=0o600)
    return path


app = typer.Typer(
    name="witness",
    help="Have somebody sign how far the log of a match went, by mail.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

Letters = Annotated[Path, typer.Argument(metavar="MBOX", help="The emails: an mbox, a Maildir, a folder or one file.")]


@app.command()
@spread()
def key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Your key; the public half goes to FILE.pub.")],
    address: str,
) -> None:
    """Make a witness's key, of the kind that OpenSSH uses.

    Give FILE.pub to the referee, who begins matches with `postfox new --witness FILE.pub`.
    """
    from adjudicator.proofs import keys

    made = keys.make(file, address)
    typer.echo(made.line)
    typer.echo(f"{file}: keep it secret; its fingerprint is {made.print}", err=True)


@app.command()
@spread()
def ask(
    folder: MatchFolder,
    smtp: str | None = None,
    sendmail: str | None = None,
    outbox: Path | None = None,
    sender: str | None = None,
    smtp_password_file: Path | None = None,
) -> None:
    """Ask a match's witness to sign how far its log has come.

    The email tells nothing of the match but its name and a hash.
    """
    from adjudicator.cli import mail
    from adjudicator.match.folder import Folder
    from adjudicator.proofs import witness as kept
    from adjudicator.proofs import witness as witness_mails

    match = Folder(folder)
    witness, note = kept.witness(match), kept.asked(match)
    text = witness_mails.ask(note, kept.token(match))
    with mail.way(smtp, sendmail, outbox, smtp_password_file) as out:
        subject = f"Please sign: {match.match.id}, line {note.head.size}"
        _deliver(
            out, mail.reader(sender, smtp), witness.name, subject, text, f"{match.match.id}.{note.head.size:07d}.ask"
        )


@app.command()
@spread()
def sign(
    letters: Letters,
    key: Path,
    book: Path,
    smtp: str | None = None,
    sendmail: str | None = None,
    outbox: Path | None = None,
    sender: str | None = None,
    smtp_password_file: Path | None = None,
) -> None:
    """Sign the heads that emails ask for, and answer them.

    Each names the one before; a log that forks or goes back is refused, and the answer says so. Each email is answered
    once; where the way out failed, by the next run.
    """
    from adjudicator.cli import mail
    from adjudicator.proofs import keys
    from adjudicator.proofs import receipts as kept
    from adjudicator.proofs import witness as witness_mails
    from adjudicator.proofs.witness import Book

    signer, signed = keys.read(key), Book(book)
    with mail.way(smtp, sendmail, outbox, smtp_password_file) as out:
        for letter in kept.read(letters):
            asked = witness_mails.asked_by_mail(letter)
            if asked is None or asked.mail in signed.answered:
                continue
            head = asked.note.head
            answer = signed.sign(asked, signer, int(_now().timestamp()))
            name = f"{head.origin.split('/')[1]}.{head.size:07d}.{asked.mail[:8]}.signed"
            subject = f"{'Not signed' if answer.refused else 'Signed'}: {head.origin}, line {head.size}"
            own = mail.reader(sender or signer.key.name, smtp)
            _deliver(out, own, asked.sender, subject, witness_mails.answer(answer, head), name)
            signed.sent(asked)
            if answer.refused:
                typer.echo(f"{head.origin}: not signed; {answer.refused}", err=True)


@app.command()
@spread()
def keep(folder: MatchFolder, letters: Letters) -> None:
    """Keep the heads that a match's witness has signed.

    They go to DIR/witness, and `postfox verify` compares them with the log.
    """
    from adjudicator.match.folder import Folder
    from adjudicator.proofs import receipts as kept
    from adjudicator.proofs import witness as heads

    match = Folder(folder)
    sizes = sorted({one.head.size for letter in kept.read(letters) for one in heads.keep(match, letter.text)})
    typer.echo(f"{folder}: signed: {', '.join(f'line {size}' for size in sizes) or 'nothing'}")


def _deliver(out: Way, sender: Reader, to: str, subject: str, text: str, name: str) -> None:
    from adjudicator.mail.outbound.transports import Deferred, Refused, Unreachable
    from adjudicator.proofs import witness as witness_mails
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


class Trust(LazyGroup):
    """What proves a match; not listed: what only matches of before have."""

    COMMANDS = Registry(
        "command",
        "",
        {
            "excerpt": (f"{__name__}:excerpt", "Write what a player may see of a match, to be verified."),
            "beacon": (f"{__name__}:beacon", "Show which round of drand dice wait for, or give it."),
            "readjudicate": (
                "adjudicator.cli.desk:readjudicate",
                "Replay old matches under this version; report differences.",
            ),
            "pad": (f"{__name__}:pad", "Make and use a pad of secrets for two-sided dice."),
            "witness": (f"{__name__}:app", "Have somebody sign how far the log of a match went, by mail."),
        },
    )


trust = typer.Typer(
    name="trust",
    cls=Trust,
    help="What proves a match: excerpts, rounds of drand, old matches.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
