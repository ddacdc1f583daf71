"""Make the fonts of the page and of these documents anew: `python docs/fonts.py FOLDER`.

It takes fontTools, brotli and fontpkg-alegreya-sans.

FOLDER has the packages, as `pip install --target FOLDER fontpkg-...` leaves them. Each font is cut down to the letters
that a page may hold and packed as woff2; what a player's name has besides is set in the reader's own fonts.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

LATIN = (
    "".join(map(chr, range(32, 127)))
    + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ–—‘’‚“”„…·×−→←✓\u00a0"
)
TITLE = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ&-'’ 0123456789"
FONTS = {
    "title": ("fontpkg_cinzel/files/Cinzel[wght].ttf", 900, TITLE),
    "serif": ("fontpkg_eb_garamond/files/EBGaramond[wght].ttf", 450, LATIN),
    "sans": ("fontpkg_alegreya_sans/files/AlegreyaSans-Medium.ttf", None, LATIN),
    "bold": ("fontpkg_alegreya_sans/files/AlegreyaSans-ExtraBold.ttf", None, LATIN),
}


def main(folder: Path) -> None:
    """Write every font beside the page's other parts, that of titles among those of the site."""
    docs = Path(__file__).resolve().parent
    for name, (source, weight, letters) in FONTS.items():
        font = TTFont(folder / source, recalcTimestamp=False)
        if weight is not None:
            font = instantiateVariableFont(font, {"wght": weight})
        options = Options()
        options.flavor, options.hinting, options.desubroutinize = "woff2", False, True
        options.layout_features = ["kern", "liga", "lnum", "mark", "ccmp", "tnum"]
        subsetter = Subsetter(options)
        subsetter.populate(text=letters)
        subsetter.subset(font)
        font.flavor = "woff2"
        place = docs / "_static" if name == "title" else docs.parent / "printables" / "page" / "fonts"
        font.save(place / f"{name}.woff2")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
