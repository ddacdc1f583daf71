"""The dice of a match as a page can check them: the public links, what is mixed in, and every throw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.dice import TABLE, TWO_SIDED
from adjudicator.letters.blocks import plain
from adjudicator.letters.reasons import Reasons
from adjudicator.letters.seen import Seen
from adjudicator.referee import adjudication


def proof(lines: Sequence[Seen]) -> dict[str, Any]:
    """What the reader of these lines may check. `state`: "open", or why there is nothing to check.

    Where players do not see all, a link would give dice away that others have yet to meet: it waits for the end.
    """
    last = lines[-1]
    if last.match.dice == TABLE:
        return {"state": "table"}
    if not (last.game.open or last.after.outcome):
        return {"state": "sealed"}
    steps = list(_steps(lines))
    return {
        "state": "open" if steps else "none",
        "scheme": last.match.dice,
        "match": last.match.id,
        "commitment": last.match.commitment,
        "words": [word or "" for word in last.after.words],
        **({"pads": list(last.after.pads.fixed)} if last.match.dice == TWO_SIDED else {}),
        "steps": steps,
    }


def _steps(lines: Sequence[Seen]) -> Iterator[dict[str, Any]]:
    """Each order that threw dice, in the order of the log; what was taken back threw dice, too."""
    last = lines[-1]
    reasons = Reasons(last.phrases.language)
    for seen in lines:
        for done in seen.entry.done:
            if done.k:
                yield {
                    "k": done.k,
                    "link": done.link,
                    "turn": adjudication.turn_of(seen.before),
                    **({} if seen.entry.seat is None else {"seat": seen.entry.seat}),
                    **({"mix": list(done.mix)} if last.match.dice == TWO_SIDED else {}),
                    **({"beacon": done.beacon} if done.beacon else {}),
                    "throws": [[plain(reasons.say(t.why)), t.sides, list(t.values)] for t in done.throws],
                }
