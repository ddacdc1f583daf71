"""Whole matches on the page in Chromium: every order is put together by taps alone, and the referee carries it out.

Each kind of match of each game in the long run, a few of them otherwise; a match is made short where its game can be.
`python bench/taps.py matches` plays each to an end of its own. Skipped where Playwright or Chromium is missing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lanes import some

from adjudicator import games
from adjudicator.match import create
from adjudicator.match.folder import Folder
from adjudicator.simulation.game import seats
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


@pytest.mark.parametrize(
    ("slug", "options"), [pytest.param(*kind, id=f"{kind[0]} {named(kind[1])}") for kind in some(KINDS, 2)]
)
def test_a_match_is_tapped_to_its_end_and_proved(tmp_path: Path, browser: Any, slug: str, options: Any) -> None:
    faults: list[str] = []
    game = games.find(slug)
    names = ("Anna", "Otto")[: seats(game, options)]
    create.new(tmp_path / "m", slug, options, [create.seat(name) for name in names], seed="1")
    page = browser.new_page(viewport=PHONE, reduced_motion="reduce")
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    sitting = Sitting(page, Folder(tmp_path / "m"))
    faults += sitting.play()
    page.close()
    assert not faults
    assert sitting.folder.standing().outcome
