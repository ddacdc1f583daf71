from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from printables import scene
from printables.core.errors import OptionError, PaperError, UserError
from printables.drawing import bounds
from printables.paper import paper, printer, printer as calibration
from printables.paper.paper import Margins
from printables.paper.printer import Printer
from printables.scene import Circle, Group, Line, Page, Sheet, Style, Text, walk
from printables.scene.theme import CLASSIC


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


PRINTERS = st.builds(
    Printer,
    st.from_regex(r"[a-z0-9][a-z0-9_-]{0,39}", fullmatch=True),
    st.floats(0.9, 1.1),
    st.floats(-20, 20),
    st.floats(-20, 20),
    st.builds(Margins, *[st.floats(0, 50)] * 4),
)


@given(PRINTERS)
def test_a_printer_is_read_as_it_was_written(made: Printer) -> None:
    assert printer.read(made.name, made.toml(), "file") == made


def test_save_find_and_names(home: Path) -> None:
    office = Printer("office", 1.002, 0.5, -0.4, Margins(4, 4, 12.5, 4))
    file = printer.save(office)
    assert file.is_relative_to(home)
    assert printer.find("office") == office
    printer.save(Printer("office", 1.0))
    assert printer.find("office").scale == 1
    printer.save(Printer("home"))
    assert printer.names() == ("home", "office")
    with pytest.raises(OptionError, match="--printer: there is no printer 'offise'; did you mean office"):
        printer.find("offise")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("scale = ", "not TOML"),
        ("scale = '1'", "scale = '1' is out of range"),
        ("scale = true", "scale = True is out of range"),
        ("scale = 2", "scale = 2 is out of range; take 0.9 to 1.1"),
        ("scale = nan", "out of range"),
        ("back_dx = 30", "back_dx = 30 is out of range"),
        ("speed = 3", "'speed' is not known here; known are scale, back_dx, back_dy"),
        ("margins = 3", "margins is not a table"),
        ("[margins]\ntop = -1", "top = -1 is out of range"),
        ("[margins]\nbelow = 1", "'below' is not known"),
    ],
)
def test_a_broken_file_says_what_is_wrong(text: str, says: str) -> None:
    file = printer.folder() / "bad.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    with pytest.raises(OptionError) as caught:
        printer.find("bad")
    assert str(caught.value).startswith(f"{file}:") and says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text_and_names_that_lead_elsewhere() -> None:
    file = printer.folder() / "bad.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"\xfb")
    with pytest.raises(OptionError, match="UTF-8"):
        printer.find("bad")
    for name in ("../../etc/passwd", "", "A", ".hidden"):
        with pytest.raises(OptionError):
            printer.find(name)
        with pytest.raises(OptionError, match="not a name for a printer"):
            Printer(name)


def test_a_folder_that_cannot_be_written(home: Path) -> None:
    (home / "postfox").write_text("a file where the folder should be")
    with pytest.raises(UserError, match="cannot write"):
        printer.save(Printer("office"))


def test_measured() -> None:
    assert Printer.measured("p", 99.2).scale == pytest.approx(100 / 99.2, abs=1e-5)
    for wrong in (50, 0, -100):
        with pytest.raises(OptionError, match=f"--ruler: {wrong} mm is out of range"):
            Printer.measured("p", wrong)


def test_paper_takes_the_margins() -> None:
    office = Printer("office", margins=Margins(4, 5, 12, 6))
    assert office.paper(paper.find("a4")).printable == (6, 4, 205, 285)
    assert office.paper(paper.find("a4-landscape")).margins == Margins(5, 12, 6, 4)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("name", ["a4", "a4-landscape", "letter"])
@pytest.mark.parametrize(("dx", "dy"), [(4, 0), (0, -4), (-8, 4)])
def test_the_scales_read_as_what_puts_backs_right(flip: scene.Flip, name: str, dx: int, dy: int) -> None:
    sheet = paper.find(name)
    page = calibration.calibration(sheet, CLASSIC, flip).pages[0]
    (scales,) = (shape for shape in page.shapes if isinstance(shape, Group) and shape.classes == "scales")
    labels = {(t.x, t.anchor): t.text for t in scales.shapes if isinstance(t, Text)}
    levels = {t.y: t.text for t in scales.shapes if isinstance(t, Text) and t.anchor == "end"}
    # A printer that needs (dx, dy) puts the middle of the back at the middle less that.
    at = (sheet.width / 2 - dx, sheet.height / 2 - dy)
    (x, y), _ = scene.behind(at, sheet.width, sheet.height, flip)
    assert float(labels[(x, "middle")]) == dx
    assert float(min(levels.items(), key=lambda item: abs(item[0] - 0.7 - y))[1]) == dy
    # And with that added, front and back meet.
    back = Page(
        sheet.width, sheet.height, (Circle((sheet.width / 2, sheet.height / 2), 1, Style(fill="#000000")),), back=True
    )
    moved = Printer("p", back_dx=dx, back_dy=dy).adjusted(Sheet("t", (back,))).pages[0]
    box = bounds.of(moved.shapes)
    assert box
    found, _ = scene.behind(((box[0] + box[2]) / 2 - dx, (box[1] + box[3]) / 2 - dy), sheet.width, sheet.height, flip)
    assert found == pytest.approx((sheet.width / 2, sheet.height / 2))


@pytest.mark.parametrize("name", ["a4", "letter", "a5", "a3", "a4-landscape", "half-letter"])
def test_the_calibration_sheet_is_exact_and_on_the_paper(name: str) -> None:
    sheet = paper.find(name)
    front, back = calibration.calibration(sheet, CLASSIC).pages
    for page in (front, back):
        box = bounds.of(page.shapes)
        assert box and box[0] >= 0 and box[1] >= 0 and box[2] <= sheet.width and box[3] <= sheet.height
    assert back.back
    level, upright = (shape for shape in front.shapes if isinstance(shape, Group) and "ruler" in shape.classes)
    for ruler in (level, upright):
        base = ruler.shapes[0]
        assert isinstance(base, Line)
        assert base.b[0] - base.a[0] == 100
        assert len([s for s in ruler.shapes if isinstance(s, Line)]) == 102
    words = " ".join(shape.text for shape in walk(front.shapes) if isinstance(shape, Text))
    assert re.search("--ruler .*--margins .*--back-dx .*--back-dy", words)
    assert all(t.size >= 5 * 25.4 / 72 for t in walk(front.shapes) if isinstance(t, Text))


def test_a_card_is_too_small_to_calibrate_with() -> None:
    with pytest.raises(PaperError, match="take a5"):
        calibration.calibration(paper.find("100x150mm"), CLASSIC)
