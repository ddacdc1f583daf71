"""Forged logs and excerpts for readers to refuse: each is a real match, changed by who has all that cheats have.

That is the secret of the match, every link that players have shown, and a program that makes dice, hashes and seals
again after the change: nobody is caught by carelessness. FORGERIES has, for each scheme of dice, what a
checker without the rules says (docs/check), whether the page finds it, and what `postfox verify` says.
"""

from __future__ import annotations

import hmac
import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import dice, games
from adjudicator.core.codec import canonical, digest
from adjudicator.dice import pads
from adjudicator.match import create, encoding, process, seals
from adjudicator.match.folder import Folder
from adjudicator.proofs import excerpts
from adjudicator.referee.records import NO_LINE, REFEREE

ARCHIVE = Path(__file__).resolve().parents[1] / "archive"
GAME = games.find("snakes-and-foxes")
Line = dict[str, Any]
Lines = list[Line]
NONE = b"\0" * 11
# Of schemes that new matches no longer have: an archived match, and as many of its lines as nobody need doubt.
OLD = {1: ("sealed", 17), 2: ("two-sided", 9)}
PADS = [pads.chain(pads.before(name.encode())) for name in ("Anna", "Bob")]  # of the archived match
RIGHT = "NOT CHECKED HERE"


class Match(NamedTuple):
    """A match as a cheat has it: its terms, the lines of its log, every link of the chain."""

    scheme: int
    terms: Line
    lines: Lines
    links: Sequence[bytes]


def real(scheme: int, path: Path) -> Path:
    """A match of that scheme, as it was played."""
    if scheme in OLD:
        name, many = OLD[scheme]
        path.mkdir(parents=True)
        shutil.copy(ARCHIVE / name / "match.json", path)
        rows = (ARCHIVE / name / "log.jsonl").read_bytes().split(b"\n")[:many]
        (path / "log.jsonl").write_bytes(b"".join(row + b"\n" for row in rows))
        secret = dice.secret_from_seed(name)
        (path / "secret.key").write_text(f"{secret.hex()}\n")
        for turn in range(4 if scheme == 2 else 0):
            send(path, *with_a_link(path, turn % 3))
        shutil.rmtree(path / "letters", ignore_errors=True)  # the words of letters are not what they were
    else:
        seats = [create.seat("Anna <anna@example.org>"), create.seat("Bob <bob@example.org>")]
        create.new(path, GAME.SLUG, GAME.Options(), seats, seed="wheel", match_id="anna-bob", words=("hazel", "thorn"))
        for turn in range(8):
            send(path, *move(path, turn % 3))
    return path


def send(path: Path, *orders: str) -> None:
    (path / "inbox").mkdir(exist_ok=True)
    (path / "inbox" / "orders.txt").write_text("\n".join(orders))
    filed = process.adjudicate(Folder(path), png=False)[-1]
    assert filed.entry.done and not filed.entry.refusals, filed.entry.refusals


def move(path: Path, which: int) -> tuple[str, str]:
    """Whose turn it is, and a legal move."""
    state = Folder(path).standing().state
    action = list(islice(GAME.moves(state), which + 1))[-1]
    return f"player {'AB'[GAME.to_act(state)[0]]}", GAME.format(action, state)


def with_a_link(path: Path, which: int) -> tuple[str, ...]:
    """The same, with the link that is due."""
    player, action = move(path, which)
    standing, seat = Folder(path).standing(), "AB".index(player[-1])
    due = standing.pads.due(seat, standing.state.turn, standing.links)
    return (player, action, *([f"link {due} {PADS[seat][due].hex()}"] if due else []))


def read(scheme: int, path: Path) -> Match:
    terms = json.loads((path / "match.json").read_bytes())
    lines = [json.loads(row) for row in (path / "log.jsonl").read_bytes().splitlines()]
    return Match(scheme, terms, lines, chain(bytes.fromhex((path / "secret.key").read_text())))


