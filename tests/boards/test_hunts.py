"""Hunt definitions: what is read, what is refused and where, what is drawn and printed from them."""

from __future__ import annotations

import doctest
import math
import re
import tomllib
from pathlib import Path

import pytest
from hunts import VARIANTS, definition, text
from lanes import THOROUGH, Golden, some, thorough
from typer.testing import CliRunner

from adjudicator.cli.play import app
from adjudicator.games.fox_and_geese import proof
from printables import cli
from printables.boards import fox_and_geese
from printables.boards.fox_and_geese import definition as sketch, design, load, words
from printables.boards.fox_and_geese.model import Hunt
from printables.core import OptionError, TemplateError, options, templates
from printables.drawing import emblems
from printables.printing import make
from printables.render import svg
from printables.scene import Curve, Group, Use, walk
from printables.scene.theme import CLASSIC, find

SAMPLE = templates.read("samples/hunt.toml")
KEYS = tomllib.loads((Path(__file__).parents[2] / "docs" / "keys.toml").read_text(encoding="utf-8"))
every_hunt = pytest.mark.parametrize("variant", VARIANTS)
few_hunts = pytest.mark.parametrize("variant", some(VARIANTS, 9))  # for what takes long


def shipped(variant: str) -> Hunt:
    return fox_and_geese.shipped(variant)


# Reading


@every_hunt
def test_every_hunt_that_ships_is_credited(variant: str) -> None:
    hunt = shipped(variant)
    assert hunt.credit
    assert hunt.source
    assert hunt.licence
    assert len({shipped(other).title for other in VARIANTS}) == len(VARIANTS)


def test_all_hunts_of_the_table_ship() -> None:
    table = "fox-13 fox-15 fox-17 renard gasetavl asalto great-siege wolves-and-sheep wolf-and-sheep two-foxes"
    assert {*table.split(), "hare-and-hounds", "hexagon", "rhombus"} <= set(VARIANTS)


def test_the_commented_example_can_be_played_as_it_stands() -> None:
    hunt = load.hunt(SAMPLE)
    assert (len(hunt.grid.spots), hunt.many.pieces, hunt.few.pieces) == (25, 8, 1)


def test_the_commented_example_names_every_key() -> None:
    for key in (*KEYS["hunt.many"], *KEYS["hunt.few.capture"], *load.WORDS, "notes", "first", "repetition", "turns"):
        assert f"{key} =" in SAMPLE or f"[few.{key}]" in SAMPLE or f"[many.{key}" in SAMPLE, key


MISTAKES = [
    # what is changed, into what, the line that holds the mistake, its first character, the message
    ('format = "postfox-hunt-1"', 'format = "chess"', "format =", "format", "this is not a hunt definition"),
    ("turns = 200", "turns = 0", "turns =", "turns", "turns = 0 is out of range"),
    ('first = "many"', 'first = "white"', "first =", "first", "first = 'white' is not known"),
    ("turns = 200", "turms = 200", "turms =", "turms", "'turms' is not known here"),
    ("A-A-A-A-A", "A-A-A-A-", "A-A-A-A-", "-\n", "this - has no point at its right end"),
    ("A-A-A-A-A", "A-A-A+A-A", "A-A-A+A", "+", "'+' means nothing in a drawing"),
    ("A-A-A-A-A", "A-AA-A-A", "A-AA-A", "A-A-A", "a point stands between the columns"),
    ("    |\\|/|\\|/|\n    o-o", "    |\\|/o\\|/|\n    o-o", "|\\|/o", "o\\", "on a line between the rows"),
    ('orchard = "A"', 'orchard = "Q"', 'orchard = "Q"', "orchard", "no points of the drawing are marked 'Q'"),
    ("    . . f . .", "    . . q . .", ". . q", "q", "'q' is nobody"),
    ("    . . f . .", "    . . f . . m", ". . f . . m", "m", "there is no point of the board here"),
    ("    . . f . .\n", "    . . f .\n", "drawing = '''", "drawing", "the start leaves out e4"),
    ("    . . f . .", "    . . . . .", "drawing = '''", "drawing", "the few have no pieces"),
    ('name = "badger"', 'name = "hedgehog"', 'name = "hedgehog"  ', "name", "both sides have the same name"),
    ('emblem = "wolf"', 'emblem = "wulf"', 'emblem = "wulf"', "emblem", "there is no emblem 'wulf'"),
    ('emblem = "wolf"', 'emblem = "M 0 0 L 2 0"', 'emblem = "M', "emblem", "reaches beyond the circle"),
    ('"sideways"]     #', '"aside"]     #', '"aside"', "aside", "'aside' is not a way to move"),
    ('"4 in orchard"', '"4 in garden"', "4 in garden", "4 in garden", "there is no zone 'garden'"),
    ('"4 in orchard"', '"9 in orchard"', "9 in orchard", "9 in orchard", "does not fit this set-up"),
    ('wins = ["reduce to 3"]', 'wins = ["eat everything"]', "eat everything", "eat everything", "is not a way to win"),
    ('wins = ["reduce to 3"]', 'wins = ["reduce to 8"]', "reduce to 8", "reduce to 8", "does not fit this set-up"),
    ('"block"]\n# Ways', '"take 1"]\n# Ways', '"take 1"]', "take 1", "needs a capture"),
    ('duty = "optional"', 'duty = "add"     ', "duty =", "duty", "belong together"),
    ("chain = true ", "repeat = true ", "repeat = true", "repeat", "without a chain"),
    ("chain = true ", "chain = 1 ", "chain = 1", "chain", "neither true nor false"),
    ('summary = "', 'summary = 3 # "', "summary = 3", "summary", "summary is missing or not text"),
    ("turns = 200", "turns = ", "turns =", "# after", "this is not TOML"),
]


