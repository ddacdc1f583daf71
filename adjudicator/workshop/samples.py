"""Letters of every kind and every game, to look at and to test: each is made by the referee, none by hand."""

import json
import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from adjudicator import dice, games
from adjudicator.core import ed25519
from adjudicator.core.codec import Json
from adjudicator.core.game import unlettered
from adjudicator.dice import beacon, pads
from adjudicator.dice.beacon import Round
from adjudicator.letters import facts
from adjudicator.letters.facts import Letter
from adjudicator.match import outputs
from adjudicator.referee import adjudication, commands, orders
from adjudicator.referee.admin import PATIENCE, Refused
from adjudicator.referee.chance import Links
from adjudicator.referee.records import Asks, MailRecord, Match, Post, Reading, Seat, Standing, Understood
from adjudicator.referee.ruling import Draft
from adjudicator.referee.terms import Terms
from printables import boards
from printables.render import svg

CHAIN = dice.Chain(dice.secret_from_seed("wheel"))
KEY = ed25519.public(b"a sample".ljust(32)).hex()
LINKS = Links(CHAIN.link)
TERMS = Terms(days=3, late="random", zone="Europe/Berlin", grey=True)
AT, NEAR, PAST = (f"2026-11-{day}T20:31:00+00:00" for day in (21, 24, 27))
ASKED = ("status", "moves", "history", "rules", "resend", "who", "token", "dice")
HELP = ("help", "help time", "help draw", "help later")
COMMANDS = {
    "substitute": "substitute Otto: Carla <carla@example.org>", "spectator": "spectator dora@example.org",
    "held": "hold", "extended": "extend SEAT 5 days", "message": "say all: the next turn may take longer",
}  # fmt: skip
Named = tuple[str, Letter]


class Table:
    """A match of two, some turns played, and what letters come of what happens next."""

    def __init__(self, slug: str, seats: int = 2, *, board: bool = False, **options: object) -> None:
        self.game: Any = games.find(slug)
        players = (Seat("Anna", "anna@example.org"), Seat("Otto", "otto@example.org"))[:seats]
        chosen = self.game.Options(**options).model_dump()
        made = Match("anna-otto", slug, chosen, players, dice.SCHEME, CHAIN.commitment.hex(), terms=TERMS)
        self.match = made._replace(receipts=KEY)
        self.board = board
        self.begin(seats)

    def begin(self, seats: int = 2) -> None:
        """From the first turn on, by the match's terms."""
        self.before = Standing(("hazel", "thorn")[:seats])
        self.ruling = adjudication.begin(self.match, self.game, self.before.words, LINKS, "0" * 64, AT)
        self.past = [self.ruling.entry]

    @property
    def standing(self) -> Standing:
        return self.ruling.standing

    @property
    def seat(self) -> int:
        return int(self.game.to_act(self.standing.state)[0])

    @property
    def player(self) -> str:
        return f"player {'AB'[self.seat]}\n"

    def play(self, turns: int) -> None:
        """Chance moves, with a message."""
        lot = random.Random(3)
        for _ in range(turns):
            if self.standing.outcome is not None:
                return
            self.send(f"{self.player}{self.legal(lot)}\nsay all: mind the fox behind you!\n", keep=True)

    def legal(self, lot: random.Random | None = None) -> str:
        state = self.standing.state
        typed = [str(self.game.format(action, state)) for action in islice(self.game.moves(state), 200)]
        safe = [text for text in typed if text != "concede"]
        return lot.choice(safe) if lot else safe[0]

    def send(self, text: str, *, keep: bool = False, mailed: bool = False, after: Standing | None = None) -> Any:
        post = Post((self.seat,), MailRecord("x", AT, "address")) if mailed else None
        read, before = orders.read(text.encode(), "orders.txt", reading=Reading()), after or self.standing
        ruling = adjudication.adjudicate(Draft(self.match, self.game, before, LINKS, AT), read, post)
        if keep:
            self.before, self.ruling = before, ruling
            self.past.append(ruling.entry)
        return before, ruling

    def join(self, text: str) -> Any:
        read = orders.read(text.encode(), "orders.txt")
        return self.standing, adjudication.adjudicate(Draft(self.match, self.game, self.standing, LINKS, AT), read)

    def command(self, text: str, after: Standing | None = None) -> Any:
        before = after or self.standing
        read = orders.read(text.encode(), "orders", referee=True)
        ruling = commands.command(self.match, self.game, before, read, AT)
        assert not ruling.entry.refusals
        return before, ruling

    def first_move(self, seat: int) -> str:
        state = self.standing.state
        return unlettered(self.game.format(next(a for a in self.game.moves(state) if a.seat == seat), state), seat)

    def time(self, at: str, **terms: Any) -> Any:
        self.match = self.match._replace(terms=(self.match.terms or TERMS)._replace(**terms))
        ruling = commands.tick(self.match, self.game, self.standing, LINKS, at, self.first_move)
        assert ruling is not None
        return self.standing, ruling

    def letters(self, name: str, happened: Any, language: str) -> Iterator[Named]:
        before, ruling = happened

        def drawn(seat: int, words: str) -> str:
            sheet = outputs.draw(self.match, self.game, ruling.entry, ruling.standing, language=words)
            return svg.render(sheet.pages[0], sheet)

        shown: Callable[[int, str], str] | None = drawn if self.board and ruling.standing.state is not None else None
        at = (before, ruling.entry, ruling.standing)
        for letter in facts.letters(self.match, self.game, *at, shown, language, lambda: self.past):
            yield f"{name}-{'ABS'[letter.seat]}", letter


