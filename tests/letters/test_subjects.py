"""Subjects: each letter has that of its own kind, and says the same as its title and its first sentence."""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest
from test_report import session

from adjudicator import games
from adjudicator.letters.phrases import Reasons
from adjudicator.workshop import samples
from printables.core import templates

LANGUAGES = ("en", "de")
NEWS = 50  # characters: 40, and a time of day, a long name or why something was refused
# What a subject says, and what the first paragraph says then; `{}` is what the subject names.
SAID = {
    "en": (
        (r"Goes on: (?:.+ to move|your move.*)", r"the match goes on"),
        (r"(?:Still y|Y)our move\b.*", r"it's (still )?your move|time for the orders"),
        (r"(.+) was late: your move.*", r"{} missed the deadline.*it's your move"),
        (r"Played\. (.+) to move", r"has been played|have been played.*{}"),
        (r"(.+) is late: the match waits", r"{} missed the deadline, so the match waits"),
        (r"(.+) was late: .+ to move", r"{} missed the deadline"),
        (r"(.+) offers a draw(?:: your move.*)?", r"{} offers a draw"),
        (r"Your match begins: (?:your )?move.*", r"has begun.*it's your move"),
        (r"Your match begins: (.+) to move", r"has begun.*{} moves? first"),
        (r"(.* foxes win.*|.* run ended .*|You ended .*|A draw .*|.* highest score.*)", r"the game is over\. {}"),
        (r"(You win .*|You win: .*)", r"the game is over\. {}"),
        (r"((?!Deadline).+ wins .*|.+ wins: .*)", r"the game is over\. {}"),
        (r"Deadline missed: (.+ wins .*)", r"you missed the deadline.*{}"),
        (r"Deadline missed: still your move", r"you missed the deadline.*It's still your move"),
        (r"Deadline missed: (?:turn \d+ played for you|you pass .*)", r"you missed the deadline.*(for you:|you pass)"),
        (r"(?:Not played|Done in part): (?!please confirm).*", r"not (be )?carried out|only part"),
        (r"Not done: the match is over", r"the match is over, so nothing was done"),
        (r"Not played: please confirm your move", r"nothing has been played"),
        (r"Checked, not played: legal", r"only checked; nothing has been played"),
        (r"Did you mean (.+)\?", r"did you mean `{}.*Nothing has been played"),
        (r"Which move: .*\?", r"one of these moves, and nothing has been played"),
        (r"Shall this go to (.+)\?", r"Shall it go to {}\?"),
        (r"Fewer letters.*", r"letters.*resign"),
        (r"Reminder: your move by .*", r"your move .* has not arrived yet"),
        (r"You take over from (.+?)(?:: .*)?", r"you take over from {}"),
        (r"You are following (.+)", r"you get the letters of a match"),
        (r"(.+) writes to you", r"there is a message for you"),
        (r"The dice wait until (.+)", r"the dice wait for round"),
        (r"You are invited to a match", r"you are invited to a match"),
        (r"Waiting for .*", r"play has not begun yet"),
        (r"On hold", r"the match is on hold"),
        (r"Your token is eaten: you are out", r"your token is eaten, so you are out"),
        (r"(?:Where|What|Who|How|The rules|Time|Orders) .*|Your (?:legal moves|last letter .*|token)", r"arrived"),
        (r"Received|Kept for later|No token is needed|Your messages? (?:is|are) on .* way", r"(has|have) arrived"),
        (r"(.+) to move", r"{} (is|are) to move|{} plays? on"),
    ),
    "de": (
        (r"Es geht weiter: (?:.+ ist am Zug|dein Zug.*)", r"die Partie geht weiter"),
        (r"Dein Zug.*|Du bist weiter am Zug.*", r"du bist (weiter )?am Zug|an der Reihe"),
        (r"(.+) war zu spät: dein Zug.*", r"{} hat die Frist versäumt.*Du bist am Zug"),
        (r"Gespielt\. (.+) ist am Zug", r"gespielt.*{}"),
        (r"(.+) ist zu spät: die Partie wartet", r"{} hat die Frist versäumt; die Partie wartet"),
        (r"(.+) war zu spät: .+ ist am Zug", r"{} hat die Frist versäumt"),
        (r"(.+) bietet Remis an(?:: dein Zug.*)?", r"{} bietet Remis an"),
        (r"Die Partie beginnt: dein Zug.*", r"hat begonnen.*du bist am Zug"),
        (r"Die Partie beginnt: (.+) ist am Zug", r"hat begonnen.*{} zieht zuerst"),
        (r"(Der Lauf .*|Dein Lauf .*|Remis .*|.* meisten Punkte.*)", r"das Spiel ist aus\. {}"),
        (r"(Du gewinnst .*|Du gewinnst: .*)", r"das Spiel ist aus\. {}"),
        (r"((?!Frist).+ gewinnt .*|.+ gewinnt: .*|.* Füchse gewinnen.*)", r"das Spiel ist aus\. {}"),
        (r"Frist versäumt: (.+ gewinnt .*)", r"du hast die Frist .* versäumt.*{}"),
        (r"Frist versäumt: du bist weiter am Zug", r"du hast die Frist .*Du bist weiter am Zug"),
        (r"Frist versäumt: (?:für dich gespielt|in Zug \d+ passt du)", r"du hast die Frist .*(für dich|passt du)"),
        (r"(?:Nicht gespielt|Zum Teil getan): (?!bitte best).*", r"nicht ausgeführt|nur zum Teil"),
        (r"Nichts getan: die Partie ist zu Ende", r"die Partie ist zu Ende, deshalb wurde nichts getan"),
        (r"Nicht gespielt: bitte bestätige deinen Zug", r"ist nichts gespielt"),
        (r"Nur geprüft, nicht gespielt: erlaubt", r"nur geprüft, gespielt ist nichts"),
        (r"Meintest du (.+)\?", r"meintest du `{}.*Noch ist nichts gespielt"),
        (r"Welcher Zug: .*\?", r"einen dieser Züge, und noch ist nichts gespielt"),
        (r"Soll das an (.+) gehen\?", r"Soll sie an {} gehen\?"),
        (r"Weniger Briefe.*", r"letters.*resign"),
        (r"Erinnerung: dein Zug.*", r"dein Zug .* ist noch nicht da"),
        (r"Du übernimmst von (.+?)(?:: .*)?", r"du übernimmst von {}"),
        (r"Du schaust zu: (.+)", r"bekommst du die Briefe einer Partie"),
        (r"(.+) schreibt dir", r"es gibt eine Nachricht für dich"),
        (r"Die Würfel warten bis (.+)", r"Die Würfel warten auf Runde"),
        (r"Einladung zu einer Partie", r"zu einer Partie .* eingeladen"),
        (r"Noch fehlen .*", r"hat noch nicht begonnen"),
        (r"Die Partie ruht", r"die Partie ruht"),
        (r"Gefressen: Du bist ausgeschieden", r"gefressen, du bist damit ausgeschieden"),
        (r"(?:Wie|Was|Wer|Die Regeln|So|Zeit|Befehle) .*|Dein(?:e erl.* Züge| letzter .*| Token)", r"angekommen"),
        (r"Angekommen|Für später aufgehoben|Kein Token nötig|Deine Nachricht.* unterwegs", r"(ist|sind) angekommen"),
        (r"(.+) ist am Zug", r"{} (ist|sind) am Zug|{} spielt weiter"),
    ),
}  # fmt: skip


