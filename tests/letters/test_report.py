"""Letters: a whole match as its players read it, who may see what, hostile players, the example that can be sent."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from adjudicator import dice, games
from adjudicator.core.game import Outcome
from adjudicator.letters import facts, picture, render
from adjudicator.letters.facts import Letter
from adjudicator.letters.phrases import Names, Phrases, Reasons
from adjudicator.referee import adjudication, orders
from adjudicator.referee.admin import Desk, Wish
from adjudicator.referee.chance import Links
from adjudicator.referee.records import Entry, Match, Refusal, Say, Seat, Standing
from adjudicator.referee.ruling import Ruling
from printables.render import svg

GOLDEN = Path(__file__).parents[1] / "golden/letters/snakes-and-foxes"
GAME: Any = games.find("snakes-and-foxes")
CHAIN = dice.Chain(dice.secret_from_seed("wheel"))
LINKS = Links(CHAIN.link)
ANNA, BOB = Seat("Anna", "anna@example.org"), Seat("Bob")
EVIL = "</pre><script>alert('x')</script>\u202e\x07\x00 & \"O'Mo\"\r\nBcc: all@example.org"

# What the players of the golden match send, in order.
SESSION = (
    "match anna-bob\nplayer Anna\nturn 1\nmove a13\nsay Bob: Race you to the rim & back!\n",
    "player Bob\nmove z9\nsay Cleo: hello\n",
    "player Bob\nmove a14 b14\n",
    "player Bob\nmove a14\nsay all: After you.\nmove b14\n",
    "player Anna\nturn 2\nmove H a16\n",
    "player Anna\nmove H a16\n",
    "player Bob\nmove H a2 a1\ndraw offer\n",
    "player Bob\nsay Anna: no hurry\n",
    "player Anna\nmove b16\n",
    "player Bob\nmove b1 b2\n",
    "player Bob\nmove c2 c1\n",
)
AS_HTML = (0, 4)
AS_PICTURE = (0, 9, 11)


@dataclass
class Post:
    """A match whose letters are collected; `svg` stands for the picture, where none is wanted."""

    match: Match
    svg: str | None = "<svg></svg>"
    standing: Standing = field(default_factory=lambda: Standing(()))
    entries: list[Entry] = field(default_factory=list)

    @classmethod
    def begun(cls, *seats: Seat, words: tuple[str | None, ...] = ("hazel", "thorn"), **more: Any) -> Post:
        options = GAME.Options(**more.pop("options", {}))
        match = Match(
            "anna-bob",
            GAME.SLUG,
            options.model_dump(),
            seats or (ANNA, BOB),
            dice.PLAIN,
            CHAIN.commitment.hex(),
            **more,
        )
        post = cls(match)
        post.standing = Standing(words[: len(match.seats)])
        return post

    def begin(self) -> tuple[Letter, ...]:
        return self.file(adjudication.begin(self.match, GAME, self.standing.words, LINKS, "0" * 64))

    def send(self, text: str) -> tuple[Letter, ...]:
        read = orders.read(text.encode(), "orders.txt")
        return self.file(adjudication.adjudicate(adjudication.Draft(self.match, GAME, self.standing, LINKS), read))

    def file(self, ruling: Ruling) -> tuple[Letter, ...]:
        before, self.standing = self.standing, ruling.standing
        self.entries.append(ruling.entry)
        drawn = self.picture() if self.svg is None else self.svg
        return facts.letters(self.match, GAME, before, ruling.entry, ruling.standing, lambda *_: drawn)

    def picture(self) -> str:
        at = self.standing
        if at.state is None:
            return ""
        phrases = Phrases(GAME.SLUG, "en", at.state.options)
        sheet = picture.sheet(
            GAME,
            at.state,
            Names.of(self.match),
            phrases,
            events=self.entries[-1].events,
            outcome=at.outcome,
            match_id=self.match.id,
        )
        return svg.render(sheet.pages[0], sheet)


def session() -> Iterator[tuple[str, str]]:
    """Every file of the golden match's folder: name and text."""
    post = Post.begun()
    for number, text in enumerate(("", *SESSION)):
        for letter in post.send(text) if text else post.begin():
            name = f"{number:02d}-{'AB'[letter.seat]}"
            yield f"{name}.txt", f"Subject: {letter.subject}\n\n{letter.text}"
            if number in AS_HTML:
                yield f"{name}.html", letter.html
        if number in AS_PICTURE:
            yield f"{number:02d}.svg", post.picture()


