"""The letters' templates: what marks a line, what players cannot do with it, what a referee is told of a mistake."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.letters import render
from adjudicator.letters.render import Picture, Shown
from printables.core import TemplateError, templates

ROOT = Path(__file__).parents[2]
LANGUAGES = sorted(path.stem for path in (ROOT / "templates/letters").glob("*.j2"))
BOARD = Shown(Picture("<svg></svg>", "the board"), (("MOVE", 0),), "mailto:?body=x")
NASTY = (
    "## heading",
    "- entry",
    "> quote",
    "    form",
    "[board]",
    "--",
    "-- ",
    "{{ 7 * 7 }}",
    "{% for x in range(9) %}x{% endfor %}",
    "{# gone #}",
    "<b>bold</b>",
    "$body",
    "two\nlines",
)
PLACES = ("{{ x }}", "{{ x }}\nmore", "- {{ x }}", "who:\n> {{ x }}", "    {{ x }}", "{{ x }} {{ x }}")


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Letters of a template as a user has written it."""

    def write(text: str, **facts: Any) -> render.Written:
        (tmp_path / "letters").mkdir(exist_ok=True)
        (tmp_path / "letters/en.j2").write_text(text, encoding="utf-8")
        monkeypatch.setenv("POSTFOX_TEMPLATES", str(tmp_path))
        return render.write("en", "letter", facts, BOARD)

    return write


def test_a_template_marks_lines(edited: Any) -> None:
    made = edited(
        "{# a note #}\n\nSubject: to {{ name }}\n\n# Title\n\nHello\n{{ name }}.\n\n"
        "## News\n- one\n- two\nBob writes:\n> well\n\npage: ! pass\npage: too **late**\n\ntext: only text\n\n"
        "[roll] Dice\n\nReply:\n    move  **a1**\n    end\n[button] Go\nnow\n\n[board]\n\n-- \nsmall\nprint\n\nmore\n",
        name="Anna",
    )
    assert made.subject == "to Anna"
    assert made.text == (
        "Hello Anna.\n\nNews\n----\n\n- one\n- two\n\nBob writes:\n    well\n\nonly text\n\n"
        "Reply:\n\n    move  a1\n    end\n\n"
        "-- \nsmall print\nmore\n"
    )
    body = made.html.partition("<!--note-->")[2]
    layout = ("table", "tr", "td", "span", "br", "div")
    assert [tag for tag in re.findall(r"<(\w+)", body) if tag not in layout] == [
        *("h1", "p", "h2", "ul", "li", "li", "i", "p", "p", "b", "p"),
        *("p", "p", "b", "a", "p", "img", "p", "p"),
    ]
    assert "only text" not in made.html and "too late" not in made.text


@pytest.mark.parametrize("nasty", NASTY)
@pytest.mark.parametrize("place", PLACES)
def test_a_value_is_never_more_than_text(nasty: str, place: str, edited: Any) -> None:
    tame, made = (edited(f"Subject: s\n\n{place}\n", x=x) for x in ("word", nasty))
    pages = [re.sub(r"[^<>]+(?=<)", "", page.html.partition("<!--note-->")[2]) for page in (made, tame)]
    assert pages[0] == pages[1]
    assert " ".join(nasty.split()) in " ".join(made.text.split())


def test_a_subject_is_one_line_whatever_is_in_it(edited: Any) -> None:
    assert edited("Subject: {{ x }}\n", x="a\nBcc: b\r\n c").subject == "a Bcc: b c"


@pytest.mark.parametrize(
    ("given", "subject"),
    [
        ("x" * 78, "x" * 78),
        ("x" * 79, "x" * 77 + "…"),
        (f"{'x' * 74} (y)", f"{'x' * 74} (y)"),
        (f"{'x' * 75} (y)", "x" * 75),  # what ends it in brackets goes first
        (f"{'x' * 90} (y)", "x" * 77 + "…"),
        (f"{'x' * 80}(y)", "x" * 77 + "…"),
    ],
)
def test_a_subject_has_78_signs_at_most(given: str, subject: str, edited: Any) -> None:
    assert edited("Subject: {{ x }}\n", x=given).subject == subject


@pytest.mark.parametrize(
    ("template", "begins"),
    [
        ("# T\n\nhello", "Hello"),
        ("# T\n\n- one\n\nhello\n\nyou", "- one\n\nHello\n\nyou"),  # the first paragraph alone
        ("# T\n\nm1, hello", "m1, hello"),  # the match's name is as it is
        ("# T\n\nm12 hello", "M12 hello"),
        ("hello", "hello"),  # below no title
    ],
)
def test_the_words_below_a_title_begin_with_a_capital(template: str, begins: str, edited: Any) -> None:
    assert edited(f"Subject: s\n\n{template}\n", match="m1").text == f"{begins}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Hello\n", "letters/en.j2: a letter has no subject"),
        ("Subject: x\n\n{{ nobody }}\n", "letters/en.j2:3:4: "),
        ("Subject: x\n{% if %}\n", "letters/en.j2:2:7: "),
        ("Subject: x\n{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}", "letters/en.j2:"),
        ("Subject: x\n{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "letters/en.j2:2:"),
        ("Subject: {{ 'x' * 99999999999 }}", "letters/en.j2:1:"),
        ("Subject: {{ x.__class__.__mro__ }}", "letters/en.j2:1:"),
        ("Subject: {% include '/etc/passwd' %}", "letters/en.j2:1:"),
        ("Subject: {{ x.format() }}", "letters/en.j2:1:"),
        ("Subject: {{ x | indent(100000000000) }}", "letters/en.j2:1:"),
        ("Subject: {{ '%1000000000000s' | format(x) }}", "letters/en.j2:1:"),
    ],
)
def test_a_mistake_in_a_template_is_one_line(text: str, said: str, edited: Any) -> None:
    with pytest.raises(TemplateError, match=re.escape(said)) as caught:
        edited(text, x="y")
    assert "\n" not in str(caught.value)


def test_languages_are_those_there_are_letters_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert LANGUAGES == ["de", "en"]
    assert render.language("de") == "de"
    assert render.language("") == render.language("xx") == render.language("../letters/de") == "en"
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters/eo.j2").write_text("Subject: Saluton\n\nĈu?\n", encoding="utf-8")
    monkeypatch.setenv("POSTFOX_TEMPLATES", str(tmp_path))
    assert render.language("eo") == "eo"
    assert render.write("eo", "letter", {}).text == "Ĉu?\n"


def test_every_language_says_the_same_of_the_same_facts() -> None:
    asked = {code: render.asked(f"letters/{code}.j2") for code in LANGUAGES}
    shapes = {code: re.findall(r"{%.*?%}", templates.read(f"letters/{code}.j2")) for code in LANGUAGES}
    for one, other in itertools.pairwise(LANGUAGES):
        assert asked[one] == asked[other]
        assert shapes[one] == shapes[other]


def test_every_fact_is_told_of_in_the_documents() -> None:
    documented = set(re.findall(r"^\| `(\w+)`", (ROOT / "docs/letters.md").read_text(), re.M))
    assert render.asked("letters/en.j2") <= documented
