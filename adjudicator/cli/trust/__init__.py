"""The commands by which nobody need trust anybody: proof, excerpts, pads, beacons, witnesses; thin callers."""
