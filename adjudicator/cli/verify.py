"""The commands `postfox verify` and `trust`: matches and excerpts proved, and what proves them to anybody."""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from typer import Argument, echo

from adjudicator.cli.parameters import Many, MatchFolder, around, one_or_many
from printables.cli import Commands, complain, tell, wanted
from printables.cli.terminal import Colour, paint
from printables.core import Problem, UserError, files, progress

if TYPE_CHECKING:
    from adjudicator.dice.beacon import Round
    from adjudicator.match.folder import Folder
    from adjudicator.match.store.folders import Store
    from adjudicator.match.verify import Report


def verify(
    folders: Annotated[
        list[Path] | None,
        Argument(metavar="DIR...", help="Match folders, folders of them, or excerpts.", parser=one_or_many),
    ] = None,
    kept: Path | None = None,
    slip: Path | None = None,
) -> Annotated[bool, "list[Proved | Slip]"]:
    """Prove matches: replay them, check each hash and roll.

    match.json and log.jsonl are enough, or a file that `postfox trust excerpt` wrote. With --kept a fork, a turn
    that was dropped, a past that was rewritten and orders that were never taken are named: as PROOF what the referee
    alone can have signed, as doubt what is for you to judge. Exit code 1 says that something does not follow, or is in
    doubt. A path that is not a match is named and skipped. --roll proves the dice of a letter by the text that came
    with it."""
    if not (folders or slip):
        raise UserError("nothing to prove is named", "name a match folder, an excerpt or --roll proof.txt", "DIR")
    sound = slip is None or _slip(slip)
    for path, report in _proved(folders) if folders else ():
        against, letters = _compared(path, kept) if kept and not report.problems else ((), "")
        problems = (*report.problems, *against)
        sound = sound and not problems
        if wanted() and report.lines:
            facts = {"match": str(path), "verified": not problems, **report._asdict(), "by": dict(report.by)}
            tell("", {**facts, "letters": letters, "problems": [problem._asdict() for problem in problems]})
            continue
        for problem in problems:
            echo(str(problem), err=True)
        for note in report.notes:
            tell(f"{path}: {paint('note:', Colour.NOTE)} {note}")
        if not report.problems:
            said = f"{report.counted}{f'; {report.proved}' if report.proved else ''}"
            tell(f"{path}: {paint('verified', Colour.GOOD)}, {said}")
        if letters:
            tell(f"{path}: {letters}")
    return _clubs(folders or ()) and sound


def _clubs(named: "Sequence[Path | Store]") -> bool:
    """Whether each line of a club's log follows on the one before it; says so where there is a club."""
    well, places = True, [one for one in named if not isinstance(one, Path)]
    if not places:
        return well
    from adjudicator.mail.club import ladder, log, seasons

    for matches in places:
        try:
            if found := log.proved(matches, lambda lines: (seasons.found(lines, again=True), ladder.found(lines))):
                path, lines = found
                tell(f"{path}: {paint('verified', Colour.GOOD)}, {lines} line{'s' * (lines != 1)} of the club")
        except UserError as error:
            for problem in error.problems:
                echo(str(problem), err=True)
            well = False
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
    tell("", slip=str(path), verified=not problems, problems=problems, rolls=rolls, commitment=report.commitment)
    for problem in report.problems:
        echo(f"{path}: {problem}", err=True)
    if not (report.problems or wanted()):
        for note in report.notes:
            echo(f"{path}: {paint('note:', Colour.NOTE)} {note}")
        said = f"{rolls} roll{'s' * (rolls != 1)} of {report.match} follow from the commitment"
        echo(f"{path}: {paint('verified', Colour.GOOD)}, {said} {report.commitment}")
        if report.went:
            echo(f"{path}: signed up to line {report.went.size} of its log, with the key {report.key}")
        echo(f"{path}: compare commitment and key with your first letter")
    return not report.problems


