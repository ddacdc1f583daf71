"""The commands that print: thin callers of what they import when they run."""

ALL = "all"  # after --help: options that are seldom used, too; the key by which the context of a call remembers it
