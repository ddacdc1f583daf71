"""Witnesses: who signs how far the log of a match went, and never sees the match."""