@pytest.mark.parametrize(("old", "new", "line", "first", "message"), MISTAKES, ids=[one[4] for one in MISTAKES])
def test_mistakes_are_told_with_line_and_column(old: str, new: str, line: str, first: str, message: str) -> None:
    assert old in SAMPLE
    changed = SAMPLE.replace(old, new, 1)
    hunt, problems = load.examine(changed, "my.toml")
    assert hunt is None
    told = next((problem for problem in problems if message in problem.message), None)
    assert told, [str(problem) for problem in problems]
    shown = changed.split("\n")[told.line - 1]
    assert line.strip() in shown or first == "name"
    if "leaves out" not in message and "no pieces" not in message:
        assert f"{shown}\n"[told.column - 1 :].startswith(first), (shown, told.column)
    assert str(told).startswith(f"my.toml:{told.line}:{told.column}: ")


BOARD = re.compile(r"drawing = '''.*?'''", re.DOTALL)


@pytest.mark.parametrize("drawing", [
    "\n    o-o\n\n    S o\n      |\n    o-o\n",
    "\n\n\n\n  S o-o\n    |\n    o o-o\n",
    "\no-o o-o\n\no-o S\n",
    "o-o S\n",
])  # fmt: skip
def test_a_point_that_no_line_leads_to_is_shown_where_it_is_drawn(drawing: str) -> None:
    changed = BOARD.sub(lambda _: f"drawing = '''{drawing}'''", SAMPLE, 1)
    _, problems = load.examine(changed, "my.toml")
    places = {changed.split("\n")[one.line - 1][one.column - 1] for one in problems if "no line leads" in one.message}
    assert "S" in places and places <= {"S", "o"}


def test_every_mistake_is_told_in_one_pass() -> None:
    changed = SAMPLE.replace('"4 in orchard"', '"4 in garden"').replace("turns = 200", "turns = -1")
    changed = changed.replace('emblem = "wolf"', 'emblem = "wulf"')
    with pytest.raises(TemplateError) as error:
        load.hunt(changed, "my.toml")
    assert len(error.value.problems) == 3


@pytest.mark.parametrize(
    "bad",
    ["", "[board]", "format = ", "a" * 50_000, "[" * 5_000, 'format = "postfox-hunt-1"\nboard = 3', "\x00", "é=1"],
)
def test_rubbish_is_refused(bad: str) -> None:
    hunt, problems = load.examine(bad, "x")
    assert hunt is None
    assert problems


def test_double_quotes_around_a_drawing_are_explained() -> None:
    _, problems = load.examine(SAMPLE.replace("drawing = '''", 'drawing = """').replace("\n'''", '\n"""'), "x")
    assert "'''" in problems[0].hint


LIKE = 'format = "postfox-hunt-1"\nbase = "renard"\ntitle = "Like it"\n[few]\nmoves = ["forward"]\n'


