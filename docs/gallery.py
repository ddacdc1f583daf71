"""The pictures of the documents: each is what a command writes, run as it stands here. gallery.md shows them.

A picture is made of pages (PDF), pictures (PNG, WebP) or pages to play from (HTML, as Chromium shows them) by running
its commands in an empty folder. Those of positions in docs/positions have no command, only the picture of a letter.
"""

from __future__ import annotations

import io
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

from printables import boards
from printables.core import templates
from printables.core.templates import LOOK

if TYPE_CHECKING:
    from PIL.Image import Image
    from playwright.sync_api import Page

DOCS = Path(__file__).resolve().parent
FOLDER = "pictures"
THEMES = ("illustrated", "parchment", "ink-saver", "greyscale", "high-contrast", "classic")
PROPS = ("letter", "wanted", "ledger", "notice", "bill", "legend")
STALLS = ("wheel-of-fortune", "slots", "deck-of-fate", "cups")
WIDE, LARGE, GROUND, GAP = 1200, 1000, "#8a8a8a", 10  # pixels
QUALITY = 72
DPI = {False: 110, True: 200}  # of a page before it is made as small as it is shown; the second where it stays large
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SHOWN = "[...document.images].every(one => one.complete || one.getBoundingClientRect().top > innerHeight)"
SCREENS = (({"width": 1280, "height": 800}, "light"), ({"width": 360, "height": 800}, "light"))
SCREENS = (*SCREENS, ({"width": 360, "height": 800}, "dark"))


class Shown(NamedTuple):
    """A picture below docs/pictures: what it shows, and the commands that make it, one after the other.

    `word`: a word of the commands for which each of `ways` is put, in a folder of its own. `made`: which files are
    shown. `only`: which of their pages, from 0. `part`: how much of each, as shares: left, top, right, bottom.
    `columns`: pages in a row, which is `wide` pixels wide. `large`: the first page alone and large, too, behind it.
    """

    name: str
    title: str
    commands: tuple[str, ...]
    columns: int
    word: str = ""
    ways: tuple[str, ...] = ("",)
    made: str = "out/*"
    only: tuple[int, ...] = ()
    part: tuple[float, float, float, float] | None = None
    wide: int = WIDE
    large: bool = False


def shown() -> Iterator[tuple[str, str, list[Shown]]]:
    """The sections of the gallery: a title, a sentence, pictures."""
    titles = {slug: boards.find(slug).title for slug in boards.slugs()}
    themes = ", ".join(f"`{theme}`" for theme in THEMES)
    yield (
        "Boards and themes",
        f"THEME is each of {themes}.",
        [
            Shown(
                f"gallery/{slug}-themes",
                title,
                (f"postfox print {slug} --sheet board --theme THEME",),
                len(THEMES),
                "THEME",
                THEMES,
                only=(0,),
                large=True,
            )
            for slug, title in titles.items()
        ],
    )
    kits = [Shown(f"gallery/{slug}-kit", title, (f"postfox print {slug}",), 6) for slug, title in titles.items()]
    yield "Kits", "All pages of each kit on A4.", kits
    yield "Sheets", "Each kind of sheet, and the ways to make it.", list(_sheets("snakes-and-foxes"))
    family = Shown(
        "fox-and-geese-family", "All hunts, one board per page", ("postfox hunts booklet",), 7, part=(0, 0, 1, 0.94)
    )
    yield "Hunts", "Each [hunt](hunts/index.md) has a page with its board, large.", [family]
    yield (
        "Props",
        "The texts are those of `templates/samples/handouts`; TEXT is each of "
        f"{', '.join(f'`{prop}`' for prop in PROPS)}. [Handouts](handouts.md) explains them.",
        list(_props()),
    )
    yield (
        "On screens",
        "The [page](page.md) to play from, on a desk and on a phone, light and dark; and the picture in letters; "
        "figures, and a game on a virtual table.",
        [*(one for slug, title in titles.items() for one in _screens(slug, title)), *_figures("hare-and-hounds")],
    )


