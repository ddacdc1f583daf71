"""Cards as print shops take them."""

from __future__ import annotations

import io
import json
from hashlib import sha256
from pathlib import Path

import pytest
from lanes import Golden, some
from PIL import Image

from printables.core import OptionError
from printables.core.request import Request
from printables.printing import make, order
from printables.printing.order import SHOPS, Preset
from printables.render import png, svg
from printables.scene import Page, Sheet, Text, walk


def test_every_card_has_two_pictures_in_the_pixels_of_the_shop_and_a_count(tmp_path: Path) -> None:
    preset: Preset = "mpc"
    request = Request("wolves-and-jackals", options=("cards=true",), theme="classic")
    *pictures, bill = order.write(request, preset, tmp_path)
    told = json.loads(bill.read_text())
    assert {tmp_path / bill.parent / row[side] for row in told["cards"] for side in ("front", "back")} == set(pictures)
    assert [row["count"] for row in told["cards"]] == [2, 2, 2, 2, 2]
    for row, stock in zip(
        told["cards"], (SHOPS[preset].cards["tarot"], *[SHOPS[preset].cards["poker"]] * 4), strict=True
    ):
        assert row["stock"] == stock.name
        with Image.open(bill.parent / row["front"]) as picture:
            assert picture.size == stock.pixels and picture.mode == "RGB"


@pytest.mark.parametrize("preset", SHOPS)
def test_bleed_is_an_eighth_of_an_inch_as_shops_round_it(preset: Preset) -> None:
    shop = SHOPS[preset]
    for stock in (*shop.cards.values(), *(one for chits in shop.chits.values() for one in chits), *shop.boards):
        for cut, pixels in zip((stock.width, stock.height), stock.pixels, strict=True):
            assert (pixels - cut / 25.4 * shop.dpi) / 2 == pytest.approx(37, abs=3)


def test_nothing_that_matters_stands_where_a_cut_may_reach(tmp_path: Path) -> None:
    (front, *_) = order.write(Request("the-game", theme="classic"), "thegamecrafter", tmp_path)
    with Image.open(front) as picture:
        wide, high = picture.size
        for box in ((0, 0, wide, 72), (0, high - 72, wide, high), (0, 0, 72, high), (wide - 72, 0, wide, high)):
            assert picture.convert("L").crop(box).getextrema() == (255, 255)


def test_a_game_without_cards_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order.cards, "drawn", lambda *_: iter(()))
    with pytest.raises(OptionError, match="--preset"):
        list(order.write(Request("the-game"), "mpc", tmp_path))


def test_tokens_for_punchboard_fit_the_board_and_are_as_many_as_in_the_kit(tmp_path: Path) -> None:
    request = Request("fox-and-geese", variant="asalto", theme="classic")
    *pictures, bill = order.write(request, "punchboard", tmp_path)
    told = json.loads(bill.read_text())
    rows = {row["front"].removesuffix("-front.png"): row for row in told["tokens"]}
    pieces = make.made(request._replace(sheet="tokens")).bill().pieces
    assert [row["count"] for row in rows.values()] == [piece.copies for piece in pieces if piece.diameter_mm]
    (stock,), shop = {row["stock"] for row in rows.values()}, SHOPS["punchboard"]
    (size,) = (chit for chit in SHOPS["punchboard"].chits["round"] if chit.name == stock)
    assert size.width <= (pieces[0].diameter_mm or 0.0) < size.width + 25.4 / 4
    assert {bill.parent / row[side] for row in rows.values() for side in ("front", "back")} == set(pictures)
    for file in pictures:
        with Image.open(file) as picture:
            assert picture.size == size.pixels and picture.mode == "RGB"
            edge = picture.crop((0, 0, picture.width, 61)).getcolors()
            assert edge is not None and len(edge) == 1, "ground alone, to the rim about what is safe"
            safe = round((25.4 / 8 + shop.safe) / 25.4 * 300)
            inside = picture.crop((safe, safe, picture.width - safe, picture.height - safe)).getcolors(1 << 16)
            assert inside is not None and len(inside) > 1


@pytest.mark.parametrize("preset", ["mpc", "poker-deck", "gameboard"])
def test_a_shape_of_tokens_is_refused_where_a_shop_gets_none(preset: Preset, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"--token-shape: .* no tokens; remove --token-shape"):
        list(order.write(Request("fox-and-geese", token_shape="square"), preset, tmp_path))
    assert not list(tmp_path.iterdir())


