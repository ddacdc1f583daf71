"""Pictures for any table: what is composed from them as the manifest says is the picture of the set-up."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from adjudicator.games import find
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from exports.composing import WRONG, composed, laid_out, opened, unlike
from printables.core import OptionError
from printables.core.request import Request
from printables.exports import format, pieces
from printables.exports.format import Pictures
from printables.exports.tabletop import SQUARE, Export
from printables.printing.job import prepare

GAMES = (
    ("fox-and-geese", None),
    ("fox-and-geese", "wolf-and-sheep"),
    ("fox-and-geese", "hexagon"),
    ("snail-trail", None),
    ("snail-trail", "rhombus"),
    ("snakes-and-foxes", None),
    ("snakey-dice", None),
    ("the-game", None),
    ("wolves-and-jackals", None),
)


def shown(manifest: Mapping[str, Any], read: Callable[[str], bytes]) -> Image.Image:
    """The set-up as the manifest says; `read` gives the bytes of a file."""
    ground = opened(read(manifest["background"]["files"]["png"]))
    ground.alpha_composite(opened(read(manifest["board"]["files"]["png"])), tuple(manifest["board"]["offset"]))
    fronts = {piece["id"]: read(piece["front"]["files"]["png"]) for piece in manifest["pieces"]}
    laid = [(fronts[item["piece"]], item["x"], item["y"], item["width"]) for item in manifest["setup"]]
    return composed(ground, laid)


@pytest.mark.parametrize(("game", "variant"), GAMES)
def test_pieces_on_their_places_are_the_picture_of_the_setup(game: str, variant: str | None) -> None:
    table = format.table(Export(game, "pieces", variant, theme="classic", pixels=24))
    pictures = Pictures(table, 24)
    named = {picture.name: picture for picture in pieces.drawn(table)}
    manifest = pieces.manifest(table, pictures)
    made = shown(manifest, lambda file: pictures.png(named[file.removesuffix(".png")]))
    assert len(manifest["setup"]) == len(prepare(Request(game, "board", variant)).components.setup)
    assert unlike(made, opened(pictures.png(table.setup)).convert("RGB")) < WRONG


def test_a_piece_on_the_wrong_place_is_seen(postfox, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert postfox("fox-and-geese", "--pixels", "24") == (0, ["out/fox-and-geese-pieces"], "")
    folder = tmp_path / "out" / "fox-and-geese-pieces"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    picture = Image.open(folder / "setup.png").convert("RGB")
    assert unlike(shown(manifest, lambda file: (folder / file).read_bytes()), picture) < WRONG
    manifest["setup"][0]["x"] += 24
    assert unlike(shown(manifest, lambda file: (folder / file).read_bytes()), picture) > WRONG


def test_every_file_that_the_manifest_names_is_there_in_its_size(postfox, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    options = ("--option", "cards=true", "--piece", "wolf=badger", "--name", "Badgers & Jackals", "--pixels", "24")
    assert postfox("wolves-and-jackals", *options)[0] == 0
    (folder,) = (tmp_path / "out").iterdir()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    named: set[str] = {manifest["rules"], "manifest.json"}

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if "files" in value:
                named.update(value["files"].values())
                for suffix in ("png", "webp"):
                    with Image.open(folder / value["files"][suffix]) as picture:
                        assert picture.size == (value["width"], value["height"])
            for one in value.values():
                walk(one)
        elif isinstance(value, list):
            for one in value:
                walk(one)
        elif isinstance(value, str) and value.startswith("stickers/"):
            named.add(value)

    walk(manifest)
    assert named == {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    wolf = next(piece for piece in manifest["pieces"] if piece["id"] == "wolf")
    assert (manifest["title"], wolf["name"], wolf["count"], wolf["beside"]) == ("Badgers & Jackals", "Badger", 8, 0)
    assert {deck["name"]: len(deck["cards"]) for deck in manifest["decks"]} == {"Reference cards": 1, "Deck": 4}


def test_a_piece_is_transparent_about_it_and_its_sticker_runs_past_the_cut() -> None:
    table = format.table(Export("fox-and-geese", theme="classic", pixels=80, bleed=2.0))
    pictures, fox = Pictures(table, 80), table.piece("fox")
    assert opened(pictures.png(fox.front)).getpixel((0, 0))[3] == 0
    piece, bleed, cut = (opened(pictures.png(picture)) for picture in (fox.front, *fox.stickers[0]))
    assert bleed.width - piece.width == pytest.approx(2 * 2.0 / 25.4 * 80, abs=2)
    assert bleed.getpixel((3, bleed.height // 2))[3] == 255 and bleed.getpixel((0, 0))[3] == 0
    assert ImageChops.difference(bleed.convert("RGB"), cut.convert("RGB")).getbbox() is not None
    assert b'id="cut"' in pictures.svg(fox.stickers[0].cut) and b'id="cut"' not in pictures.svg(fox.stickers[0].bleed)


def test_cells_lie_on_the_grid_and_points_in_the_middle_of_its_squares() -> None:
    for game in ("wolves-and-jackals", "the-game", "fox-and-geese"):
        table = format.table(Export(game))
        spots = [spot for spot in table.spots if spot.form == "square"] or table.spots
        assert table.lattice == "square"
        assert all((at / SQUARE) % 1 == pytest.approx(0.5) for spot in spots for at in (spot.x, spot.y))


def test_a_match_is_laid_out_as_it_stands_and_as_it_stood(postfox, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    players = [create.seat("Anna"), create.seat("Bob")]
    create.new(tmp_path / "ab", "fox-and-geese", find("fox-and-geese").Options(), players, seed="wheel")
    (tmp_path / "order.txt").write_text("d4 d5\n", encoding="utf-8")
    process.adjudicate(Folder(tmp_path / "ab"), [tmp_path / "order.txt"], png=False)
    for turn, place in ((1, "d4"), (2, "d5")):
        code, (folder,), _ = postfox("fox-and-geese", "--match", "ab", "--turn", str(turn), "--pixels", "20")
        manifest = json.loads((tmp_path / folder / "manifest.json").read_text(encoding="utf-8"))
        assert code == 0 and folder == f"out/fox-and-geese-ab-turn-{turn}-pieces"
        assert [item["place"] for item in manifest["setup"] if item["piece"] == "fox"] == [place]
        assert len(manifest["setup"]) == 14 and f"turn {turn}" in manifest["position"].lower()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess",), "there is no game 'chess'"),
        (("fox-and-geese", "--to", "tabletopia"), "--to: there is no format 'tabletopia'"),
        (("fox-and-geese", "--pixels", "5"), "--pixels: 5 pixels per square is out of range; use 20 to 600"),
        (("snakes-and-foxes", "--pixels", "600"), "--pixels: a board of 20 x 20 squares would be 12000 pixels wide"),
        (("fox-and-geese", "--bleed", "20"), "--bleed: a bleed of 20 mm is out of range"),
        (("fox-and-geese", "--piece", "cow=horse"), "--piece: there is no piece 'cow'"),
        (("fox-and-geese", "--turn", "2"), "--turn: --turn is a turn of a match"),
        (("fox-and-geese", "--match", "nowhere"), "nowhere: there is no match here"),
        (("fox-and-geese", "--language", "xx"), "there is no language 'xx'"),
        (("fox-and-geese", "--out", "file", "--pixels", "20"), "--out: file is a file"),
    ],
)
def test_what_cannot_be_exported_is_one_line(postfox, tmp_path: Path, words: tuple[str, ...], said: str) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "file").write_text("")
    code, out, err = postfox(*words)
    assert (code, out) == (2, []) and said in err and err.count("\n") == 1


def test_the_sides_of_a_card_are_drawn_in_the_middle_of_their_paper() -> None:
    table, _ = laid_out(Export("wolves-and-jackals"))
    for card in (card for deck in table.decks for card in deck.cards):
        for side in filter(None, (card.front, card.back)):
            ground, art = side.page.shapes
            assert (ground.width, ground.height) == (side.page.width, side.page.height)
            assert (art.x, art.y) == (side.page.width / 2, side.page.height / 2)


@pytest.mark.parametrize(
    ("game", "variant", "options", "lattice"),
    [
        ("fox-and-geese", None, (), "square"),
        ("fox-and-geese", "hexagon", (), "none"),
        ("snail-trail", None, (), "square"),
        ("snail-trail", None, ("shape=hex",), "hexagon"),
        ("snakes-and-foxes", None, (), "none"),
        ("the-game", None, (), "square"),
        ("wolves-and-jackals", None, (), "square"),
    ],
)
def test_places_on_a_lattice_lie_in_the_middle_of_squares_and_the_ground_is_no_larger_than_the_board_asks(
    game: str, variant: str | None, options: tuple[str, ...], lattice: str
) -> None:
    table = format.table(Export(game, "pieces", variant, options, theme="classic", pixels=20))
    board, (x, y) = table.components.board, table.origin
    assert table.lattice == lattice
    assert (table.width, table.height) == (table.columns * SQUARE, table.rows * SQUARE)
    for spot, place in zip(table.spots, board.places, strict=True):
        assert (spot.x, spot.y) == pytest.approx((x + table.scale * place.x, y + table.scale * place.y))
        assert spot.width == pytest.approx(table.scale * place.size)
        assert spot.form == ("hexagon" if place.hexagon else "square" if place.cell else "circle")
        if lattice == "square" and (place.cell or not any(other.cell for other in board.places)):
            assert all(abs(at / SQUARE % 1 - 0.5) < 0.02 for at in (spot.x, spot.y))
    x0, y0, x1, y1 = board.extent
    for low, high, whole in (
        (x + table.scale * x0, x + table.scale * x1, table.width),
        (y + table.scale * y0, y + table.scale * y1, table.height),
    ):
        assert -0.02 * SQUARE <= low < SQUARE and whole - SQUARE < high <= whole + 0.02 * SQUARE
        if lattice != "square":
            assert low + high == pytest.approx(whole), "in the middle"


def test_the_pixels_that_are_proposed_for_a_large_board_are_the_most_that_it_takes() -> None:
    large = Export("snail-trail", "pieces", options=("size=15",), theme="classic", pixels=600)
    with pytest.raises(OptionError, match="would be 9000 pixels wide; take --pixels 546 or fewer"):
        format.table(large)
    with pytest.raises(OptionError, match="take --pixels 546"):
        format.table(large._replace(pixels=547))
    assert format.table(large._replace(pixels=546)).columns == 15


@pytest.mark.parametrize(
    ("field", "inside", "outside"), [("pixels", (20, 600), (19, 601)), ("bleed", (0, 10), (-1, 10.1))]
)
def test_pixels_and_bleed_have_their_limits(field: str, inside: tuple[float, ...], outside: tuple[float, ...]) -> None:
    plain = Export("fox-and-geese", "pieces", variant="wolf-and-sheep", theme="classic")
    for value in inside:
        assert format.table(plain._replace(**{field: value})).spots  # type: ignore[arg-type]
    for value in outside:
        with pytest.raises(OptionError, match=f"--{field}: .* is out of range"):
            format.table(plain._replace(**{field: value}))  # type: ignore[arg-type]