def _sheets(game: str) -> Iterator[Shown]:
    def of(name: str, title: str, command: str, columns: int, word: str = "", ways: str = "", **more: object) -> Shown:
        commands = (f"postfox print {command}",)
        return Shown(f"gallery/{name}", title, commands, columns, word, tuple(ways.split(",")), **more)  # type: ignore[arg-type]

    first, top = (0,), (0, 0, 1, 0.4)
    ways, shapes = "duplex,fold,standee", "square,hexagon"
    yield of(
        "tokens",
        "Two-sided, folded, standing",
        f"{game} --sheet tokens --tokens WAY",
        3,
        "WAY",
        ways,
        only=first,
        part=top,
    )
    yield of(
        "shapes",
        "For straight cuts",
        f"{game} --sheet tokens --token-shape SHAPE",
        2,
        "SHAPE",
        shapes,
        only=first,
        part=top,
    )
    yield of("labels", "On ready-cut stickers", f"{game} --sheet tokens --labels round-25mm-a4", 1, part=top, wide=800)
    yield of("dice", "Dice as stickers and as nets", f"{game} --sheet dice", 2, wide=800)
    cards = "wolves-and-jackals --option cards=true --sheet cards --card poker --gutter"
    yield of("cards", "Cards, 63 x 88 mm, to fold over", cards, 3)
    yield of("score", "Score sheets", "snakey-dice --sheet score --seed hazel --pad 2", 2)
    rules = "snail-trail --sheet rules WAY"
    yield of("rules", "Rules; in large print; in German", rules, 3, "WAY", ",--large-print,--language de", only=first)
    yield of("mats", "Mats for captured pieces", "the-game --sheet mats", 1, part=top, wide=900)
    yield of("box", "The box", "wolves-and-jackals --sheet box --paper a3", 1, wide=900)
    yield of("tactile", "A board to feel", f"{game} --sheet tactile", 2, wide=800)
    tiles = f"{game} --sheet board --space-mm 25 --tile"
    yield of("tiles", "A board over several sheets, and the map of them", tiles, 4, only=(0, 1, 2, 3))
    yield of("contact", "A whole kit on one page", f"{game} --contact", 1, wide=700)
    calibrated = ("postfox calibrate",)
    yield Shown("gallery/calibration", "What a printer does to drawings", calibrated, 2, wide=800)
    turn = ("postfox show anna-bob --format pdf --out turn.pdf",)
    yield Shown("gallery/turn", "A turn sheet with its order slip", _match(game) + turn, 2, made="turn.pdf", wide=800)
    leaflet = ("postfox rules hare-and-hounds --out out/",)
    yield Shown("gallery/leaflet", "The rules of a hunt by themselves", leaflet, 2, made="out/*.pdf", wide=800)


def _props() -> Iterator[Shown]:
    png = "--format png --copy players"
    game = "postfox handout game snakes-and-foxes"
    found = '--name "Serpents & Vixens" --piece fox=vixen --piece snake=serpent'
    yield Shown("handouts-props", "Letters and posters", (f"postfox handout letter TEXT.md {png}",), 3, "TEXT", PROPS)
    each = ("postfox handout letter letter.md --theme THEME --copy players",)
    yield Shown("gallery/props-themes", "A letter in each theme", each, len(THEMES), "THEME", THEMES)
    yield Shown("handouts-game", "A game found in a tower", (f"{game} {found}",), 4, only=(0, 1, 2, 3))
    yield Shown(
        "handouts-tavern",
        "A tavern: the wall, and the GM's notes",
        ("postfox handout tavern --seed 7 --copy master",),
        2,
        wide=900,
    )
    stall = ("postfox handout stall STALL --copy players",)
    yield Shown("handouts-stalls", "Games of chance, to cut out", stall, 4, "STALL", STALLS, only=(0,))
    odds = ("postfox handout odds GAME",)
    told = ("snakes-and-foxes", "wolves-and-jackals")
    yield Shown("handouts-odds", "The odds, for the GM", odds, 2, "GAME", told, wide=900)
    puzzles = ("postfox puzzle hare-and-hounds --seed wheel --count 6 --format pdf",)
    puzzles += (
        "postfox puzzle snail-trail --option steps=one --seed wheel --count 2 --theme illustrated --format pdf",
    )
    yield Shown("gallery/puzzles", "Puzzles, their answers upside down", puzzles, 2, wide=1000)
    yield Shown("gallery/wager", "A ledger and coins", ("postfox handout wager snakes-and-foxes",), 3, only=(0, 1, 2))
    bound = ("postfox handout bind . --copy players",)
    yield Shown("gallery/bound", "An adventure, bound with bookmarks", bound, 6)


