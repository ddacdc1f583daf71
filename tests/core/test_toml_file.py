"""Every kind of TOML file that a user may edit: all its mistakes at once, each with line, column and what is right."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from lanes import LONG
from pydantic import BaseModel, Field

from adjudicator.letters.phrases import Phrases
from adjudicator.reader.words import clients
from printables.boards import wolves_and_jackals as wolves_house
from printables.boards.fox_and_geese import load, words
from printables.boards.snakey_dice import Options as SnakeyOptions, house as snakey_house
from printables.core import UserError, options, templates, toml_file
from printables.core.toml_file import Places, Table
from printables.handouts import tavern, wager
from printables.paper import labels, printer
from printables.scene import theme

LABELS = 'paper = "a4"\nshape = "oval"\nsize = 40\ncolumns = 0\nrows = 6\nleft = 16\ntop = 13\nacros = 46\ndown = 46\n'


def _edited(path: str) -> Callable[[str, Path], Any]:
    """Puts a text in the user's folder and reads it as the program would."""

    def read(text: str, folder: Path) -> Any:
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text(text)
        if path.startswith("houses/"):
            return (snakey_house if "snakey" in path else wolves_house).default.__wrapped__()
        words.texts.cache_clear()
        return {
            "handouts/taverns/mine.toml": tavern.tables,
            "handouts/wagers.toml": lambda: wager.bets("the-game"),
            "rules/fox-and-geese.toml": lambda: words.say("house", "text"),
            "phrases/en/the-game.toml": lambda: Phrases("the-game"),
            "mail/clients.toml": clients,
        }[path]()

    return read


def _given(text: str, folder: Path) -> Any:
    file = folder / "mine.toml"
    file.write_text(text)
    return options.build(SnakeyOptions, [f"house=@{file}"])


def _changed(path: str, *changes: tuple[str, str]) -> str:
    text = templates.read(path)
    for old, new in changes:
        assert text.count(old) >= 1
        text = text.replace(old, new, 1)
    return text