def test_a_hunt_is_its_base_but_for_what_it_says(tmp_path: Path) -> None:
    hunt, renard = load.hunt(LIKE), shipped("renard")
    assert hunt == renard._replace(title="Like it", few=renard.few._replace(moves=("forward",)))
    kept = fox_and_geese.Options(hunt=LIKE).hunt
    assert "base" not in kept, "a match goes on with the whole of it"
    assert sketch.text(load.hunt(kept)) == sketch.text(hunt)
    file = tmp_path / "like.toml"
    file.write_text(LIKE, encoding="utf-8")
    assert sketch.text(hunt) in CliRunner().invoke(app, ["check", str(file)]).output


def test_zones_are_those_of_their_own_drawing() -> None:
    bare = LIKE.replace('"renard"', '"renard-straight"') + '[zones]\nfoot = "b"\n[few.capture]\nadd = "foot"\n'
    _, problems = load.examine(bare, "x")
    assert {problem.message for problem in problems} == {"there is no zone 'bottom-row'"}
    assert load.hunt(bare.replace('["forward"]', '["any"]\nwins = ["reach foot"]')).zones[0].name == "foot"


@pytest.mark.parametrize("base", ['"renart"', "3", '"../hunts/renard"', "[]", '""'])
def test_a_base_that_is_none_is_told(base: str) -> None:
    hunt, problems = load.examine(LIKE.replace('"renard"', base), "x")
    assert hunt is None
    assert (problems[0].line, problems[0].message[:16]) == (2, "there is no hunt")


def test_a_base_of_itself_is_no_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hunts").mkdir()
    for name, other in (("one", "two"), ("two", "one")):
        (tmp_path / "hunts" / f"{name}.toml").write_text(LIKE.replace("renard", other), encoding="utf-8")
    monkeypatch.setenv("POSTFOX_TEMPLATES", str(tmp_path))
    _, problems = load.examine(LIKE.replace("renard", "one"), "x")
    assert "there is no hunt" in problems[0].message


# Drawings


def test_the_example_of_the_drawing_module() -> None:
    assert doctest.testmod(load).failed == 0


def test_long_lines_and_crossings() -> None:
    grid, faults = load.read("o---o\n|\\ /|\n| x |\n|/ \\|\no---o", "square")
    assert not faults
    assert set(grid.lines) == {("a1", "a3"), ("a1", "c1"), ("a3", "c3"), ("c1", "c3"), ("a1", "c3"), ("a3", "c1")}


def test_a_leap_is_straight() -> None:
    grid = shipped("hexagon").grid
    assert grid.straight("d4", "d5", "d6")
    assert not grid.straight("d4", "d5", "c6")
    assert not grid.straight("d4", "d5", "d4")


@every_hunt
def test_a_sketch_reads_as_the_same_board(variant: str) -> None:
    grid = shipped(variant).grid
    rows = [line[4:] for line in sketch.sketch(grid).split("\n\n")[0].split("\n")]
    again, faults = load.read("\n".join(rows), grid.lattice)
    assert not faults
    assert (again.lines, [spot.id for spot in again.spots]) == (grid.lines, [spot.id for spot in grid.spots])


def test_links_that_cannot_be_drawn_are_listed() -> None:
    hunt = load.hunt(SAMPLE.replace("# links = [", "links = ["))
    assert ("a1", "e1") in hunt.grid.lines
    assert "also joined: a1-e1" in sketch.sketch(hunt.grid)


# Prints


@few_hunts
def test_the_printed_board_has_the_points_and_lines_of_the_graph(variant: str) -> None:
    hunt = shipped(variant)
    board = design.board(hunt)
    assert {frozenset((path.a, path.b)) for path in board.paths} == {frozenset(line) for line in hunt.grid.lines}
    assert len(board.paths) == len(hunt.grid.lines)
    assert not any(path.one_way for path in board.paths)
    shortest = min(math.dist(hunt.grid.place(a), hunt.grid.place(b)) for a, b in hunt.grid.lines)
    assert board.pitch == pytest.approx(design.PITCH * shortest)
    sheet = make.sheet(make.Request("fox-and-geese", "board", variant=variant))
    groups = [shape for shape in walk(sheet.pages[0].shapes) if isinstance(shape, Group)]
    lines = next((group for group in groups if group.classes == "paths line"), None)
    drawn = sum(segment[0] == "M" for segment in lines.shapes[0].segments) if lines else 0  # type: ignore[union-attr]
    assert drawn == (0 if hunt.look == "squares" else len(hunt.grid.lines))
    assert {group.title for group in groups if group.title in hunt.grid.by_id} == set(hunt.grid.by_id)


