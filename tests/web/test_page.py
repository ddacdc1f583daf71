"""The page of a match as a file: what is in it, what is not, and that nothing else can be loaded or run."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from functools import cache, reduce
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import pytest
from lanes import Golden

from adjudicator import games
from adjudicator.games.wolves_and_jackals.state import Phase
from adjudicator.mail.inbound import quotes
from adjudicator.mail.outbound import outbox
from adjudicator.mail.outbound.compose import compose
from adjudicator.mail.outbound.delivery_log import Postings
from adjudicator.mail.outbound.transports import sender
from adjudicator.match import create, process
from adjudicator.match.folder import Folder
from adjudicator.referee.records import REFEREE
from adjudicator.referee.seats import named, to_act
from adjudicator.web import file as pages
from printables.core import UserError, options, templates
from printables.page import document

SHORT = 100  # characters of what a golden has as it is; of others the digest
OF_TEMPLATES = {"words", "w", "actions", "whole"}  # what is as templates have it
EVIL = "<script>alert(1)</script>"
NODE = shutil.which("node")
PARTS = Path(document.__file__).parent
PLAYERS = ("Anna <anna@example.org>", "Otto <otto@example.org>")


def played(
    path: Path, slug: str, turns: int, texts: dict[int, str] | None = None, terms: Any = None, **chosen: Any
) -> Folder:
    """A match of some turns; `texts`: further lines of the file of a turn."""
    game = games.find(slug)
    given = [f"{name.replace('_', '-')}={str(value).lower()}" for name, value in chosen.items()]
    seats = 1 if slug == "snakey-dice" and "league" not in chosen else 2
    made = options.build(game.Options, given, None)
    players = [create.seat(text) for text in PLAYERS[:seats]]
    create.new(path, slug, made, players, seed="wheel", match_id="anna-otto", terms=terms)
    folder = Folder(path)
    for turn in range(turns):
        standing = folder.standing()
        if standing.outcome:
            break
        seat = folder.game.to_act(standing.state)[0]
        *_, action = islice((one for one in folder.game.moves(standing.state) if one.seat == seat), 3)
        order = folder.game.format(action, standing.state)
        file = path / "inbox" / f"{turn:02}.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"player {'AB'[seat]}\n{order}\n{(texts or {}).get(turn, '')}", encoding="utf-8")
        (filed,) = process.adjudicate(folder, (), png=False)
        assert not filed.entry.refusals, filed.entry.refusals
        folder.reread()
    return folder


def data(page: str) -> dict[str, Any]:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    read: dict[str, Any] = json.loads(found)
    return read


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Folder]:
    """A match of a game, some turns played; made once."""

    @cache
    def made(slug: str) -> Folder:
        chosen = {"horn": True} if slug == "the-game" else {}
        return played(tmp_path_factory.mktemp(slug) / "m", slug, 6, **chosen)

    return made


@pytest.mark.parametrize("slug", games.GAMES)
def test_a_page_of_every_game_is_one_small_file_that_loads_nothing(matches: Callable[[str], Folder], slug: str) -> None:
    for language, undo in (("en", "Undo"), ("de", "Zurück")):
        page = pages.html(matches(slug), 0, language)
        assert len(page.encode()) < 400_000
        assert len(document.light(page).encode()) < 250_000
        assert not re.findall(r"""(?:src|href)=["'](?!#|data:)[^"']""", page)
        assert "{" not in re.sub(r"<(style|script).*?</\1>", "", page, flags=re.DOTALL)
        assert data(page)["words"]["undo"] == undo
    assert page == pages.html(Folder(matches(slug).path), 0, language)


def held(folder: Folder, line: int, seat: int, language: str, **more: str) -> str:
    """A page as text: a line for each thing that it holds."""
    made = pages.made(folder, seat, language, line=line, **more)  # type: ignore[arg-type]
    rows = [f"# line {line}, seat {seat}, {language}"]
    for name, value in (*made.data.items(), *made.plain.items(), ("stage", made.stage[1:])):
        text = json.dumps(value, ensure_ascii=False, default=sorted)
        told = text if len(text) <= SHORT else hashlib.sha256(text.encode()).hexdigest()[:12]
        rows += [] if name in OF_TEMPLATES else [f"{name}: {told}"]
    return "\n".join(rows) + "\n\n"


@pytest.mark.parametrize("slug", games.GAMES)
def test_a_page_holds_for_each_reader_what_it_held(matches: Callable[[str], Folder], golden: Golden, slug: str) -> None:
    folder = matches(slug)
    last, other = folder.last.n, len(folder.match.seats) - 1
    readers = [(0, 0, "en"), (3, other, "de"), (last, 0, "en"), (last, other, "en"), (last, REFEREE, "de")]
    golden(f"page/{slug}.txt", "".join(held(folder, *reader) for reader in dict.fromkeys(readers)))


def test_a_page_says_who_writes_to_whom_and_how_it_ended(tmp_path: Path, golden: Golden) -> None:
    texts = {0: "say Anna: mind & <my> geese", 1: "say Otto: your fox\nsay referee: hm", 2: "say referee: a word"}
    folder = played(tmp_path / "m", "fox-and-geese", 3, texts)
    process.command(folder, "award B", png=False, now=lambda: "2026-11-21T12:00:00Z")
    folder.reread()
    found = [held(folder, 2, 0, "en", token="t-1"), held(folder, 3, 1, "en", address="referee@example.org")]
    found += [held(folder, 4, seat, "en") for seat in (0, 1, REFEREE)]
    golden("page/messages.txt", "".join(found))


CODE = re.compile(r"\[\d+,\d+\]|\([ESNW]\)|(?:heading|Richtung) [ESNW]\b|\b[AB] [AB]\b")

FIGURES = {
    "fox-and-geese": 4,
    "snail-trail": 5,
    "snakes-and-foxes": 8,
    "snakey-dice": 9,
    "the-game": 8,  # with the rules of the match; another option has one more
    "wolves-and-jackals": 13,
}


@pytest.mark.parametrize("slug", games.GAMES)
def test_a_page_says_nothing_in_codes_and_has_each_diagram_of_the_rules(
    matches: Callable[[str], Folder], slug: str
) -> None:
    for language in ("en", "de"):
        read = data(pages.html(matches(slug), 0, language))
        told = [frame.get("say", "") for turn in read["turns"] for frame in turn["frames"]]
        labels = [*read.get("labels", {}).values(), *(card["say"] for card in read["cards"])]
        assert not CODE.findall(" | ".join([read["lead"], read["sub"], *told, *read["lines"], *read["whole"], *labels]))
        assert len(read["cards"]) == FIGURES[slug], "those of the rules sheet"


# What another has to do, with its name, since when and until when.
TODO = {
    "fox-and-geese": ("{} has to move the fox", "{} muss ziehen (Fuchs)"),
    "snakes-and-foxes": ("{} has to go 1 step", "{} muss 1 Schritt gehen"),
    "snail-trail": ("{} has to go 3 squares", "{} muss 3 Felder weit ziehen"),
    "the-game": ("{} has to bring on a piece", "{} muss einen Stein ins Spiel bringen"),
    "wolves-and-jackals": (
        "{} has to move a piece, or to go for a throat",
        "{} muss einen Stein ziehen oder mit ihm angreifen",
    ),
}


@pytest.mark.parametrize("slug", TODO)
def test_who_waits_reads_what_another_has_to_do_since_when_and_until_when(tmp_path: Path, slug: str) -> None:
    folder = played(tmp_path / "m", slug, 2, terms=create.terms({"deadline": "3d"}))
    (mover,) = folder.game.to_act(folder.standing().state)
    ends = (r", since \w+day \d+ \w+ and by the end of \w+day \d+ \w+\.", r", seit \w+, \d+\. \w+ und bis .* 24 Uhr\.")
    for language, said, end in zip(("en", "de"), TODO[slug], ends, strict=True):
        read = pages.made(folder, 1 - mover, language).data
        assert read["state"] == "theirs"
        assert re.fullmatch(re.escape(said.format(folder.match.seats[mover].name)) + end, read["sub"]), read["sub"]


@pytest.mark.parametrize("slug", games.GAMES)
def test_whatever_another_may_be_asked_has_words(slug: str) -> None:
    for language in ("en", "de"):
        told = tomllib.loads(templates.read(f"phrases/{language}/{slug}.toml"))
        asks = set(told.get("todo", {}))
        assert asks <= {*told["asks"], "move"}
        assert slug == "snakey-dice" or asks, "a league has no order among its players"
    if slug == "wolves-and-jackals":
        assert asks == {*get_args(Phase)} - {"over"}


def changed(old: Any, change: dict[str, Any]) -> Any:
    """What an update makes of a value, as the script of a page does it."""
    if "in" in change:
        kept = {key: value for key, value in old.items() if key not in change["gone"]}
        return kept | {key: changed(kept.get(key), part) for key, part in change["in"].items()}
    return [*old[: change["from"]], *change["is"]] if "from" in change else change["is"]


@pytest.mark.parametrize("slug", games.GAMES)
def test_an_update_makes_a_page_the_next_and_is_small(matches: Callable[[str], Folder], slug: str) -> None:
    folder, last = matches(slug), matches(slug).last.n
    ways = [(last - 1, 0, 0), (last - 2, 0, len(folder.match.seats) - 1), (last, 0, REFEREE), (1, REFEREE, 0)]
    for line, before, seat in ways:
        old, new = (
            json.loads(json.dumps(pages.made(folder, reader, line=n, send="order").data))
            for n, reader in ((line, before), (last, seat))
        )
        update = json.loads(json.dumps(document.update(old, new)))
        assert changed(old, update) == new
        taps = [json.dumps(one["common"]) for one in (changed(old, update), new) if "common" in one]
        assert len({*taps}) <= 1, "taps are numbered in the order in which they stand"
        assert len(json.dumps(update, ensure_ascii=False).encode()) < 30_000
    assert document.update(new, new) == {"in": {}, "gone": []}


def test_the_policy_of_a_page_allows_its_own_script_and_style_alone(matches: Callable[[str], Folder]) -> None:
    page = pages.html(matches("the-game"))
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    policy = html.unescape(policy)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert policy.startswith("default-src 'none'; ")
    for text, kind in ((style, "style-src"), (script, "script-src")):
        hashed = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind} 'sha256-{hashed}';" in policy
    assert "unsafe" not in policy
    assert " style=" not in re.sub(r"<(style|script).*?</\1>", "", page, flags=re.DOTALL)
    assert len(script) < 72_000