def _proved(named: "Sequence[Path | Store]") -> "Iterator[tuple[Path, Report]]":
    """Each match or excerpt with its proof; folders that are damaged come first. Raises UserError."""
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
        echo(f"{stray}: note: this is not a match folder; left out", err=True)
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


def _compared(path: Path, letters: Path) -> tuple[tuple[Problem, ...], str]:
    """What speaks against a proved match in kept letters, and what agrees, in words."""
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
    return report.problems, "; ".join(said)


app = Commands("What proves a match: excerpts, rounds of drand, old matches.")


@app.takes()
def excerpt(folder: MatchFolder, seat: str | None = None, out: Path | None = None) -> Annotated[None, "list[OfMatch]"]:
    """Write what a player may see of a match, to be verified.

    It holds orders, rolls and positions, with --for also that player's own messages; no message of others, no answer
    that is hidden, no address. Each part left out is sealed, so that nothing can be guessed or changed. `postfox
    verify` proves the file without the match, and compares it with kept letters.

    postfox trust excerpt anna-bob --for Anna"""
    from adjudicator.cli import rounds
    from adjudicator.mail.outbound.delivery_log import Postings
    from adjudicator.match import encoding, marks, process
    from adjudicator.match.folder import Folder
    from adjudicator.proofs import excerpts
    from adjudicator.referee.records import REFEREE, reader
    from adjudicator.referee.seats import named, seated

    match = Folder(folder)
    whose = REFEREE if seat is None else named(seated(match.match, match.standing()), seat)
    complain(filter(None, [marks.missing()]))
    rounds.may_sign(around(folder))
    taken = rounds.arrived(around(folder))
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
        str | None, Argument(metavar="SIGNATURE", help="Of the round, as drand has it: 96 hexadecimal digits.")
    ] = None,
) -> Annotated[None, "list[Waits | Done]"]:
    """Show which round of drand dice wait for, or give it.

    `postfox adjudicate`, `postfox mail due` and `postfox mail serve` fetch the round themselves once it is due; where
    they cannot reach drand, anybody may look it up at one of the addresses shown. A wrong signature is refused.

    postfox trust beacon anna-bob"""
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
        line = f"{folder}: the dice wait for round {waits.round} of drand, due {waits.due}"
        facts = {"match": match.match.id, "round": waits.round, "due": waits.due}
        tell("\n    ".join([line, *(found := [*rounds.addresses(waits.round)])]), {**facts, "addresses": found})
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


@app.takes()
def readjudicate(archive: Many) -> Annotated[bool, "list[Again]"]:
    """Replay old matches under this version; report differences.

    Nothing is written. Exit code 1 says that something differs."""
    from adjudicator.cli.rounds import each
    from adjudicator.match import verify as again

    differs = False

    def replayed(folder: "Folder") -> None:
        nonlocal differs
        found = list(again.differences(folder))
        differs = differs or bool(found)
        lines, count = len(folder.log.lines), len(found)
        for problem in () if wanted() else found:
            echo(str(problem), err=True)
        said = f"{count} difference{'s' if count > 1 else ''}" if count else "no difference"
        line = f"{folder.path}: {lines} line{'' if lines == 1 else 's'}, {said}"
        tell(line, match=str(folder.path), lines=lines, differences=[problem._asdict() for problem in found])

    well = complain(archive.problems)
    return each(archive, archive.folders(), replayed) and well and not differs


@app.takes(hidden=True)  # only matches of before have any
def pad(
    what: Annotated[Literal["next"], Argument(help="What to do with a pad in a file.", show_default=False)],
    file: Annotated[Path, Argument(metavar="FILE", help="Your file; only you can read it.")],
    number: int | None = None,
) -> Annotated[None, "Value"]:
    """Show the next line of a pad, for a match that an older version began with two-sided dice, and note it.

    postfox trust pad next anna-bob.pad"""
    from adjudicator.dice import pads

    tell(line := pads.show(file, number), value=line)
