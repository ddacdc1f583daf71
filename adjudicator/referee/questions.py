"""Whether a file asks in plain words what only a person can answer. Pure."""

from __future__ import annotations

from itertools import islice

from adjudicator.core.game import Game
from adjudicator.referee.orders import Orders
from adjudicator.referee.records import Refusal, Standing

QUESTION = "question"  # what was asked for, in the log; and the kind of the event that tells its writer
# What concerns only the player it happens to (and the referee), as kinds of events.
PRIVATE = frozenset(
    (
        *("wish", "cancelled", "kept", "kept-until", "would", "would-throw", "extension-asked", "denied", "reminded"),
        *("spectator-on", "spectator-off", QUESTION),
    )
)
FEWEST = 3  # words of a question: what is shorter is nearer to an order
LOOKED = 200  # legal actions whose first words are known


def plain(game: Game, standing: Standing, orders: Orders, refusals: list[Refusal]) -> bool:
    """Whether a refused file is a question: a line of it asks, and no line is an order or begins like one."""
    if orders.check or orders.problems or not refusals or any(order.kind != "action" for order in orders.orders):
        return False
    unread = {refusal.line for refusal in refusals}
    if standing.state is not None and any(order.line not in unread for order in orders.orders):
        return False
    verbs = _verbs(game, standing)
    lines = [order.text.split() for order in orders.orders]
    return any(line[-1].endswith("?") and len(line) >= FEWEST for line in lines) and not any(
        line[0].lower() in verbs for line in lines
    )


def _verbs(game: Game, standing: Standing) -> set[str]:
    """What legal actions begin with."""
    if standing.state is None:
        return set()
    actions = (game.format(action, standing.state) for action in islice(game.moves(standing.state), LOOKED))
    return {next((word for word in action.split() if not word.endswith(":")), "").lower() for action in actions}
