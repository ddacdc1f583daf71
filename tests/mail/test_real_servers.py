"""Whole games over the distribution's own Dovecot and Exim, both with TLS, where they are installed."""

from __future__ import annotations

import os
import pwd
import random
import shutil
import signal
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

import pytest
from lanes import LONG
from test_end_to_end import ENV, PASSWORD, REFEREE, Client, World, found, kills, seats

from adjudicator import games
from adjudicator.mail.outbound import outbox, transports
from adjudicator.mail.outbound.smtp import Smtp
from adjudicator.match import process
from adjudicator.match.folder import Folder
from adjudicator.referee.seats import to_act
from adjudicator.referee.terms import Terms
from adjudicator.web import file as pages
from printables.page import document

__all__ = ["kills"]

DOVECOT, EXIM = (shutil.which(name, path="/usr/sbin:/usr/local/sbin") for name in ("dovecot", "exim4"))
WANTED = "POSTFOX_TEST_SERVERS"  # set: they must be there
USER = "Debian-exim"  # Exim gives up root for a configuration of our own, so all is this user's
NAMES = ("referee", "anna", "bob", "carla")

pytestmark = pytest.mark.skipif(
    not os.environ.get(WANTED),
    reason=f"plays over Dovecot and Exim where {WANTED} is set: they must be there, and root",
)

IMAP_CONF = """
base_dir = {place}/run
log_path = {place}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <{certificate}
ssl_key = <{certificate}
disable_plaintext_auth = no
mail_location = maildir:{place}/boxes/%n
first_valid_uid = 1
import_environment = TZ {environment}
passdb {{
  driver = passwd-file
  args = {place}/users
}}
userdb {{
  driver = static
  args = uid={user} gid={user} home={place}/boxes/%n
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
"""
SMTP_CONF = """
primary_hostname = localhost
domainlist local_domains = example.org : example.com
spool_directory = {place}/spool
log_file_path = {place}/spool/%slog
pid_file_path = {place}/spool/pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = {smtp}
tls_advertise_hosts = *
tls_certificate = {place}/exim.pem
tls_privatekey = {place}/exim.pem
deliver_drop_privilege = true
host_lookup =
acl_smtp_rcpt = rcpt
acl_smtp_data = data
begin acl
rcpt:
  accept domains = +local_domains
  deny
data:
  accept
begin routers
box:
  driver = accept
  local_parts = lsearch;{place}/boxes.txt
  transport = box
begin transports
box:
  driver = appendfile
  directory = {place}/boxes/$local_part_data
  maildir_format
  create_directory
begin retry
* * F,1h,1s
"""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    until = time.monotonic() + LONG
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)


class Servers:
    """Both servers in a folder of their own; Dovecot can be started anew, which breaks every connection.

    `names`: whose mailboxes there are. `env`: what they run with.
    """

    def __init__(
        self, place: Path, certificate: Path, names: Sequence[str] = NAMES, env: Mapping[str, str] | None = None
    ) -> None:
        self.place, self.env = place, env
        self.imap, self.smtp = free_port(), free_port()
        (place / "users").write_text("".join(f"{name}:{{PLAIN}}{PASSWORD}\n" for name in names))
        (place / "boxes.txt").write_text("".join(f"{name}: {name}\n" for name in names))
        told = {"place": place, "user": USER, "imap": self.imap, "smtp": self.smtp}
        told |= {
            "certificate": certificate,
            "environment": " ".join(name for name in env or () if "FAKETIME" in name or name == "LD_PRELOAD"),
        }
        (place / "dovecot.conf").write_text(IMAP_CONF.format(**told))
        (place / "exim.conf").write_text(SMTP_CONF.format(**told))
        owner = pwd.getpwnam(USER)
        shutil.copy(certificate, place / "exim.pem")
        for name in ("boxes", "spool", "exim.pem"):
            if name != "exim.pem":
                (place / name).mkdir()
            os.chown(place / name, owner.pw_uid, owner.pw_gid)
        place.chmod(0o755)
        self._dovecot: subprocess.Popen[bytes] | None = None
        self._exim = subprocess.Popen([EXIM or "exim4", "-C", str(place / "exim.conf"), "-bdf", "-q1s"], env=env)
        self.start()
        wait_for(self.smtp)

    def start(self) -> None:
        command = [DOVECOT or "dovecot", "-F", "-c", str(self.place / "dovecot.conf")]
        self._dovecot = subprocess.Popen(command, env=self.env)
        wait_for(self.imap)

    def stop(self) -> None:
        assert self._dovecot is not None
        self._dovecot.send_signal(signal.SIGTERM)
        self._dovecot.wait(LONG)

    def delivered(self) -> None:
        """Waits until nothing is left of what Exim delivers behind our back."""
        until = time.monotonic() + LONG
        while any((self.place / "spool" / "input").rglob("*-[HD]")):
            assert time.monotonic() < until, "Exim keeps what it should deliver"
            time.sleep(0.02)

    def close(self) -> None:
        self.stop()
        self._exim.send_signal(signal.SIGTERM)
        self._exim.wait(LONG)