def test_names_and_messages_are_text_whatever_they_hold(tmp_path: Path) -> None:
    folder = played(tmp_path / "m", "snail-trail", 2, {0: f"say Anna: {EVIL} & </script>\nsay Otto: {EVIL}</script>"})
    for seat in (0, 1):
        page = pages.html(folder, seat)
        assert EVIL not in page
        assert page.count("<script") == 2
    assert EVIL in json.dumps(data(page)["turns"])


def test_a_page_keeps_what_its_reader_may_not_see(tmp_path: Path) -> None:
    texts = {0: "say Anna: for Anna alone\nsay Otto: for Otto alone\nsay referee: for the referee alone\n"}
    folder = played(tmp_path / "m", "wolves-and-jackals", 1, texts)
    (folder.path / "inbox" / "ahead.txt").write_text(
        "player A\nturn 30\nthroat a1 h8\naddress new@example.org\n", encoding="utf-8"
    )
    process.adjudicate(folder, (), png=False)
    folder.reread()
    assert "throat a1 h8" in (folder.path / "log.jsonl").read_text(encoding="utf-8")
    secret = (folder.path / "secret.key").read_text(encoding="ascii").strip()
    author = folder.log.entry(1).seat
    for seat in (REFEREE, 0, 1):
        page = pages.html(folder, seat)
        assert "@example.org" not in page
        assert ("throat a1 h8" in page) == (seat == 0), "who sent orders ahead reads them, as in a letter"
        assert secret not in page
        assert "token" not in data(page)
        assert ("for the referee alone" in page) == (seat == author)
        assert ("for Anna alone" in page) == (seat in (0, author) and seat != REFEREE)
        assert ("for Otto alone" in page) == (seat in (1, author) and seat != REFEREE)
    assert pages.html(folder, 0, address="referee@example.org", token="a-token").count("a-token") == 1


