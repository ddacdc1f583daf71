"""Pictures of positions: asked by class and title, and measured against the printed board."""

from __future__ import annotations

import io
import math
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from typing import Any

import inherited
import pytest
from lanes import Golden, begun
from PIL import Image, ImageChops

from adjudicator import games
from adjudicator.core.codec import digest
from adjudicator.core.game import Event, Game, Outcome, situation
from adjudicator.dice import FastDice, ScriptedDice
from adjudicator.games.snakes_and_foxes import SnakesAndFoxes
from adjudicator.letters import picture, turn_sheet
from adjudicator.letters.phrases import Names, Phrases
from adjudicator.match import outputs
from adjudicator.referee.records import Match, Seat
from adjudicator.web import stage
from adjudicator.workshop.samples import Table
from printables import boards
from printables.boards import snakes_and_foxes as printed
from printables.drawing import artwork as drawing
from printables.render import png, svg
from printables.scene import Group, Sheet
from printables.scene.components import Place
from printables.scene.theme import CLASSIC
from printables.text import fonts

ANNA_BOB = Names(("Anna", "Bob"))
SF: Any = games.find("snakes-and-foxes")
BOARD = printed.board(printed.Options())
SVG = "{http://www.w3.org/2000/svg}"


def state(**fields: Any) -> Any:
    """The start, with some fields changed."""
    start = SF.start(SF.Options(), 2, FastDice(1)).state
    return SF.State.model_validate(start.model_dump() | fields)


def draw(at: Any, names: Names = ANNA_BOB, **more: Any) -> ET.Element:
    sheet = picture.sheet(SF, at, names, Phrases(SF.SLUG, "en", at.options), **more)
    return inherited.parsed(svg.render(sheet.pages[0], sheet))


def part(root: ET.Element, name: str) -> ET.Element:
    return next(item for item in root.iter() if item.get("class") == name)


def having(root: ET.Element, *classes: str) -> list[ET.Element]:
    return [item for item in root.iter() if set(classes) <= set(item.get("class", "").split())]


def title(item: ET.Element) -> str:
    return next((child.text or "" for child in item if child.tag == f"{SVG}title"), "")


def texts(root: ET.Element) -> list[str]:
    return [item.text or "" for item in root.iter(f"{SVG}text")]


def placing(item: ET.Element) -> tuple[float, float, float]:
    """x, y and scale of a use."""
    move, scale = re.fullmatch(r"(?:translate\((\S+ \S+)\) )?scale\((\S+)\)", item.get("transform", "")).groups()  # type: ignore[union-attr]
    x, y = map(float, (move or "0 0").split())
    return x, y, float(scale)


def test_the_start_has_all_tokens_both_players_side_by_side_in_the_hub() -> None:
    board = part(draw(state()), "board")
    assert len(having(board, "token", "fox")) == len(having(board, "token", "snake")) == 8
    hub = [item for item in having(board, "token") if title(item).endswith(" at H")]
    assert [title(item) for item in hub] == ["player-a at H", "player-b at H"]
    (ax, ay, a), (bx, by, b) = map(placing, hub)
    assert ay == by == 0 and bx == -ax and bx - ax >= a + b
    assert bx + b <= BOARD.by_id["H"].size / 2


def test_it_is_the_printed_board_and_tokens_stand_on_its_places() -> None:
    at = state(tokens=["c5", "d12"])
    board = part(draw(at), "board")
    spaces = [item for item in part(board, "places") if title(item) != "H"]
    assert [item.get("class") for item in spaces] == [title(item) for item in spaces]
    assert len(spaces) == 112 and len(having(board, "hub")) == 1
    for item in spaces:
        place = BOARD.by_id[title(item)]
        circle = item.find(f"{SVG}circle")
        assert circle is not None
        centre = float(circle.get("cx", "nan")), float(circle.get("cy", "nan"))
        assert math.dist(centre, (place.x, place.y)) < 0.01
        assert float(circle.get("r", "nan")) == pytest.approx(place.size / 2, abs=1e-3)
    stand = {title(item): placing(item) for item in having(board, "token")}
    assert set(stand) == {f"{token.kind} at {token.place}" for token in SF.tokens(at)}
    for name, (x, y, radius) in stand.items():
        place = BOARD.by_id[name.split(" at ")[1]]
        assert math.dist((x, y), (place.x, place.y)) < 0.01
        assert 0.9 * BOARD.pitch < 2 * radius < BOARD.pitch


