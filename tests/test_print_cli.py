"""`postfox print`, as a person types it."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from adjudicator import cli
from printables import make

GAME = "snakes-and-foxes"


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, list[str], str]:
    """Exit code, lines of standard output, standard error."""
    monkeypatch.setattr(sys, "argv", ["postfox", "print", *words])
    code = cli.run()
    out, err = capsys.readouterr()
    return code, out.splitlines(), err


@pytest.fixture
def postfox(capsys, monkeypatch, tmp_path):  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    return lambda *words: run(capsys, monkeypatch, *words)


def test_a_kit_goes_to_out(postfox, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    code, out, err = postfox(GAME)
    assert (code, out, err) == (0, [f"out/{GAME}-kit-a4.pdf"], "")
    assert (tmp_path / out[0]).read_bytes().startswith(b"%PDF-1.7")
    assert [file.name for file in (tmp_path / "out").iterdir()] == [f"{GAME}-kit-a4.pdf"]


def test_svg_and_png_are_a_file_a_page(postfox) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = postfox(GAME, "--sheet", "tokens", "--format", "svg", "--paper", "Letter", "--out", "here")
    assert (code, out) == (0, [f"here/{GAME}-tokens-letter-{n}.svg" for n in (1, 2)])
    root = ET.parse(out[0]).getroot()
    assert (root.get("width"), root.get("viewBox")) == ("215.9mm", "0 0 215.9 279.4")
    code, out, _ = postfox(GAME, "--sheet", "board", "--format", "png", "--dpi", "50", "--out", "here/b.png")
    assert (code, out) == (0, ["here/b.png"])
    assert Image.open(out[0]).size == (413, 585)


def test_a_folder_that_stands_gets_the_file(postfox, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "kits.pdf").mkdir()
    assert postfox(GAME, "--sheet", "rules", "--out", "kits.pdf")[1] == [f"kits.pdf/{GAME}-rules-a4.pdf"]


def test_options_reach_the_board(postfox) -> None:  # type: ignore[no-untyped-def]
    names = []
    for ring in ("red", "green"):
        option = ("--option", f"first_ring={ring}", "--format", "svg", "--out", f"{ring}.svg")
        names += postfox(GAME, "--sheet", "board", *option)[1]
    red, green = (Path(name).read_text() for name in names)
    assert red != green


def test_the_example_for_python_runs() -> None:
    assert doctest.testmod(make) == doctest.TestResults(failed=0, attempted=4)


WRONG = {
    "game": (["chess"], "there is no game 'chess' to print; the games are", "snakes-and-foxes"),
    "sheet": ([GAME, "--sheet", "map"], "--sheet: there is no sheet 'map'; its sheets are board, tokens,", "kit"),
    "no use": ([GAME, "--sheet", "score"], "--sheet: Snakes & Foxes has no score sheet; its sheets are board,", "kit"),
    "paper": ([GAME, "--paper", "a44"], "there is no paper 'a44'; did you mean a4? papers are", "8.5x11in"),
    "tiny": ([GAME, "--paper", "30x40mm"], "paper of 30 x 40 mm is too small; each side must be at least", "mm"),
    "small": ([GAME, "--paper", "80x90mm"], "too small to read on this paper; take larger paper", "a4"),
    "theme": ([GAME, "--theme", "neon"], "--theme: there is no theme 'neon'; the themes are classic", ""),
    "option": ([GAME, "--option", "rings=8"], "--option: there is no option 'rings'; the options are first_ring", ""),
    "value": (
        [GAME, "--option", "first_ring=blue"],
        "first_ring: 'blue' will not do; it should be 'red' or 'green'",
        "",
    ),
    "no value": ([GAME, "--option", "first_ring"], "'first_ring' is no option; write name=value", ""),
    "variant": ([GAME, "--variant", "big"], "--variant: this game has no variants", ""),
    "token": ([GAME, "--token-mm", "14"], "--token-mm: tokens of 14 mm do not fit", "they may be 4 to 10.4 mm wide"),
    "token word": ([GAME, "--token-mm", "big"], "'--token-mm'", "number"),
    "format": ([GAME, "--format", "docx"], "--format: there is no format 'docx'; the formats are pdf, svg, png", ""),
    "dpi": ([GAME, "--format", "png", "--dpi", "5"], "--dpi: 5 dpi cannot be drawn; take 10 to 2400", ""),
    "suffix": ([GAME, "--out", "kit.svg"], "--out: kit.svg does not end in .pdf; say --format svg", ""),
    "place": ([GAME, "--sheet", "rules", "--out", "taken/kit.pdf"], "--out: cannot write taken/kit.pdf:", "place"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_mistake_is_one_line_that_says_what_would_be_right(kind: str, postfox, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    words, start, end = WRONG[kind]
    (tmp_path / "taken").write_text("a file, no folder")
    code, out, err = postfox(*words)
    assert (code, out) == (2, [])
    assert err.startswith("postfox: ") and err.count("\n") == 1 and "Traceback" not in err
    assert start in err and end in err.split(start, 1)[1]
    assert [file.name for file in tmp_path.iterdir()] == ["taken"]


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["--help"], ["pydantic", "reportlab", "svgwrite", "fontTools", "resvg_py", "markdown_it"]),
        (["print", "--help"], ["reportlab", "svgwrite", "fontTools", "resvg_py", "markdown_it", "printables.make"]),
    ],
)
def test_help_imports_nothing_heavy(words: list[str], heavy: list[str]) -> None:
    script = (
        f"import sys; sys.argv = ['postfox', *{words!r}]; from adjudicator import cli\n"
        "try: cli.run()\nexcept SystemExit: pass\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert "print" in done.stdout
    assert done.stderr.strip() == "[]"
