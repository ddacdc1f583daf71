"""The commands `postfox export`, `site` and `handout odds`, `bind`: what is made of games and needs their rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option, echo

from adjudicator.cli.parameters import match as lent
from adjudicator.core import MatchError
from printables.cli import handout, wrote
from printables.core import OptionError, TemplateError, progress
from printables.exports.tabletop import Export, Laid, Position
from printables.handouts.order import Order

if TYPE_CHECKING:
    from printables.handouts.handout import Handout
    from printables.handouts.source import Source


def export(
    export: Export,
    match: Annotated[
        Path | None, Option("--match", metavar="DIR", help="A match folder: its position is laid out.", parser=lent)
    ] = None,
    turn: int | None = None,
) -> Annotated[None, "list[Written]"]:
    """Make a game for a virtual table: pictures, pieces, places.

    Formats (--to): pieces, a folder of PNG, WebP and SVG pictures with manifest.json for any table; tts, a saved
    object of Tabletop Simulator; pcio, a room of PlayingCards.io, which VirtualTabletop reads; vassal, a module
    of VASSAL; uvtt, a map of Universal VTT; foundry, a module of Foundry VTT; ludii, a hunt as a game of Ludii.

    postfox export fox-and-geese --to pieces --pixels 100"""
    from printables.exports import format

    if turn is not None and match is None:
        raise OptionError("--turn is a turn of a match", "name its folder with --match", "--turn")
    position = _position(export, match, turn) if match else None
    for path in format.write(export, position, lambda line: echo(f"left out: {line}", err=True)):
        wrote(path)


def site(
    folder: Annotated[Path, Argument(metavar="OUT", help="The folder to make; what it holds is replaced.")],
    fetch: bool = False,
) -> Annotated[None, "list[Written]"]:
    """Make a site: print, play and referee in a browser.

    OUT then holds a static site that any web host serves: kits ready made, and all of Postfox as WebAssembly, so that
    nothing is installed and nothing sent. It needs Node.js, and once --fetch.

    postfox site out/site --fetch"""
    from adjudicator.cli.new import new
    from adjudicator.site import build, pages

    parts = build.cache()
    if fetch:
        build.fetch(parts)
    build.check(parts)
    pages.write(folder, parts, new)
    wrote(folder / "index.html")


def _position(export: Export, match: Path, turn: int | None) -> Position:
    """How the match stands, or stood, as everybody may see it. Raises UserError."""
    from adjudicator.cli import show
    from adjudicator.core.game import situation
    from adjudicator.letters.phrases import Phrases
    from adjudicator.match.folder import Folder
    from printables.printing import job

    folder = Folder(match)
    terms = folder.match
    if export.game != terms.game:
        raise OptionError(f"{terms.id} is a match of {terms.game}", f"write {terms.game}, not {export.game}", "GAME")
    if export.variant or export.options:
        raise OptionError("a match has its options already", "remove --variant and --option", "--match")
    if (state := show.at(folder, turn).standing.state) is None:
        raise MatchError("play has not begun: there is no position", "every player sends `join`", str(match))
    seen = situation(folder.game, state).seen(-1)
    phrases = Phrases(terms.game, export.language, state.options)
    return Position(
        state.options,
        job.played(terms.game, terms.id, (f"turn-{state.turn}",)),
        phrases.say("picture", "title-of-match", game=phrases.title, match=terms.id, turn=state.turn),
        tuple(Laid(token.place, token.kind, token.under) for token in seen.tokens),
        next(iter(folder.game.to_act(state)), None),
    )


app = handout.app


@app.takes(without=("up", "audience"))
def odds(
    game: str,
    games: int = 20,
    seed: str = "odds",
    variant: str | None = None,
    options: tuple[str, ...] = (),
    *,
    order: Order,
) -> Annotated[None, "list[Written]"]:
    """Print the GM's page of a game's odds.

    Exact where they can be counted, otherwise by play, with the 95 % interval; more games narrow it.

    postfox handout odds the-game --games 1000"""
    from adjudicator.lab import odds as counted
    from printables.handouts import odds as drawn
    from printables.handouts.handout import PLAYERS
    from printables.printing import job

    with progress.bar("games") as counting:
        made = drawn.make(counted.of(game, games, seed, counting, variant, options), order)
    handout.write(f"handout-odds-{job.played(game, variant, options)}", {PLAYERS: [made]}, order)


@app.takes()
def bind(
    folder: Annotated[Path, Argument(metavar="FOLDER", help="A folder of Markdown files.")], *, order: Order
) -> Annotated[None, "list[Written]"]:
    """Bind a folder of handouts into one PDF with bookmarks.

    Each file says in its head what it is: `as:` and letter, wanted, notice, ledger, bill, legend, game, tavern, stall,
    wager or odds.

    postfox handout bind adventure/ --paper letter"""
    from printables.handouts import letter

    made = letter.bind(folder, order, {"odds": (_odds, ("game", "games", "seed", "variant", "options"))})
    handout.write(f"handout-{folder.resolve().name or 'handouts'}", made, order)


def _odds(text: "Source", order: Order) -> "dict[str, Handout]":
    """A file that asks for odds: the master's alone."""
    from adjudicator.lab import odds as counted
    from printables.handouts import letter, odds as drawn
    from printables.handouts.handout import MASTER

    games = text.setting("games", str(counted.GAMES_PLAYED))
    if not (games.isascii() and games.isdigit() and len(games) < 8):
        raise TemplateError(f"games: {games!r} is not a number", "write games: 200", text.name, text.line("games"))
    variant, options = text.setting("variant", "") or None, text.setting("options", "").split()
    game, seed = letter.needed(text, "game"), text.setting("seed", "odds")
    return {MASTER: drawn.make(counted.of(game, int(games), seed, variant=variant, options=options), order)}
