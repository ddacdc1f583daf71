"""What all pages of a site, or of a club, look like: type, a stylesheet, the fox, and the frame of a page."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path

import minijinja

from adjudicator.letters.phrases import Phrases
from printables.core import files, templates
from printables.page import document

# What browsers let a page do that has no script.
STILL = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
)
FOX = {
    "black": "#c4501b", "navy": "#5a1f0c", "white": "#fdf6e4", "ivory": "#fbdcc4", "gray": "#7a3418", "gold": "#d39a2f",
}  # fmt: skip


class Look:
    """What all pages in a folder look like: type, a stylesheet, the fox. `files`: where each lies, by its name."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.files: dict[str, str] = {}

    def write(self) -> None:
        """The files of the look."""
        static, fonts = resources.files(__package__) / "static", resources.files(document.__package__) / "fonts"
        fox = templates.read("emblems/linocut/fox.svg")
        for role, ink in FOX.items():
            fox = fox.replace(f'"{role}"', f'"{ink}"')
        self.asset("fox.svg", fox.encode())
        style = (static / "site.css").read_text(encoding="utf-8")
        for file in ("title.woff2", "serif.woff2", "sans.woff2", "bold.woff2"):
            lies = ((static if file == "title.woff2" else fonts) / file).read_bytes()
            style = style.replace(f"{{{file}}}", self.asset(file, lies))
        self.asset("site.css", style.encode())

    def save(self, name: str, data: bytes) -> Path:
        """A file of the site, whole; where it is."""
        files.save(path := self.out / name, data)
        return path

    def asset(self, name: str, data: bytes) -> str:
        """A file whose name has a hash; where it lies."""
        stem, _, ending = name.rpartition(".")
        self.files[name] = f"{stem}-h{hashlib.sha256(data).hexdigest()[:12]}.{ending}"
        self.save(self.files[name], data)
        return self.files[name]


def words(language: str) -> dict[str, str]:
    """What pages say besides the games' own words."""
    return {key: forms["other"] for key, forms in Phrases("site", language).forms("site").items()}


def rendered(
    template: str, look: Look, language: str, title: str, about: str, data: Mapping[str, object], **more: object
) -> str:
    """A page; one without a `script` needs none, and is alone in its language."""
    usual = {"up": "", "home": "", "across": "", "other": "", "script": "", "policy": STILL}
    made = _environment().render_template(
        template, language=language, w=words(language), title=title, about=about, files=look.files,
        kind=template.removesuffix(".html"), data=minijinja.safe(document.embedded(data)), **{**usual, **more},
    )  # fmt: skip
    return str(made)


@cache
def _environment() -> minijinja.Environment:
    static = resources.files(__package__) / "static"
    parts = {path.name: path.read_text(encoding="utf-8") for path in static.iterdir() if path.name.endswith(".html")}
    return minijinja.Environment(templates=parts, trim_blocks=True, lstrip_blocks=True, undefined_behavior="strict")
