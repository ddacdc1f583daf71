"""The match folder: what is written where, read back, proved and rebuilt."""
