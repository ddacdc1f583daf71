"""Exact values of hunts as tables in files: every position decided, from those with few pieces to those with many.

A tier is all positions with the same numbers of the many and of the few. docs/tables.md has the format of its file."""
