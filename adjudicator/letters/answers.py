"""What a letter brings because its reader asked for it: legal moves, what has happened, the last letter, rules."""

from typing import Any, NamedTuple

from adjudicator.core.game import Event, Game
from adjudicator.letters import examples
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.letters.seen import Past
from adjudicator.referee.orders import HISTORY, MOVES, RESEND, RULES
from adjudicator.referee.records import ASK, REFEREE, Entry, Match, Standing
from adjudicator.referee.seats import addresses, to_act

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
        found = examples.find(self.game, self.game.view(self.after.state, self.seat), MOST_MOVES, self.seat)
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
