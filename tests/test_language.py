"""Print in other languages: every text of every kit has its German, and what a language lacks stays English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lanes import THOROUGH

from printables import boards, templates
from printables.boards import fox_and_geese
from printables.errors import OptionError
from printables.printing import make
from printables.text import language

HUNTS = fox_and_geese.variants() if THOROUGH else ("asalto", "hexagon")
KITS = [(game, None) for game in boards.slugs()] + [("fox-and-geese", hunt) for hunt in HUNTS]
OTHERS = [
    make.Request("wolves-and-jackals", "rules", options=("cards=true", "no_cave=true", "teeth=12", "short=concede")),
    make.Request("wolves-and-jackals", "cards", options=("cards=true", "hopeless=0"), crop_marks=True),
    make.Request("snail-trail", "kit", variant="rhombus"),
    make.Request("snail-trail", "rules", variant="iggamecenter"),
    make.Request("snail-trail", "rules", options=("diagonal=false",)),
    make.Request("the-game", "rules", options=("horn=true",)),
    make.Request("the-game", "rules", options=("turn_back=false",)),
    make.Request("snakes-and-foxes", "tokens", tokens="fold"),
    make.Request("snakes-and-foxes", "tokens", tokens="standee", flip="short"),
    make.Request("snakes-and-foxes", "board", tile=True),
    make.Request("snakey-dice", "score", seed="x", pad=2),
    make.Request("fox-and-geese", "rules", options=("geese_back=false", "chain=true", "repetition=loss-geese")),
]


class Watched(dict[str, str]):
    """The texts of a language, and what it was asked for in vain."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__(texts)
        self.lost: list[str] = []

    def get(self, key: str, default: str | None = None) -> str:  # type: ignore[override]
        if key not in self:
            self.lost.append(key)
        return super().get(key, default or key)


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    known = Watched(dict(language.texts("de")))
    monkeypatch.setattr(language, "texts", lambda code: known if code == "de" else {})
    yield known


@pytest.mark.parametrize(("game", "variant"), KITS)
def test_every_text_of_a_kit_has_its_german(game: str, variant: str | None, german: Watched) -> None:
    made = make.made(make.Request(game, variant=variant, language="de"))
    assert made.sheet.pages and not german.lost
    rules = (made.job.components.rules, made.job.components.reference)
    for name in filter(None, rules):
        assert f"rules/de/{name}.md" in templates.names("rules/de")


@pytest.mark.parametrize("wanted", OTHERS, ids=lambda wanted: f"{wanted.game}-{wanted.sheet}-{wanted.options}")
def test_every_text_of_options_and_ways_to_print_has_its_german(wanted: make.Request, german: Watched) -> None:
    make.made(wanted._replace(language="de"))
    assert not german.lost


def test_german_keeps_the_fields_of_the_english() -> None:
    for english, text in language.texts("de").items():
        fields = {word.strip("{}") for word in templates_fields(text)}
        assert fields <= {word.strip("{}") for word in templates_fields(english)}, english


def templates_fields(text: str) -> list[str]:
    import re

    return re.findall(r"\$(\{?\w+\}?)", text)


def test_a_third_language_needs_only_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words/eo.toml").write_text('[texts]\n"Rules" = "Reguloj"\n')
    (tmp_path / "rules/eo").mkdir(parents=True)
    (tmp_path / "rules/eo/snail-trail.md").write_text("Rampu, heliko!\n")
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    sheet = make.sheet(make.Request("snail-trail", "rules", language="eo"))
    assert (sheet.language, sheet.pages[0].title, len(sheet.pages)) == ("eo", "Reguloj", 1)
    assert make.sheet(make.Request("the-game", "board", language="eo")).pages[0].title == "Board"


def test_a_language_that_is_none() -> None:
    with pytest.raises(OptionError, match="there is no language 'fr'"):
        make.sheet(make.Request("snail-trail", language="fr"))
    assert language.spoken() == "en"