def _match(slug: str, more: str = "") -> tuple[str, ...]:
    players = " ".join(f"--player {name}" for name in ("Anna", "Bob")[: 1 if slug == "snakey-dice" else 2])
    return (f"postfox new {slug} anna-bob {players} --seed wheel{more}",)


def _screens(slug: str, title: str) -> Iterator[Shown]:
    who = "Anna" if slug == "snakey-dice" else "Bob"
    page = (*_match(slug), f"postfox page anna-bob --for {who}")
    yield Shown(f"gallery/{slug}-page", f"{title}, the page", page, 3, made="*.html")
    letters = _match(slug, " --theme THEME")
    board = "anna-bob/board.png"
    yield Shown(f"gallery/{slug}-screen", f"{title}, in letters", letters, 3, "THEME", THEMES, board)


def _figures(hunt: str) -> Iterator[Shown]:
    played = (f"postfox simulate {hunt} --games 40 --format pdf",)
    yield Shown("gallery/simulation", "Games of bots", played, 1, wide=800)
    match = f"postfox new {hunt} bots --player bot:random --player bot:careful --practice --seed wheel"
    judged = (match, "postfox analyse bots --format pdf")
    yield Shown("gallery/analysis", "A match looked over", judged, 1, made="out/analysis-*", wide=800)
    home = ("postfox table",)
    yield Shown("gallery/home", "The table, as it opens", home, 3, made="*.html")
    judged = (match, "postfox club pages club")
    yield Shown("gallery/club", "The pages of a club", judged, 3, made="club/index.html")
    site = ("postfox site out/site --fetch",)
    yield Shown("gallery/site", "The site", site, 3, made="out/site/index.html")
    match = "postfox new snakes-and-foxes anna-bob --player Anna --player Bob --seed hub"
    judged = (match, "postfox adjudicate anna-bob 1-anna.txt")
    yield Shown("gallery/judged", "A turn, refereed", judged, 1, made="anna-bob/board.png", wide=700)
    looked = ("postfox templates preview themes letters",)
    yield Shown("gallery/preview", "What templates make", looked, 3, made="out/preview/index.html")
    table = ("postfox export snakes-and-foxes --to pieces --pixels 60",)
    yield Shown("gallery/table", "Set up on a virtual table", table, 1, made="out/*/setup.png", wide=700)


def others() -> Iterator[Shown]:
    """Pictures on other pages than the gallery."""
    game = "snakes-and-foxes"
    yield Shown(f"{game}-kit", "The kit", (f"postfox print {game}",), 3, only=(0, 2, 3, 9, 5, 6))
    yield Shown(f"{game}-match", "A match", ("postfox demo",), 1, made="out/anna-bob/board.png", wide=700)
    page = (*_match(game), "postfox page anna-bob --for Bob")
    yield Shown("front-play", "The page on a telephone", page, 1, made="*.html", only=(1,), wide=600)
    poster = ("postfox handout letter wanted.md --format png --copy players",)
    yield Shown("front-props", "A poster", poster, 1, wide=600)
    quarter = (0.5, 0.12, 0.98, 0.5)
    looks = (*THEMES, "classic --safe-colours")
    board = (f"postfox print {game} --sheet board --theme THEME",)
    yield Shown("printing-themes", "Themes", board, len(looks), "THEME", looks, only=(0,), part=quarter)
    for name in templates.stems("hunts"):
        hunt = (f"postfox print fox-and-geese --variant {name} --sheet board",)
        yield Shown(f"hunts/{name}", name, hunt, 1, only=(0,), wide=520)