def of_games(language: str, *, board: bool = False) -> Iterator[Named]:
    """The first letter and a letter in the middle of each game."""
    for slug in games.GAMES:
        seats, options = games.find(slug).SAMPLE
        table = Table(slug, seats, board=board, **options)
        yield from table.letters(f"{slug}-first", (table.before, table.ruling), language)
        table.play(4)
        yield from table.letters(f"{slug}-move", (table.before, table.ruling), language)


def of_clubs(whose: str) -> Iterator[Json]:
    """The facts of letters to referees, or to members and strangers: of each kind one with much, one with little."""
    told = json.loads(Path(__file__).with_name("clubs.json").read_text(encoding="utf-8"))[whose]
    return (told["facts"] | letter | way for letter in told["letters"] for way in told["ways"])


def of_kinds(language: str, *, board: bool = False) -> Iterator[Named]:
    """A letter of each kind, of one game."""
    table = Table(boards.SHOWN, board=board)
    table.play(2)
    who, at = table.player, table.standing
    stuck = at._replace(desk=at.desk._replace(refused=(Refused(table.seat, PATIENCE - 1),)))
    yield from table.letters("refused", table.send(f"{who}move c8 b8 a8 H a1\nsay all: hi\n", mailed=True), language)
    yield from table.letters("refused-partly", table.send(f"{who}say all: hi\nmove c8 b8\n", mailed=True), language)
    yield from table.letters("refused-fifth", table.send(f"{who}mvoe a3\n", mailed=True, after=stuck), language)
    yield from of_questions(table, language)
    for what in (*ASKED, *HELP):
        yield from table.letters(f"asked-{what.replace(' ', '-')}", table.send(f"{who}{what}\n", mailed=True), language)
    yield from table.letters("checked", table.send(f"{who}check\n{table.legal()}\n"), language)
    noted = f"{who}absent 2026-12-24 2027-01-02\nextension 5 days\nlanguage {language}\nletters page\n"
    yield from table.letters("noted", table.send(noted, mailed=True), language)
    yield from table.letters("kept", table.send(f"{who}turn 99\n{table.legal()}\n"), language)
    yield from table.letters("offered", table.send(f"{who}draw offer\n"), language)
    over = table.send(f"{who}resign\nsay all: well played\n")
    yield from table.letters("over", over, language)
    yield from table.letters("over-after", table.send(f"{who}{table.legal()}\n", after=over[1].standing), language)
    yield from table.letters("over-said", table.send(f"{who}say all: thanks\n", after=over[1].standing), language)
    for name, text in COMMANDS.items():
        yield from table.letters(name, table.command(text.replace("SEAT", "AB"[table.seat])), language)
    yield from table.letters("reminder", table.time(NEAR), language)
    for late in ("random", "wait", "pass", "forfeit", "bot:careful"):
        yield from table.letters(f"missed-{late.partition(':')[0]}", table.time(PAST, late=late, after=1), language)
    yield from table.letters("missed-once", table.time(PAST, late="forfeit", after=3, grace=12), language)
    banked = Table(boards.SHOWN, board=board)
    banked.match = banked.match._replace(terms=TERMS._replace(late="forfeit", after=3, grace=6, bank=120))
    banked.begin()
    banked.play(2)
    yield from banked.letters("bank", (banked.before, banked.ruling), language)
    yield from banked.letters("bank-runs", banked.time(PAST), language)
    yield from more(table, at, language)
    table.match = table.match._replace(joining=True, terms=None, proof="token")
    table.ruling = adjudication.begin(table.match, table.game, (None, None), LINKS, "0" * 64, AT)
    yield from table.letters("invitation", (Standing((None, None)), table.ruling), language)
    yield from table.letters("message-early", table.command("say all: welcome"), language)
    yield from table.letters("joining", table.join("player Anna\nword wombat\njoin\n"), language)
    yield from of_pads(table, language)


