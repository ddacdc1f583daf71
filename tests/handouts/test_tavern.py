"""A tavern from a seed: the same each time, made of tables that a user can extend."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import handed
import pdfium
import pytest

from adjudicator import games
from adjudicator.opponents import regular
from printables import boards
from printables.core import TemplateError, UserError, options, templates
from printables.handouts import tavern
from printables.handouts.handout import MASTER, PLAYERS, Order, document
from printables.render import pdf

SEEDS = [str(n) for n in range(60)]


def test_the_same_seed_gives_the_same_house() -> None:
    assert tavern.draw("7") == tavern.draw("7")
    assert len({tavern.draw(seed).name for seed in SEEDS}) > 25
    assert tavern.draw("7").name == "The Second Moon"


@pytest.mark.parametrize("seed", SEEDS[:20])
def test_a_house_is_whole(seed: str) -> None:
    house = tavern.draw(seed)
    assert len(house.regulars) == 3 and len({p.name for p in house.regulars}) == 3
    assert 1 <= len(house.games) <= 3 and len(house.rumours) == 4 and len(house.rules) == 3 and len(house.fare) == 6
    for person in house.regulars:
        assert person.purse > 0 and 0 <= person.boldness <= 1 and person.patience >= 1
    for game in house.games:
        assert 0 < game.low <= game.high
    assert "$" not in json.dumps(house.facts())


def test_what_a_house_plays_is_what_the_referee_takes() -> None:
    """Every variant of the tables is made of options that its game has; regulars play in ways that players have."""
    assert regular.WILD in tavern.PLAYS
    checked = 0
    for entry in tavern.tables().entries["variants"]:
        if entry["game"] in games.GAMES:
            assert options.build(games.find(entry["game"]).Options, entry["options"]) is not None
            checked += 1
    assert checked >= 5


def test_every_game_that_is_printed_is_played_somewhere() -> None:
    """By a table of taverns, or as it is where it has none."""
    assert {house.game for seed in SEEDS for house in tavern.draw(seed).games} == set(boards.slugs())


def test_the_players_see_the_wall_and_the_master_the_book() -> None:
    versions = handed.made("tavern")
    theme = Order().pen().theme
    told = {name: pdfium.words(pdf.render(document([item], "x", theme))) for name, item in versions.items()}
    house = tavern.draw("7")
    for text in (*house.rules, house.keeper, *(item for item, _ in house.fare)):
        assert text in told[PLAYERS], text
    for person in house.regulars:
        assert person.temperament in told[MASTER] and person.temperament not in told[PLAYERS]
    assert "Not so." in told[MASTER] and "Not so." not in told[PLAYERS]
    for game in house.games:
        assert all(option in told[MASTER] for option in game.options)


def test_the_facts_are_json_that_can_be_read_back() -> None:
    facts = json.loads(json.dumps(handed.made("tavern")[MASTER].facts))
    assert {"name", "games", "regulars", "rumours", "seed"} <= set(facts)
    assert set(facts["regulars"][0]) == {"name", "purse", "temperament", "says", "boldness", "patience", "plays"}


def test_a_user_s_tables_are_added_to_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "handouts" / "taverns"
    folder.mkdir(parents=True)
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    before = tavern.tables()
    (folder / "mine.toml").write_text(
        'currency = "penny/pence"\nkeepers = ["Zoë & | Co. *here*"]\n'
        '[[rumours]]\ntext = "All is well in $tavern."\ntrue = true\n'
    )
    after = tavern.tables()
    assert after.words["keepers"] == (*before.words["keepers"], "Zoë & | Co. *here*")
    assert len(after.entries["rumours"]) == len(before.entries["rumours"]) + 1 and after.currency == "penny/pence"
    seed = next(str(n) for n in range(500) if tavern.draw(str(n)).keeper.startswith("Zoë"))
    made = tavern.make(seed, Order())[PLAYERS]
    text = pdfium.words(pdf.render(document([made], "x", Order().pen().theme)))
    assert "Zoë & | Co. *here* keeps the house" in text and "pence" in text


WRONG = {
    "toml": ("x = [", "this is not TOML"),
    "key": ("barrels = 3", "'barrels' is not known here; known are currency, adjectives"),
    "list": ('keepers = "Ann"', "keepers is not a list of texts"),
    "table": ('signs = "Fox"', "signs is not a list"),
    "fields": ('[[signs]]\nnoun = "Cat"', "mine.toml:1:1: emblem is missing; known are crown, fox"),
    "emblem": ('[[signs]]\nnoun = "Cat"\nemblem = "cat"', "emblem = 'cat' is not known; known are crown, fox"),
    "price": (
        '[[fare]]\nitem = "Ale"\nprice = [3, 1]',
        "price = [3, 1] is not possible; write price = [lowest, highest]",
    ),
    "stakes": ('[[stakes]]\nname = "x"\nlow = 0\nhigh = 2\nsays = "y"', "low = 0 is out of range"),
    "plays": (
        '[[temperaments]]\nname = "x"\nboldness = 2\npatience = 1\nplays = "bold"\nsays = "y"',
        "boldness = 2 is out of range; take 0 to 1",
    ),
    "kind": ('[[rumours]]\ntext = "x"\ntrue = 1', "true = 1 is neither true nor false"),
    "options": ('[[variants]]\ngame = "x"\noptions = ["y"]\nsays = "z"', "write them as name=value"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_table_is_one_line_that_names_its_file(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, message = WRONG[kind]
    folder = tmp_path / "handouts" / "taverns"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(text)
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    with pytest.raises(TemplateError) as caught:
        tavern.draw("1")
    assert message in str(caught.value) and "mine.toml" in str(caught.value) and "\n" not in str(caught.value)


def test_seeds_that_are_none() -> None:
    for seed in ("", "   ", "x" * 61):
        with pytest.raises(UserError, match="is not a seed"):
            tavern.make(seed, Order())


def test_our_tables_have_words_for_every_placeholder() -> None:
    data = tavern.tables()
    known = {"keeper", "tavern", "coins", "regular", "other"}
    for text in (*data.words["house_rules"], *(item["text"] for item in data.entries["rumours"])):
        assert set(re.findall(r"\$(\w+)", text)) <= known


LEAST = {
    **{"adjectives": 1, "keepers": 1, "regulars": tavern.REGULARS, "house_rules": tavern.RULES},
    **{"signs": 1, "fare": tavern.FARE, "stakes": 1, "temperaments": tavern.REGULARS, "rumours": tavern.RUMOURS},
}


@pytest.mark.parametrize("key", LEAST)
def test_a_table_with_too_few_entries_is_named(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data, least = tavern.tables(), LEAST[key]
    for count, enough in ((least, True), (least - 1, False)):
        cut = replace(
            data,
            words={**data.words, **({key: data.words[key][:count]} if key in data.words else {})},
            entries={**data.entries, **({key: data.entries[key][:count]} if key in data.entries else {})},
        )
        monkeypatch.setattr(tavern, "tables", lambda cut=cut: cut)
        if enough:
            assert tavern.draw("7").name
        else:
            with pytest.raises(TemplateError, match=f"{key} has {count} entries"):
                tavern.draw("7")
