"""A season as a book: a cover, its tables, and a page of each match with its moves and where it turned."""

from __future__ import annotations

import re
from pathlib import Path

import finished
import pytest
from lanes import thorough
from support import legal
from test_open_matches import Club
from test_seasons import AUTUMN, ROW, close, resigned, season
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.lab import analysis
from adjudicator.mail.club import log, seasons
from adjudicator.match import process
from adjudicator.referee.seats import to_act
from adjudicator.referee.terms import stamp
from tests.conftest import Golden

A4 = (595, 842)


def pairings(club: Club) -> list[seasons.Pairing]:
    return seasons.found(club.lines)["autumn"].pairings()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """A season of three, who play to the end, and one that nobody has begun."""
    made = season(tmp_path_factory.mktemp("book"), AUTUMN, AUTUMN._replace(id="winter", until="2027-03-01"))
    (made.path / "club" / log.SECRET).write_text("1" * 64 + "\n")  # the same lot and dice each time
    made.round()
    for sender in ROW[:3]:
        made.joined(sender, "join autumn")
    close(made)
    for one in pairings(made):
        while not (folder := made.folder(one.id)).standing().outcome:
            (seat,) = to_act(folder.game, folder.standing())
            order = folder.path / "inbox" / "move.txt"
            order.write_text(f"player {folder.match.seats[seat].name}\n{legal(folder)}\n")
            process.adjudicate(folder, [order], png=False, now=lambda: stamp(made.now))
    made.round()
    return made


def book(club: Club, out: Path, *more: str) -> bytes:
    told = CliRunner().invoke(app, ["club", "book", "autumn", "--matches", str(club.path), "--out", str(out), *more])
    assert told.exit_code == 0 and told.output == f"{out}\n", told.output
    return out.read_bytes()


def text(data: bytes) -> list[str]:
    """The words of each page."""
    return [" ".join((page.extract_text() or "").split()) for page in finished.opened(data)]


@thorough
def test_each_match_has_a_page_with_its_moves_where_it_turned_and_its_end(
    club: Club, tmp_path: Path, golden: Golden
) -> None:
    data = book(club, tmp_path / "autumn.pdf")
    pages, said = finished.opened(data), text(data)
    assert len(pages) == 2 + 3 and all((round(page.width), round(page.height)) == A4 for page in pages)
    assert "Snail Trail" in said[0] and re.search(r"(Won by|Ann|Ben|Cem)", said[0])
    assert said[1].startswith("Autumn: Snail Trail") and "Round 3" in said[1] and "×" in said[1]
    for one, words in zip(pairings(club), said[2:], strict=True):
        folder = club.folder(one.id)
        moves = list(analysis.judged(folder, "careful"))
        assert moves and all(move.move in words for move in moves), one.id
        assert f"{one.id}, 2026-12-24" in words and all(seat.name in words for seat in folder.match.seats)
        turned = [move for move in moves if move.lost >= 0.15]
        assert words.count("(better:") == min(len({move.line for move in turned}), 2)
    golden("season-book.txt", "\n\n".join(said) + "\n")
    assert book(club, tmp_path / "again.pdf") == data, "the same bytes"


@thorough
def test_it_is_printed_in_another_language_on_other_paper_or_as_a_booklet(club: Club, tmp_path: Path) -> None:
    said = text(book(club, tmp_path / "de.pdf", "--language", "de", "--paper", "letter"))
    assert "Runde 1" in said[1] and "Punkte" in said[1] and "besser:" in "".join(said)
    pages = finished.opened(book(club, tmp_path / "booklet.pdf", "--booklet"))
    assert len(pages) % 2 == 0 and (round(pages[0].width), round(pages[0].height)) == A4[::-1]


def test_who_does_not_want_to_be_shown_is_not_in_the_book(tmp_path: Path) -> None:
    club = season(tmp_path)
    club.round()
    for sender in ROW[:3]:
        club.joined(sender, "join autumn")
    close(club)
    for one in pairings(club):
        resigned(club, one.id)
    club.write("public no", ROW[1])
    said = text(book(club, tmp_path / "autumn.pdf"))
    assert len(said) == 2 + 1 and "Ben" not in " ".join(said) and "(2)" in said[1]


@pytest.mark.parametrize(("id", "said"), [("autum", "autumn"), ("winter", "drawn are autumn")])
def test_a_season_that_is_not_there_or_not_drawn_is_a_line(club: Club, tmp_path: Path, id: str, said: str) -> None:
    told = CliRunner().invoke(app, ["club", "book", id, "--matches", str(club.path), "--out", str(tmp_path / "x.pdf")])
    assert told.exit_code and said in f"{told.exception}{told.output}" and not [*tmp_path.iterdir()]


def test_of_a_season_in_which_no_match_is_over_there_is_nothing_to_read(tmp_path: Path) -> None:
    club = season(tmp_path)
    club.round()
    for sender in ROW[:3]:
        club.joined(sender, "join autumn")
    close(club)
    told = CliRunner().invoke(app, ["club", "book", "autumn", "--matches", str(club.path), "--out", str(tmp_path)])
    assert told.exit_code and "no match of autumn is over" in f"{told.exception}{told.output}"