@cache
def chain(secret: bytes) -> list[bytes]:
    links = [secret]
    for _ in range(dice.LINKS):
        links.append(sha256(links[-1]).digest())
    return links[::-1]


def thrown(lines: Lines) -> list[tuple[Line, Line]]:
    """Every line and what was done in it, where dice were thrown."""
    return [(line, done) for line in lines for done in line.get("done", []) if done.get("throws")]


def acted(lines: Lines) -> list[int]:
    return [n for n, line in enumerate(lines) if any(done["kind"] == "action" for done in line.get("done", []))]


def stream(link: bytes, message: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(link, message + block.to_bytes(4, "big"), "sha256")
        block += 1


def rolled(match: Match, lines: Lines, done: Line, link: bytes, throws: Sequence[Line]) -> list[list[int]]:
    """The dice that a link makes, by what the lines say of words, pads and rounds."""
    words, many = [word or "" for word in lines[-1]["after"]["words"]], len(match.terms["seats"])
    fixed = next(
        (line["after"]["pads"]["fixed"] for line in lines if line["after"].get("pads", {}).get("fixed")), [""] * many
    )
    message = sha256("\n".join([match.terms["id"], *words, *(fixed if match.scheme > 1 else [])]).encode()).digest()
    if match.scheme > 1:
        mix = done.get("mix", [""] * many)
        message += b"".join(b"\1" + bytes.fromhex(own) if own else NONE for own in mix)
    if "beacon" in done:
        message += sha256(bytes.fromhex(done["beacon"].split()[1])).digest()
    streams: dict[bytes, Iterator[int]] = {}
    found = []
    for throw in throws:
        kind = sha256(throw["why"].partition(":")[0].encode()).digest() if match.scheme == 3 else b""
        made, sides = streams.setdefault(kind, stream(link, message + kind)), throw["sides"]
        fair = (byte for byte in made if byte < 256 - 256 % sides)
        found.append([next(fair) % sides + 1 for _ in throw["values"]])
    return found


def told(done: Line, throw: Line, values: list[int]) -> None:
    """A throw shows other dice, and so does what is told of it."""
    for event in done.get("events", []):
        if event.get("dice") == throw["values"]:
            event["dice"] = list(values)
    throw["values"] = list(values)


def remade(match: Match, lines: Lines) -> None:
    """All dice again, each by the link of its number."""
    for _, done in thrown(lines):
        if isinstance(done["throws"], list) and type(done.get("k")) is int:
            done["link"] = match.links[done["k"]].hex()
            for throw, values in zip(
                done["throws"], rolled(match, lines, done, match.links[done["k"]], done["throws"]), strict=True
            ):
                told(done, throw, values)


def written(path: Path, match: Match, lines: Lines) -> Path:
    """The log, each line naming the one before it, and the seals before it where the match has any."""
    path.mkdir(parents=True, exist_ok=True)
    terms = f"{canonical(match.terms)}\n".encode()
    (path / "match.json").write_bytes(terms)
    head, opened, made = NO_LINE, "", b""
    lines[0]["source_hash"] = digest(terms)
    for number, line in enumerate(lines):
        line["prev"], line["after"]["lines"] = head, number + 1
        line.pop("open", None)
        if opened:
            line["open"] = opened
        row = canonical(line).encode()
        head, made = digest(row), made + row + b"\n"
        opened = sealed(match, row, head)
    (path / "log.jsonl").write_bytes(made)
    return path


def sealed(match: Match, row: bytes, head: str) -> str:
    if not match.terms.get("salt"):
        return ""
    try:
        terms = encoding.read_match(f"{canonical(match.terms)}\n".encode(), "match.json")
        return seals.sealed(terms, GAME, encoding.read_line(row, 2, "log", 1), head).head
    except Exception:  # a line that cannot be read has no seals
        return NO_LINE


def excerpt(path: Path, to: Path) -> Path:
    to.write_bytes(b"".join(excerpts.made(Folder(path), REFEREE)))
    return to


def resealed(match: Match, from_: Path, to: Path, change: Callable[[Match, Lines], Any]) -> Path:
    """The excerpt of the real match with the same change, every seal made again under its salt."""
    head, *rows = (row for row in from_.read_bytes().split(b"\n") if row)
    outer = [json.loads(row) for row in rows if row[:1] == b"{"]
    lines = [json.loads(one["shown"]["play"]["text"]) | {"outer": one} for one in outer]
    forge(match._replace(terms=match.terms | {"seats": lines[0]["match"]["seats"]}), lines, change)
    prev, made = NO_LINE, [head]
    for number, line in enumerate(lines):
        one = line.pop("outer")
        line["after"]["lines"] = number + 1
        part, one["open"] = one["shown"]["play"], prev
        part["text"] = canonical(line)
        one["seals"][0] = sha256(bytes.fromhex(part["salt"]) + part["text"].encode()).hexdigest()
        prev = sha256("\n".join([prev, one["line"], *one["seals"]]).encode()).hexdigest()
        made.append(canonical(one).encode())
    to.write_bytes(b"\n".join(made) + b"\n")
    return to


def forge(match: Match, lines: Lines, change: Callable[[Match, Lines], Any]) -> None:
    """A change, and all dice after it."""
    if change(match, lines) is not AS_IT_IS:
        remade(match, lines)


AS_IT_IS = object()  # what a change gives that leaves dice as they stand


class Forgery(NamedTuple):
    """What is changed, and how it fares with each reader: what a checker says, whether the page and `verify` agree."""

    change: Callable[[Match, Lines], Any]
    checker: str
    page: bool
    verify: bool
    schemes: tuple[int, ...]


FORGERIES: dict[str, Forgery] = {}


def forgery(
    name: str, checker: str, *, page: bool = False, verify: bool = False, schemes: tuple[int, ...] = (1, 2, 3)
) -> Callable[[Callable[[Match, Lines], Any]], Callable[[Match, Lines], Any]]:
    """A forgery by its name."""

    def kept(change: Callable[[Match, Lines], Any]) -> Callable[[Match, Lines], Any]:
        FORGERIES[name] = Forgery(change, checker, page, verify, schemes)
        return change

    return kept


# The fifteen of the design.


@forgery("a die is another", "the dice show")
def _(match: Match, lines: Lines) -> Any:
    done = thrown(lines)[-1][1]
    values = done["throws"][-1]["values"]
    told(done, done["throws"][-1], [values[0] % 6 + 1, *values[1:]])
    return AS_IT_IS


def without_link(done: Line) -> Any:
    for throw in done["throws"]:
        told(done, throw, [1] * len(throw["values"]))
    for name in ("k", "link", "mix", "beacon"):
        done.pop(name, None)
    return AS_IT_IS


@forgery("no roll has a link, and all show ones", "dice without a link")
def _(match: Match, lines: Lines) -> Any:
    return [without_link(done) for _, done in thrown(lines)][-1]


@forgery("the last roll has no link, and shows ones", "dice without a link")
def _(match: Match, lines: Lines) -> Any:
    return without_link(thrown(lines)[-1][1])


@forgery("an invented throw before the roll", "is no throw of this game", page=True)
def _(match: Match, lines: Lines) -> Any:
    thrown(lines)[-1][1]["throws"].insert(0, {"sides": 2, "values": [1] * 146, "why": "a tie"})


@forgery("an invented throw that the game knows", RIGHT, page=True)
def a_lot(match: Match, lines: Lines) -> Any:
    thrown(lines)[-1][1]["throws"].insert(0, {"sides": 2, "values": [1], "why": "fox: which of g3 g15"})


@forgery("letters tell of other dice than were rolled", "is told and was not rolled", page=True)
def _(match: Match, lines: Lines) -> Any:
    event = next(event for event in thrown(lines)[-1][1]["events"] if len(event.get("dice", [])) == 6)
    event["dice"] = [1] * 6


@forgery("other moves than were sent", RIGHT, page=True)
def _(match: Match, lines: Lines) -> Any:
    for line in lines:
        for done in line.get("done", []):
            if done["kind"] == "action":
                done["text"] = "move a9 a10 z99"


@forgery("a pad is given up by who never gave it up", "a link is shown that is not due", page=True, schemes=(2,))
def _(match: Match, lines: Lines) -> Any:
    last = lines[acted(lines)[-1]]
    before = next(lines[n] for n in acted(lines)[-2::-1] if lines[n]["seat"] == last["seat"])
    before["done"].insert(0, {"kind": "pad", "text": "none", "line": 1})


@forgery("a link is shown out of turn", "a link is shown without an action", page=True, schemes=(2,))
def _(match: Match, lines: Lines) -> Any:
    place, (line, done) = acted(lines)[-1], thrown(lines)[-1]
    other = 1 - line["seat"]
    number = PADS[other].index(bytes.fromhex(done["mix"][other])) + 1
    done["mix"][other] = PADS[other][number].hex()
    shown = {"kind": "link", "line": 1, "text": f"{number} {done['mix'][other]}"}
    lines.insert(place, {**deepcopy(lines[place - 1]), "seat": other, "done": [shown]})


@forgery("a link that was shown is left out", "an action without the link that was due", page=True, schemes=(2,))
def _(match: Match, lines: Lines) -> Any:
    line, done = thrown(lines)[-1]
    line["done"] = [one for one in line["done"] if one["kind"] != "link"]
    done["mix"][line["seat"]] = thrown(lines)[-2][1]["mix"][line["seat"]]


@forgery("the last line is dropped", RIGHT, verify=True, page=True)
def dropped(match: Match, lines: Lines) -> Any:
    lines.pop()


@forgery("other words, all dice made again", RIGHT, page=True)
def other_words(match: Match, lines: Lines) -> Any:
    for line in lines:
        line["after"]["words"] = [None if word is None else "birch" for word in line["after"]["words"]]


@forgery("a line that cannot be read", "it cannot be read")
def _(match: Match, lines: Lines) -> Any:
    lines[-1]["after"].pop("words")
    thrown(lines)[-1][1]["throws"] = 7
    return AS_IT_IS


# And those of our own. First throws that are none, or not of this game, this turn, this step.


def last(lines: Lines) -> tuple[Line, Line]:
    """The last thing done with dice, and its last throw."""
    done = thrown(lines)[-1][1]
    return done, done["throws"][-1]


@forgery("dice of another size", "is no throw of this game", page=True)
def _(match: Match, lines: Lines) -> Any:
    last(lines)[1]["sides"] = 8


@forgery("a die less in a roll", "is no throw of this game", page=True)
def _(match: Match, lines: Lines) -> Any:
    done, throw = last(lines)
    told(done, throw, throw["values"][:-1])


@forgery("dice of more sides than a byte has values", "is no throw of this game")
def _(match: Match, lines: Lines) -> Any:
    last(lines)[1]["sides"] = 300
    return AS_IT_IS


@forgery("dice of no side", "is no throw of this game")
def _(match: Match, lines: Lines) -> Any:
    last(lines)[1]["sides"] = 0
    return AS_IT_IS


@forgery("a face that no die has", "a die has no such face")
def _(match: Match, lines: Lines) -> Any:
    done, throw = last(lines)
    told(done, throw, [7, *throw["values"][1:]])
    return AS_IT_IS


@forgery("the roll of a turn that has not come", "is not of this turn", page=True)
def _(match: Match, lines: Lines) -> Any:
    last(lines)[1]["why"] = "turn 99: token A"


@forgery("that turn is claimed, too", "more turns than were played", page=True)
def _(match: Match, lines: Lines) -> Any:
    last(lines)[1]["why"] = "turn 99: token A"
    thrown(lines)[-1][0]["after"]["state"]["turn"] = 99


@forgery("a turn written otherwise", "is no throw of this game", page=True)
def _(match: Match, lines: Lines) -> Any:
    last(lines)[1]["why"] = last(lines)[1]["why"].replace("turn ", "turn 0")


@forgery("a name with one line more", "is no throw of this game", page=True)
def _(match: Match, lines: Lines) -> Any:
    last(lines)[1]["why"] = f"{last(lines)[1]['why']}\n"


@forgery("the throw that begins a match, in a turn", "is no throw of this game", page=True)
def _(match: Match, lines: Lines) -> Any:
    last(lines)[1]["why"] = "who begins: A"


@forgery("a roll made twice in its step", RIGHT, page=True)
def _(match: Match, lines: Lines) -> Any:
    done, throw = last(lines)
    done["throws"].append(deepcopy(throw))


@forgery("a late player's lot, to shift what follows", RIGHT, page=True)
def _(match: Match, lines: Lines) -> Any:
    last(lines)[0]["throws"].insert(0, {"sides": 200, "values": [1], "why": "a late player's action"})


@forgery("throws of a step in another order", RIGHT, page=True)
def _(match: Match, lines: Lines) -> Any:
    next(done for _, done in reversed(thrown(lines)) if len(done["throws"]) > 1)["throws"].reverse()


@forgery("dice of an earlier roll are told", "is told and was not rolled", page=True)
def _(match: Match, lines: Lines) -> Any:
    *_, before, (_, done) = thrown(lines)
    event = next(event for event in done["events"] if len(event.get("dice", [])) == 6)
    event["dice"] = list(before[1]["throws"][-1]["values"])


@forgery("what a roll brought is left out", RIGHT, page=True)
def _(match: Match, lines: Lines) -> Any:
    thrown(lines)[-1][1]["events"].pop()


# Links of the referee's chain.


@forgery("a link is left out", "the link leads nowhere")
def _(match: Match, lines: Lines) -> Any:
    last(lines)[0]["k"] += 1


@forgery("one link for two rolls", "the link leads nowhere")
def _(match: Match, lines: Lines) -> Any:
    last(lines)[0]["k"] -= 1


@forgery("a link in capitals", "a hash is not one")
def _(match: Match, lines: Lines) -> Any:
    last(lines)[0]["link"] = last(lines)[0]["link"].upper()
    return AS_IT_IS


@forgery("the number of a link is a word", "the link leads nowhere")
def _(match: Match, lines: Lines) -> Any:
    last(lines)[0]["k"] = str(last(lines)[0]["k"])


@forgery("a link is burnt without dice", "or a link without dice")
def _(match: Match, lines: Lines) -> Any:
    done, _ = last(lines)
    place = lines.index(thrown(lines)[-1][0])
    burnt = {"kind": "language", "line": 1, "text": "language en", "k": done["k"], "link": done["link"]}
    lines[place]["done"].insert(0, burnt)
    done["k"] += 1


@forgery("words change while the match is played", "other words than were fixed")
def _(match: Match, lines: Lines) -> Any:
    line, done = thrown(lines)[-1]
    for later in lines[lines.index(line) :]:
        later["after"]["words"] = ["birch", "birch"]
    for throw, values in zip(
        done["throws"], rolled(match, lines, done, bytes.fromhex(done["link"]), done["throws"]), strict=True
    ):
        told(done, throw, values)
    return AS_IT_IS


@forgery("a word more than there are players", "each seat has one word", page=True)
def _(match: Match, lines: Lines) -> Any:
    for line in lines:
        line["after"]["words"].append("birch")


@forgery("a pad in a match without pads", "in a match without pads", page=True, schemes=(1, 3))
def _(match: Match, lines: Lines) -> Any:
    thrown(lines)[-1][0]["done"].insert(0, {"kind": "pad", "line": 1, "text": PADS[0][0].hex()})


@forgery("links of pads are mixed in, in a match without pads", "the dice show", page=True, schemes=(3,))
def _(match: Match, lines: Lines) -> Any:
    last(lines)[0]["mix"] = [PADS[0][1].hex(), ""]


# Pads of scheme 2.


@forgery("players' links change places", "other links were mixed in", page=True, schemes=(2,))
def _(match: Match, lines: Lines) -> Any:
    last(lines)[0]["mix"].reverse()


@forgery("a player's link with another number", "a link has another number", page=True, schemes=(2,))
def _(match: Match, lines: Lines) -> Any:
    shown = [done for line in lines for done in line.get("done", []) if done["kind"] == "link"][-1]
    shown["text"] = f"9 {shown['text'].split()[1]}"


@forgery("a player's link of another pad", "it does not lead back", page=True, schemes=(2,))
def _(match: Match, lines: Lines) -> Any:
    shown = [done for line in lines for done in line.get("done", []) if done["kind"] == "link"][-1]
    shown["text"] = f"{shown['text'].split()[0]} {'ab' * 10}"
    last(lines)[0]["mix"][thrown(lines)[-1][0]["seat"]] = "ab" * 10


@forgery("two players give one pad", "a pad that was given before", page=True, schemes=(2,))
def _(match: Match, lines: Lines) -> Any:
    given = [done for line in lines for done in line.get("done", []) if done["kind"] == "pad"]
    given[1]["text"] = given[0]["text"]


@forgery("a substitute is invented, who has no pad", "a link is shown that is not due", page=True, schemes=(2,))
def _(match: Match, lines: Lines) -> Any:
    seat = thrown(lines)[-1][0]["seat"]
    place = next(n for n in acted(lines)[-2::-1] if lines[n]["seat"] == seat)
    gone = {"kind": "substitute", "text": "substitute X: Y", "events": [{"kind": "substitute", "seat": seat}]}
    lines.insert(place, {**deepcopy(lines[place - 1]), "done": [gone]})


@forgery("a new pad counts at once", "other links were mixed in", page=True, schemes=(2,))
def _(match: Match, lines: Lines) -> Any:
    line, done = thrown(lines)[-1]
    pad = {"kind": "pad", "line": 1, "text": pads.before(b"a new pad.").hex()}
    line["done"] = [pad, {"kind": "link", "line": 2, "text": f"1 {b'a new pad.'.hex()}"}, *line["done"][-1:]]
    done["mix"][line["seat"]] = b"a new pad.".hex()


# Rounds of drand: changes of an archived match with a beacon, in its own scheme and as the third would have it.


def with_a_beacon(scheme: int) -> Match:
    """The archived match; under scheme 3 without pads, its dice made again (and so its moves only for checkers)."""
    path = ARCHIVE / "with-a-beacon"
    terms = json.loads((path / "match.json").read_bytes())
    lines = [json.loads(row) for row in (path / "log.jsonl").read_bytes().splitlines()]
    match = Match(scheme, terms, lines, chain(dice.secret_from_seed("with-a-beacon")))
    if scheme == 3:
        match = match._replace(
            terms=terms | {"dice": dice.SCHEME, "format": "postfox-match-3", "rules": terms["rules"]}
        )
        for line in lines:
            line["after"].pop("pads", None)
            line["done"] = [done for done in line.get("done", []) if done["kind"] not in ("pad", "link")]
            for done in line["done"]:
                done.pop("mix", None)
        remade(match, lines)
    return match


def waiting(lines: Lines) -> Lines:
    """The lines in which the roll before the last waits: that which lets it wait, and that before its round."""
    return [line for line in lines if line["after"].get("waits", {}).get("round") == 1000]


def renamed(lines: Lines, round: int, since: str | None = None) -> None:
    for line in waiting(lines):
        line["after"]["waits"] |= {"round": round} | ({"since": since} if since else {})
    for _, done in thrown(lines):
        if done["beacon"].startswith("1000 "):
            done["beacon"] = f"{round} {done['beacon'].split()[1]}"


def invented(match: Match, lines: Lines) -> Any:
    """Signatures are invented, and the best of twenty is taken for each roll."""
    for _, done in thrown(lines):
        number = done["beacon"].split()[0]

        def low(signature: str, done: Line = done, number: str = number) -> int:
            made = rolled(
                match, lines, done | {"beacon": f"{number} {signature}"}, match.links[done["k"]], done["throws"]
            )
            return made[-1][0]

        tries = [(sha256(f"{number} {t}".encode()).hexdigest() * 2)[:96] for t in range(20)]
        done["beacon"] = f"{number} {max(tries, key=low)}"


def again(match: Match, lines: Lines) -> Any:
    """The roll waits for one round, then for another: the line that names it is written again, later."""
    place = lines.index(waiting(lines)[0])
    other = deepcopy(lines[place]) | {"at": "2023-08-23T15:49:27+00:00"}
    other["after"]["waits"] |= {"since": other["at"], "round": 1001}
    other["done"] = [done for done in other["done"] if done["kind"] != "link"]
    lines.insert(place + 1, other)
    done = thrown(lines)[1][1]
    done["beacon"] = f"1001 {done['beacon'].split()[1]}"


def unawaited(match: Match, lines: Lines) -> Any:
    for line in waiting(lines):
        del line["after"]["waits"]


def unsigned(match: Match, lines: Lines) -> Any:
    del thrown(lines)[-1][1]["beacon"]


def misspelt(match: Match, lines: Lines) -> Any:
    done = thrown(lines)[-1][1]
    done["beacon"] = done["beacon"].upper()


def soon(match: Match, lines: Lines) -> Any:
    match.terms["ahead"] = 0


def past(match: Match, lines: Lines) -> Any:
    """The second roll says a moment before the first one's round was known."""
    waiting(lines)[0]["at"] = "2023-08-23T15:01:33+00:00"
    renamed(lines, 43, "2023-08-23T15:01:33+00:00")


DRAND: dict[str, tuple[Callable[[Match, Lines], Any], str]] = {
    "signatures are invented": (invented, RIGHT),
    "another round than is due": (lambda match, lines: renamed(lines, 999), "it names another round than is due then"),
    "a moment that is not the line's": (
        lambda match, lines: renamed(lines, 1001, "2023-08-23T15:49:27+00:00"),
        "at another time",
    ),
    "a moment before the last round": (past, "it says a moment before that of the round before it"),
    "a second round, where the first did not suit": (again, "another round was named before"),
    "a roll that waited for nothing": (unawaited, "it is not the round that the dice waited for"),
    "a roll without a round": (unsigned, "dice without a round of drand"),
    "a signature in capitals": (misspelt, "dice without a round of drand"),
    "rounds that are due at once": (soon, "its rounds are due too soon"),
}


# A pad replaced in play, by the rule of its time.


def late_pad(path: Path) -> Path:
    """Bob gives a new pad, ground to make Anna's roll low, once her order is in hand: as it was played."""
    real(2, path)
    before = Folder(path).standing()
    (seat,) = GAME.to_act(before.state)
    orders = with_a_link(path, 0)
    lows = []
    for number in range(20):
        first = pads.before(sha256(b"%d" % number).digest()[: pads.BYTES]).hex()
        copy = Path(shutil.copytree(path, path.with_name(f"try{number}")))
        send(copy, f"player {'AB'[1 - seat]}", f"pad {first}")
        send(copy, *orders)
        roll = [done.throws[-1].values for done in Folder(copy).last.done if done.k][-1]
        lows.append((roll[0], number, copy))
    assert len({low for low, *_ in lows}) > 3, "each pad makes another roll"
    return min(lows)[2]


# What stands in a file besides what it says: rows of a log, changed after they were written.

Rows = list[bytes]
Spoil = Callable[[Rows], Rows]
NOT_CANONICAL = "it is not written in the one way that it may be"


def relinked(rows: Rows) -> Rows:
    """Each row names the one before it again."""
    head, made = NO_LINE, []
    for row in rows:
        made.append(re.sub(rb'(?<="prev":")[0-9a-f]{64}', head.encode(), row, count=1))
        head = digest(made[-1])
    return made


SPOILT: dict[str, tuple[Spoil, str]] = {
    "a name twice in a line": (
        lambda rows: relinked([*rows[:-1], rows[-1].replace(b"{", b'{"after":{},', 1)]),
        NOT_CANONICAL,
    ),
    "a space more": (lambda rows: relinked([*rows[:-1], rows[-1].replace(b",", b", ", 1)]), NOT_CANONICAL),
    "lines end as on other systems": (lambda rows: relinked([row + b"\r" for row in rows]), NOT_CANONICAL),
    "a mark before the first line": (
        lambda rows: relinked([b"\xef\xbb\xbf" + rows[0], *rows[1:]]),
        "it cannot be read",
    ),
    "an empty line": (lambda rows: [*rows[:3], b"", *rows[3:]], "it cannot be read"),
    "half of the last line": (lambda rows: [*rows[:-1], rows[-1][: len(rows[-1]) // 2]], "it cannot be read"),
    "a hash that is not made again": (lambda rows: [rows[0] + b" ", *rows[1:]], NOT_CANONICAL),
    "a line is left out": (lambda rows: [*rows[:2], *rows[3:]], "it does not name the hash of the line before"),
    "the last roll stands twice": (lambda rows: relinked([*rows, rows[-1]]), "line"),
    "the last lines change places": (lambda rows: relinked([*rows[:-2], rows[-1], rows[-2]]), "line"),
}


# match.json, of which the first line has the hash.
TERMS: dict[str, tuple[Line, str]] = {
    "a scheme of our own": ({"dice": "postfox-dice-9"}, '"postfox-dice-9" is no scheme that this program knows'),
    "a game of our own": ({"game": "dice"}, 'throws.json has no throws of "dice"'),
    "a name of two lines": ({"id": "anna-bob: all is right\nmatch"}, "it has no name"),
    "no commitment": ({"commitment": ""}, "a hash is not one"),
    "a key that is none": ({"receipts": "ab"}, "a hash is not one"),
    "teeth as a span": ({"options": {"teeth": "2-256"}}, "its teeth are no number"),
    "another commitment": ({"commitment": "ab" * 32}, "the link leads nowhere"),
}


def spoilt(path: Path, from_: Path, spoil: Spoil) -> Path:
    """A copy of a match whose log is spoilt."""
    path.mkdir()
    shutil.copy(from_ / "match.json", path)
    rows = spoil((from_ / "log.jsonl").read_bytes().splitlines())
    (path / "log.jsonl").write_bytes(b"".join(row + b"\n" for row in rows))
    return path


def unsealed(line: Line) -> None:
    line["shown"]["play"]["text"] = line["shown"]["play"]["text"].replace('"by":"', '"by":"x')


def resaid(line: Line, old: str, new: str) -> None:
    part = line["shown"]["play"]
    part["text"] = part["text"].replace(old, new, 1)
    line["seals"][0] = sha256(bytes.fromhex(part["salt"]) + part["text"].encode()).hexdigest()


def half_sealed(line: Line) -> None:
    resaid(line, '"by":"', '"by":"x')


OPENED: dict[str, tuple[Callable[[Line], Any], str]] = {
    "what is shown is changed": (unsealed, "this is not what was sealed"),
    "its seal is made again, those after it are not": (half_sealed, "it does not name the seals before"),
    "its salt is another": (lambda line: line["shown"]["play"].update(salt="5a" * 32), "this is not what was sealed"),
    "a part of the play is hidden": (lambda line: line["shown"].pop("play"), "is not shown yet"),
    "a seat is a word": (lambda line: resaid(line, '"after"', '"seat":"A","after"'), NOT_CANONICAL),
    "the seals are written in capitals": (
        lambda line: line.update(seals=[line["seals"][0].upper()]),
        "this is not what",
    ),
}


def opened(to: Path, from_: Path, change: Callable[[Line], Any]) -> Path:
    """An excerpt with its third line changed."""
    head, *rows = from_.read_bytes().splitlines()
    line = json.loads(rows[2])
    change(line)
    to.write_bytes(b"\n".join([head, *rows[:2], canonical(line).encode(), *rows[3:], b""]))
    return to
