"""Whole games by mail: two mail clients, IMAP and SMTP over loopback, connections that break, a referee that is killed.

The players are the standard library's clients. They know nothing of the game: they answer a letter with one of the
actions that it offers, and top-post over a quote of it as mail programs do.
"""

from __future__ import annotations

import email
import email.policy
import imaplib
import os
import random
import re
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from imap_server import PASSWORD, USER, Mailbox, serving
from lanes import LONG, THOROUGH, some, thorough

from adjudicator import games
from adjudicator.core import GameError
from adjudicator.dice import FastDice
from adjudicator.mail.inbound.fetch import fetch
from adjudicator.mail.inbound.imap import Account, Imap
from adjudicator.mail.outbound import outbox, transports
from adjudicator.mail.outbound.smtp import Smtp
from adjudicator.match import create, encoding, process, verify
from adjudicator.match.folder import Folder
from adjudicator.referee.records import Seat

REFEREE = "referee@example.com"
MOST_ROUNDS = 150
ENOUGH = 10 if THOROUGH else 6  # rounds: then the player to move gives up
ENV = {**os.environ, "POSTFOX_IMAP_PASSWORD": PASSWORD, "PYTHONPATH": str(Path(__file__).parents[2])}


class Killed(BaseException):
    """The referee's process ends here."""


class Post:
    """The SMTP server: puts a mail into the mailbox it is for. Every `lossy`-th answer is lost with its connection."""

    def __init__(self, boxes: dict[str, Mailbox], lossy: int) -> None:
        self.boxes, self.lossy = boxes, lossy
        self.taken = self.lost = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.taken += 1
        if self.lossy and self.taken % self.lossy == 1:  # before anything is kept
            server.transport.close()
            return "451 gone"
        for address in envelope.rcpt_tos:
            self.boxes[address].put(envelope.content)
        if self.lossy and self.taken % self.lossy == 0:  # after it, and nobody is told
            self.lost += 1
            server.transport.close()
        return "250 taken"


@dataclass
class Client:
    """A player's mail program."""

    address: str
    user: str
    imap: int
    smtp: int
    dice: random.Random
    seen: int = 0
    got: list[EmailMessage] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)

    def fetch(self) -> None:
        with imaplib.IMAP4("127.0.0.1", self.imap) as server:
            server.login(f'"{self.user}"', PASSWORD)
            _, count = server.select('"INBOX"')
            for uid in range(self.seen + 1, int(count[0] or b"0") + 1):
                _, data = server.uid("FETCH", str(uid), "(INTERNALDATE BODY.PEEK[]<0.9000000>)")
                mail = email.message_from_bytes(data[0][1], policy=email.policy.default)
                assert isinstance(mail, EmailMessage)
                self.got.append(mail)
                self.seen = uid

    def answer(self, enough: bool, letter: EmailMessage | None = None) -> bool:
        """Answer a letter, the newest if none is given, if it asks for orders; whether it did."""
        letter = letter or self.got[-1]
        text = letter.get_body(("plain",)).get_content()  # type: ignore[union-attr]
        form = re.search(r"^ {4,5}match .*(?:\r?\n    .+)+", text, re.MULTILINE)
        if letter["Message-ID"] in self.answered or form is None:
            return False
        self.answered.add(letter["Message-ID"])
        lines = [line.strip() for line in form[0].splitlines()]
        head = [line for line in lines if re.match(r"match|player|turn", line)]
        moves = [line for line in lines if line not in head and "more:" not in line]
        offered = [re.sub(r" \(.*\)$", "", re.sub("^# (or|oder): ", "", line)) for line in moves]  # how many there are
        orders = ["resign" if enough else self.dice.choice(offered or ["join"])]
        if "join" in lines:
            orders = ["word hazel", "join"]
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.address, REFEREE, f"Re: {letter['Subject']}"
        mail["Message-ID"] = f"<{len(self.answered)}.{self.address}>"
        mail["In-Reply-To"] = letter["Message-ID"]
        quoted = "\n".join(f"> {line}" for line in text.splitlines())
        mail.set_content("\n".join([*head, *orders, "", f"On {letter['Date']} The referee <{REFEREE}> wrote:", quoted]))
        with smtplib.SMTP("127.0.0.1", self.smtp) as server:
            server.send_message(mail)
        return True


