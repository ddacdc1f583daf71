"""What the referee orders about a match as a whole: its end, its terms, and what a mistyped order does (nothing)."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_desk import GAME, Table, kinds, proved, refused
from test_desk_cli import run  # noqa: F401 - a fixture

from adjudicator import games
from adjudicator.core import IllegalMove
from adjudicator.core.game import Outcome
from adjudicator.mail.club import overview
from adjudicator.mail.outbound import outbox
from adjudicator.mail.outbound.transports import Reader
from adjudicator.match import create, process, ratings as ratings, verify
from adjudicator.match.folder import Folder
from adjudicator.match.store.folders import Matches
from adjudicator.referee import orders
from adjudicator.referee.admin import Desk, spoken
from adjudicator.referee.amendment import WHAT
from adjudicator.referee.records import REFEREE, Seat
from adjudicator.referee.terms import Terms, moment
from printables.core import templates

NEXT_DAY = "2026-11-22T12:00:00+00:00"


@pytest.fixture(autouse=True)
def no_bitmaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printables.render.png.picture", lambda *_, **__: b"")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A match with deadlines of three days, Bob to move; after each test it must be proved and rebuilt."""
    made = Table(tmp_path, Terms(days=3, zone="Europe/Berlin"))
    yield made
    proved(made)


@pytest.mark.parametrize(
    ("order", "outcome", "said"),
    [
        ("abandon", Outcome("abandoned"), "the game is over. The match is abandoned."),
        ("award bob", Outcome("awarded", (1,)), "the game is over. You win by the referee's award."),
        ("declare draw", Outcome("draw-declared"), "the game is over. The referee declares a draw."),
    ],
)
def test_the_referee_ends_a_match_and_takes_the_end_back(table: Table, order: str, outcome: Outcome, said: str):
    table.file("player Anna\nlanguage de")
    (ended,) = table.order(order)
    assert ended.after.outcome == outcome
    assert said in table.letter(ended, "B")
    assert "Die Spielleitung beendet die Partie." in table.letter(ended, "A")
    assert refused(table.order(order)) == ["over"]
    assert kinds(table.order("undo")) == ["reopened"]
    assert table.folder.standing().outcome is None


def test_an_award_names_players_and_not_all_of_them(table: Table):
    (filed,) = table.order("award Ana")
    assert filed.entry.refusals[0].hint == "did you mean Anna? the players are Anna, Bob"
    assert refused(table.order("award Anna, Bob")) == ["illegal"]


def test_a_match_that_never_began_can_be_abandoned(tmp_path: Path):
    table = Table(tmp_path, joining=True, words=[])
    assert refused(table.order("award Anna")) == ["over"]
    (ended,) = table.order("abandon")
    assert "abandoned" in table.letter(ended, "A") and "Play begins" not in table.letter(ended, "A")
    assert refused(table.file("player Anna\njoin")) == ["over"]
    (undone,) = table.order("undo")
    assert "takes back the end of the match" in table.letter(undone, "A") and table.folder.last.after.outcome is None
    table.file("player Anna\njoin")
    table.file("player Bob\njoin")
    assert table.folder.last.after.state is not None
    assert refused(table.order("undo")) == ["illegal"], "that play began is not taken back"
    proved(table)


def test_an_end_before_play_began_is_taken_back_in_a_league_too_whatever_was_said_since(tmp_path: Path):
    league = games.find("snakey-dice")
    seats, options = [Seat("Anna"), Seat("Bob")], league.Options(league=True)
    create.new(tmp_path / "ab", league.SLUG, options, seats, joining=True, seed="chalk")
    for order in ("abandon", "say all: a pity", "undo"):
        filed = process.command(Folder(tmp_path / "ab"), order)
    assert kinds(filed) == ["reopened"]


def test_a_declared_draw_is_rated_and_an_abandoned_match_is_not(table: Table):
    table.order("abandon")
    assert ratings.result(table.folder) is None
    table.order("undo")
    table.order("declare draw")
    assert ratings.result(table.folder) is not None


@pytest.mark.parametrize("text", ["end", "abandn", "hold\nterns deadline 3d", "extend Bob soon", "# nothing", "resume"])
def test_nothing_of_a_mistyped_order_is_written(table: Table, text: str):
    before = (table.folder.path / "log.jsonl").read_bytes()
    assert refused(table.order(text))
    assert (table.folder.path / "log.jsonl").read_bytes() == before