@pytest.mark.parametrize("variant", ["hat-diviyan-keliya", "adugo", "hexagon"])
def test_lines_longer_than_a_step_have_ground_under_them_as_points_have(variant: str) -> None:
    kit = fox_and_geese.components(fox_and_geese.Options(variant=variant), find("illustrated"))
    yard = next(shape for shape in kit.ground if isinstance(shape, Group) and shape.classes == "yard")
    ground = [shape for shape in yard.shapes if isinstance(shape, Curve)][-1]
    corners = [segment[-2:] for segment in ground.segments if len(segment) > 2]
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    spots = {place.id: (place.x, place.y) for place in kit.board.places}
    for path in kit.board.paths:
        (ax, ay), (bx, by) = spots[path.a], spots[path.b]
        if ax != bx and ay != by:
            continue  # a slanting step may lead from corner to corner
        x, y = (ax + bx) / 2 + 0.1, (ay + by) / 2 + 0.1
        right = [
            1 for (px, py), (qx, qy) in sides if (py > y) != (qy > y) and px + (y - py) * (qx - px) / (qy - py) > x
        ]
        assert len(right) % 2, (path, "the yard is about the middle of every straight line")


@every_hunt
def test_the_board_as_it_is_printed(variant: str, golden: Golden) -> None:
    sheet = make.sheet(make.Request("fox-and-geese", "board", variant=variant, theme="classic"))
    golden(f"sheets/fox-and-geese/{variant}-board.svg", svg.render(sheet.pages[0], sheet))


@few_hunts
def test_the_pieces_are_counted_and_told_apart(variant: str) -> None:
    hunt = shipped(variant)
    components = fox_and_geese.components(fox_and_geese.Options(variant=variant), CLASSIC)
    many, few = components.tokens
    # A hen that is added for a missed capture has a token, too: one for each point of the bottom row.
    assert (many.copies, few.copies) == (
        hunt.many.pieces + (3 if variant in ("renard", "renard-straight", "renard-slanting") else 0),
        hunt.few.pieces,
    )
    assert many.ground != few.ground
    sheet = make.sheet(make.Request("fox-and-geese", "tokens", variant=variant))
    fronts = [page for page in sheet.pages if not page.back]
    uses = [use for page in fronts for use in walk(page.shapes) if isinstance(use, Use) and "token" in use.classes]
    assert len(uses) == many.copies + few.copies


@few_hunts
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_rules_take_two_pages_at_most_and_say_what_is_ours(variant: str, paper: str) -> None:
    sheet = make.sheet(make.Request("fox-and-geese", "rules", variant=variant, paper=paper))
    assert len(sheet.pages) <= 2
    said = words.rules(shipped(variant))
    assert all(said[key].strip() for key in ("table", "setup", "moving", "capturing", "winning", "drawn", "orders"))
    assert not any("$" in value for value in said.values())
    assert ("House rules" in said["house"]) == bool(shipped(variant).house)


@pytest.mark.parametrize(
    ("variant", "section", "sentences"),
    [
        ("asalto", "moving", ["nearer to the fort", "They never leave it again", "An officer moves one point"]),
        ("asalto", "capturing", ["take off the board one officer", "as often as it can"]),
        ("renard", "capturing", ["on a free point of the bottom row", "one hen per turn"]),
        ("wolves-and-sheep", "capturing", ["must leap on"]),
        ("wolves-and-sheep", "winning", ["when nine sheep stand in the paddock", "when twelve sheep are captured"]),
        ("two-foxes", "moving", ["The foxes take turns", "always forward"]),
        ("hare-and-hounds", "winning", ["**The hare wins** when it has got past every hound"]),
        ("great-siege", "moving", ["In the fort the soldiers go on or step aside, never back"]),
        ("fox-13", "setup", ["The fox begins"]),
        ("haretavl", "begins", ["The three dogs are in hand", "One hare is in hand", "The dogs begin"]),
        ("two-foxes", "winning", ["or when a fox stands in the roost"]),
    ],
)
def test_the_rules_sheet_says_what_the_definition_says(variant: str, section: str, sentences: list[str]) -> None:
    said = words.rules(shipped(variant))[section]
    for sentence in sentences:
        assert sentence in said


