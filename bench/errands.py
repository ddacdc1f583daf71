"""The first hour, by the documents alone: `python bench/errands.py [ERRAND ...] [--wheel FILE]`.

Six errands, each in a folder, a home and a virtual environment of its own with the wheel alone: what the page tells
people to save is saved, what it tells them to type is typed, as a shell takes it. Printed are the seconds to install,
the seconds of the walk, and what it may take. A command that fails ends the errand, and its words are shown. What
stays until somebody ends it (a server, `--watch`) is left out, and so is `--open`.

Without --wheel it is built first. pip needs its index.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from tests.house.test_walks import FENCE, LEFT, PLAIN, SAVE, STAYS, lines


class Errand(NamedTuple):
    """A page of docs/, and how many minutes it may take, the installation in it."""

    page: str
    minutes: int


ERRANDS = {
    "kit": Errand("tutorial/print-your-first-kit.md", 2),
    "match": Errand("tutorial/play-by-mail.md", 10),
    "letter": Errand("how-to/translate.md", 10),
    "hunt": Errand("tutorial/make-your-own-hunt.md", 15),
    "prop": Errand("tutorial/make-a-prop.md", 5),
    "move": Errand("how-to/move-to-another-computer.md", 5),
}


def script(page: str) -> str:
    """What a page has one save and type, as a script."""
    text, made = (ROOT / "docs" / page).read_text(encoding="utf-8"), []
    for fence in FENCE.finditer(text):
        _, language, block = fence.groups()
        if saved := SAVE.search(text[: fence.start()]):
            made.append(f"mkdir -p '{Path(saved[1]).parent}'; cat > '{saved[1]}' <<'SAVED'\n{block}SAVED")
        if language != "sh":
            continue
        if "<<" in block:
            made.append(block)
            continue
        for line in lines(block):
            words = line.split()
            stays = "--watch" in words or STAYS & {" ".join(words[1:2]), " ".join(words[1:3])}
            if words[0] in {"postfox", *PLAIN} and not stays:
                made.append(line.replace(" --open", ""))
    return "\n".join(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("errands", nargs="*", default=list(ERRANDS))
    parser.add_argument("--wheel", type=Path)
    given = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as place:
        wheel = given.wheel or built(Path(place))
        print("errand | installed s | walked s | may take s | ")
        for name in given.errands:
            errand, folder = ERRANDS[name], Path(place) / name
            folder.mkdir()
            environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "POSTFOX"))}
            environment |= {"HOME": str(folder / "home"), "PATH": f"{folder}/venv/bin:{os.environ['PATH']}"}
            start = time.monotonic()
            subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
            subprocess.run(
                [folder / "venv/bin/pip", "install", "--quiet", wheel.resolve()], check=True, stderr=subprocess.DEVNULL
            )
            installed = time.monotonic()
            work = folder / "work"
            work.mkdir()
            done = subprocess.run(
                ["sh", "-eu", "-c", script(errand.page)], cwd=work, env=environment, capture_output=True, text=True
            )
            walked = time.monotonic()
            well = done.returncode == 0 and (work / LEFT[f"docs/{errand.page}"]).is_file()
            well = well and walked - start < errand.minutes * 60
            failed = failed or not well
            said = "" if well else f"FAILED\n{done.stdout}{done.stderr}"
            print(
                f"{name} | {installed - start:.0f} | {walked - installed:.0f} | {errand.minutes * 60} | {said}",
                flush=True,
            )
            shutil.rmtree(folder)
    sys.exit(failed)


def built(place: Path) -> Path:
    """The wheel of this checkout."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", place, ROOT], check=True, stdout=subprocess.DEVNULL
    )
    return next(place.glob("*.whl"))


if __name__ == "__main__":
    main()
