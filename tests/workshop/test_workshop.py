"""Templates of one's own: copied, checked with every mistake in its place, compared with ours, shown with samples."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lanes import Golden, some
from typer.testing import CliRunner

from adjudicator.cli.templates import app
from adjudicator.games import find
from adjudicator.match.folder import Folder
from adjudicator.workshop import check, preview
from printables.cli import terminal
from printables.core import UserError, templates

ROOT = Path(__file__).resolve().parents[2]
LIGHT = (
    "diagrams",
    "emblems",
    "handouts",
    "houses",
    "hunts",
    "labels",
    "lettering",
    "mail",
    "samples",
    "themes",
    "words",
)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of templates that counts, in the folder one works in."""
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(templates.VARIABLE, str(folder))
    return folder


def put(folder: Path, path: str, text: str) -> str:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text, encoding="utf-8")
    return path


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, list(words))
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("themes/mine.toml", 'hand = "lnes"\n[inks]\nink = "red"\npapper = "#ffffff"\n', ["1:1", "3:1", "4:1"]),
        ("labels/mine.toml", 'paper = "a4"\nshape = "oval"\ncolumns = 99\n', ["1:1"] * 6 + ["2:1", "3:1"]),
        ("hunts/mine.toml", 'format = "x"\n', ["1:1"]),
        ("handouts/taverns/mine.toml", 'house_rules = ["Ask $keper", "$ 3"]\n[[fare]]\nprice = 3\n', None),
        ("phrases/fr/common.toml", '[events]\njoined = "{plyer} waits"\nmvoe = "x"\n', ["2:11", "3:1"]),
        ("phrases/fr/reasons.toml", '[common]\n"{quoted} is no order." = "{qoted}"\n', ["2:28"]),
        ("letters/fr.j2", "Subject: x\n\n{{ raeder }} {% if tunr %}a{% endif %}\n", ["3:4", "3:20"]),
        ("letters/it.j2", "Subject: x\n\n{{ reader }\n", ["3:11"]),
        ("rules/snakes-and-foxes.md", "Take a $foxx.\n\nOr ${two}, $ 3.\n", ["1:8", "3:4", "3:12"]),
        ("rules/de/fox-and-geese.toml", '[zones]\nfort = "Burg"\n[moving]\nany = "$Aa zieht"\n', ["4:8"]),
        ("words/fr.toml", '[texts]\n"Tokens" = "Pions $x"\n"Tokesn" = "Pions"\n', ["2:19", "3:1"]),
        ("emblems/signs/owl.svg", '<svg viewBox="-1 -1 2 2">\n<ellipse/>\n<circle cx="0" cy="0"/></svg>', None),
        ("diagrams/snail-trail.toml", '[one]\nshow = "z9"\n', ["0:0"]),
        ("mail/clients.toml", "[verb]\nen = 3\n", None),
        ("theme/mine.toml", "", ["0:0"]),
    ],
)
def test_every_mistake_of_a_file_is_named_with_its_place(
    path: str, text: str, said: list[str] | None, mine: Path
) -> None:
    put(mine, path, text)
    problems = check.check(path)
    assert problems and all(problem.source == str(mine / path) or "diagrams" in path for problem in problems)
    if said is not None:
        assert [f"{problem.line}:{problem.column}" for problem in problems] == said, problems
    else:
        assert len(problems) > 1 and all(problem.line for problem in problems), problems


@pytest.mark.parametrize("kind", LIGHT)
def test_nothing_is_wrong_with_the_templates_as_shipped(kind: str) -> None:
    (ours,) = templates.folders()
    paths = [path for path in templates.own(ours) if path.startswith(f"{kind}/")]
    assert paths and [problem for path in paths for problem in check.check(path)] == []


@pytest.mark.parametrize("path", ["letters/de.j2", "phrases/de/page.toml", "rules/de/snail-trail.md", "sheets/kit.md"])
def test_nothing_is_wrong_with_texts_as_shipped(path: str) -> None:
    assert check.check(path) == ()


def test_a_strip_over_letters_is_a_picture_in_png(mine: Path) -> None:
    assert check.check("letters/heads/the-game.png") == ()
    put(mine, "letters/heads/asalto.png", "no picture")
    (problem,) = check.check("letters/heads/asalto.png")
    assert problem.message == "this is not a picture in PNG"


