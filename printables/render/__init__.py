"""From a Sheet to PDF, SVG and PNG. The only modules that import reportlab and the rasteriser."""
