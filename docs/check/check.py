"""Check log and dice of a match with nothing but Python: python check.py DIR (or FILE, an excerpt of a match).

It uses no part of Postfox, so that nobody need trust Postfox: read it, or write your own from docs/dice.md.
"""

import hashlib
import hmac
import json
import pathlib
import sys
from datetime import datetime


def sha(data):
    return hashlib.sha256(data).digest()


def stream(link, mixed):
    return (byte for n in range(1 << 32) for byte in hmac.digest(link, mixed + n.to_bytes(4, "big"), "sha256"))


def rolls(link, mixed, throws, kinds):
    """The dice that a link and what is mixed in make; in scheme 3 from a stream for each kind of throw."""
    streams = {}
    for throw in throws:
        sides, kind = throw["sides"], throw["why"].partition(":")[0] if kinds else ""
        streams.setdefault(kind, stream(link, mixed + sha(kind.encode()) if kinds else mixed))
        fair = (byte for byte in streams[kind] if byte < 256 - 256 % sides)
        yield [next(fair) % sides + 1 for _ in throw["values"]]


def must(true, line, what):
    if not true:
        sys.exit(f"line {line}: {what}")


class Pads:
    """The players' links: which were shown, and which count."""

    def __init__(self, seats):
        self.held, self.fixed, self.seats = {}, None, seats  # seat: [link 0, freshest link, seats that it waits for]

    def take(self, line, seat, done):
        kind, text = done["kind"], done.get("text", "")
        if kind == "link":
            link = bytes.fromhex(text.split()[-1])
            last = sha(b"postfox-pad-1\0" + link)[:10].hex()
            must(last == self.held[seat][1], line, "a link does not lead to the last")
            self.held[seat][1] = link.hex()
            for pad in self.held.values():
                pad[2].discard(seat)
        elif kind == "substitute":
            self.drop(done["events"][0]["seat"])
        elif kind == "pad" and text == "none":
            self.drop(seat)
        elif kind == "pad" and text != self.held.get(seat, [""])[0]:
            self.held[seat] = [text, text, set(self.held) - {seat} if self.fixed else set()]

    def drop(self, seat):
        self.held.pop(seat, None)
        for pad in self.held.values():
            pad[2].discard(seat)

    def mix(self):
        counting = {seat: pad[1] for seat, pad in self.held.items() if not pad[2]}
        return [counting.get(seat, "") for seat in range(self.seats)]


def whole(folder):
    """The terms of a match, the lines of its log, the hash of the last: each names the hash of the one before."""
    terms, lines, prev = (folder / "match.json").read_bytes(), [], "0" * 64
    for number, raw in enumerate((folder / "log.jsonl").read_bytes().splitlines(), 1):
        lines.append(json.loads(raw))
        must(lines[-1]["prev"] == prev, number, "it does not name the hash of the line before")
        prev = sha(raw).hex()
    must(lines[0]["source_hash"] == sha(terms).hex(), 1, "it names another match.json")
    return json.loads(terms), lines, prev


def excerpt(file):
    """The same of an excerpt, whose lines show what all may see: each names the head of the seals before it."""
    lines, prev = [], "0" * 64
    for number, raw in enumerate(file.read_bytes().partition(b"\npostfox/")[0].splitlines()[1:], 1):
        line = json.loads(raw)
        must(line["open"] == prev, number, "it does not name the seals before")
        must("play" in line["shown"], number, "what all will see when the match is over is not shown yet")
        text, salt = line["shown"]["play"]["text"].encode(), bytes.fromhex(line["shown"]["play"]["salt"])
        must(sha(salt + text).hex() == line["seals"][0], number, "this is not what was sealed")
        prev = sha("\n".join([line["open"], line["line"], *line["seals"]]).encode()).hex()
        lines.append(json.loads(text))
    return lines[0]["match"], lines, prev


def check(path):
    match, lines, head = whole(path) if path.is_dir() else excerpt(path)
    two, three = (match["dice"] == f"postfox-dice-{n}" for n in (2, 3))
    before, k, thrown, nobody = match.get("commitment"), 0, 0, [""] * len(match["seats"])
    pads, words, waits, note = Pads(len(match["seats"])), [], None, ""
    for number, line in enumerate(lines, 1):
        if pads.fixed is None:
            words = [word or "" for word in line["after"]["words"]]
        for done in line.get("done", []):
            pads.take(number, line.get("seat"), done)
            if two and done["kind"] == "join" and None not in line["after"]["words"] and pads.fixed is None:
                pads.fixed = [pads.held.get(seat, [""])[0] for seat in range(pads.seats)]
            if not done.get("k"):
                continue
            link, k = bytes.fromhex(done["link"]), k + 1
            must(done["k"] == k and sha(link).hex() == before, number, f"link {k} does not lead to the commitment")
            mixed = sha("\n".join([match["id"], *words, *(nobody if three else pads.fixed or [])]).encode())
            if two or three:
                must(
                    done.get("mix", nobody) == pads.mix(),
                    number,
                    "other links were mixed in than the players had shown",
                )
                mixed += b"".join(b"\1" + bytes.fromhex(own) if own else bytes(11) for own in pads.mix())
            if match.get("beacon"):
                shown, _, signature = done.get("beacon", "").partition(" ")
                must(waits and shown == str(waits["round"]), number, "it is not the round that the dice waited for")
                mixed, note = mixed + sha(bytes.fromhex(signature)), "; drand's signatures are not checked here"
            for throw, made in zip(done["throws"], rolls(link, mixed, done["throws"], three), strict=True):
                must(throw["values"] == made, number, f"{throw['why']}: the dice show {made}")
                thrown += len(made)
            before = done["link"]
        if waits := line["after"].get("waits"):  # for the round that is due ten minutes or more after the line
            due = (datetime.fromisoformat(waits["since"]).timestamp() + 600 - 1692803367) / 3
            must(due + 1 <= waits["round"] < due + 2, number, "it names another round than is due then")
    done = f"{len(lines)} lines and {thrown} dice under {k} links"
    print(f"{match['id']}: {done} are right; the log ends with {head}{note}")


if __name__ == "__main__":
    check(pathlib.Path(sys.argv[1]))
