"""The way in under mails changed at random; bench/fuzz_mail.py does the same for as long as one likes."""

from __future__ import annotations

import random
from pathlib import Path

from fuzzing import Checked, bombs, check, corpus, mutated
from support import contents, take, verdicts

from adjudicator import verify
from adjudicator.match import Folder


def test_mails_changed_at_random(matches: Path):
    rng, mails, seen = random.Random(8), corpus(), Checked()
    before = contents(matches)
    for _ in range(150):
        check(mutated(rng, mails), matches, seen)
    assert contents(matches) == before
    assert {"taken", "refused", "stranger", "unreadable", "automatic"} <= set(seen.ends)


def test_mails_made_to_keep_a_reader_busy(matches: Path):
    before, seen = contents(matches), Checked()
    for mail in bombs(20_000):
        check(mail, matches, seen)
    assert contents(matches) == before
    assert set(seen.ends) == {"refused"}


def test_what_cannot_be_read_changes_nothing(matches: Path):
    rng, mails = random.Random(9), corpus()
    for _ in range(30):
        before = contents(matches)
        ends = verdicts(take(matches, mutated(rng, mails)))
        if not {"taken"} & set(ends):
            assert contents(matches) == before
    for match in ("anna-bob", "anna-cid"):
        assert not verify.verify(Folder(matches / match)).problems
