"""Checkpoints of the Matterhorn Protocol that a program can test, of what the tests of tags leave out: hunts, handouts,
boards for fingers, booklets. What only a person can judge (whether words fit their picture) is not here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import finished
import handed
import pikepdf
import pytest
from lanes import some
from tagged import Element, Tagged

from printables.boards import fox_and_geese
from printables.printing import make
from printables.render import pdf

STANDARD = re.compile(
    r"Document|Part|Art|Sect|Div|BlockQuote|Caption|TOCI?|Index|NonStruct|Private|H[1-6]?|P|L|LI|Lbl|LBody|Table|T[RHD]"
    r"|THead|TBody|TFoot|Span|Quote|Note|Reference|BibEntry|Code|Link|Annot|Ruby|Warichu|Figure|Formula|Form"
)
INSIDE = {
    "TR": {"Table", "THead", "TBody", "TFoot"},
    "TH": {"TR"},
    "TD": {"TR"},
    "LI": {"L"},
    "LBody": {"LI"},
    "TOCI": {"TOC"},
}
Made = Callable[[], bytes]


def printed(request: make.Request) -> Made:
    return lambda: finished.made(request)


def prop(kind: str) -> Made:
    return lambda: pdf.render(handed.sheet(kind))


FILES: dict[str, Made] = {
    **{hunt: printed(make.Request("fox-and-geese", variant=hunt)) for hunt in some(fox_and_geese.variants(), 2)[::2]},
    **{kind: prop(kind) for kind in some(handed.KINDS, 3)},
    "tactile": printed(make.Request("wolves-and-jackals", "tactile", language="de")),
    "booklet": printed(make.Request("fox-and-geese", "rules", booklet=True)),
}


def within(element: Element) -> Iterator[tuple[str, str]]:
    for kid in element.kids:
        yield element.kind, kid.kind
        yield from within(kid)


@pytest.mark.parametrize("name", some(FILES, 3))
def test_a_file_passes_the_checkpoints_that_a_program_can_test(name: str) -> None:
    read = Tagged(FILES[name](), words=False)
    root, elements = read.file.Root, list(read.root.walk())
    assert read.unmarked() == [], "01: all content is tagged or an artifact, and never both"
    assert "/RoleMap" not in root.StructTreeRoot and all(STANDARD.fullmatch(one.kind) for one in elements), "02"
    with read.file.open_metadata() as data:
        assert data["pdfuaid:part"] == "1" and data["dc:title"], "06: metadata"
    assert root.ViewerPreferences.DisplayDocTitle is True, "07: the title is shown"
    for around, kind in within(read.root):
        assert around in INSIDE.get(kind, {around}), f"09: {kind} in {around}"
        assert not (around == "L" and kind not in ("LI", "Caption")), f"09: {kind} in a list"
    assert re.fullmatch(r"en|de", str(root.Lang)), "11: language"
    assert all(one.said.strip() for one in elements if one.kind == "Figure"), "13: pictures have words"
    levels = [int(one.kind[1]) for one in elements if re.fullmatch(r"H\d", one.kind)]
    assert all(after <= before + 1 for before, after in pairwise([0, *levels])), "14: headings leave no level out"
    for table in (one for one in elements if one.kind == "Table"):
        assert {cell.kind for cell in table.kids[0].kids} == {"TH"}, "15: tables have heads"
    assert "/OCProperties" not in root or "/Name" in root.OCProperties.D, "20: optional content"
    assert "/AcroForm" not in root or "/XFA" not in root.AcroForm, "25: no XFA"
    assert not read.file.is_encrypted, "26: security"
    for page in read.file.pages:
        assert "/Annots" not in page.obj or page.obj.Tabs == "/S", "28: tab order"
        for font in page.resources.get("/Font", pikepdf.Dictionary()).values():
            held = font.DescendantFonts[0] if "/DescendantFonts" in font else font
            files = set(held.get("/FontDescriptor", pikepdf.Dictionary()).keys()) & {
                "/FontFile",
                "/FontFile2",
                "/FontFile3",
            }
            assert files and "/ToUnicode" in font, "31: fonts are embedded and map to characters"
