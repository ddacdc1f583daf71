"""What a site is built of."""

from __future__ import annotations

import inspect
import re
from hashlib import sha256
from importlib import metadata
from itertools import product
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from lanes import Golden

from adjudicator import games
from adjudicator.cli.new import new
from adjudicator.core import MatchError
from adjudicator.letters.phrases import Phrases
from adjudicator.referee.terms import POLICIES
from adjudicator.site import build, pages
from adjudicator.table.home import Home
from printables import sheets
from printables.cli import spread
from printables.core.request import Request
from printables.scene import theme as looks


def test_a_library_that_is_not_installed_is_named_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    core = next(name for name in build.PARTS if name.startswith("pydantic_core")).split("-")[1]
    for name in build.PARTS:
        (tmp_path / name).write_bytes(b"")
    monkeypatch.setattr(build, "PARTS", dict.fromkeys(build.PARTS, sha256(b"").hexdigest()))

    def version(name: str) -> str:
        if name == "py_ecc":
            raise metadata.PackageNotFoundError(name)
        return core

    monkeypatch.setattr("importlib.metadata.version", version)
    with pytest.raises(MatchError, match=r"the site needs py_ecc; install Postfox with its extra"):
        build.check(tmp_path)


@pytest.mark.parametrize("language", pages.LANGUAGES)
def test_all_that_the_command_prints_has_a_word_on_the_page_but_for_what_no_browser_can_make(language: str) -> None:
    words = Phrases("site", language).forms("site")
    chosen = {"game", "sheet", "variant", "theme", "language", "tokens"}  # above the panels, or by the page itself
    left = {"dpi", "preset", "bundle", "printer", "pdfa", "laser", "hole_mm"}  # as the page says
    assert {name for name in Request._fields if f"print-{name}" in words} == {*Request._fields} - chosen - left
    values = {"theme": looks.names(), "sheet": ("all", *sheets.NEEDS), "format": ("pdf", "svg")}
    for name, kind in get_type_hints(Request).items():
        values[name] = values.get(name, tuple(one for part in (kind, *get_args(kind)) for one in get_args(part)))
        asked = [f"{name}-{one}" for one in values[name] if isinstance(one, str) and name not in left]
        assert not [key for key in asked if key not in words], name


@pytest.mark.parametrize("language", pages.LANGUAGES)
def test_all_that_a_match_begins_with_has_a_word_on_the_page_but_for_what_emails_show(language: str) -> None:
    words, offered = Phrases("site", language).forms("site"), inspect.signature(spread(new)).parameters
    dice = {"join", "table_dice", "beacon", "dice"}  # one choice there
    above = {"game", "variant", "folder", "id", "player", "json"} | dice
    assert {name for name in offered if f"new-{name}" in words} == {*offered} - above - {"proof"}
    wanted = {*(f"late-{one}" for one in POLICIES), *(f"letters-{one}" for one in ("plain", "page"))}
    wanted |= {f"dice-of-{one}" for one in ("plain", "join", "table", "drand", "start")}
    assert wanted <= words.keys()


# Bytes of packs
SIZED = {"core": 1_200_000, "core-wasm": 900_000, "kit": 700_000, "face-sans": 60_000, "play": 500_000}
HASHES = re.compile(r"-h[0-9a-f]{12}|'sha256-[^']+'|postfox-[0-9a-f]{12}")  # of what scripts and styles are


def test_the_pages_of_the_site_are_what_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    """Without its pictures, ready made kits and packs, which take long: those are named as if they were there."""
    monkeypatch.setattr(pages, "_kit", lambda _site, *of: (f"kits/{'-'.join(of)}.pdf", len(of[0]), 10 * len(of[1])))
    monkeypatch.setattr(Home, "picture", lambda _home, name, pixels=0: f"{name} {pixels}".encode())
    site = pages.Site(tmp_path, new)
    site.packs = {name: build.Packed(f"{name}.gz", size) for name, size in SIZED.items()}
    named = [*games.GAMES, *(one["variant"] for one in Home(tmp_path).hunts)]
    for name, language in product(named, pages.LANGUAGES):
        site.kits[f"{name}-kit-{language}"] = [(f"pictures/{name}-{n}.webp", 300, 424) for n in (1, 2)]
    site.write()
    lines = []
    for path in sorted(path for path in tmp_path.rglob("*") if path.is_file()):
        name, data = path.relative_to(tmp_path).as_posix(), path.read_bytes()
        if name.endswith((".html", ".webp")) or "/card/" in name or name == "sw.js":
            data = HASHES.sub("", data.decode()).encode()
            lines.append(f"{sha256(data).hexdigest()[:12]} {name}\n")
        else:
            lines.append(f"{HASHES.sub('', name)}\n")
    golden("site.txt", "".join(lines))
