"""The referee's desk over real match folders: every order, every policy, and the proof of the match after it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator import games, opponents
from adjudicator.cli import show
from adjudicator.core import MatchError
from adjudicator.core.game import unlettered
from adjudicator.dice import FastDice
from adjudicator.mail.club import overview
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.match.outputs import Filed
from adjudicator.match.store.folders import Matches
from adjudicator.referee import orders
from adjudicator.referee.admin import Desk
from adjudicator.referee.records import Seat
from adjudicator.referee.terms import Terms

GAME = games.find("snakes-and-foxes")
START = "2026-11-21T12:00:00+00:00"
FRIDAY = "2026-11-27T12:00:00+00:00"


class Table:
    """A match at the referee's desk, with a clock that the test sets. Bob is to move first."""

    def __init__(self, path: Path, terms: Terms | None = None, **more: object) -> None:
        self.now = START
        seats = [Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.org")]
        more = {
            "words": ["hazel", "thorn"],
            "seed": "chalk",
            "terms": terms,
            "now": lambda: self.now,
            "match_id": "ab",
        } | more
        create.new(path / "anna-bob", GAME.SLUG, GAME.Options(), seats, **more)  # type: ignore[arg-type]
        self.path = path

    @property
    def folder(self) -> Folder:
        return Folder(self.path / "anna-bob")

    @property
    def desk(self) -> Desk:
        return self.folder.last.after.desk

    def file(self, text: str) -> list[Filed]:
        name = self.folder.path / "inbox" / "orders.txt"
        name.write_text(text)
        return process.adjudicate(self.folder, png=False, now=lambda: self.now)

    def order(self, *texts: str) -> list[Filed]:
        return process.command(self.folder, "\n".join(texts), now=lambda: self.now, png=False)

    def due(self, now: str) -> list[Filed]:
        self.now = now
        return process.due(self.folder, now, png=False)

    def legal(self) -> str:
        state = self.folder.standing().state
        return GAME.format(next(GAME.moves(state)), state)

    def letter(self, filed: Filed, whose: str) -> str:
        (found,) = [
            letter for letter, record in zip(filed.letters, filed.entry.letters, strict=True) if record.whose == whose
        ]
        return " ".join(found.text.split())

    def acting(self) -> tuple[int, ...]:
        return GAME.to_act(self.folder.standing().state)


def refused(filed: list[Filed]) -> list[str]:
    return [refusal.kind for one in filed for refusal in one.entry.refusals]


def kinds(filed: list[Filed]) -> list[str]:
    return [event.kind for one in filed for event in one.entry.events]


@pytest.fixture(autouse=True)
def no_bitmaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """board.png is tested elsewhere, and takes most of the time."""
    monkeypatch.setattr("printables.render.png.picture", lambda *_, **__: b"")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A match with deadlines of three days; after each test it must be proved, rebuilt, and told on the desk."""
    made = Table(tmp_path, Terms(days=3, grace=6, remind=24, zone="Europe/Berlin"))
    yield made
    proved(made)


def proved(table: Table) -> None:
    report = verify.verify(table.folder)
    assert not report.problems
    assert list(verify.differences(table.folder)) == []
    (table.folder.path / "state.json").unlink()
    process.finish(table.folder, png=False)
    assert not verify.verify(table.folder).notes
    assert "Snakes & Foxes" in "\n".join(overview.table(Matches(table.path), table.now))


def test_a_deadline_is_the_end_of_the_third_day_in_the_match_s_zone(table: Table):
    (clock,) = table.desk.clocks
    assert (clock.seat, clock.due) == (1, "2026-11-24T23:00:00+00:00")


def test_only_who_may_act_has_a_clock(table: Table):
    table.file(f"player Bob\n{table.legal()}")
    assert {clock.seat for clock in table.desk.clocks} == set(table.acting())


def test_a_reminder_comes_once_and_to_the_late_only(table: Table):
    assert table.due("2026-11-23T22:59:00+00:00") == []
    (reminder,) = table.due("2026-11-23T23:00:00+00:00")
    assert [letter.seat for letter in reminder.letters] == [1]
    assert "Reminder: your move" in reminder.letters[0].subject
    assert table.due("2026-11-24T00:00:00+00:00") == []


def test_a_short_time_is_not_begun_with_a_reminder(tmp_path: Path):
    table = Table(tmp_path, Terms(hours=12, remind=24))
    assert table.due(START) == []
    assert table.due("2026-11-21T17:59:59+00:00") == []
    assert kinds(table.due("2026-11-21T18:00:00+00:00")) == ["reminded"]
    proved(table)


def test_grace_passes_before_anybody_is_late(table: Table):
    table.due("2026-11-23T23:00:00+00:00")
    assert table.due("2026-11-25T04:59:59+00:00") == []
    (late,) = table.due("2026-11-25T05:00:00+00:00")
    assert kinds([late]) == ["late"]
    assert {letter.seat for letter in late.letters} == {0, 1}
    assert table.desk.lateness(1) == 1


def test_waiting_starts_the_clock_anew_and_orders_end_the_lateness(table: Table):
    table.due("2026-11-25T05:00:00+00:00")
    assert table.desk.clocks[0].due == "2026-11-28T23:00:00+00:00"
    table.file(f"player Bob\n{table.legal()}")
    assert table.desk.late == ()


def test_a_player_s_own_zone_and_absence_move_the_deadline(table: Table):
    table.file("player Bob\nzone America/New_York")
    assert table.desk.clocks[0].due == "2026-11-25T05:00:00+00:00"
    table.file("player Bob\nabsent 2026-11-22 to 2026-11-23")
    assert table.desk.clocks[0].due == "2026-11-27T05:00:00+00:00"


def test_an_extension_is_asked_shown_and_granted(table: Table):
    assert kinds(table.file("player Bob\nextension 2 days")) == ["extension-asked"]
    shown = "\n".join(overview.table(Matches(table.path), table.now))
    assert "asks for 2d more: Bob; `postfox order" in shown
    assert 'extend B 2d"' in shown
    assert kinds(table.order("extend Bob 2 days")) == ["extended"]
    assert table.desk.clocks[0].due == "2026-11-26T23:00:00+00:00"
    assert table.desk.extensions == ()
    table.file("player Bob\nabsent 2026-11-22 2026-11-22")
    assert table.desk.clocks[0].due == "2026-11-27T23:00:00+00:00"


def test_a_request_can_be_denied(table: Table):
    table.file("player Bob\nextension 12 hours")
    (denied,) = table.order("deny B")
    assert kinds([denied]) == ["denied"]
    assert [letter.seat for letter in denied.letters] == [1]
    assert refused(table.order("deny B")) == ["illegal"]


def test_hold_stops_clocks_and_moves_and_resume_starts_them(table: Table):
    table.order("hold")
    assert table.desk.clocks == ()
    assert table.due("2027-01-01T00:00:00+00:00") == []
    assert refused(table.file(f"player Bob\n{table.legal()}")) == ["over"]
    assert table.file("player Bob\nsay Anna: hi")[0].entry.says
    table.now = FRIDAY
    table.order("resume")
    assert table.desk.clocks[0].due == "2026-11-30T23:00:00+00:00"


def test_undo_takes_back_the_last_turn_and_shows(table: Table):
    before = table.folder.standing().state
    table.file(f"player Bob\n{table.legal()}")
    table.file("say Bob: oh")
    (undone,) = table.order("undo")
    assert kinds([undone]) == ["undone"]
    after = table.folder.standing()
    assert after.state == before
    assert undone.entry.done[0].order == "undo 1"
    used = table.folder.standing().links
    table.file(f"player Bob\n{table.legal()}")
    assert table.folder.standing().links > used, "dice that were shown are not thrown again"


def test_undo_twice_goes_two_turns_back(table: Table):
    start = table.folder.standing().state
    for _ in range(3):
        table.file(f"player {'AB'[table.acting()[0]]}\n{table.legal()}")
    for _ in range(3):
        assert not refused(table.order("undo"))
    assert table.folder.standing().state == start
    assert refused(table.order("undo")) == ["illegal"]


def test_two_undos_in_one_command_take_two_turns_back_and_three_more_are_refused(table: Table):
    positions = [table.folder.standing().state]
    for _ in range(3):
        table.file(f"player {'AB'[table.acting()[0]]}\n{table.legal()}")
        positions.append(table.folder.standing().state)
    (undone,) = table.order("undo", "undo")
    assert [event.words["turn"] for event in undone.entry.events] == [3, 2]
    assert table.folder.standing().state == positions[1]
    assert refused(table.order("undo", "undo")) == ["illegal"]
    assert table.folder.standing().state == positions[1], "none of it is done"
    assert not refused(table.order("undo")) and table.folder.standing().state == positions[0]


def test_an_outcome_can_be_undone(table: Table):
    table.file(f"player Bob\n{table.legal()}")
    turn = table.folder.standing().state.turn
    table.file("player Bob\nresign")
    assert table.folder.last.after.outcome is not None
    table.order("undo")
    assert table.folder.last.after.outcome is None
    assert table.folder.standing().state.turn <= turn


def test_orders_for_a_later_turn_are_kept_and_carried_out(table: Table):
    (kept,) = table.file(f"player A\nturn 2\n{table.legal()}")
    assert kinds([kept]) == ["kept"]
    assert [letter.seat for letter in kept.letters] == [0]
    filed = table.file(f"player Bob\n{table.legal()}")
    assert filed[1].entry.source == "orders sent ahead, line 1"
    assert filed[1].entry.seat == 0
    assert table.desk.kept == ()


def test_kept_orders_are_checked_again(table: Table):
    table.file("player A\nturn 2\nmove g1 g2")
    _, carried = table.file(f"player Bob\n{table.legal()}")
    assert refused([carried]) == ["illegal"]
    assert "time for the orders you sent ahead" in table.letter(carried, "A")


@pytest.mark.parametrize(("play", "carried"), [(True, True), (False, False)])
def test_a_condition_decides(table: Table, play: bool, carried: bool):
    state = table.folder.standing().state
    wanted, other = (GAME.format(move, state) for move, _ in zip(GAME.moves(state), range(2), strict=False))
    (kept,) = table.file(f"player A\nwhen Bob: {wanted}\nmove a1")
    assert kinds([kept]) == ["kept-until"]
    filed = table.file(f"player Bob\n{wanted if play else other}")
    assert table.desk.kept == ()
    assert filed[1].entry.seat == 0
    waited = [refusal for refusal in filed[1].entry.refusals if "wait for" in refusal.reason]
    assert bool(waited) != carried


def test_several_conditions_in_one_file_and_cancel(table: Table):
    state = table.folder.standing().state
    wanted = [GAME.format(move, state) for move, _ in zip(GAME.moves(state), range(2), strict=False)]
    table.file(f"player A\nwhen Bob: {wanted[0]}\nmove a1\nwhen Bob: {wanted[1]}\nmove a2")
    assert [kept.actions for kept in table.desk.kept] == [("move a1",), ("move a2",)]
    assert kinds(table.file("player A\ncancel")) == ["cancelled"]
    assert table.desk.kept == ()
    assert refused(table.file("player A\ncancel")) == ["illegal"]


def test_what_was_played_before_does_not_fulfil_a_condition(table: Table):
    table.file("player A\nturn 90\nmove a1")
    played = table.legal()
    table.file(f"player Bob\n{played}")
    table.file(f"player A\n{table.legal()}\nwhen Bob: {played}\nmove a1")
    assert len(table.desk.kept) == 2
    filed = table.file(f"player Bob\n{table.legal()}")
    assert ["wait for" in refusal.reason for refusal in filed[1].entry.refusals] == [True]


def test_who_is_to_move_waits_for_nothing(table: Table):
    assert refused(table.file(f"player Bob\nwhen Anna: move a1\n{table.legal()}")) == ["illegal"]
    assert not refused(table.file(f"player Bob\n{table.legal()}\nwhen Anna: move a1\nmove a2"))
    assert len(table.desk.kept) == 1


def test_nobody_keeps_orders_without_end(table: Table):
    for _ in range(20):
        assert not refused(table.file("player A\nturn 90\nmove a1"))
    assert refused(table.file("player A\nturn 90\nmove a1")) == ["illegal"]


def test_check_says_what_would_happen_and_does_nothing(table: Table):
    before = table.folder.standing()
    (asked,) = table.file(f"player Bob\ncheck\nsay Anna: hi\n{table.legal()}\nmove a1")
    assert kinds([asked]) == ["would", "would-throw"]
    assert not asked.entry.says
    assert [letter.seat for letter in asked.letters] == [1]
    (wrong,) = table.file("player Bob\ncheck\nmove g1 g2")
    assert refused([wrong]) == ["illegal"]
    after = table.folder.standing()
    assert (after.state, after.links) == (before.state, before.links)


def test_check_shows_no_dice(table: Table):
    (asked,) = table.file(f"player Bob\ncheck\n{table.legal()}")
    assert all(not done.throws and not done.link for done in asked.entry.done)
    assert set(kinds([asked])) == {"would-throw"}


def test_spectators_read_what_all_may_know(table: Table):
    table.order("spectator carl@example.org")
    (filed,) = table.file(f"player Bob\nsay Anna: between us\n{table.legal()}")
    told = table.letter(filed, "SPECTATORS")
    assert "What happened" in told
    assert "between us" not in told
    assert "between us" in table.letter(filed, "A")
    (filed,) = table.order("hold", "say Bob: hurry")
    assert "hurry" not in table.letter(filed, "SPECTATORS")
    table.order("resume")
    table.order("spectator off carl@example.org")
    assert table.desk.spectators == ()
    assert refused(table.order("spectator off carl@example.org")) == ["illegal"]


def test_a_substitute_takes_a_seat_with_name_and_address(table: Table):
    table.file("player Bob\nlanguage de\nabsent 2026-12-24 2026-12-25")
    table.file(f"player Bob\nturn 9\n{table.legal()}")
    (filed,) = table.order("substitute Bob: Carl <carl@example.org>")
    assert "Carl, " in table.letter(filed, "B")
    assert "The game in short" in table.letter(filed, "B") and "How to answer" in table.letter(filed, "B")
    assert table.folder.last.after.addresses == ("anna@example.org", "carl@example.org")
    assert (table.desk.wishes, table.desk.away, table.desk.kept) == ((), (), ())
    assert refused(table.file("player Bob\nsay all: I am back")) == ["seat"]
    assert not refused(table.file(f"player Carl\n{table.legal()}"))
    assert "Carl" in show.render(table.folder, "text").decode()
    assert refused(table.order("substitute Carl: Anna")) == ["illegal"]


def test_a_player_chooses_the_language(table: Table):
    (filed,) = table.file("player Bob\nlanguage de")
    assert "Bob, deine" in table.letter(filed, "B")
    (filed,) = table.file(f"player Bob\n{table.legal()}")
    assert "Anna, it's" in table.letter(filed, "A")
    assert "Was geschehen ist" in table.letter(filed, "B")


def test_the_referee_writes_to_players(table: Table):
    (filed,) = table.order("say Bob: hurry", "say all: hello")
    assert "The referee to you: hurry" in table.letter(filed, "B")
    assert "hurry" not in table.letter(filed, "A")


def test_wrong_orders_of_the_referee_are_told(table: Table):
    for text, kind in [
        ("move a1", "notation"),
        ("extend Zed 2 days", "notation"),
        ("extend Anna 2 days", "illegal"),
        ("extend Bob soon", "notation"),
        ("substitute Bob", "notation"),
        ("spectator carl", "notation"),
        ("resume", "illegal"),
        ("hold on", "notation"),
    ]:
        assert refused(table.order(text)) == [kind], text


def test_wrong_wishes_are_told(table: Table):
    for text, kind in [
        ("zone Mars/Olympus", "illegal"),
        ("zone ../../etc/passwd", "notation"),
        ("sheet a99", "illegal"),
        ("language !!", "notation"),
        ("absent tomorrow", "notation"),
        ("absent 2026-12-24 2026-12-01", "notation"),
        ("extension forever", "notation"),
        ("when Bob move a1", "notation"),
        ("when Zed: move a1\nmove a2", "notation"),
        ("when Bob: dance\nmove a2", "notation"),
        ("grey Bob: psst", "illegal"),
    ]:
        assert refused(table.file(f"player Anna\n{text}")) == [kind], text


@pytest.mark.parametrize(
    ("policy", "kind"), [("wait", "late"), ("random", "played-for"), ("pass", "late"), ("forfeit", "late")]
)
def test_what_a_missed_deadline_brings(tmp_path: Path, policy: str, kind: str):
    table = Table(tmp_path, Terms(hours=12, remind=0, late=policy, after=2))
    assert table.due("2026-11-21T23:59:59+00:00") == []
    (first,) = table.due("2026-11-22T00:00:00+00:00")
    assert kinds([first])[0] == kind
    proved(table)


def test_a_random_action_is_drawn_by_the_match_s_dice(tmp_path: Path):
    table = Table(tmp_path, Terms(hours=12, remind=0, late="random"))
    legal = {GAME.format(move, state) for state in [table.folder.standing().state] for move in GAME.moves(state)}
    (played,) = table.due("2026-11-22T00:00:00+00:00")
    assert played.entry.events[0].words["order"] in legal
    assert played.entry.done[0].throws[0].sides == len(legal)
    assert played.entry.done[0].k == 2
    proved(table)


def test_of_several_who_are_late_each_has_an_action_of_its_own_drawn(tmp_path: Path):
    league, seats = games.find("snakey-dice"), [Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.org")]
    path, late = tmp_path / "league", Terms(hours=12, remind=0, late="random")
    made = {"seed": "chalk", "terms": late, "now": lambda: START, "match_id": "league"}
    create.new(path, league.SLUG, league.Options(league=True), seats, **made)  # type: ignore[arg-type]
    state = Folder(path).standing().state
    own = [sum(action.seat == seat for action in league.moves(state)) for seat in (0, 1)]
    filed = process.due(Folder(path), "2026-11-22T00:00:00+00:00", png=False)
    late_ones = {done.seat: done.throws[0].sides for one in filed[::-1] for done in one.entry.done[::-1]}
    assert late_ones == {0: own[0], 1: own[1]}


def test_a_bot_plays_for_who_is_late_and_its_action_is_proved_without_its_seed(tmp_path: Path):
    table = Table(tmp_path, Terms(hours=12, remind=0, late="bot:careful"))
    before = table.folder.standing()
    (played,) = table.due("2026-11-22T00:00:00+00:00")
    done = played.entry.done[0]
    assert (done.kind, done.events[0].kind, done.events[0].words["bot"]) == ("late", "played-for", "careful")
    seat, chance = done.seat or 0, opponents.chance(table.folder.bot_seed(done.seat or 0), before.lines)
    action = opponents.choose("careful", GAME, before.state, seat, chance)
    assert done.text == done.events[0].words["order"] == unlettered(GAME.format(action, before.state), seat)
    assert "so the computer player (careful) moved for you" in table.letter(played, "B")
    proved(table)
    log = table.folder.path / "log.jsonl"
    log.write_text(log.read_text(encoding="utf-8").replace(done.text, "pass"), encoding="utf-8")
    assert verify.verify(Folder(table.folder.path)).problems


def test_a_bot_that_is_none_is_no_term_of_a_match(tmp_path: Path):
    table = Table(tmp_path, Terms(hours=12))
    for value in ("bot:carefull", "bot:strong:0", "bot:", "bot:regular", "bot:random:3"):
        assert refused(table.order(f"terms late {value}")) == ["notation"], value
    assert not refused(table.order("terms late bot:regular:hearth/2"))
    assert table.desk.terms and table.desk.terms.late == "bot:regular:hearth/2"


def test_the_second_time_forfeits(tmp_path: Path):
    table = Table(tmp_path, Terms(hours=12, remind=0, late="forfeit", after=2))
    table.due("2026-11-22T00:00:00+00:00")
    (end,) = table.due("2026-11-22T12:00:00+00:00")
    assert end.after.outcome is not None
    assert (end.after.outcome.reason, end.after.outcome.winners) == ("forfeited", (0,))
    assert table.due("2026-12-01T00:00:00+00:00") == []
    proved(table)


def test_letters_count_what_may_still_be_missed(tmp_path: Path):
    table = Table(tmp_path, Terms(hours=12, remind=6, late="forfeit", after=3))
    for told, late, said in (
        ("2026-11-21T18:00:00+00:00", "2026-11-22T00:00:00+00:00", "Miss this deadline and the next 2, and you"),
        ("2026-11-22T06:00:00+00:00", "2026-11-22T12:00:00+00:00", "Miss this deadline and the next one, and you"),
        ("2026-11-22T18:00:00+00:00", "2026-11-23T00:00:00+00:00", "If nothing arrives by then, you"),
    ):
        (reminder,) = table.due(told)
        assert f"{said} forfeit the match." in table.letter(reminder, "B")
        (passed,) = table.due(late)
    assert passed.after.outcome is not None
    proved(table)


def test_dice_thrown_by_hand_are_not_thrown_for_the_late(tmp_path: Path):
    throws = [1, 1, 3, 3, 5, 5, 1, 3, 3, 5, 5, 5, 1, 3, 3, 3, 5, 5]
    table = Table(tmp_path, Terms(hours=12, remind=0, late="random"), seed=None, table=throws)
    assert kinds(table.due("2026-11-22T00:00:00+00:00")) == ["late"]


def test_grey_messages_have_no_name_where_they_are_allowed(tmp_path: Path):
    table = Table(tmp_path, Terms(grey=True))
    (filed,) = table.file("player Bob\ngrey Anna: psst")
    told = table.letter(filed, "A")
    assert "Somebody to you: psst" in told
    assert "Bob to you" not in told and "Bob has" not in told
    assert refused(table.file("player Bob\ngrey Anna: psst\nsay Anna: hi")) == ["notation"]
    proved(table)


def test_a_forged_lateness_is_found(tmp_path: Path):
    """Time enters as data, but a late line needs a clock that has run out by what the log says."""
    table = Table(tmp_path, Terms(hours=12, remind=0, late="random"))
    table.due("2026-11-22T00:00:00+00:00")
    log = table.folder.path / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"at":"2026-11-22T00:00:00+00:00"', b'"at":"2026-11-21T23:00:00+00:00"'))
    assert "has not run out" in str(verify.verify(table.folder).problems[0])


@pytest.mark.parametrize(
    ("terms", "what"),
    [
        ({"deadline": "soon"}, "--deadline"),
        ({"deadline": "3d", "grace": "x"}, "--grace"),
        ({"deadline": "3d", "zone": "Mars"}, "--zone"),
        ({"deadline": "3d", "late": "cry"}, "--late"),
        ({"deadline": "3d", "free": "never"}, "--free"),
        ({"deadline": "3d", "free": "mon tue wed thu fri sat sun"}, "--free"),
        ({"deadline": "3d", "forfeit-after": "0"}, "--forfeit-after"),
    ],
)
def test_terms_that_make_no_sense_are_told(terms: dict[str, str], what: str):
    with pytest.raises(MatchError, match=what):
        create.terms(terms)


def test_a_match_without_terms_has_no_times_in_its_log(tmp_path: Path):
    table = Table(tmp_path)
    table.file(f"player Bob\n{table.legal()}")
    assert b'"at"' not in (table.folder.path / "log.jsonl").read_bytes()
    assert b'"desk"' not in (table.folder.path / "log.jsonl").read_bytes()


def test_orders_of_the_referee_are_none_of_a_player():
    read = orders.read(b"hold\nundo\nresume", "x")
    assert [order.kind for order in read.orders] == ["action"] * 3


def test_an_end_that_the_players_made_is_taken_back_alone(table: Table):
    table.file(f"player Bob\n{table.legal()}")
    turn = table.folder.standing().state.turn
    table.file("player Anna\nresign")
    (undone,) = table.order("undo")
    assert kinds([undone]) == ["reopened"]
    assert table.folder.standing().outcome is None
    assert table.folder.standing().state.turn == turn, "what was played before stands"
    assert table.desk.clocks
    assert kinds(table.order("undo")) == ["undone"]
    assert table.folder.standing().state.turn < turn


def test_an_end_before_anything_was_played_can_be_taken_back(table: Table):
    table.file("player Anna\ndraw offer")
    table.file("player Bob\ndraw accept")
    assert kinds(table.order("undo")) == ["reopened"]
    assert (table.folder.standing().outcome, table.folder.standing().offers) == (None, ())
    assert refused(table.order("undo")) == ["illegal"]


def test_a_forfeit_taken_back_takes_back_its_lateness(tmp_path: Path):
    table = Table(tmp_path, Terms(hours=12, remind=0, late="forfeit", after=2))
    table.due("2026-11-22T00:00:00+00:00")
    table.due("2026-11-22T12:00:00+00:00")
    table.order("undo")
    assert table.folder.standing().outcome is None
    assert table.desk.lateness(1) == 1
    proved(table)


def test_who_sent_orders_ahead_is_told_when_an_undo_forgets_them(table: Table):
    table.file(f"player Bob\n{table.legal()}")
    table.file("player Bob\nturn 9\nmove a1")
    (undone,) = table.order("undo")
    assert kinds([undone]) == ["undone", "cancelled"]
    assert "you had sent ahead have been deleted" in table.letter(undone, "B")
    assert "ahead" not in table.letter(undone, "A")
    assert table.desk.kept == ()


def test_a_substitute_begins_afresh(table: Table):
    table.file("player Bob\nextension 2 days\ndraw offer")
    table.due("2026-11-25T05:00:00+00:00")
    table.file("player Bob\nextension 2 days")
    table.due("2026-11-28T00:00:00+00:00")
    assert table.desk.clocks[0].reminded and table.desk.lateness(1) == 1
    table.order("substitute Bob: Carl <carl@example.org>")
    (clock,) = table.desk.clocks
    assert (clock.start, clock.due, clock.reminded) == (table.now, "2026-12-01T23:00:00+00:00", False)
    assert (table.desk.lateness(1), table.desk.extensions) == (0, ())
    assert refused(table.file("player Anna\ndraw accept")) == ["illegal"], "the offer was Bob's"


@pytest.mark.parametrize("name", ["A", "all", "Referee"])
def test_a_substitute_has_a_name_of_their_own(table: Table, name: str):
    assert refused(table.order(f"substitute Bob: {name} <carl@example.org>")) == ["notation"]


def test_an_absence_is_told_ahead(table: Table):
    table.now = "2026-11-24T23:30:00+00:00"  # past the deadline, in the time of grace
    assert refused(table.file("player Bob\nabsent 2026-11-20 2026-11-24")) == ["illegal"]
    table.file("player Bob\nabsent 2026-11-20 2026-11-30")
    assert table.desk.away == ((1, "2026-11-25", "2026-11-30"),), "in Berlin it is the 25th"
    table.file("player Bob\nzone America/New_York")
    assert table.desk.clocks[0].due == "2026-11-24T23:00:00+00:00", "what has passed stays, wherever days end now"


def test_absences_that_are_over_make_room(table: Table):
    for day in range(1, 11):
        assert not refused(table.file(f"player Anna\nabsent 2026-12-{day:02d}"))
    assert refused(table.file("player Anna\nabsent 2026-12-24")) == ["illegal"]
    table.now = "2026-12-05T12:00:00+00:00"
    assert not refused(table.file("player Anna\nabsent 2026-12-24"))
    assert len(table.desk.away) == 7


def test_absences_are_taken_back(table: Table):
    table.file("player Bob\nabsent 2026-11-22 until 2026-11-23")
    assert table.desk.clocks[0].due == "2026-11-26T23:00:00+00:00"
    assert kinds(table.file("player Bob\nabsent none")) == ["present"]
    assert (table.desk.away, table.desk.clocks[0].due) == ((), "2026-11-24T23:00:00+00:00")
    assert refused(table.file("player Bob\nabsent none")) == ["illegal"]


def test_the_zone_of_the_match_comes_back(table: Table):
    table.file("player Bob\nzone America/New_York")
    assert not refused(table.file("player Bob\nzone none"))
    assert table.desk.clocks[0].due == "2026-11-24T23:00:00+00:00"


def test_a_draw_is_declined_in_so_many_words(table: Table):
    assert refused(table.file("player Bob\ndraw decline")) == ["illegal"]
    table.file("player Anna\ndraw offer")
    assert refused(table.file("player Anna\ndraw decline")) == ["illegal"], "her own offer"
    (declined,) = table.file("player Bob\ndraw decline")
    assert "Bob declines the draw." in table.letter(declined, "A")
    assert table.folder.standing().offers == ()
    assert refused(table.file("player Bob\ndraw accept")) == ["illegal"]


def test_players_write_to_the_referee_whose_desk_shows_it_until_it_is_answered(table: Table):
    (filed,) = table.file("player Anna\nsay referee: is Bob well?")
    assert [letter.seat for letter in filed.letters] == [0]
    assert "You to the referee: is Bob well?" in table.letter(filed, "A")
    assert "says, " in (shown := "\n".join(overview.table(Matches(table.path), table.now)))
    assert "Anna: is Bob well?" in shown
    table.order("say Anna: he is")
    assert "is Bob well?" not in "\n".join(overview.table(Matches(table.path), table.now))


def test_the_referee_has_a_name(table: Table):
    (filed,) = table.order("grey all: psst")
    assert "never without a name" in filed.entry.refusals[0].reason


def test_a_question_is_answered_in_the_words_it_was_asked_in(table: Table):
    table.file("player Anna\ndraw offer")
    asked = table.file(f"player Bob\ncheck\nsay Anna: hm\ndraw accept\nturn 4\n{table.legal()}")
    assert [str(event.words["order"]) for event in asked[0].entry.events] == ["say Anna: hm"]
    asked = table.file(f"player Bob\ncheck\nturn 4\n{table.legal()}")
    assert [str(event.words["order"]) for event in asked[0].entry.events] == [f"turn 4 / {table.legal()}"]
    asked = table.file("player Bob\ncheck\ndraw accept")
    assert [str(event.words["order"]) for event in asked[0].entry.events] == ["draw accept"]
    asked = table.file(f"player Anna\ncheck\nwhen Bob: {table.legal()}\nmove a1")
    assert [str(event.words["order"]) for event in asked[0].entry.events] == [f"when Bob: {table.legal()} / move a1"]


LEAGUE = games.find("snakey-dice")


def league(path: Path, *names: str) -> Folder:
    options = LEAGUE.Options.model_validate({"league": True})
    create.new(path / "league", LEAGUE.SLUG, options, [Seat(name) for name in names], seed="wheel")
    return Folder(path / "league")


def one_action(folder: Folder, seat: int) -> Any:
    """The shortest action of a player that goes on; the position after it."""
    seen = LEAGUE.view(folder.standing().state, seat)
    action = next(action for action in LEAGUE.moves(seen) if len(action.parts) == 1)
    (folder.path / "inbox" / "1.txt").write_text(f"player {'ABC'[seat]}\n{LEAGUE.format(action, seen)}\n")
    process.adjudicate(folder, png=False)
    return folder.standing().state


def test_an_end_in_the_middle_of_a_turn_is_taken_back_alone(tmp_path: Path):
    folder = league(tmp_path, "Ann", "Ben")
    before = one_action(folder, 0)
    (folder.path / "inbox" / "1.txt").write_text("player Ann\nresign\n")
    process.adjudicate(folder, png=False)
    process.command(folder, "undo", png=False)
    assert (folder.standing().outcome, folder.standing().state) == (None, before)


def test_in_a_league_an_undo_takes_back_one_player_s_last_turn(tmp_path: Path):
    folder = league(tmp_path, "Ann", "Ben", "Cay")

    def play(seat: int) -> Any:
        """A whole turn; the position after it."""
        state = folder.standing().state
        turn = state.runs[seat].turn
        while state.runs[seat].turn == turn:
            state = one_action(folder, seat)
        return state

    play(1)
    play(2)
    before = play(1)
    play(1)
    (undone,) = process.command(folder, "undo", png=False)
    assert undone.entry.events[0].words["turn"] == 3
    assert folder.standing().state == before
    assert not verify.verify(folder).problems


@pytest.mark.parametrize("policy", ["random", "pass"])
def test_hunters_of_a_player_who_is_late_move_as_the_rules_say_and_no_dice_choose(tmp_path: Path, policy: str):
    """The rules' own steps stand in for the other player, whatever the match does about moves of a token."""
    path, now = tmp_path / "ab", START
    seats = [Seat("Anna", "anna@example.org"), Seat("Bob", "bob@example.org")]
    terms = Terms(days=2, late=policy)  # type: ignore[arg-type]
    given = {"words": ["hazel", "thorn"], "seed": "chalk", "terms": terms, "now": lambda: now, "match_id": "ab"}
    create.new(path, GAME.SLUG, GAME.Options(hunters="player"), seats, **given)  # type: ignore[arg-type]
    for _ in range(20):
        state = Folder(path).standing().state
        if state.phase == "hunt":
            break
        (seat,) = GAME.to_act(state)
        (path / "inbox" / "orders.txt").write_text(
            f"player {'AB'[seat]}\n{GAME.format(next(GAME.moves(state)), state)}\n"
        )
        process.adjudicate(Folder(path), png=False, now=lambda: now)
    assert state.phase == "hunt" and len(list(GAME.moves(state))) > 1
    (hunter,) = GAME.to_act(state)
    expected = {GAME.format(GAME.stand_in(state, FastDice(lot)), state) for lot in range(20)}  # of two equally near
    (late, *_) = process.due(Folder(path), "2026-11-27T12:00:00+00:00", png=False)
    played = next(event for event in late.entry.events if event.kind == "played-for")
    assert played.seat == hunter and played.words["order"] in expected
    assert len(expected) < len(list(GAME.moves(state)))
    assert not any("late player" in throw.why for done in late.entry.done for throw in done.throws)
    assert not verify.verify(Folder(path)).problems
