"""The commands of the referee's desk: thin callers of what is imported when they run."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, echo

from adjudicator.cli.parameters import HERE, MatchesOption, OneOrMany
from printables.cli import complain, either, tell, wanted
from printables.cli.terminal import Colour, paint
from printables.core import UserError

if TYPE_CHECKING:
    from adjudicator.match.folder import Folder
    from adjudicator.match.outputs import Filed

URGENT = re.compile(r"(?m)(?<=^    )(late|needs your help|asks for)\b")


def desk(matches: MatchesOption = HERE) -> Annotated[None, "list[Row]"]:
    """Show all matches: what is due, who is late, what is asked.

    The most urgent stand first. Below a match stand messages to the referee, what was refused of each player's
    last orders, emails that did not count, and letters that could not be delivered, or not yet. Last comes the club."""
    from adjudicator.cli import rounds
    from adjudicator.mail.club import notices, overview
    from adjudicator.match import process
    from adjudicator.referee.terms import moment

    now, ledger = process.clock(), rounds.arrived(matches)
    mails = ledger.lately(moment(now)) if ledger else ()
    club = notices.desk(matches, moment(now), mails)
    if wanted():
        for row in (*overview.rows(matches, now, mails), *club):
            tell("", row.facts)
    else:
        lines = overview.table(matches, now, mails, club)
        echo(URGENT.sub(lambda word: paint(word[0], Colour.BAD), "\n".join(lines)))
    matches.save()


def order(
    matches: OneOrMany, orders: Annotated[list[str], Argument(metavar="ORDER...", help="The orders, each in quotes.")]
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
    from adjudicator.cli import rounds
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

    return rounds.each(matches, matches.folders(), give) and well


def _ordered(folder: "Folder", carried_out: "list[Filed]") -> bool:
    from adjudicator.cli import show

    well = True
    for filed in carried_out:
        if not filed.entry.refusals or filed.entry.by != "referee":
            tell(f"{folder.path}: {show.happened(folder, filed)}", show.facts(folder, filed))
        well = complain([one._replace(source=f"{folder.path}, {one.source}") for one in show.refusals(filed)]) and well
    return well


def ratings(matches: MatchesOption = HERE) -> Annotated[bool, "list[Rated]"]:
    """Rate the players of finished matches by Glicko-2.

    A period is a calendar month; a match counts if it ended with winners and losers, or in a draw agreed or declared.
    Of more than two players each pair is rated, by points where the game has them."""
    from adjudicator.match import ratings as rating
    from adjudicator.match.store import folders

    well, results = complain(matches.problems), list[rating.Result]()
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
