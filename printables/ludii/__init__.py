"""Ludii's language for games: hunts written in it, and read from it."""
