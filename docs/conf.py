"""The site of these documents: `python -m sphinx -W docs out/site`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from sphinx.application import Sphinx

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
html_theme = "furo"
html_title = f"Postfox {release}"
html_extra_path = []
html_copy_source = False
html_show_sourcelink = False


def toctrees(app: Sphinx, name: str, text: list[str]) -> None:
    """Each heading of the index and the pages that it links to are a part of the navigation."""
    if name != "index":
        return
    parts = re.findall(r"^## (.+)\n((?:(?!^## ).*\n?)*)", text[0], re.MULTILINE)
    for caption, body in parts:
        pages = "\n".join(dict.fromkeys(re.findall(r"\]\(([\w/-]+)\.md\)", body)))
        text[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{pages}\n```\n"


def setup(app: Sphinx) -> None:
    app.connect("source-read", toctrees)