@dataclass
class World:
    """Where the servers are, the players' programs, the match; `trouble` is called before each round."""

    matches: Path
    smtp: int
    imap: int
    clients: list[Client]
    user: str = USER
    trouble: Callable[[int], None] = lambda _: None
    settle: Callable[[], None] = lambda: None  # waits until a mail that was sent has arrived

    @property
    def folder(self) -> Folder:
        return Folder(self.matches / "game")

    def play(self, rounds: int) -> None:
        for client in self.clients:
            client.fetch()
            if client.got:
                client.answer(rounds > ENOUGH)

    def referee(self, kills: list[float], lost: Callable[[], int] = lambda: 0) -> None:
        """Play to the end with a referee who is killed now and then; the match must be proved, and no letter lost."""
        source = Imap(Account("127.0.0.1", self.imap, self.user, "INBOX", False), PASSWORD)
        way = Smtp(f"smtp://127.0.0.1:{self.smtp}", lambda *_: "", wait=lambda _: None)
        sender = transports.sender(f"The referee <{REFEREE}>")
        unknown = rounds = 0

        def clock() -> datetime:
            """An hour passes between rounds, so that what was put off is tried again."""
            return process.moment_now() + timedelta(hours=rounds)

        kills[0] = 0.03
        while self.folder.last.after.outcome is None:
            rounds += 1
            assert rounds < MOST_ROUNDS
            self.trouble(rounds)
            try:
                for _ in fetch(source, self.matches):
                    pass
                unknown += 1  # the mail that is on its way when the process ends
                for _ in outbox.send(self.folder, way, sender, clock):
                    pass
                unknown -= 1
            except Killed:
                source.close()
                way.close()
                continue
            self.play(rounds)
        kills[0] = 0.0
        for _ in range(2):
            rounds += 1
            list(outbox.send(self.folder, way, sender, clock))
            self.settle()
            list(fetch(source, self.matches))
        rounds += 1
        list(outbox.send(self.folder, way, sender, clock))
        source.close()
        way.close()
        self.settle()
        assert kills[1] > 0
        check(self, doubles=unknown + lost())


