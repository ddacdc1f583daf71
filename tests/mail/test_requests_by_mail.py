"""What is asked for by mail: a token, the rules, no more letters; and what counts only for a while."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from support import ANNA, BOB, GAME, found, legal, mail, take, verdicts
from test_send import NOON, REFEREE, kept, parcel, post
from test_which import NEW, code

from adjudicator import games
from adjudicator.core.game import Event
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.mail.inbound import authentication
from adjudicator.mail.outbound import compose, notes, outbox
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.referee.terms import Terms


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "PICTURE", 40)


def attached(made: EmailMessage) -> list[str]:
    return [name for part in made.walk() if (name := part.get_filename()) and name.endswith(".pdf")]


def test_a_token_goes_to_the_registered_address_alone_and_once_a_day(tmp_path: Path):
    folder = found(tmp_path / "m", "m", ANNA, BOB, proof="token")
    matches, out = folder.path.parent, tmp_path / "out"
    post(folder, out)
    own = authentication.token(folder.token_key(), "m", 0)
    asked = {"text": "token", "subject": "[m]"}
    assert verdicts(take(matches, mail(**asked, id="1"), received="2026-11-21T12:00:00Z")) == ["taken"]
    assert verdicts(take(matches, mail(**asked, id="2"), received="2026-11-22T11:00:00Z")) == ["unproved"]
    assert verdicts(take(matches, mail(**asked, id="3"), received="2026-11-22T12:00:01Z")) == ["taken"]
    results = post(Folder(folder.path), out)
    assert [result.address for result in results] == ["anna@example.org"] * 2
    assert all(own in kept(out)[f"m-000{n}-A.eml"].get_body(("plain",)).get_content() for n in (1, 2))  # type: ignore[union-attr]
    assert not any(own.encode() in path.read_bytes() for path in folder.path.rglob("*") if path.is_file())


@pytest.mark.parametrize("text", ["token\nresign", "token\nstatus", "resign"])
def test_nothing_else_is_done_without_a_token(tmp_path: Path, text: str):
    folder = found(tmp_path / "m", "m", ANNA, BOB, proof="token")
    assert verdicts(take(folder.path.parent, mail(text, subject="[m]"))) == ["unproved"]


def test_the_first_letter_and_who_asks_get_the_rules_and_they_are_made_once(
    tmp_path: Path, matches: Path, monkeypatch: pytest.MonkeyPatch
):
    path = matches / "anna-bob"
    post(Folder(path), tmp_path)
    made = kept(tmp_path)
    assert attached(made["anna-bob-0000-A.eml"]) == attached(made["anna-bob-0000-B.eml"]) == ["anna-bob-rules.pdf"]
    monkeypatch.setattr("printables.printing.make.sheet", None)
    take(matches, mail("status", id="1"), mail("rules", id="2"))
    post(Folder(path), tmp_path)
    assert attached(kept(tmp_path)["anna-bob-0001-A.eml"]) == []
    assert attached(kept(tmp_path)["anna-bob-0002-A.eml"]) == ["anna-bob-rules.pdf"]
    assert not verify.verify(Folder(path)).problems


def test_the_rules_are_those_of_the_variant(tmp_path: Path):
    game = games.find("fox-and-geese")
    made = []
    for variant in ("asalto", "fox-13"):
        create.new(tmp_path / variant, game.SLUG, game.Options(variant=variant), [ANNA, BOB], seed="wheel")
        made.append(notes.pdf(Folder(tmp_path / variant)))
    assert made[0] != made[1]
    assert all(data.startswith(b"%PDF") for data in made)


def test_the_rules_are_in_the_language_of_the_letter_or_in_english(matches: Path):
    folder = Folder(matches / "anna-bob")
    english, german = notes.pdf(folder), notes.pdf(folder, "de")
    assert german.startswith(b"%PDF") and german != english == notes.pdf(folder, "xx")
    assert (folder.path / "rules-de.pdf").read_bytes() == german


def test_a_spectator_leaves_by_mail_and_by_a_button(matches: Path, tmp_path: Path):
    path = matches / "anna-bob"
    process.command(Folder(path), "spectator carl@example.org", png=False)
    process.command(Folder(path), "hold", png=False)
    post(Folder(path), tmp_path)
    made = kept(tmp_path)
    (letter,) = [made[name] for name in made if "0002-SPECTATORS" in name]
    button = letter["List-Unsubscribe"]
    assert button == "<mailto:referee@example.com?subject=%5Banna-bob%5D%20leave&body=leave>"
    assert made["anna-bob-0002-A.eml"]["List-Unsubscribe"].endswith("letters%20brief>")
    strangers = [mail("leave", "eve@example.com"), mail("hold", "carl@example.org")]
    assert verdicts(take(matches, *strangers)) == ["stranger", "stranger"]
    assert verdicts(take(matches, mail("Leave.", "Carl <carl@example.org>", "[anna-bob] leave"))) == ["taken"]
    assert Folder(path).last.after.desk.spectators == ()
    assert not Folder(path).last.letters
    assert not verify.verify(Folder(path)).problems


def test_the_button_of_a_match_with_a_long_name_stays_a_link():
    made = compose.compose(parcel(whose="SPECTATORS", match="m" * 64), REFEREE, NOON).as_bytes()
    assert b"List-Unsubscribe: <mailto:referee@example.com?subject=%5B" + b"m" * 64 + b"%5D" in made


def test_a_code_counts_for_seven_days_after_it_was_asked_for_last(matches: Path):
    take(matches, mail(f"address {NEW}", id="1"), received="2026-11-21T12:00:00Z")
    confirm = f"address confirm {code(matches)}"
    assert verdicts(take(matches, mail(confirm, NEW, id="2"), received="2026-11-28T12:00:01Z")) == ["stranger"]
    take(matches, mail(f"address {NEW}", id="3"), received="2026-11-28T13:00:00Z")
    assert verdicts(take(matches, mail(confirm, NEW, id="4"), received="2026-12-05T12:00:00Z")) == ["taken"]


def test_who_asks_again_gets_the_code_again(matches: Path, tmp_path: Path):
    take(matches, mail(f"address {NEW}", id="1"))
    post(Folder(matches / "anna-bob"), tmp_path)
    take(matches, mail(f"address {NEW}", id="2"))
    assert NEW in [result.address for result in post(Folder(matches / "anna-bob"), tmp_path)]


def test_no_uid_is_used_again_after_a_cancel(tmp_path: Path):
    folder = found(tmp_path, "m", ANNA, BOB, terms=Terms(days=3), now=lambda: NOON.isoformat())
    out = tmp_path / "out"
    for id in ("1", "2", "3"):
        acting = GAME.to_act(Folder(folder.path).standing().state)[0]
        sender = (ANNA, BOB)[acting].address
        take(tmp_path, mail("status", sender=sender, subject="[m]", id=f"{id}-status"))
        take(tmp_path, mail(legal(folder), sender=sender, subject="[m]", id=id))
    post(Folder(folder.path), out)
    for seat in "AB":
        cancelled: set[str] = set()
        seen = []
        for name, made in kept(out).items():
            if not name.endswith(f"-{seat}.eml"):
                continue
            for part in made.walk():
                if part.get_content_type() == "text/calendar":
                    text = part.get_content()
                    (uid,) = [line for line in text.splitlines() if line.startswith("UID:")]
                    assert uid not in cancelled
                    seen.append(uid)
                    if "METHOD:CANCEL" in text:
                        assert seen[-2] == uid
                        cancelled.add(uid)
        assert cancelled


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_player_named_like_a_piece_is_never_taken_for_it(language: str):
    said = Phrases("fox-and-geese", language)
    event = Event("substituted", 0, words={"other": "fox", "name": "geese"})
    sentence = said.sentence(event, Names(("geese", "Bob")))
    assert "fox" in sentence
    assert "geese" in sentence
