"""Every picture of the documents is what its commands make: a few are made by default, all in the long run.

A picture may differ a little, as another version of a library smooths its edges. Pages to play from need Chromium.
"""

from __future__ import annotations

import importlib
import re
import shlex
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from lanes import THOROUGH, some
from PIL import Image, ImageChops

from adjudicator import games
from adjudicator.match import outputs
from printables.sheets import NEEDS
from tests.house.test_docs import docs
from tests.house.test_walks import parsed

docs()  # puts its folder on the path
gallery = importlib.import_module("gallery")
PICTURES = Path(gallery.DOCS) / gallery.FOLDER
EVERY = {one.name: one for one in gallery.every()}
CHEAP = [name for name in EVERY if name.startswith(("hunts/", "gallery/calibration", "gallery/shapes", "gallery/dice"))]
SEEN = [name for name in EVERY if name != "gallery/site"]  # that one is looked at where tests have a site
WHOLE = outputs.PICTURE_PIXELS  # tests have smaller ones
CELL = 8  # pixels, over which a difference is taken
FAR = 24  # of 255: how far the mean of a cell may be off, in each of red, green and blue
HEAVY = 250_000  # bytes: more than that is no picture for a page


def same(made: Image.Image, kept: Path) -> bool:
    """Whether a picture looks as the one that is kept."""
    with Image.open(kept) as image:
        seen = image.convert("RGB")
    if max(abs(one - other) for one, other in zip(made.size, seen.size, strict=True)) > 1:  # a pixel by rounding
        return False
    cells = max(1, made.width // CELL), max(1, made.height // CELL)
    means = [image.resize(cells, Image.Resampling.BOX) for image in (made.convert("RGB"), seen)]
    return max(high for _, high in ImageChops.difference(*means).getextrema()) <= FAR


@pytest.mark.parametrize("name", SEEN if THOROUGH else some(CHEAP, 3))
def test_a_picture_is_what_its_commands_make(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "PICTURE_PIXELS", WHOLE)
    one = EVERY[name]
    if one.made.endswith("html") and gallery.CHROMIUM is None:
        pytest.skip("no Chromium here: nobody looks at the page")
    with ThreadPoolExecutor(1) as apart:  # the browser of other tests keeps this thread for itself
        pictures = apart.submit(lambda: list(gallery.drawn(one))).result()
    for file, made in pictures:
        assert same(made, PICTURES / file), f"{file}: run `python docs/make.py`"


def test_pictures_of_positions_are_those_of_letters() -> None:
    for file, made in gallery.positions():
        assert same(made, PICTURES / file), f"{file}: run `python docs/make.py`"


def test_another_picture_is_not_the_same(tmp_path: Path) -> None:
    one: Any = EVERY["hunts/fox-13"]
    (_, made), *_ = gallery.drawn(one)
    assert same(made, PICTURES / "hunts/fox-13.webp") and not same(made, PICTURES / "hunts/fox-15.webp")
    file = tmp_path / "moved.webp"
    ImageChops.offset(made, 3, 0).save(file, quality=gallery.QUALITY)
    assert not same(made, file)


def test_every_picture_that_is_kept_has_its_commands() -> None:
    made = {f"{name}{end}.webp" for name, one in EVERY.items() for end in (("", "-large") if one.large else ("",))}
    made |= {f"{file.stem}-position.webp" for file in (gallery.DOCS / "positions").iterdir()}
    assert made == {file.relative_to(PICTURES).as_posix() for file in PICTURES.rglob("*") if file.is_file()}


def test_pictures_are_light_enough_for_a_page() -> None:
    assert not [file.name for file in PICTURES.rglob("*.webp") if file.stat().st_size > HEAVY]


def test_the_commands_of_all_pictures_can_be_typed() -> None:
    for one in EVERY.values():
        for command in one.commands:
            for way in one.ways:
                parsed(shlex.split(command.replace(one.word, way) if one.word else command)[1:])


def test_the_gallery_shows_every_theme_sheet_prop_and_page() -> None:
    """Of every game its board in each theme, its kit, its page and its picture; every kind of sheet and of prop."""
    shown = [one for _, _, pictures in gallery.shown() for one in pictures]
    commands = "\n".join(
        line.replace(one.word or "\0", way) for one in shown for way in one.ways for line in one.commands
    )
    assert {file.stem for file in (gallery.DOCS.parent / "templates/themes").iterdir()} == set(gallery.THEMES)
    for slug in games.GAMES:
        for theme in gallery.THEMES:
            assert f"print {slug} --sheet board --theme {theme}" in commands
        assert f"print {slug}\n" in commands and f"new {slug} anna-bob" in commands
    assert set(NEEDS) - {"kit"} == set(re.findall(r"--sheet (\w+)", commands))
    props = {word for path, _ in docs().commands() for word in path.split()[1:] if path.startswith("handout ")}
    assert props == set(re.findall(r"handout (\w+)", commands))
    assert {file.stem for file in (gallery.DOCS.parent / "templates/samples/handouts").iterdir()} >= set(gallery.PROPS)
    page = (gallery.DOCS / "gallery.md").read_text(encoding="utf-8")
    assert all(f"](pictures/{one.name}.webp)" in page for one in shown)


@pytest.mark.parametrize("sheet", [name for name in NEEDS if name != "kit"])
def test_every_kind_of_sheet_is_shown_and_told_of(sheet: str) -> None:
    """In the gallery by a command of its own, and with what it is in the guide to printing and in the help."""
    commands = [command for one in EVERY.values() for command in one.commands]
    assert any(re.search(rf"--sheet (\w+,)*{sheet}\b", command) for command in commands), f"no picture of {sheet}"
    pages = Path(gallery.DOCS)
    assert re.search(rf"\b{sheet}\b", (pages / "printing.md").read_text(encoding="utf-8"))
    assert re.search(rf"`{sheet}`|\b{sheet}\b", (pages / "cli/print.md").read_text(encoding="utf-8"))
