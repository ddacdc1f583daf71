"""Work out printables/scene/coated.json: inks for colours of the screen, as a press prints on coated paper.

    python bench/inks.py ISOcoated_v2_300_bas.icc

The profile of the press (FOGRA39; basICColor's is free, under the zlib licence, and comes with Apache PDFBox) is asked
what each mixture of two coloured inks and black looks like. A node of the table has the mixture nearest to what the
profile itself would print: no third coloured ink, so that type stays sharp and greys stay grey.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageCms

SIZE = 7  # nodes along each side
PAIRS = ((0, 1), (1, 2), (0, 2))
LEAST = 0.004  # so many units of colour a unit of ink has to save


def main(profile: str, out: Path) -> None:
    press, lab, screen = ImageCms.getOpenProfile(profile), ImageCms.createProfile("LAB"), ImageCms.createProfile("sRGB")
    relative = ImageCms.Intent.RELATIVE_COLORIMETRIC
    seen = ImageCms.buildTransform(press, lab, "CMYK", "LAB", relative)
    black = ImageCms.Flags.BLACKPOINTCOMPENSATION
    printed = ImageCms.buildTransform(screen, press, "RGB", "CMYK", relative, flags=black)

    def looks(inks: Any) -> Any:
        """Lab of mixtures, 0 to 255 each, in units of colour difference."""
        picture = Image.frombytes("CMYK", (len(inks), 1), inks.astype(np.uint8).tobytes())
        values = np.asarray(ImageCms.applyTransform(picture, seen)).reshape(-1, 3).astype(float)
        return (values - (0, 128, 128)) * (100 / 255, 1, 1)

    steps = np.round(np.linspace(0, 255, SIZE)).astype(np.uint8)
    colours = np.array([(r, g, b) for b in steps for g in steps for r in steps], dtype=np.uint8)
    picture = Image.frombytes("RGB", (len(colours), 1), colours.tobytes())
    wanted = looks(np.asarray(ImageCms.applyTransform(picture, printed)).reshape(-1, 4))
    grid = np.linspace(0, 255, 16)
    best = np.zeros((len(colours), 4))
    worst = np.full(len(colours), np.inf)
    for pair in PAIRS:
        every = np.zeros((16**3, 4))
        every[:, [*pair, 3]] = np.array(np.meshgrid(grid, grid, grid)).reshape(3, -1).T
        lots = looks(every)
        mixed = np.array([every[np.argmin(np.linalg.norm(lots - one, axis=1))] for one in wanted])
        for step in (8, 4, 2, 1):
            moves = np.zeros((125, 4))
            moves[:, [*pair, 3]] = step * (np.array(np.meshgrid(*[range(-2, 3)] * 3)).reshape(3, -1).T)
            tried = np.clip(mixed[:, None, :] + moves[None], 0, 255)
            far = np.linalg.norm(looks(tried.reshape(-1, 4)).reshape(len(colours), 125, 3) - wanted[:, None], axis=2)
            chosen = np.argmin(far + LEAST * tried.sum(axis=2), axis=1)
            mixed = tried[np.arange(len(colours)), chosen]
        far = np.linalg.norm(looks(mixed) - wanted, axis=1) + LEAST * mixed.sum(axis=1)
        better = far < worst
        best[better], worst[better] = mixed[better], far[better]
    inks = [int(value) for value in np.round(best).ravel()]
    out.write_text(json.dumps({"size": SIZE, "inks": inks}, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(__file__).parents[1] / "printables/scene/coated.json")
