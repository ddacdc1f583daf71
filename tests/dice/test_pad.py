"""Pads: the published check values of scheme 2, links as words, and what a mistyped one is told."""

from __future__ import annotations

import random
import stat
from pathlib import Path

import pytest
from padded import kept, pad
from typer.testing import CliRunner

from adjudicator import dice
from adjudicator.cli import app
from adjudicator.core import NotationError
from adjudicator.dice import pads
from adjudicator.dice.pads import WORD_LIST
from printables.core import UserError

CHAIN = dice.Chain(dice.secret_from_seed("wheel"))
ANNA, BOB = (pad(name) for name in ("anna", "bob"))
ENTROPY = "60a74848966b079323c2cf67003f748e4bfbdf71c63acd4c1c4925f33733e643"
THROWS = ((6, 6), (1, 10), (2, 10), (1, 3), (1, 16))
CHECK = (
    (1, ANNA[0], BOB[0], ((2, 6, 2, 2, 6, 2), (5,), (9, 4), (1,), (7,))),
    (2, ANNA[1], BOB[0], ((3, 2, 5, 6, 1, 4), (8,), (3, 3), (1,), (5,))),
    (3, ANNA[1], BOB[1], ((2, 3, 1, 1, 6, 5), (6,), (3, 6), (1,), (11,))),
    (3, ANNA[1], b"", ((2, 5, 2, 4, 4, 3), (4,), (10, 5), (3,), (7,))),
)


def test_the_links_of_the_check_values() -> None:
    assert [link.hex() for link in ANNA[:3]] == [
        "8cfdcefb9ab34f7eb52a",
        "ab57e92bd0f526fd2f54",
        "40b63e74ef7b5ce0e5ec",
    ]
    assert [link.hex() for link in BOB[:2]] == ["745907b39bbb4451b1df", "6e1b88e6668dbb7bb72a"]
    assert len(ANNA) == pads.LENGTH + 1


def test_the_entropy_of_the_check_value_has_words_and_pads() -> None:
    made = dice.entropy("anna-bob", ("hazel", "thorn"), (ANNA[0].hex(), BOB[0].hex()))
    assert made.hex() == ENTROPY
    assert dice.entropy("anna-bob", ("hazel", "thorn"), (ANNA[0].hex(), "")).hex() != ENTROPY


@pytest.mark.parametrize(("k", "anna", "bob", "wanted"), CHECK)
def test_the_throws_of_the_check_values(k: int, anna: bytes, bob: bytes, wanted: tuple[tuple[int, ...], ...]) -> None:
    mix = dice.mixed(bytes.fromhex(ENTROPY), (anna.hex(), bob.hex()))
    thrown = dice.VerifiableDice(CHAIN.link(k), mix)
    assert tuple(thrown.throw(count, sides, "check") for count, sides in THROWS) == wanted


def test_the_words_are_those_of_the_standard() -> None:
    """Its own test value: 9E87 6134 D904 99DD and two bits of parity are these six words."""
    assert (len(WORD_LIST), len(set(WORD_LIST)), WORD_LIST[0], WORD_LIST[571], WORD_LIST[-1]) == (
        2048,
        2048,
        "A",
        "ABED",
        "YOKE",
    )
    key = 0x9E876134D90499DD
    bits = key << 2 | sum(key >> place & 3 for place in range(0, 64, 2)) & 3
    said = " ".join(WORD_LIST[bits >> 11 * place & 2047] for place in (5, 4, 3, 2, 1, 0))
    assert said == "INCH SEA ANNE LONG AHEM TOUR"


def test_each_link_is_read_as_it_is_written() -> None:
    for link in ANNA[:50]:
        assert pads.read(pads.words_of(link)) == link
        assert pads.read(pads.words_of(link).lower()) == link
        assert pads.read(link.hex()) == pads.read(f" {link.hex().upper()[:10]} {link.hex()[10:]}") == link
        assert len(pads.words_of(link).split()) == pads.WORDS