def test_a_page_of_a_league_has_no_dice_that_others_have_yet_to_meet(tmp_path: Path) -> None:
    folder = played(tmp_path / "m", "snakey-dice", 3, league=True)
    links = {done.link for entry in folder.entries() for done in entry.done if done.k}
    assert links
    for seat in (REFEREE, 0, 1):
        page = pages.html(folder, seat)
        assert data(page)["dice"] == {"state": "sealed"}
        assert not [link for link in links if link in page]
    mine, other = (pages.html(folder, seat) for seat in (0, 1))
    orders = [done.text for entry in folder.entries() if entry.seat == 0 for done in entry.done]
    assert orders and not any(order in other for order in orders)
    assert data(mine)["turns"] != data(other)["turns"], "each sees what its own orders brought"


@pytest.mark.parametrize("slug", games.GAMES)
def test_the_last_frame_of_a_page_is_the_position(matches: Callable[[str], Folder], slug: str) -> None:
    folder = matches(slug)
    page = data(pages.html(folder, 0))
    assert [turn["turn"] for turn in page["turns"]] == sorted(turn["turn"] for turn in page["turns"])
    if page["board"]["own"]:
        return
    now: dict[int, str] = {}
    for turn in page["turns"]:
        for frame in turn["frames"]:
            for number, *spot in frame.get("at", ()):
                now.pop(number, None) if not spot else now.update({number: spot[0]})
    standing = sorted((page["pieces"][number][0], place) for number, place in now.items())
    state = folder.standing().state
    assert standing == sorted((token.kind, token.place) for token in folder.game.tokens(state))


