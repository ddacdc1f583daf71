"""The command `postfox club`: a club beside matches."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.cli.parameters import HERE, MatchesOption
from printables.cli.parameters import spread

app = typer.Typer(
    name="club", help="Referee matches from your own mailbox.", rich_markup_mode=None, no_args_is_help=True
)


@app.callback()
def club() -> None:
    """Referee matches from your own mailbox."""


@app.command()
@spread()
def init(
    referees: Annotated[list[str], typer.Argument(metavar="ADDRESS...", help="The email addresses of the referees.")],
    matches: MatchesOption = HERE,
) -> None:
    """Say who the referee of these matches is.

    Questions of players and a daily overview go to these addresses, and the referee's orders are taken from them by
    email. What else can be set is in the file that this writes.

    postfox club init carla@example.org --matches games
    """
    from adjudicator.mail.club import log, settings

    typer.echo(log.begin(matches, settings.Settings(referee=tuple(referees))))