def every() -> list[Shown]:
    """All pictures that commands make."""
    return [*(one for _, _, pictures in shown() for one in pictures), *others()]


def of_commands() -> dict[str, Shown]:
    """For a command, as "group command", the first picture that it makes; the gallery's come before others."""
    found = dict[str, Shown]()
    for one in every():
        words = one.commands[-1].split()[1:]
        for name in (" ".join(words[:2]), words[0]):
            found.setdefault(name, one)
    return found


def page() -> str:
    """The text of gallery.md."""
    out = [
        "# Gallery",
        "",
        f"Each picture is a link to its command; the theme is `{LOOK}` where none is named.",
        "",
    ]
    for title, said, pictures in shown():
        out += [f"## {title}", "", said, "", '<div class="wall">', ""]
        for one in pictures:
            words = one.commands[-1].split()[1:3]
            (of, *_) = [name for name in ("-".join(words), words[0]) if (DOCS / "cli" / f"{name}.md").exists()]
            typed = ", then ".join(f"`{' '.join(command.split())}`" for command in one.commands)
            out += [f"[![{one.title}]({FOLDER}/{one.name}.webp)](cli/{of}.md)", f"{one.title}: {typed}", ""]
        out += ["</div>", ""]
    return "\n".join([*out, (DOCS / "gallery-end.txt").read_text(encoding="utf-8")])


def drawn(one: Shown) -> Iterator[tuple[str, Image]]:
    """The files of a picture, by name below docs/pictures; a page to play from needs Chromium."""
    pages = [page for way in one.ways for page in _run(one, way)]
    if one.large:
        yield f"{one.name}-large.webp", _sized(pages[0], LARGE)
    if one.part:
        left, top, right, bottom = one.part
        boxes = [
            (round(left * w), round(top * h), round(right * w), round(bottom * h)) for w, h in (p.size for p in pages)
        ]
        pages = [page.crop(box) for page, box in zip(pages, boxes, strict=True)]
    yield f"{one.name}.webp", _grid(pages, one.columns, one.wide)


def positions() -> Iterator[tuple[str, Image]]:
    """Pictures of the games' pages, each of a position that is kept in docs/positions, as letters show it."""
    from PIL import Image

    from adjudicator.games import position
    from adjudicator.letters import picture
    from adjudicator.letters.phrases import Names, Phrases
    from printables.render import png

    for file in sorted((DOCS / "positions").glob("*.json")):
        place = position.read(file.read_text(encoding="utf-8"), file.name)
        phrases = Phrases(place.game.SLUG, "en", place.options)
        sheet = picture.sheet(place.game, place.state, Names(("Anna", "Bob")), phrases)
        page = sheet.pages[0]
        image = Image.open(io.BytesIO(png.render(page, sheet, 700 / page.width * 25.4)))
        yield f"{file.stem}-position.webp", image.convert("RGB")


def draw(*games: str) -> None:
    """Write every picture, or those of these games."""
    asked = [one for one in every() if not games or one.name.rpartition("/")[2].startswith(games)]
    made = [picture for one in asked if CHROMIUM or not one.made.endswith("html") for picture in drawn(one)]
    for name, image in [*made, *(() if games else positions())]:
        file = DOCS / FOLDER / name
        file.parent.mkdir(parents=True, exist_ok=True)
        image.save(file, quality=QUALITY, method=6)


