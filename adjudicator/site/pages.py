"""The pages of the site, which are there before any Python and without a script: what a game is, its kit, its rules.

Two trees of the same pages, English above and German in `de`; pictures, kits and scripts lie beside them once. Files
but for pages and kits bear a hash of what is in them in their names, so that a browser may keep them for ever."""

import hashlib
import inspect
import io
import json
import re
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import metadata, resources
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias, get_args

import minijinja
from markdown_it import MarkdownIt

from adjudicator import games
from adjudicator.core import MatchError
from adjudicator.core.codec import Json
from adjudicator.lab.simulation import tally
from adjudicator.letters.phrases import Phrases, components
from adjudicator.match import animation, create
from adjudicator.match.folder import Folder
from adjudicator.site import build
from adjudicator.site.build import ABI, PYODIDE, Packed
from adjudicator.site.look import Look, rendered, words
from adjudicator.table.home import BESIDE, Home
from printables import boards, sheets
from printables.cli import SECTIONS, spread
from printables.cli.printing import print_
from printables.core import options, progress, templates
from printables.core.options import Ruled
from printables.core.request import Request
from printables.core.templates import LOOK
from printables.page import document
from printables.paper import labels
from printables.printing import make
from printables.printing.job import prepare
from printables.render import png
from printables.scene import theme as looks
from printables.sheets import rules

LANGUAGES = {"en": "English", "de": "Deutsch"}
PAPERS = {"a4": "A4", "letter": "Letter", "a3": "A3", "a5": "A5", "legal": "Legal", "tabloid": "Tabloid"}
READY = ("a4", "letter")
# Options of `postfox print` by what they are of no use without: a sheet, puzzles that a seed sets, options of the game.
NEEDED = {
    "tokens": ("token_mm", "token_shape", "punch", "labels"),
    "cards": ("card", "gutter"),
    "puzzles": ("seed", "pad", "per_page", "fillable"),
    "options": ("options",),
}
UNTYPED = ("variant", "hunt", "house")  # options of games that are not typed on a page
STAMP = "postfox.json"  # marks a folder as a site, with the version that made it
POSTER, SMALL, THUMB, QUALITY, ROUGH = 620, 330, 300, 74, 50  # pixels across, and how finely they are pressed
SEED = "story"
Picture: TypeAlias = tuple[str, int, int]  # one that lies in the site, its width and its height in pixels


def write(out: Path, parts: Path, begins: object) -> None:
    """A site in a folder, in place of an older one; `parts`: Pyodide and wheels (`build.check`); `begins`: the command
    that begins a match, whose options the referee's page has. Raises MatchError, also where something else lies."""
    if out.is_file() or (out.exists() and any(out.iterdir()) and not (out / STAMP).is_file()):
        raise MatchError("this is something else than a site that Postfox made", "choose another folder", str(out))
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".site-") as place:
        made = Path(place) / "site"
        made.mkdir()
        site = Site(made, begins)
        site.prepare(parts)
        site.write()
        shutil.rmtree(out, ignore_errors=True)
        made.rename(out)


