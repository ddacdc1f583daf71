"""Check log and dice of a match with nothing but Python: python check.py DIR [LETTERS ...], or an excerpt.

It uses no part of Postfox, so that nobody need trust Postfox: read it, or write your own from docs/dice.md. Beside it,
throws.json has what each game throws, and signed.py reads the receipts in letters that you kept.
Exit: 0 what could be checked is right, 1 it is not, or in doubt, 2 this is no match.
"""

import hashlib
import hmac
import json
import pathlib
import re
import sys
from datetime import datetime

from signed import weighed

TABLE = json.loads(pathlib.Path(__file__).with_name("throws.json").read_text())
ONE, TWO, THREE, BY_HAND = "postfox-dice-1", "postfox-dice-2", "postfox-dice-3", "table"
NOTE = "log.note"  # what a log is signed with, beside it
NUMBER = "[1-9][0-9]{0,5}"  # in the name of a throw
AHEAD, GENESIS = (120, 600), 1692803367  # seconds from a line to its round; when round 1 of drand was due
REPLACED = "a pad was replaced in play: dice after it could have been chosen"
GIVEN_UP = "a pad was given up in play: its roll could have been chosen out of two"


class Wrong(Exception):
    """What a log must not have."""


def must(true, what):
    if not true:
        raise Wrong(what)


def sha(data):
    return hashlib.sha256(data).digest()


