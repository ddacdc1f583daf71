"""Hunts: games of a few against many, each a TOML file in templates/hunts (the language: docs/hunts.md)."""