def of_questions(table: Table, language: str) -> Iterator[Named]:
    """Letters that ask back, and those to who writes no order."""
    state = table.standing.state
    first, second = (table.game.format(action, state) for action in islice(table.game.moves(state), 2))
    why, talk = Understood(3, "The snake looks hungry today."), "say all: What a roll!"
    post = Post((table.seat,), MailRecord("x", AT, "address"))
    asked: tuple[tuple[Asks, tuple[str, ...], tuple[Understood, ...]], ...] = (
        ("mean", (first,), ()), ("which", (first, second), (Understood(0, f"{first} or {second}"),)),
        ("doubt", (first,), (why, Understood(0, "Or does it?"))), ("talk", (talk,), (Understood(0, "What a roll!"),)),
        ("leave", (), ()), ("courtesy", (), ()),
    )  # fmt: skip
    for kind, offers, lines in asked:
        read = orders.read(b"", "orders.txt", reading=Reading(kind, offers=offers, why=lines, head="5e" * 32))
        ruling = adjudication.adjudicate(Draft(table.match, table.game, table.standing, LINKS, AT), read, post)
        yield from table.letters(f"asked-{kind}", (table.standing, ruling), language)


def of_pads(table: Table, language: str) -> Iterator[Named]:
    """Letters of a match with two-sided dice and pages, Otto without a pad."""
    table.match = table.match._replace(dice=dice.TWO_SIDED, proof="address", letters="page")
    table.ruling = adjudication.begin(table.match, table.game, (None, None), LINKS, "0" * 64, AT)
    yield from table.letters("pads-invitation", (Standing((None, None)), table.ruling), language)
    links = pads.chain(pads.before(b"anna"))
    orders = {
        "pads-joining": f"player Anna\nword hazel\npad {pads.words_of(links[0])}\njoin\n",
        "pads-ready": "player Otto\njoin\n",
        "pads-first": f"player Anna\nready\nlink 1 {links[1].hex()}\n",
        "pads-kept": f"player Anna\nturn 9\nmove a1\nlink 2 {links[2].hex()}\n",
    }
    for name, text in orders.items():
        happened = table.join(text)
        yield from table.letters(name, happened, language)
        table.ruling = happened[1]
    table.match = table.match._replace(dice=dice.SCHEME, joining=False)
    yield from of_a_beacon(table, language)


