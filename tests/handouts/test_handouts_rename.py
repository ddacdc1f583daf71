"""A game under other names: everything that is read, and nothing of who made it."""

from __future__ import annotations

import handed
import pdfium
import pytest
from lanes import some

from printables import boards, sheets
from printables.core import OptionError
from printables.handouts import game
from printables.handouts.handout import PLAYERS, Order
from printables.handouts.order import Found
from printables.handouts.rename import Renamer, plural
from printables.printing import make
from printables.printing.job import prepare
from printables.scene import Text, walk
from printables.sheets import rules
from printables.text.markdown import Prose, read

KIT = prepare(make.Request(handed.GAME)).components


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("a fox, two foxes, the FOX", "an owl, two owls, the OWL"),
        ("Foxes run. A snake waits.", "Owls run. An eel waits."),
        ("![FOX](token:fox) and ![](face:fox)", "![OWL](token:fox) and ![](face:fox)"),
        ("Snakes & Foxes", "Eels & Owls"),
        ("Snakes and Foxes, or snakes and foxes", "Eels & Owls, or eels and owls"),
        ("foxglove, outfox, snakeskin", "foxglove, outfox, snakeskin"),
        ("Snakes and Foxes Game v1.0, No Name Publishing", "Snakes and Foxes Game v1.0, No Name Publishing"),
        ("one coin, two coins, COINS", "one groat, two groats, GROATS"),
        ("by Olgar Shiverstone", "by Olgar Shiverstone"),
    ],
)
def test_words_keep_their_case_and_their_article(text: str, new: str) -> None:
    assert Renamer(KIT, "Eels & Owls", ("fox=owl", "Snakes=eel"), "groat")(text) == new


def test_names_swap_in_one_pass() -> None:
    assert Renamer(KIT, "", ("fox=snake", "snake=fox"))("a fox and a snake") == "a snake and a fox"


def test_plurals() -> None:
    words = "vixen mouse/mice fly day box wish church glass"
    made = [word.split("/")[1] if "/" in word else plural(word) for word in words.split()]
    assert made == ["vixens", "mice", "flies", "days", "boxes", "wishes", "churches", "glasses"]


@pytest.mark.parametrize(
    ("name", "pieces", "currency", "message"),
    [
        ("", ("wolf=dog",), "", "--piece: there is no piece 'wolf'; the pieces are fox, snake"),
        ("", ("fox",), "", "--piece: 'fox' renames nothing; write old=new"),
        ("", ("fox=",), "", "--piece: '' is not a name"),
        ("", ("fox=a", "foxes=b"), "", "--piece: 'foxes' is renamed twice"),
        ("x" * 61, (), "", "--name: the name has 61 characters"),
        ("", (), "a/b/c", "--currency: 'a/b/c' is not a name"),
    ],
)
def test_what_cannot_be_renamed(name: str, pieces: tuple[str, ...], currency: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        Renamer(KIT, name, pieces, currency)
    assert message in str(caught.value)


def test_no_page_of_a_found_game_calls_it_by_its_old_names() -> None:
    pages = pdfium.texts(handed.printed("game"))
    assert (
        "SERPENTS & VIXENS" in pages[0].upper() and "played for crowns" in pages[0] and "found in a tower" in pages[0]
    )
    for page, drawn in zip(pages, handed.sheet("game").pages, strict=True):
        plain = page.replace(" 100 mm at 100 %", "")  # stands in the middle of the credit
        plain = plain.replace("Snakes and Foxes Game", "").replace("After Snakes & Foxes:", "").lower()
        assert "snake" not in plain and "fox" not in plain, page[:200]
        assert drawn.back or "Olgar Shiverstone" in page
    whole = " ".join(pages)
    assert "VIXEN" in whole and "serpents" in whole and "By mail" not in whole


@pytest.mark.parametrize("slug", some(boards.slugs(), 3))
def test_every_game_that_is_printed_can_be_found(slug: str) -> None:
    """Under a new name, with a piece of another name, on parchment: all of its sheets, and a picture for a screen."""
    kit = prepare(make.Request(slug)).components
    pieces = (f"{kit.tokens[0].kind}=pebble",) if kit.tokens else ()
    found = Found(slug, name="Pebbles", piece=pieces, currency="shell")
    made = game.make_found(found, Order())
    titles = [page.title for page in made.pages if page.title]
    assert titles[:2] == ["Pebbles", "Board"] and made.title == "Pebbles"
    assert made.author == kit.designer and made.licence == kit.licence
    assert len(made.pages) > len(sheets.of(kit)) - 1
    assert made.pictures[0].title == "Pebbles: board"
    texts = {shape.text for page in made.pages for shape in walk(page.shapes) if isinstance(shape, Text)}
    assert any(kit.designer in text for text in texts)
    assert not [text for text in texts if text == kit.title]


def test_the_tokens_match_the_board_of_the_handout() -> None:
    made = handed.made("game")[PLAYERS]
    board = next(page for page in made.pages if page.title == "Board")
    tokens = next(page for page in made.pages if page.title == "Tokens")
    from printables.scene import Circle, Group

    group = next(shape for shape in walk(board.shapes) if isinstance(shape, Group) and shape.classes == "board")
    cuts = {round(2 * shape.radius, 2) for shape in tokens.cut if isinstance(shape, Circle)}
    assert len(cuts) == 1
    assert cuts.pop() == pytest.approx(KIT.board.token * group.scale, abs=1.0)


def test_sections_about_mail_are_not_of_the_world() -> None:
    text = rules.prose(prepare(make.Request(handed.GAME)), "snakes-and-foxes")[0]
    before = [b for b in read(text) if isinstance(b, Prose)]
    after = [b for b in game._of_the_world(read(text)) if isinstance(b, Prose)]
    gone = [block for block in before if block not in after]
    assert {"By mail"} <= {span.text for block in gone for span in block.inlines if hasattr(span, "text")}
    assert 1 < len(gone) < 14
    assert "Olgar Shiverstone" in repr(after[-1])