def test_a_faulty_value_of_a_letter_is_found_by_writing_every_kind(mine: Path) -> None:
    text = (ROOT / "templates/letters/en.j2").read_text(encoding="utf-8")
    put(mine, "letters/en.j2", text.replace("{{ due.date }}", "{{ due.dat }}", 1))
    (problem,) = check.check("letters/en.j2")
    assert "due.dat" in problem.message and problem.line and problem.column > 1


def test_a_translation_learns_what_it_lacks(mine: Path) -> None:
    put(mine, "phrases/fr/common.toml", '[lists]\nlast = " et "\n')
    put(mine, "words/fr.toml", '[texts]\n"Tokens" = "Pions"\n')
    assert check.languages(mine) == ("fr",)
    said = {one.path: one for one in check.of("fr")}
    assert str(said["letters/fr.j2"]) == "letters/fr.j2 is missing: these texts stay English"
    common = said["phrases/fr/common.toml"]
    assert len(common.texts) < common.whole and "[lists] last" not in common.texts and "[lists] between" in common.texts
    assert "Tokens" not in said["words/fr.toml"].texts and "Score" in said["words/fr.toml"].texts
    assert list(check.of("de")) == []


def test_copies_go_to_the_folder_that_counts_and_never_over_what_is_there(mine: Path) -> None:
    assert run("copy")[1].splitlines()[0].split()[:2] == ["diagrams", "4"]
    put(mine, "letters/en.j2", "mine")
    code, out, err = run("copy", "letters", "themes/classic.toml")
    assert code == 0 and str(mine / "themes/classic.toml") in out and "left as it is" in err
    assert (mine / "letters/en.j2").read_text() == "mine" and (mine / "letters/letter.html").is_file()
    os.environ.pop(templates.VARIABLE)
    _, _, err = run("copy", "hunts/rhombus.toml")
    assert Path("my-templates/hunts/rhombus.toml").is_file() and "postfox.toml" in err


def test_the_check_says_all_of_it_and_its_exit_code(mine: Path) -> None:
    put(mine, "themes/mine.toml", 'hand = "lnes"\n')
    code, _, err = run("check")
    assert code == 1 and err.startswith(f"{mine / 'themes/mine.toml'}:1:1: ")
    put(mine, "themes/mine.toml", 'hand = "lines"\n')
    assert run("check", str(mine / "themes/mine.toml"))[:2] == (0, f"{mine}: 1 file checked; nothing is wrong\n")


@pytest.mark.parametrize("path", ["letters/de.j2", "club/en.j2", "club/de.j2"])
def test_a_copy_that_is_hardly_changed_has_no_fault(path: str, mine: Path) -> None:
    put(mine, path, (ROOT / "templates" / path).read_text(encoding="utf-8") + "\n")
    assert run("check")[:2] == (0, f"{mine}: 1 file checked; nothing is wrong\n")


def test_a_kind_that_is_none_is_told_with_those_that_there_are(mine: Path) -> None:
    with pytest.raises(UserError, match=r"there is no template 'leters'; did you mean letters\?"):
        run("copy", "leters")


def test_a_preview_shows_every_kind_of_letter_as_the_template_writes_it(mine: Path) -> None:
    text = (ROOT / "templates/letters/en.j2").read_text(encoding="utf-8")
    put(mine, "letters/en.j2", text.replace("text: {{ reader }}", "text: Ahoy {{ reader }}"))
    code, out, _ = run("preview", "letters", "--out", "shown")
    assert code == 0 and out == f"{Path('shown/index.html')}\n"
    index = Path("shown/index.html").read_text(encoding="utf-8")
    shown = re.findall(r'iframe src="(letters/[^"]+)"', index)
    texts = [Path("shown", name).with_suffix(".txt").read_text(encoding="utf-8") for name in shown]
    assert len(shown) > 60 and sum("\n\nAhoy" in text for text in texts) > 60


@pytest.mark.parametrize("kind", some(sorted(set(preview.KINDS) - {"letters"}), 1))
def test_a_preview_shows_something_of_each_kind(kind: str, mine: Path) -> None:
    wish = preview.Wish(("snail-trail",), "de", "classic")
    told = list[tuple[int, int]]()
    index = preview.make((kind,), wish, Path("shown"), lambda *done: told.append(done), follows=True)
    assert told == [(1, 1)]
    text = index.read_text(encoding="utf-8")
    names = re.findall(rf'src="({kind}/[^"]+)"', text)
    assert names and all(Path("shown", name).stat().st_size > 500 for name in names)
    assert "stamp.js" in text and Path("shown/stamp.js").read_text().startswith("seen(")


