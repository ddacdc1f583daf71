"""The text of a move file -> orders and problems. Pure; never raises for what a person or a machine may send.

A file is lines: headers (match, player, turn, check), then the game's own actions, press (say, grey) and the referee's
keywords (join, word, pad, link, ready, resign, draw, address, those of the desk) and requests (help, status, ...).
Actions below a line `when NAME: action` wait for that action. Blank lines, comments (`#` at the start or after a space,
but not in the words of a message) and quoted lines (`>`) are skipped; all after a line `-- `, `end` or `done` is
ignored. A full stop that ends an order is left out.

What the game's own reader reads stays as it reads it. Where it reads nothing, or nothing legal, a text may mean the
same without ornament: with arrows, "to" or nothing between spaces, numbered, with the piece's name, without `move`,
with the start space named or not. It is taken only where exactly one legal action is meant."""

import re
import unicodedata
from contextlib import suppress
from typing import Any, Literal, NamedTuple

from adjudicator.core import NotationError
from adjudicator.core.codec import digest, quoted
from adjudicator.core.game import Game, GameState, Token
from adjudicator.dice import playable
from adjudicator.referee import admin
from adjudicator.referee.records import CHECK, LINK, NONE, PAD, READY, UNDO, YES, Reading
from adjudicator.referee.terms import ADDRESS
from printables.core import Problem, meant

MOST_BYTES = 65_536
MOST_LINES = 400
MOST_CHARACTERS = 1_000
END = "end"
MARKS = "\ue001\ue002"  # before lines of a mail that are looked at again
CODE_SIGNS, CODE_LENGTH = "23456789abcdefghjkmnpqrstvwxyz", 4  # of what ties a `yes` to one offer

Kind = Literal[
    "action", "say", "grey", "join", "word", "pad", "link", "ready", "resign", "draw", "address", "desk", "undo",
    "ask", "yes",
]  # fmt: skip
# Lines that ask for something and do nothing; the answer is a letter.
HELP, RULES, STATUS, MOVES, HISTORY = "help", "rules", "status", "moves", "history"
RESEND, WHO, TOKEN, LEAVE, DICE, PAGE = "resend", "who", "token", "leave", "dice", "page"
REQUESTS = (HELP, RULES, STATUS, MOVES, HISTORY, RESEND, WHO, TOKEN, DICE)
NEWER = (PAGE, "help time", "help draw", "help later")  # what the newest reader knows besides
OF_A_TURN = re.compile(rf"{DICE} ([0-9]{{1,5}})")