def test_a_mistyped_order_is_answered_with_a_near_miss():
    def hint(text: str) -> str:
        return orders.read(text.encode(), "x", referee=True).problems[0].hint

    assert hint("adandon").startswith("did you mean abandon?")
    assert "`abandon` ends it without a result" in hint("end")
    assert "award NAME" in hint("declare Anna")


def test_a_mistyped_term_is_answered_with_a_near_miss(table: Table):
    (filed,) = table.order("terms dedline 3d")
    assert filed.entry.refusals[0].hint.startswith("did you mean deadline?")


def test_the_referee_changes_the_deadline_and_clocks_start_anew(table: Table):
    table.now = NEXT_DAY
    (filed,) = table.order("terms deadline 48h")
    assert [clock.due for clock in table.desk.clocks] == ["2026-11-24T12:00:00+00:00"]
    assert "From now on there are 48 hours for each turn." in table.letter(filed, "A")
    table.order("terms deadline none")
    assert table.desk.clocks == ()


def test_what_happens_to_the_late_is_what_the_terms_now_say(table: Table):
    table.order("terms deadline 12h", "terms late forfeit", "terms forfeit-after 1")
    (late,) = table.due(NEXT_DAY)
    assert late.after.outcome == Outcome("forfeited", (0,))


def test_a_match_made_without_deadlines_gets_some(tmp_path: Path):
    table = Table(tmp_path)
    table.order("terms deadline 1d", "terms late random", "terms grace 1h")
    table.file(f"player Bob\n{table.legal()}")
    assert table.desk.clocks and table.folder.last.at
    assert kinds(table.due("2026-11-24T12:00:00+00:00"))[0] == "played-for"
    proved(table)


@pytest.mark.parametrize(
    ("term", "values"),
    [
        ("deadline", ("1d", "3d", "1h", "12h", "none")),
        ("grace", ("1h", "6h", "0")),
        ("remind", ("2h", "1h", "0h")),
        ("zone", ("Asia/Tokyo",)),
        ("free", ("sat sun 12-25", "none")),
        ("late", ("random", "pass", "forfeit", "wait")),
        ("forfeit-after", ("1", "2")),
        ("grey", ("on", "off")),
        ("messages", ("0", "1", "5", "none")),
        ("words", ("1", "200", "none")),
        ("practice", ("on", "off")),
        ("bank", ("7d", "1h", "0")),
        ("bank-gain", ("12h", "0")),
        ("bank-most", ("14d", "0")),
    ],
)
def test_every_change_of_the_terms_stands_in_the_letters(table: Table, term: str, values: tuple[str, ...]):
    table.file("player Anna\nlanguage de")
    for value in values:
        (filed,) = table.order(f"terms {term} {value}")
        assert "From now on" in table.letter(filed, "B"), value
        assert "Von nun an" in table.letter(filed, "A"), value
    assert refused(table.order(f"terms {term} {values[-1]}")) == ["illegal"], "they say so already"
    assert refused(table.order(f"terms {term} nonsense")) == ["notation"]


def test_every_term_is_tried_above():
    (mark,) = [
        mark
        for mark in test_every_change_of_the_terms_stands_in_the_letters.pytestmark  # type: ignore[attr-defined]
        if mark.name == "parametrize"
    ]
    assert {term for term, _ in mark.args[1]} == set(WHAT)


def test_players_write_no_more_in_a_day_than_the_terms_allow(table: Table):
    table.order("terms messages 2", "terms words 5")
    assert not refused(table.file("player Anna\nsay Bob: one two three"))
    (long,) = table.file("player Anna\nsay all: four five six")
    assert "at most 5 words a day, and this would be 6" in long.entry.refusals[0].reason
    assert not refused(table.file("player Anna\nsay all: four five"))
    assert "at most 2 messages" in table.file("player Anna\nsay Bob: x")[0].entry.refusals[0].reason
    assert table.file("player Anna\nsay referee: so many words and none of them counts")[0].entry.says[0].to == (
        REFEREE,
    )
    assert not refused(table.file("player Bob\nsay Anna: mine are my own"))
    table.now = NEXT_DAY
    assert not refused(table.file("player Anna\nsay Bob: a new day"))


def test_hours_stay_hours_and_no_grace_is_none():
    assert create.terms({"deadline": "48h", "grace": "0h"}) == Terms(hours=48)
    assert create.terms({"deadline": "2d", "remind": "0"}) == Terms(days=2, remind=0)
    assert create.terms({"deadline": None, "late": "wait"}) is None
    assert create.terms({"messages": "3"}) == Terms(messages=3)