def test_almost_every_slip_in_the_words_is_seen() -> None:
    """One byte of check lets one slip in 256 through; no chain of hashes does."""
    chance, unseen = random.Random(7), 0
    for _ in range(2000):
        given = pads.words_of(ANNA[1]).split()
        given[chance.randrange(8)] = chance.choice(WORD_LIST)
        try:
            unseen += pads.read(" ".join(given)) != ANNA[1]
        except NotationError:
            continue
    assert unseen < 2000 / 256 * 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ab57e92bd0", "has 10"),
        ("HAT HAT HAT", "has 3"),
        ("HAT HAT HAT HAT HAT HAT HAT XYZZY", "word 8, 'XYZZY', is none of a pad's words"),
        ("HAT HAT HAT HAT HAT HAT HAT XYZZY", "look at your pad again"),
        ("HAZE HAT HAT HAT HAT HAT HAT HAT", "word 1, 'HAZE', is none"),
        ("HAZE HAT HAT HAT HAT HAT HAT HAT", "do you mean "),
        ("A A A A A A A A", "do not belong together"),
        ("", "has 0"),
    ],
)
def test_a_mistyped_link_is_told_what_is_wrong(typed: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        pads.read(typed)
    assert said in str(caught.value)


def test_from_a_link_anybody_finds_those_before_it() -> None:
    assert pads.before(ANNA[7]) == ANNA[6]
    assert pads.steps(ANNA[7], ANNA[4]) == 3
    assert pads.steps(ANNA[4], ANNA[7], 50) is None
    assert [pads.steps(ANNA[7], ANNA[4], most) for most in (2, 3)] == [None, 3]
    assert pads.steps(ANNA[-1], ANNA[0]) == 1024


def test_a_pad_has_1024_links_and_none_before_or_after(tmp_path: Path) -> None:
    path = kept(tmp_path / "anna.pad", ANNA[-1], 1023)
    assert pads.show(path, 0) == f"pad {pads.words_of(ANNA[0])}"
    assert pads.show(path) == f"link 1024 {pads.words_of(ANNA[-1])}"
    before = path.read_bytes()
    for number, said in ((None, "no link 1025"), (-1, "no link -1"), (1026, "link 1026 is not due yet")):
        with pytest.raises(UserError, match=said):
            pads.show(path, number)
    assert path.read_bytes() == before
    text = before.decode()
    for length, shown in (("1025", "0"), ("3", "4")):
        path.write_text(text.replace("links: 1024\nshown: 1024", f"links: {length}\nshown: {shown}"))
        with pytest.raises(UserError, match="not a pad"):
            pads.show(path)


def test_a_pad_in_a_file_shows_its_links_in_order_and_is_its_players_alone(tmp_path: Path) -> None:
    path = kept(tmp_path / "anna.pad", ANNA[-1])
    shown = [pads.show(path) for _ in range(3)]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for number, line in enumerate(shown, 1):
        keyword, said, words = line.split(" ", 2)
        assert (keyword, said) == ("link", str(number))
        assert pads.read(words) == ANNA[number]
    again, now = pads.show(path, 2), path.read_bytes()
    assert again == shown[1] and now == kept(path, ANNA[-1], 3).read_bytes()
    with pytest.raises(UserError, match="link 5 is not due yet"):
        pads.show(path, 5)


@pytest.mark.parametrize("text", ["", "postfox pad\n", "postfox pad\nsecret: 00\nlinks: 1\nshown: 0\n", "\xff"])
def test_what_is_no_pad_is_refused_in_a_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.pad").write_text(text, encoding="latin-1")
    with pytest.raises(UserError, match="not a pad"):
        pads.show(tmp_path / "a.pad")


def test_the_command_shows_the_next_link_and_is_not_listed(tmp_path: Path) -> None:
    run = CliRunner().invoke
    kept(tmp_path / "a.pad", ANNA[-1])
    for words in (["pad", "next"], ["trust", "pad", "next"]):
        assert run(app.app, [*words, str(tmp_path / "a.pad"), "--number", "1"]).stdout.startswith("link 1 ")
    assert "pad" not in run(app.app, ["trust", "--help"]).stdout
    assert run(app.app, ["pad", "make", str(tmp_path / "b.pad")]).exit_code == 2
