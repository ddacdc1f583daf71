"""Letters of every kind and game before SpamAssassin and rspamd, where they are installed: no rule on hidden text."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from urllib.error import URLError

import pytest
from lanes import LONG
from test_real_servers import WANTED, free_port

from adjudicator.mail.outbound import outbox, transports
from adjudicator.mail.outbound.compose import Mailed, Parcel, Reader, compose, split_board, written
from adjudicator.workshop.samples import of_games, of_kinds
from printables.render import png

RSPAMD, PERL = shutil.which("rspamd"), shutil.which("perl") if shutil.which("spamassassin") else None
SENDER = transports.sender("The referee <referee@example.com>")
HIDDEN = ("INVIS", "ZERO_FONT", "HIDDEN", "LOW_CONTRAST", "TINY", "FONT_SIZE", "OBFU")
MOST = 0.1  # points of a rule; an email of 5 or 6 points is taken for spam

pytestmark = pytest.mark.skipif(not os.environ.get(WANTED), reason=f"asks spam filters where {WANTED} is set")

ASSASSIN = """
use Mail::SpamAssassin;
my $filter = Mail::SpamAssassin->new({local_tests_only => 1, dont_copy_prefs => 1, userprefs_filename => "/dev/null"});
for my $file (@ARGV) {
  open my $in, '<', $file; local $/; my $mail = $filter->parse(<$in>); my $found = $filter->check($mail);
  my %rules = %{$found->get_names_of_tests_hit_with_scores_hash()};
  print join(" ", map {"$_=$rules{$_}"} keys %rules), "\\n"; $found->finish; $mail->finish;
}
"""
ALONE = {  # nothing is asked of other machines
    "worker-normal": 'bind_socket = "127.0.0.1:{port}"; count = 1;',
    **dict.fromkeys(("worker-controller", "worker-proxy", "worker-fuzzy"), "enabled = false;"),
    "options": 'dns {{ nameserver = ["127.0.0.1:1"]; timeout = 0.1s; retransmits = 1; }}',
}


@cache
def pictured(drawing: str) -> bytes:
    return png.light(drawing, outbox.PICTURE, outbox.MOST_PICTURE) if drawing else b""


@pytest.fixture(scope="module")
def emails(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    place, at, made = tmp_path_factory.mktemp("emails"), datetime.now(UTC), list[Path]()
    for odd, language in enumerate(("en", "de")):  # each letter in one of the languages
        letters = [*of_kinds(language, board=True), *of_games(language, board=True)]
        for name, letter in letters[odd::2]:
            _, drawing, _ = split_board(letter.html)
            told = (letter.subject, letter.text, letter.html)
            to = Reader("Anna", "anna@example.org")
            parcel = Parcel("anna-otto", Mailed(1, "1f" * 32), "A", to, *told, board=pictured(drawing))
            made.append(place / f"{language}-{name}.eml")
            made[-1].write_bytes(written(compose(parcel, SENDER, at)))
    return made


@pytest.mark.skipif(not PERL, reason="SpamAssassin is not installed")
def test_spamassassin_has_nothing_against_any_letter(emails: list[Path]) -> None:
    said = subprocess.run([PERL or "", "-e", ASSASSIN, *emails], capture_output=True, text=True, check=True).stdout
    judged(emails, [dict(rule.split("=") for rule in line.split()) for line in said.splitlines()], "MAILING_LIST_MULTI")


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Where an rspamd of our own answers."""
    number = free_port()
    (tmp_path / "local.d").mkdir()
    for name, text in ALONE.items():
        ending = "conf" if name == "rbl" else "inc"
        (tmp_path / "local.d" / f"{name}.{ending}").write_text(text.format(port=number))
    names = [f"--var={name}={tmp_path}" for name in ("LOCAL_CONFDIR", "DBDIR", "LOGDIR", "RUNDIR")]
    with subprocess.Popen([RSPAMD or "", "-f", "-i", "-c", "/etc/rspamd/rspamd.conf", *names]) as running:
        try:
            yield number
        finally:
            running.terminate()


@pytest.mark.skipif(not RSPAMD, reason="rspamd is not installed")
def test_rspamd_has_nothing_against_any_letter(emails: list[Path], port: int) -> None:
    found, until = list[dict[str, str]](), time.monotonic() + 10 * LONG  # it compiles its rules first
    while len(found) < len(emails):
        try:
            asked = urllib.request.Request(f"http://127.0.0.1:{port}/checkv2", emails[len(found)].read_bytes())
            with urllib.request.urlopen(asked, timeout=LONG) as answer:
                rules = json.load(answer)["symbols"]
            found.append({name: rule["score"] for name, rule in rules.items() if not name.startswith("HFILTER")})
        except URLError:  # HFILTER is about who hands the mail over: here a test
            assert time.monotonic() < until, "rspamd does not answer"
            time.sleep(0.5)
    judged(emails, found, "MAILLIST")


def judged(emails: list[Path], found: list[dict[str, str]], seen: str) -> None:
    """`seen`: a rule that says that the filter has read them."""
    assert len(found) == len(emails) > 80
    for mail, rules in zip(emails, found, strict=True):
        assert seen in rules, mail.stem
        assert not [rule for rule in rules if any(word in rule for word in HIDDEN)], mail.stem
        assert not {rule: score for rule, score in rules.items() if float(score) > MOST}, mail.stem
        assert sum(map(float, rules.values())) < 0, mail.stem
