"""The referee by email: what reaches the referee's mailbox, what an answer does, and what a forger can do: nothing."""

from __future__ import annotations

import copy
import email
import email.policy
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Self

import pytest
from lanes import THOROUGH, Golden
from support import ANNA, BOB, CID, Stopped, contents, copied, found, mail, stops, take, verdicts

from adjudicator.core import MatchError
from adjudicator.mail.club import commands, letters, log, notices, orders, settings
from adjudicator.mail.outbound import transports
from adjudicator.match import verify
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Matches
from adjudicator.referee.terms import Terms, moment, stamp
from printables.core import UserError

START = "2026-11-24T12:00:00+00:00"
CARLA, DORA = "carla@example.org", "dora@example.org"
REFEREE = transports.sender("The referee <referee@example.com>")


class World:
    """Matches with a club, a clock that stands until it is set, and the mailboxes of the referees."""

    def __init__(self, path: Path, *referees: str, **more: Any) -> None:
        self.path, self.now = path, moment(START)
        log.begin(Matches(path), settings.Settings(referee=referees or (CARLA,), digest="", **more))
        self.way = transports.Outbox(path.parent / "out")
        self.boxes: dict[str, list[Any]] = {}

    def again(self, path: Path) -> Self:
        """The same elsewhere: what happens there happens there alone."""
        other = copy.copy(self)
        other.path, other.way = copied(self.path, path), transports.Outbox(path.parent / "out")
        other.boxes = {reader: [*letters] for reader, letters in self.boxes.items()}
        return other

    @property
    def lines(self) -> list[log.Line]:
        return log.Log(self.path / "club").lines

    def folder(self, match: str = "anna-bob") -> Folder:
        return Folder(self.path / match)

    def round(self, *mails: bytes) -> list[str]:
        """One round: these emails, what they bring, letters; what became of each email."""
        happened = take(self.path, *mails, received=stamp(self.now), club=commands.take)
        assert not [one.problem for one in happened if one.problem]
        notices.take(Matches(self.path), now=self.now)
        commands.carry_out(Matches(self.path), now=self.now)
        orders.carry_out(Matches(self.path))
        self.post()
        return verdicts(happened)

    def post(self) -> None:
        assert all(
            result.what == "sent" for result in letters.send(Matches(self.path), self.way, REFEREE, lambda: self.now)
        )
        for file in sorted((self.path.parent / "out").glob("*.eml")):
            letter = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            self.boxes.setdefault(letter["To"].addresses[0].addr_spec, []).append(letter)
            file.unlink()

    def got(self, reader: str = CARLA) -> Any:
        """The last letter to a referee."""
        return self.boxes[reader][-1]

    def text(self, reader: str = CARLA) -> str:
        return " ".join(str(self.got(reader).get_body(("plain",)).get_content()).split())

    def reply(self, text: str, letter: Any = None, sender: str = CARLA) -> list[str]:
        return self.round(answer(letter or self.got(sender), text, sender))


COUNT = iter(range(10_000))


def answer(letter: Any, text: str, sender: str = CARLA) -> bytes:
    quoted = "\n".join(f"> {line}" for line in letter.get_body(("plain",)).get_content().splitlines())
    return mail(f"{text}\n\n{quoted}", sender, f"Re: {letter['Subject']}", id=f"r{next(COUNT)}")


def code(letter: Any) -> str:
    found = re.search(r"\((q\d+-[0-9a-z-]+)\)$", str(letter["Subject"]))
    assert found
    return found[1]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made")
    terms: dict[str, Any] = {"terms": Terms(days=3, zone="Europe/Berlin", grey=True), "now": lambda: START}
    found(path, "anna-bob", ANNA, BOB, seed="stag", words=["hazel", "thorn"], **terms)
    found(path, "anna-cid", ANNA, CID, **terms)
    return path


@pytest.fixture
def world(made: Path, tmp_path: Path) -> World:
    return World(copied(made, tmp_path / "games"))


@pytest.fixture
def begin(made: Path, tmp_path: Path) -> Callable[..., World]:
    return lambda *referees, **more: World(copied(made, tmp_path / "games"), *referees, **more)


def due(world: World, match: str = "anna-bob") -> str:
    return world.folder(match).last.after.desk.clocks[0].due


def said(world: World, match: str = "anna-bob") -> list[str]:
    """What the referee has said in a match."""
    entries = world.folder(match).entries()
    return [say.text for entry in entries if entry.by == "referee" for say in entry.says]


