"""Awkward mails, each with what it must mean: corpus/meaning.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from lanes import Golden, some
from support import CORPUS, take, verdicts

from adjudicator.core.codec import digest
from adjudicator.mail.inbound import message, sections
from adjudicator.match import verify
from adjudicator.match.folder import Folder

MEANING: dict[str, dict[str, Any]] = yaml.safe_load((CORPUS / "meaning.yaml").read_text(encoding="utf-8"))
IDS = ("anna-bob", "anna-cid")


def test_every_mail_has_a_meaning():
    assert len(MEANING) >= 60
    assert {file.name for file in CORPUS.glob("*.eml")} == set(MEANING)


@pytest.mark.parametrize("name", MEANING)
def test_what_it_says(name: str):
    meaning = MEANING[name]
    mail = message.read((CORPUS / name).read_bytes())
    assert mail.kind == meaning.get("kind", "person")
    assert mail.sender == meaning.get("sender", "anna@example.org")
    if "subject" in meaning:
        assert mail.subject == meaning["subject"]
    if mail.kind == "unreadable":
        assert mail.problem
        return
    named = [word for word in map(str.casefold, sections.in_subject(mail.subject)) if word in IDS]
    subject = named[0] if len(named) == 1 else ""
    said = {
        section.match or subject: [line for line in section.settled.splitlines() if line.strip()]
        for section in sections.parted(mail).sections
    }
    for match, lines in meaning["orders"].items():
        lines = lines and lines + meaning.get("below", [])
        if lines is None:
            said.pop(match)
        else:
            assert said.pop(match) == lines
    assert not said


@pytest.mark.parametrize("name", some(MEANING, 60))
def test_what_becomes_of_it(name: str, matches: Path):
    meaning = MEANING[name]
    happened = take(matches, (CORPUS / name).read_bytes())
    assert verdicts(happened) == meaning["verdicts"]
    assert not [one.problem for one in happened if one.problem]
    folder = Folder(matches / "anna-bob")
    entries = list(folder.entries())[1:]
    if "told" in meaning:
        (entry,) = entries
        assert not entry.done and not entry.says and [meaning["told"] in one.reason for one in entry.refusals] == [True]
        assert entry.refusals[0].hint
        return
    one = "taken" in meaning["verdicts"] and "anna-bob" in meaning["orders"]
    assert len(entries) == meaning.get("entries", one)
    if not entries:
        return
    entry = entries[0]
    assert entry.mail is not None and entry.seat == 0
    if "done" in meaning:
        assert sum(done.kind != "offer" for done in entry.done) == meaning["done"]
        assert entry.refusals or entry.done
    else:
        assert not entry.refusals and (entry.done or entry.says)
    assert not verify.verify(folder).problems


def test_each_mail_is_read_as_it_was(golden: Golden) -> None:
    """All that is made of a mail: its kind, its marked lines, what it answers, its sections and secrets."""
    said = list[str]()
    for name in MEANING:
        mail = message.read((CORPUS / name).read_bytes())
        content = sections.parted(mail)
        held = repr((*mail._replace(names=frozenset()), sorted(mail.names), content))
        flags = [flag for flag in ("whole", "reflowed", "doubtful") if getattr(mail, flag)]
        told = (mail.kind, mail.sender, *flags, len(mail.text), len(mail.below), len(content.sections), mail.problem)
        said.append(f"{name} {digest(held.encode('utf-8', 'replace'))[:12]} {' '.join(map(str, told))}")
    golden("reader/corpus.txt", "\n".join(said) + "\n")
