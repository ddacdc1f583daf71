"""What letters say and how they look: goldens of every kind and game in both languages, and measures of the HTML."""

from __future__ import annotations

import base64
import html
import io
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lanes import LONG, Golden
from PIL import Image, ImageChops

from adjudicator import games
from adjudicator.core.codec import digest
from adjudicator.letters import facts, render
from adjudicator.mail.outbound import outbox
from adjudicator.match import outputs
from adjudicator.workshop.samples import TERMS, Table, of_clubs, of_games, of_kinds
from printables.core import templates
from printables.render import png, svg

GOLDEN = Path(__file__).parents[1] / "golden/letters"
LANGUAGES = ("en", "de")
WIDTHS = (("en", 320), ("de", 360), ("en", 600))
MOST_BYTES, MOST_FIRST = 12_000, 15_600  # of a page without its pictures; of the first one that a reader gets


@cache
def letters(language: str, board: bool = False) -> dict[str, Any]:
    return dict([*of_kinds(language, board=board), *of_games(language, board=board)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_golden_letters_of_every_kind_and_game(language: str, request: pytest.FixtureRequest) -> None:
    made = {f"{name}.txt": f"Subject: {one.subject}\n\n{one.text}" for name, one in letters(language).items()}
    folder = GOLDEN / language
    if request.config.getoption("--update-goldens", default=False):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for name, text in made.items():
            (folder / name).write_text(text, newline="\n")
    assert sorted(made) == sorted(file.name for file in folder.iterdir())
    for name, text in made.items():
        assert text == (folder / name).read_bytes().decode(), name


def packed(text: str) -> str:
    """Without marks and spaces, which the two forms of a letter set differently."""
    return re.sub(r"[\s`]", "", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_of_the_text_stands_in_the_html(language: str) -> None:
    for name, letter in letters(language).items():
        page = packed(html.unescape(re.sub(r"<[^>]+>", "", letter.html)))
        for entry in re.findall(r"^- (.*(?:\n  .*)*)", letter.text, re.M):
            order, _, reason = entry.partition("`: ")  # of a refusal, the order stands above its reason
            assert packed(reason if re.match(r"((line|Zeile) \d+, )?`", order) else entry) in page, name
        for line in re.findall(r"^    (\S.*)", letter.text, re.M):
            assert packed(line) in page, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_small_fetch_nothing_and_say_what_the_picture_shows(language: str) -> None:
    for name, letter in letters(language, board=True).items():
        (picture,) = re.findall(re.escape(render.PICTURE) + r"[\w+/=]+", letter.html) or [""]
        page = letter.html.replace(picture, "") if picture else letter.html
        page, heads = re.subn(re.escape(render.HEAD) + r"[\w+/=]+(?=\" width=\"600\" alt=\"\")", "", page)
        assert heads == 1, name
        assert not re.search(r"http|<script|@import|url\(", page), name
        first = "-first-" in name or name == "asked-help-B" or name.startswith(("substitute", "beacon-rolled"))
        assert len(page.encode()) < (MOST_FIRST if first else MOST_BYTES), (name, len(page.encode()))
        assert bool(picture) == bool(re.search(r' width="520" alt="[^"]{20,}"', page)), name
        if picture:
            assert base64.b64decode(picture.removeprefix(render.PICTURE)).startswith(b"<svg")


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"messages": 3, "words": 100}, "; at most 3 messages and 100 words a day to other players."),
        ({"messages": 1}, "; at most 1 message a day to other players."),
        ({"words": 50}, "; at most 50 words a day to other players."),
        ({"messages": 0, "words": 9}, "; messages to other players are off in this match."),
        ({}, "sends one without your name."),
    ],
)
def test_help_tells_how_much_may_be_written(terms: dict[str, int], said: str):
    table = Table("snakes-and-foxes")
    table.match = table.match._replace(terms=TERMS._replace(**terms))
    asked = table.send("player Anna\nhelp\n")
    ((_, first),) = table.letters("x", asked, "en")
    assert said in " ".join(first.text.split())
    ((_, german),) = table.letters("x", asked, "de")
    assert ("höchstens" in german.text.partition("deinen Namen")[2][:20]) == (
        terms.get("messages", 1) > 0 and bool(terms)
    )


@pytest.mark.parametrize("slug", ["snakes-and-foxes", "wolves-and-jackals"])
def test_the_heaviest_boards_are_light_enough_for_a_mail_and_keep_their_colours(slug: str, full_width: int):
    table = Table(slug, board=True, **games.find(slug).SAMPLE[1])
    table.play(6)
    sheet = outputs.draw(table.match, table.game, table.ruling.entry, table.ruling.standing)
    drawn = svg.render(sheet.pages[0], sheet)
    made = png.light(drawn, full_width, outbox.MOST_PICTURE)
    assert len(made) <= outbox.MOST_PICTURE
    light, whole = (Image.open(io.BytesIO(data)).convert("RGB") for data in (made, png.redraw(drawn, full_width)))
    if slug == "snakes-and-foxes":  # too fine a wheel: its mail has a detail
        assert light.width == int(png.NARROWER * full_width)
        return
    assert light.width == full_width >= 1.4 * 520 and light.size == whole.size
    inks = {ink for count, ink in whole.getcolors(1 << 24) if count > 10_000}
    assert inks <= {ink for _, ink in light.getcolors(1 << 24)}, "large fields stay as they are"
    changed = ImageChops.difference(light, whole).convert("L").histogram()
    # A picture cut in lino is full of edges.
    assert sum(changed[9:]) < sum(changed) / 12, "shades at the edges of lines, no more"


