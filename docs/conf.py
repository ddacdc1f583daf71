"""The site of these documents: `python -m sphinx -W docs out/site`."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

sys.path[:0] = [str(Path(__file__).resolve().parent)]

import site_parts as site  # noqa: E402 - found by the path above

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "Postfox"
copyright = "the authors of Postfox, MIT licence"
release = PROJECT["version"]
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["check", "positions", "schemas"]
myst_heading_anchors = 4  # as Git forges name headings, so that links lead to the same places there and here
myst_links_external_new_tab = True
suppress_warnings = ["misc.highlighting_failure"]  # lines to type may hold ... where a reader puts something
html_baseurl = os.environ.get("POSTFOX_SITE_URL", "")  # where it will stand: pictures of link previews need to know
html_theme = "furo"
html_title = "Postfox"
html_static_path = ["_static", "../printables/page/fonts"]
templates_path = ["_templates"]
html_css_files = ["site.css"]
smartquotes_action = "qe"  # quotes and dots; `--` begins an option
html_copy_source = False
html_show_sourcelink = False
TYPED = re.compile(r"<(code|pre)\b.*?</\1>", re.DOTALL)
OPTION = re.compile(r"(?<=[ >\n(])--[a-z][a-z-]*")
HEADLESS = re.compile(r"<th[^>]*>(<p></p>)?</th>")
FONT = 'Al, "Segoe UI", system-ui, sans-serif'
DAY = {
    "font-stack": FONT,
    "color-background-primary": "#fdf6e4",
    "color-background-secondary": "#f7ecd4",
    "color-background-hover": "#efe0bf",
    "color-background-border": "#dcc9a0",
    "color-foreground-primary": "#2b1a12",
    "color-foreground-secondary": "#5d4633",
    "color-foreground-muted": "#6b5340",
    "color-brand-primary": "#8f2a1a",
    "color-brand-content": "#24507f",
    "color-brand-visited": "#5b3f72",
    "color-sidebar-background": "#f7ecd4",
    "color-sidebar-link-text": "#2b1a12",
    "color-inline-code-background": "#f3e6c8",
    "postfox-ink": "#2b1a12",
    "postfox-red": "#a8321f",
    "postfox-main": "#a8321f",
    "postfox-green": "#2f6b4a",
    "postfox-blue": "#2b5480",
    "postfox-gold": "#d39a2f",
}
NIGHT = {
    "color-background-primary": "#18100b",
    "color-background-secondary": "#251912",
    "color-background-hover": "#35251b",
    "color-background-border": "#4d3a2b",
    "color-foreground-primary": "#f3e6cb",
    "color-foreground-secondary": "#d6c3a1",
    "color-foreground-muted": "#c2aa8a",
    "color-brand-primary": "#ee8468",
    "color-brand-content": "#8fb6de",
    "color-brand-visited": "#c3a5dc",
    "color-sidebar-background": "#1f150f",
    "color-sidebar-link-text": "#f3e6cb",
    "color-inline-code-background": "#2f2118",
    "postfox-ink": "#f3e6cb",
    "postfox-red": "#ee8468",
    "postfox-main": "#b3402a",
    "postfox-green": "#7fbf94",
    "postfox-blue": "#8fb6de",
    "postfox-gold": "#e0ac45",
}
html_theme_options = {
    "light_css_variables": DAY,
    "dark_css_variables": NIGHT,
    "light_logo": "fox.svg",
    "dark_logo": "fox-night.svg",
}


def toctrees(name: str, text: str) -> str:
    """Each heading of the index and the pages that it links to are a part of the navigation."""
    parts = re.findall(r"^## (.+)\n((?:(?!^## ).*\n?)*)", text, re.MULTILINE)
    for caption, body in parts:
        pages = "\n".join(dict.fromkeys(re.findall(r"\]\(([\w/-]+)\.md\)", body)))
        text += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{pages}\n```\n"
    return text


def read(app: Sphinx, name: str, text: list[str]) -> None:
    """What a page has on the site alone."""
    if name == "index":
        text[0] = toctrees(name, text[0])
    elif site.FACTS.search(text[0]):
        text[0] = site.game_page(name, text[0])


def whole(typed: re.Match[str]) -> str:
    """What is to be typed, its options kept from being parted after their dashes."""
    return OPTION.sub(r'<span class="whole">\g<0></span>', typed[0])


def previewed(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    context["preview"] = site.preview(html_baseurl, page, doctree)
    if "body" in context:
        body = TYPED.sub(whole, context["body"])
        context["body"] = HEADLESS.sub("<td></td>", body)  # an empty head is the head of nothing


def finished(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        site.make(Path(app.outdir))


def setup(app: Sphinx) -> None:
    app.connect("source-read", read)
    app.connect("html-page-context", previewed)
    app.connect("build-finished", finished)
