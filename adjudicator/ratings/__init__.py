"""Ratings of players over the matches that have ended: what a match counts for, and Glicko-2."""
