"""Hunts: games of a few against many, each a TOML file in templates/hunts. The language is explained in docs/hunts.md."""