ASKS = "say referee: Must the fox take two geese?"


def test_a_question_reaches_the_referee_and_the_answer_its_player(world: World) -> None:
    before = due(world)
    assert world.round(mail(ASKS)) == ["taken"]
    assert str(world.got()["Subject"]).startswith("[anna-bob] Anna asks (q0-")
    assert "Must the fox take two geese?" in world.text() and "Anna, turn 1, due Fri 27 Nov" in world.text()
    assert world.reply("Yes, it must: the rules, page 2.\nextend Anna 1 day") == ["taken"]
    assert said(world) == ["Yes, it must: the rules, page 2."]
    assert moment(due(world)) - moment(before) == timedelta(days=1)
    assert str(world.got()["Subject"]).startswith("[anna-bob] Done (q")
    assert "`extend Anna 1 day`" in world.text() and len(world.boxes[CARLA]) == 2
    world.round()
    assert len(world.boxes[CARLA]) == 2, "nothing is said twice"
    assert not verify.verify(world.folder()).problems and log.proved(Matches(world.path))


def test_after_five_refusals_the_referee_learns_of_it_as_the_letter_says(world: World) -> None:
    world.round(*(mail("move z99", id=f"z{number}") for number in range(4)))
    assert CARLA not in world.boxes
    world.round(mail("move z99", id="z5"))
    assert str(world.got()["Subject"]).startswith("[anna-bob] Anna needs your help (q")
    assert "the board has no space" in world.text()
    world.reply("Write move a1, Anna.")
    assert said(world) == ["Write move a1, Anna."]


def test_a_code_counts_once_in_one_email_or_in_two(world: World) -> None:
    before = due(world)
    world.round(mail(ASKS))
    letter = world.got()
    twice = [answer(letter, "extend Anna 1 day"), answer(letter, "extend Anna 2 days")]
    assert world.round(*twice) == ["taken", "unproved"]
    assert world.round(twice[0]) == ["duplicate"]
    assert world.reply("extend Anna 3 days", letter) == ["unproved"]
    assert moment(due(world)) - moment(before) == timedelta(days=1)
    asked = [one for one in world.boxes[CARLA] if "in your name" in str(one["Subject"])]
    assert len(asked) == 2 and "answered before" in world.text()


def test_a_forged_address_alone_orders_nothing_and_fills_no_mailbox(world: World) -> None:
    before = contents(world.path / "anna-bob")
    for number in range(6):
        assert world.round(mail("award Bob", CARLA, "[anna-bob]", id=f"f{number}")) == ["unproved"]
    assert contents(world.path / "anna-bob") == before
    assert len(world.boxes[CARLA]) == log.MOST_ASKED and "Postfox will not ask about another one today" in world.text()
    assert len(world.lines) == log.MOST_ASKED
    world.now += timedelta(days=1, hours=1)
    world.round(mail("extend Anna 1 day", CARLA, "[anna-bob]", id="own"))
    assert world.reply("yes") == ["taken"], "who reads the mailbox says yes"
    assert world.folder().last.by == "referee"


def test_a_code_of_another_match_or_another_referee_is_worth_nothing(begin: Callable[..., World]) -> None:
    world = begin(CARLA, DORA)
    world.round(mail(ASKS))
    before = contents(world.path / "anna-cid")
    world.reply("match anna-cid\nextend Anna 9 days")
    assert contents(world.path / "anna-cid") == before
    assert "the code of your email is for anna-bob alone" in world.text()
    letter = world.boxes[CARLA][0]
    assert world.round(answer(letter, "extend Anna 9 days", DORA)) == ["unproved"]
    assert world.lines[-1].kind == "wrong" and world.folder().last.by != "referee"


def test_a_code_that_a_player_has_seen_counts_no_more(world: World) -> None:
    world.round(mail(ASKS))
    letter = world.got()
    assert world.round(mail("say Bob: hello", subject=f"Re: {letter['Subject']}", id="leak")) == ["taken"]
    assert world.folder().last.says, "the player's email is a player's"
    assert world.reply("extend Anna 1 day", letter) == ["unproved"]
    assert world.folder().last.by != "referee"


def test_a_code_in_an_answer_is_not_passed_on(world: World) -> None:
    world.round(mail(ASKS))
    world.reply(f"Yes. By the way, {code(world.got())} is the code.")
    (text,) = said(world)
    assert "q0-" not in text and text.startswith("Yes.")


