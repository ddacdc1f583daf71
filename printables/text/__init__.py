"""Words to shapes: Markdown, fonts, lines and columns."""
