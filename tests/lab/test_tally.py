"""Counts over games: they add up however the games are parted, and are told as text, rows and sentences."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from adjudicator import games
from adjudicator.lab import simulation
from adjudicator.lab.simulation import report
from adjudicator.lab.simulation.tally import Ended, Plan, Share, Tally, read
from printables.boards import fox_and_geese
from printables.boards.fox_and_geese.model import ENDS


def ended(chance: random.Random) -> Ended:
    winners = chance.choice(((), (0,), (1,), (0, 1)))
    scores = (chance.randrange(50), chance.randrange(50))
    kinds = frozenset(chance.sample(("A step", "B step", "turn"), 2))
    return Ended(
        chance.choice(("home", "draw")),
        winners,
        scores,
        chance.randrange(1, 9),
        chance.randrange(2),
        kinds,
        frozenset("ab"),
    )


def counted(ends: list[Ended], first: int = 0) -> Tally:
    made = Tally()
    for number, end in enumerate(ends, first):
        made.count(number, end, 2)
    return made


@pytest.mark.parametrize("seed", range(4))
def test_games_are_counted_by_player_and_seat_and_parts_of_them_add_up(seed: int) -> None:
    chance = random.Random(seed)
    ends = [ended(chance) for _ in range(30)]
    made = counted(ends)
    for player in range(2):
        seats = [(player - number) % 2 for number in range(30)]  # where that player sits
        assert made.wins[player] == sum(seat in end.winners for seat, end in zip(seats, ends, strict=True))
        assert made.seats[player] == sum(player in end.winners for end in ends)
        points = [end.scores[seat] for seat, end in zip(seats, ends, strict=True)]
        assert made.scores[player] == Counter(points) and made.mean(player) == pytest.approx(sum(points) / 30)
    assert made.first == sum(end.first in end.winners for end in ends)
    assert made.nobody == sum(not end.winners for end in ends)
    lengths = [end.actions for end in ends]
    assert made.actions == (min(lengths), sum(lengths) / 30, max(lengths))
    assert made.ends == Counter(end.reason for end in ends) and made.places == {"a": 30, "b": 30}
    assert made.happened == Counter(kind for end in ends for kind in end.happened)
    parts = counted(ends[:11])
    parts.add(counted(ends[11:], 11))
    assert parts == made == read(made.to_json())


@pytest.mark.parametrize("field", ["first", "nobody", "games"])
def test_counts_that_do_not_add_up_are_no_tally(field: str) -> None:
    sound = counted([ended(random.Random(n)) for n in range(8)]).to_json()
    assert read(sound | {"nobody": 8, "first": 0}).nobody == 8
    for wrong in (-1, 9, 2.5, True, "3"):
        with pytest.raises(ValueError):
            read(sound | {field: wrong})
    for name in ("ends", "lengths"):
        with pytest.raises(ValueError, match="do not add up"):
            read(sound | {name: {"7": 7}})
    for name in ("wins", "seats", "happened", "places"):
        assert read(sound | {name: {"1": 8}})
        with pytest.raises(ValueError):
            read(sound | {name: {"1": 9}})


def test_no_games_have_no_share_and_one_any() -> None:
    assert (Share(0, 0).part, Share(0, 0).interval) == (0.0, (0.0, 1.0))
    low, high = Share(1, 1).interval
    assert 0.2 < low < 0.21 and high == 1.0


def result(players: tuple[str, ...], **fields: object) -> simulation.Result:
    options = games.find("fox-and-geese").Options(variant="hare-and-hounds")
    return simulation.Result(Plan("fox-and-geese", options, players, "x"), Tally(**fields))  # type: ignore[arg-type]


def test_a_result_is_told_as_text_and_rows() -> None:
    made = result(
        ("careful", "random", "random"), games=2000, wins=Counter({0: 1500, 1: 300}), seats=Counter({0: 900, 1: 900}),
        first=500, nobody=200, ends=Counter({"stuck": 800, "caught": 1000, "alike": 200}),
        lengths=Counter({10: 1000, 20: 1000}), scores={0: Counter({3: 2000}), 1: Counter({0: 1000, 1: 1000})},
    )  # fmt: skip
    assert report.text(made).splitlines() == [
        "fox-and-geese, variant=hare-and-hounds: 2,000 games, seed 'x', careful against random against random",
        "careful wins             1,500   75.0%  73.1% to 76.8%",
        "random (1) wins            300   15.0%  13.5% to 16.6%",
        "random (2) wins              0    0.0%  0.0% to 0.2%",
        "seat A wins                900   45.0%  42.8% to 47.2%",
        "seat B wins                900   45.0%  42.8% to 47.2%",
        "seat C wins                  0    0.0%  0.0% to 0.2%",
        "nobody wins                200   10.0%  8.8% to 11.4%",
        "the first to act wins      500   25.0%  23.2% to 26.9%",
        "actions: 15.0 on average, 10 to 20",
        "ends: caught 1,000, stuck 800, alike 200",
        "points: 3.0, 0.5, 0.0 on average",
    ]
    rows = [*report.rows([made])]
    assert all(
        row[:5] == ("fox-and-geese", "variant=hare-and-hounds", "careful,random,random", 2000, "x") for row in rows
    )
    assert [row[5] for row in rows[-3:]] == ["ends: caught", "ends: stuck", "ends: alike"] and len(rows) == 11
    assert rows[0][5:8] == ("careful wins", 1500, 0.75)
    assert report.csv([made]).splitlines()[:2] == [
        "game,options,players,games,seed,what,count,share,low,high",
        'fox-and-geese,variant=hare-and-hounds,"careful,random,random",2000,x,careful wins,1500,0.75,0.730556,0.768486',
    ]


def test_a_hunt_is_told_what_never_or_hardly_ever_happens() -> None:
    hunt = fox_and_geese.shipped("hare-and-hounds")
    spots = Counter({spot.id: 1 for spot in hunt.grid.spots})
    reasons = [f"  {side.plural} win by `{goal.kind}`: " for side in hunt.sides for goal in side.wins]
    kinds = [ENDS[goal.kind] for side in hunt.sides for goal in side.wins]
    for times, often in (
        (0, "never"),
        (1, "0.5% of games, hardly ever"),
        (3, "1.5% of games, hardly ever"),
        (4, "2.0% of games"),
    ):
        made = result(
            ("careful",) * 2, games=200, seats=Counter({0: 150, 1: 40}), nobody=10, lengths=Counter({8: 200}),
            ends=Counter({kinds[0]: times, "alike": 200 - times}), happened=Counter({"A step": 1, "B step": 1}),
            places=spots,
        )  # fmt: skip
        told = [*report.lines(hunt, made)]
        assert told[0] == f"{hunt.title}: 200 games, careful against careful, sides by turns"
        assert told[1] == f"  {hunt.sides[0].plural} win 75.0% of games (68.6% to 80.5%)"
        assert told[3:5] == ["  nobody wins 5.0% of games (2.7% to 9.0%)", "  turns: 8.0 on average, 8 to 8"]
        assert f"{reasons[0]}{often}" in told and f"  ends as `alike`: {100 - times / 2:.1f}% of games" in told
        assert told[-1] == "each kind of move came into play, and every point"
    spots.pop(hunt.grid.spots[0].id)
    bare = made._replace(tally=Tally(**{**vars(made.tally), "happened": Counter({"A step": 1}), "places": spots}))
    assert [line for line in report.lines(hunt, bare) if line.startswith("never")] == [
        f"never: {hunt.sides[1].plural} step", f"never: anything happens at {hunt.grid.spots[0].id}",
    ]  # fmt: skip


@pytest.mark.parametrize("name", fox_and_geese.variants())
def test_what_a_hunt_provides_for_and_never_came_into_play_is_told(name: str) -> None:
    hunt = fox_and_geese.shipped(name)
    made = result(
        ("careful",) * 2,
        games=8,
        nobody=8,
        lengths=Counter({8: 8}),
        places=Counter({one.id: 1 for one in hunt.grid.spots}),
    )
    wanted = []
    for seat, (side, other) in enumerate(zip(hunt.sides, hunt.sides[::-1], strict=True)):
        does = {"step": "step"}
        if side.capture:
            does["capture" if side.capture.by == "leap" else "seized"] = "capture"
        if side.hand:
            does["placed"] = "place a piece"
        if (duty := other.capture.duty if other.capture else "") in ("huff", "add"):
            does |= {"huff": {"huffed": "huff"}, "add": {"added": "add a piece for a missed capture"}}[duty]
        wanted += [(f"{'AB'[seat]} {kind}", f"never: {side.plural} {what}") for kind, what in does.items()]

    def never(happened: set[str]) -> list[str]:
        tally = Tally(**{**vars(made.tally), "happened": Counter(happened)})
        return [line for line in report.lines(hunt, made._replace(tally=tally)) if line.startswith("never")]

    assert never(set()) == [line for _, line in wanted]
    for kind, line in wanted:
        assert line not in never({kind}) or [one for _, one in wanted].count(line) > 1