@cache
def letters(language: str) -> dict[str, tuple[str, str, str]]:
    """Subject, title and text of every letter, by its name: all kinds, all games, and matches to their end."""
    made = [*samples.of_games(language), *samples.of_kinds(language), *ends(language)]
    told = {
        name: (one.subject, html.unescape(re.search(r"<h1[^>]*>(.*?)</h1>", one.html)[1]), one.text)  # type: ignore[index]
        for name, one in made
    }
    if language == "en":
        for name, text in session():
            if name.endswith(".txt"):
                subject, _, rest = text.removeprefix("Subject: ").partition("\n\n")
                told[f"session-{name}"] = (subject, "", rest)
    return told


def ends(language: str) -> Iterator[tuple[str, samples.Letter]]:
    """The letters of the last turn of a match of each game, played by chance."""
    for slug in games.GAMES:
        seats, options = games.find(slug).SAMPLE
        table = samples.Table(slug, seats, **options)
        for turn in range(60):
            table.play(5)
            yield from table.letters(f"{slug}-{turn}", (table.before, table.ruling), language)
            if table.standing.outcome is not None:
                break


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_subject_says_what_the_title_and_the_first_paragraph_say(language: str) -> None:
    for name, (subject, title, text) in letters(language).items():
        news = re.sub(r" \([^()]*\)$", "", subject.partition("] ")[2])
        first = " ".join(re.split(r"\n(?:- |[^\n]+\n-{3,}\n| {4}|-- \n)", text)[0].split())
        rows = [(re.fullmatch(said, news), then) for said, then in SAID[language]]
        found, then = next((row for row in rows if row[0]), (None, ""))
        assert found, (name, subject)
        named = found[1].removesuffix("…") if found.groups() and found[1] else ""
        assert re.search(then.replace("{}", re.escape(named)), first, re.IGNORECASE), (name, subject, first)
        if title and title != news:
            told = re.sub(r", (Anna|Otto|Carla)$", "", title).casefold().replace("it's ", "")
            told = told.replace("du bist am zug", "dein zug").replace("du bist weiter am zug", "dein zug")
            assert told.split()[0].rstrip(",:") in f"{news} {first}".casefold(), (name, subject, title)
        assert len(subject) <= 78 and len(news) <= NEWS, (name, subject)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_is_to_move_is_never_told_that_another_is(language: str) -> None:
    form = {"en": "How to answer", "de": "So antwortest du"}[language]
    waits = {"en": "nothing for you to do", "de": "musst noch nichts tun"}[language]
    for name, (_, _, text) in letters(language).items():
        assert not (form in text and waits in " ".join(text.split())), name


