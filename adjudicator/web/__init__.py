"""The page of a match for one reader: board, turns, dice, and what may be ordered.

Pure but for `file`, which reads a match folder."""