def of_a_beacon(table: Table, language: str) -> Iterator[Named]:
    """Letters of a first roll that waits for a round of drand and is rolled, of a move that waits and a late one."""
    usual, source, before = table.match, LINKS._replace(now=AT), Standing(("hazel", ""))
    match = table.match = usual._replace(beacon="drand", terms=TERMS)
    waiting = adjudication.begin(match, table.game, before.words, source, "0" * 64, AT)
    yield from table.letters("beacon-waits", (before, waiting), language)
    assert waiting.standing.waits is not None
    shown = Round(waiting.standing.waits.round, "5e" * (beacon.DIGITS // 2))
    rolled = commands.roll(match, table.game, waiting.standing, LINKS._replace(round=shown), AT)
    yield from table.letters("beacon-rolled", (waiting.standing, rolled), language)
    table.match = match._replace(beacon="start")
    yield from table.letters("beacon-start-first", (waiting.standing, rolled), language)
    table.match, table.ruling = match, rolled
    moved = orders.read(f"{table.player}{table.legal()}\n".encode(), "orders.txt")
    ordered = adjudication.adjudicate(Draft(match, table.game, rolled.standing, source, AT), moved)
    yield from table.letters("beacon-orders", (rolled.standing, ordered), language)
    for late in ("random", "bot:careful"):
        match = table.match = match._replace(terms=TERMS._replace(late=late))
        missed = commands.tick(match, table.game, rolled.standing, source._replace(now=PAST), PAST, table.first_move)
        assert missed is not None
        yield from table.letters(f"beacon-{late.partition(':')[0]}", (rolled.standing, missed), language)
    table.match = usual


def more(table: Table, at: Standing, language: str) -> Iterator[Named]:
    """Letters that are seldom: short terms, orders sent ahead, a message without a name, a hold, a witness."""
    who, other = table.player, "player B\n" if table.seat == 0 else "player A\n"
    table.match = table.match._replace(terms=TERMS._replace(days=0, hours=48, late="forfeit", after=1))
    yield from table.letters("hours", table.send(f"{who}say all: slowly\nsay all: but surely\n"), language)
    yield from table.letters("grey", table.send(f"{other}grey {'AB'[table.seat]}: psst\n"), language)
    kept = table.send(f"{other}when {'AB'[table.seat]}: {table.legal()}\nmove g1 g2\n")[1].standing
    yield from table.letters("kept-until", table.send(f"{who}draw offer\n", after=kept), language)
    offered = table.send(f"{other}draw offer\n")[1].standing
    yield from table.letters("offered-draw", table.send(f"{who}say all: hm\n", after=offered), language)
    held = table.command("hold")[1].standing
    yield from table.letters("resumed", table.command("resume", after=held), language)
    yield from table.letters("refused-held", table.send(f"{who}{table.legal()}\n", after=held), language)
    ahead = table.send(f"{other}turn 4\nmove g1 g2\n")[1].standing
    mover, turn = 1 - table.seat, ahead.state.turn
    kept = tuple(kept._replace(turn=turn) for kept in ahead.desk.kept if kept.seat == mover)
    come = ahead._replace(desk=ahead.desk._replace(kept=kept))
    tried = adjudication.carry_out_kept(Draft(table.match, table.game, come, LINKS, AT), mover, ())
    yield from table.letters("ahead", (ahead, tried), language)
    watched = at._replace(desk=at.desk._replace(spectators=("dora@example.org",)))
    table.match = table.match._replace(witness="ssh-ed25519 A dora@example.org")  # as older versions had them
    yield from table.letters("watched", table.send(f"{who}{table.legal()}\n", after=watched), language)
    table.match = table.match._replace(dice="table", witness="")
    yield from table.letters("by-hand", table.send(f"{who}resign\n"), language)
    table.match = table.match._replace(dice=dice.SCHEME, terms=TERMS)