# What letters once said: orders of words that nobody says, machinery, contradictions, results that name nobody.
NEVER = {
    "en": r"You to The|to move \(turn \d+\)\. There is nothing|game is over\. Thank|are [a-z]\d+ to [a-z]\d|Geese of"
    r"|is eaten \(|no way of \d+ fresh|the (many|few)\b|others are notified|HMAC|docs/|openssl|names 1 |is no order"
    r"|is no (point|action)|so many|You need not|your time is running|' is not an order of this|leave the line",
    "de": r"an Die Spiel|[Aa]m Zug: [^.]*\(Zug|[Aa]ls Nächstes am Zug|Spiel ist aus\. Danke|heißen [a-z]\d+ bis"
    r"|auf die Nabe|wird gefressen \(|keinen Weg von \d+|[Dd]ie (Vielen|Wenigen)\b|die anderen werden|HMAC|docs/"
    r"|openssl|nennt 1 ",
}
CORRECT = {"en": "Please correct it", "de": "Bitte berichtige es"}
MINE = {"en": r"It's (still )?your move", "de": r"[Dd]u bist (weiter )?am Zug"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_letters_once_said_is_said_no_more(language: str) -> None:
    for name, (subject, _, text) in letters(language).items():
        said = " ".join(f"{subject} {text}".split())
        assert not (found := re.search(NEVER[language], said)), (name, found[0])
        assert CORRECT[language] not in said or re.search(MINE[language], said), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_offered_in_one_sentence_below_the_card(language: str) -> None:
    form = {"en": "How to answer\n", "de": "So antwortest du\n"}[language]
    cards = [text.partition(form)[2] for _, _, text in letters(language).values() if form in text]
    silent = 0
    for card in cards:
        _, _, rest = re.split(r"(\n\n(?:    .+\n)+)", card, maxsplit=1)
        offer = re.match(r"\n[^\n.]*`letters page`\.\n", rest)
        attached = "page" in card.partition("    match")[0] or "Seite" in card.partition("    match")[0]
        assert not (offer and attached)
        silent += not (offer or attached)
    assert silent == 1, "who wishes for pages is not told how to wish for them: `kept` in the match with pads"
    assert len(cards) > 20


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        ("leave the line `hazel` out", "remove the line `word hazel`"),
        ("leave the line `ready` out", "remove the line `ready`"),
        ("leave the line `pad` out", "remove the line `pad`"),
    ],
)
def test_a_line_that_is_to_go_is_named_whole(hint: str, said: str) -> None:
    assert Reasons("en").say(hint) == said
    assert Reasons("de").say(hint) == said.replace("remove the line", "lass die Zeile") + " weg"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ["common", *games.GAMES])
def test_every_way_a_game_ends_has_words_for_a_subject(slug: str, language: str) -> None:
    tables = tomllib.loads(templates.read(f"phrases/{language}/{slug}.toml"))
    assert tables["outcomes"].keys() - {"score", "scores"} == tables["results"].keys()
