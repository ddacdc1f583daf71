"""The commands to play at home: thin callers of what is imported when they run."""
