"""What `postfox print` calls its files, and numbers given as options."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from finished import opened, request

from adjudicator import games
from printables.core import OptionError, options
from printables.core.request import Request
from printables.printing import job, make


def test_a_plain_request_has_a_short_name() -> None:
    assert job.stem(Request("snakes-and-foxes")) == "snakes-and-foxes-kit-a4"


def test_requests_that_differ_have_different_names() -> None:
    hunt = "fox-and-geese"
    requests = [
        Request(hunt),
        Request(hunt, variant="asalto"),
        Request(hunt, variant="renard"),
        Request(hunt, options=("chain=true",)),
        Request(hunt, options=("hunt=@kitchen/Orchard.toml",)),
        Request(hunt, options=("hunt=@kitchen/Pond.toml",)),
        Request(hunt, theme="ink-saver"),
        Request(hunt, safe_colours=True),
        Request(hunt, theme="ink-saver", safe_colours=True),
        Request(hunt, tokens="fold"),
        Request(hunt, tokens="standee"),
        Request(hunt, token_mm=20.0),
        Request(hunt, paper="letter"),
        Request(hunt, scale=2.0, tile=True),
        Request(hunt, seed="hazel", pad=3),
        Request(hunt, booklet=True),
        Request(hunt, bleed=3.0, crop_marks=True),
        Request(hunt, pages="1,3-5"),
    ]
    names = [job.stem(one) for one in requests]
    assert len(set(names)) == len(names)
    assert "fox-and-geese-hunt-orchard-kit-a4" in names and "fox-and-geese-asalto-kit-a4" in names
    assert "fox-and-geese-kit-a4-ink-saver-safe-colours" in names
    assert all(name.replace("-", "").isalnum() and name.islower() for name in names)


def test_looks_do_not_overwrite_each_other(tmp_path: Path) -> None:
    wanted = [request("board", theme=name) for name in ("classic", "ink-saver")]
    written = [path for one in wanted for path in make.write(one, tmp_path).files]
    for one, other in combinations(written, 2):
        assert one.read_bytes() != other.read_bytes()
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("slug", games.GAMES)
def test_every_whole_number_can_be_given_as_text(slug: str) -> None:
    model = games.find(slug).Options
    numbers = {
        name: value
        for name, value in model().model_dump().items()
        if isinstance(value, int) and not isinstance(value, bool)
    }
    for name, value in numbers.items():
        assert getattr(options.build(model, [f"{name}={value}"]), name) == value


def test_turns_of_a_hunt_are_a_number_on_the_command_line_and_on_paper() -> None:
    model = games.find("fox-and-geese").Options
    assert options.build(model, ["turns=50"]).turns == 50
    (data,) = make.render(make.sheet(Request("fox-and-geese", "rules", options=("turns=50",))))
    assert "or after 50 " in " ".join((opened(data)[0].extract_text() or "").split())
    for wrong in ("turns=0", "turns=soon", "turns=1.5", "turns=true"):
        with pytest.raises(OptionError):
            options.build(model, [wrong])
    # In a file a number is a number: what is true or "50" there is a mistake.
    for value in ("50", True):
        with pytest.raises(ValueError, match="turns"):
            model.model_validate({"turns": value})
