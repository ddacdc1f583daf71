"""The records that commands write with `--json`: read by programs of others, and by the page that explains them."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

Seat = str  # a letter
Text = str


class Written(TypedDict):
    """A file that was written."""

    file: str


class OfMatch(Written):
    """A file that was written of a match, for the player named, or for everybody."""

    match: str
    seat: str | None


class Fault(TypedDict):
    """What is wrong: where (line and column 0: nowhere in particular), and what would be right."""

    source: str
    line: int
    message: str
    hint: str
    column: int


class Done(TypedDict):
    """What a file of orders, or the time, did in a match, and how it stands now. `folder`: of a new match."""

    match: str
    source: str
    seat: Seat | None
    orders: list[str]
    happened: list[Text]
    refused: list[Fault]
    turn: int | None
    to_act: list[Seat]
    outcome: Text | None
    folder: NotRequired[str]


class Waits(TypedDict):
    """The round of drand that a match's dice wait for, when it is due, and where it can be looked up."""

    match: str
    round: int
    due: str
    addresses: NotRequired[list[str]]


class Sent(TypedDict):
    """What became of a letter: sent, deferred, refused, skipped or failed, and why."""

    match: str
    letter: str
    address: str
    what: str
    reason: str


class Mail(TypedDict):
    """An email as it would be sent."""

    match: str
    mail: str


class Arrived(TypedDict):
    """What became of an email, or of its part for one match."""

    email: int
    received: str
    verdict: str
    why: str
    match: str


class Club(TypedDict):
    """What members and referees of a club have asked for by email."""

    match: str
    what: str
    why: str


class Token(TypedDict):
    """What shows that an email is a player's."""

    player: str
    token: str


class Row(TypedDict):
    """A match on the referee's desk; `due` is the first of its deadlines (UTC), or empty."""

    match: str
    game: str
    turn: str
    waits_for: str
    due: str
    notes: list[Text]


class Rated(TypedDict):
    """A player's rating."""

    player: str
    rating: float
    deviation: float
    volatility: float
    matches: int


class Proved(TypedDict):
    """What was checked of a match or an excerpt. `by`: lines of its log by what proves their orders."""

    match: str
    verified: bool
    lines: int
    throws: int
    links: int
    problems: list[Fault]
    notes: list[Text]
    by: dict[str, int]
    letters: Text


class Slip(TypedDict):
    """What was checked of the dice of a letter."""

    slip: str
    verified: bool
    problems: list[Text]
    rolls: int
    commitment: str


class Again(TypedDict):
    """What is another under this version than in the log of a match."""

    match: str
    lines: int
    differences: list[Fault]


class State(TypedDict):
    """A match's position, as in state.json."""

    game: str
    log_head: str
    options: dict[str, Any]
    state: dict[str, Any] | None
    turn: int


class Position(TypedDict):
    """A position that can be played on, what happened, and how the game ended, if it has."""

    game: str
    rules: NotRequired[int]
    options: dict[str, Any]
    state: dict[str, Any]
    events: list[Any]
    outcome: dict[str, Any] | None


class Option(TypedDict):
    """An option of a game."""

    values: Text
    default: Any
    about: Text


class Game(TypedDict):
    """A game, or a hunt as a `variant` of one; of players the fewest and the most."""

    game: str
    variant: NotRequired[str]
    title: str
    players: list[int]
    minutes: str
    age: int
    dice: bool
    about: Text
    options: dict[str, Option]
    designer: str
    source: str
    licence: str


class Rules(TypedDict):
    """The rules of a game, as text."""

    name: str
    text: Text


class Setting(TypedDict):
    """A setting that counts, and the file that it is from."""

    value: str
    file: str


class Worth(TypedDict):
    """An action, and what it is worth to the player: from -1 (lost) to 1 (won)."""

    action: str
    worth: float


class Judged(TypedDict):
    """A move of a match, at its line of the log: what it was worth, the best there was, and what was lost by it."""

    line: int
    turn: int
    player: str
    move: str
    worth: float
    best: str
    best_worth: float
    lost: float


class Solved(TypedDict):
    """A position decided: the player to move wins, loses or draws, after how many plies."""

    value: Literal["win", "loss", "draw"]
    plies: int | None
    nodes: int
    to_move: NotRequired[Seat]
    best: NotRequired[str]
    line: NotRequired[list[str]]


class Case(TypedDict):
    """An adjudication case, and in what it differs from what was expected."""

    id: str
    source: str
    line: int
    differences: list[Text]
    passed: bool


class Lines(TypedDict):
    """How many lines of play there are to a depth."""

    depth: int
    lines: int


class Try(TypedDict):
    """Actions that are as good as each other, their chance, and what answers them."""

    actions: list[str]
    chance: str
    reply: NotRequired[str]


class Puzzle(TypedDict):
    """A puzzle with its answer; the position is one that `postfox position play` takes."""

    kind: Literal["win", "escape", "throw"]
    turns: int
    seat: Seat
    question: Text
    position: dict[str, Any]
    line: list[str]
    tries: list[Try]


class Share(TypedDict):
    """How many, what part of all that is, and its 95 % interval."""

    count: int
    share: float
    low: float
    high: float


class Wins(Share):
    """What a player won."""

    player: str


class Simulated(TypedDict):
    """Games of bots; `lengths`: how many games took that many actions."""

    game: str
    options: dict[str, Any]
    players: list[str]
    seed: str
    games: int
    wins: list[Wins]
    seats: list[Share]
    first: Share
    nobody: Share
    ends: dict[str, int]
    actions: dict[str, float]
    lengths: dict[str, int]
    scores: list[float]
    happened: dict[str, int]


class Checked(TypedDict):
    """What is wrong with templates, or with a hunt; of translations, what they lack, file by file."""

    problems: list[Fault]
    lacking: NotRequired[list[dict[str, Any]]]
    facts: NotRequired[list[Text]]


class Kind(TypedDict):
    """A kind of template, how many there are, and what they are for."""

    kind: str
    files: int
    about: Text


class Printer(TypedDict):
    """What is known of a printer; lengths in mm."""

    name: str
    scale: float
    back_dx: float
    back_dy: float
    margins: list[float]


class Copied(TypedDict):
    """A match that was copied."""

    match: str


class Value(TypedDict):
    """What was made or asked for: the version, a key, a line of a pad."""

    value: str


class Table(TypedDict):
    """Where a table can be played at."""

    name: str
    address: str