def test_who_wishes_for_pages_gets_them_by_mail_byte_for_byte(tmp_path: Path) -> None:
    folder = played(tmp_path / "m", "the-game", 1, {0: "letters page\nlanguage de"})
    asks, other = (folder.log.entry(1).seat or 0), 1 - (folder.log.entry(1).seat or 0)
    referee, now = sender("The referee <referee@example.org>"), datetime(2026, 11, 22, tzinfo=UTC)
    waits = outbox.waiting(folder, Postings(folder.path), now)
    parcels = [parcel for one in waits if (parcel := one.packed()).mailed.n == 1]
    mails = {p.whose: message_from_bytes(compose(p, referee, now).as_bytes(), policy=default) for p in parcels}
    pages_of = {
        whose: [part for part in mail.iter_attachments() if part.get_content_type() == "text/html"]
        for whose, mail in mails.items()
    }
    first = {whose: mail.get_body(("plain",)).get_content().splitlines()[0] for whose, mail in mails.items()}
    assert first == {"AB"[asks]: quotes.MARKS["de"], "AB"[other]: quotes.MARKS["en"]}
    assert pages_of["AB"[other]] == []
    (page,) = pages_of["AB"[asks]]
    assert page.get_filename() == "anna-otto-turn-2.html"
    whole = pages.html(folder, asks, address="referee@example.org")
    assert page.get_payload(decode=True).decode() == document.light(whole)
    assert len(page.get_payload()) < 130_000 < len(whole)
    letter = (folder.path / "letters" / f"0001-{'AB'[asks]}.txt").read_text(encoding="utf-8")
    assert "angehängte Seite" not in letter  # it is the other's move
    folder = played(tmp_path / "again", "the-game", 2, {0: "letters page"})
    (folder.path / "inbox" / "a.txt").write_text(f"player {'AB'[asks]}\nletters plain", encoding="utf-8")
    assert "Open the attached page" in (folder.path / "letters" / f"0002-{'AB'[asks]}.txt").read_text(encoding="utf-8")
    process.adjudicate(folder, (), png=False)
    folder.reread()
    assert not folder.last.after.desk.wishes


