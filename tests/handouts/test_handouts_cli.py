"""`postfox handout`, as a person types it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pdfplumber
import pikepdf
import pytest
from PIL import Image

from adjudicator.cli import app
from printables.paper import printer


@pytest.fixture
def postfox(capsys, monkeypatch, tmp_path):  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.md").write_text("# A note\n\nTo whom it finds.\n\n:::secret\nxyzzy\n:::\n")
    (tmp_path / "plain.md").write_text("plain")

    def run(*words: str) -> tuple[int, list[str], str]:
        monkeypatch.setattr(sys, "argv", ["postfox", "handout", *words])
        code = app.run()
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return run


def test_a_letter_goes_to_out_in_two_versions(postfox, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert postfox("letter", "note.md") == (0, ["out/handout-note.pdf", "out/handout-note-master.pdf"], "")
    assert (tmp_path / "out" / "handout-note.pdf").read_bytes().startswith(b"%PDF-1.7")
    assert postfox("letter", "note.md", "--copy", "players")[1] == ["out/handout-note.pdf"]
    assert postfox("letter", "note.md", "--copy", "master", "--out", "m.pdf")[1] == ["m-master.pdf"]
    assert postfox("letter", "plain.md", "--as", "wanted", "--theme", "classic", "--paper", "letter")[1] == [
        "out/handout-plain.pdf"
    ]


def test_a_printer_a_press_and_an_archive(postfox, tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "known"))
    printer.save(printer.Printer("office", 1.01))
    for option in ("--printer=office", "--cmyk", "--pdfa"):
        assert postfox("letter", "plain.md", option, "--out", f"{option[2:5]}.pdf")[0] == 0
    assert postfox("letter", "plain.md", "--out", "bare.pdf")[0] == 0
    drawn = {}
    for name in ("bare", "pri"):
        with pdfplumber.open(f"{name}.pdf") as opened:
            (page,) = opened.pages
            drawn[name] = page.chars[0]["x0"] - page.width / 2
    assert drawn["pri"] == pytest.approx(1.01 * drawn["bare"], abs=0.02)
    with pikepdf.open("cmy.pdf") as inks:
        operators = {str(operator) for _, operator in pikepdf.parse_content_stream(inks.pages[0])}
    assert operators & {"k", "K"} and not operators & {"rg", "RG", "g", "G"}
    with pikepdf.open("pdf.pdf") as kept, kept.open_metadata() as meta:
        assert meta.pdfa_status == "2A"
    assert "--cmyk is for pdf, not for png" in postfox("letter", "plain.md", "--cmyk", "--format", "png")[2]
    assert "there is no printer 'attic'" in postfox("letter", "plain.md", "--printer", "attic")[2]


def test_pictures(postfox) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = postfox("letter", "plain.md", "--as", "bill", "--format", "png", "--px", "50")
    assert (code, out) == (0, ["out/handout-plain.png"])
    assert Image.open(out[0]).size[0] == round(105 / 25.4 * 50)
    assert postfox("letter", "plain.md", "--format", "svg", "--out", "x.svg")[1] == ["x.svg"]


def test_the_others(postfox) -> None:  # type: ignore[no-untyped-def]
    assert postfox("tavern", "--seed", "Odd Friday!")[1] == [
        "out/handout-tavern-Odd-Friday.pdf",
        "out/handout-tavern-Odd-Friday-master.pdf",
    ]
    out = postfox("tavern", "--seed", "7", "--format", "json")[1]
    assert out == ["out/handout-tavern-7.json"] and json.loads(Path(out[0]).read_text())["name"] == "The Second Moon"
    assert postfox("odds", "wolves-and-jackals", "--games", "2")[1] == ["out/handout-odds-wolves-and-jackals.pdf"]
    assert postfox("wager", "snakes-and-foxes", "--coin", "2=3")[1] == ["out/handout-wager-snakes-and-foxes.pdf"]
    words = ("game", "snakes-and-foxes", "--name", "Serpents & Vixens", "--piece", "fox=vixen", "--format", "svg")
    assert postfox(*words)[1][0] == "out/handout-snakes-and-foxes-1.svg"
    assert "Serpents &amp; Vixens" in Path("out/handout-snakes-and-foxes-2.svg").read_text()


def test_a_folder_is_bound(postfox, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "odds.md").write_text("---\nas: odds\ngame: wolves-and-jackals\ngames: 2\n---\n")
    assert postfox("bind", ".", "--out", "all.pdf") == (0, ["all.pdf", "all-master.pdf"], "")


WRONG = {
    "file": (["letter", "none.md"], "none.md: there is no such file", "Markdown"),
    "prop": (["letter", "note.md", "--as", "card"], "--as: there is no prop 'card'", "bill, ledger, legend, letter"),
    "theme": (["letter", "note.md", "--theme", "vellum"], "--theme: there is no theme 'vellum'", "parchment"),
    "paper": (["letter", "note.md", "--paper", "a44"], "there is no paper 'a44'; did you mean a4?", ""),
    "format": (["letter", "note.md", "--format", "gif"], "--format: there is no format 'gif'", "pdf, svg, png"),
    "json": (["letter", "note.md", "--format", "json"], "--format: this handout has no data", "taverns"),
    "json for players": (
        ["tavern", "--seed", "1", "--format", "json", "--copy", "players"],
        "--format: data tells all",
        "",
    ),
    "for": (["letter", "note.md", "--copy", "me"], "--copy: there is no version for 'me'", "players"),
    "no secrets": (["letter", "plain.md", "--copy", "master"], "--copy: this handout has no secrets", ""),
    "px": (
        ["letter", "note.md", "--format", "png", "--px", "5"],
        "--px: 5 pixels per square cannot be drawn",
        "10 to",
    ),
    "large": (
        ["letter", "note.md", "--as", "ledger", "--format", "png", "--px", "1200", "--paper", "a2"],
        "--px: a picture of",
        "too large",
    ),
    "suffix": (["letter", "note.md", "--out", "x.png"], "--out: x.png does not end in .pdf", "--format png"),
    "up": (["letter", "note.md", "--up", "99"], "--up: 99 leaves on a page are not possible", "1 to 16"),
    "game": (["game", "chess"], "there is no game 'chess'", "snakes-and-foxes"),
    "piece": (["game", "snakes-and-foxes", "--piece", "wolf=dog"], "--piece: there is no piece 'wolf'", "fox, snake"),
    "option": (["game", "snakes-and-foxes", "--option", "x=1"], "--option: there is no option 'x'", "first_ring"),
    "coin": (["wager", "snakes-and-foxes", "--coin", "gold=1"], "--coin: 'gold=1' is not a number of coins", "5=12"),
    "coins": (["wager", "snakes-and-foxes", "--coin", "1=9999"], "--coin: these are too many coins", "1000"),
    "odds": (["odds", "chess"], "there is no game 'chess'", "snakes-and-foxes"),
    "games": (["odds", "snakes-and-foxes", "--games", "1"], "1 games cannot be played", "2 to"),
    "seed": (["tavern", "--seed", " "], "--seed: ' ' is not a seed", ""),
    "folder": (["bind", "none"], "the folder none cannot be read", ""),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_mistake_is_one_line_that_says_what_would_be_right(kind: str, postfox, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    words, start, end = WRONG[kind]
    code, out, err = postfox(*words)
    assert (code, out) == (2, [])
    assert err.startswith("postfox: ") and err.count("\n") == 1 and "Traceback" not in err
    assert start in err and end in err.split(start, 1)[1], err
    assert not (tmp_path / "out").exists()
