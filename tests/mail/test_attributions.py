"""The words before a quoted letter: corpus/attributions.yaml. The example in the letter is never an order."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml
from support import CORPUS, mail, take

from adjudicator import games
from adjudicator.dice import FastDice
from adjudicator.mail.inbound import quotes
from adjudicator.match.folder import Folder
from adjudicator.reader.lines import BELOW, LEFT
from adjudicator.referee import adjudication, orders

ATTRIBUTIONS: list[str] = yaml.safe_load((CORPUS / "attributions.yaml").read_text(encoding="utf-8"))


def refused(matches: Path, text: str) -> str:
    take(matches, mail(text))
    (entry,) = list(Folder(matches / "anna-bob").entries())[1:]
    assert not entry.done
    return f"{entry.refusals[0].reason}; {entry.refusals[0].hint}"


def test_there_are_as_many_attributions_as_the_pages_say():
    assert len(set(ATTRIBUTIONS)) == len(ATTRIBUTIONS) >= 40


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
@pytest.mark.parametrize("quote", ["> ", "\t", ""])
def test_what_stands_below_an_attribution_is_not_read(attribution: str, quote: str):
    letter = "".join(f"{quote}{line}\n" for line in ("Hello Anna,", "", "match anna-bob", "move a2"))
    assert quotes.settled(quotes.typed(f"move a1\n\n{attribution}\n\n{letter}")) == "move a1"


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("address", ["referee@example.org wrote:", "<referee@example.org> wrote:"])
def test_an_order_directly_above_an_address_that_announces_a_quote_is_read(address: str, gap: str):
    typed = quotes.typed(f"move a1{gap}{address}\n\n> match anna-bob\n> move a2")
    assert quotes.settled(typed) == "move a1"


@pytest.mark.parametrize("mark", [f"{sign} {mark}" for sign in (">", ">>", "|") for mark in quotes.MARKS.values()])
def test_reading_ends_at_a_quoted_mark(mark: str):
    text = f"move a1\n{mark}\n> Reply with these lines, putting your own move in\nmove a2\n> place of the example"
    assert quotes.settled(quotes.typed(text)) == "move a1"


@pytest.mark.parametrize("mark", quotes.MARKS.values())
@pytest.mark.parametrize(
    "place", ["Snakes & Foxes anna-bob, turn 3", "Snakes & Foxes\nanna-bob, turn 3", "Gans-1, Zug 12"]
)
def test_what_a_letter_has_above_its_mark_is_not_read(mark: str, place: str):
    """In HTML the news comes first, and not every program says that it quotes."""
    game = "" if "Snakes" in place else "Fuchs & Gänse\n"
    typed = quotes.typed(f"move a1\nThanks!\n\nIt's your move, Anna\n{game}{place}\n\n{mark}\nmove a2")
    assert typed.splitlines()[:2] == ["move a1", "Thanks!"] and quotes.settled(typed) == "move a1\nThanks!"
    assert quotes.settled(quotes.typed(f"move a1\nturn 3\n{mark}")) == "move a1\nturn 3"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{quotes.MARK}\nmove a1", "above the mark"),
        ("> move a1", "quotes are not read"),
        ("On 21/11/2026 10:00, The referee wrote:\n\n\tmove a1\n", "a quoted letter"),
        ("-- \nmove a1", "a signature"),
        ("", "a subject is not read"),
    ],
)
def test_a_mail_whose_orders_are_not_read_is_told_why(matches: Path, text: str, why: str):
    assert why in refused(matches, text)


def test_end_by_itself_is_answered_with_the_order_that_passes_where_one_may(matches: Path):
    folder = Folder(matches / "anna-bob")
    told = set()
    for slug in ("wolves-and-jackals", "the-game", "fox-and-geese"):
        game, choose = games.find(slug), random.Random(1)
        state = game.start(game.Options(), 2, FastDice(1)).state
        for _ in range(40):
            if not (legal := list(game.moves(state))):
                break
            seat = game.to_act(state)[0]
            standing = folder.standing()._replace(state=state)
            (refusal,) = adjudication.unreadable(folder.match, game, standing, orders.read(b"end", ""), seat)
            may = "pass" in [game.format(action, state) for action in legal]
            assert ("to pass, write `pass`" in refusal.hint) == may
            told.add(may)
            state = game.apply(state, choose.choice(legal), FastDice(choose.random())).state
    assert told == {True, False}


HTML = [
    ("one<blockquote>x<blockquote>y</blockquote>z</blockquote>two", "one\ntwo"),
    ("one<blockquote>x<div>y</div></div>z</blockquote>two", "one\ntwo"),
    *((f"one<{name}>x<b>y</b></{name}>two", "one\ntwo") for name in ("script", "svg", "del", "textarea", "details")),
    ("one<div style='display: none'>x<div>y</div>z</div>two", "one\n\ntwo"),
    ("one<span style='line-through'>x</span><b style='height: 10px'>two</b>", "one\ntwo"),
    (
        "one<b style='max-height:0'>x</b><b style='line-height:0'>two</b><b style='opacity:0.5'>three</b>",
        "one\ntwothree",
    ),
    ("one<p hidden>x</p><p title='a hidden thing'>two</p>", "one\n\n\ntwo\n"),
    ("one<i class='gmail_signature'>x</i>two<img class='gmail_attr'>three", "one\ntwothree"),
    ("one<div id='appendonsend'></div>two", "one\n"),
    ("one<!-- x -->two<!-- three", "onetwo"),
    ("one < two <three", "one < two"),
    ("<pre>a  b\nc<pre>  d</pre>  e</pre>  f", "\na b\nc\nd\ne\nf"),
    ("a  b\nc", "a b c"),
    ("<tr><td>a</td><td>b</td></tr><li>c", "\na b\n\nc"),
    ("a&#65;&amp;&#999999999999;", "aA&\ufffd"),
    ("one<!---->two<!-->three-->four", "onetwothree-->four"),
    ("one<", "one<"),
    ("one <> two <3", "one <> two <3"),
    ("<b>one</b> <!bad>two<i x='", "one two"),
    (
        "</pre>one\ntwo<pre>three\nfour<pre>five</pre>six\nseven</pre>eight\nnine",
        "\none two\nthree\nfour\nfive\nsix\nseven\neight nine",
    ),
    ("one<s>x", "one\n"),
]


@pytest.mark.parametrize(("source", "read"), HTML)
def test_what_a_reader_of_html_sees_is_what_is_read(source: str, read: str):
    assert quotes.plain_text(source) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        # A quote, of which two lines that nothing announces may be the writer's own
        ("a\n> b\nc", "a\n~> b\nc"),
        ("a\n> b\n> c\nd", "a\n~> b\n~> c\nd"),
        ("a\n> b\n> c\n> d\ne", "a\n~\n~\n~\ne"),
        ("a\n> b\n\n> c\nd\n> e", "a\n~> b\n\n~\nd\n~> e"),
        ("> b\nc", "~\nc"),
        ("a:\n> b", "a:"),
        ("a@x.org\n> b", "a@x.org"),
        ("a <\n> b", "a <"),
        ("a\n\n\n\n> b", "a\n\n\n\n~> b"),
        ("a\n\n\n\n\n> b", "a"),
        ("a\n```\nb", "a\n~\nb"),
        # Headers: known ones with a date or an address, or three of any kind with an address
        ("a\nFrom: x@y.org\nTo: b\nSubject: c\nd", "a"),
        ("a\nFrom: x\nTo: b\nd", "a\n^From: x\nTo: b\nd"),
        ("a\nFrom: x\nd\ne", "a\nFrom: x\nd\ne"),
        ("a\nVon: x\nSent: 2026\nb", "a"),
        ("a\nAaa: x@y.org\nBbb: 2\nCcc: 3\nd", "a"),
        ("a\nAaa: x\nBbb: 2\nCcc: 3\nd", "a\nAaa: x\nBbb: 2\nCcc: 3\nd"),
        ("a\nAaa: x@y.org\nBbb: 2\nd\nCcc: 3", "a\nAaa: x@y.org\nBbb: 2\nd\nCcc: 3"),
        ("a\nAaa: x@y.org\n\nBbb: 2\n\nCcc: 3\nd", "a"),
        ("a\nsay Bob: x@y.org\nsay Bob: 2\nsay Bob: 3", "a\nsay Bob: x@y.org\nsay Bob: 2\nsay Bob: 3"),
        # What may end an email does where a quote or headers follow soon
        ("a\n--\nb", "a\n^--\nb"),
        ("a\n--\n\n\n\n> b", "a"),
        ("a\n--\n\n\n\n\n> b", "a\n^--"),
        ("a\n-----Original Message-----\nFrom: x\nb", "a\n^-----Original Message-----\nFrom: x\nb"),
        ("a\n-----Original Message-----\nFrom: x\nSent: 2026\nb", "a"),
        ("a\n--- x wrote ---\nb", "a"),
        ("a\nThis email is confidential\nb", "a\n^This email is confidential\nb"),
        ("a\nSent from my phone\nb", "a\n~Sent from my phone\nb"),
        # What was signed begins after a blank line
        ("-----BEGIN PGP SIGNED MESSAGE-----\nHash: 1\n\na\n-----BEGIN PGP SIGNATURE-----\nb", "~\n~\n\na"),
        ("-----BEGIN PGP SIGNED MESSAGE-----\nHash: 1", ""),
        # The first line may greet, the last be a name
        ("Hello Anna,\na\nHello Anna,", "~Hello Anna,\na\nHello Anna,"),
        ("a\nanna", "a\n~anna"),
        ("a\n- Anna!", "a\n~Anna!"),
        ("a\n\nanna\n-- \nb", "a\n\n~anna\n^--\nb"),
        ("anna\na", "anna\na"),
        # Words before a quote
        ("a\nOn 5 May x wrote:\nb", "a"),
        ("a\nOn 5 May\nAnna <a@x.org>\nwrote:\n> b\nc", "a\n~\n~\n~\n~\nc"),
        ("a\nAnna <\na@x.org>:\n> b", "a"),
        ("a\n5 May:\n> b\nc", "a\n~\n~\nc"),
        ("a\nb:\nc", "a\nb:\nc"),
        # Bullets, numbers and emphasis
        ("* a\n- b\n1. c\n12) d\n123. e", "a\nb\nc\nd\n123. e"),
        ('*a*\n**\n***\n"b"\n*c*d*\n\u201ee\u201c\n_f\n* ', "a\n**\n***\nb\n*c*d*\ne\n_f\n*"),
    ],
)
def test_lines_are_typed_by_programs_or_may_end_what_was_typed(text: str, read: str):
    """~ stands before what programs or habit add, ^ before where it may end."""
    assert quotes.typed(text, ("anna",)).replace(LEFT, "~").replace(BELOW, "^") == read


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", ""),
        ("end\n> a", ""),
        ("--", "only what mail programs write"),
        ("On 5 May x wrote:\n\na", "only what mail programs write"),
        ("\n\n> a", "all lines of your email are quoted"),
        (f"> a\n{quotes.MARK}", "nothing above the mark"),
    ],
)
def test_why_nothing_was_typed(text: str, why: str):
    said, help = quotes.unread(text)
    assert why in said and bool(said) == bool(help) == bool(why)