@pytest.mark.parametrize("order", ["award Bob", "undo", "abandon", "declare draw", "terms deadline 9d",
                                   "substitute Bob: Cid <cid@example.com>"])  # fmt: skip
def test_what_cannot_be_taken_back_is_asked_back_at_the_registered_address(world: World, order: str) -> None:
    world.round(mail(ASKS))
    before = contents(world.path / "anna-bob")
    assert world.reply(f"extend Anna 1 day\n{order}") == ["taken"]
    assert contents(world.path / "anna-bob") == before, "all of it waits"
    asked = world.got()
    assert str(asked["Subject"]).startswith("[anna-bob] Please confirm your orders") and f"`{order}`" in world.text()
    world.reply("yes")
    undone = order == "undo"  # nothing has been played
    assert (world.folder().last.by == "referee") is not undone
    assert ("Not carried out" if undone else "Done") in str(world.got()["Subject"])
    lines = len(world.folder().log.lines)
    assert world.reply("yes", asked) == ["unproved"]
    assert len(world.folder().log.lines) == lines


def test_no_and_silence_carry_nothing_out(world: World) -> None:
    world.round(mail(ASKS))
    world.reply("award Bob")
    before = contents(world.path / "anna-bob")
    world.reply("no")
    world.round()
    assert contents(world.path / "anna-bob") == before


def test_wrong_codes_lock_and_a_forger_cannot_shut_the_referee_out(world: World) -> None:
    world.round(mail(ASKS))
    question = world.got()
    for number in range(5):
        assert world.round(mail("extend Bob 9 days", CARLA, "[anna-bob] x (q0-0000)", id=f"g{number}")) == ["unproved"]
    assert [line.kind for line in world.lines[1:]] == ["wrong", "wrong", "locked"], "guessing on is not even noted"
    locked = world.got()
    assert str(locked["Subject"]).startswith("Two wrong codes") and len(code(locked)) > 14
    assert world.reply("extend Anna 1 day", question) == ["unproved"], "a short code may be a guess now"
    assert world.folder().last.by != "referee" and "short code" in world.text()
    assert world.reply("yes\nmatch anna-bob\nextend Anna 1 day", locked) == ["taken"]
    assert world.folder().last.by == "referee" and world.lines[-3].kind == "opened"
    assert world.round(mail("extend Bob 9 days", CARLA, f"x ({code(locked)})", id="replay")) == ["unproved"]


def test_a_code_counts_for_a_week(world: World) -> None:
    world.round(mail(ASKS))
    letter = world.got()
    world.now += timedelta(days=log.CODE_DAYS)
    assert world.reply("hold", letter) == ["unproved"]
    assert not world.folder().last.after.desk.held and "no longer counts" in world.text()


def test_a_referee_who_plays_gets_no_question_of_that_match_and_cannot_rule_there(begin: Callable[..., World]) -> None:
    world = begin(BOB.address, CARLA)
    world.round(mail(ASKS))
    assert list(world.boxes) == [CARLA]
    world.round(mail("say referee: And here?", subject="[anna-cid]", id="cid"))
    letter = world.got(BOB.address)
    assert str(letter["Subject"]).startswith("[anna-cid]")
    world.round(mail(f"match anna-bob\nextend Bob 9 days\nyes {code(letter)}", BOB.address, "rule", id="own"))
    assert world.folder().last.by != "referee"
    world.round(mail("say referee: Well?", BOB.address, "[anna-bob]", id="as-player"))
    assert world.folder().last.says[0].text == "Well?", "without a code the email is a player's"


def test_an_order_that_may_be_prose_is_not_guessed(world: World) -> None:
    world.round(mail(ASKS))
    world.reply("I would say that nobody should\nextend Anna 1 day and no more")
    assert world.folder().last.by != "referee" and "may be an order" in world.text()
    world.reply("match anna-bob\nWell, what do you think?", world.got())
    assert world.folder().last.by != "referee" and "cannot tell whom this is for" in world.text()
    assert world.reply("say all: Both are right.") == ["taken"] and said(world) == ["Both are right."]


def test_an_empty_answer_leaves_the_code_as_it_is(world: World) -> None:
    world.round(mail(ASKS))
    letter = world.got()
    assert world.reply("", letter) == ["automatic"]
    assert world.reply("Yes.", letter) == ["taken"] and said(world) == ["Yes."]


def test_who_asks_without_a_name_keeps_it_so(world: World) -> None:
    world.round(mail("grey referee: Is Bob all right?"))
    assert "Somebody who gives no name" in world.text() and "Anna, turn" not in world.text()
    world.reply("He is.")
    assert said(world) == ["He is."] and "Anna" not in world.text()


