"""What a letter brings because its reader asked for it: legal moves, what has happened, the last letter, rules.

Some legal actions, as unlike each other as can be found quickly, and how many there are: the examples of letters.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from adjudicator.core import situation
from adjudicator.core.game import Event, Game, seat_letter
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.letters.seen import Past
from adjudicator.referee.orders import HISTORY, MOVES, RESEND, RULES
from adjudicator.referee.records import ASK, REFEREE, Entry, Match, Standing
from adjudicator.referee.seats import addresses, to_act

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


MOST_MOVES = 300  # in a letter
MOST_LINES = 300  # of what has happened: the last ones


def asked(entry: Entry, seat: int) -> tuple[str, ...]:
    """What the sender of a file asked for, each once."""
    own = entry.done if seat == entry.seat else ()
    return tuple(dict.fromkeys(done.text for done in own if done.kind == ASK))


def first(entry: Entry, seat: int) -> bool:
    """Whether that line brings the first letter of a match to a reader, who learns there how all is done."""
    return entry.n == 0 or any(event.kind == "substituted" and event.seat == seat for event in entry.events)


def with_rules(match: Match, entry: Entry, seat: int) -> bool:
    """Whether the mail with that letter has the rules of the match attached."""
    if seat == REFEREE or not addresses(match, entry.after)[seat]:
        return False
    return first(entry, seat) or RULES in asked(entry, seat)


class Answers(NamedTuple):
    """What a line of the log asks for, for one reader. `private`: kinds of events that are told to nobody else."""

    game: Game
    phrases: Phrases
    names: Names
    entry: Entry
    after: Standing
    seat: int
    past: Past
    private: frozenset[str]

    @property
    def subject(self) -> Entry:
        """The line that the letter is about: its own, or that of the last letter to a reader who asks for it again."""
        if RESEND not in asked(self.entry, self.seat):
            return self.entry
        for entry in self.past()[::-1]:
            written = any(letter.seat == self.seat for letter in entry.letters)
            if written and (entry.played or entry.says or first(entry, self.seat)):
                return entry
        return self.entry

    def facts(self, match: Match) -> dict[str, Any]:
        """What a template may say of it."""
        wanted = asked(self.entry, self.seat)
        return {
            "asked": list(wanted),
            "attached": with_rules(match, self.entry, self.seat),
            "mailed": self.seat != REFEREE and bool(addresses(match, self.after)[self.seat]),
            "moves": self._moves() if MOVES in wanted else None,
            "history": self._history() if HISTORY in wanted else [],
        }

    def _moves(self) -> dict[str, Any]:
        """The legal actions of the reader, if it is the reader's turn."""
        if self.seat not in to_act(self.game, self.after):
            return {"orders": [], "count": 0, "more": False}
        found = find(self.game, self.game.view(self.after.state, self.seat), MOST_MOVES, self.seat)
        return {"orders": list(found.orders), "count": found.many, "more": found.more}

    def _history(self) -> list[dict[str, Any]]:
        """What the reader may know of all that has happened, a line of the log each, with the turn it was in."""
        lines: list[dict[str, Any]] = []
        turn = 0
        for entry in self.past():
            seen = [event for event in entry.events if self._shown(event)]
            if said := " ".join(self.phrases.sentences(seen, self.names)):
                lines.append({"turn": turn, "said": said})
            turn = entry.after.state.turn if entry.after.state is not None else 0
        return lines[-MOST_LINES:]

    def _shown(self, event: Event) -> bool:
        return event.kind not in self.private and self.game.sees(event, self.seat, len(self.names.seats))
