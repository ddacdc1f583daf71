"""A club of twenty strangers over the distribution's own Dovecot and Exim, from "How do I join?" to the last table.

Nobody touches a terminal: `postfox mail serve` runs, and people write. The clock of all programs is set by the test, by
libfaketime. One of the twenty never confirms, one never moves, one drops out, one forges the referee, two join the last
seat of a match at once; the others play what letters offer them until every match is over.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from lanes import LONG
from test_end_to_end import ENV, REFEREE, Client
from test_real_servers import WANTED, Servers, awaited, write

from adjudicator.mail.club import log

FAKETIME = next(Path("/usr/lib").rglob("faketime/libfaketimeMT.so.1"), None) if os.environ.get(WANTED) else None
NAMES = (
    "anna", "bob", "carla", "emil", "fritz", "gerda", "hans", "ida", "jan", "karl", "lena", "max", "nina", "otto",
    "paula", "quin", "rosa", "sven", "tina", "ute",
)  # fmt: skip
GERMAN = NAMES[1::2]
SILENT, STILL, GONE = "tina", "quin", "rosa"  # who never confirms, never moves, drops out
AT_ONCE, DORA = ("bob", "carla"), "dora@example.org"  # who join at once; the referee
EVERY = 1  # seconds: how often the referee looks unasked
MOST_WAVES = 120

pytestmark = pytest.mark.skipif(FAKETIME is None, reason=f"plays where {WANTED} is set and libfaketime is there")


# libfaketime's sleep until a moment is off as soon as the clock has been set.
SLEEP = "import select, time\ntime.sleep = lambda seconds: select.select([], [], [], seconds)\n"


class Clock:
    """The clock of programs that run with `env`; days ahead of the true one."""

    def __init__(self, path: Path) -> None:
        self.file, self.days = path / "clock", 0.0
        self.on(0)
        shifted = {"LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(self.file), "FAKETIME_NO_CACHE": "1"}
        (path / "sitecustomize.py").write_text(SLEEP)
        ours = {"PYTHONPATH": f"{path}{os.pathsep}{ENV['PYTHONPATH']}", "TZ": "UTC"}
        self.env = {**ENV, **ours, **shifted, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}

    def on(self, days: float) -> None:
        self.days += days
        later = self.file.with_suffix(".new")
        later.write_text(f"+{round(self.days * 86_400)}s\n")
        later.chmod(0o644)
        later.replace(self.file)


class Person(Client):
    """A stranger, who answers every letter with one of the moves that it offers."""

    @property
    def name(self) -> str:
        return self.user.capitalize()

    def subjects(self) -> list[str]:
        return [str(letter["Subject"]) for letter in self.got]

    def code(self) -> str:
        """The subject of a reply to the last letter that has a code."""
        return "Re: " + next(said for said in reversed(self.subjects()) if re.search(r"\(j\d+-", said))


class Club:
    """The servers, the referee's program, and everybody's."""

    def __init__(self, servers: Servers, clock: Clock, matches: Path) -> None:
        self.servers, self.clock, self.matches = servers, clock, matches
        self.people = {
            name: Person(
                f"{name}@example.{'com' if name in GERMAN else 'org'}",
                name,
                servers.imap,
                servers.smtp,
                random.Random(name),
            )
            for name in NAMES
        }
        self.dora, self.zoe = (
            Client(f"{name}@example.org", name, servers.imap, servers.smtp, random.Random(7))
            for name in ("dora", "zoe")
        )
        self.said = matches.parent / "said"
        reached = [f"--imap=imap://referee@127.0.0.1:{servers.imap}", f"--smtp=smtp://127.0.0.1:{servers.smtp}"]
        command = [
            sys.executable,
            "-m",
            "adjudicator",
            "mail",
            "serve",
            *reached,
            f"--from={REFEREE}",
            f"--every={EVERY}",
        ]
        env = clock.env | {"SSL_CERT_FILE": os.environ["SSL_CERT_FILE"], "PYTHONUNBUFFERED": "1"}
        with self.said.open("w") as out:
            self.serving = subprocess.Popen([*command, f"--matches={matches}"], env=env, stdout=out, stderr=out)

    def write(self, who: str, text: str, subject: str = "Post") -> None:
        write(self.servers, self.people[who].address, text, subject)

    def answered(self, count: int) -> None:
        """Waits until Zoe, who looks on, has so many letters."""
        until = time.monotonic() + 20 * LONG
        while len(self.zoe.got) < count:
            assert self.serving.poll() is None and time.monotonic() < until, self.said.read_text()[-2_000:]
            time.sleep(0.2)
            self.zoe.fetch()

    def settled(self) -> None:
        """Waits until all that was written is answered: Zoe asks for the list after it, and gets it."""
        self.servers.delivered()
        write(self.servers, self.zoe.address, "list", "what is open")
        self.answered(len(self.zoe.got) + 1)
        self.servers.delivered()
        for one in (*self.people.values(), self.dora):
            one.fetch()

    def later(self, days: float) -> None:
        """Time goes on, and the referee's program looks what it brings."""
        self.clock.on(days)
        time.sleep(2 * EVERY)
        self.settled()

    def keep(self, folder: Path) -> None:
        """All letters, for who wants to read them."""
        folder.mkdir()
        for one in (*self.people.values(), self.dora):
            texts = (
                f"{letter['Date']}\n{letter['Subject']}\n\n{letter.get_body(('plain',)).get_content()}"
                for letter in one.got
            )  # type: ignore[union-attr]
            (folder / f"{one.user}.txt").write_text(f"\n{'=' * 72}\n".join(texts))

    def count(self, kind: str) -> int:
        """How many lines of this kind the club's log has."""
        return sum(line.kind == kind for line in log.Log(self.matches / "club").lines)

    def play(self) -> int:
        """Everybody who plays answers the newest letter of each match; how many answers there were."""
        count = 0
        for name, one in self.people.items():
            if name not in (SILENT, STILL):
                newest = {str(letter["Subject"]).partition("]")[0]: letter for letter in one.got}
                count += sum(one.answer(False, letter) for letter in newest.values())
        return count