def test_a_deadline_of_hours_is_due_to_the_minute(tmp_path: Path):
    table = Table(tmp_path, create.terms({"deadline": "48h", "zone": "Europe/Berlin"}))
    assert [clock.due for clock in table.desk.clocks] == ["2026-11-23T12:00:00+00:00"]


@pytest.mark.parametrize("order", ["resign", "draw offer", "draw accept"])
def test_what_cannot_wait_below_a_condition_refuses_the_file(table: Table, order: str):
    (filed,) = table.file(f"player Anna\nwhen Bob: {table.legal()}\n{order}\nmove a1\n")
    assert filed.after.outcome is None and not filed.entry.done
    assert "cannot wait" in filed.entry.refusals[0].reason


def test_a_resignation_above_a_condition_is_carried_out(table: Table):
    (filed,) = table.file(f"player Anna\nresign\nwhen Bob: {table.legal()}\n")
    assert filed.after.outcome == Outcome("resigned", (1,))


@pytest.mark.parametrize("text", ["Anna anna@example.org", "anna@example.org"])
def test_a_name_that_holds_an_address_is_refused_with_the_right_form(tmp_path: Path, table: Table, text: str):
    with pytest.raises(create.MatchError, match=r"put it in angle brackets: .*<anna@example.org>"):
        create.new(tmp_path / "new", GAME.SLUG, GAME.Options(), [create.seat(text), Seat("Bob")])
    assert refused(table.order(f"substitute Bob: Carl {text.split()[-1]}")) == ["notation"]


def test_a_dry_run_shows_no_throw_to_come(table: Table):
    for number, text in enumerate((f"player Bob\n{table.legal()}\nsay Anna: hi", "player Anna\nresign"), 1):
        (table.folder.path / "inbox" / f"{number}.txt").write_text(text)
    (filed,) = process.adjudicate(table.folder, dry_run=True, now=lambda: table.now)
    assert filed.unseen == 2, "Bob's move throws dice: what comes after it is not known"
    assert not filed.entry.done and filed.after.links == table.folder.last.after.links
    assert [len(process.adjudicate(table.folder, png=False, now=lambda: table.now))] == [2]


def test_a_dry_run_goes_on_where_no_dice_fall(table: Table):
    for number, text in enumerate(("player Bob\nsay Anna: hi", "player Anna\nresign"), 1):
        (table.folder.path / "inbox" / f"{number}.txt").write_text(text)
    shown = process.adjudicate(table.folder, dry_run=True, now=lambda: table.now)
    assert [filed.unseen for filed in shown] == [None, None]
    assert shown[-1].after.outcome == Outcome("resigned", (1,))
    assert Folder(table.folder.path).last.after.outcome is None


def test_dry_runs_and_orders_for_all_matches_as_typed(run, tmp_path: Path):  # noqa: F811
    for name in ("one", "two", "over"):
        run("new", GAME.SLUG, f"games/{name}", "--player", "Anna", "--player", "Bob", "--seed", "wheel")
    assert run("order", "games/over", "abandon")[0] == 0
    move = run("moves", "games/one", "--limit", "1")[1].splitlines()[0]
    Path("games/one/inbox/1.txt").write_text(f"turn 1\n{move}\n")
    code, out, _ = run("adjudicate", "games/one", "--dry-run")
    assert code == 0 and "line 2: legal; dice would be rolled here, and nothing after it can be foretold" in out
    code, out, _ = run("order", "games", "hold")
    assert code == 0 and out.count("The referee puts the match on hold.") == 2
    code, _, err = run("order", "games", "award Anna")
    assert code == 2 and "`award Anna` is for one match; name its folder" in err
    code, out, err = run("order", "games/one", "end")
    assert code == 1 and out == "" and "`abandon` ends it without a result" in err


def test_all_matches_of_a_folder_are_verified_and_strays_named(run, tmp_path: Path):  # noqa: F811
    for name in ("one", "two"):
        run("new", GAME.SLUG, f"games/{name}", "--player", "Anna", "--player", "Bob", "--seed", "wheel")
    Path("games/notes.txt").write_text("buy milk")
    code, out, err = run("verify", "games")
    assert (code, out.count("verified"), err) == (0, 2, "")
    code, out, err = run("verify", *map(str, sorted(Path("games").iterdir())))
    assert (code, out.count("verified")) == (0, 2)
    assert err == "games/notes.txt: note: this is not a match folder; left out\n"
    code, _, err = run("verify", "games/notes.txt")
    assert code == 2 and "there is no match here" in err
    assert run("verify", "gamse")[0] == 2