def test_nothing_leaves_the_page_and_no_token_covers_another() -> None:
    at = state(tokens=["g2", "H"], foxes=["a1", "a2", "a3", "a4"], snakes=["g3", "g4", "g9"], rim=[True, False])
    root = draw(at)
    width, height = map(float, root.get("viewBox", "").split()[2:])
    board = part(root, "board")
    move = board.get("transform", "").removeprefix("translate(").removesuffix(")")
    left, top = map(float, move.split())
    tokens = [placing(item) for item in having(board, "token")]
    assert len(tokens) == 9
    for number, (x, y, radius) in enumerate(tokens):
        assert radius <= left + x <= width - radius and radius <= top + y <= height - radius
        for ox, oy, other in tokens[:number]:
            assert math.dist((x, y), (ox, oy)) >= radius + other


@pytest.mark.parametrize("count", range(1, 10))
@pytest.mark.parametrize("place", ["H", "c5"])
def test_several_on_one_place_stand_side_by_side(place: str, count: int) -> None:
    at: Place = BOARD.by_id[place]
    spots = drawing.spots(BOARD, at, count)
    assert len(spots) == count
    for number, (x, y, wide) in enumerate(spots):
        assert 2 * math.dist((x, y), (at.x, at.y)) + wide <= max(at.size, BOARD.pitch) + 1e-6
        for ox, oy, other in spots[:number]:
            assert math.dist((x, y), (ox, oy)) >= (wide + other) / 2 - 1e-6


@pytest.mark.parametrize("slug", games.GAMES)
def test_the_stage_of_a_page_has_the_same_rim_about_all_that_is_drawn(slug: str) -> None:
    game = games.find(slug)
    state = begun(game, 2, FastDice(1)).state
    left, top, width, height = stage.stage(game, state.options, [state]).box
    drawn = game.drawing(state, CLASSIC)
    if drawn is not None:
        assert left == top and left < 0 and -left < 0.05 * drawn.width
        assert (width + 2 * left, height + 2 * top) == pytest.approx((drawn.width, drawn.height))
    else:
        board = boards.find(slug).board(state.options)
        x0, y0, x1, y1 = board.extent
        rims = (x0 - left, y0 - top, left + width - x1, top + height - y1)
        assert min(rims) >= -1e-6 and max(rims) < 0.25 * width


def test_the_last_move_is_a_trail_and_each_hunters_step_an_arrow() -> None:
    at = state(turn=9, to_move=0, tokens=["c5", "a12"], snakes=["e5", "f8"], foxes=[])
    at = at.model_copy(update={"throw": SF.State.model_fields["throw"].annotation(move=1, snakes=2, foxes=0)})
    step = SF.apply(at, SF.parse("move d5", at), ScriptedDice([1, 1, 3, 3, 5, 5]))
    board = part(draw(step.state, events=step.events), "board")
    assert [title(item) for item in having(board, "trail", "move")] == ["Anna moves token A: c5 and d5"]
    assert [title(item) for item in having(board, "trail", "step")] == ["snake from e5 to d5", "snake from f8 to e8"]
    (eaten,) = having(board, "trail", "eaten")
    ring = eaten.find(f"{SVG}circle")
    assert ring is not None
    place = BOARD.by_id["d5"]
    assert math.dist((float(ring.get("cx", "0")), float(ring.get("cy", "0"))), (place.x, place.y)) < 0.01
    moves = [*having(board, "trail", "move"), *having(board, "trail", "step")]
    assert len(having(board, "trail")) == len(moves) + 1
    inks = [item.findall(f"{SVG}path")[1].get("stroke") for item in moves]
    assert inks[0] != inks[1] == inks[2]