def test_a_long_list_of_what_happened_is_cut_to_its_end_and_says_how_to_get_the_rest(monkeypatch: pytest.MonkeyPatch):
    table = Table("snakes-and-foxes")
    table.play(3)
    happened = table.before, table.ruling
    whole = [letter for _, letter in table.letters("x", happened, "en")]
    monkeypatch.setattr(facts, "MOST_SENTENCES", 2)
    for (_, cut), letter in zip(table.letters("x", happened, "en"), whole, strict=True):
        entries, kept = (
            re.findall(r"^- .*(?:\n  .*)*", text.partition("What happened")[2].partition("\nPosition")[0], re.M)
            for text in (letter.text, cut.text)
        )
        assert len(entries) > 2 and kept == entries[-2:]
        assert f"These are the last 2 of {len(entries)} lines; write `history` to get them all." in cut.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_keep_their_columns(language: str) -> None:
    """A table's lines are the same in the page as in the text, spaces and all, and its browser keeps them."""
    for told in of_clubs("member"):
        made = render.write(language, "member", told, folder=render.CLUB)
        for line in re.findall(r"^    (\S* +\d .*)", made.text, re.M):
            assert re.search(rf"white-space:pre-wrap[^<]*>(?:[^<]|<br>)*{re.escape(html.escape(line))}", made.html)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_hidden_in_a_page(language: str) -> None:
    """Filters against spam take text that nobody can see for a trick, and rightly."""
    for name, letter in letters(language).items():
        page = letter.html
        assert not re.search(r"display:none|visibility:|opacity|mso-hide|&nbsp;|&#8199;|&#847;|max-height:0", page), (
            name
        )
        assert min(map(int, re.findall(r"font-size:(\d+)px", page))) >= 13 and "font-size:0" not in page, name
        for style in re.findall(r'style="([^"]*)"', page):
            assert "color:#fdf6e4" not in style or "background:#" in style, (name, style)
        for cell in re.findall(r"<td[^>]*></td>", page):
            assert re.search(r'height="\d+"', cell), (name, cell)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_template_is_dead(language: str) -> None:
    """Whatever stands in a template is said in some letter: a dead line would never be read over."""
    told = letters(language, board=True)
    said = packed(" ".join(f"{one.subject} {one.text} {html.unescape(one.html)}" for one in told.values()))
    template = re.sub(r"{#.*?#}", "", templates.read(f"letters/{language}.j2"), flags=re.S)
    letter = template.partition("{% elif kind ==")[0]
    parts = re.split(r"{%.*?%}|{{.*?}}|\n|\*\*", letter)
    quoted = [text for value in re.findall(r"{{(.*?)}}", letter) for text in re.findall(r'"([^"]*)"', value)]
    marks = r"^(Subject:|page:|text:|#+ |- |> |! |\[\w+\]|    )*"
    words = {packed(re.sub(marks, "", part)) for part in (*parts, *quoted)}
    shown = re.sub(r"<[^>]+>", "", said)
    dead = {word for word in words if len(word) > 8 and word not in shown}
    assert not sorted(word for word in dead if not any(rare in word for rare in RARE))