def test_the_golden_match(request: pytest.FixtureRequest) -> None:
    made = dict(session())
    if request.config.getoption("--update-goldens", default=False):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        for old in GOLDEN.iterdir():
            old.unlink()
        for name, text in made.items():
            (GOLDEN / name).write_text(text, newline="\n")
    assert sorted(made) == sorted(file.name for file in GOLDEN.iterdir())
    for name, text in made.items():
        assert text == (GOLDEN / name).read_bytes().decode(), name


def test_letters_are_the_same_in_every_process() -> None:
    code = (
        "import hashlib, sys; sys.path[:0] = ['tests', 'tests/letters']; import test_report as t;"
        "print(hashlib.sha256(repr(list(t.session())).encode()).hexdigest())"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env).stdout
        for env in ({"PYTHONHASHSEED": "1", "PYTHONPATH": "."}, {"PYTHONHASHSEED": "2", "PYTHONPATH": "."})
    ]
    assert runs[0] == runs[1] and len(runs[0].strip()) == 64


def only(letters: tuple[Letter, ...], seat: int) -> Letter:
    return next(letter for letter in letters if letter.seat == seat)


def seats(letters: tuple[Letter, ...]) -> list[int]:
    return [letter.seat for letter in letters]


def test_play_begins_with_a_letter_to_each_that_says_how_to_play() -> None:
    post = Post.begun()
    letters = post.begin()
    assert seats(letters) == [0, 1]
    for letter in letters:
        mailed = letter.seat == 0  # Bob gets no email, and no proof.txt
        assert ("Keep this letter and its `proof.txt`:" if mailed else "Keep this letter: what") in letter.text
        for form in (letter.text, letter.html):
            assert (CHAIN.commitment.hex() in form) != mailed
        assert "its name is anna-bob. You play token" in " ".join(letter.text.split())
        assert "`help` explains all else" in " ".join(letter.text.split()) and "The game in short" in letter.text
    acting = GAME.to_act(post.standing.state)[0]
    assert only(letters, acting).subject == "[anna-bob] Your match begins: your move (Snakes & Foxes)"
    assert only(letters, 1 - acting).subject == "[anna-bob] Your match begins: Anna to move (Snakes & Foxes)"


def example(letter: Letter) -> str:
    """The move file of a text letter, as a player would copy it."""
    lines = letter.text.split("\n")
    first = next(number for number, line in enumerate(lines) if line.startswith("    match "))
    return "\n".join(line[4:] for line in lines[first : lines.index("", first)])


def test_the_example_in_a_letter_plays_a_whole_match() -> None:
    post = Post.begun()
    letters = post.begin()
    for _ in range(200):
        if post.standing.outcome is not None:
            break
        acting = GAME.to_act(post.standing.state)[0]
        text = example(only(letters, acting))
        legal = [GAME.format(move, post.standing.state) for move in GAME.moves(post.standing.state)]
        assert text.split("\n")[3] == legal[0]
        shown = re.findall(r"^# or: (.*?)(?: \(.*)?$", text, re.MULTILINE)
        assert len(shown) == min(1, len(legal) - 1) and set(shown) <= set(legal[1:])
        ends = {order.split()[-1] for order in legal}
        assert len({order.split()[-1] for order in (legal[0], *shown)}) == min(2, len(ends))
        assert (f"({len(legal)} legal moves in all)" in text) == (len(legal) > 2)
        letters = post.send(text)
        assert not post.entries[-1].refusals
    assert post.standing.outcome is not None
    assert all("win" in letter.subject and "game is over" in letter.text for letter in letters)
    assert not any("match anna-bob" in letter.text for letter in letters)


def test_each_refusal_is_told_to_its_sender_with_line_reason_and_what_is_right() -> None:
    post = Post.begun()
    post.begin()
    letters = post.send("player Anna\n\nmove z9\nsay Cleo: x\nword a b\n")
    assert seats(letters) == [0]
    said = " ".join(letters[0].text.split())
    assert len(post.entries[-1].refusals) == 3
    for refusal in post.entries[-1].refusals:
        told = [Reasons("en").say(text) for text in (refusal.reason, refusal.hint)]
        where = f"line {refusal.line}, `{refusal.order}`" if refusal.order else f"line {refusal.line}"
        assert f"- {where}: {'; '.join(told)}." in said
    assert "None of it was carried out, messages included." in said
    assert letters[0].subject == "[anna-bob] Not played: the board has no space 'z9' (turn 1)"


