"""What the pieces and places of a hunt are called in sentences, and the file that the sentences are in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from printables.boards.fox_and_geese.model import Hunt, Side
from printables.core import templates, toml_file
from printables.core.errors import TemplateError
from printables.text import language

FILE = "rules/fox-and-geese.toml"
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


@cache
def texts(file: str) -> dict[str, dict[str, str]]:
    """The sentences of a file, by section and key. Raises TemplateError."""
    return toml_file.read(
        templates.read(file),
        str(templates.find(file)),
        lambda root: {name: {key: table.text(key) for key in table.values} for name, table in root.tables().items()},
    )


def say(section: str, key: str, **fields: object) -> str:
    """One sentence of the file, its fields filled in. Raises TemplateError."""
    file = language.path(FILE)
    text = texts(file).get(section, {}).get(key)
    if text is None:
        raise TemplateError(f"there is no text {key} under [{section}]", "", file)
    return templates.fill(text, {name: str(value) for name, value in fields.items()}, f"{file}: {section}.{key}")


def spans(points: Iterable[str]) -> str:
    """Points in few words, rank by rank: "a3-g3, c2-e2"."""
    ranks: dict[int, list[str]] = {}
    for point in points:
        ranks.setdefault(int(point[1:]), []).append(point[0])
    parts = []
    for rank in sorted(ranks):
        run: list[str] = []
        for letter in [*sorted(ranks[rank]), "~"]:
            if run and ord(letter) != ord(run[-1]) + 1:
                ends = [f"{run[0]}{rank}", f"{run[-1]}{rank}"]
                parts.append("–".join(ends) if len(run) > 2 else ", ".join(f"{one}{rank}" for one in run))
                run = []
            run.append(letter)
    return ", ".join(parts)


class Forms:
    """The names of a side's pieces, as a sentence needs them: alone, with an article, in the accusative, many."""

    def __init__(self, side: Side) -> None:
        given = texts(language.path(FILE)).get("pieces", {})
        plain = side.name.lower()
        article = "an" if plain[0] in "aeiou" else "a"
        english = (
            plain,
            f"the {plain}",
            f"the {plain}",
            f"{article} {plain}",
            f"{article} {plain}",
            side.plural.lower(),
        )
        known = tuple(part.strip() for part in given[side.kind].split(",")) if side.kind in given else english
        self.name, self.the, self.the4, self.a, self.a4, self.plural = known
        self.all = f"{given.get('plural', 'the')} {self.plural}"
        self.lone = side.pieces == 1
        self.known = side.kind in given


def called(side: Side) -> str:
    """The pieces of a side by their name: plural, unless there is one alone."""
    forms = Forms(side)
    return forms.name if forms.lone else forms.plural


def names(side: Side) -> tuple[str, str]:
    """The name of a piece and that of several; in English as the definition writes them."""
    forms = Forms(side)
    return (forms.name, forms.plural) if forms.known else (side.name, side.plural)


def named(hunt: Hunt, side: Side) -> dict[str, str]:
    """The fields that every sentence about a side may name."""
    own, other = Forms(side), Forms(hunt.few if side == hunt.many else hunt.many)
    a, those = (own.the, own.the) if own.lone else (own.a, own.all)
    return {
        "A": begun(a),
        "a": a,
        "a4": own.the4 if own.lone else own.a4,
        "Those": begun(those),
        "those": those,
        "piece": own.name,
        "pieces": own.name if own.lone else own.plural,
        "a_piece": f"one {own.name}" if not own.lone else own.the,
        "victim": other.name,
        "victims": other.plural,
        "v_a": other.a,
        "v_a4": other.a4,
        "v_the": other.the,
        "v_the4": other.the4,
        "V_the": begun(other.the),
    }


def begun(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def title(zone: str) -> str:
    """A zone as people read it."""
    return _forms(zone)[0]


def whole(zone: str) -> str:
    """A zone with its article, as what is filled or reached."""
    name, *article = _forms(zone)
    return article[0] if article else say("aim", "zone", zone=name)


def _forms(zone: str) -> list[str]:
    """What the language calls a zone: its name, and with its article where it has more than one."""
    given = texts(language.path(FILE)).get("zones", {}).get(zone, zone.replace("-", " "))
    return [part.strip() for part in given.split(",")]


def number(count: int) -> str:
    """A count in words, as far as there are words for it."""
    return language.say(NUMBERS[count]) if count < len(NUMBERS) else str(count)
