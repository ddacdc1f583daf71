"""The words of letters: every kind of event has some, users may edit them, nothing of Python can be reached."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from lanes import begun

from adjudicator import games
from adjudicator.core.game import Event, Outcome
from adjudicator.dice import FastDice
from adjudicator.letters import phrases
from adjudicator.letters.phrases import Names, Phrases, components
from adjudicator.referee.records import Match, Seat
from printables.boards import fox_and_geese
from printables.core import TemplateError, templates

ANNA_BOB = Names(("Anna", "Bob"))
ROOT = Path(__file__).parents[2]
LANGUAGES = sorted(path.name for path in (ROOT / "templates" / "phrases").iterdir())
LETTERS = ("phrases", "picture", "facts", "orders", "turn_sheet", "replies")
CODE = (
    "core/choices.py",
    *(f"letters/{name}.py" for name in LETTERS),
    "core/sense.py",
    "lab/puzzles/shown.py",
    "lab/puzzles/words.py",
)
KINDS = {"events": "EVENTS", "outcomes": "OUTCOMES", "notes": "NOTES"}
REFEREE = (
    "core/game.py",
    *(
        f"referee/{name}.py"
        for name in (
            "adjudication",
            "orders",
            "ruling",
            "commands",
            "admin",
            "amendment",
            "records",
            "seats",
            "terms",
        )
    ),
)


def table(path: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(templates.read(path))


def nodes(files: tuple[str, ...]) -> Iterator[ast.AST]:
    return (node for file in files for node in ast.walk(ast.parse((ROOT / "adjudicator" / file).read_text())))


def strings(files: tuple[str, ...]) -> set[str]:
    """Every text that stands in those modules."""
    return {node.value for node in nodes(files) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def composed(files: tuple[str, ...]) -> list[str]:
    """Patterns of the names that those modules compose, as f"terms-{what}"."""
    parts = [node.values for node in nodes(files) if isinstance(node, ast.JoinedStr)]
    made = ["".join(re.escape(p.value) if isinstance(p, ast.Constant) else r"\w+" for p in one) for one in parts]
    return [pattern for pattern in made if pattern.startswith("terms")]


@pytest.mark.parametrize("slug", games.GAMES)
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_that_a_game_documents_has_words_and_no_other(slug: str, name: str) -> None:
    kinds = getattr(games.find(slug), KINDS[name])
    assert set(table(f"phrases/en/{slug}.toml").get(name, {})) == set(kinds)


@pytest.mark.parametrize("slug", games.GAMES)
def test_what_is_drawn_is_an_event_or_a_note(slug: str) -> None:
    game = games.find(slug)
    drawn = set(table(f"phrases/en/{slug}.toml")["drawn"])
    assert drawn
    assert drawn <= set(game.EVENTS) | set(game.NOTES)


def test_every_common_phrase_is_used_somewhere() -> None:
    used = strings(CODE) | strings(REFEREE)
    common = table("phrases/en/common.toml")
    told = {name: entries for name, entries in common.items() if name not in ("zones", "verbs")}  # by their names
    keys = {f"{name}.{key}": key for name, entries in told.items() for key in entries if key not in used}
    assert [name for name, key in keys.items() if not any(re.fullmatch(p, key) for p in composed(REFEREE))] == []


@pytest.mark.parametrize("slug", games.GAMES)
def test_whole_games_can_be_told(slug: str) -> None:
    game: Any = games.find(slug)
    for seed in range(6):
        dice = FastDice(seed)
        step = begun(game, game.PLAYERS[seed % 2], dice)
        phrases = Phrases(slug, "en", step.state.options)
        for turn in range(60):
            told = phrases.sentences(step.events, ANNA_BOB) + phrases.position(game, step.state, ANNA_BOB)
            for event in step.events:
                if phrases.has("drawn", event.kind):
                    told.append(phrases.sentence(event, ANNA_BOB, "drawn"))
            assert all(line and not re.search(r"[{}]|None", line) for line in told)
            if game.outcome(step.state):
                assert phrases.outcome(game.outcome(step.state), ANNA_BOB)
                break
            actions = [action for action, _ in zip(game.moves(step.state), range(turn + 1), strict=False)]
            step = game.apply(step.state, actions[-1], dice)


SF = Phrases("snakes-and-foxes")


def sentences(*events: Event) -> list[str]:
    return SF.sentences(events, ANNA_BOB)


def test_steps_of_one_kind_that_follow_each_other_share_a_sentence() -> None:
    snakes = [Event("step", piece="snake", places=(f"g{n}", f"f{n}")) for n in (1, 3, 5)]
    fox = Event("step", piece="fox", places=("a4", "H"))
    assert sentences(*snakes, fox) == [
        "3 snakes step: g1 to f1, g3 to f3 and g5 to f5.",
        "A fox steps from a4 to the hub.",
    ]


def test_a_number_chooses_the_form() -> None:
    def stays(move: int) -> list[str]:
        return sentences(Event("pass", 1, "player-b", ("c3",), words={"move": move}))

    assert stays(0) == ["Bob has no MOVE: token B stays on c3."]
    assert stays(1) == ["Bob cannot go 1 step: token B stays on c3."]
    assert stays(4) == ["Bob cannot go 4 steps: token B stays on c3."]


def test_an_event_that_says_how_many_is_told_with_its_own_number() -> None:
    lost = [
        Event("lost-symbols", piece="snake", words={"count": 1}),
        Event("lost-symbols", piece="fox", words={"count": 3}),
    ]
    assert sentences(*lost, lost[1]) == [
        "One snake symbol is left over.",
        "3 fox symbols are left over.",
        "3 fox symbols are left over.",
    ]


def test_dice_are_told_as_the_symbols_of_the_printed_dice() -> None:
    throw = Event("throw", 0, "player-a", dice=(1, 6, 2, 3, 6, 2), words={"move": 3, "snakes": 1, "foxes": 2})
    assert sentences(throw) == ["Anna rolls for token A: 3 MOVE, 1 SNAKE and 2 FOX."]


def test_a_word_that_names_a_piece_is_put_as_the_piece() -> None:
    assert sentences(Event("eaten", 0, "player-a", ("d5",), words={"by": "fox"})) == [
        "A fox eats Anna's token A on d5."
    ]
    assert SF.fields(Event("x", words={"by": "a\u202eb\n"}), ANNA_BOB)["by"] == "ab"


def test_outcomes_name_winners_and_scores() -> None:
    assert SF.outcome(Outcome("home", (1,), (0, 2)), ANNA_BOB) == (
        "Bob has brought a token home and wins. Score: Anna 0 and Bob 2."
    )
    assert SF.outcome(Outcome("hunters-win", (), (0, 0)), ANNA_BOB) == ("Nobody came home: the snakes and foxes win.")
    assert SF.outcome(Outcome("resigned", (0,)), ANNA_BOB) == "Anna wins by resignation."


def test_names_are_safe_lines_and_letters_where_nobody_has_a_name() -> None:
    match = Match("m", "snakes-and-foxes", {}, (Seat("An\x1bna\u202e"), Seat("\u200f")), "table", "")
    assert Names.of(match).seats == ("An na", "B")
    assert Names.of(None)[0] == "A" and Names.of(match)[7] == "H"


@pytest.mark.parametrize(
    ("hours", "said"),
    [
        (0, "0 hours"),
        (1, "1 hour"),
        (23, "23 hours"),
        (24, "1 day"),
        (25, "1 day and 1 hour"),
        (60, "2 days and 12 hours"),
    ],
)
def test_a_length_of_time_is_told_in_days_and_hours(hours: int, said: str) -> None:
    assert phrases.span(SF.say, hours) == said
    assert SF.fields(Event("x", words={"hours": hours}), ANNA_BOB)["span"] == said


def test_days_are_told_whole_in_short_and_as_they_passed() -> None:
    for day, long, short in (
        (date(2026, 1, 5), "Monday 5 January", "Mon 5 Jan"),
        (date(2026, 12, 6), "Sunday 6 December", "Sun 6 Dec"),
    ):
        assert (phrases.long(SF.say, day), phrases.short(SF.say, day)) == (long, short)
        assert phrases.worded(SF.say, f"{day}") == long
    assert phrases.worded(SF.say, "2026-12-6") == "2026-12-6"
    at = datetime(2026, 11, 21, 23, 31, tzinfo=UTC)
    assert phrases.received(SF.say, "Europe/Berlin", at) == "22 November at 00:31"


def test_lists_names_and_a_number_that_is_picked() -> None:
    assert [SF.listed(list("abc"[:n])) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    places = ("a4", "H", "c3")
    assert [SF.fields(Event("x", dice=(n,), places=places), ANNA_BOB).get("picked") for n in (1, 2, 3, 4)] == [
        *("a4", "the hub", "c3", None)
    ]
    assert "picked" not in SF.fields(Event("x", dice=(1, 1), places=places), ANNA_BOB)
    fields = SF.fields(Event("x", places=places), ANNA_BOB)
    assert [fields[name] for name in ("from", "to", "steps", "way", "places")] == [
        *("a4", "c3", 2, "the hub and c3", "a4, the hub and c3")
    ]
    assert SF.fields(Event("x"), ANNA_BOB) == {}
    assert SF.fields(Event("x", 1), ANNA_BOB) == {"player": "Bob", "seat": "B"}
    assert "faces" in SF.fields(Event("x", dice=(6,)), ANNA_BOB) and "faces" not in SF.fields(
        Event("x", dice=(7,)), ANNA_BOB
    )
    assert [Names(("Anna",))[seat] for seat in (0, 1)] == ["Anna", "B"]


def test_a_result_speaks_to_its_reader_where_that_is_the_one_winner() -> None:
    def result(*winners: int, reader: int | None = None) -> str:
        return SF.result(Outcome("resigned", winners), ANNA_BOB, reader)

    own, other = result(0, reader=0), result(0, reader=1)
    assert own != other == result(0) and "Anna" in other and "Anna" not in own
    assert result(0, 1, reader=0) == result(0, 1) != own


def test_reasons_are_translated_five_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = (
        phrases.Pair("why {reason}", "warum {reason}", ("why ", "")),
        phrases.Pair("as {word}", "wie {word}", ("as ", "")),
    )
    monkeypatch.setattr(phrases, "pairs", lambda language: pairs)
    say = phrases.Reasons("de").say
    assert say("why " * 7 + "x") == "warum " * 5 + "why why x"
    assert say("as as why x") == "wie as why x", "only a reason is translated in its turn"
    assert say("how") == "how"


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Phrases as a user has edited them: the text of the game's own file."""

    def phrases(text: str) -> Phrases:
        (tmp_path / "phrases/en").mkdir(parents=True, exist_ok=True)
        (tmp_path / "phrases/en/snakes-and-foxes.toml").write_text(text)
        monkeypatch.setenv("POSTFOX_TEMPLATES", str(tmp_path))
        return Phrases("snakes-and-foxes")

    return phrases


