"""A match as a moving picture: one frame for each line that did something, the last as board.png."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from adjudicator.cli import new, show
from adjudicator.match import animation, outputs
from adjudicator.match.folder import Folder
from printables.render import png


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    out: Path = tmp_path_factory.mktemp("out")
    list(new.make(out))
    return Folder(out / new.MATCH)


def test_a_frame_for_each_line_that_did_something(folder: Folder) -> None:
    moving = Image.open(io.BytesIO(show.render(folder, "gif")))
    done = [entry for entry in folder.entries() if entry.done]
    assert getattr(moving, "n_frames", 1) == len(done) > 2
    assert moving.width == animation.WIDTH


def test_the_last_frame_is_the_picture_of_the_match(folder: Folder) -> None:
    moving = Image.open(io.BytesIO(animation.gif(folder)))
    moving.seek(moving.n_frames - 1)  # type: ignore[attr-defined]
    last = moving.convert("RGB")
    *_, step = folder.replay()
    sheet = outputs.draw(folder.match, folder.game, step.entry, step.after)
    board = Image.open(io.BytesIO(png.render(sheet.pages[0], sheet, animation.WIDTH / sheet.pages[0].width * 25.4)))
    plain = Image.new("RGB", last.size, "white")
    plain.paste(board.convert("RGB"), (0, 0))
    different = ImageChops.difference(last, plain).convert("L").point(lambda value: 255 if value > 80 else 0)
    assert sum(different.histogram()[1:]) < 0.01 * last.width * last.height
    assert step.after.state is not None


def test_a_turn_ends_the_picture(folder: Folder) -> None:
    whole = Image.open(io.BytesIO(show.render(folder, "gif")))
    start = Image.open(io.BytesIO(show.render(folder, "gif", turn=1)))
    assert getattr(start, "n_frames", 1) < whole.n_frames  # type: ignore[attr-defined]


def test_the_same_match_gives_the_same_bytes(folder: Folder) -> None:
    assert animation.gif(folder) == animation.gif(folder)
