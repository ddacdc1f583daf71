"""What a letter says of orders: what came of the reader's own, and who is to send the next, until when and how."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

from adjudicator.core.checkpoint import Checkpoint
from adjudicator.core.game import seat_letter
from adjudicator.dice import TWO_SIDED
from adjudicator.letters import answers
from adjudicator.letters import words as days
from adjudicator.letters.blocks import plain, shorten
from adjudicator.letters.seen import Seen
from adjudicator.letters.words import Reasons
from adjudicator.referee import deadlines
from adjudicator.referee.admin import PATIENCE, Kept
from adjudicator.referee.records import ASK, CHECK, KEEP, REFEREE, Done
from adjudicator.referee.ruling import turn_of
from adjudicator.referee.seats import PRIVATE
from adjudicator.referee.terms import bot, moment
from adjudicator.referee.waits import LINK

EXAMPLES = 2
TOKEN = "token xxxx-xxxx-xxxx"  # where a mail has its reader's token, which no file holds


def receipt(seen: Seen) -> dict[str, Any]:
    """What the letter answers: the sender reads the orders as understood and all refusals, others who sent them."""
    entry = seen.entry
    own = entry.done if seen.sends and entry.n else ()
    done = [done for done in own if done.line and done.kind not in (ASK, CHECK, KEEP, LINK)]
    asked = [done for done in own if any(event.kind in ("would", "would-throw") for event in done.events)]
    everybody = [
        seen.phrases.say("picture", "player", player=seen.names[seat], seat=seat_letter(seat))
        for seat in range(len(seen.match.seats))
    ]
    mine = [event for event in seen.own if event.kind not in ("would", "would-throw", "reminded")]
    return {
        "news": _news(seen),
        "players": seen.phrases.listed(everybody),
        "sender": "" if entry.seat is None else seen.names[entry.seat],
        "file": shorten(entry.source, 60),
        "mail": days.received(seen.phrases.say, seen.zone, moment(entry.mail.received)) if entry.mail else "",
        "private": seen.phrases.sentences(mine, seen.names),
        "done": [{"line": done.line, "order": done.order} for done in done if _plays(done)],
        "checked": [
            {
                "line": done.line,
                "order": plain(done.text),
                "rolls": done.events[0].kind == "would-throw",
            }
            for done in asked
        ],
        "messages": sum(bool(say.to) for say in entry.says) if seen.sends and entry.n else 0,
        "refused": _refused(seen),
        "partly": bool(done or entry.says or mine),
        "stuck": seen.sends and bool(entry.refusals) and seen.after.desk.refusals(seen.seat) >= PATIENCE,
    }


def _log(head: Checkpoint, witness: str) -> dict[str, Any]:
    """How far the log went, and who signs it."""
    return {
        "origin": head.origin,
        "size": head.size,
        "hash": head.base64,
        "excerpts": head.extension,
        "witness": plain(witness.split()[-1]) if witness else "",
    }


def _plays(done: Done) -> bool:
    """Whether an order was one of the game, and is not told by a sentence of its own."""
    return not any(event.kind in PRIVATE for event in done.events)


def _refused(seen: Seen) -> list[dict[str, Any]]:
    """The refusals of the sender's own orders, in the reader's language."""
    if not (seen.sends and seen.entry.n):
        return []
    reasons, kept = Reasons(seen.phrases.language), seen.entry.by in ("ahead", "beacon")
    return [
        {
            "line": 0 if kept else refusal.line,
            "order": shorten(refusal.order, 200),
            "reason": plain(reasons.say(refusal.reason)),
            "hint": plain(reasons.say(refusal.hint)),
        }
        for refusal in seen.entry.refusals
    ]


def _news(seen: Seen) -> str:
    """What the letter answers: nothing ("") where somebody else did something."""
    if seen.entry.seat is None:
        return ""
    if seen.sends:
        return seen.entry.by if seen.entry.by in ("ahead", "beacon") else "received"
    return "grey" if not seen.events and _grey(seen) else ""


def _grey(seen: Seen) -> bool:
    """Whether all that this line tells the reader is of somebody who gave no name."""
    mine = [say for say in seen.entry.says if seen.seat in say.to]
    return bool(mine) and all(say.grey for say in mine)


def following(seen: Seen) -> dict[str, Any]:
    """Whose turn it is and, for the reader's own, orders ready to be sent."""
    acting = seen.acting
    others = seen.phrases.listed([seen.names[seat] for seat in acting if seat != seen.seat])
    missing = [seat for seat, word in enumerate(seen.after.words) if word is None]
    pads = seen.after.pads
    if seen.after.outcome is not None:
        then = "over"
    elif seen.after.waits is not None:
        then = "waits"
    elif seen.after.state is None:
        then, others = ("joining", seen.listed(missing)) if missing else ("ready", seen.listed(pads.unready))
    elif seen.after.desk.held:
        then = "held"
    elif seen.seat in acting:
        then = "both" if others else "yours"
    else:
        then = "watch" if seen.seat == REFEREE else "theirs"
    turn = then in ("both", "yours")
    return {
        "next": then,
        "others": others,
        "log": seen.head and _log(seen.head, seen.match.witness),
        "join": seen.seat in missing,
        "pad": seen.match.dice == TWO_SIDED,
        "link": _link(seen) if turn else 0,
        "ready": not missing and seen.after.state is None and seen.seat in pads.unready,
        "due": _due(seen) if turn else None,
        "waits": _waits(seen),
        "form": _form(seen) if turn else None,
        "offers": [{"own": seat == seen.seat, "player": seen.names[seat]} for seat in seen.after.offers],
        "kept": [_kept(seen, kept) for kept in seen.after.desk.kept if kept.seat == seen.seat],
    }


