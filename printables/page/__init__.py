"""The page to play from: its parts (HTML, style, script) made into one file that asks for nothing."""
