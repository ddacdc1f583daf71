"""The commands by which nobody need trust anybody: proof, excerpts, pads, witnesses; thin callers."""
