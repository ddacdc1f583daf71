"""The page of a match for one reader, by mail or at the table at home: board, turns, dice, and what may be ordered.

Pure but for `file`, which reads a match folder.
"""
