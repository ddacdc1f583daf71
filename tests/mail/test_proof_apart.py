"""What an auditor needs travels apart from what players read: `dice` is answered in words, and proof.txt proves it."""

from __future__ import annotations

import contextlib
import email
import email.policy
import io
import json
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support import ANNA, BOB, CID, found, legal, mail, take
from typer.testing import CliRunner

from adjudicator import dice
from adjudicator.cli.app import app
from adjudicator.letters import proof
from adjudicator.mail.inbound import message
from adjudicator.mail.outbound import outbox, transports
from adjudicator.match.folder import Folder
from adjudicator.proofs import excerpts
from adjudicator.referee.records import REFEREE as ALL
from printables.core import UserError

ROOT = Path(__file__).resolve().parent.parent
REFEREE = transports.sender("The referee <referee@example.com>")
AT = datetime(2026, 11, 21, 12, tzinfo=UTC)
RUN = CliRunner().invoke
SENDERS = {"A": "Anna <anna@example.org>", "B": "Bob <bob@example.net>"}


def post(folder: Folder, box: Path) -> None:
    list(outbox.send(folder, transports.Outbox(box), REFEREE, lambda: AT))


def attached(file: Path) -> str:
    """The proof.txt of an email; "" for none."""
    read = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
    return next((part.get_content() for part in read.walk() if part.get_filename() == "proof.txt"), "")


def ask(matches: Path, text: str, seat: str = "A", match: str = "anna-bob") -> tuple[str, str]:
    """What a player is answered: the letter's words, and what came with it."""
    taken = take(matches, mail(text, SENDERS[seat], f"[{match}]", id=f"{text}{seat}".replace(" ", "")))
    assert taken[0].line and taken[0].line.parts[0].verdict == "taken", taken
    folder = Folder(matches / match)
    post(folder, matches / "out")
    name = f"{match}-{folder.last.n:04d}-{seat}.eml"
    letter = folder.letters.read(f"{folder.last.n:04d}-{seat}.txt") or b""
    return " ".join(letter.decode().split()), attached(matches / "out" / name)


@pytest.fixture
def matches(tmp_path: Path) -> Path:
    folder = found(tmp_path, "anna-bob", ANNA, BOB, words=("hazel", "thorn"))
    for number in range(2):
        (seat,) = folder.game.to_act(Folder(folder.path).standing().state)
        take(tmp_path, mail(legal(folder), SENDERS["AB"[seat]], id=f"move{number}"))
    return tmp_path


def test_dice_is_answered_in_plain_words_and_proved_by_what_comes_with_it(matches: Path, tmp_path: Path) -> None:
    words, slip = ask(matches, "dice")
    folder = Folder(matches / "anna-bob")
    turn = folder.last.after.state.turn
    done = next(done for entry in reversed([*folder.entries()]) for done in entry.done if done.throws)
    shown = " ".join(map(str, done.throws[-1].values))
    assert f"How the dice of turn {turn} were rolled" in words and f"({shown})" in words
    assert "from the dice words hazel (Anna) and thorn (Bob) and from the match's name. So nobody could choose" in words
    assert not re.search(r"[0-9a-f]{16}", words.partition("Position")[0])
    file = tmp_path / "proof.txt"
    file.write_text(slip)
    said = RUN(app, ["verify", "--roll", str(file)])
    assert said.exit_code == 0 and f"follow from the commitment {folder.match.commitment}" in said.output
    assert f"signed up to line {len(folder.log.lines)}" in said.output
    for old, new in ((shown, shown[:-1] + str(int(shown[-1]) % 6 + 1)), (done.link, "ab" * 32), ("hazel", "birch")):
        file.write_text(slip.replace(old, new, 1))
        assert RUN(app, ["verify", "--roll", str(file)]).exit_code == 1, old
    file.write_text(slip.replace(folder.match.receipts, "ab" * 32))
    assert "not signed by the key" in RUN(app, ["verify", "--roll", str(file)]).stderr
    lines = slip.partition("# With Python alone")[2].partition("\npostfox/")[0].splitlines()[1:]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec("\n".join(lines), {})
    assert out.getvalue().split()[0] == folder.match.commitment
    assert json.loads(out.getvalue().split(maxsplit=1)[1]) == list(done.throws[0].values)


def test_a_turn_is_asked_for_by_its_number_and_in_german(matches: Path) -> None:
    ask(matches, "language de")
    words, slip = ask(matches, "dice 1")
    assert "Wie in Zug 1 gewürfelt wurde" in words and "Anna würfelt um den Anfang" in words
    assert "aus den Würfelwörtern hazel (Anna) und thorn (Bob) und aus dem Namen der Partie" in words
    assert "link 1: " in slip and "link 2: " in slip and not proof.prove(slip).problems
    words, slip = ask(matches, "dice 77")
    assert "Du hast in Zug 77 keine Würfel fallen sehen." in words and "link" not in slip
    words, _ = ask(matches, "dice 77", "B")
    assert "You have seen no dice rolled in turn 77." in words


def test_it_comes_with_the_first_letter_and_the_last_and_for_who_wishes_it(matches: Path) -> None:
    post(Folder(matches / "anna-bob"), matches / "out")
    ask(matches, "letters proof", "B")
    folder = Folder(matches / "anna-bob")
    before = folder.last.n
    (seat,) = folder.game.to_act(folder.standing().state)
    take(matches, mail(legal(folder), SENDERS["AB"[seat]], id="next"))
    ask(matches, "resign")
    last = Folder(matches / "anna-bob").last.n
    slips = {file.stem[9:]: attached(file) for file in (matches / "out").iterdir()}
    with_one = {name for name, slip in slips.items() if slip}
    assert with_one == {"0000-A", "0000-B", f"{before + 1:04d}-B", f"{last:04d}-A", f"{last:04d}-B"}
    assert not any(proof.prove(slip).problems or proof.prove(slip).notes for slip in slips.values() if slip)
    ended = Folder(matches / "anna-bob").last.after
    assert f"link {ended.links}: {ended.link}" in slips[f"{last:04d}-A"]


