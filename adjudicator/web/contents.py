"""All that a page holds for its reader: the data that its script reads, and the letter that stands there without it.

The dice of a match as a page can check them: the public links, what is mixed in, and every throw.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.core.codec import Json
from adjudicator.core.game import seat_letter, situation
from adjudicator.dice import PLAIN, SCHEME, TABLE, TWO_SIDED, kind
from adjudicator.letters import orders
from adjudicator.letters.orders import Seen
from adjudicator.letters.phrases import Phrases, Reasons, look
from adjudicator.letters.render import plain
from adjudicator.letters.replies import NOTHING, ahead, choices, word
from adjudicator.referee.records import REFEREE
from adjudicator.referee.ruling import turn_of
from adjudicator.referee.seats import ALL, THE_REFEREE
from adjudicator.web import story
from adjudicator.web.stage import Stage, stage
from adjudicator.web.story import Line, Story
from printables.page import document


def proof(lines: Sequence[Seen]) -> Json:
    """What the reader of these lines may check. `state`: "open", or why there is nothing to check.

    Where players do not see all, a link would give dice away that others have yet to meet: it waits for the end.
    """
    last = lines[-1]
    if last.match.dice == TABLE:
        return {"state": "table"}
    if not (last.game.open or last.after.outcome):
        return {"state": "sealed"}
    steps, nobody = list(_steps(lines)), [""] * len(last.match.seats)
    return {
        "state": "open" if steps else "none",
        "scheme": last.match.dice,
        "match": last.match.id,
        "commitment": last.match.commitment,
        "words": [word or "" for word in last.after.words],
        **({"pads": list(last.after.pads.fixed) or nobody} if last.match.dice != PLAIN else {}),
        "steps": steps,
    }


def _steps(lines: Sequence[Seen]) -> Iterator[Json]:
    """Each order that threw dice, in the order of the log; what was taken back threw dice, too."""
    last = lines[-1]
    reasons, nobody = Reasons(last.phrases.language), [""] * len(last.match.seats)
    for seen in lines:
        for done in seen.entry.done:
            if done.k:
                yield {
                    "k": done.k,
                    "link": done.link,
                    "turn": turn_of(seen.before),
                    **({} if seen.entry.seat is None else {"seat": seen.entry.seat}),
                    **({"mix": list(done.mix) or nobody} if last.match.dice != PLAIN else {}),
                    **({"beacon": done.beacon} if done.beacon else {}),
                    "throws": [[plain(reasons.say(t.why)), t.sides, list(t.values)] for t in done.throws],
                    **({"kinds": [kind(t.why) for t in done.throws]} if last.match.dice == SCHEME else {}),
                }


FORMAT = "postfox-page-1"
WORDS = "page"  # the file of phrases, and its table


class Contents(NamedTuple):
    """`data` for the script, `plain` for who runs none, the board that both show."""

    data: Json
    plain: Json
    stage: Stage


def contents(lines: Sequence[Seen], *, address: str = "", token: str = "") -> Contents:
    """The page of the last of these lines, all of one reader's.

    `address` is where orders go, `token` what they need to be taken for this reader's: for a page that is mailed.
    """
    last = lines[-1]
    whole = last.game.open or (last.seat == REFEREE and last.after.outcome is not None)
    shown = story.shown(lines, whole)
    drawn = stage(
        last.game, last.options, [line.state for line in shown], look(last.match.theme), last.phrases.language
    )
    played = story.story(shown, drawn)
    due = orders.following(last)
    words = Phrases(WORDS, last.phrases.language)
    data = {
        "format": FORMAT,
        "game": last.game.SLUG,
        "id": last.match.id,
        "seats": list(map(last.names.__getitem__, range(len(last.match.seats)))),
        "turn": shown[-1].state.turn if shown else 0,
        "over": last.after.outcome is not None,
        "words": {key: forms for key, forms in words.forms(WORDS).items() if document.says(key)},
        **_reader(last, words, due, address, token),
        "board": _board(drawn, last),
        "pieces": [[kind, owner] for kind, owner in played.pieces],
        "turns": played.turns,
        "lines": played.words,
        "faces": {name: [symbol, last.phrases.face(name)] for name, symbol in drawn.faces.items()},
        "roll": list(_roll(last)),
        "dice": proof(lines),
    }
    return Contents(data, _plain(last, words, shown, played, due), drawn)


def _reader(last: Seen, words: Phrases, due: Mapping[str, Any], address: str, token: str) -> Json:
    """What only a page for a seat has: whose it is, what may be ordered, whom messages may be for."""
    if last.seat == REFEREE:
        return {}
    others = [(last.handle(seat), last.names[seat]) for seat in range(len(last.match.seats)) if seat != last.seat]
    everybody = [(ALL, words.say(WORDS, "all"))] if len(others) > 1 else []
    acts = due["next"] in ("yours", "both")
    playing = acts or due["next"] == "theirs"
    return {
        "you": last.seat,
        "handle": last.handle(last.seat),
        "acts": acts,
        **({"dated": last.dated} if playing and last.dated else {}),
        "to": [*others, *everybody, (THE_REFEREE, last.phrases.say("people", "referee"))],
        "address": address,
        **({"link": link} if (link := _link(last, due)) else {}),
        **({"head": f"{last.head.size} {last.head.base64}"} if last.head else {}),
        **({"token": token} if token else {}),
        **_offered(last, due, playing),
        **({"pad": pad} if (pad := _pad(last)) else {}),
        **({"foreseen": foreseen} if acts and (foreseen := dict(_foreseen(last))) else {}),
    }


def _offered(last: Seen, due: Mapping[str, Any], playing: bool) -> Json:
    """What may be tapped: the game's orders, or the word that play waits for."""
    if playing:
        waits = due["next"] == "theirs"
        later = ahead(last.game, last.after.state, last.seat, last.handle) if waits else NOTHING
        offered = choices(last.game, last.after.state, last.seat, last.phrases, later)
        return {**offered, "later": later.turn} if later.turn else offered
    before = [order for order in ("join", "ready") if due[order]]
    return word(before[0], last.phrases) if before else {}


