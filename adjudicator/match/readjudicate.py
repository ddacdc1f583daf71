"""Old matches under the present program: every line carried out again, every difference told.

Unlike `postfox verify`, which stops at the first, this goes on where it can: with what the present rules make of a
line, and past a line that they refuse.
"""

from collections.abc import Iterator

from adjudicator.core.errors import DiceError, OrderError
from adjudicator.match import outputs
from adjudicator.match.folder import Folder
from adjudicator.referee import chance, commands
from adjudicator.referee.records import Entry, Standing
from printables.core.errors import Problem

SKIPPED = ("letters", "open", "prev", "salt")  # letters are compared by name below
MOST_SHOWN = 160


def differences(folder: Folder) -> Iterator[Problem]:
    """What the present program would have done otherwise, a problem each. Raises MatchError for a damaged log."""
    source = str(folder.path / "log.jsonl")
    standing, past, entries = None, list[Standing](), list[Entry]()
    for entry in folder.entries():
        standing = standing or Standing(entry.after.words)
        past.append(standing)
        try:
            dice = chance.logged(folder.match, entry)
            ruling = commands.redo(folder.match, folder.game, standing, entry, dice, past.__getitem__)
        except (OrderError, DiceError) as error:
            hint = "the lines after it are compared from the position before it"
            yield Problem(source, entry.n + 1, f"the present rules refuse it: {error}", hint)
            entries.append(entry)
            standing = standing._replace(lines=standing.lines + 1)
            continue
        for name, before, now in zip(Entry._fields, entry, ruling.entry, strict=True):
            if name not in SKIPPED and before != now:
                yield Problem(source, entry.n + 1, f"{name} was {_shown(before)}, is now {_shown(now)}")
        if ruling.entry == entry.ruled:
            went = folder.checkpoint(entry.n) if entry.n else None
            written = outputs.plan(folder.match, folder.game, "", standing, ruling, entries.copy, went).entry.letters
            old = {letter.seat: letter for letter in entry.letters}
            changed = [letter.file(entry.n) for letter in written if old.pop(letter.seat, None) != letter]
            changed += sorted(letter.file(entry.n) for letter in old.values())
            if changed:
                yield Problem(source, entry.n + 1, f"written otherwise now: {', '.join(changed)}")
        entries.append(entry)
        standing = ruling.standing


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