class Site(Look):
    """A site in a folder. `packs`: what lies in its py; `kits`: pages of kits as pictures."""

    def __init__(self, out: Path, begins: object) -> None:
        super().__init__(out)
        self.begins = begins
        self.packs: dict[str, Packed] = {}
        self.kits: dict[str, list[Picture]] = {}

    def prepare(self, folder: Path) -> None:
        """What takes long, by all processors: packs, and all pictures but those of the table. Raises MatchError."""
        parts = [(slug, "") for slug in games.GAMES]
        parts += [(one["game"], one["variant"]) for one in Home(self.out).hunts]

        def made(part: tuple[str, str] | None) -> Any:
            return self._pictures(*part) if part else build.make(folder, self.out)

        self.packs, *kits = progress.shared(made, [None, *parts], progress.processors())
        self.kits = {name: pages for one in kits for name, pages in one.items()}

    def write(self) -> None:
        """The rest of it."""
        super().write()
        static = resources.files(__package__) / "static"
        info = {"abi_version": ABI, "arch": "wasm32", "platform": "", "version": PYODIDE, "python": "3.14.2"}
        self.asset("dice.js", (resources.files(document.__package__) / "dice.js").read_bytes())
        for name in ("worker.js", "client.js", "print.js", "play.js", "referee.js", "front.js"):
            text = (static / name).read_text(encoding="utf-8")
            text = text.replace('"{packs}"', json.dumps({pack: one._asdict() for pack, one in self.packs.items()}))
            text = text.replace('"{info}"', json.dumps(info))
            for known, file in self.files.items():
                text = text.replace(f'"./{known}"', f'"./{file}"').replace(f'"{known}", import', f'"{file}", import')
            self.asset(name, text.encode())
        for language in LANGUAGES:
            _Tongue(self, language).write()
        self.save(STAMP, json.dumps({"postfox": metadata.version("postfox")}).encode())
        self._service()

    def _pictures(self, slug: str, variant: str) -> dict[str, list[Picture]]:
        """Kit and a game of bots, of a game cover and boards in each look: kits by `{game or hunt}-kit-{language}`."""
        for name, language in product(() if variant else looks.names(), LANGUAGES):
            sheet = make.sheet(Request(slug, sheet="board", theme=name, language=language))
            self.pressed(png.drawn(sheet.pages[0], sheet, POSTER), f"pictures/{slug}-{name}-{language}.webp")
        with tempfile.TemporaryDirectory() as place:
            game, path = games.find(slug), Path(place) / slug
            chosen = options.build(game.Options, (), variant or None)
            players = 1 if game.PLAYERS[0] == 1 else tally.seats(game, chosen)  # alone, where that is a game
            create.new(path, slug, chosen, create.seats(["bot:careful"] * players), seed=SEED, png=False)
            for language in LANGUAGES:
                film = animation.make(Folder(path), "webp", language=language)
                self.save(f"pictures/{variant or slug}-film-{language}.webp", film)
        kits: dict[str, list[Picture]] = {}
        for language in LANGUAGES:
            sheet, stem = make.sheet(Request(slug, variant=variant or None, language=language)), variant or slug
            drawn = kits[f"{stem}-kit-{language}"] = []
            for number, page in enumerate(sheet.pages, 1):
                name = f"pictures/{stem}-kit-{language}-{number}.webp"
                drawn.append((name, *self.pressed(png.drawn(page, sheet, THUMB), name)))
            for wide, quality in () if variant else ((POSTER, QUALITY), (SMALL, ROUGH)):
                cover = png.drawn(sheet.pages[0], sheet, wide)
                self.pressed(cover, f"pictures/{slug}-{language}-{wide}.webp", quality)
        return kits

    def pressed(self, picture: Any, name: str, quality: int = QUALITY) -> tuple[int, int]:
        """A picture of Pillow's as WebP; its width and height in pixels."""
        data = io.BytesIO()
        picture.convert("RGB").save(data, "WEBP", quality=quality, method=4)
        self.save(name, data.getvalue())
        return picture.size  # type: ignore[no-any-return]

    def _service(self) -> None:
        """The service worker: what every page needs, and which files there are."""
        there = sorted(path.relative_to(self.out).as_posix() for path in self.out.rglob("*") if path.is_file())
        shell = [name for name in there if name.endswith((".css", ".js", ".woff2", ".svg")) and name != "sw.js"]
        told = hashlib.sha256(b"".join((self.out / name).read_bytes() for name in there if name.endswith(".html")))
        text = (resources.files(__package__) / "static/sw.js").read_text(encoding="utf-8")
        text = text.replace("{version}", told.hexdigest()[:12]).replace('"{shell}"', json.dumps(shell))
        self.save("sw.js", text.replace('"{files}"', json.dumps([name for name in there if "-h" in name])).encode())


