"""Print in other languages: every text of every kit has its German, and what a language lacks stays English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from lanes import THOROUGH, some

from printables import boards
from printables.boards import fox_and_geese
from printables.core import OptionError, templates
from printables.printing import make
from printables.scene import Text, Use
from printables.scene.theme import CLASSIC

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
    make.Request(
        "snakes-and-foxes", "rules", options=("distance=hunt", "hunters=player", "stranded=longest", "tokens=1")
    ),
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
    known = Watched(dict(templates.texts("de")))
    monkeypatch.setattr(templates, "texts", lambda code: known if code == "de" else {})
    yield known


@pytest.mark.parametrize(("game", "variant"), some(KITS, 4))
def test_every_text_of_a_kit_has_its_german(game: str, variant: str | None, german: Watched) -> None:
    made = make.made(make.Request(game, variant=variant, language="de"))
    assert made.sheet.pages and not german.lost
    rules = (made.job.components.rules, made.job.components.reference)
    for name in filter(None, rules):
        assert f"rules/de/{name}.md" in templates.names("rules/de")


@pytest.mark.parametrize("wanted", OTHERS, ids=lambda wanted: f"{wanted.game}-{wanted.sheet}-{wanted.options}")
def test_every_text_of_options_and_ways_to_print_has_its_german(wanted: make.Request, german: Watched) -> None:
    sheet = make.made(wanted._replace(language="de")).sheet
    words = " ".join((*told(sheet), *(page.title for page in sheet.pages)))
    assert not german.lost and not re.search(r"\b(Board|Rules|Tokens|row|column)\b", words)


# Options that choose others, or are a file: what they lead to is told by what it is.
CHOICES = {"variant", "hunt", "house", "rows"}
ELSEWHERE = {"officers": {"variant": "asalto"}}  # where the hunt that is printed by itself has no use for an option


def values(field: Any) -> tuple[Any, ...]:
    """What an option may be: all its words, or for a number its default and another."""
    kinds = [kind for kind in (get_args(field.annotation) or (field.annotation,)) if kind is not type(None)]
    if isinstance(kinds[0], str | int) and not isinstance(kinds[0], type):
        return tuple(kinds)
    literal = next((get_args(kind) for kind in kinds if get_args(kind) and kind is not int), ())
    if literal and not isinstance(literal[0], type):
        return literal
    if bool in kinds:
        return (False, True)
    default = field.get_default(call_default_factory=True)
    return (default, (default or 100) - 1) if field.annotation is int else (90, 91)


@pytest.mark.parametrize("language_", ["en", "de"])
@pytest.mark.parametrize("game", boards.slugs())
def test_rules_say_in_words_which_value_of_each_option_is_played(game: str, language_: str, german: Watched) -> None:
    module = boards.find(game)
    with templates.speaking(language_):
        for name, field in module.options.model_fields.items():
            if name in CHOICES:
                continue
            said = []
            for value in values(field):
                chosen = ELSEWHERE.get(name, {}) | {name: value}
                kit = module.components(module.options(**chosen), CLASSIC)
                said.append(kit.words.get("played") or "\n".join(kit.words.values()))
                assert "$" not in said[-1]
            assert len(said) > 1 and len(set(said)) == len(said), f"{name}: {said[0]}"
    assert not german.lost


@pytest.mark.parametrize(
    "path", [path for folder in ("rules", "rules/de") for path in templates.names(folder) if path.endswith(".md")]
)
def test_every_rules_sheet_says_what_house_means(path: str) -> None:
    text = templates.read(path)
    if not path.endswith("-reference.md"):
        german = "/de/" in path
        assert "$house" in text or re.search(r"\*\*Hausregeln?\*\*" if german else r"(?i)\*\*house\b.*?\*\*", text)


def test_german_keeps_the_fields_of_the_english() -> None:
    for english, text in templates.texts("de").items():
        fields = {word.strip("{}") for word in templates_fields(text)}
        assert fields <= {word.strip("{}") for word in templates_fields(english)}, english


def templates_fields(text: str) -> list[str]:
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


def coined(text: str) -> str:
    """A text in a language that nobody speaks: the letters of each word turned round, fields and links as they are."""
    parts = re.split(r"(!?\[|\]\([^)\s]*|\$\{?\w+\}?|[^\W\d_]+)", text)
    return "".join(part[::-1].lower() if re.fullmatch(r"[^\W\d_]+", part) else part for part in parts)


@pytest.mark.parametrize("game", boards.slugs())
def test_whole_rules_in_a_made_up_language_need_only_files(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = templates.texts("de")
    (tmp_path / "words").mkdir()
    (tmp_path / "words/qx.toml").write_text(
        "[texts]\n" + "".join(f"{json.dumps(english)} = {json.dumps(coined(english))}\n" for english in german)
    )
    (tmp_path / "rules/qx").mkdir(parents=True)
    for path in templates.names("rules"):
        name = path.removeprefix("rules/")
        if "/" not in name:
            text = templates.read(path)
            if name.endswith(".toml"):
                text = re.sub(r'= "(.*)"$', lambda at: f'= "{coined(at[1])}"', text, flags=re.MULTILINE)
            (tmp_path / "rules/qx" / name).write_text(text if name.endswith(".toml") else coined(text))
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    for sheet in ("rules", "cards"):
        made = make.sheet(make.Request(game, sheet, language="qx"))
        assert made.language == "qx" and made.pages
        english = " ".join(told(make.sheet(make.Request(game, sheet))))
        turned = " ".join(told(made))
        # No English word of four letters or more is left, but for names; a hunt's pieces are named by its definition.
        known = {word for word in re.findall(r"[a-z]{4,}", english.lower()) if word != word[::-1]}
        left = known & set(re.findall(r"[a-z]{4,}", turned.lower())) - {word[::-1] for word in known}
        module = boards.find(game)
        kit = module.components(module.options(), CLASSIC)
        assert left <= {*re.findall(r"[a-z]+", f"{kit.title} {kit.designer}".lower()), "goose"}


def told(sheet: Any) -> Iterator[str]:
    def within(shapes: Any) -> Iterator[str]:
        for shape in shapes:
            if isinstance(shape, Text):
                yield shape.text
            yield from within(shape.symbol.shapes if isinstance(shape, Use) else getattr(shape, "shapes", ()))

    for page in sheet.pages:
        yield from within(page.shapes)


def test_a_language_that_is_none() -> None:
    with pytest.raises(OptionError, match="there is no language 'fr'"):
        make.sheet(make.Request("snail-trail", language="fr"))
    assert templates.spoken() == "en"
