"""The command `postfox beacon`: what a match waits for, and a round of drand taken by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.parameters import MatchFolder

if TYPE_CHECKING:
    from adjudicator.dice.beacon_rounds import Round


def beacon(
    folder: MatchFolder,
    signature: Annotated[
        str | None, typer.Argument(metavar="SIGNATURE", help="Of the round, as drand has it: 96 hexadecimal digits.")
    ] = None,
) -> None:
    """Show which round of drand dice wait for, or give it.

    `postfox adjudicate`, `postfox due` and `postfox mail serve` fetch the round themselves once it is due; where they
    cannot reach drand, anybody may look it up at one of the addresses shown. A wrong signature is refused.

    postfox beacon anna-bob
    """
    from adjudicator.cli import show
    from adjudicator.dice import beacon_proof, beacon_relay, beacon_rounds
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
        for address in beacon_relay.addresses(waits.round):
            typer.echo(f"    {address}")
        return

    def given(number: int) -> Round:
        made = beacon_rounds.read(f"{number} {signature.strip().lower()}")
        if made is None:
            raise UserError(
                "this is not a signature of drand", f"it has {beacon_rounds.DIGITS} hexadecimal digits", "SIGNATURE"
            )
        if beacon_proof.wrong([made]):
            raise UserError(f"this is not the signature of round {number}", "copy it from drand", "SIGNATURE")
        return made

    filed = process.adjudicate(match, fetch=given)
    if not filed:
        raise UserError(f"round {waits.round} of drand is not due before {waits.due}", "wait until then", str(folder))
    for one in filed:
        typer.echo(show.happened(match, one))