@contextmanager
def listening(handler: Post) -> Iterator[int]:
    """The port that an SMTP server with this handler listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    controller = Controller(handler, hostname="127.0.0.1", port=port, ready_timeout=LONG)
    controller.start()
    yield port
    controller.stop()


def found(path: Path, slug: str, seats: int, **more: Any) -> list[Seat]:
    """A new match in `path`, and its players."""
    players = [Seat(name, f"{name.lower()}@example.org") for name in ("Anna", "Bob", "Cid")[:seats]]
    create.new(path / "game", slug, games.find(slug).Options(), players, seed="wheel", **more)
    return players


@contextmanager
def world(path: Path, players: list[Seat], lossy: int) -> Iterator[tuple[World, Post]]:
    """The servers of pure Python. Now and then the IMAP server hangs up on the referee, and SMTP loses answers."""
    boxes = {address: Mailbox() for address in [REFEREE, *(player.address for player in players)]}
    post, dice = Post(boxes, lossy), random.Random(5)

    def trouble(_: int) -> None:
        if lossy and dice.random() < 0.2:
            boxes[REFEREE].hang_up_after = dice.randrange(1, 8)

    with ExitStack() as stack:
        ports = {address: stack.enter_context(serving(box)) for address, box in boxes.items()}
        smtp, own = (stack.enter_context(listening(handler)) for handler in (post, Post(boxes, 0)))
        clients = [Client(player.address, USER, ports[player.address], own, random.Random(7)) for player in players]
        yield World(path, smtp, ports[REFEREE], clients, trouble=trouble), post


def check(world: World, *, doubles: int) -> None:
    """The match is proved, and every letter reached its reader, each once but for what nobody can know."""
    report = verify.verify(world.folder)
    assert not report.problems
    letters = Counter(letter.whose for entry in world.folder.entries() for letter in entry.letters)
    twice = 0
    for number, client in enumerate(world.clients):
        client.fetch()
        ids: dict[str, bytes] = {}
        for mail in client.got:
            _, _, own = mail.as_bytes().partition(b"\nFrom: ")  # above it stands what servers on the way add
            assert ids.setdefault(mail["Message-ID"], own) == own, "a mail that was sent again is another"
        assert len(ids) == letters["ABC"[number]]
        numbers = [int(mail["Message-ID"].split(".")[1]) for mail in client.got]
        assert world.settle or numbers == sorted(numbers)  # a real mail server may deliver in another order
        twice += len(client.got) - len(ids)
    assert twice <= doubles


@pytest.fixture
def kills(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Kills the process, as far as the folders can tell, before or after a write; the list's number is how often."""
    chance = [0.0, 0]
    dice = random.Random(11)
    append, write, replace = encoding.append, encoding.write, Path.replace

    def perhaps() -> None:
        if dice.random() < chance[0]:
            chance[1] += 1
            raise Killed

    def around(real: Any) -> Any:
        def done(*arguments: Any, **more: Any) -> Any:
            perhaps()
            result = real(*arguments, **more)
            perhaps()
            return result

        return done

    monkeypatch.setattr(encoding, "append", around(append))
    monkeypatch.setattr(encoding, "write", around(write))
    monkeypatch.setattr(Path, "replace", around(replace))
    yield chance


def seats(slug: str) -> int:
    """Two players, or one where the game as it comes is for one."""
    game = games.find(slug)
    try:
        game.start(game.Options(), 2, FastDice(0))
    except GameError:
        return 1
    return 2


@pytest.mark.parametrize("slug", some(games.GAMES, 1))
def test_a_whole_game_by_mail_with_lost_connections_and_kills(
    slug: str, tmp_path: Path, kills: list[float], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(time, "sleep", lambda _: None)
    players = found(tmp_path, slug, seats(slug), joining=True)
    with world(tmp_path, players, lossy=6) as (here, post):
        here.referee(kills, lambda: post.lost)
        assert post.lost > 0 or len(players) == 1  # one player's few mails may all get through


@thorough
def test_serve_is_killed_again_and_again(tmp_path: Path):
    with world(tmp_path, found(tmp_path, "snakes-and-foxes", 2), lossy=0) as (here, _):
        command = [
            *(sys.executable, "-m", "adjudicator", "mail", "serve", "--every", "1", "--matches", str(tmp_path)),
            *("--imap", f"imap://{USER.replace('@', '%40')}@127.0.0.1:{here.imap}", "--from", REFEREE),
            *("--smtp", f"smtp://127.0.0.1:{here.smtp}"),
        ]
        dice, killed = random.Random(3), 0
        served = subprocess.Popen(command, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + LONG
            while len(here.folder.log.lines) < 5 and time.monotonic() < until:
                time.sleep(dice.uniform(0.1, 0.9))
                here.play(0)
                if killed < 4 and dice.random() < 0.4:
                    served.send_signal(signal.SIGKILL)
                    served.wait()
                    killed += 1
                    served = subprocess.Popen(command, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(1)
        finally:
            served.kill()
            served.wait()
        assert killed
        process.adjudicate(here.folder, png=False)
        way = Smtp(f"smtp://127.0.0.1:{here.smtp}", lambda *_: "")
        list(outbox.send(here.folder, way, transports.sender(REFEREE), process.moment_now))
        way.close()
        assert len(here.folder.log.lines) >= 5
        check(here, doubles=killed + 1)
