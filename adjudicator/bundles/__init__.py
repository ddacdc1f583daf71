"""The letters of a match as files: those of the last lines as they are, earlier ones in bundles, each picture once."""
