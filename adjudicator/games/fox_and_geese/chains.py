"""Chains of captures as a page offers them: on a crowded board they are too many to list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.choices import Ask, Chain, Ground
from adjudicator.core.game import seat_letter
from adjudicator.games.fox_and_geese.position import Deed, Position, bits
from adjudicator.games.fox_and_geese.rules import Rules


def ground(seat: int) -> str:
    """The name of what a seat's chains go over."""
    return f"leaps of {seat_letter(seat)}"


def grounds(played: Rules) -> Mapping[str, Ground]:
    """Every leap of the sides that capture in chains."""
    return {
        ground(seat): Ground(
            played.names, tuple(tuple(point for leap in row for point in leap) for row in played.tables[seat].leaps)
        )
        for seat, side in enumerate(played.sides)
        if side.capture and side.capture.chain
    }


def chain(played: Rules, position: Position, ask: Ask | None) -> Chain | None:
    """All captures of the side to act, where it captures in chains and can capture."""
    seat, movers = position.side, played.movers(position)
    capture = played.sides[seat].capture
    if not (capture and capture.chain) or played.setting_up(position) or not played.leapers(position, movers):
        return None

    def named(mask: int) -> tuple[str, ...]:
        return tuple(played.names[point] for point in bits(mask))

    prey, free = named(position.pieces[1 - seat]), named(played.free(position))
    return Chain(ground(seat), named(movers), prey, free, capture.duty == "forced", capture.repeat, ask=ask)


def others(played: Rules, position: Position) -> Iterator[Deed]:
    """What the side to act may do instead of a capture."""
    yield from played.claims(position)
    if not played.forced(position.side):
        yield from played.quiet(position)