@pytest.fixture
def club(certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with tempfile.TemporaryDirectory(prefix="postfox-", ignore_cleanup_errors=True) as place:
        Path(place).chmod(0o755)
        clock = Clock(Path(place))
        matches = tmp_path / "games"
        matches.mkdir()
        made = [sys.executable, "-m", "adjudicator", "club", "init", DORA, "--matches", str(matches)]
        subprocess.run(made, check=True, env=ENV)
        settings = matches / "club" / "club.toml"
        until = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 3 * 86_400))
        season = f'[[season]]\nid = "autumn"\ngame = "snail-trail"\nnames-until = "{until}"\ngroups = 4\n'
        text = settings.read_text().replace('joining = "closed"', 'joining = "open"')
        settings.write_text(text + season)
        servers = Servers(Path(place), certificate, ("referee", "dora", "zoe", *NAMES), clock.env)
        try:
            made_club = Club(servers, clock, matches)
            try:
                yield made_club
            finally:
                made_club.keep(tmp_path / "letters")
                made_club.serving.terminate()
                made_club.serving.wait(LONG)
        finally:
            servers.close()


def test_twenty_strangers_join_play_and_finish_a_season_by_email_alone(club: Club) -> None:
    people = club.people
    write(club.servers, club.zoe.address, "How do I join?", "hello")
    write(club.servers, club.zoe.address, "list", f"Re: {awaited(club.zoe, 'how to play')['Subject']}")
    club.answered(2)
    for name in NAMES:
        club.write(name, "Hallo, wie kann ich mitspielen?" if name in GERMAN else "How do I join?", "Frage")
        club.write(name, "Ist da jemand?" if name in GERMAN else "Is anybody there?", "noch einmal")
    club.settled()
    assert {len(one.got) for one in people.values()} == {1}, "one answer a day before the code"
    for name in NAMES:
        if name != SILENT:
            club.write(name, "beitreten autumn" if name in GERMAN else "join autumn", people[name].code())
    club.settled()
    players = [name for name in NAMES if name != SILENT]
    assert all(any("autumn" in said for said in people[name].subjects()) for name in players)

    club.write("anna", "open snail-trail")
    club.settled()
    for name in AT_ONCE:
        club.write(name, "join snail-trail-1")
    club.settled()
    begun = [name for name in AT_ONCE if any("[snail-trail-1]" in said for said in people[name].subjects())]
    assert len(begun) == 1, "one of two has the last seat"

    club.later(4.75)  # beyond the hours of grace, at whatever hour it begins
    drawn = sorted(path.name for path in club.matches.glob("autumn-*"))
    assert len(drawn) == 27, "four groups of four, one of three"
    write(club.servers, DORA, "abandon", f"[{drawn[0]}]")  # by somebody else
    club.settled()

    for wave in range(MOST_WAVES):
        if wave == 4:
            club.write(GONE, "zurück autumn" if GONE in GERMAN else "withdraw autumn")
        if not club.play() and club.count("result") == len(drawn):
            break
        club.later(0.25)
    club.later(1)

    for name in set(players) - {GONE}:
        told = people[name].subjects()
        assert sum(said in ("[autumn] The final tables", "[autumn] Die Endtabellen") for said in told) == 1, name
    told = [said for name in ("anna", *begun) for said in people[name].subjects()]
    assert any(re.search("plays on for you in|spielt für dich in", said) for said in told), "nothing came for four days"
    assert len(people[SILENT].got) == 1, "no letter to who has not confirmed"
    assert not club.count("abandon"), "a forged word of the referee"
    proved = subprocess.run(
        [sys.executable, "-m", "adjudicator", "verify", club.matches], capture_output=True, text=True, env=ENV
    )
    assert proved.returncode == 0 and "lines of the club" in proved.stdout, proved.stdout