def ends(trail: ET.Element) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the shaft of an arrow begins, and the tip of its head."""
    _, line, head = trail.findall(f"{SVG}path")
    shaft, tip = (re.findall(r"-?\d*\.?\d+", drawn.get("d", "")) for drawn in (line, head))
    return (float(shaft[0]), float(shaft[1])), (float(tip[0]), float(tip[1]))


def test_an_arrow_crosses_the_place_that_was_left_and_touches_the_piece_over_all() -> None:
    at = state(tokens=["a3", "a12"], rim=[False, False], snakes=["d5", "e5"], foxes=["f8"])
    events = [
        Event("step", piece="snake", places=("e5", "d5")),
        Event("step", piece="snake", places=("f5", "e5")),
        Event("step", piece="fox", places=("f9", "f8")),
    ]
    board = part(draw(at, events=events), "board")
    order = [item.get("class", "") for item in board]
    assert order.index("trail step") > max(number for number, name in enumerate(order) if name.startswith("token"))
    room = BOARD.token / 2
    for trail, (left, reached) in zip(
        having(board, "trail", "step"), (("e5", "d5"), ("f5", "e5"), ("f9", "f8")), strict=True
    ):
        (start, tip), one, other = ends(trail), BOARD.by_id[left], BOARD.by_id[reached]
        assert 0.7 * room < math.dist(tip, (other.x, other.y)) < room
        far = math.dist(start, (other.x, other.y)) - math.dist((one.x, one.y), (other.x, other.y))
        taken = left == "e5"
        assert (-room < far < -0.7 * room) if taken else (one.size / 5 < far < one.size / 2)


def test_a_way_shows_where_it_turns_under_pieces() -> None:
    way = Event("move", 0, "player-a", ("b16", "b1", "c1", "c16"))

    def over(*snakes: str) -> list[str]:
        at = state(tokens=["c16", "a12"], rim=[False, False], snakes=snakes, foxes=[])
        order = [item.tag.removeprefix(SVG) for item in part(draw(at, events=[way]), "board")]
        return order[len(order) - order[::-1].index("use") : -1]  # the last are the names at the margins

    assert over() == over("b16") == []
    assert over("b1") == ["path"]
    assert over("b1", "c1") == ["path", "path"]

    at = state(tokens=["c16", "a12"], rim=[False, False], snakes=["b1"], foxes=[])
    *_, curve, _ = part(draw(at, events=[way]), "board")
    x, y, *_ = map(float, re.findall(r"-?\d*\.?\d+", curve.get("d", "")))
    under, room = BOARD.by_id["b1"], BOARD.token / 2
    assert 0.9 * room < math.dist((x, y), (under.x, under.y)) < 1.1 * room
    assert x < under.x  # as it comes, from b16


@pytest.mark.parametrize("slug", games.GAMES)
def test_names_are_as_large_as_their_places_allow(slug: str) -> None:
    game: Any = games.find(slug)
    at = begun(game, game.PLAYERS[1], FastDice(1)).state
    sheet = picture.sheet(game, at, ANNA_BOB, Phrases(slug, "en", at.options))
    root = inherited.parsed(svg.render(sheet.pages[0], sheet))
    board = boards.find(slug).board(at.options)
    named = [place.name for place in board.places if place.name]
    names = part(root, "board").findall(f"{SVG}g[@class='names']/{SVG}text")
    if not names:
        assert type(game).drawing is not Game.drawing
        return
    assert sorted(item.text or "" for item in names) == sorted(named)
    size = float(names[0].get("font-size", "0"))
    wanted = picture.NAMES * sheet.pages[0].width / 100
    assert size >= min(wanted, drawing.largest(board)) - 1e-3
    assert size >= 1.5 * drawing.NAME_SIZE * board.pitch or size >= wanted - 1e-3


ALIGNED = [
    ("the-game", {}),
    ("snail-trail", {}),
    ("wolves-and-jackals", {}),
    ("fox-and-geese", {"variant": "asalto"}),
    ("fox-and-geese", {"variant": "great-siege"}),
    ("fox-and-geese", {"variant": "hexagon"}),
    ("fox-and-geese", {"variant": "two-foxes"}),
    ("snakes-and-foxes", {}),
]


@pytest.mark.parametrize(("slug", "options"), ALIGNED)
def test_every_space_is_told_from_the_margins_and_pieces_hide_no_name(slug: str, options: dict[str, str]) -> None:
    """In 412 pixels the names are 9 pixels high or more; they stand on the page, after all pieces or clear of them."""
    game: Any = games.find(slug)
    at = game.start(game.Options.model_validate(options), 2, FastDice(1)).state
    sheet = picture.sheet(game, at, ANNA_BOB, Phrases(slug, "en", at.options))
    root = inherited.parsed(svg.render(sheet.pages[0], sheet))
    board = part(root, "board")
    (margins,) = board.findall(f"{SVG}g[@class='margins']")
    assert list(board)[-1] is margins
    said = {item.text for item in margins.findall(f"{SVG}text")}
    named = [place.name for place in boards.find(slug).board(at.options).places if place.name]
    if options.get("variant") == "hexagon":  # its files do not stand in line: the ends of the rows are named whole
        assert {"a1", "d1", "a4", "g4", "a7", "d7"} <= said
    else:
        told = [re.fullmatch(r"([a-z]+)(\d+)", name) for name in named]
        assert {half for match in told if match for half in match.groups()} == said
    left, top = map(float, re.findall(r"-?[\d.]+", board.get("transform", ""))[:2])
    width, height = map(float, root.get("viewBox", "").split()[2:])
    circles = [placing(item) for item in having(board, "token")]
    for item in margins.findall(f"{SVG}text"):
        size, x, y = (float(item.get(key, "0")) for key in ("font-size", "x", "y"))
        assert size * 412 / width >= 9
        assert 0 < left + x < width and 0 < top + y - 0.7 * size < top + y < height
        if item.get("font-weight") != "700":  # the letters of rings stand between two spaces, on a ground of their own
            middle = x + {"end": -0.3, "start": 0.3}.get(item.get("text-anchor", "start"), 0.0) * size, y - 0.35 * size
            assert all(math.dist(middle, (cx, cy)) > radius for cx, cy, radius in circles)


def test_what_has_no_title_under_drawn_is_not_drawn() -> None:
    board = part(draw(state(), events=[Event("lot", piece="fox", places=("g2", "g4"), dice=(1,))]), "board")
    assert not having(board, "trail")


def test_a_note_with_a_place_is_drawn_like_an_event() -> None:
    class Noting(SnakesAndFoxes):
        def notes(self, state: Any) -> tuple[Event, ...]:
            return (Event("eaten", 0, "player-a", ("d5",)),)

    sheet = picture.sheet(Noting(), state(), ANNA_BOB, Phrases(SF.SLUG))
    board = part(inherited.parsed(svg.render(sheet.pages[0], sheet)), "board")
    assert [title(item) for item in having(board, "trail", "eaten")] == ["Anna's token A is eaten on d5"]


def test_places_that_a_trail_passes_stay_readable() -> None:
    way = Event("move", 0, "player-a", ("H", "a1", "b1", "b2"))
    board = part(draw(state(tokens=["b2", "H"]), events=[way]), "board")
    assert texts(board).count("a1") == texts(board).count("b1") == 2
    assert texts(board).count("b2") == texts(board).count("c1") == 1


def test_the_caption_shows_turn_player_and_throw() -> None:
    at = state(turn=7)
    root = draw(at, match_id="anna-bob")
    assert texts(part(root, "heading")) == ["Snakes & Foxes", "Turn 7", "anna-bob"]
    caption = part(root, "caption")
    letter = "AB"[at.to_move]
    assert texts(caption) == [f"{ANNA_BOB[at.to_move]} ({letter}) to move"]
    assert [title(item) for item in having(caption, "token", "to-move")] == [f"Player {letter}"]
    faces = [item.get("class", "").split()[1] for item in having(caption, "face")]
    assert faces == list(SF.faces(at)) and len(faces) == 6


def test_a_bare_position_has_seat_letters() -> None:
    at = state()
    root = draw(at, Names())
    assert texts(part(root, "caption")) == [f"{'AB'[at.to_move]} to move"]
    assert texts(part(root, "heading")) == ["Snakes & Foxes", "Turn 1"]


def test_tokens_that_are_gone_are_told_in_the_caption() -> None:
    at = state(turn=9, to_move=0, tokens=["c5", None], fate=[None, "eaten"], rim=[True, False])
    caption = part(draw(at), "caption")
    assert texts(caption)[1:] == [
        "Anna's token A has touched the rim: the hub is its way home.",
        "Bob's token B has been eaten.",
    ]
    assert [title(item) for item in having(caption, "token", "eaten")] == ["Player B"]


def test_one_player_with_both_tokens_reads_which_one_moves() -> None:
    at = SF.start(SF.Options(), 1, FastDice(3)).state
    caption = part(draw(at, Names(("Ann",))), "caption")
    assert texts(caption) == ["Ann (A) to move", "Ann plays token A this turn."]
    assert not having(caption, "to-move")
    assert having(caption, "token", "player-a", "plays")


def test_the_end_is_told_and_no_dice_lie_on_the_table() -> None:
    over = state(turn=9, tokens=[None, None], fate=["escaped", "eaten"], throw={"move": 0, "snakes": 0, "foxes": 0})
    caption = part(draw(over), "caption")
    assert " ".join(texts(caption)).startswith("Anna has brought a token home and wins. Score: Anna 2 and Bob 0.")
    assert not having(caption, "face") and not having(caption, "to-move")
    resigned = part(draw(state(), outcome=Outcome("resigned", (1,))), "caption")
    assert texts(resigned)[0] == "Bob wins by resignation." and not having(resigned, "face")


def test_hostile_and_long_names_are_safe_and_stay_on_the_page() -> None:
    names = Names.of(match_of("<script>alert(1)</script>\x00\x1b\u202e" + "W" * 400, "日本" * 200))
    root = draw(state(), names, match_id="m" * 64, outcome=Outcome("resigned", (0, 1)))
    said = " ".join(texts(root))
    assert not set(said) & set("\x00\x1b\u202e")
    assert max(map(len, texts(root))) < 60
    width, height = map(float, root.get("viewBox", "").split()[2:])
    assert height < 1.5 * width
    assert not list(root.iter(f"{SVG}script"))


def match_of(*names: str) -> Match:
    return Match("m", SF.SLUG, {}, tuple(map(Seat, names)), "table", "")


@pytest.mark.parametrize("text", ["The quick brown fox, 1234567890", "WWWMMM", "ÀÉÎÕÜ AND SO ON", "Привет, ΑΩ — …"])
@pytest.mark.parametrize("font", ["sans", "sans-bold"])
def test_the_guess_of_a_width_is_never_too_narrow(text: str, font: str) -> None:
    measured = fonts.width(text, font, 1.0)
    assert measured <= picture.ems(text) < 1.6 * measured


def test_the_picture_is_small_and_the_same_each_time() -> None:
    at = state(tokens=["b2", "H"])
    phrases = Phrases(SF.SLUG, "en", at.options)
    events = [Event("move", 0, "player-a", ("H", "a1", "b1", "b2"))]
    sheets = [picture.sheet(SF, at, ANNA_BOB, phrases, events=events) for _ in range(2)]
    first, second = (svg.render(sheet.pages[0], sheet) for sheet in sheets)
    assert sheets[0] == sheets[1] and first == second
    assert len(first.encode()) < 150_000
    assert len(sheets[0].pages) == 1 and sheets[0].subject.startswith(("Anna", "Bob"))


@pytest.mark.parametrize("slug", games.GAMES)
def test_whole_games_can_be_drawn(slug: str) -> None:
    game: Any = games.find(slug)
    dice = FastDice(11)
    step = begun(game, game.PLAYERS[1], dice)
    board = boards.find(slug).board(step.state.options)
    for _ in range(25):
        sheet = picture.sheet(game, step.state, ANNA_BOB, Phrases(slug, "en", step.state.options), events=step.events)
        root = inherited.parsed(svg.render(sheet.pages[0], sheet))
        shown = sorted(title(item) for item in having(part(root, "board"), "token"))
        assert shown == sorted(f"{token.kind} at {token.place}" for token in game.tokens(step.state))
        assert {token.place for token in game.tokens(step.state)} <= set(board.by_id)
        if game.outcome(step.state):
            break
        step = game.apply(step.state, next(iter(game.moves(step.state))), dice)


def test_pictures_and_letters_load_nothing_heavy() -> None:
    code = (
        "import sys; from adjudicator import games; from adjudicator.letters import facts, picture;"
        "from printables.render import svg;"
        "games.find('snakes-and-foxes');"
        "heavy = {'reportlab', 'fontTools', 'jinja2', 'markdown_it', 'resvg_py', 'PIL', 'typer'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_is_written_on_a_board_is_in_the_language_of_its_reader() -> None:
    game: Any = games.find("wolves-and-jackals")
    at = game.start(game.Options(), 2, FastDice(1)).state
    said = []
    for language in ("en", "de", "en"):
        sheet = picture.sheet(game, at, ANNA_BOB, Phrases(game.SLUG, language, at.options))
        said.append(
            {"Den", "The Cave", "Bau", "Die Höhle"} & {*texts(inherited.parsed(svg.render(sheet.pages[0], sheet)))}
        )
    assert said == [{"Den", "The Cave"}, {"Bau", "Die Höhle"}, {"Den", "The Cave"}]


@pytest.mark.parametrize("place", ["f4", "a9", "d12", "f16", "H"])
def test_a_small_picture_shows_the_part_about_its_reader_s_token_twice_as_large(place: str) -> None:
    at = state(tokens=(place, "d4"))

    def page(reader: int | None) -> Any:
        return picture.sheet(SF, at, ANNA_BOB, Phrases(SF.SLUG, "en", at.options), reader=reader).pages[0]

    whole = page(None)
    assert whole.detail is None and page(0)._replace(detail=None) == whole
    x0, y0, x1, y1 = page(0).detail
    token = next(token for token in situation(SF, at).tokens if token.seat == 0)
    board = next(shape for shape in whole.shapes if isinstance(shape, Group) and shape.classes == "board")
    x, y = BOARD.by_id[token.place].x + board.x, BOARD.by_id[token.place].y + board.y
    assert 0 <= x0 < x < x1 <= whole.width and 0 < y0 < y < y1 < whole.height
    assert math.isclose(x1 - x0, whole.width / 2) and y1 - y0 < whole.width / 3
    made = Image.open(io.BytesIO(png.light_page(page(0), Sheet("", ()), 400, 1 << 20))).convert("RGB")
    alone = Image.open(io.BytesIO(png.light_page(whole, Sheet("", ()), 2 * made.width, 1 << 20))).convert("RGB")
    scale = alone.width / whole.width
    box = [round(scale * side) for side in (x0, y0, x1, y1)]
    detail = made.crop((0, made.height - (box[3] - box[1]), *made.size))
    inner = (4, 4, detail.width - 4, detail.height - 4)
    small = [one.crop(inner).resize((24, 12), Image.Resampling.BOX) for one in (detail, alone.crop(box))]
    assert max(high for _, high in ImageChops.difference(*small).getextrema()) < 40


def test_boards_of_large_places_and_pieces_far_apart_have_no_detail() -> None:
    geese = games.find("fox-and-geese")
    start = geese.start(geese.Options(), 2, FastDice(1)).state
    drawn = picture.sheet(geese, start, ANNA_BOB, Phrases(geese.SLUG, "en", start.options), reader=1)
    assert drawn.pages[0].detail is None
    at = state(tokens=(None, "d4"), fate=("eaten", None), to_move=1)
    assert picture.sheet(SF, at, ANNA_BOB, Phrases(SF.SLUG, "en", at.options), reader=0).pages[0].detail is None


KINDS: tuple[tuple[str, dict[str, str]], ...] = (
    *((slug, {}) for slug in games.GAMES),
    *(("fox-and-geese", {"variant": one}) for one in ("hexagon", "adugo")),
)


@pytest.mark.parametrize(("slug", "chosen"), KINDS)
def test_a_position_is_drawn_as_it_was(slug: str, chosen: dict[str, str], golden: Golden) -> None:
    """At the start, later and at the end, for each reader and who looks on: how large, what it says, its digest."""
    seats, options = games.find(slug).SAMPLE
    table, said = Table(slug, seats, **({} if chosen else options), **chosen), list[str]()
    for turns in (0, 3, 1):
        table.play(turns)
        for seat, language in ((None, "en"), (0, "de")):
            at = table.ruling.entry, table.standing
            made = outputs.draw(table.match, table.game, *at, seat=seat, language=language)
            (page,) = made.pages
            detail = page.detail and tuple(round(length, 2) for length in page.detail)
            said.append(f"{page.width:.2f} {page.height:.2f} {detail} {made.title} | {made.subject}")
            said.append(digest(svg.element(page, made).encode())[:12])
            words = Phrases(table.match.game, language, table.standing.state.options)
            for paper in ("a4", "a5"):
                slip = turn_sheet.sheet(table.match, table.game, table.standing, made, words, paper, seat)
                said.append(f"on {paper}: {digest(svg.render(slip.pages[0], slip).encode())[:12]}")
    golden(f"drawn/{chosen.get('variant', slug)}.txt", "\n".join(said) + "\n")