def test_options_change_the_rules_sheet() -> None:
    chosen = fox_and_geese.Options(variant="asalto", officers="placed", repetition="loss-geese", first="few")
    said = words.rules(fox_and_geese.hunt(chosen))
    assert "two officers are in hand" in said["setup"]
    assert "The officers begin" in said["setup"]
    assert "the soldiers have lost" in said["drawn"]


@pytest.mark.parametrize("name", emblems.names("pieces"))
def test_emblems_stay_in_their_circle(name: str) -> None:
    for shape in emblems.draw("pieces", name, "#000000", "#ffffff"):
        assert isinstance(shape, Curve)
        numbers = [value for segment in shape.segments for value in segment[1:]]
        points = zip(numbers[::2], numbers[1::2], strict=True)
        assert all(math.hypot(x, y) * design.EMBLEM <= 0.9 for x, y in points), shape  # type: ignore[arg-type]


# The commands

run = CliRunner()


def test_check_draws_the_board(tmp_path: Path) -> None:
    file = tmp_path / "hunt.toml"
    file.write_text(text("asalto"))
    done = run.invoke(app, ["check", str(file)])
    assert done.exit_code == 0
    assert " 7      .-.-." in done.output
    assert "33 points, 72 lines" in done.output


def test_check_tells_mistakes_and_still_draws(tmp_path: Path) -> None:
    file = tmp_path / "hunt.toml"
    file.write_text(text("asalto").replace('"fill fort"', '"fill fortress"'))
    done = run.invoke(app, ["check", str(file)])
    assert done.exit_code == 1
    assert "F-F-F" in done.output
    assert "there is no zone 'fortress'" in done.output


def test_check_wants_a_win_by_force_said_and_proved(tmp_path: Path) -> None:
    file = tmp_path / "hunt.toml"
    unsaid, wrong = text("shi-liu").replace('forced = "many in 6"\n', ""), text("hare-and-hounds")
    for hunt, said in (
        (
            unsaid,
            "6 turns, whatever the other player does; change the hunt, or write forced",
        ),
        (text("shi-liu").replace("in 6", "in 4"), ":12:1: the many win by force within 6 turns"),
        (f'forced = "few in 3"\n{wrong}', "nobody is found to win by force within so many turns; remove forced"),
    ):
        file.write_text(hunt)
        done = run.invoke(app, ["check", str(file)])
        assert (done.exit_code, said in done.output) == (1, True), done.output
    file.write_text(text("shi-liu"))
    assert run.invoke(app, ["check", str(file)]).exit_code == 0


@pytest.mark.parametrize("variant", some(VARIANTS, 6)[:: 1 + THOROUGH])  # test_forced.py has all
def test_a_hunt_that_is_won_from_its_start_by_force_says_so(variant: str) -> None:
    assert proof.fault(fox_and_geese.shipped(variant)) is None


@pytest.mark.parametrize("repetition", [None, "draw"])
def test_a_hunt_that_is_won_by_force_says_so_wherever_it_is_offered(repetition: str | None) -> None:
    assert "decided within six turns" in fox_and_geese.titles()["shi-liu"]
    options = fox_and_geese.Options(variant="shi-liu", repetition=repetition)
    kit = fox_and_geese.components(options, CLASSIC)
    assert "the soldiers win within six turns" in kit.summary
    assert "the soldiers win within six turns" in kit.words["in_short"]


def test_new_writes_an_example_and_spares_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert run.invoke(app, ["new", str(file)]).exit_code == 0
    assert run.invoke(app, ["check", str(file)]).exit_code == 0
    file.write_text("mine")
    assert run.invoke(app, ["new", str(file)]).exit_code != 0
    assert file.read_text() == "mine"


@thorough
def test_the_booklet_has_every_board_on_a_page_each(tmp_path: Path) -> None:
    import pikepdf

    out = tmp_path / "family.pdf"
    assert run.invoke(app, ["booklet", "--out", str(out)]).exit_code == 0
    with pikepdf.open(out) as document:
        assert len(document.pages) == len(VARIANTS)
        with document.open_outline() as outline:
            titles = [item.title for item in outline.root]
    assert titles == [shipped(variant).title for variant in VARIANTS]


