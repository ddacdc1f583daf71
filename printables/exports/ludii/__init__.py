"""Ludii: a hunt in the language of that program, which plays it, analyses it and shows it."""
