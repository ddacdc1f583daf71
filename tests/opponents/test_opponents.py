"""Bots in a match: they move as soon as it is their turn, by orders like anybody's, and all of it is proved."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from lanes import THOROUGH, Golden, some, thorough

from adjudicator import games, opponents
from adjudicator.core import MatchError, bots, sense
from adjudicator.core.game import Game, unlettered
from adjudicator.dice import FastDice
from adjudicator.lab.simulation import tally as simulated
from adjudicator.letters.phrases import Names
from adjudicator.match import create, process, verify
from adjudicator.match.folder import Folder
from adjudicator.opponents import search
from adjudicator.referee.seats import seated
from adjudicator.web import file as pages
from printables.core import options
from tests.bulk import LITTLE, sheet

NOW = "2026-11-02T08:00:00+00:00"
MORE = {"snakey-dice": ["league=true"]}
LOOKED = 100  # positions by a strong player


def begun(
    path: Path, slug: str = "snakes-and-foxes", *players: str, given: tuple[str, ...] = (), **more: object
) -> Folder:
    made = options.build(games.find(slug).Options, [*MORE.get(slug, ()), *given], None)
    seats = create.seats(players or ("Anna", "bot:random"))
    create.new(path, slug, made, seats, seed="axle", now=lambda: NOW, **more)  # type: ignore[arg-type]
    return Folder(path)


def send(folder: Folder, text: str, name: str = "x.txt") -> list[str]:
    """Orders of a player; the sources of the lines that came of them."""
    (folder.path / "inbox" / name).write_text(text, encoding="utf-8")
    filed = process.adjudicate(folder, png=False, now=lambda: NOW)
    assert not any(one.entry.refusals for one in filed), [one.entry.refusals for one in filed]
    return [one.entry.source for one in filed]


def move(folder: Folder, seat: int = 0, chance: random.Random | None = None) -> str:
    state = folder.game.view(folder.standing().state, seat)
    action = folder.game.drawn(state, seat, (chance or random.Random(1)).randrange)
    return f"player {'AB'[seat]}\n{unlettered(folder.game.format(action, state), seat)}"


def test_a_bot_moves_as_soon_as_it_is_its_turn_and_a_letter_tells_it(tmp_path: Path):
    folder = begun(tmp_path / "m")
    assert [entry.seat for entry in folder.entries()] == [None, 1]
    assert folder.game.to_act(folder.standing().state) == (0,)
    assert send(folder, move(folder)) == ["x.txt", "bot-B-turn-3.txt"]
    letters = sorted(path.name for path in (tmp_path / "m" / "letters").glob("*.txt"))
    assert letters == ["0000-A.txt", "0001-A.txt", "0002-A.txt", "0003-A.txt"]
    assert "Random moves token B" in (tmp_path / "m" / "letters" / "0003-A.txt").read_text(encoding="utf-8")
    report = verify.verify(Folder(tmp_path / "m"))
    assert not report.problems
    assert dict(report.by) == {"the files kept": 3}


@pytest.mark.parametrize("slug", some(games.GAMES, 3))
def test_a_match_against_a_bot_is_proved_and_comes_out_the_same_again(tmp_path: Path, slug: str):
    logs = []
    for name in ("one", "two") if slug == "wolves-and-jackals" else ("one",):
        folder, chance = begun(tmp_path / name, slug, match_id="m"), random.Random(slug)
        for number in range(2):
            if 0 not in folder.game.to_act(folder.standing().state):
                break
            send(folder, move(folder, 0, chance), f"{number}.txt")
        assert not verify.verify(Folder(folder.path)).problems
        logs.append((folder.path / "log.jsonl").read_bytes())
    assert logs[0] == logs[-1]
    assert any(entry.seat == 1 for entry in folder.entries())


def test_the_seed_of_a_bot_is_told_when_the_match_is_over_and_gives_its_moves(tmp_path: Path):
    folder = begun(tmp_path / "m")
    send(folder, move(folder), "1.txt")
    assert not any(entry.says for entry in folder.entries())
    assert send(folder, "player Anna\nresign", "2.txt") == ["2.txt", "bot-B-seed.txt"]
    assert send(folder, "player Anna\nsay referee: thanks", "3.txt") == ["3.txt"], "it is told once"
    (said,) = [say for entry in folder.entries() for say in entry.says if say.seat == 1]
    seed = bytes.fromhex(said.text.rpartition(" ")[2])
    assert seed == bots.seed(bytes.fromhex((folder.path / "secret.key").read_text()), 1)
    letters = (folder.letters.read(f"{entry.n:04}-A.{kind}") for entry in folder.entries() for kind in ("txt", "html"))
    told = [letter.decode().replace("\n", "") for letter in letters if letter]
    told += [f"{page.data}{page.plain}" for page in (pages.made(folder, 0), pages.made(folder))]
    assert any("Anna" in text for text in told)
    assert not any(seed.hex()[:12] in text for text in told), "it is for who checks the log"
    for step in folder.replay():
        if step.entry.seat == 1 and step.entry.played:
            chance = opponents.chance(seed, step.before.state.turn, 1, step.before.links)
            action = opponents.choose("random", folder.game, step.before.state, 1, chance)
            assert folder.game.format(action, step.before.state) == step.entry.done[0].text
    assert not verify.verify(Folder(folder.path)).problems


def test_a_bot_waits_while_the_match_is_on_hold_and_leaves_to_a_substitute(tmp_path: Path):
    folder = begun(tmp_path / "m")
    process.command(folder, "hold", png=False)
    process.command(folder, "substitute Random: Carl", png=False)
    process.command(folder, "resume", png=False)
    assert send(folder, move(folder)) == ["x.txt"]
    assert Names.of(seated(folder.match, folder.standing())).seats == ("Anna", "Carl")
    assert folder.game.to_act(folder.standing().state) == (1,)


def test_bots_join_by_themselves_and_move_after_an_undo(tmp_path: Path):
    folder = begun(tmp_path / "m", "snail-trail", joining=True)
    assert folder.standing().state is None
    send(folder, "player Anna\njoin", "join.txt")
    assert folder.game.to_act(folder.standing().state) == (0,)
    before = len(folder.log.lines)
    send(folder, move(folder), "1.txt")
    process.command(folder, "undo", png=False)
    assert len(folder.log.lines) > before + 2
    assert folder.game.to_act(folder.standing().state) == (0,)
    assert not verify.verify(Folder(folder.path)).problems


def test_what_a_bot_cannot_be_is_refused_in_a_line(tmp_path: Path):
    for players, more, said in (
        (["Anna", "bot:carefull"], {}, "carefull"),
        (["Anna", "bot:random:3"], {}, "takes no number"),
        (["Anna", "bot:strong:0"], {}, "follows the colon"),
        (["Anna", "Otto <bot:random:x>"], {}, "takes no number"),
        (["Anna", "bot:random"], {"table": (1, 2)}, "rolled by hand"),
        (["bot:random", "bot:random"], {"joining": True}, "never send `join`"),
    ):
        with pytest.raises(MatchError, match=said):
            begun(tmp_path / "m", "snakes-and-foxes", *players, **more)
    assert [seat.name for seat in create.seats(["bot:random", "Random", "bot:random"])] == [
        "Random",
        "Random",
        "Random 3",
    ]


@pytest.mark.parametrize("slug", some(games.GAMES, 3))
def test_every_bot_chooses_legal_actions_and_the_same_again(slug: str):
    game = games.find(slug)
    for given in ([], MORE[slug]) if slug in MORE else ([],):
        made = options.build(game.Options, given, None)
        seats = simulated.seats(game, made) + bool(given)
        for bot in ("random", "careful", "strong:60"):
            state, chance = game.start(made, seats, FastDice(slug)).state, random.Random(slug)
            for turn in range(6):
                if not (acting := game.to_act(state)):
                    break
                action = opponents.choose(bot, game, state, acting[0], random.Random(turn))
                again = opponents.choose(bot, game, state, acting[0], random.Random(turn))
                assert action == again
                state = game.apply(state, action, FastDice(turn)).state
                for _ in range(chance.randrange(3)):
                    if acting := game.to_act(state):
                        drawn = game.drawn(state, acting[0], chance.randrange)
                        state = game.apply(state, drawn, FastDice(turn)).state


PLAYED = (  # a game, a variant of it, options, and how many actions lie between positions that are looked at
    ("fox-and-geese", "two-foxes", (), 12),
    ("fox-and-geese", "fox-13", (), 9),
    ("snail-trail", None, ("size=5",), 2),
    ("snakes-and-foxes", None, (), 6),
    ("snakey-dice", None, (), 4),
    ("snakey-dice", None, ("league=true",), 5),
    ("the-game", None, (), 13),
    ("wolves-and-jackals", None, (), 14),
)


@pytest.mark.parametrize(("slug", "variant", "given", "apart"), PLAYED)
def test_what_bots_see_in_positions_and_choose_is_as_it_was(
    slug: str, variant: str | None, given: tuple[str, ...], apart: int, golden: Golden, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(search, "MOST", 14)
    game, lines = games.find(slug), list[str]()
    made = options.build(game.Options, given, variant)
    state, lot = game.start(made, simulated.seats(game, made) + bool(given and slug in MORE), FastDice(slug)).state, 0
    for _ in range(5):
        while lot % apart and game.to_act(state):
            lot += 1
            state = game.apply(
                state, game.drawn(state, game.to_act(state)[0], random.Random(lot).randrange), FastDice(lot)
            ).state
        lot += 1
        told = " ".join(f"{worth:.6f}" for worth in sense.of(game).worths(state))
        lines.append(f"after {lot - 1}, turn {state.turn}: {told}\n")
        for seat in game.to_act(state)[:1]:
            looked = search.Search(game, sense.of(game), random.Random(lot), 30, 3).looked(state, seat)
            lines += [f"  {game.format(action, state)} {worth:.6f}\n" for action, worth in looked]
            for bot in ("random", "careful", "strong:25", "regular:oak", "regular:oak/2", "regular:ivy/3"):
                action = opponents.choose(bot, game, state, seat, random.Random(lot))
                lines.append(f"  {bot}: {game.format(action, state)}\n")
    golden(f"bots/{'-'.join((variant or slug, *given)).replace('=', '-')}.txt", "".join(lines))


def wins(game: Game, state: Any, action: Any) -> bool:  # type: ignore[type-arg]
    after = game.apply(state, action, FastDice(1)).state
    outcome = game.outcome(after)
    return outcome is not None and action.seat in outcome.winners


def test_a_careful_player_takes_a_win_and_a_strong_one_leaves_none_to_the_other():
    game, taken, left = games.find("fox-and-geese"), 0, 0
    made = options.build(game.Options, [], "hare-and-hounds")
    for seed in range(40 if THOROUGH else 14):
        state, chance = game.start(made, 2, FastDice(seed)).state, random.Random(seed)
        while acting := game.to_act(state):
            actions = list(game.moves(state))
            winning = [action for action in actions if wins(game, state, action)]
            if 0 < len(winning) < len(actions):
                taken += 1
                for bot in ("careful", "strong:200"):
                    assert opponents.choose(bot, game, state, acting[0], random.Random(seed)) in winning
            elif not winning:
                afters = [game.apply(state, action, FastDice(1)).state for action in actions]
                ended = [bool((end := game.outcome(after)) and end.winners) for after in afters]
                replies = [any(wins(game, after, reply) for reply in game.moves(after)) for after in afters]
                lost = [end or reply for end, reply in zip(ended, replies, strict=True)]
                if any(lost) and not all(lost):
                    left += 1
                    chosen = opponents.choose("strong:400", game, state, acting[0], random.Random(seed))
                    assert not lost[actions.index(chosen)]
            state = game.apply(state, game.drawn(state, acting[0], chance.randrange), FastDice(1)).state
    assert min(taken, left) > (10 if THOROUGH else 2), (taken, left)


SOLVED = (
    ("snail-trail", ("size=4",)),
    ("snail-trail", ("size=5",)),
    ("snail-trail", ("size=5", "diagonal=false")),
    ("fox-and-geese", ("variant=hare-and-hounds",)),
)


@pytest.mark.parametrize(("slug", "given"), SOLVED)
def test_a_strong_player_loses_no_position_that_is_solved_as_won(slug: str, given: tuple[str, ...]):
    game, held = games.find(slug), 0
    variant = next((text.partition("=")[2] for text in given if text.startswith("variant=")), None)
    made = options.build(game.Options, [text for text in given if not text.startswith("variant=")], variant)
    for seed in range(27 if THOROUGH else 9):
        chance, dice = random.Random(seed), FastDice(seed)
        state = game.start(made, 2, dice).state
        for _ in range(chance.randrange(6)):
            if acting := game.to_act(state):
                state = game.apply(state, game.drawn(state, acting[0], chance.randrange), dice).state
        if not game.to_act(state) or search.winning(game, state, LOOKED * search.SOLVED) is None:
            continue
        seat, other = game.to_act(state)[0], ("random", "careful", f"strong:{LOOKED}")[seed % 3]
        while acting := game.to_act(state):
            bot = f"strong:{LOOKED}" if acting[0] == seat else other
            state = game.apply(state, opponents.choose(bot, game, state, acting[0], chance), dice).state
        end, held = game.outcome(state), held + 1
        assert end is not None and end.winners == (seat,), (given, seed)
    assert held


@thorough
def test_careful_players_have_many_games_of_the_game():
    game = games.find("the-game")
    lengths, first = set[int](), 0
    for seed in range(20):
        ended = simulated.play(game, game.Options(), ["careful"] * 2, seed)
        assert ended.reason in game.OUTCOMES, seed
        lengths.add(ended.actions)
        first += ended.first in ended.winners
    assert len(lengths) > 3, lengths
    assert first, "who begins has always lost"


def test_a_bot_of_a_league_does_not_know_dice_that_others_have_met():
    game = games.find("snakey-dice")
    state = game.start(game.Options(league=True), 2, FastDice(3)).state
    ahead = state
    for turn in range(3):
        ahead = game.apply(ahead, game.drawn(ahead, 0, random.Random(turn).randrange), FastDice(turn)).state
    assert ahead.held != state.held
    for bot in ("careful", "strong:60"):
        chosen = [opponents.choose(bot, game, one, 1, random.Random(5)) for one in (state, ahead)]
        assert chosen[0] == chosen[1]


def test_careful_ends_a_run_of_snakey_dice_where_dice_are_left_that_cannot_be_ignored():
    game = games.find("snakey-dice")
    assert simulated.play(game, game.Options(house=sheet(LITTLE)), ["careful"], 20).reason in game.OUTCOMES


@thorough
def test_packs_that_hunt_bring_wolves_and_jackals_to_an_end():
    """Of 1,000 games 658 end with one pack left, 290 with the Prey, 28 by repetition, 24 with no hope for one side."""
    game, many = games.find("wolves-and-jackals"), 80
    ended = [simulated.play(game, game.Options(), ["careful"] * 2, seed) for seed in range(many)]
    ends, won = Counter(one.reason for one in ended), Counter(chain.from_iterable(one.winners for one in ended))
    assert ends["repetition"] < many / 10, ends
    assert min(ends["prey"], ends["last-pack"]) > many / 10, ends
    assert min(won[0], won[1]) > many / 5, won


def test_a_bot_chooses_from_what_its_seat_sees(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    folder = begun(tmp_path / "m", "snakey-dice", "Anna", "bot:random")
    state, seen = folder.standing().state, []
    monkeypatch.setattr(type(folder.game), "drawn", lambda self, view, seat, chance: seen.append(view))
    opponents.choose("random", folder.game, state, 1, random.Random(1))
    assert seen == [folder.game.view(state, 1)] != [state]
