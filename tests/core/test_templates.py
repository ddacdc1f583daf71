from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from printables.core import OptionError, TemplateError, files, templates
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


def test_files_of_the_users_stand_beside_ours_and_hidden_or_spare_ones_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("themes/mine.toml", "themes/classic.toml", "themes/note.txt", "themes/deep/x.toml", ".git/x", "a.bak"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    for name in ("b.toml~", "c.orig", "d.swp", "e.toml", "themes/deep/.hidden.toml"):
        (tmp_path / name).write_text("x")
    ours = templates.stems("themes")
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    assert templates.stems("themes") == tuple(sorted({*ours, "mine"}))
    assert templates.stems("themes", ".txt") == ("note",)
    assert templates.names("themes") == tuple(
        sorted({f"themes/{name}.toml" for name in (*ours, "mine")} | {"themes/note.txt"})
    )
    assert templates.own(tmp_path) == (
        "e.toml", "themes/classic.toml", "themes/deep/x.toml", "themes/mine.toml", "themes/note.txt",
    )  # fmt: skip
    assert templates.exists("themes/mine.toml") and templates.exists("rules/the-game.md")
    assert not templates.exists("themes/none.toml") and not templates.exists("themes")
    assert templates.find("themes/classic.toml") == tmp_path / "themes/classic.toml"
    with templates.shipped():
        assert templates.stems("themes") == ours and templates.find("themes/classic.toml") != tmp_path
    assert templates.stems("themes") != ours
    assert templates.named("themes", "mine", "--theme") == ("x", str(tmp_path / "themes/mine.toml"))
    with pytest.raises(OptionError, match=r"--theme: there is no theme 'min'; did you mean mine\? the themes are"):
        templates.named("themes", "min", "--theme")


def test_what_is_said_to_others_of_templates_names_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = templates.find("rules/the-game.md")
    assert templates.unplaced(f"{ours}:3: wrong") == "rules/the-game.md:3: wrong"
    monkeypatch.setenv(templates.VARIABLE, f"{tmp_path}/")
    assert templates.unplaced(f"{tmp_path / 'a.md'} and {ours}") == "a.md and rules/the-game.md"
    assert templates.unplaced(f"{tmp_path} is wrong") == "POSTFOX_TEMPLATES is wrong"


def test_a_template_that_cannot_be_read_is_tried_three_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.md").write_text("said")
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    slept: list[float] = []
    monkeypatch.setattr(templates.time, "sleep", slept.append)
    left = [3]

    def busy(file: Path) -> bytes:
        left[0] -= 1
        if left[0] >= 0:
            raise PermissionError(13, "Somebody has it")
        return b"said"

    monkeypatch.setattr(Path, "read_bytes", busy)
    with pytest.raises(templates.PassingError, match="it cannot be read: Somebody has it; try again"):
        templates.read("x.md")
    assert slept == [0.02, 0.2]
    left[0] = 2
    assert templates.read("x.md") == "said"
    assert slept == [0.02, 0.2] * 2
    left[0] = 1
    with pytest.raises(templates.PassingError):
        templates.read("x.md", ())


def test_words_are_said_in_the_language_that_is_printed() -> None:
    assert (templates.spoken(), templates.languages()) == ("en", ("de", "en"))
    assert [templates.number(count) for count in (0, 1, 12, 13)] == ["no", "one", "twelve", "13"]
    assert templates.translated("rules/the-game.md") == "rules/the-game.md"
    with templates.speaking("de"):
        assert templates.spoken() == "de" and templates.number(3) == "drei" and templates.say("and") == "und"
        assert templates.say("nobody says this") == "nobody says this"
        assert templates.translated("rules/the-game.md") == "rules/de/the-game.md"
        assert templates.translated("rules/none.md") == "rules/none.md"
    assert templates.spoken() == "en" and templates.say("$a of $b", a=1, b="c") == "1 of c"
    with pytest.raises(TemplateError, match=r"words/en\.toml:1:1: there is no word \$a; the words are b"):
        templates.say("$a of $b", b=1)
    with pytest.raises(OptionError, match="--language: there is no language 'xx'; the languages are de, en"):
        templates.known("xx")


def test_every_placeholder_that_cannot_be_filled_is_told_with_its_column() -> None:
    found = list(templates.faults("$a ${b} $$\n $c and $, ${d\n", {"a": "1"}, "f"))
    assert [str(problem) for problem in found] == [
        "f:1:4: there is no word $b; the words are a",
        "f:2:2: there is no word $c; the words are a",
        "f:2:9: a $ stands alone; write $$ for a dollar sign",
        "f:2:12: a $ stands alone; write $$ for a dollar sign",
    ]
    assert [problem.hint for problem in templates.faults("$x", {})] == ["there are none here"]


# Files


def test_the_first_bytes_of_a_file_are_read_whatever_its_size(tmp_path: Path) -> None:
    file = tmp_path / "x"
    for size in (0, 1, 4095, 4096, 4097, 10_000):
        file.write_bytes(bytes(range(256)) * 40)
        file.write_bytes(file.read_bytes()[:size])
        for most in (-1, 0, 1, 4095, 4096, 4097, 20_000):
            assert files.read(file, most) == file.read_bytes()[: most if most >= 0 else None], (size, most)
    with pytest.raises(OSError, match="this is not a file"):
        files.read(tmp_path)


def test_a_text_is_utf_8_or_marked_as_what_it_is() -> None:
    for data in (
        b"a\r\nb\xc3\xa4",
        b"\xef\xbb\xbfa\nb\xc3\xa4",
        "\ufeffa\r\nb\u00e4".encode("utf-16-le"),
        "a\nb\u00e4".encode("utf-16"),
    ):
        assert files.text(data) == "a\nb\u00e4"


def test_out_is_a_file_a_folder_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.d").mkdir()
    Path("plain").write_text("")
    said = {None: "n.txt", Path("new"): "new/n.txt", Path("new.pdf"): "new.pdf", Path("there.d"): "there.d/n.txt",
            Path("plain"): "plain"}  # fmt: skip
    assert {out: files.into(out, "n.txt").as_posix() for out in said} == said
    assert files.place(Path("a.PDF"), "n", "pdf", ("pdf", "svg")) == Path("a.PDF")
    assert files.place(Path("a"), "n", "pdf", ("pdf", "svg")) == Path("a/n.pdf")
    assert files.place(Path("a.b"), "n", "svg", ("pdf", "svg")) == Path("a.b/n.svg")
    Path("dir.pdf").mkdir()
    assert files.place(Path("dir.pdf"), "n", "pdf", ("pdf", "svg")) == Path("dir.pdf/n.pdf")
    with pytest.raises(OptionError, match=r"--out: a\.svg does not end in \.pdf; use --format svg"):
        files.place(Path("a.svg"), "n", "pdf", ("pdf", "svg"))
    with pytest.raises(OptionError, match="--format: there is no format 'doc'; the formats are pdf, svg"):
        files.place(Path("a"), "n", "doc", ("pdf", "svg"))


@pytest.mark.parametrize("name", ["con", "PRN", "aux.txt", "nul.tar.gz", "com1", "lpt9.x"])
def test_names_that_are_devices_elsewhere_are_known(name: str) -> None:
    assert files.DEVICE.fullmatch(name)
    assert not files.DEVICE.fullmatch(f"{name}x" if "." not in name else f"x{name}")


@pytest.mark.skipif(os.name != "posix", reason="who made a file is told by age elsewhere")
def test_what_ended_processes_were_making_is_swept_away(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    mine, parent = os.getpid(), os.getppid()
    for name in (
        f".a.{gone.pid}.part",
        f".b.{gone.pid}.part",
        f".a.{mine}.part",
        f".a.{parent}.part",
        "a.part",
        ".a.x.part",
    ):
        (tmp_path / name).write_text("")
    (tmp_path / f".d.{gone.pid}.part").mkdir()
    (tmp_path / f".d.{gone.pid}.part" / "x").write_text("")
    (tmp_path / ".e.9999999999.part").write_text("")

    def left() -> list[str]:
        return sorted(file.name for file in tmp_path.iterdir())

    files.sweep(tmp_path / "none", tmp_path, of="b")
    assert f".b.{gone.pid}.part" not in left() and len(left()) == 7
    files.sweep(tmp_path)
    assert left() == sorted([f".a.{parent}.part", "a.part", ".a.x.part"])