def test_an_option_takes_its_value_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "hunt.toml"
    file.write_text(SAMPLE)
    chosen = options.build(fox_and_geese.Options, [f"hunt=@{file}"])
    assert chosen.variant == "own"
    assert fox_and_geese.hunt(chosen).title == "The Orchard"
    for bad in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(OptionError, match="cannot be read"):
            options.build(fox_and_geese.Options, [f"hunt=@{bad}"])
    file.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(OptionError, match="UTF-8"):
        options.build(fox_and_geese.Options, [f"hunt=@{file}"])
    file.write_text("x" * 300_000)
    with pytest.raises(OptionError, match="more than"):
        options.build(fox_and_geese.Options, [f"hunt=@{file}"])


def test_a_hunt_of_ones_own_is_printed_whole(tmp_path: Path) -> None:
    request = make.Request("fox-and-geese", options=(f"hunt=@{_sample(tmp_path)}",))
    sheet = make.sheet(request)
    assert sheet.title.startswith("The Orchard")
    assert {page.title for page in sheet.pages} >= {"Board", "Rules"}


def _sample(folder: Path) -> Path:
    file = folder / "hunt.toml"
    file.write_text(SAMPLE)
    return file


def test_the_printed_pdf_has_the_points_at_their_millimetres(tmp_path: Path) -> None:
    """Opened with a program that did not write it: circles of the board, their distances, nothing outside the page."""
    import pdfplumber

    hunt = shipped("great-siege")
    request = make.Request("fox-and-geese", "board", variant="great-siege")
    (file,) = make.write(request, tmp_path / "board.pdf").files
    with pdfplumber.open(file) as document:
        (page,) = document.pages
        assert (float(page.width), float(page.height)) == pytest.approx((595.2756, 841.8898), abs=0.001)
        curves = [curve for curve in page.curves if abs(curve["width"] - curve["height"]) < 0.1 and curve["width"] > 10]
        words_there = {word["text"] for word in page.extract_words()}
    assert words_there >= set(hunt.grid.by_id)
    centres = sorted(
        {
            (round(curve["x0"] + curve["width"] / 2, 2), round(curve["top"] + curve["height"] / 2, 2))
            for curve in curves
            if curve["width"] == pytest.approx(curves[-1]["width"], abs=0.1)
        }
    )
    assert len(centres) == len(hunt.grid.spots)
    columns = sorted({round(x) for x, _ in centres})
    pitch = (centres[-1][0] - centres[0][0]) / 8
    for x, y in centres:
        column, row = (x - centres[0][0]) / pitch, (y - min(other for _, other in centres)) / pitch
        assert column == pytest.approx(round(column), abs=0.01)
        assert row == pytest.approx(round(row), abs=0.01)
    assert len(columns) == 9
    assert pitch * 25.4 / 72 > 18, "as large as A4 allows"


def test_hunts_made_at_random_are_drawn_and_told() -> None:
    drawn = 0
    for seed in range(80):
        if load.examine(definition(seed), "")[0] is None:
            continue
        chosen = fox_and_geese.Options(hunt=definition(seed))
        components = fox_and_geese.components(chosen, CLASSIC)
        assert components.board == fox_and_geese.board(chosen)
        assert not any("$" in text for text in components.words.values())
        drawn += 1
    assert drawn > 30


def test_pieces_that_german_has_no_words_for_are_named_as_they_are_written_there() -> None:
    text = SAMPLE.replace('"hedgehog"', '"Maus"').replace('"hedgehogs"', '"Mäuse"').replace('"badger"', '"Katze"')
    with templates.speaking("de"):
        said = " ".join(words.rules(load.hunt(text)).values())
    assert "Ein Stein „Maus“ zieht" in said and "acht Mäuse und ein Stein „Katze“" in said
    assert not re.search(r"\b(?:[Tt]he|[Aa]) (?:Stein|[Mm]aus|[Kk]atze)|mäuse|katze", said)


def test_where_a_game_is_asked_for_the_file_of_a_hunt_is_answered_with_what_to_write() -> None:
    with pytest.raises(OptionError, match=r"a hunt in a file is fox-and-geese --option hunt=@well\.toml"):
        cli.game("well.toml")