def test_a_page_comes_with_each_position_to_who_is_to_move_and_to_who_asks(tmp_path: Path) -> None:
    folder = played(tmp_path / "m", "the-game", 4, {0: "letters page", 1: "letters page"})
    waiting = 1 - to_act(folder.game, folder.standing())[0]
    for name, text in (("x", "page"), ("y", "say all: hello"), ("z", "nothing")):
        (folder.path / "inbox" / f"{name}.txt").write_text(f"player {'AB'[waiting]}\n{text}", encoding="utf-8")
    process.adjudicate(folder, (), png=False)
    folder.reread()
    now = datetime(2026, 11, 22, tzinfo=UTC)
    parcels = [one.packed() for one in outbox.waiting(folder, Postings(folder.path), now)]
    paged = {(parcel.mailed.n, "AB".index(parcel.whose)) for parcel in parcels if parcel.page}
    moved = {(n, to_act(folder.game, folder.standing(n))[0]) for n in (2, 3, 4)}
    wished = {(n, folder.log.entry(n).seat) for n in (1, 2)}
    assert paged == moved | wished | {(5, waiting)} and len(parcels) == 2 * 5 + 1 + 2 + 1
    letter = (folder.path / "letters" / f"0005-{'AB'[waiting]}.txt").read_text(encoding="utf-8")
    assert "The page is attached" in " ".join(letter.split())


def test_a_match_may_bring_pages_to_everybody_from_the_invitation_on(tmp_path: Path) -> None:
    game, path = games.find("the-game"), tmp_path / "m"
    seats = [create.seat(text) for text in (*PLAYERS[:1], "Otto <bot:random>")]
    with pytest.raises(UserError, match="--letters: 'paper' is not a kind of letters"):
        create.new(path, "the-game", game.Options(), seats, letters="paper")
    create.new(path, "the-game", game.Options(), seats, letters="page", joining=True)
    folder, now = Folder(path), datetime(2026, 11, 22, tzinfo=UTC)
    assert [wish.seat for wish in folder.standing().desk.wishes] == [0]  # none for the computer
    (parcel,) = (one.packed() for one in outbox.waiting(folder, Postings(path), now))
    assert "join" in parcel.page
    assert "to join with a tap" in (path / "letters" / "0000-A.txt").read_text(encoding="utf-8")
    (path / "inbox").mkdir(exist_ok=True)
    (path / "inbox" / "a.txt").write_text("player Anna\njoin\nletters plain", encoding="utf-8")
    process.adjudicate(folder, (), png=False)
    folder.reread()
    assert not folder.standing().desk.wishes


def test_a_page_names_what_is_wrong_with_a_seat_and_waits_for_who_has_not_joined(tmp_path: Path) -> None:
    folder = played(tmp_path / "m", "the-game", 0)
    with pytest.raises(UserError, match="--for: nobody here is called 'Carl'; the players are Anna, Otto"):
        named(folder.match, "Carl")
    assert [named(folder.match, text) for text in ("anna", "B")] == [0, 1]
    game = games.find("the-game")
    create.new(tmp_path / "j", "the-game", game.Options(), [create.seat(text) for text in PLAYERS], joining=True)
    assert data(pages.html(Folder(tmp_path / "j"), 0))["common"]["list"]["taps"] == {"word": ["join"]}
    assert "Waiting for Anna and Otto" in pages.html(Folder(tmp_path / "j"))


def test_a_message_may_be_for_all_where_there_is_more_than_one_other(tmp_path: Path) -> None:
    game = games.find("snakey-dice")
    for count, all_ in ((2, []), (3, ["all"])):
        seats = [create.seat(name) for name in ("Anna", "Otto", "Carla")[:count]]
        create.new(tmp_path / f"{count}", game.SLUG, game.Options(league=True), seats)
        to = [who for who, _ in data(pages.html(Folder(tmp_path / f"{count}"), 0))["to"]]
        assert to == [*["Otto", "Carla"][: count - 1], *all_, "referee"]


