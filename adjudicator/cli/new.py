"""The command `postfox new`: a thin caller of what it imports when it runs.

The demonstration: a kit to print, and a match whose first turns are adjudicated from the sample move files."""

import shutil
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from adjudicator import games
from adjudicator.cli import show
from adjudicator.cli.parameters import NewFolder, values
from adjudicator.core import MatchError
from adjudicator.dice import Chain, secret_from_seed
from adjudicator.match import create, encoding, process
from adjudicator.match.folder import Folder
from printables import boards
from printables.cli import tell, wrote
from printables.core import options as given, progress, templates


class TermsGiven(NamedTuple):
    """What players agree on besides the rules, as typed; `adjudicator.referee.amendment` has the names."""

    deadline: str | None = None
    grace: str | None = None
    remind: str | None = None
    zone: str = "UTC"
    free: tuple[str, ...] = ()
    late: str = "wait"
    forfeit_after: int = 3
    grey: bool = False
    messages: int | None = None
    words: int | None = None
    practice: bool = False
    bank: str | None = None
    bank_gain: str | None = None
    bank_most: str | None = None

    def typed(self) -> dict[str, str | None]:
        """Each term by its name there; None for what was not given."""
        terms: dict[str, str | None] = {
            name.replace("_", "-"): None if value is None else str(value) for name, value in self._asdict().items()
        }
        on = {name: "on" if given else None for name, given in (("grey", self.grey), ("practice", self.practice))}
        return terms | on | {"free": " ".join(self.free) or None}


def new(
    game: str,
    folder: NewFolder,
    player: list[str],
    terms: TermsGiven,
    variant: str | None = None,
    options: tuple[str, ...] = (),
    seed: str | None = None,
    id: str | None = None,
    word: tuple[str, ...] = (),
    join: bool = False,
    table_dice: bool = False,
    beacon: str = "",
    dice: str | None = None,
    theme: str | None = None,
    proof: str = "address",
    letters: str = "plain",
    language: str = "",
) -> Annotated[None, "list[Done]"]:
    """Begin a match in a new folder.

    postfox new the-game anna-bob --player "Anna <anna@example.org>" --player Bob --seed wheel"""
    spoken = templates.known(language) if language else ""
    filed = create.new(
        folder,
        game,
        given.build(games.find(game).Options, options, variant),
        [seat if seat.bot else seat._replace(language=spoken) for seat in create.seats(player)],
        seed=seed,
        match_id=id,
        words=word,
        joining=join,
        table=values(dice) if table_dice or dice is not None else None,
        proof=proof,
        theme=theme,
        letters=letters,
        beacon=beacon,
        terms=create.terms(terms.typed()),
    )
    if seed is not None:
        warning = "anyone who guesses the seed foresees every roll, and signs letters"
        typer.echo(f"postfox: {warning}; remove --seed for a match that counts", err=True)
    for one in Folder(folder).match.seats:
        if create.mixed(one.name):
            typer.echo(f"postfox: the name {one.name} mixes letters of two scripts that look alike", err=True)
    timed = ("grace", "remind", "free", "late", "forfeit_after", "bank_gain", "bank_most")
    idle = [name for name in timed if getattr(terms, name) != TermsGiven._field_defaults[name]]
    if idle and not terms.deadline:
        option = idle[0].replace("_", "-")
        typer.echo(f"postfox: --{option} does nothing without a deadline; give --deadline, too", err=True)
    if proof == "address" and terms.deadline and terms.late != "wait" and any("<" in one for one in player):
        warning = "a deadline can cost a player the match, and anybody can write another's address into an email"
        typer.echo(f"postfox: {warning}; --proof token or dkim asks for more", err=True)
    tell(show.begun(folder, filed), {"folder": str(folder), **show.facts(Folder(folder), filed)})


MATCH, SEED, WORDS = "anna-bob", "otter hill", ("hazel", "thorn")
PLAYERS = ("Anna <anna@example.org>", "Bob <bob@example.org>")
KEPT = {"board.png", "board.svg", "inbox", "letters", "log.jsonl", "match.json", "secret.key", "state.json", ".lock"}
FILES = ("1-anna.txt", "2-bob.txt", "3-bob.txt", "4-anna.txt")


def make(out: Path) -> None:
    """Write the kit and the match under `out`, and tell of it. Raises UserError."""
    from printables.printing import make as printing

    folder = out / MATCH
    _clear(folder)
    with progress.bar("pages") as done:
        paths = printing.write(printing.Request(boards.SHOWN), out, done).files
    for path in paths:
        wrote(path)
    options = games.find(boards.SHOWN).Options()
    filed = create.new(folder, boards.SHOWN, options, create.seats(PLAYERS), seed=SEED, words=WORDS)
    tell(show.begun(folder, filed), show.facts(Folder(folder), filed))
    for name in FILES:
        encoding.write(folder / "inbox" / name, templates.read(f"samples/{boards.SHOWN}/{name}").encode())
    match = Folder(folder)
    for one in process.adjudicate(match):
        tell(show.happened(match, one), show.facts(match, one))
        for problem in show.refusals(one):
            tell(f"refused: {problem}")
    tell(f"open {folder / 'board.png'}, or read the letters in {folder / 'letters'}")


def _clear(folder: Path) -> None:
    """Take away the match of an earlier demonstration. Raises MatchError if something else is there."""
    if not folder.exists():
        return
    try:
        found = Folder(folder)
        found.sweep()
        ours = found.match.commitment == Chain(secret_from_seed(SEED)).commitment.hex()
        ours = ours and {entry.source for entry in found.entries()} <= {"match.json", *FILES}
        ours = ours and {path.name for path in folder.iterdir()} <= KEPT
    except MatchError:
        ours = False
    if not ours:
        raise MatchError("something else is here", "move it away, or choose another --out", str(folder))
    folder.rename(gone := encoding.beside(folder))  # at once, as what is swept away if this is killed
    shutil.rmtree(gone)
