"""Wordings that must not come back: what people read is plain English and German, and calls one thing by one word."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from printables import boards

ROOT = Path(__file__).resolve().parents[2]
# Texts that are heard as old, others' words, and what mail programs write.
SPARED = ("templates/samples/", "templates/handouts/taverns/", "templates/mail/", "templates/words/", "docs/python.md")
ENGLISH = {
    r"\bwill not do\b": "is out of range, or say what is allowed",
    r"\bWhoever\b": "a player who",
    r"\b[Ii]t is the turn of\b": "Otto to move",
    r"\bwhere it has any\b": "if there are any",
    r"\bminds? (the )?deadlines\b": "watches deadlines",
    r"\bthat is no move\b": "is not a move",
    r"\b(file|line|what) is told\b": "is reported",
    r"\b(player|sender|writer|others) (is|are) told\b": "is notified, or learns",
    r"\bwhat the time brings\b": "what is due",
    r"\bletters?\.toml\b": "common.toml",
    r"\bas many as thrown\b|\bthrow again\b|\bdice (are )?thrown\b": "rolled",
    r"\b(line|action|order|picture)s?,? one a line\b|\ba picture a page\b": "one per line",
    r"\bso many (deadlines|steps|turns|further)\b": "that many",
    r"\bthe master's (copy|page|notes)\b": "the GM's",
    r"\b[Aa] mail\b(?! (server|program|client|provider))|(?<!by )\bmails\b": "an email, emails",
    r"\bso far (apart|down|to the)\b|\b[Ss]o many (games|pages|leaves|times|times|coins)\b": "how many, that many",
    r"\b(a|one) file a (page|leaf|game)\b": "one per page",
    r"\b(is|are) told (of|with)\b|\btold of\b": "is named, is reported",
    r"\bstands? (in the (log|file)|on the desk)\b": "is in, is recorded in, is listed by",
    r"\b[Ww]hat stands (in|between|before|where)\b": "the text between ..., the pieces on ...",
    r"(?<!soon )\bas (it|they) stands?\b": "as it is",
    r"\bneed not\b": "does not have to",
    r"\b[Ss]o many\b": "this many, how many",
    r"\b[Nn]othing of (Postfox|Python|this|it)\b": "none of, Postfox does not",
    r"\bforgotten\b": "deleted",
    r"\blegal actions?\b": "legal moves",
    r"\b(square|second|turn|leaf|page|goose|geese)s? a (move|turn|page|line|square)\b": "per move, per turn",
    r"(^|[.;:] )Who (cannot|will|writes|plays|owns|can|moves|has)\b": "a player who",
}
# What commands say besides: errors, help, reports, words on paper.
SAID = ENGLISH | {
    r"(?<![Tt]here )\b(is|are) no (?!(longer|nearer|more|such)\b)[a-zA-Z{]": "is not a ...",
    r"\bleave (--[a-z]|[^;]{1,12} out$)|\bleave out --": "remove ...",
    r"\bsay --?[a-z]": "use --...",
    r"\b(dice|order|was|were|nothing) (thrown|threw)\b|\bthrows (its own )?dice\b": "rolled, rolls",
    r"\b(in|for) the master\b": "the GM",
    r"\bfor (it|they|orders|dice) (is|may|can)\b": "because",
    r"\bnobody's\b": "no player's",
    r"\b(has|is) no mail\b|\bno mail address\b|\bmails of\b": "email",
    r"\bor no text\b": "or not text",
}
# What rules and referee say is kept in logs as it was first said; phrases/en/reasons.toml puts it otherwise in letters.
KEPT = (
    "adjudicator/games/",
    "adjudicator/referee/",
    "adjudicator/mail/inbound/message.py",
    "adjudicator/mail/inbound/routing.py",
)
GERMAN = {
    r"\bvon die\b": "von der",
    r"\bAm Zug sind du\b": "du und ... seid am Zug",
    r"\bsind rechtzeitig keine\b": "hat die Frist versäumt",
    r"\bübergangen\b": "übersprungen",
    r"\bFrist ist gekommen\b": "ist abgelaufen",
    r"\bSie (müssen|können|haben|sind)\b": "du",
    r"(?<!-)\bMails?\b(?!-)": "E-Mail",
    r"\bWildhüter\b": "Waldläufer, as on its card",
    r"\bauf Englisch\b": "there is German for it",
    r": (es|dort|jeder|nenne|schreibe|schicke|tippe|frage) [a-zäöü`]|gewinnt \{winners\}: [a-z]": (
        "a whole sentence after a colon begins with a capital"
    ),
}


def texts() -> Iterator[tuple[str, bool, str]]:
    """Every file that people read, whether it is German, and its words."""
    files = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    files += sorted(file for file in (ROOT / "templates").rglob("*") if file.suffix in (".j2", ".md", ".toml"))
    for file in files:
        name = file.relative_to(ROOT).as_posix()
        if name.startswith(SPARED):
            continue
        text = file.read_text(encoding="utf-8")
        if file.name == "reasons.toml":  # on the left stands what the log keeps
            text = "\n".join(said for table in tomllib.loads(text).values() for said in table.values())
        yield name, "/de/" in name or name.endswith("de.j2"), text


def test_no_plain_germanism_and_no_dropped_word_has_come_back() -> None:
    found = [
        f"{name}: {match[0]!r}: {better}"
        for name, german, text in texts()
        for pattern, better in (GERMAN if german else ENGLISH).items()
        for match in re.finditer(pattern, text, re.MULTILINE)
    ]
    assert not found, "\n".join(found)


def test_what_commands_say_has_none_of_these_wordings_either() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{number}: {match[0]!r}: {better}"
        for package in ("adjudicator", "printables")
        for file in sorted((ROOT / package).rglob("*.py"))
        if not file.relative_to(ROOT).as_posix().startswith(KEPT)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        for said in re.findall(r'"((?:[^"\\]|\\.)+)"', line)
        if " " in said and not line.lstrip().startswith(("#", '"""'))
        for pattern, better in SAID.items()
        if (match := re.search(pattern, said))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", ["en", "de"])