class _Tongue:
    def __init__(self, site: Site, language: str) -> None:
        self.site, self.language = site, language
        self.words = words(language)
        self.root = "" if language == "en" else f"{language}/"
        (self.other,) = set(LANGUAGES) - {language}

    def write(self) -> None:
        home = Home(self.site.out, self.language)  # no match lies there
        facts = [self._facts(slug) for slug in games.GAMES]
        hunts = [self._facts(one["game"], one["variant"]) for one in home.hunts]
        self._page("index.html", "front.html", "front.js", self.words["tagline"], self.words["lead"],
                   games=facts, hunts=hunts, small=SMALL)  # fmt: skip
        for one in [*facts, *hunts]:
            self._game(one)
        self._page("play/index.html", "play.html", "play.js", self.words["table"], self.words["way-play-say"], {
            "home": "home.html", "language": self.language,
        })  # fmt: skip
        self._home(home)
        named = [(one["called"], one["title"]) for one in [*facts, *hunts]]
        props = self._values("prop")
        samples = {name: templates.read(f"samples/handouts/{name}.md") for name, _ in props}
        self._page("referee/index.html", "referee.html", "referee.js", self.words["referee"], self.words["referee-say"],
                   {"language": self.language, "play": "../play/index.html", "samples": samples},
                   games=named, samples=props, themes=self._values("theme"), papers=list(PAPERS.items()),
                   dice=self._values("dice-of"), panels=list(self._panels("new", self.site.begins)),
                   usual={"language": self.language})  # fmt: skip

    def _facts(self, slug: str, variant: str = "") -> Json:
        chosen = options.build(games.find(slug).Options, (), variant or None)
        said, words = components(slug, chosen, LOOK, self.language), self.words
        minutes = words["minutes"].replace("{minutes}", said.minutes) if said.minutes else ""
        age = words["years"].replace("{age}", str(said.age)) if said.age else ""
        rows = {"players": said.players, "time": minutes, "age": age, "luck": words["dice" if said.dice else "no-luck"]}
        rows |= {"designer": said.designer, "source": said.source}
        fields = {name: one for name, one in type(chosen).model_fields.items() if name not in UNTYPED}
        typed = {name: options.choices(one.annotation, one.metadata) for name, one in fields.items()}
        return {
            "slug": slug, "variant": variant, "called": f"{slug}{BESIDE}{variant}" if variant else slug,
            "page": f"hunts/{variant}.html" if variant else f"games/{slug}.html",
            "title": said.title, "players": said.players, "minutes": minutes, "about": said.summary,
            "facts": [(words[name], text) for name, text in rows.items() if text], "sheets": sheets.of(said),
            "options": [f"{name}={text.replace(', ', '|').replace(' to ', '–')}" for name, text in typed.items()],
            "rules": minijinja.safe(_rules(slug, chosen, variant or None, self.language)),
        }  # fmt: skip

    def _game(self, one: Json) -> None:
        """The page of a game, or of a hunt, which has no kits ready made."""
        slug, variant, words = one["slug"], one["variant"], self.words
        kits, ready = ({}, []) if variant else self._kits(slug)
        variants = {} if variant else boards.find(slug).variants()
        there = [*one["sheets"], *(["puzzles"] if boards.find(slug).seeded_panels is not None else [])]
        there += ["options"] if one["options"] else []
        idle = [name for need, names in NEEDED.items() if need not in there for name in names]
        first = sum(pack.size for name, pack in self.site.packs.items() if build.FIRST.fullmatch(name)) / 1e6
        picture = f"pictures/{variant or slug}-{'' if variant else '{theme}-'}{self.language}.webp"
        named = [slug, "--variant", variant] if variant else [slug]
        self._page(
            one["page"], "game.html", "print.js", one["title"], one["about"],
            {"picture": picture, "game": named, "kits": kits, "first": f"{first:.1f}"},
            picture=picture.replace("{theme}", LOOK), board=words["board-of"].replace("{title}", one["title"]),
            facts=one["facts"], usual={"theme": LOOK, "language": self.language}, papers=list(PAPERS.items()),
            languages=self._values("language"),
            themes=self._values("theme"), tokens=self._values("tokens") if "tokens" in one["sheets"] else [],
            sheets=[(name, said) for name, said in self._values("sheet") if name in (*one["sheets"], "all")],
            panels=list(self._panels("print", print_, idle)), options=one["options"],
            variants=[("", "–"), *variants.items()] if len(variants) > 1 else [],
            pages=self.site.kits[f"{variant or slug}-kit-{self.language}"], ready=ready, square=bool(variant),
            film=f"pictures/{variant or slug}-film-{self.language}.webp",
            watch=words["watch-say"].replace("{title}", one["title"]),
            command=" ".join(named), called=one["called"], rules=one["rules"],
        )  # fmt: skip

    def _panels(self, prefix: str, command: Any, idle: Collection[str] = ()) -> Iterator[tuple[str, list[Json]]]:
        """What else a command offers, under the headings of its help: the options that have a word here."""
        offered = inspect.signature(spread(command)).parameters
        for panel, rows in SECTIONS.items():
            fields = list[Json]()
            for name in rows:
                if name not in offered or (said := self.words.get(f"{prefix}-{name}")) is None or name in idle:
                    continue
                kind, hint = get_args(offered[name].annotation)[0], rows[name].metavar
                shown = "checkbox" if kind is bool else "number" if {int, float} & {kind, *get_args(kind)} else "text"
                field = {"name": rows[name].option(name).removeprefix("--"), "say": said, "type": shown}
                field |= {"hint": hint if hint and not hint.isalpha() else ""}
                fields.append(field | {"values": self._values(name, offered[name].default)})
            if fields:  # boxes to tick stand below
                yield self.words[f"panel-{panel.lower()}"], sorted(fields, key=lambda one: one["type"] == "checkbox")

    def _values(self, name: str, usual: str | None = "") -> list[tuple[str, str]]:
        """What may be chosen for an option: values that have a word here; also nothing, unless something is usual."""
        begins = f"{name}-"
        found = [(key.removeprefix(begins), said) for key, said in self.words.items() if key.startswith(begins)]
        found += [(one, one) for one in labels.names()] if name == "labels" else []
        found += LANGUAGES.items() if name == "language" else []
        return [("", "–"), *found] if found and usual is None else found

    def _kits(self, slug: str) -> tuple[Json, list[dict[str, str]]]:
        """Kits that lie there ready made, by what is chosen, and those of them that are in this language."""
        kits, ready = {}, []
        for paper, language in product(READY, LANGUAGES):
            name, pages, size = _kit(self.site, slug, paper, language)
            said = self.words["ready-made"].replace("{pages}", str(pages)).replace("{size}", str(size))
            key = " ".join(sorted([*([paper] if paper != "a4" else []), *([language] if language != "en" else [])]))
            kits[key] = {"file": name, "say": said}
            if language == self.language:
                ready.append({"file": name, "name": PAPERS[paper]})
        return kits, ready

    def _home(self, home: Home) -> None:
        """The table's home screen as a file, with its pictures, and those of hunts for their own pages."""
        at_home = Phrases("table", self.language).forms("table")["alone-here"]["other"]
        self.site.save(f"{self.root}play/home.html", home.page().replace(at_home, self.words["alone-here"]).encode())
        hunts = {f"{one['game']}{BESIDE}{one['variant']}": one["variant"] for one in home.hunts}
        for name in (*games.GAMES, *hunts):
            if picture := home.picture(name):
                self.site.save(f"{self.root}play/picture/{name}.webp", picture)
            if name in hunts and (picture := home.picture(name, POSTER)):
                self.site.save(f"pictures/{hunts[name]}-{self.language}.webp", picture)
            if card := home.card(name):
                self.site.save(f"{self.root}play/card/{name}", json.dumps(card, ensure_ascii=False).encode())

    def _page(
        self, name: str, template: str, script: str, title: str, about: str, data: Mapping[str, Any] = {}, **more: Any
    ) -> None:
        up, across = "../" * (name.count("/") + (self.root != "")), "../" * name.count("/")
        across += f"{self.other}/{name}" if self.language == "en" else f"../{name}"
        told = {"up": up, "words": self.words, **data}
        made = rendered(
            template, self.site, self.language, title, about, told, other=self.other, up=up,
            home="../" * name.count("/"), across=across, policy=policy(), script=script, **more,
        )  # fmt: skip
        self.site.save(f"{self.root}{name}", made.encode())


