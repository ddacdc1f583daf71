"""`postfox print`, as a person types it."""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pdfplumber
import pytest
from lanes import LONG, Golden, some, thorough
from PIL import Image

from adjudicator.cli import app
from printables import sheets
from printables.cli import OPTIONS
from printables.core import progress
from printables.core.request import Request
from printables.printing import job, make
from printables.scene import theme
from printables.sheets.frame import Product

GAME = "snakes-and-foxes"
PRINTER_OPTIONS = {"--ruler", "--factor", "--back-dx", "--back-dy", "--margins"}


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, list[str], str]:
    """Exit code, lines of standard output, standard error."""
    monkeypatch.setattr(sys, "argv", ["postfox", "print", *words])
    code = app.run()
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
    "game": (["chess"], "there is no game 'chess'; the games are", "snakes-and-foxes"),
    "sheet": ([GAME, "--sheet", "map"], "--sheet: there is no sheet 'map'; its sheets are board, tokens,", "kit"),
    "no use": ([GAME, "--sheet", "score"], "--sheet: Snakes & Foxes has no score sheet; its sheets are board,", "kit"),
    "paper": ([GAME, "--paper", "a44"], "there is no paper 'a44'; did you mean a4? papers are", "8.5x11in"),
    "tiny": ([GAME, "--paper", "30x40mm"], "paper of 30 x 40 mm is too small; each side must be at least", "mm"),
    "small": ([GAME, "--paper", "80x90mm"], "too small to read on this paper; take larger paper", "a4"),
    "theme": ([GAME, "--theme", "neon"], "--theme: there is no theme 'neon'; the themes are classic", ""),
    "option": ([GAME, "--option", "rings=8"], "--option: there is no option 'rings'; the options are first_ring", ""),
    "value": (
        [GAME, "--option", "first_ring=blue"],
        "first_ring: 'blue' is not possible; it should be 'red' or 'green'",
        "",
    ),
    "no value": ([GAME, "--option", "first_ring"], "'first_ring' is not an option; write name=value", ""),
    "variant": ([GAME, "--variant", "big"], "--variant: this game has no variants", ""),
    "token": (
        [GAME, "--token-mm", "14"],
        "--token-mm: tokens of 14 mm do not fit",
        "4 to 10 mm wide; for larger ones add --tile",
    ),
    "token word": ([GAME, "--token-mm", "big"], "'--token-mm'", "number"),
    "format": ([GAME, "--format", "docx"], "--format: there is no format 'docx'; the formats are pdf, svg, dxf", ""),
    "dpi": ([GAME, "--format", "png", "--dpi", "5"], "--dpi: 5 dpi cannot be drawn; take 10 to 2400", ""),
    "suffix": ([GAME, "--out", "kit.svg"], "--out: kit.svg does not end in .pdf; use --format svg", ""),
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
        (
            ["print", "--help"],
            ["reportlab", "svgwrite", "fontTools", "resvg_py", "markdown_it", "printables.printing.make"],
        ),
    ],
)
def test_help_imports_nothing_heavy(words: list[str], heavy: list[str]) -> None:
    script = (
        f"import sys; sys.argv = ['postfox', *{words!r}]; from adjudicator.cli import app\n"
        "try: app.run()\nexcept SystemExit: pass\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert "print" in done.stdout
    assert done.stderr.strip() == "[]"


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):  # type: ignore[no-untyped-def]
    """Any command, typed as one line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def typed(line: str) -> tuple[int, list[str], str]:
        monkeypatch.setattr(sys, "argv", shlex.split(line, comments=True))
        code = app.run()
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return typed


@thorough
def test_every_command_of_the_guide_runs(command, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    guide = (Path(__file__).parents[2] / "docs" / "printing.md").read_text(encoding="utf-8")
    lines = [line for block in re.findall(r"```sh\n(.*?)```", guide, re.DOTALL) for line in block.splitlines() if line]
    assert len(lines) >= 10
    for line in some(lines, 8):
        code, out, err = command(line)
        assert (code, err) == (0, ""), line
        assert all(Path(name).is_file() for name in out), line


def test_a_printer_is_saved_shown_and_used(command) -> None:  # type: ignore[no-untyped-def]
    assert command("postfox printer list") == (0, [], "")
    code, out, _ = command("postfox printer save office --factor 1.01 --back-dx 0.5 --margins 4,5,12,4")
    assert code == 0 and Path(out[0]).is_file()
    assert command("postfox printer list")[1] == ["office"]
    assert "scale = 1.01" in command("postfox printer show office")[1]
    assert "bottom = 12.0" in command("postfox printer show office")[1]


MISPRINTED = {
    "postfox printer save Office!": "'Office!' is not a name for a printer",
    "postfox printer save office --margins 4,4": "--margins: '4,4' are not margins; write top, right, bottom and left",
    "postfox printer save office --margins 4,4,4,x": "are not margins",
    "postfox printer save office --factor 1 --ruler 99": "--factor: --ruler and --factor both say how large it prints",
    "postfox printer save office --ruler 50": "--ruler: 50 mm is out of range; measure the ruler of 100 mm",
    "postfox printer save office --ruler 0": "--ruler: 0 mm is out of range",
    "postfox printer show office": "--printer: there is no printer 'office'",
    "postfox calibrate --paper a6": "too small to calibrate a printer with; take a5, a4 or letter",
    "postfox print snakes-and-foxes --flip up": "'--flip'",
    "postfox print snakes-and-foxes --tokens cubes": "'--tokens'",
    "postfox print snakes-and-foxes --sheet board --pdfa --cmyk": "PDF/A in CMYK needs the profile of a press",
    "postfox print snakes-and-foxes --format png --pdfa": "--pdfa: --pdfa is for pdf, not for png",
    "postfox print snakes-and-foxes --sheet board --scale 3": "add --tile to lay it over several sheets",
}


@pytest.mark.parametrize("line", MISPRINTED)
def test_a_mistake_about_printers_and_prints_is_one_line(line: str, command, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    code, out, err = command(line)
    assert (code, out) == (2, [])
    assert err.startswith("postfox: ") and err.count("\n") == 1 and MISPRINTED[line] in err
    assert list(tmp_path.iterdir()) == []


def test_ink_is_told_page_by_page(command) -> None:  # type: ignore[no-untyped-def]
    def covered(theme: str) -> float:
        code, out, err = command(f"postfox print snakes-and-foxes --sheet tokens --ink --theme {theme} --out {theme}")
        assert (code, err, len(out)) == (0, "", 3)
        found = re.fullmatch(r"1 Tokens: ([\d.]+) % ink \(cyan .*, magenta .*, yellow .*, black .*\)", out[1])
        assert found
        return float(found[1])

    assert covered("illustrated") > 2 * covered("ink-saver") and covered("classic") >= covered("ink-saver")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_is_for_terminals_and_ends_full_or_is_wiped_away(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, file = Terminal(), io.StringIO()
    for stream in (screen, file):
        with progress.bar("pages", stream) as told:
            told(1, 4)
    assert screen.getvalue() == file.getvalue() == ""  # short work shows nothing
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with pytest.raises(ZeroDivisionError), progress.bar("pages", screen, beating=False) as told:
        told(1, 4)
        told(2, 4)
        raise ZeroDivisionError
    assert "\r[" in screen.getvalue() and "] 2/4 pages" in screen.getvalue()
    assert re.search(r"\r {30,}\r$", screen.getvalue())
    for done in (2, 4):  # a search may end before all is looked at
        with progress.bar("pages", screen, beating=False) as told:
            told(done, 4)
        assert screen.getvalue().endswith(f"\r[{'#' * 30}] 4/4 pages\n") == (done == 4), done
    with progress.bar("pages", file) as told:
        told(1, 4)
    assert file.getvalue() == ""


def test_the_bar_moves_while_nobody_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "BEAT", 0.001)
    with progress.bar("handouts", screen):
        end = time.monotonic() + LONG
        while screen.getvalue().count("\r") < 4 and time.monotonic() < end:
            time.sleep(0.005)
    pictures = screen.getvalue().split("\r")[1:4]
    assert len(set(pictures)) == 3 and all(re.fullmatch(r"\[ *# *\] handouts", picture) for picture in pictures)
    assert screen.getvalue().endswith(f"\r[{'#' * 30}] handouts\n")


def test_the_help_names_every_theme_and_no_raw_type(postfox) -> None:  # type: ignore[no-untyped-def]
    said = " ".join(" ".join(postfox("--help")[1]).split())
    looks = re.search(r"--theme NAME The look: ([^.]*)\.", said)
    assert looks is not None
    assert set(re.split(r", | or ", looks[1])) == set(theme.names())
    assert not re.search(r"--[a-z-]+ <[a-z]+( |>|\[)", said)


def test_the_help_of_print_is_what_it_was(postfox, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("COLUMNS", "80")
    golden("help-print.txt", "\n".join(postfox("--help")[1]) + "\n")


def test_no_error_of_a_print_names_an_option_that_there_is_not() -> None:
    known = {OPTIONS[field].option(field) for field in Request._fields} | {"--out"}
    house = Path(make.__file__).parent.parent
    texts = [file.read_text() for folder in ("printing", "sheets", "paper") for file in (house / folder).rglob("*.py")]
    said = {option for text in texts for option in re.findall(r'"(--[a-z][a-z-]+)"', text)}
    assert len(said) > 20 and not said - known - PRINTER_OPTIONS


@pytest.mark.parametrize("format", some(("json", "pdf"), 1))
def test_the_sheets_of_a_print_are_made_once(format: str, postfox, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    made: list[str] = []

    def counted(product: Product) -> Product:
        return product._replace(
            pages=lambda job: (made.append(product.title), product.pages(job))[1],
            ways={name: counted(way) for name, way in (product.ways or {}).items()} or None,
        )

    found = sheets.SHEETS.find
    monkeypatch.setattr(sheets, "SHEETS", SimpleNamespace(find=lambda name: counted(found(name))))
    assert postfox(GAME, "--sheet", "tokens", "--format", format, "--ink")[0] == 0
    assert made == ["Tokens"]
    made.clear()
    assert postfox(GAME, "--format", format, "--ink")[0] == 0
    assert sorted(made) == ["Board", "Box", "Cards", "Dice: nets", "Rules", "Tokens"]


@thorough
def test_a_bundle_is_one_zip_with_a_page_that_names_its_files(postfox, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    made = []
    for _ in range(2):
        assert postfox(GAME, "--bundle", "--language", "de", "--out", "all.zip")[:2] == (0, ["all.zip"])
        made.append((tmp_path / "all.zip").read_bytes())
    assert made[0] == made[1]
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert archive.testzip() is None
        about, *names = archive.namelist()
        sizes = {}
        for name in names:
            with pdfplumber.open(io.BytesIO(archive.read(name))) as opened:
                sizes[name.removeprefix(f"{GAME}-")] = (round(opened.pages[0].width), len(opened.pages) > 1)
        with pdfplumber.open(io.BytesIO(archive.read(about))) as opened:
            text = opened.pages[0].extract_text()
    shop = round((297 + 2 * 11) / 25.4 * 72)
    assert sizes == {
        "kit-a4.pdf": (595, True),
        "kit-letter.pdf": (612, True),
        "kit-a4-ink-saver.pdf": (595, True),
        "kit-letter-ink-saver.pdf": (612, True),
        "board-a3-shop.pdf": (shop, False),
    }
    assert about == "0-welche-datei.pdf" and all(name in text for name in names) and "Druckerei" in text
    for options, said in (
        (("--paper", "a3"), "--paper: a bundle has its own files; remove --paper"),
        (("--out", "x.pdf"), "--out: x.pdf does not end in .zip; name a ZIP or a folder"),
    ):
        code, _, err = postfox(GAME, "--bundle", *options)
        assert code == 2 and said in err
    asked = make.Request("the-game", bundle=True, theme="parchment", options=("size=7",))
    assert job.stem(asked) == "the-game-size-7-parchment-bundle"


@pytest.mark.parametrize("way", ["nets", "stickers"])
def test_ways_to_make_dice_are_refused_where_a_game_has_none(way: str, postfox) -> None:  # type: ignore[no-untyped-def]
    code, _, err = postfox("the-game", "--dice-as", way)
    assert code == 2 and "--dice-as: The Game has no dice; remove --dice-as" in err