def _link(seen: Seen) -> int:
    """Which link of the reader's pad the next move must bring; 0 for none."""
    return seen.after.pads.due(seen.seat, turn_of(seen.after), seen.after.links)


def _due(seen: Seen) -> dict[str, Any] | None:
    """When this reader's orders are due, and what happens if none come."""
    terms, clock = seen.match.terms, seen.after.desk.clock(seen.seat)
    if terms is None or clock is None:
        return None
    say, zone = seen.phrases.say, seen.zone
    day, time = deadlines.there(zone, moment(clock.due))
    return {
        "date": days.long(say, day),
        "short": days.short(say, day),
        "time": "" if time == deadlines.MIDNIGHT else time,
        "zone": days.zone(say, seen.phrases.has, zone),
        "grace": days.span(say, terms.grace) if terms.grace else "",
        "policy": terms.late,
        "bot": bot(terms.late),
        "left": max(terms.after - seen.after.desk.lateness(seen.seat), 1),
    }


def _waits(seen: Seen) -> dict[str, Any] | None:
    """The roll that waits for a round of drand: whose it is ("": nobody's), what was ordered, when it is due."""
    waits, say, zone = seen.after.waits, seen.phrases.say, seen.zone
    if waits is None:
        return None
    day, time = deadlines.there(zone, moment(waits.due))
    return {
        "what": waits.what,
        "own": waits.seat == seen.seat,
        "player": "" if waits.seat is None else seen.names[waits.seat],
        "orders": [plain(order) for order in waits.orders] if seen.game.open or waits.seat == seen.seat else [],
        "round": waits.round,
        "date": days.long(say, day),
        "short": days.short(say, day),
        "time": time,
        "zone": days.zone(say, seen.phrases.has, zone),
    }


def _kept(seen: Seen, kept: Kept) -> dict[str, Any]:
    player, action = kept.condition or (None, "")
    facts: dict[str, Any] = {
        "turn": kept.turn,
        "player": "" if player is None else seen.names[player],
        "action": plain(action),
        "orders": "; ".join(plain(action) for action in kept.actions),
    }
    which = "when" if action else "turn" if kept.turn else "next"
    return {**facts, "said": seen.phrases.say("kept", which, **facts), "shown": bool(kept.link)}


def _form(seen: Seen) -> dict[str, Any]:
    """Legal actions of this seat as examples, how many there are, and whether those are not all that exist.

    `link` opens a mail with the lines of an answer, its move left blank so that a tap plays nothing.
    """
    found = answers.find(seen.game, seen.state, EXAMPLES, seen.seat)
    verbs = {order.partition(" ")[0] for order in found.orders}
    verb = verbs.pop() if len(verbs) == 1 else ""
    lines = [f"match {seen.match.id}", f"player {seen.handle(seen.seat)}"]
    lines += [TOKEN] if seen.match.proof == "token" else []
    lines += [f"turn {seen.dated}"] if seen.dated else []
    if seen.head:
        lines.append(f"head {seen.head.size} {seen.head.base64}")
    if number := _link(seen):
        lines.append(f"link {number} ")
    lines += [f"{verb} " if verb.isalpha() else "", *(f"# {order}" for order in found.orders[:1]), ""]
    words = {"subject": f"[{seen.match.id}] turn {seen.state.turn}", "body": "\r\n".join(lines)}
    link = f"mailto:?{urlencode(words, quote_via=quote)}"
    return {"turn": seen.dated, "orders": list(found.orders), "count": found.many, "more": found.more, "link": link}
