"""Fields of a page as an AcroForm: boxes to write in and to tick, with scripts for viewers that run them.

A viewer without JavaScript shows plain fields. Text is set in Helvetica, which every viewer has: a subset of our own
fonts would lack the letters that somebody types.
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString

from printables.render.structure import Structure
from printables.scene import POINT, Field, Page

PRINTED = 4  # the flag of an annotation that is printed
QUADDING = {"start": 0, "middle": 1, "end": 2}
# What a script finds: get("name") is the value of a field of the same sheet as text, put(...) sets its own.
_PREAMBLE = (
    'var d = this, p = event.target.name.split("-")[0] + "-";'
    "function get(n) { return String(d.getField(p + n).value); }"
    "function put(v) { event.value = v; } "
)


class Form:
    """Gathers the fields of a document while its pages are drawn; `finish` writes the form into its catalog."""

    def __init__(self, canvas: Any, structure: Structure) -> None:
        self.canvas, self.structure = canvas, structure
        self.fields: list[Any] = []
        self.worked_out: list[Any] = []

    def add(self, page: Page) -> None:
        """The fields of the page that is being drawn."""
        for field in page.fields:
            self.canvas._addAnnotation(self._widget(field, page.height), name=field.name)
            reference = self.canvas._doc.refAnnotation(field.name)
            self.fields.append(reference)
            if field.script:
                self.worked_out.append(reference)

    def finish(self) -> None:
        if not self.fields:
            return
        helvetica = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("Type1"),
                "BaseFont": PDFName("Helvetica"),
                "Encoding": PDFName("WinAnsiEncoding"),
            }
        )
        form: dict[str, Any] = {
            "Fields": PDFArray(self.fields),
            "NeedAppearances": "true",
            "DA": PDFString("/Helv 0 Tf 0 g"),
            "DR": PDFDictionary({"Font": PDFDictionary({"Helv": self.canvas._doc.Reference(helvetica)})}),
        }
        if self.worked_out:
            form["CO"] = PDFArray(self.worked_out)
        self.canvas._doc._catalog.AcroForm = PDFDictionary(form)

    def _widget(self, field: Field, height: float) -> Any:
        box = (field.x, height - field.y - field.height, field.x + field.width, height - field.y)
        entries: dict[str, Any] = {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("Widget"),
            "Rect": PDFArray([round(value / POINT, 3) for value in box]),
            "T": PDFString(field.name),
            "TU": PDFString(field.title),
            "F": PRINTED,
            "StructParent": self.structure.field(field.name, field.title),
        }
        if field.kind == "check":
            return PDFDictionary({**entries, **self._check(field)})
        entries |= {
            "FT": PDFName("Tx"),
            "V": PDFString(field.value),
            "DA": PDFString(f"/Helv {field.size / POINT:.2f} Tf 0 g"),
            "Q": QUADDING[field.anchor],
        }
        if field.length:
            entries["MaxLen"] = field.length
        if field.script:
            action = PDFDictionary({"S": PDFName("JavaScript"), "JS": PDFString(_PREAMBLE + field.script)})
            entries["AA"] = PDFDictionary({"C": action})
        return PDFDictionary(entries)

    def _check(self, field: Field) -> dict[str, Any]:
        """A box that shows a cross when it is ticked."""
        wide, high = field.width / POINT, field.height / POINT
        cross = (
            f"1.4 w 1 J 1.5 1.5 m {wide - 1.5:.2f} {high - 1.5:.2f} l S 1.5 {high - 1.5:.2f} m {wide - 1.5:.2f} 1.5 l S"
        )
        appearance = PDFDictionary({"Yes": self._look(cross, wide, high), "Off": self._look("", wide, high)})
        return {
            "FT": PDFName("Btn"),
            "V": PDFName("Off"),
            "AS": PDFName("Off"),
            "AP": PDFDictionary({"N": appearance}),
            "MK": PDFDictionary({"CA": PDFString("8")}),
        }

    def _look(self, content: str, wide: float, high: float) -> Any:
        head = PDFDictionary(
            {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Form"),
                "BBox": PDFArray([0, 0, round(wide, 2), round(high, 2)]),
            }
        )
        return self.canvas._doc.Reference(PDFStream(head, content.encode("ascii")))