def test_what_was_carried_out_before_a_refusal_is_told_too() -> None:
    post = Post.begun()
    post.begin()
    order = GAME.format(next(GAME.moves(post.standing.state)), post.standing.state)
    mover = GAME.to_act(post.standing.state)[0]
    letters = post.send(f"player {'AB'[mover]}\n{order}\n{order}\n")
    mine, other = only(letters, mover), only(letters, 1 - mover)
    assert f"- line 3, `{order}`: " in mine.text and "is not to move now" in " ".join(mine.text.split())
    assert "Everything above line 3 was carried out" in " ".join(mine.text.split())
    assert "line 3" not in other.text and "accepted" not in other.text + other.subject + other.html
    assert "Your move" in other.subject


def test_a_refusal_of_the_whole_file_has_no_line() -> None:
    post = Post.begun()
    post.begin()
    (letter,) = post.send("player Anna\n")
    assert "- there is no order in what you sent;" in letter.text and "line 0" not in letter.text


def test_the_end_is_the_news_where_a_line_below_it_was_refused() -> None:
    post = Post.begun()
    post.begin()
    letters = post.send("player Anna\nresign\nmove a1\n")
    assert post.entries[-1].refusals and post.standing.outcome is not None
    mine, other = only(letters, 0), only(letters, 1)
    assert mine.subject.startswith("[anna-bob] Bob wins") and other.subject.startswith("[anna-bob] You win")
    assert "the game is over. Bob wins" in " ".join(mine.text.split()) and "- line 3, `move a1`: " in mine.text


def test_a_refused_file_of_nobody_knows_gets_no_letter() -> None:
    post = Post.begun()
    post.begin()
    assert post.send("player Zed\nmove a1\n") == ()


def test_a_message_is_read_by_those_it_is_for() -> None:
    post = Post.begun(ANNA, BOB)
    post.begin()
    letters = post.send("player Anna\nsay Bob: meet me at g7\n")
    assert seats(letters) == [0, 1]
    assert "You to Bob:\n    meet me at g7" in letters[0].text
    assert "Anna to you:\n    meet me at g7" in letters[1].text
    assert letters[1].subject == "[anna-bob] Anna writes to you (Snakes & Foxes, turn 1)"


def test_a_message_to_another_is_in_no_letter_of_a_third() -> None:
    cleo = Seat("Cleo")
    post = Post.begun()
    post.begin()
    match = post.match._replace(seats=(ANNA, BOB, cleo))
    full = Desk(wishes=(Wish(2, "pace", "full"),))  # who has no piece hears of the end alone
    post.standing = post.standing._replace(desk=full)
    secret = Say(0, (1,), "the password is hazelnut")
    entry = post.entries[-1]._replace(by="file", after=post.entries[-1].after._replace(lines=2), seat=0, says=(secret,))
    letters = facts.letters(match, GAME, post.standing, entry, post.standing)
    assert seats(letters) == [0, 1, 2]
    assert "hazelnut" in letters[1].text and "hazelnut" in letters[1].html
    assert "hazelnut" not in letters[2].text + letters[2].html + letters[2].subject
    quiet = facts.letters(match, GAME, post.standing, entry._replace(done=()), post.standing)
    assert seats(quiet) == [0, 1]
    both = entry._replace(done=(), says=(Say(0, (1, 2), "to both"),))
    assert "Anna to you and Cleo:" in facts.letters(match, GAME, post.standing, both, post.standing)[1].text


def test_a_players_dice_word_stays_with_the_player_until_play_begins() -> None:
    post = Post.begun(words=(None, None), joining=True)
    invited = post.begin()
    assert seats(invited) == [0, 1] and "# word hazel\n    join" in invited[0].text and "invited" in invited[0].subject
    joined = post.send("player Anna\nword wombat\njoin\n")
    assert "wombat" in joined[0].text and "wombat" not in joined[1].text + joined[1].html
    assert "Still missing: you." in joined[1].text and "Still missing: Bob." in joined[0].text
    begun = post.send(example(joined[1]))
    assert post.standing.words == ("wombat", "") and not any("wombat" in letter.text for letter in begun)
    assert all("The game in short" in letter.text for letter in begun)


def test_a_draw_offer_is_told_until_it_is_answered() -> None:
    post = Post.begun()
    post.begin()
    letters = post.send("player Anna\ndraw offer\n")
    assert "Bob, Anna offers a draw: `draw accept` takes it" in letters[1].text
    assert ("`draw accept` takes it" in letters[0].text, "nothing for you to do" in letters[1].text) == (False, False)
    assert "You have offered a draw" in letters[0].text
    over = post.send("player Bob\ndraw accept\n")
    assert all("the game is over. A draw is agreed." in letter.text for letter in over)
    assert all("Dice:" not in letter.text for letter in over)


