"""Orders carried out later than they were taken: sent ahead for a turn, or waiting for a round of a beacon. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.canonical import digest
from adjudicator.core.errors import DiceError, OrderError
from adjudicator.core.game import Game
from adjudicator.dice import Unseen
from adjudicator.dice.beacon_rounds import NAME
from adjudicator.referee.admin import Kept
from adjudicator.referee.chance import Links, Source
from adjudicator.referee.commands import RefereeDraft
from adjudicator.referee.orders import Order
from adjudicator.referee.records import Match, Refusal, Standing
from adjudicator.referee.ruling import Ruling, turn_for
from adjudicator.referee.seats import seated


def carry_out_kept(
    match: Match,
    game: Game,
    standing: Standing,
    seat: int,
    played: Sequence[tuple[int, int, str]],
    source: Source,
    at: str = "",
) -> Ruling:
    """Carry out what a seat sent ahead for this turn, checked anew: the first orders whose condition has come about.

    `played`: the actions since, as log line, seat and text. Those for this turn that are not carried out are forgotten.
    Raises DiceError where dice are thrown by hand.
    """
    match = seated(match, standing)
    draft = RefereeDraft(match, game, standing, source, at=at)
    turn = turn_for(game, standing, seat)
    mine = [kept for kept in standing.desk.kept if kept.seat == seat and kept.turn in (0, turn)]
    draft.standing = standing._replace(
        desk=standing.desk._replace(kept=tuple(kept for kept in standing.desk.kept if kept not in mine))
    )
    chosen = next((kept for kept in mine if _has_come(kept, played)), None)
    if chosen is None:
        draft.refusals.append(Refusal(0, "stale", "nothing that your orders wait for has happened", "send new orders"))
        chosen = mine[0]
    else:
        links = [Order(0, "link", chosen.link)] if chosen.link else []
        unlinked = draft.standing.pads
        _in_turn(draft, seat, [*links, *_numbered(chosen.actions)])
        draft.unlink(unlinked)
    name = f"orders sent ahead, line {chosen.line}"
    return draft.ruling("ahead", name, digest("\n".join(chosen.actions).encode()), seat)


def roll(match: Match, game: Game, standing: Standing, source: Source, at: str = "") -> Ruling:
    """Do what waited for a round of the match's beacon, now that it is known. Raises DiceError for another round."""
    waits, match = standing.waits, seated(match, standing)
    shown = source.round if isinstance(source, Links) else None
    if waits is None or shown is None or shown.number != waits.round:
        raise DiceError(f"nothing waits for this round of {NAME}")
    draft = RefereeDraft(match, game, standing._replace(waits=None), source, at=at)
    if waits.what == "begin":
        draft.begin()
    elif waits.seat is not None and waits.what == "late":
        draft.play_for(waits.seat, "".join(waits.orders))
    elif waits.seat is not None:
        _in_turn(draft, waits.seat, _numbered(waits.orders))
    return draft.ruling("beacon", f"round {shown.number} of {NAME}", digest(shown.text.encode()), waits.seat)


def waits(draft: RefereeDraft, seat: int, orders: Sequence[Order]) -> bool:
    """Whether these orders, the first of which throws dice, now wait for a round of a beacon."""
    try:
        draft.wait("action", seat, [order.text for order in orders], orders[0].line if orders else 0)
    except Unseen:
        return False
    return True


def _numbered(actions: Sequence[str]) -> list[Order]:
    return [Order(number, "action", text) for number, text in enumerate(actions, 1)]


def _in_turn(draft: RefereeDraft, seat: int, orders: Sequence[Order]) -> None:
    """Carry out orders up to the first that is refused, or that throws dice which nobody may see yet."""
    for number, order in enumerate(orders):
        try:
            draft.carry_out(order, seat)
        except OrderError as error:
            draft.refusals.append(Refusal(order.line, error.kind, error.reason, error.hint, order.text))
            break
        except Unseen:
            if not waits(draft, seat, orders[number:]):
                draft.unseen = order.line
            break


def _has_come(kept: Kept, played: Sequence[tuple[int, int, str]]) -> bool:
    return kept.condition is None or any(
        line > kept.line and (seat, text) == kept.condition for line, seat, text in played
    )