@pytest.fixture
def servers(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Servers]:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with tempfile.TemporaryDirectory(prefix="postfox-", ignore_cleanup_errors=True) as place:
        made = Servers(Path(place), certificate)
        try:
            yield made
        finally:
            made.close()


@pytest.mark.parametrize("slug", list(games.GAMES) if os.environ.get(WANTED) else ["snakes-and-foxes"])
def test_a_whole_game_over_dovecot_and_exim(
    slug: str, servers: Servers, tmp_path: Path, kills: list[float], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(outbox, "PICTURE", 60)
    players = found(tmp_path, slug, seats(slug), joining=True)

    def trouble(rounds: int) -> None:
        servers.delivered()
        if rounds % 10 == 5:
            servers.stop()
            servers.start()

    clients = [
        Client(player.address, player.name.lower(), servers.imap, servers.smtp, random.Random(7)) for player in players
    ]
    world = World(tmp_path, servers.smtp, servers.imap, clients, "referee", trouble, servers.delivered)
    world.referee(kills)
    received = [line for line in (servers.place / "spool" / "mainlog").read_text().splitlines() if " <= " in line]
    assert any(" X=TLS" in line for line in received if "referee@example.com" in line), "the referee's went through TLS"


def test_a_page_arrives_byte_for_byte(servers: Servers, tmp_path: Path):
    players = found(tmp_path, "snakes-and-foxes", 2, letters="page")
    folder = Folder(tmp_path / "game")
    way = Smtp(f"smtp://127.0.0.1:{servers.smtp}", lambda *_: "", wait=lambda _: None)
    list(outbox.send(folder, way, transports.sender(f"The referee <{REFEREE}>"), process.moment_now))
    way.close()
    for seat, player in enumerate(players):
        client = Client(player.address, player.name.lower(), servers.imap, servers.smtp, random.Random(7))
        until = time.monotonic() + LONG
        while not client.got:
            assert time.monotonic() < until, "no letter has come"
            time.sleep(0.1)
            client.fetch()
        pages_of = [part for part in client.got[0].iter_attachments() if part.get_content_type() == "text/html"]
        assert bool(pages_of) == (seat in to_act(folder.game, folder.standing())), "it comes to who is to move"
        for page in pages_of:
            assert page.get_payload(decode=True) == document.light(pages.html(folder, seat, address=REFEREE)).encode()


def write(servers: Servers, sender: str, text: str, subject: str) -> None:
    """An email to the referee."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, REFEREE, subject
    mail["Message-ID"] = make_msgid(domain="example.org")
    mail.set_content(text)
    with smtplib.SMTP("127.0.0.1", servers.smtp) as server:
        server.send_message(mail)


def awaited(client: Client, words: str) -> EmailMessage:
    """The first letter with these words, once it is there."""
    until = time.monotonic() + LONG
    while True:
        client.fetch()
        for letter in client.got:
            body = letter.get_body(("plain",))
            if words in str(letter["Subject"]) or (body is not None and words in body.get_content()):
                return letter
        assert time.monotonic() < until, [str(letter["Subject"]) for letter in client.got]
        time.sleep(0.2)


def test_the_referee_answers_from_a_mailbox_of_her_own(servers: Servers, tmp_path: Path):
    """Anna asks, Carla is told, answers, gives a day more, and is asked back before she ends the match."""
    found(tmp_path, "snail-trail", 2, terms=Terms(days=3))
    anna, carla = (
        Client(f"{name}@example.org", name, servers.imap, servers.smtp, random.Random(7)) for name in ("anna", "carla")
    )
    env = ENV | {"SSL_CERT_FILE": os.environ["SSL_CERT_FILE"]}
    command = [sys.executable, "-m", "adjudicator"]
    subprocess.run([*command, "club", "init", carla.address, "--matches", tmp_path], check=True, env=env)
    reached = [f"--imap=imap://referee@127.0.0.1:{servers.imap}", f"--smtp=smtp://127.0.0.1:{servers.smtp}"]
    serving = [*command, "mail", "serve", *reached, f"--from={REFEREE}", "--every=1", "--matches", str(tmp_path)]

    with subprocess.Popen(serving, env=env) as process_:
        try:
            awaited(anna, "has begun")
            write(servers, anna.address, "say referee: May I pass?", "[game]")
            question = awaited(carla, "Anna asks")
            write(servers, carla.address, "No, never.\nextend Anna 1 day", f"Re: {question['Subject']}")
            assert "extend Anna 1 day" in awaited(carla, "[game] Done").get_body(("plain",)).get_content()  # type: ignore[union-attr]
            awaited(anna, "No, never.")
            write(servers, carla.address, "award Anna", f"Re: {awaited(carla, '[game] Done')['Subject']}")
            write(servers, carla.address, "yes", f"Re: {awaited(carla, 'Please confirm')['Subject']}")
            awaited(anna, "You win")
        finally:
            process_.terminate()
    proved = subprocess.run([*command, "verify", tmp_path], capture_output=True, text=True, env=env)
    assert proved.returncode == 0 and "lines of the club" in proved.stdout


def test_two_strangers_join_and_play_with_no_terminal_touched(servers: Servers, tmp_path: Path):
    """Anna asks how, opens a match; Bob joins it with a code; Carla forges the referee, in vain; a match is played."""
    anna, bob, carla = (
        Client(f"{name}@example.org", name, servers.imap, servers.smtp, random.Random(7))
        for name in ("anna", "bob", "carla")
    )
    env = ENV | {"SSL_CERT_FILE": os.environ["SSL_CERT_FILE"]}
    command = [sys.executable, "-m", "adjudicator"]
    subprocess.run([*command, "club", "init", "dora@example.org", "--matches", tmp_path], check=True, env=env)
    settings = tmp_path / "club" / "club.toml"
    settings.write_text(settings.read_text().replace('joining = "closed"', 'joining = "open"'))
    reached = [f"--imap=imap://referee@127.0.0.1:{servers.imap}", f"--smtp=smtp://127.0.0.1:{servers.smtp}"]
    serving = [*command, "mail", "serve", *reached, f"--from={REFEREE}", "--every=1", "--matches", str(tmp_path)]
    with subprocess.Popen(serving, env=env) as process_:
        try:
            write(servers, anna.address, "How do I join?", "hello")
            how = awaited(anna, "how to play")
            write(servers, anna.address, "open snail-trail", f"Re: {how['Subject']}")
            awaited(anna, "snail-trail-1 is open")
            write(servers, bob.address, "join snail-trail-1", "mitspielen")
            asked = awaited(bob, "(j")
            write(servers, carla.address, "confirm", f"Re: {asked['Subject']}")
            write(servers, "dora@example.org", "abandon", "[snail-trail-1]")
            write(servers, bob.address, "confirm", f"Re: {asked['Subject']}")
            for client in (anna, bob):
                awaited(client, "[snail-trail-1] Your match begins")
            write(servers, anna.address, "resign", "[snail-trail-1]")
            awaited(bob, "You win")
        finally:
            process_.terminate()
    proved = subprocess.run([*command, "verify", tmp_path], capture_output=True, text=True, env=env)
    assert proved.returncode == 0 and "lines of the club" in proved.stdout
    assert len(Folder(tmp_path / "snail-trail-1").match.seats) == 2