def test_only_a_page_of_a_match_with_letters_that_goes_on_says_how_to_get_one_of_ones_own(tmp_path: Path) -> None:
    folder = played(tmp_path / "m", "the-game", 1)
    game = games.find("the-game")
    create.new(tmp_path / "home", "the-game", game.Options(), [create.seat(text) for text in ("Anna", "Otto")])
    assert "for spectators" in pages.html(folder)
    assert "for spectators" not in pages.html(Folder(tmp_path / "home"))
    (folder.path / "inbox" / "z.txt").write_text("player Anna\nresign", encoding="utf-8")
    process.adjudicate(folder, (), png=False)
    folder.reread()
    assert folder.standing().outcome and "for spectators" not in pages.html(folder)


def test_dice_that_choose_between_pieces_move_none_of_them(matches: Callable[[str], Folder]) -> None:
    frames = [frame for turn in data(pages.html(matches("snakes-and-foxes")))["turns"] for frame in turn["frames"]]
    lots = [frame for frame in frames if "equally near" in frame.get("say", "")]
    assert lots
    for frame in lots:
        assert len(frame["marks"]) > 1 and "at" not in frame and "ways" not in frame


def forgeries(dice: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Dice with one thing changed, here and there."""

    def changed(*way: Any, value: Any) -> dict[str, Any]:
        copy = deepcopy(dice)
        *to, last = way
        reduce(lambda part, key: part[key], to, copy)[last] = value
        return copy

    steps = dice["steps"]
    for number in (0, len(steps) // 2, -1):
        link, (_, sides, values) = steps[number]["link"], steps[number]["throws"][-1]
        yield changed("steps", number, "throws", -1, 2, 0, value=values[0] % sides + 1)
        yield changed("steps", number, "throws", -1, 1, value=sides + 1 if sides > 2 else 200)
        yield changed("steps", number, "link", value=("1" if link[0] == "0" else "0") + link[1:])
        yield changed("steps", number, "link", value=link[:-1] + ("1" if link[-1] == "0" else "0"))
        yield changed("steps", number, "k", value=steps[number]["k"] + 1)
    yield changed("commitment", value="0" * 64)
    yield changed("words", value=["hazel", "thorn"])
    yield changed("match", value="otto-anna")
    yield changed("steps", value=steps[1:][::-1])
    yield changed("steps", value=[steps[1], *steps])


@pytest.mark.skipif(NODE is None, reason="no node here: the page's dice are not checked outside a browser")
@pytest.mark.parametrize("own", [False, True])
def test_the_page_makes_every_throw_anew_and_finds_every_forgery(matches: Callable[[str], Folder], own: bool) -> None:
    command = [str(NODE), str(Path(__file__).parents[1] / "check_dice.mjs"), str(PARTS / "dice.js"), *["own"] * own]
    kept = [Folder(Path(__file__).parents[1] / "archive" / name) for name in ("two-sided", "with-a-beacon")]
    for folder in (matches("snakes-and-foxes"), *kept):
        dice = data(pages.html(folder))["dice"]
        forged = list(forgeries(dice))
        assert len(forged) == 20
        text = "\n".join(map(json.dumps, [dice, *forged]))
        answer = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()
        good, *bad = map(json.loads, answer)
        assert good["good"]
        assert good["dice"] == [[values for _, _, values in step["throws"]] for step in dice["steps"]]
        assert [number for number, one in enumerate(bad) if one["good"]] == []


def test_every_word_of_the_page_is_used_in_both_languages() -> None:
    words = {code: tomllib.loads(templates.read(f"phrases/{code}/page.toml"))["page"] for code in ("en", "de")}
    assert words["en"].keys() == words["de"].keys()
    parts = [path.read_text(encoding="utf-8") for path in PARTS.iterdir() if path.suffix in (".js", ".html")]
    parts.append((PARTS.parents[1] / "adjudicator/web/contents.py").read_text(encoding="utf-8"))
    said = set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', "\n".join(parts)))
    built = ("way-", "dice-", "lead-", "until-", "table-")
    assert not {key for key in words["en"] if key not in said and not key.startswith(built)}
    there = words["en"].keys() | tomllib.loads(templates.read("phrases/en/table.toml"))["table"].keys()
    asked = set(re.findall(r'\bword\("([a-z-]+)"', "\n".join(parts)))
    assert not asked - there
