"""Whole matches on the page in Chromium: every order is put together by taps alone, and the referee carries it out.

A match to its end, in the long run one of each game, and there the first orders of every second kind of match; a match
is made short where its game can be. `python bench/taps.py matches` plays each kind to an end of its own. Skipped
where Playwright or Chromium is missing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lanes import LONG, thorough

from adjudicator import games
from adjudicator.lab.simulation.tally import seats
from adjudicator.match import create
from adjudicator.match.folder import Folder
from tests.conftest import PHONE
from tests.kinds import kinds, named
from tests.taps import Sitting

SHORT = 20  # turns after which a match is over, where its game counts them


def short(options: Any) -> Any:
    """The same, over soon."""
    if (getattr(options, "turns", SHORT) or SHORT + 1) <= SHORT:
        return options
    return type(options).model_validate(options.model_dump(exclude_unset=True) | {"turns": SHORT})


KINDS = [(slug, options) for slug in games.GAMES for options in dict.fromkeys(map(short, kinds(games.find(slug))))]


STANDARD = [next(kind for kind in KINDS if kind[0] == slug) for slug in games.GAMES]
FIRST = 3  # orders
BOTS = {"snakey-dice": "random"}  # with care a snake lives five times as long


def param(kind: tuple[str, Any]) -> Any:
    return pytest.param(*kind, id=f"{kind[0]} {named(kind[1])}")


@thorough
@pytest.mark.parametrize(("slug", "options"), [*map(param, STANDARD)])
def test_a_match_is_tapped_to_its_end_and_proved(tmp_path: Path, browser: Any, slug: str, options: Any) -> None:
    assert tapped(tmp_path, browser, slug, options).standing().outcome


@thorough
@pytest.mark.parametrize(("slug", "options"), [param(kind) for kind in KINDS[1::2]])
def test_the_first_orders_of_other_kinds_of_match_are_tapped(
    tmp_path: Path, browser: Any, slug: str, options: Any
) -> None:
    folder = tapped(tmp_path, browser, slug, options, FIRST)
    assert len(folder.log.lines) > FIRST or folder.standing().outcome


def tapped(tmp_path: Path, browser: Any, slug: str, options: Any, most: int = 1_000) -> Folder:
    """A match of so many orders at most, each tapped on a page; nothing is wrong with it."""
    faults: list[str] = []
    game = games.find(slug)
    names = ("Anna", "Otto")[: seats(game, options)]
    create.new(tmp_path / "m", slug, options, [create.seat(name) for name in names], seed="1")
    page = browser.new_page(viewport=PHONE, reduced_motion="reduce")
    page.set_default_timeout(1_000 * LONG)
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    sitting = Sitting(page, Folder(tmp_path / "m"), BOTS.get(slug, "careful"))
    faults += sitting.play(most)
    page.close()
    assert not faults
    assert sitting.largest < 30_000
    return sitting.folder
