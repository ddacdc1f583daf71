from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, strategies as st

from printables.core import OptionError, TemplateError
from printables.drawing import emblems
from printables.scene import theme
from printables.scene.theme import CLASSIC, PathLook, Theme
from tests.scenes import contrast

NAMES = ("classic", "greyscale", "high-contrast", "illustrated", "ink-saver", "parchment")


def test_the_themes_there_are() -> None:
    assert theme.names() == NAMES
    assert theme.find("classic") == CLASSIC
    assert theme.find("ink-saver").outline
    with pytest.raises(OptionError, match="--theme: there is no theme 'parchmint'; did you mean parchment"):
        theme.find("parchmint")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("safe", [False, True])
def test_text_can_be_read_and_rings_told_apart_without_colour(name: str, safe: bool) -> None:
    look = theme.safe(theme.find(name)) if safe else theme.find(name)
    for ground in ("paper", "space", "light"):
        assert contrast(look.ink("ink"), look.ink(ground)) > 10
        assert contrast(look.ink("soft"), look.ink(ground)) > 4.5
    assert contrast(look.ink("dark"), look.ink("light")) > 10
    red, green, blue = (look.path(kind) for kind in ("red", "green", "blue"))
    if look.linocut:
        assert len({red.ornament, green.ornament, blue.ornament}) == 3
    else:
        assert bool(red.dash) != bool(green.dash) and red.filled != green.filled
    assert red.width > blue.width < green.width
    for path in (red, green, blue):
        assert contrast(path.ink, look.ink("paper")) >= 3 or path.mark
    if safe:
        assert len({red.mark, green.mark, blue.mark}) == 3


def test_safe_keeps_a_theme_without_colour_as_it_is() -> None:
    bold = theme.find("high-contrast")
    assert {path.ink for path in theme.safe(bold).paths.values()} == {"#000000"}
    assert theme.safe(CLASSIC).path("red").ink != CLASSIC.path("red").ink
    assert theme.safe(CLASSIC).name == "classic-safe"


COLOURS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")
LOOKS = st.builds(
    PathLook,
    COLOURS,
    st.integers(1, 50).map(lambda n: n / 10),
    st.lists(st.integers(1, 500).map(lambda n: n / 10), max_size=4).map(tuple),
    st.booleans(),
    st.sampled_from(get_args(theme.Mark)),
    st.sampled_from(get_args(theme.Ornament)),
)
INKS = st.dictionaries(st.sampled_from((*CLASSIC.inks, *theme.SCENERY)), COLOURS)
THEMES = st.builds(
    Theme,
    st.just("mine"),
    st.fixed_dictionaries(dict.fromkeys(CLASSIC.inks, COLOURS)),
    st.fixed_dictionaries(dict.fromkeys(("line", "red", "green", "blue", "ice"), LOOKS)),
    st.text(st.characters(exclude_categories=("Cc", "Cs"))),
    st.booleans(),
    st.dictionaries(st.sampled_from(emblems.names("tokens")), st.sampled_from(emblems.names("tokens"))),
    st.just("linocut"),
    st.lists(st.sampled_from(theme.PARTS), max_size=3).map(tuple),
    st.dictionaries(st.sampled_from(("fox", "wolf")), st.builds(theme.Tint, COLOURS, COLOURS, COLOURS, COLOURS)),
    st.dictionaries(
        st.just("snail-trail"),
        st.builds(theme.Palette, INKS, st.dictionaries(st.just("line"), LOOKS), st.just("slabs")),
    ),
    st.sampled_from(get_args(theme.Cells)),
    *[st.just("")] * 3,  # crest, picture and font are files: tests/drawing/test_own_pictures.py
)


def toml(value: Any) -> str:
    """A value as TOML has it in a line."""
    if isinstance(value, tuple) and not hasattr(value, "_asdict"):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, tuple | dict):
        items = (value if isinstance(value, dict) else value._asdict()).items()  # type: ignore[attr-defined]
        return f"{{{', '.join(f'{toml(key)} = {toml(own)}' for key, own in items)}}}"
    return json.dumps(value, ensure_ascii=False)


@given(THEMES)
def test_a_theme_is_read_as_it_was_written(made: Theme) -> None:
    written = (f"{key} = {toml(value)}\n" for key, value in made._asdict().items() if value and key != "name")
    assert theme.read("mine", "".join(written), "mine.toml") == made


def test_what_a_file_leaves_out_is_classic() -> None:
    made = theme.read("mine", '[inks]\nink = "#102030"\n[paths.red]\nwidth = 2\n[paths.ice]\ndash = [1, 1]\n', "f")
    assert made.ink("ink") == "#102030" and made.ink("soft") == CLASSIC.ink("soft")
    assert made.path("red") == CLASSIC.path("red")._replace(width=2)
    assert made.path("ice").ink == CLASSIC.path("line").ink


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[inks\n", 1, "not TOML"),
        ("x = 1\n", 1, "'x' is not known here; known are inks"),
        ('\n[inks]\nink = "red"\n', 3, "ink = 'red' is not a colour; write it as"),
        ("[inks]\nink = 3\n", 2, "ink = 3 is not a colour"),
        ('[inks]\nblood = "#ff0000"\n', 2, "'blood' is not known here; known are ink, soft"),
        ("inks = 3\n", 1, "inks is not a table"),
        ("outline = 1\n", 1, "neither true nor false"),
        ("summary = 1\n", 1, "summary is missing or not text"),
        ("[paths]\nred = 1\n", 2, "red is not a table; write [paths.red]"),
        ("[paths.green]\nwidth = 1\n[paths.red]\nwidth = 0\n", 4, "width = 0 is out of range; take 0.1 to 5 mm"),
        ("[paths.red]\ndash = [0]\n", 2, "dash = [0] is not possible"),
        ('[paths.red]\nfilled = "yes"\n', 2, "neither true nor false"),
        ('[paths.red]\nmark = "stars"\n', 2, "mark = 'stars' is not known; known are \"\", ticks"),
        ('tone = ["brown", "#ffffff"]\n', 1, "tone is not a pair of colours; write the dark end first"),
        ('hand = "woodcut"\n', 1, "hand = 'woodcut' is not known; known are lines, linocut"),
        ('parts = ["border", "frills"]\n', 1, "'frills' is not a part; known are grain, border, scenes"),
        ("[paths.red]\nspeed = 1\n", 2, "'speed' is not known here"),
    ],
)
def test_a_broken_theme_says_where_and_what_is_right(text: str, line: int, says: str) -> None:
    with pytest.raises(TemplateError) as caught:
        theme.read("mine", text, "mine.toml")
    (problem,) = caught.value.problems
    assert (problem.source, problem.line) == ("mine.toml", line)
    assert says in str(problem) and "\n" not in str(problem)


def test_every_mistake_is_told_at_once() -> None:
    with pytest.raises(TemplateError) as caught:
        theme.read("mine", 'x = 1\n[inks]\nink = "?"\n[paths.red]\nwidth = 99\n', "f")
    assert [problem.line for problem in caught.value.problems] == [1, 3, 5]


def test_a_users_theme_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "mine.toml").write_text('[inks]\nink = "#000001"\n')
    (tmp_path / "themes" / "classic.toml").write_text("broken = \n")
    monkeypatch.setenv("POSTFOX_TEMPLATES", str(tmp_path))
    assert theme.find("mine").ink("ink") == "#000001"
    with pytest.raises(TemplateError, match=r"themes/classic\.toml:1:\d+: this is not TOML"):
        theme.find("classic")
