"""The commands that print: thin callers of what they import when they run."""
