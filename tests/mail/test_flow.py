"""The text of a mail on small screens: lines that were wrapped come together again, all others stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_send import composed, kept, post

from adjudicator.letters.render import COLUMNS, Footer, Form, Heading, Items, Paragraph, Quote, columns, to_text
from adjudicator.mail.inbound import quotes
from adjudicator.mail.inbound.message import read
from adjudicator.mail.inbound.quotes import unflowed
from adjudicator.mail.outbound import outbox
from adjudicator.mail.outbound.compose import flowed
from adjudicator.match.folder import Folder

LONG = "If nothing arrives by then, the dice choose a legal move for you, so write `say referee: more time` before it."


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "PICTURE", 40)


def test_paragraphs_and_entries_come_together_and_nothing_else_does():
    long_line = f"move {' '.join(['a1'] * 40)}"
    text = to_text(
        [
            Paragraph(LONG),
            Heading("What happened"),
            Items((LONG, "short", f"{LONG} {LONG}")),
            Quote("Bob to you:", LONG),
            Form("Reply:", ("match m", long_line, "# or")),
            Footer((LONG, "a" * 150, "b")),
        ]
    )
    sent = flowed(text)
    assert all(columns(line.rstrip()) <= COLUMNS + 1 for line in sent.splitlines() if "move a1" not in line)
    lines = unflowed(sent).splitlines()
    assert lines[:4] == [LONG, "", "What happened", "-------------"]
    assert lines[5:8] == [f"- {LONG}", "- short", f"- {LONG} {LONG}"]
    assert "    match m" in lines and f"    {long_line}" in lines and "    # or" in lines
    quoted = lines[lines.index("Bob to you:") + 1 : lines.index("Reply:") - 1]
    assert len(quoted) == 2 and all(line.startswith("    ") for line in quoted)
    small = lines[lines.index("-- ") + 1 :]
    assert small[0] == LONG and small[1:] == ["a" * 72, "a" * 72, "aaaaaa", "b"], "a word that was broken stays so"


def test_a_line_like_a_quotation_or_an_mbox_separator_is_stuffed():
    assert flowed("> x\nFrom me\n    a\n-- \nend").splitlines() == [" > x", " From me", "     a", "-- ", "end"]


def test_letters_go_out_as_flowed_text_and_read_back_as_they_were_written(matches: Path, tmp_path: Path):
    folder = Folder(matches / "anna-bob")
    post(folder, tmp_path)
    for whose in "AB":
        part = kept(tmp_path)[f"anna-bob-0000-{whose}.eml"].get_body(("plain",))
        assert part is not None
        assert (part.get_param("format"), part.get_param("delsp")) == ("flowed", "no")
        sent = part.get_content().replace("\r\n", "\n")
        assert max(len(line) for line in sent.splitlines()) <= COLUMNS + 1
        written = (folder.path / f"letters/0000-{whose}.txt").read_text()
        words, back = (" ".join(text.split()) for text in (written, unflowed(sent)))
        assert back.partition("orders go above this line === ")[2] == words
        assert any(len(line) > COLUMNS for line in unflowed(sent).splitlines())


def test_a_quoted_letter_is_still_no_order():
    body = composed(text="Hello Anna,\n\n    match anna-bob\n    resign\n").get_body(("plain",))
    assert body is not None
    quoted = "".join(f"> {line}\n" for line in body.get_content().splitlines())
    head = b"From: a@example.org\r\nSubject: [anna-bob]\r\nContent-Type: text/plain; format=flowed\r\n\r\n"
    assert read(head + quoted.encode()).text == ""


@pytest.mark.parametrize(
    ("sent", "read", "joined"),
    [
        ("a \nb\nc", "a b\nc", "ab\nc"),
        ("> a \n> b\n>> c \nd", "> a b\n>> c \nd", "> ab\n>> c\nd"),
        ("a \n> b", "a \n> b", "a\n> b"),
        ("a \n-- \nb \nc", "a \n-- \nb c", "a\n-- \nbc"),
        (" >a \n b", ">a b", ">ab"),
        ("  a", " a", " a"),
    ],
)
def test_soft_breaks_are_undone_at_one_depth_and_no_signature_is_joined(sent: str, read: str, joined: str) -> None:
    """RFC 3676, 4.1 to 4.5."""
    assert unflowed(sent) == read and unflowed(sent, delete_space=True) == joined


@pytest.mark.parametrize(
    ("text", "typed", "whole"),
    [
        ("move a1", "", True),
        ("top\n> a\n\n> b", "", True),
        ("> a\n\nbelow", "\n\nbelow", True),
        ("> a\nbelow", "\nbelow", False),  # it may be the rest of the quoted line
        ("> a\nx\n> b", "\nx", False),
        ("> a\n \n> b\n\nx", "\n\n\n\nx", True),
        ("> a\n" + "x\n" * 5 + "> b\n\ny", "\n" + "x\n" * 5 + "\n\ny", False),
        ("> a\n" + "x\n" * 6 + "> b\n\ny", "\n" * 9 + "y", False),
    ],
)
def test_what_is_typed_below_a_quote_or_between_a_few_of_its_lines_is_read(text: str, typed: str, whole: bool) -> None:
    assert quotes.below(text) == (typed, whole)