def _pad(last: Seen) -> Json | None:
    """Of two-sided dice: the last link that the reader has shown ("": there is no pad), and the words of links."""
    if last.match.dice != TWO_SIDED or last.after.outcome is not None:
        return None
    from adjudicator.dice import pads  # 2,048 words, and few matches have any

    held = last.after.pads.of(last.seat)
    return {"known": held.freshest if held else "", "words": " ".join(pads.WORD_LIST)}


def _link(last: Seen, due: Mapping[str, Any]) -> int:
    """Which link the reader has to send now: with a move, before the first, or with orders ahead; 0 for none."""
    if due["next"] == "theirs" and last.after.pads.of(last.seat):
        return last.after.pads.shown(last.seat) + 1
    return 1 if due["ready"] else int(due["link"])


def _link_asked(due: Mapping[str, Any]) -> str:
    """How a page asks for the link: what it is for."""
    return "link-ready" if due["ready"] else "link-ahead" if due["next"] == "theirs" else "link"


def _foreseen(last: Seen) -> Iterator[tuple[str, Json]]:
    """What an order would bring about, by the place that it ends on: sentences, ways, and where dice decide."""
    for place, events in last.game.foreseen(last.state, last.seat).items():
        ways = [event.places for event in events if last.phrases.has("drawn", event.kind) and len(event.places) > 1]
        lots = [place for event in events if not last.phrases.has("drawn", event.kind) for place in event.places]
        yield place, {"say": last.phrases.sentences(events, last.names), "ways": ways, "marks": lots}