_COMMENT = re.compile(r"(?:^|\s)#.*$")
_SAY = re.compile(r"(?P<how>say|grey)\s+(?P<to>[^:]{1,200}):\s*(?P<text>.*)", re.IGNORECASE)
_WHEN = re.compile(r"when\s+(?P<who>[^:]{1,200}):\s*(?P<action>.+)", re.IGNORECASE)
_JOINERS = "\u200c\u200d"  # scripts and emoji need them
_DASHES = {ord(dash): "-" for dash in "‐‑‒–—−"} | {ord(quote): "'" for quote in "‘’"} | {0x00D7: "x"}
_TYPED = str.maketrans(_DASHES | dict.fromkeys(map(ord, _JOINERS)))
_STOP = re.compile(r"(?<=\w) ?[.;!]$")
_BELOW = re.compile(r"^--[ \t]*\r?\n\s*(head [0-9]{1,7} [A-Za-z0-9+/]{43}=)[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_LITERAL = ("word", "player")  # keywords after which a full stop may be part of what is named
# Lines that a mail's reader must know before they are orders; their spaces are single, or such patterns would take a
# time that grows with the cube of a run of them.
_MATCH = re.compile(r"match:? \[? ?([^ \[\]]{1,100}) ?\]?(?: #.*)?", re.IGNORECASE)
_TOKEN = re.compile(r"token:? (\S{5,100}|\w{3,5}(?:[ -]\w{3,5}){2})", re.IGNORECASE)  # but not "Token B: a1 b1"
_CODE = re.compile(r"(address:? confirm) (.{1,100})", re.IGNORECASE)
_NUMBERED = re.compile(r"(?P<number>[0-9]{1,4})[:.)]? +(?P<link>.+)")  # a link as it stands on a pad
_WITH_MARKS = ("say", "if", "address", "word")  # orders in which a colon or an address means something
_LABEL = re.compile(r"^([a-z]{3,}): ", re.IGNORECASE)  # "Move: a3", but not "A: a3"
LONGEST = 200  # of a text that is looked at for other ways to read it
_WHOSE = re.compile(r"([a-z]{1,3}:\s*)(.*)", re.IGNORECASE | re.DOTALL)
_NUMBERED_MOVE = re.compile(r"\d{1,3}\s*[.)](?:\s*\.\.)?\s*(?=[a-z])", re.IGNORECASE)
_ARROW = re.compile(r"\s*(?:[-=–—]*>|[→⇒➜➔⟶])\s*")
_TO = re.compile(r"(?<=\d) to (?=[a-z])", re.IGNORECASE)
_RUN_ON = re.compile(r"(?<=\d)(?=[a-z]\d)", re.IGNORECASE)
_DASH = re.compile(r"\s*-\s*")


class Order(NamedTuple):
    """A line to be carried out: its number in the file, its kind, and its text: of a draw "offer", "accept" or
    "decline"; of an `address` the new one, or "confirm"; of a `pad` its link 0 as hex, or "none"; of a `link` the same,
    below its number if it was typed. `to`: whom a `say` is for, as written. `when`: the player, as written, and the
    awaited action."""

    line: int
    kind: Kind
    text: str
    to: str = ""
    when: tuple[str, str] | None = None


class Line(NamedTuple):
    """A line of a mail: what it is, its value (of a "match" below which orders are for it, of a "token" or "code" that
    shows whose the mail is; "end": no order follows), and its text without a secret."""

    what: Literal["match", "token", "code", "end", "orders"]
    value: str
    text: str


class Orders(NamedTuple):
    """A move file as read: where it came from, what it says of itself, its orders, and what could not be read. `head`:
    how far the log went that it answers, as number of lines and SHA-256 of the last. `check`: it only asks what would
    happen. `reading`: how it was understood, in a match whose reader is the newest."""

    source: str
    hash: str
    match: str | None = None
    player: str | None = None
    turn: int | None = None
    head: tuple[int, str] | None = None
    turn_line: int = 0
    player_line: int = 0
    orders: tuple[Order, ...] = ()
    problems: tuple[Problem, ...] = ()
    check: bool = False
    reading: Reading | None = None


def head_below(text: str) -> str:
    """The line `head` that a page puts below the line `-- ` that ends its orders; "" for none."""
    return found[1] if (found := _BELOW.search(text)) else ""


def ends(line: str) -> bool:
    """Whether all after that line is ignored."""
    return line.rstrip() == "--" or line.strip().lower().rstrip(".!") in (END, "done")


def line(text: str) -> Line:
    """What a line of a mail is, before its orders are read."""
    plain = " ".join(text.split()) if len(text) <= MOST_CHARACTERS else ""
    if ends(plain):
        return Line("end", "", text)
    if found := _MATCH.fullmatch(plain):
        return Line("match", found[1], text)
    if token := _TOKEN.fullmatch(plain):
        return Line("token", token[1], "")
    if code := _CODE.fullmatch(plain):
        return Line("code", code[2], code[1])
    return Line("orders", "", text)


def asked(text: str) -> str:
    """A text of one line as a request is compared: `Help?` asks for help."""
    return text.strip().rstrip(".!?").rstrip().lower()


def has_marks(line: str) -> bool:
    """Whether a line may be an order in which a colon or an address means something."""
    return line.lower().startswith(_WITH_MARKS)


def decode(data: bytes) -> str:
    """Bytes as text: UTF-8, UTF-16 with its mark, or what old mail programs send (Windows-1252)."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def visible(text: str) -> str:
    """The text without characters that nobody sees and that could turn its order round (Unicode's Cf)."""
    return text if text.isascii() else "".join(c for c in text if unicodedata.category(c) != "Cf" or c in _JOINERS)


def read(
    data: bytes, source: str, *, referee: bool = False, reading: Reading | None = None, newest: bool = False
) -> Orders:
    """Read a move file, or a file of the `referee`. Every line that cannot be read is a problem; nothing is raised.
    `reading`: how its lines were understood, in a match whose reader is the `newest`."""
    if len(data) > MOST_BYTES:
        problem = Problem(source, 0, f"the file has {len(data)} bytes", f"a move file has at most {MOST_BYTES}")
        return Orders(source, digest(data), problems=(problem,))
    reader, text = _Reader(source, referee, reading is not None, newest), decode(data)
    understood = dict(reading.lines) if reading else {}
    for number, line in enumerate(text.splitlines(), 1):
        line = understood.get(number, line.lstrip(MARKS) if reading else line)
        if number > MOST_LINES:
            reader.refuse(number, f"the file has more than {MOST_LINES} lines", "end your orders with a line `end`")
            break
        reader.take(number, line)
        if reader.finished:
            if below := head_below(text):
                reader.headers.setdefault("head", (below.partition(" ")[2], number))
            break
    said = {name: value for name, (value, _) in reader.headers.items()}
    lines = {name: number for name, (_, number) in reader.headers.items()}
    turn = int(said["turn"]) if "turn" in said else None
    orders = Orders(source, digest(data), said.get("match"), said.get("player"), turn, quoted(said.get("head", "")))
    orders = orders._replace(turn_line=lines.get("turn", 0), player_line=lines.get("player", 0), reading=reading)
    return orders._replace(orders=tuple(reader.orders), problems=tuple(reader.problems), check=reader.check)


def for_one_match(text: str) -> str:
    """The first of the referee's orders in a text that makes sense in one match only; "" for none."""
    for line in map(str.strip, text.splitlines()):
        keyword, said = line.partition(" ")[0].lower(), _SAY.fullmatch(line)
        if keyword in (UNDO, *admin.OF_ONE_MATCH) or (said and said["to"].strip().lower() != "all"):
            return line
    return ""


def typed(order: Order) -> str:
    """An order as it would be typed."""
    if order.kind in ("say", "grey"):
        return f"{order.kind} {order.to}: {order.text}"
    named = order.kind in ("word", PAD, LINK, "draw", "address", YES)
    return f"{order.kind} {order.text}".rstrip() if named else order.text


def says(line: str) -> bool:
    """Whether a line is a message: a sign in it is no comment."""
    return bool(_SAY.fullmatch(line.strip()))


def uncommented(line: str) -> str:
    """A line without its comment; "" for one that is quoted."""
    return "" if line.lstrip().startswith(">") else _COMMENT.sub("", line).rstrip()


def is_code(text: str) -> bool:
    """Whether a text could be the code of an offer."""
    return len(text) == CODE_LENGTH and all(sign in CODE_SIGNS for sign in text)


class _Reader:
    def __init__(self, source: str, referee: bool, reading: bool, newest: bool) -> None:
        self.source, self.reading, self.newest = source, reading, newest or reading
        self.words = admin.REFEREES_WORDS if referee else admin.PLAYERS_WORDS
        self.referee, self.check = referee, False
        self.when: tuple[str, str] | None = None
        self.headers: dict[str, tuple[str, int]] = {}
        self.orders: list[Order] = []
        self.problems: list[Problem] = []
        self.finished = False

    def refuse(self, number: int, message: str, hint: str) -> None:
        self.problems.append(Problem(self.source, number, message, hint))

    def take(self, number: int, line: str) -> None:
        if line.lstrip().startswith(">"):
            return
        if ends(line) and not (self.referee and line.strip() != "--"):
            self.finished = True
            return
        try:
            self.sort(number, line)
        except NotationError as error:
            self.refuse(number, error.reason, error.hint)

    def sort(self, number: int, line: str) -> None:
        """Raises NotationError for a line that cannot be read."""
        if len(line) > MOST_CHARACTERS:
            raise NotationError(f"the line has {len(line)} characters", f"a line has at most {MOST_CHARACTERS}")
        line = visible(line).strip()
        text = line if _SAY.fullmatch(line) else _COMMENT.sub("", line).strip()
        if strange := next((c for c in text if unicodedata.category(c) in ("Cc", "Cs", "Co") and c != "\t"), None):
            raise NotationError(f"the line has a character that is no text (U+{ord(strange):04X})", "type it anew")
        if not text:
            return
        if said := _SAY.fullmatch(text):
            self.say(number, said["how"].lower(), said["to"].strip(), said["text"].strip())
            return
        plain = " ".join(unicodedata.normalize("NFKC", text).translate(_TYPED).split())
        if not self.referee and plain.partition(" ")[0].lower().rstrip(":") not in _LITERAL:
            plain = _STOP.sub("", plain)
        keyword, _, rest = plain.partition(" ")
        keyword = keyword.lower().rstrip(":")
        if keyword in ("match", "player", "turn", "head") and plain.lower() != "match":  # alone, a game's action
            self.header(number, keyword, rest)
        elif keyword in ("say", "grey"):
            raise NotationError(f"{plain!r} says nothing", f"write `{keyword} NAME: text` or `{keyword} all: text`")
        elif keyword in self.words:
            admin.read(plain, newest=self.newest or self.referee)
            self.orders.append(Order(number, "desk", plain))
        elif self.referee:
            self.referees(number, plain)
        elif keyword == "when":
            if not (found := _WHEN.fullmatch(plain)):
                hint = "write `when NAME: their action`, then your own below it"
                raise NotationError(f"{plain!r} is no condition", hint)
            self.when = found["who"].strip(), found["action"].strip()
        elif plain.lower() == CHECK:
            self.check = True
        else:
            kind, text = self.players(plain, keyword, rest)
            self.orders.append(Order(number, kind, text, when=self.when if kind == "action" else None))

    def say(self, number: int, how: str, to: str, text: str) -> None:
        if self.referee and how == "grey":
            raise NotationError("a message of the referee is never without a name", "write `say NAME: text`")
        if not text:
            raise NotationError(f"nothing follows `{how} {to}:`", "write the words on the same line")
        self.orders.append(Order(number, "grey" if how == "grey" else "say", text, to))

    def referees(self, number: int, plain: str) -> None:
        keyword = plain.partition(" ")[0].lower()
        if keyword == END:
            reason = "`end` only closes a player's orders, and ends no match"
            hint = "`abandon` ends it without a result, `award NAME` gives it to a player, `declare draw` to nobody"
            raise NotationError(reason, hint)
        if plain.lower() != UNDO:
            hint = meant(keyword, (*admin.REFEREES_WORDS, UNDO, "say"), "the orders are")
            raise NotationError(f"{plain!r} is not an order of a referee", hint)
        self.orders.append(Order(number, "undo", UNDO))

    def players(self, plain: str, keyword: str, rest: str) -> tuple[Kind, str]:
        """Kind and text of an order of a player."""
        if self.when and keyword in ("resign", "draw"):
            hint = "write it above the `when` to do it now, or send it when that has happened"
            raise NotationError(f"`{plain}` cannot wait for what {self.when[0]} plays", hint)
        if self.reading and keyword == YES:
            return "yes", rest
        if (request := asked(plain)) in (*REQUESTS, *(NEWER if self.newest else ())) or OF_A_TURN.fullmatch(request):
            return "ask", request
        if keyword == "word":
            if not rest or " " in rest or len(rest) > 100:
                raise NotationError("a dice word is one word of at most 100 characters", "for example `word hazel`")
            return "word", rest
        if keyword in (PAD, LINK):
            return "pad" if keyword == PAD else "link", _link(keyword, rest)
        if plain.lower() == READY:
            return "ready", READY
        if keyword in ("join", "resign"):
            if rest:
                reason = f"`{keyword}` stands alone on its line, here {rest!r} follows it"
                raise NotationError(reason, f"write `{keyword}`")
            return "join" if keyword == "join" else "resign", keyword
        if keyword == "draw":
            if rest.lower() not in ("offer", "accept", "decline"):
                raise NotationError(f"{plain!r} is no order", "write `draw offer`, `draw accept` or `draw decline`")
            return "draw", rest.lower()
        if keyword == "address":
            if rest.lower() != "confirm" and not ADDRESS.fullmatch(rest):
                raise NotationError(f"{rest!r} is no mail address", "for example `address anna@example.org`")
            return "address", "confirm" if rest.lower() == "confirm" else rest
        return "action", _LABEL.sub(r"\1 ", plain)

    def header(self, number: int, keyword: str, value: str) -> None:
        value = value.strip("[] ")
        if not value:
            raise NotationError(f"nothing follows `{keyword}`", f"write `{keyword} ...` or leave the line out")
        if keyword == "turn" and not (value.isascii() and value.isdigit() and len(value) < 8):
            raise NotationError(f"{value!r} is no turn", "write a number, as in `turn 7`")
        if keyword == "head" and not quoted(value):
            hint = "copy the line from your letter, or leave it out"
            raise NotationError(f"{value[:80]!r} is no head of a log", hint)
        said, line = self.headers.setdefault(keyword, (value, number))
        if said.lower() != value.lower():
            reason = f"`{keyword} {value}` after `{keyword} {said}` in line {line}"
            raise NotationError(reason, f"a file speaks for one {keyword}: send two files")


def _link(keyword: str, rest: str) -> str:
    """What follows `pad` or `link`: "none", or a link as hex, below the number of a `link`. Raises NotationError."""
    if keyword == PAD and rest.lower() == NONE:
        return NONE
    from adjudicator.dice import pads  # 2,048 words, and few matches have any

    counted = _NUMBERED.fullmatch(rest)
    try:
        link = pads.read(counted["link"] if counted else rest).hex()
    except NotationError as error:
        raise NotationError(f"`{keyword}`: {error.reason}", error.hint) from None
    return f"{int(counted['number'])} {link}" if counted and keyword == LINK else link


def read_action(game: Game, text: str, state: GameState) -> object:
    """The action that a text means, legal or not. Raises NotationError, for a text of several meanings too."""
    try:
        first, fault = game.parse(text, state), None
    except NotationError as error:
        first, fault = None, error
    if len(text) > LONGEST or (first is not None and playable(game, state, first)):
        others: list[object] = []
    else:
        others = _read(game, text, state)
    legal = [action for action in others if action != first and playable(game, state, action)]
    if len(legal) > 1:
        meant = " or ".join(f"`{game.format(action, state)}`" for action in legal[:4])
        raise NotationError(f"{text[:60]!r} can mean more than one move", f"write {meant}")
    for action in (*legal, first, *(others if len(others) == 1 else ())):
        if action is not None:
            return action
    raise fault or NotationError(f"{text[:60]!r} is no action")


def plain_action(game: Game, text: str, state: GameState) -> Any | None:
    """The action that a text is as the game itself reads it, legal or not; None where it reads none."""
    try:
        return game.parse(text, state)
    except NotationError:
        return None


def may_act(game: Game, text: str, state: GameState) -> bool:
    """Whether a text is a legal action as the game reads it."""
    action = plain_action(game, text, state)
    return action is not None and playable(game, state, action)


def _read(game: Game, text: str, state: GameState) -> list[object]:
    """The different actions that plainer ways to write a text mean, legal or not."""
    whose, body = found.groups() if (found := _WHOSE.fullmatch(text)) else ("", text)
    body = _RUN_ON.sub(" ", _TO.sub(" ", _ARROW.sub(" ", _NUMBERED_MOVE.sub("", body.strip(), count=1))))
    spaces = _spaces(game, body, state)
    if spaces is None:
        return _parsed(game, state, whose, [body])
    own = [token for token in game.tokens(state) if token.seat in game.to_act(state)]
    starts = list(dict.fromkeys(token.place for token in own))
    if not (bare := _parsed(game, state, whose, [" ".join(spaces)])):  # a game that wants the start named
        return _parsed(game, state, whose, [" ".join((start, *spaces)) for start in starts])
    if [start.lower() for start in starts] != [spaces[0].lower()] or any(playable(game, state, one) for one in bare):
        return bare
    return [*bare, *_parsed(game, state, whose, [" ".join(spaces[1:])])]  # one that does not


def _parsed(game: Game, state: GameState, whose: str, texts: list[str]) -> list[object]:
    """What those of the texts mean that the game reads, with or without `move`, each once."""
    read: list[object] = []
    for text in texts:
        for written in (text, f"move {text}"):
            with suppress(NotationError):
                action = game.parse(whose + written, state)
                if action not in read:
                    read.append(action)
                break
    return read


def _spaces(game: Game, body: str, state: GameState) -> list[str] | None:
    """The spaces that a text names, if it names nothing else but `move` and the piece that moves; else None."""
    names = {place.id.lower() for place in game.board(state.options).places}
    words = _DASH.sub(" ", body).split()
    if words and words[0].lower() == "move":
        del words[0]
    tokens = game.tokens(state)
    if words and (piece := words[0].lower()) in {_kind(token) for token in tokens}:
        del words[0]
        own = {token.place.lower() for token in tokens if token.seat in game.to_act(state) and _kind(token) == piece}
        taken = {token.place.lower() for token in tokens} - own
        if not own or not words or words[0].lower() in taken:
            return None
    return words if words and all(word.lower() in names for word in words) else None


def _kind(token: Token) -> str:
    return token.kind.partition("-")[0].lower()
