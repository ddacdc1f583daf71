"""The command `postfox export`: a game for a virtual table, as play begins or as a match stands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.parameters import match as lent
from printables.cli.parameters import spread
from printables.exports.export import Export

if TYPE_CHECKING:
    from printables.exports.export import Position


@spread()
def export(
    export: Export,
    match: Annotated[
        Path | None,
        typer.Option("--match", metavar="DIR", help="A match folder: its position is laid out.", parser=lent),
    ] = None,
    turn: Annotated[
        int | None, typer.Option("--turn", metavar="N", help="With --match: the position as this turn began.")
    ] = None,
) -> None:
    """Make a game for a virtual table: pictures, pieces, places.

    Formats (--to): pieces, a folder of PNG, WebP and SVG pictures with manifest.json for any table; tts, a saved
    object of Tabletop Simulator; pcio, a room of PlayingCards.io, which VirtualTabletop reads; vassal, a module
    of VASSAL; uvtt, a map of Universal VTT; foundry, a module of Foundry VTT; ludii, a hunt as a game of Ludii.

    postfox export fox-and-geese --to pieces --pixels 100
    """
    from printables.core.errors import OptionError
    from printables.exports import formats

    if turn is not None and match is None:
        raise OptionError("--turn is a turn of a match", "name its folder with --match", "--turn")
    position = _position(export, match, turn) if match else None
    for path in formats.write(export, position, lambda line: typer.echo(f"left out: {line}", err=True)):
        typer.echo(path)


def _position(export: Export, match: Path, turn: int | None) -> Position:
    """How the match stands, or stood, as everybody may see it. Raises UserError."""
    from adjudicator.cli import show
    from adjudicator.core import situation
    from adjudicator.core.errors import MatchError
    from adjudicator.letters.phrases import Phrases
    from adjudicator.match.folder import Folder
    from printables.core.errors import OptionError
    from printables.exports.export import Laid, Position
    from printables.printing import naming

    folder = Folder(match)
    terms = folder.match
    if export.game != terms.game:
        raise OptionError(f"{terms.id} is a match of {terms.game}", f"write {terms.game}, not {export.game}", "GAME")
    if export.variant or export.options:
        raise OptionError("a match has its options already", "remove --variant and --option", "--match")
    state = show.at(folder, turn).standing.state
    if state is None:
        raise MatchError("play has not begun: there is no position", "every player sends `join`", str(match))
    seen = situation.of(folder.game, state).seen(-1)
    phrases = Phrases(terms.game, export.language, state.options)
    return Position(
        state.options,
        naming.played(terms.game, terms.id, (f"turn-{state.turn}",)),
        phrases.say("picture", "title-of-match", game=phrases.title, match=terms.id, turn=state.turn),
        tuple(Laid(token.place, token.kind, token.under) for token in seen.tokens),
        next(iter(folder.game.to_act(state)), None),
    )