def _run(one: Shown, way: str) -> list[Image]:
    """The pages that the commands write, in a folder with nothing but the samples of texts and of a move file."""
    from adjudicator.cli import app

    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for name in PROPS:
            Path(f"{name}.md").write_text(templates.read(f"samples/handouts/{name}.md"), encoding="utf-8")
        Path("1-anna.txt").write_text(templates.read("samples/snakes-and-foxes/1-anna.txt"), encoding="utf-8")
        ours = {name: value for name, value in os.environ.items() if not name.startswith("POSTFOX_")}
        settings = mock.patch.dict(os.environ, {**ours, "XDG_CONFIG_HOME": folder}, clear=True)
        for command in one.commands:
            words = shlex.split(command.replace(one.word, way) if one.word else command)
            if words[1] == "table":
                return list(_served(words[1:]))
            said = io.StringIO()
            with settings, mock.patch.object(sys, "argv", words), redirect_stdout(said), redirect_stderr(said):
                code = app.run()
            if code:
                raise RuntimeError(f"{command}: {said.getvalue()}")
        pages = [page for file in sorted(Path().glob(one.made)) for page in _pages(file, one.large)]
        return [pages[index] for index in one.only] if one.only else pages


def _served(words: Sequence[str]) -> Iterator[Image]:
    """A page that stays only while its command runs, whose first line ends in the address."""
    with subprocess.Popen(
        [sys.executable, "-m", "adjudicator", *words, "--no-open"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield from _screenshots(process.stdout.readline().split()[-1])
        process.terminate()


def _pages(file: Path, large: bool) -> Iterator[Image]:
    from PIL import Image

    if file.suffix == ".pdf":
        import pypdfium2

        with pypdfium2.PdfDocument(file.read_bytes()) as document:
            for page in document:
                yield page.render(scale=DPI[large] / 72).to_pil().convert("RGB")
    elif file.suffix == ".html":
        yield from _screenshots(file.resolve().as_uri())
    else:
        with Image.open(file) as image:
            image.load()
        whole = Image.new("RGB", image.size, GROUND)
        whole.paste(image, mask=image.getchannel("A") if image.mode == "RGBA" else None)
        yield whole


def _screenshots(address: str) -> Iterator[Image]:
    from PIL import Image
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for size, scheme in SCREENS:
            page = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            page.goto(address)
            page.evaluate("document.fonts.ready")
            while not page.evaluate(SHOWN):  # the table's policy leaves nothing else to wait by
                page.wait_for_timeout(50)
            yield Image.open(io.BytesIO(_settled(page))).convert("RGB")
        browser.close()


def _settled(page: Page) -> bytes:
    """A screenshot of what no longer moves: the second of two alike; the last of twenty where it moves on."""
    taken: bytes = page.screenshot()
    for _ in range(20):
        page.wait_for_timeout(100)
        before, taken = taken, page.screenshot()
        if taken == before:
            break
    return taken


def _sized(image: Image, width: int) -> Image:
    from PIL import Image

    return image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)


def _grid(images: Sequence[Image], columns: int, wide: int) -> Image:
    """Rows of pictures, each row as wide as the whole; the last, where it is short, as high as the one above."""
    from PIL import Image

    if len(images) == 1:
        return _sized(images[0], wide)
    rows, high = [], 0
    for start in range(0, len(images), columns):
        row = images[start : start + columns]
        room = wide - GAP * (len(row) + 1)
        if len(row) == columns or not high:
            high = round(room / sum(image.width / image.height for image in row))
        rows.append([_sized(image, min(round(image.width * high / image.height), room)) for image in row])
    whole = Image.new("RGB", (wide, GAP + sum(max(image.height for image in row) + GAP for row in rows)), GROUND)
    y = GAP
    for row in rows:
        x = GAP
        for image in row:
            whole.paste(image, (x, y))
            x += image.width + GAP
        y += max(image.height for image in row) + GAP
    return whole
