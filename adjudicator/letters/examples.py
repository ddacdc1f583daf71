"""Some legal actions, as unlike each other as can be found quickly, and how many there are: the examples of letters."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from adjudicator.core import situation
from adjudicator.core.game import Game, seat_letter

MOST = 1000  # actions that are looked at


class Examples(NamedTuple):
    """`orders` in the game's own order, the first legal action among them; of `many` in all, or of more than that."""

    orders: tuple[str, ...]
    many: int
    more: bool


def find(game: Game, state: Any, wanted: int, seat: int | None = None) -> Examples:
    """Up to `wanted` legal actions as a player would write them. `seat`: only its own, without its letter in front."""
    found = list(islice(_orders(game, state, seat), MOST + 1))
    orders = found[:MOST]
    return Examples(tuple(orders[number] for number in _spread(orders, wanted)), len(orders), len(found) > MOST)


def _orders(game: Game, state: Any, seat: int | None) -> Iterator[str]:
    mine = "" if seat is None else f"{seat_letter(seat)}: "
    at = situation.of(game, state)
    several = len(at.acting) > 1
    for order in at.legal():
        if not several or order.startswith(mine):
            yield order.removeprefix(mine)


def _spread(orders: Sequence[str], wanted: int) -> list[int]:
    """Which orders to show: the first, then again and again the one least like those that are chosen already."""
    words = [order.split() for order in orders]
    chosen: list[int] = []
    unlike = [(True, True, 0, len(orders))] * len(orders)
    while orders and len(chosen) < min(wanted, len(orders)):
        number = max(range(len(orders)), key=lambda n: unlike[n]) if chosen else 0
        chosen.append(number)
        unlike = [min(unlike[n], _unlike(words, n, number)) for n in range(len(orders))]
    return sorted(chosen)


def _unlike(words: Sequence[Sequence[str]], a: int, b: int) -> tuple[bool, bool, int, int]:
    """How unlike two orders are: another verb, another end, words that only one has, how far apart they stand."""
    one, other = words[a], words[b]
    if not one or not other:
        return (False, False, 0, abs(a - b))
    return one[0] != other[0], one[-1] != other[-1], len(set(one) ^ set(other)), abs(a - b)