@pytest.mark.parametrize(
    "field", ["{player.__class__}", "{player[0]}", "{0}", "{}", "{player!r}", "{player:>99999999}", "{", "}", "{A}"]
)
def test_a_field_is_a_plain_name(field: str, edited: Any) -> None:
    with pytest.raises(TemplateError, match=r"\[events\] begins") as caught:
        edited(f'[events]\nbegins = "x {field} y"\n')
    assert "snakes-and-foxes.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[events\n", ":1:8: "),
        ('begins = "x"\n', "begins is not a table; put phrases under a heading"),
        ("[events]\nbegins = 3\n", r"\[events\] begins is not a phrase"),
        ('[events]\nbegins = { one = "x" }\n', r"\[events\] begins is not a phrase"),
        ('[events]\nbegins = { other = "x", twelve = "y" }\n', r"\[events\] begins is not a phrase"),
        ("[events]\nbegins = { other = 1 }\n", "other is not text"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(text: str, said: str, edited: Any) -> None:
    with pytest.raises(TemplateError, match=said) as caught:
        edited(text)
    assert "snakes-and-foxes.toml" in str(caught.value)


def test_an_unknown_field_names_those_there_are(edited: Any) -> None:
    phrases = edited('[events]\nbegins = "{nobody} begins"\n')
    with pytest.raises(TemplateError, match=r"no field \{nobody\} here; the fields are .*\{player\}"):
        phrases.sentence(Event("begins", 0), ANNA_BOB)


def test_a_missing_phrase_says_what_to_add(edited: Any) -> None:
    phrases = edited('[events]\nbegins = "x"\n')
    with pytest.raises(TemplateError, match="no phrase for 'level'; add level = "):
        phrases.sentence(Event("level"), ANNA_BOB)


def test_a_games_file_says_common_things_in_its_own_way(edited: Any) -> None:
    phrases = edited('[outcomes]\nresigned = "{{{winners}}} stays on the field."\n')
    assert phrases.outcome(Outcome("resigned", (0,)), ANNA_BOB) == "{Anna} stays on the field."
    assert phrases.outcome(Outcome("draw-agreed"), ANNA_BOB) == "The players have agreed a draw."
    assert phrases.piece("fox") == ("Fox", "Foxes")


def shown(entry: object) -> set[str]:
    """The fields of all forms of a phrase, and the one that chooses among them."""
    if isinstance(entry, str):
        return set(re.findall(r"{([a-z_]+)}", entry))
    forms: dict[str, str] = dict(entry)  # type: ignore[call-overload]
    chosen = {forms["by"]} if "by" in forms else set()
    return chosen | {field for text in forms.values() for field in re.findall(r"{([a-z_]+)}", text)}


def hunts() -> list[Any]:
    return [games.find("fox-and-geese").Options(variant=variant) for variant in fox_and_geese.variants()]


def printed(slug: str) -> dict[str, set[str]]:
    """What a translation may name besides the English phrases: what the printed sets call by English names."""
    played = hunts() if slug == "fox-and-geese" else [games.find(slug).Options()] if slug in games.GAMES else []
    kits = [components(slug, options) for options in played]
    return {
        "pieces": {token.kind for components in kits for token in components.tokens},
        "faces": {face.name for components in kits for face in components.faces},
        "places": {place.id for components in kits for place in components.board.places},
    }


@pytest.mark.parametrize("name", ["common", *games.GAMES])
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_all_phrases_with_no_other_fields(code: str, name: str) -> None:
    english, told = table(f"phrases/en/{name}.toml"), table(f"phrases/{code}/{name}.toml")
    names = printed(name)
    assert not {f"{heading}.{key}" for heading in english for key in english[heading] if key not in told[heading]}
    for heading, entries in told.items():
        for key, entry in entries.items():
            if key not in english.get(heading, {}):
                assert key in names.get(heading, ()), f"{heading}.{key}"
            else:
                assert shown(entry) <= shown(english[heading][key]) | {"count"}, f"{heading}.{key}"


@pytest.mark.parametrize("variant", fox_and_geese.variants())
def test_a_side_is_told_by_its_pieces_in_german_too(variant: str) -> None:
    game: Any = games.find("fox-and-geese")
    step = game.start(game.Options(variant=variant), 2, FastDice(1))
    pieces = table("phrases/de/fox-and-geese.toml")["pieces"]
    seat = step.events[0].seat
    own = fox_and_geese.shipped(variant).sides[seat]
    side = pieces[own.kind]["one" if own.pieces == 1 else "other"]
    phrases = Phrases("fox-and-geese", "de", step.state.options)
    assert phrases.sentences(step.events, ANNA_BOB)[0] == f"{ANNA_BOB[seat]} ({side}) beginnt."


def test_what_a_language_lacks_is_told_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "phrases" / "eo").mkdir(parents=True)
    (tmp_path / "phrases" / "eo" / "common.toml").write_text('[people]\nyou = "vi"\n')
    monkeypatch.setenv("POSTFOX_TEMPLATES", str(tmp_path))
    phrases = Phrases("snakes-and-foxes", "eo")
    assert phrases.say("people", "you") == "vi"
    assert phrases.say("people", "somebody") == "Somebody"
    assert phrases.place("H") == "the hub"
