"""Tests of what is proved of a match, and what is said not to be."""
