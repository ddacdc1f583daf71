"""The commands of `postfox mail`: thin callers of what is imported when they run."""
