"""How a match begins: who may play it, under which names and terms, and what is refused before anything is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator import games
from adjudicator.core import MatchError
from adjudicator.match import create
from adjudicator.match.folder import Folder
from adjudicator.referee.records import Seat
from adjudicator.referee.terms import Terms


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("Anna", Seat("Anna")), ("  Anna   Maria ", Seat("Anna Maria")),
        ("Anna <a@b>", Seat("Anna", "a@b")), ("Otto <bot:random>", Seat("Otto", bot="random")),
        ("bot:random", Seat("Random", bot="random")), ("bot:strong:150", Seat("Strong", bot="strong:150")),
        ("x" * 60, Seat("x" * 60)), ("Ánna 2", Seat("Ánna 2")),
    ],
)  # fmt: skip
def test_a_player_is_a_name_with_an_address_or_a_bot(text: str, seat: Seat) -> None:
    assert create.seat(text) == seat


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no name"), ("<a@example.org>", "has no name"), ("x" * 61, "has no name"), ("An\0na", "has no name"),
        ("Anna <", "has no email address"), ("Anna <anna>", "no email address"), ("Anna <a@b.org", "no email address"),
        ("Anna: x", "has a `:`"), ("A,B", "has a `:`"), ("#1", "has a `:`"), ("bot:nobody", "nobody"),
    ],
)  # fmt: skip
def test_what_is_no_player_is_told(text: str, said: str) -> None:
    with pytest.raises(MatchError, match=said):
        create.seat(text)


def test_bots_of_one_name_are_numbered_and_people_are_not() -> None:
    names = ["bot:random", "Anna", "bot:random", "Anna", "Random <bot:random>", "bot:careful", "bot:random"]
    assert [seat.name for seat in create.seats(["bot:random"] * 3)] == ["Random", "Random 2", "Random 3"]
    assert [seat.name for seat in create.seats(names)] == [
        "Random", "Anna", "Random 2", "Anna", "Random", "Careful", "Random 4",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "mixed"),
    [("Anna", False), ("Анна", False), ("Αννα", False), ("Anna Анна", False), ("Anna 2", False), ("Аnna", True),
     ("Bob Αnna", True), ("Anna 安娜", False), ("Anna安", False), ("", False)],
)  # fmt: skip
def test_letters_of_two_scripts_in_one_word_are_nobody_s_name(name: str, mixed: bool) -> None:
    assert create.mixed(name) is mixed


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("snakes-and-foxes", {"seats": ["A", "B", "C"]}, "has 1 to 2 players, not 3"),
    ("the-game", {"seats": ["A"]}, "has 2 players, not 1"),
    ("the-game", {"seats": ["Anna", "ANNA"]}, "two players have the same name"),
    ("the-game", {"seats": ["Anna", "Аnna"]}, "two players have names that look the same"),
    ("the-game", {"match_id": "-x"}, "'-x' is not a match id"),
    ("the-game", {"match_id": "x."}, "is not a match id"),
    ("the-game", {"match_id": "con"}, "is not a match id"),
    ("the-game", {"match_id": "x" * 65}, "is not a match id"),
    ("the-game", {"words": ["a", "b", "c"]}, "a dice word is one word, at most one a player"),
    ("the-game", {"words": ["two words"]}, "a dice word is one word"),
    ("the-game", {"words": [""]}, "a dice word is one word"),
    ("the-game", {"words": ["x" * 101]}, "a dice word is one word"),
    ("the-game", {"words": ["a"], "joining": True}, "with --join the players send their own words"),
    ("the-game", {"seats": ["bot:random", "bot:careful"], "joining": True}, "bots alone never send `join`"),
    ("the-game", {"table": (), "seats": ["A", "bot:random"]}, "a bot cannot wait for dice"),
    ("the-game", {"table": (), "seed": "x"}, "dice rolled at the table have no seed"),
    ("the-game", {"table": (), "beacon": "drand"}, "dice rolled at the table need no beacon"),
    ("the-game", {"beacon": "moon"}, "'moon' is not a beacon"),
    ("the-game", {"letters": "pages"}, "'pages' is not a kind of letters"),
    ("the-game", {"proof": "oath"}, "'oath' is nothing that an email could show"),
    ("the-game", {"proof": "token", "seats": ["A <a@example.org>", "B"]}, "B has no email address"),
]


@pytest.mark.parametrize(("slug", "given", "said"), REFUSED)
def test_what_cannot_begin_is_told_and_nothing_is_written(
    slug: str, given: dict[str, Any], said: str, tmp_path: Path
) -> None:
    seats = create.seats(given.pop("seats", ["A", "B"]))
    with pytest.raises(MatchError, match=said):
        create.new(tmp_path / "m", slug, games.find(slug).Options(), seats, png=False, **given)
    assert not list(tmp_path.iterdir())


def test_what_is_just_so_begins(tmp_path: Path) -> None:
    options = games.find("the-game").Options()
    (tmp_path / "empty").mkdir()
    seats = create.seats(["A <a@example.org>", "bot:random"])
    more: dict[str, Any] = {"words": ["x" * 100], "match_id": "x" * 64, "proof": "token", "seed": "wheel"}
    create.new(tmp_path / "empty", "the-game", options, seats, png=False, **more)
    folder = Folder(tmp_path / "empty")
    assert (folder.match.id, folder.match.proof, folder.match.letters) == ("x" * 64, "token", "")
    assert folder.log.entry(0).after.words == ("x" * 100, "")
    create.new(tmp_path / "joined", "the-game", options, seats, joining=True, letters="page", png=False)
    assert Folder(tmp_path / "joined").last.after.words == (None, "")
    assert Folder(tmp_path / "joined").match.letters == "page"
    create.new(tmp_path / "usual", "the-game", options, [Seat("A"), Seat("B")], png=False)
    usual = Folder(tmp_path / "usual").match
    assert (usual.proof, usual.id, usual.ahead, usual.beacon) == ("address", "usual", 0, "")
    for path in (tmp_path / "usual", tmp_path / "file"):
        if path.name == "file":
            path.touch()
        with pytest.raises(MatchError, match="this folder already exists"):
            create.new(path, "the-game", options, [Seat("A"), Seat("B")], match_id="y", png=False)


@pytest.mark.parametrize(
    ("typed", "terms"),
    [
        ({}, None), ({"deadline": None}, None), ({"deadline": "none"}, None), ({"zone": "Europe/Berlin"}, None),
        ({"deadline": "3d"}, Terms(days=3)), ({"deadline": "36h"}, Terms(hours=36)), ({"grey": "on"}, Terms(grey=True)),
        ({"practice": "on"}, Terms(practice=True)), ({"messages": "0"}, Terms(messages=0)),
        ({"words": "1"}, Terms(words=1)), ({"deadline": "3d", "bank": "24h"}, Terms(days=3, bank=24)),
    ],
)  # fmt: skip
def test_terms_are_there_where_something_is_agreed_on(typed: dict[str, str | None], terms: Terms | None) -> None:
    assert create.terms(typed) == terms


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"bank": "24h"}, "a bank runs after a deadline"),
        ({"deadline": "soon"}, "--deadline: "),
        ({"late": "x"}, "--late"),
    ],
)
def test_terms_that_are_none_are_told(typed: dict[str, str], said: str) -> None:
    with pytest.raises(MatchError, match=said):
        create.terms(typed)