def test_one_player_alone_reads_no_word_of_others() -> None:
    post = Post.begun(ANNA)
    (letter,) = post.begin()
    assert "your match of Snakes & Foxes has begun; its name is anna-bob." in " ".join(letter.text.split())
    assert "say all" not in letter.text


def test_dice_thrown_at_a_table_have_no_commitment() -> None:
    post = Post.begun()
    post.match = post.match._replace(dice="table", commitment="")
    letters = post.begin()
    assert "rolled by hand at a table" in letters[0].text and "Commitment" not in letters[0].text


class Page(HTMLParser):
    """Counts elements and keeps attributes and ids of a letter."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_hostile_players_reach_nobody() -> None:
    post = Post.begun(Seat(EVIL), Seat("日本語 " * 30))
    post.svg = None
    letters = post.begin()
    mover = GAME.to_act(post.standing.state)[0]
    order = GAME.format(next(GAME.moves(post.standing.state)), post.standing.state)
    letters += post.send(f"player {'AB'[mover]}\n{order}\nsay all: {EVIL.split(chr(7))[0]} {'x' * 800}\n")
    before = post.standing
    refusal = Refusal(3, "notation", f"{EVIL!r} {EVIL} is none", EVIL)
    entry = post.entries[-1]._replace(
        seat=0, done=(), says=(Say(1, (0,), EVIL * 20),), refusals=(refusal,), source=EVIL
    )
    letters += facts.letters(post.match, GAME, before, entry, before, lambda *_: post.picture())
    assert len(letters) == 5
    assert sum(letter.html.count(render.PICTURE) for letter in letters) == 2, "whoever is to move sees the board"
    for letter in letters:
        for text in (letter.subject, letter.text, letter.html):
            assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\r]", text)
        assert "\n" not in letter.subject
        page = Page(letter.html)
        assert not page.open and page.tags.count("script") == 0 and page.tags.count("img") <= 2
        assert all(render.columns(line) <= 72 for line in letter.text.split("\n"))


def test_html_has_one_picture_unique_ids_and_nothing_remote() -> None:
    post = Post.begun()
    post.svg = None
    letters = post.begin()
    mover = GAME.to_act(post.standing.state)[0]
    (other,) = (letter for letter in letters if letter.seat != mover)
    assert other.html.count("<img") == other.html.count(render.HEAD) == 1, "the strip over it alone"
    for letter in (letters[mover],):
        page = Page(letter.html)
        links = [value for name, value in page.attributes if name in ("href", "xlink:href", "src")]
        assert links and all(link.startswith(("mailto:?", render.HEAD, render.PICTURE)) for link in links)
        assert not re.search(r"http|url\(|@import|<link|<script", letter.html)
        (picture,) = (link for link in links if link.startswith(render.PICTURE))
        drawn = b64decode(picture.removeprefix(render.PICTURE)).decode()
        assert "<?xml" not in drawn and ET.fromstring(drawn).tag.endswith("svg")
        ids = re.findall(r' id="([^"]*)"', drawn)
        assert len(ids) == len(set(ids)) > 3
        ornament, said = (value for name, value in page.attributes if name == "alt")
        assert ornament == ""
        assert said.startswith("The board at turn 1: Anna, token A: the hub; Bob, token B: the hub; Foxes: g2, ")


def test_the_text_is_narrow_and_plain_and_tells_of_dice_only_where_some_fell() -> None:
    for name, text in session():
        if name.endswith(".txt"):
            assert all(len(line) <= 72 for line in text.split("\n")[1:]), name
            assert len(text.split("\n")[0]) <= 78 + len("Subject: ")
            assert "\r" not in text and "\t" not in text and text.count("\n-- \n") <= 1
            assert len(re.findall(r"write\s+`dice`", text)) == ("-- \n" in text and "Keep this letter" not in text)
            assert "log.jsonl" not in text


def test_an_end_by_the_rules_is_told_once() -> None:
    post = Post.begun()
    post.begin()
    before = post.standing
    over = before._replace(outcome=Outcome("hunters-win", (), (0, 0)))
    entry = post.entries[-1]._replace(
        by="file", seat=0, after=post.entries[-1].after._replace(lines=2, outcome=over.outcome)
    )
    first = facts.letters(post.match, GAME, before, entry, over)
    assert all(letter.text.lower().count("the snakes and foxes win") == 1 for letter in first)
    later = facts.letters(post.match, GAME, over, entry._replace(done=(), says=(Say(0, (1,), "well played"),)), over)
    assert all("snakes and foxes win" not in letter.text for letter in later)
