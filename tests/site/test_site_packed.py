"""What the site ships makes every kit, theme, language, hunt and prop, as the command does: by node, in one process."""

from __future__ import annotations

from hashlib import sha256
from itertools import cycle, product
from pathlib import Path
from typing import Any

from lanes import thorough
from typer.testing import CliRunner

from adjudicator import games
from adjudicator.cli.app import app
from adjudicator.letters.phrases import Phrases
from adjudicator.site import pages
from adjudicator.table.home import Home
from printables.core import templates
from printables.core.request import Request
from printables.printing import make
from printables.scene import theme as looks
from tests import packed
from tests.site.conftest import props

pytestmark = thorough
MOST_BYTES = 11_200_000  # over the wire, beside the page


def wanted() -> list[Request]:
    """Each game in every other theme, each hunt; themes and languages in turn."""
    spoken, languages = tuple(pages.LANGUAGES), cycle(pages.LANGUAGES)
    kits = [
        Request(slug, theme=look, language=spoken[(at + number) // 2 % len(spoken)])
        for (at, slug), (number, look) in product(enumerate(games.GAMES), enumerate(looks.names()))
        if (at + number) % 2 == 0
    ]
    hunts = [
        Request(one["game"], variant=one["variant"], sheet="board", theme=look, language=language)
        for one, look, language in zip(Home(Path()).hunts, cycle(looks.names()), languages, strict=False)
    ]
    assert {(one.theme, one.language) for one in kits} == set(product(looks.names(), pages.LANGUAGES))
    return [*kits, *hunts]


def asked(one: Request) -> dict[str, Any]:
    """What a page asks for it."""
    words = ["print", one.game, "--theme", one.theme, "--language", one.language, "--sheet", one.sheet, "--json"]
    words += ["--variant", one.variant] if one.variant else []
    return {"do": "command", "with": {"words": words, "files": True, "need": "print"}}


def test_every_kit_theme_language_hunt_and_prop_comes_out_of_the_packed_folder(site: Path, tmp_path: Path) -> None:
    prints = wanted()
    words = Phrases("site", "en").forms("site")
    named = [key.removeprefix("prop-") for key in words if key.startswith("prop-")]
    samples = [
        {
            "do": "command",
            "with": {
                "words": ["handout", "bind", "/props", "--json"],
                "put": [["/props/text.md", templates.read(f"samples/handouts/{name}.md")]],
                "files": True,
                "need": "print",
            },
        }
        for name in named
    ]
    with packed.running(site) as worker:
        worker.ask([*map(asked, prints), *samples])
        for one in prints:
            (data,) = make.render(make.sheet(one))
            answer = worker.answer()
            assert answer["made"].get("files") == [sha256(data).hexdigest()], (one, answer)
        for name in named:
            answer, made = worker.answer(), props(name, tmp_path / name)
            assert made and sorted(answer["made"].get("files", [])) == made, (name, answer)


def test_what_a_match_loads_is_there_before_it_begins(site: Path) -> None:
    """Each game in each language against the strongest bot a table offers: but for fonts nothing comes late."""

    def asked(do: str, **given: Any) -> dict[str, Any]:
        worker.ask([{"do": do, "with": given}])
        answer = worker.answer()
        assert not answer.get("fault") and not answer["made"].get("code"), answer
        return answer

    with packed.running(site) as worker:
        for slug, language in product(games.GAMES, pages.LANGUAGES):
            seats = ["--player", "Anna", "--player", "Bot <bot:strong:20>"]
            words = [
                "new",
                slug,
                f"/matches/{slug}-{language}",
                *(seats if games.find(slug).PLAYERS[0] > 1 else seats[:2]),
            ]
            asked("command", words=[*words, "--language", language, "--seed", "x"])
            for address in ("", "go", "go"):
                text = {"text": ""} if address else {}
                answer = asked("table", address=f"match/{slug}-{language}/{address}", language=language, **text)
            answer = asked("command", words=["verify", f"/matches/{slug}-{language}"])
    assert answer["came"] < MOST_BYTES


def test_rounds_of_a_beacon_are_checked_there(site: Path, tmp_path: Path) -> None:
    excerpt = tmp_path / "excerpt.jsonl"
    match = Path(__file__).parents[1] / "archive/with-a-beacon"
    assert CliRunner().invoke(app, ["trust", "excerpt", str(match), "--out", str(excerpt)]).exit_code == 0
    with packed.running(site) as worker:
        given = excerpt.read_text(encoding="utf-8")
        worker.ask([{"do": "command", "with": {"words": ["verify", "-"], "given": given}}])
        made = worker.answer()["made"]
    assert made["said"].startswith("standard input: verified"), made
    assert (made["wrong"], made["code"]) == ("", 0)