def policy() -> str:
    """What browsers let the site do. Pages of the table lie in a frame, which takes this over."""
    inner = document.policy({"send": True}), document.home_policy()
    found = [set(re.findall(rf"{what}-src ('sha256-[^']+')", " ".join(inner))) for what in ("script", "style")]
    script, style = (" ".join(sorted(hashes)) for hashes in found)
    return (
        f"default-src 'none'; script-src 'self' {script}; style-src 'self' {style}; style-src-attr 'unsafe-inline'; "
        "font-src 'self' data:; "  # drawings have their styles in attributes
        "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; frame-src 'self'; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def _kit(site: Site, slug: str, paper: str, language: str) -> tuple[str, int, int]:
    """A kit that lies there ready made: its file, how many pages, how many KB."""
    made = make.write(Request(slug, paper=paper, language=language), site.out / "kits")
    (path,) = made.files
    return f"kits/{path.name}", len(made.sheet.pages), round(path.stat().st_size / 1000)


def _rules(slug: str, chosen: Ruled, variant: str | None, language: str) -> str:
    with templates.speaking(language):
        job = prepare(Request(slug, sheet="rules", variant=variant, language=language), chosen)
        said, _ = rules.prose(job, job.components.rules)
    lower = re.sub(r"^(#+) ", r"#\1 ", re.sub(r"^> ", "", said, flags=re.MULTILINE), flags=re.MULTILINE)
    prose = MarkdownIt("commonmark", {"html": False}).enable("table").render(lower)
    bare = re.sub(r"<p>(<img[^>]*>\s*)+</p>|<img[^>]*>", "", prose)
    bare = re.sub(r"<th([^>]*)></th>", r"<td\1></td>", bare)  # no head of anything
    return re.sub(r"<table>.*?</table>", r'<div class="wide">\g<0></div>', bare, flags=re.DOTALL)
