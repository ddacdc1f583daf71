"""From a Sheet to PDF, SVG and PNG. The only modules that import reportlab, svgwrite and the rasteriser."""
