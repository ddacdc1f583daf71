"""What an auditor needs of rolls of a match, as a text that may be passed on, and its proof. Lines of `key: value` say
how the dice are bound and what each roll was made of; a signed note says of which log; lines of Python check a roll
without Postfox. No link of a game with hidden play is in such a text before its end. Pure."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from adjudicator import dice
from adjudicator.core import DiceError
from adjudicator.core.checkpoint import notes
from adjudicator.core.codec import Checkpoint
from adjudicator.core.game import Game
from adjudicator.dice import TABLE, beacon, pads
from adjudicator.letters.orders import closed, leads
from adjudicator.referee import chance
from adjudicator.referee.records import Done, Match, Pads, Seat, Standing, Throw
from printables.core import UserError

MOST_BYTES = 1 << 20
_LINE = re.compile(r"^[ \t>]*([a-z]+)(?: ([0-9]{1,5}))?: ?(.*?)\s*$", re.MULTILINE)
_THROW = re.compile(r"d([0-9]{1,3}); ([0-9 ]{1,9999}); (.{1,200})")
HIDDEN = "The links stay closed until the game is over: others have yet to meet the same dice."
NONE = "this does not prove any dice"
UNSIGNED = "nobody has signed it: whoever wrote it may have made the dice as well"


def made(match: Match, game: Game, after: Standing, rolls: Sequence[Done]) -> str:
    """The text, of those rolls, which the signed note of the log is to follow."""
    hidden = closed(game, match, after)
    lines = [f"match: {match.id}", f"dice: {match.dice}"]
    lines += [f"commitment: {match.commitment}"] if match.commitment else []
    lines += [f"key: {match.receipts}", f"words: {pads.fingerprint(match.receipts)}"] if match.receipts else []
    lines += [f"beacon: {match.beacon}"] if match.beacon else []
    if match.dice != TABLE and after.state is not None:
        lines += [f"word {seat}: {word or ''}" for seat, word in enumerate(after.words)]
        lines += [f"pad {seat}: {link}" for seat, link in enumerate(after.pads.fixed)]
        rolls = [done for done in rolls if done.k and done.throws]
        shown = [] if hidden else rolls
        lines += [line for done in shown for line in _rolled(done)]
        if after.outcome is not None and after.links and after.links not in [done.k for done in shown]:
            lines.append(f"link {after.links}: {after.link}")
        lines += ["", HIDDEN] if hidden and rolls else []
        lines += ["", *_python(match, after, shown[-1])] if shown else []
    return "\n".join([*lines, ""])


def _rolled(done: Done) -> Iterator[str]:
    yield f"link {done.k}: {done.link}"
    if done.mix:
        yield f"mix {done.k}: {' '.join(link or '-' for link in done.mix)}"
    if done.beacon:
        yield f"round {done.k}: {done.beacon}"
    for throw in done.throws:
        yield f"throw {done.k}: d{throw.sides}; {' '.join(map(str, throw.values))}; {throw.why}"


def _python(match: Match, after: Standing, done: Done) -> list[str]:
    throw = done.throws[0]
    words, seats = [word or "" for word in after.words], len(match.seats)
    shown = beacon.read(done.beacon)
    if match.dice == dice.PLAIN:
        mixed = dice.entropy(match.id, words)
    else:
        every = dice.entropy(match.id, words, after.pads.fixed or ("",) * seats)
        mixed = dice.mixed(every, done.mix or ("",) * seats, shown.randomness if shown else b"")
    own = hashlib.sha256(dice.kind(throw.why).encode()).digest() if match.dice == dice.SCHEME else b""
    fair = 256 - 256 % throw.sides
    return [
        f"# With Python alone: the commitment, then {throw.why}",
        "import hashlib, hmac",
        f"link = x = bytes.fromhex('{done.link}')",
        f"for _ in range({done.k}): x = hashlib.sha256(x).digest()",
        f"b = iter(hmac.digest(link, bytes.fromhex('{(mixed + own).hex()}') + bytes(4), 'sha256'))",
        f"print(x.hex(), [next(n for n in b if n < {fair}) % {throw.sides} + 1 for _ in range({len(throw.values)})])",
    ]


class Report(NamedTuple):
    """What such a text proves: the match, its rolls and links, the key that signed it, the log it is of."""

    match: str = ""
    rolls: int = 0
    links: int = 0
    key: str = ""
    went: Checkpoint | None = None
    commitment: str = ""
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def prove(text: str) -> Report:
    """Whether the dice follow from the commitment, and who signed which log."""
    try:
        return _proved(text)
    except (ValueError, DiceError) as error:
        return Report(problems=(f"{NONE} ({' '.join(str(error).split())})",))


def _proved(text: str) -> Report:
    found = [(name, int(number or 0), value) for name, number, value in _LINE.findall(text)]
    one = {name: value for name, _, value in found}
    if "match" not in one or "dice" not in one:
        raise ValueError("it names no match")
    each = sorted({(name, number): value for name, number, value in found}.items())
    words, fixed = (tuple(value for (name, _), value in each if name == of) for of in ("word", "pad"))
    scheme: Any = one["dice"]
    waits: Any = one.get("beacon", "")
    match = Match(one["match"], "", {}, (Seat(""),) * len(words), scheme, one.get("commitment", ""), beacon=waits)
    problems = list(_wrong(match, Standing(words, pads=Pads(fixed=fixed)), found))
    throws = {number for name, number, _ in found if name == "throw"}
    key, told = one.get("key", ""), list[str]()
    try:
        rounds = [shown for name, _, value in found if name == "round" and (shown := beacon.read(value))]
        if unsigned := beacon.wrong(rounds) if rounds else None:
            problems.append(f"round {unsigned.number} of drand has another signature")
    except UserError as error:
        told.append(f"signatures of drand are not proved here ({error.problems[0].hint})")
    signed = next((note for note in notes(text) if key and note.holds(bytes.fromhex(key))), None)
    if signed is None and any(note.signatures for note in notes(text)):
        problems.append("it is not signed by the key that it names")
    elif signed is None:
        told.append(UNSIGNED)
    elif signed.went.origin.split("/")[1] != match.id:
        problems.append(f"what is signed is of {signed.went.origin}")
    links = sum(name == "link" for name, _, _ in found)
    by, went = (pads.fingerprint(key), signed.went) if signed else ("", None)
    return Report(match.id, len(throws), links, by, went, match.commitment, tuple(problems), tuple(told))


def _wrong(match: Match, at: Standing, found: Sequence[tuple[str, int, str]]) -> Iterator[str]:
    several = {(name, number): value for name, number, value in found}
    for k, shown in [(number, value) for name, number, value in found if name == "link"]:
        link = bytes.fromhex(shown)
        if not leads(link, k, match.commitment):
            yield f"link {k} does not lead to the commitment"
        read = beacon.read(several.get(("round", k), ""))
        mix = tuple("" if one == "-" else one for one in several.get(("mix", k), "").split())
        rolled = chance.dice(chance.Links(lambda _, link=link: link, read), k, match, at, mix)  # type: ignore[misc]
        for throw in [_throw(value) for name, number, value in found if (name, number) == ("throw", k)]:
            if rolled.throw(len(throw.values), throw.sides, throw.why) != throw.values:
                yield f"the dice of link {k} are others than {' '.join(map(str, throw.values))} ({throw.why})"
    missing = {number for name, number, _ in found if name == "throw"} - {n for name, n in several if name == "link"}
    if missing:
        yield f"the dice of roll {min(missing)} have no link"


def _throw(text: str) -> Throw:
    read: Any = _THROW.fullmatch(text)
    if read is None:
        raise ValueError(f"{text[:40]!r} is not a throw")
    return Throw(read[3], int(read[1]), tuple(map(int, read[2].split())))
