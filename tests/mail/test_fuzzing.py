"""The way in under mails changed at random; bench/fuzz_mail.py does the same for as long as one likes."""

from __future__ import annotations

import random
from pathlib import Path

from fuzzing import WORDS, Checked, bombs, check, corpus, fetched, mutated, orders_of, worlds
from lanes import THOROUGH
from support import contents

from adjudicator.match import verify
from adjudicator.match.folder import Folder


def test_mails_changed_at_random(matches: Path):
    rng, mails, seen = random.Random(8), corpus(matches), Checked()
    before = contents(matches)
    for _ in range(150):
        check(mutated(rng, mails), matches, seen)
    assert contents(matches) == before
    assert {"taken", "refused", "stranger", "unreadable", "automatic"} <= set(seen.ends)


def test_mails_made_to_keep_a_reader_busy(matches: Path):
    before, seen = contents(matches), Checked()
    for mail in bombs(20_000 if THOROUGH else 6_000):
        check(mail, matches, seen)
    assert contents(matches) == before
    assert set(seen.ends) == {"refused", "taken"}, "taken: who asks for a token, and nothing else"
    assert seen.ends["taken"] < 20


def test_what_cannot_be_read_changes_nothing(matches: Path):
    rng, seen = random.Random(9), Checked()
    for _ in range(30):
        fetched(mutated(rng, corpus(matches), (*WORDS, *orders_of(matches))), matches, seen)
    for match in ("anna-bob", "anna-cid"):
        assert not verify.verify(Folder(matches / match)).problems
    assert Folder(matches / "anna-bob").last.n > 5


def test_every_game_reads_what_it_is_sent(tmp_path: Path):
    rng, seen = random.Random(10), Checked()
    for path in worlds(tmp_path):
        before, mails, words = contents(path), corpus(path), (*WORDS, *orders_of(path) * 4)
        for _ in range(15):
            check(mutated(rng, mails, words, sign=path.name == "dkim"), path, seen)
        assert contents(path) == before
    assert {"taken", "refused", "unproved"} <= set(seen.ends)
