"""Dice of two sides by mail: pads given, links shown and refused, what goes into a roll, and the proof of it all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from padded import begun, pad

from adjudicator import dice, games
from adjudicator.core.codec import digest
from adjudicator.core.game import seat_letter
from adjudicator.dice import pads
from adjudicator.letters import proof
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.match.outputs import Filed
from adjudicator.referee.records import Done, Held, Pads

PADS = {name: pad(name) for name in ("anna", "bob", "carl", "new")}
CHAIN = dice.Chain(dice.secret_from_seed("wheel"))


def link(name: str, number: int) -> str:
    return PADS[name][number].hex()


class Table:
    """A match of dice of two sides at its folder, with what the players send."""

    def __init__(
        self, path: Path, slug: str = "snakes-and-foxes", terms: dict[str, str] | None = None, *, alone: bool = False
    ) -> None:
        self.path, self.sent, self.now = path, 0, "2026-11-02T08:00:00+00:00"
        players = [create.seat("Anna"), create.seat("Bob")][: 1 if alone else 2]
        options = games.find(slug).Options()
        made = create.terms(terms or {})
        begun(path, slug, options, players, seed="wheel", terms=made, now=lambda: self.now)

    @property
    def folder(self) -> Folder:
        return Folder(self.path)

    def send(self, *lines: str) -> Filed:
        self.sent += 1
        file = self.path.parent / f"{self.sent:02d}.txt"
        file.write_text("\n".join(lines))
        return process.adjudicate(self.folder, [file], png=False, now=lambda: self.now)[0]

    def begin(self) -> Filed:
        self.send("player Anna", "word hazel", f"pad {link('anna', 0)}", "join")
        self.send("player Bob", "word thorn", f"pad {link('bob', 0)}", "join")
        self.send("player Bob", "ready", f"link 1 {link('bob', 1)}")
        return self.send("player Anna", "ready", f"link 1 {link('anna', 1)}")

    def actor(self) -> tuple[str, str, int]:
        """Whose turn it is, a legal move and the number of the link that is due."""
        folder = self.folder
        standing = folder.standing()
        (seat,) = folder.game.to_act(standing.state)
        action = folder.game.format(next(iter(folder.game.moves(standing.state))), standing.state)
        due = standing.pads.due(seat, standing.state.turn, standing.links)
        return ("Anna", "Bob")[seat], action, due

    def play(self, turns: int) -> None:
        for _ in range(turns):
            name, action, due = self.actor()
            shown = [f"link {due}: {pads.words_of(PADS[name.lower()][due])}"] if due else []
            filed = self.send(f"player {name}", action, *shown)
            assert not filed.entry.refusals

    def letter(self, filed: Filed, seat: int = 0) -> str:
        return (self.path / "letters" / f"{filed.entry.n:04d}-{seat_letter(seat)}.txt").read_text()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "anna-bob")


def rolled(filed: Filed) -> list[Done]:
    return [done for done in filed.entry.done if done.k]


def reason(filed: Filed) -> str:
    assert not filed.entry.done
    (refusal,) = filed.entry.refusals
    return f"{refusal.reason}; {refusal.hint}"


def test_play_begins_when_all_have_joined_and_shown_their_first_links(table: Table):
    assert table.folder.match.dice == "postfox-dice-2"
    begun = table.begin()
    (first,) = rolled(begun)
    assert first.mix == (link("anna", 1), link("bob", 1))
    entropy = dice.entropy("anna-bob", ("hazel", "thorn"), (link("anna", 0), link("bob", 0)))
    again = dice.VerifiableDice(CHAIN.link(1), dice.mixed(entropy, first.mix))
    for throw in first.throws:
        assert again.throw(len(throw.values), throw.sides, throw.why) == throw.values


def test_each_move_brings_the_next_link_and_the_match_is_proved(table: Table):
    table.begin()
    table.play(6)
    report = verify.verify(table.folder)
    assert not report.problems and report.throws > 6
    assert sum(table.folder.standing().pads.shown(seat) for seat in (0, 1)) == 8


def test_a_match_is_written_again_from_its_log(table: Table):
    table.begin()
    table.play(3)
    before = (table.path / "state.json").read_bytes(), sorted((table.path / "letters").iterdir())
    (table.path / "state.json").unlink()
    for letter in before[1][::2]:
        letter.unlink()
    process.finish(table.folder, png=False)
    assert before == ((table.path / "state.json").read_bytes(), sorted((table.path / "letters").iterdir()))
    assert not verify.verify(table.folder).problems


def test_a_move_without_the_link_refuses_the_whole_file_with_the_number_due(table: Table):
    table.begin()
    name, action, due = table.actor()
    refused = table.send(f"player {name}", "say all: hello", action)
    assert reason(refused) == f"link {due} of your pad is missing; add the line `link {due} ...`"
    assert not refused.entry.says


def test_each_move_of_a_file_brings_the_link_that_is_due_when_it_is_carried_out(tmp_path: Path):
    """A move after a roll in the same file waits for a link that was not known at that roll."""
    table = Table(tmp_path / "alone", "snakey-dice", alone=True)
    table.send("player Anna", f"pad {link('anna', 0)}", "join")
    table.send("player Anna", "ready", f"link 1 {link('anna', 1)}")
    played = table.send("player Anna", "move 1", "move 1", f"link 2 {link('anna', 2)}")
    assert [(done.kind, done.k) for done in played.entry.done] == [("link", 0), ("action", 2)]
    (refused,) = played.entry.refusals
    assert (refused.line, refused.reason) == (3, "link 3 of your pad is missing")
    assert table.actor()[2] == 3
    assert not verify.verify(table.folder).problems


def test_a_link_is_due_for_the_first_move_of_a_turn_and_after_a_roll():
    shown = Pads((Held(0, link("anna", 0), links=4, link=link("anna", 4), turn=3, rolls=7),))
    assert [shown.due(0, *now) for now in ((3, 7), (4, 7), (3, 8))] == [0, 5, 5]
    assert Pads((Held(0, link("anna", 0)),)).due(0, 0, 0) == 1
    assert shown.due(1, 4, 8) == 0  # who has no pad


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "was used before; link 2 is due"), (3, "is link 3 of your pad, and link 2 is due"), (0, "was used before")],
)
def test_a_link_that_is_not_due_refuses_the_whole_file(table: Table, number: int, said: str):
    table.begin()
    name, action, _ = table.actor()
    refused = table.send(f"player {name}", "say all: hello", action, f"link {link(name.lower(), number)}")
    assert said in reason(refused)
    assert "Not played" in refused.letters[0].subject


def test_a_link_of_another_pad_is_refused(table: Table):
    table.begin()
    name, action, _ = table.actor()
    assert "not of the pad that you gave" in reason(table.send(f"player {name}", action, f"link 2 {link('carl', 2)}"))


def test_a_link_whose_file_was_refused_is_due_again(table: Table):
    table.begin()
    name, action, due = table.actor()
    refused = table.send(f"player {name}", "move z9 z8", f"link {due} {link(name.lower(), due)}")
    assert not refused.entry.done
    assert not table.send(f"player {name}", action, f"link {due} {link(name.lower(), due)}").entry.refusals


def test_messages_and_questions_bring_no_link_and_one_sent_with_them_is_ignored(table: Table):
    table.begin()
    name, action, due = table.actor()
    said = table.send(f"player {name}", "say all: hello", f"link {due} {link(name.lower(), due)}")
    asked = table.send(f"player {name}", "check", action)
    for filed in (said, asked):
        assert not filed.entry.refusals and all(done.kind != "link" for done in filed.entry.done)
    assert table.actor()[2] == due


def test_orders_sent_ahead_show_their_link_and_the_letter_says_so(table: Table):
    table.begin()
    name, _, _ = table.actor()
    other = {"Anna": "Bob", "Bob": "Anna"}[name]
    kept = table.send(f"player {other}", f"link 2 {link(other.lower(), 2)}", f"when {name}: pass", "pass")
    assert [done.kind for done in kept.entry.done] == ["keep"]
    assert kept.after.pads.shown(("Anna", "Bob").index(other)) == 1  # it counts from when they are carried out
    assert "has been shown already" in " ".join(table.letter(kept, ("Anna", "Bob").index(other)).split())


def test_orders_sent_ahead_bring_the_link_that_they_would_bring_later(table: Table):
    """Nobody chooses between two rolls by sending orders ahead, or many of them."""
    table.begin()
    name, action, due = table.actor()
    other = {"Anna": "Bob", "Bob": "Anna"}[name]
    seat = ("Anna", "Bob").index(other)
    table.send(
        f"player {other}", f"turn {table.folder.standing().state.turn + 1}", "pass", f"link 2 {link(other.lower(), 2)}"
    )
    assert table.folder.standing().pads.mix(2)[seat] == link(other.lower(), 1)
    file = table.path.parent / "last.txt"
    file.write_text(f"player {name}\n{action}\nlink {due} {link(name.lower(), due)}\n")
    played = process.adjudicate(table.folder, [file], png=False)
    assert rolled(played[0])[0].mix[seat] == link(other.lower(), 1)
    assert played[1].entry.by == "ahead"
    assert played[1].entry.refusals[0].reason.startswith("`pass` is not legal")  # and so its link is still due
    assert table.actor()[2] == 2 and table.actor()[0] == other
    assert not verify.verify(table.folder).problems


def test_before_all_have_joined_no_link_is_taken_and_after_that_no_word(table: Table):
    table.send("player Anna", "word hazel", f"pad {link('anna', 0)}", "join")
    assert "not everybody has joined" in reason(table.send("player Anna", "ready", f"link 1 {link('anna', 1)}"))
    table.send("player Bob", "join", f"pad {link('bob', 0)}")
    table.send("player Anna", "ready", f"link 1 {link('anna', 1)}")
    assert "words are fixed" in reason(table.send("player Bob", "word grinding"))


def test_a_pad_that_another_has_given_is_refused(table: Table):
    table.send("player Anna", f"pad {link('anna', 0)}", "join")
    refused = table.send("player Bob", f"pad {link('anna', 0)}", "join")
    assert refused.entry.refusals[0].reason == "this pad has been used before"


def test_a_new_pad_counts_once_the_other_has_shown_a_link(table: Table):
    table.begin()
    name, action, _ = table.actor()
    mine = ("Anna", "Bob").index(name)
    changed = table.send(f"player {name}", f"pad {link('new', 0)}", f"link 1 {link('new', 1)}", action)
    assert not changed.entry.refusals
    assert all(done.mix[mine] == "" for done in rolled(changed)) and rolled(changed)
    assert any(f"{name} has a new pad" in letter.text for letter in changed.letters)
    other, action, due = table.actor()
    assert other != name
    answered = table.send(f"player {other}", action, f"link {due} {link(other.lower(), due)}")
    assert [done.mix[mine] for done in rolled(answered)] == [link("new", 1)]
    assert table.folder.standing().pads.fixed[mine] == link(name.lower(), 0)
    refused = table.send(f"player {name}", f"pad {link(name.lower(), 0)}")
    assert refused.entry.refusals[0].reason == "this pad has been used before"


def test_a_pad_that_is_given_up_mixes_nothing_in_and_asks_for_no_link(table: Table):
    table.begin()
    name, action, _ = table.actor()
    mine = ("Anna", "Bob").index(name)
    played = table.send(f"player {name}", "pad none", action)
    assert not played.entry.refusals
    assert {done.mix[mine] for done in rolled(played)} == {""}


def test_who_has_no_pad_plays_and_the_proof_says_so(table: Table):
    table.send("player Anna", "join")
    table.send("player Bob", "join", f"pad {link('bob', 0)}")
    begun = table.send("player Bob", "ready", f"link 1 {link('bob', 1)}")
    assert rolled(begun)[0].mix == ("", link("bob", 1))
    text = proof.made(table.folder.match, table.folder.game, table.folder.last.after, begun.entry.done)
    assert f"mix 1: - {link('bob', 1)}" in text and not proof.prove(text).problems


def test_links_of_a_turn_that_is_taken_back_count(table: Table):
    table.begin()
    name, _, due = table.actor()
    table.play(1)
    process.command(table.folder, "undo", png=False)
    assert table.actor()[0] == name and table.folder.standing().pads.shown(("Anna", "Bob").index(name)) == due
    table.play(2)
    assert not verify.verify(table.folder).problems


def test_a_substitute_gives_a_pad_anew(table: Table):
    table.begin()
    name, _, _ = table.actor()
    process.command(table.folder, f"substitute {name}: Carl", png=False)
    mine = ("Anna", "Bob").index(name)
    standing = table.folder.standing()
    assert standing.pads.of(mine) is None and standing.pads.mix(2)[mine] == ""
    action = table.actor()[1]
    assert not table.send("player Carl", f"pad {link('carl', 0)}", f"link 1 {link('carl', 1)}", action).entry.refusals
    assert not verify.verify(table.folder).problems


def test_the_deadline_of_the_first_links_begins_play_without_them(tmp_path: Path):
    table = Table(tmp_path / "anna-bob", terms={"deadline": "2d", "late": "random"})
    table.send("player Anna", f"pad {link('anna', 0)}", "join")
    table.send("player Bob", f"pad {link('bob', 0)}", "join")
    table.send("player Bob", "ready", f"link 1 {link('bob', 1)}")
    (clock,) = table.folder.last.after.desk.clocks
    assert clock.seat == 0
    late = process.due(table.folder, "2026-11-09T08:00:00+00:00", png=False)[-1]
    assert rolled(late)[0].mix == (link("anna", 0), link("bob", 1))
    assert any("Anna missed the deadline." in letter.text for letter in late.letters)
    assert not verify.verify(table.folder).problems


def test_a_referee_who_puts_another_link_into_a_roll_is_found(table: Table):
    table.begin()
    table.play(2)
    path = table.path / "log.jsonl"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    last = next(done for done in lines[-1]["done"] if "mix" in done)
    last["mix"][0] = link("carl", 5)
    text = [json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() for line in lines]
    path.write_bytes(b"".join(line + b"\n" for line in text))
    assert "does not follow" in verify.verify(table.folder).problems[0].message


def test_a_match_of_scheme_one_takes_no_pad(tmp_path: Path):
    players = [create.seat("Anna"), create.seat("Bob")]
    options = games.find("snakes-and-foxes").Options()
    create.new(tmp_path / "m", "snakes-and-foxes", options, players, seed="wheel")
    file = tmp_path / "a.txt"
    file.write_text(f"player Anna\npad {link('anna', 0)}\n")
    filed = process.adjudicate(Folder(tmp_path / "m"), [file], png=False)[0]
    assert filed.entry.refusals[0].reason == "the dice of this match need no pad"
    assert digest((tmp_path / "m" / "match.json").read_bytes()) == Folder(tmp_path / "m").log.entry(0).source_hash
