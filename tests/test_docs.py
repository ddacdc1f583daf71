"""What is not documented fails: commands, games, options, the README's own Python."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from adjudicator import games

ROOT = Path(__file__).resolve().parent.parent


def docs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_make", ROOT / "docs" / "make.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_cli_md_is_what_help_says():
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == docs().cli(), "run `python docs/make.py`"


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


@pytest.mark.parametrize("slug", games.GAMES)
def test_every_game_is_in_the_readme_and_credited(slug: str):
    assert f"docs/{slug}.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert games.find(slug).TITLE in (ROOT / "NOTICE.md").read_text(encoding="utf-8")


def test_links_in_the_documents_lead_somewhere():
    for file in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        text = re.sub(r"```.*?```|`[^`]*`", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#]+)\)", text):
            assert "://" in target or (file.parent / target).exists(), f"{file.name}: {target}"


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
    assert f"positions/{file.name}" in page and f"pictures/{file.stem}-position.png" in page
    assert (ROOT / "docs" / "pictures" / f"{file.stem}-position.png").exists()
