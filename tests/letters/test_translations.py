"""Letters in other languages: matches played through, in which no word of English is left but what is typed."""

from __future__ import annotations

import ast
import random
import re
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from lanes import some

from adjudicator import dice, games
from adjudicator.core import OrderError
from adjudicator.letters import facts, phrases, picture
from adjudicator.letters.phrases import Names, Phrases, Reasons
from adjudicator.referee import adjudication, orders
from adjudicator.referee.chance import Links
from adjudicator.referee.records import Match, Seat, Standing
from printables.boards import fox_and_geese
from printables.core import templates
from printables.scene.components import Components

WORD = re.compile(r"[^\W\d_]{3,}")
TYPED = re.compile(r"`[^`]*`|^    .*$|\S+\.(?:json|jsonl|key|txt)\b", re.MULTILINE)
# German words that are spelt as English ones; "postfox-dice-1" and SHA-256 are called so in both.
SHARED = {
    *(
        "basis",
        "blockade",
        "den",
        "die",
        "general",
        "hand",
        "hashes",
        "jaguar",
        "last",
        "leopard",
        "mail",
        "name",
        "portal",
        "stand",
    ),
    *("symbol", "text", "tiger", "was", "will", "wolf", "fred", "horn", "postfox", "dice", "sha"),
}
PLAYED = [
    ("snakes-and-foxes", 2, 12, {}),
    ("snakey-dice", 1, 25, {}),
    ("snakey-dice", 2, 20, {"league": True}),
    ("the-game", 2, 40, {"horn": True}),
    ("snail-trail", 2, 12, {}),
    ("wolves-and-jackals", 2, 70, {"cards": True}),
    ("wolves-and-jackals", 2, 30, {"no_cave": True}),
    *(("fox-and-geese", 2, 12, {"variant": variant}) for variant in some(fox_and_geese.variants(), 4)),
    ("fox-and-geese", 2, 12, {"variant": "asalto", "officers": "placed"}),
]


def words(slug: str) -> set[str]:
    """All words of the English phrases for a game."""
    said: set[str] = set()
    letter = re.sub(
        r"{#.*?#}|{%.*?%}|{{.*?}}|`[^`]*`|^    .*$", " ", templates.read("letters/en.j2"), flags=re.S | re.M
    )
    said |= {word.lower() for word in WORD.findall(letter)}
    for name in ("common", slug):
        for entries in tomllib.loads(templates.read(f"phrases/en/{name}.toml")).values():
            for entry in entries.values():
                forms = [entry] if isinstance(entry, str) else [text for key, text in entry.items() if key != "by"]
                said |= {word.lower() for form in forms for word in WORD.findall(re.sub(r"{\w+}|`[^`]*`", " ", form))}
    return said


def printed(kit: Components) -> set[str]:
    """The words by which the printed set calls its pieces, its dice and its cards."""
    names = [name for token in kit.tokens for name in (token.name, token.plural)]
    names += [face.title for face in kit.faces] + [card.name for card in kit.cards]
    return {word.lower() for name in names for word in WORD.findall(name)}


def told(slug: str, seats: int, turns: int, options: dict[str, Any]) -> Iterator[tuple[Any, str]]:
    """A match of chance moves: for each line of its log the position, and all that letters and the picture say."""
    game: Any = games.find(slug)
    chain = dice.Chain(dice.secret_from_seed(slug))
    links = Links(chain.link)
    chosen = game.Options(**options)
    players = (Seat("Anna"), Seat("Bob"))[:seats]
    match = Match("m", slug, chosen.model_dump(), players, dice.SCHEME, chain.commitment.hex())
    standing, lot = Standing(("hasel", "dorn")[:seats]), random.Random(slug)
    ruling = adjudication.begin(match, game, standing.words, links, "0" * 64)
    for _ in range(turns):
        before, standing = standing, ruling.standing
        letters = facts.letters(match, game, before, ruling.entry, standing, language="de")
        names, told_in = Names.of(match), Phrases(slug, "de", chosen)
        drawn = picture.sheet(game, standing.state, names, told_in, events=ruling.entry.events)
        titles = [
            told_in.sentence(event, names, "drawn") for event in ruling.entry.events if told_in.has("drawn", event.kind)
        ]
        yield standing.state, "\n".join([*(letter.text for letter in letters), drawn.title, drawn.subject, *titles])
        if standing.outcome is not None:
            return
        seat = game.to_act(standing.state)[0]
        state = game.view(standing.state, seat)
        action = lot.choice([*islice(game.moves(state), 200)])
        text = f"player {players[seat].name}\n{game.format(action, state)}\n"
        ruling = adjudication.adjudicate(
            adjudication.Draft(match, game, standing, links), orders.read(text.encode(), "orders.txt")
        )
        assert not ruling.entry.refusals