def written(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def whole_number(text):
    must(len(text) < 16 and text.lstrip("-").isdigit(), "it is not written in the one way that it may be")
    return int(text)


def read(raw):
    value = json.loads(raw.decode(), parse_int=whole_number, parse_float=whole_number, parse_constant=whole_number)
    must(isinstance(value, dict) and written(value) == raw, "it is not written in the one way that it may be")
    return value


def hexed(text, size):
    must(isinstance(text, str) and re.fullmatch("[0-9a-f]*", text) and len(text) == 2 * size, "a hash is not one")
    return bytes.fromhex(text)


def quoted(text):
    return json.dumps(text[:80], ensure_ascii=False)


def listed(value):
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def is_number(value):
    return type(value) is int


def within(number, span, **known):
    least, _, most = span.format(**known).partition("-")
    return int(least) <= number <= int(most or least)


class Pads:
    """Players' links in scheme 2: which were shown, and which count."""

    def __init__(self, seats):
        self.seats, self.fixed, self.held, self.spent = seats, None, {}, set()

    def give(self, seat, first):
        must(hexed(first, 10) and first not in self.spent, "a pad that was given before")
        self.spent.add(first)
        waits = {other for other in self.held if other != seat} if self.fixed else set()
        self.held[seat] = {"first": first, "link": first, "links": 0, "waits": waits, "at": None}

    def drop(self, seat):
        must(is_number(seat), "whose pad is it?")
        self.held.pop(seat, None)
        for pad in self.held.values():
            pad["waits"].discard(seat)

    def due(self, seat, at):
        return self.fixed is not None and seat in self.held and self.held[seat]["at"] != at

    def show(self, seat, number, link, at):
        must(self.due(seat, at), "a link is shown that is not due")
        must(number == str(self.held[seat]["links"] + 1), "a link has another number")
        must(sha(b"postfox-pad-1\0" + hexed(link, 10))[:10].hex() == self.held[seat]["link"], "it does not lead back")
        self.held[seat] |= {"link": link, "links": int(number), "at": at}
        for pad in self.held.values():
            pad["waits"].discard(seat)

    def mix(self):
        known = {seat: pad["link"] for seat, pad in self.held.items() if not pad["waits"]}
        return [known.get(seat, "") for seat in range(self.seats)]


class Log:
    """What the lines so far have fixed, and what was counted."""

    def __init__(self, match):
        self.match, self.scheme, self.seats = match, match["dice"], len(match["seats"])
        must(self.scheme in (ONE, TWO, THREE, BY_HAND), f"{quoted(self.scheme)} is no scheme that this program knows")
        must(match["game"] in TABLE, f"throws.json has no throws of {quoted(match['game'])}")
        must(re.fullmatch("[A-Za-z0-9._-]{1,64}", match["id"]), "it has no name")
        self.pads, self.words, self.before = Pads(self.seats), None, match.get("commitment", "")
        self.turn, self.said, self.k, self.dice, self.lots, self.whys = 0, range(2), 0, 0, 0, set()
        self.waits, self.round, self.rounds, self.past, self.doubts = None, None, set(), 0, []
        must(self.scheme == BY_HAND or hexed(self.before, 32), "there is no commitment")
        must(match.get("ahead", 600) in AHEAD, "its rounds are due too soon")
        must(not match.get("receipts") or hexed(match["receipts"], 32), "its receipts have no key")
        self.teeth = match["options"].get("teeth", 10)
        must(is_number(self.teeth), "its teeth are no number")

    def line(self, number, line):
        after, done = line["after"], listed(line.get("done", []))
        must(line.get("seat") is None or is_number(line["seat"]), "whose line is it?")
        fixed = self.words and (self.k or None not in self.words)
        must(not fixed or after["words"] == self.words, "other words than were fixed")
        self.words = listed(after["words"])
        must(len(self.words) == self.seats, "each seat has one word")
        turn = after.get("state", {}).get("turn", self.turn)
        must(is_number(turn), "the turn is no number")
        played = [one for one in done if one["kind"] in ("begin", "action", "late")]
        most = self.turn + sum(self.seats + len(listed(one.get("throws", []))) for one in played)
        must(turn <= most, "more turns than were played")
        self.said = range(min(self.turn, turn), max(self.turn, turn) + 1)
        acts = [place for place, one in enumerate(done) if one["kind"] in ("action", "ready", "wait")]
        for place, one in enumerate(done):
            self.pad(number, line, one, acts, place)
            if self.scheme == TWO and one["kind"] == "join" and None not in self.words and self.pads.fixed is None:
                self.pads.fixed = [self.pads.held.get(seat, {"first": ""})["first"] for seat in range(self.seats)]
            self.thrown(one)
        self.turn = turn
        self.wait(line, after.get("waits"), after.get("outcome") or any("k" in one for one in done))

    def pad(self, number, line, one, acts, place):
        kind, text, seat, at = one["kind"], one.get("text", ""), line.get("seat"), (self.turn, self.k)
        must(self.scheme == TWO or kind not in ("pad", "link"), f"a {kind} in a match without pads")
        if kind == "link":
            must(any(act > place for act in acts), "a link is shown without an action")
            self.pads.show(seat, *text.split(" "), at)
        elif kind == "substitute":
            gone = one["events"][0]["seat"]
            self.doubts += [(number, GIVEN_UP)] if self.pads.fixed and gone in self.pads.held else []
            self.pads.drop(gone)
        elif kind == "pad":
            changed = text != self.pads.held.get(seat, {}).get("first")
            self.doubts += [(number, GIVEN_UP if text == "none" else REPLACED)] if self.pads.fixed and changed else []
            self.pads.drop(seat) if text == "none" else self.pads.give(seat, text) if changed else None
        elif place in acts[:1] and kind != "ready":
            must(not self.pads.due(seat, at), "an action without the link that was due")

    def thrown(self, one):
        throws = listed(one.get("throws", []))
        for throw in throws:
            self.shaped(throw, one["kind"])
        rolled = [value for throw in throws for value in throw["values"]]
        for told in filter(None, [event.get("dice") for event in listed(one.get("events", []))]):
            # as they are written: for Python 1, 1.0 and true are the same
            there = written(told) in [written(rolled[n : n + len(listed(told))]) for n in range(len(rolled))]
            must(there, f"{written(told).decode()} is told and was not rolled")
        if "k" in one or "link" in one or (throws and self.scheme != BY_HAND):
            must("k" in one and throws and self.scheme != BY_HAND, "dice without a link, or a link without dice")
            self.roll(one, throws)
        self.dice += len(rolled)

    def shaped(self, throw, done):
        """The throw is one that the game knows: what it is called, how many dice, of how many sides, and when."""
        why, values, sides = throw["why"], throw["values"], throw["sides"]
        must(isinstance(values, list) and all(map(is_number, [sides, *values])), "dice that are no numbers")
        known = {"words": len(why.partition("which of ")[2].split()), "teeth": self.teeth}
        for name, many, faces, when in (*TABLE[""], *TABLE[self.match["game"]]):
            pattern = name.replace("{turn}", f"(?P<turn>{NUMBER})").replace("{number}", NUMBER)
            right = re.fullmatch(pattern, why, re.ASCII) if when in ("", done) else None
            if right and within(len(values), many) and within(sides, faces, **known) and 2 <= sides <= 256:
                turn = int(right.groupdict().get("turn", self.said[0]))
                must(turn in self.said, f"{quoted(why)} is not of this turn")
                must(all(1 <= value <= sides for value in values), f"{quoted(why)}: a die has no such face")
                self.lots += len(values) == 1 or why in self.whys
                self.whys.add(why)
                return
        raise Wrong(f"{quoted(why)}, {len(values)} d{sides}, is no throw of this game")

    def roll(self, one, throws):
        link, self.k = hexed(one["link"], 32), self.k + 1
        must(is_number(one["k"]) and one["k"] == self.k and sha(link).hex() == self.before, "the link leads nowhere")
        self.before, first = one["link"], self.pads.fixed or ([""] * self.seats if self.scheme == THREE else [])
        words = ["" if word is None else word for word in self.words]
        message = sha("\n".join([self.match["id"], *words, *first]).encode())
        if self.scheme == TWO:
            must(one["mix"] == self.pads.mix(), "other links were mixed in than were shown")
            message += b"".join(b"\1" + bytes.fromhex(own) if own else bytes(11) for own in one["mix"])
        elif self.scheme == THREE:
            message += bytes(11 * self.seats)
        message += self.beacon(one)
        streams = {}
        for throw in throws:
            kind = sha(throw["why"].partition(":")[0].encode()) if self.scheme == THREE else b""
            made = streams.setdefault(kind, stream(link, message + kind))
            fair = (byte for byte in made if byte < 256 - 256 % throw["sides"])
            values = [next(fair) % throw["sides"] + 1 for _ in throw["values"]]
            must(values == throw["values"], f"{throw['why']}: the dice show {values}")

    def beacon(self, one):
        """What a round of drand adds to a roll: it is that for which the log waited, or the match's one."""
        if not self.match.get("beacon"):
            must("beacon" not in one, "a round in a match without a beacon")
            return b""
        shown = one.get("beacon") or (self.round if self.match["beacon"] == "start" else "")
        must(re.fullmatch("[0-9]{1,12} [0-9a-f]{96}", shown or ""), "dice without a round of drand")
        if shown != self.round or self.match["beacon"] != "start":
            right = self.waits and shown.split()[0] == str(self.waits["round"])
            must(right, "it is not the round that the dice waited for")
        self.round = shown
        self.rounds.add(shown)
        return sha(bytes.fromhex(shown.split()[1]))

    def wait(self, line, waits, over):
        """A line that lets a roll wait names the first round that is due late enough after it, for good."""
        must(over or not self.waits or waits == self.waits, "another round was named before")
        if waits and waits != self.waits:
            must(waits["since"] == line.get("at", waits["since"]), "it says that it was written at another time")
            since = datetime.fromisoformat(waits["since"]).timestamp()
            due = (since + self.match.get("ahead", 600) - GENESIS) / 3
            must(due + 1 <= waits["round"] < due + 2, "it names another round than is due then")
            must(since >= self.past, "it says a moment before that of the round before it")
            self.past = GENESIS + 3 * (waits["round"] - 1)
        self.waits = waits


def stream(link, message):
    block = 0
    while True:
        yield from hmac.digest(link, message + block.to_bytes(4, "big"), "sha256")
        block += 1


def whole(folder):
    """The log of a match, its name, the heads of its lines, what it is signed with: each line names the one before."""
    terms, heads, log = (folder / "match.json").read_bytes(), ["0" * 64], None
    match = read(terms.removesuffix(b"\n"))
    for number, raw in enumerate(split((folder / "log.jsonl").read_bytes()), 1):
        with at(number):
            line = read(raw)
            must(line["prev"] == heads[-1], "it does not name the hash of the line before")
            must(number > 1 or line["source_hash"] == sha(terms).hex(), "it names another match.json")
            log = log or Log(match)
            log.line(number, line)
            heads.append(sha(raw).hex())
    note = [folder / NOTE] if (folder / NOTE).exists() else []
    return log, log and origin(match, sha(terms).hex()), [(head, "") for head in heads[1:]], texts(note)


def excerpt(file):
    """The same of an excerpt, whose lines show what all may see: each names the head of the seals before it."""
    rows, heads, log, prev = split(file.read_bytes()), [], None, "0" * 64
    head, lines = read(rows[0]), [raw for raw in rows[1:] if raw[:1] == b"{"]
    must(head["format"] == "postfox-excerpt-1", "this is not an excerpt")
    for number, raw in enumerate(lines, 1):
        with at(number):
            line = read(raw)
            must(line["open"] == prev, "it does not name the seals before")
            must("play" in line["shown"], "what all will see when the match is over is not shown yet")
            text, salt = line["shown"]["play"]["text"].encode(), hexed(line["shown"]["play"]["salt"], 32)
            must(sha(salt + text).hex() == line["seals"][0], "this is not what was sealed")
            prev, play = sha("\n".join([line["open"], line["line"], *line["seals"]]).encode()).hex(), read(text)
            log = log or Log(play["match"])
            own = (origin(play["match"], play["source_hash"]), play["match"].get("receipts")) if number == 1 else ()
            must(number > 1 or own == (head["origin"], head.get("receipts")), "it is of another match")
            log.line(number, play)
            heads.append((line["line"], prev if head["sealed"] else ""))
    return log, head["origin"], heads, b"\n".join(rows[1 + len(lines) :]).decode()


def origin(match, hashed):
    return f"postfox/{match['id']}/{hashed[: 32 if match.get('receipts') else 16]}"


def split(data):
    return data.removesuffix(b"\n").split(b"\n") if data else []


def texts(files):
    return "\n".join(file.read_bytes().decode(errors="replace") for file in files)


class at:
    """Whatever is wrong in a line is told as that line's."""

    def __init__(self, number):
        self.number = number

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind and issubclass(kind, Exception):
            raise Wrong(f"line {self.number}: {error if kind is Wrong else 'it cannot be read'}") from None


def check(path, *letters):
    """What to say, and the exit code."""
    log, name, heads, note = whole(path) if path.is_dir() else excerpt(path)
    must(log, "the log is empty")
    match, game, key = log.match, log.match["game"], log.match.get("receipts", "")
    worth, kind = weighed(texts(map(pathlib.Path, letters)) if letters else None, note, name, key, heads)
    must(kind != "proof", f"PROOF, if your first letter has the key {key}: {worth}")
    dice = f"{log.dice} dice under {log.k} links are those of the links, and these of the commitment "
    dice += f"{match.get('commitment', '')}: it has to be your first letter's"
    by_hand = f"{log.dice} dice are as they were entered, rolled at a table"
    drand = f"NOT CHECKED: {len(log.rounds)} signatures of drand; without them all dice could be chosen"
    last = heads[-1][1] or heads[-1][0]
    own = "Its seals (`excerpts` in letters) end" if heads[-1][1] else "The log ends"
    ends = f"{own} with line {len(heads)}, {last}; {'compare it with your letters' if kind else worth}"
    said = [drand] if log.rounds else []
    said += [f"DOUBT: line {number}: {what}" for number, what in log.doubts] + ([f"DOUBT: {worth}"] if kind else [])
    said += [
        f"{match['id']}: {len(heads)} lines; {by_hand if log.scheme == BY_HAND else dice}",
        f"NOT CHECKED HERE: that orders and throws follow the rules of {game} (`postfox verify` does that); "
        f"{log.lots} throws are such as only some positions ask for",
        ends if last.strip("0") else "Nothing ties this excerpt to letters: the match is of before there were seals",
    ]
    return "\n".join(said), int(bool(log.doubts or kind))


def main(path, *letters):
    try:
        said, code = check(pathlib.Path(path), *letters)
    except Wrong as error:
        said, code = str(error), 1 if str(error).startswith(("line ", "PROOF")) else 2
    except OSError:
        said, code = "this is no match: it is not there", 2
    except Exception:  # whatever a file is that nobody wrote
        said, code = "this is no match: it cannot be read", 2
    print(said, file=sys.stderr if code else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if sys.argv[1:] else __doc__)
