"""The table of forgeries: what the checkers of docs/check, the page and `postfox verify` say to each, in a line."""

from __future__ import annotations

import json
import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from lanes import thorough
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.core.codec import canonical
from adjudicator.match.folder import Folder
from adjudicator.web import file as pages
from printables.core import UserError
from tests.proofs.checking import NODE, by_node, by_page, by_python, page_dice
from tests.proofs.forgeries import (
    DRAND,
    FORGERIES,
    OPENED,
    RIGHT,
    SPOILT,
    TERMS,
    excerpt,
    forge,
    late_pad,
    opened,
    read,
    real,
    resealed,
    spoilt,
    with_a_beacon,
    written,
)

RUN = CliRunner()
SCHEMES = (1, 2, 3)
ALL = [(scheme, name) for scheme in SCHEMES for name, made in FORGERIES.items() if scheme in made.schemes]


class Forged(NamedTuple):
    """A forgery in files: as a log, as an excerpt, as what a page shows."""

    log: Path
    excerpt: Path
    page: dict[str, Any]


@pytest.fixture(scope="session")
def matches(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """A match of each scheme, and beside it its excerpt."""
    made = {scheme: real(scheme, tmp_path_factory.mktemp(f"scheme{scheme}") / "anna-bob") for scheme in SCHEMES}
    for path in made.values():
        excerpt(path, path.with_suffix(".jsonl"))
    return made


@pytest.fixture(scope="session")
def forged(matches: dict[int, Path]) -> dict[tuple[int, str], Forged]:
    """Every forgery of every scheme that has what it forges."""
    made = {}
    for number, (scheme, name) in enumerate(ALL):
        path, change = matches[scheme], FORGERIES[name].change
        match = read(scheme, path)
        lines = deepcopy(match.lines)
        forge(match, lines, change)
        page = page_dice(match.terms, lines)
        log = written(path.with_name(f"{number:02}"), match, lines)
        made[scheme, name] = Forged(
            log, resealed(match, path.with_suffix(".jsonl"), path.with_name(f"{number:02}.jsonl"), change), page
        )
    return made


def judged(said: str, code: int, expected: str) -> None:
    """A checker answers as the table has it: what is right and what was not checked, or a line that says what."""
    assert expected in said
    assert code == (0 if expected == RIGHT else 1)
    assert expected == RIGHT or "\n" not in said


def test_what_is_real_is_right_for_every_reader(matches: dict[int, Path]):
    for path in matches.values():
        for file in (path, path.with_suffix(".jsonl")):
            judged(*by_python(file), RIGHT)
            assert RUN.invoke(app, ["verify", str(file)]).exit_code == 0


@pytest.mark.parametrize("name", SPOILT)
def test_a_log_is_read_in_the_one_way_that_it_is_written(matches: dict[int, Path], tmp_path: Path, name: str):
    spoil, expected = SPOILT[name]
    for scheme, path in matches.items():
        made = spoilt(tmp_path / str(scheme), path, spoil)
        judged(*by_python(made), expected)
        assert not NODE or by_node([(made,)]) == [by_python(made)]
        assert RUN.invoke(app, ["verify", str(made)]).exit_code == 1


@pytest.mark.parametrize("name", OPENED)
def test_an_excerpt_shows_what_was_sealed(matches: dict[int, Path], tmp_path: Path, name: str):
    change, expected = OPENED[name]
    for scheme, path in matches.items():
        made = opened(tmp_path / f"{scheme}.jsonl", path.with_suffix(".jsonl"), change)
        judged(*by_python(made), expected)
        assert not NODE or by_node([(made,)]) == [by_python(made)]


@pytest.mark.parametrize("name", TERMS)
def test_the_terms_of_a_match_are_some(matches: dict[int, Path], tmp_path: Path, name: str):
    change, expected = TERMS[name]
    for scheme, path in matches.items():
        match = read(scheme, path)
        made = written(tmp_path / str(scheme), match._replace(terms=match.terms | change), deepcopy(match.lines))
        judged(*by_python(made), expected)
        assert not NODE or by_node([(made,)]) == [by_python(made)]
        shutil.copy(path / "match.json", made)  # and if only the log is another's
        judged(*by_python(made), "it names another match.json")


def test_an_excerpt_is_of_the_match_that_it_names(matches: dict[int, Path], tmp_path: Path):
    for path in matches.values():
        first, *rows = path.with_suffix(".jsonl").read_bytes().splitlines()
        for name, other in (("origin", "postfox/anna-bob/0123456789abcdef"), ("receipts", "ab" * 32)):
            made = tmp_path / f"{name}.jsonl"
            made.write_bytes(b"\n".join([canonical(json.loads(first) | {name: other}).encode(), *rows, b""]))
            judged(*by_python(made), "it is of another match")
        made.write_bytes(b"\n".join([canonical(json.loads(first) | {"format": "x"}).encode(), *rows, b""]))
        assert by_python(made) == ("this is not an excerpt", 2)


def test_there_are_the_fifteen_of_the_design_and_thirty_five_of_our_own():
    assert len(FORGERIES) + len(SPOILT) + len(OPENED) >= 50


@pytest.mark.parametrize(("scheme", "name"), ALL)
def test_the_checker_for_python_answers_as_the_table_has_it(
    forged: dict[tuple[int, str], Forged], scheme: int, name: str
):
    made = forged[scheme, name]
    for file in (made.log, made.excerpt):
        judged(*by_python(file), FORGERIES[name].checker)


@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_the_checker_for_node_says_the_same_in_the_same_words(
    forged: dict[tuple[int, str], Forged], matches: dict[int, Path]
):
    files = [(file,) for made in forged.values() for file in made[:2]]
    files += [(file,) for path in matches.values() for file in (path, path.with_suffix(".jsonl"))]
    assert by_node(files) == [by_python(*file) for file in files]


@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_the_page_answers_as_the_table_has_it(forged: dict[tuple[int, str], Forged], matches: dict[int, Path]):
    for scheme, path in matches.items():
        match = read(scheme, path)
        shown = pages.html(Folder(path))
        data = json.loads(shown.split('id="data">', 1)[1].split("</script>", 1)[0])["dice"]
        own = page_dice(match.terms, match.lines)
        assert [step["throws"][0][1:] for step in own["steps"]] == [step["throws"][0][1:] for step in data["steps"]]
        assert {name for name in data if name != "steps"} == {name for name in own if name != "steps"}
        assert by_page([own, data]) == [True, True]
    said = by_page(made.page for made in forged.values())
    assert dict(zip(forged, said, strict=True)) == {one: FORGERIES[one[1]].page for one in forged}


@pytest.mark.parametrize(("scheme", "name"), ALL)
def test_verify_answers_as_the_table_has_it(forged: dict[tuple[int, str], Forged], scheme: int, name: str):
    made = forged[scheme, name]
    for file in (made.log, made.excerpt):
        said = RUN.invoke(app, ["verify", str(file)])
        assert said.exit_code == (0 if FORGERIES[name].verify else 1)
        assert said.exception is None or isinstance(said.exception, SystemExit | UserError)


@pytest.mark.parametrize("scheme", [2, 3])
@pytest.mark.parametrize("name", DRAND)
def test_a_round_is_the_lines_and_its_signature_is_said_not_to_be_checked(tmp_path: Path, name: str, scheme: int):
    change, expected = DRAND[name]
    match = with_a_beacon(scheme)
    match = match._replace(terms=dict(match.terms))
    forge(match, match.lines, change)
    path = written(tmp_path / "m", match, match.lines)
    said, code = by_python(path)
    judged(said, code, expected)
    assert expected != RIGHT or said.startswith(
        "NOT CHECKED: 3 signatures of drand; without them all dice could be chosen\n"
    )
    assert not NODE or by_node([(path,)]) == [(said, code)]
    if scheme == 2 and name != "rounds that are due at once":
        pytest.importorskip("py_ecc", reason="the extra postfox[beacon] is not installed")
        refused = RUN.invoke(app, ["verify", str(path)])
        assert refused.exit_code == 1 and isinstance(refused.exception, SystemExit | UserError)


@thorough
def test_a_pad_replaced_in_play_is_named(tmp_path: Path):
    path = late_pad(tmp_path / "anna-bob")
    file = excerpt(path, tmp_path / "x.jsonl")
    for made in (path, file):
        said, code = by_python(made)
        assert code == 1 and said.startswith(
            "DOUBT: line 14: a pad was replaced in play: dice after it could have been chosen"
        )
        assert not NODE or by_node([(made,)]) == [(said, code)]
