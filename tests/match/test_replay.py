"""A match as a moving picture: one frame for each line that did something, the last as board.png."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from lanes import thorough
from PIL import Image, ImageChops

from adjudicator import games
from adjudicator.cli import new, show
from adjudicator.match import animation, create, outputs
from adjudicator.match.folder import Folder
from printables.render import png


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    out: Path = tmp_path_factory.mktemp("out")
    new.make(out)
    return Folder(out / new.MATCH)


@pytest.mark.parametrize("format", ["webp", "gif"])
def test_a_frame_for_each_line_that_did_something(folder: Folder, format: str) -> None:
    moving = Image.open(io.BytesIO(show.render(folder, format)))
    done = [entry for entry in folder.entries() if entry.done]
    assert getattr(moving, "n_frames", 1) == len(done) > 2
    assert moving.width == animation.WIDTH == 500


@pytest.mark.parametrize("format", ["webp", "gif"])
def test_the_last_frame_is_the_picture_of_the_match(folder: Folder, format: str) -> None:
    moving = Image.open(io.BytesIO(animation.make(folder, format)))
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
    whole = Image.open(io.BytesIO(show.render(folder, "webp")))
    start = Image.open(io.BytesIO(show.render(folder, "webp", turn=1)))
    assert getattr(start, "n_frames", 1) < whole.n_frames  # type: ignore[attr-defined]


def test_the_same_match_gives_the_same_bytes(folder: Folder) -> None:
    assert animation.make(folder, "webp") == animation.make(folder, "webp")


FRAMES, FRAME = 130, 850  # of a long film; kilobytes of one that is held whole
MEASURED = """
import sys
from pathlib import Path
from adjudicator.match import animation
from adjudicator.match.folder import Folder
Path("film").write_bytes(animation.make(Folder(Path(sys.argv[1])), sys.argv[2], most=int(sys.argv[3])))
[peak] = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(peak.split()[1])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="no system here tells how much memory a process took")
@thorough
def test_of_a_long_match_little_of_its_film_is_held_at_once(tmp_path: Path) -> None:
    made = games.find("wolves-and-jackals").Options()
    create.new(tmp_path / "m", "wolves-and-jackals", made, create.seats(["bot:random", "bot:random"]), seed="b")
    assert len(Folder(tmp_path / "m").log.lines) > animation.MOST
    for format in ("webp", "gif"):
        run = [sys.executable, "-c", MEASURED, "m", format, str(FRAMES)]
        told = subprocess.run(run, cwd=tmp_path, capture_output=True, check=True)
        assert int(told.stdout) < 100_000 < FRAMES * FRAME
        assert (tmp_path / "film").stat().st_size < 7_000 * FRAMES


def test_of_a_long_match_frames_are_chosen_evenly_and_the_last_is_shown_longest(folder: Folder) -> None:
    def film(most: int, turn: int | None = None) -> animation._Film:
        return animation._Film(folder, turn, "en", 40, most)

    lines = [step.entry.n for step in film(99)._steps]
    assert lines == [0, 1, 3, 4]
    for most, places in ((4, range(4)), (3, (0, 2, 3)), (2, (0, 3))):
        short = film(most)
        assert [step.entry.n for step in short._steps] == [lines[place] for place in places]
        assert (short.n_frames, short.times) == (most, [700] * (most - 1) + [3000])
    assert film(99).size[0] == 40 and [step.entry.n for step in film(99, turn=1)._steps] == [0]


def test_a_gif_goes_on_from_what_it_showed_and_round_and_round(folder: Folder) -> None:
    moving = Image.open(io.BytesIO(animation.make(folder, "gif", width=100, most=3)))
    assert moving.size[0] == 100 and moving.info["loop"] == 0
    shown, times = [], []
    for number in range(3):
        moving.seek(number)
        times.append(moving.info["duration"])
        shown.append(moving.convert("RGB"))
    assert times == [700, 700, 3000]
    film = animation._Film(folder, None, "en", 100, 3)
    for number, picture in enumerate(shown):
        film.seek(number)
        assert film.tell() == number
        far = ImageChops.difference(picture, film).convert("L").point(lambda value: 255 if value > 80 else 0)
        assert sum(far.histogram()[1:]) < 0.01 * film.width * film.height
    webp = Image.open(io.BytesIO(animation.make(folder, "webp", width=40, most=2)))
    assert (webp.size[0], webp.n_frames) == (40, 2)  # type: ignore[attr-defined]