SNAKEY = _changed(
    "houses/snakey-dice.toml",
    ('"straight", "left"', '"straight", "leftt"'),
    ("flip = [0", "flipp = [0"),
    ("jump = 2", "jump = 99"),
)
SNAKEY_LINES = [('"leftt"', "leftt"), ("flipp =", "flipp"), ("jump =", "jump")]
FILES: dict[str, tuple[Callable[[str, Path], Any], str, list[tuple[str, str]]]] = {
    # how it is read, its text, and for each mistake the part of the line that holds it and what is told of it
    "theme": (
        lambda text, _: theme.read("mine", text, "mine.toml"),
        'outlin = true\n[inks]\nink = "red"\n[paths.green]\nwidth = 1\n[paths.red]\nwidth = 0\n',
        [("outlin =", "did you mean outline?"), ("ink =", "'red' is not a colour"), ("width = 0", "out of range")],
    ),
    "labels": (
        lambda text, _: labels.read("mine", text, "mine.toml"),
        LABELS,
        [("paper =", "across is missing"), ("shape =", "'oval'"), ("columns =", "0 is out"), ("acros =", "across?")],
    ),
    "printer": (
        lambda text, _: printer.read("mine", text, "mine.toml"),
        "scal = 1\nback_dx = 30\n\n[margins]\ntop = 'x'\n",
        [("scal =", "did you mean scale?"), ("back_dx", "take -20 to 20"), ("top =", "take 0 to 50 mm")],
    ),
    "tavern": (
        _edited("handouts/taverns/mine.toml"),
        'keeper = ["Ann"]\n[[fare]]\nitem = "Ale"\nprice = [1, 2]\n[[fare]]\nitem = "Pie"\nprice = [3, 1]\n'
        '[[signs]]\nnoun = "Fox"\nemblem = "foxx"\n',
        [("keeper =", "did you mean keepers?"), ("price = [3", "[lowest, highest]"), ("emblem", "did you mean fox?")],
    ),
    "wagers": (
        _edited("handouts/wagers.toml"),
        'anny = ["x"]\n[games]\nthe-game = "x"\nsnail-trail = [1]\n',
        [
            ("anny", "did you mean any?"),
            ("the-game", "is not a list of texts"),
            ("snail-trail", "is not a list of texts"),
        ],
    ),
    "house of Snakey Dice": (_edited("houses/snakey-dice.toml"), SNAKEY, [*SNAKEY_LINES, ("[tracks]", "flip is miss")]),
    "house of an option": (_given, SNAKEY, [*SNAKEY_LINES, ("[tracks]", "flip is missing")]),
    "house of Wolves & Jackals": (
        _edited("houses/wolves-and-jackals.toml"),
        "[prey]\ntwelve = 99\ntwenty = 23\n[stag]\n"
        "twelve = 19\ntwenti = 3\ntwenty = 31\n[deck]\ncopies = true\nhand = 3\n",
        [("twelve = 99", "at most 24"), ("twenti =", "did you mean twenty?"), ("copies", "copies = True")],
    ),
    "hunt": (
        lambda text, _: load.hunt(text, "mine.toml"),
        _changed(
            "samples/hunt.toml",
            ("turns = 200", "turns = -1"),
            ('emblem = "wolf"', 'emblem = "wulf"'),
            ('"4 in orchard"', '"4 in orchart"'),
        ),
        [("turns =", "take a whole number"), ('"wulf"', "no emblem"), ("4 in orchart", "did you mean orchard?")],
    ),
    "words of hunts": (
        _edited("rules/fox-and-geese.toml"),
        'house = "x"\n[setup]\nboth = 3\none = "y"\nboard = ["z"]\n',
        [("house =", "not a table"), ("both =", "not text"), ("board =", "not text")],
    ),
    "phrases": (
        _edited("phrases/en/the-game.toml"),
        'x = "y"\n[events]\nbegins = 3\nmove = "{player} goes"\nslide = "{a.b}"\n',
        [("x =", "under a heading"), ("begins =", "is not a phrase"), ("slide =", "is not a field")],
    ),
    "mail programs": (
        _edited("mail/clients.toml"),
        _changed(
            "mail/clients.toml",
            ('[verb]\nen = ["wrote", "writes"]', '[verb]\nen = "wrote"'),
            ('[opener]\nen = ["on"]', "[opener]\nen = [1]"),
            ("[closing]", "[closeing]"),
        ),
        [
            ("# What", "no table [closing]"),
            ("[closeing]", "did you mean closing?"),
            ('"wrote"', "not a list of texts"),
            ("en = [1]", "not a list of texts"),
        ],
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_all_mistakes_of_a_file_are_told_with_their_lines(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, text, mistakes = FILES[kind]
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    with pytest.raises(UserError) as caught:
        read(text, tmp_path)
    problems = caught.value.problems
    told = [f"{text.splitlines()[problem.line - 1]} {problem}" for problem in problems]
    assert len(problems) == len(mistakes) >= 3, told
    for line, says in mistakes:
        assert any(line in one.split(" /")[0].split(" mine")[0] and says in one for one in told), (line, says, told)
    assert all(problem.column >= 1 and "\n" not in str(problem) for problem in problems)
    assert [problem.line for problem in problems] == sorted(problem.line for problem in problems)


def test_what_is_no_toml_is_told_in_one_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(templates.VARIABLE, str(tmp_path))
    for number, (read, _, _) in enumerate(FILES.values()):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.setenv(templates.VARIABLE, str(folder))
        with pytest.raises(UserError, match=r":2:5: this is not TOML: invalid value") as caught:
            read('x = "a"\ny = \n', folder)
        assert len(caught.value.problems) == 1


@pytest.mark.parametrize(
    ("text", "table", "key", "place"),
    [
        ("a = 1\nb = 2\n", "", "b", (2, 1)),
        ("[a]\n\n[a.b]\nc = 1\n", "a.b", "c", (4, 1)),
        ("[a]\nb.c = 1\n", "a.b", "c", (2, 1)),
        ("[a]\nb = { d = 1, c = 2 }\n", "a.b", "c", (2, 14)),
        ("[[a]]\nb = 1\n[[a]]\nb = 2\n", "a.1", "b", (4, 1)),
        ("[[a]]\nb = 1\n[[a]]\nd = 2\n", "a.1", "b", (3, 1)),
        ('x = """\nb = 1\n"""\nb = 2\n', "", "b", (4, 1)),
        ('x = """\nq = 0\nb = 1\n"""\nb = 2\n', "", "b", (5, 1)),
        ('x = """b = 1"""\nb = 2\n', "", "b", (2, 1)),
        ('x = """"""\nb = 2\n"""', "", "b", (2, 1)),
        ("x = ''''''\nb = 2\n'''", "", "b", (2, 1)),
        ("x = ''''\nb = 2\n'''\nb = 3", "", "b", (4, 1)),
        ('"q r" = 1\n  [ a . b ] # more\n  c = 1\n', "a.b", "c", (3, 3)),
        ("[a]\n", "", "a", (1, 1)),
        ("x = 1\n\n[a]\n", "", "a", (3, 1)),
        ("x = 1\n", "a.b", "c", (1, 1)),
    ],
)
def test_where_a_key_stands(text: str, table: str, key: str, place: tuple[int, int]) -> None:
    assert Places(text).find(table, key) == place


def test_a_reader_gets_something_harmless_for_every_wrong_value() -> None:
    def take(table: Table) -> tuple[Any, ...]:
        return (
            table.text("a"), table.texts("b"), table.whole("c", 2, 9), table.number("d", 0.5, 1), table.flag("e"),
            table.choice("f", ("x", "y")), table.entries("g"), table.table("h").values, table.numbers("i", 0, 1, "[0]"),
        )  # fmt: skip

    got: list[Any] = []
    text = "\n".join(f"{key} = {'[1]' if key == 'a' else 'inf' if key in 'cd' else 3}" for key in "abcdefghi")
    found, problems = toml_file.examine(text, "x", lambda table: got.append(take(table)))
    assert found is None
    assert got == [("", [], 2, 0.5, False, "x", [], {}, ())]
    assert [problem.line for problem in problems] == list(range(1, 10))


def test_mistakes_are_told_in_the_order_of_the_text() -> None:
    def take(table: Table) -> None:
        for line, column, message in ((2, 1, "a"), (1, 5, "b"), (1, 2, "c")):
            table.at(line, column, message)

    _, problems = toml_file.examine("", "f", take)
    assert [problem.message for problem in problems] == ["c", "b", "a"]


def test_a_value_of_a_list_is_shown_where_it_stands_and_not_in_the_next_key() -> None:
    text = "a = [\n  'x',\n  'y',\n]\nb = 'z'\n[c]\nd = 'z'\n"
    places = Places(text)
    assert [places.find("", "a", part) for part in ("'x'", "'y'", "'z'", "")] == [(2, 3), (3, 3), (1, 1), (1, 1)]
    assert places.find("", "b", "z") == (5, 6) and places.find("c", "d", "z") == (7, 6)
    assert Places("a = [\n'x',\n]\n[c]\n").find("", "a", "c") == (1, 1)
    assert Places("a = [\n'x',\n]\nc = 3").find("", "a", "c") == (1, 1)


class Deck(BaseModel):
    names: tuple[Literal["ace", "king"], ...]
    size: int = Field(1, le=9)
    suits: dict[str, int] = {}


def test_what_a_record_does_not_take_is_told_at_its_key_or_in_its_list() -> None:
    def told(text: str) -> list[str]:
        with pytest.raises(UserError) as caught:
            toml_file.model(text, "f", Deck)
        return [str(problem) for problem in caught.value.problems]

    assert toml_file.model("names = ['ace']\n", "f", Deck) == Deck(names=("ace",))
    assert told("names = [\n'ace', 'kin']\n") == ["f:2:9: names = 'kin' is not possible; it should be 'ace' or 'king'"]
    assert told("names = []\nsize = 10\n") == ["f:2:1: size = 10 is not possible; it should be at most 9"]
    assert told("size = 3\n") == ["f:1:1: names is missing; the file names names, size, suits"]
    long = "x" * 90
    (line,) = told(f"names = []\nsize = '{long}'\n")
    assert line == f"f:2:1: size = '{long[:79]} is not possible; it should be a whole number"


READERS: dict[str, tuple[Callable[[Table], Any], list[tuple[str, Any]], list[tuple[str, str]]]] = {
    # how a value is taken, what is taken as it stands, and what is told of other values
    "text": (lambda table: table.text("x", most=3), [('"abc"', "abc"), ('" a "', " a ")], [
        ('"abcd"', "x has 4 characters; at most 3"), ('" "', 'x is missing or not text; write x = "..."'),
        ("1", 'x is missing or not text; write x = "..."'), ("", 'x is missing or not text; write x = "..."'),
    ]),
    "text that may be left out": (lambda table: table.text("x", ""), [('""', ""), ('" "', " "), ("", "")], [
        ("3", 'x is missing or not text; write x = "..."'),
    ]),
    "words": (lambda table: table.words("x", most=4), [('"a  b"', "a b"), ('"a\\n b"', "a b")], [
        ('"a    b"', "x has 6 characters; at most 4"),
    ]),
    "texts": (lambda table: table.texts("x"), [('["a", "b"]', ["a", "b"]), ("[]", []), ("", [])], [
        *((value, 'x is not a list of texts; write x = ["...", "..."]') for value in ('"a"', '["a", ""]', '["a", 1]')),
    ]),
    "whole": (lambda table: table.whole("x", 2, 9), [("2", 2), ("9", 9)], [
        *((value, f"x = {said} is out of range; take a whole number from 2 to 9")
          for value, said in (("1", "1"), ("10", "10"), ("2.0", "2.0"), ("true", "True"), ('"3"', "'3'"))),
        ("", "x is missing; take a whole number from 2 to 9"),
    ]),
    "whole that may be left out": (lambda table: table.whole("x", 2, 9, 5), [("", 5), ("6", 6)], []),
    "number": (lambda table: table.number("x", 0.5, 2, unit=" mm"), [("0.5", 0.5), ("2", 2), ("1.25", 1.25)], [
        *((value, f"x = {said} is out of range; take 0.5 to 2 mm")
          for value, said in (("0.49", "0.49"), ("2.01", "2.01"), ("true", "True"), ("nan", "nan"), ('"1"', "'1'"))),
        ("", "x is missing; take 0.5 to 2 mm"),
    ]),
    "numbers": (lambda table: table.numbers("x", 0, 1, "[0, 1]"),
                [("[0, 0.5, 1]", (0, 0.5, 1)), ("[]", ()), ("", ())], [
        *((value, f"x = {said} is not possible; write numbers from 0 to 1, as in [0, 1]")
          for value, said in (("1", "1"), ("[0, 1.5]", "[0, 1.5]"), ("[true]", "[True]"), ("[-0.1]", "[-0.1]"))),
    ]),
    "flag": (lambda table: table.flag("x"), [("true", True), ("false", False)], [
        ("1", "x = 1 is neither true nor false; write x = true"), ("", "x is missing; write x = true"),
    ]),
    "flag that may be left out": (lambda table: table.flag("x", True), [("", True), ("false", False)], []),
    "choice": (lambda table: table.choice("x", ("red", "green")), [('"red"', "red"), ('"green"', "green")], [
        ('"gren"', "x = 'gren' is not known; did you mean green? known are red, green"),
        ("3", "x = 3 is not known; known are red, green"), ("", "x is missing; known are red, green"),
    ]),
    "choice with nothing": (lambda table: table.choice("x", ("", "red"), ""), [("", ""), ('""', "")], [
        ("4", "x = 4 is not known; known are \"\", red"),
    ]),
    "entries": (lambda table: [one.name for one in table.entries("x")], [("[{}, {}]", ["x.0", "x.1"]), ("", [])], [
        ("3", "x is not a list of tables; write [[x]] before each entry"),
        ("[{}, 1]", "x is not a list of tables; write [[x]] before each entry"),
    ]),
    "table": (lambda table: table.table("x", ("a",)).values, [("{a = 1}", {"a": 1}), ("", {})], [
        ("3", "x is not a table; write [x]"), ("{b = 1}", "'b' is not known here; known are a"),
    ]),
    "table that must be there": (lambda table: table.table("x", hint="see there").values, [("{}", {})], [
        ("", "there is no table [x]; see there"), ("[]", "x is not a table; write [x]"),
    ]),
    "tables": (lambda table: [*table.tables()], [("{}", ["x"])], [("3", "x is not a table; write [x]")]),
}  # fmt: skip


@pytest.mark.parametrize("kind", READERS)
def test_a_value_is_taken_as_it_stands_or_it_is_told_what_would_be_right(kind: str) -> None:
    take, right, wrong = READERS[kind]
    for value, wanted in right:
        found, problems = toml_file.examine(f"x = {value}\n" if value else "", "f", lambda table: (take(table),))
        assert (found, problems) == ((wanted,), ()), value
    for value, told in wrong:
        text = f"\n  x = {value}\n" if value else ""
        found, problems = toml_file.examine(text, "f", lambda table: (take(table),))
        inline = told.startswith("'b'")
        place = f"f:2:{8 if inline else 3}" if value else "f:1:1"
        assert (found, [str(problem) for problem in problems]) == (None, [f"{place}: {told}"]), value


def test_a_number_of_thousands_of_digits_is_a_mistake_like_any_other():
    found, problems = toml_file.examine(f'paper = "a4"\nrows = {"9" * 5_000}\n', "mine.toml", lambda table: table)
    assert found is None and len(problems) == 1 and "this is not TOML" in problems[0].message


def test_each_of_many_mistakes_takes_no_longer_than_each_of_a_few():
    def take(table: Table) -> None:
        for number in range(100_000):
            table.at(number, 0, "wrong")

    start = time.process_time()
    _, problems = toml_file.examine("", "mine.toml", take)
    assert len(problems) == 100_000 and time.process_time() - start < LONG / 10  # half a second; it was many minutes


@pytest.mark.parametrize(
    ("text", "row", "column", "place"),
    [
        ("x = 'ab'\n", 0, 1, (1, 7)),
        ("x = '''ab\ncd'''\n", 0, 1, (1, 9)),
        ("x = '''ab\ncd'''\n", 1, 1, (2, 2)),
        ("y = 1\nx = '''\nab\ncd\n'''\n", 0, 1, (3, 2)),
        ('x = """ \nab\ncd\n"""\n', 1, 0, (3, 1)),
        ('  x = """ab"""\n', 0, 0, (1, 10)),
        ("y = 1\n", 0, 0, (1, 1)),
        ("\n x = 1\n", 0, 2, (2, 9)),
    ],
)
def test_where_a_character_of_a_text_stands(text: str, row: int, column: int, place: tuple[int, int]) -> None:
    assert Places(text).inside("", "x", row, column) == place