def _board(drawn: Stage, last: Seen) -> Json:
    """Where the places are, and how wide a piece is."""
    centres = {path.centre for path in drawn.board.paths}
    called = {place.id: last.phrases.place(place.id) for place in drawn.board.places}
    return {
        "box": [round(value, 2) for value in drawn.box],
        "places": {
            place.id: [round(place.x, 2), round(place.y, 2), round(place.size, 2)] for place in drawn.board.places
        }
        if not drawn.own
        else {},
        "names": {place: name for place, name in called.items() if name != place},
        "centre": next((centre for centre in centres if centre), None),
        "pitch": round(drawn.board.pitch, 2),
        "wide": round(0.96 * drawn.board.room, 2),
        "own": drawn.own,
        **({"split": drawn.split} if drawn.split else {}),
    }


def _roll(last: Seen) -> Iterator[str]:
    if last.after.state is not None and last.after.outcome is None:
        yield from situation(last.game, last.state).faces


def _plain(last: Seen, words: Phrases, shown: Sequence[Line], played: Story, due: Mapping[str, Any]) -> Json:
    """The letter: whose move it is, what has happened since, what stands where, how to answer."""
    say = last.phrases.say
    turn = shown[-1].state.turn if shown else 0
    name = "" if last.seat == REFEREE else last.names[last.seat]
    following = due["next"]
    if last.after.outcome is not None:
        lead, sub = words.say(WORDS, "lead-over"), last.phrases.outcome(last.after.outcome, last.names)
    else:
        before = "join" if due["join"] else "first" if due["ready"] else "waiting"
        key = following if shown or following == "waits" else before
        lead = words.say(WORDS, f"lead-{key}", player=name, others=due["others"])
        sub = _sub(words, turn, due["due"]) if shown else words.say(WORDS, "sub-before")
        if waits := due["waits"]:
            told_when = {key: waits[key] for key in ("round", "date", "time", "zone")}
            sub = words.say(WORDS, "sub-waits", **told_when)
    notes = situation(last.game, shown[-1].state).notes if shown else ()
    link = _link(last, due) if name else 0
    return {
        "language": last.phrases.language,
        "title": last.phrases.title,
        "match": last.match.id,
        "turn": turn,
        "w": {key: forms["other"] for key, forms in words.forms(WORDS).items()},
        "lead": lead,
        "sub": sub,
        "reader": name,
        "since": list(_since(last, words, shown, played)),
        "position": [played.words[number] for number in played.turns[-1]["words"]],
        "beside": last.phrases.sentences(notes, last.names, "notes"),
        "form": due["form"],
        "kept": [kept["said"] for kept in due["kept"]] if name else [],
        "shown": any(kept["shown"] for kept in due["kept"]),
        "handle": last.handle(last.seat) if name else "",
        "curtain": False,
        "link": words.say(WORDS, _link_asked(due), number=link) if link else "",
        "pad": bool(name and _pad(last)),
        "actions": say("orders", "actions"),
        "rules": last.rules,
        "commitment": last.match.commitment,
        "turns": len(played.turns) - 1,
        "seats": [f"{player} ({seat_letter(seat)})" for seat, player in enumerate(last.names.seats)],
    }


def _sub(words: Phrases, turn: int, due: Mapping[str, Any] | None) -> str:
    if due is None:
        return words.say(WORDS, "sub", turn=turn)
    key = "sub-time" if due["time"] else "sub-due"
    return words.say(WORDS, key, turn=turn, date=due["date"], time=due["time"], zone=due["zone"])


def _since(last: Seen, words: Phrases, shown: Sequence[Line], played: Story) -> Iterator[str]:
    """What has happened since the reader's last move, or in the last turn; messages with who wrote them."""
    mine = [n for n, line in enumerate(shown) if line.seen.entry.seat == last.seat and line.seen.entry.played]
    first = mine[-1] if mine else len(shown) - 1 if last.seat == REFEREE else 0
    for turn in played.turns[first:]:
        for frame in turn["frames"]:
            if "note" in frame:
                yield words.say(WORDS, "wrote", player=frame["from"], to=frame["to"], text=frame["note"])
            elif "say" in frame:
                yield frame["say"]