def test_letters_call_what_people_send_an_email(language: str) -> None:
    letters = re.sub(
        r"{#.*?#}|{%.*?%}|{{.*?}}", "", (ROOT / f"templates/letters/{language}.j2").read_text(), flags=re.S
    )
    mails = re.findall(r"(?<![-\w])[Mm]ails?(?![-\w])", letters)
    assert set(mails) <= {"mail"} and len(mails) <= 2, mails  # "your mail provider", "some mail programs"


# In README and documents: what is told twice is told once, before there is more; a game brings its own page.
WORDS = 68_900 + 220 * len(boards.slugs())
LONG = 35  # words: a longer sentence is two


def prose(page: Path) -> Iterator[str]:
    """The sentences of a page: no code, no tables, no links' targets."""
    text = re.sub(r"```.*?```|<!--.*?-->|^(?:    |\|).*$", "\n", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", re.sub(r"\]\([^)]*\)", "]", text)):
        yield from re.split(r"(?<=[.!?:])\s+(?=[A-Z`*“\"(])", " ".join(block.split()))


def test_no_table_is_torn_by_an_empty_line() -> None:
    """What comes after it would stand on the page with its bars."""
    torn = [
        f"{page.name}: {row}"
        for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
        for row in re.findall(r"(?<=\n\n)\|.*\n(?!\|[-:| ]+\|\n)", page.read_text(encoding="utf-8"))
    ]
    assert torn == []


def test_the_documents_are_short_and_so_are_their_sentences() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    assert sum(len(page.read_text(encoding="utf-8").split()) for page in pages) <= WORDS
    made = ("python.md", "json.md", "changes.md")
    assert [
        f"{page.name}: {sentence[:60]}"
        for page in pages
        if page.name not in made and page.parent.name != "cli"
        for sentence in prose(page)
        if len(re.findall(r"\S*\w\S*", sentence)) > LONG
    ] == []
