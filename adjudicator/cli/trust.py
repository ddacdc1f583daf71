"""The command `postfox trust`: what proves a match, so that nobody need trust anybody."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.desk import readjudicate
from adjudicator.cli.parameters import MatchFolder, around
from printables.cli.parameters import Commands
from printables.cli.report import complain, tell
from printables.core import files
from printables.core.errors import UserError

if TYPE_CHECKING:
    from adjudicator.dice.beacon import Round

app = Commands("What proves a match: excerpts, rounds of drand, old matches.")


@app.takes()
def excerpt(folder: MatchFolder, seat: str | None = None, out: Path | None = None) -> Annotated[None, "list[OfMatch]"]:
    """Write what a player may see of a match, to be verified.

    It holds orders, rolls and positions, with --for also that player's own messages; no message of others, no answer
    that is hidden, no address. Each part left out is sealed, so that nothing can be guessed or changed. `postfox
    verify` proves the file without the match, and compares it with kept letters.

    postfox trust excerpt anna-bob --for Anna
    """
    from adjudicator.cli import desk
    from adjudicator.cli.sending import may_sign
    from adjudicator.mail.outbound.delivery_log import Postings
    from adjudicator.match import encoding, marks, process
    from adjudicator.match.folder import Folder
    from adjudicator.proofs import excerpts
    from adjudicator.referee.records import REFEREE, reader
    from adjudicator.referee.seats import named, seated

    match = Folder(folder)
    whose = REFEREE if seat is None else named(seated(match.match, match.standing()), seat)
    complain(filter(None, [marks.missing()]))
    may_sign(around(folder))
    taken = desk.arrived(around(folder))
    with encoding.locked(folder / ".sending"):
        postings = Postings(folder)
        postings.learn(match.match.id, taken.noted(match.match.id) if taken else ())
        if note := postings.signed(match, len(match.log.lines)):
            postings.write("", "", "signed", process.moment_now(), note=note)
    path = files.into(out, f"{match.match.id}-excerpt{'' if seat is None else f'-{reader(whose)}'}.jsonl")
    files.save(path, b"".join(excerpts.made(match, whose, note)))
    tell(str(path), match=match.match.id, seat=seat, file=str(path))


@app.takes()
def beacon(
    folder: MatchFolder,
    signature: Annotated[
        str | None, typer.Argument(metavar="SIGNATURE", help="Of the round, as drand has it: 96 hexadecimal digits.")
    ] = None,
) -> Annotated[None, "list[Waits | Done]"]:
    """Show which round of drand dice wait for, or give it.

    `postfox adjudicate`, `postfox mail due` and `postfox mail serve` fetch the round themselves once it is due; where
    they cannot reach drand, anybody may look it up at one of the addresses shown. A wrong signature is refused.

    postfox trust beacon anna-bob
    """
    from adjudicator.cli import show
    from adjudicator.dice import beacon as rounds
    from adjudicator.match import process
    from adjudicator.match.folder import Folder

    match = Folder(folder)
    if (waits := match.last.after.waits) is None:
        if signature is not None:  # given before, and stopped while it was taken
            process.finish(match)
        tell(f"{folder}: no roll waits for a round of drand")
        return
    if signature is None:
        line, found = (
            f"the dice wait for round {waits.round} of drand, due {waits.due}",
            [*rounds.addresses(waits.round)],
        )
        facts = {"match": match.match.id, "round": waits.round, "due": waits.due, "addresses": found}
        tell("\n    ".join([f"{folder}: {line}", *found]), facts)
        return

    def given(number: int) -> "Round":
        made = rounds.read(f"{number} {signature.strip().lower()}")
        if made is None:
            hint = f"it has {rounds.DIGITS} hexadecimal digits"
            raise UserError("this is not a signature of drand", hint, "SIGNATURE")
        if rounds.wrong([made]):
            raise UserError(f"this is not the signature of round {number}", "copy it from drand", "SIGNATURE")
        return made

    if not (filed := process.adjudicate(match, fetch=given)):
        raise UserError(f"round {waits.round} of drand is not due before {waits.due}", "wait until then", str(folder))
    for one in filed:
        tell(show.happened(match, one), show.facts(match, one))


app.takes()(readjudicate)


class What(StrEnum):
    """What is done with a pad in a file."""

    NEXT = "next"


@app.takes(hidden=True)  # only matches of before have any
def pad(
    what: Annotated[What, typer.Argument(help="What to do with a pad in a file.", show_default=False)],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Your file; only you can read it.")],
    number: int | None = None,
) -> Annotated[None, "Value"]:
    """Show the next line of a pad, for a match that an older version began with two-sided dice, and note it.

    postfox trust pad next anna-bob.pad
    """
    from adjudicator.dice import pads

    tell(line := pads.show(file, number), value=line)