def test_watching_runs_a_command_again_when_a_file_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, runs = tmp_path / "x", []
    file.write_text("1")

    def ran(words: list[str], check: bool) -> None:
        runs.append(words[3:])
        file.write_text("1" * (len(runs) + 1))

    monkeypatch.setattr("printables.cli.terminal.subprocess.run", ran)
    terminal.again(["templates", "check"], lambda: [file], rounds=3)
    assert runs == [["templates", "check"]] * 3


BROKEN = {
    "themes/mine.toml": 'hand = "lnes"\n[inks]\nink = "red"\npapper = "#ffffff"\n',
    "labels/mine.toml": 'paper = "a4"\nshape = "oval"\ncolumns = 99\n',
    "handouts/taverns/mine.toml": 'house_rules = ["Ask $keper", "$ 3"]\n[[fare]]\nprice = 3\n',
    "phrases/fr/common.toml": '[events]\njoined = "{plyer} waits"\nmvoe = "x"\n[evnts]\na = "b"\n',
    "phrases/fr/reasons.toml": '[common]\n"{quoted} is no order." = "{qoted}"\n',
    "phrases/fr/page.toml": '[page]\nundo = "x {many}"\nundoo = "y"\n',
    "letters/fr.j2": "Subject: x\n\n{{ raeder }} {% if tunr %}a{% endif %}\n",
    "club/fr.j2": "Subject: x\n\n{{ raeder }}\n",
    "rules/snakes-and-foxes.md": "Take a $foxx.\n\nOr ${two}, $ 3.\n",
    "rules/chess.md": "Nothing.\n",
    "rules/de/fox-and-geese.toml": '[zones]\nfort = "Burg"\n[moving]\nany = "$Aa zieht"\n[pieces]\nany = "x"\n',
    "words/fr.toml": '[texts]\n"Tokens" = "Pions $x"\n"Zyx" = "Pions"\n[text]\n',
    "diagrams/snail-trail.toml": '[one]\nshow = "z9"\n',
    "diagrams/snail-trial.toml": '[one]\nshow = "a1"\n',
    "houses/mine.toml": "a = 1\n",
    "theme/mine.toml": "",
    "hunts/mine.toml": 'format = "x"\n',
}


def test_what_is_wrong_with_templates_is_said_as_it_was(mine: Path, golden: Golden) -> None:
    """Each mistake with its place and what would be right, and what translations lack, file by file."""
    said = list[str]()
    for path, text in BROKEN.items():
        put(mine, path, text)
        said += [f"{path}: {len(text)}", *(f"  {problem}" for problem in check.check(path))]
    for language in check.languages(mine):
        lacks = (re.sub(r"\d+ of \d+|\d+ more", "so many", str(one)) for one in check.of(language))
        said += [f"{language}: {one}" for one in lacks]
    assert check.languages(mine) == ("de", "fr")
    golden("templates-check.txt", "\n".join(said).replace(str(mine), "MINE") + "\n")


def samples(kind: str, *games: str) -> list[preview.Sample]:
    return list(preview.KINDS[kind](preview.Wish(games, "de", "classic")))


def test_a_preview_of_sheets_has_each_page_of_each_but_the_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[Any]()
    monkeypatch.setattr(preview.printing, "sheet", asked.append)
    monkeypatch.setattr(preview.printing, "render", lambda sheet, format: [b"one", b"two"])
    made = samples("sheets", "the-game")
    names = [one.sheet for one in asked]
    assert {"board", "rules", "tokens"} <= {*names} and "kit" not in names and len({*names}) == len(names)
    assert [(one.name, one.data) for one in made] == [
        (f"the-game-{name}-{number}.svg", data) for name in names for number, data in ((1, b"one"), (2, b"two"))
    ]
    assert {(one.game, one.language, one.theme, one.contact) for one in asked} == {("the-game", "de", "classic", True)}


def test_a_preview_of_pages_is_of_a_match_of_three_turns_for_two_or_one_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def html(match: Folder, seat: int, language: str) -> str:
        return f"{len(match.match.seats)} {len(match.log.lines)} {match.standing().outcome} {seat} {language}"

    monkeypatch.setattr(preview.file, "html", html)
    made = samples("pages", "snail-trail", "snakey-dice")
    assert [(one.name, one.about, one.data) for one in made] == [
        ("snail-trail.html", "snail-trail", b"2 4 None 0 de"), ("snakey-dice.html", "snakey-dice", b"1 4 None 0 de"),
    ]  # fmt: skip
    monkeypatch.setattr(type(find("snail-trail")), "to_act", lambda *_: ())
    assert [one.data for one in samples("pages", "snail-trail")] == [b"2 1 None 0 de"], "nobody is to move"


