"""The command `postfox verify`: matches and excerpts proved, and compared with kept letters."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from adjudicator.cli.parameters import one_or_many
from printables.cli.report import tell, wanted
from printables.cli.terminal import Colour, paint
from printables.core import progress
from printables.core.errors import Problem, UserError

if TYPE_CHECKING:
    from adjudicator.match.store.folders import Store
    from adjudicator.match.verify import Report


class Compared(NamedTuple):
    """What speaks against a proved match beside it, and what agrees, in words."""

    problems: tuple[Problem, ...] = ()
    letters: str = ""


def verify(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(metavar="DIR...", help="Match folders, folders of them, or excerpts.", parser=one_or_many),
    ] = None,
    kept: Path | None = None,
    slip: Path | None = None,
) -> Annotated[bool, "list[Proved | Slip]"]:
    """Prove matches: replay them, check each hash and roll.

    match.json and log.jsonl are enough, or a file that `postfox trust excerpt` wrote. With --kept a fork, a turn
    that was dropped, a past that was rewritten and orders that were never taken are named: as PROOF what the referee
    alone can have signed, as doubt what is for you to judge. Exit code 1 says that something does not follow, or is in
    doubt. A path that is not a match is named and skipped. --roll proves the dice of a letter by the text that came
    with it.
    """
    if not (folders or slip):
        raise UserError("nothing to prove is named", "name a match folder, an excerpt or --roll proof.txt", "DIR")
    sound = slip is None or _slip(slip)
    for path, report in _proved(folders) if folders else ():
        more = _compared(path, kept) if kept and not report.problems else Compared()
        problems = (*report.problems, *more.problems)
        sound = sound and not problems
        if wanted() and report.lines:
            facts = {"match": str(path), "verified": not problems, **report._asdict(), "by": dict(report.by)}
            tell("", {**facts, **more._asdict(), "problems": [problem._asdict() for problem in problems]})
            continue
        for problem in problems:
            typer.echo(str(problem), err=True)
        for note in report.notes:
            tell(f"{path}: {paint('note:', Colour.NOTE)} {note}")
        if not report.problems:
            said = f"{report.counted}{f'; {report.proved}' if report.proved else ''}"
            tell(f"{path}: {paint('verified', Colour.GOOD)}, {said}")
        if more.letters:
            tell(f"{path}: {more.letters}")
    return _clubs(folders or ()) and sound


def _clubs(named: "Sequence[Path | Store]") -> bool:
    """Whether each line of a club's log follows on the one before it; says so where there is a club."""
    well, places = True, [one for one in named if not isinstance(one, Path)]
    if not places:
        return well
    from adjudicator.mail.club import ladder, log, seasons

    for matches in places:
        try:
            found = log.proved(matches, lambda lines: (seasons.found(lines, again=True), ladder.found(lines)))
        except UserError as error:
            for problem in error.problems:
                typer.echo(str(problem), err=True)
            well = False
            continue
        if found:
            path, lines = found
            tell(f"{path}: {paint('verified', Colour.GOOD)}, {lines} line{'s' * (lines != 1)} of the club")
    return well


def _slip(path: Path) -> bool:
    """Whether what came with a letter is proved; says so, and who signed it. Raises UserError."""
    from adjudicator.letters import proof

    try:
        text = path.read_bytes()[: proof.MOST_BYTES].decode("utf-8", "replace")
    except OSError as error:
        raise UserError(error.strerror or "cannot be read", "name what came with a letter", str(path)) from None
    report = proof.prove(text)
    rolls, problems = report.rolls, list(map(str, report.problems))
    facts = {"slip": str(path), "verified": not problems, "problems": problems}
    tell("", {**facts, "rolls": rolls, "commitment": report.commitment}) if wanted() else None
    for problem in report.problems:
        typer.echo(f"{path}: {problem}", err=True)
    if not (report.problems or wanted()):
        for note in report.notes:
            typer.echo(f"{path}: {paint('note:', Colour.NOTE)} {note}")
        said = f"{rolls} roll{'s' * (rolls != 1)} of {report.match} follow from the commitment"
        typer.echo(f"{path}: {paint('verified', Colour.GOOD)}, {said} {report.commitment}")
        if report.went:
            typer.echo(f"{path}: signed up to line {report.went.size} of its log, with the key {report.key}")
        typer.echo(f"{path}: compare commitment and key with your first letter")
    return not report.problems


def _proved(named: "Sequence[Path | Store]") -> "Iterator[tuple[Path, Report]]":
    """Each match or excerpt with its proof; folders that are damaged come first. Raises UserError."""
    from itertools import chain

    from adjudicator.match import verify as proof
    from adjudicator.match.store.folders import nothing
    from adjudicator.proofs import excerpts

    paths = [one for one in named if isinstance(one, Path)]
    files = [path for path in paths if path.is_file() and excerpts.is_one(path)]
    alone = [path for path in paths if path.is_dir()]
    stores = [one for one in named if not isinstance(one, Path)]
    empty = [store.ledger for store in stores if not store.folders() and not store.problems]
    strays = [*(path for path in paths if path not in (*files, *alone)), *empty]
    if len(strays) == len(named):
        raise nothing(str(strays[0]))
    for stray in strays:
        typer.echo(f"{stray}: note: this is not a match folder; left out", err=True)
    for problem in chain.from_iterable(store.problems for store in stores):
        yield Path(problem.source), proof.Report(0, 0, 0, (problem,), ())
    before, whole = 0, len(alone) + sum(len(store.folders()) for store in stores)
    for batch in chain([alone], *(store.read(store.folders()) for store in stores)):
        reports = []
        with progress.bar("matches", beating=False) as done:  # proofs are forked
            for number, one in enumerate(proof.proofs(batch), before + 1):
                reports.append(one)
                done(number, whole)
        before += len(batch)
        yield from zip(batch, reports, strict=True)
    for file in files:
        yield file, excerpts.prove(excerpts.read(file), file)


def _compared(path: Path, letters: Path) -> Compared:
    from adjudicator.match.folder import Folder
    from adjudicator.proofs import excerpts, receipts
    from adjudicator.proofs.excerpts import OfExcerpt

    known = receipts.OfFolder(Folder(path)) if path.is_dir() else OfExcerpt(excerpts.read(path), path)
    report = receipts.check(known, receipts.read(letters))
    said = [
        f"letters compared: {report.letters} ({report.signed} signed), emails with orders: {report.orders}",
        *([f"{report.claimed} without a receipt prove nothing: anybody can write them"] if report.claimed else []),
        *([] if report.problems else ["all agree with its log"]),
        *report.notes,
    ]
    return Compared(report.problems, "; ".join(said))
