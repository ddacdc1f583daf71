"""What is not documented fails: commands, games, options, the README's own Python."""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from adjudicator import games
from adjudicator.letters import proof
from adjudicator.match import create
from adjudicator.match.folder import Folder

ROOT = Path(__file__).resolve().parents[2]
DICE = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")
CHECKED = re.findall(r"```sh\n(.*?)```", DICE, re.DOTALL)  # the lines that check a roll, and one for a beacon


def docs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_make", ROOT / "docs" / "make.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", docs().PAGES)
def test_a_page_made_from_code_is_what_the_code_says(name: str):
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == docs().PAGES[name](), "run `python docs/make.py pages`"


def test_the_pages_of_hunts_and_commands_are_what_the_program_says() -> None:
    made = docs().folders()
    kept = {
        page.relative_to(ROOT / "docs").as_posix(): page.read_text(encoding="utf-8")
        for folder in {name.partition("/")[0] for name in made}
        for page in (ROOT / "docs" / folder).glob("*.md")
    }
    assert kept == made, "run `python docs/make.py pages`"
    made = {name: text for name, text in made.items() if name.startswith("hunts/")}
    assert {page.stem for page in (ROOT / "docs/pictures/hunts").iterdir()} == {Path(name).stem for name in made} - {
        "index"
    }


def test_every_picture_is_shown_somewhere_and_every_picture_shown_is_there() -> None:
    shown = {
        (page.parent / name).resolve()
        for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
        for name in re.findall(
            r"!\[[^\]]*\]\(([^)]+)\)", re.sub(r"```.*?```|`[^`]*`", "", page.read_text(), flags=re.S)
        )
    }
    large = set((ROOT / "docs/pictures").rglob("*-large.webp"))  # behind a picture that is shown
    assert shown | large == set((ROOT / "docs/pictures").rglob("*.*"))


def test_the_schemas_are_those_of_the_records():
    made = dict(docs().schemas())
    kept = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "schemas").iterdir()}
    assert kept == made, "run `python docs/make.py`"


def test_every_command_says_what_it_does_and_every_parameter_what_it_is():
    for path, command in docs().commands():
        assert command.help, path
        for parameter in command.params:
            assert getattr(parameter, "help", None), f"{path}: {parameter.name}"


@pytest.mark.parametrize("slug", games.GAMES)
def test_every_game_has_a_page_with_its_options(slug: str):
    page = (ROOT / "docs" / f"{slug}.md").read_text(encoding="utf-8")
    for option in games.find(slug).Options.model_fields:
        assert f"`{option}" in page, f"docs/{slug}.md does not tell of the option {option}"


def links(page: Path) -> list[tuple[Path, str]]:
    """Where a page's links within the repository lead: a file, and the heading in it or ""."""
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = [target.partition("#") for target in re.findall(r"\]\(([^)]+)\)", text) if "://" not in target]
    return [((page.parent / path).resolve() if path else page, heading) for path, _, heading in found]


def headings(page: Path) -> set[str]:
    """What links to a page's headings are called."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def by_hand(below: str = "") -> list[str]:
    """What the lines print that check a roll, with lines below the first."""
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl here")
    first, *lines = CHECKED[0].splitlines()
    text = "\n".join([first, below, *lines])
    done = subprocess.run(["sh", "-e", "-c", text], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_the_check_of_a_roll_runs_as_it_stands_and_gives_the_dice_of_the_letter(tmp_path: Path):
    commitment, *dice = by_hand()
    game, players = games.find("snakes-and-foxes"), [create.seat("Anna"), create.seat("Bob")]
    create.new(tmp_path / "anna-bob", game.SLUG, game.Options(), players, seed="wheel", words=["hazel", "thorn"])
    folder = Folder(tmp_path / "anna-bob")
    said = proof.made(folder.match, folder.game, folder.last.after, folder.last.done)
    assert re.search(r"LINK=(\w+)", CHECKED[0])[1] in said and commitment.removeprefix("commitment ") in said
    thrown = re.findall(r"d6; ([\d ]+\d); turn 1: ", said)
    assert dice == [f"d6 {value}" for values in thrown for value in values.split()]


def test_the_check_of_a_roll_with_a_beacon_runs_as_it_stands():
    """What the dice should be is in the page, and is a check value of the scheme."""
    dice = by_hand(CHECKED[1])[1:]
    assert f"six dice of 6 sides of the kind `turn 1` show {' '.join(die.split()[1] for die in dice[:6])}." in " ".join(
        DICE.split()
    )


def test_links_in_the_documents_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target, heading in links(page):
            assert target.exists(), f"{page.name}: {target}"
            assert not heading or heading in headings(target), f"{page.name}: {target.name}#{heading}"


def test_every_page_can_be_reached_from_the_readme():
    reached, ahead = set(), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page.suffix == ".md" and page not in reached:
            reached.add(page)
            ahead += [target for target, _ in links(page)]
    assert not set((ROOT / "docs").rglob("*.md")) - reached


def test_the_readme_s_python_runs(tmp_path: Path):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "1 page, b'%PDF-'" in done.stdout


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "positions").glob("*.json")), ids=lambda file: file.stem)
def test_positions_shown_can_be_played_and_have_a_picture(file: Path):
    from adjudicator.games import position

    place = position.read(file.read_text(encoding="utf-8"), file.name)
    assert next(place.game.moves(place.state))
    page = (ROOT / "docs" / f"{place.game.SLUG}.md").read_text(encoding="utf-8")
    assert f"positions/{file.name}" in page and f"pictures/{file.stem}-position.webp" in page
    assert (ROOT / "docs" / "pictures" / f"{file.stem}-position.webp").exists()
