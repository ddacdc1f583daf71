"""What a game and a record are: the base of games, choices, bots and puzzles, and JSON in one form.

And the mistakes a player or a file can make, one class each."""

from printables.core import UserError


class OrderError(Exception):
    """An order that cannot be carried out: `reason` quotes it, `hint` says what would be right."""

    kind = "order"

    def __init__(self, reason: str, hint: str = "") -> None:
        self.reason, self.hint = reason, hint
        super().__init__(f"{reason}; {hint}" if hint else reason)


class NotationError(OrderError):
    """The text is no action of this game, whatever the position."""

    kind = "notation"


def quote(text: str, most: int, form: str, what: str = "an action") -> str:
    """An action's text as mistakes quote it. Raises NotationError where it has more characters than any action."""
    quoted = repr(text if len(text) <= 60 else f"{text[:60]}...")
    if len(text) > most:
        raise NotationError(f"{quoted} is too long for {what}", form)
    return quoted


class IllegalMove(OrderError):
    """The text is understood, and the rules forbid it in this position."""

    kind = "illegal"


class DiceError(Exception):
    """A throw cannot be made: scripted or table dice ran out or do not fit, or the chain of links is used up."""


class MatchError(UserError):
    """A match folder that is missing, damaged, locked or from another program."""


class CaseError(UserError):
    """A case file that cannot be read."""


class GameError(UserError):
    """A game, option or position that does not exist."""