@pytest.mark.parametrize(("slug", "seats", "turns", "options"), some(PLAYED, 3))
def test_no_german_letter_falls_back_to_english(
    slug: str, seats: int, turns: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = phrases._paths
    monkeypatch.setattr(
        phrases, "_paths", lambda *asked: [path for path in paths(*asked) if not path.startswith("phrases/en/")]
    )
    for state, said in told(slug, seats, turns, options):
        kit = phrases.components(slug, state.options)
        english = (words(slug) | printed(kit)) - SHARED
        prose = TYPED.sub(" ", re.sub(r"(?<=\S)\n(?=\S)", " ", said).replace(kit.title, " "))
        # In capitals stand the symbols of printed dice, which are named as they are printed.
        assert not {word for word in WORD.findall(prose) if word.lower() in english and not word.isupper()}


ROOT = Path(__file__).parents[2]
REFUSED = {"IllegalMove", "NotationError", "StaleError", "OverError", "SeatError", "OrderFault", "refuse", "throw"}
VALUE = "7"


def reasons_in_code() -> set[str]:
    """What the rules and the referee may say, with a value for each field: the texts of every call that refuses."""
    said: set[str] = set()
    for folder in ("games", "referee"):
        for file in (ROOT / "adjudicator" / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
                if name in REFUSED:
                    said |= {text for argument in node.args for text in texts(argument)}  # type: ignore[attr-defined]
    return {text for text in said if " " in text}


def texts(node: ast.expr) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            made = [""]
            for part in parts:
                inner = part.value if isinstance(part, ast.FormattedValue) else part
                ways = texts(inner) if isinstance(inner, ast.IfExp | ast.Constant) else [VALUE]
                made = [text + way for text in made for way in ways]
            return made
        case ast.IfExp(body=one, orelse=other):
            return texts(one) + texts(other)
    return []


# Texts that are made of two others, or of a word that stands for several.
COMPOSED = re.compile(f"{VALUE} is no {VALUE}|`{VALUE}`: {VALUE}|{VALUE} a die once|they do not touch{VALUE}")


def test_every_reason_that_stands_in_the_code_has_german_words() -> None:
    german = Reasons("de")
    found = {text for text in reasons_in_code() if german.say(text) == text and not COMPOSED.fullmatch(text)}
    assert not found and len(reasons_in_code()) > 150


WRONG = (
    "pass",
    "match",
    "resign now",
    "mvoe a3",
    "cave",
    "drag",
    "prey d4",
    "rescue a3",
    "jump",
    "portal",
    "bonus jump",
)


def wrong_orders(game: Any, state: Any, lot: random.Random) -> Iterator[str]:
    """Orders that are understood, or nearly: those of other positions, squares exchanged, verbs out of place."""
    yield from lot.sample(WRONG, 3)
    for action in islice(game.moves(state), 3):
        words = re.split(r"([ -])", game.format(action, state))
        lot.shuffle(words)
        yield "".join(words)
        yield re.sub(r"\d", lambda _: str(lot.randint(0, 9)), game.format(action, state))
        yield re.sub(r"[a-h]\d", lambda _: lot.choice("abcdefgh") + str(lot.randint(1, 8)), game.format(action, state))
        yield f"{game.format(action, state)} a1"


@pytest.mark.parametrize(("slug", "seats", "turns", "options"), some(PLAYED, 3))
def test_every_reason_that_a_game_gives_has_german_words(
    slug: str, seats: int, turns: int, options: dict[str, Any]
) -> None:
    game: Any = games.find(slug)
    lot, german = random.Random(f"wrong {slug}"), Reasons("de")
    state = game.start(game.Options(**options), seats, dice.FastDice(1)).state
    for _ in range(turns):
        for text in [*wrong_orders(game, state, lot)]:
            try:
                seat = game.to_act(state)[0]
                letter = f"{'AB'[seat]}: " if len(game.to_act(state)) > 1 else ""
                game.apply(state, game.parse(f"{letter}{text}", state), dice.FastDice(2))
            except OrderError as error:
                for said in filter(None, (error.reason, error.hint)):
                    assert german.say(said) != said, said
                    inner = TYPED.sub(" ", german.say(said))
                    assert not re.search(r"\b(the|is|are|and|your|with)\b", inner), (said, inner)
        if game.outcome(state) is not None:
            return
        state = game.apply(state, lot.choice([*islice(game.moves(state), 50)]), dice.FastDice(3)).state
        if not game.to_act(state):
            return


def sentences(file: str) -> dict[str, str]:
    """A template's sentences by where they stand: entries of TOML, else paragraphs."""
    text = templates.read(file)
    if file.endswith(".toml"):
        return dict(entries(tomllib.loads(text)))
    return {str(number): part for number, part in enumerate(re.split(r"\n\s*\n", text.strip()))}


def entries(table: dict[str, Any], of: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from entries(value, f"{of}{key}.")
        elif isinstance(value, str):
            yield f"{of}{key}", value


def twins() -> Iterator[tuple[str, str, str]]:
    """Where, the English and the German; two files whose paragraphs do not pair are compared as a whole."""
    root = Path(__file__).resolve().parents[2] / "templates"
    for german in sorted([*root.glob("*/de/*.*"), root / "letters/de.j2"]):
        at = german.relative_to(root).as_posix()
        english = next(one for one in (at.replace("/de", "/en"), at.replace("/de/", "/")) if (root / one).is_file())
        one, other = sentences(english), sentences(at)
        if len(one) != len(other) and not at.endswith(".toml"):
            one, other = ({"all": "\n\n".join(half.values())} for half in (one, other))
        for key in one.keys() & other.keys():
            yield f"{english} {key}", one[key], other[key]


def test_no_sentence_changed_in_one_language_alone(request: pytest.FixtureRequest) -> None:
    """`--update-goldens` takes what stands there now: read the difference of tests/golden/twins.txt, a row a pair."""
    file = Path(__file__).parents[1] / "golden/twins.txt"
    now = {where: (short(english), short(german)) for where, english, german in twins()}
    if request.config.getoption("--update-goldens"):
        file.write_text("".join(f"{where}\t{a} {b}\n" for where, (a, b) in sorted(now.items())), encoding="utf-8")
    rows = (row.split("\t") for row in file.read_text(encoding="utf-8").splitlines())
    kept = {where: tuple(hashes.split()) for where, hashes in rows}
    alone = [
        where
        for where, halves in now.items()
        if where in kept and sum(a == b for a, b in zip(halves, kept[where], strict=True)) == 1
    ]
    assert not alone, f"changed in one language alone; mend the other, or say that it still fits: {alone}"
    assert now == kept, "sentences came, went or changed in both languages: --update-goldens"


def short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]
