"""Paper and what is done with it: sizes, printers, labels, tiling, imposition, marks, work."""