def test_the_day_is_told_once_at_its_time_and_answered_for_several_matches(begin: Callable[..., World]) -> None:
    world = begin(zone="Europe/Berlin")
    (world.path / "club/club.toml").write_text(settings.shipped(settings.Settings("", (CARLA,), zone="Europe/Berlin")))
    world.round()
    assert CARLA not in world.boxes, "there is nothing to tell"
    world.round(mail("extension 2 days"), mail("extension 1 day", subject="[anna-cid]", id="second"))
    assert CARLA not in world.boxes
    world.now = moment("2026-11-25T05:59:00+00:00")
    world.round()
    assert CARLA not in world.boxes
    world.now = moment("2026-11-25T06:01:00+00:00")
    for _ in range(3):
        world.round()
    (letter,) = world.boxes[CARLA]
    assert str(letter["Subject"]).startswith("The day's overview: 2 matches (q") and "extend A 2d" in world.text()
    orders = [
        line.strip() for line in letter.get_body(("plain",)).get_content().splitlines() if line.startswith("    ")
    ]
    before = due(world), due(world, "anna-cid")
    world.reply("\n".join(orders))
    after = due(world), due(world, "anna-cid")
    assert [moment(b) - moment(a) for a, b in zip(before, after, strict=True)] == [timedelta(days=2), timedelta(days=1)]


def test_of_a_match_that_is_over_the_day_tells_that_and_no_lateness(begin: Callable[..., World]) -> None:
    world = begin(zone="Europe/Berlin")
    (world.path / "club/club.toml").write_text(settings.shipped(settings.Settings("", (CARLA,), zone="Europe/Berlin")))
    world.now = moment("2026-11-27T12:00:00+00:00")  # who is to move in both is late
    world.round(mail(ASKS), mail("resign", subject="[anna-cid]", id="second"))
    world.now += timedelta(days=1)
    world.round()
    told = world.text()
    assert re.search(r"anna-bob \(Snakes & Foxes, turn \d+\) -+ Waits for", told), told
    assert "anna-cid" not in told or ("anna-cid (Snakes & Foxes, over)" in told and "(Cid)" not in told)
    assert re.search(r"says, 2026-11-\d\d, \d\d:\d\d, Anna:", told), "told in the match's time zone"
    world.round(mail(ASKS, subject="[anna-cid]", id="third"))
    world.now += timedelta(days=1)
    world.round()
    assert "anna-cid (Snakes & Foxes, over)" in world.text() and "Waits for (Cid)" not in world.text()


def test_a_match_that_is_damaged_is_told_once_a_day(world: World) -> None:
    file = world.path / "anna-cid/log.jsonl"
    file.write_bytes(b"{}\n")
    for _ in range(3):
        notices.take(Matches(world.path), now=world.now)
        world.post()
    assert len(world.boxes[CARLA]) == 1 and "log.jsonl" in world.text()
    world.now += timedelta(days=1, hours=1)
    notices.take(Matches(world.path), now=world.now)
    world.post()
    assert len(world.boxes[CARLA]) == 2


def test_settings_with_a_mistake_do_not_count_and_the_referee_learns_of_it(world: World) -> None:
    file = world.path / "club/club.toml"
    file.write_text('[club]\nreferee = ["dora"]\nzoen = "UTC"\n')
    world.round(mail(ASKS))
    subjects = [str(letter["Subject"]) for letter in world.boxes[CARLA]]
    assert sum("at the computer" in subject for subject in subjects) == 2 and any(
        "Anna asks" in one for one in subjects
    )
    with pytest.raises(UserError) as caught:
        (world.path / "club/settings.json").unlink()
        settings.found(world.path / "club")
    assert {(problem.line, problem.hint) for problem in caught.value.problems} == {
        (2, 'write "carla@example.org"'),
        (3, "did you mean zone? known are name, referee, language, zone, digest, joining, vacation"),
    }  # fmt: skip


def test_a_log_that_was_changed_is_noticed(world: World) -> None:
    world.round(mail(ASKS))
    world.reply("Yes.")
    file = world.path / "club/club.jsonl"
    data = file.read_bytes()
    for changed in (data.replace(b"Yes.", b"No!!"), b"".join(data.splitlines(keepends=True)[1:]), data[:-9] + b"\n"):
        file.write_bytes(changed)
        with pytest.raises(MatchError, match=r"club\.jsonl"):
            log.proved(Matches(world.path))
    file.write_bytes(data + b'{"torn')
    assert log.proved(Matches(world.path)) == (file, data.count(b"\n"))


