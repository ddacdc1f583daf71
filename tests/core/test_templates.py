from __future__ import annotations

from pathlib import Path

import pytest

from printables.core import templates
from printables.core.errors import TemplateError
from printables.printing import make


def test_ours_are_found() -> None:
    assert templates.find("rules/snakes-and-foxes.md").is_file()
    assert "Olgar Shiverstone" in templates.read("rules/snakes-and-foxes.md")
    assert "rules/snakes-and-foxes.md" in templates.names("rules")


def test_a_users_copy_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/snakes-and-foxes.md").write_text(
        "# Our house rules\n\nThe $first rings are lava.", encoding="utf-8"
    )
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    assert templates.find("rules/snakes-and-foxes.md") == tmp_path / "rules/snakes-and-foxes.md"
    assert templates.read("rules/snakes-and-foxes-reference.md").startswith("## Your turn")
    pages = make.sheet(make.Request("snakes-and-foxes", "rules")).pages
    assert len(pages) == 1


def test_a_folder_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(templates.VARIABLE, "/no/such/folder")
    with pytest.raises(TemplateError, match="must name a folder of templates"):
        templates.read("rules/snakes-and-foxes.md")


@pytest.mark.parametrize(
    "path", ["../pyproject.toml", "rules/../../pyproject.toml", "/etc/passwd", "rules", "rules/no.md"]
)
def test_nothing_outside_is_read(path: str) -> None:
    with pytest.raises(TemplateError, match="there is no template"):
        templates.read(path)


def test_a_near_miss_is_named() -> None:
    with pytest.raises(TemplateError, match=r"did you mean rules/snakes-and-foxes\.md"):
        templates.read("rules/snake-and-foxes.md")


def test_bytes_that_are_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/snakes-and-foxes.md").write_bytes(b"fine \xff not")
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    with pytest.raises(TemplateError, match="byte 5 is not UTF-8"):
        templates.read("rules/snakes-and-foxes.md")


def test_words_are_filled_in_and_mistakes_named_by_line() -> None:
    assert templates.fill("a $x and ${x}s for $$2\n", {"x": "fox"}, "t.md") == "a fox and foxs for $2\n"
    with pytest.raises(TemplateError, match=r"t\.md:2:1: there is no word \$vixen; the words are x"):
        templates.fill("$x\n$vixen\n", {"x": "fox"}, "t.md")
    with pytest.raises(TemplateError, match=r"t\.md:1:7: a \$ stands alone"):
        templates.fill("cost: $ 2", {}, "t.md")
