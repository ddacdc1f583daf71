"""The sheets of Snakey Dice: measured in the finished PDF, filled in, and worked out by a JavaScript engine."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pdfplumber
import pikepdf
import pytest
from lanes import Golden, some

from printables.boards import snakey_dice as printed
from printables.boards.snakey_dice import house, scoresheet
from printables.boards.snakey_dice.house import POINTS, START, default
from printables.core import UserError, templates
from printables.printing import make
from printables.render import svg

MM = 25.4 / 72
SQUARES = [(column, row) for row in range(2, 13) for column in range(2, 13)]
NODE = shutil.which("node")


def request(**parts: Any) -> make.Request:
    """A request for the score sheet, unless `parts` say otherwise."""
    return make.Request("snakey-dice", **{"sheet": "score", "theme": "classic", **parts})


def document(**parts: Any) -> bytes:
    return make.render(make.sheet(request(**parts)), "pdf")[0]


def page(data: bytes) -> pdfplumber.page.Page:
    return pdfplumber.open(io.BytesIO(data)).pages[0]


@dataclass(frozen=True)
class Widget:
    """A field as it stands in the file: its box in points from the bottom left, and what readers are told."""

    box: tuple[float, ...]
    title: str


def fields(data: bytes) -> dict[str, Widget]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        if "/AcroForm" not in pdf.Root:
            return {}
        return {
            str(field.T): Widget(tuple(float(value) for value in field.Rect), str(field.TU))
            for field in pdf.Root.AcroForm.Fields
        }


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_is_eleven_by_eleven_squares(paper: str) -> None:
    sheet = page(document(paper=paper))
    side = scoresheet.SIDE
    cells = [r for r in sheet.rects if abs(r["width"] * MM - side) < 0.05 and abs(r["height"] * MM - side) < 0.05]
    assert len(cells) == 121
    xs, ys = sorted({round(r["x0"] * MM, 2) for r in cells}), sorted({round(r["top"] * MM, 2) for r in cells})
    assert len(xs) == len(ys) == 11
    assert xs[-1] - xs[0] == pytest.approx(10 * side, abs=0.05)
    assert ys[-1] - ys[0] == pytest.approx(10 * side, abs=0.05)


def test_the_sheet_says_what_a_player_needs() -> None:
    text = page(document()).extract_text()
    wanted = [
        "Snakey Dice",
        "Name",
        "Date",
        "Re-roll",
        "Flip Die",
        "Free Unlock",
        "Ignore Die",
        "Portal",
        "Jump",
        "Unlock",
    ]
    wanted += [
        "Jump",
        "Unlock",
        "One-time actions",
        "Score",
        "Total",
        "Rating",
        "100 and more",
        "75 to 99",
        "50 to 74",
        "below 50",
    ]
    wanted += ["Nick Shaw", "CC BY-NC-SA 4.0", "house values", "× 5", "× −2"]
    assert [word for word in wanted if word not in text] == []


@pytest.mark.parametrize(("paper", "wanted"), some(product(("a4", "letter"), (1, 2, 4)), 3))
def test_one_two_or_four_on_a_page(wanted: int, paper: str) -> None:
    sheet = page(document(per_page=wanted, paper=paper))
    assert sheet.extract_text().count("One-time actions left") == wanted
    sizes = [char["size"] for char in sheet.chars]
    assert min(sizes) >= 4.99
    assert all(char["x0"] * MM >= 7.9 and char["x1"] * MM <= float(sheet.width) * MM - 7.9 for char in sheet.chars)


@pytest.mark.parametrize("parts", [{"per_page": 12}, {"paper": "90x120mm"}, {"per_page": 100_000}, {"per_page": 0}])
def test_sheets_too_small_to_read_are_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="on a page"):
        document(**parts)


def test_a_sheet_is_made_smaller_for_small_paper() -> None:
    sheet = page(document(paper="a5"))
    assert sheet.extract_text().count("One-time actions left") == 1
    assert min(char["size"] for char in sheet.chars if char["text"].strip()) >= 4.99


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"pad": 3}, "needs a seed"),
        ({"seed": " "}, "not a seed"),
        ({"seed": "x" * 41}, "not a seed"),
        ({"seed": "wheel", "pad": 0}, "1 to 200"),
        ({"seed": "wheel", "pad": 201}, "1 to 200"),
        ({"sheet": "board", "fillable": True}, "nothing to fill in"),
        ({"fillable": True, "nup": 2}, "remove --nup"),
        ({"fillable": True, "pdfa": True}, "remove --pdfa"),
    ],
)
def test_wrong_requests_say_what_is_right(parts: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError, match=told):
        make.sheet(request(**parts))


def test_a_game_without_puzzles_says_so() -> None:
    with pytest.raises(UserError, match="set by a seed"):
        make.sheet(make.Request("snakes-and-foxes", sheet="board", seed="wheel"))


def test_only_a_pdf_is_filled_in(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="filled in"):
        make.write(request(fillable=True, format="svg"), tmp_path)


def test_a_pad_has_a_different_puzzle_on_each_sheet_and_the_same_again() -> None:
    sheet = make.sheet(request(seed="wheel", pad=5))
    assert len(sheet.pages) == 5
    assert make.sheet(request(seed="wheel", pad=5)) == sheet
    puzzles = [house.puzzle(default(), "wheel", n) for n in range(1, 6)]
    assert len(set(puzzles)) == 5
    for puzzle in puzzles:
        assert len(set(puzzle)) == 6
        assert START not in puzzle and not set(puzzle) & set(default().board.power_ups)
        assert set(puzzle) <= set(SQUARES)
    drawn = svg.render(sheet.pages[0], sheet)
    for square in puzzles[0]:
        assert f"blockade at {printed.name(square)}" in drawn
    assert drawn.count("<title>blockade at") == 6


def test_puzzles_do_not_change_from_one_version_to_the_next() -> None:
    assert house.puzzle(default(), "wheel", 1) == ((9, 6), (8, 5), (7, 8), (9, 10), (5, 6), (8, 9))


def test_the_form_has_every_field_once_within_its_page() -> None:
    data = document(fillable=True, seed="wheel", pad=2, per_page=2)
    found = fields(data)
    each = 2 + 121 + scoresheet.TURNS + 16 + 12 + 2 * len(POINTS) + 1
    assert len(found) == 2 * each
    assert {name.split("-")[0] for name in found} == {"s1", "s2"}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert not pdf.check_pdf_syntax()
        box = [float(value) for value in pdf.pages[0].MediaBox]
        assert len(pdf.pages[0].Annots) == 2 * each
    for widget in found.values():
        x0, y0, x1, y1 = widget.box
        assert box[0] < x0 < x1 < box[2] and box[1] < y0 < y1 < box[3]
        assert widget.title
    assert not fields(document())


def test_the_field_of_a_square_lies_on_the_square() -> None:
    data = document(fillable=True)
    sheet, found = page(data), fields(data)
    high = float(sheet.height)
    side = scoresheet.SIDE
    cells = [r for r in sheet.rects if abs(r["width"] * MM - side) < 0.05 and abs(r["height"] * MM - side) < 0.05]
    order = sorted(cells, key=lambda r: (round(r["top"]), r["x0"]))
    for (column, row), cell in zip(SQUARES, order, strict=True):
        x0, y0, x1, y1 = found[f"s1-square-{column}-{row}"].box
        assert x0 > cell["x0"] and x1 < cell["x1"]
        assert high - y1 > cell["top"] and high - y0 < cell["bottom"]


RUN = """
const fields = JSON.parse(process.argv[1]);
const doc = { getField: n => ({ get value() { return fields[n].value; } }) };
for (const name of Object.keys(fields)) {
  const script = fields[name].script;
  if (!script) continue;
  const event = { target: { name }, value: fields[name].value };
  new Function("event", script).call(doc, event);
  fields[name].value = event.value;
}
console.log(JSON.stringify(Object.fromEntries(Object.entries(fields).map(([n, f]) => [n, f.value]))));
"""


def worked_out(marks: dict[str, str]) -> dict[str, Any]:
    """The values of a sheet after its scripts have run in their order, with these marks on it."""
    sheet = make.sheet(request(fillable=True, seed="wheel"))
    assert NODE
    values = {}
    for field in sheet.pages[0].fields:
        start = field.value if field.kind == "text" else "Off"
        values[field.name] = {"value": marks.get(field.name.removeprefix("s1-"), start)}
    with pikepdf.open(io.BytesIO(make.render(sheet, "pdf")[0])) as pdf:
        for field in pdf.Root.AcroForm.CO:
            values[str(field.T)]["script"] = str(field.AA.C.JS)
    ordered = [name for name in values if "script" not in values[name]]
    ordered += [name for name in values if "script" in values[name]]
    text = json.dumps({name: values[name] for name in ordered})
    ran = subprocess.run([NODE, "-e", RUN, text], capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(ran.stdout)
    return {name.removeprefix("s1-"): value for name, value in result.items()}


@pytest.mark.skipif(NODE is None, reason="needs node, to run the scripts of the form")
def test_the_form_works_the_score_out() -> None:
    # The six blockades of the puzzle, two more, a snake over five squares with the power-ups [4,4] and [7,3]; one track
    # full, two portals and a jump used, a bonus jump won and unused, three squares jumped over.
    marks = {"square-3-2": "1", "square-4-4": "2", "square-7-3": "o", "square-4-3": "2", "square-2-3": ">"}
    marks |= {
        "square-12-12": "x",
        "square-12-2": "X",
        "track-flip-4": "Yes",
        "track-flip-3": "Yes",
        "count-jumped": "3",
    }
    marks |= {"action-portal-1": "Yes", "action-portal-2": "Yes", "action-jump-1": "Yes", "action-jump-3": "Yes"}
    got = worked_out(marks)
    counts = {kind: got[f"count-{kind}"] for kind in POINTS}
    # 121 squares less the start, five visited and eight blockaded.
    assert counts == {"power-ups": 2, "actions": 4, "blockades": 8, "tracks": 1, "jumped": "3", "empty": 107}
    assert got["total"] == 10 + 12 + 8 + 5 - 3 - 214


@pytest.mark.parametrize("sheet", ["dice", "score", "board", "rules"])
def test_other_values_reach_every_sheet(sheet: str, tmp_path: Path) -> None:
    text = templates.read("houses/snakey-dice.toml").replace("house = true", "house = false")
    text = text.replace('["straight", "left",', '["locked", "left",').replace("[4, 4], [10, 4],", "[4, 5],")
    text = text.replace("reroll = [0, 1, 2, 3, 4]", "reroll = [0, 1, 1, 2, 3]")
    file = tmp_path / "mine.toml"
    file.write_text(text)
    drawn = [svg.render(p, s) for s in [make.sheet(request(sheet=sheet, options=(f"house=@{file}",)))] for p in s.pages]
    usual = [svg.render(p, s) for s in [make.sheet(request(sheet=sheet))] for p in s.pages]
    assert drawn != usual
    assert not any("house value" in page.lower() for page in drawn)
    if sheet == "rules":
        assert any("1, 1, 2, 3 rerolls per turn" in page for page in drawn)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("house = ", "not TOML"),
        ("house = true\n", "die is missing"),
        ("\udcff", "UTF-8"),
        (None, "cannot be read"),
    ],
)
def test_a_file_of_values_that_cannot_be_read(text: str | None, told: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    if text is not None:
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UserError, match=told):
        make.sheet(request(options=(f"house=@{file}",)))


def test_a_value_that_needs_a_file_says_so() -> None:
    with pytest.raises(UserError, match="house=@FILE"):
        make.sheet(request(options=("house=mine",)))


def test_the_three_examples_are_pictures_of_the_rules() -> None:
    sheet = make.sheet(request(sheet="rules"))
    assert len(sheet.pages) <= 3
    drawn = "".join(svg.render(page, sheet) for page in sheet.pages)
    for said in ("portal from [4,2] to [4,12]", "jump from [5,8] to [5,11]", "portal and jump from [10,12] to [10,4]"):
        assert said in drawn


def test_puzzle_sheets_look_as_they_did(golden: Golden) -> None:
    sheet = make.sheet(request(seed="wheel", pad=4, per_page=4))
    golden("sheets/snakey-dice/a4-pad-of-4.svg", svg.render(sheet.pages[0], sheet))
