"""From a Request to files: sheets made, dressed in a theme, finished for a printer."""