# What these letters have no occasion for.
RARE = (
    # A deadline that another has missed and that passes; a draw that is offered with a move; messages after the end.
    "andpasses",
    "undpasst",
    "offersadraw:",
    "bietetRemisan:",
    "onlyyourmessages",
    "nnurdeineNachrichten",
    "Yourquestionwent",
    "DeineFrageist",
    "inZug",
    "wartetdiePartie",
    "pleaselookagain",
    "bittesiehnocheinmalnach",
    # `help` in a match with tokens, without deadlines, of one player.
    "bringsyourtoken",
    "bringtdeinToken",
    "DeinToken",
    "hasnodeadlines",
    "hatkeineFristen",
    "textsendsamessagetothereferee.",
    "TextschicktderSpielleitung",
    "youpassturn",
    # Orders that could not be carried out once their dice were rolled: tests/dice/test_beacon.py.
    "havebeenrolled,but",
    "istgewürfelt,abersiekonnten",
    "soyoupass",
    "passtdu",
    "fortheordersyousentahead.",
    "Befehlesindander",
    "Befehlewarenander",
    "foryournextturn",
    "deinennächstenZug",
    "partofthem",
    "nurzumTeil",
    # Answers to requests, whose letters are those of tests/referee/test_requests.py.
    "Thepageisattached",
    "DieSeiteistangehängt",
    "pagemakesthepage",
    "pagemachtdieSeite",
    "rulesdrucktdieRegeln",
    "rulesprintstherules",
    "diePartieheißt",
    "thematchiscalled",
    "deinemletztenBrief",
    "yourlastlettertold",
    "Tokengehtnuran",
    "Yourtokenissentto",
    "DeineerlaubtenZüge",
    "Yourlegalmoves",
    "Dufragst,wie",
    "Youaskedwhere",
    "Esspielen",
    "Theplayersare",
    "DubistnichtamZug.",
    "itisnotyourmove.",
    "istkeinTokennötig",
    "needsnotoken",
    "Nochnichts.",
    "Nothingyet.",
    "Wasbishergeschehenist",
    "Whathashappenedsofar",
    # Answers to `dice`, which tests/mail/test_proof_apart.py asks in every kind of match.
    "Thedice",
    "DieWürfel",
    "Thediceofthismatcharerolledbyhandatatable;",
    "DieWürfeldieserPartiefallenvonHandaneinemTisch;dass",
    "Youhaveseennodicerolled",
    "keineWürfelfallensehen",
    "Howthediceofturn",
    "gewürfeltwurde",
    "wererolled",
    # In letters to those who get no email: tests/letters/test_report.py.
    "whatfollowsischeckedbyit",
    "Commitmenttothedice",
    "FestlegungderWürfel",
    "indeinemerstenBrief",
    "JederBrief",
    "fingerprintofthem",
    "Fingerabdruckgeschickt",
    "Thispiecestaysclosed",
    "DiesesStückbleibtzu",
    "Thepieceofthisroll",
    "DasStückdiesesWurfs",
    "fromthedicewords",
    "ausdenWürfelwörtern",
    "fromtheplayers'pads",
    "ausdenGeheimblöcken",
    "fromround",
    "ausRunde",
    "fromthematch'sname.",
    "ausdemNamenderPartie.",
    "orforeseeit",
    "oderihnvorhersehen",
    "secretcouldforeseeit",
    "konnteihnvorhersehen",
    "Tocheckityourself",
    "Willstduesselbstprüfen",
    "explainsturn12",
    "erklärtZug12",
    # Where messages are limited, which the test below has.
    "messagestootherplayersareoff",
    "adaytootherplayers",
    "Nachrichtenananderegibtes",
    "amTaganandere",
    ";höchstens",
    "Thesearethelast",
    "togetthemall",
    "Dassinddieletzten",
    "allezubekommen",
    "dasganzeSpiel.",
    "thewholegame.",
    "postfoxprint",
)


def test_colours_are_readable_in_the_light_and_the_dark_palette() -> None:
    frame = templates.read("letters/letter.html")
    dark = dict(re.findall(r"\.([picfr])\{(?:color|background):(#\w{6})!", frame))
    light = {"p": "#f7ecd4", "c": "#fdf6e4", "i": "#2b1a12", "f": "#6b5340", "r": "#a8321f"}
    assert set(dark) == set(light) and all(colour in frame for colour in light.values())
    for palette in (light, dark):
        for ink in "ifr":
            for ground in "pc":
                assert contrast(palette[ink], palette[ground]) >= 4.5, (ink, ground, palette)
    for fill in re.findall(r"#\w{6}", re.search(r"set fills = \[(.*?)\]", frame)[1]):  # type: ignore[index]
        assert contrast(fill, "#fdf6e4") >= 4.5


def test_no_letter_scrolls_sideways(tmp_path: Path) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("there is no Chromium here that could show a letter")
    frames = "".join(
        f'<iframe width="{width}" height="900" style="border:0" srcdoc="{html.escape(form)}"></iframe>'
        for language, width in WIDTHS
        for name in ("snakes-and-foxes-first-A", "wolves-and-jackals-move-A", "refused-B")
        for page in [letters(language, board=True)[name].html]
        for form in (page, re.sub(r"<style>.*?</style>", "", page, flags=re.S))
    )
    shown = tmp_path / "letters.html"
    shown.write_text(f"<!DOCTYPE html><meta charset=utf-8>{frames}<script>{MEASURE}</script>")
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    command += [f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", f"file://{shown}"]
    dumped = subprocess.run(command, capture_output=True, text=True, timeout=LONG, check=True).stdout
    measured = [tuple(map(int, found)) for found in re.findall(r'data-wide="(\d+) (\d+)"', dumped)]
    assert [shown for shown, _ in measured] == [width for _, width in WIDTHS for _ in range(6)]
    assert all(needed <= shown for shown, needed in measured), measured


MEASURE = """
addEventListener('load', () => document.querySelectorAll('iframe').forEach(frame => {
  const page = frame.contentDocument.documentElement
  frame.dataset.wide = frame.contentWindow.innerWidth + ' ' + page.scrollWidth
}))
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_html_of_each_letter_is_what_it_was(language: str, golden: Golden) -> None:
    """The text is kept whole; of the HTML and its picture the digest."""
    made = letters(language, board=True)
    rows = (f"{digest(one.html.encode())[:12]} {name} {one.subject}\n" for name, one in sorted(made.items()))
    golden(f"letters-html-{language}.txt", "".join(rows))