def test_no_address_stands_in_the_log(world: World) -> None:
    world.round(mail(ASKS))
    world.reply("substitute Bob: Cid")
    assert not re.search(rb"@", (world.path / "club/club.jsonl").read_bytes())


def test_a_stop_at_any_write_loses_nothing_and_counts_nothing_twice(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = stops(monkeypatch)
    ended = 0
    asked = World(copied(made, tmp_path / "games"))
    asked.round(mail(ASKS))
    before, reply = due(asked), answer(asked.got(), "Yes, it must.\nextend Anna 1 day")
    for after in range(1, 200, 1 if THOROUGH else 3):
        world = asked.again(tmp_path / f"{after}" / "games")
        left[0] = after
        try:
            world.round(reply)
        except Stopped:
            ended += 1
        stopped, left[0] = left[0] <= 0, 0
        world.round(reply)
        world.round()
        assert said(world) == ["Yes, it must."]
        assert moment(due(world)) - moment(before) == timedelta(days=1)
        assert {line.kind for line in world.lines} == {"question", "email", "done"} and len(world.lines) == 3
        subjects = [str(letter["Subject"]) for letter in world.boxes[CARLA]]
        assert len({re.sub(r" \(q.*", "", one) for one in subjects}) == 2, subjects
        if not stopped:
            break
    assert ended > (20 if THOROUGH else 6)


def test_every_letter_is_written_in_both_languages(begin: Callable[..., World], tmp_path: Path) -> None:
    world = begin(CARLA, DORA, language="de")
    world.round(mail(ASKS))
    assert str(world.got()["Subject"]).startswith("[anna-bob] Anna fragt (q")
    world.reply("Ja, muss er.\n\naward Anna\nholt")
    assert "der Regeln" not in world.text() and "kann ein Befehl sein" not in world.text()
    world.reply("Ja.\n\nextend Anna 1 day")
    world.reply("award Nobody")
    assert "Bitte bestätige" in str(world.got()["Subject"])
    world.reply("ja")
    assert "Nicht ausgeführt" in str(world.got()["Subject"]) and "befohlen von" in str(world.got(DORA)["Subject"])


def test_each_letter_to_a_referee_says_what_it_said(begin: Callable[..., World], golden: Golden) -> None:
    """Questions, pleas for help, what is asked back, what became of orders, codes that are wrong, and the day."""
    world = begin(CARLA, DORA)
    given = settings.Settings("The foxes", (CARLA, DORA), zone="Europe/Berlin")
    (world.path / "club/club.toml").write_text(settings.shipped(given))
    (world.path / "club" / log.SECRET).write_text("1" * 64 + "\n")
    world.round(mail(ASKS), mail("grey referee: Is Bob all right?", subject="[anna-cid]", id="grey"))
    question, grey = world.boxes[CARLA][0], world.boxes[DORA][1]
    world.reply("Yes, it must: page 2 of the rules says so, and all that stands there counts here, as everywhere else."
                " So it takes both.\n\nextend Anna 1 day\naward Bob", question)  # fmt: skip
    world.reply("yes")
    world.reply("He is.\nterms grace 6h", grey, DORA)
    world.reply("no", sender=DORA)
    world.round(*(mail("move z99", BOB.address, id=f"z{number}", subject="[anna-cid]") for number in range(5)))
    world.round(*(mail("move z99", subject="[anna-cid]", id=f"y{number}") for number in range(5)))
    world.reply("Well, perhaps.\nhold now, please")
    world.round(mail("extend Anna 9 days\nmatch nowhere\nhold", CARLA, "[anna-cid]", id="bare"))
    world.reply("yes")
    for number in range(3):
        world.round(mail("hold", CARLA, f"[anna-cid] x (q0-000{number})", id=f"wrong{number}"))
    world.round(mail("extension 2 days", subject="[anna-cid]", id="more"))
    world.now += timedelta(days=1)
    world.round()
    letters = [(reader, letter) for reader, box in sorted(world.boxes.items()) for letter in box]
    told = ((f"## {reader}: {one['Subject']}", one.get_body(("plain",)).get_content()) for reader, one in letters)
    text = "\n".join(part for both in told for part in both).replace("\r\n", "\n")
    golden("club/referee.txt", text + "\n".join(f"{line.kind} {line.match} {line.text}" for line in world.lines) + "\n")