def test_a_preview_of_props_hunts_and_themes_has_one_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview.svg, "render", lambda page, sheet: "")
    monkeypatch.setattr(preview.printing, "sheet", lambda request: SimpleNamespace(pages=[request]))
    monkeypatch.setattr(preview, "document", lambda *_, **__: SimpleNamespace(pages=["one", "two"]))
    props = samples("props")
    named = {one.name.rpartition("-")[0] for one in props}
    assert named >= {"tavern", "letter"} and not named & {"odds", "wager", "game"}, named
    assert {one.name[-5:] for one in props} == {"1.svg", "2.svg"}
    assert [one.name for one in samples("hunts")] == [f"{name}.svg" for name in templates.stems("hunts")]
    assert len(samples("themes", "the-game")) == len(preview.theme.names())


@pytest.mark.parametrize(("words", "opens"), [(("--watch", "--open"), True), (("--watch",), False)])
def test_a_preview_that_is_watched_is_made_again_by_the_same_words(
    words: tuple[str, ...], opens: bool, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, runs = list[Path](), list[tuple[list[str], list[Path]]]()
    put(mine, "hunts/rhombus.toml", "")
    monkeypatch.setattr(terminal, "later", opened.append)
    monkeypatch.setattr(terminal, "again", lambda words, watched: runs.append((words, [*watched()])))
    monkeypatch.setattr("sys.argv", ["postfox", "templates", "preview", "hunts", *words, "--game", "the-game"])
    monkeypatch.setenv("POSTFOX_FOLLOWED", "")
    code, out, err = run("preview", "hunts", *words)
    assert (code, out) == (0, "") and err == f"watching {mine}; Ctrl+C ends it\n"
    assert opened == ([Path("out/preview/index.html")] if opens else []) and os.environ["POSTFOX_FOLLOWED"] == "1"
    assert runs == [(["templates", "preview", "hunts", "--game", "the-game"], [mine / "hunts/rhombus.toml"])]
    monkeypatch.delenv(templates.VARIABLE)
    assert run("preview", "hunts", *words)[2] == "watching my-templates; Ctrl+C ends it\n"


def test_an_index_shows_pages_in_frames_pictures_as_such_and_what_there_is_as_text() -> None:
    shown = {
        "letters": [preview.Sample("a.html", b"", "x < y"), preview.Sample("a.txt", b"")],
        "hunts": [preview.Sample("b.svg", b"", "B")],
    }
    text = preview._index(shown, follows=False)
    assert (
        '<li><iframe src="letters/a.html" loading="lazy" title="a"></iframe><p><a href="letters/a.html">a</a>' in text
    )
    assert ', <a href="letters/a.txt">as text</a><br>x &lt; y</p></li>' in text
    assert '<li><a href="hunts/b.svg"><img src="hunts/b.svg" loading="lazy" alt="B"></a><p>' in text
    assert text.count("<li>") == 2 and "as text</a><br>B" not in text and "stamp.js" not in text
    assert '<a href="#letters">Letters</a><a href="#hunts">Hunts</a>' in text


def test_what_is_wrong_with_a_letter_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    faults = ("letters/fr.j2:3:7: no such fact", "letters/fr.j2:3: no such fact", "letters/fr.j2: all of it", "odd", "")
    monkeypatch.setattr(check, "letters", lambda _: {fault: SimpleNamespace(fault=fault) for fault in faults})
    assert [(one.source, one.line, one.column, one.message) for one in check._written("fr")] == [
        ("letters/fr.j2", 3, 7, "no such fact"), ("letters/fr.j2", 3, 0, "no such fact"),
        ("letters/fr.j2", 0, 0, "all of it"), ("", 0, 0, "odd"),
    ]  # fmt: skip


def test_what_is_no_lettering_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(error: Exception) -> None:
        def face(_: str) -> None:
            raise error

        monkeypatch.setattr(check.lettering, "face", face)

    for error, line, column in ((json.JSONDecodeError("x", "\n\n  {", 4), 3, 3), (KeyError("x"), 0, 0)):
        broken(error)
        (problem,) = check._lettering("lettering/plain.json")
        assert (problem.line, problem.column, problem.message) == (line, column, "this is not lettering")
