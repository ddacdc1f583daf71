from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from printables import scene
from printables.core import OptionError, PaperError, UserError
from printables.drawing import bounds
from printables.paper import paper, printer
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
    assert paper.find("a4").within(office.margins).printable == (6, 4, 205, 285)
    assert paper.find("a4-landscape").within(office.margins).margins == Margins(5, 12, 6, 4)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("name", ["a4", "a4-landscape", "letter"])
@pytest.mark.parametrize(("dx", "dy"), [(4, 0), (0, -4), (-8, 4)])
def test_the_scales_read_as_what_puts_backs_right(flip: scene.Flip, name: str, dx: int, dy: int) -> None:
    sheet = paper.find(name)
    page = printer.calibration(sheet, CLASSIC, flip).pages[0]
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
    front, back = printer.calibration(sheet, CLASSIC).pages
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
        printer.calibration(paper.find("100x150mm"), CLASSIC)


def drawn(name: str, flip: scene.Flip = "long") -> tuple[dict[str, list[Group]], list[Text]]:
    """The groups of the front of the sheet by what they are called, and the texts beside them."""
    groups, words = dict[str, list[Group]](), list[Text]()
    for shape in printer.calibration(paper.find(name), CLASSIC, flip).pages[0].shapes:
        if isinstance(shape, Group):
            groups.setdefault(shape.classes, []).append(shape)
        elif isinstance(shape, Text):
            words.append(shape)
    return groups, words