@pytest.mark.parametrize(
    "broken", ["letters/de.j2", "phrases/de/common.toml", "letters/en.j2", "phrases/en/common.toml"]
)
def test_a_broken_template_stops_no_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str):
    table = Table(tmp_path, Terms(days=3))
    table.file("player Anna\nlanguage de")
    mine = tmp_path / "mine" / broken
    mine.parent.mkdir(parents=True)
    mine.write_text("{% if %} [", encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setenv("POSTFOX_TEMPLATES", f"{tmp_path}//./mine/")  # as people write paths
        (filed,) = table.file(f"player Bob\n{table.legal()}")
        faults = {letter.seat: letter.fault for letter in filed.entry.letters}
        assert Path(broken).name in faults[0 if "de" in broken else 1]
        assert str(tmp_path) not in table.folder.path.joinpath("log.jsonl").read_text(), "no place on this machine"
        told = "\n".join(overview.table(Matches(table.path), table.now))
        assert "written in English as shipped: the letter to" in told and Path(broken).name in told
        sent = "\n".join(outbox.shown(table.folder, Reader("Ruth", "ruth@example.org"), moment(table.now)))
        assert "To: Anna" in sent and "To: Bob" in sent, "letters go out"
    assert "Anna, " in table.letter(filed, "A") or "en" in broken
    assert "Bob, " in table.letter(filed, "B")
    assert not table.file("player Anna\nsay Bob: hi")[0].entry.letters[0].fault, "mended"
    assert "as shipped" not in "\n".join(overview.table(Matches(table.path), table.now))
    assert not verify.verify(table.folder).problems


@pytest.mark.parametrize("failures", [1, 2, 99])
@pytest.mark.parametrize("number", [errno.EIO, errno.ENOENT, errno.EACCES, errno.EISDIR])
def test_a_template_that_cannot_be_read_for_a_moment_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failures: int, number: int
):
    table = Table(tmp_path, Terms(days=3))
    read, left = Path.read_bytes, [failures]

    def failing(path: Path) -> bytes:
        if path.name == "de.j2" and left[0]:
            left[0] -= 1
            raise OSError(number, os.strerror(number))
        return read(path)

    table.file("player Anna\nlanguage de")
    monkeypatch.setattr(templates, "PAUSES", (0.0, 0.0))
    monkeypatch.setattr(Path, "read_bytes", failing)
    order = f"player Bob\n{table.legal()}"
    if failures == 99:
        with pytest.raises(templates.PassingError):
            table.file(order)
        left[0] = 0
    (filed,) = table.file(order)
    assert filed.entry.done and not any(letter.fault for letter in filed.entry.letters)
    assert "Anna, " in table.letter(filed, "A")
    assert not verify.verify(table.folder).problems


def test_nothing_is_written_while_the_folder_of_templates_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    table = Table(tmp_path, Terms(days=3))
    order = f"player Bob\n{table.legal()}"
    monkeypatch.setenv("POSTFOX_TEMPLATES", str(tmp_path / "mine"))
    before = (table.folder.path / "log.jsonl").read_bytes()
    with pytest.raises(templates.PassingError, match="is not a folder"):
        table.file(order)
    assert (table.folder.path / "log.jsonl").read_bytes() == before
    (tmp_path / "mine").mkdir()
    (filed,) = table.file(order)
    assert filed.entry.done and not any(letter.fault for letter in filed.entry.letters)


@pytest.mark.parametrize(("terms", "most"), [(Terms(messages=2), 2), (Terms(words=10), 2), (Terms(), 9)])
def test_a_player_may_write_as_much_as_the_terms_allow_on_a_day_and_no_more(terms: Terms, most: int):
    desk = Desk()
    for _ in range(most):
        desk = spoken(desk, terms, 0, "2026-11-01", 5)
    if terms != Terms():
        with pytest.raises(IllegalMove, match=f"would be {(terms.messages and 3) or 15}"):
            spoken(desk, terms, 0, "2026-11-01", 5)
    for seat, day in ((1, "2026-11-01"), (0, "2026-11-02")):
        assert (spoken(desk, terms, seat, day, 5) == desk) is (terms == Terms())