def test_the_letter_with_which_play_begins_brings_the_proof_that_it_names(tmp_path: Path) -> None:
    found(tmp_path, "anna-bob", ANNA, BOB, joining=True)
    for seat in "AB":
        take(tmp_path, mail("join", SENDERS[seat], id=seat))
    post(Folder(tmp_path / "anna-bob"), tmp_path / "out")
    began = 0
    for file in (tmp_path / "out").iterdir():
        read = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        body = read.get_body(("plain",))
        said = body.get_content() if body else ""
        assert ("proof.txt" in said) == bool(attached(file)), file.name
        began += "has begun" in said and "proof.txt" in said
    assert began == 2


def test_what_came_with_a_letter_is_no_move_file(matches: Path) -> None:
    (matches / "out").mkdir(exist_ok=True)
    post(Folder(matches / "anna-bob"), matches / "out")
    forwarded = (matches / "out" / "anna-bob-0000-A.eml").read_bytes()
    assert not message.read(forwarded).files


@pytest.mark.parametrize("name", sorted(path.parent.name for path in (ROOT / "archive").glob("*/match.json")))
def test_every_scheme_is_proved_by_its_text(name: str, tmp_path: Path) -> None:
    folder = Folder(Path(shutil.copytree(ROOT / "archive" / name, tmp_path / name)))
    rolls = [done for entry in folder.entries() for done in entry.done if done.k and done.throws]
    after = folder.last.after
    if after.state is None or folder.match.dice == dice.TABLE:
        return
    text = proof.made(folder.match, folder.game, after, rolls)
    report = proof.prove(text)
    hidden = not folder.game.open and len(folder.match.seats) > 1 and after.outcome is None
    assert not report.problems and report.rolls == (0 if hidden else len(rolls))
    if rolls and not hidden:
        last = rolls[-1].throws[-1]
        other = last._replace(values=(*last.values[:-1], last.values[-1] % last.sides + 1))
        wrong = rolls[-1]._replace(throws=(*rolls[-1].throws[:-1], other))
        assert proof.prove(proof.made(folder.match, folder.game, after, [wrong])).problems


@pytest.mark.parametrize(
    "rubbish", ["", "hello", "match: x", "match: x\ndice: y\nlink 1: zz", "match: x\ndice: y\nlink 9: ab"]
)
def test_rubbish_gets_a_line(rubbish: str, tmp_path: Path) -> None:
    file = tmp_path / "proof.txt"
    file.write_text(rubbish)
    said = RUN(app, ["verify", "--roll", str(file)])
    assert said.exit_code == 1 and said.stderr and not isinstance(said.exception, (ValueError, KeyError))
    for words in (["verify", "--roll", str(tmp_path / "none")], ["verify"]):
        assert isinstance(RUN(app, words).exception, UserError)


def test_no_link_of_a_game_with_hidden_play_is_told_before_its_end(tmp_path: Path) -> None:
    """Others have yet to meet the same dice: neither a letter, nor an excerpt, nor proof.txt gives one away."""
    folder = found(tmp_path, "league", ANNA, BOB, CID, slug="snakey-dice")
    assert not folder.game.open
    for turn in range(2):
        take(tmp_path, mail(legal_of(folder, 0), SENDERS["A"], "[league]", id=f"move{turn}"))
    ask(tmp_path, "letters proof", "A", "league")
    take(tmp_path, mail(legal_of(folder, 0), SENDERS["A"], "[league]", id="more"))
    words, slip = ask(tmp_path, "dice", "A", "league")
    assert "This piece stays closed until the game is over" in words and proof.HIDDEN in slip
    folder = Folder(folder.path)
    links = {done.link for entry in folder.entries() for done in entry.done if done.link}
    assert len(links) > 1 and not proof.prove(slip).problems
    told = [file.read_text() for file in (folder.path / "letters").iterdir() if file.suffix in (".txt", ".html")]
    told += [attached(file) for file in (tmp_path / "out").iterdir()]
    told += [file.read_bytes().decode() for file in (tmp_path / "out").iterdir()]
    told += [b"".join(excerpts.made(folder, seat)).decode() for seat in (ALL, 0, 1, 2)]
    assert not [link for link in links for text in told if link in text or link in text.replace("=\r\n", "")]


def legal_of(folder: Folder, seat: int) -> str:
    state, game = Folder(folder.path).standing().state, folder.game
    for action in game.moves(state):
        text = game.format(action, state)
        if text.startswith(f"{'ABC'[seat]}: "):
            return text.partition(": ")[2]
    raise AssertionError


HASH = re.compile(r"\b[0-9a-f]{16,}\b|[A-Za-z0-9+/]{40,}=*")


@pytest.mark.parametrize(
    "file", sorted((ROOT / "golden" / "letters").rglob("*.txt")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_hashes_are_less_than_a_tenth_of_a_letter(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    share = sum(map(len, HASH.findall(text))) / len(text)
    assert share < 0.1
    small = text.partition("\n-- \n")[2]
    # Matches of older versions say in it what pads and witnesses leave open; who gets no email has no proof.txt.
    most = 8 if file.stem.startswith(("pads", "watched", "00")) else 2
    assert len(HASH.findall(text)) <= (most > 2) and len(small.splitlines()) <= most