def parted(group: Group) -> tuple[list[Line], list[Text]]:
    lines = [shape for shape in group.shapes if isinstance(shape, Line)]
    return lines, [shape for shape in group.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("name", ["a4", "a5", "letter", "a4-landscape"])
def test_a_ruler_has_a_tick_each_millimetre_longer_at_fives_and_a_number_at_tens(name: str) -> None:
    sheet = paper.find(name)
    groups, _ = drawn(name)
    (level,), (upright,) = groups["ruler level"], groups["ruler upright"]
    assert (level.x, level.rotate) == (sheet.width / 2 - 50, 0)
    assert (upright.x, upright.y, upright.rotate) == (24, sheet.height / 2 + 50, -90)
    assert level.shapes == upright.shapes
    (base, *ticks), numbers = parted(level)
    assert (base.a, base.b) == ((0, 0), (100, 0))
    lengths = {tick.a[0]: -tick.b[1] for tick in ticks if tick.a == (tick.b[0], 0)}
    tall, middling, low = ({at for at, long in lengths.items() if long == one} for one in (3.0, 2.2, 1.4))
    assert tall == set(range(0, 101, 10)) and middling == set(range(5, 100, 10))
    assert low == set(range(101)) - tall - middling
    assert [(float(t.text), t.anchor) for t in numbers] == [(t.x, "middle") for t in numbers]
    assert {t.x for t in numbers} == tall and {t.y for t in numbers} == {-3.8}


@pytest.mark.parametrize("name", ["a4", "a5", "letter"])
def test_a_ladder_numbers_each_of_its_steps_with_how_far_it_is_from_the_edge(name: str) -> None:
    sheet = paper.find(name)
    lines, numbers = parted(drawn(name)[0]["ladders"][0])
    assert len(lines) == len(numbers) == 4 * 14
    seen: dict[str, list[tuple[int, float]]] = {}
    assert {number.size for number in numbers} == {6 * scene.POINT}
    for line in lines:
        (x, y), level = middle(line), line.a[1] == line.b[1]
        assert abs(line.b[0] - line.a[0]) + abs(line.b[1] - line.a[1]) == pytest.approx(3.2)
        ends = {"top": y, "bottom": sheet.height - y} if level else {"left": x, "right": sheet.width - x}
        side, far = min(ends.items(), key=lambda item: item[1])
        (beside,) = (t for t in numbers if near(t, x, y, side))
        assert int(beside.text) == far and beside.width
        seen.setdefault(side, []).append((int(far), x if level else y))
    for side, steps in seen.items():
        steps.sort()
        assert [far for far, _ in steps] == list(range(2, 16))
        along = [at for _, at in steps]
        half = (sheet.width if side in ("top", "bottom") else sheet.height) / 2
        assert [b - a for a, b in pairwise(along)] == pytest.approx([4.2] * 13)
        assert sum(along) / 14 == pytest.approx(half), "about the middle of the edge"


def middle(shape: Line | Text) -> tuple[float, float]:
    if isinstance(shape, Text):
        return shape.x, shape.y
    return (shape.a[0] + shape.b[0]) / 2, (shape.a[1] + shape.b[1]) / 2


def near(number: Text, x: float, y: float, side: str) -> bool:
    """Whether a number belongs to the step there: on its inward side, as close as one can read."""
    ways = {"top": (0, 2.6, "middle"), "bottom": (0, -0.8, "middle"), "left": (0.5, 0.8, "start")}
    right, down, anchor = ways.get(side, (-0.5, 0.8, "end"))
    return number.anchor == anchor and (number.x, number.y) == pytest.approx((x + right, y + down))


@pytest.mark.parametrize(("name", "flip"), [("a4", "long"), ("a5", "short")])
def test_the_scales_go_eight_millimetres_either_way_in_halves(name: str, flip: scene.Flip) -> None:
    sheet = paper.find(name)
    groups, words = drawn(name, flip)
    lines, numbers = parted(groups["scales"][0])
    x, y = sheet.width / 2, sheet.height / 2
    for axis, centre in ((0, x), (1, y)):
        other = (y, x)[axis] - 10
        ticks = {line.a[axis] - centre: line for line in lines if line.a[axis] == line.b[axis]}
        assert sorted(ticks) == [n / 2 for n in range(-16, 17)]
        assert all(tick.a[1 - axis] == other for tick in ticks.values())
        for at, tick in ticks.items():
            long = 1.6 if at % 5 == 0 else 1.1 if at % 1 == 0 else 0.6
            assert tick.a[1 - axis] - tick.b[1 - axis] == pytest.approx(long)
    above = [t for t in numbers if t.anchor == "middle"]
    assert [(t.x - x, abs(float(t.text))) for t in above] == [(at, abs(at)) for at in (-8, -4, 0, 4, 8)]
    assert {round(t.y - y, 6) for t in above} == {-12.4}
    beside = [t for t in numbers if t.anchor == "end"]
    assert [round(t.y - y - 0.7, 6) for t in beside] == [-8, -4, 0, 4, 8]
    assert [abs(float(t.text)) for t in beside] == [8, 4, 0, 4, 8] and {round(t.x - x, 6) for t in beside} == {-12.2}
    assert all(t.text == "0" or t.text[0] in "+-" for t in numbers)
    named = {t.text: (t.x - x, t.y - y) for t in words if t.text.startswith("--")}
    assert named["--back-dx"] == pytest.approx((11, -10.6)) and named["--back-dy"] == pytest.approx((-10, 12))
    (cross,) = printer.calibration(sheet, CLASSIC, flip).pages[1].shapes
    assert isinstance(cross, Group)
    level, upright = (line for line in cross.shapes if isinstance(line, Line))
    assert (level.a, level.b) == ((x - 14, y), (x + 14, y)) and (upright.a, upright.b) == ((x, y - 14), (x, y + 14))


@pytest.mark.parametrize("name", ["a4", "a5", "letter", "half-letter"])
def test_what_is_to_be_done_stands_in_lines_over_the_scales_as_large_as_the_paper_allows(name: str) -> None:
    sheet = paper.find(name)
    _, words = drawn(name)
    title, *lines = (t for t in words if not t.text.startswith("--"))
    assert len(lines) == 5 and {t.x for t in (title, *lines)} == {30}
    wide = [t.width or 0.0 for t in lines]
    size = min(9.0, 9.0 * (sheet.width - 60) / (max(wide) * 9 * scene.POINT / lines[0].size))
    assert {round(t.size / scene.POINT, 6) for t in lines} == {round(size, 6)} and max(wide) <= sheet.width - 60 + 1e-9
    gaps = [b.y - a.y for a, b in pairwise(lines)]
    assert gaps == pytest.approx([1.5 * lines[0].size] * 4)
    assert lines[0].y - title.y == pytest.approx(1.9 * lines[0].size)
    assert lines[-1].y + gaps[0] == pytest.approx(sheet.height / 2 - 8 - 16), "clear of the scales' numbers"


@pytest.mark.parametrize(("size", "fits"), [("139x200mm", True), ("138.9x200mm", False), ("139x199.9mm", False)])
def test_paper_as_small_as_half_a_letter_is_enough_to_calibrate_with(size: str, fits: bool) -> None:
    if fits:
        assert len(printer.calibration(paper.find(size), CLASSIC).pages) == 2
    else:
        with pytest.raises(PaperError, match="too small to calibrate"):
            printer.calibration(paper.find(size), CLASSIC)


def test_a_printer_is_described_by_what_was_measured_of_it() -> None:
    made = printer.described("p", 99.2, None, 0.5, -0.25, "4,5,12.5,6")
    assert made == Printer("p", 1.00806, 0.5, -0.25, Margins(top=4, right=5, bottom=12.5, left=6))
    assert printer.described("p", None, 0.99, 0, 0, None) == Printer("p", 0.99)
    assert printer.described("p", None, None, 0, 0, None) == Printer("p", 1.0, 0.0, 0.0, Margins(8, 8, 8, 8))
    for margins in ("4,5,6", "4,5,6,7,8", "a,b,c,d", ""):
        with pytest.raises(OptionError, match="are not margins"):
            printer.described("p", None, None, 0, 0, margins)
    with pytest.raises(OptionError, match="give one of them"):
        printer.described("p", 99.2, 1.0, 0, 0, None)


@pytest.mark.parametrize(
    ("values", "fits"),
    [
        ({"scale": 0.9, "back_dx": -20, "back_dy": 20}, True),
        ({"scale": 1.1, "back_dx": 20, "back_dy": -20}, True),
        *(({key: value}, False) for key, value in (("scale", 0.89), ("scale", 1.11), ("back_dx", 20.5))),
        *(({"back_dy": value}, False) for value in (-20.5, 20.5)),
        ({"margins": Margins(0, 50, 0, 50)}, True),
        *(({"margins": Margins(*edges)}, False) for edges in ((-1, 0, 0, 0), (0, 50.5, 0, 0), (0, 0, 0, 51))),
    ],
)
def test_what_no_printer_does_is_out_of_range_typed_or_in_a_file(values: dict[str, object], fits: bool) -> None:
    known = {"scale": 1.0, "back_dx": 0.0, "back_dy": 0.0, "margins": Margins(0, 0, 0, 0)} | values
    text = "".join(f"{key} = {value}\n" for key, value in known.items() if key != "margins")
    text += "[margins]\n" + "".join(f"{side} = {wide}\n" for side, wide in known["margins"]._asdict().items())  # type: ignore[attr-defined]
    if fits:
        assert Printer("p", **known) == printer.read("p", text, "file")  # type: ignore[arg-type]
        return
    with pytest.raises(OptionError, match="out of range"):
        Printer("p", **known)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="out of range"):
        printer.read("p", text, "file")


def test_a_ruler_may_come_out_a_tenth_too_long_or_too_short_and_no_more() -> None:
    for ruler in (91.0, 111.1):
        assert Printer.measured("p", ruler).scale == pytest.approx(100 / ruler, abs=1e-5)
    for ruler in (90.9, 111.2, 0.0):
        with pytest.raises(OptionError, match="may come out as 91 to 111"):
            Printer.measured("p", ruler)
