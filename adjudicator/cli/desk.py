"""The commands of the referee's desk: thin callers of what is imported when they run."""

import re
from collections.abc import Callable, Container, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.parameters import HERE, MatchesOption, OneOrMany
from printables.cli import complain, either, tell, wanted
from printables.cli.terminal import Colour, paint
from printables.core import UserError

if TYPE_CHECKING:
    from adjudicator.match.folder import Folder
    from adjudicator.match.outputs import Filed
    from adjudicator.match.store.folders import Store
    from adjudicator.match.store.ledger import Arrived

URGENT = re.compile(r"(?m)(?<=^    )(late|needs your help|asks for)\b")


def desk(matches: MatchesOption = HERE) -> Annotated[None, "list[Row]"]:
    """Show all matches: what is due, who is late, what is asked.

    The most urgent stand first. Below a match stand messages to the referee, what was refused of each player's
    last orders, emails that did not count, and letters that could not be delivered, or not yet. Last comes the club.
    """
    from adjudicator.mail.club import notices, overview
    from adjudicator.match import process
    from adjudicator.referee.terms import moment

    now, ledger = process.clock(), arrived(matches)
    mails = ledger.lately(moment(now)) if ledger else ()
    club = notices.desk(matches, moment(now), mails)
    if wanted():
        for row in (*overview.rows(matches, now, mails), *club):
            tell("", row.facts)
    else:
        text = "\n".join(overview.table(matches, now, mails, club))
        typer.echo(URGENT.sub(lambda word: paint(word[0], Colour.BAD), text))
    matches.save()


def arrived(matches: "Store") -> "Arrived | None":
    """What mail fetched for these matches has brought; None, and told, where the ledger is damaged."""
    from adjudicator.match.store.folders import aside
    from adjudicator.match.store.ledger import Arrived

    try:
        with aside(matches.ledger):
            return Arrived(matches)
    except UserError as error:
        complain(error.problems)
        return None


def order(
    matches: OneOrMany,
    orders: Annotated[list[str], typer.Argument(metavar="ORDER...", help="The orders, each in quotes.")],
) -> Annotated[bool, "list[Done]"]:
    """Give the referee's orders: in a match, or a whole folder.

    hold, resume, undo, "extend Anna 2 days", "deny Anna", "substitute Bob: Carl <carl@example.org>",
    "spectator carl@example.org", "spectator off carl@example.org", "say all: text".

    "terms deadline 3d", and so for grace, bank, remind, zone, free, late, forfeit-after, grey, messages, words,
    practice.

    abandon, "award Anna", "declare draw" end the match; undo takes the end back.

    Where one order is refused, none is carried out and nothing is written. Given a folder of matches, all that are not
    over take hold, resume, terms and "say all: text".

    postfox order anna-bob "extend Anna 2 days" "say all: Anna has two days more"
    """
    from adjudicator.match import process
    from adjudicator.match.folder import Folder
    from adjudicator.match.store import folders
    from adjudicator.referee import orders as files

    text = "\n".join(" ".join(line.split()) for line in orders)
    if isinstance(matches, Path):
        match = Folder(matches)
        return _ordered(match, process.command(match, text))
    if fault := files.for_one_match(text):
        raise UserError(f"`{fault}` is for one match", "name its folder", str(matches.ledger))
    folders.needed(matches)
    well = complain(matches.problems)

    def give(match: Folder) -> None:
        nonlocal well
        if match.last.after.outcome is None:
            well = _ordered(match, process.command(match, text)) and well

    return each(matches, matches.folders(), give) and well


def _ordered(folder: "Folder", carried_out: "list[Filed]") -> bool:
    from adjudicator.cli import show

    well = True
    for filed in carried_out:
        problems = show.refusals(filed)
        if not filed.entry.refusals or filed.entry.by != "referee":
            tell(f"{folder.path}: {show.happened(folder, filed)}", show.facts(folder, filed))
        well = complain([problem._replace(source=f"{folder.path}, {problem.source}") for problem in problems]) and well
    return well


def mind(matches: "Store", paths: Sequence[Path], *, png: bool = False, held: Container[str] = ()) -> bool:
    """Do what the time brings in these matches, but those of an id that is `held`, and tell; whether all went well."""
    from adjudicator.cli import show
    from adjudicator.match import process
    from adjudicator.match.store.folders import WAKES
    from adjudicator.referee.terms import moment, stamp

    now = moment(process.clock())

    def minded(match: "Folder") -> None:
        if match.match.id.casefold() in held:
            return
        for filed in process.due(match, process.clock(), png=png):
            tell(f"{match.path}: {show.happened(match, filed)}", show.facts(match, filed))
        wakes = process.wakes(match)
        matches.note(WAKES, match.path, stamp(wakes) if wakes else "")

    def is_due(path: Path) -> bool:
        wakes = matches.known(WAKES, path)
        return wakes is None or bool(wakes and moment(wakes) <= now)

    try:
        return each(matches, list(filter(is_due, paths)), minded)
    finally:
        matches.save()


def each(matches: "Store", paths: Sequence[Path], do: "Callable[[Folder], None]") -> bool:
    """Do something with each match. One where it cannot be done is told, and stops no other. Whether all went well."""
    from adjudicator.match.store.folders import aside

    well = True
    for path in paths:
        try:
            with aside(path), matches.lent(path) as match:
                do(match)
        except UserError as error:
            well = complain(error.problems)
    return well


def ratings(matches: MatchesOption = HERE) -> Annotated[bool, "list[Rated]"]:
    """Rate the players of finished matches by Glicko-2.

    A period is a calendar month; a match counts if it ended with winners and losers, or in a draw agreed or declared.
    Of more than two players each pair is rated, by points where the game has them.
    """
    from adjudicator.match import ratings as rating
    from adjudicator.match.store import folders

    results: list[rating.Result] = []
    well = complain(matches.problems)
    for known in folders.facts(matches, rating.RATED, lambda match: rating.result(match) or ()).values():
        if isinstance(known, UserError):
            well = complain(known.problems)
        elif known:
            results.append(rating.Result(*known))
    matches.save()
    rated_players = list(rating.rate(results))
    facts_of = ({"player": one.name, **one.rating._asdict(), "matches": one.games} for one in rated_players)
    either(rating.table(rated_players), facts_of)
    return well