def test_cards_and_tokens_are_ordered_in_the_size_and_shape_that_is_asked_for(tmp_path: Path) -> None:
    request = Request("wolves-and-jackals", options=("cards=true",), theme="classic", card="mini")
    told = json.loads([*order.write(request, "mpc", tmp_path)][-1].read_text())
    assert [row["stock"] for row in told["cards"]] == ["tarot size", *["mini size"] * 4]
    with pytest.raises(OptionError, match=r"--card: no mini cards of any shop .* are known; use poker"):
        list(order.write(request, "poker-deck", tmp_path))
    square = Request("fox-and-geese", theme="classic", token_shape="square")
    told = json.loads([*order.write(square, "punchboard", tmp_path)][-1].read_text())
    assert {row["stock"] for row in told["tokens"]} == {"SmallSquareChit"}
    with pytest.raises(OptionError, match="--token-shape: no hexagon tokens of The Game Crafter are known"):
        list(order.write(square._replace(token_shape="hexagon"), "punchboard", tmp_path))


def test_a_board_too_small_for_punchboard_says_how_large_it_has_to_be(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"no punchboard token fits this board.*take larger paper"):
        list(order.write(Request("wolves-and-jackals"), "punchboard", tmp_path))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("paper", "stock"), some([("a4", "SquareBoard"), ("a3", "LargeSquareBoard"), ("460x460mm", "QuadFoldBoard")], 1)
)
def test_a_board_is_the_largest_that_a_shop_has_for_the_paper(paper: str, stock: str, tmp_path: Path) -> None:
    picture, bill = order.write(Request("the-game", paper=paper, theme="classic"), "gameboard", tmp_path)
    (row,) = json.loads(bill.read_text())["boards"]
    assert (row["stock"], row["count"], row["front"]) == (stock, 1, "board-front.png") and "back" not in row
    size = next(board.pixels for board in SHOPS["gameboard"].boards if board.name == stock)
    with Image.open(picture) as opened:
        assert opened.size == size and opened.mode == "RGB"
        edge = round(25.4 / 4 / 25.4 * 300)  # bleed, and what is safe within the cut
        ground = opened.crop((0, 0, opened.width, edge)).getcolors()
        assert ground is not None and len(ground) == 1, "ground alone, to the edge of what is safe"


def test_a_shop_s_board_has_no_ruler_and_keeps_its_credit() -> None:
    shapes = list(walk(make.sheet(Request("the-game", "board", preset="gameboard", theme="classic")).pages[0].shapes))
    said = " ".join(shape.text for shape in shapes if isinstance(shape, Text))
    assert "Leisure Dimensions" in said and "100 %" not in said
    assert not [shape for shape in shapes if getattr(shape, "classes", "").startswith("ruler")]


def test_paper_smaller_than_a_shop_s_boards(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"take larger paper"):
        list(order.write(Request("the-game", paper="90x90mm"), "gameboard", tmp_path))


ORDERS: dict[str, tuple[Preset, Request]] = {
    "cards": ("thegamecrafter", Request("wolves-and-jackals", options=("cards=true",), card="mini", language="de")),
    "poker-cards": ("poker-deck", Request("snakes-and-foxes", theme="classic")),
    "tokens": ("punchboard", Request("fox-and-geese", variant="asalto", theme="parchment")),
    "square-tokens": ("punchboard", Request("snail-trail", token_shape="square", theme="classic")),
    "board": ("gameboard", Request("the-game", theme="classic")),
    "tabloid-board": ("gameboard", Request("snail-trail", paper="tabloid", orientation="landscape")),
}


@pytest.mark.parametrize("name", ORDERS)
def test_what_a_shop_gets_is_drawn_and_billed_the_same(
    name: str, golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line for each picture: what is drawn in it, how large, and how many dots to the inch; then the bill."""
    drawn = list[str]()

    def pixels(page: Page, sheet: Sheet, width: int, height: int) -> bytes:
        drawn.append(f"{sha256(svg.render(page, sheet).encode()).hexdigest()[:12]} {width}x{height}")
        out = io.BytesIO()
        Image.new("RGBA", (1, 1)).save(out, "PNG")
        return out.getvalue()

    monkeypatch.setattr(png, "pixels", pixels)
    *pictures, bill = order.write(ORDERS[name][1], ORDERS[name][0], tmp_path)
    lines = []
    for said, file in zip(drawn, pictures, strict=True):
        with Image.open(file) as picture:
            dots = [round(dpi, 1) for dpi in picture.info["dpi"]]
        lines.append(f"{said} {picture.mode} {dots} {file.relative_to(tmp_path).as_posix()}\n")
    golden(f"orders/{name}.txt", "".join(lines) + bill.read_text(encoding="utf-8"))
